"""The list of lessons, as a page."""

from __future__ import annotations

import os
from html import escape

from napwidgets.lessons import sheets
from napwidgets.lessons.progress import read
from napwidgets.widgets.lesson_shelf import LESSONS, SERVED, Entry, lesson_address, lobby_address
from napwidgets.widgets.sheet import Sheet


class Contents(Sheet):
    """What lessons there are, each with how far somebody is."""

    _css = f"{Sheet._css}\n{sheets.CSS}"

    def __init__(self) -> None:
        super().__init__(None, "nl nw-contents")

    def body(self) -> str:
        rows = "".join(map(_row, LESSONS))
        lobby = f'<p><a href="{lobby_address()}">To the lobby, and the games</a></p>' if os.environ.get(SERVED) else ""
        return f'<div data-page="Lessons"><ul class="nl-list">{rows}</ul>{lobby}</div>'


def _row(entry: Entry) -> str:
    done = sum(mark.done for mark in read(entry.id).marks.values())
    how = f" {done} {'task' if done == 1 else 'tasks'} done." if done else ""
    title = f"<b>{escape(entry.title)}</b>"
    linked = f'<a href="{escape(lesson_address(entry.id))}">{title}</a>' if os.environ.get(SERVED) else title
    return f"<li>{linked}<br>{escape(entry.line)} <small>About {entry.minutes} minutes.{how}</small></li>"
