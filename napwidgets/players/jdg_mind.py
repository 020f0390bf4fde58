"""What a searching player of Jours de Gloire knows: its plans, who may lie face down where, and how it stands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import asdict, replace

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players.base import Player
from napwidgets.players.jdg import SteadyPlayer
from napwidgets.players.jdg_picture import Picture
from napwidgets.players.jdg_situation import STEADY, Lie, Temper
from napwidgets.players.jdg_trials import Haste, QuickPlayer, next_best
from napwidgets.players.search import Plan
from napwidgets.players.trials import Drafter, Effort
from napwidgets.systems.jdg.combat.battle import ATTACK, DEFEND
from napwidgets.systems.jdg.combat.phase import SECRET, Tactics
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.leaders import ComesBack, Haven
from napwidgets.systems.jdg.march.marching import Marching
from napwidgets.systems.jdg.march.reaction import Reacted
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import WAITING, March
from napwidgets.systems.jdg.state import State as Campaign
from napwidgets.systems.jdg.tables import TACTICS
from napwidgets.systems.jdg.victory import account

#: What a point of victory counts, and a share of the armies' strength; command points that the enemy is taken to have.
POINT, BLOOD, PURSE = 0.15, 4.0, 3
#: So many ways of seeing the places of a map there are.
FANCIES = 1_000_000


class MarchMind:
    """The mind of a player of Jours de Gloire."""

    horizon = 2
    effort = Effort(trials=800, lines=10, most=6)
    opening = "movement"
    drafting = Effort(trials=10_000, lines=60, most=12)

    def __init__(self, usual: Temper) -> None:
        self.usual = usual
        #: How the map lies for each side, and what is remembered of the enemy.
        self._lies: dict[int, Lie] = {}
        self._picture: Picture | None = None

    def plans(self) -> Sequence[Plan[Temper]]:
        """One: others do no better."""
        return [Plan("usual", "goes for points and for fights that it can win", self.usual)]

    def draft(self, mood: Temper, rng: Random) -> Temper:
        """Some places are dearer to it than what they score, others cheaper."""
        return replace(mood, fancy=float(rng.randrange(1, FANCIES)))

    def sketched(self, mood: Temper) -> Temper:
        """In haste."""
        return Haste(**asdict(mood))

    def player(self, rng: Random, mood: Temper) -> SteadyPlayer:
        if not isinstance(mood, Haste):
            return SteadyPlayer(rng, mood)
        return QuickPlayer(rng, mood, self._lies, self._picture.trail if self._picture is not None else None)

    def alternatives(self, engine: Engine, view: State, seat: str, own: Player, rng: Random) -> Sequence[Move]:
        """What else a steady player might do."""
        assert isinstance(own, SteadyPlayer)
        return next_best(own, engine, view, seat, self.effort.most)

    def imagined(self, engine: Engine, view: State, seat: str, rng: Random) -> State:
        """The enemy's counters that are not shown lie face down where some lie, the others are off the map; his flag is
        up where he has been in secret.
        """
        x: Context = engine.context
        assert isinstance(view, Campaign)
        foe = other(x.setting.seat_side[engine.seats.index(seat)])
        if self._picture is None:
            self._picture = Picture(x, foe)
        lie = self._lies.get(foe) or self._lies.setdefault(foe, Lie(x))
        lie.survey(view, foe, self.usual.engineers)
        self._picture.look(view, lie)
        counters, covert = self._picture.drawn(view, lie, rng), self._picture.flags(view, rng)
        hands = tuple(tuple(card for card in hand if card > 0) for hand in view.hands)
        purse = tuple(PURSE if p < 0 else p for p in view.points)
        drawn = replace(view, counters=counters, covert=covert, unseen=(), points=purse, hands=(hands[0], hands[1]))
        drawn = replace(drawn, marches=_named(x, drawn, foe))
        steps = [known for step in drawn.agenda if (known := _known(x, drawn, step, foe, rng)) is not None]
        return replace(drawn, agenda=tuple(steps))

    def standing(self, engine: Engine, state: State, seat: str) -> float:
        """Points of victory and the strength of both armies."""
        x: Context = engine.context
        assert isinstance(state, Campaign)
        side = x.setting.seat_side[engine.seats.index(seat)]
        lead = account(x, state, side).total - account(x, state, other(side)).total
        left, whole = [0.0, 0.0], [1.0, 1.0]
        for i, counter in enumerate(state.counters):
            whole[x.sides[i]] += x.pieces[i].most
            left[x.sides[i]] += counter.strength if counter.at >= WAITING else 0
        blood = left[side] / whole[side] - left[other(side)] / whole[other(side)]
        return 1.0 / (1.0 + math.exp(-(POINT * lead + BLOOD * blood)))


def _named(x: Context, s: Campaign, foe: int) -> tuple[March, ...]:
    """The marches to the guns: of whom nobody sees who they are, all who are drawn where they set out."""
    marches = [
        march if march.pieces else replace(march, pieces=tuple(x.here(s, march.box, foe))) for march in s.marches
    ]
    return tuple(march for march in marches if march.pieces)


def _known(x: Context, s: Campaign, step: Any, foe: int, rng: Random) -> Any:
    """A step of a drawn position: where it hides which of the enemy's counters march, all that are drawn there do, and
    a secret tactic is drawn; none if it hides more than can be drawn.
    """
    force = step if isinstance(step, Marching) else getattr(step, "force", None)
    if isinstance(force, Marching) and force.who == foe and not force.pieces:
        here = tuple(i for i, c in enumerate(s.counters) if c.at == force.at and x.sides[i] == foe)
        force = replace(force, pieces=here)
        return None if not here else force if isinstance(step, Marching) else replace(step, force=force)
    if isinstance(step, Reacted) and step.who == foe and not step.pieces:
        return None
    if isinstance(step, Haven | ComesBack) and not step.boxes:
        return None
    if isinstance(step, Tactics) and step.clash.tactics[ATTACK] == SECRET:
        return replace(step, clash=replace(step.clash, tactics=(rng.choice(TACTICS), step.clash.tactics[DEFEND])))
    return step


def marshal(rng: Random) -> Drafter[Temper]:
    """A steady player that tries its turns and its moves out near the end."""
    return Drafter(rng, MarchMind(STEADY))
