"""The computer player whose turn it is: whether it takes its time, and telling it to answer now."""

from __future__ import annotations

from collections.abc import Callable

from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.players.base import Player, Thinker


class Deciding:
    """What a `Table` knows of the computer player that decides."""

    game: Game
    seats: dict[str, str]
    _players: dict[str, Player]
    _player: Callable[[str, str], Player]

    @property
    def computer_moves(self) -> bool:
        """Whether a computer player must decide now."""
        raise NotImplementedError

    @property
    def thinker(self) -> Thinker | None:
        """The computer player that must decide now, if it is one that thinks ahead."""
        decision = self.game.decision
        if decision is None or not self.computer_moves:
            return None
        try:
            player = self._sitting(decision.seat)
        except NapwidgetsError:
            # Whoever asks it for a move is told.
            return None
        return player if isinstance(player, Thinker) else None

    def decide_now(self) -> None:
        """Let the computer player that thinks answer with the best that it knows by now."""
        if (thinker := self.thinker) is not None:
            thinker.stop()

    def _sitting(self, seat: str) -> Player:
        """The computer player of a seat; the page may ask for it while another thread does."""
        known = self._players.get(seat)
        return known if known is not None else self._players.setdefault(seat, self._player(self.seats[seat], seat))
