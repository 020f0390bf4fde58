"""J. Reinforcements and replacements: force pools, production points, what they buy, where it is deployed.

Points are counted in halves, because landwehr costs one half. Readings 21 to 26 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Decision
from napwidgets.systems.wap import legion, shipyards
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, refuse, say
from napwidgets.systems.wap.forces import GOODS, KINDS, SHORT, Count, L, M, P, brief, minus, of, plus, spelled
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, HANOVER, NATIONS, PORTUGAL, PRUSSIA, SPAIN
from napwidgets.systems.wap.state import ENGLISH, FIT, NEUTRAL, OFF, Army, State, fleet_index
from napwidgets.systems.wap.step import Choice, Step

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
        for nation in LANDWEHR:
            year = x.tables.production[f"landwehr of {NATIONS[nation]} from"]
            if s.segment == ENGLISH and nation in active and x.setting.month(s.turn)[0] >= year:
                s = _free_landwehr(x, s, nation, log)
        if s.segment == NEUTRAL:
            s = _lapsed(s, [n for n in range(6, len(NATIONS)) if x.faction(s, n) == NEUTRAL], log)
        made = producers(x, s)
        steps = [ProductionRoll(seat) for seat in sorted(set(made.values()), reverse=True)]
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
        say(log, "addition", f"{name} adds {brief(count)} to its force pool.", "J.1.f", tally=_strength(nation, count))
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
    shut = x.foreign(s, capital, nation) or _enemy_at(x, s, capital, nation)
    if not any(count) or shut or shipyards.owes_troops(s, nation):
        return s
    say(log, "landwehr", f"{NATIONS[nation]} calls up {spelled(count)}.", "J.7")
    return _deploy(x, s, nation, count, capital)


def _enemy_at(x: Context, s: State, city: int, nation: int) -> bool:
    """Whether an enemy strength point stands in a city's hex (J.2.a)."""
    side = x.faction(s, nation)
    return any(x.army_faction(s, a) != side for a in x.armies_at(s, x.setting.city_hex[city]))


def _deploy(x: Context, s: State, nation: int, count: Count, city: int) -> State:
    s = s.pool(nation, minus(s.pools[nation], count))
    return x.with_armies(s, [*s.armies, Army(x.setting.city_hex[city], nation, count)])


def _lapsed(s: State, minors: Sequence[int], log: Log) -> State:
    """Points lent to some minors and not spent are forfeited (J.2.h); neutral ones can't spend any (J.3.a)."""
    mine = [n for n in minors if s.lent[n]]
    for minor in mine:
        text = f"{NATIONS[minor]} lets {s.lent[minor] / 2:g} lent points lapse."
        say(log, "forfeit", text, "J.2.h", tally={"half points": -s.lent[minor]})
    return replace(s, lent=tuple(0 if n in mine else lent for n, lent in enumerate(s.lent))) if mine else s


def _added(sums: tuple[tuple[int, int], ...], key: int, number: int) -> tuple[tuple[int, int], ...]:
    """Sums by key with one of them greater."""
    return tuple(sorted({**dict(sums), key: dict(sums).get(key, 0) + number}.items()))


class ProductionRoll(Step, frozen=True, tag="production-roll"):
    """One die: five or less, one point for each city; six or more, two (J.2.b, J.2.c)."""

    seat: int

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
        say(log, "production", f"{name}: {points} for each production city.", "J.2.b", parts=parts)
        steps: list[Step] = [MinorPurchase(self.seat, each)]
        for major in reversed(majors):
            purchase = funds(x, s, major, self.seat, each)
            steps.append(purchase)
            points_now = purchase.red + purchase.black + purchase.white
            gained = points_now - s.lent[major] - (s.saved if major == ENGLAND else 0)
            text = f"{NATIONS[major]} has {points_now / 2:g} points."
            say(log, "points", text, "J.2.b", tally={"half points": gained})
            s = replace(s, lent=(*s.lent[:major], 0, *s.lent[major + 1 :]))
            s = replace(s, saved=0) if major == ENGLAND else s
        return s.push(*steps)

    @staticmethod
    def _napoleon_home(x: Context, s: State) -> bool:
        place = s.leaders[x.setting.napoleon].place
        return place >= 0 and x.setting.owner[place] == FRANCE


def nothing_to_buy(x: Context, s: State, nation: int) -> bool:
    """Whether a scenario leaves a state nothing that its points could be spent on, so that nobody need hear of them."""
    goods = x.setting.goods(nation)
    if goods == GOODS:
        return False
    troops = any(n and what in goods for n, what in zip(s.pools[nation], KINDS.values(), strict=True))
    ships = any(s.docks[nation]) or any(keel.nation == nation for keel in s.keels)
    repairs = any(f.nation == nation and f.condition != FIT for f in s.fleets)
    return not (troops or ships or repairs or "leaders" in goods)


def funds(x: Context, s: State, major: int, seat: int, each: int) -> Purchase:
    """What a major has to spend: by the colour of its cities, with points lent to it and, for England, saved."""
    if major == ENGLAND and x.options.lloyds and s.rate >= 2 * x.tables.lloyds["one point a city"]:
        each = 1
    counts = {"red": 0, "black": 0, "white": 0}
    for city in x.own_cities(s, major):
        colour = x.setting.cities[city].production or "red"
        if not (
            NATIONS[major] == "Russia" and x.setting.cities[city].name == "Kiev" and _at_war_in_the_south(s, major)
        ):
            counts["red" if colour == "choice" else colour] += 2 * each
    extra = s.lent[major] + (s.saved if major == ENGLAND else 0)
    return Purchase(seat, major, counts["red"] + extra, counts["black"], counts["white"], lent=s.lent[major])


def _at_war_in_the_south(s: State, nation: int) -> bool:
    """Kiev gives nothing while Russia fights Turkey (reference 3)."""
    return any(war.nation == nation for war in s.wars)


class Purchase(Choice, frozen=True, tag="purchase"):
    """J.2: a major spends its points. ``placed`` counts what was deployed in each city, ``land`` and ``ships`` the
    half points that went into either (J.5.d), ``lent`` those of ``red`` that England lent: they pay for troops first
    (J.6.d, reading 79). ``barred`` says that new men for the German Legion were refused (J.3.d).
    """

    seat: int
    nation: int
    red: int
    black: int = 0
    white: int = 0
    placed: tuple[tuple[int, int], ...] = ()
    land: int = 0
    ships: int = 0
    lent: int = 0
    barred: bool = False

    def side(self, x: Context, s: State) -> int:
        return self.seat

    def automatic(self, x: Context, s: State) -> bool:
        return len(self.options(x, s, None)) == 1 and self.why_not_done(x, s) is None

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return self.close(x, s, log)

    def decision(self, x: Context, s: State) -> Decision:
        name = NATIONS[self.nation]
        parts = [f"{self.red / 2:g} for any unit"]
        parts += [f"{self.black / 2:g} for landwehr"] if self.black else []
        parts += [f"{self.white / 2:g} for ships"] if self.white else []
        prompt = f"Buy for {name}: {', '.join(parts)}. What you don't spend is lost."
        if self.nation == ENGLAND:
            prompt = f"Buy for England: {', '.join(parts)}. Up to {self._keep(x) / 2:g} points can be saved."
        return Decision(x.setting.seats[self.seat], "purchase", f"Reinforcements: {name}", prompt, ("WAP J.2",))

    @staticmethod
    def _keep(x: Context) -> int:
        return 2 * x.tables.production["english points saved"]

    # What can be bought

    def price(self, x: Context, kind: int) -> int:
        """What a strength point costs in half points (J.2.d)."""
        return x.tables.costs[SHORT[kind]]

    def purse(self, kind: int) -> int:
        """The half points that can pay for a kind: black cities pay for landwehr only (J.2.e)."""
        return self.red + (self.black if kind == L else 0)

    def waiting(self, x: Context, s: State, nation: int) -> Count:
        """What waits for this purchase: the force pool, or for England what the German Legion can raise (J.3.d)."""
        return s.pools[nation] if nation == self.nation else legion.recruits(x, s, self.barred)

    def why_not(
        self, x: Context, s: State, kind: int, number: int, city: int, nation: int = -1
    ) -> tuple[str, str] | None:
        """Why a purchase can't be made, with its paragraph; ``nation`` is Hanover for the German Legion."""
        name = NATIONS[self.nation]
        if nation == HANOVER != self.nation and (problem := legion.why_not(x, s, kind, number, self.barred)):
            return problem
        if problem := shipyards.not_for_sale(x, self.nation, list(KINDS.values())[kind]):
            return problem
        if nation in (-1, self.nation) and number > s.pools[self.nation][kind]:
            return f"{name}'s force pool holds only {s.pools[self.nation][kind]} {list(KINDS.values())[kind]}.", "J.2.d"
        if number * self.price(x, kind) > self.purse(kind):
            cost = number * self.price(x, kind) / 2
            return f"That costs {cost:g} points; {self.purse(kind) / 2:g} are left.", "J.2.d"
        if city not in x.setting.production[self.nation] or x.foreign(s, city, self.nation):
            return f"Deploy in a production city that {name} holds.", "J.2.a"
        if _enemy_at(x, s, city, self.nation):
            return f"An enemy stands at {x.setting.cities[city].name}.", "J.2.a"
        if dict(self.placed).get(city, 0) + number > x.tables.production["most in a city"]:
            most = x.tables.production["most in a city"]
            return f"At most {most} strength points come to one city in a phase.", "J.2.a"
        if kind in (M, P) and self.nation in (SPAIN, PORTUGAL) and not self._enemy_inside(x, s):
            return f"Militia and partisans rise only while an enemy army is in {name}.", "J.4.d"
        most = x.tables.production["english points for land units"]
        if self.nation == ENGLAND and self.land + number * self.price(x, kind) > 2 * most:
            return f"England spends at most {most} points on land units in a phase.", "J.5.d"
        if shipyards.owes_troops(s, self.nation):
            return f"{name} still owes troops to its foreign war and deploys nothing else.", "G.2.e"
        return None

    def _enemy_inside(self, x: Context, s: State) -> bool:
        foe = x.enemies(x.faction(s, self.nation))
        return any(x.setting.owner[a.hex] == self.nation and x.army_faction(s, a) == foe != NEUTRAL for a in s.armies)

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is not None:
            return ()
        found: list[m.Move] = []
        cities = [c for c in x.setting.production[self.nation] if not x.foreign(s, c, self.nation)]
        for nation in (self.nation, HANOVER) if self.nation == ENGLAND else (self.nation,):
            found += self._troops(x, s, nation, cities)
        found += self._leaders(x, s, cities)
        found += shipyards.offers(x, s, self)
        if self.why_not_done(x, s) is None:
            found.append(m.Done())
        return found

    def _troops(self, x: Context, s: State, nation: int, cities: list[int]) -> list[m.Move]:
        """One strength point of each kind, and as many as can be, for each city."""
        found: list[m.Move] = []
        for kind, there in enumerate(self.waiting(x, s, nation)):
            most = min(there, self.purse(kind) // self.price(x, kind))
            for city in cities if most else ():
                room = x.tables.production["most in a city"] - dict(self.placed).get(city, 0)
                for number in sorted({1, min(most, room)}):
                    if number > 0 and self.why_not(x, s, kind, number, city, nation) is None:
                        found.append(m.Buy(nation, kind, number, city))
        return found

    def _leaders(self, x: Context, s: State, cities: list[int]) -> list[m.Move]:
        """Leaders in the force pool whose time has come (J.2.f)."""
        waiting = [i for i in range(len(s.leaders)) if self.may_place(x, s, i)]
        return [m.Place(i, city) for i in waiting for city in cities if self.may_receive(x, s, i, city)]

    def may_receive(self, x: Context, s: State, leader: int, city: int) -> bool:
        """Whether a leader can come to a city: no enemy is there; Nelson comes to a port (F.8.h, reading 64)."""
        return not _enemy_at(x, s, city, self.nation) and (leader != x.setting.nelson or city in x.setting.ports)

    def may_place(self, x: Context, s: State, leader: int) -> bool:
        """Whether a leader of this state waits and his month has come."""
        own = x.setting.leader_nation[leader] == self.nation and s.leaders[leader].place == OFF
        return own and x.arrived(s, leader) and "leaders" in x.setting.goods(self.nation)

    def why_not_done(self, x: Context, s: State) -> tuple[str, str] | None:
        """Why the phase can't be ended: points that Lloyd's compels (K.8.e, K.8.i)."""
        return shipyards.lloyds_bill(x, s, self)

    # Making a move

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Buy):
            yours = move.nation == self.nation or (self.nation == ENGLAND and move.nation == HANOVER)
            if not yours or not 0 <= move.kind < len(SHORT) or move.number < 1:
                raise refuse("not-yours", f"Now {NATIONS[self.nation]} buys, one or more of a kind.", "J.2.d")
            if problem := self.why_not(x, s, move.kind, move.number, move.city, move.nation):
                raise refuse("purchase", *problem)
        elif isinstance(move, m.Done):
            if problem := self.why_not_done(x, s):
                raise refuse("lloyds", *problem)
        elif isinstance(move, m.BuyShip):
            if problem := shipyards.why_not_ship(x, s, self, move):
                raise refuse("purchase", *problem)
        elif move not in self.options(x, s, None):
            raise self.not_offered(x, s, move)

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Buy):
            if move.nation != self.nation and legion.keeper(x, s, self.seat, move) >= 0:
                return s.push(legion.Consent(move.kind, move.number, move.city))
            return self.buy(x, s, move, log)
        if isinstance(move, m.Place):
            hex = x.setting.city_hex[move.city]
            name = x.setting.leaders[move.leader].name
            say(log, "leader", f"{name} joins the army at {x.setting.cities[move.city].name}.", "J.2.f", hexes=[hex])
            return s.leader(move.leader, place=hex, inside=move.leader == x.setting.nelson)
        if isinstance(move, m.Done):
            return self.close(x, s, log)
        return shipyards.order(x, s, self, move, log)

    def buy(self, x: Context, s: State, move: m.Buy, log: Log) -> State:
        """Troops are paid for and stand in their city (J.2.a)."""
        cost = move.number * self.price(x, move.kind)
        from_black = min(self.black, cost) if move.kind == L else 0
        left = replace(
            self,
            red=self.red - (cost - from_black),
            black=self.black - from_black,
            lent=max(0, self.lent - (cost - from_black)),
            placed=_added(self.placed, move.city, move.number),
            land=self.land + cost,
        )
        what = f"{move.number} {list(KINDS.values())[move.kind]}"
        what += f" for {legion.NAME}" if move.nation != self.nation else ""
        text = f"{NATIONS[self.nation]} raises {what} at {x.setting.cities[move.city].name}."
        cite = "J.3.d" if move.nation != self.nation else "J.2.a"
        hexes = [x.setting.city_hex[move.city]]
        say(log, "purchase", text, cite, hexes=hexes, tally={"half points": -cost})
        if move.nation != self.nation:
            return legion.deployed(x, s, move).pop(left)
        return _deploy(x, s, self.nation, of(move.kind, move.number), move.city).pop(left)

    def close(self, x: Context, s: State, log: Log) -> State:
        """The phase ends; England saves points, everybody else forfeits them (J.2.h, J.5.a)."""
        rest = self.red + self.black + self.white
        kept = min(self.red, self._keep(x)) if self.nation == ENGLAND else 0
        if rest - kept:
            lost = f"{NATIONS[self.nation]} lets {(rest - kept) / 2:g} points lapse."
            say(log, "forfeit", lost, "J.2.h", tally={"half points": kept - rest})
        return replace(s.pop(), saved=kept) if self.nation == ENGLAND else s.pop()


class MinorPurchase(Choice, frozen=True, tag="minor-purchase"):
    """J.3: minors under a seat's majors; one state of each group buys in a phase (J.3.b). ``placed`` is by city."""

    seat: int
    each: int
    bought: tuple[tuple[int, int], ...] = ()
    placed: tuple[tuple[int, int], ...] = ()

    def side(self, x: Context, s: State) -> int:
        return self.seat

    def automatic(self, x: Context, s: State) -> bool:
        return len(self.options(x, s, None)) == 1

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return self._lapse(x, s.pop(), log)

    def decision(self, x: Context, s: State) -> Decision:
        prompt = f"Each minor's city gives {self.each} for its own troops. One state of each group may buy."
        return Decision(x.setting.seats[self.seat], "minor-purchase", "Reinforcements: minors", prompt, ("WAP J.3.b",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is not None:
            return ()
        found: list[m.Move] = []
        for minor in range(6, len(NATIONS)):
            if self._mine(x, s, minor):
                moves = self._purse(x, s, minor).options(x, s, None)
                kinds = (m.Buy, m.BuyShip, m.Repair, m.Place) if self._may(x, s, minor) else (m.Place,)
                found += [move for move in moves if isinstance(move, kinds)]
        return [*found, m.Done()]

    def waiting(self, x: Context, s: State, nation: int) -> Count:
        """What waits in a minor's force pool."""
        return s.pools[nation]

    def _mine(self, x: Context, s: State, minor: int) -> bool:
        """Whether a minor is this seat's to decide for."""
        return x.major_of(s, minor) >= 0 and x.mine(s, minor, self.seat)

    def _purse(self, x: Context, s: State, minor: int) -> Purchase:
        """A minor's purchase: what its city still gives, and what England lent it (F.3.g, J.4.e)."""
        lent = s.lent[minor]
        return Purchase(self.seat, minor, self._left(x, minor) + lent, placed=self.placed, lent=lent)

    def _may(self, x: Context, s: State, minor: int) -> bool:
        """Whether a minor is this seat's to buy for, at war (J.3.a), and no other of its group has bought."""
        if not self._mine(x, s, minor) or s.segment == NEUTRAL:
            return False
        group = x.setting.group_of[minor]
        return all(minor == other or x.setting.group_of[other] != group for other, _ in self.bought)

    def _left(self, x: Context, minor: int) -> int:
        """Half points that a minor's city still gives."""
        return max(0, 2 * self.each - dict(self.bought).get(minor, 0))

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Buy | m.BuyShip | m.Repair):
            nation = self._buyer(s, move)
            if 6 <= nation < len(NATIONS) and x.faction(s, nation) == NEUTRAL:
                raise refuse("minor", f"{NATIONS[nation]} is neutral and produces nothing.", "J.3.a")
            if not 6 <= nation < len(NATIONS) or not self._may(x, s, nation):
                raise refuse("minor", "Only one of your minors of each group may buy in a phase.", "J.3.b")
            self._purse(x, s, nation).check(x, s, move)
        elif isinstance(move, m.Place):
            if move not in self.options(x, s, None):
                raise refuse("leader", "Choose a leader of a minor of yours who waits, and a free city of it.", "J.2.f")
        elif not isinstance(move, m.Done):
            raise self.not_offered(x, s, move)

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Place):
            return Purchase(self.seat, x.setting.leader_nation[move.leader], 0).play(x, s, move, dice, log)
        if isinstance(move, m.BuyShip | m.Repair):
            return self._to_the_yard(x, s, move, log)
        if not isinstance(move, m.Buy):
            return self._lapse(x, s.pop(), log)
        s, after, borrowed = self._pay(x, s, move.nation, move.number * x.tables.costs[SHORT[move.kind]])
        text = f"{NATIONS[move.nation]} raises {move.number} {list(KINDS.values())[move.kind]}."
        tally = {"half points": -borrowed} if borrowed else {}
        say(log, "purchase", text, "J.3.b", hexes=[x.setting.city_hex[move.city]], tally=tally)
        after = replace(after, placed=_added(self.placed, move.city, move.number))
        return _deploy(x, s, move.nation, of(move.kind, move.number), move.city).pop(after)

    def _pay(self, x: Context, s: State, nation: int, cost: int) -> tuple[State, MinorPurchase, int]:
        """A minor spends half points: those of its city first, then those lent to it, which are given back as well."""
        borrowed = max(0, cost - self._left(x, nation))
        s = replace(s, lent=(*s.lent[:nation], s.lent[nation] - borrowed, *s.lent[nation + 1 :]))
        return s, replace(self, bought=_added(self.bought, nation, cost)), borrowed

    def _to_the_yard(self, x: Context, s: State, move: m.BuyShip | m.Repair, log: Log) -> State:
        """A minor pays for a ship of its own or a repair (H.4, J.6.b, K.7.c)."""
        nation = self._buyer(s, move)
        purse = self._purse(x, s, nation)
        done: Log = []
        ordered = shipyards.order(x, s, purse, move, done)
        left = ordered.agenda[-1]
        assert isinstance(left, Purchase)
        cost = purse.red - left.red
        ordered, after, borrowed = self._pay(x, ordered, nation, cost)
        if cost > borrowed:
            text = f"{NATIONS[nation]} puts {(cost - borrowed) / 2:g} points into its ships."
            say(log, "points", text, "J.3.b", tally={"half points": cost - borrowed})
        log += done
        return ordered.pop(after)

    @staticmethod
    def _buyer(s: State, move: m.Buy | m.BuyShip | m.Repair) -> int:
        """The state that a purchase is for; -1 for a fleet that is not there."""
        if isinstance(move, m.Repair):
            i = fleet_index(s, move.fleet)
            return s.fleets[i].nation if i >= 0 else -1
        return move.nation

    def _lapse(self, x: Context, s: State, log: Log) -> State:
        """Points lent to this seat's minors and not spent are forfeited (J.2.h)."""
        return _lapsed(s, [n for n in range(6, len(NATIONS)) if self._mine(x, s, n)], log)
