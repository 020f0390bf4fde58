"""What the commands share: their options, how they print, and what they refuse."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.scenarios import load

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Chosen = Annotated[list[str] | None, typer.Option("--option", help="An optional rule, NAME or NAME=VALUE.")]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Processes to play on; one for each core unless you say otherwise.")
]
KeepFile = Annotated[
    Path | None, typer.Option("--keep", help="A file that finished games are kept in and taken from.", dir_okay=False)
]
Cluster = Annotated[
    str | None, typer.Option("--cluster", help="A Dask scheduler to play on, tcp://HOST:PORT.", show_default=False)
]
TableFile = Annotated[Path | None, typer.Option("--tables", help="Tables to use in place of shipped ones.")]


class Mistake(NapwidgetsError):
    """A command that can't be carried out as it was given."""


def print_json(value: Any) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def console() -> Console:
    """Where tables go: as wide as the terminal, and wide enough to be cut nowhere when piped."""
    found = Console()
    return found if found.is_terminal else Console(width=160)


def grid(title: str, columns: list[str], rows: list[list[Any]], right: tuple[int, ...] = ()) -> None:
    """Print a table; the columns numbered in ``right`` are set flush right."""
    table = Table(title=title or None, title_justify="left", header_style="bold")
    for i, column in enumerate(columns):
        table.add_column(column, justify="right" if i in right else "left", overflow="fold")
    for row in rows:
        # As it stands: a bracket in a title is no markup.
        table.add_row(*(Text("" if cell is None else str(cell)) for cell in row))
    console().print(table)


def options_of(chosen: list[str] | None) -> dict[str, Any]:
    """Options from the command line.

    >>> options_of(["overruns", "order_force=false"])
    {'overruns': True, 'order_force': False}
    """
    words = {"true": True, "false": False, "yes": True, "no": False, "on": True, "off": False}
    found: dict[str, Any] = {}
    for text in chosen or []:
        name, equals, value = text.partition("=")
        found[name.strip().replace("-", "_")] = words.get(value.strip().lower(), value) if equals else True
    return found


def bots_of(text: str) -> dict[str, str]:
    """The kinds of players by side.

    >>> bots_of("french=steady,allied=random")
    {'french': 'steady', 'allied': 'random'}
    """
    kinds: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        side, equals, kind = part.partition("=")
        if not equals:
            raise Mistake(f"Write the players as SIDE=KIND, not {part!r}: --bots french=steady,allied=random.")
        kinds[side.strip()] = kind.strip()
    return kinds


def all_played(done: int, wanted: int, keep: Path | None) -> None:
    """Say so where games were stopped before all were finished, and how to go on."""
    if done < wanted:
        on = "the same command goes on from here" if keep else "with --keep FILE it could go on from here"
        typer.echo(f"Stopped: {done} of {wanted} games are finished; {on}.", err=True)


def players_exist(scenario: str, kinds: dict[str, str], options: dict[str, Any], changed: dict[str, Any]) -> None:
    """Refuse a wrong scenario, option, table or player before any process is started."""
    from napwidgets.players.registry import make_players

    make_players(load(scenario, options, changed), "1815", kinds)
