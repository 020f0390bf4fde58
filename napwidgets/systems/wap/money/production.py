"""J. Reinforcements and replacements: force pools, production points, what they buy, where it is deployed.

The phase and its die are in `reinforcement`. Points are counted in halves, because landwehr costs one half. Readings
23, 24, 26, 107, 121 and 123 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Question
from napwidgets.systems.telling import counted
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, refuse, say
from napwidgets.systems.wap.forces import KINDS, RISING, SHORT, Count, L, minus, of, several
from napwidgets.systems.wap.ground import layout
from napwidgets.systems.wap.money import legion, shipyards
from napwidgets.systems.wap.setting import ENGLAND, HANOVER, LEGION, NATIONS, PORTUGAL, SPAIN
from napwidgets.systems.wap.state import NEUTRAL, OFF, Army, State, fleet_index
from napwidgets.systems.wap.states.conquest import settle
from napwidgets.systems.wap.step import SeatChoice


def enemy_at(x: Context, s: State, city: int, nation: int) -> bool:
    """Whether an enemy strength point stands in a city's hex (J.2.a)."""
    foe, now = x.enemies(x.faction(s, nation)), layout(x, s)
    return foe != NEUTRAL and any(now.side[i] == foe for i in now.at[x.setting.city_hex[city]])


def _open_cities(x: Context, s: State, nation: int) -> tuple[int, ...]:
    """The production cities where a state may deploy troops: without an enemy strength point, also one that the
    enemy holds but has left (J.2.a); a neutral only those that nobody else holds (reading 107).
    """
    now = layout(x, s)
    found = now.open.get((nation, s.pressburg))
    if found is None:
        peace = x.faction(s, nation) == NEUTRAL
        free = [c for c in x.cities_of(s, nation) if not enemy_at(x, s, c, nation)]
        found = now.open[nation, s.pressburg] = tuple(c for c in free if not (peace and x.foreign(s, c, nation)))
    return found


def deploy(x: Context, s: State, nation: int, count: Count, city: int) -> State:
    """Troops leave their state's force pool and stand in a city."""
    s = s.pool(nation, minus(s.pools[nation], count))
    return x.with_armies(s, [*s.armies, Army(x.setting.city_hex[city], nation, count)])


def lapsed(s: State, minors: Sequence[int], log: Log) -> State:
    """Points lent to some minors and not spent are forfeited (J.2.h); neutral ones can't spend any (J.3.a)."""
    mine = [n for n in minors if s.lent[n]]
    for minor in mine:
        text = f"{NATIONS[minor]} lets {counted(s.lent[minor] / 2, 'lent point')} lapse."
        say(log, "forfeit", text, "J.2.h", tally={"half points": -s.lent[minor]})
    return replace(s, lent=tuple(0 if n in mine else lent for n, lent in enumerate(s.lent))) if mine else s


def added(sums: tuple[tuple[int, int], ...], key: int, number: int) -> tuple[tuple[int, int], ...]:
    """Sums by key with one of them greater."""
    return tuple(sorted({**dict(sums), key: dict(sums).get(key, 0) + number}.items()))


_offered: tuple[object, object, object, Sequence[m.Move]] = (None, None, None, ())


def offered(x: Context, s: State, asked: Purchase | MinorPurchase) -> Sequence[m.Move]:
    """The moves of a purchase: asked first whether there is anything to choose, and then what."""
    global _offered
    context, state, last, found = _offered
    if context is x and state is s and last is asked:
        return found
    found = asked.offers(x, s)
    _offered = (x, s, asked, found)
    return found


class Purchase(SeatChoice, frozen=True, tag="purchase"):
    """J.2: a major spends its points. ``placed`` counts what was deployed in each city, ``land`` and ``ships`` the
    half points that went into either (J.5.d), ``lent`` those of ``red`` that England lent: they pay for troops first
    (J.6.d, reading 79). ``barred`` says that new men for the German Legion were refused (J.3.d).
    """

    no: ClassVar[str] = "Buy nothing more"
    hint: ClassVar[str] = "Choose a city, then what it raises. Points can't be kept, except by England: spend them."

    nation: int
    red: int
    black: int = 0
    white: int = 0
    placed: tuple[tuple[int, int], ...] = ()
    land: int = 0
    ships: int = 0
    lent: int = 0
    barred: bool = False

    def automatic(self, x: Context, s: State) -> bool:
        return len(self.options(x, s, None)) == 1 and self.why_not_done(x, s) is None

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return self.close(x, s, log)

    def question(self, x: Context, s: State) -> Question:
        name = NATIONS[self.nation]
        parts = [f"{self.red / 2:g} for any unit"]
        parts += [f"{self.black / 2:g} for landwehr"] if self.black else []
        parts += [f"{self.white / 2:g} for ships"] if self.white else []
        prompt = f"Buy for {name}: {', '.join(parts)}. What you don't spend is lost."
        if self.nation == ENGLAND:
            prompt = f"Buy for England: {', '.join(parts)}. Up to {counted(self._keep(x) / 2, 'point')} can be saved."
        return Question("purchase", f"Reinforcements: {name}", prompt, ("WAP J.2",))

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

    def free(self, x: Context, s: State, kind: int) -> int:
        """What of them Lloyd's rate does not compel England to spend otherwise (K.8.e, K.8.i)."""
        return self.purse(kind) - shipyards.set_aside(x, s, self)

    def waiting(self, x: Context, s: State, nation: int) -> Count:
        """What waits for this purchase: the force pool, or for England what the German Legion can raise (J.3.d)."""
        return s.pools[nation] if nation == self.nation else legion.recruits(x, s, self.barred)

    def why_not(
        self, x: Context, s: State, kind: int, number: int, city: int, nation: int = -1
    ) -> tuple[str, str] | None:
        """Why a purchase can't be made, with its paragraph; ``nation`` is Hanover for the German Legion."""
        return (
            self._why_not_raised(x, s, kind, number, nation)
            or self._why_not_in(x, s, number, city)
            or self._why_not_now(x, s, kind, number)
        )

    def _why_not_raised(self, x: Context, s: State, kind: int, number: int, nation: int) -> tuple[str, str] | None:
        """Why so many of a kind are not to be had: they are not for sale, not there, or too dear."""
        name = NATIONS[self.nation]
        if nation == HANOVER != self.nation and (problem := legion.why_not(x, s, kind, number, self.barred)):
            return problem
        if problem := shipyards.not_for_sale(x, self.nation, list(KINDS.values())[kind]):
            return problem
        if nation in (-1, self.nation) and number > s.pools[self.nation][kind]:
            return f"{name}'s force pool holds only {several(s.pools[self.nation][kind], kind)}.", "J.2.d"
        if number * self.price(x, kind) > self.purse(kind):
            cost = number * self.price(x, kind) / 2
            return f"That costs {counted(cost, 'point')}; {self.purse(kind) / 2:g} are left.", "J.2.d"
        if number * self.price(x, kind) > self.free(x, s, kind):
            return shipyards.lloyds_bill(x, s, self)
        return None

    def _why_not_in(self, x: Context, s: State, number: int, city: int) -> tuple[str, str] | None:
        """Why a city takes so many in no more."""
        if city not in _open_cities(x, s, self.nation):
            if city in x.cities_of(s, self.nation) and enemy_at(x, s, city, self.nation):
                return f"An enemy stands at {x.setting.cities[city].name}.", "J.2.a"
            return f"Deploy in a production city of {NATIONS[self.nation]} without an enemy in it.", "J.2.a"
        if problem := self._one_too_many(x, city):
            return problem
        if dict(self.placed).get(city, 0) + number > x.tables.production["most in a city"]:
            most = x.tables.production["most in a city"]
            return f"At most {most} strength points come to one city in a phase.", "J.2.a"
        return None

    def _why_not_now(self, x: Context, s: State, kind: int, number: int) -> tuple[str, str] | None:
        """Why nobody rises now, or no more may be spent on them."""
        name = NATIONS[self.nation]
        if kind in RISING and self.nation in (SPAIN, PORTUGAL) and not x.invader_in(s, self.nation):
            return f"Militia and partisans rise only while an enemy army is in {name}.", "J.4.d"
        most = x.tables.production["english points for land units"]
        if self.nation == ENGLAND and self.land + number * self.price(x, kind) > 2 * most:
            return f"England spends at most {most} points on land units in a phase.", "J.5.d"
        if shipyards.owes_troops(s, self.nation):
            return f"{name} still owes troops to its foreign war and deploys nothing else.", "G.2.e"
        return None

    def _one_too_many(self, x: Context, city: int) -> tuple[str, str] | None:
        """Why a major city of France raises no troops: three others have in this phase (J.2.g)."""
        used = {c for c in (*dict(self.placed), city) if x.setting.cities[c].production == "choice"}
        most = x.tables.production["french cities of choice"]
        if city not in used or len(used) <= most:
            return None
        return f"France uses no more than {most} of its major cities in a phase.", "J.2.g"

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return offered(x, s, self) if subject is None else ()

    def offers(self, x: Context, s: State) -> list[m.Move]:
        """The legal moves, worked out anew."""
        found: list[m.Move] = []
        cities = _open_cities(x, s, self.nation)
        for nation in (self.nation, HANOVER) if self.nation == ENGLAND else (self.nation,):
            found += self._troops(x, s, nation, cities)
        found += self.leaders_offered(x, s, cities)
        found += shipyards.offers(x, s, self)
        if self.why_not_done(x, s) is None:
            found.append(m.Done())
        return found

    def _troops(self, x: Context, s: State, nation: int, cities: Sequence[int]) -> list[m.Move]:
        """One strength point of each kind, and as many as can be, for each city."""
        found: list[m.Move] = []
        placed, whole = dict(self.placed), x.tables.production["most in a city"]
        for kind, there in enumerate(self.waiting(x, s, nation)):
            most = min(there, self.free(x, s, kind) // self.price(x, kind))
            # What depends on the city is asked for each, the rest once for each number.
            able: dict[int, bool] = {}
            for city in cities if most else ():
                for number in sorted({1, min(most, whole - placed.get(city, 0))}):
                    if number not in able:
                        able[number] = number > 0 and not (
                            self._why_not_raised(x, s, kind, number, nation) or self._why_not_now(x, s, kind, number)
                        )
                    if able[number] and self._why_not_in(x, s, number, city) is None:
                        found.append(m.Buy(nation, kind, number, city))
        return found

    def leaders_offered(self, x: Context, s: State, cities: Sequence[int]) -> list[m.Move]:
        """Leaders in the force pool whose time has come (J.2.f)."""
        waiting = [i for i, leader in enumerate(s.leaders) if leader.place == OFF and self.may_place(x, s, i)]
        return [m.Place(i, city) for i in waiting for city in cities if self.may_receive(x, s, i, city)]

    def may_receive(self, x: Context, s: State, leader: int, city: int) -> bool:
        """Whether a leader can come to a city: his state holds it, and no enemy is there; Nelson comes to a port
        (F.8.h, reading 64).
        """
        shut = x.foreign(s, city, self.nation) or enemy_at(x, s, city, self.nation)
        return not shut and (leader != x.setting.nelson or city in x.setting.ports)

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
            name = x.setting.leaders[move.leader].called
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
            placed=added(self.placed, move.city, move.number),
            land=self.land + cost,
        )
        what = several(move.number, move.kind)
        what += f" for {LEGION}" if move.nation != self.nation else ""
        text = f"{NATIONS[self.nation]} raises {what} at {x.setting.cities[move.city].name}."
        cite = "J.3.d" if move.nation != self.nation else "J.2.a"
        hexes = [x.setting.city_hex[move.city]]
        say(log, "purchase", text, cite, hexes=hexes, tally={"half points": -cost})
        if move.nation != self.nation:
            s = legion.deployed(x, s, move)
        else:
            s = deploy(x, s, self.nation, of(move.kind, move.number), move.city)
        return settle(x, s.pop(left), log)  # a city that the enemy has left is its state's again

    def close(self, x: Context, s: State, log: Log) -> State:
        """The phase ends; England saves points, everybody else forfeits them (J.2.h, J.5.a)."""
        rest = self.red + self.black + self.white
        kept = min(self.red, self._keep(x)) if self.nation == ENGLAND else 0
        if rest - kept:
            lost = f"{NATIONS[self.nation]} lets {counted((rest - kept) / 2, 'point')} lapse."
            say(log, "forfeit", lost, "J.2.h", tally={"half points": kept - rest})
        return replace(s.pop(), saved=kept) if self.nation == ENGLAND else s.pop()


class MinorPurchase(SeatChoice, frozen=True, tag="minor-purchase"):
    """J.3: minors under a seat's majors; one state of each group buys in a phase (J.3.b). ``placed`` is by city."""

    no: ClassVar[str] = "Buy nothing more for minor states"

    each: int
    bought: tuple[tuple[int, int], ...] = ()
    placed: tuple[tuple[int, int], ...] = ()

    def automatic(self, x: Context, s: State) -> bool:
        return len(self.options(x, s, None)) == 1

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return self._lapse(x, s.pop(), log)

    def question(self, x: Context, s: State) -> Question:
        prompt = f"Each minor's city gives {self.each} for its own troops. One state of each group may buy."
        return Question("minor-purchase", "Reinforcements: minors", prompt, ("WAP J.3.b",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return offered(x, s, self) if subject is None else ()

    def offers(self, x: Context, s: State) -> list[m.Move]:
        """The legal moves, worked out anew."""
        found: list[m.Move] = []
        for minor in range(6, len(NATIONS)):
            if not self._mine(x, s, minor):
                continue
            purse = self._purse(x, s, minor)
            if self._may(x, s, minor):
                found += [mv for mv in purse.offers(x, s) if isinstance(mv, m.Buy | m.BuyShip | m.Repair | m.Place)]
            else:
                found += purse.leaders_offered(x, s, _open_cities(x, s, minor))
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
        text = f"{NATIONS[move.nation]} raises {several(move.number, move.kind)}."
        tally = {"half points": -borrowed} if borrowed else {}
        say(log, "purchase", text, "J.3.b", hexes=[x.setting.city_hex[move.city]], tally=tally)
        after = replace(after, placed=added(self.placed, move.city, move.number))
        return deploy(x, s, move.nation, of(move.kind, move.number), move.city).pop(after)

    def _pay(self, x: Context, s: State, nation: int, cost: int) -> tuple[State, MinorPurchase, int]:
        """A minor spends half points: those of its city first, then those lent to it, which are given back as well."""
        borrowed = max(0, cost - self._left(x, nation))
        s = replace(s, lent=(*s.lent[:nation], s.lent[nation] - borrowed, *s.lent[nation + 1 :]))
        return s, replace(self, bought=added(self.bought, nation, cost)), borrowed

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
            text = f"{NATIONS[nation]} puts {counted((cost - borrowed) / 2, 'point')} into its ships."
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
        return lapsed(s, [n for n in range(6, len(NATIONS)) if self._mine(x, s, n)], log)
