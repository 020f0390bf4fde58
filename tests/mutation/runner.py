"""Runs in a broken copy of the tree: ``python -m tests.mutation.runner 0,1,2 JOBS`` tries the changes of these numbers.

All tests are collected once and run once with nothing changed, which tells where each has been and how long it took.
Each change then gets a process of its own, split off before any test has run, in which the tests that have been there
run, the quickest first, until one fails. What ran while tests were collected can't be changed any more: for such a
change everything is collected anew, and after the tests that have been there all others run.

Prints a JSON object a line: ``tests`` and ``seconds`` of the first run, ``fails`` for a test that fails with nothing
changed (it is left out), and of each ``change`` whether it was ``noticed``, by which test, after how many and how many
seconds.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple, TextIO

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, settings

from tests.mutation import broken

#: Whatever runs for ever has been noticed: a test gets so many seconds, and so many times what it took, of the
#: processor; of the clock more, since the machine may have other things to do.
PATIENCE, TIMES, CLOCK = 20, 8, 8
MEMORY = 4 << 30
#: Where processes leave word for each other, in the copy.
RAN, ORDER, ABROAD, LEARNT = Path("ran"), Path("order.json"), Path("abroad"), Path("learnt")
SPARED = ("browser", "notebooks", "mutation")
WHERE = ("tests", "napwidgets", "README.md", *(f"--ignore=tests/{folder}" for folder in SPARED))
HOW = ("-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:randomly")


class Learnt(NamedTuple):
    """What the first run tells of a test: where it has been, and what it takes when it runs alone."""

    places: frozenset[int]
    seconds: float
    passed: bool


class Runner:
    """The plugin that takes the place of pytest's own loop."""

    def __init__(self, numbers: list[int], jobs: int, out: TextIO) -> None:
        self.numbers, self.jobs, self.out = numbers, jobs, out
        self.shared: dict[str, set[int]] = {}

    def say(self, **what: Any) -> None:
        print(json.dumps(what), file=self.out, flush=True)

    def pytest_collection(self) -> None:
        """The same examples every time, and no search for the smallest that fails."""
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("broken", settings(), derandomize=True, database=None, phases=phases)
        settings.load_profile("broken")

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Generator[None, Any, Any]:
        """What is set up once for several tests is where all of them have been."""
        with broken.traced() as trace:
            result = yield
        if fixturedef.scope != "function":
            self.shared.setdefault(request.node.nodeid, set()).update(trace.places)
        return result

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Tries the changes, or one that had to be made beforehand."""
        if session.testsfailed:
            raise session.Failed("Not all tests could be collected.")
        items = {item.nodeid: item for item in session.items}
        if broken.made >= 0:
            told = json.loads(ORDER.read_text())
            _try([items[name] for name in told["order"]], told["took"])
        beforehand = set(broken.now.places)
        began = time.monotonic()
        learnt = self.learn(session.items)
        self.say(tests=len(items), seconds=time.monotonic() - began)
        for name, test in learnt.items():
            if not test.passed:
                self.say(fails=name)
        sound = sorted((name for name in items if learnt[name].passed), key=lambda name: learnt[name].seconds)
        took = {name: learnt[name].seconds for name in sound}
        waiting: dict[int, tuple[int, float]] = {}
        for number in self.numbers:
            been = [name for name in sound if number in learnt[name].places]
            if number in beforehand:
                self.anew(number, [*been, *(name for name in sound if name not in set(been))], took)
                continue
            while len(waiting) >= self.jobs:
                self.ended(waiting)
            waiting[self.split(number, [items[name] for name in been], took)] = (number, time.monotonic())
        while waiting:
            self.ended(waiting)
        return True

    def learn(self, items: list[pytest.Item]) -> dict[str, Learnt]:
        """Runs every test with nothing changed, in as many processes as there are jobs."""
        ABROAD.mkdir(exist_ok=True)
        # Tests of the conformance suite share their games and stay together.
        hands: list[list[pytest.Item]] = [[] for _ in range(self.jobs)]
        hand: dict[str, int] = {}
        for item in items:
            folder = "/".join(item.nodeid.split("::")[0].split("/")[:3])
            hands[hand.setdefault(folder, len(hand) % self.jobs)].append(item)
        children = []
        for n, mine in enumerate(hands):
            if (child := os.fork()) == 0:
                self._learn(mine, Path(f"{LEARNT}.{n}"), ABROAD / str(n))
            children.append(child)
        for child in children:
            if os.waitpid(child, 0)[1]:
                raise RuntimeError("The first run did not end.")
        found = {}
        for n in range(self.jobs):
            for name, (places, seconds, passed) in json.loads(Path(f"{LEARNT}.{n}").read_text()).items():
                found[name] = Learnt(frozenset(places), seconds, passed)
        return found

    def _learn(self, items: list[pytest.Item], told: Path, abroad: Path) -> None:
        abroad.mkdir()
        broken.abroad, broken.home = str(abroad.resolve()), os.getpid()
        os.environ |= {"NAPWIDGETS_ABROAD": broken.abroad, "NAPWIDGETS_BROKEN_BY": str(broken.home)}
        _remember_where()
        found = {}
        for item, after in zip_longest(items, items[1:]):
            began = time.process_time()
            with broken.traced() as trace:
                passed = _passes(item, after)
            places = set(trace.places)
            for file in abroad.iterdir():
                places.add(int(file.name))
                file.unlink()
            found[item.nodeid] = (places, time.process_time() - began + trace.spared, passed)
        for name, (places, _, _) in found.items():
            for place, also in self.shared.items():
                if name.startswith(place):
                    places |= also
        told.write_text(json.dumps({name: (sorted(places), *rest) for name, (places, *rest) in found.items()}))
        os._exit(0)

    def split(self, number: int, items: list[pytest.Item], took: dict[str, float]) -> int:
        """Tries a change in a process of its own."""
        if child := os.fork():
            return child
        os.setsid()
        broken.made = number
        os.environ["NAPWIDGETS_BROKEN"] = str(number)
        _try(items, took)
        return 0

    def ended(self, waiting: dict[int, tuple[int, float]]) -> None:
        """Waits for one of the processes and says what came out."""
        child, status = os.wait()
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        number, began = waiting.pop(child)
        self.told(number, child, status != 0, time.monotonic() - began)

    def anew(self, number: int, order: list[str], took: dict[str, float]) -> None:
        """Tries a change of what runs while tests are collected."""
        ORDER.write_text(json.dumps({"order": order, "took": took}))
        env = os.environ | {"NAPWIDGETS_BROKEN": str(number)}
        began = time.monotonic()
        command = [sys.executable, "-m", "tests.mutation.runner", str(number), "1"]
        process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, start_new_session=True)
        try:
            status = process.wait(PATIENCE * CLOCK + CLOCK * sum(took.values()))
        except subprocess.TimeoutExpired:
            status = 1
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        self.told(number, process.pid, status != 0, time.monotonic() - began)

    def told(self, number: int, process: int, noticed: bool, seconds: float) -> None:
        """Says what became of a change."""
        file = Path(f"{RAN}.{process}")
        ran = file.read_text().splitlines() if file.exists() else []
        by = ran[-1] if noticed and ran else ""
        self.say(change=number, noticed=noticed, by=by, tests=len(ran), seconds=seconds)


def _remember_where() -> None:
    """Answers about positions that outlive a test must not hide where the next one has been."""
    from napwidgets.kernel.recent import Recent

    plain, all_known = Recent.answer, Recent.known

    def answer(self: Recent, position: Any, question: Any, work: Callable[[], Any]) -> Any:
        return plain(self, position, question, lambda: broken.Kept(work)).again()

    def known(self: Recent, position: Any) -> dict[Any, Any]:
        return {question: kept.again() for question, kept in all_known(self, position).items()}

    Recent.answer = answer  # type: ignore[method-assign]
    Recent.known = known  # type: ignore[method-assign]


def _try(items: list[pytest.Item], took: dict[str, float]) -> None:
    """Runs tests until one fails, and ends the process: 0 if none did."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    with Path(f"{RAN}.{os.getpid()}").open("w") as ran:
        for item, after in zip_longest(items, items[1:]):
            print(item.nodeid, file=ran, flush=True)
            patience = PATIENCE + TIMES * took[item.nodeid]
            signal.setitimer(signal.ITIMER_PROF, patience)
            signal.setitimer(signal.ITIMER_REAL, CLOCK * patience)
            if not _passes(item, after):
                os._exit(1)
    os._exit(0)


def _passes(item: pytest.Item, after: pytest.Item | None) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))


def main() -> None:
    """Says what is found on what was the output, which the tests don't get."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    numbers = [int(number) for number in sys.argv[1].split(",")]
    ended = pytest.main([*WHERE, *HOW, "--basetemp=tmp"], plugins=[Runner(numbers, int(sys.argv[2]), out)])
    raise SystemExit(int(ended))


if __name__ == "__main__":
    main()
