"""Dice that a game needs before its first move, where they are typed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from napwidgets.kernel.dice import DiceNeeded, WrongDice
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Engine
from napwidgets.widgets.dice import asked_html, typed_faces
from napwidgets.widgets.sheet import Sheet, button, number_of


class Beginning:
    """A game that begins when the throws of its set-up have been typed in, one after another; ``begun`` gets it then.

    Where the set-up throws nothing that is at once.
    """

    def __init__(self, engine: Engine, begun: Callable[[Game], None]) -> None:
        self._engine, self._begun = engine, begun
        self._typed: tuple[tuple[int, ...], ...] = ()
        #: What is to be thrown now; None when the game has begun.
        self.wanted: DiceNeeded | None = None
        self._wrong = ""
        self._try(())

    def type(self, faces: Sequence[int]) -> None:
        """The throw that is wanted, as it fell; what can't have fallen is asked for again."""
        self._try((*self._typed, tuple(faces)))

    def again(self) -> None:
        """Ask again for the throw that was typed in last."""
        self._try(self._typed[:-1])

    def _try(self, typed: tuple[tuple[int, ...], ...]) -> None:
        try:
            game = Game.new(self._engine, None, typed)
        except DiceNeeded as need:
            self._typed, self.wanted, self._wrong = typed, need, ""
        except WrongDice as wrong:
            self._wrong = str(wrong)
        else:
            self.wanted = None
            self._begun(game)

    def html(self) -> str:
        """The question for the throw that is wanted, as a whole page; nothing when the game has begun."""
        if self.wanted is None:
            return ""
        back, title = button("Begin later", "later", kind="quiet", shuts=True), escape(self._engine.title)
        back += button("Correct the last throw", "again", kind="quiet") if self._typed else ""
        asked = asked_html(self.wanted, f"first.{len(self._typed)}", self._wrong, back)
        return f'<h1 data-page="{title}">{title}</h1>{asked}'


class FirstDice(Sheet):
    """Asks for the first dice of a `Beginning` on a page of its own; ``later`` is called when that is put off."""

    def __init__(self, beginning: Beginning, later: Callable[[], None]) -> None:
        self._beginning, self._later = beginning, later
        super().__init__(None, "nw-lobby")

    def body(self) -> str:
        return self._beginning.html()

    def do_dice(self, arg: str) -> None:
        self._beginning.type(typed_faces(arg))
        self.refresh()

    def do_draw(self, arg: str) -> None:
        self._beginning.type((number_of(arg, 0, 99),))
        self.refresh()

    def do_again(self, _: str) -> None:
        self._beginning.again()
        self.refresh()

    def do_later(self, _: str) -> None:
        self._later()
