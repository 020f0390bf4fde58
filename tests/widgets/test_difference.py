"""What a page is told of a change: texts, rows, and who is told nothing because nobody looks."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from ipywidgets import Widget

import napwidgets
from napwidgets.players.registry import make_players
from napwidgets.table.table import Table
from napwidgets.widgets import TableApp
from napwidgets.widgets.difference import Rows, made, steps
from napwidgets.widgets.extras import ExtraBook
from napwidgets.widgets.panels import Header, Roster
from napwidgets.widgets.sheet import Sheet

#: What a move of a person may send to a whole table, in bytes, without what the computers reply: half of the moves of
#: a year, and each, the result of the largest fight with it; and what may be sent when one of the folds is opened.
HALF, MOST, FOLD = 2_000, 7_000, 9_000


def grown(dice: Random, rows: list[str]) -> str:
    """Rows as a panel has them, some of them new, some gone, some changed, all of them words of one kind."""
    for _ in range(dice.randrange(4)):
        at = dice.randrange(len(rows) + 1)
        rows[at : at + dice.randrange(3)] = [f"Höchstädt & {dice.randrange(30)}" for _ in range(dice.randrange(3))]
    lines = "".join(f'<li class="nw-line"><b title="a hint">{row}</b><small>in words</small></li>' for row in rows)
    return f"<ol>{lines}</ol>{dice.randrange(9)}"


def test_a_page_makes_the_new_text_out_of_the_old_one() -> None:
    dice, rows = Random(7), [f"row {n}" for n in range(20)]
    before, sent, whole = grown(dice, rows), 0, 0
    for _ in range(200):
        after = grown(dice, rows)
        found = steps(before, after)
        if found is not None:
            assert made(before, found) == after
            sent += len(json.dumps(found))
            whole += len(after)
        before = after
    assert 0 < sent < whole / 3


def test_what_a_browser_counts_otherwise_is_sent_whole() -> None:
    text = "<li>one</li>" * 40
    assert steps(text, text + "two") is not None
    assert steps(text, text + "\U0001f40e") is None
    assert steps(text + "\U0001f40e", text) is None


def turned(row: list[Any], changes: list[Any]) -> list[Any]:
    """A row with other values in some columns."""
    row = row[:]
    for n, value in zip(changes[::2], changes[1::2], strict=True):
        row[n] = value
    return row


def told(page: list[list[Any]], change: dict[str, Any]) -> list[list[Any]]:
    """What a page does with a change of its rows."""
    rows = [list(row) for row in page]
    for columns, places in change["turn"]:
        for at in places:
            rows[at] = turned(rows[at], columns)
    for at, id in zip(change["name"][::2], change["name"][1::2], strict=True):
        rows[at][0] = id
    rows = [row for at, row in enumerate(rows) if at not in change["gone"]]
    for at, row in enumerate(change["add"]):
        rows.append(turned(rows[-1], row) if at else row)
    return rows


def test_a_page_makes_the_new_rows_out_of_its_old_ones() -> None:
    dice, rows, page = Random(5), Rows(), list[list[Any]]()
    for _ in range(300):
        fresh: dict[str, list[Any]] = {}
        for n in range(12):
            place, free = dice.randrange(5), bool(dice.randrange(2))
            if dice.randrange(5):
                id = f"a{n}.{place}"
                berth = "port" * (dice.randrange(6) == 0)
                fresh[id] = [id, place, "France", "infantry", str(n), "france", "f", f"{n} infantry", free, berth]
        change = rows.change(fresh)
        page = told(page, change) if change is not None else page
        assert page == rows.rows
        assert {row[0]: row for row in page} == fresh


def test_a_march_and_a_new_segment_say_only_what_is_new() -> None:
    rows = Rows()
    words = ["France", "infantry", "9", "france", "french"]
    army = [[f"a{n}", n, *words, f"{n} infantry", 0, [], True] for n in range(60)]
    rows.change({row[0]: row for row in army})
    marched = ["a7.moved", 99, *army[7][2:]]
    assert rows.change({row[0]: row for row in [*army[:7], marched, *army[8:]]}) == {
        "turn": [[[1, 99], [7]]], "name": [7, "a7.moved"], "gone": [], "add": []
    }  # fmt: skip
    spent = [[*row[:-1], False] for row in [*army[:7], marched, *army[8:]]]
    change = rows.change({row[0]: row for row in spent})
    assert change == {"turn": [[[10, False], list(range(60))]], "name": [], "gone": [], "add": []}


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Widget, int]]:
    """Every message of a widget to the page, with its size in bytes."""
    sent: list[tuple[Widget, int]] = []

    def send(self: Widget, message: Any, buffers: Any = None) -> None:
        sent.append((self, len(json.dumps(message, default=str).encode()) + sum(map(len, buffers or ()))))

    monkeypatch.setattr(Widget, "_send", send)
    return sent


def book_of(app: TableApp) -> ExtraBook:
    return next(child for child in app.children if isinstance(child, ExtraBook))


def computers(table: Table) -> None:
    """All that computers do before a person must decide, shown once; part of the time of the page, not of a move."""
    with table.quiet():
        while table.computer_moves:
            table.step()
    table.tell()


def sent_in(wire: list[tuple[Widget, int]], scenario: str, seat: str, until: int, panel: int | None) -> list[int]:
    """What each move of a person sends until a turn, with one of the panels over the map or none; without the move
    that ends the game, for then all that was secret is told at once.
    """
    game = napwidgets.new_game(scenario, seed="1805")
    others = dict.fromkeys(set(game.engine.seats) - {seat}, "steady")
    table, player = Table(game, others), make_players(game.engine, "1805", {}, default="steady")[seat]
    app, sizes = TableApp(table), list[int]()
    if panel is not None:
        book_of(app)._tabs.do_extra(str(panel))
    computers(table)
    while table.game.decision is not None and game.engine.clock(table.game.state)[0] < until:
        wire.clear()
        table.play(player.choose(game.engine, table.game.view(seat), seat))
        if table.game.decision is not None:
            sizes.append(sum(size for _, size in wire))
        computers(table)
    return sizes


@pytest.mark.parametrize(
    ("scenario", "seat", "until", "panel"),
    [
        *(("wap/grand-campaign", seat, 5, None) for seat in ("french", "english")),
        *(("wap/grand-campaign", "english", 3, panel) for panel in range(4)),
        ("nlc/quatre-bras", "french", 99, None),
        ("nlc/quatre-bras", "allied", 99, None),
        ("jdg/germany-1813-1", "french", 99, None),
        ("jdg/germany-1813-1", "allied", 99, None),
        ("jdg/germany-1813-1", "french", 99, 0),
    ],
)
def test_a_move_of_a_person_sends_little_to_a_whole_table(
    wire: list[tuple[Widget, int]], scenario: str, seat: str, until: int, panel: int | None
) -> None:
    sizes = sent_in(wire, scenario, seat, until, panel)
    print(f"{len(sizes)} moves, {sorted(sizes)[len(sizes) // 2]} bytes in the median, at most {max(sizes)}")
    assert len(sizes) > 25
    assert sorted(sizes)[len(sizes) // 2] < HALF
    assert max(sizes) < MOST


def test_a_long_list_is_sent_when_its_fold_is_opened_and_is_not_when_it_is_shut(
    wire: list[tuple[Widget, int]],
) -> None:
    table = Table(napwidgets.new_game("wap/grand-campaign", seed="1805"))
    app = TableApp(table)
    while table.game.decision is None or table.game.decision.title != "Reinforcements: France":
        table.play(table.game.moves()[-1])
    panel = app.actions
    assert "Troops · 36" in panel.html
    assert "1 infantry at Lyon" not in panel.html
    wire.clear()
    panel._handle_custom_msg({"do": "fold", "arg": "g-Troops", "serial": 0}, [])
    assert {widget for widget, _ in wire} == {panel}
    assert sum(size for _, size in wire) < FOLD
    assert "<details open>" in panel.html
    row = re.search(r'data-arg="(\d+)" data-key="play-\d+"><span>1 infantry at Lyon', panel.html)
    assert row is not None
    panel._handle_custom_msg({"do": "play", "arg": row[1], "serial": panel.serial}, [])
    assert "1 infantry" in table.game.last.events[0].text
    assert "Lyon" in table.game.last.events[0].text
    assert "<details open>" in panel.html, "one goes on buying for the same state"
    panel._handle_custom_msg({"do": "fold", "arg": "g-Troops", "serial": 0}, [])
    assert "<details open>" not in panel.html
    panel._handle_custom_msg({"do": "fold", "arg": "no such list", "serial": 0}, [])
    assert table.notice.tone == "refusal"


def test_a_panel_that_nobody_sees_is_told_nothing_and_is_right_when_it_is_seen(wire: list[tuple[Widget, int]]) -> None:
    table = Table(napwidgets.new_game("wap/trafalgar"))
    players = make_players(table.game.engine, "x", {}, default="steady")
    app = TableApp(table)
    book = book_of(app)
    header, roster = (find(app, kind) for kind in (Header, Roster))
    book._tabs.do_extra("0")
    book._tabs.do_extra("2")
    header._handle_custom_msg({"do": "folded", "arg": "1", "serial": 0}, [])
    wire.clear()
    for _ in range(12):
        decision = table.game.decision
        assert decision is not None
        table.play(players[decision.seat].choose(table.game.engine, table.game.view(decision.seat), decision.seat))
    shut = {book._made[0], roster}
    assert not shut & {widget for widget, _ in wire}
    before = roster.html
    header._handle_custom_msg({"do": "folded", "arg": "0", "serial": 0}, [])
    book._tabs.do_extra("0")
    assert roster.html == roster.body() != before
    assert book._made[0].html == book._made[0].body()


def find(widget: Any, kind: type[Sheet]) -> Sheet:
    """The panel of a kind in a widget."""
    found = [w for w in walk(widget) if isinstance(w, kind)]
    assert len(found) == 1
    return found[0]


def walk(widget: Any) -> list[Any]:
    return [widget, *(below for child in getattr(widget, "children", ()) for below in walk(child))]


def test_a_page_that_has_missed_something_gets_it_whole(wire: list[tuple[Widget, int]]) -> None:
    table = Table(napwidgets.new_game("wap/trafalgar"))
    app = TableApp(table)
    roster, layer = find(app, Roster), app.map.layer
    answers: list[Any] = []
    roster.send = lambda content, buffers=None: answers.append(content)  # type: ignore[method-assign]
    roster._handle_custom_msg({"do": "whole", "arg": "", "serial": 0}, [])
    assert answers == [{"html": roster.html, "serial": roster.serial}]
    layer._handle_custom_msg({"kind": "whole"}, [])
    assert layer.delta["all"] == layer.units
    assert table.notice.tone != "refusal"
