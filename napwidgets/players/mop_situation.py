"""What a computer player reads out of a view of 1814 beyond that of any battle: covers, and where they may be."""

from __future__ import annotations

from functools import cached_property

from napwidgets.players.nlc_situation import Situation

#: The strength that a cover is taken for: a brigade, or nobody at all.
GUESS = 3


class CoveredSituation(Situation):
    """One view through the eyes of one side, with the enemy's covers taken for weak stacks (37.6)."""

    @cached_property
    def covered(self) -> list[int]:
        """Hexes with covers of the enemy."""
        return [h for h in sorted(self.layout.covered) if self.layout.side[h] == self.foe and h not in self.layout.at]

    @cached_property
    def strength(self) -> dict[int, int]:
        """Strength by hex of all stacks, with a guess for each cover."""
        return {**{h: sum(self.sp(u) for u in us) for h, us in self.layout.at.items()}, **self._guessed()}

    def _guessed(self) -> dict[int, int]:
        return dict.fromkeys(self.covered, GUESS)

    @cached_property
    def enemies(self) -> list[int]:
        """Hexes with enemy stacks or covers."""
        return [*(h for h in self.layout.at if self.layout.side[h] == self.foe), *self.covered]
