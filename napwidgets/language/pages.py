"""HTML on its way to a page, in the page's language.

Every page has a language of its own. A page with a process of its own has that of the process; where one process shows
many, each is made and answered within `apart`.
"""

from __future__ import annotations

import os
import re
from contextvars import ContextVar
from functools import lru_cache
from html import escape, unescape
from typing import Protocol
from weakref import WeakSet

from napwidgets.language.speech import LANGUAGES, decimal, fitting, said, speech
from napwidgets.language.terms import terms

_PART = re.compile(r"<(?:style|script)\b.*?</(?:style|script)>|<bdi>.*?</bdi>|<[^<>]*>|[^<]+", re.DOTALL)
_READ = re.compile(r'\b(title|aria-label|placeholder|data-page|data-is)="([^"]*)"')
_LETTER = re.compile(r"[A-Za-z]")


class Shower(Protocol):
    """Something on a page that can be drawn again."""

    def refresh(self) -> None:
        """Draw again."""


class _Page:
    """What is known of the page: its language, and all that is shown on it."""

    def __init__(self, language: str = "") -> None:
        #: Empty until somebody asks: a process may stand ready before its page comes.
        self.language = language
        #: Whether a person has chosen; then what the browser prefers no longer counts.
        self.chosen = False
        self.shown: WeakSet[Shower] = WeakSet()


_ONLY = _Page()
_PAGE: ContextVar[_Page] = ContextVar("page", default=_ONLY)


def apart(code: str = "en") -> None:
    """From here on, in this context, there is a page with a language of its own, which begins in this one."""
    _PAGE.set(_Page(fitting([code])))


def language() -> str:
    """The language of the page, as a code."""
    page = _PAGE.get()
    page.language = page.language or _preferred()
    return page.language


def _preferred() -> str:
    """What the browser of a process's only page prefers, where its server has handed that on."""
    return fitting([tag.strip() for tag in os.environ.get("HTTP_ACCEPT_LANGUAGE", "").split(",")])


def listen(widget: Shower) -> None:
    """Draw a widget again whenever the language changes."""
    _PAGE.get().shown.add(widget)


def choose(code: str, chosen: bool = True) -> None:
    """Speak a language from now on: a code, or several with commas, the dearest first. What the browser prefers
    (``chosen`` is False) gives way to what a person has chosen.
    """
    page = _PAGE.get()
    if not chosen and page.chosen:
        return
    page.chosen = page.chosen or chosen
    wanted = fitting(code.split(","))
    if wanted != language():
        page.language = wanted
        for widget in list(page.shown):
            widget.refresh()


def say(text: str) -> str:
    """A text, which is no HTML, in the language of the page."""
    return said(text, language())


def prose(text: str) -> str:
    """A paragraph of a notebook, without its signs of emphasis, in the language of the page and with them; empty where
    it stays as it was written.
    """
    return "" if language() == "en" else speech(language()).prose(text)


def rule(text: str) -> str:
    """The title or the text of a paragraph of the rules, in the language of the page."""
    return text if language() == "en" else speech(language()).rule(text)


def typed(text: str) -> str:
    """What somebody typed, as HTML: it is never put over.

    >>> typed("Yes & no")
    '<bdi>Yes &amp; no</bdi>'
    """
    return f"<bdi>{escape(text)}</bdi>"


def words() -> dict[str, str]:
    """The short words of the language, for what a page writes itself; none where it speaks English anyway."""
    return {} if language() == "en" else speech(language()).plain(60)


def explained() -> list[list[object]]:
    """The terms in the language of the page: how each is written, what it means, and in which systems."""
    found = [(term.said(language()), term.systems) for term in terms()]
    return [[list(said.forms), said.means, list(systems)] for said, systems in found]


def spoken(html: str) -> str:
    """HTML in the language of the page: what is read in it, and nothing else."""
    return spoken_as(html, language())


def spoken_as(html: str, code: str) -> str:
    """HTML in a language.

    >>> spoken_as("<p>Your turn</p>", "de")
    '<p>Sie sind am Zug</p>'
    """
    return html if code == "en" else _spoken(html, code)


def _spoken(html: str, code: str) -> str:
    parts = _PART.findall(html)
    return "".join(_part(part, code, "nw-cite" in before) for before, part in zip(["", *parts], parts, strict=False))


@lru_cache(maxsize=30_000)
def _part(part: str, code: str, cites: bool) -> str:
    """A part of a page; figures that cite paragraphs stay as they are."""
    if part.startswith(("<style", "<script", "<bdi")):
        return part
    if part.startswith("<"):
        return _READ.sub(lambda m: _attribute(m, code), part)
    if _LETTER.search(part):
        return escape(speech(code).say(unescape(part)), quote=False)
    return part if cites else decimal(part)


def _attribute(match: re.Match[str], code: str) -> str:
    return f'{match[1]}="{escape(speech(code).say(unescape(match[2])))}"'


def picker() -> str:
    """A small list of languages as HTML."""
    items = "".join(
        f'<option value="{code}" lang="{code}"{" selected" if code == language() else ""}>{name}</option>'
        for code, name in LANGUAGES.items()
    )
    select = f'<select data-do="language" data-key="language" style="width:auto">{items}</select>'
    aside = "float:right;flex-direction:row;align-items:center;gap:6px"
    return f'<label class="nw-f nw-language" style="{aside}"><span>Language</span>{select}</label>'
