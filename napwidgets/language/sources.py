"""The sentences of the project as they stand in its code and data: what a catalogue can translate."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from napwidgets.language.english import third
from napwidgets.language.recognise import Recogniser

PACKAGE = Path(__file__).parent.parent
#: Where the code stands that speaks to people.
SPEAKERS = ("systems", "board", "kernel", "table", "widgets", "players", "lab", "lessons", "shared", "language", "host")
#: Stands for what is filled in; no text has it.
HOLE = "\x00"
#: How many ways a sentence with alternatives is written out at most.
_WAYS = 24
#: What writes somebody and, last, what he does: one or several.
_WHO_DOES = ("does", "they")
_TAG = re.compile(r"<[^<>]*>")
_SPOKEN = re.compile(r'(?:title|aria-label|placeholder|data-page|data-is)="([^"]*)"')
_WORD = re.compile(r"[A-Za-z'’]{2,}")
_LETTER = re.compile(r"[A-Za-z]")


def template(text: str) -> str:
    """A sentence with its holes numbered, as a catalogue has it; what is printed as braces is doubled.

    >>> template("\\x00 marches to \\x00")
    '{0} marches to {1}'
    """
    parts = text.replace("{", "{{").replace("}", "}}").split(HOLE)
    return parts[0] + "".join(f"{{{n}}}{part}" for n, part in enumerate(parts[1:]))


def pieces(text: str) -> Iterator[str]:
    """The sentences of a string of the code: between tags of HTML, and in the attributes that are read."""
    for tag in _TAG.findall(text):
        yield from _SPOKEN.findall(tag)
    yield from _TAG.split(text)


def _ways(node: ast.AST) -> list[str]:
    """What an expression may write: holes for what only a game knows, alternatives written out."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        parts = [_ways(v.value if isinstance(v, ast.FormattedValue) else v) for v in node.values]
        return ["".join(way) for _, way in zip(range(_WAYS), product(*parts), strict=False)]
    if isinstance(node, ast.IfExp):
        found = [*_ways(node.body), *_ways(node.orelse)]
        return found if len(found) <= 6 else [HOLE]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _ways(node.left), _ways(node.right)
        return [a + b for a in left for b in right][:_WAYS]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _WHO_DOES:
        verbs = [verb for verb in _ways(node.args[-1]) if verb != HOLE]
        return [f"{HOLE} {way}" for verb in verbs for way in (verb, third(verb))] or [HOLE]
    words = isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant | ast.JoinedStr)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and words:
        found = _ways(node.left)
        return [*found, ""] if found != [HOLE] else [HOLE]
    return [HOLE]


def spoken(code: str) -> Iterator[str]:
    """All templates of a module, without its documentation."""
    tree = ast.parse(code)
    silent = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr | ast.IfExp | ast.BinOp) and id(node) not in silent:
            for way in _ways(node):
                for piece in pieces(way):
                    yield from _sayable(piece)


def _sayable(piece: str) -> Iterator[str]:
    text = " ".join(piece.split())
    if _LETTER.search(text.replace(HOLE, "")):
        yield template(text)


def _values(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _values(key)
            yield from _values(value)
    elif isinstance(data, list):
        for value in data:
            yield from _values(value)


def told(path: Path) -> Iterator[str]:
    """The texts of a data file."""
    data = yaml.load(path.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    for value in _values(data):
        for paragraph in value.split("\n\n"):
            yield from _sayable(paragraph)


def printed(path: Path) -> Iterator[str]:
    """The prose of a notebook, as Markdown: a paragraph, a heading or an item of a list each."""
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] == "markdown":
            for block in re.split(r"\n\n+|\n(?=[-#] |\d+\. )", "".join(cell["source"])):
                yield from _sayable(re.sub(r"^(?:#+|-|\d+\.) ", "", block.strip()))


@lru_cache(maxsize=1)
def in_code() -> frozenset[str]:
    """Every template of the modules that speak."""
    files = (p for folder in SPEAKERS for p in sorted((PACKAGE / folder).rglob("*.py")))
    return frozenset(t for path in files for t in spoken(path.read_text()))


def in_data(files: Iterable[Path]) -> frozenset[str]:
    """Every text of some data files."""
    return frozenset(t for path in files for t in told(path))


@lru_cache(maxsize=1)
def _recogniser() -> Recogniser:
    return Recogniser(t for t in in_code() if "{" in t)


@lru_cache(maxsize=1)
def in_files() -> frozenset[str]:
    """Every text of the scenarios, of the tables beside the code, and of the notebooks."""
    places = [PACKAGE.parent / "scenarios", PACKAGE / "_data" / "scenarios", PACKAGE]
    found = in_data(p for place in places for end in ("*.yaml", "*.json") for p in sorted(place.rglob(end)))
    return found | {t for p in sorted((PACKAGE.parent / "notebooks").glob("*.ipynb")) for t in printed(p)}


@lru_cache(maxsize=1)
def in_scripts() -> str:
    """What the pages write themselves."""
    static, host, site = PACKAGE / "widgets" / "static", PACKAGE / "host" / "static", PACKAGE / "site" / "page"
    voila = PACKAGE.parent / "share" / "jupyter" / "voila" / "templates" / "napwidgets"
    scripts = (file for folder in (static, site) for file in folder.glob("*.js"))
    pages = (*scripts, *(file for folder in (host, site, voila) for file in folder.glob("*.html")))
    return "\n".join(path.read_text() for path in sorted(pages))


def _says(template: str, text: str) -> bool:
    """Whether at least a third of the words of a text are a template's own."""
    own = len(_WORD.findall(re.sub(r"\{\d+\}", "", template)))
    return 3 * own >= len(_WORD.findall(text))


@lru_cache(maxsize=1)
def _texts() -> frozenset[str]:
    return in_code() | in_files()


@lru_cache(maxsize=1)
def _everything() -> str:
    return "\n".join(sorted(_texts()))


def alive(english: str) -> bool:
    """Whether something still says an entry of a catalogue: the code, a file, or the code with a word filled in."""
    if english in in_code() or english in in_files() or english in in_scripts():
        return True
    bare = re.sub(r"\{\d+\}", "N", english)
    other = bare[:1].swapcase() + bare[1:]
    if bare in _texts() or other in _texts() or any(_says(template, bare) for template, _ in _recogniser().find(bare)):
        return True
    parts = re.split(r"\{\d+\}", english)
    return any(_in_order(parts, line) for line in _lines(max(parts, key=len)))


def _lines(part: str) -> Iterator[str]:
    """All texts in which something stands, one after the other."""
    everything, at = _everything(), 0
    while (at := everything.find(part, at)) >= 0:
        begin, end = everything.rfind("\n", 0, at) + 1, everything.find("\n", at)
        end = len(everything) if end < 0 else end
        yield everything[begin:end]
        at = end


def _in_order(parts: Iterable[str], text: str) -> bool:
    """Whether a text has some parts one after the other."""
    at = 0
    for part in parts:
        at = text.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True
