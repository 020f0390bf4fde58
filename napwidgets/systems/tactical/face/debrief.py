"""The debrief: hour by hour what happened beside history, and what was believed against what was true."""

from __future__ import annotations

from napwidgets.board.display import Aftermath, Chapter, Contrast, Debrief
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Event
from napwidgets.systems.looking_back import Turns, retold, turn_by_turn
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.face.wording import order_words
from napwidgets.systems.tactical.ground.context import Context, counted

#: Kinds of events that are worth telling once more, and how many an hour.
TELLING = (
    "combat",
    "charge-lost",
    "charge-won",
    "bombard",
    "eliminated",
    "destroyed",
    "demoralized",
    "corps-broken",
    "complied",
    "fails-morale",
    "leader-lost",
    "occupied",
    "ended",
)
AT_MOST = 7
#: What nobody should miss among many fights.
FIRST = ("ended", "demoralized", "corps-broken", "leader-lost")
#: Fights, and what comes of them.
AFTERMATH = Aftermath(
    frozenset({"combat", "charge", "bombardment"}),
    frozenset(
        {
            "step-lost", "eliminated", "destroyed", "retreated", "gives-way", "halved", "fails-morale", "disrupted",
            "advanced", "leader-lost", "leader-safe", "charge-lost", "charge-won", "returned", "occupied", "pursuit",
            "evaded", "demoralized", "corps-broken", "surrendered",
        }
    ),
)  # fmt: skip


def debrief(x: Context, game: Game) -> Debrief:
    """Everything, with all that was hidden."""
    turns = turn_by_turn(game)
    chapters = tuple(_chapter(x, *turn) for turn in turns)
    heads = "Strength points eliminated, hour by hour", f"Hour by hour, with what happened in {_year(x)}"
    return Debrief(x.setting.scenario.debrief, chapters, tuple(_contrasts(x, turns)), heads)


def _year(x: Context) -> str:
    """The year of the battle."""
    return x.setting.scenario.turns.date[:4]


def _weight(x: Context, event: Event) -> int | None:
    if event.kind in FIRST:
        return 0
    return 1 if any(word in event.kind for word in (*TELLING, *x.rules.telling)) else None


def _chapter(x: Context, turn: int, events: list[Event], games: list[Game]) -> Chapter:
    told = retold(events, lambda event: _weight(x, event), AT_MOST)
    history = tuple(h.text for h in x.setting.scenario.history if h.turn == turn)
    _, by_army = x.losses(games[-1].state)
    losses = tuple((army.name, by_army[n]) for n, army in enumerate(x.setting.armies))
    return Chapter(turn, x.setting.hour(turn), told, history, losses, _year(x))


def _contrasts(x: Context, turns: Turns) -> list[Contrast]:
    """Where at the start of an hour a seat saw an order or a strength that was not as it seemed."""
    found = []
    for turn, _, games in turns:
        state = games[0].state
        for seat in x.setting.sides:
            found += _misread(x, games[0], state, turn, seat)
    return found[:40]


def _misread(x: Context, game: Game, state: State, turn: int, seat: str) -> list[Contrast]:
    side = x.setting.sides.index(seat)
    view: State = game.view(seat)
    found = []
    for c, info in enumerate(x.setting.commands[: x.setting.formations]):
        if info.side == side:
            continue
        seen = sum(1 for u in info.units if view.units[u].hex >= 0)
        there = sum(1 for u in info.units if state.units[u].hex >= 0)
        order = state.commands[c].order
        if seen == there or there == 0:
            continue
        believed = f"{info.name}: {seen} of its units in sight"
        true = f"{counted(there, 'unit')} on the field, order {order_words(x, order)}"
        found.append(Contrast(x.setting.hour(turn), x.setting.scenario.sides[side].name, believed, true))
    return found
