"""A room for a class: who comes in, what a teacher may do, and that nobody else may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text

from napwidgets import scenarios
from napwidgets.shared import keys, rooms, snapshots
from napwidgets.shared.keys import UMPIRE, NotYours
from napwidgets.shared.rooms import BOARD, RIGHTS, TEACHER, Opened, Visitor
from napwidgets.shared.store import Store, StoreError
from napwidgets.shared.table import SharedTable
from napwidgets.table.seats import PERSON, NotNow
from tests.shared.people import SMALL, play


def opened(store: Store, tables: int = 2, *names: str, **more: Any) -> Opened:
    return rooms.open_room(store, "Class 10b", [scenarios.load(SMALL)] * tables, names, **more)


def teacher(store: Store, room: Opened) -> Visitor:
    return rooms.visitor(store, room.teacher)


def test_names_take_seats_in_order_and_computers_the_rest_of_the_last_table(both: Store) -> None:
    room = opened(both, 5, "Anna", "Ben", "Cleo")
    found = rooms.members(both, teacher(both, room))
    first, second = scenarios.load(SMALL).seats
    assert [(m.name, m.seat, m.open) for m in found] == [
        ("Anna", first, False), ("Ben", second, False), ("Cleo", first, False), ("", second, True),
    ]  # fmt: skip
    assert found[0].game == found[1].game != found[2].game
    assert len(rooms.tables(both, teacher(both, room))) == 2
    at = SharedTable(both, room.tokens[3])
    assert (at.who.game, at.people) == (found[2].game, (first,))


def test_a_pupil_may_play_each_against_a_computer(store: Store) -> None:
    room = opened(store, 2, "Anna", "Ben", persons=1)
    for head in rooms.tables(store, teacher(store, room)):
        kinds = list(head.settings["kinds"].values())
        assert kinds.count(PERSON) == 1
        assert len(kinds) == 2


def test_a_declared_seed_gives_all_tables_the_same_dice(store: Store) -> None:
    room = opened(store, 2, seed="1815")
    heads = rooms.tables(store, teacher(store, room))
    assert [h.seed for h in heads] == ["1815", "1815"]
    assert heads[0].setup == heads[1].setup


def test_whoever_has_the_code_gets_the_first_free_place_once(both: Store) -> None:
    room = opened(both, 1)
    code = room.room.code
    first, second = scenarios.load(SMALL).seats
    tokens = [rooms.join(both, f" {code[:3].lower()}-{code[3:]} ", "Anna"), rooms.join(both, code, "Ben")]
    assert [SharedTable(both, token).people for token in tokens] == [(first,), (second,)]
    with pytest.raises(NotNow, match="All places"):
        rooms.join(both, code, "Cleo")
    for wrong in ("", "ABCDEF", code[:-1], code + "A", "%" * 6):
        if wrong != code:
            with pytest.raises(NotNow, match="No room"):
                rooms.join(both, wrong, "Dora")
    with pytest.raises(NotYours):
        SharedTable(both, room.tokens[1])


def test_nobody_comes_in_without_a_name_or_through_a_shut_door(store: Store) -> None:
    room = opened(store, 1)
    with pytest.raises(NotNow, match="your name"):
        rooms.join(store, room.room.code, " \t ")
    rooms.shut_door(store, teacher(store, room), True)
    with pytest.raises(NotNow, match="door"):
        rooms.join(store, room.room.code, "Anna")
    rooms.shut_door(store, teacher(store, room), False)
    rooms.join(store, room.room.code, "Anna")


def test_real_names_are_nowhere_but_on_the_teachers_pages(store: Store) -> None:
    room = opened(store, 1, "Annabel Real", "Ben")
    at = SharedTable(store, room.tokens[2])
    assert "Annabel" not in repr(keys.holders(store, at.who.game))
    with pytest.raises(NotYours):
        rooms.members(store, rooms.visitor(store, room.board))


def test_a_pause_stops_one_table_or_all(store: Store) -> None:
    room = opened(store, 2, "A", "B", "C", "D")
    who = teacher(store, room)
    one, two = rooms.tables(store, who)
    assert rooms.rest(store, who, True, one.id) == 1
    assert [h.status for h in rooms.tables(store, who)] == ["paused", "open"]
    assert rooms.rest(store, who, True) == 1
    assert rooms.rest(store, who, True) == 0
    at = SharedTable(store, room.tokens[1])
    assert at.decision is None
    assert rooms.rest(store, who, False) == 2
    at.keep_up()
    assert at.decision is not None
    with pytest.raises(NotNow):
        rooms.rest(store, who, True, "another")
    assert two.id


def test_a_move_is_taken_back_for_somebody(store: Store) -> None:
    room = opened(store, 1, "A", "B")
    tables = SharedTable(store, room.tokens[1]), SharedTable(store, room.tokens[2])
    play(tables, 1)
    seat = tables[0].game.last.seat
    rooms.take_back(store, teacher(store, room), tables[0].who.game, seat)
    tables[0].keep_up()
    assert tables[0].game.number == 0
    with pytest.raises(NotNow):
        rooms.take_back(store, teacher(store, room), tables[0].who.game, "nobody")


def test_two_change_places_and_keep_their_links(both: Store) -> None:
    room = opened(both, 2, "A", "B", "C", "D")
    who = teacher(both, room)
    a, d = SharedTable(both, room.tokens[1]), SharedTable(both, room.tokens[4])
    rooms.swap(both, who, 1, 4)
    after = SharedTable(both, room.tokens[1])
    assert (after.who.game, after.who.seats) == (d.who.game, d.who.seats)
    moves = a.options(None) or a.options(a.subjects()[0].id)
    with pytest.raises(NotYours):
        a.play(moves[0].move)
    a.news_of_people()
    assert a.goes_on
    for one, other in ((1, 1), (1, 9), (0, 1)):
        with pytest.raises(NotNow):
            rooms.swap(both, who, one, other)


def test_a_lost_slip_is_replaced(store: Store) -> None:
    room = opened(store, 1, "A", "B")
    token = rooms.new_slip(store, teacher(store, room), 1)
    assert SharedTable(store, token).who.seats == (scenarios.load(SMALL).seats[0],)
    with pytest.raises(NotYours):
        SharedTable(store, room.tokens[1])
    with pytest.raises(NotNow):
        rooms.new_slip(store, teacher(store, room), 3)


def test_what_is_said_to_all_reaches_every_table(store: Store) -> None:
    room = opened(store, 2, "A", "B", "C", "D")
    who = teacher(store, room)
    games = [head.id for head in rooms.tables(store, who)]
    before = store.versions(games)
    rooms.say(store, who, "Five minutes\nleft " + "x" * 600)
    said = rooms.room_of(store, room.room.id).said
    assert said.startswith("Five minutes left")
    assert len(said) == rooms.SAID
    assert all(store.versions(games)[g] > before[g] for g in games)


def test_the_teacher_judges_at_every_table_and_nobody_else_can(store: Store) -> None:
    room = opened(store, 2, "A", "B", "C", "D")
    who = teacher(store, room)
    for head in rooms.tables(store, who):
        assert keys.holder(store, rooms.umpire_token(who, room.teacher, head.id)).role == UMPIRE
        with pytest.raises(NotYours):
            keys.holder(store, rooms.umpire_token(who, room.board, head.id))


def test_a_room_that_is_deleted_leaves_nothing(both: Store, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    other = opened(both, 1, "Kept")
    room = opened(both, 2, "Annabel", "B", "C", "D")
    play((SharedTable(both, room.tokens[1]), SharedTable(both, room.tokens[2])), 3)
    game = rooms.tables(both, teacher(both, room))[0].id
    snapshots.path_of(game).parent.mkdir(parents=True, exist_ok=True)
    snapshots.path_of(game).write_bytes(b"old")
    rooms.delete_room(both, teacher(both, room))
    assert not snapshots.path_of(game).exists()
    with both.reading() as connection:
        for table in ("games", "log", "keys", "chat", "notes", "presence", "leases", "wishes", "members", "rooms"):
            rows = connection.execute(text(f"SELECT * FROM {table}")).all()
            assert "Annabel" not in repr(rows)
            assert game not in repr(rows), table
    with pytest.raises(NotYours):
        rooms.visitor(both, room.teacher)
    with pytest.raises(StoreError):
        rooms.room_of(both, room.room.id)
    assert rooms.members(both, teacher(both, other))[0].name == "Kept"


#: Every right, with something that needs it.
ACTIONS: dict[str, Callable[[Store, Visitor, str], object]] = {
    "look": lambda store, who, game: rooms.tables(store, who),
    "names": lambda store, who, game: rooms.members(store, who),
    "umpire": lambda store, who, game: rooms.umpire_token(who, "token", game),
    "rest": lambda store, who, game: rooms.rest(store, who, True, game),
    "say": lambda store, who, game: rooms.say(store, who, "hello"),
    "seats": lambda store, who, game: (rooms.swap(store, who, 1, 2), rooms.rename(store, who, 1, "X")),
    "undo": lambda store, who, game: rooms.take_back(store, who, game, scenarios.load(SMALL).seats[0]),
    "door": lambda store, who, game: rooms.shut_door(store, who, True),
    "delete": lambda store, who, game: rooms.delete_room(store, who),
}


@pytest.mark.parametrize("action", sorted(ACTIONS))
@pytest.mark.parametrize("role", [TEACHER, BOARD])
def test_roles_allow_just_what_they_say(store: Store, role: str, action: str) -> None:
    room = opened(store, 1, "A", "B")
    who = rooms.visitor(store, room.teacher if role == TEACHER else room.board)
    assert who.role == role
    game = rooms.tables(store, who)[0].id
    try:
        ACTIONS[action](store, who, game)
    except NotYours:
        assert role not in RIGHTS[action]
    except NotNow:
        assert (role, action) == (TEACHER, "undo"), "nothing was moved yet"
    else:
        assert role in RIGHTS[action]


@pytest.mark.parametrize("token", ["", "nonsense", "x" * 500])
def test_a_wrong_link_opens_no_room(store: Store, token: str) -> None:
    room = opened(store, 1, "A")
    for wrong in (token, room.tokens[1], room.room.code, room.room.id):
        with pytest.raises(NotYours):
            rooms.visitor(store, wrong)


def test_a_room_has_bounds(store: Store) -> None:
    with pytest.raises(NotNow, match="one to"):
        opened(store, 0)
    with pytest.raises(NotNow, match="one to"):
        opened(store, rooms.MOST_TABLES + 1)
