"""The pad of a note to the others of one's side (10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from napwidgets.board.display import Draft, Field
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.command.letters import LONGEST, Writing
from napwidgets.systems.jdg.state import State

if TYPE_CHECKING:
    from napwidgets.systems.jdg.engine import Campaign as Engine


def draft(engine: Engine, s: State, seat: str, values: Mapping[str, str]) -> Draft | None:
    """The note that is being written; None while nobody writes.

    The field carries the writer's number: what one player typed and did not send is not shown to the next.
    """
    decision = engine.decision(s)
    step = s.agenda[-1] if s.agenda else None
    if decision is None or decision.seat != seat or not isinstance(step, Writing):
        return None
    id = f"note:{step.seat}"
    text = values.get(id, "").strip()
    form = Draft((Field(id, "Your note", value=text, longest=LONGEST),), title="A note", verb="Send the note")
    if not text:
        return replace(form, why="Write a line, or go on without a note.")
    move = m.Note(text)
    try:
        engine.check(s, seat, move)
    except IllegalMove as refusal:
        return replace(form, why=refusal.why, why_cites=refusal.cites)
    return replace(form, move=move, left="They read it at the end of the next turn.")
