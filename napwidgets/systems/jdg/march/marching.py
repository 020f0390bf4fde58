"""5.3, 5.5. A force under way: from box to box, what stops it, and what the march costs it.

Readings 41 to 46 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.offers import Offers
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import clear_dummies, flag, take_box
from napwidgets.systems.jdg.context import Context, Log, doing, names, refuse, say
from napwidgets.systems.jdg.leaders import clear_leaders, marched_off
from napwidgets.systems.jdg.march import bridges, reaction, scouting
from napwidgets.systems.jdg.march.reports import march_of
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import Entered, State, door_of
from napwidgets.systems.jdg.step import SideChoice, Step
from napwidgets.systems.jdg.throws import march_parts, stragglers
from napwidgets.systems.telling import counted

#: The effect of the card that spares a forced march its stragglers (1813, Cards).
STEADY = "steady"


class Ends(dict[int, tuple[int, int]]):
    """Boxes where a force may end its march, each with its distance and the box before it; boxes that it may only
    pass are not listed, but can be looked up (1813, Armistice).
    """

    def __init__(self, found: Mapping[int, tuple[int, int]], shut: Mapping[int, int], start: int) -> None:
        super().__init__((box, way) for box, way in found.items() if box == start or box not in shut)
        self.passed = found

    def __missing__(self, box: int) -> tuple[int, int]:
        return self.passed[box]


class Marching(SideChoice, frozen=True, tag="marching"):
    """A force under way may go on, work at a bridge, or halt.

    ``start`` is where it set out, ``at`` where it is, ``left`` its movement points; ``massed`` says that it
    concentrates (5.5.1); ``trail`` are the boxes it has come through; ``worked`` that it has done something there;
    ``halts`` that it stops when its route is done; ``vain`` are links where the enemy has forbidden a work (6.4).
    """

    hint: ClassVar[str] = "Go on, work at a bridge, or halt."

    in_turn: ClassVar[bool] = True
    pieces: tuple[int, ...]
    start: int
    at: int
    left: int
    forced: bool = False
    massed: bool = False
    trail: tuple[int, ...] = ()
    worked: bool = False
    halts: bool = False
    vain: tuple[int, ...] = ()

    def about(self, x: Context, s: State) -> int:
        return self.at

    def troops(self, x: Context, s: State, side: int) -> Sequence[int]:
        return self.pieces

    def seen_by(self, x: Context, s: State, side: int | None) -> Marching:
        if side == self.who or not x.options.blind:
            return self
        return replace(self, pieces=(), left=0, forced=False, massed=False, worked=False, halts=False, vain=())

    @property
    def fresh(self) -> bool:
        """Whether it still has all its movement points."""
        return self.at == self.start and not self.trail and not self.worked

    def automatic(self, x: Context, s: State) -> bool:
        return self.halts or (self.left < 1 and not x.options.blind)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return self.halted(x, s, dice, log)

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "march",
            "On the march",
            f"The force is at {x.box(self.at)} with {self.left} movement points. Where does it go?",
            ("JDG 5.3",),
            formal=x.options.blind,
        )

    # Ways

    def fights(self, x: Context) -> bool:
        """Whether the force may enter a box with enemies: only real units do (reading 42)."""
        return any(x.is_unit(i) for i in self.pieces)

    def rides(self, x: Context) -> bool:
        """Whether it is a force of cavalry that may reconnoitre (6.3)."""
        riders = [i for i in self.pieces if x.pieces[i].leader is None]
        return bool(riders) and all(x.is_unit(i) and x.pieces[i].horse for i in riders)

    def scouts(self, x: Context, s: State, box: int) -> bool:
        """Whether it may reconnoitre a box: only enemies are there (6.3); nobody does in a game alone (10)."""
        count = x.layout(s).count
        rides = self.rides(x) and not x.options.solitaire
        return rides and box in count[other(self.who)] and box not in count[self.who]

    def ways(self, x: Context, s: State) -> dict[int, tuple[int, int]]:
        """Every box the force can reach, its distance, and the box before it."""
        blocked, shut = x.layout(s).count[other(self.who)], no_go_in_truce(x, s, self.who) if s.in_truce else {}
        if s.in_truce and self.at not in shut:
            blocked = shut
        enter = self.fights(x) and not s.in_truce
        if self.at >= 0:
            found = x.reach(s, self.at, self.left, blocked, enter=enter)
            return Ends(found, shut, self.at) if shut else found
        door = door_of(self.at)
        first, price = x.network.entries[door].place, x.setting.entry_cost[door]
        if price > self.left or (first in blocked and not enter):
            return {}
        if first in blocked:
            return {first: (price, -1)}
        found = x.spread(s, first, self.left - price, blocked, enter=enter)
        return {box: (far + price, before) for box, (far, before) in found.items()}

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is not None:
            return ()
        ways, rides = self.ways(x, s), self.rides(x)
        # Where it is stands for its halt, which comes first.
        about = [(self.at, False)]
        for box in sorted(ways):
            if box != self.at:
                about.append((box, False))
                if rides and self.scouts(x, s, box):
                    about.append((box, True))

        def move(to: tuple[int, bool]) -> m.Done | m.March:
            return m.March(route_to(ways, to[0], self.at), to[1]) if to[0] != self.at else m.Done()

        return Offers(about, move, bridges.offered(x, s, self))

    def check(self, x: Context, s: State, move: Any) -> None:
        if isinstance(move, m.March):
            self.check_route(x, s, move)
        elif isinstance(move, m.Bridge):
            bridges.check(x, s, self, move)
        elif not isinstance(move, m.Done):
            raise self.not_offered(x, s, move)

    def check_route(self, x: Context, s: State, move: m.March) -> None:
        """Raise `IllegalMove` unless the force can go the way of a march."""
        if not move.route:
            raise refuse("no-way", "Name the boxes to march through.", "5.3")
        foes, left, at = x.layout(s).count[other(self.who)], self.left, self.at
        shut = no_go_in_truce(x, s, self.who) if s.in_truce else {}
        leaves = self.at in shut
        for step, box in enumerate(move.route):
            left -= self._price(x, s, at, box)
            last = step == len(move.route) - 1
            if left < 0:
                raise self._too_far(x, s, move.route)
            if box in shut and (last or not leaves or box in foes):
                raise refuse("truce", "In the armistice nobody marches beside or into enemies.", "Armistice")
            if box in foes and (not last or not self.fights(x)):
                raise refuse("enemy", f"Enemies stand at {x.box(box)}: only units may enter, and stop there.", "5.3")
            at = box
        if move.scout and not self.scouts(x, s, move.route[-1]):
            why = "Cavalry alone reconnoitres, in a box with only enemies; not in a game alone."
            raise refuse("scout", why, "6.3", "10")

    def _too_far(self, x: Context, s: State, route: tuple[int, ...]) -> IllegalMove:
        """Why a way is too long: what it takes, and what is left."""
        takes, where = self.price_of(x, s, route), x.box(route[-1])
        why = f"{where} is {counted(takes, 'movement point')} away, and the force has {self.left} left."
        return refuse("too-far", why, "5.3")

    def _price(self, x: Context, s: State, at: int, box: int) -> int:
        """Movement points of one step; refuses where there is no way (5.3)."""
        door = door_of(at)
        if door >= 0:
            if x.network.entries[door].place != box:
                raise refuse("no-way", f"{x.box(at)} leads to another box first.", "3.3")
            return x.setting.entry_cost[door]
        link = x.network.link_between(at, box) if 0 <= box < x.network.size else None
        if link is None:
            raise refuse("no-way", f"No connection leads from {x.box(at)} there.", "5.2")
        if link in x.barred(s):
            raise refuse("barred", f"The way from {x.box(at)} to {x.box(box)} can't be crossed now.", "5.3")
        return x.cost(s, link)

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return self.halted(x, s, dice, log)
        if isinstance(move, m.Bridge):
            return bridges.play(x, s, self, move, log)
        return s.pop(OnTheRoad(self, move.route, move.scout))

    def stepped(self, x: Context, s: State, box: int) -> Marching:
        """The force one box on."""
        trail = (*self.trail, self.at) if self.at >= 0 else self.trail
        return replace(self, at=box, left=self.left - self._price(x, s, self.at, box), trail=trail)

    def halted(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        """The march ends: stragglers, fatigue (5.5.2, 5.5.3)."""
        s = s.pop()
        if self.fresh:
            return s
        s = s.each(self.pieces, idle=False)
        if not (self.trail or self.at != self.start) or not (self.forced or self.massed):
            return s
        times = dice_for_stragglers(s, self.who, self.forced, self.massed)
        if self.forced:
            s = replace(s, played=tuple(p for p in s.played if p != (self.who, STEADY)))
        heads = [v for i in x.leaders(self.pieces) if (v := x.pieces[i].leader) is not None]
        for i in x.units(self.pieces):
            unit = x.unit(s, i)
            parts = march_parts(x.tables, unit, heads, s.weather.name)
            lost = stragglers(x.tables, unit, parts, dice, times)
            s = _strayed(x, s, i, lost, log)
        return s.each(x.units(self.pieces), weary=True) if self.forced else s

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Done):
            return Label("Halt here", "The force stays, and its march is over.", ("JDG 5.3",))
        if isinstance(move, m.Bridge):
            return bridges.label(x, s, self, move)
        if not isinstance(move, m.March) or not move.route:
            return None
        to, foes = move.route[-1], x.layout(s).count[other(self.who)]
        try:
            price = self.price_of(x, s, move.route)
        except IllegalMove:
            return None
        way = f" by {names(map(x.box, move.route[:-1]))}" if len(move.route) > 1 else ""
        what = "Reconnoitre" if move.scout else "Attack" if to in foes else "March to"
        cite = "JDG 6.3" if move.scout else "JDG 5.3"
        return Label(f"{what} {x.box(to)}", f"{price} of {self.left} movement points{way}.", (cite,))

    def price_of(self, x: Context, s: State, route: tuple[int, ...]) -> int:
        """The movement points of a way, weather counted in."""
        total, at = 0, self.at
        for box in route:
            total += self._price(x, s, at, box)
            at = box
        return total


def route_to(ways: dict[int, tuple[int, int]], box: int, start: int) -> tuple[int, ...]:
    """The boxes of the way to one, as `Marching.ways` found it."""
    route = []
    while box != start and box >= 0:
        route.append(box)
        box = ways[box][1]
    return tuple(reversed(route))


def aimed(x: Context, s: State, force: Marching, move: m.March) -> tuple[int, bool]:
    """The movement points of a way, and whether it ends among enemies."""
    return force.price_of(x, s, move.route), x.enemy_in(s, move.route[-1], force.who)


def no_go_in_truce(x: Context, s: State, side: int) -> dict[int, int]:
    """The boxes that are closed to a side in the armistice: with enemies, or beside their units."""
    foes = x.layout(s).count[other(side)]
    shut = dict(foes)
    for box in foes:
        if not x.units(x.here(s, box, other(side))):
            continue
        shut.update(dict.fromkeys((there for there, _ in x.setting.around[box]), 1))
    return shut


def dice_for_stragglers(s: State, side: int, forced: bool, massed: bool) -> int:
    """How many dice each unit throws for stragglers: one for a forced march, unless a card keeps all in the ranks, and
    one for a concentration (5.5.3, 1813 Cards).
    """
    return (forced and not s.flagged(side, STEADY)) + massed


def _strayed(x: Context, s: State, i: int, lost: int, log: Log) -> State:
    if not lost:
        return s
    seat, counter = x.setting.sides[x.sides[i]], s.counters[i]
    to, points = x.owners(x.sides[i]), counted(lost, "strength point")
    say(log, "stragglers", f"{doing(x, x.name(i), f'leave {points} of stragglers behind')}.", "5.5.3",
        to=to, units=[i], tally={f"strength of {seat}": -lost})  # fmt: skip
    return s.counter(i, strength=counter.strength - lost, strayed=counter.strayed + lost)


class OnTheRoad(Step, frozen=True, tag="on-the-road"):
    """A force goes through the boxes of its route, one by one, as long as nothing stops it (5.3, 6.5.1)."""

    force: Marching
    route: tuple[int, ...]
    scout: bool = False

    def seen_by(self, x: Context, s: State, side: int | None) -> OnTheRoad:
        mine = side == self.force.who or not x.options.blind
        return self if mine else OnTheRoad(self.force.seen_by(x, s, side), (), False)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        side, now = self.force.who, s.counters[self.force.pieces[0]].at
        if now != self.force.at or (self._gone(self.force) and x.enemy_in(s, now, side)):
            return s.pop(replace(self.force, at=now, left=0, halts=True))
        if not self.route:
            return s.pop(self.force)
        box = self.route[0]
        came = self.force.at
        link = x.network.link_between(came, box) if came >= 0 else None
        force = self.force.stepped(x, s, box)
        march_of(x, s, force.pieces, came, box, log)
        s = s.pop(OnTheRoad(force, self.route[1:], self.scout)).each(force.pieces, at=box, inside=False, idle=False)
        s = marched_off(x, s, came, side, log)
        met = x.enemy_in(s, box, side)
        s = clear_leaders(x, clear_dummies(x, s, box, side, log), box, side, log)
        if not x.enemy_in(s, box, side):
            # Only units go where enemies stand, so there everybody sees that it was no dummy.
            s = flag(s, box, side) if met else take_box(x, s, box, side, force.pieces)
        if box in x.layout(s).count[other(side)]:
            strength = x.strength(s, force.pieces)
            entry = Entered(box, came if came >= 0 else -1, -1 if link is None else link, side, strength)
            return scouting.met(x, replace(s, entered=(*s.entered, entry)), force, self.scout)
        return reaction.offered(x, s, force.who, box)

    @staticmethod
    def _gone(force: Marching) -> bool:
        """Whether the force has left the box it set out from."""
        return force.at != force.start or bool(force.trail)
