"""Drawings on a telephone: all of them is in sight, in letters that can be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import napwidgets
from napwidgets.board.display import Chapter
from napwidgets.board.report import Gauge
from napwidgets.scenarios import load_game
from napwidgets.table.table import Table
from napwidgets.widgets.debrief import Debrief, losses_svg
from napwidgets.widgets.report_drawings import gauge

pytestmark = pytest.mark.browser

STATIC = Path(napwidgets.__file__).with_name("widgets") / "static"
#: How high the letters of the drawing in sight are at least, how many of its texts and marks are cut off or lie on each
#: other, and how many texts it has.
LOOK = """() => {
    const seen = [...document.querySelectorAll("svg")].filter((s) => s.getBoundingClientRect().width), svg = seen[0];
    const frame = svg.parentNode.getBoundingClientRect(), texts = [...svg.querySelectorAll("text")];
    const boxes = texts.map((t) => t.getBoundingClientRect()), scale = svg.getScreenCTM().a;
    const out = [...boxes, ...[...svg.querySelectorAll("path, polyline")].map((p) => p.getBoundingClientRect())]
        .filter((b) => b.left < frame.left - 1 || b.right > frame.right + 1 || b.bottom > frame.bottom + 1);
    const over = boxes.filter((a, i) => boxes.some((b, j) => j > i
        && a.left < b.right && b.left < a.right && a.top + 4 < b.bottom && b.top + 4 < a.bottom));
    const size = Math.min(...texts.map((t) => scale * parseFloat(getComputedStyle(t).fontSize)));
    return [seen.length, size, out.length, over.length, texts.length];
}"""
MONTHS = ("September", "October", "November", "December", "January", "February", "March", "April", "May", "June")
LOSSES = losses_svg(
    tuple(
        Chapter(i, f"{month} 1805", (), (), (("French side", i), ("English side", 0)), "")
        for i, month in enumerate(MONTHS)
    ),
    "Strength points eliminated, month by month",
)
RATE = gauge(Gauge(45.0, (10, 15, 20, 30, 40), 5.0, (42.0, 49.0), "45 per cent"))


@pytest.mark.parametrize("wide", [316, 344])
@pytest.mark.parametrize("drawing", [LOSSES, RATE], ids=["losses", "rate"])
def test_a_drawing_is_seen_whole_on_a_telephone(browser: Any, drawing: str, wide: int) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_content(f'<div class="nw-sheet nw-wap" style="width: {wide}px"><div>{drawing}</div></div>')
    for sheet in ("theme.css", "wap.css"):
        page.add_style_tag(path=STATIC / sheet)
    page.add_style_tag(content=".nw-wap { padding: 0; border: 0 }")
    shown, size, out, over, texts = page.evaluate(LOOK)
    page.close()
    assert (shown, out, over) == (1, 0, 0)
    assert size >= 10.5
    assert texts > 5


def test_what_was_believed_stands_beside_what_was_true_with_room_for_both(browser: Any) -> None:
    """Four columns on a telephone broke every line after a word or two."""
    game = load_game(Path(__file__).parents[1] / "golden" / "danube-1805.napoleon.nap.json")
    page = browser.new_page(viewport={"width": 390, "height": 844})
    box = f'<div class="nw-sheet nw-debrief" style="width: 330px">{Debrief(Table(game)).html}</div>'
    page.set_content(f'<div class="nw-table nw-slim">{box}</div>')
    page.add_style_tag(path=STATIC / "theme.css")
    wide = page.evaluate("[...document.querySelectorAll('.nw-believed td')].map((n) => n.clientWidth)")
    page.close()
    assert wide
    assert min(wide) > 140


def test_a_screen_reader_is_told_what_the_lines_count_and_how_they_end() -> None:
    assert LOSSES.count('aria-label="Strength points eliminated, month by month: French side 9, English side 0"') == 2
