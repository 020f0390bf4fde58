"""Concentrate: who can be at which crossroads in June 1815, and what a late order costs."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from napwidgets.board import report as r
from napwidgets.lab.crossroads import arrived, marches
from napwidgets.lessons.plots import INKS, Plot, Series
from napwidgets.lessons.task import Exhibit, Item, Number, Options, Part, Seating, Settings, Task, Trial, choice, slider

SCENARIO = "con/belgium-1815"
PLACES = ("Quatre Bras", "Sombreffe", "Mont-Saint-Jean")
SIDES = ("French", "Coalition")
_DAYS = 5
_SECOND = 2


@lru_cache(maxsize=1)
def _marches() -> Any:
    return marches(SCENARIO, PLACES)


@lru_cache(maxsize=4)
def _arrived(place: str) -> dict[tuple[str, int], tuple[float, float]]:
    """Strength points at a place by side and day: if all are commanded, and to be expected if nobody is."""
    rows = arrived(_marches(), place, _DAYS).to_dict("records")
    return {(row["side"], row["turn"]): (row["commanded"], row["on their own"]) for row in rows}


def _forces(settings: Settings) -> tuple[Part, ...]:
    """Who needs how many days to a place."""
    place, side = settings["place"], settings["side"]
    rows = [row for row in _marches().to_dict("records") if row["side"] == side]
    rows.sort(key=lambda row: (row[place], -row["strength"]))
    cells = tuple(
        (row["leader"], _days(row[place]), str(row["strength"]), str(row["initiative"]), row["from"]) for row in rows
    )
    heads = ("leader", "days", "strength", "initiative", "sleeps at")
    return (r.Table(heads, cells, f"Days to {place}"),)


def _days(days: float) -> str:
    return "there" if days == 0 else f"{days:.0f}"


def _strength(settings: Settings) -> tuple[Part, ...]:
    place, day = settings["place"], int(settings["day"])
    series = []
    for side, ink in zip(SIDES, INKS, strict=False):
        for column, (width, how) in enumerate(((4, "commanded"), (2, "on their own"))):
            points = tuple((float(d), float(_arrived(place)[side, d][column])) for d in range(1, _DAYS + 1))
            series.append(Series(f"{side}, {how}", points, ink, width, bool(column)))
    rows = tuple((side, *(f"{figure:g}" for figure in _arrived(place)[side, day])) for side in SIDES)
    return (
        Plot(f"Strength points that can be at {place}", "day", "strength points", tuple(series)),
        r.Table(("", "all commanded", "on their own, to be expected"), rows, f"Day {day}"),
    )


def _lost() -> float:
    sure, hoped = _arrived("Quatre Bras")["French", _SECOND]
    return sure - hoped


@lru_cache(maxsize=1)
def _gains() -> dict[str, float]:
    """What commanding one French leader alone adds at Quatre Bras by the second day."""
    found = {}
    for row in _marches().to_dict("records"):
        if row["side"] == "French" and row["Quatre Bras"] <= _SECOND:
            alone = arrived(_marches()[_marches().leader == row["leader"]], "Quatre Bras", _SECOND)
            last = alone.to_dict("records")[-1]
            found[row["leader"]] = float(last["commanded"] - last["on their own"])
    return found


def _best() -> frozenset[str]:
    most = max(_gains().values())
    return frozenset(name for name, gain in _gains().items() if gain >= most - 1e-9)


def _gained() -> str:
    told = (f"{name} {gain:.1f}" for name, gain in sorted(_gains().items(), key=lambda pair: -pair[1]))
    return f"Strength that a command adds: {', '.join(told)}. A strong corps under a slow man needs the order most."


_PLACE = choice("place", "Crossroads", {place: place for place in PLACES})

ITEMS: tuple[Item, ...] = (
    Exhibit("marches", "Who can be where", Trial((_PLACE, choice("side", "Side", {s: s for s in SIDES})), _forces)),
    Task(
        "sombreffe", "First at Sombreffe",
        "How many strength points can the Coalition have at Sombreffe by the end of the second day, if everybody is "
        "commanded?",
        Number("strength points"), lambda: _arrived("Sombreffe")["Coalition", _SECOND][0],
        "Choose Sombreffe and day 2, and read the line of the Coalition under “all commanded”.",
        lambda: f"The French can have {_arrived('Sombreffe')['French', _SECOND][0]:g} there by then, and "
        f"{_arrived('Sombreffe')['French', 3][0]:g} a day later: a whole day decides who is the stronger.",
        Trial((_PLACE, slider("day", "By the end of day", 1, 1, _DAYS)), _strength),
    ),
    Task(
        "late", "What a late order costs",
        "How many strength points fewer can the French expect at Quatre Bras by the end of the second day, if nobody "
        "is commanded?",
        Number("strength points", 1.0), _lost,
        "The French line on day 2 at Quatre Bras: all commanded, less on their own.",
        lambda: f"{_arrived('Quatre Bras')['French', _SECOND][0]:g} against "
        f"{_arrived('Quatre Bras')['French', _SECOND][1]:g}: without orders two thirds are still on the road.",
        Trial((_PLACE, slider("day", "By the end of day", 1, 1, _DAYS)), _strength),
    ),
    Task(
        "best", "One order a day",
        "You may command one leader only, on both days. Whose command adds most strength at Quatre Bras by the end of "
        "the second day? A leader without an order marches if a die is at most his initiative.",
        Options({name: name for name in ("Reille", "D'Erlon", "Gérard", "Grouchy")}), _best,
        "What a command adds is the strength times the chance that he would not have come. Two days' march on his own "
        "needs two good dice: for initiative 3 that is 1/2 × 1/2.",
        _gained,
        Trial((_PLACE, choice("side", "Side", {s: s for s in SIDES})), _forces),
    ),
)  # fmt: skip

GAMES = {"napoleon": Seating(SCENARIO, "1815", {"allied": "steady"}, "Belgium 1815, as Napoleon")}
