"""The ways to the lessons: the command, the shelf in the lobby, the list, the links at the head of a page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from napwidgets import scenarios
from napwidgets.lessons import Contents, Desk
from napwidgets.lessons.games import kept
from napwidgets.lessons.learn import NoLesson, learn, page_of
from napwidgets.lessons.progress import Mark
from napwidgets.lessons.why_leipzig import worth
from napwidgets.systems.wap.tables import Tables
from napwidgets.widgets import Lobby
from napwidgets.widgets.lesson_shelf import LESSONS, SERVED, shelf_html
from napwidgets.widgets.serve import notebooks

ROOT = Path(__file__).parents[2]


def test_every_lesson_has_a_page_and_notes_for_teachers() -> None:
    for entry in LESSONS:
        assert (notebooks() / f"{entry.id}.ipynb").is_file()
        notes = (ROOT / "docs" / "teaching" / f"{entry.id}.md").read_text(encoding="utf-8")
        for head in ("## Aims", "## A plan for 45 minutes", "## Answers", "## What usually goes wrong", "## Sources"):
            assert head in notes, (entry.id, head)


def test_a_lesson_and_the_scenario_of_its_name_take_as_long() -> None:
    (lesson,) = (entry for entry in LESSONS if entry.id == "first-steps")
    assert lesson.minutes == scenarios.info("nlc/first-steps").minutes


def test_g_1_the_page_of_coalitions_names_the_dice_of_the_table() -> None:
    page = (notebooks() / "coalitions.ipynb").read_text(encoding="utf-8")
    table = Tables().alliance
    french = str(table["french success up to"]).replace("-", "−")
    assert f"{french} or less for France and {table['english success from']} or more for England" in page


def test_the_notes_give_the_answers_of_the_page() -> None:
    for entry in LESSONS:
        notes = (ROOT / "docs" / "teaching" / f"{entry.id}.md").read_text(encoding="utf-8")
        rows = {title: given for _, title, given in re.findall(r"^\| (\d+) \| (.*?) \| (.*?) \|$", notes, re.M)}
        for task in Desk(entry.id).tasks:
            found = task.answer()
            words = [task.words(value) for value in found] if isinstance(found, frozenset) else []
            if isinstance(found, frozenset):
                assert rows[task.title] in words, (entry.id, task.id)
            else:
                assert task.right(rows[task.title].split()[0]), (entry.id, task.id)


def test_the_notes_tell_of_the_games_that_are_kept() -> None:
    def told(lesson: str) -> str:
        return (ROOT / "docs" / "teaching" / f"{lesson}.md").read_text(encoding="utf-8")

    champaubert = kept("champaubert").games
    won = sum(game[0]["winner"] == "french" for game in champaubert)
    assert f"that these win {won} of the {len(champaubert)} games is no surprise" in told("six-days")
    first, second, third = (place for place, _ in worth(kept("leipzig").games).most_common(3))
    order = rf"{first} comes first, .* then come {second}, .* and {third}, "
    assert re.search(order, told("why-leipzig")), (first, second, third)


def test_the_lobby_has_a_shelf_where_there_are_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SERVED, raising=False)
    assert shelf_html() == ""
    assert "lessons/" not in Lobby(lambda game, seats: None).html
    monkeypatch.setenv(SERVED, "1")
    html = Lobby(lambda game, seats: None).html
    for entry in LESSONS:
        assert f'href="lessons/{entry.id}"' in html


def test_the_list_and_the_head_lead_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SERVED, "1")
    desk = Desk("lloyds")
    desk.note("split", lambda _: Mark(1, "5", True))
    html = Contents().html
    assert all(f'href="{entry.id}"' in html for entry in LESSONS)
    assert "1 task done" in html
    head = desk.ways().html
    assert 'href="../"' in head
    assert 'href="combat-lab"' in head
    assert 'href="lloyds"' not in head


def test_learn_opens_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("napwidgets.widgets.serve.serve", lambda *given: asked.append(given))
    learn("six-days", 8000, False)
    learn()
    assert asked == [(None, 8000, False, "lessons/six-days"), (None, 0, True, "lessons/")]


def test_an_unknown_lesson_is_named_with_the_nearest() -> None:
    with pytest.raises(NoLesson, match="did you mean combat-lab"):
        page_of("combatlab")
    with pytest.raises(NoLesson, match="there are first-steps"):
        page_of("zzz")
