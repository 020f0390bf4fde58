"""What must hold in a JDG scenario and its roster beyond their form: places, counters and sides that exist.

Nothing here is a rule of play; it finds the slips of whoever writes a scenario, each with its place in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from napwidgets.board.network import Network
from napwidgets.kernel.findings import Finding, Place
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.scenario import RosterData, ScenarioData, SetData
from napwidgets.systems.jdg.tables import Tables
from napwidgets.systems.origins import uncovered

#: Keys that only name or describe; they need no provenance.
_NAMES = {
    "id", "title", "format", "system", "summary", "teaches", "difficulty", "minutes", "options", "debrief",
    "provenance", "history", "map", "roster", "sides", "colours", "name", "side", "army", "kind", "nation", "chief",
    "deputies",
}  # fmt: skip


def check_scenario(data: ScenarioData, network: Network, rosters: Mapping[str, RosterData]) -> list[Finding]:
    """Everything that is wrong in a scenario."""
    roster = rosters[data.roster]
    later = rosters.get(data.armistice.roster) if data.armistice is not None else None
    return [
        *_sides(data, roster),
        *_set_up(data, network, roster, later),
        *_in_truce(data, network, later),
        *_places(data, network),
        *_turns(data),
        *_rest(data, roster),
    ]


def check_roster(roster: RosterData) -> list[Finding]:
    """Everything that is wrong in a roster by itself."""
    return [*_members(roster), *uncovered(roster, _NAMES)]


def _members(roster: RosterData) -> Iterator[Finding]:
    armies = {army.id for army in roster.armies}
    leaders = {leader.id: leader.army for leader in roster.leaders}
    seen: set[str] = set()
    for n, army in enumerate(roster.armies):
        if leaders.get(army.chief) != army.id:
            yield Finding(("armies", n, "chief"), f"{army.chief!r} is no leader of the army {army.id}")
        for d, name in enumerate(army.deputies):
            if leaders.get(name) != army.id:
                yield Finding(("armies", n, "deputies", d), f"{name!r} is no leader of the army {army.id}")
    named = [*((("leaders", n), m.id, m.army) for n, m in enumerate(roster.leaders))]
    named += [*((("units", n), m.id, m.army) for n, m in enumerate(roster.units))]
    for at, id, army_id in named:
        if army_id not in armies:
            yield Finding((*at, "army"), f"there is no army {army_id!r}")
        if id in seen:
            yield Finding((*at, "id"), f"{id!r} stands here twice")
        seen.add(id)
    for n, unit in enumerate(roster.units):
        if unit.kind == "cavalry" and not unit.cavalry:
            yield Finding(("units", n), f"{unit.id} is cavalry and needs a cavalry bonus (JDG 1.2.2)")
        if unit.kind == "artillery" and unit.strength:
            yield Finding(("units", n), f"{unit.id} is reserve artillery and has no strength (JDG 1.2.1)")
        if unit.kind != "artillery" and unit.strength < 1:
            yield Finding(("units", n), f"{unit.id} needs at least one strength point")


def _sides(data: ScenarioData, roster: RosterData) -> Iterator[Finding]:
    if len(data.sides) != 2:
        yield Finding(("sides",), "a campaign has two sides, the French first")
    for army in roster.armies:
        if army.side not in data.sides:
            yield Finding(("sides",), f"the army {army.id} is of the side {army.side!r}, which is not named here")
    for key, group in (("dummies", data.dummies), ("pontoons", data.pontoons)):
        for name in group:
            if name not in data.sides:
                yield Finding((key, name), f"there is no side {name!r}")


def _set_up(data: ScenarioData, network: Network, roster: RosterData, later: RosterData | None) -> Iterator[Finding]:
    most = {leader.id: 0 for leader in roster.leaders} | {unit.id: unit.strength for unit in roster.units}
    if later is not None:
        most |= {f"{leader.id}+": 0 for leader in later.leaders}
        most |= {f"{unit.id}+": unit.strength for unit in later.units}
    names = {leader.id for leader in roster.leaders}
    if later is not None:
        names |= {f"{leader.id}+" for leader in later.leaders}
    seen: set[str] = set()
    for n, placed in enumerate(data.set_up):
        at: Place = ("set_up", n)
        if placed.id not in most:
            yield Finding((*at, "id"), f"the roster has no leader or unit {placed.id!r}")
            continue
        if placed.id in seen:
            yield Finding((*at, "id"), f"{placed.id!r} is placed twice")
        seen.add(placed.id)
        yield from _where(at, placed, network, names)
        if placed.strength is not None and placed.strength > most[placed.id]:
            yield Finding((*at, "strength"), f"{placed.id} has at most {most[placed.id]} strength points")
    for army in roster.armies:
        if army.chief not in seen:
            yield Finding(("set_up",), f"the commander-in-chief {army.chief} of the army {army.id} is placed nowhere")


def _in_truce(data: ScenarioData, network: Network, later: RosterData | None) -> Iterator[Finding]:
    """Who comes in during the armistice: counters of the new roster, and the recruits of its nations."""
    if data.armistice is None or later is None:
        return
    leaders = {leader.id for leader in later.leaders}
    known = leaders | {unit.id for unit in later.units}
    placed_now = {placed.id for placed in data.set_up}
    for n, placed in enumerate(data.armistice.arrive):
        at: Place = ("armistice", "arrive", n)
        if placed.id not in known:
            yield Finding((*at, "id"), f"the roster {later.id} has no leader or unit {placed.id!r}")
        elif f"{placed.id}+" in placed_now:
            yield Finding((*at, "id"), f"{placed.id!r} is placed twice")
        yield from _where(at, placed, network, leaders)
    for nation in data.armistice.recruits:
        if nation not in {unit.nation for unit in later.units}:
            yield Finding(("armistice", "recruits", nation), f"no unit takes recruits of {nation!r}")


def _where(at: Place, placed: SetData, network: Network, leaders: set[str]) -> Iterator[Finding]:
    if placed.entry:
        if placed.entry not in {entry.id for entry in network.entries}:
            yield Finding((*at, "entry"), f"the map has no connection {placed.entry!r}")
        return
    friend = placed.at.removeprefix("with ")
    if friend != placed.at:
        if friend not in leaders:
            yield Finding((*at, "at"), f"there is no leader {friend!r}")
        return
    for name in (placed.at, *placed.instead):
        yield from _known(network, (*at, "at"), name)


def _known(network: Network, at: Place, name: str) -> Iterator[Finding]:
    try:
        network.index(name)
    except ScenarioError as error:
        yield Finding(at, str(error))


def _places(data: ScenarioData, network: Network) -> Iterator[Finding]:
    for n, goal in enumerate(data.goals):
        yield from _known(network, ("goals", n, "at"), goal.at)
        if goal.side and goal.side not in data.sides:
            yield Finding(("goals", n, "side"), f"there is no side {goal.side!r}")
    for key, group in (("control", data.control), ("sieges", data.sieges)):
        for name, side in group.items():
            yield from _known(network, (key, name), name)
            if side not in data.sides:
                yield Finding((key, name), f"there is no side {side!r}")


def _turns(data: ScenarioData) -> Iterator[Finding]:
    parts = 2 if data.turns.span == "fortnight" else 4
    if not 1 <= data.turns.month <= 12 or not 1 <= data.turns.part <= parts:
        yield Finding(("turns",), f"the first turn needs a month from 1 to 12 and a part of it from 1 to {parts}")
    if data.turns.count < 1:
        yield Finding(("turns", "count"), "at least one turn must be played")


def _rest(data: ScenarioData, roster: RosterData) -> Iterator[Finding]:
    leaders = {leader.id for leader in roster.leaders}
    for n, swap in enumerate(data.swaps):
        for key, name in (("out", swap.out), ("then", swap.then)):
            if name and name not in leaders:
                yield Finding(("swaps", n, key), f"there is no leader {name!r}")
    nations = {unit.nation for unit in roster.units}
    for n, row in enumerate(data.recruits):
        if row.nation not in nations and data.armistice is None:
            yield Finding(("recruits", n, "nation"), f"no unit takes recruits of {row.nation!r}")
    for n, card in enumerate(data.cards):
        if str(card) not in Tables().all["events"].rows:
            yield Finding(("cards", n), f"there is no event card {card}")
    for n, name in enumerate(data.options):
        if name not in Options.__struct_fields__:
            yield Finding(
                ("options", n), f"there is no option {name}; there are {', '.join(Options.__struct_fields__)}"
            )
    yield from uncovered(data, _NAMES)
