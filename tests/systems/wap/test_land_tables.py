"""The tables of the land game held against the reference, typed anew; those that were fitted, against their fit."""

from __future__ import annotations

from typing import Any

import pytest

from napwidgets import new_game
from napwidgets.scenarios import load as loaded
from napwidgets.systems.wap.land.field import Engagement, force, round_odds
from napwidgets.systems.wap.tables import Tables, shipped


def load(id: str, options: dict[str, bool] | None = None) -> Any:
    """A campaign with its context at hand."""
    return loaded(id, options)


TABLES = Tables()
#: The tables as they were before they were fitted.
FIRST = Tables(first=True)


def cells(name: str, tables: Tables = TABLES) -> list[object]:
    """All cells of a table in one list."""
    return [cell for row in tables.all[name].rows.values() for cell in row]


def test_g_attrition_fitted_to_campaigns() -> None:
    assert cells("attrition") == [
        *(0, 0, 0, 0, 0),
        *(0, 0, 0, 0, 1),
        *(0, 0, 0, 1, 1),
        *(0, 1, 2, 2, 3),
        *(1, 2, 3, 4, 5),
        *(1, 3, 4, 5, 6),
        *(2, 3, 4, 6, 8),
    ]
    assert [TABLES.weather[row] for row in ("winter", "winter in russia", "unsupplied")] == [2, 1, 3]
    assert TABLES.attrition.rows.first == 5


def test_o_losses_grow_with_the_smaller_force() -> None:
    assert [TABLES.lost_in_battle(size, 1) for size in (5, 6, 10, 11, 16, 17, 24, 25)] == [1, 1, 1, 2, 2, 3, 3, 4]
    assert [TABLES.lost_in_battle(size, 3) for size in (5, 6, 11, 17, 25)] == [3, 4, 6, 9, 12]
    assert TABLES.lost_in_battle(30, 4) == TABLES.lost_in_battle(30, 3) + 1
    assert [FIRST.lost_in_battle(size, 2) for size in (1, 30)] == [2, 2]
    big = round_odds(TABLES, Engagement((force(30), force(30))))
    assert {end.sides[0].lost for end, _ in big} <= {4, 8}


def test_whoever_has_a_combat_table_of_his_own_has_its_losses_as_they_stand() -> None:
    mine = {"land-combat": TABLES.all["land-combat"]}
    assert Tables(mine).lost_in_battle(30, 2) == 2
    assert Tables({**mine, "land-losses": TABLES.all["land-losses"]}).lost_in_battle(30, 2) == 8


def test_the_first_tables_are_a_set_of_their_own() -> None:
    shared = load("wap/grand-campaign").fingerprint, load("wap/grand-campaign", {"first_tables": True}).fingerprint
    assert shared[0] != shared[1]
    chosen = load("wap/grand-campaign", {"first_tables": True}).context.tables
    assert cells("attrition", chosen) == cells("attrition", FIRST) != cells("attrition")
    changed = {name for name, table in shipped().items() if table != shipped(first=True)[name]}
    assert changed == {
        "alliance", "attrition", "attrition-modifiers", "courting", "land-losses", "land-morale",
        "leader-casualty", "production", "supply",
    }  # fmt: skip
    assert set(shipped()) == set(shipped(first=True))


def test_no_figure_that_a_paragraph_gives_was_fitted() -> None:
    for name, table in shipped().items():
        before = shipped(first=True)[name]
        for row, found in table.rows.items():
            for column, value, was in zip(table.columns, found, before.rows.get(row, ()), strict=False):
                if table.columns == before.columns and value != was:
                    assert table.origin(row, column).kind == "reconstruction", (name, row)


def test_g_attrition_as_it_was() -> None:
    assert cells("attrition", FIRST) == [
        *(0, 0, 0, 1, 1),
        *(0, 0, 1, 1, 2),
        *(0, 1, 1, 2, 3),
        *(0, 1, 2, 3, 4),
        *(1, 1, 2, 3, 5),
        *(1, 2, 3, 4, 6),
        *(2, 3, 4, 6, 8),
    ]
    assert FIRST.weather == {
        "winter": 1,
        "winter in russia": 1,
        "unsupplied": 2,
        "few in a friendly city": -1,
        "few": 5,
    }


def test_j_allowances_and_ground() -> None:
    land = ("infantry", "cavalry", "cossack", "leader", "partisan", "clear", "forest", "marsh", "mountain", "river")
    assert [TABLES.movement[row] for row in land] == [3, 4, 5, 6, 3, 1, 2, 2, 3, 1]


def test_k_forced_march() -> None:
    assert TABLES.all["forced-march"].rows == {
        "1": [0, 1],
        "2": [1, 1],
        "3": [1, 1],
        "4": [1, 0],
        "5": [1, 0],
        "6": [2, 1],
        "7": [2, 0],
    }
    assert TABLES.all["forced-march-modifiers"].rows == {"France": [1, 1812]}


def test_m_supply() -> None:
    supply = {"line": 6, "line from supplies landed": 3, "unsupplied combat": -1}
    assert TABLES.supply == supply | {"unsupplied attrition": 3}
    assert FIRST.supply == supply | {"unsupplied attrition": 2}


@pytest.mark.parametrize(
    ("index", "row"),
    [
        (-3, [3, 0, "L"]),
        (-1, [3, 0, "L"]),
        (0, [2, 0, "L"]),
        (1, [2, 1, "L"]),
        (2, [1, 1, "L"]),
        (3, [1, 1, ""]),
        (4, [1, 1, ""]),
        (5, [1, 1, "S"]),
        (6, [1, 2, "S"]),
        (7, [0, 2, "S"]),
        (8, [0, 2, "S"]),
        (12, [0, 3, "S"]),
    ],
)
def test_o_the_results_table(index: int, row: list[object]) -> None:
    assert list(TABLES.land_combat.at("1-1", index)) == row


def test_o_ground_rounds_pursuit() -> None:
    assert TABLES.ground == {
        "mountain": 2,
        "forest": 1,
        "marsh": 1,
        "river": 1,
        "city": 1,
        "fortress": 2,
        "assault": 2,
        "rounds": 3,
        "overrun": 10,
        "partisans slip away from": 4,
    }
    assert [(odds.larger, odds.smaller, odds.die, odds.name) for odds in TABLES.odds] == [
        (1, 1, 0, "1-1"),
        (3, 2, 1, "3-2"),
        (2, 1, 2, "2-1"),
        (3, 1, 3, "3-1"),
        (4, 1, 4, "4-1"),
        (5, 1, 5, "5-1"),
    ]


@pytest.mark.parametrize(
    ("surplus", "costs"), [(0, 0), (1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (30, 2)]
)
def test_q_pursuit_costs_a_point_for_three_of_surplus_cavalry_on_a_high_die(surplus: int, costs: int) -> None:
    assert [TABLES.land_pursuit.at(surplus, die) for die in range(1, 7)] == [0, 0, 0, 0, costs, costs]


def test_r_and_s_leaders_and_sieges() -> None:
    casualty = {"hit from": 12, "nelson hit from": 11, "killed up to": 1, "napoleon shot on landing up to": 1}
    assert casualty == TABLES.casualty
    assert TABLES.siege == {"city": 2, "fortress": 5, "capital": 10, "safe months": 3}


def test_d_4_who_stays_at_home() -> None:
    assert TABLES.all["home-guard"].rows == {"L": [1813], "M": [None], "P": [None]}


@pytest.mark.parametrize(("year", "morale"), [(1805, 3), (1812, 3), (1813, 2)])
def test_the_french_are_better_until_they_have_been_to_moscow(year: int, morale: int) -> None:
    assert load("wap/grand-campaign").context.tables.morale_on_land("France", year) == morale
    assert load("wap/grand-campaign", {"first_tables": True}).context.tables.morale_on_land("France", year) == 2


def test_j_5_d_what_england_has_saved_is_there_from_the_start() -> None:
    # In half points.
    saved: Any = [new_game(id).state for id in ("wap/coalitions", "wap/lloyds")]
    assert [state.saved for state in saved] == [12, 0]
