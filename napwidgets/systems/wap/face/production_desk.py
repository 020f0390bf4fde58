"""J. Production as plain values: cities and what they give, force pools, ships being built, loans, prisoners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution
from napwidgets.systems.telling import sentence
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, names
from napwidgets.systems.wap.forces import GOODS, KINDS, SHORT, spelled
from napwidgets.systems.wap.money import shipyards
from napwidgets.systems.wap.money.production import Purchase
from napwidgets.systems.wap.money.reinforcement import JANUARY, ProductionRoll, nothing_to_buy
from napwidgets.systems.wap.setting import ENGLAND, LEGION, NATIONS
from napwidgets.systems.wap.state import FACTIONS, State

#: What a production city's colour pays for (C.2.a, J.2.e, J.5.e).
COLOURS = {
    "red": ("R", "any unit"),
    "choice": ("R", "any unit, if chosen"),
    "black": ("B", "landwehr"),
    "white": ("W", "ships"),
}
KIND_NAMES = tuple(KINDS.values())


class Town(Struct, frozen=True):
    """A production city: its colour, who holds it, whether it gives points to its own state now."""

    name: str
    colour: str
    holder: str
    side: str
    gives: bool


class Unit(Struct, frozen=True):
    """A kind of unit in a force pool: how many wait, what one costs, how many the next January adds."""

    name: str
    here: int
    price: Fraction
    more: int


class Keel(Struct, frozen=True):
    """A ship on the Production Track: what is paid of its price."""

    nation: str
    what: str
    paid: Fraction
    price: Fraction


class Purse(Struct, frozen=True):
    """What a state may have to spend: points for any unit, landwehr and ships, with the exact chance."""

    red: Fraction
    black: Fraction
    white: Fraction
    chance: Fraction


class Books(Struct, frozen=True):
    """Everything that one state has for raising troops."""

    nation: str
    status: str
    seat: str
    towns: tuple[Town, ...]
    units: tuple[Unit, ...]
    keels: tuple[Keel, ...]
    purses: tuple[Purse, ...]
    lent: Fraction
    saved: Fraction
    notes: tuple[tuple[str, str], ...]
    year: int


class Captured(Struct, frozen=True):
    """Prisoners: who holds them, whose they are, what they are (G.3)."""

    captor: str
    nation: str
    what: str


def books(x: Context, s: State, nation: int) -> Books:
    """The books of a state, major or minor."""
    seat = buyer(x, s, nation)
    year = next_january(x, s)
    return Books(
        NATIONS[nation],
        FACTIONS[x.faction(s, nation)] if s.masters[nation] >= 0 else "not formed",
        x.setting.seat_names[seat] if seat >= 0 else "nobody",
        tuple(_towns(x, s, nation)),
        tuple(_units(x, s, nation, year)),
        tuple(k for k in keels(x, s) if k.nation == NATIONS[nation]),
        purses(x, s, nation) if nation < 6 else (),
        Fraction(s.lent[nation], 2),
        Fraction(s.saved, 2) if nation == ENGLAND else Fraction(0),
        tuple(_notes(x, s, nation)),
        year,
    )


def buyer(x: Context, s: State, nation: int) -> int:
    """The seat that buys for a state: its commander's, and England's for a neutral major without one (J.2.i)."""
    seat = x.commander(s, nation)
    return x.setting.seats.index("english") if seat < 0 and nation < 6 else seat


def next_january(x: Context, s: State) -> int:
    """The year of the next additions to the force pools (J.1.f)."""
    year, month = x.setting.month(s.turn)
    return year if month == JANUARY and min(s.grown[:6]) < year else year + 1


def _towns(x: Context, s: State, nation: int) -> Iterable[Town]:
    giving = x.own_cities(s, nation)
    for c in x.setting.production[nation]:
        city, holder = x.setting.cities[c], x.holder(s, c)
        yield Town(city.name, city.production or "red", NATIONS[holder], FACTIONS[x.city_faction(s, c)], c in giving)


def _units(x: Context, s: State, nation: int, year: int) -> Iterable[Unit]:
    more = x.setting.additions(year, nation)
    for kind, here in enumerate(s.pools[nation]):
        if here or more[kind]:
            yield Unit(KIND_NAMES[kind], here, Fraction(x.tables.costs[SHORT[kind]], 2), more[kind])
    for at, what in enumerate(("squadron", "transport")):
        grows = int(nation == ENGLAND and what == "squadron")
        if s.docks[nation][at] or grows:
            yield Unit(what, s.docks[nation][at], Fraction(shipyards.price(x, nation), 2), grows)


def keels(x: Context, s: State) -> tuple[Keel, ...]:
    """The ships on the Production Track (J.6.c)."""
    found = []
    for keel in s.keels:
        price = Fraction(shipyards.price(x, keel.nation), 2)
        what = "transport" if keel.transport else "squadron"
        found.append(Keel(NATIONS[keel.nation], what, price - Fraction(keel.left, 2), price))
    return tuple(found)


def purses(x: Context, s: State, major: int) -> tuple[Purse, ...]:
    """What the die of the next Reinforcement Phase gives a major, each outcome with its exact chance (J.2.b).

    The die is thrown for the position as it is: loans landed and points saved are counted in.
    """
    if nothing_to_buy(x, s, major) and not s.lent[major]:
        return ()
    roll = ProductionRoll(buyer(x, s, major))
    ready = replace(s, segment=s.status[major], agenda=(roll,))

    def throw(dice: Dice) -> tuple[int, int, int]:
        after = roll.run(x, ready, dice, [])
        bought = next(p for p in after.agenda if isinstance(p, Purchase) and p.nation == major)
        return bought.red, bought.black, bought.white

    return tuple(
        Purse(Fraction(red, 2), Fraction(black, 2), Fraction(white, 2), chance)
        for (red, black, white), chance in sorted(distribution(throw))
    )


def _notes(x: Context, s: State, nation: int) -> Iterable[tuple[str, str]]:
    """What else bears on a state's production, with its paragraph."""
    if (goods := x.setting.goods(nation)) != GOODS:
        yield f"In this scenario it can buy {f'only {names(goods)}' if goods else 'nothing'}.", "WAP J.2.d"
    for war in s.wars:
        if war.nation == nation:
            away = spelled(war.count) if any(war.count) else "nothing yet"
            yield f"At war far away since {x.setting.month_name(war.since)}: {away} is gone.", "WAP G.2.e"
    if nation < 6 and s.conquered[nation]:
        yield "Conquered: neutral until its force pool is empty.", "WAP I.2.a"
    if nation == ENGLAND and any(s.legion):
        yield f"{sentence(LEGION)} has lost {spelled(s.legion)}, and can replace that.", "WAP J.3.d"
    if nation == ENGLAND:
        limits = x.tables.production
        yield (
            (
                f"At most {limits['english points for land units']} points for land units and "
                f"{limits['english points for ships']} for ships a phase; "
                f"{limits['english points saved']} points can be saved."
            ),
            "WAP J.5.d",
        )
    if nation < 6 and "choice" in {x.setting.cities[c].production for c in x.setting.production[nation]}:
        yield f"{x.tables.production['french cities of choice']} of its cities of choice count.", "WAP J.2.g"


def prisoners(s: State) -> tuple[Captured, ...]:
    """All prisoners (G.3)."""
    found = []
    for c in s.captives:
        both = ((c.squadrons, "squadron"), (c.transports, "transport"))
        ships = [f"{n} {word}{'s' * (n > 1)}" for n, word in both if n]
        parts = ([spelled(c.count)] if any(c.count) else []) + ships
        found.append(Captured(NATIONS[c.captor], NATIONS[c.nation], " and ".join(parts)))
    return tuple(found)


class Minor(Struct, frozen=True):
    """A minor state: under whom, its city and who holds it, its force pool, what January adds."""

    name: str
    master: str
    status: str
    city: str
    holder: str
    pool: str
    more: str


def minors(x: Context, s: State) -> tuple[Minor, ...]:
    """All minor states, formed or not."""
    year, found = next_january(x, s), []
    for n in range(6, len(NATIONS)):
        formed, city = s.masters[n] >= 0, x.setting.capital[n]
        more = x.setting.additions(year, n)
        found.append(
            Minor(
                NATIONS[n],
                NATIONS[s.masters[n]] if formed and s.masters[n] != n else "nobody",
                FACTIONS[x.faction(s, n)] if formed else "not formed",
                x.setting.cities[city].name,
                NATIONS[x.holder(s, city)],
                spelled(s.pools[n]) if any(s.pools[n]) else "",
                spelled(more) if formed and any(more) else "",
            )
        )
    return tuple(found)


# Purchases


class Offer(Struct, frozen=True):
    """A purchase of troops that can be made now, by its place in the list of moves."""

    at: int
    nation: str
    kind: str
    number: int
    city: str
    price: Fraction


def offers(x: Context, moves: Sequence[m.Move]) -> tuple[Offer, ...]:
    """Troops that can be bought, out of the moves of a decision."""
    return tuple(
        Offer(
            i,
            LEGION if move.for_legion(x) else NATIONS[move.nation],
            KIND_NAMES[move.kind],
            move.number,
            x.setting.cities[move.city].name,
            Fraction(move.number * x.tables.costs[SHORT[move.kind]], 2),
        )
        for i, move in enumerate(moves)
        if isinstance(move, m.Buy)
    )


def leaders(x: Context, moves: Sequence[m.Move]) -> dict[str, list[tuple[int, str]]]:
    """Leaders who can be placed, each with the moves that place him and the cities."""
    found: dict[str, list[tuple[int, str]]] = {}
    for i, move in enumerate(moves):
        if isinstance(move, m.Place):
            cities = found.setdefault(x.setting.leaders[move.leader].called, [])
            cities.append((i, x.setting.cities[move.city].name))
    return found


def others(moves: Sequence[m.Move]) -> tuple[int, ...]:
    """The places of all other moves: ships, repairs, Lloyd's bill; the end of the phase is not among them."""
    return tuple(i for i, move in enumerate(moves) if not isinstance(move, (m.Buy, m.Place, m.Done)))
