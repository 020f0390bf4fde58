"""The rules' common ground: questions about a state that many paragraphs ask (2, 19 to 22).

Readings 58, 80, 81 and 82 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from napwidgets.board.hexmap import HexMap
from napwidgets.board.sight import clear_line, extended_line
from napwidgets.kernel.recent import Parts, alike
from napwidgets.language.english import third
from napwidgets.systems.tactical.core.state import (
    BEGAN_IN_ZOC,
    OFF,
    RESERVE,
    UNSEEN,
    Command,
    Hq,
    State,
    Unit,
    as_marked,
)
from napwidgets.systems.tactical.core.weather import Weather
from napwidgets.systems.tactical.ground.layout import NOBODY, Ground
from napwidgets.systems.tactical.ground.masks import all_of, any_of, at_most
from napwidgets.systems.tactical.ground.remembered import Notes, Sights, Told, Veiled
from napwidgets.systems.tactical.ground.setting import Setting, UnitInfo
from napwidgets.systems.telling import Log as Log
from napwidgets.systems.telling import Voice
from napwidgets.systems.telling import counted as counted
from napwidgets.systems.telling import names as names

#: Of how many positions notes are kept: of one, of its views, and of the one before.
_NOTED = 6

_VOICE = Voice("NLC")
refuse, say = _VOICE.refuse, _VOICE.say


class Context:
    """One battle's rules bound to its setting; holds nothing that changes but remembered results.

    ``before`` is that of the map as printed, where the ground has changed in play. ``printed`` is that map: bridges
    come and go, which no line of sight asks about.
    """

    def __init__(self, setting: Setting, before: Context | None = None) -> None:
        self.setting, self.rules = setting, setting.rules
        self.printed: HexMap = before.board if before is not None else setting.board
        self.board: HexMap = setting.board
        self.tables, self.options = setting.tables, setting.options
        self.ground: Ground = Ground(setting, before.ground if before is not None else None)
        self.infos = setting.units
        self._members: list[tuple[State, list[int]]] = []
        self._allowed: list[tuple[tuple[object, ...], dict[int, int]]] = [((), {}), ((), {})]
        self._notes: list[tuple[State, tuple[Notes, Notes]]] = []
        self.named_cache: dict[int, list[int]] = {}
        self.target_cache: dict[int, frozenset[int]] = {}
        self.heard_cache: dict[int, bytes] = {}
        # Sight asks the printed map, whatever has become of its bridges.
        self._spotter: dict[tuple[int, int], dict[int, int]] = before._spotter if before is not None else {}
        self._blind: dict[tuple[int, int, int], set[int]] = before._blind if before is not None else {}
        #: What each side sees of the parts of the last positions.
        self.seen = Parts()
        self.told: dict[int | None, Told] = {}
        self.veiled: dict[int, Veiled] = {}
        self.sights: dict[int, Sights] = {}
        self._paces = setting.special("movement")
        self._faint: tuple[State | None, dict[int, bool]] = None, {}
        self._counted: tuple[Unit, ...] | None = None
        self._looked_at: State | None = None
        self._sky = Weather(0)
        self._gone: tuple[int, ...] | None = None
        self._losses: tuple[tuple[int, ...], tuple[int, ...]] = (), ()
        #: What is seen of each unit that is somewhere under a top counter.
        self.unseen_units = tuple(Unit(UNSEEN, info.steps) for info in setting.units)
        self.within2 = self.board.within2
        self.mounted_of = tuple(
            tuple(u for u in setting.of_side[side] if setting.units[u].mounted) for side in range(len(setting.sides))
        )

    def notes(self, s: State, side: int) -> Notes:
        """What has been worked out about a side's own troops in a position, by question; the last few positions are
        kept. A state never changes, so the answers stay true.
        """
        for known, notes in self._notes:
            if known is s:
                return notes[side]
        return self._noted(s, ({}, {}))[side]

    def _noted(self, s: State, notes: tuple[Notes, Notes]) -> tuple[Notes, Notes]:
        # A new list, since a computer player may ask from another thread.
        self._notes = [(s, notes), *self._notes[: _NOTED - 1]]
        return notes

    def note_view(self, s: State, view: State, side: int | None) -> None:
        """Say that a view is what a side knows of a position: of its own troops it knows all, so that whatever has been
        worked out about these holds in both.
        """
        if side is not None:
            mine = self.notes(s, side)
            self._noted(view, (mine, {}) if side == 0 else ({}, mine))
            self.ground.note_view(s, view)

    # Words

    def unit_names(self, units: Iterable[int]) -> str:
        """The names of units."""
        return names(self.infos[u].name for u in units)

    def they(self, units: Iterable[int], verb: str) -> str:
        """The names of units with what they do, one unit in the singular: ``Bachelu attacks``."""
        who = list(units)
        return f"{self.unit_names(who)} {third(verb) if len(who) == 1 else verb}"

    def place(self, h: int) -> str:
        """A hex in words."""
        return self.board.title(h) if h >= 0 else "off the map"

    # Commands (20)

    def command_of(self, s: State, u: int) -> int:
        """The command whose orders a unit follows: its division's own (20.13) or its formation's."""
        info = self.infos[u]
        if info.division >= 0 and s.commands[info.division].active:
            return info.division
        return info.formation

    def acts_with(self, s: State, u: int) -> int:
        """The formation whose chit moves a unit (20.13)."""
        info = self.infos[u]
        if info.division >= 0:
            division = s.commands[info.division]
            if division.active and division.attached >= 0:
                return division.attached
        return info.formation

    def acting_side(self, s: State) -> int:
        """The side whose formations act now; the first where none does."""
        return self.setting.commands[s.active[0]].side if s.active else 0

    def acting(self, s: State) -> list[int]:
        """The units on the map or due to arrive that act now.

        A division with orders of its own may rest while its corps acts and the other way round (20.13).
        """
        if not s.active:
            return []
        notes = self.notes(s, self.acting_side(s))
        known: list[int] | None = notes.get(("acting",))
        if known is None:
            units = s.units
            known = notes[("acting",)] = [u for u in self._act(s) if units[u].hex >= OFF]
        return known

    def _act(self, s: State) -> list[int]:
        """The units that act now, wherever they are."""
        for old, known in self._members:
            # One by one: a loop over the four takes longer.
            if (
                s.commands is old.commands
                and s.active is old.active
                and s.marches is old.marches
                and s.resting is old.resting
            ):
                return known
        found = [u for c in s.active for u in self.setting.commands[c].units if self.acts_with(s, u) == c]
        for c in self.setting.divisions:
            command = s.commands[c]
            if command.active and command.attached in s.active:
                found += self.setting.commands[c].units
        if s.resting or any(s.commands[c].active for c in self.setting.divisions):
            found = [u for u in found if (self.order(s, u) == "reserve") == s.resting]
        if s.marches:
            found = [u for u in found if not self.unseen(s, self.command_of(s, u))]
        self._members = [(s, found), *self._members[:3]]
        return found

    def due(self, s: State, u: int) -> bool:
        """Whether a unit waits to enter the map (9)."""
        group = self.setting.arrival_group.get(u)
        return group is not None and s.units[u].hex == OFF and self.rules.schedule(self, s, group)[0] <= s.turn

    def unseen(self, s: State, c: int) -> bool:
        """Whether a command is on a hidden march: its counters on the map are mere appearance (25.5.1)."""
        return any(k.command == c for k in s.marches)

    def allowance(self, s: State, u: int) -> int:
        """Half MPs a unit has for the whole action: printed, less one MP if demoralized (22), times the scenario's
        factor.
        """
        known = self.allowances(s, self.infos[u].side)
        mp = known.get(u)
        if mp is None:
            mp = known[u] = self._allowance(s, u)
        return mp

    def allowances(self, s: State, side: int) -> dict[int, int]:
        """What `allowance` has found for units of a side; it holds while the turn, the losses and what the title adds
        are the same.
        """
        notes = self.notes(s, side)
        known: dict[int, int] | None = notes.get(("allowances",))
        if known is None:
            parts = s.turn, self.losses(s), *(self.rules.paced(s) if self.rules.allowances else ())
            before, known = self._allowed[side]
            if not alike(before, parts):
                known = {}
                self._allowed[side] = parts, known
            notes[("allowances",)] = known
        return known

    def _allowance(self, s: State, u: int) -> int:
        info = self.infos[u]
        mp = info.mp
        if self.demoralized(s, info.formation):
            mp -= 2
        for rule in self._paces:
            if rule.turn == s.turn and rule.side == self.setting.sides[info.side]:
                mp *= rule.factor
        for change in self.rules.allowances:
            mp = change(self, s, u, mp)
        return max(mp, 0)

    def governs(self, s: State, c: int) -> list[int]:
        """Units on the map that follow the orders of command ``c``."""
        return [u for u in self.setting.commands[c].units if s.units[u].hex >= 0 and self.command_of(s, u) == c]

    def troops(self, s: State, c: int) -> list[int]:
        """Units on the map that a command's orders are about: for a commander's own those of all below him (20.15)."""
        info = self.setting.commands[c]
        if not info.chief:
            return self.governs(s, c)
        below = [k for k in self.setting.commands if k.chit and info.leader in (k.wing, k.overall)]
        return [u for k in below for u in k.units if s.units[u].hex >= 0]

    # Leaders (19)

    def rating(self, s: State, leader: int) -> int:
        """A leader's command rating now (19.2, 19.4, and an OC's while away from his HQ)."""
        if leader < 0:
            return 1
        if (fixed := self.rules.rated(self, s, leader)) >= 0:
            return fixed
        state, data = s.leaders[leader], self.setting.leaders[leader]
        rating = self.tables.limits["replacement rating"] if state.replaced else data.rating
        if state.confused >= s.turn:
            rating -= 1
        if state.replaced:
            return max(rating, 0)
        hq = self.setting.hq_of.get(leader)
        if hq is not None:
            if s.hqs[hq].overrun:
                rating -= 1
            elif data.away is not None and s.hqs[hq].hex != state.hex:
                rating += data.away - data.rating
        return max(rating, 0)

    def capacity(self, s: State, leader: int) -> int:
        """How many orders a commander can give a turn: one at the least (20.12, reading 80)."""
        return max(self.rating(s, leader), 1) + sum(rule(self, s, leader) for rule in self.rules.capacities)

    def leader_of(self, s: State, c: int) -> int:
        """Who leads a command: its own leader, or a wing commander who has taken it over (20.15); -1 for nobody."""
        led = s.commands[c].led
        return led if led >= 0 and s.leaders[led].hex >= 0 else self.setting.commands[c].leader

    def recipient_rating(self, s: State, c: int) -> int:
        """The rating with which a command takes orders: its leader's, less one for attachments beyond the first
        (20.13).
        """
        leader = self.leader_of(s, c)
        rating = 1 if leader < 0 else self.rating(s, leader)
        attached = sum(1 for k in s.commands if k.active and k.attached == c)
        return max(rating - max(0, attached - 1), 0)

    def leader_hex(self, s: State, c: int) -> int:
        """Where the commander of ``c`` is; for a division without a leader its first unit on the map (25.5.1)."""
        leader = self.leader_of(s, c)
        if leader >= 0:
            return s.leaders[leader].hex
        return next((s.units[u].hex for u in self.setting.commands[c].units if s.units[u].hex >= 0), OFF)

    def leaders_at(self, s: State, h: int, side: int) -> list[int]:
        """Leaders of a side in a hex who count as present (21)."""
        sides = self.setting.leader_side
        return [i for i, x in enumerate(s.leaders) if x.hex == h and sides[i] == side and not x.busy]

    def with_hq(self, s: State, leader: int) -> bool:
        """Whether an OC is with his HQ (20.12); one without an HQ in the battle always is (19.4)."""
        hq = self.setting.hq_of.get(leader)
        if hq is None or s.hqs[hq].overrun:
            return True
        state: Hq = s.hqs[hq]
        return state.hex >= 0 and state.hex == s.leaders[leader].hex and not state.order

    def in_command(self, s: State, u: int) -> bool:
        """Whether a unit is in command range of its leader, wing commander or OC (20.1)."""
        return self.in_range(s, u, s.units[u].hex)

    def in_range(self, s: State, u: int, h: int) -> bool:
        """Whether a unit would be in command range in hex ``h``."""
        return bool(self.range_of(s, u)[h])

    def range_of(self, s: State, u: int) -> bytes:
        """The hexes in which a unit is in command range (20.1, 20.13)."""
        c = self.command_of(s, u)
        if self.rules.astray(self, s, u):
            return bytes(self.board.size)
        if c >= self.setting.formations and s.commands[c].active:
            return self._together(s, c, u)
        notes, formation = self.notes(s, self.infos[u].side), self.acts_with(s, u)
        known: bytes | None = notes.get(("range", formation))
        if known is None:
            known = notes["range", formation] = self._range(s, formation)
        return known

    def _range(self, s: State, formation: int) -> bytes:
        """The command ranges that cover the units of a formation: of its leader, its wing commander and its OC. They
        are the same while these are where they were, the enemy too, and the same of his zones are taken.
        """
        info, held = self.setting.commands[formation], self.ground.layout(s).held
        side, enemy = info.side, held[1 - info.side]
        through = self.rules.carries(self, s, side)
        led = [s.leaders[i] for i in (info.leader, info.wing, info.overall) if i >= 0]
        centers = [leader.hex for leader in led if leader.hex >= 0 and not leader.busy]
        found: bytes = self.seen.of(
            ("range", formation),
            (*led, enemy, held[side].bits & enemy.zoc_bits, through),
            lambda: any_of(tuple([self.ground.command_range(s, h, side, through) for h in centers]), self.board.size),
        )
        return found

    def _together(self, s: State, c: int, u: int) -> bytes:
        """A division with its own orders keeps within three hexes of itself (20.13)."""
        others = {s.units[v].hex for v in self.setting.commands[c].units if v != u and s.units[v].hex >= 0}
        return all_of(tuple(at_most(self.board.distances[h], 3) for h in sorted(others)), self.board.size)

    def sees(self, s: State, a: int, b: int) -> bool:
        """Extended LOS between two hexes (20.14)."""
        if a < 0 or b < 0:
            return False
        sky = self.weather(s)
        return extended_line(self.printed, a, b, max(sky.sight, sky.far) if self.setting.high[a] else sky.sight)

    def spotters(self, s: State) -> dict[int, int]:
        """From where each hex was seen last under the present sky."""
        sky = self.weather(s)
        return self._spotter.setdefault((sky.sight, sky.far), {})

    def in_sight(self, s: State, eyes: frozenset[int], b: int) -> bool:
        """Whether a hex is beside one of ``eyes`` or has extended LOS from one (5.3, 20.14).

        Who saw it last is asked first, and nobody who is known not to see it: lines of sight don't change in play.
        """
        sky, spotter = self.weather(s), self.spotters(s)
        if spotter.get(b) in eyes:
            return True
        key = (sky.sight, sky.far, b)
        blind = self._blind.get(key)
        if blind is None:
            blind = self._blind[key] = set()
        row, high, far = self.board.distances[b], self.setting.high, max(sky.sight, sky.far)
        for e in (eyes & self.printed.disc(b, max(far, 1))) - blind:
            reach = far if high[e] else sky.sight
            if row[e] <= 1 or (row[e] <= reach and extended_line(self.printed, e, b, reach)):
                spotter[b] = e
                return True
            blind.add(e)
        return False

    def fire_line(self, s: State, a: int, b: int) -> bool:
        """Line of sight for guns (8.3): units between block too."""
        sides = self.ground.layout(s).side
        return clear_line(self.printed, a, b, lambda h: sides[h] != NOBODY)

    # Demoralization (11, 22)

    def losses(self, s: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Full strength of eliminated units by formation and by army."""
        if self._counted is not s.units:
            gone = self.ground.layout(s).gone
            if self._gone != gone:
                self._gone, self._losses = gone, self._lost(gone)
            self._counted = s.units
        return self._losses

    def _lost(self, gone: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        formations = [0] * self.setting.formations
        armies = [0] * len(self.setting.armies)
        for u in gone:
            info = self.infos[u]
            formations[info.formation] += info.strength
            armies[self.setting.commands[info.formation].army] += info.strength
        return tuple(formations), tuple(armies)

    def demoralized(self, s: State, formation: int) -> bool:
        """Corps demoralization (22), of the whole army where it counts as one."""
        asked, known = self._faint
        if asked is not s:
            self._faint = asked, known = s, {}
        found = known.get(formation)
        if found is None:
            found = known[formation] = self._demoralized(s, formation)
        return found

    def _demoralized(self, s: State, formation: int) -> bool:
        return self.rules.worn(self, s, formation) or self.broken(s, formation)

    def broken(self, s: State, formation: int) -> bool:
        """Whether losses alone have demoralized a corps (22)."""
        info = self.setting.commands[formation]
        army = self.setting.armies[info.army]
        by_formation, by_army = self.losses(s)
        if army.as_one:
            return army.limit is not None and by_army[info.army] >= army.limit
        return info.limit is not None and by_formation[self.setting.home[formation]] >= info.limit

    def faint(self, s: State, c: int) -> bool:
        """Whether a command obeys and keeps heart like a demoralized one (20.7, 20.10, 22)."""
        return self.demoralized(s, c) or self.rules.faint(self, s, c)

    # Orders in force

    def order(self, s: State, u: int) -> str:
        """The kind of order a unit follows."""
        return s.commands[self.command_of(s, u)].order.kind

    def close(self, s: State, h: int, side: int) -> bool:
        """Whether an enemy stands within two hexes."""
        sides = self.ground.layout(s).side
        foe = 1 - side
        return any(sides[n] == foe for n in self.within2[h])

    def no_contact(self, s: State) -> bool:
        """Whether nobody may enter a ZOC, as at night and in rain (5.5, 23)."""
        return not self.weather(s).contact

    def no_combat(self, s: State) -> bool:
        """Whether nobody attacks, as at night (23); in rain those who touch do."""
        return not self.weather(s).fights

    def no_charges(self, s: State) -> bool:
        """Whether nobody can charge, for want of light or of firm ground."""
        sky = self.weather(s)
        return not (sky.contact and sky.charges)

    def weather(self, s: State) -> Weather:
        """What the sky allows now."""
        if self._looked_at is not s:
            self._looked_at, self._sky = s, self.rules.weather(self, s)
        return self._sky

    def room_for(self, s: State, units: Sequence[int]) -> Callable[[Sequence[int]], bool]:
        """A test of whether units find room beside those who stand in a hex (5.3)."""
        return self.rules.stacking(self, s, units)

    def began_in_zoc(self, s: State, u: int) -> bool:
        """Whether a unit was in an enemy ZOC when the turn began (7.11)."""
        return bool(s.units[u].marks & BEGAN_IN_ZOC)

    def take_order(self, s: State, c: int, command: Command) -> State:
        """Put a command in place that has just taken up an order: what depends on the old order is forgotten."""
        side = self.setting.commands[c].side
        ground = b""
        if command.order.kind == "defend":
            ground = bytes(1 if owner == side + 1 else 0 for owner in s.control)
        fresh = replace(command, hurt=False, guns=0, retreating=False, posted=False, loose=0, ground=ground)
        if self.options.by_marker:
            queue = tuple(as_marked(order, True) for order in fresh.queue)
            fresh = replace(fresh, order=as_marked(fresh.order, True), queue=queue)
        return replace(s, commands=(*s.commands[:c], fresh, *s.commands[c + 1 :]))

    def to_reserve(self, s: State, c: int) -> State:
        """A formation switches to Reserve."""
        return self.take_order(s, c, replace(s.commands[c], order=RESERVE, queue=()))

    def info(self, u: int) -> UnitInfo:
        """The printed side of a unit."""
        return self.infos[u]


def by_the_clock(x: Context, s: State) -> Weather:
    """The weather that the scenario has for the turn."""
    return x.setting.skies[s.turn]


def so_many_a_hex(x: Context, s: State, units: Sequence[int]) -> Callable[[Sequence[int]], bool]:
    """As many units as the tables say stand in a hex, whoever they are (5.3)."""
    room = x.tables.limits["stacking"] - len(units)
    return lambda there: len(there) <= room
