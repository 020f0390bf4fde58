"""Sets of hexes as one byte a hex, 1 inside and 0 outside: quicker to combine and to look at than tests hex by hex."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import and_, or_

from napwidgets.board.hexmap import up_to


def at_most(row: bytes, most: int) -> bytes:
    """The hexes whose value in a row of distances is at most ``most``.

    >>> at_most(bytes([3, 1, 2]), 2)
    b'\\x00\\x01\\x01'
    """
    return row.translate(up_to(most))


def _numbers(masks: Iterable[bytes]) -> Iterable[int]:
    return (int.from_bytes(mask, "big") for mask in masks)


@lru_cache(maxsize=1024)
def all_of(masks: tuple[bytes, ...], size: int) -> bytes:
    """The hexes that lie in all of the masks; all hexes of the map for none."""
    return reduce(and_, _numbers(masks), int.from_bytes(b"\x01" * size, "big")).to_bytes(size, "big")


@lru_cache(maxsize=1024)
def any_of(masks: tuple[bytes, ...], size: int) -> bytes:
    """The hexes that lie in at least one of the masks."""
    return reduce(or_, _numbers(masks), 0).to_bytes(size, "big")
