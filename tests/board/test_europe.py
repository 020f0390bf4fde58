"""The board of Europe: what its source gives, and that it is sound ground for a campaign."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from napwidgets.board.atlas import great_circle
from napwidgets.board.realm import RIVER, STRAIT, EuropeBoard, Zone, pack, unpack
from napwidgets.board.realm_checks import check_board
from napwidgets.board.realm_layers import from_latlng, inside, layers, outlines, to_latlng

MAPS = EuropeBoard.HOME
#: Production cities after the reference tables, by colour.
PRODUCTION = {
    "red": [
        "Paris", "London", "Dublin", "Vienna", "Prague", "Budapest", "Venice", "Berlin", "Konigsberg", "Breslau",
        "Magdeburg", "Warsaw", "Moscow", "Kiev", "Smolensk", "Riga", "Madrid", "Barcelona", "Seville", "Valencia",
        "Corunna", "Amsterdam", "Lisbon", "Milan", "Naples", "Trieste", "Geneva", "Munich", "Brunswick", "Hanover",
        "Cassel", "Frankfurt", "Dresden", "Stuttgart", "Copenhagen", "Stockholm", "St. Petersburg",
    ],
    "black": ["Graz", "Brunn", "Danzig", "Stettin"],
    "white": ["Plymouth"],
    "choice": ["Lyon", "Marseilles", "Bordeaux", "Nantes", "Strasbourg", "Toulouse", "Brussels", "Turin"],
}  # fmt: skip
MAJORS = ("France", "England", "Austria", "Russia", "Prussia", "Spain")
MINORS = (
    "Holland", "Portugal", "North Italy", "Naples", "Dalmatia", "Switzerland", "Bavaria", "Brunswick", "Hanover",
    "Hesse", "Rhine Confederation", "Saxony", "Westphalia", "Wurtemburg", "Denmark", "Poland", "Sweden",
)  # fmt: skip


@pytest.fixture(scope="module")
def board() -> EuropeBoard:
    return EuropeBoard.load(MAPS)


def joined(board: EuropeBoard, hexes: Iterable[int]) -> list[set[int]]:
    """The pieces that a set of hexes falls into for one who walks and stays in it."""
    left, pieces = set(hexes), []
    while left:
        piece, edge = set(), [min(left)]
        while edge:
            h = edge.pop()
            if h in left:
                left.discard(h)
                piece.add(h)
                edge += board.ways[h]
        pieces.append(piece)
    return pieces


def test_the_shipped_board_is_what_its_source_gives() -> None:
    europe = pytest.importorskip("napwidgets.board.europe")
    for name, text in europe.texts(MAPS / "source").items():
        assert (MAPS / name).read_text(encoding="utf-8") == text, f"{name}: run python -m napwidgets.board.europe"


def test_packing_and_unpacking_are_inverse(board: EuropeBoard) -> None:
    for packed in [*board.data.terrain.values(), *board.data.owners.values(), board.data.coast, board.data.out]:
        assert pack(unpack(packed)) == packed


def test_the_map_says_nothing_of_production(board: EuropeBoard) -> None:
    assert not board.production
    found = replace(board.data.cities[0], production="red")
    wrong = replace(board.data, cities=(found, *board.data.cities[1:]))
    assert [(f.at, "table of the rules" in f.what) for f in check_board(wrong)] == [(("cities", 0, "production"), True)]


def test_a_board_carries_the_production_cities_of_a_table(board: EuropeBoard) -> None:
    made = board.producing({"Paris": "red", "Graz": "black"})
    assert {city.name: city.production for city in made.production} == {"Paris": "red", "Graz": "black"}
    assert made.city("Paris").production == made.city_at[made.hex_of("Paris")].production == "red"
    assert not board.production


@pytest.mark.parametrize("name", [name for names in PRODUCTION.values() for name in names])
def test_production_cities_of_the_reference_stand_in_the_hex_that_holds_their_place(
    board: EuropeBoard, name: str
) -> None:
    assert "moved" not in board.city(name).note


def test_the_six_majors_and_seventeen_minors_are_there(board: EuropeBoard) -> None:
    assert tuple(s.name for s in board.states.values() if s.kind == "major") == MAJORS
    assert tuple(s.name for s in board.states.values() if s.kind == "minor") == MINORS
    assert {s.name for s in board.states.values() if s.unformed} == {
        "Dalmatia", "Rhine Confederation", "Westphalia", "Poland",
    }  # fmt: skip
    for state in board.states.values():
        assert board.counts_with(state.name) in (*MAJORS, *MINORS)


def test_names_are_unique_and_lead_to_one_city(board: EuropeBoard) -> None:
    names = [name for city in board.cities for name in (city.name, *city.also)]
    assert len(names) == len(set(names)), sorted(n for n in set(names) if names.count(n) > 1)
    assert len(board.city_at) == len(board.cities), "one city a hex"
    assert all(board.city(name) is board.city_at[board.hex_of(name)] for name in names)


def test_every_land_hex_in_play_belongs_to_one_state_and_no_other_hex_does(board: EuropeBoard) -> None:
    for h in range(board.size):
        assert board.is_land(h) == (board.owner[h] is not None), board.title(h)
    listed = [name for packed in board.data.owners.values() for name in unpack(packed)]
    assert len(listed) == len(set(listed)) == sum(len(board.land_of(name)) for name in board.states)


def test_cities_stand_on_land_of_their_state(board: EuropeBoard) -> None:
    for h, city in board.city_at.items():
        assert board.is_land(h), city
        assert board.owner[h] == city.state, city


def test_a_state_on_the_continent_is_of_one_piece_or_has_known_exclaves(board: EuropeBoard) -> None:
    home = board.reach_by_land(board.hex_of("Paris"))
    pieces = {s: len(joined(board, [h for h in board.land_of(s) if h in home])) for s in board.states}
    whole = ("France", "Austria", "Russia", "Spain", "Portugal", "North Italy", "Naples", "Switzerland", "Bavaria")
    assert {s: pieces[s] for s in whole} == dict.fromkeys(whole, 1)
    # Westphalia and Ansbach, Bayreuth, Emden were Prussian; the rest is scattered as it was in 1805.
    assert all(count <= 5 for count in pieces.values()), pieces


@pytest.mark.parametrize(
    ("seas", "ports"),
    [
        (("Atlantic Ocean",), ["Brest", "Rochefort", "Lisbon", "Corunna", "Plymouth", "Dublin", "Bordeaux"]),
        (("North Sea",), ["London", "Amsterdam", "Flushing", "Hamburg", "Boulogne", "Dover", "Emden"]),
        (("Mediterranean Sea",), ["Toulon", "Genoa", "Naples", "Venice", "Trieste", "Cartagena", "Malta", "Corfu"]),
        (("Baltic Sea",), ["St. Petersburg", "Stockholm", "Danzig", "Riga", "Stettin", "Konigsberg", "Stralsund"]),
        (("Atlantic Ocean", "Mediterranean Sea"), ["Gibraltar", "Cadiz"]),
        (("North Sea", "Baltic Sea"), ["Copenhagen"]),
    ],
)
def test_f_2_h_ports_are_open_to_their_seas(board: EuropeBoard, seas: tuple[str, ...], ports: list[str]) -> None:
    for name in ports:
        assert board.city(name).is_port
        assert tuple(board.zones[z].name for z in board.shores[board.hex_of(name)]) == seas, name


def test_every_port_is_reached_by_a_sea_but_for_those_on_the_closed_black_sea(board: EuropeBoard) -> None:
    ports = [city for city in board.cities if city.is_port]
    assert all(board.coast[board.number(city.hex)] for city in ports)
    assert {c.name for c in ports if not board.shores[board.number(c.hex)]} == {"Odessa", "Kherson", "Sevastopol"}
    assert {c.name for z in board.zones for c in board.ports(z)} == {
        c.name for c in ports if board.shores[board.number(c.hex)]
    }


def test_f_2_c_shores_are_coastal_hexes(board: EuropeBoard) -> None:
    for h in range(board.size):
        assert not board.shores[h] or (board.coast[h] and board.terrain[h] not in ("sea", "lake")), board.title(h)
        assert not board.sea[h] or board.terrain[h] == "sea"


@pytest.mark.parametrize(
    ("there", "here"),
    [
        ("London", "Paris"), ("Dublin", "London"), ("Copenhagen", "Stockholm"), ("Copenhagen", "Kiel"),
        ("Palermo", "Naples"), ("Cagliari", "Ajaccio"), ("Stockholm", "Berlin"), ("Corfu", "Naples"),
        ("Malta", "Palermo"), ("Minorca", "Barcelona"), ("Majorca", "Minorca"), ("Elba", "Leghorn"),
    ],
)  # fmt: skip
def test_f_1_c_nobody_walks_across_a_strait(board: EuropeBoard, there: str, here: str) -> None:
    assert board.hex_of(there) not in board.reach_by_land(board.hex_of(here))


def test_f_1_c_all_sea_hexsides_lie_between_land_and_bar_the_way(board: EuropeBoard) -> None:
    for h in range(board.size):
        for d, n in enumerate(board.neighbours[h]):
            if board.sides[h][d] & STRAIT:
                assert board.terrain[h] != "sea" != board.terrain[n]
                assert n not in board.ways[h]
    assert board.hex_of("Reggio Calabria") in board.neighbours[board.hex_of("Messina")]


def test_every_capital_of_the_continent_can_be_walked_to(board: EuropeBoard) -> None:
    from_paris = board.reach_by_land(board.hex_of("Paris"))
    apart = {"London": "England", "Stockholm": "Sweden", "Copenhagen": "Denmark"}
    for state in board.states.values():
        if state.kind != "land" and state.capital not in apart:
            assert board.hex_of(state.capital) in from_paris, state
    for name in ("Lisbon", "Gibraltar", "Reggio Calabria", "Venice", "Moscow", "Sevastopol", "Abo", "Brest", "Aarhus"):
        assert board.hex_of(name) in from_paris, name


def test_walking_is_mutual_and_only_between_neighbours_on_land(board: EuropeBoard) -> None:
    for h in range(board.size):
        for n in board.ways[h]:
            assert n in board.neighbours[h]
            assert h in board.ways[n]
            assert board.is_land(h)
            assert board.is_land(n)


def test_distances_are_those_of_the_globe(board: EuropeBoard) -> None:
    names = ("Paris", "Vienna", "Moscow", "Madrid", "Lisbon", "London", "Naples", "St. Petersburg", "Kiev", "Stockholm")
    for a, b in combinations([board.city(name) for name in names], 2):
        km = great_circle(a.lonlat, b.lonlat)
        drawn = board.data.hex_km * math.dist(board.spot(board.number(a.hex)), board.spot(board.number(b.hex)))
        assert abs(drawn - km) < 0.05 * km + board.data.hex_km, (a.name, b.name)
        # Along the rows of hexes one walks up to a seventh farther than the crow flies.
        assert drawn / 64 - 1 <= board.distance(board.number(a.hex), board.number(b.hex)) <= 1.16 * drawn / 64 + 1


def test_rivers_are_hexsides_between_land(board: EuropeBoard) -> None:
    for river in board.rivers:
        assert river.sides, river.name
        for h, d in board.river_sides(river.name):
            n = board.neighbours[h][d]
            assert board.terrain[h] not in ("sea", "lake"), river.name
            assert board.terrain[n] not in ("sea", "lake"), river.name
            assert board.sides[h][d] & RIVER
            assert board.sides[n][(d + 3) % 6] & RIVER
            assert river.name in board.rivers_at(n, (d + 3) % 6)
            assert board.crosses_river(h, n) == board.crosses_river(n, h) is True


@pytest.mark.parametrize(
    ("west", "east", "river"),
    [
        ("Cologne", "Munster", "Rhine"), ("Strasbourg", "Stuttgart", "Rhine"), ("Ingolstadt", "Munich", "Danube"),
        ("Warsaw", "Brest-Litovsk", "Vistula"), ("Milan", "Parma", "Po"), ("Magdeburg", "Berlin", "Elbe"),
        ("Berlin", "Posen", "Oder"), ("Lisbon", "Badajoz", "Tagus"), ("Kovno", "Tilsit", "Niemen"),
    ],
)  # fmt: skip
def test_a_river_parts_the_cities_on_its_two_banks(board: EuropeBoard, west: str, east: str, river: str) -> None:
    """Near the two cities no dry way leads round."""
    a, b = board.hex_of(west), board.hex_of(east)
    dry, edge = {a}, {a}
    for _ in range(board.distance(a, b) + 1):
        pairs = ((h, n) for h in edge for n in board.ways[h])
        edge = {n for h, n in pairs if river not in board.rivers_at(h, board.direction(h, n))} - dry
        dry |= edge
    assert b not in dry


def test_the_islands_are_there(board: EuropeBoard) -> None:
    names = ("Palermo", "Cagliari", "Ajaccio", "Copenhagen", "Dublin", "Malta", "Minorca", "Majorca", "Corfu", "Elba")
    masses = [frozenset(board.reach_by_land(board.hex_of(name))) for name in (*names, "London", "Paris", "Stockholm")]
    assert all(a.isdisjoint(b) for a, b in combinations(masses, 2))


def test_mountains_lie_where_the_ranges_are(board: EuropeBoard) -> None:
    data = json.loads((MAPS / "source" / "europe.features.geojson").read_text(encoding="utf-8"))
    assert all("provenance" in feature["properties"] for feature in data["features"])
    for name, ground in (("Innsbruck", "mountain"), ("Pinsk", "marsh"), ("Paris", "clear"), ("Moscow", "clear")):
        assert board.terrain[board.hex_of(name)] == ground


def test_f_2_d_sixteen_zones_joined_both_ways_and_all_of_one_piece(board: EuropeBoard) -> None:
    assert sorted(board.zones) == list(range(1, 17))
    assert [z.id for z in board.zones.values() if z.on_map] == [1, 2, 3, 4]
    for zone in board.zones.values():
        assert all(zone.id in board.zones[other].joins and other != zone.id for other in zone.joins)
    found, edge = {1}, [1]
    while edge:
        new = set(board.zones[edge.pop()].joins) - found
        found |= new
        edge += sorted(new)
    assert found == set(board.zones)


def test_the_figures_of_the_zones_stand_in_the_rules_table_alone(board: EuropeBoard) -> None:
    table = Path(__file__).parents[2] / "napwidgets" / "systems" / "wap" / "tables" / "zones.json"
    assert set(json.loads(table.read_text(encoding="utf-8"))["rows"]) == {zone.key for zone in board.zones.values()}
    assert set(Zone.__struct_fields__) == {"id", "key", "name", "on_map", "joins", "chart", "provenance"}


@pytest.mark.parametrize("name", ["0001", "7001", "0149", "1", "ⅻ01", "01 1"])
def test_a_hex_off_the_board_is_refused(board: EuropeBoard, name: str) -> None:
    with pytest.raises(ValueError, match="runs from 0101 to 6948"):
        board.number(name)


def test_layers_hold_every_hex_and_lie_on_the_plane(board: EuropeBoard) -> None:
    found = layers(board)
    left, top, right, bottom = found.bounds
    for h in range(board.size):
        x, y = board.spot(h)
        assert left < x < right
        assert top < y < bottom
        assert board.at(*from_latlng(to_latlng((x, y), 100), 100)) == h
    assert {name for name, _ in found.lands} == {owner for owner in board.owner if owner}
    assert dict(found.rivers)["Danube"]


def test_cities_of_the_plain_lie_inside_the_drawn_coast(board: EuropeBoard) -> None:
    for name in ("Paris", "Vienna", "Moscow", "Madrid", "Berlin", "Rome", "Milan", "Dresden"):
        assert inside(board.data.outline, board.spot(board.hex_of(name))), name
    assert not inside(board.data.outline, board.spot(board.number("0520")))


def test_outlines_close_around_what_they_hold(board: EuropeBoard) -> None:
    (ring,) = outlines(board, [board.hex_of("Paris")])
    assert len(ring) == 6
    assert inside([(*ring, ring[0])], board.spot(board.hex_of("Paris")))
