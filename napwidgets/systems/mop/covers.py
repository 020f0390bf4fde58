"""37.6. Hidden forces: stacks under cover, and when they come to light.

A unit is under cover until somebody of the other side sees it when a segment begins. A hex is covered while all who
stand in it are; the other side sees a cover there and no more. What is covered has no zone of control, is no target,
and strikes at nobody who passes.

Readings 15 to 19 of docs/rules/mop.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from napwidgets.board.sight import extended_line
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Event
from napwidgets.systems.mop.state import State, Vedette
from napwidgets.systems.mop.telling import say
from napwidgets.systems.tactical.core.arms import HORSE
from napwidgets.systems.tactical.core.state import AWAY, OFF, UNSEEN, Unit
from napwidgets.systems.tactical.core.step import Step
from napwidgets.systems.tactical.ground.context import Context, Log
from napwidgets.systems.tactical.ground.setting import Setting

#: A cover as everybody sees it: the side and the hex.
Cover = tuple[int, int]


def hides(s: State) -> tuple[object, ...]:
    """What of a position says who is under cover."""
    return s.hidden, s.decoys, s.vedettes


def covers(setting: Setting, s: State) -> tuple[Cover, ...]:
    """All covers on the map, those of dummies among them: what `Layout.covered` is made of."""
    hidden, infos = set(s.hidden), setting.units
    stood = {unit.hex for unit in s.units}
    open_ = {unit.hex for u, unit in enumerate(s.units) if u not in hidden}
    found = {(infos[u].side, s.units[u].hex) for u in hidden if s.units[u].hex >= 0 and s.units[u].hex not in open_}
    screens = {(infos[k.unit].side, k.hex) for k in s.vedettes if k.hex >= 0 and not k.seen and k.hex not in stood}
    # Where somebody stands in the open there is nothing left to guess.
    return tuple(sorted({*found, *screens, *(decoy for decoy in s.decoys if decoy[1] not in open_)}))


def eyes(x: Context, s: State, side: int) -> list[tuple[int, int]]:
    """From where a side looks out for covers, and how far: units and leaders; from a height, and near a leader on one,
    farther (37.6).
    """
    sky = x.weather(s)
    near = min(x.tables.limits["sight of covers"], sky.sight)
    far = max(near, sky.far)
    high = [i.hex for n, i in enumerate(s.leaders) if x.setting.leader_side[n] == side and i.hex >= 0]
    found = [(h, far if x.setting.high[h] else near) for h in high]
    found += [(k.hex, near) for k in s.vedettes if k.hex >= 0 and x.infos[k.unit].side == side]
    posts = [h for h in high if x.setting.high[h]]
    for h, units in x.ground.layout(s).at.items():
        if x.infos[units[0]].side == side:
            found.append((h, far if posts and _near_post(x, s, units, posts) else near))
    return found


def _near_post(x: Context, s: State, units: Sequence[int], posts: Iterable[int]) -> bool:
    """Whether a unit stands within its own movement of a leader on a height."""
    h = s.units[units[0]].hex
    most = max(x.infos[u].mp for u in units)
    return any(x.ground.march_cost(post, (h,), HORSE).get(h, most + 1) <= most for post in posts)


def seen(x: Context, h: int, looks: Iterable[tuple[int, int]]) -> bool:
    """Whether a hex is seen: beside somebody who looks out, or in his sight."""
    row = x.board.distances[h]
    return any(row[a] <= 1 or (row[a] <= far and extended_line(x.board, a, h, far)) for a, far in looks)


class Look(Step, frozen=True, tag="look"):
    """Everybody looks out: what is seen is turned over, what is seen no more goes under cover (37.6)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return look(x, s.pop(), log)


def look(x: Context, s: State, log: Log) -> State:
    """The position once both sides have looked out."""
    before, shown = set(s.hidden), set[int]()
    looks = [eyes(x, s, side) for side in (0, 1)]
    for h, units in x.ground.layout(s).at.items():
        side = x.infos[units[0]].side
        if seen(x, h, looks[1 - side]):
            shown.update(units)
            if before.issuperset(units):
                say(log, "revealed", found_at(x, h, units), "37.6", hexes=(h,), units=units)
    vedettes = []
    for k in s.vedettes:
        spotted = k.hex >= 0 and seen(x, k.hex, looks[1 - x.infos[k.unit].side])
        if spotted and not k.seen:
            told = f"At {x.place(k.hex)}: a vedette of {x.infos[k.unit].name}."
            say(log, "revealed", told, "37.7", hexes=(k.hex,))
        vedettes.append(replace(k, seen=int(spotted)))
    decoys = []
    for side, h in s.decoys:
        if seen(x, h, looks[1 - side]):
            say(log, "dummy", f"At {x.place(h)}: nobody, only a dummy.", "37.6", hexes=(h,))
        else:
            decoys.append((side, h))
    hidden = tuple(u for u in range(len(s.units)) if u not in shown)
    for side in (0, 1):
        lost = [u for u in x.setting.of_side[side] if s.units[u].hex >= 0 and u not in before and u not in shown]
        if lost:
            text = f"Out of sight again: {x.unit_names(lost).rstrip('.')}."
            say(log, "covered", text, "37.6", units=lost)
    return replace(s, hidden=hidden, decoys=tuple(decoys), vedettes=tuple(vedettes))


def found_at(x: Context, h: int, units: Sequence[int]) -> str:
    """Who comes to light in a hex; some names end with a full stop of their own."""
    return f"At {x.place(h)}: {x.unit_names(units).rstrip('.')}."


def shown(x: Context, s: State, units: Sequence[int], log: Log) -> State:
    """Units that fire or charge show themselves, and who stands with them."""
    at, told = x.ground.layout(s).at, set[int]()
    for h in sorted({s.units[u].hex for u in units}):
        there = at.get(h, ())
        if there and set(s.hidden).issuperset(there):
            say(log, "revealed", found_at(x, h, there), "37.6", hexes=(h,), units=there)
        told.update(there)
    return replace(s, hidden=tuple(u for u in s.hidden if u not in told))


def masked(x: Context, full: State, view: State, side: int | None) -> State:
    """A view of the rest with what covers hide taken out: units, their leaders, and which covers are dummies."""
    layout = x.ground.layout(full)
    theirs = {h for h in layout.covered if layout.side[h] != side}
    own = set(x.setting.of_side[side]) if side is not None else set[int]()
    leaders = tuple(
        replace(i, hex=OFF, spent=0, moved=False) if i.hex in theirs and x.setting.leader_side[n] != side else i
        for n, i in enumerate(view.leaders)
    )
    units = tuple(
        Unit(UNSEEN, x.infos[u].steps) if unit.hex in theirs or (unit.hex == AWAY and u not in own) else unit
        for u, unit in enumerate(full.units)
    )
    return replace(
        view,
        units=units,
        leaders=leaders,
        hidden=tuple(u for u in full.hidden if u in own),
        vedettes=tuple(k if k.unit in own or k.seen else Vedette(k.unit) for k in full.vedettes),
        decoys=(*(d for d in full.decoys if d[0] == side), *sorted((layout.side[h], h) for h in theirs)),
        starved=tuple(u for u in full.starved if u in own),
        weary=tuple(w for w in full.weary if x.setting.commands[w[0]].side == side),
        faced=tuple((u, beside) for u, beside in view.faced if units[u].hex != UNSEEN),
    )


def quiet(x: Context, before: State, after: State, log: Log, start: int) -> None:
    """Keep to their own side what is told from ``start`` on of units that are under cover and stay there."""
    hidden = set(before.hidden) & set(after.hidden)
    for n in range(start, len(log)):
        event: Event = log[n]
        if event.units and not event.to and hidden.issuperset(event.units):
            sides = {x.infos[u].side for u in event.units}
            log[n] = replace(event, to=tuple(x.setting.seat(side) for side in sorted(sides)))
