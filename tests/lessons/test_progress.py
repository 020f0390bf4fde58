"""What is kept of a lesson."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from napwidgets.lessons import Desk
from napwidgets.lessons.coach import Coached
from napwidgets.lessons.progress import Mark, NotKept, Progress, change, marked, path_of, read
from napwidgets.table.autosave import game_path


@pytest.mark.parametrize(
    "raw",
    [b"", b"nonsense", b"[]", b'{"marks": 3}', b'{"name": "' + b"x" * 500 + b'"}', b" " * 200_000 + b"{}",
     b'{"marks": {"walls": {"tries": -1}}}'],
)  # fmt: skip
def test_a_broken_file_is_put_aside(raw: bytes) -> None:
    path = path_of("lloyds")
    path.parent.mkdir(parents=True)
    path.write_bytes(raw)
    assert read("lloyds") == Progress()
    change("lloyds", lambda p: marked(p, "split", Mark(1, "6")))
    assert read("lloyds").mark("split").given == "6"
    assert path.with_suffix(".unreadable").read_bytes() == raw


def test_two_pages_keep_both_answers() -> None:
    one, other = Desk("lloyds"), Desk("lloyds")
    one.note("split", lambda _: Mark(1, "5", True))
    other.note("spanish", lambda _: Mark(1, "4", True))
    assert set(one.progress.marks) == {"split", "spanish"}


def test_no_name_leads_out_of_the_folder() -> None:
    with pytest.raises(NotKept, match="no lesson"):
        path_of("../games/x")


def test_a_disk_that_takes_nothing_is_told(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("NAPWIDGETS_HOME", str(home / "file"))
    sheet = Desk("lloyds")("split")
    sheet._receive(sheet, {"do": "answer", "arg": '{"given": "5"}', "serial": sheet.serial}, [])
    assert "could not be kept" in sheet.html


def test_a_game_of_a_lesson_is_found_again() -> None:
    desk = Desk("first-steps")
    table = desk.seated("ney")
    table.play(table.options()[0].move)
    table.autosave.let_go()
    moves = table.game.number
    again = Desk("first-steps").seated("ney")
    assert again.game.number == moves > 0
    assert again.seats["allied"] == "steady"
    again.autosave.let_go()


def test_a_game_that_is_gone_begins_anew() -> None:
    desk = Desk("first-steps")
    desk.seated("ney").autosave.let_go()
    game_path(desk.progress.games["ney"]).unlink()
    assert Desk("first-steps").seated("ney").game.number == 0


@pytest.mark.parametrize("id", ["../../etc/passwd", "", "0123456789abcdef", "<b>"])
def test_a_game_of_no_address_begins_anew(id: str) -> None:
    desk = Desk("first-steps")
    desk.change(lambda progress: replace(progress, games={"ney": id}))
    table = desk.seated("ney")
    assert table.game.number == 0
    assert desk.progress.games["ney"] != id
    table.autosave.let_go()


def test_the_report_tells_of_the_game() -> None:
    from napwidgets.lessons.report import report_html

    desk = Desk("first-steps")
    panel = desk.report()
    table = desk.seated("ney")
    table.play(table.options()[0].move)
    assert "2 PM, after 1 move;" in panel.html
    assert "<li data-title>First Steps, as Ney" in panel.html, "none of its words is explained"
    assert "First Steps, as Ney" in report_html(desk)
    assert "Seed 1815" in report_html(desk)


def test_from_a_lesson_the_lobby_is_above() -> None:
    desk = Desk("first-steps")
    coached = desk.coached("ney")
    assert isinstance(coached, Coached)
    assert 'href="../" data-key="lobby"' in coached.app.menu.html
    assert coached.coach.html.count("data-do") == 0
    desk.tables["ney"].autosave.let_go()
