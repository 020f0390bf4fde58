"""37.1 and 37.4. The sky in words: its name, and what it does, read off the table of its effects."""

from __future__ import annotations

from collections.abc import Iterator

from napwidgets.systems.mop.bound import scenario, tables
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.tables import Sky, Tables
from napwidgets.systems.mop.weather import dusk, sky_of
from napwidgets.systems.tactical.core.weather import FULL
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.telling import sentence

#: Each kind of weather as a heading.
TITLES = {
    "fair": "Fair",
    "cloudy": "Cloudy",
    "frost": "Frost",
    "mud": "Mud",
    "rain": "Rain",
    "fog": "Fog",
    "snow": "Snow",
    "snowstorm": "Snowstorm",
}


def title(x: Context, s: State) -> str:
    """The sky of a position as a heading, with what the hour adds to it."""
    name = TITLES.get(s.sky, sentence(s.sky))
    if x.setting.night(s.turn):
        return f"{name}, night"
    return f"{name}, dusk" if dusk(x, s.turn) else name


def effects(figures: Tables, sky: Sky) -> tuple[str, ...]:
    """What a sky does, each thing a few words (37.4); nothing for one that does nothing."""
    return tuple(_effects(figures, sky))


def _effects(figures: Tables, sky: Sky) -> Iterator[str]:
    if sky.sight < figures.limits["visibility day"]:
        yield f"sight {sky.sight} {'hex' if sky.sight == 1 else 'hexes'}"
    if not sky.bombards:
        yield "no bombardment"
    elif sky.bombards < FULL:
        yield f"bombardment {sky.bombards} {'hex' if sky.bombards == 1 else 'hexes'}, {_cut(sky.bombardment)}"
    if sky.guns != 100:
        yield f"guns {_cut(sky.guns)} in assault"
    if sky.infantry != 100:
        but = "" if sky.at_infantry == sky.infantry else " except against infantry"
        yield f"infantry {_cut(sky.infantry)}{but}"
    if not sky.charges:
        yield "no charges"
    elif sky.charge != 100:
        yield f"charges {_cut(sky.charge)}"
    if sky.riding_down != 100:
        yield f"cavalry {_cut(sky.riding_down)} against it"
    if sky.slow > 1:
        yield f"guns and trains pay {'double' if sky.slow == 2 else f'{sky.slow} times'}"
    if not sky.builds:
        yield "no digging"


def _cut(percent: int) -> str:
    """A percentage as a change.

    >>> _cut(75), _cut(200)
    ('−25 %', '+100 %')
    """
    return f"{'+' if percent > 100 else '−'}{abs(percent - 100)} %"


def line(x: Context, s: State) -> str:
    """What the sky of a position does, in one line."""
    limits = x.tables.limits
    if x.setting.night(s.turn):
        return f"nobody enters a zone of control, sight {limits['visibility night']} hex"
    found = effects(tables(x), sky_of(x, s))
    # In the dark of the evening itself a bridge may be laid (37.1, 37.4).
    if scenario(x).pontoons and not tables(x).sky(s.sky).builds:
        found += ("no pontoon bridges",)
    far = f"sight {limits['visibility day']} hexes, {limits['visibility height']} from heights"
    clear = sky_of(x, s).sight >= limits["visibility day"]
    return " · ".join((far, *found) if clear else found)


def cites(x: Context, s: State) -> tuple[str, ...]:
    """The paragraphs that the sky of a position rests on."""
    if x.setting.night(s.turn):
        return ("NLC 23",)
    return ("MoP 37.4", "MoP 37.1") if dusk(x, s.turn) else ("MoP 37.4",)
