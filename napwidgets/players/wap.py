"""The steady player of War and Peace: keeps its blockades, courts who can be won, buys, and marches on cities.

It works from its view alone. Decisions at sea are in `napwidgets.players.wap_sea`, those on land in
`napwidgets.players.wap_land`; this module holds politics, production and the choice of who decides what.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players.wap_convoys import HOME_GUARD, WORTH, step
from napwidgets.players.wap_front import Front
from napwidgets.players.wap_heads import BACK
from napwidgets.players.wap_land import STEADY, Land, Temper
from napwidgets.players.wap_sea import Sea
from napwidgets.systems.telling import names
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import CC, GC, GI, SHORT, C, I, L, M, P
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, NATIONS
from napwidgets.systems.wap.state import ENGLISH, FRENCH, zone_of
from napwidgets.systems.wap.states.agreement import why_not_propose
from napwidgets.systems.wap.states.bargains import worth
from napwidgets.systems.wap.states.diplomacy import court_odds
from napwidgets.systems.wap.states.politics import HEADS
from napwidgets.systems.wap.states.victory import decides, points

#: What a strength point of a kind is worth for its price.
LIKING = {I: 1.0, L: 1.1, M: 1.1, P: 1.0, C: 0.8, CC: 0.7, GI: 0.75, GC: 0.7}
#: How many aims are told at once.
MOST_AIMS = 3
#: A bargain over prisoners is even if the smaller side is worth this part of the other one.
FAIR = 0.8
#: England wants this many transports.
FERRIES = 2


class SteadyPlayer:
    """A computer player for any seat of any WAP scenario."""

    kind: str = "steady"
    back = BACK

    def __init__(self, rng: Random, mood: Temper = STEADY) -> None:
        self._rng = rng
        self._land: Land = Front(mood)
        self._sea = Sea(rng, mood)
        self._handlers: dict[str, Callable[[Engine, State, Sequence[Any]], Move]] = {
            "court": self._court,
            "stand": self._stand,
            "suit": self._suit,
            "peace": self._peace,
            "exile": self._exile,
            "purchase": self._purchase,
            "minor-purchase": self._minors,
            "bases": self._bases,
            "slip": self._yes,
            "entrust": self._first,
            "sortie": self._yes,
            "engage": self._first,
            "second-fight": self._yes,
            "station": self._first,
            "landfall": self._first,
            "agreement": self._agree,
            "legion": self._yes,
            "prize": self._yes,
            "bargain": self._bargain_for_prisoners,
            "bargain-answer": self._answer_bargain,
        }

    @property
    def mood(self) -> Temper:
        """The weights it plays by."""
        return self._land.mood

    @mood.setter
    def mood(self, mood: Temper) -> None:
        self._land.mood = self._sea.mood = mood

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        """The move for the decision on top of the view."""
        decision = engine.decision(view)
        kind = decision.kind if decision else ""
        if kind == "movement" and self._over(self._context(engine), view, seat):
            return m.ProposeEnd()
        if kind in Land.KINDS:
            return self._land.choose(engine, view, kind)
        if kind in Sea.KINDS:
            return self._sea.choose(engine, view, kind)
        return self._handlers[kind](engine, view, engine.options(view))

    def recall(self, engine: Engine, view: State, seat: str, move: Move) -> None:
        """What was gone for in a month, who was posted where, and who has ridden off alone."""
        decision = engine.decision(view)
        if decision is not None and decision.kind == "movement":
            self._land.recall(self._context(engine), view, move)

    def why(self, engine: Engine, view: State, seat: str) -> str:
        """The cities that draw its armies most, or why it makes peace or not."""
        x = self._context(engine)
        s: Any = view
        decision = engine.decision(view)
        if decision is not None and decision.kind == "suit":
            return self._suing(x, s, s.agenda[-1].major)[1]
        if decision is not None and decision.kind == "peace":
            return self._granting(x, s, s.agenda[-1].major)[1]
        if decision is None or decision.kind not in {*Land.KINDS, "purchase"}:
            return ""
        goals = self._land.goals(x, s, s.segment)
        told = [x.setting.cities[city].name for city in goals[:MOST_AIMS]]
        return f"Its armies look to {names(told)}." if told else ""

    @staticmethod
    def _context(engine: Engine) -> Context:
        found: Context = engine.context
        return found

    # Politics

    def _court(self, engine: Engine, s: State, options: Sequence[Any]) -> Move:
        """The state with the best chance for what it is worth, if any can be won at all."""
        x = self._context(engine)
        offers = [move for move in options if isinstance(move, m.Court)]
        value = {
            move: WORTH.get(move.state, 0.0) * step(s, move.state) * court_odds(x, s, s.segment, move.state)
            for move in offers
        }
        best = max(offers, key=value.__getitem__, default=None)
        return best if best is not None and value[best] > 0 else m.Done()

    @staticmethod
    def _stand(engine: Engine, s: State, options: Sequence[Any]) -> Move:
        """A player's own state stays where it is; France and England go to war again when they can."""
        heads = {FRANCE: FRENCH, ENGLAND: ENGLISH}
        return m.Stand(heads.get(s.agenda[-1].major, s.segment))

    def _suit(self, engine: Engine, s: State, options: Sequence[Any]) -> Move:
        suit = next(move for move in options if isinstance(move, m.SueForPeace))
        return suit if self._suing(self._context(engine), s, suit.state)[0] else m.Done()

    def _suing(self, x: Context, s: State, major: int) -> tuple[bool, str]:
        """Whether a state asks for peace, and why: it can't hope to win its capital back. The heads of the factions
        fight on, and so does who would decide the war by a peace.
        """
        name = NATIONS[major]
        if major in HEADS.values():
            return False, f"{name} leads its side and fights on."
        if decides(x, s, major, x.enemies(s.status[major])):
            return False, f"Peace for {name} would decide the war."
        if self._land.beaten(x, s, major):
            return True, f"{name} can't hope to win its capital back."
        return False, f"{name} may yet win its capital back."

    def _peace(self, engine: Engine, s: State, options: Sequence[Any]) -> Move:
        return m.Accept() if self._granting(self._context(engine), s, s.agenda[-1].major)[0] else m.Done()

    def _granting(self, x: Context, s: State, major: int) -> tuple[bool, str]:
        """Whether a state that asks for peace gets it, and why: it wins the war, or the state has lost enough."""
        if decides(x, s, major, x.enemies(s.status[major])):
            return True, f"Peace for {NATIONS[major]} would decide the war."
        return self._land.content(x, s, major)

    @staticmethod
    def _first(engine: Engine, s: State, options: Sequence[Any]) -> Move:
        """What stands first: the head of the alliance, the usual port, the relief before the sortie."""
        first: Move = options[0]
        return first

    @staticmethod
    def _yes(engine: Engine, s: State, options: Sequence[Any]) -> Move:
        return m.Accept()

    def _bargain_for_prisoners(self, engine: Engine, s: State, options: Sequence[Any]) -> Move:
        """An even bargain, if there is one; its own men from its own hands at once."""
        x, seat = self._context(engine), s.agenda[-1].seat
        for move in options:
            if isinstance(move, m.Bargain) and (move.to == seat or _fair(worth(x, move.give), worth(x, move.want))):
                return move
        return m.Done()

    def _answer_bargain(self, engine: Engine, s: State, options: Sequence[Any]) -> Move:
        """What brings home nearly as much as it lets go is welcome."""
        x, offer = self._context(engine), s.agenda[-1]
        return m.Accept() if worth(x, offer.give) >= FAIR * worth(x, offer.want) else m.Done()

    def _over(self, x: Context, s: Any, seat: str) -> bool:
        """Whether there is nothing left to fight for: the other faction's head is conquered, and we hold more."""
        number = x.setting.seats.index(seat)
        if why_not_propose(x, s, number) is not None:
            return False
        foe = HEADS.get(x.enemies(s.segment), -1)
        return foe >= 0 and bool(s.conquered[foe]) and _leading(x, s) == [number]

    def _agree(self, engine: Engine, s: State, options: Sequence[Any]) -> Move:
        """The war may end unless an enemy would win it and there is still hope."""
        x, seat = self._context(engine), s.agenda[-1].side(self._context(engine), s)
        side = {seat: s.status[major] for major, seat in x.setting.seat_of_major.items()}
        conquered = [major for major, whose in x.setting.seat_of_major.items() if whose == seat and s.conquered[major]]
        foe = x.enemies(side[seat])
        return m.Accept() if conquered or not foe or all(side[n] != foe for n in _leading(x, s)) else m.Done()

    def _exile(self, engine: Engine, s: State, options: Sequence[Any]) -> Move:
        """Napoleon abdicates when France can't win Paris back, and always tries to come back."""
        x = self._context(engine)
        away = s.leaders[x.setting.napoleon].place < 0
        return m.Accept() if away or self._land.hopeless(x, s, FRANCE) else m.Done()

    # Production

    def _purchase(self, engine: Engine, s: State, options: Sequence[Any]) -> Move:
        """Lloyd's first, then leaders, troops by their price, ships with what is left."""
        x = self._context(engine)
        for move in options:
            if isinstance(move, m.PayLloyds):
                return move
        leaders = [move for move in options if isinstance(move, m.Place)]
        if leaders:
            return max(leaders, key=lambda move: self._post(x, s, move))
        if (ferry := self._ferry(s, options)) is not None:
            return ferry
        if self._saves(x, s):
            return m.Done()
        troops = [move for move in options if isinstance(move, m.Buy)]
        if troops:
            return max(troops, key=lambda move: self._bargain(x, s, move))
        ships = [move for move in options if isinstance(move, (m.Repair, m.BuyShip))]
        return min(ships, key=lambda move: isinstance(move, m.BuyShip), default=m.Done())

    def _minors(self, engine: Engine, s: State, options: Sequence[Any]) -> Move:
        """Troops of satellites, as many as their cities give; what is left goes into ships."""
        x = self._context(engine)
        troops = [move for move in options if isinstance(move, m.Buy)]
        if troops:
            return max(troops, key=lambda move: self._bargain(x, s, move))
        return next((move for move in options if isinstance(move, (m.Repair, m.BuyShip))), m.Done())

    def _ferry(self, s: State, options: Sequence[Any]) -> Move | None:
        """England pays for transports until it has enough: neither loans nor troops get over the Channel without."""
        if not self.mood.purse or s.agenda[-1].nation != ENGLAND:
            return None
        afloat = sum(fleet.transports for fleet in s.fleets if fleet.nation == ENGLAND)
        laid = sum(keel.nation == ENGLAND and keel.transport for keel in s.keels)
        offers = [move for move in options if isinstance(move, m.BuyShip) and move.transport]
        if afloat + laid >= FERRIES:
            offers = [move for move in offers if move.keel >= 0]
        return max(offers, key=lambda move: (move.keel >= 0, move.pay), default=None)

    @staticmethod
    def _saves(x: Context, s: State) -> bool:
        """Whether England keeps its points to lend them: there is somebody to win over, and enough men at home."""
        purchase = s.agenda[-1]
        if purchase.nation != ENGLAND or "alliance" not in x.phases:
            return False
        keep = 2 * x.tables.production["english points saved"]
        worth = any(
            s.status[n] != ENGLISH and not s.conquered[n] and n not in x.setting.seat_of_major for n in range(2, 6)
        )
        home = sum(sum(a.count) for a in s.armies if a.nation == ENGLAND and x.setting.owner[a.hex] == ENGLAND)
        return bool(worth and purchase.red <= keep and home >= HOME_GUARD)

    @staticmethod
    def _unled(x: Context, s: State, city: int) -> int:
        """Strength points in a city's hex."""
        return sum(sum(army.count) for army in x.armies_at(s, x.setting.city_hex[city]))

    def _post(self, x: Context, s: State, move: m.Place) -> tuple[int, bool, int, int]:
        """How good a place for a leader is: the best one first, where troops embark or most of them are."""
        return x.rating(s, move.leader), self._embarks(x, move.city), self._unled(x, s, move.city), -move.city

    def _embarks(self, x: Context, city: int) -> bool:
        """Whether a city is the one from which English troops go overseas."""
        return bool(self.mood.purse) and x.setting.capital[ENGLAND] == city

    def _bargain(self, x: Context, s: State, move: m.Buy) -> tuple[float, int]:
        """How good a purchase is: cheap for its strength, many at once, near the enemy but not beside him."""
        price = x.tables.costs[SHORT[move.kind]]
        near = self._land.front(x, s, x.setting.city_hex[move.city], s.segment)
        # A capital with nobody in it comes first.
        home = x.setting.home[move.city]
        bare = home < len(s.status) and x.setting.capital[home] == move.city and not self._unled(x, s, move.city)
        place = 2.0 * bare + self._embarks(x, move.city) - 0.02 * near
        return (place + LIKING[move.kind] * 2 / price + 0.05 * move.number, -move.city)

    @staticmethod
    def _bases(engine: Engine, s: State, options: Sequence[Any]) -> Move:
        """Attack bases with everything that is there, and with points alone where most enemies are."""
        attacks = [move for move in options if isinstance(move, m.AttackBases)]
        x = engine.context

        def worth(a: m.AttackBases) -> tuple[int, int, int, int]:
            there = [f for f in s.fleets if zone_of(f.place) == a.zone and x.faction(s, f.nation) == FRENCH]
            return a.points, a.squadrons + a.infantry, sum(f.squadrons for f in there), -a.zone

        return max(attacks, key=worth, default=m.Done())


class RecruitPlayer(SteadyPlayer):
    """The same from move to move, without what a steady player looks after."""

    kind = "recruit"

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, Temper())
        self._land = Land(self._land.mood)


def _leading(x: Context, s: Any) -> list[int]:
    """The seats with the most production cities."""
    counts = [n for _, n in points(x, s)]
    return [seat for seat, n in enumerate(counts) if n == max(counts)]


def _fair(here: int, there: int) -> bool:
    """Whether neither side of a bargain gives away much more than it gets."""
    return min(here, there) >= FAIR * max(here, there) > 0
