"""Words beside the map: the cards of a box and what stands there, and the roster as the rules keep it (1.2.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from napwidgets.board.display import Card, Fact, Line
from napwidgets.board.network import TERRAINS
from napwidgets.kernel.odds import percent
from napwidgets.kernel.provenance import Kind
from napwidgets.systems.jdg.boxes import holder, place_of, strength_of
from napwidgets.systems.jdg.command.arrivals import coming_odds, expected
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.face import command
from napwidgets.systems.jdg.face.goals import short_name
from napwidgets.systems.jdg.face.pieces import seat_side
from napwidgets.systems.jdg.face.words import STARS, colour, commanded, counted, side_colour, spot
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import GONE, HIDDEN, LED, SPARE, WAITING, State, door_of
from napwidgets.systems.jdg.throws import recovery_odds
from napwidgets.systems.jdg.victory import scored
from napwidgets.systems.telling import weighed

#: How it is known where a place lies.
_KNOWN_BY: dict[Kind, str] = {
    "rules": "as the rules say",
    "source": "found in a public gazetteer",
    "inferred": "inferred",
    "reconstruction": "our estimate",
}


def inspect(x: Context, s: State, seat: str | None, hex: int) -> Sequence[Card]:
    """Cards for a box: leaders and units of both sides as far as they are known, then the box itself."""
    if not 0 <= hex < x.network.size:
        return []
    here = [i for i, c in enumerate(s.counters) if spot(x, c.at) == hex]
    order = sorted(here, key=lambda i: (x.sides[i] != seat_side(x, seat), x.pieces[i].leader is None, i))
    return [*(_piece(x, s, i) for i in order), *_hidden(x, s, hex), _box(x, s, hex)]


def _piece(x: Context, s: State, i: int) -> Card:
    piece, army = x.pieces[i], x.army_of(s, i)
    subtitle = x.army(army).name if army >= 0 else x.setting.side_names[piece.side]
    facts = _leader_facts(x, s, i) if piece.leader is not None else _unit_facts(x, s, i)
    return Card(f"c{i}", piece.name, subtitle, colour(x, i), tuple(facts))


def _leader_facts(x: Context, s: State, i: int) -> Iterator[Fact]:
    leader = x.leader(i)
    yield Fact("Rank", STARS * leader.rank, "JDG 1.1")
    yield Fact("Command value", str(leader.command), "JDG 1.1")
    yield Fact("Tactical bonus", str(leader.tactical), "JDG 8.5")
    if x.chief_of(s, i) == i:
        yield Fact("Commander-in-chief", "his army's line of command starts here", "JDG 4.3")
    if commanded(x, s, x.sides[i]) and x.chief_of(s, i) != i:
        yield Fact("Command", command.words(x, s, i), "JDG 4.3")


def _unit_facts(x: Context, s: State, i: int) -> Iterator[Fact]:
    piece, counter = x.pieces[i], s.counters[i]
    if piece.values is None:
        yield Fact("A dummy", "it stands for nothing, and goes when enemies come", "JDG 7.1")
        return
    if piece.kind != "artillery":
        most = f" of {x.setting.full[i]}" if x.setting.full[i] else ""
        yield Fact("Strength points", f"{counter.strength}{most}", "JDG 1.2.3")
        yield Fact("Cohesion", str(piece.values.cohesion), "JDG 1.2.1")
    if piece.values.artillery:
        yield Fact("Artillery bonus", str(piece.values.artillery), "JDG 1.2.1")
    if piece.values.cavalry:
        yield Fact("Cavalry bonus", str(piece.values.cavalry), "JDG 1.2.1")
    if counter.lost or counter.strayed:
        yield Fact("Losses", "X" * counter.lost + "/" * counter.strayed, "JDG 1.2.3", "X for good, / stragglers")
    if counter.strayed:
        back = recovery_odds(x.tables, counter.strayed).map(str)
        yield Fact("Stragglers who come back at rest", weighed(back), "JDG 5.5.4")
    if commanded(x, s, piece.side):
        yield Fact("Command", command.words(x, s, i), "JDG 4.6")
        yield Fact("Movement points", str(max(0, x.allowance(s, i))), "JDG 5.1")
    if counter.weary:
        part = Fraction(x.tables.quarters["fatigued attacker"], 4)
        yield Fact("Weary", f"counts {part} in an attack", "JDG 8.5")


def _hidden(x: Context, s: State, hex: int) -> Iterator[Card]:
    for box, side, number in s.unseen:
        if spot(x, box) == hex:
            facts = (Fact("Counters", str(number), "JDG 7.1", "units, leaders or dummies"),)
            yield Card(f"u{side}.{box}", "Face down", x.setting.side_names[side], side_colour(x, side), facts)


def _box(x: Context, s: State, hex: int) -> Card:
    return Card(
        f"b:{hex}",
        x.box(hex),
        x.network.places[hex].country.replace("-", " ").title(),
        "",
        tuple(_box_facts(x, s, hex)),
    )


def _box_facts(x: Context, s: State, hex: int) -> Iterator[Fact]:
    place = x.network.places[hex]
    yield Fact("Terrain", TERRAINS[place.terrain], "JDG 8.5")
    if place.fortress:
        big, small = x.setting.rooms(hex)
        yield Fact("Fortified city", f"room for {counted(big, 'unit')} and {counted(small, 'Detachment')}", "JDG 8.8")
    for box, points, whose in x.setting.goals:
        if box == hex:
            only = f" for the {x.setting.side_names[x.setting.sides.index(whose)]} alone" if whose else ""
            now, _ = scored(x, s, 0, box, points)
            note = "" if now == points else f"besieged: {counted(now, 'victory point')} for the besieger alone"
            yield Fact("Worth", f"{counted(points, 'victory point')}{only}", "JDG 9", note)
    if last := holder(s, hex):
        yield Fact("Last held by", f"the {x.setting.side_names[last - 1]}", "JDG 9")
    for box, side in s.works:
        if box == hex:
            yield Fact("Entrenched", f"by the {x.setting.side_names[side]}", "JDG 6.2")
    for siege in s.sieges:
        if siege.box == hex:
            what = "masked" if siege.masked else f"siege, stage {siege.stage}"
            yield Fact("Besieged", f"by the {x.setting.side_names[siege.side]}: {what}", "JDG 8.8")
    yield from _ways(x, s, hex)
    if place.printed:
        yield Fact("In the rules", place.printed)
    if place.modern:
        yield Fact("Today", place.modern)
    origin = x.network.origins.get(place.origin)
    if origin is not None:
        yield Fact("Where it lies", _KNOWN_BY[origin.kind], "", origin.note)


def _ways(x: Context, s: State, hex: int) -> Iterator[Fact]:
    """The connections of the box, each with what it costs now."""
    for there, link in x.setting.around[hex]:
        data = x.network.links[link]
        words = [f"{counted(x.cost(s, link), 'point')}"]
        if data.water:
            over = "bridge" if data.crossing == "bridge" else "ford"
            words.append(f"{over} over the {data.river}" if data.river else over)
        if link in x.barred(s):
            words.append("closed")
        yield Fact(f"To {x.box(there)}", ", ".join(words), "JDG 5.2", data.name)
    for door in x.network.doors[hex]:
        yield Fact(f"To {x.network.entries[door].name}", "off the map", "JDG 3.3")


# The roster (1.2.3, 4.1)


def roster(x: Context, s: State, seat: str | None) -> Sequence[Line]:
    """Both sides, one's own first: armies with points, leaders, units with X for losses and / for stragglers."""
    own = seat_side(x, seat)
    lines: list[Line] = []
    for side in (own, other(own)):
        lines.append(Line(f"side:{side}", f"The {x.setting.side_names[side]}", "", "", depth=-1))
        for n, army in enumerate(x.setting.armies):
            if army.side == side:
                lines += _army(x, s, n, own)
        lines += _rest(x, s, side)
    return lines


def _army(x: Context, s: State, n: int, own: int) -> list[Line]:
    army = x.army(n)
    all_of = [i for i, piece in enumerate(x.pieces) if piece.army == n]
    members = [i for i in all_of if s.counters[i].at not in (GONE, HIDDEN) and _counts(x, s, i)]
    if not members:
        return []
    strength = sum(s.counters[i].strength for i in members)
    points = s.points[army.budget] if army.budget < len(s.points) else 0
    detail = f"{strength} SP" + (f" · {counted(points, 'command point')}" if points > 0 else "")
    if any(s.counters[i].at == HIDDEN for i in all_of):
        detail = f"{strength} SP in sight"
    elif all(s.counters[i].at == WAITING for i in members):
        detail = "to come"
    head = Line(f"a:{n}", army.name, detail, side_colour(x, army.side))
    return [head, *(_line(x, s, i, own) for i in sorted(members, key=lambda i: (x.pieces[i].leader is None, i)))]


def _counts(x: Context, s: State, i: int) -> bool:
    """Whether a counter is in the game or comes into it: some come by an optional rule alone."""
    counter = s.counters[i]
    return counter.at != WAITING or counter.away or any(x.setting.number[p.id] == i for p, _ in expected(x, s))


def _coming(x: Context, s: State, i: int, own: int) -> tuple[str, int]:
    """When and where a counter arrives and how strong, as far as the order of battle says it; of the enemy's only that
    it is to come.
    """
    if x.sides[i] == own and not s.counters[i].away:
        for placed, due in expected(x, s):
            if x.setting.number[placed.id] != i:
                continue
            odds, where = coming_odds(x, placed), x.box(place_of(x, s, placed))
            chance = f": {percent(odds)} a turn" if odds < 1 else ""
            if due > s.turn:
                return f"due {short_name(x, due)}, {where}{chance}", strength_of(x, placed)
            if chance:
                return f"may come any turn, {where}{chance}", strength_of(x, placed)
    return "to come", 0


def _line(x: Context, s: State, i: int, own: int) -> Line:
    piece, counter = x.pieces[i], s.counters[i]
    hex, door, points = spot(x, counter.at), door_of(counter.at), counter.strength
    if counter.at == WAITING:
        where, points = _coming(x, s, i, own)
    else:
        where = f"{'before ' if door >= 0 else ''}{x.box(counter.at)}{', inside' if counter.inside else ''}"
    if piece.leader is not None:
        detail = f"{where} · command {piece.leader.command}"
        return Line(f"c{i}", f"{STARS} {piece.name}", detail, colour(x, i), STARS * piece.leader.rank, depth=1, hex=hex)
    marks = "X" * counter.lost + "/" * counter.strayed
    known = points or counter.at != WAITING
    strength = " · guns" if piece.kind == "artillery" else f" · {points} SP" if known else ""
    tag = "" if counter.contact == LED or not commanded(x, s, piece.side) or hex < 0 else "out of command"
    return Line(f"c{i}", piece.name, f"{where}{strength}{' ' + marks if marks else ''}", colour(x, i), tag,
                "late" if tag else "", 1, hex)  # fmt: skip


def _rest(x: Context, s: State, side: int) -> list[Line]:
    """Detachments and dummies in play, and what is face down."""
    lines = []
    for i, piece in enumerate(x.pieces):
        if piece.side == side and piece.army < 0 and s.counters[i].at not in (GONE, HIDDEN, SPARE, WAITING):
            lines.append(_line(x, s, i, side) if piece.values is not None else _dummy(x, s, i))
    unseen = [(box, number) for box, who, number in s.unseen if who == side]
    if unseen:
        total = sum(number for _, number in unseen)
        lines.append(Line(f"unseen:{side}", "Face down", counted(total, "counter"), side_colour(x, side)))
        lines += [
            Line(
                f"u:{side}:{box}",
                x.box(box),
                counted(number, "counter"),
                side_colour(x, side),
                depth=1,
                hex=spot(x, box),
            )
            for box, number in unseen
        ]
    return lines


def _dummy(x: Context, s: State, i: int) -> Line:
    at = s.counters[i].at
    return Line(f"c{i}", x.name(i), x.box(at), side_colour(x, x.sides[i]), "dummy", "", 1, spot(x, at))
