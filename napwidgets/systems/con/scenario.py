"""The CON scenario file: YAML under ``scenarios/con/``; data only.

Places are written by the name on the map (``charleroi``: lower case, words joined by ``-``, without accents) or by the
number of a hex (``"0912"``). ``provenance`` covers every value by dotted paths with ``*`` for any step.
"""

from __future__ import annotations

from typing import Literal

from msgspec import field

from napwidgets.kernel.limits import Change, Day, FileName, Minutes, Number, Rating, Strength, Turn
from napwidgets.systems.con.tables import Arm
from napwidgets.systems.origins import Data, OriginData

Season = Literal["spring", "summer", "autumn", "winter", "waterloo"]
Receipt = Literal["usual", "autumn", "north"]


class ArmyData(Data, frozen=True, kw_only=True):
    """An army: its side, the hex of its centre of operations, its administrative points at the start, the places that
    supply it (the first that can be reached counts), and by which row distance gives it points (``receipt``).
    """

    id: str
    name: str
    side: str
    center: str
    points: Number
    sources: tuple[str, ...]
    receipt: Receipt = "usual"


class LeaderData(Data, frozen=True, kw_only=True):
    """A leader: initiative, tactical bonus, command span, subordination value; a Major General is ``major``."""

    id: str
    name: str
    army: str
    nation: str
    initiative: Rating
    span: Number
    subordination: Rating
    bonus: bool = False
    cavalry: bool = False
    major: bool = False


class UnitData(Data, frozen=True, kw_only=True):
    """A combat unit with its strength points, a thousand men each; which cavalry is light or heavy (5, 10.4)."""

    id: str
    name: str
    army: str
    nation: str
    kind: Arm = "infantry"
    strength: Strength
    guard: bool = False
    light: bool = False
    heavy: bool = False


class ForceData(Data, frozen=True, kw_only=True):
    """A leader with the units under him and, by ``under``, the leader he is under; units without a leader are a
    garrison.

    It stands ``at`` a place from ``turn`` on, or arrives there then, if no enemy is in the hex or beside it. Who is
    ``under`` somebody who comes in the same turn stands with him and needs no place.
    """

    leader: str = ""
    at: str = ""
    under: str = ""
    units: tuple[str, ...] = ()
    turn: Turn = 1


class DrawData(Data, frozen=True, kw_only=True):
    """Replacements that an army receives in a turn, in strength points."""

    turn: Turn
    army: str
    infantry: Number = 0
    cavalry: Number = 0


class GoalData(Data, frozen=True, kw_only=True):
    """A place that is worth victory points at the end to whoever was last there; to one ``side`` alone if it is named.

    While ``holder`` is still the last who was there, it counts for him.
    """

    at: str
    points: Number
    side: str = ""
    holder: str = ""
    #: Whether its fall lowers the morale number of the army that loses it.
    morale: bool = False


class MoraleData(Data, frozen=True, kw_only=True):
    """The morale number of a side (added to dice): where it begins and between which it moves; higher is worse."""

    start: Change = 0
    best: Change = -1
    worst: Change = 2


class TurnsData(Data, frozen=True, kw_only=True):
    """The turns: the first day, how many there are, how many days each has."""

    start: Day
    count: Turn
    days: Rating = 2


class VictoryData(Data, frozen=True, kw_only=True):
    """What decides at the end: points of goals, points for each ``per`` strength points that the enemy has lost beyond
    one's own; the French win with a lead of ``french`` points, the other side with one of ``other``; between them it is
    a draw. ``sudden`` are goals whose fall ends the campaign at once for whoever takes them.
    """

    french: Change
    other: Change
    per: Number = 5
    sudden: tuple[str, ...] = ()


class PastData(Data, frozen=True, kw_only=True):
    """What happened in history in a turn."""

    turn: Turn
    text: str


class ScenarioData(Data, frozen=True, kw_only=True):
    """A campaign.

    ``sides`` are the French first, by id and name; ``colours`` of counters face down are names of nations; ``first``
    is the side with the initiative in the first turn (2). ``weather`` gives from which day on which season holds.
    ``cut`` are bridges down at the start as pairs of hexes. ``pontoons`` are bridge trains by side.
    """

    format: Literal[1]
    id: str
    system: Literal["con"]
    title: str
    summary: str
    teaches: str = ""
    difficulty: Literal["easy", "medium", "hard"] = "medium"
    minutes: Minutes = 120
    map: FileName
    turns: TurnsData
    sides: dict[str, str]
    colours: dict[str, str]
    first: str
    weather: dict[str, Season]
    options: tuple[str, ...] = ()
    morale: dict[str, MoraleData] = field(default_factory=dict)
    armies: tuple[ArmyData, ...]
    leaders: tuple[LeaderData, ...]
    units: tuple[UnitData, ...]
    set_up: tuple[ForceData, ...]
    replacements: tuple[DrawData, ...] = ()
    pontoons: dict[str, Rating] = field(default_factory=dict)
    cut: tuple[tuple[str, str], ...] = ()
    goals: tuple[GoalData, ...]
    victory: VictoryData
    history: tuple[PastData, ...] = ()
    debrief: str = ""
    provenance: tuple[OriginData, ...]
