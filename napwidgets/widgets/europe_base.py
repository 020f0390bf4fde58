"""The picture of Europe as it goes to a page: compressed, and made beforehand for the board that is shipped with its
production cities.

Drawing it takes two seconds, so a file beside this module holds it, with a key of the board it was drawn for.
``python -m napwidgets.widgets.europe_base`` makes that file anew after a change of the board or of its picture.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec

from napwidgets.board.realm import EuropeBoard
from napwidgets.board.realm_layers import layers
from napwidgets.scenarios import new_game
from napwidgets.table.presenter import presenter_for
from napwidgets.widgets.europe_art import PLANE, WASHES, europe_svg
from napwidgets.widgets.outline import path, smooth
from napwidgets.widgets.sheet import STATIC

FILE = STATIC / "europe.svg.gz"
KEY = 64


def key_of(board: EuropeBoard) -> bytes:
    """What a picture hangs on: everything in the board's files."""
    return sha256(msgspec.json.encode([board.data, board.rivers])).hexdigest().encode()


@lru_cache(maxsize=4)
def europe_base(board: EuropeBoard) -> bytes:
    """The picture of a board, compressed with gzip."""
    kept = FILE.read_bytes() if FILE.is_file() else b""
    return kept[KEY:] if kept[:KEY] == key_of(board) else gzip.compress(europe_svg(board).encode(), mtime=0)


@lru_cache(maxsize=4)
def europe_sketch(board: EuropeBoard) -> str:
    """A light picture: coasts, the washes of the states and their borders; for thumbnails and still pictures."""
    lines = layers(board)

    def data(rings: object, closed: bool = True, times: int = 0) -> str:
        scaled = ([(x * PLANE, y * PLANE) for x, y in ring] for ring in rings)  # type: ignore[attr-defined]
        return path((smooth(_thin(line), closed=closed, times=times) for line in scaled), closed=closed)

    coast = data(ring for ring in lines.coasts if len(ring) > 8)
    washes = "".join(
        f'<path d="{data(loops)}" fill="{WASHES.get(state, "#8a7a5a")}" fill-opacity=".3"/>'
        for state, loops in lines.lands
    )
    return (
        '<rect x="-200" y="-200" width="9000" height="9000" fill="#cfdedd"/>'
        f'<clipPath id="nw-shore"><path d="{coast}" clip-rule="evenodd"/></clipPath>'
        f'<g clip-path="url(#nw-shore)"><rect width="9000" height="9000" x="-200" y="-200" fill="#efe6cc"/>{washes}'
        f'<path d="{data(lines.borders, False)}" fill="none" stroke="#5a3f2a" stroke-width="7" stroke-opacity=".6"/>'
        "</g>"
        f'<path d="{coast}" fill="none" stroke="#4a6a70" stroke-width="7"/>'
    )


def _thin(line: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A line without the points that lie close to the one before: for a small picture."""
    kept = line[:1]
    for x, y in line[1:]:
        if abs(x - kept[-1][0]) + abs(y - kept[-1][1]) > 40:
            kept.append((x, y))
    return kept if len(kept) > 3 else line


def write(target: Path = FILE) -> None:
    """Draw the shipped board and keep its picture."""
    board = presenter_for(new_game("wap/grand-campaign")).board
    assert isinstance(board, EuropeBoard)
    target.write_bytes(key_of(board) + gzip.compress(europe_svg(board).encode(), 9, mtime=0))


if __name__ == "__main__":
    write()
