"""How likely a combat demoralizes where the enemy lies face down: at best, and the worst that may be (10.5.7.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from napwidgets.systems.con import morale, pursuing
from napwidgets.systems.con.battle import Course
from napwidgets.systems.con.combat import Combat
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.face.outlook import Span
from napwidgets.systems.con.forces import Way
from napwidgets.systems.con.retreat import may_advance, on_the_way
from napwidgets.systems.con.retreating import in_the_dark, met, with_way
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import State

_NEVER: Span = Fraction(0), Fraction(0)


class Fears:
    """The chance of demoralization at best and at worst, by what one side sees."""

    def __init__(self, x: Context, s: State, fight: int, combat: Combat) -> None:
        self.x, self.s, self.fight, self.combat = x, s, s.fights[fight], combat

    def of(self, course: Course, side: int, ways: Sequence[tuple[int, ...]] | None = None) -> Span:
        """The chance after a course for a side that goes back by one of some ways; None: it gets away somehow."""
        end = course.end
        owes = course.hexes and morale.owed(self.x.tables, self.combat, end, course.hexes, side)
        if not owes:
            return _NEVER
        if not end.hexes[side]:
            return self._fails(course, side, Way()), self._fails(course, side, Way(in_zone=True))
        hexes = end.hexes[side]
        if ways is None:
            return self._fails(course, side, Way()), self._worst(course, side, hexes, hexes, True, True)
        found = [self._on(course, side, path) for path in ways]
        if not found:
            # Who lies face down may be vedettes that bar nothing: then there is a way after all.
            return Fraction(0), self._worst(course, side, hexes, hexes, True, True)
        return min(low for low, _ in found), max(high for _, high in found)

    def _on(self, course: Course, side: int, path: tuple[int, ...]) -> Span:
        """The chance on one way back."""
        x, s, foe = self.x, self.s, other(side)
        rivers = Way((), (0,) * len(met(x, s, side, path).rivers))
        left = self.combat.groups[side].strength - course.end.lost[side].total
        if on_the_way(x.tables, with_way(self.combat, side, rivers), side, left) >= left:
            return _NEVER
        # An enemy who goes back himself may have come beside the way; one who stays may follow.
        goes, touched = course.end.hexes[foe] > 0, x.touching(s, path[-1])
        barred = rivers.barred or goes or in_the_dark(x, s, side, path)
        near = goes or bool(x.foes(s, path[-1], side)) or any(h in touched for h in self.fight.hexes[side])
        # A way that bends comes back beside hexes of its own, so that whoever follows is beside its end before.
        close = next(n for n, h in enumerate(path[:-1], 1) if path[-1] in x.touching(s, h))
        worst = self._worst(course, side, len(path) - 1, close, barred, near)
        return self._fails(course, side, rivers), worst

    def _worst(self, course: Course, side: int, length: int, close: int, barred: bool, near: bool) -> Fraction:
        """The worst chance on a way of so many hexes: not followed, or by whichever enemy leader is the worst; after
        ``close`` hexes he stands beside its end.
        """
        zones, hexes = (0,) if barred else (), course.end.hexes[side]
        worst = self._fails(course, side, Way(zones, in_zone=near))
        for far in self._pursuits(course, side, length):
            followed = sum(
                p * self._fails(course, side, Way(zones, (), max(n, 1) > hexes, near or n >= close)) for n, p in far
            )
            worst = max(worst, Fraction(followed))
        return worst

    def _pursuits(self, course: Course, side: int, length: int) -> Iterator[Iterator[tuple[int, Fraction]]]:
        """How far each leader of the enemy might follow, if he heads a force that may."""
        foe, end, tables = other(side), course.end, self.x.tables
        if not may_advance(self.combat, end.winner, end.hexes, foe):
            return
        group = self.combat.groups[foe]
        swift = any(unit.arm == "cavalry" or unit.guard for unit in group.units)
        for initiative in sorted({leader.initiative for leader in group.leaders if leader.commands}):
            added = pursuing.modifiers(tables, self.combat, foe, initiative, self.s.spirit[foe])
            yield iter(pursuing.odds(tables, initiative, length, sum(part.value for part in added), swift))

    def _fails(self, course: Course, side: int, way: Way) -> Fraction:
        combat = with_way(self.combat, side, way)
        check = morale.after_battle(self.x.tables, combat, course.end.winner, course.hexes, side)
        return morale.failing(self.x.tables, check)
