"""Dice as a page shows them: drawn by the style sheet, read out as their figures."""

from __future__ import annotations

from napwidgets.kernel.dice import Throw


def dice_html(throw: Throw, size: str = "") -> str:
    """The faces of a throw; nothing for a draw. ``size`` is ``big`` where dice are what is looked at.

    >>> dice_html(Throw("fire", "roll", 3, (3,)))
    '<i class="nw-die nw-d3">3</i>'
    >>> dice_html(Throw("the next chit", "draw", 0))
    ''
    """
    if throw.kind == "draw":
        return ""
    return "".join(_die(face, size) for face in throw.faces)


def _die(face: int, size: str) -> str:
    # Dice of other than six sides show their figure.
    look = f"nw-d{face}" if 1 <= face <= 6 else "nw-figure"
    return f'<i class="nw-die {look}{" nw-" + size if size else ""}">{face}</i>'
