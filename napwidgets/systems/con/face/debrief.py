"""The campaign looked back upon: turn by turn what happened, what history tells, what it cost, what was believed."""

from __future__ import annotations

from napwidgets.board.display import Chapter, Contrast, Debrief
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Event
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.face.goals import short_name
from napwidgets.systems.con.muster import group
from napwidgets.systems.con.state import FRENCH, OTHER, State
from napwidgets.systems.looking_back import Turns, listed, retold, turn_by_turn

#: Kinds of events that are worth telling once more, and how many a turn.
TELLING = (
    "verdict",
    "turn",
    "surrender",
    "center",
    "victory",
    "battle",
    "guns",
    "assault",
    "shaken",
    "spirit",
    "bridge",
)
AT_MOST = 9
#: How many surprises are told.
SURPRISES = 12


def debrief(x: Context, game: Game) -> Debrief:
    """Everything, with all that was hidden."""
    turns = turn_by_turn(game)
    chapters = tuple(_chapter(x, *turn) for turn in turns)
    heads = ("Strength points lost in combats, turn by turn", "Turn by turn, with what happened then")
    return Debrief(x.setting.scenario.debrief, chapters, _contrasts(x, turns), heads)


def _chapter(x: Context, turn: int, events: list[Event], games: list[Game]) -> Chapter:
    told = retold(events, listed(TELLING), AT_MOST)
    history = tuple(note.text for note in x.setting.scenario.history if note.turn == turn)
    lost = games[-1].state.lost
    losses = tuple((x.setting.side_names[side], lost[side]) for side in (FRENCH, OTHER))
    return Chapter(turn, short_name(x, turn), told, history, losses, str(x.setting.day(turn).year))


def _contrasts(x: Context, turns: Turns) -> tuple[Contrast, ...]:
    """Guesses against what stood there, combat by combat."""
    found: list[Contrast] = []
    for turn, _, games in turns:
        for g in games:
            found += _wrong(x, g.state, turn, found)
    return tuple(found[:SURPRISES])


def _one(size: str) -> str:
    return f"{'an' if size == 'army' else 'a'} {size}"


def _wrong(x: Context, s: State, turn: int, known: list[Contrast]) -> list[Contrast]:
    told = []
    for fight in s.fights:
        if not fight.kind or fight.done or not all(fight.guesses):
            continue
        for side in (FRENCH, OTHER):
            at = fight.hexes[1 - side][0]
            there = group(x, s, 1 - side, fight.hexes[1 - side])[0]
            if fight.guesses[side] == there.size:
                continue
            true = f"{_one(there.size)} of {there.strength} SP"
            belief = f"{_one(fight.guesses[side])} at {x.place(at)}"
            one = Contrast(short_name(x, turn), x.side_begins(side), belief, true)
            if one not in known and one not in told:
                told.append(one)
    return told
