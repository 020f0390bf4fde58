"""The moves of a Grand Campaign: what a seat can do, as small frozen values that save as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from napwidgets.systems.wap.forces import NONE, Count
from napwidgets.systems.wap.state import Captives


class _Move(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="m"):
    pass


class Done(_Move, frozen=True, tag="done"):
    """Nothing more in this phase, or no to what is offered."""


class Accept(_Move, frozen=True, tag="yes"):
    """Yes to what is offered."""


# Sea


class Cargo(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a fleet carries (F.3): troops of a state, who may serve ``under`` another one, leaders, supply points or
    production points.
    """

    nation: int = -1
    count: Count = NONE
    leaders: tuple[int, ...] = ()
    supply: int = 0
    points: int = 0
    under: int = -1

    @property
    def troops(self) -> tuple[int, int]:
        """Whose troops they are, and whom they serve if another state."""
        return self.nation, self.under

    @property
    def serves(self) -> int:
        """The state whose soldiers they are in this war."""
        return self.nation if self.under < 0 else self.under


class Call(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A stop on the way (F.3.b, F.9), when so many seas of the route are passed: at sea, off a coast, or in a port.

    First cargo goes ashore (``lands``), then the fleets that wait there come along (``joins``), then ``squadrons`` and
    ``transports`` stay behind, then troops and leaders come on board (``loads``).
    """

    after: int
    place: int
    inside: bool = False
    lands: Cargo = Cargo()
    joins: bool = False
    squadrons: int = 0
    transports: int = 0
    loads: Cargo = Cargo()


class Sail(_Move, frozen=True, tag="sail"):
    """Part of a fleet sails through ``route`` (zones, in order) to ``to``: a hex (its port if ``inside``) or a zone.

    ``fleet`` is its number in the state; an empty route stays in the zone it is in. ``cargo`` is what comes on board
    where the voyage begins, ``joins`` takes along the other fleets that lie there; ``calls`` are its stops on the way,
    in their order. After a stop on a coast the route names the zone that is entered again.
    """

    fleet: int
    squadrons: int
    transports: int
    route: tuple[int, ...]
    to: int
    inside: bool = False
    cargo: Cargo = Cargo()
    nelson: bool = False
    prizes: int = 0
    joins: bool = False
    calls: tuple[Call, ...] = ()

    @property
    def stops(self) -> tuple[tuple[int, bool], ...]:
        """Where it stops on the way, and whether in port."""
        return tuple((call.place, call.inside) for call in self.calls)

    def stages(self) -> Iterator[int | Call]:
        """The zones and stops of the way, in order."""
        for passed in range(len(self.route) + 1):
            yield from (call for call in self.calls if call.after == passed)
            yield from self.route[passed : passed + 1]


class Raid(_Move, frozen=True, tag="raid"):
    """All squadrons at sea in a zone that have been there raid its trade (K.8.a)."""

    zone: int


class Intercept(_Move, frozen=True, tag="intercept"):
    """A fleet tries to intercept (F.4.c): its number, how many squadrons, and the ``groups`` of them that throw each
    for itself; none: all of them as one.
    """

    fleet: int
    squadrons: int
    groups: tuple[int, ...] = ()

    @property
    def throws(self) -> tuple[int, ...]:
        """How many squadrons each die is thrown for."""
        return self.groups or (self.squadrons,)


class ToPort(_Move, frozen=True, tag="to-port"):
    """The port that a beaten force makes for (F.7.d), or to which the victors follow it (F.9.a)."""

    to: int


class Engage(_Move, frozen=True, tag="engage"):
    """Whom blockaders between two fleets fight (F.6.i): the ``relief`` or the ``sortie`` first, or ``both`` in one
    battle.
    """

    whom: Literal["relief", "sortie", "both"]


class AttackBases(_Move, frozen=True, tag="attack-bases"):
    """Action Against Bases in a zone (K.8.l): squadrons and infantry there that take part, points spent."""

    zone: int
    squadrons: int
    infantry: int = 0
    points: int = 0


# Politics


class Court(_Move, frozen=True, tag="court"):
    """Roll to turn a major state (G.1.d, G.1.e)."""

    state: int


class Stand(_Move, frozen=True, tag="stand"):
    """Where a player's own state stands from now on (G.1.c to G.1.e)."""

    status: int


class SueForPeace(_Move, frozen=True, tag="sue"):
    """A state whose capital is taken asks for peace (I.2.g)."""

    state: int


class Entrust(_Move, frozen=True, tag="entrust"):
    """A minor that was attacked comes under a major of the side that it joins (G.1.f)."""

    state: int


class Bargain(_Move, frozen=True, tag="bargain"):
    """An offer to a seat about prisoners that are left (G.3.b): release ``give``, for the release of ``want``."""

    to: int
    give: tuple[Captives, ...] = ()
    want: tuple[Captives, ...] = ()


class ProposeEnd(_Move, frozen=True, tag="propose-end"):
    """A proposal to end the campaign with this month (C.3.b)."""


# Production


class Buy(_Move, frozen=True, tag="buy"):
    """Strength points of a kind from a state's force pool, deployed in a city (J.2)."""

    nation: int
    kind: int
    number: int
    city: int


class BuyShip(_Move, frozen=True, tag="buy-ship"):
    """Pay half points for a naval unit (J.6): a new one from the dock (``keel`` -1) or one on the track."""

    nation: int
    pay: int
    transport: bool = False
    keel: int = -1
    city: int = -1


class Place(_Move, frozen=True, tag="place"):
    """A leader comes from the force pool to a city (J.2.f)."""

    leader: int
    city: int


class Repair(_Move, frozen=True, tag="repair"):
    """Pay for repairs: a prize (K.6) or a damaged fleet (K.7), by its number; all that is owed, or so many half points
    of it (K.6.d).
    """

    fleet: int
    pay: int = 0


class PayLloyds(_Move, frozen=True, tag="pay-lloyds"):
    """Three production points for the war on raiders (K.8.e, K.8.i)."""


# Land


class March(_Move, frozen=True, tag="march"):
    """A force marches from ``start`` to ``to``: leaders, and what it takes of each state; ``forced`` marches on.

    ``take`` holds pairs of state and count.
    """

    start: int
    to: int
    leaders: tuple[int, ...]
    take: tuple[tuple[int, Count], ...]
    forced: bool = False


class Fight(_Move, frozen=True, tag="fight"):
    """Fight in a hex (N): a battle in the field, or an assault on those inside."""

    hex: int


class GoInside(_Move, frozen=True, tag="inside"):
    """The defenders shut themselves up in the city (S)."""


class StandFast(_Move, frozen=True, tag="field"):
    """The defenders fight in the open."""


class BreakOff(_Move, frozen=True, tag="break-off"):
    """The side with more cavalry leaves the field (reference 1.8)."""


class FightOn(_Move, frozen=True, tag="fight-on"):
    """Another round."""


Move: TypeAlias = (
    Done | Accept | Sail | Raid | Intercept | ToPort | Engage | AttackBases | Court | Stand | SueForPeace | Entrust
    | Bargain | ProposeEnd | Buy | BuyShip | Place | Repair | PayLloyds | March | Fight | GoInside | StandFast
    | BreakOff | FightOn
)  # fmt: skip
