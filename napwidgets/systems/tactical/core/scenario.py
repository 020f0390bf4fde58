"""The scenario file: what a battle consists of, before a hex map or a die is touched.

A scenario is a YAML file under ``scenarios/<title>/``. It holds data only; every value in it carries a provenance by
way of the ``provenance`` list, whose entries name groups of values by a dotted path with ``*`` for any step
(``units.*.strength``). Hexes are written in the hobby's four digits, CCRR.
"""

from __future__ import annotations

from typing import Literal

from msgspec import field

from napwidgets.kernel.limits import Change, Cost, Day, FileName, Hour, Minutes, Number, Rating, Strength, Turn
from napwidgets.systems.origins import Data, OriginData

OrderKind = Literal["attack", "probe", "defend", "delay", "march", "fall_back", "general_retreat", "reserve"]


class SideData(Data, frozen=True, kw_only=True):
    """One side, that is one seat at the table. The first one listed acts first where the rules say so (4, 5)."""

    id: str
    name: str
    supply_edges: tuple[Literal["north", "east", "south", "west"], ...] = ()


class ArmyData(Data, frozen=True, kw_only=True):
    """An army: demoralization (11) and disintegration levels in strength points lost.

    ``as_one`` makes corps demoralization (22) work on the army as a whole (the Anglo-Allied army), with ``limit`` its
    limit.
    """

    id: str
    side: str
    name: str
    demoralization: Strength
    disintegration: Strength | None = None
    as_one: bool = False
    limit: Strength | None = None


class OrderData(Data, frozen=True, kw_only=True):
    """An order in force at the start (20.2). ``target`` is a hex; ``reserve`` has none."""

    kind: OrderKind
    target: str | None = None


class FormationData(Data, frozen=True, kw_only=True):
    """A corps or other major formation with its own chit (3.2).

    ``leader`` and ``overall`` (the OC) are leader ids; ``wing`` the wing commander's (20.15), if any. ``limit`` is
    the corps demoralization limit in SP (22). ``order`` is the order at the start.
    """

    id: str
    name: str
    side: str
    army: str
    leader: str
    overall: str
    wing: str | None = None
    limit: Strength | None = None
    order: OrderData = OrderData(kind="reserve")


class UnitData(Data, frozen=True, kw_only=True):
    """A combat unit. ``hex`` is absent for units that come as reinforcements.

    ``division`` names the division for divisional orders (20.13). ``reduced`` is the strength of the back of the
    counter; ``steps`` is 1 for a unit that starts on its back. Which kinds, nations and traits there are a
    title says in a form of its own.
    """

    id: str
    name: str
    formation: str
    kind: str
    nation: str
    strength: Strength
    reduced: Strength
    mp: Cost
    hex: str | None = None
    division: str | None = None
    full_name: str = ""
    steps: Literal[1, 2] = 2
    traits: tuple[str, ...] = ()


class LeaderData(Data, frozen=True, kw_only=True):
    """A leader (19): an overall commander, a wing commander or the commander of a formation.

    ``away`` is an OC's rating while he is away from his HQ, where it differs. ``order`` is what he has been told
    himself: for wing commanders (20.15), and for an OC who is the wing commander of one who is not there.
    """

    id: str
    name: str
    side: str
    role: Literal["overall", "wing", "formation", "division"]
    rating: Rating
    away: Rating | None = None
    mp: Cost = 12
    hex: str | None = None
    division: str | None = None
    order: OrderData | None = None


class HqData(Data, frozen=True, kw_only=True):
    """A headquarters counter (19.4)."""

    id: str
    name: str
    side: str
    overall: str
    army: str
    mp: Cost = 5
    hex: str | None = None


class ReinforcementData(Data, frozen=True, kw_only=True):
    """A group that arrives at the start of the movement of its formation on ``turn`` (9).

    ``who`` lists ids of units, leaders and HQs; ``entry`` is the entry hex; ``order`` the order in force on arrival
    (March by default; ``target`` says where to). With ``chance`` nobody knows whether the group comes: from ``turn``
    on a die of that or less each turn brings it.
    """

    turn: Turn
    entry: str
    who: tuple[str, ...]
    order: OrderData
    label: str = ""
    chance: int | None = None


class TurnsData(Data, frozen=True, kw_only=True):
    """The clock: the hour of turn 1 (``HH:MM``), how many hourly turns, which are night (23) or rain (5.5)."""

    date: Day
    first: Hour
    count: Turn
    night: tuple[int, ...] = ()
    rain: tuple[int, ...] = ()


class ConditionData(Data, frozen=True, kw_only=True):
    """One condition of an ending; which fields count depends on ``kind``.

    ``demoralized``: ``army``. ``disintegrated``: ``army``, or any of ``side``'s. ``losses``: ``army``, ``amount`` (SP
    eliminated, at least). ``losses_below``: the contrary. ``occupied``: ``side`` was last in at least ``amount`` of
    ``hexes`` (13). ``exited``: ``side`` has exited at least ``amount`` SP by ``edge``. ``last_turn``: the last turn is
    over.
    """

    kind: Literal["demoralized", "disintegrated", "losses", "losses_below", "occupied", "exited", "last_turn"]
    army: str | None = None
    side: str | None = None
    hexes: tuple[str, ...] = ()
    amount: Number = 0
    edge: Literal["north", "east", "south", "west"] | None = None


class EndingData(Data, frozen=True, kw_only=True):
    """An end of the game (13). All conditions of ``when`` must hold; the first ending that holds counts.

    ``winner`` is a side's id, ``draw``, or ``points``: the side with more victory points.
    """

    id: str
    when: tuple[ConditionData, ...]
    winner: str
    title: str
    text: str


class PointsData(Data, frozen=True, kw_only=True):
    """A source of victory points for ``side``.

    ``occupied``: ``points`` for each of ``hexes`` at the end. ``exited``: ``points`` per SP exited by ``edge`` on a
    turn from ``first`` to ``last``. ``enemy_losses``: ``points`` per SP of ``army`` eliminated. ``enemy_remaining``:
    ``points`` per SP of ``army`` still on the map at the end.
    """

    side: str
    kind: Literal["occupied", "exited", "enemy_losses", "enemy_remaining"]
    points: Change
    hexes: tuple[str, ...] = ()
    army: str | None = None
    edge: Literal["north", "east", "south", "west"] | None = None
    first: Turn = 1
    last: Turn = 999
    name: str = ""


class LevelData(Data, frozen=True, kw_only=True):
    """A change of ``army``'s levels by ``amount`` for each of ``hexes`` that ``held_by`` occupies now."""

    army: str
    amount: Change
    hexes: tuple[str, ...]
    held_by: str
    disintegration: bool = True


class SpecialData(Data, frozen=True, kw_only=True):
    """A special rule of the scenario.

    ``initial_action``: ``side`` has the Initial Action on ``turn`` without a roll. ``movement``: units of ``side``
    have their MPs multiplied by ``factor`` on ``turn``. ``held``: ``formation`` may not act before ``turn``.
    A title may have more kinds.
    """

    kind: str
    side: str | None = None
    turn: Turn = 1
    factor: Rating = 2
    formation: str | None = None
    army: str | None = None
    amount: Change = 0
    text: str = ""


class HistoryData(Data, frozen=True, kw_only=True):
    """What really happened in one turn, for the teacher."""

    turn: Turn
    text: str


class ScenarioData(Data, frozen=True, kw_only=True):
    """A whole scenario file. ``divisions`` spells the names of divisions whose id does not (20.13)."""

    format: Literal[1]
    id: str
    system: str
    title: str
    map: FileName
    summary: str
    teaches: str
    difficulty: Literal["easy", "medium", "hard"]
    minutes: Minutes
    turns: TurnsData
    sides: tuple[SideData, ...]
    armies: tuple[ArmyData, ...]
    formations: tuple[FormationData, ...]
    divisions: dict[str, str] = field(default_factory=dict)
    leaders: tuple[LeaderData, ...]
    units: tuple[UnitData, ...]
    hqs: tuple[HqData, ...] = ()
    reinforcements: tuple[ReinforcementData, ...] = ()
    endings: tuple[EndingData, ...]
    points: tuple[PointsData, ...] = ()
    levels: tuple[LevelData, ...] = ()
    special: tuple[SpecialData, ...] = ()
    options: tuple[str, ...] = ()
    occupied: dict[str, tuple[str, ...]] = field(default_factory=dict)
    history: tuple[HistoryData, ...] = ()
    debrief: str = ""
    provenance: tuple[OriginData, ...]
