"""The bench measures what it says; its figures are not timed here."""

from __future__ import annotations

import json

import pytest

from napwidgets import cli
from napwidgets.bench import measure


def test_the_bench_reports_every_figure_and_what_the_time_goes_to(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["bench", "--json", "--runs", "1", "--playouts", "3", "--scenario", "nlc/first-steps"]
    monkeypatch.setattr("sys.argv", ["napwidgets", *words])
    with pytest.raises(SystemExit) as stop:
        cli.main()
    assert not stop.value.code
    report = json.loads(capsys.readouterr().out)
    figures = {figure["id"]: figure for figure in report["figures"]}
    assert set(figures) == {"decision", "options", "move", "view", "replay", "save", "odds", "dead_ends", "playout"}
    assert figures["dead_ends"]["value"] == 0
    assert all(figure["value"] > 0 for id, figure in figures.items() if id != "dead_ends")
    limits = {id: figure["limit"] for id, figure in figures.items() if figure["limit"] is not None}
    assert limits == {
        "decision": 200, "options": 100, "move": 150, "replay": 150, "save": 400, "odds": 5, "dead_ends": 0
    }  # fmt: skip
    shares = [part["share"] for part in report["parts"]]
    assert 0.8 < sum(shares) <= 1
    assert shares == sorted(shares, reverse=True)
    assert report["functions"]


def test_a_median_is_that_of_its_runs() -> None:
    figures = {figure.id: figure for figure in measure("nlc/first-steps", runs=3, playouts=0).figures}
    runs = figures["move"].runs
    assert len(runs) == 3
    assert figures["move"].value == sorted(runs)[1]


def test_a_system_beside_another_is_measured_against_it_in_the_same_run() -> None:
    figures = {figure.id: figure for figure in measure("con/learning", runs=1, playouts=0).figures}
    assert figures["peer"].limit == 1.0
    assert "jdg/germany-1813-4" in figures["peer"].name
    assert figures["peer"].value > 0
    assert figures["options"].value > 0
