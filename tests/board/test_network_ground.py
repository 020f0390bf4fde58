"""What the pictures of the campaign maps show beside the network: that it fits the network."""

from __future__ import annotations

from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from napwidgets.board.campaigns import MAPS
from napwidgets.board.network import HOME, Network, plane
from napwidgets.board.network_checks import crossings
from napwidgets.board.network_ground import Ground
from napwidgets.kernel.rulings import ScenarioError


@pytest.fixture(params=MAPS)
def network(request: pytest.FixtureRequest) -> Network:
    return Network.load(HOME / f"{request.param}.network.json")


def ground(network: Network) -> Ground:
    return Ground.load(HOME / f"{network.id}.ground.yaml")


def test_names_of_the_ground_are_places_once(network: Network) -> None:
    own = ground(network)
    names = [*own.great.split(), *own.towns.split()]
    assert len(names) == len(set(names))
    assert [network.places[network.index(id)].id for id in names] == names


def test_everything_lies_on_the_sheet(network: Network) -> None:
    west, south, east, north = network.box
    own = ground(network)
    spots = [c.at for c in (*own.lands, *own.waters)] + [p for h in own.heights for p in h.line]
    assert all(west < lon < east and south < lat < north for lon, lat in spots)
    assert all(west < p.lon < east and south < p.lat < north for p in network.places)
    assert all(west < e.lon < east and south < e.lat < north for e in network.entries)


def test_the_frontier_parts_austria_from_the_others() -> None:
    network = Network.load(HOME / "germany-1813.network.json")
    (frontier,) = ground(network).frontiers
    ring = (*frontier.line, *frontier.closes, frontier.line[0])
    wrong = [
        place.id
        for place in network.places
        if (crossings((place.lon, place.lat), (0.0, place.lat), ring) % 2 == 1) != (place.country == frontier.inside)
    ]
    assert wrong == []


def test_boxes_stand_clear_of_each_other(network: Network) -> None:
    """A sign is up to 22 units wide from its middle, an open box 10: the nearest two boxes are 29 apart."""
    assert min(dist(a, b) for a, b in combinations(plane(network), 2)) > 28


def test_a_wrong_ground_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.ground.yaml").write_text("subtitle: nothing more\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match="missing required field"):
        Ground.load(tmp_path / "x.ground.yaml")
    with pytest.raises(ScenarioError, match=r"none\.yaml"):
        Ground.load(tmp_path / "none.yaml")
