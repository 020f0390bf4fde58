"""37.10 and 37.13. Baggage trains: how they move, what becomes of them when the enemy comes, how they get home.

Readings 9, 10, 39 and 40 of docs/rules/mop.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.mop.bound import scenario
from napwidgets.systems.mop.card_effects import unlocked
from napwidgets.systems.mop.state import State, Train
from napwidgets.systems.mop.supply import sources
from napwidgets.systems.mop.telling import refuse, say
from napwidgets.systems.mop.vedettes import scatter
from napwidgets.systems.mop.weather import sky_of
from napwidgets.systems.tactical.command.chits import has_reserves, is_held
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import DEAD, EXITED, OFF
from napwidgets.systems.tactical.core.step import OwnChoice, subject_number
from napwidgets.systems.tactical.ground.context import Context, Log
from napwidgets.systems.tactical.ground.country import NEVER
from napwidgets.systems.tactical.ground.layout import NOBODY
from napwidgets.systems.tactical.ground.reach import within


class GoTrain(m._Move, tag="go-train", frozen=True):
    """A baggage train moves to a hex."""

    train: int
    to: int


class LeaveTrain(m._Move, tag="leave-train", frozen=True):
    """A baggage train leaves the map by a supply source."""

    train: int


def side_of(x: Context, t: int) -> int:
    """The side of a train."""
    return x.setting.sides.index(scenario(x).trains[t].side)


def command_of(x: Context, t: int) -> int:
    """The formation that a train feeds."""
    return x.setting.formation_index[scenario(x).trains[t].formation]


def standing(x: Context, s: State, side: int) -> frozenset[int]:
    """The hexes that the trains of a side fill: each counts as twelve strength points (37.2)."""
    return frozenset(train.hex for t, train in enumerate(s.trains) if train.hex >= 0 and side_of(x, t) == side)


def start_trains(x: Context) -> tuple[Train, ...]:
    """The trains as the scenario has them at the start."""
    return tuple(Train(x.board.number(t.hex) if t.hex else OFF) for t in scenario(x).trains)


def full_mp(x: Context, s: State, t: int) -> int:
    """Half MPs of a train in this weather (37.4)."""
    return scenario(x).trains[t].mp * 2 // sky_of(x, s).slow


def train_reach(x: Context, s: State, t: int) -> dict[int, int]:
    """Half MPs spent at each hex that a train can move to now (37.10)."""
    foe, train = 1 - side_of(x, t), s.trains[t]
    layout = x.ground.layout(s)
    shut = (*layout.hexes[foe], *layout.held[foe].zoc_hexes, *x.rules.filled(x, s, foe))
    return within(x.setting.wheeled, shut, train.hex, train.spent, full_mp(x, s, t))


def ends(x: Context, s: State, t: int) -> list[int]:
    """Where a train may end its move: in a hex of its own, near the commander of its corps or nearer to him."""
    notes = x.notes(s, side_of(x, t))
    known: list[int] | None = notes.get(("train ends", t))
    if known is None:
        known = notes["train ends", t] = _ends(x, s, t)
    return known


def _ends(x: Context, s: State, t: int) -> list[int]:
    side, here = side_of(x, t), s.trains[t].hex
    layout, filled = x.ground.layout(s), x.rules.filled(x, s, side)
    free = [h for h in train_reach(x, s, t) if h != here and h not in filled and layout.side[h] != side]
    leader = x.leader_hex(s, command_of(x, t))
    if leader < 0:
        return sorted(free)
    home = [x.ground.field(h) for h in sources(x, s, side)] if unlocked(s, side) else []
    closer = [field for field in home if field[here] < NEVER]
    near = x.tables.limits["train range"]
    row = x.ground.toward(leader, here, near)
    most = near if row[here] <= near else row[here] - 1
    return sorted(h for h in free if row[h] <= most or any(f[h] < f[here] for f in closer))


def may_leave(x: Context, s: State, t: int) -> bool:
    """Whether a train can leave the map where it stands: by a source of its side that has played General Retreat
    (37.13).
    """
    side = side_of(x, t)
    return unlocked(s, side) and s.trains[t].hex in sources(x, s, side)


class TrainSegment(OwnChoice, frozen=True, tag="trains"):
    """The baggage trains of the acting formations move (37.10)."""

    def _able(self, x: Context, s: State) -> list[int]:
        ready = [t for t, train in enumerate(s.trains) if train.hex >= 0 and not train.spent]
        mine = [t for t in ready if side_of(x, t) == self.who]
        mine = [t for t in mine if self._goes(x, s, command_of(x, t))]
        return [t for t in mine if may_leave(x, s, t) or ends(x, s, t)]

    def _goes(self, x: Context, s: State, c: int) -> bool:
        """Whether the baggage of a formation moves now."""
        return c in s.active

    def automatic(self, x: Context, s: State) -> bool:
        return not self._able(x, s)

    def question(self, x: Context, s: State) -> Question:
        prompt = "Bring up the baggage: pick a train, then a hex; or choose Done."
        return Question("trains", "Baggage trains", prompt, ("MoP 37.10",))

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return [Subject(f"b:{t}", scenario(x).trains[t].name, s.trains[t].hex) for t in self._able(x, s)]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m._Move]:
        if subject is None:
            return [m.Pass()]
        t = subject_number(subject, "b")
        if t not in self._able(x, s):
            return []
        out = [LeaveTrain(t)] if may_leave(x, s, t) else []
        return [*out, *(GoTrain(t, h) for h in ends(x, s, t))]

    def check(self, x: Context, s: State, move: m._Move) -> None:
        if isinstance(move, m.Pass):
            return
        if not isinstance(move, GoTrain | LeaveTrain):
            raise self.not_offered(x, s, move)
        if move.train not in self._able(x, s):
            raise refuse("train", "Only the baggage of the acting formation moves, once an action.", "37.10")
        if isinstance(move, LeaveTrain):
            if not may_leave(x, s, move.train):
                why = "Baggage leaves by a supply source of its own, once General Retreat has been played."
                raise refuse("train", why, "37.13")
        elif move.to not in ends(x, s, move.train):
            why = "A train keeps to its own hex near its commander; streams it crosses by bridges, slopes by road."
            raise refuse("train", why, "37.10")

    def play(self, x: Context, s: State, move: m._Move, dice: Dice, log: Log) -> State:
        if isinstance(move, LeaveTrain):
            data, h = scenario(x).trains[move.train], s.trains[move.train].hex
            say(log, "train-left", f"{data.name} leaves the map at {x.place(h)}.", "37.13", hexes=(h,))
            return put(s, move.train, hex=EXITED)
        if not isinstance(move, GoTrain):
            return s.pop()
        name, here = scenario(x).trains[move.train].name, s.trains[move.train].hex
        spent = train_reach(x, s, move.train)[move.to]
        say(log, "train-moved", f"{name} moves to {x.place(move.to)}.", "37.10", hexes=(here, move.to))
        return scatter(x, put(s, move.train, hex=move.to, spent=max(spent, 1)), move.to, self.who, log)

    def label(self, x: Context, s: State, move: m._Move) -> Label | None:
        if isinstance(move, GoTrain):
            return Label(f"{scenario(x).trains[move.train].name} to {x.place(move.to)}", "", ("MoP 37.10",))
        if isinstance(move, LeaveTrain):
            return Label(f"{scenario(x).trains[move.train].name} leaves the map", "for good", ("MoP 37.13",))
        return None


class TrainStage(TrainSegment, frozen=True, tag="resting-trains"):
    """The baggage of formations that rest moves when they do: it needs no orders (37.10)."""

    def _goes(self, x: Context, s: State, c: int) -> bool:
        return has_reserves(x, s, c) and not is_held(x, s, c)


def put(s: State, t: int, **changes: int) -> State:
    """This state with one train changed."""
    return replace(s, trains=(*s.trains[:t], replace(s.trains[t], **changes), *s.trains[t + 1 :]))


def met(s: State) -> list[int]:
    """Where baggage, vedettes and pontoons are, which troops that come upon them take, scatter or seize."""
    return [*(t.hex for t in s.trains), *(v.hex for v in s.vedettes), *(p.hex for p in s.pontoons)]


def lose_trains(x: Context, s: State, h: int, side: int, log: Log) -> State:
    """Units of ``side`` have entered ``h``: enemy baggage there is lost for good (37.10)."""
    for t, train in enumerate(s.trains):
        if train.hex == h and side_of(x, t) != side:
            name, who = scenario(x).trains[t].name, scenario(x).sides[side].name
            text = f"{name} falls to the {who} side and is lost for good."
            say(log, "train-lost", text, "37.10", hexes=(h,))
            s = put(s, t, hex=DEAD, taken=side)
    return s


def bring_up_trains(x: Context, s: State, log: Log) -> State:
    """A train that is not on the map enters once its formation has units there and its road is free (37.9, 37.10)."""
    for t, train in enumerate(s.trains):
        entry = scenario(x).trains[t].entry
        if train.hex != OFF or not entry:
            continue
        h, side = x.board.number(entry), side_of(x, t)
        layout = x.ground.layout(s)
        arrived = any(s.units[u].hex >= 0 for u in x.setting.commands[command_of(x, t)].units)
        free = layout.side[h] == NOBODY and not layout.zoc[1 - side][h] and h not in x.rules.filled(x, s, side)
        if arrived and free:
            say(log, "train-moved", f"{scenario(x).trains[t].name} comes up at {x.place(h)}.", "37.10", hexes=(h,))
            s = scatter(x, put(s, t, hex=h), h, side, log)
    return s
