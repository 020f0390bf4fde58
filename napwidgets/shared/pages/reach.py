"""What is said where a link opens on the machine alone that it was made on."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

#: By these names a machine calls itself, and no other machine calls it.
_OWN: Final = {"localhost", "127.0.0.1", "::1"}


def reach(base: str) -> str:
    """A note for whoever makes links below an address that nobody else reaches; nothing below any other.

    >>> reach("https://club.example/"), "this machine alone" in reach("http://localhost:8870/")
    ('', True)
    """
    if urlsplit(base).hostname not in _OWN:
        return ""
    return (
        '<p class="nw-small">Links that are made here open on this machine alone. So that others can come from theirs, '
        "start it with: napwidgets host --public</p>"
    )
