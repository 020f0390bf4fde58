"""What must hold in a scenario beyond its form: ids that exist, hexes that can be stood on, full formations.

Nothing here is a rule of play; it finds the slips of whoever writes a scenario, each with its place in the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import get_args

import msgspec

from napwidgets.board.hexmap import BITS, HexMap, MapFile, Terrain, sheet_fault
from napwidgets.kernel.findings import Finding, Place
from napwidgets.systems.origins import uncovered
from napwidgets.systems.tactical.core.ruleset import Ruleset, full
from napwidgets.systems.tactical.core.scenario import ScenarioData, UnitData

#: Keys that only name or describe; they need no provenance.
_NAMES = {
    "id", "name", "full_name", "label", "title", "text", "format", "system", "map", "summary", "teaches",
    "difficulty", "minutes", "options", "debrief", "provenance", "history",
}  # fmt: skip


def check_scenario(rules: Ruleset, data: ScenarioData, board: HexMap | None) -> list[Finding]:
    """Everything that is wrong in a scenario; without its ``board`` the hexes can't be checked."""
    found = [
        *_ids(data),
        *_references(rules, data),
        *_formations(data),
        *_arrivals(data),
        *_endings(data),
        *uncovered(data, _NAMES),
    ]
    if board is not None:
        found += [*_hexes(rules, data, board), *_standing(rules, data, board)]
    return found


def check_map(data: MapFile) -> list[Finding]:
    """Everything that is wrong in a compiled map."""
    found: list[Finding] = []
    if fault := sheet_fault(data.rows, data.sheets):
        return [Finding(("sheets",), fault)]
    probe = HexMap(msgspec.structs.replace(data, terrain={}, levels={}, sides={}, places=[]))
    for group in ("terrain", "levels"):
        seen: dict[str, str] = {}
        for kind, hexes in getattr(data, group).items():
            for i, name in enumerate(hexes):
                found += _off(probe, (group, kind, i), name)
                if name in seen:
                    found.append(Finding((group, kind, i), f"hex {name} stands under {seen[name]} and {kind}"))
                seen[name] = kind
    for i, place in enumerate(data.places):
        found += _off(probe, ("places", i, "hex"), place.hex)
    for level in data.levels:
        if not level.isdecimal() or len(level) > 2:
            found.append(Finding(("levels", level), f"{level!r} is no level: levels are numbers from 0 to 99"))
    for group, known in (("terrain", get_args(Terrain)), ("sides", BITS)):
        for kind in getattr(data, group):
            if kind not in known:
                found.append(Finding((group, kind), f"there is no {kind!r} here; there are {', '.join(known)}"))
    found += _sides(data, probe)
    return found or list(_slopes(data))


def _sides(data: MapFile, probe: HexMap) -> Iterator[Finding]:
    for kind, sides in data.sides.items():
        for i, side in enumerate(sides):
            name, _, way = side.partition("/")
            yield from _off(probe, ("sides", kind, i), name)
            if way not in ("0", "1", "2", "3", "4", "5"):
                yield Finding(("sides", kind, i), f"{side} is no hexside: write CCRR/d with d from 0 (north) to 5")


def _slopes(data: MapFile) -> Iterator[Finding]:
    """A slope whose hexes lie on one level has no upper side."""
    board = HexMap(data)
    for i, side in enumerate(data.sides.get("slope", [])):
        name, _, way = side.partition("/")
        h = board.number(name)
        n = board.neighbours[h][int(way)]
        if n < 0 or board.level[n] == board.level[h]:
            yield Finding(("sides", "slope", i), f"{side} is a slope, but the ground has one level on both its sides")


def _off(board: HexMap, at: Place, name: str) -> list[Finding]:
    try:
        board.number(name)
    except ValueError as error:
        return [Finding(at, str(error))]
    return []


def _ids(data: ScenarioData) -> Iterator[Finding]:
    """Ids stand once; those of units, leaders and HQs share one name space because reinforcements list them
    together.
    """
    named: list[tuple[Place, str]]
    for group in ("sides", "armies", "formations", "endings"):
        named = [((group, i, "id"), item.id) for i, item in enumerate(getattr(data, group))]
        yield from _repeated(named)
    yield from _repeated(
        [
            ((group, i, "id"), item.id)
            for group in ("units", "leaders", "hqs")
            for i, item in enumerate(getattr(data, group))
        ]
    )


def _repeated(ids: list[tuple[Place, str]]) -> Iterator[Finding]:
    count = Counter(name for _, name in ids)
    seen: set[str] = set()
    for at, name in ids:
        if count[name] > 1 and name in seen:
            yield Finding(at, f"the id {name!r} is taken already")
        seen.add(name)


def _references(rules: Ruleset, data: ScenarioData) -> Iterator[Finding]:
    sides = [s.id for s in data.sides]
    armies = [a.id for a in data.armies]
    formations = [f.id for f in data.formations]
    leaders = [le.id for le in data.leaders]
    wanted: list[tuple[str, str, Sequence[str]]] = [
        ("armies", "side", sides), ("formations", "side", sides), ("formations", "army", armies),
        ("formations", "leader", leaders), ("formations", "overall", leaders),
        ("formations", "wing", leaders), ("units", "formation", formations),
        ("leaders", "side", sides), ("hqs", "side", sides),
        ("hqs", "army", armies), ("hqs", "overall", leaders), ("points", "side", sides),
        ("points", "army", armies), ("levels", "army", armies), ("levels", "held_by", sides),
        ("special", "side", sides), ("special", "army", armies), ("special", "formation", formations),
    ]  # fmt: skip
    for group, key, known in wanted:
        for i, item in enumerate(getattr(data, group)):
            yield from _known((group, i, key), getattr(item, key), known)
    for side in data.occupied:
        yield from _known(("occupied", side), side, sides)
    for i, name in enumerate(data.options):
        yield from _known(("options", i), name, rules.options.__struct_fields__)
    if len(sides) != 2:
        yield Finding(("sides",), "a battle has two sides")


def _known(at: Place, name: str | None, known: Sequence[str]) -> list[Finding]:
    if name is None or name in known:
        return []
    return [Finding(at, f"there is no {name!r} here; known are {', '.join(known) or 'none'}")]


def _formations(data: ScenarioData) -> Iterator[Finding]:
    """A formation has units and a leader who is of its own side and has the right role."""
    leaders = {le.id: le for le in data.leaders}
    manned = {u.formation for u in data.units}
    for i, formation in enumerate(data.formations):
        at: Place = ("formations", i)
        if formation.id not in manned:
            yield Finding((*at, "id"), f"formation {formation.id!r} has no units")
        for key, role in (("leader", None), ("overall", "overall"), ("wing", "wing")):
            leader = leaders.get(getattr(formation, key) or "")
            if leader is None:
                continue
            if leader.side != formation.side:
                yield Finding(
                    (*at, key),
                    f"{leader.id!r} is of side {leader.side!r}, the formation of {formation.side!r}",
                )
            if role and leader.role != role:
                yield Finding((*at, key), f"{leader.id!r} is a leader of role {leader.role!r}, not {role!r}")
        if formation.order.kind != "reserve" and formation.order.target is None:
            yield Finding((*at, "order"), f"the order {formation.order.kind!r} needs a target hex")
    for i, unit in enumerate(data.units):
        if not 0 <= unit.reduced <= unit.strength or unit.strength < 1:
            yield Finding(
                ("units", i, "reduced"),
                f"strength {unit.strength} with reduced strength {unit.reduced} can't be",
            )


def _arrivals(data: ScenarioData) -> Iterator[Finding]:
    """Whoever has no hex arrives exactly once, in time; whoever has one does not."""
    known = [p.id for p in data.units] + [p.id for p in data.leaders] + [p.id for p in data.hqs]
    due: Counter[str] = Counter()
    for i, group in enumerate(data.reinforcements):
        if not 1 <= group.turn <= data.turns.count:
            yield Finding(("reinforcements", i, "turn"), f"turn {group.turn} is none of the {data.turns.count} turns")
        if group.chance is not None and not 1 <= group.chance <= 5:
            yield Finding(("reinforcements", i, "chance"), f"a die brings {group.chance} or less never or always")
        for j, name in enumerate(group.who):
            at: Place = ("reinforcements", i, "who", j)
            if name not in known:
                yield Finding(at, f"there is no unit, leader or HQ {name!r}")
            due[name] += 1
            if due[name] == 2:
                yield Finding(at, f"{name!r} arrives twice")
    for key in ("units", "leaders", "hqs"):
        for i, piece in enumerate(getattr(data, key)):
            if piece.hex is None and not due[piece.id]:
                yield Finding((key, i, "id"), f"{piece.id!r} has no hex and is in no reinforcement")
            if piece.hex is not None and due[piece.id]:
                yield Finding((key, i, "hex"), f"{piece.id!r} stands on the map and is a reinforcement too")


def _endings(data: ScenarioData) -> Iterator[Finding]:
    sides, armies = [s.id for s in data.sides], [a.id for a in data.armies]
    for i, ending in enumerate(data.endings):
        yield from _known(("endings", i, "winner"), ending.winner, [*sides, "draw", "points"])
        for j, condition in enumerate(ending.when):
            at: Place = ("endings", i, "when", j)
            yield from _known((*at, "army"), condition.army, armies)
            yield from _known((*at, "side"), condition.side, sides)
            if condition.kind in ("demoralized", "losses", "losses_below") and condition.army is None:
                yield Finding(at, f"the condition {condition.kind!r} needs an army")
            if condition.kind == "disintegrated":
                meant = [a for a in data.armies if a.id == condition.army or a.side == condition.side]
                if not any(a.disintegration for a in meant):
                    yield Finding(at, "the condition 'disintegrated' needs an army or a side with such a level")
            if condition.kind == "exited" and (condition.side is None or condition.edge is None):
                yield Finding(at, "the condition 'exited' needs a side and an edge")
            if condition.kind == "occupied" and (condition.side is None or not condition.hexes):
                yield Finding(at, "the condition 'occupied' needs a side and hexes")
    last = data.endings[-1].when if data.endings else ()
    if [condition.kind for condition in last] != ["last_turn"]:
        yield Finding(("endings",), "the last ending must ask for nothing but 'last_turn', or the game might never end")
    try:
        date.fromisoformat(data.turns.date)
    except ValueError:
        yield Finding(("turns", "date"), f"there is no day {data.turns.date}")
    for i, turn in enumerate((*data.turns.night, *data.turns.rain)):
        if not 1 <= turn <= data.turns.count:
            key = "night" if i < len(data.turns.night) else "rain"
            yield Finding(("turns", key), f"turn {turn} is none of the {data.turns.count} turns")


def _named_hexes(data: ScenarioData) -> Iterator[tuple[Place, str]]:
    """Every hex that the scenario names, with its place."""
    for group in ("units", "leaders", "hqs"):
        for i, piece in enumerate(getattr(data, group)):
            if piece.hex is not None:
                yield (group, i, "hex"), piece.hex
    for i, formation in enumerate(data.formations):
        if formation.order.target is not None:
            yield ("formations", i, "order", "target"), formation.order.target
    for i, leader in enumerate(data.leaders):
        if leader.order is not None and leader.order.target is not None:
            yield ("leaders", i, "order", "target"), leader.order.target
    for i, arrival in enumerate(data.reinforcements):
        yield ("reinforcements", i, "entry"), arrival.entry
        if arrival.order.target is not None:
            yield ("reinforcements", i, "order", "target"), arrival.order.target
    lists: list[tuple[Place, Iterable[str]]] = [
        (("points", i, "hexes"), points.hexes) for i, points in enumerate(data.points)
    ]
    lists += [(("levels", i, "hexes"), level.hexes) for i, level in enumerate(data.levels)]
    lists += [(("occupied", side), hexes) for side, hexes in data.occupied.items()]
    lists += [
        (("endings", i, "when", j, "hexes"), condition.hexes)
        for i, ending in enumerate(data.endings)
        for j, condition in enumerate(ending.when)
    ]
    for at, hexes in lists:
        for i, name in enumerate(hexes):
            yield (*at, i), name


def _hexes(rules: Ruleset, data: ScenarioData, board: HexMap) -> Iterator[Finding]:
    for at, name in _named_hexes(data):
        off = _off(board, at, name)
        yield from off
        kind = None if off else rules.terrain.get(board.terrain[board.number(name)])
        if kind is not None and not kind.passable:
            yield Finding(at, f"hex {name} is {kind.name.lower()}")
    for i, arrival in enumerate(data.reinforcements):
        if not _off(board, (), arrival.entry):
            h = board.number(arrival.entry)
            if not any(board.on_edge(h, edge) for edge in ("north", "east", "south", "west")):
                yield Finding(("reinforcements", i, "entry"), f"hex {arrival.entry} is not on the edge of the map")


def _standing(rules: Ruleset, data: ScenarioData, board: HexMap) -> Iterator[Finding]:
    """No hex holds more units than may stand in one (5.3), nor units of both sides."""
    tables = rules.tables()
    side_of = {f.id: f.side for f in data.formations}
    here: dict[str, list[UnitData]] = {}
    for i, unit in enumerate(data.units):
        if unit.hex is None:
            continue
        there = here.setdefault(unit.hex, [])
        there.append(unit)
        if not rules.fits(tables, there):
            limit = full(rules, tables, f"hex {unit.hex}")
            yield Finding(("units", i, "hex"), f"{len(there)} units stand in hex {unit.hex}. {limit}")
        if side_of.get(there[0].formation) != side_of.get(unit.formation):
            yield Finding(("units", i, "hex"), f"units of both sides stand in hex {unit.hex}")
