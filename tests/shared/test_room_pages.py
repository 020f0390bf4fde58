"""The pages of a room: a teacher's, a board's, and the forms that lead there."""

from __future__ import annotations

import asyncio
import io
import json
import subprocess
import sys
import time
import zipfile
from html import escape
from pathlib import Path

import pytest

from napwidgets import scenarios
from napwidgets.language.visit import VISIT, Visit
from napwidgets.lessons import Desk
from napwidgets.lessons.progress import Mark, read
from napwidgets.shared import rooms
from napwidgets.shared.drawers import BrowserDrawer
from napwidgets.shared.pages import curve
from napwidgets.shared.pages.door import Door, SharedLobby
from napwidgets.shared.pages.invite import Invitation
from napwidgets.shared.pages.room import RoomDesk
from napwidgets.shared.pages.room_form import Joining, RoomForm
from napwidgets.shared.room_archive import EMPTY, NoSheet, archive, frame
from napwidgets.shared.store import Store
from napwidgets.shared.table import SharedTable
from napwidgets.widgets.lesson_shelf import LESSONS
from tests.apart import run_loop
from tests.shared.people import play
from tests.shared.test_rooms import opened, teacher


def press(panel: object, name: str, arg: object = "", serial: int = 0) -> None:
    """Press something as a page does."""
    text = arg if isinstance(arg, str) else json.dumps(arg)
    panel._receive(None, {"do": name, "arg": text, "serial": serial}, [])  # type: ignore[attr-defined]


@pytest.fixture
def door(store: Store, monkeypatch: pytest.MonkeyPatch) -> type[Door]:
    monkeypatch.setattr(Door, "store", lambda _: store)
    return Door


def made(door: type[Door], **form: str) -> tuple[Door, RoomDesk]:
    page = door("", "http://here/")
    lobby = page.children[0]
    assert isinstance(lobby, SharedLobby)
    press(lobby, "room")
    assert isinstance(page.children[0], RoomForm)
    fields = {"title": "Class 10b", "names": "", "tables": "2", "persons": "0", "seed": ""} | form
    press(page.children[0], "make", fields)
    desk = page.children[0]
    assert isinstance(desk, RoomDesk)
    return page, desk


def test_what_a_table_stands_at_is_told_apart_from_its_name(door: type[Door]) -> None:
    _, desk = made(door)
    assert "demoralized at 7 SP · 0 SP eliminated" in desk.html


def test_titles_at_the_desk_are_marked_so_that_none_of_their_words_is_explained(door: type[Door]) -> None:
    _, desk = made(door)
    title = desk._live(rooms.tables(desk.store, desk.who)[0].id).head.title
    assert desk.html.count(f"<span data-title>{title}</span>") == desk.html.count(title) > 2


@pytest.mark.parametrize(("base", "alone"), [("http://localhost:8870/", True), ("https://club.example/", False)])
def test_who_makes_links_is_told_that_nobody_else_reaches_this_machine(
    door: type[Door], base: str, alone: bool
) -> None:
    for name in ("room", "invite"):
        page = door("", base)
        press(page.children[0], name)
        form = page.children[0]
        assert isinstance(form, RoomForm | Invitation)
        assert ("open on this machine alone" in form.html) is alone


def test_a_room_is_opened_in_the_lobby_and_shows_each_link_once(door: type[Door], store: Store) -> None:
    page, desk = made(door, names="Anna\n <b>Ben</b> \n\nCleo")
    assert desk.html.count("http://here/?key=") == 4
    assert "<b>Ben" not in desk.html
    assert "&lt;b&gt;Ben" in desk.html
    press(desk, "slips_away")
    assert "http://here/?key=" not in desk.html
    again = door(desk.address, "http://here/").children[0]
    assert isinstance(again, RoomDesk)
    assert "Anna" in again.html
    assert "?key=" in again.html, "tables open for their umpire"
    assert "http://here/?key=" not in again.html
    assert page.children[1].key == "room:" + desk.address.removeprefix("?room=")


def test_wrong_numbers_and_names_are_refused_in_words(door: type[Door], store: Store) -> None:
    page = door("", "")
    press(page.children[0], "room")
    form = page.children[0]
    assert "<form novalidate" in form.html, "a browser would refuse them in its own language"
    tables = [{"tables": "0"}, {"tables": "x"}, {"tables": "99"}]
    for fields in (*tables, {"names": "A\n" * 200}, ["no form"], {"title": 5}):
        press(form, "make", fields)
        assert "nw-refusal" in form.html
        assert page.children[0] is form
    assert store.count() == 0


def test_one_comes_in_by_the_code(door: type[Door], store: Store) -> None:
    _, desk = made(door)
    page = door("", "")
    press(page.children[0], "join")
    form = page.children[0]
    assert isinstance(form, Joining)
    press(form, "join", {"code": "WRONG2", "name": "Anna"})
    assert "No room has that code" in form.html
    press(form, "join", {"code": desk.who.room.code.lower(), "name": "Anna"})
    assert isinstance(page.table, SharedTable)
    desk.look_again()
    assert "Anna" in desk.html
    for _ in range(25):
        press(form, "join", {"code": "WRONG2", "name": "Anna"})
    assert "many tries" in form.html


def test_the_desk_follows_its_tables_and_stops_them(store: Store) -> None:
    room = opened(store, 1, "Anna", "Ben")
    desk = RoomDesk(store, room.teacher)
    tables = SharedTable(store, room.tokens[1]), SharedTable(store, room.tokens[2])
    assert "0 moves" in desk.html
    play(tables, 2)
    desk.look_again()
    assert "2 moves" in desk.html
    before = desk.serial
    desk.look_again()
    assert desk.serial == before, "nothing is drawn when nothing has changed"
    game = tables[0].who.game
    press(desk, "rest", game)
    assert "paused" in desk.html
    press(desk, "go", game)
    assert "paused" not in desk.html
    press(desk, "undo", f"{game} {tables[0].game.last.seat}")
    assert "taken back" in desk.html
    press(desk, "rest_all", "1")
    assert "1 table paused." in desk.html
    press(desk, "undo", "nonsense")
    assert "not in this room" in desk.html


def test_what_is_said_to_all_stands_on_every_page_until_it_is_read(store: Store) -> None:
    from napwidgets.shared.pages.company import Asked

    room = opened(store, 1, "Anna", "Ben")
    desk, at = RoomDesk(store, room.teacher), SharedTable(store, room.tokens[1])
    over = Asked(at)
    press(desk, "say", {"text": "Five <i>minutes</i> left"})
    at.news_of_people()
    assert "Five &lt;i&gt;minutes&lt;/i&gt; left" in over.html
    assert "Five &lt;i&gt;minutes" in desk.html
    press(over, "read")
    assert "Five" not in over.html


def test_places_are_changed_and_slips_made_anew(store: Store) -> None:
    room = opened(store, 2, "Anna", "Ben", "Cleo", "Dora")
    desk = RoomDesk(store, room.teacher, "http://here/")
    press(desk, "fold", "people")
    before = SharedTable(store, room.tokens[1]).who
    press(desk, "swap", "1=4")
    assert SharedTable(store, room.tokens[4]).who.seats == before.seats
    press(desk, "swap", "1=1")
    assert "choose two people" in desk.html
    press(desk, "slip", "1")
    assert desk.html.count("http://here/?key=") == 1
    for arg in ("x", "99", ""):
        press(desk, "slip", arg)
    assert desk.html.count("http://here/?key=") == 1


def test_the_board_sees_no_names_and_changes_nothing(store: Store) -> None:
    room = opened(store, 1, "Annabel", "Ben")
    board = RoomDesk(store, room.board)
    assert "Annabel" not in board.html
    assert "?key=" not in board.html
    assert "Table 1" in board.html
    game = rooms.tables(store, teacher(store, room))[0].id
    for name, arg in (("rest", game), ("rest_all", "1"), ("say", {"text": "x"}), ("door", "1"), ("slip", "1"),
                      ("swap", "1=2"), ("undo", f"{game} french"), ("take", ""), ("sure", "delete")):  # fmt: skip
        press(board, name, arg)
        assert "for the teacher" in board.html, name
    press(board, "delete")
    assert rooms.visitor(store, room.teacher).room.said == ""
    assert rooms.tables(store, teacher(store, room))[0].status == "open"


def test_what_nobody_has_filled_has_its_columns_all_the_same(store: Store) -> None:
    # Of a campaign that has not begun nothing is told yet.
    room = rooms.open_room(store, "Class 10b", [scenarios.load("jdg/germany-1813-1")])
    who = teacher(store, room)
    assert frame(store, who, "tables")["points"].isna().all(), "nobody has points before the end"
    with zipfile.ZipFile(io.BytesIO(archive(store, who))) as taken:
        for sheet, columns in EMPTY.items():
            assert list(frame(store, who, sheet).columns) == list(columns)
            assert taken.read(f"{sheet}.csv").decode().strip() == ",".join(columns)
    with pytest.raises(NoSheet, match="it has tables, debriefs, moves, talk, answers"):
        frame(store, who, "results")


def test_a_room_is_taken_away_as_a_file_and_a_frame(store: Store) -> None:
    room = opened(store, 2, "Anna", "=cmd()", "Cleo", "Dora")
    tables = SharedTable(store, room.tokens[1]), SharedTable(store, room.tokens[2])
    made = play(tables, 4)
    with zipfile.ZipFile(io.BytesIO(archive(store, teacher(store, room)))) as held:
        names = held.namelist()
        games = [json.loads(held.read(n)) for n in names if n.startswith("games/")]
        sheet = held.read("tables.csv").decode()
    assert sorted(len(game["moves"]) for game in games) == [0, made]
    assert "'=cmd()" in sheet
    assert "\n=cmd" not in sheet
    whole = frame(store, teacher(store, room))
    assert set(whole["table"]) == {1, 2}
    assert whole[whole["name"] == "Anna"]["move"].max() <= made
    desk = RoomDesk(store, room.teacher)
    press(desk, "take")
    assert desk.download["name"].endswith(".zip")


def test_tables_take_several_scenarios_by_turns(door: type[Door], store: Store) -> None:
    _, desk = made(door, names="Anna\nBen\nCleo", persons="1", **{"also mop/brienne": "on", "also nothing": "on"})
    played = [head.scenario for head in rooms.tables(store, desk.who)]
    assert sorted(played) == ["mop/brienne", *[played[0]] * 2]
    assert played[0] == played[2] != played[1]


def visiting(store: Store, browser: str, query: str = "") -> Visit:
    return Visit(query, "http://here/", True, browser=browser, drawer=BrowserDrawer(lambda: store, browser))


def test_answers_in_lessons_belong_to_a_browser_and_come_to_its_teacher(door: type[Door], store: Store) -> None:
    room = opened(store, 1, "Anna", "Ben")
    desk = RoomDesk(store, room.teacher)
    press(desk, "fold", "answers")
    assert "Nobody has answered" in desk.html
    for browser, number, right in (("a", 1, True), ("b", 2, False)):
        kept = VISIT.set(visiting(store, browser))
        assert read("lloyds").marks == {}, "nobody sees another's answers"
        door(f"?key={room.tokens[number]}").leave()
        Desk("lloyds").note("split", lambda _, right=right: Mark(2, "=5", right))
        assert read("lloyds").mark("split").done == right
        VISIT.reset(kept)
    found = frame(store, teacher(store, room), "answers")
    assert list(found["name"]) == ["Anna", "Ben"]
    assert list(found["right"]) == [True, False]
    desk.refresh()
    assert "1 done" in desk.html
    title = next(lesson.title for lesson in LESSONS if lesson.id == "lloyds")
    assert desk.html.count(f"<td data-title>{escape(title)}</td>") == 2, "none of its words is explained"
    assert "Nobody has answered" not in desk.html
    with zipfile.ZipFile(io.BytesIO(archive(store, teacher(store, room)))) as zipped:
        assert "'=5" in zipped.read("answers.csv").decode()
    other = opened(store, 1, "Ben")
    rooms.came(store, other.tokens[1], "b")
    rooms.delete_room(store, teacher(store, room))
    left = {name: BrowserDrawer(lambda: store, name).read("lloyds") for name in "ab"}
    assert left["a"] is None
    assert left["b"] is not None, "it belongs to another room, too"


def test_a_drawer_holds_only_so_much(store: Store) -> None:
    with pytest.raises(ValueError, match="more than a drawer holds"):
        BrowserDrawer(lambda: store, "a").write("lloyds", b" " * 100_001)


def test_who_is_winning_is_worked_out_when_the_teacher_asks(store: Store) -> None:
    room = opened(store, 1, "Anna", "Ben")
    tables = SharedTable(store, room.tokens[1]), SharedTable(store, room.tokens[2])
    while tables[0].game.engine.clock(tables[0].game.state)[0] < 2:
        play(tables, 1, seed=str(tables[0].game.number))
        tables[0].keep_up()

    async def asked() -> None:
        desk = RoomDesk(store, room.teacher)
        assert "nw-curve" not in desk.html
        press(desk, "curves")
        assert "Stop working it out" in desk.html
        async with asyncio.timeout(60):
            while "nw-curve" not in desk.html:
                await asyncio.sleep(0.1)
        assert "%</span>" in desk.html
        press(desk, "curves")
        await asyncio.sleep(0.1)
        desk.refresh()
        assert "Who is winning?" in desk.html
        assert "nw-curve" in desk.html, "what is known stays"
        desk.leave()

    run_loop(asked())


def test_nobody_waits_for_curves_that_were_not_asked_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object) -> None:
        raise AssertionError("a review is made")

    monkeypatch.setattr(curve, "Review", asked)
    room = opened(store, 1, "Anna", "Ben")
    play((SharedTable(store, room.tokens[1]), SharedTable(store, room.tokens[2])), 3)
    assert "3 moves" in RoomDesk(store, room.teacher).html


def test_what_works_curves_out_goes_with_its_host() -> None:
    script = (
        "import multiprocessing, os, time\n"
        "from concurrent.futures import ProcessPoolExecutor\n"
        "from napwidgets.shared.pages.curve import _meekly\n"
        "if __name__ == '__main__':\n"
        "    pool = ProcessPoolExecutor(1, multiprocessing.get_context('spawn'), _meekly)\n"
        "    print(pool.submit(os.getpid).result(), flush=True)\n"
        "    time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as host:
        assert host.stdout is not None
        worker = Path(f"/proc/{int(host.stdout.readline())}")
        assert worker.exists()
        host.kill()
    for _ in range(200):
        if not worker.exists():
            return
        time.sleep(0.05)
    pytest.fail("a process is left over")


def test_a_room_is_deleted_only_when_it_was_meant(door: type[Door], store: Store) -> None:
    page, desk = made(door)
    press(desk, "delete")
    assert store.count() == 2
    press(desk, "sure", "delete")
    assert "Nothing of it can be fetched back" in desk.html
    press(desk, "sure", "")
    press(desk, "delete")
    assert store.count() == 2
    press(desk, "sure", "delete")
    press(desk, "delete")
    assert store.count() == 0
    assert isinstance(page.children[0], SharedLobby)
    assert "opens no room" in door(desk.address, "").children[0].html
