"""Names on a theatre: towns where they hide least, the great ones first; rivers, woods and hills along their course."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

from napwidgets.board.hexmap import BRIDGE, Caption, HexMap, PlaceData
from napwidgets.widgets.europe_names import SERIF, TOWNS, Box
from napwidgets.widgets.hachures import marked
from napwidgets.widgets.network_names import Field, apart, quiet, stands, width
from napwidgets.widgets.network_signs import INK
from napwidgets.widgets.outline import HEIGHT, WIDTH, Point, evenly, middle, path, place

#: Ranks of places: villages, towns, fortresses, great towns; sizes of their names, and how far these keep off, so that
#: a counter in the hex leaves them legible.
SIZES, ROOM = (25.0, 31.0, 33.0, 50.0), (31.0, 36.0, 37.0, 38.0)
#: How far the sign of a place reaches.
SIGN = (10.0, 14.0, 24.0, 18.0)
#: What it costs to lie on a point of a road, of a country road, of a river.
ON_ROAD, ON_TRAIL, ON_RIVER, ON_STREAM = 24.0, 8.0, 22.0, 9.0
HALO = "#f7f0dc"
#: The inks of names by what they are of, with their sizes: the least, the greatest.
INKS = {"woods": "#46582b", "hills": "#6a4a1e", "mountain": "#5a3a14", "marsh": "#2f5f64", "land": "#7a5a34"}
#: Names of ground are no smaller and no larger than this.
SMALL, LARGE = 24.0, 40.0


class Written(NamedTuple):
    """The name of a place and where it stands: its left end on the base line; and the middle of its hex."""

    spot: PlaceData
    rank: int
    x: float
    y: float
    size: float
    at: Point


class Stretched(NamedTuple):
    """A name around a point, turned by degrees; or along a line."""

    caption: Caption
    size: float
    at: Point = (0.0, 0.0)
    turn: float = 0.0
    line: tuple[Point, ...] = ()


def rank(spot: PlaceData) -> int:
    """How great a place is."""
    return 3 if spot.great else {"fortress": 2, "town": 1}.get(spot.kind, 0)


def names(board: HexMap) -> Iterator[str]:
    """All names as SVG, those of lands below the others."""
    towns, others = laid(board)
    lands = [name for name in others if name.caption.kind == "land"]
    yield f'<g font-family="{SERIF}">'
    yield from (_land(name) for name in lands)
    yield f'<g font-style="italic" paint-order="stroke" stroke="{HALO}" stroke-opacity=".8" stroke-linejoin="round">'
    yield from (_ground(name) for name in others if not name.line and name.caption.kind != "land")
    yield from (_river(n, name) for n, name in enumerate(others) if name.line)
    yield (
        f'</g></g>{TOWNS[0]}<g font-family="{SERIF}" fill="{INK}" paint-order="stroke" stroke="{HALO}" '
        'stroke-width="5" stroke-linejoin="round">'
    )
    yield from (_town(name) for name in sorted(towns, key=lambda name: name.rank))
    yield f"</g>{TOWNS[1]}"


@lru_cache(maxsize=8)
def laid(board: HexMap) -> tuple[list[Written], list[Stretched]]:
    """Where everything is written: first the towns, then primary rivers, ground and secondary rivers."""
    taken = _field(board)
    towns = list(_towns(board, taken))
    captions = board.data.captions
    others = [_wide(caption) for caption in captions if caption.kind == "land"]
    others += _rivers(board, [c for c in captions if c.kind == "river"], taken, 27.0)
    others += [_across(c, taken, board) for c in captions if c.kind in ("mountain", "hills", "woods", "marsh")]
    others += _rivers(board, [c for c in captions if c.kind == "stream"], taken, 21.0)
    return towns, others


def _field(board: HexMap) -> Field:
    """The sheet with its signs, roads, rivers and bridges, before anything is written."""
    taken = Field()
    for h, spot in board.places.items():
        x, y = middle(board, h)
        r = SIGN[rank(spot)]
        taken.take(Box(x - r, y - r, x + r, y + r))
    for kind, weight in (("road", ON_ROAD), ("trail", ON_TRAIL), ("river", ON_RIVER), ("stream", ON_STREAM)):
        for line in board.data.lines.get(kind, ()):
            taken.mark(evenly([(x * HEIGHT, y * HEIGHT) for x, y in line], 9.0), weight)
    for a, b in marked(board, BRIDGE):
        (x, y), (u, v) = place(a), place(b)
        taken.mark([((x + u) / 2, (y + v) / 2)], 60.0)
    return taken


# Towns -------------------------------------------------------------------------------------------------


def _towns(board: HexMap, taken: Field) -> Iterator[Written]:
    """The names of all places, the great ones first to choose, then those in a crowd."""
    spots = {h: middle(board, h) for h in board.places}
    crowd = {h: sum(hypot(x - u, y - v) < 260 for u, v in spots.values()) for h, (x, y) in spots.items()}
    for h in sorted(board.places, key=lambda h: (-rank(board.places[h]), -crowd[h], h)):
        spot = board.places[h]
        size, great = SIZES[rank(spot)], rank(spot)
        wide = width(spot.name, size, great > 0) * 1.05
        near = [s for s in spots.values() if 0 < hypot(s[0] - spots[h][0], s[1] - spots[h][1]) < wide + 90]
        box = min(
            (dislike + taken.cost(box) + _off(board, box) + _astray(box, spots[h], near), box)
            for dislike, box in stands(spots[h], ROOM[great], wide, size)
        )[1]
        taken.take(box)
        yield Written(spot, great, box.left, box.bottom - size * 0.2, size, spots[h])


def _astray(box: Box, own: Point, near: Sequence[Point]) -> float:
    """What it costs to stand as near to other places as to one's own."""
    far = apart(box, own)
    return sum(45.0 for spot in near if apart(box, spot) < far + 9)


def _off(board: HexMap, box: Box) -> float:
    """What it costs to leave the board."""
    right, low = (board.cols - 1) * WIDTH * 0.75 + WIDTH / 2, board.rows * HEIGHT
    inside = box.left > -WIDTH / 2 and box.top > -HEIGHT / 2 and box.right < right and box.bottom < low
    return 0.0 if inside else 900.0


def _town(name: Written) -> str:
    face = ("", ' font-weight="600"', ' font-weight="700"', ' font-weight="700" letter-spacing="1"')[name.rank]
    at = f'data-at="{name.at[0]:.0f} {name.at[1]:.0f} {SIGN[name.rank]:g} {name.rank}"'
    place = f'x="{name.x:.0f}" y="{name.y:.0f}" font-size="{name.size:g}"'
    return f"<text {place} {at}{face}>{escape(name.spot.name)}</text>"


# Ground, lands, rivers -----------------------------------------------------------------------------------


def _scaled(caption: Caption) -> list[Point]:
    return [(x * HEIGHT, y * HEIGHT) for x, y in caption.line]


def _spans(line: Sequence[Point]) -> tuple[Point, float, float]:
    """The middle of the way from the first to the last point, how far that is, and its bearing in degrees."""
    (x, y), (u, v) = line[0], line[-1]
    return ((x + u) / 2, (y + v) / 2), hypot(u - x, v - y), degrees(atan2(v - y, u - x))


def _wide(caption: Caption) -> Stretched:
    """The name of a land, as large as fills its line."""
    at, far, turn = _spans(_scaled(caption))
    size = min(96.0, max(44.0, far / (0.95 * max(4, len(caption.name)))))
    return Stretched(caption, size, at, turn)


def _across(caption: Caption, taken: Field, board: HexMap) -> Stretched:
    """The name of a ground along its length, where it hides least; a steep one is written level."""
    (x, y), far, turn = _spans(_scaled(caption))
    turn = 0.0 if abs(turn) > 48 else turn
    size = min(LARGE, max(SMALL, far / (0.6 * len(caption.name))))
    wide, c, s = width(caption.name, size) * 1.08, cos(radians(turn)), sin(radians(turn))
    steps = [0.0] + [k * d for k in range(1, 9) for d in (-18.0, 18.0)]
    best = (1e9, (x, y), list[Box]())
    for along in (0.0, -70.0, 70.0, -140.0, 140.0):
        for down in steps:
            u, v = x + along * c - down * s, y + along * s + down * c
            boxes = list(_boxes((u, v), wide, size, c, s))
            cost = sum(taken.cost(box) + _off(board, box) for box in boxes) + 1.1 * abs(down) + 0.5 * abs(along)
            best = min(best, (cost, (u, v), boxes))
    for box in best[2]:
        taken.take(box)
    return Stretched(caption, size, best[1], turn)


def _boxes(at: Point, wide: float, size: float, c: float, s: float) -> Iterator[Box]:
    """Boxes under a turned name, one after the other."""
    count = max(1, round(wide / 40))
    for k in range(count):
        far = wide * ((k + 0.5) / count - 0.5)
        u, v = at[0] + far * c, at[1] + far * s
        yield Box(u - wide / count / 2, v - size * 0.75, u + wide / count / 2, v + size * 0.2)


def _rivers(board: HexMap, captions: Iterable[Caption], taken: Field, size: float) -> Iterator[Stretched]:
    """Names of rivers along quiet stretches; a long river is named again and again."""
    for caption in captions:
        points = list(evenly(_scaled(caption), 10.0))
        wide = width(caption.name, size) * 1.5
        count = max(2, int(wide / 10.0) + 2)
        times = max(1, round(len(points) * 10.0 / 1900))
        share = max(1, len(points) // times)
        for part in range(times):
            bound = 1e9 if caption.kind == "river" and part == 0 else 300.0 + 9 * count
            stretch = quiet(points[part * share : (part + 1) * share + count], count, size, taken, bound)
            if stretch:
                for x, y in stretch[::3]:
                    taken.take(Box(x - 5, y - size, x + 26, y))
                yield Stretched(caption, size, line=tuple(stretch))


def _turned(name: Stretched) -> str:
    x, y = name.at
    turn = f' transform="rotate({name.turn:.0f} {x:.0f} {y:.0f})"' if name.turn else ""
    return f'x="{x:.0f}" y="{y:.0f}" font-size="{name.size:.0f}" text-anchor="middle"{turn}'


def _land(name: Stretched) -> str:
    return (
        f'<text {_turned(name)} fill="{INKS["land"]}" fill-opacity=".42" letter-spacing="{name.size * 0.3:.0f}">'
        f"{escape(name.caption.name.upper())}</text>"
    )


def _ground(name: Stretched) -> str:
    ink = INKS[name.caption.kind]
    return f'<text {_turned(name)} fill="{ink}" stroke-width="5.5">{escape(name.caption.name)}</text>'


def _river(n: int, name: Stretched) -> str:
    lift = 11.0 if name.caption.kind == "river" else 6.5
    return (
        f'<path id="nw-t{n}" d="{path([name.line])}" fill="none" stroke="none"/><text dy="-{lift}" '
        f'font-size="{name.size:g}" fill="#1f5878" stroke-width="3.6" letter-spacing="1.5"><textPath href="#nw-t{n}">'
        f"{escape(name.caption.name)}</textPath></text>"
    )
