"""C.3, K.5. Napoleon killed, in exile, and his return.

Readings 19 and 20 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Decision
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.politics import turn_state
from napwidgets.systems.wap.setting import FRANCE
from napwidgets.systems.wap.state import DEAD, ENGLISH, EXILE, FRENCH, NEUTRAL, OFF, State
from napwidgets.systems.wap.step import Choice

#: Months of exile before a return can be tried; each further three make it likelier (K.5.d).
LEAST_EXILE = 3


def fate_of_napoleon(x: Context, s: State, log: Log) -> State:
    """Note the month in which Napoleon was killed (C.3.c) or went into exile (C.3.d); a return wipes it out."""
    emperor = s.leaders[x.setting.napoleon]
    if emperor.place in (DEAD, EXILE) and not s.napoleon:
        return replace(s, napoleon=s.turn)
    return replace(s, napoleon=0) if s.napoleon and emperor.place not in (DEAD, EXILE) else s


class ExileChoice(Choice, frozen=True, tag="exile"):
    """K.5: with Paris lost, the French player may abdicate; from exile Napoleon may try to return."""

    def side(self, x: Context, s: State) -> int:
        return x.setting.seat_of_major[FRANCE]

    def _may_abdicate(self, x: Context, s: State) -> bool:
        paris = x.setting.capital[FRANCE]
        emperor = s.leaders[x.setting.napoleon].place
        return s.status[FRANCE] == FRENCH and x.city_faction(s, paris) == ENGLISH and (emperor >= 0 or emperor == OFF)

    def _may_return(self, x: Context, s: State) -> bool:
        emperor = s.leaders[x.setting.napoleon]
        return emperor.place == EXILE and s.turn - emperor.back >= LEAST_EXILE

    def automatic(self, x: Context, s: State) -> bool:
        return not (self._may_abdicate(x, s) or self._may_return(x, s))

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def decision(self, x: Context, s: State) -> Decision:
        back = self._may_return(x, s)
        prompt = "Try to bring Napoleon back from Elba?" if back else "Paris is lost. Shall Napoleon abdicate?"
        cite = "WAP K.5.d" if back else "WAP K.5.a"
        return Decision(x.setting.seats[self.side(x, s)], "exile", "Abdication and exile", prompt, (cite,))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return (m.Accept(), m.Done()) if subject is None else ()

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.Accept):
            return s
        emperor = x.setting.napoleon
        if self._may_return(x, s):
            return self._return(x, s, dice, log)
        say(log, "abdication", "Napoleon abdicates and goes to Elba. France is neutral.", "K.5.a", "K.5.b")
        s = s.leader(emperor, place=EXILE, inside=False, back=s.turn)
        return turn_state(x, s, FRANCE, NEUTRAL, log, "K.5.b")

    def _return(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        emperor = x.setting.napoleon
        months = s.turn - s.leaders[emperor].back
        friends = sum(status == FRENCH for status in s.status)
        roll = dice.roll("the return from Elba") - friends - months // LEAST_EXILE
        if roll > 0:
            say(log, "exile", "The moment has not come.", "K.5.d", roll=roll)
            return s
        ports = [c for c in x.setting.ports if x.setting.home[c] == FRANCE]
        hex = x.setting.city_hex[ports[0]]
        say(
            log,
            "return",
            f"Napoleon lands at {x.board.title(hex)}. France is his again.",
            "K.5.d",
            "K.5.g",
            hexes=[hex],
        )
        s = s.leader(emperor, place=hex, inside=False, back=0)
        s = replace(s, conquered=(0, *s.conquered[1:]))
        s = turn_state(x, s, FRANCE, FRENCH, log, "K.5.e")
        for major in range(1, 6):
            if s.status[major] != ENGLISH and not s.conquered[major]:
                s = turn_state(x, s, major, ENGLISH, log, "K.5.g")
        return s
