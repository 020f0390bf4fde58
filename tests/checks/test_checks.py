"""Checking scenario files: every slip is found and named with its line."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from napwidgets import scenarios
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.scenarios import check_file, find, load

SOURCE = Path(__file__).parent.parent.parent / "scenarios" / "nlc"

Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of scenarios of one's own, with a copy of First Steps."""
    own = tmp_path / "nlc"
    own.mkdir()
    shutil.copytree(SOURCE / "maps", own / "maps")
    shutil.copy(SOURCE / "first-steps.yaml", own)
    monkeypatch.setenv("NAPWIDGETS_SCENARIOS", str(tmp_path))
    return own


def problems(folder: Path, change: Change) -> list[str]:
    """What is wrong after a change of the scenario, without file names."""
    file = folder / "first-steps.yaml"
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    change(data)
    file.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), encoding="utf-8")
    lines = file.read_text(encoding="utf-8").splitlines()
    found = check_file(file)
    for problem in found:
        assert problem.file == str(file)
        assert 1 <= problem.line <= len(lines)
    return [problem.what for problem in found]


def units(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The units that stand on the map."""
    return [unit for unit in data["units"] if unit.get("hex")]


@pytest.mark.parametrize("file", sorted(SOURCE.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_shipped_scenario_is_sound(file: Path) -> None:
    assert check_file(file) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: units(d)[0].update(hex="9999"), "hex 9999 is off the map"),
        (lambda d: units(d)[0].update(hex="x"), "is not a hex: write four digits"),
        (lambda d: units(d)[0].update(hex=104), "write hexes and hours in quotes"),
        (lambda d: units(d)[0].update(formation="nobody"), "there is no 'nobody' here"),
        (lambda d: units(d)[0].update(strenth=3), "look for a slip of the pen"),
        (lambda d: units(d)[0].pop("strength"), "the key 'strength' is missing"),
        (lambda d: units(d)[0].update(kind="elephant"), "invalid enum value 'elephant'"),
        (lambda d: units(d)[0].update(reduced=99), "with reduced strength 99 can't be"),
        (lambda d: units(d)[1].update(id=units(d)[0]["id"]), "is taken already"),
        (lambda d: [u.update(hex=units(d)[0]["hex"]) for u in units(d)[:3]], "3 units stand in hex"),
        (
            lambda d: [u.update(hex="0101") for u in (units(d)[0], units(d)[-1])],
            "units of both sides stand in hex 0101",
        ),
        (lambda d: d["leaders"].pop(1), "there is no"),
        (lambda d: d["formations"][0].update(leader="ghost"), "there is no 'ghost' here"),
        (
            lambda d: d["formations"].append({**d["formations"][0], "id": "empty"}),
            "formation 'empty' has no units",
        ),
        (lambda d: d["formations"][0].update(order={"kind": "attack"}), "needs a target hex"),
        (
            lambda d: d["formations"][0].update(order={"kind": "attack", "target": "0999"}),
            "hex 0999 is off the map",
        ),
        (lambda d: units(d)[0].pop("hex"), "has no hex and is in no reinforcement"),
        (lambda d: d["reinforcements"][0].update(turn=99), "turn 99 is none of the"),
        (lambda d: d["reinforcements"][0].update(who=["ghost"]), "there is no unit, leader or HQ 'ghost'"),
        (lambda d: d["reinforcements"][0].update(entry="0505"), "is not on the edge of the map"),
        (lambda d: d["reinforcements"].append(d["reinforcements"][0]), "arrives twice"),
        (lambda d: d["endings"].pop(), "the last ending must ask for nothing but 'last_turn'"),
        (lambda d: d["endings"][0].update(winner="nobody"), "there is no 'nobody' here"),
        (lambda d: d["endings"][0].update(when=[{"kind": "demoralized"}]), "needs an army"),
        (lambda d: d["endings"][0].update(when=[{"kind": "occupied", "side": "french"}]), "needs a side and hexes"),
        (lambda d: d["endings"][0].update(when=[{"kind": "occupied", "hexes": ["0505"]}]), "needs a side and hexes"),
        (lambda d: d["endings"][0].update(when=[{"kind": "exited", "side": "french"}]), "needs a side and an edge"),
        (lambda d: d["endings"][0].update(when=[{"kind": "exited", "edge": "north"}]), "needs a side and an edge"),
        (lambda d: d.update(provenance=[]), "says where this comes from (of: units.*.strength)"),
        (lambda d: d["provenance"].append({"of": "unist", "kind": "rules", "note": ""}), "matches no value"),
        (lambda d: d.update(id="other"), "as the file is called"),
        (lambda d: d.update(map="atlantis"), "the map 'atlantis' is missing"),
        (lambda d: d.update(system="chess"), "the key 'system' must name one of"),
        (lambda d: d.update(format=2), "format"),
    ],
)
def test_a_slip_is_found(folder: Path, change: Change, words: str) -> None:
    found = problems(folder, change)
    assert any(words in what for what in found), found


def test_units_in_water_are_found(folder: Path) -> None:
    path = folder / "maps" / "first-steps.map.json"
    data = msgspec.json.decode(path.read_bytes())
    for hexes in data["terrain"].values():
        if "0101" in hexes:
            hexes.remove("0101")
    data["terrain"]["water"] = ["0101"]
    path.write_bytes(msgspec.json.encode(data))
    assert any("hex 0101 is water" in what for what in problems(folder, lambda d: units(d)[0].update(hex="0101")))


def test_the_line_is_that_of_the_slip(folder: Path) -> None:
    file = folder / "first-steps.yaml"
    rows = file.read_text(encoding="utf-8").splitlines()
    at = next(i for i, row in enumerate(rows) if "kind: infantry" in row)
    rows[at] = rows[at].replace("kind: infantry", "kind: infantery")
    file.write_text("\n".join(rows), encoding="utf-8")
    (problem,) = check_file(file)
    assert problem.line == at + 1
    assert str(problem).startswith(f"{file}:{at + 1}: units[")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("format: 1\nunits: [", 2, "this is not YAML: a bracket is not shut, or a comma is missing in it"),
        (
            "format: 1\nunits: [\n  4,\nsides: x",
            4,
            "a bracket is not shut, or a comma is missing in it (it begins in line 2)",
        ),
        ("format: 1\n\tx: 1", 2, "lines are moved to the right with blanks, not tabs"),
        ("format: 1\ntitle: a: b", 2, "a text with a colon stands in quotes"),
        ("format: 1\ntitle: @x", 2, "a text that begins with such a sign stands in quotes"),
        ("system: nlc\nturns: many", 2, "turns: keys and values are expected, but there is a text"),
        ("- 1", 1, "it must hold keys and values"),
        ("", 1, "it must hold keys and values"),
        ("a: 1", 1, "this is no scenario, map, table or save"),
        ("format: 1\nsystem: nlc\nsystem: nlc", 3, "stands here twice"),
    ],
)
def test_files_that_are_no_scenarios(tmp_path: Path, text: str, line: int, words: str) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(text, encoding="utf-8")
    found = check_file(file)
    assert any(problem.line == line and words in problem.what for problem in found), found


def test_files_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(b"\xff\xfe\x00\x01")
    assert "no text file" in check_file(file)[0].what
    assert "can't be read" in check_file(tmp_path)[0].what


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d["terrain"].update(woods=["9999"]), "hex 9999 is off the map"),
        (lambda d: d["terrain"].update(marsh=["0101"], town=["0101"]), "hex 0101 stands under"),
        (lambda d: d["sides"].update(stream=["0101/9"]), "0101/9 is no hexside"),
        (
            lambda d: d["places"].append({"hex": "9901", "name": "x", "kind": "farm"}),
            "hex 9901 is off the map",
        ),
        (lambda d: d.pop("cols"), "the key 'cols' is missing"),
        (lambda d: d["sides"].update(slope=["0101/0"]), "0101/0 is a slope, but the ground has one level"),
        (lambda d: d.update(sheets=[["W", 5]]), "the sheets have 5 rows together, the map has 9"),
        (lambda d: d.update(sheets=[["W", 5], ["E", 4]]), "is not a hex: write four digits, column, row and W or E"),
    ],
)
def test_a_slip_in_a_map_is_found(tmp_path: Path, change: Change, words: str) -> None:
    data = msgspec.json.decode((SOURCE / "maps" / "first-steps.map.json").read_bytes())
    change(data)
    file = tmp_path / "x.map.json"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=1))
    assert any(words in problem.what for problem in check_file(file))


def test_unknown_scenarios_are_answered_with_the_nearest_names() -> None:
    for slip in ("quatre-bra", "nlc/quatrebras", "NLC/quatre-bras"):
        with pytest.raises(ScenarioError, match="Did you mean nlc/quatre-bras"):
            find(slip)
    with pytest.raises(ScenarioError, match="There are nlc/"):
        find("zzzzzz")
    assert find("quatre-bras") == find("nlc/quatre-bras")


def test_unknown_options_and_tables_are_refused() -> None:
    with pytest.raises(ScenarioError, match="no option magic"):
        load("first-steps", {"magic": True})
    with pytest.raises(ScenarioError, match="option overruns can't be used so: it is on or off: write true or false"):
        load("first-steps", {"overruns": "perhaps"})
    with pytest.raises(ScenarioError, match="no table magic"):
        load("first-steps", tables={"magic": {}})


def test_scenarios_of_ones_own_are_found_first(folder: Path) -> None:
    shutil.copy(folder / "first-steps.yaml", folder / "mine.yaml")
    text = (folder / "mine.yaml").read_text(encoding="utf-8")
    (folder / "mine.yaml").write_text(text.replace("id: first-steps", "id: mine"), encoding="utf-8")
    assert find("nlc/mine") == folder / "mine.yaml"
    assert find("nlc/first-steps") == folder / "first-steps.yaml"
    assert "nlc/mine" in [info.id for info in scenarios.scenarios()]
    assert "nlc/quatre-bras" in [info.id for info in scenarios.scenarios()]
