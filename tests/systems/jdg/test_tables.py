"""The tables of Jours de Gloire Campagne held against the rules text, typed anew."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from napwidgets.cli import app
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.jdg.tables import TACTICS, Hit, Tables, shipped

TABLES = Tables()


def cells(name: str) -> dict[str, list[int | str | None]]:
    return dict(shipped()[name].rows)


def grid(text: str, width: int) -> dict[str, list[int | str | None]]:
    """Rows as printed: the die, then a figure, a figure with its star, or a dot for an empty cell."""
    found: dict[str, list[int | str | None]] = {}
    for line in text.strip().splitlines():
        die, *rest = line.split()
        assert len(rest) == width
        found[die] = [None if cell == "." else int(cell) if cell.isdigit() else cell for cell in rest]
    return found


def test_8_4_the_combat_table() -> None:
    assert shipped()["combat"].columns == [
        "1-3",
        "4-6",
        "7-10",
        "11-15",
        "16-21",
        "22-29",
        "30-40",
        "41-60",
        "61-80",
        "81+",
    ]
    assert cells("combat") == grid(
        """
        -1 .  .  .  .  .  .  .  .  .  1
        0  .  .  .  .  .  .  .  .  1  1
        1  .  .  .  .  .  .  .  1  1  1
        2  .  .  .  .  .  .  1  1  1  1
        3  .  .  .  .  .  1  1  1  1  2
        4  .  .  .  .  1  1  1  1  2  2
        5  .  .  .  1  1  1  1  2  2  2*
        6  .  .  1  1  1  1  2  2  3* 3
        7  .  1  1  1  1  2  2  2* 3  3
        8  1  1  1  1  2  2  3* 3  3  4
        9  1  1  1  2  2  2* 3  3  4  4
        10 1  1  2  2  3* 3  3  4  4  5
        """,
        10,
    )
    assert list(cells("combat-columns").values()) == [
        [1, 3],
        [4, 6],
        [7, 10],
        [11, 15],
        [16, 21],
        [22, 29],
        [30, 40],
        [41, 60],
        [61, 80],
        [81, None],
    ]


@pytest.mark.parametrize("name", ["combat", "artillery", "pursuit", "forced-march", "reconnaissance"])
def test_losses_never_fall_with_the_die_or_the_strength(name: str) -> None:
    rows = [[int(str(cell or 0).rstrip("*")) for cell in row] for row in cells(name).values()]
    assert all(row == sorted(row) for row in rows)
    assert all(list(column) == sorted(column) for column in zip(*rows, strict=True))


@pytest.mark.parametrize("name", ["combat", "artillery", "pursuit", "forced-march", "reconnaissance"])
def test_every_empty_cell_is_marked_as_inferred(name: str) -> None:
    table = shipped()[name]
    for row, values in table.rows.items():
        for column, value in zip(table.columns, values, strict=True):
            if value is None:
                assert table.origin(row, column).kind == "inferred"


def test_8_4_artillery_pursuit_and_marches() -> None:
    artillery = "1 . . .\n2 . . .\n3 . . .\n4 . 1 1\n5 1 1 1\n6 1 1 2*"
    assert cells("artillery") == grid(artillery, 3)
    assert cells("pursuit") == grid("1 . . .\n2 . . .\n3 . 1 1\n4 . 1 1\n5 1 1 1\n6 1 1 2", 3)
    assert cells("forced-march") == grid("1 . . .\n2 . . .\n3 . . .\n4 . 1 1\n5 1 1 1\n6 1 1 2", 3)
    assert shipped()["artillery"].columns == shipped()["pursuit"].columns == ["1-4", "5-8", "9+"]
    assert shipped()["forced-march"].columns == ["under 5", "5-8", "9+"]
    assert TABLES.march == {
        "general": -1, "general from": 3, "cohesion": -1, "cohesion from": 4, "Snow": 1, "Mud": 2,
    }  # fmt: skip


def test_6_3_reconnaissance() -> None:
    text = "0 . . .\n1 . . 1\n2 . 1 1\n3 1 1 1\n4 1 1 2\n5 1 2 2\n6 2 2 3\n7 2 2 3\n8 2 3 4"
    assert cells("reconnaissance") == grid(text, 3)
    assert shipped()["reconnaissance"].columns == ["1-2", "3-4", "5+"]
    assert list(TABLES.withdrawal.values()) == [4, 5, 1, -1]


def test_8_2_tactics() -> None:
    assert cells("tactics") == {
        "skirmish": [1, None, 9, 0, None],
        "screen": [2, 3, None, 0, None],
        "offensive": [3, 10, None, 1, None],
        "decisive": [4, 15, None, 1, 3],
    }
    for i, mine in enumerate(TACTICS, 1):
        for j, theirs in enumerate(TACTICS, 1):
            assert TABLES.rounds[mine, theirs] == ((i + j) // 2, -(-(i + j) // 2))


def test_8_5_combat_modifiers() -> None:
    assert TABLES.quarters == {
        "fatigued attacker": 2,
        "defender in a fortified city": 1,
        "cavalry in mountains or defensive terrain": 2,
    }
    assert TABLES.shifts == {
        "flank attack": (2, 0),
        "defender encircled": (3, 0),
        "mountain": (-1, 0),
        "defensive": (-1, 1),
        "entrenched": (-1, 0),
        "fourth round": (-1, -1),
        "surprise": (1, 1),
    }
    assert TABLES.dice == {
        "bridge": (-2, 0),
        "open": (0, 1),
        "third round": (-1, -1),
        "fourth round": (-1, -1),
    }
    assert cells("combat-weather") == {
        "Clear": [0, 0, 0, 1],
        "Rain": [0, 0, -1, 1],
        "Mud": [0, 0, 0, 0],
        "Snow": [-1, -1, -1, 1],
    }


def test_8_6_and_8_7_morale_retreat_overrun_bridges() -> None:
    assert TABLES.morale == {"losses in hundredths": 20, "bonus from 1": 1, "bonus from 3": 2, "encircled loss": 1}
    assert TABLES.cohesion == {"better infantry by": 2, "adds": 1}
    assert TABLES.retreat == {"over a ford or bridge": 1, "bars the way from": 4, "encircles from": 3}
    assert [row[0] for row in cells("overrun").values()] == ["none", "none", "half", "half", "all", "all", "all"]
    assert [row[1] for row in cells("overrun").values()] == [0, 0, 1, 1, 1, 1, 1]
    assert TABLES.overrun == {"times the strength": 6, "cavalry": 1}
    assert list(cells("bridges").values()) == [[1, 1], [1, 0], [1, 1], [1, 0], [1, 1], [0, 0]]
    assert list(cells("engineering").values()) == [
        [3, 2, "3 movement points"],
        [3, "all", "impossible"],
        [5, "all", "loses 1"],
    ]


def test_3_1_weather() -> None:
    clear = ["Clear"] * 4
    assert list(cells("weather").values()) == [
        clear,
        clear,
        clear,
        ["Rain*", "Clear", "Clear", "Rain*"],
        ["Snow", "Rain", "Clear", "Rain*"],
        ["Snow", "Rain*", "Rain", "Snow"],
    ]
    assert list(TABLES.months.values()) == [1, 1, -1, 1, 0, -1, -1, 0, 1, 0, 0, 1]
    assert cells("weather-movement") == {
        "Clear": [0, 0, 0, 0, 0],
        "Rain": [-1, -1, -1, -1, 1],
        "Mud": [-1, -2, -2, -3, 1],
        "Snow": [-1, -1, -1, -1, 0],
    }


def test_8_8_both_sieges() -> None:
    assert cells("siege") == {"S2": [5, "S3"], "S3": [2, "S3"]}
    assert cells("siege-weeks") == {"S2": [6, "S3"], "S3": [5, "S4"], "S4": [4, "S5"], "S5": [2, "S5"]}
    assert TABLES.siege_modifiers == {"less than double": -1, "Dresde": 1, "Leipzig": 1}
    assert cells("fortified-cities")["any"] == [1, 1]
    assert all(row == [2, 1] for name, row in cells("fortified-cities").items() if name != "any")
    assert len(cells("fortified-cities")) == 12


def test_4_command_and_supply() -> None:
    assert list(cells("command-costs").values()) == [[0, None], [0, 1], [1, 2], [2, 2]]
    assert [row[0] for row in cells("command-armistice").values()] == [8, 5, 5, 4, 2, 10]
    assert list(cells("supply").values()) == [[1, 1], [1, 2], [2, 3]]
    assert cells("supply-sources") == {
        "French Army": ["Weimar", "Weimar"],
        "Russo-Prussian Army": ["Berlin, Breslau", None],
        "Army of Silesia": [None, "Breslau"],
        "Army of Bohemia": [None, "Thieresienstadt"],
        "Army of the North": [None, "Berlin"],
        "Army of Poland": [None, "Breslau"],
    }


def test_5_movement() -> None:
    assert [row[0] for row in cells("movement").values()] == [8, 8, 6, 6, -1, 2, 4]
    assert list(cells("movement-solitaire").values()) == [[2, 6, 0], [4, 8, 2], [4, 8, 2]]
    assert [row[0] for row in cells("connections").values()] == [1, 2]
    assert list(cells("stacking").values()) == [[2, 1], [1, 2], [0, 3]]
    assert cells("force-markers") == {"stands for more than": [10]}
    assert list(TABLES.recovery.values()) == [1, 1, 1, 1, 2, 2]
    assert list(cells("reinforcements").values()) == [[1], [2]]
    assert list(cells("dummies").values()) == [[1, 2]]


def test_6_5_reactions() -> None:
    assert list(TABLES.reaction.values()) == [1, 1, 2, 1]
    assert TABLES.guns == {1: 2, 2: 3}


def test_9_victory_and_the_cards() -> None:
    assert list(TABLES.victory.values()) == [5, 3, 0, 0, 1, 3, 4, 3, 1]
    assert [row[0] for row in cells("cards").values()] == [4, 16, 2, 4, 1, -1]
    events = shipped()["events"]
    assert len(events.rows) == 16
    assert [events.origin(str(n), "event").kind for n in range(1, 17)] == ["reconstruction"] * 10 + ["rules"] * 6
    assert {events.origin(str(n), "armistice turns").kind for n in range(11, 15)} == {"reconstruction"}


@pytest.mark.parametrize("name", sorted(shipped()))
def test_every_figure_says_where_it_comes_from(name: str) -> None:
    table = shipped()[name]
    assert (table.id, table.system) == (name, "jdg")
    assert table.provenance.note
    for place in table.cells:
        row, _, column = place.partition("/")
        assert row in table.rows
        assert column in table.columns


def test_totals_beyond_the_rows_take_the_ends() -> None:
    assert TABLES.combat.at(-9, 9) == Hit(1)
    assert TABLES.combat.at(99, 4) == Hit(3, True)


def test_a_table_with_an_absurd_cell_is_refused() -> None:
    raw = json.loads(json.dumps({"format": 1, "system": "jdg", "id": "pursuit", "title": "t", "cite": "c",
        "columns": ["1-4", "5-8", "9+"], "rows": {str(i): [0, 1, "many"] for i in range(1, 7)},
        "provenance": {"kind": "inferred"}}))  # fmt: skip
    with pytest.raises(ScenarioError, match="must hold losses"):
        Tables({"pursuit": raw})


def test_the_command_line_shows_them() -> None:
    shown = CliRunner().invoke(app, ["tables", "jdg"])
    assert shown.exit_code == 0
    assert "Combat Table" in shown.output
