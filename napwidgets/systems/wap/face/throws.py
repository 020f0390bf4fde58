"""The part of a form that says which squadrons throw together when they look for an enemy (F.4.c)."""

from __future__ import annotations

from collections.abc import Mapping

from napwidgets.board.display import Field, Spread
from napwidgets.kernel.odds import Distribution
from napwidgets.systems.wap.face.battle import share

_HOW = (("one", "all as one"), ("each", "each for itself"), ("groups", "in groups"))


def number(values: Mapping[str, str], id: str, low: int, high: int, other: int) -> int:
    """A number of the form within its bounds."""
    text = values.get(id, "")
    return min(max(int(text), low), high) if text.isdecimal() and len(text) < 4 else other


def groups_of(values: Mapping[str, str], many: int) -> tuple[tuple[int, ...], tuple[Field, ...]]:
    """The groups that are filled in, none if all throw as one, and the fields that ask for them."""
    if many < 2:
        return (), ()
    how = values.get("how", "one")
    asked = Field("how", "They throw", _HOW, how)
    if how == "each":
        return (1,) * many, (asked,)
    if how != "groups":
        return (), (asked,)
    groups, fields = _filled(values, many)
    return tuple(groups), (asked, *fields)


def _filled(values: Mapping[str, str], many: int) -> tuple[list[int], list[Field]]:
    """The sizes of groups, asked for one after the other until nobody is left; the rest is the last group."""
    groups: list[int] = []
    fields = []
    while (left := many - sum(groups)) > 1:
        n = len(groups) + 1
        other = -(-left // 2) if not groups else left
        groups.append(number(values, f"group{n}", 1, left, other))
        fields.append(Field(f"group{n}", f"Group {n}, of {left} squadrons", value=str(groups[-1]), low=1, high=left))
    return [*groups, *([left] if left else [])], fields


def who_meets(odds: Distribution[int], many: int) -> Spread:
    """How many of some squadrons meet the enemy, as chances."""
    shares = tuple(share(_met(met, many), odds[met], "good" if met else "bad") for met, _ in sorted(odds, reverse=True))
    return Spread("Who meets the enemy", shares, "exact", "WAP F.4.c")


def _met(met: int, of: int) -> str:
    return "nobody" if not met else f"{met} of {of} squadrons" if met < of else "all of them" if of > 1 else "it does"
