"""The records of scenario files, and whether a scenario says of every value where it comes from."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from napwidgets.kernel.findings import Finding, Place
from napwidgets.kernel.provenance import Kind


class Data(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of all scenario records: unknown keys are an error, so a typing slip is found."""


class OriginData(Data, frozen=True, kw_only=True):
    """Where all values come from whose dotted path matches ``of``; ``*`` stands for any step."""

    of: str
    kind: Kind
    note: str = ""


def uncovered(data: Any, names: Collection[str]) -> Iterator[Finding]:
    """Values that no entry of ``data.provenance`` covers, each kind of value once, and entries that cover nothing.

    ``names`` are keys that only name or describe; they need no provenance.
    """
    patterns = [tuple(entry.of.split(".")) for entry in data.provenance]
    used: set[tuple[str, ...]] = set()
    told: set[tuple[str, ...]] = set()
    for at, words in _values(msgspec.to_builtins(data), (), ()):
        covering = [pattern for pattern in patterns if _matches(pattern, at, words)]
        used.update(covering)
        group = tuple("*" if isinstance(step, int) else step for step in at)
        if not covering and group not in told and not set(names).intersection(group):
            told.add(group)
            yield Finding(at, f"no entry of 'provenance' says where this comes from (of: {'.'.join(group)})")
    for i, pattern in enumerate(patterns):
        if pattern not in used and pattern[0] not in data.__struct_fields__:
            yield Finding(("provenance", i, "of"), f"{'.'.join(pattern)!r} matches no value of this file")


def _values(tree: Any, at: Place, words: tuple[str, ...]) -> Iterator[tuple[Place, tuple[str, ...]]]:
    """Every value with its place, and the place in words: members of lists go by their ids, where they have one."""
    if isinstance(tree, Mapping):
        for key, value in tree.items():
            yield from _values(value, (*at, key), (*words, key))
    elif isinstance(tree, list | tuple) and tree and isinstance(tree[0], Mapping):
        for i, value in enumerate(tree):
            yield from _values(value, (*at, i), (*words, str(value.get("id", i))))
    elif tree is not None and at:
        yield at, words


def _matches(pattern: tuple[str, ...], at: Place, words: tuple[str, ...]) -> bool:
    """Whether a pattern covers a place: ``*`` stands for any step, and what is below is covered too."""
    steps = zip(pattern, at, words, strict=False)
    return len(pattern) <= len(at) and all(p in ("*", str(step), word) for p, step, word in steps)
