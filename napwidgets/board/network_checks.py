"""What can be wrong in a network, told with its place; an empty list when it is sound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import get_args

import msgspec
from msgspec import Struct

from napwidgets.board.atlas import Spot
from napwidgets.board.network import Crossing, Network, Road, Terrain, Water
from napwidgets.kernel.findings import Finding


class River(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A river as it is drawn: its course from source to mouth in longitude and latitude.

    ``rank`` is ``major`` or ``minor`` as the rules have it (JDG 5.3), or ``stream`` for water that hinders nobody.
    """

    name: str
    rank: str
    line: tuple[Spot, ...]


class RiversFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The rivers of a network, in a file of their own with the notice of their licence."""

    format: int
    notice: str
    rivers: tuple[River, ...]

    @classmethod
    def load(cls, path: Path) -> RiversFile:
        """Read the rivers of a network; raises ``msgspec.ValidationError`` saying what is wrong."""
        return msgspec.json.decode(path.read_bytes(), type=cls)


def checks(network: Network, rivers: Sequence[River] = ()) -> list[Finding]:
    """Ids that stand twice, unknown words, links that lead nowhere, stand twice or cross a major river as if on land,
    places that can't be reached.

    With ``rivers`` the courses of the major ones are held against every link; without them only the words are.
    """
    written = [*_words(network), *_ends(network)]
    return written or [*_waters(network), *_crossed(network, rivers), *_reached(network)]


def _words(network: Network) -> Iterator[Finding]:
    seen: set[str] = set()
    for i, place in enumerate(network.places):
        if place.id in seen:
            yield Finding(("places", i, "id"), f"{place.id!r} stands twice")
        seen.add(place.id)
        if place.terrain not in get_args(Terrain):
            yield Finding(("places", i, "terrain"), f"{place.terrain!r} is no terrain: {_list(Terrain)}")
    for i, link in enumerate(network.links):
        for key, kinds in (("road", Road), ("water", Water), ("crossing", Crossing)):
            if getattr(link, key) not in get_args(kinds):
                yield Finding(("links", i, key), f"{getattr(link, key)!r} is none of: {_list(kinds)}")
    used = [("places", i, p.origin) for i, p in enumerate(network.places)]
    used += [("links", i, k.origin) for i, k in enumerate(network.links)]
    for group, i, origin in used:
        if origin and origin not in network.origins:
            yield Finding((group, i, "origin"), f"{origin!r} is not explained under origins")


def _list(kinds: object) -> str:
    return ", ".join(repr(word) for word in get_args(kinds))


def _ends(network: Network) -> Iterator[Finding]:
    seen: set[tuple[int, int]] = set()
    for i, link in enumerate(network.links):
        if not 0 <= link.a < link.b < network.size:
            yield Finding(("links", i), "a and b must be two places of this map, a before b")
        elif (link.a, link.b) in seen:
            names = f"{network.places[link.a].name} and {network.places[link.b].name}"
            yield Finding(("links", i), f"{names} are linked already")
        seen.add((link.a, link.b))
    for i, entry in enumerate(network.entries):
        if not 0 <= entry.place < network.size:
            yield Finding(("entries", i, "place"), "this is no place of the map")


def _waters(network: Network) -> Iterator[Finding]:
    """Links over water without a crossing, and crossings without water."""
    for i, link in enumerate(network.links):
        if link.water and not link.crossing:
            yield Finding(("links", i, "crossing"), f"{_named(network, i)} crosses water: give it a bridge or a ford")
        elif link.crossing and not link.water:
            yield Finding(("links", i, "water"), f"{_named(network, i)} has a {link.crossing}, but no river")


def _crossed(network: Network, rivers: Sequence[River]) -> Iterator[Finding]:
    """Links that run over a major river and don't say so."""
    majors = [river for river in rivers if river.rank == "major"]
    for i, link in enumerate(network.links):
        if link.water != "major":
            ends = [(network.places[p].lon, network.places[p].lat) for p in (link.a, link.b)]
            for river in majors:
                if crossings(ends[0], ends[1], river.line) % 2:
                    yield Finding(
                        ("links", i, "water"), f"{_named(network, i)} crosses the {river.name}, a major river"
                    )


def _reached(network: Network) -> Iterator[Finding]:
    reached, edge = {0}, [0]
    while edge:
        new = {place for place, _ in network.around[edge.pop()]} - reached
        reached |= new
        edge += sorted(new)
    for i, place in enumerate(network.places):
        if i not in reached:
            yield Finding(("places", i), f"no way leads to {place.name} from {network.places[0].name}")


def _named(network: Network, link: int) -> str:
    return " - ".join(network.places[p].name for p in (network.links[link].a, network.links[link].b))


def crossings(a: Spot, b: Spot, line: Sequence[Spot]) -> int:
    """How often the straight way from ``a`` to ``b`` crosses a line; an odd number says that they lie on two banks.

    >>> crossings((0, 0), (2, 0), [(1, -1), (1, 1)])
    1
    """
    return sum(crosses(a, b, c, d) for c, d in pairwise(line))


def crosses(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Whether two stretches cross. An end that lies on the other stretch counts on one side only.

    >>> crosses((0, 0), (2, 0), (1, -1), (1, 1)), crosses((0, 0), (2, 0), (3, -1), (3, 1))
    (True, False)
    """
    return (_side(a, b, c) > 0) != (_side(a, b, d) > 0) and (_side(c, d, a) > 0) != (_side(c, d, b) > 0)


def _side(a: Spot, b: Spot, c: Spot) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
