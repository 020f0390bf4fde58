"""Who stands with whom, for all states of Europe at once: worked out when a status or a master changes (D.1, G.1.f)."""

from __future__ import annotations

from napwidgets.systems.wap.setting import Setting
from napwidgets.systems.wap.state import NEUTRAL, State


class Standing:
    """How the states stand at a moment, by their numbers.

    ``faction`` and ``commander`` hold the faction of each and the seat that commands it (-1: none), ``spared`` whether
    it is conquered and neutral, so that nobody may attack it (I.2.d).
    """

    __slots__ = ("_mine", "commander", "conquered", "faction", "masters", "spared", "status")

    def __init__(self, setting: Setting, s: State) -> None:
        self.status, self.masters, self.conquered = s.status, s.masters, s.conquered
        seats = [setting.seat_of_major.get(major, (-1, 0, 1)[s.status[major]]) for major in range(6)]
        spared = [s.conquered[major] != NEUTRAL and s.status[major] == NEUTRAL for major in range(6)]
        led = [master if 0 <= master < 6 else -1 for master in s.masters]
        self.faction = tuple(s.status[major] if major >= 0 else NEUTRAL for major in led)
        self.commander = tuple(seats[major] if major >= 0 else -1 for major in led)
        self.spared = tuple(major >= 0 and spared[major] for major in led)
        self._mine: dict[tuple[int, int], tuple[bool, ...]] = {}

    def still(self, s: State) -> bool:
        """Whether they stand so in a state: it has the very values that this was worked out from."""
        return self.status is s.status and self.masters is s.masters and self.conquered is s.conquered

    def mine(self, segment: int, seat: int) -> tuple[bool, ...]:
        """For each state whether a seat commands it and a faction's segment is its own."""
        found = self._mine.get((segment, seat))
        if found is None:
            pairs = zip(self.faction, self.commander, strict=True)
            found = self._mine[segment, seat] = tuple(side == segment and who == seat for side, who in pairs)
        return found
