"""What can be wrong in the files of the board of Europe, told with its place; empty lists when they are sound."""

from __future__ import annotations

import re
from collections.abc import Iterator

from napwidgets.board.geometry import STEPS, axial, offset
from napwidgets.board.hexmap import hex_name
from napwidgets.board.realm import BoardFile, RiversFile, ZonesFile, unpack
from napwidgets.kernel.findings import Finding, Place

_RUN = re.compile(r"\d{4}(-\d\d)?")


def check_board(data: BoardFile) -> list[Finding]:
    """Hexes off the board or of two kinds, land without an owner, cities in the sea, ports inland, wrong names."""
    written = list(_written(data))
    return written or [*_owners(data), *_cities(data), *_states(data), *_straits(data)]


def check_rivers(data: RiversFile, board: BoardFile) -> list[Finding]:
    """Hexsides that are none, and rivers with sea or lake on a hand."""
    found, water = [], _water(board)
    for i, river in enumerate(data.rivers):
        for k, name in enumerate(river.sides):
            hands = _hands(name, board)
            if hands is None:
                found.append(Finding(("rivers", i, "sides", k), f"{name!r} is no hexside between two hexes"))
            elif water & set(hands):
                found.append(Finding(("rivers", i, "sides", k), f"{river.name} needs land on both sides of {name}"))
    return found


def check_zones(data: ZonesFile) -> list[Finding]:
    """Sea zones that stand twice, are joined in one direction only, or can't be sailed to (WAP F.2.d)."""
    joins = {zone.id: zone.joins for zone in data.zones}
    found = []
    for i, zone in enumerate(data.zones):
        if sum(zone.id == z.id or zone.name == z.name or zone.key == z.key for z in data.zones) > 1:
            why = f"number {zone.id}, key {zone.key!r} or name {zone.name!r} stands twice"
            found.append(Finding(("zones", i), why))
        for k, other in enumerate(zone.joins):
            if zone.id not in joins.get(other, ()) or other == zone.id:
                found.append(Finding(("zones", i, "joins", k), f"zone {other} is not joined to zone {zone.id}"))
    reached, edge = {data.zones[0].id}, [data.zones[0].id]
    while edge:
        new = set(joins.get(edge.pop(), ())) - reached
        reached |= new
        edge += sorted(new)
    lost = [zone.name for zone in data.zones if zone.id not in reached]
    return [*found, *([Finding(("zones",), f"no way leads to {', '.join(lost)}")] if lost else [])]


def _written(data: BoardFile) -> Iterator[Finding]:
    """Sets of hexes that can't be read, leave the board, or name a hex twice."""
    groups: tuple[tuple[str, dict[str, str]], ...] = (
        ("terrain", data.terrain), ("owners", data.owners), ("seas", data.seas), ("slips", data.slips),
    )  # fmt: skip
    for group, kinds in groups:
        seen: dict[str, str] = {}
        for kind, packed in kinds.items():
            for part in packed.split():
                yield from _part(data, (group, kind), part)
            for name in unpack(packed) if all(_RUN.fullmatch(part) for part in packed.split()) else ():
                if name in seen:
                    yield Finding((group, kind), f"hex {name} stands under {seen[name]} and {kind}")
                seen[name] = kind
    for key, packed in (("coast", data.coast), ("out", data.out), *data.shores.items()):
        at: Place = (key,) if key in ("coast", "out") else ("shores", key)
        for part in packed.split():
            yield from _part(data, at, part)


def _part(data: BoardFile, at: Place, part: str) -> Iterator[Finding]:
    if not _RUN.fullmatch(part):
        yield Finding(at, f"{part!r} is no hex and no run of hexes: write 0101 or 0101-05")
    elif not all(_on(data, name) for name in unpack(part)):
        yield Finding(at, f"{part} leaves the board, which ends at {hex_name(data.cols - 1, data.rows - 1)}")


def _on(data: BoardFile, name: str) -> bool:
    return 1 <= int(name[:2]) <= data.cols and 1 <= int(name[2:]) <= data.rows


def _hexes(packed: str) -> set[str]:
    return set(unpack(packed))


def _water(data: BoardFile) -> set[str]:
    return _hexes(data.terrain.get("sea", "")) | _hexes(data.terrain.get("lake", ""))


def _land(data: BoardFile) -> set[str]:
    """The hexes in play that armies can stand in."""
    whole = {hex_name(c, r) for c in range(data.cols) for r in range(data.rows)}
    return whole - _water(data) - _hexes(data.out)


def _owners(data: BoardFile) -> Iterator[Finding]:
    land, known = _land(data), {state.name for state in data.states}
    for state, packed in data.owners.items():
        if state not in known:
            yield Finding(("owners", state), f"{state!r} is no state of this board")
        if wrong := sorted(_hexes(packed) - land):
            yield Finding(("owners", state), f"{', '.join(wrong[:5])}: no land in play")
    held = {name for packed in data.owners.values() for name in unpack(packed)}
    if lost := sorted(land - held):
        yield Finding(("owners",), f"{', '.join(lost[:5])}: land in play that belongs to nobody")


def _cities(data: BoardFile) -> Iterator[Finding]:
    owner = {name: state for state, packed in data.owners.items() for name in unpack(packed)}
    coast = _hexes(data.coast)
    hexes: dict[str, str] = {}
    names: dict[str, str] = {}
    for i, city in enumerate(data.cities):
        if owner.get(city.hex) != city.state:
            yield Finding(("cities", i, "hex"), f"{city.hex} is no land of {city.state}, to which {city.name} belongs")
        if city.production:
            yield Finding(("cities", i, "production"), "production cities stand in a table of the rules, not here")
        if city.is_port and city.hex not in coast:
            yield Finding(("cities", i, "roles"), f"{city.name} is a port, but {city.hex} is no coast")
        if city.hex in hexes:
            yield Finding(("cities", i, "hex"), f"{hexes[city.hex]} stands in {city.hex} already")
        for name in (city.name, *city.also):
            if name in names:
                yield Finding(("cities", i), f"{name!r} is a name of {names[name]} already")
            names[name] = city.name
        hexes[city.hex] = city.name


def _states(data: BoardFile) -> Iterator[Finding]:
    cities, known = {city.name for city in data.cities}, {state.name for state in data.states}
    for i, state in enumerate(data.states):
        if state.capital not in cities:
            yield Finding(("states", i, "capital"), f"there is no city {state.capital!r}")
        if state.joins is not None and state.joins not in known:
            yield Finding(("states", i, "joins"), f"there is no state {state.joins!r}")


def _straits(data: BoardFile) -> Iterator[Finding]:
    water = _water(data)
    for i, name in enumerate(data.straits):
        hands = _hands(name, data)
        if hands is None:
            yield Finding(("straits", i), f"{name!r} is no hexside between two hexes: write CCRR/d with d from 0 to 5")
        elif water & set(hands):
            yield Finding(("straits", i), f"{name} does not lie between two hexes of land")


def _hands(name: str, data: BoardFile) -> tuple[str, str] | None:
    """The hexes on both hands of a hexside, None if it is none of this board."""
    if not re.fullmatch(r"\d{4}/[0-5]", name, re.ASCII):
        return None
    q, r = axial(int(name[:2]) - 1, int(name[2:4]) - 1)
    dq, dr = STEPS[int(name[5])]
    col, row = offset(q + dq, r + dr)
    if not (_on(data, name[:4]) and 0 <= col < data.cols and 0 <= row < data.rows):
        return None
    return name[:4], hex_name(col, row)
