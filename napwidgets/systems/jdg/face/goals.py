"""How a campaign stands: the turns with their history, victory points, weather, the armistice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napwidgets.board.display import Fact, Hour
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.face.words import counted
from napwidgets.systems.jdg.germany import armistice
from napwidgets.systems.jdg.seasons import weather_odds
from napwidgets.systems.jdg.setting import WEEKS, other
from napwidgets.systems.jdg.state import FRENCH, OTHER, State
from napwidgets.systems.jdg.victory import account, held
from napwidgets.systems.telling import MONTHS, weighed


def short_name(x: Context, turn: int) -> str:
    """A turn in few letters: ``late Apr``, ``2nd week Feb``."""
    _, number, part = x.setting.turn_date(turn)
    month = MONTHS[number - 1][:3]
    if x.setting.scenario.turns.span == "week":
        return f"{WEEKS[part - 1]} week {month}"
    return f"early {month}" if part == 1 else f"late {month}"


def track(x: Context, s: State) -> Sequence[Hour]:
    """The turns, each with what history tells of it."""
    found, scenario = [], x.setting.scenario
    for turn in range(1, scenario.turns.count + 1):
        year, month, part = x.setting.turn_date(turn)
        label = short_name(x, turn)
        if turn == 1 or (month, part) == (1, 1):
            label += f" {year}"
        if turn == s.turn and s.ended is None:
            label = f"{label} · {x.setting.side_names[s.active]}"
        notes = tuple(note.text for note in scenario.history if note.turn == turn)
        found.append(Hour(turn, label, "rain" if turn == s.turn and s.weather.name != "Clear" else "day", notes))
    return found


def standing(x: Context, s: State) -> Sequence[Fact]:
    """Victory points of both sides and what they come from, and what else decides."""
    return [*_points(x, s), *_places(x, s), *_time(x, s)]


def _points(x: Context, s: State) -> Iterator[Fact]:
    accounts = [account(x, s, side) for side in (FRENCH, OTHER)]
    for side, a in enumerate(accounts):
        parts = f"{a.places} for places, {a.battles} for battles and captives, {a.losses} for losses"
        yield Fact(f"Points of the {x.setting.side_names[side]}", str(a.total), "JDG 9", parts)
    edge, needed = accounts[FRENCH].total - accounts[OTHER].total, x.tables.victory["wins by"]
    if s.ended is None:
        leader = x.setting.side_names[FRENCH if edge > 0 else OTHER]
        draw = f"a draw: {needed} points more win"
        yield Fact("As it stands", draw if abs(edge) < needed else f"the {leader} win", "JDG 9")
    lost = ", ".join(f"{x.setting.side_names[side]} {s.lost[side]}" for side in (FRENCH, OTHER))
    yield Fact("Strength points lost", lost, "JDG 9")


def _places(x: Context, s: State) -> Iterator[Fact]:
    for side in (FRENCH, OTHER):
        mine = [f"{x.box(box)} {points}" for box, points, has in held(x, s, side) if has]
        if mine:
            yield Fact(f"Held by the {x.setting.side_names[side]}", ", ".join(mine), "JDG 9")


def _time(x: Context, s: State) -> Iterator[Fact]:
    left = x.setting.scenario.turns.count - s.turn
    yield Fact("Turns left after this one", str(left), "JDG 2")
    yield Fact("Weather", s.weather.name + (", Mud to follow" if s.weather.mud_next else ""), "JDG 3.1")
    if left > 0 and s.ended is None and not s.in_truce and not s.weather.mud_next:
        then = weather_odds(x.tables, x.setting.month(s.turn + 1), s.weather).map(lambda sky: sky.name)
        yield Fact("Weather next turn", weighed(then), "JDG 3.1")
    if s.in_truce:
        yield Fact("Armistice until", x.setting.turn_name(s.resume), "JDG Armistice")
    elif s.truce and not armistice.declared(s):
        yield Fact("Armistice due", x.setting.turn_name(s.truce), "JDG Armistice")
    for side in (FRENCH, OTHER):
        if s.hands[side]:
            name = x.setting.side_names[side]
            yield Fact(f"Event cards of the {name}", counted(len(s.hands[side]), "card"), "JDG 1813 Cards")
    if s.ended is not None:
        return
    foe = other(s.active)
    yield Fact("On the move", f"the {x.setting.side_names[s.active]}; then the {x.setting.side_names[foe]}"
               if s.active == s.first else f"the {x.setting.side_names[s.active]}", "JDG 2")  # fmt: skip
