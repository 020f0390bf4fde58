"""I b. Organization: who is under whom, vedettes, centres of operations (1, 4, base: organization).

Readings 66 to 68 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.con import moves as m
from napwidgets.systems.con import supply
from napwidgets.systems.con.context import Context, Log, counted, refuse, say
from napwidgets.systems.con.layout import Arranged, differing
from napwidgets.systems.con.movement import hex_of, stacks
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import State, Vedette
from napwidgets.systems.con.step import SideChoice
from napwidgets.systems.con.vedettes import without

CITE = "base: organization"


def room(x: Context, s: State, i: int) -> int:
    """What a leader's span has left in his hex, doubled."""
    at, side = s.leaders[i].at, x.leader_side[i]
    units = [x.halves[u] for u in x.units_at(s, at, side) if s.units[u].boss == i]
    return x.spans[i] - sum(units) - sum([x.ranks[k] for k in x.leaders_at(s, at, side) if s.leaders[k].boss == i])


def above(s: State, i: int, boss: int) -> bool:
    """Whether a leader stands, directly or not, under another one, or is he himself."""
    seen = 0
    while boss >= 0 and seen <= len(s.leaders):
        if boss == i:
            return True
        boss, seen = s.leaders[boss].boss, seen + 1
    return False


class Organization(SideChoice, frozen=True, tag="organization"):
    """A side arranges its forces: each leader and each unit changes once (reading 66). ``leaders`` and ``units`` are
    those who have.
    """

    hint: ClassVar[str] = (
        "Here you say who is under whom, and send out vedettes. Forces together under one leader march for one point; "
        "end this when all is in order."
    )

    leaders: tuple[int, ...] = ()
    units: tuple[int, ...] = ()

    def seen_by(self, x: Context, s: State, side: int | None) -> Organization:
        return self if side == self.who or not x.options.hidden else Organization(self.who)

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "organization",
            "Organization",
            "Arrange your forces, send out vedettes, move a centre of operations.",
            ("CON 1 I b", "CON base: forces"),
        )

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        found: list[Subject] = x.recent.answer(
            s,
            ("organized", self.who),
            lambda: self._subjects(x, s),
        )
        return found

    def _subjects(self, x: Context, s: State) -> list[Subject]:
        ready = self._ready(x, s)
        return [stack for h, stack in stacks(x, s, self.who).items() if h in ready]

    def _ready(self, x: Context, s: State) -> frozenset[int]:
        """The hexes where something can be arranged: only those are looked at again whose pieces have changed."""
        stand, bosses = x.layout(s).sides[self.who], tuple([lead.boss for lead in s.leaders])
        out, known = frozenset([v.unit for v in s.vedettes]), x.arranged.get(self.who)
        if known is None or known.stand is not stand or known.bosses != bosses:
            stale, kept = frozenset((*stand.leaders, *stand.units)), frozenset[int]()
        else:
            changed = set(differing(known.units, s.units))
            changed.update(out ^ known.out, set(self.units).symmetric_difference(known.done_units))
            led = set(self.leaders).symmetric_difference(known.done_leaders)
            stale, kept = frozenset([s.units[u].at for u in changed] + [s.leaders[i].at for i in led]), known.ready
        ready = (kept - stale).union([h for h in stale if self._any(x, s, h, out)])
        x.arranged[self.who] = Arranged(stand, bosses, s.units, out, self.leaders, self.units, ready)
        return ready

    def _any(self, x: Context, s: State, h: int, out: frozenset[int]) -> bool:
        """Whether anything can be arranged in a hex: what asks for nobody's span first."""
        riders = x.vedettes_at(s, h, self.who)
        for u in x.units_at(s, h, self.who):
            if u not in self.units and (
                u in riders or self._may_assign(x, s, u, -1, 0) or self._may_screen(x, s, u, u in out)
            ):
                return True
        return any(self._under(x, s, h))

    def _under(self, x: Context, s: State, h: int) -> Iterator[Any]:
        """Whom those in a hex can be put under."""
        leaders = x.leaders_at(s, h, self.who)
        left = {boss: room(x, s, boss) for boss in leaders}
        for i in leaders:
            if i not in self.leaders:
                yield from (m.Attach(i, boss) for boss in leaders if self._may_attach(x, s, i, boss, left[boss]))
        for u in x.units_at(s, h, self.who) if leaders else ():
            if u not in self.units:
                yield from (m.Assign(u, boss) for boss in leaders if self._may_assign(x, s, u, boss, left[boss]))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is None:
            return [m.Done(), *self._shifts(x, s)]
        h = hex_of(subject)
        return list(self._about(x, s, h)) if 0 <= h < x.board.size else ()

    def _shifts(self, x: Context, s: State) -> Iterator[m.Shift]:
        for n, army in enumerate(x.setting.armies):
            center = s.centers[n]
            if army.side != self.who or center.at < 0 or center.moved or s.points[n] < x.tables.command["center moves"]:
                continue
            for h in sorted(supply_roads(x, s, n)):
                if h != center.at and h in x.board.places:
                    yield m.Shift(n, h)

    def _about(self, x: Context, s: State, h: int) -> Iterator[Any]:
        leaders, units = x.leaders_at(s, h, self.who), x.units_at(s, h, self.who)
        left, out = {boss: room(x, s, boss) for boss in leaders}, {v.unit for v in s.vedettes}
        for i in leaders:
            for boss in leaders:
                if i not in self.leaders and self._may_attach(x, s, i, boss, left[boss]):
                    yield m.Attach(i, boss)
        for u in units:
            if u in self.units:
                continue
            for boss in (*leaders, -1):
                if self._may_assign(x, s, u, boss, left.get(boss, 0)):
                    yield m.Assign(u, boss)
            if self._may_screen(x, s, u, u in out):
                yield m.Screen(u)
        for v in x.vedettes_at(s, h, self.who):
            if v in units and v not in self.units:
                yield m.Gather(v)

    def _may_attach(self, x: Context, s: State, i: int, boss: int, left: int) -> bool:
        """Whether a leader can be put under another whose span has so much left."""
        if s.leaders[i].boss == boss or above(s, i, boss):
            return False
        one, two = x.setting.leaders[i], x.setting.leaders[boss]
        bigger = two.values.span > one.values.span
        return one.army == two.army and bigger and x.ranks[i] <= left

    def _may_assign(self, x: Context, s: State, u: int, boss: int, left: int) -> bool:
        """Whether a unit can be put under a leader whose span has so much left, or under nobody (-1)."""
        troop, info = s.units[u], x.setting.units[u]
        led = troop.boss >= 0 and s.leaders[troop.boss].at == troop.at
        if boss < 0:
            return led
        if led and troop.boss == boss:
            return False
        return info.army == x.setting.leaders[boss].army and x.halves[u] <= left

    def _may_screen(self, x: Context, s: State, u: int, out: bool) -> bool:
        """Whether a unit can send out a vedette, if none is out."""
        if out or not x.setting.units[u].kind.light:
            return False
        return s.units[u].strength > x.tables.vedettes["strength points"] and not s.units[u].shaken

    def check(self, x: Context, s: State, move: Any) -> None:
        if isinstance(move, m.Done) or (isinstance(move, m.Shift) and move in list(self._shifts(x, s))):
            return
        at = self._place(x, s, move)
        if at < 0 or move not in list(self._about(x, s, at)):
            raise refuse(
                "organization",
                "Leaders and units of one army in one hex can be put under a leader whose span has "
                "room; light cavalry of more than a point can send out a vedette.",
                CITE,
                "4",
            )

    def _place(self, x: Context, s: State, move: Any) -> int:
        if isinstance(move, m.Attach) and 0 <= move.leader < len(s.leaders):
            return s.leaders[move.leader].at
        if isinstance(move, m.Assign | m.Screen) and 0 <= move.unit < len(s.units):
            return s.units[move.unit].at
        if isinstance(move, m.Gather):
            rider = s.vedette(move.unit)
            return rider.at if rider is not None else -1
        return -1

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return s.pop()
        if isinstance(move, m.Shift):
            return self._shift(x, s, move, log)
        if isinstance(move, m.Attach):
            s = s.pop(replace(self, leaders=(*self.leaders, move.leader)))
            return s.lead(move.leader, boss=move.boss)
        s = s.pop(replace(self, units=(*self.units, move.unit)))
        if isinstance(move, m.Assign):
            return s.unit(move.unit, boss=move.boss)
        troop = s.units[move.unit]
        if isinstance(move, m.Screen):
            s = s.unit(move.unit, strength=troop.strength - 1)
            return replace(s, vedettes=(*s.vedettes, Vedette(troop.at, move.unit)))
        return without(s.unit(move.unit, strength=troop.strength + 1), move.unit)

    def _shift(self, x: Context, s: State, move: m.Shift, log: Log) -> State:
        name = x.setting.armies[move.army].name
        say(
            log,
            "center",
            f"The centre of operations of the {name} moves to {x.place(move.to)}.",
            "base: centres",
            hexes=[s.centers[move.army].at, move.to],
        )
        s = s.paid(move.army, x.tables.command["center moves"])
        return supply.with_center(s, move.army, at=move.to, moved=True)

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        lead, units = x.setting.leaders, x.setting.units
        if isinstance(move, m.Done):
            return Label("Organization done", "", ("CON 1 I b",))
        if isinstance(move, m.Attach):
            who = lead[move.leader].name
            return Label(f"Put {who} under {lead[move.boss].name}", "", ("CON base: forces",))
        if isinstance(move, m.Assign):
            who = units[move.unit].name
            return Label(
                f"Put {who} under {lead[move.boss].name}" if move.boss >= 0 else f"Leave {who} as a garrison",
                "",
                ("CON base: forces",),
            )
        if isinstance(move, m.Screen):
            return Label(f"Send out vedettes of {units[move.unit].name}", "one strength point", ("CON 4",))
        if isinstance(move, m.Gather):
            return Label(f"Take in the vedettes of {units[move.unit].name}", "", ("CON 4",))
        if isinstance(move, m.Shift):
            cost = counted(x.tables.command["center moves"], "point")
            return Label(
                f"Move the centre of the {x.setting.armies[move.army].name} to {x.place(move.to)}",
                f"for {cost}",
                ("CON base: centres",),
            )
        return None


def supply_roads(x: Context, s: State, n: int) -> set[int]:
    """Where a centre of operations can move: along primary roads, as far as its allowance takes it (reading 68)."""
    found, rim = {s.centers[n].at}, [s.centers[n].at]
    foe = other(x.setting.armies[n].side)
    barred, roads = x.layout(s).stacks[foe] | x.zone(s, foe), x.web(s, True).roads
    for _ in range(2 * x.tables.march["center"]):
        rim = [h for at in rim for h in roads[at] if h not in found and h not in barred]
        found.update(rim)
    return found
