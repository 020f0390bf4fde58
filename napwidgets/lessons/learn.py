"""`napwidgets learn`: the lessons in the browser."""

from __future__ import annotations

from difflib import get_close_matches

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.widgets.lesson_shelf import LESSONS


class NoLesson(NapwidgetsError):
    """There is no such lesson; the sentence says which there are."""


def page_of(lesson: str | None) -> str:
    """The page of a lesson on the server, or of the list of them.

    >>> page_of("combat-lab"), page_of(None)
    ('lessons/combat-lab', 'lessons/')
    """
    known = [entry.id for entry in LESSONS]
    if lesson is None:
        return "lessons/"
    if lesson not in known:
        near = get_close_matches(lesson, known, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}."
        raise NoLesson(f"There is no lesson called {lesson!r}; {hint}")
    return f"lessons/{lesson}"


def learn(lesson: str | None = None, port: int = 0, browser: bool = True) -> None:
    """Serve the lessons until Ctrl-C; raises `NoLesson` or what `serve` raises."""
    page = page_of(lesson)
    from napwidgets.widgets.serve import serve

    serve(None, port, browser, page)
