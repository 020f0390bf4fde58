"""How a campaign stands: the turns with their history, victory points, spirit, weather."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napwidgets.board.display import Fact, Hour
from napwidgets.kernel.odds import distribution
from napwidgets.systems.con import victory
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.sequence import weather
from napwidgets.systems.con.state import FRENCH, OTHER, State
from napwidgets.systems.telling import MONTHS, signed, weighed


def short_name(x: Context, turn: int) -> str:
    """A turn in few letters: ``15 Jun``."""
    day = x.setting.day(turn)
    return f"{day.day} {MONTHS[day.month - 1][:3]}"


#: From so many turns on a track shows single turns far from each other, so that each needs its month.
MANY = 24


def _box(x: Context, turn: int) -> str:
    """A turn on the track: the month stands where it is new, for the head of a small screen is narrow."""
    day = x.setting.day(turn)
    new = turn == 1 or x.setting.day(turn - 1).month != day.month
    return short_name(x, turn) if new or x.setting.scenario.turns.count >= MANY else str(day.day)


def track(x: Context, s: State) -> Sequence[Hour]:
    """The turns, each with what history tells of it."""
    found, scenario = [], x.setting.scenario
    for turn in range(1, scenario.turns.count + 1):
        notes = tuple(note.text for note in scenario.history if note.turn == turn)
        bad = turn == s.turn and s.weather not in ("fair", "frost")
        found.append(Hour(turn, _box(x, turn), "rain" if bad else "day", notes))
    return found


def standing(x: Context, s: State) -> Sequence[Fact]:
    """Victory points of both sides and what they come from, and what else decides."""
    return [*_points(x, s), *_places(x, s), *_rest(x, s)]


def _points(x: Context, s: State) -> Iterator[Fact]:
    goals, losses, total = victory.from_goals(x, s), victory.from_losses(x, s), victory.score(x, s)
    for side in (FRENCH, OTHER):
        parts = f"{goals[side]} for places, {losses[side]} for the enemy's losses"
        yield Fact(f"Points of {x.side_name(side)}", str(total[side]), "CON scenario", parts)
    if s.agenda:
        title, _ = victory.told(x, victory.verdict(x, s))
        yield Fact("If it ended now", title, "CON scenario", _needs(x))
    lost = ", ".join(f"{x.setting.side_names[side]} {s.lost[side]}" for side in (FRENCH, OTHER))
    yield Fact("Strength points lost in combats", lost, "CON scenario")


def _needs(x: Context) -> str:
    need, names = x.setting.scenario.victory, x.setting.side_names
    return f"a lead of {need.french} wins for the {names[FRENCH]}, one of {need.other} for the {names[OTHER]}"


def _places(x: Context, s: State) -> Iterator[Fact]:
    for side in (FRENCH, OTHER):
        mine = [
            f"{x.place(goal.at)} {goal.points}"
            for goal, held in zip(x.setting.goals, s.holds, strict=True)
            if held == side + 1 and goal.side in (-1, side)
        ]
        if mine:
            yield Fact(f"Held by {x.side_name(side)}", ", ".join(mine), "CON scenario")


def _rest(x: Context, s: State) -> Iterator[Fact]:
    left = x.setting.scenario.turns.count - s.turn
    yield Fact("Turns left after this one", str(left), "CON 1")
    yield Fact("Weather", s.weather, "CON base: weather")
    if left > 0 and s.ended is None:
        then = distribution(lambda dice: weather(x, s.turn + 1, dice))
        yield Fact("Weather next turn", weighed(then), "CON base: weather")
    if s.ended is None:
        yield Fact("First player", x.side_name(s.first), "CON 2")
    for side in (FRENCH, OTHER):
        if s.spirit[side]:
            yield Fact(
                f"Spirit of {x.side_name(side)}", signed(-s.spirit[side]), "CON base: army morale", "higher is better"
            )
