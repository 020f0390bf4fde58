"""F.3.b, F.9. Stops on the way: fleets that a voyage picks up, ships that it leaves, cargo that comes and goes.

A voyage is checked as a whole before it sails; at a stop it does what is still possible then. Readings 76 and 80 of
docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, counted, names, say
from napwidgets.systems.wap.forces import NONE, I, spelled
from napwidgets.systems.wap.sea.blockade import RunBlockade, shut_port
from napwidgets.systems.wap.sea.cargo import (
    Hold,
    Problem,
    aboard,
    empty,
    same_colour,
    transports_of,
    why_not_end,
    why_not_land,
    why_not_load,
)
from napwidgets.systems.wap.sea.landing import Laden, ashore, embark, hold_of, sailing, stirred
from napwidgets.systems.wap.sea.seaways import able, witnesses
from napwidgets.systems.wap.setting import ENGLAND, NATIONS
from napwidgets.systems.wap.state import MOVED, PRIZE, READY, SAILING, Fleet, State, zone_of
from napwidgets.systems.wap.step import Step
from napwidgets.systems.wap.trade.obligations import compelled


def company(x: Context, s: State, seat: int, nation: int, place: int, inside: bool) -> list[Fleet]:
    """The fleets in a place that a voyage of a state's ships could pick up: of their colour, not moved yet."""
    return [
        f
        for f in s.fleets
        if f.place == place
        and f.inside == inside
        and f.moved == READY
        and f.condition != PRIZE
        and able(f)
        and x.mine(s, f.nation, seat)
        and same_colour(x, s, f.nation, nation)
    ]


# Before it sails


def at_start(x: Context, s: State, seat: int, fleet: Fleet, move: m.Sail) -> Hold:
    """The ships that set sail, with what is on board already."""
    hold = Hold(fleet.nation, move.squadrons, move.transports, aboard([fleet] if move.transports else []))
    return _more(x, hold, beside_it(x, s, seat, fleet)) if move.joins else hold


def beside_it(x: Context, s: State, seat: int, fleet: Fleet) -> list[Fleet]:
    """The other fleets that could set sail with one from where it lies."""
    return [f for f in company(x, s, seat, fleet.nation, fleet.place, fleet.inside) if f != fleet]


def _more(x: Context, hold: Hold, found: Iterable[Fleet]) -> Hold:
    """With the ships that come along."""
    for f in found:
        hold = replace(hold, squadrons=hold.squadrons + f.squadrons, transports=hold.transports + f.transports)
        hold = hold.loaded(x, f.place, aboard([f]))
    return hold


def why_not_carry(x: Context, s: State, seat: int, fleet: Fleet, move: m.Sail) -> Problem:
    """Why a voyage can't take up, pick up, leave and land so, from its beginning to its end (F.3, F.9)."""
    if problem := why_not_begin(x, s, seat, fleet, move):
        return problem
    hold = at_start(x, s, seat, fleet, move).loaded(x, fleet.place, move.cargo)
    for call in move.calls:
        if problem := why_not_stop(x, s, seat, hold, call):
            return problem
        hold = after_stop(x, s, seat, hold, call)
    return why_not_end(x, s, hold, move.to)


def why_not_begin(x: Context, s: State, seat: int, fleet: Fleet, move: m.Sail) -> Problem:
    """Why a voyage can't take along and take up so where it begins, wherever it goes."""
    if move.joins and not beside_it(x, s, seat, fleet):
        return "No other ships that could come along lie there.", "F.9"
    port = fleet.inside and not zone_of(fleet.place)
    return why_not_load(x, s, at_start(x, s, seat, fleet, move), fleet.place, move.cargo, port)


def why_not_stop(x: Context, s: State, seat: int, hold: Hold, call: m.Call) -> Problem:
    """Why ships can't do at a stop what is planned for it."""
    if problem := why_not_land(x, s, hold, call.place, call.lands):
        return problem
    hold = hold.landed(x, call.place, call.lands)
    found = company(x, s, seat, hold.nation, call.place, call.inside) if call.joins else []
    if call.joins and not found:
        return f"No ships that could come along lie {x.place_name(call.place, call.inside)}.", "F.9"
    hold = _more(x, hold, found)
    if min(call.squadrons, call.transports) < 0 or not _fewer(hold, call):
        return f"Leave no more than the {_ships(hold)} that sail.", "F.9"
    hold = replace(hold, squadrons=hold.squadrons - call.squadrons, transports=hold.transports - call.transports)
    if not hold.squadrons and not hold.transports:
        return "Somebody must sail on: sail there, and no farther, with those that stay.", "F.9"
    if hold.needed > hold.transports:
        return "The transports that sail on must have room for what is on board.", "F.3.d"
    return why_not_load(x, s, hold, call.place, call.loads)


def _fewer(hold: Hold, call: m.Call) -> bool:
    return call.squadrons <= hold.squadrons and call.transports <= hold.transports


def _ships(hold: Hold) -> str:
    parts = ((hold.squadrons, "squadron"), (hold.transports, "transport"))
    return names(counted(number, word) for number, word in parts if number)


def after_stop(x: Context, s: State, seat: int, hold: Hold, call: m.Call) -> Hold:
    """Ships and cargo after a stop that is possible."""
    hold = hold.landed(x, call.place, call.lands)
    if call.joins:
        hold = _more(x, hold, company(x, s, seat, hold.nation, call.place, call.inside))
    hold = replace(hold, squadrons=hold.squadrons - call.squadrons, transports=hold.transports - call.transports)
    return hold.loaded(x, call.place, call.loads)


def why_not_return(x: Context, s: State, seat: int, fleet: Fleet, move: m.Sail) -> Problem:
    """What Lloyd's rate sent to the Global zones may not come back while the rate compels it (K.8.f)."""
    if not x.options.lloyds or x.is_global(move.to):
        return None
    gone = [replace(fleet, squadrons=move.squadrons, transports=move.transports)] if x.is_global(fleet.place) else []
    gone += beside_it(x, s, seat, fleet) if move.joins and x.is_global(fleet.place) else []
    stays = [0, 0]
    for call in move.calls:
        if x.is_global(call.place):
            gone += company(x, s, seat, fleet.nation, call.place, call.inside) if call.joins else []
            stays = [stays[0] + call.squadrons, stays[1] + call.transports]
    english = [f for f in gone if f.nation == ENGLAND]
    squadrons = max(0, sum(f.squadrons for f in english) - stays[0])
    transports = max(0, sum(f.transports for f in english) - stays[1])
    infantry = sum(f.aboard[I] for f in english if f.transports)
    if not english or not compelled(x, s, squadrons, transports, infantry):
        return None
    return "These ships answer Lloyd's rate in the Global zones and can't come back yet.", "K.8.f"


# On the way


class Calling(Step, frozen=True, tag="calling"):
    """What a voyage does at a stop; then it puts to sea again, out of a blockade if the port is shut (F.6.c)."""

    seat: int
    call: m.Call

    def seen_by(self, x: Context, s: State, side: int | None) -> Calling:
        if side == self.seat or not x.options.hidden_fleets:
            return self
        return Calling(self.seat, m.Call(0, self.call.place, self.call.inside))

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s, call = s.pop(), self.call
        mine = sailing(s)
        if not mine:
            return s
        s = _land(x, s, call, log)
        landed = aboard(sailing(s)) != aboard(mine)
        if call.joins:
            s = join(x, s, self.seat, company(x, s, self.seat, mine[0].nation, call.place, call.inside), log)
        s = _leave(x, s, self.seat, call, log)
        s = _load(x, s, call, log)
        s = s.push(RunBlockade(self.seat)) if shut_port(x, s) else s
        return stirred(x, s, call.place, mine[0].nation, log) if landed else s


def _changed(s: State, step: Laden, **changes: object) -> State:
    """With the voyage on top of the agenda changed."""
    return s.pop(replace(step, **changes))


def _land(x: Context, s: State, call: m.Call, log: Log) -> State:
    """What is to go ashore does, as far as it is still on board."""
    if empty(call.lands):
        return s
    voyage = s.agenda[-1]
    lands = replace(
        call.lands,
        leaders=tuple(i for i in call.lands.leaders if i in voyage.leaders),
        supply=min(call.lands.supply, voyage.supply),
        points=min(call.lands.points, voyage.points),
    )
    left = tuple(i for i in voyage.leaders if i not in lands.leaders)
    s = _changed(s, voyage, leaders=left, supply=voyage.supply - lands.supply, points=voyage.points - lands.points)
    return ashore(x, s, call.place, lands, log)


def _load(x: Context, s: State, call: m.Call, log: Log) -> State:
    """What is to come on board does, if there is still room for it."""
    voyage, mine = s.agenda[-1], sailing(s)
    hold = hold_of(x, voyage, mine)
    if empty(call.loads) or why_not_load(x, s, hold, call.place, call.loads):
        return s
    s = _changed(s, voyage, leaders=tuple(dict.fromkeys((*voyage.leaders, *call.loads.leaders))))
    if words := spelled(call.loads.count) if any(call.loads.count) else "":
        text = f"{words} of {NATIONS[call.loads.nation]} come on board at {x.board.title(call.place)}."
        say(log, "embark", text, "F.3.b", hexes=[call.place])
    return embark(x, s, call.place, call.loads)


def join(x: Context, s: State, seat: int, found: list[Fleet], log: Log) -> State:
    """Fleets sail on with those that have come for them; Nelson comes with his (F.8.h, F.9)."""
    if not found:
        return s
    mine, nelson = sailing(s), x.setting.nelson
    if any(x.with_nelson(s, f) for f in found) and not s.leaders[nelson].moved:
        s = _changed(s, s.agenda[-1], leaders=tuple(dict.fromkeys((*s.agenda[-1].leaders, nelson))))
    text = f"They are joined by {names(x.fleet_name(f) for f in found)}."
    say(log, "picked-up", text, "F.9", to=witnesses(x, seat, found[0].place))
    since = mine[0].since
    return x.with_fleets(s, [replace(f, moved=SAILING, since=since) if f in found else f for f in s.fleets])


def _leave(x: Context, s: State, seat: int, call: m.Call, log: Log) -> State:
    """Some ships go no farther this month; whoever sails on has one naval unit at least, and room for the cargo."""
    mine = [f for f in sailing(s) if f.condition != PRIZE]
    voyage = s.agenda[-1]
    room = sum(f.transports for f in mine) - hold_of(x, voyage, mine).needed
    squadrons, transports = call.squadrons, min(call.transports, room)
    all_ships = sum(f.squadrons + f.transports for f in mine)
    squadrons = min(squadrons, all_ships - transports - 1)
    fleets = []
    for f in s.fleets:
        if f not in mine:
            fleets.append(f)
            continue
        boats = min(transports, f.transports - transports_of(aboard([f])))
        ships = min(squadrons, f.squadrons)
        squadrons, transports = squadrons - ships, transports - boats
        fleets.append(replace(f, squadrons=f.squadrons - ships, transports=f.transports - boats))
        if ships or boats:
            there = replace(f, squadrons=ships, transports=boats, moved=MOVED, aboard=NONE)
            fleets.append(there)
            text = f"{NATIONS[f.nation]} leaves {x.fleet_name(there).partition(': ')[2]}."
            say(log, "left", text, "F.9", to=witnesses(x, seat, call.place))
    return x.with_fleets(s, fleets)
