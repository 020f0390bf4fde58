"""What becomes of a page that is closed: nobody hears what is said to it, the log is silent, no line stays open."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import Mock

import pytest
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado.websocket import WebSocketClosedError

from napwidgets.widgets.page_line import PageLine
from napwidgets.widgets.serve import voila_settings
from napwidgets.widgets.site import _matters
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


@pytest.mark.parametrize("ends", [True, False])
def test_who_leaves_while_his_kernel_ends_leaves_no_line_open(monkeypatch: pytest.MonkeyPatch, ends: bool) -> None:
    kernels = AsyncMappingKernelManager()
    kernels._kernels["one"] = kernel = Mock(parent=kernels, shutting_down=ends)
    stream = Mock()
    stream.socket.closed = False

    def kept(line: PageLine) -> None:
        # Jupyter keeps the lines of a page that has left, should it come back.
        kernels.start_buffering("one", "its page", {"shell": stream})

    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "disconnect", kept)
    line = PageLine.__new__(PageLine)
    for name, value in {"kernel_manager": kernel, "multi_kernel_manager": kernels, "kernel_id": "one"}.items():
        monkeypatch.setattr(PageLine, name, value, raising=False)
    line.disconnect()
    assert stream.close.called is ends
    assert ("one" in kernels._kernel_buffers) is not ends
    del kernels._kernels["one"]
    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "disconnect", lambda _: None)
    line.disconnect()


@pytest.mark.parametrize(("said", "told"), [("The websocket_ping_timeout (9) cannot be longer", False), ("Oh", True)])
def test_the_log_is_free_of_what_nobody_can_change(said: str, told: bool) -> None:
    assert _matters(logging.LogRecord("tornado.general", logging.WARNING, "", 0, said, (), None)) is told
