"""7. Repulses: a force under way pushes aside what stands before it.

Readings 13 and 78 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.con import guesses, small, thrown
from napwidgets.systems.con.battle import settle_small
from napwidgets.systems.con.bearing import bear
from napwidgets.systems.con.combat import Combat
from napwidgets.systems.con.context import Context, Force, Log, counted, say
from napwidgets.systems.con.groups import contact_of, side_group
from napwidgets.systems.con.passing import Beaten
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import Fight, State
from napwidgets.systems.con.vedettes import flee


def repulse(
    x: Context, s: State, side: int, force: Force, h: int, dice: Dice, log: Log
) -> tuple[bool, State, list[Beaten]]:
    """Try to repulse the stack in a hex: whether it succeeds, the state after the skirmish that follows, and the
    retreats that it brings.
    """
    foe, at = other(side), s.leaders[force.leader].at
    mine, theirs = x.strength(s, force.units), x.strength(s, x.units_at(s, h, foe))
    won = guesses.repulsed(x.tables, mine, theirs)
    told, odds = f"{counted(mine, 'strength point')} against {theirs}", x.tables.repulse["odds"]
    if not won:
        say(
            log,
            "repulse",
            f"{x.does(side, 'try')} to push aside what stands at {x.place(h)}: it "
            f"holds, for that takes {odds} to one.",
            "7",
            hexes=[at, h],
        )
        return False, s, []
    say(
        log,
        "repulse",
        f"{x.does(side, 'push')} the stack at {x.place(h)} aside ({told}).",
        "7",
        hexes=[at, h],
    )
    hexes = ((at,), (h,)) if side == 0 else ((h,), (at,))
    fight = Fight(hexes, side, done=True)
    n = len(s.fights)
    s = replace(s, fights=(*s.fights, fight))
    groups = [side_group(x, s, fight, k, pitched=False) for k in (0, 1)]
    combat = Combat("skirmish", (groups[0][0], groups[1][0]), side, None, contact_of(x, s, fight))
    end = settle_small(x.tables, combat, small.throw(x.tables, combat, dice))
    thrown.tell_small(x, combat, dice, log)
    for k in (0, 1):
        s = bear(x, s, k, groups[k][1], end.lost[k], log, "10.5.3")
        s = flee(x, s, k, hexes[k][0], log)
    beaten = [Beaten(k, n, combat, end.hexes[k], end.free[k]) for k in (0, 1) if end.hexes[k]]
    return True, s, beaten
