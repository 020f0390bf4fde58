"""What a battle's context remembers of the last positions, as types."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from napwidgets.systems.tactical.core.state import Command, Hq, Leader, Unit
from napwidgets.systems.tactical.core.weather import Weather

#: What has been worked out, by question.
Notes: TypeAlias = dict[tuple[object, ...], Any]
#: What a seat was told of commands (on which turn), headquarters and leaders, each after what it was told of.
Told: TypeAlias = tuple[
    tuple[Command, ...], int, tuple[Command, ...],
    tuple[Hq, ...], tuple[Hq, ...],
    tuple[Leader, ...], tuple[Leader, ...],
]  # fmt: skip


class Sights(NamedTuple):
    """Which hexes a side was found to see or not under a sky, from where it looked out."""

    eyes: frozenset[int]
    sky: Weather
    found: dict[int, bool]


#: Units, leaders, who is under cover and who has ridden out, the weather; which hexes a side doesn't see into, and what
#: it sees of the units.
Veiled: TypeAlias = tuple[
    tuple[Unit, ...], tuple[Leader, ...], tuple[object, ...], Weather, frozenset[int], tuple[Unit, ...]
]
