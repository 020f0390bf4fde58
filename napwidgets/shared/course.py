"""How a shared game stands: what its log makes of its beginning, entry by entry.

A course is a value: every process works it out of the same log and comes to the same one. What the clocks show, who
sits where, whether the game rests or has been given up, all of that follows from the log, and from nothing else.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Engine, Move
from napwidgets.shared.store import Entry, Head
from napwidgets.systems.telling import sentence
from napwidgets.table.seats import PERSON, the

#: Kinds of entries: a move, moves taken back, a rest, its end, who sits on a seat, an end that no rule brought.
MOVE, BACK, REST, GO, SIT, END = "move", "back", "rest", "go", "sit", "end"
#: Ends that no rule brings: given up, agreed on as a draw, broken off, out of time.
RESIGNED, DRAWN, ABANDONED, TIME = "resigned", "drawn", "abandoned", "time"


class Astray(NapwidgetsError):
    """A log that these rules can't follow."""


class Course(Struct, frozen=True):
    """How a game stands after ``n`` entries.

    ``kinds`` says who sits where: a person, or a kind of computer player. ``used`` is the time that each seat has had
    its turn, in seconds, and ``since`` when the present turn began. ``ended`` is an end that no rule brought, with the
    seat that brought it; ``turn_used`` the time that the present turn had taken then, however many moves it has.
    """

    game: Game
    n: int
    kinds: Mapping[str, str]
    used: Mapping[str, float]
    since: float
    rests: bool = False
    ended: tuple[str, str] | None = None
    turn_used: float = 0.0

    @property
    def over(self) -> bool:
        """Whether nobody can move any more."""
        return self.ended is not None or self.game.decision is None

    @property
    def turn(self) -> str:
        """Whose turn it is; nobody's once the game is over."""
        return "" if self.over or self.game.decision is None else self.game.decision.seat

    def spent(self, seat: str, at: float) -> float:
        """How long a seat has had its turn until ``at``, in seconds."""
        return self.used.get(seat, 0.0) + (self._running(at) if self.turn == seat else 0.0)

    def turn_spent(self, at: float) -> float:
        """How long the present turn has taken until ``at``, in seconds."""
        return self.turn_used + self._running(at)

    def _running(self, at: float) -> float:
        return 0.0 if self.rests or self.over else max(0.0, at - self.since)


def setup_of(engine: Engine, seed: str | None) -> tuple[tuple[int, ...], ...]:
    """The dice of a set-up, thrown now; with a declared ``seed``, those that follow from it."""
    return Game.new(engine, _dice(seed, 0)).dice_record()


def start(head: Head, engine: Engine, kinds: Mapping[str, str]) -> Course:
    """A game at its beginning."""
    if engine.fingerprint != head.fingerprint:
        raise Astray(
            f"This game was begun with another edition of {head.scenario}: its map, its strengths or its tables differ "
            "from those of this installation. Install the same napwidgets on every machine that serves it."
        )
    game = Game.scripted(engine, None, head.setup, 0)
    return Course(game, 0, dict.fromkeys(engine.seats, PERSON) | dict(kinds), {}, head.made)


def _dice(seed: str | None, n: int) -> str:
    """What the dice of an entry are made of: fresh chance that is kept nowhere, or a seed that was declared."""
    return secrets.token_hex(32) if seed is None else f"{seed}/{n}"


def throw(course: Course, move: Move, seat: str, seed: str | None) -> Game:
    """A game after a move with dice thrown now. Nobody could have known them: what they are made of did not exist
    before, unless a seed has been declared.
    """
    before = course.game
    game = Game(before.engine, before.state, _dice(seed, course.n + 1), 0, before.parent, before.last)
    after = game.play(move, seat)
    return Game(after.engine, after.state, None, 0, before, after.last)


def state_hash(game: Game) -> str:
    """SHA-256 of a position."""
    return sha256(game.engine.encode(game.state)).hexdigest()


def moved(course: Course, game: Game, at: float) -> Entry:
    """The entry for a move that `throw` has made."""
    body = game.engine.encode(game.last.move).decode()
    dice = msgspec.json.encode(game.dice_record()).decode()
    return Entry(course.n + 1, MOVE, game.last.seat, body, dice, state_hash(game), at)


def noted(course: Course, kind: str, seat: str, body: str, at: float) -> Entry:
    """An entry for anything but a move."""
    return Entry(course.n + 1, kind, seat, body, "[]", "", at)


def advance(course: Course, entry: Entry, game: Game | None = None) -> Course:
    """The course after an entry. ``game`` is the game after it, where that is known already. Raises `Astray`."""
    if entry.n != course.n + 1:
        raise Astray(f"Entry {course.n + 1} of this game is missing from its log.")
    used = dict(course.used)
    if course.turn:
        used[course.turn] = course.spent(course.turn, entry.at)
    timed = replace(course, n=entry.n, used=used, since=entry.at, turn_used=course.turn_spent(entry.at))
    after = _after(course, timed, entry, game)
    return after if after.turn == course.turn else replace(after, turn_used=0.0)


def _after(course: Course, after: Course, entry: Entry, game: Game | None) -> Course:
    """What an entry changes beside the clocks."""
    if entry.kind == MOVE:
        return replace(after, game=game if game is not None else _played(course, entry))
    if entry.kind == BACK:
        return replace(after, game=course.game.at(int(entry.body)))
    if entry.kind == SIT:
        return replace(after, kinds={**course.kinds, entry.seat: entry.body})
    if entry.kind in (REST, GO):
        return replace(after, rests=entry.kind == REST)
    if entry.kind == END:
        return replace(after, ended=(entry.body, entry.seat))
    raise Astray(f"Entry {entry.n} of this game is unknown to this napwidgets; install the newest one.")


def _played(course: Course, entry: Entry) -> Game:
    """A move of the log, made again."""
    engine = course.game.engine
    try:
        move = engine.decode_move(entry.body.encode())
        dice: Sequence[tuple[int, ...]] = msgspec.json.decode(entry.dice, type=tuple[tuple[int, ...], ...])
        after = course.game.play(move, entry.seat, dice)
    except (NapwidgetsError, msgspec.MsgspecError) as wrong:
        raise Astray(f"Entry {entry.n} of this game can't be played here ({wrong}). {_SAME}") from wrong
    # What was done before positions were without words has no hash.
    if entry.hash and state_hash(after) != entry.hash:
        raise Astray(f"Entry {entry.n} of this game leads elsewhere here. {_SAME}")
    return after


_SAME: Final = "Every machine that serves a game needs the same version of napwidgets."


def verdict(course: Course) -> str:
    """How the game ended, in words; empty while it goes on."""
    outcome = course.game.outcome
    if course.ended is None:
        return outcome.title if outcome is not None else ""
    how, seat = course.ended
    name = the(course.game.engine, seat) if seat else ""
    ends = {
        RESIGNED: f"{name} have given up.",
        DRAWN: "A draw was agreed on.",
        ABANDONED: "The game was broken off.",
        TIME: f"{name} ran out of time.",
    }
    words = ends.get(how, "The game has ended.")
    return sentence(words)
