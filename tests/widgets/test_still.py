"""What stays of a widget in a saved notebook: words and pictures without a kernel, a script or a control."""

from __future__ import annotations

import re
from typing import Any

import nbformat
import pytest
from IPython.core.formatters import DisplayFormatter
from nbconvert import HTMLExporter

import napwidgets
from napwidgets import widgets
from napwidgets.table.table import Table
from napwidgets.widgets.boards import board_widget
from napwidgets.widgets.still import chart_html, plain

SCENARIOS = ["nlc/first-steps", "mop/champaubert", "jdg/germany-1813-1", "con/learning", "wap/trafalgar"]
PANELS = [
    "ActionPanel", "BattleResolver", "Chronicle", "ChronicleBook", "Debrief", "Header", "OrderPad", "Review", "Roster",
    "StatusLine", "TableApp", "TurnTrack",
]  # fmt: skip
ALONE = ["AllianceDisplay", "LloydsTracker", "NavalDisplay", "ProductionDesk"]


def bundle(widget: object) -> dict[str, Any]:
    """What a notebook keeps of it."""
    kept, _ = DisplayFormatter().format(widget)
    return dict(kept)


def lifeless(html: str) -> bool:
    return not re.search(r"<(script|button|select|input|form|iframe)|data-do|\son\w+=|https?://(?!www\.w3\.org)", html)


def of(name: str, scenario: str) -> Any:
    engine_seats = napwidgets.new_game(scenario, seed="1").engine.seats
    seats = dict.fromkeys(engine_seats, "recruit") | {engine_seats[0]: "person"}
    return getattr(widgets, name)(Table(napwidgets.new_game(scenario, seed="1"), seats))


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("name", PANELS)
def test_every_panel_stands_still(name: str, scenario: str) -> None:
    html = bundle(of(name, scenario))["text/html"]
    assert lifeless(html)
    if name == "TableApp":
        assert "<svg" in html
        assert napwidgets.new_game(scenario, seed="1").engine.title in html


@pytest.mark.parametrize("name", PANELS)
def test_every_panel_takes_a_game_as_well_as_a_table(name: str) -> None:
    widget = getattr(widgets, name)(napwidgets.new_game("nlc/first-steps", seed="1"))
    assert "text/html" in bundle(widget)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_board_is_a_picture(scenario: str) -> None:
    game = napwidgets.new_game(scenario, seed="1")
    assert bundle(board_widget(Table(game)))["image/svg+xml"].startswith("<svg")
    board = widgets.HexMap if scenario.startswith(("nlc", "mop")) else widgets.CampaignMap
    assert bundle(board(game))["image/svg+xml"].startswith("<svg")


@pytest.mark.parametrize("name", ALONE)
def test_the_displays_of_europe_stand_still_alone(name: str) -> None:
    html = bundle(getattr(widgets, name)())["text/html"]
    assert lifeless(html)
    assert len(html) > 1000


@pytest.mark.parametrize("system", ["nlc", "mop", "jdg", "con"])
def test_a_sandbox_shows_its_odds(system: str) -> None:
    html = bundle(widgets.BattleResolver.sandbox(system))["text/html"]
    assert lifeless(html)
    assert "%" in html


def test_an_export_shows_them_without_widgets() -> None:
    cells = []
    for widget in (widgets.HexMap(napwidgets.new_game("nlc/first-steps", seed="1")), of("TableApp", "wap/trafalgar")):
        data = bundle(widget)
        cells.append(nbformat.v4.new_code_cell("x", outputs=[nbformat.v4.new_output("display_data", data=data)]))
    page, _ = HTMLExporter(template_name="basic").from_notebook_node(nbformat.v4.new_notebook(cells=cells))
    assert page.count("<svg") >= 2 or page.count("data:image/svg+xml") + page.count("<svg") >= 2
    assert "Trafalgar" in page


def test_controls_leave_their_words_and_nothing_gets_in() -> None:
    assert plain('<label>Side <select><option value="1">French<option value="2" selected>Allied</select></label>') == (
        "<span> Side Allied</span> "
    )
    assert "alert" not in plain("<script>alert(1)</script><p onclick='alert(2)'>x</p>")
    assert plain('<input type="text" value="&lt;b&gt;">') == "<b>&lt;b&gt;</b>"


def test_a_chart_is_drawn_from_its_marks() -> None:
    import bqplot

    x, y = bqplot.OrdinalScale(), bqplot.LinearScale()
    bars = bqplot.Bars(x=["none", "one"], y=[0.25, 0.75], scales={"x": x, "y": y})
    html = chart_html(bqplot.Figure(marks=[bars], title="Losses <b>"))
    assert html.count("<rect") == 2
    assert "Losses &lt;b&gt;" in html
    assert "one" in html
