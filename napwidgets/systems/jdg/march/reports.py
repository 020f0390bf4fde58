"""How a march is told: to its own side by name, to the other by how many go; one sentence for the whole way."""

from __future__ import annotations

from collections.abc import Iterable

from napwidgets.systems.jdg.context import Context, Log, names, say, several
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import State, door_of
from napwidgets.systems.telling import counted


def march_of(x: Context, s: State, pieces: Iterable[int], came: int, box: int, log: Log) -> None:
    """Tell a step of a march; it joins the steps before it, so that a way is one sentence."""
    taken = list(pieces)
    side = x.sides[taken[0]]
    own, foe = x.setting.table(side), x.setting.table(other(side))
    named = names([x.name(i) for i in taken])
    if all(x.shown(s, i) for i in taken):
        _tell(x, log, named, (), came, box)
    else:
        _tell(x, log, named, own, came, box)
        _tell(x, log, counted(len(taken), "counter"), foe, came, box, again=True)


def _tell(x: Context, log: Log, told: str, to: tuple[str, ...], came: int, box: int, again: bool = False) -> None:
    hexes, door = _so_far(log, to, came)
    way = [*(hexes or ([came] if came >= 0 else [])), box]
    door = door_of(came) if door < 0 else door
    if door >= 0:
        goes, rest = "come" if several(x, told) else "comes", f"in from {x.network.entries[door].name}"
    else:
        goes, rest = "march" if several(x, told) else "marches", f"from {x.box(way[0])}"
    through = [x.box(h) for h in (way[:-1] if door >= 0 else way[1:-1])]
    by = f" by {names(through)}" if through else ""
    say(log, "march", f"{told} {goes} {rest}{by} to {x.box(box)}.", "5.3", to=to, hexes=way, door=door, again=again)


def _so_far(log: Log, to: tuple[str, ...], came: int) -> tuple[tuple[int, ...], int]:
    """The way up to ``came`` as it has just been told to the same seats, and by which door it began; taken back."""
    for n in range(len(log) - 1, max(-1, len(log) - 3), -1):
        event = log[n]
        if event.kind == "march" and event.to == to and event.hexes[-1:] == (came,):
            del log[n]
            return event.hexes, int(event.data["door"])
        if event.kind != "march":
            break
    return (), -1
