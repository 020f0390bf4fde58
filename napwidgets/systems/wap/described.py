"""Battles of *War and Peace* described in JSON: on land, at sea, for a state's alliance, against Lloyd's rate.

All go through the functions that a campaign and its widgets ask; nothing here is a rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from napwidgets.board.display import Battle, Fact, Party, Share, Spread, share
from napwidgets.kernel.limits import Cost, Number, Rating
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.systems.describing import Told, as_refused, read, refused
from napwidgets.systems.telling import signed
from napwidgets.systems.wap.face import alliance_display, battle, lloyds_tracker, naval_display
from napwidgets.systems.wap.face.figures import signed as halves_signed
from napwidgets.systems.wap.face.ways import shut_in, shut_lines
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.land.field import ATTACK, Engagement, Parts, Side, squeezed
from napwidgets.systems.wap.land.losses import in_order, mounted
from napwidgets.systems.wap.land.muster import heirs, morale, shelter, wall_parts
from napwidgets.systems.wap.markers import MAJORS, Status
from napwidgets.systems.wap.sea import naval
from napwidgets.systems.wap.setting import ENGLAND, NATIONS
from napwidgets.systems.wap.state import OFF, Army
from napwidgets.systems.wap.states.alliances import Faction, opening
from napwidgets.systems.wap.tables import Tables
from napwidgets.systems.wap.trade.lloyds import Raid

#: More strength points than any hex of the campaign ever holds on a side.
_MOST = 150


class _Form(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    system: Literal["wap"]


class Troops(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Armies by state as set-ups write them, the leader of all of them by name, whether they are supplied."""

    armies: dict[str, str]
    leader: str = ""
    supplied: bool = True


class Land(_Form, frozen=True, kw_only=True):
    """A battle on land. ``city`` is what the defenders hold; ``river`` lies before every attacker; an ``assault`` goes
    against the walls. ``russia`` says that it is fought in Russia, ``shut`` which side has no way out.
    """

    kind: Literal["land"]
    year: int = 1805
    attackers: Troops
    defenders: Troops
    terrain: str = "clear"
    city: Literal["none", "city", "fortress"] = "none"
    river: bool = False
    assault: bool = False
    russia: bool = False
    shut: tuple[bool, bool] = (False, False)


class Ships(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A force at sea, of as many squadrons as can be worked out exactly while one waits.

    ``pursues`` says whether it does when it wins, ``port`` whether it has one to go to when it is beaten.
    """

    squadrons: Annotated[int, Meta(ge=0, le=naval.MOST)]
    transports: Cost = 0
    english: bool = False
    nelson: bool = False
    towing: bool = False
    repairing: bool = False
    pursues: bool = True
    port: bool = True


class Sea(_Form, frozen=True, kw_only=True):
    """A fight at sea."""

    kind: Literal["naval"]
    attackers: Ships
    defenders: Ships


class Alliance(_Form, frozen=True, kw_only=True):
    """A state that a faction courts. ``markers`` stand where September 1805 has them unless told otherwise."""

    kind: Literal["alliance"]
    faction: Faction
    state: str
    lent: Rating = 0
    markers: dict[str, Status] = {}
    french_cities: Number = 0
    english_cities: Number = 0
    napoleon_withdrew: bool = False


class RaidData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Squadrons of one player that raid the trade of a zone, French ones and allied ones; another player's there are a
    raid of their own (reading 122).
    """

    zone: str
    french: Cost = 0
    allied: Cost = 0


class Lloyds(_Form, frozen=True, kw_only=True):
    """Lloyd's ``rate`` in per cent, the raids of the month, and the modifiers of bases destroyed by zone."""

    kind: Literal["lloyds"]
    rate: Number
    raids: tuple[RaidData, ...] = ()
    bases: dict[str, Rating] = {}


def describe(raw: bytes, name: str = "battle") -> Told:
    """The exact odds of a described battle; raises `ScenarioError` for what is wrong or what the rules don't allow.

    >>> sea = b'{"system": "wap", "kind": "naval", "attackers": {"squadrons": 3}, "defenders": {"squadrons": 3}}'
    >>> describe(sea).battle.chances[0].label
    'Attacker wins the last round'
    """
    kinds: dict[str, tuple[Any, Callable[[Tables, Any], Battle]]] = {
        "land": (Land, _land),
        "naval": (Sea, _sea),
        "alliance": (Alliance, _alliance),
        "lloyds": (Lloyds, _lloyds),
    }
    kind = read(raw, name, dict[str, Any]).get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise refused(name, f"there is no kind {kind!r}; there are {', '.join(kinds)}")
    form, answer = kinds[kind]
    try:
        return Told("wap", kind, answer(Tables(), read(raw, name, form)))
    except _Refused as error:
        raise refused(name, error.why, *error.cites) from None
    except NapwidgetsError as error:
        if str(error).startswith(name):
            raise
        raise as_refused(name, error) from None


class _Refused(Exception):
    def __init__(self, why: str, *cites: str) -> None:
        self.why, self.cites = why, cites


# On land


def _land(tables: Tables, told: Land) -> Battle:
    _possible(tables, told)
    troops = [_armies(told.attackers, "attackers"), _armies(told.defenders, "defenders")]
    led = [_led(tables, told.attackers, troops[0]), _led(tables, told.defenders, troops[1])]
    sides = [_side(tables, told, k, troops[k], led[k]) for k in (0, 1)]
    title = f"Assault on a {told.city}" if told.assault else "Battle"
    now = Engagement((sides[0], sides[1]), _ground(tables, told))
    ends = shut_in(battle.land_odds(tables, now), told.shut)
    return battle.shown(tables, now, title, troops, led, ends, shut_lines(told.shut))


def _possible(tables: Tables, told: Land) -> None:
    known = [row for row in ("clear", "forest", "marsh", "mountain") if row in tables.movement]
    if told.terrain not in known:
        raise _Refused(f"no battle on land is fought in {told.terrain!r}; there are {', '.join(known)}", "WAP N")
    if told.assault and told.city == "none":
        raise _Refused("only a city or a fortress is assaulted", "WAP base rules S")
    if told.assault and told.river:
        raise _Refused("a river does not count in an assault: the besiegers are across", "WAP base rules S")
    if told.assault and any(told.shut):
        raise _Refused("nobody goes back after an assault", "WAP base rules S")
    if not 1805 <= told.year <= 1815:
        raise _Refused(f"the campaign runs from 1805 to 1815, not in {told.year}", "WAP C")


def _armies(told: Troops, who: str) -> list[Army]:
    found = []
    for name, force in told.armies.items():
        if name not in NATIONS:
            raise _Refused(f"there is no state {name!r}; there are {', '.join(NATIONS)}")
        try:
            count = parse(force)
        except ValueError as error:
            raise _Refused(f"{who}, {name}: {error}") from None
        if not 0 < sum(count) <= _MOST:
            raise _Refused(f"{who}, {name}: an army has from 1 to {_MOST} strength points", "WAP F.1")
        found.append(Army(OFF, NATIONS.index(name), count))
    if not found or sum(sum(army.count) for army in found) > _MOST:
        raise _Refused(f"the {who} need from 1 to {_MOST} strength points", "WAP N")
    return found


def _led(tables: Tables, told: Troops, troops: list[Army]) -> list[tuple[str, int]]:
    if not told.leader:
        return []
    row = next((row for row in tables.leaders if told.leader in (row.name, row.called)), None)
    if row is None:
        raise _Refused(f"there is no leader {told.leader!r} in the table of leaders", "WAP base rules R")
    if row.name == "Nelson":
        raise _Refused("Nelson leads no troops on land", "WAP F.8")
    own = NATIONS.index(row.state)
    if own >= len(MAJORS) and not _leads(own, troops):
        raise _Refused(f"{row.called} leads troops of {row.state} alone", "WAP J.4.d", "D.5")
    if not _leads(own, troops):
        raise _Refused(f"{row.called} leads troops of {row.state} and of its minors alone", "WAP J.4.d", "D.5")
    return [(row.called, row.rating)]


def _leads(own: int, troops: Sequence[Army]) -> bool:
    """Whether a leader of a state leads some of what is left of an army: his own, or a major's those of minors."""
    minors = own < len(MAJORS)
    return any(any(army.count) and (army.nation == own or (minors and army.nation >= len(MAJORS))) for army in troops)


def _side(tables: Tables, told: Land, k: int, troops: list[Army], led: list[tuple[str, int]]) -> Side:
    points = (
        (morale(tables, troops[at].nation, kind, told.year, at_home=told.russia), mounted(kind))
        for at, kind in in_order(troops)
    )
    supplied = (told.attackers if k == ATTACK else told.defenders).supplied
    rating, walls = led[0][1] if led else 0, told.assault and k != ATTACK
    own = next((NATIONS.index(row.state) for row in tables.leaders if led and row.called == led[0][0]), -1)
    then = heirs(troops, lambda left: rating if _leads(own, left) else 0) if led else ()
    return Side(squeezed(points), rating, supplied, walls, heirs=then)


def _ground(tables: Tables, told: Land) -> Parts:
    if told.assault:
        return wall_parts(tables, told.city == "fortress")
    kinds = [told.terrain, *([told.city] if told.city != "none" else [])]
    return shelter(tables, kinds, river=told.river)


# At sea


def _sea(tables: Tables, told: Sea) -> Battle:
    forces = []
    for ships in (told.attackers, told.defenders):
        fleet = naval.Fleet(
            ships.squadrons, ships.english, ships.nelson, ships.transports, ships.towing, ships.repairing
        )
        forces.append(naval_display.manned(fleet))
    attackers, defenders = told.attackers, told.defenders
    chases, ports = (attackers.pursues, defenders.pursues), (attackers.port, defenders.port)
    return naval_display.fight(tables, forces[0], forces[1], chases, ports)


# Alliances


def _alliance(tables: Tables, told: Alliance) -> Battle:
    politics = opening()
    for name, status in told.markers.items():
        if name not in dict(politics.markers):
            names = ", ".join(marker for marker, _ in politics.markers)
            raise _Refused(f"there is no marker {name!r}; there are {names}", "WAP D.1")
        politics = politics.placed(name, status)
    wish = alliance_display.Wish((), (), told.french_cities, told.english_cities, told.napoleon_withdrew)
    shown = alliance_display.wished(alliance_display.Display(politics), wish)
    most = alliance_display.reach(tables)[-1]
    if told.lent > most or (told.lent and told.faction == "french"):
        raise _Refused(f"England alone lends points, at most {most} to one state", "WAP J.5.c")
    if told.state not in dict(politics.markers):
        raise _Refused(f"there is no major state {told.state!r}; there are {', '.join(MAJORS)}", "WAP G.1.d")
    found = alliance_display.prospect(tables, shown, told.faction, told.state, told.lent)
    if found.chance is None:
        raise _Refused(found.why, found.cite)
    parts, total = alliance_display.modifiers(tables, shown, found.lent)
    facts = (*(Fact(part.name, signed(part.value), part.cite) for part in parts), Fact("In all", signed(total)))
    who = NATIONS[ENGLAND] if told.faction == "english" else NATIONS[0]
    shares = (
        share(f"{told.state} becomes {found.to}", found.chance, "main"),
        share(f"{told.state} stays {politics.status(told.state)}", 1 - found.chance),
    )
    title = f"{who} courts {told.state}"
    return Battle(title, (Party(who, "", facts, ""),), (Spread(title, shares, "exact", "WAP G.1.d"),), shares[:1])


# Lloyd's


def _lloyds(tables: Tables, told: Lloyds) -> Battle:
    for name in (*(raid.zone for raid in told.raids), *told.bases):
        if name not in tables.zones:
            raise _Refused(f"there is no sea {name!r}; there are {', '.join(tables.zones)}", "WAP F.2.d")
    if max(Counter(raid.zone for raid in told.raids).values(), default=0) > len(MAJORS):
        raise _Refused("a sea has more raids than players: write all raiders of a player there together", "WAP K.8.a")
    if told.rate < tables.lloyds["least rate"]:
        raise _Refused(f"the rate is never below {tables.lloyds['least rate']}", "WAP K.8.d")
    raids = tuple(Raid(raid.zone, raid.french, raid.allied) for raid in told.raids)
    if not all(raid.french + raid.allied for raid in raids):
        raise _Refused("a raid needs a squadron at least", "WAP K.8.a")
    where = lloyds_tracker.Position(2 * told.rate, raids, tuple(told.bases.items()))
    ahead = lloyds_tracker.coming(tables, where)
    facts = [
        Fact(f"{zone.name}: {part.name}", halves_signed(part.halves / 2), part.cite)
        for zone in lloyds_tracker.yields(tables, where)
        for parts in zone.parts
        for part in parts
    ]
    chances: list[Share] = [
        share(f"{step.rate} per cent or more: {step.level}", chance)
        for step, chance in lloyds_tracker.reaching(tables, ahead)
    ]
    party = Party("Raiders", "french", tuple(facts), f"{told.rate} per cent now")
    return Battle("Lloyd's rate next month", (party,), (lloyds_tracker.bars(tables, ahead),), tuple(chances))
