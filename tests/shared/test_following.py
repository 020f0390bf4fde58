"""A page is kept up with its game until it goes, and no longer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from napwidgets.shared.pages.app import Following
from tests.apart import run_loop


class Followed:
    """A game that wakes whoever follows it, and counts the looks."""

    def __init__(self) -> None:
        self.wake: Callable[[], None] = lambda: None
        self.looks, self.left, self.goes_on = 0, False, False
        self.course = SimpleNamespace(over=False)

    def follow_by(self, wake: Callable[[], None]) -> Callable[[], None]:
        self.wake = wake
        return lambda: None

    def keep_up(self) -> None:
        self.looks += 1

    def beat(self) -> None:
        assert not self.left, "whoever has gone is not shown as there"

    def news_of_people(self) -> None:
        pass

    def leave(self) -> None:
        self.left = True


@pytest.mark.parametrize("turns", range(8))
def test_a_page_that_goes_just_as_the_game_moves_is_followed_no_more(turns: int) -> None:
    """Whatever the event loop has done of the waking by then."""

    async def scene() -> None:
        game = Followed()
        following = Following(cast(Any, game))
        following.start()
        for _ in range(4):
            await asyncio.sleep(0)
        looks = game.looks
        game.wake()
        for _ in range(turns):
            await asyncio.sleep(0)
        following.stop()
        task = following._task
        assert task is not None
        for _ in range(20):
            await asyncio.sleep(0)
        assert task.cancelled()
        assert game.looks <= looks + 1

    run_loop(scene())
