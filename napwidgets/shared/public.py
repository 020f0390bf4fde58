"""Games that are open to everybody: listed in the lobby, with seats for whoever comes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import insert, select

from napwidgets.shared import schema
from napwidgets.shared.keys import ONLOOKER, SEAT, Holder, give, holders, new_token, row_of
from napwidgets.shared.store import Head, Store
from napwidgets.table.seats import PERSON, NotNow

#: So many are listed, those moved last first.
LISTED: Final = 20


class Offer(Struct, frozen=True):
    """A game that is open to everybody, and its seats that nobody has yet."""

    head: Head
    free: tuple[str, ...]


def offers(store: Store) -> list[Offer]:
    """The games that are open to everybody and not over; those with a free seat come first."""
    heads = store.heads(public=True, status="open")[:LISTED]
    everybody = holders(store, *(head.id for head in heads))
    found = [Offer(head, free(head, [who for who in everybody if who.game == head.id])) for head in heads]
    return sorted(found, key=lambda offer: not offer.free)


def free(head: Head, links: Sequence[Holder]) -> tuple[str, ...]:
    """The seats for people that no link of the game is for."""
    taken = {seat for who in links if who.role == SEAT for seat in who.seats}
    return tuple(seat for seat, kind in head.settings["kinds"].items() if kind == PERSON and seat not in taken)


def take(store: Store, game: str, seat: str) -> str:
    """Take a free seat; gives the token of its link. Raises `NotNow` where somebody else was quicker."""
    head = _open(store, game)
    token = new_token()
    with store.writing(game) as connection:
        # Of two who come at once the second waits here for the first.
        connection.execute(select(schema.games.c.id).where(schema.games.c.id == game).with_for_update())
        if seat not in free(head, holders(store, game)):
            raise NotNow("Somebody else has taken that seat; please look at the list again.")
        connection.execute(insert(schema.keys).values(**row_of(token, game, SEAT, (seat,), "")))
    return token


def look_on(store: Store, game: str) -> str:
    """The token of a link for an onlooker."""
    return give(store, _open(store, game).id, ONLOOKER)


def _open(store: Store, game: str) -> Head:
    head = next((head for head in store.heads(id=game, public=True)), None)
    if head is None:
        raise NotNow("That game is not open to everybody.")
    return head
