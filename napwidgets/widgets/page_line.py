"""`PageLine`: what a kernel tells a page, for which it is no mishap that somebody has closed it, and its end."""

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

    def disconnect(self) -> Any:
        """The page is gone. Its lines are kept for when it comes back, but not if its kernel is ending: they would look
        for it for ever, and find whoever has its ports by then.
        """
        super().disconnect()  # type: ignore[no-untyped-call]
        kernels = self.multi_kernel_manager
        if self.kernel_id in kernels and self.kernel_manager.shutting_down:
            kernels.stop_buffering(self.kernel_id)

    def _send(self, message: Any, binary: bool = False) -> None:
        with suppress(WebSocketClosedError):
            sent = self.websocket_handler.write_message(message, binary)
            if sent is not None:
                sent.add_done_callback(_sent)


def _sent(sent: Future[None]) -> None:
    """It was closed meanwhile; whatever else went wrong is told."""
    with suppress(WebSocketClosedError, CancelledError):
        sent.result()
