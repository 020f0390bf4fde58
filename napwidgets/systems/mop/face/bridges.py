"""37.10 and 37.11 on screen: pontoon trains and their bridges, spans that are gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from napwidgets.board.display import Card, Fact
from napwidgets.board.scene import Counter, Overlay
from napwidgets.kernel.system import Move
from napwidgets.systems.mop.bound import tables
from napwidgets.systems.mop.pontoons import GoPontoon, Lay, SendPontoon, TakeUp, full_mp, laid, name_of, pontoon_reach
from napwidgets.systems.mop.spans import Damage, Repair, is_bridge
from napwidgets.systems.mop.state import Pontoon, State
from napwidgets.systems.tactical.face.wording import half
from napwidgets.systems.tactical.ground.context import Context

#: All that is done with bridges of any kind stands apart from marches.
WORK = (Damage, Repair, Lay, TakeUp)
_ORDER = -14


def counters(x: Context, s: State, side: int) -> Iterator[Counter]:
    """The pontoon trains on the map, and the bridges they have laid."""
    for n, p in enumerate(s.pontoons):
        if p.hex >= 0:
            yield Counter(
                id=f"o:{n}",
                hex=p.hex,
                name="Pontoons",
                symbol="train",
                values="",
                nation=x.rules.colours[p.side],
                seat=x.setting.sides[p.side],
                title=what_it_is(x, p),
                marks=(("≍", what_it_is(x, p)),) if p.over >= 0 else (),
                spent=bool(p.spent) and p.side == side,
                order=_ORDER,
            )


def what_it_is(x: Context, p: Pontoon) -> str:
    """A pontoon train, or a bridge and where it leads."""
    return f"pontoon bridge to {x.place(p.over)}" if p.over >= 0 else "pontoon train"


def cards(x: Context, s: State, side: int, hex: int) -> Iterator[Card]:
    """The pontoons in a hex, or whose bridge leads to it, for the inspector."""
    for n, p in enumerate(s.pontoons):
        if p.hex >= 0 and hex in (p.hex, p.over):
            colours = x.rules.colours[p.side]
            yield Card(f"o:{n}", name_of(x, n), what_it_is(x, p), colours, tuple(_facts(x, s, side, n)))


def _facts(x: Context, s: State, side: int, n: int) -> Iterator[Fact]:
    p, figures = s.pontoons[n], tables(x).figures
    if p.over >= 0:
        more = half(figures["pontoon crossing"])
        yield Fact("Bridge", f"{x.place(p.hex)} to {x.place(p.over)}; {more} MP more off the road", "37.3.1")
    else:
        yield Fact("Movement", f"{half(full_mp(x, s, n))} MP{', has acted' if p.spent else ''}", "37.10")
    if p.side == side:
        told = f"March {x.place(p.target)}" if p.target >= 0 else "none"
        coming = f"; March {x.place(p.next)} from {x.setting.hour(p.due)}" if p.next >= 0 else ""
        yield Fact("Orders", f"{told}{coming}", "37.10")
    if not tables(x).sky(s.sky).builds:
        yield Fact("In this weather", "no bridge can be laid", "37.4")
    most = figures["pontoon captured up to"]
    yield Fact("If the enemy comes", f"captured on 1 to {most}, else destroyed", "37.10")


def place_of(move: Move) -> int:
    """The hex that a move with pontoons points at; -1 for any other move."""
    if isinstance(move, GoPontoon | Lay):
        return move.to
    return move.target if isinstance(move, SendPontoon) else -1


def costs(x: Context, s: State, p: int) -> Mapping[int, int]:
    """Half MPs to each hex that a pontoon train reaches."""
    able = 0 <= p < len(s.pontoons) and s.pontoons[p].hex >= 0 and s.pontoons[p].over < 0
    return pontoon_reach(x, s, p) if able else {}


def spanned(s: State) -> Iterator[Overlay]:
    """The pontoon bridges that lie over rivers, each on its way."""
    for a, b in laid(s):
        yield Overlay("pontoon", "A pontoon bridge", (a, b), ways=((a, b),))


def broken(printed: Context, s: State) -> tuple[Overlay, ...]:
    """The spans that are gone, each a cross on its way; not those in whose place a pontoon bridge lies."""
    found = []
    over = laid(s)
    for a, b in s.spans:
        if (a, b) in over:
            continue
        what = "bridge" if is_bridge(printed.board, a, b) else "trestle"
        found.append(Overlay("broken", f"The {what} is down", (a, b), ways=((a, b),)))
    return tuple(found)
