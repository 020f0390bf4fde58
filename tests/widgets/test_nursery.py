"""Kernels divide from a process that has everything imported; each is its own, and all end with it."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from napwidgets.widgets.nursery import LAUNCHER, WORK, Forked, Nursery, swept

COMMAND = [sys.executable, "-m", LAUNCHER, "-f"]


@pytest.fixture
def nursery() -> Iterator[Nursery]:
    made = Nursery()
    yield made
    made.close()


def written(file: Path) -> bool:
    """Whether a kernel wrote where it can be reached; it does so once it runs."""
    for _ in range(3000):
        if file.is_file() and file.read_text().endswith("}"):
            return True
        time.sleep(0.02)
    return False


def started(nursery: Nursery, file: Path) -> Forked:
    kernel = nursery.fork([*COMMAND, str(file)], os.environ | {"NAPWIDGETS_HOME": str(file.parent)}, str(file.parent))
    assert written(file)
    return kernel


def test_kernels_run_on_their_own_and_end_on_their_own(nursery: Nursery, tmp_path: Path) -> None:
    one, two = (started(nursery, tmp_path / f"{n}.json") for n in range(2))
    assert one.poll() is None
    assert os.getpgid(one.pid) == one.pid, "a signal for its group is for it alone"
    os.killpg(one.pid, signal.SIGKILL)
    assert one.wait(60) == 0
    assert two.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        two.wait(0.05)
    nursery.close()
    assert two.wait(60) == 0, "a kernel ends with the process it divided from"
    with pytest.raises((OSError, ValueError)):
        nursery.fork([*COMMAND, "x"], {}, None)


_ONE = """
import sys
from pathlib import Path
from napwidgets.widgets.nursery import Nursery
from tests.widgets.test_nursery import started
nursery = Nursery()
started(nursery, Path(sys.argv[1]))
nursery.close()
"""


def test_whoever_serves_pages_is_not_warned_once_for_each(tmp_path: Path) -> None:
    made = subprocess.run([sys.executable, "-c", _ONE, str(tmp_path / "0.json")], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert "encryption" not in made.stderr


def test_memory_is_collected_in_full_while_nothing_happens() -> None:
    gc.collect(1)
    assert not swept(worked=WORK), "whoever clicks is not held up"
    assert gc.get_count()[2]
    assert swept(worked=WORK / 2)
    assert not swept(worked=0.0), "there is nothing more to collect"


def test_only_a_kernel_of_this_python_is_divided() -> None:
    assert Nursery.knows([*COMMAND, "file"])
    assert not Nursery.knows(["another-python", *COMMAND[1:], "file"])
    assert not Nursery.knows([sys.executable, "-m", "another_launcher", "-f", "file"])
