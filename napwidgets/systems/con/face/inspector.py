"""Words beside the map: the cards of a hex and what stands there, the roster, the command desk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napwidgets.board.display import Card, Fact, Line
from napwidgets.board.hexmap import BRIDGE, RIVER, ROAD, STREAM, TRAIL
from napwidgets.systems.con import supply
from napwidgets.systems.con.context import Context, Force, counted
from napwidgets.systems.con.face.pieces import latest, seat_side, side_colour, told
from napwidgets.systems.con.marching import force_of, wear
from napwidgets.systems.con.muster import size_of
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import GONE, RIDERS, WAITING, State
from napwidgets.systems.telling import in_order, sentence

GROUND = {
    "clear": "clear",
    "woods": "woods",
    "hills": "hills",
    "hillwoods": "wooded hills",
    "marsh": "marsh",
    "mountain": "mountains",
    "water": "water",
    "town": "clear",
    "chateau": "clear",
}


def inspect(x: Context, s: State, seat: str | None, hex: int) -> Sequence[Card]:
    """Cards for a hex: its ground, then forces from top to bottom, then what lies face down."""
    if not 0 <= hex < x.board.size:
        return []
    cards = [_hex(x, s, hex)]
    for side in (seat_side(x, seat), other(seat_side(x, seat))):
        for force in x.tops(s, hex, side):
            cards += _force(x, s, force)
        cards += [_vedette(x, s, v) for v in x.vedettes_at(s, hex, side)]
    for at, side in s.unseen:
        if at == hex:
            cards.append(_hidden(x, s, at, side))
    return cards


def _hex(x: Context, s: State, h: int) -> Card:
    place = x.board.places.get(h)
    ground = GROUND[x.board.terrain[h]]
    wild = "Open country" if ground == "clear" else sentence(ground)
    kind = "Fortified town" if place is not None and place.kind == "fortress" else "Place" if place else wild
    return Card(f"h:{h}", x.place(h), kind, "", tuple(_hex_facts(x, s, h)))


def _hex_facts(x: Context, s: State, h: int) -> Iterator[Fact]:
    yield Fact("Ground", GROUND[x.board.terrain[h]], "CON base: movement")
    sides = [bits for bits in x.board.sides[h] if bits]
    roads = _best(sides, ((ROAD, "primary road"), (TRAIL, "secondary road")))
    if roads:
        yield Fact("Roads", roads)
    water = _best(sides, ((RIVER, "primary river"), (STREAM, "secondary river")))
    if water:
        bridges = sum(bool(b & BRIDGE) for b in sides)
        yield Fact("Water", f"{water}, {counted(bridges, 'bridge')}" if bridges else water)
    for goal, held in zip(x.setting.goals, s.holds, strict=True):
        if goal.at == h:
            only = f" for {x.side_name(goal.side)} alone" if goal.side >= 0 else ""
            yield Fact("Worth", f"{counted(goal.points, 'victory point')}{only}", "CON scenario")
            if held:
                yield Fact("Last held by", x.side_name(held - 1))
    for n, army in enumerate(x.setting.armies):
        if h in army.sources:
            yield Fact("Supply source", army.name, "CON base: supply")
        if s.centers[n].at == h:
            far = supply.length(x, s, n)
            yield Fact(
                "Centre of operations",
                f"{army.name}: " + (f"{counted(far, 'hex')} to its source" if far >= 0 else "no line"),
                "CON base: administrative points",
            )
            if (more := supply.points_odds(x, s, n)) is not None:
                yield Fact("Points next turn", in_order(more), "CON base: administrative points")


def _best(sides: Sequence[int], kinds: Sequence[tuple[int, str]]) -> str:
    """The first kind of hexside that is among some; empty for none."""
    return next((word for bit, word in kinds if any(side & bit for side in sides)), "")


def _force(x: Context, s: State, force: Force) -> Iterator[Card]:
    if force.leader < 0:
        total = x.strength(s, force.units)
        yield Card(
            f"g{force.units[0]}",
            "Without a leader",
            f"{total} SP",
            x.setting.units[force.units[0]].nation,
            tuple(_unit_facts(x, s, force.units)),
        )
        return
    info = x.setting.leaders[force.leader]
    facts = list(_leader_facts(x, s, force))
    below = [i for i in force.leaders if i != force.leader]
    facts += [Fact("Under him", x.setting.leaders[i].name, "CON base: forces") for i in below]
    facts += _unit_facts(x, s, force.units)
    army = x.setting.armies[info.army].name
    yield Card(f"l{force.leader}", info.name, army, info.nation, tuple(facts))


def _leader_facts(x: Context, s: State, force: Force) -> Iterator[Fact]:
    info = x.setting.leaders[force.leader]
    yield Fact("Initiative", f"{info.values.initiative}", "CON base: initiative", "acts on his own on a die up to it")
    yield Fact("Command span", str(info.values.span), "CON base: forces")
    if info.values.bonus:
        yield Fact("Tactical bonus", "+1 in battle, one less to attrition", "CON 10.5.7.1")
    if info.values.major:
        yield Fact("Major General", "alone he makes a division", "CON 3.2")
    if force.units:
        strength = x.strength(s, force.units)
        yield Fact("Size class", f"{size_of(x, s, [force])}, {strength} SP", "CON 3.2")
        # Whoever under him has marched already stays behind.
        yield Fact("Movement points", f"{x.allowance(s, force_of(x, s, force.leader)) // 2}", "CON base: movement")
        if x.leader_side[force.leader] not in {side for _, side in s.unseen} and s.points[info.army] >= 0:
            price = counted(supply.price(x, s, force, False), "point")
            yield Fact("A command costs", price, "CON base: movement commands")
            yield from _attrition(x, s, force_of(x, s, force.leader))


def _attrition(x: Context, s: State, force: Force) -> Iterator[Fact]:
    """What a force loses on the average by marching so far, as the weather and its army's points are now."""
    farthest = x.allowance(s, force) // 2
    rows = [0, *sorted(least for least, _ in x.tables.toil["march"] if least <= farthest)]
    lost = [(far, float(wear(x, s, force, 2 * far).mean(float))) for far in rows] if force.units else []
    if any(mean for _, mean in lost):
        told = [f"{mean:.1f} SP from {far} MP on" if far else f"{mean:.1f} SP at rest" for far, mean in lost]
        yield Fact("Attrition on average", ", ".join(told), "CON base: attrition")


def _unit_facts(x: Context, s: State, units: Sequence[int]) -> Iterator[Fact]:
    for u in units:
        info, troop = x.setting.units[u], s.units[u]
        kind = "Guard, " if info.kind.guard else ""
        kind += "light " if info.kind.light else "heavy " if info.kind.heavy else ""
        shaken = ", demoralized" if troop.shaken else ""
        yield Fact(info.name, f"{troop.strength} of {info.full} SP{shaken}", "CON 3", f"{kind}{info.kind.arm}")


def _vedette(x: Context, s: State, v: int) -> Card:
    info = x.setting.units[v]
    facts = (Fact("Strength", "1 SP, half a point for scouting", "CON 4"),)
    return Card(f"v{v}", "Vedettes", f"of {info.name}", info.nation, facts)


def _hidden(x: Context, s: State, at: int, side: int) -> Card:
    report = latest(s, other(side), at)
    if report is not None and report.size == RIDERS:
        facts = [Fact("Strength", f"{report.strength} SP, half a point each for scouting", "CON 4")]
        return Card(f"u{side}.{at}", "Vedettes", x.setting.side_names[side], side_colour(x, side), tuple(facts))
    facts = [Fact("Reported", told(x, report, s.turn), "CON 5")] if report is not None else []
    if report is None:
        facts = [Fact("Not known", "a force, vedettes or a leader alone", "CON 4", "light cavalry beside it finds out")]
    return Card(f"u{side}.{at}", "A stack face down", x.setting.side_names[side], side_colour(x, side), tuple(facts))


# The roster and the desk


def roster(x: Context, s: State, seat: str | None) -> Sequence[Line]:
    """Armies with their forces and units."""
    return [line for side in (0, 1) for n in range(len(x.setting.armies)) for line in _army(x, s, n, side)]


def _army(x: Context, s: State, n: int, side: int) -> Iterator[Line]:
    army = x.setting.armies[n]
    if army.side != side:
        return
    mine = [u for u, info in enumerate(x.setting.units) if info.army == n and s.units[u].at >= 0]
    seen = bool(mine) or any(lead.at >= 0 for i, lead in enumerate(s.leaders) if x.setting.leaders[i].army == n)
    total = x.strength(s, mine)
    yield Line(f"a{n}", army.name, f"{total} SP" if seen else "face down", side_colour(x, side))
    for i, info in enumerate(x.setting.leaders):
        lead = s.leaders[i]
        if info.army != n or lead.at in (WAITING, GONE) or lead.at < 0:
            continue
        own = [u for u in mine if s.units[u].boss == i and s.units[u].at == lead.at]
        detail = f"{x.strength(s, own)} SP at {x.place(lead.at)}" if own else f"at {x.place(lead.at)}"
        yield Line(f"l{i}", info.name, detail, info.nation, depth=1, hex=lead.at)
    loose = [u for u in mine if s.units[u].boss < 0 or s.leaders[s.units[u].boss].at != s.units[u].at]
    for u in loose:
        unit = x.setting.units[u]
        yield Line(
            f"c{u}",
            unit.name,
            f"{s.units[u].strength} SP at {x.place(s.units[u].at)}",
            unit.nation,
            depth=1,
            hex=s.units[u].at,
        )


def desk(x: Context, s: State, seat: str | None) -> Sequence[Line]:
    """The command desk: the points of each army and its line, and what each force would cost."""
    side, found = seat_side(x, seat), []
    for n, army in enumerate(x.setting.armies):
        if army.side != side or s.points[n] < 0:
            continue
        far = supply.length(x, s, n)
        line = (
            f"{counted(far, 'hex')} to its source"
            if far >= 0
            else "no line of communication: no commands, and it forages"
        )
        found.append(
            Line(
                f"a{n}",
                army.name,
                f"{counted(s.points[n], 'administrative point')} · {line}",
                side_colour(x, side),
                "in supply" if far >= 0 else "cut off",
                "good" if far >= 0 else "bad",
                hex=s.centers[n].at,
            )
        )
        found += _costs(x, s, n)
    return found


def _costs(x: Context, s: State, n: int) -> Iterator[Line]:
    for i, info in enumerate(x.setting.leaders):
        if info.army != n or s.leaders[i].at < 0:
            continue
        force = x.force(s, i)
        top = s.leaders[i].boss
        if not force.units or (top >= 0 and i in x.force(s, top).leaders):
            continue
        price = supply.price(x, s, force, False)
        detail = f"{size_of(x, s, [force])}, {x.strength(s, force.units)} SP, span {_span(x, s, force)}"
        tag = "moved" if s.leaders[i].moved else counted(price, "point")
        yield Line(
            f"l{i}", info.name, detail, info.nation, tag, "good" if price == 1 else "", depth=1, hex=s.leaders[i].at
        )


def _span(x: Context, s: State, force: Force) -> str:
    info = x.setting.leaders[force.leader]
    own = sum(x.setting.units[u].halves for u in force.units if s.units[u].boss == force.leader)
    below = sum(2 * x.setting.leaders[i].subordination for i in force.leaders if s.leaders[i].boss == force.leader)
    return f"{(own + below) / 2:g} of {info.values.span}"
