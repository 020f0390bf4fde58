"""Every cell of every table, typed once more from the rules text, or from the reconstruction of what the scan lost."""

from __future__ import annotations

import pytest

from napwidgets.systems.nlc.tables import Tables, shipped
from napwidgets.systems.tactical.face.wording import doubt

FIRE = """
 1  0 0 0 0 0 0 0 0 1 1 1
 2  0 0 0 0 0 0 0 1 1 1 2
 3  0 0 0 0 0 0 1 1 1 2 2
 4  0 0 0 0 0 1 1 1 2 2 2
 5  0 0 0 0 0 1 1 1 2 2 3
 6  0 0 0 0 1 1 1 2 2 2 3
 7  0 0 0 0 1 1 1 2 2 3 4
 8  0 0 0 0 1 1 2 2 3 3 4
 9  0 0 0 1 1 1 2 2 3 3 4
10  0 0 0 1 1 2 2 3 3 4 5
11  0 0 0 1 1 2 2 3 4 4 5
12  0 0 1 1 1 2 2 3 4 4 5
13  0 0 1 1 2 2 3 3 4 4 6
14  0 0 1 1 2 2 3 3 4 5 6
15  0 0 1 1 2 2 3 4 4 5 6
16  0 1 1 1 2 3 3 4 5 5 6
17  0 1 1 2 2 3 3 4 5 5 7
18  0 1 1 2 2 3 4 4 5 6 7
19  0 1 1 2 3 3 4 4 5 6 7
20  0 1 1 2 3 3 4 5 5 6 8
21  0 1 2 2 3 4 4 5 5 6 8
22  0 1 2 2 3 4 4 5 6 7 8
23  0 1 2 3 3 4 4 5 6 7 9
24  1 1 2 3 3 4 5 5 6 7 9
"""
#: Column of the compliance table: the least roll for R4 (held up), 1T (a turn late) and C (complied with).
COMPLIANCE = {
    "-1": (None, 9, 12),
    "0": (None, 9, 11),
    "1": (None, 9, 11),
    "2": (None, 8, 10),
    "3": (None, 7, 10),
    "4": (None, 7, 9),
    "5": (None, 6, 9),
    "6": (None, 5, 8),
    "7": (2, 5, 8),
    "8": (2, 4, 7),
    "9": (2, 3, 6),
    "10+": (None, 2, 6),
}
SINGLE = {
    "compliance-shifts": {
        "reserve": 1,
        "attack or probe": -2,
        "face to face": 1,
        "divisional order or cavalry corps": 1,
        "past force": -2,
        "general retreat": 1,
    },
    "confidence": {
        "undemoralized attack or probe": 3,
        "demoralized attack or probe": 0,
        "objective held on attack": 1,
        "demoralized defend or delay": 2,
        "other": 2,
    },
    "hidden": {"1": 6, "2": 4, "3": 3},
    "morale": {
        "all": 4,
        "nassau": 3,
        "dutch": 3,
        "prussian small infantry": 3,
        "old guard": 5,
        "british infantry defending": 5,
        "british cavalry": 5,
        "pursuit": 4,
        "pursuit british": 2,
        "pursuit guard cavalry": 5,
        "lowest": 1,
    },
    "fire-factors": {
        "cavalry": 50,
        "disrupted": 50,
        "alone": 50,
        "charged": 50,
        "detail": 125,
        "massed": 125,
        "long range": 50,
    },
    "morale-modifiers": {
        "step loss": -1,
        "demoralized": -1,
        "artillery fire": -1,
        "flanked": -2,
        "attacked by old guard": -1,
        "guard recoiled": -1,
        "reserve": -1,
        "reaction with leader": 1,
        "cover": 1,
        "with leader": 1,
        "adjacent enemy": -1,
    },
    "limits": {
        "command range": 8,
        "order distance": 20,
        "stacking": 2,
        "aide speed": 12,
        "face to face distance": 6,
        "visibility day": 8,
        "visibility rain": 4,
        "visibility night": 1,
        "supply off road": 5,
        "leader loss up to": 3,
        "replacement rating": 1,
        "zoc leaving cost": 2,
        "hidden march": 8,
        "hidden cavalry march": 12,
        "hq loss": 5,
        "marker aide speed": 14,
        "prussian flank": 5,
    },
}
#: Percent off for an attack, a bombardment and a charge (None: not possible), half MPs for foot and for horse.
TERRAIN = {
    "clear": (0, 0, 0, 2, 2),
    "town": (25, 75, 50, 2, 2),
    "chateau": (50, None, None, 4, 4),
    "woods": (50, 50, 75, 4, 8),
    "marsh": (25, 50, None, 4, 8),
    "stream": (25, 0, 25, 4, 4),
    "ford": (25, 0, 25, 4, 4),
    "crest": (25, None, 0, 0, 0),
    "bridge": (50, 0, None, 0, 0),
}
#: By rating: the highest roll for a bad move, and for no effect.
INITIATIVE = {"0": (7, 11), "1": (6, 10), "2": (5, 9), "3": (3, 7), "4": (2, 5)}


def fire_rows() -> dict[int, list[int]]:
    rows = [[int(cell) for cell in line.split()] for line in FIRE.strip().splitlines()]
    return {row[0]: row[1:] for row in rows}


def test_the_shipped_tables_are_these_and_no_others() -> None:
    assert set(shipped()) == {*SINGLE, "fire", "compliance", "terrain", "initiative"}


@pytest.mark.parametrize("strength", range(1, 25))
def test_7_1_every_cell_of_the_fire_table(strength: int) -> None:
    row = fire_rows()[strength]
    assert len(row) == 11
    assert shipped()["fire"].rows[str(strength)] == row
    assert [Tables().hits(strength, total) for total in range(2, 13)] == row


def test_7_1_strength_above_24_is_looked_up_twice_with_the_same_roll() -> None:
    rows = fire_rows()
    for total in range(2, 13):
        assert Tables().hits(30, total) == rows[24][total - 2] + rows[6][total - 2]
        assert Tables().hits(0, total) == 0


@pytest.mark.parametrize("column", COMPLIANCE)
def test_20_7_every_cell_of_the_compliance_table(column: str) -> None:
    table = shipped()["compliance"]
    assert table.columns == list(COMPLIANCE)
    assert tuple(table.cell(row, column) for row in ("R4", "1T", "C")) == COMPLIANCE[column]
    r4, late, done = COMPLIANCE[column]
    number = int(column.rstrip("+"))
    for total in range(2, 13):
        if total >= done:
            wanted = "C"
        elif total >= late:
            wanted = "1T"
        elif r4 is not None and total >= r4:
            wanted = "R4"
        else:
            wanted = "I"
        assert Tables().complies(number, total) == wanted


def test_20_7_an_order_is_ignored_where_the_table_says_if_less_rolled_and_held_up_beyond() -> None:
    tables = Tables()
    results = {n: {tables.complies(n, total) for total in range(2, 13)} for n in range(-1, 11)}
    assert [n for n in results if "I" in results[n]] == list(range(-1, 7))
    assert [n for n in results if "R4" in results[n]] == [7, 8, 9]


def test_20_7_columns_beyond_the_table_are_its_outermost() -> None:
    tables = Tables()
    for total in range(2, 13):
        assert tables.complies(-5, total) == tables.complies(-1, total)
        assert tables.complies(14, total) == tables.complies(10, total)


def test_20_7_the_cell_that_the_scan_lost_says_so() -> None:
    table = shipped()["compliance"]
    lost = {("1T", "7")}
    for row in ("R4", "1T", "C"):
        for column in table.columns:
            wanted = "reconstruction" if (row, column) in lost else "rules"
            assert table.origin(row, column).kind == wanted, (row, column)


@pytest.mark.parametrize("name", SINGLE)
def test_every_figure_of_the_tables_with_one_column(name: str) -> None:
    table = shipped()[name]
    assert {row: cells[0] for row, cells in table.rows.items()} == SINGLE[name]
    assert all(len(cells) == 1 for cells in table.rows.values())


@pytest.mark.parametrize("kind", TERRAIN)
def test_5_2_every_cell_of_the_terrain_table(kind: str) -> None:
    table = shipped()["terrain"]
    assert table.columns == ["attack", "bombardment", "charge", "infantry", "cavalry"]
    assert tuple(table.rows[kind]) == TERRAIN[kind]
    assert set(table.rows) == set(TERRAIN)


@pytest.mark.parametrize("rating", INITIATIVE)
def test_20_11_every_cell_of_the_initiative_table(rating: str) -> None:
    table = shipped()["initiative"]
    assert tuple(table.rows[rating]) == INITIATIVE[rating]
    assert set(table.rows) == set(INITIATIVE)


def test_figures_that_are_not_from_the_rules_are_marked_where_they_are_shown() -> None:
    assert doubt(Tables(), "terrain", "marsh", "attack")[0] == " (reconstructed)"
    assert doubt(Tables(), "terrain", "woods", "attack") == ("", "")
