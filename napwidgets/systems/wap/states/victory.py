"""C. How a campaign ends: conquest, the count of cities, Napoleon killed, and the goals of the short scenarios.

Readings 19, 20 and 72 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.system import Outcome
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, NATIONS, RUSSIA, SPAIN
from napwidgets.systems.wap.state import ENGLISH, FRENCH, PRIZE, State

#: The majors whose conquest can win the campaign for France (C.1.a).
PRIZES = (ENGLAND, SPAIN, RUSSIA)


def check_conquest(x: Context, s: State, major: int, side: int, log: Log) -> State:
    """Whether the conquest of a major wins the campaign at once (C.1.a)."""
    return s if x.options.end_of_turn else _automatic(x, s, major, side, log)


def decides(x: Context, s: State, major: int, side: int) -> bool:
    """Whether the conquest of a major by a side wins the campaign for France as things stand (C.1.a)."""
    if side != FRENCH or major not in PRIZES or s.status[FRANCE] != FRENCH:
        return False
    return x.production_cities(s, FRENCH) >= x.tables.victory["cities with a conquest"]


def _automatic(x: Context, s: State, major: int, side: int, log: Log) -> State:
    if s.ended is not None or not decides(x, s, major, side):
        return s
    cities = x.production_cities(s, FRENCH)
    text = f"{NATIONS[major]} is conquered and France holds {cities} production cities."
    return _end(s, Outcome("conquest", "french", "France rules Europe", text, points(x, s)), log)


def points(x: Context, s: State) -> tuple[tuple[str, int], ...]:
    """Production cities of each seat (C.2); those that Spain controls count twice for a Spanish player (D.3.f)."""
    counts = [0] * len(x.setting.seats)
    spanish = x.setting.seat_of_major.get(SPAIN, -1)
    seen: set[int] = set()
    for nation in range(len(NATIONS)):
        for city in x.setting.production[nation] if s.masters[nation] >= 0 else ():
            seat = in_possession(x, s, city)
            if city not in seen and seat >= 0:
                counts[seat] += 2 if seat == spanish else 1
            seen.add(city)
    choice = [c for c in sorted(seen) if x.setting.cities[c].production == "choice"]
    held = sum(in_possession(x, s, c) == 0 for c in choice)
    counts[0] -= max(0, held - x.tables.production["french cities of choice"])
    return tuple(zip(x.setting.seats, counts, strict=True))


def cities_in_words(x: Context, s: State) -> str:
    """Production cities of each player, as they count in the end (C.2), in words."""
    named = dict(zip(x.setting.seats, x.setting.seat_names, strict=True))
    return ", ".join(f"{named[seat]} {n}" for seat, n in points(x, s))


def in_possession(x: Context, s: State, city: int) -> int:
    """The seat that controls a city for the count (C.2.b): the one with most strength points in its hex, else its
    holder's; -1 for none (reading 72).
    """
    sums: dict[int, int] = {}
    for army in x.armies_at(s, x.setting.city_hex[city]):
        seat = x.army_seat(s, army)
        sums[seat] = sums.get(seat, 0) + sum(army.count)
    holder = x.commander(s, x.holder(s, city))
    return max(sorted(sums), key=lambda seat: (sums[seat], seat == holder), default=holder)


def check_turn(x: Context, s: State, log: Log) -> State:
    """At the end of a turn: conquest if it counts only now, Napoleon's fate, the last month (C.1 to C.3)."""
    if s.ended is not None:
        return s
    if x.options.end_of_turn:
        for major in PRIZES:
            s = _automatic(x, s, major, s.conquered[major], log)
    if s.ended is None and s.napoleon and s.turn >= s.napoleon + x.tables.victory["months after napoleon"]:
        s = verdict(x, s, log, "napoleon", "A year without Napoleon has passed.")
    if s.ended is None and s.turn >= x.setting.scenario.turns.count:
        s = _last(x, s, log)
    return s


def _last(x: Context, s: State, log: Log) -> State:
    goal = x.setting.scenario.goal
    if goal.kind == "rate":
        rate = s.rate / 2
        won = rate >= goal.target
        text = f"Insurance at Lloyd's stands at {rate:g} %; the French needed {goal.target} %."
        title = "London can't pay" if won else "Lloyd's pays out and smiles"
        return _end(s, Outcome("rate", "french" if won else "english", title, text), log)
    if goal.kind == "junction":
        most = biggest_fleet(x, s)
        won = most >= goal.target
        text = f"{most} French and allied squadrons are together at most; {goal.target} were needed."
        title = "The fleets have met" if won else "The blockade has held"
        return _end(s, Outcome("junction", "french" if won else "english", title, text), log)
    if goal.kind == "coalition":
        allies = [NATIONS[n] for n in range(6) if s.status[n] == ENGLISH]
        won = len(allies) >= goal.target
        text = f"Against France stand {', '.join(allies)}; {goal.target} were needed."
        title = "The coalition holds" if won else "The coalition is broken"
        return _end(s, Outcome("coalition", "english" if won else "french", title, text), log)
    return _final(x, s, log)


def biggest_fleet(x: Context, s: State) -> int:
    """The most squadrons of the French side in one port or sea (the goal of the scenario Trafalgar)."""
    sums: dict[int, int] = {}
    for f in s.fleets:
        if x.faction(s, f.nation) == FRENCH and f.condition != PRIZE:
            sums[f.place] = sums.get(f.place, 0) + f.squadrons
    return max(sums.values(), default=0)


def _final(x: Context, s: State, log: Log) -> State:
    """The last month of the war: French troops in Paris win (C.1.b), else the cities count (C.2)."""
    paris = x.setting.city_hex[x.setting.capital[FRANCE]]
    free = any(a.nation == FRANCE and a.hex == paris and not a.inside for a in s.armies)
    if free and s.status[FRANCE] == FRENCH and FRANCE not in s.ever and x.setting.month(s.turn) == (1815, 8):
        text = "At the end of August 1815 French troops stand in Paris, and France was never conquered."
        return _end(s, Outcome("paris", "french", "The Empire stands", text, points(x, s)), log)
    return verdict(x, s, log, "cities", "The last month is over.")


def verdict(x: Context, s: State, log: Log, ending: str, why: str) -> State:
    """The player with the most production cities wins; equals share the victory (C.2)."""
    found = points(x, s)
    most = max(n for _, n in found)
    best = [seat for seat, n in found if n == most]
    named = dict(zip(x.setting.seats, x.setting.seat_names, strict=True))
    title = f"{named[best[0]]} holds the most cities" if len(best) == 1 else "A shared victory"
    text = f"{why} Production cities: {cities_in_words(x, s)}."
    return _end(s, Outcome(ending, best[0] if len(best) == 1 else None, title, text, found), log)


def _end(s: State, outcome: Outcome, log: Log) -> State:
    say(log, "end", f"{outcome.title}. {outcome.text}", "C")
    return replace(s, ended=outcome)
