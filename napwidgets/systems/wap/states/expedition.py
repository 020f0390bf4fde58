"""K.4. The expeditionary force that a major without a player sends when it becomes pro-French.

Reading 99 of docs/rules/wap.md applies here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.forces import NONE, C, I, minus, of, plus
from napwidgets.systems.wap.setting import FRANCE, NATIONS
from napwidgets.systems.wap.state import FRENCH, OFF, Army, State
from napwidgets.systems.wap.step import Step


def owes_expedition(x: Context, major: int, status: int) -> bool:
    """Whether a major that takes a status has to send troops: pro-French, and without a player (K.4.b)."""
    return x.options.expeditionary and status == FRENCH and major not in x.setting.seat_of_major


class Expedition(Step, frozen=True, tag="expedition"):
    """Two dice of infantry, some cavalry and a leader come under France, as far as they are there (K.4.b)."""

    major: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        if s.status[self.major] != FRENCH:
            return s
        roll = dice.roll(f"troops of {NATIONS[self.major]} for France", 2)
        wanted = plus(of(I, roll), of(C, 1 if roll <= 6 else 2))
        armies, left = [], wanted
        for army in s.armies:
            part = tuple(map(min, army.count, left)) if self._free(x, s, army) else NONE
            left = minus(left, part)
            armies.append(replace(army, count=minus(army.count, part)))
        got, place = minus(wanted, left), self._meeting(x, s)
        if not any(got):
            return s
        armies.append(Army(place, self.major, got, under=FRANCE))
        leader = self._leader(x, s, dice, named=roll >= 7)
        if leader >= 0:
            s = s.leader(leader, place=place, inside=False)
        text = f"{NATIONS[self.major]} lends France {sum(got)} strength points."
        say(log, "expedition", text, "K.4.b", hexes=[place])
        return x.with_armies(s, armies)

    def _free(self, x: Context, s: State, army: Army) -> bool:
        """Whether troops can go: at home, not besieged, without an enemy in their hex (reading 99)."""
        own = army.nation == self.major and army.under < 0 and not army.inside
        return own and x.setting.owner[army.hex] == self.major and not self._enemy(x, s, army.hex)

    @staticmethod
    def _enemy(x: Context, s: State, hex: int) -> bool:
        return any(x.army_faction(s, army) == x.enemies(FRENCH) for army in x.armies_at(s, hex))

    def _meeting(self, x: Context, s: State) -> int:
        """Where the force gathers: in the capital, or with an enemy there where most of its men are (reading 99)."""
        home = x.setting.city_hex[x.setting.capital[self.major]]
        there = [army for army in s.armies if self._free(x, s, army)]
        if not there or not self._enemy(x, s, home):
            return home
        return max(there, key=lambda army: (sum(army.count), -army.hex)).hex

    def _leader(self, x: Context, s: State, dice: Dice, *, named: bool) -> int:
        """The leader that goes with it: any named one by lot, or an unnamed one (K.4.b)."""
        own = [
            i
            for i, leader in enumerate(s.leaders)
            if x.setting.leader_nation[i] == self.major
            and not leader.inside
            and (leader.place == OFF or (leader.place >= 0 and not self._enemy(x, s, leader.place)))
            and x.arrived(s, i)
            and x.setting.named[i] == named
        ]
        if not own or not named:
            return next(iter(own), -1)
        return own[dice.draw("the leader of the expedition", [x.setting.leaders[i].called for i in own])]
