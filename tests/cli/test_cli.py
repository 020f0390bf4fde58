"""The command line: stable JSON, one sentence for every mistake, never a traceback."""

from __future__ import annotations

import json
import runpy
import shutil
from pathlib import Path
from typing import Any

import pytest

import napwidgets
from napwidgets import cli
from napwidgets.kernel import saves
from napwidgets.scenarios import scenario_files
from tests.conformance.child import played

ROOT = Path(__file__).parent.parent.parent
#: Players between whom there is sure to be a fight.
FIGHT = ("--bots", "french=steady,allied=steady")


class Ran:
    """What a run of the command left behind."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def command(*words: str | Path) -> Ran:
        monkeypatch.setattr("sys.argv", ["napwidgets", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            cli.main()
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return Ran(int(stop.value.code or 0), captured.out, captured.err)

    return command


def wrong(ran: Ran, code: int, words: str) -> None:
    """One clear sentence on stderr, nothing on stdout."""
    assert (ran.code, ran.out) == (code, "")
    assert words in ran.err
    assert ran.err.count("\n") == 1
    assert ran.err.strip().endswith((".", "?"))


def test_version(run: Any) -> None:
    assert run("--version").out == f"napwidgets {napwidgets.__version__}\n"


def test_the_package_is_a_command_where_no_script_is_on_the_path(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["napwidgets", "--version"])
    with pytest.raises(SystemExit) as stop:
        runpy.run_module("napwidgets", run_name="__main__")
    assert (stop.value.code, capsys.readouterr().out) == (0, f"napwidgets {napwidgets.__version__}\n")


def test_scenarios(run: Any) -> None:
    found = run("scenarios", "--json").json
    assert {entry["id"] for entry in found} == set(scenario_files())
    for entry in found:
        assert set(entry) == {
            "id", "title", "system", "sides", "turns", "units", "map_size", "summary", "teaches",
            "difficulty", "minutes", "battles",
        }  # fmt: skip
    assert "nlc/quatre-bras" in run("scenarios").out


def test_checking_what_is_shipped(run: Any) -> None:
    files = [*ROOT.glob("scenarios/*/*.yaml"), *ROOT.glob("scenarios/*/maps/*.map.json")]
    files += ROOT.glob("napwidgets/systems/*/tables/*.json")
    ran = run("check", *files)
    assert ran.out == f"{len(files)} files are sound.\n"
    assert ran.code == 0
    assert run("check", "--json", files[0]).json == []


def test_checking_names_file_and_line(run: Any, tmp_path: Path) -> None:
    source = ROOT / "scenarios/nlc/first-steps.yaml"
    shutil.copytree(source.parent / "maps", tmp_path / "maps")
    text = source.read_text(encoding="utf-8").replace("difficulty: easy", "difficulty: trivial")
    file = tmp_path / "first-steps.yaml"
    file.write_text(text, encoding="utf-8")
    line = next(i for i, row in enumerate(text.splitlines(), 1) if row.startswith("difficulty"))
    ran = run("check", file)
    wrong = "invalid enum value 'trivial'; there are easy, hard, medium"
    assert ran.code == 1
    assert ran.out == f"{file}:{line}: difficulty: {wrong}\n"
    assert run("check", "--json", file).json == [
        {"file": str(file), "line": line, "what": f"difficulty: {wrong}"}
    ]


def test_checking_a_missing_file(run: Any) -> None:
    ran = run("check", "nothing.yaml")
    assert ran.code == 1
    assert ran.out == "nothing.yaml:1: this file can't be read: No such file or directory\n"


def test_tables_show_their_provenance(run: Any) -> None:
    assert {table["id"] for table in run("tables", "nlc", "--json").json} >= {"fire", "compliance", "terrain"}
    fire = run("tables", "nlc", "fire", "--json").json
    assert fire["provenance"] == {"kind": "rules", "note": "NLC 7.1, Fire Table"}
    assert fire["rows"]["24"][-1] == 9
    shown = run("tables", "nlc", "compliance").out
    assert "Provenance: rules" in shown
    assert "reconstruction" in shown
    assert "terrain" in run("tables", "nlc").out


def test_exported_tables_can_be_changed_checked_and_played(run: Any, tmp_path: Path) -> None:
    tables = run("tables", "export", "nlc").json
    tables["tables"]["fire"]["rows"] = {strength: [9] * 11 for strength in tables["tables"]["fire"]["rows"]}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(tables), encoding="utf-8")
    assert run("check", file).code == 0
    own = run("selfplay", "nlc/first-steps", *FIGHT, "--tables", file, "--json").json
    shipped = run("selfplay", "nlc/first-steps", *FIGHT, "--json").json
    assert own[0]["hash"] != shipped[0]["hash"]


def test_a_wrong_table_is_named(run: Any, tmp_path: Path) -> None:
    tables = run("tables", "export", "nlc").json
    del tables["tables"]["fire"]["rows"]["12"]
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(tables, indent=1), encoding="utf-8")
    ran = run("check", file)
    assert ran.code == 1
    assert "tables.fire: Table fire must have the rows and columns of the shipped one" in ran.out
    wrong(run("selfplay", "nlc/first-steps", "--tables", file), 1, "rows and columns of the shipped one")


def test_selfplay_is_the_same_every_time(run: Any) -> None:
    games = [run("selfplay", "nlc/first-steps", "--seed", "7", "--json").json[0] for _ in range(2)]
    for game in games:
        assert set(game) == {
            "scenario", "seed", "bots", "winner", "winners", "ending", "verdict", "turns", "decisions",
            "seconds", "slowest", "hash",
        }  # fmt: skip
    first, second = ({k: v for k, v in game.items() if k not in ("seconds", "slowest")} for game in games)
    assert first == second
    assert len(first["hash"]) == 64


def test_several_games_on_two_processes(run: Any) -> None:
    ran = run("selfplay", "first-steps", "--games", "3", "--workers", "2", "--seed", "x", "--json").json
    assert [game["seed"] for game in ran] == ["x/1", "x/2", "x/3"]
    assert len({game["hash"] for game in ran}) == 3
    assert "sha256" in run("selfplay", "first-steps").out


def test_options_of_the_rules(run: Any) -> None:
    plain = run("selfplay", "first-steps", *FIGHT, "--json").json
    other = run("selfplay", "first-steps", *FIGHT, "--option", "six_to_hit", "--json").json
    assert plain[0]["hash"] != other[0]["hash"]


@pytest.fixture
def save(tmp_path: Path) -> Path:
    game = played(napwidgets.new_game("nlc/first-steps").engine, "1815", 30)
    file = tmp_path / "game.nap.json"
    file.write_bytes(saves.dump(game))
    return file


def test_replay_verifies_and_tells(run: Any, save: Path) -> None:
    ran = run("replay", save, "--verify", "--json").json
    assert ran["verified"] is True
    assert ran["moves"] == 30
    assert ran["hash"] == saves.state_hash(napwidgets.load_game(save))
    whole = run("replay", save, "--json").json
    assert [row["move"] for row in whole["log"]] == sorted(row["move"] for row in whole["log"])
    assert "Verified: 30 moves" in run("replay", save).out
    assert run("check", save).code == 0


def test_a_damaged_save_is_named(run: Any, save: Path) -> None:
    save.write_bytes(save.read_bytes()[:-40])
    wrong(run("replay", save, "--verify"), 1, "damaged or no JSON file")
    assert run("check", save).code == 1


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["selfplay", "nlc/quatre-bra"], 1, "Did you mean nlc/quatre-bras"),
        (["selfplay", "zzz"], 1, "There is no scenario 'zzz'"),
        (["play", "ligni"], 1, "Did you mean nlc/ligny"),
        (["selfplay", "first-steps", "--bots", "french"], 1, "SIDE=KIND"),
        (["selfplay", "first-steps", "--bots", "franch=random"], 1, "did you mean 'french'?"),
        (["selfplay", "first-steps", "--bots", "french=rando"], 1, "did you mean 'random'?"),
        (["selfplay", "first-steps", "--option", "magic"], 1, "no option magic"),
        (["selfplay", "first-steps", "--option", "overruns=maybe"], 1, "The option overruns can't be used so"),
        (["selfplay", "first-steps", "--games", "many"], 2, "--games"),
        (["selfplay", "first-steps", "--games", "0"], 2, "--games"),
        (["tables", "xyz"], 1, "There is no system 'xyz'"),
        (["tables", "nlc", "xyz"], 1, "nlc has no table 'xyz'"),
        (["tables", "export"], 1, "Name the system"),
        (["replay", "nothing.json"], 1, "nothing.json can't be read"),
        (["odds", "nothing.json"], 1, "nothing.json can't be read"),
        (["dance"], 2, "No such command 'dance'"),
        (["plya"], 2, "Did you mean 'play', 'replay'? `napwidgets --help`"),
        (["room", "first-steps", "--names", "none.txt"], 1, "The names can't be read from none.txt: No such file"),
        (["check"], 2, "Missing argument"),
        (["scenarios", "--jsn"], 2, "No such option: --jsn"),
    ],
)
def test_mistakes_are_answered_in_one_sentence(run: Any, words: list[str], code: int, sentence: str) -> None:
    wrong(run(*words), code, sentence)


def test_no_command_shows_the_help(run: Any) -> None:
    assert "selfplay" in run("--help").out
