"""A force under way: hex by hex, what it meets, what it costs; repulses (4, 7, base: movement).

Readings 39, 42 to 45 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.con import attrition, guesses, vedettes
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.context import Context, Force, Log, counted, refuse, say
from napwidgets.systems.con.ground import Ways, route
from napwidgets.systems.con.holding import went
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.skirmish import repulse
from napwidgets.systems.con.state import State
from napwidgets.systems.con.step import SideChoice
from napwidgets.systems.con.supply import forages, overrun_centers
from napwidgets.systems.telling import in_order


def force_of(x: Context, s: State, leader: int, alone: bool = False) -> Force:
    """What sets out with a leader: he alone, or his force without those who have marched to him in this phase."""
    if alone:
        return Force(leader, (leader,), ())
    force = x.force(s, leader)
    return rested(x, s, force, [i for i in force.leaders if s.leaders[i].moved])


def rested(x: Context, s: State, force: Force, tired: Sequence[int]) -> Force:
    """A force without those below its leader who have marched already, and without their units."""
    parts = [x.force(s, i) for i in tired if i != force.leader]
    if not parts:
        return force
    stay, rest = {i for part in parts for i in part.leaders}, {u for part in parts for u in part.units}
    leaders = tuple(i for i in force.leaders if i not in stay)
    return Force(force.leader, leaders, tuple(u for u in force.units if u not in rest))


def toil(x: Context, s: State, force: Force, marched: int, forced: bool = False) -> attrition.Toil:
    """What wears a force down; ``marched`` in half movement points."""
    info = x.setting.leaders[force.leader] if force.leader >= 0 else None
    army = info.army if info else x.setting.units[force.units[0]].army
    points = -1 if forages(x, s, army) else s.points[army]
    guard = all(x.setting.units[u].kind.guard for u in force.units)
    bonus = info is not None and info.values.bonus
    short = x.setting.scenario.turns.days == 1
    strength = x.strength(s, force.units)
    return attrition.Toil(strength, -(-marched // 2), forced, points, s.weather, guard, bonus, short)


def wear(x: Context, s: State, force: Force, marched: int, forced: bool = False) -> Distribution[int]:
    """The exact chances of what a force loses after a march of so many half movement points, or a halt."""
    return attrition.odds(x.tables, toil(x, s, force, marched, forced)) if force.units else Distribution.sure(0)


def told_wear(found: Distribution[int]) -> str:
    """What a force loses on the way, in words; empty where it loses nothing.

    >>> from fractions import Fraction
    >>> told_wear(Distribution({0: Fraction(2, 3), 1: Fraction(1, 3)}))
    'SP lost by attrition: 0 (67 %), 1 (33 %).'
    """
    if found[0] == 1:
        return ""
    return f"SP lost by attrition: {in_order(found)}."


def worn(
    x: Context, s: State, force: Force, side: int, marched: int, dice: Dice, log: Log, forced: bool = False
) -> State:
    """Attrition of a force after a march or a halt; nobody else learns of it."""
    if not force.units:
        return s
    lost = attrition.wears(x.tables, toil(x, s, force, marched, forced), dice)
    if not lost:
        return s
    shares = attrition.shared([s.units[u].strength for u in force.units], lost)
    say(
        log,
        "attrition",
        f"{x.title(s, force)}: {counted(lost, 'strength point')} lost on the way.",
        "base: attrition",
        to=x.owners(side),
        units=force.units,
        tally={f"strength of {x.setting.sides[side]}": -lost},
    )
    wasted = (s.wasted[0] + lost * (side == 0), s.wasted[1] + lost * (side == 1))
    return replace(s.weakened(dict(zip(force.units, shares, strict=True))), wasted=wasted)


def into(x: Context, s: State, side: int, force: Force, way: Sequence[int]) -> State:
    """A force goes a way; what is worth points there is its side's now."""
    return went(x, s, side, force.leaders, force.units, way) if way else s


def seen_going(x: Context, s: State, side: int, who: str, way: Sequence[int], log: Log, cite: str) -> None:
    """Everybody sees that something has gone, and whether anything stays."""
    stays = " Others stay." if way[0] in x.layout(s).stacks[side] else ""
    seen_doing(x, side, who, f"goes from {x.place(way[0])} to {x.place(way[-1])}.{stays}", log, "march", cite, way)


def seen_doing(
    x: Context, side: int, who: str, deed: str, log: Log, kind: str, cite: str, hexes: Sequence[int]
) -> None:
    """What a force does: its own side reads ``who`` does it, strangers that a force does."""
    say(log, kind, f"{who} {deed}", cite, to=x.owners(side), hexes=hexes)
    if x.options.hidden:
        say(log, kind, f"A force {deed}", cite, to=x.own(other(side)), hexes=hexes, again=True, seen=True)


class Marching(SideChoice, frozen=True, tag="marching"):
    """A force under way goes to a hex, tries a repulse, or halts.

    ``left`` are its half movement points, ``spent`` those used; ``alone`` that a leader rides without his units;
    ``fresh`` that it has not set out.
    """

    hint: ClassVar[str] = (
        "Click a lit hex: the figure is the movement points it takes. Beside the enemy a force must stop."
    )

    leader: int
    left: int
    spent: int = 0
    alone: bool = False

    def about(self, x: Context, s: State) -> int:
        return s.leaders[self.leader].at if self.leader < len(s.leaders) else -1

    def seen_by(self, x: Context, s: State, side: int | None) -> Marching | None:
        if side == self.who or not x.options.hidden:
            return self
        return replace(self, leader=-1, left=0, spent=0, alone=False)

    def automatic(self, x: Context, s: State) -> bool:
        return self.leader >= 0 and not self._goes_on(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return self._halted(x, s, dice, log)

    def question(self, x: Context, s: State) -> Question:
        left = counted(self.left / 2, "movement point")
        at = self.about(x, s)
        here = x.place(at) if at >= 0 else "the road"
        who = x.setting.leaders[self.leader].name if self.leader >= 0 else "The force"
        return Question(
            "march",
            "On the march",
            f"{who} is at {here} with {left}. Where to?",
            ("CON base: movement",),
        )

    def ways(self, x: Context, s: State) -> Ways:
        """Every hex within reach, its cost in half points, and the hex before it."""
        found: Ways = x.recent.answer(s, self, lambda: self._ways(x, s))
        return found

    def _ways(self, x: Context, s: State) -> Ways:
        force = force_of(x, s, self.leader, self.alone)
        at = s.leaders[self.leader].at
        found = x.reach(s, self.who, at, self.left, self.alone or x.mounted(force), self.alone or x.all_cavalry(force))
        if force.units:
            return found
        return found.without(x.zone(s, other(self.who)), at)

    def _repulsable(self, x: Context, s: State) -> list[int]:
        force = force_of(x, s, self.leader, self.alone)
        if not self.spent or self.left < 2 or not guesses.may_repulse(x.tables, x.strength(s, force.units)):
            return []
        at = s.leaders[self.leader].at
        return [h for h in x.foes(s, at, self.who) if not x.over_river(at, h) and (self.who, at) not in s.failed]

    def _goes_on(self, x: Context, s: State) -> bool:
        """Whether anything is offered but a halt."""
        at = s.leaders[self.leader].at
        if self.spent and x.foes(s, at, self.who):
            return bool(self._repulsable(x, s))
        # It counts the hex where it stands, too.
        return len(self.ways(x, s)) > 1

    def _offered(self, x: Context, s: State) -> list[Any]:
        at = s.leaders[self.leader].at
        if self.spent and x.foes(s, at, self.who):
            return [m.Repulse(h) for h in self._repulsable(x, s)]
        ways = self.ways(x, s)
        return [x.goes[h] for h in sorted(ways) if h != at]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else [*self._offered(x, s), m.Done()]

    def check(self, x: Context, s: State, move: Any) -> None:
        if isinstance(move, m.Done):
            return
        at = s.leaders[self.leader].at
        if isinstance(move, m.Go):
            self._check_go(x, s, at, move.to)
        elif isinstance(move, m.Repulse):
            if move.hex not in self._repulsable(x, s):
                raise refuse(
                    "repulse",
                    "A force of at least seven strength points can repulse an enemy beside it, with a "
                    "movement point left, and not over a river.",
                    "7",
                )
        else:
            raise self.not_offered(x, s, move)

    def _check_go(self, x: Context, s: State, at: int, to: int) -> None:
        if self.spent and x.foes(s, at, self.who):
            raise refuse("zone", "Beside the enemy a force must stop.", "base: zones of control")
        ways = self.ways(x, s)
        if to not in ways or to == at:
            if 0 <= to < x.board.size and x.enemy_at(s, to, self.who):
                raise refuse("enemy", "The enemy stands there: march beside him, the combat comes later.", "10")
            raise self._too_far(x, s, at, to)

    def _too_far(self, x: Context, s: State, at: int, to: int) -> IllegalMove:
        """Why the force can't get to a hex: what the way takes with nobody on it, and what is left."""
        left = counted(self.left / 2, "movement point")
        force = force_of(x, s, self.leader, self.alone)
        takes = x.roads(s, at, self.alone or x.mounted(force)).get(to, (0, -1))[0]
        if to == at or not takes:
            return refuse("far", f"There is no way there with {left}.", "base: movement")
        if takes <= self.left:
            return refuse("zone", "The enemy's zones hold the force up before it gets there.", "base: zones of control")
        why = f"{x.place(to)} takes {counted(takes / 2, 'movement point')}, and the force has {self.left / 2:g} left."
        return refuse("far", why, "base: movement")

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return self._halted(x, s, dice, log)
        if isinstance(move, m.Repulse):
            return self._repulse(x, s, move.hex, dice, log)
        return self._go(x, s, move.to, dice, log)

    def _go(self, x: Context, s: State, to: int, dice: Dice, log: Log) -> State:
        ways = self.ways(x, s)
        start = s.leaders[self.leader].at
        force, cost = force_of(x, s, self.leader, self.alone), ways[to][0]
        way = route(ways, to)
        s = into(x, s, self.who, force, way)
        seen_going(x, s, self.who, x.title(s, force), (start, *way), log, "base: movement")
        after = replace(self, left=self.left - cost, spent=self.spent + cost)
        if not force.units:
            return replace(after, left=0)._halted(x, s, dice, log)
        near = bool(x.foes(s, to, self.who))
        s, held = vedettes.contact(x, s, self.who, to, force, log)
        s = overrun_centers(x, s, log)
        if held:
            s = replace(s, contacts=(*s.contacts, (self.who, to)))
            return s.pop(after) if after._repulsable(x, s) else after._halted(x, s, dice, log)
        # Whom vedettes alone have stopped may go on.
        return s.pop(after) if near and after.left else after._halted(x, s, dice, log)

    def _repulse(self, x: Context, s: State, h: int, dice: Dice, log: Log) -> State:
        """Push an enemy aside: the fight is a skirmish at once; a failure spoils the guess to come (7)."""
        force, at = force_of(x, s, self.leader), s.leaders[self.leader].at
        won, s, beaten = repulse(x, s, self.who, force, h, dice, log)
        if not won:
            s = replace(s, failed=(*s.failed, (self.who, at)))
            return self._halted(x, s, dice, log)
        mine = any(back.who == self.who for back in beaten)
        left = 0 if mine else self.left - 2
        return s.pop(replace(self, left=left, spent=self.spent + 2)).push(*beaten)

    def _halted(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        """The march is over: the force deploys if it can, and counts who has fallen out."""
        s = s.pop()
        if s.leaders[self.leader].at < 0:
            return s
        force = force_of(x, s, self.leader, self.alone)
        at = s.leaders[self.leader].at
        deploys = self.left >= x.tables.ground["deploy"][0]
        column = bool(force.units and self.spent and x.foes(s, at, self.who) and not deploys)
        for i in force.leaders:
            s = s.lead(i, moved=True, column=column)
        return worn(x, s, force, self.who, self.spent, dice, log)

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Done):
            return Label("Halt" if self.spent else "Stay", self._wear(x, s, (), 0), ("CON base: movement",))
        if isinstance(move, m.Repulse):
            return Label(
                f"Try to repulse the stack at {x.place(move.hex)}",
                "At seven to one it is thrown back at once; else your guess will be wrong.",
                ("CON 7",),
            )
        if isinstance(move, m.Go) and 0 <= move.to < x.board.size:
            ways = self.ways(x, s)
            lost = self._wear(x, s, route(ways, move.to), ways[move.to][0]) if move.to in ways else ""
            return Label(f"To {x.place(move.to)}", lost, ("CON base: movement",))
        return None

    def _wear(self, x: Context, s: State, way: Sequence[int], cost: int) -> str:
        """What the march will have cost in men where it ends after a way more, in words; with those of the force who
        wait there.
        """
        after = into(x, s, self.who, force_of(x, s, self.leader, self.alone), way)
        return told_wear(wear(x, after, force_of(x, after, self.leader, self.alone), self.spent + cost))
