"""What is changed for `make mutate`, and how one change at a time is made."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mutation import broken, changes
from tests.mutation.changes import Change

TEXT = '''def within(a: int, low: int = 0) -> bool:
    """Whether – in words – a number is small."""
    assert a, f"{a + 1}"
    return (
        low <= a  # and a remark
        < 3 and not low
    )
'''


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Change]:
    monkeypatch.setattr(changes, "ROOT", tmp_path)
    file = tmp_path / "within.py"
    file.write_text(TEXT, encoding="utf-8")
    return list(changes.changes(file))


def test_what_runs_is_changed_and_not_what_speaks(found: list[Change]) -> None:
    assert [(change.old.strip(), change.new.strip()) for change in sorted(found, key=lambda c: c.start)] == [
        ("<=", "<"), ("<", "<="), ("3", "4"), ("and", "or"), ("not", "")
    ]  # fmt: skip


def test_each_switch_makes_its_own_change_and_no_line_moves(
    found: list[Change], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = changes.switched(TEXT, list(enumerate(found)))
    assert text.count("\n") == TEXT.count("\n")
    monkeypatch.setitem(sys.modules, "broken", broken)
    for number, change in enumerate(found):
        monkeypatch.setattr(broken, "made", number)
        other = TEXT[: change.start] + change.new + TEXT[change.start + len(change.old) :]
        one: dict[str, Any] = {}
        two: dict[str, Any] = {}
        exec(text, one)
        exec(other, two)
        for a in range(1, 5):
            for low in range(3):
                assert one["within"](a, low) == two["within"](a, low)


def test_who_gets_the_same_with_the_change_has_not_been_there(
    found: list[Change], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "broken", broken)
    space: dict[str, Any] = {}
    exec(changes.switched(TEXT, list(enumerate(found))), space)
    by_sign = {change.old: number for number, change in enumerate(found)}

    def seen(a: int, low: int) -> set[int]:
        with broken.traced() as trace:
            space["within"](a, low)
        return trace.places

    assert by_sign["<="] not in seen(2, 0)
    assert by_sign["not "] in seen(2, 0)
    assert by_sign["3"] in seen(3, 0)
    assert by_sign["3"] not in seen(2, 0)


def test_a_sample_stays_when_another_line_is_added(found: list[Change]) -> None:
    before = changes.sample(found, 3, "1815")
    file = found[0].path
    file.write_text(TEXT + "\n\ndef more(a: int) -> bool:\n    return a > 4\n", encoding="utf-8")
    after = changes.sample(changes.changes(file), 6, "1815")
    assert [change for change in after if change in before] == before
