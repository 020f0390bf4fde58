"""The NLC tables: read from the JSON files beside this module."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from napwidgets.systems.tabular import Table, shipped_in
from napwidgets.systems.tactical.core import lookup

FOLDER = Path(__file__).parent / "tables"


def shipped() -> Mapping[str, Table]:
    """All tables as shipped, by id.

    >>> shipped()["fire"].cell("12", "7")
    2
    """
    return shipped_in(FOLDER)


class Tables(lookup.Tables):
    """The tables of NLC; ``changed`` holds tables put in place of shipped ones.

    >>> Tables().hits(30, 12)
    12
    """

    def __init__(self, changed: Mapping[str, Any] | None = None) -> None:
        super().__init__("nlc", shipped(), changed)


@cache
def standard() -> Tables:
    """The shipped tables; they never change, so every battle without tables of its own shares them."""
    return Tables()
