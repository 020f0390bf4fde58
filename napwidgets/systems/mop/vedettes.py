"""37.7. Vedettes: screens of light horse that see, are hard to catch, and hide who stands behind them.

Readings 20 to 24 and 40 of docs/rules/mop.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.mop.state import State, Vedette
from napwidgets.systems.mop.telling import refuse, say
from napwidgets.systems.tactical.command.chits import acts_by_chit, is_held
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.arms import HORSE
from napwidgets.systems.tactical.core.ruleset import full
from napwidgets.systems.tactical.core.state import AWAY, DEAD, OFF
from napwidgets.systems.tactical.core.step import OwnChoice, Step, subject_number
from napwidgets.systems.tactical.fighting.clash import Force, round_half_up, volley
from napwidgets.systems.tactical.ground.context import Context, Log
from napwidgets.systems.tactical.ground.levels import note_corps
from napwidgets.systems.tactical.ground.reach import within


class Deploy(m._Move, tag="deploy", frozen=True):
    """A unit sends out its vedettes."""

    unit: int


class Gather(m._Move, tag="gather", frozen=True):
    """A unit's vedettes, together in one hex, become the unit again."""

    unit: int


class GoVedette(m._Move, tag="go-vedette", frozen=True):
    """A vedette rides to a hex."""

    vedette: int
    to: int


def muster(x: Context) -> tuple[Vedette, ...]:
    """The vedettes that units have at the start, none of them sent out."""
    found = []
    for u, info in enumerate(x.infos):
        found += [Vedette(u)] * getattr(info.data, "vedettes", 0)
    return tuple(found)


def of_unit(s: State, u: int) -> list[int]:
    """The vedettes of a unit that are left."""
    return [v for v, vedette in enumerate(s.vedettes) if vedette.unit == u and vedette.hex != DEAD]


def side_of(x: Context, s: State, v: int) -> int:
    """The side of a vedette."""
    return x.infos[s.vedettes[v].unit].side


def put(s: State, vedettes: Iterable[int], **changes: int) -> State:
    """This state with some vedettes changed."""
    chosen = set(vedettes)
    return replace(s, vedettes=tuple(replace(k, **changes) if v in chosen else k for v, k in enumerate(s.vedettes)))


def fallen(s: State, vedettes: Iterable[int]) -> State:
    """This state with some vedettes lost; they may be brought back in time (37.7)."""
    lost = tuple(vedettes)
    return replace(put(s, lost, hex=DEAD), ridden=(*s.ridden, *((v, s.turn) for v in lost)))


def screens(x: Context, s: State, side: int) -> frozenset[int]:
    """The hexes in which a side has vedettes that the other one sees: no vedette of the enemy rides in (37.7)."""
    return frozenset(k.hex for k in s.vedettes if k.hex >= 0 and k.seen and x.infos[k.unit].side == side)


def held(x: Context, s: State, side: int) -> frozenset[int]:
    """The hexes besides those of its men into which no enemy vedette rides: it takes no trains (37.7, 37.10)."""
    return screens(x, s, side) | x.rules.filled(x, s, side)


def stays(x: Context, u: int) -> bool:
    """Whether a unit keeps the field when its vedettes are out: the brigades that have some of their own (37.7)."""
    return not x.infos[u].mounted


def why_not_deploying(x: Context, s: State, u: int) -> IllegalMove | None:
    """Why a unit can't send out its vedettes, if so (37.7)."""
    name = x.infos[u].name
    mine = of_unit(s, u)
    if not mine:
        return refuse("vedettes", f"{name} has no vedettes.", "37.7")
    if s.units[u].hex < 0 or any(s.vedettes[v].hex >= 0 for v in mine):
        return refuse("vedettes", f"{name} has its vedettes out already.", "37.7")
    if x.ground.in_zoc(s, u) and not stays(x, u):
        return refuse("vedettes", f"{name} is too near the enemy to spread out.", "37.7")
    if s.units[u].spent >= x.allowance(s, u):
        return refuse("vedettes", f"{name} has no movement left to spread out with.", "37.7")
    return None


def why_not_gathering(x: Context, s: State, u: int) -> IllegalMove | None:
    """Why vedettes can't become their unit again, if so: all that are left stand in one hex with room (37.7)."""
    mine, name = of_unit(s, u), x.infos[u].name
    places = {s.vedettes[v].hex for v in mine}
    if not mine or min(places) < 0:
        return refuse("vedettes", f"{name} has no vedettes out.", "37.7")
    if len(places) > 1:
        return refuse("vedettes", f"The vedettes of {name} must stand in one hex first.", "37.7")
    (h,) = places
    if stays(x, u):
        return None if s.units[u].hex == h else refuse("vedettes", f"They must ride back to {name}.", "37.7")
    layout = x.ground.layout(s)
    if not x.room_for(s, (u,))(layout.at.get(h, ())):
        return refuse("stacking", full(x.rules, x.tables, x.place(h)), "37.2")
    return None


def ride_reach(x: Context, s: State, v: int) -> dict[int, int]:
    """Half MPs spent at each hex that a vedette can ride to, through zones of control, but round the enemy's men,
    vedettes and trains (37.7).
    """
    vedette, foe = s.vedettes[v], 1 - side_of(x, s, v)
    return ride(x, vedette.hex, vedette.spent, {*x.ground.layout(s).hexes[foe], *held(x, s, foe)})


def ride(x: Context, start: int, spent: int, shut: Iterable[int]) -> dict[int, int]:
    """Half MPs spent at each hex that a vedette comes to, round the hexes ``shut``."""
    return within(x.setting.steps_road[HORSE], shut, start, spent, x.tables.limits["vedette"])


class VedetteSegment(OwnChoice, frozen=True, tag="vedettes"):
    """The vedettes of the acting formations are sent out, ride and come back; they need no orders (37.7)."""

    def _mine(self, x: Context, s: State) -> list[int]:
        """Units of the acting formations that have vedettes."""
        owners = dict.fromkeys(k.unit for k in s.vedettes if k.hex != DEAD)
        return [u for u in owners if x.infos[u].side == self.who and self._rides(x, s, x.acts_with(s, u))]

    def _rides(self, x: Context, s: State, c: int) -> bool:
        """Whether the vedettes of a formation ride now."""
        return c in s.active

    def _units(self, x: Context, s: State) -> list[int]:
        """Units that can send their vedettes out or take them in."""
        return [u for u in self._mine(x, s) if self._about(x, s, u)]

    def _about(self, x: Context, s: State, u: int) -> list[m._Move]:
        found: list[m._Move] = [Deploy(u)] if why_not_deploying(x, s, u) is None else []
        return [*found, Gather(u)] if why_not_gathering(x, s, u) is None else found

    def _riders(self, x: Context, s: State) -> list[int]:
        mine = set(self._mine(x, s))
        out = [v for v, k in enumerate(s.vedettes) if k.unit in mine and k.hex >= 0]
        return [v for v in out if s.vedettes[v].spent < x.tables.limits["vedette"]]

    def automatic(self, x: Context, s: State) -> bool:
        return not self._units(x, s) and not self._riders(x, s)

    def question(self, x: Context, s: State) -> Question:
        prompt = "Send vedettes out, let them ride or take them in: they see, and hide who is behind. Then choose Done."
        return Question("vedettes", "Vedettes", prompt, ("MoP 37.7",))

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        units = self._units(x, s)
        found = [Subject(f"u:{u}", x.infos[u].name, self._place(s, u)) for u in units]
        return found + [Subject(f"v:{v}", name_of(x, s, v), s.vedettes[v].hex) for v in self._riders(x, s)]

    @staticmethod
    def _place(s: State, u: int) -> int:
        """Where a unit stands, or the first of its vedettes."""
        return s.units[u].hex if s.units[u].hex >= 0 else s.vedettes[of_unit(s, u)[0]].hex

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m._Move]:
        if subject is None:
            return [m.Pass()]
        u, v = subject_number(subject, "u"), subject_number(subject, "v")
        if u in self._units(x, s):
            return self._about(x, s, u)
        if v not in self._riders(x, s):
            return []
        return [GoVedette(v, h) for h in sorted(ride_reach(x, s, v)) if h != s.vedettes[v].hex]

    def check(self, x: Context, s: State, move: m._Move) -> None:
        if isinstance(move, m.Pass):
            return
        if isinstance(move, Deploy | Gather):
            if move.unit not in self._mine(x, s):
                raise refuse("vedettes", "Only units of the acting formation send out vedettes now.", "37.7")
            ask = why_not_deploying if isinstance(move, Deploy) else why_not_gathering
            if problem := ask(x, s, move.unit):
                raise problem
        elif isinstance(move, GoVedette):
            if move.vedette not in self._riders(x, s):
                raise refuse("vedettes", "That vedette can't ride now.", "37.7")
            if move.to == s.vedettes[move.vedette].hex or move.to not in ride_reach(x, s, move.vedette):
                raise refuse("vedettes", "It can't get there: too far, or the enemy stands in the way.", "37.7")
        else:
            raise self.not_offered(x, s, move)

    def play(self, x: Context, s: State, move: m._Move, dice: Dice, log: Log) -> State:
        seat = (x.setting.seat(self.who),)
        if isinstance(move, Deploy):
            h, unit = s.units[move.unit].hex, s.units[move.unit]
            say(log, "deployed", f"{x.infos[move.unit].name} sends out vedettes.", "37.7", to=seat, hexes=(h,))
            s = put(s, of_unit(s, move.unit), hex=h, spent=unit.spent, seen=int(move.unit not in s.hidden))
            return s if stays(x, move.unit) else s.unit(move.unit, hex=AWAY)
        if isinstance(move, Gather):
            return gathered(x, s, move.unit, seat, log)
        if isinstance(move, GoVedette):
            return put(s, (move.vedette,), hex=move.to, spent=ride_reach(x, s, move.vedette)[move.to])
        return s.pop()

    def label(self, x: Context, s: State, move: m._Move) -> Label | None:
        if isinstance(move, Deploy):
            count = len(of_unit(s, move.unit))
            return Label(f"{x.infos[move.unit].name} sends out {count} vedettes", "", ("MoP 37.7",))
        if isinstance(move, Gather):
            return Label(f"{x.infos[move.unit].name} gathers", "", ("MoP 37.7",))
        if isinstance(move, GoVedette):
            return Label(f"{name_of(x, s, move.vedette)} to {x.place(move.to)}", "", ("MoP 37.7",))
        return None


class VedetteStage(VedetteSegment, frozen=True, tag="resting-vedettes"):
    """The vedettes of formations without a chit ride when the reserves move: they need no orders (37.7)."""

    def _rides(self, x: Context, s: State, c: int) -> bool:
        return not acts_by_chit(x, s, c) and not is_held(x, s, c)


def name_of(x: Context, s: State, v: int) -> str:
    """A vedette in words."""
    u = s.vedettes[v].unit
    return f"Vedette of {x.infos[u].name}"


def gathered(x: Context, s: State, u: int, seat: tuple[str, ...], log: Log) -> State:
    """A unit whose vedettes have come together: with half of them lost or more it has a step less (37.7)."""
    mine = of_unit(s, u)
    h, all_of = s.vedettes[mine[0]].hex, sum(k.unit == u for k in s.vedettes)
    say(log, "gathered", f"{x.infos[u].name} has gathered.", "37.7", to=seat, hexes=(h,))
    s = put(s, mine, hex=OFF, spent=0)
    if stays(x, u):
        return s
    steps = s.units[u].steps if 2 * len(mine) > all_of else min(1, s.units[u].steps)
    if steps < s.units[u].steps:
        text = f"{x.infos[u].name} is weaker by a step: half of its vedettes are lost."
        say(log, "step-lost", text, "37.7", to=seat, hexes=(h,), units=(u,))
    return s.many({u: replace(s.units[u], hex=h, start=h, steps=steps, spent=x.allowance(s, u))})


# Who meets them


def scatter(x: Context, s: State, h: int, side: int, log: Log) -> State:
    """Units or trains of ``side`` have entered ``h``: vedettes there fall back two hexes, horse strikes (37.7)."""
    caught = [v for v, k in enumerate(s.vedettes) if k.hex == h and side_of(x, s, v) != side]
    if not caught:
        return s
    to = refuge(x, s, h, 1 - side)
    here, hexes = x.place(h), (h,) if to < 0 else (h, to)
    text = f"Vedettes ride off from {here}." if to >= 0 else f"Vedettes at {here} have no way out and are lost."
    say(log, "scattered", text, "37.7", hexes=hexes)
    s = put(s, caught, hex=to, seen=1) if to >= 0 else fallen(put(s, caught, seen=1), caught)
    horse = [u for u, unit in enumerate(s.units) if unit.hex == h and x.infos[u].mounted]
    strength = round_half_up(sum(x.infos[u].sp(s.units[u].steps) for u in horse), 2)
    return s.push(RideDown(tuple(caught), strength)) if to >= 0 and strength else lost_for_good(x, s, log)


def refuge(x: Context, s: State, h: int, side: int) -> int:
    """Where vedettes fall back to: the hex two away that is farthest from the enemy, -1 if none is open."""
    layout, row = x.ground.layout(s), x.board.distances[h]
    theirs = held(x, s, 1 - side)
    two = [n for n in x.within2[h] if row[n] == 2 and x.setting.passable[n] and layout.side[n] != 1 - side]
    two = [n for n in two if n not in theirs]
    return max(two, key=lambda n: (x.ground.enemy_distance(s, n, side), -n), default=-1)


class RideDown(Step, frozen=True, tag="ride-down"):
    """Cavalry that enters a hex of vedettes strikes at once with half its strength; each hit costs one (37.7)."""

    vedettes: tuple[int, ...]
    strength: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        left = [v for v in self.vedettes if s.vedettes[v].hex >= 0]
        riders = Force((), self.strength, self.strength)
        scored, _ = volley(x.tables, x.options, riders, "vedettes are ridden down", dice)
        hits = min(len(left), scored)
        lost = f"Vedettes are ridden down: {hits} of {len(left)} lost."
        text = lost if hits else "Vedettes ride off from cavalry unharmed."
        say(log, "ridden-down", text, "37.7")
        return lost_for_good(x, fallen(s, left[:hits]), log)


def lost_for_good(x: Context, s: State, log: Log) -> State:
    """A unit that was out as vedettes and has none left is eliminated (37.7)."""
    for u, unit in enumerate(s.units):
        if unit.hex == AWAY and not of_unit(s, u):
            say(log, "eliminated", f"{x.infos[u].name} has lost all its vedettes.", "37.7", units=(u,))
            s = note_corps(x, s, s.many({u: replace(unit, hex=DEAD, steps=0, since=s.turn)}), (u,), log)
    return s
