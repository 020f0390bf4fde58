"""Charts as HTML, the same on a lesson's page and in the report that is handed in: what is drawn stretches with the
page, the words beside it keep their size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from msgspec import Struct

from napwidgets.systems.telling import sentence

INKS = ("#2f4d7e", "#9c3035", "#3f6b46", "#a87a1c", "#6d634b")
#: The look of charts, for a page and for a report.
CSS = (Path(__file__).parent / "plots.css").read_text()
#: So many words fit below a chart on a telephone.
_TICKS = 9


class Series(Struct, frozen=True):
    """Points to draw as a line, or as bars; a thin one counts less, a dashed one marks a level."""

    name: str
    points: tuple[tuple[float, float], ...]
    ink: str
    width: int = 3
    dashed: bool = False


class Plot(Struct, frozen=True):
    """A chart: lines, or bars whose names stand below them."""

    title: str
    across: str
    up: str
    series: tuple[Series, ...]
    bars: tuple[str, ...] = ()
    per_cent: bool = False

    def html(self) -> str:
        """The chart as HTML; its figures are in words for who can't see it."""
        xs = [x for s in self.series for x, _ in s.points]
        top = _top(max((y for s in self.series for _, y in s.points), default=1.0))
        top = min(top, 1.0) if self.per_cent else top
        left, right = (-0.6, len(self.bars) - 0.4) if self.bars else (min(xs), max(xs))
        draw = self._bars if self.bars else self._lines
        key = "".join(f"<li>{_sample(s)}{escape(s.name)}</li>" for s in self.series) if len(self.series) > 1 else ""
        named = " nl-named" * any(len(name) > 4 for name in self.bars)
        return (
            f'<figure class="nl-plot"><figcaption>{escape(self.title)}</figcaption>'
            f'<p class="nl-axes">{escape(self.up)} ↑ · {escape(self.across)} →</p>'
            f'<div class="nl-field{named}" role="img" aria-label="{escape(self._said())}">'
            f'<svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">{_grid(top)}'
            f"{draw(left, right, top)}</svg>{self._marks(left, right, top)}</div>"
            f'<ul class="nl-key">{key}</ul></figure>'
        )

    def _lines(self, left: float, right: float, top: float) -> str:
        dashes = ("", ' stroke-dasharray="7 6"')
        return "".join(
            f'<polyline points="{_spots(s.points, left, right, top)}" fill="none" stroke="{escape(s.ink)}" '
            f'stroke-width="{s.width}" vector-effect="non-scaling-stroke"{dashes[s.dashed]}/>'
            for s in self.series
        )

    def _bars(self, left: float, right: float, top: float) -> str:
        wide = 0.8 / len(self.series)
        found = []
        for n, s in enumerate(self.series):
            for x, y in s.points:
                a, b = (1000 * (x - 0.4 + (n + k) * wide - left) / (right - left) for k in (0, 1))
                high = 1000 * y / top
                found.append(
                    f'<rect x="{a:.1f}" y="{1000 - high:.1f}" width="{b - a:.1f}" height="{high:.1f}" '
                    f'fill="{escape(s.ink)}" stroke="#fbf6e6" vector-effect="non-scaling-stroke"/>'
                )
        return "".join(found)

    def _marks(self, left: float, right: float, top: float) -> str:
        """The words at the axes, and the figures on bars where there is room."""
        span = (right - left) or 1
        down = "".join(
            f'<span class="nl-y" style="top:{100 - 100 * y / top:.2f}%">{self._figure(y)}</span>' for y in _steps(top)
        )
        names = list(enumerate(self.bars)) if self.bars else [(x, f"{x:g}") for x in _across(left, right)]
        every = -(-len(names) // _TICKS)
        # Names of bars are broken into lines where there is little room.
        room = f";width:{100 * every / span:.2f}%" if self.bars else ""
        below = "".join(
            f'<span class="nl-x" style="left:{100 * (x - left) / span:.2f}%{room}">{escape(name)}</span>'
            for x, name in names[::every]
        )
        lone = self.series[0].points if self.bars and len(self.series) == 1 and len(self.bars) <= _TICKS else ()
        over = "".join(
            f'<span class="nl-v" style="left:{100 * (x - left) / span:.2f}%;top:{100 - 100 * y / top:.2f}%">'
            f"{self._figure(y)}</span>"
            for x, y in lone
        )
        return down + below + over

    def _figure(self, y: float) -> str:
        return f"{100 * y:.0f} %" if self.per_cent else f"{round(y, 1):g}"

    def _place(self, x: float) -> str:
        return self.bars[int(x)] if self.bars else f"{x:g}"

    def _said(self) -> str:
        told = (
            f"{sentence(s.name)}: " + ", ".join(f"{self._place(x)} {self._figure(y)}" for x, y in s.points)
            for s in self.series
        )
        return f"{self.title}. " + "; ".join(told)


class Drawing(Struct, frozen=True):
    """A picture that is drawn already; on a narrow page it is scrolled, so that its words can be read."""

    title: str
    svg: str
    width: int

    def html(self) -> str:
        """The picture as HTML."""
        return (
            f'<figure class="nl-plot"><figcaption>{escape(self.title)}</figcaption><div class="nl-over" tabindex="0" '
            f'role="group" aria-label="{escape(self.title)}"><div style="width:{self.width}px">{self.svg}</div></div>'
            "</figure>"
        )


def lines(title: str, across: str, up: str, lines: Mapping[str, Mapping[Any, float]], per_cent: bool = False) -> Plot:
    """A chart of lines by name, each a mapping of x to y."""
    series = tuple(
        Series(name, tuple((float(x), float(y)) for x, y in line.items()), INKS[n % len(INKS)])
        for n, (name, line) in enumerate(lines.items())
    )
    return Plot(title, across, up, series, per_cent=per_cent)


def bars(title: str, across: str, up: str, heights: Mapping[str, float], per_cent: bool = False) -> Plot:
    """A chart of bars by name.

    >>> "33 %" in bars("Chances", "side", "chance", {"French": 1 / 3, "Allied": 2 / 3}, True).html()
    True
    """
    points = tuple((float(n), float(y)) for n, y in enumerate(heights.values()))
    return Plot(title, across, up, (Series(up, points, INKS[0]),), tuple(heights), per_cent)


def groups(title: str, across: str, up: str, names: Sequence[str], rows: Mapping[str, Sequence[float]]) -> Plot:
    """A chart of bars side by side: for each row one in every place named."""
    series = tuple(
        Series(name, tuple((float(n), float(y)) for n, y in enumerate(row)), INKS[k % len(INKS)])
        for k, (name, row) in enumerate(rows.items())
    )
    return Plot(title, across, up, series, tuple(names))


def _sample(s: Series) -> str:
    look = "dashed" if s.dashed else "solid"
    return f'<i style="border-top:{min(s.width + 1, 8)}px {look} {escape(s.ink)}" aria-hidden="true"></i>'


def _spots(points: Sequence[tuple[float, float]], left: float, right: float, top: float) -> str:
    span = (right - left) or 1
    return " ".join(f"{1000 * (x - left) / span:.1f},{1000 - 1000 * y / top:.1f}" for x, y in points)


def _grid(top: float) -> str:
    return "".join(
        f'<line x1="0" x2="1000" y1="{1000 - 1000 * y / top:.1f}" y2="{1000 - 1000 * y / top:.1f}" stroke="#dccfa8" '
        'vector-effect="non-scaling-stroke"/>'
        for y in _steps(top)[1:]
    )


def _top(most: float) -> float:
    """A round figure above the highest point.

    >>> _top(0.43), _top(17), _top(0)
    (0.5, 20.0, 1.0)
    """
    if most <= 0:
        return 1.0
    unit = 10.0 ** (len(f"{int(most)}") - 1) if most >= 1 else 0.1
    return round(next(unit * n for n in (1, 2, 3, 4, 5, 6, 8, 10) if most <= 0.97 * unit * n or n == 10), 6)


def _steps(top: float) -> list[float]:
    """Where the figures of the upward axis stand."""
    unit = 10.0 ** (len(f"{int(top)}") - 1) if top >= 1 else 0.1
    count = round(top / unit)
    parts = {1: 5, 2: 4, 3: 3, 4: 4, 5: 5, 6: 3, 8: 4, 10: 5}.get(count, 4)
    return [round(top * n / parts, 6) for n in range(parts + 1)]


def _across(left: float, right: float) -> list[float]:
    """Whole numbers along the axis."""
    first, last = -int(-left // 1), int(right // 1)
    step = next(n for n in (1, 2, 3, 5, 6, 10, 12, 20, 50, 100, 10**6) if (last - first) / n < _TICKS)
    return [float(n) for n in range(first, last + 1, step)]
