"""C. How a campaign ends: conquest, the count of cities, Napoleon killed, and the goals of the short scenarios.

Readings 19, 20 and 72 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from napwidgets.kernel.system import End
from napwidgets.systems.telling import names
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, NATIONS, RUSSIA, SPAIN
from napwidgets.systems.wap.state import ENGLISH, FRENCH, PRIZE, State

#: Why the cities are counted, and that in words.
LAST_MONTH, AGREED, YEAR_OVER, LOST_AGAIN, SHOT = range(5)
WHY = (
    "The last month is over.",
    "The players agree to end the war.",
    "A year without Napoleon has passed.",
    "Paris is lost again, and Napoleon goes to Saint Helena.",
    "Napoleon was shot.",
)
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
    figures = major, x.production_cities(s, FRENCH)
    return _end(x, s, End("conquest", "french", points(x, s), figures), log)


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
    return _counts_told(x, points(x, s))


def _counts_told(x: Context, counts: Iterable[tuple[str, int]]) -> str:
    named = dict(zip(x.setting.seats, x.setting.seat_names, strict=True))
    return ", ".join(f"{named[seat]} {n}" for seat, n in counts)


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
        s = verdict(x, s, log, "napoleon", YEAR_OVER)
    if s.ended is None and s.turn >= x.setting.scenario.turns.count:
        s = _last(x, s, log)
    return s


def _last(x: Context, s: State, log: Log) -> State:
    goal = x.setting.scenario.goal
    if goal.kind == "rate":
        won = s.rate >= 2 * goal.target
        return _end(x, s, End("rate", "french" if won else "english", figures=(s.rate,)), log)
    if goal.kind == "junction":
        most = biggest_fleet(x, s)
        won = most >= goal.target
        return _end(x, s, End("junction", "french" if won else "english", figures=(most,)), log)
    if goal.kind == "coalition":
        allies = tuple(n for n in range(6) if s.status[n] == ENGLISH)
        won = len(allies) >= goal.target
        return _end(x, s, End("coalition", "english" if won else "french", figures=allies), log)
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
        return _end(x, s, End("paris", "french", points(x, s)), log)
    return verdict(x, s, log, "cities", LAST_MONTH)


def verdict(x: Context, s: State, log: Log, ending: str, why: int) -> State:
    """The player with the most production cities wins; equals share the victory (C.2). ``why`` counts in `WHY`."""
    found = points(x, s)
    most = max(n for _, n in found)
    best = [seat for seat, n in found if n == most]
    return _end(x, s, End(ending, best[0] if len(best) == 1 else None, found, (why,)), log)


def _end(x: Context, s: State, ended: End, log: Log) -> State:
    say(log, "end", ". ".join(told(x, ended)), "C")
    return replace(s, ended=ended)


def told(x: Context, ended: End) -> tuple[str, str]:
    """An end in words: a title, and what decided."""
    in_short = {"rate": _rate_told, "junction": _junction_told, "coalition": _coalition_told}
    if (words := in_short.get(ended.ending)) is not None:
        return words(ended, x.setting.scenario.goal.target)
    if ended.ending == "conquest":
        major, cities = ended.figures
        return "France rules Europe", f"{NATIONS[major]} is conquered and France holds {cities} production cities."
    if ended.ending == "paris":
        text = "At the end of August 1815 French troops stand in Paris, and France was never conquered."
        return "The Empire stands", text
    named = dict(zip(x.setting.seats, x.setting.seat_names, strict=True))
    title = f"{named[ended.winner]} holds the most cities" if ended.winner is not None else "A shared victory"
    return title, f"{WHY[ended.figures[0]]} Production cities: {_counts_told(x, ended.points)}."


def _rate_told(ended: End, target: int) -> tuple[str, str]:
    title = "London can't pay" if ended.winner == "french" else "Lloyd's pays out and smiles"
    rate = ended.figures[0] / 2
    return title, f"Insurance at Lloyd's stands at {rate:g} %; the French needed {target} %."


def _junction_told(ended: End, target: int) -> tuple[str, str]:
    title = "The fleets have met" if ended.winner == "french" else "The blockade has held"
    return title, f"{ended.figures[0]} French and allied squadrons are together at most; {target} were needed."


def _coalition_told(ended: End, target: int) -> tuple[str, str]:
    title = "The coalition holds" if ended.winner == "english" else "The coalition is broken"
    allies = [NATIONS[n] for n in ended.figures]
    stand = "stand" if len(allies) > 1 else "stands"
    return title, f"Against France {stand} {names(allies) or 'nobody'}; {target} were needed."
