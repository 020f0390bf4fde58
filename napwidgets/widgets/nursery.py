"""A process that has everything imported and divides itself for each page: a kernel is ready at once, and shares the
memory of what it has in common with the others.

`Nursery` is the server's side of it; this module run as a program is the process itself. Only where processes can
divide (not on Windows).
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

#: What starts a kernel elsewhere: a command of this form, and no other, is done by dividing.
LAUNCHER: Final = "ipykernel_launcher"
#: What every page needs, and what a table of any system needs.
WARM: Final = (
    "ipykernel.kernelapp", "ipykernel.ipkernel", "ipykernel.zmqshell", "ipykernel.embed", "IPython.core.history",
    "napwidgets.shared.pages.door", "napwidgets.lessons", "napwidgets.players.registry",
)  # fmt: skip
#: How often a kernel looks whether it has nothing to do, in seconds, and how much it may have worked since then.
QUIET, WORK = 2.0, 0.02
#: So much rarer than usual are full collections of memory while it works.
RARER = 10


class Forked:
    """A kernel's process, which is the nursery's child and not ours: what a `subprocess.Popen` can, by its number."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """None while it runs; how it ended nobody is told."""
        if self.returncode is None:
            try:
                os.kill(self.pid, 0)
            except ProcessLookupError:
                self.returncode = 0
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; raises `subprocess.TimeoutExpired`."""
        until = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            if until is not None and time.monotonic() > until:
                raise subprocess.TimeoutExpired(LAUNCHER, timeout or 0.0)
            time.sleep(0.02)
        return 0

    def send_signal(self, signum: int) -> None:
        """Send it a signal; nothing if it has ended."""
        if self.poll() is None:
            os.kill(self.pid, signum)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


class Nursery:
    """Starts the process and asks it for kernels. When this one goes, it goes, and its kernels with it."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __spec__.name, str(theirs.fileno())],
                pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        self._line = ours.makefile("rw", encoding="utf-8")
        self._one = threading.Lock()
        ours.close()

    @staticmethod
    def knows(command: Sequence[str]) -> bool:
        """Whether it can do what a command does."""
        return hasattr(os, "fork") and command[0] == sys.executable and "-m" in command and LAUNCHER in command

    def fork(self, command: Sequence[str], env: Mapping[str, str], folder: str | None) -> Forked:
        """A kernel for a command that it `knows`. Raises `OSError` when the process has gone."""
        argv = list(command[command.index(LAUNCHER) :])
        with self._one:
            self._line.write(json.dumps({"argv": argv, "env": dict(env), "folder": folder or str(Path.cwd())}) + "\n")
            self._line.flush()
            answer = self._line.readline()
        if not answer:
            raise OSError("the process that divides has gone")
        return Forked(int(answer))

    def close(self) -> None:
        """Let it go, and its kernels with it."""
        with suppress(OSError):
            self._line.close()
        self._process.wait(10)


def _warm() -> None:
    for name in WARM:
        import_module(name)
    for system in import_module("napwidgets.systems.registry").SYSTEMS.values():
        system.part("present")
    # What every lobby draws, and no page changes.
    import_module("napwidgets.widgets.cartography").definitions()
    import_module("napwidgets.widgets.pictures").shipped()
    # What lies frozen is never touched by the collector, so the kernels go on sharing it.
    gc.collect()
    gc.freeze()


def _nurse(line: Any) -> dict[str, Any] | None:
    """Divide for each line that comes; returns, in the new process, what it shall become."""
    # Whoever ends is forgotten at once, so that he can be seen to have ended.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for wish in line:
        parent = os.getpid()
        pid = os.fork()
        # Each has a group of its own, set on both sides: a signal meant for one must never reach them all.
        os.setpgid(pid, pid)
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            become: dict[str, Any] = json.loads(wish)
            # What the imports read of their surroundings is said anew: with whom to end, and that there is a kernel
            # now for the widgets.
            become["argv"] += [f"--IPKernelApp.parent_handle={parent}", "--IPKernelApp.extra_extensions=ipywidgets"]
            # Of a server for this machine alone nobody needs to be warned, once for each page, that it stays there.
            become["argv"] += ["--IPKernelApp.log_level=ERROR"]
            return become
        line.write(f"{pid}\n")
        line.flush()
    return None


def swept(worked: float) -> bool:
    """Collect memory in full if there may be something to collect and little was worked meanwhile, in seconds: it holds
    a page up for forty milliseconds. Whether it was done.

    >>> swept(worked=1.0)
    False
    """
    if worked >= WORK or not gc.get_count()[2]:
        return False
    gc.collect()
    return True


def _sweep() -> None:
    while True:
        begun = time.process_time()
        time.sleep(QUIET)
        swept(time.process_time() - begun)


def _kernel(become: dict[str, Any]) -> None:
    first, second, full = gc.get_threshold()
    gc.set_threshold(first, second, full * RARER)
    threading.Thread(target=_sweep, name="sweep", daemon=True).start()
    os.environ.clear()
    os.environ.update(become["env"])
    os.chdir(become["folder"])
    sys.argv = become["argv"]
    from ipykernel import kernelapp

    kernelapp.launch_new_instance()


def main() -> None:
    """Import everything, then divide until nobody asks any more."""
    with socket.socket(fileno=int(sys.argv[1])) as ours:
        line = ours.makefile("rw", encoding="utf-8")
    _warm()
    become = _nurse(line)
    if become is not None:
        line.close()
        _kernel(become)


if __name__ == "__main__":
    main()
