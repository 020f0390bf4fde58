"""The moves of a Grand Campaign: what a seat can do, as small frozen values that save as JSON.

Each says itself in words, for a button; a decision may have words of its own for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from napwidgets.kernel.system import Label
from napwidgets.systems.telling import sentence
from napwidgets.systems.wap.context import Context, counted, names
from napwidgets.systems.wap.forces import NONE, Count, several, spelled
from napwidgets.systems.wap.setting import ENGLAND, HANOVER, LEGION, NATIONS
from napwidgets.systems.wap.state import FACTIONS, PRIZE, Captives, State, at_sea, fleet_index


class _Move(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="m"):
    """A move: its usual words with their paragraph, and under what it stands in a list of many, if not by itself."""

    text: ClassVar[str] = "Done"
    cite: ClassVar[str] = ""
    group: ClassVar[str] = ""

    def label(self, x: Context, s: State) -> Label:
        """The move in words, where its decision has none of its own."""
        return Label(self.text, "", (f"WAP {self.cite}",) if self.cite else ())

    def about(self, x: Context, s: State) -> int:
        """The place that the move is about: a hex, a zone as `at_sea` gives it, or -1."""
        return -1


class Done(_Move, frozen=True, tag="done"):
    """Nothing more in this phase, or no to what is offered."""

    cite: ClassVar[str] = "E"


class Accept(_Move, frozen=True, tag="yes"):
    """Yes to what is offered."""

    text: ClassVar[str] = "Yes"
    cite: ClassVar[str] = "E"


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

    def words(self, x: Context) -> str:
        """The cargo in words; empty for none."""
        load = [spelled(self.count)] if any(self.count) else []
        load += [counted(self.points, "production point")] if self.points else []
        load += [counted(self.supply, "supply point")] if self.supply else []
        load += [x.setting.leaders[i].called for i in self.leaders]
        return names(load)


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

    def words(self, x: Context) -> str:
        """What is done at the stop, in words."""
        lands, loads = self.lands.words(x), self.loads.words(x)
        ships = [counted(n, word) for n, word in ((self.squadrons, "squadron"), (self.transports, "transport")) if n]
        done = [f"lands {lands}"] if lands else []
        done += ["picks up ships"] if self.joins else []
        done += [f"leaves {names(ships)}"] if ships else []
        done += [f"takes {loads} on board"] if loads else []
        return f"{x.place_name(self.place, self.inside)}: {names(done) or 'stops'}"


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

    def label(self, x: Context, s: State) -> Label:
        ships = [
            f"{n} {word}{'s' * (n > 1)}"
            for n, word in ((self.squadrons, "squadron"), (self.transports, "transport"))
            if n
        ]
        load = self.cargo.words(x)
        detail = " and ".join(ships) + (f" with {load}" if load else "")
        detail += " and the others there" if self.joins else ""
        detail += "".join(f"; {call.words(x)}" for call in self.calls)
        return Label(f"Sail {x.bound_for(self.to, self.inside)}", detail, ("WAP F.2",))

    def about(self, x: Context, s: State) -> int:
        return self.to


class Raid(_Move, frozen=True, tag="raid"):
    """All squadrons at sea in a zone that have been there raid its trade (K.8.a)."""

    zone: int

    def label(self, x: Context, s: State) -> Label:
        return Label(f"Raid trade in {x.sea(self.zone)}", "", ("WAP K.8.a",))

    def about(self, x: Context, s: State) -> int:
        return at_sea(self.zone)


class _Search(_Move, frozen=True):
    """A fleet looks for an enemy: its number, how many squadrons, and the ``groups`` of them that throw each for
    itself; none: all of them as one (F.4.c).
    """

    fleet: int
    squadrons: int
    groups: tuple[int, ...] = ()

    @property
    def throws(self) -> tuple[int, ...]:
        """How many squadrons each die is thrown for."""
        return self.groups or (self.squadrons,)

    @property
    def how(self) -> str:
        """How the squadrons throw, as the end of a sentence.

        >>> [Intercept(0, sum(groups), groups).how for groups in ((1,), (3,), (1, 1), (3, 1))]
        ['', ' together', ' one by one', ' in groups of 3 and 1']
        """
        groups = self.throws
        if sum(groups) == 1:
            return ""
        if len(groups) == 1:
            return " together"
        return " one by one" if max(groups) == 1 else f" in groups of {names(str(n) for n in groups)}"


class Intercept(_Search, frozen=True, tag="intercept"):
    """A fleet tries to intercept ships that come into its sea (F.4.a)."""

    def label(self, x: Context, s: State) -> Label:
        return Label(f"Intercept with {counted(self.squadrons, 'squadron')}{self.how}", "", ("WAP F.4.c",))


class Seek(_Search, frozen=True, tag="seek"):
    """A fleet at sea seeks out enemies who have lain in the same sea (F.4.f). Of ``squadrons``, those that the fleet
    has not itself come from others of its seat that may seek there, too.
    """

    def label(self, x: Context, s: State) -> Label:
        return Label(f"Seek them out with {counted(self.squadrons, 'squadron')}{self.how}", "", ("WAP F.4.f",))


class ToPort(_Move, frozen=True, tag="to-port"):
    """The port that a beaten force makes for (F.7.d), or to which the victors follow it (F.9.a)."""

    to: int

    def label(self, x: Context, s: State) -> Label:
        return Label(f"Make for {x.board.title(self.to)}", "", ("WAP F.7.d",))

    def about(self, x: Context, s: State) -> int:
        return self.to


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

    def label(self, x: Context, s: State) -> Label:
        what = f"{self.squadrons} squadrons, {self.infantry} infantry, {self.points} points"
        return Label(f"Attack bases in {x.sea(self.zone)}", what, ("WAP K.8.l",))

    def about(self, x: Context, s: State) -> int:
        return at_sea(self.zone)


# Politics


class Court(_Move, frozen=True, tag="court"):
    """Roll to turn a major state (G.1.d, G.1.e)."""

    state: int

    def label(self, x: Context, s: State) -> Label:
        return Label(f"Win over {NATIONS[self.state]}", "", ("WAP G.1.d", "WAP G.1.e"))

    def about(self, x: Context, s: State) -> int:
        return x.setting.city_hex[x.setting.capital[self.state]]


class Stand(_Move, frozen=True, tag="stand"):
    """Where a player's own state stands from now on (G.1.c to G.1.e)."""

    status: int

    def label(self, x: Context, s: State) -> Label:
        return Label(f"Stand {FACTIONS[self.status]}", "", ("WAP G.1.c",))


class SueForPeace(_Move, frozen=True, tag="sue"):
    """A state whose capital is taken asks for peace (I.2.g)."""

    text: ClassVar[str] = "Sue for peace"
    cite: ClassVar[str] = "I.2.g"

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

    group: ClassVar[str] = "Troops"

    nation: int
    kind: int
    number: int
    city: int

    def for_legion(self, x: Context) -> bool:
        """Whether it is for the German Legion: troops of Hanover that rise in an English city (J.3.d)."""
        return self.nation == HANOVER and x.setting.home[self.city] == ENGLAND

    def label(self, x: Context, s: State) -> Label:
        what = f"{several(self.number, self.kind)} at {x.setting.cities[self.city].name}"
        whose, cite = (LEGION, "WAP J.3.d") if self.for_legion(x) else (NATIONS[self.nation], "WAP J.2.d")
        return Label(what, sentence(whose), (cite,))

    def about(self, x: Context, s: State) -> int:
        return _city(x, self.city)


class BuyShip(_Move, frozen=True, tag="buy-ship"):
    """Pay half points for a naval unit (J.6): a new one from the dock (``keel`` -1) or one on the track."""

    group: ClassVar[str] = "Ships"

    nation: int
    pay: int
    transport: bool = False
    keel: int = -1
    city: int = -1

    def label(self, x: Context, s: State) -> Label:
        what = "transport" if self.transport else "squadron"
        begin = "Lay down" if self.keel < 0 else "Pay for"
        return Label(f"{begin} a {what}: {counted(self.pay / 2, 'point')}", NATIONS[self.nation], ("WAP J.6",))

    def about(self, x: Context, s: State) -> int:
        return _city(x, self.city)


class Place(_Move, frozen=True, tag="place"):
    """A leader comes from the force pool to a city (J.2.f)."""

    group: ClassVar[str] = "Leaders"

    leader: int
    city: int

    def label(self, x: Context, s: State) -> Label:
        who, where = x.setting.leaders[self.leader].called, x.setting.cities[self.city].name
        return Label(f"{who} to {where}", "", ("WAP J.2.f",))

    def about(self, x: Context, s: State) -> int:
        return _city(x, self.city)


class Repair(_Move, frozen=True, tag="repair"):
    """Pay for repairs: a prize (K.6) or a damaged fleet (K.7), by its number; all that is owed, or so many half points
    of it (K.6.d).
    """

    group: ClassVar[str] = "Ships"

    fleet: int
    pay: int = 0

    def label(self, x: Context, s: State) -> Label:
        fleet = s.fleets[fleet_index(s, self.fleet)]
        cost = x.repair_cost(fleet)
        paid = f"{(self.pay or cost) / 2:g} of {counted(cost / 2, 'point')}"
        cite = "WAP K.6.d" if fleet.condition == PRIZE else "WAP K.7.c"
        return Label(f"Repair: {x.fleet_name(fleet)}", paid, (cite,))

    def about(self, x: Context, s: State) -> int:
        return s.fleets[fleet_index(s, self.fleet)].place


class PayLloyds(_Move, frozen=True, tag="pay-lloyds"):
    """Production points for the war on raiders (K.8.e, K.8.i)."""

    def label(self, x: Context, s: State) -> Label:
        return Label(f"Spend {x.tables.lloyds['points a turn']} points against the raiders", "", ("WAP K.8.e",))


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

    def label(self, x: Context, s: State) -> Label:
        who = names(x.setting.leaders[i].called for i in self.leaders) or "Without a leader"
        what = ", ".join(f"{spelled(count)} of {NATIONS[nation]}" for nation, count in self.take) or "alone"
        verb = "march on" if self.forced else "march"
        return Label(f"{who}: {verb} to {x.board.title(self.to)}", what, ("WAP J",))

    def about(self, x: Context, s: State) -> int:
        return -1 if self.to == self.start else self.to


class Fight(_Move, frozen=True, tag="fight"):
    """Fight in a hex (N): a battle in the field, or an assault on those inside."""

    hex: int

    def label(self, x: Context, s: State) -> Label:
        return Label(f"Fight at {x.board.title(self.hex)}", "", ("WAP N",))

    def about(self, x: Context, s: State) -> int:
        return self.hex


class GoInside(_Move, frozen=True, tag="inside"):
    """The defenders shut themselves up in the city (S)."""

    text: ClassVar[str] = "Shut the gates"
    cite: ClassVar[str] = "S"


class StandFast(_Move, frozen=True, tag="field"):
    """The defenders fight in the open."""

    text: ClassVar[str] = "Fight in the open"
    cite: ClassVar[str] = "N"


class BreakOff(_Move, frozen=True, tag="break-off"):
    """The side with more cavalry leaves the field (reference 1.8)."""

    text: ClassVar[str] = "Break off"
    cite: ClassVar[str] = "N"


class FightOn(_Move, frozen=True, tag="fight-on"):
    """Another round."""

    text: ClassVar[str] = "Another round"
    cite: ClassVar[str] = "N"


def _city(x: Context, city: int) -> int:
    """The hex of a city, -1 for none."""
    return x.setting.city_hex[city] if city >= 0 else -1


Move: TypeAlias = (
    Done | Accept | Sail | Raid | Intercept | Seek | ToPort | Engage | AttackBases | Court | Stand | SueForPeace
    | Entrust | Bargain | ProposeEnd | Buy | BuyShip | Place | Repair | PayLloyds | March | Fight | GoInside
    | StandFast | BreakOff | FightOn
)  # fmt: skip
