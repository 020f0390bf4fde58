"""Optional rules chosen by name, the same for every system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from napwidgets.kernel.rulings import ScenarioError

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
        raise ScenarioError(f"These options can't be used: {error}") from None
