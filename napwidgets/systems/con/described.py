"""A combat of the Campaigns of Napoleon variant described in JSON, and its exact odds.

>>> describe(EXAMPLE).kind
'wrongfooted'
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from napwidgets.kernel.limits import Number, Rating
from napwidgets.systems.con.combat import Contact
from napwidgets.systems.con.face.combat import in_full
from napwidgets.systems.con.forces import SIDES, Group, Leader, Size, Stake, Unit, Way, size_class, subordination
from napwidgets.systems.con.staging import Impossible, Plan, staged
from napwidgets.systems.con.tables import Arm, Tables
from napwidgets.systems.describing import Told, read, refused

EXAMPLE = b"""{
  "system": "con",
  "french": {
    "guess": "corps", "units": [{"strength": 11}, {"strength": 9}, {"arm": "artillery", "strength": 4}],
    "leaders": [{"initiative": 4, "span": 6, "bonus": true}]
  },
  "coalition": {
    "guess": "army", "units": [{"strength": 9}, {"strength": 7}, {"arm": "cavalry", "strength": 3}],
    "leaders": [{"initiative": 2, "span": 5}], "cover": 1
  },
  "attacker": "french"
}"""

#: Contact hexes and hexsides, forces, outflanking hexes: more than a map has room for.
Count = Annotated[int, Meta(ge=0, le=99)]
Some = Annotated[int, Meta(ge=1, le=99)]
Name = Literal["french", "coalition"]
_NAMES: tuple[Name, Name] = ("french", "coalition")


class Troops(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A combat unit; a vedette is none (3.2)."""

    arm: Arm = "infantry"
    strength: Annotated[int, Meta(ge=1, le=99)]
    guard: bool = False
    light: bool = False
    heavy: bool = False
    demoralized: bool = False


class General(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A leader; the first of those with the largest ``span`` is the senior one (3.2)."""

    initiative: Rating = 0
    span: Annotated[int, Meta(ge=0, le=99)] = 0
    bonus: bool = False
    major: bool = False
    commands: bool = True


class Side(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One combat group. Its ``size`` follows from units and leaders unless it is named; ``guess`` is the chit."""

    units: tuple[Troops, ...]
    leaders: tuple[General, ...] = ()
    size: Size | None = None
    guess: Size | None = None
    foraging: bool = False
    forces: Some = 1
    outflanking: tuple[Size, ...] = ()
    stakes: tuple[Stake, ...] = ()
    hexes: Some = 1
    cover: Count = 0
    fortified: bool = False
    zones: tuple[Number, ...] = ()
    rivers: tuple[Number, ...] = ()
    pursued: bool = False
    in_zone: bool = False
    vedettes: Count = 0


class Described(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A combat: both sides, where they meet (`Contact`), and what was chosen."""

    system: Literal["con"]
    french: Side
    coalition: Side
    attacker: Name
    hexsides: Some = 1
    streams: Count = 0
    bridged: Count = 0
    clear: bool = True
    snow: bool = False
    besieged: Name | None = None
    delay: bool = False
    demoralization: bool = False
    repulse: Name | None = None


def describe(raw: bytes, name: str = "battle") -> Told:
    """The exact odds of a described combat; raises `ScenarioError` for what is wrong or what the rules don't allow."""
    told, tables = read(raw, name, Described), Tables()
    sides = told.french, told.coalition
    for who, side in zip(SIDES, sides, strict=True):
        if not side.units:
            raise refused(name, f"the {who} side has no units", "CON 3.1")
    plan = Plan(
        (_group(tables, told.french), _group(tables, told.coalition)),
        _NAMES.index(told.attacker),
        (told.french.guess, told.coalition.guess),
        (told.french.foraging, told.coalition.foraging),
        Contact(told.hexsides, told.streams, told.bridged, told.clear),
        told.snow,
        None if told.besieged is None else _NAMES.index(told.besieged),
        told.delay,
        told.demoralization,
        None if told.repulse is None else _NAMES.index(told.repulse),
    )
    try:
        combat = staged(tables, plan)
    except Impossible as error:
        raise refused(name, error.why, error.cite) from None
    return Told("con", combat.kind, in_full(tables, combat))


def _group(tables: Tables, side: Side) -> Group:
    units = tuple(Unit(u.arm, u.strength, u.guard, u.light, u.heavy, u.demoralized) for u in side.units)
    leaders = tuple(Leader(g.initiative, g.span, g.bonus, g.major, g.commands) for g in side.leaders)
    size = side.size or size_class(tables, leaders, subordination(tables, (u.arm for u in units)))
    way = Way(side.zones, side.rivers, side.pursued, side.in_zone)
    return Group(
        size, units, leaders, side.forces, side.outflanking, side.stakes, side.hexes, side.cover, side.fortified, way,
        side.vedettes,
    )  # fmt: skip
