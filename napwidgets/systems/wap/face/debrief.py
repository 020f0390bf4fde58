"""The campaign looked back upon: month by month what happened, what history tells, what it cost."""

from __future__ import annotations

from napwidgets.board.display import Chapter, Debrief
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Event
from napwidgets.systems.looking_back import listed, retold, turn_by_turn
from napwidgets.systems.telling import sentence
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import ENGLISH, FRENCH, State

#: Kinds of events that are worth telling once more, and how many a month.
TELLING = (
    "end", "conquest", "status", "killed", "nelson", "abdication", "return", "minor-made", "minor-ends", "pressburg",
    "stormed", "starved-out", "surrender", "overrun", "retreated", "war", "peace", "suit", "invaded", "threshold",
    "ships-taken", "sea-fight", "raid", "bases", "expedition", "release", "wounded", "napoleon-withdrew",
)  # fmt: skip
AT_MOST = 8
#: A war of more months than this is told by the year.
MANY = 24


def debrief(x: Context, game: Game) -> Debrief:
    """Everything, with all that was hidden."""
    long = x.setting.scenario.turns.count > MANY
    on_land = "combat" in x.phases
    turns = turn_by_turn(game, lambda turn: _first_of_year(x, turn) if long else turn)
    chapters, lost, before = [], [0, 0], turns[0][2][0].state
    for turn, events, games in turns:
        for g in games:
            _count(x, before, g.state, lost)
            before = g.state
        found = (lost[0], lost[1]) if on_land else games[-1].state.losses
        chapters.append(_chapter(x, turn, events, found, long))
    step = "year by year" if long else "month by month"
    heads = (
        f"{'Strength points' if on_land else 'Squadrons'} lost, {step}",
        f"{sentence(step)}, with what happened then",
    )
    return Debrief(x.setting.scenario.debrief, tuple(chapters), (), heads)


def _first_of_year(x: Context, turn: int) -> int:
    return max(1, turn - x.setting.month(turn)[1] + 1)


def _chapter(x: Context, turn: int, events: list[Event], lost: tuple[int, int], long: bool) -> Chapter:
    year, month = x.setting.month(turn)
    when = str(year) if long else f"{year}-{month:02d}"
    history = tuple(h.text for h in x.setting.scenario.history if h.when == when or (long and h.when[:4] == when))
    losses = (("French side", lost[0]), ("English side", lost[1]))
    label = str(year) if long else x.setting.month_name(turn)
    return Chapter(turn, label, retold(events, listed(TELLING), AT_MOST), history, losses, str(year))


def _strength(s: State, nation: int) -> int:
    """Strength points of a state on the map, at sea or at war far away."""
    found = sum(sum(a.count) for a in s.armies if a.nation == nation)
    found += sum(sum(f.aboard) for f in s.fleets if f.troops_of == nation)
    return found + sum(sum(w.count) for w in s.wars if w.nation == nation)


def _count(x: Context, before: State, after: State, lost: list[int]) -> None:
    """What a state has less than a move before is lost to the side that it stood with."""
    if before.armies is after.armies and before.fleets is after.fleets:
        return
    for nation in range(len(NATIONS)):
        gone = _strength(before, nation) - _strength(after, nation)
        side = x.faction(before, nation)
        if gone > 0 and side in (FRENCH, ENGLISH):
            lost[side - 1] += gone
