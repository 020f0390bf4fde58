"""G, O, R. What is lost: strength points to the force pools or to captivity, leaders hit or cut off.

Readings 12, 35, 36 and 37 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution
from napwidgets.systems.wap.context import Context, Log, names, say
from napwidgets.systems.wap.forces import LOSS_ORDER, MOUNTED, NONE, Count, minus, of, plus, spelled
from napwidgets.systems.wap.ground import largest, layout
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import DEAD, NEUTRAL, OFF, WOUNDED, Army, State
from napwidgets.systems.wap.states.politics import HEADS, capture, to_pool

#: What each of some armies loses, by its number.
Losses = dict[int, Count]


def in_order(armies: Sequence[Army]) -> list[tuple[int, int]]:
    """The strength points of some armies in the order in which they are lost: place in the list, and kind.

    By kinds as in `LOSS_ORDER`; of one kind from the army that has most of it left, the last of equals (reading 35).

    >>> in_order([Army(0, 0, (1, 1, 0, 0, 0, 0, 0, 0)), Army(0, 6, (2, 0, 0, 0, 0, 0, 0, 0))])
    [(1, 0), (1, 0), (0, 0), (0, 1)]
    """
    found = []
    for kind in LOSS_ORDER:
        left = [army.count[kind] for army in armies]
        for _ in range(sum(left)):
            at = max(range(len(left)), key=lambda i: (left[i], i))
            left[at] -= 1
            found.append((at, kind))
    return found


def shares(s: State, chosen: Sequence[int], points: int) -> Losses:
    """What each of the ``chosen`` armies loses of so many strength points."""
    found: Losses = {}
    for at, kind in in_order([s.armies[i] for i in chosen])[:points]:
        found[chosen[at]] = plus(found.get(chosen[at], NONE), of(kind))
    return found


def halves(s: State, chosen: Sequence[int]) -> Losses:
    """What the armies lose when half of them, rounded up, is lost."""
    whole = sum(sum(s.armies[i].count) for i in chosen)
    return shares(s, chosen, (whole + 1) // 2)


def lose(x: Context, s: State, losses: Losses) -> State:
    """Strength points go from armies to the force pools of their states."""
    armies = list(s.armies)
    for i, count in losses.items():
        army = armies[i]
        armies[i] = replace(army, count=minus(army.count, count))
        s = to_pool(s, army.nation, count, under=army.under)
    return x.with_armies(s, armies)


def imprison(x: Context, s: State, chosen: Iterable[int], captor: int) -> State:
    """Whole armies become prisoners of a state (G.3.a)."""
    gone = set(chosen)
    for i in sorted(gone):
        army = s.armies[i]
        s = capture(s, captor, army.nation, army.count, under=army.under)
    return x.with_armies(s, [army for i, army in enumerate(s.armies) if i not in gone])


def captor(x: Context, s: State, chosen: Iterable[int], faction: int) -> int:
    """The state that takes the prisoners: the major of the largest of some armies, or the head of the faction
    (reading 36).
    """
    army = largest(s, chosen)
    major = x.major_of(s, army.serves) if army else -1
    return major if major >= 0 else HEADS.get(faction, -1)


def are(losses: Losses) -> str:
    """The verb that goes with losses in words."""
    return "is" if sum(map(sum, losses.values())) == 1 else "are"


def listed(s: State, losses: Losses) -> str:
    """Losses in words, state by state.

    What stands first is what the state with the lowest number loses.
    """
    by_state: dict[int, Count] = {}
    for i, count in losses.items():
        nation = s.armies[i].nation
        by_state[nation] = plus(by_state.get(nation, NONE), count)
    return names(f"{spelled(count)} of {NATIONS[nation]}" for nation, count in sorted(by_state.items()))


def mounted(kind: int) -> int:
    """1 for cavalry of every kind."""
    return int(kind in MOUNTED)


# Leaders (R)


def under_fire(x: Context, s: State, leaders: Iterable[int], dice: Dice, log: Log) -> State:
    """After a combat two dice are thrown for each named leader in it (R): hit, he is killed, or wounded for as many
    months as a second die shows.
    """
    for i in leaders:
        row = x.setting.leaders[i]
        if i == x.setting.nelson or not x.setting.named[i]:
            continue
        months = _wound(x, i, dice)
        if not months:
            continue
        place = s.leaders[i].place
        if months <= x.tables.casualty["killed up to"]:
            say(log, "killed", f"{row.called} is killed.", "base rules R", hexes=(place,), leader=i)
            s = s.leader(i, place=DEAD, inside=False, moved=False, back=0)
            if i == x.setting.napoleon:
                s = replace(s, napoleon=s.turn)
            continue
        text = f"{row.called} is wounded and out for {months} months."
        say(log, "wounded", text, "base rules R", hexes=(place,), leader=i)
        s = s.leader(i, place=WOUNDED, inside=False, moved=False, back=s.turn + months)
    return s


def _wound(x: Context, i: int, dice: Dice) -> int:
    """The months that a leader who was in a combat is out for, by what killed him if they are few; 0 unhurt (R)."""
    name = x.setting.leaders[i].called
    return dice.roll(f"{name} is hit") if dice.roll(f"{name} under fire", 2) >= x.tables.casualty["hit from"] else 0


def danger_odds(x: Context, i: int) -> tuple[Fraction, Fraction]:
    """The exact chances that a named leader is killed and that he is wounded in each combat (R)."""
    found, most = distribution(lambda dice: _wound(x, i, dice)), x.tables.casualty["killed up to"]
    return found.chance(lambda months: 0 < months <= most), found.chance(lambda months: months > most)


def cut_off(x: Context, s: State, hex: int, log: Log) -> State:
    """Leaders without troops in a hex that an enemy holds get away to the nearest city of their side (reading 37);
    Nelson stays with his ships (F.8.g).
    """
    now = layout(x, s)
    for i, leader in enumerate(s.leaders):
        if leader.place != hex or i == x.setting.nelson:
            continue
        side = x.leader_faction(s, i)
        if side == NEUTRAL or hex not in now.war[side]:
            continue
        if not any(now.side[a] == side and (s.armies[a].inside or not leader.inside) for a in now.at[hex]):
            s = send_off(x, s, i, log)
    return s


def send_off(x: Context, s: State, i: int, log: Log) -> State:
    """A leader gets away from his hex to the nearest city of his side, or off the map if it has none (reading 37)."""
    hex = s.leaders[i].place
    to = refuge_of_leader(x, s, hex, x.leader_faction(s, i))
    where = f"gets away to {x.board.title(to)}" if to >= 0 else "leaves the map"
    text = f"{x.setting.leaders[i].called} {where}."
    say(log, "leader-away", text, "base rules R", hexes=(hex, to) if to >= 0 else (hex,), leader=i)
    return s.leader(i, place=to if to >= 0 else OFF, inside=False, moved=to >= 0)


def refuge_of_leader(x: Context, s: State, hex: int, faction: int) -> int:
    """The nearest city of a faction without an enemy before it, -1 if it has none."""
    foes = layout(x, s).war[faction]
    held = [
        h for c, h in enumerate(x.setting.city_hex) if h != hex and h not in foes and x.city_faction(s, c) == faction
    ]
    return min(held, key=lambda h: (x.board.distance(hex, h), h), default=-1)
