"""A battle of June 1815 described in a few lines of JSON, and its exact odds.

>>> print(describe(EXAMPLE).attacker.fires_with)
9
"""

from __future__ import annotations

from typing import Literal

from napwidgets.systems.describing import read
from napwidgets.systems.nlc.ruleset import NLC
from napwidgets.systems.tactical.face import described, staged
from napwidgets.systems.tactical.face.described import Answer as Answer

EXAMPLE = b"""{
  "attackers": [
    {"kind": "infantry", "strength": 5, "reduced": 3},
    {"kind": "foot_artillery", "strength": 3, "reduced": 2},
    {"kind": "infantry", "strength": 4, "reduced": 2, "from": "SE"}
  ],
  "defenders": [
    {"kind": "infantry", "nation": "dutch", "strength": 3, "reduced": 2},
    {"kind": "foot_artillery", "nation": "dutch", "strength": 2, "reduced": 1}
  ],
  "terrain": "town"
}"""


class Troops(staged.Troops, frozen=True, kw_only=True):
    """A unit of June 1815."""

    kind: Literal["infantry", "cavalry", "foot_artillery", "horse_artillery"]
    nation: str = "french"


class Described(described.Described, frozen=True, kw_only=True):
    """A battle of June 1815."""

    system: Literal["nlc"] = "nlc"
    attackers: tuple[Troops, ...]
    defenders: tuple[Troops, ...]


def describe(raw: bytes, name: str = "battle") -> Answer:
    """The exact odds of a battle described in JSON; raises `ScenarioError` saying what is wrong in it."""
    return described.answer(NLC, read(raw, name, Described), name)
