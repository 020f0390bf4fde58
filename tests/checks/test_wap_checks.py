"""Checking WAP scenario files: every slip is found and named with its line."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.scenarios import check_file, load

SOURCE = Path(__file__).parent.parent.parent / "scenarios" / "wap"

Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of scenarios of one's own, with a copy of the Grand Campaign."""
    own = tmp_path / "wap"
    (own / "maps").mkdir(parents=True)
    for file in (SOURCE / "maps").glob("*.json"):
        shutil.copy(file, own / "maps")
    shutil.copy(SOURCE / "grand-campaign.yaml", own)
    monkeypatch.setenv("NAPWIDGETS_SCENARIOS", str(tmp_path))
    return own


def problems(folder: Path, change: Change) -> list[str]:
    """What is wrong after a change of the scenario."""
    file = folder / "grand-campaign.yaml"
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    change(data)
    file.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), encoding="utf-8")
    found = check_file(file)
    assert all(problem.line > 0 for problem in found)
    return [problem.what for problem in found]


def test_the_shipped_scenario_is_sound(folder: Path) -> None:
    assert problems(folder, lambda data: None) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d["armies"][0].update(at="Atlantis"), "no place 'Atlantis'"),
        (lambda d: d["armies"][0].update(at="0101"), "0101 is not land in play"),
        (lambda d: d["armies"][0].update(force="4X"), "'4X' is no strength"),
        (lambda d: d["armies"][0].update(state="Prusia"), "no state 'Prusia'"),
        (lambda d: d["fleets"][0].update(at="Vienna"), "Vienna is no port"),
        (lambda d: d["fleets"][0].update(squadrons=0, transports=0), "at least one squadron or transport"),
        (lambda d: d["fleets"][0].update(state="Utopia"), "no state 'Utopia'"),
        (lambda d: d["leaders"].update(Bonaparte="Paris"), "no leader 'Bonaparte'"),
        (lambda d: d["masters"].update(Bavaria="Saxony"), "Saxony is no major state"),
        (lambda d: d["masters"].update(France="Austria"), "France is no minor state"),
        (lambda d: d["status"].pop("Russia"), "the status of Russia is missing"),
        (lambda d: d["turns"].update(first="September 1805"), "is no month"),
        (lambda d: d["turns"].update(count=0), "at least one month"),
        (lambda d: d.update(options=["loyds"]), "no option loyds"),
        (lambda d: d["provenance"].pop(3), "no entry of 'provenance' says where this comes from"),
        (lambda d: d.update(armys=[]), "armys"),
        (lambda d: d.update(buys={"all": ["squadron"]}), "nobody can buy 'squadron'; there are infantry, "),
        (lambda d: d.update(buys={"Prusia": []}), "no state Prusia; write all for every state that is not named"),
        (lambda d: d.update(buys={"all": []}), "no entry of 'provenance' says where this comes from"),
        (lambda d: d.update(buys={"all": []}, phases=["naval"]), "the phases have no reinforcement"),
    ],
)
def test_a_slip_is_found(folder: Path, change: Change, words: str) -> None:
    assert any(words in what for what in problems(folder, change))


def test_a_missing_map_is_a_sentence(folder: Path) -> None:
    (folder / "maps" / "europe.board.json").unlink()
    with pytest.raises(ScenarioError, match=r"the map of Europe is missing"):
        load("wap/grand-campaign")


def test_unknown_options_name_those_there_are(folder: Path) -> None:
    with pytest.raises(ScenarioError, match="WAP has no option loyds; it has russian_seat"):
        load("wap/grand-campaign", {"loyds": True})
