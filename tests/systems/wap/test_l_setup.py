"""L: the initial deployment."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.scenarios import load
from napwidgets.systems.wap.engine import Campaign
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, RUSSIA, nation_number
from tests.systems.wap.campaign import at, where
from tests.systems.wap.campaign import place as hex_of
from tests.systems.wap.navy import ships
from tests.systems.wap.test_c_to_e import opening


@pytest.mark.parametrize(
    ("place", "force", "squadrons", "transports"),
    [
        ("Toulon", "6I", 3, 1),
        ("Rochefort", "4I", 2, 0),
        ("Boulogne", "3I", 0, 1),
        ("Brest", "", 3, 0),
        ("Amsterdam", "", 1, 0),
    ],
)
def test_l_1_french_ships_and_the_troops_beside_them(place: str, force: str, squadrons: int, transports: int) -> None:
    x, s = opening()
    assert ships(x, s, place, FRANCE) == [(squadrons, transports, True)]
    if force:
        assert at(x, s, place, "France") == parse(force)


def test_l_2_a_englands_men_are_in_london_and_gibraltar_and_its_ships_before_enemy_ports() -> None:
    x, s = opening()
    assert at(x, s, "London", "England") == parse("6I 2C")
    assert where(x, s, "English leader") == hex_of(x, "London")
    assert ships(x, s, "Plymouth", ENGLAND) == [(0, 2, True)]
    assert at(x, s, "Gibraltar", "England") == parse("1I")
    assert ships(x, s, "Gibraltar", ENGLAND) == [(1, 0, True)]
    watch = {"Amsterdam": 1, "Brest": 3, "Rochefort": 2, "Corunna": 2, "Cadiz": 1, "Cartagena": 1}
    assert {port: ships(x, s, port, ENGLAND) for port in watch} == {p: [(n, 0, False)] for p, n in watch.items()}


def test_l_2_b_the_portuguese_at_lisbon_and_the_german_legion_in_london() -> None:
    x, s = opening()
    portugal = nation_number("Portugal")
    assert at(x, s, "Lisbon", "Portugal") == parse("4I 1C")
    assert ships(x, s, "Lisbon", portugal) == [(1, 1, True)]
    assert where(x, s, "Portuguese leader") == hex_of(x, "Lisbon")
    legion = [army for army in s.armies if army.hex == hex_of(x, "London") and army.under == ENGLAND]
    assert [(army.nation, army.count) for army in legion] == [(nation_number("Hanover"), parse("1I"))]


@pytest.mark.parametrize(
    ("place", "leader", "force"),
    [
        ("Moscow", "Barclay de Tolly", "5I 1C"),
        ("St. Petersburg", "Russian leader", "5I 1C"),
        ("Kiev", "Tormazov", "5I 1CC"),
    ],
)
def test_l_3_russians_far_behind_the_front(place: str, leader: str, force: str) -> None:
    x, s = opening()
    assert at(x, s, place, "Russia") == parse(force)
    assert where(x, s, leader) == hex_of(x, place)
    assert ships(x, s, place, RUSSIA) == ([(1, 1, True)] if place == "St. Petersburg" else [])


def test_l_5_a_a_prussian_army_at_magdeburg() -> None:
    x, s = opening()
    assert any(at(x, s, "Magdeburg", "Prussia"))


@pytest.mark.parametrize(
    ("place", "state", "force"),
    [("Dresden", "Saxony", "3I 1C"), ("Brunswick", "Brunswick", "1I"), ("Cassel", "Hesse", "1I")],
)
def test_l_5_b_prussias_satellites_in_their_capitals(place: str, state: str, force: str) -> None:
    x, s = opening()
    assert at(x, s, place, state) == parse(force)
    if state == "Saxony":
        assert where(x, s, "Saxon leader") == hex_of(x, place)


@pytest.mark.parametrize(("first", "year"), [("1805-01", 1805), ("1805-12", 1805), ("1806-01", 1806)])
def test_j_1_f_a_campaign_begins_with_what_its_first_year_has_added(first: str, year: int) -> None:
    shipped = load("wap/trafalgar").setting
    data = replace(shipped.scenario, turns=replace(shipped.scenario.turns, first=first))
    s = Campaign(data, shipped.board).start(SeededDice("first"), [])
    assert set(s.grown) == {year}
