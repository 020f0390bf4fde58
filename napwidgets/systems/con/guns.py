"""Step 1 of a battle: the cavalry differential and the bombardment of both sides (6, 10.5.7)."""

from __future__ import annotations

from fractions import Fraction

from napwidgets.kernel.dice import Dice
from napwidgets.systems.con.combat import Combat
from napwidgets.systems.con.forces import SIDES
from napwidgets.systems.con.tables import Tables


def differential(tables: Tables, combat: Combat) -> tuple[int, int]:
    """What the cavalry adds to the die of each side: the same figure for the one, against the other; nothing where
    no contact hex is clear (6, 10.5.7 step 1, reading 18).
    """
    one, two = (group.cavalry for group in combat.groups)
    if one == two or not combat.contact.clear:
        return 0, 0
    worth = tables.differential(Fraction(max(one, two)), Fraction(min(one, two)))
    return (worth, -worth) if one > two else (-worth, worth)


def fires(combat: Combat, side: int) -> bool:
    """Whether a side bombards: not without guns (reading 19), and never in a withdrawal or a delay (10.5.5, 10.5.6)."""
    return combat.kind in ("battle", "wrongfooted") and combat.groups[side].guns > 0


def hits(tables: Tables, combat: Combat, side: int, die: int) -> int:
    """Strength points that a side's guns take from the enemy at a die (10.5.7 step 1, reading 19)."""
    column = sum(combat.groups[side].guns >= least for least in tables.guns_from) - 1
    total = die + differential(tables, combat)[side]
    if total <= tables.bombardment["left up to"]:
        column -= 1
    if total >= tables.bombardment["right from"]:
        column += 1
    lost = tables.guns_losses[min(max(column, 0), len(tables.guns_losses) - 1)]
    return min(lost, combat.groups[1 - side].strength)


def bombard(tables: Tables, combat: Combat, dice: Dice) -> tuple[int, int]:
    """Strength points that the French and the Coalition lose to each other's guns, which fire at the same time."""
    lost = [0, 0]
    for side in (0, 1):
        if fires(combat, side):
            lost[1 - side] = hits(tables, combat, side, dice.roll(f"bombardment of the {SIDES[side]}"))
    return lost[0], lost[1]
