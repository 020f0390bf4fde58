"""The head of a table holds what it says, however many turns there are: its buttons are never cut off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.language import pages
from napwidgets.table.table import Table
from napwidgets.widgets.panels import Header

pytestmark = pytest.mark.browser

THEME = Path(napwidgets.__file__).with_name("widgets") / "static" / "theme.css"
#: A month of 1806, of which every box of the year is shown.
LATE = 14
ENDS = "() => [...document.querySelectorAll('.nw-header button')].map((b) => b.getBoundingClientRect().right)"


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_no_button_of_the_head_is_cut_off(browser: Any, code: str) -> None:
    new = napwidgets.new_game("wap/grand-campaign", seed="1805")
    game = Game(new.engine, replace(new.state, turn=LATE), new.seed, new.position, new.parent, new.last)
    pages.choose(code)
    try:
        head = Header(Table(game)).html
    finally:
        pages.choose("en")
    page = browser.new_page()
    page.set_content(f'<body style="margin: 0"><div class="nw-sheet nw-header">{head}</div></body>')
    page.add_style_tag(path=THEME)
    for width in (1280, 1366, 1920):
        page.set_viewport_size({"width": width, "height": 720})
        ends = page.evaluate(ENDS)
        assert len(ends) > 1
        assert max(ends) <= width
    page.close()


def test_a_telephone_has_its_turns_in_one_row_without_empty_boxes(browser: Any) -> None:
    new = napwidgets.new_game("wap/grand-campaign", seed="1805")
    game = Game(new.engine, replace(new.state, turn=5), new.seed, new.position, new.parent, new.last)
    page = browser.new_page(viewport={"width": 390, "height": 844})
    head = Header(Table(game)).html
    page.set_content(f'<body class="nw-slim" style="margin: 0"><div class="nw-sheet nw-header">{head}</div></body>')
    page.add_style_tag(path=THEME)
    seen = """() => [...document.querySelectorAll('.nw-track li')]
      .filter((li) => !getComputedStyle(li).clipPath.includes('inset'))
      .map((li) => [parseFloat(getComputedStyle(li).fontSize), li.getBoundingClientRect().top])"""
    boxes = page.evaluate(seen)
    assert len(boxes) >= 5
    assert all(size for size, _ in boxes)
    assert len({top for _, top in boxes}) == 1
    assert page.locator(".nw-track li").count() > len(boxes), "the others are read out"
    page.close()
