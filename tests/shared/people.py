"""People at shared games, as tests need them."""

from __future__ import annotations

from random import Random

from napwidgets import scenarios
from napwidgets.shared.keys import SEAT, give
from napwidgets.shared.live import begin
from napwidgets.shared.store import Head, Store
from napwidgets.shared.table import SharedTable

#: A small game of two, and one in which much is hidden.
SMALL, HIDDEN = "nlc/first-steps", "jdg/germany-1813-1"


def game(store: Store, scenario: str = SMALL, **more: object) -> Head:
    """A game that has just begun."""
    return begin(store, scenarios.load(scenario), **more)  # type: ignore[arg-type]


def seated(store: Store, head: Head, *seats: str, name: str = "") -> SharedTable:
    """A table for some seats, with a link of its own."""
    return SharedTable(store, give(store, head.id, SEAT, seats, name))


def pair(store: Store, scenario: str = SMALL, **more: object) -> tuple[SharedTable, SharedTable]:
    """Two people at one game."""
    head = game(store, scenario, **more)
    first, second = scenarios.load(scenario).seats[:2]
    return seated(store, head, first, name="Anna"), seated(store, head, second, name="Ben")


def some_move(table: SharedTable, rng: Random) -> object:
    """A move of whoever must decide at a table."""
    subjects = [s.id for s in table.subjects()]
    rng.shuffle(subjects)
    for subject in (None, *subjects) if rng.random() < 0.3 else (*subjects, None):
        if options := table.options(subject):
            return rng.choice(options).move
    raise AssertionError("somebody must decide and can't")


def play(tables: tuple[SharedTable, ...], moves: int, seed: str = "1815") -> int:
    """Let people play at random; gives how many moves were made."""
    rng = Random(seed)
    for made in range(moves):
        for table in tables:
            table.keep_up()
        at = next((t for t in tables if t.mine), None)
        if at is None:
            return made
        at.play(some_move(at, rng))
    return moves
