"""YAML and JSON files whose mistakes can be named by file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml
from msgspec import Struct

from napwidgets.kernel.findings import Finding, Place, dotted
from napwidgets.kernel.rulings import ScenarioError

T = TypeVar("T")

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Problem(Struct, frozen=True):
    """One thing that is wrong in a file.

    >>> str(Problem("my.yaml", 12, "hex 9999 is off the map"))
    'my.yaml:12: hex 9999 is off the map'
    """

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


class BadFile(ScenarioError):
    """A data file with mistakes; ``problems`` lists them all."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{problems[0]}{more}")


class Document:
    """A YAML or JSON file: its data, and the line of every place in it.

    Raises `BadFile` when the file can't be read as YAML or has a key twice.
    """

    def __init__(self, path: Path, shown: str | None = None) -> None:
        self.path, self.shown = path, shown or str(path)
        try:
            self.text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise BadFile([Problem(self.shown, 1, "this is no text file in UTF-8")]) from None
        except OSError as error:
            raise BadFile([Problem(self.shown, 1, f"this file can't be read: {error.strerror}")]) from None
        self._root: yaml.Node | None = None
        self.data = self._parse()

    def _parse(self) -> Any:
        try:
            if self.path.suffix == ".json":
                return msgspec.json.decode(self.text)
            return yaml.load(self.text, _LOADER)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark
            line = min(mark.line, self.text.rstrip().count("\n")) + 1 if mark else 1
            raise BadFile([Problem(self.shown, line, f"this is not YAML: {error.problem}")]) from None
        except (yaml.YAMLError, ValueError) as error:
            raise BadFile([Problem(self.shown, _json_line(self.text, error), f"this can't be read: {error}")]) from None

    def line(self, at: Place) -> int:
        """The line of a place, or of the nearest place above it that exists."""
        node = self._tree()
        line = node.start_mark.line + 1 if node else 1
        for step in at:
            key, node = _child(node, step)
            if node is None:
                break
            line = (key or node).start_mark.line + 1
        return line

    def _tree(self) -> Any:
        if self._root is None:
            try:
                self._root = yaml.compose(self.text, _LOADER)
            except yaml.YAMLError:
                return None
        return self._root

    def problem(self, at: Place, what: str) -> Problem:
        """A problem at a place; the place itself is named after the line."""
        return Problem(self.shown, self.line(at), f"{dotted(at)}: {what}" if at else what)

    def problems(self, findings: list[Finding]) -> list[Problem]:
        """Findings with their lines, in the order of the file."""
        found = [self.problem(finding.at, finding.what) for finding in findings]
        return sorted(found, key=lambda problem: problem.line)

    def twice(self) -> list[Problem]:
        """Keys that stand twice in one mapping: YAML would silently take the last one."""
        return [
            Problem(self.shown, line, f"{dotted(at)}: this key stands here twice")
            for at, line in _twice(self._tree(), ())
        ]

    def convert(self, kind: type[T]) -> T:
        """The data as a value of ``kind``; raises `BadFile` naming the line of what does not fit."""
        try:
            return msgspec.convert(self.data, kind)
        except msgspec.ValidationError as error:
            at, what = _located(str(error))
            raise BadFile([self.problem(at, what)]) from None


def _child(node: Any, step: str | int) -> tuple[Any, Any]:
    """The key node (for mappings) and the value node one step below."""
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return None, node.value[step]
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(step):
                return key, value
    return None, None


def _twice(node: Any, at: Place) -> Iterator[tuple[Place, int]]:
    if isinstance(node, yaml.SequenceNode):
        for i, child in enumerate(node.value):
            yield from _twice(child, (*at, i))
    elif isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, child in node.value:
            if key.value in seen:
                yield (*at, key.value), key.start_mark.line + 1
            seen.add(key.value)
            yield from _twice(child, (*at, key.value))


def _json_line(text: str, error: Exception) -> int:
    found = re.search(r"\(byte (\d+)\)", str(error))
    return text.encode()[: int(found[1])].count(b"\n") + 1 if found else 1


def _located(text: str) -> tuple[Place, str]:
    """The place and the sentence of a msgspec error.

    >>> _located("Expected `str`, got `int` - at `$.units[3].hex`")
    (('units', 3, 'hex'), 'a text is expected, but there is a number (write hexes and hours in quotes)')
    """
    what, _, path = text.partition(" - at ")
    steps = re.findall(r"\.(\w+)|\[(\d+)\]", path)
    at: Place = tuple(name or int(index) for name, index in steps)
    unknown = re.search(r"contains unknown field `(.+)`", what)
    if unknown:
        return (*at, unknown[1]), "there is no such key; look for a slip of the pen"
    missing = re.search(r"missing required field `(.+)`", what)
    if missing:
        return at, f"the key {missing[1]!r} is missing"
    if what.startswith("Expected `str") and what.endswith("got `int`"):
        return at, "a text is expected, but there is a number (write hexes and hours in quotes)"
    return at, what[0].lower() + what[1:]
