"""J.3.d. The King's German Legion: troops of Hanover in English service, what of it can be raised, and who may object.

Readings 92 and 93 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.forces import Count, minus, of, plus, spelled
from napwidgets.systems.wap.setting import ENGLAND, HANOVER, LEGION
from napwidgets.systems.wap.state import ENGLISH, Army, State
from napwidgets.systems.wap.step import YesNo

if TYPE_CHECKING:
    from napwidgets.systems.wap.money.production import Purchase


def recruits(x: Context, s: State, barred: bool) -> Count:
    """What the Legion can raise: what it has lost, and Hanover's force pool while the anti-French side holds Hanover
    and its player has not objected (``barred``).
    """
    free = x.city_faction(s, x.setting.capital[HANOVER]) == ENGLISH and not barred
    return plus(s.legion, s.pools[HANOVER]) if free else s.legion


def why_not(x: Context, s: State, kind: int, number: int, barred: bool) -> tuple[str, str] | None:
    """Why the Legion can't raise so many of a kind."""
    if number <= recruits(x, s, barred)[kind]:
        return None
    lost = f"The Legion can replace what it has lost: {spelled(s.legion)}."
    if barred:
        return f"The player who controls Hanover objects to more. {lost}", "J.3.d"
    if x.city_faction(s, x.setting.capital[HANOVER]) != ENGLISH:
        return f"It finds new men only while the anti-French side holds Hanover. {lost}", "J.3.d"
    return f"So many are not there: {spelled(recruits(x, s, barred))}.", "J.3.d"


def keeper(x: Context, s: State, buyer: int, move: m.Buy) -> int:
    """The seat that may object to a purchase of the Legion, -1 for none: who controls Hanover, if new men are wanted
    and it is not England itself.
    """
    seat = x.commander(s, HANOVER)
    return seat if seat not in (-1, buyer) and move.number > s.legion[move.kind] else -1


def deployed(x: Context, s: State, move: m.Buy) -> State:
    """A state with new troops of the Legion in a city: its losses come back before new men."""
    back = min(move.number, s.legion[move.kind])
    s = replace(s, legion=minus(s.legion, of(move.kind, back)))
    s = s.pool(HANOVER, minus(s.pools[HANOVER], of(move.kind, move.number - back)))
    army = Army(x.setting.city_hex[move.city], HANOVER, of(move.kind, move.number), under=ENGLAND)
    return x.with_armies(s, [*s.armies, army])


class Consent(YesNo, frozen=True, tag="legion"):
    """The player who controls Hanover may object to new men for the Legion (J.3.d)."""

    kind: int
    number: int
    city: int

    def side(self, x: Context, s: State) -> int:
        return x.commander(s, HANOVER)

    def question(self, x: Context, s: State) -> Question:
        what = spelled(of(self.kind, self.number))
        prompt = f"England wants to raise {what} for {LEGION}, with men from your Hanover. Do you object?"
        return Question("legion", "The German Legion", prompt, ("WAP J.3.d",))

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        return Label("Let England raise them" if isinstance(move, m.Accept) else "Object", "", ("WAP J.3.d",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        purchase: Purchase = s.agenda[-1]
        if isinstance(move, m.Accept):
            return purchase.buy(x, s, m.Buy(HANOVER, self.kind, self.number, self.city), log)
        who = x.setting.seat_names[self.side(x, s)]
        say(log, "objection", f"{who} objects: no new men for {LEGION}.", "J.3.d")
        return s.pop(replace(purchase, barred=True))
