"""K.6.h. Before a fight at sea: who tows prizes may cast them off, and then the attacker may take them and go.

Readings 97 and 98 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.telling import signed
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, names, say
from napwidgets.systems.wap.sea.fates import stand_down, take_prizes
from napwidgets.systems.wap.sea.seaways import able
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import ADRIFT, MOVED, PRIZE, Fleet, State, place_of
from napwidgets.systems.wap.step import Step, YesNo


def towed(s: State, flag: int) -> list[Fleet]:
    """The prizes that a force has in tow."""
    return [f for f in s.fleets if f.moved == flag and f.condition == PRIZE]


def _seat(x: Context, s: State, flag: int) -> int:
    """The seat that commands the squadrons of a force; -1 if it has none."""
    mine = (f for f in s.fleets if f.moved == flag and f.squadrons and able(f))
    return next((x.commander(s, f.nation) for f in mine), -1)


def jettison_offers(s: State, attacker: int, defender: int) -> list[Step]:
    """What is decided before a fight if one of the forces tows: the attacker first, for the defender's prizes may end
    it.
    """
    flags = [(flag, other) for flag, other in ((defender, attacker), (attacker, defender)) if towed(s, flag)]
    return [JettisonOffer(flag, other, flag == defender) for flag, other in flags]


class JettisonOffer(YesNo, frozen=True, tag="jettison"):
    """A force that tows prizes may cast them off before the fight, so that its morale does not suffer (K.6.h)."""

    flag: int
    other: int
    attacked: bool

    def side(self, x: Context, s: State) -> int:
        return _seat(x, s, self.flag)

    def automatic(self, x: Context, s: State) -> bool:
        return not towed(s, self.flag) or self.side(x, s) < 0 or _seat(x, s, self.other) < 0

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def about(self, x: Context, s: State) -> int:
        return place_of(s, self.flag)

    def question(self, x: Context, s: State) -> Question:
        prizes = names(x.fleet_name(f).partition(": ")[2] for f in towed(s, self.flag))
        prompt = f"There will be a fight. Cast off your prizes ({prizes}), or keep them in tow?"
        return Question("jettison", "Prizes in tow", prompt, ("WAP K.6.h",))

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if isinstance(move, m.Accept):
            then = "the enemy may take them and leave, or fight on" if self.attacked else "the victor gets them"
            return Label("Cast them off", then, ("WAP K.6.h",))
        return Label("Keep them in tow", f"morale {signed(x.tables.morale['towing'])} in the fight", ("WAP K.6.h",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        prizes, s = towed(s, self.flag), s.pop()
        if not isinstance(move, m.Accept):
            return s
        say(log, "jettison", f"{names(_whose(prizes))} casts off its prizes.", "K.6.h")
        # Who comes out of a port leaves his prizes there (reading 98).
        fleets = [replace(f, moved=MOVED if f.inside else ADRIFT) if f in prizes else f for f in s.fleets]
        s = x.with_fleets(s, fleets)
        free = self.attacked and any(f.moved == ADRIFT for f in s.fleets)
        return s.push(RetrieveOffer(self.other, self.flag)) if free else s


def _whose(prizes: list[Fleet]) -> list[str]:
    return [NATIONS[n] for n in sorted({f.nation for f in prizes})]


class RetrieveOffer(YesNo, frozen=True, tag="retrieve"):
    """The attacker fights on, or breaks off to take the prizes that were cast off (K.6.h)."""

    attacker: int
    defender: int

    def side(self, x: Context, s: State) -> int:
        return _seat(x, s, self.attacker)

    def about(self, x: Context, s: State) -> int:
        return place_of(s, self.defender)

    def question(self, x: Context, s: State) -> Question:
        prizes = names(x.fleet_name(f).partition(": ")[2] for f in towed(s, ADRIFT))
        prompt = f"They have cast off their prizes: {prizes}. Take these and let them go, or attack?"
        return Question("retrieve", "Prizes adrift", prompt, ("WAP K.6.h",))

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if isinstance(move, m.Accept):
            return Label("Take the prizes", "and break off the attack", ("WAP K.6.h",))
        return Label("Attack", "the victor gets the prizes as well", ("WAP K.6.h",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.Accept):
            return s
        # The fight that was to follow lies on top of the agenda.
        s = take_prizes(x, s.pop(), (ADRIFT,), self.attacker, log)
        return stand_down(x, s, (self.attacker, self.defender))
