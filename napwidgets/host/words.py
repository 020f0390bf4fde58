"""Pages that no game stands behind, and refusals, in the language that a browser prefers."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse

from napwidgets.language.pages import spoken_as
from napwidgets.language.speech import fitting, said

STATIC = Path(__file__).parent / "static"


def preferred(connection: HTTPConnection) -> str:
    """The language of what a browser gets: of those it asks for, the dearest that is spoken here."""
    asked = (part.partition(";") for part in connection.headers.get("accept-language", "").split(","))
    dearest = sorted(asked, key=lambda part: -_weight(part[2]))
    return fitting([tag.strip() for tag, _, _ in dearest])


def _weight(after: str) -> float:
    """How dear a language is: 1 where nothing is said."""
    try:
        return float(after.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0


def written(code: str, name: str, fill: dict[str, str] | None = None) -> str:
    """A page in a language, with words in place of its comments."""
    text = (STATIC / name).read_text()
    for place, words in (fill or {}).items():
        text = text.replace(f"<!--{place}-->", words)
    return spoken_as(text, code).replace('<html lang="en">', f'<html lang="{code}">')


def refusal(connection: HTTPConnection, text: str, status: int) -> PlainTextResponse:
    """A sentence in place of a page."""
    return PlainTextResponse(said(text, preferred(connection)), status)
