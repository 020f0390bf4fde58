"""The ground of a theatre: rings drawn by hand with a few points, rounded and roughened, as hexes of a kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import dist, hypot, pi, sin
from random import Random

from shapely.geometry import Polygon

from napwidgets.board.atlas import Spot
from napwidgets.board.campaign_rivers import curve
from napwidgets.board.courses import Grid, Hex
from napwidgets.board.geometry import corners, to_plane
from napwidgets.board.theatre_source import Tract
from napwidgets.kernel.rulings import ScenarioError

#: A hex takes ground that covers so much of it.
COVER = 0.5
#: How far an edge is pushed out and in by the roughening, in hexes, and how long its waves are.
ROUGH, WAVES = 0.75, (3.1, 5.3)


def terrain(tracts: Iterable[Tract], grid: Grid, flat: Callable[[Spot], Spot], towns: set[Hex]) -> dict[str, list[str]]:
    """Hexes by kind. Towns have cleared their woods and drained their marsh; villages have not. Raises `ScenarioError`
    for a ring that crosses itself.
    """
    ground: dict[Hex, set[str]] = {}
    for tract in tracts:
        ring = [flat(p) for p in tract.ring]
        if not Polygon(ring).is_valid:
            raise ScenarioError(f"the ring of {tract.name or tract.kind} crosses itself.")
        form = Polygon(rough(ring)).buffer(0)
        # Between its points a curve bulges: what it has gained goes off all around.
        form = form.buffer((Polygon(ring).area - form.area) / form.length)
        for h in grid.about(form.bounds):
            cell = Polygon([to_plane(*c) for c in corners(*h)])
            if form.intersection(cell).area >= COVER * cell.area:
                ground.setdefault(h, set()).add(tract.kind)
    found: dict[str, list[str]] = {}
    for h, kinds in sorted(ground.items()):
        if kind := _settled(kinds, h in towns):
            found.setdefault(kind, []).append(grid.name(h))
    return dict(sorted(found.items()))


def _settled(kinds: set[str], town: bool) -> str:
    """The ground of a hex that has some of several kinds."""
    if "mountain" in kinds:
        return "mountain"
    hills, woods = "hills" in kinds, "woods" in kinds and not town
    if "marsh" in kinds and not town:
        return "marsh"
    return "hillwoods" if hills and woods else "hills" if hills else "woods" if woods else ""


def rough(ring: Sequence[Spot]) -> list[Spot]:
    """A ring without its corners, its edge pushed out and in by waves: always the same way for the same ring.

    Nobody knows the edge of a wood of 1813 to a kilometre, and no wood had four sides. A narrow ring keeps its shape.
    """
    # Half way round twice over, so that the curve has no end where the ring begins.
    line = curve([*ring[-2:], *ring, *ring[:3]], 3)
    closed = line[16 : 16 + 8 * len(ring) + 1]
    area = Polygon(ring).area
    push = min(ROUGH, 0.16 * area / max(1.0, sum(dist(a, b) for a, b in pairwise([*ring, ring[0]])) / 4))
    shake = Random(f"{ring[0][0]:.3f} {ring[0][1]:.3f}")
    phases = [shake.uniform(0, 2 * pi) for _ in WAVES]
    out, gone = list[Spot](), 0.0
    for a, b in pairwise(_fine(closed, 0.4)):
        long = dist(a, b) or 1.0
        gone += long
        by = push * sum(sin(2 * pi * gone / wave + phase) for wave, phase in zip(WAVES, phases, strict=True)) / 2
        out.append((a[0] - (b[1] - a[1]) / long * by, a[1] + (b[0] - a[0]) / long * by))
    return out


def _fine(line: Sequence[Spot], step: float) -> list[Spot]:
    """A line with points no farther apart than a step."""
    found = [line[0]]
    for a, b in pairwise(line):
        parts = max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / step))
        found += [(a[0] + (b[0] - a[0]) * k / parts, a[1] + (b[1] - a[1]) * k / parts) for k in range(1, parts + 1)]
    return found
