"""8. Artillery: bombardment (4.4 I), disruption, facing.

Readings 9, 45, 46, 47 and 48 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.tactical.command.limits import may_fight
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import BOMBARDED, State
from napwidgets.systems.tactical.core.step import Choice, OwnChoice, Step, subject_number
from napwidgets.systems.tactical.fighting.clash import DEFEND, Clash, parts_of_a_hit, volley
from napwidgets.systems.tactical.fighting.forces import bombard_clash, terrain_of, told_parts
from napwidgets.systems.tactical.fighting.losses import LeadersUnderFire, TakeHits, note_attack, places_hit, settle
from napwidgets.systems.tactical.ground.context import Context, Log, counted, refuse, say
from napwidgets.systems.tactical.ground.views import lurks


def face_guns(x: Context, s: State) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Guns of the side that does not act which stand next to an enemy as the stage begins, with the hexes they face
    (8.4).
    """
    if not s.active:
        return ()
    foe = 1 - x.setting.commands[s.active[0]].side
    found = []
    for u in x.setting.of_side[foe]:
        h = s.units[u].hex
        if h >= 0 and x.infos[u].gun:
            beside = tuple(x.ground.enemies_beside(s, h, foe))
            if beside:
                found.append((u, beside))
    return tuple(found)


def gun_range(x: Context, s: State) -> int:
    """How far guns bombard in hexes: two, three with 25.6, and no farther than the sky allows."""
    return min(3 if x.options.artillery_detail else 2, x.weather(s).bombards)


def why_not_firing(x: Context, s: State, u: int) -> IllegalMove | None:
    """Why a unit can't bombard, if so (8.1)."""
    info = x.infos[u]
    if not info.gun:
        return refuse("not-gun", f"{info.name} is not artillery.", "8.1")
    if s.units[u].marks & BOMBARDED:
        return refuse("bombarded", f"{info.name} has bombarded this turn.", "8.1")
    return may_fight(x, s, u)


def why_not_target(x: Context, s: State, u: int, target: int) -> IllegalMove | None:
    """Why guns can't bombard a hex, if so: range, line of sight, garrisons (8.1, 8.3, 10)."""
    layout = x.ground.layout(s)
    origin = s.units[u].hex
    seen = 0 <= target < x.board.size and target not in layout.covered
    if not seen or layout.side[target] != 1 - x.infos[u].side:
        return refuse("no-target", "There is no enemy to bombard there.", "8.1")
    if x.board.distances[origin][target] > gun_range(x, s):
        return refuse("range", f"{x.place(target)} is out of range.", "8.1")
    if x.setting.cover(terrain_of(x, s, target), 1) is None:
        return refuse(x.setting.fortress, f"A garrison in a {x.setting.fortress} can't be bombarded.", "10")
    if not x.fire_line(s, origin, target):
        return refuse("los", f"{x.infos[u].name} can't see {x.place(target)}.", "8.3")
    return None


class BombardmentSegment(OwnChoice, frozen=True, tag="bombardment"):
    """The guns of the acting formations bombard (8.1)."""

    def _guns(self, x: Context, s: State) -> list[int]:
        return [u for u in x.acting(s) if s.units[u].hex >= 0 and x.infos[u].gun and why_not_firing(x, s, u) is None]

    def _targets(self, x: Context, s: State, u: int) -> list[int]:
        layout = x.ground.layout(s)
        row = x.board.distances[s.units[u].hex]
        foe, reach = 1 - self.who, gun_range(x, s)
        near = [h for h in layout.at if row[h] <= reach and layout.side[h] == foe and h not in layout.covered]
        return sorted(h for h in near if why_not_target(x, s, u, h) is None)

    def automatic(self, x: Context, s: State) -> bool:
        return not any(self._targets(x, s, u) for u in self._guns(x, s)) and not lurks(x, s, self.who, gun_range(x, s))

    def question(self, x: Context, s: State) -> Question:
        prompt = "Bombard: pick a battery, then a target it can see. Guns that fire don't move. Then choose Done."
        return Question("bombard", "Bombardment", prompt, ("NLC 8.1",), formal=True)

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return [Subject(f"u:{u}", x.infos[u].name, s.units[u].hex) for u in self._guns(x, s) if self._targets(x, s, u)]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is None:
            return [m.Pass()]
        u = subject_number(subject, "u")
        guns = self._guns(x, s)
        if u not in guns:
            return []
        moves: list[m.Move] = []
        for t in self._targets(x, s, u):
            moves.append(m.Bombard((u,), t))
            together = tuple(sorted(v for v in guns if v == u or why_not_target(x, s, v, t) is None))
            if len(together) > 1:
                moves.append(m.Bombard(together, t))
        return moves

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Pass):
            return
        if not isinstance(move, m.Bombard):
            raise self.not_offered(x, s, move)
        acting = x.acting(s)
        if not move.units or len(set(move.units)) != len(move.units):
            raise refuse("nobody", "Choose the guns that fire.", "8.1")
        for u in move.units:
            if u not in acting or s.units[u].hex < 0:
                raise refuse("not-acting", "Only guns of the acting formation bombard now.", "4.4")
            problem = why_not_firing(x, s, u) or why_not_target(x, s, u, move.target)
            if problem:
                raise problem

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if not isinstance(move, m.Bombard):
            return s.pop()
        s = x.rules.shown(x, s, move.units, log)
        clash = bombard_clash(x, s, move.units, move.target)
        hits, _ = volley(x.tables, x.options, clash.forces[0], "bombardment", dice)
        guns = x.they(move.units, "bombard")
        say(
            log,
            "bombardment",
            f"{guns} {x.place(move.target)} with {clash.forces[0].strength}: {counted(hits, 'hit')}.",
            "8.1",
            hexes=(s.units[move.units[0]].hex, move.target),
            units=move.units,
            strengths=[clash.forces[0].strength],
            hits=[hits],
            parts=told_parts(x, clash.forces[0]),
        )
        s = s.many({u: replace(s.units[u], marks=s.units[u].marks | BOMBARDED) for u in move.units})
        for rule in x.rules.struck:
            s = rule(x, s, move.target)
        here = x.ground.layout(s).at[move.target]
        there = [u for u in here if not x.unseen(s, x.command_of(s, u))]
        s = note_attack(x, s, there)
        if not hits:
            return s
        if len(there) < len(here):
            calm = [u for u in here if not s.units[u].disrupted]
            return _disrupt(x, s, calm[0], log) if calm else s
        unit = parts_of_a_hit(x.options)
        clash = clash.force(DEFEND, hits=(hits - 1) * unit)
        fresh = [f.unit for f in clash.forces[DEFEND].fighters if not f.disrupted]
        s = s.push(Bombarded(clash, clash), TakeHits(clash, DEFEND))
        return s.push(Disrupt(tuple(fresh))) if fresh else s

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if isinstance(move, m.Bombard):
            text = f"{x.they(move.units, 'bombard')} {x.place(move.target)}"
            return Label(
                text, f"strength {bombard_clash(x, s, move.units, move.target).forces[0].strength}", ("NLC 8.1",)
            )
        return None


class Disrupt(Choice, frozen=True, tag="disrupt"):
    """The first hit of a bombardment disrupts a unit: infantry first, the owner's choice among equals (8.1, reading
    46).
    """

    units: tuple[int, ...]

    def _able(self, x: Context, s: State) -> list[int]:
        foot = [u for u in self.units if x.infos[u].line]
        return foot or list(self.units)

    def automatic(self, x: Context, s: State) -> bool:
        return len(self._able(x, s)) < 2

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return _disrupt(x, s.pop(), self._able(x, s)[0], log)

    def side(self, x: Context, s: State) -> int:
        return x.infos[self.units[0]].side

    def question(self, x: Context, s: State) -> Question:
        prompt = "The first hit of the bombardment disrupts a unit: choose which."
        return Question("disrupt", "Disruption", prompt, ("NLC 8.1",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return [] if subject else [m.TakeHit(u) for u in self._able(x, s)]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        assert isinstance(move, m.TakeHit)
        return _disrupt(x, s.pop(), move.unit, log)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if isinstance(move, m.TakeHit):
            return Label(f"{x.infos[move.unit].name} is disrupted", "", ("NLC 8.1",))
        return None


def _disrupt(x: Context, s: State, u: int, log: Log) -> State:
    say(log, "disrupted", f"{x.infos[u].name} is disrupted.", "8.1", hexes=(s.units[u].hex,), units=(u,))
    return s.unit(u, disrupted=True)


class Bombarded(Step, frozen=True, tag="bombarded"):
    """Further hits of a bombardment are written back; leaders are tested (8.1, 19.2)."""

    before: Clash
    clash: Clash

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        places = places_hit(x, s, self.clash)
        s = settle(x, s, self.before, self.clash, log)
        return s.push(LeadersUnderFire(places)) if places else s
