"""The ``napwidgets`` command.

Whatever is printed can be had as JSON with ``--json``; those forms are stable. A mistake is answered with one
sentence on stderr: exit code 1 for something wrong in a file or a game, 2 for a command that can't be
understood.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import napwidgets
from napwidgets import cli_host, cli_lab, cli_maps
from napwidgets.cli_shared import (
    AsJson,
    Chosen,
    Cluster,
    KeepFile,
    Mistake,
    TableFile,
    Workers,
    all_played,
    bots_of,
    grid,
    options_of,
    players_exist,
    print_json,
)
from napwidgets.doctor import examine, missing, wanting
from napwidgets.kernel import saves
from napwidgets.kernel.odds import percent
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.scenarios import check_file, find, load_game, read_bytes, read_tables, tables_of, unreadable
from napwidgets.systems import telling

if TYPE_CHECKING:
    from napwidgets.bench import Figure

_HELP = """
Battles and campaigns of Napoleon's wars: play them, teach with them, ask what many games say.

Whatever is printed can be had as JSON with --json; those forms are stable. A mistake is answered with one sentence on
stderr: exit code 1 for something wrong in a file or a game, 2 for a command that can't be understood.
"""
app = typer.Typer(no_args_is_help=True, add_completion=False, help=_HELP, rich_markup_mode=None)
app.add_typer(cli_lab.lab, name="lab")
app.add_typer(cli_maps.maps, name="maps")

#: Base of all mistakes in a command line. Newer versions of typer carry their own copy of click, older ones
#: use the library, so it is looked up by way of a name that both have.
_Usage: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


def _version(show: bool) -> None:
    if show:
        typer.echo(f"napwidgets {napwidgets.__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Napoleonic campaigns as interactive Jupyter widgets."""


@app.command()
def play(
    scenario: Annotated[str | None, typer.Argument(help="A scenario's id; without one the lobby opens.")] = None,
    port: Annotated[int, typer.Option(help="The port of the local server; 0 takes a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
) -> None:
    """Open the lobby, or a scenario's table, in the browser. Stop it with Ctrl-C."""
    if scenario is not None:
        file = find(scenario)
        scenario = f"{file.parent.name}/{file.stem}"
    with wanting("serve"):
        from napwidgets.widgets.serve import serve

    serve(scenario, port, browser)


@app.command()
def learn(
    lesson: Annotated[str | None, typer.Argument(help="A lesson's name; without one the list of them opens.")] = None,
    port: Annotated[int, typer.Option(help="The port of the local server; 0 takes a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
) -> None:
    """Open the lessons, or one of them, in the browser. Stop it with Ctrl-C."""
    with wanting("serve"):
        from napwidgets.lessons.learn import learn as opened

    opened(lesson, port, browser)


app.command()(cli_host.host)
app.command()(cli_host.room)


@app.command()
def scenarios(as_json: AsJson = False) -> None:
    """List the scenarios; those of one's own that can't be read are named on stderr."""
    found = napwidgets.list_scenarios()
    for sentence in unreadable():
        typer.echo(sentence, err=True)
    if as_json:
        print_json(found)
        return
    rows = [
        [
            s.id,
            s.title,
            s.system,
            ", ".join(s.sides.values()),
            s.turns,
            s.units,
            s.map_size,
            s.difficulty,
            s.minutes,
        ]
        for s in found
    ]
    columns = ["id", "title", "system", "sides", "turns", "units", "map", "difficulty", "minutes"]
    grid("", columns, rows, right=(4, 5, 8))


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Scenarios, maps, tables and saves.")],
    as_json: AsJson = False,
) -> None:
    """Say what is wrong in files, as file:line: what is wrong; exit code 1 if anything is."""
    problems = [problem for file in files for problem in check_file(file)]
    if as_json:
        print_json(problems)
    elif not problems:
        typer.echo(f"{len(files)} {'file is' if len(files) == 1 else 'files are'} sound.")
    else:
        for problem in problems:
            typer.echo(str(problem))
    if problems:
        raise typer.Exit(1)


@app.command()
def tables(
    system: Annotated[str, typer.Argument(help="A system's id, or the word export.")],
    table: Annotated[str | None, typer.Argument(help="A table's id; after export: a system's id.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show a system's tables with the provenance of every figure; `tables export SYSTEM` prints them for
    editing.
    """
    if system == "export":
        if table is None:
            raise Mistake("Name the system whose tables to export: napwidgets tables export nlc.")
        print_json({"system": table, "tables": tables_of(table)})
        return
    found = tables_of(system)
    if table is None:
        _list_tables(found, as_json)
        return
    if table not in found:
        raise Mistake(f"{system} has no table {table!r}; it has {', '.join(found)}.")
    if as_json:
        print_json(found[table])
    else:
        _show_table(found[table])


def _list_tables(found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(list(found.values()))
        return
    rows = [[name, t.title, t.cite, t.provenance.kind, t.provenance.note] for name, t in found.items()]
    grid("", ["id", "title", "paragraph", "provenance", "note"], rows)


def _show_table(table: Any) -> None:
    rows = [[name, *("-" if cell is None else cell for cell in cells)] for name, cells in table.rows.items()]
    grid(f"{table.title} ({table.cite})", ["", *table.columns], rows, tuple(range(1, len(table.columns) + 1)))
    typer.echo(f"Provenance: {table.provenance.kind}: {table.provenance.note}")
    for place, origin in table.cells.items():
        typer.echo(f"  {place}: {origin.kind}: {origin.note}")
    if table.note:
        typer.echo(table.note)


@app.command()
def selfplay(
    scenario: str,
    seed: Annotated[str, typer.Option(help="The first game's seed; game N of several has SEED/N.")] = "1815",
    games: Annotated[int, typer.Option(min=1)] = 1,
    bots: Annotated[str, typer.Option(help="SIDE=KIND,... ; sides not named play at random.")] = "",
    option: Chosen = None,
    tables: TableFile = None,
    workers: Workers = None,
    cluster: Cluster = None,
    keep: KeepFile = None,
    as_json: AsJson = False,
) -> None:
    """Let computer players play: winner, verdict, turns, decisions, seconds and the hash of the final
    position.
    """
    from napwidgets.lab.playouts import run
    from napwidgets.lab.runner import gather, jobs_for

    kinds = bots_of(bots)
    changed = read_tables(tables) if tables else {}
    players_exist(scenario, kinds, options_of(option), changed)
    jobs = jobs_for(scenario, games, kinds, seed, options_of(option), changed)
    done = gather(run, jobs, scenario, workers, sys.stderr.isatty(), keep, cluster)
    all_played(len(done), games, keep)
    if as_json:
        print_json(done)
        return
    columns = ["seed", "winner", "verdict", "turns", "decisions", "seconds", "sha256 of the final state"]
    rows = [[r.seed, r.winner or "draw", r.verdict, r.turns, r.decisions, f"{r.seconds:.2f}", r.hash] for r in done]
    grid(scenario, columns, rows, right=(3, 4, 5))


app.command()(cli_lab.league)
app.command()(cli_lab.blunders)


@app.command()
def odds(file: Path, as_json: AsJson = False) -> None:
    """The exact odds of a battle described in a JSON file, of any system."""
    from napwidgets.systems.inquiry import describe

    answer = describe(read_bytes(file), str(file))
    if as_json:
        print_json(answer)
        return
    for title, columns, rows, right in answer.sheets():
        grid(title, columns, rows, right)
    for line in answer.lines():
        typer.echo(line)


@app.command()
def replay(
    save: Path,
    verify: Annotated[bool, typer.Option("--verify", help="Only say whether the save is sound.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play a saved game again and tell what happened; --verify only checks it."""
    game = load_game(read_bytes(save))
    turn, hour = game.engine.clock(game.state)
    outcome = game.outcome
    facts = {
        "scenario": game.engine.scenario_id,
        "moves": game.number,
        "turn": turn,
        "hour": hour,
        "winner": outcome.winner if outcome else None,
        "verdict": outcome.title if outcome else None,
        "hash": saves.state_hash(game),
        "verified": True,
    }
    log = [] if verify else game.entries(everything=True)
    if as_json:
        print_json(facts if verify else {**facts, "log": log})
        return
    for row in log:
        cites = f" ({row['cites']})" if row["cites"] else ""
        typer.echo(f"{row['move']:>5}  {row['hour']:>6}  {row['text']}{cites}")
    ended = f"ended: {outcome.title}" if outcome else "goes on"
    moves = telling.counted(game.number, "move")
    typer.echo(f"Verified: {moves} of {facts['scenario']}, {hour}; the game {ended}. {facts['hash']}")


@app.command()
def bench(
    as_json: AsJson = False,
    playouts: Annotated[int, typer.Option(min=0, help="Random games to look for a dead end in.")] = 20,
    runs: Annotated[int, typer.Option(min=1, help="Runs of which the median counts.")] = 5,
    scenario: str = "nlc/quatre-bras",
    page: Annotated[bool, typer.Option("--page", help="Measure pages in a real browser instead.")] = False,
    people: Annotated[bool, typer.Option("--people", help="Measure sixty people at one host instead.")] = False,
    trials: Annotated[
        bool, typer.Option("--trials", help="Race for moves, kill hosts, wear one out instead; a quarter of an hour.")
    ] = False,
) -> None:
    """Measure what decisions, moves, replays and exact odds take, and what the time goes to."""
    which = "people_trials" if trials else "people_bench" if people else "page_bench" if page else ""
    if which:
        _bench_pages(as_json, which)
        return
    from napwidgets.bench import measure

    report = measure(scenario, runs, playouts)
    if as_json:
        print_json(report)
        return
    _figures(report.scenario, report.figures)
    parts = [[p.name, percent(p.share)] for p in report.parts]
    grid("What a random game's time goes to", ["part", "share"], parts, right=(1,))


def _bench_pages(as_json: bool, which: str) -> None:
    with wanting("serve" if which == "page_bench" else "host"):
        bench = import_module(f"napwidgets.{which}")
    busy = os.getloadavg()[0]
    found = bench.measure(lambda what: typer.echo(f"Measuring {what}", err=True))
    if as_json:
        print_json({"load": busy, "figures": found})
    else:
        _figures(f"At a load of {busy:.1f}", found)


def _figures(title: str, figures: Sequence[Figure]) -> None:
    rows = [[f.name, f"{f.value:,.4g}", f.unit, _bound(f.limit), f.note] for f in figures]
    grid(title, ["figure", "median", "unit", "at most", "note"], rows, right=(1, 3))


def _bound(limit: float | None) -> str:
    return "" if limit is None else f"{limit:,g}"


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Say what of napwidgets is there, what is missing, and how to get it; exit code 1 if something is broken."""
    report = examine()
    if as_json:
        print_json(report)
    else:
        grid("", ["part", "", "what is there", "what to do"], [[f.part, f.state, f.what, f.remedy] for f in report])
    if any(finding.state == "broken" for finding in report):
        raise typer.Exit(1)


def main() -> None:
    """Run the command; every error that a user can mend ends as one sentence on stderr."""
    try:
        code = app(standalone_mode=False)
    except typer.Abort:
        code = 130
    except _Usage as error:
        code = _fail(f"{_sentence(error.format_message())} `napwidgets --help` shows what there is.", 2)
    except NapwidgetsError as error:
        code = _fail(str(error), 1)
    except BrokenPipeError:
        code = 0
    except ModuleNotFoundError as error:
        code = _fail(missing(error), 1)
    except OSError as error:
        code = _fail(f"{error.filename or 'The system'}: {error.strerror or error}.", 1)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(sentence: str, code: int) -> int:
    sys.stderr.write(f"{_sentence(sentence)}\n")
    return code


def _sentence(text: str) -> str:
    whole = text.strip()
    return whole if whole.endswith((".", "?", "!")) else f"{whole}."
