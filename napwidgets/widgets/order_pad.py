"""`OrderPad`: write an order, see when it arrives and what becomes of it, send it; and what is still on its
way.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from napwidgets.kernel.game import Game
from napwidgets.table.presenter import Dispatch, Draft
from napwidgets.table.table import Table
from napwidgets.widgets.battle_resolver import checked, field_html, share_bar
from napwidgets.widgets.sheet import BadMessage, TablePanel, button, cites, echo

#: So many orders on their way are shown under the pad without being asked for.
FEW = 4


class OrderPad(TablePanel):
    """Orders are written, sequenced and sent here. The chance of compliance is exact and shown before
    sending.
    """

    exact = frozenset({"send"})

    def __init__(self, table: Table | Game) -> None:
        self.values: dict[str, str] = {}
        self._draft: Draft | None = None
        self._addressee: str | None = None
        self._followed: str | None = None
        self._clicked = -1
        self._about: tuple[str, str | None] | None = None
        self._mapped = False
        super().__init__(table, "nw-orders")

    def body(self) -> str:
        table = self.at
        self._draft = None
        if table.curtain is not None:
            table.draw(())
            table.aim(None)
            return self.veil()
        seat = table.eyes
        if table.mine and seat is not None:
            self._draft = table.presenter.draft(table.view(), seat, self._filled())
        targets = self._draft.targets if self._draft is not None else None
        self._mapped = targets is not None
        table.aim(targets)
        table.draw(self._draft.route if self._draft is not None else ())
        pad = self._pad(self._draft) if self._draft is not None else ""
        self.look = "nw-orders nw-writing" if pad else "nw-orders"
        known = seat if table.private else None
        sent = table.presenter.dispatches(table.shown.view(known), known)
        if not pad and not sent:
            return (
                '<section class="nw-lone"><h2>Order pad</h2><p>No order is on its way, and none can be written now: '
                "orders are given at the start of a turn.</p></section>"
            )
        if not pad:
            return f"<section><h2>Orders on their way</h2>{_waiting(sent)}</section>"
        head = escape(self._draft.title) if self._draft is not None else ""
        return f"<section>{echo(table)}<h2>{head}</h2>{pad}{self._sent(sent)}</section>"

    def _sent(self, sent: Sequence[Dispatch]) -> str:
        """What is on its way, under the pad: so much of it that the choices would be far below opens on demand."""
        if len(sent) > FEW:
            return self.fold("sent", f"On their way: {len(sent)}", lambda: _waiting(sent))
        return f"<h3>On their way</h3>{_waiting(sent)}" if sent else ""

    def _filled(self) -> dict[str, str]:
        """The form, with what is chosen on the map: the formation as addressee, the hex as a target."""
        focus = self.at.focus
        self._forget()
        clicked, self._clicked = self._clicked, focus.hex
        if self._draft_plots():
            if focus.hex >= 0 and focus.hex != clicked:
                self._by_way_of(str(focus.hex))
            return dict(self.values)
        picked, self._followed = self._followed, focus.subject
        if focus.subject is not None and focus.subject != picked:
            self._addressee = focus.subject
            self.values.clear()
        chosen = {"subject": self._addressee} if self._addressee is not None else {}
        more = {"focus": focus.subject or ""} | ({"hex": str(focus.hex)} if focus.hex >= 0 else {})
        return self.values | chosen | more

    def _forget(self) -> None:
        """What was filled in holds for one decision, and for one subject where a form is about what is chosen."""
        decision, focus = self.at.decision, self.at.focus
        about = (decision.kind if decision is not None else "", focus.subject)
        if self._about is not None and (about[0] != self._about[0] or (self._mapped and about != self._about)):
            self.values.clear()
        self._about = about

    def _draft_plots(self) -> bool:
        """Whether a way is plotted by hand: then clicks on the map add to it and choose nothing else."""
        return self.values.get("hidden") == "1" and self.values.get("plot") == "hand"

    def _by_way_of(self, hex: str) -> None:
        self.values["way"] = ",".join(filter(None, (self.values.get("way", ""), hex)))

    def _way(self, draft: Draft) -> str:
        """The way so far in words, and how to go back on it."""
        board = self.at.presenter.board
        if not draft.plotting or board is None:
            return ""
        named = [board.title(int(h)) for h in self.values.get("way", "").split(",") if h]
        ends = [board.title(hex) for hex in (draft.route[:1] + draft.route[-1:])]
        words = " → ".join((*ends[:1], *named, *ends[1:]))
        back = button("Take back the last place", "back", kind="quiet") if named else ""
        return f'<p class="nw-small">{escape(words)} · click hexes on the map to go round by them.</p>{back}'

    def _pad(self, draft: Draft) -> str:
        fields = "".join(field_html(f, f.value) for f in draft.fields)
        when = (
            f'<p class="nw-arrives"><em class="nw-tag nw-wait">{escape(draft.arrival)}</em>'
            f"{cites((draft.arrival_cite,) if draft.arrival_cite else ())}</p>"
            if draft.arrival
            else ""
        )
        chances = share_bar(draft.chances) if draft.chances is not None else ""
        why = f'<p class="nw-small">{escape(draft.why)}{cites(draft.why_cites)}</p>' if draft.why else ""
        send = button(draft.verb, "send", kind="main", off=draft.move is None)
        return (
            f'<div class="nw-form">{fields}</div>{self._way(draft)}{when}{chances}{why}<div class="nw-row">{send}'
            f"<small>{escape(draft.left)}</small></div>"
        )

    def set(self, id: str, value: str) -> None:
        """Fill in a field of the pad."""
        fields = {f.id: f for f in self._draft.fields} if self._draft is not None else {}
        if id not in fields:
            raise BadMessage("No order is being written now.")
        value = checked(fields[id], value)
        if id == "via":
            if value:
                self._by_way_of(value)
            self.refresh()
            return
        if id == "plot" and value == "hand":
            # From now on clicks mean the way: what is filled in stays filled in.
            self.values = {f.id: f.value for f in fields.values() if f.value} | self.values
        if id == "to":
            self.values.clear()
            self._addressee = None
        self.values[id] = value
        self.refresh()

    def do_send(self, _: str) -> None:
        if self._draft is None or self._draft.move is None:
            raise BadMessage("This order is not complete yet: choose to whom, what and where.")
        move = self._draft.move
        if self._draft.targets is None:
            self.values = {}
        self.values.pop("where", None)
        self.at.play(move)

    def do_back(self, _: str) -> None:
        """Take back the last place of a way plotted by hand."""
        self.values["way"] = self.values.get("way", "").rpartition(",")[0]
        self.refresh()

    def do_set(self, arg: str) -> None:
        id, _, value = arg.partition("=")
        self.set(id, value)


def _waiting(sent: Sequence[Dispatch]) -> str:
    return f'<ul class="nw-sent">{"".join(map(_row, sent))}</ul>'


def _row(d: Dispatch) -> str:
    return (
        f'<li><i class="nw-n-{escape(d.nation)}"></i><span>{escape(d.to)}<small>{escape(d.order)}</small>'
        f"<small><b>{escape(d.stage)}</b>{cites((d.cite,) if d.cite else ())}</small></span></li>"
    )
