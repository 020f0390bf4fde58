"""10.3, 4. Enemy stacks that bar no retreat: vedettes alone, and those that the beaten group could repulse.

Reading 74 of docs/rules/con.md applies here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.con.combat import Combat
from napwidgets.systems.con.context import Context, Log
from napwidgets.systems.con.guesses import may_repulse, repulsed
from napwidgets.systems.con.retreating import Passed, Retreating, base_hex, ends
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import State
from napwidgets.systems.con.step import Step


class Beaten(Step, frozen=True, tag="beaten"):
    """A group must go back so many hexes: what bars its way is looked at before it is asked where to (10.3)."""

    who: int
    fight: int
    combat: Combat
    length: int
    free: bool = False

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        found = passed(x, s, self.fight, self.who, self.length, self.free)
        return s.push(Retreating(self.who, self.fight, self.combat, self.length, self.free, found))


def passed(x: Context, s: State, fight: int, side: int, length: int, free: bool) -> Passed:
    """The enemy stacks that bar nothing, and no more of them than change where the retreat may end: each of them tells
    the enemy what it is.
    """
    units = x.group_units(s, s.fights[fight], side)
    if not units:
        return Passed()
    most = _candidates(x, s, fight, side, length, x.strength(s, units))
    if most == Passed() or (wanted := ends(x, s, fight, side, length, free, most)) == ends(
        x, s, fight, side, length, free
    ):
        return Passed()
    for h in (*most.idle, *most.weak):
        less = replace(most, idle=tuple(n for n in most.idle if n != h), weak=tuple(n for n in most.weak if n != h))
        if ends(x, s, fight, side, length, free, less) == wanted:
            most = less
    return most


def _candidates(x: Context, s: State, fight: int, side: int, length: int, mine: int) -> Passed:
    """Stacks near enough to matter that have no troops, and those that so much strength could repulse (4, 7)."""
    foe, start = other(side), base_hex(x, s, fight, side)
    fought = s.fights[fight].hexes[foe]
    near = [h for h in x.layout(s).stacks[foe] if h not in fought and x.ground.distance(start, h) <= length + 1]
    troops = {h: x.strength(s, x.units_at(s, h, foe)) for h in sorted(near)}
    idle = tuple(h for h, there in troops.items() if not there)
    able = may_repulse(x.tables, mine)
    return Passed(idle, tuple(h for h, there in troops.items() if there and able and repulsed(x.tables, mine, there)))
