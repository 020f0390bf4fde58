"""E.1.d, G.1, I.2.g. The Alliance Phase: players' own states, courting, suits for peace.

Readings 7, 8, 104 and 117 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import percent
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import FACTION_OF, Context, Log, refuse, say
from napwidgets.systems.wap.setting import FRANCE, NATIONS
from napwidgets.systems.wap.state import ENGLISH, EXILE, FRENCH, NEUTRAL, State
from napwidgets.systems.wap.states import alliances
from napwidgets.systems.wap.states.conquest import conquer, recover
from napwidgets.systems.wap.states.politics import HEADS, turn_state
from napwidgets.systems.wap.states.wars import ForeignWars
from napwidgets.systems.wap.step import Choice, SeatChoice, Step, YesNo

#: The seats that throw for their faction.
_COURTS = {FRENCH: "french", ENGLISH: "english"}
_FACTION: dict[int, alliances.Faction] = {FRENCH: "french", ENGLISH: "english"}


class AlliancePhase(Step, frozen=True, tag="alliance"):
    """G.1.c to G.1.e: suits for peace, what players' states do, one roll for a major; each January foreign wars."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = recover(x, s.pop(), log)
        steps: list[Step] = []
        if s.segment != NEUTRAL:
            steps.append(CourtChoice(x.setting.seats.index(_COURTS[s.segment])))
        if s.segment == FRENCH and x.setting.month(s.turn)[1] == 1:
            steps.append(ForeignWars())
        steps += [StandChoice(major) for major in _played(x, s)]
        steps += [SuitForPeace(major) for major in range(6) if capital_lost(x, s, major)]
        return s.push(*steps)


def _played(x: Context, s: State) -> list[int]:
    """Majors with a seat of their own that may change sides in this segment; France and England only come back from
    having been conquered (I.2.f, reading 117).
    """
    own = [major for major in x.setting.seat_of_major if major not in HEADS.values() or s.status[major] == NEUTRAL]
    free = [major for major in own if not s.conquered[major] and not _away(x, s, major)]
    return [major for major in free if s.status[major] == s.segment]


def _away(x: Context, s: State, major: int) -> bool:
    """Whether France is without Napoleon, who is in exile, and can't go to war again but with him (K.5.b)."""
    return major == FRANCE and s.leaders[x.setting.napoleon].place == EXILE


class StandChoice(Choice, frozen=True, tag="stand"):
    """A player says where his state stands from now on (G.1.c, G.1.d, G.1.e)."""

    major: int

    def side(self, x: Context, s: State) -> int:
        return x.setting.seat_of_major[self.major]

    def automatic(self, x: Context, s: State) -> bool:
        return s.status[self.major] != s.segment

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        prompt = f"Where does {NATIONS[self.major]} stand from now on?"
        cite = ("WAP G.1.d", "WAP G.1.c", "WAP G.1.e")[(s.segment + 1) % 3]
        return Question("stand", "Alliance Phase", prompt, (cite,))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is not None:
            return ()
        if s.segment == NEUTRAL:
            own = [side for side, head in HEADS.items() if head == self.major] or [FRENCH, ENGLISH]
            return (m.Stand(NEUTRAL), *map(m.Stand, own))
        return (m.Stand(s.segment), m.Stand(NEUTRAL))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        assert isinstance(move, m.Stand)
        return turn_state(x, s.pop(), self.major, move.status, log, "G.1")


class CourtChoice(SeatChoice, frozen=True, tag="court"):
    """The head of a faction may try to turn one major that no player has (G.1.d, G.1.e)."""

    no: ClassVar[str] = "Send no envoys this month"
    hint: ClassVar[str] = (
        "The chance stands on each button. A state that joins you brings its armies from next month on."
    )

    def automatic(self, x: Context, s: State) -> bool:
        return len(self.options(x, s, None)) == 1

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        prompt = "Name one major state to win over, or none. One roll, one step."
        return Question("court", "Alliance Phase", prompt, ("WAP G.1.d", "WAP G.1.e"))

    def why_not(self, x: Context, s: State, major: int) -> tuple[str, str] | None:
        """Why a major can't be courted now."""
        if not 0 <= major < 6:
            return "Only major states are courted.", "G.1.d"
        problem = alliances.why_not_court(x.politics(s), _FACTION[s.segment], NATIONS[major])
        if problem:
            return problem.why, problem.cites[0].removeprefix("WAP ")
        if major in x.setting.seat_of_major:
            return f"{NATIONS[major]} has a player, who alone decides.", "D.3"
        if s.conquered[major]:
            return f"{NATIONS[major]} stays neutral until its force pool is empty.", "I.2.a"
        return None

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is not None:
            return ()
        return [*(m.Court(n) for n in range(6) if self.why_not(x, s, n) is None), m.Done()]

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Court):
            if problem := self.why_not(x, s, move.state):
                raise refuse("court", *problem)
        elif not isinstance(move, m.Done):
            raise self.not_offered(x, s, move)

    def chance(self, x: Context, s: State, move: m.Move) -> Fraction | None:
        if not isinstance(move, m.Court):
            return None
        lent = s.lent[move.state] // 2
        return alliances.turning_odds(x.tables, x.politics(s), _FACTION[s.segment], NATIONS[move.state], lent)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        odds = self.chance(x, s, move)
        if odds is None or not isinstance(move, m.Court):
            return super().label(x, s, move)
        cites = ("WAP G.1.d", "WAP G.1.e")
        chance = f"{percent(odds)} ({odds})" if odds else "no chance as things stand"
        return Label(f"Win over {NATIONS[move.state]}", chance, cites)

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.Court):
            return s
        name, lent = NATIONS[move.state], s.lent[move.state] // 2
        before, faction = x.politics(s), _FACTION[s.segment]
        after = alliances.turned(x.tables, before, faction, name, dice, lent)
        weights = alliances.weights(x.tables, before, lent if faction == "english" else 0)
        parts = [(w.name, w.value, w.cite) for w in weights]
        status = FACTION_OF[after.status(name)]
        if status == s.status[move.state]:
            say(log, "court", f"{name} hears the envoys and does nothing.", "G.1.d", "G.1.e", parts=parts)
            return s
        say(log, "court", f"{name} is won over.", "G.1.d", "G.1.e", parts=parts)
        return turn_state(x, s, move.state, status, log, "G.1")


def court_odds(x: Context, s: State, faction: int, major: int, more: int = 0) -> float:
    """The chance that a major is turned by a faction now, as a number for bots and charts; 0 where it may not roll.
    ``more`` are points that England would lend it beyond those it has.

    The exact fraction is `alliances.turning_odds` of ``x.politics(s)``.
    """
    if alliances.why_not_court(x.politics(s), _FACTION[faction], NATIONS[major]):
        return 0.0
    lent = s.lent[major] // 2 + more
    return float(alliances.turning_odds(x.tables, x.politics(s), _FACTION[faction], NATIONS[major], lent))


# Suing for peace (I.2.g)


def capital_lost(x: Context, s: State, major: int) -> bool:
    """Whether a state's capital is in enemy hands while it is at war (I.2.g)."""
    foe = x.enemies(s.status[major])
    return foe != NEUTRAL and x.city_faction(s, x.setting.capital[major]) == foe


class SuitForPeace(Choice, frozen=True, tag="suit"):
    """A state whose capital is lost may sue for peace (I.2.g)."""

    no: ClassVar[str] = "Fight on"

    major: int

    def side(self, x: Context, s: State) -> int:
        return x.commander(s, self.major)

    def automatic(self, x: Context, s: State) -> bool:
        # Another peace of the same phase may have taken its holder out of the war.
        return not capital_lost(x, s, self.major)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def about(self, x: Context, s: State) -> int:
        return x.setting.city_hex[x.setting.capital[self.major]]

    def question(self, x: Context, s: State) -> Question:
        prompt = f"{NATIONS[self.major]}'s capital is lost. Sue for peace, or fight on?"
        return Question("suit", "A suit for peace", prompt, ("WAP I.2.g",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return (m.SueForPeace(self.major), m.Done()) if subject is None else ()

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.SueForPeace):
            return s
        say(log, "suit", f"{NATIONS[self.major]} sues for peace.", "I.2.g")
        return s.push(PeaceAnswer(self.major))


class PeaceAnswer(YesNo, frozen=True, tag="peace-answer"):
    """Who holds the capital takes or refuses the peace (I.2.g)."""

    yes: ClassVar[str] = "Make peace"
    no: ClassVar[str] = "Refuse: the war goes on"

    major: int

    def side(self, x: Context, s: State) -> int:
        return x.commander(s, x.holder(s, x.setting.capital[self.major]))

    def about(self, x: Context, s: State) -> int:
        return x.setting.city_hex[x.setting.capital[self.major]]

    def question(self, x: Context, s: State) -> Question:
        prompt = (
            f"{NATIONS[self.major]} asks for peace. Accept, and it counts as conquered; refuse, and the war goes on."
        )
        return Question("peace", "A suit for peace", prompt, ("WAP I.2.g",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if isinstance(move, m.Accept):
            return conquer(x, s, self.major, log)
        say(log, "suit", "The peace is refused.", "I.2.g")
        return s
