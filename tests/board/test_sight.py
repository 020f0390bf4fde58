"""Lines of sight by NLC 8.3 and 20.14, clause by clause, and their symmetry on real maps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napwidgets.board.hexmap import HexMap, MapFile
from napwidgets.board.sight import clear_line, extended_line

MAPS = Path(__file__).parents[2] / "scenarios" / "nlc" / "maps"
QUATRE_BRAS = HexMap.load(MAPS / "quatre-bras.map.json")


def board(
    terrain: dict[str, list[str]] | None = None,
    crests: list[str] | None = None,
    levels: dict[str, list[str]] | None = None,
) -> HexMap:
    """A field of 7 by 7 with what is given."""
    sides = {"crest": crests} if crests else {}
    return HexMap(MapFile(1, "t", "T", 7, 7, 480, (0.0, 0.0), 10, terrain or {}, levels or {}, sides, []))


def sees(field: HexMap, a: str, b: str, *units: str) -> bool:
    """Whether there is a line, the same both ways, with units in the hexes named."""
    taken = {field.number(name) for name in units}
    blocked: Callable[[int], bool] = taken.__contains__
    there = clear_line(field, field.number(a), field.number(b), blocked)
    assert there == clear_line(field, field.number(b), field.number(a), blocked)
    return there


@pytest.mark.parametrize(
    ("kind", "open_"),
    [("woods", False), ("town", False), ("chateau", False), ("marsh", True), ("water", True)],
)
def test_what_lies_between_blocks_only_if_it_is_woods_town_or_chateau(kind: str, open_: bool) -> None:
    assert sees(board({kind: ["0403"]}), "0402", "0404") is open_


def test_the_hexes_at_the_ends_never_block() -> None:
    field = board({"woods": ["0402", "0404"]})
    assert sees(field, "0402", "0404")
    assert sees(field, "0402", "0404", "0402", "0404")


def test_units_between_block() -> None:
    assert sees(board(), "0402", "0405")
    assert not sees(board(), "0402", "0405", "0404")
    assert sees(board(), "0402", "0405", "0304")


def test_a_map_with_other_hexsides_has_lines_of_its_own() -> None:
    plain = board()
    a, b = plain.number("0402"), plain.number("0405")
    assert extended_line(plain, a, b, 8)
    crested = plain.redrawn({"crest": ["0403/3"]})
    assert not extended_line(crested, a, b, 8)
    assert extended_line(plain, a, b, 8)


def test_a_slope_blocks_unless_an_end_stands_on_top_of_one() -> None:
    """MoP 37.3.2."""
    hill = {"1": ["0401", "0402", "0403", "0701"]}
    field = HexMap(MapFile(1, "t", "T", 7, 7, 480, (0.0, 0.0), 10, {}, hill, {"slope": ["0403/3", "0701/3"]}, []))
    assert sees(field, "0403", "0406")
    assert sees(field, "0406", "0403")
    assert not sees(field, "0402", "0406")
    assert not sees(field, "0402", "0404")
    assert sees(field, "0404", "0406")
    assert field.brows == {field.number("0403"), field.number("0701")}


def test_a_crest_blocks_even_on_the_hex_of_the_unit() -> None:
    field = board(crests=["0403/3"])
    assert not sees(field, "0403", "0404")
    assert not sees(field, "0402", "0405")
    assert sees(field, "0404", "0406")
    assert sees(field, "0402", "0403")


# From 0303 to 0503 the line runs along the side between 0402 (left) and 0403 (right), which is 0402/3.


def test_along_a_hexside_one_hand_must_be_open() -> None:
    assert sees(board(), "0303", "0503")
    assert sees(board({"woods": ["0402"]}), "0303", "0503")
    assert sees(board({"woods": ["0403"]}), "0303", "0503")
    assert not sees(board({"woods": ["0402", "0403"]}), "0303", "0503")


def test_along_a_hexside_units_count_like_terrain() -> None:
    assert sees(board(), "0303", "0503", "0402")
    assert not sees(board(), "0303", "0503", "0402", "0403")
    assert not sees(board({"woods": ["0402"]}), "0303", "0503", "0403")


def test_along_a_crest_blocked_with_terrain_left_and_right() -> None:
    assert sees(board(crests=["0402/3"]), "0303", "0503")
    assert sees(board({"woods": ["0402"]}, ["0402/3"]), "0303", "0503")
    assert not sees(board({"woods": ["0402", "0403"]}, ["0402/3"]), "0303", "0503")


def test_between_a_crest_and_other_blocking_terrain() -> None:
    crest = ["0303/1"]  # between 0303 and 0402: on the left hand
    assert sees(board(crests=crest), "0303", "0503")
    assert not sees(board({"woods": ["0403"]}, crest), "0303", "0503")
    assert sees(board({"woods": ["0402"]}, crest), "0303", "0503")


def test_a_crest_that_the_line_really_crosses_blocks() -> None:
    # Up the left hand, along the run, down the right hand: the two ends lie on different sides of the crest.
    assert not sees(board(crests=["0303/1", "0402/3", "0503/4"]), "0303", "0503")
    # The same crest staying on one hand: the line keeps to its top.
    assert sees(board(crests=["0303/1", "0402/3", "0503/5"]), "0303", "0503")


@pytest.mark.parametrize("crest", ["0203/1", "0203/2", "0303/3"])
def test_the_end_of_a_crest_blocks_a_line_through_it(crest: str) -> None:
    # From 0103 to 0604 the line passes exactly through the corner where these three hexsides meet.
    assert sees(board(), "0103", "0604")
    assert not sees(board(crests=[crest]), "0103", "0604")


@pytest.mark.parametrize("visibility", [1, 4, 8])
def test_how_far_one_sees(visibility: int) -> None:
    field = HexMap(MapFile(1, "t", "T", 1, 12, 480, (0.0, 0.0), 10, {}, {}, {}, []))
    assert [extended_line(field, 0, h, visibility) for h in range(12)] == [h <= visibility for h in range(12)]


@pytest.mark.parametrize(
    ("ends", "middle", "open_"),
    [
        ((0, 0), 1, False),  # higher between lower
        ((0, 1), 1, False),  # as high as one, higher than the other
        ((1, 0), 1, False),
        ((1, 1), 1, True),  # a plateau
        ((0, 2), 1, True),  # down from a hill over a lower step
        ((1, 2), 3, False),
        ((2, 2), 0, True),  # over a valley
    ],
)
def test_levels(ends: tuple[int, int], middle: int, open_: bool) -> None:
    levels: dict[str, list[str]] = {}
    for name, level in zip(("0402", "0403", "0404"), (ends[0], middle, ends[1]), strict=True):
        levels.setdefault(str(level), []).append(name)
    field = board(levels=levels)
    assert extended_line(field, field.number("0402"), field.number("0404"), 8) is open_


def test_levels_along_a_hexside_must_block_on_both_hands() -> None:
    one = board(levels={"1": ["0402"]})
    both = board(levels={"1": ["0402", "0403"]})
    mixed = board({"woods": ["0403"]}, levels={"1": ["0402"]})
    seen = [extended_line(f, f.number("0303"), f.number("0503"), 8) for f in (one, both, mixed)]
    assert seen == [True, False, False]


def test_extended_sight_still_needs_a_line() -> None:
    field = board({"woods": ["0403"]})
    assert not extended_line(field, field.number("0402"), field.number("0404"), 8)


HEXES = st.integers(0, QUATRE_BRAS.size - 1)


@given(HEXES, HEXES, st.sets(HEXES, max_size=40))
def test_sight_is_mutual_on_a_real_map(a: int, b: int, units: set[int]) -> None:
    there = clear_line(QUATRE_BRAS, a, b, units.__contains__)
    assert there == clear_line(QUATRE_BRAS, b, a, units.__contains__)
    for visibility in (1, 4, 8):
        assert extended_line(QUATRE_BRAS, a, b, visibility) == extended_line(QUATRE_BRAS, b, a, visibility)
    assert clear_line(QUATRE_BRAS, a, a, units.__contains__)


@given(HEXES, HEXES, st.sets(HEXES, max_size=40))
def test_a_unit_more_never_opens_a_line(a: int, b: int, units: set[int]) -> None:
    if clear_line(QUATRE_BRAS, a, b, units.__contains__):
        assert clear_line(QUATRE_BRAS, a, b, lambda h: False)


def test_what_the_field_of_quatre_bras_shows() -> None:
    field = QUATRE_BRAS
    names = {place.name: h for h, place in field.places.items()}
    crossroads, farm, heights = names["Quatre Bras"], names["Gemioncourt"], names["Balcan heights"]
    assert clear_line(field, crossroads, farm, lambda h: False)
    assert not clear_line(field, heights, farm, lambda h: False)  # the crest of the heights is between
    assert not clear_line(field, crossroads, heights, lambda h: False)


def test_sight_is_forgotten_with_its_board() -> None:
    field = board({"woods": ["0403"]})
    again = board()
    assert not sees(field, "0402", "0404")
    assert sees(again, "0402", "0404")
