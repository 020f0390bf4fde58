"""The shelf in the lobby: the games kept on this machine, each with the way back to it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from html import escape

from napwidgets import scenarios
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.language.visit import visit
from napwidgets.table import shelf
from napwidgets.table.seats import PERSON
from napwidgets.table.shelf import LONGEST, Kept
from napwidgets.widgets.pictures import picture
from napwidgets.widgets.sheet import Sheet, button, do

#: So many games stand open, those played last; the others open on demand.
OPEN = 3
_DAY = 24 * 3600


def _own() -> list[Kept]:
    """The games on the shelf; where many people come, only those that this browser has opened."""
    here = visit()
    return [game for game in shelf.shelf() if game.id in here.own] if here.hosted else shelf.shelf()


class Shelf(Sheet):
    """A panel with the kept games. ``goes_on(id)`` is called with the game that is to go on."""

    goes_on: Callable[[str], None] | None = None
    _thrown: tuple[str, str] | None = None

    def shelf_html(self) -> str:
        """The kept games; nothing where there are none, or where nobody could open one."""
        kept = [game for game in _own() if _title(game)] if self.goes_on is not None else []
        back = ""
        if self._thrown is not None:
            id, name = self._thrown
            fetch = button("Fetch it back", "fetch", id)
            back = f'<p class="nw-good" role="status">{escape(name)} is gone. {fetch}</p>'
        if not kept and not back:
            return ""
        rest = kept[OPEN:]
        more = self.fold("shelf", f"{len(rest)} more", lambda: _rows(map(self._game, rest))) if rest else ""
        return f'<section class="nw-shelf"><h2>Go on</h2>{back}{_rows(map(self._game, kept[:OPEN]))}{more}</section>'

    def _game(self, kept: Kept) -> str:
        people = [seat for seat, kind in kept.seats.items() if kind == PERSON]
        names = scenarios.info(kept.scenario).sides
        who = " and ".join(names.get(seat, seat) for seat in people) or "looking on"
        name = _name(kept)
        title = _title(kept) if kept.note.name else ""
        about = " · ".join(filter(None, (title, who, kept.note.over or kept.note.when)))
        ways = self.fold(f"ways-{kept.id}", "More", partial(_ways, kept), "nw-ways")
        go = button("Look" if kept.note.over else "Go on", "go_on", kept.id, kind="main", title=f"Open {name}")
        return (
            f'<li><span class="nw-pic" aria-hidden="true">{picture(kept.scenario)}</span>'
            f"<div><b>{escape(name)}</b><small>{escape(about)} · {_ago(time.time() - kept.played)}</small>{ways}</div>"
            f"{go}</li>"
        )

    def do_go_on(self, id: str) -> None:
        """Open a kept game."""
        if self.goes_on is not None:
            self.goes_on(id)

    def do_rename(self, arg: str) -> None:
        """Give a game the name that was typed: ``id=name``."""
        id, _, name = arg.partition("=")
        shelf.rename(id, name)
        self.refresh()

    def do_copy(self, id: str) -> None:
        """A second copy beside the first."""
        self.mine(shelf.duplicate(id))
        self.refresh()

    def mine(self, id: str) -> None:
        """A game belongs to whoever is at this page."""
        visit().own.add(id)

    def do_export(self, id: str) -> None:
        """The game as a file."""
        text = shelf.exported(id)
        self.download = {"n": time.time_ns() % 10**9, "name": f"game-{id}.json", "text": text}

    def do_throw(self, id: str) -> None:
        """Off the shelf; it can be fetched back."""
        name = next((_name(kept) for kept in shelf.shelf() if kept.id == id), "The game")
        shelf.throw_away(id)
        self._thrown = (id, name)
        self.refresh()

    def do_fetch(self, id: str) -> None:
        """Back on the shelf."""
        shelf.fetch_back(id)
        self._thrown = None
        self.refresh()


def _rows(rows: Iterable[str]) -> str:
    return f"<ul>{''.join(rows)}</ul>"


def _title(kept: Kept) -> str:
    """The scenario's title; nothing for one that there is not any more."""
    try:
        return scenarios.info(kept.scenario).title
    except NapwidgetsError:
        return ""


def _name(kept: Kept) -> str:
    return kept.note.name or _title(kept)


def _ways(kept: Kept) -> str:
    """What can be done with a game beside going on."""
    name = escape(_name(kept))
    return (
        f'<label class="nw-f"><span>Name</span><input type="text" maxlength="{LONGEST}" value="{name}" '
        f'{do("rename", kept.id)}></label><div class="nw-row">{button("Copy", "copy", kept.id)}'
        f"{button('Save to a file', 'export', kept.id)}{button('Throw away', 'throw', kept.id)}</div>"
    )


def _ago(seconds: float) -> str:
    """How long ago something was, in words.

    >>> _ago(30), _ago(7200), _ago(90000), _ago(864000)
    ('just now', '2 hours ago', 'yesterday', '10 days ago')
    """
    days, hours, minutes = int(seconds // _DAY), int(seconds // 3600), int(seconds // 60)
    if days:
        return "yesterday" if days == 1 else f"{days} days ago"
    if hours:
        return "an hour ago" if hours == 1 else f"{hours} hours ago"
    return "just now" if minutes < 2 else f"{minutes} minutes ago"
