"""The faces of systems as tables and widgets reach them: through the records, by a system's id."""

from __future__ import annotations

from napwidgets.board.display import (
    Battle,
    Card,
    Chapter,
    Contrast,
    Debrief,
    Dispatch,
    Draft,
    Fact,
    Field,
    Grid,
    Hour,
    Line,
    News,
    Party,
    Passing,
    Sandbox,
    Share,
    Sky,
    Spread,
    Target,
    WhatIf,
)
from napwidgets.board.panels import Panel
from napwidgets.board.presenter import (
    Board,
    Campaigner,
    Cardholder,
    Commander,
    Folding,
    Herald,
    Naming,
    Presenter,
    Proposer,
    Seafarer,
    Surveyor,
    TwoSided,
    Umpire,
    Watchful,
    Weathered,
    places,
)
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.systems.registry import system_of

__all__ = [
    "Battle",
    "Board",
    "Campaigner",
    "Card",
    "Cardholder",
    "Chapter",
    "Commander",
    "Contrast",
    "Debrief",
    "Dispatch",
    "Draft",
    "Fact",
    "Field",
    "Folding",
    "Grid",
    "Herald",
    "Hour",
    "Line",
    "Naming",
    "News",
    "Party",
    "Passing",
    "Presenter",
    "Proposer",
    "Sandbox",
    "Seafarer",
    "Share",
    "Sky",
    "Spread",
    "Surveyor",
    "Target",
    "TwoSided",
    "Umpire",
    "Watchful",
    "Weathered",
    "WhatIf",
    "panel_of",
    "places",
    "presenter_for",
    "sandbox_of",
]


def presenter_for(game: Game) -> Presenter:
    """The face of the game's system."""
    return system_of(game.engine.system).face.present(game.engine)


def panel_of(system: str, name: str) -> Panel:
    """A panel that a system's face has beside the common ones, by its name."""
    made: Panel = getattr(system_of(system).face, "PANELS", {})[name]()
    return made


def sandbox_of(system: str) -> Sandbox:
    """A battle to put together by hand; raises `NapwidgetsError` for a system that has none."""
    face = system_of(system).face
    if not hasattr(face, "sandbox"):
        raise NapwidgetsError(f"There is no battle sandbox for {system!r} yet.")
    bench: Sandbox = face.sandbox()
    return bench
