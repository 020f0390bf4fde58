"""What the picture of a network shows beside roads and rivers: names of lands, heights, lakes, shores, frontiers.

Nothing here touches the rules. The files are written by hand: ``scenarios/jdg/maps/<id>.ground.yaml``.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import yaml
from msgspec import Struct

from napwidgets.board.atlas import Spot
from napwidgets.kernel.rulings import ScenarioError


class Caption(Struct, frozen=True, forbid_unknown_fields=True):
    """A name written across a land or a water, in units of the plane, turned by degrees."""

    name: str
    at: Spot
    size: float
    turn: float = 0.0


class Height(Struct, frozen=True, forbid_unknown_fields=True):
    """A range of hills: its name follows a line from west to east."""

    name: str
    line: tuple[Spot, ...]
    size: float


class Frontier(Struct, frozen=True, forbid_unknown_fields=True):
    """A frontier line. What lies within it, closed by the points of ``closes``, is the land ``inside``."""

    name: str
    line: tuple[Spot, ...]
    inside: str
    closes: tuple[Spot, ...]


class Ground(Struct, frozen=True, forbid_unknown_fields=True):
    """The ground of a sheet. ``great`` and ``towns`` are the places with the larger names; ``squares`` says that the
    rules' index counts squares; ``shore`` is the land, where there is sea.
    """

    subtitle: str
    great: str
    towns: str
    lands: tuple[Caption, ...]
    heights: tuple[Height, ...] = ()
    waters: tuple[Caption, ...] = ()
    frontiers: tuple[Frontier, ...] = ()
    lakes: tuple[tuple[Spot, ...], ...] = ()
    shore: tuple[tuple[Spot, ...], ...] = ()
    squares: bool = False

    @classmethod
    def load(cls, path: Path) -> Ground:
        """Read the ground of a network; raises `ScenarioError` saying what is wrong."""
        try:
            return msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")), cls)
        except (OSError, yaml.YAMLError, msgspec.ValidationError) as error:
            raise ScenarioError(f"{path}: {error}") from None
