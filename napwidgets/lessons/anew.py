"""Play the campaign of a lesson anew: other games, with progress, that can be stopped at any time."""

from __future__ import annotations

import asyncio
import json
from html import escape
from typing import Any

import msgspec

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.lab.decided import played
from napwidgets.lab.kept import Job
from napwidgets.lab.runner import gather, jobs_for
from napwidgets.lessons.desk import Desk
from napwidgets.lessons.progress import path_of
from napwidgets.lessons.sheets import LessonSheet, part_html
from napwidgets.lessons.why_leipzig import SCENARIO, places, when
from napwidgets.widgets.sheet import BadMessage, button, do, say

MOST, USUAL = 24, 6


class Anew(LessonSheet):
    """A seed and a number of games; the charts grow game by game."""

    def __init__(self, desk: Desk) -> None:
        self.games: list[dict[str, Any]] = []
        self.wanted, self.seed = USUAL, "1814"
        self._task: asyncio.Task[None] | None = None
        self._stopped = False
        super().__init__(desk)

    @property
    def playing(self) -> bool:
        """Whether games are being played now."""
        return self._task is not None and not self._task.done()

    def body(self) -> str:
        done, share = len(self.games), 100 * len(self.games) / self.wanted
        ways = button("Stopping after this game", "stop", off=True) if self._stopped else button("Stop", "stop")
        ways = ways if self.playing else ""
        form = (
            f'<form class="nl-answer" {do("play")}><label>Seed <input name="seed" maxlength="40" '
            f'value="{escape(self.seed)}"></label><label>Games <input name="games" inputmode="numeric" maxlength="2" '
            f'value="{self.wanted}"></label><button type="submit" class="nw-b main">Play them anew</button></form>'
        )
        said = f"{done} of {self.wanted} games are played." if done or self.playing else ""
        bar = (
            f'<div class="nl-progress" role="progressbar" aria-valuemin="0" aria-valuemax="{self.wanted}" '
            f'aria-valuenow="{done}" aria-label="Games played"><i style="width:{share:.0f}%"></i></div>'
            if said
            else ""
        )
        shown = "".join(part_html(part, self.fold) for part in self._found())
        return (
            f"<article><h2>Play them anew</h2><p>Another seed gives other games. Each takes about ten seconds; you can "
            f"stop at any time, and what is played stays.</p>{ways or form}{self.wrong()}"
            f'<p role="status">{escape(said)}</p>{bar}{shown}</article>'
        )

    def _found(self) -> tuple[Any, ...]:
        return (*places(self.games, "points"), *when(self.games)) if self.games else ()

    def do_play(self, arg: str) -> None:
        """Begin with the seed and the number that were typed."""
        if self.playing:
            raise BadMessage("The games are being played already; stop them first.")
        try:
            sent = json.loads(arg)
        except ValueError:
            sent = None
        seed, games = (sent.get(name) if isinstance(sent, dict) else None for name in ("seed", "games"))
        if not isinstance(seed, str) or not 0 < len(seed.strip()) <= 40:
            raise BadMessage("A seed is a word or a number of 1 to 40 characters.")
        self.seed = seed.strip()
        if not isinstance(games, str) or games.strip() not in map(str, range(1, MOST + 1)):
            raise BadMessage(f"Write how many games to play: a number from 1 to {MOST}.")
        self.wanted, self.games, self._stopped = int(games), [], False
        self._task = asyncio.get_running_loop().create_task(self._run())
        self.refresh()

    def do_stop(self, _: str) -> None:
        """No further game begins; the one that is played now still ends."""
        self._stopped = True
        self.refresh()

    async def _run(self) -> None:
        try:
            for job in jobs_for(SCENARIO, self.wanted, {}, self.seed):
                if self._stopped:
                    break
                self.games.append(await asyncio.to_thread(_one, job))
                self.refresh()
        except Exception as trouble:
            self._wrong = say(None, trouble)
        finally:
            asyncio.get_running_loop().call_soon(self.refresh)


def _one(job: Job) -> dict[str, Any]:
    """One game; one that was played before is found again."""
    path = path_of("why-leipzig").with_suffix(".games")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        found = gather(played, [job], workers=1, keep=path)
    except (OSError, NapwidgetsError):
        # Where nothing can be kept the game is played all the same.
        found = [played(job)]
    game: dict[str, Any] = msgspec.to_builtins(found[0])
    return game
