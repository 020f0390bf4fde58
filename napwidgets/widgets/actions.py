"""`ActionPanel`: the present decision with all its choices; the whole game can be played from here by
keyboard.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from html import escape

from napwidgets.kernel.game import Game, Option
from napwidgets.kernel.system import Decision, Subject
from napwidgets.systems.registry import record_of
from napwidgets.systems.telling import counted
from napwidgets.table.looking import ALL_SIDES
from napwidgets.table.pages import ELSEWHERE
from napwidgets.table.presenter import Folding, Proposer
from napwidgets.table.standing import THRESHOLDS
from napwidgets.table.table import Table
from napwidgets.table.whynot import has_choices, unlisted, why_nothing
from napwidgets.widgets.campaign_page import CampaignPage
from napwidgets.widgets.panels import facts_html
from napwidgets.widgets.sheet import BadMessage, TablePanel, button, cites, do, echo, number_of, select

#: Options listed at once; where there are more, the rest opens on demand.
AT_ONCE = 9
#: What is said of a subject that has no move to choose.
_IDLE = "no choices"
_MERE_HEX = re.compile(r"To \d{4}\b")
#: What is let pass, by the kind of the question.
_KINDS = {"reaction": "Those who march by", "intercept": "Ships that sail by"}


class ActionPanel(TablePanel):
    """What can be decided now: first choose what it is about, then one of its moves; or a move about
    nothing.
    """

    exact = frozenset({"play", "about"})

    def __init__(self, table: Table | Game) -> None:
        self._shown: list[Option] = []
        self._subjects: list[Subject] = []
        self._about_now: tuple[str, str, str | None] = ("", "", None)
        super().__init__(table, "nw-actions")

    def body(self) -> str:
        table = self.at
        decision = table.decision
        self._shown, self._subjects = [], []
        if decision is None or not table.mine:
            return self._nobody() + self._eyes()
        self._subjects = list(table.subjects())
        focus = table.focus.subject
        self._turn_to((decision.title, decision.seat, focus))
        chosen = next((s for s in self._subjects if s.id == focus), None)
        own = self._own(chosen) if chosen is not None else ""
        alone = self._alone(table.options()) or self._owes(decision.seat)
        return (
            f'<section data-about="{escape(decision.kind)}-{escape(decision.seat)}">{echo(table)}'
            f"<h2>{escape(decision.title)}</h2>"
            f'<p class="nw-prompt">{escape(decision.prompt)}{cites(decision.cites)}</p>'
            f"{self._advice(decision.seat)}{self._about(chosen, own)}{alone}{self._standing()}"
            f"{self._proposals(decision.seat)}</section>{self._orders()}{self._aims() if chosen is None else ''}"
        )

    def _turn_to(self, about: tuple[str, str, str | None]) -> None:
        """Lists that were opened for one decision, or about one subject, are not wanted for the next."""
        if about != self._about_now:
            self.shut_folds()
        self._about_now = about

    def _advice(self, seat: str) -> str:
        """What helps somebody who plays for the first time."""
        words = self.at.presenter.advice(self.at.view(), seat)
        return f'<p class="nw-advice">{escape(words)}</p>' if words else ""

    def _aims(self) -> str:
        """Before the first move: what it is all about. Later it stands in the roster."""
        facts = facts_html(self.at.presenter.standing(self.at.view())) if self.at.game.number == 0 else ""
        head = f"What decides the {_kind(self.at)}"
        return f'<section class="nw-standing"><h2>{head}</h2>{facts}</section>' if facts else ""

    def _nobody(self) -> str:
        table = self.at
        if table.looking_on:
            here = button("Play here", "take", kind="main")
            return f'<section><h2>Looking on</h2><p>{ELSEWHERE}</p><div class="nw-lone">{here}</div></section>'
        if table.scrubbing:
            or_on = ", or play on from this moment: the line you leave is kept" if table.branches else ""
            return (
                f"<section><h2>An earlier moment</h2><p>Nothing is decided here. Go back to the present{or_on}.</p>"
                f'<div class="nw-row nw-lone">{button("Back to the present", "present", kind="main")}'
                f"{button('Play on from here', 'branch') if table.branches else ''}</div></section>"
            )
        if table.game.outcome is not None:
            return (
                f'<section><h2>The end</h2><div class="nw-subjects">{CampaignPage.onward(table)}<div class="nw-row">'
                f"{button('Look back: the debrief', 'debrief', kind='main')}</div></div></section>"
            )
        if table.waiting:
            head = "The end" if table.over else "Please wait"
            return f'<section><h2>{head}</h2><p class="nw-prompt">{escape(table.waiting)}</p></section>'
        decision: Decision | None = table.game.decision
        who = table.game.engine.seat_name(decision.seat) if decision is not None else ""
        waits = f'<h2>Please wait</h2><p class="nw-prompt">{escape(who)} must decide.</p>{self.veil()}'
        return f"<section>{waits}</section>" if who else ""

    def _eyes(self) -> str:
        """Whose eyes look on, where whoever sits here may choose and it makes a difference."""
        table = self.at
        seats = table.game.engine.seats
        if not table.lies_open:
            return ""
        all_see = table.shown.view(None)
        if all(table.shown.view(seat) == all_see for seat in seats):
            return ""
        onlooker = [] if table.own_eyes else [(None, "an onlooker")]
        named = ((seat, table.game.engine.seat_name(seat)) for seat in seats)
        now = ALL_SIDES if table.sees_all else table.eyes
        buttons = "".join(
            f'<button type="button" class="nw-b" aria-pressed="{str(seat == now).lower()}" '
            f"{do('look', seat or '')}>{escape(name)}</button>"
            for seat, name in [(ALL_SIDES, "all sides"), *onlooker, *named]
        )
        return f'<section class="nw-eyes"><h3>Seen with the eyes of</h3><div class="nw-row">{buttons}</div></section>'

    def _about(self, chosen: Subject | None, own: str) -> str:
        if not self._subjects:
            return ""
        board = self.at.presenter.board
        rows = []
        for i, subject in enumerate(self._subjects):
            place = board.title(subject.hex) if board is not None and subject.hex >= 0 else ""
            name = place.partition(" (")[0]
            place = "" if name in subject.label or place.startswith(subject.label) else place
            on = ' aria-pressed="true"' if chosen is not None and subject.id == chosen.id else ""
            state = self._state(subject)
            place, idle = " · ".join(filter(None, (place, state))), state == _IDLE
            rows.append(
                f'<button type="button" class="nw-subject{" nw-idle" if idle else ""}"{on} '
                f"{do('about', i, f'about-{subject.id}')}>"
                f"<span>{escape(subject.label)}</span><small>{escape(place)}</small></button>"
            )
            if on:
                rows.append(f'<div class="nw-own">{own}{button("Choose another", "let_go", kind="quiet")}</div>')
        return f'<div class="nw-subjects" data-scroll>{"".join(rows)}</div>'

    def _state(self, subject: Subject) -> str:
        """What is said of a subject without a move to choose; the reason is said when it is chosen."""
        if not has_choices(self.at, subject):
            return _IDLE
        return "" if self.at.game.engine.options(self.at.view(), subject.id) else "on the pad"

    def _own(self, chosen: Subject) -> str:
        """The moves of what is chosen; where a form has them all, the form and the map are enough."""
        if self.at.aimed and self.at.targets(chosen.id):
            return '<p class="nw-small">Say above what goes, then click where to on the map, or choose it there.</p>'
        options, words = self.at.options(chosen.id), unlisted(self.at, chosen)
        told = f'<p class="nw-small">{escape(words)}</p>' if words else ""
        if options or told:
            return (self._list(options) if options else "") + told
        why = why_nothing(self.at, chosen)
        told = f"{escape(why.why)}{cites(why.cites)}" if why is not None else "There is nothing it could do from here."
        return f'<p class="nw-small">{told}</p>'

    def _list(self, options: list[Option]) -> str:
        """The moves of a subject; what is seldom wanted opens on demand."""
        start = len(self._shown)
        self._shown += options
        wanted, folds = self._aside(options, start)
        return self._open_list(options, wanted, start) + folds

    def _aside(self, options: list[Option], start: int) -> tuple[list[int], str]:
        """The numbers of moves that stand open, and those that are seldom wanted behind their headings."""
        face, view, behind = self.at.presenter, self.at.view(), dict[str, list[int]]()
        for i, option in enumerate(options):
            title = face.aside(view, option.move) if isinstance(face, Folding) else ""
            behind.setdefault(title, []).append(i)
        wanted = behind.pop("", [])
        folds = (
            self.fold(f"aside-{title}", f"{escape(title)} · {len(group)}", partial(self._rows, options, group, start))
            for title, group in behind.items()
        )
        return wanted, "".join(folds)

    def _open_list(self, options: list[Option], which: list[int], start: int) -> str:
        """Moves in a list; many about places open on demand, for the map shows them."""
        if len(which) <= AT_ONCE:
            return self._rows(options, which, start)

        def inner(which: Sequence[int]) -> str:
            return "".join(
                (f"<h3>{escape(title)}</h3>" if title else "") + self._rows(options, group, start)
                for title, group in self._grouped(options, which).items()
            )

        view = self.at.view()
        # What the map can't show stands open: how to set out must not be looked for among the places to go to.
        loose = [i for i in which if self.at.presenter.heading(view, options[i].move)[1] < 0]
        places = [i for i in which if i not in set(loose)]
        words = _more(len(places)) if loose else f"All {len(places)} choices"
        return inner(loose) + (self.fold("more", words, partial(inner, places)) if places else "")

    def _rows(self, options: list[Option], which: Iterable[int], start: int, kind: str = "") -> str:
        return "".join(self._row(options[i], start + i, kind) for i in which)

    def _grouped(self, options: list[Option], which: Iterable[int] | None = None) -> dict[str, list[int]]:
        """The numbers of moves under their headings, in the order in which these come first; of all, or of some."""
        view, found = self.at.view(), dict[str, list[int]]()
        for i in range(len(options)) if which is None else which:
            found.setdefault(self.at.presenter.heading(view, options[i].move)[0], []).append(i)
        # Places that have a name come before mere hexes: one looks for them by it.
        return {title: sorted(group, key=lambda i: _mere_hex(options[i].label.text)) for title, group in found.items()}

    def _alone(self, options: list[Option]) -> str:
        """The moves about nothing in particular; a single one is the way on, so it stands out."""
        if not options:
            return ""
        start = len(self._shown)
        self._shown += options
        wanted, folds = self._aside(options, start)
        if folds:
            rows = self._rows(options, wanted, start, "main" if len(wanted) == 1 else "")
            return f'<div class="nw-alone">{rows}{folds}</div>'
        if len(options) > AT_ONCE and len(groups := self._grouped(options)) > 1:
            return f'<div class="nw-alone">{self._by_heading(options, groups, start)}</div>'
        if len(options) <= AT_ONCE:
            rows = self._rows(options, range(len(options)), start, "main" if len(options) == 1 else "")
            return f'<div class="nw-alone">{rows}</div>'
        more = self.fold("alone", _about_what(options[1:]), lambda: self._rows(options, range(1, len(options)), start))
        return f'<div class="nw-alone">{self._row(options[0], start)}{more}</div>'

    def _by_heading(self, options: list[Option], groups: dict[str, list[int]], start: int) -> str:
        """Many moves about nothing in particular: each heading opens on demand, the chosen place stands open."""
        view, here = self.at.view(), self.at.focus.hex
        chosen = [i for i, o in enumerate(options) if self.at.presenter.heading(view, o.move)[1] == here >= 0]
        parts = []
        if chosen:
            head = "<summary>In the chosen place</summary>"
            rows = self._rows(options, chosen, start)
            parts.append(f'<details data-key="g-at-{here}" open>{head}{rows}</details>')
        for title, group in sorted(groups.items(), key=lambda pair: bool(pair[0])):
            if title:
                head = f"{escape(title)} · {len(group)}"
                parts.append(self.fold(f"g-{title}", head, partial(self._rows, options, group, start)))
            else:
                parts.append(self._rows(options, group, start))
        return "".join(parts)

    def _standing(self) -> str:
        """Letting pass what comes without being asked each time; for who plays alone against computers."""
        passing = self.at.passing
        if passing is None or len(self.at.people) > 1:
            return ""
        ranks = [("", "whatever comes"), *((str(n), f"{n} {passing.unit}s or more") for n in THRESHOLDS)]
        now = f'<p class="nw-small">Passing by: {counted(passing.strength, passing.unit)}.</p>' if passing.known else ""
        return (
            f'<div class="nw-standing-order">{now}{button("Let all pass this turn", "this_turn", kind="quiet")}'
            f"{select('below', ranks, '', 'Ask me only about')}</div>"
        )

    def _orders(self) -> str:
        """The standing orders that hold, each with the way to call it off."""
        rows = []
        for i, order in enumerate(self.at.orders()):
            until = f"fewer than {order.below} are let pass" if order.below else "let pass until the turn is over"
            off = button("Ask me again", "call_off", i, kind="quiet")
            rows.append(f"<li>{escape(_KINDS.get(order.kind, order.kind))}: {until} {off}</li>")
        listed = "".join(rows)
        return f'<section class="nw-orders-kept"><h3>Standing orders</h3><ul>{listed}</ul></section>' if rows else ""

    def _proposals(self, seat: str) -> str:
        """What may be proposed beside the decision; it opens on demand, for it is seldom wanted."""
        face, view = self.at.presenter, self.at.view()
        moves = face.proposals(view, seat) if isinstance(face, Proposer) else ()
        if not moves:
            return ""
        start = len(self._shown)
        options = [Option(move, self.at.game.engine.label(view, move)) for move in moves]
        self._shown += options
        return self.fold("proposals", "Proposals", lambda: self._rows(options, range(len(options)), start))

    def _owes(self, seat: str) -> str:
        """Why there is no way on yet."""
        refusal = self.at.presenter.owes(self.at.view(), seat)
        if refusal is None:
            return ""
        return f'<p class="nw-owes"><span>First: {escape(refusal.why)}</span>{cites(refusal.cites)}</p>'

    def _row(self, option: Option, index: int, kind: str = "") -> str:
        label, decision = option.label, self.at.decision
        # What the decision itself rests on stands above already.
        own = tuple(c for c in label.cites if decision is None or c not in decision.cites)
        detail = f"<small>{escape(label.detail)}{cites(own)}</small>" if label.detail else ""
        text = escape(label.text) + ("" if detail else cites(own))
        return (
            f'<button type="button" class="nw-b nw-option {kind}" {do("play", index)}><span>{text}</span>'
            f"{detail}</button>"
        )

    def do_about(self, arg: str) -> None:
        if not self._subjects:
            raise BadMessage("There is nothing to choose from now.")
        subject = self._subjects[number_of(arg, 0, len(self._subjects) - 1)]
        self.at.pick(self.at.place_of(subject), subject.id)

    def do_let_go(self, _: str) -> None:
        self.at.pick()

    def do_play(self, arg: str) -> None:
        if not self._shown:
            raise BadMessage("There is nothing to choose from now.")
        self.at.play(self._shown[number_of(arg, 0, len(self._shown) - 1)].move)

    def do_this_turn(self, _: str) -> None:
        self.at.let_pass()

    def do_below(self, arg: str) -> None:
        if arg not in {str(n) for n in THRESHOLDS}:
            raise BadMessage("Choose one of the strengths in the list.")
        self.at.let_pass(int(arg))

    def do_call_off(self, arg: str) -> None:
        orders = self.at.orders()
        if not orders:
            raise BadMessage("There is no standing order.")
        order = orders[number_of(arg, 0, len(orders) - 1)]
        self.at.call_off(order.seat, order.kind)

    def do_look(self, seat: str) -> None:
        self.at.look_as(seat or None)

    def do_present(self, _: str) -> None:
        self.at.goto(None)

    def do_branch(self, _: str) -> None:
        self.at.branch()

    def do_take(self, _: str) -> None:
        self.at.take_over()

    def do_follow(self, _: str) -> None:
        """The next battle of a campaign begins."""
        self.at.follow()

    def do_debrief(self, _: str) -> None:
        self.open_debrief()

    def open_debrief(self) -> None:
        """Replaced by the table's widget, which knows where the debrief stands."""
        self.at.say("The debrief is shown by the widget Debrief(table).")


def _kind(table: Table) -> str:
    return record_of(table.game.engine.system).word


def _more(n: int) -> str:
    """How many choices a folded list adds to those that stand open.

    >>> _more(1), _more(2)
    ('1 more choice', '2 more choices')
    """
    return "1 more choice" if n == 1 else f"{n} more choices"


def _about_what(options: list[Option]) -> str:
    """What a folded list holds: how many moves, and of whom where all are of one."""
    whose = {o.label.text.partition(":")[0] for o in options if ":" in o.label.text}
    whole = len(whose) == 1 and all(":" in o.label.text for o in options)
    return escape(f"{whose.pop()}: {len(options)} choices" if whole else _more(len(options)))


def _mere_hex(text: str) -> bool:
    """Whether a move goes to a hex that has nothing but a number before all, as "To 1204 by Charleroi".

    >>> _mere_hex("To Charleroi"), _mere_hex("To 1204 by Charleroi"), _mere_hex("Halt")
    (False, True, False)
    """
    return _MERE_HEX.match(text) is not None
