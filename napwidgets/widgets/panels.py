"""Small panels: status and curtain, turn track, roster with inspector."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from html import escape
from itertools import pairwise
from typing import Any

from napwidgets.kernel.game import Game
from napwidgets.language import pages
from napwidgets.table.hints import advise, heed
from napwidgets.table.pages import ELSEWHERE
from napwidgets.table.presenter import Card, Fact, Hour, Line, Weathered, places
from napwidgets.table.seats import the
from napwidgets.table.table import Table
from napwidgets.widgets.dice import asked_html, typed_faces
from napwidgets.widgets.sheet import BadMessage, Fold, TablePanel, button, cites, do, number_of, skip
from napwidgets.widgets.sky import pictures

#: Cards of a place shown at once; where there are more, the rest opens on demand.
CARDS = 3


class StatusLine(TablePanel):
    """What must be done now and why, or why the last thing was refused; read out by screen readers."""

    exact = frozenset({"heed"})

    def __init__(self, table: Table | Game) -> None:
        super().__init__(table, "nw-status")

    def body(self) -> str:
        table = self.at
        # Somebody else has moved, and now it is a person's turn.
        heard = f' data-sound="bell {table.game.number}"' if table.mine and table.deeds() else ""
        return f'<div role="status" aria-live="polite"{heard}>{self._line()}</div>{self._buttons()}'

    def _line(self) -> str:
        table = self.at
        notice, decision, game = table.notice, table.game.decision, table.game
        if table.looking_on and notice.tone != "refusal":
            return f'<p class="nw-elsewhere">{ELSEWHERE}</p>'
        if notice.text:
            return f'<p class="nw-{escape(notice.tone)}">{escape(notice.text)}{cites(notice.cites)}</p>'
        if table.scrubbing:
            return f"<p>You are looking at the game after move {table.shown.number} of {game.number}.</p>"
        if (outcome := game.outcome) is not None:
            told = " ".join(filter(None, (table.won, outcome.text)))
            return f"<p><b>{escape(outcome.title)}</b> · {escape(told)}</p>"
        if table.ask is not None:
            return f"<p>Dice wanted: {escape(table.ask.purpose)}.</p>"
        if table.waiting:
            return f"<p>{escape(table.waiting)}</p>"
        if decision is None:
            return "<p></p>"
        if table.computer_moves:
            name = escape(the(game.engine, decision.seat))
            if table.thinker is not None:
                return f'<p class="nw-busy nw-thinks">The computer thinks for {name}…</p>'
            return f'<p class="nw-busy">The computer decides for {name}.</p>'
        if table.curtain is not None:
            return f"<p>{escape(decision.title)}</p>"
        came = "".join(f"<b>{escape(event.text)}</b>{cites(event.cites)} " for event in table.answered)
        return f"<p>{came}{escape(decision.prompt)}{cites(decision.cites)}</p>"

    def _buttons(self) -> str:
        table = self.at
        parts = []
        if table.looking_on:
            parts.append(button("Play here", "take", kind="main"))
        elif table.scrubbing:
            parts += [button("Play on from here", "branch", onward=True)] if table.branches else []
            parts.append(button("Back to the present", "present", kind="main", onward=True))
        elif table.undoable:
            parts.append(button("Take back", "undo", title="The last move: no die was thrown since"))
        elif table.retypable and table.ask is None:
            parts.append(button("Correct the dice", "retype", kind="quiet", title="Type the last throw in again"))
        if table.thinker is not None and not table.scrubbing:
            parts.append(button("Decide now", "decide", title="Let it play the best that it has found by now"))
        if table.mine and table.notice.move is not None:
            parts.append(button("Do it", "heed", kind="main", title="Make the move that the computer would make"))
        elif table.mine and table.ask is None:
            parts.append(button("What would you do?", "advise", kind="quiet", title="Ask the computer player"))
        if table.notice.text:
            parts.append(button("Understood", "hush", kind="quiet"))
        return f'<div class="nw-row">{"".join(parts)}</div>'

    def do_take(self, _: str) -> None:
        self.at.take_over()

    def do_undo(self, _: str) -> None:
        self.at.undo()

    def do_retype(self, _: str) -> None:
        self.at.retype()

    def do_advise(self, _: str) -> None:
        advise(self.at)

    def do_heed(self, _: str) -> None:
        heed(self.at)

    def do_decide(self, _: str) -> None:
        self.at.decide_now()

    def do_branch(self, _: str) -> None:
        self.at.branch()

    def do_present(self, _: str) -> None:
        self.at.goto(None)

    def do_hush(self, _: str) -> None:
        self.at.say("")


#: For who goes by keyboard: seen only while they have the focus.
_SKIPS = skip("To the choices", ".nw-actions :is(.nw-subject, .nw-option, .nw-alone [data-do])") + skip(
    "To the map", ".nw-board, .nw-campaign .leaflet-container, .nw-campaign [tabindex]"
)


class Header(TablePanel):
    """The head of the table: title, turn track, whose turn it is."""

    def __init__(self, table: Table | Game) -> None:
        super().__init__(table, "nw-header")

    def body(self) -> str:
        table = self.at
        engine, decision = table.game.engine, table.shown.decision
        turn, _ = engine.clock(table.shown.state)
        who = ""
        if decision is not None:
            name = escape(engine.seat_name(decision.seat))
            who = f'<p class="nw-who"><b>{name}</b> · {escape(decision.title)}</p>'
        elif (outcome := table.shown.outcome) is not None:
            who = f'<p class="nw-who"><b>{escape(outcome.title)}</b></p>'
        folds = (
            '<span class="nw-folds"><button type="button" data-fold="nw-hide-left" data-key="fold-left" '
            'title="Show or fold the left panel">Forces</button>'
            '<button type="button" data-fold="nw-hide-right" data-key="fold-right" '
            'title="Show or fold the right panel">Orders</button></span>'
        )
        track = track_html(table.presenter.track(table.view()), turn)
        sky = sky_html(table)
        of = f'data-page="{escape(self._page())}" data-system="{escape(engine.system)}" data-made="{self._made()}"'
        head = f"<h1 {of}>{escape(engine.title)}</h1>"
        return f'{_SKIPS}{head}{track}{sky}<div class="nw-who-box">{who}</div>{folds}'

    def _made(self) -> int:
        """The number of the last move that a person made here."""
        people = self.at.people
        return next((g.number for g in self.at.game.line() if g.last.seat in people), 0) if people else 0

    def _page(self) -> str:
        """What the browser's tab says: whose turn it is, and of which game."""
        table = self.at
        game = table.game
        if (outcome := game.outcome) is not None:
            return f"{outcome.title} · {game.engine.title}"
        where = f"{game.engine.title}, {game.engine.clock(game.state)[1]}"
        if game.decision is None:
            return where
        alone = table.mine and len(table.people) == 1
        return f"{'Your turn' if alone else game.engine.seat_name(game.decision.seat)} · {where}"

    def do_folded(self, arg: str) -> None:
        self.folded(bool(number_of(arg, 0, 1)))

    def folded(self, away: bool) -> None:
        """The left panel was folded or opened; replaced by the table's widget, which has that panel."""


class TurnTrack(TablePanel):
    """The hours of the day, the present one marked, with arrivals."""

    def __init__(self, table: Table | Game) -> None:
        super().__init__(table, "nw-trackbox")

    def body(self) -> str:
        table = self.at
        turn, name = table.game.engine.clock(table.shown.state)
        hours = table.presenter.track(table.view())
        notes = "".join(
            f"<li><b>{escape(h.full or h.label)}</b> {escape(note)}</li>"
            for h in hours
            if h.number >= turn
            for note in h.notes
        )
        return f"<h2>{escape(name)}</h2>{track_html(hours, turn)}<ul>{notes}</ul>"


#: From so many turns on, the boxes of those far from the present one are ticks (``theme.css``).
MANY = 24


def hour_words(hour: Hour) -> str:
    """The short name of an hour: in a language whose clocks count to 24 a figure alone is another one."""
    if not hour.full or pages.language() == "en":
        return hour.label
    return re.sub(r"\s(Uhr|h)$", "", pages.say(hour.full))


def track_html(hours: object, turn: int) -> str:
    """The boxes of a turn track."""
    boxes = []
    hours = hours if isinstance(hours, (list, tuple)) else []
    for hour in hours:
        assert isinstance(hour, Hour)
        now = ' aria-current="step"' if hour.number == turn else ""
        light = hour.kind if hour.kind in ("night", "rain", "dusk") else ""
        # Where there are many, most boxes are too narrow for their label.
        label = hour_words(hour) if len(hours) >= MANY else ""
        title = escape("; ".join(filter(None, [label, light, *hour.notes])))
        star = "<i>★</i>" if hour.notes else ""
        past = " nw-past" if hour.number < turn else ""
        boxes.append(
            f'<li class="nw-{escape(hour.kind)}{past}"{now} title="{title}">{escape(hour_words(hour))}{star}</li>'
        )
    return f'<ol class="nw-track">{"".join(boxes)}</ol>'


def sky_html(table: Table) -> str:
    """The weather over the board: its picture, its name, and what it does; nothing where a system has none."""
    sky = table.presenter.sky(table.view()) if isinstance(table.presenter, Weathered) else None
    if sky is None:
        return ""
    return (
        f'<div class="nw-sky" title="{escape(sky.text)}">{pictures(sky.kinds)}<p><b>{escape(sky.title)}'
        f"{cites(sky.cites[:1])}</b><small>{escape(sky.text)}</small></p></div>"
    )


class Inspector(TablePanel):
    """The cards of what stands in the chosen place."""

    def __init__(self, table: Table | Game) -> None:
        super().__init__(table, "nw-roster nw-inspector")

    def body(self) -> str:
        cards = "" if self.at.curtain is not None else cards_html(self.at, self.fold)
        return f'{cards}<div class="nw-row">{button("All forces", "shut", kind="quiet")}</div>' if cards else ""

    def do_shut(self, _: str) -> None:
        """Let go of the place; the list of all forces comes back."""
        self.at.pick()


def cards_html(table: Table, fold: Fold) -> str:
    """What stands in the chosen place, as far as the seat that looks may know it; many cards open on demand."""
    if table.focus.hex < 0:
        return ""
    view, seat = _papers(table)
    cards = table.presenter.inspect(view, seat, table.focus.hex)
    if not cards:
        return ""
    ground = next((c for c in cards if _ground(c)), None)
    pieces = [c for c in cards if c is not ground]
    first = pieces if len(pieces) <= CARDS + 1 else pieces[:CARDS]
    rest = pieces[len(first) :]
    chosen = "".join(card_html(c) for c in first)
    if rest:
        names = ", ".join(escape(c.title) for c in rest[:3])
        head = f"{len(rest)} more here: {names}{' …' if len(rest) > 3 else ''}"
        chosen += fold("more", head, lambda: "".join(card_html(c) for c in rest))
    if ground is not None and ground is cards[0]:
        chosen = card_html(ground) + chosen
    elif ground is not None:
        chosen = f"<h2>{escape(ground.title)}</h2>{chosen}{card_html(ground)}"
    return f'<section class="nw-inspect" aria-label="What stands here">{chosen}</section>'


def _ground(card: Card) -> bool:
    """Whether a card tells of the chosen place itself: a hex, a sea zone, or a box, which is nobody's."""
    return card.id.startswith(("h", "z")) or not card.nation


def _papers(table: Table) -> tuple[Any, str | None]:
    """What may be read on screen now, and whose it is: nobody's while others look on."""
    if table.private or _open(table):
        return table.view(), table.eyes
    return table.shown.view(None), None


def _open(table: Table) -> bool:
    """Whether the seat that looks knows no more than everybody."""
    return bool(table.shown.view(table.eyes) == table.shown.view(None))


class Roster(TablePanel):
    """Formations with their orders as far as the seat knows, how the game stands, and the card of what is
    chosen (``cards``; a table shows these in an `Inspector`, so that a click does not send the roster again).
    """

    unfolded = frozenset({"standing"})

    def __init__(self, table: Table | Game, cards: bool = True) -> None:
        self.cards = cards
        super().__init__(table, "nw-roster")

    def body(self) -> str:
        table = self.at
        if table.curtain is not None:
            return self.veil()
        view, seat = _papers(table)
        lines = table.presenter.roster(view, seat)
        cards = cards_html(table, self.fold) if self.cards else ""
        return f"{cards}<section>{self._reveal()}{self._lines(lines)}</section>{self._standing(view)}"

    def _standing(self, view: Any) -> str:
        """How it stands; at a table that is said beside the choices before the first move."""
        if not self.cards and self.at.mine and self.at.game.number == 0:
            return ""
        # Once all lies open it is counted as the verdict counts it: what a seat never saw would make another sum.
        known = self.at.shown.state if self.at.lies_open and not self.at.scrubbing else view
        facts = partial(self.at.presenter.standing, known)
        standing = self.fold("standing", "How it stands", lambda: facts_html(facts()), "nw-standing")
        return f"<section>{standing}</section>"

    def _lines(self, lines: Sequence[Line]) -> str:
        """Formations; each opens its units on demand."""
        out: list[str] = []
        heads = [i for i, line in enumerate(lines) if line.depth <= 0] + [len(lines)]
        out += map(_unit_html, lines[: heads[0]])
        for at, after in pairwise(heads):
            line, units = lines[at], lines[at + 1 : after]
            if line.depth < 0:
                out += [f"<h2>{escape(line.title)}</h2>", *map(_unit_html, units)]
            else:
                inner = partial(_units_html, units)
                out.append(self.fold(f"r-{line.id}", _formation_html(line), inner, "nw-form"))
        return "".join(out)

    def _reveal(self) -> str:
        """With two persons at the screen one side's own papers open only when it says that it sits here."""
        table = self.at
        if table.private or table.eyes is None or _open(table):
            return ""
        name = the(table.game.engine, table.eyes)
        return button(f"Only {name} may look: show the papers", "show", table.eyes)

    def do_show(self, seat: str) -> None:
        if seat != self.at.eyes:
            raise BadMessage("It is not their turn now.")
        self.at.pass_to(seat)

    def do_line(self, arg: str) -> None:
        table = self.at
        hex = number_of(arg, 0, max(0, places(table.presenter.board) - 1))
        subjects = list(table.presenter.subject_at(table.view(), hex)) if table.mine else []
        table.pick(hex, subjects[0] if subjects else None)


def _formation_html(line: Line) -> str:
    tag = f'<em class="nw-tag nw-{escape(line.tone)}">{escape(line.tag)}</em>' if line.tag else ""
    return (
        f'<i class="nw-n-{escape(line.nation)}"></i><span>{escape(line.title)}<small>{escape(line.detail)}</small>'
        f"</span>{tag}"
    )


def _units_html(lines: Sequence[Line]) -> str:
    return "".join(map(_unit_html, lines))


def _unit_html(line: Line) -> str:
    here = do("line", line.hex, f"u-{line.id}") if line.hex >= 0 else 'disabled data-key=""'
    return (
        f'<button type="button" class="nw-unitline" {here}><span>{escape(line.title)}</span>'
        f"<small>{escape(line.detail)}</small></button>"
    )


def card_html(card: Card) -> str:
    """A card of the inspector."""
    sub = f"<small>{escape(card.subtitle)}</small>" if card.subtitle else ""
    return (
        f'<article class="nw-card nw-e-{escape(card.nation)}"><h3>{escape(card.title)}{sub}</h3>'
        f"{facts_html(card.facts)}</article>"
    )


def facts_html(facts: object) -> str:
    """Names and values in two columns, with paragraphs and notes."""
    rows = []
    for fact in facts if isinstance(facts, (list, tuple)) else []:
        assert isinstance(fact, Fact)
        note = f' title="{escape(fact.note)}"' if fact.note else ""
        # A bare paragraph number beside a value would look like one more value.
        cite = cites((f"§ {fact.cite}" if fact.cite[:1].isdigit() else fact.cite,)) if fact.cite else ""
        rows.append(f"<tr{note}><th>{escape(fact.name)}{cite}</th><td>{escape(fact.value)}</td></tr>")
    return f'<table class="nw-facts">{"".join(rows)}</table>' if rows else ""


class Curtain(TablePanel):
    """Stands before the table while it is handed over for a secret decision, and while dice are typed in."""

    exact = frozenset({"dice", "draw"})

    #: The throw that was typed last, if that is still asked for: what was typed were no dice.
    _wrong = "-"

    def __init__(self, table: Table | Game) -> None:
        super().__init__(table, "nw-curtain")

    def body(self) -> str:
        table = self.at
        if (seat := table.curtain) is not None and not table.scrubbing:
            name = escape(table.game.engine.seat_name(seat))
            decision = table.game.decision
            what = escape(decision.title) if decision is not None else ""
            them = escape(the(table.game.engine, seat))
            return (
                f'<div class="nw-veil" role="dialog" aria-modal="true" aria-label="Hand over the screen"><div>'
                f"<h2>{name}</h2><p><b>{what}</b> · what comes now is secret. Please hand the screen to {them}; "
                "the others look away.</p>"
                f"{button(f'We are the {table.game.engine.seat_name(seat)}', 'open', seat, kind='main')}"
                f"</div></div>"
            )
        return self._dice()

    def _dice(self) -> str:
        table = self.at
        ask = table.ask
        if ask is None:
            return ""
        # What the table or a computer player does would be done at once again.
        own = table.decision is not None and table.decision.seat in table.people and table.formality is None
        back = "" if ask.fallen or not own else button("Take the move back", "drop", kind="quiet", shuts=True)
        back += button("Correct the last throw", "retype", kind="quiet") if table.retypable else ""
        wrong = table.notice.text if self._wrong == self._throw() else ""
        # Whose morale or which march it is stands in the move; another's might tell what is hidden.
        about = table.game.engine.label(table.view(), ask.move).text if own else ""
        return asked_html(ask, self._throw(), wrong, back, about)

    def do_open(self, seat: str) -> None:
        self.at.pass_to(seat)

    def do_draw(self, arg: str) -> None:
        self.at.type_dice((number_of(arg, 0, 99),))

    def do_dice(self, arg: str) -> None:
        faces = typed_faces(arg)
        self._wrong = self._throw()
        self.at.type_dice(faces)

    def _throw(self) -> str:
        """Which throw is asked for; another one has another name."""
        ask = self.at.ask
        return f"{self.at.game.number}.{len(ask.typed)}" if ask is not None else ""

    def do_retype(self, _: str) -> None:
        self._wrong = "-"
        self.at.retype()

    def do_drop(self, _: str) -> None:
        self._wrong = "-"
        self.at.drop_dice()
