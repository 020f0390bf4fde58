"""The state of a battle: everything that changes, as frozen values that compare and hash by value.

Units, leaders, HQs and commands stand in tuples whose indices are those of `Setting` (the static side of the battle).
"""

from __future__ import annotations

from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.agenda import Position

# Places off the map.
OFF, DEAD, EXITED, LOST = -1, -2, -3, -4
#: In a view: somewhere under the top counter of a stack that is out of sight.
UNSEEN = -5
#: Reinforcements of which nobody knows whether they come.
AFAR = -6
#: On the map in another shape, as counters of the title's own.
AWAY = -7

# Marks of a unit, kept for one turn unless said otherwise.
BOMBARDED, CHARGED, FOUGHT, ATTACKED, BEGAN_IN_ZOC, ENTERED_ZOC, SUPPORTED, DUG = 1, 2, 4, 8, 16, 32, 64, 128
#: So many hexes away cavalry may still strike at who passes (7.9).
STRIKES = 2
#: Marks that end with the formation action; the others end with the turn.
ACTION_MARKS = ENTERED_ZOC | FOUGHT | DUG


class Unit(Struct, frozen=True, array_like=True, gc=False):
    """A combat unit: hex (or OFF, DEAD, EXITED, LOST), steps left, disruption, half MPs spent, marks.

    ``since`` is the turn of elimination (21); ``start`` the hex where the present action found it.
    """

    hex: int
    steps: int
    disrupted: bool = False
    spent: int = 0
    marks: int = 0
    since: int = 0
    start: int = OFF


class Leader(Struct, frozen=True, array_like=True, gc=False):
    """A leader: hex, half MPs spent this action, whether lost and replaced (19.2), whether he gave orders this turn.

    ``busy`` holds in the turn in which he reorganizes (21); ``back`` is the turn on which a replacement comes;
    ``moved`` says that he moved this turn (4.3); ``confused``: rating -1 up to this turn (25.13).
    """

    hex: int
    spent: int = 0
    replaced: bool = False
    gave: int = 0
    busy: bool = False
    back: int = 0
    moved: bool = False
    confused: int = 0


class Hq(Struct, frozen=True, array_like=True, gc=False):
    """A headquarters (19.4): hex, half MPs spent, its March or Fall Back target, the turn it was last overrun.

    ``lost`` counts how often it was overrun: each time costs the army part of its level.
    """

    hex: int
    spent: int = 0
    order: str = ""
    target: int = OFF
    overrun: int = 0
    moved: bool = False
    lost: int = 0


class Order(Struct, frozen=True, array_like=True, gc=False):
    """An order (20.2): kind, target hex, the turn since which it is followed."""

    kind: str
    target: int = OFF
    since: int = 0


def as_marked(order: Order, by_marker: bool) -> Order:
    """An order as markers have it, if orders go by markers: only March names a target then (25.7.2)."""
    return replace(order, target=OFF) if by_marker and order.kind != "march" and order.target != OFF else order


#: What the other side sees of an order.
UNKNOWN = Order("unknown")
RESERVE = Order("reserve")


class Pending(Struct, frozen=True, array_like=True, gc=False):
    """An order sequence on its way or not yet complied with (20.6, 20.7).

    ``stage`` is ``sent``, ``late`` (1T), ``roll`` (R4, R5: ``need`` is the least roll that complies) or ``dawn``
    (received at night, 23). ``due`` is the turn on which it arrives or is looked at next; ``shift`` counts compliance
    columns to the right. ``route`` is the plotted path of a hidden march (25.5.1); ``attach`` the corps a division is
    given to (20.13).
    """

    orders: tuple[Order, ...]
    sender: int
    sent: int
    due: int
    shift: int
    stage: str = "sent"
    need: int = 4
    force: int = 0
    confused: bool = False
    route: tuple[int, ...] = ()
    attach: int = -1


class Command(Struct, frozen=True, array_like=True, gc=False):
    """The orders of a formation, of a division with orders of its own (20.13) or of a commander himself (20.15).

    ``hurt``: lost a step under the present order (20.10). ``struck``: the last turn it was attacked (20.8). ``guns``:
    turns of mere bombardment under Attack. ``active``: the division stands on its own; ``attached``: the formation it
    acts with. ``loose``: the turn of a Bad Move (20.11). ``marching``: road rates hold for the rest of this action
    (20.5). ``huff``: permanent columns lost (25.8); ``forces``: sum of all forces. ``posted``: the leader has come to
    the place he defends. ``ground``: the hexes held when a Defend order was taken up.
    ``led`` is the wing commander who acts as its leader (20.15), -1 for its own.
    """

    order: Order
    queue: tuple[Order, ...] = ()
    pending: tuple[Pending, ...] = ()
    hurt: bool = False
    struck: int = 0
    guns: int = 0
    active: bool = True
    attached: int = -1
    loose: int = 0
    marching: bool = False
    huff: int = 0
    forces: int = 0
    retreating: bool = False
    led: int = -1
    posted: bool = False
    ground: bytes = b""


class March(Struct, frozen=True, array_like=True, gc=False):
    """A hidden march (25.5): command, plotted path, half MPs gathered, turns of hiding, where it began."""

    command: int
    route: tuple[int, ...]
    gathered: int = 0
    turns: int = 0
    start: int = OFF


class Aide(Struct, frozen=True, array_like=True, gc=False):
    """An aide on the map with an order (25.7.4): side, hex, the command he rides to, what he carries."""

    side: int
    hex: int
    command: int
    carries: Pending
    arrived: int = 0


class State(Position, frozen=True):
    """A position.

    ``control`` holds for each hex 1 + the side that was last in it, or 0. ``cup`` holds the chits: a command's index,
    or -1 - side for a Coordinated Action chit; ``pairs`` the two formations of each side that act together.
    ``active`` lists the commands that act now, ``resting`` that it is the stage of the reserves; ``faced`` what each
    gun had before it when the stage began (8.4). ``broken``, ``recoil`` and ``flanked`` are for the title's
    own rules, as the Guard's recoil in nlc (7.4). ``fallen``: armies demoralized, in order, with
    the turn. ``out`` lists units that left the map: unit, edge, turn. ``won`` counts combats won by each side this
    turn and the last (25.12).
    """

    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...]
    hqs: tuple[Hq, ...]
    commands: tuple[Command, ...]
    control: bytes
    cup: tuple[int, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    resting: bool = False
    active: tuple[int, ...] = ()
    faced: tuple[tuple[int, tuple[int, ...]], ...] = ()
    broken: bool = False
    recoil: bool = False
    fallen: tuple[tuple[int, int], ...] = ()
    flanked: bool = False
    out: tuple[tuple[int, str, int], ...] = ()
    won: tuple[int, int, int, int] = (0, 0, 0, 0)
    rollers: tuple[int, int] = (-1, -1)
    marches: tuple[March, ...] = ()
    aides: tuple[Aide, ...] = ()
    captured: tuple[Aide, ...] = ()
    dummies: tuple[tuple[int, int], ...] = ()
    released: tuple[int, ...] = ()
    dawn: int = 0

    def unit(self, u: int, **changes: Any) -> Self:
        """This state with one unit changed."""
        units = self.units
        return replace(self, units=(*units[:u], replace(units[u], **changes), *units[u + 1 :]))

    def many(self, changes: dict[int, Unit]) -> Self:
        """This state with several units put in place."""
        if not changes:
            return self
        units = list(self.units)
        for u, unit in changes.items():
            units[u] = unit
        return replace(self, units=tuple(units))

    def leader(self, i: int, **changes: Any) -> Self:
        """This state with one leader changed."""
        leaders = self.leaders
        return replace(self, leaders=(*leaders[:i], replace(leaders[i], **changes), *leaders[i + 1 :]))

    def hq(self, i: int, **changes: Any) -> Self:
        """This state with one HQ changed."""
        return replace(self, hqs=(*self.hqs[:i], replace(self.hqs[i], **changes), *self.hqs[i + 1 :]))

    def command(self, c: int, **changes: Any) -> Self:
        """This state with one command changed."""
        commands = self.commands
        return replace(self, commands=(*commands[:c], replace(commands[c], **changes), *commands[c + 1 :]))

    def taken(self, side: int, *hexes: int) -> Self:
        """This state with a side the last in some hexes (13)."""
        control = bytearray(self.control)
        for h in hexes:
            control[h] = side + 1
        return replace(self, control=bytes(control))
