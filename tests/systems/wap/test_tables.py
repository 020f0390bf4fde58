"""The tables of War and Peace held against the reference, typed anew."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

import napwidgets
from napwidgets.board.realm import EuropeBoard
from napwidgets.kernel.dice import SeededDice
from napwidgets.systems.wap.setting import SPAIN
from napwidgets.systems.wap.state import FRENCH
from napwidgets.systems.wap.states.victory import check_conquest
from napwidgets.systems.wap.tables import Tables, shipped
from tests.board.test_europe import PRODUCTION

TABLES = Tables()


def test_f_7_the_combat_table() -> None:
    assert {odds: row.results for odds, row in TABLES.combat.items()} == {
        "1-1": ("LC", "LS", "LR", "LR", "SR", "SR", "SS", "SC"),
        "3-2": ("LS", "LR", "LR", "SR", "SR", "SS", "SS", "SC"),
        "2-1": ("LR", "LR", "SR", "SR", "SS", "SS", "SC", "SC"),
    }


def test_f_2_d_sixteen_zones_four_of_them_on_the_map_joined_both_ways() -> None:
    zones = TABLES.zones
    assert len(zones) == 16
    assert [name for name, zone in zones.items() if zone.on_map] == ["atlantic", "north-sea", "mediterranean", "baltic"]
    for name, zone in zones.items():
        assert all(name in zones[other].joins for other in zone.joins)
    assert [zone.cost for zone in zones.values()] == [1, 1, 1, 1, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3]
    assert [zone.interception for zone in zones.values()] == [0, 1, 0, 1, -1, -1, -1, 0, -1, -2, -1, 0, -2, -1, -1, -2]
    assert [zone.traffic for zone in zones.values()] == [3, 3, 2, 1, 0, 2, 2, 4, 1, 1, 1, 2, 3, 4, 2, 0]


def test_k_8_the_steps_of_the_rate() -> None:
    lloyds = TABLES.lloyds
    assert [lloyds[k] for k in ("act", "one point a city", "points compulsory", "points ships and men")] == [
        10,
        15,
        20,
        30,
    ]
    assert (lloyds["catastrophe"], lloyds["start"], lloyds["least rate"]) == (40, 5, 5)
    assert (lloyds["decay"], lloyds["decay without raids"]) == (-3, -6)


@pytest.mark.parametrize("name", sorted(shipped()))
def test_every_figure_says_where_it_comes_from(name: str) -> None:
    table = shipped()[name]
    assert table.provenance.note
    for place in table.cells:
        row, _, column = place.partition("/")
        assert row in table.rows
        assert column in table.columns


def test_figures_of_paragraphs_are_data() -> None:
    assert TABLES.victory == {"cities with a conquest": 15, "months after napoleon": 12, "guard infantry on elba": 1}
    assert TABLES.casualty["nelson hit from"] == 11
    assert [TABLES.production[f"landwehr of {name} from"] for name in ("Austria", "Prussia")] == [1809, 1813]
    works = ("prize squadron", "prize transport", "damaged squadron")
    assert [TABLES.production[f"months to repair a {what}"] for what in works] == [3, 1, 1]
    assert TABLES.production["segments of a prize at sea"] == 2


def test_c_1_a_a_teachers_number_of_cities_counts() -> None:
    victory = shipped()["victory"]
    mine = structs.replace(victory, rows=victory.rows | {"cities with a conquest": [16]})
    easy: Any = napwidgets.new_game("wap/grand-campaign").engine
    hard: Any = napwidgets.new_game("wap/grand-campaign", tables={"victory": mine}).engine
    won = [check_conquest(e.context, e.start(SeededDice("1"), []), SPAIN, FRENCH, []).ended for e in (easy, hard)]
    assert won[0] is not None
    assert won[0].ending == "conquest"
    assert won[1] is None


@pytest.mark.parametrize("colour", PRODUCTION)
def test_c_2_a_the_production_cities_of_the_reference_with_their_colours(colour: str) -> None:
    board = EuropeBoard.load(EuropeBoard.HOME)
    wanted = sorted(board.city(name).name for name in PRODUCTION[colour])
    assert sorted(name for name, found in TABLES.cities.items() if found == colour) == wanted
    for name in wanted:
        assert shipped()["cities"].origin(name, "colour").note
