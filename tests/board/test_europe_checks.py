"""The checks of the board of Europe: the shipped files are sound, and each fault is named with its place."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from napwidgets.board.realm import BoardFile, EuropeBoard, RiversFile, ZonesFile
from napwidgets.board.realm_checks import check_board, check_rivers, check_zones

HOME = EuropeBoard.HOME
BOARD = msgspec.json.decode((HOME / "europe.board.json").read_bytes(), type=BoardFile)
RIVERS = msgspec.json.decode((HOME / "europe.rivers.json").read_bytes(), type=RiversFile)
ZONES = msgspec.json.decode((HOME / "zones.json").read_bytes(), type=ZonesFile)


def city(who: str, /, **changes: object) -> BoardFile:
    """The board with one city changed."""
    return replace(BOARD, cities=tuple(replace(c, **changes) if c.name == who else c for c in BOARD.cities))


def added(group: str, kind: str, more: str) -> BoardFile:
    """The board with hexes added to a set."""
    kinds = dict(getattr(BOARD, group))
    kinds[kind] = f"{kinds.get(kind, '')} {more}".strip()
    return replace(BOARD, **{group: kinds})


def test_the_shipped_files_are_sound() -> None:
    assert check_board(BOARD) == []
    assert check_rivers(RIVERS, BOARD) == []
    assert check_zones(ZONES) == []


@pytest.mark.parametrize(
    ("fault", "place", "what"),
    [
        (lambda: added("terrain", "forest", "7001"), "terrain.forest", "leaves the board"),
        (lambda: added("terrain", "forest", "1x"), "terrain.forest", "no run of hexes"),
        (lambda: added("terrain", "forest", "0101"), "terrain.sea", "stands under forest and sea"),
        (lambda: replace(BOARD, coast="0199"), "coast", "leaves the board"),
        (lambda: replace(BOARD, shores={"Baltic Sea": "x"}), "shores.Baltic Sea", "no run of hexes"),
        (lambda: added("owners", "Atlantis", "0101"), "owners.Atlantis", "no state of this board"),
        (lambda: added("owners", "Spain", "0102"), "owners.Spain", "0102: no land in play"),
        (lambda: replace(BOARD, owners={**BOARD.owners, "Sicily": ""}), "owners", "belongs to nobody"),
        (lambda: city("Paris", hex="0101"), "cities", "no land of France"),
        (lambda: city("Paris", state="Spain"), "cities", "no land of Spain"),
        (lambda: city("Madrid", roles=("port",)), "cities", "is no coast"),
        (lambda: city("Lyon", also=("Paris",)), "cities", "is a name of"),
        (lambda: city("Rouen", hex=next(c.hex for c in BOARD.cities if c.name == "Paris")), "cities", "stands in"),
        (lambda: city("Vienna", name="Wien"), "states[2].capital", "no city 'Vienna'"),
        (lambda: replace(BOARD, straits=("0101/6",)), "straits[0]", "no hexside"),
        (lambda: replace(BOARD, straits=("0101/0",)), "straits[0]", "no hexside"),
        (lambda: replace(BOARD, straits=("0102/0",)), "straits[0]", "between two hexes of land"),
    ],
)
def test_a_fault_in_the_board_is_named(fault: Callable[[], BoardFile], place: str, what: str) -> None:
    found = check_board(fault())
    assert any(f.place.startswith(place) and what in f.what for f in found), found


def test_a_fault_in_the_rivers_is_named() -> None:
    for side, what in (("0101/9", "no hexside"), ("0102/0", "land on both sides")):
        rhine = replace(RIVERS.rivers[0], sides=(side,))
        (found,) = check_rivers(replace(RIVERS, rivers=(rhine,)), BOARD)
        assert found.place == "rivers[0].sides[0]"
        assert what in found.what


def test_a_fault_in_the_zones_is_named() -> None:
    alone = replace(ZONES.zones[3], joins=())
    found = [f.what for f in check_zones(replace(ZONES, zones=(*ZONES.zones[:3], alone, *ZONES.zones[4:])))]
    assert "zone 4 is not joined to zone 2" in found
    cut = tuple(replace(z, joins=tuple(j for j in z.joins if j != 4)) for z in ZONES.zones[:3])
    assert [f.what for f in check_zones(replace(ZONES, zones=(*cut, alone, *ZONES.zones[4:])))] == [
        "no way leads to Baltic Sea"
    ]
    twice = replace(ZONES, zones=(*ZONES.zones, ZONES.zones[0]))
    assert any("stands twice" in f.what for f in check_zones(twice))
