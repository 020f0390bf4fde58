"""Battles described in JSON, handed to the system that they name (nlc where they name none)."""

from __future__ import annotations

from napwidgets.kernel.outline import Unreadable, decoded
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.describing import Answer, as_refused
from napwidgets.systems.registry import system_of


def describe(raw: bytes, name: str = "battle") -> Answer:
    """The exact odds of a battle described in JSON; raises `ScenarioError` saying what is wrong in it, and with the
    paragraph what the rules don't allow.
    """
    try:
        data = decoded(raw)
    except Unreadable as error:
        raise ScenarioError(f"{name}:{error.line} does not describe a battle: {error.why}.") from None
    system = data.get("system", "nlc") if isinstance(data, dict) else "nlc"
    try:
        described = system_of(str(system)).described
    except ScenarioError as error:
        raise as_refused(name, error) from None
    found: Answer = described.describe(raw, name)
    return found
