"""`napwidgets maps`: the makers of maps, under one command. Their own words say what they take."""

from __future__ import annotations

from collections.abc import Callable

import typer

from napwidgets.systems.record import named

maps = typer.Typer(
    no_args_is_help=True, help="Make maps and their pictures out of their sources.", rich_markup_mode=None
)

#: Who makes what, and what is said of it. All but the last take arguments, which they understand themselves.
MAKERS = {
    "compile": ("napwidgets.board.compile:main", "A hex map of a battlefield, out of a sketch in degrees."),
    "europe": ("napwidgets.board.europe:main", "The board of Europe, out of public geography."),
    "campaigns": ("napwidgets.board.campaigns:main", "The towns and roads of the campaigns."),
    "theatres": ("napwidgets.board.theatres:main", "The theatres on hexes."),
    "campaign-pictures": ("napwidgets.widgets.network_base:main", "The pictures of the campaigns' maps, or of some."),
    "theatre-pictures": ("napwidgets.widgets.theatre_base:main", "The pictures of the theatres, or of some."),
    "europe-picture": ("napwidgets.widgets.europe_base:write", "The picture of Europe."),
}


def _command(maker: str) -> Callable[[typer.Context], None]:
    def run(context: typer.Context) -> None:
        made = named(maker)
        code = made(context.args) if maker.endswith(":main") else made()
        raise typer.Exit(code or 0)

    return run


for _name, (_maker, _help) in MAKERS.items():
    # A maker answers --help itself.
    _own = _maker.startswith("napwidgets.board.")
    _how = {"allow_extra_args": _maker.endswith(":main"), "ignore_unknown_options": _own}
    maps.command(_name, help=_help, add_help_option=not _own, context_settings=_how)(_command(_maker))
