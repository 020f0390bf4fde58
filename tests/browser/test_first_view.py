"""The first view of a map cuts no counters off, where stepping aside can help that; counters are 20 by 20 here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import napwidgets
from tests.browser.conftest import Watched

pytestmark = pytest.mark.browser

PLANE = Path(napwidgets.__file__).with_name("widgets") / "static" / "plane.js"


@pytest.mark.parametrize(
    ("counters", "board", "seen"),
    [
        ([[0, 0]], 1000, [0, 0]),
        # One lies across the right edge: it comes in. So does one across a corner, aslant.
        ([[0, 0], [45, 0]], 1000, [5, 0]),
        ([[0, 0], [45, -45]], 1000, [5, -5]),
        # The opposite one would be cut for it: the view goes the other way till the first is out.
        ([[-40, 0], [45, 0]], 1000, [-20, 0]),
        # Neither helps where both would: one that is whole stays whole.
        ([[0, 25], [0, 45], [0, -40]], 1000, [0, 0]),
        # The board ends here.
        ([[0, 0], [45, 0]], 0, [0, 0]),
        ([[0, 0], [61, 61]], 1000, [0, 0]),
    ],
)
def test_a_view_steps_aside_for_counters_at_its_edge(
    browser: Any, counters: list[list[int]], board: int, seen: list[int]
) -> None:
    page = browser.new_page()
    page.add_script_tag(path=PLANE)
    found = page.evaluate(
        """([counters, board]) => uncut([0, 0], [-50, -50, 50, 50], counters, [10, 10],
            (at) => at.map((v) => Math.min(Math.max(v, -board), board)))""",
        [counters, board],
    )
    page.close()
    assert [n + 0.0 for n in found] == seen


FRENCH = "#2f4d7e"
#: How many counters lie across an edge of the map (the upper one: by more than a rim of six pixels), and how many of a
#: colour are whole.
CUT = """(colour) => {
  const frame = document.querySelector('.nw-map-frame, .leaflet-container').getBoundingClientRect();
  let cut = 0, own = 0;
  for (const unit of document.querySelectorAll('.nw-l-units [data-unit]')) {
    const plate = unit.querySelector('rect:not(.nw-shadow)'), box = plate.getBoundingClientRect();
    const across = Math.min(box.left - frame.left, frame.right - box.right);
    const room = Math.min(across, frame.bottom - box.bottom, box.top - frame.top + 3);
    const seen = room > 4 - box.width, whole = room > -3;
    cut += seen && !whole;
    own += seen && whole && plate.getAttribute('fill') === colour;
  }
  return [cut, own];
}"""


@pytest.mark.parametrize(
    ("scenario", "own"), [("nlc/ligny", 15), ("wap/grand-campaign", 0), ("mop/la-rothiere", 15)]
)
def test_the_first_view_on_a_telephone(watched: Watched, scenario: str, own: int) -> None:
    watched.page.set_viewport_size({"width": 390, "height": 844})
    page = watched.play(scenario)
    watched.settle()
    cut, seen = page.evaluate(CUT, FRENCH)
    assert cut == 0
    assert seen >= own
    watched.clean()
