"""`PageLine`: what a kernel tells a page, for which it is no mishap that somebody has closed it."""

from __future__ import annotations

from asyncio import CancelledError, Future
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado.websocket import WebSocketClosedError


class PageLine(ZMQChannelsWebsocketConnection):
    """The line between a kernel and its page."""

    @property
    def write_message(self) -> Callable[..., None]:
        """Sends a message, or nothing to a page that is closed."""
        return self._send

    def _send(self, message: Any, binary: bool = False) -> None:
        with suppress(WebSocketClosedError):
            sent = self.websocket_handler.write_message(message, binary)
            if sent is not None:
                sent.add_done_callback(_sent)


def _sent(sent: Future[None]) -> None:
    """It was closed meanwhile; whatever else went wrong is told."""
    with suppress(WebSocketClosedError, CancelledError):
        sent.result()
