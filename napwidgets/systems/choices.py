"""What every system does alike with choices: optional rules by name, moves by the place they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from napwidgets.documents import told
from napwidgets.kernel.findings import dotted
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.kernel.system import Move

Form = TypeVar("Form", bound=Struct)


def chosen(form: type[Form], system: str, values: Mapping[str, Any] | None, default: tuple[str, ...] = ()) -> Form:
    """A system's options from a mapping of names to values; a scenario's defaults hold where nothing is said.

    Raises `ScenarioError` naming the options there are.
    """
    given: dict[str, Any] = dict.fromkeys(default, True)
    given.update(values or {})
    known = form.__struct_fields__
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise ScenarioError(f"{system.upper()} has no option {', '.join(unknown)}; it has {', '.join(known)}.")
    try:
        return msgspec.convert(given, form)
    except msgspec.ValidationError as error:
        at, what = told(str(error), form)
        if what.startswith("true or false"):
            what = "it is on or off: write true or false"
        raise ScenarioError(f"The option {dotted(at)} can't be used so: {what}.") from None


def by_place(moves: Iterable[Move], place: Callable[[Move], int]) -> dict[int, list[Move]]:
    """Moves by the place that each is about; those about none (below 0) are left out."""
    found: dict[int, list[Move]] = {}
    for move in moves:
        at = place(move)
        if at >= 0:
            found.setdefault(at, []).append(move)
    return found
