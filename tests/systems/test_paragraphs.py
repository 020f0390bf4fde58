"""The paragraphs in our words: there is one for all that the rules number and for all that the code cites."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from napwidgets.systems.paragraphs import SIGNS, looked_up, paragraphs
from napwidgets.systems.readings import file, named, readings
from scripts.readings import written

TESTS = Path(__file__).parents[1]
CODE = TESTS.parent / "napwidgets" / "systems"
SIGN_OF = {system: sign for sign, system in SIGNS.items()}
SIGNED = re.compile(rf"({'|'.join(SIGNS)}) (\S.*)")
#: What rulebooks call their paragraphs (``7.4``, ``K.8.e``, ``base: pursuit``); a Voice puts the sign before it.
NUMBERED = re.compile(
    r"(\d+|[A-O]|reference \d+)(\.\d+)+(\.[a-z])?|base: [a-z ]+|base rules [A-Z]|App\. [IV]+( [a-z])?"
)
#: After how many arguments a Voice's calls name paragraphs.
VOICED = {"refuse": 2, "say": 3}
CITING = ("cite", "cites", "why_cites")


def listed(system: str) -> dict[str, str]:
    """The paragraphs of a rulebook with their titles, as they are numbered there."""
    lines = (TESTS / f"{system}_paragraphs.txt").read_text(encoding="utf-8").splitlines()
    return {number: title for number, _, title in (line.partition(" ") for line in lines if line.strip())}


def _split(cites: str, sign: str) -> Iterator[tuple[str, str]]:
    """The citations of one string, each with its sign: those after a comma have that of the one before."""
    for part in cites.split(","):
        found = SIGNED.fullmatch(part.strip())
        sign, key = (found[1], found[2]) if found else (sign, part.strip())
        if sign and key:
            yield sign, key


def _constants(nodes: Iterable[ast.expr | None]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.IfExp):
            yield from _constants((node.body, node.orelse))
        elif isinstance(node, ast.Tuple):
            yield from _constants(node.elts)


def _named(node: ast.AST) -> Iterator[str]:
    """Strings that are citations by where they stand: in a Voice's call, or as somebody's ``cite``."""
    if isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in VOICED:
            yield from _constants(node.args[VOICED[called] :])
        yield from _constants(word.value for word in node.keywords if word.arg in CITING)
    elif isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") in CITING:
        yield from _constants((node.value,))
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
        places = [n for n, target in enumerate(node.targets[0].elts) if getattr(target, "id", "") in CITING]
        for value in (node.value.body, node.value.orelse) if isinstance(node.value, ast.IfExp) else (node.value,):
            yield from _constants(value.elts[n] for n in places if isinstance(value, ast.Tuple))


def _in_module(path: Path, sign: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for text in _named(node):
            yield from _split(text, sign)
        if not isinstance(node, ast.Constant):
            continue
        if isinstance(node.value, str) and sign and NUMBERED.fullmatch(node.value):
            yield sign, node.value
        elif isinstance(node.value, str) and SIGNED.fullmatch(node.value) and len(node.value) < 60:
            yield from _split(node.value, sign)


@cache
def cited() -> frozenset[tuple[str, str]]:
    """Every citation that stands in the modules and the tables of the systems: its sign and what stands behind it."""
    found: set[tuple[str, str]] = set()
    for path in CODE.rglob("*.py"):
        home = path.relative_to(CODE).parts[0]
        found |= set(_in_module(path, SIGN_OF.get("nlc" if home == "tactical" else home, "")))
    for path in CODE.glob("*/tables/**/*.json"):
        cite = json.loads(path.read_text(encoding="utf-8")).get("cite", "")
        found |= set(_split(cite, ""))
    return frozenset(found)


@pytest.mark.parametrize("system", SIGN_OF)
def test_every_paragraph_of_the_rules_has_a_title_and_a_few_sentences(system: str) -> None:
    known = paragraphs(system)
    assert set(listed(system)) <= set(known)
    for key, paragraph in known.items():
        assert paragraph.title.strip(), key
        assert 5 <= len(paragraph.text.split()) <= 60, key
        assert paragraph.text.endswith((".", "!", "?")), key


def test_the_code_cites_and_is_read() -> None:
    assert {sign for sign, _ in cited()} == set(SIGNS)
    assert {("NLC", "7.4"), ("WAP", "K.8.e"), ("CON", "base: movement"), ("JDG", "1813 Cards")} <= cited()


def test_whatever_the_code_cites_is_found() -> None:
    found = {(sign, key): looked_up(f"{sign} {key}")[0] for sign, key in cited()}
    assert not sorted(f"{sign} {key}" for (sign, key), one in found.items() if not one.text)


@pytest.mark.parametrize("system", SIGN_OF)
def test_no_paragraph_is_there_that_nobody_numbers_or_cites(system: str) -> None:
    keys = [key for sign, key in cited() if sign == SIGN_OF[system]]
    beyond = set(paragraphs(system)) - set(listed(system))
    assert not sorted(
        key for key in beyond if not any(cite == key or cite.startswith((f"{key}.", f"{key} ")) for cite in keys)
    )


@pytest.mark.parametrize("system", SIGN_OF)
def test_readings_are_those_of_the_page_of_rules(system: str) -> None:
    assert file(system).read_bytes() == written(system), "please run python scripts/readings.py"


@pytest.mark.parametrize("system", SIGN_OF)
def test_every_reading_is_told_with_a_paragraph_and_with_every_one_that_names_it(system: str) -> None:
    found = {key: looked_up(f"{SIGN_OF[system]} {key}")[0].readings for key in paragraphs(system)}
    told = {key: {reading.number for reading in found[key]} for key in found}
    assert set().union(*told.values()) == {reading.number for reading in readings(system)}
    for key, paragraph in paragraphs(system).items():
        assert named(paragraph.text) <= told[key], key


def test_readings_stand_with_their_own_paragraph_its_sentences_and_no_other() -> None:
    def numbers(cites: str, system: str = "") -> list[list[int]]:
        return [[reading.number for reading in one.readings] for one in looked_up(cites, system)]

    assert numbers("NLC 4.1, NLC 4.2") == [[5, 6], [7]]
    assert numbers("JDG 8.2") == [[1, 6]]
    # A sentence of 8.1 (P5) is told by the whole, and so is what is read in it.
    assert numbers("JDG 8.1 P5") == numbers("JDG 8.1") == [[1, 8, 11, 56, 59]]
    # The module for 1814 stands on the rules of 1815, whose readings have numbers of their own.
    assert numbers("4.2", "mop") == [[7]]
    assert looked_up("4.2", "mop")[0].readings == looked_up("NLC 4.2")[0].readings
    assert numbers("NLC 99") == [[]]
