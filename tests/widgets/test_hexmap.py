"""The board without a browser: what is sent, what it does with messages."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.board.hexmap import SLOPE, MapFile
from napwidgets.board.hexmap import HexMap as Ground
from napwidgets.language import pages
from napwidgets.players.registry import make_players
from napwidgets.scenarios import new_game, scenarios
from napwidgets.table.table import Table
from napwidgets.table.whynot import has_choices
from napwidgets.widgets import cartography, hachures
from napwidgets.widgets.hexmap import HexMap, board_data
from napwidgets.widgets.outline import chains
from tests.kernel.toy import March
from tests.table.face import toy_table, until


@pytest.fixture
def table() -> Table:
    """A table where red, the only person, marches."""
    for seed in range(40):
        table = toy_table({"green": "random", "blue": "random"}, seed=str(seed))
        table.play(table.game.moves()[-1])
        while table.computer_moves:
            table.step()
        if table.decision is not None and table.decision.kind == "march":
            return table
    raise AssertionError("red never won the bidding")


def send(board: HexMap, **message: Any) -> None:
    board._handle_custom_msg(message, [])


def here(table: Table, courier: int = 0) -> int:
    return table.presenter.scene(table.view(), "red").counters[courier].hex


def test_the_board_is_sent_once_and_is_small(table: Table) -> None:
    board = HexMap(table)
    size = sum(len(json.dumps(v, default=str)) for v in board.get_state().values())
    assert size < 110_000
    sent: list[str] = []
    board.observe(lambda change: sent.append(change["name"]))
    send(board, kind="pick", hex=here(table))
    assert "board" not in sent


def test_choosing_a_counter_lights_its_destinations(table: Table) -> None:
    board = HexMap(table)
    send(board, kind="pick", hex=here(table))
    assert table.focus.subject == "0"
    assert board.light["targets"]
    assert board.light["units"] == ["00"]


def test_a_lit_hex_is_gone_to_and_only_the_delta_is_sent(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    board = HexMap(table)
    sent: list[Any] = []
    keep = lambda key=None: sent.append(key if isinstance(key, str) else set(key or ()))  # noqa: E731
    monkeypatch.setattr(board, "send_state", keep)
    send(board, kind="pick", hex=here(table))
    hex = board.light["targets"][0][0]
    number = table.game.number
    send(board, kind="pick", hex=hex)
    assert table.game.number == number + 1
    names = {k for key in sent for k in ([key] if isinstance(key, str) else key or [])}
    assert "units" not in names
    assert "delta" in names
    assert len(json.dumps(board.delta)) < 600


def test_a_page_that_opens_later_gets_the_full_list(table: Table) -> None:
    board = HexMap(table)
    send(board, kind="pick", hex=here(table))
    hex = board.light["targets"][0][0]
    send(board, kind="pick", hex=hex)
    assert any(r[0] == "00" and r[1] == hex for r in board.get_state()["units"])


def test_dragging_does_the_same(table: Table) -> None:
    board = HexMap(table)
    target = table.presenter.targets(table.view(), "0")[0]
    number = table.game.number
    send(board, kind="drop", unit="00", hex=target.hex)
    assert table.game.number == number + 1
    assert isinstance(table.game.history()[number + 1].move, March)


def test_dragging_where_it_can_not_go_says_so(table: Table) -> None:
    board = HexMap(table)
    number = table.game.number
    send(board, kind="drop", unit="00", hex=60)
    assert table.game.number == number
    assert "can't do anything there" in table.notice.text
    assert table.notice.tone == "why"
    send(board, kind="drop", unit="20", hex=13)
    assert table.game.number == number


def test_letting_go_puts_the_light_out(table: Table) -> None:
    board = HexMap(table)
    send(board, kind="pick", hex=here(table))
    send(board, kind="let_go")
    assert board.light["targets"] == []
    assert board.light["hex"] == -1


def test_overlays_go_on_and_off(table: Table) -> None:
    board = HexMap(table)
    send(board, kind="overlay", name="zoc", hex=-1)
    assert [o["kind"] for o in board.overlays] == ["zoc"]
    send(board, kind="overlay", name="zoc", hex=-1)
    assert board.overlays == []
    send(board, kind="overlay", name="sight", hex=-1)
    assert board.overlays == []
    assert "Choose a hex" in table.notice.text


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "pick"},
        {"kind": "pick", "hex": -1},
        {"kind": "pick", "hex": 10**6},
        {"kind": "pick", "hex": "a"},
        {"kind": "pick", "hex": True},
        {"kind": "pick", "hex": 1.5},
        {"kind": "unit", "unit": "nobody"},
        {"kind": "unit", "unit": 7},
        {"kind": "drop", "unit": "00"},
        {"kind": "drop", "unit": [], "hex": 1},
        {"kind": "overlay", "name": "secrets", "hex": 1},
        {"kind": "play", "move": ["march", 0, 3]},
        {},
    ],
    ids=str,
)
def test_messages_that_no_widget_sends_are_refused(table: Table, message: dict[str, Any]) -> None:
    board = HexMap(table)
    number = table.game.number
    send(board, **message)
    assert table.game.number == number
    assert table.notice.tone == "refusal"


def test_the_board_of_another_seats_turn_moves_nothing() -> None:
    table = toy_table({"red": "random", "green": "random", "blue": "random"})
    board = HexMap(table)
    until(table, "march")
    number = table.game.number
    for hex in range(60):
        send(board, kind="pick", hex=hex)
    assert table.game.number == number


def test_a_still_picture_stands_in_for_the_board(table: Table) -> None:
    svg = HexMap(table)._repr_svg_()
    assert svg.startswith("<svg")
    assert "<b>" not in svg
    assert len(svg) < 200_000


#: Four columns of four rows with a hill in the north, on two sheets, turned.
HILL = MapFile(
    1, "t", "T", 4, 4, 480, (0.0, 0.0), 20, {}, {"1": ["0202W", "0302W"]}, {"slope": ["0202W/3", "0302W/3"]}, [],
    sheets=(("W", 2), ("E", 2)), north=72,
)  # fmt: skip


def test_the_page_gets_the_sheets_of_a_map_that_has_them() -> None:
    assert board_data(Ground(HILL))["sheets"] == (("W", 2), ("E", 2))
    plain = replace(HILL, sheets=(), levels={}, sides={})
    assert "sheets" not in board_data(Ground(plain))


def test_slopes_fall_to_their_lower_side_and_the_arrow_points_north() -> None:
    ground = Ground(HILL)
    assert 'transform="rotate(72 0 -3)"' in cartography.land(ground)
    assert "rotate(72" not in cartography.land(Ground(replace(HILL, north=0)))
    assert hachures.marked(ground, SLOPE)
    for line, down in hachures.falls(ground, chains(hachures.marked(ground, SLOPE))):
        east = line[-1][0] > line[0][0]
        assert down == (1 if east else -1)


def test_captions_of_baggage_are_short_and_in_the_language_of_the_page() -> None:
    table = Table(napwidgets.new_game("mop/brienne", seed="1"), {"coalition": "random"})
    captions = []
    for language in ("en", "de"):
        pages.choose(language)
        try:
            rows = HexMap(table).units
        finally:
            pages.choose("en")
        captions.append({row[0]: row[2] for row in rows if row[3] == "train"})
    english, german = captions
    assert sorted(english.values()) == [
        "Cavalry Corps",
        "Guard Cavalry",
        "IX Corps",
        "V Cavalry Corps",
        "VI Corps",
        "XI Corps",
    ]
    assert sorted(german.values())[:2] == ["Gardekavallerie", "IX. Korps"]


@pytest.mark.parametrize("code", ["de", "fr"])
@pytest.mark.parametrize("scenario", [s.id for s in scenarios() if s.system in ("nlc", "mop")])
def test_the_margin_of_every_battlefield_is_spoken(scenario: str, code: str) -> None:
    board = HexMap(new_game(scenario))
    assert board.margin == {}
    try:
        pages.choose(code)
        assert set(board.margin) == set(map(escape, cartography.margin(board._ground)))
    finally:
        pages.choose("en")
    assert board.margin == {}
    assert all(f">{words}<" in board.board["land"] for words in map(escape, cartography.margin(board._ground)))


def test_gold_is_for_those_who_have_choices() -> None:
    game = new_game("mop/vauchamps", seed="1")
    players = make_players(game.engine, "1", dict.fromkeys(game.engine.seats, "steady"))
    able = [True]
    while all(able) or not any(able):
        seat = game.decision.seat
        game = game.play(players[seat].choose(game.engine, game.view(seat), seat))
        able = [bool(game.options(subject.id)) for subject in game.subjects()]
    table = Table(game, {seat: "steady" for seat in game.engine.seats if seat != game.decision.seat})
    board, members = HexMap(table), table.presenter.members
    free = [s for s in table.subjects() if has_choices(table, s)]
    idle = [s for s in table.subjects() if s not in free]
    assert idle
    assert board.light["able"] == sorted({s.hex for s in free})
    assert any(s.hex not in board.light["able"] for s in idle)
    gold = {row[0] for row in board.units if row[10]}
    assert gold
    assert gold <= {id for s in free for id in members(table.view(), s.id)}
    assert {c.id for c in table.scene().counters if c.active} - gold


def test_what_the_margin_says_is_found_as_it_is_written_in_the_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cartography, "margin", lambda board: ("Sources: A & B", "1 km"))
    monkeypatch.setattr(pages, "say", lambda text: text.replace("A & B", "B & A"))
    board = HexMap(new_game("nlc/quatre-bras"))
    assert board.margin == {"Sources: A &amp; B": "Sources: B &amp; A"}
    assert all(f">{words}<" in board.board["land"] for words in board.margin)


def test_the_board_knows_whose_eyes_look_on_it() -> None:
    table = Table(new_game("nlc/quatre-bras", seed="1"), {"allied": "idle"})
    assert HexMap(table).light["eyes"] == table.eyes == "french"
