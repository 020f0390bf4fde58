"""When it is, and who is still to come: the hours of a battle and the words for units off the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from napwidgets.board.display import Hour
from napwidgets.kernel.odds import percent
from napwidgets.systems.tactical.core.state import AFAR, State
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.moving.reinforcements import coming_odds, entry_of
from napwidgets.systems.telling import in_order


def due(x: Context, view: State, units: Sequence[int]) -> str:
    """When and where units come, or that they wait at the edge of the map because nobody has led them in (9)."""
    waiting = [u for u in units if x.due(view, u)]
    if waiting:
        return f"waiting to enter at {x.board.title(entry_of(x, view, waiting[0]))}"
    groups = {x.setting.arrival_group[u] for u in units if u in x.setting.arrival_group}
    coming = [(*x.rules.schedule(x, view, group)[:2], group) for group in groups]
    if not coming:
        return "off map"
    turn, entry, first = min(coming)
    if any(view.units[u].hex == AFAR for u in units):
        each = percent(coming_odds(x, view, first))
        return f"may come from {x.setting.hour(turn)} on, at {x.board.title(entry)}: {each} a turn"
    when = x.rules.dated(x, view, first)
    hour = x.setting.hour(turn) if when is None else f"at {in_order(when, x.setting.hour)},"
    return f"off map · due {hour} at {x.board.title(entry)}"


def hours(x: Context, view: State, kind: Callable[[int], str]) -> list[Hour]:
    """Every turn with the groups that it brings; ``kind`` says what sort of hour one is."""
    setting, found = x.setting, []
    for turn in range(1, setting.scenario.turns.count + 1):
        notes = tuple(
            f"{'perhaps ' if g.chance else ''}{g.label or 'Reinforcements'} at {g.entry}"
            for g in setting.scenario.reinforcements
            if g.turn == turn
        )
        label = setting.hour(turn)
        short = label if turn in (1, view.turn) else label.removesuffix(" PM").removesuffix(" AM")
        found.append(Hour(turn, short, kind(turn), notes, label if short != label else ""))
    return found
