"""What people say to each other beside a game, what they note for themselves, and who is there."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from napwidgets.shared import schema
from napwidgets.shared.keys import UMPIRE, Holder, still
from napwidgets.shared.store import Store, now
from napwidgets.table.seats import NotNow

#: The longest line of chat and the longest note, in characters.
LINE: Final = 300
NOTE: Final = 4000
#: So many lines of chat are kept for a game; the oldest go first.
KEPT: Final = 500
#: So many lines within so many seconds, from one link.
MOST, WITHIN = 8, 20.0
#: A page that has not been heard of for so long is gone, in seconds; it reports more than twice in that time.
GONE: Final = 40.0
#: How long a page lets the computer players think before another may take over, in seconds.
LEASE: Final = 15.0


class Said(Struct, frozen=True):
    """A line of chat."""

    id: int
    at: float
    seat: str
    name: str
    text: str


class Present(Struct, frozen=True):
    """A page at the game: in which role, for which seats, under which name."""

    page: str
    role: str
    seats: tuple[str, ...]
    name: str
    seen: float


def new_page() -> str:
    """The id of a page."""
    return secrets.token_hex(8)


def chat_open(settings: Mapping[str, Any]) -> bool:
    """Whether people may talk at a game."""
    return settings.get("chat", True) is True


def say(store: Store, who: Holder, text: str) -> None:
    """Say something to everybody at the game. Raises `NotNow` where that is closed, too long, or too much at once."""
    who.demand("chat")
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not line:
        return
    if len(line) > LINE:
        raise NotNow(f"That is too long to be said at once: a line has at most {LINE} characters.")
    if who.role != UMPIRE and not chat_open(store.head(who.game).settings):
        raise NotNow("The umpire has closed the chat of this game.")
    t = schema.chat.c
    seat = ",".join(who.seats)[:40]
    with store.writing(who.game) as connection:
        still(who)(connection)
        mine = select(func.count()).where(t.game == who.game, t.seat == seat, t.name == who.name, t.at > now() - WITHIN)
        if connection.execute(mine).scalar_one() >= MOST:
            raise NotNow("That is a lot at once; please wait a moment before you say more.")
        connection.execute(insert(schema.chat).values(game=who.game, at=now(), seat=seat, name=who.name, text=line))
        oldest = select(t.id).where(t.game == who.game).order_by(t.id.desc()).offset(KEPT).limit(1).scalar_subquery()
        connection.execute(delete(schema.chat).where(t.game == who.game, t.id <= oldest))


def said(store: Store, game: str, most: int = 60) -> list[Said]:
    """The latest lines of chat, in their order."""
    t = schema.chat.c
    wanted = select(t.id, t.at, t.seat, t.name, t.text).where(t.game == game).order_by(t.id.desc()).limit(most)
    with store.reading() as connection:
        return [Said(*row) for row in connection.execute(wanted)][::-1]


def note(store: Store, who: Holder, text: str) -> None:
    """Note something that nobody else reads."""
    who.demand("note")
    if len(text) > NOTE:
        raise NotNow(f"Your notes have at most {NOTE} characters; please shorten them.")
    t = schema.notes.c
    with store.writing() as connection:
        connection.execute(delete(schema.notes).where(t.game == who.game, t.holder == who.hash))
        if text:
            connection.execute(insert(schema.notes).values(game=who.game, holder=who.hash, text=text))


def noted(store: Store, who: Holder) -> str:
    """What somebody has noted."""
    t = schema.notes.c
    with store.reading() as connection:
        return connection.execute(select(t.text).where(t.game == who.game, t.holder == who.hash)).scalar() or ""


def close_chat(store: Store, who: Holder, closed: bool) -> None:
    """Close the chat of a game, or open it again."""
    who.demand("close chat")
    settings = {**store.head(who.game).settings, "chat": not closed}
    row = update(schema.games).where(schema.games.c.id == who.game)
    with store.writing(who.game) as connection:
        still(who)(connection)
        connection.execute(row.values(settings=msgspec.json.encode(settings).decode()))


def here(store: Store, who: Holder, page: str) -> None:
    """A page is at the game; it says so again and again. Others hear of it when it comes."""
    t = schema.presence.c
    seats = msgspec.json.encode(list(who.seats)).decode()
    row = {"role": who.role, "seats": seats, "name": who.name, "seen": now()}
    with store.writing() as connection:
        gone = delete(schema.presence).where(t.game == who.game, t.seen < now() - 10 * GONE)
        connection.execute(gone)
        known = connection.execute(select(t.seats, t.name, t.seen).where(t.game == who.game, t.page == page)).first()
        if known is None:
            connection.execute(insert(schema.presence).values(game=who.game, page=page, **row))
        else:
            connection.execute(update(schema.presence).where(t.game == who.game, t.page == page).values(**row))
        if known is None or (known[0], known[1]) != (seats, who.name) or known[2] < now() - GONE:
            store.touch(connection, who.game)


def left(store: Store, game: str, page: str) -> None:
    """A page has gone."""
    with store.writing(game) as connection:
        connection.execute(
            delete(schema.presence).where(schema.presence.c.game == game, schema.presence.c.page == page)
        )
        connection.execute(
            delete(schema.leases).where(schema.leases.c.game == game, schema.leases.c.holder == page)
        )


def present(store: Store, game: str) -> list[Present]:
    """The pages that are at a game now."""
    t = schema.presence.c
    wanted = select(t.page, t.role, t.seats, t.name, t.seen).where(t.game == game, t.seen >= now() - GONE)
    with store.reading() as connection:
        return [
            Present(page, role, msgspec.json.decode(seats, type=tuple[str, ...]), name, seen)
            for page, role, seats, name, seen in connection.execute(wanted.order_by(t.name, t.page))
        ]


def seen(store: Store, game: str) -> dict[str, float]:
    """When each seat's page was heard of last; seats that nobody ever opened are left out."""
    t = schema.presence.c
    found: dict[str, float] = {}
    with store.reading() as connection:
        for seats, at in connection.execute(select(t.seats, t.seen).where(t.game == game)):
            for seat in msgspec.json.decode(seats, type=list[str]):
                found[seat] = max(at, found.get(seat, 0.0))
    return found


def lease(store: Store, game: str, holder: str) -> bool:
    """Let the computer players of a game think here, unless somebody else does; it must be asked for again in time."""
    t, at = schema.leases.c, now()
    with store.writing() as connection:
        free = update(schema.leases).where(t.game == game, (t.holder == holder) | (t.until < at))
        if connection.execute(free.values(holder=holder, until=at + LEASE)).rowcount:
            return True
        if connection.execute(select(t.game).where(t.game == game)).first() is not None:
            return False
    try:
        with store.writing() as connection:
            connection.execute(insert(schema.leases).values(game=game, holder=holder, until=at + LEASE))
    except IntegrityError:
        return False
    return True


