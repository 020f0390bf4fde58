"""Dice as a page shows them: drawn by the style sheet, read out as their figures; and where they are typed."""

from __future__ import annotations

import json
from html import escape
from typing import Protocol

from napwidgets.kernel.dice import Throw
from napwidgets.widgets.sheet import BadMessage, button, do


class Wanted(Protocol):
    """A throw that somebody shall make: what for, how many dice of how many sides, or what is drawn from."""

    @property
    def purpose(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def sides(self) -> int: ...
    @property
    def items(self) -> tuple[str, ...]: ...


def asked_html(wanted: Wanted, throw: str, wrong: str, back: str, move: str = "") -> str:
    """The question over a page for one throw, which sends ``dice`` or ``draw``. ``throw`` names it, another throw
    otherwise; ``wrong`` is what was amiss with what was typed, ``back`` a button as HTML, ``move`` what move it is
    thrown for.
    """
    if wanted.kind == "draw":
        # Of cards that are the same it is all one which is drawn.
        alike = {item: i for i, item in reversed(tuple(enumerate(wanted.items)))}
        inner = "".join(button(item, "draw", i) for item, i in sorted(alike.items(), key=lambda found: found[1]))
        inner, how = f'<div class="nw-draw">{inner}</div>', "Draw one, and press it."
    else:
        # Another key for each throw: the fields of the next one are fresh, and have the keyboard.
        fell = "That is how it fell" if wanted.count == 1 else "That is how they fell"
        fields = "".join(
            f'<input name="d{i}" type="number" min="1" max="{wanted.sides}" aria-label="Die {i + 1}" '
            f'data-keep="d{i}.{throw}">'
            for i in range(wanted.count)
        )
        inner = (
            # What is wrong with them we say ourselves: a browser would in its own language.
            f"<form novalidate {do('dice', key=f'dice-{throw}')}>{fields}"
            f'<button class="nw-b main">{fell}</button></form>'
        )
        how = (
            f"Throw 1 die with {wanted.sides} sides and type what it shows."
            if wanted.count == 1
            else f"Throw {wanted.count} dice with {wanted.sides} sides and type what they show."
        )
    told = f'<p class="nw-refusal" role="alert">{escape(wrong)}</p>' if wrong else ""
    said = f"<p>The move: <b>{escape(move)}</b></p>" if move else ""
    return (
        f'<div class="nw-veil nw-thin" role="dialog" aria-modal="true" aria-label="Dice"><div>'
        f"<h2>{escape(wanted.purpose)}</h2>{said}<p>{how}</p>{told}{inner}{back}</div></div>"
    )


def typed_faces(arg: str) -> tuple[int, ...]:
    """The faces that such a form has sent, 0 for what is no number; raises `BadMessage` for what is no form.

    >>> typed_faces('{"d0": "4", "d1": "four"}')
    (4, 0)
    """
    try:
        typed = json.loads(arg)
        fields = [typed[f"d{i}"] for i in range(len(typed))]
        return tuple(int(face) if face.isdecimal() and len(face) < 4 else 0 for face in fields)
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise BadMessage("Those are not dice: type one number for each.") from wrong


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
