"""The JDG scenario and roster files: YAML under ``scenarios/jdg/``; data only.

A roster (``rosters/<id>.yaml``) holds armies with their leaders, units and Detachments, which several scenarios share.
A scenario names a map (``maps/<id>.network.json``) and a roster and says where everything stands. Places are written as
on the map. ``provenance`` covers every value by dotted paths with ``*`` for any step.
"""

from __future__ import annotations

from typing import Literal

from msgspec import field

from napwidgets.kernel.limits import Change, Cost, FileName, Minutes, Month, Rating, Strength, Turn, Year
from napwidgets.systems.origins import Data, OriginData

Kind = Literal["infantry", "cavalry", "artillery"]
Tactic = Literal["skirmish", "screen", "offensive", "decisive"]


class ArmyData(Data, frozen=True, kw_only=True):
    """An army (4.1): its side, its commander-in-chief's id, the boxes that supply it, and the budget of command points
    it draws on (its own unless it shares one, Germany 1813 4.5). ``deputies`` command it, the first of them who is
    there, while its commander-in-chief is not on the map.
    """

    id: str
    name: str
    side: str
    chief: str
    sources: tuple[str, ...]
    budget: str = ""
    deputies: tuple[str, ...] = ()


class LeaderData(Data, frozen=True, kw_only=True):
    """A leader (1.1): rank in stars, tactical bonus, command value; ``nation`` gives his counter its colours."""

    id: str
    name: str
    army: str
    rank: Rating
    tactical: Rating
    command: Rating
    nation: str = ""


class UnitData(Data, frozen=True, kw_only=True):
    """A combat unit (1.2): ``strength`` is the most strength points it may ever have, ``nation`` whose recruits it
    takes.
    """

    id: str
    name: str
    army: str
    nation: str
    kind: Kind = "infantry"
    strength: Strength = 0
    cohesion: Rating = 0
    artillery: Rating = 0
    cavalry: Rating = 0
    guard: bool = False
    independent: bool = False


class DetachmentData(Data, frozen=True, kw_only=True):
    """A Detachment counter that a side may bring into play (6.1): a number for infantry, a letter for cavalry.

    It is at hand from its ``turn``, for as many strength points as ``most`` (0: any number).
    """

    id: str
    name: str
    side: str
    kind: Kind = "infantry"
    cohesion: Rating = 2
    cavalry: Rating = 0
    turn: Turn = 1
    most: Rating = 0


class RosterData(Data, frozen=True, kw_only=True):
    """The organisation of both sides in one campaign (1.2.3, 4.1)."""

    format: Literal[1]
    id: str
    system: Literal["jdg"]
    title: str
    armies: tuple[ArmyData, ...]
    leaders: tuple[LeaderData, ...]
    units: tuple[UnitData, ...]
    detachments: tuple[DetachmentData, ...] = ()
    provenance: tuple[OriginData, ...]


class SetData(Data, frozen=True, kw_only=True):
    """Where a leader or a unit of the roster begins.

    ``at`` is a box, or the commander-in-chief's box if it reads ``with <leader id>``; ``entry`` the connection off the
    map by which it arrives instead. ``turn`` is when it arrives (1: it stands there at the start), on a die of
    ``roll`` or more each turn (0: without a throw). ``strength`` is its strength points at the start, its most unless
    given. ``instead`` are boxes for a later arrival, the first of them that the enemy has not entered, if he stands in
    ``at``.
    """

    id: str
    at: str = ""
    instead: tuple[str, ...] = ()
    entry: str = ""
    turn: Turn = 1
    roll: Rating = 0
    strength: Strength | None = None


class RecruitsData(Data, frozen=True, kw_only=True):
    """Strength points that a nation may add to its units in a turn (3.3)."""

    turn: Turn
    nation: str
    points: Strength


class SwapData(Data, frozen=True, kw_only=True):
    """A leader who leaves in a turn (4.2), and who takes his place, if anybody does."""

    turn: Turn
    out: str
    then: str = ""


class GoalData(Data, frozen=True, kw_only=True):
    """A box that scores for whoever holds it at the end (9); with ``side`` only for that side."""

    at: str
    points: Change
    side: str = ""


class TurnsData(Data, frozen=True, kw_only=True):
    """The first turn (year, month, and its number in the month), how many there are, and how long one is."""

    year: Year
    month: Month
    part: Turn
    count: Turn
    span: Literal["fortnight", "week"]


class ArmisticeData(Data, frozen=True, kw_only=True):
    """The armistice of 1813: the turn on which its marker starts, and what changes when it is declared.

    Without a ``roster`` the game ends with it. ``lasts`` turns later hostilities begin again. ``recruits`` are strength
    points a turn for each nation meanwhile, ``arrive`` who comes in: counters of the new roster, their turns counted
    from the declaration. ``dummies`` are what each side may have after it.
    """

    turn: Turn
    lasts: Turn = 4
    roster: FileName | Literal[""] = ""
    recruits: dict[str, Strength] = field(default_factory=dict)
    arrive: tuple[SetData, ...] = ()
    dummies: dict[str, tuple[Cost, Cost]] = field(default_factory=dict)


class NoteData(Data, frozen=True, kw_only=True):
    """What happened in a turn, for the teacher."""

    turn: Turn
    text: str


class ScenarioData(Data, frozen=True, kw_only=True):
    """A whole JDG scenario.

    ``sides`` names both sides, the French first; ``colours`` gives the colours of their
    counters face down. ``dummies`` are infantry and cavalry dummies of each side,
    ``pontoons`` its pontoon markers. ``control`` names boxes that a side holds though nobody stands there.
    ``cards`` are the event cards in the deck. ``recruits_most`` is the row of the table of reinforcements that holds,
    ``siege`` the siege procedure. ``besieged_counts`` says that a besieged city scores 1 point for the besieger alone
    (Germany 1813 9).
    ``after_armistice`` says that a campaign begins when the armistice of 1813 is over, so that O1 and O2 hold from its
    start. ``frontier_closed`` says that nobody crosses the Austrian frontier before hostilities begin again,
    ``napoleon_counts`` that Napoleon counts as on the map until then (3.2).
    """

    format: Literal[1]
    id: str
    system: Literal["jdg"]
    title: str
    summary: str
    teaches: str
    difficulty: Literal["easy", "medium", "hard"]
    minutes: Minutes
    map: FileName
    roster: FileName
    turns: TurnsData
    sides: dict[str, str]
    colours: dict[str, str] = field(default_factory=dict)
    set_up: tuple[SetData, ...]
    dummies: dict[str, tuple[Cost, Cost]] = field(default_factory=dict)
    pontoons: dict[str, Cost] = field(default_factory=dict)
    recruits: tuple[RecruitsData, ...] = ()
    recruits_most: str = "series"
    swaps: tuple[SwapData, ...] = ()
    control: dict[str, str] = field(default_factory=dict)
    sieges: dict[str, str] = field(default_factory=dict)
    goals: tuple[GoalData, ...]
    cards: tuple[int, ...] = ()
    siege: Literal["siege", "siege-weeks"] = "siege"
    besieged_counts: bool = False
    frontier_closed: bool = False
    after_armistice: bool = False
    napoleon_counts: bool = False
    armistice: ArmisticeData | None = None
    options: tuple[str, ...] = ()
    history: tuple[NoteData, ...] = ()
    debrief: str = ""
    provenance: tuple[OriginData, ...]
