"""Signs of a network's map: boxes by their ground, bridges, fords, places for pontoons, ways off the map."""

from __future__ import annotations

from math import cos, pi, sin

from napwidgets.board.network import Place
from napwidgets.widgets.network_lines import Meeting

INK, CREAM, BRICK, SAND, EARTH, WATER = "#2b2a26", "#fdf8ea", "#b4574a", "#e2c98e", "#a37c4c", "#3f7f9f"


def definitions() -> str:
    """All signs, drawn once."""
    return (
        f'<g id="nw-open"><circle r="9.5" fill="{CREAM}" stroke="{INK}" stroke-width="2.2"/></g>'
        f'<g id="nw-defensive"><path d="{_polygon(15.5, 6, pi / 6)}" fill="{SAND}" stroke="{INK}" stroke-width="2.2" '
        f'stroke-linejoin="round"/><circle r="7" fill="{CREAM}" stroke="{INK}" stroke-width="1.6"/></g>'
        f'<g id="nw-mountain"><path d="M0-17 16.5 12h-33z" fill="{EARTH}" stroke="{INK}" stroke-width="2.2" '
        f'stroke-linejoin="round"/><path d="M0-17 6.5-5.5 2-8-2-4.5-6.5-5.5z" fill="{CREAM}"/>'
        f'<circle cy="4.5" r="4.6" fill="{CREAM}" stroke="{INK}" stroke-width="1.5"/></g>'
        f'<g id="nw-fortress"><path d="{_star(22, 6)}" fill="{BRICK}" stroke="{INK}" stroke-width="2.2" '
        f'stroke-linejoin="round"/><circle r="9" fill="{CREAM}" stroke="{INK}" stroke-width="1.8"/></g>'
        f'<g id="nw-bridge" fill="none" stroke="{INK}" stroke-width="2.4" stroke-linecap="round">'
        f'<path d="M-8.5 0h17" stroke="{CREAM}" stroke-width="5" stroke-linecap="butt"/>'
        '<path d="M-10.5-7.5-7-4.4H7l3.5-3.1M-10.5 7.5-7 4.4H7l3.5 3.1"/></g>'
        f'<g id="nw-ford" fill="none" stroke="{WATER}" stroke-width="2.2" stroke-linecap="round">'
        f'<circle r="7.6" fill="#e6f0ee" stroke="{INK}" stroke-width="1.2"/>'
        '<path d="M-4.8-2q1.6-2.2 3.2 0t3.2 0 3.2 0M-4.8 2.6q1.6-2.2 3.2 0t3.2 0 3.2 0"/></g>'
        f'<g id="nw-pontoon" fill="{CREAM}" stroke="{INK}" stroke-width="1.7">'
        + "".join(f'<path d="M{x}-8q4.4 8 0 16q-4.4-8 0-16z"/>' for x in (-9, 0, 9))
        + "</g>"
    )


def kind(place: Place) -> str:
    """The sign of a place."""
    return "fortress" if place.fortress else place.terrain


def box(place: Place, x: float, y: float, rank: int) -> str:
    """A place's sign; great cities have a dark heart."""
    heart = f'<circle cx="{x:g}" cy="{y:g}" r="{4.6 if place.fortress else 4}" fill="{INK}"/>' if rank == 3 else ""
    return f'<use href="#nw-{kind(place)}" x="{x:g}" y="{y:g}"/>{heart}'


def crossing(meeting: Meeting) -> str:
    """A bridge, a ford, or the place for pontoons on a major river."""
    major = meeting.link.water == "major"
    sign = "bridge" if meeting.link.crossing == "bridge" else "pontoon" if major else "ford"
    size = 1.35 if major and sign == "bridge" else 1.15 if major else 0.82
    return (
        f'<use href="#nw-{sign}" transform="translate({meeting.x:.1f} {meeting.y:.1f}) rotate({meeting.turn:.0f}) '
        f'scale({size})"/>'
    )


def _polygon(r: float, corners: int, start: float = 0.0) -> str:
    spots = [(r * sin(start + 2 * pi * i / corners), -r * cos(start + 2 * pi * i / corners)) for i in range(corners)]
    return "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in spots) + "z"


def _star(r: float, rays: int) -> str:
    """A fort with bastions: points joined by short curtains."""
    spots = []
    for i in range(rays):
        for turn, far in ((-0.17, 0.84), (0.0, 1.0), (0.17, 0.84), (0.36, 0.6), (pi * 2 / rays - 0.36, 0.6)):
            angle = 2 * pi * i / rays + turn
            spots.append((r * far * sin(angle), -r * far * cos(angle)))
    return "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in spots) + "z"
