"""What a teacher takes away from a room: its games, who played them and what came of it, all moves, talk, answers."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.shared import drawers, rooms, talk
from napwidgets.shared.live import Live, live
from napwidgets.shared.rooms import Visitor
from napwidgets.shared.store import Head, Store
from napwidgets.shared.succession import seats_before
from napwidgets.table.presenter import presenter_for

if TYPE_CHECKING:
    import pandas as pd

Rows = list[dict[str, Any]]
#: The columns of what may be empty: nobody has to move, to talk, or to answer anything.
_MOVES: Final = ("table", "scenario", "seat", "name", "move", "turn", "hour", "kind", "text", "cites")
_TALK: Final = ("table", "at", "seat", "name", "text")
_ANSWERS: Final = ("table", "name", "lesson", "task", "tries", "answer", "right")


class NoSheet(NapwidgetsError):
    """A room has no such table of data."""


def archive(store: Store, who: Visitor) -> bytes:
    """A ZIP file: a save of each game, and the `SHEETS` as CSV."""
    who.demand("take away")
    held = io.BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as zipped:
        for head in rooms.tables(store, who):
            name = f"table-{head.settings.get('table', 0):02d}-{head.scenario.replace('/', '-')}-{head.id}"
            zipped.writestr(f"games/{name}.json", live(store, head.id).save())
        for name, rows in SHEETS.items():
            zipped.writestr(f"{name}.csv", _csv(rows(store, who), EMPTY.get(name, ())))
    return held.getvalue()


def frame(store: Store, who: Visitor, sheet: str = "moves") -> pd.DataFrame:
    """One of the `SHEETS` of a room as a data frame. ``moves`` has a row an event: the columns of `Game.log`, with the
    table, the scenario and who played.
    """
    import pandas as pd

    who.demand("take away")
    if sheet not in SHEETS:
        raise NoSheet(f"A room has no data named {sheet}; it has {', '.join(SHEETS)}.")
    rows = SHEETS[sheet](store, who)
    return pd.DataFrame(rows) if rows else pd.DataFrame(columns=list(EMPTY.get(sheet, ())))


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
                "points": points.get(seat), "seconds": round(course.used.get(seat, 0.0)),
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
        dict(zip(_TALK, (head.settings.get("table", 0), line.at, line.seat, line.name, line.text), strict=True))
        for head in rooms.tables(store, who)
        for line in talk.said(store, head.id, 10_000)
    ]


def _debriefs(store: Store, who: Visitor) -> Rows:
    """The course of each game, turn by turn: what happened, what it cost, what history tells."""
    found = []
    for head in rooms.tables(store, who):
        game = live(store, head.id).catch_up().game
        for chapter in presenter_for(game).debrief(game).chapters:
            found.append({
                "table": head.settings.get("table", 0), "scenario": head.scenario, "turn": chapter.turn,
                "when": chapter.label, "happened": " ".join(chapter.happened), "history": " ".join(chapter.history),
                **{f"lost by {name}": n for name, n in chapter.losses},
            })  # fmt: skip
    return found


def answers(store: Store, who: Visitor) -> Rows:
    """What those in a room have answered in the lessons, a row a task: tries, the last answer, whether it was right."""
    people = rooms.members(store, who)
    kept = drawers.kept(store, [m.browser for m in people if m.browser])
    numbers = {head.id: head.settings.get("table", 0) for head in rooms.tables(store, who)}
    return [
        dict(zip(_ANSWERS, (
            numbers.get(member.game, 0), member.name, lesson, task,
            mark.get("tries", 0), mark.get("given", ""), mark.get("done", False),
        ), strict=True))
        for member in people
        for (browser, lesson), content in kept.items()
        if browser == member.browser
        for task, mark in msgspec.json.decode(content).get("marks", {}).items()
    ]  # fmt: skip


def _people(store: Store, who: Visitor) -> dict[tuple[str, str], str]:
    """Who plays, and who played in a game before, which seat of which game."""
    found = {(m.game, m.seat): m.name for m in rooms.members(store, who)}
    for head in reversed(rooms.tables(store, who)):
        for new, old in seats_before(head).items():
            if head.follows and (head.id, new) in found:
                found[head.follows, old] = found[head.id, new]
    return found


#: What there is to take away, by name.
SHEETS: dict[str, Callable[[Store, Visitor], Rows]] = {
    "tables": _tables,
    "debriefs": _debriefs,
    "moves": _moves,
    "talk": _talk,
    "answers": answers,
}
#: What stands over those of them that may have no row.
EMPTY: Final[dict[str, tuple[str, ...]]] = {"moves": _MOVES, "talk": _TALK, "answers": _ANSWERS}


def _csv(rows: Rows, columns: Sequence[str] = ()) -> str:
    columns = list(dict.fromkeys(column for row in rows for column in row)) or list(columns)
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
