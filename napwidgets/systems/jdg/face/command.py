"""Who is in command, told alike on the cards, in the roster and at the command desk (4.3 to 4.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napwidgets.board.display import Line
from napwidgets.systems.jdg.command.administration import points_odds, supply
from napwidgets.systems.jdg.contact import contacts_of
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.face.pieces import seat_side
from napwidgets.systems.jdg.face.words import commanded, counted, side_colour
from napwidgets.systems.jdg.march import groups
from napwidgets.systems.jdg.state import ALONE, LED, LOOSE, State

_UNIT = {
    ALONE: "cut off: no line to any general",
    LOOSE: "with a general who is cut off",
    LED: "in command",
}
#: A general needs a line of his own to his commander-in-chief; that of another general is for units alone (4.3, 4.5).
_GENERAL = {ALONE: "no line to the commander-in-chief", LED: "general in command"}


def contact(x: Context, s: State, i: int) -> int:
    """How a counter stands to its commander-in-chief: as found for its side's turn (reading 21), else as lines run."""
    if commanded(x, s, x.sides[i]):
        return s.counters[i].contact
    return contacts_of(x, s, x.sides[i]).get(i, ALONE)


def words(x: Context, s: State, i: int) -> str:
    """What the card of a counter says of its command."""
    if x.pieces[i].leader is None:
        return _UNIT[contact(x, s, i)]
    return _UNIT[LED] if contact(x, s, i) == LED else _GENERAL[ALONE]


def desk(x: Context, s: State, seat: str | None) -> Sequence[Line]:
    """Each army of a seat with its points, its supply, and each box with what it costs to set it out, and why."""
    side = seat_side(x, seat)
    lines: list[Line] = []
    for n in x.live_armies(s, side):
        army = x.army(n)
        points = s.points[army.budget] if army.budget < len(s.points) else 0
        tag, tone = ("supplied", "good") if supply(x, s, n)[0] == "supplied" else ("cut off", "bad")
        left = counted(points, "command point") if points >= 0 else "points unseen"
        more = _coming(x, s, army.budget) if points >= 0 else ""
        lines.append(Line(f"a:{n}", army.name, f"{left} left{more}", side_colour(x, side), tag, tone))
        boxes = sorted({c.at for i, c in enumerate(s.counters) if c.at >= 0 and x.army_of(s, i) == n})
        lines += [_stack(x, s, n, box) for box in boxes]
    return lines


def _coming(x: Context, s: State, budget: int) -> str:
    """How many command points come in the next turn, at the least and at the most."""
    if s.turn >= x.setting.scenario.turns.count:
        return ""
    then = sorted(n for n, _ in points_odds(x, s, budget))
    return f"; next turn {then[0]} to {then[-1]}" if then[0] < then[-1] else f"; next turn {then[0]}"


def _stack(x: Context, s: State, n: int, box: int) -> Line:
    """The counters of an army in a box: who is in command and why not, what they cost (4.5, 4.6)."""
    side = x.army(n).side
    here = [i for i in x.afield(s, box, side) if x.army_of(s, i) == n]
    units = [i for i in here if x.pieces[i].leader is None]
    state = max((contact(x, s, i) for i in units or here), default=ALONE)
    detail = "; ".join(_why(x, s, n, here, state))
    if here and commanded(x, s, side):
        able = [i for i in here if not s.counters[i].moved and s.counters[i].spent < groups.ALL]
        price = f"{counted(groups.cost(x, s, able), 'point')} to set out" if able else "done for this turn"
        detail += f" · {price}"
    tag, tone = ("", "") if state == LED else ("out of command", "bad" if state == ALONE else "late")
    return Line(f"b:{box}", x.box(box), detail, side_colour(x, side), tag, tone, 1, box)


def _why(x: Context, s: State, n: int, here: Sequence[int], state: int) -> Iterator[str]:
    """How the units of a stack stand to their commander-in-chief, and how the general who takes them along does."""
    heads = x.leaders(here)
    if x.chief(s, n) in here:
        yield "with the commander-in-chief"
    elif heads and contact(x, s, heads[0]) == LED:
        yield _GENERAL[LED]
    else:
        if len(heads) < len(here):
            yield "units in command" if heads and state == LED else _UNIT[state]
        if heads and state != LOOSE:
            yield f"{x.name(heads[0])}: {_GENERAL[ALONE]}"
