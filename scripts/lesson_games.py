"""Play the games that lessons begin with, and keep them: `python scripts/lesson_games.py`.

The files stand in ``napwidgets/lessons/data``; each says from which scenario, seed and rules it came. A test says when
one is out of date.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from napwidgets.lessons.games import DATA, KEPT, play, write


def main() -> None:
    """Play all of them; an interrupted run goes on where it was."""
    DATA.mkdir(exist_ok=True)
    # Where a run that was stopped left its games.
    folder = Path(os.environ.get("LESSON_GAMES", tempfile.gettempdir()))
    for name, plan in KEPT.items():
        found = play(plan, keep=folder / f"lesson-{name}.kept")
        write(name, found)
        print(f"{name}: {len(found.games)} games of {plan.scenario}, seed {plan.seed}")


if __name__ == "__main__":
    main()
