"""G.1.f, H, I. Cities change hands; minors follow them or are made; majors are conquered and come back.

Readings 15 to 19, 71, 105, 106, 109 and 114 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from fractions import Fraction

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.forces import NONE, RISING, plus
from napwidgets.systems.wap.ground import Layout, layout
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, NATIONS, SPAIN
from napwidgets.systems.wap.state import ENGLISH, FRENCH, NEUTRAL, OFF, Army, State
from napwidgets.systems.wap.states.politics import (
    call_home,
    capture,
    free_prisoners,
    set_master,
    to_pool,
    turn_state,
)
from napwidgets.systems.wap.states.victory import check_conquest
from napwidgets.systems.wap.step import Step
from napwidgets.systems.wap.tables import MadeRow

#: Troops that stay with France even if their country falls (I.3.c, reading 17).
FAITHFUL = tuple(NATIONS.index(name) for name in ("Poland", "North Italy", "Switzerland"))
_LOYAL_FROM = 4
_SIDES = {FRENCH: "the French side", ENGLISH: "the anti-French side"}


def settle(x: Context, s: State, log: Log) -> State:
    """Who holds what after a march or a combat: cities, minors, conquests, and whether that wins the game."""
    before, side_of = s, x.standing(s).faction
    now = layout(x, s)
    # Where nobody came or went there is nothing new to settle, as long as all cities are whose they were.
    among = now.unsettled if now.control is s.control else None
    for city, side in _alone_in(now, x.setting.city_at, among):
        if _may_change(x, s, city, side, side_of):
            here = x.armies_at(s, x.setting.city_hex[city])
            # A minor that fell a moment ago may have taken these troops to another side.
            if armies := [army for army in here if x.army_faction(s, army) == side]:
                s = _occupy(x, s, city, side, armies, log)
    if s is not before:
        return _conquests(x, s, log)
    now.unsettled, now.control = frozenset(), s.control
    return s


def _may_change(x: Context, s: State, city: int, side: int, side_of: Sequence[int]) -> bool:
    """Whether a city may become another's when a faction alone stands there, or a state be made or fall: `_occupy`
    says what does.
    """
    setting = x.setting
    if side_of[s.control[city]] != side:
        return True
    if city not in setting.ruled_from and city not in setting.made_at:
        return False
    # Who stood with whom as it began may have changed a moment ago.
    row, ruled = setting.made_at.get(city), setting.ruled_from.get(city, ())
    made = row is not None and s.masters[NATIONS.index(row.name)] < 0
    return made or not x.friendly_city(s, city, side) or any(x.faction(s, minor) != side for minor in ruled)


def _alone_in(now: Layout, city_at: Mapping[int, int], among: Set[int] | None = None) -> list[tuple[int, int]]:
    """The cities before which one faction stands that fights and no other, with that faction; nobody else is inside:
    all of them, or those in some hexes.
    """
    found = []
    for side, other in ((FRENCH, ENGLISH), (ENGLISH, FRENCH)):
        mine, theirs = now.field[side].keys(), now.field[other]
        for hex in (mine if among is None else mine & among) & city_at.keys():
            if hex not in theirs and not (hex in now.besieged and _shut_in(now, hex, side)):
                found.append((city_at[hex], side))
    return sorted(found)


def _shut_in(now: Layout, hex: int, side: int) -> bool:
    """Whether somebody is inside a city who is not of that side, nor of the neutrals before it."""
    allowed = (side, NEUTRAL) if hex in now.field[NEUTRAL] else (side,)
    return any(now.armies[i].inside and now.side[i] not in allowed for i in now.at[hex])


def _occupy(x: Context, s: State, city: int, side: int, armies: list[Army], log: Log) -> State:
    """A faction alone holds a city."""
    row = x.setting.made_at.get(city)
    if row and s.masters[NATIONS.index(row.name)] < 0 and any(army.nation == FRANCE for army in armies):
        return _make(x, s, NATIONS.index(row.name), city, row, log)
    ruled = next((n for n in x.setting.ruled_from.get(city, ()) if s.masters[n] >= 0), -1)
    if ruled >= 0:
        return s if x.faction(s, ruled) == side else _minor_falls(x, s, ruled, side, armies, log)
    if x.friendly_city(s, city, side):
        return s
    home = x.setting.home[city]
    if home < 6 and s.control[city] == home and s.status[home] == NEUTRAL and not s.conquered[home]:
        return s  # who stands in a neutral's city in peace has not taken it (G.1.m)
    if home < len(s.conquered) and s.conquered[home]:
        if side != s.conquered[home] and s.control[city] == home:
            return s
        s = _vacated(x, s, home, city, log)
    holder = home if s.masters[home] >= 0 and x.faction(s, home) == side else _taker(x, s, armies)
    name = x.setting.cities[city].name
    say(log, "city", f"{name} is in the hands of {NATIONS[holder]}.", "G.1.f", hexes=[x.setting.city_hex[city]])
    return x.take(s, city, holder)


def _vacated(x: Context, s: State, nation: int, city: int, log: Log) -> State:
    """The troops of a conquered state that its conqueror finds in a city go to its force pool, with their leaders
    (I.2.c).
    """
    hex = x.setting.city_hex[city]
    gone = [army for army in s.armies if army.hex == hex and army.nation == nation and army.under < 0]
    if not gone or city == x.setting.capital[nation]:
        return s
    for army in gone:
        s = to_pool(s, nation, army.count)
    who = f"The troops of {NATIONS[nation]} in {x.setting.cities[city].name}"
    say(log, "vacated", f"{who} go to its force pool.", "I.2.c", hexes=[hex])
    for i, leader in enumerate(s.leaders):
        if leader.place == hex and x.setting.leader_nation[i] == nation and i != x.setting.nelson:
            s = s.leader(i, place=OFF, inside=False)
    return x.with_armies(s, [army for army in s.armies if army not in gone])


def _taker(x: Context, s: State, armies: list[Army]) -> int:
    """The major whose troops are the most in a hex: it controls the city (C.2.b)."""
    sums: dict[int, int] = {}
    for army in armies:
        major = x.major_of(s, army.serves)
        sums[major] = sums.get(major, 0) + sum(army.count)
    return max(sorted(sums), key=sums.__getitem__)


# Minors (G.1.f, H, I.3)


def _make(x: Context, s: State, minor: int, city: int, row: MadeRow, log: Log) -> State:
    """French troops make a minor state; others that it takes the place of are no more (H.1)."""
    say(log, "minor-made", f"{row.name} is made a state under France.", "H.1", hexes=[x.setting.city_hex[city]])
    s = x.take(set_master(s, minor, FRANCE), city, minor)
    for name in row.ends:
        old = NATIONS.index(name)
        s = _end(x, s, old, minor, log)
    return s


def _end(x: Context, s: State, old: int, heir: int, log: Log) -> State:
    """A minor ceases: its troops, those in captivity as well, and its force pool pass to the one that takes its place
    (reading 15); those in the service of a third state stay there (J.3.d).
    """
    going = [army for army in s.armies if army.nation == old and army.under < 0]
    armies = [replace(army, nation=heir) if army in going else army for army in s.armies]
    held = [c for c in s.captives if c.nation == old and c.under < 0]
    counts = [army.count for army in going] + [c.count for c in held] + [s.pools[old]]
    moved = sum(map(sum, counts))
    s = x.with_armies(replace(s, captives=tuple(c for c in s.captives if c not in held)), armies)
    for c in held:
        s = capture(s, c.captor, heir, c.count)
    s = s.pool(heir, plus(s.pools[heir], s.pools[old])).pool(old, NONE)
    control = bytes(heir if n == old else n for n in s.control)
    tally = {f"strength of {NATIONS[old]}": -moved, f"strength of {NATIONS[heir]}": moved} if moved else {}
    say(log, "minor-ends", f"{NATIONS[old]} becomes part of {NATIONS[heir]}.", "H.1", tally=tally)
    return replace(set_master(s, old, -1), control=control)


def _minor_falls(x: Context, s: State, minor: int, side: int, armies: list[Army], log: Log) -> State:
    """The other side takes a minor's production city: the state is its own now (G.1.f, I.3)."""
    before, master = s.masters[minor], _taker(x, s, armies)
    say(
        log,
        "minor-falls",
        f"{NATIONS[minor]} passes to {_SIDES[side]}, under {NATIONS[master]}.",
        "G.1.f",
        "I.3",
        hexes=[x.setting.city_hex[x.setting.capital[minor]]],
    )
    return set_master(s, minor, master).push(MinorTroops(minor, before))


def _loyal(minor: int, dice: Dice) -> bool:
    return dice.roll(f"the troops of {NATIONS[minor]}") >= _LOYAL_FROM


def loyalty_odds(minor: int) -> Fraction:
    """The exact chance that the troops of a minor which falls serve the new master (I.3.b)."""
    return distribution(lambda dice: _loyal(minor, dice))[True]


class MinorTroops(Step, frozen=True, tag="minor-troops"):
    """A die says what the troops of a conquered minor do: 1 to 3 they disperse, else they serve the new master
    (I.3.b); some stay with France whatever happens (I.3.c).
    """

    minor: int
    before: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        now = s.masters[self.minor]
        # Who is under another state (the German Legion, J.3.d) has no part in it, unless that state is master now.
        back = (self.minor, now)
        s = x.with_armies(s, [replace(a, under=-1) if (a.nation, a.under) == back else a for a in s.armies])
        mine = [a for a in s.armies if a.nation == self.minor and a.under < 0]
        if not mine:
            return s
        name = NATIONS[self.minor]
        if self.before == FRANCE and self.minor in FAITHFUL:
            say(log, "faithful", f"The troops of {name} stay with France.", "I.3.c")
            return x.with_armies(s, [replace(a, under=FRANCE) if a in mine else a for a in s.armies])
        serves = _loyal(self.minor, dice)
        others = [army for army in s.armies if army not in mine]
        if not serves:
            say(log, "disperse", f"The troops of {name} go home to their force pool.", "I.3.b")
            for army in mine:
                s = to_pool(s, army.nation, army.count)
            return x.with_armies(s, others)
        say(log, "serve", f"The troops of {name} serve their new master.", "I.3.b")
        parted = [self._part(x, s, army) for army in mine]
        for army in (army for army in parted if army.hex < 0):
            s = to_pool(s, army.nation, army.count)
        return x.with_armies(s, [*others, *(army for army in parted if army.hex >= 0)])

    def _part(self, x: Context, s: State, army: Army) -> Army:
        """Troops in a hex with their former friends step aside into an empty hex; without one they disperse (-1)."""
        army = replace(army, under=-1, inside=False)
        foe = x.enemies(x.faction(s, self.minor))
        if not any(a.nation != self.minor and x.army_faction(s, a) == foe for a in x.armies_at(s, army.hex)):
            return army
        land = layout(x, s).land
        free = (way.hex for way in x.setting.ways[army.hex] if not (land[way.hex] or x.armies_at(s, way.hex)))
        return replace(army, hex=next(free, -1))


# Majors (I.1, I.2)


def _conquests(x: Context, s: State, log: Log) -> State:
    for major in range(6):
        if not s.conquered[major] and s.status[major] != NEUTRAL and lost(x, s, major):
            s = conquer(x, s, major, log)
    return s


def lost(x: Context, s: State, major: int) -> bool:
    """Whether all production cities of a major are in foreign hands (I.1, reading 16)."""
    cities = x.cities_of(s, major)
    if major == ENGLAND:
        cities = [c for c in cities if x.setting.cities[c].name != "Dublin"]
    away = [c for c in cities if x.foreign(s, c, major)]
    if major != FRANCE:
        return len(away) == len(cities)
    choice = sum(x.setting.cities[c].production == "choice" for c in away)
    return len(away) > choice >= x.tables.production["french cities of choice"]


def conquer(x: Context, s: State, major: int, log: Log) -> State:
    """A major is conquered (I.2): neutral, its troops abroad gone, its prisoners free; then it may win the game."""
    side = x.enemies(s.status[major])
    say(
        log,
        "conquest",
        f"{NATIONS[major]} is conquered.",
        "I.1",
        "I.2",
        hexes=[x.setting.city_hex[x.setting.capital[major]]],
    )
    s = replace(
        s,
        conquered=(*s.conquered[:major], side, *s.conquered[major + 1 :]),
        ever=tuple(sorted({*s.ever, major})),
        withdrew=False,
    )
    s = call_home(x, s, (major,), log, disband=True)
    s = turn_state(x, s, major, NEUTRAL, log, "I.2.a")
    # Its satellites were not conquered: they stand alone until somebody holds their city (G.1.f, reading 71).
    for minor in range(6, len(NATIONS)):
        if s.masters[minor] == major:
            s = set_master(s, minor, minor)
    if major == AUSTRIA and side == FRENCH and not s.pressburg:
        s = _pressburg(x, s, log)
    return check_conquest(x, free_prisoners(x, s, (major,), log), major, side, log)


def _pressburg(x: Context, s: State, log: Log) -> State:
    """Austria's first peace costs it Venice, which goes to North Italy (I.2.i, reading 18)."""
    italy = NATIONS.index("North Italy")
    say(log, "pressburg", "The Peace of Pressburg: Venice goes to North Italy.", "I.2.i")
    return replace(x.take(s, x.setting.city_number["Venice"], italy), pressburg=True)


def recover(x: Context, s: State, log: Log) -> State:
    """A conquered major whose force pool holds no land unit that it could deploy is a neutral like others (I.2.a,
    I.2.f): a state that has no enemy in its land raises no militia and partisans (J.4.d, reading 106).
    """
    for major in range(6):
        bound = RISING if major == SPAIN and not x.invader_in(s, SPAIN) else ()
        if s.conquered[major] and not any(n for kind, n in enumerate(s.pools[major]) if kind not in bound):
            s = replace(s, conquered=(*s.conquered[:major], 0, *s.conquered[major + 1 :]))
            say(log, "recovered", f"{NATIONS[major]} has its army back and may choose a side again.", "I.2.f")
    return s
