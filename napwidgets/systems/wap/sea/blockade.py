"""F.6, F.7.a. Running a blockade, and fights off a coast that ships under way come to.

The ships under way carry the flag SAILING; their voyage lies below these steps on the agenda.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Question
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.sea.encounters import SeaFight
from napwidgets.systems.wap.sea.landing import Laden, goods, put_ashore, sailing
from napwidgets.systems.wap.sea.naval import run_blockade
from napwidgets.systems.wap.sea.relief import SortieOffer, attacked, shut_in
from napwidgets.systems.wap.sea.seaways import able, blockaded
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import ATTACKED, ATTACKING, DRIVEN, MOVED, NEUTRAL, SAILING, Fleet, State, zone_of
from napwidgets.systems.wap.step import PlaceOffer, Step
from napwidgets.systems.wap.trade.obligations import held_back


def shut_port(x: Context, s: State) -> bool:
    """Whether the ships under way lie in a port that is blockaded: they must run the blockade to leave it (F.6.c)."""
    first = sailing(s)[0]
    return first.inside and not zone_of(first.place) and blockaded(x, s, first.place, x.faction(s, first.nation))


def attack_offers(x: Context, s: State, seat: int) -> list[Step]:
    """Ships that have come to a coast may attack enemies that lie off it (F.7.a)."""
    mine = sailing(s)
    place, foe = mine[0].place, x.enemies(x.faction(s, mine[0].nation))
    if zone_of(place) or mine[0].inside or foe == NEUTRAL or not any(f.squadrons for f in mine):
        return []
    if held_back(x, s, mine[0].nation, place):
        return []
    off = [f for f in s.fleets if f.place == place and not f.inside and f.moved != SAILING]
    return [AttackOffer(seat, place)] if any(x.faction(s, f.nation) == foe for f in off) else []


class RunBlockade(Step, frozen=True, tag="run-blockade"):
    """A die for ships that try to leave a blockaded port: away, held, or held and attacked."""

    seat: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        place, whose = sailing(s)[0].place, NATIONS[sailing(s)[0].nation]
        result = run_blockade(x.tables, dice)
        if result == "E":
            say(log, "blockade", f"{whose}'s ships slip past the blockade.", "F.6.c", hexes=[place])
            return s
        if result == "F":
            say(
                log,
                "blockade",
                f"{whose}'s ships can't get out unseen: they may stay, or fight.",
                "F.6.c",
                hexes=[place],
            )
            fight = [] if held_back(x, s, sailing(s)[0].nation, place) else [AttackOffer(self.seat, place)]
            return s.push(BackToPort(), *fight)
        text = f"{whose}'s ships are seen coming out, and the blockaders may attack."
        say(log, "blockade", text, "F.6.c", hexes=[place])
        watch = pouncing(x, s, place)
        pounce = [PounceOffer(x.commander(s, watch[0].nation), place)] if watch else []
        return s.push(BackToPort(), *pounce)


def pouncing(x: Context, s: State, place: int) -> list[Fleet]:
    """The enemy squadrons before a port that may attack (K.8.k)."""
    return [f for f in _watchers(x, s, place) if not held_back(x, s, f.nation, place)]


def _watchers(x: Context, s: State, place: int) -> list[Fleet]:
    """The enemy squadrons before a port."""
    foe = x.enemies(s.segment)
    return [
        f
        for f in s.fleets
        if f.place == place and not f.inside and f.squadrons and able(f) and x.faction(s, f.nation) == foe
    ]


class BackToPort(Step, frozen=True, tag="back-to-port"):
    """After the fight off the port: who is still blockaded goes back in, else the voyage goes on (F.6.c)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        mine = [f for f in s.fleets if f.moved in (SAILING, DRIVEN)]
        if not mine:
            return s
        if not blockaded(x, s, mine[0].place, x.faction(s, mine[0].nation)):
            say(log, "blockade", "The blockade is broken.", "F.6.b", hexes=[mine[0].place])
            return s
        fleets = [replace(f, moved=MOVED, inside=True) if f in mine else f for f in s.fleets]
        s, fleets = put_ashore(x, s, fleets, mine[0].place, log)
        voyage: Laden = s.agenda[-1]
        if any(f.transports for f in mine):
            s = goods(x, s, mine[0].place, mine[0].nation, voyage.supply, voyage.points, log)
        return x.with_fleets(s, fleets).pop()


# Fights off a coast (F.6.c, F.7.a)


class AttackOffer(PlaceOffer, frozen=True, tag="attack-offer"):
    """The ships under way may attack enemy ships off the coast they have come to (F.6.c, F.7.a)."""

    yes: ClassVar[str] = "Attack them"
    no: ClassVar[str] = "Do not attack"

    def question(self, x: Context, s: State) -> Question:
        enemies = "; ".join(x.fleet_name(f) for f in _watchers(x, s, self.place))
        prompt = f"Attack? Before you: {enemies}." if enemies else "Attack the ships that lie here?"
        return Question("attack-at-sea", "Attack at sea", prompt, ("WAP F.7.a",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.Accept):
            return s
        s = attacked(x, s, self.place)
        if not any(f.inside for f in sailing(s)) and shut_in(x, s, self.seat, self.place):
            return s.push(SortieOffer(self.seat, self.place))
        return s.push(SeaFight(SAILING, ATTACKED))


class PounceOffer(PlaceOffer, frozen=True, tag="pounce-offer"):
    """The blockaders may fight one round against ships that were seen leaving (F.6.c)."""

    yes: ClassVar[str] = "Attack for one round"
    no: ClassVar[str] = "Let them go back"

    def question(self, x: Context, s: State) -> Question:
        prompt = f"Attack for one round? {'; '.join(x.fleet_name(f) for f in sailing(s))} tried to leave."
        return Question("pounce", "They come out", prompt, ("WAP F.6.c",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.Accept):
            return s
        watch = set(pouncing(x, s, self.place))
        fleets = [replace(f, moved=ATTACKING) if f in watch else f for f in s.fleets]
        return x.with_fleets(s, fleets).push(SeaFight(ATTACKING, SAILING, once=True))
