"""A theatre on the map of a campaign, without a browser: what is sent, where a click falls, what it lights."""

from __future__ import annotations

import json
from typing import Any

import pytest

import napwidgets
from napwidgets.board.hexmap import HexMap as Hexes
from napwidgets.board.realm_layers import to_latlng
from napwidgets.table.presenter import Target
from napwidgets.table.table import Table
from napwidgets.widgets import CampaignMap, HexMap
from napwidgets.widgets.actions import ActionPanel
from napwidgets.widgets.boards import board_widget, shapes, small, still
from napwidgets.widgets.outline import middle
from napwidgets.widgets.states import STATES
from napwidgets.widgets.theatre_art import frame
from napwidgets.widgets.theatre_map import TheatreLayer, _part, is_theatre

#: What the board's own data may weigh.
MOST = 60_000


@pytest.fixture
def table() -> Table:
    return Table(napwidgets.new_game("con/belgium-1815"), {"allied": "random"})


@pytest.fixture
def map(table: Table) -> CampaignMap:
    return CampaignMap(table)


def land(map: CampaignMap) -> Hexes:
    found = map.table.presenter.board
    assert isinstance(found, Hexes)
    return found


def hex_of(map: CampaignMap, name: str) -> int:
    return next(h for h, spot in land(map).places.items() if spot.name == name)


def send(map: CampaignMap, **message: Any) -> None:
    map.layer._handle_custom_msg(message, [])


def click(map: CampaignMap, x: float, y: float) -> None:
    """A click as ipyleaflet tells it, at a point of the plane."""
    map.map._handle_custom_msg({"event": "interaction", "type": "click", "coordinates": list(to_latlng((x, y)))}, [])


def test_a_theatre_is_shown_by_the_map_of_a_campaign(table: Table) -> None:
    assert isinstance(board_widget(table), CampaignMap)
    assert isinstance(CampaignMap(table).layer, TheatreLayer)
    field = Table(napwidgets.new_game("nlc/first-steps"))
    assert isinstance(board_widget(field), HexMap)
    assert not is_theatre(field.presenter.board)
    with pytest.raises(ValueError, match="use HexMap"):
        CampaignMap(field)


def test_what_the_page_is_sent_is_small_and_whole(map: CampaignMap) -> None:
    sent, board = map.layer.board, land(map)
    assert len(json.dumps(sent)) < MOST
    assert (sent["cols"], sent["rows"]) == (board.cols, board.rows)
    assert len(sent["terrain"]) == len(sent["ways"]) == board.size
    assert sent["places"][str(hex_of(map, "Mons"))] == ["Mons", "fortress"]
    assert set(sent["sides"]) == set(map.table.game.engine.seats)
    assert {row[5] for row in map.layer.units} <= set(STATES)
    assert len(map.layer.picture) < 120_000


def test_the_page_knows_roads_rivers_and_bridges(map: CampaignMap) -> None:
    """Bits of a letter: primary road, secondary road, primary river, secondary river, bridge."""
    bits = {name: ord(map.layer.board["ways"][hex_of(map, name)]) - 48 for name in ("Charleroi", "Genappe", "Ligny")}
    assert bits["Charleroi"] & 0b10101 == 0b10101
    assert bits["Genappe"] & 0b11101 == 0b11001
    assert bits["Ligny"] & 0b11111 == 0b00010


def test_a_click_falls_on_its_hex(map: CampaignMap, table: Table) -> None:
    for name in ("Charleroi", "Namur", "Avesnes"):
        x, y = middle(land(map), hex_of(map, name))
        click(map, x + 20, y - 25)
        assert table.focus.hex == hex_of(map, name)


def test_a_click_beyond_the_board_says_so(map: CampaignMap, table: Table) -> None:
    click(map, -400, 300)
    assert "beyond the edge" in table.notice.text
    click(map, 300, 1e5)
    assert table.focus.hex == -1


def test_overlays_go_on_and_off(map: CampaignMap, table: Table) -> None:
    for name in TheatreLayer.OVERLAYS:
        start = int(map.layer.units[0][1]) if name == "reach" else -1
        send(map, kind="overlay", name=name, hex=start)
        assert name in {overlay["kind"] for overlay in map.layer.overlays}
        send(map, kind="overlay", name=name, hex=start)
        assert name not in {overlay["kind"] for overlay in map.layer.overlays}


def test_reach_asks_for_a_hex_first(map: CampaignMap, table: Table) -> None:
    send(map, kind="overlay", name="reach", hex=-1)
    assert "Choose a hex with troops" in table.notice.text


@pytest.mark.parametrize(
    "message", [{"kind": "pick", "hex": -1}, {"kind": "pick", "hex": 10**6}, {"kind": "sink"}], ids=str
)
def test_messages_that_no_page_sends_are_refused(map: CampaignMap, table: Table, message: dict[str, Any]) -> None:
    send(map, **message)
    assert table.notice.tone == "refusal"


def test_still_pictures_and_thumbnails_have_the_counters(map: CampaignMap, table: Table) -> None:
    board, scene = land(map), table.scene()
    hexes = len({c.hex for c in scene.counters if c.hex >= 0})
    for text in (still(board, scene), small(board, scene), map._repr_svg_()):
        assert text.count("<title>") == hexes
    assert "Charleroi" in still(board, scene)
    at = hex_of(map, "Philippeville")
    strong = sum(int(c.values) for c in scene.counters if c.hex == at and c.symbol not in ("leader", "hq"))
    assert f">{strong}</text>" in still(board, scene)
    assert f'id="nw-theatre-{board.id}"' in shapes(board)
    assert f'href="#nw-theatre-{board.id}"' in small(board, scene)
    assert "<title>" not in small(board, None)


def test_a_chance_that_is_the_same_everywhere_stands_once(map: CampaignMap) -> None:
    same = [Target(1, None, "33 %"), Target(2, None, "33 %"), Target(3, None, "17 %", "zoc")]
    assert map.layer.hint("Ney", same) == "Ney · blue: 33 % to come there · red dashes: it joins a fight"
    other = [Target(1, None, "33 %"), Target(2, None, "50 %")]
    assert map.layer.hint("Ney", other) == "Ney · per cent: the chance to come there"


def test_a_thumbnail_shows_nothing_beyond_the_board(map: CampaignMap) -> None:
    x, y, w, h = frame(land(map))
    corners = [middle(land(map), hex) for hex in (0, land(map).size - 1)]
    left, top, wide, high = _part(land(map), corners)
    assert x <= left
    assert y <= top
    assert left + wide <= x + w
    assert top + high <= y + h


def test_places_of_a_centre_do_not_hide_the_way_on(table: Table) -> None:
    panel = ActionPanel(table)
    assert "Organization done" in panel.html
    assert "Move the centre" not in panel.html
    panel.do_fold("aside-Centre of operations")
    assert "Move the centre" in panel.html


def test_what_is_seldom_wanted_opens_on_demand() -> None:
    game = napwidgets.new_game("con/belgium-1815", seed="1815")
    while game.decision is not None and (game.decision.kind, game.decision.seat) != ("movement", "french"):
        game = game.play(game.moves()[-1])
    table = Table(game, {"allied": "random"})
    panel = ActionPanel(table)
    subject = max(table.subjects(), key=lambda s: len(table.options(s.id)))
    table.pick(subject.hex, subject.id)
    assert "by command" in panel.html
    assert "rides alone" not in panel.html
    panel.do_fold("aside-Leaders alone")
    assert panel.html.count("rides alone") > 1
    # A button means what it says, wherever it stands.
    index, move = next((i, o.move) for i, o in enumerate(panel._shown) if getattr(o.move, "alone", False))
    panel.do_play(str(index))
    assert table.game.last.move == move


def test_a_move_sends_no_board_again(map: CampaignMap, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    layer = map.layer
    monkeypatch.setattr(layer, "send_state", lambda key=None: sent.extend([key] if isinstance(key, str) else key or []))
    subject = next(iter(table.subjects()))
    table.pick(subject.hex, subject.id)
    table.play(next(iter(table.options(subject.id) or table.options())).move)
    assert "delta" in sent
    assert not {"board", "picture", "units"} & set(sent)
