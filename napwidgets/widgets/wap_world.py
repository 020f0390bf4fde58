"""The chart of the sixteen sea zones: coasts, ways between the zones, and who is there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape

from napwidgets.systems.wap.show_sea import Sea
from napwidgets.widgets.sheet import STATIC, do

#: The chart is so wide and high, in tenths of the zones' positions.
WIDE, HIGH = 1000, 500
#: Where the label of a zone stands, seen from its mark: crowded ones step aside.
_ASIDE = {"north-sea": "left", "baltic": "right", "mediterranean": "right", "arctic": "right", "atlantic": "left",
          "north-atlantic": "above"}  # fmt: skip
_LETTER = {"french": "F", "english": "E", "neutral": "N"}
_WORDS = {"french": "French side", "english": "anti-French", "neutral": "neutral"}


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


def chart(seas: Sequence[Sea], places: Mapping[str, tuple[float, float]], chosen: str) -> str:
    """The world with the zones as buttons; ``places`` are their positions by id, on a chart 100 wide and 50 high."""
    at = {id: (10 * x, 10 * y) for id, (x, y) in places.items()}
    ways = "".join(
        f'<path d="{_way(at[sea.zone.id], at[other])}"/>'
        for sea in seas
        for other in sea.zone.joins
        if sea.zone.id < other and sea.zone.id in at and other in at
    )
    rings = "".join(f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}"/>' for x, y in at.values() for r in (9, 2.5))
    across, down = (f"M0 {y}H{WIDE}" for y in range(45, HIGH, 70)), (f"M{x} 0V{HIGH}" for x in range(70, WIDE, 110))
    grid, coasts = "".join((*across, *down)), _coasts()
    buttons = "".join(_button(sea, at[sea.zone.id], chosen) for sea in seas if sea.zone.id in at)
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


def _button(sea: Sea, at: tuple[float, float], chosen: str) -> str:
    side = _ASIDE.get(sea.zone.id, "below")
    pills = "".join(_pill(who, number, "at sea") for who, number in sea.at_sea)
    pills += "".join(_pill(who, number, "in port") for who, number in sea.in_port)
    star = '<b class="nw-pill nw-nelson" title="Nelson is here">★<span class="nw-sr"> Nelson</span></b>'
    nelson = star if sea.nelson else ""
    on = str(sea.zone.id == chosen).lower()
    return (
        f'<button type="button" class="nw-zone nw-{side}" style="left:{at[0] / WIDE:.2%};top:{at[1] / HIGH:.2%}" '
        f'aria-pressed="{on}" {do("zone", sea.zone.id)}><span>{escape(sea.zone.name)}</span>'
        f'<span class="nw-pills">{pills}{nelson}</span></button>'
    )


def _pill(who: str, number: int, where: str) -> str:
    """Squadrons of a side: filled at sea, outlined in port."""
    port = " nw-inport" if where == "in port" else ""
    words = f"{_WORDS[who]}: {number} squadron{'s' * (number > 1)} {where}"
    return (
        f'<b class="nw-pill nw-p-{who}{port}" title="{words}"><span aria-hidden="true">{_LETTER[who]} {number}</span>'
        f'<span class="nw-sr">{words}; </span></b>'
    )
