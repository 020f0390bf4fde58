"""P, Q, R. The end of a combat: pursuit, leaders hit, who falls back where, who holds the hex.

Readings 42, 48, 49, 51, 59 and 62 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.ground import SHUT, enemies_at, layout, strength, troops
from napwidgets.systems.wap.land.field import ATTACK, DEFEND, pursuit
from napwidgets.systems.wap.land.losses import are, cut_off, listed, lose, shares, under_fire
from napwidgets.systems.wap.land.muster import engage, fighters, leaders_with
from napwidgets.systems.wap.land.retreat import fall_back, surrender, way_out
from napwidgets.systems.wap.land.sieges import go_inside, relieved, room
from napwidgets.systems.wap.state import State
from napwidgets.systems.wap.states.conquest import settle
from napwidgets.systems.wap.step import Step


class Aftermath(Step, frozen=True, tag="aftermath"):
    """A combat is over. ``gave`` is the side that gives way or is gone (-1: neither), ``broke`` says that it left of
    its own will; ``rounds`` were fought.
    """

    hex: int
    assault: bool
    rounds: int
    gave: int
    broke: bool = False

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        attack, defend = fighters(x, s, self.hex, s.segment, self.rounds, self.assault)
        leaders = sorted({*leaders_with(x, s, self.hex, attack), *leaders_with(x, s, self.hex, defend)})
        if not self.broke and not self.assault and self.gave >= 0 and attack and defend:
            s = self._pursued(x, s, dice, log)
        s = under_fire(x, self._napoleon(x, s, leaders, log), leaders, dice, log)
        if not self.assault:
            s = goes_back(x, s, self.hex, self.gave, log)
        elif not enemies_at(s, layout(x, s), self.hex, s.segment, True):
            say(log, "stormed", f"{x.board.title(self.hex)} is stormed.", "base rules S", hexes=(self.hex,))
        s = replace(
            s,
            fought=tuple(sorted({*s.fought, self.hex})),
            came=tuple(entry for entry in s.came if entry[0] != self.hex),
        )
        return settle(x, relieved(x, cut_off(x, s, self.hex, log), log), log)

    def _napoleon(self, x: Context, s: State, leaders: list[int], log: Log) -> State:
        """Napoleon is forced to withdraw if a side that he leads is beaten (G.1.j, reading 62)."""
        led = x.setting.napoleon in leaders
        side = ATTACK if x.leader_faction(s, x.setting.napoleon) == s.segment else DEFEND
        if not led or self.broke or self.assault or self.gave != side or s.withdrew:
            return s
        text = "Napoleon is forced to withdraw; his enemies take heart."
        say(log, "napoleon-withdrew", text, "G.1.j", hexes=(self.hex,))
        return replace(s, withdrew=True)

    def _pursued(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        """Surplus cavalry of the winner pursues (Q)."""
        before = replace(engage(x, s, self.hex, s.segment, self.rounds), gave=self.gave)
        lost = pursuit(x.tables, before, dice).sides[self.gave].lost
        if not lost:
            return s
        beaten = fighters(x, s, self.hex, s.segment, self.rounds)[self.gave]
        losses = shares(s, beaten, lost)
        text = f"The cavalry pursues: {listed(s, losses)} {are(losses)} lost."
        say(log, "pursued", text, "base rules Q", hexes=(self.hex,), lost=lost)
        return lose(x, s, losses)


def goes_back(x: Context, s: State, hex: int, gave: int, log: Log) -> State:
    """Who can't stay in a hex after a battle in the open goes: defenders who gave way, else the attackers (Q, reading
    59). Panels look ahead by it, too.
    """
    return _gave_way(x, s, hex, log) if gave == DEFEND else _gone_back(x, s, hex, log)


def _gave_way(x: Context, s: State, hex: int, log: Log) -> State:
    """Beaten defenders fall back one hex; without a way out they shut themselves up as far as there is room, and
    the rest surrender (Q, S, reading 49).
    """
    beaten = enemies_at(s, layout(x, s), hex, s.segment)
    if not beaten:
        return s
    side = layout(x, s).side[beaten[0]]
    to = way_out(x, s, hex, side, [origin for to, origin in s.came if to == hex])
    if to < 0 and room(x, s, hex, side):
        s = go_inside(x, s, hex, beaten, log)
        beaten = enemies_at(s, layout(x, s), hex, s.segment)
    return _leave(x, s, hex, beaten, side, to, troops(s, layout(x, s), hex, s.segment), log)


def _gone_back(x: Context, s: State, hex: int, log: Log) -> State:
    """Attackers that did not win go back to where they came from (Q, reading 59); those who made a sortie go back
    inside.
    """
    back = troops(s, layout(x, s), hex, s.segment)
    now = layout(x, s)
    victors = enemies_at(s, now, hex, s.segment)
    if not victors:
        return s
    origins = [origin for to, origin in s.came if to == hex and origin >= 0]
    free = [h for h in origins if h not in now.foes[s.segment] and now.land[h] != SHUT and x.board.is_land(h)]
    to = free[0] if free else way_out(x, s, hex, s.segment)
    return _leave(x, s, hex, back, s.segment, to, victors, log)


def _leave(
    x: Context, s: State, hex: int, chosen: list[int], side: int, to: int, victors: Iterable[int], log: Log
) -> State:
    if not chosen:
        return s
    leaders = [i for i in x.leaders_at(s, hex) if x.leader_faction(s, i) == side]
    if to < 0:
        return surrender(x, s, hex, chosen, leaders, list(victors), log)
    points = strength(s, chosen)
    who = "1 strength point falls" if points == 1 else f"{points} strength points fall"
    text = f"{who} back from {x.setting.spot(hex)} to {x.setting.spot(to)}."
    say(log, "retreated", text, "base rules Q", hexes=(hex, to))
    return fall_back(x, s, chosen, leaders, to, log)
