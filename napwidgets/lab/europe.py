"""How the wars of Europe go between computer players: who loses men to what, what great battles cost, how often states
change sides, when wars with France begin and end, who is conquered, when it is over.

The bands in `WANTED` are judgements, each with its reason; the reconstructed tables of War and Peace were fitted to
them (docs/rules/wap.md).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Event
from napwidgets.lab.kept import Job
from napwidgets.lab.playouts import LIMIT
from napwidgets.lab.runner import gather, jobs_for
from napwidgets.players.registry import make_players, usual
from napwidgets.scenarios import load
from napwidgets.systems.wap.setting import AUSTRIA, NATIONS, PRUSSIA, RUSSIA
from napwidgets.systems.wap.state import ENGLISH

if TYPE_CHECKING:
    import pandas as pd

#: A battle is great if so many strength points fight in it on both sides together, and so many on the weaker one.
GREAT, LEAST = 20, 6
#: So many months without a war with any of those below are a Europe that lies still.
STILL = 60
#: Whose wars with France are told.
FOES = (AUSTRIA, PRUSSIA, RUSSIA)
#: What takes strength points, by the kind of event that tells of it.
CAUSES = {
    "attrition": "attrition",
    "starved-out": "siege",
    "battle-round": "battle",
    "pursued": "battle",
    "surrender": "battle",
    "overrun": "battle",
    "dispersed": "dispersed",
    "forced-march": "march",
}


class NoWars(NapwidgetsError, ValueError):
    """A scenario in which no wars of Europe are fought."""


class Battle(Struct, frozen=True):
    """A battle: its turn and hex, the strength points of attacker and defender when it began, what both lost in it,
    prisoners and the pursued among them.
    """

    turn: int
    where: str
    points: tuple[int, int]
    lost: int

    @property
    def great(self) -> bool:
        """Whether it is one of the great ones.

        >>> Battle(1, "Leipzig", (30, 20), 10).great
        True
        """
        return sum(self.points) >= GREAT and min(self.points) >= LEAST

    @property
    def cost(self) -> float:
        """What part of those who fought was lost."""
        return self.lost / max(1, sum(self.points))


class Wars(Struct, frozen=True):
    """A campaign as it went: ``lost`` by cause; ``changes`` of status of majors and ``conquests`` (turn, state), in the
    years from ``first``; ``wars`` of each of `FOES` with France as turns of beginning and end (0: to the last).
    """

    seed: str
    winner: str
    ending: str
    turns: int
    lost: dict[str, int]
    battles: tuple[Battle, ...]
    changes: tuple[tuple[int, str], ...]
    conquests: tuple[tuple[int, str], ...]
    wars: dict[str, tuple[tuple[int, int], ...]]
    year: dict[int, int]

    @property
    def calm(self) -> int:
        """The most months in a row in which none of `FOES` fought France."""
        at_war = {t for wars in self.wars.values() for a, b in wars for t in range(a, b or self.turns + 1)}
        longest = run = 0
        for turn in range(1, self.turns + 1):
            run = 0 if turn in at_war else run + 1
            longest = max(longest, run)
        return longest


def fought(job: Job) -> Wars:
    """Play the campaign that ``job`` describes and tell of its wars; raises `NoWars` for another game than wap."""
    engine: Any = load(job.scenario, job.options, job.tables)
    if engine.system != "wap":
        raise NoWars(f"{job.scenario} is no campaign of War and Peace.")
    players = make_players(engine, job.seed, job.bots, default=usual(engine.system))
    dice, log = SeededDice(job.seed), list[Event]()
    state = engine.start(dice, log)
    teller = _Teller()
    for _ in range(LIMIT):
        decision = engine.decision(state)
        teller.hear(engine, state.turn, log)
        if decision is None:
            break
        log.clear()
        dice.throws.clear()
        move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
        state = engine.apply(state, decision.seat, move, dice, log)
    outcome = engine.outcome(state)
    assert outcome is not None
    turns = engine.clock(state)[0]
    changes = tuple((turn, NATIONS[n]) for turn, n, _ in state.history if n < len(state.status) and turn)
    return Wars(
        job.seed,
        outcome.winner or "draw",
        outcome.ending,
        turns,
        teller.lost,
        tuple(teller.battles),
        changes,
        tuple(teller.conquests),
        {NATIONS[n]: spans([(t, side == ENGLISH) for t, who, side in state.history if who == n]) for n in FOES},
        {turn: engine.setting.month(turn)[0] for turn in range(1, turns + 1)},
    )


class _Teller:
    """Adds up what events say."""

    def __init__(self) -> None:
        self.lost: dict[str, int] = {}
        self.battles: list[Battle] = []
        self.conquests: list[tuple[int, str]] = []
        self._last: tuple[int, ...] = ()

    def hear(self, engine: Any, turn: int, log: Sequence[Event]) -> None:
        """Take in the events of a move."""
        for event in log:
            if event.kind == "conquest":
                self.conquests.append((turn, event.text.removesuffix(" is conquered.")))
            if event.kind not in CAUSES:
                continue
            lost = event.data.get("lost", 0)
            number = (sum(lost) if isinstance(lost, Sequence) else lost) + event.data.get("taken", 0)
            cause = CAUSES[event.kind]
            self.lost[cause] = self.lost.get(cause, 0) + number
            if event.kind == "battle-round" and event.data["round"] == 1:
                attack, defend = event.data["points"]
                self.battles.append(Battle(turn, engine.setting.spot(event.hexes[0]), (attack, defend), number))
                self._last = event.hexes
            elif event.kind in ("battle-round", "pursued", "surrender") and event.hexes == self._last:
                b = self.battles[-1]
                self.battles[-1] = Battle(b.turn, b.where, b.points, b.lost + number)


def spans(steps: Sequence[tuple[int, bool]]) -> tuple[tuple[int, int], ...]:
    """When something held that began and ended at some turns: first and last turn, 0 for what never ended.

    >>> spans([(0, True), (5, False), (9, False), (12, True)])
    ((0, 5), (12, 0))
    """
    found: list[tuple[int, int]] = []
    for turn, holds in steps:
        now = bool(found) and not found[-1][1] and found[-1][0] >= 0
        if holds and not now:
            found.append((turn, 0))
        elif not holds and now:
            found[-1] = (found[-1][0], turn)
    return tuple(found)


class Band(Struct, frozen=True):
    """What a campaign should come to on average, from ``least`` to ``most``, and why that is believed."""

    what: str
    least: float
    most: float
    why: str


#: What campaigns should be like.
WANTED: tuple[Band, ...] = (
    Band("attrition, % of losses", 30, 55, "More died of march and fever than in battle, but battles broke armies."),
    Band("great battles, % lost", 10, 35, "Austerlitz cost a fifth of those who fought, Wagram and Leipzig more."),
    Band("changes of status", 10, 25, "From Pressburg to Waterloo the six powers changed sides about eighteen times."),
    Band("changes after 1806, %", 50, 85, "The great turns are of 1807, 1809, 1812 and 1813."),
    Band("still for five years, %", 0, 10, "From Schönbrunn to the Niemen it was 32 months; no peace was longer."),
    Band("conquests", 1, 6, "Austria twice, Prussia, Spain, France once or twice."),
    Band("years in which it ends", 3, 10, "It might have ended at Tilsit, in 1812 or in 1814; it ended in 1815."),
)  # fmt: skip


def figures(games: Sequence[Wars]) -> dict[str, float]:
    """What some campaigns come to, by the bands of `WANTED`: means of a campaign, and in how many years they end."""
    lost = sum(sum(g.lost.values()) for g in games)
    great = [b for g in games for b in g.battles if b.great]
    changes = [g.year[min(turn, g.turns)] for g in games for turn, _ in g.changes]
    return {
        WANTED[0].what: 100 * sum(g.lost.get("attrition", 0) for g in games) / max(1, lost),
        WANTED[1].what: 100 * sum(b.lost for b in great) / max(1, sum(sum(b.points) for b in great)),
        WANTED[2].what: len(changes) / max(1, len(games)),
        WANTED[3].what: 100 * sum(year > 1806 for year in changes) / max(1, len(changes)),
        WANTED[4].what: 100 * sum(g.calm >= STILL for g in games) / max(1, len(games)),
        WANTED[5].what: sum(len(g.conquests) for g in games) / max(1, len(games)),
        WANTED[6].what: len({g.year[g.turns] for g in games}),
    }


def europe(
    scenario: str = "wap/grand-campaign",
    games: int = 8,
    bots: Mapping[str, str] | None = None,
    seed: str = "1805",
    options: Mapping[str, Any] | None = None,
    tables: Mapping[str, Any] | None = None,
    workers: int | None = None,
    progress: bool = False,
    keep: str | os.PathLike[str] | None = None,
    cluster: Any = None,
) -> list[Wars]:
    """Campaigns between computer players, the usual ones unless ``bots`` names others, each as `Wars`; ``workers``,
    ``keep`` and ``cluster`` are as in `gather`.
    """
    jobs = jobs_for(scenario, games, dict(bots or {}), seed, options, tables)
    return gather(fought, jobs, scenario, workers, progress, keep, cluster)


def table(games: Sequence[Wars]) -> pd.DataFrame:
    """Some campaigns against what is wanted: a row a band with ``least``, ``most``, what it ``is``, and why."""
    import pandas as pd

    found = figures(games)
    rows = [[b.what, b.least, b.most, round(found[b.what], 1), b.why] for b in WANTED]
    return pd.DataFrame(rows, columns=["what", "least", "most", "is", "why"])
