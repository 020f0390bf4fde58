"""The combat lab: what a strength point is worth, what cover does, when to run. All odds are those of the battles."""

from __future__ import annotations

from functools import lru_cache

from napwidgets.board import report as r
from napwidgets.board.display import Battle
from napwidgets.lessons.plots import bars, lines
from napwidgets.lessons.task import Exhibit, Item, Number, Options, Part, Settings, Task, Trial, choice, slider
from napwidgets.systems.nlc.tables import Tables
from napwidgets.widgets.battle_resolver import BattleResolver
from napwidgets.widgets.report import percent

GROUNDS = {"clear": "open ground", "woods": "woods", "town": "a town", "chateau": "a chateau"}
PLANS = {"0": "stands", "1": "retreats when hit"}
_MOST = 24


@lru_cache(maxsize=1)
def _hits() -> dict[int, dict[int, float]]:
    """The hits of one fire with their chances, by strength."""
    tables, found = Tables(), dict[int, dict[int, float]]()
    for strength in range(1, _MOST + 1):
        chances = found.setdefault(strength, {})
        for throw in range(2, 13):
            hits = tables.hits(strength, throw)
            chances[hits] = chances.get(hits, 0.0) + (6 - abs(7 - throw)) / 36
    return found


def _mean(strength: int) -> float:
    return sum(hits * chance for hits, chance in _hits()[strength].items())


def _nothing(strength: int) -> float:
    return _hits()[strength].get(0, 0.0)


def _fire(settings: Settings) -> tuple[Part, ...]:
    strength = int(settings["strength"])
    chances = dict(sorted(_hits()[strength].items()))
    words = f"Mean: {_mean(strength):.2f} hits. Nothing at all: {100 * _nothing(strength):.1f} %."
    names = {str(hits): chance for hits, chance in chances.items()}
    return (
        r.Text(words, live=True),
        bars(f"Hits of one fire of {strength} strength points (exact)", "hits", "chance", names, True),
    )


def _worth(_: Settings) -> tuple[Part, ...]:
    strengths = range(1, _MOST + 1)
    miss = {s: _nothing(s) for s in strengths}
    mean = {s: _mean(s) for s in strengths}
    return (
        lines("Mean hits of one fire (exact)", "strength points", "mean hits", {"mean": mean}),
        lines("Chance that a fire hits nothing (exact)", "strength points", "chance", {"nothing": miss}, True),
    )


def _sure() -> float:
    """The least strength from which on a fire misses altogether less than once in four."""
    return float(next(s for s in _hits() if all(_nothing(more) < 0.25 for more in range(s, _MOST + 1))))


@lru_cache(maxsize=64)
def fought(ground: str, plan: str, infantry: int = 5, guns: int = 2) -> Battle:
    """Infantry and guns against three strength points of infantry, as the battle resolver has it."""
    bench = BattleResolver.sandbox("nlc").form.bench
    values = {f.id: f.value for f in bench.fields({})}
    values |= {"ground": ground, "retreat": plan, "a:i": str(infantry), "a:f": str(guns)}
    return bench.battle(values)


def _chance(battle: Battle, label: str) -> float:
    return next(share.chance for share in battle.chances if share.label == label)


def _two_or_more(battle: Battle) -> float:
    return sum(share.chance for share in battle.spreads[0].shares if int(share.label) > 1)


def _loss(ground: str, plan: str = "0", infantry: int = 5, guns: int = 2) -> float:
    return _chance(fought(ground, plan, infantry, guns), "Defender loses a step or more")


def _gives_way(ground: str, plan: str = "0") -> float:
    return _chance(fought(ground, plan), "Defender gives way")


def _plan(ground: str, plan: str) -> str:
    # The garrison of a chateau does not retreat (NLC 10).
    return "0" if ground == "chateau" else plan


def _combat(settings: Settings) -> tuple[Part, ...]:
    ground, plan = settings["ground"], _plan(settings["ground"], settings.get("plan", "0"))
    battle = fought(ground, plan, int(settings.get("infantry", 5)), int(settings.get("guns", 2)))
    rows = tuple((share.label, percent(share.chance)) for share in battle.chances)
    spread = battle.spreads[0]
    forced = ground == "chateau" and settings.get("plan") == "1"
    note = (r.Text("The garrison of a chateau never retreats (NLC 10): it stands here.", "small"),) if forced else ()
    return (
        *note,
        r.Table(("", "chance"), rows, "What may come of it"),
        bars(f"{spread.title} (exact)", "steps", "chance", {s.label: s.chance for s in spread.shares}, True),
    )


def _best_ground() -> frozenset[str]:
    least = min(map(_gives_way, GROUNDS))
    return frozenset(ground for ground in GROUNDS if _gives_way(ground) <= least + 1e-12)


def _run_saves() -> float:
    return 100 * (_two_or_more(fought("clear", "0")) - _two_or_more(fought("clear", "1")))


def _guns_worth() -> float:
    """The least infantry that, without guns, harms a garrison as often as five and two guns do."""
    wanted = _loss("chateau")
    return float(next(n for n in range(1, 31) if _loss("chateau", "0", n, 0) >= wanted - 1e-12))


_GROUND = choice("ground", "The defender stands in", GROUNDS)

ITEMS: tuple[Item, ...] = (
    Task(
        "worth", "How sure is a fire?",
        "From how many strength points on does a fire miss altogether in fewer than one case in four?",
        Number("strength points"), _sure,
        "Look at the chance of no hit, 25 % is once in four. Move the slider one point at a time near there: it must "
        "stay below 25 % for every larger stack, too.",
        lambda: f"With {_sure():.0f} points a fire misses {100 * _nothing(int(_sure())):.1f} % of the time. One point "
        f"more is about a sixth of a hit in a small stack and in a large one ({_mean(24) / 24:.2f} a point with 24); "
        "what a large stack buys is certainty.",
        Trial((slider("strength", "Strength points that fire", 4, 1, _MOST),), _fire),
    ),
    Exhibit("lines", "Small stacks and large ones", Trial((), _worth)),
    Task(
        "walls", "What a wall does",
        "Five infantry and two guns attack three infantry, who stand and take what comes. On which ground is it least "
        "likely that the defender gives way?",
        Options(GROUNDS), _best_ground,
        "Leave the plan at “stands”, go through the four kinds of ground and compare the row “Defender gives way”.",
        lambda: f"Fire alone drives no garrison out of its walls: {percent(_gives_way('chateau'))} against "
        f"{percent(_gives_way('clear'))} in the open. It can still lose men: {percent(_loss('chateau'))} against "
        f"{percent(_loss('clear'))} (NLC 10).",
        Trial((_GROUND, choice("plan", "When hit, the defender", PLANS)), _combat),
    ),
    Task(
        "run", "Stand or run?",
        "In open ground: by how many percentage points does retreating lower the chance that the defender loses two "
        "steps or more?",
        Number("percentage points", 1.0), _run_saves,
        "Take the chance of two or more steps from the chart once for “stands” and once for “retreats when hit”, and "
        "subtract.",
        lambda: f"Standing {percent(_two_or_more(fought('clear', '0')))}, running "
        f"{percent(_two_or_more(fought('clear', '1')))}: half the hits (NLC 7.4). The price: the ground is lost "
        f"{percent(_gives_way('clear', '1'))} of the time.",
        Trial((_GROUND, choice("plan", "When hit, the defender", PLANS)), _combat),
    ),
    Task(
        "guns", "Infantry in place of guns",
        "Five infantry and two guns attack a garrison of three in a chateau. How many strength points of infantry at "
        "least do as much without any guns, that is, make it lose a step at least as often?",
        Number("strength points"), _guns_worth,
        "Note “Defender loses a step or more” with 5 and 2. Then set the guns to 0 and move the infantry up until the "
        "chance is as high again.",
        lambda: f"{_guns_worth():.0f} infantry without guns come to "
        f"{percent(_loss('chateau', '0', int(_guns_worth()), 0))}, five and two guns to {percent(_loss('chateau'))}. "
        "Walls halve both alike: strength is strength in this fire. Guns are worth more where they fire from afar "
        "(NLC 8.1).",
        Trial(
            (
                choice("ground", "The defender stands in", GROUNDS, "chateau"),
                slider("infantry", "Infantry of the attacker", 5, 1, 15),
                slider("guns", "Guns of the attacker", 2, 0, 6),
            ),
            _combat,
        ),
    ),
)  # fmt: skip
