"""Breaks the engine in one place at a time and looks whether a test notices: ``python -m tests.mutate --sample 100``.

A *mutant* is a copy of the package with one comparison, sign, number or connective changed. The tests that import the
changed module run first, then all those of its system; a mutant that passes them all has lived, and is printed with its
place and its change. Whatever runs for ever counts as noticed. Exit code 1 if fewer than nine of ten were noticed.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated, NamedTuple

import typer

ROOT = Path(__file__).parents[1]
#: What is broken: the kernel and the rules, not what only words and pictures depend on.
BROKEN = ("napwidgets/kernel", "napwidgets/systems")
SPARED = ("present", "show_", "words", "described", "face", "display")
#: What a copy needs beside the package.
NEEDED = (
    *("napwidgets", "tests", "scenarios", "notebooks", "docs", "scripts", "share"),
    *("pyproject.toml", "README.md", "voila.json", "jupyter_config.json"),
)
SHARE, PATIENCE = 0.9, 900
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


class Mutant(NamedTuple):
    """One change: the file, from where to where in it, what stands there and what takes its place."""

    path: Path
    start: int
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        line = self.path.read_text().count("\n", 0, self.start) + 1
        text = self.path.read_text().splitlines()[line - 1].strip()
        return f"{self.path.relative_to(ROOT)}:{line}: {self.old.strip()!r} -> {self.new.strip()!r} in: {text}"

    def applied(self) -> str:
        """The file's text with the change."""
        text = self.path.read_text()
        return text[: self.start] + self.new + text[self.end :]


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change of one file."""
    text = path.read_text()
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    if not text.isascii():
        # Columns of the syntax tree count bytes.
        return

    def at(line: int | None, column: int | None) -> int:
        return starts[(line or 1) - 1] + (column or 0)

    def between(a: ast.expr, b: ast.expr, old: str, new: str) -> Iterator[Mutant]:
        low, high = at(a.end_lineno, a.end_col_offset), at(b.lineno, b.col_offset)
        found = text.find(old, low, high)
        if found >= 0:
            yield Mutant(path, found, found + len(old), old, new)

    for node in _code(ast.parse(text)):
        if isinstance(node, ast.Compare):
            for a, op, b in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
                if type(op) in _COMPARED:
                    yield from between(a, b, *_COMPARED[type(op)])
        elif isinstance(node, ast.BinOp) and type(node.op) in _REACHED:
            yield from between(node.left, node.right, *_REACHED[type(node.op)])
        elif isinstance(node, ast.BoolOp):
            words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for a, b in zip(node.values, node.values[1:], strict=False):
                yield from between(a, b, *words)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            start = at(node.lineno, node.col_offset)
            yield Mutant(path, start, start + 4, "not ", "")
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            start, end = at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)
            new = str(not node.value) if isinstance(node.value, bool) else str(node.value + 1)
            yield Mutant(path, start, end, text[start:end], new)


def _code(tree: ast.AST) -> Iterator[ast.AST]:
    """What runs: the bodies of functions, without annotations and what only speaks."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for statement in node.body:
                if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                    continue
                yield from _inside(statement)


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, (ast.FunctionDef, ast.JoinedStr)):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name == "annotation":
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _inside(child)


def modules(only: str) -> list[Path]:
    """The files that are broken, in their order."""
    found = [path for folder in BROKEN for path in sorted((ROOT / folder).rglob("*.py"))]
    kept = [p for p in found if not any(part in str(p.relative_to(ROOT / "napwidgets")) for part in SPARED)]
    return [path for path in kept if only in str(path)]


def tests_of(path: Path) -> tuple[list[str], list[str]]:
    """The test files that import a module, and all those of its system (of everything, for the kernel)."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    dotted = ".".join(parts)
    names = (dotted, f"from {'.'.join(parts[:-1])} import {parts[-1]}\n")
    near = [p for p in sorted((ROOT / "tests").rglob("test_*.py")) if any(name in p.read_text() for name in names)]
    near = [p for p in near if "browser" not in p.parts and "notebooks" not in p.parts]
    system = parts[2] if parts[1] == "systems" and len(parts) > 3 else ""
    # What battles share is tested by the titles that are made of it.
    titles = ("tactical", "nlc", "mop") if system == "tactical" else (system,)
    own = [folder for title in titles for folder in (f"tests/{title}", f"tests/systems/{title}")]
    folders = own if system else ["tests/kernel", "tests/systems"]
    wide = [folder for folder in (*folders, "tests/golden", "tests/conformance") if (ROOT / folder).is_dir()]
    return [str(p.relative_to(ROOT)) for p in near], wide


def noticed(mutant: Mutant, copy: Path) -> bool:
    """Whether a test of a copy of the tree fails with the change."""
    target = copy / mutant.path.relative_to(ROOT)
    before = target.read_text()
    target.write_text(mutant.applied())
    system = mutant.path.relative_to(ROOT).parts[2]
    named = "nlc or mop or pickets" if system == "tactical" else system
    picked = [] if system.endswith(".py") else ["-k", f"{named} or not conformance"]
    try:
        near, wide = tests_of(mutant.path)
        return any(_fails(copy, files, more) for files, more in ((near, []), (wide, picked)) if files)
    finally:
        target.write_text(before)


def _fails(copy: Path, files: list[str], more: list[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-n", "0", *more, *files]
    env = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=copy, env=env, capture_output=True, check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return True
    if done.returncode not in (0, 1):
        raise RuntimeError(f"The tests can't be run in a copy of the tree:\n{done.stdout.decode()[-2000:]}")
    return done.returncode == 1


def main(
    sample: Annotated[int, typer.Option(help="How many changes are tried.")] = 100,
    seed: Annotated[str, typer.Option(help="Another seed tries others.")] = "1815",
    only: Annotated[str, typer.Option(help="Break only files with this in their path.")] = "",
    jobs: Annotated[int, typer.Option(help="How many at once.")] = 2,
) -> None:
    """Try a sample of changes and print those that no test noticed."""
    known = [mutant for path in modules(only) for mutant in mutants(path)]
    picked = Random(seed).sample(known, min(sample, len(known)))
    print(f"{len(picked)} of {len(known)} changes.", flush=True)
    with TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        copies: Queue[Path] = Queue()
        for n in range(jobs):
            copies.put(_copied(Path(folder) / str(n)))

        def tried(mutant: Mutant) -> bool:
            copy = copies.get()
            found = noticed(mutant, copy)
            copies.put(copy)
            print(f"{'noticed' if found else 'LIVED  '} {mutant}", flush=True)
            return found

        killed = sum(pool.map(tried, picked))
    print(f"{killed} of {len(picked)} noticed.")
    raise typer.Exit(int(killed < SHARE * len(picked)))


def _copied(target: Path) -> Path:
    target.mkdir()
    for name in NEEDED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.is_file():
            shutil.copy(source, target / name)
    return target


if __name__ == "__main__":
    typer.run(main)
