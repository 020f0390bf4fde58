"""The face of CON: what the widgets show of a campaign comes from here, out of a view.

Its parts are in `face`: the map in `pieces`, cards, roster and command desk in `inspector`, combats in `battle` and
`combat`, what decides in `goals`, the look back in `debrief`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from napwidgets.board.display import (
    Aftermath,
    Battle,
    Card,
    Debrief,
    Dispatch,
    Draft,
    Fact,
    Hour,
    Line,
    Sandbox,
    Sky,
    Target,
)
from napwidgets.board.hexmap import HexMap
from napwidgets.board.scene import Overlay, Scene
from napwidgets.kernel.game import Game
from napwidgets.kernel.odds import percent
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Move
from napwidgets.systems.choices import by_place
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.bench import Bench
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.face import attempts, battle, debrief, goals, inspector, pieces
from napwidgets.systems.con.forced import ForcedMarches
from napwidgets.systems.con.ground import route
from napwidgets.systems.con.marching import Marching, force_of
from napwidgets.systems.con.movement import act_odds, hex_of, parts
from napwidgets.systems.con.retreating import Retreating
from napwidgets.systems.con.state import State
from napwidgets.systems.con.step import SideChoice

#: Fights, and what comes of them.
AFTERMATH = Aftermath(
    frozenset({"battle", "repulse"}),
    frozenset(
        {
            "thrown",
            "victory",
            "gives-way",
            "losses",
            "shaken",
            "spirit",
            "retreat",
            "surrender",
            "advance",
            "pursuit",
            "guns",
        }
    ),
)

if TYPE_CHECKING:
    from napwidgets.systems.con.engine import Campaign as Engine


def present(engine: Engine) -> ConPresenter:
    """The face of a campaign."""
    return ConPresenter(engine)


def sandbox() -> Sandbox:
    """A combat to put together by hand.

    >>> sandbox().battle({}).title
    'Battle'
    """
    return Bench()


#: Behind what stands whatever no die lets succeed.
HOPELESS = "Without a chance"

_SKIES = {
    "rain": ("Rain", "Less initiative; marches cost more men."),
    "mud": ("Mud", "Bad roads, less initiative; marches cost more men."),
    "heat": ("Heat", "Less initiative; marches cost more men."),
    "snow": ("Snow", "Combats and marches cost more men."),
    "frost": ("Frost", "Hard ground: as in fair weather."),
    "fair": ("Fair weather", "It changes nothing."),
}


class ConPresenter:
    """Shows views of one campaign (a `Presenter`)."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.x: Context = engine.context
        self.board: HexMap = self.x.board

    # The map

    def scene(self, view: State, seat: str | None) -> Scene:
        """Leaders and units, stacks face down, centres, what is being fought."""
        acting = [id for s in self.engine.subjects(view) for id in self.members(view, s.id)]
        return pieces.scene(self.x, view, acting)

    def overlay(self, view: State, seat: str | None, kind: str, hex: int) -> Overlay:
        """``zoc``, ``command``, ``supply``, or the ``reach`` of what stands in ``hex``."""
        return pieces.overlay(self.x, view, seat, kind, hex)

    def surveys(self) -> Sequence[tuple[str, str, str, str]]:
        """The overlays of a campaign beside those of every board."""
        return (
            ("supply", "Lines", "lines of communication of your armies", "l"),
            ("reach", "Reach", "how far the chosen stack comes by a command", "r"),
        )

    def sky(self, view: State) -> Sky | None:
        """The weather of the turn."""
        title, text = _SKIES[view.weather]
        return Sky((view.weather,), title, text, ("CON base: weather",))

    def sides(self) -> Mapping[str, tuple[str, str]]:
        """For each side its name and the colours of its stacks face down."""
        setting = self.x.setting
        return {id: (setting.side_names[n], pieces.side_colour(self.x, n)) for n, id in enumerate(setting.sides)}

    # Choosing

    def targets(self, view: State, subject: str) -> Sequence[Target]:
        """Hexes that a click acts on: where a force can go, retreat to, join."""
        if self.engine.decision(view) is None:
            return []
        offered = self.engine.options(view, subject or None)
        # Work at a bridge takes a force's march, so that it has a button and no hex that seems one to go to.
        moves = [o for o in offered if self.aside(view, o) != HOPELESS and not isinstance(o, m.Span)]
        found = by_place(moves, lambda move: move.aim)
        return [self._target(view, hex, moves) for hex, moves in found.items()]

    def _target(self, view: State, hex: int, moves: list[Move]) -> Target:
        move = moves[0] if len(moves) == 1 else None
        step = view.agenda[-1]
        if isinstance(move, m.Repulse):
            return Target(hex, move, "repulse", "attack")
        if isinstance(step, Marching) and isinstance(move, m.Go):
            ways = step.ways(self.x, view)
            far = ways.get(hex, (0, -1))[0]
            way = (step.about(self.x, view), *route(ways, hex)) if hex in ways else ()
            return Target(hex, move, f"{far / 2:g}", "zoc" if self.x.foes(view, hex, step.who) else "", way)
        if isinstance(step, Retreating) and step.pressed(self.x, view, hex):
            return Target(hex, move, "", "zoc")
        if isinstance(step, ForcedMarches) and isinstance(move, m.Force | m.ToGuns):
            tone = "zoc" if isinstance(move, m.ToGuns) else ""
            chance = percent(step.chance(self.x, view, move))
            return Target(hex, move, f"at best {chance}" if step.at_best(self.x, move) else chance, tone)
        return Target(hex, move)

    def attempts(self, view: State, subject: str, hex: int) -> Sequence[Move]:
        """What a click on a hex would mean, legal or not."""
        return list(attempts.attempts(self.x, view, subject, hex))

    def members(self, view: State, subject: str) -> Sequence[str]:
        """The counters of a subject: one's own in its hex."""
        h, decision = hex_of(subject), self.engine.decision(view)
        if decision is None or h < 0:
            return []
        side = pieces.seat_side(self.x, decision.seat)
        found = [f"l{i}" for i in self.x.leaders_at(view, h, side)]
        found += [f"c{u}" for u in self.x.units_at(view, h, side)]
        return [*found, *(f"v{v}" for v in self.x.vedettes_at(view, h, side))]

    def subject_at(self, view: State, hex: int) -> Sequence[str]:
        """The subjects of the decision in a hex."""
        return [s.id for s in self.engine.subjects(view) if s.hex == hex]

    def owes(self, view: State, seat: str) -> IllegalMove | None:
        """Nothing must be done before a decision can be ended."""
        return None

    def advice(self, view: State, seat: str) -> str:
        """A hint for newcomers in the first two turns: only then there are combats, and what follows from them."""
        top = view.agenda[-1] if view.agenda else None
        return top.hint if isinstance(top, SideChoice) and view.turn <= 2 else ""

    def heading(self, view: State, move: Move) -> tuple[str, int]:
        """Under what a move stands where there are many, and the place it is about."""
        leader = getattr(move, "leader", -1)
        if leader >= 0 and not move.group:
            return self.x.setting.leaders[leader].name, move.aim
        return move.group, move.aim

    def aside(self, view: State, move: Move) -> str:
        """What can't succeed, what leaves troops behind and what moves a centre stands behind a heading."""
        if isinstance(move, m.Shift):
            return move.group
        if isinstance(move, m.Assign):
            return "Garrisons" if move.boss < 0 else ""
        if isinstance(move, m.Activate) and move.alone:
            lead = view.leaders[move.leader]
            led = lead.boss >= 0 and view.leaders[lead.boss].at == lead.at
            return "Leaders alone" if led or self.x.force(view, move.leader).units else ""
        return HOPELESS if self._hopeless(view, move) else ""

    def _hopeless(self, view: State, move: Move) -> bool:
        """Whether no die lets a move succeed."""
        step = view.agenda[-1]
        if isinstance(step, ForcedMarches) and isinstance(move, m.Force | m.ToGuns):
            return not step.chance(self.x, view, move)
        if isinstance(move, m.Activate) and move.how in ("initiative", "provisional"):
            force = force_of(self.x, view, move.leader)
            added = sum(part.value for part in parts(self.x, view, force, move.how == "provisional"))
            return not act_odds(self.x.setting.leaders[move.leader].values.initiative, added)[True]
        return False

    def draft(self, view: State, seat: str, values: Mapping[str, str]) -> Draft | None:
        """Nothing is written: commands are given with a click."""
        return None

    def dispatches(self, view: State, seat: str | None) -> Sequence[Dispatch]:
        """Nothing: orders arrive within the turn."""
        return []

    # Words

    def inspect(self, view: State, seat: str | None, hex: int) -> Sequence[Card]:
        """Cards for a hex and what stands in it."""
        return inspector.inspect(self.x, view, seat, hex)

    def roster(self, view: State, seat: str | None) -> Sequence[Line]:
        """Armies with their leaders and units."""
        return inspector.roster(self.x, view, seat)

    def desk(self, view: State, seat: str | None) -> Sequence[Line]:
        """The command desk: points, lines, what each force costs, spans."""
        return inspector.desk(self.x, view, seat)

    def about_desk(self) -> tuple[str, tuple[str, ...]]:
        """What command is."""
        text = (
            "A movement command sets out a whole force: a leader with all under him in his hex. It costs a point near "
            "the centre of operations, two beyond its dispatch distance. Without one a leader marches if a die is at "
            "most his initiative."
        )
        return text, ("CON base: movement commands", "CON base: initiative")

    def track(self, view: State) -> Sequence[Hour]:
        """The turns."""
        return goals.track(self.x, view)

    def standing(self, view: State) -> Sequence[Fact]:
        """Victory points, and what else decides."""
        return goals.standing(self.x, view)

    def battle(self, view: State, seat: str | None, subject: str | None, hex: int) -> Battle | None:
        """The combat at hand: exactly once the chits are up, before that what each chit is worth."""
        return battle.battle(self.x, view, subject, hex)

    def debrief(self, game: Game) -> Debrief:
        """The whole campaign, with all that was hidden."""
        return debrief.debrief(self.x, game)
