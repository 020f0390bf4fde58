"""Who bears the losses of a combat: what was staked first, then the arms in their order (10.5.7.1, 10.5.7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

from napwidgets.systems.con.combat import Combat, Loss
from napwidgets.systems.con.forces import Group, hundredths
from napwidgets.systems.con.tables import ARMS, Arm, Tables


def base(combat: Combat) -> int:
    """The strength of which a battle takes percentages: both groups before the bombardment, or twice the corps in a
    withdrawal or a delay (10.5.5 to 10.5.7).
    """
    if combat.kind in ("withdraw", "delay"):
        corps = 0 if combat.sizes[0] == "corps" else 1
        return 2 * combat.groups[corps].strength
    return sum(group.strength for group in combat.groups)


def share(tables: Tables, combat: Combat, side: int, cell: Fraction, lost: bool) -> Fraction:
    """The percentage that a side loses: the table's, more in snow, and more for stakes that are lost (10.5.7.1,
    10.5.7.2, reading 22).
    """
    stakes = len(combat.groups[side].stakes) if lost else 0
    return cell + (tables.losses["snow"] if combat.snow else 0) + stakes * tables.losses["staked and lost"]


def staked(tables: Tables, group: Group, whole: int, part: Fraction, lost: int) -> tuple[int, int]:
    """How many of ``lost`` strength points, which are ``part`` percent of ``whole``, the staked Guard and heavy
    cavalry take: the first 2.5 percent, and the next for the cavalry if both are staked (10.5.7.1, reading 21).
    """
    first = tables.losses["staked first"]
    once = min(lost, hundredths(first, whole)) if part >= first else 0
    if "guard" not in group.stakes:
        return 0, min(once, group.heavy()) if "heavy" in group.stakes else 0
    guard = min(once, group.guard)
    if "heavy" not in group.stakes or part < 2 * first:
        return guard, 0
    return guard, min(lost - guard, hundredths(first, whole), group.heavy(beside_guard=True))


def allotted(tables: Tables, group: Group, lost: int, retreats: bool, stakes: tuple[int, int] = (0, 0)) -> Loss:
    """Share out a loss: stakes first, then the arms in the order of those who retreat or stay, again from the first
    after the fifth point; an arm that has nothing left is passed over (10.5.7.2, reading 23).
    """
    took = _from_guard(group, stakes[0])
    took["cavalry"] += stakes[1]
    left = {arm: group.of(lambda unit, arm=arm: unit.arm == arm) for arm in ARMS}  # type: ignore[misc]
    # An owner's order may leave an arm out: it pays when the others are gone.
    turns = chain(_cycles(tables.order["retreats" if retreats else "stays"], left, took), ARMS * group.strength)
    for arm in turns:
        if sum(took.values()) >= min(lost, group.strength):
            break
        took[arm] += took[arm] < left[arm]
    return Loss(took["infantry"], took["cavalry"], took["artillery"], *stakes)


def _cycles(order: tuple[Arm, ...], left: dict[Arm, int], took: dict[Arm, int]) -> Iterator[Arm]:
    """The order again and again, while an arm in it has something left."""
    while any(took[arm] < left[arm] for arm in order):
        yield from order


def _from_guard(group: Group, guard: int) -> dict[Arm, int]:
    """What the Guard loses, by arm: its infantry before its cavalry before its guns (reading 21)."""
    took: dict[Arm, int] = dict.fromkeys(ARMS, 0)
    for arm in ARMS:
        there = group.of(lambda unit, arm=arm: unit.guard and unit.arm == arm)  # type: ignore[misc]
        took[arm] = min(guard - sum(took.values()), there)
    return took
