"""Charts of reports with bqplot: a rate month by month, and where it may go next."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import ipywidgets

from napwidgets.board.display import Spread
from napwidgets.language import pages
from napwidgets.widgets.charts import kit
from napwidgets.widgets.report import percent
from napwidgets.widgets.sheet import Caption, cites

INK, BLUE, SOFT, GRID = "#2b2a26", "#2f4d7e", "#6d634b", "#d8c99d"
#: The colours of the thresholds, as on the scale above the charts.
TONES = {
    "quiet": "#8fa487", "act": "#d3b04a", "one point a city": "#d29a4c", "points compulsory": "#cd7f48",
    "points ships and men": "#bf5546", "catastrophe": "#8c262b",
}  # fmt: skip


class _Chart(ipywidgets.VBox):
    """A heading, a figure, and its figures in words for who can't see it."""

    def __init__(self, marks: Sequence[Any], axes: Sequence[Any], height: str, left: int) -> None:
        bqplot = kit()
        self._title = Caption()
        self._figure = bqplot.Figure(
            marks=list(marks), axes=list(axes), animation_duration=0, background_style={"fill": "none"},
            fig_margin={"top": 16, "bottom": 30, "left": left, "right": 12}, padding_y=0.0, padding_x=0.02,
            layout={"height": height, "width": "100%", "min_width": "260px"},
        )  # fmt: skip
        super().__init__([self._title, self._figure])
        self.add_class("nw-chart")
        self.add_class("nw-wapchart")

    def _head(self, title: str, note: str, cite: str, said: str, below: str = "") -> None:
        """What stands over the chart, and what is read out; ``note`` and ``below`` are HTML."""
        self._title.tell(
            f'<p class="nw-spread"><b>{escape(title)}</b> · {note}{cites((cite,) if cite else ())}</p>'
            f'<p class="nw-sr" aria-live="polite">{escape(said)}</p>{below}'
        )


class OddsChart(_Chart):
    """A distribution as bars, each in the colour of its threshold."""

    def __init__(self) -> None:
        bqplot = kit()
        x, self._height = bqplot.OrdinalScale(), bqplot.LinearScale(min=0.0, max=1.0)
        scales = {"x": x, "y": self._height}
        self._bars = bqplot.Bars(x=[""], y=[0.0], scales=scales, colors=[BLUE], stroke=INK, padding=0.22)
        # A bar's own figure would be 42%, which everything else writes 42 %.
        self._figures = bqplot.Label(x=[""], y=[0.0], text=[""], scales=scales, colors=[INK], default_size=11,
                                     y_offset=-6, align="middle", font_weight="normal")  # fmt: skip
        axis = bqplot.Axis(scale=x, color=INK, grid_lines="none", tick_style={"font-size": "11px"})
        super().__init__([self._bars, self._figures], [axis], "190px", 10)

    def show(self, spread: Spread) -> None:
        """Draw a distribution."""
        said = "; ".join(f"{s.label} per cent: chance {100 * s.chance:.1f} %" for s in spread.shares)
        self._head(spread.title, escape(spread.method), spread.cite, said)
        self._height.max = 1.25 * max((s.chance for s in spread.shares), default=1.0)
        with self._bars.hold_sync():
            self._bars.colors = [TONES.get(s.tone, BLUE) for s in spread.shares]
            self._bars.x = [s.label for s in spread.shares]
            self._bars.y = [s.chance for s in spread.shares]
        with self._figures.hold_sync():
            self._figures.x = [s.label for s in spread.shares]
            self._figures.y = [s.chance for s in spread.shares]
            self._figures.text = [percent(s.chance) for s in spread.shares]


class RateChart(_Chart):
    """Lloyd's rate over the months, with the thresholds as dashed lines."""

    def __init__(self, thresholds: Sequence[tuple[int, str]]) -> None:
        bqplot = kit()
        self._x, self._y = bqplot.LinearScale(min=0.5, max=12.5), bqplot.LinearScale(min=0.0, max=25.0)
        scales = {"x": self._x, "y": self._y}
        self._line = bqplot.Lines(x=[1], y=[0], scales=scales, colors=[BLUE], stroke_width=2.5, marker="circle",
                                  marker_size=28)  # fmt: skip
        self._steps = thresholds
        self._marks = bqplot.Lines(x=[0.5, 12.5], y=[[t, t] for t, _ in thresholds], scales=scales,
                                   colors=[SOFT], stroke_width=1.0, line_style="dashed")  # fmt: skip
        self._names = bqplot.Label(x=[0.6], y=[0.0], text=[""], scales=scales, colors=[SOFT], default_size=11,
                                   y_offset=-6, align="start", font_weight="normal")  # fmt: skip
        self._across = bqplot.Axis(scale=self._x, color=INK, grid_lines="none", tick_style={"font-size": "11px"},
                                   tick_values=[1])  # fmt: skip
        self._up = bqplot.Axis(scale=self._y, orientation="vertical", color=INK, grid_lines="none",
                               tick_values=[0], tick_format=".0f", tick_style={"font-size": "11px"})  # fmt: skip
        super().__init__([self._marks, self._line, self._names], [self._across, self._up], "230px", 34)

    def show(self, rates: Sequence[float], names: Sequence[str]) -> None:
        """Draw the rate after each month; ``names`` are the months as ``September 1805``."""
        count = max(12, len(rates))
        top = max(25.0, 1.15 * max(rates))
        self._x.max, self._y.max = count + 0.5, top
        self._up.tick_values = [float(t) for t in range(0, int(top) + 1, 10 if top < 90 else 50)]
        self._marks.x = [0.5, count + 0.5]
        inside = [(t, n) for t, n in self._steps if t < top]
        self._marks.y = [[t, t] for t, _ in inside]
        right = _crowded(rates, inside, top, count, False) > _crowded(rates, inside, top, count, True)
        with self._names.hold_sync():
            self._names.align = "end" if right else "start"
            self._names.x = [count + 0.4 if right else 0.7] * len(inside)
            self._names.y = [float(t) for t, _ in inside]
            self._names.text = [pages.say(n) for _, n in inside]
        with self._line.hold_sync():
            self._line.x, self._line.y = list(range(1, len(rates) + 1)), list(rates)
        ticks = month_ticks(names)
        self._across.tick_values = list(ticks)
        self._across.tick_labels = {str(turn): words for turn, words in ticks.items()}
        said = "; ".join(f"{name}: {rate:g} %" for name, rate in zip(names, rates, strict=True))
        self._head("Lloyd's rate month by month", "per cent", "", said)


def _crowded(rates: Sequence[float], steps: Sequence[tuple[int, str]], top: float, count: int, right: bool) -> int:
    """How many months of the line run into the thresholds' names, if these stand on one side of the chart."""
    part = range(count - count // 2, count) if right else range(count // 2)
    near = [rates[i] for i in part if i < len(rates)]
    return sum(any(-0.02 < (rate - at) / top < 0.09 for at, _ in steps) for rate in near)


def month_ticks(names: Sequence[str]) -> dict[int, str]:
    """Months that are named under a chart: the first one and each January, or every third in a short time.

    >>> month_ticks(["September 1805", "October 1805"])
    {1: 'Sep 1805'}
    """
    # Three letters of a month are not enough in French: of June and July they are the same.
    letters = 4 if pages.language() == "fr" else 3
    brief = [f"{pages.say(name)[:letters].strip()} {name.split()[1]}" for name in names]
    if len(names) <= 18:
        return {i + 1: words for i, words in enumerate(brief) if i % 3 == 0}
    every = 1 + len(names) // 96
    years = [i for i, name in enumerate(names) if name.startswith("January")][::every]
    return {i + 1: brief[i][-4:] for i in years}
