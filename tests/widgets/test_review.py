"""The review on screen: in every system, worked out on demand, each moment a click away, nothing hidden in play."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import napwidgets
from napwidgets.lab.luck import Hopes
from napwidgets.table.seats import the
from napwidgets.table.table import Table
from napwidgets.widgets.debrief import Debrief
from napwidgets.widgets.extras import ExtraBook, ExtraTabs
from napwidgets.widgets.review import Review
from napwidgets.widgets.reviewer import reviewer_of
from napwidgets.widgets.table_app import TableApp
from tests.apart import apart, run_loop
from tests.lab.duel import Shot
from tests.lab.test_luck import duel, play
from tests.widgets.test_panels import press

SCENARIOS = ["nlc/first-steps", "champaubert.nightfall", "jdg/germany-1813-1", "con/learning", "wap/trafalgar"]
GOLDEN = Path(__file__).parents[1] / "golden"


def as_if_done(table: Table) -> Review:
    """A review whose games and hopes are made up: the first side wins half of the games, then all."""
    widget = Review(table)
    work, sides = widget.work, [team.id for team in table.game.engine.teams]
    found = widget.found
    for _ in range(3):
        for task in found.todo():
            late = table.game.engine.clock(task.state)[0] > 2
            won = sides[0] if late or task.number % 2 else sides[1]
            hopes = Hopes(dict.fromkeys(sides, Fraction(0)), dict.fromkeys(sides, 0.0), 1, True)
            found.known.add((task.key, task.number, won if task.number >= 0 else hopes))
    work.observers[-1]()
    return widget


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_shows_a_finished_game_of_every_system(scenario: str) -> None:
    kept = GOLDEN / f"{scenario}.nap.json"
    table = Table(napwidgets.load_game(kept) if "/" not in scenario else play(scenario))
    widget = Review(table)
    assert "Work it out" in widget._head.html
    assert "% is done" not in widget._head.html, "nothing has been begun"
    assert widget._charts.children == ()
    widget = as_if_done(table)
    assert "Play more games" in widget._head.html
    assert widget._charts.children[0] is widget._curve
    assert len(widget._curve._lines.x) == len(widget.found.curve())
    first = the(table.game.engine, table.game.engine.teams[0].name)
    assert f"The line of {first} lies within the pale band" in widget._curve._title.html
    if widget.found.ledger.fights:
        press(widget._points, "goto", str(widget.found.ledger.fights[0].move))
        assert table.shown.number == widget.found.ledger.fights[0].move
    assert "went wrong" not in widget._head.html + widget._points.html


def test_the_marks_of_luck_have_signs_but_for_nought() -> None:
    luck = as_if_done(Table(play("nlc/first-steps")))._luck
    low, *_, far = luck._up.tick_values
    assert low == -far < 0
    labels = luck._up.tick_labels
    assert (labels["0"], labels[str(far)], labels[str(float(-far))]) == ("0", f"+{far}", f"−{far}")


def test_nothing_is_told_in_play_but_the_dice_that_were_seen() -> None:
    table = Table(play("jdg/germany-1813-1", 120), {"allied": "steady"})
    widget = Review(table)
    assert "told when the game is over" in widget._head.html
    assert widget._points.html == ""
    assert widget._charts.children == ()
    seen = widget.work.dice(table)
    assert not any(t.purpose in (table.game.engine.covert_dice or ()) and t.seat != "french" for t in seen)
    assert {t.move for t in seen} == {t.move for t in widget.found.ledger.throws}
    press(widget._head, "start")
    assert widget.found.known.games == {}


def test_it_works_in_the_background_stops_and_keeps_what_is_finished(tmp_path: Path) -> None:
    async def session() -> None:
        table = Table(play("nlc/first-steps"), path=tmp_path / "0123456789.json")
        work = reviewer_of(table)
        work.games = 2
        widget = Review(table)
        press(widget._head, "start")
        assert work.busy
        assert "Stop" in widget._head.html
        while not work._known.games and not work._known.hopes:
            await asyncio.sleep(0.01)
        press(widget._head, "stop")
        while work.busy:
            await asyncio.sleep(0.01)
        assert widget.found.todo()
        assert "Go on" in widget._head.html

    run_loop(session())
    again: Any = Review(Table(play("nlc/first-steps"), path=tmp_path / "0123456789.json"))
    assert again.work._known.games or again.work._known.hopes
    assert 0 < again.found.share_done < 1


def test_plain_python_works_it_out_at_once() -> None:
    table = Table(duel((6,), (5, 1)).play(Shot(0)), presenter=object())  # type: ignore[arg-type]
    work = reviewer_of(table)
    work.games = 2
    apart(lambda: work.start(table))
    assert work.review(table).todo() == []
    assert len(work.review(table).ledger.fights) == 1


def test_it_stands_among_the_panels_and_in_the_debrief() -> None:
    table = Table(play("nlc/first-steps"))
    tabs = ExtraTabs(table)
    book = ExtraBook(table, tabs)
    assert "Review" in tabs.html
    press(tabs, "extra", "0")
    assert isinstance(book.children[1], Review)
    press(book.children[1]._points, "goto", "3")
    assert (table.shown.number, book.layout.display, tabs.on) == (3, "none", -1)
    table.goto(None)
    app = TableApp(table)
    app.actions.open_debrief()
    debrief, review = app._book.children
    assert isinstance(debrief, Debrief)
    assert isinstance(review, Review)
    press(review._points, "goto", "4")
    assert (table.shown.number, app._book.layout.display) == (4, "none")
