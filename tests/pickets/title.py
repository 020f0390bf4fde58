"""Pickets: a small title on the ground of `first-steps` that asks of the seam what a large one would.

Another phase (a beacon that hastens orders), another kind of unit (pickets without a zone of control), a cup for each
side with a die that says who draws, weather by dice every third hour, stacking by strength, victory by losses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.scenarios import load
from napwidgets.systems.nlc.tables import shipped
from napwidgets.systems.nlc.terrain import HEXSIDES, TERRAIN
from napwidgets.systems.nlc.troops import KINDS, NATIONS
from napwidgets.systems.tactical.command.chits import PrepareChits, chit_name, chit_side
from napwidgets.systems.tactical.command.compliance import ComplianceCheck
from napwidgets.systems.tactical.command.orders import OrdersStage
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core import state as shared
from napwidgets.systems.tactical.core.arms import MOUNTED, Kind, Quality
from napwidgets.systems.tactical.core.causes import Factors, Mods
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.core.ruleset import Phase, Ruleset, Segment
from napwidgets.systems.tactical.core.scenario import ScenarioData
from napwidgets.systems.tactical.core.step import OwnChoice, Step
from napwidgets.systems.tactical.core.weather import Weather
from napwidgets.systems.tactical.engine import Battle
from napwidgets.systems.tactical.fighting.artillery import BombardmentSegment
from napwidgets.systems.tactical.fighting.attacks import CombatSegment
from napwidgets.systems.tactical.fighting.charges import ChargeSegment
from napwidgets.systems.tactical.ground.context import Context, Log, say
from napwidgets.systems.tactical.ground.setting import UnitInfo
from napwidgets.systems.tactical.moving.movement import MovementSegment
from napwidgets.systems.tactical.moving.reinforcements import on_schedule
from napwidgets.systems.tactical.recovering.confidence import ConfidenceCheck
from napwidgets.systems.tactical.recovering.reorganization import shaken_rally
from napwidgets.systems.tactical.sequence import EndTurn, InitialAction, ReserveStage, SelectFormation

SKIES = {"fair": Weather(8), "fog": Weather(1, contact=False), "snow": Weather(3)}


class State(shared.State, frozen=True):
    """A position: with the sky, and the sides whose beacon burns."""

    sky: str = "fair"
    beacons: tuple[int, ...] = ()


class RollWeather(Step, frozen=True, tag="roll-weather"):
    """A die for the sky on the first turn and every third one after it."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> shared.State:
        s = replace(s.pop(), beacons=())
        if s.turn % 3 != 1:
            return s
        sky = ("snow", "fog", "fair")[min(dice.roll("the weather") - 1, 2)]
        say(log, "weather", f"The sky: {sky}.", "T 1")
        return replace(s, sky=sky)


def weather(x: Context, s: State) -> Weather:
    """What the sky that was rolled allows."""
    return SKIES[s.sky]


def in_snow(x: Context, s: State, u: int, kind: str, defending: bool, foes: Sequence[int]) -> Factors:
    """Snow slows charges, and it silences guns."""
    slowed = s.sky == "snow" and (kind == "charge" or x.infos[u].gun)
    return (("snow", 75 if kind == "charge" else 50),) if slowed else ()


def through_snow(x: Context, s: State, u: int, mp: int) -> int:
    """Guns come half as far in snow."""
    return mp // 2 if s.sky == "snow" and x.infos[u].gun else mp


class Light(m._Move, tag="light", frozen=True):
    """Light the beacon."""


class Beacon(OwnChoice, frozen=True, tag="beacon"):
    """A side may light its beacon: orders are obeyed sooner, and the enemy stands firmer."""

    def question(self, x: Context, s: State) -> Question:
        return Question("beacon", "The beacon", "Light your beacon?", ("T 2",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return [] if subject else [m.Pass(), Light()]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> shared.State:
        if not isinstance(move, Light):
            return s.pop()
        say(log, "beacon", f"{x.setting.scenario.sides[self.who].name} light their beacon.", "T 2")
        return replace(s.pop(), beacons=(*s.beacons, self.who))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        return Label("Light it" if isinstance(move, Light) else "Stay dark", "", ("T 2",))


def hastened(x: Context, s: State, sender: int, c: int) -> int:
    """Two columns for a side whose beacon burns."""
    return 2 if x.setting.commands[c].side in s.beacons else 0


def warned(x: Context, s: State, u: int) -> Mods:
    """Whoever sees the enemy's beacon stands firmer."""
    return (("warned", 1),) if 1 - x.infos[u].side in s.beacons else ()


def own_cups(x: Context, s: State, dice: Dice) -> int:
    """An odd die draws from the cup of the first side, an even one from that of the second, while both have chits."""
    cups = [[c for c in s.cup if chit_side(x, c) == side] for side in (0, 1)]
    cup = cups[1 - dice.roll("whose cup") % 2] if all(cups) else cups[0] or cups[1]
    return cup[dice.draw("the next chit", [chit_name(x, c) for c in cup])]


def by_strength(x: Context, s: State, units: Sequence[int]) -> Callable[[Sequence[int]], bool]:
    """At most twelve strength points and three units a hex; pickets always find room."""

    def room(there: Sequence[int]) -> bool:
        heavy = [u for u in (*there, *units) if x.infos[u].kind.zoc]
        return len(heavy) <= 3 and sum(x.infos[u].sp(s.units[u].steps) for u in heavy) <= 12

    return room


def qualities(tables: Tables, units: Sequence[UnitInfo]) -> list[Quality]:
    """Four for all, three for pickets; one more on the defence."""
    return [Quality(4, 5, 4) if unit.kind.zoc else Quality(3, 3, 2) for unit in units]


def by_losses(x: Context, s: State) -> tuple[tuple[str, int], ...]:
    """A point for every five strength points that the enemy has lost."""
    return tuple((name, x.losses(s)[1][1 - side] // 5) for side, name in enumerate(x.setting.sides))


PICKETS = Ruleset(
    system="pickets",
    version="pickets/1",
    tables=lambda: Tables("pickets", shipped()),
    turn=(
        Phase("Weather", (RollWeather(),)),
        Phase("Confidence", (ConfidenceCheck(),)),
        Phase("Beacons", (Beacon(0), Beacon(1)), lambda x, s: s.turn > 1),
        Phase("Orders", (OrdersStage(0), OrdersStage(1), ComplianceCheck())),
        Phase("Chits", (PrepareChits(), InitialAction(), SelectFormation())),
        Phase("Turn end", (ReserveStage(), EndTurn())),
    ),
    action=(Segment(BombardmentSegment), Segment(MovementSegment), Segment(ChargeSegment), Segment(CombatSegment)),
    kinds={**KINDS, "picket": Kind(arm=MOUNTED, symbol="cavalry", zoc=False)},
    qualities=qualities,
    colours=("french", "british"),
    nations=NATIONS,
    terrain=TERRAIN,
    hexsides=HEXSIDES,
    weather=weather,
    stacking=by_strength,
    no_room="Twelve strength points are the most for {place}.",
    draw=own_cups,
    arrivals=on_schedule,
    supply=lambda x, s, log: s,
    points=by_losses,
    rallies=shaken_rally,
    sleeps_late=lambda x, side: False,
    state=State,
    words={"snow": ("in the snow", "T 1"), "warned": ("warned by the beacon", "T 2")},
    factors=(in_snow,),
    allowances=(through_snow,),
    unit_mods=(warned,),
    shifts=(hastened,),
)


class Pickets(Battle):
    """A battle of pickets."""

    rules: ClassVar[Ruleset] = PICKETS
    move_type: ClassVar[Any] = m.Move | Light


def engine() -> Pickets:
    """`first-steps`, where all horse are pickets and the last turn is for who has lost less."""
    known = load("nlc/first-steps").setting  # type: ignore[attr-defined]
    plain = msgspec.to_builtins(known.scenario)
    units = [{**unit, "kind": "picket" if unit["kind"] == "cavalry" else unit["kind"]} for unit in plain["units"]]
    ends = {"id": "points", "when": [{"kind": "last_turn"}], "winner": "points", "title": "Evening", "text": ""}
    turns = {**plain["turns"], "count": 7}
    plain |= {"system": "pickets", "units": units, "endings": [ends], "turns": turns}
    data = msgspec.convert(plain, ScenarioData)
    made = Pickets(data, known.board)
    made.scenario_id = "pickets/first-steps"
    return made
