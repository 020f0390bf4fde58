"""The kept list of scenarios says what the files say, and nothing once they have changed."""

from __future__ import annotations

import shutil
from itertools import takewhile
from pathlib import Path

import msgspec
import pytest

from napwidgets import catalogue, scenarios


def test_it_says_what_the_files_say() -> None:
    (folder,) = scenarios.shipped()
    kept = catalogue.read(folder)
    found = {id: msgspec.to_builtins(scenarios.info(id)) for id in scenarios.scenario_files()}
    assert kept == found, "please run python scripts/catalogue.py"


def test_a_changed_file_counts_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (shipped,) = scenarios.shipped()
    for part in ("nlc", catalogue.NAME):
        copy = shutil.copytree if (shipped / part).is_dir() else shutil.copy
        copy(shipped / part, tmp_path / part)
    monkeypatch.setattr(scenarios, "folders", lambda: [tmp_path])
    monkeypatch.setattr(scenarios, "shipped", lambda: [tmp_path])
    assert set(catalogue.read(tmp_path)) == {f"nlc/{p.stem}" for p in (tmp_path / "nlc").glob("*.yaml")}
    file = tmp_path / "nlc" / "ligny.yaml"
    file.write_text(file.read_text().replace("title: Ligny", "title: Another Ligny"))
    assert catalogue.read(tmp_path) == {}
    assert "Another Ligny" in [info.title for info in scenarios.scenarios()]


def test_a_spoiled_catalogue_is_passed_over(tmp_path: Path) -> None:
    for spoiled in (b"", b"[]", b'{"nlc": 3}', b"\xff"):
        (tmp_path / catalogue.NAME).write_bytes(spoiled)
        assert catalogue.read(tmp_path) == {}


def test_the_readme_lists_every_scenario_with_its_turns_in_one_table() -> None:
    lines = (Path(__file__).parents[2] / "README.md").read_text().splitlines()
    first = lines.index("| scenario | turns | what it teaches |") + 2
    table = list(takewhile(lambda line: line.startswith("|"), lines[first:]))
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in table]
    assert {id.strip("`"): int(turns) for id, turns, _ in cells} == {i.id: i.turns for i in scenarios.scenarios()}
