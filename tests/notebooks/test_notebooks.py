"""Every notebook runs from top to bottom and stays short."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from traitlets.config import Config

from napwidgets.widgets.lesson_shelf import LESSONS, Entry

ROOT = Path(__file__).parents[2]
#: What a pupil's page must not ask for.
CODE = ("seed=", "games=", "Tables(", "ipynb", "()`", "raid_months", "napwidgets.")
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert {p.stem for p in NOTEBOOKS} == {"lobby", "lessons"} | {entry.id for entry in LESSONS}


@pytest.mark.parametrize("entry", LESSONS, ids=lambda e: e.id)
def test_a_lesson_is_headed_as_the_shelf_has_it(entry: Entry) -> None:
    cells = nbformat.read(ROOT / "notebooks" / f"{entry.id}.ipynb", 4).cells
    heads = [line[2:] for c in cells if c.cell_type == "markdown" for line in c.source.splitlines() if line[:2] == "# "]
    assert heads == [entry.title]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_a_notebook_runs_from_top_to_bottom(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    notebook = nbformat.read(path, as_version=4)
    assert len(notebook.cells) < 12
    assert all(not cell.get("outputs") for cell in notebook.cells), "notebooks are kept without outputs"
    assert all(name not in cell.source for cell in notebook.cells if cell.cell_type == "markdown" for name in CODE), (
        "a page speaks to pupils, who see no code"
    )
    # The kernel talks over sockets in a folder of its own: a port that was free when it was looked for may be taken by
    # another test, and so may sockets in the folder that all start in.
    own_lines = Config({"KernelManager": {"transport": "ipc", "ip": str(tmp_path / "kernel")}})
    NotebookClient(notebook, timeout=120, kernel_name="python3", config=own_lines).execute()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert all(out.output_type != "error" for out in cell.outputs)
            assert all("went wrong" not in str(out) for out in cell.outputs)
    assert_bars_have_a_height(notebook)


def assert_bars_have_a_height(notebook: Any) -> None:
    """bqplot draws bars on a scale without an upper end as nothing at all."""
    saved = notebook.metadata.get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {}).get("state", {})
    models = {id: found["state"] for id, found in saved.items()}
    for state in models.values():
        if state.get("_model_name") == "BarsModel":
            scale = models[state["scales"]["y"].removeprefix("IPY_MODEL_")]
            assert scale.get("max"), "a chart of bars has no upper end"
