"""The Python side of the site: it runs in the page's worker, and does there what a kernel does elsewhere.

Widgets speak to the page by comms, as everywhere; here a comm posts messages to the page. The page calls `receive`
with what comes back. Nothing of this needs Pyodide, so that it is tested like any other code.
"""

from __future__ import annotations

import ast
import json
import os
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from html import escape
from importlib.resources import files
from typing import Any

import comm
from comm.base_comm import BaseComm
from ipywidgets.widgets.widget import _instances, _remove_buffers

from napwidgets.language import pages
from napwidgets.widgets.lesson_shelf import LESSONS, ONE_ADDRESS, SERVED

#: Takes a message as JSON, and its buffers.
Post = Callable[[str, Sequence[Any]], None]
#: How a widget's state names another widget.
_NAMED = re.compile(r"IPY_MODEL_(\w+)")


class PageComm(BaseComm):
    """A comm whose other end is the page that ``post`` leads to."""

    def __init__(self, post: Post, **keys: Any) -> None:
        self.post = post
        super().__init__(**keys)

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **keys: Any
    ) -> None:
        """Send a message of the widgets' protocol to the page."""
        content = {"comm_id": self.comm_id, "data": data or {}, "target_name": keys.get("target_name")}
        message = {"kind": "comm", "type": msg_type, "content": content, "metadata": metadata or {}}
        self.post(json.dumps(message), buffers or ())


class Opening:
    """What is posted while a page is made. Its widgets go out once, as they are in the end: a browser takes longer to
    follow them change by change than all of Python takes to start.
    """

    def __init__(self, post: Post) -> None:
        self._post = post
        self._opened: dict[str, dict[str, Any]] = {}
        self._held: list[tuple[dict[str, Any], Sequence[Any]]] | None = []

    def __call__(self, text: str, buffers: Sequence[Any]) -> None:
        """Hold a widget's message back while the page is made; post anything else."""
        message = json.loads(text) if self._held is not None else {}
        if self._held is None:
            self._post(text, buffers)
        elif message.get("type") == "comm_open":
            self._opened[message["content"]["comm_id"]] = message
        elif not (message.get("kind") == "comm" and self._shows(message)):
            self._held.append((message, buffers))

    def _shows(self, message: dict[str, Any]) -> bool:
        """Whether the state that a widget is opened with shows this change."""
        content = message["content"]
        return content["comm_id"] in self._opened and content["data"].get("method") == "update"

    def done(self) -> None:
        """The page is made: let all of it out, widgets after those that they are made of."""
        held, self._held = self._held or (), None
        self._let_out(list(self._opened))
        for message, buffers in held:
            self._post(json.dumps(message), buffers)

    def _let_out(self, ids: Iterable[str]) -> None:
        for id in ids:
            message = self._opened.pop(id, None)
            if message is None or id not in _instances:
                continue
            state, paths, buffers = _remove_buffers(_instances[id].get_state())
            message["content"]["data"] = {"state": state, "buffer_paths": paths}
            text = json.dumps(message)
            self._let_out(_NAMED.findall(text))
            self._post(text, buffers)


def page_of(query: str) -> str:
    """The page that an address asks for: a lesson, their list, or the lobby with its tables.

    >>> page_of("?lesson=lloyds"), page_of("?lesson"), page_of("?game=abc"), page_of("?lesson=../x")
    ('lloyds', 'lessons', 'lobby', 'lobby')
    """
    name = next((part[6:].lstrip("=") for part in query.lstrip("?").split("&") if part[:6] == "lesson"), None)
    if name is None:
        return "lobby"
    return name if name in {entry.id for entry in LESSONS} else "lobby" if name else "lessons"


def start(post: Post, query: str, language: str = "en") -> None:
    """Show the page that the address asks for, in a language from its first word on."""
    os.environ[SERVED], os.environ["QUERY_STRING"] = ONE_ADDRESS, query.lstrip("?")
    pages.choose(language, chosen=False)
    opening = Opening(post)
    comm.create_comm = partial(PageComm, opening)
    show(opening, json.loads(files("napwidgets.site").joinpath("pages.json").read_bytes())[page_of(query)])
    opening.done()


def show(post: Post, cells: Sequence[Sequence[str]]) -> list[Any]:
    """Post a notebook's cells, prose as it is and code carried out; gives all that they display."""
    names: dict[str, Any] = {"__name__": "__page__"}
    shown: list[Any] = []
    for kind, text in cells:
        values = [] if kind == "markdown" else run(text, names)
        parts = [{"html": text}] if kind == "markdown" else [_part(value) for value in values]
        post(json.dumps({"kind": "cell", "cell": kind, "parts": parts}), ())
        shown += values
    post(json.dumps({"kind": "shown"}), ())
    return shown


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
