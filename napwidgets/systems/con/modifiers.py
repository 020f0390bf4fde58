"""The modifiers of a battle, side by side (10.5.7.1)."""

from __future__ import annotations

from fractions import Fraction

from napwidgets.systems.con.combat import Combat, Part
from napwidgets.systems.con.forces import Group
from napwidgets.systems.con.tables import Tables

CITE = "CON 10.5.7.1"
Lost = tuple[int, int]


def worth(tables: Tables, combat: Combat, side: int, lost: int = 0) -> Fraction:
    """The strength that counts for odds after a bombardment: demoralized units and those in column in part, a fortified
    town's defender multiplied (10.5.7.1, readings 20 and 39).
    """
    group = combat.groups[side]
    counts = Fraction(tables.strength["demoralized " + ("attacker" if side == combat.attacker else "defender")], 100)
    column = Fraction(tables.strength["in column"], 100)
    # Guns hit all units alike.
    left = Fraction(group.strength - lost, group.strength)
    found = left * sum(
        unit.strength * (counts if unit.demoralized else 1) * (column if unit.column else 1) for unit in group.units
    )
    if group.fortified and side == combat.defender:
        times = Fraction(tables.strength["fortified town"], 100)
        found += min(found * (times - 1), Fraction(tables.strength["fortified town adds at most, SP"]))
    return found


def odds(tables: Tables, combat: Combat, side: int, lost: Lost = (0, 0)) -> int:
    """What a side has for being the stronger one (10.5.7.1, reading 3); nothing in a delay (10.5.5).

    A side that its enemy's guns have destroyed is outnumbered at any odds.
    """
    if combat.kind == "delay":
        return 0
    mine, theirs = worth(tables, combat, side, lost[side]), worth(tables, combat, 1 - side, lost[1 - side])
    found = 0
    for tenths, value in tables.odds:
        if 10 * mine >= tenths * theirs:
            found = value
    return found


def parts(tables: Tables, combat: Combat, side: int, lost: Lost = (0, 0)) -> tuple[Part, ...]:
    """All that counts for a side after a bombardment that has cost both so much, with the paragraph."""
    group, values = combat.groups[side], tables.modifiers
    found = [Part("odds", odds(tables, combat, side, lost), CITE)]
    if combat.kind == "wrongfooted" and combat.right == side:
        found.append(Part("the enemy is wrongfooted", values["wrongfooted"], "CON 10.5.4"))
    found += _led(tables, group)
    if group.forces > 1:
        extra = (group.forces - 1) * values["additional force"]
        found.append(Part("forces that nobody commands together", extra, CITE))
    turned = outflanked(combat, side)
    if turned:
        found.append(Part("outflanking", turned * values["outflanking hex"], CITE))
    found += [Part(f"{_STAKES[stake]} staked", values["staked"], CITE) for stake in group.stakes]
    if side == combat.defender:
        found += _ground(tables, combat, group)
    return tuple(part for part in found if part.value)


_STAKES = {"guard": "the Guard", "heavy": "heavy cavalry"}


def _led(tables: Tables, group: Group) -> list[Part]:
    """Leaders with a tactical bonus who command, and the initiative of the senior one (reading 4)."""
    values = tables.modifiers
    gifted = sum(leader.bonus and leader.commands for leader in group.leaders)
    found = [Part("tactical bonus of leaders", gifted * values["tactical bonus"], CITE)]
    if group.senior is not None and group.senior.initiative >= values["senior initiative from"]:
        found.append(Part("senior leader's initiative", values["senior leader"], CITE))
    return found


def outflanked(combat: Combat, side: int) -> int:
    """Outflanking hexes that count: one that holds a division does not against an army (10.5.7.1)."""
    against_army = combat.groups[1 - side].size == "army"
    return sum(not (against_army and size == "division") for size in combat.groups[side].outflanking)


def _ground(tables: Tables, combat: Combat, group: Group) -> list[Part]:
    """What the ground gives a defender: more than half of the contact must be so (10.5.7.1, reading 16)."""
    values, contact = tables.modifiers, combat.contact
    found = []
    # A besieger who is attacked always has it (10.5).
    if 2 * group.cover > group.hexes or combat.besieged == combat.attacker:
        found.append(Part("terrain", values["terrain"], CITE))
    if 2 * contact.bridged > contact.hexsides:
        found.append(Part("bridged primary rivers", values["bridged primary river"], CITE))
    elif 2 * (contact.streams + contact.bridged) > contact.hexsides:
        found.append(Part("rivers, bridges and crests", values["hexsides"], CITE))
    return found


def total(tables: Tables, combat: Combat, side: int, lost: Lost = (0, 0)) -> int:
    """The sum of a side's modifiers."""
    return sum(part.value for part in parts(tables, combat, side, lost))


def advantaged(tables: Tables, combat: Combat, lost: Lost = (0, 0)) -> tuple[int, int]:
    """Who is advantaged after a bombardment, and by twice how much (10.5.7 step 2): the larger modifier, then the
    more strength points left, then the French (reading 6).
    """
    mine = [total(tables, combat, side, lost) for side in (0, 1)]
    left = [combat.groups[side].strength - lost[side] for side in (0, 1)]
    ahead = 0 if (mine[0], left[0]) >= (mine[1], left[1]) else 1
    return ahead, mine[ahead] - mine[1 - ahead]
