"""A point-to-point map as one still picture: muted relief, washed lands, rivers, cased roads, signs and names.

`network_svg` gives an SVG document for an image overlay. Its units are those of the network's plane, so that whatever
is put at `napwidgets.board.network.plane` stands on its box; `frame` says how far the picture reaches around it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import hypot
from typing import NamedTuple

from napwidgets.board.network import Network, flat
from napwidgets.board.network_checks import River
from napwidgets.board.network_ground import Caption, Ground
from napwidgets.widgets import network_names, network_signs
from napwidgets.widgets.europe_names import SERIF, TOWNS
from napwidgets.widgets.network_key import STRIP, key
from napwidgets.widgets.network_lines import Lines
from napwidgets.widgets.network_signs import INK
from napwidgets.widgets.outline import Point, smooth

#: Room around the sheet for the frame.
MARGIN = 46.0
PAPER, HALO, SEA, SHORE = "#f1e6cb", "#f7f0dc", "#cfdedd", "#4a7480"
#: Washes of the lands.
WASHES = {
    "saxony": "#4f9a6a", "prussia": "#5b6f9c", "austria": "#d2a63a", "westphalia": "#b08a4a", "anhalt": "#a0608a",
    "thuringia": "#8a9a4a", "bavaria": "#4a9fc0", "warsaw": "#c0606a", "russia": "#5a8a5a", "france": "#4f7fc6",
    "baden": "#c9a04a", "wurtemberg": "#a0705a", "switzerland": "#c0504d", "wurzburg": "#8d6aa8",
    "frankfurt": "#a87f4a", "hesse": "#8a6aa0", "tyrol": "#7a9a50", "salzburg": "#b5824a", "bohemia": "#c9873a",
    "moravia": "#b0784a", "hungary": "#8aa04a",
}  # fmt: skip
CASE, ROAD, TRACK = "#5e4024", "#fbf3da", "#6b4f30"
BLUE = {
    "major": ("#3c7391", "#8fbdd0", 9.5, 6.4),
    "minor": ("#4f88a5", "#9cc4d2", 4.8, 2.6),
    "stream": ("#6b9db3", "", 1.9, 0),
}


class Sources(NamedTuple):
    """All that a picture is drawn from."""

    network: Network
    rivers: tuple[River, ...]
    ground: Ground
    relief: bytes


def frame(lines: Lines) -> tuple[float, float, float, float]:
    """The picture on the plane: left, top, width, height."""
    return -MARGIN, -MARGIN, lines.wide + 2 * MARGIN, lines.high + 2 * MARGIN + STRIP


def network_svg(sources: Sources) -> str:
    """The picture of a network as an SVG document."""
    lines = Lines(sources.network, sources.rivers, sources.ground)
    x, y, w, h = frame(lines)
    taken = network_names.field(lines)
    posts = network_names.posts(lines, taken)
    names = network_names.towns(lines, taken)
    lands = network_names.captions(lines, taken)
    courses = network_names.rivers(lines, taken)
    body = (
        *_paper(lines),
        '<g clip-path="url(#nw-sheet)">',
        *_land(lines, sources.relief),
        *_waters(lines),
        *_frontiers(lines),
        *_captions(lines, lands),
        *_roads(lines),
        *_entries(posts),
        *map(network_signs.crossing, lines.meetings),
        *_boxes(lines),
        *_river_names(courses),
        *_names(names),
        "</g>",
        key(lines),
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {w:.1f} {h:.1f}" width="{w:.0f}" '
        f'height="{h:.0f}"><title>{escape(sources.network.name)}</title><defs><clipPath id="nw-sheet">'
        f'<rect width="{lines.wide}" height="{lines.high}"/></clipPath>{network_signs.definitions()}</defs>'
        f"{''.join(body)}</svg>"
    )


def trace(lines: Iterable[Sequence[Point]], closed: bool = False) -> str:
    """SVG path data to a tenth of a unit, relative.

    >>> trace([[(0.04, 0), (10, 5.56), (10.5, 5.2)]])
    'M0 0l10 5.6 .5-.4'
    """
    out = []
    for line in lines:
        x, y = round(line[0][0] * 10), round(line[0][1] * 10)
        steps = []
        out.append(f"M{x / 10:g} {y / 10:g}l")
        for px, py in line[1:]:
            nx, ny = round(px * 10), round(py * 10)
            if (nx, ny) != (x, y):
                steps.append(f"{_short(nx - x)} {_short(ny - y)}".replace(" -", "-"))
                x, y = nx, ny
        out.append(" ".join(steps).replace(" -", "-") + ("z" if closed else ""))
    return "".join(out)


def _short(tenths: int) -> str:
    """A number of tenths without a nought before its point."""
    return f"{tenths / 10:g}".replace("-0.", "-.") if tenths < 0 else f"{tenths / 10:g}".removeprefix("0") or "0"


def stroke(colour: str, wide: float, opacity: float = 1.0, dash: str = "", cap: str = "round") -> str:
    """The style of a line."""
    faint = f' stroke-opacity="{opacity:g}"' if opacity < 1 else ""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'fill="none" stroke="{colour}" stroke-width="{wide:g}" stroke-linejoin="round" stroke-linecap="{cap}"'
        f"{faint}{dashes}"
    )


# Ground ----------------------------------------------------------------------------------------------


def _paper(lines: Lines) -> Iterator[str]:
    x, y, w, h = frame(lines)
    yield f'<rect x="{x:g}" y="{y:g}" width="{w:.1f}" height="{h:.1f}" fill="#e9dcbc"/>'
    for gap, wide in ((5, 2.0), (34, 1.0), (39, 3.2)):
        yield (
            f'<rect x="{-gap}" y="{-gap}" width="{lines.wide + 2 * gap:.1f}" height="{lines.high + 2 * gap:.1f}" '
            f"{stroke('#6f5f3c', wide)}/>"
        )


def _land(lines: Lines, relief: bytes) -> Iterator[str]:
    """The relief, cut to the land where there is sea, and the washes of the countries along their borders."""
    size = f'width="{lines.wide}" height="{lines.high}"'
    clip = ""
    if lines.ground.shore:
        shore = trace((smooth(lines.on_plane(ring), closed=True, times=2) for ring in lines.ground.shore), closed=True)
        yield f'<rect {size} fill="{SEA}"/><clipPath id="nw-shore"><path id="nw-coast" d="{shore}"/></clipPath>'
        for wide, opacity in ((90, 0.12), (54, 0.15), (26, 0.22)):
            yield f'<use href="#nw-coast" {stroke("#8fb3b8", wide, opacity)}/>'
        clip = ' clip-path="url(#nw-shore)"'
    picture = b64encode(relief).decode()
    yield (
        f'<g{clip}><rect {size} fill="{PAPER}"/><image {size} preserveAspectRatio="none" opacity=".8" '
        f'href="data:image/jpeg;base64,{picture}"/>'
    )
    for i, (name, loops) in enumerate(lines.lands if len(lines.lands) > 2 else ()):
        wash, d = WASHES.get(name, "#8a7a5a"), trace(loops, closed=True)
        yield (
            f'<clipPath id="nw-s{i}"><path id="nw-a{i}" d="{d}"/></clipPath><g clip-path="url(#nw-s{i})">'
            f'<use href="#nw-a{i}" fill="{wash}" fill-opacity=".075"/><use href="#nw-a{i}" {stroke(wash, 26, 0.2)}/>'
            f'<use href="#nw-a{i}" {stroke(wash, 9, 0.22)}/></g><use href="#nw-a{i}" '
            f"{stroke('#6b5433', 1.4, 0.55, '7 4 1.5 4')}/>"
        )
    yield "</g>"
    if clip:
        yield f'<use href="#nw-coast" {stroke(SHORE, 2.4)}/>'
    yield from _squares(lines) if lines.ground.squares else ()


def _squares(lines: Lines) -> Iterator[str]:
    """The squares of the rules' index, with their letters and figures in the margin."""
    columns = [_square(lines, x, 0)[0] for x in range(9)]
    rows = [_square(lines, 4, y)[1] for y in range(7)]
    grid = "".join(f"M{x:.1f} 0V{lines.high}" for x in columns if 0 < x < lines.wide)
    grid += "".join(f"M0 {y:.1f}H{lines.wide}" for y in rows if 0 < y < lines.high)
    yield f'<path d="{grid}" {stroke("#7a6230", 1.1, 0.4, "2 5")}/>'


def _square(lines: Lines, x: int, y: int) -> Point:
    """The north-western corner of a square of the index (see the source's README)."""
    return flat(lines.network, 52.794 - 0.0154 * x - 0.4554 * y, 11.176 + 0.7447 * x)


def _waters(lines: Lines) -> Iterator[str]:
    """Rivers, each with its bank, and lakes."""
    for rank in ("stream", "minor", "major"):
        bank, water, wide, inner = BLUE[rank]
        d = trace(line for river, line in lines.rivers if river.rank == rank)
        if d:
            yield f'<path d="{d}" {stroke(bank, wide)}/>'
    lakes = [smooth(lines.on_plane(ring), closed=True, times=3) for ring in lines.ground.lakes]
    if lakes:
        yield f'<path d="{trace(lakes, closed=True)}" fill="#a9cbd4" stroke="#4f88a5" stroke-width="1.6"/>'
    for rank in ("minor", "major"):
        bank, water, wide, inner = BLUE[rank]
        d = trace(line for river, line in lines.rivers if river.rank == rank)
        if d:
            yield f'<path d="{d}" {stroke(water, inner)}/>'


def _frontiers(lines: Lines) -> Iterator[str]:
    """A frontier that the rules close: a band of colour and a chain of strokes."""
    for frontier in lines.ground.frontiers:
        d = trace([smooth(lines.on_plane(frontier.line), times=2)])
        yield f'<path d="{d}" {stroke("#c98a2e", 15, 0.3)}/>'
        yield f'<path d="{d}" {stroke("#7d3b1e", 3.4, 0.85, "15 6 2.5 6")}/>'


def _captions(lines: Lines, lands: Iterable[tuple[Caption, Point]]) -> Iterator[str]:
    """Names of lands in wide capitals, of heights along their crests, of seas in italics."""
    yield f'<g font-family="{SERIF}" text-anchor="middle">'
    for caption, spot in lands:
        yield _caption(caption, spot, f'fill="#4a3717" fill-opacity=".46" letter-spacing="{caption.size * 0.28:.1f}"')
    for caption in lines.ground.waters:
        spot = flat(lines.network, caption.at[1], caption.at[0])
        yield _caption(caption, spot, 'fill="#2f5f70" fill-opacity=".85" font-style="italic" letter-spacing="2"')
    for i, height in enumerate(lines.ground.heights):
        crest = smooth(lines.on_plane(height.line), times=3)
        yield (
            f'<path id="nw-h{i}" d="{trace([crest])}" fill="none"/><text font-size="{height.size:g}" fill="#5f421a" '
            f'fill-opacity=".85" font-style="italic" letter-spacing="{height.size * 0.16:.1f}" paint-order="stroke" '
            f'stroke="{HALO}" stroke-opacity=".6" stroke-width="3">'
            f'<textPath href="#nw-h{i}" startOffset="50%">{escape(height.name)}</textPath></text>'
        )
    yield "</g>"


def _caption(caption: Caption, spot: Point, face: str) -> str:
    x, y = spot
    turn = f' transform="rotate({caption.turn:g} {x:.0f} {y:.0f})"' if caption.turn else ""
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{caption.size:g}" {face}{turn}>{escape(caption.name)}</text>'


# Roads and boxes -------------------------------------------------------------------------------------


def _roads(lines: Lines) -> Iterator[str]:
    """Poor roads as thin dashes, roads cased."""
    courses = list(zip(lines.network.links, lines.roads, strict=True))
    tracks = trace(line for link, line in courses if link.road == "poor road")
    roads = trace(line for link, line in courses if link.road == "road")
    yield f'<path d="{tracks}" {stroke(HALO, 5, 0.55, cap="butt")}/>'
    yield f'<path d="{tracks}" {stroke(TRACK, 2.2, 0.95, "7 4.2", "butt")}/>'
    yield f'<path d="{roads}" {stroke(CASE, 7.4)}/><path d="{roads}" {stroke(ROAD, 3.8)}/>'


def _entries(posts: Iterable[network_names.Post]) -> Iterator[str]:
    """Ways off the map: an arrow, what they lead to, and in a disc the number that the rules give them."""
    for post in posts:
        (x, y), (u, v) = post.start, post.end
        d = f"M{x:g} {y:g}L{u:.1f} {v:.1f}"
        if post.entry.road == "road":
            yield f'<path d="{d}" {stroke(CASE, 7.4)}/><path d="{d}" {stroke(ROAD, 3.8)}/>'
        else:
            yield f'<path d="{d}" {stroke(TRACK, 2.2, 0.95, "7 4.2", "butt")}/>'
        long = hypot(u - x, v - y) or 1.0
        dx, dy = (u - x) / long, (v - y) / long
        yield (
            f'<path d="M{u + 15 * dx:.1f} {v + 15 * dy:.1f}L{u - 9 * dy - 3 * dx:.1f} {v + 9 * dx - 3 * dy:.1f}'
            f'L{u + 9 * dy - 3 * dx:.1f} {v - 9 * dx - 3 * dy:.1f}z" fill="{CASE}"/><text x="{post.left:.1f}" '
            f'y="{post.base:.1f}" font-family="{SERIF}" font-size="{network_names.POST:g}" font-style="italic" '
            f'fill="#5e2f14" paint-order="stroke" stroke="{HALO}" stroke-width="4">{escape(post.entry.name)}</text>'
        )
        if post.entry.label:
            yield _disc(post.entry.label.strip("()"), u - 34 * dx, v - 34 * dy)


def _disc(label: str, x: float, y: float) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="14" fill="{CASE}" stroke="{ROAD}" stroke-width="2"/><text x="{x:.1f}" '
        f'y="{y + 6.5:.1f}" font-family="{SERIF}" font-size="19" font-weight="700" text-anchor="middle" '
        f'fill="{ROAD}">{escape(label)}</text>'
    )


def _boxes(lines: Lines) -> Iterator[str]:
    for place, (x, y), rank in zip(lines.network.places, lines.spots, network_names.ranks(lines), strict=True):
        yield network_signs.box(place, x, y, rank)


def _names(names: Iterable[network_names.Written]) -> Iterator[str]:
    """The towns' names, the great ones last, so that none covers them."""
    yield (
        f'{TOWNS[0]}<g font-family="{SERIF}" fill="{INK}" paint-order="stroke" stroke="{HALO}" stroke-width="3.6" '
        'stroke-opacity=".9" stroke-linejoin="round">'
    )
    yield from (network_names.written(name) for name in sorted(names, key=lambda name: name.rank))
    yield f"</g>{TOWNS[1]}"


def _river_names(courses: Iterable[network_names.Course]) -> Iterator[str]:
    yield (
        f'<g font-family="{SERIF}" font-style="italic" fill="#1f5878" paint-order="stroke" stroke="{HALO}" '
        'stroke-opacity=".75" stroke-width="3" stroke-linejoin="round">'
    )
    for i, course in enumerate(courses):
        lift = 4.5 + BLUE[course.river.rank][2] / 2
        name = escape(course.river.name.removeprefix("Upper "))
        yield (
            f'<path id="nw-r{i}" d="{trace([course.line])}" fill="none" stroke="none"/><text dy="-{lift:.1f}" '
            f'font-size="{course.size:g}" letter-spacing="1.2"><textPath href="#nw-r{i}">{name}</textPath></text>'
        )
    yield "</g>"
