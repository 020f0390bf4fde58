"""An event loop for a test, whatever loop the browser tests have left running in the worker's main thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def apart(what: Callable[[], None]) -> None:
    """Do something in a thread of its own: an event loop of other tests may be running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(what).result()


def run_loop(session: Coroutine[Any, Any, None]) -> None:
    """Run a session in an event loop of its own, in a thread of its own."""
    apart(lambda: asyncio.run(session))
