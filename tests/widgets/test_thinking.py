"""A computer player that takes its time: the page says so, stays awake, and can make it answer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.table.seats import PERSON
from napwidgets.table.table import Table
from napwidgets.widgets.computers import Computers, leave
from napwidgets.widgets.panels import StatusLine
from tests.apart import run_loop
from tests.table.face import toy_table, until


class Brooder:
    """Thinks until it is told to answer."""

    kind = "brooder"

    def __init__(self) -> None:
        self.begun, self.answered = 0, 0
        self._told = threading.Event()

    def stop(self) -> None:
        self._told.set()

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        self.begun += 1
        assert self._told.wait(60)
        self._told.clear()
        self.answered += 1
        return engine.options(view)[0]

    def why(self, engine: Engine, view: State, seat: str) -> str:
        return ""


def press(sheet: Any, do: str) -> None:
    sheet._handle_custom_msg({"do": do, "arg": "", "serial": sheet.serial}, [])


async def until_true(test: Callable[[], bool]) -> None:
    while not test():
        await asyncio.sleep(0.005)


def sitting() -> tuple[Table, Brooder]:
    """A table at which a brooder must decide next."""
    table, brooder = toy_table(), Brooder()
    until(table, "bid")
    decision = table.game.decision
    assert decision is not None
    table._players[decision.seat] = brooder
    table.seats[decision.seat] = "random"
    return table, brooder


def session(during: Callable[[Table, Brooder, StatusLine], Awaitable[None]]) -> None:
    async def run() -> None:
        table, brooder = sitting()
        status = StatusLine(table)
        await asyncio.wait_for(until_true(lambda: brooder.begun == 1), 60)
        await asyncio.wait_for(during(table, brooder, status), 60)
        brooder.stop()

    run_loop(run())


def test_the_page_says_that_it_thinks_and_a_button_makes_it_answer() -> None:
    async def during(table: Table, brooder: Brooder, status: StatusLine) -> None:
        number = table.game.number
        assert "nw-thinks" in status.html
        assert "Decide now" in status.html
        press(status, "decide")
        await until_true(lambda: table.game.number > number)
        assert brooder.answered == 1

    session(during)


@pytest.mark.parametrize(
    "change",
    [lambda table: table.branch(0, "2"), lambda table: table.sit(table.game.decision.seat, PERSON), leave],
    ids=["another line", "another player", "left"],
)
def test_what_nobody_waits_for_is_not_thought_to_the_end(change: Callable[[Table], None]) -> None:
    async def during(table: Table, brooder: Brooder, status: StatusLine) -> None:
        change(table)
        await until_true(lambda: brooder.answered == 1)
        for _ in range(20):
            await asyncio.sleep(0)
        assert table.game.number == 0

    session(during)


def test_one_that_does_not_think_ahead_has_no_button_and_asking_it_changes_nothing() -> None:
    table = toy_table({"green": "random", "blue": "random"})
    status = StatusLine(table)
    assert "nw-thinks" not in status.html
    assert "Decide now" not in status.html
    press(status, "decide")
    assert table.game.number == 0


def test_a_page_that_goes_while_it_thinks_stops_it() -> None:
    table, brooder = sitting()

    async def run() -> None:
        computers = Computers(table)
        await until_true(lambda: brooder.begun == 1)
        assert computers._task is not None
        computers._task.cancel()
        await until_true(lambda: brooder.answered == 1)

    run_loop(run())
