"""What a seat may know (5.3, 20.4, 25.5, 25.7.6): a state without the other side's secrets.

A view is a state of the same kind, so that option lists, displays and computer players work from it as it is. Hidden
from the other side: orders in force, sequences and pending orders with their routes, hidden marches, what aides
carry, and what lies under the top counter of a stack that nobody of the side can see (`veil`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from msgspec.structs import replace

from napwidgets.kernel.recent import same_or
from napwidgets.systems.tactical.core.ruleset import uncovered
from napwidgets.systems.tactical.core.state import OFF, UNKNOWN, UNSEEN, Aide, Command, Hq, Leader, Pending, State, Unit
from napwidgets.systems.tactical.core.step import told
from napwidgets.systems.tactical.ground.context import Context, Log, say
from napwidgets.systems.tactical.ground.remembered import Sights, Told

#: A command of which nothing is known but that it stands there.
_SILENT = Command(UNKNOWN)
_SEALED = Pending((UNKNOWN,), -1, 0, 0, 0)


def redact(x: Context, s: State, side: int | None, units: tuple[Unit, ...]) -> State:
    """The state as a side knows it, with the units as it sees them; None is a spectator who knows what both sides
    know.
    """
    commands = x.setting.commands
    _, _, told_commands, _, hqs, _, leaders = _told(x, s, side)
    return replace(
        s,
        units=units,
        commands=told_commands,
        marches=s.marches and tuple(k for k in s.marches if commands[k.command].side == side),
        captured=s.captured and tuple(Aide(a.side, a.hex, -1, _SEALED) for a in s.captured),
        aides=s.aides and tuple(a if a.side == side else Aide(a.side, a.hex, -1, _SEALED) for a in s.aides),
        hqs=hqs,
        dummies=_marked(x, s, side) if x.options.order_markers else s.dummies,
        leaders=leaders,
        agenda=told(x, s, side),
    )


def _told(x: Context, s: State, side: int | None) -> Told:
    """What a seat is told of commands, headquarters and leaders: as before, but for what has changed since. What comes
    out equal stays the very same, so that what rests on it holds on.
    """
    before = x.told.get(side)
    if before is None:
        before = (), -1, (), (), (), (), ()
    commands, turn, told_commands, hqs, told_hqs, leaders, told_leaders = before
    if commands is s.commands and hqs is s.hqs and leaders is s.leaders and turn == s.turn:
        return before
    if commands is not s.commands or turn != s.turn:
        told_commands = same_or(told_commands, _commands(x, s, side))
    if hqs is not s.hqs:
        told_hqs = same_or(told_hqs, _hqs(x, s, side))
    if leaders is not s.leaders:
        told_leaders = same_or(told_leaders, _leaders(x, s, side))
    found = x.told[side] = s.commands, s.turn, told_commands, s.hqs, told_hqs, s.leaders, told_leaders
    return found


def _commands(x: Context, s: State, side: int | None) -> tuple[Command, ...]:
    infos = x.setting.commands
    return tuple([k if infos[c].side == side else _silent(x, s, c) for c, k in enumerate(s.commands)])


def _hqs(x: Context, s: State, side: int | None) -> tuple[Hq, ...]:
    sides = x.setting.hq_side
    return tuple(
        [
            h if sides[q] == side or (not h.order and h.target == OFF) else replace(h, order="", target=OFF)
            for q, h in enumerate(s.hqs)
        ]
    )


def _leaders(x: Context, s: State, side: int | None) -> tuple[Leader, ...]:
    sides = x.setting.leader_side
    return tuple([i if sides[n] == side or not i.gave else replace(i, gave=0) for n, i in enumerate(s.leaders)])


def flags(x: Context, s: State, side: int) -> tuple[tuple[int, str], ...]:
    """The flags of a side on the map, with what lies beneath each (25.7.2, 25.7.3): targets of orders in force and of
    those that follow them, and dummies. In the enemy's view they are all alike.
    """
    found: dict[int, list[str]] = {}
    if not x.options.order_markers:
        return ()
    for c, info in enumerate(x.setting.commands):
        if info.side == side:
            for order in (s.commands[c].order, *s.commands[c].queue):
                if order.target >= 0:
                    found.setdefault(order.target, []).append(info.name)
    for owner, h in s.dummies:
        if owner == side:
            found.setdefault(h, []).append("dummy")
    return tuple((h, ", ".join(dict.fromkeys(words))) for h, words in sorted(found.items()))


def _marked(x: Context, s: State, side: int | None) -> tuple[tuple[int, int], ...]:
    """Dummies as a side knows them: its own, and every flag of the enemy, for he does not say which is one (25.7.6)."""
    own = tuple(d for d in s.dummies if d[0] == side)
    return (*own, *((foe, h) for foe in range(len(x.setting.sides)) if foe != side for h, _ in flags(x, s, foe)))


def _silent(x: Context, s: State, c: int) -> Command:
    """What the enemy knows of a command: which chit moves it shows on the table (20.13), and a Bad Move that he
    ordered himself is no secret while it lasts (20.11).
    """
    command = s.commands[c]
    if command.loose == s.turn:
        return replace(
            _SILENT, active=command.active, attached=command.attached, order=command.order, loose=command.loose
        )
    return _unheard(command.active, command.attached)


@cache
def _unheard(active: bool, attached: int) -> Command:
    return replace(_SILENT, active=active, attached=attached)


def veil(x: Context, s: State, side: int) -> tuple[Unit, ...]:
    """The units as a side sees them: of an enemy stack out of sight only the top counter shows (5.3).

    A stack is seen from a hex with a friendly unit or leader that has extended LOS to it or touches it. Whether a
    stronghold holds one unit or two changes its terrain (10), so everybody knows.
    """
    away: tuple[int, ...] = s.agenda[-1].away() if s.agenda else ()
    sky, hides, known = x.weather(s), (away, *x.rules.hides(s)), x.veiled.get(side)
    if known is None:
        unseen, found = _out_of_sight(x, s, side), s.units
    else:
        units, leaders, hid, then, unseen, found = known
        if units is s.units and leaders is s.leaders and hid == hides and then == sky:
            return found
        before, unseen = unseen, _out_of_sight(x, s, side)
        if units is s.units and unseen == before and hid[0] == away:
            x.veiled[side] = units, s.leaders, hides, sky, unseen, found
            return found
    found = same_or(found, _veiled(x, s, unseen, away) if unseen else s.units)
    x.veiled[side] = s.units, s.leaders, hides, sky, unseen, found
    return found


def _out_of_sight(x: Context, s: State, side: int) -> frozenset[int]:
    """The hexes with stacks of the enemy of which a side sees no more than the top counter."""
    layout = x.ground.layout(s)
    owners, foe = layout.side, 1 - side
    stacks = [h for h in layout.full if owners[h] == foe]
    if not stacks:
        return frozenset()
    eyes, stronghold, sky, known = _eyes(x, s, side), x.setting.stronghold, x.weather(s), x.sights.get(side)
    if known is None or known.eyes != eyes or known.sky != sky:
        # As long as nobody of them comes or goes they see what they saw.
        known = x.sights[side] = Sights(eyes, sky, {})
    found = known.found
    for h in stacks:
        if h not in found:
            found[h] = stronghold[h] or x.in_sight(s, eyes, h)
    return frozenset([h for h in stacks if not found[h]])


def _veiled(x: Context, s: State, unseen: frozenset[int], away: tuple[int, ...]) -> tuple[Unit, ...]:
    at, units = x.ground.layout(s).at, list(s.units)
    for h in unseen:
        left = [u for u in at[h] if u not in away] or at[h]
        top = next((u for u in left if not x.infos[u].gun), left[0])
        for u in at[h]:
            if u != top and u not in away:
                units[u] = x.unseen_units[u]
    return tuple(units)


def looking(x: Context, s: State, side: int) -> Callable[[int], bool]:
    """Whether a side sees all that stands in a hex (5.3, 10)."""
    eyes = _eyes(x, s, side)
    return lambda h: bool(x.setting.stronghold[h]) or x.in_sight(s, eyes, h)


def _eyes(x: Context, s: State, side: int) -> frozenset[int]:
    """From where a side looks out."""
    layout = x.ground.layout(s)
    stands, leaders = layout.held[side].stands, s.leaders
    return (stands & layout.at.keys() if layout.covered else stands).union(
        [leaders[n].hex for n in x.setting.leaders_of[side] if leaders[n].hex >= 0]
    )


def covered(x: Context, s: State, side: int) -> set[int]:
    """The units of a side that the enemy doesn't see."""
    under = x.ground.layout(s).covered
    seen = veil(x, s, 1 - side)
    return {u for u in x.setting.of_side[side] if seen[u].hex == UNSEEN or s.units[u].hex in under}


def buried(x: Context, s: State, side: int) -> set[int]:
    """The units of a side below the top counter of a stack that the enemy can't look into (5.3); nobody where covers
    take the place of top counters (MoP 37.6).
    """
    if x.rules.covers is not uncovered:
        return set()
    seen = veil(x, s, 1 - side)
    return {u for u in x.setting.of_side[side] if seen[u].hex == UNSEEN} if seen is not s.units else set()


def lurks(x: Context, s: State, side: int, reach: int) -> bool:
    """Whether units of a side that the enemy doesn't see stand so near to one of his stacks: what they can't do is
    asked like what they can, for else the silence would tell of which arm they are (5.3, MoP 37.6). So is what those
    can't do whose division has orders of its own and stands in part out of his sight, near them or not (20.13).
    """
    layout, hidden = x.ground.layout(s), covered(x, s, side)
    foes = [h for h in layout.at if layout.side[h] == 1 - side]
    stands = {h for u in hidden if (h := s.units[u].hex) >= 0}
    if stands:
        stands.update([s.units[u].hex for u in x.acting(s) if s.units[u].hex >= 0 and _torn(x, s, u, hidden)])
    return any(x.board.distances[h][foe] <= reach for h in stands for foe in foes)


def _torn(x: Context, s: State, u: int, hidden: set[int]) -> bool:
    """Whether a unit belongs to a division with orders of its own of which some are ``hidden``."""
    c = x.command_of(s, u)
    return c >= x.setting.formations and not hidden.isdisjoint(x.setting.commands[c].units)


def tell_recovered(x: Context, s: State, side: int, units: Sequence[int], words: str, log: Log, cite: str) -> None:
    """Say which of some units lose their disruption: of those out of the enemy's sight only to their side (5.3)."""
    hidden, seat = covered(x, s, side), (x.setting.seat(side),)
    for under, to in ((False, ()), (True, seat)):
        shaken = [u for u in units if (u in hidden) == under and s.units[u].disrupted]
        if shaken:
            say(log, "recovered", words.format(x.they(shaken, "are")), cite, to=to, units=shaken, dieless=True)
