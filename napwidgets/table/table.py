"""A table: one game, its seats, who looks on. It is the only thing in the package that changes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from napwidgets.board.scene import Scene
from napwidgets.kernel.dice import DiceNeeded
from napwidgets.kernel.game import Game, Option
from napwidgets.kernel.recent import Recent
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Decision, Move, State, Subject
from napwidgets.players.base import Player
from napwidgets.players.registry import informed
from napwidgets.table.asking import Asking, asked
from napwidgets.table.autosave import Autosave
from napwidgets.table.deciding import Deciding
from napwidgets.table.hold import Hold
from napwidgets.table.presenter import Herald, News, Presenter, Target, Umpire, presenter_for
from napwidgets.table.seats import PERSON, Ask, Focus, Notice, NotNow, the
from napwidgets.table.standing import Standing, Watching

if TYPE_CHECKING:
    from collections.abc import Iterator

LOG = logging.getLogger("napwidgets")
#: How many great news stand on the screen at once, the latest ones.
MOST_NEWS = 4
Observer = Callable[["Table"], None]


class Table(Asking, Deciding, Watching):
    """One game at one table.

    ``seats`` says who sits where: ``person``, or a kind of computer player. Every method that changes something tells
    the observers once, when all of it is done. Methods raise `NapwidgetsError` with a sentence for the player; widgets
    show it.
    """

    def __init__(
        self,
        game: Game,
        seats: Mapping[str, str] | None = None,
        *,
        presenter: Presenter | None = None,
        path: Path | None = None,
        hold: Hold | None = None,
        players: Mapping[str, Player] | None = None,
    ) -> None:
        self.game = game
        self.presenter = presenter if presenter is not None else presenter_for(game)
        self.seats: dict[str, str] = dict.fromkeys(game.engine.seats, PERSON) | dict(seats or {})
        self.notice = Notice("")
        self.focus = Focus()
        self.ask: Ask | None = None
        self.others: list[Game] = []
        self.standing: dict[tuple[str, str], Standing] = {}
        self.sketch: tuple[int, ...] = ()
        self.news, self.heard, self.telling = (), game.number, True
        self._aims: tuple[Game, Focus, tuple[Target, ...]] | None = None
        self._recent = Recent()
        self.autosave = Autosave(path, hold)
        self._players: dict[str, Player] = dict(players or {})
        self._moment: int | None = None
        self._passed: str | None = None
        #: Whether a page shows its curtain; panels that stand alone show the way past it themselves.
        self.veiled = False
        self._observers: list[Observer] = []
        self._depth, self._changed = 0, False
        self._quiet, self._unsaved, self._telling = False, False, False

    # Observers

    def observe(self, callback: Observer) -> Callable[[], None]:
        """Call ``callback(table)`` after every change; gives a function that stops it."""
        self._observers.append(callback)
        return lambda: self._observers.remove(callback) if callback in self._observers else None

    @contextmanager
    def _change(self) -> Iterator[None]:
        """Several changes, told once. Observers are also told when a change was refused half way."""
        self._depth += 1
        self._changed = True
        try:
            yield
        finally:
            self._depth -= 1
            if self._depth == 0:
                self._tell()

    def _tell(self) -> None:
        """Tell the observers. What one of them changes is told once more; one that fails does not silence
        the others.
        """
        if self._telling:
            return
        self._telling = True
        try:
            for _ in range(2):
                if not self._changed:
                    break
                self._changed = False
                for callback in tuple(self._observers):
                    try:
                        callback(self)
                    except Exception as trouble:
                        LOG.exception("an observer of the table failed", exc_info=trouble)
        finally:
            self._telling = False

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Do several things and tell the observers once, at the end."""
        with self._change():
            yield

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Do something without telling anybody yet; `tell` does it later."""
        self._depth += 1
        self._quiet = True
        try:
            yield
        finally:
            self._depth -= 1
            self._quiet = False

    def tell(self) -> None:
        """Save and tell the observers what was done quietly."""
        with self._change():
            if self._unsaved:
                self._save()

    def say(self, text: str, cites: Sequence[str] = (), tone: str = "info", move: Move = None) -> None:
        """Put a sentence on the status line, with the move that it advises."""
        with self._change():
            self.notice = Notice(text, tuple(cites), tone, move)

    def follow(self) -> None:
        """Go on to the game that follows this one. Replaced by whoever shows the table and can put another in its
        place.
        """
        self.say("napwidgets.scenarios.go_on(table.game) begins the next battle.")

    # What is seen

    @property
    def curtain(self) -> str | None:
        """The seat that the screen must be handed to before a secret decision is shown; None if it may be
        shown.
        """
        decision = self.game.decision
        if decision is None or not decision.secret or len(self.people) < 2:
            return None
        return decision.seat if decision.seat in self.people and self._passed != decision.seat else None

    @property
    def private(self) -> bool:
        """Whether what only the present seat knows may be on screen now."""
        return len(self.people) < 2 or self.lies_open or (self.eyes is not None and self._passed == self.eyes)

    def pass_to(self, seat: str) -> None:
        """The person of ``seat`` sits at the screen now: open the curtain."""
        if seat not in self.people:
            raise NotNow(f"No person holds the seat of {self._name(seat)}.")
        with self._change():
            self._passed = seat
            self.notice = Notice("")

    def view(self, seat: str | None = None) -> State:
        """What a seat may know of the moment on screen; by default whoever looks."""
        if seat is None and self.sees_all:
            return self.shown.state
        return self.shown.view(self.eyes if seat is None else seat)

    @property
    def decision(self) -> Decision | None:
        """The decision on screen; None past the end, behind the curtain, or while looking at an earlier
        moment.
        """
        return None if self.scrubbing or self.curtain is not None else self.game.decision

    @property
    def waiting(self) -> str:
        """Why nobody at this screen can decide now, in a sentence; empty where the position says enough."""
        return ""

    @property
    def undoable(self) -> bool:
        """Whether the last move may be taken back for nothing."""
        return self.game.can_undo()

    @property
    def mine(self) -> bool:
        """Whether a person at this screen must decide now."""
        decision = self.decision
        return decision is not None and decision.seat in self.people and not self.looking_on

    def subjects(self) -> Sequence[Subject]:
        """What the person at the screen can decide about now."""
        return self.game.engine.subjects(self.view()) if self.mine else ()

    def options(self, subject: str | None = None) -> list[Option]:
        """The moves of the person at the screen, with their words."""
        if not self.mine:
            return []
        engine, view = self.game.engine, self.view()
        return [Option(move, engine.label(view, move)) for move in engine.options(view, subject)]

    def pick(self, hex: int = -1, subject: str | None = None) -> None:
        """Point at a hex and what stands in it; without arguments let go."""
        with self._change():
            self.focus = Focus(hex, subject)
            self._read()

    def draw(self, way: Sequence[int]) -> None:
        """Sketch a way over the map, for everybody who looks at this screen; an empty one wipes it off."""
        if tuple(way) != self.sketch:
            with self._change():
                self.sketch = tuple(way)

    def aim(self, targets: Sequence[Target] | None) -> None:
        """What a form that is filled in can be sent to by a click, in place of what the chosen subject could do; None
        takes that back.
        """
        aims = None if targets is None else (self.game, self.focus, tuple(targets))
        if aims != self._aims:
            with self._change():
                self._aims = aims

    @property
    def aimed(self) -> bool:
        """Whether a form on screen says what a click on the map sends."""
        return self._aims is not None and self._aims[0] is self.game and self._aims[1] == self.focus

    def targets(self, subject: str) -> Sequence[Target]:
        """Where a click sends the subject (empty: the decision) now, as a form has it if one is being filled in."""
        if self._aims is not None and self.aimed:
            return self._aims[2]
        return self.reach(subject)

    def reach(self, subject: str) -> Sequence[Target]:
        """Where a click sends the subject (empty: the decision) now, whatever form is being filled in."""
        view = self.view()
        return self._recent.answer(view, ("targets", subject), lambda: self.presenter.targets(view, subject))

    def scene(self) -> Scene:
        """The counters that are on screen."""
        view, eyes = self.view(), self.eyes
        return self._recent.answer(view, ("scene", eyes), lambda: self.presenter.scene(view, eyes))

    def place_of(self, subject: Subject) -> int:
        """Where a subject is: its hex, or the place of its first counter where that is no hex; -1 for nowhere."""
        if subject.hex >= 0:
            return subject.hex
        view = self.view()
        mine = set(self.presenter.members(view, subject.id))
        return next((c.hex for c in self.scene().counters if c.id in mine), -1)

    # Playing

    def play(self, move: Move, seat: str | None = None, typed: Sequence[tuple[int, ...]] = ()) -> None:
        """Make a move. With typed-in dice the move may wait in ``ask`` for the next throw.

        Raises `IllegalMove` for a move the rules refuse and `NotNow` for one that the table can't take now.
        """
        self._ours()
        if self.scrubbing:
            raise NotNow("This is an earlier moment. Go back to the present, or branch from here, and then play.")
        if self.ask is not None and not typed:
            raise NotNow("Dice are still wanted for the last move: type them in, or take the move back.")
        if seat is not None and seat in self.people and self.curtain is not None:
            raise NotNow(f"The screen must first be handed to {self._name(self.curtain)}.")
        with self._change():
            try:
                game = self.game.play(move, seat, typed)
            except DiceNeeded as need:
                self.ask, self.notice = asked(need, move, seat, typed), Notice("")
                return
            except IllegalMove as refusal:
                self.ask = None
                self.notice = Notice(refusal.why, refusal.cites, "refusal")
                raise
            self._arrive(game)

    def _arrive(self, game: Game) -> None:
        before, chosen, led = self.game.decision, self._chosen(), self._led(game.last.move)
        # Who moves has read what came before, unless the table answers for him.
        if game.last.seat in self.people and self.formality is None:
            self._read()
        self.news = (*self.news, *self._told_of(game))[-MOST_NEWS:]
        self.game, self.ask, self.notice = game, None, Notice("")
        after = game.decision
        if before is None or after is None or before.kind != after.kind or not self._still(chosen):
            self.focus = Focus(self._here())
        if led >= 0:
            asked = self._asked()
            self.focus = Focus(led if asked < 0 else asked)
        self._save()

    def _put(self, game: Game) -> None:
        """Show the game as another page plays it."""
        if game.number != self.game.number or game.state != self.game.state:
            self.news = tuple(self._told_of(game))[-MOST_NEWS:] if game.parent is not None else ()
            self.game, self.ask, self.focus, self.notice = game, None, Focus(), Notice("")

    @property
    def won(self) -> str:
        """Who has won, where the title of the ending does not say it."""
        face, outcome = self.presenter, self.game.outcome
        return face.won(outcome) if outcome is not None and isinstance(face, Umpire) else ""

    def _told_of(self, game: Game) -> Sequence[News]:
        """What nobody at the screen may miss of a move."""
        before, after = self.game.view(self.eyes), game.view(self.eyes)
        face = self.presenter
        return face.news(before, after, game.last.move, self.people) if isinstance(face, Herald) else ()

    def _here(self) -> int:
        """The place that a person must decide about now, else the one that was looked at."""
        asked = self._asked()
        return self.focus.hex if asked < 0 else asked

    def _asked(self) -> int:
        """The place that a person must decide about now, or -1."""
        if not self.mine:
            return -1
        return next((o.hexes[0] for o in self.scene().overlays if o.kind == "here" and o.hexes), -1)

    def _led(self, move: Move) -> int:
        """Where a move takes what is decided about and looked at: the eyes go along. -1 if it stays, or something else
        is looked at.
        """
        asked = self._asked()
        if asked < 0 or asked != self.focus.hex:
            return -1
        return next((target.hex for target in self.targets("") if target.move == move), -1)

    def _chosen(self) -> Subject | None:
        return next((s for s in self.subjects() if s.id == self.focus.subject), None)

    def _still(self, before: Subject | None) -> bool:
        """Whether what was chosen can still be chosen: what has its id now may be another thing in another place."""
        now = self._chosen()
        if before is None or now is None:
            return self.focus.subject is None
        return now.label == before.label or now.hex == before.hex

    def undo(self) -> None:
        """Take back the last move; raises `UndoRefused` past a die or once the other side has seen it."""
        self._ours()
        with self._change():
            before = self.game.undo()
            while before.number and self.answer(before) is not None:
                if before.formality is None and not before.can_undo():
                    # Who takes back what a standing order did wants to be asked.
                    self.ask_again(before)
                    break
                before = before.undo()
            self.game, self._moment, self.focus, self.notice = before, None, Focus(), Notice("")
            self._read()
            self._save()

    # Computer players

    @property
    def computer_moves(self) -> bool:
        """Whether a computer player must decide now and nothing holds it up; a person for whom the table answers counts
        as one.
        """
        decision = self.game.decision
        if decision is None or self.ask is not None or self.looking_on:
            return False
        return self.seats[decision.seat] != PERSON or self.formality is not None

    @property
    def formality(self) -> Move | None:
        """What the table answers for a person: where he can only say no, and where a standing order says it for him.
        With a second person at the table it answers for nobody: that a question needs no time, and no screen handed
        over, would tell the other what stands where.
        """
        return self.answer(self.game)

    def choose(self) -> Move:
        """What the computer player whose turn it is would do; nothing changes."""
        decision = self.game.decision
        if decision is None or not self.computer_moves:
            raise NotNow("No computer player has anything to decide now.")
        seat = decision.seat
        if self.seats[seat] == PERSON and (only := self.formality) is not None:
            return only
        return self._sitting(seat).choose(self.game.engine, self.game.view(seat), seat)

    def try_choose(self) -> Move | Exception:
        """Like `choose`, but a failing player's exception is given back instead of raised."""
        try:
            return self.choose()
        except Exception as trouble:
            return trouble

    def step(self) -> bool:
        """Let a computer player make one move; False if it is a person's turn."""
        decision = self.game.decision
        if decision is None or not self.computer_moves:
            return False
        self.computed(self.game, decision.seat, self.try_choose())
        return True

    def computed(self, game: Game, seat: str, choice: Move | Exception) -> None:
        """Play what a computer player has chosen for ``game``, unless the table has moved on meanwhile.

        A player that fails hands its seat over to the people: a game never stops because of it.
        """
        if game is not self.game:
            return
        try:
            if isinstance(choice, Exception):
                raise choice
            moment, self._moment = self._moment, None
            try:
                # Whoever is answered for need not come to the screen.
                self.play(choice, None if self.seats[seat] == PERSON else seat)
            finally:
                self._moment = moment
        except Exception as trouble:
            with self._change():
                self.seats[seat] = PERSON
                self._players.pop(seat, None)
                why = f"The computer player of {self._name(seat)} had no answer ({trouble}); please decide for it."
                self.notice = Notice(why, (), "refusal")

    def _player(self, kind: str, seat: str) -> Player:
        return informed(self.game, seat, kind, self.game.seed or "typed in")

    def sit(self, seat: str, kind: str) -> None:
        """Put a person or a kind of computer player on a seat."""
        self._ours()
        if seat not in (seats := self.game.engine.seats):
            raise NotNow(f"This game has no seat {seat!r}; its seats are {', '.join(seats)}.")
        if kind != PERSON:
            player = self._player(kind, seat)
        with self._change():
            self._players.pop(seat, None)
            if kind != PERSON:
                self._players[seat] = player
            self.seats[seat] = kind

    # Odds and ends

    def save(self) -> None:
        """Write the autosave now, if there is one."""
        with self._change():
            self._save()

    def _save(self) -> None:
        self._unsaved = self._quiet
        if self._quiet:
            return
        trouble = self.autosave(self.game, self.seats, self.others)
        if not self.autosave.mine:
            self._step_back()
        if trouble:
            self.notice = Notice(trouble, (), "refusal")

    def _name(self, seat: str) -> str:
        return the(self.game.engine, seat)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.shown._repr_mimebundle_(**kwargs) if hasattr(self.shown, "_repr_mimebundle_") else None
