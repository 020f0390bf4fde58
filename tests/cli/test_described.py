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


def test_options_count() -> None:
    assert battle(options={"six_to_hit": True}).results != battle().results


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "does not describe a battle"),
        (b"[]", "expected `object`, got `array`"),
        (b"\xff", "does not describe a battle"),
        (b'{"attackers": [], "defenders": []}', "there are no attackers"),
        (
            b'{"attackers": [{"kind": "infantry", "strength": 3, "reduced": 2}], "defenders": []}',
            "no defenders",
        ),
        (EXAMPLE.replace(b"town", b"jungle"), "invalid enum value 'jungle'"),
        (EXAMPLE.replace(b"dutch", b"martian"), "Invalid enum value 'martian'"),
        (EXAMPLE.replace(b'"reduced": 3', b'"reduced": 30'), "strength 5-30"),
        (EXAMPLE.replace(b'"terrain"', b'"terain"'), "unknown field `terain`"),
        (EXAMPLE.replace(b'"terrain": "town"', b'"kind": "charge"'), "only cavalry charges"),
        (EXAMPLE.replace(b'"terrain": "town"', b'"options": {"magic": true}'), "no option magic"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(raw: bytes, words: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        describe(raw)
    assert words in str(refused.value)
    assert str(refused.value).endswith(".")
