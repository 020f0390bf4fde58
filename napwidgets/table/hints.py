"""What the computer would do in the place of the person at the screen, and what it is after."""

from __future__ import annotations

from napwidgets.kernel.system import Move, Subject
from napwidgets.players.registry import informed, usual
from napwidgets.table.presenter import Naming
from napwidgets.table.seats import NotNow
from napwidgets.table.table import Table


def advise(table: Table) -> None:
    """Say on the status line what the usual computer player would do here, and show of whom it speaks. It looks at no
    more than the person sees, and nothing is played unless the person says so.
    """
    decision = table.game.decision
    if decision is None or not table.mine:
        return
    engine, view, seat = table.game.engine, table.view(decision.seat), decision.seat
    player = informed(table.game, seat, usual(engine.system), table.game.seed or "typed in")
    move = player.choose(engine, view, seat)
    about = _about(table, move)
    if about is not None:
        table.pick(table.place_of(about), about.id)
    label = engine.label(view, move)
    why = player.why(engine, view, seat)
    if label.text == "Done":
        said = f"The computer would choose “Done”: it has nothing more to do here. {why}"
    else:
        said = f"{_with(table, about, label.text)} would choose: {label.text.rstrip('.')}. {why}"
    table.say(said.rstrip(), label.cites, "good", move)


def heed(table: Table) -> None:
    """Make the move that was advised; raises `NotNow` where there is none."""
    if table.notice.move is None or not table.mine:
        raise NotNow("Nothing has been advised here: ask what the computer would do first.")
    table.play(table.notice.move)


def _about(table: Table, move: Move) -> Subject | None:
    """The subject that a move is about: it stands in its list; one that a form makes names its addressee."""
    engine, view = table.game.engine, table.view()
    subjects = table.subjects()
    found = next((subject for subject in subjects if move in engine.options(view, subject.id)), None)
    if found is None and isinstance(table.presenter, Naming):
        addressee = table.presenter.addressee(move)
        return next((subject for subject in subjects if subject.id == addressee), None)
    return found


def _with(table: Table, about: Subject | None, said: str) -> str:
    """Who would do something: the computer, with the pieces that do it where nobody is named in it."""
    members = set(table.presenter.members(table.view(), about.id)) if about is not None else set()
    if about is None or not members:
        return "The computer"
    board = table.presenter.board
    place = board.title(about.hex) if board is not None and about.hex >= 0 else about.label
    named = {about.label, *(c.name for c in table.scene().counters if c.id in members)}
    known = place.startswith(about.label) or (place in about.label and place in said)
    return "The computer" if known or any(name in said for name in named) else f"With {about.label} the computer"
