"""Every task of every lesson: wrong, hint at the second try, right, found again after a reload, told in the report."""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape

import pytest

from napwidgets.language import pages
from napwidgets.language.visit import VISIT, Visit
from napwidgets.lessons import Desk
from napwidgets.lessons.plots import INKS
from napwidgets.lessons.report import report_html
from napwidgets.lessons.sheets import TrialSheet
from napwidgets.lessons.task import Number, Task
from napwidgets.widgets.lesson_shelf import LESSONS

NAMES = [entry.id for entry in LESSONS]
TASKS = [(name, task.id) for name in NAMES for task in Desk(name).tasks]
TRIALS = [(name, item.id) for name in NAMES for item in Desk(name).items if item.trial is not None]


@cache
def answers(name: str, id: str) -> tuple[str, str]:
    """A right answer and a wrong one."""
    task = task_of(Desk(name), id)
    found = task.answer()
    if isinstance(task.kind, Number):
        assert not isinstance(found, frozenset)
        return f"{found:g}", f"{found + 3 * task.kind.near + 7:g}"
    assert isinstance(found, frozenset)
    return sorted(found)[0], next(value for value in task.kind.choices if value not in found)


def task_of(desk: Desk, id: str) -> Task:
    return next(task for task in desk.tasks if task.id == id)


def send(sheet: TrialSheet, do: str, arg: str) -> None:
    sheet._receive(sheet, {"do": do, "arg": arg, "serial": sheet.serial}, [])


def answer(sheet: TrialSheet, given: str) -> None:
    send(sheet, "answer", json.dumps({"given": given}))


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_has_two_to_four_tasks(name: str) -> None:
    assert 2 <= len(Desk(name).tasks) <= 4


@pytest.mark.parametrize(("name", "id"), TASKS)
def test_a_task_is_checked(name: str, id: str) -> None:
    desk = Desk(name)
    sheet, task = desk(id), task_of(desk, id)
    right, wrong = answers(name, id)
    answer(sheet, wrong)
    assert "Not yet" in sheet.html
    assert "A hint" not in sheet.html
    answer(sheet, wrong)
    assert "A hint" in sheet.html
    assert not desk.progress.mark(id).done
    answer(sheet, right)
    assert "Right:" in sheet.html
    assert "<form" not in sheet.html
    again = Desk(name)
    assert again.progress.mark(id).done
    assert again.progress.mark(id).tries == 3
    assert "Right:" in again(id).html
    assert task.title in again.report().html


@pytest.mark.parametrize(("name", "id"), TRIALS)
def test_every_control_of_a_trial_works(name: str, id: str) -> None:
    desk = Desk(name)
    sheet = desk(id)
    trial = sheet.item.trial
    assert trial is not None
    for field in trial.fields:
        last = field.choices[-1][0] if field.choices else str(field.high)
        send(sheet, "set", f"{field.id}={last}")
        assert desk.progress.mark(id).settings[field.id] == last
        assert "nl-no" not in sheet.html
        before = sheet.html
        assert Desk(name)(id).html == before, "a reload finds the controls as they were"
        send(sheet, "set", f"{field.id}=99999")
        assert "choose again" in sheet.html
        assert desk.progress.mark(id).settings[field.id] == last
    if trial.fields:
        shown = {re.sub(r"<select.*?</select>|<input[^>]*>", "", str(trial.show(trial.settings({f.id: v}))))
                 for f in trial.fields for v in (f.value, f.choices[-1][0] if f.choices else str(f.high))}  # fmt: skip
        assert len(shown) > 1, "a control changes what is shown"


def test_what_is_no_answer_costs_no_try() -> None:
    desk = Desk("combat-lab")
    sheet = desk("worth")
    for sent in ('{"given": "many"}', '{"given": ""}', "{}", "[]", "nonsense", '{"given": 3}', '{"given": "1e999"}'):
        send(sheet, "answer", sent)
        assert "nl-no" in sheet.html
    send(sheet, "answer", json.dumps({"given": "9" * 500}))
    assert desk.progress.mark("worth").tries == 0


def test_a_comma_and_a_sign_are_read() -> None:
    desk = Desk("combat-lab")
    answer(desk("run"), "19,4 %")
    assert desk.progress.mark("run").done


def test_the_report_escapes_what_was_typed() -> None:
    desk = Desk("combat-lab")
    panel = desk.report()
    panel.do_name("<b>Marie & Jean</b>")
    answer(desk("walls"), answers("combat-lab", "walls")[0])
    html = report_html(desk)
    assert "<b>Marie" not in html
    assert "&lt;b&gt;Marie &amp; Jean&lt;/b&gt;" in html
    assert "&lt;b&gt;Marie" in panel.html
    assert "a chateau: <span" in html
    assert "1 of 4 tasks done" in html


def test_the_report_speaks_the_language_of_the_page_and_keeps_the_name() -> None:
    desk = Desk("coalitions")
    desk.report().do_name("Holland")
    pages.choose("de")
    try:
        html = report_html(desk)
    finally:
        pages.choose("en")
    assert '<html lang="de">' in html
    assert "<h1>Koalitionen</h1>" in html
    assert re.search(r'<p class="who">Holland · \d+\. \w+ \d{4} · 0 von \d Aufgaben gelöst</p>', html)
    assert "Of the reward" not in html


def test_an_answer_may_name_its_unit() -> None:
    desk = Desk("six-days")
    sheet = desk("apart")
    send(sheet, "answer", json.dumps({"given": "10 hours"}))
    assert "Right: <span>10 hours: more than" in sheet.html, "the answer once, not twice"
    assert "1. Two wings of one army · 10 hours (right, 1 try)" in desk.report().html


def test_a_host_keeps_for_a_browser_and_says_so() -> None:
    class Drawer:
        def read(self, name: str) -> None:
            return None

        def write(self, name: str, content: bytes) -> None:
            raise AssertionError

    assert "is kept on this machine" in Desk("lloyds").report().html
    mark = VISIT.set(Visit(hosted=True, drawer=Drawer()))
    try:
        assert "is kept for this browser" in Desk("lloyds").report().html
    finally:
        VISIT.reset(mark)


def test_france_is_blue_and_its_enemies_are_red() -> None:
    html = Desk("coalitions")("tipping").html
    assert re.findall(r"solid (#\w+)\W.*?</i>([^<]+)", html) == [(INKS[0], "for France"), (INKS[1], "against France")]


def test_a_saved_notebook_holds_the_question() -> None:
    desk = Desk("combat-lab")
    assert all(escape(task.ask) in desk(task.id)._repr_html_() for task in desk.tasks)


def test_one_of_a_thing_is_one() -> None:
    task = next(t for t in Desk("coalitions").tasks if isinstance(t.kind, Number) and t.kind.unit == "cities")
    assert (task.words("1"), task.words("2")) == ("1 city", "2 cities")


def test_the_report_stands_alone() -> None:
    html = report_html(Desk("why-leipzig"))
    assert not re.search(r"""(?:src|href)=|url\(|@import|<script""", html)
    assert html.count("<svg") >= 4
    assert "no answer yet" in html


def test_the_report_is_saved_as_a_file() -> None:
    panel = Desk("lloyds").report()
    panel.do_save("")
    assert panel.download["name"] == "lloyds-report.html"
    assert panel.download["text"].startswith("<!DOCTYPE html>")


def test_begin_anew_is_asked_twice() -> None:
    desk = Desk("combat-lab")
    answer(desk("walls"), "chateau")
    panel = desk.report()
    panel.do_anew("yes")
    assert desk.progress.marks
    panel.do_anew("")
    assert "Yes, begin anew" in panel.html
    panel.do_anew("yes")
    assert not desk.progress.marks
