"""37.7.1, 37.11 and 37.16. The movement of 1814: units that go into a cover find out what is under it, or work at
spans; Blücher keeps with the attack.

Readings 25, 26, 28 and 32 of docs/rules/mop.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.offers import Offers
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Subject
from napwidgets.systems.mop import spans, works
from napwidgets.systems.mop.covers import shown
from napwidgets.systems.mop.front import follows, held, leash
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.telling import refuse, say
from napwidgets.systems.tactical.command.leaders import overrun_hex
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import State as Position
from napwidgets.systems.tactical.core.step import subject_number
from napwidgets.systems.tactical.fighting.clash import force, morale
from napwidgets.systems.tactical.fighting.forces import fighter
from napwidgets.systems.tactical.fighting.retreat import can_retreat_to, moved_back
from napwidgets.systems.tactical.ground.context import Context, Log
from napwidgets.systems.tactical.ground.country import NEVER
from napwidgets.systems.tactical.moving.groups import Group, group_of, stuck
from napwidgets.systems.tactical.moving.march import MoveAlong
from napwidgets.systems.tactical.moving.movement import MovementSegment


class Feel(m._Move, tag="feel", frozen=True):
    """Units go into a covered hex beside them, whoever is there."""

    units: tuple[int, ...]
    hex: int


def entry_cost(x: Context, g: Group, h: int) -> int:
    """Half MPs into a hex beside a group; as good as never where there is no way."""
    if h not in x.board.neighbours[g.start]:
        return NEVER
    costs = x.setting.on_road if g.limit.road else x.setting.off_road
    return costs[g.walk][g.start][x.board.direction(g.start, h)]


def within_reach(x: Context, s: State, g: Group) -> list[int]:
    """The covers of the enemy that a group can go into now: its points and its orders allow the hex (37.7.1)."""
    layout = x.ground.layout(s)
    if g.waiting:
        return []
    near = [h for h in x.setting.near[g.start] if h in layout.covered and layout.side[h] == 1 - g.side]
    near = [h for h in near if entry_cost(x, g, h) <= g.budget]
    for u, limit in zip(g.units, g.limits, strict=True):
        gap = limit.gap(x, s, u)
        if not limit.in_command:
            return []
        if gap is not None:
            near = [h for h in near if gap(h) <= gap(g.start)]
    return near


class Movement(MovementSegment, frozen=True, tag="approach"):
    """Movement as in every battle; units may also feel their way into covers of the enemy (37.7.1), work at spans
    (37.11) and dig (37.3.3).
    """

    def options(self, x: Context, s: Position, subject: str | None) -> Sequence[Any]:
        known: Sequence[Any] = super().options(x, s, subject)
        g = self._asked(x, s, subject)
        assert isinstance(s, State)
        more = [*(Feel(g.units, h) for h in within_reach(x, s, g))] if g is not None else []
        more += self._work(x, s, subject or "")
        if not more:
            return known
        return known.and_also(more) if isinstance(known, Offers) else [*known, *more]

    def automatic(self, x: Context, s: Position) -> bool:
        return super().automatic(x, s) and not self._at_work(x, s)

    def subjects(self, x: Context, s: Position) -> Sequence[Subject]:
        """Whoever can move, and whom a zone of control holds that can dig or work at a span where he stands."""
        found = list(super().subjects(x, s))
        known = {subject.id for subject in found}
        return [*found, *(subject for subject in self._at_work(x, s) if subject.id not in known)]

    def _at_work(self, x: Context, s: Position) -> list[Subject]:
        """The stacks that can dig and the units that can work at a span, of those that stand in a zone of control."""
        stacks: dict[int, list[int]] = {}
        zoc = x.ground.layout(s).zoc[1 - self.who]
        for u in x.acting(s):
            h = s.units[u].hex
            if h >= 0 and zoc[h] and able_to_work(x, s, u):
                stacks.setdefault(h, []).append(u)
        found = []
        for h, units in stacks.items():
            if len(units) > 1 and self._work(x, s, f"s:{h}"):
                found.append(Subject(f"s:{h}", x.unit_names(units), h))
            found += [Subject(f"u:{u}", x.infos[u].name, h) for u in units if self._work(x, s, f"u:{u}")]
        return found

    def _work(self, x: Context, s: Position, subject: str) -> list[Any]:
        """What the units of a subject can do where they stand: a stack digs (37.3.3), a unit works at spans (37.11)."""
        assert isinstance(s, State)
        u, h = subject_number(subject, "u"), subject_number(subject, "s")
        if h >= 0:
            here = x.ground.layout(s).at.get(h, ())
            acting = set(x.acting(s)) if here else set()
            return [*works.offered(x, s, [v for v in here if v in acting and able_to_work(x, s, v)])]
        able = 0 <= u < len(s.units) and u in x.acting(s) and able_to_work(x, s, u)
        return spans.works(x, s, u, x.printed) if able else []

    def _ridden(self, x: Context, s: Position, i: int) -> list[int]:
        assert isinstance(s, State)
        hexes = super()._ridden(x, s, i)
        fits = leash(x, s, i, hexes)
        return hexes if fits is None else [h for h in hexes if fits(h)]

    def _check_ride(self, x: Context, s: Position, move: Any) -> None:
        super()._check_ride(x, s, move)
        assert isinstance(s, State)
        if held(x, s, move.leader) and move.to not in self._ridden(x, s, move.leader):
            name = x.setting.leaders[move.leader].name
            raise refuse("leash", f"{name} keeps within range of a leader who attacks.", "37.16")

    def _why_not_done(self, x: Context, s: Position, brief: bool = False) -> IllegalMove | None:
        return super()._why_not_done(x, s, brief) or self._why_not_following(x, s)

    def _why_not_following(self, x: Context, s: Position) -> IllegalMove | None:
        """Blücher rides after those who attack (37.16)."""
        assert isinstance(s, State)
        for i in self._leaders(x, s) if s.tied and not self.reserve else ():
            if held(x, s, i) and not follows(x, s, i) and self._ridden(x, s, i):
                name = x.setting.leaders[i].name
                return refuse("must-ride", f"{name} must ride after a leader who attacks.", "37.16")
        return None

    def _asked(self, x: Context, s: Position, subject: str | None) -> Group | None:
        """The group that a subject is about, if it can move."""
        u, h = subject_number(subject or "", "u"), subject_number(subject or "", "s")
        acting = set(x.acting(s))
        here = x.ground.layout(s).at.get(h, ())
        units = [v for v in here if v in acting and not stuck(x, s, v)] if h >= 0 else [u] if u >= 0 else []
        try:
            return group_of(x, s, units) if units else None
        except IllegalMove:
            return None

    def check(self, x: Context, s: Position, move: Any) -> None:
        assert isinstance(s, State)
        if isinstance(move, spans.Damage | spans.Repair):
            check_able(x, s, (move.unit,))
            if problem := spans.why_not(x, s, move, x.printed):
                raise problem
            return
        if isinstance(move, works.Dig):
            check_able(x, s, move.units)
            if problem := works.why_not(x, s, move):
                raise problem
            return
        if not isinstance(move, Feel):
            super().check(x, s, move)
            return
        if move.hex not in within_reach(x, s, group_of(x, s, move.units)):
            raise refuse("feel", "There is no cover beside them that they could go into now.", "37.7.1")

    def play(self, x: Context, s: Position, move: Any, dice: Dice, log: Log) -> Position:
        assert isinstance(s, State)
        if isinstance(move, spans.Damage | spans.Repair):
            return spans.work(x, s, move, x.printed, dice, log)
        if isinstance(move, works.Dig):
            return works.dig(x, s, move, dice, log)
        if not isinstance(move, Feel):
            return super().play(x, s, move, dice, log)
        return feel(x, s, group_of(x, s, move.units), move.hex, dice, log)

    def label(self, x: Context, s: Position, move: Any) -> Label | None:
        if isinstance(move, Feel):
            text = f"{x.they(move.units, 'find')} out what is at {x.place(move.hex)}"
            return Label(text, "they go in if nobody holds it, and are thrown back otherwise", ("MoP 37.7.1",))
        if isinstance(move, spans.Damage | spans.Repair):
            assert isinstance(s, State)
            return spans.label(x, s, move)
        if isinstance(move, works.Dig):
            return works.label(x, move)
        return super().label(x, s, move)


def able_to_work(x: Context, s: Position, u: int) -> bool:
    """Whether a unit of the acting formation has points left to work with where it stands; a zone of control ends its
    marching and not its work (readings 28 and 32).
    """
    return s.units[u].hex >= 0 and stuck(x, s, u) in ("", "stopped", "held")


def check_able(x: Context, s: State, units: Sequence[int]) -> None:
    """Raise `IllegalMove` unless units can work where they stand."""
    acting = set(x.acting(s))
    idle = [u for u in units if u not in acting or not able_to_work(x, s, u)]
    if idle:
        group_of(x, s, idle)


def feel(x: Context, s: State, g: Group, h: int, dice: Dice, log: Log) -> State:
    """What a group finds in a covered hex: troops that throw it back, or nobody who could stop it (37.7.1)."""
    there = x.ground.layout(s).at.get(h, ())
    if there:
        s = shown(x, shown(x, s, g.units, log), there, log)
        return repulsed(x, s, g, h, dice, log)
    for side, at in s.decoys:
        if at == h and side != g.side:
            say(log, "dummy", f"At {x.place(h)}: nobody, only a dummy.", "37.6", hexes=(h,))
    s = replace(s, decoys=tuple(d for d in s.decoys if d != (1 - g.side, h)))
    s = replace(s, vedettes=tuple(replace(k, seen=1) if k.hex == h else k for k in s.vedettes))
    base = tuple(s.units[u].spent for u in g.units)
    return s.push(MoveAlong(g.units, (h,), (entry_cost(x, g, h),), base, 0, ()))


def repulsed(x: Context, s: State, g: Group, h: int, dice: Dice, log: Log) -> State:
    """A group that has met troops: it stops and is tested; whoever may not be there goes back a hex, in disorder."""
    s = s.many({u: replace(s.units[u], spent=x.allowance(s, u)) for u in g.units})
    # Who defends may stand beside the enemy on ground that was his when he was told to (NLC 20.2).
    if g.limit.enter_zoc or (g.limit.ground and g.limit.ground[g.start]):
        needed = morale(x.tables, force(tuple(fighter(x, s, u, False) for u in g.units)))
        roll = dice.roll(f"{x.unit_names(g.units)} meet the enemy")
        test = f"morale is tested, {roll} against {needed}"
        text = f"The enemy at {x.place(h)} stops {x.unit_names(g.units)}: {test}."
        say(log, "repulse", text, "37.7.1", hexes=(g.start, h), units=g.units)
        return s if roll <= needed else disordered(x, s, g.units, log)
    text = f"{x.they(g.units, 'recoil')} from the enemy at {x.place(h)}."
    say(log, "repulse", text, "37.7.1", hexes=(g.start, h), units=g.units)
    row, layout = x.board.distances[h], x.ground.layout(s)
    back = [n for n in x.setting.near[g.start] if row[n] == 2 and can_retreat_to(x, s, g.units, g.start, n)]
    open_ = [n for n in back if not layout.zoc[1 - g.side][n] and x.room_for(s, g.units)(layout.at.get(n, ()))]
    s = disordered(x, s, g.units, log)
    if not open_:
        return s
    to = max(open_, key=lambda n: (x.ground.enemy_distance(s, n, g.side), -n))
    moved = overrun_hex(x, moved_back(x, s, g.units, to), to, g.side, log)
    assert isinstance(moved, State)
    return moved


def disordered(x: Context, s: State, units: Sequence[int], log: Log) -> State:
    """Units are disrupted; that it is said of all alike keeps to their side who was before, under cover (37.6)."""
    for u in units:
        say(log, "disrupted", f"{x.infos[u].name} is disrupted.", "37.7.1", hexes=(s.units[u].hex,), units=(u,))
        s = s.unit(u, disrupted=True)
    return s
