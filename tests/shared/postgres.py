"""A PostgreSQL of the tests' own: on the loopback address, in a folder that goes when it ends."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from napwidgets.people_bench import free_port

#: Where systems put what a package manager does not put on the path.
PLACES = ("/usr/local/bin", *map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)))


def program(name: str) -> str:
    """Where one of PostgreSQL's programs is; fails the test, with what is missing, if there is none."""
    found = shutil.which(name) or shutil.which(name, path=os.pathsep.join(PLACES))
    if found is None:
        pytest.fail(f"PostgreSQL is missing ({name}): `make postgres` installs it, or install PostgreSQL by hand.")
    return found


@contextmanager
def running() -> Iterator[str]:
    """A server with an empty database; gives its URL."""
    with server() as (url, _):
        yield url


@contextmanager
def server() -> Iterator[tuple[str, Callable[[], None]]]:
    """A server with an empty database; gives its URL, and what kills it and starts it again."""
    initdb, control = program("initdb"), program("pg_ctl")
    # PostgreSQL refuses to run as root.
    user = "nobody" if os.getuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="napwidgets-postgres-"))
    try:
        if user is not None:
            shutil.chown(folder, user)
        data, port = folder / "data", free_port()
        make = [initdb, "-D", str(data), "-U", "napwidgets", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(make, check=True, user=user, cwd=folder, capture_output=True)
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=60"
        start = [control, "-D", str(data), "-o", options, "-w", "-l", str(folder / "log"), "start"]
        stop = [control, "-D", str(data), "-m", "immediate", "stop"]

        def again() -> None:
            os.kill(int((data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
            for _ in range(20):
                done = subprocess.run(start, check=False, user=user, cwd=folder, capture_output=True, timeout=60)
                if done.returncode == 0:
                    return
                time.sleep(0.25)
            raise RuntimeError(f"PostgreSQL did not come back: {(folder / 'log').read_text()[-500:]}")

        subprocess.run(start, check=True, user=user, cwd=folder, capture_output=True, timeout=60)
        try:
            yield f"postgresql://napwidgets@127.0.0.1:{port}/postgres", again
        finally:
            subprocess.run(stop, check=False, user=user, cwd=folder, capture_output=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
