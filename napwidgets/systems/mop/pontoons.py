"""37.2, 37.3.1, 37.4 and 37.10. Pontoon trains: their March orders, the bridges they lay, and who takes them.

A bridge that is laid is a span of the position's ground; the train lies in it until it is taken up again.

Readings 36, 37 and 40 of docs/rules/mop.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from napwidgets.board.hexmap import RIVER, HexMap, hex_name
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.mop.bound import scenario, tables
from napwidgets.systems.mop.front import worn_out
from napwidgets.systems.mop.spans import Span, crossed, span, without
from napwidgets.systems.mop.state import Pontoon, State
from napwidgets.systems.mop.telling import refuse, say
from napwidgets.systems.mop.trains import standing
from napwidgets.systems.mop.vedettes import scatter
from napwidgets.systems.mop.weather import sky_of
from napwidgets.systems.tactical.command.compliance import ride_time
from napwidgets.systems.tactical.command.orders import away, in_view, sees_to_it
from napwidgets.systems.tactical.command.targets import in_reach, named_targets
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import DEAD, OFF
from napwidgets.systems.tactical.core.step import OwnChoice, Step, subject_number
from napwidgets.systems.tactical.ground.context import Context, Log
from napwidgets.systems.tactical.ground.layout import NOBODY
from napwidgets.systems.tactical.ground.reach import within

#: Farther than this, in half MPs, nothing leads.
_FAR = 400
#: The ways to the places that trains of a battle were sent to, on its ground.
_WAYS: WeakKeyDictionary[Context, dict[int, dict[int, int]]] = WeakKeyDictionary()


class SendPontoon(m._Move, tag="send-pontoon", frozen=True):
    """An overall commander tells a pontoon train to march to a hex."""

    sender: int
    pontoon: int
    target: int


class GoPontoon(m._Move, tag="go-pontoon", frozen=True):
    """A pontoon train moves to a hex."""

    pontoon: int
    to: int


class Lay(m._Move, tag="lay-bridge", frozen=True):
    """A pontoon train lays its bridge over the river to a hex."""

    pontoon: int
    to: int


class TakeUp(m._Move, tag="take-up-bridge", frozen=True):
    """A pontoon train takes its bridge up."""

    pontoon: int


def start_pontoons(x: Context) -> tuple[Pontoon, ...]:
    """The pontoon trains as the scenario has them at the start."""
    number, sides = x.board.number, x.setting.sides
    return tuple(
        Pontoon(number(p.hex), sides.index(p.side), target=number(p.target) if p.target else OFF)
        for p in scenario(x).pontoons
    )


def any_pontoons(x: Context, s: State) -> bool:
    """Whether a pontoon train is on the map."""
    return any(p.hex >= 0 for p in s.pontoons)


def mine(s: State, side: int) -> list[int]:
    """The pontoon trains of a side that are on the map."""
    return [n for n, p in enumerate(s.pontoons) if p.hex >= 0 and p.side == side]


def name_of(x: Context, p: int) -> str:
    """A pontoon train in words."""
    return scenario(x).pontoons[p].name


def put(s: State, p: int, **changes: int) -> State:
    """This state with one pontoon train changed."""
    return replace(s, pontoons=(*s.pontoons[:p], replace(s.pontoons[p], **changes), *s.pontoons[p + 1 :]))


def filled(x: Context, s: State, side: int) -> frozenset[int]:
    """The hexes that the trains of a side fill: pontoon trains like baggage, but no bridge that is laid (37.2)."""
    notes = x.notes(s, side)
    known: frozenset[int] | None = notes.get(("filled", side))
    if known is None:
        ready = {p.hex for p in s.pontoons if p.hex >= 0 and p.side == side and p.over < 0}
        known = notes["filled", side] = standing(x, s, side) | ready
    return known


# The ground


def laid(s: State) -> tuple[Span, ...]:
    """The pontoon bridges that lie over rivers."""
    return tuple(sorted(span(p.hex, p.over) for p in s.pontoons if p.hex >= 0 and p.over >= 0))


def spanned(printed: HexMap, damaged: Sequence[Span], bridges: Sequence[Span]) -> HexMap:
    """A map without its damaged spans and with pontoon bridges; one in place of a bridge bears its road, too."""
    board = without(printed, [gone for gone in damaged if gone not in bridges])
    names = []
    for a, b in bridges:
        for h, n in ((a, b), (b, a)):
            label = hex_name(h // printed.rows, h % printed.rows, printed.data.sheets)
            names.append(f"{label}/{printed.direction(h, n)}")
    sides = {kind: list(found) for kind, found in board.data.sides.items()}
    return board.redrawn({**sides, "bridge": [*sides.get("bridge", ()), *names]}) if names else board


def dear(x: Context, damaged: Sequence[Span], bridges: Sequence[Span]) -> dict[Span, int]:
    """What crossing a pontoon bridge costs more off the road, in half MPs, both ways (37.3.1); a whole bridge beside it
    makes it needless.
    """
    more = tables(x).figures["pontoon crossing"]
    only = [at for at in bridges if at in damaged or at[1] not in crossed(x.board, at[0])]
    return {way: more for a, b in only for way in ((a, b), (b, a))}


# Orders (37.10)


def targets(x: Context, h: int) -> list[int]:
    """Where a pontoon train can be sent: to named places, and to the banks of rivers."""
    banks = (n for n in in_reach(x, h) if any(side & RIVER for side in x.board.sides[n]))
    return sorted({*named_targets(x, h), *banks} - {h})


def way(x: Context, target: int) -> dict[int, int]:
    """Half MPs to a place for wheels, from every hex from which a way leads there."""
    known = _WAYS.setdefault(x, {})
    if target not in known:
        known[target] = within(x.setting.wheeled, (), target, 0, _FAR)
    return known[target]


def sender_of(x: Context, s: State, side: int) -> int:
    """The overall commander who sends a side's pontoons: the one on the map who has an order left; -1 for nobody."""
    for i in x.setting.leaders_of[side]:
        leader = s.leaders[i]
        chief = x.setting.leaders[i].role == "overall" and not worn_out(x, s, i)
        if chief and leader.hex >= 0 and not leader.busy and leader.gave < x.capacity(s, i):
            return i
    return -1


def known_targets(x: Context, s: State, sender: int, p: int) -> list[int]:
    """Where a commander can send a pontoon train: after one order away from his headquarters only one that he stands
    with, and where he sees to, or along a road that begins there (NLC 20.12).
    """
    found, here = targets(x, s.pontoons[p].hex), s.leaders[sender].hex
    if not sees_to_it(x, s, sender):
        return found
    return [h for h in found if in_view(x, s, sender, h)] if here == s.pontoons[p].hex else []


def why_not_sending(x: Context, s: State, move: SendPontoon, side: int) -> IllegalMove | None:
    """Why a pontoon train can't be given a March order, if so (37.10)."""
    if move.pontoon not in mine(s, side):
        return refuse("pontoon", "That is no pontoon train of yours on the map.", "37.10")
    if move.sender < 0 or move.sender != sender_of(x, s, side):
        return refuse("sender", "March orders come from the overall commander, while he has orders left.", "37.10")
    if move.target not in targets(x, s.pontoons[move.pontoon].hex):
        return refuse("pontoon", "Send it to a place or a river bank that it can reach.", "37.10")
    if move.target not in known_targets(x, s, move.sender, move.pontoon):
        return away(x, move.sender)
    return None


def sendings(x: Context, s: State, p: int, side: int) -> list[SendPontoon]:
    """The March orders that a pontoon train can be given now."""
    sender = sender_of(x, s, side)
    if sender < 0 or p not in mine(s, side):
        return []
    return [SendPontoon(sender, p, h) for h in known_targets(x, s, sender, p)]


def sent(x: Context, s: State, move: SendPontoon, log: Log) -> State:
    """A March order is on its way to a pontoon train."""
    here, there = s.leaders[move.sender].hex, s.pontoons[move.pontoon].hex
    wait, side = ride_time(x, s, here, there), s.pontoons[move.pontoon].side
    when = "received at once" if wait == 0 else f"expected at {x.setting.hour(s.turn + wait)}"
    name = x.setting.leaders[move.sender].name
    text = f"{name} to {name_of(x, move.pontoon)}: March {x.place(move.target)}, {when}."
    say(log, "order-sent", text, "37.10", to=(x.setting.seat(side),))
    s = s.leader(move.sender, gave=s.leaders[move.sender].gave + 1)
    return put(s, move.pontoon, next=move.target, due=s.turn + wait)


class Receipt(Step, frozen=True, tag="pontoon-orders"):
    """Pontoon trains follow an order as soon as they have it (37.10)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        for n, p in enumerate(s.pontoons):
            s = put(s, n, spent=0)
            if p.hex >= 0 and p.next >= 0 and p.due <= s.turn:
                text = f"{name_of(x, n)} marches to {x.place(p.next)}."
                say(log, "complied", text, "37.10", to=(x.setting.seat(p.side),), hexes=(p.hex, p.next))
                s = put(s, n, target=p.next, next=OFF, due=0)
        return s


# What they do


def full_mp(x: Context, s: State, p: int) -> int:
    """Half MPs of a pontoon train in this weather (37.4)."""
    return scenario(x).pontoons[p].mp * 2 // sky_of(x, s).slow


def pontoon_reach(x: Context, s: State, p: int) -> dict[int, int]:
    """Half MPs spent at each hex that a pontoon train can move to now, as baggage moves (37.10)."""
    train, layout = s.pontoons[p], x.ground.layout(s)
    foe = 1 - train.side
    shut = (*layout.hexes[foe], *layout.held[foe].zoc_hexes, *filled(x, s, foe))
    return within(x.setting.wheeled, shut, train.hex, 0, full_mp(x, s, p))


def ends(x: Context, s: State, p: int) -> list[int]:
    """Where a pontoon train may march: nearer to the place it was sent to, into a hex of its own."""
    train = s.pontoons[p]
    if train.target < 0 or train.over >= 0 or train.spent:
        return []
    layout, full, left = x.ground.layout(s), filled(x, s, train.side), way(x, train.target)
    free = (h for h in pontoon_reach(x, s, p) if h not in full and layout.side[h] == NOBODY)
    return sorted(h for h in free if left.get(h, _FAR) < left.get(train.hex, _FAR))


def why_not_laying(x: Context, s: State, p: int, to: int) -> IllegalMove | None:
    """Why a pontoon train can't lay its bridge to a hex, if so (37.4, 37.10)."""
    train = s.pontoons[p]
    if train.hex < 0 or train.over >= 0 or train.spent:
        return refuse("pontoon", "It has done its work for this turn, or its bridge lies already.", "37.10")
    if to not in x.board.neighbours[train.hex] or not x.setting.shut[train.hex][x.board.direction(train.hex, to)]:
        return refuse("pontoon", "A pontoon bridge goes over a river where there is no bridge.", "37.10")
    if not tables(x).sky(s.sky).builds:
        return refuse("weather", "Nobody lays pontoons in frost or snow.", "37.4")
    if not x.setting.passable[to] or x.ground.layout(s).side[to] == 1 - train.side or pinned(x, s, p):
        return refuse("pontoon", "The enemy is too near to lay a bridge.", "37.10")
    return None


def pinned(x: Context, s: State, p: int) -> bool:
    """Whether a pontoon train lies in an enemy zone of control."""
    return bool(x.ground.layout(s).zoc[1 - s.pontoons[p].side][s.pontoons[p].hex])


def why_not_taking_up(x: Context, s: State, p: int) -> IllegalMove | None:
    """Why a bridge can't be taken up, if so (37.10)."""
    train = s.pontoons[p]
    if train.hex < 0 or train.over < 0 or train.spent:
        return refuse("pontoon", "There is no bridge of it to take up now.", "37.10")
    if pinned(x, s, p):
        return refuse("pontoon", "The enemy is too near to take the bridge up.", "37.10")
    if x.ground.layout(s).side[train.hex] != NOBODY or train.hex in filled(x, s, train.side):
        return refuse("stacking", "A train needs a hex of its own: others stand at the bridge.", "37.2")
    return None


def works(x: Context, s: State, p: int) -> list[m._Move]:
    """What a pontoon train can do now."""
    near = [n for n in x.board.neighbours[s.pontoons[p].hex] if n >= 0]
    found: list[m._Move] = [GoPontoon(p, h) for h in ends(x, s, p)]
    found += [Lay(p, n) for n in near if why_not_laying(x, s, p, n) is None]
    return [*found, TakeUp(p)] if why_not_taking_up(x, s, p) is None else found


class PontoonStage(OwnChoice, frozen=True, tag="pontoons"):
    """The pontoon trains of a side march, lay their bridges and take them up (37.10). Orders are secret: whoever has a
    train on the map is asked.
    """

    def automatic(self, x: Context, s: State) -> bool:
        return not mine(s, self.who)

    def question(self, x: Context, s: State) -> Question:
        prompt = "Pontoons march as they were told, lay a bridge over a river, or take it up. Then choose Done."
        return Question("pontoons", "Pontoons", prompt, ("MoP 37.10",), formal=True)

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return [Subject(f"o:{p}", name_of(x, p), s.pontoons[p].hex) for p in mine(s, self.who) if works(x, s, p)]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m._Move]:
        if subject is None:
            return [m.Pass()]
        p = subject_number(subject, "o")
        return works(x, s, p) if p in mine(s, self.who) else []

    def check(self, x: Context, s: State, move: m._Move) -> None:
        if isinstance(move, m.Pass):
            return
        if not isinstance(move, GoPontoon | Lay | TakeUp):
            raise self.not_offered(x, s, move)
        if move.pontoon not in mine(s, self.who):
            raise refuse("pontoon", "That is no pontoon train of yours on the map.", "37.10")
        problem: IllegalMove | None = None
        if isinstance(move, Lay):
            problem = why_not_laying(x, s, move.pontoon, move.to)
        elif isinstance(move, TakeUp):
            problem = why_not_taking_up(x, s, move.pontoon)
        elif move.to not in ends(x, s, move.pontoon):
            why = "Pontoons march once a turn, nearer to the place they were sent to, into a hex of their own."
            problem = refuse("pontoon", why, "37.10")
        if problem:
            raise problem

    def play(self, x: Context, s: State, move: m._Move, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Pass):
            return s.pop()
        assert isinstance(move, GoPontoon | Lay | TakeUp)
        train, name = s.pontoons[move.pontoon], name_of(x, move.pontoon)
        if isinstance(move, GoPontoon):
            say(log, "train-moved", f"{name} moves to {x.place(move.to)}.", "37.10", hexes=(train.hex, move.to))
            target = OFF if move.to == train.target else train.target
            return scatter(x, put(s, move.pontoon, hex=move.to, target=target, spent=1), move.to, self.who, log)
        if isinstance(move, Lay):
            text = f"{name} lays a bridge from {x.place(train.hex)} to {x.place(move.to)}."
            say(log, "bridge-laid", text, "37.10", hexes=(train.hex, move.to))
            return put(s, move.pontoon, over=move.to, spent=1)
        text = f"{name} takes up its bridge at {x.place(train.hex)}."
        say(log, "bridge-taken-up", text, "37.10", hexes=(train.hex, train.over))
        return put(s, move.pontoon, over=OFF, spent=1)

    def label(self, x: Context, s: State, move: m._Move) -> Label | None:
        return label(x, s, move)


def label(x: Context, s: State, move: Any) -> Label | None:
    """What is done with pontoons in words."""
    if isinstance(move, SendPontoon):
        wait = ride_time(x, s, s.leaders[move.sender].hex, s.pontoons[move.pontoon].hex)
        when = "at once" if wait == 0 else f"in {wait} {'turn' if wait == 1 else 'turns'}"
        by = x.setting.leaders[move.sender].name
        return Label(f"March {x.place(move.target)}", f"by {by}, {when}; it always obeys", ("MoP 37.10",))
    if isinstance(move, GoPontoon):
        return Label(f"{name_of(x, move.pontoon)} to {x.place(move.to)}", "", ("MoP 37.10",))
    if isinstance(move, Lay):
        return Label(f"{name_of(x, move.pontoon)} lays a bridge to {x.place(move.to)}", "", ("MoP 37.10",))
    if isinstance(move, TakeUp):
        return Label(f"{name_of(x, move.pontoon)} takes up its bridge", "", ("MoP 37.10",))
    return None


# Who takes them


def meet_pontoons(x: Context, s: State, h: int, side: int, log: Log) -> State:
    """Units of ``side`` have entered ``h``: a die says what becomes of enemy pontoons there (37.10)."""
    for n, p in enumerate(s.pontoons):
        if p.hex == h and p.side != side:
            s = s.push(Seize(n, side))
    return s


class Seize(Step, frozen=True, tag="seize-pontoons"):
    """Pontoons that the enemy has reached are captured on a low die, else destroyed (37.10)."""

    pontoon: int
    side: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        train, name = s.pontoons[self.pontoon], name_of(x, self.pontoon)
        if train.hex < 0 or train.side == self.side:
            return s
        roll = dice.roll(f"what becomes of {name}")
        taken = roll <= tables(x).figures["pontoon captured up to"]
        who = scenario(x).sides[self.side].name
        text = f"{name} falls to the {who} side ({roll})." if taken else f"{name} is destroyed ({roll})."
        say(log, "pontoon-lost", text, "37.10", hexes=(train.hex,))
        if taken:
            return put(s, self.pontoon, side=self.side, target=OFF, next=OFF, due=0)
        return put(s, self.pontoon, hex=DEAD, over=OFF, target=OFF, next=OFF, due=0)
