"""The point-to-point maps of Jours de Gloire Campagne, made from the files of ``scenarios/jdg/maps/source``.

``python -m napwidgets.board.campaigns germany-1813`` builds one, without a name all; ``--check`` says whether what is
committed is what the source gives. `docs/maps/campaigns.md` tells how, and how a road is changed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import msgspec

from napwidgets.board.atlas import Spot
from napwidgets.board.campaign_rivers import Plate, distance, rivers
from napwidgets.board.campaign_roads import Pair, chain, neighbours, pair, thinned, uncrossed
from napwidgets.board.campaign_source import Bed, Sheet, grounds, read_places, read_sheet
from napwidgets.board.network import HOME, Crossing, Entry, Link, Network, Place, Road, slug, to_json, ways
from napwidgets.board.network_checks import River, RiversFile, checks, crossings
from napwidgets.kernel.rulings import ScenarioError

MAPS = ("germany-1813", "danube", "poland", "france")
#: A poor road has a bridge over a minor river if one of its ends lies on a road and this near to the water (km).
RIVERSIDE_KM = 1.5


class Ford(NamedTuple):
    """Where a link meets water."""

    river: Bed
    crossing: Crossing


class Builder:
    """Makes one map. Raises `ScenarioError` for names that are no places, and for a map that its checks refuse."""

    def __init__(self, id: str, source: Path) -> None:
        self.id = id
        self.sheet: Sheet = read_sheet(source / f"{id}.yaml")
        self.places: tuple[Place, ...] = tuple(grounds(self.sheet, read_places(self.sheet, source)))
        self.number = {place.id: n for n, place in enumerate(self.places)}
        self.plate = Plate(self.sheet.box)
        self.spots: list[Spot] = [self.plate.km((p.lon, p.lat)) for p in self.places]
        lines = json.loads((source / "rivers_wdbii_i.geojson").read_text(encoding="utf-8"))
        self.notice: str = lines["properties"]["notice"]
        drawn = [[tuple(p) for p in f["geometry"]["coordinates"]] for f in lines["features"]]
        self.rivers: list[River] = rivers(self.sheet.rivers, drawn, self.places, self.plate)
        self.courses = [[self.plate.km(p) for p in river.line] for river in self.rivers]

    def network(self) -> Network:
        """The map, checked."""
        made = Network(
            self.id, self.sheet.title, self.sheet.box, self.sheet.step_km, self.places,
            tuple(self._links()), tuple(self._entries()), self.sheet.origins,
        )  # fmt: skip
        if found := checks(made, self.rivers):
            raise ScenarioError(f"{self.id}: " + "; ".join(f"{f.place}: {f.what}" for f in found))
        return made

    def waters(self) -> RiversFile:
        """The rivers for the picture and the checks."""
        return RiversFile(1, self.notice, tuple(self.rivers))

    def _pairs(self, pairs: Sequence[tuple[str, str]]) -> set[Pair]:
        return {pair(self._at(a), self._at(b)) for a, b in pairs}

    def _at(self, id: str) -> int:
        if id not in self.number:
            raise ScenarioError(f"{self.id}: {id!r} is no place of this map.")
        return self.number[id]

    def _roads(self) -> dict[Pair, tuple[Road, str, str]]:
        """Links of the roads of history: how good, their name, where they are from. The first to name a link wins."""
        found: dict[Pair, tuple[Road, str, str]] = {}
        for road in self.sheet.roads:
            for id in road.through.split():
                self._at(id)
            for link in chain(road.through, self.number):
                found.setdefault(link, (road.road, road.name, road.origin))
        return found

    @cached_property
    def _towns(self) -> set[int]:
        """The places on roads."""
        return {n for link, (road, _, _) in self._roads().items() if road == "road" for n in link}

    def _links(self) -> Iterator[Link]:
        roads, cuts = self._roads(), self._pairs(self.sheet.cuts)
        forced = {*roads, *self._pairs(self.sheet.joins), *self._bridged()} - cuts
        near = [p for p in neighbours(self.spots, self.sheet.longest_km) if p not in forced | cuts]
        free = [p for p in uncrossed(near, sorted(forced), self.spots) if self._dry(p)]
        for a, b in sorted({*forced, *thinned(free, sorted(forced), self.spots, self.sheet.detour)}):
            road, name, origin = roads.get((a, b), ("poor road", "", self._why((a, b))))
            ford = self._ford((a, b), road)
            here, there = self.places[a].country, self.places[b].country
            frontier = bool(self.sheet.frontier) and (here == self.sheet.frontier) != (there == self.sheet.frontier)
            rank, crossing, river = ("", "", "") if ford is None else (ford.river.rank, ford.crossing, ford.river.name)
            yield Link(a, b, road, rank, crossing, frontier, river, name, origin)  # type: ignore[arg-type]

    def _why(self, link: Pair) -> str:
        """Where a link without a road is from."""
        if link in self._bridged():
            return "bridges"
        return "joins" if link in self._pairs(self.sheet.joins) else "neighbours"

    def _bridged(self) -> set[Pair]:
        """Links that are there because a bridge or a ford is."""
        return {p for bed in self.sheet.rivers for p in self._pairs((*bed.bridges, *bed.fords))}

    def _over(self, link: Pair) -> list[Bed]:
        """The rivers that part the places of a link, the greatest first."""
        a, b = (self.spots[n] for n in link)
        over = [bed for bed, line in zip(self.sheet.rivers, self.courses, strict=True) if crossings(a, b, line) % 2]
        named = [bed for bed in self.sheet.rivers if link in self._pairs((*bed.bridges, *bed.fords))]
        found = [bed for bed in self.sheet.rivers if (bed in over or bed in named) and bed.rank != "stream"]
        return sorted(found, key=lambda bed: (bed not in named, bed.rank != "major"))

    def _dry(self, link: Pair) -> bool:
        """Whether no major river parts two places."""
        return all(bed.rank != "major" for bed in self._over(link))

    def _ford(self, link: Pair, road: Road) -> Ford | None:
        over = self._over(link)
        if not over:
            return None
        bed = over[0]
        if link in self._pairs(bed.bridges):
            return Ford(bed, "bridge")
        if link in self._pairs(bed.fords):
            return Ford(bed, "ford")
        if bed.rank == "major":
            names = " - ".join(self.places[n].id for n in link)
            raise ScenarioError(
                f"{self.id}: {names} crosses the {bed.name}: name it under its bridges or fords, or cut it."
            )
        line = self.courses[self.sheet.rivers.index(bed)]
        beside = any(n in self._towns and distance(self.spots[n], line) < RIVERSIDE_KM for n in link)
        return Ford(bed, "bridge" if road == "road" or beside else "ford")

    def _entries(self) -> Iterator[Entry]:
        for door in self.sheet.entries:
            lon, lat = door.toward
            id = slug(f"{door.name}-{door.place}") if self._twice(door.name) else slug(door.name)
            yield Entry(id, door.name, self._at(door.place), door.road, lat, lon, door.label, door.origin)

    def _twice(self, name: str) -> bool:
        return sum(door.name == name for door in self.sheet.entries) > 1


def distances(network: Network, source: Path, costs: Mapping[str, int]) -> list[tuple[str, str, float, float]]:
    """The distances that a source gives for pairs of places, and those of the map in the points of ``costs``."""
    given = read_sheet(source / f"{network.id}.yaml").distances
    return [(a, b, far, ways(network, network.index(a), costs)[network.index(b)]) for a, b, far in given]


def texts(id: str, source: Path) -> dict[str, str]:
    """The files of a map, by name, as the source gives them."""
    builder = Builder(id, source)
    return {f"{id}.network.json": to_json(builder.network()), f"{id}.rivers.json": rivers_text(builder.waters())}


def rivers_text(data: RiversFile) -> str:
    """The text of a file of rivers: one a line."""
    text = msgspec.json.encode
    body = ",\n".join("  " + text(river).decode() for river in data.rivers)
    return f'{{\n "format": {data.format},\n "notice": {text(data.notice).decode()},\n "rivers": [\n{body}\n ]\n}}\n'


def main(arguments: Sequence[str] | None = None) -> int:
    """Build maps, or with ``--check`` see whether they are up to date."""
    parser = argparse.ArgumentParser(prog="python -m napwidgets.board.campaigns", description="Build campaign maps.")
    parser.add_argument("map", nargs="*", help=f"which: {', '.join(MAPS)}; without one, all")
    parser.add_argument("--maps", type=Path, default=HOME, help="folder of the maps, with their source/")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a map is out of date")
    chosen = parser.parse_args(arguments)
    failed = False
    for id in chosen.map or MAPS:
        try:
            made = texts(id, chosen.maps / "source")
        except (OSError, ValueError) as error:
            print(error, file=sys.stderr)
            return 1
        for name, text in made.items():
            file = chosen.maps / name
            if not chosen.check:
                file.write_text(text, encoding="utf-8")
            elif not file.exists() or file.read_text(encoding="utf-8") != text:
                print(f"{name} is not what its source gives: build it again", file=sys.stderr)
                failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
