"""C.3.b. An end by agreement: a player proposes it in his Movement Phase, all others are asked when the month is over.

Reading 100 of docs/rules/wap.md applies here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, names, say
from napwidgets.systems.wap.state import State
from napwidgets.systems.wap.states.victory import AGREED, cities_in_words, verdict
from napwidgets.systems.wap.step import YesNo


def why_not_propose(x: Context, s: State, seat: int) -> tuple[str, str] | None:
    """Why a seat can't propose to end the campaign."""
    if x.setting.scenario.goal.kind != "cities":
        return "This scenario has a goal of its own and ends with its last month.", "C.3.b"
    if seat in s.proposed:
        return "You have proposed it; the others are asked when the month is over.", "C.3.b"
    return None


def propose(x: Context, s: State, seat: int, log: Log) -> State:
    """A seat proposes to end the campaign with this turn."""
    text = f"{x.setting.seat_names[seat]} proposes to end the campaign with this month."
    say(log, "proposal", text, "C.3.b")
    return replace(s, proposed=tuple(sorted({*s.proposed, seat})))


def put_to_the_vote(x: Context, s: State, log: Log) -> State:
    """At the end of a turn all who have not proposed an end themselves are asked for it, if somebody has."""
    if not s.proposed:
        return s
    others = tuple(seat for seat in range(len(x.setting.seats)) if seat not in s.proposed)
    return s.push(EndAnswer(others)) if others else _agreed(x, s, log)


def _agreed(x: Context, s: State, log: Log) -> State:
    return verdict(x, s, log, "agreement", AGREED)


class EndAnswer(YesNo, frozen=True, tag="end-answer"):
    """A player agrees to end the campaign, or plays on; it takes all of those who are still to be asked (C.3.b)."""

    asked: tuple[int, ...]

    def side(self, x: Context, s: State) -> int:
        return self.asked[0]

    def question(self, x: Context, s: State) -> Question:
        who = names(x.setting.seat_names[seat] for seat in s.proposed)
        verb = "propose" if len(s.proposed) > 1 else "proposes"
        prompt = f"{who} {verb} to end the campaign now. Production cities: {cities_in_words(x, s)}. Do you agree?"
        return Question("agreement", "The end by agreement", prompt, ("WAP C.3.b",))

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        return Label("Agree: end it here" if isinstance(move, m.Accept) else "Play on", "", ("WAP C.3.b",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.Accept):
            who = x.setting.seat_names[self.asked[0]]
            say(log, "proposal", f"{who} does not agree; the campaign goes on.", "C.3.b")
            return s
        return s.push(EndAnswer(self.asked[1:])) if len(self.asked) > 1 else _agreed(x, s, log)
