"""The tables of War and Peace held against the reference, typed anew."""

from __future__ import annotations

import pytest

from napwidgets.systems.wap.tables import Tables, shipped

TABLES = Tables()


def test_f_7_the_combat_table() -> None:
    assert TABLES.combat == {
        "1-1": ("LC", "LS", "LR", "LR", "SR", "SR", "SS", "SC"),
        "3-2": ("LS", "LR", "LR", "SR", "SR", "SS", "SS", "SC"),
        "2-1": ("LR", "LR", "SR", "SR", "SS", "SS", "SC", "SC"),
    }


def test_f_2_sixteen_zones_four_of_them_on_the_map_joined_both_ways() -> None:
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
