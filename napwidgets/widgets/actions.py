"""`ActionPanel`: the present decision with all its choices; the whole game can be played from here by
keyboard.
"""

from __future__ import annotations

from html import escape

from napwidgets.kernel.game import Option
from napwidgets.kernel.system import Decision, Subject
from napwidgets.table.presenter import place_title
from napwidgets.table.table import Table
from napwidgets.widgets.panels import facts_html
from napwidgets.widgets.sheet import BadMessage, TablePanel, button, cites, do, echo, number_of

#: Options listed at once; where there are more, the rest opens on demand.
AT_ONCE = 9


class ActionPanel(TablePanel):
    """What can be decided now: first choose what it is about, then one of its moves; or a move about
    nothing.
    """

    exact = frozenset({"play", "about"})

    def __init__(self, table: Table) -> None:
        self._shown: list[Option] = []
        self._subjects: list[Subject] = []
        super().__init__(table, "nw-actions")

    def body(self) -> str:
        table = self.at
        decision = table.decision
        self._shown, self._subjects = [], []
        if decision is None or not table.mine:
            return self._nobody()
        self._subjects = list(table.subjects())
        focus = table.focus.subject
        chosen = next((s for s in self._subjects if s.id == focus), None)
        own = self._own(chosen) if chosen is not None else ""
        alone = self._alone(table.options()) or self._owes(decision.seat)
        return (
            f"<section>{echo(table)}<h2>{escape(decision.title)}</h2>"
            f'<p class="nw-prompt">{escape(decision.prompt)}{cites(decision.cites)}</p>'
            f"{self._advice(decision.seat)}{self._about(chosen, own)}{alone}</section>"
            f"{self._aims() if chosen is None else ''}"
        )

    def _advice(self, seat: str) -> str:
        """What helps somebody who plays for the first time."""
        words = self.at.presenter.advice(self.at.view(), seat)
        return f'<p class="nw-advice">{escape(words)}</p>' if words else ""

    def _aims(self) -> str:
        """Before the first move: what it is all about. Later it stands in the roster."""
        facts = facts_html(self.at.presenter.standing(self.at.view())) if self.at.game.number == 0 else ""
        head = f"What decides the {_kind(self.at)}"
        return f'<section data-key="standing"><h2>{head}</h2>{facts}</section>' if facts else ""

    def _nobody(self) -> str:
        table = self.at
        if table.scrubbing:
            return (
                '<section><h2>An earlier moment</h2><p>Nothing is decided here. Go back to the '
                "present, or play on from this moment: the line you leave is kept.</p>"
                f"<div class=\"nw-row nw-lone\">{button('Back to the present', 'present', kind='main')}"
                f"{button('Play on from here', 'branch')}</div></section>"
            )
        if table.game.outcome is not None:
            return (
                f"<section><h2>The end</h2>{button('Look back: the debrief', 'debrief', kind='main')}"
                f"</section>"
            )
        decision: Decision | None = table.game.decision
        who = table.game.engine.seat_name(decision.seat) if decision is not None else ""
        return (
            f'<section><h2>Please wait</h2><p class="nw-prompt">{escape(who)} must decide.</p></section>'
            if who
            else ""
        )

    def _about(self, chosen: Subject | None, own: str) -> str:
        if not self._subjects:
            return ""
        board = self.at.presenter.board
        rows = []
        for i, subject in enumerate(self._subjects):
            place = place_title(board, subject.hex) if board is not None and subject.hex >= 0 else ""
            place = "" if place in subject.label or place.startswith(subject.label) else place
            on = ' aria-pressed="true"' if chosen is not None and subject.id == chosen.id else ""
            rows.append(
                f'<button type="button" class="nw-subject"{on} {do("about", i, f"about-{subject.id}")}>'
                f"<span>{escape(subject.label)}</span><small>{escape(place)}</small></button>"
            )
            if on:
                rows.append(
                    f'<div class="nw-own">{own}{button("Choose another", "let_go", kind="quiet")}</div>'
                )
        return f'<div class="nw-subjects" data-scroll>{"".join(rows)}</div>'

    def _own(self, chosen: Subject) -> str:
        """The moves of what is chosen; where a form has them all, the form and the map are enough."""
        if self.at.aimed and self.at.targets(chosen.id):
            return '<p class="nw-small">Say above what goes, then click where to on the map, or choose it there.</p>'
        return self._list(self.at.options(chosen.id))

    def _list(self, options: list[Option]) -> str:
        """The moves of a subject; long lists of destinations open on demand, for the map shows them."""
        start = len(self._shown)
        self._shown += options
        rows = [self._row(o, start + i) for i, o in enumerate(options)]
        if len(rows) <= AT_ONCE:
            return "".join(rows)
        groups = self._grouped(options, rows)
        inner = "".join((f"<h3>{escape(title)}</h3>" if title else "") + "".join(group) for title, group in groups)
        return f'<details data-key="more"><summary>All {len(rows)} choices</summary>{inner}</details>'

    def _grouped(self, options: list[Option], rows: list[str]) -> list[tuple[str, list[str]]]:
        """Rows under their headings, in the order in which these come first."""
        view, found = self.at.view(), dict[str, list[str]]()
        for option, row in zip(options, rows, strict=True):
            found.setdefault(self.at.presenter.heading(view, option.move)[0], []).append(row)
        return list(found.items())

    def _alone(self, options: list[Option]) -> str:
        """The moves about nothing in particular; a single one is the way on, so it stands out."""
        start = len(self._shown)
        self._shown += options
        kind = "main" if len(options) == 1 else ""
        rows = [self._row(o, start + i, kind) for i, o in enumerate(options)]
        if len(rows) > AT_ONCE and len(groups := self._grouped(options, rows)) > 1:
            return f'<div class="nw-alone">{self._folds(options, groups)}</div>'
        shown, folded = (rows, []) if len(rows) <= AT_ONCE else (rows[:1], rows[1:])
        more = (
            f'<details data-key="alone"><summary>{_about_what(options[1:])}</summary>{"".join(folded)}'
            f"</details>"
        )
        return f'<div class="nw-alone">{"".join(shown)}{more if folded else ""}</div>' if rows else ""

    def _folds(self, options: list[Option], groups: list[tuple[str, list[str]]]) -> str:
        """Many moves about nothing in particular: each heading opens on demand, that of the chosen place by itself."""
        view, here, start = self.at.view(), self.at.focus.hex, len(self._shown) - len(options)
        chosen = "".join(
            self._row(o, start + i)
            for i, o in enumerate(options)
            if self.at.presenter.heading(view, o.move)[1] == here >= 0
        )
        parts = []
        if chosen:
            head = "<summary>In the chosen place</summary>"
            parts.append(f'<details data-key="g-at-{here}" open>{head}{chosen}</details>')
        for title, rows in sorted(groups, key=lambda group: bool(group[0])):
            inner, head = "".join(rows), f"<summary>{escape(title)} · {len(rows)}</summary>"
            parts.append(f'<details data-key="g-{escape(title)}">{head}{inner}</details>' if title else inner)
        return "".join(parts)

    def _owes(self, seat: str) -> str:
        """Why there is no way on yet."""
        refusal = self.at.presenter.owes(self.at.view(), seat)
        if refusal is None:
            return ""
        return f'<p class="nw-owes">First: {escape(refusal.why)}{cites(refusal.cites)}</p>'

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

    def do_present(self, _: str) -> None:
        self.at.goto(None)

    def do_branch(self, _: str) -> None:
        self.at.branch()

    def do_debrief(self, _: str) -> None:
        self.open_debrief()

    def open_debrief(self) -> None:
        """Replaced by the table's widget, which knows where the debrief stands."""
        self.at.say("The debrief is shown by the widget Debrief(table).")


def _kind(table: Table) -> str:
    return "battle" if table.game.engine.system == "nlc" else "campaign"


def _about_what(options: list[Option]) -> str:
    """What a folded list holds: how many moves, and of whom where all are of one."""
    whose = {o.label.text.partition(":")[0] for o in options if ":" in o.label.text}
    whole = len(whose) == 1 and all(":" in o.label.text for o in options)
    return escape(f"{whose.pop()}: {len(options)} choices" if whole else f"{len(options)} more choices")
