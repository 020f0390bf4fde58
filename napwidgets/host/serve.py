"""Starts the host."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial

import uvicorn

from napwidgets.host.app import MOST_SENT, PATIENCE, Host
from napwidgets.host.gate import Gate
from napwidgets.shared import keys, rooms
from napwidgets.shared.post import Letters, letters, send_due
from napwidgets.shared.store import store_at
from napwidgets.widgets.lesson_shelf import ONE_ADDRESS, SERVED
from napwidgets.widgets.serve import free_port


def serve(
    port: int,
    bind: str,
    names: Sequence[str] = (),
    password: str = "",
    links_only: bool = False,
    pages: int = 200,
    patience: float = PATIENCE,
) -> None:
    """Serve until Ctrl-C; ``bind`` is the address that is listened at, and ``patience`` as in `Host`. Raises
    `CantServe` for a port in use.
    """
    os.environ[SERVED] = ONE_ADDRESS
    port = free_port(port)
    out = letters()
    chore = partial(_letters, out) if out.mails or out.webhook else None
    made = Host(Gate(names, password, links_only, _opens), pages, patience, chore)
    print(f"The host is at http://{names[0] if names else bind}:{port}/ (Ctrl-C ends it).", file=sys.stderr, flush=True)
    uvicorn.run(
        made.app(),
        host=bind,
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=MOST_SENT,
        ws_ping_interval=20,
        ws_ping_timeout=40,
        ws_per_message_deflate=True,
        timeout_graceful_shutdown=3,
    )


def _letters(out: Letters) -> None:
    """Tell whoever is away that it is his turn."""
    send_due(store_at(), out)


def _opens(token: str) -> bool:
    """Whether a link leads to a game or to a room."""
    store = store_at()
    return keys.known(store, keys.hashed(token)) is not None or rooms.known(store, token) is not None
