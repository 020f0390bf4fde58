"""What has happened since a person last touched the table: fights with all that came of them, and what others did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.board.display import News
from napwidgets.kernel.dice import Throw
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Event
from napwidgets.systems.registry import aftermath_of
from napwidgets.table.looking import Looking


class Result(Struct, frozen=True):
    """A fight that is over or goes on: the move it was fought in, the event that tells it, the dice that the person may
    see, and what came of it so far.
    """

    number: int
    fight: Event
    throws: tuple[Throw, ...]
    came: tuple[Event, ...] = ()


class Deed(Struct, frozen=True):
    """What somebody else did in a move, as far as the person may know it."""

    number: int
    seat: str
    events: tuple[Event, ...]


def known(event: Event, seat: str | None, over: bool = False) -> bool:
    """Whether a seat may know an event. When the game is over everybody may, and what some were told with less in it is
    not told again.
    """
    return not event.again if over else event.known_to(seat)


def results(games: Sequence[Game], eyes: str | None) -> tuple[Result, ...]:
    """The fights of some moves, given in their order, for whoever looks with ``eyes``."""
    found: list[Result] = []
    over = True
    for game in games:
        kinds = aftermath_of(game.engine.system)
        throws = tuple(t for t in game.dice_for(eyes) if t.kind != "draw")
        seen = [e for e in game.last.events if known(e, eyes)]
        shares = iter(_shares(throws, sum(e.kind in kinds.fights for e in seen)))
        for event in seen:
            if event.kind in kinds.fights:
                found.append(Result(game.number, event, next(shares)))
                throws, over = (), False
            elif event.kind in kinds.came and not over:
                found[-1] = replace(found[-1], came=(*found[-1].came, event), throws=(*found[-1].throws, *throws))
                throws = ()
        # What is told after a march has nothing to do with the fight before it.
        over = over or any(e.kind not in kinds.fights | kinds.came for e in seen)
    return tuple(found)


def _shares(throws: tuple[Throw, ...], fights: int) -> list[tuple[Throw, ...]]:
    """The dice of a move for each of its fights: where the first purpose comes again the next fight begins. Where that
    does not come out, they stand with the first fight; each is named.

    >>> a, d = Throw("attackers' fire", "roll", 5), Throw("defenders' fire", "roll", 8)
    >>> [len(share) for share in _shares((a, d, a, d), 2)], [len(share) for share in _shares((a, d, d), 2)]
    ([2, 2], [3, 0])
    """
    starts = [n for n, t in enumerate(throws) if t.purpose == throws[0].purpose]
    if len(starts) != fights:
        return [throws, *[()] * (fights - 1)] if fights else []
    return [throws[a:b] for a, b in pairwise((*starts, len(throws)))]


def deeds(games: Sequence[Game], eyes: str | None, people: Sequence[str]) -> tuple[Deed, ...]:
    """What was done in some moves, given in their order, by others than ``people``; fights and routine left out."""
    return tuple(_deeds(games, eyes, people))


def _deeds(games: Sequence[Game], eyes: str | None, people: Sequence[str]) -> Iterator[Deed]:
    for game in games:
        kinds = aftermath_of(game.engine.system)
        passed = kinds.fights | kinds.came | kinds.routine
        seen = tuple(e for e in game.last.events if known(e, eyes) and e.kind not in passed)
        if seen and game.last.seat not in people:
            yield Deed(game.number, game.last.seat, seen)


class Unread(Looking):
    """What a `Table` has to tell a person who has not touched it since."""

    news: tuple[News, ...]
    #: Up to which move a person has read; what came later is told.
    heard: int
    #: Whether fights and deeds are told at all.
    telling: bool

    def hear(self) -> None:
        """The news on screen have been read."""
        with self._change():
            self._read()

    def tell_results(self, telling: bool) -> None:
        """Whether fights and the deeds of others are shown when they have happened."""
        with self._change():
            self.telling = telling
            self._read()

    def unheard(self) -> list[Game]:
        """The moves that nobody has read of, in their order."""
        later = takewhile(lambda game: game.number > self.heard, self.game.line())
        return list(later)[::-1]

    def results(self) -> tuple[Result, ...]:
        """The fights of these moves, for whoever looks."""
        return results(self.unheard(), self.eyes)

    def deeds(self) -> tuple[Deed, ...]:
        """What others did in these moves, for whoever looks."""
        return deeds(self.unheard(), self.eyes, self.people)

    @property
    def answered(self) -> tuple[Event, ...]:
        """What the dice of a person's last move said, where he goes on with the same decision; fights have a card."""
        game = self.game
        before, now = game.parent.decision if game.parent is not None else None, game.decision
        if before is None or now is None or (before.kind, before.seat) != (now.kind, now.seat):
            return ()
        if self.eyes != now.seat or not game.dice_for(self.eyes):
            return ()
        kinds = aftermath_of(game.engine.system)
        told = tuple(e for e in game.last.events if known(e, self.eyes))
        return () if any(e.kind in kinds.fights | kinds.came for e in told) else told

    def _read(self) -> None:
        self.news, self.heard = (), self.game.number
