"""What somebody at a shared game asks the others for: to take moves back, a draw, to break the game off."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import delete, insert, select, update

from napwidgets.shared import schema
from napwidgets.shared.course import ABANDONED, BACK, DRAWN, END, Course, noted
from napwidgets.shared.keys import Holder, still
from napwidgets.shared.live import Live
from napwidgets.shared.store import Check, now
from napwidgets.table.seats import PERSON, NotNow

#: What can be asked for.
KINDS: Final = (BACK, "draw", "abandon")


class Wish(Struct, frozen=True):
    """What a ``seat`` asks for after entry ``n``, and who has agreed."""

    kind: str
    seat: str
    n: int
    agreed: tuple[str, ...]

    def missing(self, course: Course) -> tuple[str, ...]:
        """The seats that have not agreed yet."""
        return tuple(s for s, kind in course.kinds.items() if kind == PERSON and s not in self.agreed)


def own_move(course: Course, seats: tuple[str, ...]) -> int:
    """The number of moves before the last one of some seats; raises `NotNow` if they have made none."""
    last = next((game for game in course.game.line() if game.number and game.last.seat in seats), None)
    if last is None:
        raise NotNow("You have made no move yet that could be taken back.")
    return last.number - 1


def wishes(live: Live, course: Course) -> list[Wish]:
    """What is asked for now; what was asked for before the last entry counts no more."""
    t = schema.wishes.c
    wanted = select(t.kind, t.seat, t.n, t.agreed).where(t.game == live.head.id, t.n == course.n).order_by(t.kind)
    with live.store.reading() as connection:
        rows = connection.execute(wanted).all()
    return [Wish(kind, seat, n, msgspec.json.decode(agreed, type=tuple[str, ...])) for kind, seat, n, agreed in rows]


def ask(live: Live, who: Holder, course: Course, kind: str) -> None:
    """Ask the others for something. Where nobody else is asked it happens at once."""
    who.demand("ask")
    if course.over or kind not in KINDS:
        raise NotNow("The game has ended; there is nothing to ask for any more.")
    if kind == BACK:
        own_move(course, who.seats)
    wish = Wish(kind, who.seats[0], course.n, who.seats)
    if not wish.missing(course):
        _grant(live, course, wish, still(who))
        return
    t = schema.wishes.c
    with live.store.writing(live.head.id) as connection:
        still(who)(connection)
        connection.execute(delete(schema.wishes).where(t.game == live.head.id, t.kind == kind))
        row = {"game": live.head.id, "kind": kind, "seat": wish.seat, "n": course.n, "agreed": _list(wish.agreed)}
        connection.execute(insert(schema.wishes).values(**row))


def agree(live: Live, who: Holder, course: Course, kind: str, yes: bool) -> None:
    """Answer what is asked for: a no ends it, and when all have agreed it happens."""
    who.demand("ask")
    wish = next((w for w in wishes(live, course) if w.kind == kind), None)
    if wish is None:
        raise NotNow("That is not asked for any more: the game has gone on.")
    t = schema.wishes.c
    row = (t.game == live.head.id) & (t.kind == kind)
    agreed = (*wish.agreed, *(s for s in who.seats if s not in wish.agreed))
    after = Wish(kind, wish.seat, wish.n, agreed)
    with live.store.writing(live.head.id) as connection:
        still(who)(connection)
        if yes and after.missing(course):
            connection.execute(update(schema.wishes).where(row).values(agreed=_list(agreed)))
        else:
            connection.execute(delete(schema.wishes).where(row))
    if yes and not after.missing(course):
        _grant(live, course, wish, still(who))


def _grant(live: Live, course: Course, wish: Wish, check: Check) -> None:
    if wish.kind == BACK:
        back = own_move(course, (wish.seat,))
        live.add(course, noted(course, BACK, wish.seat, str(back), now()), check=check)
    else:
        live.add(course, noted(course, END, wish.seat, DRAWN if wish.kind == "draw" else ABANDONED, now()), check=check)


def _list(seats: tuple[str, ...]) -> str:
    return msgspec.json.encode(list(seats)).decode()
