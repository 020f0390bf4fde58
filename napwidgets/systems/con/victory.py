"""How a campaign ends: points for places and for the enemy's losses; some places end it at once (the scenario)."""

from __future__ import annotations

from napwidgets.kernel.system import End
from napwidgets.systems.con.context import Context, Log, say
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import FRENCH, OTHER, Pair, State
from napwidgets.systems.telling import counted


def from_goals(x: Context, s: State) -> Pair:
    """Points for the places that each side was last in."""
    found = [0, 0]
    for goal, held in zip(x.setting.goals, s.holds, strict=True):
        if held and goal.side in (-1, held - 1):
            found[held - 1] += goal.points
    return found[0], found[1]


def from_losses(x: Context, s: State) -> Pair:
    """Points for what the enemy has lost in combats beyond one's own losses."""
    per = max(1, x.setting.scenario.victory.per)
    return max(0, s.lost[OTHER] - s.lost[FRENCH]) // per, max(0, s.lost[FRENCH] - s.lost[OTHER]) // per


def score(x: Context, s: State) -> Pair:
    """Victory points of both sides now."""
    one, two = from_goals(x, s), from_losses(x, s)
    return one[0] + two[0], one[1] + two[1]


def sudden(x: Context, s: State, log: Log) -> End | None:
    """The end of a campaign by the fall of a place."""
    for goal, held in zip(x.setting.goals, s.holds, strict=True):
        if goal.sudden and held and held != goal.holder and goal.holder:
            say(log, "verdict", _fallen(x, goal.at), "the scenario", hexes=[goal.at])
            return _won(x, s, held - 1, "fallen", goal.at)
    return None


def verdict(x: Context, s: State) -> End:
    """The end after the last turn."""
    points, need = score(x, s), x.setting.scenario.victory
    lead = points[FRENCH] - points[OTHER]
    if lead >= need.french:
        return _won(x, s, FRENCH, "points")
    if -lead >= need.other:
        return _won(x, s, OTHER, "points")
    return End("draw", None, _points(x, points))


def told(x: Context, ended: End) -> tuple[str, str]:
    """An end in words: a title, and what decided."""
    names, points = x.setting.side_names, dict(ended.points)
    if ended.winner is None:
        return "A draw", _in_words(x, points)
    winner = x.setting.sides.index(ended.winner)
    title = f"A victory for the {names[winner]}"
    if ended.ending.endswith("-fallen"):
        return title, _fallen(x, ended.figures[0])
    if ended.ending.endswith("-destroyed"):
        return title, f"{x.does(other(winner), 'have')} no troops left."
    return title, _in_words(x, points)


def _fallen(x: Context, h: int) -> str:
    return f"{x.place(h)} has fallen."


def _in_words(x: Context, points: dict[str, int]) -> str:
    french, others = (points[seat] for seat in x.setting.sides)
    return f"{x.side_begins(FRENCH)} have {counted(french, 'point')}, {x.side_name(OTHER)} {others}."


def _won(x: Context, s: State, side: int, ending: str, *figures: int) -> End:
    seat = x.setting.sides[side]
    return End(f"{seat}-{ending}", seat, _points(x, score(x, s)), figures)


def _points(x: Context, points: Pair) -> tuple[tuple[str, int], ...]:
    return tuple(zip(x.setting.sides, points, strict=True))


def destroyed(x: Context, s: State) -> End | None:
    """A side without any troops has lost."""
    for side in (FRENCH, OTHER):
        alive = any(t.strength and t.at != -2 and x.unit_side[u] == side for u, t in enumerate(s.units))
        if not alive:
            return _won(x, s, other(side), "destroyed")
    return None
