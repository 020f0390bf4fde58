"""37.13. Victory points and who wins by them; leaders taken, units that leave the map.

Readings 11 and 12 of docs/rules/mop.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.system import End
from napwidgets.systems.mop import cards
from napwidgets.systems.mop.bound import scenario, tables
from napwidgets.systems.mop.card_effects import rescued, unlocked
from napwidgets.systems.mop.front import NAPOLEON
from napwidgets.systems.mop.scenario import ScenarioData
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.supply import unsupplied
from napwidgets.systems.mop.tables import Tables
from napwidgets.systems.mop.telling import say
from napwidgets.systems.mop.trains import met as troves
from napwidgets.systems.mop.trains import side_of
from napwidgets.systems.tactical.core.state import EXITED, LOST, Unit
from napwidgets.systems.tactical.ground.context import Context, Log, counted
from napwidgets.systems.tactical.ground.setting import Setting
from napwidgets.systems.tactical.recovering import victory as shared
from napwidgets.systems.tactical.recovering.victory import count

#: The ends that the module adds to a scenario's own.
CAPTURED, ALL_BROKEN = "captured", "all-broken"


def strength_lost(x: Context, s: State, side: int) -> int:
    """Strength points that a side has lost in this battle: of units eliminated or driven off the map, and of the steps
    that others have lost.
    """
    total, begun = 0, s.brought.steps
    for u in x.setting.of_side[side]:
        unit, info = s.units[u], x.infos[u]
        first = begun[u] if begun else info.steps - 2 + info.data.steps
        left = 0 if driven_off(unit) else unit.steps
        total += max(0, info.sp(first) - info.sp(left))
    return total


def driven_off(unit: Unit) -> bool:
    """Whether a unit has left the map in a retreat, which eliminates it (NLC 6); who marches off has no such turn."""
    return unit.hex == LOST and unit.since > 0


def corps_broken(x: Context, s: State, side: int) -> list[int]:
    """The formations of a side whose losses have demoralized them (NLC 22); who is only worn out is not meant."""
    lost = x.losses(s)[0]
    corps = list(enumerate(x.setting.commands[: x.setting.formations]))
    return [f for f, info in corps if info.side == side and info.limit is not None and lost[f] >= info.limit]


def holds(x: Context, s: State, side: int, h: int) -> bool:
    """Whether a place counts for the side that was the last one there: one of those who stand there is in supply or in
    command range, or was as they came where nobody stands now (37.13).
    """
    here = x.ground.layout(s).at.get(h, ())
    return _backed(x, s, side, here) if here else h not in s.hollow


def _backed(x: Context, s: State, side: int, here: Sequence[int]) -> bool:
    """Whether one of the units of a hex is in supply or in command range."""
    if any(x.in_command(s, u) for u in here):
        return True
    hungry = set(unsupplied(x, s, side))
    return any(u not in hungry for u in here)


@lru_cache(maxsize=32)
def counting(setting: Setting) -> frozenset[int]:
    """The places that count for somebody: supply sources, and those of the scenario (37.13)."""
    data = setting.scenario
    assert isinstance(data, ScenarioData)
    names = {name for side in data.sides for name in side.sources}
    return frozenset(setting.board.number(name) for name in names.union(*(rule.hexes for rule in data.points)))


def come_through(x: Context, s: State, h: int, side: int, log: Log) -> State:
    """Units of ``side`` have entered ``h``: it is noted whether they hold it when they go on (37.13)."""
    here = x.ground.layout(s).at.get(h, ())
    if h not in counting(x.setting) or not here or x.infos[here[0]].side != side:
        return s
    hollow = {*s.hollow} - {h} if _backed(x, s, side, here) else {*s.hollow, h}
    return replace(s, hollow=tuple(sorted(hollow))) if hollow != {*s.hollow} else s


def met(x: Context, s: State) -> list[int]:
    """Where it matters that units come through: by baggage and the like, and by places that count."""
    return [*troves(s), *counting(x.setting)]


def sources_held(x: Context, s: State, side: int) -> int:
    """How many supply sources of the enemy a side holds (37.13)."""
    theirs = [x.board.number(name) for name in scenario(x).sides[1 - side].sources]
    return sum(1 for h in theirs if s.control[h] == side + 1 and holds(x, s, side, h))


class Account(Struct, frozen=True):
    """Some victory points: whose, how many, for what, and the paragraph."""

    side: int
    points: int
    what: str
    cite: str


def accounts(x: Context, s: State) -> tuple[Account, ...]:
    """Where the victory points of both sides come from now: by 37.13, then by the scenario's own places."""
    limits, lost = x.tables.limits, [strength_lost(x, s, side) for side in (0, 1)]
    found = []
    for side in (0, 1):
        foe = 1 - side
        ahead = max(0, lost[foe] - lost[side])
        corps = [f for f in corps_broken(x, s, foe) if f not in s.brought.broken]
        taken = [t for t, train in enumerate(s.trains) if train.taken == side]
        sources = sources_held(x, s, side)
        names = ", ".join(x.setting.commands[f].name for f in corps)
        caught = [i for i in s.prisoners if x.setting.leader_side[i] == foe]
        who = ", ".join(x.setting.leaders[i].name for i in caught)
        fewer = ahead // limits["losses a point"]
        for points, what in (
            (fewer, f"{ahead} SP fewer lost than the enemy"),
            (min(fewer, got_home(x, s, side)), "units that got home in the general retreat"),
            (baggage_home(x, s, side), "baggage that got home in the general retreat"),
            (cards.points(s, side), "cards played"),
            (limits["corps points"] * len(corps), f"demoralized: {names}"),
            (limits["train points"] * len(taken), f"baggage taken: {counted(len(taken), 'train')}"),
            (limits["source points"] * sources, f"enemy supply sources held: {sources}"),
            (sum(x.setting.leaders[i].rating for i in caught), f"taken prisoner: {who}"),
        ):
            found.append(Account(side, points, what, "MoP 37.13"))
    for rule in scenario(x).points:
        held = rule.points * count(x, s, rule, lambda owner, h: holds(x, s, owner, h))
        found.append(Account(x.setting.sides.index(rule.side), held, rule.name or rule.kind, "MoP 37.13"))
    return tuple(account for account in found if account.points)


def points(x: Context, s: State) -> tuple[tuple[str, int], ...]:
    """Victory points of each side now (37.13), with those of the scenario's own places."""
    found = accounts(x, s)
    sides = enumerate(x.setting.sides)
    return tuple((name, sum(a.points for a in found if a.side == side)) for side, name in sides)


def got_home(x: Context, s: State, side: int) -> int:
    """Points of a side that has played General Retreat for units that left the map (37.13)."""
    if not unlocked(s, side):
        return 0
    return sum(s.units[u].hex == EXITED for u in x.setting.of_side[side]) // cards.figure(x, "units a point")


def baggage_home(x: Context, s: State, side: int) -> int:
    """Points of a side that has played General Retreat for its baggage: once all that was left of it is off the map by
    a source (37.13).
    """
    mine = [train.hex for t, train in enumerate(s.trains) if side_of(x, t) == side]
    home = unlocked(s, side) and EXITED in mine and all(h < 0 for h in mine)
    return tables(x).figures["baggage home"] if home else 0


def leads(x: Context, s: State, score: Sequence[tuple[str, int]]) -> str | None:
    """Who wins by points: nobody within a tenth of the better score (37.13)."""
    (best, most), (_, less) = sorted(score, key=lambda p: -p[1])
    close = (most - less) * 100 <= most * x.tables.limits["draw percent"]
    return None if close else best


def level(used: Tables, score: Sequence[tuple[str, int]]) -> str:
    """The level of victory of a score (37.13): nothing for a draw."""
    most, less = sorted((max(0, points) for _, points in score), reverse=True)
    ahead = (most - less) * 100
    if ahead <= most * used.limits["draw percent"]:
        return ""
    named = (("marginal percent", "marginal"), ("substantial percent", "substantial"))
    return next((word for key, word in named if ahead <= most * used.figures[key]), "decisive")


def captured(x: Context, s: State, i: int, log: Log) -> State:
    """An overall commander who is ridden down alone and lost is the enemy's prisoner (37.13)."""
    if x.setting.leaders[i].role != "overall":
        return s
    if (saved := rescued(x, s, i, log)) is not None:
        return saved
    say(log, "captured", f"{x.setting.leaders[i].name} is taken prisoner.", "37.13")
    return replace(s, prisoners=(*s.prisoners, i))


def napoleon_taken(x: Context, s: State, log: Log) -> State:
    """Whoever takes Napoleon has won (37.13)."""
    for i in s.prisoners:
        if s.ended is None and x.setting.leaders[i].id == NAPOLEON:
            winner = x.setting.sides[1 - x.setting.leader_side[i]]
            s = _end(x, s, End(CAPTURED, winner, points(x, s)), log)
    return s


def all_broken(x: Context, s: State, log: Log) -> State:
    """A side all of whose corps are demoralized has lost (37.13); of two in one instant the one that does not act
    breaks first (NLC 11).
    """
    acting = x.setting.commands[s.active[0]].side if s.active else 0
    for side in sorted((0, 1), key=lambda n: n == acting):
        corps = [f for f in range(x.setting.formations) if x.setting.commands[f].side == side]
        if s.ended is None and len(corps_broken(x, s, side)) == len(corps):
            s = _end(x, s, End(ALL_BROKEN, x.setting.sides[1 - side], points(x, s)), log)
    return s


def _end(x: Context, s: State, ended: End, log: Log) -> State:
    say(log, "ended", told(x, ended)[1], "37.13")
    return replace(s, ended=ended, agenda=())


def told(x: Context, ended: End) -> tuple[str, str]:
    """An end in words: a title, and a sentence or two."""
    if ended.ending == CAPTURED:
        return "Napoleon is taken", "With Napoleon a prisoner there is nothing left to fight for."
    if ended.ending == ALL_BROKEN:
        beaten = next(side.name for side in x.setting.scenario.sides if side.id != ended.winner)
        return f"The {beaten} army is broken", f"No corps of the {beaten} side can fight on."
    return shared.told(x, ended)


def by_the_road(x: Context, s: State, units: Sequence[int], h: int) -> bool:
    """Whether units leave the map where they stand: a supply source of theirs that they were told to march to
    (37.13.1).
    """
    side = scenario(x).sides[x.infos[units[0]].side]
    home = any(x.board.number(name) == h for name in side.sources)
    return home and all(x.order(s, u) == "march" and s.commands[x.command_of(s, u)].order.target == h for u in units)


def strays(x: Context, s: State, units: Sequence[int]) -> list[int]:
    """Units that leave the map out of supply: they count as lost for the demoralization of their corps (37.13.1)."""
    hungry = set(unsupplied(x, s, x.infos[units[0]].side))
    return [u for u in units if u in hungry]
