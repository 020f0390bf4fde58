"""Coalitions: why one ally brings the next, and what a city or a loan is worth on the die."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from napwidgets.board import report as r
from napwidgets.lab.months import courted_months
from napwidgets.lessons.plots import bars, groups, lines
from napwidgets.lessons.task import Exhibit, Item, Number, Part, Settings, Task, Trial, choice, slider
from napwidgets.systems.wap.markers import MAJORS, Politics
from napwidgets.systems.wap.states.alliances import Faction, opening, turning_odds, why_not_court
from napwidgets.systems.wap.tables import Tables
from napwidgets.widgets.report import percent

TABLES = Tables()
STANDS = {"neutral": "neutral, as in September 1805", "pro-French": "with France", "anti-French": "against France"}
_MOST, _CITIES, _MONTHS = 6, 6, 24
#: The cities that France holds in the task of the loans, and the months it runs.
_HELD, _YEAR = 3, 12


def _display(prussia: str = "neutral", cities: int = 0) -> Politics:
    now = replace(opening(), loyal=TABLES.loyal(1805), french_cities=cities)
    return now.placed("Prussia", next(s for s in ("anti-French", "neutral", "pro-French") if s == prussia))


def _chances(now: Politics, faction: Faction, lent: int = 0) -> dict[str, float]:
    """Whom a faction may court, with the chance."""
    return {
        name: float(turning_odds(TABLES, now, faction, name, lent))
        for name, _ in now.markers
        if why_not_court(now, faction, name) is None
    }


def _best(now: Politics, lent: int = 0) -> float:
    """England's best chance with one of the great powers."""
    return max((chance for name, chance in _chances(now, "english", lent).items() if name in MAJORS), default=0.0)


def _courting(settings: Settings) -> tuple[Part, ...]:
    now, lent = _display(settings["prussia"], int(settings["cities"])), int(settings["lent"])
    english = {name: chance for name, chance in _chances(now, "english", lent).items() if name in MAJORS}
    rows = tuple((name, percent(chance)) for name, chance in english.items())
    return (
        r.Text(f"England's best chance this month: {percent(_best(now, lent))}.", live=True),
        r.Table(("England courts", "chance"), rows, "Whom England may court among the great powers"),
    )


def _loan(chance: float, prussia: str, cities: int = 0) -> float:
    """The least loan with which England's best chance is at least so good."""
    now = _display(prussia, cities)
    return float(next(lent for lent in range(40) if _best(now, lent) >= chance - 1e-9))


@lru_cache(maxsize=64)
def _against(lent: int) -> tuple[float, ...]:
    """Great powers against France month by month, in the mean, while it holds some enemy cities."""
    sums = dict.fromkeys(range(_YEAR + 1), 0.0)
    for row in courted_months(_YEAR, lent=lent, start=_display(cities=_HELD)).to_dict("records"):
        sums[int(row["month"])] += row["against"] * row["chance"]
    return tuple(sums.values())


def _lending(settings: Settings) -> tuple[Part, ...]:
    lent = int(settings["lent"])
    powers = _against(lent)
    words = (
        f"{lent} points a month, {lent * _YEAR} in a year: {powers[0]:.2f} great powers against France at the start, "
        f"{powers[_YEAR]:.2f} after a year, in the mean."
    )
    drawn = {f"{n} points a month": dict(enumerate(_against(n))) for n in sorted({0, lent})}
    return (r.Text(words, live=True), lines("Great powers against France (exact)", "months", "powers", drawn))


def _holds() -> float:
    """The least loan a month with which as many powers stand against France after a year."""
    return float(next(lent for lent in range(_MOST + 1) if _against(lent)[_YEAR] >= _against(lent)[0] - 1e-9))


@lru_cache(maxsize=16)
def _after(cities: int) -> tuple[float, float]:
    """Great powers against and for France after two years of envoys."""
    start = replace(opening(), loyal=TABLES.loyal(1805), french_cities=cities)
    rows = courted_months(_MONTHS, start=start).query(f"month == {_MONTHS}").to_dict("records")
    return sum(row["against"] * row["chance"] for row in rows), sum(row["for"] * row["chance"] for row in rows)


def _tipping(settings: Settings) -> tuple[Part, ...]:
    cities = int(settings["cities"])
    against, own = _after(cities)
    names = [str(n) for n in range(_CITIES + 1)]
    # France is blue and its enemies are red here, as on the display.
    rows = {"for France": [_after(n)[1] for n in range(_CITIES + 1)],
            "against France": [_after(n)[0] for n in range(_CITIES + 1)]}  # fmt: skip
    words = f"With {cities} enemy cities in French hands: {against:.2f} against France, {own:.2f} for it."
    return (
        r.Text(words, live=True),
        groups("Great powers after two years of envoys (exact)", "enemy cities held by France", "powers", names, rows),
    )


def _alone() -> float:
    return float(next(n for n in range(_CITIES + 1) if _after(n)[0] <= 1.1))


def _snowball(_: Settings) -> tuple[Part, ...]:
    """England's next chance, as one power after the other comes over; Spain may be courted from 1808 on."""
    free = replace(_display(), loyal=TABLES.loyal(1808))
    steps = {
        "Austria neutral": free.placed("Austria", "neutral"),
        "as in 1805": free,
        "with Prussia": free.placed("Prussia", "anti-French"),
        "Spain neutral": free.placed("Prussia", "anti-French").placed("Spain", "neutral"),
    }
    heights = {name: _best(now) for name, now in steps.items()}
    return (
        bars("England's best chance with the next great power (exact)", "who has come over", "chance", heights, True),
        r.Text("From left to right one more power leaves France, or joins its enemies.", "small"),
    )


_WHERE = choice("prussia", "Prussia stands", STANDS)
_CITY = slider("cities", "Enemy cities in French hands", 0, 0, _CITIES)
_LENT = slider("lent", "Points that England lends this month", 0, 0, _MOST)

ITEMS: tuple[Item, ...] = (
    Exhibit("snowball", "One ally more", Trial((), _snowball)),
    Task(
        "prussia", "If Prussia had gone with France",
        "Put Prussia on the French side. How many points must England lend at least, so that it moves a great power "
        "two times in three (67 % or more)?",
        Number("points"), lambda: _loan(2 / 3, "pro-French"),
        "Put Prussia with France in the list, leave the cities at none, and move the loan up until the best chance is "
        "67 %.",
        lambda: f"{_loan(2 / 3, 'pro-French'):.0f} points; with Prussia neutral {_loan(2 / 3, 'neutral'):.0f} would "
        "do. Whoever is won pulls on the die for his new side: one pull fewer, one more against (G.1.g).",
        Trial((_WHERE, _CITY, _LENT), _courting),
    ),
    Task(
        "vienna", "The price of Vienna",
        "Prussia is neutral, and France has taken one city. How many points must England lend, so that its best chance "
        "is again as good as it was without that loss?",
        Number("points"), lambda: _loan(_best(_display()), "neutral", 1),
        "Note the best chance with no city and no loan. Then set one city, and move the loan up until the chance is "
        "the same.",
        lambda: f"{_loan(_best(_display()), 'neutral', 1):.0f} each month, for as long as the city is held: a loan "
        "counts for one roll, a city for every roll (G.1.h, G.1.k).",
        Trial((_WHERE, _CITY, _LENT), _courting),
    ),
    Task(
        "loans", "What it costs to stand still",
        "France holds three enemy cities. How many points must England lend each month at least, so that after a year "
        "as many great powers stand against France as at the start, or more?",
        Number("points"), _holds,
        "Move the loan up from nothing, and compare the two figures.",
        lambda: f"{_holds():.0f} points a month, {_YEAR * _holds():.0f} in a year. With nothing lent "
        f"{_against(0)[_YEAR]:.1f} of {_against(0)[0]:.0f} are left: cities pull on the die every month, for nothing.",
        Trial((slider("lent", "Points lent each month", 0, 0, _MOST),), _lending),
    ),
    Task(
        "tipping", "The tipping point",
        "How many enemy cities must France hold from the start, so that after two years of envoys England is as good "
        "as alone (at most 1.1 powers against France)?",
        Number("cities"), _alone,
        "Move the slider from 0 up, and read the figure against France.",
        lambda: f"{_alone():.0f}. With one less {_after(int(_alone()) - 1)[0]:.1f} powers end against France and "
        f"{_after(int(_alone()) - 1)[1]:.1f} for it, with {_alone():.0f} they are {_after(int(_alone()))[0]:.1f} and "
        f"{_after(int(_alone()))[1]:.1f}: whoever leads by enough wins all. That is what a victory like Austerlitz was "
        "for.",
        Trial((_CITY,), _tipping),
    ),
)  # fmt: skip
