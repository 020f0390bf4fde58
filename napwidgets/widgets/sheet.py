"""A panel: HTML made in Python, with buttons and fields that send back a checked message."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from html import escape
from pathlib import Path
from typing import Any, TypeVar

import anywidget
import msgspec
import traitlets

from napwidgets.board.panels import BadMessage as BadMessage
from napwidgets.board.panels import number_of as number_of
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import IllegalMove, NapwidgetsError
from napwidgets.language import pages
from napwidgets.systems.paragraphs import looked_up
from napwidgets.table.seats import the
from napwidgets.table.table import Table
from napwidgets.widgets import states
from napwidgets.widgets.computers import attend
from napwidgets.widgets.difference import steps
from napwidgets.widgets.still import still_html
from napwidgets.widgets.type import faces

STATIC = Path(__file__).parent / "static"
#: What panels are made of again and again: a page and Python both have it, so that it needs no sending.
WORDS = (STATIC / "words.html").read_text()
LOG = logging.getLogger("napwidgets")


def script(*names: str) -> str:
    """Scripts as one module, without what only their readers need: a page gets it anew with every kind of widget."""
    lines = (line.strip() for name in names for line in (STATIC / name).read_text().splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def style(name: str) -> str:
    """A style sheet without the spaces that only its readers need."""
    lines = (line.strip() for line in (STATIC / name).read_text().splitlines())
    return "\n".join(re.sub(r"([;:,]) ", r"\1", line).replace(" { ", "{").replace(";}", "}") for line in lines if line)


#: `Sheet.fold`: a name, a head as HTML, what draws the rest.
Fold = Callable[[str, str, Callable[[], str]], str]
F = TypeVar("F", bound=Callable[..., Any])

#: The script of a panel beside one that has it whole.
_LENT = script("lent.js")
#: The longest citation that a page may ask about.
_CITED = 300
#: The longest prose of a page, as it sends it.
_PROSE = 60_000
#: The longest text that a page may send: a saved game is far shorter.
LONGEST = 4_000_000


def cites(paragraphs: tuple[str, ...]) -> str:
    """Paragraphs as a quiet mark; pressed, or by P, it opens what they say (sheet.js).

    >>> cites(("NLC 5.4",))
    '&#160;<small class="nw-cite">NLC 5.4</small>'
    """
    return f'&#160;<small class="nw-cite">{escape(", ".join(paragraphs))}</small>' if paragraphs else ""


def do(name: str, arg: object = "", key: str = "") -> str:
    """The attributes that make an element send ``name`` and ``arg`` when it is pressed or changed.

    >>> do("play", 3)
    'data-do="play" data-arg="3" data-key="play-3"'
    """
    return f'data-do="{escape(name)}" data-arg="{escape(str(arg))}" data-key="{escape(key or f"{name}-{arg}")}"'


def button(
    text: str,
    name: str,
    arg: object = "",
    *,
    kind: str = "",
    title: str = "",
    off: bool = False,
    shuts: bool = False,
    onward: bool = False,
) -> str:
    """A button as HTML; ``kind`` is ``main``, ``quiet`` or nothing. One that ``shuts`` what lies over the table is
    pressed by Escape, too; one that leads ``onward`` hands the keyboard to the choices when it goes.
    """
    more = (f' title="{escape(title)}"' if title else "") + " disabled" * off + " data-escape" * shuts
    more += " data-onward" * onward
    return f'<button type="button" class="nw-b {escape(kind)}" {do(name, arg)}{more}>{escape(text)}</button>'


def skip(text: str, to: str) -> str:
    """A way past what one does not want to tab through, to the first element that fits a CSS selector."""
    return f'<a class="nw-skip" href="#" data-skip="{escape(to)}">{escape(text)}</a>'


def printer(part: str, text: str) -> str:
    """A button that prints a part of the page: the ``map``, or what lies over it (``book``)."""
    return f'<button type="button" class="nw-b quiet" data-print="{escape(part)}">{escape(text)}</button>'


def select(name: str, choices: list[tuple[str, str]], chosen: str, label: str, arg: str = "") -> str:
    """A drop-down list as HTML: pairs of value and words. It sends its value, after ``arg=`` if there is
    one.
    """
    options = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(words)}</option>'
        for value, words in choices
    )
    return f'<label class="nw-f"><span>{escape(label)}</span><select {do(name, arg)}>{options}</select></label>'


def say(table: Table | None, trouble: Exception) -> str:
    """What went wrong as a sentence, on the table's status line too."""
    known = isinstance(trouble, NapwidgetsError)
    if not known:
        LOG.exception("a widget failed", exc_info=trouble)
    text = trouble.why if isinstance(trouble, IllegalMove) else str(trouble)
    text = (
        text
        if known
        else f"Something went wrong here ({type(trouble).__name__}); the game itself is safe. Please try again."
    )
    if table is not None:
        table.say(text, getattr(trouble, "cites", ()), "refusal")
    return text


def shown(callback: F) -> F:
    """Wrap a widget's callback: whatever it raises becomes a sentence on the status line, for Voila hides
    exceptions.
    """

    @wraps(callback)
    def wrapped(self: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return callback(self, *args, **kwargs)
        except Exception as trouble:
            self.trouble(say(getattr(self, "table", None), trouble))
            return None

    return wrapped  # type: ignore[return-value]


def echo(table: Table) -> str:
    """A refusal as a panel shows it that stands alone; at a whole table the status line does."""
    notice = table.notice
    if notice.tone != "refusal":
        return ""
    return f'<p class="nw-refusal nw-echo" role="status">{escape(notice.text)}{cites(notice.cites)}</p>'


def text_of(message: object, key: str, longest: int = 200) -> str:
    """A text of a message from the page; raises `BadMessage` for anything else."""
    value = message.get(key) if isinstance(message, dict) else None
    if not isinstance(value, str) or len(value) > longest:
        raise BadMessage("The page sent something that this table does not understand; please reload it.")
    return value


class Letters:
    """The numbers of the messages that came: one that comes again was sent again by a page that did not know better."""

    #: How many numbers are remembered: a page waits for far fewer answers at once.
    MOST = 200

    def __init__(self) -> None:
        self._had: dict[str, None] = {}

    def again(self, message: object) -> bool:
        """Whether a message has come before; one without a number has not.

        >>> letters = Letters()
        >>> letters.again({"id": "a.1"}), letters.again({"id": "a.1"}), letters.again({"id": "a.2"}), letters.again({})
        (False, True, False, False)
        """
        number = message.get("id") if isinstance(message, dict) else None
        if not isinstance(number, str) or len(number) > 40:
            return False
        if number in self._had:
            return True
        self._had[number] = None
        if len(self._had) > self.MOST:
            del self._had[next(iter(self._had))]
        return False


def seated(table: Table | Game) -> Table:
    """The table that a widget is given, or one of its own for a game."""
    return table if isinstance(table, Table) else Table(table)


class _Wardrobe:
    """Whether panels made now bring the style sheet and the script along."""

    bare = False


@contextmanager
def undressed() -> Iterator[None]:
    """Panels made inside bring no style sheet and no script: another panel of the same page has both."""
    before, _Wardrobe.bare = _Wardrobe.bare, True
    try:
        yield
    finally:
        _Wardrobe.bare = before


class Sheet(anywidget.AnyWidget):
    """A panel. Subclasses give `body` and one method ``do_<name>(arg)`` for every ``data-do`` in it.

    The page sends ``{"do": name, "arg": text, "serial": n}``. ``serial`` is that of the panel the player
    saw: what was
    pressed on an older one is refused, so that a button never means something else than it said.
    """

    _esm = "\n".join(
        (
            f"const WORDS = {json.dumps(WORDS)};",
            script("deliver.js", "tongue.js", "prose.js", "terms.js", "become.js", "sheet.js"),
        )
    )
    _css = style("theme.css") + states.css()
    html = traitlets.Unicode("").tag(sync=True)
    patch = traitlets.Dict().tag(sync=True)
    serial = traitlets.Int(0).tag(sync=True)
    look = traitlets.Unicode("").tag(sync=True)
    download = traitlets.Dict().tag(sync=True)
    address = traitlets.Unicode("").tag(sync=True)
    language = traitlets.Unicode("en").tag(sync=True)

    #: The folds that stand open at first.
    unfolded: frozenset[str] = frozenset()

    _stop: Callable[[], None] | None = None
    _patched = _asleep = _stale = False

    def __init__(self, table: Table | Game | None = None, look: str = "") -> None:
        table = seated(table) if table is not None else None
        self._open = set(self.unfolded)
        self._folds: set[str] = set()
        self._letters = Letters()
        if _Wardrobe.bare:
            self._css, self._esm = "", _LENT
        super().__init__(look=look)
        self.table = table
        self._stop = table.observe(lambda _: self._heard()) if table is not None else None
        self.on_msg(self._receive)
        self.refresh()
        pages.listen(self)
        if table is not None:
            attend(table)

    def body(self) -> str:
        """What the panel shows, as HTML; everything that a player typed is escaped here."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Draw again; nothing is sent when nothing has changed, and only what has changed where that is shorter."""
        self._stale = False
        self._folds.clear()
        try:
            html = self.body()
        except Exception as trouble:
            html = f'<p class="nw-refusal">{escape(say(None, trouble))}</p>'
        html, self.language = pages.spoken(html), pages.language()
        if html == self.html:
            return
        # No page has a panel before its first content.
        change = steps(self.html, html, WORDS) if self.serial else None
        with self.hold_sync():
            self.serial += 1
            self._patched = change is not None
            if change is not None:
                self.patch = {"n": self.serial, "steps": change}
            self.html = html
            self._patched = False

    def _should_send_property(self, key: str, value: Any) -> bool:
        # The whole is for pages that open later; a page that is open gets the patch.
        return not (key == "html" and self._patched) and super()._should_send_property(key, value)

    def _heard(self) -> None:
        """The table has changed."""
        self._stale = True
        if not self._asleep:
            self.refresh()

    def sleep(self, asleep: bool = True) -> None:
        """Nobody looks at this panel now: it is drawn again when somebody does."""
        self._asleep = asleep
        if self._stale and not asleep:
            self.refresh()

    def fold(self, key: str, head: str, inner: Callable[[], str], look: str = "") -> str:
        """Something long that is drawn, and sent, only while it is open; ``head`` is ready HTML. Which folds are open
        is known here alone, so that every page of a panel shows the same.
        """
        self._folds.add(key)
        opened = key in self._open
        kind = f' class="{escape(look)}"' if look else ""
        return (
            f"<details{kind}{' open' if opened else ''}><summary {do('fold', key)}>{head}</summary>"
            f"{inner() if opened else ''}</details>"
        )

    def do_fold(self, key: str) -> None:
        """Open a fold, or shut it."""
        if key not in self._folds:
            raise BadMessage("That can't be opened any more; look again.")
        self._open ^= {key}
        self.refresh()

    def shut_folds(self, but: str = "") -> None:
        """Shut all folds except one: what was opened for one decision is not wanted for the next."""
        self._open &= {but}

    def do_whole(self, _: str) -> None:
        """A page has missed a change: it gets everything."""
        self.send({"html": self.html, "serial": self.serial})

    def do_language(self, wanted: str) -> None:
        """The page is read in another language: one that was chosen, or after "?" those that the browser prefers."""
        pages.choose(wanted.lstrip("?"), chosen=not wanted.startswith("?"))
        self.send({"words": pages.words(), "terms": pages.explained()})

    def do_prose(self, arg: str) -> None:
        """The page has prose between its panels and wants it in its language."""
        try:
            texts = msgspec.json.decode(arg[:_PROSE], type=list[str])
        except msgspec.DecodeError:
            raise BadMessage("The page sent prose that can't be read; please reload it.") from None
        self.send({"prose": [pages.prose(text) for text in texts]})

    def do_cite(self, arg: str) -> None:
        """A page wants to know what a citation stands for."""
        system = self.table.game.engine.system if self.table is not None else ""
        told = [
            [f.cite, pages.rule(f.title), pages.rule(f.text) or pages.say("This is said in the rules book."),
             [[r.number, pages.rule(r.question), pages.rule(r.answer)] for r in f.readings]]
            for f in looked_up(arg[:_CITED], system)
        ]  # fmt: skip
        self.send({"paragraphs": told, "unclear": pages.say("How we read it")})

    def do_fonts(self, _: str) -> None:
        """A page that has no type yet gets it."""
        names, files = faces()
        self.send(names, files)

    def trouble(self, text: str) -> None:
        """Called with a sentence when a callback failed; panels without a table show it themselves."""

    @shown
    def _receive(self, _: object, message: object, buffers: object) -> None:
        if self._letters.again(message):
            return
        name = text_of(message, "do", 40)
        arg = text_of(message, "arg", LONGEST)
        handler = getattr(self, f"do_{name}", None)
        if handler is None:
            raise BadMessage("The page asked for something that this panel can't do; please reload it.")
        serial = message.get("serial") if isinstance(message, dict) else None
        if serial != self.serial and name in self.exact:
            raise BadMessage("The table has moved on since you pressed that; look again and choose anew.")
        if not hasattr(Sheet, f"do_{name}"):
            self.pressed()
        handler(arg)

    def pressed(self) -> None:
        """Called before what a person has pressed is done; what a page asks for by itself is no press."""

    #: Names of messages whose meaning hangs on the very panel that was shown.
    exact: frozenset[str] = frozenset()

    def close(self) -> None:
        """Let go of the table, too."""
        if self._stop is not None:
            self._stop()
        super().close()

    def _repr_html_(self) -> str:
        return still_html(self)


def rest(widget: object, asleep: bool = True) -> None:
    """Let all panels in a widget sleep, or wake them: nothing is sent to what nobody sees."""
    if isinstance(widget, Sheet):
        widget.sleep(asleep)
    for child in getattr(widget, "children", ()):
        rest(child, asleep)


class TablePanel(Sheet):
    """A panel that belongs to a table."""

    @property
    def at(self) -> Table:
        """The table it belongs to."""
        if self.table is None:
            raise BadMessage("This panel belongs to no table.")
        return self.table

    def veil(self) -> str:
        """What stands here until the screen is handed over: nothing at a whole table, whose curtain says so; the way on
        where the panel stands alone.
        """
        seat = self.at.curtain
        if seat is None or self.at.veiled:
            return ""
        return f"<p>{button(f'Only {the(self.at.game.engine, seat)} may look: show the papers', 'unveil', seat)}</p>"

    def do_unveil(self, seat: str) -> None:
        """Whoever sits there has the screen now."""
        if seat != self.at.curtain:
            raise BadMessage("It is not their turn now.")
        self.at.pass_to(seat)


class Caption(Sheet):
    """Words over a chart, whose paragraphs can be asked for; another panel of the page has the style sheet."""

    _words = ""

    def __init__(self) -> None:
        with undressed():
            super().__init__()

    def body(self) -> str:
        return self._words

    def tell(self, words: str) -> None:
        """Show some HTML."""
        self._words = words
        self.refresh()
