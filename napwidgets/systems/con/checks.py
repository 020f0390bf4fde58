"""What must hold in a CON scenario beyond its form: places, leaders and units that exist, spans that hold.

Nothing here is a rule of play; it finds the slips of whoever writes a scenario, each with its place in the file.
"""

from __future__ import annotations

from collections.abc import Iterator

from napwidgets.board.hexmap import HexMap
from napwidgets.board.network import slug
from napwidgets.kernel.findings import Finding, Place
from napwidgets.systems.con.options import Options
from napwidgets.systems.con.scenario import ScenarioData
from napwidgets.systems.origins import uncovered

#: Keys that only name or describe; they need no provenance.
_NAMES = {
    "id",
    "title",
    "format",
    "system",
    "summary",
    "teaches",
    "difficulty",
    "minutes",
    "options",
    "debrief",
    "provenance",
    "history",
    "map",
    "sides",
    "colours",
    "name",
    "side",
    "army",
    "kind",
    "nation",
}


def check_scenario(data: ScenarioData, board: HexMap) -> list[Finding]:
    """Everything that is wrong in a scenario."""
    found = [*_sides(data), *_members(data), *_set_up(data), *_places(data, board), *_options(data)]
    return [*found, *(_spans(data) if not found else ()), *uncovered(data, _NAMES)]


def _sides(data: ScenarioData) -> Iterator[Finding]:
    if len(data.sides) != 2:
        yield Finding(("sides",), "a campaign has two sides, the French first")
    for n, army in enumerate(data.armies):
        if army.side not in data.sides:
            yield Finding(("armies", n, "side"), f"there is no side {army.side!r}")
    if data.first not in data.sides:
        yield Finding(("first",), f"there is no side {data.first!r}")
    for key, group in (("colours", data.colours), ("morale", data.morale), ("pontoons", data.pontoons)):
        for name in group:
            if name not in data.sides:
                yield Finding((key, name), f"there is no side {name!r}")
    for n, goal in enumerate(data.goals):
        for key, name in (("side", goal.side), ("holder", goal.holder)):
            if name and name not in data.sides:
                yield Finding(("goals", n, key), f"there is no side {name!r}")


def _members(data: ScenarioData) -> Iterator[Finding]:
    armies, seen = {army.id for army in data.armies}, set()
    named = [(("leaders", n), m.id, m.army) for n, m in enumerate(data.leaders)]
    named += [(("units", n), m.id, m.army) for n, m in enumerate(data.units)]
    for at, id, army in named:
        if army not in armies:
            yield Finding((*at, "army"), f"there is no army {army!r}")
        if id in seen:
            yield Finding((*at, "id"), f"{id!r} stands here twice")
        seen.add(id)
    for n, unit in enumerate(data.units):
        if unit.strength < 1:
            yield Finding(("units", n, "strength"), f"{unit.id} needs at least one strength point")
        if (unit.light or unit.heavy) and unit.kind != "cavalry":
            yield Finding(("units", n), f"{unit.id}: only cavalry is light or heavy (CON 10.4)")
        if unit.light and unit.heavy:
            yield Finding(("units", n), f"{unit.id} can't be both light and heavy (CON 10.4)")


def _set_up(data: ScenarioData) -> Iterator[Finding]:
    leaders, units, placed = {m.id for m in data.leaders}, {m.id for m in data.units}, set()
    come = {force.leader: force for force in data.set_up if force.leader}
    for n, force in enumerate(data.set_up):
        at: Place = ("set_up", n)
        if not force.leader and not force.units:
            yield Finding(at, "a force needs a leader or units")
        for name in (force.leader, *force.units):
            if name and name not in leaders | units:
                yield Finding(at, f"there is no leader or unit {name!r}")
            if name and name in placed:
                yield Finding(at, f"{name!r} is placed twice")
            placed.add(name)
        if force.under and force.under not in come:
            yield Finding((*at, "under"), f"{force.under!r} is not placed")
        if not force.at and (not force.under or come.get(force.under, force).turn != force.turn):
            yield Finding((*at, "at"), "say where it stands, or under whom it comes in the same turn")
    for name in sorted((leaders | units) - placed):
        yield Finding(("set_up",), f"{name} is nowhere placed")


def _places(data: ScenarioData, board: HexMap) -> Iterator[Finding]:
    known = {slug(place.name) for place in board.places.values()}
    named: list[tuple[Place, str]] = [(("armies", n, "center"), army.center) for n, army in enumerate(data.armies)]
    named += [(("armies", n, "sources"), at) for n, army in enumerate(data.armies) for at in army.sources]
    named += [(("set_up", n, "at"), force.at) for n, force in enumerate(data.set_up) if force.at]
    named += [(("goals", n, "at"), goal.at) for n, goal in enumerate(data.goals)]
    named += [(("cut", n), at) for n, pair in enumerate(data.cut) for at in pair]
    named += [(("victory", "sudden"), at) for at in data.victory.sudden]
    for where, name in named:
        if name in known:
            continue
        try:
            board.number(name)
        except ValueError:
            yield Finding(where, f"{name!r} is no place of the map {data.map}, and no hex of it")


def _spans(data: ScenarioData) -> Iterator[Finding]:
    """What stands directly under a leader in his hex at first fits into his span."""
    leaders, units = {m.id: m for m in data.leaders}, {m.id: m for m in data.units}
    for n, force in enumerate(data.set_up):
        if not force.leader:
            continue
        halves = sum(1 if units[u].kind == "cavalry" else 2 for u in force.units)
        below = [f for f in data.set_up if f.under == force.leader and f.leader and not f.at]
        halves += sum(2 * leaders[f.leader].subordination for f in below)
        if halves > 2 * leaders[force.leader].span:
            yield Finding(
                ("set_up", n),
                f"{force.leader} has a span of {leaders[force.leader].span}, and {halves / 2:g} are under him",
            )


def _options(data: ScenarioData) -> Iterator[Finding]:
    for n, name in enumerate(data.options):
        if name not in Options.__struct_fields__:
            yield Finding(("options", n), f"there is no option {name!r}")
