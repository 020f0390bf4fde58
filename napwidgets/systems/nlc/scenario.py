"""The NLC scenario file: what a battle consists of, before a hex map or a die is touched.

A scenario is a YAML file under ``scenarios/nlc/``. It holds data only; every value in it carries a provenance by way
of the ``provenance`` list, whose entries name groups of values by a dotted path with ``*`` for any step
(``units.*.strength``). Hexes are written in the hobby's four digits, CCRR.
"""

from __future__ import annotations

from typing import Literal

from msgspec import field

from napwidgets.systems.origins import Data, OriginData

UnitKind = Literal["infantry", "cavalry", "foot_artillery", "horse_artillery"]
OrderKind = Literal["attack", "probe", "defend", "delay", "march", "fall_back", "general_retreat", "reserve"]


class SideData(Data, frozen=True, kw_only=True):
    """One side, that is one seat at the table. The first one listed acts first where NLC says so (4, 5)."""

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
    demoralization: int
    disintegration: int | None = None
    as_one: bool = False
    limit: int | None = None


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
    limit: int | None = None
    order: OrderData = OrderData(kind="reserve")


class UnitData(Data, frozen=True, kw_only=True):
    """A combat unit. ``hex`` is absent for units that come as reinforcements.

    ``division`` names the division for divisional orders (20.13). ``reduced`` is the strength of the back of the
    counter; ``steps`` is 1 for a unit that starts on its back. ``traits``: ``old_guard``, ``young_guard``,
    ``guard_cavalry``, ``british``, ``kgl``, ``nassau``, ``dutch`` as in 2.2 and 7.4.
    """

    id: str
    name: str
    formation: str
    kind: UnitKind
    nation: Literal["french", "british", "kgl", "hanoverian", "dutch", "nassau", "brunswick", "prussian"]
    strength: int
    reduced: int
    mp: int
    hex: str | None = None
    division: str | None = None
    full_name: str = ""
    steps: Literal[1, 2] = 2
    traits: tuple[
        Literal["old_guard", "middle_guard", "young_guard", "guard_cavalry", "guard_artillery", "heavy", "light"], ...
    ] = ()


class LeaderData(Data, frozen=True, kw_only=True):
    """A leader (19): an overall commander, a wing commander or the commander of a formation.

    ``away`` is an OC's rating while he is away from his HQ, where it differs.
    """

    id: str
    name: str
    side: str
    role: Literal["overall", "wing", "formation", "division"]
    rating: int
    away: int | None = None
    mp: int = 12
    hex: str | None = None
    division: str | None = None


class HqData(Data, frozen=True, kw_only=True):
    """A headquarters counter (19.4)."""

    id: str
    name: str
    side: str
    overall: str
    army: str
    mp: int = 5
    hex: str | None = None


class ReinforcementData(Data, frozen=True, kw_only=True):
    """A group that arrives at the start of the movement of its formation on ``turn`` (9).

    ``who`` lists ids of units, leaders and HQs; ``entry`` is the entry hex; ``order`` the order in force on arrival
    (March by default; ``target`` says where to).
    """

    turn: int
    entry: str
    who: tuple[str, ...]
    order: OrderData
    label: str = ""


class TurnsData(Data, frozen=True, kw_only=True):
    """The clock: the hour of turn 1 (``HH:MM``), how many hourly turns, which are night (23) or rain (5.5)."""

    date: str
    first: str
    count: int
    night: tuple[int, ...] = ()
    rain: tuple[int, ...] = ()


class ConditionData(Data, frozen=True, kw_only=True):
    """One condition of an ending; which fields count depends on ``kind``.

    ``demoralized`` and ``disintegrated``: ``army``. ``losses``: ``army``, ``amount`` (SP eliminated, at least).
    ``losses_below``: the contrary. ``occupied``: ``side`` was last in at least ``amount`` of ``hexes`` (13).
    ``exited``: ``side`` has exited at least ``amount`` SP by ``edge``. ``last_turn``: the last turn is over.
    """

    kind: Literal["demoralized", "disintegrated", "losses", "losses_below", "occupied", "exited", "last_turn"]
    army: str | None = None
    side: str | None = None
    hexes: tuple[str, ...] = ()
    amount: int = 0
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
    points: int
    hexes: tuple[str, ...] = ()
    army: str | None = None
    edge: Literal["north", "east", "south", "west"] | None = None
    first: int = 1
    last: int = 999
    name: str = ""


class LevelData(Data, frozen=True, kw_only=True):
    """A change of ``army``'s levels by ``amount`` for each of ``hexes`` that ``held_by`` occupies now."""

    army: str
    amount: int
    hexes: tuple[str, ...]
    held_by: str
    disintegration: bool = True


class SpecialData(Data, frozen=True, kw_only=True):
    """A special rule of the scenario.

    ``initial_action``: ``side`` has the Initial Action on ``turn`` without a roll. ``movement``: units of ``side``
    have their MPs multiplied by ``factor`` on ``turn``. ``held``: ``formation`` may not act before ``turn``.
    ``old_guard``: the loss of level when the Old Guard recoils (7.4) is ``amount`` for ``army``.
    """

    kind: Literal["initial_action", "movement", "held", "old_guard"]
    side: str | None = None
    turn: int = 1
    factor: int = 2
    formation: str | None = None
    army: str | None = None
    amount: int = 0
    text: str = ""


class HistoryData(Data, frozen=True, kw_only=True):
    """What really happened in one turn, for the teacher."""

    turn: int
    text: str


class ScenarioData(Data, frozen=True, kw_only=True):
    """A whole NLC scenario file. ``divisions`` spells the names of divisions whose id does not (20.13)."""

    format: Literal[1]
    id: str
    system: Literal["nlc"]
    title: str
    map: str
    summary: str
    teaches: str
    difficulty: Literal["easy", "medium", "hard"]
    minutes: int
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
