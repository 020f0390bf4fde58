"""The coach of First Steps leads somebody who does what it says, and nothing else, to the end."""

from __future__ import annotations

import re

import pytest

from napwidgets.lessons import Desk
from napwidgets.lessons.coach import CHOICES, DONE, MAP, OWN, SEND, Coach, made, step
from napwidgets.lessons.report import report_html
from napwidgets.systems.tactical.core import moves as m
from napwidgets.table.table import Table
from napwidgets.widgets.actions import ActionPanel
from napwidgets.widgets.computers import play_computers
from napwidgets.widgets.order_pad import OrderPad


def at_table() -> Table:
    return Desk("first-steps").seated("ney")


def do_it(table: Table, panel: ActionPanel, pad: OrderPad) -> None:
    """Do what the coach points at, as somebody would who knows nothing else."""
    where = step(table).where
    panel.refresh()
    if any("about-" in w for w in where):
        id = re.search(r"about-([^\"]+)", where[0])
        assert id is not None
        subject = next(s for s in table.subjects() if s.id == id[1])
        table.pick(table.place_of(subject), subject.id)
    elif any(SEND in w for w in where):
        assert pad._draft is not None
        field = next(field for field in pad._draft.fields if field.id == "target")
        pad.set("target", next(value for value, words in field.choices if "Quatre Bras" in words))
        pad.do_send("")
    elif where in ((MAP,), (OWN,)):
        subject_id = table.focus.subject
        assert subject_id is not None
        table.play(table.options(subject_id)[0].move)
    else:
        assert where[0] in (DONE, CHOICES)
        table.play(table.options()[0].move)


def test_the_coach_leads_through_the_game() -> None:
    desk = Desk("first-steps")
    table = desk.seated("ney")
    assert "an order: not yet, a march: not yet, a fight: not yet" in desk.told("ney")
    panel, pad, coach = ActionPanel(table), OrderPad(table), Coach(table)
    said = set()
    for _ in range(250):
        play_computers(table)
        if table.game.outcome is not None:
            break
        now = step(table)
        said.add(now.do)
        assert now.do in coach.html.replace("&#x27;", "'")
        assert now.where, now
        number, focus = table.game.number, table.focus
        do_it(table, panel, pad)
        assert (table.game.number, table.focus) != (number, focus), now
    assert table.game.outcome is not None
    assert "look back" in step(table).do
    for kinds in (m.Send, m.Go, m.Attack):
        assert made(table, kinds)
    assert len(said) > 8
    assert "an order: done, a march: done, a fight: done" in report_html(desk)


def test_an_order_is_asked_for_until_there_is_one() -> None:
    table = at_table()
    table.play(table.options()[0].move)
    play_computers(table)
    assert table.decision is not None
    assert table.decision.kind == "orders"
    assert "order is needed" in step(table).do
    riders = next(s for s in table.subjects() if s.label.startswith("Piré"))
    table.pick(table.place_of(riders), riders.id)
    assert "order pad" in step(table).do
    pad = OrderPad(table)
    pad.set("target", "37")
    pad.do_send("")
    assert "Press Done" in step(table).do


def test_without_the_order_the_riders_must_go_at_the_walls() -> None:
    table = at_table()
    for _ in range(2):
        table.play(table.options()[0].move)
        play_computers(table)
    while table.decision is not None and table.decision.kind != "movement":
        table.play(table.options()[0].move)
        play_computers(table)
    assert table.decision is not None
    refusal = table.presenter.owes(table.view(), "french")
    assert refusal is not None
    assert "Piré" in refusal.why
    assert "You have sent no order" in step(table).why


@pytest.mark.parametrize("css", ["<", "{{"])
def test_the_style_of_the_coach_is_its_own(css: str) -> None:
    style = re.search(r"<style>(.*)</style>", Coach(at_table()).html)
    assert style is not None
    assert css not in style[1]
