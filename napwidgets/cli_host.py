"""`napwidgets host`: one process for a class or a club."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from napwidgets.cli_shared import Mistake
from napwidgets.doctor import wanting

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


def _password(file: Path | None) -> str:
    if file is None:
        return os.environ.get(PASSWORD, "")
    try:
        found = file.read_text().strip()
    except (OSError, UnicodeDecodeError) as trouble:
        raise Mistake(f"The password can't be read from {file}: {trouble}.") from None
    if not found:
        raise Mistake(f"{file} holds no password; please write one into it.")
    return found
