"""The state of a Grand Campaign: everything that changes, as frozen values that compare and hash by value.

States of Europe (six majors, then the minors) and leaders are numbered as in `Setting`; hexes and cities as in the
board. A *place* is the number of a hex, or ``at_sea(zone)`` for a fleet or a leader on open water.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import compress, count
from operator import is_not
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.agenda import Position
from napwidgets.systems.wap.forces import NONE, Count, plus

#: Places of a leader who is not on the map: not yet in play, out for good, wounded until ``back``, in exile, a prisoner
#: until ``back``; in a view, with ships out of its sight (K.9).
OFF, DEAD, WOUNDED, EXILE, PRISONER, UNSEEN = -1, -2, -3, -4, -5, -6
_SEA = -10
#: More than a state has fleets.
_MANY = 1000

#: The factions, as the status of a state and as the segment of a turn.
NEUTRAL, FRENCH, ENGLISH = 0, 1, 2
FACTIONS = ("neutral", "pro-French", "anti-French")

#: Conditions of naval units: fit, damaged (K.7), a prize in tow or under repair (K.6).
FIT, DAMAGED, PRIZE = 0, 1, 2


def at_sea(zone: int) -> int:
    """The place of a fleet on open water in a zone (numbered from 1).

    >>> zone_of(at_sea(7)), zone_of(120)
    (7, 0)
    """
    return _SEA - zone


def zone_of(place: int) -> int:
    """The zone of a place at sea, 0 for a hex."""
    return _SEA - place if place < _SEA else 0


class Army(Struct, frozen=True, array_like=True):
    """Strength points of one state in a hex: ``inside`` a city that is besieged, ``moved`` in this phase already.

    ``under`` is the state that commands them, where it is another (K.4).
    """

    hex: int
    nation: int
    count: Count
    inside: bool = False
    moved: bool = False
    under: int = -1

    @property
    def serves(self) -> int:
        """The state whose soldiers they are in this war."""
        return self.nation if self.under < 0 else self.under


class Leader(Struct, frozen=True, array_like=True):
    """A leader: a place, or OFF, DEAD, WOUNDED or PRISONER until turn ``back``, EXILE since turn ``back``."""

    place: int = OFF
    inside: bool = False
    moved: bool = False
    back: int = 0


#: What a fleet does in the present Naval Phase: nothing yet, moved, under way, attacking, attacked, has intercepted,
#: was driven into a port from its voyage; a prize that was cast off before a fight (K.6.h).
READY, MOVED, SAILING, ATTACKING, ATTACKED, BUSY, DRIVEN, ADRIFT = range(8)


class Fleet(Struct, frozen=True, array_like=True):
    """Naval units of one state in a place: in port (``inside``), off a coast, or at sea.

    ``moved`` says what it does in this phase (READY and the following). ``since`` is the turn in which it came to the
    place; ``due`` the turn in which repairs end (K.6, K.7), below 0 the segments that a prize has been at sea;
    ``taken`` the state a prize was taken from; ``aboard`` troops of ``troops_of`` on board, ``under`` another state if
    they serve that one; ``owed`` half points still to be paid for a repair that has begun (K.6.d). ``watched`` is the
    port that it blockaded when the enemy's segment began (F.6.h).
    """

    place: int
    nation: int
    squadrons: int
    transports: int = 0
    inside: bool = False
    moved: int = READY
    since: int = 0
    condition: int = FIT
    due: int = 0
    taken: int = -1
    troops_of: int = -1
    aboard: Count = NONE
    owed: int = 0
    under: int = -1
    watched: int = -1

    @property
    def troops(self) -> tuple[int, int]:
        """Whose troops are on board, and whom they serve if another state."""
        return self.troops_of, self.under

    @property
    def hulk(self) -> str:
        """What its first unit is to a dockyard, as the tables of costs and months name it (K.6, K.7)."""
        if self.condition == DAMAGED:
            return "damaged squadron"
        return "prize squadron" if self.squadrons else "prize transport"


class Captives(Struct, frozen=True, array_like=True):
    """Prisoners (G.3): who holds them, whose they are, how many, and the state they served ``under`` if another one
    (J.3.d).
    """

    captor: int
    nation: int
    count: Count
    squadrons: int = 0
    transports: int = 0
    under: int = -1

    @property
    def serves(self) -> int:
        """The state whose soldiers they are in this war."""
        return self.nation if self.under < 0 else self.under


class War(Struct, frozen=True, array_like=True):
    """A foreign war (G.2) of England or Russia: since which turn, what is away, what is still owed."""

    nation: int
    since: int
    count: Count
    squadrons: int = 0
    transports: int = 0
    leaders: tuple[int, ...] = ()
    owed: Count = (0,) * 8
    owed_ships: tuple[int, int] = (0, 0)


class Keel(Struct, frozen=True, array_like=True):
    """A naval unit on the Production Track (J.6.c): ``left`` is what is still to be paid; ``transport`` or squadron."""

    nation: int
    left: int
    transport: bool = False


class Afterwards(Position, frozen=True, kw_only=True):
    """The fields of a state that stand behind its ending, as saves have it."""

    legion: Count = NONE
    proposed: tuple[int, ...] = ()
    exiles: Count = NONE
    fought_america: bool = False


class State(Afterwards, frozen=True):
    """A position.

    ``segment`` is the faction whose segment it is. ``status`` holds the faction of each of the six majors; ``control``
    for each city the state that controls it; ``masters`` for each state the major whose satellite it is (itself: a
    major or a neutral minor; -1: not formed). ``pools`` are the force pools, ``docks`` squadrons and transports in
    them. ``rate`` is the Lloyd's rate in half per cents, ``bases`` the modifiers of the zones for bases destroyed.
    ``lent`` are English production points landed for each state since its last Reinforcement Phase, ``saved`` what
    England put by; both in half points. ``spent`` are points England owes to Lloyd's and paid this turn. ``sieges``
    are hexes with the months they have been besieged. ``conquered`` holds for each major the faction that conquered
    it (0: none) until its pool is empty; ``ever`` the majors that were conquered at some time. ``came`` says from where
    attackers entered a hex; ``landed`` supply points put ashore: hex, state, points. ``fought`` are hexes whose combat
    is done in this phase. ``history`` holds each change of status: turn, state, faction. ``rates`` the rate after each
    turn. ``legion`` is what the King's German Legion has lost and can replace (J.3.d);
    ``raided_america`` the years of raids on North America that a January has still to reckon with (K.8.c);
    ``proposed`` the seats that propose to end the campaign with this turn (C.3.b), ``exiles`` who is with Napoleon on
    Elba (K.5.d), ``fought_america`` says that England has been at war with America (G.2.f).
    """

    armies: tuple[Army, ...]
    leaders: tuple[Leader, ...]
    fleets: tuple[Fleet, ...]
    status: tuple[int, ...]
    control: bytes
    masters: tuple[int, ...]
    pools: tuple[Count, ...]
    docks: tuple[tuple[int, int], ...]
    segment: int = NEUTRAL
    rate: int = 10
    bases: tuple[int, ...] = (0,) * 17
    raided: bool = False
    raided_america: tuple[int, ...] = ()
    captives: tuple[Captives, ...] = ()
    wars: tuple[War, ...] = ()
    keels: tuple[Keel, ...] = ()
    lent: tuple[int, ...] = ()
    saved: int = 0
    spent: int = 0
    sieges: tuple[tuple[int, int], ...] = ()
    conquered: tuple[int, ...] = (0,) * 6
    ever: tuple[int, ...] = ()
    came: tuple[tuple[int, int], ...] = ()
    landed: tuple[tuple[int, int, int], ...] = ()
    fought: tuple[int, ...] = ()
    tried: tuple[int, ...] = ()
    withdrew: bool = False
    napoleon: int = 0
    pressburg: bool = False
    losses: tuple[int, int] = (0, 0)
    grown: tuple[int, ...] = ()
    history: tuple[tuple[int, int, int], ...] = ()
    rates: tuple[int, ...] = ()

    def leader(self, i: int, **changes: Any) -> State:
        """This state with one leader changed."""
        leaders = self.leaders
        return replace(self, leaders=(*leaders[:i], replace(leaders[i], **changes), *leaders[i + 1 :]))

    def pool(self, nation: int, count: Count) -> State:
        """This state with one force pool put in place."""
        return replace(self, pools=(*self.pools[:nation], count, *self.pools[nation + 1 :]))

    def dock(self, nation: int, squadrons: int, transports: int) -> State:
        """This state with the naval units of one force pool put in place."""
        return replace(self, docks=(*self.docks[:nation], (squadrons, transports), *self.docks[nation + 1 :]))


def fleet_number(s: State, i: int) -> int:
    """The number that moves and subjects call a fleet by: its state and its place among that state's fleets, so that
    fleets out of sight don't shift it (K.9).
    """
    nation = s.fleets[i].nation
    return nation * _MANY + len([f for f in s.fleets[:i] if f.nation == nation])


def place_of(s: State, flag: int) -> int:
    """Where the ships with a flag are, -1 if there are none."""
    return next((fleet.place for fleet in s.fleets if fleet.moved == flag), -1)


def fleet_index(s: State, number: int) -> int:
    """Where the fleet with a number stands in a state, -1 if there is none.

    >>> from napwidgets.scenarios import new_game
    >>> s = new_game("wap/trafalgar").state
    >>> all(fleet_index(s, fleet_number(s, i)) == i for i in range(len(s.fleets)))
    True
    """
    nation, at = divmod(number, _MANY)
    mine = [i for i, f in enumerate(s.fleets) if f.nation == nation]
    return mine[at] if 0 <= at < len(mine) else -1


def gathered(armies: list[Army]) -> tuple[Army, ...]:
    """Armies in their order, those alike put together, empty ones left out."""
    found: dict[tuple[int, int, bool, bool, int], list[int]] = {}
    for army in armies:
        key = (army.hex, army.nation, army.inside, army.moved, army.under)
        if key in found:
            found[key] = [m + n for m, n in zip(found[key], army.count, strict=True)]
        else:
            found[key] = list(army.count)
    return tuple(
        Army(hex, nation, tuple(count), inside, moved, under)
        for (hex, nation, inside, moved, under), count in sorted(found.items())
        if any(count)
    )


#: So few armies change with a move.
_FEW = 12


#: A change of armies in their order: at which place, who goes from there, who comes.
Edit = tuple[int, Army | None, Army | None]


def put_in(armies: tuple[Army, ...], after: list[Army]) -> tuple[tuple[Army, ...], list[Edit]] | None:
    """What `gathered` makes of ``after``, which holds most of ``armies`` as they are, and what has been changed to get
    there; these must come from `gathered`. None where it is not so simple.
    """
    # Most often others have been put in their places, or have come behind them.
    gone = list(compress(count(), map(is_not, armies, after)))
    if len(after) >= len(armies) and len(gone) <= _FEW:
        fresh = [after[i] for i in gone] + after[len(armies) :]
    else:
        old, new = set(map(id, armies)), set(map(id, after))
        fresh = [army for army in after if id(army) not in old]
        gone = [i for i, army in enumerate(armies) if id(army) not in new]
    found, edits = list(armies), list[Edit]()
    for i in reversed(gone):
        edits.append((i, found.pop(i), None))
    if len(found) + len(fresh) != len(after) or len(fresh) > len(found):
        return None
    for army in fresh:
        if any(army.count):
            edits.append(_inserted(found, army))
    return tuple(found), edits


def _place(army: Army) -> tuple[int, int, bool, bool, int]:
    return (army.hex, army.nation, army.inside, army.moved, army.under)


def _inserted(found: list[Army], army: Army) -> Edit:
    """Put an army where it belongs among those that stand in order, together with those like it."""
    mine = _place(army)
    at = bisect_left(found, mine, key=_place)
    if at < len(found) and _place(found[at]) == mine:
        before = found[at]
        found[at] = replace(army, count=plus(before.count, army.count))
        return at, before, found[at]
    found.insert(at, army)
    return at, None, army


def _berth(f: Fleet) -> tuple[int, ...]:
    """What keeps fleets apart: those that have all of this in common are one."""
    return (f.place, f.nation, f.inside, f.moved, f.condition, f.due, f.taken, f.since, *f.troops, f.owed, f.watched)


def _added(like: Fleet, f: Fleet) -> Fleet:
    return replace(
        like,
        squadrons=like.squadrons + f.squadrons,
        transports=like.transports + f.transports,
        aboard=plus(like.aboard, f.aboard),
    )


def _emptied(f: Fleet) -> Fleet:
    """A fleet that has nobody on board belongs to nobody's troops."""
    return replace(f, troops_of=-1, under=-1) if f.troops_of >= 0 and not any(f.aboard) else f


def mustered(fleets: list[Fleet]) -> tuple[Fleet, ...]:
    """Fleets in their order, those alike put together, empty ones left out."""
    found: dict[tuple[int, ...], Fleet] = {}
    for f in map(_emptied, fleets):
        key = _berth(f)
        found[key] = _added(found[key], f) if key in found else f
    return tuple(fleet for _, fleet in sorted(found.items()) if fleet.squadrons or fleet.transports)


def moored(fleets: tuple[Fleet, ...], after: list[Fleet]) -> tuple[Fleet, ...] | None:
    """What `mustered` makes of ``after``, which holds most of ``fleets`` as they are; these must come from `mustered`.
    None where it is not so simple.
    """
    found = list(fleets)
    # Most often others have been put in their places.
    gone = list(compress(count(), map(is_not, fleets, after)))
    if len(after) == len(fleets) and len(gone) <= _FEW:
        fresh = [after[i] for i in gone]
        for i in reversed(gone):
            del found[i]
    else:
        old, new = set(map(id, fleets)), set(map(id, after))
        fresh = [f for f in after if id(f) not in old]
        found = [f for f in fleets if id(f) in new]
    if len(found) + len(fresh) != len(after) or len(fresh) > _FEW:
        return None
    for f in map(_emptied, fresh):
        if f.squadrons or f.transports:
            key = _berth(f)
            at = bisect_left(found, key, key=_berth)
            if at < len(found) and _berth(found[at]) == key:
                found[at] = _added(found[at], f)
            else:
                found.insert(at, f)
    return tuple(found)
