"""Battles described in JSON: exact odds through the rules' own functions."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.nlc.described import EXAMPLE, Answer, describe


def battle(**changes: Any) -> Answer:
    return describe(json.dumps({**json.loads(EXAMPLE), **changes}).encode())


def foot(strength: int = 4, **changes: Any) -> dict[str, Any]:
    return {"kind": "infantry", "strength": strength, "reduced": max(1, strength // 2), **changes}


def horse(strength: int = 4, **changes: Any) -> dict[str, Any]:
    return {**foot(strength), "kind": "cavalry", **changes}


def test_probabilities_sum_to_exactly_one() -> None:
    for answer in (battle(), battle(kind="charge", attackers=[horse()]), battle(retreats=["defender"])):
        assert sum(Fraction(line.exact) for line in answer.results) == 1
        assert [line.chance for line in answer.results] == sorted((r.chance for r in answer.results), reverse=True)


def test_terrain_and_hexsides_reduce_fire_by_the_table() -> None:
    plain = battle(terrain="clear", attackers=[foot(8)])
    assert plain.attacker.fires_with == 8
    assert battle(terrain="woods", attackers=[foot(8)]).attacker.fires_with == 4
    across = battle(terrain="clear", hexside="stream", attackers=[foot(8)])
    assert across.attacker.fires_with == 6
    assert [(part.value, part.cite) for part in across.attacker.fire] == [(75, "NLC 7.6")]
    assert battle(terrain="clear", hexside="bridge", attackers=[foot(8)]).attacker.fires_with == 4


def test_attackers_all_around_flank_the_defender() -> None:
    around = battle(terrain="clear", attackers=[{**foot(), "from": way} for way in ("N", "SE", "SW")])
    assert "surrounded" in [part.what for part in around.defender.morale_parts]
    one = battle(terrain="clear", attackers=[foot(), foot()])
    assert "surrounded" not in [part.what for part in one.defender.morale_parts]


def test_infantry_that_may_not_be_ready_makes_a_charge_a_mixture() -> None:
    shaken = battle(kind="charge", terrain="clear", attackers=[horse(8)], defenders=[foot(disrupted=True)])
    steady = battle(kind="charge", terrain="clear", attackers=[horse(8)], defenders=[foot()])
    guns = battle(
        kind="charge", terrain="clear", attackers=[horse(8)], defenders=[{**foot(), "kind": "foot_artillery"}]
    )
    assert shaken.attacker.fires_with == 16
    assert steady.attacker.fires_with == guns.attacker.fires_with == 8
    assert guns.defender_destroyed < steady.defender_destroyed < shaken.defender_destroyed


def test_who_retreats_of_his_own_will_halves_all_hits() -> None:
    stands, leaves = battle(terrain="clear"), battle(terrain="clear", retreats=["defender"])
    assert leaves.defender_destroyed < stands.defender_destroyed
    assert any(line.defender_gives == "voluntary" for line in leaves.results)


@pytest.mark.parametrize("orders", [["attack", "defend"], ["attack", "fall_back"]])
def test_7_3_cavalry_alone_and_20_2_who_falls_back_give_way_whatever_is_planned(orders: list[str]) -> None:
    alone = orders[1] == "defend"
    kind = horse if alone else foot
    forced = battle(terrain="clear", defenders=[kind()], orders=orders)
    assert forced.defender_gives_way + forced.defender_destroyed == 1
    assert {line.defender_gives for line in forced.results} <= {"voluntary", ""}
    assert forced.defender.must_retreat.endswith("(NLC 7.3)" if alone else "(NLC 20.2)")
    assert any("must retreat" in line for line in forced.lines())
    company = battle(terrain="clear", defenders=[kind(), foot()], orders=["attack", "defend"])
    assert company.defender_gives_way < 1
    assert company.defender.must_retreat == ""


def test_10_a_garrison_does_not_retreat_though_it_is_planned_or_ordered() -> None:
    stays = battle(terrain="chateau", defenders=[foot()])
    assert stays.defender_gives_way == 0
    for changes in ({"retreats": ["defender"]}, {"orders": ["attack", "fall_back"]}):
        assert battle(terrain="chateau", defenders=[foot()], **changes).results == stays.results


def test_25_10_a_fresh_huge_unit_has_all_its_three_steps() -> None:
    huge = {"kind": "infantry", "strength": 9, "reduced": 5}
    options = {"huge_units": True}
    for steps, sp in ((None, 9), (3, 9), (2, 5), (1, 3)):
        unit = huge if steps is None else {**huge, "steps": steps}
        assert battle(terrain="clear", attackers=[unit], options=options).attacker.fires_with == sp
    with pytest.raises(ScenarioError, match="3 steps"):
        battle(attackers=[{**huge, "steps": 3}])
    with pytest.raises(ScenarioError, match="4 steps"):
        battle(attackers=[{**huge, "steps": 4}], options=options)


def test_options_count() -> None:
    assert battle(options={"six_to_hit": True}).results != battle().results


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "does not describe a battle"),
        (b"[]", "keys and values are expected, but there is a list"),
        (b"\xff", "does not describe a battle"),
        (b'{"attackers": [], "defenders": []}', "there are no attackers"),
        (
            b'{"attackers": [{"kind": "infantry", "strength": 3, "reduced": 2}], "defenders": []}',
            "no defenders",
        ),
        (EXAMPLE.replace(b"town", b"jungle"), "invalid enum value 'jungle'"),
        (EXAMPLE.replace(b"dutch", b"martian"), "Invalid enum value 'martian'"),
        (EXAMPLE.replace(b'"reduced": 3', b'"reduced": 30'), "strength 5-30"),
        (EXAMPLE.replace(b'"terrain"', b'"terain"'), "there is no such key"),
        (EXAMPLE.replace(b'"terrain": "town"', b'"kind": "charge"'), "only cavalry charges"),
        (EXAMPLE.replace(b'"terrain": "town"', b'"options": {"magic": true}'), "no option magic"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(raw: bytes, words: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        describe(raw)
    assert words in str(refused.value)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("way", ["open", "bad", "none"])
def test_7_4_who_gives_way_pays_for_the_way_back_that_is_said(way: str) -> None:
    plain = {"terrain": "clear", "attackers": [foot(8)], "defenders": [foot(4), foot(4)]}
    orders = {"orders": ["attack", "fall_back"]}
    free, found = battle(**plain, **orders), battle(**plain, **orders, ways=["open", way])
    if way == "none":
        assert found.defender_destroyed == 1, "who falls back is attacked, and has nowhere to go"
    lost = [sum(line.chance * line.defender_steps for line in answer.results) for answer in (free, found)]
    assert lost[1] - lost[0] == pytest.approx({"open": 0, "bad": 1, "none": 4 - lost[0]}[way])
    words = {"open": "Way back: open", "bad": "Way back: costs 1 more step (NLC 7.4)"}
    assert found.defender.way_back == words.get(way, "Way back: none: who gives way is eliminated (NLC 7.4)")
    assert any(line.endswith(found.defender.way_back) for line in found.lines())


def test_7_4_who_is_surrounded_goes_back_through_zones_of_the_enemy() -> None:
    ring = [{**foot(4), "from": way} for way in ("N", "S", "SE")]
    for attackers, told in ((ring, "Way back: costs 1 more step (NLC 7.4)"), (ring[1:], "Way back: open")):
        assert battle(terrain="clear", attackers=attackers, defenders=[foot()]).defender.way_back == told


def test_7_4_foot_guns_that_a_breaking_defender_leaves_count_and_those_of_a_breaking_attacker_do_not() -> None:
    guns = {**foot(3), "kind": "foot_artillery"}
    horse_guns = {**guns, "kind": "horse_artillery"}

    def lost(who: str, gun: dict[str, Any]) -> float:
        sides = {"attackers": [foot(8)], "defenders": [foot(8)]}
        sides[who] = [*sides[who], gun]
        found = battle(terrain="clear", **sides)
        steps = [line.defender_steps if who == "defenders" else line.attacker_steps for line in found.results]
        return sum(line.chance * n for line, n in zip(found.results, steps, strict=True))

    assert lost("defenders", guns) > lost("defenders", horse_guns) + 0.2
    assert lost("attackers", guns) == lost("attackers", horse_guns)


def test_7_7_the_charged_pay_a_step_where_they_have_no_way_back() -> None:
    charge = {"kind": "charge", "terrain": "clear", "attackers": [horse(8)], "defenders": [foot(8), foot(8)]}
    free, shut = battle(**charge), battle(**charge, ways=["open", "none"])
    assert {line.defender_gives for line in shut.results} == {line.defender_gives for line in free.results}
    mean = [sum(line.chance * line.defender_steps for line in answer.results) for answer in (free, shut)]
    assert mean[1] == pytest.approx(mean[0] + free.defender_gives_way)
    assert battle(**charge, ways=["none", "open"]).results == free.results, "chargers ride back to where they were"
