"""The engine of March on Paris: the rules of grand-tactical battles as 1814 has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import End, Event
from napwidgets.systems.mop import victory
from napwidgets.systems.mop.approach import Feel
from napwidgets.systems.mop.arrangements import STRIKES_OUT
from napwidgets.systems.mop.card_choices import Indicate, Reroute
from napwidgets.systems.mop.card_orders import Direct, Hear
from napwidgets.systems.mop.card_restores import Restore
from napwidgets.systems.mop.card_stage import PlayCard
from napwidgets.systems.mop.cards import face_down
from napwidgets.systems.mop.covers import masked, quiet
from napwidgets.systems.mop.dummies import GoDummy, SetDummy
from napwidgets.systems.mop.fires import burning, toll
from napwidgets.systems.mop.front import Lead
from napwidgets.systems.mop.outposts import Regroup, Skirmish
from napwidgets.systems.mop.pontoons import GoPontoon, Lay, SendPontoon, TakeUp, dear, laid, spanned, start_pontoons
from napwidgets.systems.mop.ruleset import MOP
from napwidgets.systems.mop.spans import Damage, Repair, Span
from napwidgets.systems.mop.state import State, written
from napwidgets.systems.mop.trains import GoTrain, LeaveTrain, start_trains
from napwidgets.systems.mop.turn import full_rest, orders
from napwidgets.systems.mop.vedettes import Deploy, Gather, GoVedette, muster
from napwidgets.systems.mop.works import Dig
from napwidgets.systems.tactical import engine
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core import state as shared
from napwidgets.systems.tactical.core.ruleset import Ruleset
from napwidgets.systems.tactical.core.state import DEAD
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.ground.views import redact

#: How many grounds that have changed are kept: a game meets a few, many games on one engine the same ones again.
GROUNDS = 32


class Battle(engine.Battle):
    """A battle of 1814: the rules bound to a scenario, its map, options and tables."""

    rules: ClassVar[Ruleset] = MOP
    move_type: ClassVar[Any] = (
        m.Move
        | GoTrain
        | LeaveTrain
        | Lead
        | Deploy
        | Gather
        | GoVedette
        | Skirmish
        | Regroup
        | Feel
        | Damage
        | Repair
        | Dig
        | SetDummy
        | GoDummy
        | Direct
        | Hear
        | Indicate
        | Reroute
        | Restore
        | PlayCard
        | SendPontoon
        | GoPontoon
        | Lay
        | TakeUp
    )

    def __init__(self, *bound: Any) -> None:
        super().__init__(*bound)
        self._grounds: dict[tuple[tuple[Span, ...], tuple[int, ...], tuple[Span, ...], tuple[int, ...]], Context] = {}
        #: Grounds of the last positions in which something else was damaged, dug, laid or played, or seen to be.
        self._last_grounds: list[tuple[State, Context]] = []

    def context_at(self, state: shared.State) -> Context:
        """The ground without the spans that are damaged (37.11), with pontoon bridges (37.10), with what was dug
        (37.3.3) and what burns (37.12); the last few are kept.
        """
        assert isinstance(state, State)
        for before, ground in self._last_grounds:
            # One by one: this is asked ten times a decision.
            if before is state or (
                before.spans is state.spans
                and before.plays is state.plays
                and before.pontoons is state.pontoons
                and before.works is state.works
                and before.turn == state.turn
            ):
                return ground
        found = self._ground_of(state)
        # Anew, since a computer player may ask from another thread.
        self._last_grounds = [(state, found), *self._last_grounds[:3]]
        return found

    def _ground_of(self, state: State) -> Context:
        bridges, fires = laid(state), burning(self.context, state)
        changed = state.spans, state.works, bridges, fires
        if not any(changed):
            return self.context
        known = self._grounds.get(changed)
        if known is None:
            board = spanned(self.context.board, state.spans, bridges)
            ends = {h for span in (*state.spans, *bridges) for h in span}
            slow = dear(self.context, state.spans, bridges), toll(self.context, fires)
            setting = self.setting.redrawn(board, ends, state.works, *slow)
            known = Context(setting, self.context)
            kept = list(self._grounds.items())[1 - GROUNDS :]
            # Anew, since a computer player may ask from another thread.
            self._grounds = {**dict(kept), changed: known}
        return known

    def set_up(self, state: shared.State) -> State:
        """Trains, the orders that follow the first ones, divisions and headquarters with orders of their own."""
        assert isinstance(state, State)
        s, x, setting = state, self.context, self.setting
        s = replace(s, trains=start_trains(x), vedettes=muster(x), hidden=tuple(range(len(s.units))))
        s = replace(s, pontoons=start_pontoons(x))
        for c, info in enumerate(setting.commands):
            data: Any = setting.leaders[info.leader] if info.chief else info.data
            if info.division is None and data.then:
                s = s.command(c, queue=orders(x, data.then))
        scenario: Any = setting.scenario
        for told in scenario.detached:
            c = setting.division_index[setting.formation_index[told.formation], told.division]
            (order,) = orders(x, (told.order,))
            attached = setting.formation_index[told.attached] if told.attached else -1
            s = s.command(c, active=True, attached=attached)
            taken = x.take_order(s, c, replace(s.commands[c], order=replace(order, since=1)))
            assert isinstance(taken, State)
            s = taken
        for q, hq in enumerate(scenario.hqs):
            if hq.order is not None:
                (order,) = orders(x, (hq.order,))
                s = s.hq(q, order=order.kind, target=order.target)
        weary = ((c, full_rest(x, c)) for c in range(setting.formations))
        s = replace(s, weary=tuple((c, hours) for c, hours in weary if hours))
        return self._counterattacks(s)

    def _counterattacks(self, s: State) -> State:
        """Defenders who may strike out at what comes near the place they hold (37.20)."""
        board = self.setting.board
        for rule in self.setting.special("counterattack"):
            c = self.setting.formation_index[rule.formation]
            near = [board.distances[board.number(name)] for name in rule.hexes]
            out = (STRIKES_OUT * any(row[h] <= rule.amount for row in near) for h in range(board.size))
            s = s.command(c, ground=bytes(own or more for own, more in zip(s.commands[c].ground, out, strict=True)))
        return s

    def start(self, dice: Dice, log: list[Event]) -> shared.State:
        """The set-up; what is told of units under cover stays with their own side (37.6)."""
        begun = super().start(dice, log)
        assert isinstance(begun, State)
        quiet(self.context_at(begun), begun, begun, log, 0)
        return begun

    def apply(self, state: shared.State, seat: str, move: Any, dice: Dice, log: list[Event]) -> shared.State:
        """Make a move; what is told of units under cover stays with their own side (37.6)."""
        count, after = len(log), super().apply(state, seat, move, dice, log)
        assert isinstance(state, State)
        assert isinstance(after, State)
        quiet(self.context_at(after), state, after, log, count)
        return after

    def verdict(self, ended: End) -> tuple[str, str]:
        """A title for an end, and a sentence or two."""
        return victory.told(self.context, ended)

    def redacted(self, x: Context, state: shared.State, seat: int | None) -> shared.State:
        """A state as a seat knows it: as in every battle, and nothing of what is under cover (37.6)."""
        # Covers take the place of top counters: who is turned over is seen with all that stand there.
        view = redact(x, state, seat, state.units)
        assert isinstance(state, State)
        assert isinstance(view, State)
        return face_down(x, state, masked(x, state, view, seat), seat)

    def encode(self, value: Any) -> bytes:
        """A state or a move as canonical JSON; a state without what came later and holds nothing."""
        return msgspec.json.encode(written(value)) if isinstance(value, State) else super().encode(value)

    def tally(self, state: shared.State) -> Mapping[str, int]:
        """As in every battle, with the trains that are left."""
        assert isinstance(state, State)
        whole = sum(pontoon.hex != DEAD for pontoon in state.pontoons)
        trains = sum(train.hex != DEAD for train in state.trains)
        return {**super().tally(state), "trains": trains, **({"pontoons": whole} if state.pontoons else {})}
