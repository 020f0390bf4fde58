"""What going back after a battle on land costs beyond the fight: no way out, and men who leave no country (Q, D.4).

On a map the very step that ends a battle is looked ahead to; a battle described without one is told who is shut in.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.board.display import Fact
from napwidgets.kernel.odds import Distribution
from napwidgets.kernel.system import Event
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face.words import counted
from napwidgets.systems.wap.land.aftermath import goes_back
from napwidgets.systems.wap.land.field import ATTACK, DEFEND, Engagement, weakened
from napwidgets.systems.wap.land.muster import fighters, suffered
from napwidgets.systems.wap.state import State

Ends = Distribution[Engagement]
_LOST = ("surrender", "dispersed")
_NONE = "who goes back is lost or taken"


class WaysOut:
    """The ways out of both sides of a battle in the open, as it stands."""

    def __init__(self, x: Context, s: State, hex: int, now: Engagement) -> None:
        self.x, self.s, self.hex, self.now = x, s, hex, now
        self._probes = [self._told(s, side) for side in (ATTACK, DEFEND)]

    def counted(self, ends: Ends) -> Ends:
        """The ends of the battle with what is lost on the way back."""
        if not any(event.kind in _LOST for log in self._probes for event in log):
            return ends
        return ends.map(self._after)

    def lines(self) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
        """What going back costs both sides, in words."""
        one, two = (tuple(_words(log)) for log in self._probes)
        return one, two

    def _told(self, s: State, who: int) -> list[Event]:
        """What is told if a side goes back."""
        log: list[Event] = []
        goes_back(self.x, s, self.hex, who, log)
        return log

    def _after(self, end: Engagement) -> Engagement:
        back = DEFEND if end.gave == DEFEND else ATTACK
        x, s, now, early = self.x, self.s, self.now, end.early
        # Besieged friends who come out have no share in what was lost before.
        s = suffered(x, s, fighters(x, s, self.hex, s.segment, now.rounds), early)
        attack, defend = (end.sides[k].lost - now.sides[k].lost - early[k] for k in (ATTACK, DEFEND))
        s = suffered(x, s, fighters(x, s, self.hex, s.segment, max(1, now.rounds)), (attack, defend))
        log = self._told(s, back)
        more = sum(e.data["lost"] + e.data.get("taken", 0) for e in log if e.kind in _LOST)
        return _weaker(end, back, more) if more else end


def _words(log: Sequence[Event]) -> list[Fact]:
    """What is told of a way back as facts."""
    found, inside = [], any(event.kind == "inside" for event in log)
    if any(event.kind == "surrender" for event in log):
        value = f"none but into the city: {_NONE} otherwise" if inside else f"none: {_NONE}"
        found.append(Fact("Way out", value, "WAP base rules Q"))
    for event in log:
        if event.kind == "dispersed":
            most = counted(event.data["lost"], "strength point")
            found.append(Fact("Going back", f"up to {most} disperse", "WAP D.4"))
    return found


def shut_in(ends: Ends, shut: tuple[bool, bool]) -> Ends:
    """The ends of a battle in which sides have no way out: defenders who give way are lost or taken, and attackers
    unless the defenders do (Q).
    """

    def end(now: Engagement) -> Engagement:
        back = DEFEND if now.gave == DEFEND else ATTACK
        return _weaker(now, back, now.sides[back].points) if shut[back] else now

    return ends.map(end) if any(shut) else ends


def shut_lines(shut: tuple[bool, bool]) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
    """The same in words."""
    one, two = (((Fact("Way out", f"none: {_NONE}", "WAP base rules Q"),) if there else ()) for there in shut)
    return one, two


def _weaker(end: Engagement, side: int, points: int) -> Engagement:
    less = weakened(end.sides[side], points)
    return replace(end, sides=(less, end.sides[DEFEND]) if side == ATTACK else (end.sides[ATTACK], less))
