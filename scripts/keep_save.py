"""Make a save to be kept for ever: ``python scripts/keep_save.py NAME``, after a change of the save format or
the rules.

It plays the scenario that is kept in ``tests/saves/scenarios`` for the system that NAME begins with (``wap-rules-5``)
and writes ``tests/saves/NAME.nap.json``; an existing file is never replaced.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

SAVES = Path(__file__).parent.parent / "tests" / "saves"


def main() -> int:
    """Write the save."""
    os.environ["NAPWIDGETS_SCENARIOS"] = str(SAVES / "scenarios")
    from napwidgets import new_game, save_game
    from napwidgets.players.registry import make_players

    target = SAVES / f"{sys.argv[1]}.nap.json"
    if target.exists():
        print(f"{target.name} is kept for ever; choose another name.", file=sys.stderr)
        return 1
    game = new_game(f"{target.stem.partition('-')[0]}/kept", seed=target.stem)
    players = make_players(game.engine, target.stem, {"french": "steady"})
    while (decision := game.decision) is not None:
        game = game.play(players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    target.write_bytes(save_game(game))
    return 0


if __name__ == "__main__":
    sys.exit(main())
