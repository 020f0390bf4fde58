"""Whose eyes look at a table: those of the person at it, and when the game is over of whom one likes."""

from __future__ import annotations

from napwidgets.table.pages import OnPage
from napwidgets.table.seats import PERSON, Focus, NotNow


class Looking(OnPage):
    """What a `Table` knows of those who look at it."""

    seats: dict[str, str]
    focus: Focus
    #: The seat that one has chosen to look as.
    _look: str | None = None

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that persons hold."""
        return tuple(seat for seat in self.game.engine.seats if self.seats[seat] == PERSON)

    @property
    def eyes(self) -> str | None:
        """Whose view is on screen; None is a spectator's."""
        return self._look if self._look is not None and self.lies_open else self.own_eyes

    @property
    def own_eyes(self) -> str | None:
        """Whose view is on screen unless another has been chosen."""
        people = self.people
        if len(people) == 1:
            return people[0]
        decision = self.game.decision
        return decision.seat if decision is not None and decision.seat in people else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome is not None

    @property
    def lies_open(self) -> bool:
        """Whether one may look with anybody's eyes."""
        return self.game.lies_open

    def look_as(self, seat: str | None) -> None:
        """Look with the eyes of a seat, whatever moment is on screen; None looks with one's own again. Raises `NotNow`
        while the game goes on.
        """
        if not self.lies_open:
            raise NotNow("Each side sees what it may see until the game is over.")
        if seat is not None and seat not in self.game.engine.seats:
            raise NotNow("This game has no such seat.")
        with self._change():
            self._look, self.focus = seat, Focus(self.focus.hex)
