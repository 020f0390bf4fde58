"""Small pictures of the weather, drawn in lines like the rest of the page."""

from __future__ import annotations

from collections.abc import Sequence

_CLOUD = "M7 15.5a4 4 0 0 1 .4-8 5.2 5.2 0 0 1 9.9 1.2 3.5 3.5 0 0 1 .2 6.8z"
_FLAKE = "M{x} {y}m-2 0h4m-3-1.8l2 3.6m0-3.6l-2 3.6"


def _flakes(*spots: tuple[float, float]) -> str:
    return "".join(_FLAKE.format(x=x, y=y) for x, y in spots)


#: Each kind as a path of lines in a square of 24.
PICTURES = {
    "fair": "M12 7.5a4.5 4.5 0 1 1-.1 0zM12 2v2.6M12 19.4V22M2 12h2.6M19.4 12H22M5 5l1.8 1.8M17.2 17.2L19 19"
    "M5 19l1.8-1.8M17.2 6.8L19 5",
    # The sun over hot air that shivers.
    "heat": "M12 3.6a4 4 0 1 1-.1 0zM12 .8v1.2M5 7.6h1.4M17.6 7.6H19M7 2.6l1 1M17 2.6l-1 1"
    "M4.5 14.5q2.5-2 5 0t5 0 5 0M4.5 18q2.5-2 5 0t5 0 5 0M4.5 21.5q2.5-2 5 0t5 0 5 0",
    "cloudy": _CLOUD + "M4.5 19h13",
    "frost": "M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.6L12 7l2.5-2.4M9.5 19.4L12 17l2.5 2.4"
    "M4.6 11l3.2-.9-.8-3.3M19.4 13l-3.2.9.8 3.3M19.4 11l-3.2-.9.8-3.3M4.6 13l3.2.9-.8 3.3",
    "mud": "M12 3.5a5.5 5.5 0 1 1-.1 0zM12 3.5v11M6.5 9h11M8.1 5.1l7.8 7.8M15.9 5.1l-7.8 7.8"
    "M2 17.5q2.5-2.4 5 0t5 0 5 0 5 0M4 21q2.5-2.2 5 0t5 0 5 0",
    "rain": _CLOUD + "M8 18l-1.4 3.6M12.4 18L11 21.6M16.8 18l-1.4 3.6",
    "fog": "M3 7.5q3-2 6 0t6 0 6 0M3 12q3-2 6 0t6 0 6 0M3 16.5q3-2 6 0t6 0 6 0",
    "snow": _CLOUD + _flakes((8, 19), (12.6, 21), (17, 18.8)),
    "snowstorm": _flakes((7, 5), (15, 7), (9.5, 19), (18, 17.5)) + "M2 10h13.5a2.4 2.4 0 1 0-2.3-3M3 14h15.5"
    "a2.4 2.4 0 1 1-2.3 3",
    "dusk": "M15.5 3.5a8.7 8.7 0 1 0 5.5 12.6A7.4 7.4 0 0 1 15.5 3.5z",
    "night": "M15.5 3.5a8.7 8.7 0 1 0 5.5 12.6A7.4 7.4 0 0 1 15.5 3.5zM19 5.5v2M18 6.5h2",
}


def pictures(kinds: Sequence[str]) -> str:
    """Pictures of kinds of weather side by side; what has none is left out."""
    return "".join(
        f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{PICTURES[kind]}"/></svg>'
        for kind in kinds
        if kind in PICTURES
    )
