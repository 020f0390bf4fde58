"""The type of the pages: a serif for titles and names, a humanist sans for all else, carried along as files."""

from __future__ import annotations

from pathlib import Path

_FONTS = Path(__file__).parent / "static" / "fonts"
#: Family, style and file; every file holds all weights from 200 to 900.
FACES = (
    ("Source Serif 4", "normal", "source-serif-4-normal"),
    ("Source Serif 4", "italic", "source-serif-4-italic"),
    ("Source Sans 3", "normal", "source-sans-3-normal"),
    ("Source Sans 3", "italic", "source-sans-3-italic"),
)


def faces() -> tuple[dict[str, list[list[str]]], list[bytes]]:
    """What a page that has no type yet is sent: the names of the faces, and their files in the same order.

    >>> names, files = faces()
    >>> names["fonts"][0], len(files)
    (['Source Serif 4', 'normal'], 4)
    """
    names = [[family, style] for family, style, _ in FACES]
    return {"fonts": names}, [(_FONTS / f"{file}.woff2").read_bytes() for _, _, file in FACES]
