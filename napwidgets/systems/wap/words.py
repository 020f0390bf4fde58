"""Moves in words, and every unit as a row of a data frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from napwidgets.kernel.system import Label
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, counted, names
from napwidgets.systems.wap.forces import KINDS, brief, spelled
from napwidgets.systems.wap.legion import NAME, is_legion
from napwidgets.systems.wap.seaways import fleet_name, place_name
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.shipyards import repair_cost
from napwidgets.systems.wap.state import DEAD, EXILE, FACTIONS, OFF, PRISONER, PRIZE, WOUNDED, State, fleet_index

_KINDS = tuple(KINDS.values())
_SIMPLE: dict[type[object], tuple[str, str]] = {
    m.Done: ("Done", "E"),
    m.Accept: ("Yes", "E"),
    m.PayLloyds: ("Spend 3 points against the raiders", "K.8.e"),
    m.GoInside: ("Shut the gates", "S"),
    m.StandFast: ("Fight in the open", "N"),
    m.BreakOff: ("Break off", "N"),
    m.FightOn: ("Another round", "N"),
}


def label_of(x: Context, s: State, move: m.Move) -> Label:
    """A move as a button says it."""
    simple = _SIMPLE.get(type(move))
    if simple:
        return Label(simple[0], "", (f"WAP {simple[1]}",))
    if isinstance(move, (m.Sail, m.Raid, m.Intercept, m.ToPort, m.AttackBases)):
        return _at_sea(x, s, move)
    if isinstance(move, (m.Court, m.Stand, m.SueForPeace)):
        return _politics(move)
    if isinstance(move, m.Buy):
        what = f"{move.number} {_KINDS[move.kind]}"
        whose, cite = (NAME, "WAP J.3.d") if is_legion(x, move) else (NATIONS[move.nation], "WAP J.2.d")
        return Label(f"{what} at {_city(x, move.city)}", whose[:1].upper() + whose[1:], (cite,))
    if isinstance(move, m.BuyShip):
        what = "transport" if move.transport else "squadron"
        begin = "Lay down" if move.keel < 0 else "Pay for"
        return Label(f"{begin} a {what}: {move.pay / 2:g} points", NATIONS[move.nation], ("WAP J.6",))
    if isinstance(move, m.Place):
        return Label(f"{x.setting.leaders[move.leader].name} to {_city(x, move.city)}", "", ("WAP J.2.f",))
    if isinstance(move, m.Repair):
        fleet = s.fleets[fleet_index(s, move.fleet)]
        cost = repair_cost(x, fleet)
        paid = f"{(move.pay or cost) / 2:g} of {cost / 2:g} points"
        cite = "WAP K.6.d" if fleet.condition == PRIZE else "WAP K.7.c"
        return Label(f"Repair: {fleet_name(x, fleet)}", paid, (cite,))
    if isinstance(move, m.Fight):
        return Label(f"Fight at {x.board.title(move.hex)}", "", ("WAP N",))
    return _march(x, move) if isinstance(move, m.March) else Label("Done")


def _city(x: Context, city: int) -> str:
    return x.setting.cities[city].name


def _march(x: Context, move: m.March) -> Label:
    who = names(x.setting.leaders[i].name for i in move.leaders) or "Without a leader"
    what = ", ".join(f"{brief(count)} of {NATIONS[nation]}" for nation, count in move.take) or "alone"
    verb = "march on" if move.forced else "march"
    return Label(f"{who}: {verb} to {x.board.title(move.to)}", what, ("WAP J",))


def _at_sea(x: Context, s: State, move: m.Sail | m.Raid | m.Intercept | m.ToPort | m.AttackBases) -> Label:
    if isinstance(move, m.Raid):
        return Label(f"Raid trade in {x.setting.zones[move.zone].name}", "", ("WAP K.8.a",))
    if isinstance(move, m.ToPort):
        return Label(f"Make for {x.board.title(move.to)}", "", ("WAP F.7.d",))
    if isinstance(move, m.AttackBases):
        what = f"{move.squadrons} squadrons, {move.infantry} infantry, {move.points} points"
        return Label(f"Attack bases in {x.setting.zones[move.zone].name}", what, ("WAP K.8.l",))
    if isinstance(move, m.Intercept):
        return Label(f"Intercept with {counted(move.squadrons, 'squadron')}{grouping(move.throws)}", "", ("WAP F.4.c",))
    ships = [
        f"{n} {word}{'s' * (n > 1)}" for n, word in ((move.squadrons, "squadron"), (move.transports, "transport")) if n
    ]
    load = cargo_words(x, move.cargo)
    detail = " and ".join(ships) + (f" with {load}" if load else "") + (" and the others there" if move.joins else "")
    detail += "".join(f"; {stop_words(x, call)}" for call in move.calls)
    return Label(f"Sail: {place_name(x, move.to, move.inside)}", detail, ("WAP F.2",))


def grouping(groups: tuple[int, ...]) -> str:
    """How squadrons throw, as the end of a sentence.

    >>> grouping((1,)), grouping((3,)), grouping((1, 1)), grouping((3, 1))
    ('', ' together', ' one by one', ' in groups of 3 and 1')
    """
    if sum(groups) == 1:
        return ""
    if len(groups) == 1:
        return " together"
    return " one by one" if max(groups) == 1 else f" in groups of {names(str(n) for n in groups)}"


def cargo_words(x: Context, cargo: m.Cargo) -> str:
    """A cargo in words; empty for none."""
    load = [spelled(cargo.count)] if any(cargo.count) else []
    load += [f"{cargo.points} production points"] if cargo.points else []
    load += [f"{cargo.supply} supply points"] if cargo.supply else []
    load += [x.setting.leaders[i].name for i in cargo.leaders]
    return names(load)


def stop_words(x: Context, call: m.Call) -> str:
    """What is done at a stop, in words."""
    lands, loads = cargo_words(x, call.lands), cargo_words(x, call.loads)
    ships = [counted(n, word) for n, word in ((call.squadrons, "squadron"), (call.transports, "transport")) if n]
    done = [f"lands {lands}"] if lands else []
    done += ["picks up ships"] if call.joins else []
    done += [f"leaves {names(ships)}"] if ships else []
    done += [f"takes {loads} on board"] if loads else []
    return f"{place_name(x, call.place, call.inside)}: {names(done) or 'stops'}"


def _politics(move: m.Court | m.Stand | m.SueForPeace) -> Label:
    if isinstance(move, m.Court):
        return Label(f"Win over {NATIONS[move.state]}", "", ("WAP G.1.d", "WAP G.1.e"))
    if isinstance(move, m.Stand):
        return Label(f"Stand {FACTIONS[move.status]}", "", ("WAP G.1.c",))
    return Label("Sue for peace", "", ("WAP I.2.g",))


_AWAY = {OFF: "force pool", DEAD: "out of the war", WOUNDED: "wounded", EXILE: "in exile", PRISONER: "a prisoner"}


def roll_call(x: Context, s: State) -> Sequence[dict[str, Any]]:
    """Armies, fleets, leaders and force pools, one row each."""
    rows = []
    for army in s.armies:
        for kind, number in enumerate(army.count):
            if number:
                rows.append(_row(x, s, _KINDS[kind], army.nation, number, x.board.title(army.hex), army.inside))
    for fleet in s.fleets:
        for word, number in (("squadron", fleet.squadrons), ("transport", fleet.transports)):
            if number:
                where = place_name(x, fleet.place, fleet.inside)
                rows.append(_row(x, s, word, fleet.nation, number, where, fleet.inside))
    for i, leader in enumerate(s.leaders):
        where = x.board.title(leader.place) if leader.place >= 0 else _AWAY.get(leader.place, "at sea")
        row = _row(x, s, "leader", x.setting.leader_nation[i], x.rating(s, i), where, leader.inside)
        rows.append(row | {"name": x.setting.leaders[i].name})
    for nation, pool in enumerate(s.pools):
        for kind, number in enumerate(pool):
            if number:
                rows.append(_row(x, s, _KINDS[kind], nation, number, "force pool", False))
    return rows


def _row(x: Context, s: State, kind: str, nation: int, number: int, where: str, inside: bool) -> dict[str, Any]:
    return {
        "state": NATIONS[nation],
        "faction": FACTIONS[x.faction(s, nation)],
        "kind": kind,
        "name": "",
        "number": number,
        "where": where,
        "inside": inside,
    }
