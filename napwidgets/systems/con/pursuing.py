"""VI a. Advance and pursuit after a combat (10.3, base: pursuit).

Readings 64 and 65 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from fractions import Fraction
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.con import moves as m
from napwidgets.systems.con import vedettes
from napwidgets.systems.con.combat import Combat, Part
from napwidgets.systems.con.context import Context, Force, Log, counted, refuse, say
from napwidgets.systems.con.forced import resistance
from napwidgets.systems.con.marching import into
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import State
from napwidgets.systems.con.step import SideChoice
from napwidgets.systems.con.supply import overrun_centers
from napwidgets.systems.con.tables import Tables


def modifiers(tables: Tables, combat: Combat, side: int, initiative: int, spirit: int) -> tuple[Part, ...]:
    """What is added to the die of a pursuit under a leader of such an initiative; less is further (base: pursuit)."""
    enemy = combat.groups[other(side)].senior
    mine = Fraction(combat.groups[side].cavalry), Fraction(combat.groups[other(side)].cavalry)
    ahead = mine[0] >= mine[1]
    value = tables.differential(max(mine), min(mine)) if combat.contact.clear else 0
    cite = "CON base: pursuit"
    found = (
        Part("resistance", resistance(tables, initiative, enemy.initiative if enemy else 0), cite),
        Part("cavalry", -value if ahead else value, cite),
        Part("morale of the army", spirit, cite),
    )
    return tuple(part for part in found if part.value)


def parts(x: Context, s: State, combat: Combat, side: int, leader: int) -> tuple[Part, ...]:
    """What is added to the die of a leader's pursuit."""
    return modifiers(x.tables, combat, side, x.value(leader).initiative, s.spirit[side])


def pursues(tables: Tables, initiative: int, length: int, added: int, swift: bool, dice: Dice) -> int:
    """Hexes of a pursuit; those who are all cavalry or Guard go one further."""
    found = tables.pursues(initiative, length, dice.roll("pursuit") + added)
    return found + (tables.resistance["all cavalry or Old Guard, hexes more"] if swift and found else 0)


def odds(tables: Tables, initiative: int, length: int, added: int = 0, swift: bool = False) -> Distribution[int]:
    """The exact distribution of a pursuit's length.

    >>> odds(Tables(), 4, 3)[3]
    Fraction(1, 3)
    """
    return distribution(lambda dice: pursues(tables, initiative, length, added, swift, dice))


class Following(SideChoice, frozen=True, tag="following"):
    """The side that stays may advance into hexes that the other has left; one force may pursue on his path (10.3)."""

    hint: ClassVar[str] = "Advance holds the ground; a pursuit follows on the enemy's heels, as far as a die lets it."

    fight: int
    combat: Combat
    used: tuple[int, ...] = ()

    def about(self, x: Context, s: State) -> int:
        return next(iter(self._vacated(x, s)), -1)

    def _vacated(self, x: Context, s: State) -> list[int]:
        """Hexes that the enemy's group has left and nobody has entered."""
        stacks = x.layout(s).stacks
        return [
            h
            for h in s.fights[self.fight].hexes[other(self.who)]
            if h not in self.used and h not in stacks[other(self.who)]
        ]

    def _forces(self, x: Context, s: State, h: int) -> list[Force]:
        mine = [n for n in s.fights[self.fight].hexes[self.who] if n in x.touching(s, h)]
        return [part for n in mine for part in x.tops(s, n, self.who) if part.leader >= 0 and part.units]

    def _offered(self, x: Context, s: State) -> list[Any]:
        found: list[Any] = []
        path = s.fights[self.fight].paths[other(self.who)]
        for h in self._vacated(x, s):
            for part in self._forces(x, s, h):
                found.append(m.Advance(part.leader, h))
                if path[:1] == (h,):
                    found.append(m.Pursue(part.leader, h))
        return found

    def automatic(self, x: Context, s: State) -> bool:
        return not self._offered(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        return Question("follow", "Advance and pursuit", "The enemy goes back. Who follows?", ("CON 10.3",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else [*self._offered(x, s), m.Done()]

    def check(self, x: Context, s: State, move: Any) -> None:
        if not isinstance(move, m.Done) and move not in self._offered(x, s):
            raise refuse("follow", "A force of the group beside it may enter each hex that the enemy has left.", "10.3")

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return s.pop()
        part = x.force(s, move.leader)
        h = move.to if isinstance(move, m.Advance) else move.hex
        s = s.pop(replace(self, used=(*self.used, h)))
        told = f"{x.does(self.who, 'enter')} {x.place(h)}."
        say(log, "advance", told, "10.3", hexes=[h])
        s = self._enter(x, s, part, h, log)
        return self._chase(x, s, part, dice, log) if isinstance(move, m.Pursue) else s

    def _enter(self, x: Context, s: State, part: Force, h: int, log: Log) -> State:
        s = overrun_centers(x, into(x, s, self.who, part, (h,)), log)
        s, _ = vedettes.contact(x, s, self.who, h, part, log)
        return replace(s, contacts=(*s.contacts, (self.who, h))) if x.foes(s, h, self.who) else s

    def _chase(self, x: Context, s: State, part: Force, dice: Dice, log: Log) -> State:
        fight = s.fights[self.fight]
        path = fight.paths[other(self.who)]
        most = pursues(
            x.tables,
            x.value(part.leader).initiative,
            len(path) - 1,
            self._added(x, s, part),
            self._swift(x, part),
            dice,
        )
        went = 1
        for h in path[1:]:
            at = s.leaders[part.leader].at
            if went >= most or x.foes(s, at, self.who) or x.enemy_at(s, h, self.who):
                break
            s = self._enter(x, s, part, h, log)
            went += 1
        could = f" of the {most} that it might" if went < most else ""
        say(log, "pursuit", f"The pursuit goes {counted(went, 'hex')}{could}.", "10.3")
        pursued = list(fight.pursued)
        pursued[other(self.who)] = max(most, 1)
        return s.fight(self.fight, pursued=(pursued[0], pursued[1]))

    def _rooms(self, x: Context, s: State, path: Sequence[int]) -> tuple[int, int]:
        """Hexes of a way that a pursuit can go, at least and at most: it stops beside other enemies, but those without
        troops make room, and of stacks face down one can't tell.
        """
        foe = other(self.who)
        seen = x.layout(s).stacks[foe]
        if not x.options.hidden:
            seen = frozenset(h for h in seen if x.units_at(s, h, foe))
        sure = seen.intersection(path[-1:]) if x.options.hidden else seen
        return self._room(x, s, path, seen), self._room(x, s, path, sure)

    def _room(self, x: Context, s: State, path: Sequence[int], bars: Set[int]) -> int:
        """Hexes of a way that a pursuit can go where some hexes bar it."""
        room = 1
        while room < len(path) and path[room] not in bars and bars.isdisjoint(x.foes(s, path[room - 1], self.who)):
            room += 1
        return room

    def _added(self, x: Context, s: State, part: Force) -> int:
        return sum(p.value for p in parts(x, s, self.combat, self.who, part.leader))

    def _swift(self, x: Context, part: Force) -> bool:
        return x.all_cavalry(part) or all(x.setting.units[u].kind.guard for u in part.units)

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Done):
            return Label("Stay here", "", ("CON 10.3",))
        if isinstance(move, m.Advance):
            return Label(f"{x.setting.leaders[move.leader].name} advances to {x.place(move.to)}", "", ("CON 10.3",))
        if isinstance(move, m.Pursue):
            part = x.force(s, move.leader)
            path = s.fights[self.fight].paths[other(self.who)]
            added, swift, rooms = self._added(x, s, part), self._swift(x, part), self._rooms(x, s, path)
            far = odds(x.tables, x.value(move.leader).initiative, len(path) - 1, added, swift)
            least, most = (f"{float(far.mean(lambda n, k=k: min(max(n, 1), k))):.1f}" for k in rooms)  # type: ignore[misc]
            told = f"{most} hexes on average" if least == most else f"{least} to {most} hexes on average"
            return Label(f"{x.setting.leaders[move.leader].name} pursues", told, ("CON 10.3",))
        return None
