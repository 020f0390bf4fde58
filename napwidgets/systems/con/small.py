"""Raids, ambushes and skirmishes: one die, a table, the losses (10.5.1 to 10.5.3)."""

from __future__ import annotations

from fractions import Fraction

from napwidgets.kernel.dice import Dice
from napwidgets.systems.con.combat import Combat, Part
from napwidgets.systems.con.forces import COALITION, SIDES, demoralized, hundredths
from napwidgets.systems.con.tables import Tables

#: The paragraph of each small combat.
CITES = {"raid": "CON 10.5.1", "ambush": "CON 10.5.2", "skirmish": "CON 10.5.3"}


def favoured(combat: Combat) -> int:
    """The side for which a high die is good: the raider or the ambusher, in a skirmish the Coalition."""
    return COALITION if combat.right is None or combat.kind == "skirmish" else combat.right


def cavalry_side(tables: Tables, combat: Combat) -> int | None:
    """Who has the cavalry modifier, one side at most: three times the other's cavalry comes first, then being all
    cavalry alone (10.5.1, readings 14 and 15).
    """
    horse = [group.cavalry for group in combat.groups]
    for k in (0, 1):
        if horse[k] and horse[k] >= tables.small["cavalry ratio"] * horse[1 - k]:
            return k
    mounted = [group.all_cavalry for group in combat.groups]
    if mounted[0] == mounted[1]:
        return None
    return 0 if mounted[0] else 1


def shelter(tables: Tables, combat: Combat, side: int) -> tuple[str, int]:
    """What the ground is worth to a side, the best of it alone; only a defender is helped by rivers (10.5.1, 10.2,
    reading 16).
    """
    group, contact, defends = combat.groups[side], combat.contact, side == combat.defender
    if group.fortified or (defends and 2 * contact.bridged >= contact.hexsides):
        return ("fortified town" if group.fortified else "bridged primary river"), tables.small["stronghold"]
    if 2 * group.cover >= group.hexes:
        return "terrain", tables.small["terrain"]
    # A primary river on the other hexsides hinders no less than a stream would.
    if defends and 2 * (contact.streams + contact.bridged) >= contact.hexsides:
        return "river", tables.small["terrain"]
    return "", 0


def parts(tables: Tables, combat: Combat) -> tuple[Part, ...]:
    """What modifies the die, with the paragraph."""
    found: list[Part] = []
    cite, good = CITES[combat.kind], favoured(combat)
    for side in (0, 1):
        sign, who = (1 if side == good else -1), SIDES[side]
        if demoralized(tables, combat.groups[side]):
            found.append(Part(f"{who} demoralized", -sign * tables.small["demoralized"], cite))
        if cavalry_side(tables, combat) == side:
            found.append(Part(f"{who} cavalry", sign * tables.small["cavalry"], cite))
        name, worth = shelter(tables, combat, side)
        if worth:
            found.append(Part(f"{who}: {name}", sign * worth, cite))
    return tuple(found)


def base(combat: Combat) -> int:
    """The strength of which a raid or an ambush takes percentages: the raider's, the ambushed division's (10.5.2)."""
    right = favoured(combat)
    return combat.groups[right if combat.kind == "raid" else 1 - right].strength


def losses(tables: Tables, combat: Combat, die: int) -> tuple[int, int]:
    """Strength points that the French and the Coalition lose at a die (10.5.1 to 10.5.3, reading 17)."""
    total = die + sum(part.value for part in parts(tables, combat))
    if combat.kind == "skirmish":
        row = tables.small_row("skirmish", total)
        return _capped(combat, (_most(tables, combat, 0, row[0]), _most(tables, combat, 1, row[1])))
    one, two = (hundredths(Fraction(share), base(combat)) for share in tables.small_row("raid", total))
    return _capped(combat, (one, two) if favoured(combat) == 0 else (two, one))


def _most(tables: Tables, combat: Combat, side: int, lost: int) -> int:
    """A skirmish costs no more than half of the enemy's strength, rounded up (10.5.3)."""
    half = tables.losses["skirmish at most"] * combat.groups[1 - side].strength / 100
    return min(lost, -(-half.numerator // half.denominator))


def _capped(combat: Combat, lost: tuple[int, int]) -> tuple[int, int]:
    return min(lost[0], combat.groups[0].strength), min(lost[1], combat.groups[1].strength)


def throw(tables: Tables, combat: Combat, dice: Dice) -> tuple[int, int]:
    """Throw the die of a small combat."""
    return losses(tables, combat, dice.roll(combat.kind))
