"""The words that are explained on hover, and the part of the glossary that comes from the same file."""

from __future__ import annotations

from pathlib import Path

from napwidgets.language import pages
from napwidgets.language.terms import section, terms
from napwidgets.systems.registry import record_of

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"


def test_the_glossary_says_what_the_page_says() -> None:
    assert GLOSSARY.read_text().endswith(section())


def test_terms_belong_to_systems_and_are_short() -> None:
    for term in terms():
        assert [record_of(id).id for id in term.systems] == list(term.systems)
        for code in ("en", "fr", "de"):
            assert 0 < len(term.said(code).means) <= 160


def test_no_form_is_explained_twice() -> None:
    for code in ("en", "fr", "de"):
        forms = [form.lower() for term in terms() for form in term.said(code).forms]
        assert len(forms) == len(set(forms))


def test_a_page_gets_them_in_its_language() -> None:
    before = pages._ONLY.language
    try:
        pages._ONLY.language = "de"
        assert pages.explained()[0][0] == ["Stufe", "Stufen"]
        assert pages.explained()[0][2] == ["nlc", "mop"]
    finally:
        pages._ONLY.language = before
