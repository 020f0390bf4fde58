"""V. Forced marches, and marching to the guns (9).

Readings 60 to 63, 75 and 76 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution, percent
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.con import groups
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.combat import Part
from napwidgets.systems.con.context import Context, Force, Log, counted, refuse, say
from napwidgets.systems.con.ground import Ways, route
from napwidgets.systems.con.leaving import left
from napwidgets.systems.con.marching import into, rested, seen_doing, seen_going, told_wear, wear, worn
from napwidgets.systems.con.movement import act_odds, acts, hex_of, parts, stacks
from napwidgets.systems.con.muster import parts_at, together
from napwidgets.systems.con.preparation import Chits, relieved, relieves
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import Fight, State
from napwidgets.systems.con.step import SideChoice
from napwidgets.systems.con.supply import overrun_centers
from napwidgets.systems.con.tables import Tables
from napwidgets.systems.telling import with_added


def resistance(tables: Tables, active: int, passive: int) -> int:
    """What the enemy leader's initiative adds (9.2): nothing for the better man, more for the worse."""
    row = "better by one" if active > passive else "equal" if active == passive else "worse"
    return tables.resistance[row]


def arrives(tables: Tables, target: int, added: int, dice: Dice) -> bool:
    """Whether a march to the guns comes off: a die of at most both leaders' initiative; a 1 always, a 6 never (9.2)."""
    die = dice.roll("march to the guns")
    if die <= tables.guns["always up to"]:
        return True
    return die < tables.guns["never from"] and die + added <= target


def guns_odds(tables: Tables, target: int, added: int) -> Distribution[bool]:
    """The exact chance of a march to the guns.

    >>> guns_odds(Tables(), 7, 2)[True], guns_odds(Tables(), 3, 5)[True]
    (Fraction(5, 6), Fraction(1, 6))
    """
    return distribution(lambda dice: arrives(tables, target, added, dice))


def force_of(x: Context, s: State, leader: int) -> Force:
    """A leader's force without those who have marched on to him in this phase."""
    force = x.force(s, leader)
    return rested(x, s, force, [i for i in force.leaders if s.leaders[i].forced])


def points(x: Context, s: State, force: Force, guns: bool) -> int:
    """Half movement points of a forced march: half of the allowance (base: forced march); to the guns as many halves of
    it as the table says (9.2, reading 61).
    """
    return x.allowance(s, force) * (x.tables.guns["half the allowance, halves"] if guns else 1) // 2


def senior_of(x: Context, s: State, fight: Fight, side: int, zone: bool = False) -> int:
    """The senior leader of a side's group, or of its hexes beside the enemy; -1 for none."""
    hexes = groups.contact_hexes(x, s, fight, side) if zone else fight.hexes[side]
    return x.senior(s, (i for part in parts_at(x, s, side, hexes) for i in part.leaders))


def guns_target(x: Context, s: State, n: int, leader: int) -> int:
    """The figure that the die must not exceed: both leaders' initiative (9.2)."""
    senior = senior_of(x, s, s.fights[n], x.leader_side[leader], zone=True)
    return x.value(leader).initiative + x.value(senior).initiative


def guns_parts(x: Context, s: State, n: int, leader: int, far: int, to: int, hidden: bool = False) -> tuple[Part, ...]:
    """What is added to the die of a march to the guns (9.2); ``far`` in half movement points. Where the enemy is
    ``hidden`` it is the least that can be: he is led worse and has no cavalry.
    """
    fight, side = s.fights[n], x.leader_side[leader]
    force = force_of(x, s, leader)
    mine = x.value(leader).initiative + x.value(senior_of(x, s, fight, side)).initiative
    enemy = x.value(senior_of(x, s, fight, other(side))).initiative
    found = [Part("distance", -(-far // 2), "CON 9.2")]
    if not hidden:
        found.append(Part("resistance", resistance(x.tables, -(-mine // 2), enemy), "CON 9.2"))
    if turns(x, s, n, side, to) and not hidden:
        found.append(Part("cavalry of the enemy", horse_against(x, s, n, side, force, to), "CON 9.2"))
    parties = parts_at(x, s, side, [h for h in fight.hexes[side] if h != s.leaders[leader].at])
    if together(x, s, [*parties, force]) > together(x, s, parties or [force]):
        found.append(Part("no common force", x.tables.guns["no common force, on the die"], "CON 9.2"))
    return tuple(part for part in found if part.value)


def horse_against(x: Context, s: State, n: int, side: int, force: Force, to: int) -> int:
    """The cavalry differential against an outflanking force; it never helps (9.2, 6)."""
    foes = [h for h in x.foes(s, to, side) if h in s.fights[n].hexes[other(side)]]
    mine = sum(s.units[u].strength for u in force.units if x.setting.units[u].kind.arm == "cavalry")
    there = [u for h in foes for u in x.units_at(s, h, other(side))]
    theirs = sum(s.units[u].strength for u in there if x.setting.units[u].kind.arm == "cavalry")
    clear = "clear" in {x.board.terrain[h] for h in (to, *foes)}
    return x.tables.differential(Fraction(theirs), Fraction(mine)) if theirs > mine and clear else 0


def turns(x: Context, s: State, n: int, side: int, to: int) -> bool:
    """Whether a hex outflanks: it lies in the zone of the enemy group, and nobody stands there but who has outflanked
    from there before (9.2).
    """
    fight = s.fights[n]
    if to in fight.outflanking[side]:
        return True
    empty = to not in fight.hexes[side] and not x.units_at(s, to, side)
    return empty and not set(fight.hexes[other(side)]).isdisjoint(x.foes(s, to, side))


class ForcedMarches(SideChoice, frozen=True, tag="forced"):
    """A side's forced marches: to the guns, or on their own (9)."""

    hint: ClassVar[str] = (
        "Click a force, then a lit hex. Beside a fight it marches to the sound of the guns and joins; elsewhere it "
        "comes nearer, or gets out of a fight. Each tries once; the better led, the likelier."
    )

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "forced", "Forced marches", "Who marches to the guns, or forces his march?", ("CON 9",), formal=True
        )

    def automatic(self, x: Context, s: State) -> bool:
        # Who could march on is the side's secret: it is asked as long as it has anything on the map.
        return not x.layout(s).stacks[self.who]

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        fights = any(not fight.done for fight in s.fights)
        able = {
            h
            for h, leaders in x.layout(s).sides[self.who].leaders.items()
            if self._able(x, s, h, [i for i in leaders if self._may(x, s, i, fights and not self.fights(s, h))])
        }
        return [stack for h, stack in stacks(x, s, self.who).items() if h in able] if able else []

    def fights(self, s: State, h: int) -> bool:
        """Whether a hex belongs to a group that fights: nobody marches from there to the guns, but away (9.1, 9.2)."""
        return any(h in fight.hexes[self.who] for fight in s.fights if not fight.done)

    @staticmethod
    def _may(x: Context, s: State, i: int, guns: bool) -> bool:
        """Whether a leader may march on: for points, or to the guns; the way shows when he is asked."""
        return not s.leaders[i].forced and (guns or s.points[x.setting.leaders[i].army] > 0)

    def _able(self, x: Context, s: State, h: int, ready: Sequence[int]) -> bool:
        """Whether one of some leaders in a hex is at the head of a force with units."""
        return bool(ready) and any(force.units and force.leader in ready for force in x.tops(s, h, self.who))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is None:
            return [m.Done()]
        h = hex_of(subject)
        return list(self._about(x, s, h)) if 0 <= h < x.board.size else ()

    def _about(self, x: Context, s: State, h: int) -> Iterator[Any]:
        fights = self.fights(s, h)
        for top in x.tops(s, h, self.who):
            if top.leader < 0 or s.leaders[top.leader].forced:
                continue
            force = force_of(x, s, top.leader)
            if not force.units:
                continue
            joined = [] if fights else [n for n, f in enumerate(s.fights) if not f.done]
            if joined:
                ways = self.reach_of(x, s, force, guns=True)
                yield from [m.ToGuns(force.leader, n, to) for n in joined for to in self._joins(x, s, n, force, ways)]
            if s.points[x.setting.leaders[force.leader].army] > 0:
                ways = self.reach_of(x, s, force)
                yield from [m.Force(force.leader, to) for to in self._plain(x, s, ways) if to != h]

    def reach_of(self, x: Context, s: State, force: Force, guns: bool = False) -> Ways:
        """Where a force can march on to, be it to the guns, with costs in half movement points."""
        most = points(x, s, force, guns)
        return x.reach(s, self.who, s.leaders[force.leader].at, most, x.mounted(force), x.all_cavalry(force))

    def _touches(self, x: Context, s: State, n: int, h: int) -> bool:
        """Whether a hex belongs to a combat, or lies beside one of its groups."""
        if not (0 <= n < len(s.fights) and 0 <= h < x.board.size):
            return False
        mine, theirs = set(s.fights[n].hexes[self.who]), set(s.fights[n].hexes[other(self.who)])
        return h in mine or not theirs.isdisjoint(x.foes(s, h, self.who)) or not mine.isdisjoint(x.touching(s, h))

    def _joins(self, x: Context, s: State, n: int, force: Force, ways: Ways) -> list[int]:
        """Hexes where a force would join one combat and touch no other one's enemies (9.2)."""
        theirs = set(s.fights[n].hexes[other(self.who)])
        found = []
        for h in ways:
            if not theirs.issuperset(x.foes(s, h, self.who)) or self._keeps_out(x, s, n, force, h):
                continue
            if self._touches(x, s, n, h):
                found.append(h)
        return sorted(found)

    def _keeps_out(self, x: Context, s: State, n: int, force: Force, h: int) -> bool:
        """Whether others of its side who keep out of a combat stand in a hex: whoever joins it there would take them in
        without a die (9.2, reading 76).
        """
        if h in s.fights[n].hexes[self.who]:
            return False
        return any(u not in force.units for u in x.units_at(s, h, self.who))

    def _plain(self, x: Context, s: State, ways: Ways) -> list[int]:
        """Hexes out of every enemy's zone (9)."""
        zone = x.zone(s, other(self.who))
        return sorted(h for h in ways if h not in zone)

    def check(self, x: Context, s: State, move: Any) -> None:
        if isinstance(move, m.Done):
            return
        if not isinstance(move, m.ToGuns | m.Force):
            raise self.not_offered(x, s, move)
        mine = 0 <= move.leader < len(s.leaders) and x.leader_side[move.leader] == self.who
        at = s.leaders[move.leader].at if mine else -1
        if at < 0:
            raise refuse("not-yours", "That is no leader of yours on the map.", "9")
        if move not in list(self._about(x, s, at)):
            raise self._why_not(x, s, move, at)

    def _why_not(self, x: Context, s: State, move: m.Force | m.ToGuns, at: int) -> IllegalMove:
        """Why a leader can't march on so (9); to a hex that joins no combat it is a forced march like any other."""
        info, force = x.setting.leaders[move.leader], force_of(x, s, move.leader)
        guns = isinstance(move, m.ToGuns) and self._touches(x, s, move.fight, move.to)
        if s.leaders[move.leader].forced:
            return refuse("tried", f"{info.name} has tried already; each does so once.", "9")
        if guns and self.fights(s, at):
            return refuse("forced", "Whoever is in a combat does not march to the guns of another.", "9.2")
        if not guns and s.points[info.army] <= 0:
            army = x.setting.armies[info.army].name
            return refuse("points", f"The {army} has no administrative points left to force a march with.", "9.1")
        if guns and isinstance(move, m.ToGuns) and self._keeps_out(x, s, move.fight, force, move.to):
            return refuse("others", "Others who keep out of this combat stand there: join it elsewhere.", "9.2")
        if move.to not in self.reach_of(x, s, force, guns):
            most = counted(points(x, s, force, guns) / 2, "movement point")
            return refuse("far", f"{x.place(move.to)} is too far: a forced march has {most}.", "9")
        return refuse("forced", "A forced march enters the enemy's zone only to join one combat.", "9")

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return s.pop()
        force = force_of(x, s, move.leader)
        ways = self.reach_of(x, s, force, isinstance(move, m.ToGuns))
        # Whoever has tried counts as having marched: the die is that of the whole force, as it was promised.
        added = sum(part.value for part in self._parts(x, s, force, move, ways))
        for i in force.leaders:
            s = s.lead(i, forced=True)
        name = x.setting.leaders[move.leader].name
        if isinstance(move, m.Force):
            if not acts(x.value(move.leader).initiative, added, dice):
                need, die = x.value(move.leader).initiative, with_added(dice.throws[-1].value, added)
                told = f"{name} does not get his men to march on: {die} against {need}."
                say(log, "initiative", told, "9.1", to=x.owners(self.who))
                return s
            start = s.leaders[move.leader].at
            return left(x, self._march(x, s, force, ways, move.to, dice, log), self.who, start, log)
        if not arrives(x.tables, guns_target(x, s, move.fight, move.leader), added, dice):
            # Against what he threw is not told: the enemy's leader, who may be hidden, is a part of it.
            told = f"{name} throws {dice.throws[-1].value} and does not come to the guns."
            say(log, "guns", told, "9.2", to=x.owners(self.who))
            return s
        return self._joined(x, s, move, force, ways, dice, log)

    @staticmethod
    def _parts(x: Context, s: State, force: Force, move: m.Force | m.ToGuns, ways: Ways) -> tuple[Part, ...]:
        """What is added to the die of a forced march, or of one to the guns."""
        if isinstance(move, m.Force):
            return parts(x, s, force)
        return guns_parts(x, s, move.fight, move.leader, ways[move.to][0], move.to)

    def _march(self, x: Context, s: State, force: Force, ways: Ways, to: int, dice: Dice, log: Log) -> State:
        start = s.leaders[force.leader].at
        way = route(ways, to)
        s = into(x, s, self.who, force, way)
        seen_going(x, s, self.who, x.title(s, force), (start, *way), log, "9")
        return worn(x, overrun_centers(x, s, log), force, self.who, ways[to][0], dice, log, forced=True)

    def _joined(self, x: Context, s: State, move: m.ToGuns, force: Force, ways: Ways, dice: Dice, log: Log) -> State:
        outflanks = turns(x, s, move.fight, self.who, move.to)
        s = self._march(x, s, force, ways, move.to, dice, log)
        what = "outflanks the enemy" if outflanks else "joins the combat"
        deed = f"comes to the guns and {what} at {x.place(move.to)}."
        seen_doing(x, self.who, x.title(s, force), deed, log, "guns", "9.2", [move.to])
        fight = s.fights[move.fight]
        hexes, turned = list(fight.hexes), list(fight.outflanking)
        hexes[self.who] = tuple(sorted({*hexes[self.who], move.to}))
        if outflanks:
            turned[self.who] = tuple(sorted({*turned[self.who], move.to}))
            s = replace(s, contacts=(*s.contacts, (self.who, move.to)))
        attacker = self.who if outflanks else fight.attacker
        s = s.fight(move.fight, hexes=(hexes[0], hexes[1]), outflanking=(turned[0], turned[1]), attacker=attacker)
        then = relieved(x, s, move.fight, self.who, move.to, log)
        # Whoever was besieged, and who besieged him, has not chosen a chit yet (10.5, reading 48).
        return s if then is s else then.push(Chits(1), Chits(0))

    def chance(self, x: Context, s: State, move: m.Force | m.ToGuns) -> Fraction:
        """How likely a forced march, or one to the guns, comes off: at best, where the enemy is hidden."""
        force = force_of(x, s, move.leader)
        if isinstance(move, m.Force):
            added = sum(part.value for part in parts(x, s, force))
            return act_odds(x.value(move.leader).initiative, added)[True]
        far = self.reach_of(x, s, force, guns=True)[move.to][0]
        blind = x.options.hidden
        added = sum(p.value for p in guns_parts(x, s, move.fight, move.leader, far, move.to, blind))
        return guns_odds(x.tables, guns_target(x, s, move.fight, move.leader), added)[True]

    @staticmethod
    def at_best(x: Context, move: m.Force | m.ToGuns) -> bool:
        """Whether `chance` is the best that may be: the enemy's leader, whose initiative resists a march to the guns,
        and his cavalry are hidden.
        """
        return isinstance(move, m.ToGuns) and x.options.hidden

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Done):
            return Label("No more forced marches", "", ("CON 9",))
        name = x.setting.leaders[move.leader].name
        chance, lost = self.chance(x, s, move), self._wear(x, s, move)
        if isinstance(move, m.Force):
            return Label(
                f"{name} forces his march to {x.place(move.to)}",
                f"A chance of {percent(chance)}.{lost}",
                ("CON 9.1",),
            )
        best = " at best" if self.at_best(x, move) else ""
        flank = " He outflanks the enemy." if turns(x, s, move.fight, self.who, move.to) else ""
        frees = " The siege ends." if relieves(x, s, move.fight, self.who, move.to) else ""
        return Label(
            f"{name} marches to the guns, to {x.place(move.to)}",
            f"A chance of {percent(chance)}{best}.{flank}{frees}{lost}",
            ("CON 9.2",),
        )

    def _wear(self, x: Context, s: State, move: m.Force | m.ToGuns) -> str:
        """What a forced march that comes off costs in men, in words."""
        force = force_of(x, s, move.leader)
        ways = self.reach_of(x, s, force, isinstance(move, m.ToGuns))
        if move.to not in ways:
            return ""
        after = into(x, s, self.who, force, route(ways, move.to))
        told = told_wear(wear(x, after, force, ways[move.to][0], forced=True))
        return f" {told}" if told else ""
