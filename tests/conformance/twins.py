"""The dynamic law of secrecy: of two positions that a seat can't tell apart, the same visible move leads to what it
can't tell apart either, until the rules show it something.

A position and a *twin* of it look the same to a seat. A move is made in both, with dice that answer by their purpose,
so that a hidden throw in one of them changes no open one. Then the seat must have been told the same, must see the
same, and the same question must be asked of the same player. Where it is told something else, the first difference must
be one that a rule brings to light: an event of a kind that ``tests.<system>.disguise`` lists in ``REVEALS``.

That module may say ``twins(engine, state, seat, move)``, states with the moves that look the same in them; without it
the static disguises serve, each with the move itself. With ``all_open(engine, state)`` it names positions in which the
rules have laid everything open, with ``shows(before, after)`` views of which the second shows more of the same things,
and with ``by_sight(engine, one, two, events)`` events about things that the seat has come to see with that very move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

from napwidgets.kernel.dice import SeededDice, Throw
from napwidgets.kernel.game import Game, Played
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Engine, Event, Move, State
from napwidgets.table.aftermath import known
from tests.conformance.cases import Step, all_moves
from tests.kernel import toy


class Purposeful:
    """Dice whose answer follows from what they are thrown for, and from how often they were before."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.throws: list[Throw] = []
        self._asked: Counter[str] = Counter()

    def _dice(self, purpose: str) -> SeededDice:
        self._asked[purpose] += 1
        return SeededDice(f"{self.seed} {self._asked[purpose]} {purpose}")

    def _kept(self, dice: SeededDice, value: int) -> int:
        self.throws += dice.throws
        return value

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> int:
        dice = self._dice(purpose)
        return self._kept(dice, dice.roll(purpose, count, sides))

    def count(self, purpose: str, count: int, at_least: int, sides: int = 6) -> int:
        dice = self._dice(purpose)
        return self._kept(dice, dice.count(purpose, count, at_least, sides))

    def draw(self, purpose: str, items: Sequence[str]) -> int:
        dice = self._dice(purpose)
        return self._kept(dice, dice.draw(purpose, items))


class Seen:
    """What a seat has of a move: what it was told, what it sees then, who is asked what."""

    def __init__(self, engine: Engine, state: State, mover: str, move: Move, seat: str | None) -> None:
        log: list[Event] = []
        self.before = engine.view(state, seat)
        dice = Purposeful("twins")
        self.after = engine.apply(state, mover, move, dice, log)
        self.told = [event for event in log if known(event, seat)]
        played = Played(1, mover, move, tuple(dice.throws), tuple(log))
        self.dice = Game(engine, self.after, None, 0, None, played).dice_for(seat)
        self.view = engine.view(self.after, seat)
        asked = engine.decision(self.after)
        self.asked = (asked.seat, asked.kind, asked.title, asked.secret, asked.formal) if asked is not None else None
        self.mine = asked is not None and asked.seat == seat
        self.prompt = asked.prompt if asked is not None and self.mine else ""


def module_of(engine: Engine) -> ModuleType:
    """The module that says what a system hides."""
    return toy if engine.system == "toy" else import_module(f"tests.{engine.system}.disguise")


def twins_of(engine: Engine, state: State, seat: str | None, move: Move) -> list[tuple[State, Move]]:
    """Positions that look like ``state`` to a seat, each with the move that looks like ``move`` there."""
    module = module_of(engine)
    if hasattr(module, "twins"):
        return list(module.twins(engine, state, seat, move))
    return [(other, move) for other in module.disguise(engine, state, seat)]


def first_difference(one: Sequence[Event], two: Sequence[Event]) -> list[Event]:
    """The events in which two tellings first differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return [*one[at : at + 1], *two[at : at + 1]]


def told_apart(engine: Engine, one: Seen, two: Seen) -> str:
    """By what a seat can tell two outcomes apart though no rule has shown it anything; empty if it can't."""
    module = module_of(engine)
    if one.told != two.told:
        different = first_difference(one.told, two.told)
        kinds = sorted(event.kind for event in different)
        shown = getattr(module, "REVEALS", frozenset())
        if shown.intersection(kinds) or (hasattr(module, "by_sight") and module.by_sight(engine, one, two, different)):
            return ""
        return f"told {' / '.join(event.text for event in different)}"
    if hasattr(module, "all_open") and module.all_open(engine, one.after):
        return ""
    if hasattr(module, "shows") and (module.shows(one.before, one.view) or module.shows(two.before, two.view)):
        return ""
    if one.view != two.view:
        return f"sees {', '.join(_fields(one.view, two.view))}"
    if one.asked != two.asked:
        return f"asked {one.asked} / {two.asked}"
    if one.dice != two.dice:
        return f"dice {one.dice} / {two.dice}"
    if one.mine and (one.prompt != two.prompt or all_moves(engine, one.after) != all_moves(engine, two.after)):
        return "options"
    return ""


def _fields(one: State, two: State) -> Iterator[str]:
    for name in one.__struct_fields__:
        if getattr(one, name) != getattr(two, name):
            yield name


def compared(engine: Engine, step: Step, moves: Sequence[Move]) -> Iterator[tuple[str | None, Move, str]]:
    """For each seat, move and twin of a position: by what the seat can tell the outcomes apart."""
    for move in moves:
        for seat in (*engine.seats, None):
            one: Any = None
            for other, same in twins_of(engine, step.state, seat, move):
                decision = engine.decision(other)
                if decision is None or decision.seat != step.seat:
                    continue
                try:
                    engine.check(other, step.seat, same)
                except IllegalMove:
                    continue
                one = one or Seen(engine, step.state, step.seat, move, seat)
                yield seat, move, told_apart(engine, one, Seen(engine, other, step.seat, same, seat))
