"""Charts without bqplot say the same as those with it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from napwidgets.language import pages
from napwidgets.table.presenter import Share, Spread
from napwidgets.widgets import plain_charts, report_plots
from napwidgets.widgets.battle_resolver import SpreadChart
from napwidgets.widgets.still import chart_html


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_plots, "kit", lambda: plain_charts)


def test_bars_are_as_high_as_their_figures() -> None:
    scales = {"x": plain_charts.OrdinalScale(), "y": plain_charts.LinearScale(min=0.0, max=1.0)}
    shown = {"label_display": True, "label_display_format": ".0%"}
    bars = plain_charts.Bars(x=["a", "<b>"], y=[0.5, 0.25], scales=scales, **shown)
    axis = plain_charts.Axis(scale=scales["x"])
    figure = plain_charts.Figure([bars], [axis])
    high = [float(h) for h in re.findall(r'<rect[^>]* height="([\d.]+)"', figure.value)]
    assert high[0] == pytest.approx(2 * high[1], abs=0.2)
    assert "50 %" in figure.value
    assert "&lt;b&gt;" in figure.value
    assert "<b>" not in figure.value
    with bars.hold_sync():
        bars.x, bars.y = ["a", "b", "c"], [0.1, 0.2, 0.3]
        assert "50 %" in figure.value, "changes that are one are drawn once"
    assert "30 %" in figure.value
    scales["y"].max = 0.5
    again = [float(h) for h in re.findall(r'<rect[^>]* height="([\d.]+)"', figure.value)]
    assert again[0] == pytest.approx(high[0] * 0.4, abs=0.2), "a chart follows its scales"


def test_bars_of_a_rate_write_their_figures_as_everything_else_does() -> None:
    chart = report_plots.OddsChart()
    chart.show(Spread("Rate", (Share("5", "", 0.419), Share("6", "", 0.58), Share("7", "", 0.001))))
    drawn = chart.children[1].value
    assert [text for text in ("42 %", "58 %", "&lt; 1 %") if text in drawn] == ["42 %", "58 %", "&lt; 1 %"]
    assert "42%" not in drawn


def test_a_rate_is_a_line_with_its_thresholds() -> None:
    chart = report_plots.RateChart([(5, "act"), (10, "catastrophe"), (90, "far away")])
    chart.show([3.0, 7.5, 4.0], ["January 1806", "February 1806", "March 1806"])
    drawn = chart.children[1].value
    assert drawn.count("<circle") == 3
    assert drawn.count("stroke-dasharray") == 2
    assert "catastrophe" in drawn
    assert "far away" not in drawn
    assert "Jan 1806" in drawn
    assert "<polyline" in chart_html(chart.children[1]), "saved notebooks show it, too"


def test_bars_below_nought() -> None:
    scales = {"x": plain_charts.LinearScale(min=0.0, max=2.0), "y": plain_charts.LinearScale(min=-1.0, max=1.0)}
    bars = plain_charts.Bars(x=[0.5, 1.5], y=[0.5, -0.5], scales=scales, colors=["red", "blue"])
    drawn = plain_charts.Figure([bars], []).value
    tops = re.findall(r'<rect[^>]* y="([\d.]+)"[^>]* height="([\d.]+)" fill="(\w+)"', drawn)
    (up, high, _), (down, deep, blue) = tops
    assert blue == "blue"
    assert high == deep
    assert float(up) + float(high) == pytest.approx(float(down), abs=0.2)


def test_a_chart_beside_a_map_keeps_its_letters() -> None:
    """The panel is some 290 pixels wide: a picture twice as wide would come out with letters half as high."""
    chart = SpreadChart()
    chart.show(Spread("Hits", (Share("0", "0", 0.25), Share("1", "1", 0.75))))
    assert 'viewBox="0 0 290 145"' in chart.children[1].value


def test_the_paragraph_over_a_chart_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    chart = SpreadChart()
    chart.show(Spread("Hits", (Share("0", "0", 0.25), Share("1", "1", 0.75)), "exact", "NLC 7.1"))
    words, said = chart.children[0], list[Any]()
    assert '<b>Hits</b> · exact&#160;<small class="nw-cite">NLC 7.1</small>' in words.html
    monkeypatch.setattr(words, "send", said.append)
    words._handle_custom_msg({"do": "cite", "arg": "NLC 7.1", "serial": words.serial}, [])
    [[[cite, title, text, unclear]]] = [message["paragraphs"] for message in said]
    assert (cite, title, [number for number, *_ in unclear]) == ("NLC 7.1", "Basic procedure", [18, 19])
    assert text.startswith("Firing strengths are added")


def _texts(drawn: str) -> list[tuple[float, str]]:
    """Where the texts of a picture stand across it, and what they say."""
    return [(float(x), text) for x, text in re.findall(r'<text x="([\d.]+)"[^>]*>([^<]*)', drawn)]


@pytest.mark.parametrize("count", [9, 14, 24, 50])
def test_figures_of_many_bars_do_not_run_into_each_other(count: int) -> None:
    chart = SpreadChart()
    chart.show(Spread("Hits", tuple(Share(str(n), "", (1 + min(n, count - n)) / 99) for n in range(count))))
    drawn = chart.children[1].value
    over = [(x, text) for x, text in _texts(drawn) if "%" in text]
    under = [(x, text) for x, text in _texts(drawn) if "%" not in text]
    upright = drawn.count("rotate(-90")
    assert upright == (len(over) if count > 9 else 0)
    for texts, broad in ((over, 6.8 if not upright else 0.0), (under, 6.8)):
        for (x, text), (beside, other) in pairwise(texts):
            assert beside - x >= max(12.0, broad * (len(text) + len(other)) / 2), (text, other)
    assert over, "the highest bars keep theirs"


def test_names_too_long_to_stand_under_their_bars_stand_beside_them() -> None:
    chart = SpreadChart()
    ways = ("French 2, Coalition 3", "nobody", "both 2", "French 1")
    chart.show(Spread("Retreat", tuple(Share(way, "", 0.25) for way in ways)))
    texts = _texts(chart.children[1].value)
    assert [text for x, text in texts if x == 0] == list(ways)
    assert [text for x, text in texts if x > 0] == ["25 %"] * 4


def test_a_chart_speaks_the_language_of_the_page() -> None:
    pages.choose("de")
    try:
        chart = SpreadChart()
        chart.show(Spread("Retreat, in hexes", (Share("nobody", "", 0.5), Share("French 2", "", 0.5)), "exact"))
        drawn = chart.children[0].html + chart.children[1].value
    finally:
        pages.choose("en")
    assert "niemand" in drawn
    assert "exact" not in drawn


def test_a_rate_names_its_months_and_thresholds_in_the_language_of_the_page() -> None:
    pages.choose("fr")
    try:
        chart = report_plots.RateChart([(5, "5 % England must act")])
        chart.show([3.0, 7.5, 4.0, 5.0], ["June 1806", "July 1806", "August 1806", "September 1806"])
    finally:
        pages.choose("en")
    drawn = chart.children[1].value
    assert "juin 1806" in drawn
    assert "sept 1806" in drawn
    assert "doit agir" in drawn
