"""Plays and loads a game in a process of its own, for comparison: ``python -m tests.conformance.child CASE
SEED MOVES``.

Reads a save from stdin; prints, as JSON, the hash of the position that the save leads to, and of a game
played anew.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256

from napwidgets.kernel import saves
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Engine
from napwidgets.players.registry import make_players
from tests.conformance.cases import engine_of, find_engine


def played(engine: Engine, seed: str, moves: int) -> Game:
    """A game played at random for some moves, or to its end."""
    players = make_players(engine, seed, {})
    game = Game.new(engine, seed)
    while game.number < moves and (decision := game.decision) is not None:
        game = game.play(players[decision.seat].choose(engine, game.view(decision.seat), decision.seat))
    return game


def main() -> None:
    case, seed, moves = sys.argv[1:4]
    loaded = saves.load(sys.stdin.buffer.read(), find_engine)
    anew = played(engine_of(case), seed, int(moves))
    print(
        json.dumps(
            {
                "loaded": saves.state_hash(loaded),
                "played": saves.state_hash(anew),
                "save": sha256(saves.dump(anew)).hexdigest(),
            }
        )
    )


if __name__ == "__main__":
    main()
