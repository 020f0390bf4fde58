"""The host itself: pages over HTTP, and a line to each over a WebSocket."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from napwidgets.host.gate import BROWSER, COOKIE, LASTS, LONGEST, REMEMBERED, Bucket, Gate
from napwidgets.host.page import Page, settle
from napwidgets.host.words import STATIC, preferred, refusal, written
from napwidgets.language.speech import fitting
from napwidgets.language.visit import Visit
from napwidgets.shared.drawers import BrowserDrawer
from napwidgets.shared.keys import LONGEST_TOKEN, hashed, new_token
from napwidgets.shared.store import store_at
from napwidgets.site import parts
from napwidgets.site.worker import page_of

LOG = logging.getLogger("napwidgets")
#: What depends on the language that a browser prefers is not kept for another one.
_VARIES: Final = {"vary": "accept-language"}
_LEFT: Final = 1001
#: So long a page waits for a browser that is away, in seconds.
PATIENCE: Final = 90.0
#: And so long one that was shut or left, which its browser says as it goes (code 1001): that one does not come back.
PARTING: Final = 2.0
#: How long between chores, in seconds.
CHORES: Final = 30.0
#: The longest message of a page.
MOST_SENT: Final = 5_000_000
_POLICY: Final = (
    "default-src 'self' blob: data:; script-src 'self' blob: 'unsafe-eval'; style-src 'self' blob: 'unsafe-inline'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
)
_HEADERS: Final = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}


class Host:
    """Lobby, tables and lessons for many browsers. At most ``most`` pages are open at once, and one browser's address
    opens a few a second. ``chore`` is done again and again, in a thread.
    """

    def __init__(
        self, gate: Gate, most: int = 200, patience: float = PATIENCE, chore: Callable[[], object] | None = None
    ) -> None:
        self.gate, self.most, self.patience, self._chore = gate, most, patience, chore
        self.pages: dict[str, Page] = {}
        self._cells = parts.pages()
        self._files = _files()
        self._opened = Bucket(60, 2.0)
        self._tried = Bucket(10, 0.1)
        self._lines: dict[str, asyncio.Task[None]] = {}

    def app(self) -> ASGIApp:
        """The application for an ASGI server."""

        @asynccontextmanager
        async def life(_: Starlette) -> AsyncIterator[None]:
            settle(asyncio.get_running_loop())
            chores = asyncio.ensure_future(self._chores())
            yield
            chores.cancel()
            for page in list(self.pages.values()):
                page.close()

        routes = [
            Route("/", self._front),
            Route("/enter", self._enter, methods=["POST"]),
            Route("/health", self._health),
            WebSocketRoute("/line", self._line),
            Mount("/", routes=[Route("/{name:path}", self._file)]),
        ]
        app = Starlette(routes=routes, lifespan=life, middleware=[Middleware(GZipMiddleware, minimum_size=2000)])
        return _Guard(app, self.gate)

    async def _chores(self) -> None:
        """What is to be done again and again beside the pages: letters go out."""
        while self._chore is not None:
            try:
                await asyncio.to_thread(self._chore)
            except Exception as trouble:
                LOG.exception("letters could not be sent", exc_info=trouble)
            await asyncio.sleep(CHORES)

    # Pages

    async def _front(self, request: Request) -> Response:
        if not self.gate.admits(request.url.query, request.cookies.get(COOKIE, "")):
            return self._asked(request, request.url.query)
        answer = HTMLResponse(
            written(preferred(request), "index.html"), headers={"cache-control": "no-cache", **_VARIES}
        )
        if not request.cookies.get(BROWSER):
            self._mark(request, answer, BROWSER, new_token(), REMEMBERED)
        return answer

    @staticmethod
    def _mark(request: Request, answer: Response, name: str, cookie: str, lasts: int) -> None:
        """Give a browser a cookie that no script and no other site sees."""
        secure = request.url.scheme == "https"
        answer.set_cookie(name, cookie, max_age=lasts, httponly=True, samesite="lax", secure=secure)

    def _asked(self, request: Request, query: str, wrong: bool = False) -> Response:
        """The page that asks for the password, or says that one needs a link."""
        part, title = ("enter.html", "Please come in") if self.gate.password else ("links.html", "A link is needed")
        code = preferred(request)
        words = written(code, part, {"wrong": "That was not the password." if wrong else ""})
        text = written(code, "door.html", {"title": title}).replace("<!--words-->", words)
        return HTMLResponse(text, 401 if wrong else 200, headers={"cache-control": "no-store"})

    async def _enter(self, request: Request) -> Response:
        if not self._tried.take(_who(request)):
            return refusal(request, "Too many tries; please wait a minute.", 429)
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > 10 * LONGEST:
                return refusal(request, "That is no password.", 413)
        cookie = self.gate.given(parse_qs(body.decode(errors="replace")).get("password", [""])[0])
        if cookie is None:
            return self._asked(request, "", wrong=True)
        answer = RedirectResponse("./", 303)
        self._mark(request, answer, COOKIE, cookie, LASTS)
        return answer

    async def _health(self, _: Request) -> Response:
        return PlainTextResponse("well")

    async def _file(self, request: Request) -> Response:
        file = self._files.get(request.path_params["name"])
        if file is None:
            return refusal(request, "There is nothing here.", 404)
        kept = {"cache-control": "no-cache"}
        if isinstance(file, str):
            tag = f'"{hashlib.sha256(file.encode()).hexdigest()[:16]}"'
            if request.headers.get("if-none-match") == tag:
                return Response(status_code=304, headers={"etag": tag, **kept})
            return Response(file, media_type="text/css", headers={"etag": tag, **kept})
        found = FileResponse(file, headers=kept, stat_result=file.stat())
        if request.headers.get("if-none-match") == found.headers.get("etag"):
            return Response(status_code=304, headers={"etag": found.headers["etag"], **kept})
        return found

    # Lines

    async def _line(self, socket: WebSocket) -> None:
        if not self.gate.same(socket.headers.get("origin", ""), socket.headers.get("host", "")):
            await socket.close(1008)
            return
        await socket.accept()
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            hello = _message(await asyncio.wait_for(socket.receive_text(), 20))
            page = None if hello is None else await self._page(socket, hello)
            if hello is None or page is None:
                await socket.close(1000)
                return
            await self._serve(socket, page, _number(hello.get("had")))

    async def _page(self, socket: WebSocket, hello: dict[str, Any]) -> Page | None:
        """The page that a browser asks for: one that is open, or a new one; nothing, and it was told why."""
        page = self.pages.get(str(hello.get("page")))
        if page is not None:
            return page
        query = str(hello.get("query", ""))[: 10 * LONGEST]
        why = ""
        if hello.get("page") or not self.gate.admits(query, socket.cookies.get(COOKIE, "")):
            why = "again"
        elif len(self.pages) >= self.most:
            why = f"All {self.most} pages of this host are open. Please try again in a few minutes."
        elif (wait := self._opened.wait(_who(socket))) > 0:
            why = f"Too many pages were opened from here at once. Please wait {wait + 1:.0f} seconds and reload."
        if why:
            await socket.send_text(json.dumps({"kind": "gone" if why == "again" else "failed", "text": why}))
            return None
        return self._new(socket, query, str(hello.get("language") or ""))

    def _new(self, socket: WebSocket, query: str, chosen: str) -> Page:
        scheme = "https" if socket.url.scheme == "wss" else "http"
        # A browser that takes no cookies is another one at each page: nobody else's answers are ever shown.
        browser = hashed(socket.cookies.get(BROWSER, "")[:LONGEST_TOKEN] or secrets.token_hex(16))
        base = f"{scheme}://{socket.headers.get('host', '')}/"
        drawer = BrowserDrawer(store_at, browser)
        code = fitting([chosen]) if chosen else preferred(socket)
        visit = Visit(query.lstrip("?"), base, True, browser=browser, drawer=drawer, language=code)
        page = Page(visit, self._gone)
        self.pages[page.id] = page
        return page

    def _gone(self, page: Page) -> None:
        self.pages.pop(page.id, None)

    async def _serve(self, socket: WebSocket, page: Page, had: int) -> None:
        """Let a line and a page speak to each other until the line breaks; the newest line of a page counts."""
        old = self._lines.pop(page.id, None)
        if old is not None:
            old.cancel()
        await socket.send_text(json.dumps({"kind": "here", "page": page.id}))
        speaking = self._lines[page.id] = asyncio.ensure_future(page.speak(socket.send_text, had))
        if not page.made and not self._laid(page):
            why = "Something went wrong while this page was being made; the games are safe. Please reload it."
            await socket.send_text(json.dumps({"kind": "failed", "text": why}))
            page.close()
            return
        pace, patience = Bucket(120, 40.0), self.patience
        try:
            while True:
                text = await socket.receive_text()
                if (wait := pace.wait("")) > 0:
                    await asyncio.sleep(wait)
                message = _message(text)
                if message is not None:
                    page.acknowledge(_number(message.get("had")))
                    page.hear(message)
        except WebSocketDisconnect as gone:
            if gone.code == _LEFT:
                patience = min(PARTING, patience)
        finally:
            speaking.cancel()
            if self._lines.get(page.id) is speaking:
                del self._lines[page.id]
                asyncio.get_running_loop().call_later(patience, self._put_away, page)

    def _laid(self, page: Page) -> bool:
        """Whether a page could be made."""
        try:
            page.show(self._cells[page_of(page.visit.query)])
        except Exception as trouble:
            LOG.exception("a page could not be made", exc_info=trouble)
            return False
        return True

    def _put_away(self, page: Page) -> None:
        if page.id not in self._lines:
            page.close()


class _Guard:
    """Refuses what was asked of another host, and puts the headers of caution on every answer."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app, self._gate = app, gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if not self._gate.knows(HTTPConnection(scope).headers.get("host", "")):
            refused = refusal(HTTPConnection(scope), "This host is not known under that name.", 421)
            if scope["type"] == "http":
                await refused(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return

        async def careful(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
                message = {**message, "headers": [*message.get("headers", ()), *more]}
            await send(message)

        await self._app(scope, receive, careful)


def _files() -> dict[str, Path | str]:
    """What pages fetch, by address: scripts as files, the style as text."""
    more = {"bqplot.js": "bqplot/index.js", "bqscales.js": "bqscales/index.js"}
    found: dict[str, Path | str] = {
        "desk.js": parts.PAGE / "desk.js",
        "line.js": STATIC / "line.js",
        "vendor/require.js": parts.PAGE / "vendor" / "require.js",
        "page.css": parts.style(),
    }
    return found | {f"vendor/{name}": file for name, file in parts.scripts(more).items() if file.is_file()}


def _who(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client is not None else ""


def _message(text: str) -> dict[str, Any] | None:
    """A message of a page; nothing for what is none."""
    with suppress(ValueError, RecursionError):
        message = json.loads(text) if len(text) <= MOST_SENT else None
        return message if isinstance(message, dict) else None
    return None


def _number(value: object) -> int:
    return value if isinstance(value, int) and value >= 0 else 0
