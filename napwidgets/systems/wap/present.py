"""The face of WAP: what the widgets show of a campaign comes from here, out of a view.

Cards and the roster are in `present_cards`, the map in `present_map`, forms in `present_forms`, battles in
`present_battle`, what decides in `present_goals`, the look back in `present_debrief`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from napwidgets.board.display import Battle, Card, Debrief, Dispatch, Draft, Fact, Hour, Line, News, Target
from napwidgets.board.realm import EuropeBoard
from napwidgets.board.scene import Overlay, Scene
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Move
from napwidgets.systems.choices import by_place
from napwidgets.systems.wap import (
    alliances,
    present_battle,
    present_cards,
    present_debrief,
    present_forms,
    present_goals,
    present_map,
    present_news,
    present_stake,
)
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.agreement import why_not_propose
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.diplomacy import CourtChoice
from napwidgets.systems.wap.lloyds import bases_odds
from napwidgets.systems.wap.marching import MovementPhase
from napwidgets.systems.wap.present_words import aim_of, place_title, spot
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import FRENCH, State, fleet_index, fleet_number
from napwidgets.systems.wap.step import subject_number

if TYPE_CHECKING:
    from napwidgets.systems.wap.engine import Campaign as Engine


def present(engine: Engine) -> WapPresenter:
    """The face of a campaign."""
    return WapPresenter(engine)


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
        shown = present_map.scene(self.x, view, acting)
        at = present_stake.stake(self.x, view)
        here = (Overlay("here", "This is being decided", (at,)),) if at >= 0 else ()
        return replace(shown, overlays=(*shown.overlays, *here))

    def overlay(self, view: State, seat: str | None, kind: str, hex: int) -> Overlay:
        """``supply`` of one's own side or of the enemy (``enemy``), or the ``reach`` of what stands in ``hex``."""
        return present_map.overlay(self.x, view, seat, kind, hex)

    def seas(self) -> Mapping[int, str]:
        """What the table says of each sea zone: the figures of F.2.f, F.4.c and, with Lloyd's, of K.8.b."""
        return {n: present_map.sea_words(self.x, zone) for n, zone in self.x.setting.zones.items()}

    def news(self, before: State, after: State, move: Move, seats: Sequence[str]) -> Sequence[News]:
        """Majors that fall, make peace or change sides."""
        return tuple(present_news.news(self.x, before, after, move, seats))

    # Choosing

    def targets(self, view: State, subject: str) -> Sequence[Target]:
        """One move a place, with movement points and chances as notes; the whole force goes, or what the form says."""
        decision = self.engine.decision(view)
        if decision is None:
            return []
        draft = present_forms.draft(self.engine, view, decision.seat, {"focus": subject})
        if draft is not None and draft.targets is not None:
            return draft.targets
        found = by_place(self.engine.options(view, subject or None), lambda move: aim_of(self.x, view, move))
        return [self._target(view, hex, moves) for hex, moves in found.items()]

    def _target(self, view: State, hex: int, moves: list[Move]) -> Target:
        move = moves[0] if len(moves) == 1 else None
        return Target(hex, move, self._chance(view, moves[0]), "attack" if isinstance(moves[0], m.Fight) else "")

    def _chance(self, view: State, move: Move) -> str:
        step = view.agenda[-1]
        if isinstance(move, m.Court) and isinstance(step, CourtChoice):
            faction: alliances.Faction = "french" if view.segment == FRENCH else "english"
            lent = view.lent[move.state] // 2
            odds = alliances.turning_odds(self.x.tables, self.x.politics(view), faction, NATIONS[move.state], lent)
            return f"{float(odds):.0%}"
        if isinstance(move, m.AttackBases):
            return f"{float(bases_odds(self.x.tables, move.squadrons, move.infantry, move.points)):.0%}"
        return ""

    def members(self, view: State, subject: str) -> Sequence[str]:
        """The counters of a subject: a fleet, an army, a leader with the troops he may take, both sides of a battle."""
        pieces = present_map.Pieces(self.x, view)
        f, a = fleet_index(view, subject_number(subject, "f")), subject_number(subject, "a")
        if f >= 0 and not self._forced(view, subject):
            return [pieces.fleets[f]]
        if 0 <= a < len(view.armies):
            return [pieces.armies[a]]
        i = subject_number(subject, "l")
        if 0 <= i < len(view.leaders):
            return [pieces.leaders[i]]
        hex = next((s.hex for s in self.engine.subjects(view) if s.id == subject), -1)
        return [pieces.armies[n] for n, army in enumerate(view.armies) if army.hex == hex >= 0]

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
        return present_stake.advice(self.x, view)

    def heading(self, view: State, move: Move) -> tuple[str, int]:
        """Under what a move stands where there are many, and the place it is about."""
        aim = aim_of(self.x, view, move)
        if isinstance(move, m.Place):
            return "Leaders", aim
        if isinstance(move, (m.BuyShip, m.Repair)):
            return "Ships", aim
        if isinstance(move, m.Buy):
            return "Troops", aim
        return place_title(self.x, aim) if isinstance(move, m.Sail) else "", aim

    # Words

    def inspect(self, view: State, seat: str | None, hex: int) -> Sequence[Card]:
        """Cards for a place: armies, leaders, ships, then the place itself."""
        return present_cards.inspect(self.x, view, seat, hex)

    def roster(self, view: State, seat: str | None) -> Sequence[Line]:
        """States by side with strength, force pool, leaders and ships."""
        return present_cards.roster(self.x, view, seat)

    def track(self, view: State) -> Sequence[Hour]:
        """The months."""
        return present_goals.track(self.x, view)

    def standing(self, view: State) -> Sequence[Fact]:
        """What decides the campaign, and how near it is."""
        return present_goals.standing(self.x, view)

    def draft(self, view: State, seat: str, values: Mapping[str, str]) -> Draft | None:
        """A march, a voyage, an interception or a purchase being put together."""
        return present_forms.draft(self.engine, view, seat, values)

    def dispatches(self, view: State, seat: str | None) -> Sequence[Dispatch]:
        """Nothing: orders arrive at once in a war of months."""
        return []

    def battle(self, view: State, seat: str | None, subject: str | None, hex: int) -> Battle | None:
        """The battle at hand on land or at sea, exactly."""
        return present_battle.battle(self.x, view, subject, hex)

    def debrief(self, game: Game) -> Debrief:
        """The whole campaign, with all that was hidden."""
        return present_debrief.debrief(self.x, game)
