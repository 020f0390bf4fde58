"""First Steps: the garrison of a farm, and a game with a coach beside it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from napwidgets.board import report as r
from napwidgets.lessons.coach import deeds
from napwidgets.lessons.plots import bars
from napwidgets.lessons.task import Item, Number, Options, Part, Seating, Settings, Task, Trial, choice
from napwidgets.scenarios import load
from napwidgets.systems.tactical.face.battles import normal_chances
from napwidgets.systems.tactical.fighting.forces import normal_clash
from napwidgets.systems.tactical.fighting.odds import normal_odds
from napwidgets.systems.tactical.fighting.way_back import WayBack
from napwidgets.widgets.report import percent

SCENARIO = "nlc/first-steps"
FARM = "Gemioncourt"
GARRISONS = {"Bijlandt": "one brigade, Bijlandt's", "Bijlandt,Or.-Nassau": "two: Bijlandt's and Orange-Nassau"}
ATTACKS = {
    "Foy": "Foy's division alone",
    "Foy,II Foot": "Foy and the foot guns",
    "Foy,Bachelu,II Foot": "Foy, Bachelu and the foot guns",
}
STEP, GIVES = "Defender loses a step or more", "Defender gives way"


@lru_cache(maxsize=16)
def assault(garrison: str, attack: str) -> dict[str, float]:
    """The chances of an attack on the farm from the south, with the counters of the scenario."""
    from napwidgets.kernel.dice import SeededDice

    engine: Any = load(SCENARIO)
    x, s = engine.context, engine.start(SeededDice("first-steps"), [])
    farm = next(h for h, place in x.board.places.items() if place.name == FARM)
    south = max((n for n in x.board.neighbours[farm] if n >= 0), key=lambda n: int(x.board.title(n)[-4:].strip("()")))
    numbers = {info.name: n for n, info in enumerate(x.infos)}
    inside = [numbers[name] for name in garrison.split(",")]
    outside = tuple(numbers[name] for name in attack.split(","))
    units = tuple(_moved(unit, n, inside, outside, farm, south) for n, unit in enumerate(s.units))
    s = replace(s, units=units)
    clash = normal_clash(x, s, ((south, outside),), farm)
    odds = normal_odds(x.tables, x.options, clash, back=WayBack(x, s))
    return {share.label: share.chance for share in normal_chances(odds)}


def _moved(unit: Any, n: int, inside: list[int], outside: tuple[int, ...], farm: int, south: int) -> Any:
    """A unit where the trial has it; whoever has no part in it is taken off the farm."""
    if n in inside:
        return replace(unit, hex=farm)
    if n in outside:
        return replace(unit, hex=south)
    return replace(unit, hex=-1) if unit.hex in (farm, south) else unit


def _shown(settings: Settings) -> tuple[Part, ...]:
    found = assault(settings["garrison"], settings["attack"])
    rows = tuple((label, percent(chance)) for label, chance in found.items())
    return (
        bars(f"{FARM} is attacked (exact)", "outcome", "chance", {k: found[k] for k in (STEP, GIVES)}, True),
        r.Table(("", "chance"), rows, "What may come of it"),
    )


ALONE, TWO = GARRISONS
ANSWERS = {
    "stronger": "A second brigade makes the farm harder to take: it is driven out less often.",
    "same": "It makes no difference whether one or two brigades stand there.",
    "weaker": "Two brigades can be driven out of the farm, one can not.",
}


def _two() -> frozenset[str]:
    """What a second brigade does to the chance that the farm is given up, with the whole corps against it."""
    one, two = (assault(garrison, list(ATTACKS)[-1])[GIVES] for garrison in GARRISONS)
    return frozenset({"same" if abs(one - two) < 1e-9 else "stronger" if two < one else "weaker"})


def _least() -> float:
    """The chance that Foy alone costs the garrison a step, in per cent."""
    return 100 * assault(ALONE, "Foy")[STEP]


_CONTROLS = choice("garrison", "In the farm stand", GARRISONS), choice("attack", "It is attacked by", ATTACKS)
_TRIAL = Trial(_CONTROLS, _shown)

ITEMS: tuple[Item, ...] = (
    Task(
        "alone", "One division at the walls",
        "Foy's division attacks the farm alone, one brigade holds it. How likely is it, in per cent, that the garrison "
        "loses a step?",
        Number("%", 1.0), _least,
        "Choose Foy's division alone, and read the line about losing a step.",
        lambda: f"{_least():.0f} %; with Bachelu and the guns it is "
        f"{100 * assault(ALONE, list(ATTACKS)[-1])[STEP]:.0f} %. Walls halve what is fired at them (NLC 10), so bring "
        "more than one division.",
        _TRIAL,
    ),
    Task(
        "two", "Two brigades in the farm",
        "The whole corps attacks: Foy, Bachelu and the guns. What happens when a second brigade joins the garrison?",
        Options(ANSWERS), _two,
        "Choose the largest attack, change only who stands in the farm, and compare the line “Defender gives way”.",
        lambda: f"One brigade is driven out {percent(assault(ALONE, list(ATTACKS)[-1])[GIVES])} of the time, two "
        f"{percent(assault(TWO, list(ATTACKS)[-1])[GIVES])}. The walls hold one unit: with two in it the farm counts "
        "as open ground until one leaves (NLC 10). Remember it when the farm is yours.",
        _TRIAL,
    ),
)  # fmt: skip

GAMES = {"ney": Seating(SCENARIO, "1815", {"allied": "steady"}, "First Steps, as Ney", deeds)}
