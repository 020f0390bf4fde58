"""`Page`: what somebody has open in a browser. Its widgets live here, in a context of their own, and speak by its
line.

A line may break: what was not acknowledged is sent again when the browser is back, and counts once. A page whose
browser stays away is put away, with all its widgets.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import ContextVar, copy_context
from typing import Any, Final
from weakref import WeakSet

import comm
from ipywidgets.widgets.widget import _instances

from napwidgets.language import pages as language
from napwidgets.language.visit import VISIT, Visit
from napwidgets.site.worker import Opening, PageComm, receive, show

LOG = logging.getLogger("napwidgets")
#: So many bytes may wait for a browser that is away; then its page is put away.
MOST_WAITING: Final = 16_000_000

_PAGE: ContextVar[Page] = ContextVar("page")


class Page:
    """A page of the host. ``gone`` is called once, when it is put away."""

    def __init__(self, visit: Visit, gone: Callable[[Page], None]) -> None:
        self.id = secrets.token_urlsafe(18)
        self.visit, self._gone, self._over = visit, gone, False
        self.comms: set[str] = set()
        self.tasks: WeakSet[asyncio.Task[Any]] = WeakSet()
        self._shown: list[Any] = []
        self._opening: Opening | None = None
        self._had = self._sent = self._waiting = 0
        self._out: deque[tuple[int, str]] = deque()
        self._woken = asyncio.Event()
        self._context = copy_context()
        self._context.run(self._enter)

    def _enter(self) -> None:
        _PAGE.set(self)
        VISIT.set(self.visit)
        language.apart(self.visit.language)

    @property
    def made(self) -> bool:
        """Whether there is something to see yet."""
        return self._sent > 0

    def show(self, cells: Sequence[Sequence[str]]) -> None:
        """Make the page out of a notebook's cells."""
        self._opening = Opening(self._put)
        self._shown = self._context.run(show, self.post, cells)
        self._opening.done()
        self._opening = None

    # What goes to the browser

    def post(self, message: str, buffers: Sequence[Any] = ()) -> None:
        """Send a message, as soon as the browser takes it."""
        (self._opening or self._put)(message, buffers)

    def _put(self, message: str, buffers: Sequence[Any]) -> None:
        self._send({"kind": "python", "message": message, "buffers": [b64encode(b).decode() for b in buffers]})

    def _send(self, message: dict[str, Any]) -> None:
        if self._over:
            return
        self._sent += 1
        text = json.dumps({"n": self._sent, **message})
        self._out.append((self._sent, text))
        self._waiting += len(text)
        self._woken.set()
        if self._waiting > MOST_WAITING:
            asyncio.get_running_loop().call_soon(self.close)

    async def speak(self, send: Callable[[str], Any], had: int) -> None:
        """Send what waits, and then what comes, until the line breaks; the browser has had all up to ``had``."""
        self.acknowledge(had)
        last = had
        while not self._over:
            self._woken.clear()
            for n, text in [part for part in self._out if part[0] > last]:
                await send(text)
                last = n
            await self._woken.wait()

    def acknowledge(self, had: int) -> None:
        """The browser has had all messages up to a number."""
        while self._out and self._out[0][0] <= had:
            self._waiting -= len(self._out.popleft()[1])

    # What comes from it

    def hear(self, message: dict[str, Any]) -> None:
        """Deal with a message of the browser: once, in its order, and for widgets of this page only."""
        n, id = message.get("n"), message.get("id")
        if not isinstance(n, int) or n <= self._had:
            return
        self._had = n
        with suppress(ValueError, TypeError, KeyError, AttributeError):
            text = str(message["message"])
            if json.loads(text)["content"]["comm_id"] in self.comms:
                self._context.run(receive, text, [b64decode(b) for b in message.get("buffers") or ()])
        self._send({"kind": "idle", "id": str(id)[:40], "had": n})

    def close(self) -> None:
        """Put the page away."""
        if self._over:
            return
        self._over = True
        self._woken.set()
        self._context.run(self._leave)
        self._gone(self)

    def _leave(self) -> None:
        for value in self._shown:
            leave = getattr(value, "leave", None)
            if leave is not None:
                leave()
        for task in list(self.tasks):
            task.cancel()
        for id in list(self.comms):
            widget = _instances.get(id)
            if widget is not None:
                with suppress(Exception):
                    widget.close()
        self.comms.clear()


class _HostComm(PageComm):
    """A comm of the page in whose context it is made."""

    def __init__(self, **keys: Any) -> None:
        self._page = _PAGE.get()
        super().__init__(self._page.post, **keys)
        self._page.comms.add(self.comm_id)

    def close(self, *args: Any, **keys: Any) -> None:
        self._page.comms.discard(self.comm_id)
        super().close(*args, **keys)


def settle(loop: asyncio.AbstractEventLoop) -> None:
    """Let widgets speak by the lines of their pages, and pages know the tasks that were begun for them."""
    comm.create_comm = _HostComm

    def begun(loop: asyncio.AbstractEventLoop, work: Any, **keys: Any) -> asyncio.Task[Any]:
        task = asyncio.Task(work, loop=loop, **keys)
        context = keys.get("context")
        page = _PAGE.get(None) if context is None else context.get(_PAGE)
        if page is not None:
            page.tasks.add(task)
        return task

    loop.set_task_factory(begun)
