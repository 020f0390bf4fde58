"""G.2. Foreign wars: England's with America, Russia's with Turkey, and the troops and ships that they take.

Reading 68 of docs/rules/wap.md applies here.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.forces import NONE, Count, minus, plus
from napwidgets.systems.wap.ground import layout
from napwidgets.systems.wap.setting import ENGLAND, NATIONS, RUSSIA
from napwidgets.systems.wap.state import FIT, NEUTRAL, OFF, State, War, zone_of
from napwidgets.systems.wap.step import Step

#: The states that may go to war overseas, and with whom (G.2.a).
OVERSEAS = ((ENGLAND, "America"), (RUSSIA, "Turkey"))


def _may_begin(s: State, nation: int) -> bool:
    """One war with America in the whole campaign (G.2.f); with Turkey one after the other (G.2.g)."""
    return not (nation == ENGLAND and s.fought_america) and all(war.nation != nation for war in s.wars)


def _begins(x: Context, s: State, at: int, year: int, dice: Dice) -> bool:
    """The die of a January for a foreign war; raids a year before make one with America likelier (G.2.a, K.8.c)."""
    row, (nation, enemy) = x.tables.wars[at], OVERSEAS[at]
    limit = row.begins_raided if at == 0 and year - 1 in s.raided_america else row.begins
    return dice.roll(f"war of {NATIONS[nation]} with {enemy}") <= limit


def war_odds(x: Context, s: State) -> Iterator[tuple[int, str, Fraction]]:
    """The exact chances of foreign wars next January, as things stand: the state, its enemy, the chance (G.2.a)."""
    year, month = x.setting.month(s.turn)
    # The dice of a January fall in the French Alliance Phase.
    waits = s.segment == NEUTRAL or any(isinstance(step, ForeignWars) for step in s.agenda)
    ahead = s.turn if month == 1 and waits else s.turn + 13 - month
    if s.ended is not None or ahead > x.setting.scenario.turns.count:
        return
    year = x.setting.month(ahead)[0]
    for at, (nation, enemy) in enumerate(OVERSEAS):
        if _may_begin(s, nation):
            yield nation, enemy, distribution(lambda dice, at=at: _begins(x, s, at, year, dice))[True]  # type: ignore[misc]


class ForeignWars(Step, frozen=True, tag="foreign-wars"):
    """Each January the French player throws for a war of England with America and of Russia with Turkey (G.2.a)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s, year = s.pop(), x.setting.month(s.turn)[0]
        for at, (nation, enemy) in enumerate(OVERSEAS):
            row = x.tables.wars[at]
            if not _may_begin(s, nation):
                continue
            if _begins(x, s, at, year, dice):
                say(log, "war", f"{NATIONS[nation]} is at war with {enemy}.", "G.2.b" if at == 0 else "G.2.c")
                war = War(nation, s.turn, NONE, owed=row.count, owed_ships=(row.squadrons, row.transports))
                s = replace(s, wars=(*s.wars, war), fought_america=s.fought_america or nation == ENGLAND)
        # A raid of this very January counts for the next one (K.8.c).
        return send_to_wars(x, replace(s, raided_america=tuple(y for y in s.raided_america if y >= year)), log)


def send_to_wars(x: Context, s: State, log: Log) -> State:
    """Troops owed to foreign wars go there, from the map or the force pool (G.2.e)."""
    for at, war in enumerate(s.wars):
        if not any(war.owed) and not any(war.owed_ships):
            continue
        s, found = _levy(x, s, war)
        ships = _ships(x, s, war)
        if not any(found) and not any(ships):
            continue
        s = _take_ships(x, s, war.nation, ships)
        now = replace(
            war,
            count=plus(war.count, found),
            squadrons=war.squadrons + ships[0],
            transports=war.transports + ships[1],
            owed=minus(war.owed, found),
            owed_ships=(war.owed_ships[0] - ships[0], war.owed_ships[1] - ships[1]),
        )
        s = replace(s, wars=(*s.wars[:at], now, *s.wars[at + 1 :]))
        say(log, "war", f"{NATIONS[war.nation]} sends troops to its foreign war.", "G.2.e")
    return s


def _levy(x: Context, s: State, war: War) -> tuple[State, tuple[int, ...]]:
    """What a state can send: from armies that are not besieged, those at home and the biggest first, then from its
    force pool (G.2.e, reading 68).
    """
    found, armies = NONE, list(s.armies)
    free = [i for i, a in enumerate(armies) if a.nation == war.nation and not a.inside and a.under < 0]
    for i in sorted(free, key=lambda i: (x.setting.owner[armies[i].hex] != war.nation, -sum(armies[i].count), i)):
        part = _least(armies[i].count, minus(war.owed, found))
        found = plus(found, part)
        armies[i] = replace(armies[i], count=minus(armies[i].count, part))
    pool = _least(s.pools[war.nation], minus(war.owed, found))
    s = s.pool(war.nation, minus(s.pools[war.nation], pool))
    return x.with_armies(s, armies), plus(found, pool)


def _least(a: Count, b: Count) -> Count:
    return tuple(min(m, n) for m, n in zip(a, b, strict=True))


def _sendable(x: Context, s: State, nation: int) -> list[int]:
    """The ships that can be sent to a foreign war, by number: fit ones on the map, not in a besieged port, with nobody
    on board. Those in port go first, those at sea last, and Nelson's after others (reading 68).
    """
    shut = layout(x, s).besieged
    found = [
        i
        for i, f in enumerate(s.fleets)
        if f.nation == nation and f.condition == FIT and not any(f.aboard) and not x.is_global(f.place)
        if not (f.inside and f.place in shut)
    ]
    key = [(x.with_nelson(s, f), not f.inside, zone_of(f.place)) for f in s.fleets]
    return sorted(found, key=lambda i: (key[i], i))


def _ships(x: Context, s: State, war: War) -> tuple[int, int]:
    squadrons, transports = s.docks[war.nation]
    afloat = [s.fleets[i] for i in _sendable(x, s, war.nation)]
    return (
        min(war.owed_ships[0], squadrons + sum(f.squadrons for f in afloat)),
        min(war.owed_ships[1], transports + sum(f.transports for f in afloat)),
    )


def _take_ships(x: Context, s: State, nation: int, ships: tuple[int, int]) -> State:
    left, fleets, nelson = list(ships), list(s.fleets), s.leaders[x.setting.nelson]
    escorted = any(x.with_nelson(s, f) for f in s.fleets)
    for i in _sendable(x, s, nation):
        f = fleets[i]
        a, b = min(left[0], f.squadrons), min(left[1], f.transports)
        left = [left[0] - a, left[1] - b]
        fleets[i] = replace(f, squadrons=f.squadrons - a, transports=f.transports - b)
    squadrons, transports = s.docks[nation]
    s = x.with_fleets(s.dock(nation, squadrons - left[0], transports - left[1]), fleets)
    if escorted and not nelson.inside and not any(x.with_nelson(s, f) for f in s.fleets):
        return s.leader(x.setting.nelson, place=OFF)  # nobody is left whom he could sail with (F.8.h)
    return s


def _enemy(war: War) -> str:
    return "America" if war.nation == ENGLAND else "Turkey"


def _over(x: Context, war: War, turn: int, dice: Dice) -> bool:
    """Throw for the end of a foreign war at the beginning of a month."""
    row = x.tables.wars[0 if war.nation == ENGLAND else 1]
    limit = row.ends_later if turn - war.since >= 12 else row.ends
    return dice.roll(f"peace between {NATIONS[war.nation]} and {_enemy(war)}") >= limit


def peace_odds(x: Context, s: State, war: War) -> Fraction:
    """The exact chance that a foreign war ends when the next month begins (G.2.d)."""
    return distribution(lambda dice: _over(x, war, s.turn + 1, dice))[True]


def end_wars(x: Context, s: State, dice: Dice, log: Log) -> State:
    """Each turn a die may end a foreign war; its troops go to the force pool (G.2.d)."""
    for war in s.wars:
        if _over(x, war, s.turn, dice):
            say(log, "peace", f"{NATIONS[war.nation]} makes peace with {_enemy(war)}.", "G.2.d")
            squadrons, transports = s.docks[war.nation]
            s = s.pool(war.nation, plus(s.pools[war.nation], war.count))
            s = s.dock(war.nation, squadrons + war.squadrons, transports + war.transports)
            s = replace(s, wars=tuple(other for other in s.wars if other is not war))
    return s
