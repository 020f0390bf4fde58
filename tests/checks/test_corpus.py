"""Hostile files: each is answered at once with a sentence and a line, by every entry that reads files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from napwidgets import list_scenarios, load_game, new_game
from napwidgets.kernel import limits
from napwidgets.kernel.rulings import NapwidgetsError, SaveError
from napwidgets.scenarios import check_file, read_tables, unreadable
from napwidgets.systems.inquiry import describe

ROOT = Path(__file__).parent.parent
CORPUS = ROOT / "corpus"
SOURCE = ROOT.parent / "scenarios" / "nlc"
#: Each file of the corpus with the line and the words of its answer.
ANSWERS = {
    "alias-bomb.yaml": (6, "more than 1,000,000 values"),
    "binary.yaml": (1, "write plain texts and numbers"),
    "broken-off.json": (3, "this can't be read"),
    "deep-blocks.yaml": (41, "more than 40 deep"),
    "deep.json": (1, "more than 40 deep"),
    "deep.yaml": (1, "more than 40 deep"),
    "free-troops.json": (12, "figures run from 1 to"),
    "huge-number.json": (1, "is no number up to"),
    "huge-number.yaml": (2, "units: 99999999999999999999999999 is no number"),
    "huger-number.yaml": (1, "this can't be read"),
    "infinite.json": (1, "Number out of range"),
    "itself.yaml": (3, "is not finished here"),
    "list-as-key.yaml": (1, "can't be a key"),
    "negative-die.nap.json": (9, "its key 'dice' is wrong"),
    "negative-figure.json": (13, "figures run from 0 to"),
    "no-number.yaml": (2, "units: nan is no number"),
    "object.yaml": (1, "write plain texts and numbers"),
    "odd-system.yaml": (1, "must name one of nlc, mop, wap, jdg"),
    "other-system.json": (4, "JDG has no table costs"),
    "seed-out-of-order.nap.json": (9, "its seeds don't follow the moves"),
    "strange-sky.json": (12, "has the weather 'Hail'"),
    "twice.json": (5, "this key stands here twice"),
    "twice.yaml": (4, "this key stands here twice"),
    "unknown-rules.nap.json": (4, "which this napwidgets never had"),
}


def test_the_corpus_has_an_answer_to_each_file() -> None:
    assert sorted(path.name for path in CORPUS.iterdir()) == sorted(ANSWERS)


@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_a_hostile_file_is_answered_in_a_sentence(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAPWIDGETS_SCENARIOS", str(ROOT / "saves" / "scenarios"))
    file, (line, words) = CORPUS / name, ANSWERS[name]
    assert any(p.line == line and words in p.what for p in check_file(file)), check_file(file)
    for entry in (load_game, read_tables, lambda path: describe(path.read_bytes(), path.name)):
        with pytest.raises(NapwidgetsError) as refused:
            entry(file)
        assert "\n" not in str(refused.value)


def test_a_file_that_is_too_large_is_refused_by_its_size(tmp_path: Path) -> None:
    for name in ("x.yaml", "x.json"):
        file = tmp_path / name
        with file.open("wb") as out:
            os.truncate(out.fileno(), 50_000_000)
        (problem,) = check_file(file)
        assert "50,000,000 bytes; more than 5,000,000 are not read" in problem.what
        with pytest.raises(NapwidgetsError, match="50,000,000 bytes"):
            load_game(file)
    with pytest.raises(SaveError, match="more than 5,000,000 are not read"):
        load_game(b" " * (limits.FILE_BYTES + 1))
    whole = tmp_path / "whole.yaml"
    whole.write_bytes(b"#" * limits.FILE_BYTES)
    assert "bytes" not in check_file(whole)[0].what


def test_parts_with_names_may_stand_in_several_places(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text("system: nlc\nunits: &none []\nleaders: *none\n", encoding="utf-8")
    assert all("stand" not in p.what for p in check_file(file))


def _own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> Path:
    """A folder of one's own with First Steps, in which a line is changed."""
    own = tmp_path / "nlc"
    own.mkdir()
    shutil.copytree(SOURCE / "maps", own / "maps")
    text = (SOURCE / "first-steps.yaml").read_text(encoding="utf-8")
    assert old in text
    (own / "first-steps.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setenv("NAPWIDGETS_SCENARIOS", str(tmp_path))
    return own / "first-steps.yaml"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("strength: ", "strength: -", "the least here is 0"),
        ("strength: ", "strength: 99999", "the most here is 999"),
        ("rating: ", "rating: 1", "the most here is 9"),
        ("mp: ", "mp: -", "the least here is 0"),
        ('date: "1815-06', 'date: "1815-13', "there is no such date or hour"),
        ('first: "', 'first: "9', "there is no such date or hour"),
        ("map: first-steps", "map: ../maps/first-steps", "a name is expected"),
        ("format: 1", "format: 1\noptions: [magic]", "there is no 'magic' here"),
    ],
)
def test_check_is_as_strict_as_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, words: str
) -> None:
    file = _own(tmp_path, monkeypatch, old, new)
    assert any(words in p.what for p in check_file(file)), check_file(file)
    with pytest.raises(NapwidgetsError, match=words):
        new_game("nlc/first-steps")


def test_a_day_that_no_month_has_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = _own(tmp_path, monkeypatch, 'date: "1815-06-16"', 'date: "1815-02-30"')
    assert any("there is no day 1815-02-30" in p.what for p in check_file(file))


def test_a_folder_of_ones_own_that_gives_nothing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAPWIDGETS_SCENARIOS", f"{tmp_path / 'mine'}:{tmp_path}")
    missing, empty = unreadable()
    assert missing == f"NAPWIDGETS_SCENARIOS names {tmp_path / 'mine'}, but there is no such folder."
    assert f"{tmp_path}, but it holds none of the folders " in empty
    assert list_scenarios()


def test_one_bad_file_does_not_hide_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {info.id for info in list_scenarios()}
    assert unreadable() == []
    _own(tmp_path, monkeypatch, "rating: ", "rating: -")
    assert before - {info.id for info in list_scenarios()} == {"nlc/first-steps"}
    (sentence,) = unreadable()
    assert sentence.startswith("nlc/first-steps is left out: ")
    assert "the least here is 0" in sentence
