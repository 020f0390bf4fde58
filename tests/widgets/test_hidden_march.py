"""A hidden march plotted by hand on the pad and on the map (25.5.1)."""

from __future__ import annotations

import pytest

import napwidgets
from napwidgets.systems.tactical.core.moves import Send
from napwidgets.table.table import Table
from napwidgets.widgets import HexMap, OrderPad
from napwidgets.widgets.computers import play_computers


@pytest.fixture
def table() -> Table:
    """A table of Quatre Bras with hidden movement where the French write orders."""
    game = napwidgets.new_game("nlc/quatre-bras", seed="1815", options={"hidden_movement": True})
    found = Table(game, {"allied": "steady"})
    for _ in range(20):
        play_computers(found)
        if found.decision is not None and found.decision.kind == "orders":
            return found
        found.play(found.options()[0].move)
    raise AssertionError("no orders stage came")


def hidden(table: Table) -> OrderPad:
    """A pad with a hidden march that may be sent."""
    pad = OrderPad(table)
    pad.set("kind", "march")
    for value, _ in [c for f in fields(pad) if f == "target" for c in choices(pad, f)][1:]:
        pad.set("target", value)
        pad.set("hidden", "1")
        if "plot" in fields(pad) and pad._draft is not None and len(pad._draft.route) > 4 and pad._draft.move:
            return pad
    raise AssertionError("no place is far enough for a hidden march")


def fields(pad: OrderPad) -> list[str]:
    assert pad._draft is not None
    return [f.id for f in pad._draft.fields]


def choices(pad: OrderPad, id: str) -> tuple[tuple[str, str], ...]:
    assert pad._draft is not None
    return next(f.choices for f in pad._draft.fields if f.id == id)


def route(pad: OrderPad) -> tuple[int, ...]:
    assert pad._draft is not None
    return pad._draft.route


def test_clicks_on_the_map_lead_the_march_round(table: Table) -> None:
    pad, board = hidden(table), HexMap(table)
    quick = route(pad)
    assert table.sketch == quick
    pad.set("plot", "hand")
    addressee = pad._draft.fields[0].value if pad._draft else ""
    near = table.presenter.board.neighbours[quick[1]] if table.presenter.board else ()
    aside = next(h for h in near if h >= 0 and h not in quick and h not in near_start(table, quick))
    board._handle_custom_msg({"kind": "pick", "hex": aside}, [])
    assert aside in route(pad)
    assert route(pad)[0] == quick[0]
    assert route(pad)[-1] == quick[-1]
    assert board.light["sketch"] == list(route(pad))
    assert pad._draft is not None
    assert pad._draft.fields[0].value == addressee
    pad.do_back("")
    assert route(pad) == quick


def near_start(table: Table, quick: tuple[int, ...]) -> set[int]:
    """Hexes beside the start: going by them would be no way round."""
    board = table.presenter.board
    return set(board.neighbours[quick[0]]) if board is not None else set()


def test_what_is_plotted_is_what_is_sent(table: Table) -> None:
    pad = hidden(table)
    pad.set("plot", "hand")
    for value, _ in choices(pad, "via")[1:]:
        pad.set("via", value)
        if pad._draft is not None and pad._draft.move is not None:
            break
        assert pad._draft is not None
        assert pad._draft.why
        pad.do_back("")
    plotted = route(pad)
    pad.do_send("")
    sent = table.game.last.move
    assert isinstance(sent, Send)
    assert sent.route == plotted[1:]
    assert table.sketch != plotted


def test_the_other_side_never_sees_the_sketch(table: Table) -> None:
    game = table.game
    both = Table(game, dict.fromkeys(game.engine.seats, "person"))
    assert both.curtain is not None
    pad = OrderPad(both)
    assert both.sketch == ()
    assert pad._draft is None
