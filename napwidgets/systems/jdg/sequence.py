"""2. The sequence of play: a turn's events, both player turns with their four phases, the end of a turn.

Readings 30 and 75 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.combat.guns import GunsPhase
from napwidgets.systems.jdg.combat.phase import CombatPhase
from napwidgets.systems.jdg.command.administration import Administration, Dummies
from napwidgets.systems.jdg.command.arrivals import Arrivals, Recruits, overdue
from napwidgets.systems.jdg.command.letters import correspondence
from napwidgets.systems.jdg.context import Context, Log, say
from napwidgets.systems.jdg.germany import armistice, cards
from napwidgets.systems.jdg.march.movement import EndMovement, MovementPhase
from napwidgets.systems.jdg.seasons import weather
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import FRENCH, GONE, OTHER, WAITING, State
from napwidgets.systems.jdg.step import SideChoice, Step, Task
from napwidgets.systems.jdg.victory import verdict


class BeginTurn(Step, frozen=True, tag="begin-turn"):
    """A. The weather, leaders replaced, the first player, reinforcements (2 A, 3)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        name = x.setting.turn_name(s.turn)
        say(log, "turn", f"The {name} begins.", "2")
        sky = weather(x.tables, x.setting.month(s.turn), s.weather if s.turn > 1 else None, dice)
        told = " The next turn is mud." if sky.mud_next else ""
        say(log, "weather", f"The weather is {sky.name.lower()}.{told}", "3.1")
        s = swap_leaders(x, replace(s.pop(), weather=sky, marched=()), log)
        return s.push(PlayerTurns(), cards.Draw(), Recruits(OTHER), Recruits(FRENCH), Arrivals(), FirstPlayer())


def swap_leaders(x: Context, s: State, log: Log) -> State:
    """Leaders who leave in this turn, and those who come in their place (4.2)."""
    for swap in x.setting.scenario.swaps:
        out = x.setting.number[swap.out]
        # Nobody takes the place of one who is out of the game: whoever was to comes as a reinforcement, if he is one.
        there = s.counters[out].at not in (WAITING, GONE) or s.counters[out].away
        if swap.turn == s.turn and (there or overdue(x, s, out)):
            s = armistice.exchange(x, s, out, x.setting.number[swap.then] if swap.then else -1, log)
    return s


class FirstPlayer(Step, frozen=True, tag="first-player"):
    """Who decides who plays first: the French with Napoleon on the map, else whoever throws higher (3.2)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        counts = x.setting.scenario.napoleon_counts and not s.resumed
        if counts or any(s.counters[emperor].at >= 0 for emperor in x.setting.napoleon):
            return s.push(WhoFirst(FRENCH))
        values = [_highest(x, s, side) for side in (FRENCH, OTHER)]
        while True:
            thrown = [
                dice.roll(f"first player: the {x.setting.side_names[side]}") + values[side] for side in (FRENCH, OTHER)
            ]
            if thrown[FRENCH] != thrown[OTHER]:
                break
            say(log, "first", f"Both throw {thrown[FRENCH]} for the first move: again.", "3.2")
        best = FRENCH if thrown[FRENCH] > thrown[OTHER] else OTHER
        say(log, "first", f"{x.side_name(best)} may say who plays first ({thrown[FRENCH]} to {thrown[OTHER]}).", "3.2")
        return s.push(WhoFirst(best))


def _highest(x: Context, s: State, side: int) -> int:
    """The command value of a side's commander-in-chief of the highest rank, of equals the better one (3.2)."""
    return max((x.standing(s, n) for n in x.live_armies(s, side)), default=(0, 0))[1]


class WhoFirst(SideChoice, frozen=True, tag="who-first"):
    """The side that decides says who plays first (3.2)."""

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "first-player",
            "Who plays first?",
            "Say who moves first in this turn. Moving second lets you answer, and sometimes move twice in a row.",
            ("JDG 3.2",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else (m.Lead(FRENCH), m.Lead(OTHER))

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        say(log, "first", f"{x.side_name(move.side)} play first.", "3.2")
        return replace(s.pop(), first=move.side)

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if not isinstance(move, m.Lead) or move.side not in (FRENCH, OTHER):
            return None
        if move.side == self.who:
            return Label("Play first", "The enemy answers.", ("JDG 3.2",))
        return Label("Let them play first", "You answer, and may then move twice in a row.", ("JDG 3.2",))


class PlayerTurns(Step, frozen=True, tag="player-turns"):
    """B and C. The first player's turn, then the second's, then the end of the turn (2)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop(EndTurn(), PlayerTurn(other(s.first)), PlayerTurn(s.first))


class PlayerTurn(Step, frozen=True, tag="player-turn"):
    """The four phases of a side's turn (2 B); during the armistice only the first two (1813, Armistice)."""

    who: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = replace(s.pop(), active=self.who, entered=(), met=(), marches=(), fought=())
        say(log, "player", f"{x.side_name(self.who)} have the move.", "2")
        if s.in_truce:
            return s.push(*self._movement())
        return s.push(
            EndPlayerTurn(self.who),
            CombatPhase(self.who),
            GunsPhase(self.who),
            cards.CardPlay(other(self.who), "battles near"),
            cards.CardPlay(self.who, "battles near"),
            *self._movement(),
        )

    def _movement(self) -> tuple[Task, ...]:
        waiting = cards.CardPlay(other(self.who), "enemy movement")
        return EndMovement(self.who), MovementPhase(self.who), waiting, Administration(self.who)


class EndPlayerTurn(Step, frozen=True, tag="end-player-turn"):
    """What holds for one player turn ends: entries, marches, cards that last so long."""

    who: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        kept = tuple(p for p in s.played if p[1] in cards.LASTING)
        return replace(s.pop(), entered=(), met=(), marches=(), fought=(), played=kept)


class EndTurn(Step, frozen=True, tag="end-turn"):
    """D. Fatigue ends, cards above two are put aside, players of a side write to each other (10), the marker moves on;
    the last turn brings the verdict (2 D).
    """

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop(NextTurn(), *correspondence(x, s), cards.Discards(OTHER), cards.Discards(FRENCH))


class NextTurn(Step, frozen=True, tag="next-turn"):
    """The turn marker moves; the armistice and its end take effect when it reaches their markers (1813)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        weary = [i for i, c in enumerate(s.counters) if c.weary]
        dug_in = [i for i, c in enumerate(s.counters) if c.at >= 0 and c.spent]
        s = s.pop().each(weary, weary=False).each(dug_in, spent=0)
        if s.turn >= x.setting.scenario.turns.count:
            return verdict(x, s, log)
        s = armistice.reached(x, replace(s, turn=s.turn + 1), log)
        if s.ended is not None:
            return s
        return s.push(BeginTurn(), *(dummies_again(x) if s.resume == s.turn else ()))


def dummies_at_start(x: Context) -> tuple[Task, ...]:
    """Both sides put their dummies on the map when the game begins (7.1)."""
    return _all_dummies(x, x.setting.scenario.dummies)


def dummies_again(x: Context) -> tuple[Task, ...]:
    """Both sides put those on the map that the scenario allows when hostilities begin again (1813, Armistice)."""
    return _all_dummies(x, x.setting.dummies_after())


def _all_dummies(x: Context, allowed: Mapping[str, tuple[int, int]]) -> tuple[Task, ...]:
    if not x.options.dummies:
        return ()
    counts = [sum(allowed.get(x.setting.sides[side], (0, 0))) for side in (FRENCH, OTHER)]
    return tuple(Dummies(side, counts[side]) for side in (OTHER, FRENCH))
