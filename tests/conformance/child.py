"""Plays and loads games in a process of its own, for comparison: ``python -m tests.conformance.child``.

Each line of stdin is a JSON object: a case, a seed, a number of moves, and a save. For each it prints a line: the hash
of the position that the save leads to, and of a game played anew.
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
    for line in sys.stdin:
        asked = json.loads(line)
        loaded = saves.load(asked["save"].encode(), find_engine)
        anew = played(engine_of(asked["case"]), asked["seed"], asked["moves"])
        told = {
            "loaded": saves.state_hash(loaded),
            "played": saves.state_hash(anew),
            "save": sha256(saves.dump(anew)).hexdigest(),
        }
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
