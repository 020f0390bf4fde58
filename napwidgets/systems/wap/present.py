"""The face of WAP: what the widgets show of a campaign comes from here, out of a view.

Its parts are in `face`: cards and the roster in `inspector`, what stands on the map in `pieces`, forms in `forms`,
battles in `battle`, what decides in `goals`, the look back in `debrief`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

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
    News,
    Passing,
    Target,
)
from napwidgets.board.panels import Panel
from napwidgets.board.realm import EuropeBoard
from napwidgets.board.scene import Overlay, Scene
from napwidgets.kernel.game import Game
from napwidgets.kernel.odds import percent
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Move
from napwidgets.systems.choices import by_place
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face import attempts, battle, debrief, forms, goals, inspector, news, pieces
from napwidgets.systems.wap.face.alliance_panel import AlliancePanel
from napwidgets.systems.wap.face.lloyds_panel import LloydsPanel
from napwidgets.systems.wap.face.naval_panel import NavalPanel
from napwidgets.systems.wap.face.production_panel import ProductionPanel
from napwidgets.systems.wap.face.words import place_title, spot
from napwidgets.systems.wap.land.marching import MovementPhase
from napwidgets.systems.wap.sea.encounters import InterceptOffer
from napwidgets.systems.wap.state import SAILING, State, fleet_index, fleet_number
from napwidgets.systems.wap.states.agreement import why_not_propose
from napwidgets.systems.wap.step import Choice, subject_number

if TYPE_CHECKING:
    from napwidgets.systems.wap.engine import Campaign as Engine


#: The panels of wap alone, by name (`napwidgets.board.report.Panel`).
#: Fights, and what comes of them.
AFTERMATH = Aftermath(
    frozenset({"battle-round", "sea-fight", "assault", "overrun"}),
    frozenset(
        {
            "retreated", "pursued", "stormed", "surrender", "killed", "wounded", "sunk", "prize", "sea-retreat",
            "pursuit", "escape", "nelson", "dispersed", "broke-off", "city",
        }
    ),
    several=True,
    # What every state does every month, a neutral one as well.
    routine=frozenset({"purchase", "leader", "forced-march"}),
    pressing=frozenset({"contact", "land", "minor-falls"}),
)  # fmt: skip
PANELS: Mapping[str, Callable[[], Panel]] = {
    "alliances": AlliancePanel,
    "lloyds": LloydsPanel,
    "seas": NavalPanel,
    "production": ProductionPanel,
}


def present(engine: Engine) -> WapPresenter:
    """The face of a campaign."""
    return WapPresenter(engine)


def _top(view: State) -> Choice | None:
    """The decision on top of the agenda."""
    top = view.agenda[-1] if view.agenda else None
    return top if isinstance(top, Choice) else None


class WapPresenter:
    """Shows views of one campaign (a `Presenter`).

    A sea zone is a place like a hex: its number is that of the hexes of the board and the zone's together.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.x: Context = engine.context
        self.board: EuropeBoard = self.x.board

    # The map

    def scene(self, view: State, seat: str | None) -> Scene:
        """Armies, leaders and fleets; flags over cities in other hands."""
        acting = [id for s in self.engine.subjects(view) for id in self.members(view, s.id)]
        shown = pieces.scene(self.x, view, acting)
        top = _top(view)
        at = spot(self.x, top.about(self.x, view)) if top is not None else -1
        here = (Overlay("here", "This is being decided", (at,)),) if at >= 0 else ()
        return replace(shown, overlays=(*shown.overlays, *here))

    def overlay(self, view: State, seat: str | None, kind: str, hex: int) -> Overlay:
        """``supply`` of one's own side or of the enemy (``enemy``), or the ``reach`` of what stands in ``hex``."""
        return pieces.overlay(self.x, view, seat, kind, hex)

    def seas(self) -> Mapping[int, str]:
        """What the table says of each sea zone: the figures of F.2.f, F.4.c and, with Lloyd's, of K.8.b."""
        return {n: pieces.sea_words(self.x, zone) for n, zone in self.x.setting.zones.items()}

    def news(self, before: State, after: State, move: Move, seats: Sequence[str]) -> Sequence[News]:
        """Majors that fall, make peace or change sides."""
        return tuple(news.news(self.x, before, after, move, seats))

    # Choosing

    def targets(self, view: State, subject: str) -> Sequence[Target]:
        """One move a place, with movement points and chances as notes; the whole force goes, or what the form says."""
        decision = self.engine.decision(view)
        if decision is None:
            return []
        draft = forms.draft(self.engine, view, decision.seat, {"focus": subject})
        if draft is not None and draft.targets is not None:
            return draft.targets
        options = self.engine.options(view, subject or None)
        found = by_place(options, lambda move: spot(self.x, move.about(self.x, view)))
        return [self._target(view, hex, moves) for hex, moves in found.items()]

    def _target(self, view: State, hex: int, moves: list[Move]) -> Target:
        move = moves[0] if len(moves) == 1 else None
        return Target(hex, move, self._chance(view, moves[0]), "attack" if isinstance(moves[0], m.Fight) else "")

    def _chance(self, view: State, move: Move) -> str:
        top = _top(view)
        odds = top.chance(self.x, view, move) if top is not None else None
        return "" if odds is None else percent(odds)

    def attempts(self, view: State, subject: str, hex: int) -> Sequence[Move]:
        """What a click on a place would mean, legal or not."""
        return list(attempts.attempts(self.x, view, subject, hex))

    def members(self, view: State, subject: str) -> Sequence[str]:
        """The counters of a subject: a fleet, an army, a leader with the troops he may take, both sides of a battle."""
        found = pieces.Pieces(self.x, view)
        f, a = fleet_index(view, subject_number(subject, "f")), subject_number(subject, "a")
        if f >= 0 and not self._forced(view, subject):
            return [found.fleets[f]]
        if 0 <= a < len(view.armies):
            return [found.armies[a]]
        i = subject_number(subject, "l")
        if 0 <= i < len(view.leaders):
            return [found.leaders[i]]
        hex = next((s.hex for s in self.engine.subjects(view) if s.id == subject), -1)
        return [found.armies[n] for n, army in enumerate(view.armies) if army.hex == hex >= 0]

    def _forced(self, view: State, subject: str) -> bool:
        """Whether an ``f`` stands for a force that has marched, not for a fleet."""
        decision = self.engine.decision(view)
        return subject.startswith("f") and decision is not None and decision.kind == "movement"

    def subject_at(self, view: State, hex: int) -> Sequence[str]:
        """The subjects in a place: leaders with the best first, armies, fleets."""
        if 0 <= hex < self.board.size and self.board.sea[hex]:
            hex = self.board.size + self.board.sea[hex]
        fleets = self._fleets(view)
        return [s.id for s in self.engine.subjects(view) if (fleets.get(s.id, s.hex)) == hex]

    def _fleets(self, view: State) -> dict[str, int]:
        """Where fleets are that can be chosen now."""
        decision = self.engine.decision(view)
        if decision is None or decision.kind not in ("naval", "intercept"):
            return {}
        return {f"f:{fleet_number(view, i)}": spot(self.x, fleet.place) for i, fleet in enumerate(view.fleets)}

    def passing(self, view: State) -> Passing | None:
        """Ships that sail by: their squadrons and transports (F.4)."""
        if not isinstance(_top(view), InterceptOffer):
            return None
        coming = [f for f in view.fleets if f.moved == SAILING]
        return Passing(sum(f.squadrons + f.transports for f in coming), "ship counter", m.Done())

    def owes(self, view: State, seat: str) -> IllegalMove | None:
        """Why a phase can't be ended yet: battles to fight, what Lloyd's compels."""
        if m.Done() in self.engine.options(view):
            return None
        if not self.engine.subjects(view) and not self.engine.options(view):
            return None
        try:
            self.engine.check(view, seat, m.Done())
        except IllegalMove as refusal:
            return None if refusal.code == "not-offered" else refusal
        return None

    def proposals(self, view: State, seat: str) -> Sequence[Move]:
        """An end by agreement, in one's own Movement Phase (C.3.b)."""
        step = view.agenda[-1] if view.agenda else None
        free = isinstance(step, MovementPhase) and why_not_propose(self.x, view, step.seat) is None
        return (m.ProposeEnd(),) if free else ()

    def advice(self, view: State, seat: str) -> str:
        """A hint for newcomers in the first month."""
        top = _top(view)
        return top.hint if top is not None and view.turn == 1 else ""

    def heading(self, view: State, move: Move) -> tuple[str, int]:
        """Under what a move stands where there are many, and the place it is about."""
        aim = spot(self.x, move.about(self.x, view))
        return place_title(self.x, aim) if isinstance(move, m.Sail) else move.group, aim

    # Words

    def inspect(self, view: State, seat: str | None, hex: int) -> Sequence[Card]:
        """Cards for a place: armies, leaders, ships, then the place itself."""
        return inspector.inspect(self.x, view, seat, hex)

    def roster(self, view: State, seat: str | None) -> Sequence[Line]:
        """States by side with strength, force pool, leaders and ships."""
        return inspector.roster(self.x, view, seat)

    def track(self, view: State) -> Sequence[Hour]:
        """The months."""
        return goals.track(self.x, view)

    def standing(self, view: State) -> Sequence[Fact]:
        """What decides the campaign, and how near it is."""
        return goals.standing(self.x, view)

    def draft(self, view: State, seat: str, values: Mapping[str, str]) -> Draft | None:
        """A march, a voyage, an interception or a purchase being put together."""
        return forms.draft(self.engine, view, seat, values)

    def dispatches(self, view: State, seat: str | None) -> Sequence[Dispatch]:
        """Nothing: orders arrive at once in a war of months."""
        return []

    def battle(self, view: State, seat: str | None, subject: str | None, hex: int) -> Battle | None:
        """The battle at hand on land or at sea, exactly."""
        return battle.battle(self.x, view, subject, hex)

    def debrief(self, game: Game) -> Debrief:
        """The whole campaign, with all that was hidden."""
        return debrief.debrief(self.x, game)
