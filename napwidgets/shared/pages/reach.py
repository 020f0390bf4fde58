"""How a link is shown, and what is said where it opens on the machine alone that it was made on."""

from __future__ import annotations

from html import escape
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
        'start it with: <span style="white-space:nowrap">napwidgets host --public</span></p>'
    )


def link(address: str) -> str:
    """A link in full, to be sent to somebody, with a button that copies it.

    >>> "<code>https://club.example/?key=abc</code>" in link("https://club.example/?key=abc")
    True
    """
    copied = '<span>Copy</span><span role="status" hidden>Copied</span>'
    return f'<code>{escape(address)}</code> <button type="button" class="nw-b quiet" data-copy>{copied}</button>'
