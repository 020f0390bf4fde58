"""Every move to disk at once, so that neither a reload nor a power cut costs anything."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path

import msgspec

from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.table.hold import Hold
from napwidgets.table.notes import Note, noted, read_note, write_note, write_whole
from napwidgets.table.seats import NotNow

#: What a game id looks like; nothing else ever becomes part of a path.
GAME_ID = re.compile(r"[a-z0-9]{8,32}")


def data_folder() -> Path:
    """Where games are kept: ``NAPWIDGETS_HOME``, or the user's data directory."""
    home = os.environ.get("NAPWIDGETS_HOME")
    base = os.environ.get("XDG_DATA_HOME")
    return Path(home) if home else (Path(base) if base else Path.home() / ".local" / "share") / "napwidgets"


def game_path(game_id: str) -> Path:
    """The autosave file of a game; raises `NotNow` for anything that is no game id.

    >>> game_path("0123456789abcdef").name
    '0123456789abcdef.json'
    """
    if not GAME_ID.fullmatch(game_id):
        raise NotNow(
            'This is not the address of a game: the part after "game=" must be 8 to 32 small letters and '
            "digits."
        )
    return data_folder() / "games" / f"{game_id}.json"


def seats_path(path: Path) -> Path:
    """Who sits where is no part of a game, so it stands in a file beside the save."""
    return path.with_suffix(".seats.json")


def read_seats(path: Path) -> dict[str, str]:
    """Who sat where; empty if it is not known."""
    try:
        found = json.loads(seats_path(path).read_bytes())
    except (OSError, ValueError):
        return {}
    return {k: v for k, v in found.items() if isinstance(v, str)} if isinstance(found, dict) else {}


def lines_path(path: Path) -> Path:
    """The lines of play that were left stand in a file beside the save."""
    return path.with_suffix(".lines.json")


#: How many lines of play are kept, the latest ones.
MOST_LINES = 12


def read_lines(path: Path, game: Game) -> list[Game]:
    """The lines of play that were left, in their order; one that can't be read any more is left out. What a line has
    in common with ``game`` is not played again.
    """
    from napwidgets.kernel import saves

    try:
        kept = msgspec.json.decode(lines_path(path).read_bytes(), type=list[msgspec.Raw])
    except (OSError, msgspec.MsgspecError):
        return []
    found = []
    for raw in kept:
        with suppress(NapwidgetsError):
            found.append(saves.catch_up(bytes(raw), game))
    return found


class Autosave:
    """Writes the game to ``path`` after every change; without a path it does nothing. Where several pages may have
    the game open, ``hold`` says whether this one may write.
    """

    def __init__(self, path: Path | None, hold: Hold | None = None) -> None:
        self.path, self._hold = path, hold
        self._seats: dict[str, str] | None = None
        self._note: Note | None = None
        self._lines: tuple[Game, ...] = ()
        self._seen: object = None

    @property
    def mine(self) -> bool:
        """Whether this page plays the game."""
        return self._hold is None or self._hold.mine

    def hold_on(self, by_force: bool = False) -> bool:
        """Play here if no other page does, or ``by_force``; says whether this page plays."""
        try:
            return self._hold is None or self._hold.take(by_force)
        except OSError:
            # Where nothing can be written no other page can have the game; the next save says what is wrong.
            self._hold = None
            return True

    def let_go(self) -> None:
        """Let other pages play the game: this one has left it."""
        if self._hold is not None:
            self._hold.release()

    @property
    def touched(self) -> bool:
        """Whether the file is another one than was read or written here last."""
        return self._stamp() != self._seen

    def forget(self) -> None:
        """Read the file again at the next look."""
        self._seen = None

    def _stamp(self) -> object:
        try:
            found = self.path.stat() if self.path is not None else None
        except OSError:
            return None
        return found and (found.st_ino, found.st_mtime_ns, found.st_size)

    def read(self, game: Game) -> Game:
        """The game as another page has kept it; only what ``game`` does not know yet is played again."""
        from napwidgets.kernel import saves

        if self.path is None:
            return game
        self._seen = self._stamp()
        return saves.catch_up(self.path.read_bytes(), game)

    def read_lines(self, game: Game) -> list[Game]:
        """The lines of play that were left, as they are kept."""
        found = read_lines(self.path, game) if self.path is not None else []
        self._lines = tuple(found)
        return found

    def __call__(self, game: Game, seats: Mapping[str, str], others: Sequence[Game] = ()) -> str:
        """Save; gives a sentence if it did not work, for a full disk must not end a game."""
        if self.path is None:
            return ""
        from napwidgets.kernel import saves

        try:
            with self._hold.guard() if self._hold is not None else nullcontext(True) as mine:
                if not mine:
                    return "Another page has just taken this game over; your last move was not made."
                write_whole(self.path, saves.dump(game))
                self._seen = self._stamp()
            if self._seats != dict(seats):
                self._seats = dict(seats)
                write_whole(seats_path(self.path), json.dumps(self._seats).encode())
            self._keep_lines(self.path, others[-MOST_LINES:])
            self._keep_note(self.path, game)
        except OSError as trouble:
            return (
                f"The game could not be saved to {self.path.name}: {trouble.strerror}. Save it by download."
            )
        return ""

    def _keep_lines(self, path: Path, others: Sequence[Game]) -> None:
        """Keep the lines of play that were left, whenever there are others."""
        from napwidgets.kernel import saves

        if len(others) == len(self._lines) and all(a is b for a, b in zip(others, self._lines, strict=True)):
            return
        self._lines = tuple(others)
        write_whole(lines_path(path), b"[" + b",".join(map(saves.dump, others)) + b"]")

    def _keep_note(self, path: Path, game: Game) -> None:
        """Note where the game stands, once a turn: the name that it was given meanwhile stays."""
        now = noted(game, "")
        if self._note == now:
            return
        self._note = now
        write_note(path, noted(game, read_note(path).name))
