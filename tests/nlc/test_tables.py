"""Every cell of the NLC tables, held against the rules text; what the text lacks is marked and says so."""

from __future__ import annotations

import json

import pytest

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.nlc.tables import Tables, shipped

#: Fire Table: hits by combat strength (rows) and the total of two dice from 2 to 12.
FIRE = """
 1: 0 0 0 0 0 0 0 0 1 1 1
 2: 0 0 0 0 0 0 0 1 1 1 2
 3: 0 0 0 0 0 0 1 1 1 2 2
 4: 0 0 0 0 0 1 1 1 2 2 2
 5: 0 0 0 0 0 1 1 1 2 2 3
 6: 0 0 0 0 1 1 1 2 2 2 3
 7: 0 0 0 0 1 1 1 2 2 3 4
 8: 0 0 0 0 1 1 2 2 3 3 4
 9: 0 0 0 1 1 1 2 2 3 3 4
10: 0 0 0 1 1 2 2 3 3 4 5
11: 0 0 0 1 1 2 2 3 4 4 5
12: 0 0 1 1 1 2 2 3 4 4 5
13: 0 0 1 1 2 2 3 3 4 4 6
14: 0 0 1 1 2 2 3 3 4 5 6
15: 0 0 1 1 2 2 3 4 4 5 6
16: 0 1 1 1 2 3 3 4 5 5 6
17: 0 1 1 2 2 3 3 4 5 5 7
18: 0 1 1 2 2 3 4 4 5 6 7
19: 0 1 1 2 3 3 4 4 5 6 7
20: 0 1 1 2 3 3 4 5 5 6 8
21: 0 1 2 2 3 4 4 5 5 6 8
22: 0 1 2 2 3 4 4 5 6 7 8
23: 0 1 2 3 3 4 4 5 6 7 9
24: 1 1 2 3 3 4 5 5 6 7 9
"""

#: Order Compliance Table: the least roll for each result, by the sum of ratings from -1 to 10 and more.
COMPLIANCE = {
    "C": "12 11 11 10 10 9 9 8 8 7 6 6",
    "1T": "9 9 9 8 7 7 6 5 5r 4 3 2",
    "R4": "7r 6r 6r 5r 4r 4r 3r 3r 2 2 2 -",
}

#: Initiative Table: rolls that are a bad move, have no effect, and succeed, by rating from 0 to 4 and more.
INITIATIVE = ["2-7 8-11 12", "2-6 7-10 11-12", "2-5 6-9 10-12", "2-3 4-7 8-12", "2 3-5 6-12"]

#: Terrain Effects on Combat: reduction of fire in attack, bombardment, charge (- not possible), in percent.
COVER = {
    "town": "25 75 50",
    "chateau": "50 - -",
    "woods": "50 50 75",
    "stream": "25 0 25",
    "crest": "25 - 0",
    "bridge": "50 0 -",
}


def fire_rows() -> dict[int, list[int]]:
    rows = (line.split(":") for line in FIRE.strip().splitlines())
    return {int(strength): [int(hits) for hits in cells.split()] for strength, cells in rows}


@pytest.mark.parametrize("strength", range(1, 25))
def test_7_1_fire_table(strength: int) -> None:
    tables = Tables()
    assert [tables.hits(strength, total) for total in range(2, 13)] == fire_rows()[strength]
    assert shipped()["fire"].rows[str(strength)] == fire_rows()[strength]


@pytest.mark.parametrize("strength", [25, 30, 48, 49, 60])
def test_7_1_above_24_the_rest_is_looked_up_with_the_same_dice(strength: int) -> None:
    tables, rows = Tables(), {0: [0] * 11, **fire_rows()}
    for total in range(2, 13):
        whole, rest = divmod(strength, 24)
        assert tables.hits(strength, total) == whole * rows[24][total - 2] + rows[rest][total - 2]


def test_7_1_no_strength_scores_no_hits() -> None:
    assert {Tables().hits(0, total) for total in range(2, 13)} == {0}


@pytest.mark.parametrize("column", range(-1, 11))
def test_20_7_compliance_table(column: int) -> None:
    tables = Tables()
    least = {row: cells.split()[column + 1] for row, cells in COMPLIANCE.items()}
    for total in range(2, 13):
        expected = "I"
        for row in ("R4", "1T", "C"):
            cell = least[row].rstrip("r")
            if cell != "-" and total >= int(cell):
                expected = row
        assert tables.complies(column, total) == expected
    for row, cell in least.items():
        name = "10+" if column == 10 else str(column)
        kind = shipped()["compliance"].origin(row, name).kind
        assert kind == ("reconstruction" if cell.endswith("r") else "rules")


def test_20_7_columns_beyond_the_table_count_as_its_last_ones() -> None:
    tables = Tables()
    for total in range(2, 13):
        assert tables.complies(-5, total) == tables.complies(-1, total)
        assert tables.complies(17, total) == tables.complies(10, total)


def test_20_7_shifts() -> None:
    assert Tables().shifts == {
        "reserve": 1,
        "attack or probe": -2,
        "face to face": 1,
        "divisional order or cavalry corps": 1,
        "past force": -2,
        "general retreat": 1,
    }


@pytest.mark.parametrize("rating", range(5))
def test_20_11_initiative_table(rating: int) -> None:
    bad, none, acts = (part.split("-") for part in INITIATIVE[rating].split())
    table = shipped()["initiative"]
    assert table.cell(str(rating), "bad move up to") == int(bad[-1])
    assert table.cell(str(rating), "no effect up to") == int(none[-1])
    assert (int(bad[0]), int(none[0]), int(acts[0]), int(acts[-1])) == (2, int(bad[-1]) + 1, int(none[-1]) + 1, 12)


def test_20_10_confidence_check() -> None:
    table = Tables().confidence
    assert table["undemoralized attack or probe"] == 3
    assert table["demoralized attack or probe"] == 0
    assert table["objective held on attack"] == 1
    assert table["demoralized defend or delay"] == 2
    assert shipped()["confidence"].origin("other", "modifier").kind == "inferred"


@pytest.mark.parametrize("kind", COVER)
def test_7_6_terrain_reduces_fire(kind: str) -> None:
    table = shipped()["terrain"]
    expected = [None if cell == "-" else int(cell) for cell in COVER[kind].split()]
    assert [table.cell(kind, column) for column in ("attack", "bombardment", "charge")] == expected
    assert table.origin(kind, "attack").kind == "rules"


def test_5_2_movement_costs_in_half_points() -> None:
    entry = Tables().entry
    assert entry["town"] == (2, 2)
    assert entry["chateau"] == (4, 4)
    assert entry["woods"] == (4, 8)
    assert entry["stream"] == (4, 4)
    assert entry["bridge"] == entry["crest"] == (0, 0)
    assert entry["clear"] == (2, 2)


def test_2_2_morale_and_pursuit_values() -> None:
    morale = Tables().morale
    assert morale["all"] == 4
    assert morale["nassau"] == morale["dutch"] == morale["prussian small infantry"] == 3
    assert morale["old guard"] == morale["british infantry defending"] == morale["british cavalry"] == 5
    assert (morale["pursuit"], morale["pursuit british"], morale["pursuit guard cavalry"]) == (4, 2, 5)
    assert morale["lowest"] == 1


def test_2_2_morale_modifiers() -> None:
    modifiers = Tables().modifiers
    minus = ("step loss", "demoralized", "artillery fire", "attacked by old guard", "guard recoiled", "reserve")
    assert {modifiers[key] for key in minus} == {-1}
    assert modifiers["flanked"] == -2
    assert modifiers["reaction with leader"] == 1
    assert (modifiers["cover"], modifiers["with leader"], modifiers["adjacent enemy"]) == (1, 1, -1)


@pytest.mark.parametrize(("turn", "revealed"), [(1, ""), (2, "5 6"), (3, "4 5 6")])
def test_25_5_hidden_movement_table(turn: int, revealed: str) -> None:
    hidden_up_to = Tables().hidden[turn - 1]
    assert [roll for roll in range(1, 7) if roll > hidden_up_to] == [int(roll) for roll in revealed.split()]


def test_limits_stand_in_their_paragraphs() -> None:
    limits = Tables().limits
    assert limits["stacking"] == 2
    assert limits["command range"] == 2 * 4
    assert limits["order distance"] == 2 * 10
    assert limits["face to face distance"] == 2 * 3
    assert limits["aide speed"] == 2 * 6
    assert limits["marker aide speed"] == 2 * 7
    assert limits["zoc leaving cost"] == 2 * 1
    assert (limits["visibility day"], limits["visibility rain"], limits["visibility night"]) == (8, 4, 1)
    assert (limits["hidden march"], limits["hidden cavalry march"]) == (2 * 4, 2 * 6)
    assert (limits["leader loss up to"], limits["replacement rating"], limits["hq loss"]) == (3, 1, 5)
    assert limits["supply off road"] == 5


def test_every_cell_has_a_provenance_and_reconstructions_say_why() -> None:
    for table in shipped().values():
        assert table.provenance.note
        for place, origin in table.cells.items():
            row, _, column = place.partition("/")
            assert table.cell(row, column) is not None or row in table.rows
            assert origin.note, f"{table.id} {place}"


def test_a_changed_table_is_used_and_one_of_another_shape_refused() -> None:
    plain = json.loads(json.dumps({"fire": _builtins("fire")}))
    plain["fire"]["rows"]["1"][0] = 5
    assert Tables(plain).hits(1, 2) == 5
    assert Tables().hits(1, 2) == 0
    del plain["fire"]["rows"]["24"]
    with pytest.raises(ScenarioError, match="rows and columns of the shipped one"):
        Tables(plain)
    with pytest.raises(ScenarioError, match="no table magic"):
        Tables({"magic": plain["fire"]})


def _builtins(name: str) -> object:
    import msgspec

    return msgspec.to_builtins(shipped()[name])
