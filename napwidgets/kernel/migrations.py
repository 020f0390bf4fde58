"""Moves that earlier rules wrote, in the form that they have now.

A system names for each version of its rules what has changed in its moves since (`MoveChanges`): a move that was
renamed or got a field still loads. The dice and the final position are compared all the same, so that a change that
leads elsewhere is found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

#: Turns a move, as plain JSON values, into what the next version of the rules calls it. Systems write moves as objects
#: with their tag under ``m``, or as lists that begin with it.
Migration: TypeAlias = Callable[[Any], Any]
#: What changed in the moves after each version of the rules.
MoveChanges: TypeAlias = Mapping[int, Sequence[Migration]]


def version_of(rules: str) -> tuple[str, int]:
    """Edition and number of a version of rules; number 0 for none.

    >>> version_of("nlc-1.1.0/3"), version_of("7"), version_of("nlc")
    (('nlc-1.1.0', 3), ('', 7), ('nlc', 0))
    """
    edition, _, number = rules.rpartition("/")
    return (edition, int(number)) if number.isdecimal() and len(number) < 6 else (rules, 0)


def renamed(old: str, new: str) -> Migration:
    """The moves called ``old`` are called ``new``.

    >>> change = renamed("go", "march")
    >>> change({"m": "go", "to": 3}), change(["go", 3]), change(["stay"])
    ({'m': 'march', 'to': 3}, ['march', 3], ['stay'])
    """

    def change(move: Any) -> Any:
        if tag_of(move) != old:
            return move
        return {**move, "m": new} if isinstance(move, dict) else [new, *move[1:]]

    return change


def field_added(tag: str, field: str | int, value: Any) -> Migration:
    """The moves called ``tag`` got a field, which was ``value`` in all of them: by its name, or by its place in a list.

    >>> field_added("march", "by", "road")({"m": "march", "to": 3}), field_added("march", 1, "road")(["march", 3])
    ({'m': 'march', 'to': 3, 'by': 'road'}, ['march', 'road', 3])
    """

    def change(move: Any) -> Any:
        if tag_of(move) != tag:
            return move
        return {**move, field: value} if isinstance(field, str) else [*move[:field], value, *move[field:]]

    return change


def tag_of(move: Any) -> str:
    """What kind of move it is; empty for what is none."""
    tag = move.get("m") if isinstance(move, dict) else move[0] if isinstance(move, list) and move else ""
    return tag if isinstance(tag, str) else ""


def migrated(changes: MoveChanges, move: Any, since: int, now: int) -> Any:
    """A move of rules version ``since`` as version ``now`` writes it.

    >>> changes = {1: [renamed("go", "march")], 2: [field_added("march", "by", "road")]}
    >>> migrated(changes, {"m": "go"}, 1, 3) == migrated(changes, {"m": "march"}, 2, 3) == {"m": "march", "by": "road"}
    True
    >>> migrated(changes, {"m": "go"}, 3, 3)
    {'m': 'go'}
    """
    for version in range(since, now):
        for change in changes.get(version, ()):
            move = change(move)
    return move
