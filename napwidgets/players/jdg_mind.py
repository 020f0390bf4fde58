"""What a searching player of Jours de Gloire knows: its plans, who may lie face down where, and how it stands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.system import Engine, State
from napwidgets.players.jdg import SteadyPlayer
from napwidgets.players.jdg_situation import STEADY, Temper
from napwidgets.players.search import Plan, Searcher
from napwidgets.systems.jdg.combat.battle import ATTACK, DEFEND
from napwidgets.systems.jdg.combat.phase import SECRET, Tactics
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.march.marching import Marching
from napwidgets.systems.jdg.march.reaction import Reacted
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import GONE, HIDDEN, SPARE, WAITING, Counter
from napwidgets.systems.jdg.state import State as Campaign
from napwidgets.systems.jdg.tables import TACTICS
from napwidgets.systems.jdg.victory import account

#: What a point of victory counts, and a share of the armies' strength; command points that the enemy is taken to have.
POINT, BLOOD, PURSE = 0.15, 4.0, 3
#: How much of his strength a corps out of sight is taken to have left.
WHOLE = 0.9


class MarchMind:
    """The mind of a player of Jours de Gloire."""

    horizon = 2

    def __init__(self, usual: Temper) -> None:
        self.usual = usual

    def plans(self) -> Sequence[Plan[Temper]]:
        usual = self.usual
        return [
            Plan("usual", "goes for points and for fights that it can win", usual),
            Plan("strike", "masses against the enemy's army", replace(usual, ruin=0.4, busy=0.01, sure=0.4)),
            Plan("keep", "holds what it has, out of reach", replace(usual, post=0.8, parry=1.2, danger=1.2)),
            Plan("gather", "keeps its corps together", replace(usual, company=0.15, astray=2.0, escort=1.0)),
            Plan("race", "marches for the places that count", replace(usual, later=0.95, escort=0.2, post=0.2)),
        ]

    def player(self, rng: Random, mood: Temper) -> SteadyPlayer:
        return SteadyPlayer(rng, mood)

    def imagined(self, engine: Engine, view: State, seat: str, rng: Random) -> State:
        """The enemy's counters that are not shown lie face down where some lie; the others are off the map."""
        x: Context = engine.context
        assert isinstance(view, Campaign)
        foe = other(x.setting.seat_side[engine.seats.index(seat)])
        boxes = [box for box, side, n in view.unseen if side == foe for _ in range(n)]
        rng.shuffle(boxes)
        # Who fights has strength: troops are drawn for that box before all others.
        fought = {step.clash.box for step in view.agenda if isinstance(step, Tactics)}
        boxes.sort(key=lambda box: box in fought)
        away = [i for i, c in enumerate(view.counters) if c.at == HIDDEN and x.sides[i] == foe]
        # Troops first: what is left over is what pretends, or has not come yet.
        away.sort(key=lambda i: (x.pieces[i].later, x.pieces[i].dummy, x.pieces[i].spare, rng.random()))
        if fought:
            away.sort(key=lambda i: x.pieces[i].dummy or not x.pieces[i].most)
        counters = list(view.counters)
        for i in away:
            piece = x.pieces[i]
            if boxes and not piece.spare:
                counters[i] = Counter(boxes.pop(), max(1, round(WHOLE * piece.most)) if piece.most else 0)
            else:
                counters[i] = Counter(SPARE if piece.spare or piece.dummy else WAITING if piece.later else GONE)
        hands = tuple(tuple(card for card in hand if card > 0) for hand in view.hands)
        purse = tuple(PURSE if p < 0 else p for p in view.points)
        drawn = replace(view, counters=tuple(counters), unseen=(), points=purse, hands=(hands[0], hands[1]))
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
    if isinstance(step, Tactics) and step.clash.tactics[ATTACK] == SECRET:
        return replace(step, clash=replace(step.clash, tactics=(rng.choice(TACTICS), step.clash.tactics[DEFEND])))
    return step


def marshal(rng: Random) -> Searcher[Temper]:
    """A player that plays the plans of a steady one through."""
    return Searcher(rng, MarchMind(STEADY))
