"""What many people at one host take, by real WebSockets: for ``napwidgets bench --people``.

Each `Person` is a browser without a screen: it takes what a page is sent, keeps its panels, and presses their buttons.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from napwidgets import scenarios
from napwidgets.bench import Figure
from napwidgets.host.app import PATIENCE
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.shared import keys
from napwidgets.shared.live import begin
from napwidgets.shared.store import Store
from napwidgets.widgets.difference import made
from napwidgets.widgets.sheet import WORDS

SCENARIO = "nlc/first-steps"
#: How often somebody at a table moves, in seconds.
EVERY = 5.0
_DO = re.compile(r'data-do="(play|about)" data-arg="(\d+)"')
_MOVES = re.compile(r'max="(\d+)"')


class Person:
    """A page at a host, without a screen."""

    def __init__(self, url: str, query: str) -> None:
        self.url, self.query = url, query
        self.panels: dict[str, dict[str, Any]] = {}
        self._line: ClientConnection | None = None
        self._had = self._sent = 0
        self._heard = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def come(self) -> None:
        """Open the page, and follow it until `go`."""
        address = self.url.replace("http", "ws") + "line"
        self._line = await connect(address, origin=self.url.rstrip("/"), max_size=None, proxy=None)  # type: ignore[arg-type]
        await self._line.send(json.dumps({"query": self.query, "page": "", "had": 0}))
        self._task = asyncio.create_task(self._follow(self._line))

    async def _follow(self, line: ClientConnection) -> None:
        async for text in line:
            data = json.loads(text)
            if data.get("kind") == "failed":
                raise NapwidgetsError(data["text"])
            self._had = data.get("n", self._had)
            if data.get("kind") == "python":
                self._take(json.loads(data["message"]))
            if '\\"shown\\"' in text[-40:] or self._had % 20 == 0:
                await line.send(json.dumps({"had": self._had}))
            self._heard.set()

    def _take(self, message: dict[str, Any]) -> None:
        if message.get("kind") != "comm":
            return
        id, data = message["content"]["comm_id"], message["content"]["data"]
        state = data.get("state") or {}
        if message["type"] == "comm_open":
            self.panels[id] = dict(state)
        elif id in self.panels and data.get("method") == "update":
            patch = state.pop("patch", None)
            held = self.panels[id]
            if patch and patch.get("steps"):
                state["html"] = made(WORDS + held.get("html", ""), patch["steps"])
            held.update(state)

    def panel(self, look: str) -> tuple[str, dict[str, Any]]:
        """A panel of the page, by its look: its id and its state."""
        return next((id, s) for id, s in self.panels.items() if look in str(s.get("look", "")).split())

    @property
    def moves(self) -> int:
        """How many moves the page knows of; -1 until it shows them."""
        with suppress(StopIteration):
            found = _MOVES.search(self.panel("nw-chronicle")[1].get("html", ""))
            return int(found[1]) if found else -1
        return -1

    async def until(self, is_so: Callable[[], bool], seconds: float = 60.0) -> None:
        """Wait until the page shows something; raises `TimeoutError`."""
        async with asyncio.timeout(seconds):
            while not is_so():
                self._heard.clear()
                await self._heard.wait()

    async def press(self, look: str, do: str, arg: str) -> None:
        """Press a button of a panel."""
        id, state = self.panel(look)
        self._sent += 1
        content = {"do": do, "arg": arg, "serial": state.get("serial", 0), "id": f"{id_of(self)}.{self._sent}"}
        data = {"comm_id": id, "data": {"method": "custom", "content": content}}
        message = json.dumps({"type": "comm_msg", "id": str(self._sent), "content": data})
        assert self._line is not None
        sent = {"n": self._sent, "id": str(self._sent), "message": message, "had": self._had}
        await self._line.send(json.dumps(sent))

    def ways(self) -> list[tuple[str, str]]:
        """What can be pressed to move on."""
        return _DO.findall(self.panel("nw-actions")[1].get("html", ""))

    async def go(self) -> None:
        """Leave the page."""
        if self._task is not None:
            self._task.cancel()
        if self._line is not None:
            await self._line.close()
        self.panels, self._task, self._line, self._had, self._sent = {}, None, None, 0, 0


def id_of(person: Person) -> str:
    """A short name for one who presses."""
    return f"{id(person):x}"[-8:]


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def hosting(
    home: Path, port: int, database: str = "", patience: float = PATIENCE
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A host of one's own with its address and its process. Pages wait for their browsers ``patience`` seconds."""
    what = f"from napwidgets.host.serve import serve; serve({port}, '127.0.0.1', patience={patience})"
    env = os.environ | {"NAPWIDGETS_HOME": str(home), "NAPWIDGETS_DATABASE": database}
    with (home / "host.log").open("ab") as log:
        process = subprocess.Popen([sys.executable, "-c", what], env=env, stdout=log, stderr=log)
        try:
            for _ in range(300):
                with suppress(OSError):
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1)
                    break
                time.sleep(0.1)
            else:
                raise NapwidgetsError(f"The host did not start: {(home / 'host.log').read_text()[-500:]}")
            yield f"http://127.0.0.1:{port}/", process
        finally:
            process.terminate()
            process.wait(20)


def measure(say: Callable[[str], None], tables: int = 30, rounds: int = 6) -> list[Figure]:
    """Thirty tables of two in one process, somebody at each moving every five seconds."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        store = Store(f"sqlite:///{home / 'shared.db'}")
        engine = scenarios.load(SCENARIO)
        links = [
            tuple(keys.give(store, head.id, keys.SEAT, (seat,)) for seat in engine.seats)
            for head in (begin(store, engine) for _ in range(tables))
        ]
        store.close()
        with hosting(home, free_port()) as (url, process):
            say(f"{2 * tables} pages")
            return asyncio.run(_played(url, process.pid, links, rounds, say))


async def _played(
    url: str, process: int, links: list[tuple[str, ...]], rounds: int, say: Callable[[str], None]
) -> list[Figure]:
    empty = memory(process)
    pairs = [tuple(Person(url, f"?key={token}") for token in pair) for pair in links]
    opened = []
    for person in (p for pair in pairs for p in pair):
        start = time.perf_counter()
        await person.come()
        await person.until(lambda person=person: person.moves >= 0)  # type: ignore[misc]
        opened.append(time.perf_counter() - start)
    say(f"{rounds} rounds of moves")
    took: list[float] = []
    await asyncio.gather(*(_table(pair, rounds, n, took) for n, pair in enumerate(pairs)))
    full = memory(process)
    for person in (p for pair in pairs for p in pair):
        await person.go()
    note = f"{len(pairs)} tables"
    return [
        Figure("people-memory", "memory of the host with all pages open", full, "MB", 300, note),
        Figure("people-page", "memory of a page", (full - empty) / (2 * len(pairs)), "MB", None, note),
        Figure("people-open", "a page opened", median(opened) * 1000, "ms", None, note, tuple(opened)),
        Figure("people-move", "click to the other's page", median(took) * 1000, "ms", 150, f"{len(took)} moves"),
        Figure("people-worst", "the slowest of them", max(took) * 1000, "ms", None, f"{len(took)} moves"),
    ]


async def _table(pair: tuple[Person, ...], rounds: int, n: int, took: list[float]) -> None:
    """Let two people play at random; what a move takes to reach the other is added to ``took``."""
    rng = Random(f"people {n}")
    await asyncio.sleep(EVERY * rng.random())
    for _ in range(rounds):
        due = time.perf_counter() + EVERY
        mover, other = pair if pair[0].ways() else pair[::-1]
        found = await moved(mover, other, rng)
        if found is not None:
            took.append(found)
        await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def moved(mover: Person, other: Person, rng: Random) -> float | None:
    """Make a move; the seconds until the other page shows it. Nothing where nobody could move."""
    asked: set[tuple[str, str]] = set()
    for _ in range(6):
        # To ask about somebody again would change nothing on the page, and be waited for in vain.
        ways = [way for way in mover.ways() if way not in asked]
        plays = [way for way in ways if way[0] == "play"]
        if not ways:
            return None
        do, arg = rng.choice(plays or ways)
        asked.add((do, arg))
        before, drawn, start = other.moves, mover.panel("nw-actions")[1].get("html"), time.perf_counter()
        await mover.press("nw-actions", do, arg)
        if do == "play":
            await other.until(lambda known=before: other.moves != known)  # type: ignore[misc]
            return time.perf_counter() - start
        await mover.until(lambda known=drawn: mover.panel("nw-actions")[1].get("html") != known)  # type: ignore[misc]
    return None


def memory(process: int) -> float:
    """What a process holds for itself and shares with others, in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1000
    raise NapwidgetsError("What the host holds can't be measured on this system.")
