"""F.4, F.5, F.7 to F.9. Meeting at sea: offers to intercept, the fight round by round, pursuit, retreat, prizes.

The fights themselves are values of `naval`; here they are built from fleets and written back.
A fleet's flag says its part: SAILING is the moving force, ATTACKING who falls on it, ATTACKED who is fallen upon.
Readings 2, 4, 30, 67, 84, 85 and 116 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, percent
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, counted, names, refuse, say
from napwidgets.systems.wap.forces import NONE
from napwidgets.systems.wap.sea import naval
from napwidgets.systems.wap.sea.cargo import Problem, why_not_end
from napwidgets.systems.wap.sea.fates import (
    battered,
    give_up_prizes,
    refuges,
    scatter,
    shelter,
    stand_down,
    strike,
)
from napwidgets.systems.wap.sea.jettison import jettison_offers
from napwidgets.systems.wap.sea.landing import hold_of
from napwidgets.systems.wap.sea.nelson import noted
from napwidgets.systems.wap.sea.prizes import asked_at_once
from napwidgets.systems.wap.sea.seaways import able, blockaded, cost_of_coast, lot, squadrons, together
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import (
    ATTACKING,
    BUSY,
    FRENCH,
    NEUTRAL,
    SAILING,
    Fleet,
    State,
    at_sea,
    fleet_index,
    fleet_number,
    place_of,
    zone_of,
)
from napwidgets.systems.wap.step import Choice, SeatChoice, Step, YesNo
from napwidgets.systems.wap.trade.obligations import held_back

# Interception (F.4)


def can_intercept(x: Context, s: State, fleet: Fleet, zone: int, port: int) -> bool:
    """Whether a fleet may try to intercept ships that enter a zone, which left ``port`` (F.4.a, F.4.d, F.6.h,
    K.8.k).
    """
    side = x.faction(s, fleet.nation)
    if fleet.moved == BUSY or not able(fleet) or not fleet.squadrons:
        return False
    if side != x.enemies(s.segment) or side == NEUTRAL or x.commander(s, fleet.nation) < 0:
        return False
    if (port >= 0 and fleet.watched == port) or held_back(x, s, fleet.nation, fleet.place):
        return False
    if zone_of(fleet.place):
        return zone_of(fleet.place) == zone
    if zone not in x.board.shores[fleet.place]:
        return False
    return not (fleet.inside and blockaded(x, s, fleet.place, side))


def intercept_offers(x: Context, s: State, zone: int, port: int, log: Log) -> list[Step]:
    """What the other side decides when ships enter a zone: each seat with fleets there, then the fight. Hidden fleets
    announce themselves before (K.9, reading 116).
    """
    there = [f for f in s.fleets if can_intercept(x, s, f, zone, port)]
    seats = {x.commander(s, f.nation) for f in there}
    if seats and x.options.hidden_fleets and x.is_global(at_sea(zone)):
        theirs = names(f"{NATIONS[n]}'s" for n in sorted({f.nation for f in there}))
        text = f"{_whose(s, SAILING)} ships sight {theirs} {x.place_name(at_sea(zone), False)}."
        say(log, "sighted", text, "K.9")
    return [JoinBattle(), *(InterceptOffer(seat, zone, port) for seat in sorted(seats))] if seats else []


class InterceptOffer(SeatChoice, frozen=True, tag="intercept-offer"):
    """The inactive player may try with each fleet in the zone (F.4.c). ``tried`` holds who had his die, as `lot`."""

    no: ClassVar[str] = "Let them pass"

    zone: int
    port: int
    tried: tuple[tuple[int, ...], ...] = ()

    def _able(self, x: Context, s: State) -> list[int]:
        return [
            i
            for i, f in enumerate(s.fleets)
            if x.commander(s, f.nation) == self.seat
            and f.moved != ATTACKING
            and lot(f) not in self.tried
            and can_intercept(x, s, f, self.zone, self.port)
        ]

    def automatic(self, x: Context, s: State) -> bool:
        return not self._able(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def about(self, x: Context, s: State) -> int:
        return at_sea(self.zone)

    def question(self, x: Context, s: State) -> Question:
        coming = "; ".join(x.fleet_name(f) for f in s.fleets if f.moved == SAILING)
        prompt = f"They come: {coming}. Try to intercept?"
        return Question("intercept", "Interception", prompt, ("WAP F.4.a",))

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return [
            Subject(f"f:{fleet_number(s, i)}", x.fleet_name(s.fleets[i]), max(-1, s.fleets[i].place))
            for i in self._able(x, s)
        ]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        able = self._able(x, s)
        if subject is None:
            return (m.Done(),)
        found: list[m.Move] = []
        for i in able:
            if subject == f"f:{fleet_number(s, i)}":
                many = s.fleets[i].squadrons
                found += [m.Intercept(fleet_number(s, i), many, groups) for groups in usual_groups(many)]
        return found

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Done):
            return
        if not isinstance(move, m.Intercept):
            raise self.not_offered(x, s, move)
        i = fleet_index(s, move.fleet)
        if i not in self._able(x, s):
            raise refuse("intercept", "That fleet can't intercept here, or has tried.", "F.4.a", "F.4.e")
        if problem := why_not_groups(move):
            raise refuse("intercept", *problem)
        if move.squadrons > s.fleets[i].squadrons:
            raise refuse("intercept", f"It has {counted(s.fleets[i].squadrons, 'squadron')}.", "F.4.c")

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if not isinstance(move, m.Intercept):
            return s.pop()
        fleet = s.fleets[fleet_index(s, move.fleet)]
        parts = interception_parts(x, s, fleet, self.zone)
        met = naval.search(x.tables, parts, move.throws, dice)
        found = _whose(s, SAILING)
        verb = f"meet {found}" if met == move.squadrons else f"meet {found} with {met} of {move.squadrons} squadrons"
        where = x.place_name(fleet.place, fleet.inside)
        text = f"{NATIONS[fleet.nation]}'s ships {where} {verb if met else f'do not find {found}'}."
        say(log, "interception", text, "F.4.c", parts=parts)
        leaves = _blockades(x, s, fleet)
        s = looked(x, s, fleet_index(s, move.fleet), self.zone, met, move.squadrons if leaves else met)
        tried = [*self.tried, lot(fleet)]
        if leaves and met < move.squadrons:
            # Who left a blockade in vain is at sea now, but has had his die (F.4.c).
            tried.append(lot(replace(fleet, place=at_sea(self.zone), since=s.turn)))
        return s.pop(replace(self, tried=tuple(tried)))

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        i = fleet_index(s, move.fleet) if isinstance(move, m.Intercept) else -1
        if i < 0 or not isinstance(move, m.Intercept):
            return super().label(x, s, move)
        odds = naval.search_odds(x.tables, interception_parts(x, s, s.fleets[i], self.zone), move.throws)
        return replace(move.label(x, s), detail=met_words(move, odds))


def looked(x: Context, s: State, i: int, zone: int, met: int, out: int) -> State:
    """A fleet has looked for an enemy in a sea: ``met`` of its squadrons have found him, ``out`` of them are at sea
    now, for who left a blockade is there whatever comes of it (F.6.g). Nelson goes with them (F.8.b).
    """
    fleet, sea = s.fleets[i], at_sea(zone)
    since = fleet.since if fleet.place == sea else s.turn
    rest = replace(fleet, squadrons=fleet.squadrons - out)
    gone = replace(fleet, place=sea, inside=False, transports=0, since=since)
    found = replace(gone, squadrons=met, moved=ATTACKING, aboard=NONE)
    missed = replace(gone, squadrons=out - met)
    aboard = out and x.with_nelson(s, fleet)
    s = x.with_fleets(s, [*(f for n, f in enumerate(s.fleets) if n != i), rest, found, missed])
    return s.leader(x.setting.nelson, place=sea, inside=False) if aboard else s


def why_not_groups(move: m.Intercept | m.Seek) -> Problem:
    """Why squadrons that look for an enemy can't throw so (F.4.c)."""
    if min(move.throws) < 1 or sum(move.throws) != move.squadrons:
        return "The groups make up the squadrons that try, each of one at least.", "F.4.c"
    return None


def met_words(move: m.Intercept | m.Seek, odds: Distribution[int]) -> str:
    """The chances that an enemy is met, and by all who look for him if they throw apart."""
    all_of_them = f"; by all of us: {percent(odds[move.squadrons])}" if len(move.throws) > 1 else ""
    return f"they are met: {percent(1 - odds[0])}{all_of_them}"


def usual_groups(number: int) -> list[tuple[int, ...]]:
    """How some squadrons mostly throw: as one, in two groups, each for itself. Any other groups may, too (F.4.c).

    >>> usual_groups(1), usual_groups(2), usual_groups(4)
    ([()], [(), (1, 1)], [(), (3, 1), (2, 2), (1, 1, 1, 1)])
    """
    pairs = [(number - n, n) for n in range(1, number // 2 + 1)]
    return list(dict.fromkeys([(), *pairs, *([(1,) * number] if number > 1 else [])]))


def _blockades(x: Context, s: State, fleet: Fleet) -> bool:
    """Whether a fleet blockades a port, which it leaves if it tries to intercept (F.6.g)."""
    off = not zone_of(fleet.place) and not fleet.inside
    return off and blockaded(x, s, fleet.place, x.enemies(x.faction(s, fleet.nation)))


def interception_parts(x: Context, s: State, fleet: Fleet, zone: int) -> naval.Parts:
    """What modifies a fleet's interception die (F.4.c, F.4.f, F.8.b)."""
    there = zone_of(fleet.place) == zone
    mover = next((f for f in s.fleets if f.moved == SAILING), None)
    settled = there and fleet.since < s.turn and mover is not None and _stayed(x, s, mover)
    nelson = x.with_nelson(s, fleet)
    return naval.interception_parts(x.tables, x.setting.zones[zone], at_sea=there, second_turn=settled, nelson=nelson)


def _stayed(x: Context, s: State, mover: Fleet) -> bool:
    """Whether ships that put to sea lay on its coast through the whole last French phase (F.4.f, reading 67)."""
    return mover.since < s.turn - (x.faction(s, mover.nation) == FRENCH)


class JoinBattle(Step, frozen=True, tag="join-battle"):
    """All interceptions are tried: those that met the moving ships fight them (F.4.c)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        return s.push(Onward(), SeaFight(ATTACKING, SAILING)) if any(f.moved == ATTACKING for f in s.fleets) else s


class Onward(Choice, frozen=True, tag="onward"):
    """Ships that were intercepted and not beaten sail on, stay where they are, or follow the beaten to the port they
    have fled to and blockade it (F.9.a, readings 84 and 85).
    """

    yes: ClassVar[str] = "Stay here"
    no: ClassVar[str] = "Sail on"

    haven: int = -1

    def _mine(self, s: State) -> list[Fleet]:
        return [f for f in s.fleets if f.moved == SAILING and zone_of(f.place)]

    def side(self, x: Context, s: State) -> int:
        return x.commander(s, self._mine(s)[0].nation)

    def automatic(self, x: Context, s: State) -> bool:
        return not self._mine(s) or len(self.options(x, s, None)) < 2

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def about(self, x: Context, s: State) -> int:
        return place_of(s, SAILING)

    def question(self, x: Context, s: State) -> Question:
        ships = names(x.fleet_name(f) for f in self._mine(s))
        prompt = f"The way is free. {ships}: where to now?"
        return Question("onward", "After the fight", prompt, ("WAP F.9.a",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is not None:
            return ()
        stay: list[m.Move] = [m.Accept()] if self._why_not_stay(x, s) is None else []
        follow = [m.ToPort(self.haven)] if self._why_not_follow(x, s, self.haven) is None else []
        return [m.Done(), *stay, *follow]

    def _why_not_stay(self, x: Context, s: State) -> Problem:
        mine, voyage = self._mine(s), s.agenda[-2]
        if not voyage.route and not voyage.calls and voyage.to == mine[0].place:
            return "The voyage ends here anyway.", "F.9.a"
        return why_not_end(x, s, hold_of(x, voyage, mine), mine[0].place)

    def _why_not_follow(self, x: Context, s: State, hex: int) -> Problem:
        mine, voyage = self._mine(s), s.agenda[-2]
        if hex != self.haven or hex < 0:
            return "The beaten have not fled there.", "F.9.a"
        side, port = x.faction(s, mine[0].nation), x.board.title(hex)
        if voyage.left < cost_of_coast(x, hex):
            return f"They have no movement point left to come before {port}.", "F.2.f"
        before = sum(f.squadrons for f in mine if able(f)) + squadrons(x, s, hex, side, inside=False)
        if not naval.blockades(before, squadrons(x, s, hex, x.enemies(side), inside=True)):
            return f"It takes as many squadrons as lie in {port} to blockade it.", "F.6.a"
        return why_not_end(x, s, hold_of(x, voyage, mine), hex)

    def check(self, x: Context, s: State, move: m.Move) -> None:
        problem = self._why_not_stay(x, s) if isinstance(move, m.Accept) else None
        if isinstance(move, m.ToPort):
            problem = self._why_not_follow(x, s, move.to)
        if problem:
            raise refuse("onward", *problem)
        if not isinstance(move, (m.Done, m.Accept, m.ToPort)):
            raise self.not_offered(x, s, move)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if not isinstance(move, m.ToPort):
            return super().label(x, s, move)
        text = f"Follow them to {x.board.title(move.to)}"
        return Label(text, "and blockade the port; the voyage ends there", ("WAP F.9.a",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        here = self._mine(s)[0].place
        s = s.pop()
        if isinstance(move, m.ToPort):
            text = f"The victors follow the beaten to {x.board.title(move.to)}."
            say(log, "follow", text, "F.9.a", hexes=[move.to])
        if not isinstance(move, (m.Accept, m.ToPort)):
            return s
        to = move.to if isinstance(move, m.ToPort) else here
        return s.pop(replace(s.agenda[-1], route=(), to=to, inside=False, calls=()))


# The fight (F.7)


def force(x: Context, s: State, flag: int) -> naval.Fleet:
    """The ships with a flag as one force."""
    return together(x, s, [f for f in s.fleets if f.moved == flag])


class SeaFight(Step, frozen=True, tag="sea-fight"):
    """A round of naval combat (F.7.b). ``beaten`` is who lost the last round, ``running`` how often in a row.

    ``once`` allows a single round (F.6.c); ``ready`` says that prizes in tow were thought of (K.6.h).
    """

    attacker: int
    defender: int
    beaten: int = -1
    running: int = 0
    once: bool = False
    ready: bool = False

    def battle(self, x: Context, s: State) -> naval.Battle:
        """The fight as a value."""
        return naval.Battle((force(x, s, self.attacker), force(x, s, self.defender)), self.beaten, self.running)

    def flags(self) -> tuple[int, int]:
        """The flags of both forces."""
        return (self.attacker, self.defender)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        if not self.ready and (offers := jettison_offers(s, *self.flags())):
            return s.pop(replace(self, ready=True), *offers)
        s = s.pop()
        battle = self.battle(x, s)
        if not battle.forces[0].squadrons:
            return stand_down(x, s, self.flags())
        if not battle.forces[1].squadrons:
            return stand_down(x, scatter(x, s, self.defender, self.attacker, dice, log), self.flags())
        parts = naval.combat_parts(x.tables, battle)
        after = naval.fight_round(x.tables, battle, dice)
        loser = after.beaten
        sunk = after.forces[loser].sunk - battle.forces[loser].sunk
        taken = after.forces[loser].captured - battle.forces[loser].captured
        sides = [_whose(s, flag) for flag in self.flags()]
        what = "lose a squadron, sunk," if sunk else "lose a squadron, taken," if taken else "give way"
        text = (
            f"{sides[0]} ships attack {sides[1]}: {sides[loser]} ships {what}{' and give way' * bool(sunk or taken)}."
        )
        say(log, "sea-fight", text, "F.7.b", parts=parts)
        if sunk or taken:
            s = strike(x, s, self.flags()[loser], self.flags()[1 - loser], bool(taken), log)
        again = replace(self, beaten=loser, running=after.running, ready=True)
        if after.over or self.once:
            return _beaten(x, s, again, dice, log)
        return asked_at_once(s.push(again, PursueOffer(self.flags()[1 - loser])))


def _whose(s: State, flag: int) -> str:
    """Whose ships carry a flag: ``England's and Portugal's``."""
    return names(f"{NATIONS[n]}'s" for n in sorted({f.nation for f in s.fleets if f.moved == flag}))


class PursueOffer(YesNo, frozen=True, tag="pursue-offer"):
    """The victor of a round may pursue (F.5.b, F.7.c)."""

    yes: ClassVar[str] = "Pursue them"
    no: ClassVar[str] = "Let them go"

    flag: int

    def side(self, x: Context, s: State) -> int:
        fleet = next(f for f in s.fleets if f.moved == self.flag and f.squadrons)
        return x.commander(s, fleet.nation)

    def about(self, x: Context, s: State) -> int:
        return place_of(s, self.flag)

    def question(self, x: Context, s: State) -> Question:
        prompt = "They give way. Pursue them for another round, or let them go?"
        return Question("pursue", "Pursuit", prompt, ("WAP F.5.b", "WAP F.7.c"))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        fight: SeaFight = s.agenda[-1]
        parts = naval.pursuit_parts(x.tables, force(x, s, self.flag))
        if isinstance(move, m.Accept) and naval.meets(x.tables, parts, dice, "pursuit"):
            say(log, "pursuit", "The pursuit brings them to battle again.", "F.5.b", parts=parts)
            return s
        if isinstance(move, m.Accept):
            say(log, "pursuit", "They get away.", "F.5.b", parts=parts)
        return _beaten(x, s.pop(), fight, dice, log)


def _beaten(x: Context, s: State, fight: SeaFight, dice: Dice, log: Log) -> State:
    """A combat is over: Nelson was in it or not (F.8.d), prizes in tow fall to the victor (K.6.h), and the beaten
    retreat.
    """
    loser, victor = fight.flags()[fight.beaten], fight.flags()[1 - fight.beaten]
    s = give_up_prizes(x, noted(x, s), loser, victor, log)
    return asked_at_once(s.push(SeaRetreat(loser, victor, fight.flags())))


# Retreat (F.7.d)


def from_port(s: State, flag: int) -> bool:
    """Whether a force came out of a blockaded port: it goes back there (F.6.c)."""
    return any(f.moved == flag and f.inside for f in s.fleets)


def stranded(x: Context, s: State, flag: int) -> bool:
    """Whether a force has no port to go to if it is beaten: its ships are caught one by one, and none gets away (F.7.d,
    F.7.e). Panels look ahead by it.
    """
    return not from_port(s, flag) and not refuges(x, s, flag)


class SeaRetreat(Choice, frozen=True, tag="sea-retreat"):
    """The beaten force makes for a port; its owner chooses which (F.6.i, F.7.d, reading 30)."""

    flag: int
    winner: int
    flags: tuple[int, int]

    def side(self, x: Context, s: State) -> int:
        fleet = next(f for f in s.fleets if f.moved == self.flag)
        return x.commander(s, fleet.nation)

    def automatic(self, x: Context, s: State) -> bool:
        return from_port(s, self.flag) or len(refuges(x, s, self.flag)) < 2

    def about(self, x: Context, s: State) -> int:
        return place_of(s, self.flag)

    def question(self, x: Context, s: State) -> Question:
        prompt = "Your ships must make for a port. Choose one."
        return Question("sea-retreat", "Retreat to port", prompt, ("WAP F.7.d",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return [m.ToPort(hex) for hex in refuges(x, s, self.flag)] if subject is None else ()

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        ports = refuges(x, s, self.flag)
        s = s.pop()
        if from_port(s, self.flag):
            return stand_down(x, battered(x, s, self.flag), self.flags, keep=self.flag)
        if ports:
            return self._go(x, s, ports[0], log)
        return stand_down(x, scatter(x, s, self.flag, self.winner, dice, log), self.flags)

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        assert isinstance(move, m.ToPort)
        return self._go(x, s.pop(), move.to, log)

    def _go(self, x: Context, s: State, hex: int, log: Log) -> State:
        say(log, "sea-retreat", f"The beaten ships make for {x.board.title(hex)}.", "F.7.d", hexes=[hex])
        s = stand_down(x, shelter(x, s, self.flag, hex), self.flags)
        follows = s.agenda and isinstance(s.agenda[-1], Onward) and self.flag == ATTACKING
        return s.pop(replace(s.agenda[-1], haven=hex)) if follows else s
