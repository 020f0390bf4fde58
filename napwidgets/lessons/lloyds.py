"""Napoleon versus Lloyd's: what raiders earn, how the rate goes, and what England can do. All of it exact."""

from __future__ import annotations

from functools import lru_cache

from napwidgets.board import report as r
from napwidgets.lab.months import raid_months
from napwidgets.lessons.plots import bars, lines
from napwidgets.lessons.task import Exhibit, Item, Number, Options, Part, Settings, Task, Trial, choice, slider
from napwidgets.systems.wap.tables import Tables
from napwidgets.systems.wap.trade.lloyds import Raid, bases_odds, rate_odds
from napwidgets.widgets.report import percent

TABLES = Tables()
RICH, OTHER = "caribbean", "bengal"
SIX, YEAR = 6, 12
#: A rate in half per cents so high that the floor of five can't be felt.
_HIGH = 10**6


def _zone(id: str) -> str:
    return TABLES.zones[id].name


@lru_cache(maxsize=256)
def rise(zone: str, french: int, allied: int = 0) -> float:
    """The mean rise of the rate in a month by one raid, before it falls back."""
    spread = rate_odds(TABLES, _HIGH, [Raid(zone, french, allied)], {})
    return float(sum(rate * chance for rate, chance in spread) - _HIGH) / 2 - TABLES.lloyds["decay"]


@lru_cache(maxsize=256)
def year(raids: tuple[Raid, ...], months: int = YEAR, bases: int = 0) -> tuple[float, ...]:
    """The mean rate month by month."""
    found = raid_months(raids, months, bases={RICH: bases})
    sums = dict.fromkeys(range(months + 1), 0.0)
    for row in found.to_dict("records"):
        sums[int(row["month"])] += row["rate"] * row["chance"]
    return tuple(sums.values())


# Together or apart


def _split(first: int) -> tuple[Raid, ...]:
    return tuple(Raid(zone, n) for zone, n in ((RICH, first), (OTHER, SIX - first)) if n)


SPLITS = {str(n): f"{n} and {SIX - n}" if n < SIX else "all six together" for n in (6, 5, 4, 3)}


def _splitting(settings: Settings) -> tuple[Part, ...]:
    first = int(settings["first"])
    line = year(_split(first))
    together = year(_split(SIX))
    words = f"Mean rate after a year: {line[-1]:.1f} %; with all six together {together[-1]:.1f} %."
    return (
        r.Text(words, live=True),
        lines(
            "The rate in the mean (exact)", "months of raiding", "rate, per cent",
            {f"{first} and {SIX - first}": dict(enumerate(line)), "all six together": dict(enumerate(together))},
        ),
    )  # fmt: skip


def _best_split() -> frozenset[str]:
    after = {n: year(_split(int(n)))[-1] for n in SPLITS}
    return frozenset(n for n, rate in after.items() if rate >= max(after.values()) - 1e-9)


def _split_because() -> str:
    told = ", ".join(f"{words} {year(_split(int(n)))[-1]:.1f} %" for n, words in SPLITS.items())
    return (
        f"After a year: {told}. Each sea where somebody raids throws its own two dice and counts its own traffic, so "
        f"the first squadron in a rich sea earns {rise(OTHER, 1):.2f} a month, one more beside five others only "
        f"{rise(RICH, 6) - rise(RICH, 5):.2f}. What these odds leave out: a lone squadron is easier to catch."
    )


# What a squadron earns


def _earning(settings: Settings) -> tuple[Part, ...]:
    zone, most = settings["zone"], int(settings["most"])
    found = {str(n): rise(zone, n) for n in range(1, most + 1)}
    rows = tuple((str(n), f"{rise(zone, n):.2f}", f"{rise(zone, n) - (rise(zone, n - 1) if n > 1 else 0):.2f}")
                 for n in range(1, most + 1))  # fmt: skip
    title = f"{_zone(zone)}, traffic {TABLES.zones[zone].traffic}: mean rise in a month (exact)"
    return (
        bars(title, "French squadrons", "per cent", found),
        r.Table(("squadrons", "mean rise", "the last one's part"), rows, title),
    )


# Spanish squadrons


def _allied(settings: Settings) -> tuple[Part, ...]:
    n = int(settings["allied"])
    earned, fall = rise(RICH, 0, n), -TABLES.lloyds["decay"]
    words = f"{n} allied squadrons earn {earned:.2f} a month; the rate falls back by {fall}."
    line = dict(enumerate(year((Raid(RICH, 0, n),))))
    return (
        r.Text(words, live=True),
        lines(f"{n} allied squadrons in the {_zone(RICH)} (exact)", "months", "mean rate, per cent", {"mean": line}),
    )


def _enough() -> float:
    return float(next(n for n in range(1, 13) if rise(RICH, 0, n) >= -TABLES.lloyds["decay"]))


# When to strike at the bases


WHEN = {"0": "at once", "3": "after three months", "6": "after six months", "9": "after nine months"}
_RAID = (Raid(RICH, 4),)


def _chance(squadrons: int, points: int) -> float:
    return float(bases_odds(TABLES, squadrons, 0, points))


@lru_cache(maxsize=64)
def _struck(when: int) -> tuple[float, ...]:
    """The mean rate month by month if the bases are gone from a month on."""
    free = raid_months(_RAID, when).query(f"month == {when}")
    line = list(year(_RAID)[: when + 1])
    sums = [0.0] * (YEAR - when)
    for row in free.to_dict("records"):
        later = raid_months(_RAID, YEAR - when, rate=row["rate"], bases={RICH: 1}).query("month > 0")
        for after in later.to_dict("records"):
            sums[int(after["month"]) - 1] += row["chance"] * after["rate"] * after["chance"]
    return (*line, *sums)


def _months_forced(when: int) -> int:
    """In how many months of the year the mean rate stands where England must act."""
    return sum(rate >= TABLES.lloyds["act"] for rate in _struck(when)[1:])


def _striking(settings: Settings) -> tuple[Part, ...]:
    when, squadrons, points = (int(settings[key]) for key in ("when", "squadrons", "points"))
    chance = percent(_chance(squadrons, points))
    words = (
        f"The attack succeeds {chance} of the time. If it does {WHEN[str(when)]}, the mean rate stands at "
        f"{_struck(when)[-1]:.1f} % after a year, and at {TABLES.lloyds['act']} % or more, where England must act, in "
        f"{_months_forced(when)} of twelve months."
    )
    drawn = {"no attack": dict(enumerate(year(_RAID))), WHEN[str(when)]: dict(enumerate(_struck(when)))}
    return (
        r.Text(words, live=True),
        lines("Four squadrons in the Caribbean, bases gone (exact)", "months", "mean rate, per cent", drawn),
    )


def _best_when() -> frozenset[str]:
    least = min(_struck(int(when))[-1] for when in WHEN)
    return frozenset(when for when in WHEN if _struck(int(when))[-1] <= least + 1e-9)


def _even() -> float:
    """The points with which three squadrons destroy bases at least every second time."""
    return float(next(points for points in range(20) if _chance(3, points) >= 0.5))


_FORCE = (slider("squadrons", "English squadrons", 3, 1, 6), slider("points", "Points spent", 0, 0, 6))

ITEMS: tuple[Item, ...] = (
    Exhibit(
        "earn", "What a squadron earns",
        Trial((choice("zone", "Sea", {z.id: f"{z.name} (traffic {z.traffic})" for z in TABLES.zones.values()}, RICH),
               slider("most", "Up to so many squadrons", 6, 1, 8)), _earning),
    ),
    Task(
        "split", "Together or apart?",
        f"France has six squadrons for the {_zone(RICH)} and the {_zone(OTHER)}, both with much trade. Which division "
        "drives the mean rate highest after a year?",
        Options(SPLITS), _best_split,
        "Move the slider through all divisions and note the rate after a year. More squadrons in one sea are not "
        "always better.",
        _split_because,
        Trial((slider("first", f"Squadrons in the {_zone(RICH)}; the others go to the {_zone(OTHER)}", 3, 1, 6),),
              _splitting),
    ),
    Task(
        "spanish", "The help of Spain",
        f"How many Spanish squadrons, which count half, are needed at least in the {_zone(RICH)}, without any French "
        "ones, to earn as much in a month as the rate falls back?",
        Number("squadrons"), _enough,
        "The rate falls back by three each month in which somebody raids. Move the slider until the squadrons earn "
        "that much.",
        lambda: f"{_enough():.0f} allied squadrons earn {rise(RICH, 0, int(_enough())):.2f}, as many as two French "
        f"ones; one fewer earns {rise(RICH, 0, int(_enough()) - 1):.2f}.",
        Trial((slider("allied", "Spanish squadrons", 2, 1, 12),), _allied),
    ),
    Task(
        "force", "Enough for the bases",
        "England sends three squadrons and no infantry against the bases. How many production points must it spend at "
        "least, so that they are destroyed at least every second time?",
        Number("points"), _even,
        "Leave the squadrons at three and move the points up until the attack succeeds 50 % of the time or more.",
        lambda: f"With {_even():.0f}: {percent(_chance(3, int(_even())))}. Without points it is "
        f"{percent(_chance(3, 0))} (K.8.l).",
        Trial((choice("when", "The bases are gone", WHEN), *_FORCE), _striking),
    ),
    Task(
        "when", "When to strike?",
        "An attack that succeeds costs the same in any month. When is it worth most, measured by the rate after a "
        "year?",
        Options(WHEN), _best_when,
        "Go through the list and compare the mean rate after a year.",
        lambda: f"The bases stay destroyed (K.8.m), so each month counts: {_struck(0)[-1]:.1f} % after a year if they "
        f"go at once, {_struck(9)[-1]:.1f} % after nine months, {year(_RAID)[-1]:.1f} % if they stay.",
        Trial((choice("when", "The bases are gone", WHEN, "6"), *_FORCE), _striking),
    ),
)  # fmt: skip
