"""Why Leipzig? The autumn of 1813 played many times: where it was fought, when it was decided, what the roads say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from napwidgets.board import report as r
from napwidgets.lab.ways import meeting_places
from napwidgets.lessons.games import kept
from napwidgets.lessons.plots import Drawing, bars, groups, lines
from napwidgets.lessons.task import Exhibit, Item, Number, Options, Part, Settings, Task, Trial, choice, slider
from napwidgets.scenarios import load
from napwidgets.systems.telling import sentence
from napwidgets.widgets.network_map import network_chart

SCENARIO = "jdg/germany-1813-4"
SIDES = {"french": "French", "allied": "Allies"}
STARTS = {
    "Berlin": "Berlin",
    "Breslau": "Breslau in Silesia",
    "Theresienstadt": "Theresienstadt in Bohemia",
    "Weimar": "Weimar on the French road home",
}
NAMED = ("Leipzig", "Dresden", "Prague", "Weimar", "Torgau")
_SHOWN = 8
#: So wide is the map that the names on it can be read.
_WIDE = 780


def network() -> Any:
    """The map of the campaign."""
    engine: Any = load(SCENARIO)
    return engine.context.network


def _games() -> list[dict[str, Any]]:
    return kept("leipzig").games


def worth(games: Sequence[dict[str, Any]], decisive: bool = False) -> Counter[str]:
    """Victory points that were won in battle, by place."""
    found: Counter[str] = Counter()
    for game in games:
        for battle in game["battles"]:
            if not decisive or battle["type"] == "decisive":
                found[battle["place"]] += battle["points"]
    return +found


def fought(games: Sequence[dict[str, Any]]) -> Counter[str]:
    """Battles that somebody won, by place."""
    return Counter(battle["place"] for game in games for battle in game["battles"])


def places(games: Sequence[dict[str, Any]], what: str) -> tuple[Part, ...]:
    """Where it was fought: a map and the first places in figures."""
    found = {"points": worth(games), "battles": fought(games), "decisive": worth(games, True)}[what]
    unit = "battles" if what == "battles" else "victory points"
    ids = {battle["place"]: battle["id"] for game in games for battle in game["battles"]}
    weights = {ids[place]: float(number) for place, number in found.items()}
    svg = network_chart(network(), weights, f"{sentence(unit)} by place", _WIDE, NAMED)
    first = {place: float(number) for place, number in found.most_common(_SHOWN)}
    total = sum(found.values()) or 1
    rows = tuple((place, f"{n:.0f}", f"{100 * n / total:.0f} %") for place, n in first.items())
    return (
        Drawing(f"{sentence(unit)} by place, {len(games)} games", svg, _WIDE),
        r.Table(("place", unit, "of all"), rows, f"{sentence(unit)} by place"),
    )


def _first_place() -> frozenset[str]:
    found = worth(_games())
    return frozenset(place for place in found if found[place] == max(found.values()))


def _at_leipzig() -> float:
    return float(sum(any(b["place"] == "Leipzig" for b in game["battles"]) for game in _games()))


# When


def _turns(games: Sequence[dict[str, Any]]) -> list[int]:
    return sorted({row["turn"] for game in games for row in game["points"]})


def _dates(games: Sequence[dict[str, Any]]) -> dict[int, str]:
    return {row["turn"]: row["date"] for game in games for row in game["points"]}


def when(games: Sequence[dict[str, Any]]) -> tuple[Part, ...]:
    """When it was fought: points won in battle in a game, and both sides' points, turn by turn."""
    turns = _turns(games)
    won = {name: [_won(games, t, side) for t in turns] for side, name in SIDES.items()}
    mean = {name: {t: _mean(games, t, side) for t in turns} for side, name in SIDES.items()}
    dates = _dates(games)
    rows = tuple((f"{t}. {dates[t]}", *(f"{won[name][n]:.2f}" for name in won)) for n, t in enumerate(turns))
    return (
        r.Text(_how_it_went(won, mean)),
        groups("Victory points won in battle, a game", "turn", "points", [str(t) for t in turns], won),
        lines("Victory points at the end of the turn, mean", "turn", "points", mean),
        r.Table(("turn", *SIDES.values()), rows, "Victory points won in battle, a game"),
    )


def _how_it_went(won: Mapping[str, Sequence[float]], mean: Mapping[str, Mapping[int, float]]) -> str:
    """What the charts say, in words."""
    french, allies = (sum(won[name]) for name in SIDES.values())
    battles = f"A game the French win {french:.1f} points in battle, the Allies {allies:.1f}."
    turns = [t for t in mean["Allies"] if mean["Allies"][t] > mean["French"][t]]
    last = max(mean["Allies"])
    since = next((t for t in mean["Allies"] if all(u in turns for u in range(t, last + 1))), None)
    lead = f"the Allies lead from turn {since} on" if since else "the French lead at the end"
    return f"{battles} With all points (places count, too) {lead}, in the mean."


def _won(games: Sequence[dict[str, Any]], turn: int, side: str) -> float:
    """Points that a side won in battle in a turn, a game."""
    battles = (b for game in games for b in game["battles"] if b["turn"] == turn and b["winner"] == side)
    return float(sum(battle["points"] for battle in battles) / len(games))


def _mean(games: Sequence[dict[str, Any]], turn: int, side: str) -> float:
    rows = [row[side] for game in games for row in game["points"] if row["turn"] == turn]
    return float(sum(rows) / len(rows))


def _leader(game: dict[str, Any], turn: int) -> str | None:
    """Who had more points at the end of a turn; of a game that was over by then, its winner."""
    row = next((row for row in game["points"] if row["turn"] == turn), None)
    if row is None:
        winner: str | None = game["winner"]
        return winner
    return None if row["french"] == row["allied"] else "french" if row["french"] > row["allied"] else "allied"


def _decided() -> list[dict[str, Any]]:
    return [game for game in _games() if game["winner"]]


def _ahead(turn: int) -> float:
    """The share of the games with a winner in which he led already at the end of a turn, in per cent."""
    games = _decided()
    return float(100 * sum(_leader(game, turn) == game["winner"] for game in games) / len(games))


def _leading(settings: Settings) -> tuple[Part, ...]:
    turn = int(settings["turn"])
    games = _decided()
    shares = {str(t): _ahead(t) / 100 for t in _turns(_games())}
    words = (
        f"{sentence(_dates(_games())[turn])}: the later winner leads in {round(_ahead(turn) * len(games) / 100)} of "
        f"{len(games)} games that somebody won, {_ahead(turn):.0f} %."
    )
    return (r.Text(words, live=True), bars("The later winner leads already", "turn", "share", shares, True))


# Roads


@lru_cache(maxsize=1)
def _meeting() -> list[dict[str, Any]]:
    rows = meeting_places(network(), list(STARTS)).to_dict("records")
    return [{str(key): value for key, value in row.items()} for row in rows]


_ALL = "all are there after"
_ASKED = ("Weissig", "Dresden", "Bautzen", "Leipzig", "Torgau")


def _roads(settings: Settings) -> tuple[Part, ...]:
    place = settings["place"]
    row = next(row for row in _meeting() if row["place"] == place)
    cells = tuple((f"from {words}", str(row[f"from {start}"])) for start, words in STARTS.items())
    ranked = [found["place"] for found in _meeting()].index(place) + 1
    text = f"The last army is at {place} after {row[_ALL]} movement points; it is number {ranked} of {len(_meeting())}."
    return (r.Text(text, live=True), r.Table((f"to {place}", "movement points"), cells, f"Ways to {place}"))


def _soonest() -> frozenset[str]:
    found = {row["place"]: row[_ALL] for row in _meeting() if row["place"] in _ASKED}
    return frozenset(place for place in _ASKED if found[place] == min(found.values()))


def _leipzig(what: str) -> Any:
    return next(row for row in _meeting() if row["place"] == "Leipzig")[what]


def _roads_because() -> str:
    best = sorted(_soonest())[0]
    row = next(row for row in _meeting() if row["place"] == best)
    return (
        f"{best}, near Dresden, after {row[_ALL]} points; Leipzig after {_leipzig(_ALL)}. But Leipzig is only "
        f"{_leipzig('from Weimar')} points from Weimar, the nearest of these to the road home. Roads alone lead to the "
        "Elbe; who has lost the Elbe falls back on Leipzig. That last step is our reading; these games do not show it."
    )


def _rank(place: str) -> int:
    """The rank of a place by the victory points that were won there."""
    return [name for name, _ in worth(_games()).most_common()].index(place) + 1


def _first_because() -> str:
    found, battles = worth(_games()), fought(_games())
    first = found.most_common(1)[0][0]
    top = ", ".join(f"{place} {number}" for place, number in found.most_common(4))
    return (
        f"{top}. {first} has {100 * found[first] / sum(found.values()):.0f} % of all points. Most battles, "
        f"{battles.most_common(1)[0][1]}, were fought at {battles.most_common(1)[0][0]}. Leipzig has "
        f"{found['Leipzig']} points."
    )


_WHAT = choice("what", "Show", {"points": "victory points won", "battles": "battles that somebody won",
                                "decisive": "points of decisive battles only"})  # fmt: skip

ITEMS: tuple[Item, ...] = (
    Task(
        "where", "Where?",
        "Where were most victory points won in battle?",
        Options({place: place for place in ("Berlin", "Dresden", "Leipzig", "Peterswalde", "Prague")}), _first_place,
        "Leave the list at victory points, and look for the largest disc, or the first line of the table.",
        _first_because,
        Trial((_WHAT,), lambda settings: places(_games(), settings["what"])),
    ),
    Task(
        "leipzig", "And Leipzig?",
        "In how many of the games did somebody win a battle at Leipzig?",
        Number("games"), _at_leipzig,
        "Choose a place in the list; the line above the table counts the games.",
        lambda: f"In {_at_leipzig():.0f} of {len(_games())}; by points won it is place {_rank('Leipzig')} of all. "
        "But for a garrison no army starts there: those that fight there have come, as in the real campaign.",
        Trial(
            (choice("place", "Place", {p: p for p in ("Berlin", "Dresden", "Leipzig", "Peterswalde", "Grossbeeren")}),),
            lambda settings: _battles_at(settings["place"]),
        ),
    ),
    Exhibit("when", "When?", Trial((), lambda _: when(_games()))),
    Task(
        "decided", "When was it decided?",
        "Take the games that somebody won. In how many of a hundred did the later winner lead at the end of September, "
        "turn 3?",
        Number("%", 1.0), lambda: _ahead(3),
        "Move the slider to turn 3 and read the line above the chart.",
        lambda: f"{_ahead(3):.0f} %; at the end of August it is {_ahead(1):.0f} %. A lead in September is no "
        "victory yet: October decides much.",
        Trial((slider("turn", "Turn", 1, 1, 5),), _leading),
    ),
    Task(
        "roads", "What the roads say",
        "Without any army on the map: at which of these places could armies from Berlin, Silesia, Bohemia and Weimar "
        "all be soonest?",
        Options({place: place for place in _ASKED}), _soonest,
        "Go through the list. What counts is when the last army is there.",
        _roads_because,
        Trial((choice("place", "Place", {place: place for place in _ASKED}, "Leipzig"),), _roads),
    ),
)  # fmt: skip


def _battles_at(place: str) -> tuple[Part, ...]:
    found = [(game["seed"], b) for game in _games() for b in game["battles"] if b["place"] == place]
    count = len({seed for seed, _ in found})
    types = Counter(battle["type"] for _, battle in found)
    rows = tuple((kind, str(number)) for kind, number in types.most_common())
    text = f"Battles were won at {place} in {count} of {len(_games())} games."
    table = (r.Table(("kind of battle", "how many"), rows, f"Battles at {place}"),) if rows else ()
    return (r.Text(text, live=True), *table)
