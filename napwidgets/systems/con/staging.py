"""A combat out of two groups and two guesses: what the rules allow is put together, the rest refused (10.5)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.systems.con.combat import Combat, Contact
from napwidgets.systems.con.forces import SIDES, Group, Size
from napwidgets.systems.con.guesses import Meeting, guessed_right, kind_of, may_delay, may_repulse, repulsed
from napwidgets.systems.con.tables import Tables
from napwidgets.systems.telling import sentence

#: More strength points than any combat group of the series.
MOST = 500


class Impossible(NapwidgetsError):
    """A combat that the rules don't allow, with the paragraph."""

    def __init__(self, why: str, cite: str) -> None:
        super().__init__(f"{sentence(why)} ({cite}).")
        self.why, self.cite = why, cite


class Plan(Struct, frozen=True):
    """What is known before the chits are turned: both groups, who attacks, the chits (none: not chosen), who forages,
    the corps' wish to delay, and which side tries a repulse.
    """

    groups: tuple[Group, Group]
    attacker: int
    guesses: tuple[Size | None, Size | None]
    foraging: tuple[bool, bool] = (False, False)
    contact: Contact = Contact()
    snow: bool = False
    besieged: int | None = None
    delay: bool = False
    morale: bool = False
    repulse: int | None = None


def staged(tables: Tables, plan: Plan) -> Combat:
    """The combat that a plan comes to; raises `Impossible` for one that can't be."""
    for who, group in zip(SIDES, plan.groups, strict=True):
        _possible(tables, who, group)
    contact = plan.contact
    if contact.streams + contact.bridged > contact.hexsides:
        raise Impossible("there are not so many hexsides between the groups", "CON 10.5.7.1")
    met = meeting(tables, plan)
    found = Combat(met.kind, plan.groups, plan.attacker, met.right, contact, plan.snow, plan.besieged, plan.morale)
    if not found.pitched and any(group.stakes for group in plan.groups):
        raise Impossible(f"nothing is staked in a combat of the kind {met.kind}", "CON 10.5.7.1")
    return found


def meeting(tables: Tables, plan: Plan) -> Meeting:
    """The kind of combat that both chits give, or a repulse (7, 10.5); raises `Impossible`."""
    failed = [False, False]
    if plan.repulse is not None:
        if _repulse(tables, plan, plan.repulse):
            return Meeting("skirmish")
        failed[plan.repulse] = True
    sizes = plan.groups[0].size, plan.groups[1].size
    for side in (0, 1):
        needless = plan.foraging[side] or failed[side] or plan.besieged is not None
        if plan.guesses[side] is None and not needless:
            raise Impossible(f"say which chit the {SIDES[side]} side has chosen: its guess", "CON 10.5")
    one, two = (guessed_right(plan.guesses[k], sizes[1 - k], plan.foraging[k], failed[k]) for k in (0, 1))
    if plan.delay and (plan.besieged is not None or not may_delay(sizes, (one, two))):
        why = "only a corps that guessed right can delay, against an army that guessed wrong"
        raise Impossible(why, "CON 10.5")
    return kind_of(sizes, (one, two), plan.besieged is not None, plan.delay)


def could_delay(tables: Tables, plan: Plan) -> bool:
    """Whether a plan comes to a combat that a corps may delay (10.5); raises `Impossible`."""
    met = meeting(tables, replace(plan, delay=False))
    if met.kind != "wrongfooted" or met.right is None:
        return False
    return plan.groups[met.right].size == "corps" and plan.groups[1 - met.right].size == "army"


def _repulse(tables: Tables, plan: Plan, side: int) -> bool:
    """Whether a repulse succeeds; raises `Impossible` for a force that can't try one (7)."""
    mine, theirs = plan.groups[side].strength, plan.groups[1 - side].strength
    if plan.besieged is not None:
        raise Impossible("nobody is repulsed at a siege", "CON 10.5")
    if not may_repulse(tables, mine):
        least = tables.repulse["least strength"]
        raise Impossible(f"a force of less than {least} strength points can't repulse", "CON 7")
    return repulsed(tables, mine, theirs)


def _possible(tables: Tables, who: str, group: Group) -> None:
    """Raise `Impossible` for a group that can't be."""
    if not 1 <= group.strength <= MOST:
        raise Impossible(f"the {who} side needs from 1 to {MOST} strength points", "CON 3.1")
    for unit in group.units:
        if (unit.light or unit.heavy) and unit.arm != "cavalry":
            raise Impossible(f"only cavalry is light or heavy: see the {unit.arm} of the {who} side", "CON 10.4")
        if unit.light and unit.heavy:
            raise Impossible(f"cavalry of the {who} side can't be both light and heavy", "CON 10.4")
    if group.cover > group.hexes:
        raise Impossible(f"the {who} side has only {group.hexes} contact hexes", "CON 10.2")
    _stakes(tables, who, group)


def _stakes(tables: Tables, who: str, group: Group) -> None:
    if len(set(group.stakes)) != len(group.stakes):
        raise Impossible(f"the {who} side stakes the same twice", "CON 10.5.7.1")
    least = tables.strength["staked at least"]
    both = "guard" in group.stakes
    for stake in group.stakes:
        strength, name = (group.guard, "Guard") if stake == "guard" else (group.heavy(both), "heavy cavalry")
        if not strength or 100 * strength < least * group.strength:
            why = f"the {name} of the {who} side is less than {least} percent of it and can't be staked"
            raise Impossible(why, "CON 10.5.7.1")
