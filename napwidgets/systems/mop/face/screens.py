"""37.3.3, 37.6, 37.7 and 37.12 on screen: vedettes, dummies, improved positions, burning towns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from napwidgets.board.display import Card, Fact
from napwidgets.board.scene import Counter, Overlay
from napwidgets.kernel.system import Move
from napwidgets.systems.mop.approach import Feel
from napwidgets.systems.mop.bound import tables
from napwidgets.systems.mop.card_choices import Indicate
from napwidgets.systems.mop.cards import FIRE
from napwidgets.systems.mop.dummies import GoDummy, SetDummy
from napwidgets.systems.mop.fires import burning
from napwidgets.systems.mop.outposts import Skirmish
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.vedettes import GoVedette, name_of, ride_reach, side_of
from napwidgets.systems.tactical.core.state import DEAD
from napwidgets.systems.tactical.face.wording import half
from napwidgets.systems.tactical.ground.context import Context, counted


def vedettes(x: Context, s: State, side: int, acting: bool) -> Iterator[Counter]:
    """The vedettes that are out, as a seat's side sees them."""
    for v, vedette in enumerate(s.vedettes):
        if vedette.hex < 0:
            continue
        own = side_of(x, s, v) == side
        yield Counter(
            id=f"v:{v}",
            hex=vedette.hex,
            name=x.infos[vedette.unit].name,
            symbol="vedette",
            values=half(x.tables.limits["vedette"]),
            nation=x.infos[vedette.unit].nation,
            seat=x.setting.sides[side_of(x, s, v)],
            title="vedette",
            active=own and acting,
            spent=vedette.spent >= x.tables.limits["vedette"],
            order=5,
            berth="" if vedette.seen else "covered",
        )


def cards(x: Context, s: State, hex: int) -> Iterator[Card]:
    """The vedettes of a hex for the inspector."""
    for v, vedette in enumerate(s.vedettes):
        if vedette.hex == hex:
            left = half(max(0, x.tables.limits["vedette"] - vedette.spent))
            facts = (
                Fact("Movement left", f"{left} MP, through zones of control", "37.7"),
                Fact("Against vedettes", f"{tables(x).figures['vedette strength']} SP", "37.7"),
                Fact("Against others", "none: it rides off two hexes", "37.7"),
            )
            yield Card(f"v:{v}", name_of(x, s, v), "vedette", x.infos[vedette.unit].nation, facts)


def sent_out(s: State, u: int) -> str:
    """How many vedettes a unit has, and whether they are out."""
    mine = [k for k in s.vedettes if k.unit == u and k.hex != DEAD]
    out = sum(k.hex >= 0 for k in mine)
    return f"{counted(len(mine), 'vedette')}{f', {out} of them out' if out else ''}"


def dug(s: State) -> tuple[Overlay, ...]:
    """The improved positions."""
    return (Overlay("works", "Improved position", s.works),) if s.works else ()


def alight(x: Context, s: State) -> tuple[Overlay, ...]:
    """The towns that burn."""
    fires = burning(x, s)
    return (Overlay("blaze", "A burning town: a MP more to enter", fires),) if fires else ()


def place_of(move: Move) -> int:
    """The hex that one of the moves of 1814 points at; -1 for any other, and for work at spans, which stands in the
    list beside the ways of marching over them.
    """
    if isinstance(move, GoVedette | GoDummy):
        return move.to
    if isinstance(move, Skirmish):
        return move.target
    if isinstance(move, Indicate):
        return move.about if move.card == FIRE else -1
    return move.hex if isinstance(move, SetDummy | Feel) else -1


def costs(x: Context, s: State, v: int) -> Mapping[int, int]:
    """Half MPs to each hex that a vedette reaches."""
    return ride_reach(x, s, v) if 0 <= v < len(s.vedettes) and s.vedettes[v].hex >= 0 else {}
