"""The game that takes the place of one that has ended, for the same people: a rematch, or a campaign's next battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napwidgets import scenarios
from napwidgets.kernel.system import Engine
from napwidgets.shared import keys
from napwidgets.shared.live import begin
from napwidgets.shared.store import Head
from napwidgets.shared.table import SharedTable
from napwidgets.table.seats import NotNow

#: What a game's settings tell where it took the place of others: the first of them, and whose seat each one was.
FIRST, WAS = "first", "was"


def again(table: SharedTable) -> str:
    """A rematch: the same game from its beginning, sides changed. Every link of the old game opens the new one from
    now on; gives the new game's id, which may be another's doing.
    """
    seats, old = table.game.engine.seats, table.live.head
    turned = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
    return _instead(table, table.game.engine, turned, old.title, old.seed)


def onward(table: SharedTable) -> str:
    """The next battle of a campaign, everybody in his own seat; its links and id as with `again`. Raises `NotNow` where
    none follows.
    """
    table.who.demand("rematch")
    engine, old = scenarios.sequel(table.game), table.live.head
    if engine is None:
        raise NotNow("No battle follows.")
    seed = old.seed and f"{old.seed}.{table.game.number}"
    title = old.title.replace(table.game.engine.title, engine.title)
    return _instead(table, engine, {seat: seat for seat in engine.seats}, title, seed)


def first_of(head: Head) -> str:
    """The game for which the links of this one were made."""
    return str(head.settings.get(FIRST, head.id))


def seats_before(head: Head) -> Mapping[str, str]:
    """Of a game that took another's place: seats, and the seat there of whoever holds each."""
    return dict(head.settings.get(WAS, {}))


def _instead(table: SharedTable, engine: Engine, turned: Mapping[str, str], title: str, seed: str | None) -> str:
    there = keys.known(table.store, table.who.hash)
    if there is not None and there.game != table.who.game:
        return there.game  # somebody else has begun it
    old = table.store.head(table.who.game)
    kinds = {turned[seat]: kind for seat, kind in table.course.kinds.items()}
    was = {new: seat for seat, new in turned.items()}
    settings: dict[str, Any] = {**old.settings, FIRST: first_of(old), WAS: was}
    del settings["kinds"]
    head = begin(
        table.store, engine, kinds, title=title, seed=seed, settings=settings, room=old.room, follows=old.id,
        public=old.public,
    )  # fmt: skip
    keys.carry_over(table.store, old.id, head.id, turned)
    return head.id
