"""Q, I.2.c. Falling back: where a force goes that may not stay, and what becomes of it if it can't.

Readings 46, 48 and 49 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from msgspec.structs import replace

from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.forces import Count, spelled
from napwidgets.systems.wap.ground import OPEN, layout, strength
from napwidgets.systems.wap.land.losses import are, captor, halves, imprison, listed, lose, send_off
from napwidgets.systems.wap.land.supply import sources, supplied
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import Army, State
from napwidgets.systems.wap.states.homes import GUARDS, stays_home


def way_out(x: Context, s: State, hex: int, faction: int, avoid: Container[int] = ()) -> int:
    """The neighbouring hex that a force falls back to (Q, reading 48), -1 if there is none.

    It is open ground without enemies: a supplied hex before others, then the one nearest to a city that supplies the
    faction.
    """
    now = layout(x, s)
    ways = [n for n, _ in x.setting.steps[hex] if n not in now.foes[faction] and now.land[n] == OPEN and n not in avoid]
    if len(ways) < 2:
        return ways[0] if ways else -1
    safe, cities = supplied(x, s, faction), sources(x, s, faction)
    distance = x.board.distance

    def far(n: int) -> tuple[bool, int, int]:
        return n not in safe, min((distance(n, city) for city in cities), default=0), n

    return min(ways, key=far)


def fall_back(
    x: Context, s: State, chosen: Sequence[int], leaders: Iterable[int], to: int, log: Log, *cites: str
) -> State:
    """Armies and leaders go to a hex; those who may not leave their state disperse into its force pool (reading 46)."""
    armies, going = list(s.armies), set(chosen)
    for i in chosen:
        army = armies[i]
        home = x.setting.owner[to] == army.nation
        stays: Count = tuple(
            n if kind in GUARDS and not home and stays_home(x, s, kind) else 0 for kind, n in enumerate(army.count)
        )
        if any(stays):
            text = f"{spelled(stays)} of {NATIONS[army.nation]} disperse rather than leave their country."
            say(log, "dispersed", text, "D.4", hexes=(army.hex,), lost=sum(stays))
            s = lose(x, s, {i: stays})
            return fall_back(x, s, _found_again(s, [a for k, a in enumerate(armies) if k in going]), leaders, to, log)
        armies[i] = replace(army, hex=to, moved=True, inside=False)
    s = x.with_armies(s, armies)
    for i in leaders:
        s = s.leader(i, place=to, inside=False, moved=True)
    return s


def _found_again(s: State, before: list[Army]) -> list[int]:
    """The numbers of armies whose strength has changed since."""
    keys = {(a.hex, a.nation, a.inside, a.moved, a.under) for a in before}
    return [i for i, a in enumerate(s.armies) if (a.hex, a.nation, a.inside, a.moved, a.under) in keys]


def surrender(
    x: Context, s: State, hex: int, chosen: Sequence[int], leaders: Iterable[int], victors: Sequence[int], log: Log
) -> State:
    """A force without a way out: half of it is lost, the rest are prisoners (Q, reading 49)."""
    if not chosen:
        return s
    faction = layout(x, s).side[chosen[0]]
    foe = captor(x, s, victors, x.enemies(faction))
    before = [s.armies[i] for i in chosen]
    lost = halves(s, chosen)
    text = f"No way out of {x.board.title(hex)}: {listed(s, lost)} {are(lost)} lost"
    s = lose(x, s, lost)
    rest = _found_again(s, before)
    text += f", {strength(s, rest)} strength points become prisoners of {NATIONS[foe]}." if rest else "."
    say(
        log,
        "surrender",
        text,
        "base rules Q",
        "G.3.a",
        hexes=(hex,),
        lost=sum(map(sum, lost.values())),
        taken=strength(s, rest),
    )
    s = imprison(x, s, rest, foe)
    for i in leaders:
        s = send_off(x, s, i, log)
    return s
