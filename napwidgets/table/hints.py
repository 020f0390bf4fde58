"""What the computer would do in the place of the person at the screen, and what it is after."""

from __future__ import annotations

from napwidgets.kernel.system import Move, Subject
from napwidgets.players.registry import make_player, usual
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
    player = make_player(usual(engine.system), engine, seat, table.game.seed or "typed in")
    move = player.choose(engine, view, seat)
    about = _about(table, move)
    if about is not None:
        table.pick(table.place_of(about), about.id)
    label = engine.label(view, move)
    said = f"The computer would: {label.text.rstrip('.')}. {player.why(engine, view, seat)}"
    table.say(said.rstrip(), label.cites, "good", move)


def heed(table: Table) -> None:
    """Make the move that was advised; raises `NotNow` where there is none."""
    if table.notice.move is None:
        raise NotNow("Nothing has been advised here: ask what the computer would do first.")
    table.play(table.notice.move)


def _about(table: Table, move: Move) -> Subject | None:
    """The subject that a move is about."""
    engine, view = table.game.engine, table.view()
    return next((subject for subject in table.subjects() if move in engine.options(view, subject.id)), None)
