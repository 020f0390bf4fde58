"""How a campaign stands: the months, the goal, cities of both sides, Lloyd's rate, losses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napwidgets.board.display import Fact, Hour
from napwidgets.kernel.odds import percent
from napwidgets.systems.telling import MONTHS
from napwidgets.systems.wap.context import Context, names
from napwidgets.systems.wap.face.words import counted
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import ENGLISH, FRENCH, NEUTRAL, State
from napwidgets.systems.wap.states.victory import biggest_fleet, cities_in_words
from napwidgets.systems.wap.states.wars import peace_odds, war_odds
from napwidgets.systems.wap.trade.lloyds import LEVEL_WORDS, level
from napwidgets.systems.wap.trade.obligations import owed

_SEGMENTS = ("neutrals", "French side", "English side")
_CONQUEST = "with so many France has won as soon as England, Spain or Russia is conquered"
#: A track with more months than this shows other years as one box each.
MANY = 14


def track(x: Context, s: State) -> Sequence[Hour]:
    """The months; of a long war those of this year, and the other years as a box each."""
    setting = x.setting
    count = setting.scenario.turns.count
    year = setting.month(s.turn)[0]
    found: list[Hour] = []
    for turn in range(1, count + 1):
        here, month = setting.month(turn)
        if count > MANY and here != year:
            if turn == 1 or setting.month(turn - 1)[0] != here:
                found.append(Hour(turn, f"’{here % 100:02d}", "day", _history(x, str(here))))
            continue
        label = MONTHS[month - 1][:3]
        if turn == s.turn and s.ended is None:
            label = f"{label} {here} · {_SEGMENTS[s.segment]}"
        elif count <= MANY and (turn == 1 or month == 1):
            label = f"{label} {here}"
        found.append(Hour(turn, label, "day", _history(x, f"{here}-{month:02d}")))
    return found


def _history(x: Context, when: str) -> tuple[str, ...]:
    return tuple(note.text for note in x.setting.scenario.history if note.when == when)


def standing(x: Context, s: State) -> Sequence[Fact]:
    """What decides, and how near it is."""
    left = Fact("Months left after this one", str(x.setting.scenario.turns.count - s.turn), "C.3")
    return [*_goal(x, s), *_cities(x, s), left, *_rate(x, s), *_lost(x, s)]


def _goal(x: Context, s: State) -> Iterator[Fact]:
    goal = x.setting.scenario.goal
    if goal.kind == "junction":
        yield Fact("French squadrons together", f"{biggest_fleet(x, s)} of {goal.target}", "C", "in one port or sea")
    elif goal.kind == "rate":
        yield Fact("Lloyd's rate for a French victory", f"{goal.target} %", "K.8")
    elif goal.kind == "coalition":
        allies = sum(s.status[n] == ENGLISH for n in range(6))
        yield Fact("States against France", f"{allies}; {goal.target} are needed", "C")
    else:
        yield Fact("Most production cities win", "or a conquest", "C.1, C.2")


def _cities(x: Context, s: State) -> Iterator[Fact]:
    if x.setting.scenario.goal.kind == "cities":
        yield Fact("Production cities", cities_in_words(x, s), "C.2")
        enough = x.tables.victory["cities with a conquest"]
        yield Fact("French cities for a conquest", f"{x.production_cities(s, FRENCH)} of {enough}", "C.1.a", _CONQUEST)
    else:
        numbers = [x.production_cities(s, side) for side in (FRENCH, ENGLISH, NEUTRAL)]
        yield Fact("Production cities", "French {}, English {}, neutral {}".format(*numbers), "C.2")
    for status, word in ((FRENCH, "With France"), (ENGLISH, "Against France"), (NEUTRAL, "Neutral")):
        found = [NATIONS[n] for n in range(6) if s.status[n] == status]
        if found:
            yield Fact(word, names(found), "G.1")


def _rate(x: Context, s: State) -> Iterator[Fact]:
    if not x.options.lloyds:
        return
    yield Fact("Lloyd's rate", f"{s.rate / 2:g} %: {LEVEL_WORDS[level(x.tables, s.rate)]}", "K.8.e")
    for duty in owed(x, s):
        yield Fact("England owes", f"{duty.text}{' (met)' if duty.met else ''}", duty.cite.removeprefix("WAP "))


def _lost(x: Context, s: State) -> Iterator[Fact]:
    yield Fact("Squadrons lost", f"French side {s.losses[0]}, English side {s.losses[1]}", "F.7.b")
    for war in s.wars:
        away, peace = f"{sum(war.count)} strength points away", ""
        if s.ended is None and s.turn < x.setting.scenario.turns.count:
            peace = f"; peace next month with {percent(peace_odds(x, s, war))}"
        yield Fact(f"{NATIONS[war.nation]} fights overseas", f"{away}{peace}", "G.2")
    for nation, enemy, chance in war_odds(x, s):
        yield Fact(f"{NATIONS[nation]} at war with {enemy} when January comes", percent(chance), "G.2.a")
    for captives in s.captives:
        held = sum(captives.count)
        ships = captives.squadrons + captives.transports
        words = " and ".join(
            ([counted(held, "strength point")] if held else []) + ([counted(ships, "ship")] if ships else [])
        )
        yield Fact(f"{NATIONS[captives.captor]} holds prisoners of {NATIONS[captives.nation]}", words, "G.3")
