"""The sandbox of 1814: weather and initiative count, and it reckons as a described battle does."""

from __future__ import annotations

import json

import pytest

from napwidgets.board.display import Battle
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.systems.mop.described import describe
from napwidgets.systems.mop.present import sandbox


def chance(battle: Battle, label: str) -> float:
    return next(share.chance for share in battle.chances if share.label == label)


@pytest.mark.parametrize("sky", ["fair", "rain", "snowstorm"])
@pytest.mark.parametrize("nation", ["russian", "prussian"])
@pytest.mark.parametrize("dusk", ["0", "1"])
def test_the_sandbox_and_a_described_battle_are_one(sky: str, nation: str, dusk: str) -> None:
    values = {"sky": sky, "dusk": dusk, "d:nation": nation, "d:initiative": "2", "a:guard": "1", "ground": "town"}
    shown = sandbox().battle(values)
    attackers = [
        {"kind": "infantry", "strength": 5, "reduced": 3, "traits": ["old_guard"]},
        {"kind": "foot_artillery", "strength": 2, "reduced": 1, "from": "SE"},
    ]
    defenders = [{"kind": "infantry", "nation": nation, "strength": 3, "reduced": 2, "initiative": 2}]
    told = {"system": "mop", "attackers": attackers, "defenders": defenders, "terrain": "town", "sky": sky}
    found = describe(json.dumps({**told, "dusk": dusk == "1"}).encode())
    assert chance(shown, "Defender gives way") == found.defender_gives_way
    assert chance(shown, "Attacker loses a step or more") > 0
    stands = next(fact.value for fact in shown.parties[1].lines if fact.name == "Stands on a die of")
    assert stands == f"{found.defender.morale} or less"


def test_the_form_has_the_sky_the_light_and_the_worth_of_the_men() -> None:
    ids = [field.id for field in sandbox().fields({})]
    assert {"sky", "dusk", "a:initiative", "d:initiative", "a:guard", "d:guard"} <= set(ids)
    assert len(ids) == len(set(ids))


def test_what_if_compares_the_skies_that_allow_the_battle() -> None:
    labels = [line.label for line in sandbox().battle({"kind": "charge", "a:i": "0", "a:f": "0", "a:c": "4"}).what_if]
    assert "Sky: rain" in labels
    assert "Sky: mud" not in labels
    assert "Sky: fair" not in labels


@pytest.mark.parametrize(
    ("values", "cite"),
    [
        ({"kind": "charge", "a:i": "0", "a:f": "0", "a:c": "4", "sky": "mud"}, "MoP 37.4"),
        ({"kind": "bombardment", "a:i": "0", "a:f": "4", "sky": "mud"}, "MoP 37.4"),
        ({"kind": "bombardment", "a:i": "0", "a:f": "4", "dusk": "1"}, "MoP 37.4"),
    ],
)
def test_what_the_sky_forbids_the_sandbox_does_not_reckon(values: dict[str, str], cite: str) -> None:
    with pytest.raises(NapwidgetsError, match=cite):
        sandbox().battle(values)
