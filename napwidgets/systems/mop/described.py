"""A battle of 1814 described in a few lines of JSON, and its exact odds.

>>> print(describe(EXAMPLE).attacker.fires_with)
5
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from napwidgets.kernel.limits import Rating
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.choices import chosen
from napwidgets.systems.describing import read, refused
from napwidgets.systems.mop.face.skirmishes import staged_clash
from napwidgets.systems.mop.face.stage import conditions
from napwidgets.systems.mop.outposts import chances
from napwidgets.systems.mop.ruleset import MOP
from napwidgets.systems.mop.stacking import find_room
from napwidgets.systems.tactical.core.ruleset import Ruleset
from napwidgets.systems.tactical.face import described, staged
from napwidgets.systems.tactical.face.described import Answer as Answer
from napwidgets.systems.tactical.face.staged import Staged

EXAMPLE = b"""{
  "system": "mop",
  "attackers": [
    {"kind": "infantry", "nation": "french", "strength": 4, "reduced": 2, "initiative": 4, "traits": ["old_guard"]},
    {"kind": "infantry", "nation": "french", "strength": 3, "reduced": 2}
  ],
  "defenders": [{"kind": "infantry", "nation": "russian", "strength": 3, "reduced": 2}],
  "terrain": "town",
  "sky": "rain"
}"""


class Troops(staged.Troops, frozen=True, kw_only=True):
    """A unit of 1814; those of one ``division`` may stand together whatever their number (37.2)."""

    kind: Literal["infantry", "cavalry", "light_cavalry", "foot_artillery", "horse_artillery"]
    nation: str = "french"
    initiative: Rating = 3
    division: str = ""


class Described(described.Described, frozen=True, kw_only=True):
    """A battle of 1814, under a ``sky`` (37.4), at ``dusk`` if it is a Night PM turn (37.1).

    Of kind ``vedettes`` it is one between vedettes: each unit named stands for a vedette of such a unit (37.7).
    """

    system: Literal["mop"]
    kind: Literal["normal", "charge", "vedettes"] = "normal"  # type: ignore[assignment]
    attackers: tuple[Troops, ...]
    defenders: tuple[Troops, ...]
    sky: Literal["fair", "cloudy", "frost", "mud", "rain", "fog", "snow", "snowstorm"] = "fair"
    dusk: bool = False

    def conditions(self) -> Mapping[str, Any]:
        """The sky and the light."""
        return conditions(self.sky, self.dusk)

    def crowded(self, rules: Ruleset, units: Sequence[staged.Troops], who: str) -> tuple[str, str] | None:
        """Two units or one division, of so many strength points at the most (37.2)."""
        stacked = ((_points(unit), ("", getattr(unit, "division", "") or f"{n}")) for n, unit in enumerate(units))
        if find_room(rules.tables(), stacked):
            return None
        limits = rules.tables().limits
        most = f"{limits['stacking']} units or one division of {limits['stacking points']} strength points may"
        return f"{len(units)} {who} stand in one hex; {most}", "MoP 37.2"


def _points(unit: staged.Troops) -> int:
    return unit.strength if unit.steps is None or unit.steps > 1 else unit.reduced


def describe(raw: bytes, name: str = "battle") -> Answer:
    """The exact odds of a battle described in JSON; raises `ScenarioError` saying what is wrong in it."""
    battle = read(raw, name, Described)
    return _outposts(battle, name) if battle.kind == "vedettes" else described.answer(MOP, battle, name)


def _outposts(battle: Described, name: str) -> Answer:
    """Vedettes against vedettes (37.7), all attackers in one hex."""
    if not battle.attackers or not battle.defenders:
        raise ScenarioError(f"{name}: both sides need a vedette.")
    if len({unit.from_ for unit in battle.attackers}) > 1:
        raise refused(name, "vedettes strike from one hex", "MoP 37.7")
    options, sides = chosen(MOP.options, MOP.system, battle.options), (battle.attackers, battle.defenders)
    staged = Staged(MOP, *sides, battle.terrain, battle.hexside, battle.orders, options=options, **battle.conditions())
    if (why := staged.why_not("normal")) is not None:
        raise refused(name, why[0], *why[1])
    clash = staged_clash(staged)
    return described.answered(staged.x, battle.kind, clash, chances(staged.x, clash))
