"""Games that computer players play for a person, and every text that the person's screen shows on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import napwidgets
from napwidgets.players.registry import make_player
from napwidgets.table.table import Table
from napwidgets.widgets.sheet import Sheet
from napwidgets.widgets.table_app import TableApp

_PARTS = re.compile(r"<(?:style|script)\b.*?</(?:style|script)>|<[^<>]*>|[^<]+", re.DOTALL)
_READ = re.compile(r'\b(?:title|aria-label|placeholder|data-page|data-is)="([^"]*)"')
#: The panels that tell what happened; all others are interface and prompts.
TELLING = frozenset({"Chronicle", "AftermathCard", "Debrief", "event"})


def texts(html: str) -> Iterator[str]:
    """What is read in some HTML."""
    for part in _PARTS.findall(html):
        for text in _READ.findall(part) if part.startswith("<") else [part]:
            if re.search(r"[A-Za-z]{2}", text):
                yield " ".join(unescape(text).split())


def sheets(widget: Any) -> Iterator[Sheet]:
    """All panels in a widget."""
    if isinstance(widget, Sheet):
        yield widget
    for child in getattr(widget, "children", ()):
        yield from sheets(child)


def shown(scenario: str, moves: int, seed: str) -> dict[str, set[str]]:
    """Texts by the kind of panel, of a game in which a person has the first seat."""
    game = napwidgets.new_game(scenario, seed=seed)
    seats = game.engine.seats
    table = Table(game, {s: "person" if s == seats[0] else "recruit" for s in seats})
    app = TableApp(table)
    players = {s: make_player("recruit", game.engine, s, seed) for s in seats}
    seen: dict[str, set[str]] = {}
    for n in range(moves):
        decision = table.game.decision
        if decision is None:
            break
        if n % 15 == 0:
            for sheet in sheets(app):
                seen.setdefault(type(sheet).__name__, set()).update(texts(sheet.html))
        if not table.step():
            table.play(players[decision.seat].choose(table.game.engine, table.view(), decision.seat))
    seen["event"] = {event.text for at in table.game.line() for event in at.last.events}
    return seen
