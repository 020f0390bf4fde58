"""The CON engine: set-up, moves checked and made, everything the kernel asks of a system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.board.hexmap import HexMap
from napwidgets.kernel import agenda
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Decision, End, Event, Label
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.ground import span
from napwidgets.systems.con.holding import taken
from napwidgets.systems.con.options import Options
from napwidgets.systems.con.rows import roll_call
from napwidgets.systems.con.scenario import ScenarioData
from napwidgets.systems.con.sequence import BeginTurn, placed
from napwidgets.systems.con.setting import Setting
from napwidgets.systems.con.state import FRENCH, OTHER, WAITING, Center, Lead, State, Troop
from napwidgets.systems.con.tables import Tables
from napwidgets.systems.con.vedettes import turned_down
from napwidgets.systems.con.victory import told
from napwidgets.systems.con.views import redact


class Campaign(agenda.AgendaEngine):
    """A CON campaign: the rules bound to a scenario, its board, options and tables."""

    system: ClassVar[str] = "con"
    move_type: ClassVar[Any] = m.Move
    turn_cite: ClassVar[str] = "CON 1"
    rules_version: ClassVar[str] = "con-0.7.16/10"
    #: What is thrown behind the screen: points, and what happens within stacks face down.
    covert_dice: ClassVar[frozenset[str]] = frozenset(
        {"administrative points", "attrition", "a leader's initiative", "morale"}
    )

    def __init__(
        self, scenario: ScenarioData, board: HexMap, options: Options | None = None, tables: Tables | None = None
    ) -> None:
        self.setting = Setting(scenario, board, options, tables)
        self.context = Context(self.setting)
        self._bind(scenario.id, scenario.title, self.setting.options, self.setting.sides)

    def seat_name(self, seat: str) -> str:
        """A seat's name."""
        return self.setting.side_names[self.setting.sides.index(seat)]

    def verdict(self, ended: End) -> tuple[str, str]:
        """A title for an end, and a sentence or two."""
        return told(self.context, ended)

    # Start

    def start(self, dice: Dice, log: list[Event]) -> State:
        """The set-up of the scenario, then the first turn up to the first decision."""
        setting, data = self.setting, self.setting.scenario
        tracks = [data.morale.get(side) for side in setting.sides]
        spirit = tuple(track.start if track is not None else 0 for track in tracks)
        trains = tuple(data.pontoons.get(side, 0) for side in setting.sides)
        cut = tuple(sorted(span(setting.hex(a), setting.hex(b)) for a, b in data.cut))
        s = State(
            1,
            (BeginTurn(),),
            leaders=tuple(Lead() for _ in setting.leaders),
            units=tuple(Troop(WAITING, -1, unit.full) for unit in setting.units),
            centers=tuple(Center(setting.hex(army.center)) for army in data.armies),
            points=tuple(army.points for army in data.armies),
            holds=tuple(goal.holder for goal in setting.goals),
            spirit=(spirit[FRENCH], spirit[OTHER]),
            first=setting.side(data.first),
            cut=cut,
            trains=(trains[FRENCH], trains[OTHER]),
        )
        for force in setting.arriving(1):
            s = placed(self.context, s, force, setting.hex(self._start_of(force.leader, force.at, force.under)))
        for h in sorted({t.at for t in s.units if t.at >= 0}):
            side = FRENCH if self.context.units_at(s, h, FRENCH) else OTHER
            s = taken(self.context, s, side, h)
        begun: State = self.advance(s, dice, log)
        return begun

    def _start_of(self, leader: str, at: str, under: str) -> str:
        """Where a force stands at first: its own place, or that of the leader it is under."""
        places = {force.leader: (force.at, force.under) for force in self.setting.arriving(1)}
        for _ in range(len(places)):
            if at:
                break
            at, under = places.get(under, ("", ""))
        return at

    def advance(self, state: State, dice: Dice, log: list[Event]) -> State:
        """Run automatic steps until somebody must choose or the game is over."""
        return turned_down(self.context, super().advance(state, dice, log))

    def words(self, state: State, move: m.Move) -> Label:
        """A move in words where its decision has none of its own."""
        return move.label()

    def decision(self, state: State) -> Decision | None:
        """Who must choose now, and what; face down, the whole board is one's own secret."""
        found = super().decision(state)
        if found is None or found.secret or not self.context.options.hidden:
            return found
        return replace(found, secret=True)

    # Views, clock

    def seen_from(self, state: State, seat: int | None) -> State:
        """What a seat may know: the enemy's stacks lie face down."""
        return redact(self.context, state, seat)

    def clock(self, state: State) -> tuple[int, str]:
        """The turn and its days."""
        return state.turn, self.setting.turn_name(state.turn)

    # Saves and laws

    def rows(self, state: State) -> Sequence[Mapping[str, Any]]:
        """Every piece that the state tells."""
        return roll_call(self.context, state)

    def tally(self, state: State) -> Mapping[str, int]:
        """Strength points of each side on the map, vedettes included."""
        found = {}
        for side in (FRENCH, OTHER):
            mine = sum(t.strength for u, t in enumerate(state.units) if t.at >= 0 and self.context.unit_side[u] == side)
            out = sum(self.context.unit_side[v.unit] == side for v in state.vedettes if v.at >= 0)
            found[f"strength of {self.setting.sides[side]}"] = mine + out
        return found
