"""37.1 and 37.4. Two cups, the dark of an evening, and the sky."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.systems.mop.bound import tables
from napwidgets.systems.mop.cups import own_cups
from napwidgets.systems.mop.supply import CheckSupply
from napwidgets.systems.mop.weather import RollWeather, in_weather, weather_turn
from napwidgets.systems.tactical.core.moves import Bombard
from napwidgets.systems.tactical.fighting.artillery import BombardmentSegment
from napwidgets.systems.tactical.fighting.charges import ChargeSegment
from napwidgets.systems.tactical.fighting.clash import DEFEND
from napwidgets.systems.tactical.fighting.forces import bombard_clash, charge_clash, normal_clash
from napwidgets.systems.tactical.fighting.reaction import reactors
from napwidgets.systems.tactical.sequence import SelectFormation
from tests.systems.mop.table import Table, altered, arrange, battle
from tests.systems.nlc.table import ScriptedDice

#: Gérard's men and guns before Brienne against Sacken's, with horse on both sides, side by side.
FOES = {"dufour-1": "1309", "res-foot-art": "1309", "sass-1": "1308"}
HORSE = {"pire": "1309", "sass-1": "1308"}
LEADERS = {"gerard": "1310", "milhaud": "1310"}


def strength(t: Table, *names: str, at: str = "1309", target: str = "1308") -> tuple[int, int]:
    """What both sides fire with when units attack a hex."""
    clash = normal_clash(t.x, t.state, ((t.hex(at), t.us(*names)),), t.hex(target))
    return clash.forces[0].strength, clash.forces[1].strength


def factors(t: Table, name: str, kind: str, defending: bool, *foes: str) -> list[int]:
    return [percent for _, percent in in_weather(t.x, t.state, t.u(name), kind, defending, t.us(*foes))]


# 37.1


def drawn(cup: tuple[str, ...], *faces: Any) -> str:
    t = arrange(battle(), {"dufour-1": "1309", "pire": "2103", "sass-1": "0410", "udom-1": "0913"})
    t.change(cup=tuple(t.c(name) for name in cup)).push(SelectFormation()).run(*faces)
    return t.engine.setting.commands[t.state.active[0]].id


def test_37_1_an_odd_die_draws_from_the_french_cup_and_an_even_one_from_that_of_the_coalition() -> None:
    for face, wanted in ((1, "RES"), (2, "XI"), (3, "RES"), (4, "XI"), (5, "RES"), (6, "XI")):
        assert drawn(("XI", "RES"), face, 0) == wanted
    t = arrange(battle(), {})
    t.change(cup=(t.c("XI"), t.c("IX"), t.c("VC"), t.c("RES")))
    assert own_cups(t.x, t.state, ScriptedDice([(3,), (1,)])) == t.c("RES"), "then one chit of that cup"


def test_37_1_when_a_side_has_no_chit_left_the_other_draws_without_a_die() -> None:
    assert drawn(("XI", "IX"), 1) == "IX"
    assert drawn(("RES", "VC"), 0) == "RES"


def test_37_1_a_coordinated_chit_lies_in_the_cup_of_its_side() -> None:
    t = arrange(battle(), {})
    t.change(cup=(-2, t.c("RES")))
    assert own_cups(t.x, t.state, ScriptedDice([(2,), (0,)])) == -2
    assert own_cups(t.x, t.state, ScriptedDice([(1,), (0,)])) == t.c("RES")


def evening(sky: str = "fair", turn: int = 7, units: dict[str, Any] | None = None) -> Table:
    return arrange(battle(), units or FOES, leaders=LEADERS, turn=turn, sky=sky, active=("RES", "VC"))


def test_37_1_of_an_evening_one_sees_the_next_hex_only_and_no_gun_bombards() -> None:
    t = evening(units={"res-foot-art": "1309", "sass-1": "1308"})
    assert t.x.sees(t.state, t.hex("1309"), t.hex("1308"))
    assert not t.x.sees(t.state, t.hex("1309"), t.hex("1307"))
    t.push(BombardmentSegment(0)).run()
    assert t.kind is None
    t = evening(turn=6, units={"res-foot-art": "1309", "sass-1": "1308"})
    assert t.x.sees(t.state, t.hex("1309"), t.hex("1307")), "an hour before it is day"
    assert t.push(BombardmentSegment(0)).run().kind == "bombard"


def test_37_1_of_an_evening_guns_fire_at_half_strength_in_assault_and_the_rest_is_as_by_day() -> None:
    t = evening()
    assert factors(t, "res-foot-art", "normal", False, "sass-1") == [50]
    assert factors(t, "dufour-1", "normal", False, "sass-1") == []
    assert not t.x.no_contact(t.state), "zones are entered as by day"
    assert not t.x.no_charges(t.state)
    assert strength(t, "dufour-1", "res-foot-art") == (6, 3)
    assert strength(evening(turn=6), "dufour-1", "res-foot-art") == (7, 3)


def test_37_1_the_dark_and_the_sky_do_not_add_up() -> None:
    assert factors(evening("mud"), "res-foot-art", "normal", False, "sass-1") == [50]
    assert evening("snow").x.weather(evening("snow").state).bombards == 0


# 37.4


@pytest.mark.parametrize(("first", "turn", "rolls"), [
    ("12:00", 1, True), ("12:00", 2, False), ("12:00", 4, True), ("12:00", 5, False), ("12:00", 7, False),
    ("08:00", 1, True), ("08:00", 4, False), ("08:00", 5, True), ("08:00", 8, True), ("08:00", 9, False),
])  # fmt: skip
def test_37_4_the_sky_is_rolled_on_the_first_turn_at_noon_and_at_three(first: str, turn: int, rolls: bool) -> None:
    known = battle().setting.scenario.turns
    t = arrange(altered(turns=replace(known, first=first, evening=())), {}, turn=turn)
    assert weather_turn(t.x, turn) is rolls
    t.push(RollWeather()).run(*([(1, 1)] if rolls else []))
    assert t.state.sky == ("snowstorm" if rolls else "fair")
    t.push(CheckSupply()).run()


@pytest.mark.parametrize(("change", "rolls"), [({}, True), ({"evening": (4,)}, False), ({"night": (4,)}, False)])
def test_37_4_at_dusk_and_at_night_the_sky_is_not_rolled_even_at_three(change: dict[str, Any], rolls: bool) -> None:
    known = battle().setting.scenario.turns
    t = arrange(altered(turns=replace(known, **{"first": "12:00", "evening": (), **change})), {}, turn=4)
    assert weather_turn(t.x, 4) is rolls


def test_37_4_a_scenario_adds_to_the_roll_and_fog_lifts_at_noon() -> None:
    t = arrange(battle("champaubert"), {}, turn=1).push(RollWeather()).run((3, 4))
    assert t.state.sky == "fog", "7 and 2"
    t = arrange(battle("champaubert"), {}, turn=5).push(RollWeather()).run((3, 4))
    assert t.state.sky == "cloudy"
    t = arrange(battle("brienne"), {}, turn=1).push(RollWeather()).run((3, 4))
    assert t.state.sky == "frost", "7 less 1"


def test_37_4_after_rain_the_next_roll_is_mud_without_a_die() -> None:
    t = arrange(battle("champaubert"), {}, turn=1).push(RollWeather()).run((5, 5))
    assert (t.state.sky, t.state.then) == ("rain", "mud")
    t.change(turn=4).push(RollWeather()).run()
    assert (t.state.sky, t.state.then) == ("rain", "mud"), "no roll at eleven"
    t.change(turn=5).push(RollWeather()).run()
    assert (t.state.sky, t.state.then) == ("mud", "")


SKIES = ("fair", "cloudy", "frost", "mud", "rain", "fog", "snow", "snowstorm")


@pytest.mark.parametrize("sky", SKIES)
def test_37_4_how_far_one_sees(sky: str) -> None:
    t = arrange(battle(), FOES, sky=sky)
    far = sky in ("fair", "cloudy", "frost", "mud")
    assert t.x.sees(t.state, t.hex("1309"), t.hex("1308"))
    assert t.x.sees(t.state, t.hex("1309"), t.hex("1307")) is far
    assert not t.x.no_contact(t.state), "zones are entered under every sky"


def bombards(sky: str, away: int, name: str = "res-foot-art") -> bool:
    target = {1: "1308", 2: "1307"}[away]
    t = arrange(battle(), {name: "1309", "sass-1": target}, leaders=LEADERS, sky=sky, active=("RES",))
    t.push(BombardmentSegment(0)).run()
    return t.kind == "bombard" and Bombard(t.us(name), t.hex(target)) in t.options(f"u:{t.u(name)}")


@pytest.mark.parametrize(("sky", "near", "far"), [
    ("fair", True, True), ("cloudy", True, True), ("frost", True, True), ("mud", False, False),
    ("rain", True, False), ("fog", True, False), ("snow", True, False), ("snowstorm", False, False),
])  # fmt: skip
def test_37_4_how_far_guns_bombard(sky: str, near: bool, far: bool) -> None:
    assert (bombards(sky, 1), bombards(sky, 2)) == (near, far)


@pytest.mark.parametrize(("sky", "wanted"), [
    ("fair", 3), ("frost", 3), ("rain", 2), ("fog", 2), ("snow", 2),
])  # fmt: skip
def test_37_4_bombardments_lose_a_quarter_in_rain_fog_and_snow(sky: str, wanted: int) -> None:
    t = arrange(battle(), {"xi-foot": "1309", "dufour-1": "1308"}, sky=sky)
    clash = bombard_clash(t.x, t.state, t.us("xi-foot"), t.hex("1308"))
    assert clash.forces[0].strength == wanted, "of 3: 2.25"


@pytest.mark.parametrize(("sky", "infantry", "guns"), [
    ("fair", 100, 100), ("cloudy", 100, 100), ("frost", 100, 100), ("fog", 100, 100), ("snow", 100, 100),
    ("mud", 100, 50), ("rain", 100, 100), ("snowstorm", 75, 100),
])  # fmt: skip
def test_37_4_infantry_and_guns_in_assault_against_infantry(sky: str, infantry: int, guns: int) -> None:
    t = arrange(battle(), FOES, sky=sky)
    for defending in (False, True):
        assert factors(t, "dufour-1", "normal", defending, "sass-1") == [p for p in (infantry,) if p != 100]
        assert factors(t, "res-foot-art", "normal", defending, "sass-1") == [p for p in (guns,) if p != 100]


@pytest.mark.parametrize(("sky", "wanted"), [("rain", [50]), ("snowstorm", [75]), ("snow", []), ("mud", [])])
def test_37_4_infantry_against_cavalry_and_guns(sky: str, wanted: list[int]) -> None:
    t = arrange(battle(), {**HORSE, "karpov": "1308"}, sky=sky)
    assert factors(t, "sass-1", "normal", True, "pire") == wanted
    assert factors(t, "sass-1", "charge", True, "pire") == wanted, "infantry that is charged fires at horse"
    assert factors(t, "dufour-1", "normal", False, "xi-foot") == wanted


def test_37_4_against_infantry_among_others_infantry_fires_in_rain_as_against_infantry() -> None:
    t = arrange(battle(), HORSE, sky="rain")
    assert factors(t, "dufour-1", "normal", False, "xi-foot", "sass-1") == []
    assert factors(t, "dufour-1", "normal", False, "xi-foot", "karpov") == [50]


def test_37_4_cavalry_doubles_against_infantry_in_rain() -> None:
    t = arrange(battle(), HORSE, sky="rain")
    assert factors(t, "pire", "normal", False, "sass-1") == [200]
    assert factors(t, "pire", "charge", False, "sass-1") == [200]
    assert factors(t, "pire", "charge", False, "karpov") == []
    assert factors(t, "pire", "bombardment", False, "xi-foot") == []
    clash = charge_clash(t.x, t.state, ((t.u("pire"), t.hex("1309")),), t.hex("1308"), t.us("sass-1"), (), ())
    assert (clash.forces[0].strength, clash.forces[1].strength) == (6, 1), "3 doubled; 3, halved twice"
    assert factors(arrange(battle(), HORSE, sky="snowstorm"), "pire", "normal", False, "sass-1") == []


@pytest.mark.parametrize(("sky", "wanted"), [("snow", [75]), ("snowstorm", [75]), ("fog", []), ("frost", [])])
def test_37_4_charges_lose_a_quarter_in_snow(sky: str, wanted: list[int]) -> None:
    t = arrange(battle(), HORSE, sky=sky)
    assert factors(t, "pire", "charge", False, "sass-1") == wanted
    assert factors(t, "pire", "charge", True, "karpov") == [], "who is charged has not charged"
    assert factors(t, "pire", "normal", False, "sass-1") == []


@pytest.mark.parametrize("sky", SKIES)
def test_37_4_no_charges_in_mud(sky: str) -> None:
    t = arrange(battle(), HORSE, leaders=LEADERS, sky=sky, active=("VC",))
    t.push(ChargeSegment(0)).run()
    assert (t.kind == "charge") is (sky != "mud")
    found = reactors(t.x, t.state, t.hex("1308"), t.x.infos[t.u("sass-1")].side, ())
    assert bool(found) is (sky != "mud"), "nor a countercharge"


@pytest.mark.parametrize("sky", SKIES)
def test_37_4_mud_and_snowstorm_double_what_a_hex_costs_guns(sky: str) -> None:
    t = arrange(battle(), {"res-foot-art": "1309", "dufour-1": "1309", "pire": "1309", "vc-horse-art": "1309"}, sky=sky)
    slow = sky in ("mud", "snowstorm")
    wanted = {"res-foot-art": 10, "vc-horse-art": 12, "dufour-1": 8, "pire": 14}
    for name, mp in wanted.items():
        gun = t.x.infos[t.u(name)].gun
        assert t.x.allowance(t.state, t.u(name)) == (mp // 2 if slow and gun else mp)


def test_37_4_pontoons_and_works_wait_for_the_frost_to_go() -> None:
    t = arrange(battle(), {})
    assert [sky for sky in SKIES if not tables(t.x).sky(sky).builds] == ["frost", "snow", "snowstorm"]


def test_37_4_the_weather_of_the_day_needs_no_dice() -> None:
    for turn, sky in ((1, "frost"), (2, "fair"), (4, "cloudy")):
        t = arrange(battle("brienne", "historical_weather"), {}, turn=turn).push(RollWeather()).run()
        assert t.state.sky == sky
    rolled = arrange(battle("brienne"), {}, turn=1).push(RollWeather()).run((4, 4))
    assert rolled.state.sky != "frost", "without the option the dice decide"


@pytest.mark.parametrize(("sky", "turn", "cuts"), [
    ("fair", 1, ()), ("rain", 1, ()), ("mud", 1, (("weather", 50),)), ("fair", "dusk", (("dusk", 50),)),
])  # fmt: skip
def test_37_4_guns_that_support_from_a_hex_beside_take_part_in_the_assault_too(
    sky: str, turn: Any, cuts: tuple[Any, ...]
) -> None:
    engine = battle("brienne", "remote_support")
    now = engine.setting.scenario.turns.evening[0] if turn == "dusk" else turn  # type: ignore[attr-defined]
    units = {"dufour-1": "1309", "res-foot-art": "1310", "sass-1": "1308"}
    t = arrange(engine, units, sky=sky, turn=now)
    stacks = ((t.hex("1308"), t.us("sass-1")),)
    guns = normal_clash(t.x, t.state, stacks, t.hex("1309"), t.us("res-foot-art")).forces[DEFEND].fighters[-1]
    assert guns.remote
    assert guns.factors == cuts
