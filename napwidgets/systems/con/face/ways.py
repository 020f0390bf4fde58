"""What the way back may cost after a combat, and what it may do to morale, before its dice: by the ways that are open
as it stands (10.5.7.3, 10.5.7.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from napwidgets.board.display import Fact
from napwidgets.kernel.odds import Distribution
from napwidgets.systems.con import groups
from napwidgets.systems.con.battle import Course, courses
from napwidgets.systems.con.bearing import by_unit
from napwidgets.systems.con.combat import Combat
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.face.combat import Fate
from napwidgets.systems.con.face.outlook import Cost, Outlooks, Span
from napwidgets.systems.con.face.unseen import Fears
from napwidgets.systems.con.retreating import NOTHING_LOST, base_hex, ends, foreseen, in_the_dark
from napwidgets.systems.con.state import State
from napwidgets.systems.con.tables import Tables

_CITE = "CON 10.5.7.4"


@lru_cache(maxsize=64)
def coursed(tables: Tables, combat: Combat) -> Distribution[Course]:
    """The exact odds of a combat before anybody goes back; remembered, for a screen asks often."""
    return courses(tables, combat)


class WaysBack:
    """The ways back of a side whose units are seen, for every course that a combat may take. What stands face down
    beside them costs nothing here, and ``dark`` says so.
    """

    def __init__(
        self, x: Context, s: State, fight: int, combat: Combat, side: int, outlooks: Outlooks | None = None
    ) -> None:
        self.x, self.s, self.fight, self.combat, self.side = x, s, fight, combat, side
        self.dark = False
        # Where all stacks lie face up the rules say themselves what may follow.
        self._outlooks = outlooks or (None if x.options.hidden else Outlooks(x, s, fight, combat))
        self._mine = groups.units(x, s, s.fights[fight])[side]
        self._open: dict[tuple[int, bool, tuple[int, ...]], Sequence[tuple[int, ...]]] = {}

    def open(self, course: Course) -> Sequence[tuple[int, ...]]:
        """The ways that lie open after a course as far as the side itself can tell: who lies face down is not found out
        before the retreat. None where the group would be lost.
        """
        x, end, side = self.x, course.end, self.side
        took = by_unit(x, self.s, self._mine, end.lost[side])
        key = end.hexes[side], end.free[side], tuple(u for u, n in took.items() if n >= self.s.units[u].strength)
        if key not in self._open:
            s = self.s.weakened(took)
            start, found = base_hex(x, s, self.fight, side), ends(x, s, self.fight, side, key[0], key[1])
            self._open[key] = [(start, *way.path) for way in found.values()]
            self.dark = self.dark or any(in_the_dark(x, s, side, path) for path in self._open[key])
        return self._open[key]

    def shut(self, course: Course) -> bool:
        """Whether there is no way back after a course."""
        return not self.open(course) if self._outlooks is None else self._outlooks.of(course).shut[self.side]

    def cost(self, course: Course) -> Cost:
        """Strength points that the best and the worst way back cost after such a course; all where there is none."""
        if self._outlooks is not None:
            return self._outlooks.of(course).cost[self.side]
        side, left = self.side, self.combat.groups[self.side].strength - course.end.lost[self.side].total
        if not course.end.hexes[side] or not left:
            return 0, 0
        ways = self.open(course)
        found = [foreseen(self.x, self.s, self.combat, side, path, left, NOTHING_LOST) for path in ways] or [left]
        return min(found), max(found)

    def told(self, found: Distribution[Course]) -> Fact | None:
        """The ways back in a line; None for a side that never goes back."""
        back = [course for course, _ in found if course.end.hexes[self.side]]
        if not back:
            return None
        open_ = [course for course in back if not self.shut(course)]
        costs = [self.cost(course) for course in open_]
        note = "Enemies lie face down beside it: they may cost more." if self.dark else ""
        if not costs:
            return Fact("Way back", "none: who must go back is lost", "CON 10.3")
        least, most = min(low for low, _ in costs), max(high for _, high in costs)
        value = "costs nothing more" if not most else f"costs {least} SP more" if least == most else ""
        value = value or f"costs {least} to {most} SP more"
        if len(open_) < len(back):
            note = f"{note} After some results there is none, and the group is lost.".strip()
        return Fact("Way back", value, _CITE, note)


class Prospects:
    """Both sides' ways back in a combat on the map, as far as they are seen."""

    def __init__(self, x: Context, s: State, fight: int, combat: Combat, seen: Sequence[bool]) -> None:
        self.x, self.combat, self.courses = x, combat, coursed(x.tables, combat)
        self._outlooks = None if x.options.hidden else Outlooks(x, s, fight, combat)
        one, two = (WaysBack(x, s, fight, combat, k, self._outlooks) if seen[k] else None for k in (0, 1))
        self.ways = one, two
        self._fears = Fears(x, s, fight, combat)

    @cached_property
    def fates(self) -> Distribution[Fate]:
        """The exact distribution of what may become of both sides."""
        return self.courses.map(self._fate)

    def _fate(self, course: Course) -> Fate:
        one, two = (None if way is None or not course.end.hexes[way.side] else way.cost(course) for way in self.ways)
        return Fate(course.end, (one or (0, 0), two or (0, 0)), (self._shaken(course, 0), self._shaken(course, 1)))

    def _shaken(self, course: Course, side: int) -> Span:
        if self._outlooks is not None:
            return self._outlooks.of(course).shaken[side]
        way = self.ways[side]
        if way is None or not course.end.hexes[side]:
            return self._fears.of(course, side)
        return self._fears.of(course, side, way.open(course))

    def lines(self) -> tuple[Fact | None, Fact | None]:
        """The ways back of both sides in a line each."""
        one, two = (None if way is None else way.told(self.courses) for way in self.ways)
        return one, two
