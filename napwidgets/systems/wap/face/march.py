"""The pad of a march: which leaders, how much of each kind; where it can go with that, and what awaits it there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from napwidgets.board.display import Draft, Field, Spread, Target
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face.battle import ends_of, share
from napwidgets.systems.wap.face.words import counted
from napwidgets.systems.wap.forces import KINDS, NONE, Count
from napwidgets.systems.wap.ground import attacks_neutral, enemies_at, layout, strength
from napwidgets.systems.wap.land import field
from napwidgets.systems.wap.land.attrition import at_next, toll
from napwidgets.systems.wap.land.columns import Column, checked, free_troops, reach_of, weak, why_not_leader
from napwidgets.systems.wap.land.marching import MovementPhase, go
from napwidgets.systems.wap.land.muster import engage
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import NEUTRAL, State

if TYPE_CHECKING:
    from napwidgets.systems.wap.engine import Campaign as Engine

_KINDS = tuple(KINDS.values())
_YES = (("0", "no"), ("1", "yes"))


def march(
    engine: Engine, s: State, seat: str, step: MovementPhase, subject: str, values: Mapping[str, str]
) -> Draft | None:
    """The form of a march with what is filled in; by default the whole force goes."""
    x: Context = engine.context
    whole = step.column(x, s, subject)
    if whole is None:
        return None
    leaders = [i for i in x.leaders_at(s, whole.start) if why_not_leader(x, s, step.seat, i) is None]
    free = free_troops(x, s, step.seat, whole.start)
    going = tuple(sorted(i for i in leaders if _ticked(values, f"lead:{i}", i in whole.leaders)))
    take = _take(values, free, dict(whole.take))
    fields = _fields(x, leaders, going, free, dict(take))
    form = Draft((), title=f"March from {x.board.title(whole.start)}", verb="March", targets=())
    try:
        column = checked(x, s, step.seat, m.March(whole.start, whole.start, going, take))
    except IllegalMove as refusal:
        return replace(form, fields=tuple(fields), why=refusal.why, why_cites=refusal.cites)
    targets = tuple(aims(x, s, column))
    where = values.get("where", "")
    fields.insert(0, Field("where", "Where to", _places(x, targets), where if where.isdecimal() else ""))
    left = f"{counted(column.points, 'strength point')}, {counted(column.pace, 'movement point')}"
    form = replace(form, fields=tuple(fields), targets=targets, left=left)
    target = next((t for t in targets if str(t.hex) == where), None)
    if target is None:
        return replace(form, why="Click a lit hex, or choose one in the list.")
    return replace(form, move=target.move, chances=_awaits(x, s, step, column, target), arrival=_note(target))


def _ticked(values: Mapping[str, str], id: str, default: bool) -> bool:
    return values[id] == "1" if id in values else default


def _take(
    values: Mapping[str, str], free: Mapping[int, Count], default: Mapping[int, Count]
) -> tuple[tuple[int, Count], ...]:
    found = []
    for nation, there in sorted(free.items()):
        usual = default.get(nation, NONE)
        count = []
        for kind, most in enumerate(there):
            text = values.get(f"n:{nation}:{kind}", "")
            count.append(min(int(text), most) if text.isdecimal() and len(text) < 4 else usual[kind])
        if any(count):
            found.append((nation, tuple(count)))
    return tuple(found)


def _fields(
    x: Context, leaders: list[int], going: tuple[int, ...], free: Mapping[int, Count], take: Mapping[int, Count]
) -> list[Field]:
    found = [Field(f"lead:{i}", x.setting.leaders[i].called, _YES, "1" if i in going else "0") for i in leaders]
    for nation, there in sorted(free.items()):
        for kind, most in enumerate(there):
            if most:
                value = str(take.get(nation, NONE)[kind])
                whose = f"{NATIONS[nation]}: " if len(free) > 1 else ""
                label = f"{whose}{_KINDS[kind]} of {most}"
                found.append(Field(f"n:{nation}:{kind}", label, value=value, low=0, high=most))
    return found


def aims(x: Context, s: State, column: Column) -> list[Target]:
    """Where a force can march, what it costs, and where it meets an enemy or attacks a neutral."""
    now, found = layout(x, s), []
    over, reach = weak(x, s, column.points, s.segment), reach_of(x, s, column)
    for hex, cost in sorted(reach.cost.items()):
        if hex == column.start:
            continue
        tone = ""
        if s.segment != NEUTRAL and hex in now.foes[s.segment]:
            tone = "overrun" if hex in over else "attack"
        elif attacks_neutral(x, s, column.start, hex):
            tone = "attack on a neutral"
        move = m.March(column.start, hex, column.leaders, column.take)
        found.append(Target(hex, move, str(cost), tone, (column.start, *reach.way(hex))))
    return found


def _places(x: Context, targets: tuple[Target, ...]) -> tuple[tuple[str, str], ...]:
    """Destinations as a list: cities by name, then the other hexes by number."""
    named = sorted(targets, key=lambda t: (t.hex not in x.board.city_at, x.board.title(t.hex)))
    words = [(str(t.hex), f"{x.board.title(t.hex)}, {t.note} MP{f', {t.tone}' if t.tone else ''}") for t in named]
    return (("", "choose, or click"), *words)


def _note(target: Target) -> str:
    return counted(int(target.note), "movement point") + (f": {target.tone}" if target.tone else "")


def _awaits(x: Context, s: State, step: MovementPhase, column: Column, target: Target) -> Spread | None:
    """What awaits a force at the end of a march, if everything stays as it is then: a battle, or attrition."""
    after = go(x, s.pop(), step.seat, column, reach_of(x, s, column).way(target.hex), [])
    if strength(after, enemies_at(after, layout(x, after), target.hex, after.segment)):
        return _met(x, after, target)
    then = at_next(x, after, after.segment)
    if then is None:
        return None
    lost = toll(x, then, target.hex, then.segment).lost
    if lost[0] == 1:
        return None
    shares = tuple(share(f"{n} SP", chance, "bad" if n else "good") for n, chance in sorted(lost))
    title = f"What attrition takes of all there in {x.setting.month_name(then.turn)}"
    return Spread(title, shares, "exact", "WAP base rules G")


def _met(x: Context, after: State, target: Target) -> Spread:
    """What comes of the battle at the end of a march, if it is fought as things stand then."""
    ends = ends_of(x, after, target.hex, engage(x, after, target.hex, after.segment))
    won = ends.chance(lambda end: end.gave == field.DEFEND)
    lost = ends.chance(lambda end: end.gave == field.ATTACK)
    shares = (share("they give way", won, "good"), share("neither", 1 - won - lost, "late"),
              share("you give way", lost, "bad"))  # fmt: skip
    return Spread("The battle there, in the open", tuple(p for p in shares if p.chance), "exact", "WAP base rules O")
