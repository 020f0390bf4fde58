"""Campaigns in small: a map of ten boxes, two rosters, and positions put together counter by counter.

The map, with poor roads dotted, ``~`` a ford of the minor river Ohm, ``=`` a bridge, ``#`` a ford of the major river
Rhein, ``|`` the frontier::

    [west] Ilm - Aue - Bern - Calw - Dorf | Jena
                  :      =      (city)        |
                 Eich ~ Fels == Gau ---------+ -- [east]
                         #        |
                        Hain -----+

Bern is defensive terrain, Dorf mountains, Calw a fortified city. The French draw their supply from Ilm, the Allies from
Jena.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from napwidgets.board.network import Entry, Link, Network, Place
from napwidgets.kernel.dice import ScriptedDice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Event
from napwidgets.scenarios import load
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.contact import contacts_of
from napwidgets.systems.jdg.engine import Campaign
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.scenario import (
    ArmisticeData,
    ArmyData,
    DetachmentData,
    GoalData,
    LeaderData,
    RosterData,
    ScenarioData,
    SetData,
    TurnsData,
    UnitData,
)
from napwidgets.systems.jdg.seasons import Weather
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import ALONE, FRENCH, OTHER, Entered, State, at_door
from napwidgets.systems.origins import OriginData

MADE = (OriginData(of="*", kind="reconstruction"),)
BOXES = ("Aue", "Bern", "Calw", "Dorf", "Eich", "Fels", "Gau", "Hain", "Ilm", "Jena")
AUE, BERN, CALW, DORF, EICH, FELS, GAU, HAIN, ILM, JENA = range(10)


@cache
def network() -> Network:
    """The map of ten boxes."""
    terrain = {"Bern": "defensive", "Dorf": "mountain"}
    places = tuple(
        Place(name.lower(), name, 50 + n / 10, 10 + n / 10, terrain.get(name, "open"), name == "Calw")  # type: ignore[arg-type]
        for n, name in enumerate(BOXES)
    )
    links = (
        Link(AUE, BERN, "road"),
        Link(BERN, CALW, "road"),
        Link(CALW, DORF, "road"),
        Link(AUE, EICH, "poor road"),
        Link(EICH, FELS, "road", "minor", "ford"),
        Link(BERN, FELS, "road", "minor", "bridge"),
        Link(FELS, GAU, "road", "major", "bridge"),
        Link(GAU, HAIN, "road"),
        Link(FELS, HAIN, "road", "major", "ford"),
        Link(AUE, ILM, "road"),
        Link(GAU, JENA, "road"),
        Link(DORF, JENA, "road", frontier=True),
    )
    doors = (Entry("west", "West", ILM, "road", 50, 9), Entry("east", "East", JENA, "road", 50, 12))
    return Network("field", "A field of ten boxes", (9, 49, 12, 52), 20, places, links, doors)


def link(a: int, b: int) -> int:
    """The number of the link between two boxes."""
    found = network().link_between(a, b)
    assert found is not None
    return found


def _leader(id: str, army: str, rank: int, tactical: int, command: int) -> LeaderData:
    return LeaderData(id=id, name=id.capitalize(), army=army, rank=rank, tactical=tactical, command=command)


def _unit(id: str, army: str, nation: str, strength: int, cohesion: int, **more: Any) -> UnitData:
    return UnitData(id=id, name=id, army=army, nation=nation, strength=strength, cohesion=cohesion, **more)


@cache
def roster() -> RosterData:
    """The armies of spring: three leaders and some corps to each side."""
    french, allied = "grande", "silesia"
    return RosterData(
        format=1,
        id="field",
        system="jdg",
        title="Field",
        armies=(
            ArmyData(id=french, name="French Army", side="french", chief="napoleon", sources=("Ilm",)),
            ArmyData(id="italy", name="Army of Italy", side="french", chief="eugene", sources=("Ilm",)),
            ArmyData(id=allied, name="Army of Silesia", side="allied", chief="blucher", sources=("Jena",)),
            ArmyData(id="bohemia", name="Army of Bohemia", side="allied", chief="schwarzenberg", sources=("Jena",)),
        ),
        leaders=(
            _leader("napoleon", french, 4, 3, 4),
            _leader("ney", french, 3, 1, 3),
            _leader("murat", french, 1, 0, 2),
            _leader("eugene", "italy", 3, 0, 2),
            _leader("blucher", allied, 4, 2, 3),
            _leader("yorck", allied, 2, 1, 2),
            _leader("barclay", allied, 3, 0, 1),
            _leader("schwarzenberg", "bohemia", 4, 1, 2),
        ),
        units=(
            _unit("i", french, "france", 12, 3, artillery=2, cavalry=1),
            _unit("ii", french, "france", 10, 3, artillery=1),
            _unit("iii", french, "france", 8, 4),
            _unit("iv", french, "france", 6, 3),
            _unit("v", french, "france", 5, 3),
            _unit("guard", french, "france", 6, 6, guard=True, artillery=4),
            _unit("horse", french, "france", 4, 4, kind="cavalry", cavalry=5),
            _unit("dragoons", french, "france", 3, 3, kind="cavalry", cavalry=2),
            _unit("hussars", french, "france", 2, 3, kind="cavalry", cavalry=1),
            _unit("park", french, "france", 0, 3, kind="artillery", artillery=5),
            _unit("division", french, "france", 2, 2, independent=True),
            _unit("italians", "italy", "italy", 7, 3),
            _unit("corps", allied, "prussia", 12, 3, artillery=2, cavalry=2),
            _unit("brigade", allied, "prussia", 3, 3),
            _unit("landwehr", allied, "prussia", 8, 2),
            _unit("russians", allied, "russia", 9, 4),
            _unit("uhlans", allied, "prussia", 4, 3, kind="cavalry", cavalry=4),
            _unit("cossacks", allied, "russia", 2, 3, kind="cavalry", cavalry=2),
            _unit("streifkorps", allied, "russia", 2, 2, independent=True, kind="cavalry", cavalry=1),
            _unit("austrians", "bohemia", "austria", 9, 3),
        ),
        detachments=(
            DetachmentData(id="d1", name="1", side="french", cohesion=2),
            DetachmentData(id="d2", name="2", side="french", cohesion=5),
            DetachmentData(id="da", name="A", side="french", kind="cavalry", cohesion=2, cavalry=1),
            DetachmentData(id="e1", name="1", side="allied", cohesion=2),
        ),
        provenance=MADE,
    )


@cache
def autumn() -> RosterData:
    """The roster after the armistice: some of the same names, two of them stronger, one army divided."""
    return RosterData(
        format=1,
        id="autumn",
        system="jdg",
        title="Autumn",
        armies=(
            ArmyData(id="grande", name="French Army", side="french", chief="napoleon", sources=("Ilm",)),
            ArmyData(id="silesia", name="Army of Silesia", side="allied", chief="blucher", sources=("Jena",)),
            ArmyData(
                id="poland", name="Army of Poland", side="allied", chief="bennigsen", sources=("Jena",), budget="East"
            ),
            ArmyData(
                id="bohemia", name="Army of Bohemia", side="allied", chief="schwarzenberg", sources=("Jena",),
                budget="East",
            ),
        ),
        leaders=(
            _leader("napoleon", "grande", 4, 3, 4),
            _leader("ney", "grande", 3, 1, 3),
            _leader("davout", "grande", 3, 2, 4),
            _leader("soult", "grande", 3, 1, 4),
            _leader("blucher", "silesia", 4, 2, 3),
            _leader("schwarzenberg", "bohemia", 4, 1, 2),
            _leader("bennigsen", "poland", 4, 0, 2),
        ),
        units=(
            _unit("i", "grande", "france", 11, 3),
            _unit("ii", "grande", "france", 14, 3),
            _unit("corps", "silesia", "prussia", 13, 4),
            _unit("austrians", "bohemia", "austria", 9, 3),
            _unit("cossacks", "silesia", "russia", 2, 2, independent=True, kind="cavalry", cavalry=1),
        ),
        detachments=(DetachmentData(id="d1", name="1", side="french", cohesion=2),),
        provenance=MADE,
    )  # fmt: skip


#: The set-up of a game that begins at its beginning: both commanders, a corps each.
START = ("napoleon ilm", "i ilm", "ney ilm", "ii ilm", "blucher jena", "corps jena", "schwarzenberg jena")


def _placed(text: str) -> SetData:
    id, _, at = text.partition(" ")
    return SetData(id=id, at=at)


class _Asked:
    """What a game is asked for with, told apart by how it reads: some of it has no hash."""

    def __init__(self, options: Options | None, more: tuple[tuple[str, Any], ...]) -> None:
        self.options, self.more = options, more

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and repr((self.options, self.more)) == repr((other.options, other.more))

    def __hash__(self) -> int:
        return hash(repr((self.options, self.more)))


def game(options: Options | None = None, more: tuple[tuple[str, Any], ...] = ()) -> Campaign:
    """The rules bound to the field; the same ones each time for the same arguments."""
    return _campaign(_Asked(options, more))


@cache
def _campaign(asked: _Asked) -> Campaign:
    values: dict[str, Any] = {
        "format": 1,
        "id": "field",
        "system": "jdg",
        "title": "Field",
        "summary": "",
        "teaches": "",
        "difficulty": "easy",
        "minutes": 1,
        "map": "field",
        "roster": "field",
        "turns": TurnsData(year=1813, month=5, part=1, count=6, span="fortnight"),
        "sides": {"french": "French", "allied": "Allies"},
        "set_up": tuple(map(_placed, START)),
        "dummies": {"french": (3, 1), "allied": (3, 1)},
        "pontoons": {"french": 1, "allied": 1},
        "goals": (GoalData(at="Calw", points=4), GoalData(at="Gau", points=2, side="french")),
        "recruits_most": "Germany 1813",
        "besieged_counts": True,
        "provenance": MADE,
        **dict(asked.more),
    }
    rosters = {"field": roster(), "autumn": autumn()}
    return Campaign(ScenarioData(**values), network(), rosters, asked.options or Options())


#: A campaign with an armistice due in turn 3 that lasts two turns.
TRUCE: tuple[tuple[str, Any], ...] = (
    ("armistice", ArmisticeData(turn=3, lasts=2, roster="autumn", recruits={"france": 3, "prussia": 2})),
    ("cards", tuple(range(1, 17))),
    ("frontier_closed", True),
    ("napoleon_counts", True),
)


def number(e: Campaign, name: str) -> int:
    """A counter by its id; dummies are ``dummy-french-infantry-1`` and so on."""
    return e.setting.number[name]


def ids(e: Campaign, *names: str) -> tuple[int, ...]:
    """Counters by their ids, as moves name them."""
    return tuple(sorted(number(e, name) for name in names))


def at(name: str) -> int:
    """A box, or the place before a connection: ``calw``, ``before west``."""
    door = name.removeprefix("before ")
    if door != name:
        return at_door([entry.id for entry in network().entries].index(door))
    return network().index(name)


def field(
    e: Campaign,
    places: Mapping[str, str],
    *,
    step: Any = None,
    side: int = FRENCH,
    weather: str = "Clear",
    control: Mapping[str, int] | None = None,
    points: int = 9,
    **more: Any,
) -> State:
    """A position: ``places`` maps counters to ``aue``, ``aue 7`` (with 7 strength points) or ``inside calw``.

    Lines of communication are checked as in an Administrative Phase; every budget has the same points left.
    """
    x = e.context
    fresh = e.start(_sure(), [])
    s = replace(fresh, agenda=(), turn=2, active=side, first=side, weather=Weather(weather), played=(), entered=())
    s = replace(s, points=(points,) * len(e.setting.budgets), control=bytes(network().size), hands=((), ()))
    for i, piece in enumerate(e.setting.pieces):
        s = s.counter(i, at=-3 if piece.dummy or (piece.spare and not piece.later) else -1, up=False, strength=0)
    for name, where in places.items():
        shut = where.startswith("inside ")
        place, _, strength = where.removeprefix("inside ").partition(" ")
        if place == "before":
            place, strength = where, ""
        i = number(e, name)
        most = e.setting.pieces[i].most
        s = s.counter(i, at=at(place), inside=shut, strength=int(strength) if strength else most)
    held = bytearray(network().size)
    for i, c in enumerate(s.counters):
        if c.at >= 0 and x.is_unit(i):
            held[c.at] = x.sides[i] + 1
    for place, who in (control or {}).items():
        held[at(place)] = who + 1
    s = replace(s, control=bytes(held), **more)
    for who in (FRENCH, OTHER):
        for i, contact in contacts_of(x, s, who).items():
            s = s.counter(i, contact=contact)
    return replace(s, agenda=(step,) if step is not None else ())


class _Sure:
    """Dice that always show one, to get through a set-up."""

    def __init__(self) -> None:
        self.throws: list[Any] = []

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> int:
        return count

    def count(self, purpose: str, count: int, at_least: int, sides: int = 6) -> int:
        return 0

    def draw(self, purpose: str, items: Sequence[str]) -> int:
        return 0


def _sure() -> Any:
    return _Sure()


def play(e: Campaign, s: State, move: Any, *faces: int | tuple[int, ...], log: list[Event] | None = None) -> State:
    """Make a move for whoever must choose; the dice are those given, all of them and no more."""
    dice = ScriptedDice([face if isinstance(face, tuple) else (face,) for face in faces])
    decision = e.decision(s)
    assert decision is not None
    after: State = e.apply(s, decision.seat, move, dice, log if log is not None else [])
    assert dice.spent, "fewer dice were thrown than the test has"
    return after


def run(e: Campaign, s: State, *faces: int | tuple[int, ...], log: list[Event] | None = None) -> State:
    """Go on to the next decision."""
    dice = ScriptedDice([face if isinstance(face, tuple) else (face,) for face in faces])
    after: State = e.advance(s, dice, log if log is not None else [])
    assert dice.spent, "fewer dice were thrown than the test has"
    return after


def refused(e: Campaign, s: State, move: Any) -> IllegalMove:
    """The refusal of a move by whoever must choose."""
    decision = e.decision(s)
    assert decision is not None
    try:
        e.check(s, decision.seat, move)
    except IllegalMove as no:
        return no
    raise AssertionError(f"{move} is allowed")


def where(e: Campaign, s: State, name: str) -> int:
    """The place of a counter."""
    return s.counters[number(e, name)].at


def strength(e: Campaign, s: State, name: str) -> int:
    """The strength points of a counter."""
    return s.counters[number(e, name)].strength


def go(e: Campaign, names: str, *route: int, forced: bool = False, scout: bool = False) -> m.Activate:
    """Counters set out along a route."""
    return m.Activate(ids(e, *names.split()), forced, route, scout)


def entered(box: int, origin: int, side: int, points: int) -> Entered:
    """An entry into a box with enemies."""
    return Entered(box, origin, link(box, origin), side, points)


def decided(e: Campaign, s: State) -> str:
    """What is to be chosen, and by whom: ``french: movement``; empty when nothing is left."""
    decision = e.decision(s)
    return f"{decision.seat}: {decision.kind}" if decision is not None else ""


def contact(s: State, i: int) -> int:
    """How a counter stands to its commander-in-chief."""
    return s.counters[i].contact if i >= 0 else ALONE


def texts(log: Sequence[Event], seat: str | None = None) -> str:
    """What a seat is told, None for everybody."""
    return " ".join(event.text for event in log if not event.to or seat in event.to)


def foe_of(side: int) -> int:
    """The enemy of a side."""
    return other(side)


def shipped(name: str, **options: bool) -> Campaign:
    """A campaign of the package."""
    engine = load(f"jdg/{name}", options)
    assert isinstance(engine, Campaign)
    return engine
