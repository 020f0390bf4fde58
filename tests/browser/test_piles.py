"""What lies on top of a pile, whose name it bears, and who has moved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import napwidgets

pytestmark = pytest.mark.browser

STATIC = Path(napwidgets.__file__).with_name("widgets") / "static"
STATES = {"french": ["#27406b", "#fff"], "english": ["#8e2a30", "#fff"]}


def piece(name: str, symbol: str, values: str, seat: str) -> dict[str, Any]:
    return {
        "id": name, "hex": 1, "name": name, "symbol": symbol, "values": values, "nation": seat, "seat": seat,
        "title": "", "marks": [], "active": False, "spent": False, "order": 0, "berth": "",
    }  # fmt: skip


def test_a_pile_bears_the_name_of_a_leader_of_the_side_that_lies_on_top(browser: Any) -> None:
    page = browser.new_page()
    for script in ("plane.js", "campaign_pieces.js"):
        page.add_script_tag(path=STATIC / script)
    nelson, english = piece("Nelson", "leader", "[0]", "english"), piece("E", "ship", "2", "english")
    french = piece("F", "ship", "4", "french")
    draw = "([pile, states]) => pileNode(pile, states).querySelectorAll('.nw-name, .nw-badge').length"
    marks = [page.evaluate(draw, [pile, STATES]) for pile in ([nelson, english, french], [nelson, french, english])]
    page.close()
    assert marks == [0, 2]


def test_who_has_moved_lies_askew_in_the_colours_of_his_side(browser: Any) -> None:
    page = browser.new_page()
    page.set_content('<div class="nw-campaign"><svg></svg></div>')
    for script in ("plane.js", "campaign_pieces.js"):
        page.add_script_tag(path=STATIC / script)
    page.add_style_tag(path=STATIC / "campaign.css")
    look = """([piece, states]) => {
        const g = document.querySelector("svg").appendChild(counter(piece, states));
        const { fill, filter, opacity } = getComputedStyle(g.querySelector(".nw-plate"));
        return [fill + filter + opacity, getComputedStyle(g).transform];
    }"""
    army = piece("F", "infantry", "4", "french")
    fresh, spent = (page.evaluate(look, [{**army, "spent": moved}, STATES]) for moved in (False, True))
    page.close()
    assert spent[0] == fresh[0]
    assert spent[1] != fresh[1]
