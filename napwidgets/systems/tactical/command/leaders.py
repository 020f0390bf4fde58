"""19. Leaders and HQs: displacement, loss, replacement.

Readings 55 and 57 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from fractions import Fraction

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution
from napwidgets.systems.tactical.command.aides import catch
from napwidgets.systems.tactical.core.state import DEAD, OFF, Leader, State
from napwidgets.systems.tactical.core.step import Step
from napwidgets.systems.tactical.ground.context import Context, Log, say


def nearest_friend(x: Context, s: State, h: int, side: int, formation_of: int | None = None) -> int:
    """The nearest hex with a friendly unit, own formation first at the same distance; OFF if there is none."""
    row = x.board.distances[h]
    layout = x.ground.layout(s)
    best: tuple[int, int, int] | None = None
    for place, units in layout.at.items():
        if layout.side[place] != side or place == h:
            continue
        own = formation_of is not None and any(
            x.setting.commands[x.infos[u].formation].leader == formation_of for u in units
        )
        key = (row[place], 0 if own else 1, place)
        if best is None or key < best:
            best = key
    return OFF if best is None else best[2]


def alone(x: Context, s: State, side: int) -> set[int]:
    """The hexes in which leaders, headquarters and aides of a side stand, and what else is met where units come
    (`overrun_hex`).
    """
    if x.rules.entered and x.rules.met is None:
        return set(range(x.board.size))
    found = {s.leaders[i].hex for i in x.setting.leaders_of[side]}
    found.update([hq.hex for hq in s.hqs], [aide.hex for aide in s.aides], x.rules.met(x, s) if x.rules.met else ())
    return found


def overrun_hex(x: Context, s: State, h: int, side: int, log: Log) -> State:
    """Units of ``side`` have entered ``h``: enemy leaders alone there are displaced (19.1), an HQ is destroyed
    (19.4).
    """
    foe = 1 - side
    gone = x.leaders_at(s, h, foe)
    for i in gone:
        to = nearest_friend(x, s, h, foe, i)
        name = x.setting.leaders[i].name
        s = s.leader(i, hex=to)
        told = f"{name} rides off to {x.place(to)}." if to >= 0 else f"{name} leaves the map."
        say(log, "displaced", told, "19.1", hexes=(h, to) if to >= 0 else (h,))
        s = reserve_fails(x, s, i, log)
    for q, hq in enumerate(s.hqs):
        if hq.hex == h and x.setting.hq_side[q] == foe:
            s = s.hq(q, hex=DEAD, overrun=s.turn, lost=hq.lost + 1, order="", target=OFF)
            say(log, "hq-lost", f"{x.setting.hqs[q].name} is overrun.", "19.4", hexes=(h,))
    s = catch(x, s, h, side, log)
    for rule in x.rules.entered:
        s = rule(x, s, h, side, log)
    return s.push(LeadersDisplaced(tuple(gone))) if gone else s


class LeadersDisplaced(Step, frozen=True, tag="leaders-displaced"):
    """Leaders who were ridden down alone are tested like those under fire (19.2)."""

    leaders: tuple[int, ...]

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        for i in self.leaders:
            s = test_leader(x, s, i, dice, log)
            for rule in x.rules.caught if s.leaders[i].back > s.turn and s.leaders[i].hex < 0 else ():
                s = rule(x, s, i, log)
        return s


def reserve_fails(x: Context, s: State, leader: int, log: Log) -> State:
    """A Reserve leader who is displaced or whose units retreat: that counts as a failed order (20.2)."""
    for c in range(x.setting.formations):
        if x.setting.commands[c].leader == leader and s.commands[c].order.kind == "reserve":
            s = s.command(c, hurt=True, retreating=True)
    return s


def test_leaders(x: Context, s: State, h: int, side: int, dice: Dice, log: Log) -> State:
    """Leaders stacked with units that took a hit: 2 or 3 on two dice removes them (19.2)."""
    for i in x.leaders_at(s, h, side):
        s = test_leader(x, s, i, dice, log)
    return s


def test_leader(x: Context, s: State, i: int, dice: Dice, log: Log) -> State:
    """Two dice for a leader in danger (19.2)."""
    name, h = x.setting.leaders[i].name, s.leaders[i].hex
    here = (h,) if h >= 0 else ()
    roll, limit = _danger(x, i, dice)
    if roll > limit:
        say(log, "leader-safe", f"{name} is under fire and unhurt ({roll}).", "19.2", hexes=here)
        return s
    say(log, "leader-lost", f"{name} is hit ({roll}); a replacement takes over next turn.", "19.2", hexes=here)
    return s.leader(i, hex=OFF, replaced=True, back=s.turn + 1)


def _danger(x: Context, i: int, dice: Dice) -> tuple[int, int]:
    """The dice for a leader in danger, and up to what they hit him (19.2)."""
    return dice.roll(f"{x.setting.leaders[i].name} under fire", 2), x.tables.limits["leader loss up to"]


def danger_odds(x: Context, i: int) -> Fraction:
    """The exact chance that a leader is hit each time when troops with him are (19.2)."""
    return distribution(lambda dice: _danger(x, i, dice)).chance(lambda found: found[0] <= found[1])


def bring_back_leaders(x: Context, s: State, log: Log) -> State:
    """Replacements take over at the start of the next turn, with the nearest units of their formation (19.2, reading
    55).
    """
    for i, leader in enumerate(s.leaders):
        if leader.hex != OFF or not leader.back or leader.back > s.turn:
            continue
        to = _post(x, s, i)
        if to < 0:
            continue
        s = s.leader(i, hex=to, back=0)
        # Where he takes over is not said of a stack under cover.
        where = () if to in x.ground.layout(s).covered else (to,)
        say(log, "leader-back", f"A replacement for {x.setting.leaders[i].name} takes over.", "19.2", hexes=where)
    return s


def _post(x: Context, s: State, leader: int) -> int:
    """Where a replacement appears: with the strongest stack of his command, else of his side."""
    mine = [c for c, info in enumerate(x.setting.commands) if leader in (info.leader, info.wing, info.overall)]
    own = [u for c in mine for u in x.setting.commands[c].units]
    for pool in (own, x.setting.of_side[x.setting.leader_side[leader]]):
        here = [u for u in pool if s.units[u].hex >= 0]
        if here:
            best = max(here, key=lambda u: (x.infos[u].sp(s.units[u].steps), -u))
            return s.units[best].hex
    return OFF


def place_hqs(x: Context, s: State, log: Log) -> State:
    """A destroyed HQ returns with any friendly unit on the first turn after nightfall (19.4)."""
    if not x.setting.night(s.turn):
        return s
    for q, hq in enumerate(s.hqs):
        if hq.hex != DEAD:
            continue
        overall = s.leaders[x.setting.hq_overall[q]].hex
        side = x.setting.hq_side[q]
        here = x.ground.layout(s).side
        to = overall if overall >= 0 and here[overall] == side else -1
        if to < 0:
            to = next((s.units[u].hex for u in x.setting.of_side[side] if s.units[u].hex >= 0), OFF)
        if to >= 0:
            s = s.hq(q, hex=to, overrun=0)
            say(log, "hq-back", f"{x.setting.hqs[q].name} is set up again.", "19.4", hexes=(to,))
    return s


def ride_cost(x: Context, leader: Leader, i: int) -> int:
    """Half MPs a leader may use this action: half of them on a turn on which he gave orders (19.1)."""
    mp = x.setting.leaders[i].mp * 2
    return (mp // 2 if leader.gave else mp) - leader.spent
