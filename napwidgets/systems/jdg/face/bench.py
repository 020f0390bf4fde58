"""The sandbox of JDG: a battle put together by hand, exact over all its rounds for every pair of tactics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from napwidgets.board.display import Battle as Shown
from napwidgets.board.display import Field
from napwidgets.board.network import TERRAINS
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.systems.jdg.combat.battle import Battle, Ground, sallied
from napwidgets.systems.jdg.face.battle import in_full, party
from napwidgets.systems.jdg.forces import Force, Leader, Unit, allowed
from napwidgets.systems.jdg.tables import TACTICS, Tables

_YES = (("0", "no"), ("1", "yes"))
_WEATHER = tuple((name, name) for name in ("Clear", "Rain", "Mud", "Snow"))
_RANKS = (("0", "none"), ("1", "★"), ("2", "★★"), ("3", "★★★"), ("4", "★★★★"))
_GROUND = (
    ("city", "Defender in a fortified city"),
    ("entrenched", "Defender entrenched"),
    ("bridge", "Attack over a bridge"),
    ("flank", "Flank attack"),
    ("encircled", "Defender encircled"),
)
#: Who has no way back (8.7), by the part that he plays.
_SHUT = (("shut:a", "Attacker has no way back"), ("shut:d", "Defender has no way back"))
#: Numbers of each side: id, words, the attacker's and the defender's at first, the most.
_NUMBERS = (
    ("foot", "Infantry (SP)", 16, 13, 80),
    ("cohesion", "Its cohesion", 3, 4, 6),
    ("horse", "Cavalry (SP)", 2, 2, 30),
    ("dash", "Its cohesion", 4, 4, 6),
    ("guns", "Artillery bonus", 4, 4, 20),
    ("sabres", "Cavalry bonus", 3, 3, 20),
    ("tactical", "Leader's tactical bonus", 3, 1, 4),
)
_LED = {"a": "4", "d": "3"}


class Bench:
    """A battle put together by hand (a `Sandbox`): both forces, ground, weather and tactics."""

    title = "Battle, put together by hand"

    def __init__(self, tables: Tables | None = None) -> None:
        self.tables = tables or Tables()

    def fields(self, values: Mapping[str, str]) -> Sequence[Field]:
        """The form: the ground and the tactics, then both sides."""
        where = "The battle"
        found = [
            Field("terrain", "Fought in", tuple(TERRAINS.items()), values.get("terrain", "open"), group=where),
            Field("weather", "Weather", _WEATHER, values.get("weather", "Clear"), group=where),
        ]
        found += [Field(id, words, _YES, values.get(id, "0"), group=where) for id, words in (*_GROUND, *_SHUT)]
        picks = (("", "the safest"), *((name, name) for name in TACTICS))
        for side, words in (("a", "Attacker's tactic"), ("d", "Defender's tactic")):
            found.append(Field(f"tactic:{side}", words, picks, values.get(f"tactic:{side}", ""), group=where))
        for n, (side, group) in enumerate((("a", "Attacker"), ("d", "Defender"))):
            for id, words, *usual, most in _NUMBERS:
                at = f"{side}:{id}"
                found.append(Field(at, words, (), values.get(at, str(usual[n])), 0, int(most), group))
            if side == "a":
                words = "Garrison that comes out of a besieged city (SP)"
                found.append(Field("inside", words, (), values.get("inside", "0"), 0, 80, group))
            rank = values.get(f"{side}:rank", _LED[side])
            found.append(Field(f"{side}:rank", "Leader's rank", _RANKS, rank, group=group))
            found.append(
                Field(f"{side}:weary", "Weary from a forced march", _YES, values.get(f"{side}:weary", "0"), group=group)
            )
        return found

    def battle(self, values: Mapping[str, str]) -> Shown:
        """The battle with its exact odds for every pair of tactics."""
        v = {f.id: values.get(f.id, f.value) for f in self.fields(values)}
        forces = (self._force(v, "a"), self._force(v, "d"))
        for force, who in zip(forces, ("attacker", "defender"), strict=True):
            if force.strength < 1:
                raise NapwidgetsError(f"Give the {who} at least one strength point.")
        on = {id: v[id] == "1" for id, _ in _GROUND}
        shut = (v["shut:a"] == "1", v["shut:d"] == "1")
        ground = Ground(v["terrain"], weather=v["weather"], shut=shut, **on)  # type: ignore[arg-type]
        out = [unit.inside for unit in forces[0].units]
        if any(out) and ground.city:
            raise NapwidgetsError("Whoever comes out of a city does not attack it (JDG 8.8).")
        fought = Battle(forces, sallied(ground, all(out)) if any(out) else ground)
        pick = (v["tactic:a"], v["tactic:d"])
        for name, force, who in zip(pick, forces, ("attacker", "defender"), strict=True):
            if name and name not in allowed(self.tables, force):
                raise NapwidgetsError(f"The {who} can't choose {name} with this force (JDG 8.2).")
        sides = (party(self.tables, fought, 0), party(self.tables, fought, 1))
        return in_full(self.tables, fought, self.title, sides, self._picked(forces, pick))

    def _picked(self, forces: tuple[Force, Force], pick: tuple[str, str]) -> tuple[str, str]:
        """A pair of tactics where one was chosen: the other side's mildest stands for what was left open."""
        if not any(pick):
            return pick
        usual = [allowed(self.tables, force)[0] for force in forces]
        return pick[0] or usual[0], pick[1] or usual[1]

    @staticmethod
    def _force(v: Mapping[str, str], side: str) -> Force:
        def n(id: str) -> int:
            return int(v[f"{side}:{id}"])

        units, weary = [], v[f"{side}:weary"] == "1"
        if n("foot"):
            units.append(Unit(n("foot"), n("cohesion"), "infantry", n("guns"), 0, weary=weary))
        if n("horse"):
            guns = 0 if n("foot") else n("guns")
            units.append(Unit(n("horse"), n("dash"), "cavalry", guns, n("sabres"), weary=weary))
        if side == "a" and int(v["inside"]):
            units.append(Unit(int(v["inside"]), n("cohesion"), weary=weary, inside=True))
        leaders = (Leader(n("rank"), n("tactical")),) if n("rank") else ()
        return Force(tuple(units), leaders)
