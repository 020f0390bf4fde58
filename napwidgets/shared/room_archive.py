"""What a teacher takes away from a room: its games, who played them, every move and all that was said."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile

from napwidgets.shared import rooms, talk
from napwidgets.shared.live import Live, live
from napwidgets.shared.rooms import Visitor
from napwidgets.shared.store import Head, Store

if TYPE_CHECKING:
    import pandas as pd

Rows = list[dict[str, Any]]


def archive(store: Store, who: Visitor) -> bytes:
    """A ZIP file: a save of each game, and four tables as CSV."""
    who.demand("take away")
    held = io.BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as zipped:
        for head in rooms.tables(store, who):
            name = f"table-{head.settings.get('table', 0):02d}-{head.scenario.replace('/', '-')}-{head.id}"
            zipped.writestr(f"games/{name}.json", live(store, head.id).save())
        for name, rows in _sheets(store, who).items():
            zipped.writestr(f"{name}.csv", _csv(rows))
    return held.getvalue()


def frame(store: Store, who: Visitor) -> pd.DataFrame:
    """Everything that happened in a room as a data frame, one row an event: the columns of `Game.log`, with the table,
    the scenario and who played.
    """
    import pandas as pd

    who.demand("take away")
    return pd.DataFrame(_moves(store, who))


def _sheets(store: Store, who: Visitor) -> dict[str, Rows]:
    return {"tables": _tables(store, who), "moves": _moves(store, who), "talk": _talk(store, who)}


def _tables(store: Store, who: Visitor) -> Rows:
    found = []
    people = _people(store, who)
    for head in rooms.tables(store, who):
        course = live(store, head.id).catch_up()
        outcome = course.game.outcome
        points = dict(outcome.points) if outcome is not None else {}
        for seat in course.game.engine.seats:
            found.append({
                "table": head.settings.get("table", 0), "scenario": head.scenario, "seat": seat,
                "name": people.get((head.id, seat), ""), "kind": course.kinds[seat], "moves": course.game.number,
                "when": course.game.engine.clock(course.game.state)[1], "status": head.status,
                "outcome": outcome.title if outcome is not None else (course.ended or ("",))[0],
                "points": points.get(seat, ""), "seconds": round(course.used.get(seat, 0.0)),
            })  # fmt: skip
    return found


def _moves(store: Store, who: Visitor) -> Rows:
    people = _people(store, who)
    return [row for head in rooms.tables(store, who) for row in _of(head, live(store, head.id), people)]


def _of(head: Head, one: Live, people: dict[tuple[str, str], str]) -> Rows:
    about = {"table": head.settings.get("table", 0), "scenario": head.scenario}
    game = one.catch_up().game
    seats = {g.number: g.last.seat for g in game.line() if g.number}
    own = {n: {"seat": seat, "name": people.get((head.id, seat), "")} for n, seat in seats.items()}
    none = {"seat": "", "name": ""}
    return [about | own.get(row["move"], none) | row for row in game.entries(everything=True)]


def _talk(store: Store, who: Visitor) -> Rows:
    return [
        {"table": head.settings.get("table", 0), "at": line.at, "seat": line.seat, "name": line.name, "text": line.text}
        for head in rooms.tables(store, who)
        for line in talk.said(store, head.id, 10_000)
    ]


def _people(store: Store, who: Visitor) -> dict[tuple[str, str], str]:
    return {(m.game, m.seat): m.name for m in rooms.members(store, who)}


def _csv(rows: Rows) -> str:
    columns = list(dict.fromkeys(column for row in rows for column in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns)
    writer.writeheader()
    writer.writerows({k: _plain(v) for k, v in row.items()} for row in rows)
    return out.getvalue()


def _plain(value: Any) -> Any:
    """A value that no spreadsheet takes for a formula.

    >>> _plain("=1+1"), _plain(-3), _plain("Ney")
    ("'=1+1", -3, 'Ney')
    """
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
