"""A line of the roster in a narrow column: what a formation has takes the whole breadth below its name and its tag."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import napwidgets
from napwidgets.board.display import Line
from napwidgets.widgets.panels import _formation_html

pytestmark = pytest.mark.browser

THEME = Path(napwidgets.__file__).with_name("widgets") / "static" / "theme.css"
LINE = Line(
    id="france", title="Frankreich", nation="france", tag="profranzösisch", tone="", depth=0, hex=-1,
    detail="68 SP · 9 Geschwader · im Truppenvorrat: 4 Infanterie, 1 Reiterei und 1 Gardeinfanterie",
)  # fmt: skip
BOXES = """() => ["summary", "summary i", "summary .nw-tag", "summary small"].map((one) => {
    const box = document.querySelector(one).getBoundingClientRect();
    return [box.left, box.top, box.right, box.bottom];
})"""


def test_what_a_state_has_stands_below_its_name_and_its_tag(browser: Any) -> None:
    page = browser.new_page()
    summary = f'<details class="nw-form"><summary>{_formation_html(LINE)}</summary></details>'
    page.set_content(f'<div class="nw-sheet nw-roster" style="width: 230px">{summary}</div>')
    page.add_style_tag(path=THEME)
    row, plate, tag, has = page.evaluate(BOXES)
    page.close()
    assert plate[2] < has[0] < tag[0]
    assert has[2] == tag[2] == row[2]
    assert tag[3] <= has[1]
    assert has[3] <= row[3]
