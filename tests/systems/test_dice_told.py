"""Every die of the five systems is listed in `docs/dice.md`, with its chances and with a page that tells them."""

from __future__ import annotations

import ast
import importlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import napwidgets

_ROOT = Path(napwidgets.__file__).parent / "systems"
_PAGE = Path(__file__).parents[2] / "docs" / "dice.md"
_NAME = re.compile(r"`([\w.]+)`")
_NONE = "—"


def _thrown(node: ast.AST, where: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        named = isinstance(child, ast.FunctionDef | ast.ClassDef)
        here = f"{where}.{child.name}" if isinstance(child, ast.FunctionDef | ast.ClassDef) else where
        if isinstance(child, ast.Call) and isinstance(child.func, ast.Attribute):
            source = child.func.value
            name = source.id if isinstance(source, ast.Name) else getattr(source, "attr", "")
            if name == "dice" and child.func.attr in ("roll", "count", "draw"):
                yield where
        yield from _thrown(child, here if named else where)


def _in_code() -> set[str]:
    """Every function of the systems that asks for a die."""
    found: set[str] = set()
    for path in sorted(_ROOT.rglob("*.py")):
        module = ".".join(path.relative_to(_ROOT).with_suffix("").parts)
        found |= set(_thrown(ast.parse(path.read_text()), module))
    return found


def _rows() -> list[list[str]]:
    lines = [line for line in _PAGE.read_text().splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in rows if row[0] != "what" and not row[0].startswith("---")]


def _module(name: str) -> tuple[object, str]:
    """What a path stands for, and the source of the module that it is in."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        path = _ROOT.joinpath(*parts[:end]).with_suffix(".py")
        if path.is_file():
            found: object = importlib.import_module(".".join(["napwidgets.systems", *parts[:end]]))
            for part in parts[end:]:
                found = getattr(found, part)
            return found, path.read_text()
    raise AssertionError(f"docs/dice.md names {name}, which is no module")


def test_every_die_is_listed() -> None:
    listed = Counter(name for row in _rows() for name in _NAME.findall(row[2]))
    assert set(listed) == _in_code()
    assert set(listed.values()) == {1}


def test_every_die_has_chances_that_a_page_tells_or_a_reason() -> None:
    for what, _, _, chances, told in _rows():
        if chances == _NONE:
            assert len(told.split()) > 6, f"{what}: why are its chances not told?"
            continue
        (name,), (page,) = _NAME.findall(chances), _NAME.findall(told)
        _module(name)
        last = name.rpartition(".")[2]
        told_in = re.search(rf"(?<!def )(?<!class )\b{last}\b(?!`)", _module(page)[1])
        assert told_in, f"{what}: {page} doesn't tell {name}"
