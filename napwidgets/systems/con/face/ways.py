"""What the way back may cost after a combat, before its dice: by the ways that are open as it stands (10.5.7.4)."""

from __future__ import annotations

from collections.abc import Sequence

from napwidgets.board.display import Fact
from napwidgets.kernel.odds import Distribution
from napwidgets.systems.con import groups
from napwidgets.systems.con.bearing import by_unit
from napwidgets.systems.con.combat import Combat, End
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.passing import passed
from napwidgets.systems.con.retreating import base_hex, ends, foreseen, in_the_dark
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import State

_CITE = "CON 10.5.7.4"


class WaysBack:
    """The ways back of a side whose units are seen, for every end that a combat may have. What stands face down beside
    them costs nothing here, and ``dark`` says so.
    """

    def __init__(self, x: Context, s: State, fight: int, combat: Combat, side: int) -> None:
        self.x, self.s, self.fight, self.combat, self.side = x, s, fight, combat, side
        self.dark = False
        self._foes = [] if x.options.hidden else groups.units(x, s, s.fights[fight])[other(side)]
        self._start = base_hex(x, s, fight, side)
        self._open: dict[tuple[int, bool], Sequence[tuple[int, ...]]] = {}
        self._costs: dict[End, tuple[int, int]] = {}

    def open(self, length: int, free: bool) -> Sequence[tuple[int, ...]]:
        """The ways that a retreat of such a length can take; none where the group would be lost."""
        key = length, free
        if key not in self._open:
            x, s = self.x, self.s
            # Who lies face down is not found out before the retreat.
            through = () if x.options.hidden else (passed(x, s, self.fight, self.side, length, free),)
            found = ends(x, s, self.fight, self.side, length, free, *through)
            self._open[key] = [(self._start, *end.path) for end in found.values()]
            self.dark = self.dark or any(in_the_dark(x, s, self.side, path) for path in self._open[key])
        return self._open[key]

    def cost(self, end: End) -> tuple[int, int]:
        """Strength points that the best and the worst way back cost after such an end; all where there is none."""
        if end not in self._costs:
            self._costs[end] = self._cost(end)
        return self._costs[end]

    def _cost(self, end: End) -> tuple[int, int]:
        side = self.side
        left = self.combat.groups[side].strength - end.lost[side].total
        if not end.hexes[side] or not left:
            return 0, 0
        ways = self.open(end.hexes[side], end.free[side])
        gone = by_unit(self.x, self.s, self._foes, end.lost[other(side)])
        found = [foreseen(self.x, self.s, self.combat, side, path, left, gone) for path in ways] or [left]
        return min(found), max(found)

    def told(self, found: Distribution[End]) -> Fact | None:
        """The ways back in a line; None for a side that never goes back."""
        back = [end for end, _ in found if end.hexes[self.side]]
        if not back:
            return None
        open_ = [end for end in back if self.open(end.hexes[self.side], end.free[self.side])]
        costs = [self.cost(end) for end in open_]
        note = "Enemies lie face down beside it: they may cost more." if self.dark else ""
        if not costs:
            return Fact("Way back", "none: who must go back is lost", "CON 10.3")
        least, most = min(low for low, _ in costs), max(high for _, high in costs)
        value = "costs nothing more" if not most else f"costs {least} SP more" if least == most else ""
        value = value or f"costs {least} to {most} SP more"
        if len(open_) < len(back):
            note = f"{note} After some results there is none, and the group is lost.".strip()
        return Fact("Way back", value, _CITE, note)
