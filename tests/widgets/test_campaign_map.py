"""The map of a campaign without a browser: what is sent, where a click falls, what it does with messages."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from msgspec import structs

import napwidgets
from napwidgets.board.display import Target
from napwidgets.board.realm import EuropeBoard
from napwidgets.board.realm_layers import to_latlng
from napwidgets.scenarios import load
from napwidgets.systems.registry import system_of
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.tables import shipped
from napwidgets.table.table import Table
from napwidgets.widgets import CampaignMap, HexMap, TableApp
from napwidgets.widgets.board_widget import BoardWidget
from napwidgets.widgets.boards import shapes, small, still
from napwidgets.widgets.europe_art import PLANE, europe_svg
from napwidgets.widgets.europe_base import FILE, KEY, europe_base, key_of
from napwidgets.widgets.extras import ExtraBook, ExtraTabs

#: What one move may send to the page for the map.
MOST = 5_000


@pytest.fixture
def table() -> Table:
    """France before its first voyage."""
    return Table(napwidgets.new_game("wap/trafalgar"))


@pytest.fixture
def board(table: Table) -> CampaignMap:
    return CampaignMap(table)


def europe(board: CampaignMap) -> EuropeBoard:
    found = board.table.presenter.board
    assert isinstance(found, EuropeBoard)
    return found


def send(board: CampaignMap, **message: Any) -> None:
    board.layer._handle_custom_msg(message, [])


def click(board: CampaignMap, x: float, y: float) -> None:
    """A click as ipyleaflet tells it, at a point in hex units."""
    board.map._handle_custom_msg(
        {"event": "interaction", "type": "click", "coordinates": list(to_latlng((x, y), PLANE))}, []
    )


def test_the_picture_that_is_kept_is_the_one_that_is_drawn() -> None:
    drawn = load("wap/grand-campaign").setting.board  # type: ignore[attr-defined]
    again = "run `python -m napwidgets.widgets.europe_base` after a change of the board or its picture"
    assert FILE.read_bytes()[:KEY] == key_of(drawn), again
    assert gzip.decompress(europe_base(drawn)).decode() == europe_svg(drawn), again


def test_the_picture_goes_out_once_and_small(board: CampaignMap) -> None:
    state = board.layer.get_state()
    assert len(state.pop("picture")) < 80_000
    assert sum(len(json.dumps(v, default=str)) for v in state.values()) < 120_000
    sent: list[str] = []
    board.layer.observe(lambda change: sent.append(change["name"]))
    click(board, *europe(board).spot(europe(board).hex_of("Toulon")))
    assert not {"board", "picture"} & set(sent)


def test_the_map_tells_a_teachers_figures_of_a_sea() -> None:
    zones = shipped()["zones"]
    mine = structs.replace(zones, rows=zones.rows | {"baltic": [3, 2, 4]})
    board = CampaignMap(napwidgets.new_game("wap/lloyds", tables={"zones": mine}))
    told = {name: words for _, name, words, *_ in board.layer.board["zones"]}
    assert told["Baltic Sea"] == "3 movement points to enter, +2 to interceptions, trade +4"
    assert told["Mediterranean Sea"] == "1 movement point to enter, trade +2"


def test_a_click_on_the_map_is_hit_tested_here(board: CampaignMap, table: Table) -> None:
    toulon = europe(board).hex_of("Toulon")
    x, y = europe(board).spot(toulon)
    click(board, x + 0.2, y - 0.2)
    assert table.focus.hex == toulon
    assert table.focus.subject is not None
    assert board.light["targets"]


def test_every_hex_of_a_sea_is_that_sea(board: CampaignMap, table: Table) -> None:
    land = europe(board)
    wet = [h for h in range(land.size) if land.sea[h] == 3]
    click(board, *land.spot(wet[40]))
    assert table.focus.hex == land.size + 3
    send(board, kind="pick", hex=wet[7])
    assert table.focus.hex == land.size + 3


def test_a_click_beyond_the_board_says_so(board: CampaignMap, table: Table) -> None:
    click(board, -40, 3)
    assert "beyond the edge" in table.notice.text


@pytest.mark.parametrize("point", [None, [], [1], ["a", "b"], [1e9, 3], [float("nan"), 1], {}, [1, 2, 3]], ids=str)
def test_points_that_no_map_sends_are_refused(board: CampaignMap, table: Table, point: object) -> None:
    board.map._handle_custom_msg({"event": "interaction", "type": "click", "coordinates": point}, [])
    assert table.notice.tone == "refusal"
    assert "went wrong" not in table.notice.text


def test_a_lit_sea_is_sailed_to_and_a_move_is_small(
    board: CampaignMap, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    click(board, *europe(board).spot(europe(board).hex_of("Toulon")))
    sent: list[Any] = []
    layer = board.layer
    monkeypatch.setattr(layer, "send_state", lambda key=None: sent.append({k: getattr(layer, k) for k in keys(key)}))
    send(board, kind="pick", hex=europe(board).size + 1)
    assert isinstance(table.game.last.move, m.Sail)
    assert "units" not in {k for part in sent for k in part}
    assert "delta" in {k for part in sent for k in part}
    assert len(json.dumps(sent)) < MOST


def keys(key: object) -> list[str]:
    return [key] if isinstance(key, str) else list(key or [])  # type: ignore[call-overload]


def test_every_move_of_a_campaign_sends_little(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(napwidgets.new_game("wap/grand-campaign"))
    board = CampaignMap(table)
    sizes: list[int] = []
    layer = board.layer
    monkeypatch.setattr(
        layer, "send_state", lambda key=None: sizes.append(len(json.dumps({k: getattr(layer, k) for k in keys(key)})))
    )
    worst = []
    for _ in range(60):
        if table.decision is None:
            break
        subjects = list(table.subjects())
        options = table.options(subjects[0].id) if subjects else []
        sizes.clear()
        table.play((options or table.options())[-1].move)
        worst.append(sum(sizes))
    assert sorted(worst)[len(worst) // 2] < MOST / 2
    assert max(worst) < MOST, "even where a segment sets every piece free again"


def test_dragging_a_fleet_does_the_same(board: CampaignMap, table: Table) -> None:
    toulon = europe(board).hex_of("Toulon")
    ship = next(r for r in board.layer.units if r[1] == toulon and r[3] == "ship")
    send(board, kind="drop", unit=ship[0], hex=europe(board).size + 1)
    assert isinstance(table.game.last.move, m.Sail)


def test_dragging_where_it_can_not_go_says_so(board: CampaignMap, table: Table) -> None:
    toulon = europe(board).hex_of("Toulon")
    ship = next(r for r in board.layer.units if r[1] == toulon and r[3] == "ship")
    send(board, kind="drop", unit=ship[0], hex=europe(board).hex_of("Vienna"))
    assert table.game.number == 0
    assert "lies on no sea" in table.notice.text
    send(board, kind="drop", unit=ship[0], hex=europe(board).size + 14)
    assert "more than the 4 movement points of ships" in table.notice.text


def test_after_a_voyage_nothing_else_is_chosen(board: CampaignMap, table: Table) -> None:
    click(board, *europe(board).spot(europe(board).hex_of("Corunna")))
    chosen = table.focus.subject
    board.table.play(next(o.move for o in table.options(chosen) if o.move.squadrons == 2))
    if table.decision is not None and table.decision.seat == "french":
        assert table.focus.subject is None


def test_overlays_go_on_and_off(board: CampaignMap, table: Table) -> None:
    for name in ("supply", "enemy"):
        send(board, kind="overlay", name=name, hex=-1)
        assert board.layer.overlays[-1]["kind"] == name
        assert board.layer.light["hint"].endswith(board.layer.overlays[-1]["title"])
        send(board, kind="overlay", name=name, hex=-1)
        assert "supply" not in board.layer.light["hint"]
        assert not [o for o in board.layer.overlays if o["kind"] == name]
    send(board, kind="overlay", name="reach", hex=-1)
    assert "Choose a hex" in table.notice.text
    send(board, kind="overlay", name="reach", hex=europe(board).hex_of("Brest"))
    assert board.layer.overlays[-1]["notes"]


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "pick"},
        {"kind": "pick", "hex": -1},
        {"kind": "pick", "hex": 3312 + 17},
        {"kind": "pick", "hex": "a"},
        {"kind": "pick", "hex": True},
        {"kind": "unit", "unit": "nobody"},
        {"kind": "unit", "unit": 7},
        {"kind": "drop", "unit": "f1", "hex": 1},
        {"kind": "overlay", "name": "zoc", "hex": 1},
        {"kind": "overlay", "name": "secrets", "hex": 1},
        {"kind": "play", "move": {"m": "done"}},
        {},
    ],
    ids=str,
)
def test_messages_that_no_widget_sends_are_refused(board: CampaignMap, table: Table, message: dict[str, Any]) -> None:
    send(board, **message)
    assert table.game.number == 0
    assert table.notice.tone == "refusal"
    assert "went wrong" not in table.notice.text


def test_the_map_of_another_seats_turn_moves_nothing() -> None:
    table = Table(napwidgets.new_game("wap/trafalgar"), {"french": "random"})
    board = CampaignMap(table)
    for hex in range(0, europe(board).size + 17, 11):
        send(board, kind="pick", hex=hex)
    assert table.game.number == 0


def test_it_stands_alone_with_a_game() -> None:
    board = CampaignMap(napwidgets.new_game("wap/lloyds"))
    assert isinstance(board.table, Table)
    assert board._repr_svg_().startswith("<svg")
    board.close()


def test_a_battle_has_another_map() -> None:
    with pytest.raises(ValueError, match="use HexMap"):
        CampaignMap(napwidgets.new_game("nlc/first-steps"))
    with pytest.raises(ValueError, match="use CampaignMap"):
        HexMap(Table(napwidgets.new_game("wap/trafalgar")))
    assert isinstance(TableApp(Table(napwidgets.new_game("nlc/first-steps"))).map, BoardWidget)


def test_still_pictures_are_light_and_closed() -> None:
    table = Table(napwidgets.new_game("wap/grand-campaign"))
    land = table.presenter.board
    assert land is not None
    scene = table.presenter.scene(table.view(), None)
    assert len(small(land, scene)) < 25_000
    assert len(shapes(land)) < 60_000
    assert len(still(land, scene)) < 90_000


def test_ports_look_out_to_their_sea(board: CampaignMap) -> None:
    data = board.layer.board
    for hex, (dx, dy) in data["ports"].items():
        assert 0.9 < dx * dx + dy * dy < 1.1, europe(board).title(int(hex))
    assert data["ports"][str(europe(board).hex_of("Brest"))][0] < 0.3
    assert data["ports"][str(europe(board).hex_of("Toulon"))][1] > 0


@pytest.mark.parametrize("which", range(len(system_of("wap").panels)))
def test_the_panels_of_a_campaign_open_over_the_map(which: int) -> None:
    table = Table(napwidgets.new_game("wap/lloyds"))
    tabs = ExtraTabs(table)
    assert tabs.known[which] == system_of("wap").panels[which]
    book = ExtraBook(table, tabs)
    tabs._handle_custom_msg({"do": "extra", "arg": str(which), "serial": tabs.serial}, [])
    assert book.layout.display == ""
    head, panel = book.children
    assert "data-escape" in head.html
    assert panel is not head
    head._handle_custom_msg({"do": "shut", "arg": "", "serial": head.serial}, [])
    assert (book.layout.display, tabs.on) == ("none", -1)
    tabs._handle_custom_msg({"do": "extra", "arg": str(which), "serial": tabs.serial}, [])
    assert book.children == (head, panel)
    tabs._handle_custom_msg({"do": "extra", "arg": str(which), "serial": tabs.serial}, [])
    assert book.layout.display == "none"
    tabs._handle_custom_msg({"do": "extra", "arg": "9", "serial": tabs.serial}, [])
    assert table.notice.tone == "refusal"


def test_the_line_over_the_map_says_what_its_per_cents_are(board: CampaignMap) -> None:
    sea, hunt = Target(1, None, "2 · 14 %"), Target(2, None, "83 %", "attack")
    sails = "figures: movement points"
    assert board.layer.hint("Fleet", [sea]) == f"Fleet · {sails} · per cent: chance to be met on the way"
    assert board.layer.hint("Fleet", [Target(1, None, "2"), hunt]) == f"Fleet · {sails} · red dashes: a fight"
    assert board.layer.hint("Austria", [Target(1, None, "33 %")]) == "Austria · per cent: the chance that it comes off"
