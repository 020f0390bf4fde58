"""Groups and combats to fight in tests, and dice that fall as they are told."""

from __future__ import annotations

from typing import Any

from napwidgets.kernel.dice import ScriptedDice
from napwidgets.systems.con.battle import resolve
from napwidgets.systems.con.combat import Combat, End
from napwidgets.systems.con.forces import Group, Leader, Size, Unit
from napwidgets.systems.con.guesses import Kind
from napwidgets.systems.con.tables import Tables

TABLES = Tables()


def group(size: Size = "corps", foot: int = 20, horse: int = 0, guns: int = 0, **more: Any) -> Group:
    """A group of plain units."""
    given = (Unit("infantry", foot), Unit("cavalry", horse), Unit("artillery", guns))
    units = (*(unit for unit in given if unit.strength), *more.pop("units", ()))
    return Group(size, units, more.pop("leaders", (Leader(2, 5),)), **more)


def combat(kind: Kind, french: Group, coalition: Group, **more: Any) -> Combat:
    """A combat; the French attack unless told otherwise."""
    return Combat(kind, (french, coalition), **more)


def fought(which: Combat, *dice: int, tables: Tables = TABLES) -> End:
    """A combat with dice that show such faces, all of them used."""
    script = ScriptedDice([(face,) for face in dice])
    end = resolve(tables, which, script)
    assert script.spent
    return end


def totals(end: End) -> tuple[int, int]:
    """Strength points that both sides lost."""
    return end.lost[0].total, end.lost[1].total
