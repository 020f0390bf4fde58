"""The words of the games that are explained where they stand."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from msgspec import Struct, yaml

FILE = Path(__file__).parent / "terms.yaml"
#: The heading of the glossary's part that comes from the file.
HEADING = "## Words explained on hover"


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """A term in one language: how it is written, the first form first, and what it means."""

    forms: tuple[str, ...]
    means: str


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """A term in all languages, with the systems that use it."""

    systems: tuple[str, ...]
    en: Said
    fr: Said
    de: Said

    def said(self, language: str) -> Said:
        """The term in a language."""
        return {"en": self.en, "fr": self.fr, "de": self.de}[language]


@lru_cache(maxsize=1)
def terms() -> tuple[Term, ...]:
    """All terms.

    >>> terms()[0].en.forms
    ('step', 'steps')
    """
    return yaml.decode(FILE.read_bytes(), type=tuple[Term, ...])


def section() -> str:
    """The glossary's part that comes from the file."""
    lines = (f"**{', '.join(t.en.forms)}** ({', '.join(t.systems)}) {t.en.means}" for t in terms())
    return "\n\n".join([HEADING, *lines]) + "\n"
