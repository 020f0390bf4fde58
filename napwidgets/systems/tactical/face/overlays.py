"""What lies on the map beside counters: what decides the battle, where reinforcements wait, flags, and overlays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from napwidgets.board.scene import Overlay
from napwidgets.systems.tactical.core.state import OFF, State
from napwidgets.systems.tactical.fighting.charges import Onset, Outcome
from napwidgets.systems.tactical.fighting.combat import Aftermath, Losses, Relay, RetreatChoice
from napwidgets.systems.tactical.fighting.losses import TakeHits
from napwidgets.systems.tactical.fighting.reaction import ReactionOffer
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.ground.views import flags
from napwidgets.systems.tactical.moving.movement import MovementSegment

if TYPE_CHECKING:
    from napwidgets.systems.tactical.engine import Battle as Engine


def standing(engine: Engine, view: State, seat: str | None) -> tuple[Overlay, ...]:
    """Everything that always lies on the map."""
    x = engine.context_at(view)
    return (*objectives(x), *_entries(engine, view), *_flags(x, view, seat), *_fight(view))


def objectives(x: Context) -> tuple[Overlay, ...]:
    """The hexes that count for victory."""
    hexes = {h for p in x.setting.scenario.points for h in p.hexes}
    hexes |= {h for e in x.setting.scenario.endings for c in e.when for h in c.hexes}
    if not hexes:
        return ()
    return (Overlay("objective", "Hexes that decide", tuple(sorted(x.board.number(h) for h in hexes))),)


def _fight(view: State) -> tuple[Overlay, ...]:
    """Where the combat or charge is that somebody decides about."""
    for step in reversed(view.agenda):
        if isinstance(step, RetreatChoice | Losses | Aftermath | Onset | Outcome):
            return (Overlay("battle", "Here they fight", (step.target,)),)
        if isinstance(step, ReactionOffer):
            return (Overlay("battle", "Here cavalry may strike", (step.hex,)),)
        if not isinstance(step, TakeHits | Relay):
            break
    return ()


def _entries(engine: Engine, view: State) -> tuple[Overlay, ...]:
    """Where the reinforcements that are due wait to enter, with how many they are (9)."""
    if not view.agenda or not isinstance(view.agenda[-1], MovementSegment):
        return ()
    units = [(int(s.id[2:]), s.hex) for s in engine.subjects(view) if s.id.startswith("u:")]
    where = [h for u, h in units if view.units[u].hex == OFF]
    notes = tuple((h, f"▲ {where.count(h)} to enter") for h in sorted(set(where)))
    return (Overlay("entry", "Reinforcements wait to enter", tuple(h for h, _ in notes), notes),) if notes else ()


def _flags(x: Context, view: State, seat: str | None) -> tuple[Overlay, ...]:
    """Target markers and dummies (25.7.2, 25.7.3). Everybody sees whose they are, the owner what lies beneath."""
    found = []
    for side, name in enumerate(x.setting.sides):
        notes = tuple((h, words if seat == name else "") for h, words in flags(x, view, side))
        if notes:
            title = f"Target markers of the {x.setting.scenario.sides[side].name}"
            found.append(Overlay("flag", title, tuple(h for h, _ in notes), notes, x.rules.colours[side]))
    return tuple(found)


def overlay(x: Context, view: State, seat: str | None, kind: str, hex: int) -> Overlay:
    """An overlay that a player switches on: enemy ZOC, command range, or what is seen from ``hex``."""
    side = x.setting.sides.index(seat) if seat in x.setting.sides else 0
    if kind == "zoc":
        zone = x.ground.layout(view).zoc[1 - side]
        return Overlay("zoc", "Enemy zones of control", tuple(h for h, z in enumerate(zone) if z))
    if kind == "command":
        return _command(x, view, side, hex)
    seen = tuple(h for h in range(x.board.size) if h != hex and hex >= 0 and x.sees(view, hex, h))
    return Overlay("sight", "Seen from here", seen)


def _command(x: Context, view: State, side: int, hex: int) -> Overlay:
    here = x.leaders_at(view, hex, side) if hex >= 0 else []
    mine = here or [i for i, s in enumerate(view.leaders) if x.setting.leader_side[i] == side and s.hex >= 0]
    found: set[int] = set()
    for i in mine:
        ring = x.ground.command_range(view, view.leaders[i].hex, side)
        found |= {h for h, inside in enumerate(ring) if inside}
    who = ", ".join(x.setting.leaders[i].name for i in mine)
    return Overlay("command", f"Command range of {who}", tuple(sorted(found)))
