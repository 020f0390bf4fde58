"""A room for a class: many tables, one teacher; who plays where, and what the teacher may do to all of them at once.

Nobody needs an account. A pupil has the link of his seat on a slip, or gets one for the room's code. Real names are
read by the teacher's pages alone; others at a table see the name that a pupil gives himself there.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import cycle
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import RowMapping, delete, insert, select, update

from napwidgets.kernel.system import Engine
from napwidgets.players.registry import usual
from napwidgets.shared import keys, schema, snapshots
from napwidgets.shared.course import BACK, GO, REST, noted
from napwidgets.shared.keys import SEAT, UMPIRE, NotYours, hashed, new_token, shown_name
from napwidgets.shared.live import Live, begin, live
from napwidgets.shared.store import Head, Store, StoreError, TooLate, now
from napwidgets.shared.wishes import own_move
from napwidgets.table.seats import PERSON, NotNow

#: Roles: who leads the room, and the screen that everybody in it may look at.
TEACHER, BOARD = "teacher", "board"
#: What each role may do in a room. Everything that shows or changes something asks here first.
RIGHTS: Final[dict[str, frozenset[str]]] = {
    "look": frozenset({TEACHER, BOARD}),
    "names": frozenset({TEACHER}),
    "umpire": frozenset({TEACHER}),
    "rest": frozenset({TEACHER}),
    "say": frozenset({TEACHER}),
    "seats": frozenset({TEACHER}),
    "undo": frozenset({TEACHER}),
    "door": frozenset({TEACHER}),
    "take away": frozenset({TEACHER}),
    "delete": frozenset({TEACHER}),
}
#: A code has so many of these, which nobody takes for one another.
LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LENGTH: Final = 6
#: The most tables of a room, and how long a title, a real name and what is said to all may be.
MOST_TABLES: Final = 60
TITLE, NAME, SAID = 120, 60, 500


class Room(Struct, frozen=True):
    """A room: its code, its title, what it was opened with, and what was said to all."""

    id: str
    code: str
    title: str
    settings: dict[str, Any]
    made: float
    said: str
    version: int


class Visitor(Struct, frozen=True):
    """Who has opened a link to a room, and as what."""

    room: Room
    role: str

    def demand(self, action: str) -> None:
        """Raise `NotYours` unless the link allows an action."""
        if self.role not in RIGHTS[action]:
            raise NotYours("That is for the teacher of this room.")


class Member(Struct, frozen=True):
    """Somebody in a room: his number, his real name, where he plays; whether the place waits for somebody with the
    code; the browser that has opened his link last.
    """

    number: int
    name: str
    shown: str
    hash: str
    game: str
    seat: str
    open: bool
    browser: str = ""


class Opened(Struct, frozen=True):
    """A room that was just opened: the teacher's token, that of the board, and each member's, by number. They are kept
    nowhere.
    """

    room: Room
    teacher: str
    board: str
    tokens: dict[int, str]


def laid(engines: Sequence[Engine], people: int, persons: int | None, tables: int) -> list[Engine]:
    """What is played at each table: the ``engines`` by turns, at as many tables as so many ``people`` fill; where
    nobody is named, at ``tables``. ``persons`` of the seats of a table are people's, or all.
    """
    found: list[Engine] = []
    left = people
    for engine in cycle(engines):
        if (left <= 0 if people else len(found) >= tables) or len(found) > MOST_TABLES:
            break
        found.append(engine)
        left -= persons or len(engine.seats)
    return found


def open_room(
    store: Store,
    title: str,
    engines: Sequence[Engine],
    names: Sequence[str] = (),
    *,
    persons: int | None = None,
    seed: str | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Opened:
    """Open a room with a table for each of ``engines``.

    At each table ``persons`` seats (by default all) are people's, the first ones; computers have the others. ``names``
    take them in order. Seats that are left at a table with somebody wait for whoever comes with the code; without any
    names all seats do. With a ``seed`` all tables have the same dice, as it was declared.
    """
    if not 1 <= len(engines) <= MOST_TABLES:
        raise NotNow(f"A room has one to {MOST_TABLES} tables.")
    teacher, board = new_token(), new_token()
    row = {
        "id": secrets.token_hex(8),
        "code": _new_code(),
        "hash": hashed(teacher),
        "title": shown_name(title, TITLE) or "Class",
        "settings": {"board": hashed(board), **(settings or {})},
        "made": now(),
        "said": "",
        "version": 0,
    }
    room = msgspec.convert({k: v for k, v in row.items() if k != "hash"}, Room)
    with store.writing() as connection:
        connection.execute(insert(schema.rooms).values(**row | {"settings": _json(row["settings"])}))
    tokens: dict[int, str] = {}
    waiting = [shown_name(name, NAME) for name in names]
    for number, engine in enumerate(engines, 1):
        seats = engine.seats[: persons or len(engine.seats)]
        people, waiting = waiting[: len(seats)], waiting[len(seats) :]
        if names and not people:
            break
        _table(store, room, teacher, engine, number, people, seats, seed, tokens)
    return Opened(room, teacher, board, tokens)


def _table(
    store: Store,
    room: Room,
    teacher: str,
    engine: Engine,
    number: int,
    people: Sequence[str],
    seats: Sequence[str],
    seed: str | None,
    tokens: dict[int, str],
) -> None:
    kinds = {seat: PERSON if seat in seats else usual(engine.system) for seat in engine.seats}
    settings = {k: v for k, v in room.settings.items() if k in ("clock", "delay", "chat")} | {"table": number}
    title = f"Table {number}: {engine.title}"
    head = begin(store, engine, kinds, title=title, seed=seed, settings=settings, room=room.id)
    umpire = keys.row_of(_umpire(teacher, head.id), head.id, UMPIRE, (), "Teacher")
    with store.writing() as connection:
        connection.execute(insert(schema.keys).values(**umpire))
        for seat, name in zip(seats, [*people, *[""] * len(seats)], strict=False):
            token, own = new_token(), len(tokens) + 1
            tokens[own] = token
            connection.execute(insert(schema.keys).values(**keys.row_of(token, head.id, SEAT, (seat,), "")))
            member = Member(own, name, "", hashed(token), head.id, seat, not name)
            connection.execute(insert(schema.members).values(room=room.id, **msgspec.structs.asdict(member)))


def visitor(store: Store, token: str) -> Visitor:
    """Who holds a link to a room; raises `NotYours` for one that opens none."""
    found = known(store, token)
    if found is None:
        raise NotYours("This link opens no room: it was mistyped, or the room has been deleted.")
    return found


def known(store: Store, token: str) -> Visitor | None:
    """Who holds a link to a room; None for one that opens none."""
    if len(token) > keys.LONGEST_TOKEN:
        return None
    hash = hashed(token)
    for room, teacher in _rooms(store):
        if hmac.compare_digest(teacher, hash):
            return Visitor(room, TEACHER)
        if hmac.compare_digest(str(room.settings.get("board", "")), hash):
            return Visitor(room, BOARD)
    return None


def _rooms(store: Store, **where: Any) -> list[tuple[Room, str]]:
    with store.reading() as connection:
        rows = connection.execute(select(schema.rooms).filter_by(**where)).mappings().all()
    return [(_room(row), row["hash"]) for row in rows]


def _room(row: RowMapping) -> Room:
    columns = {k: row[k] for k in Room.__struct_fields__}
    return Room(**columns | {"settings": msgspec.json.decode(row["settings"])})


def room_of(store: Store, id: str) -> Room:
    """A room as it is now; raises `StoreError` if there is none."""
    found = _rooms(store, id=id)
    if not found:
        raise StoreError("That room has been deleted.")
    return found[0][0]


def members(store: Store, who: Visitor) -> list[Member]:
    """Everybody in a room, with real names."""
    who.demand("names")
    return _members(store, who.room.id)


def _members(store: Store, room: str) -> list[Member]:
    t = schema.members
    with store.reading() as connection:
        rows = connection.execute(select(t).where(t.c.room == room).order_by(t.c.number)).mappings().all()
    return [Member(**{k: row[k] for k in Member.__struct_fields__}) for row in rows]


def tables(store: Store, who: Visitor) -> list[Head]:
    """The games of a room, in the order of their tables."""
    who.demand("look")
    return sorted(store.heads(room=who.room.id), key=lambda head: (int(head.settings.get("table", 0)), head.made))


def umpire_token(who: Visitor, teacher: str, game: str) -> str:
    """The umpire's token of one of the room's games, for whoever has the teacher's."""
    who.demand("umpire")
    return _umpire(teacher, game)


def _umpire(teacher: str, game: str) -> str:
    return urlsafe_b64encode(hmac.new(teacher.encode(), game.encode(), sha256).digest()[:24]).decode()


# Coming in


def join(store: Store, code: str, name: str) -> str:
    """Take the first free place of the room with a code; gives the token of the seat. Raises `NotNow`."""
    wanted = "".join(c for c in code.upper() if c in LETTERS)
    found = _rooms(store, code=wanted) if len(wanted) == LENGTH else []
    if not found:
        raise NotNow("No room has that code; please look at it again.")
    room, real = found[0][0], shown_name(name, NAME)
    if room.settings.get("shut"):
        raise NotNow("The door of this room is shut. Please ask your teacher.")
    if not real:
        raise NotNow("Please write your name, so that your teacher knows who you are; nobody else reads it.")
    token, t = new_token(), schema.members.c
    with store.writing() as connection:
        free = select(t.number, t.hash, t.game).where(t.room == room.id, t.open.is_(True)).order_by(t.number).limit(1)
        place = connection.execute(free.with_for_update()).first()
        if place is None:
            raise NotNow("All places of this room are taken. Please ask your teacher.")
        mine = (t.room == room.id) & (t.number == place.number)
        connection.execute(update(schema.members).where(mine).values(name=real, hash=hashed(token), open=False))
        old = schema.keys.c.hash == place.hash
        connection.execute(update(schema.keys).where(old).values(hash=hashed(token), made=now()))
        store.touch(connection, place.game)
    return token


def came(store: Store, token: str, browser: str) -> None:
    """A browser has opened a link: if it is that of somebody in a room, his answers in the lessons are there."""
    t = schema.members.c
    mine = (t.hash == hashed(token)) & (t.browser != browser)
    with store.reading() as connection:
        found = connection.execute(select(t.room).where(mine)).first()
    if found is not None:
        with store.writing() as connection:
            connection.execute(update(schema.members).where(mine).values(browser=browser))


def shut_door(store: Store, who: Visitor, shut: bool) -> None:
    """Let nobody else in by the code, or let people in again."""
    who.demand("door")
    _set(store, who.room.id, settings=_json({**room_of(store, who.room.id).settings, "shut": shut}))


# What a teacher does


def rest(store: Store, who: Visitor, rests: bool, game: str | None = None) -> int:
    """Pause one table or all, or let them go on; gives how many it changed."""
    who.demand("rest")
    done = 0
    for one in _lives(store, who, game):
        course = one.catch_up()
        if course.over or course.rests == rests:
            continue
        try:
            one.add(course, noted(course, REST if rests else GO, "", "", now()))
            done += 1
        except TooLate:
            # Somebody moved in between: the second try comes after that move.
            course = one.catch_up()
            if not course.over:
                one.add(course, noted(course, REST if rests else GO, "", "", now()))
                done += 1
    return done


def take_back(store: Store, who: Visitor, game: str, seat: str) -> None:
    """Take the last move of a seat back."""
    who.demand("undo")
    (one,) = _lives(store, who, game)
    course = one.catch_up()
    if seat not in one.engine.seats or course.over:
        raise NotNow("There is nothing to take back at that table.")
    one.add(course, noted(course, BACK, seat, str(own_move(course, (seat,))), now()))


def say(store: Store, who: Visitor, text: str) -> None:
    """Show a message on every page of the room; an empty one takes the last away."""
    who.demand("say")
    _set(store, who.room.id, said=shown_name(text, SAID))


def swap(store: Store, who: Visitor, one: int, other: int) -> None:
    """Let two members change places; their links stay theirs."""
    who.demand("seats")
    found = {m.number: m for m in _members(store, who.room.id)}
    if one == other or one not in found or other not in found:
        raise NotNow("Please choose two people of this room.")
    a, b = found[one], found[other]
    with store.writing() as connection:
        for member, place in ((a, b), (b, a)):
            mine = (schema.members.c.room == who.room.id) & (schema.members.c.number == member.number)
            connection.execute(update(schema.members).where(mine).values(game=place.game, seat=place.seat))
            seats = msgspec.json.encode([place.seat]).decode()
            key = schema.keys.c.hash == member.hash
            connection.execute(update(schema.keys).where(key).values(game=place.game, seats=seats))
        for game in sorted({a.game, b.game}):
            store.touch(connection, game)


def new_slip(store: Store, who: Visitor, number: int) -> str:
    """A fresh link for a member; the old one opens nothing any more. Gives its token."""
    who.demand("seats")
    member = next((m for m in _members(store, who.room.id) if m.number == number), None)
    if member is None:
        raise NotNow("There is nobody of that number in this room.")
    token = new_token()
    with store.writing(member.game) as connection:
        mine = (schema.members.c.room == who.room.id) & (schema.members.c.number == number)
        connection.execute(update(schema.members).where(mine).values(hash=hashed(token)))
        connection.execute(delete(schema.keys).where(schema.keys.c.hash == member.hash))
        row = keys.row_of(token, member.game, SEAT, (member.seat,), member.shown)
        connection.execute(insert(schema.keys).values(**row))
    return token


def rename(store: Store, who: Visitor, number: int, name: str) -> None:
    """Write a member's real name."""
    who.demand("seats")
    mine = (schema.members.c.room == who.room.id) & (schema.members.c.number == number)
    real = shown_name(name, NAME)
    with store.writing() as connection:
        connection.execute(update(schema.members).where(mine).values(name=real, open=not real))


def delete_room(store: Store, who: Visitor) -> None:
    """Take the room away with all its games, its names and all that was said."""
    who.demand("delete")
    games = [head.id for head in store.heads(room=who.room.id)]
    t = schema.members.c
    elsewhere = select(t.browser).where(t.room != who.room.id)
    browsers = select(t.browser).where((t.room == who.room.id) & t.browser.not_in(elsewhere))
    with store.writing() as connection:
        connection.execute(delete(schema.drawers).where(schema.drawers.c.browser.in_(browsers)))
        connection.execute(delete(schema.games).where(schema.games.c.room == who.room.id))
        connection.execute(delete(schema.members).where(schema.members.c.room == who.room.id))
        connection.execute(delete(schema.rooms).where(schema.rooms.c.id == who.room.id))
    for game in games:
        snapshots.forget(game)


def _lives(store: Store, who: Visitor, game: str | None) -> list[Live]:
    """The games of the room, or one of them."""
    heads = [head for head in tables(store, who) if game in (None, head.id)]
    if not heads:
        raise NotNow("That table is not in this room.")
    return [live(store, head.id) for head in heads]


def _set(store: Store, room: str, **values: object) -> None:
    t = schema.rooms.c
    with store.writing() as connection:
        connection.execute(update(schema.rooms).where(t.id == room).values(version=t.version + 1, **values))
        for game in connection.execute(select(schema.games.c.id).where(schema.games.c.room == room)).scalars().all():
            store.touch(connection, game)


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
