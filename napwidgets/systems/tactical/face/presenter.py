"""The face of a battle: counters, overlays, destinations, cards and rosters out of a view.

The order pad, battles and the debrief are in `present_orders`, `present_battle` and `present_debrief`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from napwidgets.board.display import Battle, Card, Debrief, Dispatch, Draft, Fact, Hour, Line, Passing, Target
from napwidgets.board.hexmap import HexMap
from napwidgets.board.scene import Counter, Overlay, Scene
from napwidgets.kernel.game import Game
from napwidgets.kernel.odds import percent
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Move, Outcome
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import AFAR, BOMBARDED, CHARGED, DEAD, EXITED, FOUGHT, LOST, OFF, State
from napwidgets.systems.tactical.face import arrivals as present_arrivals
from napwidgets.systems.tactical.face import attempts as present_attempts
from napwidgets.systems.tactical.face import battles as present_battle
from napwidgets.systems.tactical.face import debrief as present_debrief
from napwidgets.systems.tactical.face import goals as present_goals
from napwidgets.systems.tactical.face import heads as present_heads
from napwidgets.systems.tactical.face import overlays as present_map
from napwidgets.systems.tactical.face import pad as present_orders
from napwidgets.systems.tactical.face.wording import ORDER_WORDS, half, hex_of, order_words
from napwidgets.systems.tactical.fighting.reaction import ReactionOffer
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.moving.groups import group_of, reach_of
from napwidgets.systems.tactical.moving.riding import hq_reach, leader_reach
from napwidgets.systems.tactical.recovering.confidence import confidence_odds
from napwidgets.systems.tactical.recovering.disruption import recovery_odds

if TYPE_CHECKING:
    from napwidgets.systems.tactical.engine import Battle as Engine

_REPLACED = (("✝", "replaced"),)
#: As strong as whoever is not seen counts: one asks about him.
UNSEEN = 99


class BattlePresenter:
    """Shows views of one battle (a `Presenter`)."""

    #: What has become of units that are not on the map.
    fates: Mapping[int, str] = {DEAD: "eliminated", LOST: "lost", EXITED: "left the map"}

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.x: Context = engine.context
        self.board: HexMap | None = self.x.board

    # The map

    def scene(self, view: State, seat: str | None) -> Scene:
        """Units, leaders, headquarters and aides; the hexes that decide the battle are marked."""
        self.stand(view)
        acting = set(self.x.acting(view))
        counters = [*self._units(view, acting), *self._leaders(view), *self._hqs(view), *self._aides(view)]
        counters += self.more_counters(view, seat)
        return Scene(tuple(counters), present_map.standing(self.engine, view, seat))

    def stand(self, view: State) -> None:
        """Take up the ground of a view, which may differ from that of another (bridges)."""
        self.x = self.engine.context_at(view)

    # What a title adds

    def more_counters(self, view: State, seat: str | None) -> Iterable[Counter]:
        """Counters that only this title has."""
        return ()

    def unit_words(self, view: State, u: int) -> str:
        """What a unit is, behind its name."""
        info = self.x.infos[u]
        return f"{info.data.kind.replace('_', ' ')} of {self.x.setting.commands[info.formation].name}"

    def unit_marks(self, view: State, u: int) -> Iterable[tuple[str, str]]:
        """Signs on a unit's counter that only this title has."""
        return ()

    def leader_marks(self, view: State, i: int) -> Iterable[tuple[str, str]]:
        """Signs on a leader's counter that only this title has."""
        return ()

    def unit_facts(self, view: State, u: int) -> Iterable[Fact]:
        """Lines of a unit's card that only this title has."""
        return ()

    def rating_words(self, view: State, i: int) -> str:
        """A leader's rating as it stands on his counter."""
        return f"[{self.x.rating(view, i)}]"

    def hour_kind(self, turn: int) -> str:
        """What light and sky a turn is known to have."""
        return "night" if self.x.setting.night(turn) else "rain" if self.x.setting.rain(turn) else "day"

    def ground_facts(self, view: State, hex: int) -> Iterable[Fact]:
        """Lines of a hex's card that only this title has."""
        return ()

    def is_fight(self, move: Move) -> bool:
        """Whether a move takes troops into a fight."""
        return isinstance(move, m.Attack | m.Bombard | m.Charge | m.Pursue | m.React)

    def place_of(self, move: Move) -> int:
        """The hex that a move points at; -1 if it points at none."""
        return hex_of(move)

    def _units(self, view: State, acting: set[int]) -> Iterator[Counter]:
        with_leader: dict[int, str] = {}
        for i, leader in enumerate(view.leaders):
            if leader.hex >= 0:
                with_leader[leader.hex] = self.x.setting.leaders[i].name
        top: dict[int, int] = {}
        for u, unit in enumerate(view.units):
            if unit.hex >= 0:
                top[unit.hex] = max(top.get(unit.hex, -1), u, key=lambda k: (self._rank(k), k) if k >= 0 else (-1, -1))
        for u, unit in enumerate(view.units):
            if unit.hex < 0:
                continue
            info = self.x.infos[u]
            marks = [("!", "disrupted")] if unit.disrupted else []
            if unit.marks & BOMBARDED:
                marks.append(("✹", "has bombarded"))
            if unit.marks & CHARGED:
                marks.append(("⚔", "has charged"))
            marks += self.unit_marks(view, u)
            if top[unit.hex] == u and unit.hex in with_leader:
                marks.append(("★", f"with {with_leader[unit.hex]}"))
            yield Counter(
                id=f"u:{u}",
                hex=unit.hex,
                name=info.name,
                symbol=info.kind.symbol,
                values=self._values(u, unit.steps),
                nation=info.nation,
                seat=self.x.setting.sides[info.side],
                title=self.unit_words(view, u),
                lost=info.steps - unit.steps,
                marks=tuple(marks),
                active=u in acting,
                spent=bool(unit.marks & (BOMBARDED | CHARGED | FOUGHT)),
                order=10 + self._rank(u) * 100 + u,
            )

    def _rank(self, u: int) -> int:
        """Guns lie on top where they can be seen (5.3); else the strongest."""
        return 50 if self.x.infos[u].gun else self.x.infos[u].strength

    def _values(self, u: int, steps: int) -> str:
        info = self.x.infos[u]
        return f"{info.sp(steps)}-{half(info.mp)}"

    def _leaders(self, view: State) -> Iterator[Counter]:
        for i, leader in enumerate(view.leaders):
            if leader.hex < 0:
                continue
            data = self.x.setting.leaders[i]
            yield Counter(
                id=f"l:{i}",
                hex=leader.hex,
                name=data.name,
                symbol="leader",
                values=self.rating_words(view, i),
                nation=present_heads.nation_of(self.x, i),
                seat=self.x.setting.sides[self.x.setting.leader_side[i]],
                title=present_heads.ROLES[data.role],
                marks=(*(_REPLACED if leader.replaced else ()), *self.leader_marks(view, i)),
                order=i,
            )

    def _hqs(self, view: State) -> Iterator[Counter]:
        for q, hq in enumerate(view.hqs):
            if hq.hex < 0:
                continue
            data = self.x.setting.hqs[q]
            nation = present_heads.nation_of(self.x, self.x.setting.hq_overall[q])
            seat = self.x.setting.sides[self.x.setting.hq_side[q]]
            yield Counter(
                f"q:{q}",
                hq.hex,
                data.name,
                "hq",
                f"HQ-{data.mp}",
                nation,
                seat,
                "headquarters",
                order=-10 + q,
            )

    def _aides(self, view: State) -> Iterator[Counter]:
        for n, aide in enumerate(view.aides):
            seat = self.x.setting.sides[aide.side]
            nation = present_heads.nation_of(self.x, aide.carries.sender) if aide.carries.sender >= 0 else seat
            to = self.x.setting.commands[aide.command].name
            yield Counter(f"a:{n}", aide.hex, "Aide", "aide", "7", nation, seat, f"rides to {to}", order=-20)

    def overlay(self, view: State, seat: str | None, kind: str, hex: int) -> Overlay:
        """Enemy ZOC, command range of the leaders (or of the one at ``hex``), or what is seen from ``hex``."""
        self.stand(view)
        return present_map.overlay(self.x, view, seat, kind, hex)

    # Choosing

    def targets(self, view: State, subject: str) -> Sequence[Target]:
        """One move a hex, with movement points as notes and a tone where the enemy is met."""
        self.stand(view)
        costs = self._costs(view, subject)
        decision = self.engine.decision(view)
        side = self.x.setting.sides.index(decision.seat) if decision is not None else 0
        zoc = self.x.ground.layout(view).zoc[1 - side]
        found: dict[int, Target] = {}
        for move in self.engine.options(view, subject or None):
            hex = self.place_of(move)
            if hex < 0 or hex in found:
                continue
            tone = "attack" if self.is_fight(move) else "enemy ZOC" if isinstance(move, m.Go) and zoc[hex] else ""
            found[hex] = Target(hex, move, costs.get(hex, ""), tone, self._way(view, move))
        return list(found.values())

    def _way(self, view: State, move: Move) -> tuple[int, ...]:
        """How a move goes over the map."""
        if isinstance(move, m.GoLeader):
            start = view.leaders[move.leader].hex
            return (start, *leader_reach(self.x, view, move.leader).path(move.to))
        if isinstance(move, m.GoHq):
            return (view.hqs[move.hq].hex, *hq_reach(self.x, view, move.hq).path(move.to))
        if isinstance(move, m.Go | m.Charge):
            start = view.units[move.units[0]].hex
            return (start, *move.path) if start >= 0 else move.path
        return ()

    def attempts(self, view: State, subject: str, hex: int) -> Sequence[Move]:
        """What a click on a hex would mean, legal or not."""
        self.stand(view)
        if not subject:
            return list(present_attempts.idle(self.x, view, hex))
        units = [int(c[2:]) for c in self.members(view, subject) if c[0] == "u"]
        return list(present_attempts.attempts(self.x, view, subject, units, hex))

    def _costs(self, view: State, subject: str) -> dict[int, str]:
        kind, _, tail = subject.partition(":")
        number = int(tail) if tail.isdecimal() else -1
        try:
            if kind in "us":
                counters = self.members(view, subject)
                units = [number] if kind == "u" else [int(c[2:]) for c in counters if c[0] == "u"]
                reach = reach_of(self.x, view, group_of(self.x, view, units))
            elif kind == "l":
                reach = leader_reach(self.x, view, number)
            else:
                return {}
        except (IllegalMove, IndexError):
            return {}
        return {h: half(cost) for h, cost in reach.cost.items()}

    def members(self, view: State, subject: str) -> Sequence[str]:
        """The counters of a subject: one unit, leader or HQ, or the acting units of a stack; a formation's units."""
        kind, _, tail = subject.partition(":")
        number = int(tail) if tail.isdecimal() else -1
        if kind in ("u", "l", "q"):
            return [subject]
        if kind == "s":
            acting = set(self.x.acting(view))
            here = self.x.ground.layout(view).at.get(number, ())
            return [f"u:{u}" for u in here if u in acting] or [f"u:{u}" for u in here]
        if kind in ("c", "f") and 0 <= number < len(self.x.setting.commands):
            return [f"u:{u}" for u in self.x.setting.commands[number].units if view.units[u].hex >= 0]
        return []

    def subject_at(self, view: State, hex: int) -> Sequence[str]:
        """The subjects in a hex: the whole stack first, then its units, then leaders."""
        return [s.id for s in self.engine.subjects(view) if s.hex == hex]

    def heading(self, view: State, move: Move) -> tuple[str, int]:
        """Moves of a battle have no headings; where marches and rides go to is on the map."""
        return "", self.place_of(move) if isinstance(move, m.Go | m.GoLeader | m.GoHq) else -1

    def advice(self, view: State, seat: str) -> str:
        """Nothing: `first-steps` teaches."""
        return ""

    def passing(self, view: State) -> Passing | None:
        """Who moves by within a charge of one's cavalry, in strength points (7.9); who is not seen counts as strong."""
        step = view.agenda[-1] if view.agenda else None
        if not isinstance(step, ReactionOffer):
            return None
        seen = all(view.units[u].hex >= 0 for u in step.units)
        points = sum(self.x.infos[u].sp(view.units[u].steps) for u in step.units)
        return Passing(points if seen else UNSEEN, "strength point", m.LetPass(), seen)

    def owes(self, view: State, seat: str) -> IllegalMove | None:
        """Why a segment can't be ended yet (7.3, 20.2)."""
        if not self.engine.subjects(view) or m.Pass() in self.engine.options(view):
            return None
        try:
            self.engine.check(view, seat, m.Pass())
        except IllegalMove as refusal:
            return refusal
        return None

    # Words

    def inspect(self, view: State, seat: str | None, hex: int) -> Sequence[Card]:
        """Units from top to bottom, leaders, then the ground."""
        self.stand(view)
        cards = [
            self._unit_card(view, u) for u in sorted(self.x.ground.layout(view).at.get(hex, ()), key=self._rank)[::-1]
        ]
        cards += present_heads.cards(self.x, view, seat, hex)
        return [*cards, self._ground_card(view, hex)]

    def _unit_card(self, view: State, u: int) -> Card:
        unit, info = view.units[u], self.x.infos[u]
        command = self.x.command_of(view, u)
        facts = [Fact("Strength – movement", self._values(u, unit.steps))]
        morale, parts = present_battle.morale_of(self.x, view, u)
        facts.append(Fact("Morale", f"{morale}{' (' + parts + ')' if parts else ''}", "2.2"))
        if info.mounted:
            facts.append(Fact("Pursuit", str(info.pursuit), "2.2"))
        facts.append(Fact("Steps", f"{unit.steps} of {info.steps}", "7.2"))
        order = view.commands[command].order
        facts.append(Fact("Order", order_words(self.x, order), "20.2"))
        if order.kind != "unknown":
            facts.append(Fact("In command", "yes" if self.x.in_command(view, u) else "no: out of range", "20.1"))
            facts.append(Fact("Movement left", f"{half(max(0, self.x.allowance(view, u) - unit.spent))} MP", "5"))
        if unit.disrupted:
            part = self.x.tables.factors["disrupted"]
            facts.append(Fact("Disrupted", f"fires with {part} % in normal combat", "7.6"))
            if order.kind != "unknown":
                cite = "25.1" if self.x.options.advanced_disruption else "4"
                facts.append(Fact("Recovers at the end of the turn", percent(recovery_odds(self.x, view, u)), cite))
        facts += self.unit_facts(view, u)
        title = info.data.full_name or info.name
        return Card(f"u:{u}", title, self.x.setting.commands[info.formation].name, info.nation, tuple(facts))

    def _ground_card(self, view: State, hex: int) -> Card:
        board, setting = self.x.board, self.x.setting
        foot, horse = (cost + setting.toll.get(hex, 0) for cost in setting.base[hex])
        facts = [Fact("To enter", f"{half(foot)} MP on foot, {half(horse)} mounted or with guns", "5.2")]
        facts.append(Fact("Height", f"level {board.level[hex]}"))
        held = view.control[hex] if hex < len(view.control) else 0
        if held:
            facts.append(Fact("Held by", setting.scenario.sides[held - 1].name, "13"))
        facts += self.ground_facts(view, hex)
        return Card(f"h:{hex}", board.title(hex), self.x.rules.terrain[board.terrain[hex]].name, "", tuple(facts))

    def roster(self, view: State, seat: str | None) -> Sequence[Line]:
        """Formations of the seat's side first, then what is seen of the other."""
        self.stand(view)
        sides = list(range(len(self.x.setting.sides)))
        own = self.x.setting.sides.index(seat) if seat in self.x.setting.sides else -1
        lines: list[Line] = []
        for side in sorted(sides, key=lambda k: k != own):
            foe, name = own >= 0 and side != own, self.x.setting.scenario.sides[side].name
            found: list[Line] = []
            for c, info in enumerate(self.x.setting.commands[: self.x.setting.formations]):
                if info.side == side:
                    found += self._formation(view, c, foe)
            if foe:
                name = f"{name} · what you can see" if found else f"{name} · nobody in sight"
            lines += [Line(f"side:{side}", name, "", "", depth=-1), *found]
        return lines

    def _formation(self, view: State, c: int, foe: bool) -> list[Line]:
        setting = self.x.setting
        info, command = setting.commands[c], view.commands[c]
        here = [u for u in info.units if view.units[u].hex >= 0]
        seen = sum(self.x.infos[u].sp(view.units[u].steps) for u in here)
        total = sum(self.x.infos[u].strength for u in info.units)
        if foe and not here:
            return []
        coming = "" if here else present_arrivals.due(self.x, view, info.units)
        detail = f"{seen} SP seen" if foe else coming or f"{seen} of {total} SP"
        if command.order.target >= 0:
            detail += f" · {self.x.board.title(command.order.target)}"
        if not foe and self.x.demoralized(view, c):
            detail += " · demoralized"
        detail += "" if foe else present_heads.marching(self.x, view, c)
        if not foe and (kept := confidence_odds(self.x, view, c)) < 1:
            detail += f" · keeps its confidence with {percent(kept)}" if kept else " · will fall back"
        if not foe and command.pending:
            detail += f" · {len(command.pending)} {'order' if len(command.pending) == 1 else 'orders'} on the way"
        kind = command.order.kind
        tone = "attack" if kind in ("attack", "probe") else "bad" if kind in ("fall_back", "general_retreat") else ""
        leader = setting.leaders[info.leader].name if info.leader >= 0 else ""
        title = info.name if not leader or leader in info.name else f"{info.name} · {leader}"
        nation = max(
            sorted({self.x.infos[u].nation for u in info.units}),
            key=[self.x.infos[u].nation for u in info.units].count,
            default="",
        )
        lines = [Line(f"f:{c}", title, detail, nation, ORDER_WORDS.get(kind, kind), tone)]
        for u in info.units:
            line = self._unit_line(view, u, foe)
            if line is not None:
                lines.append(line)
        return lines

    def _unit_line(self, view: State, u: int, foe: bool) -> Line | None:
        unit, info = view.units[u], self.x.infos[u]
        if unit.hex < 0 and foe:
            return None
        coming = unit.hex in (OFF, AFAR)
        where = self.fates.get(unit.hex) or (present_arrivals.due(self.x, view, (u,)) if coming else None)
        marks = " · step lost" if unit.steps < info.steps and unit.hex >= 0 else ""
        marks += " · disrupted" if unit.disrupted else ""
        detail = where or f"{self._values(u, unit.steps)} · {self.x.board.label(unit.hex)}{marks}"
        return Line(f"u:{u}", info.name, detail, info.nation, depth=1, hex=unit.hex)

    def track(self, view: State) -> Sequence[Hour]:
        """The hours, with arrivals."""
        return present_arrivals.hours(self.x, view, self.hour_kind)

    def standing(self, view: State) -> Sequence[Fact]:
        """Points, losses against each army's levels, who holds the places that count, and what decides the battle."""
        self.stand(view)
        return [*self.scores(view), *present_goals.standing(self.x, view)]

    def scores(self, view: State) -> Sequence[Fact]:
        """The points of both sides."""
        return present_goals.scores(self.x, view)

    def won(self, outcome: Outcome) -> str:
        """Who has won, and how clearly where points decide."""
        return present_goals.won(outcome, self.verdict(outcome))

    def verdict(self, outcome: Outcome) -> str:
        """Who has won, in words."""
        return f"{self.engine.seat_name(outcome.winner)} victory" if outcome.winner is not None else "a draw"

    # Orders, battles, looking back

    def draft(self, view: State, seat: str, values: Mapping[str, str]) -> Draft | None:
        """The order pad (20.4 to 20.7)."""
        return present_orders.draft(self.engine, view, seat, values)

    def unnamed(self, view: State, subject: str) -> str:
        """What a leader can order himself who sees no place with a name (20.11)."""
        return present_orders.unnamed(self.x, view, subject)

    def addressee(self, move: Move) -> str:
        """The formation that an order is for."""
        return f"c:{move.to}" if isinstance(move, m.Send | m.TryInitiative) else ""

    def dispatches(self, view: State, seat: str | None) -> Sequence[Dispatch]:
        """Orders under way (20.6, 20.7)."""
        return present_orders.dispatches(self.x, view, seat)

    def battle(self, view: State, seat: str | None, subject: str | None, hex: int) -> Battle | None:
        """The battle at hand (7)."""
        return present_battle.battle(self.engine, view, seat, subject, hex)

    def debrief(self, game: Game) -> Debrief:
        """The game looked back upon."""
        return present_debrief.debrief(self.x, game)
