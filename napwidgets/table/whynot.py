"""Why a click on the map does nothing: one sentence, with its paragraph, from the check that would refuse the move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from napwidgets.board.hexmap import HexMap
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Decision, Subject
from napwidgets.table.presenter import Naming, places
from napwidgets.table.seats import the
from napwidgets.table.table import Table

#: On a board without hexes so many places are asked about.
ASKED = 40


def why_not(table: Table, hex: int, subject: str | None) -> IllegalMove | None:
    """Why ``subject`` can't go to ``hex`` or act on it; without one, why those who stand there can't be chosen. None
    where there is nothing to explain.
    """
    decision = table.decision
    if decision is None or not table.mine:
        return None
    said = [*_verdicts(table, decision, hex, subject or "")]
    if subject and None in said and isinstance(table.presenter, Naming):
        return None
    refusal = next(filter(None, said), None)
    if refusal is not None:
        return refusal
    return _chosen(table, decision, hex, subject) if subject else _standing(table, decision, hex)


def may_act(table: Table, hex: int, subject: str | None) -> bool:
    """Whether what is chosen may do something about a hex that a form takes, though no list names it."""
    decision = table.decision
    if decision is None or not table.mine or not subject or not isinstance(table.presenter, Naming):
        return False
    return None in _verdicts(table, decision, hex, subject)


def unlisted(table: Table, subject: Subject) -> str:
    """How a subject can act whose list names no place; empty where it can't."""
    face = table.presenter
    return face.unnamed(table.view(), subject.id) if isinstance(face, Naming) else ""


def has_choices(table: Table, subject: Subject) -> bool:
    """Whether a subject has a move to choose, in a list or by a form."""
    return bool(table.game.engine.options(table.view(), subject.id) or unlisted(table, subject))


def why_nothing(table: Table, subject: Subject) -> IllegalMove | None:
    """Why a subject has no move to choose: what is said most often to what it would do in the places about it. None
    where there is nothing to explain.
    """
    decision = table.decision
    if decision is None or not table.mine:
        return None
    for near in _about(table, subject.hex):
        told = [why for hex in near for why in _verdicts(table, decision, hex, subject.id) if why is not None]
        said = Counter(why.code for why in told)
        if told:
            return max(told, key=lambda why: said[why.code])
    return None


def _about(table: Table, hex: int) -> Iterator[Sequence[int]]:
    """The hexes around one, then those with names; on a board of other places some of all."""
    board = table.presenter.board
    if isinstance(board, HexMap) and hex >= 0:
        yield [h for h in board.neighbours[hex] if h >= 0]
        yield list(board.places)
    else:
        yield range(0, places(board), 1 + places(board) // ASKED)


def _verdicts(table: Table, decision: Decision, hex: int, subject: str) -> Iterator[IllegalMove | None]:
    """What the engine says to the moves that a click would mean; None for one that may be made."""
    view, engine = table.view(), table.game.engine
    for move in table.presenter.attempts(view, subject, hex):
        try:
            engine.check(view, decision.seat, move)
        except IllegalMove as refusal:
            if refusal.code not in ("not-offered", "not-a-move"):
                yield refusal
        else:
            yield None


def _chosen(table: Table, decision: Decision, hex: int, subject: str) -> IllegalMove | None:
    name = next((s.label for s in table.subjects() if s.id == subject), "")
    if not name or hex == table.focus.hex:
        return None
    why = f"{name} can't do anything there now. {decision.prompt}"
    return IllegalMove("nothing-there", why, decision.cites)


def _standing(table: Table, decision: Decision, hex: int) -> IllegalMove | None:
    """Why what stands in a place can't be chosen; where nothing stands there is nothing to say."""
    here = [c for c in table.scene().counters if c.hex == hex]
    if not here or not table.subjects():
        return None
    engine = table.game.engine
    side = next(team.seats for team in engine.teams if decision.seat in team.seats)
    foreign = next((c.seat for c in here if c.seat in engine.seats and c.seat not in side), None)
    whose = f"That belongs to {the(engine, foreign)}." if foreign else "Nothing there can act now."
    return IllegalMove("not-yours" if foreign else "idle", f"{whose} {decision.prompt}", decision.cites)
