"""37.12 and Appendix II. Reinforcements that come sooner, later or by another road than they did."""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.systems.mop.bound import options, tables
from napwidgets.systems.mop.cards import ALTERNATES, figure, group_side
from napwidgets.systems.mop.state import Coming, State
from napwidgets.systems.mop.telling import say
from napwidgets.systems.tactical.core.ruleset import as_listed
from napwidgets.systems.tactical.ground.context import Context, Log
from napwidgets.systems.tactical.moving.reinforcements import afar


def schedule(x: Context, s: State, group: int) -> tuple[int, int, int]:
    """Turn, entry hex and first target of a group: as the scenario has them, unless a die or card has changed them."""
    for known in s.coming:
        if known.group == group:
            return known.turn, known.entry, known.target
    return as_listed(x, s, group)


def changed(x: Context, s: State, group: int, **changes: int) -> State:
    """This state with a group that comes otherwise."""
    known = next((k for k in s.coming if k.group == group), None)
    fresh = replace(known or Coming(group, *as_listed(x, s, group)), **changes)
    return replace(s, coming=(*(k for k in s.coming if k.group != group), fresh))


def expected(x: Context, s: State, side: int) -> list[int]:
    """The groups of a side that are still to come for certain, the next one first."""
    listed = x.setting.scenario.reinforcements
    mine = [g for g in range(len(listed)) if listed[g].chance is None and group_side(x, g) == side]
    return sorted((g for g in mine if schedule(x, s, g)[0] > s.turn), key=lambda g: (schedule(x, s, g)[0], g))


def hastened(x: Context, s: State, side: int, group: int, turns: int, log: Log) -> State:
    """Card 25: a group comes so many turns sooner, next turn at the earliest."""
    turn = _sooner(s, schedule(x, s, group)[0], turns)
    return _told(x, changed(x, s, group, turn=turn), side, group, log)


def can_hasten(x: Context, s: State, side: int) -> list[int]:
    """The groups that can come sooner than they are due."""
    return [g for g in expected(x, s, side) if schedule(x, s, g)[0] > s.turn + 1]


def delayed(x: Context, s: State, side: int, group: int, turns: int, log: Log) -> State:
    """Card 27: a group comes so many turns later."""
    return _told(x, changed(x, s, group, turn=schedule(x, s, group)[0] + turns), side, group, log)


def alternates(x: Context, s: State, side: int) -> list[int]:
    """Card 29: the groups of a side that might never come, and have not come or been called."""
    listed = x.setting.scenario.reinforcements
    mine = [g for g in range(len(listed)) if listed[g].chance is not None and group_side(x, g) == side]
    return [g for g in mine if afar(x, s, listed[g].who) and not certain(x, s, g)]


def certain(x: Context, s: State, group: int) -> bool:
    """Whether card 29 brings a doubtful group without a die."""
    return any(play.card == ALTERNATES and play.about == (group,) for play in s.plays)


def called(x: Context, s: State, side: int, group: int, log: Log) -> State:
    """Card 29: an alternate group comes for certain when it is due, next turn at the earliest."""
    turn = max(s.turn + 1, schedule(x, s, group)[0])
    return _told(x, changed(x, s, group, turn=turn), side, group, log)


def how_long(x: Context, dice: Dice) -> int:
    """How many turns a card hastens or delays."""
    return dice.roll("turns early or late", 1, figure(x, "turns early or late"))


def sooner_odds(x: Context, s: State, group: int) -> Distribution[int]:
    """The exact chances of the turns in which a group comes by card 25."""
    return distribution(lambda dice: _sooner(s, schedule(x, s, group)[0], how_long(x, dice)))


def _sooner(s: State, due: int, turns: int) -> int:
    return max(s.turn + 1, due - turns)


def _told(x: Context, s: State, side: int, group: int, log: Log) -> State:
    turn, entry, _ = schedule(x, s, group)
    text = f"{label(x, group)}: expected at {x.setting.hour(turn)} at {x.place(entry)}."
    if turn > x.setting.scenario.turns.count:
        text = f"{label(x, group)}: not expected before the end."
    say(log, "expected", text, "App. III", to=(x.setting.seat(side),), hexes=(entry,))
    return s


def label(x: Context, group: int) -> str:
    """A group in words."""
    return x.setting.scenario.reinforcements[group].label or "Reinforcements"


def uncertain(x: Context, s: State) -> list[int]:
    """The groups for which a die says this turn whether they come."""
    listed = x.setting.scenario.reinforcements
    due = (g for g in range(len(listed)) if listed[g].chance is not None and schedule(x, s, g)[0] <= s.turn)
    return [g for g in due if afar(x, s, listed[g].who)]


# Appendix II


def rolled(x: Context, s: State, dice: Dice, log: Log) -> State:
    """Two turns before a group is due a die says when it comes (37.12.2)."""
    if not options(x).rolled_reinforcements:
        return s
    for g, group in enumerate(x.setting.scenario.reinforcements):
        if group.chance is None and group.turn - 2 == s.turn:
            s = _rolled(x, s, g, dice, log)
    return s


def _rolled(x: Context, s: State, g: int, dice: Dice, log: Log) -> State:
    side, due = group_side(x, g), as_listed(x, s, g)[0]
    turn = _when(x, s, g, dice)
    sign = (turn > due) - (turn < due)
    return _told(x, changed(x, s, g, turn=turn, rolled=sign), side, g, log) if sign else s


def _when(x: Context, s: State, g: int, dice: Dice) -> int:
    """The turn in which a group comes by its die (37.12.2)."""
    due = as_listed(x, s, g)[0]
    roll = dice.roll(f"{label(x, g)}: early or late")
    late = tables(x).late[max(1, min(6, roll + balance(x, s, group_side(x, g))))]
    return min(due, max(due + late, road_free(x, s, g))) if late < 0 else due + late


def when_odds(x: Context, s: State, g: int) -> Distribution[int] | None:
    """The exact chances of the turns in which a group may come, by the dice so far; None where no die is thrown for it
    any more (37.12.2).
    """
    group = x.setting.scenario.reinforcements[g]
    if not options(x).rolled_reinforcements or group.chance is not None or group.turn - 2 <= s.turn:
        return None
    return distribution(lambda dice: _when(x, s, g, dice))


def balance(x: Context, s: State, side: int) -> int:
    """What is added to the die: -1 where more formations of the side were delayed than advanced so far, +1 where more
    were advanced.
    """
    late = sum(k.rolled * _formations(x, k.group) for k in s.coming if group_side(x, k.group) == side)
    return (late < 0) - (late > 0)


def _formations(x: Context, g: int) -> int:
    """How many formations a group has units of; one for leaders by themselves."""
    who = (x.setting.unit_index.get(name) for name in x.setting.scenario.reinforcements[g].who)
    return max(1, len({x.infos[u].formation for u in who if u is not None}))


def road_free(x: Context, s: State, g: int) -> int:
    """The turn before which a group can't come: others that were due before it at the same hex go first."""
    due, entry, _ = as_listed(x, s, g)
    before = (n for n in range(len(x.setting.arrivals)) if x.setting.arrivals[n][0] < due)
    return max((schedule(x, s, n)[0] for n in before if x.setting.arrivals[n][1] == entry), default=0)


# Card 26


def other_entries(x: Context, s: State, group: int) -> list[int]:
    """The roads by which a group can come instead: on the same edge of the map, or else the next on one beside it."""
    old = schedule(x, s, group)[1]
    mine, beside = _edges(x, old)
    for edges in (mine, beside):
        found = [h for h in range(x.board.size) if h != old and x.setting.ways[h] and x.setting.passable[h]]
        found = [h for h in found if any(x.board.on_edge(h, edge) for edge in edges)]
        if found:
            return found if edges == mine else [min(found, key=lambda h: (x.board.distances[old][h], h))]
    return []


def _edges(x: Context, h: int) -> tuple[list[str], list[str]]:
    """The edges of the map that a hex lies on, and those beside them."""
    mine = [edge for edge in ("north", "east", "south", "west") if x.board.on_edge(h, edge)]
    upright = any(edge in ("east", "west") for edge in mine)
    return mine, ["north", "south"] if upright else ["east", "west"]


def depth(x: Context, h: int, entry: int) -> int:
    """How far a hex lies from the edge of the map by which a group enters."""
    mine, _ = _edges(x, entry)
    edge = [n for n in range(x.board.size) if any(x.board.on_edge(n, name) for name in mine)]
    return min((x.board.distances[n][h] for n in edge), default=0)


def new_target(x: Context, s: State, group: int, entry: int) -> int:
    """Where a group marches by its new road: a named place on it, as far in as the old one at the least, the nearest to
    that; the old one if there is none.
    """
    _, before, target = schedule(x, s, group)
    if target < 0:
        return target
    least, along = depth(x, target, before), x.ground.on_roads_from(entry)
    fit = [h for h in x.setting.named if h in along and depth(x, h, entry) >= least]
    return min(fit, key=lambda h: (x.board.distances[target][h], h), default=target)


def rerouted(x: Context, s: State, side: int, group: int, entry: int, log: Log) -> State:
    """Card 26: a group comes by another road and marches to a place on it."""
    target = new_target(x, s, group, entry)
    return _told(x, changed(x, s, group, entry=entry, target=target), side, group, log)
