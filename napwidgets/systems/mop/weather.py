"""37.1 (Night PM) and 37.4. The sky: when it is rolled, what it does to sight, marches and fire.

Readings 4 and 5 of docs/rules/mop.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.systems.mop.bound import options, scenario, tables
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.tables import Sky
from napwidgets.systems.mop.telling import say
from napwidgets.systems.tactical.core.causes import Factors, Words
from napwidgets.systems.tactical.core.step import Step
from napwidgets.systems.tactical.core.weather import Weather
from napwidgets.systems.tactical.ground.context import Context, Log

#: The hours at which the sky is looked at again (37.4).
NOON, THREE = 12, 15
#: Each kind of weather, for a sentence.
NAMES = {
    "fair": "the sky is fair",
    "cloudy": "clouds, and nothing worse",
    "frost": "hard frost",
    "mud": "thaw and deep mud",
    "rain": "rain",
    "fog": "fog",
    "snow": "snow falls",
    "snowstorm": "a snowstorm",
}
WORDS: dict[str, Words] = {
    "weather": ("the weather", "MoP 37.4"),
    "dusk": ("in the dark", "MoP 37.1"),
}


def hour_of(x: Context, turn: int) -> int:
    """The hour of a turn, from 0 to 23."""
    return (int(scenario(x).turns.first.split(":")[0]) + turn - 1) % 24


def dusk(x: Context, turn: int) -> bool:
    """Whether a turn is a Night PM turn (37.1)."""
    return turn in scenario(x).turns.evening


def weather_turn(x: Context, turn: int) -> bool:
    """Whether the sky is rolled for: at first light, at noon and at 3 PM (37.4)."""
    if x.setting.night(turn) or dusk(x, turn):
        return False
    first = turn == 1 or x.setting.night(turn - 1)
    return first or hour_of(x, turn) in (NOON, THREE)


def as_it_was(x: Context) -> bool:
    """Whether the sky is that of the day, and not rolled for."""
    return bool(scenario(x).turns.skies and options(x).historical_weather)


def _changed(x: Context, s: State, turn: int, dice: Dice) -> tuple[str, str]:
    """The sky from a turn on, and what the one after must be."""
    if as_it_was(x):
        known: tuple[str, ...] = scenario(x).turns.skies
        past = sum(weather_turn(x, before) for before in range(1, turn))
        return known[min(past, len(known) - 1)], ""
    if s.then:
        return s.then, ""
    roll = dice.roll("the weather", 2) + scenario(x).turns.weather
    found: tuple[str, str] = tables(x).rolled(roll, hour_of(x, turn) >= NOON)
    return found


def sky_odds(x: Context, s: State, turn: int) -> Distribution[str]:
    """The exact chances of the sky at the next turn at which it changes (37.4)."""
    return distribution(lambda dice: _changed(x, s, turn, dice)[0])


class RollWeather(Step, frozen=True, tag="weather"):
    """The sky is rolled for (37.4), or is as it was on the day."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not weather_turn(x, s.turn):
            return s
        sky, then = _changed(x, s, s.turn, dice)
        say(log, "weather", f"The weather: {NAMES.get(sky, sky)}.", "37.4")
        return replace(s, sky=sky, then=then)


def sky_of(x: Context, s: State) -> Sky:
    """What the sky does now; at dusk the dark on top of it, the worse of the two (37.1)."""
    sky = tables(x).sky(s.sky)
    if not dusk(x, s.turn):
        return sky
    dark = tables(x).sky("dusk")
    return replace(
        sky,
        sight=min(sky.sight, dark.sight),
        bombards=min(sky.bombards, dark.bombards),
        guns=min(sky.guns, dark.guns),
        builds=sky.builds and dark.builds,
    )


def weather(x: Context, s: State) -> Weather:
    """What light and sky allow (37.3.2, 37.4): from a height one sees farther, unless the weather hides it."""
    limits = x.tables.limits
    if x.setting.night(s.turn):
        return Weather(limits["visibility night"], contact=False, fights=False)
    sky = sky_of(x, s)
    clear = sky.sight >= limits["visibility day"]
    far = limits["visibility height"] if clear else 0
    return Weather(sky.sight, far=far, bombards=sky.bombards, charges=sky.charges)


def in_weather(x: Context, s: State, u: int, kind: str, defending: bool, foes: Sequence[int]) -> Factors:
    """What the sky does to a unit's fire (37.4)."""
    info, sky = x.infos[u], sky_of(x, s)
    foot = any(x.infos[v].line for v in foes)
    if info.gun:
        cuts = [{"bombardment": sky.bombardment, "normal": sky.guns}.get(kind, 100)]
    elif info.line:
        cuts = [sky.at_infantry if foot else sky.infantry]
    else:
        cuts = [sky.charge] if kind == "charge" and not defending else []
        cuts += [sky.riding_down] if foot else []
    why = "dusk" if info.gun and dusk(x, s.turn) else "weather"
    return tuple((why, percent) for percent in cuts if percent != 100)


def through_mud(x: Context, s: State, u: int, mp: int) -> int:
    """Guns come half as far where hexes cost them twice as much (37.4)."""
    return mp // sky_of(x, s).slow if x.infos[u].gun else mp
