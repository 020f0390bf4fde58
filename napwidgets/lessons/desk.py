"""A pupil's desk: one lesson with its tasks, its games and what is kept of both."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from html import escape
from importlib import import_module
from typing import TypeVar

import ipywidgets
from msgspec.structs import replace

from napwidgets import scenarios
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.lessons.progress import Mark, Progress, change, marked, read
from napwidgets.lessons.sheets import LessonSheet, ReportSheet, TrialSheet, Ways
from napwidgets.lessons.task import Item, Seating, Task
from napwidgets.table.autosave import game_path
from napwidgets.table.hold import Hold
from napwidgets.table.table import Table
from napwidgets.widgets.computers import keep_up
from napwidgets.widgets.lesson_shelf import LESSONS, SERVED, entry, lesson_address, lobby_address
from napwidgets.widgets.lobby import new_id, resume
from napwidgets.widgets.sheet import undressed
from napwidgets.widgets.table_app import TableApp

_S = TypeVar("_S", bound=LessonSheet)


class Desk:
    """One lesson. ``desk("walls")`` is the widget of a trial or a task, ``desk.table("ney")`` that of a game."""

    def __init__(self, lesson: str) -> None:
        self.lesson = lesson
        self.title = entry(lesson).title
        found = import_module(f"napwidgets.lessons.{lesson.replace('-', '_')}")
        self.items: tuple[Item, ...] = found.ITEMS
        self.games: Mapping[str, Seating] = getattr(found, "GAMES", {})
        self.tables: dict[str, Table] = {}
        self._sheets: list[LessonSheet] = []
        self._report: ReportSheet | None = None

    @property
    def tasks(self) -> list[Task]:
        """The tasks, without what is only there to be tried."""
        return [item for item in self.items if isinstance(item, Task)]

    @property
    def progress(self) -> Progress:
        """How far somebody is, as it is kept."""
        return read(self.lesson)

    def number(self, task: Task) -> int:
        """The number of a task on the page.

        >>> desk = Desk("combat-lab")
        >>> desk.number(desk.tasks[1])
        2
        """
        return self.tasks.index(task) + 1

    # Widgets

    def __call__(self, id: str) -> TrialSheet:
        """The widget of a trial or a task."""
        item = next(item for item in self.items if item.id == id)
        return self._put(lambda: TrialSheet(self, item))

    def report(self) -> ReportSheet:
        """The widget that says how far one is and saves the report."""
        self._report = self._put(lambda: ReportSheet(self))
        return self._report

    def ways(self) -> Ways:
        """The head of the page: where else one can go."""
        return self._put(lambda: Ways(self, lambda: links(self.lesson)))

    def _put(self, make: Callable[[], _S]) -> _S:
        """Only the first panel of a page brings the style sheet."""
        if not self._sheets:
            sheet = make()
        else:
            with undressed():
                sheet = make()
        self._sheets.append(sheet)
        return sheet

    # Games

    def table(self, key: str) -> ipywidgets.Widget:
        """The table of a game of this lesson: as it was left, or new."""
        return homed(TableApp(self.seated(key)))

    def coached(self, key: str) -> ipywidgets.Widget:
        """The table of a game with the coach of First Steps above it."""
        from napwidgets.lessons.coach import Coached

        coached = Coached(self.seated(key))
        homed(coached.app)
        return coached

    def anew(self) -> LessonSheet:
        """Where the campaign of *Why Leipzig?* is played again."""
        from napwidgets.lessons.anew import Anew

        return self._put(lambda: Anew(self))

    def seated(self, key: str) -> Table:
        """A game of this lesson as a table, which a reload finds again."""
        kept = self.progress.games.get(key)
        try:
            table = resume(kept) if kept else self._begun(key)
        except NapwidgetsError:
            table = self._begun(key)
        self.tables[key] = table
        keep_up(table)
        table.observe(self._played)
        return table

    def _played(self, _: Table) -> None:
        """The report says where a game stands."""
        if self._report is not None:
            self._report.refresh()

    def _begun(self, key: str) -> Table:
        seating, id = self.games[key], new_id()
        path = game_path(id)
        game = Game.new(scenarios.load(seating.scenario), seating.seed)
        table = Table(game, dict(seating.seats), path=path, hold=Hold(path))
        table.open_page()
        table.save()
        self.change(lambda progress: replace(progress, games={**progress.games, key: id}))
        return table

    # What is kept

    def note(self, id: str, how: Callable[[Mark], Mark]) -> None:
        """Change how one task stands, and keep it."""
        self.change(lambda progress: marked(progress, id, how(progress.mark(id))))

    def change(self, how: Callable[[Progress], Progress]) -> None:
        """Change what is kept of the lesson; the report follows."""
        change(self.lesson, how)
        if self._report is not None:
            self._report.refresh()

    def forget(self) -> None:
        """Begin anew: a reload then begins new games, too."""
        change(self.lesson, lambda _: Progress())
        for sheet in self._sheets:
            sheet.refresh()

    def state_of(self, task: Task) -> str:
        """How a task stands, in a line."""
        mark = self.progress.mark(task.id)
        tries = f"{mark.tries} {'try' if mark.tries == 1 else 'tries'}"
        how = f"open, {tries}" if mark.tries else "open"
        if mark.done:
            how = f"{task.words(mark.given).rstrip('.')} (right, {tries})"
        # A colon after a question mark would look odd, and titles may be questions.
        return f"{self.number(task)}. {task.title} · {how}"

    def game_lines(self) -> list[str]:
        """The games of this page, each in a line."""
        return [f"{self.games[key].about}: {self.told(key)}" for key in self.tables]

    def told(self, key: str) -> str:
        """Where a game stands, and what the pupil did in it."""
        table, deeds = self.tables[key], self.games[key].deeds
        return f"{standing(table.game)}; {deeds(table)}" if deeds is not None else standing(table.game)


def standing(game: Game) -> str:
    """Where a game stands.

    >>> import napwidgets
    >>> standing(napwidgets.new_game("nlc/first-steps", seed="1815"))
    'First Steps, not begun'
    """
    if game.number == 0:
        return f"{game.engine.title}, not begun"
    if game.outcome is not None:
        return f"{game.engine.title}, ended after {game.number} moves: {game.outcome.title}"
    hour = game.engine.clock(game.state)[1]
    return f"{game.engine.title}, {hour}, after {'1 move' if game.number == 1 else f'{game.number} moves'}"


def homed(app: TableApp) -> TableApp:
    """A table on a lesson's page: the lobby lies above it."""
    app.menu.lobby = lobby_address()
    app.menu.refresh()
    return app


def links(here: str) -> str:
    """Links to the lobby and the other lessons; nothing where the server has no pages for them."""
    if not os.environ.get(SERVED):
        return ""
    others = (f'<a href="{escape(lesson_address(e.id))}">{escape(e.title)}</a>' for e in LESSONS if e.id != here)
    return f'<a href="{lobby_address()}">Lobby</a>' + "".join(others)
