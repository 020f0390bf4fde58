"""37.7. Vedettes against vedettes: who strikes, how it is fought, and how those that were lost are brought back.

Readings 33 and 34 of docs/rules/mop.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution, percent
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.mop.bound import tables
from napwidgets.systems.mop.covers import shown
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.telling import refuse, say
from napwidgets.systems.mop.vedettes import fallen, lost_for_good, name_of, put, refuge, side_of, stays
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.arms import MOUNTED
from napwidgets.systems.tactical.core.causes import Factors
from napwidgets.systems.tactical.core.state import AWAY, OFF
from napwidgets.systems.tactical.core.state import State as Position
from napwidgets.systems.tactical.core.step import OwnChoice, Step, subject_number
from napwidgets.systems.tactical.fighting.clash import (
    ATTACK,
    DEFEND,
    SIDE_WORDS,
    Clash,
    Fighter,
    Force,
    check_stand,
    fire,
    force,
    parts_of_a_hit,
    take_all_hits,
)
from napwidgets.systems.tactical.fighting.forces import ground_behind, ground_between, unit_mods
from napwidgets.systems.tactical.fighting.odds import Odds, normal_odds
from napwidgets.systems.tactical.ground.context import Context, Log, counted
from napwidgets.systems.tactical.recovering.reorganization import ReorganizationStage, why_not_reorganizing

#: How many vedettes a leader brings back at once, as units (21).
AT_ONCE = 2


class Skirmish(m._Move, tag="skirmish", frozen=True):
    """The vedettes of a hex strike at those of another beside it."""

    start: int
    target: int


class Regroup(m._Move, tag="regroup", frozen=True):
    """A leader brings back vedettes that were lost."""

    leader: int
    vedettes: tuple[int, ...]


# Vedettes against vedettes


def strikers(x: Context, s: State, side: int) -> dict[int, list[int]]:
    """The vedettes of the acting formations that have not struck yet, by hex."""
    most, found = x.tables.limits["vedette"], dict[int, list[int]]()
    for v, k in enumerate(s.vedettes):
        mine = k.hex >= 0 and side_of(x, s, v) == side and k.spent <= most
        if mine and x.acts_with(s, k.unit) in s.active:
            found.setdefault(k.hex, []).append(v)
    return found


def in_sight(x: Context, s: State, side: int) -> frozenset[int]:
    """From where vedettes of a side that are seen look at leaders of the enemy (NLC 21, reading 34); those that are not
    seen do so under their covers.
    """
    return frozenset([k.hex for v, k in enumerate(s.vedettes) if k.hex >= 0 and k.seen and side_of(x, s, v) == side])


def screen(x: Context, s: State, h: int, side: int) -> list[int]:
    """The vedettes of a side in a hex, if they are seen and nobody else of theirs is with them."""
    if x.ground.layout(s).side[h] == side:
        return []
    return [v for v, k in enumerate(s.vedettes) if k.hex == h and k.seen and side_of(x, s, v) == side]


def targets(x: Context, s: State, h: int, side: int) -> list[int]:
    """The hexes beside a hex whose vedettes those of ``side`` can strike at: over no river without a bridge."""
    beside = enumerate(x.board.neighbours[h])
    return [n for d, n in beside if n >= 0 and not x.setting.shut[h][d] and screen(x, s, n, 1 - side)]


def rider(x: Context, s: State, u: int, defending: bool, factors: Factors) -> Fighter:
    """A vedette of a unit as a fighter: strength 2, and the heart of its unit."""
    ladder = (0, tables(x).figures["vedette strength"])
    cuts = tuple(f for f in factors if f[1] != 100)
    own = unit_mods(x, s, u)
    return Fighter(u, MOUNTED, ladder, 1, x.infos[u].morale[defending], factors=cuts, own=own)


def clash_of(x: Context, s: State, attackers: Sequence[int], origin: int, defenders: Sequence[int], at: int) -> Clash:
    """Vedettes face to face, each given as the unit that it belongs to; the ground counts as in any assault."""
    uphill, behind = ground_between(x, s, origin, at, 0), tuple(ground_behind(x, s, [origin], at).items())
    attack = tuple(rider(x, s, u, False, uphill) for u in attackers)
    defend = tuple(rider(x, s, u, True, behind) for u in defenders)
    return Clash("normal", (force(attack), force(defend)))


def facing(x: Context, s: State, riders: Sequence[int], target: int) -> tuple[Clash, list[int]]:
    """The fight of some vedettes in a hex against those in another, and who these are."""
    foes = screen(x, s, target, 1 - side_of(x, s, riders[0]))
    ours, theirs = ([s.vedettes[v].unit for v in side] for side in (riders, foes))
    return clash_of(x, s, ours, s.vedettes[riders[0]].hex, theirs, target), foes


def chances(x: Context, clash: Clash, shut: tuple[bool, bool] = (False, False)) -> Odds:
    """The exact odds of a fight of vedettes: they never go back of their own will. Of a side that is ``shut`` in nobody
    is left who loses heart.
    """

    def back(now: Clash, which: int) -> Force:
        side = now.forces[which]
        return replace(side, fighters=tuple(replace(f, steps=0) for f in side.fighters)) if shut[which] else side

    return normal_odds(x.tables, x.options, clash, back=back)


def shut_in(x: Context, s: State, h: int, side: int) -> bool:
    """Whether vedettes have no way out of a hex when they lose heart."""
    return refuge(x, s, h, side) < 0


class OutpostSegment(OwnChoice, frozen=True, tag="outposts"):
    """The vedettes of the acting formations strike at those of the enemy beside them (37.7)."""

    def _able(self, x: Context, s: State) -> list[int]:
        return [h for h in sorted(strikers(x, s, self.who)) if targets(x, s, h, self.who)]

    def automatic(self, x: Context, s: State) -> bool:
        return not self._able(x, s)

    def question(self, x: Context, s: State) -> Question:
        prompt = "Vedettes may strike at vedettes beside them: pick some, then their target; or choose Done."
        return Question("outposts", "Outposts", prompt, ("MoP 37.7",))

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        mine = strikers(x, s, self.who)
        return [Subject(f"v:{v}", name_of(x, s, v), h) for h in self._able(x, s) for v in mine[h]]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m._Move]:
        if subject is None:
            return [m.Pass()]
        v = subject_number(subject, "v")
        h = next((h for h in self._able(x, s) if v in strikers(x, s, self.who)[h]), -1)
        return [Skirmish(h, n) for n in targets(x, s, h, self.who)] if h >= 0 else []

    def check(self, x: Context, s: State, move: m._Move) -> None:
        if isinstance(move, m.Pass):
            return
        if not isinstance(move, Skirmish):
            raise self.not_offered(x, s, move)
        if move.start not in strikers(x, s, self.who):
            raise refuse("vedettes", "No vedettes of the acting formation that could strike stand there.", "37.7")
        if move.target not in targets(x, s, move.start, self.who):
            why = "Vedettes strike at vedettes that stand beside them, in sight and with no troops."
            raise refuse("vedettes", why, "37.7")

    def play(self, x: Context, s: State, move: m._Move, dice: Dice, log: Log) -> State:
        if not isinstance(move, Skirmish):
            return s.pop()
        riders = tuple(strikers(x, s, self.who)[move.start])
        # Whoever strikes shows himself, and who stands with him.
        s = shown(x, s, x.ground.layout(s).at.get(move.start, ()), log)
        s = put(s, riders, seen=1, spent=x.tables.limits["vedette"] + 1)
        return s.push(OutpostFight(riders, move.target))

    def label(self, x: Context, s: State, move: m._Move) -> Label | None:
        if not isinstance(move, Skirmish):
            return None
        riders = strikers(x, s, self.who)[move.start]
        clash, foes = facing(x, s, riders, move.target)
        odds = chances(x, clash)
        gain, price = (1 - odds.steps(side)[0] for side in (DEFEND, ATTACK))
        text = f"{counted(len(riders), 'vedette')} against {len(foes)} at {x.place(move.target)}"
        detail = f"{percent(gain)} hit, {percent(price)} are hit"
        return Label(text, detail, ("MoP 37.7",))


class OutpostFight(Step, frozen=True, tag="outpost-fight"):
    """Vedettes fight: both sides fire, each hit costs one, and who then loses heart rides off two hexes (37.7)."""

    riders: tuple[int, ...]
    target: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        origin, side = s.vedettes[self.riders[0]].hex, side_of(x, s, self.riders[0])
        before, foes = facing(x, s, self.riders, self.target)
        shot = fire(x.tables, x.options, before, dice)
        self._tell(x, s, shot, origin, log)
        first, second = (take_all_hits(x.options, one) for one in shot.forces)
        after = check_stand(x.tables, replace(shot, forces=(first, second)), dice)
        for which, mine in ((ATTACK, self.riders), (DEFEND, foes)):
            left = [v for v, f in zip(mine, after.forces[which].fighters, strict=True) if f.steps]
            s = fallen(s, [v for v in mine if v not in left])
            if left and after.forces[which].gives:
                s = ridden_off(x, s, left, side if which == ATTACK else 1 - side, SIDE_WORDS[which], log)
        return lost_for_good(x, s, log)

    def _tell(self, x: Context, s: State, clash: Clash, origin: int, log: Log) -> None:
        parts = parts_of_a_hit(x.options)
        taken, scored = (one.hits / parts for one in clash.forces)
        text = (
            f"{name_of(x, s, self.riders[0])}: {counted(len(self.riders), 'vedette')} against "
            f"{len(clash.forces[DEFEND].fighters)} at {x.place(self.target)}, "
            f"{counted(scored, 'hit')} scored, {taken:g} taken."
        )
        strengths, hits = [one.strength for one in clash.forces], [scored, taken]
        say(log, "outposts", text, "37.7", hexes=(origin, self.target), strengths=strengths, hits=hits)


def ridden_off(x: Context, s: State, left: Sequence[int], side: int, who: str, log: Log) -> State:
    """Vedettes that have lost heart ride off two hexes; without a way out they are lost."""
    h = s.vedettes[left[0]].hex
    to = refuge(x, s, h, side)
    if to < 0:
        say(log, "ridden-down", f"The {who}'s vedettes at {x.place(h)} have no way out.", "37.7", hexes=(h,))
        return fallen(s, left)
    say(log, "scattered", f"The {who}'s vedettes ride off to {x.place(to)}.", "37.7", hexes=(h, to))
    return put(s, left, hex=to)


# Lost vedettes


def lost_of(x: Context, s: State, c: int) -> list[int]:
    """The lost vedettes of a formation that may be brought back: a full turn ago or more, of units that are there."""
    mine = set(x.setting.commands[c].units)
    old = [v for v, turn in s.ridden if s.vedettes[v].unit in mine and s.turn - turn > 1]
    return [v for v in old if s.units[s.vedettes[v].unit].hex >= 0 or s.units[s.vedettes[v].unit].hex == AWAY]


def _rallies(x: Context, u: int, dice: Dice) -> tuple[int, int]:
    """The die for a vedette of a unit that should come back, and what it may not exceed (37.7)."""
    return dice.roll(f"a vedette of {x.infos[u].name} rallies"), tables(x).figures["vedette rallies"]


def vedette_odds(x: Context) -> Fraction:
    """The exact chance that a lost vedette comes back when its leader brings it (37.7)."""
    return distribution(lambda dice: _rallies(x, 0, dice)).chance(lambda found: found[0] <= found[1])


class Reorganization(ReorganizationStage, frozen=True, tag="reorganization-1814"):
    """Leaders may bring back eliminated units (NLC 21), and vedettes whatever the orders of their formation (37.7)."""

    def _gathers(self, x: Context, s: State) -> list[int]:
        """The formations whose leader can bring back vedettes."""
        mine = [c for c in range(x.setting.formations) if x.setting.commands[c].side == self.who]
        return [c for c in mine if lost_of(x, s, c) and why_not_reorganizing(x, s, c, resting=False) is None]

    def _able(self, x: Context, s: Position) -> list[int]:
        assert isinstance(s, State)
        return sorted({*super()._able(x, s), *self._gathers(x, s)})

    def options(self, x: Context, s: Position, subject: str | None) -> Sequence[Any]:
        assert isinstance(s, State)
        c = subject_number(subject or "", "c")
        rests = subject is None or c in super()._able(x, s)
        plain: Sequence[Any] = super().options(x, s, subject) if rests else ()
        if c not in self._gathers(x, s):
            return plain
        gone, leader = lost_of(x, s, c), x.setting.commands[c].leader
        groups = [group for n in range(1, AT_ONCE + 1) for group in combinations(gone, n)]
        # Vedettes of one unit are alike.
        alike = {tuple(s.vedettes[v].unit for v in group): group for group in groups}
        return [*plain, *(Regroup(leader, group) for group in alike.values())]

    def check(self, x: Context, s: Position, move: Any) -> None:
        assert isinstance(s, State)
        if not isinstance(move, Regroup):
            super().check(x, s, move)
            return
        c = next((c for c in self._gathers(x, s) if x.setting.commands[c].leader == move.leader), -1)
        if c < 0:
            raise self._why_not(x, s, move)
        fit = set(move.vedettes) <= set(lost_of(x, s, c)) and len(set(move.vedettes)) == len(move.vedettes)
        if not fit or not 1 <= len(move.vedettes) <= AT_ONCE:
            why = "Choose one or two vedettes of his formation that were lost at least a full turn ago."
            raise refuse("vedettes", why, "37.7")

    def _why_not(self, x: Context, s: State, move: Regroup) -> IllegalMove:
        for c in range(x.setting.formations):
            info = x.setting.commands[c]
            if info.leader == move.leader and info.side == self.who:
                found = why_not_reorganizing(x, s, c, resting=False)
                return found or refuse("vedettes", f"{info.name} has lost no vedettes that could come back.", "37.7")
        return refuse("leader", "Only the leader of a formation brings vedettes back.", "37.7")

    def play(self, x: Context, s: Position, move: Any, dice: Dice, log: Log) -> Position:
        assert isinstance(s, State)
        if not isinstance(move, Regroup):
            return super().play(x, s, move, dice, log)
        for v in move.vedettes:
            s = self._back(x, s, v, s.leaders[move.leader].hex, dice, log)
        return s.leader(move.leader, busy=True)

    def _back(self, x: Context, s: State, v: int, h: int, dice: Dice, log: Log) -> State:
        """A vedette comes back to its unit, or to the leader where the unit is out as vedettes; on a 5 or 6 never."""
        u, seat = s.vedettes[v].unit, (x.setting.seat(self.who),)
        name = x.infos[u].name
        roll, most = _rallies(x, u, dice)
        s = replace(s, ridden=tuple(entry for entry in s.ridden if entry[0] != v))
        if roll > most:
            say(log, "destroyed", f"A vedette of {name} is gone for good ({roll}).", "37.7", to=seat)
            return s
        say(log, "reorganized", f"A vedette of {name} is back.", "37.7", to=seat)
        out = any(k.unit == u and k.hex >= 0 for k in s.vedettes) and not stays(x, u)
        return put(s, (v,), hex=h if out else OFF, spent=x.tables.limits["vedette"] + 1 if out else 0, seen=0)

    def label(self, x: Context, s: Position, move: Any) -> Label | None:
        assert isinstance(s, State)
        if isinstance(move, Regroup):
            owners = sorted({x.infos[s.vedettes[v].unit].name for v in move.vedettes})
            text = f"{counted(len(move.vedettes), 'vedette')} of {' and '.join(owners)}"
            detail = f"{'comes' if len(move.vedettes) == 1 else 'each comes'} back with {percent(vedette_odds(x))}"
            return Label(f"{x.setting.leaders[move.leader].name} brings back {text}", detail, ("MoP 37.7",))
        return super().label(x, s, move)
