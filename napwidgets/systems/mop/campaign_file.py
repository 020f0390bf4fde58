"""37.22 and 37.23. The file of a campaign: battles that follow each other, and what one battle hands on to the next."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from napwidgets.kernel.limits import Change, FileName, Minutes, Number, Turn
from napwidgets.systems.mop.scenario import SpecialData
from napwidgets.systems.origins import Data, OriginData
from napwidgets.systems.tactical.core.scenario import OrderData

#: What became of a unit: it stands on the map, never came, left, may be rallied (UAR), is gone for good (PEU).
Fate = Literal["stands", "away", "left", "fallen", "gone"]


class JoiningData(Data, frozen=True, kw_only=True):
    """A formation that is in a battle of a campaign, but not in the file of that battle alone.

    It is formation ``formation`` of battle ``of``, here called ``id`` and ``name``; ``leaders`` come along beside its
    own. Without ``entry`` it stands where the battle before has left it, and at ``hex`` where that has left nobody;
    with ``entry`` it arrives like any group of reinforcements, for certain or by ``chance`` (37.23.2).
    """

    of: FileName
    formation: str
    hex: str
    id: str | None = None
    name: str | None = None
    order: OrderData
    then: tuple[OrderData, ...] = ()
    leaders: tuple[str, ...] = ()
    entry: str | None = None
    turn: Turn = 1
    chance: int | None = None
    label: str = ""


class StageData(Data, frozen=True, kw_only=True):
    """A battle of a campaign: ``text`` tells what lies between it and the one before.

    ``heirs``: in place of a unit of the battle's own file those of an earlier battle stand here, at ``hexes`` where
    they would not all find room. ``special`` are rules that hold here because more formations are there.
    """

    scenario: FileName
    text: str = ""
    heirs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    hexes: dict[str, str] = field(default_factory=dict)
    joining: tuple[JoiningData, ...] = ()
    special: tuple[SpecialData, ...] = ()


class UnitFate(Data, frozen=True, kw_only=True):
    """A unit at the end of a battle: its fate, the steps it has left, its hex if it stands on the map."""

    fate: Fate
    steps: Literal[0, 1, 2] = 0
    hex: str = ""


class FoughtData(Data, frozen=True, kw_only=True):
    """How a battle of a campaign ended: winner (None for a draw), points by side, and what became of everybody.

    ``leaders`` are those that were lost, ``trains`` the hexes of baggage trains, empty for those that are lost;
    ``broken`` the formations that were demoralized, by name. ``spans`` are damaged bridges and ``works`` improved
    positions, on ``map``. ``over`` ends the campaign here: Napoleon is taken.
    """

    scenario: FileName
    map: FileName
    title: str
    winner: str | None = None
    points: dict[str, Change] = field(default_factory=dict)
    units: dict[str, UnitFate] = field(default_factory=dict)
    leaders: tuple[str, ...] = ()
    trains: dict[str, str] = field(default_factory=dict)
    broken: tuple[str, ...] = ()
    spans: tuple[tuple[str, str], ...] = ()
    works: tuple[str, ...] = ()
    over: bool = False


class LimitsData(Data, frozen=True, kw_only=True):
    """The losses, in per cent of its strength, that demoralize a corps (NLC 22) or an army (NLC 11)."""

    corps: Number
    army: Number


class CampaignData(Data, frozen=True, kw_only=True):
    """A campaign. ``limits`` hold for formations and armies that are not as in the battle's own file; ``fought`` are
    battles before the first one, as they really were.
    """

    format: Literal[1]
    id: str
    system: Literal["mop"]
    title: str
    summary: str
    teaches: str
    difficulty: Literal["easy", "medium", "hard"]
    minutes: Minutes
    battles: tuple[StageData, ...]
    limits: LimitsData
    fought: tuple[FoughtData, ...] = ()
    debrief: str = ""
    provenance: tuple[OriginData, ...]


class Carried(Data, frozen=True, kw_only=True):
    """The battles of a campaign that have been fought at this table, in their order: what a later game starts from."""

    battles: tuple[FoughtData, ...] = ()
