"""What a seat of con can't see, varied: who stands in which stack, how strong, points, chits, what was reported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.system import Engine, Event
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.state import GONE, HIDDEN, Fight, Report, State

#: Kinds of events by which the rules show what lay face down: who sets out and marches, who rides off or is ridden
#: down, combats with all that they bring, arrivals, initiative by points that nobody sees, bridges, what falls.
REVEALS = frozenset({
    "set-out", "march", "vedettes", "report", "scout", "leader", "repulse", "battle", "victory", "losses", "chits",
    "retreat", "pressed", "surrender", "shaken", "spirit", "initiative-won", "guns", "join", "advance", "pursuit",
    "arrival", "late", "bridge", "assault", "center", "verdict", "rally",
})  # fmt: skip


def disguise(engine: Engine, state: State, seat: str | None) -> list[State]:
    """States that differ from ``state`` only in what ``seat`` (None: a spectator) can't know."""
    x: Context = engine.context
    mine = x.setting.sides.index(seat) if seat in x.setting.sides else None
    found: list[State] = []
    for foe in (side for side in (0, 1) if side != mine):
        found += [_points(x, state, foe), _chits(state, foe), _reports(x, state, foe)]
        if x.options.hidden:
            found += [_exchanged(x, state, foe), _weaker(x, state, foe), _loose(x, state, foe)]
    return [other for other in found if other != state]


def shows(before: State, after: State) -> bool:
    """Whether a combat has been laid open, its groups with the chits or its stakes with the dice."""
    known = {n for n, fight in enumerate(before.fights) if fight.shown is not None}
    fought = {n for n, fight in enumerate(before.fights) if fight.done}
    if after.turn > before.turn:
        # All of this turn's combats have been fought, and are cleared away.
        return len(fought) < len(before.fights)
    return any(
        (fight.shown is not None and n not in known) or (fight.done and n not in fought)
        for n, fight in enumerate(after.fights)
    )


def by_sight(engine: Engine, _one: Any, _two: Any, events: Sequence[Event]) -> bool:
    """Whether one of some events is about stragglers of counters that lie face up: everybody sees who falls behind,
    whatever was spent on supplies.
    """
    x: Context = engine.context  # type: ignore[attr-defined]
    return not x.options.hidden and any(event.kind == "attrition" for event in events)


def _points(x: Context, s: State, foe: int) -> State:
    points = tuple(p + 3 if x.setting.armies[n].side == foe else p for n, p in enumerate(s.points))
    wasted = (s.wasted[0] + 2, s.wasted[1]) if foe == 0 else (s.wasted[0], s.wasted[1] + 2)
    return replace(s, points=points, wasted=wasted)


def _chits(s: State, foe: int) -> State:
    def turned(fight: Fight) -> Fight:
        guesses, stakes = list(fight.guesses), list(fight.stakes)
        if fight.done:
            return fight
        if not fight.kind and guesses[foe]:
            guesses[foe] = "division" if guesses[foe] == "army" else "army"
        if fight.kind and stakes[foe]:
            stakes[foe] = ()
        return replace(fight, guesses=(guesses[0], guesses[1]), stakes=(stakes[0], stakes[1]))

    return replace(s, fights=tuple(turned(fight) for fight in s.fights))


def _reports(x: Context, s: State, foe: int) -> State:
    at = next((lead.at for i, lead in enumerate(s.leaders) if lead.at >= 0 and x.leader_side[i] != foe), -1)
    return replace(s, reports=(*s.reports, Report(s.turn, foe, at, -1, "corps", 20)))


def _stacks(x: Context, s: State, foe: int) -> list[int]:
    return sorted(h for h in x.layout(s).stacks[foe] if x.units_at(s, h, foe))


def _free(s: State, h: int) -> bool:
    """Whether no combat and no decision is about a hex."""
    at = {k for fight in s.fights for own in fight.hexes for k in own}
    return h not in at


def _exchanged(x: Context, s: State, foe: int) -> State:
    """Two stacks with troops in each other's places, those that are out of everybody's sight."""
    quiet = [h for h in _stacks(x, s, foe) if _free(s, h) and not x.foes(s, h, foe)]
    if len(quiet) < 2 or not _idle(s):
        return s
    a, b = quiet[0], quiet[-1]
    swap = {a: b, b: a}
    leaders = tuple(
        replace(lead, at=swap.get(lead.at, lead.at)) if x.leader_side[i] == foe else lead
        for i, lead in enumerate(s.leaders)
    )
    units = tuple(
        replace(troop, at=swap.get(troop.at, troop.at)) if x.unit_side[u] == foe else troop
        for u, troop in enumerate(s.units)
    )
    riders = tuple(replace(v, at=swap.get(v.at, v.at)) if x.unit_side[v.unit] == foe else v for v in s.vedettes)
    return replace(s, leaders=leaders, units=units, vedettes=riders)


def _idle(s: State) -> bool:
    """Whether no force is under way, nor any combat being fought."""
    return not any(type(step).__name__ in ("Marching", "Retreating", "Following", "Aftermath") for step in s.agenda)


def _weaker(x: Context, s: State, foe: int) -> State:
    """Units that are stronger than they are."""
    units = tuple(
        replace(troop, strength=troop.strength + 2) if x.unit_side[u] == foe and troop.at >= 0 else troop
        for u, troop in enumerate(s.units)
    )
    return replace(s, units=units) if _idle(s) and not any(f.kind and not f.done for f in s.fights) else s


def _loose(x: Context, s: State, foe: int) -> State:
    """Leaders under nobody."""
    if not _idle(s) or any(f.kind and not f.done for f in s.fights):
        return s
    leaders = tuple(
        replace(lead, boss=-1) if x.leader_side[i] == foe and lead.at not in (GONE, HIDDEN) else lead
        for i, lead in enumerate(s.leaders)
    )
    return replace(s, leaders=leaders)
