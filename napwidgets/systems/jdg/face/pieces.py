"""What stands on the map: counters face up or down, flags, works, sieges, bridges; lines of communication, reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napwidgets.board.scene import Counter, Overlay, Scene
from napwidgets.systems.jdg.boxes import holder
from napwidgets.systems.jdg.combat.guns import battles
from napwidgets.systems.jdg.command.administration import way_of_supply
from napwidgets.systems.jdg.contact import contacts_of
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.face.words import colour, commanded, side_colour, spot, symbol, values
from napwidgets.systems.jdg.march import groups
from napwidgets.systems.jdg.march.marching import Marching
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import ALONE, LED, LOOSE, State, door_of
from napwidgets.systems.jdg.step import Choice
from napwidgets.systems.jdg.teams import seat_of
from napwidgets.systems.telling import counted

_CONTACT = {ALONE: ("○", "cut off from every general"), LOOSE: ("◐", "with a general who is cut off")}


def seat_side(x: Context, seat: str | None) -> int:
    """The side that a seat looks with; a spectator looks with the first."""
    return x.setting.seat_side[x.setting.seats.index(seat)] if seat in x.setting.seats else 0


def scene(x: Context, s: State, acting: Sequence[str]) -> Scene:
    """All counters and what always stands on the map."""
    lit = set(acting)
    known = [c for i in range(len(s.counters)) for c in _counter(x, s, i, lit)]
    return Scene((*known, *_unseen(x, s), *_forces(x, s)), tuple(_standing(x, s)))


def _counter(x: Context, s: State, i: int, lit: set[str]) -> Iterator[Counter]:
    counter, piece = s.counters[i], x.pieces[i]
    place = spot(x, counter.at)
    if place < 0:
        return
    marks: list[tuple[str, str]] = []
    if door_of(counter.at) >= 0:
        marks.append(("→", f"comes in from {x.box(counter.at)}"))
    if counter.inside:
        marks.append(("⛨", "inside the city"))
    if counter.weary:
        marks.append(("z", "weary from a forced march"))
    if piece.values is not None and commanded(x, s, piece.side) and counter.contact < LED:
        marks.append(_CONTACT[counter.contact])
    if piece.dummy:
        marks.append(("?", "a dummy"))
    elif x.options.blind and x.shown(s, i):
        marks.append(("◉", "seen by the enemy"))
    rank = piece.leader.rank if piece.leader is not None else 0
    yield Counter(
        id=f"c{i}",
        hex=place,
        name=piece.name,
        symbol=symbol(x, i),
        values=values(x, s, i),
        nation=colour(x, i),
        seat=x.setting.seats[seat_of(x, s, i)],
        title=_title(x, s, i),
        lost=min(9, counter.lost + counter.strayed),
        marks=tuple(marks[:3]),
        active=f"c{i}" in lit,
        spent=counter.moved,
        order=(100 + counter.strength * 4) if piece.values is not None else rank,
        berth=_berth(x, s, place, piece.side),
    )


def _berth(x: Context, s: State, place: int, side: int) -> str:
    """Where both sides stand in a box, the first lies to the west of the other."""
    count = x.layout(s).count
    return ("west", "east")[side] if place in count[0] and place in count[1] else ""


def _title(x: Context, s: State, i: int) -> str:
    piece, counter = x.pieces[i], s.counters[i]
    if piece.leader is not None:
        lead = piece.leader
        return f"command {lead.command}, tactical bonus {lead.tactical}, rank {lead.rank}"
    if piece.values is None:
        return "stands for nothing"
    v = piece.values
    guns = f", artillery {v.artillery}" if v.artillery else ""
    horse = f", cavalry {v.cavalry}" if v.cavalry else ""
    if piece.kind == "artillery":
        return f"reserve artillery, bonus {v.artillery}"
    return f"{counted(counter.strength, 'strength point')}, cohesion {v.cohesion}{guns}{horse}"


def _unseen(x: Context, s: State) -> Iterator[Counter]:
    """Counters that lie face down, as many as there are."""
    for box, side, number in s.unseen:
        place = spot(x, box)
        for n in range(0 if _is_force(x, s, box, side) else number):
            yield Counter(
                id=f"u{side}.{place}.{n}" if box >= 0 else f"u{side}.e{-box}.{n}",
                hex=place,
                name="face down",
                symbol="unknown",
                values="?",
                nation=side_colour(x, side),
                seat=x.setting.sides[side],
                title="face down: a unit, a leader or a dummy",
                order=50,
                berth=_berth(x, s, place, side),
            )


def _is_force(x: Context, s: State, box: int, side: int) -> bool:
    """Whether a side's counters in a box are so many that a Force marker stands for them (7.2, reading 26)."""
    least = x.tables.all["force-markers"].number("stands for more than")
    return x.options.force_markers and x.layout(s).count[side].get(box, 0) > least


def _forces(x: Context, s: State) -> Iterator[Counter]:
    """The Force markers, on top of what their owner knows to lie beneath."""
    for side, boxes in enumerate(x.layout(s).count):
        for box, number in boxes.items():
            if _is_force(x, s, box, side):
                yield Counter(
                    id=f"f{side}.{box}",
                    hex=box,
                    name="Force",
                    symbol="force",
                    values=f"×{number}",
                    nation=side_colour(x, side),
                    seat=x.setting.sides[side],
                    title=f"{number} counters under one marker",
                    order=1000,
                    berth=_berth(x, s, box, side),
                )


def _standing(x: Context, s: State) -> Iterator[Overlay]:
    # A besieged city scores nothing for whoever holds it (Germany 1813 9).
    shut = {siege.box for siege in s.sieges} if x.setting.scenario.besieged_counts else set[int]()
    for side in (0, 1):
        flags = tuple(box for box, points, who in x.setting.goals if holder(s, box) == side + 1)
        if flags:
            notes = tuple(
                (box, f"{points} VP") for box, points, _ in x.setting.goals if box in flags and box not in shut
            )
            yield Overlay("flag", f"held by the {x.setting.side_names[side]}", flags, notes, side_colour(x, side))
    nobody = tuple(box for box, _, _ in x.setting.goals if not holder(s, box))
    if nobody:
        yield Overlay(
            "goal",
            "scores for whoever holds it",
            nobody,
            tuple((b, f"{p} VP") for b, p, _ in x.setting.goals if b in nobody),
        )
    if s.works:
        yield Overlay("works", "entrenched", tuple(box for box, _ in s.works))
    if s.sieges:
        yield Overlay("siege", "besieged", tuple(siege.box for siege in s.sieges))
    fights = tuple(box for box in battles(x, s) if box not in s.fought)
    if fights:
        yield Overlay("battle", "a battle", fights)
    for link in s.cut:
        yield Overlay("cut", "bridge destroyed", (x.network.links[link].a, x.network.links[link].b))
    for link, _ in s.pontoons:
        yield Overlay("pontoon", "pontoon bridge", (x.network.links[link].a, x.network.links[link].b))
    top = s.agenda[-1] if s.agenda else None
    at = spot(x, top.about(x, s)) if isinstance(top, Choice) else -1
    if at >= 0:
        yield Overlay("here", "This is being decided", (at,))


# Overlays that a player switches on


def overlay(x: Context, s: State, seat: str | None, kind: str, hex: int) -> Overlay:
    """``command``: how far the lines of communication of one's chiefs and generals come; ``supply``: the way to each
    army's source; ``reach``: how far what stands in ``hex`` comes.
    """
    side = seat_side(x, seat)
    if kind == "command":
        return _command(x, s, side)
    if kind == "supply":
        return _supply(x, s, side)
    return _reach(x, s, side, hex)


def _command(x: Context, s: State, side: int) -> Overlay:
    found: dict[int, int] = {}
    contacts = contacts_of(x, s, side)
    for i, contact in contacts.items():
        if x.pieces[i].leader is not None and contact == LED:
            for box, (far, _) in x.lines_from(s, s.counters[i].at, side).items():
                found[box] = min(far, found.get(box, 99))
    notes = tuple((box, str(far)) for box, far in sorted(found.items()) if far)
    return Overlay("command", "In command: lines of communication", tuple(sorted(found)), notes)


def _supply(x: Context, s: State, side: int) -> Overlay:
    """The shortest way from each commander-in-chief to a source of supply, box by box."""
    boxes: list[int] = []
    for n in x.live_armies(s, side):
        at = s.counters[x.chief(s, n)].at
        way = way_of_supply(x, s, at, x.army(n).sources, x.forces(s, other(side))) if at >= 0 else []
        boxes += [*way, -1] if way else []
    return Overlay("supply", "Lines of supply", tuple(boxes))


def _reach(x: Context, s: State, side: int, hex: int) -> Overlay:
    here = [i for i in x.here(s, hex, side) if s.counters[i].at == hex]
    if not here:
        return Overlay("reach", "Reach", ())
    pieces = groups.strongest(x, s, [i for i in here if x.pieces[i].leader is None]) or tuple(here)
    force = Marching(side, pieces, hex, hex, groups.points(x, s, pieces, False))
    ways = force.ways(x, s)
    notes = tuple((box, str(far)) for box, (far, _) in sorted(ways.items()) if far)
    return Overlay("reach", "Reach in one march", tuple(sorted(ways)), notes)
