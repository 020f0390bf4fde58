"""JDG 3.1, MOP 37.4, CON 1 I: the weather to come, as the standing of a game tells it, is what the dice give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel.dice import TypedDice
from napwidgets.kernel.odds import Distribution
from napwidgets.systems.con.sequence import BeginTurn as ConTurn
from napwidgets.systems.jdg.seasons import Weather
from napwidgets.systems.jdg.sequence import BeginTurn as JdgTurn
from napwidgets.systems.mop.face.skies import TITLES
from napwidgets.systems.mop.weather import RollWeather, weather_turn
from napwidgets.systems.telling import weighed
from napwidgets.table.table import Table


def begun(scenario: str, options: dict[str, Any] | None = None) -> tuple[Any, Any, Any]:
    """A new game: its face, its rules, its position."""
    game = napwidgets.new_game(scenario, options, seed="sky")
    engine: Any = game.engine
    return Table(game).presenter, engine, game.state


def told(face: Any, s: Any, name: str) -> str:
    return next((fact.value for fact in face.standing(s) if fact.name.startswith(name)), "")


def thrown(names: Sequence[str]) -> str:
    """Names as they came at each throw, as they are told."""
    return weighed(Distribution({name: Fraction(n, len(names)) for name, n in Counter(names).items()}))


@pytest.mark.parametrize("scenario", ["jdg/danube-1805", "jdg/poland-1807"])
def test_jdg_3_1_the_weather_of_the_next_turn(scenario: str) -> None:
    face, engine, s = begun(scenario)
    for turn in (1, engine.setting.scenario.turns.count - 1):
        now = replace(s, turn=turn, weather=Weather("Clear"))
        then = replace(now, turn=turn + 1)
        came = [JdgTurn().run(engine.context, then, TypedDice([(die,)]), []).weather.name for die in range(1, 7)]
        assert told(face, now, "Weather next turn") == thrown(came)


def test_jdg_3_1_none_is_told_where_mud_is_sure_or_nothing_comes() -> None:
    face, engine, s = begun("jdg/danube-1805")
    last = engine.setting.scenario.turns.count
    assert told(face, replace(s, turn=last - 1), "Weather next turn")
    assert not told(face, replace(s, turn=last), "Weather next turn")
    muddy = replace(s, weather=Weather("Rain", mud_next=True))
    assert (told(face, muddy, "Weather next turn"), told(face, muddy, "Weather")) == ("", "Rain, Mud to follow")


@pytest.mark.parametrize("scenario", ["con/belgium-1815", "con/france-1814"])
def test_con_1_i_the_weather_of_the_next_turn(scenario: str) -> None:
    face, engine, s = begun(scenario)
    last, season = engine.setting.scenario.turns.count, engine.context.setting.season
    change = next((turn for turn in range(1, last) if season(turn) != season(turn + 1)), last - 1)
    for turn in (1, change):
        now = replace(s, turn=turn)
        then = replace(now, turn=turn + 1, agenda=(ConTurn(),))
        dice = [TypedDice([(die,), *[(3,)] * 40]) for die in range(1, 7)]
        came = [ConTurn().run(engine.context, then, each, []).weather for each in dice]
        assert told(face, now, "Weather next turn") == thrown(came)
    assert not told(face, replace(s, turn=last), "Weather next turn")


def test_mop_37_4_the_sky_at_the_next_look_at_it() -> None:
    face, engine, s = begun("mop/vauchamps")
    x = engine.context
    count = engine.setting.scenario.turns.count
    looks = [turn for turn in range(2, count + 1) if weather_turn(x, turn)]
    for turn in looks:
        now = replace(s, turn=turn - 1, then="")
        then = replace(now, turn=turn, agenda=(RollWeather(),))
        pairs = product(range(1, 7), repeat=2)
        came = [TITLES[RollWeather().run(x, then, TypedDice([pair]), []).sky] for pair in pairs]
        assert told(face, now, "The sky from") == thrown(came)
    assert told(face, replace(s, turn=looks[0] - 1, then="mud"), "The sky from") == "Mud"
    assert not told(face, replace(s, turn=looks[-1], then=""), "The sky from")


def test_mop_37_4_the_sky_of_the_day_is_not_told_beforehand() -> None:
    face, _, s = begun("mop/brienne", {"historical_weather": True})
    assert told(face, s, "The sky")
    assert not told(face, s, "The sky from")
