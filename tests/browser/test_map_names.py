"""Where the names of places stand on a campaign's map once counters lie there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import napwidgets

pytestmark = pytest.mark.browser

STATIC = Path(napwidgets.__file__).with_name("widgets") / "static"
#: Lays names on a sheet of 1000 by 600 units: each at (x, y), 20 high and ``wide`` broad, drawn to the right of its
#: sign unless ``own`` says where its middle is; counters lie at ``piles``. Gives left, top, right, low and if it shows,
#: and the same of the figure 2.5 of the hex around each of ``figures``.
LAY = """([names, piles, figures]) => {
    const svg = document.querySelector("svg"), view = Object.create(CampaignView.prototype);
    const notes = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
    figures.forEach(([x, y], i) => {
        const text = notes.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "text"));
        Object.entries({ x, y: y + 44, "data-place": i }).forEach(([name, v]) => text.setAttribute(name, v));
        text.textContent = "2.5";
    });
    Object.assign(view, { layers: { notes }, low: 44, centre: (i) => figures[i] });
    view.names = names.map(({ x, y, wide, rank, own }) => ({
        text: svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "text")),
        x, y, r: 12, rank: rank || 0, size: 20, wide: wide / 20, own: own || [14 + wide / 2, 0], shown: true,
    }));
    view.nodes = new Map(piles.map(([x, y], i) => [i, { pile: [{ hex: i, berth: 0, symbol: "infantry" }] }]));
    Object.assign(view, { board: { bounds: [[-600, 0], [0, 1000]] }, scale: 1, k: 1, spot: (i) => piles[i] });
    view.lit = () => [];
    view.layNames();
    return view.names.map(({ text, shown, wide, size }) => {
        const [x, y] = ["x", "y"].map((name) => Number(text.getAttribute(name))), top = y - size * 0.76;
        return [x, top, x + wide * size, top + size * 0.98, shown];
    }).concat([...notes.children].map((text) => {
        const [x, y, dy] = ["x", "y", "dy"].map((name) => Number(text.getAttribute(name)));
        return [x - 16, y + dy - 14, x + 16, y + dy, text.getAttribute("opacity") !== "0"];
    }));
}"""


def laid(
    browser: Any, names: list[Mapping[str, Any]], piles: list[tuple[int, int]], *figures: tuple[int, int]
) -> list[list[float]]:
    page = browser.new_page()
    page.set_content("<svg></svg>")
    page.add_script_tag(content="class CampaignView {}")
    for script in ("plane.js", "map_names.js"):
        page.add_script_tag(path=STATIC / script)
    found: list[list[float]] = page.evaluate(LAY, [names, piles, figures])
    page.close()
    assert all(name[4] for name in found[: len(names)])
    return found


def pushed(boxes: list[float], at: tuple[int, int]) -> float:
    """How far a name stands from the counters at a point."""
    left, top, right, low = boxes[:4]
    across = max(left - at[0] - 34, at[0] - 38 - right)
    return max(across, top - at[1] - 41, at[1] - 33 - low)


def test_a_name_steps_aside_from_a_counter(browser: Any) -> None:
    ((left, _, right, _, _),) = laid(browser, [{"x": 500, "y": 300, "wide": 90}], [])
    assert (left, right) == (514, 604)
    (name,) = laid(browser, [{"x": 500, "y": 300, "wide": 90}], [(500, 300)])
    assert 0 <= pushed(name, (500, 300)) < 4


def test_a_name_stays_on_the_sheet(browser: Any) -> None:
    (far,) = laid(browser, [{"x": 110, "y": 300, "wide": 90, "own": [-59, 0]}], [])
    (near,) = laid(browser, [{"x": 60, "y": 300, "wide": 90, "own": [-59, 0]}], [])
    assert far[0] == 6
    assert near[0] >= 0


def test_two_names_do_not_run_into_one_another_though_one_stands_a_little_farther_off(browser: Any) -> None:
    a, b = laid(browser, [{"x": x, "y": 300, "wide": 200, "rank": 3, "own": [0, -22]} for x in (400, 594)], [])
    assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_a_name_stands_by_the_counters_of_its_own_place(browser: Any) -> None:
    (name,) = laid(browser, [{"x": 500, "y": 300, "wide": 90}], [(470, 270), (500, 300)])
    assert 0 <= pushed(name, (500, 300)) < 4


def test_a_name_would_rather_lie_under_a_counters_edge_than_go_far(browser: Any) -> None:
    ((left, top, _, _, _),) = laid(browser, [{"x": 500, "y": 300, "wide": 90}], [(500, 300), (659, 300)])
    assert (left, round(top)) == (536, 290)


def apart(one: list[float], other: list[float]) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_a_figure_of_a_hex_steps_aside_from_a_name_and_stays_in_its_hex(browser: Any) -> None:
    plain = laid(browser, [], [], (500, 300))[0]
    assert plain == [484, 330, 516, 344, True]
    for up in (20, 36, 44, 60):
        name, figure = laid(browser, [{"x": 400, "y": 300 + up, "wide": 200}], [], (500, 300))
        assert figure[4]
        assert apart(name, figure)
        assert 250 <= figure[1] < figure[3] <= 350


def test_a_figure_that_would_lie_on_names_wherever_it_stood_is_left_to_the_list(browser: Any) -> None:
    crowd = [{"x": 400, "y": 300 + up, "wide": 200, "rank": 3, "own": [114, 0]} for up in (-38, -18, 2, 22, 42)]
    *_, figure = laid(browser, crowd, [], (500, 300))
    assert not figure[4]
