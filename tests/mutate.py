"""Breaks the engine in one place at a time and looks whether a test notices: ``python -m tests.mutate --sample 100``.

A *change* is one comparison, sign, number or connective of the kernel or of a rule system. A copy of the tree holds all
that are tried, and switches that make one of them. The tests (all but those of the browser, of the notebooks and of
this one) run once to see which of them a change would give another value anywhere; then these run with it, the quickest
first. A change that they all pass, or that gives no test another value, has lived, and is printed with its place.
Whatever runs for ever counts as noticed. Exit code 1 if fewer than nine of ten were noticed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from tests.mutation import changes

ROOT = changes.ROOT
#: What a copy needs beside the package.
NEEDED = (
    *("napwidgets", "tests", "scenarios", "notebooks", "docs", "scripts", "share"),
    *("pyproject.toml", "README.md", "voila.json", "jupyter_config.json"),
)
SHARE = 0.9


def main(
    sample: Annotated[int, typer.Option(help="How many changes are tried.")] = 100,
    seed: Annotated[str, typer.Option(help="Another seed tries others.")] = "1815",
    only: Annotated[str, typer.Option(help="Break only files with this in their path.")] = "",
    jobs: Annotated[int, typer.Option(help="How many at once.")] = 2,
) -> None:
    """Try a sample of changes and print those that no test noticed."""
    known = [change for path in changes.modules(only) for change in changes.changes(path)]
    picked = changes.sample(known, sample, seed)
    print(f"{len(picked)} of {len(known)} changes.", flush=True)
    noticed = 0
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        _copied(copy, picked)
        for line in _run(copy, len(picked), jobs):
            if "change" in line:
                noticed += line["noticed"]
                _tell(picked[line["change"]], line)
            elif "fails" in line:
                print(f"left out, since it fails with nothing changed: {line['fails']}", flush=True)
            else:
                print(f"{line['tests']} tests have run once in {line['seconds']:.0f} seconds.", flush=True)
    print(f"{noticed} of {len(picked)} noticed.")
    raise typer.Exit(int(noticed < SHARE * len(picked)))


def _tell(change: changes.Change, line: dict[str, Any]) -> None:
    how = f"by {line['by'] or 'collecting'}" if line["noticed"] else f"though {line['tests']} tests have been there"
    print(f"{'noticed' if line['noticed'] else 'LIVED  '} {change}  [{line['seconds']:.1f} s, {how}]", flush=True)


def _copied(target: Path, picked: list[changes.Change]) -> None:
    """A copy of the tree with the switches in it."""
    target.mkdir()
    for name in NEEDED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.is_file():
            shutil.copy(source, target / name)
    # One short name, which also processes find that a test starts.
    (target / "broken.py").write_text("import sys\nfrom tests.mutation import broken\nsys.modules['broken'] = broken\n")
    switches = defaultdict(list)
    for number, change in enumerate(picked):
        switches[target / change.path.relative_to(ROOT)].append((number, change))
    for path in [*(target / "napwidgets").rglob("*.py"), *(target / "tests").rglob("*.py")]:
        if path.parent.name == "mutation":
            continue
        text = changes.switched(path.read_text(encoding="utf-8"), switches[path])
        path.write_text(text.replace("from functools import", "from broken import"), encoding="utf-8")


def _run(copy: Path, count: int, jobs: int) -> Iterator[dict[str, Any]]:
    """What the tests in the copy find, line by line."""
    command = [sys.executable, "-m", "tests.mutation.runner", ",".join(map(str, range(count))), str(jobs)]
    env = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(command, cwd=copy, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield json.loads(line)
    if process.returncode:
        raise RuntimeError("The tests can't be run in a copy of the tree.")


if __name__ == "__main__":
    typer.run(main)
