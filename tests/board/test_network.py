"""Point-to-point maps: what a network answers, what its file looks like, and what its checks find."""

from __future__ import annotations

from pathlib import Path

import pytest

from napwidgets.board.network import STEP, Entry, Link, Network, Place, flat, from_json, plane, sheet, to_json
from napwidgets.board.network_checks import River, checks
from napwidgets.kernel.provenance import Provenance
from napwidgets.kernel.rulings import ScenarioError

PLACES = (
    Place("dresde", "Dresde", 51.05, 13.74, "defensive", True, "saxony", "D4", "Dresden", "index"),
    Place("lissa-h2", "Lissa", 51.84, 16.57, square="H2", modern="Leszno", printed="Lessen"),
    Place("lissa-h4", "Lissa", 51.14, 16.85, square="H4", modern="Leśnica"),
    Place("meissen", "Meissen", 51.16, 13.47, square="C4", modern="Meißen"),
)
LINKS = (
    Link(0, 3, "road", "major", "bridge", river="Elbe"),
    Link(0, 2, "poor road"),
    Link(1, 2, "poor road", origin="index"),
)
ENTRY = Entry("posen", "Posen", 1, "road", 52.2, 16.8, "(1)")
NET = Network(
    "test", "Test", (13.0, 50.0, 17.0, 52.0), 20.0, PLACES, LINKS, (ENTRY,), {"index": Provenance("rules", "the index")}
)
#: A line between Dresden and Meissen.
BAR = River("Elbe", "major", ((13.6, 50.5), (13.6, 51.5)))


def changed(**fields: object) -> Network:
    values = {name: getattr(NET, name) for name in NET.__struct_fields__}
    return Network(**{**values, **fields})  # type: ignore[arg-type]


def whats(network: Network, *rivers: River) -> list[str]:
    return [f"{finding.place}: {finding.what}" for finding in checks(network, rivers)]


def test_neighbours_and_links_are_found_from_both_ends() -> None:
    assert NET.around == (((2, 1), (3, 0)), ((2, 2),), ((0, 1), (1, 2)), ((0, 0),))
    assert NET.link_between(3, 0) == 0 == NET.link_between(0, 3)
    assert NET.link_between(1, 3) is None
    assert NET.doors == ((), (0,), (), ())


@pytest.mark.parametrize("name", ["dresde", "Dresde", "DRESDE", "Dresden", "dresdén"])
def test_a_place_is_found_by_id_by_its_old_and_by_its_new_name(name: str) -> None:
    assert NET.index(name) == 0


def test_a_place_is_found_by_the_spelling_of_the_rules() -> None:
    assert NET.index("Lessen") == 1


def test_a_name_that_stands_twice_asks_for_an_id() -> None:
    assert NET.index("lissa-h4") == 2
    assert NET.index("Lesnica") == 2
    with pytest.raises(ScenarioError, match="more than once: write lissa-h2 or lissa-h4"):
        NET.index("Lissa")


def test_an_unknown_name_offers_the_nearest() -> None:
    with pytest.raises(ScenarioError, match=r"no place 'Meisen' on the map Test\. Did you mean meissen"):
        NET.index("Meisen")
    with pytest.raises(ScenarioError, match=r"no place 'xyzzy' on the map Test\.$"):
        NET.index("xyzzy")


def test_a_network_is_a_value() -> None:
    again = from_json(to_json(NET).encode())
    assert again == NET
    assert hash(again) == hash(NET)
    assert to_json(again) == to_json(NET)
    assert changed(name="Other") != NET


def test_a_file_is_read_back(tmp_path: Path) -> None:
    NET.save(tmp_path / "test.network.json")
    assert Network.load(tmp_path / "test.network.json") == NET


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"a":"dresde","b":"meissen"', '"a":"dresde","b":"meisen"', r"links\[0\]\.b: there is no place 'meisen'"),
        ('"place":"lissa-h2"', '"place":7', r"entries\[0\]\.place: there is no place 7"),
        ('"terrain":"defensive"', '"terrain":"swamp"', "Invalid enum value 'swamp'"),
        ('"format": 1', '"format": 2', "this is no network"),
        ('"title": "Test"', '"title": 4', "Expected `str`"),
        ('"step_km"', '"pace"', "unknown field `pace`"),
    ],
)
def test_a_wrong_file_is_told(tmp_path: Path, old: str, new: str, says: str) -> None:
    text = to_json(NET)
    assert old in text
    (tmp_path / "bad.json").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ScenarioError, match=says):
        Network.load(tmp_path / "bad.json")


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="can't be read"):
        Network.load(tmp_path / "none.json")


def test_a_hundred_units_of_the_plane_are_a_step() -> None:
    x, y = flat(NET, 51.0, 13.0)
    assert x == 0
    assert y * NET.step_km / STEP == pytest.approx(111.19, abs=0.01)
    assert len(plane(NET)) == NET.size
    wide, high = sheet(NET)
    assert all(0 < x < wide and 0 < y < high for x, y in plane(NET))


def test_a_sound_network_has_no_findings() -> None:
    assert checks(NET, [BAR]) == []


def test_checks_find_a_major_river_crossed_as_if_it_were_land() -> None:
    dry = changed(links=(Link(0, 3, "road"), *LINKS[1:]))
    assert whats(dry) == []
    assert whats(dry, BAR) == ["links[0].water: Dresde - Meissen crosses the Elbe, a major river"]
    assert whats(dry, River("Elbe", "minor", BAR.line)) == []


def test_checks_find_water_without_a_crossing_and_the_contrary() -> None:
    assert whats(changed(links=(Link(0, 3, "road", "minor"), *LINKS[1:]))) == [
        "links[0].crossing: Dresde - Meissen crosses water: give it a bridge or a ford"
    ]
    assert whats(changed(links=(Link(0, 3, "road", "", "ford"), *LINKS[1:]))) == [
        "links[0].water: Dresde - Meissen has a ford, but no river"
    ]


def test_checks_find_lost_places_double_links_and_unknown_words() -> None:
    assert whats(changed(links=LINKS[:2])) == ["places[1]: no way leads to Lissa from Dresde"]
    assert whats(changed(links=(*LINKS, Link(0, 3, "poor road")))) == [
        "links[3]: Dresde and Meissen are linked already"
    ]
    assert whats(changed(links=(*LINKS, Link(3, 1, "road")))) == [
        "links[3]: a and b must be two places of this map, a before b"
    ]
    swamp = Place("x", "X", 51, 14, "swamp")  # type: ignore[arg-type]
    assert whats(changed(places=(*PLACES[:3], swamp))) == [
        "places[3].terrain: 'swamp' is no terrain: 'open', 'defensive', 'mountain'"
    ]
    assert whats(changed(origins={})) == [
        "places[0].origin: 'index' is not explained under origins",
        "links[2].origin: 'index' is not explained under origins",
    ]
