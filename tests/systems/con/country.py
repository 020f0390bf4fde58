"""A country in small: a theatre of 14 by 9 hexes, two sides, and positions put together stack by stack.

A primary road runs along row 05 from Ahlen (0105, source of the French) by Bern (0205, their centre), Celle (0605) and
Dorn (0905) to Eger (1205, centre of the English) and Zell (1405, source of both allied armies). The Ohm, a secondary
river, runs between columns 04 and 05, the Rhein, a primary one, between 10 and 11; the road has a bridge over each. A
country road runs down column 02 from Bern. Burg (0707) is a fortress. Rough ground lies in the first two rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from napwidgets.board.hexmap import HexMap, MapFile, PlaceData
from napwidgets.kernel.dice import ScriptedDice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Event
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.engine import Campaign
from napwidgets.systems.con.options import Options
from napwidgets.systems.con.scenario import (
    ArmyData,
    ForceData,
    GoalData,
    LeaderData,
    MoraleData,
    ScenarioData,
    TurnsData,
    UnitData,
    VictoryData,
)
from napwidgets.systems.con.state import WAITING, Center, Lead, State, Troop, Vedette
from napwidgets.systems.con.tables import Tables, shipped
from napwidgets.systems.origins import OriginData

COLS, ROWS = 14, 9


def _hard() -> Tables:
    """The shipped tables with an attrition that small forces feel: half of what stands above the die is lost."""
    table = shipped()["attrition"]
    rows = {**table.rows, "divided by": [2], "divided by, turns of a day": [4]}
    return Tables({"attrition": replace(table, rows=rows)})


HARD = _hard()
PLACES = (
    ("0105", "Ahlen", "town"),
    ("0205", "Bern", "town"),
    ("0605", "Celle", "town"),
    ("0905", "Dorn", "village"),
    ("0707", "Burg", "fortress"),
    ("1205", "Eger", "town"),
    ("1405", "Zell", "town"),
)


def _between(column: int) -> list[str]:
    """The hexsides between an even column and the one east of it."""
    return [f"{column:02d}{row:02d}/{d}" for row in range(1, ROWS + 1) for d in (1, 2)]


@cache
def board() -> HexMap:
    """The map."""
    return HexMap(
        MapFile(
            format=1,
            id="country",
            name="A country",
            cols=COLS,
            rows=ROWS,
            hex_m=3200,
            origin=(10.0, 50.0),
            contour_m=100,
            terrain={
                "woods": ["0702", "0208", "0504"],
                "hills": ["0902", "0704"],
                "hillwoods": ["0901"],
                "marsh": ["0802"],
                "mountain": ["0801"],
                "water": ["0101"],
            },
            levels={},
            sides={
                "road": [f"{column:02d}05/{2 if column % 2 else 1}" for column in range(1, COLS)],
                "trail": [f"02{row:02d}/3" for row in range(5, 9)],
                "stream": _between(4),
                "river": _between(10),
                "bridge": ["0405/1", "1005/1"],
            },
            places=[PlaceData(at, name, kind) for at, name, kind in PLACES],  # type: ignore[arg-type]
            kind="theatre",
        )
    )


def h(name: str) -> int:
    """The number of a hex."""
    return board().number(name)


def hexes(names: str) -> list[int]:
    """The numbers of some hexes, in their order."""
    return sorted(map(h, names.split()))


def _leader(id: str, army: str, initiative: int, span: int, subordination: int, **more: Any) -> LeaderData:
    nation = {"grande": "france", "anglo": "britain", "silesia": "prussia"}[army]
    return LeaderData(
        id=id, name=id.capitalize(), army=army, nation=nation, initiative=initiative, span=span,
        subordination=subordination, **more,
    )  # fmt: skip


def _unit(id: str, army: str, kind: Any, strength: int, **more: Any) -> UnitData:
    return UnitData(id=id, name=id, army=army, nation="", kind=kind, strength=strength, **more)


LEADERS = (
    _leader("ney", "grande", 4, 6, 3),
    _leader("napoleon", "grande", 5, 12, 6, bonus=True),
    _leader("reille", "grande", 3, 5, 2),
    _leader("erlon", "grande", 2, 5, 2),
    _leader("murat", "grande", 3, 4, 2, cavalry=True),
    _leader("girard", "grande", 1, 3, 1, major=True),
    _leader("wellington", "anglo", 4, 10, 5),
    _leader("hill", "anglo", 3, 5, 2),
    _leader("uxbridge", "anglo", 2, 5, 2),
    _leader("cole", "anglo", 1, 3, 1, major=True),
    _leader("blucher", "silesia", 4, 8, 4),
    _leader("ziethen", "silesia", 2, 5, 2),
)
UNITS = (
    *(_unit(f"f{n}", "grande", "infantry", 6) for n in range(1, 13)),
    _unit("guard", "grande", "infantry", 8, guard=True),
    _unit("chasseurs", "grande", "cavalry", 3, guard=True, light=True),
    _unit("cuirassiers", "grande", "cavalry", 4, heavy=True),
    _unit("grenadiers", "grande", "cavalry", 4, guard=True, heavy=True),
    _unit("dragoons", "grande", "cavalry", 3),
    _unit("hussars", "grande", "cavalry", 4, light=True),
    _unit("lancers", "grande", "cavalry", 2, light=True),
    _unit("guns", "grande", "artillery", 4),
    *(_unit(f"a{n}", "anglo", "infantry", 6) for n in range(1, 10)),
    _unit("scots", "anglo", "cavalry", 4, heavy=True),
    _unit("riders", "anglo", "cavalry", 4, light=True),
    _unit("blues", "anglo", "cavalry", 2, light=True),
    _unit("battery", "anglo", "artillery", 3),
    *(_unit(f"p{n}", "silesia", "infantry", 6) for n in range(1, 5)),
    _unit("uhlans", "silesia", "cavalry", 3, light=True),
)
#: Where everybody stands when a game begins at its beginning.
SET_UP = (
    ForceData(leader="napoleon", at="bern", units=("guard", "chasseurs")),
    ForceData(leader="ney", at="0405", units=("f1", "f2")),
    ForceData(leader="reille", under="ney", units=("f3", "hussars")),
    ForceData(leader="wellington", at="eger", units=("a1", "a2")),
    ForceData(leader="hill", at="0905", units=("a3", "riders")),
    ForceData(leader="blucher", at="zell", units=("p1", "uhlans")),
)


class _Asked:
    """What a game is asked for with, told apart by how it reads: some of it has no hash."""

    def __init__(self, *asked: Any) -> None:
        self.asked = asked

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and repr(self.asked) == repr(other.asked)

    def __hash__(self) -> int:
        return hash(repr(self.asked))


def game(options: Options | None = None, **more: Any) -> Campaign:
    """The rules bound to the country; the same ones each time for the same arguments."""
    return _campaign(_Asked(options, more))


@cache
def _campaign(wanted: _Asked) -> Campaign:
    options, more = wanted.asked
    return _made(options, HARD, more)


def _made(options: Options | None, tables: Tables, more: Mapping[str, Any]) -> Campaign:
    values: dict[str, Any] = {
        "format": 1,
        "id": "country",
        "system": "con",
        "title": "Country",
        "summary": "",
        "map": "country",
        "turns": TurnsData(start="1815-06-15", count=8, days=2),
        "sides": {"french": "French", "allied": "Allies"},
        "colours": {},
        "first": "french",
        "weather": {"1815-01-01": "spring"},
        "morale": {"french": MoraleData(), "allied": MoraleData()},
        "armies": (
            ArmyData(id="grande", name="Grande Armee", side="french", center="bern", points=9, sources=("ahlen",)),
            ArmyData(id="anglo", name="English Army", side="allied", center="eger", points=9, sources=("zell",)),
            ArmyData(id="silesia", name="Prussian Army", side="allied", center="zell", points=9, sources=("zell",)),
        ),
        "leaders": LEADERS,
        "units": UNITS,
        "set_up": SET_UP,
        "pontoons": {"french": 1, "allied": 1},
        "goals": (
            GoalData(at="celle", points=3),
            GoalData(at="bern", points=5, side="allied", holder="french", morale=True),
            GoalData(at="eger", points=5, side="french", holder="allied"),
        ),
        "victory": VictoryData(french=3, other=2, per=4),
        "provenance": (OriginData(of="*", kind="reconstruction"),),
        **more,
    }
    return Campaign(ScenarioData(**values), board(), options or Options(), tables)


def ruled(**figures: int) -> Campaign:
    """The rules with some figures of the table of commands changed: ``center_moves=2``."""
    tables = _hard()
    tables.command.update({name.replace("_", " "): value for name, value in figures.items()})
    return _made(None, tables, {})


def leader(name: str) -> int:
    """A leader by his id."""
    return [data.id for data in LEADERS].index(name)


def unit(name: str) -> int:
    """A unit by its id."""
    return [data.id for data in UNITS].index(name)


def field(
    e: Campaign,
    *stacks: str,
    step: Any = None,
    riders: Mapping[str, str] | None = None,
    centers: Sequence[str] = ("0205", "1205", "1405"),
    points: Sequence[int] = (20, 20, 20),
    **more: Any,
) -> State:
    """A position. A stack is ``ney 0605: f1 f2/4`` (with 4 strength points), ``reille 0605 < ney: f3`` under another
    leader, or ``- 0707: f4``, units without a leader; ``riders`` are vedettes by their units.
    """
    fresh = State(
        2,
        (),
        leaders=tuple(Lead(WAITING) for _ in LEADERS),
        units=tuple(Troop(WAITING, -1, data.strength) for data in UNITS),
        centers=tuple(Center(h(at) if at else -1) for at in centers),
        points=tuple(points),
        holds=tuple(goal.holder for goal in e.setting.goals),
        spirit=(0, 0),
        vedettes=tuple(Vedette(h(at), unit(name)) for name, at in (riders or {}).items()),
        trains=(1, 1),
    )
    s = replace(fresh, **more)
    for stack in stacks:
        head, _, names = stack.partition(":")
        who, at, *under = head.split()
        boss = -1 if who == "-" else leader(who)
        if boss >= 0:
            s = s.lead(boss, at=h(at), boss=leader(under[1]) if under else -1)
        for name in names.split():
            id, _, strength = name.partition("/")
            full = UNITS[unit(id)].strength
            s = s.unit(unit(id), at=h(at), boss=boss, strength=int(strength) if strength else full)
    return replace(s, agenda=(step,) if step is not None else ())


def dice(*faces: int) -> ScriptedDice:
    """Dice that fall as they are told."""
    return ScriptedDice([(face,) for face in faces])


def play(e: Campaign, s: State, move: Any, *faces: int, log: list[Event] | None = None) -> State:
    """Make a move for whoever must choose; the dice are those given, all of them and no more."""
    thrown, decision = dice(*faces), e.decision(s)
    assert decision is not None
    after: State = e.apply(s, decision.seat, move, thrown, log if log is not None else [])
    assert thrown.spent, "fewer dice were thrown than the test has"
    return after


def run(e: Campaign, s: State, *faces: int, log: list[Event] | None = None) -> State:
    """Go on to the next decision."""
    thrown = dice(*faces)
    after: State = e.advance(s, thrown, log if log is not None else [])
    assert thrown.spent, "fewer dice were thrown than the test has"
    return after


def refused(e: Campaign, s: State, move: Any) -> str:
    """The code with which a move is refused to whoever must choose."""
    decision = e.decision(s)
    assert decision is not None
    try:
        e.check(s, decision.seat, move)
    except IllegalMove as no:
        return no.code
    raise AssertionError(f"{move} is allowed")


def allowed(e: Campaign, s: State, move: Any) -> bool:
    """Whether a move is allowed to whoever must choose."""
    decision = e.decision(s)
    assert decision is not None
    try:
        e.check(s, decision.seat, move)
    except IllegalMove:
        return False
    return True


def everything(e: Campaign, s: State) -> list[Any]:
    """All options, about whatever subject."""
    found = list(e.options(s))
    for subject in e.subjects(s):
        found += e.options(s, subject.id)
    return found


def decided(e: Campaign, s: State) -> str:
    """What is to be chosen, and by whom: ``french: movement``; empty when nothing is left."""
    decision = e.decision(s)
    return f"{decision.seat}: {decision.kind}" if decision is not None else ""


def texts(log: Sequence[Event], seat: str | None = None) -> str:
    """What a seat is told, None for everybody."""
    return " ".join(event.text for event in log if not event.to or seat in event.to)


def at(s: State, name: str) -> str:
    """The hex of a leader, a unit or (``v:hussars``) a vedette; empty for none."""
    if name.startswith("v:"):
        rider = s.vedette(unit(name[2:]))
        where = rider.at if rider is not None else -1
    elif name in [data.id for data in LEADERS]:
        where = s.leaders[leader(name)].at
    else:
        where = s.units[unit(name)].at
    return board().label(where) if where >= 0 else ""


def strength(s: State, name: str) -> int:
    """The strength points of a unit; none for one that is gone."""
    return s.units[unit(name)].strength


def context(e: Campaign) -> Context:
    """The rules' common ground of a game."""
    return e.context



#: A crowded country for whole games: everybody of both sides near the middle.
CROWD = (
    ForceData(leader="napoleon", at="0405", units=("guard", "chasseurs", "f12")),
    ForceData(leader="ney", at="0505", units=("f1", "f2")),
    ForceData(leader="reille", under="ney", units=("f3", "f4")),
    ForceData(leader="erlon", at="0504", units=("f5", "f6", "lancers")),
    ForceData(leader="murat", at="0506", units=("cuirassiers", "hussars")),
    ForceData(leader="girard", at="0602", units=("f7", "dragoons")),
    ForceData(at="0205", units=("f8",)),
    ForceData(leader="wellington", at="0905", units=("a1", "a2", "battery")),
    ForceData(leader="hill", at="0805", units=("a3", "a4", "riders")),
    ForceData(leader="uxbridge", at="0804", units=("scots", "blues", "a5")),
    ForceData(leader="cole", at="0707", units=("a6", "a7")),
    ForceData(leader="blucher", at="1005", units=("p1", "p2", "uhlans")),
    ForceData(leader="ziethen", under="blucher", units=("p3",)),
    ForceData(at="1105", units=("a8",)),
    ForceData(at="1205", units=("f9", "f10", "f11", "guns", "a9", "p4"), turn=99),
)
