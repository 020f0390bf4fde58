"""11 and 13. Army demoralization, victory points, and how a battle ends.

Readings 53 and 57 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from napwidgets.kernel.system import End
from napwidgets.systems.tactical.core.scenario import ConditionData, EndingData, PointsData
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.ground.context import Context, Log, say
from napwidgets.systems.tactical.ground.levels import fallen, levels

#: The end of a battle in which no ending holds when the last turn is over.
DRAW = "draw"


def check_end(x: Context, s: State, log: Log) -> State:
    """Note armies that have become demoralized, and end the game if an ending holds (11, 13).

    Where both break in one instant the side that does not act breaks first.
    """
    if s.ended is not None:
        return s
    for rule in x.rules.watched:
        s = rule(x, s, log)
    over = s.ended is not None
    acting = x.setting.commands[s.active[0]].side if s.active else 0
    order = sorted(range(len(x.setting.armies)), key=lambda a: x.setting.army_side[a] == acting)
    for a in order:
        if not fallen(x, s, a) and x.losses(s)[1][a] >= levels(x, s, a)[0]:
            s = replace(s, fallen=(*s.fallen, (a, s.turn)))
            if not over:
                say(log, "demoralized", f"{x.setting.armies[a].name} is demoralized.", "11")
        # What the title watches has ended the game: nothing that comes after it is told or ends it anew.
        s = s if over else _end(x, s, log, last=False)
        if s.ended is not None and not over:
            return s
    return s


def last_turn(x: Context, s: State, log: Log) -> State:
    """The last turn is over: the ending that holds now counts; without one it is a draw."""
    s = _end(x, s, log, last=True)
    if s.ended is None:
        ended = End(DRAW, None, x.rules.points(x, s))
        s = replace(s, ended=ended)
        say(log, "ended", f"{told(x, ended)[0]}.", "13")
    return s


def _end(x: Context, s: State, log: Log, last: bool) -> State:
    for ending in x.setting.scenario.endings:
        if all(holds(x, s, c, last) for c in ending.when):
            ended = _ended(x, s, ending)
            say(log, "ended", ". ".join(told(x, ended)), "13")
            return replace(s, ended=ended, agenda=())
    return s


def _ended(x: Context, s: State, ending: EndingData) -> End:
    score = x.rules.points(x, s)
    winner: str | None = ending.winner
    if ending.winner == "draw":
        winner = None
    elif ending.winner == "points":
        winner = x.rules.leads(x, s, score)
    return End(ending.id, winner, score)


def told(x: Context, ended: End) -> tuple[str, str]:
    """An end in words: a title, and a sentence or two."""
    if ended.ending == DRAW:
        return "A drawn battle", "Neither side has reached its goal."
    ending = next(ending for ending in x.setting.scenario.endings if ending.id == ended.ending)
    return ending.title, ending.text


def holds(x: Context, s: State, c: ConditionData, last: bool) -> bool:
    """Whether one condition of an ending holds."""
    if c.kind == "last_turn":
        return last
    if c.kind == "disintegrated":
        armies = [n for n, a in enumerate(x.setting.armies) if a.id == c.army or a.side == c.side]
        return any(disintegrated(x, s, army) for army in armies)
    if c.kind in ("demoralized", "losses", "losses_below"):
        army = next(n for n, a in enumerate(x.setting.armies) if a.id == c.army)
        lost = x.losses(s)[1][army]
        if c.kind == "demoralized":
            return fallen(x, s, army)
        return lost >= c.amount if c.kind == "losses" else lost < c.amount
    side = x.setting.sides.index(c.side or "")
    if c.kind == "occupied":
        return sum(1 for h in c.hexes if s.control[x.board.number(h)] == side + 1) >= c.amount
    return exited(x, s, side, c.edge, 1, s.turn) >= c.amount


def disintegrated(x: Context, s: State, army: int) -> bool:
    """Whether an army's losses have reached its disintegration level, if it has one (13)."""
    level = levels(x, s, army)[1]
    return level is not None and x.losses(s)[1][army] >= level


def exited(x: Context, s: State, side: int, edge: str | None, first: int, last: int) -> int:
    """Strength points of a side that left by an edge on turns ``first`` to ``last`` (6)."""
    return sum(
        x.infos[u].sp(s.units[u].steps)
        for u, by, turn in s.out
        if x.infos[u].side == side and (edge is None or by == edge) and first <= turn <= last
    )


def scenario_points(
    x: Context, s: State, holds: Callable[[int, int], bool] = lambda side, h: True
) -> tuple[tuple[str, int], ...]:
    """Victory points of each side now (13); empty where the scenario has none. A place counts for the side that was the
    last one there where ``holds`` says so, of the side and the hex.
    """
    if not x.setting.scenario.points:
        return ()
    score = dict.fromkeys(x.setting.sides, 0)
    for rule in x.setting.scenario.points:
        score[rule.side] += rule.points * count(x, s, rule, holds)
    return tuple(score.items())


def count(x: Context, s: State, rule: PointsData, holds: Callable[[int, int], bool]) -> int:
    """How many times a rule's points count now (13)."""
    side = x.setting.sides.index(rule.side)
    if rule.kind == "occupied":
        here = [x.board.number(name) for name in rule.hexes]
        return sum(1 for h in here if s.control[h] == side + 1 and holds(side, h))
    if rule.kind == "exited":
        return exited(x, s, side, rule.edge, rule.first, rule.last)
    army = next(n for n, a in enumerate(x.setting.armies) if a.id == rule.army)
    if rule.kind == "enemy_losses":
        return x.losses(s)[1][army]
    return sum(
        x.infos[u].sp(unit.steps)
        for u, unit in enumerate(s.units)
        if unit.hex >= 0 and x.setting.commands[x.infos[u].formation].army == army
    )
