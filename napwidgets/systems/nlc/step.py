"""What the agenda of NLC is made of: automatic steps and decisions.

One class is one step of the rules; a decision owns its prompt, its legal moves, the reasons for refusals and its
effect. The registry at the end of `engine` lists them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Decision, Label, Subject
from napwidgets.systems.nlc.context import Context, Log, refuse
from napwidgets.systems.nlc.state import State

if TYPE_CHECKING:
    from napwidgets.systems.nlc.moves import Move


class Step(Struct, frozen=True, array_like=True):
    """An automatic step: it leaves the agenda and does what the rules say."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        """Do the step. ``s`` still has it on top of its agenda."""
        raise NotImplementedError(f"{type(self).__name__} is a decision")


class Choice(Step, frozen=True, array_like=True):
    """A decision: somebody must choose."""

    def automatic(self, x: Context, s: State) -> bool:
        """Whether there is nothing to choose, so that ``run`` goes on alone."""
        return False

    def side(self, x: Context, s: State) -> int:
        """The side that must choose."""
        raise NotImplementedError

    def decision(self, x: Context, s: State) -> Decision:
        """The decision in words."""
        raise NotImplementedError

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        """What the decision can be about."""
        return ()

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Move]:
        """The legal moves about a subject or about none."""
        raise NotImplementedError

    def check(self, x: Context, s: State, move: Move) -> None:
        """Raise `IllegalMove` unless ``move`` is legal; by default it must be among the options."""
        if move not in self.options(x, s, None):
            raise self.not_offered(x, s, move)

    def not_offered(self, x: Context, s: State, move: Move) -> Exception:
        """The refusal of a move that this decision doesn't offer."""
        decision = self.decision(x, s)
        return refuse("not-offered", f"That can't be done now. {decision.prompt}", *(_bare(c) for c in decision.cites))

    def play(self, x: Context, s: State, move: Move, dice: Dice, log: Log) -> State:
        """Make a checked move."""
        raise NotImplementedError

    def label(self, x: Context, s: State, move: Move) -> Label | None:
        """Words of its own for a move; None for the usual ones."""
        return None


def _bare(cite: str) -> str:
    return cite.removeprefix("NLC ")


def subject_number(subject: str, kind: str) -> int:
    """The number in a subject id like ``u:12``; -1 if it is of another kind or no number.

    >>> subject_number("u:12", "u"), subject_number("s:12", "u"), subject_number("u:x", "u")
    (12, -1, -1)
    """
    head, _, tail = subject.partition(":")
    return int(tail) if head == kind and tail.isdecimal() else -1
