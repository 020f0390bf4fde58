"""Step 2 of a battle, and every combat from its first die to its last, with exact odds (10.5).

`resolve` throws; `odds` pushes distributions through the same steps. There is no second formula.
"""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.systems.con import losses, morale, retreat, small
from napwidgets.systems.con.combat import Combat, End, Loss
from napwidgets.systems.con.forces import SIDES, hundredths
from napwidgets.systems.con.guns import bombard
from napwidgets.systems.con.modifiers import advantaged
from napwidgets.systems.con.tables import Result, Tables

Pair = tuple[int, int]


class Stand(Struct, frozen=True, array_like=True):
    """A battle after its bombardment: what the guns took, who is advantaged and by twice how much."""

    guns: Pair
    ahead: int
    doubled: int


class Fought(Struct, frozen=True, array_like=True):
    """A battle when its dice have fallen: what the guns took, who won (none: a draw), who was advantaged, and the cell
    of the table; no cell where the guns left nobody to fight.
    """

    guns: Pair
    winner: int | None
    ahead: int = 0
    result: Result | None = None


class Course(Struct, frozen=True, array_like=True):
    """A combat up to its losses and retreats, before anybody goes back: its end but for morale, the R of the table (0:
    none), and who has the better of it: in a draw he goes back last.
    """

    end: End
    hexes: int = 0
    ahead: int = 0


def bonus(doubled: int, dice: Dice) -> int:
    """Half of the difference of both modifiers; a second die rounds a fraction (10.5.7 step 2)."""
    if doubled % 2 == 0:
        return doubled // 2
    return doubled // 2 + (dice.roll("rounding of the modifier") > 3)


def weigh(tables: Tables, combat: Combat, guns: Pair) -> Stand:
    """Both sides' modifiers once the guns have fired (10.5.7 step 2)."""
    if any(guns[side] >= combat.groups[side].strength for side in (0, 1)):
        return Stand(guns, 0, 0)
    return Stand(guns, *advantaged(tables, combat, guns))


def fight(tables: Tables, combat: Combat, stand: Stand, dice: Dice) -> Fought:
    """Both dice of a battle (10.5.7 step 2); none if the guns destroyed a side (reading 29)."""
    guns, ahead = stand.guns, stand.ahead
    left = [combat.groups[side].strength - guns[side] for side in (0, 1)]
    if not all(left):
        return Fought(guns, None if not any(left) else 0 if left[0] else 1)
    row = dice.roll(f"battle, {SIDES[ahead]} advantaged")
    column = dice.roll(f"battle, {SIDES[1 - ahead]} disadvantaged")
    result = tables.result(row + bonus(stand.doubled, dice), column)
    winner = None if result.winner == "draw" else ahead if result.winner == "advantaged" else 1 - ahead
    return Fought(guns, winner, ahead, result)


def settle(tables: Tables, combat: Combat, fought: Fought) -> End:
    """Losses and retreats of a battle (10.3, 10.5.7.1, 10.5.7.2, 10.5.7.4)."""
    winner, result = fought.winner, fought.result
    if result is None:
        return _ended(tables, combat, winner, fought.guns, (0, 0), ((0, 0), (0, 0)))
    whole, totals, stakes = losses.base(combat), list(fought.guns), []
    for side in (0, 1):
        group = combat.groups[side]
        cell = result.lost[0 if side == fought.ahead else 1]
        share = losses.share(tables, combat, side, cell, winner == 1 - side)
        lost = min(hundredths(share, whole), group.strength - fought.guns[side])
        stakes.append(losses.staked(tables, group, whole, share, lost))
        totals[side] += lost
    left = combat.groups[0].strength - totals[0], combat.groups[1].strength - totals[1]
    if combat.kind in ("withdraw", "delay"):
        hexes = retreat.after_size(tables, combat, left)
    else:
        hexes = retreat.after_table(combat, winner, result)
    return _ended(tables, combat, winner, (totals[0], totals[1]), hexes, (stakes[0], stakes[1]))


def settle_small(tables: Tables, combat: Combat, lost: Pair) -> End:
    """Retreats of a raid, ambush or skirmish (10.3)."""
    left = combat.groups[0].strength - lost[0], combat.groups[1].strength - lost[1]
    return _ended(tables, combat, None, lost, retreat.after_size(tables, combat, left), ((0, 0), (0, 0)))


def _ended(
    tables: Tables, combat: Combat, winner: int | None, totals: Pair, hexes: Pair, stakes: tuple[Pair, Pair]
) -> End:
    """The end of a combat: a destroyed group goes nowhere; who goes back may lose more on his way."""
    found: list[Loss] = []
    gone: list[int] = []
    for side in (0, 1):
        group = combat.groups[side]
        left = group.strength - totals[side]
        gone.append(hexes[side] if left else 0)
        more = retreat.on_the_way(tables, combat, side, left) if gone[side] else 0
        # In a draw both go back, and yet bear their losses like those who stay (10.5.7.2).
        back = hexes[side] > 0 and not (combat.pitched and winner is None)
        found.append(losses.allotted(tables, group, totals[side] + more, back, stakes[side]))
    free = [gone[side] > 0 and retreat.eased(combat, winner, totals, side) for side in (0, 1)]
    return End(winner, (found[0], found[1]), (gone[0], gone[1]), (free[0], free[1]))


def _settled(tables: Tables, combat: Combat, fought: Fought) -> Course:
    """How a battle ended but for morale; it has no R where the guns ended it."""
    return Course(settle(tables, combat, fought), fought.result.hexes if fought.result else 0, fought.ahead)


def _shaken(tables: Tables, combat: Combat, course: Course, dice: Dice) -> End:
    return morale.shaken(tables, combat, course.end, course.hexes, dice) if course.hexes else course.end


def clash(tables: Tables, combat: Combat, dice: Dice) -> tuple[Course, Fought | None]:
    """Fight a combat up to its losses and retreats; with how its dice fell, where the table of battles decides. Who is
    demoralized by it shows when the retreat is over.
    """
    if not combat.pitched:
        end = settle_small(tables, combat, small.throw(tables, combat, dice))
        return Course(end, ahead=combat.attacker), None
    stand = weigh(tables, combat, bombard(tables, combat, dice))
    fought = fight(tables, combat, stand, dice)
    return _settled(tables, combat, fought), fought


def resolve(tables: Tables, combat: Combat, dice: Dice) -> End:
    """Fight a combat with dice."""
    course, _ = clash(tables, combat, dice)
    return _shaken(tables, combat, course, dice)


def bombardment_odds(tables: Tables, combat: Combat) -> Distribution[Pair]:
    """The exact distribution of what the guns take from both sides."""
    return distribution(partial(bombard, tables, combat))


def courses(tables: Tables, combat: Combat) -> Distribution[Course]:
    """The exact distribution of a combat's course, before anybody goes back."""
    if not combat.pitched:
        return distribution(lambda dice: clash(tables, combat, dice)[0])
    stands = bombardment_odds(tables, combat).map(partial(weigh, tables, combat))
    return stands.then(partial(fight, tables, combat)).map(partial(_settled, tables, combat))


def odds(tables: Tables, combat: Combat) -> Distribution[End]:
    """The exact distribution of a combat's end."""
    return courses(tables, combat).then(partial(_shaken, tables, combat))
