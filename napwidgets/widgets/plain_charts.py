"""Charts without bqplot: the few of its marks, scales and axes that are used here, drawn as SVG.

Names and arguments are bqplot's, so that a chart is written once; what a plain picture has no use for is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from itertools import pairwise
from math import ceil, inf
from typing import Any

import ipywidgets

from napwidgets.language import pages

#: The picture's size where none is given; the page stretches it, and its letters with it.
SIZE = (560.0, 200.0)
_INK = "#2b2a26"
#: A letter's width and a line's height at the size that words are written in.
_LETTER, _LINE = 6.8, 14.0
#: Where names lie beside their bars: how high a row is, how much of the picture the names may take, the figures' room.
_ROW, _NAMES, _FIGURE = 22.0, 0.58, 44.0


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
        self.step = (self.right - self.left) / max(1, len(self.names))

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
    if _wordy(ground):
        return _lying(figure.marks[0], ground)
    drawn = "".join(_AXES[axis.said("orientation") == "vertical"](axis, ground) for axis in figure.axes)
    drawn += "".join(_MARKS[type(mark)](mark, ground) for mark in figure.marks)
    return _framed(ground.wide, ground.high, drawn)


def _framed(wide: float, high: float, drawn: str) -> str:
    box = f'viewBox="0 0 {wide:.0f} {high:.0f}"'
    look = f'font-size="13" fill="{_INK}" text-anchor="middle"'
    return f'<svg {box} width="100%" {look} role="img" aria-hidden="true">{drawn}</svg>'


def _wide(text: str) -> float:
    return len(text) * _LETTER


def _wordy(ground: _Ground) -> bool:
    """Whether names under the bars are words that would run into each other: figures can be left out, words can't."""
    names = [pages.say(name) for name in ground.names]
    letters = any(letter.isalpha() for name in names for letter in name)
    return letters and len(names) > 1 and max(map(_wide, names)) > ground.step


def _lying(mark: Thing, ground: _Ground) -> str:
    """The bars of a chart one under the other, each beside its name."""
    xs, ys, inks = list(mark.said("x", ())), list(mark.said("y", ())), list(mark.said("colors") or (_INK,))
    names = [pages.say(str(x)) for x in xs]
    left = min(_NAMES * ground.wide, max(map(_wide, names)) + 8)
    longest = (ground.wide - left - _FIGURE) / (max(ys, default=1.0) or 1.0)
    bars, words = [], []
    for n, (name, y) in enumerate(zip(names, ys, strict=False)):
        top, wide = n * _ROW, y * longest
        ink = escape(inks[n % len(inks)])
        bars.append(f'<rect x="{_at(left)}" y="{_at(top + 4)}" width="{_at(wide)}" height="{_ROW - 8}" fill="{ink}"/>')
        words.append(_words(0, top + 16, name, anchor="start", within=left - 6))
        words.append(_words(left + wide + 5, top + 16, _figure(mark, y), anchor="start"))
    return _framed(ground.wide, _ROW * len(names) + 2, f"{_edged(mark, bars)}{''.join(words)}")


def _edged(mark: Thing, bars: list[str]) -> str:
    return f'<g stroke="{escape(mark.said("stroke") or "none")}">{"".join(bars)}</g>'


def _figure(mark: Thing, y: float) -> str:
    """What stands at a bar, where anything does."""
    shown = mark.said("label_display")
    return format(float(y), mark.said("label_display_format", "g")).replace("%", " %") if shown else ""


def _words(
    x: float, y: float, text: str, ink: str = _INK, anchor: str = "middle", within: float = 0.0, upright: bool = False
) -> str:
    """A text at a place; drawn together where it is longer than ``within``."""
    own = f' fill="{escape(ink)}"' if ink != _INK else ""
    own += f' text-anchor="{anchor}"' if anchor != "middle" else ""
    own += f' textLength="{_at(within)}" lengthAdjust="spacingAndGlyphs"' if 0 < within < _wide(text) else ""
    own += f' transform="rotate(-90 {_at(x)} {_at(y)})"' if upright else ""
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
    told = [(ground.x(t, scale), pages.say(str(labels.get(str(t), _number(t))))) for t in ticks]
    every = 1
    if isinstance(scale, OrdinalScale) and told:
        # Figures that would run into each other are left out, every second one or more.
        every = max(1, ceil((max(_wide(text) for _, text in told) + 4) / ground.step))
    words = (_words(x, ground.high - 6, text) for x, text in told[::every])
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
    scales = mark.said("scales")
    wide = (1.0 - mark.said("padding", 0.2)) * (ground.right - ground.left) / max(1, len(xs))
    bars, places = [], []
    for n, (x, y) in enumerate(zip(xs, ys, strict=False)):
        middle, end, foot = ground.x(x, scales["x"]), ground.y(y, scales["y"]), ground.y(0.0, scales["y"])
        high = abs(foot - end)
        bars.append(
            f'<rect x="{_at(middle - wide / 2)}" y="{_at(min(foot, end))}" width="{_at(wide)}" height="{_at(high)}" '
            f'fill="{escape(inks[n % len(inks)])}"/>'
        )
        places.append((middle, end, _figure(mark, y)))
    return _edged(mark, bars) + _figures(places)


def _figures(places: list[tuple[float, float, str]]) -> str:
    """The figures over bars: level while they find room beside each other, else upright; where even that is too narrow,
    those of the highest bars, and none that would lie on a higher bar beside it.
    """
    gap = min((b[0] - a[0] for a, b in pairwise(places)), default=inf)
    if max((_wide(text) for _, _, text in places), default=0.0) <= gap:
        return "".join(_words(middle, end - 4, text) for middle, end, text in places if text)
    beside, shown = 5.5 + 0.4 * gap, list[tuple[float, float, str]]()
    for middle, end, text in sorted(places, key=lambda p: p[1]):
        free = all(abs(middle - x) >= _LINE - 1 for x, _, _ in shown)
        if free and text.strip("0 %") and not any(abs(middle - x) < beside and y < end for x, y, _ in places):
            shown.append((middle, end, text))
    return "".join(_words(x + 4.5, end - 4, text, anchor="start", upright=True) for x, end, text in sorted(shown))


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
