"""What the boards of operational theatres are made of: a table of places, and a sheet of choices a board, by hand."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Literal

import msgspec
import yaml
from msgspec import Struct

from napwidgets.board.atlas import Spot
from napwidgets.board.campaign_source import Bed
from napwidgets.board.campaign_source import read_sheet as campaign_sheet
from napwidgets.board.network import HOME as NETWORKS
from napwidgets.board.network import slug
from napwidgets.kernel.provenance import Provenance
from napwidgets.kernel.rulings import ScenarioError

#: The boards that are shipped, and where they stand.
MAPS = ("belgium", "france", "saxony")
HOME = NETWORKS.parents[1] / "con" / "maps"
Rank = Literal["primary", "secondary"]
#: What a sheet calls a kind of water, and the word of `campaign_rivers` for it.
RANKS: dict[str, Literal["major", "minor"]] = {"primary": "major", "secondary": "minor"}


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """A river. Its points are ``through``, or those of the river ``like`` of the campaign map that the sheet is ``on``.

    ``hand``, ``into``, ``left`` and ``right`` are those of `Bed`; places under ``bridges`` have a bridge beside them,
    whether a road leads over it or not.
    """

    name: str
    rank: Rank = "secondary"
    like: str = ""
    through: tuple[Spot, ...] = ()
    hand: bool = True
    into: str = ""
    left: str = ""
    right: str = ""
    bridges: str = ""
    origin: str = "rivers"


class Highway(Struct, frozen=True, forbid_unknown_fields=True):
    """A road along a chain of places; ``4.12/50.30`` in it is a point on the way, or off the board where it ends."""

    name: str
    through: str
    kind: Literal["road", "trail"] = "road"
    origin: str = "roads"


class Tract(Struct, frozen=True, forbid_unknown_fields=True):
    """Ground of one kind inside a ring of points. Woods on hills make wooded hills."""

    kind: Literal["woods", "hills", "mountain", "marsh"]
    ring: tuple[Spot, ...]
    name: str = ""
    origin: str = "ground"


class Land(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a land, written from one point to another."""

    name: str
    line: tuple[Spot, ...]
    origin: str = "ground"


class Shift(Struct, frozen=True, forbid_unknown_fields=True):
    """A place drawn beside where it lies, as its hex has another; ``note`` says why there."""

    lat: float
    lon: float
    note: str


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """All choices of a board. Names of places are ids, in texts with spaces between them.

    Places nearer to each other than ``longest_km`` are joined by country roads, but for those that another way serves
    as well (``detour``, as in `campaign_roads`). ``distances`` are a source's, in its own measure: they shape nothing.
    ``great`` places and ``lands`` are for the eye.
    """

    title: str
    on: str
    box: tuple[float, float, float, float]
    longest_km: float
    detour: float
    origins: dict[str, Provenance]
    rivers: tuple[Course, ...]
    roads: tuple[Highway, ...]
    tracts: tuple[Tract, ...]
    shifts: dict[str, Shift] = {}
    cuts: tuple[tuple[str, str], ...] = ()
    distances: tuple[tuple[str, str, float], ...] = ()
    great: str = ""
    lands: tuple[Land, ...] = ()
    attribution: str = ""


class PlaceRow(Struct, frozen=True):
    """A row of the table of places."""

    id: str
    name: str
    kind: Literal["fortress", "town", "village", "crossroads"]
    lat: float
    lon: float
    origin: str


def read_sheet(path: Path) -> Sheet:
    """The sheet of a board; raises `ScenarioError` saying what is wrong in it."""
    try:
        return msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")), Sheet)
    except (OSError, yaml.YAMLError, msgspec.ValidationError) as error:
        raise ScenarioError(f"{path}: {error}") from None


def read_places(path: Path) -> tuple[PlaceRow, ...]:
    """The places of a board, in the order of their ids; raises `ScenarioError` where an id stands twice."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [
            {"id": slug(row["name"]), **row, "lat": float(row["lat"]), "lon": float(row["lon"])}
            for row in csv.DictReader(file)
        ]
    found = msgspec.convert(sorted(rows, key=lambda row: str(row["id"])), tuple[PlaceRow, ...])
    ids = [place.id for place in found]
    if twice := sorted({id for id in ids if ids.count(id) > 1}):
        raise ScenarioError(f"{path.name}: these stand twice: {', '.join(twice)}.")
    return found


def beds(sheet: Sheet, campaigns: Path) -> list[Bed]:
    """The rivers of a sheet as `campaign_rivers` takes them; raises `ScenarioError` for one that is like none."""
    known = {bed.name: bed for bed in campaign_sheet(campaigns / f"{sheet.on}.yaml").rivers} if sheet.on else {}
    found = []
    for course in sheet.rivers:
        if course.like and course.like not in known:
            raise ScenarioError(f"{sheet.title}: {course.name} is like {course.like}, which {sheet.on} does not have.")
        model = known.get(course.like)
        through, hand = (model.through, model.hand) if model and not course.through else (course.through, course.hand)
        found.append(Bed(course.name, through, RANKS[course.rank], hand, course.into, course.left, course.right))
    return found
