"""What every debrief is made of: the events of a game turn by turn, and those that are worth telling once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Event
from napwidgets.systems.telling import counted

#: The turns of a game: the number of each, what happened in it, and the game after every move of it.
Turns = list[tuple[int, list[Event], list[Game]]]


def happened(line: Iterable[Game]) -> dict[int, list[Event]]:
    """The events of a game by their turn, in words for whoever knows all; a move that ends a turn belongs to it up to
    where the next begins.
    """
    found: dict[int, list[Event]] = {}
    for game in line:
        events = [event for event in game.last.events if not event.again]
        turn = max(1, game.state.turn - sum(event.kind == "turn" for event in events))
        for event in events:
            turn = min(game.state.turn, turn + (event.kind == "turn"))
            found.setdefault(turn, []).append(event)
    return found


def turn_by_turn(game: Game, begins: Callable[[int], int] = lambda turn: turn) -> Turns:
    """The turns of a game up to here; ``begins`` says with which one what happens in a turn is told."""
    line = list(game.line())[::-1]
    told: dict[int, list[Event]] = {}
    parts: dict[int, list[Game]] = {}
    for turn, events in happened(line).items():
        told.setdefault(begins(turn), []).extend(events)
    for g in line:
        parts.setdefault(begins(g.state.turn), []).append(g)
    return [(turn, told.get(turn, []), games) for turn, games in sorted(parts.items())]


def retold(events: Iterable[Event], weight: Callable[[Event], int | None], most: int) -> tuple[str, ...]:
    """Events in the order in which they happened: of those that ``weight`` gives a number to at most so many, the least
    numbers first, and how many more there are. What happened several times stands once, with how often.

    >>> log = [Event("shot", "A gun fires."), Event("shot", "A gun fires."), Event("end", "Night falls.")]
    >>> retold(log, lambda event: event.kind == "shot", 1)
    ('Night falls.', 'and 1 thing more.')
    >>> retold(log, lambda event: 0, 2)
    ('2 times: A gun fires.', 'Night falls.')
    """
    weights = {event.text: rank for event in events if (rank := weight(event)) is not None}
    often = Counter(event.text for event in events if event.text in weights)
    kept = set(sorted(weights, key=lambda text: weights[text])[:most])
    told = [f"{often[text]} times: {text}" if often[text] > 1 else text for text in weights if text in kept]
    more = len(weights) - len(told)
    return (*told, *((f"and {counted(more, 'thing')} more.",) if more else ()))


def listed(kinds: tuple[str, ...]) -> Callable[[Event], int | None]:
    """Weighs events by where their kinds stand in a list; those of other kinds are not told."""
    return lambda event: kinds.index(event.kind) if event.kind in kinds else None
