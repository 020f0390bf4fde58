"""The tables of the Campaigns of Napoleon variant held against the rules text, typed anew."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.scenarios import check_file
from napwidgets.systems.con.tables import Result, Tables, shipped
from napwidgets.systems.tabular import TableError
from tests.systems.con.field import TABLES, combat, fought, group

#: The text's own order: for each row the winners, the retreats, the losses.
BATTLE = """
1 A D D D D D
  R1 R1 R1 R2 R2 R3
  0/0 5/2.5 2.5/0 5/0 10/5 10/2.5
2 A A D D D D
  R1 R1 R1 R2 R2 R3
  2.5/5 2.5/2.5 5/2.5 7.5/5 7.5/2.5 10/2.5
3 A A D D D D
  R1 R1 R1 R1 R1 R1
  0/2.5 2.5/5 2.5/2.5 5/2.5 5/2.5 15/15
4 A A A D D D
  R2 R2 R1 R1 R1 R1
  0/5 2.5/7.5 2.5/5 2.5/2.5 5/2.5 5/5
5 A A A A D D
  R2 R2 R1 R1 R1 R1
  5/10 2.5/7.5 2.5/5 5/5 2.5/2.5 2.5/5
6 A A A A A -
  R3 R3 R2 R1 R1 R1
  2.5/10 2.5/10 15/20 2.5/5 5/2.5 5/5
7 A A A A A -
  R4 R4 R3 R2 R1 R1
  0/15 5/17.5 10/20 5/7.5 2.5/5 12.5/12.5
8 A A A A A A
  R5 R4 R3 R2 R2 R1
  2.5/20 2.5/15 0/10 10/15 10/15 2.5/2.5
9 A A A A A A
  R5 R5 R4 R3 R2 R1
  5/30 2.5/20 2.5/15 0/10 10/15 5/5
"""
WINNERS = {"A": "advantaged", "D": "disadvantaged", "-": "draw"}


def changed(name: str, row: str, *cells: Any) -> dict[str, Any]:
    table = json.loads(msgspec.json.encode(shipped()[name]))
    table["rows"][row] = list(cells)
    return {name: table}


def test_10_5_7_every_cell_of_the_table_of_battles() -> None:
    lines = [line.split() for line in BATTLE.strip().splitlines()]
    rows = [(lines[n][0], lines[n][1:], lines[n + 1], lines[n + 2]) for n in range(0, len(lines), 3)]
    assert [row[0] for row in rows] == [str(n) for n in range(1, 10)]
    for number, winners, hexes, lost in rows:
        cells = [f"{WINNERS[w]} {r} {x}" for w, r, x in zip(winners, hexes, lost, strict=True)]
        assert list(shipped()["battle"].rows[number]) == cells
        for column, (w, r, x) in enumerate(zip(winners, hexes, lost, strict=True), 1):
            one, two = x.split("/")
            expected = Result(WINNERS[w], int(r[1]), (Fraction(one), Fraction(two)))  # type: ignore[arg-type]
            assert TABLES.result(int(number), column) == expected


def test_10_5_7_rows_end_with_the_ninth() -> None:
    assert TABLES.result(9, 1) == TABLES.result(12, 1) != TABLES.result(8, 1)


def test_10_5_1_the_table_of_raids_and_its_ends() -> None:
    rows = [TABLES.small_row("raid", n) for n in range(8)]
    assert rows == [(50, 0), (25, 0), (25, 25), (50, 50), (0, 25), (25, 50), (0, 50), (0, 100)]
    assert TABLES.small_row("raid", -3) == (50, 0)
    assert TABLES.small_row("raid", 8) == (0, 100)


def test_10_5_3_the_table_of_skirmishes_and_its_ends() -> None:
    rows = [TABLES.small_row("skirmish", n) for n in range(8)]
    assert rows == [(0, 2), (1, 2), (0, 1), (0, 1), (1, 0), (1, 0), (2, 1), (2, 0)]
    assert TABLES.small_row("skirmish", -1) == (0, 2)
    assert TABLES.small_row("skirmish", 11) == (2, 0)


def test_10_5_7_the_table_of_artillery() -> None:
    assert TABLES.guns_from == (1, 2, 4, 6, 8, 10, 12, 14)
    assert TABLES.guns_losses == (0, 1, 2, 3, 4, 5, 6, 7)
    assert TABLES.bombardment == {"left up to": 2, "right from": 5}


def test_10_5_7_1_the_figures_of_the_modifiers() -> None:
    assert TABLES.odds == ((11, 1), (15, 2), (20, 3), (25, 4))
    assert TABLES.modifiers == {
        "wrongfooted": 2, "tactical bonus": 1, "senior leader": 1, "senior initiative from": 4, "additional force": -1,
        "outflanking hex": 1, "staked": 1, "terrain": 1, "hexsides": 1, "bridged primary river": 3,
    }  # fmt: skip
    assert TABLES.strength == {
        "demoralized defender": 75, "demoralized attacker": 50, "fortified town": 200,
        "fortified town adds at most, SP": 5, "staked at least": 10, "in column": 50,
    }  # fmt: skip


def test_10_5_7_2_the_order_of_losses() -> None:
    assert TABLES.order["stays"] == ("infantry", "infantry", "infantry", "cavalry", "artillery")
    assert TABLES.order["retreats"] == ("artillery", "infantry", "infantry", "infantry", "cavalry")


@pytest.mark.parametrize(
    ("more", "less", "value"),
    [(14, 10, 0), (15, 10, 1), (20, 10, 1), (21, 10, 2), (30, 10, 2), (31, 10, 3), (1, 0, 1), (3, 0, 3), (9, 0, 3)],
)
def test_6_the_cavalry_differential(more: int, less: int, value: int) -> None:
    assert TABLES.differential(Fraction(more), Fraction(less)) == value


def test_what_the_text_does_not_state_says_so() -> None:
    modifiers = shipped()["modifiers"]
    assert modifiers.origin("additional force", "value").kind == "reconstruction"
    assert modifiers.origin("tactical bonus", "value").kind == "inferred"
    assert modifiers.origin("wrongfooted", "value").kind == "rules"
    assert shipped()["cavalry"].provenance.kind == "reconstruction"
    assert shipped()["repulse"].origin("odds", "value").kind == "source"
    for name, table in shipped().items():
        assert table.id == name
        assert table.system == "con"
        assert table.provenance.note
        for place in table.cells:
            row, _, column = place.partition("/")
            assert row in table.rows, place
            assert column in table.columns, place


def test_an_owner_puts_figures_of_his_own_in_place() -> None:
    own = Tables(changed("raid", "3", 10, 90))
    raid = combat("raid", group("division", 10), group("corps", 20), right=0)
    plain, other = fought(raid, 3), fought(raid, 3, tables=own)
    assert (plain.lost[0].total, plain.lost[1].total) == (5, 5)
    assert (other.lost[0].total, other.lost[1].total) == (1, 9)


def test_rows_of_an_owners_file_may_stand_in_any_order() -> None:
    turned = {}
    for name, table in shipped().items():
        raw = json.loads(msgspec.json.encode(table))
        raw["rows"] = dict(reversed(raw["rows"].items()))
        turned[name] = raw
    own = Tables(turned)
    assert own.battle == TABLES.battle
    assert own.odds == TABLES.odds
    assert [own.differential(Fraction(n), Fraction(10)) for n in (15, 21, 31)] == [1, 2, 3]
    assert [own.small_row("raid", n) for n in range(8)] == [TABLES.small_row("raid", n) for n in range(8)]


@pytest.mark.parametrize(
    ("name", "row", "cells", "words"),
    [
        ("battle", "1", ["won"] * 6, "must hold results such as 'advantaged R1 2.5/5' in row 1, not 'won'"),
        ("battle", "2", ["draw R1 101/5"] * 6, "a loss of more than 100 percent in row 2"),
        ("battle", "3", ["draw R1 5/5"] * 5, "must have the rows and columns of the shipped one"),
        ("loss-order", "stays", ["infantry"] * 4 + ["navy"], "has 'navy' in row stays"),
        ("artillery", "from", [1, 2, 4, 4, 8, 10, 12, 14], "must have growing numbers from 1 on in row from"),
        ("raid", "0", [-50, 0], "figures run from 0"),
        ("scouting", "nearest", [0], "figures run from 1"),
        ("skirmish", "9", [0, 0], "must have the rows and columns of the shipped one"),
        ("odds", "1.5-2", ["x", 1], "must hold a number in row 1.5-2"),
    ],
)
def test_tables_that_do_not_fit_are_refused(name: str, row: str, cells: list[Any], words: str) -> None:
    with pytest.raises(TableError, match=words):
        Tables(changed(name, row, *cells))


def test_a_table_that_is_not_there_is_refused() -> None:
    with pytest.raises(ScenarioError, match="CON has no table moon"):
        Tables({"moon": {}})


def test_a_file_of_changed_tables_is_sound_though_there_is_no_game_to_begin(tmp_path: Path) -> None:
    plain = msgspec.to_builtins(dict(shipped()))
    name = "skirmish" if "skirmish" in plain else next(iter(plain))
    changed = {**plain[name], "title": "Ours"}
    mine = tmp_path / "mine.json"
    mine.write_bytes(msgspec.json.encode({"tables": {name: changed}}))
    assert check_file(mine) == []
