"""Saved games: a readable JSON file with one move a line, verified by playing it again.

A save holds the format, the system with its rules version, the scenario with its fingerprint, the options, the tables
put in place of shipped ones, the seeds, the seats, every move with its seat and dice, and the SHA-256 of the final
state. Loading plays all moves again; a file that was damaged, edited or made for something else is refused with the
place in the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from itertools import takewhile
from typing import Any

import msgspec
from msgspec import Raw, Struct

from napwidgets.kernel.dice import DiceMismatch
from napwidgets.kernel.game import Game
from napwidgets.kernel.limits import Position, oversized
from napwidgets.kernel.migrations import version_of
from napwidgets.kernel.outline import Unreadable, decoded
from napwidgets.kernel.rulings import IllegalMove, NapwidgetsError, SaveError
from napwidgets.kernel.system import Engine

FORMAT = 2


def _worded(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "format": 2, "worded": True}


#: Turns the decoded JSON of an old format into that of the next one: the key is the old format's number.
MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _worded}

#: Gives the engine of a scenario id with options and replaced tables.
FindEngine = Callable[[str, Mapping[str, Any], Mapping[str, Any]], Engine]


class SavedMove(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One move: the seat, the move as the system writes it, its dice in the form of `ScriptedDice`."""

    seat: str
    move: Raw
    dice: tuple[tuple[int, ...], ...] = ()


class SavedSeed(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """From move ``after`` on the dice are those of ``seed`` from ``position`` on; no seed means typed-in dice."""

    after: Position
    seed: str | None
    position: Position = 0


class SaveFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A save as it stands in its file.

    ``worded`` is one of format 1, where the hash of a game that is over was one of its verdict's sentences, too. These
    may read otherwise today: such a game is verified by its moves and dice alone.
    """

    format: int
    system: str
    rules: str
    scenario: str
    fingerprint: str
    options: dict[str, Any] = {}
    tables: dict[str, Any] = {}
    dice: tuple[SavedSeed, ...]
    seats: tuple[str, ...]
    setup: tuple[tuple[int, ...], ...] = ()
    moves: tuple[SavedMove, ...]
    hash: str
    worded: bool = False


#: What is said of a file of another kind.
NO_GAME = "it is not a game saved by napwidgets; choose a file that a game was saved to."


class BadSave(SaveError):
    """A save that was refused; ``line`` is the line of the file, ``move`` the number of the move or None."""

    def __init__(self, why: str, line: int = 1, move: int | None = None) -> None:
        self.why, self.line, self.move = why, line, move
        where = f"line {line}" if move is None else f"move {move}, line {line}"
        super().__init__(f"This save can't be used ({where}): {why}")


def state_hash(game: Game) -> str:
    """SHA-256 of the canonical encoding of the present state, in hexadecimal."""
    return sha256(game.engine.encode(game.state)).hexdigest()


def dump(game: Game) -> bytes:
    """The game with everything that led to it, as JSON with one move a line.

    Equal games give equal bytes.
    """
    line = list(game.line())[::-1]
    engine = game.engine
    head = {
        "format": FORMAT,
        "system": engine.system,
        "rules": engine.rules_version,
        "scenario": engine.scenario_id,
        "fingerprint": engine.fingerprint,
        "options": dict(engine.chosen),
        "tables": dict(engine.replaced),
        "dice": _seeds(line),
        "seats": engine.seats,
        "setup": line[0].dice_record(),
    }
    moves = [SavedMove(g.last.seat, Raw(engine.encode(g.last.move)), g.dice_record()) for g in line[1:]]
    rows = [f'"{key}":{_json(value)}' for key, value in head.items()]
    rows.append('"moves":[\n' + ",\n".join(_json(move) for move in moves) + "\n]")
    rows.append(f'"hash":"{state_hash(game)}"')
    return ("{\n" + ",\n".join(rows) + "\n}\n").encode()


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def _seeds(line: list[Game]) -> list[SavedSeed]:
    """The seeds of a line of play: the first one, and one more wherever a branch took another seed."""
    seeds: list[SavedSeed] = []
    for game in line:
        if not seeds or seeds[-1].seed != game.seed:
            seeds.append(SavedSeed(game.number, game.seed, game.position))
    return seeds


def load(raw: bytes, find_engine: FindEngine) -> Game:
    """Read a saved game and verify it by playing all its moves again.

    ``find_engine`` gives the engine for a scenario id, options and replaced tables; its errors pass through. Raises
    `SaveError` naming the place when the file is damaged, edited, not a save, of a newer format, of another edition
    of its scenario, or when the rules no longer lead to the saved position.
    """
    saved = read(raw)
    engine = find_engine(saved.scenario, saved.options, saved.tables)
    _same_game(raw, saved, engine)
    return _replay(raw, saved, _begin(raw, saved, engine))


def catch_up(raw: bytes, game: Game) -> Game:
    """The saved game like `load`, for who has ``game``, a part of it or another line of it: only the rest is played."""
    saved = read(raw)
    _same_game(raw, saved, game.engine)
    line = list(game.line())[::-1]
    known = [SavedMove(g.last.seat, Raw(game.engine.encode(g.last.move)), g.dice_record()) for g in line[1:]]
    same = sum(1 for _ in takewhile(lambda pair: _equal(*pair), zip(known, saved.moves, strict=False)))
    begun = tuple(s for s in _seeds(line) if s.after <= same) == tuple(s for s in saved.dice if s.after <= same)
    return _replay(raw, saved, line[same] if begun else _begin(raw, saved, game.engine))


def _equal(a: SavedMove, b: SavedMove) -> bool:
    return (a.seat, bytes(a.move), a.dice) == (b.seat, bytes(b.move), b.dice)


def read(raw: bytes) -> SaveFile:
    """The save's contents, migrated to the present format but not verified."""
    begins = b"" if oversized(len(raw)) else raw.lstrip()[:1]
    if not begins and not oversized(len(raw)):
        raise BadSave("the file is empty; choose one that a game was saved to.")
    if begins not in (b"", b"{"):
        raise BadSave(NO_GAME)
    try:
        data = decoded(raw)
    except Unreadable as error:
        why = error.why if oversized(len(raw)) else f"it is damaged or no JSON file ({error.why})"
        raise BadSave(f"{why}.", error.line) from None
    if not isinstance(data, dict) or not isinstance(data.get("format"), int) or "moves" not in data:
        raise BadSave(NO_GAME)
    return _convert(raw, _migrate(raw, data))


def _migrate(raw: bytes, data: dict[str, Any]) -> dict[str, Any]:
    while (number := data["format"]) != FORMAT:
        if number > FORMAT:
            why = f"format {number} is newer than this napwidgets reads ({FORMAT}); install the newest one."
            raise BadSave(why, _line_of(raw, "format"))
        if number not in MIGRATIONS:
            raise BadSave(f"format {number} is unknown; the present one is {FORMAT}.", _line_of(raw, "format"))
        data = MIGRATIONS[number](data)
    return data


def _convert(raw: bytes, data: dict[str, Any]) -> SaveFile:
    try:
        return msgspec.json.decode(msgspec.json.encode(data), type=SaveFile)
    except msgspec.ValidationError as error:
        text = str(error)
        number = re.search(r"\$\.moves\[(\d+)\]", text)
        key = re.search(r"`\$\.(\w+)|field `(\w+)`", text)
        if number:
            move = int(number[1]) + 1
            raise BadSave(f"the move can't be read ({text}).", _line_of_move(raw, move), move) from None
        name = next((part for part in (key.groups() if key else ()) if part), "format")
        raise BadSave(f"its key {name!r} is wrong ({text}).", _line_of(raw, name)) from None


def _same_game(raw: bytes, saved: SaveFile, engine: Engine) -> None:
    """Refuse a save of another system, of another edition of its scenario, or with other seats."""
    if saved.system != engine.system:
        why = f"it says system {saved.system!r}, but {saved.scenario!r} is a scenario of {engine.system!r}."
        raise BadSave(why, _line_of(raw, "system"))
    if not _had(saved.rules, engine.rules_version):
        why = f"it was made with the rules {saved.rules!r}, which this napwidgets never had; these are "
        raise BadSave(f"{why}{engine.rules_version!r}.", _line_of(raw, "rules"))
    if saved.fingerprint != engine.fingerprint:
        why = f"the game was begun with another edition of scenario {saved.scenario!r}, its map or its tables."
        raise BadSave(why, _line_of(raw, "fingerprint"))
    if saved.seats != engine.seats:
        why = f"its seats are {', '.join(saved.seats)}; the scenario has {', '.join(engine.seats)}."
        raise BadSave(why, _line_of(raw, "seats"))
    if not saved.dice or saved.dice[0].after != 0:
        raise BadSave("it does not say which dice the game began with.", _line_of(raw, "dice"))
    turns = [entry.after for entry in saved.dice]
    if turns != sorted(set(turns)) or turns[-1] > len(saved.moves):
        raise BadSave("its seeds don't follow the moves in their order.", _line_of(raw, "dice"))


def _had(version: str, present: str) -> bool:
    """Whether rules of a version have been played by: the same edition, counted from 1 up to the present one.

    >>> _had("nlc-1.1.0/1", "nlc-1.1.0/2"), _had("nlc-1.1.0/3", "nlc-1.1.0/2"), _had("chess/1", "nlc-1.1.0/2")
    (True, False, False)
    """
    (edition, number), (known, last) = version_of(version), version_of(present)
    return edition == known and 1 <= number <= last


def _replay(raw: bytes, saved: SaveFile, game: Game) -> Game:
    """The saved moves that come after ``game``."""
    engine, seeds = game.engine, {entry.after: entry for entry in saved.dice}
    versions = (
        ""
        if saved.rules == engine.rules_version
        else f" It was saved under rules version {saved.rules}; these are {engine.rules_version}."
    )
    for number, entry in enumerate(saved.moves[game.number :], game.number + 1):
        game = _play(raw, game, entry, number, saved.rules, versions)
        if (switch := seeds.get(number)) is not None:
            game = _switch(game, switch)
    if state_hash(game) != saved.hash and not (saved.worded and game.outcome is not None):
        why = f"its moves lead elsewhere: the file was edited or the rules have changed.{versions}"
        raise BadSave(why, _line_of(raw, "hash"))
    return game


def _begin(raw: bytes, saved: SaveFile, engine: Engine) -> Game:
    start = saved.dice[0]
    try:
        game = Game.scripted(engine, start.seed, saved.setup, start.position)
    except DiceMismatch as error:
        raise BadSave(f"the dice of the set-up are wrong: {error}", _line_of(raw, "setup")) from None
    if game.dice_record() != saved.setup:
        raise BadSave("it has more dice for the set-up than are thrown there.", _line_of(raw, "setup"))
    return game


def _play(raw: bytes, game: Game, entry: SavedMove, number: int, rules: str, versions: str) -> Game:
    """One saved move; the dice thrown must be the dice in the file."""

    def bad(why: str) -> BadSave:
        return BadSave(f"{why}{versions}", _line_of_move(raw, number), number)

    try:
        move = game.engine.decode_move(bytes(entry.move), rules)
    except msgspec.MsgspecError as error:
        raise bad(f"{bytes(entry.move).decode()} is no move of {game.engine.system} ({error}).") from None
    decision = game.decision
    if decision is not None and decision.seat != entry.seat:
        raise bad(f"{entry.seat!r} moves, but it is for {decision.seat!r} to choose.")
    try:
        after = game.play(move, entry.seat, entry.dice)
    except IllegalMove as error:
        raise bad(f"the rules refuse it: {error}") from None
    except NapwidgetsError as error:
        raise bad(f"its dice are wrong. {error}") from None
    if after.dice_record() != entry.dice:
        raise bad("its dice are not those that the game throws here.")
    return after


def _switch(game: Game, entry: SavedSeed) -> Game:
    """The branch with another seed that was taken after this move."""
    return Game(game.engine, game.state, entry.seed, entry.position, game.parent, game.last)


def _line_of(raw: bytes, key: str) -> int:
    """The line on which a top-level key stands; 1 when it is missing."""
    at = raw.find(f'"{key}"'.encode())
    return raw.count(b"\n", 0, at) + 1 if at >= 0 else 1


def _line_of_move(raw: bytes, number: int) -> int:
    """The line of a move, for files laid out as `dump` does."""
    return _line_of(raw, "moves") + number
