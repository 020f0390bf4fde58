"""What a page was asked for: its address, and what its visitor has kept.

Where a page has a process of its own, as with Voila, its address stands in the environment. A host that shows many
pages in one process gives each a `Visit` in its context.
"""

from __future__ import annotations

import os
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Protocol


class Drawer(Protocol):
    """What a place with many visitors keeps for one browser, by name."""

    def read(self, name: str) -> bytes | None:
        """What is kept under a name."""
        ...

    def write(self, name: str, content: bytes) -> None:
        """Keep something in place of what was there."""
        ...


@dataclass
class Visit:
    """A page's query string, the address that links to this place begin with, and whether many people come here: then
    ``own`` are the games on the shelf that this browser has opened, and others' are not shown; ``browser`` tells one
    browser from another, and ``drawer`` is where its visitor's things are kept; ``language`` is what a page begins in.
    """

    query: str = ""
    base: str = ""
    hosted: bool = False
    own: set[str] = field(default_factory=set)
    browser: str = ""
    drawer: Drawer | None = None
    language: str = "en"


#: The visit of the page that is being made or answered.
VISIT: ContextVar[Visit | None] = ContextVar("visit", default=None)


def visit() -> Visit:
    """The visit of this page.

    >>> visit().hosted
    False
    """
    found = VISIT.get()
    if found is not None:
        return found
    name, port = os.environ.get("SERVER_NAME", ""), os.environ.get("SERVER_PORT", "")
    base = f"http://{name}:{port}/" if name and port else ""
    return Visit(os.environ.get("QUERY_STRING", ""), base)
