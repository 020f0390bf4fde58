"""What was thrown, in words: the die, what is added to it, and what it had to come to."""

from __future__ import annotations

from napwidgets.kernel.dice import Dice
from napwidgets.systems.con import battle, morale, small
from napwidgets.systems.con.combat import Combat
from napwidgets.systems.con.context import Context, Log, say
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.tables import Tables
from napwidgets.systems.telling import with_added


def check(tables: Tables, made: morale.Check, die: int) -> str:
    """How a check of morale went at a die: what stood against what, or why that did not matter (8)."""
    if made.sure:
        return "more than half of it is Guard"
    if die <= tables.morale["always up to"]:
        return f"a {die} always succeeds"
    if die >= tables.morale["never from"]:
        return f"a {die} always fails"
    return f"{with_added(die, sum(part.value for part in made.parts))} against {made.initiative}"


def tell_small(x: Context, combat: Combat, dice: Dice, log: Log) -> None:
    """The die of a raid, an ambush or a skirmish that was just thrown (10.5.1 to 10.5.3)."""
    added = sum(part.value for part in small.parts(x.tables, combat))
    text = f"The die of the {combat.kind}: {with_added(dice.throws[-1].value, added)}."
    say(log, "thrown", text, small.CITES[combat.kind])


def tell_battle(x: Context, combat: Combat, fought: battle.Fought, dice: Dice, log: Log) -> None:
    """Both dice of a battle that was just fought, the better side's with half of what it is ahead (10.5.7 step 2)."""
    if fought.result is None:
        return
    doubled = battle.weigh(x.tables, combat, fought.guns).doubled
    odd = doubled % 2
    row, column = (throw.value for throw in dice.throws[-2 - odd :][:2])
    ahead = with_added(row, doubled // 2 + (odd and dice.throws[-1].value > 3))
    who, foe = x.side_begins(fought.ahead), x.side_name(other(fought.ahead))
    told = "is at an advantage and throws" if x.one(fought.ahead) else "are at an advantage and throw"
    text = f"{who} {told} {ahead}; {column} is thrown for {foe}."
    say(log, "thrown", text, "10.5.7")
