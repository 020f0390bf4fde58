"""7.1, 7.2, 19.2. Hits taken: the owner's choice, steps lost, units gone, leaders under fire.

Readings 19, 26, 36 and 51 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.tactical.command.aides import under_fire
from napwidgets.systems.tactical.command.leaders import test_leaders
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import ATTACKED, DEAD, LOST, State, Unit
from napwidgets.systems.tactical.core.step import Choice, Step
from napwidgets.systems.tactical.fighting.clash import (
    ATTACK,
    DEFEND,
    Clash,
    Force,
    candidates,
    must_choose,
    parts_of_a_hit,
    take_hit,
    take_plain_hits,
    worth,
)
from napwidgets.systems.tactical.fighting.forces import fighter
from napwidgets.systems.tactical.ground.context import Context, Log, counted, refuse, say
from napwidgets.systems.tactical.ground.levels import note_corps


class TakeHits(Choice, frozen=True, tag="take-hits"):
    """One side of a clash takes its hits; the owner chooses where there is a choice (7.1).

    The result is handed to the step below by `hand_down`. Neighbours of a stronghold may take its garrison's (10).
    """

    clash: Clash
    which: int

    def force(self, x: Context, s: State) -> Force:
        """The force after the hits that nobody has to choose about; a garrison with a cushion always chooses."""
        force = self.clash.forces[self.which]
        return force if self._cushion(x, s, force) else take_plain_hits(x.options, force)

    def own(self, x: Context, s: State, unit: int) -> bool:
        """Whether a unit is of the force, and no neighbour that takes a garrison's hits."""
        return any(f.unit == unit for f in self.force(x, s).fighters)

    def after(self, x: Context, s: State, unit: int) -> Force:
        """The force after a unit has taken the next hit: one of its own, or a neighbour in its place (7.1, 10)."""
        force = self.force(x, s)
        if self.own(x, s, unit):
            return take_hit(x.options, force, next(i for i, f in enumerate(force.fighters) if f.unit == unit))
        price = worth(fighter(x, s, unit, True), x.options)
        return replace(force, hits=max(0, force.hits - price), first=False)

    def automatic(self, x: Context, s: State) -> bool:
        force = self.force(x, s)
        return not (force.hits > 0 and (must_choose(force) or self._cushion(x, s, force)))

    def _cushion(self, x: Context, s: State, force: Force) -> list[int]:
        """The line next to a stronghold that may take its garrison's losses (10)."""
        own = [f for f in force.fighters if not f.remote]
        if self.which != DEFEND or len(own) != 1 or not own[0].stays or not own[0].steps:
            return []
        garrison = own[0].unit
        side, h = x.infos[garrison].side, s.units[garrison].hex
        return [
            u
            for n in x.setting.near[h]
            for u in x.ground.layout(s).at.get(n, ())
            if x.infos[u].side == side and x.infos[u].line and s.units[u].steps
        ]

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        force = self.force(x, s)
        return hand_down(s.pop(), self.clash.force(self.which, **_fields(force)))

    def side(self, x: Context, s: State) -> int:
        return x.infos[self.clash.forces[self.which].fighters[0].unit].side

    def question(self, x: Context, s: State) -> Question:
        force = self.force(x, s)
        hits = force.hits / parts_of_a_hit(x.options)
        return Question(
            "take-hit",
            "Losses",
            f"{counted(hits, 'hit')} to take: choose the unit for the next one.",
            ("NLC 7.1",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject:
            return []
        force = self.force(x, s)
        units = [force.fighters[i].unit for i in candidates(force)]
        return [m.TakeHit(u) for u in [*units, *self._cushion(x, s, force)]]

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if move not in self.options(x, s, None):
            raise refuse(
                "hit",
                "The first hit goes to infantry if there is any, and damaged units take hits before whole ones.",
                "7.1",
            )

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        assert isinstance(move, m.TakeHit)
        after = TakeHits(self.clash.force(self.which, **_fields(self.after(x, s, move.unit))), self.which)
        if self.own(x, s, move.unit):
            return s.pop(after)
        place = s.units[move.unit].hex, x.infos[move.unit].side
        return _under_fire(x, lose_steps(x, s.pop(), {move.unit: 1}, log), (place,), dice, log).push(after)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if not isinstance(move, m.TakeHit):
            return None
        info, unit = x.infos[move.unit], s.units[move.unit]
        before, after = info.sp(unit.steps), info.sp(unit.steps - 1)
        return Label(f"{info.name} takes it", f"from {before} to {after or 'nothing'}", ("NLC 7.1", "NLC 7.2"))


def _fields(force: Force) -> dict[str, object]:
    return {name: getattr(force, name) for name in Force.__struct_fields__}


def hand_down(s: State, clash: Clash) -> State:
    """Give a changed clash to the step below, which has a field ``clash``."""
    below = s.agenda[-1]
    return replace(s, agenda=(*s.agenda[:-1], replace(below, clash=clash)))


def settle(x: Context, s: State, before: Clash, after: Clash, log: Log) -> State:
    """Write the losses of both sides back to the units (7.2)."""
    lost: dict[int, int] = {}
    for which in (ATTACK, DEFEND):
        for old, new in zip(before.forces[which].fighters, after.forces[which].fighters, strict=True):
            if new.steps < old.steps:
                lost[new.unit] = old.steps - new.steps
    return lose_steps(x, s, lost, log)


def lose_steps(x: Context, s: State, lost: dict[int, int], log: Log) -> State:
    """Units lose steps; those without any are eliminated (7.2) and their commands are hurt (20.10)."""
    changes = {}
    for u, steps in lost.items():
        unit = s.units[u]
        left = max(0, unit.steps - steps)
        if left:
            changes[u] = replace(unit, steps=left)
            say(log, "step-lost", f"{x.infos[u].name} loses a step.", "7.2", hexes=(unit.hex,), units=(u,))
        else:
            changes[u] = gone(x, s, u)
            say(log, "eliminated", f"{x.infos[u].name} is eliminated.", "7.2", hexes=(unit.hex,), units=(u,))
    s = hurt(x, s, lost)
    return note_corps(x, s, s.many(changes), lost, log)


def hurt(x: Context, s: State, units: Iterable[int]) -> State:
    """Note for the commands of units that these lost steps (20.10)."""
    for c in {x.command_of(s, u) for u in units}:
        if not s.commands[c].hurt:
            s = s.command(c, hurt=True)
    return s


def note_attack(x: Context, s: State, units: Iterable[int]) -> State:
    """Note for units and their commands that they are attacked this turn: in combat, by a charge or by guns (20.8)."""
    struck = tuple(units)
    s = s.many({u: replace(s.units[u], marks=s.units[u].marks | ATTACKED) for u in struck})
    for c in {x.command_of(s, u) for u in struck}:
        s = s.command(c, struck=s.turn)
    return s


def destroy(x: Context, s: State, u: int, why: str, log: Log, *cites: str) -> State:
    """A unit is lost as a whole."""
    unit = s.units[u]
    if unit.hex < 0:
        return s
    say(log, "eliminated", f"{x.infos[u].name} {why}.", *cites, hexes=(unit.hex,), units=(u,))
    s = hurt(x, s, (u,))
    return note_corps(x, s, s.many({u: gone(x, s, u)}), (u,), log)


def gone(x: Context, s: State, u: int) -> Unit:
    """A unit that is eliminated: it may be brought back, or is lost for good (7.2, 21)."""
    fate = LOST if x.rules.beyond(x, s, u) else DEAD
    return replace(s.units[u], steps=0, hex=fate, since=s.turn, disrupted=False)


class LeadersUnderFire(Step, frozen=True, tag="leaders-under-fire"):
    """Leaders and aides with units that took a hit are tested (19.2, 25.7.4): hexes and sides."""

    places: tuple[tuple[int, int], ...]

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return _under_fire(x, s.pop(), self.places, dice, log)


def _under_fire(x: Context, s: State, places: tuple[tuple[int, int], ...], dice: Dice, log: Log) -> State:
    for h, side in places:
        s = test_leaders(x, s, h, side, dice, log)
        s = under_fire(x, s, h, side, dice, log)
    return s


def places_hit(x: Context, before: State, clash: Clash) -> tuple[tuple[int, int], ...]:
    """Hexes with units that lost a step in a clash, with their side; who charges is not where its counter stands
    (reading 36).
    """
    found = []
    for which, force in enumerate(clash.forces):
        for f in force.fighters:
            unit = before.units[f.unit]
            place = (unit.hex, x.infos[f.unit].side)
            away = clash.kind == "charge" and which == ATTACK
            if f.steps < unit.steps and unit.hex >= 0 and place not in found and not away:
                found.append(place)
    return tuple(found)
