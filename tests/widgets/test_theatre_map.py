"""A theatre on the map of a campaign, without a browser: what is sent, where a click falls, what it lights."""

from __future__ import annotations

import json
from typing import Any

import pytest

import napwidgets
from napwidgets.board.hexmap import HexMap as Hexes
from napwidgets.board.realm_layers import to_latlng
from napwidgets.table.table import Table
from napwidgets.widgets import CampaignMap, HexMap
from napwidgets.widgets.boards import board_widget, shapes, small, still
from napwidgets.widgets.outline import middle
from napwidgets.widgets.states import STATES
from napwidgets.widgets.theatre_map import TheatreLayer, is_theatre

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


def test_a_move_sends_no_board_again(map: CampaignMap, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    layer = map.layer
    monkeypatch.setattr(layer, "send_state", lambda key=None: sent.extend([key] if isinstance(key, str) else key or []))
    subject = next(iter(table.subjects()))
    table.pick(subject.hex, subject.id)
    table.play(next(iter(table.options(subject.id) or table.options())).move)
    assert "delta" in sent
    assert not {"board", "picture", "units"} & set(sent)
