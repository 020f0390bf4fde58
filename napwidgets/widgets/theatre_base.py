"""The pictures of the theatres as they go to a page: compressed, and made beforehand for those that are shipped.

Drawing one takes a second or two, so a file beside this module holds it, with a key of the board it was drawn from.
``python -m napwidgets.widgets.theatre_base`` makes these files anew after a change of a board or of its picture.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec

from napwidgets.board.hexmap import HexMap
from napwidgets.board.theatre_source import HOME, MAPS
from napwidgets.widgets.europe_base import KEY
from napwidgets.widgets.outline import HEIGHT, Point, area, path
from napwidgets.widgets.sheet import STATIC
from napwidgets.widgets.theatre_art import PAPER, theatre_svg

#: The washes of a sketch by the kinds of ground, from the lowest.
_WASHES = (
    (("hills", "hillwoods", "mountain"), "#e6d0a4"),
    (("mountain",), "#c09a68"),
    (("woods", "hillwoods"), "#b3c38a"),
    (("marsh", "water"), "#bcd3c9"),
)


def key_of(board: HexMap) -> bytes:
    """What a picture hangs on: everything in the board's file."""
    return sha256(msgspec.json.encode(board.data)).hexdigest().encode()


def file_of(board: HexMap) -> Path:
    """Where the picture of a shipped board is kept."""
    return STATIC / f"theatre-{board.id}.svg.gz"


@lru_cache(maxsize=8)
def theatre_base(board: HexMap) -> bytes:
    """The picture of a board, compressed with gzip."""
    file = file_of(board)
    kept = file.read_bytes() if file.is_file() else b""
    return kept[KEY:] if kept[:KEY] == key_of(board) else gzip.compress(theatre_svg(board).encode(), mtime=0)


@lru_cache(maxsize=8)
def theatre_sketch(board: HexMap) -> str:
    """A light picture for thumbnails and still pictures: washes of the ground, rivers, great roads."""
    parts = [f'<path d="{path(area(board, range(board.size)), closed=True)}" fill="{PAPER}"/>']
    for kinds, wash in _WASHES:
        hexes = [h for h, kind in enumerate(board.terrain) if kind in kinds]
        if hexes:
            parts.append(f'<path d="{path(area(board, hexes), closed=True)}" fill="{wash}" fill-rule="evenodd"/>')
    for kind, ink, wide in (("stream", "#8fb8cc", 8), ("river", "#4f88a5", 22), ("road", "#8a5a34", 10)):
        lines = [_thinned(line) for line in board.data.lines.get(kind, []) if len(line) > 1]
        parts.append(f'<path d="{path(lines)}" fill="none" stroke="{ink}" stroke-width="{wide}"/>')
    return "".join(parts)


def _thinned(line: Sequence[Point]) -> list[Point]:
    """Every fourth point of a course: what remains when its corners are cut no more."""
    kept = [*line[:-1:4], line[-1]]
    return [(x * HEIGHT, y * HEIGHT) for x, y in kept]


def write(id: str) -> None:
    """Draw a shipped board and keep its picture."""
    board = HexMap.load(HOME / f"{id}.map.json")
    file_of(board).write_bytes(key_of(board) + gzip.compress(theatre_svg(board).encode(), 9, mtime=0))


def main(names: Sequence[str]) -> None:
    """Draw the boards named, or all that are shipped."""
    for id in names or MAPS:
        write(id)


if __name__ == "__main__":
    main(sys.argv[1:])
