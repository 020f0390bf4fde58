"""Battles of 1814 described in JSON: the sky, slopes, initiative, and who may stand together."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.mop.described import EXAMPLE, Answer, describe


def foot(strength: int = 4, **changes: Any) -> dict[str, Any]:
    return {"kind": "infantry", "strength": strength, "reduced": max(1, strength // 2), **changes}


def horse(strength: int = 4, **changes: Any) -> dict[str, Any]:
    return {**foot(strength), "kind": "light_cavalry", **changes}


def guns(strength: int = 4, **changes: Any) -> dict[str, Any]:
    return {**foot(strength), "kind": "foot_artillery", **changes}


def battle(**changes: Any) -> Answer:
    plain = {"system": "mop", "attackers": [foot(8)], "defenders": [foot(nation="russian")]}
    return describe(json.dumps({**plain, **changes}).encode())


def test_probabilities_sum_to_exactly_one() -> None:
    for answer in (describe(EXAMPLE), battle(kind="charge", attackers=[horse()], sky="snow")):
        assert sum(Fraction(line.exact) for line in answer.results) == 1


def test_37_3_1_a_slope_cuts_fire_uphill_and_charges_by_half() -> None:
    assert battle(hexside="slope").attacker.fires_with == 6
    (part,) = battle(hexside="slope").attacker.fire
    assert (part.what, part.value, part.cite) == ("up a slope", 75, "MoP 37.3.1")
    assert battle(kind="charge", attackers=[horse(8)], hexside="slope").attacker.fires_with == 4


def test_37_3_a_bridge_and_the_town_behind_it_do_not_add_up() -> None:
    assert battle(hexside="bridge").attacker.fires_with == 4
    assert battle(hexside="bridge", terrain="town").attacker.fires_with == 4
    assert battle(terrain="town").attacker.fires_with == 6


@pytest.mark.parametrize(
    ("sky", "attacker", "fires"),
    [("fair", foot(8), 8), ("rain", foot(8), 8), ("snowstorm", foot(8), 6), ("mud", guns(8), 4), ("fog", guns(8), 8)],
)
def test_37_4_the_sky_weakens_fire(sky: str, attacker: dict[str, Any], fires: int) -> None:
    assert battle(attackers=[attacker, foot()], sky=sky).attacker.fires_with == fires + battle(
        attackers=[foot()], sky=sky
    ).attacker.fires_with


def test_37_4_rain_wets_the_powder_of_who_does_not_fire_at_infantry() -> None:
    ridden_down = battle(kind="charge", attackers=[horse(4)], sky="rain")
    assert ridden_down.attacker.fires_with == 8
    assert ridden_down.defender.fires_with == battle(kind="charge", attackers=[horse(4)]).defender.fires_with / 2
    assert "MoP 37.4" in [part.cite for part in ridden_down.attacker.fire]


def test_37_1_at_dusk_guns_take_part_by_half() -> None:
    answer = battle(attackers=[foot(4), guns(4)], dusk=True)
    assert answer.attacker.fires_with == 6
    assert [(part.value, part.cite) for part in answer.attacker.fire] == [(50, "MoP 37.1")]


def test_37_5_morale_is_initiative_and_one_and_russians_stand_firmer() -> None:
    answer = battle(attackers=[foot(8, initiative=2)], defenders=[foot(nation="prussian", initiative=2)])
    assert (answer.attacker.morale, answer.defender.morale) == (3, 3)
    assert battle(defenders=[foot(nation="russian", initiative=2)]).defender.morale == 4
    assert battle(defenders=[foot(nation="russian", initiative=4)]).defender.morale == 5


def test_37_5_the_old_guard_shakes_whom_it_attacks() -> None:
    guard = foot(8, initiative=4, traits=["old_guard"])
    shaken = battle(attackers=[guard]).defender
    assert "faces the Guard" in [part.what for part in shaken.morale_parts]


def test_37_2_two_units_or_a_division_of_twelve_points_stand_together() -> None:
    division = [foot(4, division="8th")] * 3
    assert battle(attackers=division).attacker.fires_with == 12
    for crowd in ([foot(4)] * 3, [foot(7), foot(6)], [foot(5, division="8th")] * 3):
        with pytest.raises(ScenarioError, match=r"stand in one hex.*\(MoP 37\.2\)"):
            battle(attackers=crowd)
    spread = battle(attackers=[foot(7), foot(6, **{"from": "SE"})])
    assert spread.attacker.fires_with == 13


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kind": "charge", "attackers": [horse()], "sky": "mud"}, "does not charge in this weather (MoP 37.4)"),
        ({"sky": "hail"}, "invalid enum value 'hail'"),
        ({"attackers": [foot(nation="martian")]}, "Invalid enum value 'martian'"),
        ({"attackers": [foot(initiative=-1)]}, "initiative"),
        ({"dusk": "yes"}, "true or false is expected, but there is a text"),
        ({"kind": "charge", "attackers": [horse()], "hexside": "bridge"}, "does not go over a bridge"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_in_a_sentence(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        battle(**changes)
    assert words in str(refused.value)
    assert str(refused.value).endswith(".")
