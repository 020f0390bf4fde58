"""`RoomForm`, where a room is opened, and `Joining`, where one comes in by its code."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from html import escape

from napwidgets import scenarios
from napwidgets.shared import rooms
from napwidgets.shared.pages.reach import reach
from napwidgets.shared.pages.room import STYLE, number_in
from napwidgets.shared.store import Store
from napwidgets.systems.registry import system_of
from napwidgets.table.seats import NotNow
from napwidgets.widgets.sheet import BadMessage, Sheet, button, do


class RoomForm(Sheet):
    """A room is made here: ``opened(token, tokens, board)`` shows it."""

    def __init__(
        self,
        store: Callable[[], Store],
        scenario: str,
        opened: Callable[[rooms.Opened], None],
        back: Callable[[], None],
        base: str = "",
    ) -> None:
        self._store, self._opened, self._back, self._base = store, opened, back, base
        self.scenario, self._told = scenario, ""
        super().__init__(None, "nw-room nw-invite")

    def body(self) -> str:
        told, self._told = self._told, ""
        wrong = f'<p class="nw-refusal" role="status">{escape(told)}</p>' if told else ""
        info = scenarios.info(self.scenario)
        field = 'style="display:block;width:100%;box-sizing:border-box;font:inherit;padding:6px;margin:4px 0 12px"'
        who = ("people on all seats", "one person at each table, against computers")
        choices = "".join(f'<option value="{n}">{words}</option>' for n, words in enumerate(who))
        others = "".join(
            f'<label><input type="checkbox" name="also {escape(other.id)}" data-keep="also {escape(other.id)}"> '
            f"{escape(other.title)} <small>{escape(system_of(other.system).options.ABOUT[0])}</small></label>"
            for other in scenarios.scenarios()
            if other.id != self.scenario
        )
        return (
            f'{STYLE}<h1 tabindex="-1" data-begin>A room for a class: {escape(info.title)}</h1>{wrong}'
            "<p>Everybody gets a seat by a link on a slip, or by the room's code. There are no accounts; real names "
            f"are seen by you alone.</p>{reach(self._base)}"
            f'<form novalidate {do("make", key="make")} style="display:block">'
            f'<label>Name of the class or club<input name="title" maxlength="{rooms.TITLE}" data-keep="title" '
            f"{field}></label>"
            f'<label>Names, one a line; leave it empty if all come by the code<textarea name="names" rows="8" '
            f'data-keep="names" {field}></textarea></label>'
            '<label>Tables, if all come by the code<input name="tables" type="number" min="1" '
            f'max="{rooms.MOST_TABLES}" value="4" data-keep="tables" {field}></label>'
            f'<label>Who plays<select name="persons" data-keep="persons" {field}>{choices}</select></label>'
            '<details style="margin-bottom:12px"><summary>Other scenarios, too: tables take them by turns</summary>'
            f'<div class="nw-also">{others}</div></details>'
            '<label>A declared seed, for the same dice at every table (may stay empty)<input name="seed" '
            f'maxlength="40" data-keep="seed" {field}></label><button class="nw-b main">Open the room</button> '
            f"{button('Back', 'back', kind='quiet')}</form>"
        )

    def trouble(self, text: str) -> None:
        self._told = text
        self.refresh()

    def do_make(self, arg: str) -> None:
        wanted = _form(arg)
        others = [other.id for other in scenarios.scenarios() if other.id != self.scenario]
        chosen = [self.scenario, *(id for id in others if f"also {id}" in wanted)]
        names = [name for line in wanted["names"].splitlines() if (name := line.strip())]
        persons = 1 if wanted["persons"] == "1" else None
        tables = 0 if names else number_in(wanted["tables"])
        engines = rooms.laid([scenarios.load(id) for id in chosen], len(names), persons, tables)
        seed = wanted["seed"].strip() or None
        made = rooms.open_room(self._store(), wanted["title"], engines, names, persons=persons, seed=seed)
        self._opened(made)

    def do_back(self, _: str) -> None:
        self._back()


class Joining(Sheet):
    """One comes in by a room's code here: ``seated(token)`` opens the table."""

    def __init__(self, store: Callable[[], Store], seated: Callable[[str], None], back: Callable[[], None]) -> None:
        self._store, self._seated, self._back, self._told, self._tries = store, seated, back, "", 0
        super().__init__(None, "nw-room nw-invite")

    def body(self) -> str:
        told, self._told = self._told, ""
        wrong = f'<p class="nw-refusal" role="status">{escape(told)}</p>' if told else ""
        field = 'style="display:block;font:inherit;padding:6px;margin:4px 0 12px"'
        return (
            f'{STYLE}<h1 tabindex="-1" data-begin>Come into a room</h1>{wrong}'
            f'<form {do("join", key="join")} style="display:block"><label>The code'
            f'<input name="code" maxlength="12" autocomplete="off" data-keep="code" {field}></label>'
            f'<label>Your name, for your teacher alone<input name="name" maxlength="{rooms.NAME}" '
            f'data-keep="name" {field}></label><button class="nw-b main">Come in</button> '
            f"{button('Back', 'back', kind='quiet')}</form>"
        )

    def trouble(self, text: str) -> None:
        self._told = text
        self.refresh()

    def do_join(self, arg: str) -> None:
        self._tries += 1
        if self._tries > 20:
            raise NotNow("That were many tries; please ask your teacher for the code, and reload this page.")
        wanted = _form(arg)
        self._seated(rooms.join(self._store(), wanted["code"], wanted["name"]))

    def do_back(self, _: str) -> None:
        self._back()


def _form(arg: str) -> dict[str, str]:
    """The fields of a form; what is missing is empty."""
    try:
        found = json.loads(arg)
    except ValueError as wrong:
        raise BadMessage("The page sent something that this page does not understand; please reload it.") from wrong
    if not isinstance(found, dict) or not all(isinstance(v, str) and len(v) <= 20_000 for v in found.values()):
        raise BadMessage("The page sent something that this page does not understand; please reload it.")
    return defaultdict(str, found)
