"""K.6.a. A prize is taken: its captor destroys it at once, or keeps it in play.

Reading 96 of docs/rules/wap.md applies here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.forces import NONE
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import PRIZE, Fleet, State
from napwidgets.systems.wap.states.politics import to_pool
from napwidgets.systems.wap.step import YesNo


class PrizeChoice(YesNo, frozen=True, tag="prize"):
    """Who has taken ships of a state destroys them, so that they go to its force pool, or keeps them (K.6.a)."""

    captor: int
    owner: int
    place: int
    squadrons: int
    transports: int

    def _taken(self, s: State) -> list[Fleet]:
        """The prizes it is about; none if they have changed hands in the same fight."""
        whose = (self.captor, self.owner, self.place)
        return [f for f in s.fleets if f.condition == PRIZE and (f.nation, f.taken, f.place) == whose]

    def side(self, x: Context, s: State) -> int:
        return x.commander(s, self.captor)

    def automatic(self, x: Context, s: State) -> bool:
        return self.captor == self.owner or self.side(x, s) < 0 or not self._taken(s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def about(self, x: Context, s: State) -> int:
        return self.place

    def question(self, x: Context, s: State) -> Question:
        ships = x.fleet_name(Fleet(self.place, self.owner, self.squadrons, self.transports))
        who, whose = NATIONS[self.captor], NATIONS[self.owner]
        prompt = f"{who} has taken a prize of {whose}: {ships.partition(': ')[2]}. Keep it, or destroy it?"
        return Question("prize", "A prize", prompt, ("WAP K.6.a",))

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if isinstance(move, m.Accept):
            return Label("Keep it", "to be towed to a port of yours and repaired there", ("WAP K.6.a",))
        return Label("Destroy it", f"it goes to the force pool of {NATIONS[self.owner]}", ("WAP K.6.a",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        taken, s = self._taken(s), s.pop()
        if isinstance(move, m.Accept):
            return s
        left, fleets = [self.squadrons, self.transports], []
        for f in s.fleets:
            ships = (min(f.squadrons, left[0]), min(f.transports, left[1])) if f in taken else (0, 0)
            left = [left[0] - ships[0], left[1] - ships[1]]
            fleets.append(replace(f, squadrons=f.squadrons - ships[0], transports=f.transports - ships[1]))
            s = to_pool(s, self.owner, NONE, ships) if any(ships) else s
        text = f"{NATIONS[self.captor]} destroys its prize from {NATIONS[self.owner]}."
        say(log, "prize-destroyed", text, "K.6.a", hexes=[self.place] if self.place >= 0 else [])
        return x.with_fleets(s, fleets)


def asked_at_once(s: State) -> State:
    """This state with the fate of prizes decided before anything else on the agenda (K.6.a)."""
    prizes = [step for step in s.agenda if isinstance(step, PrizeChoice)]
    if not prizes:
        return s
    return replace(s, agenda=(*(step for step in s.agenda if not isinstance(step, PrizeChoice)), *prizes))
