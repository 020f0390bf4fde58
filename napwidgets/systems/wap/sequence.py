"""E. The campaign turn: the neutral, the pro-French and the anti-French segment with their phases.

Reading 20 of docs/rules/wap.md applies here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.land.attrition import AttritionPhase
from napwidgets.systems.wap.land.combat import CombatPhase
from napwidgets.systems.wap.land.marching import MovementPhase
from napwidgets.systems.wap.land.sieges import SiegePhase
from napwidgets.systems.wap.money.reinforcement import JANUARY, ReinforcementPhase
from napwidgets.systems.wap.money.shipyards import prizes_at_sea, repaired, ships_of_lost_ports
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.sea.seaways import reset
from napwidgets.systems.wap.setting import FRANCE
from napwidgets.systems.wap.state import DEAD, ENGLISH, FACTIONS, FRENCH, NEUTRAL, OFF, PRISONER, WOUNDED, State
from napwidgets.systems.wap.states.agreement import put_to_the_vote
from napwidgets.systems.wap.states.bargains import BargainChoice
from napwidgets.systems.wap.states.diplomacy import AlliancePhase
from napwidgets.systems.wap.states.exile import ExileChoice, fate_of_napoleon
from napwidgets.systems.wap.states.politics import exchange_prisoners
from napwidgets.systems.wap.states.victory import check_turn
from napwidgets.systems.wap.states.wars import end_wars, send_to_wars
from napwidgets.systems.wap.step import Step
from napwidgets.systems.wap.trade.raiding import BasesPhase, RateFalls


class BeginTurn(Step, frozen=True, tag="begin-turn"):
    """A month begins: leaders recover, repairs end, prisoners are exchanged in January, wars may end."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = replace(s.pop(), segment=NEUTRAL)
        say(log, "turn", f"{x.setting.month_name(s.turn)} begins.", "E")
        for i, leader in enumerate(s.leaders):
            if leader.place in (WOUNDED, PRISONER) and leader.back <= s.turn:
                how, cite = ("has recovered", "R") if leader.place == WOUNDED else ("is exchanged", "G.3.b")
                s = s.leader(i, place=OFF, back=0)
                say(log, "leader", f"{x.setting.leaders[i].called} {how} and waits in the force pool.", cite)
        january = x.setting.month(s.turn)[1] == JANUARY
        s = exchange_prisoners(x, s, log) if january else s
        s = repaired(x, send_to_wars(x, end_wars(x, s, dice, log), log), log)
        s = self._leave(x, s, log)
        bargains = [BargainChoice(seat) for seat in reversed(range(len(x.setting.seats)))] if january else []
        return s.push(EndTurn(), Segment(ENGLISH), Segment(FRENCH), Segment(NEUTRAL), *bargains)

    @staticmethod
    def _leave(x: Context, s: State, log: Log) -> State:
        """Bernadotte leaves France for Sweden (K.1), unless he was killed before: then he is out for good (J.1.e)."""
        marshal, prince = (x.setting.leader_number[name] for name in ("Bernadotte", "Bernadotte of Sweden"))
        month = x.setting.month(s.turn)
        if x.options.bernadotte and month == (1810, 8) and s.leaders[marshal].place == DEAD:
            return s.leader(prince, place=DEAD)
        if not x.options.bernadotte or s.leaders[marshal].place < OFF or month < (1810, 8):
            return s
        say(log, "leader", "Bernadotte becomes crown prince of Sweden.", "K.1")
        return s.leader(marshal, place=DEAD)


class Segment(Step, frozen=True, tag="segment"):
    """The segment of a faction: its active seats go through the phases together (E.1 to E.3)."""

    faction: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = replace(s.pop(), segment=self.faction, came=(), fought=(), landed=())
        s = reset(x, s)
        s = x.with_armies(s, [replace(a, moved=False) for a in s.armies])
        s = replace(s, leaders=tuple(replace(i, moved=False) if i.moved else i for i in s.leaders))
        seats = x.active_seats(s)
        if seats or self.faction == NEUTRAL:
            say(log, "segment", f"The {FACTIONS[self.faction]} states act.", f"E.{self.faction + 1}")
        steps: list[Step] = []
        for phase in self._order():
            if phase == "movement" and self.faction == FRENCH and x.options.abdication:
                # France may be back in the war by then: Napoleon returns in the Alliance Phase (K.5.d).
                seats = tuple(sorted({*seats, x.setting.seat_of_major[FRANCE]}))
            if phase in x.phases:
                steps += self._steps(x, phase, seats)
        return s.push(EndSegment(), *reversed(steps))

    def _order(self) -> tuple[str, ...]:
        if self.faction == NEUTRAL:
            return ("naval", "reinforcement", "movement", "alliance")
        return ("naval", "attrition", "alliance", "reinforcement", "movement", "combat")

    def _steps(self, x: Context, phase: str, seats: tuple[int, ...]) -> list[Step]:
        if phase == "naval":
            rate = [RateFalls()] if self.faction == FRENCH and x.options.lloyds else []
            return [*(NavalPhase(seat) for seat in seats), *rate]
        if phase == "attrition":
            return [AttritionPhase()]
        if phase == "alliance":
            exile: list[Step] = [ExileChoice()] if self.faction == FRENCH and x.options.abdication else []
            return [AlliancePhase(), *exile]
        if phase == "reinforcement":
            return [ReinforcementPhase()]
        if phase == "movement":
            bases: list[Step] = []
            if self.faction == ENGLISH and x.options.lloyds:
                bases = [BasesPhase(x.setting.seats.index("english"))]
            return [*(MovementPhase(seat) for seat in seats), *bases]
        return [*(CombatPhase(seat) for seat in seats), SiegePhase()]


class EndSegment(Step, frozen=True, tag="end-segment"):
    """A segment is over: landed supplies are used up (F.3.f), ships in lost ports are taken (F.6.b)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = prizes_at_sea(x, ships_of_lost_ports(x, s.pop(), log), log)
        return replace(s, landed=(), came=(), fought=(), tried=())


class EndTurn(Step, frozen=True, tag="end-turn"):
    """A month is over: whoever has won has won now, else the next one begins (C, E.4)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = fate_of_napoleon(x, s.pop(), log)
        s = check_turn(x, s, log)
        return s if s.ended is not None else put_to_the_vote(x, s.push(NextTurn()), log)


class NextTurn(Step, frozen=True, tag="next-turn"):
    """The marker is advanced (E.4)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return replace(s, turn=s.turn + 1, proposed=()).pop(BeginTurn())
