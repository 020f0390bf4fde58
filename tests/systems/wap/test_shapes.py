"""Tables of another shape than ours: what an owner of the boxed game may put in their place."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from napwidgets.board.realm import EuropeBoard
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.lab.playouts import play_out
from napwidgets.players.registry import make_players
from napwidgets.scenarios import check_file, load, new_game, read_tables
from napwidgets.systems.tabular import TableError
from napwidgets.systems.wap.face.naval_display import meeting_dice
from napwidgets.systems.wap.land.attrition import lost_at
from napwidgets.systems.wap.land.field import DEFEND, Engagement, battle_odds, force, parts, ratio, round_odds
from napwidgets.systems.wap.sea import naval
from napwidgets.systems.wap.tables import FREE, Tables, shipped
from napwidgets.widgets import CampaignMap, NavalDisplay
from napwidgets.widgets.europe_base import europe_base

TABLES = Tables()


def table(name: str, columns: list[str] | None = None, rows: dict[str, list[Any]] | None = None) -> dict[str, Any]:
    """A shipped table with other columns and rows."""
    made: dict[str, Any] = msgspec.to_builtins(shipped()[name])
    return made | {"columns": columns or made["columns"], "rows": rows or made["rows"], "cells": {}}


#: Odds of our own with a row between, and a table of results with a column for each.
ODDS = table("land-odds", None, {"1-1": [1, 1, 0], "5-4": [5, 4, 0], "2-1": [2, 1, 0], "10-1": [10, 1, 0]})
BY_ODDS = table(
    "land-combat",
    ["1-1", "5-4", "2-1", "10-1"],
    {str(die): [f"{5 - die // 2}/1 L", "1/1", f"0/{max(0, die)} S", "0/9 S"] for die in range(-2, 10)},
)
ATTRITION = table(
    "attrition",
    ["1-3", "4", "5-10", "11-20", "21-30", "31-40", "41+"],
    {str(die): [0, 0, 1, die, die, die, 2 * die] for die in range(1, 12)},
)
PURSUIT = table("pursuit", ["result"], {"1": [""], "2": ["I"], "3": [""], "4": [""], "5": ["I"], "6": ["I"]})
LAND_PURSUIT = table("land-pursuit", ["1-9", "10 and more"], {str(die): [0, die] for die in range(1, 7)})
LAND_LOSSES = table("land-losses", ["1-4", "5+"], {"1": [1, 2], "2": [2, 5]})
MARCH = table("forced-march", None, {str(die): [die, 0] for die in range(10)})
NAVAL = table("naval-combat", [str(die) for die in range(-3, 12)], dict.fromkeys(("1-1", "3-2", "2-1"), ["SS"] * 15))
CITIES = table("cities", None, {**msgspec.to_builtins(shipped()["cities"])["rows"], "Linz": ["red"], "Graz": ["white"]})
OWN = {
    "land-odds": ODDS,
    "land-combat": BY_ODDS,
    "attrition": ATTRITION,
    "pursuit": PURSUIT,
    "land-pursuit": LAND_PURSUIT,
    "forced-march": MARCH,
    "naval-combat": NAVAL,
    "cities": CITIES,
    "land-losses": LAND_LOSSES,
}


def test_every_table_of_free_shape_is_tried_here() -> None:
    assert set(OWN) == set(FREE)


def test_o_odds_of_ones_own_are_columns_of_ones_own() -> None:
    mine = Tables({"land-odds": ODDS, "land-combat": BY_ODDS})
    assert [ratio(mine, *pair)[0] for pair in ((5, 5), (5, 4), (9, 5), (2, 1), (9, 1), (30, 3))] == [
        "1-1", "5-4", "5-4", "2-1", "2-1", "10-1",
    ]  # fmt: skip
    assert mine.land_combat.at("1-1", 4) == (3, 1, "L")
    assert mine.land_combat.at("2-1", 99) == (0, 9, "S")
    fight = Engagement((force(20), force(2)))
    assert ("odds 10-1", 0, "WAP base rules O") in parts(mine, fight), "the column is told though it adds nothing"
    assert round_odds(mine, fight).chance(lambda end: end.gave == DEFEND) == 1
    even = round_odds(mine, Engagement((force(6), force(6))))
    assert even.chance(lambda end: end.sides[0].lost == 2) == Fraction(1, 6), "on a six alone"


def test_o_more_loss_rows_are_read_to_their_ends() -> None:
    rows = {str(n): [max(0, 6 - n), max(0, n), ""] for n in range(-5, 16)}
    mine = Tables({"land-combat": table("land-combat", None, rows)})
    assert mine.land_combat.at("3-1", -9) == (11, 0, "")
    assert mine.land_combat.at("1-1", 15) == (0, 15, "")


def test_g_attrition_in_more_columns() -> None:
    mine = Tables({"attrition": ATTRITION})
    assert [lost_at(mine, n, 6) for n in (3, 4, 5, 11, 40, 41, 90)] == [0, 0, 1, 6, 6, 12, 12]
    assert lost_at(mine, 41, 99) == 22
    assert lost_at(mine, 2, 11) == 0


def test_q_pursuit_on_land_in_bands_and_dice_of_ones_own() -> None:
    mine = Tables({"land-pursuit": LAND_PURSUIT})
    weak = Engagement((force(9, 9), force(3, 0)), rounds=2, gave=DEFEND, over=True)
    strong = Engagement((force(9, 12), force(30, 0)), rounds=2, gave=DEFEND, over=True)
    assert battle_odds(mine, weak, 1).chance(lambda end: end.sides[1].lost > 0) == 0
    assert battle_odds(mine, strong, 1).chance(lambda end: end.sides[1].lost == 4) == Fraction(1, 6)


@pytest.mark.parametrize(
    "own",
    [PURSUIT, table("pursuit", ["<=1", "2", "3", "4", "5", ">=6"], {"result": ["", "I", "", None, "I", "I"]})],
)
def test_f_4_c_the_pursuit_table_by_dice_in_rows_or_columns(own: dict[str, Any]) -> None:
    mine = Tables({"pursuit": own})
    assert naval.meeting_odds(mine, ())[True] == Fraction(1, 2)
    assert naval.meeting_odds(mine, (("far", 9, ""),))[True] == 1
    assert meeting_dice(mine) == "2 and 5 or more"
    assert "A modified 2 and 5 or more." in NavalDisplay(new_game("wap/trafalgar", tables={"pursuit": own})).sea.html


def test_k_forced_marches_and_f_7_fights_at_sea_in_more_dice() -> None:
    mine = Tables({"forced-march": MARCH, "naval-combat": NAVAL})
    assert mine.forced_march.at(9) == (9, 0)
    assert mine.result("1-1", -99) == mine.result("2-1", 99) == "SS"


def test_c_2_a_production_cities_of_ones_own_are_in_the_game_and_on_the_map() -> None:
    game = new_game("wap/grand-campaign", tables={"cities": CITIES})
    setting = game.engine.setting  # type: ignore[attr-defined]
    linz, graz = (setting.city_number[name] for name in ("Linz", "Graz"))
    assert linz in setting.production[2]
    assert setting.cities[graz].production == "white"
    assert linz not in load("wap/grand-campaign").setting.production[2]  # type: ignore[attr-defined]
    assert europe_base(setting.board) != europe_base(load("wap/grand-campaign").setting.board)  # type: ignore[attr-defined]
    assert CampaignMap(game) is not None


def test_a_game_with_all_of_them_is_played_by_the_computer_and_saved_with_them() -> None:
    engine = load("wap/coalitions", tables=OWN)
    assert play_out(engine, make_players(engine, "own", {}, default="steady"), "own").ending


@pytest.mark.parametrize(
    ("name", "columns", "rows", "at", "why"),
    [
        ("attrition", ["1-5", "7 and more"], {"1": [0, 0]}, ("columns", 1), "without a gap"),
        ("attrition", ["1-5", "6-9"], {"1": [0, 0]}, ("columns", 1), "the last one open"),
        ("attrition", ["1 and more"], {"1": [0], "3": [0]}, ("rows", "3"), "one after the other"),
        ("attrition", ["1 and more"], {"1": [-1]}, ("rows", "1", 0), "figures run from 0 to 99 there"),
        ("attrition", ["1 and more"], {"1": [0, 0]}, ("rows", "1"), "2 cells"),
        ("land-odds", None, {"3-2": [3, 2, 1]}, ("rows",), "even odds"),
        ("land-odds", None, {"1-1": [1, 1, 0], "1-2": [1, 2, 0]}, ("rows", "1-2"), "below even"),
        ("land-odds", None, {"1-1": [1, 1, "x"]}, ("rows", "1-1", 2), "must hold a number"),
        ("land-combat", ["1-1", "9-1"], {"1": ["1/1", "1/1"]}, ("columns",), "one for each of the odds"),
        ("land-combat", None, {"1": [1, 1, "X"]}, ("rows", "1", 2), "L, S or nothing"),
        ("naval-combat", ["0", "1"], {"1-1": ["SS", "XX"], "3-2": ["SS"] * 2, "2-1": ["SS"] * 2},
         ("rows", "1-1", 1), "'XX'"),
        ("naval-combat", ["0"], {"1-1": ["SS"]}, ("rows",), "F.7.b"),
        ("pursuit", ["a", "b"], {"1": ["I", ""], "2": ["I", ""]}, ("rows",), "one row or in one column"),
        ("pursuit", ["result"], {"1": ["yes"]}, ("rows", "1", 0), "I or nothing"),
        ("forced-march", ["a"], {"1": [1]}, ("columns",), "two columns"),
        ("land-pursuit", ["2 and more"], {"1": [1]}, ("columns", 0), "from 1 on"),
        ("cities", None, {"Atlantis": ["red"]}, ("rows", "Atlantis"), "no such city"),
        ("cities", None, {"Paris": ["blue"]}, ("rows", "Paris", 0), "'blue'"),
        ("cities", None, {"Paris": ["red"]}, ("rows",), "without a production city"),
    ],
)  # fmt: skip
def test_what_can_not_be_read_is_told_with_its_place(
    name: str, columns: list[str] | None, rows: dict[str, list[Any]], at: tuple[Any, ...], why: str
) -> None:
    with pytest.raises(TableError, match=why) as caught:
        Tables({name: table(name, columns, rows)})
    assert (caught.value.table, caught.value.at) == (name, at)


def test_other_tables_keep_their_shape() -> None:
    with pytest.raises(ScenarioError, match="rows and columns of the shipped one"):
        Tables({"siege": table("siege", None, {"city": [2]})})


def written(path: Path, tables: dict[str, Any]) -> Path:
    """A file of tables as the export writes them."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode({"system": "wap", "tables": tables}), indent=1))
    return path


def test_a_file_of_them_is_sound_together_and_its_mistakes_have_lines(tmp_path: Path) -> None:
    good = written(tmp_path / "mine.json", OWN)
    assert not check_file(good)
    assert read_tables(good) == OWN
    assert load("wap/grand-campaign", tables=read_tables(good)).fingerprint != load("wap/grand-campaign").fingerprint
    wrong = {**OWN, "attrition": table("attrition", ["1-5", "7+"], {"1": [0, 0]}),
             "pursuit": table("pursuit", ["result"], {"1": ["no"]})}  # fmt: skip
    bad = written(tmp_path / "bad.json", wrong)
    lines = bad.read_text(encoding="utf-8").splitlines()
    problems = check_file(bad)
    assert sorted(lines[p.line - 1].strip().strip(",") for p in problems) == ['"7+"', '"no"']
    with pytest.raises(ScenarioError, match=r"bad\.json:"):
        read_tables(bad)


def test_tables_of_another_map_speak_of_its_cities() -> None:
    board = EuropeBoard.load(EuropeBoard.HOME)
    assert Tables({"cities": CITIES}, board).cities["Linz"] == "red"
