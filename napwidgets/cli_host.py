"""`napwidgets host`: one process for a class or a club; `napwidgets room`: a room for a class."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from typing import Annotated

import typer

from napwidgets.cli_shared import Mistake, grid
from napwidgets.doctor import wanting
from napwidgets.scenarios import load

#: Where the password may stand, for a command line is seen by others.
PASSWORD = "NAPWIDGETS_PASSWORD"


def host(
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.")] = 8870,
    public: Annotated[
        bool, typer.Option("--public", help="Let other machines in; it needs a password, or --links-only.")
    ] = False,
    links_only: Annotated[
        bool, typer.Option("--links-only", help="Let nobody in but by the link of a game or a room.")
    ] = False,
    password_file: Annotated[
        Path | None, typer.Option(help=f"A file with the password; or set {PASSWORD}.", dir_okay=False)
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option("--name", help="A name that this host is reached by, as club.example.")
    ] = None,
    pages: Annotated[int, typer.Option(min=1, help="How many pages may be open at once.")] = 200,
) -> None:
    """Serve lobby, tables and lessons to many browsers from one process. Stop it with Ctrl-C.

    Without --public only this machine is served. Shared games are kept in the database that NAPWIDGETS_DATABASE names,
    or in a file of one's own; several hosts may share one PostgreSQL.
    """
    password = _password(password_file)
    if public and not password and not links_only:
        raise Mistake(
            f"A host that others reach wants a password (--password-file FILE, or set {PASSWORD}), or --links-only."
        )
    with wanting("host"):
        from napwidgets.host.serve import serve
    names = [*(name or []), "localhost", "127.0.0.1", "::1"] if name or not public else []
    serve(port, "0.0.0.0" if public else "127.0.0.1", names, password, links_only, pages)


def room(
    scenario: Annotated[list[str], typer.Argument(help="What is played; tables take several scenarios by turns.")],
    title: Annotated[str, typer.Option(help="The name of the class or club.")] = "Class",
    names: Annotated[Path | None, typer.Option(help="A file with the names, one a line.", dir_okay=False)] = None,
    tables: Annotated[int, typer.Option(min=1, help="How many tables, if all come by the code.")] = 4,
    one_each: Annotated[bool, typer.Option("--one-each", help="One person a table, against computers.")] = False,
    seed: Annotated[str | None, typer.Option(help="A declared seed: the same dice at every table.")] = None,
    address: Annotated[str, typer.Option(help="The host's address, for the links.")] = "http://localhost:8870/",
    slips: Annotated[Path | None, typer.Option(help="A CSV file for names and links.", dir_okay=False)] = None,
) -> None:
    """Open a room for a class in the database that the host serves.

    Prints its code, the link of the teacher's desk, that of the page for the board, and a link for each seat. They are
    shown this once.
    """
    people = _names(names)
    with wanting("host"):
        from napwidgets.shared import rooms
        from napwidgets.shared.store import store_at
    persons = 1 if one_each else None
    engines = rooms.laid([load(id) for id in scenario], len(people), persons, tables)
    store = store_at()
    made = rooms.open_room(store, title, engines, people, persons=persons, seed=seed)
    link = address.rstrip("/") + "/"
    print(f"Code: {made.room.code}\nDesk: {link}?room={made.teacher}\nBoard: {link}?room={made.board}")
    who = rooms.visitor(store, made.teacher)
    heads = {head.id: head for head in rooms.tables(store, who)}
    seats = {id: load(head.scenario).seat_name for id, head in heads.items()}
    columns = ["name", "table", "seat", "link"]
    rows = [
        [
            m.name or f"Place {m.number}",
            heads[m.game].title,
            seats[m.game](m.seat),
            f"{link}?key={made.tokens[m.number]}",
        ]
        for m in rooms.members(store, who)
    ]
    if slips is None:
        grid("Slips", columns, rows)
        return
    with slips.open("w", newline="") as file:
        csv.writer(file).writerows([columns, *rows])
    print(f"{len(rows)} slips are in {slips}.")


def _names(file: Path | None) -> list[str]:
    if file is None:
        return []
    return [name for line in _text(file, "The names").splitlines() if (name := line.strip())]


def _password(file: Path | None) -> str:
    if file is None:
        return os.environ.get(PASSWORD, "")
    found = _text(file, "The password").strip()
    if not found:
        raise Mistake(f"{file} holds no password; please write one into it.")
    return found


def _text(file: Path, what: str) -> str:
    try:
        return file.read_text()
    except OSError as trouble:
        raise Mistake(f"{what} can't be read from {file}: {trouble.strerror or trouble}.") from None
    except UnicodeDecodeError:
        raise Mistake(f"{what} can't be read from {file}: it is no text file in UTF-8.") from None
