"""F.3.h, F.7.d, F.7.e, F.8, K.6, K.7. What becomes of beaten ships, of what they carry, and of Nelson.

Readings 64 to 66 and 70 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.forces import NONE, Count, minus, spelled
from napwidgets.systems.wap.sea import naval
from napwidgets.systems.wap.sea.prizes import PrizeChoice
from napwidgets.systems.wap.sea.seaways import able, blockaded
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import (
    ADRIFT,
    ATTACKED,
    ATTACKING,
    BUSY,
    DAMAGED,
    DEAD,
    DRIVEN,
    FIT,
    FRENCH,
    MOVED,
    NEUTRAL,
    OFF,
    PRISONER,
    PRIZE,
    READY,
    SAILING,
    Fleet,
    State,
    zone_of,
)
from napwidgets.systems.wap.states.politics import capture, to_pool
from napwidgets.systems.wap.step import Step


class Bound(Step, frozen=True):
    """A step of a voyage: the leaders on board of the ships under way."""

    leaders: tuple[int, ...]


def leaders_afloat(x: Context, s: State) -> list[int]:
    """The leaders on board of the ships under way, Nelson aside, who belongs to all English ships near (F.8.c)."""
    found = {i for step in s.agenda if isinstance(step, Bound) for i in step.leaders}
    return sorted(i for i in found - {x.setting.nelson} if s.leaders[i].place >= 0 or zone_of(s.leaders[i].place))


# Losing ships (F.3.h, F.7.b)


def strike(x: Context, s: State, flag: int, winner: int, taken: bool, log: Log) -> State:
    """A squadron of the beaten force is sunk or taken: of the state with the most (F.7.b)."""
    mine = [i for i, f in enumerate(s.fleets) if f.moved == flag and f.squadrons and able(f)]
    i = mine[naval.struck([s.fleets[i].squadrons for i in mine])]
    return lose_ships(x, _counted(x, s, s.fleets[i]), i, (1, 0), winner if taken else -1, log)


def _counted(x: Context, s: State, fleet: Fleet) -> State:
    """A squadron more is lost, for the debrief."""
    french = x.faction(s, fleet.nation) == FRENCH
    return replace(s, losses=(s.losses[0] + french, s.losses[1] + (not french)))


def _share(fleet: Fleet, transports: int) -> Count:
    """What goes with some transports of a fleet: an even part of the troops on board (F.3.h, reading 65)."""
    return tuple(-(-n * transports // fleet.transports) for n in fleet.aboard) if transports else NONE


def _parted(x: Context, s: State, i: int, ships: tuple[int, int]) -> tuple[State, Count]:
    """A fleet without some of its ships and without the troops on board of them."""
    fleet = s.fleets[i]
    aboard = _share(fleet, ships[1])
    left = minus(fleet.aboard, aboard)
    rest = replace(
        fleet,
        squadrons=fleet.squadrons - ships[0],
        transports=fleet.transports - ships[1],
        aboard=left,
    )
    return x.with_fleets(s, [*(f for n, f in enumerate(s.fleets) if n != i), rest]), aboard


def lose_ships(x: Context, s: State, i: int, ships: tuple[int, int], winner: int, log: Log) -> State:
    """Naval units of a fleet are sunk (``winner`` -1) or fall to the force with that flag (F.7, G.3.a, K.6.a)."""
    captor = _captor(s, winner) if winner >= 0 else -1
    return _gone(x, s, i, ships, captor, winner if x.options.prizes else -1, log)


def _gone(x: Context, s: State, i: int, ships: tuple[int, int], captor: int, flag: int, log: Log) -> State:
    """Naval units are sunk (``captor`` -1) or taken: as prizes of the force with ``flag``, or else as prisoners."""
    fleet = s.fleets[i]
    owner = fleet.taken if fleet.condition == PRIZE else fleet.nation
    s, aboard = _parted(x, s, i, ships)
    if captor < 0:
        s = to_pool(s, owner, NONE, ships)
        s = to_pool(s, fleet.troops_of, aboard, under=fleet.under) if any(aboard) else s
    else:
        if flag >= 0:
            prize = Fleet(fleet.place, captor, *ships, moved=flag, since=s.turn, condition=PRIZE, taken=owner)
            s = x.with_fleets(s, [*s.fleets, prize]).push(PrizeChoice(captor, owner, fleet.place, *ships))
        else:
            s = capture(s, captor, owner, NONE, ships)
        s = capture(s, captor, fleet.troops_of, aboard, under=fleet.under) if any(aboard) else s
    if any(aboard):
        say(log, "cargo-lost", f"{spelled(aboard)} on board {'drown' if captor < 0 else 'are taken'}.", "F.3.h")
    if fleet.condition != PRIZE:
        s = _lose_leaders(x, _lose_nelson(x, s, fleet, captor >= 0, log), fleet, captor >= 0, log)
    return s


def _captor(s: State, flag: int) -> int:
    """The state with most squadrons in a force: it holds what the force takes."""
    sums: dict[int, int] = {}
    for f in s.fleets:
        if f.moved == flag and able(f):
            sums[f.nation] = sums.get(f.nation, 0) + f.squadrons
    return max(sorted(sums), key=sums.__getitem__, default=-1)


# Leaders on board (F.3.h, F.8, reading 64)


def _lose_nelson(x: Context, s: State, lost: Fleet, taken: bool, log: Log) -> State:
    """Nelson is killed or captured with the last of the ships that are with him (F.8.c)."""
    if not x.with_nelson(s, lost) or any(x.with_nelson(s, f) for f in s.fleets):
        return s
    fate = "captured" if taken else "lost"
    say(log, "nelson", f"Nelson is {fate} with the last of his ships.", "F.8.c")
    return imprisoned(x, s, x.setting.nelson) if taken else s.leader(x.setting.nelson, place=DEAD, inside=False)


def _lose_leaders(x: Context, s: State, lost: Fleet, taken: bool, log: Log) -> State:
    """Leaders on board of a convoy share the fate of its last ship (F.3.h)."""
    if lost.moved != SAILING or any(f.moved in (SAILING, DRIVEN) and f.condition != PRIZE for f in s.fleets):
        return s
    for i in leaders_afloat(x, s):
        name = x.setting.leaders[i].called
        say(log, "leader", f"{name} is {'taken' if taken else 'lost at sea'} with the ships.", "F.3.h")
        if taken:
            s = imprisoned(x, s, i)
        else:
            s = s.leader(i, place=DEAD if x.setting.named[i] else OFF, inside=False)
    return s


def imprisoned(x: Context, s: State, leader: int) -> State:
    """A leader is a prisoner until the exchange of the next January (G.3.b, reading 64)."""
    _, month = x.setting.month(s.turn)
    return s.leader(leader, place=PRISONER, inside=False, back=s.turn + 13 - month)


# Retreat (F.7.d, F.7.e)


def refuges(x: Context, s: State, flag: int) -> list[int]:
    """Friendly ports that are not blockaded in the same zone, as hexes (F.7.d)."""
    mine = [f for f in s.fleets if f.moved == flag]
    if not mine:
        return []
    return havens(x, s, mine[0].place, x.faction(s, mine[0].nation))


def havens(x: Context, s: State, place: int, side: int) -> list[int]:
    """Ports of a side that are not blockaded in the sea of a place, as hexes."""
    hexes = [x.setting.city_hex[c] for c in _ports_near(x, place) if x.friendly_city(s, c, side)]
    return [h for h in hexes if not blockaded(x, s, h, side)]


#: What ships that were beaten and got into a port do no more: go on with their voyage, intercept others.
_AFTERWARDS = {SAILING: DRIVEN, ATTACKING: BUSY}


def _ports_near(x: Context, place: int) -> list[int]:
    zones = (zone_of(place),) if zone_of(place) else x.board.shores[place]
    return sorted({c for zone in zones for c in x.setting.zone_ports[zone]})


def _hurt(x: Context, fleet: Fleet) -> list[Fleet]:
    """A fleet whose squadrons were beaten: with K.7 they are damaged (K.7.a)."""
    if not (x.options.battle_damage and fleet.squadrons and fleet.condition == FIT):
        return [fleet]
    damaged = replace(fleet, transports=0, condition=DAMAGED, aboard=NONE)
    return [replace(fleet, squadrons=0), damaged]


def battered(x: Context, s: State, flag: int) -> State:
    """A force beaten off its own port stays there, damaged with K.7 (F.6.c, K.7.a)."""
    return x.with_fleets(s, [part for f in s.fleets for part in (_hurt(x, f) if f.moved == flag else [f])])


def shelter(x: Context, s: State, flag: int, hex: int) -> State:
    """A force goes into a port, with Nelson if he is with it; with K.7 its squadrons are damaged. Who had intercepted
    others does not do so again (F.4.e).
    """
    mine = [f for f in s.fleets if f.moved == flag]
    nelson = any(x.with_nelson(s, f) for f in mine)
    now = _AFTERWARDS.get(flag, MOVED)
    fleets = [f for f in s.fleets if f.moved != flag]
    for f in mine:
        fleets += _hurt(x, replace(f, place=hex, inside=True, moved=now, since=s.turn))
    s = x.with_fleets(s, fleets)
    return s.leader(x.setting.nelson, place=hex, inside=True) if nelson else s


def scatter(x: Context, s: State, flag: int, winner: int, dice: Dice, log: Log) -> State:
    """Ships without escort or refuge are caught one by one: each is sunk, taken, or escapes (F.7.d, F.7.e)."""
    ports = refuges(x, s, flag)
    while (i := next((i for i, f in enumerate(s.fleets) if f.moved == flag), -1)) >= 0:
        fleet = s.fleets[i]
        if fleet.condition == PRIZE:
            s = give_up_prizes(x, s, flag, winner, log)
            continue
        ships = (1, 0) if fleet.squadrons else (0, 1)
        what = "squadron" if ships[0] else "transport"
        fate = naval.attack_transport(x.tables, dice)
        haven = fleet.place if fleet.inside else ports[0] if ports else -1
        if fate == "E" and haven >= 0:
            say(log, "escape", f"A {what} escapes to {x.board.title(haven)}.", "F.7.e")
            s = _escaped(x, s, i, ships, haven)
            continue
        s = _counted(x, s, fleet) if ships[0] else s
        city = _neutral_port(x, s, fleet.place) if fate == "E" else -1
        if city >= 0:
            host = x.setting.home[city]
            text = f"A {what} runs into {x.setting.cities[city].name} and is held by {NATIONS[host]}."
            say(log, "interned", text, "F.7.e", hexes=[x.setting.city_hex[city]])
            s = _gone(x, s, i, ships, host, -1, log)
            continue
        say(log, "caught", f"A {what} is {'taken' if fate == 'C' else 'sunk'}.", "F.7.e")
        s = lose_ships(x, s, i, ships, winner if fate == "C" else -1, log)
    return s


def _neutral_port(x: Context, s: State, place: int) -> int:
    """A port of a neutral major in the sea of a place, as a city; -1 if there is none (F.7.e)."""
    found = (c for c in _ports_near(x, place) if x.setting.home[c] < 6 and x.holder(s, c) == x.setting.home[c])
    return next((c for c in found if s.status[x.setting.home[c]] == NEUTRAL), -1)


def _escaped(x: Context, s: State, i: int, ships: tuple[int, int], haven: int) -> State:
    """One ship of a fleet gets into a port, Nelson with the first English one."""
    fleet = s.fleets[i]
    nelson = x.with_nelson(s, fleet)
    s, aboard = _parted(x, s, i, ships)
    alone = replace(
        fleet,
        place=haven,
        inside=True,
        moved=_AFTERWARDS.get(fleet.moved, MOVED),
        since=s.turn,
        squadrons=ships[0],
        transports=ships[1],
        aboard=aboard,
    )
    s = x.with_fleets(s, [*s.fleets, *_hurt(x, alone)])
    return s.leader(x.setting.nelson, place=haven, inside=True) if nelson else s


def give_up_prizes(x: Context, s: State, loser: int, winner: int, log: Log) -> State:
    """All prizes that the beaten force had in tow, and those cast off before the fight, are the victor's (K.6.h)."""
    return take_prizes(x, s, (loser, ADRIFT), winner, log)


def take_prizes(x: Context, s: State, flags: tuple[int, ...], winner: int, log: Log) -> State:
    """Prizes with some flags fall to a force, which destroys or keeps them (K.6.a); if nobody is left to take them,
    they are sunk.
    """
    captor = _captor(s, winner)
    fleets, choices = [], []
    for f in s.fleets:
        if f.moved in flags and f.condition == PRIZE:
            if captor < 0:
                s = to_pool(s, f.taken, NONE, (f.squadrons, f.transports))
                continue
            if f.nation != captor:
                say(log, "prize", f"{NATIONS[captor]} takes prizes of {NATIONS[f.nation]}.", "K.6.h")
                choices.append(PrizeChoice(captor, f.taken, f.place, f.squadrons, f.transports))
                f = replace(f, due=0)
            f = replace(f, nation=captor, moved=winner, inside=False)
        fleets.append(f)
    return x.with_fleets(s, fleets).push(*choices)


def stand_down(x: Context, s: State, flags: tuple[int, int], keep: int = -1) -> State:
    """The fight is over: who fell upon others has done so, who was attacked at anchor stays ready (F.4.e)."""
    then = {ATTACKING: BUSY, ATTACKED: READY}
    fleets = [
        replace(f, moved=then[f.moved]) if f.moved in flags and f.moved in then and f.moved != keep else f
        for f in s.fleets
    ]
    return x.with_fleets(s, fleets)
