"""Point-to-point maps: boxes at their true places, and the connections between them (JDG 0.1, 5.2).

A `Network` holds what a map says and no rule: what a road costs and who may cross a river stand in the rules' tables.
Places and links are numbered by their order; numbers never leave a game, files write ids.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Mapping
from difflib import get_close_matches
from functools import cached_property
from heapq import heappop, heappush
from math import cos, radians
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from napwidgets.board.atlas import EARTH_KM, Spot
from napwidgets.kernel.outline import decoded
from napwidgets.kernel.provenance import Provenance
from napwidgets.kernel.rulings import ScenarioError

Terrain = Literal["open", "defensive", "mountain"]
Road = Literal["road", "poor road"]
Water = Literal["", "minor", "major"]
Crossing = Literal["", "bridge", "ford"]

#: Kinds of ground in words.
TERRAINS: Mapping[Terrain, str] = {
    "open": "open country",
    "defensive": "defensive terrain",
    "mountain": "mountains",
}

#: Units of the plane in a network's ``step_km``.
STEP = 100.0
_ROOT = Path(__file__).parents[1]
#: Where the shipped networks stand: in a checkout, or in an installed package.
HOME = next(
    (folder for folder in (_ROOT.parent / "scenarios" / "jdg" / "maps",) if folder.is_dir()),
    _ROOT / "_data" / "scenarios" / "jdg" / "maps",
)


class Place(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One box. ``name`` is the English one, ``printed`` the rules' spelling and ``modern`` today's name where these are
    others; ``square`` is that of the rules' index.
    """

    id: str
    name: str
    lat: float
    lon: float
    terrain: Terrain = "open"
    fortress: bool = False
    country: str = ""
    square: str = ""
    modern: str = ""
    origin: str = ""
    printed: str = ""

    @property
    def row(self) -> str:
        """What the rules, and so their tables, call it."""
        return self.printed or self.name


class Link(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One connection between two boxes, ``a`` < ``b``.

    Over a minor river it has a bridge or a ford. Over a major one it has a bridge, or a ford where pontoons can be
    built (JDG 5.3, 6.4). ``frontier`` says that it crosses the frontier that the rules close for a time.
    """

    a: int
    b: int
    road: Road
    water: Water = ""
    crossing: Crossing = ""
    frontier: bool = False
    river: str = ""
    name: str = ""
    origin: str = ""


class Entry(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A connection that leads off the map, towards ``lat`` and ``lon``; ``label`` is what the rules call it."""

    id: str
    name: str
    place: int
    road: Road
    lat: float
    lon: float
    label: str = ""
    origin: str = ""


class Network(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """A point-to-point map.

    ``box`` is the sheet: west, south, east, north. ``step_km`` is what ``STEP`` units of its plane measure, near the
    usual distance of two boxes, so that pieces have the same size on every map. ``origins`` explains the ``origin`` of
    places and links, and under the name of a field what holds for all its values.

    >>> towns = (Place("dresde", "Dresde", 51.05, 13.74, square="D4"), Place("meissen", "Meissen", 51.16, 13.47))
    >>> net = Network("elbe", "The Elbe", (13, 50.5, 14, 51.5), 20, towns, (Link(0, 1, "road"),))
    >>> net.title(net.index("Dresde")), net.around[net.index("meissen")]
    ('Dresde (D4)', ((0, 0),))
    >>> net.index("Dresden")
    Traceback (most recent call last):
    ...
    napwidgets.kernel.rulings.ScenarioError: There is no place 'Dresden' on the map The Elbe. Did you mean dresde?
    """

    id: str
    name: str = msgspec.field(name="title")
    box: tuple[float, float, float, float]
    step_km: float
    places: tuple[Place, ...]
    links: tuple[Link, ...]
    entries: tuple[Entry, ...] = ()
    origins: Mapping[str, Provenance] = {}

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.id, self.places, self.links, self.entries))

    @classmethod
    def load(cls, path: Path) -> Network:
        """Read a network; raises `ScenarioError` for a file that is none."""
        try:
            return from_json(path.read_bytes())
        except OSError as error:
            raise ScenarioError(f"{path} can't be read: {error.strerror}.") from None
        except (msgspec.DecodeError, ScenarioError) as error:
            raise ScenarioError(f"{path}: {error}") from None

    def save(self, path: Path) -> None:
        """Write the network; the same network always gives the same text."""
        path.write_text(to_json(self), encoding="utf-8")

    @property
    def size(self) -> int:
        """How many boxes there are."""
        return len(self.places)

    @cached_property
    def around(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each place its neighbours, each with the number of the link that leads there."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.places]
        for n, link in enumerate(self.links):
            found[link.a].append((link.b, n))
            found[link.b].append((link.a, n))
        return tuple(tuple(sorted(pairs)) for pairs in found)

    @cached_property
    def doors(self) -> tuple[tuple[int, ...], ...]:
        """For each place the numbers of the entries that lead to it."""
        return tuple(tuple(n for n, e in enumerate(self.entries) if e.place == p) for p in range(self.size))

    @cached_property
    def broad(self) -> tuple[bool, ...]:
        """For each link whether it leads over a major river without a bridge: nobody passes it without a pontoon (JDG
        5.3).
        """
        return tuple(link.water == "major" and link.crossing != "bridge" for link in self.links)

    def link_between(self, a: int, b: int) -> int | None:
        """The number of the link between two places, None if they are not adjacent."""
        return next((n for place, n in self.around[a] if place == b), None)

    @cached_property
    def _known(self) -> dict[str, tuple[int, ...]]:
        """The places of every spelling: ids first, then names, then those of the rules, then those of today."""
        known: dict[str, tuple[int, ...]] = {place.id: (n,) for n, place in enumerate(self.places)}
        for attribute in ("name", "printed", "modern"):
            shared: dict[str, tuple[int, ...]] = {}
            for n, place in enumerate(self.places):
                word = slug(getattr(place, attribute))
                shared[word] = (*shared.get(word, ()), n)
            known = shared | known
        known.pop("", None)
        return known

    def index(self, name: str) -> int:
        """The number of a place, by its id, its name or its name of today; accents and capitals don't matter.

        Raises `ScenarioError` naming the nearest names where there is none, and the ids where several share it.
        """
        found = self._known.get(slug(name), ())
        if len(found) == 1:
            return found[0]
        near = found or [n for word in get_close_matches(slug(name), self._known, 3, 0.6) for n in self._known[word]]
        ids = " or ".join(dict.fromkeys(self.places[n].id for n in near))
        if found:
            raise ScenarioError(f"{name!r} stands on the map {self.name} more than once: write {ids}.")
        hint = f" Did you mean {ids}?" if ids else ""
        raise ScenarioError(f"There is no place {name!r} on the map {self.name}.{hint}")

    def title(self, place: int) -> str:
        """A place as a player would say it: its name, and its square where the rules' index gives one."""
        named = self.places[place]
        return f"{named.name} ({named.square})" if named.square else named.name


def slug(text: str) -> str:
    """A word as ids write it.

    >>> slug("Thieresienstadt"), slug("Großnitz"), slug("Gr.Tintz"), slug("Łomża")
    ('thieresienstadt', 'grossnitz', 'gr-tintz', 'lomza')
    """
    plain = text.replace("ß", "ss").replace("ł", "l").replace("Ł", "L").replace("ø", "o")
    plain = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def ways(
    network: Network,
    start: int,
    costs: Mapping[str, int],
    shut: Container[int] | None = None,
    works: Mapping[int, int] | None = None,
) -> dict[int, int]:
    """What it costs from a place to every place, by the cost of each kind of road, over links that are not ``shut``: if
    that is not said, not `broad`. ``works`` has what a crossing costs beside its road that has to be made first.

    >>> towns = tuple(Place(id, id, 0, 0) for id in "abc")
    >>> links = (Link(0, 1, "road"), Link(1, 2, "poor road"), Link(0, 2, "road", "major", "ford"))
    >>> ways(Network("t", "T", (0, 0, 1, 1), 20, towns, links), 0, {"road": 1, "poor road": 2})
    {0: 0, 1: 1, 2: 3}
    """
    closed = frozenset(n for n, broad in enumerate(network.broad) if broad) if shut is None else shut
    found, heap = {start: 0}, [(0, start)]
    while heap:
        far, place = heappop(heap)
        if far > found[place]:
            continue
        for there, link in network.around[place]:
            total = far + costs[network.links[link].road] + (works.get(link, 0) if works else 0)
            if link not in closed and total < found.get(there, total + 1):
                found[there] = total
                heappush(heap, (total, there))
    return found


# The plane -------------------------------------------------------------------------------------------


def flat(network: Network, lat: float, lon: float) -> Spot:
    """A point of the earth on the network's plane: x east and y south of the sheet's north-western corner.

    Degrees are as long as they are in the middle of the sheet.
    """
    west, south, _, north = network.box
    unit = radians(1) * EARTH_KM * STEP / network.step_km
    return (lon - west) * cos(radians((south + north) / 2)) * unit, (north - lat) * unit


def plane(network: Network) -> tuple[Spot, ...]:
    """Where each place lies on the plane, rounded to a tenth of a unit; pictures and pieces share it."""
    spots = (flat(network, place.lat, place.lon) for place in network.places)
    return tuple((round(x, 1), round(y, 1)) for x, y in spots)


def sheet(network: Network) -> Spot:
    """How wide and how high the plane is."""
    _, south, east, _ = network.box
    x, y = flat(network, south, east)
    return round(x, 1), round(y, 1)


# Files -----------------------------------------------------------------------------------------------


def to_json(network: Network) -> str:
    """The text of a network's file: one place, link or entry a line, links between ids.

    >>> towns = (Place("a", "A", 0.0, 0.0), Place("b", "B", 1.0, 1.0))
    >>> tiny = Network("t", "T", (0.0, 0.0, 1.0, 1.0), 20.0, towns, (Link(0, 1, "road"),))
    >>> print(to_json(tiny).splitlines()[11])
      {"a":"a","b":"b","road":"road"}
    >>> from_json(to_json(tiny).encode()) == tiny
    True
    """
    raw: dict[str, Any] = msgspec.to_builtins(network)
    ids = [place.id for place in network.places]
    for link in raw["links"]:
        link["a"], link["b"] = ids[link["a"]], ids[link["b"]]
    for entry in raw["entries"]:
        entry["place"] = ids[entry["place"]]
    body = (f' "{key}": {_lines(value)}' for key, value in {"format": 1, **raw}.items())
    return "{\n" + ",\n".join(body) + "\n}\n"


def _lines(value: Any) -> str:
    text = msgspec.json.encode
    if isinstance(value, Mapping) and value:
        return "{\n" + ",\n".join(f'  "{k}": {text(v).decode()}' for k, v in value.items()) + "\n }"
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join("  " + text(v).decode() for v in value) + "\n ]"
    return text(value).decode()


def from_json(data: bytes) -> Network:
    """A network from the text of its file; raises ``msgspec.DecodeError`` or `ScenarioError` saying what is wrong."""
    raw: Any = decoded(data)
    if not isinstance(raw, dict) or raw.pop("format", None) != 1:
        raise ScenarioError('this is no network: its first key must be "format": 1.')
    number = {str(p.get("id")): n for n, p in enumerate(_items(raw, "places"))}
    for group, keys in (("links", ("a", "b")), ("entries", ("place",))):
        for i, item in enumerate(_items(raw, group)):
            for key in keys:
                item[key] = _number(number, item.get(key), f"{group}[{i}].{key}")
    return msgspec.convert(raw, Network)


def _items(raw: Mapping[str, Any], group: str) -> list[dict[str, Any]]:
    """The items of a group as far as they are any; `msgspec.convert` tells what else is wrong."""
    items = raw.get(group)
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _number(number: Mapping[str, int], id: object, at: str) -> int:
    if not isinstance(id, str) or id not in number:
        raise ScenarioError(f"{at}: there is no place {id!r}.")
    return number[id]
