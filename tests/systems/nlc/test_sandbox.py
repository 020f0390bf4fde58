"""The sandbox: a battle put together by hand knows who must retreat, who can't, and how many steps there are."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.board.display import Battle
from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.scenarios import load
from napwidgets.systems.nlc.described import describe
from napwidgets.systems.nlc.options import Options
from napwidgets.systems.nlc.ruleset import NLC
from napwidgets.systems.nlc.tables import Tables
from napwidgets.systems.tactical.face.battles import party
from napwidgets.systems.tactical.face.bench import Bench
from napwidgets.systems.tactical.fighting.forces import normal_clash


def chance(battle: Battle, label: str) -> float:
    return next(share.chance for share in battle.chances if share.label == label)


@pytest.mark.parametrize("values", [{"d:i": "0", "d:c": "3"}, {"falls": "1"}])
def test_7_3_cavalry_alone_and_20_2_who_falls_back_give_way(values: dict[str, str]) -> None:
    battle = Bench(NLC, Tables(), Options()).battle(values)
    assert chance(battle, "Defender gives way") + chance(battle, "Defender is destroyed") == 1
    assert chance(battle, "Defender gives way or is gone") == 1
    assert all("as the defender must retreat" in spread.title for spread in battle.spreads)
    assert "Both stand" not in [found.label for found in battle.what_if]
    assert any(fact.value == "retreats" for fact in battle.parties[1].lines)
    beside = Bench(NLC, Tables(), Options()).battle({"d:c": "3"})
    assert chance(beside, "Defender gives way") < 1, "with infantry beside it"


def test_10_a_garrison_that_is_told_to_fall_back_stays() -> None:
    battle = Bench(NLC, Tables(), Options()).battle({"ground": "chateau", "falls": "1"})
    assert chance(battle, "Defender gives way") == 0
    assert chance(battle, "Defender gives way or is gone") == chance(battle, "Defender is destroyed") > 0
    garrison = [fact.name for fact in battle.parties[1].lines]
    assert "A garrison" in garrison
    assert "Stands on a die of" not in garrison
    assert "A garrison" not in [fact.name for fact in battle.parties[0].lines]
    assert all("if both stand" in spread.title for spread in battle.spreads)


@pytest.mark.parametrize("kind", ["normal", "charge", "bombardment"])
def test_20_2_reserves_defend_in_the_sandbox_and_do_not_attack(kind: str) -> None:
    bench = Bench(NLC, Tables(), Options())
    offered = {field.id for field in bench.fields({"kind": kind})}
    assert "d:reserve" in offered
    assert "a:reserve" not in offered
    values = {"kind": "normal", "a:reserve": "1", "d:reserve": "1"}
    told = [[fact.name for fact in side.lines] for side in bench.battle(values).parties]
    assert ["In reserve" in lines for lines in told] == [False, True]


def test_25_10_a_huge_unit_is_not_gone_with_its_second_step() -> None:
    values = {"a:i": "20", "d:i": "8"}
    benches = [Bench(NLC, Tables(), Options(huge_units=huge)) for huge in (False, True)]
    gone = [chance(bench.battle(values), "Defender is destroyed") for bench in benches]
    assert gone[0] > gone[1]


@pytest.mark.parametrize("nation", ["prussian", "dutch", "british", "kgl", "french"])
@pytest.mark.parametrize("ground", ["clear", "woods", "town"])
def test_the_sandbox_and_a_described_battle_are_one(nation: str, ground: str) -> None:
    """A Prussian brigade of three points has a morale of three in both (2.2)."""
    shown = Bench(NLC, Tables(), Options()).battle({"d:nation": nation, "a:f": "0", "ground": ground})
    foot = {"kind": "infantry", "strength": 5, "reduced": 3}
    brigade = {**foot, "nation": nation, "strength": 3, "reduced": 2}
    told = {"attackers": [foot], "defenders": [brigade], "terrain": ground}
    found = describe(json.dumps(told).encode())
    assert chance(shown, "Defender gives way") == found.defender_gives_way
    assert chance(shown, "Defender is destroyed") == found.defender_destroyed
    stands = next(fact.value for fact in shown.parties[1].lines if fact.name == "Stands on a die of")
    assert stands == f"{found.defender.morale} or less"


@pytest.mark.parametrize(
    ("values", "cite"),
    [
        ({"kind": "charge", "a:i": "0", "a:f": "0", "a:c": "4", "across": "bridge"}, "NLC 7.7"),
        ({"kind": "bombardment", "a:i": "0", "a:f": "4", "across": "crest"}, "NLC 8.3"),
    ],
)
def test_what_the_rules_forbid_in_a_game_the_sandbox_does_not_reckon(values: dict[str, str], cite: str) -> None:
    with pytest.raises(NapwidgetsError, match=cite):
        Bench(NLC, Tables(), Options()).battle(values)


def test_10_nobody_is_called_a_garrison_once_it_is_gone() -> None:
    engine: Any = load("nlc/first-steps")
    x, s = engine.context, engine.start(SeededDice("g"), [])
    farm = x.board.number("0504")
    beside, attacker = x.setting.near[farm][0], x.setting.of_side[0][0]
    defender = normal_clash(x, s.unit(attacker, hex=beside), ((beside, (attacker,)),), farm).forces[1]
    assert "A garrison" in [fact.name for fact in party(x, defender, "Defender", "dutch").lines]
    fallen = replace(defender, fighters=tuple(replace(f, steps=0) for f in defender.fighters))
    assert "A garrison" not in [fact.name for fact in party(x, fallen, "Defender", "dutch").lines]


@pytest.mark.parametrize("kind", ["normal", "charge"])
@pytest.mark.parametrize("way", ["open", "bad", "none"])
def test_7_4_the_sandbox_asks_for_the_ways_back_and_reckons_with_them(way: str, kind: str) -> None:
    rides = {"a:i": "0", "a:f": "0", "a:c": "8"} if kind == "charge" else {}
    values = {"kind": kind, "d:i": "8", "d:f": "2", **rides}
    bench = Bench(NLC, Tables(), Options())
    ids = {field.id for field in bench.fields(values)}
    assert "d:way" in ids
    assert ("a:way" in ids) is (kind == "normal"), "chargers ride back to where they were"
    plain, shown = bench.battle(values), bench.battle({**values, "d:way": way})
    lost = [sum(int(s.label) * s.chance for s in battle.spreads[0].shares) for battle in (plain, shown)]
    assert (lost[1] > lost[0]) is (way != "open")
    told = next((fact.value for fact in shown.parties[1].lines if fact.name == "Way back"), "")
    no_way = "costs 1 more step" if kind == "charge" else "none: who gives way is eliminated"
    assert told == {"open": "", "bad": "costs 1 more step", "none": no_way}[way]
    assert ("Defender without a way back" in [line.label for line in plain.what_if]) is True
    assert "d:way" not in {field.id for field in bench.fields({"kind": "bombardment"})}
