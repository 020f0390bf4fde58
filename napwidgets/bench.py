"""What the engine takes: medians of several runs for every figure that we hold ourselves to.

Times are processor time, so that a busy machine does not spoil them. Nothing here is a timed test: a figure
above its limit is shown, not failed. Each run plays another game, so that a lucky position decides nothing;
within a run a figure is the mean over all decisions of the game.
"""

from __future__ import annotations

import cProfile
import gc
import pstats
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from time import thread_time as clock
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel import saves
from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Engine, Move, State
from napwidgets.lab.playouts import Stalled, play_out, run
from napwidgets.lab.runner import jobs_for
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load

MICRO, MILLI = 1e6, 1e3
REPLAYED = 500
#: What a figure may be at most, by system; a figure without a limit is only shown.
LIMITS: dict[str, dict[str, float]] = {
    "nlc": {"decision": 200, "options": 100, "move": 150, "replay": 150, "save": 400, "odds": 5},
    "wap": {"decision": 1000, "save": 400, "odds": 20, "alliance": 20, "lloyds": 20, "campaign": 60},
    "jdg": {"decision": 400, "save": 400, "odds": 50, "campaign": 20},
    "con": {"save": 400, "campaign": 10},
}
#: Systems that are built on another's ground or beside it: a scenario of that one, of the like size, and how many times
#: its decision theirs may take.
PEERS = {"mop": ("nlc/la-belle-alliance", 1.3), "con": ("jdg/germany-1813-4", 1.0)}
#: Systems whose units stand in the scenario one by one, so that they can be doubled, and how many times a decision may
#: take then: as many units again, which wait off the map all the time, may do nothing.
CROWDS, CROWDED = ("nlc", "mop", "con"), 1.25
#: What subjects a person picks on the board, by the head of their ids.
PICKED = ("s:", "u:", "l:", "f:", "b:", "e:", "h:")


class Figure(Struct, frozen=True):
    """One measured figure; ``limit`` is what it may be at most."""

    id: str
    name: str
    value: float
    unit: str
    limit: float | None = None
    note: str = ""
    runs: tuple[float, ...] = ()


class Part(Struct, frozen=True):
    """A share of the time of a random game: a module or a function."""

    name: str
    share: float


class Report(Struct, frozen=True):
    """All figures of a scenario, and what the time of a random game goes to: by module, and by function."""

    scenario: str
    figures: list[Figure]
    parts: list[Part]
    functions: list[Part]


class Turn(Struct, frozen=True):
    """One decision of a recorded game."""

    state: State
    seat: str
    move: Move
    seed: str
    position: int


def measure(scenario: str = "nlc/quatre-bras", runs: int = 5, playouts: int = 20) -> Report:
    """Measure everything; ``playouts`` random games are searched for a dead end.

    As in ``timeit`` the garbage collector rests while single moves are timed.
    """
    engine = load(scenario)
    gc.collect()
    gc.disable()
    try:
        figures = _single(engine, runs)
    finally:
        gc.enable()
    if playouts:
        figures += _playouts(scenario, playouts)
    parts, functions = _profile(engine)
    return Report(scenario, figures, parts, functions)


def _single(engine: Engine, runs: int) -> list[Figure]:
    """The figures of single decisions and games."""
    games = [_recorded(engine, f"bench/{n}") for n in range(runs)]
    figures = [*_decisions(engine, games), *_beside_peer(engine, runs), *_crowded(engine, runs), *_games(engine, runs)]
    figures += _OWN.get(engine.system, _no_more)(engine, runs)
    limits = LIMITS.get(engine.system, {})
    return [replace(figure, limit=limits.get(figure.id, figure.limit)) for figure in figures]


def _recorded(engine: Engine, seed: str) -> list[Turn]:
    """A random game as a list of its decisions."""
    players = make_players(engine, seed, {})
    dice = SeededDice(seed)
    state = engine.start(dice, [])
    turns = []
    while (decision := engine.decision(state)) is not None:
        move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
        turns.append(Turn(state, decision.seat, move, seed, dice.position))
        state = engine.apply(state, decision.seat, move, dice, [])
    return turns


def _figure(id: str, name: str, values: Iterable[float], unit: str, note: str = "") -> Figure:
    runs = tuple(values)
    return Figure(id, name, median(runs), unit, None, note, runs)


def _decisions(engine: Engine, games: list[list[Turn]]) -> list[Figure]:
    """A decision as a random player meets it, and its parts."""
    count = f"mean over {sum(map(len, games)) // len(games):,} decisions a game"
    whole = [_self_play(engine, n) for n in range(len(games))]
    picked = [_mean(_options_of_one(engine, game)) for game in games]
    moves = [_mean(_verified(engine, game)) for game in games]
    views = [_mean(_views(engine, game)) for game in games]
    return [
        _figure("decision", "one decision in random self-play: options + apply", whole, "µs", count),
        _figure("options", "options of one selected stack", picked, "µs", "once it is known which stacks there are"),
        _figure("move", "a verified move with its automatic steps", moves, "µs"),
        _figure("view", "what a seat may know", views, "µs"),
    ]


def _beside_peer(engine: Engine, runs: int) -> list[Figure]:
    """A decision as a multiple of one in a like scenario of another system, game for game in turn: what the machine
    does meanwhile falls on both.
    """
    if engine.system not in PEERS:
        return []
    scenario, limit = PEERS[engine.system]
    peer = load(scenario)
    for one in (engine, peer):
        # What both work out once and keep: grounds, sight lines.
        _self_play(one, 0)
    values = [_self_play(engine, n) / _self_play(peer, n) for n in range(runs)]
    figure = _figure("peer", f"that decision beside one of {scenario}", values, "times", "game for game in turn")
    return [replace(figure, limit=limit)]


def _crowded(engine: Engine, runs: int) -> list[Figure]:
    """A decision with twice as many units as a multiple of one without them, game for game in turn: what a decision
    takes depends on what may act, hardly on what there is.
    """
    if engine.system not in CROWDS:
        return []
    crowd = doubled(engine)
    for one in (engine, crowd):
        _self_play(one, 0)
    values = [_self_play(crowd, n) / _self_play(engine, n) for n in range(runs)]
    name = "that decision with as many units again that wait off the map"
    return [replace(_figure("crowd", name, values, "times", "game for game in turn"), limit=CROWDED)]


def doubled(engine: Any) -> Engine:
    """The same scenario with every unit twice: the second ones never come."""
    data, setting = engine.setting.scenario, engine.setting
    nowhere = {} if engine.system == "con" else {"hex": None}
    again = tuple(replace(unit, id=f"{unit.id}-again", **nowhere) for unit in data.units)
    scenario = replace(data, units=(*data.units, *again))
    made: Engine = type(engine)(scenario, setting.board, setting.options, setting.tables)
    return made


def _mean(times: list[float]) -> float:
    return sum(times) / len(times) * MICRO if times else 0.0


def _timed(what: Callable[[], Any]) -> float:
    began = clock()
    what()
    return clock() - began


def _self_play(engine: Engine, n: int) -> float:
    """Microseconds a decision of a random game. Views have a figure of their own: the player looks at the
    state.
    """
    seed = f"bench/{n}"
    players = make_players(engine, seed, {})
    dice = SeededDice(seed)
    state, spent, decisions = engine.start(dice, []), 0.0, 0
    while (decision := engine.decision(state)) is not None:
        began = clock()
        move = players[decision.seat].choose(engine, state, decision.seat)
        dice.throws.clear()
        state = engine.apply(state, decision.seat, move, dice, [])
        spent += clock() - began
        decisions += 1
    return spent / decisions * MICRO


def _options_of_one(engine: Engine, game: list[Turn]) -> list[float]:
    """Seconds for the options of the first stack or unit (`PICKED`) that a decision can be about."""
    times = []
    for turn in game:
        first = next((s.id for s in engine.subjects(turn.state) if s.id[:2] in PICKED), None)
        if first is not None:
            times.append(_timed(lambda state=turn.state, first=first: engine.options(state, first)))  # type: ignore[misc]
    return times


def _verified(engine: Engine, game: list[Turn]) -> list[float]:
    """Seconds for every move of a game, made one after the other as in play."""
    times = []
    state = game[0].state
    for turn in game:
        dice = SeededDice(turn.seed, turn.position)
        began = clock()
        state = engine.apply(state, turn.seat, turn.move, dice, [])
        times.append(clock() - began)
    return times


def _views(engine: Engine, game: list[Turn]) -> list[float]:
    times = []
    for turn in game:
        began = clock()
        engine.view(turn.state, turn.seat)
        times.append(clock() - began)
    return times


def _games(engine: Engine, runs: int) -> list[Figure]:
    """Replay and size of saved games of up to `REPLAYED` moves."""
    replays, growth, moves = [], [], 0
    for n in range(runs):
        game = _game(engine, f"bench/{n}")
        raw = saves.dump(game)
        moves = game.number
        replays.append(_timed(lambda raw=raw: saves.load(raw, lambda *_: engine)) * MILLI * REPLAYED / moves)  # type: ignore[misc]
        growth.append((len(raw) - len(saves.dump(game.at(0)))) / moves)
    note = f"measured over {moves} moves"
    return [
        _figure("replay", f"replay and verification of {REPLAYED} moves", replays, "ms", note),
        _figure("save", "growth of a save per move", growth, "bytes", note),
    ]


def _game(engine: Engine, seed: str) -> Game:
    players = make_players(engine, seed, {})
    game = Game.new(engine, seed)
    while game.number < REPLAYED and (decision := game.decision) is not None:
        game = game.play(players[decision.seat].choose(engine, game.view(decision.seat), decision.seat))
    return game


def _no_more(engine: Engine, runs: int) -> list[Figure]:
    return []


def _of_battles(engine: Engine, runs: int) -> list[Figure]:
    """nlc: exact odds."""
    from napwidgets.systems.nlc.described import EXAMPLE, describe

    note = "three brigades with guns against two in a town"
    return [_figure("odds", "exact odds of a normal combat", _repeated(lambda: describe(EXAMPLE), runs), "ms", note)]


def _of_campaigns(engine: Engine, runs: int) -> list[Figure]:
    """wap: exact odds of a battle, of the alliances and of Lloyd's rate; a whole campaign between computers."""
    from napwidgets.systems.wap.land import field
    from napwidgets.systems.wap.states import alliances
    from napwidgets.systems.wap.tables import Tables
    from napwidgets.systems.wap.trade import lloyds

    tables = Tables()
    battle = field.Engagement((field.force(17, 3, morale=2, rating=3), field.force(22, 4)))
    raids = [lloyds.Raid(zone, 2, 1) for zone in tables.zones]
    opening = alliances.opening()
    return [
        _figure("odds", "exact odds of a battle", _repeated(lambda: field.battle_odds(tables, battle), runs), "ms"),
        _figure(
            "alliance",
            "exact chance to turn a state",
            _repeated(lambda: alliances.turning_odds(tables, opening, "english", "Prussia", 2), runs),
            "ms",
        ),
        _figure(
            "lloyds",
            "exact distribution of Lloyd's rate",
            _repeated(lambda: lloyds.rate_odds(tables, 10, raids, {}), runs),
            "ms",
            "raids in all sixteen zones",
        ),
        *_campaigns(engine, runs),
    ]


def _of_rounds(engine: Engine, runs: int) -> list[Figure]:
    """jdg: exact odds of a battle of four rounds, and of all pairs of tactics; a whole campaign between computers."""
    from napwidgets.systems.jdg.combat.battle import Battle, odds_by_length
    from napwidgets.systems.jdg.combat.tactics import contest
    from napwidgets.systems.jdg.forces import Force, Leader, Unit
    from napwidgets.systems.jdg.tables import Tables

    tables = Tables()
    attack = Force((Unit(16, 4, "infantry", 4, 3), Unit(9, 3, "infantry", 3, 1)), (Leader(4, 2, 4),))
    battle = Battle((attack, Force((Unit(13, 3, "infantry", 4, 1), Unit(5, 4, "cavalry", 2, 5)), (Leader(3, 1, 3),))))
    note = "two corps a side, guns and cavalry"
    four = _repeated(lambda: odds_by_length(tables, battle, 4), runs)
    every = _repeated(lambda: contest(tables, battle), runs)
    return [
        _figure("odds", "exact odds of a battle of four rounds", four, "ms", note),
        _figure("tactics", "exact odds of every pair of tactics", every, "ms", note),
        *_campaigns(engine, runs),
    ]


def _campaigns(engine: Engine, runs: int) -> list[Figure]:
    """What a campaign takes that the computer plays against itself."""
    times = [_between_computers(engine, n) for n in range(min(runs, 3))]
    return [_figure("campaign", "a whole campaign between computers", times, "s")]


def _between_computers(engine: Engine, n: int) -> float:
    players = make_players(engine, f"bench/{n}", {}, default="steady")
    return _timed(lambda: play_out(engine, players, f"bench/{n}"))


def _repeated(what: Callable[[], Any], runs: int) -> list[float]:
    """Milliseconds of several calls, after one that fills what is remembered."""
    what()
    return [_timed(what) * MILLI for _ in range(max(runs, 5))]


_OWN: dict[str, Callable[[Engine, int], list[Figure]]] = {
    "nlc": _of_battles,
    "wap": _of_campaigns,
    "jdg": _of_rounds,
    "con": _campaigns,
}


def _playouts(scenario: str, games: int) -> list[Figure]:
    """Random games to the end; the first figure counts those that reached a dead end."""
    dead, times, decisions = 0, [], []
    for job in jobs_for(scenario, games, {}, "playout"):
        try:
            done = run(job)
        except Stalled:
            dead += 1
            continue
        times.append(done.seconds * MILLI)
        decisions.append(done.decisions)
    note = f"{games:,} random games"
    found = [Figure("dead_ends", "random games that reached a dead end", dead, "games", 0, note)]
    if times:
        note = f"{min(decisions):,} to {max(decisions):,} decisions"
        found.append(Figure("playout", "one random game", median(times), "ms", None, note))
    return found


def _profile(engine: Engine) -> tuple[list[Part], list[Part]]:
    """What the time of a random game goes to, by module and by function, the largest shares first."""
    profiler = cProfile.Profile()
    players = make_players(engine, "profile", {})
    profiler.runcall(play_out, engine, players, "profile")
    stats: dict[tuple[str, int, str], Any] = pstats.Stats(profiler).stats  # type: ignore[attr-defined]
    modules: dict[str, float] = {}
    functions: dict[str, float] = {}
    for (file, _, name), (_, _, own, _, _) in stats.items():
        module = _module(file)
        modules[module] = modules.get(module, 0.0) + own
        functions[f"{module}: {name}"] = functions.get(f"{module}: {name}", 0.0) + own
    return _shares(modules, 22), _shares(functions, 15)


def _module(file: str) -> str:
    """A short name for where a function stands."""
    path = Path(file)
    if "napwidgets" in path.parts:
        return "/".join(path.with_suffix("").parts[path.parts.index("napwidgets") + 1 :])
    return "Python itself and its libraries"


def _shares(times: dict[str, float], most: int) -> list[Part]:
    whole = sum(times.values()) or 1.0
    ranked = sorted(times.items(), key=lambda item: -item[1])
    return [Part(name, spent / whole) for name, spent in ranked[:most]]
