"""IV. Morale check: demoralized forces try to get over it (8).

Reading 27 of docs/rules/con.md applies here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution, percent
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.con import forces, morale, thrown
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.context import Context, Force, Log, counted, refuse, say
from napwidgets.systems.con.muster import size_of, unit
from napwidgets.systems.con.state import State
from napwidgets.systems.con.step import SideChoice

#: Points beyond the first that a check may take: a leader without initiative beside the enemy passes with a 5 then.
#: More change nothing, as a 6 fails whatever is added.
MOST = 6


def shaken(x: Context, s: State, side: int) -> list[Force]:
    """Forces of a side with demoralized units and a leader."""
    hexes = sorted(
        {s.units[u].at for u, troop in enumerate(s.units) if troop.shaken and x.unit_side[u] == side and troop.at >= 0}
    )
    found = [force for h in hexes for force in x.tops(s, h, side)]
    return [force for force in found if force.leader >= 0 and any(s.units[u].shaken for u in force.units)]


def free(x: Context, s: State, force: Force) -> bool:
    """Whether a force's check costs nothing: on a centre of operations, a source or in a fortified town (8)."""
    h, side = s.leaders[force.leader].at, x.leader_side[force.leader]
    place = x.board.places.get(h)
    town = place is not None and place.kind == "fortress"
    armies = [n for n, army in enumerate(x.setting.armies) if army.side == side]
    return town or any(s.centers[n].at == h or h in x.setting.armies[n].sources for n in armies)


def check_of(x: Context, s: State, force: Force, points: int) -> morale.Check:
    """The check of a force with so many points beyond the first: its leader's, whoever is under him (8)."""
    units = tuple(unit(x, s, u) for u in force.units)
    made = forces.Group(size_of(x, s, [force]), units, (x.value(force.leader),))
    return morale.normal(
        x.tables, made, bool(x.foes(s, s.leaders[force.leader].at, x.leader_side[force.leader])), points
    )


def chance(x: Context, s: State, force: Force, points: int) -> Fraction:
    """The exact chance that a check succeeds with so many points beyond the first."""
    check = check_of(x, s, force, points)
    return distribution(lambda dice: morale.rallies(x.tables, check, dice))[True]


class MoraleChecks(SideChoice, frozen=True, tag="morale"):
    """A side's demoralized forces check, one after another (8)."""

    hint: ClassVar[str] = (
        "A point buys a check; each point more takes one off the die. On a centre or in a fortress it is free."
    )

    done: tuple[int, ...] = ()

    def seen_by(self, x: Context, s: State, side: int | None) -> MoraleChecks:
        return self if side == self.who or not x.options.hidden else MoraleChecks(self.who)

    def _open(self, x: Context, s: State) -> list[Force]:
        return [force for force in shaken(x, s, self.who) if force.leader not in self.done]

    def automatic(self, x: Context, s: State) -> bool:
        # Whether points or a leader are there is the side's secret; that some are demoralized was seen.
        # Who has tried says himself that he has done: the end alone would tell how it went.
        mine = (t for u, t in enumerate(s.units) if x.unit_side[u] == self.who)
        return not self.done and not any(t.shaken and t.at >= 0 for t in mine)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "morale", "Morale", "Which demoralized force shall pull itself together?", ("CON 8",), formal=True
        )

    def _offered(self, x: Context, s: State) -> list[Any]:
        found = []
        for force in self._open(x, s):
            have = s.points[x.setting.leaders[force.leader].army]
            base, last = 0 if free(x, s, force) else 1, Fraction(-1)
            for more in range(min(MOST, have - base) + 1):
                # A point more may change nothing by itself: a 1 passes anyway.
                if (now := chance(x, s, force, more)) > last:
                    found.append(m.Rally(force.leader, more))
                    last = now
        return found

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else [*self._offered(x, s), m.Done()]

    def check(self, x: Context, s: State, move: Any) -> None:
        if isinstance(move, m.Done):
            return
        if move not in self._offered(x, s):
            raise refuse("morale", "A demoralized force checks once, and its points must be there.", "8")

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return s.pop()
        force = x.force(s, move.leader)
        info = x.setting.leaders[move.leader]
        s = s.paid(info.army, move.points + (0 if free(x, s, force) else 1))
        made = check_of(x, s, force, move.points)
        won = morale.rallies(x.tables, made, dice)
        why = thrown.check(x.tables, made, 0 if made.sure else dice.throws[-1].value)
        told = f"{info.name}'s force {'is itself again' if won else 'is still shaken'}: {why}."
        say(log, "rally", told, "8", to=x.owners(self.who), hexes=[s.leaders[move.leader].at])
        if won:
            for u in force.units:
                s = s.unit(u, shaken=False)
        return s.pop(MoraleChecks(self.who, (*self.done, move.leader)))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Done):
            return Label("No more morale checks", "Whoever has not tried stays shaken.", ("CON 8",))
        force = x.force(s, move.leader)
        likely = chance(x, s, force, move.points)
        cost = move.points + (0 if free(x, s, force) else 1)
        pays = f" for {counted(cost, 'point')}" if cost else ""
        return Label(
            f"{x.setting.leaders[move.leader].name} rallies his men{pays}",
            f"A chance of {percent(likely)}.",
            ("CON 8",),
        )
