"""`SharedTable`: a table for one seat, several seats or an onlooker, at a game whose log others add to."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any

from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import IllegalMove, NapwidgetsError
from napwidgets.kernel.system import Decision, Move, State
from napwidgets.players.base import Player
from napwidgets.players.registry import informed, make_player
from napwidgets.shared import clocks, talk
from napwidgets.shared.course import BACK, SIT, Course, moved, noted, verdict
from napwidgets.shared.keys import ONLOOKER, SEAT, Holder, holder, known, still
from napwidgets.shared.live import Live, live
from napwidgets.shared.store import Entry, Store, TooLate, now
from napwidgets.shared.watch import watch
from napwidgets.table.seats import PERSON, Focus, Notice, NotNow, the
from napwidgets.table.table import MOST_NEWS, Table

ONE_LINE = (
    "A game with others has one line of play. When it has ended you can play on from any moment, on a board of your "
    "own."
)
REPLACED = "A new link has taken the place of yours: here you only look on."


class SharedTable(Table):
    """What one page shows of a shared game, and what it may do there.

    Everything that changes the game goes through its log: of two things done at once one is done, and `TooLate` tells
    the other. The page sees the views of its own seats and nothing else; an umpire looks with anybody's eyes.
    """

    branches = False

    def __init__(self, store: Store, token: str, page: str | None = None) -> None:
        self.store, self.who = store, holder(store, token)
        self.live: Live = live(store, self.who.game)
        self.page = page or talk.new_page()
        self.course = self.live.catch_up()
        self._leading, self._said_here = False, 0.0
        #: Whether the same people play another game by now, which this page's link opens.
        self.goes_on = False
        self._heard_of: list[Callable[[], None]] = []
        super().__init__(self._visible(), self.course.kinds)
        self.heard = self._last_own()

    # Who looks, and who may do what

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that this page plays."""
        if self.who.role != SEAT:
            return ()
        return tuple(s for s in self.game.engine.seats if s in self.who.seats and self.course.kinds[s] == PERSON)

    @property
    def own_eyes(self) -> str | None:
        """Whose view is on screen unless another has been chosen: one's own, for an onlooker what all may see."""
        own = [s for s in self.game.engine.seats if s in self.who.seats] if self.who.role == SEAT else []
        turn = self.game.decision.seat if self.game.decision is not None else ""
        return turn if turn in own else (own[0] if own else None)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or otherwise."""
        return self.course.over

    @property
    def lies_open(self) -> bool:
        """Whether one may look with anybody's eyes; an umpire always may."""
        return super().lies_open or self.course.ended is not None or self.who.may("see all")

    def look_as(self, seat: str | None) -> None:
        """Look with the eyes of a seat; before the game is over for an umpire only."""
        if not self.over:
            self.who.demand("see all")
        super().look_as(seat)

    def view(self, seat: str | None = None) -> State:
        """What may be known of the moment on screen; never the view of a seat that others hold."""
        if seat is not None and not self.lies_open and seat not in self.who.seats:
            raise NotNow("That seat is somebody else's.")
        return super().view(seat)

    @property
    def curtain(self) -> str | None:
        """Nobody has to hand the screen over: every page has its own."""
        return None

    @property
    def private(self) -> bool:
        """What is on screen is for whoever holds the link."""
        return True

    @property
    def decision(self) -> Decision | None:
        """The decision on screen, while the game goes on."""
        return None if self.course.rests or self.course.over else super().decision

    @property
    def waiting(self) -> str:
        """Why nobody can decide at this page now, in a sentence."""
        course = self.course
        if course.ended is not None:
            return verdict(course)
        if course.over or self.mine:
            return ""
        if course.rests:
            return "The game rests. The umpire lets it go on."
        name = the(self.game.engine, course.turn)
        kind = "The computer decides" if course.kinds[course.turn] != PERSON else "It is"
        return f"{kind} for {name}." if kind != "It is" else f"It is for {name} to decide; what they do appears here."

    @property
    def undoable(self) -> bool:
        """Whether the last move may be taken back for nothing."""
        return not self.course.over and self.game.last.seat in self.people and self.game.can_undo()

    def answer(self, game: Game) -> Move | None:
        """Nobody is answered for while another person plays: his haste would tell."""
        persons = sum(kind == PERSON for kind in self.course.kinds.values())
        return super().answer(game) if persons <= 1 else None

    def _ours(self) -> None:
        if self.course.ended is not None:
            raise NotNow(f"{verdict(self.course)} Nothing can be done any more.")
        if self.course.rests:
            raise NotNow("The game rests; the umpire lets it go on.")
        self.who.demand("move")

    # Playing

    def play(self, move: Move, seat: str | None = None, typed: Sequence[tuple[int, ...]] = ()) -> None:
        """Make a move with dice thrown now. Raises `IllegalMove`, `NotNow`, and `TooLate` if others were quicker."""
        if typed:
            raise NotNow("At a shared table the computer throws the dice.")
        decision = self.game.decision
        who = decision.seat if seat is None and decision is not None else seat or ""
        if not (self._leading and self.course.kinds.get(who, PERSON) != PERSON):
            self._ours()
            if who not in self.people:
                raise NotNow(f"It is for {self._name(who)} to decide." if who else "The game has ended.")
        if self.scrubbing and who in self.people:
            raise NotNow("This is an earlier moment. Go back to the present, and then play.")
        with self._change():
            try:
                game = self.live.throw(self.course, move, who)
            except IllegalMove as refusal:
                self.notice = Notice(refusal.why, refusal.cites, "refusal")
                raise
            course = self.course
            self._add(moved(course, game, now()), game, who if who in self.who.seats else "")
            self._arrive(game)

    def undo(self) -> None:
        """Take back the own last move, where no die was thrown and nobody else has to choose."""
        self._ours()
        if not self.undoable:
            raise NotNow("A die was thrown or others have seen the move; ask them whether you may take it back.")
        self.do(BACK, self.game.last.seat, str(self.game.number - 1))

    def branch(self, number: int | None = None, seed: str | None = None) -> None:
        """Refused: a shared game has one line of play."""
        raise NotNow(ONE_LINE)

    def take_up(self, line: int) -> None:
        """Refused: a shared game has one line of play."""
        raise NotNow(ONE_LINE)

    def sit(self, seat: str, kind: str) -> None:
        """Put a computer player on a seat, or let its person play again."""
        self.who.demand("sit", seat)
        if kind != PERSON:
            make_player(kind, self.game.engine, seat, "try")
        if self.course.kinds.get(seat) != kind:
            self.do(SIT, seat, kind)

    def do(self, kind: str, seat: str, body: str) -> None:
        """Add an entry that is no move to the log; whether it may be done is for the caller to say."""
        if self.course.over:
            raise NotNow("The game has ended.")
        with self._change():
            self._add(noted(self.course, kind, seat, body, now()))
            self._take(self.live.catch_up())

    def _add(self, entry: Entry, game: Game | None = None, seat: str = "") -> None:
        try:
            self.course = self.live.add(self.course, entry, game, still(self.who, seat))
        except TooLate:
            self.keep_up()
            raise

    # Following

    def keep_up(self) -> None:
        """Take in what others have done."""
        course = self.live.catch_up()
        if course is not self.course or self._visible() is not self.game:
            with self._change():
                self._take(course)

    def hearken(self, heard: Callable[[], None]) -> None:
        """Call ``heard`` when something beside the game has changed: who is there, what was said."""
        self._heard_of.append(heard)

    def news_of_people(self) -> None:
        """Something beside the game has changed: a name, a seat that went to another link, what was said."""
        found = known(self.store, self.who.hash)
        if found is not None and found.game != self.who.game:
            self.goes_on = True
        elif found != self.who:
            with self._change():
                self.who = found or Holder(self.who.hash, self.who.game, ONLOOKER, (), self.who.name)
                self.notice = Notice("" if found else REPLACED, (), "refusal")
        for heard in tuple(self._heard_of):
            heard()

    def follow_by(self, heard: Callable[[], None]) -> Callable[[], None]:
        """Have ``heard`` called from another thread whenever anything changes."""
        return watch(self.store).follow(self.who.game, heard)

    def beat(self) -> None:
        """Say that this page is here, and see whether its computer players may think; called every few seconds."""
        if now() - self._said_here > talk.GONE / 3:
            self._said_here = now()
            talk.here(self.store, self.who, self.page)
        computers = any(kind != PERSON for kind in self.course.kinds.values()) and not self.course.over
        wants = computers and self.who.role != ONLOOKER
        leading = wants and talk.lease(self.store, self.who.game, self.page)
        if leading != self._leading:
            with self._change():
                self._leading = leading
        if clocks.mind(self.live, self.course) or self._delay:
            self.keep_up()

    def leave(self) -> None:
        """This page has gone."""
        self._leading = False
        talk.left(self.store, self.who.game, self.page)

    @property
    def _delay(self) -> float:
        """How many seconds behind an onlooker is kept."""
        return float(self.live.head.settings.get("delay", 0)) if self.who.role == ONLOOKER else 0.0

    def _visible(self) -> Game:
        course = self.course
        return self.live.until(now() - self._delay).game if self._delay and not course.over else course.game

    def _last_own(self) -> int:
        """How far a person has read: up to his last move; who looks on begins with the present."""
        own = next((g.number for g in self.game.line() if g.number and g.last.seat in self.who.seats), 0)
        return own if self.who.role == SEAT else self.game.number

    def _take(self, course: Course) -> None:
        """Show the game as the log has it now."""
        if dict(course.kinds) != self.seats:
            self.seats = dict(course.kinds)
            self._players.clear()
        self.course = course
        before, game = self.game, self._visible()
        if game is before:
            return
        fresh = list(takewhile(lambda g: g is not before, game.line()))[::-1]
        grown = len(fresh) == game.number - before.number
        chosen = self._chosen()
        for one in fresh if grown else ():
            if one.last.seat not in self.people:
                self.news = (*self.news, *self._told_of(one))[-MOST_NEWS:]
            self.game = one
        self.game, self.notice = game, Notice("")
        if not grown:
            self.notice = Notice("Moves were taken back.", (), "good")
            self.heard = min(self.heard, game.number)
        if self._moment is not None and self._moment >= game.number:
            self._moment = None
        if not self._still(chosen):
            self.focus = Focus(self._here())

    # Computer players

    @property
    def computer_moves(self) -> bool:
        """Whether a computer player must decide now, and does so at this page."""
        course = self.course
        if not course.turn or course.rests or course.game is not self.game:
            return False
        return (self._leading and course.kinds[course.turn] != PERSON) or (self.mine and self.formality is not None)

    def _player(self, kind: str, seat: str) -> Player:
        # What it draws by chance must not follow from anything that a person knows.
        return informed(self.game, seat, kind, secrets.token_hex(16))

    def computed(self, game: Game, seat: str, choice: Move | Exception) -> None:
        """Play what a computer player has chosen, unless the game has moved on meanwhile. One that fails hands its seat
        back to the people.
        """
        if game is not self.game:
            return
        try:
            if isinstance(choice, Exception):
                raise choice
            self.play(choice, seat)
        except TooLate:
            return
        except Exception as trouble:
            with suppress(NapwidgetsError):
                self.do(SIT, seat, PERSON)
            why = f"The computer player of {self._name(seat)} had no answer ({trouble}); a person must decide for it."
            self.say(why, (), "refusal")

    @property
    def settings(self) -> Mapping[str, Any]:
        """What the game was begun with, and what the umpire has changed since."""
        return self.store.head(self.who.game).settings

    @property
    def leads_on(self) -> bool:
        """Whether the next battle of a campaign may be begun with this link."""
        return self.who.may("rematch")

    @property
    def may_save(self) -> bool:
        """Whether the whole game may be had as a file: when nothing of it is hidden any more, and by an umpire."""
        return self.lies_open or self.who.may("save")

    def whole(self) -> str:
        """The game as a save; raises `NotNow` while it would tell what is hidden."""
        if not self.may_save:
            raise NotNow("The file of a game tells everything; you get it when the game has ended.")
        return self.live.save()

    @property
    def may_study(self) -> bool:
        """Whether one may play on alone from a moment of the game."""
        return self.over and self.lies_open

    def study(self) -> Game:
        """The moment on screen, to play on from alone; once the game is over and lies open."""
        if not self.may_study:
            raise NotNow(ONE_LINE)
        return self.shown.branch(self.shown.number, secrets.token_hex(6))
