"""The state of a CON campaign: everything that changes, as frozen values that compare and hash by value.

Leaders and units are numbered as in the setting, hexes as on the board. Sides are 0 (the French) and 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.agenda import Position
from napwidgets.systems.con.forces import Group, Way

FRENCH, OTHER = 0, 1
#: Places of a piece that is in no hex: not there yet, out of the game, somewhere that the seat can't see.
WAITING, GONE, HIDDEN = -1, -2, -3

Pair = tuple[int, int]


class Lead(Struct, frozen=True, array_like=True):
    """What changes of a leader: his hex, the leader he is under (-1: none), whether he has moved in this Movement Phase
    and marched in the Forced March Phase, and whether his force still stands in column before the enemy.
    """

    at: int = WAITING
    boss: int = -1
    moved: bool = False
    forced: bool = False
    column: bool = False


class Troop(Struct, frozen=True, array_like=True):
    """What changes of a unit: its hex, its leader (-1: none), its strength points, whether it is demoralized (8)."""

    at: int = WAITING
    boss: int = -1
    strength: int = 0
    shaken: bool = False


class Vedette(Struct, frozen=True, array_like=True):
    """A point of a light cavalry unit on its own (4): its hex, its unit, whether it lies face up, whether it moved. A
    unit has one vedette out at most (reading 40), so that the unit's number is the vedette's, too.
    """

    at: int
    unit: int
    up: bool = False
    moved: bool = False


class Center(Struct, frozen=True, array_like=True):
    """A centre of operations: its hex, the turn on which it comes back (0: it is there), whether it moved this turn."""

    at: int
    back: int = 0
    moved: bool = False


#: What stands for a size class where vedettes alone were found out (4).
RIDERS = "vedettes"


class Report(Struct, frozen=True, array_like=True):
    """What a side has learnt of an enemy stack (4, 5): when, by which side, where; the leader (-1: no name), the size
    class (empty: untold; or `RIDERS`, vedettes that lie face up) and the strength to the nearest ten.
    """

    turn: int
    side: int
    at: int
    leader: int = -1
    size: str = ""
    strength: int = 0


class Fight(Struct, frozen=True, array_like=True):
    """Two combat groups beside each other (3.1).

    ``hexes`` are those of each side; ``attacker`` moved last into the other's zone (10.1); ``guesses`` are the chits
    (empty: none yet, ``?``: hidden); ``failed`` says whose repulse has failed (7); ``outflanking`` are hexes entered by
    a march to the guns (9.2); ``besieged`` is a side in a fortified town, or -1. ``stakes`` are what each side stakes;
    ``kind`` is what it has turned out to be when the chits are up (empty before), ``right`` who alone has guessed right
    (-1: nobody), ``shown`` both groups as they are laid open then; ``done`` that it has been fought, or that nobody
    wants to. ``ways`` tell what each side met on its retreat, ``paths`` the hexes of it, from where its
    senior leader stood; ``pursued`` how many hexes it was pursued.
    """

    hexes: tuple[tuple[int, ...], tuple[int, ...]]
    attacker: int
    guesses: tuple[str, str] = ("", "")
    failed: tuple[bool, bool] = (False, False)
    outflanking: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    besieged: int = -1
    stakes: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    kind: str = ""
    right: int = -1
    shown: tuple[Group, Group] | None = None
    done: bool = False
    ways: tuple[Way, Way] = (Way(), Way())
    paths: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    pursued: Pair = (0, 0)


class State(Position, frozen=True):
    """A position.

    ``unseen`` is empty in the true state; in a view it names the hexes where enemies lie face down. ``first`` is the
    side that plays first in this turn; ``points`` the administrative points of each army (-1: hidden). ``holds`` is for
    each goal the side that was last there, plus 1. ``contacts`` are entries beside the enemy in this turn (side, hex),
    the latest last; ``failed`` the hexes and sides of repulses that failed; ``fights`` the combats of this turn;
    ``crossed`` pairs of hexes over a bridged primary river between which nobody attacks in this turn (3.1). ``cut`` are
    bridges that are down, ``pontoons`` those that trains have laid, ``trains`` how many each side has left. ``lost``
    are strength points lost in combats, as all know; ``wasted`` those lost to attrition. ``spirit`` are the morale
    numbers; ``fallen`` the goals whose loss has told on them.
    """

    leaders: tuple[Lead, ...]
    units: tuple[Troop, ...]
    centers: tuple[Center, ...]
    points: tuple[int, ...]
    holds: tuple[int, ...]
    spirit: Pair
    vedettes: tuple[Vedette, ...] = ()
    unseen: tuple[tuple[int, int], ...] = ()
    weather: str = "fair"
    first: int = FRENCH
    contacts: tuple[tuple[int, int], ...] = ()
    failed: tuple[tuple[int, int], ...] = ()
    crossed: tuple[tuple[int, int], ...] = ()
    fights: tuple[Fight, ...] = ()
    reports: tuple[Report, ...] = ()
    cut: tuple[tuple[int, int], ...] = ()
    pontoons: tuple[tuple[int, int], ...] = ()
    trains: Pair = (0, 0)
    lost: Pair = (0, 0)
    wasted: Pair = (0, 0)
    fallen: tuple[int, ...] = ()

    def vedette(self, u: int) -> Vedette | None:
        """The vedette of a unit, if it has one out."""
        return next((v for v in self.vedettes if v.unit == u), None)

    def lead(self, i: int, **changes: Any) -> State:
        """This state with one leader changed."""
        found = self.leaders
        return replace(self, leaders=(*found[:i], replace(found[i], **changes), *found[i + 1 :]))

    def unit(self, u: int, **changes: Any) -> State:
        """This state with one unit changed."""
        found = self.units
        return replace(self, units=(*found[:u], replace(found[u], **changes), *found[u + 1 :]))

    def moved(self, leaders: Iterable[int], units: Iterable[int], at: int) -> State:
        """This state with leaders and units in another hex."""
        lead, troop = list(self.leaders), list(self.units)
        for i in leaders:
            lead[i] = replace(lead[i], at=at)
        for u in units:
            troop[u] = replace(troop[u], at=at)
        return replace(self, leaders=tuple(lead), units=tuple(troop))

    def weakened(self, losses: Mapping[int, int]) -> State:
        """This state with strength points taken from units; a unit without any is gone."""
        troops = list(self.units)
        for u, lost in losses.items():
            left = troops[u].strength - lost
            troops[u] = replace(troops[u], strength=left) if left > 0 else Troop(GONE)
        return replace(self, units=tuple(troops))

    def fight(self, n: int, **changes: Any) -> State:
        """This state with one combat changed."""
        found = self.fights
        return replace(self, fights=(*found[:n], replace(found[n], **changes), *found[n + 1 :]))

    def paid(self, army: int, points: int) -> State:
        """This state with administrative points of an army spent (below 0: received)."""
        left = self.points[army] - points
        return replace(self, points=(*self.points[:army], left, *self.points[army + 1 :]))


def with_side(pair: Pair, side: int, more: int) -> Pair:
    """A pair of figures with something added to one side's."""
    return (pair[0] + more, pair[1]) if side == FRENCH else (pair[0], pair[1] + more)
