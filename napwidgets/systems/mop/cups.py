"""37.1. A cup for each side, and a die that says who draws from his."""

from __future__ import annotations

from napwidgets.kernel.dice import Dice
from napwidgets.systems.mop.state import State
from napwidgets.systems.tactical.command.chits import chit_name, chit_side
from napwidgets.systems.tactical.ground.context import Context


def own_cups(x: Context, s: State, dice: Dice) -> int:
    """An odd die draws from the cup of the first side, an even one from that of the second, while both have chits."""
    cups = [[c for c in s.cup if chit_side(x, c) == side] for side in (0, 1)]
    cup = cups[1 - dice.roll("whose chit is drawn") % 2] if all(cups) else cups[0] or cups[1]
    return cup[dice.draw("the next chit", [chit_name(x, c) for c in cup])]
