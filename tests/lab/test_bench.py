"""The bench measures what it says; its figures are not timed here."""

from __future__ import annotations

import json

import pytest

from napwidgets import cli
from napwidgets.bench import doubled, measure
from napwidgets.kernel.dice import SeededDice
from napwidgets.scenarios import load


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
    assert set(figures) == {
        "decision", "options", "move", "view", "crowd", "replay", "save", "odds", "dead_ends", "playout"
    }  # fmt: skip
    assert figures["dead_ends"]["value"] == 0
    assert all(figure["value"] > 0 for id, figure in figures.items() if id != "dead_ends")
    limits = {id: figure["limit"] for id, figure in figures.items() if figure["limit"] is not None}
    assert limits == {
        "decision": 200, "options": 100, "move": 150, "crowd": 1.25, "replay": 150, "save": 400, "odds": 5,
        "dead_ends": 0,
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


@pytest.mark.parametrize("scenario", ["nlc/first-steps", "mop/champaubert", "con/learning"])
def test_a_crowd_is_the_same_scenario_with_every_unit_twice(scenario: str) -> None:
    engine = load(scenario)
    crowd, dice = doubled(engine), [SeededDice("crowd"), SeededDice("crowd")]
    one, two = engine.start(dice[0], []), crowd.start(dice[1], [])
    size = len(one.units)
    assert len(two.units) == 2 * size
    assert two.units[:size] == one.units
    places: list[int] = [unit.at if engine.system == "con" else unit.hex for unit in two.units[size:]]
    assert all(place < 0 for place in places), "none of the second ones is on the map"
    assert [s.id for s in crowd.subjects(two)] == [s.id for s in engine.subjects(one)]
