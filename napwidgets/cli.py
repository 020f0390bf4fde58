"""The ``napwidgets`` command.

Whatever is printed can be had as JSON with ``--json``; those forms are stable. A mistake is answered with one
sentence on stderr: exit code 1 for something wrong in a file or a game, 2 for a command that can't be
understood.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table

import napwidgets
from napwidgets.kernel import saves
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.scenarios import check_file, find, load, load_game, read_bytes, read_tables, tables_of, unreadable

app = typer.Typer(no_args_is_help=True, add_completion=False, help=__doc__, rich_markup_mode=None)
lab = typer.Typer(no_args_is_help=True, help="Ask what many games between computers say.", rich_markup_mode=None)
app.add_typer(lab, name="lab")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Chosen = Annotated[list[str] | None, typer.Option("--option", help="An optional rule, NAME or NAME=VALUE.")]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Processes to play on; one for each core unless you say otherwise.")
]
KeepFile = Annotated[
    Path | None, typer.Option("--keep", help="A file that finished games are kept in and taken from.", dir_okay=False)
]
TableFile = Annotated[Path | None, typer.Option("--tables", help="Tables to use in place of shipped ones.")]


#: Base of all mistakes in a command line. Newer versions of typer carry their own copy of click, older ones
#: use the library, so it is looked up by way of a name that both have.
_Usage: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


class Mistake(NapwidgetsError):
    """A command that can't be carried out as it was given."""


def _print_json(value: Any) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def _console() -> Console:
    """Where tables go: as wide as the terminal, and wide enough to be cut nowhere when piped."""
    console = Console()
    return console if console.is_terminal else Console(width=160)


def _grid(title: str, columns: list[str], rows: list[list[Any]], right: tuple[int, ...] = ()) -> None:
    """Print a table; the columns numbered in ``right`` are set flush right."""
    grid = Table(title=title or None, title_justify="left", header_style="bold")
    for i, column in enumerate(columns):
        grid.add_column(column, justify="right" if i in right else "left", overflow="fold")
    for row in rows:
        grid.add_row(*("" if cell is None else str(cell) for cell in row))
    _console().print(grid)


def _options(chosen: list[str] | None) -> dict[str, Any]:
    """Options from the command line.

    >>> _options(["overruns", "order_force=false"])
    {'overruns': True, 'order_force': False}
    """
    words = {"true": True, "false": False, "yes": True, "no": False, "on": True, "off": False}
    found: dict[str, Any] = {}
    for text in chosen or []:
        name, equals, value = text.partition("=")
        found[name.strip().replace("-", "_")] = words.get(value.strip().lower(), value) if equals else True
    return found


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
    from napwidgets.widgets.serve import serve

    serve(scenario, port, browser)


@app.command()
def learn(
    lesson: Annotated[str | None, typer.Argument(help="A lesson's name; without one the list of them opens.")] = None,
    port: Annotated[int, typer.Option(help="The port of the local server; 0 takes a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
) -> None:
    """Open the lessons, or one of them, in the browser. Stop it with Ctrl-C."""
    from napwidgets.lessons.learn import learn as opened

    opened(lesson, port, browser)


@app.command()
def scenarios(as_json: AsJson = False) -> None:
    """List the scenarios; those of one's own that can't be read are named on stderr."""
    found = napwidgets.list_scenarios()
    for sentence in unreadable():
        typer.echo(sentence, err=True)
    if as_json:
        _print_json(found)
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
    _grid("", columns, rows, right=(4, 5, 8))


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Scenarios, maps, tables and saves.")],
    as_json: AsJson = False,
) -> None:
    """Say what is wrong in files, as ``file:line: what is wrong``; exit code 1 if anything is."""
    problems = [problem for file in files for problem in check_file(file)]
    if as_json:
        _print_json(problems)
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
    """Show a system's tables with the provenance of every figure; ``tables export SYSTEM`` prints them for
    editing.
    """
    if system == "export":
        if table is None:
            raise Mistake("Name the system whose tables to export: napwidgets tables export nlc.")
        _print_json({"system": table, "tables": tables_of(table)})
        return
    found = tables_of(system)
    if table is None:
        _list_tables(found, as_json)
        return
    if table not in found:
        raise Mistake(f"{system} has no table {table!r}; it has {', '.join(found)}.")
    if as_json:
        _print_json(found[table])
    else:
        _show_table(found[table])


def _list_tables(found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        _print_json(list(found.values()))
        return
    rows = [[name, t.title, t.cite, t.provenance.kind, t.provenance.note] for name, t in found.items()]
    _grid("", ["id", "title", "paragraph", "provenance", "note"], rows)


def _show_table(table: Any) -> None:
    rows = [[name, *("-" if cell is None else cell for cell in cells)] for name, cells in table.rows.items()]
    _grid(f"{table.title} ({table.cite})", ["", *table.columns], rows, tuple(range(1, len(table.columns) + 1)))
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
    keep: KeepFile = None,
    as_json: AsJson = False,
) -> None:
    """Let computer players play: winner, verdict, turns, decisions, seconds and the hash of the final
    position.
    """
    from napwidgets.lab.playouts import run
    from napwidgets.lab.runner import gather, jobs_for

    kinds = _bots(bots)
    changed = read_tables(tables) if tables else {}
    _players_exist(scenario, kinds, _options(option), changed)
    jobs = jobs_for(scenario, games, kinds, seed, _options(option), changed)
    done = gather(run, jobs, workers=workers, keep=keep)
    if as_json:
        _print_json(done)
        return
    columns = ["seed", "winner", "verdict", "turns", "decisions", "seconds", "sha256 of the final state"]
    rows = [[r.seed, r.winner or "draw", r.verdict, r.turns, r.decisions, f"{r.seconds:.2f}", r.hash] for r in done]
    _grid(scenario, columns, rows, right=(3, 4, 5))


@app.command()
def league(
    scenarios: Annotated[list[str], typer.Argument(help="Scenarios, by their ids.")],
    players: Annotated[
        str, typer.Option(help="KIND,KIND,... ; without them the strongest plays the usual one.")
    ] = "",
    games: Annotated[
        int, typer.Option(min=1, help="Games a scenario and pair of kinds, half of them from each side.")
    ] = 20,
    seed: Annotated[str, typer.Option(help="The games from either side have the seeds SEED/1, SEED/2, ...")] = "1815",
    option: Chosen = None,
    workers: Workers = None,
    cluster: Annotated[str | None, typer.Option(help="A Dask scheduler to play on, tcp://HOST:PORT.")] = None,
    keep: KeepFile = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the games as CSV, one a line.")] = False,
) -> None:
    """Let kinds of computer players meet on scenarios, each from both sides with the same seeds: points with their 95 %
    interval, Elo differences (in JSON null where they have no end), ratings. Ctrl-C shows what is finished; with --keep
    the same command goes on from there.
    """
    from napwidgets.lab import league as contest
    from napwidgets.lab.standings import ratings, summary

    kinds = [kind.strip() for kind in players.split(",") if kind.strip()] or _champions(scenarios[0])
    wanted = len(contest.matches(scenarios, kinds, games, seed, _options(option)))
    shown = sys.stderr.isatty()
    found = contest.league(scenarios, kinds, games, seed, _options(option), workers, shown, keep, cluster)
    if len(found) < wanted:
        on = "the same command goes on from here" if keep else "with --keep FILE it could go on from here"
        typer.echo(f"Stopped: {len(found)} of {wanted} games are finished; {on}.", err=True)
    if as_csv:
        sys.stdout.write(found.to_csv(index=False))
        return
    tables = {"games": found, "summary": summary(found), "ratings": ratings(found)}
    if as_json:
        _print_json({name: table.to_dict("records") for name, table in tables.items()})
        return
    rows = [
        [f"{r['a']} - {r['b']}", _where(r), *_standing(r)]
        for r in tables["summary"].to_dict("records")
    ]
    _grid("Points of the first", ["players", "where", "games", "points", "Elo"], rows, right=(2, 3, 4))
    if len(kinds) > 2:
        rows = [[r["kind"], *_standing(r)] for r in tables["ratings"].to_dict("records")]
        _grid("Ratings", ["kind", "games", "points", "Elo"], rows, right=(1, 2, 3))


@app.command()
def blunders(
    scenario: Annotated[str, typer.Argument(help="A scenario, by its id.")],
    games: Annotated[int, typer.Option(min=1)] = 20,
    bots: Annotated[str, typer.Option(help="SIDE=KIND,...; other sides play the usual way.")] = "",
    seed: Annotated[str, typer.Option()] = "1815",
    option: Chosen = None,
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Count what computer players do that a beginner would see and shake his head at."""
    from napwidgets.lab.blunders import blunders as counted

    kinds, chosen = _bots(bots), _options(option)
    _players_exist(scenario, kinds, chosen, {})
    found = counted(scenario, games, kinds, seed, chosen, workers, sys.stderr.isatty())
    if as_json:
        _print_json(found.to_dict("records"))
        return
    rows = [[r["meaning"], r["count"], f"{r['a game']:.2f}", r["example"]] for r in found.to_dict("records")]
    _grid(f"{scenario}, {games} games", ["what a beginner would see", "count", "a game", "for example"], rows, (1, 2))


@lab.command()
def history(
    scenarios: Annotated[list[str] | None, typer.Argument(help="Scenarios, by their ids; without any, all.")] = None,
    games: Annotated[int, typer.Option(min=1)] = 20,
    seed: Annotated[str, typer.Option()] = "1815",
    workers: Workers = None,
    keep: KeepFile = None,
    as_json: AsJson = False,
) -> None:
    """Hold games between computers against what happened: how often it comes, and how often it should."""
    from napwidgets.lab.history import history as held

    found = held(scenarios or (), games, None, seed, workers, sys.stderr.isatty(), keep)
    if as_json:
        _print_json(found.to_dict("records"))
        return
    rows = [
        [r["scenario"], r["says"], f"{r['least']} to {r['most']} %", _per_cent(r), r["near"]]
        for r in found.to_dict("records")
    ]
    _grid(f"{games} games each", ["scenario", "what happened", "should be", "is", "near"], rows)


@lab.command()
def europe(
    scenario: str = "wap/grand-campaign",
    games: Annotated[int, typer.Option(min=1)] = 8,
    seed: Annotated[str, typer.Option()] = "1805",
    option: Chosen = None,
    tables: TableFile = None,
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Say how campaigns of War and Peace go: losses, great battles, changes of side, conquests, ends."""
    from napwidgets.lab import europe as wars

    changed = read_tables(tables) if tables else {}
    found = wars.table(wars.europe(scenario, games, None, seed, _options(option), changed, workers)).to_dict("records")
    if as_json:
        _print_json(found)
        return
    rows = [[r["what"], f"{r['least']:g} to {r['most']:g}", f"{r['is']:g}"] for r in found]
    _grid(f"{scenario}, {games} games", ["a campaign", "should be", "is"], rows, (2,))


def _per_cent(row: Any) -> str:
    """A share with its interval.

    >>> _per_cent({"share": 50.0, "low": 26.6, "high": 73.4})
    '50 % (27 to 73)'
    """
    return f"{row['share']:.0f} % ({row['low']:.0f} to {row['high']:.0f})"


def _champions(scenario: str) -> list[str]:
    """The strongest kind of a scenario's system, and the one that usually plays it."""
    from napwidgets.players.registry import kinds, usual

    system = load(scenario).system
    known = kinds(system)
    return list(dict.fromkeys([known[0], usual(system), known[-1]]))[:2]


def _where(row: Any) -> str:
    """Which games a row is about, as in ``nlc/ligny, french``."""
    return ", ".join(filter(None, (row["scenario"] or row["system"] or "all", row["side"])))


def _standing(row: Any) -> list[str]:
    """Games, points and Elo of a row, with their intervals where they have one.

    >>> _standing({"games": 4, "points": 75, "elo": 190.8, "elo_low": -20.4, "elo_high": float("inf")})
    ['4', '75 %', '+191 (-20 to ∞)']
    """
    low, high = (row.get(name) for name in ("low", "high"))
    points = f"{row['points']:.3g} %" + (f" ({low:.0f} to {high:.0f})" if low is not None else "")
    rating, least, most = (f"{row[name]:+.0f}".replace("+inf", "∞").replace("inf", "∞") for name in _ELO)
    return [str(row["games"]), points, f"{rating} ({least} to {most})"]


_ELO = ("elo", "elo_low", "elo_high")


def _bots(text: str) -> dict[str, str]:
    """The kinds of players by side.

    >>> _bots("french=steady,allied=random")
    {'french': 'steady', 'allied': 'random'}
    """
    kinds: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        side, equals, kind = part.partition("=")
        if not equals:
            raise Mistake(f"Write the players as SIDE=KIND, not {part!r}: --bots french=steady,allied=random.")
        kinds[side.strip()] = kind.strip()
    return kinds


def _players_exist(scenario: str, kinds: dict[str, str], options: dict[str, Any], changed: dict[str, Any]) -> None:
    """Refuse a wrong scenario, option, table or player before any process is started."""
    from napwidgets.players.registry import make_players

    make_players(load(scenario, options, changed), "1815", kinds)


@app.command()
def odds(file: Path, as_json: AsJson = False) -> None:
    """The exact odds of a battle described in a JSON file, of any system."""
    from napwidgets.systems.inquiry import describe

    answer = describe(read_bytes(file), str(file))
    if as_json:
        _print_json(answer)
        return
    for title, columns, rows, right in answer.sheets():
        _grid(title, columns, rows, right)
    for line in answer.lines():
        typer.echo(line)


@app.command()
def replay(
    save: Path,
    verify: Annotated[bool, typer.Option("--verify", help="Only say whether the save is sound.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play a saved game again and tell what happened; ``--verify`` only checks it."""
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
    log = [] if verify else msgspec.to_builtins(game.log(everything=True).to_dict("records"))
    if as_json:
        _print_json(facts if verify else {**facts, "log": log})
        return
    for row in log:
        cites = f" ({row['cites']})" if row["cites"] else ""
        typer.echo(f"{row['move']:>5}  {row['hour']:>6}  {row['text']}{cites}")
    ended = f"ended: {outcome.title}" if outcome else "goes on"
    typer.echo(f"Verified: {game.number} moves of {facts['scenario']}, {hour}; the game {ended}. {facts['hash']}")


@app.command()
def bench(
    as_json: AsJson = False,
    playouts: Annotated[int, typer.Option(min=0, help="Random games to look for a dead end in.")] = 20,
    runs: Annotated[int, typer.Option(min=1, help="Runs of which the median counts.")] = 5,
    scenario: str = "nlc/quatre-bras",
) -> None:
    """Measure what decisions, moves, replays and exact odds take, and what the time goes to."""
    from napwidgets.bench import measure

    report = measure(scenario, runs, playouts)
    if as_json:
        _print_json(report)
        return
    rows = [[f.name, f"{f.value:,.4g}", f.unit, _bound(f.limit), f.note] for f in report.figures]
    _grid(report.scenario, ["figure", "median", "unit", "at most", "note"], rows, right=(1, 3))
    parts = [[p.name, f"{p.share:.0%}"] for p in report.parts]
    _grid("What a random game's time goes to", ["part", "share"], parts, right=(1,))


def _bound(limit: float | None) -> str:
    return "" if limit is None else f"{limit:,g}"


def main() -> None:
    """Run the command; every error that a user can mend ends as one sentence on stderr."""
    try:
        code = app(standalone_mode=False)
    except typer.Abort:
        code = 130
    except _Usage as error:
        code = _fail(f"{error.format_message().rstrip('.')}. `napwidgets --help` shows what there is.", 2)
    except NapwidgetsError as error:
        code = _fail(str(error), 1)
    except BrokenPipeError:
        code = 0
    except OSError as error:
        code = _fail(f"{error.filename or 'The system'}: {error.strerror or error}.", 1)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(sentence: str, code: int) -> int:
    whole = sentence.strip()
    sys.stderr.write(whole + ("" if whole.endswith((".", "?", "!")) else ".") + "\n")
    return code
