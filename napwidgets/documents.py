"""YAML and JSON files whose mistakes can be named by file and line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, inspect

from napwidgets.kernel import limits
from napwidgets.kernel.findings import Finding, Place, dotted
from napwidgets.kernel.outline import Branch, Outline, Unreadable, decoded, outline_of
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.kernel.slips import of_shape, of_yaml

T = TypeVar("T")


@cache
def _loader() -> Any:
    """What reads YAML, fetched when it is first wanted: dates stay the texts that they are, and ``<<`` is a key like
    any other.
    """
    import yaml

    loader: Any = type("_Loader", (getattr(yaml, "CSafeLoader", yaml.SafeLoader),), {})
    loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in known if not tag.endswith((":timestamp", ":merge", ":value"))]
        for first, known in loader.yaml_implicit_resolvers.items()
    }
    return loader


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


def raw_file(path: Path, shown: str) -> bytes:
    """A file as it is; raises `BadFile` for one that can't be read, and by its size for one that is too large."""
    try:
        if problem := limits.oversized(path.stat().st_size):
            raise BadFile([Problem(shown, 1, problem)])
        with path.open("rb") as file:
            raw = file.read(limits.FILE_BYTES + 1)
    except OSError as error:
        raise BadFile([Problem(shown, 1, f"this file can't be read: {error.strerror}")]) from None
    except ValueError as error:
        if isinstance(error, BadFile):
            raise
        raise BadFile([Problem(shown, 1, "this file can't be read: no file has such a name")]) from None
    if problem := limits.oversized(len(raw)):
        raise BadFile([Problem(shown, 1, problem)])
    return raw


class Document:
    """A YAML or JSON file: its data, and the line of every place in it.

    Raises `BadFile` when the file can't be read, is beyond the limits (`napwidgets.kernel.limits`) or has a key twice.
    """

    def __init__(self, path: Path, shown: str | None = None) -> None:
        self.path, self.shown = path, shown or str(path)
        self.raw = raw_file(path, self.shown)
        try:
            self.text = self.raw.decode("utf-8")
            self.data, self._outline = self._json() if path.suffix == ".json" else self._yaml()
        except UnicodeDecodeError:
            raise self._bad(1, "this is no text file in UTF-8") from None
        except Unreadable as error:
            raise self._bad(error.line, error.why) from None

    def _bad(self, line: int, what: str) -> BadFile:
        return BadFile([Problem(self.shown, line, what)])

    def _json(self) -> tuple[Any, Outline]:
        try:
            return decoded(self.raw), outline_of(self.text)
        except Unreadable as error:
            raise Unreadable(error.line, f"this can't be read: {error.why}") from None

    def _yaml(self) -> tuple[Any, Outline]:
        import yaml

        try:
            outline = _Yaml(self.text).found
            data = yaml.load(self.text, _loader())
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark
            line = min(mark.line, self.text.rstrip().count("\n")) + 1 if mark else 1
            opened = error.context_mark.line + 1 if error.context_mark else 0
            raise Unreadable(
                line, f"this is not YAML: {of_yaml(str(error.problem), opened if opened < line else 0)}"
            ) from None
        except (yaml.YAMLError, ValueError) as error:
            if isinstance(error, Unreadable):
                raise
            raise Unreadable(1, f"this can't be read: {str(error).partition(';')[0]}") from None
        if found := limits.excess(data):
            raise Unreadable(outline.line(found.at), f"{dotted(found.at)}: {found.what}")
        return data, outline

    def line(self, at: Place) -> int:
        """The line of a place, or of the nearest place above it that exists."""
        return self._outline.line(at)

    def problem(self, at: Place, what: str) -> Problem:
        """A problem at a place; the place itself is named after the line."""
        return Problem(self.shown, self.line(at), f"{dotted(at)}: {what}" if at else what)

    def problems(self, findings: list[Finding]) -> list[Problem]:
        """Findings with their lines, in the order of the file."""
        found = [self.problem(finding.at, finding.what) for finding in findings]
        return sorted(found, key=lambda problem: problem.line)

    def convert(self, kind: type[T]) -> T:
        """The data as a value of ``kind``; raises `BadFile` naming the line of what does not fit."""
        try:
            return msgspec.convert(self.data, kind)
        except msgspec.ValidationError as error:
            at, what = told(str(error), kind)
            raise BadFile([self.problem(at, what)]) from None


#: How many files are kept read.
_MOST = 64
_READ: dict[Path, tuple[int, Any]] = {}


def kept(path: Path, made: Callable[[Document], T]) -> T:
    """What is made of a file, kept until the file changes. Whoever asks for a file makes the same of it."""
    changed = path.stat().st_mtime_ns
    known = _READ.get(path)
    if known is None or known[0] != changed:
        if len(_READ) >= _MOST:
            _READ.clear()
        known = _READ[path] = changed, made(Document(path))
    found: T = known[1]
    return found


class _Yaml:
    """Where everything in YAML stands. A part with a name (``&a``) may stand in several places (``*a``), but not in
    itself, nor so often that the whole is more than the limits allow; kinds of values other than texts, numbers, lists
    and mappings are refused.
    """

    def __init__(self, text: str) -> None:
        self.found, self.size = Outline(), 0
        self._named: dict[str, tuple[Branch | None, int]] = {}
        self._open: list[tuple[str | None, int]] = []
        import yaml

        self._kinds = yaml.events
        for event in yaml.parse(text, _loader()):
            line = event.start_mark.line + 1 if event.start_mark else 1
            self._take(event, line)
            if self.size > limits.VALUES:
                raise Unreadable(line, limits.too_many())

    def _take(self, event: Any, line: int) -> None:
        if isinstance(event, self._kinds.AliasEvent):
            if event.anchor not in self._named:
                raise Unreadable(line, f"*{event.anchor} stands for a part that is not finished here")
            branch, size = self._named[event.anchor]
            self.size += size
            self.found.again(line, branch)
        elif isinstance(event, self._kinds.CollectionStartEvent | self._kinds.ScalarEvent):
            if event.tag not in (None, "!"):
                raise Unreadable(line, f"the kind {event.tag!r} is not read: write plain texts and numbers")
            self._begin(event, line)
        elif isinstance(event, self._kinds.CollectionEndEvent):
            name, before = self._open.pop()
            branch = self.found.leave()
            if name:
                self._named[name] = (branch, self.size - before)

    def _begin(self, event: Any, line: int) -> None:
        self.size += 1
        if isinstance(event, self._kinds.ScalarEvent):
            self.found.value(line, event.value)
            if event.anchor:
                self._named[event.anchor] = (None, 1)
        else:
            self._open.append((event.anchor, self.size - 1))
            self.found.enter(line, named=isinstance(event, self._kinds.MappingStartEvent))


#: How msgspec says that a figure or a text is out of its range, and how a player is told.
_RANGES = (
    (r"Expected `(?:int|float)` >= (\S+)$", "the least here is {}"),
    (r"Expected `(?:int|float)` <= (\S+)$", "the most here is {}"),
    (r"Expected `str` matching regex .*A-Z", "a name is expected: letters, digits and hyphens"),
    (r"Expected `str` matching regex", "there is no such date or hour"),
)


def told(text: str, form: Any = None) -> tuple[Place, str]:
    """The place and the sentence of a msgspec error; a word that is none of those that can stand there is told them,
    where the ``form`` of the whole is given.

    >>> told("Expected `str`, got `int` - at `$.units[3].hex`")
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
    for pattern, sentence in _RANGES:
        if found := re.match(pattern, what):
            return at, sentence.format(*found.groups())
    if what.startswith("Expected `str") and what.endswith("got `int`"):
        return at, "a text is expected, but there is a number (write hexes and hours in quotes)"
    words = _words(form, at) if form is not None and what.startswith("Invalid enum value") else []
    if words:
        return at, f"{what[0].lower()}{what[1:]}; there are {', '.join(words)}"
    return at, of_shape(what)


def _words(form: Any, at: Place) -> list[str]:
    """The words that can stand at a place of a form.

    >>> from typing import Literal
    >>> _words(dict[str, list[Literal["town", "woods"]]], (0,))
    ['town', 'woods']
    """
    kinds: list[Any] = [inspect.type_info(form)]
    for step in at:
        kinds = [inner for kind in _opened(kinds) for inner in _inside(kind, step)]
    found: list[str] = []
    for kind in _opened(kinds):
        if isinstance(kind, inspect.EnumType):
            found += [str(member.value) for member in kind.cls]
        elif isinstance(kind, inspect.LiteralType):
            found += map(str, kind.values)
    return found


def _opened(kinds: Iterable[Any]) -> list[Any]:
    """Kinds without what is wrapped around them; a mapping stands for what it holds, for msgspec names no key of it."""
    found: list[Any] = []
    for kind in kinds:
        if isinstance(kind, inspect.UnionType):
            found += _opened(kind.types)
        elif isinstance(kind, inspect.Metadata):
            found += _opened([kind.type])
        elif isinstance(kind, inspect.DictType):
            found += _opened([kind.value_type])
        else:
            found.append(kind)
    return found


def _inside(kind: Any, step: str | int) -> list[Any]:
    if isinstance(kind, inspect.StructType):
        return [field.type for field in kind.fields if field.encode_name == step]
    if isinstance(kind, inspect.TupleType):
        return list(kind.item_types[step : step + 1]) if isinstance(step, int) else []
    return [kind.item_type] if isinstance(kind, inspect.CollectionType) else []
