"""11 and 13. Army demoralization, victory points, and how a battle ends.

Readings 27, 48 and 52 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.system import Outcome
from napwidgets.systems.nlc.context import Context, Log, say
from napwidgets.systems.nlc.muster import flanked
from napwidgets.systems.nlc.scenario import ConditionData, EndingData, PointsData
from napwidgets.systems.nlc.state import State


def levels(x: Context, s: State, army: int) -> tuple[int, int | None]:
    """An army's demoralization and disintegration levels now, with all that shifts them (11, 19.4, 7.4, scenario)."""
    data = x.setting.armies[army]
    level, last = data.demoralization, data.disintegration
    for rule in x.setting.scenario.levels:
        if rule.army != data.id:
            continue
        holder = x.setting.sides.index(rule.held_by) + 1
        change = rule.amount * sum(1 for h in rule.hexes if s.control[x.board.number(h)] == holder)
        level += change
        if last is not None and rule.disintegration:
            last += change
    for q, hq in enumerate(x.setting.hqs):
        if hq.army == data.id:
            level -= x.tables.limits["hq loss"] * s.hqs[q].lost
    if s.flanked and x.setting.sides[x.setting.army_side[army]] == "french":
        level -= x.tables.limits["prussian flank"]
    if s.recoil:
        level -= sum(rule.amount for rule in x.setting.special("old_guard") if rule.army == data.id)
    return max(level, 1), None if last is None else max(last, 1)


def fallen(x: Context, s: State, army: int) -> bool:
    """Whether an army is demoralized (11): once it is, it stays so."""
    return any(a == army for a, _ in s.fallen)


def check_end(x: Context, s: State, log: Log) -> State:
    """Note armies that have become demoralized, and end the game if an ending holds (11, 13).

    Where both break in one instant the side that does not act breaks first.
    """
    if s.ended is not None:
        return s
    if not s.flanked and outflanked(x, s):
        s = replace(s, flanked=True)
        say(log, "outflanked", "Prussians stand in the flank of the French line: its level falls by 5 for good.", "7.4")
    acting = x.setting.commands[s.active[0]].side if s.active else 0
    order = sorted(range(len(x.setting.armies)), key=lambda a: x.setting.army_side[a] == acting)
    for a in order:
        if not fallen(x, s, a) and x.losses(s)[1][a] >= levels(x, s, a)[0]:
            s = replace(s, fallen=(*s.fallen, (a, s.turn)))
            say(log, "demoralized", f"{x.setting.armies[a].name} is demoralized.", "11")
            s = _end(x, s, log, last=False)
            if s.ended is not None:
                return s
    return _end(x, s, log, last=False)


def outflanked(x: Context, s: State) -> bool:
    """Whether a French unit next to an Anglo-Allied one is surrounded, with a Prussian unit beside it (7.4, reading
    27).
    """
    if not x.two_allies:
        return False
    layout = x.ground.layout(s)
    for h, units in layout.at.items():
        if x.infos[units[0]].nation != "french":
            continue
        beside = {x.infos[u].nation for n in x.setting.near[h] for u in layout.at.get(n, ())} - {"french"}
        if "prussian" in beside and len(beside) > 1 and flanked(x, s, h, x.infos[units[0]].side):
            return True
    return False


def last_turn(x: Context, s: State, log: Log) -> State:
    """The last turn is over: the ending that holds now counts; without one it is a draw."""
    s = _end(x, s, log, last=True)
    if s.ended is None:
        s = replace(
            s, ended=Outcome("draw", None, "A drawn battle", "Neither side has reached its goal.", points(x, s))
        )
        say(log, "ended", "A drawn battle.", "13")
    return s


def _end(x: Context, s: State, log: Log, last: bool) -> State:
    for ending in x.setting.scenario.endings:
        if all(holds(x, s, c, last) for c in ending.when):
            outcome = _outcome(x, s, ending)
            say(log, "ended", f"{outcome.title}. {outcome.text}", "13")
            return replace(s, ended=outcome, agenda=())
    return s


def _outcome(x: Context, s: State, ending: EndingData) -> Outcome:
    score = points(x, s)
    winner: str | None = ending.winner
    if ending.winner == "draw":
        winner = None
    elif ending.winner == "points":
        best = sorted(score, key=lambda p: -p[1])
        winner = best[0][0] if len(best) < 2 or best[0][1] > best[1][1] else None
    return Outcome(ending.id, winner, ending.title, ending.text, score)


def holds(x: Context, s: State, c: ConditionData, last: bool) -> bool:
    """Whether one condition of an ending holds."""
    if c.kind == "last_turn":
        return last
    if c.kind in ("demoralized", "disintegrated", "losses", "losses_below"):
        army = next(n for n, a in enumerate(x.setting.armies) if a.id == c.army)
        lost = x.losses(s)[1][army]
        if c.kind == "demoralized":
            return fallen(x, s, army)
        if c.kind == "disintegrated":
            level = levels(x, s, army)[1]
            return level is not None and lost >= level
        return lost >= c.amount if c.kind == "losses" else lost < c.amount
    side = x.setting.sides.index(c.side or "")
    if c.kind == "occupied":
        return sum(1 for h in c.hexes if s.control[x.board.number(h)] == side + 1) >= c.amount
    return exited(x, s, side, c.edge, 1, s.turn) >= c.amount


def exited(x: Context, s: State, side: int, edge: str | None, first: int, last: int) -> int:
    """Strength points of a side that left by an edge on turns ``first`` to ``last`` (6)."""
    return sum(
        x.infos[u].sp(s.units[u].steps)
        for u, by, turn in s.out
        if x.infos[u].side == side and (edge is None or by == edge) and first <= turn <= last
    )


def points(x: Context, s: State) -> tuple[tuple[str, int], ...]:
    """Victory points of each side now (13); empty where the scenario has none."""
    if not x.setting.scenario.points:
        return ()
    score = dict.fromkeys(x.setting.sides, 0)
    for rule in x.setting.scenario.points:
        score[rule.side] += rule.points * _count(x, s, rule)
    return tuple(score.items())


def _count(x: Context, s: State, rule: PointsData) -> int:
    side = x.setting.sides.index(rule.side)
    if rule.kind == "occupied":
        return sum(1 for h in rule.hexes if s.control[x.board.number(h)] == side + 1)
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
