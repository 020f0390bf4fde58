"""HTML on its way to a page, in the page's language.

A page and its kernel live and die together, so that the language of a page is one of its process.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape, unescape
from typing import ClassVar, Protocol
from weakref import WeakSet

from napwidgets.language.speech import LANGUAGES, fitting, speech
from napwidgets.language.terms import terms

_PART = re.compile(r"<(?:style|script)\b.*?</(?:style|script)>|<[^<>]*>|[^<]+", re.DOTALL)
_READ = re.compile(r'\b(title|aria-label|placeholder|data-page)="([^"]*)"')
_LETTER = re.compile(r"[A-Za-z]")


class Shower(Protocol):
    """Something on a page that can be drawn again."""

    def refresh(self) -> None:
        """Draw again."""


class _Page:
    """What is known of the page: its language, and all that is shown on it."""

    language = "en"
    #: Whether a person has chosen; then what the browser prefers no longer counts.
    chosen = False
    shown: ClassVar[WeakSet[Shower]] = WeakSet()


def language() -> str:
    """The language of the page, as a code."""
    return _Page.language


def listen(widget: Shower) -> None:
    """Draw a widget again whenever the language changes."""
    _Page.shown.add(widget)


def choose(code: str, chosen: bool = True) -> None:
    """Speak a language from now on: a code, or several with commas, the dearest first. What the browser prefers
    (``chosen`` is False) gives way to what a person has chosen.
    """
    if not chosen and _Page.chosen:
        return
    _Page.chosen = _Page.chosen or chosen
    wanted = fitting(code.split(","))
    if wanted != _Page.language:
        _Page.language = wanted
        for widget in list(_Page.shown):
            widget.refresh()


def say(text: str) -> str:
    """A text, which is no HTML, in the language of the page."""
    return text if _Page.language == "en" or not text else speech(_Page.language).say(text)


def words() -> dict[str, str]:
    """The short words of the language, for what a page writes itself; none where it speaks English anyway."""
    return {} if _Page.language == "en" else speech(_Page.language).plain(200)


def explained() -> list[list[object]]:
    """The terms in the language of the page: how each is written, what it means, and in which systems."""
    found = [(term.said(_Page.language), term.systems) for term in terms()]
    return [[list(said.forms), said.means, list(systems)] for said, systems in found]


def spoken(html: str) -> str:
    """HTML in the language of the page: what is read in it, and nothing else."""
    return html if _Page.language == "en" else _spoken(html, _Page.language)


def _spoken(html: str, code: str) -> str:
    return "".join(_part(part, code) for part in _PART.findall(html))


@lru_cache(maxsize=30_000)
def _part(part: str, code: str) -> str:
    if part.startswith("<"):
        return part if part.startswith(("<style", "<script")) else _READ.sub(lambda m: _attribute(m, code), part)
    return escape(speech(code).say(unescape(part)), quote=False) if _LETTER.search(part) else part


def _attribute(match: re.Match[str], code: str) -> str:
    return f'{match[1]}="{escape(speech(code).say(unescape(match[2])))}"'


def picker() -> str:
    """A small list of languages as HTML."""
    items = "".join(
        f'<option value="{code}" lang="{code}"{" selected" if code == _Page.language else ""}>{name}</option>'
        for code, name in LANGUAGES.items()
    )
    select = f'<select data-do="language" data-key="language" style="width:auto">{items}</select>'
    aside = "float:right;flex-direction:row;align-items:center;gap:6px"
    return f'<label class="nw-f nw-language" style="{aside}"><span>Language</span>{select}</label>'
