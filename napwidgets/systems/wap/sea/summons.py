"""K.8.e, K.8.i, K.8.j. Whom Lloyd's rate sends to the Global zones: while it lacks ships or men there, those who could
go sail nowhere else if too few would be left. Readings 125 and 126 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import I
from napwidgets.systems.wap.sea.calls import beside_it, company
from napwidgets.systems.wap.sea.cargo import Problem
from napwidgets.systems.wap.sea.hunt import spent
from napwidgets.systems.wap.sea.landing import embark
from napwidgets.systems.wap.sea.seaways import able, blockaded, voyages
from napwidgets.systems.wap.sea.voyage import put_out
from napwidgets.systems.wap.setting import ENGLAND
from napwidgets.systems.wap.state import FRENCH, READY, SAILING, Fleet, State, at_sea, fleet_index
from napwidgets.systems.wap.trade.lloyds import Duty
from napwidgets.systems.wap.trade.obligations import answer, can_pay, owed

#: Whether England can ship infantry to a Global zone from a position.
Shipped = Callable[[State], bool]


def unmet(x: Context, s: State, seat: int) -> list[Duty]:
    """What the rate compels England to send and has not got, if it is a seat's Naval Phase with English ships. What
    points would do as well may wait for them as long as they are sure to come (K.8.e).
    """
    if not x.options.lloyds or s.segment == FRENCH or not any(_mine(x, s, f, seat) for f in s.fleets):
        return []
    found = [duty for duty in owed(x, s) if not duty.met and set(duty.means) & {"ships", "men"}]
    return [duty for duty in found if "points" not in duty.means or not can_pay(x, s)]


def _mine(x: Context, s: State, fleet: Fleet, seat: int) -> bool:
    return fleet.nation == ENGLAND and fleet.moved == READY and able(fleet) and x.mine(s, ENGLAND, seat)


def could_go(x: Context, s: State, seat: int) -> int:
    """The English squadrons that haven't moved and can reach a Global zone."""
    return sum(
        f.squadrons
        for f in s.fleets
        if _mine(x, s, f, seat)
        and not x.is_global(f.place)
        and not (f.inside and blockaded(x, s, f.place, x.faction(s, ENGLAND)))
        and any(x.is_global(at_sea(zone)) for zone in voyages(x, f.place).reach)
    )


def why_not_done(x: Context, s: State, seat: int, men: Shipped) -> Problem:
    """Why the phase can't end: ships or men who must go, and can."""
    for duty in unmet(x, s, seat):
        if ("ships" in duty.means and could_go(x, s, seat)) or ("men" in duty.means and men(s)):
            return _refused(duty)
    return None


def _refused(duty: Duty) -> tuple[str, str]:
    return f"Lloyd's rate compels: {duty.text}.", duty.cite.removeprefix("WAP ")


def why_not_elsewhere(x: Context, s: State, seat: int, move: m.Sail | m.Seek, men: Shipped) -> Problem:
    """Why a move keeps from the Global zones whom the rate sends there: too few would be left who can go."""
    duties = unmet(x, s, seat)
    if not duties:
        return None
    after = spent(x, s, move, seat) if isinstance(move, m.Seek) else _sailed(x, s, move, seat)
    lack, able = x.tables.lloyds["squadrons away"] - answer(x, s).squadrons, could_go(x, s, seat)
    rest = could_go(x, after, seat)
    goes = able - rest - _left_behind(x, move) if x.is_global(_bound(move)) else 0
    for duty in duties:
        # What a duty can come to before and after, by each means: it is enough to keep to one of them.
        ships = "ships" in duty.means and able > 0
        if ships and min(lack, able) <= min(lack, rest + goes):
            continue
        force = "men" in duty.means and men(s)
        if force and (_carries(x, s, move) or men(after)):
            continue
        if ships or force:
            return _refused(duty)
    return None


def _sailed(x: Context, s: State, move: m.Sail, seat: int) -> State:
    """A position in which all who are to take part in a voyage, from its start or from a stop, are under way."""
    fleet = s.fleets[fleet_index(s, move.fleet)]
    along = beside_it(x, s, seat, fleet) if move.joins else []
    for call in move.calls:
        along += company(x, s, seat, fleet.nation, call.place, call.inside) if call.joins else []
    after, _ = put_out(x, s, move)
    after = x.with_fleets(after, [replace(f, moved=SAILING) if f in along else f for f in after.fleets])
    return embark(x, after, fleet.place, move.cargo)


def _bound(move: m.Sail | m.Seek) -> int:
    return move.to if isinstance(move, m.Sail) else 0


def _left_behind(x: Context, move: m.Sail | m.Seek) -> int:
    calls = move.calls if isinstance(move, m.Sail) else ()
    return sum(call.squadrons for call in calls if not x.is_global(call.place))


def _carries(x: Context, s: State, move: m.Sail | m.Seek) -> bool:
    """Whether a voyage brings English infantry to a Global zone."""
    if not isinstance(move, m.Sail) or not move.transports or not x.is_global(move.to):
        return False
    fleet = s.fleets[fleet_index(s, move.fleet)]
    return bool(move.cargo.count[I] or fleet.aboard[I])
