"""A title that only the tests have plays by the shared rules: nothing of it stands in a shared file.

The laws of play, undo, replay and views hold for it in ``tests/conformance``; here is what the title itself says.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from napwidgets.board.hexmap import HexMap
from napwidgets.kernel.dice import ScriptedDice
from napwidgets.kernel.system import Event
from napwidgets.systems.nlc.engine import Battle
from napwidgets.systems.tactical.command.chits import chit_side
from napwidgets.systems.tactical.command.compliance import column
from napwidgets.systems.tactical.core.state import OFF
from napwidgets.systems.tactical.face.presenter import BattlePresenter
from napwidgets.systems.tactical.fighting.clash import morale
from napwidgets.systems.tactical.fighting.forces import bombard_clash, normal_clash
from tests.conformance.cases import Step, play
from tests.pickets import title

SEEDS = ("1", "2", "3")


@cache
def engine() -> title.Pickets:
    return title.engine()


@cache
def game(seed: str) -> list[Step]:
    return play(engine(), seed)


def stand(**places: str) -> title.State:
    """A position with the named units on the map and everybody else away."""
    setting = engine().setting
    state = game("1")[0].state
    units = [replace(unit, hex=OFF) for unit in state.units]
    for name, place in places.items():
        u = setting.unit_index[name.replace("_", "-")]
        units[u] = replace(units[u], hex=setting.board.number(place))
    found: title.State = replace(state, units=tuple(units), agenda=())
    return found


def test_a_title_is_short_and_stands_in_no_shared_file() -> None:
    source = Path(title.__file__).read_text(encoding="utf-8")
    assert len(source.splitlines()) < 200
    kinds = {kind.__name__ for kind in engine().decisions()}
    assert "Beacon" in kinds
    assert {kind.__name__ for kind in Battle.decisions()} == kinds - {"Beacon"}


@pytest.mark.parametrize("seed", SEEDS)
def test_games_end_with_the_titles_own_points(seed: str) -> None:
    last = game(seed)[-1].after
    outcome = engine().outcome(last)
    assert outcome is not None
    lost = engine().context.losses(last)[1]
    assert [amount for _, amount in outcome.points] == [lost[1] // 5, lost[0] // 5]


def test_the_weather_is_rolled_on_every_third_turn_and_rules_sight_and_contact() -> None:
    x = engine().context
    for turn, faces in ((1, [1]), (2, []), (4, [2])):
        log: list[Event] = []
        before = replace(game("1")[0].state, turn=turn, sky="fair", agenda=(title.RollWeather(),))
        after = engine().advance(before, ScriptedDice([(face,) for face in faces]), log)
        assert after.sky == {1: "snow", 2: "fair", 4: "fog"}[turn]
        assert x.weather(after) == title.SKIES[after.sky]
        assert x.no_contact(after) == (after.sky == "fog")


def test_pickets_have_no_zone_and_always_find_room_where_twelve_points_are_the_most() -> None:
    x, names = engine().context, engine().setting.unit_index
    s = stand(pire="0404", foy="0407", bachelu="0407")
    zone = x.ground.layout(s).zoc[0]
    assert not any(zone[h] for h in x.setting.near[x.board.number("0404")])
    assert all(zone[h] for h in x.setting.near[x.board.number("0407")])
    there = [names["foy"], names["bachelu"]]
    rooms = {name: x.room_for(s, (names[name],))(there) for name in ("ii-foot-art", "bijlandt", "pire", "kempt")}
    assert rooms == {"ii-foot-art": True, "bijlandt": True, "pire": True, "kempt": True}
    assert not x.room_for(s, (names["foy"],))(there), "fourteen points"
    assert not x.room_for(s, (names["ii-horse-art"], names["nl-art"]))(there), "four units"


@pytest.mark.parametrize(("faces", "side"), [((1, 0), 0), ((2, 0), 1)])
def test_a_die_says_whose_cup_a_chit_is_drawn_from(faces: tuple[int, int], side: int) -> None:
    x = engine().context
    s = replace(game("1")[0].state, cup=(0, 1, 2))
    assert chit_side(x, title.own_cups(x, s, ScriptedDice([(face,) for face in faces]))) == side
    assert title.own_cups(x, replace(s, cup=(0,)), ScriptedDice([(0,)])) == 0, "one cup is empty"


def test_a_beacon_hastens_orders_and_warns_the_enemy() -> None:
    x = engine().context
    s = stand(foy="0507", bijlandt="0506")
    lit = replace(s, beacons=(0,))
    reille = x.setting.leader_index["reille"]
    assert column(x, lit, reille, 0, 0) == column(x, s, reille, 0, 0) + 2
    attack = ((x.board.number("0507"), (x.setting.unit_index["foy"],)),)
    before, after = (normal_clash(x, now, attack, x.board.number("0506")).forces for now in (s, lit))
    assert morale(x.tables, after[1]) == morale(x.tables, before[1]) + 1
    assert morale(x.tables, after[0]) == morale(x.tables, before[0])


def test_snow_halves_the_fire_and_the_march_of_guns() -> None:
    x = engine().context
    s = stand(ii_foot_art="0507", bijlandt="0505")
    guns, target = (x.setting.unit_index["ii-foot-art"],), x.board.number("0505")
    fair, snow = (bombard_clash(x, replace(s, sky=sky), guns, target).forces[0] for sky in ("fair", "snow"))
    assert ("snow", 50) in snow.fighters[0].factors
    assert snow.strength < fair.strength
    whole, half = (x.allowance(replace(s, sky=sky), guns[0]) for sky in ("fair", "snow"))
    assert half == whole // 2


def test_the_shared_face_shows_the_title() -> None:
    face = BattlePresenter(engine())
    assert isinstance(face.board, HexMap)
    shown = set()
    for step in (step for seed in SEEDS for step in game(seed)):
        view = engine().view(replace(step.state, sky="snow"), step.seat)
        assert face.scene(view, step.seat).counters
        assert face.roster(view, step.seat)
        for subject in (None, *(subject.id for subject in engine().subjects(view))):
            battle = face.battle(view, step.seat, subject, -1)
            shown |= {line.name for side in battle.parties for line in side.lines} if battle else set()
    assert "Morale, base" in shown
    assert any("in the snow" in line for line in shown)
