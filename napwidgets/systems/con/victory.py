"""How a campaign ends: points for places and for the enemy's losses; some places end it at once (the scenario)."""

from __future__ import annotations

from napwidgets.kernel.system import Outcome
from napwidgets.systems.con.context import Context, Log, say
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import FRENCH, OTHER, Pair, State


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


def sudden(x: Context, s: State, log: Log) -> Outcome | None:
    """The end of a campaign by the fall of a place."""
    for goal, held in zip(x.setting.goals, s.holds, strict=True):
        if goal.sudden and held and held != goal.holder and goal.holder:
            text = f"{x.place(goal.at)} has fallen."
            say(log, "verdict", text, "the scenario", hexes=[goal.at])
            return _won(x, s, held - 1, "fallen", text)
    return None


def verdict(x: Context, s: State) -> Outcome:
    """The end after the last turn."""
    points, need = score(x, s), x.setting.scenario.victory
    lead = points[FRENCH] - points[OTHER]
    names = x.setting.side_names
    text = f"{names[FRENCH]} {points[FRENCH]} points, {names[OTHER]} {points[OTHER]}."
    if lead >= need.french:
        return _won(x, s, FRENCH, "points", text)
    if -lead >= need.other:
        return _won(x, s, OTHER, "points", text)
    return Outcome("draw", None, "A draw", text, _points(x, points))


def _won(x: Context, s: State, side: int, ending: str, text: str) -> Outcome:
    title = f"A victory for the {x.setting.side_names[side]}"
    return Outcome(f"{x.setting.sides[side]}-{ending}", x.setting.sides[side], title, text, _points(x, score(x, s)))


def _points(x: Context, points: Pair) -> tuple[tuple[str, int], ...]:
    return tuple(zip(x.setting.sides, points, strict=True))


def destroyed(x: Context, s: State) -> Outcome | None:
    """A side without any troops has lost."""
    for side in (FRENCH, OTHER):
        alive = any(t.strength and t.at != -2 and x.unit_side[u] == side for u, t in enumerate(s.units))
        if not alive:
            return _won(x, s, other(side), "destroyed", f"{x.side_begins(side)} have no troops left.")
    return None
