"""37.9 and 37.10 on screen: baggage trains, supply sources, and who is fed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from napwidgets.board.display import Card, Fact, Line
from napwidgets.board.scene import Counter, Overlay
from napwidgets.systems.mop.bound import scenario
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.supply import roads, sources, unsupplied, within
from napwidgets.systems.mop.trains import command_of, full_mp, side_of, train_reach
from napwidgets.systems.tactical.core.state import DEAD, EXITED, OFF
from napwidgets.systems.tactical.face.wording import half
from napwidgets.systems.tactical.ground.context import Context, counted

#: The sign of a train that no supply reaches, and of a unit that goes without.
CUT = "✂"
_ORDER = -15


def seat_side(x: Context, seat: str | None) -> int:
    """The side of a seat, -1 for nobody's."""
    return x.setting.sides.index(seat) if seat in x.setting.sides else -1


def nation_of(x: Context, t: int) -> str:
    """The colours of a train: those of most of the men it feeds."""
    nations = [x.infos[u].nation for u in x.setting.commands[command_of(x, t)].units]
    return max(sorted(set(nations)), key=nations.count, default=x.rules.colours[side_of(x, t)])


def feeds(x: Context, s: State, t: int) -> bool:
    """Whether a train is on a road or trail that leads to a supply source (37.9)."""
    return s.trains[t].hex in roads(x, s, side_of(x, t))


def counters(x: Context, s: State, seat: str | None) -> Iterator[Counter]:
    """The trains on the map, those of the seat that are cut off marked."""
    side = seat_side(x, seat)
    linked = roads(x, s, side) if side >= 0 else set()
    for t, train in enumerate(s.trains):
        if train.hex < 0:
            continue
        cut = side_of(x, t) == side and train.hex not in linked
        yield Counter(
            id=f"b:{t}",
            hex=train.hex,
            # Its colours tell the nation, and its caption has room for a dozen letters.
            name=x.setting.commands[command_of(x, t)].name.removeprefix(f"{x.rules.nations[nation_of(x, t)]} "),
            symbol="train",
            values="",
            nation=nation_of(x, t),
            seat=scenario(x).trains[t].side,
            title="baggage train",
            marks=((CUT, "cut off: feeds nobody"),) if cut else (),
            spent=bool(train.spent),
            order=_ORDER,
        )


def costs(x: Context, s: State, t: int) -> Mapping[int, int]:
    """Half MPs to each hex that a train reaches."""
    return train_reach(x, s, t) if 0 <= t < len(s.trains) and s.trains[t].hex >= 0 else {}


def card(x: Context, s: State, seat: str | None, t: int) -> Card:
    """A train for the inspector: whom it feeds, whether it does, how far it comes."""
    train, data = s.trains[t], scenario(x).trains[t]
    side, info = side_of(x, t), x.setting.commands[command_of(x, t)]
    facts = [Fact("Movement", f"{half(full_mp(x, s, t))} MP{', moved' if train.spent else ''}", "37.10")]
    if side == seat_side(x, seat):
        here = [u for u in info.units if s.units[u].hex >= 0]
        if not feeds(x, s, t):
            facts.append(Fact("Feeds its corps", "no: no road or trail leads from here to a supply source", "37.9"))
        else:
            near = within(x, s, [train.hex], side)
            fed = sum(s.units[u].hex in near for u in here)
            facts.append(Fact("Feeds its corps", f"yes: {fed} of {counted(len(here), 'unit')} in reach", "37.9"))
    worth = x.tables.limits["train points"]
    facts.append(Fact("Lost if the enemy comes", counted(worth, "point"), "37.10"))
    return Card(f"b:{t}", data.name, "baggage train", nation_of(x, t), tuple(facts))


def lines(x: Context, s: State, c: int, foe: bool) -> Iterator[Line]:
    """The trains of a formation for the roster."""
    for t, train in enumerate(s.trains):
        if command_of(x, t) != c or (foe and train.hex == OFF):
            continue
        entry = scenario(x).trains[t].entry
        gone = {DEAD: "taken", EXITED: "has left the map"}
        where = x.board.label(train.hex) if train.hex >= 0 else gone.get(train.hex, f"enters at {entry}")
        if train.hex >= 0 and not foe:
            where += "" if feeds(x, s, t) else f" · {CUT} cut off"
        yield Line(f"b:{t}", "Baggage train", where, nation_of(x, t), depth=1, hex=train.hex)


def depots(x: Context) -> tuple[Overlay, ...]:
    """The supply sources of both sides, which always lie on the map (37.9)."""
    found = []
    for side, data in enumerate(scenario(x).sides):
        hexes = tuple(sorted(x.board.number(name) for name in data.sources))
        if hexes:
            found.append(Overlay("source", f"Supply source, {data.name}", hexes, nation=x.rules.colours[side]))
    return tuple(found)


def supply(x: Context, s: State, side: int) -> Overlay:
    """Where a side's troops are fed now, the roads that lead to its sources, and who would go without (37.9)."""
    linked = roads(x, s, side)
    mine = [t for t, train in enumerate(s.trains) if side_of(x, t) == side and train.hex in linked]
    fed = within(x, s, sources(x, s, side), side).union(*(within(x, s, [s.trains[t].hex], side) for t in mine))
    ways = tuple((h, n) for h in sorted(linked) for n in x.setting.linked[h] if h < n and n in linked)
    bare = tuple(sorted({s.units[u].hex for u in unsupplied(x, s, side)}))
    hungry = (Overlay("hungry", "Out of supply at the next check", bare),) if bare else ()
    name = scenario(x).sides[side].name
    return Overlay("supply", f"Supply of the {name}", tuple(sorted(fed)), ways=ways, more=hungry)


def fed_words(x: Context, s: State, u: int) -> str:
    """Whether a unit is in supply: by the last check, and as it stands now."""
    side = x.infos[u].side
    now = u in unsupplied(x, s, side) if s.units[u].hex > OFF else False
    if u in s.starved:
        return "no" if now else "no, until the next check"
    return "yes, but not at the next check" if now else "yes"
