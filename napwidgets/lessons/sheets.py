"""The panels of a lesson: a trial with its controls, a task with its answer, and the report at the end."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from napwidgets.board import report as r
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.language.visit import visit
from napwidgets.lessons import plots
from napwidgets.lessons.progress import LONGEST, Mark
from napwidgets.lessons.task import Exhibit, Item, Options, Part, Task, Trial, fits
from napwidgets.table.presenter import Field
from napwidgets.widgets.report import block, word
from napwidgets.widgets.sheet import BadMessage, Fold, Sheet, button, do, select

if TYPE_CHECKING:
    from napwidgets.lessons.desk import Desk

CSS = plots.CSS + (Path(__file__).parent / "lesson.css").read_text()


def part_html(part: Part, fold: Fold) -> str:
    """What a trial shows, as HTML; a wide table is scrolled in its own box."""
    if isinstance(part, plots.Plot | plots.Drawing):
        return part.html()
    html = block(part, fold)
    return f'<div class="nl-over" tabindex="0">{html}</div>' if isinstance(part, r.Table) else html


def _control(field: Field, value: str) -> str:
    if field.choices:
        return select("set", list(field.choices), value, field.label, field.id)
    slide = r.Slide("set", field.id, int(value), field.low, field.high, field.label)
    return f'<div class="nw-f"><span>{escape(field.label)}</span>{word(slide)}</div>'


class LessonSheet(Sheet):
    """A panel of a lesson: what goes wrong stands in it as a sentence."""

    _css = f"{Sheet._css}\n{CSS}"

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._wrong = ""
        super().__init__(None, "nl")

    def trouble(self, text: str) -> None:
        self._wrong = text
        self.refresh()

    def wrong(self) -> str:
        """What went wrong last, once."""
        words, self._wrong = self._wrong, ""
        return f'<p class="nl-no" role="alert">{escape(words)}</p>' if words else ""


class TrialSheet(LessonSheet):
    """Controls and what comes of them; a task's question below."""

    def __init__(self, desk: Desk, item: Item) -> None:
        self.item = item
        self._typed: str | None = None
        super().__init__(desk)

    @property
    def mark(self) -> Mark:
        """How it stands with this one."""
        return self.desk.progress.mark(self.item.id)

    def body(self) -> str:
        trial = self._trial(self.item.trial) if self.item.trial is not None else ""
        if isinstance(self.item, Exhibit):
            return f"<article><h2>{escape(self.item.title)}</h2>{trial}{self.wrong()}</article>"
        look = "nl-done" if self.mark.done else "nl-open"
        head = f"<small>Task {self.desk.number(self.item)} of {len(self.desk.tasks)}</small> {escape(self.item.title)}"
        return f'<article class="{look}"><h2>{head}</h2>{trial}{self._question(self.item)}</article>'

    def _trial(self, trial: Trial) -> str:
        now = trial.settings(self.mark.settings)
        controls = "".join(_control(f, now[f.id]) for f in trial.fields)
        try:
            shown = "".join(part_html(part, self.fold) for part in trial.show(now))
        except NapwidgetsError as trouble:
            shown = f'<p class="nl-no">{escape(str(trouble))}</p>'
        return f'<div class="nl-controls">{controls}</div><div aria-live="polite">{shown}</div>'

    def do_set(self, arg: str) -> None:
        """A control was moved."""
        id, _, value = arg.partition("=")
        trial = self.item.trial
        field = next((f for f in trial.fields if f.id == id), None) if trial is not None else None
        if trial is None or field is None or not fits(field, value):
            raise BadMessage("That control can't stand there; please choose again.")
        settings = trial.settings(self.mark.settings) | {id: value}
        self.desk.note(self.item.id, lambda mark: replace(mark, settings=settings))
        self.refresh()

    def _question(self, task: Task) -> str:
        mark = self.mark
        if mark.done:
            answer, because = task.found(mark.given)
            found = f"<b>{escape(answer)}</b>. {escape(because)}" if answer else f"<span>{escape(because)}</span>"
            told = f'<p class="nl-yes" tabindex="-1" data-told>Right: {found}</p>'
            return f'<div class="nl-ask"><p>{escape(task.ask)}</p><div role="status">{told}</div></div>'
        said = ""
        if mark.tries:
            said = f'<p class="nl-no">Not yet: {escape(task.words(mark.given))} is not it. Try again.</p>'
        if mark.tries > 1:
            said += f'<p class="nl-hint"><b>A hint.</b> {escape(task.hint)}</p>'
        # A key, so that the button is the same one after an answer: who presses it keeps the keyboard there.
        check = f'<button type="submit" class="nw-b main" data-key="check-{task.id}">Check my answer</button>'
        return (
            f'<form class="nl-ask" {do("answer", key=f"answer-{task.id}")}><p>{escape(task.ask)}</p>'
            f'{self._field(task)}{check}<div role="status" aria-live="polite">{self.wrong()}{said}</div></form>'
        )

    def _field(self, task: Task) -> str:
        # What is typed or ticked and not checked yet outlasts a move of the controls.
        now = self.mark.given if self._typed is None else self._typed
        if isinstance(task.kind, Options):
            rows = "".join(
                f'<label><input type="radio" name="given" value="{escape(value)}" {do("typed", key=f"typed-{value}")}'
                f"{' checked' if value == now else ''}><span>{escape(words)}</span></label>"
                for value, words in task.kind.choices.items()
            )
            return f'<fieldset><legend class="nw-sr">{escape(task.ask)}</legend>{rows}</fieldset>'
        return (
            f'<label class="nl-answer"><span>What you found:</span><input type="text" inputmode="decimal" name="given" '
            f'maxlength="30" autocomplete="off" value="{escape(now)}" {do("typed")}>'
            f"<span>{escape(task.kind.unit)}</span></label>"
        )

    def do_typed(self, given: str) -> None:
        """What stands in the field of the answer, before it is checked."""
        self._typed = given[:LONGEST]

    def do_answer(self, arg: str) -> None:
        """An answer is checked against what the engine works out."""
        task = self.item
        if not isinstance(task, Task) or self.mark.done:
            raise BadMessage("There is nothing to answer here any more.")
        given = typed(arg, "given")
        right = task.right(given)
        self._typed = None
        self.desk.note(task.id, lambda mark: replace(mark, tries=mark.tries + 1, given=given, done=right))
        self.refresh()


def typed(arg: str, name: str) -> str:
    """A field of a form as the page sent it, or `BadMessage`.

    >>> typed('{"given": " 12 "}', "given")
    '12'
    """
    try:
        found = json.loads(arg)
    except ValueError:
        found = None
    value = found.get(name) if isinstance(found, dict) else None
    if value is None and isinstance(found, dict):
        raise BadMessage("Choose or write an answer first, then check it.")
    if not isinstance(value, str) or len(value) > LONGEST:
        raise BadMessage("The page sent something that this lesson does not understand; please reload it.")
    if not value.strip():
        raise BadMessage("Write an answer first, then check it.")
    return value.strip()


class ReportSheet(LessonSheet):
    """How far one is, one's name, and the report to hand in."""

    _sure = False

    def body(self) -> str:
        desk, progress = self.desk, self.desk.progress
        done = sum(progress.mark(task.id).done for task in desk.tasks)
        rows = "".join(f"<li>{escape(line)}</li>" for line in map(desk.state_of, desk.tasks))
        rows += "".join(f"<li data-title>{escape(line)}</li>" for line in desk.game_lines())
        name = (
            f'<label class="nw-f"><span>Your name, as it shall stand on the report</span><input type="text" '
            f'maxlength="{LONGEST}" autocomplete="name" value="{escape(progress.name)}" {do("name")}></label>'
        )
        sure = button("Yes, begin anew", "anew", "yes") if self._sure else ""
        asked = "All answers and the name go; games stay in the lobby. " if self._sure else ""
        kept = "What you did is kept on this machine; a reload finds it again."
        if visit().drawer is not None:
            kept = "What you did is kept for this browser; a reload finds it again."
        return (
            f"<article><h2>Your report</h2><p><b>{done} of {len(desk.tasks)} tasks are done.</b> {kept}</p>"
            f'<ul class="nl-list">{rows}</ul>{name}'
            f'<div class="nw-row">{button("Save the report", "save", kind="main")}'
            f"{button('Begin anew', 'anew', kind='quiet')}{escape(asked)}{sure}</div>"
            "<p><small>The report is one file with answers, charts and games. Open it in any browser to print it, or "
            f"to keep it as a PDF.</small></p>{self.wrong()}</article>"
        )

    def do_name(self, name: str) -> None:
        """The name for the report."""
        if len(name) > LONGEST:
            raise BadMessage(f"A name of at most {LONGEST} letters, please.")
        self.desk.change(lambda progress: replace(progress, name=name.strip()))
        self.refresh()

    def do_save(self, _: str) -> None:
        """The report as a file."""
        from napwidgets.lessons.report import report_html

        name = f"{self.desk.lesson}-report.html"
        self.download = {"n": time.time_ns() % 10**9, "name": name, "text": report_html(self.desk)}

    def do_anew(self, arg: str) -> None:
        """For the next pupil: everything is forgotten, once that was asked twice."""
        if arg == "yes" and self._sure:
            self.desk.forget()
        self._sure = arg != "yes"
        self.refresh()


class Ways(LessonSheet):
    """The head of a page: the other lessons, and the way back to the lobby."""

    def __init__(self, desk: Desk, links: Callable[[], str]) -> None:
        self._links = links
        super().__init__(desk)

    def body(self) -> str:
        return f'<nav class="nl-ways" aria-label="Lessons" data-page="{escape(self.desk.title)}">{self._links()}</nav>'
