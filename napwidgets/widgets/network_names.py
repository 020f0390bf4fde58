"""Names on a network's map: each town's where it hides least, the great ones first; rivers' along their courses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from napwidgets.board.network import Entry, Place, flat
from napwidgets.board.network_checks import River
from napwidgets.board.network_ground import Caption
from napwidgets.widgets.europe_names import Box
from napwidgets.widgets.network_lines import Lines
from napwidgets.widgets.outline import Point, evenly

#: Sizes of names by rank: 0 villages, 1 on a road, 2 towns and fortresses, 3 great cities.
SIZES = (15.5, 16.5, 20.0, 28.0)
#: How far names keep from the middle of a box, by rank.
ROOM = (14.0, 14.0, 19.0, 22.0)
#: What it costs to lie on a point of a road, of a poor road, of a river.
ON_ROAD, ON_TRACK, ON_RIVER = 26.0, 11.0, 7.0


class Field:
    """What is taken on a sheet: boxes and points with their weights, by cells."""

    SIZE = 90.0

    def __init__(self) -> None:
        self._boxes: dict[tuple[int, int], list[Box]] = {}
        self._points: dict[tuple[int, int], list[tuple[float, float, float]]] = {}

    def _cells(self, box: Box) -> Iterator[tuple[int, int]]:
        for i in range(int(box.left // self.SIZE), int(box.right // self.SIZE) + 1):
            for k in range(int(box.top // self.SIZE), int(box.bottom // self.SIZE) + 1):
                yield i, k

    def take(self, box: Box) -> None:
        """A box is taken, with a little air beside it."""
        box = Box(box.left - 3, box.top, box.right + 3, box.bottom)
        for cell in self._cells(box):
            self._boxes.setdefault(cell, []).append(box)

    def mark(self, points: Iterable[Point], weight: float) -> None:
        """Points that had better not be hidden."""
        for x, y in points:
            self._points.setdefault((int(x // self.SIZE), int(y // self.SIZE)), []).append((x, y, weight))

    def cost(self, box: Box) -> float:
        """What a name in a box would hide."""
        boxes = {other for cell in self._cells(box) for other in self._boxes.get(cell, ())}
        hidden = 3.0 * sum(box.shared(other) for other in boxes)
        for cell in self._cells(box):
            for x, y, weight in self._points.get(cell, ()):
                if box.left < x < box.right and box.top < y < box.bottom:
                    hidden += weight
        return hidden


class Written(NamedTuple):
    """A name and where it stands: its left end on the base line; and the middle of its place."""

    place: Place
    rank: int
    x: float
    y: float
    size: float
    spot: Point


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is set in a book face, near enough.

    >>> width("Ill", 10) < width("Mum", 10)
    True
    """
    narrow = sum(text.count(c) for c in "iljtfrI.'()- ")
    broad = sum(text.count(c) for c in "mwMWABCDGHKNOQRUVXYZ")
    return size * (0.52 * len(text) - 0.2 * narrow + 0.24 * broad) * (1.08 if bold else 1.0)


def ranks(lines: Lines) -> list[int]:
    """How great each place is."""
    great, towns = lines.ground.great.split(), lines.ground.towns.split()
    on_road = {n for link in lines.network.links if link.road == "road" for n in (link.a, link.b)}
    return [
        3 if p.id in great else 2 if p.id in towns or p.fortress else int(n in on_road)
        for n, p in enumerate(lines.network.places)
    ]


def shown(place: Place) -> str:
    """A name as it is written on the map."""
    return place.name.title() if place.name.isupper() else place.name


def field(lines: Lines) -> Field:
    """The sheet with its boxes, roads and rivers, before any name is written."""
    taken = Field()
    for (x, y), rank in zip(lines.spots, ranks(lines), strict=True):
        r = ROOM[rank] - 3
        taken.take(Box(x - r, y - r, x + r, y + r))
    for link, road in zip(lines.network.links, lines.roads, strict=True):
        taken.mark(evenly(road, 7.0), ON_ROAD if link.road == "road" else ON_TRACK)
    for river, line in lines.rivers:
        taken.mark(evenly(line, 9.0), ON_RIVER if river.rank != "stream" else 2.0)
    for height in lines.ground.heights:
        taken.mark(evenly(lines.on_plane(height.line), 5.0), 30.0)
    for lake in lines.ground.lakes:
        ring = lines.on_plane(lake)
        taken.mark(evenly([*ring, ring[0]], 4.0), 12.0)
    for meeting in lines.meetings:
        taken.take(Box(meeting.x - 9, meeting.y - 9, meeting.x + 9, meeting.y + 9))
    return taken


class Post(NamedTuple):
    """Where a way off the map ends and which way it goes, and where its name stands."""

    entry: Entry
    start: Point
    end: Point
    left: float
    base: float


POST = 17.0


def posts(lines: Lines, taken: Field) -> list[Post]:
    """The names of the ways off the map, beside their ends and within the sheet."""
    found = []
    for entry in lines.network.entries:
        start, (x, y) = lines.spots[entry.place], flat(lines.network, entry.lat, entry.lon)
        taken.mark(evenly([start, (x, y)], 7.0), ON_ROAD)
        wide = width(entry.name, POST)
        spots = [(x + dx - wide / 2, y + dy) for dx, dy in ((0, -18), (0, 34), (-20 - wide / 2, 6), (20 + wide / 2, 6))]
        inside = [(min(max(u, 8.0), lines.wide - wide - 8), min(max(v, 20.0), lines.high - 8)) for u, v in spots]
        boxes = [Box(u, v - POST * 0.8, u + wide, v + POST * 0.2) for u, v in inside]
        best = min(
            range(4),
            key=lambda i: (taken.cost(boxes[i]) + hypot(inside[i][0] - spots[i][0], inside[i][1] - spots[i][1]), i),
        )
        taken.take(boxes[best])
        found.append(Post(entry, start, (x, y), *inside[best]))
    return found


def towns(lines: Lines, taken: Field) -> list[Written]:
    """The names of all places, the great ones first to choose."""
    found = []
    rank = ranks(lines)
    crowd = [sum(hypot(x - u, y - v) < 130 for u, v in lines.spots) for x, y in lines.spots]
    for n in sorted(range(len(rank)), key=lambda n: (-rank[n], -crowd[n], n)):
        place, size = lines.network.places[n], SIZES[rank[n]]
        text = shown(place)
        wide = width(text, size, rank[n] >= 2)
        spots = list(stands(lines.spots[n], ROOM[rank[n]], wide, size))
        near = [s for s in lines.spots if hypot(s[0] - lines.spots[n][0], s[1] - lines.spots[n][1]) < wide + 70]
        box = min(
            (dislike + taken.cost(box) + _off(lines, box) + _astray(n, box, near, lines), box) for dislike, box in spots
        )[1]
        taken.take(box)
        found.append(Written(place, rank[n], box.left, box.bottom - size * 0.2, size, lines.spots[n]))
    return found


def _astray(n: int, box: Box, near: Sequence[Point], lines: Lines) -> float:
    """What it costs to stand as near to other places as to one's own: nobody would know whose name it is."""
    own = apart(box, lines.spots[n])
    return sum(45.0 for spot in near if spot != lines.spots[n] and apart(box, spot) < own + 9)


def apart(box: Box, spot: Point) -> float:
    """How far a point lies from a box."""
    dx = max(box.left - spot[0], spot[0] - box.right, 0.0)
    return hypot(dx, max(box.top - spot[1], spot[1] - box.bottom, 0.0))


def _off(lines: Lines, box: Box) -> float:
    """What it costs to leave the sheet."""
    inside = box.left > 4 and box.top > 4 and box.right < lines.wide - 4 and box.bottom < lines.high - 4
    return 0.0 if inside else 900.0


def stands(at: Point, r: float, wide: float, size: float) -> Iterator[tuple[float, Box]]:
    """Where a name may stand around its box, each with what it is disliked by: eight places, then eight farther off."""
    x, y = at
    high = size * 0.95
    d = r * 0.72
    near = (
        (r, -high / 2), (d, -d - high), (d, d), (-wide / 2, -r - high), (-wide / 2, r), (-r - wide, -high / 2),
        (-d - wide, -d - high), (-d - wide, d), (-wide * 0.2, -r - high), (-wide * 0.2, r), (-wide * 0.8, -r - high),
        (-wide * 0.8, r), (r, -high * 0.95), (r, -high * 0.05), (-r - wide, -high * 0.95), (-r - wide, -high * 0.05),
    )  # fmt: skip
    for i, (dx, dy) in enumerate(near):
        yield 5.0 * i, Box(x + dx, y + dy, x + dx + wide, y + dy + high)
    for i, (dx, dy) in enumerate(near[:8]):
        fx, fy = x + dx * 1.0 + (9 if dx > 0 else -9 if dx < -wide * 0.9 else 0), y + dy + (9 if dy > -high / 2 else -9)
        yield 110.0 + 5 * i, Box(fx, fy, fx + wide, fy + high)


def captions(lines: Lines, taken: Field) -> list[tuple[Caption, Point]]:
    """Where the names of lands stand: near the place that the ground gives, where least lies over them."""
    found = []
    for caption in lines.ground.lands:
        x, y = flat(lines.network, caption.at[1], caption.at[0])
        wide = width(caption.name, caption.size) * 1.12 + 0.28 * caption.size * len(caption.name)
        tries = []
        for dx in range(-105, 106, 15):
            for dy in range(-84, 85, 12):
                box = Box(x + dx - wide / 2, y + dy - caption.size * 0.75, x + dx + wide / 2, y + dy)
                tries.append((taken.cost(box) + _off(lines, box) + 1.5 * hypot(dx, 1.5 * dy), (x + dx, y + dy), box))
        _, spot, box = min(tries)
        taken.take(box)
        found.append((caption, spot))
    return found


class Course(NamedTuple):
    """A river's name along a stretch of it, which runs from left to right."""

    river: River
    line: list[Point]
    size: float


def rivers(lines: Lines, taken: Field) -> list[Course]:
    """The names of rivers, along quiet stretches; long rivers are named again."""
    found = []
    for river, line in sorted(lines.rivers, key=lambda item: ("major", "minor", "stream").index(item[0].rank)):
        size = {"major": 23.0, "minor": 16.5, "stream": 13.5}[river.rank]
        word = river.name.removeprefix("Upper ")
        wide = width(word, size) * 1.12
        inside = [p for p in evenly(line, 6.0) if 6 < p[0] < lines.wide - 6 and 6 < p[1] < lines.high - 6]
        count = max(2, int(wide / 6.0) + 2)
        times = max(1, round(len(inside) * 6.0 / (620 if river.rank == "major" else 900)))
        share = max(1, len(inside) // times)
        for part in range(times):
            # A major river is named once, whatever it hides.
            bound = 1e9 if river.rank == "major" and part == 0 else 260.0 + 6 * count
            stretch = quiet(inside[part * share : (part + 1) * share + count], count, size, taken, bound)
            if stretch:
                for x, y in stretch[::3]:
                    taken.take(Box(x - 4, y - size * 0.9, x + 14, y))
                found.append(Course(river, stretch, size))
    return found


def quiet(points: Sequence[Point], count: int, size: float, taken: Field, bound: float) -> list[Point]:
    """The straightest stretch of so many points that hides least; none if all cost more than the bound."""
    best: tuple[float, list[Point]] = (bound, [])
    for start in range(0, len(points) - count, 3):
        part = points[start : start + count]
        chord = hypot(part[-1][0] - part[0][0], part[-1][1] - part[0][1])
        bent = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(part)) / max(chord, 1.0)
        if bent > 1.16 or any(hypot(b[0] - a[0], b[1] - a[1]) > 20 for a, b in pairwise(part)):
            continue
        way = part if part[-1][0] >= part[0][0] else part[::-1]
        hides = sum(taken.cost(Box(x - 3, y - size, x + 12, y + 1)) for x, y in way[::3])
        steep = abs(way[-1][1] - way[0][1]) / max(chord, 1.0)
        cost = hides + 900 * (bent - 1) + 60 * steep
        if cost < best[0]:
            best = (cost, _eased(way))
    return best[1]


def _eased(line: Sequence[Point]) -> list[Point]:
    """A line with its small turns taken out, for letters to stand on."""
    eased = list(line)
    for _ in range(20):
        middle = [
            tuple((a[k] + 2 * b[k] + c[k]) / 4 for k in (0, 1))
            for a, b, c in zip(eased, eased[1:], eased[2:], strict=False)
        ]
        eased = [eased[0], *middle, eased[-1]]  # type: ignore[list-item]
    return eased


def written(name: Written) -> str:
    """A town's name as SVG, with where its place is: the page moves it aside for a counter."""
    face = ("font-style='italic'", "", "font-weight='600'", "font-weight='700'")[name.rank].replace("'", '"')
    at = f"{name.spot[0]:.0f} {name.spot[1]:.0f} {ROOM[name.rank]:g} {name.rank}"
    return (
        f'<text x="{name.x:.1f}" y="{name.y:.1f}" data-at="{at}" '
        f'font-size="{name.size:g}"{" " + face if face else ""}>'
        f"{escape(shown(name.place))}</text>"
    )
