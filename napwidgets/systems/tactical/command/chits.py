"""4.1, 4.2, 20.15. Chits: what goes into the cup, who rolls, Coordinated and Initial Action.

Readings 5, 6, 7, 82, 83 and 97 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.kernel.system import Question
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import (
    State,
)
from napwidgets.systems.tactical.core.step import OwnChoice, Step
from napwidgets.systems.tactical.ground.context import Context, Log, say


class PrepareChits(Step, frozen=True, tag="prepare-chits"):
    """Chits go into the cup; both commanders roll for Coordinated and Initial Action (4.1, 4.2)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return choose_commanders(x, s.pop(), RollChits())


def choose_commanders(x: Context, s: State, then: Step) -> State:
    """Put the chits of all who act into the cup; each side names who rolls, then comes the step that rolls (4.1)."""
    s = replace(s, rollers=(-1, -1))
    s = replace(s, cup=tuple(c for c in range(x.setting.formations) if acts_by_chit(x, s, c)))
    return s.push(then, ChooseCommander(1), ChooseCommander(0))


def acts_by_chit(x: Context, s: State, c: int) -> bool:
    """Whether a formation's chit goes into the cup: it has units here or due and orders other than Reserve."""
    if is_held(x, s, c):
        return False
    here = [u for u in x.setting.commands[c].units if s.units[u].hex >= 0 or x.due(s, u)]
    return any(x.order(s, u) != "reserve" and x.acts_with(s, u) == c for u in here)


def has_reserves(x: Context, s: State, c: int) -> bool:
    """Whether a formation rests, or a division that acts with it."""
    return any(
        k.order.kind == "reserve" and (i == c or (k.active and x.setting.commands[i].units and c == chit_of(x, s, i)))
        for i, k in enumerate(s.commands)
    )


def chit_of(x: Context, s: State, division: int) -> int:
    """The formation whose chit moves a division (20.13)."""
    return x.acts_with(s, x.setting.commands[division].units[0])


def is_held(x: Context, s: State, c: int) -> bool:
    """Whether the scenario holds a formation back on this turn."""
    name = x.setting.commands[c].data.id
    return any(r.formation == name and s.turn < r.turn for r in x.setting.special("held"))


def commanders(x: Context, s: State, side: int) -> list[int]:
    """Who may roll for a side: its OCs, and wing commanders out of an OC's sight (4.1, 20.15)."""
    found = []
    for i, leader in enumerate(x.setting.leaders):
        if x.setting.leader_side[i] != side or s.leaders[i].hex < 0 or s.leaders[i].busy:
            continue
        lone = leader.role == "wing" and wing_alone(x, s, i) and x.rules.stands_in(x, s, i)
        if leader.role == "overall" or lone:
            found.append(i)
    return found


def wing_alone(x: Context, s: State, wing: int) -> bool:
    """Whether a wing commander is out of sight of the OCs of his wing and so may act for them (20.15)."""
    overall = x.setting.chiefs[wing]
    here = s.leaders[wing].hex
    return here >= 0 and bool(overall) and not any(x.sees(s, s.leaders[o].hex, here) for o in overall)


class ChooseCommander(OwnChoice, frozen=True, tag="choose-commander"):
    """Which commander rolls for a side this turn (4.1)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        found = commanders(x, s, self.who)
        return _set_roller(s.pop(), self.who, found[0] if found else -1)

    def automatic(self, x: Context, s: State) -> bool:
        """Nothing to choose with fewer than two commanders."""
        return len(commanders(x, s, self.who)) < 2

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "commander",
            "Choose a commander",
            "Who rolls for coordinated and initial action this turn? Only his own formations can profit.",
            ("NLC 4.1", "NLC 20.15"),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return [] if subject else [m.Commander(i) for i in commanders(x, s, self.who)]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        assert isinstance(move, m.Commander)
        say(log, "commander", f"{x.setting.leaders[move.leader].name} rolls for his side.", "4.1")
        return _set_roller(s.pop(), self.who, move.leader)


def _set_roller(s: State, side: int, leader: int) -> State:
    rollers = (leader, s.rollers[1]) if side == 0 else (s.rollers[0], leader)
    return replace(s, rollers=rollers)


def below(x: Context, commander: int, c: int) -> bool:
    """Whether a formation is subordinate to a commander."""
    info = x.setting.commands[c]
    return commander in (info.overall, info.wing)


def _coordination(x: Context, leader: int, dice: Dice) -> int:
    return dice.roll(f"{x.setting.leaders[leader].name}: coordinated action")


def coordination_odds(x: Context, s: State, leader: int) -> Fraction:
    """The exact chance that the die gives a commander's formations a coordinated action (4.1)."""
    rating = x.rating(s, leader)
    return distribution(lambda dice: _coordination(x, leader, dice)).chance(lambda roll: roll <= rating - 2)


def contest(x: Context, s: State, rollers: Sequence[int], dice: Dice) -> tuple[list[int], int | None]:
    """The totals of both sides for initial action, and who is three ahead, if anybody is (4.2)."""
    totals = []
    for side, leader in enumerate(rollers):
        name = x.setting.leaders[leader].name if leader >= 0 else x.setting.scenario.sides[side].name
        totals.append(dice.roll(f"{name}: initial action") + (x.rating(s, leader) if leader >= 0 else 0))
    gap = totals[0] - totals[1]
    return totals, None if abs(gap) < 3 else (0 if gap > 0 else 1)


def initial_odds(x: Context, s: State, rollers: Sequence[int]) -> Distribution[int | None]:
    """The exact chances of the initial action, as things stand: the side that gets it, or nobody (4.2)."""
    return distribution(lambda dice: contest(x, s, rollers, dice)[1])


class RollChits(Step, frozen=True, tag="roll-chits"):
    """The dice for Coordinated and Initial Action (4.1, 4.2)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        steps: list[Step] = []
        start = self._initial(x, s, dice, log)
        if start is not None:
            steps.append(PickInitial(start))
        for side in (1, 0):
            if self.coordinated(x, s, side, dice, log):
                steps.append(PickPair(side))
        return s.push(*steps)

    @staticmethod
    def coordinated(x: Context, s: State, side: int, dice: Dice, log: Log) -> bool:
        leader = s.rollers[side]
        mine = [c for c in s.cup if leader >= 0 and below(x, leader, c) and x.setting.commands[c].side == side]
        if len(mine) < 2:
            return False
        rating, name = x.rating(s, leader), x.setting.leaders[leader].name
        if x.rules.coordinates(x, s, side):
            say(log, "coordinated", f"{name} has a coordinated action without a die.", "4.1")
            return True
        roll = _coordination(x, leader, dice)
        wins = roll <= rating - 2
        text = f"{name} rolls {roll} for coordinated action with rating {rating}: {'yes' if wins else 'no'}."
        say(log, "coordinated", text, "4.1")
        return wins

    @staticmethod
    def _initial(x: Context, s: State, dice: Dice, log: Log) -> int | None:
        claimed, barred = x.rules.claims(x, s)
        if claimed >= 0:
            told = f"The {x.setting.scenario.sides[claimed].name} side has the initial action without a die."
            say(log, "initial", told, "4.2")
            return claimed
        for rule in x.setting.special("initial_action"):
            if rule.turn == s.turn and rule.side and x.setting.sides.index(rule.side) not in barred:
                side = x.setting.sides.index(rule.side)
                name = x.setting.scenario.sides[side].name
                say(log, "initial", f"The {name} side has the initial action by the scenario.", "4.2")
                return side
        totals, winner = contest(x, s, s.rollers, dice)
        whose = "" if winner is None else f"the {x.setting.scenario.sides[winner].name} side"
        says = f"so {whose} has it" if whose else "so nobody has it: one must be 3 ahead"
        if winner in barred:
            winner, says = None, f"but {whose} can't have it this turn"
        say(log, "initial", f"Initial action: {totals[0]} against {totals[1]}, {says}.", "4.2")
        return winner


class PickPair(OwnChoice, frozen=True, tag="pick-pair"):
    """The two formations of a Coordinated Action (4.1)."""

    def automatic(self, x: Context, s: State) -> bool:
        """Fewer than two chits may be left once the Initial Action is chosen."""
        return not self._pairs(x, s)

    def _pairs(self, x: Context, s: State) -> list[tuple[int, int]]:
        mine = [c for c in s.cup if c >= 0 and below(x, s.rollers[self.who], c)]
        return list(combinations(mine, 2))

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "pair",
            "Coordinated action",
            "Choose two formations that will act together when the coordinated chit is drawn.",
            ("NLC 4.1",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return [] if subject else [m.Pass(), *(m.Pair(a, b) for a, b in self._pairs(x, s))]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.Pair):
            return s
        cup = tuple(c for c in s.cup if c not in (move.first, move.second))
        first, second = (x.setting.commands[c].name for c in (move.first, move.second))
        say(log, "pair", f"{first} and {second} will act together.", "4.1")
        return replace(s, cup=(*cup, -1 - self.who), pairs=(*s.pairs, (move.first, move.second)))


class PickInitial(OwnChoice, frozen=True, tag="pick-initial"):
    """The formation that acts first (4.2)."""

    def automatic(self, x: Context, s: State) -> bool:
        """Without a chit of its own in the cup a side has nothing to choose."""
        return len(self.options(x, s, None)) < 2

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "initial",
            "Initial action",
            "Choose the formation that acts before any chit is drawn.",
            ("NLC 4.2",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject:
            return []
        return [m.Pass(), *(m.Begin(c) for c in s.cup if c >= 0 and x.setting.commands[c].side == self.who)]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.Begin):
            return s
        cup = tuple(c for c in s.cup if c != move.formation)
        return replace(s, cup=cup, active=(move.formation,))


def one_cup(x: Context, s: State, dice: Dice) -> int:
    """Draw from a single cup for both sides (4)."""
    return s.cup[dice.draw("the next chit", [chit_name(x, c) for c in s.cup])]


def chit_side(x: Context, c: int) -> int:
    """The side that a chit belongs to."""
    return -1 - c if c < 0 else x.setting.commands[c].side


def chit_name(x: Context, c: int) -> str:
    """A chit in words."""
    if c < 0:
        return f"Coordinated action ({x.setting.scenario.sides[-1 - c].name})"
    return x.setting.commands[c].name
