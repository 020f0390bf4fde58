"""A battle of *Jours de Gloire Campagne* described in JSON, with every pair of tactics.

It goes through the functions that a campaign and its widgets ask; nothing here is a rule.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from napwidgets.kernel.limits import Rating
from napwidgets.systems.describing import Told, read, refused
from napwidgets.systems.jdg.combat.battle import Battle, Ground, Terrain, sallied
from napwidgets.systems.jdg.face.battle import in_full, party
from napwidgets.systems.jdg.forces import Force, Kind, Leader, Unit, allowed
from napwidgets.systems.jdg.tables import TACTICS, Tables

_WHO = ("attacker", "defender")
#: More strength points than any box of a campaign ever holds on a side.
_MOST = 150


class Troops(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A combat unit as on its counter (1.2), with the strength points it has now. Attackers who are ``inside`` come out
    of a besieged city, alone or to friends who relieve it (8.8).
    """

    kind: Kind = "infantry"
    strength: Annotated[int, Meta(ge=0, le=99)]
    cohesion: Rating
    artillery: Rating = 0
    cavalry: Rating = 0
    detachment: bool = False
    weary: bool = False
    inside: bool = False


class General(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A leader: his stars and his tactical bonus (1.1)."""

    rank: Annotated[int, Meta(ge=1, le=4)]
    tactical: Rating = 0


class Army(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side."""

    units: tuple[Troops, ...]
    leaders: tuple[General, ...] = ()


class Described(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A battle: both sides, the ground as `Ground` has it, and the tactics whose distributions are wanted (those of
    the safest pair unless both are named).
    """

    system: Literal["jdg"]
    kind: Literal["battle"] = "battle"
    attackers: Army
    defenders: Army
    terrain: Terrain = "open"
    weather: str = "Clear"
    city: bool = False
    entrenched: bool = False
    bridge: bool = False
    flank: bool = False
    encircled: bool = False
    water: tuple[bool, bool] = (False, False)
    surprise: tuple[bool, bool] = (False, False)
    shut: tuple[bool, bool] = (False, False)
    tactics: tuple[str, ...] = ()


def describe(raw: bytes, name: str = "battle") -> Told:
    """The exact odds of a described battle; raises `ScenarioError` for what is wrong or what the rules don't allow."""
    told, tables = read(raw, name, Described), Tables()
    forces = (_force(told.attackers), _force(told.defenders))
    for k, army in enumerate((told.attackers, told.defenders)):
        _possible(name, _WHO[k], army, forces[k])
    if told.weather not in tables.weathers:
        raise refused(name, f"there is no weather {told.weather!r}; there are {', '.join(tables.weathers)}", "JDG 3.1")
    out = [unit.inside for unit in told.attackers.units]
    if any(unit.inside for unit in told.defenders.units):
        raise refused(name, "whoever holds a besieged city defends the city itself: say so with city", "JDG 8.8")
    if any(out) and told.city:
        raise refused(name, "whoever comes out of a city does not attack it", "JDG 8.8")
    if told.city and told.entrenched:
        raise refused(name, "nobody entrenches himself in a fortified city", "JDG 6.2")
    ground = Ground(
        told.terrain, told.city, told.entrenched, told.bridge, told.flank, told.encircled, told.weather, told.water,
        told.surprise, told.shut,
    )  # fmt: skip
    fought = Battle(forces, sallied(ground, all(out)) if any(out) else ground)
    sides = (party(tables, fought, 0), party(tables, fought, 1))
    return Told("jdg", "battle", in_full(tables, fought, "Battle", sides, _tactics(name, tables, told, forces)))


def _force(army: Army) -> Force:
    units = tuple(
        Unit(u.strength, u.cohesion, u.kind, u.artillery, u.cavalry, u.detachment, u.weary, u.inside)
        for u in army.units
    )
    ranked = sorted((Leader(g.rank, g.tactical) for g in army.leaders), key=lambda leader: -leader.rank)
    return Force(units, tuple(ranked))


def _possible(name: str, who: str, army: Army, force: Force) -> None:
    for unit in army.units:
        if unit.kind == "artillery" and unit.strength:
            raise refused(name, f"the {who}'s reserve artillery has no strength", "JDG 1.2.1")
        if unit.kind != "artillery" and not unit.strength:
            raise refused(name, f"each unit of the {who} needs at least one strength point", "JDG 1.2.2")
    if not 1 <= force.strength <= _MOST:
        raise refused(name, f"the {who} needs from 1 to {_MOST} strength points", "JDG 8.3")


def _tactics(name: str, tables: Tables, told: Described, forces: tuple[Force, Force]) -> tuple[str, str]:
    if not told.tactics:
        return "", ""
    if len(told.tactics) != 2 or not all(told.tactics):
        raise refused(name, f"both sides choose a tactic: write two of {', '.join(TACTICS)}", "JDG 8.2")
    for k, tactic in enumerate(told.tactics):
        if tactic not in allowed(tables, forces[k]):
            may = ", ".join(allowed(tables, forces[k]))
            raise refused(name, f"the {_WHO[k]} can't choose {tactic} with this force, only {may}", "JDG 8.2")
    return told.tactics[0], told.tactics[1]
