"""1. The sequence of a turn.

Readings 34, 69 to 72 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.con import supply, victory
from napwidgets.systems.con.context import Context, Log, counted, names, say
from napwidgets.systems.con.fighting import Combats, dispirited
from napwidgets.systems.con.forced import ForcedMarches
from napwidgets.systems.con.holding import taken
from napwidgets.systems.con.movement import EndMovement, MovementPhase
from napwidgets.systems.con.organizing import Organization
from napwidgets.systems.con.preparation import Prepare
from napwidgets.systems.con.rallying import MoraleChecks
from napwidgets.systems.con.scenario import ForceData
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import FRENCH, OTHER, WAITING, State
from napwidgets.systems.con.step import Step
from napwidgets.systems.con.tables import Tables


def weather(x: Context, turn: int, dice: Dice) -> str:
    """The weather of a turn, by a die and the season (1 I)."""
    return x.tables.sky(x.setting.season(turn), dice.roll("weather"))


class BeginTurn(Step, frozen=True, tag="begin-turn"):
    """I a. The weather, who arrives, administrative points, replacements."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        turn = x.setting.turn_name(s.turn)
        sky = weather(x, s.turn, dice)
        say(log, "turn", f"Turn {s.turn}: {turn}. The weather: {sky}.", "1 I")
        s = replace(s.pop(Initiative(), Organization(OTHER), Organization(FRENCH)), weather=sky)
        kept = tuple(c for c in s.contacts if x.units_at(s, c[1], c[0]) and x.foes(s, c[1], c[0]))
        s = replace(s, contacts=kept, failed=(), crossed=(), fights=())
        s = s if s.turn == 1 else arrivals(x, s, log)
        s = supply.supplied(x, _centers(s), dice, log) if s.turn > 1 else s
        return drafts(x, s, log)


def _centers(s: State) -> State:
    return replace(s, centers=tuple(replace(center, moved=False) for center in s.centers))


def arrivals(x: Context, s: State, log: Log) -> State:
    """Forces that come in this turn, and those that could not come before (reading 69)."""
    for data in x.setting.scenario.set_up:
        if 1 < data.turn <= s.turn and data.at:
            s = _arrives(x, s, data, log)
    waiting = [d for d in x.setting.scenario.set_up if 1 < d.turn <= s.turn and not d.at and d.under]
    # Who is under somebody under somebody comes with both, in whatever order they are listed.
    for data in waiting * len(waiting):
        at = s.leaders[x.setting.leader_index[data.under]].at
        if at >= 0 and _waits(x, s, data):
            s = placed(x, s, data, at)
            _announced(x, s, data, at, log)
    return s


def _announced(x: Context, s: State, data: ForceData, at: int, log: Log) -> None:
    """A side learns who has come, and how strong."""
    side = side_of(x, data)
    units = [x.setting.unit_index[u] for u in data.units]
    who = (
        x.setting.leaders[x.setting.leader_index[data.leader]].name
        if data.leader
        else names(x.setting.units[u].name for u in units)
    )
    say(
        log,
        "arrival",
        f"{who} arrives.",
        "base: reinforcements",
        to=x.own(side),
        hexes=[at],
        tally={f"strength of {x.setting.sides[side]}": x.strength(s, units)},
    )


def _waits(x: Context, s: State, data: ForceData) -> bool:
    leader = x.setting.leader_index.get(data.leader, -1)
    if leader >= 0:
        return s.leaders[leader].at == WAITING
    return any(s.units[x.setting.unit_index[u]].at == WAITING for u in data.units)


def _arrives(x: Context, s: State, data: ForceData, log: Log) -> State:
    if not _waits(x, s, data):
        return s
    at = x.setting.hex(data.at)
    side = side_of(x, data)
    foe = other(side)
    if at in x.layout(s).stacks[foe] or at in x.zone(s, foe):
        say(
            log,
            "late",
            f"A force waits off the map: the enemy bars {x.place(at)}.",
            "base: reinforcements",
            to=x.own(side),
            hexes=[at],
        )
        return s
    s = placed(x, s, data, at)
    say(log, "arrival", f"A force arrives at {x.place(at)}.", "base: reinforcements", hexes=[at])
    _announced(x, s, data, at, log)
    return taken(x, s, side, at)


def side_of(x: Context, data: ForceData) -> int:
    """The side of a force of the set-up."""
    if data.leader:
        return x.leader_side[x.setting.leader_index[data.leader]]
    return x.unit_side[x.setting.unit_index[data.units[0]]]


def placed(x: Context, s: State, data: ForceData, at: int) -> State:
    """A force of the set-up put into a hex."""
    leader = x.setting.leader_index.get(data.leader, -1)
    if leader >= 0:
        boss = x.setting.leader_index[data.under] if data.under else -1
        s = s.lead(leader, at=at, boss=boss)
    for name in data.units:
        u = x.setting.unit_index[name]
        s = s.unit(u, at=at, boss=leader)
    return s


def drafts(x: Context, s: State, log: Log) -> State:
    """Replacements go to those units of an army with a line that have lost most (reading 70)."""
    for draw in x.setting.scenario.replacements:
        if draw.turn != s.turn:
            continue
        army = next(n for n, a in enumerate(x.setting.scenario.armies) if a.id == draw.army)
        if supply.length(x, s, army) < 0:
            continue
        side, came = x.setting.armies[army].side, 0
        for arm, points in (("infantry", draw.infantry), ("cavalry", draw.cavalry)):
            for _ in range(points):
                weak = [
                    u
                    for u, info in enumerate(x.setting.units)
                    if info.army == army
                    and info.kind.arm == arm
                    and s.units[u].at >= 0
                    and s.units[u].strength < info.full
                ]
                if not weak:
                    break
                u = max(weak, key=lambda u: (x.setting.units[u].full - s.units[u].strength, -u))
                s, came = s.unit(u, strength=s.units[u].strength + 1), came + 1
        if came:
            say(
                log,
                "drafts",
                f"{counted(came, 'strength point')} of replacements {'comes' if came == 1 else 'come'} to the "
                f"{x.setting.armies[army].name}.",
                "base: replacements",
                to=x.own(side),
                tally={f"strength of {x.setting.sides[side]}": came},
            )
    return s


def initiative(
    tables: Tables, points: tuple[int, int], leaders: tuple[int, int], spirit: tuple[int, int], last: int, dice: Dice
) -> int:
    """Who has the initiative: a die, a point for each five administrative points, and the senior leader's initiative;
    in a draw the first player stays the first (2).
    """
    by = tables.command["points for one initiative"]
    totals = [
        dice.roll(f"initiative of side {side + 1}") + points[side] // by + leaders[side] - spirit[side]
        for side in (0, 1)
    ]
    return last if totals[0] == totals[1] else 0 if totals[0] > totals[1] else 1


class Initiative(Step, frozen=True, tag="initiative"):
    """I c. Who is the first player (2); then the phases of the turn (1)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        first = s.first
        if s.turn > 1:
            first = initiative(x.tables, self._points(x, s), self._leaders(x, s), s.spirit, s.first, dice)
        say(log, "initiative-won", f"{x.does(first, 'have')} the initiative.", "2")
        then = other(first)
        phases: list[Step] = [EndTurn(), Combats(first), ForcedMarches(then), ForcedMarches(first)]
        if x.options.morale:
            phases += [MoraleChecks(then), MoraleChecks(first)]
        phases += [Prepare(), EndMovement(then), MovementPhase(then), EndMovement(first), MovementPhase(first)]
        return replace(s.pop(*phases), first=first)

    @staticmethod
    def _points(x: Context, s: State) -> tuple[int, int]:
        found = [0, 0]
        for n, army in enumerate(x.setting.armies):
            found[army.side] += s.points[n]
        return found[0], found[1]

    @staticmethod
    def _leaders(x: Context, s: State) -> tuple[int, int]:
        found = []
        for side in (0, 1):
            mine = [i for i, lead in enumerate(s.leaders) if lead.at >= 0 and x.leader_side[i] == side]
            found.append(x.value(x.senior(s, mine)).initiative)
        return found[0], found[1]


class EndTurn(Step, frozen=True, tag="end-turn"):
    """The turn is over: places that have fallen count, and may end the campaign."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = self._fallen(x, s.pop(), log)
        leaders = tuple(
            replace(lead, forced=False, column=False) if lead.forced or lead.column else lead for lead in s.leaders
        )
        riders = tuple(replace(v, moved=False) if v.moved else v for v in s.vedettes)
        s = replace(s, leaders=leaders, vedettes=riders)
        ended = victory.sudden(x, s, log) or victory.destroyed(x, s)
        if ended is None and s.turn >= x.setting.scenario.turns.count:
            ended = victory.verdict(x, s)
        if ended is not None:
            say(log, "verdict", ". ".join(victory.told(x, ended)), "the scenario")
            return replace(s, ended=ended, agenda=())
        return replace(s, turn=s.turn + 1).push(BeginTurn())

    @staticmethod
    def _fallen(x: Context, s: State, log: Log) -> State:
        """Places whose loss shakes an army do so once (base: army morale)."""
        for n, (goal, held) in enumerate(zip(x.setting.goals, s.holds, strict=True)):
            lost = goal.morale and goal.holder and held and held != goal.holder
            if lost and n not in s.fallen:
                s = dispirited(x, replace(s, fallen=(*s.fallen, n)), goal.holder - 1, log)
        return s
