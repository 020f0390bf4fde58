"""Who is winning at the tables of a room: worked out in a process of its own, drawn as a small line in each row."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from html import escape
from typing import Final

from napwidgets.kernel.game import Game
from napwidgets.kernel.odds import percent
from napwidgets.lab.known import Known
from napwidgets.lab.review import Point, Review, elsewhere

#: How many games are played on from the start of each turn, and how often it is looked for new turns, in seconds.
GAMES, EVERY = 4, 5.0
#: After so many of them the page is drawn again.
BATCH = 12
#: The drawing's size in pixels, its margin, and each side's line.
_WIDE, _HIGH, _EDGE = 150, 34, 2
_LINES: Final = (("#2f4d7e", ""), ("#9c3035", "5 2"), ("#3b4a57", "2 2"))


class Curves:
    """The curves of some games. ``games`` gives them as they are now, by their ids; ``told`` is called when there is
    more to see. One process works for all, with what nobody else needs of the machine.
    """

    def __init__(self, games: Callable[[], dict[str, Game]], told: Callable[[], object]) -> None:
        self._games, self._told = games, told
        self._known: dict[str, Known] = {}
        self._reviews: dict[str, Review] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether they are followed."""
        return self._task is not None and not self._task.done()

    def start(self) -> None:
        """Begin, and go on with each new turn."""
        if not self.busy:
            self._task = asyncio.get_running_loop().create_task(self._follow())

    def stop(self) -> None:
        """Stop; what is known stays."""
        if self._task is not None:
            self._task.cancel()

    def points(self, id: str, game: Game) -> list[Point]:
        """What is known of a game; nothing before somebody has asked."""
        return self._review(id, game).curve() if id in self._known else []

    def _review(self, id: str, game: Game) -> Review:
        # Where turns began, and by what a position is known, is worked out once for each move and not for each look.
        found = self._reviews.get(id)
        if found is None or found.game is not game:
            known = self._known.setdefault(id, Known(game.engine))
            found = self._reviews[id] = Review(game, None, True, GAMES, known)
        return found

    async def _follow(self) -> None:
        process = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _meekly)
        loop = asyncio.get_running_loop()
        try:
            while True:
                reviews = [self._review(id, game) for id, game in self._games().items()]
                todo = [(review, task) for review in reviews for task in review.curve_todo()]
                # A game from every turn of every table comes before the second one from any.
                for review, task in sorted(todo, key=lambda pair: pair[1].number)[:BATCH]:
                    review.known.add(await loop.run_in_executor(process, elsewhere, review.asked(task)))
                if todo:
                    self._told()
                else:
                    await asyncio.sleep(EVERY)
        finally:
            process.shutdown(wait=False, cancel_futures=True)


def _meekly() -> None:
    """Begin as a process that takes what others leave, and ends when the host has gone, however that was."""
    os.nice(15)
    host = multiprocessing.parent_process()
    assert host is not None

    def end() -> None:
        host.join()
        os._exit(0)

    threading.Thread(target=end, daemon=True).start()


def curve_svg(points: Iterable[Point], sides: Sequence[tuple[str, str]]) -> str:
    """A line for each side, by its id and name, turn by turn; nothing where there is only a beginning."""
    known = [point for point in points if point.games]
    if len(known) < 2:
        return ""
    lines = "".join(
        _line([point.share(id) or 0.0 for point in known], _LINES[i % len(_LINES)]) for i, (id, _) in enumerate(sides)
    )
    now = [f"{name} {percent(known[-1].share(id) or 0.0)}" for id, name in sides]
    label = escape(f"Who won the games that computers played on from the start of each turn. Now: {', '.join(now)}")
    words = ", ".join(
        f'<span style="color:{_LINES[i % len(_LINES)][0]}">{escape(word)}</span>' for i, word in enumerate(now)
    )
    return (
        f'<br><svg class="nw-curve" viewBox="0 0 {_WIDE} {_HIGH}" width="{_WIDE}" height="{_HIGH}" role="img" '
        f'aria-label="{label}"><title>{label}</title><path d="M0 {_HIGH / 2}H{_WIDE}" stroke="#cbbf9f"/>{lines}</svg>'
        f"<br><small>{words} of {known[-1].games} {'game' if known[-1].games == 1 else 'games'}</small>"
    )


def _line(shares: Sequence[float], ink: tuple[str, str]) -> str:
    colour, dashes = ink
    step = _WIDE / (len(shares) - 1)
    heights = [_EDGE + (_HIGH - 2 * _EDGE) * (1 - share) for share in shares]
    points = " ".join(f"{k * step:.0f},{height:.1f}" for k, height in enumerate(heights))
    return f'<polyline fill="none" stroke="{colour}" stroke-dasharray="{dashes}" stroke-width="2" points="{points}"/>'
