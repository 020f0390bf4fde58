"""What a host and its database bear: a race for the same move, kills at random moments, a week of visits in a few
minutes. For ``napwidgets bench --trials``.
"""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from random import Random

from websockets.exceptions import WebSocketException

from napwidgets import scenarios
from napwidgets.bench import Figure
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.people_bench import SCENARIO, Person, free_port, hosting, memory, moved
from napwidgets.shared import keys
from napwidgets.shared.course import REST
from napwidgets.shared.live import Live, begin
from napwidgets.shared.store import Entry, Store, TooLate, now

#: What may go wrong at a page whose host was killed.
LOST = (OSError, WebSocketException, TimeoutError, NapwidgetsError)
Say = Callable[[str], object]


class TrialFailed(NapwidgetsError):
    """Something that must not happen has happened; the sentence says what."""


def measure(say: Say) -> list[Figure]:
    """All three, at their full size."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'race.db'}"
        return [*race(url, 20, 1000, say), *kills(100, say), *week(say)]


# A race


def race(url: str, clients: int, rounds: int, say: Say) -> list[Figure]:
    """Let processes add the same entries to one game. Raises `TrialFailed` unless each was added once, and everybody
    else was told.
    """
    say(f"a race of {clients} for {rounds} entries")
    store = Store(url)
    game = begin(store, scenarios.load(SCENARIO)).id
    with ProcessPoolExecutor(clients, get_context("spawn")) as processes:
        found = [*processes.map(_racer, [url] * clients, [game] * clients, [rounds] * clients)]
    won = sum(own for own, _, _ in found)
    took = max(end for _, _, end in found) - min(start for _, start, _ in found)
    kept = [entry.n for entry in store.entries(game)]
    store.close()
    if won != rounds or kept != list(range(1, rounds + 1)):
        raise TrialFailed(f"{won} entries were acknowledged and {len(kept)} are kept; {rounds} of each should be.")
    return [Figure("race", "tries to add an entry", clients * rounds / took, "/s", None, f"{clients} processes")]


def _racer(url: str, game: str, rounds: int) -> tuple[int, float, float]:
    """Try to add each entry; gives how many it was the first with, and its beginning and end. Any error but being late
    ends the trial.
    """
    store, won, start = Store(url), 0, now()
    for n in range(1, rounds + 1):
        with suppress(TooLate):
            store.append(game, Entry(n, REST, "", "", "[]", "", now()))
            won += 1
    store.close()
    return won, start, now()


# Kills


class Hosts:
    """A host that can be killed, and comes back at the same address."""

    def __init__(self, home: Path, database: str = "") -> None:
        self._home, self._database, self._port = home, database, free_port()
        self.url = ""

    def __enter__(self) -> Hosts:
        self.start()
        return self

    def start(self) -> None:
        """Begin, and wait until it answers."""
        self._life = hosting(self._home, self._port, self._database)
        self.url, self.process = self._life.__enter__()

    def kill(self) -> None:
        """End it without a warning."""
        self.process.kill()
        self._life.__exit__(None, None, None)

    def __exit__(self, *_: object) -> None:
        self._life.__exit__(None, None, None)


def kills(times: int, say: Say, kill: Callable[[Hosts], object] | None = None, database: str = "") -> list[Figure]:
    """Kill a host again and again while people play. Raises `TrialFailed` if a move is lost that a page has shown, a
    log can't be played through with all its hashes, or a page does not come back. ``kill`` may end something else.
    """
    say(f"{times} kills")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        store = Store(database or f"sqlite:///{home / 'shared.db'}")
        engine = scenarios.load(SCENARIO)
        games = [begin(store, engine).id for _ in range(2)]
        links = [[f"?key={keys.give(store, game, keys.SEAT, (seat,))}" for seat in engine.seats] for game in games]
        with Hosts(home, database) as host:
            back = asyncio.run(_killed(host, links, times, kill or _host, say))
        made = [Live(store, store.head(game)).catch_up().game.number for game in games]
        store.close()
    note = f"{times} kills, {sum(made)} moves"
    return [Figure("back", "all pages are back after a kill", sorted(back)[len(back) // 2], "s", None, note)]


def _host(host: Hosts) -> None:
    host.kill()
    host.start()


async def _killed(
    host: Hosts, links: Sequence[Sequence[str]], times: int, kill: Callable[[Hosts], object], say: Say
) -> list[float]:
    rng, back = Random("kills"), []
    tables = [tuple(Person(host.url, link) for link in pair) for pair in links]
    seen = [0] * len(tables)
    for n in range(times + 1):
        start = time.perf_counter()
        for i, pair in enumerate(tables):
            await _returned(pair)
            if min(person.moves for person in pair) < seen[i]:
                raise TrialFailed(f"Kill {n}: {seen[i]} moves were shown, and {min(p.moves for p in pair)} are left.")
        back.append(time.perf_counter() - start)
        if n == times:
            break
        playing = asyncio.gather(*(_plays(pair, rng, i, seen) for i, pair in enumerate(tables)))
        await asyncio.sleep(rng.uniform(0.2, 1.5))
        await asyncio.to_thread(kill, host)
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        if n % 10 == 9:
            say(f"{n + 1} kills")
    for person in (person for pair in tables for person in pair):
        await person.go()
    return back[1:]


async def _returned(pair: Sequence[Person]) -> None:
    """Open both pages, as a browser does by itself, until they show the same."""
    for _ in range(100):
        with suppress(*LOST):
            for person in pair:
                await person.go()
                await person.come()
                await person.until(lambda person=person: person.moves >= 0, 5)  # type: ignore[misc]
            return
        await asyncio.sleep(0.1)
    raise TrialFailed("A page did not come back after ten seconds.")


async def _plays(pair: Sequence[Person], rng: Random, i: int, seen: list[int]) -> None:
    """Play until the host is gone; ``seen`` grows with each move that a page has shown."""
    with suppress(*LOST):
        while True:
            mover, other = pair if pair[0].ways() else pair[::-1]
            if await moved(mover, other, rng) is None:
                await asyncio.sleep(0.1)
            seen[i] = max(seen[i], *(person.moves for person in pair))


# A week


def week(say: Say, days: int = 7, visits: int = 40) -> list[Figure]:
    """A host's week in a few minutes: people come, play a little, and go. How memory and open files grow after the
    second day; until then a host still learns what it needs.
    """
    say(f"{days} days of {visits} visits")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        store = Store(f"sqlite:///{home / 'shared.db'}")
        with hosting(home, free_port(), patience=1.0) as (url, process):
            ends = asyncio.run(_week(url, process, store, days, visits))
        store.close()
    (size, files), (last, still) = ends[1], ends[-1]
    note = f"{days} days of {visits} visits"
    return [
        Figure("week-memory", "memory after the last day, against the second", last / size, "", 1.15, note),
        Figure("week-files", "open files after the last day, less those after the second", still - files, "", 2, note),
    ]


async def _week(
    url: str, process: subprocess.Popen[bytes], store: Store, days: int, visits: int
) -> list[tuple[float, int]]:
    engine, rng, ends = scenarios.load(SCENARIO), Random("week"), []
    for _ in range(days):
        for _ in range(visits // 2):
            game = begin(store, engine).id
            links = [f"?key={keys.give(store, game, keys.SEAT, (seat,))}" for seat in engine.seats]
            pair = [Person(url, link) for link in links]
            await _returned(pair)
            for _ in range(5):
                mover, other = pair if pair[0].ways() else pair[::-1]
                await moved(mover, other, rng)
            for person in pair:
                await person.go()
        await asyncio.sleep(3)
        ends.append((memory(process.pid), len(list(Path(f"/proc/{process.pid}/fd").iterdir()))))
    return ends
