"""The scenario file of March on Paris: the form of every battle's, with what January and February 1814 add."""

from __future__ import annotations

from typing import Literal

from napwidgets.kernel.limits import Change, Cost, Number, Rating
from napwidgets.systems.origins import Data
from napwidgets.systems.tactical.core import scenario


class SideData(scenario.SideData, frozen=True, kw_only=True):
    """One side. ``sources`` are its supply sources: hexes of the map's edge that a road or trail leaves by (37.9)."""

    sources: tuple[str, ...] = ()


class UnitData(scenario.UnitData, frozen=True, kw_only=True):
    """A combat unit or a train. ``initiative`` is the value that morale comes from (37.5).

    ``vedettes`` is the number that a unit can send out (37.7).
    """

    kind: Literal["infantry", "cavalry", "light_cavalry", "foot_artillery", "horse_artillery"]
    nation: Literal["french", "russian", "prussian", "austrian", "bavarian", "wurttemberg"]
    initiative: Rating
    vedettes: Number = 0
    traits: tuple[Literal["old_guard", "young_guard", "guard_cavalry", "cossack", "heavy", "conscript"], ...] = ()


class TurnsData(scenario.TurnsData, frozen=True, kw_only=True):
    """The clock. ``evening`` lists the turns of dusk, fought like those of the day in the dark (37.1, Night PM).

    ``weather`` is added to every roll for the sky (37.4); ``skies`` are those of the day itself, in the order in which
    they would be rolled.
    """

    evening: tuple[int, ...] = ()
    skies: tuple[Literal["fair", "cloudy", "frost", "mud", "rain", "fog", "snow", "snowstorm"], ...] = ()
    weather: Change = 0


class FormationData(scenario.FormationData, frozen=True, kw_only=True):
    """A corps. ``then`` are the orders that follow the one in force (NLC 20.5)."""

    then: tuple[scenario.OrderData, ...] = ()


class LeaderData(scenario.LeaderData, frozen=True, kw_only=True):
    """A leader. ``then`` are the orders that follow his own (NLC 20.15)."""

    then: tuple[scenario.OrderData, ...] = ()


class HqData(scenario.HqData, frozen=True, kw_only=True):
    """A headquarters. ``order`` is its March order at the start (NLC 19.5)."""

    order: scenario.OrderData | None = None


class ReinforcementData(scenario.ReinforcementData, frozen=True, kw_only=True):
    """A group that arrives. ``then`` are the orders that follow its first one."""

    then: tuple[scenario.OrderData, ...] = ()


class DetachedData(Data, frozen=True, kw_only=True):
    """A division with orders of its own at the start (NLC 20.13); ``attached`` is the formation that it acts with."""

    formation: str
    division: str
    order: scenario.OrderData
    attached: str | None = None


class TrainData(Data, frozen=True, kw_only=True):
    """A baggage train (37.10): the formation that it feeds, its hex or the hex by which it enters with its corps."""

    id: str
    name: str
    side: str
    formation: str
    mp: Cost = 4
    hex: str | None = None
    entry: str | None = None


class PontoonData(Data, frozen=True, kw_only=True):
    """A pontoon train (37.10): its hex at the start, and the place of the March order that it has, if any."""

    id: str
    name: str
    side: str
    mp: Cost = 4
    hex: str
    target: str | None = None


class SpecialData(scenario.SpecialData, frozen=True, kw_only=True):
    """A special rule of the scenario: those of every battle, and command arrangements (37.15 to 37.23).

    ``rated_for``: ``leader`` counts ``amount`` where he sends Attack, Probe and March orders. ``tethered``: ``leader``
    acts on his own only within ``amount`` hexes of his overall commander. ``silent_until``: nobody of ``formation``
    acts on his own before any of it is attacked. ``bound_to``: ``leader`` keeps the order he has, and he alone gives
    orders to the formations of his wing. ``bad_move``: the first Bad Move of ``formation`` means to defend the first
    of ``hexes``. ``counterattack``: while it defends as at the start, ``formation`` may attack within ``amount`` hexes
    of them. ``exhausted``: ``formation`` counts as demoralized until it has rested ``amount`` hours on end.
    ``offmap`` says that an overall commander is not there (37.15.1); until he is, ``leader``, if one is named, gives
    his corps no orders.
    """

    kind: Literal[
        "initial_action",
        "movement",
        "held",
        "rated_for",
        "tethered",
        "silent_until",
        "bound_to",
        "bad_move",
        "counterattack",
        "exhausted",
        "offmap",
    ]
    leader: str | None = None
    hexes: tuple[str, ...] = ()


class ScenarioData(scenario.ScenarioData, frozen=True, kw_only=True):
    """A whole scenario file of March on Paris."""

    system: Literal["mop"]
    turns: TurnsData
    sides: tuple[SideData, ...]
    formations: tuple[FormationData, ...]
    detached: tuple[DetachedData, ...] = ()
    leaders: tuple[LeaderData, ...]
    units: tuple[UnitData, ...]
    hqs: tuple[HqData, ...] = ()
    reinforcements: tuple[ReinforcementData, ...] = ()
    trains: tuple[TrainData, ...] = ()
    pontoons: tuple[PontoonData, ...] = ()
    special: tuple[SpecialData, ...] = ()
