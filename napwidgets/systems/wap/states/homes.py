"""D.4, E.1.c, K.4.d. Who stays at home: neutrals, the home guard, and allies of France without a player.

Readings 45, 46 and 124 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import SHORT, Count, L, M, P
from napwidgets.systems.wap.ground import layout
from napwidgets.systems.wap.setting import FRANCE, NATIONS
from napwidgets.systems.wap.state import FRENCH, NEUTRAL, State

#: Kinds that may have to stay at home (reading 46).
GUARDS = (L, M, P)


def confined(x: Context, s: State, nation: int) -> bool:
    """Whether a state is a French ally without a player, whose troops stay at home (K.4.d)."""
    if not x.options.expeditionary or s.segment != FRENCH:
        return False
    major = x.major_of(s, nation)
    return major not in (-1, FRANCE) and major not in x.setting.seat_of_major


def invaded_at_home(x: Context, s: State, nation: int) -> bool:
    """Whether enemies of the active faction stand in the land of a state's major (K.4.d)."""
    major = x.major_of(s, nation)
    return any(x.setting.owner[h] == major for h in layout(x, s).war[s.segment])


def tied(x: Context, s: State) -> tuple[bool, ...]:
    """For each state whether its troops have to stay at home and no enemy is there (K.4.d)."""
    now = layout(x, s)
    found = now.tied.get(s.segment)
    if found is None:
        nations = range(len(NATIONS))
        made = tuple(confined(x, s, nation) and not invaded_at_home(x, s, nation) for nation in nations)
        found = now.tied[s.segment] = made
    return found


def stays_home(x: Context, s: State, kind: int) -> bool:
    """Whether a kind may not leave its own state this year (reading 46).

    Landwehr, militia and partisans have a year from which they may, or none.
    """
    if kind not in GUARDS:
        return False
    year = x.tables.all["home-guard"].number(SHORT[kind])
    return not year or x.setting.month(s.turn)[0] < year


def homes_of(
    x: Context, s: State, leaders: Iterable[int], take: Sequence[tuple[int, Count]], lent: Container[int] = ()
) -> frozenset[int] | None:
    """The states whose land a force may not leave; None if it may go anywhere (E.1.c, K.4.d, readings 45 and 46).
    Of the states in ``lent`` it has none but the corps that they sent, and who leads it.
    """
    homes: frozenset[int] | None = None
    nations = [*(nation for nation, _ in take), *(x.setting.leader_nation[i] for i in leaders)]
    for nation in nations:
        if s.segment == NEUTRAL:
            major = x.major_of(s, nation)
            homes = _both(homes, frozenset(n for n in range(len(NATIONS)) if n == nation or x.major_of(s, n) == major))
        elif nation not in lent and confined(x, s, nation) and invaded_at_home(x, s, nation):
            homes = _both(homes, frozenset((x.major_of(s, nation),)))
    for nation, count in take:
        if any(count[kind] and stays_home(x, s, kind) for kind in GUARDS):
            homes = _both(homes, frozenset((nation,)))
    return homes


def _both(a: frozenset[int] | None, b: frozenset[int]) -> frozenset[int]:
    return b if a is None else a & b
