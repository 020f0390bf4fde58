"""Six days: short ways against long ones in February 1814, and what each side saw of the other."""

from __future__ import annotations

from functools import lru_cache

from napwidgets.board import report as r
from napwidgets.lab.ways import hours_between
from napwidgets.lessons.games import kept
from napwidgets.lessons.plots import INKS, Plot, Series
from napwidgets.lessons.task import Item, Number, Options, Part, Seating, Settings, Task, Trial, choice, slider

SCENARIO = "mop/champaubert"
PLACES = ("Viels-Maisons", "Montmirail", "Vauchamps", "Champaubert", "Étoges", "Saint-Prix")
WEST, EAST = "Viels-Maisons", "Étoges"
SIDES = {"french": "French", "coalition": "Coalition"}


@lru_cache(maxsize=1)
def _hours() -> dict[str, dict[str, float]]:
    rows = hours_between(SCENARIO, PLACES).to_dict("index")
    return {str(a): {str(b): float(hours) for b, hours in row.items()} for a, row in rows.items()}


def _ways(settings: Settings) -> tuple[Part, ...]:
    here = settings["here"]
    rows = tuple((place, f"{_hours()[here][place]:.1f} hours") for place in PLACES if place != here)
    return (r.Table((f"from {here} to", "marching"), rows, f"Marches from {here}"),)


def _apart() -> float:
    return _hours()[WEST][EAST]


def _reach(place: str) -> float:
    """The hours from a place to the farther of both wings."""
    return max(_hours()[place][WEST], _hours()[place][EAST])


def _middle() -> frozenset[str]:
    least = min(map(_reach, PLACES))
    return frozenset(place for place in PLACES if _reach(place) <= least + 1e-9)


# What each side saw


@lru_cache(maxsize=1)
def _sight() -> dict[tuple[str, int], tuple[float, float]]:
    """By side and turn: strength points of the enemy on the map, and those seen, in the mean of all games."""
    sums: dict[tuple[str, int], list[float]] = {}
    for game in kept("champaubert").games:
        for row in game:
            sums.setdefault((row["seat"], row["turn"]), [0.0, 0.0, 0.0])
            for n, what in enumerate((row["there"], row["seen"], 1)):
                sums[row["seat"], row["turn"]][n] += what
    return {key: (there / games, seen / games) for key, (there, seen, games) in sums.items()}


def _turns(seat: str) -> list[int]:
    return sorted(turn for who, turn in _sight() if who == seat)


def _share(seat: str, turn: int) -> float:
    there, seen = _sight()[seat, turn]
    return seen / there if there else 0.0


def _seen(settings: Settings) -> tuple[Part, ...]:
    turn = int(settings["turn"])
    series = tuple(
        Series(name, tuple((float(t), _share(seat, t)) for t in _turns(seat)), ink)
        for (seat, name), ink in zip(SIDES.items(), INKS, strict=False)
    )
    rows = tuple(
        (name, *(f"{figure:.1f}" for figure in _sight()[seat, turn]), f"{100 * _share(seat, turn):.0f} %")
        for seat, name in SIDES.items()
    )
    return (
        Plot("Share of the enemy that each side saw", "turn", "share", series, per_cent=True),
        r.Table((f"turn {turn}", "enemy there", "of it seen", "share"), rows, "Strength points of the enemy"),
    )


def _overall(seat: str) -> float:
    """The share of the enemy that a side saw, over all turns of all games."""
    there = sum(_sight()[seat, turn][0] for turn in _turns(seat))
    return sum(_sight()[seat, turn][1] for turn in _turns(seat)) / there


def _better() -> frozenset[str]:
    return frozenset({max(SIDES, key=_overall)})


def _half() -> float:
    return float(next(turn for turn in _turns("french") if _share("french", turn) > 0.5))


def _won() -> str:
    games = kept("champaubert").games
    won = sum(game[0]["winner"] == "french" for game in games)
    return f"Over the whole battle the French saw {100 * _overall('french'):.0f} % of the enemy, the Coalition " \
        f"{100 * _overall('coalition'):.0f} %. In these games the French won {won} of {len(games)}."


def _last() -> int:
    return min(_turns("french")[-1], _turns("coalition")[-1])


_HERE = choice("here", "From", {place: place for place in PLACES}, "Champaubert")
_SIGHT = Trial((slider("turn", "Turn", 1, 1, _last()),), _seen)

ITEMS: tuple[Item, ...] = (
    Task(
        "apart", "Two wings of one army",
        f"Sacken stands at {WEST}, Blücher near {EAST}. How many hours of marching are they apart?",
        Number("hours", 0.2), _apart,
        f"Choose {WEST} in the list and read the line of {EAST}.",
        lambda: f"{_apart():g} hours: more than a day's march, and the road leads through Champaubert, where "
        "Napoleon stands.",
        Trial((_HERE,), _ways),
    ),
    Task(
        "middle", "Interior lines",
        f"Where must Napoleon stand, so that he needs as few hours as possible to the farther of the two, {WEST} and "
        f"{EAST}?",
        Options({place: place for place in PLACES}), _middle,
        "For each place take the larger of the two figures. The best place makes that larger figure as small as can "
        "be.",
        lambda: f"From {' or '.join(sorted(_middle()))} he needs at most {min(map(_reach, PLACES)):.1f} hours to "
        f"either, while they need {_apart():.1f} to each other: he can fight both before they join.",
        Trial((_HERE,), _ways),
    ),
    Task(
        "sight", "Who saw more?",
        "Which side saw the larger share of its enemy, over the whole battle?",
        Options(SIDES), _better,
        "Compare the two lines. Which one is higher for most of the turns?",
        _won, _SIGHT,
    ),
    Task(
        "half", "When the fog lifts",
        "On which turn did the French first see more than half of what stood against them?",
        Number(""), _half,
        "Move the slider turn by turn, and look at the share in the line of the French.",
        lambda: f"On turn {_half():.0f}: by then the first fields are fought for, and troops see who stands next to "
        "them. Scouts are for the turns before.",
        _SIGHT,
    ),
)  # fmt: skip

GAMES = {
    "napoleon": Seating(SCENARIO, "1814", {"coalition": "steady"}, "Champaubert, as Napoleon"),
    "bluecher": Seating("mop/vauchamps", "1814", {"french": "steady"}, "Vauchamps, as Blücher"),
}
