"""4. Sequence of play: turns, formation actions, the reserve stage, with the section on night (23).

Readings 4, 69, 86, 92 and 97 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, absorb
from napwidgets.kernel.system import Question
from napwidgets.systems.tactical.command.chits import (
    PickPair,
    RollChits,
    chit_side,
    choose_commanders,
    has_reserves,
    is_held,
)
from napwidgets.systems.tactical.command.hidden import spied
from napwidgets.systems.tactical.command.leaders import bring_back_leaders, place_hqs
from napwidgets.systems.tactical.command.limits import FORWARDS, march_over
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import (
    ACTION_MARKS,
    BEGAN_IN_ZOC,
    BOMBARDED,
    FOUGHT,
    Order,
    State,
)
from napwidgets.systems.tactical.core.step import Choice, OwnChoice, Step
from napwidgets.systems.tactical.fighting.artillery import face_guns
from napwidgets.systems.tactical.ground.context import Context, Log, say
from napwidgets.systems.tactical.moving.movement import MovementSegment
from napwidgets.systems.tactical.moving.obligations import has_attacked
from napwidgets.systems.tactical.recovering.disruption import recover
from napwidgets.systems.tactical.recovering.victory import check_end, last_turn


def by_day(x: Context, s: State) -> bool:
    """Whether it is no night turn (23)."""
    return not x.setting.night(s.turn)


def by_chits(x: Context, s: State) -> bool:
    """Whether formations act by chit (4)."""
    return not x.options.igo_yougo


def side_by_side(x: Context, s: State) -> bool:
    """Whether one side acts after the other (25.12)."""
    return x.options.igo_yougo


class BeginTurn(Step, frozen=True, tag="begin-turn"):
    """A turn begins (4): marks go, arrivals take up their orders, the turn's steps are laid out."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        layout = x.ground.layout(s)
        units = []
        for u, unit in enumerate(s.units):
            in_zoc = unit.hex >= 0 and layout.zoc[1 - x.infos[u].side][unit.hex]
            units.append(replace(unit, marks=BEGAN_IN_ZOC if in_zoc else 0, spent=0, start=unit.hex))
        s = replace(s, units=tuple(units), won=(0, 0, *s.won[:2]), pairs=(), cup=(), active=(), faced=())
        s = replace(s, leaders=tuple(replace(i, spent=0, gave=0, busy=False, moved=False) for i in s.leaders))
        s = replace(s, hqs=tuple(replace(h, spent=0, moved=False) for h in s.hqs))
        say(log, "turn", f"{x.setting.hour(s.turn)}: turn {s.turn} begins.", "4")
        s = bring_back_leaders(x, s, log)
        s = place_hqs(x, s, log)
        s = x.rules.arrivals(x, s, dice, log)
        return s.push(*(step for phase in reversed(x.rules.turn) if phase.when(x, s) for step in reversed(phase.steps)))


class InitialAction(Step, frozen=True, tag="initial-action"):
    """The formation with the Initial Action acts (4, phase 3)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        chosen = s.active
        s = replace(s.pop(), active=())
        return s.push(FormationAction(chosen)) if chosen else s


class SelectFormation(Step, frozen=True, tag="select-formation"):
    """A chit is drawn; its formation acts; then the next one, until the cup is empty (4, phase 4)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        if not s.cup:
            return s.pop()
        drawn = x.rules.draw(x, s, dice)
        s = replace(s, cup=tuple(c for c in s.cup if c != drawn))
        if drawn < 0:
            side = chit_side(x, drawn)
            pair = next(p for p in s.pairs if x.setting.commands[p[0]].side == side)
            say(log, "chit", f"Coordinated action: {' and '.join(x.setting.commands[c].name for c in pair)}.", "4.1")
            return s.push(FormationAction(pair))
        say(log, "chit", f"The chit of {x.setting.commands[drawn].name} is drawn.", "4")
        return s.push(FormationAction((drawn,)))


class FormationAction(Step, frozen=True, tag="formation-action"):
    """4.4: bombardment, charges, movement, combat."""

    formations: tuple[int, ...]

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        side = x.setting.commands[self.formations[0]].side
        s = begin_action(x, s.pop(), self.formations)
        segments = [segment.step(side) for segment in reversed(x.rules.action) if segment.when(x, s)]
        return s.push(EndAction(), *segments)


def begin_action(x: Context, s: State, formations: tuple[int, ...]) -> State:
    """Activate formations: what units did in an earlier action of the turn no longer counts for this one."""
    s = replace(s, active=formations)
    units = list(s.units)
    acting = x.acting(s)
    for u in acting:
        unit = units[u]
        units[u] = replace(unit, marks=unit.marks & ~ACTION_MARKS, spent=0, start=unit.hex)
    s = replace(s, units=tuple(units))
    for c in {x.command_of(s, u) for u in acting} | set(formations):
        command = s.commands[c]
        s = s.command(c, marching=command.order.kind in ("march", "fall_back", "general_retreat"))
    leaders = tuple(replace(i, spent=0) for i in s.leaders)
    return replace(s, leaders=leaders, faced=face_guns(x, s))


class EndAction(Step, frozen=True, tag="end-action"):
    """A formation action ends; whoever bombarded only is noted for Attack and Probe orders (20.2), and slow leaders go
    over to the next order of a sequence (20.5).
    """

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = march_over(x, s.pop(), log, late=True)
        # A division with orders of its own has bombarded or fought for itself (20.13).
        for c in sorted({*s.active, *(x.command_of(s, u) for u in x.acting(s))}):
            command = s.commands[c]
            if command.order.kind not in FORWARDS:
                continue
            units = [s.units[u] for u in x.governs(s, c)]
            fought = has_attacked(x, s, c) or any(unit.marks & FOUGHT for unit in units)
            shot = any(unit.marks & BOMBARDED for unit in units)
            s = s.command(c, guns=command.guns + 1 if shot and not fought else 0)
        # Charges, retreats and advances bring units to where they see more, too (25.5.2).
        for side, scouts in enumerate(x.setting.of_side if s.marches else ()):
            s = spied(x, s, side, {s.units[u].hex for u in scouts if s.units[u].hex >= 0}, log)
        return check_end(x, replace(s, active=(), faced=()), log)


class ReserveStage(Step, frozen=True, tag="reserve-stage"):
    """All Reserve formations and the HQs move, the first side of the scenario first (4, phase 5)."""

    done: int = 0

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        if self.done >= 2:
            return replace(s, active=(), resting=False)
        side = self.done
        mine = tuple(
            c
            for c in range(x.setting.formations)
            if x.setting.commands[c].side == side and has_reserves(x, s, c) and not is_held(x, s, c)
        )
        s = begin_action(x, replace(s, resting=True), mine)
        return s.push(ReserveStage(self.done + 1), *self._moves(x, side))

    @staticmethod
    def _moves(x: Context, side: int) -> list[Step]:
        """The movement of a side's reserves: that of the title's formation actions, whatever it adds to the shared one,
        and what goes by itself right before it.
        """
        steps = [segment.step(side) for segment in x.rules.action]
        at = next(n for n, step in enumerate(steps) if isinstance(step, MovementSegment))
        move, before = steps[at], steps[at - 1 : at]
        assert isinstance(move, MovementSegment)
        return [replace(move, reserve=True), *(step for step in before if not isinstance(step, Choice))]


class TurnAbout(Step, frozen=True, tag="turn-about"):
    """Igo-yougo (25.12): combats won last turn, the OC's rating and a die decide who chooses the order of the sides."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return choose_commanders(x, s.pop(), RollSides())


def bid(x: Context, s: State, rollers: Sequence[int], won: Sequence[int], dice: Dice) -> tuple[int, int]:
    """What both sides throw for going first: a die, the rating of who rolls, combats won; a draw is thrown again
    (25.12).
    """
    one, two = (
        won[side]
        + (x.rating(s, leader) if leader >= 0 else 0)
        + dice.roll(f"{x.setting.scenario.sides[side].name}: who goes first")
        for side, leader in enumerate(rollers)
    )
    return one, two


def first_odds(x: Context, s: State, rollers: Sequence[int]) -> Distribution[int]:
    """The exact chances of deciding who goes first next turn, by the combats won so far in this one (25.12)."""
    return absorb(
        (0, 0), lambda _, dice: bid(x, s, rollers, s.won[:2], dice), lambda totals: totals[0] != totals[1]
    ).map(lambda totals: int(totals[0] < totals[1]))


class RollSides(Step, frozen=True, tag="roll-sides"):
    """The initiative roll of 25.12, and the rolls for Coordinated Action that go with it."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        totals = (0, 0)
        while totals[0] == totals[1]:
            totals = bid(x, s, s.rollers, s.won[2:], dice)
        winner = 0 if totals[0] > totals[1] else 1
        text = f"{x.setting.scenario.sides[winner].name} decides who goes first: {totals[0]} against {totals[1]}."
        say(log, "initiative", text, "25.12")
        pairs = [PickPair(side) for side in (1, 0) if RollChits.coordinated(x, s, side, dice, log)]
        return s.push(PickSide(winner), *pairs)


class PickSide(OwnChoice, frozen=True, tag="pick-side"):
    """The side that goes first (25.12)."""

    def question(self, x: Context, s: State) -> Question:
        prompt = "Choose which side moves and fights first this turn."
        return Question("first-side", "Turn about", prompt, ("NLC 25.12",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return [] if subject else [m.Begin(0), m.Begin(1)]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        assert isinstance(move, m.Begin)
        first = move.formation
        say(log, "first-side", f"{x.setting.scenario.sides[first].name} goes first.", "25.12")
        return s.pop(SideAction(1 - first), SideAction(first))


class SideAction(Step, frozen=True, tag="side-action"):
    """All formations of a side act together (25.12); who attacks together is still ruled by the chits."""

    who: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        paired = [c for p in s.pairs for c in p]
        mine = tuple(c for c in sorted({*s.cup, *paired}) if c >= 0 and x.setting.commands[c].side == self.who)
        s = s.pop()
        return s.push(FormationAction(mine)) if mine else s


class EndTurn(Step, frozen=True, tag="end-turn"):
    """Disruption goes (or is tested, 25.1), supply is checked, Bad Moves end, the clock moves on (4, phase 5)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = recover(x, s.pop(), dice, log)
        s = x.rules.supply(x, s, log)
        for c, command in enumerate(s.commands):
            if command.loose == s.turn:
                s = x.to_reserve(s, c)
                say(log, "reserve", f"{x.setting.commands[c].name} comes to rest in reserve.", "20.11")
        if x.setting.night(s.turn):
            s = _night_failures(x, s, log)
        s = check_end(x, s, log)
        if s.ended is None and s.turn >= x.setting.scenario.turns.count:
            s = last_turn(x, s, log)
        if s.ended is not None:
            return s
        return replace(s, turn=s.turn + 1).push(BeginTurn())


def _night_failures(x: Context, s: State, log: Log) -> State:
    """At night Attack and Probe orders without a foothold on their target fail (23)."""
    for c, command in enumerate(s.commands):
        if command.order.kind not in ("attack", "probe"):
            continue
        if any(s.units[u].hex == command.order.target for u in x.troops(s, c)):
            continue
        here = x.leader_hex(s, c)
        order = Order("defend", here, s.turn) if here >= 0 else command.order
        s = x.take_order(s, c, replace(command, order=order, queue=()))
        say(log, "order-failed", f"Night ends the attack of {x.setting.commands[c].name}.", "23")
    return s
