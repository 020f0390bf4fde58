"""What a seat of nlc can't see, varied: orders, headquarters sent elsewhere, and what lies in unseen stacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.system import Engine, Event
from napwidgets.systems.tactical.command.hidden import plot
from napwidgets.systems.tactical.core.moves import Reveal, Support
from napwidgets.systems.tactical.core.state import UNSEEN, Command, March, Order, Pending, State
from napwidgets.systems.tactical.core.step import Underway
from napwidgets.systems.tactical.fighting.attacks import CombatSegment, fighters_in
from napwidgets.systems.tactical.fighting.charges import Onset
from napwidgets.systems.tactical.fighting.losses import TakeHits
from napwidgets.systems.tactical.fighting.retreat import RetreatStack
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.ground.views import flags

#: What a fight brings to light of those who take part: who checks his morale for a countercharge, and who is struck by
#: a charge, of whose target nobody knew before.
REVEALS = frozenset({"reaction", "charge"})

#: Orders that are put in place of the true ones.
OTHERS = ("attack", "march", "defend", "fall_back", "reserve")


def disguise(engine: Engine, state: State, seat: str | None) -> list[State]:
    """States that differ from ``state`` only in what ``seat`` (None: a spectator) can't know."""
    x: Context = engine.context  # type: ignore[attr-defined]
    foreign = [side for side, name in enumerate(x.setting.sides) if name != seat]
    found = [_orders(x, state, foreign, kind) for kind in OTHERS]
    found.append(_pending(x, state, foreign))
    found.append(_headquarters(x, state, foreign))
    unseen = _unseen(engine, state, seat)
    found.append(_marching(x, state, foreign))
    found.append(_worn(x, state, unseen))
    found.append(_exchanged(x, state, unseen))
    return [other for other in found if other != state]


def _unseen(engine: Engine, state: State, seat: str | None) -> list[int]:
    """The units on the map that a seat does not see."""
    seen = engine.view(state, seat).units
    return [u for u, unit in enumerate(state.units) if unit.hex >= 0 and seen[u].hex == UNSEEN]


def _orders(x: Context, s: State, foreign: list[int], kind: str) -> State:
    """Every command of the other sides under another order."""
    commands = list(s.commands)
    for c, command in enumerate(commands):
        if x.setting.commands[c].side in foreign and not _open(s, command):
            places = list(x.setting.named)
            if x.options.order_markers:
                places = [h for h, _ in flags(x, s, x.setting.commands[c].side)]
            target = -1 if kind == "reserve" or not places else places[c % len(places)]
            commands[c] = replace(command, order=Order(kind, target, s.turn))
    return _flagged(x, s, replace(s, commands=tuple(commands)), foreign)


def _flagged(x: Context, s: State, other: State, foreign: list[int]) -> State:
    """The same flags as before on the map: where no order needs one any more, a dummy (25.7.3)."""
    for side in foreign:
        lost = {h for h, _ in flags(x, s, side)} - {h for h, _ in flags(x, other, side)}
        other = replace(other, dummies=(*other.dummies, *((side, h) for h in sorted(lost))))
    return other


def _pending(x: Context, s: State, foreign: list[int]) -> State:
    """Every command of the other sides with one more order on its way."""
    more = Pending((Order("march", x.setting.named[0]),), 0, s.turn, s.turn + 2, 1)
    commands = list(s.commands)
    for c, command in enumerate(commands):
        if x.setting.commands[c].side in foreign and not _open(s, command):
            commands[c] = replace(command, pending=(*command.pending, more))
    return replace(s, commands=tuple(commands))


def _open(s: State, command: Command) -> bool:
    """A Bad Move is no secret: the enemy has ordered it (20.11)."""
    return command.loose == s.turn


def _headquarters(x: Context, s: State, foreign: list[int]) -> State:
    """The headquarters of the other sides sent elsewhere."""
    hqs = list(s.hqs)
    for q, hq in enumerate(hqs):
        if x.setting.hq_side[q] in foreign:
            hqs[q] = replace(hq, order="march", target=x.setting.named[-1])
    return replace(s, hqs=tuple(hqs))


def _marching(x: Context, s: State, foreign: list[int]) -> State:
    """Hidden marches of the other sides forgotten, or where there are none one begun (25.5)."""
    if not x.options.hidden_movement:
        return s
    own = tuple(k for k in s.marches if x.setting.commands[k.command].side not in foreign)
    if len(own) < len(s.marches):
        return replace(s, marches=own)
    for c, k in enumerate(x.setting.commands):
        here = x.leader_hex(s, c)
        route = plot(x, here, x.setting.named[0]) if k.side in foreign and k.chit and here >= 0 else ()
        if route:
            return replace(s, marches=(March(c, route, start=here), *s.marches))
    return s


def _worn(x: Context, s: State, unseen: list[int]) -> State:
    """Unseen units with other steps and disruption."""
    units = list(s.units)
    for u in unseen:
        steps = 1 if units[u].steps > 1 else x.infos[u].steps
        units[u] = replace(units[u], steps=steps, disrupted=not units[u].disrupted)
    return replace(s, units=tuple(units))


def _exchanged(x: Context, s: State, unseen: list[int]) -> State:
    """Two unseen units of one kind in each other's places, so that neither stack shows another top."""
    for u in unseen:
        for v in unseen:
            same = x.infos[u].gun == x.infos[v].gun and x.infos[u].side == x.infos[v].side
            if u < v and same and s.units[u].hex != s.units[v].hex and _below_top(x, s, u, v):
                a, b = s.units[u], s.units[v]
                return s.many({u: replace(a, hex=b.hex), v: replace(b, hex=a.hex)})
    return s


def _below_top(x: Context, s: State, u: int, v: int) -> bool:
    """Whether each of two units stays below the top counter of the other's stack (5.3: guns lie below)."""
    at = x.ground.layout(s).at
    for newcomer, leaver in ((u, v), (v, u)):
        rest = [w for w in at[s.units[leaver].hex] if w != leaver]
        if any((x.infos[newcomer].gun, newcomer) < (x.infos[w].gun, w) for w in rest):
            return False
    return True


def twins(engine: Engine, state: State, seat: str | None, move: Any) -> list[tuple[State, Any]]:
    """Other units, and units with other steps and disruption, in stacks that can't be looked into, and
    headquarters sent elsewhere. Orders are no twins: they show by what their commands do. Who is on the way, moves,
    attacks, is hit, falls back, fires or is led out of a hidden march is himself. Aides that ride over the map show
    where the division stands to which they are sent (25.7.4): nobody's place is taken then.
    """
    x: Context = engine.context  # type: ignore[attr-defined]
    foreign = [side for side, name in enumerate(x.setting.sides) if name != seat]
    shown = {
        *getattr(move, "units", ()),
        *([move.unit] if isinstance(move, Support) else ()),
        *(x.governs(state, move.to) if isinstance(move, Reveal) else ()),
        *(u for step in state.agenda if isinstance(step, Underway | RetreatStack) for u in step.units),
        *(u for step in state.agenda for _, units in getattr(step, "stacks", ()) for u in units),
        *(
            f.unit
            for step in state.agenda
            if isinstance(step, TakeHits)
            for one in step.clash.forces
            for f in one.fighters
        ),
    }
    unseen = [u for u in _unseen(engine, state, seat) if u not in shown]
    stays = [] if x.options.order_markers else unseen
    found = _worn(x, state, unseen), _exchanged(x, state, stays), _headquarters(x, state, foreign)
    return [(other, move) for other in found if other != state and _declared(x, state) == _declared(x, other)]


def _declared(x: Context, s: State) -> list[tuple[int, ...]]:
    """Who fights in each attack that was declared openly, and in each charge that somebody rides: a position in which
    others would was never the same.
    """
    segments = [step for step in s.agenda if isinstance(step, CombatSegment)]
    ridden = [step.target for step in s.agenda if isinstance(step, Onset)]
    return [fighters_in(x, s, h) for h in (*(h for segment in segments for h, _ in segment.plan), *ridden)]


def shows(before: State, after: State) -> bool:
    """Whether a unit has come to light: the counter over it has marched off, or somebody looks into the stack."""
    return any(a.hex == UNSEEN != b.hex for a, b in zip(before.units, after.units, strict=True))


def by_sight(_: Engine, one: Any, two: Any, events: Sequence[Event]) -> bool:
    """Whether one of some events is about units alone that have come to light with the same move."""

    def lit(u: int) -> bool:
        return any(seen.before.units[u].hex == UNSEEN != seen.view.units[u].hex for seen in (one, two))

    return any(event.units and all(map(lit, event.units)) for event in events)
