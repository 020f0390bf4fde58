"""Every notebook runs from top to bottom and stays short."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert {p.stem for p in NOTEBOOKS} >= {"lobby", "first-steps", "combat-lab"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_a_notebook_runs_from_top_to_bottom(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    notebook = nbformat.read(path, as_version=4)
    assert len(notebook.cells) < 10
    assert all(not cell.get("outputs") for cell in notebook.cells), "notebooks are kept without outputs"
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert all(out.output_type != "error" for out in cell.outputs)
            assert all("went wrong" not in str(out) for out in cell.outputs)
