"""The kinds of computer players by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from random import Random

from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Engine, Move
from napwidgets.players.base import Player, Rememberer, seeded
from napwidgets.players.levels import USUAL
from napwidgets.players.random_player import RandomPlayer
from napwidgets.systems.record import named
from napwidgets.systems.registry import record_of

Factory = Callable[[Random], Player]


#: Kinds that play every system.
_EVERYWHERE: dict[str, Factory] = {"random": RandomPlayer}


class UnknownPlayer(NapwidgetsError, ValueError):
    """A kind of computer player, or a seat for one, that does not exist."""


def kinds(system: str) -> list[str]:
    """The kinds of computer players for a system, the strongest first.

    >>> kinds("toy")
    ['random']
    """
    return [*record_of(system).players, *_EVERYWHERE]


def usual(system: str) -> str:
    """The kind that plays a system unless somebody asks for another one.

    >>> usual("toy")
    'random'
    """
    own = kinds(system)
    return USUAL if USUAL in own else own[0]


def make_player(kind: str, engine: Engine, seat: str, seed: str = "1815") -> Player:
    """A new player of a kind for a seat in one game; ``seed`` is the game's."""
    own = record_of(engine.system).players
    factory: Factory | None = named(own[kind]) if kind in own else _EVERYWHERE.get(kind)
    if factory is None:
        raise UnknownPlayer(
            f"There is no computer player {kind!r} for {engine.system}{_choose(kind, kinds(engine.system))}"
        )
    return factory(seeded(seed, seat))


def informed(game: Game, seat: str, kind: str, seed: str) -> Player:
    """A new player for a game that goes on, who knows what one that sat there would have settled by now. It comes from
    the game alone, so that the same advice follows a move taken back or a game loaded; and it has tried nothing yet, so
    that who asks twice is told the same.
    """
    player = make_player(kind, game.engine, seat, seed)
    if isinstance(player, Rememberer):
        for before, move in answered(game, seat, player.back):
            player.recall(game.engine, before.view(seat), seat, move)
    return player


def answered(game: Game, seat: str, back: int) -> list[tuple[Game, Move]]:
    """The decisions of a seat before the one at hand in this turn, and in so many turns ``back``, each with what was
    chosen, the oldest first.
    """
    turn, found, after = game.engine.clock(game.state)[0] - back, list[tuple[Game, Move]](), game
    while (before := after.parent) is not None and game.engine.clock(before.state)[0] >= turn:
        if before.decision is not None and before.decision.seat == seat:
            found.append((before, after.last.move))
        after = before
    return found[::-1]


def make_players(engine: Engine, seed: str, bots: Mapping[str, str], default: str = "random") -> dict[str, Player]:
    """A new player for every seat: the kind that ``bots`` names, or ``default``."""
    for seat in bots:
        if seat not in engine.seats:
            raise UnknownPlayer(f"There is no side {seat!r} in {engine.scenario_id}{_choose(seat, list(engine.seats))}")
    return {seat: make_player(bots.get(seat, default), engine, seat, seed) for seat in engine.seats}


def _choose(word: str, known: list[str]) -> str:
    near = get_close_matches(word, known, 1)
    return f"; did you mean {near[0]!r}?" if near else f"; choose one of {', '.join(known)}."
