"""Refusals: a move that the rules don't allow, with the reason and the paragraph."""

from __future__ import annotations

from collections.abc import Callable, Iterable


class NapwidgetsError(Exception):
    """Base of all errors that a user can mend; its text is a sentence that says what to do."""


class IllegalMove(NapwidgetsError, ValueError):
    """A move that was refused.

    ``code`` is stable and meant for programs, ``why`` for people, ``cites`` names the paragraphs, as in ``"NLC
    5.4"``.

    >>> raise IllegalMove("stacking", "Two units already stand in 0904.", ["NLC 5.3"])
    Traceback (most recent call last):
    ...
    napwidgets.kernel.rulings.IllegalMove: Two units already stand in 0904. (NLC 5.3)
    """

    def __init__(self, code: str, why: str, cites: Iterable[str] = ()) -> None:
        self.code, self.why, self.cites = code, why, tuple(cites)
        super().__init__(f"{why} ({', '.join(self.cites)})" if self.cites else why)


def legal(check: Callable[..., object], *args: object) -> bool:
    """Whether a check of the rules lets something pass: it raises `IllegalMove` if not."""
    try:
        check(*args)
    except IllegalMove:
        return False
    return True


class GameOver(IllegalMove):
    """A move in a game that has ended."""

    def __init__(self, verdict: str) -> None:
        super().__init__("game-over", f"The game has ended: {verdict}")


class UndoRefused(NapwidgetsError, ValueError):
    """An undo past a die or past something revealed; ``branch`` is the way back."""


class SaveError(NapwidgetsError, ValueError):
    """A saved game that can't be read, with the place in the file."""


class ScenarioError(NapwidgetsError, ValueError):
    """A scenario, map or table file that is wrong, with file and line where known."""
