"""J.1.f, J.2.b, J.7. The Reinforcement Phase: what a January adds, landwehr for nothing, the die for production points.

What the points buy is in `production`. Readings 21, 22, 25, 105, 108 and 120 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.telling import names
from napwidgets.systems.wap.context import Context, Log, counted, say
from napwidgets.systems.wap.forces import GOODS, KINDS, Count, L, of, plus, spelled
from napwidgets.systems.wap.money import shipyards
from napwidgets.systems.wap.money.production import MinorPurchase, Purchase, added, deploy, enemy_at, lapsed
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, NATIONS, PRUSSIA
from napwidgets.systems.wap.state import ENGLISH, FIT, NEUTRAL, State
from napwidgets.systems.wap.step import Step
from napwidgets.systems.wap.trade.obligations import owed

#: The states that have landwehr each turn for nothing, from a year that the table gives (J.7, reading 25).
LANDWEHR = (AUSTRIA, PRUSSIA)
JANUARY = 1


def producers(x: Context, s: State) -> dict[int, int]:
    """The majors that produce in this segment and the seat that decides for each (J.2.i)."""
    found = {}
    for major in range(6):
        if s.status[major] == s.segment:
            seat = x.commander(s, major)
            found[major] = seat if seat >= 0 else x.setting.seats.index("english")
    return found


class ReinforcementPhase(Step, frozen=True, tag="reinforcement"):
    """E.1.b: January's additions, then each seat's production, the majors in order and their minors after them."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        active = [n for n in range(len(NATIONS)) if s.masters[n] >= 0 and x.faction(s, n) == s.segment]
        for nation in active:
            s = _grow(x, s, nation, log)
        free: tuple[tuple[int, int], ...] = ()
        for nation in LANDWEHR:
            year = x.tables.production[f"landwehr of {NATIONS[nation]} from"]
            if s.segment == ENGLISH and nation in active and x.setting.month(s.turn)[0] >= year:
                waiting = s.pools[nation][L]
                s = _free_landwehr(x, s, nation, log)
                free = added(free, x.setting.capital[nation], waiting - s.pools[nation][L])
        if s.segment == NEUTRAL:
            s = lapsed(s, [n for n in range(6, len(NATIONS)) if x.faction(s, n) == NEUTRAL], log)
        made = producers(x, s)
        steps = [ProductionRoll(seat, free) for seat in sorted(set(made.values()), reverse=True)]
        return s.push(*steps)


def _grow(x: Context, s: State, nation: int, log: Log) -> State:
    """What a January adds to a force pool (J.1.f), once a year."""
    year, month = x.setting.month(s.turn)
    if month != JANUARY or s.grown[nation] >= year:
        return s
    s = replace(s, grown=(*s.grown[:nation], year, *s.grown[nation + 1 :]))
    count = x.setting.additions(year, nation)
    name = NATIONS[nation]
    if any(count):
        s = s.pool(nation, plus(s.pools[nation], count))
        say(
            log, "addition", f"{name} adds {spelled(count)} to its force pool.", "J.1.f", tally=_strength(nation, count)
        )
    if nation == ENGLAND:
        squadrons, transports = s.docks[ENGLAND]
        s = s.dock(ENGLAND, squadrons + 1, transports)
        say(log, "addition", "England may build one more squadron.", "J.5.f", tally={"ships of England": 1})
    return s


def _strength(nation: int, count: Count, sign: int = 1) -> dict[str, int]:
    return {f"strength of {NATIONS[nation]}": sign * sum(count)}


def _free_landwehr(x: Context, s: State, nation: int, log: Log) -> State:
    """Landwehr that costs nothing while the capital is held (J.7)."""
    capital = x.setting.capital[nation]
    count = of(L, min(x.tables.production["landwehr each turn"], s.pools[nation][L]))
    shut = x.foreign(s, capital, nation) or enemy_at(x, s, capital, nation)
    if not any(count) or shut or shipyards.owes_troops(s, nation):
        return s
    say(log, "landwehr", f"{NATIONS[nation]} calls up {spelled(count)}.", "J.7")
    return deploy(x, s, nation, count, capital)


class ProductionRoll(Step, frozen=True, tag="production-roll"):
    """One die: five or less, one point for each city; six or more, two (J.2.b, J.2.c). ``placed`` counts the landwehr
    that came to cities for nothing in this phase (J.7).
    """

    seat: int
    placed: tuple[tuple[int, int], ...] = ()

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        table = x.tables.production
        name = x.setting.seat_names[self.seat]
        roll = dice.roll(f"{name}: production")
        parts: list[tuple[str, int, str]] = []
        mine = [major for major, seat in producers(x, s).items() if seat == self.seat]
        majors = [major for major in mine if s.lent[major] or not nothing_to_buy(x, s, major)]
        if FRANCE in majors and self._napoleon_home(x, s):
            parts.append(("Napoleon in France", table["napoleon in france"], "WAP J.2.c"))
        if ENGLAND in majors and any(war.nation == ENGLAND for war in s.wars):
            parts.append(("war with America", table["england at war with america"], "WAP J.2.c"))
        total = roll + sum(value for _, value, _ in parts)
        each = 2 if total >= table["two points from"] else 1
        points = "two points" if each == 2 else "one point"
        whose = names(NATIONS[major] for major in sorted(majors)) or name
        say(log, "production", f"{whose}: {points} for each production city.", "J.2.b", parts=parts)
        capped = x.setting.seats[self.seat] == "english" and _held_down(x, s)
        if capped and ENGLAND in mine and each > 1:
            say(log, "lloyds", "Lloyd's rate compels: no more than one point drawn from each city.", "K.8.h")
        steps: list[Step] = [MinorPurchase(self.seat, 1 if capped else each)]
        for major in reversed(majors):
            placed = tuple((c, n) for c, n in self.placed if n and x.setting.capital[major] == c)
            purchase = replace(funds(x, s, major, self.seat, each), placed=placed)
            steps.append(purchase)
            points_now = purchase.red + purchase.black + purchase.white
            gained = points_now - s.lent[major] - (s.saved if major == ENGLAND else 0)
            text = f"{NATIONS[major]} has {counted(points_now / 2, 'point')}."
            say(log, "points", text, "J.2.b", tally={"half points": gained})
            s = replace(s, lent=(*s.lent[:major], 0, *s.lent[major + 1 :]))
            s = replace(s, saved=0) if major == ENGLAND else s
        return s.push(*steps)

    @staticmethod
    def _napoleon_home(x: Context, s: State) -> bool:
        place = s.leaders[x.setting.napoleon].place
        return place >= 0 and x.setting.owner[place] == FRANCE


def nothing_to_buy(x: Context, s: State, nation: int) -> bool:
    """Whether a scenario leaves a state nothing that its points could be spent on, so that nobody need hear of them.
    England pays Lloyd's, whatever else it can buy (K.8.e).
    """
    goods = x.setting.goods(nation)
    if goods == GOODS or (nation == ENGLAND and owed(x, s)):
        return False
    troops = any(n and what in goods for n, what in zip(s.pools[nation], KINDS.values(), strict=True))
    ships = any(s.docks[nation]) or any(keel.nation == nation for keel in s.keels)
    repairs = any(f.nation == nation and f.condition != FIT for f in s.fleets)
    return not (troops or ships or repairs or "leaders" in goods)


def funds(x: Context, s: State, major: int, seat: int, each: int) -> Purchase:
    """What a major has to spend: by the colour of its cities, with points lent to it and, for England, saved."""
    each = 1 if major == ENGLAND and _held_down(x, s) else each
    counts = {"red": 0, "black": 0, "white": 0}
    for city in x.own_cities(s, major):
        colour = x.setting.cities[city].production or "red"
        if not (
            NATIONS[major] == "Russia" and x.setting.cities[city].name == "Kiev" and _at_war_in_the_south(s, major)
        ):
            counts["red" if colour == "choice" else colour] += 2 * each
    extra = s.lent[major] + (s.saved if major == ENGLAND else 0)
    return Purchase(seat, major, counts["red"] + extra, counts["black"], counts["white"], lent=s.lent[major])


def _held_down(x: Context, s: State) -> bool:
    """Whether Lloyd's rate lets England draw a single point from each city: its own, and those of minors that its
    player commands, which are his production cities, too (K.8.h, J.3.b).
    """
    return x.options.lloyds and s.rate >= 2 * x.tables.lloyds["one point a city"]


def _at_war_in_the_south(s: State, nation: int) -> bool:
    """Kiev gives nothing while Russia fights Turkey (reference 3)."""
    return any(war.nation == nation for war in s.wars)
