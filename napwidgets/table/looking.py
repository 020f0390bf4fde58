"""Whose eyes look at a table: those of the person at it, and when the game is over of whom one likes."""

from __future__ import annotations

from typing import Final

from napwidgets.table.pages import OnPage
from napwidgets.table.seats import PERSON, Focus, NotNow

#: Looking with the eyes of all sides at once: nothing is hidden any more.
ALL_SIDES: Final = "*"


class Looking(OnPage):
    """What a `Table` knows of those who look at it."""

    seats: dict[str, str]
    focus: Focus
    #: The seat that one has chosen to look as, or `ALL_SIDES`.
    _look: str | None = None

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that persons hold."""
        return tuple(seat for seat in self.game.engine.seats if self.seats[seat] == PERSON)

    @property
    def eyes(self) -> str | None:
        """Whose view is on screen; None is a spectator's, or that of all sides at once."""
        if self._look is None or not self.lies_open:
            return self.own_eyes
        return None if self._look == ALL_SIDES else self._look

    @property
    def sees_all(self) -> bool:
        """Whether everything is on screen, whoever knew it."""
        return self._look == ALL_SIDES and self.lies_open

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
        """Look with the eyes of a seat or of `ALL_SIDES`, whatever moment is on screen; None looks with one's own
        again. Raises `NotNow` while the game goes on.
        """
        if not self.lies_open:
            raise NotNow("Each side sees what it may see until the game is over.")
        if seat not in (None, ALL_SIDES, *self.game.engine.seats):
            raise NotNow("This game has no such seat.")
        with self._change():
            self._look, self.focus = seat, Focus(self.focus.hex)
