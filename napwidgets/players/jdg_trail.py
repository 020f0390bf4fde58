"""What a side of jdg remembers of the ways of its enemy: which places worth points he has come near to, so that his
flag may be up there in secret (JDG 9, A, reading 80).
"""

from __future__ import annotations

from napwidgets.players.jdg_situation import FAR, Lie
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.state import State


class Trail:
    """How near the enemy has been to each place worth points since one's own troops were there."""

    def __init__(self, x: Context, foe: int) -> None:
        self.x, self.foe = x, foe
        #: The movement points between each place and where he was seen nearest to it.
        self.near: dict[int, int] = {}

    def copy(self) -> Trail:
        """The same, to go on from here."""
        other = Trail(self.x, self.foe)
        other.near.update(self.near)
        return other

    def look(self, s: State, lie: Lie) -> None:
        """Remember which places he is near to now."""
        x = self.x
        foes = {box for box, who, _ in s.unseen if who == self.foe and box >= 0}
        foes |= {c.at for i, c in enumerate(s.counters) if x.sides[i] == self.foe and c.at >= 0}
        mine = {c.at for i, c in enumerate(s.counters) if x.sides[i] != self.foe and c.strength}
        for goal in lie.goals:
            near = min((lie.far(goal).get(box, FAR) for box in foes), default=FAR)
            self.near[goal] = FAR if goal in mine else min(near, self.near.get(goal, FAR))

    @property
    def stood(self) -> frozenset[int]:
        """The places where he has stood: his flag is up in nine of ten of them, seen or not."""
        if not self.x.options.blind:
            return frozenset()
        return frozenset(goal for goal, near in self.near.items() if not near)
