"""21. Reorganization of eliminated units.

Reading 85 of docs/rules/nlc.md applies here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution, percent
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.tactical.command.leaders import nearest_friend
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import DEAD, LOST, State
from napwidgets.systems.tactical.core.step import OwnChoice, subject_number
from napwidgets.systems.tactical.ground.context import Context, Log, refuse, say
from napwidgets.systems.tactical.ground.layout import NOBODY
from napwidgets.systems.tactical.ground.levels import fallen, note_corps


def watched(x: Context, s: State, h: int, side: int) -> bool:
    """Whether an enemy unit, or a counter of the title's own, has extended LOS to a hex (20.14, 21)."""
    return any(x.sees(s, foe, h) for foe in (*x.ground.layout(s).hexes[1 - side], *x.rules.riders(x, s, 1 - side)))


def why_not_reorganizing(x: Context, s: State, c: int, resting: bool = True) -> IllegalMove | None:
    """Why the leader of a formation can't reorganize now, if so (20.2, 21); ``resting`` says that it must rest."""
    info = x.setting.commands[c]
    leader = s.leaders[info.leader]
    name = x.setting.leaders[info.leader].name
    if leader.hex < 0 or leader.busy:
        return refuse("absent", f"{name} is not on the map.", "21")
    if resting and s.commands[c].order.kind != "reserve":
        return refuse("not-reserve", f"{info.name} must have Reserve status to reorganize.", "20.2")
    if watched(x, s, leader.hex, info.side):
        return refuse("watched", f"An enemy unit can see {name}.", "21")
    return None


def shaken_rally(x: Context, s: State, u: int) -> bool:
    """A unit of a demoralized formation or army may disperse for good as it comes back (21)."""
    formation = x.infos[u].formation
    return x.demoralized(s, formation) or fallen(x, s, x.setting.commands[formation].army)


def disperses(x: Context, u: int, dice: Dice, log: Log) -> bool:
    """Whether a unit that should rally disperses for good: on a 5 or 6 (21)."""
    name, roll = x.infos[u].name, dice.roll(f"{x.infos[u].name} rallies")
    if roll > 4:
        say(log, "destroyed", f"{name} disperses for good ({roll}).", "21", units=(u,))
    return roll > 4


def rally_odds(x: Context, s: State, u: int) -> Fraction:
    """The exact chance that an eliminated unit comes back when its leader brings it (21)."""
    if not x.rules.rallies(x, s, u):
        return Fraction(1)
    return distribution(lambda dice: disperses(x, u, dice, []))[False]


def coming_back(x: Context, s: State, units: Sequence[int], h: int) -> list[Fraction]:
    """The exact chances of one or two units that their leader in ``h`` brings back: where the first one that is there
    lifts the demoralization of its formation, the second needs no die any more (21, 22).
    """
    first, *others = (rally_odds(x, s, u) if s.units[u].hex != h else Fraction(1) for u in units)
    if not others or s.units[units[0]].hex == h or s.units[units[1]].hex == h:
        return [first, *others]
    led = rally_odds(x, _restored(x, s, units[0], h), units[1])
    return [first, first * led + (1 - first) * others[0]]


def _restored(x: Context, s: State, u: int, h: int) -> State:
    """The position when an eliminated unit is back at its reduced strength."""
    return s.many({u: replace(s.units[u], hex=h, steps=max(1, x.infos[u].steps - 1), since=0, start=h)})


class ReorganizationStage(OwnChoice, frozen=True, tag="reorganization"):
    """Leaders out of the enemy's sight may bring back up to two eliminated units each (21)."""

    def _gone(self, x: Context, s: State, c: int) -> list[int]:
        """Units that may come back: eliminated before the last turn ended, and huge ones beside the leader (25.10)."""
        here = s.leaders[x.setting.commands[c].leader].hex
        return [
            u
            for u in x.setting.commands[c].units
            if (s.units[u].hex == DEAD and s.turn - s.units[u].since > 1)
            or (x.infos[u].steps == 3 and s.units[u].steps == 1 and s.units[u].hex == here)
        ]

    def _able(self, x: Context, s: State) -> list[int]:
        return [
            c
            for c in range(x.setting.formations)
            if x.setting.commands[c].side == self.who and self._gone(x, s, c) and why_not_reorganizing(x, s, c) is None
        ]

    def automatic(self, x: Context, s: State) -> bool:
        return not self._able(x, s)

    def question(self, x: Context, s: State) -> Question:
        prompt = "Leaders in reserve may bring back up to two eliminated units; they do nothing else this turn."
        return Question("reorganize", "Reorganization", prompt, ("NLC 21",))

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return [
            Subject(f"c:{c}", x.setting.commands[c].name, s.leaders[x.setting.commands[c].leader].hex)
            for c in self._able(x, s)
        ]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is None:
            return [m.Pass()]
        c = subject_number(subject, "c")
        if c not in self._able(x, s):
            return []
        gone = self._gone(x, s, c)
        leader = x.setting.commands[c].leader
        groups = [*((u,) for u in gone), *combinations(gone, 2)]
        return [m.Reorganize(leader, group) for group in groups]

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Pass):
            return
        if not isinstance(move, m.Reorganize):
            raise self.not_offered(x, s, move)
        mine = [
            c
            for c in range(x.setting.formations)
            if x.setting.commands[c].leader == move.leader and x.setting.commands[c].side == self.who
        ]
        if not mine:
            raise refuse("leader", "Only the leader of a formation reorganizes.", "21")
        problem = why_not_reorganizing(x, s, mine[0])
        if problem:
            raise problem
        gone = self._gone(x, s, mine[0])
        if not 1 <= len(move.units) <= 2 or len(set(move.units)) != len(move.units) or not set(move.units) <= set(gone):
            raise refuse(
                "units", "Choose one or two units of his formation that were eliminated at least a full turn ago.", "21"
            )

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if not isinstance(move, m.Reorganize):
            return s.pop()
        h = s.leaders[move.leader].hex
        for u in move.units:
            s = self._bring_back(x, s, u, h, dice, log)
        s = _make_room(x, s, h, move.units, log)
        return s.leader(move.leader, busy=True)

    def _bring_back(self, x: Context, s: State, u: int, h: int, dice: Dice, log: Log) -> State:
        info = x.infos[u]
        if s.units[u].hex == h:
            say(
                log,
                "reorganized",
                f"{info.name} is brought up to its reduced strength.",
                "25.10",
                hexes=(h,),
                units=(u,),
            )
            return s.unit(u, steps=info.steps - 1)
        if x.rules.rallies(x, s, u) and disperses(x, u, dice, log):
            return s.unit(u, hex=LOST)
        say(log, "reorganized", f"{info.name} comes back at reduced strength.", "21", hexes=(h,), units=(u,))
        return note_corps(x, s, _restored(x, s, u, h), (u,), log)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if not isinstance(move, m.Reorganize):
            return None
        odds = zip(move.units, coming_back(x, s, move.units, s.leaders[move.leader].hex), strict=True)
        told = [(u, percent(chance)) for u, chance in odds if chance < 1]
        alike = len(told) > 1 and len({chance for _, chance in told}) == 1
        who = "each comes" if alike else x.they([u for u, _ in told[:1]], "come")
        detail = f"{who} back with {told[0][1]}" if told else ""
        if len(told) > 1 and not alike:
            detail += f", {x.infos[told[1][0]].name} with {told[1][1]}"
        return Label(f"Bring back {x.unit_names(move.units)}", detail, ("NLC 21",))


def _make_room(x: Context, s: State, h: int, fresh: tuple[int, ...], log: Log) -> State:
    """Units already in the leader's hex are displaced if it overflows (21)."""
    here = list(x.ground.layout(s).at.get(h, ()))
    for u in [u for u in here if u not in fresh]:
        if x.room_for(s, here)(()):
            break
        here.remove(u)
        to = room_near(x, s, h, u, 1)
        if to >= 0:
            say(log, "displaced", f"{x.infos[u].name} makes room in {x.place(to)}.", "21", hexes=(to,), units=(u,))
            s = s.unit(u, hex=to, start=to)
    return s


def room_near(x: Context, s: State, h: int, u: int, least: int = 0) -> int:
    """The nearest hex to ``h`` with room for a unit and no enemy in or beside it, ``least`` hexes away or farther."""
    layout, side, room = x.ground.layout(s), x.infos[u].side, x.room_for(s, (u,))
    row = x.board.distances[h]
    for n in sorted(range(x.board.size), key=lambda n: (row[n], n)):
        free = layout.side[n] in (side, NOBODY) and room(layout.at.get(n, ()))
        if row[n] >= least and free and x.setting.passable[n] and not layout.zoc[1 - side][n]:
            return n
    return nearest_friend(x, s, h, side)
