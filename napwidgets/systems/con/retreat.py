"""Who goes back after a combat, how far, and what that costs (10.3, 10.5.1 to 10.5.3, 10.5.7.4)."""

from __future__ import annotations

from napwidgets.systems.con.combat import Combat
from napwidgets.systems.con.forces import SIZES, hundredths
from napwidgets.systems.con.small import shelter
from napwidgets.systems.con.tables import Result, Tables

Pair = tuple[int, int]


def after_table(combat: Combat, winner: int | None, result: Result) -> Pair:
    """Hexes that each side retreats after a battle or a wrongfooted one; a besieged loser stays (10.5.7.4, 10.5)."""
    hexes = [result.hexes if winner != side else 0 for side in (0, 1)]
    if combat.besieged is not None:
        hexes[combat.besieged] = 0
    return hexes[0], hexes[1]


def smaller(tables: Tables, combat: Combat, left: Pair) -> int | None:
    """Who goes back after any other combat: the smaller size class, of equals by the list of 10.3 (readings 24
    and 25). Nobody where a side is destroyed.
    """
    if not all(left):
        return None
    ranks = [SIZES.index(size) for size in combat.sizes]
    if ranks[0] != ranks[1]:
        return 0 if ranks[0] < ranks[1] else 1
    few = 0 if left[0] < left[1] else 1
    ratio = 10 * left[1 - few], left[few]
    if ratio[0] >= tables.retreat["overwhelmed, tenths"] * ratio[1]:
        return few
    if shelter(tables, combat, combat.defender)[1]:
        return combat.attacker
    if ratio[0] >= tables.retreat["outnumbered, tenths"] * ratio[1]:
        return few
    return combat.attacker


def after_size(tables: Tables, combat: Combat, left: Pair) -> Pair:
    """Hexes that each side retreats after a combat in which the size class decides (10.3)."""
    who = smaller(tables, combat, left)
    far = tables.retreat["smaller group, hexes"]
    return far if who == 0 else 0, far if who == 1 else 0


def on_the_way(tables: Tables, combat: Combat, side: int, left: int) -> int:
    """Strength points more that a side loses on its way back: one for each zone of control and each bridged primary
    river, or after a battle 2.5 percent of itself and the enemy beside it there (10.5.1, 10.5.7.4, reading 26).
    """
    way, lost = combat.groups[side].way, 0
    for enemy in (*way.zones, *way.rivers):
        if combat.pitched:
            lost += hundredths(tables.losses["retreat"], left - lost + enemy)
        else:
            lost += tables.retreat["loss on the way, SP"]
        lost = min(lost, left)
    return lost


def may_advance(combat: Combat, winner: int | None, hexes: Pair, side: int) -> bool:
    """Whether a side may advance or pursue: when the other alone went back; never after a drawn battle, which a
    withdrawal and a delay are not (10.3, reading 77).
    """
    drawn = combat.kind in ("battle", "wrongfooted") and winner is None
    return not drawn and hexes[1 - side] > 0 and hexes[side] == 0


def eased(combat: Combat, winner: int | None, lost: Pair, side: int) -> bool:
    """Whether a retreating smaller group is free of the last two priorities of retreat: it took more from the larger
    one in a raid or ambush than it lost, or won a delay (10.3).
    """
    ranks = [SIZES.index(size) for size in combat.sizes]
    if ranks[side] >= ranks[1 - side]:
        return False
    if combat.kind == "delay":
        return winner == side
    return combat.kind in ("raid", "ambush") and lost[1 - side] > lost[side]
