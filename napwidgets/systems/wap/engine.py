"""The WAP engine: set-up, moves checked and made, everything the kernel asks of a system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from napwidgets.board.realm import EuropeBoard
from napwidgets.kernel.agenda import AgendaEngine
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import End, Event, Label
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import FACTION_OF, Context
from napwidgets.systems.wap.forces import NONE, parse, total
from napwidgets.systems.wap.money.production import Purchase
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.rows import roll_call
from napwidgets.systems.wap.scenario import ScenarioData
from napwidgets.systems.wap.sea.opening import Station
from napwidgets.systems.wap.sequence import BeginTurn
from napwidgets.systems.wap.setting import FRANCE, HANOVER, NATIONS, Setting, nation_number
from napwidgets.systems.wap.state import OFF, PRIZE, Army, Fleet, Leader, State, at_sea, gathered, mustered
from napwidgets.systems.wap.states.victory import told
from napwidgets.systems.wap.tables import Tables
from napwidgets.systems.wap.views import redact


class Campaign(AgendaEngine):
    """A WAP campaign: the rules bound to a scenario, its board, options and tables."""

    system: ClassVar[str] = "wap"
    move_type: ClassVar[Any] = m.Move
    turn_cite: ClassVar[str] = "WAP E"
    rules_version: ClassVar[str] = "wap-4th-edition/9"

    def __init__(
        self,
        scenario: ScenarioData,
        board: EuropeBoard,
        options: Options | None = None,
        tables: Tables | None = None,
    ) -> None:
        self.setting = Setting(scenario, board, options, tables)
        self.context = Context(self.setting)
        self._bind(scenario.id, scenario.title, self.setting.options, self.setting.seats)

    def seat_name(self, seat: str) -> str:
        """A seat's name: the state it plays."""
        return self.setting.seat_names[self.seats.index(seat)]

    def verdict(self, ended: End) -> tuple[str, str]:
        """A title for an end, and a sentence or two."""
        return told(self.context, ended)

    # Start

    def start(self, dice: Dice, log: list[Event]) -> State:
        """The set-up of the scenario (L), then the first month up to the first decision."""
        data, setting = self.setting.scenario, self.setting
        masters = [n if n < 6 or not setting.board.states[name].unformed else -1 for n, name in enumerate(NATIONS)]
        for minor, master in data.masters.items():
            masters[nation_number(minor)] = nation_number(master)
        control = bytearray(setting.home)
        for city, holder in data.control.items():
            control[setting.city_number[setting.board.city(city).name]] = nation_number(holder)
        status = tuple(FACTION_OF[data.status[name]] for name in NATIONS[:6])
        year = setting.month(1)[0]
        first = min(y for y, _ in setting.tables.additions)
        state = State(
            1,
            (BeginTurn(), *self._stations()),
            gathered([self._army(a.at, a.state, a.force) for a in data.armies]),
            tuple(self._leader(row.name) for row in setting.leaders),
            mustered([self._fleet(f.at, f.state, f.squadrons, f.transports, off=f.blockading) for f in data.fleets]),
            status,
            bytes(control),
            tuple(masters),
            tuple(
                parse(data.pools[name]) if name in data.pools else setting.additions(first, n)
                for n, name in enumerate(NATIONS)
            ),
            ((0, 0),) * len(NATIONS),
            rate=2 * data.rate,
            saved=2 * data.saved,
            lent=(0,) * len(NATIONS),
            grown=(year,) * len(NATIONS),
            history=tuple((0, n, s) for n, s in enumerate(status)),
        )
        begun: State = self.advance(state, dice, log)
        return begun

    def _stations(self) -> list[Station]:
        """What is chosen before the first month (H.4)."""
        return [
            Station(self.seats.index(f.chosen_by), nation_number(f.state), self.setting.place(f.at))
            for f in self.setting.scenario.fleets
            if f.chosen_by in self.seats
        ]

    def _army(self, at: str, state: str, force: str) -> Army:
        """Troops of the set-up; those of a minor that its own master does not lead stand under England (J.3.d)."""
        name, _, under = state.partition(" under ")
        return Army(
            self.setting.place(at), nation_number(name), parse(force), under=nation_number(under) if under else -1
        )

    def _leader(self, name: str) -> Leader:
        placed = self.setting.scenario.leaders
        friend, chosen = self._early().get(name, ("", False))
        at = placed.get(friend if chosen and name not in placed else name)
        if at is None:
            return Leader(OFF)
        if at in self.setting.board.zone_ids:
            return Leader(at_sea(self.setting.zone_number(at)))
        return Leader(self.setting.place(at))

    def _early(self) -> dict[str, tuple[str, bool]]:
        """Leaders who are there from the start if an option says so, and with whom (K.2.b, K.3.a)."""
        options = self.setting.options
        return {"Blucher": ("Ruchel", options.blucher), "Schwarzenberg": ("Mack", options.schwarzenberg)}

    def _fleet(self, at: str, state: str, squadrons: int, transports: int, *, off: bool) -> Fleet:
        if at in self.setting.board.zone_ids:
            return Fleet(at_sea(self.setting.zone_number(at)), nation_number(state), squadrons, transports)
        return Fleet(self.setting.place(at), nation_number(state), squadrons, transports, inside=not off)

    def words(self, state: State, move: m.Move) -> Label:
        """A move in words where its decision has none of its own."""
        return move.label(self.context, state)

    # Views, clock

    def seen_from(self, state: State, seat: int | None) -> State:
        """What a seat may know: everything, but for hidden fleets beyond Europe (K.9)."""
        return redact(self.context, state, seat)

    def clock(self, state: State) -> tuple[int, str]:
        """The turn and its month."""
        return state.turn, self.setting.month_name(state.turn)

    # Saves and laws

    def rows(self, state: State) -> Sequence[Mapping[str, Any]]:
        """Armies, fleets, leaders and force pools by state, kind, number and place."""
        return roll_call(self.context, state)

    def tally(self, state: State) -> Mapping[str, int]:
        """Strength points and ships of each state wherever they are, leaders, production points at hand."""
        found: dict[str, int] = {"leaders": len(state.leaders)}
        for nation, name in enumerate(NATIONS):
            strength = total(
                [
                    state.pools[nation],
                    *(a.count for a in state.armies if a.nation == nation),
                    *(f.aboard for f in state.fleets if f.troops_of == nation),
                    *(c.count for c in state.captives if c.nation == nation),
                    *(w.count for w in state.wars if w.nation == nation),
                    state.legion if nation == HANOVER else NONE,
                    state.exiles if nation == FRANCE else NONE,
                    NONE,
                ]
            )
            found[f"strength of {name}"] = sum(strength)
            found[f"ships of {name}"] = _ships(state, nation)
        at_hand = sum(p.red + p.black + p.white for p in state.agenda if isinstance(p, Purchase))
        found["half points"] = at_hand + state.saved + sum(state.lent)
        return found


def _ships(state: State, nation: int) -> int:
    """Naval units of a state: afloat (as prizes of others too), in its dock, prisoners, at war far away."""
    owner = [f.taken if f.condition == PRIZE else f.nation for f in state.fleets]
    afloat = sum(f.squadrons + f.transports for f, n in zip(state.fleets, owner, strict=True) if n == nation)
    held = sum(c.squadrons + c.transports for c in state.captives if c.nation == nation)
    away = sum(w.squadrons + w.transports for w in state.wars if w.nation == nation)
    return afloat + held + away + sum(state.docks[nation])
