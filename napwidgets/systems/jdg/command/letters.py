"""10. Notes between the players of a side: one each at the end of a turn, read at the end of the next.

Reading 79 of docs/rules/jdg.md applies here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from unicodedata import category

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.context import Context, Log, refuse, say
from napwidgets.systems.jdg.state import Note, State, TeamState
from napwidgets.systems.jdg.step import Choice, Step, Task
from napwidgets.systems.jdg.teams import in_play

#: The longest note, in characters.
LONGEST = 200


def correspondence(x: Context, s: State) -> tuple[Task, ...]:
    """The notes of the last turn are read, then new ones written, the first player's first; nobody could read those of
    the last turn.
    """
    if not isinstance(s, TeamState):
        return ()
    last = s.turn >= x.setting.scenario.turns.count
    writers = [n for n, side in enumerate(x.setting.seat_side) if len(x.setting.seats_of(side)) > 1]
    return (*(Writing(n) for n in reversed(writers) if not last), Post())


class Post(Step, frozen=True, tag="post"):
    """The notes of the turn before come to the others of their side (10)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        assert isinstance(s, TeamState)
        for note in s.notes:
            if not note.read and note.turn < s.turn:
                others = tuple(id for id in x.setting.table(x.setting.seat_side[note.seat])
                               if id != x.setting.seats[note.seat])  # fmt: skip
                say(log, "note", f"A note from the {x.setting.seat_names[note.seat]}: “{note.text}”", "10", to=others)
        return replace(s, notes=tuple(replace(n, read=n.read or n.turn < s.turn) for n in s.notes))


class Writing(Choice, frozen=True, tag="writing"):
    """A player may write a note to the others of his side (10)."""

    seat: int

    @property
    def writer(self) -> int:
        return self.seat

    def side(self, x: Context, s: State) -> int:
        return x.setting.seat_side[self.seat]

    def automatic(self, x: Context, s: State) -> bool:
        return not in_play(x, s, self.seat)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "note",
            "A note?",
            "You may write one note to the others of your side. They read it at the end of the next turn.",
            ("JDG 10",),
            secret=True,
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else (m.Done(),)

    def check(self, x: Context, s: State, move: Any) -> None:
        if isinstance(move, m.Done):
            return
        if not isinstance(move, m.Note):
            raise self.not_offered(x, s, move)
        if not move.text.strip() or len(move.text) > LONGEST:
            raise refuse("length", f"A note has one to {LONGEST} characters.", "10")
        if any(category(c)[0] == "C" or category(c) in ("Zl", "Zp") for c in move.text):
            raise refuse("characters", "A note is one line of plain text.", "10")

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        s = s.pop()
        if isinstance(move, m.Done):
            return s
        assert isinstance(s, TeamState)
        text = move.text.strip()
        say(log, "note", f"Your note is under way: “{text}”", "10", to=(x.setting.seats[self.seat],))
        return replace(s, notes=(*s.notes, Note(s.turn, self.seat, text)))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Note):
            return Label("Send the note", move.text, ("JDG 10",))
        return Label("No note", "", ("JDG 10",))
