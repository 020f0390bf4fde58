"""The lessons: what there are, and the shelf that leads to them."""

from __future__ import annotations

import os
from html import escape
from typing import Final

from msgspec import Struct

#: Set where there are pages for the lessons; without it nothing leads there. `ONE_ADDRESS` where all pages share one.
SERVED: Final = "NAPWIDGETS_LESSONS"
ONE_ADDRESS: Final = "?"


class Entry(Struct, frozen=True):
    """A lesson: its name in an address, its title, one line about it, and the minutes it takes."""

    id: str
    title: str
    line: str
    minutes: int


LESSONS: Final = (
    Entry("first-steps", "First Steps", "An order, a march, a fight for a farm: five turns with a coach.", 30),
    Entry("combat-lab", "The Combat Lab", "What a strength point is worth, what a wall does, when to run.", 45),
    Entry("concentrate", "Concentrate", "June 1815: who can be at which crossroads, and what a late order costs.", 45),
    Entry("six-days", "Six Days", "February 1814: short ways against long ones, and what each side saw.", 45),
    Entry("why-leipzig", "Why Leipzig?", "Autumn 1813, played many times: where, when and why it was decided.", 45),
    Entry("coalitions", "Coalitions", "Why one ally brings the next, and what a city or a loan is worth.", 45),
    Entry("lloyds", "Napoleon versus Lloyd's", "The war on trade: raiders, insurance, and what pays for London.", 45),
)


def entry(id: str) -> Entry:
    """A lesson by its name; raises `KeyError` if there is none.

    >>> entry("combat-lab").title
    'The Combat Lab'
    """
    return next((e for e in LESSONS if e.id == id), None) or _none(id)


def _none(id: str) -> Entry:
    raise KeyError(id)


def lesson_address(id: str, folder: str = "") -> str:
    """Where the page of a lesson is, seen from a page beside ``folder``.

    >>> lesson_address("combat-lab", "lessons/")
    'lessons/combat-lab'
    """
    return f"?lesson={id}" if os.environ.get(SERVED) == ONE_ADDRESS else folder + id


def lobby_address() -> str:
    """Where the lobby is, seen from the page of a lesson.

    >>> lobby_address()
    '../'
    """
    return "?" if os.environ.get(SERVED) == ONE_ADDRESS else "../"


def shelf_html(folder: str = "lessons/") -> str:
    """The lessons as links, for a page beside ``folder``; nothing where no server has them."""
    if not os.environ.get(SERVED):
        return ""
    items = "".join(
        f'<li><a href="{escape(lesson_address(e.id, folder))}"><b>{escape(e.title)}</b> '
        f"<small>{e.minutes} minutes</small> <small>{escape(e.line)}</small></a></li>"
        for e in LESSONS
    )
    return (
        '<section class="nw-lessons"><h2>Learn <small>lessons with tasks, for yourself or for a class</small></h2>'
        f"<ul>{items}</ul></section>"
    )
