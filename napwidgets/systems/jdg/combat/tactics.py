"""8.2. The contest of tactics as a small game: what every pair of tactics is worth, and the best replies."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from napwidgets.kernel.odds import Distribution
from napwidgets.systems.jdg.combat.battle import ATTACK, DEFEND, LONGEST, Battle, End, odds_by_length, rounds
from napwidgets.systems.jdg.forces import allowed
from napwidgets.systems.jdg.tables import Tables


class Pair(Struct, frozen=True):
    """One pair of tactics: rounds, the type of the battle, its exact odds, and what it is worth to the attacker in
    victory points.
    """

    rounds: int
    kind: str
    odds: Distribution[End]
    worth: Fraction


class Contest(Struct, frozen=True):
    """All pairs of tactics that both sides may choose, by the attacker's and the defender's."""

    attacker: tuple[str, ...]
    defender: tuple[str, ...]
    pairs: Mapping[tuple[str, str], Pair]

    def replies(self, side: int) -> Mapping[str, str]:
        """A side's best tactic against each of the other side's; of equals the milder one."""
        if side == ATTACK:
            return {d: max(self.attacker, key=lambda a: self.pairs[a, d].worth) for d in self.defender}
        return {a: min(self.defender, key=lambda d: self.pairs[a, d].worth) for a in self.attacker}

    def safest(self, side: int) -> tuple[str, Fraction]:
        """The tactic with the best worst case, and its worth to the attacker; of equals the milder one."""
        if side == ATTACK:
            floor = {a: min(self.pairs[a, d].worth for d in self.defender) for a in self.attacker}
            best = max(self.attacker, key=lambda a: floor[a])
            return best, floor[best]
        roof = {d: max(self.pairs[a, d].worth for a in self.attacker) for d in self.defender}
        least = min(self.defender, key=lambda d: roof[d])
        return least, roof[least]

    def settled(self) -> tuple[tuple[str, str], ...]:
        """The pairs in which neither side can do better by itself."""
        return tuple(
            (a, d)
            for a in self.attacker
            for d in self.defender
            if self.pairs[a, d].worth >= max(self.pairs[other, d].worth for other in self.attacker)
            and self.pairs[a, d].worth <= min(self.pairs[a, other].worth for other in self.defender)
        )


def worth(tables: Tables, kind: str, odds: Distribution[End]) -> Fraction:
    """Expected victory points of the attacker less those of the defender: the battle's (9) and the losses' in
    proportion (reading 14). Captured leaders are left out.
    """
    points = tables.victory[kind]
    for_losses = Fraction(1, tables.victory["losses for a point"])
    return odds.mean(
        lambda end: (
            (0 if end.winner is None else points if end.winner == ATTACK else -points)
            + (end.lost[DEFEND] - end.lost[ATTACK]) * for_losses
        )
    )


def contest(tables: Tables, battle: Battle) -> Contest:
    """The whole contest of tactics before a battle, with exact odds for every pair.

    >>> from napwidgets.systems.jdg.forces import Force, Leader, Unit
    >>> blucher = Force((Unit(16, 4, "infantry", 4, 3),), (Leader(4, 2),))
    >>> ney = Force((Unit(13, 3, "infantry", 4, 1),), (Leader(3, 1),))
    >>> contest(Tables(), Battle((blucher, ney))).replies(ATTACK)["screen"]
    'decisive'
    """
    sides = (allowed(tables, battle.forces[ATTACK]), allowed(tables, battle.forces[DEFEND]))
    lengths = tuple(range(1, LONGEST + 1))
    odds = odds_by_length(tables, battle, *lengths)
    pairs: dict[tuple[str, str], Pair] = {}
    known: dict[tuple[int, str], Fraction] = {}
    for a in sides[ATTACK]:
        for d in sides[DEFEND]:
            length, kind = rounds(tables, battle, (a, d))
            if (length, kind) not in known:
                known[length, kind] = worth(tables, kind, odds[length - 1])
            pairs[a, d] = Pair(length, kind, odds[length - 1], known[length, kind])
    return Contest(sides[ATTACK], sides[DEFEND], pairs)
