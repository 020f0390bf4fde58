"""F. The sea as plain values: zones with who is there, blockades, interceptions, and fights before the dice.

Odds come from the functions of `napwidgets.systems.wap.sea.naval` that resolve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.board.display import Battle, Fact, Field, Party, Share, Spread, WhatIf
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.systems.telling import names, signed
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.sea import naval
from napwidgets.systems.wap.sea.seaways import able, blockaded, squadrons
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import DAMAGED, ENGLISH, FRENCH, NEUTRAL, State, zone_of
from napwidgets.systems.wap.tables import Tables, Zone

SIDES = {FRENCH: "french", ENGLISH: "english", NEUTRAL: "neutral"}
_YES = (("0", "no"), ("1", "yes"))


class Afloat(Struct, frozen=True):
    """A fleet: who, how many, whether Nelson is there, in or off which port (empty at sea), in which zones."""

    number: int
    nation: str
    side: str
    squadrons: int
    transports: int
    nelson: bool
    port: str
    inside: bool
    zones: tuple[str, ...]
    words: str
    repairing: bool = False


class Port(Struct, frozen=True):
    """A port with ships in it or before it: squadrons on both sides of the mole, and whether it is shut."""

    name: str
    side: str
    zones: tuple[str, ...]
    inside: int
    outside: int
    shut: bool


class Sea(Struct, frozen=True):
    """A zone with squadrons of the French side, of its enemies and of neutrals, at sea and in its ports."""

    zone: Zone
    at_sea: tuple[tuple[str, int], ...] = ()
    in_port: tuple[tuple[str, int], ...] = ()
    nelson: bool = False


class Chance(Struct, frozen=True):
    """A chance to intercept or to pursue, with what modifies the die."""

    words: str
    parts: naval.Parts
    chance: Fraction


# Who is where


def afloat(x: Context, s: State) -> tuple[Afloat, ...]:
    """All fleets that a view holds, in their order."""
    found = []
    for number, f in enumerate(s.fleets):
        zone = zone_of(f.place)
        zones = (zone,) if zone else x.board.shores[f.place]
        city = -1 if zone else x.setting.city_at.get(f.place, -1)
        port = "" if zone else x.setting.cities[city].name if city >= 0 else x.board.title(f.place)
        found.append(
            Afloat(
                number,
                NATIONS[f.nation],
                SIDES[x.faction(s, f.nation)],
                f.squadrons if able(f) else 0,
                f.transports,
                f.squadrons > 0 and x.with_nelson(s, f),
                port,
                f.inside,
                tuple(x.setting.zones[z].id for z in zones),
                x.fleet_name(f),
                able(f) and f.condition == DAMAGED,
            )
        )
    return tuple(found)


def as_force(ships: Afloat) -> naval.Fleet:
    """A fleet as a force in a fight (F.7.f, F.8)."""
    english = ships.nation == "England"
    return naval.Fleet(ships.squadrons, english, ships.nelson, ships.transports, repairing=ships.repairing)


def seas(tables: Tables, fleets: Sequence[Afloat]) -> tuple[Sea, ...]:
    """The zones with the squadrons there. Ships off or in a port count in each zone that the port opens on."""
    return tuple(_sea(zone, [f for f in fleets if zone.id in f.zones]) for zone in tables.zones.values())


def _sea(zone: Zone, there: Sequence[Afloat]) -> Sea:
    out = _count(f for f in there if not f.inside)
    return Sea(zone, out, _count(f for f in there if f.inside), any(f.nelson and not f.inside for f in there))


def _count(fleets: Iterable[Afloat]) -> tuple[tuple[str, int], ...]:
    sums = dict.fromkeys(SIDES.values(), 0)
    for f in fleets:
        sums[f.side] += f.squadrons
    return tuple((side, number) for side, number in sums.items() if number)


def ports(x: Context, s: State) -> tuple[Port, ...]:
    """Ports that have enemies before them, or ships inside (F.6.a)."""
    found = []
    for c in x.setting.ports:
        hex, side = x.setting.city_hex[c], x.city_faction(s, c)
        within = squadrons(x, s, hex, side, inside=True)
        before = squadrons(x, s, hex, x.enemies(side), inside=False) if x.enemies(side) else 0
        if within or before:
            zones = tuple(x.setting.zones[z].id for z in x.board.shores[hex])
            shut = bool(before) and blockaded(x, s, hex, side)
            found.append(Port(x.setting.cities[c].name, SIDES[side], zones, within, before, shut))
    return tuple(sorted(found, key=lambda p: (not p.outside, p.name)))


# Chances


def meeting_dice(tables: Tables) -> str:
    """The modified dice that intercept and pursue, in words.

    >>> meeting_dice(Tables())
    '5 or more'
    """
    found = tables.intercepts
    hits = [found.first + i for i, hit in enumerate(found.results) if hit]
    tail = len(found.results) - 1
    while tail > 0 and found.results[tail - 1]:
        tail -= 1
    if not found.results[-1]:
        return names(map(str, hits)) or "die never does"
    lone = [str(n) for n in hits if n < found.first + tail]
    return names([*lone, f"{found.first + tail} or more"])


def interceptions(tables: Tables, zone: Zone, nelson: bool = False) -> tuple[Chance, ...]:
    """The chances to intercept in a zone, from port and from the sea, in the first and in a later month (F.4.c, f)."""
    ways = (
        ("out of a port or from before one", False, False),
        ("already at sea there", True, False),
        ("both since last month at sea there", True, True),
    )
    found = []
    for words, at_sea, later in ways:
        parts = naval.interception_parts(tables, zone, at_sea=at_sea, second_turn=later, nelson=nelson)
        found.append(Chance(words, parts, naval.meeting_odds(tables, parts)[True]))
    return tuple(found)


_BLOCKADE = {"E": "slips out", "F": "stays, or fights", "F*": "stays, or is made to fight"}
_TRANSPORT = {"S": "sunk", "C": "captured", "E": "escapes"}


def running(tables: Tables) -> tuple[tuple[str, Fraction], ...]:
    """What comes of leaving a blockaded port (F.6.c)."""
    return tuple((_BLOCKADE[code], chance) for code, chance in _ordered(naval.blockade_odds(tables), _BLOCKADE))


def unescorted(tables: Tables) -> tuple[tuple[str, Fraction], ...]:
    """What becomes of an unescorted transport (F.7.e)."""
    return tuple((_TRANSPORT[code], chance) for code, chance in _ordered(naval.transport_odds(tables), _TRANSPORT))


def _ordered(spread: Distribution[str], words: Mapping[str, str]) -> Iterable[tuple[str, Fraction]]:
    return ((code, spread[code]) for code in words)


# Fights


def _share(label: str, chance: Fraction, tone: str = "") -> Share:
    return Share(label, str(chance), float(chance), tone)


def fight(
    tables: Tables,
    attack: naval.Fleet,
    defend: naval.Fleet,
    chases: tuple[bool, bool] = (True, True),
    ports: tuple[bool, bool] = (True, True),
) -> Battle:
    """A naval combat before the dice: both forces, what modifies the die, exact odds, and what if. ``ports`` says which
    of attacker and defender has a port to go to when it is beaten (F.7.d).

    Raises `NapwidgetsError` if a force has no squadron.
    """
    if not attack.squadrons or not defend.squadrons:
        raise NapwidgetsError("Both forces need a squadron at least.")
    battle = naval.Battle((attack, defend))
    spread = naval.with_ports(naval.battle_odds(tables, battle, chases), ports)
    return Battle(
        f"Naval combat · {_odds_words(battle)}",
        (
            _party(tables, battle, naval.ATTACK, "Attacker", ports[naval.ATTACK]),
            _party(tables, battle, naval.DEFEND, "Defender", ports[naval.DEFEND]),
        ),
        (_losses(spread, naval.DEFEND, defend), _losses(spread, naval.ATTACK, attack), _once(tables, battle)),
        _chances(spread, battle),
    )


def _odds_words(battle: naval.Battle) -> str:
    big = naval.larger(battle)
    odds = naval.ratio(battle.forces[big].squadrons, battle.forces[1 - big].squadrons)
    return f"{odds.replace('-', ' to ')} for the {('attacker', 'defender')[big]}, who throws"


def _party(tables: Tables, battle: naval.Battle, which: int, title: str, port: bool) -> Party:
    force = battle.forces[which]
    lines = [Fact("squadrons", str(force.squadrons), "WAP F.7.b")]
    lines.append(Fact("morale", str(naval.morale(tables, force)), "WAP F.1.b"))
    if force.transports:
        lines.append(Fact("transports escorted", str(force.transports), "WAP F.7.e"))
    lines.append(Fact("port to flee to", "there is one" if port else "none: who is beaten is lost", "WAP F.7.d"))
    if which == naval.larger(battle):
        lines += [Fact(f"die: {name}", signed(value), cite) for name, value, cite in naval.combat_parts(tables, battle)]
    nation = "british" if force.english else "french"
    crew = "English" if force.english else "not English"
    who = f"{title}: {crew}{' under Nelson' if force.nelson else ''}"
    return Party(who, nation, tuple(lines), f"{force.squadrons} sq.")


def _gone(force: naval.Fleet) -> int:
    return force.sunk + force.captured


def _losses(spread: Distribution[naval.Battle], which: int, force: naval.Fleet) -> Spread:
    name = ("attacker", "defender")[which]
    lost = spread.map(lambda end: _gone(end.forces[which]))
    shares = tuple(_share(str(n), lost[n]) for n in range(force.squadrons + 1) if lost[n])
    return Spread(f"Squadrons the {name} loses in all", shares, "exact", "WAP F.7")


def _once(tables: Tables, battle: naval.Battle) -> Spread:
    """The first round alone."""
    after = distribution(lambda dice: naval.fight_round(tables, battle, dice))
    found: dict[str, Fraction] = {}
    for end, chance in after:
        who = ("attacker", "defender")[end.beaten]
        force = end.forces[end.beaten]
        what = "sunk" if force.sunk else "taken" if force.captured else "gives way"
        found[f"{who}: {what}"] = found.get(f"{who}: {what}", Fraction(0)) + chance
    order = [f"{who}: {what}" for who in ("defender", "attacker") for what in ("taken", "sunk", "gives way")]
    return Spread("The first round", tuple(_share(k, found[k]) for k in order if k in found), "exact", "WAP F.7.b")


_Event = Callable[[naval.Battle], bool]
_EVENTS: tuple[tuple[str, _Event], ...] = (
    ("Attacker wins the last round", lambda end: end.beaten == naval.DEFEND),
    ("Defender loses a squadron or more", lambda end: _gone(end.forces[naval.DEFEND]) > 0),
    ("Attacker loses a squadron or more", lambda end: _gone(end.forces[naval.ATTACK]) > 0),
    ("Defender is wiped out", lambda end: not end.forces[naval.DEFEND].squadrons),
    ("Attacker is wiped out", lambda end: not end.forces[naval.ATTACK].squadrons),
)


def _chances(spread: Distribution[naval.Battle], battle: naval.Battle, few: int = len(_EVENTS)) -> tuple[Share, ...]:
    found = [_share(words, spread.chance(event), "main" if not i else "") for i, (words, event) in enumerate(_EVENTS)]
    return tuple(found[:few])


#: In fights of more squadrons than this, both sides together, nobody waits for seven more of them.
QUICK = 14


#: What both forces of the form are said to be or to do until somebody says otherwise.
_FROM_THE_START = ("a:english", "a:nelson", "a:chase", "d:chase", "a:port", "d:port")


class Bench:
    """A fight at sea put together by hand (a `Sandbox`)."""

    title = "A fight at sea"

    def __init__(self, tables: Tables | None = None) -> None:
        self.tables = tables or Tables()

    def fields(self, values: Mapping[str, str]) -> Sequence[Field]:
        """The form: both forces, who pursues, and who has a port to go to."""
        start = dict.fromkeys(_FROM_THE_START, "1") | dict(values)
        found = []
        for side, group in (("a", "Attacker"), ("d", "Defender")):
            squadrons = start.get(f"{side}:squadrons", "3")
            found.append(Field(f"{side}:squadrons", "Squadrons", (), squadrons, 1, naval.MOST, group))
            for id, words in (
                ("english", "English"),
                ("nelson", "Nelson is with it"),
                ("towing", "Tows a prize"),
                ("repairing", "Repairs at sea"),
                ("chase", "Pursues when it wins"),
                ("port", "Has a port to flee to"),
            ):
                found.append(Field(f"{side}:{id}", words, _YES, start.get(f"{side}:{id}", "0"), group=group))
        return found

    def battle(self, values: Mapping[str, str]) -> Battle:
        """The fight that the values describe, with its exact odds and those with one thing changed."""
        v = {f.id: values.get(f.id, f.value) for f in self.fields(values)}
        found = self._fight(v)
        if int(v["a:squadrons"]) + int(v["d:squadrons"]) > QUICK:
            return found
        lines = [WhatIf("as it is", self._few(v))]
        lines += [WhatIf(words, self._few(v | change), tuple(change.items())) for words, change in self._changes(v)]
        return replace(found, what_if=tuple(lines))

    def _fight(self, v: Mapping[str, str]) -> Battle:
        chases, ports = ((v[f"a:{id}"] == "1", v[f"d:{id}"] == "1") for id in ("chase", "port"))
        return fight(self.tables, _force(v, "a"), _force(v, "d"), chases, ports)

    def _few(self, v: Mapping[str, str]) -> tuple[Share, ...]:
        labels = ("Attacker wins", "Defender loses ships", "Attacker loses ships")
        chances = self._fight(v).chances
        return tuple(Share(label, c.exact, c.chance) for label, c in zip(labels, chances, strict=False))

    @staticmethod
    def _changes(v: Mapping[str, str]) -> Iterable[tuple[str, dict[str, str]]]:
        for side, name in (("a", "the attacker"), ("d", "the defender")):
            number = int(v[f"{side}:squadrons"])
            yield f"one squadron more for {name}", {f"{side}:squadrons": str(min(naval.MOST, number + 1))}
            if number > 1:
                yield f"one squadron fewer for {name}", {f"{side}:squadrons": str(number - 1)}
        if v["a:nelson"] == "1" or v["d:nelson"] == "1":
            yield "without Nelson", {"a:nelson": "0", "d:nelson": "0"}
        elif v["a:english"] == "1" or v["d:english"] == "1":
            side = "a" if v["a:english"] == "1" else "d"
            yield "with Nelson", {f"{side}:nelson": "1"}
        if v["a:chase"] == "1" or v["d:chase"] == "1":
            yield "nobody pursues", {"a:chase": "0", "d:chase": "0"}


def _force(v: Mapping[str, str], side: str) -> naval.Fleet:
    """A force of the form; Nelson comes with an English one alone (F.8)."""
    yes = {id: v[f"{side}:{id}"] == "1" for id in ("english", "nelson", "towing", "repairing")}
    return manned(replace(naval.Fleet(int(v[f"{side}:squadrons"])), **yes))


def manned(force: naval.Fleet) -> naval.Fleet:
    """A force put together by hand; raises `NapwidgetsError` for Nelson among ships that are not English (F.8)."""
    if force.nelson and not force.english:
        why = "Nelson sails with English ships alone (WAP F.8): make that force English, or leave him out."
        raise NapwidgetsError(why)
    return force


def sandbox() -> Bench:
    """A fight at sea to put together by hand, for `BattleResolver.sandbox`."""
    return Bench()
