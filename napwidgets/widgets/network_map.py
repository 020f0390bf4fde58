"""A map of places and roads as a layer, a still picture and a thumbnail: what `CampaignMap` needs of a network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, ClassVar

from napwidgets.board.network import TERRAINS, Network, plane, sheet
from napwidgets.board.realm_layers import from_latlng
from napwidgets.board.scene import Counter, Scene
from napwidgets.table.presenter import TwoSided
from napwidgets.table.table import Table
from napwidgets.widgets.map_layer import MapLayer, scripts
from napwidgets.widgets.network_base import network_base, network_bounds
from napwidgets.widgets.outline import Point
from napwidgets.widgets.states import STATES

#: How far from a place, in units of the plane, a click still means it.
NEAR = 62.0
#: How many places a chart names at the most.
NAMED = 9
#: How wide a letter of a name on a chart is, and how high a line.
LETTER, LINE = 26, 46
_PAPER, _ROAD, _POOR, _WATER = "#efe6cc", "#8a6a3c", "#b7a274", "#6d94a8"


def network_data(network: Network, table: Table) -> dict[str, Any]:
    """Everything about the map that the page needs, sent once."""
    sides = table.presenter.sides() if isinstance(table.presenter, TwoSided) else {}
    terrains, countries = list(TERRAINS), sorted({p.country for p in network.places})
    return {
        "places": [
            [p.name, x, y, terrains.index(p.terrain), int(p.fortress), countries.index(p.country)]
            for p, (x, y) in zip(network.places, plane(network), strict=True)
        ],
        "terrains": list(TERRAINS.values()),
        "countries": [country.replace("-", " ").title() for country in countries],
        "links": [[link.a, link.b] for link in network.links],
        "bounds": network_bounds(network),
        "near": NEAR,
        "sides": {seat: [name, STATES.get(colour, ("#555", "#fff"))[0]] for seat, (name, colour) in sides.items()},
        "states": {name: list(inks) for name, inks in STATES.items()},
    }


class NetworkLayer(MapLayer):
    """What moves on a map of places and roads, and the keyboard."""

    _esm = scripts("network.js")
    NOWHERE: ClassVar[str] = "No place is near there: click a place on the map."
    OVERLAYS: ClassVar[tuple[str, ...]] = ("supply", "command", "reach")
    FROM_HEX: ClassVar[dict[str, str]] = {
        "reach": "Choose a place with troops first; then Reach shows how far they come in one march."
    }

    def __init__(self, table: Table, network: Network, map_id: str) -> None:
        self._network, self._spots = network, plane(network)
        super().__init__(table, network, network_data(network, table), map_id, network_base(network))

    def locate(self, latlng: tuple[float, float]) -> int:
        """The place near a point of the map, -1 for none."""
        x, y = from_latlng(latlng, 1.0)
        far = [((u - x) ** 2 + (v - y) ** 2, n) for n, (u, v) in enumerate(self._spots)]
        near, place = min(far)
        return place if near < NEAR**2 else -1

    def still(self, scene: Scene | None) -> str:
        """The map as a still picture."""
        return network_svg(self._network, scene)


def _lines(network: Network) -> str:
    """Roads and places in a few strokes."""
    spots = plane(network)
    found = []
    for road, colour, wide in (("poor road", _POOR, 4), ("road", _ROAD, 9)):
        ways = "".join(
            f"M{spots[n.a][0]:g} {spots[n.a][1]:g}L{spots[n.b][0]:g} {spots[n.b][1]:g}"
            for n in network.links
            if n.road == road
        )
        found.append(f'<path d="{ways}" fill="none" stroke="{colour}" stroke-width="{wide}"/>')
    wet = "".join(
        f"M{(spots[n.a][0] + spots[n.b][0]) / 2:.0f} {(spots[n.a][1] + spots[n.b][1]) / 2:.0f}h0"
        for n in network.links
        if n.water == "major"
    )
    found.append(f'<path d="{wet}" stroke="{_WATER}" stroke-width="26" stroke-linecap="round"/>')
    return "".join(found)


def _dots(network: Network) -> str:
    return "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="{20 if p.fortress else 12}" fill="#f7f0dc" stroke="#4a3c1e" '
        f'stroke-width="{8 if p.fortress else 4}"/>'
        for p, (x, y) in zip(network.places, plane(network), strict=True)
    )


def marks(spots: Sequence[Point], scene: Scene | None, size: int) -> str:
    """The strongest counter of each place of a map, by where the places lie."""
    best: dict[int, Counter] = {}
    for c in scene.counters if scene is not None else ():
        if 0 <= c.hex < len(spots) and (c.hex not in best or best[c.hex].order < c.order):
            best[c.hex] = c
    out = []
    for place, c in sorted(best.items()):
        plate, ink = STATES.get(c.nation, ("#555", "#fff"))
        x, y = spots[place]
        out.append(
            f'<g transform="translate({x:g} {y:g})"><title>{escape(f"{c.name}: {c.title}")}</title>'
            f'<rect x="{-size / 2:g}" y="{-size / 2:g}" width="{size}" height="{size}" rx="7" fill="{plate}" '
            f'stroke="#17150f" stroke-width="4"/><text y="{size / 5:g}" font-size="{size / 2.2:.0f}" fill="{ink}">'
            f"{escape(c.values)}</text></g>"
        )
    return f'<g font-family="Arial,sans-serif" font-weight="bold" text-anchor="middle">{"".join(out)}</g>'


def network_svg(network: Network, scene: Scene | None = None, width: int = 900) -> str:
    """The map as one still picture, with the strongest counter of every place."""
    wide, high = sheet(network)
    names = "".join(
        f'<text x="{x:g}" y="{y + 42:g}">{escape(p.name)}</text>'
        for p, (x, y) in zip(network.places, plane(network), strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" width="{width}" role="img" '
        f'aria-label="{escape(network.name)}"><rect width="{wide:g}" height="{high:g}" fill="{_PAPER}"/>'
        f'{_lines(network)}{_dots(network)}<g font-family="Georgia,serif" font-size="22" text-anchor="middle" '
        f'fill="#2b2a26">{names}</g>{marks(plane(network), scene, 70)}</svg>'
    )


def network_chart(
    network: Network, weights: Mapping[str, float], title: str = "", width: int = 820, landmarks: Sequence[str] = ()
) -> str:
    """The map with a disc at each place, its area as large as the place's weight; the heaviest are named where no name
    of a heavier one stands in the way.

    ``weights`` are by the names or ids of places; ``landmarks`` are named before others, whatever their weight. For a
    notebook: ``IPython.display.SVG(network_chart(...))``.
    """
    wide, high = sheet(network)
    spots, most = plane(network), max(weights.values(), default=1.0) or 1.0
    discs = []
    for name, weight in weights.items():
        place = network.index(name)
        (x, y), label = spots[place], escape(network.places[place].name)
        wide_as = 14 + 100 * (weight / most) ** 0.5
        discs.append(f'<circle cx="{x:g}" cy="{y:g}" r="{wide_as:.0f}"><title>{label}: {weight:g}</title></circle>')
    heaviest = sorted(weights, key=lambda name: -weights[name])[:NAMED]
    named = _apart(network, [network.index(name) for name in (*landmarks, *heaviest)])
    words = [
        f'<text x="{spots[n][0]:g}" y="{spots[n][1] + 16:g}">{escape(network.places[n].name)}</text>' for n in named
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" width="{width}" role="img" '
        f'aria-label="{escape(title or network.name)}"><rect width="{wide:g}" height="{high:g}" fill="{_PAPER}"/>'
        f'{_lines(network)}<g fill="#9c3035" fill-opacity=".45" stroke="#6d1f24" stroke-width="3">{"".join(discs)}</g>'
        f'<g font-family="Georgia,serif" font-size="44" font-weight="bold" text-anchor="middle" fill="#1d1b16" '
        f'stroke="{_PAPER}" stroke-width="9" paint-order="stroke">{"".join(words)}</g></svg>'
    )


def _apart(network: Network, places: Sequence[int]) -> list[int]:
    """Those of some places whose names fit on a chart, the earlier ones first: none is written over another."""
    spots, found = plane(network), list[int]()

    def clash(one: int, other: int) -> bool:
        (x, y), (u, v) = spots[one], spots[other]
        letters = len(network.places[one].name) + len(network.places[other].name)
        return abs(x - u) < LETTER * letters / 2 and abs(y - v) < LINE

    for n in places:
        if n not in found and not any(clash(n, other) for other in found):
            found.append(n)
    return sorted(found)


def network_thumbnail(network: Network, scene: Scene | None) -> str:
    """The map as a small picture with a mark for every force."""
    wide, high = sheet(network)
    return (
        f'<svg viewBox="0 0 {wide:g} {high:g}" width="220" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        f'<rect width="{wide:g}" height="{high:g}" fill="{_PAPER}"/>{_lines(network)}'
        f"{marks(plane(network), scene, 90)}</svg>"
    )
