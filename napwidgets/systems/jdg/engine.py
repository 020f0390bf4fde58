"""The JDG engine: set-up, moves checked and made, everything the kernel asks of a system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.board.network import Network
from napwidgets.kernel import agenda
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Decision, End, Event, Label, Team
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg import teams
from napwidgets.systems.jdg.boxes import place_of, strength_of
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.germany.armistice import instead_of_ney
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.rows import roll_call
from napwidgets.systems.jdg.scenario import RosterData, ScenarioData
from napwidgets.systems.jdg.sequence import BeginTurn, dummies_at_start
from napwidgets.systems.jdg.setting import Setting, dummies_for, other
from napwidgets.systems.jdg.state import FRENCH, OTHER, SPARE, WAITING, Counter, Siege, State, TeamState
from napwidgets.systems.jdg.step import Choice
from napwidgets.systems.jdg.tables import Tables
from napwidgets.systems.jdg.victory import told
from napwidgets.systems.jdg.views import redact


class Campaign(agenda.AgendaEngine):
    """A JDG campaign: the rules bound to a scenario, its map, rosters, options and tables."""

    system: ClassVar[str] = "jdg"
    move_type: ClassVar[Any] = m.Move
    turn_cite: ClassVar[str] = "JDG 2"
    rules_version: ClassVar[str] = "jdg-campagne-2/7"
    #: What is thrown for counters face down (5.5.3, 5.5.4), and for points that nobody else may know (4.5).
    covert_dice: ClassVar[frozenset[str]] = frozenset({"stragglers", "recovery", "command points"})

    def __init__(
        self,
        scenario: ScenarioData,
        network: Network,
        rosters: Mapping[str, RosterData],
        options: Options | None = None,
        tables: Tables | None = None,
    ) -> None:
        self.setting = Setting(scenario, network, rosters, options, tables)
        self.context = Context(self.setting)
        self._bind(scenario.id, scenario.title, self.setting.options, self.setting.seats)
        self.teams = tuple(self._team(side) for side in (FRENCH, OTHER))

    def seat_name(self, seat: str) -> str:
        """A seat's name."""
        return self.setting.seat_names[self.seats.index(seat)]

    def _team(self, side: int) -> Team:
        """A side with its players, who see each other's counters but not each other's points (10)."""
        seats = tuple(self.seats[n] for n in self.setting.seats_of(side))
        return Team(self.setting.sides[side], self.context.side_name(side), seats, shares=len(seats) == 1)

    def verdict(self, ended: End) -> tuple[str, str]:
        """A title for an end, and a sentence or two."""
        return told(self.context, ended)

    # Start

    def start(self, dice: Dice, log: list[Event]) -> State:
        """The set-up of the scenario, dummies placed by both sides, then the first turn up to the first decision."""
        setting, data = self.setting, self.setting.scenario
        counters = [Counter(SPARE) if p.spare and not p.later else Counter() for p in setting.pieces]
        for i, at in dummies_for(setting, data.dummies):
            counters[i] = Counter(at)
        truce = data.armistice.turn if data.armistice is not None else 0
        state = State(1, (BeginTurn(), *dummies_at_start(self.context)), tuple(counters), bytes(setting.network.size))
        for placed in setting.set_up():
            if placed.turn <= 1:
                i = setting.number[placed.id]
                at = place_of(self.context, state, placed)
                state = state.counter(i, at=at, strength=strength_of(self.context, placed))
        state = self._held(state)
        state = replace(state, truce=truce, deck=tuple(sorted(data.cards)), points=(0,) * len(setting.budgets))
        if data.after_armistice:
            state = instead_of_ney(self.context, state, log)
        begun: State = self.advance(teams.opened(self.context, state), dice, log)
        return begun

    def _held(self, s: State) -> State:
        """Flags where counters stand and where the scenario says so, and sieges under way."""
        setting, control = self.setting, bytearray(self.setting.network.size)
        for name, who in setting.scenario.control.items():
            control[setting.network.index(name)] = setting.side(who) + 1
        for i, counter in enumerate(s.counters):
            if counter.at >= 0 and self.context.is_unit(i):
                control[counter.at] = setting.pieces[i].side + 1
        sieges = []
        for name, who in setting.scenario.sieges.items():
            box, side = setting.network.index(name), setting.side(who)
            s = s.each(self.context.here(s, box, other(side)), inside=True)
            control[box] = other(side) + 1
            sieges.append(Siege(box, side))
        return replace(s, control=bytes(control), sieges=tuple(sieges))

    def words(self, state: State, move: m.Move) -> Label:
        """A move in words where its decision has none of its own."""
        return move.label()

    # Several players to a side (10)

    def advance(self, state: State, dice: Dice, log: list[Event]) -> State:
        """Run automatic steps until somebody must choose, and note whose seat it is: a view can't tell."""
        after: State = super().advance(state, dice, log)
        if not isinstance(after, TeamState):
            return after
        top = self._top(after)
        return replace(after, asked=teams.asked(self.context, after, top) if isinstance(top, Choice) else -1)

    def decision(self, state: State) -> Decision | None:
        """Who must choose now, and what. In blind play the whole board is secret, so that others must not look (A)."""
        found = super().decision(state)
        if found is None or found.secret or not self.context.options.blind:
            return found
        return replace(found, secret=True)

    def chooser(self, state: State, top: agenda.Choice) -> str:
        """The seat that must choose."""
        return self.seats[state.asked] if isinstance(state, TeamState) else super().chooser(state, top)

    # Views, clock

    def seen_from(self, state: State, seat: int | None) -> State:
        """What a seat may know: the enemy's counters that lie face down are only counted."""
        side = self.setting.seat_side[seat] if seat is not None else None
        return teams.private(self.context, redact(self.context, state, side), seat)

    def clock(self, state: State) -> tuple[int, str]:
        """The turn and its date."""
        return state.turn, self.setting.turn_name(state.turn)

    # Saves and laws

    def rows(self, state: State) -> Sequence[Mapping[str, Any]]:
        """Every counter that the state tells: side, army, kind, box, strength, losses."""
        return roll_call(self.context, state)

    def tally(self, state: State) -> Mapping[str, int]:
        """Strength points of each side, and how many counters there are."""
        found = {"counters": len(state.counters)}
        for side in (FRENCH, OTHER):
            mine = (
                c.strength for i, c in enumerate(state.counters) if self.context.sides[i] == side and c.at != WAITING
            )
            found[f"strength of {self.setting.sides[side]}"] = sum(mine)
        return found
