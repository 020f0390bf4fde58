"""What stands on the map: one's own leaders and units, the enemy's stacks face down, centres, bridges, combats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napwidgets.board.scene import Counter, Overlay, Scene
from napwidgets.systems.con import supply
from napwidgets.systems.con.context import Context, Force, counted
from napwidgets.systems.con.marching import Marching
from napwidgets.systems.con.scouting import most_of
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import RIDERS, Report, State
from napwidgets.systems.con.step import SideChoice


def seat_side(x: Context, seat: str | None) -> int:
    """The side that a seat looks with; a spectator looks with the first."""
    return x.setting.sides.index(seat) if seat in x.setting.sides else 0


def side_colour(x: Context, side: int) -> str:
    """The colours of a side's stacks face down."""
    return x.setting.colours[side] or ("france" if side == 0 else "prussia")


def scene(x: Context, s: State, acting: Sequence[str]) -> Scene:
    """All counters and what always stands on the map."""
    lit = set(acting)
    return Scene(
        (*_leaders(x, s, lit), *_units(x, s, lit), *_vedettes(x, s, lit), *_unseen(x, s), *_centers(x, s)),
        tuple(_standing(x, s)),
        s.weather,
    )


def _leaders(x: Context, s: State, lit: set[str]) -> Iterator[Counter]:
    for i, lead in enumerate(s.leaders):
        if lead.at < 0:
            continue
        info = x.setting.leaders[i]
        force = x.force(s, i)
        marks = [("⇥", "still in column before the enemy")] if lead.column else []
        strength = x.strength(s, force.units)
        values = f"{info.values.initiative}{'*' if info.values.bonus else ''}"
        yield Counter(
            id=f"l{i}",
            hex=lead.at,
            name=info.name,
            symbol="leader",
            values=values,
            nation=info.nation,
            seat=x.setting.sides[info.side],
            title=_leads(x, force, strength),
            marks=tuple(marks),
            active=f"l{i}" in lit,
            spent=lead.moved,
            order=300 + info.values.span,
        )


def _leads(x: Context, force: Force, strength: int) -> str:
    values = x.setting.leaders[force.leader].values
    led = f"leads {strength} SP" if force.units else "alone"
    bonus = ", tactical bonus" if values.bonus else ""
    return f"initiative {values.initiative}{bonus}, span {values.span}, {led}"


def _units(x: Context, s: State, lit: set[str]) -> Iterator[Counter]:
    for u, troop in enumerate(s.units):
        if troop.at < 0:
            continue
        info = x.setting.units[u]
        marks = [("!", "demoralized")] if troop.shaken else []
        boss = f", under {x.setting.leaders[troop.boss].name}" if troop.boss >= 0 else ", without a leader"
        yield Counter(
            id=f"c{u}",
            hex=troop.at,
            name=info.name,
            symbol=info.kind.arm,
            values=str(troop.strength),
            nation=info.nation,
            seat=x.setting.sides[info.side],
            title=f"{troop.strength} of {info.full} SP{boss}",
            lost=min(9, max(0, info.full - troop.strength)),
            marks=tuple(marks),
            active=f"c{u}" in lit,
            order=100 + troop.strength,
        )


def _vedettes(x: Context, s: State, lit: set[str]) -> Iterator[Counter]:
    for vedette in s.vedettes:
        if vedette.at < 0:
            continue
        info = x.setting.units[vedette.unit]
        yield Counter(
            id=f"v{vedette.unit}",
            hex=vedette.at,
            name=f"Vedettes of {info.name}",
            symbol="vedette",
            values="1",
            nation=info.nation,
            seat=x.setting.sides[info.side],
            title="vedettes, one strength point",
            active=f"v{vedette.unit}" in lit,
            spent=vedette.moved,
            order=50,
        )


def latest(s: State, side: int, at: int) -> Report | None:
    """What a side has last been told of a hex, in this turn or the one before."""
    found = [r for r in s.reports if r.side == side and r.at == at and r.turn >= s.turn - 1]
    return found[-1] if found else None


def told(x: Context, report: Report, now: int) -> str:
    """A report in words; one of the turn before says so, for another stack may stand there by ``now``."""
    if report.size == RIDERS:
        return f"vedettes, {counted(report.strength, 'strength point')}"
    who = x.setting.leaders[report.leader].name if report.leader >= 0 else "a garrison"
    most = most_of(x.tables, report.strength)
    many = f"{most} SP at the most" if most else f"about {report.strength} SP"
    words = f"{who}, {report.size} of {many}" if report.size else who
    return words if report.turn == now else f"{words}, a turn ago"


def reported(x: Context, report: Report, now: int) -> str:
    """A reported strength as it stands on a counter, with a question mark if it is of the turn before."""
    if report.size == RIDERS:
        return str(report.strength)
    most = most_of(x.tables, report.strength)
    return (f"≤{most}" if most else f"~{report.strength}") + ("" if report.turn == now else "?")


def _unseen(x: Context, s: State) -> Iterator[Counter]:
    """Enemy stacks face down, with what has been reported of them."""
    for at, side in s.unseen:
        report = latest(s, other(side), at)
        values = reported(x, report, s.turn) if report is not None and report.strength else "?"
        riders = report is not None and report.size == RIDERS
        title = "face down: a force, vedettes, a leader"
        if report is not None:
            title = told(x, report, s.turn) if riders else f"face down; reported: {told(x, report, s.turn)}"
        yield Counter(
            id=f"u{side}.{at}",
            hex=at,
            name="Enemy stack" if not riders else "Vedettes",
            symbol="unknown" if not riders else "vedette",
            values=values,
            nation=side_colour(x, side),
            seat=x.setting.sides[side],
            title=title,
            order=200,
        )


def _centers(x: Context, s: State) -> Iterator[Counter]:
    for n, center in enumerate(s.centers):
        if center.at < 0:
            continue
        army = x.setting.armies[n]
        yield Counter(
            id=f"o{n}",
            hex=center.at,
            name=f"Centre of operations, {army.name}",
            symbol="hq",
            values="",
            nation=side_colour(x, army.side),
            seat=x.setting.sides[army.side],
            title="administrative points come from here",
            order=10,
        )


def _standing(x: Context, s: State) -> Iterator[Overlay]:
    for side in (0, 1):
        mine = [goal for goal, held in zip(x.setting.goals, s.holds, strict=True) if held == side + 1]
        if mine:
            notes = tuple((goal.at, f"{goal.points} VP") for goal in mine)
            yield Overlay(
                "flag", f"held by {x.side_name(side)}", tuple(g.at for g in mine), notes, side_colour(x, side)
            )
    nobody = [goal for goal, held in zip(x.setting.goals, s.holds, strict=True) if not held]
    if nobody:
        notes = tuple((goal.at, f"{goal.points} VP") for goal in nobody)
        yield Overlay("objective", "scores for whoever was last there", tuple(goal.at for goal in nobody), notes)
    fights = tuple(h for fight in s.fights if not fight.done for own in fight.hexes for h in own)
    if fights:
        yield Overlay("target", "combat groups", fights)
    if s.cut:
        yield Overlay("broken", "bridges that are down", tuple(h for pair in s.cut for h in pair), ways=s.cut)
    top = s.agenda[-1] if s.agenda else None
    at = top.about(x, s) if isinstance(top, SideChoice) else -1
    if at >= 0:
        yield Overlay("here", "This is being decided", (at,))


# Overlays that a player switches on


def overlay(x: Context, s: State, seat: str | None, kind: str, hex: int) -> Overlay:
    """``zoc``: hexes beside enemy stacks; ``command``: the dispatch distance of one's centres; ``supply``: their lines
    of communication; ``reach``: how far what stands in ``hex`` comes.
    """
    side = seat_side(x, seat)
    if kind == "zoc":
        return Overlay("zoc", "Beside enemy stacks: a force stops there", tuple(sorted(x.zone(s, other(side)))))
    if kind == "command":
        return _command(x, s, side)
    if kind == "supply":
        return _supply(x, s, side)
    return _reach(x, s, side, hex)


def _armies(x: Context, side: int) -> list[int]:
    return [n for n, army in enumerate(x.setting.armies) if army.side == side]


def _command(x: Context, s: State, side: int) -> Overlay:
    found: set[int] = set()
    for n in _armies(x, side):
        if s.centers[n].at >= 0:
            found.update(x.dispatched(s, s.centers[n].at, side))
    return Overlay("command", "Within the dispatch distance: a command costs one point", tuple(sorted(found)))


def _supply(x: Context, s: State, side: int) -> Overlay:
    ways = tuple(way for n in _armies(x, side) if (way := supply.line(x, s, n)))
    notes = tuple((way[0], counted(len(way) - 1, "hex")) for way in ways)
    return Overlay(
        "supply", "Lines of communication", tuple(sorted({h for way in ways for h in way})), notes, ways=ways
    )


def _reach(x: Context, s: State, side: int, hex: int) -> Overlay:
    here = [force for force in x.tops(s, hex, side) if force.leader >= 0 and force.units] if hex >= 0 else []
    if not here:
        return Overlay("reach", "Reach", ())
    force = max(here, key=lambda force: (x.strength(s, force.units), -force.leader))
    ways = Marching(side, force.leader, x.allowance(s, force)).ways(x, s)
    notes = tuple((h, f"{far / 2:g}") for h, (far, _) in sorted(ways.items()) if far)
    return Overlay("reach", f"Reach of {x.title(s, force)} by a command", tuple(sorted(ways)), notes)
