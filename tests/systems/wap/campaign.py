"""Campaigns in small: a context and a state from a few armies and leaders, on the real board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from napwidgets.board.realm import EuropeBoard
from napwidgets.kernel.dice import Dice, TypedDice
from napwidgets.kernel.provenance import Kind
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Event
from napwidgets.systems.origins import OriginData
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import FACTION_OF, Context
from napwidgets.systems.wap.forces import Count, parse
from napwidgets.systems.wap.money.production import Purchase
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.scenario import ScenarioData, TurnsData
from napwidgets.systems.wap.setting import FRANCE, NATIONS, SPAIN, Setting, nation_number
from napwidgets.systems.wap.state import FRENCH, OFF, Army, Fleet, Leader, State, at_sea, gathered, mustered
from napwidgets.systems.wap.states.conquest import settle
from napwidgets.systems.wap.states.diplomacy import CourtChoice
from napwidgets.systems.wap.step import Choice
from napwidgets.systems.wap.tables import Tables

#: The players of France and of England.
FRENCH_SEAT, ENGLISH_SEAT = 0, 1
BAVARIA, DENMARK, SAXONY = (nation_number(name) for name in ("Bavaria", "Denmark", "Saxony"))
EVERY_AUSTRIAN_CITY = dict.fromkeys(("Vienna", "Prague", "Buda-Pest", "Venice", "Graz", "Brunn"), "France")
#: Who stands with whom where a test says nothing else: 1805, with Prussia neutral.
STATUS = {
    "France": "pro-French",
    "Spain": "pro-French",
    "England": "anti-French",
    "Austria": "anti-French",
    "Russia": "anti-French",
    "Prussia": "neutral",
}
MASTERS = {
    **dict.fromkeys(("Bavaria", "Holland", "North Italy", "Switzerland", "Wurtemburg", "Hanover"), "France"),
    "Portugal": "England",
    **dict.fromkeys(("Brunswick", "Hesse", "Saxony"), "Prussia"),
}
_PHASES = ("naval", "attrition", "alliance", "reinforcement", "movement", "combat")


@cache
def board() -> EuropeBoard:
    """The board of the boxed scenarios."""
    return EuropeBoard.load(EuropeBoard.HOME)


@cache
def context(first: str = "1805-09", options: Options | None = None) -> Context:
    """The rules from a month on; the same one each time for the same arguments. They have the first tables, so that
    the fitted ones can move without them.
    """
    data = ScenarioData(
        format=1,
        id="test",
        system="wap",
        title="Test",
        summary="",
        teaches="",
        difficulty="easy",
        minutes=1,
        turns=TurnsData(first=first, count=120),
        phases=_PHASES,  # type: ignore[arg-type]
        status=STATUS,  # type: ignore[arg-type]
        masters=MASTERS,
        provenance=(OriginData(of="*", kind=_made()),),
    )
    return Context(Setting(data, board(), options or Options(), Tables(first=True)))


def _made() -> Kind:
    return "reconstruction"


def place(x: Context, name: str) -> int:
    """A hex by the name of its city or four digits, a zone of the sea by its name."""
    if name in x.board.zone_ids:
        return at_sea(x.setting.zone_number(name))
    return x.setting.place(name)


def campaign(
    x: Context,
    armies: Sequence[tuple[str, str, str]] = (),
    leaders: Mapping[str, str] | None = None,
    *,
    segment: str = "pro-French",
    turn: int = 1,
    status: Mapping[str, str] | None = None,
    masters: Mapping[str, str | None] | None = None,
    control: Mapping[str, str] | None = None,
    fleets: list[Fleet] | None = None,
    agenda: tuple[Any, ...] = (),
    **more: Any,
) -> State:
    """A state with a few armies and leaders.

    ``armies`` are triples of place, state and force (``("Ulm", "Austria", "10I 3C")``); ``inside Ulm`` shuts them up
    in the city. ``leaders`` maps leaders to places. What is not said is as in September 1805.
    """
    stands = {**STATUS, **(status or {})}
    served = {**MASTERS, **(masters or {})}
    of_state = [n if n < 6 or not x.board.states[name].unformed else -1 for n, name in enumerate(NATIONS)]
    for minor, master in served.items():
        of_state[nation_number(minor)] = -1 if master is None else nation_number(master)
    held = bytearray(x.setting.home)
    for city, name in (control or {}).items():
        held[x.setting.city_number[x.board.city(city).name]] = nation_number(name)
    people = [Leader(OFF) for _ in x.setting.leaders]
    for name, at in (leaders or {}).items():
        shut = at.startswith("inside ")
        people[x.setting.leader_number[name]] = Leader(place(x, at.removeprefix("inside ")), shut)
    found = []
    for at, name, force in armies:
        state, _, under = name.partition(" under ")
        shut = at.startswith("inside ")
        found.append(
            Army(
                place(x, at.removeprefix("inside ")),
                nation_number(state),
                parse(force),
                shut,
                under=nation_number(under) if under else -1,
            )
        )
    return State(
        turn,
        agenda,
        gathered(found),
        tuple(people),
        mustered(fleets or []),
        tuple(FACTION_OF[stands[name]] for name in NATIONS[:6]),
        bytes(held),
        tuple(of_state),
        ((0,) * 8,) * len(NATIONS),
        ((0, 0),) * len(NATIONS),
        segment=FACTION_OF[segment],
        lent=(0,) * len(NATIONS),
        **more,
    )


def thrown(*throws: int | tuple[int, ...]) -> Dice:
    """Dice that show these faces, throw after throw; a throw of several dice is a tuple."""
    return TypedDice([(throw,) if isinstance(throw, int) else throw for throw in throws])


def run(x: Context, s: State, dice: Dice, log: list[Event] | None = None) -> State:
    """Run automatic steps up to the next decision, or until the agenda is empty."""
    events = log if log is not None else []
    while s.agenda:
        top = s.agenda[-1]
        if isinstance(top, Choice) and not top.automatic(x, s):
            break
        s = top.run(x, s, dice, events)
    return s


def play(x: Context, s: State, move: Any, dice: Dice | None = None, log: list[Event] | None = None) -> State:
    """Check a move, make it, run on to the next decision."""
    events = log if log is not None else []
    thrower = dice or thrown()
    s.agenda[-1].check(x, s, move)
    return run(x, s.agenda[-1].play(x, s, move, thrower, events), thrower, events)


def at(x: Context, s: State, name: str, nation: str, *, inside: bool | None = None) -> Count:
    """The strength points of a state in a place."""
    found = [0] * 8
    for army in s.armies:
        if army.hex == place(x, name) and army.nation == nation_number(nation) and inside in (None, army.inside):
            found = [a + b for a, b in zip(found, army.count, strict=True)]
    return tuple(found)


def where(x: Context, s: State, leader: str) -> int:
    """The place of a leader."""
    return s.leaders[x.setting.leader_number[leader]].place


def refusal(x: Context, s: State, move: m.Move) -> str:
    """The paragraph that a refusal cites."""
    with pytest.raises(IllegalMove) as caught:
        s.agenda[-1].check(x, s, move)
    return caught.value.cites[0]


def pooled(s: State, **pools: str) -> State:
    """A state with some force pools."""
    for name, force in pools.items():
        s = s.pool(nation_number(name), parse(force))
    return s


def city(x: Context, name: str) -> int:
    """The number of a city."""
    return x.setting.city_number[x.board.city(name).name]


def phases(x: Context, s: State) -> list[str]:
    """What a segment lays out, in the order in which it is done."""
    return [type(step).__name__ for step in reversed(run_one(x, s).agenda)]


def run_one(x: Context, s: State) -> State:
    """Run the top step."""
    after: State = s.agenda[-1].run(x, s, thrown(), [])
    return after


def courting(x: Context, faction: int, **more: Any) -> State:
    """A faction about to court a state."""
    name, seat = ("pro-French", 0) if faction == FRENCH else ("anti-French", 1)
    return campaign(x, segment=name, agenda=(CourtChoice(seat),), **more)


def buying(x: Context, nation: int, red: int, black: int = 0, white: int = 0, **more: Any) -> State:
    """A state that has points (in halves) to spend."""
    side = "pro-French" if nation in (FRANCE, SPAIN) else "anti-French"
    seat = FRENCH_SEAT if side == "pro-French" else ENGLISH_SEAT
    return campaign(x, segment=side, agenda=(Purchase(seat, nation, red, black, white),), **more)


def fallen_bavaria(x: Context) -> State:
    """Austrians hold Munich, and what follows."""
    s = campaign(x, [("Munich", "Austria", "3I"), ("Ulm", "Bavaria", "2I")], segment="anti-French")
    return run(x, settle(x, pooled(s, Bavaria="3I"), []), thrown(6))
