"""Who may do what at a shared game: secret links, and the roles that they give."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.shared import schema
from napwidgets.shared.store import Check, Store, now

#: Roles: who plays, who looks on, who sees both sides and keeps order.
SEAT, ONLOOKER, UMPIRE = "seat", "onlooker", "umpire"
#: How long a shown name may be.
LONGEST: Final = 40
#: The longest token that is looked up.
LONGEST_TOKEN: Final = 200

#: What each role may do. Everything that changes something asks here first.
RIGHTS: Final[dict[str, frozenset[str]]] = {
    "move": frozenset({SEAT}),
    "ask": frozenset({SEAT}),
    "end": frozenset({SEAT, UMPIRE}),
    "chat": frozenset({SEAT, UMPIRE}),
    "note": frozenset({SEAT, UMPIRE}),
    "name": frozenset({SEAT, ONLOOKER, UMPIRE}),
    "sit": frozenset({SEAT, UMPIRE}),
    "hand over": frozenset({SEAT, UMPIRE}),
    "rematch": frozenset({SEAT, UMPIRE}),
    "rest": frozenset({UMPIRE}),
    "undo": frozenset({UMPIRE}),
    "close chat": frozenset({UMPIRE}),
    "see all": frozenset({UMPIRE}),
    "save": frozenset({UMPIRE}),
}


_AS = {ONLOOKER: "With this link you look on", SEAT: "With this link you play", UMPIRE: "As umpire you judge"}


class NotYours(NapwidgetsError):
    """Something that the link which was opened does not allow."""


class Holder(Struct, frozen=True):
    """Who has opened a link: what it is good for in which game, and the name that others see."""

    hash: str
    game: str
    role: str
    seats: tuple[str, ...]
    name: str

    def may(self, action: str) -> bool:
        """Whether the link allows an action."""
        return self.role in RIGHTS[action]

    def demand(self, action: str, seat: str = "") -> None:
        """Raise `NotYours` unless the link allows an action, and for a ``seat`` holds that seat."""
        if not self.may(action):
            raise NotYours(f"{_AS[self.role]}; that is for others to do.")
        if seat and self.role == SEAT and seat not in self.seats:
            raise NotYours("That seat is somebody else's.")


def hashed(token: str) -> str:
    """What is kept of a token.

    >>> hashed("a")[:8]
    'ca978112'
    """
    return sha256(token.encode()).hexdigest()


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(24)


def shown_name(name: str, most: int = LONGEST) -> str:
    """A text as others see it: without control characters, and not too long.

    >>> shown_name("  Anna\\tB. ")
    'Anna B.'
    """
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:most]


def still(who: Holder, seat: str = "") -> Check:
    """Whether a link still opens its game, and for a ``seat`` still holds that, asked within a transaction."""

    def check(connection: Connection) -> None:
        t = schema.keys.c
        seats = connection.execute(select(t.seats).where(t.hash == who.hash, t.game == who.game)).scalar()
        if seats is None or (seat and seat not in msgspec.json.decode(seats, type=list[str])):
            raise NotYours("A new link has taken the place of this one; ask whoever sent it for the new one.")

    return check


def give(store: Store, game: str, role: str, seats: Sequence[str] = (), name: str = "") -> str:
    """A fresh key for a game; gives its token, which is kept nowhere."""
    token = new_token()
    with store.writing() as connection:
        connection.execute(insert(schema.keys).values(**row_of(token, game, role, seats, name)))
    return token


def holder(store: Store, token: str) -> Holder:
    """Who holds a token; raises `NotYours` for one that opens nothing."""
    found = _holders(store, schema.keys.c.hash == hashed(token)) if len(token) <= LONGEST_TOKEN else []
    if not found:
        raise NotYours(
            "This link opens no game: it was mistyped, or a new one has taken its place. Ask whoever sent it for "
            "another."
        )
    return found[0]


def known(store: Store, hash: str) -> Holder | None:
    """Who holds a link by what is kept of it; None once another has taken its place."""
    return next(iter(_holders(store, schema.keys.c.hash == hash)), None)


def holders(store: Store, *games: str) -> list[Holder]:
    """Everybody who has a link of one of the games."""
    return _holders(store, schema.keys.c.game.in_(games))


def _holders(store: Store, where: object) -> list[Holder]:
    t = schema.keys.c
    with store.reading() as connection:
        rows = connection.execute(select(t.hash, t.game, t.role, t.seats, t.name).where(where))  # type: ignore[arg-type]
        return [Holder(h, g, r, msgspec.json.decode(s, type=tuple[str, ...]), n) for h, g, r, s, n in rows]


def call(store: Store, who: Holder, name: str) -> None:
    """Take a name that others see."""
    who.demand("name")
    changed = update(schema.keys).where(schema.keys.c.hash == who.hash).values(name=shown_name(name))
    with store.writing(who.game) as connection:
        connection.execute(changed)


def hand_over(store: Store, who: Holder, seat: str) -> str:
    """A fresh link for a seat in place of every one that held it: from now on only the new one plays it."""
    who.demand("hand over", seat)
    token = new_token()
    with store.writing(who.game) as connection:
        for old in holders(store, who.game):
            if old.role != SEAT or seat not in old.seats:
                continue
            rest = tuple(s for s in old.seats if s != seat)
            row = schema.keys.c.hash == old.hash
            kept = update(schema.keys).where(row).values(seats=_list(rest))
            connection.execute(kept if rest else delete(schema.keys).where(row))
        connection.execute(insert(schema.keys).values(**row_of(token, who.game, SEAT, (seat,), "")))
    return token


def carry_over(store: Store, old: str, new: str, seats: Mapping[str, str]) -> None:
    """Let the links of a game open another one from now on, each for the seats that take the place of its own; whoever
    plays it in a room plays the other one there.
    """
    t = schema.keys.c
    with store.writing(old) as connection:
        for hash, held in connection.execute(select(t.hash, t.seats).where(t.game == old)).all():
            kept = _list([seats[seat] for seat in msgspec.json.decode(held, type=list[str])])
            connection.execute(update(schema.keys).where(t.hash == hash).values(game=new, seats=kept))
        m = schema.members.c
        for number, seat in connection.execute(select(m.number, m.seat).where(m.game == old)).all():
            mine = (m.game == old) & (m.number == number)
            connection.execute(update(schema.members).where(mine).values(game=new, seat=seats[seat]))


def row_of(token: str, game: str, role: str, seats: Sequence[str], name: str) -> dict[str, object]:
    return {
        "hash": hashed(token),
        "game": game,
        "role": role,
        "seats": _list(seats),
        "name": shown_name(name),
        "made": now(),
    }


def _list(seats: Sequence[str]) -> str:
    return msgspec.json.encode(list(seats)).decode()
