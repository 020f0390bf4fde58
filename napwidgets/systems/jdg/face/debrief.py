"""The campaign looked back upon: turn by turn what happened, what history tells, what it cost, what was believed."""

from __future__ import annotations

from napwidgets.board.display import Chapter, Contrast, Debrief
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Event
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.face.goals import short_name
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import FRENCH, OTHER, State
from napwidgets.systems.looking_back import Turns, listed, retold, turn_by_turn
from napwidgets.systems.telling import counted

#: Kinds of events that are worth telling once more, and how many a turn.
TELLING = (
    "verdict", "captive", "armistice", "gone", "victory", "siege", "overrun", "meet", "guns", "arrival", "bridge",
    "entrench", "weather",
)  # fmt: skip
AT_MOST = 9
#: How many surprises are told.
SURPRISES = 12


def debrief(x: Context, game: Game) -> Debrief:
    """Everything, with all that was hidden."""
    turns = turn_by_turn(game)
    chapters = tuple(_chapter(x, *turn) for turn in turns)
    heads = ("Strength points lost, turn by turn", "Turn by turn, with what happened then")
    return Debrief(x.setting.scenario.debrief, chapters, _contrasts(x, turns), heads)


def _chapter(x: Context, turn: int, events: list[Event], games: list[Game]) -> Chapter:
    told = retold(events, listed(TELLING), AT_MOST)
    history = tuple(note.text for note in x.setting.scenario.history if note.turn == turn)
    lost = games[-1].state.lost
    losses = tuple((x.setting.side_names[side], lost[side]) for side in (FRENCH, OTHER))
    return Chapter(turn, short_name(x, turn), told, history, losses, str(x.setting.turn_date(turn)[0]))


def _contrasts(x: Context, turns: Turns) -> tuple[Contrast, ...]:
    """What each side saw at the end of a turn against what was there: boxes full of dummies, and armies unseen."""
    if not x.options.blind:
        return ()
    found: list[Contrast] = []
    for turn, _, games in turns:
        for side in (FRENCH, OTHER):
            box = _deceived(x, games[-1].state, side)
            if box is not None:
                found.append(_told(x, games[-1].state, turn, side, box))
    return tuple(found[:SURPRISES])


def _deceived(x: Context, s: State, side: int) -> int | None:
    """The box of a side's enemy where most counters were dummies, and none was real; else the strongest unseen."""
    stacks: dict[int, list[int]] = {}
    for i, counter in enumerate(s.counters):
        if x.sides[i] != side and counter.at >= 0 and not x.shown(s, i):
            stacks.setdefault(counter.at, []).append(i)
    hollow = [box for box, pieces in stacks.items() if all(x.pieces[i].dummy for i in pieces)]
    if hollow:
        return max(hollow, key=lambda box: (len(stacks[box]), -box))
    strong = {box: x.strength(s, pieces) for box, pieces in stacks.items()}
    best = max(strong, key=lambda box: (strong[box], -box), default=None)
    return best if best is not None and strong[best] >= 20 else None


def _told(x: Context, s: State, turn: int, side: int, box: int) -> Contrast:
    pieces = x.here(s, box, other(side))
    strength = x.strength(s, pieces)
    true = counted(strength, "strength point") if strength else "nothing but dummies"
    count = len(pieces)
    believed = f"{counted(count, 'counter')} face down at {x.box(box)}"
    return Contrast(x.setting.turn_name(turn), f"The {x.setting.side_names[side]}", believed, true)
