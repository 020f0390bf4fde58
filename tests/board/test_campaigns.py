"""The campaign maps: what their source gives, that they are sound, and what the rules' text says of them."""

from __future__ import annotations

import math
from pathlib import Path
from statistics import mean, median

import pytest

from napwidgets.board import campaigns
from napwidgets.board.atlas import great_circle
from napwidgets.board.campaign_rivers import bend, distance
from napwidgets.board.campaign_roads import neighbours, tangled, thinned
from napwidgets.board.network import HOME, Link, Network, plane, slug, ways
from napwidgets.board.network_checks import RiversFile, checks, crossings
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.jdg.tables import Tables

SOURCE = HOME / "source"
#: Places that the text names for each campaign beyond the index: supply, set-ups, errata.
NAMED = {
    "germany-1813": "Weimar Berlin Breslau Theresienstadt Osterburg Havelberg Dresden Leipzig Magdeburg",
    "danube": "Strasbourg Vienna Prague Olmütz Troppau Raab Mainz Ulm Augsburg Ratisbon Karlsruhe Baden Brixen",
    "poland": "Warsaw Thorn Graudenz Danzig Königsberg Deppen Allenstein Eylau Friedland Heilsberg Pultusk Tilsit",
    "france": "Paris Luxembourg Langres Nancy Troyes Mussy Joinville Brienne Montmirail Champaubert Vauchamps Laon",
}
#: What the text says of the distance of two boxes (0.2), in km; none for Germany.
APART = {"germany-1813": (10, 45), "danube": (25, 50), "poland": (15, 25), "france": (15, 20)}


@pytest.fixture(scope="module", params=campaigns.MAPS)
def network(request: pytest.FixtureRequest) -> Network:
    return Network.load(HOME / f"{request.param}.network.json")


@pytest.fixture(scope="module")
def germany() -> Network:
    return Network.load(HOME / "germany-1813.network.json")


def rivers(network: Network) -> RiversFile:
    return RiversFile.load(HOME / f"{network.id}.rivers.json")


def link(network: Network, a: str, b: str) -> Link:
    number = network.link_between(network.index(a), network.index(b))
    assert number is not None, f"{a} and {b} are not adjacent"
    return network.links[number]


def lengths(network: Network) -> list[float]:
    return [
        great_circle((a.lon, a.lat), (b.lon, b.lat))
        for a, b in ((network.places[k.a], network.places[k.b]) for k in network.links)
    ]


def test_named_bridges_and_fords_lie_over_their_river_but_for_the_example() -> None:
    """JDG 5.3 has the Elbe between Annaberg and Jessen; every other named crossing is one of the drawn river."""
    beside = []
    for id in campaigns.MAPS:
        builder = campaigns.Builder(id, SOURCE)
        for bed, course in zip(builder.sheet.rivers, builder.courses, strict=True):
            for pair in (*bed.bridges, *bed.fords):
                a, b = (builder.spots[builder.number[place]] for place in pair)
                if crossings(a, b, course) % 2 == 0:
                    beside.append((bed.name, *pair))
    assert beside == [("Elbe", "annaberg", "jessen")]


@pytest.mark.parametrize("id", campaigns.MAPS)
def test_the_shipped_maps_are_what_their_source_gives(id: str) -> None:
    for name, text in campaigns.texts(id, SOURCE).items():
        assert (HOME / name).read_text(encoding="utf-8") == text, f"{name}: run python -m napwidgets.board.campaigns"


def test_every_map_is_sound_and_every_place_reached(network: Network) -> None:
    assert checks(network, rivers(network).rivers) == []


def test_every_link_over_a_major_river_has_a_bridge_or_a_ford(network: Network) -> None:
    majors = [k for k in network.links if k.water == "major"]
    assert {k.crossing for k in majors} == {"bridge", "ford"}
    assert all(k.river for k in network.links if k.water)
    # A ford of a major river is a place for pontoons: no way of everyday, so no good road leads over it.
    assert all(k.road == "poor road" for k in majors if k.crossing == "ford")


def test_every_place_can_be_reached_without_pontoons(network: Network) -> None:
    firm = tuple(k for k in network.links if (k.water, k.crossing) != ("major", "ford"))
    values = {name: getattr(network, name) for name in network.__struct_fields__}
    assert checks(Network(**{**values, "links": firm})) == []


def test_links_cross_only_at_places(network: Network) -> None:
    assert tangled(network.links, plane(network)) == []


def test_a_place_has_two_to_eight_neighbours_and_mostly_three_to_five(network: Network) -> None:
    degrees = [len(around) for around in network.around]
    # Two dead ends a map at most: Pillau on its spit, Bialystok at the edge, and the like.
    assert sum(d == 1 for d in degrees) <= 2
    assert max(degrees) <= 8
    assert 3.5 < mean(degrees) < 4.3
    assert sum(3 <= d <= 5 for d in degrees) > 0.75 * len(degrees)


def test_boxes_are_as_far_apart_as_the_text_says(network: Network) -> None:
    """Half of all links, and the median, within the text's span or a third beyond: boxes stand where towns are."""
    low, high = APART[network.id]
    found = lengths(network)
    assert low * 2 / 3 <= median(found) <= high * 4 / 3
    assert sum(low * 2 / 3 <= km <= high * 4 / 3 for km in found) > 0.5 * len(found)
    assert max(found) < {"germany-1813": 46, "danube": 75, "poland": 60, "france": 46}[network.id]


def test_each_map_has_the_places_of_its_text(network: Network) -> None:
    for name in NAMED[network.id].split():
        assert network.places[network.index(name)].name == name


def test_fortified_cities_of_the_rules_are_fortified(network: Network) -> None:
    rows = {row for row in Tables().all["fortified-cities"].rows if row != "any"}
    mine = [p for p in network.places if p.name in rows and p.name in NAMED[network.id].split()]
    assert mine
    assert all(p.fortress and p.terrain != "open" for p in mine)


def test_every_origin_is_used_and_every_entry_explained(network: Network) -> None:
    used = {item.origin for item in (*network.places, *network.links, *network.entries)}
    assert "" not in used
    assert used - set(network.origins) == set()
    # What holds for a field of all places or links stands under the field's name.
    assert set(network.origins) - used == {"terrain", "fortress", "country", "water", "crossing"}


# Germany 1813 ------------------------------------------------------------------------------------


def test_germany_has_the_350_places_of_the_index(germany: Network) -> None:
    assert germany.size == 350
    assert all(len(p.square) == 2 for p in germany.places)


def test_places_stand_in_their_squares(germany: Network) -> None:
    """Within 10 km of the square, but for eight towns whose true place is kept, three of them called outliers."""
    far = {}
    for place in germany.places:
        x, y = "ABCDEFGH".index(place.square[0]), int(place.square[1]) - 1
        west, north = 11.176 + 0.7447 * x, 52.794 - 0.0154 * x - 0.4554 * y
        dx = max(west - place.lon, place.lon - west - 0.7447, 0) * 111.2 * math.cos(math.radians(place.lat))
        dy = max(place.lat - north, north - 0.4554 - place.lat, 0) * 111.2
        if (km := math.hypot(dx, dy)) > 10:
            far[place.id] = km
    assert set(far) == {
        "bayreuth", "clumetz", "elbingerode", "gitschirn", "helmstedt", "grastitz", "schlucknau", "wernigerode",
    }  # fmt: skip
    outliers = {id for id, km in far.items() if km > 15}
    assert outliers == {p.id for p in germany.places if p.origin == "outlier"}
    assert max(far.values()) < 28


def test_5_3_annaberg_and_jessen_are_parted_by_the_elbe_without_a_bridge(germany: Network) -> None:
    example = link(germany, "Annaburg", "Jessen")
    assert (example.river, example.water, example.crossing) == ("Elbe", "major", "ford")


def test_frontier_links_are_those_between_austria_and_others(germany: Network) -> None:
    for k in germany.links:
        here, there = (germany.places[n].country == "austria" for n in (k.a, k.b))
        assert k.frontier == (here != there)
    assert link(germany, "Peterswalde", "Dresden").frontier


def test_the_bridges_of_the_elbe_and_the_oder(germany: Network) -> None:
    for a, b, river in (
        ("Dessau", "Rosslau", "Elbe"), ("Wittenberg", "Bergwitz", "Elbe"), ("Torgau", "Herzberg", "Elbe"),
        ("Meissen", "Grossenhain", "Elbe"), ("Dresden", "Weissig", "Elbe"), ("Magdeburg", "Burg", "Elbe"),
        ("Breslau", "Trebnitz", "Oder"), ("Glogau", "Zorbau", "Oder"), ("Frankfurt", "Reppen", "Oder"),
        ("Küstrin", "Dolgelin", "Oder"), ("Crossen", "Guntersberg", "Oder"),
    ):  # fmt: skip
        bridge = link(germany, a, b)
        assert (bridge.river, bridge.water, bridge.crossing) == (river, "major", "bridge")
    assert link(germany, "Strehla", "Mühlberg").crossing == "ford"


def test_the_mountains_lie_where_they_are(germany: Network) -> None:
    mountains = {p.id: (p.lat, p.lon) for p in germany.places if p.terrain == "mountain"}
    assert {"altenberg", "sayda", "peterswalde", "landshut", "schmiedeberg"} <= set(mountains)
    # The Harz; the southern ranges from the Frankenwald to the Giant Mountains and Glatz.
    assert all(lat < 51.0 or id == "elbingerode" for id, (lat, _) in mountains.items())


def test_distances_fit_those_of_another_game_on_the_campaign(germany: Network) -> None:
    """Reference 4.6, in points three times as fine. Each pair within 3 of our points, half of them within 1, and all
    together within a seventh: as much as two games that draw their roads apart can differ.
    """
    costs = {road: cost for road, (cost,) in Tables().all["connections"].rows.items()}
    found = campaigns.distances(germany, SOURCE, costs)
    assert len(found) == 27
    off = [ours - given / 3 for _, _, given, ours in found]
    assert max(map(abs, off)) < 3
    assert median(map(abs, off)) <= 1
    assert abs(sum(off)) < sum(given for _, _, given, _ in found) / 3 / 7


# The other campaigns -----------------------------------------------------------------------------


def test_karlsruhe_is_the_box_immediately_north_of_baden() -> None:
    danube = Network.load(HOME / "danube.network.json")
    north, south = (danube.places[danube.index(name)] for name in ("Karlsruhe", "Baden"))
    assert north.lat > south.lat
    assert link(danube, "Karlsruhe", "Baden")


def test_a_place_keeps_the_spelling_of_the_rules_beside_its_name(germany: Network) -> None:
    """The index of JDG Germany 1813 has 350 names, misprints among them; 8.8 and 4.3 name places in French."""
    for printed, name in (("Dresde", "Dresden"), ("Zersbt", "Zerbst"), ("Weimar", "Weimar")):
        place = germany.places[germany.index(printed)]
        assert (place.row, place.name) == (printed, name)
        assert place.id.startswith(slug(printed))


def test_the_south_edge_of_the_danube_has_a_furthest_eastern_box() -> None:
    danube = Network.load(HOME / "danube.network.json")
    south = [danube.places[e.place] for e in danube.entries if e.lat < danube.box[1] + 0.1]
    assert max(south, key=lambda p: p.lon).name == "Marburg"


def test_the_russian_source_is_the_defensive_box_beside_entry_3() -> None:
    poland = Network.load(HOME / "poland.network.json")
    labels = {e.label: poland.places[e.place] for e in poland.entries if e.label}
    assert set(labels) == {"(1)", "(2)", "(3)"}
    assert labels["(3)"].terrain == "defensive"
    assert [labels[n].terrain for n in ("(1)", "(2)")] == ["open", "open"]


def test_the_line_of_the_winter_quarters_runs_down_the_passarge_to_deppen() -> None:
    poland = Network.load(HOME / "poland.network.json")
    passarge = next(r for r in rivers(poland).rivers if r.name == "Passarge")
    deppen = poland.places[poland.index("Deppen")]
    assert distance((deppen.lon, deppen.lat), passarge.line) < 0.03


def test_one_box_lies_between_troyes_and_mussy() -> None:
    france = Network.load(HOME / "france.network.json")
    troyes, mussy = (dict(france.around[france.index(name)]) for name in ("Troyes", "Mussy"))
    assert [france.places[p].name for p in troyes if p in mussy] == ["Bar-sur-Seine"]
    assert france.link_between(france.index("Troyes"), france.index("Mussy")) is None


# The builder -------------------------------------------------------------------------------------


def test_near_neighbours_have_no_third_between_them() -> None:
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (5.0, 5.0)]
    assert neighbours(square, 12) == [(0, 1), (0, 3), (0, 4), (1, 2), (1, 4), (2, 3), (2, 4), (3, 4)]
    # The sides of the square are 10 long, and 14 by its middle.
    assert thinned(neighbours(square, 12), [], square, 1.2) == neighbours(square, 12)
    # With a detour of 1.5 the sides may go, as long as each corner keeps two links.
    assert thinned(neighbours(square, 12), [], square, 1.5) == [(0, 3), (0, 4), (1, 2), (1, 4), (2, 4), (3, 4)]


def test_a_river_is_bent_around_a_town_on_the_bank_that_is_known() -> None:
    line = [(float(x), 0.0) for x in range(-20, 21, 2)]
    for left in (True, False):
        for town in ((0.0, 0.5), (0.0, -0.5), (0.0, 0.0)):
            bent = bend(line, town, left)
            assert distance(town, bent) > 0.6
            # It flows to the east: the left bank is the northern one.
            assert crossings(town, (0.0, 30.0), bent) % 2 == (0 if left else 1)
    assert bend(line, (0.0, 9.0), True) == line


def test_a_wrong_sheet_is_told(tmp_path: Path) -> None:
    for name in ("france.places.csv", "rivers_wdbii_i.geojson"):
        (tmp_path / name).write_bytes((SOURCE / name).read_bytes())
    sheet = (SOURCE / "france.yaml").read_text(encoding="utf-8")

    def built(old: str, new: str) -> None:
        assert old in sheet
        (tmp_path / "france.yaml").write_text(sheet.replace(old, new, 1), encoding="utf-8")
        campaigns.Builder("france", tmp_path).network()

    with pytest.raises(ScenarioError, match="'parish' is no place"):
        built("through: paris lagny", "through: parish lagny")
    with pytest.raises(ScenarioError, match="no places of this map: rheims"):
        built("montmirail reims vitry", "montmirail rheims vitry")
    with pytest.raises(ScenarioError, match="flows into Seyne, which is no river above it"):
        built("into: Seine", "into: Seyne")
    with pytest.raises(ScenarioError, match="nogent - provins crosses the Seine"):
        built("      - [nogent, provins]\n", "")
    with pytest.raises(ScenarioError, match="banks of what is no place"):
        built("right: reims, left: fismes", "right: riems, left: fismes")
    with pytest.raises(ScenarioError, match="unknown field"):
        built("step_km", "pace_km")


# How far a point leads ----------------------------------------------------------------------------

#: Connections that lead more than three times as far for a point as the others of their two boxes do in the median, or
#: less than a third as far. Each was looked at: towns that lie close together, which poor roads join (the Semmering and
#: battlefields among them), or a great road between towns far apart. A new one needs a reason.
OUTLIERS: dict[str, set[tuple[str, str]]] = {
    "germany-1813": {
        ("auerstadt", "klosterhaseler"),
        ("bergwitz", "gostitz"),
        ("canth", "gnichwitz"),
        ("crossen", "guntersberg"),
        ("dolgelien", "falkenhagen"),
        ("gnichwitz", "schweidnitz"),
        ("gorlitz", "wendish"),
        ("hof", "zedlitz"),
        ("landsberg", "wernauchen"),
        ("libkowitz", "rendsch"),
        ("liegnitz", "neumark"),
        ("neustadtel", "polkwitz"),
        ("oschatz", "wurzer"),
        ("rudolstadt", "saalfeld"),
        ("thieresienstadt", "toeplitz"),
    },
    "danube": {
        ("aspern", "vienne"),
        ("aspern", "wagram"),
        ("durnstein", "krems"),
        ("elchingen", "gunzbourg"),
        ("elchingen", "ulm"),
        ("murzzuschlag", "schottwien"),
    },
    "poland": {
        ("gostynin", "wloclawek"),
        ("graudenz", "marienwerder"),
        ("kulm", "schwetz"),
        ("marienwerder", "mewe"),
        ("pillkallen", "ragnit"),
        ("ragnit", "tilsit"),
    },
    "france": {
        ("claye", "lagny"),
        ("dammartin", "villers-cotterets"),
        ("epernay", "vertus"),
        ("la-ferte-sous-jouarre", "montmirail"),
        ("ligny", "toul"),
    },
}


def outliers(network: Network) -> set[tuple[str, str]]:
    """Connections whose kilometres for a movement point are far from those of their neighbours."""
    costs = {road: cost for road, (cost,) in Tables().all["connections"].rows.items()}
    worth = [km / costs[k.road] for k, km in zip(network.links, lengths(network), strict=True)]
    found = set()
    for n, k in enumerate(network.links):
        beside = [worth[other] for end in (k.a, k.b) for _, other in network.around[end] if other != n]
        if not 1 / 3 < worth[n] / median(beside) < 3:
            found.add((network.places[k.a].id, network.places[k.b].id))
    return found


def test_a_point_leads_about_as_far_as_beside_but_for_the_connections_named_here(network: Network) -> None:
    assert outliers(network) == OUTLIERS[network.id]


def points(id: str, a: str, b: str) -> int:
    """Movement points from one place to another in fair weather, without pontoons."""
    network = Network.load(HOME / f"{id}.network.json")
    firm = tuple(k for k in network.links if (k.water, k.crossing) != ("major", "ford"))
    values = {name: getattr(network, name) for name in network.__struct_fields__}
    costs = {road: cost for road, (cost,) in Tables().all["connections"].rows.items()}
    land = Network(**{**values, "links": firm})
    return ways(land, land.index(a), costs)[land.index(b)]


def test_the_guard_comes_from_lowenberg_to_dresden_in_a_fortnight_as_in_august_1813() -> None:
    """Its march of 23 to 26 August, with the 2 points more of a forced march (JDG 5.5.2)."""
    movement = Tables().all["movement"]
    most = movement.number("infantry") + movement.number("forced march")
    assert points("germany-1813", "Löwenberg", "Dresden") <= most


@pytest.mark.parametrize(
    ("id", "a", "b", "least", "most"),
    [
        ("germany-1813", "Dresden", "Freiberg", 2, 2),  # 35 km of the Hof road
        ("germany-1813", "Zittau", "Prague", 6, 8),  # 114 km by Jungbunzlau
        ("germany-1813", "Kommotau", "Chemnitz", 3, 4),  # 54 km over the Ore Mountains
        ("danube", "Offenburg", "Donaueschingen", 3, 4),  # 71 km of Black Forest, or round by Freiburg
        ("poland", "Domnau", "Königsberg", 2, 2),
    ],
)
def test_ways_that_were_too_fast_or_too_slow(id: str, a: str, b: str, least: int, most: int) -> None:
    assert least <= points(id, a, b) <= most


def test_the_alps_are_slower_than_the_danube() -> None:
    alps = points("danube", "Salzburg", "Leoben") + points("danube", "Leoben", "Vienna")
    assert alps >= 1.5 * points("danube", "Salzburg", "Vienna")


def test_battles_and_towns_of_the_campaigns_have_a_box() -> None:
    for id, names in (
        ("danube", "Aspern Eckmühl Dürnstein Elchingen"),
        ("france", "Épinal Amiens Beauvais Versailles"),
    ):
        network = Network.load(HOME / f"{id}.network.json")
        for name in names.split():
            assert network.places[network.index(name)].name == name
