"""What an enemy army that is left behind is worth to a side of jdg: one's own places that it may come for, and what
it takes from aims beyond it, as long as nobody is there to meet it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from napwidgets.players.jdg_situation import FAR, NEAR, Situation

#: Within how many movement points an army threatens a place: two marches.
SPAN = 13
#: How many movement points farther than an enemy an aim lies who is left behind, and how much longer the way past him
#: is at most.
BEYOND, ASIDE = 6, 12


def menaces(now: Situation) -> Mapping[int, float]:
    """For each enemy stack the points of the dearest of one's own places that it may come for, which all near that
    share by their strength and by how near they are.
    """
    found = dict.fromkeys(now.enemies, 0.0)
    for goal in now.lie.goals if now.left > 1 else ():
        points = now.stake(goal)
        if not points or goal in now.enemies:
            continue
        far = now.lie.far(goal)
        near = {box: n / (1 + far[box] / NEAR) for box, n in now.enemies.items() if far.get(box, FAR) <= SPAN}
        whole = sum(near.values())
        for box, weight in near.items() if whole else ():
            found[box] = max(found[box], points * weight / whole)
    return found


class Rear:
    """Which enemies an aim would leave behind, and who is there to meet them."""

    def __init__(self, now: Situation) -> None:
        self.now = now
        homes = [now.lie.far(at) for army in now.x.setting.armies if army.side == now.side for at in army.sources]
        self._home = {box: min(home.get(box, FAR) for home in homes) for box in range(len(now.x.network.places))}
        self._whole = sum(now.enemies.values())
        self._behind: dict[int, frozenset[int]] = {}
        #: The strength that is to meet an enemy, by the box where it is to be.
        self._met: dict[int, float] = {}

    def behind(self, box: int) -> frozenset[int]:
        """The boxes of enemies who are nearer home than a box, and not far from the way there."""
        if box not in self._behind:
            home, far = self._home, self.now.lie.far(box)
            self._behind[box] = frozenset(
                at
                for at in self.now.enemies
                if home[at] + BEYOND <= home[box] and home[at] + far.get(at, FAR) <= home[box] + ASIDE
            )
        return self._behind[box]

    def meets(self, box: int, pieces: Iterable[int]) -> None:
        """Counters are to strike or to hold at a box."""
        self._met[box] = self._met.get(box, 0.0) + self.now.power(pieces)

    def left(self, box: int) -> float:
        """What part of all enemies an aim at a box would leave behind whom nobody is there to meet."""
        behind = self.behind(box)
        if not behind or not self._whole:
            return 0.0
        theirs = sum(self.now.enemies[at] for at in behind)
        near = (n for at, n in self._met.items() if any(self.now.lie.far(one).get(at, FAR) <= NEAR for one in behind))
        return max(0.0, theirs - sum(near)) / self._whole
