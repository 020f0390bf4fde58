"""`EventHand`: the event cards that a seat holds, and what each can be played on now."""

from __future__ import annotations

from html import escape

from napwidgets.kernel.game import Game, Option
from napwidgets.systems.telling import sentence
from napwidgets.table.presenter import Cardholder
from napwidgets.table.table import Table
from napwidgets.widgets.sheet import BadMessage, TablePanel, button, cites, number_of


class EventHand(TablePanel):
    """One's own cards face up; a card that can be played has its buttons, and those that were played say what they did.

    >>> from napwidgets.scenarios import new_game
    >>> EventHand(new_game("nlc/first-steps")).body()
    '<p>This game has no event cards.</p>'
    """

    exact = frozenset({"card"})

    def __init__(self, table: Table | Game) -> None:
        self._ways: list[Option] = []
        self._waits = ""
        super().__init__(table, "nw-hand")

    def body(self) -> str:
        table = self.at
        self._ways = []
        face = table.presenter
        if not isinstance(face, Cardholder):
            return "<p>This game has no event cards.</p>"
        if table.curtain is not None or table.eyes is None or not (table.private or table.mine):
            return f"<section><h2>Event cards</h2><p>Only whoever holds them may look.</p>{self.veil()}</section>"
        if table.mine:
            self._ways = [option for option in table.options() if face.played(option.move)]
        hand = face.hand(table.view(), table.eyes)
        cards = "".join(self._card(face, number, words, now) for number, words, now in hand)
        paragraph, nothing, self._waits = face.about_hand()
        empty = "" if hand else f"<p>{escape(nothing)}</p>"
        laid = "".join(_laid(*told) for told in face.laid(table.view(), table.eyes))
        past = f"<section><h2>Cards played</h2>{laid}</section>" if laid else ""
        return f"<section><h2>Event cards{cites((paragraph,))}</h2>{empty}{cards}</section>{past}"

    def _card(self, face: Cardholder, number: int, words: str, now: bool) -> str:
        ways = [(i, option) for i, option in enumerate(self._ways) if face.played(option.move) == number]
        buttons = "".join(button(option.label.text, "card", i) for i, option in ways)
        why = "" if ways else f"<small>{escape(self._waits) if now else 'Not now.'}</small>"
        return (
            f'<article class="nw-card nw-event"><h3>{escape(sentence(words))}'
            f"<small>card {number}</small></h3>"
            f'<div class="nw-row">{buttons}{why}</div></article>'
        )

    def do_card(self, arg: str) -> None:
        """Play a card."""
        if not self._ways:
            raise BadMessage("No card can be played now.")
        self.at.play(self._ways[number_of(arg, 0, len(self._ways) - 1)].move)


def _laid(title: str, when: str, did: str) -> str:
    """A card that was played."""
    return (
        f'<article class="nw-card nw-event"><h3>{escape(title)}<small>{escape(when)}</small></h3>'
        f"<p>{escape(did)}</p></article>"
    )
