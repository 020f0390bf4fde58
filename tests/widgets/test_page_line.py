"""What a kernel says to a page that has been closed: nobody hears it, and the log does not tell of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import Mock

import pytest
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado.websocket import WebSocketClosedError

from napwidgets.widgets.page_line import PageLine
from napwidgets.widgets.serve import voila_settings
from tests.apart import run_loop


def told(write: Callable[..., Any]) -> list[BaseException]:
    """What the loop has to tell when a kernel says something and writing it goes so."""
    line = PageLine.__new__(PageLine)
    line.websocket_handler = Mock(spec=KernelWebsocketHandler, write_message=write)
    found: list[BaseException] = []

    async def send() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: found.append(context["exception"]))
        line.write_message(b"news", binary=True)
        await asyncio.sleep(0.01)

    run_loop(send())
    return found


def later(trouble: Exception | None) -> Callable[..., Awaitable[None]]:
    async def write() -> None:
        if trouble is not None:
            raise trouble

    return lambda *_: asyncio.ensure_future(write())


def gone(*_: object) -> None:
    raise WebSocketClosedError


@pytest.mark.parametrize("write", [gone, later(WebSocketClosedError()), later(None), lambda *_: None])
def test_a_page_that_is_closed_is_no_mishap(write: Callable[..., Any]) -> None:
    assert told(write) == []


def test_any_other_mishap_is_told() -> None:
    trouble = OSError("no room")
    assert told(later(trouble)) == [trouble]


def test_the_lobby_and_its_pages_speak_over_it() -> None:
    chosen = voila_settings(1)["Voila"]["kernel_websocket_connection_class"]
    assert chosen == f"{PageLine.__module__}.{PageLine.__name__}"
