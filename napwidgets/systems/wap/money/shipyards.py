"""J.5, J.6, K.6, K.7, K.8.e. What a purchase can be besides troops: ships by instalments, repairs, Lloyd's bill.

Points are counted in halves. Readings 22, 24, 66, 70, 75, 94 and 95 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from napwidgets.systems.telling import counted
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, names, say
from napwidgets.systems.wap.forces import NONE
from napwidgets.systems.wap.sea.fates import havens, imprisoned
from napwidgets.systems.wap.sea.prizes import PrizeChoice
from napwidgets.systems.wap.sea.seaways import able, blockaded, witnesses
from napwidgets.systems.wap.setting import ENGLAND, NATIONS, PORTUGAL, SPAIN
from napwidgets.systems.wap.state import FIT, NEUTRAL, PRIZE, Fleet, Keel, State, fleet_index, fleet_number
from napwidgets.systems.wap.states.politics import capture, to_pool
from napwidgets.systems.wap.trade.lloyds import duties
from napwidgets.systems.wap.trade.obligations import answer

if TYPE_CHECKING:
    from napwidgets.systems.wap.money.production import Purchase


#: What a naval unit is called where a scenario says what can be bought.
SHIPS = ("squadrons", "transports")
#: The most that a city gives in a phase (J.2.b).
POINTS_A_CITY = 2


def price(x: Context, nation: int) -> int:
    """The whole price of a naval unit in half points (J.6.b, J.6.d)."""
    costly = nation in (SPAIN, PORTUGAL)
    return x.tables.costs["naval unit of Spain or Portugal" if costly else "naval unit"]


def instalment(x: Context, nation: int) -> int:
    """The least that is paid at a time: one point (J.6.c), or five where a state has the cities for that (J.6.d,
    reading 94).
    """
    five, one = x.tables.costs["instalment of Spain or Portugal"], x.tables.costs["down payment"]
    most = 2 * POINTS_A_CITY * len(x.setting.production[nation])
    return five if nation in (SPAIN, PORTUGAL) and five <= most else one


def offers(x: Context, s: State, p: Purchase) -> list[m.Move]:
    """Ships, repairs and Lloyd's bill that can be paid now."""
    found: list[m.Move] = []
    ports = () if owes_troops(s, p.nation) else _ports(x, s, p.nation)
    purse, step, whole = _purse(x, s, p), instalment(x, p.nation), price(x, p.nation)
    for transport, there in enumerate(_in_dock(s, p.nation)):
        if not_for_sale(x, p.nation, SHIPS[transport]):
            continue
        for pay in sorted({step, whole}) if there and ports else ():
            if pay <= purse:
                found.append(m.BuyShip(p.nation, pay, bool(transport), -1, ports[0]))
    for k, keel in enumerate(s.keels):
        if keel.nation == p.nation and ports:
            found += [
                m.BuyShip(p.nation, pay, keel.transport, k, ports[0])
                for pay in sorted({min(step, keel.left), keel.left})
                if pay <= purse
            ]
    for f, fleet in enumerate(s.fleets):
        found += [m.Repair(fleet_number(s, f), pay) for pay in _payments(x, s, p, fleet)]
    if p.nation == ENGLAND and not s.spent and x.options.lloyds and p.red >= _bill(x) and s.rate >= _act(x):
        found.append(m.PayLloyds())
    return found


def not_for_sale(x: Context, nation: int, what: str) -> tuple[str, str] | None:
    """Why a state can't buy a kind in this scenario, whatever its force pool holds (J.2.d)."""
    goods = x.setting.goods(nation)
    if what in goods:
        return None
    kinds = f"only {names(goods)}" if goods else "nothing"
    return f"No {what} for {NATIONS[nation]} here: in this scenario it can buy {kinds}.", "J.2.d"


def _purse(x: Context, s: State, p: Purchase) -> int:
    """Half points that can go into ships now: England spends so many in a phase and no more (J.5.d), and pays Lloyd's
    first (K.8.i); Spain and Portugal pay with their own alone (J.6.d).
    """
    own = p.red + p.white - (min(p.red, p.lent) if p.nation in (SPAIN, PORTUGAL) else set_aside(x, s, p))
    limit = 2 * x.tables.production["english points for ships"] - p.ships if p.nation == ENGLAND else own
    return min(own, limit)


def owes_troops(s: State, nation: int) -> bool:
    """Whether a state owes troops to a foreign war, so that it deploys nothing else (G.2.e)."""
    return any(war.nation == nation and (any(war.owed) or any(war.owed_ships)) for war in s.wars)


def why_not_ship(x: Context, s: State, p: Purchase, move: m.BuyShip) -> tuple[str, str] | None:
    """Why a ship can't be paid for so (J.5.d, J.6)."""
    name, purse = NATIONS[p.nation], _purse(x, s, p)
    if move.nation != p.nation:
        return f"Now {name} buys.", "J.6.b"
    if move.keel < 0 and (problem := not_for_sale(x, p.nation, SHIPS[move.transport])):
        return problem
    if owes_troops(s, p.nation):
        return f"{name} still owes troops to its foreign war and deploys nothing else.", "G.2.e"
    if move.keel >= 0:
        known = move.keel < len(s.keels) and s.keels[move.keel].nation == p.nation
        if not known or s.keels[move.keel].transport != move.transport:
            return "There is no such ship on the Production Track.", "J.6.c"
        owing = s.keels[move.keel].left
    else:
        if not _in_dock(s, p.nation)[move.transport]:
            return f"{name}'s force pool holds no such ship.", "J.6.b"
        owing = price(x, p.nation)
    step = min(instalment(x, p.nation), owing)
    if not step <= move.pay <= owing or move.pay % step:
        return f"Pay {step / 2:g} points at a time, {owing / 2:g} at most.", "J.6.c"
    if purse < move.pay <= purse + set_aside(x, s, p) and (problem := lloyds_bill(x, s, p)):
        return problem
    if move.pay > purse:
        native = "own " if p.nation in (SPAIN, PORTUGAL) else ""
        cite = "J.5.d" if p.nation == ENGLAND else "J.6.d" if native else "J.6.b"
        return f"{purse / 2:g} {native}points can go into ships now.", cite
    if move.city not in _ports(x, s, p.nation):
        return f"Launch the ship in a port of {name} that no enemy holds.", "J.6.b"
    return None


def _in_dock(s: State, nation: int) -> tuple[int, int]:
    """Squadrons and transports in a force pool that are not on the track."""
    squadrons, transports = s.docks[nation]
    laid = [keel.transport for keel in s.keels if keel.nation == nation]
    return squadrons - laid.count(False), transports - laid.count(True)


def _ports(x: Context, s: State, nation: int) -> Sequence[int]:
    """Home ports that no enemy holds (J.6.b), the biggest base first."""
    found = [c for c in x.setting.ports if x.setting.home[c] == nation and not x.foreign(s, c, nation)]
    return sorted(found, key=lambda c: ("naval_base" not in x.setting.cities[c].roles, c))


def _payments(x: Context, s: State, p: Purchase, fleet: Fleet) -> list[int]:
    """What can be paid now for repairs: all (0), or for a prize some whole points of it (K.6.d, K.7.c, reading 95)."""
    if fleet.nation != p.nation or fleet.condition == FIT or (fleet.due > 0 and not fleet.owed):
        return []
    if fleet.condition == PRIZE and not fleet.owed:
        city = x.at_port(fleet) if fleet.inside else -1
        busy = any(f.due > 0 and f.condition == PRIZE and f.nation == p.nation for f in s.fleets)
        if city < 0 or busy or p.nation not in (x.setting.home[city], x.holder(s, city)):
            return []
    purse = p.red + p.white - set_aside(x, s, p)
    owing, point = x.repair_cost(fleet), x.tables.costs["down payment"]
    parts = range(point, min(owing - 1, purse) + 1, point) if fleet.condition == PRIZE else ()
    return [*([0] if owing <= purse else []), *parts]


# Lloyd's (K.8.e, K.8.i)


def _bill(x: Context) -> int:
    return 2 * x.tables.lloyds["points a turn"]


def _act(x: Context) -> int:
    return 2 * x.tables.lloyds["act"]


def lloyds_bill(x: Context, s: State, p: Purchase) -> tuple[str, str] | None:
    """Why England can't end its purchases yet: points that the rate compels and that it could pay."""
    if p.nation != ENGLAND or not x.options.lloyds or s.spent or p.red < _bill(x):
        return None
    for duty in duties(x.tables, s.rate, answer(x, s)):
        if not duty.met and "points" in duty.text:
            return f"Lloyd's rate compels: {duty.text}. Pay now.", duty.cite.removeprefix("WAP ")
    return None


def set_aside(x: Context, s: State, p: Purchase) -> int:
    """Half points of a purchase that the rate compels and that may go into nothing else (K.8.e, K.8.i)."""
    return _bill(x) if lloyds_bill(x, s, p) else 0


# Orders


def order(x: Context, s: State, p: Purchase, move: m.Move, log: Log) -> State:
    """Carry out a checked order that is no purchase of troops."""
    if isinstance(move, m.PayLloyds):
        bill = _bill(x)
        say(log, "lloyds", "England spends points against the raiders.", "K.8.e", tally={"half points": -bill})
        return replace(s, spent=bill).pop(replace(p, red=p.red - bill))
    if isinstance(move, m.Repair):
        return _repair(x, s, p, move, log)
    assert isinstance(move, m.BuyShip)
    left = _spend(p, move.pay)
    left = replace(left, ships=left.ships + move.pay)
    what = "transport" if move.transport else "squadron"
    name = NATIONS[p.nation]
    keels = list(s.keels)
    owed = price(x, p.nation) if move.keel < 0 else keels[move.keel].left
    if move.keel >= 0:
        keels.pop(move.keel)
    if owed > move.pay:
        keels.append(Keel(p.nation, owed - move.pay, move.transport))
        text = f"{name} pays {counted(move.pay / 2, 'point')} for a {what}; {(owed - move.pay) / 2:g} still to pay."
        say(log, "keel", text, "J.6.c", tally={"half points": -move.pay})
        return replace(s, keels=tuple(sorted(keels, key=lambda k: (k.nation, k.left, k.transport)))).pop(left)
    place = x.setting.city_hex[move.city]
    squadrons, transports = s.docks[p.nation]
    s = s.dock(p.nation, squadrons - (not move.transport), transports - move.transport)
    fleet = Fleet(place, p.nation, int(not move.transport), int(move.transport), inside=True, since=s.turn)
    say(
        log,
        "launch",
        f"{name} launches a {what} at {x.setting.cities[move.city].name}.",
        "J.6.b",
        hexes=[place],
        tally={"half points": -move.pay},
    )
    s = x.with_fleets(replace(s, keels=tuple(keels)), [*s.fleets, fleet])
    return s.pop(left)


def _spend(p: Purchase, pay: int) -> Purchase:
    """Naval points first, for they buy nothing else (J.5.e)."""
    white = min(p.white, pay)
    return replace(p, white=p.white - white, red=p.red - (pay - white))


def _repair(x: Context, s: State, p: Purchase, move: m.Repair, log: Log) -> State:
    """One unit of a fleet goes to the dockyard, or more is paid for one that is there (K.6.c, K.6.d, K.7.c)."""
    index = fleet_index(s, move.fleet)
    fleet = s.fleets[index]
    cost = x.repair_cost(fleet)
    pay = move.pay or cost
    one = (1, 0) if fleet.squadrons else (0, 1)
    months = x.tables.production[f"months to repair a {fleet.hulk}"]
    rest = replace(fleet, squadrons=fleet.squadrons - one[0], transports=fleet.transports - one[1])
    # Of its months the one in which it arrived is none (K.6.d); a damaged squadron is out for a whole turn (K.7.c).
    waits = fleet.condition != PRIZE or fleet.since >= s.turn
    due = fleet.due if fleet.owed else s.turn + months + waits
    yard = replace(fleet, squadrons=one[0], transports=one[1], due=due, owed=cost - pay)
    others = [f for i, f in enumerate(s.fleets) if i != index]
    what = "prize" if fleet.condition == PRIZE else "damaged squadron"
    cite = "K.6.d" if fleet.condition == PRIZE else "K.7.c"
    rests = f" Still due: {counted((cost - pay) / 2, 'point')}." if cost > pay else ""
    say(log, "repair", f"{NATIONS[p.nation]} repairs a {what}.{rests}", cite, tally={"half points": -pay})
    return x.with_fleets(s, [*others, rest, yard]).pop(_spend(p, pay))


def repaired(x: Context, s: State, log: Log) -> State:
    """Repairs that are due and paid for end: the ships are fit, prizes belong to who repaired them (K.6.e, K.7.c,
    reading 95). Of hidden ships their owner alone hears it (K.9).
    """
    fleets = []
    for f in s.fleets:
        if 0 < f.due <= s.turn and not f.owed:
            taken = f.condition == PRIZE and f.taken != f.nation
            tally = _handed_over(f) if taken else {}
            text, to = f"{NATIONS[f.nation]} has a repaired ship back.", witnesses(x, x.commander(s, f.nation), f.place)
            say(log, "repaired", text, "K.6.e", "K.7.c", to=to, tally=tally)
            f = replace(f, condition=FIT, due=0, taken=-1)
        fleets.append(f)
    return x.with_fleets(s, fleets)


def _handed_over(f: Fleet) -> dict[str, int]:
    """A prize that enters service changes what two states own."""
    ships = f.squadrons + f.transports
    return {f"ships of {NATIONS[f.taken]}": -ships, f"ships of {NATIONS[f.nation]}": ships}


def ships_of_lost_ports(x: Context, s: State, log: Log) -> State:
    """Blockaded ships in a port that the enemy holds now are taken (F.6.b), and so are damaged ones that can't sail
    (K.7.b); others get away if they have another port (reading 75). Those of a state at peace stay.
    """
    fleets: list[Fleet] = []
    for f in s.fleets:
        city = x.setting.city_at.get(f.place, -1) if f.inside else -1
        side = x.faction(s, f.nation)
        holder = x.holder(s, city) if city >= 0 else -1
        if city < 0 or side == NEUTRAL or x.faction(s, holder) != x.enemies(side):
            fleets.append(f)
            continue
        ways = havens(x, s, f.place, side) if able(f) and not blockaded(x, s, f.place, side) else ()
        if ways:
            text = f"Ships of {NATIONS[f.nation]} leave {x.board.title(f.place)} for {x.board.title(ways[0])}."
            say(log, "ships-leave", text, "F.6.b", hexes=[f.place, ways[0]])
            s = s.leader(x.setting.nelson, place=ways[0]) if x.with_nelson(s, f) else s
            fleets.append(replace(f, place=ways[0], since=s.turn))
            continue
        owner = f.taken if f.condition == PRIZE else f.nation
        captor = x.major_of(s, holder)
        name = x.setting.cities[city].name
        say(log, "ships-taken", f"Ships of {NATIONS[f.nation]} are taken in {name}.", "F.6.b", hexes=[f.place])
        if x.options.prizes:
            prize = replace(f, nation=captor, condition=PRIZE, taken=owner, due=0, owed=0, aboard=NONE)
            fleets.append(prize)
            s = s.push(PrizeChoice(captor, owner, f.place, f.squadrons, f.transports))
        else:
            s = capture(s, captor, owner, NONE, (f.squadrons, f.transports))
        s = capture(s, captor, f.troops_of, f.aboard, under=f.under) if any(f.aboard) else s
        s = _nelson_taken(x, s, f)
    return x.with_fleets(s, fleets)


def _nelson_taken(x: Context, s: State, fleet: Fleet) -> State:
    """Nelson is a prisoner if he was with ships that were taken in a port (F.8.c)."""
    return imprisoned(x, s, x.setting.nelson) if x.with_nelson(s, fleet) else s


def prizes_at_sea(x: Context, s: State, log: Log) -> State:
    """At the end of a segment prizes that have been at sea for the third time running are lost (K.6.b, reading 70)."""
    if s.segment == NEUTRAL or not any(f.condition == PRIZE for f in s.fleets):
        return s
    fleets = []
    for f in s.fleets:
        if f.condition == PRIZE and not f.inside:
            f = replace(f, due=f.due - 1)
            if -f.due > x.tables.production["segments of a prize at sea"]:
                say(log, "prize-lost", f"Prizes of {NATIONS[f.nation]} founder at sea.", "K.6.b")
                s = to_pool(s, f.taken, NONE, (f.squadrons, f.transports))
                continue
        elif f.condition == PRIZE and f.due < 0:
            f = replace(f, due=0)
        fleets.append(f)
    return x.with_fleets(s, fleets)
