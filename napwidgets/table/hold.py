"""Who plays a kept game: one page at a time writes it, every other page that has it open looks on.

A page that plays holds a lock on a small file beside the save. The lock goes when its process ends, so nobody has to
clean up after a page that was closed or a machine that was switched off. Another page takes the game over by putting
a fresh file, locked by itself, in the place of that one; every write asks first whose file lies there.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # pragma: no cover - there are no locks where there are no processes beside this one
    fcntl = None  # type: ignore[assignment]


class Hold:
    """The right to play the game kept in ``path``.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "game.json"
    >>> first, second = Hold(path), Hold(path)
    >>> first.take(), second.take(), first.mine
    (True, False, True)
    >>> second.take(by_force=True), first.mine, second.mine
    (True, False, True)
    >>> second.release(); first.take()
    True
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_suffix(".page")
        self._file: int | None = None

    @property
    def mine(self) -> bool:
        """Whether this page plays."""
        try:
            return self._file is not None and os.path.samestat(os.fstat(self._file), os.stat(self._path))
        except FileNotFoundError:
            return False

    def take(self, by_force: bool = False) -> bool:
        """Play here from now on if no other page does, or ``by_force`` in place of the one that does; says whether
        this page plays. Raises `OSError` if nothing can be written there.
        """
        with self.guard() as mine:
            if mine:
                return True
            self.release()
            if not by_force:
                self._path.touch()
                file = os.open(self._path, os.O_RDWR)
                if not _lock(file, wait=False):
                    os.close(file)
                    return False
            else:
                file, name = tempfile.mkstemp(dir=self._path.parent, prefix=f".{self._path.name}.")
                _lock(file)
                os.replace(name, self._path)
            self._file = file
            return True

    def release(self) -> None:
        """Let others play."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    @contextmanager
    def guard(self) -> Iterator[bool]:
        """While this lasts nobody takes the game over; gives whether this page plays."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(self._path.parent / ".guard", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(file)
            yield self.mine
        finally:
            os.close(file)


def _lock(file: int, wait: bool = True) -> bool:
    """Lock an open file against every other opening of it; says whether that was possible."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
