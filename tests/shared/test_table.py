"""A table at a shared game: whose turn it is, what arrives from others, what it refuses, and what it never shows."""

from __future__ import annotations

import pickle
import re
import zlib
from pathlib import Path
from random import Random

import msgspec
import pytest

from napwidgets import scenarios
from napwidgets.kernel import saves
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.shared import live, snapshots, talk
from napwidgets.shared.course import END, GO, RESIGNED, REST, Astray, moved, throw
from napwidgets.shared.keys import ONLOOKER, UMPIRE, NotYours, give, hand_over, holder
from napwidgets.shared.live import Live
from napwidgets.shared.store import Store, TooLate, now
from napwidgets.shared.table import SharedTable
from napwidgets.table.seats import PERSON, NotNow
from napwidgets.widgets.actions import ActionPanel
from tests.shared.people import HIDDEN, SMALL, game, pair, play, seated, some_move


def test_two_people_play_and_see_the_same_game(both: Store) -> None:
    # With some dice the battle is over before sixty moves.
    anna, ben = pair(both, seed="1815")
    assert play((anna, ben), 60) == 60
    anna.keep_up(), ben.keep_up()
    assert anna.game.state == ben.game.state
    assert anna.game.number == 60
    assert {g.last.seat for g in anna.game.line() if g.number} == set(anna.game.engine.seats), "both have moved"
    again = Live(both, both.head(anna.who.game)).catch_up()
    assert saves.state_hash(again.game) == saves.state_hash(anna.game)


@pytest.mark.parametrize("step", ["0004", "0005"])
def test_a_game_that_ended_in_other_words_opens_as_before(step: str, tmp_path: Path) -> None:
    """Until step 0005 the hash of a last position was of its verdict's sentences, too."""
    url = f"sqlite:///{tmp_path / 'shared.db'}"
    store = Store(url)
    anna, ben = pair(store, seed="1815")
    while anna.game.outcome is None:
        play((anna, ben), 60)
    assert store.head(anna.who.game).status == "over"
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE log SET hash = 'of other words' WHERE n = (SELECT max(n) FROM log)")
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{step}'")
    store.close()
    again = Store(url)
    if step == "0005":
        with pytest.raises(Astray, match="leads elsewhere"):
            Live(again, again.head(anna.who.game)).catch_up()
    else:
        assert Live(again, again.head(anna.who.game)).catch_up().game.outcome == anna.game.outcome
    again.close()


def test_what_is_pressed_a_moment_too_late_is_not_done_and_said(store: Store) -> None:
    anna, _ = pair(store)
    twice = seated(store, anna.live.head, *anna.who.seats)
    anna.play(some_move(anna, Random(1)))
    with pytest.raises(TooLate, match="quicker"):
        twice.play(some_move(twice, Random(2)))
    assert twice.game.state == anna.game.state, "what happened is on screen"
    assert len(store.entries(anna.who.game)) == 1


def test_nobody_plays_for_another(store: Store) -> None:
    anna, ben = pair(store)
    onlooker = SharedTable(store, give(store, anna.who.game, ONLOOKER))
    move = some_move(anna, Random(1))
    assert (anna.mine, ben.mine, onlooker.mine) == (True, False, False)
    for table in (ben, onlooker):
        for seat in (None, *anna.game.engine.seats):
            with pytest.raises((NotNow, NotYours, IllegalMove)):
                table.play(move, seat)
    with pytest.raises(NotNow):
        ben.view(anna.who.seats[0])
    for forbidden in (anna.branch, anna.study, anna.whole, lambda: anna.take_up(0)):
        with pytest.raises(NotNow):
            forbidden()
    with pytest.raises(NotYours):
        onlooker.look_as(None)
    assert store.entries(anna.who.game) == []


def test_when_it_has_ended_everybody_may_look_with_the_eyes_of_each(store: Store) -> None:
    anna, ben = pair(store, HIDDEN)
    onlooker = SharedTable(store, give(store, anna.who.game, ONLOOKER))
    play((anna, ben), 20)
    for table in (anna, ben, onlooker):
        table.keep_up()
    for table in (ben, onlooker):
        with pytest.raises(NotYours):
            table.look_as(anna.who.seats[0])
    anna.do(END, anna.who.seats[0], RESIGNED)
    for table in (ben, onlooker):
        own = table.eyes
        table.keep_up()
        assert "<h2>The end</h2>" in ActionPanel(table).html
        table.look_as(anna.who.seats[0])
        assert table.view() == anna.game.view(anna.who.seats[0]) != anna.game.view(own)
        table.look_as(None)
        assert table.view() == anna.game.view(own)


def test_dice_follow_from_nothing_that_was_there_before(store: Store) -> None:
    anna, ben = pair(store)
    rng = Random("dice")
    while True:
        for table in (anna, ben):
            table.keep_up()
        at = anna if anna.mine else ben
        move, seat = some_move(at, rng), at.course.turn
        if throw(at.course, move, seat, None).last.throws:
            break
        at.play(move)
    thrown = {throw(at.course, move, seat, None).dice_record() for _ in range(40)}
    assert len(thrown) > 1, "the same move in the same game throws other dice each time"
    declared = {throw(at.course, move, seat, "1815").dice_record() for _ in range(5)}
    assert len(declared) == 1, "a declared seed tells them, as it says"
    entry = moved(at.course, throw(at.course, move, seat, None), now())
    assert not re.search(r"[0-9a-f]{32}", entry.body + entry.dice), "what they were made of is kept nowhere"
    assert store.head(anna.who.game).seed is None


def test_a_game_to_its_end_is_a_save_like_any_other(store: Store) -> None:
    anna, ben = pair(store)
    while play((anna, ben), 200, seed="end") == 200:
        pass
    anna.keep_up()
    assert anna.game.outcome is not None
    again = scenarios.load_game(anna.whole().encode())
    assert saves.state_hash(again) == saves.state_hash(anna.game)
    assert anna.study().number == anna.game.number
    assert store.head(anna.who.game).status == "over"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of games of the test's own."""
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    monkeypatch.setattr(snapshots, "EVERY", 50)
    return tmp_path


@pytest.mark.parametrize("scenario", [SMALL, HIDDEN, "wap/lloyds", "mop/champaubert"])
def test_a_long_game_opens_from_a_snapshot(
    store: Store, home: Path, monkeypatch: pytest.MonkeyPatch, scenario: str
) -> None:
    anna, ben = pair(store, scenario, seed="1815")
    assert play((anna, ben), 60) == 60
    again: list[int] = []
    advance = live.advance
    monkeypatch.setattr(live, "advance", lambda course, entry: again.append(entry.n) or advance(course, entry))
    course = Live(store, store.head(anna.who.game)).catch_up()
    assert 0 < len(again) <= 10, "only what came after the snapshot is played again"
    now_known = anna.live.catch_up()
    assert [(g.state, g.last) for g in course.game.line()] == [(g.state, g.last) for g in now_known.game.line()]
    assert (course.kinds, course.used) == (now_known.kinds, now_known.used)


def test_a_snapshot_that_was_spoiled_is_not_believed(store: Store, home: Path) -> None:
    anna, ben = pair(store)
    play((anna, ben), 60)
    now_known, head = anna.live.catch_up(), store.head(anna.who.game)
    snapshots.write(head, msgspec.structs.replace(now_known, game=now_known.game.at(20)))
    assert Live(store, head).course.n == 0, "another position than the log's"
    snapshots.path_of(head.id).write_bytes(zlib.compress(pickle.dumps(Path("/etc"))))
    first = Live(store, head)
    assert first.course.n == 0, "what has nothing to do in a snapshot is not built"
    assert first.catch_up().game.state == now_known.game.state


def test_a_link_that_was_replaced_opens_nothing_more(store: Store) -> None:
    head = game(store)
    seat = head.turn
    old = give(store, head.id, "seat", (seat,))
    table = SharedTable(store, old)
    new = hand_over(store, table.who, seat)
    with pytest.raises(NotYours, match="opens no game"):
        holder(store, old)
    with pytest.raises(NotYours):
        table.play(some_move(table, Random(1)))
    SharedTable(store, new).play(some_move(table, Random(1)))


def test_tokens_are_kept_nowhere(store: Store) -> None:
    token = give(store, game(store).id, "seat", ("french",))
    with store.engine.connect() as connection:
        dump = "\n".join(connection.connection.driver_connection.iterdump())  # type: ignore[union-attr]
    assert token not in dump
    assert holder(store, token).hash in dump


def test_a_rest_stops_everybody_and_the_clock(store: Store) -> None:
    anna, _ = pair(store)
    umpire = SharedTable(store, give(store, anna.who.game, UMPIRE))
    umpire.do(REST, "", "")
    anna.keep_up()
    assert not anna.mine
    assert "rests" in anna.waiting
    with pytest.raises(NotNow, match="rests"):
        anna.play(some_move(umpire, Random(1)) if umpire.mine else None)
    spent = anna.course.spent(anna.course.turn, now() + 1000)
    assert spent == anna.course.spent(anna.course.turn, now() + 5000)
    umpire.do(GO, "", "")
    anna.keep_up()
    anna.play(some_move(anna, Random(1)))


def test_one_page_lets_the_computer_think_and_another_takes_over_when_it_dies(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = game(store, kinds={"allied": "random"})
    first, second = seated(store, head, "french"), seated(store, head, "french")
    first.beat(), second.beat()
    while first.mine:
        first.play(some_move(first, Random(first.game.number)))
    second.keep_up()
    assert (first.computer_moves, second.computer_moves) == (True, False)
    monkeypatch.setattr(talk, "LEASE", -1.0)
    first.beat()
    second.beat()
    assert second.computer_moves, "the lease of the first has run out"
    before = second.game.number
    assert second.step()
    assert second.game.number == before + 1
    with pytest.raises(TooLate):
        first.play(first.choose(), "allied")


def test_a_seat_goes_to_the_computer_and_comes_back(store: Store) -> None:
    anna, ben = pair(store)
    seat = ben.who.seats[0]
    with pytest.raises(NotYours):
        anna.sit(seat, "random")
    ben.sit(seat, "random")
    anna.keep_up()
    assert anna.seats[seat] == "random"
    ben.sit(seat, PERSON)
    assert ben.people == (seat,)


def test_onlookers_with_delay_see_the_past(store: Store) -> None:
    head = game(store, settings={"delay": 600})
    anna = seated(store, head, head.turn)
    anna.play(some_move(anna, Random(1)))
    late = SharedTable(store, give(store, head.id, ONLOOKER))
    assert (late.game.number, anna.game.number) == (0, 1)
