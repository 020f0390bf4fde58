"""What the point-to-point maps are made of: tables of places, and a sheet of choices a map, written by hand."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import msgspec
import yaml
from msgspec import Struct

from napwidgets.board.atlas import Spot
from napwidgets.board.network import Place, Road, Terrain, slug
from napwidgets.kernel.provenance import Provenance
from napwidgets.kernel.rulings import ScenarioError


class Bed(Struct, frozen=True, forbid_unknown_fields=True):
    """A river: points along it from source to mouth. ``hand`` says that the points are its course; otherwise they
    choose one among the unnamed lines.

    ``left`` and ``right`` say of places near it on which bank they lie, as the river flows, where the drawn line is not
    fine enough to tell. Links of ``bridges`` and ``fords`` are the only ones over a major river; over a minor one they
    change what the builder would choose.
    """

    name: str
    through: tuple[Spot, ...]
    rank: Literal["major", "minor", "stream"] = "minor"
    hand: bool = False
    into: str = ""
    left: str = ""
    right: str = ""
    bridges: tuple[tuple[str, str], ...] = ()
    fords: tuple[tuple[str, str], ...] = ()


class Chaussee(Struct, frozen=True, forbid_unknown_fields=True):
    """A road along a chain of places."""

    name: str
    through: str
    road: Road = "road"
    origin: str = "roads"


class Doorway(Struct, frozen=True, forbid_unknown_fields=True):
    """A connection that leads off the map from a place, towards a point."""

    name: str
    place: str
    toward: Spot
    road: Road = "road"
    label: str = ""
    origin: str = "entries"


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a place truly lies, and why the table is not followed."""

    lat: float
    lon: float
    note: str
    origin: str = "corrected"


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """All choices of a map. Names of places are ids, in texts with spaces between them.

    ``distances`` are those that a source gives, in its own measure: they shape nothing, a test holds the map against
    them.
    """

    title: str
    places: str
    box: tuple[float, float, float, float]
    step_km: float
    longest_km: float
    detour: float
    terrain: dict[Terrain, str]
    fortresses: str
    rivers: tuple[Bed, ...]
    roads: tuple[Chaussee, ...]
    origins: dict[str, Provenance]
    entries: tuple[Doorway, ...] = ()
    joins: tuple[tuple[str, str], ...] = ()
    cuts: tuple[tuple[str, str], ...] = ()
    countries: dict[str, str] = {}
    codes: dict[str, str] = {}
    frontier: str = ""
    corrections: dict[str, Correction] = {}
    distances: tuple[tuple[str, str, float], ...] = ()


def read_sheet(path: Path) -> Sheet:
    """The sheet of a map; raises `ScenarioError` saying what is wrong in it."""
    try:
        return msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")), Sheet)
    except (OSError, yaml.YAMLError, msgspec.ValidationError) as error:
        raise ScenarioError(f"{path}: {error}") from None


def read_places(sheet: Sheet, source: Path) -> tuple[Place, ...]:
    """The places of a map in the order of their ids, without their terrain.

    An id is made of the rules' spelling; one that stands twice takes its square into it.
    """
    with (source / sheet.places).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = [slug(row["printed"] or row["name"]) for row in rows]
    state = {id: country for country, ids in sheet.countries.items() for id in ids.split()}
    found = []
    for row, name in zip(rows, names, strict=True):
        id = f"{name}-{slug(row['square'])}" if names.count(name) > 1 else name
        country = state.get(id) or sheet.codes.get(row["country"], row["country"])
        mended = sheet.corrections.get(id)
        lat, lon = (mended.lat, mended.lon) if mended else (float(row["lat"]), float(row["lon"]))
        origin = mended.origin if mended else row["confidence"]
        square, printed = row["square"], row["printed"]
        found.append(
            Place(id, row["name"], lat, lon, "open", False, country, square, _modern(row), origin, printed),
        )
    return tuple(sorted(found, key=lambda place: place.id))


def _modern(row: Mapping[str, str]) -> str:
    """Today's name where it is another."""
    return "" if row["modern"] == row["name"] else row["modern"]


def grounds(sheet: Sheet, places: tuple[Place, ...]) -> Iterator[Place]:
    """The places with their terrain and their walls; raises `ScenarioError` for ids that are no places."""
    terrain = {id: kind for kind, ids in sheet.terrain.items() for id in ids.split()}
    walls = set(sheet.fortresses.split())
    known = {place.id for place in places}
    held = {id for ids in sheet.countries.values() for id in ids.split()}
    if wrong := (set(terrain) | walls | held | set(sheet.corrections)) - known:
        raise ScenarioError(f"{sheet.title}: no places of this map: {', '.join(sorted(wrong))}.")
    for place in places:
        kind: Terrain = terrain.get(place.id, "defensive" if place.id in walls else "open")
        yield msgspec.structs.replace(place, terrain=kind, fortress=place.id in walls)
