"""The commands that play many games: `league`, `blunders` and the group `lab`."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from msgspec import structs

from napwidgets.cli_shared import (
    AsJson,
    Chosen,
    Cluster,
    KeepFile,
    TableFile,
    Workers,
    all_played,
    bots_of,
    grid,
    options_of,
    players_exist,
    print_json,
)
from napwidgets.scenarios import load, read_tables
from napwidgets.systems import telling

lab = typer.Typer(no_args_is_help=True, help="Ask what many games between computers say.", rich_markup_mode=None)


def league(
    scenarios: Annotated[list[str], typer.Argument(help="Scenarios, by their ids.")],
    players: Annotated[str, typer.Option(help="KIND,KIND,... ; without them the strongest plays the usual one.")] = "",
    games: Annotated[
        int, typer.Option(min=1, help="Games a scenario and pair of kinds, half of them from each side.")
    ] = 20,
    seed: Annotated[str, typer.Option(help="The games from either side have the seeds SEED/1, SEED/2, ...")] = "1815",
    option: Chosen = None,
    workers: Workers = None,
    cluster: Cluster = None,
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
    wanted = len(contest.matches(scenarios, kinds, games, seed, options_of(option)))
    shown = sys.stderr.isatty()
    found = contest.league(scenarios, kinds, games, seed, options_of(option), workers, shown, keep, cluster)
    all_played(len(found), wanted, keep)
    if as_csv:
        sys.stdout.write(found.to_csv(index=False))
        return
    tables = {"games": found, "summary": summary(found), "ratings": ratings(found)}
    if as_json:
        print_json({name: table.to_dict("records") for name, table in tables.items()})
        return
    rows = [[f"{r['a']} - {r['b']}", _where(r), *_standing(r)] for r in tables["summary"].to_dict("records")]
    grid("Points of the first", ["players", "where", "games", "points", "Elo"], rows, right=(2, 3, 4))
    if len(kinds) > 2:
        rows = [[r["kind"], *_standing(r)] for r in tables["ratings"].to_dict("records")]
        grid("Ratings", ["kind", "games", "points", "Elo"], rows, right=(1, 2, 3))


def blunders(
    scenario: Annotated[str, typer.Argument(help="A scenario, by its id.")],
    games: Annotated[int, typer.Option(min=1)] = 20,
    bots: Annotated[str, typer.Option(help="SIDE=KIND,...; other sides play the usual way.")] = "",
    seed: Annotated[str, typer.Option()] = "1815",
    option: Chosen = None,
    workers: Workers = None,
    cluster: Cluster = None,
    keep: KeepFile = None,
    as_json: AsJson = False,
) -> None:
    """Count what computer players do that a beginner would see and shake his head at."""
    from napwidgets.lab.blunders import blunders as counted

    kinds, chosen = bots_of(bots), options_of(option)
    players_exist(scenario, kinds, chosen, {})
    shown = sys.stderr.isatty()
    found = counted(scenario, games, kinds, seed, chosen, workers, shown, keep, cluster).to_dict("records")
    done = found[0]["of"]
    all_played(done, games, keep)
    if as_json:
        print_json(found)
        return
    rows = [[r["meaning"], r["count"], f"{r['a game']:.2f}", r["example"]] for r in found]
    heads = ["what a beginner would see", "count", "a game", "for example"]
    grid(f"{scenario}, {telling.counted(done, 'game')}", heads, rows, (1, 2))


@lab.command()
def history(
    scenarios: Annotated[list[str] | None, typer.Argument(help="Scenarios, by their ids; without any, all.")] = None,
    games: Annotated[int, typer.Option(min=1)] = 20,
    seed: Annotated[str, typer.Option()] = "1815",
    workers: Workers = None,
    cluster: Cluster = None,
    keep: KeepFile = None,
    as_json: AsJson = False,
) -> None:
    """Hold games between computers against what happened: how often it comes, and how often it should."""
    from napwidgets.lab.history import history as held

    found = held(scenarios or (), games, None, seed, workers, sys.stderr.isatty(), keep, cluster)
    played = found.groupby("scenario")["games"].first()
    all_played(int(played.sum()), games * len(played), keep)
    if as_json:
        print_json(found.to_dict("records"))
        return
    rows = [
        [r["scenario"], r["says"], f"{r['least']} to {r['most']} %", _per_cent(r), r["near"]]
        for r in found.to_dict("records")
    ]
    each = f"{games} games each" if (played == games).all() else "the games that are finished"
    grid(each, ["scenario", "what happened", "should be", "is", "near"], rows)


@lab.command()
def tools(
    scenario: Annotated[str, typer.Argument(help="A scenario, by its id.")],
    games: Annotated[int, typer.Option(min=1)] = 20,
    bots: Annotated[str, typer.Option(help="SIDE=KIND,...; other sides play the usual way.")] = "",
    seed: Annotated[str, typer.Option()] = "1815",
    option: Chosen = None,
    workers: Workers = None,
    cluster: Cluster = None,
    keep: KeepFile = None,
    as_json: AsJson = False,
) -> None:
    """Say which of the moves that the rules offer computer players make, and which lie unused."""
    from napwidgets.lab.tools import tools as counted

    kinds, chosen = bots_of(bots), options_of(option)
    players_exist(scenario, kinds, chosen, {})
    shown = sys.stderr.isatty()
    found = counted(scenario, games, kinds, seed, chosen, workers, shown, keep, cluster).to_dict("records")
    done = found[0]["of"] if found else 0
    all_played(done, games, keep)
    if as_json:
        print_json(found)
        return
    rows = [[r["seat"], r["move"], f"{r['offered']:.1f}", f"{r['made']:.1f}", f"{r['games']} of {done}"] for r in found]
    title = f"{scenario}, {telling.counted(done, 'game')}: in how many decisions of a game a move was allowed, and made"
    grid(title, ["side", "move", "allowed", "made", "in games"], rows, (2, 3, 4))


@lab.command()
def europe(
    scenario: str = "wap/grand-campaign",
    games: Annotated[int, typer.Option(min=1)] = 8,
    seed: Annotated[str, typer.Option()] = "1805",
    option: Chosen = None,
    tables: TableFile = None,
    workers: Workers = None,
    cluster: Cluster = None,
    keep: KeepFile = None,
    as_json: AsJson = False,
) -> None:
    """Say how campaigns of War and Peace go: losses, great battles, changes of side, conquests, ends."""
    from napwidgets.lab import europe as wars

    changed = read_tables(tables) if tables else {}
    shown = sys.stderr.isatty()
    played = wars.europe(scenario, games, None, seed, options_of(option), changed, workers, shown, keep, cluster)
    all_played(len(played), games, keep)
    found = wars.table(played).to_dict("records")
    if as_json:
        print_json(found)
        return
    rows = [[r["what"], f"{r['least']:g} to {r['most']:g}", f"{r['is']:g}"] for r in found]
    grid(f"{scenario}, {telling.counted(len(played), 'game')}", ["a campaign", "should be", "is"], rows, (2,))


@lab.command()
def study(
    scenarios: Annotated[list[str], typer.Argument(help="Scenarios, by their ids.")],
    games: Annotated[int, typer.Option(min=1, help="Games between tempers that are drawn.")] = 1500,
    held: Annotated[int, typer.Option(min=1, help="Games of the best one, and of the usual one, at the end.")] = 200,
    seed: Annotated[str, typer.Option()] = "study",
    workers: Workers = None,
    cluster: Cluster = None,
    keep: KeepFile = None,
) -> None:
    """Look for the weights by which a marshal does best on each side of a field against the usual player. What comes
    out is for a file of napwidgets/players/studied.
    """
    from napwidgets.lab.study import Effort, Student

    for scenario in scenarios:
        found = Student(scenario, Effort(games, held), seed, workers, sys.stderr.isatty(), keep, cluster).study()
        print_json({scenario: {seat: structs.asdict(study) for seat, study in found.items()}})


@lab.command()
def school(
    scenarios: Annotated[list[str], typer.Argument(help="Scenarios of one system, each with how many games: ID=300.")],
    terms: Annotated[int, typer.Option(min=1, help="Terms, one after the other.")] = 4,
    seed: Annotated[str, typer.Option()] = "school",
    workers: Workers = None,
    cluster: Cluster = None,
    keep: KeepFile = None,
) -> None:
    """Look for the weights by which a steady player does best over many fields, each term nearer. A term plays so many
    games of each side of each scenario; a scenario without a number has 100.
    """
    from napwidgets.lab.school import School

    fields = dict(_many(word) for word in scenarios)
    for term in School(fields, seed, workers, sys.stderr.isatty(), keep, cluster).terms(terms):
        print_json(structs.asdict(term))


def _many(word: str) -> tuple[str, int]:
    """A scenario and how many games of it.

    >>> _many("nlc/wavre=300"), _many("nlc/ligny")
    (('nlc/wavre', 300), ('nlc/ligny', 100))
    """
    name, _, games = word.partition("=")
    if games and not games.isdigit():
        raise typer.BadParameter(f"{word!r} should be a scenario and how many games: {name}=300.")
    return name, int(games or 100)


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
