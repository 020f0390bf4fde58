"""A chart of the world as HTML: coasts, ways between its places, and who is there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from html import escape

from napwidgets.board.report import Chart, Pin
from napwidgets.widgets.sheet import STATIC, do

#: The chart is so wide and high, in tenths of its places' positions.
WIDE, HIGH = 1000, 500


@cache
def _coasts() -> str:
    """All land as one path, its corners rounded."""
    lands = json.loads((STATIC / "world.json").read_text())["lands"]
    return "".join(_round(land) for land in lands)


def _round(points: Sequence[Sequence[float]]) -> str:
    """A closed line through the middles of a polygon's sides, with its corners as handles."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, [*points[1:], points[0]], strict=True)]
    start = middles[-1]
    curves = "".join(f"Q{p[0]:g} {p[1]:g} {m[0]:.1f} {m[1]:.1f}" for p, m in zip(points, middles, strict=True))
    return f"M{start[0]:.1f} {start[1]:.1f}{curves}Z"


def chart(part: Chart) -> str:
    """The world with its places as buttons."""
    at = {pin.id: (10 * pin.x, 10 * pin.y) for pin in part.pins}
    ways = "".join(
        f'<path d="{_way(at[pin.id], at[other])}"/>'
        for pin in part.pins
        for other in pin.joins
        if pin.id < other and other in at
    )
    rings = "".join(f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}"/>' for x, y in at.values() for r in (9, 2.5))
    across, down = (f"M0 {y}H{WIDE}" for y in range(45, HIGH, 70)), (f"M{x} 0V{HIGH}" for x in range(70, WIDE, 110))
    grid, coasts = "".join((*across, *down)), _coasts()
    buttons = "".join(_button(pin, at[pin.id], part.chosen) for pin in part.pins)
    return (
        '<div class="nw-worldbox"><div class="nw-world">'
        f'<svg viewBox="0 0 {WIDE} {HIGH}" aria-hidden="true" preserveAspectRatio="none">'
        f'<path d="{grid}" class="nw-net"/><path d="{coasts}" class="nw-shelf"/><path d="{coasts}" class="nw-land"/>'
        f'<g class="nw-ways">{ways}</g><g class="nw-rings">{rings}</g></svg>{buttons}</div></div>'
    )


def _way(a: tuple[float, float], b: tuple[float, float]) -> str:
    """A line between two zones; the Pacific is reached over the western edge."""
    if abs(a[0] - b[0]) < WIDE * 0.6:
        return f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}"
    west, east = sorted((a, b))
    return f"M{west[0]:g} {west[1]:g}L0 {west[1] - 6:g}M{east[0]:g} {east[1]:g}L{WIDE} {east[1] + 12:g}"


def _button(pin: Pin, at: tuple[float, float], chosen: str) -> str:
    pills = "".join(_pill(*pill) for pill in pin.pills)
    star = (
        f'<b class="nw-pill nw-nelson" title="{pin.star} is here">★<span class="nw-sr"> {pin.star}</span></b>'
        if pin.star
        else ""
    )
    on = str(pin.id == chosen).lower()
    return (
        f'<button type="button" class="nw-zone nw-{pin.beside}" '
        f'style="left:{100 * at[0] / WIDE:.2f}%;top:{100 * at[1] / HIGH:.2f}%" '
        f'aria-pressed="{on}" {do("zone", pin.id)}><span>{escape(pin.name)}</span>'
        f'<span class="nw-pills">{pills}{star}</span></button>'
    )


def _pill(short: str, words: str, side: str, in_port: bool) -> str:
    """A number on the colours of a side: filled at sea, outlined in port."""
    port = " nw-inport" if in_port else ""
    return (
        f'<b class="nw-pill nw-p-{side}{port}" title="{words}"><span aria-hidden="true">{short}</span>'
        f'<span class="nw-sr">{words}; </span></b>'
    )
