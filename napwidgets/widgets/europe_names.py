"""What is written on the map of Europe: cities with their signs, states, seas, the key and the margin.

A name takes the free place around its city that hides least. Names of small places give way to those of great ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from math import cos, pi, sin
from typing import NamedTuple

from napwidgets.board.realm import City, EuropeBoard
from napwidgets.board.realm_layers import Layers, city_spot

SERIF = "'Source Serif 4','Palatino Linotype',Palatino,'Book Antiqua','URW Palladio L','P052',Georgia,serif"
#: Before and after the names of places in a picture: a page takes them out and lays them around its counters.
TOWNS = ("<!--towns-->", "<!--/towns-->")
#: Drawing units in a hex from flat to flat, and from one column to the next.
PLANE, COLUMN = 100.0, 86.6025
INK, HALO, SEA_INK = "#2b2a26", "#f7f1e0", "#2f5f70"
#: Fill of a production city's sign; ``choice`` cities are red once the French player has named them (WAP C.2.a).
COLOURS = {"red": "#b3262e", "black": "#26241f", "white": "#ffffff", "choice": "#e9a9a0"}
#: The sea zones and where they are named: column and row (in hexes), size.
ZONES = (
    ("Atlantic Ocean", 6.6, 22.0, 128), ("North Sea", 25.2, 11.6, 120), ("Mediterranean Sea", 22.4, 40.75, 92),
    ("Baltic Sea", 41.7, 10.7, 62),
)  # fmt: skip
#: Names of waters that are no zone.
WATERS = (
    ("Tyrrhenian Sea", 33.2, 38.9, 40), ("Adriatic Sea", 39.6, 33.6, 40), ("Black Sea", 58.4, 31.5, 96),
    ("The Channel", 17.9, 19.1, 42), ("Bay of Biscay", 12.0, 28.0, 54), ("Gulf of Bothnia", 43.2, 1.9, 34),
    ("Gulf of Finland", 49.6, 4.25, 30), ("Irish Sea", 15.3, 14.35, 30), ("Kattegat", 35.8, 9.2, 22),
    ("Aegean Sea", 54.3, 38.9, 44), ("Ionian Sea", 44.5, 42.5, 54), ("Ligurian Sea", 29.6, 32.75, 30),
)  # fmt: skip
#: Regions that are no state of the game, and the lands out of play.
REGIONS = (
    ("Norway", 33.4, 3.4, 52), ("Scotland", 21.0, 7.6, 44), ("Ireland", 13.2, 13.1, 58), ("Hungary", 49.2, 25.9, 46),
    ("Bohemia", 38.6, 21.4, 42), ("Galicia", 49.0, 21.6, 44), ("Finland", 47.4, 2.4, 48), ("Brittany", 17.6, 23.4, 34),
    ("Gascony", 18.4, 31.2, 34), ("Catalonia", 19.4, 34.4, 32), ("Andalusia", 8.6, 39.4, 40), ("Tyrol", 35.2, 26.4, 32),
    ("Transylvania", 52.2, 26.6, 44), ("Volhynia", 53.4, 19.0, 44), ("Lithuania", 51.0, 12.2, 48),
    ("Livonia", 52.4, 7.6, 44), ("Ukraine", 61.0, 21.2, 64), ("White Russia", 57.0, 14.4, 52),
)  # fmt: skip
#: States whose name belongs to another part of their land than the largest.
NEAR = {"Denmark": ("Aarhus", 40.0)}
OUTSIDE = (("OTTOMAN EMPIRE", 51.6, 34.6, 88), ("BARBARY", 18.5, 45.2, 88), ("MOROCCO", 8.6, 45.2, 48))

_DASHES = 'stroke="#5a3f2a" stroke-width="3.4" stroke-dasharray="13 7 2 7"'
_ZONES = 'stroke="#4f7f8c" stroke-width="5" stroke-dasharray="26 18"'
SOURCE = (
    "Coasts: Natural Earth · cities: GeoNames (CC BY 4.0) · rivers: GSHHG (LGPL) · ground and borders: reconstruction"
)


class Box(NamedTuple):
    """A rectangle: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: Box) -> float:
        """The area common to two rectangles."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


def names(board: EuropeBoard, lines: Layers) -> str:
    """Seas, states, cities and their names as SVG markup."""
    signs = {h: _sign_box(board, h) for h in board.city_at}
    states = list(_states(board, list(signs.values())))
    taken = [*signs.values(), *(box for box, _ in states)]
    written = _cities(board, taken)
    return (
        f'<g font-family="{SERIF}" text-anchor="middle">{_seas()}{"".join(text for _, text in states)}</g>'
        f"{''.join(_sign(board, h, city) for h, city in board.city_at.items())}"
        f'{TOWNS[0]}<g font-family="{SERIF}" paint-order="stroke" stroke="{HALO}" stroke-width="5" '
        f'stroke-linejoin="round" fill="{INK}">{written}</g>{TOWNS[1]}'
    )


def _middle(board: EuropeBoard, h: int) -> tuple[float, float]:
    x, y = board.spot(h)
    return x * PLANE, y * PLANE


def _at(board: EuropeBoard, h: int) -> tuple[float, float]:
    """Where the city of a hex is drawn."""
    x, y = city_spot(board, h)
    return x * PLANE, y * PLANE


def _seas() -> str:
    """Waters, regions and the lands out of play."""
    slant = 'font-style="italic"'
    faces = (
        (ZONES, 0.14, f'fill="{SEA_INK}" fill-opacity=".8" {slant}'),
        (WATERS, 0.06, f'fill="{SEA_INK}" fill-opacity=".65" {slant}'),
        (REGIONS, 0.12, f'fill="#4a3c22" fill-opacity=".42" {slant}'),
        (OUTSIDE, 0.3, 'fill="#6f6550" fill-opacity=".6"'),
    )
    return "".join(
        f'<text x="{x * COLUMN:.0f}" y="{y * PLANE:.0f}" font-size="{size}" letter-spacing="{size * wide:.0f}" '
        f"{face}>{text}</text>"
        for spots, wide, face in faces
        for text, x, y, size in spots
    )


# States


def _states(board: EuropeBoard, signs: list[Box]) -> Iterator[tuple[Box, str]]:
    """The names of states in wide capitals, where most of each lies inside its land and hides no city."""
    for state in sorted(board.states, key=lambda s: -len(board.land_of(s))):
        land = board.land_of(state)
        if len(land) < 2:
            continue
        size = max(19.0, min(118.0, 13 * len(land) ** 0.45))
        words = _lines(state, len(land))
        size = min(size, size * _room(board, land) / max(_width(word, size * 1.22) for word in words))
        town, size = NEAR.get(state, ("", size))
        wide, high = max(_width(word, size * 1.22) for word in words), size * len(words)
        costs = {h: _hidden(board, state, h, wide, high, signs) for h in land}
        best = board.hex_of(town) if town else min(land, key=lambda h: (costs[h], h))
        x, y = _middle(board, best)
        box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        signs.append(box)
        yield box, _state(words, x, y, size)


def _room(board: EuropeBoard, land: tuple[int, ...]) -> float:
    """How wide a name may be that lies in some land; narrow lands are rarely as wide as that all the way."""
    columns = [h // board.rows for h in land]
    count = max(columns) - min(columns) + 1
    return (0.62 if count < 7 else 0.85) * COLUMN * count


def _lines(state: str, hexes: int) -> list[str]:
    return state.upper().split() if hexes < 40 else [state.upper()]


def _state(words: list[str], x: float, y: float, size: float) -> str:
    top = y - size * (len(words) - 1) / 2 + size * 0.35
    return "".join(
        f'<text x="{x:.0f}" y="{top + i * size:.0f}" font-size="{size:.0f}" letter-spacing="{size * 0.22:.0f}" '
        f'fill="#4a3c22" fill-opacity=".5">{escape(word)}</text>'
        for i, word in enumerate(words)
    )


def _hidden(board: EuropeBoard, state: str, h: int, wide: float, high: float, signs: list[Box]) -> float:
    """How badly a state's name stands at a hex: outside its land, on cities, or off the middle."""
    x, y = _middle(board, h)
    box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    cost = sum(box.shared(sign) for sign in signs) * 1.5
    steps = max(2, round(wide / 60))
    for i in range(steps + 1):
        for up in (-0.3, 0.3):
            at = board.at((box.left + wide * i / steps) / PLANE, (y + high * up) / PLANE)
            cost += 0 if at >= 0 and board.owner[at] == state else 2400
    cx, cy = _centre(board, state)
    return cost + 2 * (abs(x - cx) + abs(y - cy))


def _centre(board: EuropeBoard, state: str) -> tuple[float, float]:
    spots = [_middle(board, h) for h in board.land_of(state)]
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


# Cities


def _rank(city: City) -> int:
    """How great a city is: 3 capitals, 2 production cities, 1 naval bases and fortresses, 0 the others."""
    if "capital" in city.roles:
        return 3
    if city.production is not None:
        return 2
    return int("naval_base" in city.roles or "fortress" in city.roles)


def _size(city: City) -> float:
    return (22.0, 23.5, 30.0, 40.0)[_rank(city)]


def _shown(name: str) -> str:
    """A name as it is written: without what stands in brackets."""
    return name.partition(" (")[0]


def _width(text: str, size: float) -> float:
    """How wide a text of this size is, near enough."""
    narrow = sum(text.count(c) for c in "iljtfr.'I ")
    broad = sum(text.count(c) for c in "mwMWABCDGHKNOQRUVXYZ")
    if text.isupper():
        return size * (0.74 * len(text) - 0.3 * text.count("I"))
    return size * (0.53 * len(text) - 0.2 * narrow + 0.25 * broad)


def _sign_box(board: EuropeBoard, h: int) -> Box:
    x, y = _at(board, h)
    r = 15 + 3 * _rank(board.city_at[h])
    return Box(x - r, y - r, x + r, y + r)


def _cities(board: EuropeBoard, taken: list[Box]) -> str:
    """The names of all cities, the great ones first to choose their place."""
    out = []
    for h, city in sorted(board.city_at.items(), key=lambda item: (-_rank(item[1]), item[0])):
        box = min(_places(board, h, city), key=lambda p: (p[0] + _cost(p[1], taken), p[0]))[1]
        taken.append(box)
        size, rank = _size(city), _rank(city)
        face = ' font-weight="700"' if rank >= 2 else ' font-style="italic"' if rank == 0 else ""
        text = escape(_shown(city.name).upper() if rank == 3 else _shown(city.name))
        size = size * 0.86 if rank == 3 else size
        x, y = _at(board, h)
        out.append(
            f'<text x="{box.left:.0f}" y="{box.bottom - size * 0.26:.0f}" '
            f'data-at="{x:.0f} {y:.0f} {17 + 3 * rank} {rank}" font-size="{size:.0f}"{face}>{text}</text>'
        )
    return "".join(out)


def _cost(box: Box, taken: Iterable[Box]) -> float:
    return sum(box.shared(other) for other in taken)


def _places(board: EuropeBoard, h: int, city: City) -> Iterator[tuple[float, Box]]:
    """Where a city's name may stand, each with what it is disliked by."""
    x, y = _at(board, h)
    rank, size = _rank(city), _size(city)
    text = _shown(city.name).upper() if rank == 3 else _shown(city.name)
    wide = _width(text, size * (0.86 if rank == 3 else 1.04 if rank == 2 else 1))
    r, high = 17 + 3 * rank, size
    spots = (
        (r, -high / 2), (-r - wide, -high / 2), (-wide / 2, -r - high), (-wide / 2, r - 2),
        (r * 0.7, -r - high * 0.7), (r * 0.7, r - high * 0.5), (-r * 0.7 - wide, -r - high * 0.7),
        (-r * 0.7 - wide, r - high * 0.5),
    )  # fmt: skip
    for i, (dx, dy) in enumerate(spots):
        yield 12.0 * i, Box(x + dx, y + dy, x + dx + wide, y + dy + high)


def _sign(board: EuropeBoard, h: int, city: City) -> str:
    """A city's sign: a star for a capital, walls for a fortress, an anchor for a port, and its production colour."""
    x, y = _at(board, h)
    return f'<g transform="translate({x:.0f} {y:.0f})">{"".join(_parts(city))}</g>'


def _parts(city: City) -> Iterator[str]:
    rank = _rank(city)
    r = 7 + 2.4 * rank
    fill = COLOURS.get(city.production or "", "#fbf6e6")
    if "fortress" in city.roles:
        yield f'<path d="{_walls(r + 5)}" fill="#d9c9a0" stroke="{INK}" stroke-width="2"/>'
    yield f'<circle r="{r:.1f}" fill="{fill}" stroke="{INK}" stroke-width="2.4"/>'
    if "capital" in city.roles:
        yield f'<path d="{_star(r * 0.72)}" fill="{"#fff" if city.production else INK}"/>'
    elif rank == 0:
        yield f'<circle r="2.2" fill="{INK}"/>'
    if city.is_port:
        bold = 3.4 if "naval_base" in city.roles else 2.2
        yield f'<use href="#anchor" x="{-r - 9:.0f}" y="{r + 7:.0f}" stroke-width="{bold}"/>'


def _walls(r: float) -> str:
    """A fort with five bastions."""
    return _rays(r, 0.72, 5)


def _star(r: float) -> str:
    return _rays(r, 0.42, 5)


def _rays(r: float, inner: float, many: int) -> str:
    points = [
        (sin(pi * i / many) * r * (inner if i % 2 else 1), -cos(pi * i / many) * r * (inner if i % 2 else 1))
        for i in range(2 * many)
    ]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "z"


# The margin and the key


def furniture(board: EuropeBoard, lines: Layers, margin: float) -> str:
    """Title, key, scale, source, and the numbers of columns and rows in the margin."""
    anchor = (
        '<defs><path id="anchor" d="M0-9v17m-7-5q1 5 7 6q6-1 7-6m-11-7h8m-4-4a2 2 0 1 1 .1 0" fill="none" '
        'stroke="#1f4d63" stroke-linecap="round"/></defs>'
    )
    return f"{anchor}{_numbers(board, lines, margin)}{_key(board)}"


def _numbers(board: EuropeBoard, lines: Layers, margin: float) -> str:
    left, top, right, bottom = (v * PLANE for v in lines.bounds)
    out = []
    for col in range(board.cols):
        x = col * COLUMN
        for y in (top - 18, bottom + 38):
            out.append(f'<text x="{x:.0f}" y="{y:.0f}">{col + 1:02d}</text>')
    for row in range(board.rows):
        for x in (left - 27, right + 27):
            out.append(f'<text x="{x:.0f}" y="{row * PLANE + 10:.0f}">{row + 1:02d}</text>')
    return f'<g font-family="Verdana,sans-serif" font-size="24" fill="#6f5f3c" text-anchor="middle">{"".join(out)}</g>'


def _key(board: EuropeBoard) -> str:
    """Title and key on a sheet of their own in the north-western ocean."""
    rows = (
        ("capital", City("", "", "", ("capital",), (0, 0))),
        ("city", City("", "", "", ("city",), (0, 0))),
        ("fortress", City("", "", "", ("fortress",), (0, 0))),
        ("port", City("", "", "", ("port",), (0, 0))),
        ("naval base", City("", "", "", ("naval_base",), (0, 0))),
        ("production: any army unit", City("", "", "", ("city",), (0, 0), "red")),
        ("production, if France names it", City("", "", "", ("city",), (0, 0), "choice")),
        ("production: landwehr", City("", "", "", ("city",), (0, 0), "black")),
        ("production: naval points", City("", "", "", ("city",), (0, 0), "white")),
    )
    lines = []
    for i, (text, city) in enumerate(rows):
        y = 268 + 52 * i
        lines.append(f'<g transform="translate(62 {y - 10})">{"".join(_parts(city))}</g>')
        lines.append(f'<text x="104" y="{y}" font-size="32">{text}</text>')
    hexes = 500 / board.data.hex_km * PLANE
    bars = "".join(
        f'<rect x="{60 + i * hexes / 5:.0f}" y="764" width="{hexes / 5:.0f}" height="14" stroke="{INK}" '
        f'fill="{HALO if i % 2 else INK}"/>'
        for i in range(5)
    )
    return (
        f'<g transform="translate(20 20)" font-family="{SERIF}" fill="{INK}"><rect width="990" height="880" '
        f'fill="#f4ecd6" fill-opacity=".94" stroke="#6f5f3c" stroke-width="4"/><rect x="12" y="12" width="966" '
        f'height="856" fill="none" stroke="#6f5f3c" stroke-width="1.5"/>'
        '<text x="495" y="112" font-size="92" text-anchor="middle" letter-spacing="14">EUROPE</text>'
        '<text x="495" y="170" font-size="42" font-style="italic" text-anchor="middle">in September 1805</text>'
        f'<path d="M330 198h330" stroke="#6f5f3c" stroke-width="2"/>{"".join(lines)}{_ground()}{bars}'
        f'<text x="60" y="812" font-size="28">500 km · one hex is {board.data.hex_km} km, or 40 miles</text>'
        f'<text x="60" y="846" font-size="18" fill="#6f5f3c">{escape(SOURCE)}</text></g>'
    )


def _ground() -> str:
    """The key's terrain."""
    marks = (("h2", "mountain"), ("t0", "forest"), ("m0", "marsh"))
    styles = {
        "h2": 'fill="none" stroke="#6e5330" stroke-width="1.7"',
        "t0": 'fill="#8faa62" stroke="#4f6331" stroke-width="1.2"',
        "m0": 'fill="none" stroke="#4f7f82" stroke-width="1.6"',
    }
    out = []
    for i, (mark, text) in enumerate(marks):
        y = 268 + 52 * i
        out.append(f'<g {styles[mark]}><use href="#{mark}" x="700" y="{y - 4}"/></g>')
        out.append(f'<text x="744" y="{y}" font-size="32">{text}</text>')
    lines = (("river", 'stroke="#4d87a4" stroke-width="6.5"'), ("border", _DASHES), ("sea zones", _ZONES))
    for i, (text, style) in enumerate(lines):
        y = 424 + 52 * i
        out.append(f'<path d="M676 {y - 10}h52" fill="none" {style}/>')
        out.append(f'<text x="744" y="{y}" font-size="32">{text}</text>')
    return "".join(out)
