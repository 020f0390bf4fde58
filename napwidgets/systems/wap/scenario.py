"""The WAP scenario file: set-up, what is played, how it ends. YAML under ``scenarios/wap/``; data only.

Places are names of cities or four digits of a hex; zones of the sea are named in full. Forces are written as ``4I 1C``.
``provenance`` covers every value by dotted paths with ``*`` for any step.
"""

from __future__ import annotations

from typing import Literal

from msgspec import field

from napwidgets.kernel.limits import Cost, Minutes, Number
from napwidgets.systems.origins import Data, OriginData

Phase = Literal["naval", "attrition", "alliance", "reinforcement", "movement", "combat"]
Standing = Literal["pro-French", "neutral", "anti-French"]


class TurnsData(Data, frozen=True, kw_only=True):
    """The first month (``1805-09``) and how many are played."""

    first: str
    count: Number


class ArmyData(Data, frozen=True, kw_only=True):
    """Troops of a state at a place."""

    at: str
    state: str
    force: str


class FleetData(Data, frozen=True, kw_only=True):
    """Naval units of a state: in the port ``at``, ``blockading`` it, or at sea in the zone ``at``. The player of the
    seat ``chosen_by`` may choose another port of that state before the first month (H.4).
    """

    at: str
    state: str
    squadrons: Cost = 0
    transports: Cost = 0
    blockading: bool = False
    chosen_by: str = ""


class GoalData(Data, frozen=True, kw_only=True):
    """What decides when the months are over.

    ``cities``: most production cities (C.2). ``rate``: the French win with a Lloyd's rate of at least ``target`` per
    cent. ``junction``: the French win with ``target`` squadrons together in one port or sea. ``coalition``: the English
    win with at least ``target`` anti-French majors.
    """

    kind: Literal["cities", "rate", "junction", "coalition"] = "cities"
    target: Number = 0


class NoteData(Data, frozen=True, kw_only=True):
    """What happened in a year or a month (``1805`` or ``1805-10``), for the teacher."""

    when: str
    text: str


class ScenarioData(Data, frozen=True, kw_only=True):
    """A whole WAP scenario. ``leaders`` maps a leader of the table to his place; others wait in their force pools.

    ``control`` names cities that another state than their owner holds at the start. ``year`` is the year whose
    additions the force pools have had, 0 for those of the set-up alone. ``saved`` are production points that England
    has saved (J.5.d). ``buys`` says what can be bought, by state and under ``all`` for the others (`forces.GOODS`);
    without it every kind can.
    """

    format: Literal[1]
    id: str
    system: Literal["wap"]
    title: str
    summary: str
    teaches: str
    difficulty: Literal["easy", "medium", "hard"]
    minutes: Minutes
    turns: TurnsData
    phases: tuple[Phase, ...]
    status: dict[str, Standing]
    masters: dict[str, str]
    armies: tuple[ArmyData, ...] = ()
    leaders: dict[str, str] = field(default_factory=dict)
    fleets: tuple[FleetData, ...] = ()
    control: dict[str, str] = field(default_factory=dict)
    pools: dict[str, str] = field(default_factory=dict)
    buys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rate: Number = 5
    saved: Number = 0
    goal: GoalData = GoalData()
    options: tuple[str, ...] = ()
    history: tuple[NoteData, ...] = ()
    debrief: str = ""
    provenance: tuple[OriginData, ...]
