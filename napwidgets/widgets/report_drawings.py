"""Drawings of reports as SVG: histories on a timeline, a figure on its scale."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise

from napwidgets.board.report import Gauge, History, Key, Span, Timeline

INK, LINE, SOFT = "#2b2a26", "#b9a97f", "#6d634b"
#: Fill, ink and letter of each status; the letter stands in the bar, for colour alone is no sign.
STATUS = {
    "anti-French": ("#9c3035", "#fff", "A"),
    "neutral": ("#cfc09a", "#2b2a26", "N"),
    "pro-French": ("#2f4d7e", "#fff", "P"),
}
_LEFT, _WIDTH, _ROW = 112, 760, 23


def timeline(part: Timeline) -> str:
    """How things stood month by month, a row for each."""
    histories, last, months = part.histories, part.last, part.months
    count = len(months)
    unit = (_WIDTH - _LEFT) / count
    rows = "".join(_row(h, i, unit) for i, h in enumerate(histories))
    bottom = len(histories) * _ROW + 4
    ticks = "".join(_tick(months[turn - 1], _LEFT + (turn - 1) * unit, bottom) for turn in _ticks(months))
    now = _LEFT + last * unit
    mark = f'<path d="M{now:.1f} 0V{bottom}" stroke="{INK}" stroke-dasharray="2 3"/>' if last < count else ""
    said = "; ".join(f"{h.name}: {_said(h, months)}" for h in histories)
    return (
        f'<svg class="nw-timeline" viewBox="0 0 {_WIDTH} {bottom + 22}" role="img" '
        f'aria-label="{escape("Status by month. " + said)}">{ticks}{rows}{mark}</svg>'
    )


def key(part: Key) -> str:
    """What the colours of a timeline mean."""
    looks = ((name, STATUS[name]) for name in part.statuses)
    items = "".join(
        f'<li><i style="background:{fill};color:{ink}">{letter}</i>{name}</li>' for name, (fill, ink, letter) in looks
    )
    return f'<ul class="nw-key">{items}</ul>'


def _said(history: History, months: Sequence[str]) -> str:
    return ", ".join(f"{span.status} from {months[span.first - 1]}" for span in history.spans)


def _row(history: History, at: int, unit: float) -> str:
    top = at * _ROW + 3
    name = f'<text x="{_LEFT - 8}" y="{top + 13}" text-anchor="end" class="nw-rowname">{escape(history.name)}</text>'
    return name + "".join(_span(span, top, unit) for span in history.spans)


def _span(span: Span, top: int, unit: float) -> str:
    fill, ink, letter = STATUS[span.status]
    left, width = _LEFT + (span.first - 1) * unit, (span.last - span.first + 1) * unit
    words = span.status if width > 70 else letter if width > 11 else ""
    text = (
        f'<text x="{left + min(6, width / 2 - 4):.1f}" y="{top + 12.5}" fill="{ink}" class="nw-spanname">{words}</text>'
        if words
        else ""
    )
    box = f'<rect x="{left:.1f}" y="{top}" width="{max(1.0, width - 0.7):.1f}" height="17" fill="{fill}"/>'
    return f"<g>{box}{text}</g>"


def _ticks(months: Sequence[str]) -> list[int]:
    """The first month and each January, or each third month of a short time."""
    count = len(months)
    if count <= 15:
        return list(range(1, count + 1, 3))
    years = [turn for turn in range(2, count + 1) if months[turn - 1].startswith("January")]
    return [1, *years] if not years or years[0] > count / 12 else years


def _tick(month: str, x: float, bottom: int) -> str:
    name, year = month.split()
    words = year if name == "January" else f"{name[:3]} {year}"
    return (
        f'<path d="M{x:.1f} 0V{bottom}" stroke="{LINE}" stroke-width=".7"/>'
        f'<text x="{x:.1f}" y="{bottom + 15}" class="nw-tick-name">{words}</text>'
    )


# A scale

#: How wide a scale is drawn for a page, and for a telephone: there it must be seen whole, with letters as large.
_SCALES = {"nw-wide": 760, "nw-narrow": 350}
_TONES = ("#dfe6d8", "#f3e3a8", "#ecc988", "#dfa06c", "#c96a58", "#9c3035")


def gauge(part: Gauge) -> str:
    """A figure on a scale with its thresholds, and where it will likely be next; the sheet shows the one that fits."""
    return "".join(_scale(part, look, wide) for look, wide in _SCALES.items())


def _scale(part: Gauge, look: str, wide: int) -> str:
    rate, thresholds, floor, band = part.value, part.thresholds, part.floor, part.band
    top = max(50.0, 5 * (1 + max(rate, band[1] if band else 0) // 5))
    narrow = look == "nw-narrow"
    left, right = (16 if narrow else 36), wide - (24 if narrow else 36)

    def at(value: float) -> float:
        return left + (right - left) * value / top

    edges = [0.0, *map(float, thresholds), top]
    parts = "".join(
        f'<rect x="{at(low):.1f}" y="34" width="{at(high) - at(low):.1f}" height="22" fill="{_TONES[i]}"/>'
        for i, (low, high) in enumerate(pairwise(edges))
    )
    unit = "" if narrow else " %"
    marks = "".join(
        f'<path d="M{at(t):.1f} 30V60" stroke="{INK}"/><text x="{at(t):.1f}" y="75" text-anchor="middle">{t:g}{unit}'
        "</text>"
        for t in (floor, *thresholds)
    )
    likely = _band(at(band[0]), at(band[1]), wide) if band else ""
    here = at(rate)
    needle = f'<path d="M{here:.1f} 33l-8-12h16z" fill="{INK}"/>'
    figure = f'<text x="{here:.1f}" y="16" text-anchor="middle" class="nw-now">{rate:g} %</text>'
    hidden = ' display="none"' if narrow else ""
    return (
        f'<svg class="nw-gauge {look}"{hidden} viewBox="0 0 {wide} {96 if band else 80}" role="img" '
        f'aria-label="{escape(part.words)}">'
        f'{parts}<rect x="{left}" y="34" width="{right - left}" height="22" fill="none" stroke="{SOFT}"/>'
        f"{marks}{likely}{needle}{figure}</svg>"
    )


def _band(left: float, right: float, wide: int) -> str:
    middle = min(wide - 100.0, max(100.0, (left + right) / 2))
    return (
        f'<rect x="{left - 3:.1f}" y="38" width="{right - left + 6:.1f}" height="14" fill="#fff8" stroke="#1d3358" '
        f'stroke-width="2" stroke-dasharray="5 3"/>'
        f'<text x="{middle:.1f}" y="92" text-anchor="middle" class="nw-likely">next month, 8 times in 10</text>'
    )
