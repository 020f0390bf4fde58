"""What the style sheet alone does: bars of what scrolls, heads of columns, buttons in a narrow column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import napwidgets
from napwidgets.board.display import Fact, Grid
from napwidgets.widgets.battle_resolver import _grid
from napwidgets.widgets.panels import facts_html

pytestmark = pytest.mark.browser

STATIC = Path(napwidgets.__file__).with_name("widgets") / "static"
TEMPLATE = Path(napwidgets.__file__).parents[1] / "share" / "jupyter" / "voila" / "templates" / "napwidgets"


def shown(browser: Any, html: str, look: str) -> Any:
    """What a script finds on a page with the style sheet."""
    page = browser.new_page()
    page.set_content(html)
    for sheet in ("theme.css", "wap.css"):
        page.add_style_tag(path=STATIC / sheet)
    found = page.evaluate(look)
    page.close()
    return found


def test_bars_of_what_scrolls_are_narrow_and_of_the_colour_of_the_lines(browser: Any) -> None:
    scrolls = '<div class="scrolls" style="overflow: auto">text</div>'
    bars = shown(
        browser,
        "".join(f'<div class="{kind}">{scrolls}</div>' for kind in ("nw-table", "nw-sheet", "nw-lobby")),
        """() => [...document.querySelectorAll('.scrolls')].map((e) => {
            const look = getComputedStyle(e);
            return [look.scrollbarWidth, look.scrollbarColor];
        })""",
    )
    assert bars == [["thin", "rgb(185, 169, 127) rgba(0, 0, 0, 0)"]] * 3
    assert "html { scrollbar-color: #b9a97f #f3ecd9; }" in (TEMPLATE / "index.html.j2").read_text()


def test_the_head_over_the_names_of_rows_begins_where_these_begin(browser: Any) -> None:
    grid = Grid("What a fight brings", ("a corps of thirty",), ("you win",), ((("31 %", ""),),), "", "", "if he is", "")
    lefts = shown(
        browser,
        f'<div class="nw-sheet" style="width: 300px">{_grid(grid)}</div>',
        """() => [...document.querySelectorAll('thead th:first-child, tbody th')].map((cell) => {
            const words = document.createRange();
            words.selectNodeContents(cell);
            return Math.round(words.getBoundingClientRect().left);
        })""",
    )
    assert lefts[0] == lefts[1]


FACTS = (
    Fact("Strength points lost in combats", "French 0"), Fact("Event cards of the French", "2 cards"),
    Fact("Held by the French", "Magdeburg 3, Torgau 2, Wittenberg 2, Glogau 2, Bautzen 1, Chemnitz 1"),
)  # fmt: skip


@pytest.mark.parametrize(("kinds", "wide"), [("nw-standing", 250), ("nw-sheet nw-debrief", 300)])
def test_a_name_that_does_not_fit_beside_its_value_stands_above_it(browser: Any, kinds: str, wide: int) -> None:
    inside = f'<div class="{kinds}">{facts_html(FACTS)}</div>'
    rows = shown(
        browser,
        f'<div class="nw-sheet" style="width: {wide}px; font: 15px sans-serif">{inside}</div>',
        """() => [...document.querySelectorAll('.nw-facts th')].map((name) => {
            const words = document.createRange();
            words.selectNodeContents(name);
            return new Set([...words.getClientRects()].map((line) => Math.round(line.top))).size;
        })""",
    )
    assert rows == [1, 1, 1]


def test_the_buttons_of_the_panels_leave_air_around_their_words(browser: Any) -> None:
    buttons = "".join(f'<button class="nw-b">{name}</button>' for name in ("Alliances", "Lloyd's", "Production"))
    air = shown(
        browser,
        f'<div class="nw-sheet nw-extras"><div class="nw-row" style="width: max-content">{buttons}</div></div>',
        """() => Math.min(...[...document.querySelectorAll('button')].map((button) => {
            const words = document.createRange();
            words.selectNodeContents(button);
            return words.getBoundingClientRect().left - button.getBoundingClientRect().left;
        }))""",
    )
    assert air >= 6


@pytest.mark.parametrize(("game", "seen"), [("nw-game", ["+"]), ("other", ["Supply", "+"])])
def test_over_the_small_map_beside_a_table_of_choices_stand_few_buttons(
    browser: Any, game: str, seen: list[str]
) -> None:
    tools = '<div class="nw-tools"><button aria-pressed="false">Supply</button><button>+</button></div>'
    found = shown(
        browser,
        f'<div class="nw-table nw-slim">{tools}<table class="{game}"></table></div>',
        "() => [...document.querySelectorAll('button')].filter((b) => b.offsetWidth).map((b) => b.textContent)",
    )
    assert found == seen


def test_figures_of_the_dice_end_on_the_right_and_a_place_stays_with_its_points(browser: Any) -> None:
    rows = "<tr><th>In the moves of</th><th>dice</th></tr><tr><th>French</th><td>1</td></tr>"
    held = "<tr><th>Held</th><td>Charleroi 3, Beaumont 3, Philippeville 4</td></tr>"
    review, standing = shown(
        browser,
        f'<div class="nw-sheet nw-review"><table class="nw-luck nw-sums">{rows}</table></div>'
        f'<div class="nw-sheet"><div class="nw-standing"><table class="nw-facts">{held}</table></div></div>',
        """() => [[...document.querySelectorAll('.nw-sums tr > :last-child')].map((e) => getComputedStyle(e).textAlign),
            getComputedStyle(document.querySelector('.nw-facts td')).textWrapStyle]""",
    )
    assert review == ["right", "right"]
    assert standing == "balance"
