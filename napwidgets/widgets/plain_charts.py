"""Charts without bqplot: the few of its marks, scales and axes that are used here, drawn as SVG.

Names and arguments are bqplot's, so that a chart is written once; what a plain picture has no use for is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any

import ipywidgets

#: The picture's size where none is given; the page stretches it, and its letters with it.
SIZE = (560.0, 200.0)
_INK = "#2b2a26"


class Thing:
    """Something of a chart, with whatever is said of it; who draws it hears of every change."""

    def __init__(self, **told: Any) -> None:
        self._heard: list[Callable[[], None]] = []
        self._held = False
        vars(self).update(told)

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
        if not name.startswith("_") and not self._held:
            self._tell()

    def _tell(self) -> None:
        for hear in self._heard:
            hear()

    @contextmanager
    def hold_sync(self) -> Iterator[None]:
        """Several changes that are one."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
            self._tell()

    def said(self, name: str, otherwise: Any = None) -> Any:
        """What was said of it."""
        return vars(self).get(name, otherwise)


class OrdinalScale(Thing):
    """Names, one beside the other."""


class LinearScale(Thing):
    """Numbers from ``min`` to ``max``."""


class Axis(Thing):
    """A scale along the foot of a chart, or up its side."""


class Bars(Thing):
    """A bar for each x."""


class Lines(Thing):
    """A line, or several over the same x."""


class Label(Thing):
    """Words in a chart."""


class Figure(ipywidgets.HTML):
    """A chart: marks and axes as one picture."""

    def __init__(self, marks: Sequence[Thing], axes: Sequence[Axis], layout: Any = None, **told: Any) -> None:
        self.marks, self.axes = list(marks), list(axes)
        self.margin = told.get("fig_margin", {"top": 16, "bottom": 26, "left": 30, "right": 10})
        self.size: tuple[float, float] = told.get("size", SIZE)
        super().__init__(layout=layout or {})
        scales = [scale for mark in self.marks for scale in mark.said("scales", {}).values()]
        for thing in {id(t): t for t in (*self.marks, *self.axes, *scales)}.values():
            thing._heard.append(self.draw)
        self.draw()

    def draw(self) -> None:
        """Draw it as it is now."""
        self.value = _picture(self)


class _Ground:
    """Where things stand in a figure."""

    def __init__(self, figure: Figure) -> None:
        margin = figure.margin
        self.wide, self.high = figure.size
        self.left, self.right = float(margin["left"]), self.wide - float(margin["right"])
        self.top, self.foot = float(margin["top"]), self.high - float(margin["bottom"])
        self.names = [str(x) for m in figure.marks if _named(m) for x in m.said("x", ())]

    def x(self, value: Any, scale: Thing) -> float:
        """A place along the foot."""
        if isinstance(scale, OrdinalScale):
            part = (self.names.index(str(value)) + 0.5) / len(self.names)
        else:
            part = _part(value, scale)
        return self.left + float(part) * (self.right - self.left)

    def y(self, value: float, scale: Thing) -> float:
        """A place up the side."""
        return self.foot - _part(value, scale) * (self.foot - self.top)


def _named(mark: Thing) -> bool:
    return isinstance(mark.said("scales", {}).get("x"), OrdinalScale)


def _part(value: Any, scale: Thing) -> float:
    low, high = float(scale.said("min", 0.0)), float(scale.said("max", 1.0))
    return (float(value) - low) / ((high - low) or 1.0)


def _picture(figure: Figure) -> str:
    ground = _Ground(figure)
    drawn = "".join(_AXES[axis.said("orientation") == "vertical"](axis, ground) for axis in figure.axes)
    drawn += "".join(_MARKS[type(mark)](mark, ground) for mark in figure.marks)
    box = f'viewBox="0 0 {ground.wide:.0f} {ground.high:.0f}"'
    look = f'font-size="13" fill="{_INK}" text-anchor="middle"'
    return f'<svg {box} width="100%" {look} role="img" aria-hidden="true">{drawn}</svg>'


def _words(x: float, y: float, text: str, ink: str = _INK, anchor: str = "middle") -> str:
    own = f' fill="{escape(ink)}"' if ink != _INK else ""
    own += f' text-anchor="{anchor}"' if anchor != "middle" else ""
    return f'<text x="{_at(x)}" y="{_at(y)}"{own}>{escape(text)}</text>'


def _at(place: float) -> str:
    """A place to a tenth of a unit.

    >>> _at(139.0), _at(27.64)
    ('139', '27.6')
    """
    return f"{round(place, 1):g}"


def _across(axis: Thing, ground: _Ground) -> str:
    scale, labels = axis.said("scale"), axis.said("tick_labels") or {}
    ticks = ground.names if isinstance(scale, OrdinalScale) else axis.said("tick_values") or ()
    words = (_words(ground.x(t, scale), ground.high - 6, str(labels.get(str(t), _number(t)))) for t in ticks)
    return f'<path d="M{ground.left} {ground.foot}H{ground.right}" stroke="{_INK}"/>{"".join(words)}'


def _up(axis: Thing, ground: _Ground) -> str:
    scale, form = axis.said("scale"), axis.said("tick_format", "g")
    low, high = float(scale.said("min", 0.0)), float(scale.said("max", 1.0))
    ticks = axis.said("tick_values") or [low, (low + high) / 2, high]
    grid = axis.said("grid_color", "none")
    return "".join(
        f'<path d="M{ground.left} {ground.y(t, scale):.1f}H{ground.right}" stroke="{escape(grid)}"/>'
        + _words(ground.left - 5, ground.y(t, scale) + 4, format(float(t), form), anchor="end")
        for t in ticks
    )


def _number(tick: Any) -> str:
    return f"{tick:g}" if isinstance(tick, (int, float)) else str(tick)


def _bars(mark: Thing, ground: _Ground) -> str:
    xs, ys, inks = list(mark.said("x", ())), list(mark.said("y", ())), list(mark.said("colors") or (_INK,))
    scales, form = mark.said("scales"), mark.said("label_display_format", "g")
    wide = (1.0 - mark.said("padding", 0.2)) * (ground.right - ground.left) / max(1, len(xs))
    bars, words = [], []
    for n, (x, y) in enumerate(zip(xs, ys, strict=False)):
        middle, end, foot = ground.x(x, scales["x"]), ground.y(y, scales["y"]), ground.y(0.0, scales["y"])
        high = abs(foot - end)
        bars.append(
            f'<rect x="{_at(middle - wide / 2)}" y="{_at(min(foot, end))}" width="{_at(wide)}" height="{_at(high)}" '
            f'fill="{escape(inks[n % len(inks)])}"/>'
        )
        if mark.said("label_display"):
            words.append(_words(middle, end - 4, format(float(y), form).replace("%", " %")))
    return f'<g stroke="{escape(mark.said("stroke") or "none")}">{"".join(bars)}</g>{"".join(words)}'


def _lines(mark: Thing, ground: _Ground) -> str:
    scales, inks = mark.said("scales"), list(mark.said("colors") or (_INK,))
    xs, ys = list(mark.said("x", ())), list(mark.said("y", ()))
    several = bool(ys) and isinstance(ys[0], (list, tuple))
    ways = [
        [(ground.x(x, scales["x"]), ground.y(y, scales["y"])) for x, y in zip(xs, line, strict=False)]
        for line in (ys if several else [ys])
    ]
    out = [_between(mark, ways)] if mark.said("fill") == "between" else []
    dashes = ' stroke-dasharray="5 4"' if mark.said("line_style") == "dashed" else ""
    for n, way in enumerate(ways):
        ink = escape(inks[n % len(inks)])
        width = mark.said("stroke_width", 2.0)
        out.append(f'<polyline points="{_points(way)}" fill="none" stroke="{ink}" stroke-width="{width}"{dashes}/>')
        if mark.said("marker"):
            out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{ink}"/>' for x, y in way]
    return "".join(out)


def _between(mark: Thing, ways: list[list[tuple[float, float]]]) -> str:
    ink, pale = mark.said("fill_colors", [_INK])[0], mark.said("fill_opacities", [0.2])[0]
    edge = _points([*ways[0], *reversed(ways[-1])])
    return f'<polygon points="{edge}" fill="{escape(ink)}" fill-opacity="{pale}"/>'


def _points(way: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in way)


def _labels(mark: Thing, ground: _Ground) -> str:
    scales, ink = mark.said("scales"), (mark.said("colors") or [_INK])[0]
    anchor = mark.said("align", "start")
    return "".join(
        _words(ground.x(x, scales["x"]), ground.y(y, scales["y"]) - 5, str(text), ink, anchor)
        for x, y, text in zip(mark.said("x", ()), mark.said("y", ()), mark.said("text", ()), strict=False)
    )


_AXES = {False: _across, True: _up}
_MARKS: dict[type[Thing], Callable[[Any, _Ground], str]] = {Bars: _bars, Lines: _lines, Label: _labels}
