"""What a pupil does on a lesson's page: a trial with controls, and a task whose answer the engine works out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec import Struct

from napwidgets.board import report as r
from napwidgets.lessons.plots import Drawing, Plot
from napwidgets.table.presenter import Field
from napwidgets.table.table import Table
from napwidgets.widgets.sheet import BadMessage

#: What a trial shows, one below the other.
Part: TypeAlias = r.Block | Plot | Drawing
#: What the controls of a trial stand at, by their names.
Settings: TypeAlias = Mapping[str, str]


class Trial(Struct, frozen=True):
    """Controls, and what comes of them."""

    fields: tuple[Field, ...]
    show: Callable[[Settings], tuple[Part, ...]]

    def settings(self, kept: Settings) -> dict[str, str]:
        """The controls as they stand: as they were kept, where that is still possible."""
        return {f.id: kept[f.id] if fits(f, kept.get(f.id)) else f.value for f in self.fields}


def slider(id: str, label: str, value: int, low: int, high: int) -> Field:
    """A number on a slider."""
    return Field(id, label, value=str(value), low=low, high=high)


def choice(id: str, label: str, choices: Mapping[str, str], value: str = "") -> Field:
    """A list to choose from: values with their words; the first one is chosen unless another is named."""
    return Field(id, label, tuple(choices.items()), value or next(iter(choices)))


def fits(field: Field, value: str | None) -> bool:
    """Whether a control can stand at a value.

    >>> fits(slider("n", "How many", 3, 1, 6), "6"), fits(slider("n", "How many", 3, 1, 6), "7")
    (True, False)
    """
    if value is None:
        return False
    if field.choices:
        return value in {known for known, _ in field.choices}
    return value.isascii() and value.isdigit() and len(value) < 6 and field.low <= int(value) <= field.high


class Exhibit(Struct, frozen=True):
    """Something to look at and to try, without a question."""

    id: str
    title: str
    trial: Trial


class Options(Struct, frozen=True):
    """An answer chosen from a list: values with their words."""

    choices: Mapping[str, str]


class Number(Struct, frozen=True):
    """An answer in figures: of what, and how near is near enough."""

    unit: str
    near: float = 0.0


class Task(Struct, frozen=True):
    """A question to which the engine knows the answer. ``answer`` gives the right values of a list, or the number;
    ``because`` says why, once it was found.
    """

    id: str
    title: str
    ask: str
    kind: Options | Number
    answer: Callable[[], frozenset[str] | float]
    hint: str
    because: Callable[[], str]
    trial: Trial | None = None

    def right(self, given: str) -> bool:
        """Whether an answer is right; raises `BadMessage` for what is none."""
        found = self.answer()
        if isinstance(self.kind, Options):
            if given not in self.kind.choices:
                raise BadMessage("Choose one of the answers, then check it.")
            return isinstance(found, frozenset) and given in found
        return not isinstance(found, frozenset) and abs(figure(given) - found) <= self.kind.near + 1e-9

    def found(self, given: str) -> tuple[str, str]:
        """What a right answer is told with: the answer as a person reads it, and why it is so. Where the reasons
        begin with the figure itself the answer is left out.
        """
        because = self.because()
        first = re.match(r"[0-9]+(?:\.[0-9]+)?", because)
        again = isinstance(self.kind, Number) and first is not None and float(first[0]) == figure(given)
        return "" if again else self.words(given), because

    def words(self, given: str) -> str:
        """An answer as a person reads it."""
        if isinstance(self.kind, Options):
            return self.kind.choices.get(given, given)
        unit, found = self.kind.unit, _FIGURE.fullmatch(given)
        given = given if found is None else found[1]
        return f"{given} {re.sub('ies$', 'y', unit).removesuffix('s') if given == '1' else unit}".strip()


Item: TypeAlias = Exhibit | Task


def figure(text: str) -> float:
    """A number as somebody types it, with what it counts or without, or `BadMessage`.

    >>> figure(" 12,5 % "), figure("10 hours")
    (12.5, 10.0)
    """
    found = _FIGURE.fullmatch(text.strip().replace("−", "-"))
    if found is None:
        raise BadMessage("Write a number, such as 12 or 12.5.")
    return float(found[1].replace(",", "."))


#: A number, and a word or more for what it counts.
_FIGURE = re.compile(r"([-+]?(?:[0-9]{1,9}(?:[.,][0-9]{0,6})?|[.,][0-9]{1,6}))(?:\s*%|\s+[^\W\d][^\d]*)?")


class Seating(Struct, frozen=True):
    """A game that belongs to a lesson: the scenario, its seed, who plays the other sides, and what of the pupil's own
    deeds the report tells.
    """

    scenario: str
    seed: str
    seats: Mapping[str, str]
    about: str
    deeds: Callable[[Table], str] | None = None
