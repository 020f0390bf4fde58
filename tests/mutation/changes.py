"""What may be changed: every comparison, sign, number and connective of the kernel and the rules, one at a time."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
#: What is broken: the kernel and the rules, not what only words and pictures depend on.
BROKEN = ("napwidgets/kernel", "napwidgets/systems")
SPARED = ("present", "show_", "words", "described", "face", "display")
_COMPARED = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: (" in ", " not in "),
    ast.NotIn: (" not in ", " in "),
}
_REACHED = {ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "//"), ast.FloorDiv: ("//", "*")}


#: An expression that has no such word can be worked out twice: nothing happens in it.
_HAPPENS = re.compile(r"\bdice\b|\blog\b|\bsuper\(|\bnext\(|\.pop|\byield\b|:=")


class Change(NamedTuple):
    """One change of a file: the expression it is in, what stands at a place of it, and what takes its place.

    The expression is the widest of signs, comparisons and connectives: who gets the same out of it can't notice.
    """

    path: Path
    low: int
    high: int
    start: int
    old: str
    new: str

    def expression(self, text: str) -> str:
        """The expression with the change, of a file with this text."""
        return text[self.low : self.start] + self.new + text[self.start + len(self.old) : self.high]

    def line(self, text: str) -> tuple[int, int, str]:
        """Number of the line, column in it without its margin, and the line."""
        begins = text.rfind("\n", 0, self.start) + 1
        line = text[begins:].split("\n", 1)[0]
        return text.count("\n", 0, self.start) + 1, self.start - begins - (len(line) - len(line.lstrip())), line.strip()

    def __str__(self) -> str:
        number, _, line = self.line(self.path.read_text(encoding="utf-8"))
        where = f"{self.path.relative_to(ROOT)}:{number}"
        return f"{where}: {self.old.strip()!r} -> {self.new.strip()!r} in: {line}"


def modules(only: str) -> list[Path]:
    """The files that are broken, in their order."""
    found = [path for folder in BROKEN for path in sorted((ROOT / folder).rglob("*.py"))]
    kept = [p for p in found if not any(part in str(p.relative_to(ROOT / "napwidgets")) for part in SPARED)]
    return [path for path in kept if only in str(path)]


def changes(path: Path) -> Iterator[Change]:
    """Every change of one file."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def at(line: int | None, column: int | None) -> int:
        # Columns of the syntax tree count bytes.
        row = (line or 1) - 1
        return starts[row] + len(lines[row].encode()[: column or 0].decode())

    def span(node: ast.expr) -> tuple[int, int]:
        return at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)

    tree = ast.parse(text)
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}

    def around(node: ast.expr) -> tuple[int, int]:
        while isinstance(wider := above[node], (ast.BoolOp, ast.Compare, ast.UnaryOp, ast.BinOp)):
            node = wider
        return span(node)

    def between(node: ast.expr, a: ast.expr, b: ast.expr, old: str, new: str) -> Iterator[Change]:
        found = text.find(old, span(a)[1], span(b)[0])
        if found >= 0:
            yield Change(path, *around(node), found, old, new)

    for node in _code(tree):
        if isinstance(node, ast.Compare):
            for a, op, b in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
                if type(op) in _COMPARED:
                    yield from between(node, a, b, *_COMPARED[type(op)])
        elif isinstance(node, ast.BinOp) and type(node.op) in _REACHED:
            yield from between(node, node.left, node.right, *_REACHED[type(node.op)])
        elif isinstance(node, ast.BoolOp):
            words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for a, b in zip(node.values, node.values[1:], strict=False):
                yield from between(node, a, b, *words)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield Change(path, *around(node), span(node)[0], "not ", "")
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            low, high = span(node)
            new = str(not node.value) if isinstance(node.value, bool) else str(node.value + 1)
            yield Change(path, *around(node), low, text[low:high], new)


def _code(tree: ast.AST) -> Iterator[ast.AST]:
    """What runs: the bodies of functions, without annotations and what only speaks."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for statement in node.body:
                if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                    continue
                yield from _inside(statement)


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    # A pattern of `match` is no expression: nothing can be put in its place. `zip(..., strict=True)` asserts something.
    if isinstance(node, (ast.FunctionDef, ast.JoinedStr, ast.pattern)) or _asserts(node):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name == "annotation":
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _inside(child)


def _asserts(node: ast.AST) -> bool:
    if not isinstance(node, ast.keyword) or node.arg != "strict":
        return False
    return isinstance(node.value, ast.Constant) and node.value.value is True


def sample(known: Iterable[Change], count: int, seed: str) -> list[Change]:
    """``count`` changes. Each is drawn by its own line, so that a change elsewhere in the code leaves the others in."""
    drawn: list[tuple[str, Change]] = []
    seen: Counter[str] = Counter()
    texts: dict[Path, str] = {}
    for change in known:
        text = texts.setdefault(change.path, change.path.read_text(encoding="utf-8"))
        _, column, line = change.line(text)
        name = f"{change.path.relative_to(ROOT)}|{line}|{column}|{change.old}|{change.new}"
        seen[name] += 1
        drawn.append((sha256(f"{seed}|{name}|{seen[name]}".encode()).hexdigest(), change))
    return [change for _, change in sorted(drawn, key=lambda pair: pair[0])[:count]]


def switched(text: str, numbered: list[tuple[int, Change]]) -> str:
    """A file in which each of the changes is made while ``broken.on`` says so of its number, and its lines stay."""
    return _switched(text, 0, len(text), sorted(numbered, key=lambda pair: (pair[1].low, -pair[1].high)))


def _switched(text: str, low: int, high: int, inside: list[tuple[int, Change]]) -> str:
    written, done = [], low
    while inside:
        first = inside[0][1]
        here = [pair for pair in inside if (pair[1].low, pair[1].high) == (first.low, first.high)]
        deeper = [pair for pair in inside if pair not in here and pair[1].high <= first.high]
        inside = [pair for pair in inside if pair[1].low >= first.high]
        expression = _switched(text, first.low, first.high, deeper)
        for number, change in here:
            # On one line, so that whatever follows keeps its own.
            changed = ast.unparse(ast.parse(f"({change.expression(text)})", mode="eval").body)
            if _HAPPENS.search(change.expression(text)):
                expression = f"(({changed}) if __import__('broken').on({number}) else ({expression}))"
            else:
                expression = f"__import__('broken').either({number}, lambda: ({expression}), lambda: ({changed}))"
        written += [text[done : first.low], expression]
        done = first.high
    return "".join([*written, text[done:high]])
