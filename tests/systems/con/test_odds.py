"""Exact odds, combats described in JSON, and the sandbox: one implementation for all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from napwidgets.board.display import Field
from napwidgets.cli import app
from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.odds import Distribution
from napwidgets.kernel.rulings import NapwidgetsError, ScenarioError
from napwidgets.systems.con.battle import odds, resolve
from napwidgets.systems.con.combat import Combat, End
from napwidgets.systems.con.described import EXAMPLE, describe
from napwidgets.systems.con.face.combat import by_battle, by_die, title
from napwidgets.systems.con.forces import Leader
from napwidgets.systems.con.guesses import KINDS, Kind
from napwidgets.systems.con.present import sandbox
from napwidgets.systems.describing import Told
from tests.systems.con.field import TABLES, combat, fought, group

EVERY: dict[Kind, Combat] = {
    "skirmish": combat("skirmish", group("corps", 8, 2), group("division", 5)),
    "raid": combat("raid", group("division", 6), group("army", 40, 9, 4), right=0),
    "ambush": combat("ambush", group("army", 40), group("division", 9), right=0),
    "battle": combat("battle", group("corps", 14, 2, 5), group("corps", 12, 1, 4), morale=True),
    "wrongfooted": combat("wrongfooted", group("army", 30, 2, 5), group("army", 22, 4), right=1, snow=True),
    "withdraw": combat("withdraw", group("corps", 20), group("army", 70), morale=True),
    "delay": combat("delay", group("army", 70), group("corps", 20, leaders=(Leader(4, 5),))),
}


def example(**changes: Any) -> dict[str, Any]:
    return {**json.loads(EXAMPLE), **changes}


def side(name: str, **changes: Any) -> dict[str, Any]:
    return {name: {**json.loads(EXAMPLE)[name], **changes}}


def told(**changes: Any) -> Told:
    return describe(json.dumps(example(**changes)).encode(), "combat.json")


# Exact odds


@pytest.mark.parametrize("kind", KINDS)
def test_odds_sum_to_one_and_agree_with_dice(kind: Kind) -> None:
    found, dice, games = odds(TABLES, EVERY[kind]), SeededDice("1815"), 2000
    assert sum(p for _, p in found) == 1
    for ask in (_first_loses_more, _first_goes_back, _shaken):
        sampled = sum(ask(resolve(TABLES, EVERY[kind], dice)) for _ in range(games)) / games
        assert abs(sampled - found.chance(ask)) < 0.05


def _first_loses_more(end: End) -> bool:
    return end.lost[0].total > end.lost[1].total


def _first_goes_back(end: End) -> bool:
    return end.hexes[0] > 0


def _shaken(end: End) -> bool:
    return any(end.shaken)


@pytest.mark.parametrize("kind", ["skirmish", "raid", "ambush", "delay"])
def test_odds_are_those_of_all_dice_one_after_the_other(kind: Kind) -> None:
    which = EVERY[kind]
    # The delay is won by half a point of a leader, so that a third die rounds.
    number = 3 if kind == "delay" else 1
    counted: dict[End, Fraction] = {}
    for faces in product(range(1, 7), repeat=number):
        end = fought(which, *faces)
        counted[end] = counted.get(end, Fraction(0)) + Fraction(1, 6**number)
    assert dict(odds(TABLES, which)) == dict(Distribution(counted))


def test_die_by_die_says_what_the_dice_do() -> None:
    raid = by_die(TABLES, EVERY["raid"])
    assert [line.name for line in raid][:2] == ["Die 1 −1 = 0", "Die 2 −1 = 1"]
    assert raid[3].value == "The French lose 3 infantry; The Coalition loses 3 infantry"
    assert raid[0].value == "The French lose 3 infantry; The Coalition loses nothing"
    even = combat("battle", group("corps", 51), group("corps", 49))
    lines = by_battle(TABLES, even)
    assert lines[0].value == "French 0, Coalition 0"
    assert lines[1].value == "French, 0 on its die"
    assert lines[3].value.startswith("1: French R1 0/0\n2: Coalition R1 5/3\n")
    assert len(lines) == 9
    half = by_battle(TABLES, combat("battle", group("corps", 55), group("corps", 50)))
    assert half[1].value == "French, 0 or +1 on its die"
    assert half[3].value == "a second die of 3 or less rounds it down, as in these lines: 0"
    assert half[4].value.startswith("1: French R1 0/0\n2: Coalition R1 5/3\n")
    crushed = combat("battle", group("corps", 9, 0, 14), group("corps", 2))
    assert by_battle(TABLES, crushed)[0].value == "ends it before the battle"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_title(kind: Kind) -> None:
    who = {"raid": "French", "ambush": "French", "wrongfooted": "Coalition"}.get(kind, "")
    assert who in title(EVERY[kind])


# Described in JSON


def test_10_5_the_chits_give_the_kind_of_a_described_combat() -> None:
    def kind(french: str, coalition: str, **more: Any) -> str:
        return told(**side("french", guess=french), **side("coalition", guess=coalition), **more).kind

    assert kind("corps", "corps") == "battle"
    assert kind("army", "army") == "battle"
    assert kind("corps", "army") == "wrongfooted"
    assert kind("army", "army", besieged="coalition") == "battle"
    assert kind("corps", "army", besieged="coalition") == "battle"


def test_3_2_a_described_group_has_the_size_of_its_units_and_leaders() -> None:
    small = side("coalition", units=[{"strength": 6}], guess="army")
    assert told(**small).kind == "skirmish"
    assert told(**side("coalition", units=[{"strength": 6}], guess="corps")).kind == "raid"
    named = side("coalition", units=[{"strength": 6}], guess="army", size="corps")
    assert told(**named).kind == "wrongfooted"


def test_7_a_repulse_is_a_skirmish_or_a_wrong_guess() -> None:
    few = side("coalition", units=[{"strength": 1}, {"strength": 1}], guess="corps")
    assert told(**few, repulse="french").kind == "skirmish"
    # Three are too many for 24: the French have guessed wrong, the Coalition right.
    more = side("coalition", units=[{"strength": 2}, {"strength": 2}], guess="corps")
    assert told(**more, repulse="french").battle.title == "Wrongfooted! The Coalition side guessed right"


def test_10_5_who_forages_needs_no_chit() -> None:
    hungry = {**side("coalition", foraging=True)}
    hungry["coalition"].pop("guess")
    assert told(**hungry).kind == "wrongfooted"
    assert told(**hungry, **side("french", foraging=True)).kind == "battle"


def test_described_odds_name_both_sides_and_all_dice() -> None:
    found = told(demoralization=True, snow=True)
    assert [party.title for party in found.battle.parties] == ["French: corps", "Coalition: corps"]
    assert [fact.name for fact in found.battle.faces][-1].startswith("French die 6")
    assert any(line.startswith("Die by die: French die 6") for line in found.lines())
    for spread in found.battle.spreads:
        assert sum(Fraction(share.exact) for share in spread.shares) == 1
    labels = [share.label for share in found.battle.chances]
    assert labels[:3] == ["The French win", "The Coalition wins", "Draw"]
    assert "The Coalition becomes demoralized" in labels
    assert sum(Fraction(share.exact) for share in found.battle.chances[:3]) == 1
    assert any("Leaders" in line or "leaders" in line for line in found.lines())


def test_5_scouting_is_told_with_the_combat() -> None:
    def learnt(**more: Any) -> str:
        light = [{"strength": 11}, {"strength": 9}, {"arm": "cavalry", "strength": 2, "light": True}]
        found = told(**side("french", units=light), **more)
        return next(line.value for line in found.battle.parties[0].lines if line.cite == "CON 5")

    assert learnt() == "who leads, corps, about 20 SP"
    assert learnt(bridged=1) == "nothing"
    assert learnt(hexsides=2, bridged=1) == "who leads, corps, about 20 SP"
    assert learnt(**side("coalition", vedettes=10)) == "who leads"


#: A side that may stake both.
RICH = {"units": [{"strength": 20, "guard": True}, {"arm": "cavalry", "strength": 4, "heavy": True}]}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (side("french", guess=None), "say which chit the French side has chosen: its guess (CON 10.5)"),
        (side("french", guess="legion"), "french.guess"),
        (side("french", units=[]), "the French side has no units (CON 3.1)"),
        (side("french", units=[{"strength": 0}]), "french.units[0].strength: the least here is 1"),
        (side("french", units=[{"strength": 99}] * 6), "needs from 1 to 500 strength points (CON 3.1)"),
        (side("french", units=[{"strength": 9, "arm": "navy"}]), "invalid enum value 'navy'"),
        (side("french", units=[{"strength": 9, "light": True}]), "only cavalry is light or heavy"),
        (side("french", units=[{"arm": "cavalry", "strength": 9, "light": True, "heavy": True}]), "(CON 10.4)"),
        (side("french", cover=2), "the French side has only 1 contact hexes (CON 10.2)"),
        ({"streams": 1, "bridged": 1}, "there are not so many hexsides between the groups (CON 10.5.7.1)"),
        (side("french", stakes=["guard"]), "the Guard of the French side is less than 10 percent"),
        (side("french", stakes=["heavy"]), "the heavy cavalry of the French side is less than 10 percent"),
        (side("french", **RICH, stakes=["guard", "guard"]), "stakes the same twice"),
        (side("french", **RICH, stakes=["guard"], size="division"), "nothing is staked in a combat of the kind"),
        ({"delay": True}, "only a corps that guessed right can delay, against an army that guessed wrong (CON 10.5)"),
        ({**side("french", units=[{"strength": 6}]), "repulse": "french"}, "less than 7 strength points can't"),
        ({"repulse": "french", "besieged": "coalition"}, "nobody is repulsed at a siege (CON 10.5)"),
        ({"attacker": "prussian"}, "invalid enum value 'prussian'"),
        ({"atacker": "french"}, "there is no such key"),
        ({"hexsides": 0}, "hexsides: the least here is 1"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(changes: Mapping[str, Any], words: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        told(**changes)
    assert words.lower() in str(refused.value).lower()
    assert str(refused.value).startswith("combat.json")
    assert str(refused.value).endswith(".")


def test_3_1_a_group_has_from_one_to_five_hundred_strength_points() -> None:
    assert told(**side("french", units=[{"strength": 99}] * 5 + [{"strength": 5}])).kind == "wrongfooted"
    assert told(**side("coalition", units=[{"strength": 1}], size="corps")).kind == "wrongfooted"
    with pytest.raises(ScenarioError, match="from 1 to 500 strength points"):
        told(**side("french", units=[{"strength": 99}] * 5 + [{"strength": 6}]))


def test_10_5_7_1_a_tenth_may_be_staked() -> None:
    def guard(strength: int) -> Told:
        units = [{"strength": 9}] * 4 + [{"strength": strength, "guard": True}]
        return told(**side("french", units=units, stakes=["guard"]))

    assert any(line.name == "The Guard staked" for line in guard(4).battle.parties[0].lines)
    with pytest.raises(ScenarioError, match="less than 10 percent"):
        guard(3)


# The command and the sandbox


def test_the_command_answers_a_described_combat(tmp_path: Path) -> None:
    file = tmp_path / "combat.json"
    file.write_bytes(EXAMPLE)
    shown = CliRunner().invoke(app, ["odds", str(file)])
    assert shown.exit_code == 0, shown.output
    assert "The French win" in shown.output
    plain = json.loads(CliRunner().invoke(app, ["odds", str(file), "--json"]).stdout)
    assert (plain["system"], plain["kind"]) == ("con", "wrongfooted")
    file.write_text(json.dumps(example(delay=True)), encoding="utf-8")
    wrong = CliRunner().invoke(app, ["odds", str(file)])
    assert wrong.exit_code != 0


def test_the_sandbox_has_the_odds_of_the_same_combat_described() -> None:
    shown = sandbox().battle({"1:guess": "army"})
    units = [[{"strength": 20}, {"arm": "cavalry", "strength": 2, "light": True},
              {"arm": "cavalry", "strength": 3, "heavy": True}, {"arm": "artillery", "strength": 4}],
             [{"strength": 18}, {"arm": "cavalry", "strength": 3, "light": True},
              {"arm": "artillery", "strength": 3}]]  # fmt: skip
    found = told(
        french={"units": units[0], "leaders": [{"initiative": 4, "span": 9, "bonus": True}], "guess": "corps"},
        coalition={"units": units[1], "leaders": [{"initiative": 2, "span": 9}], "guess": "army"},
    ).battle
    assert (shown.title, shown.chances, shown.spreads) == (found.title, found.chances, found.spreads)
    assert shown.parties == found.parties


def test_every_field_of_the_sandbox_counts() -> None:
    bench = sandbox()
    rich = {f"{k}:{arm}": "9" for k in (0, 1) for arm in ("guard", "heavy")}
    # A battle; a corps that may delay; a defender with cavalry on good ground; a force that can repulse.
    starts = (
        {**rich, "morale": "1"},
        {"1:size": "army", "0:guess": "army", "1:guess": "army"},
        {"attacker": "coalition", "0:cover": "1", "0:heavy": "20", "0:foot": "4"},
        {"1:foot": "1", "1:light": "0", "1:guns": "0"},
    )
    idle = {field.id for field in bench.fields({})}
    for start in starts:
        plain = bench.battle(start)
        for field in bench.fields(start):
            if field.id in idle:
                shown = bench.battle({**start, field.id: _other(field)})
                same = (shown.title, shown.chances, shown.spreads) == (plain.title, plain.chances, plain.spreads)
                idle -= set() if same else {field.id}
    assert idle == set()


def _other(field: Field) -> str:
    """A value that a field does not have now."""
    if field.id == "repulse":
        return "french"
    if field.choices:
        return next(value for value, _ in field.choices if value != field.value)
    return str(int(field.value) + 4)


def test_what_better_guesses_are_worth_can_be_tried() -> None:
    bench = sandbox()
    lines = bench.battle({"0:size": "division"}).what_if
    assert [line.label.partition(": ")[2] for line in lines] == ["Raid", "Skirmish", "Raid", "Ambush", "Skirmish"]
    for line in lines[1:]:
        tried = bench.battle({"0:size": "division", **dict(line.fields)})
        assert tried.what_if[0].shares == line.shares
    # Whether a corps delays is asked of the pair of chits that lets it.
    delays = bench.battle({"1:size": "army", "delay": "1"}).what_if
    assert [line.label.partition(": ")[2] for line in delays] == [
        "Wrongfooted!", "Withdrawal", "Delay", "Wrongfooted!", "Withdrawal",
    ]  # fmt: skip
    other = bench.battle({"0:size": "army", "delay": "1"}).what_if
    assert [line.label.partition(": ")[2] for line in other][1:] == [
        "Withdrawal", "Wrongfooted!", "Delay", "Withdrawal",
    ]  # fmt: skip
    # Stakes leave out the pairs that give no battle.
    assert len(bench.battle({"0:guard": "9", "0:stake-guard": "1"}).what_if) == 5


def test_choices_of_a_side_are_lists_and_not_ticks() -> None:
    for field in sandbox().fields({}):
        if field.id in ("attacker", "besieged", "repulse"):
            assert {value for value, _ in field.choices} - {""} == {"french", "coalition"}


def test_the_sandbox_says_what_can_not_be() -> None:
    with pytest.raises(NapwidgetsError, match=r"The French side needs from 1 to 500 strength points \(CON 3.1\)\."):
        sandbox().battle({"0:foot": "0", "0:light": "0", "0:heavy": "0", "0:guns": "0"})
    with pytest.raises(NapwidgetsError, match=r"can't be staked \(CON 10.5.7.1\)\."):
        sandbox().battle({"0:stake-guard": "1"})
