"""The Python side of the site: it runs in the page's worker, and does there what a kernel does elsewhere.

Widgets speak to the page by comms, as everywhere; here a comm posts messages to the page. The page calls `receive`
with what comes back. Nothing of this needs Pyodide, so that it is tested like any other code.
"""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files
from typing import Any

import comm
from comm.base_comm import BaseComm

from napwidgets.widgets.lesson_shelf import LESSONS, ONE_ADDRESS, SERVED

#: Takes a message as JSON, and its buffers.
Post = Callable[[str, Sequence[Any]], None]


class PageComm(BaseComm):
    """A comm whose other end is the page."""

    post: Post

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **keys: Any
    ) -> None:
        """Send a message of the widgets' protocol to the page."""
        content = {"comm_id": self.comm_id, "data": data or {}, "target_name": keys.get("target_name")}
        message = {"kind": "comm", "type": msg_type, "content": content, "metadata": metadata or {}}
        type(self).post(json.dumps(message), buffers or ())


def page_of(query: str) -> str:
    """The page that an address asks for: a lesson, their list, or the lobby with its tables.

    >>> page_of("?lesson=lloyds"), page_of("?lesson"), page_of("?game=abc"), page_of("?lesson=../x")
    ('lloyds', 'lessons', 'lobby', 'lobby')
    """
    name = next((part[6:].lstrip("=") for part in query.lstrip("?").split("&") if part[:6] == "lesson"), None)
    if name is None:
        return "lobby"
    return name if name in {entry.id for entry in LESSONS} else "lobby" if name else "lessons"


def start(post: Post, query: str) -> None:
    """Show the page that the address asks for."""
    os.environ[SERVED], os.environ["QUERY_STRING"] = ONE_ADDRESS, query.lstrip("?")
    comm.create_comm = type("_Comm", (PageComm,), {"post": staticmethod(post)})
    pages = json.loads(files("napwidgets.site").joinpath("pages.json").read_bytes())
    names: dict[str, Any] = {"__name__": "__page__"}
    for kind, text in pages[page_of(query)]:
        parts = [{"html": text}] if kind == "markdown" else [_part(value) for value in run(text, names)]
        post(json.dumps({"kind": "cell", "cell": kind, "parts": parts}), ())
    post(json.dumps({"kind": "shown"}), ())


def run(source: str, names: dict[str, Any]) -> list[Any]:
    """Run a cell: what it displays, and the value of its last line.

    >>> run("display(1, 2)\\nx = 3\\nx + 1", {})
    [1, 2, 4]
    """
    shown: list[Any] = []
    names["display"] = lambda *values: shown.extend(values)
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<page>", "exec"), names)
    if isinstance(last, ast.Expr):
        value = eval(compile(ast.Expression(last.value), "<page>", "eval"), names)
        shown += [] if value is None else [value]
    return shown


def _part(value: Any) -> dict[str, str]:
    """A value as the page shows it."""
    model = getattr(value, "model_id", None)
    if model is not None:
        return {"model": str(model)}
    drawn = getattr(value, "_repr_html_", None)
    return {"html": drawn() if drawn is not None else f"<p>{escape(str(value))}</p>"}


def receive(text: str, buffers: Sequence[Any] = ()) -> None:
    """What the page sends to a widget."""
    message = json.loads(text)
    kind, content = message["type"], message["content"]
    known = comm.get_comm_manager()
    handler = {"comm_msg": known.comm_msg, "comm_close": known.comm_close}.get(kind)
    if handler is not None:
        whole = {"content": content, "metadata": {}, "header": {"msg_id": message.get("id")}, "buffers": list(buffers)}
        handler(None, "", whole)  # type: ignore[arg-type]
