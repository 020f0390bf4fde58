"""What a searching player of March on Paris knows: its plans, who may be under the covers, which of them are nobody,
what cards the enemy may hold, and how it stands.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from napwidgets.kernel import system
from napwidgets.kernel.system import Engine
from napwidgets.players.mop import SteadyPlayer
from napwidgets.players.mop_situation import STEADY, CoveredSituation
from napwidgets.players.nlc_mind import BattleMind
from napwidgets.players.nlc_situation import Temper
from napwidgets.players.trials import Trier
from napwidgets.systems.mop import cards
from napwidgets.systems.mop.arrivals import schedule
from napwidgets.systems.mop.dummies import most
from napwidgets.systems.mop.state import Report, State
from napwidgets.systems.mop.vedettes import stays
from napwidgets.systems.mop.victory import points
from napwidgets.systems.tactical.core.state import AFAR, AWAY, DEAD, OFF, UNSEEN, Unit
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.moving.reinforcements import afar

#: What a point of victory counts, and a share of the armies' strength.
POINT, BLOOD = 0.12, 6.0
#: How much nearer or farther a cover may seem than it is, when units are put under one.
VAGUE = 0.4


class CoveredMind(BattleMind):
    """The mind of a player of March on Paris."""

    reads = CoveredSituation

    def player(self, rng: Random, mood: Temper) -> SteadyPlayer:
        return SteadyPlayer(rng, mood)

    def imagined(self, engine: Engine, view: system.State, seat: str, rng: Random) -> system.State:
        """Whom nobody has seen is under the covers, each not too far from his fellows; what is left of the covers are
        vedettes and dummies. The cards of the enemy are those that he has not shown.
        """
        assert isinstance(view, State)
        x: Context = engine.context_at(view)
        foe = 1 - x.setting.sides.index(seat)
        s = _dealt(x, _led(x, _manned(x, view, foe, rng), foe, rng), foe, rng)
        return self._ordered(x, s, foe, rng)

    def standing(self, engine: Engine, state: system.State, seat: str) -> float:
        """Points of victory and men left, of both."""
        assert isinstance(state, State)
        x: Context = engine.context_at(state)
        side = x.setting.sides.index(seat)
        score = dict(points(x, state))
        lead = sum(n if who == seat else -n for who, n in score.items())
        left, whole = [0.0, 0.0], [1.0, 1.0]
        for info, unit in zip(x.infos, state.units, strict=True):
            whole[info.side] += info.strength
            # Who is out as vedettes, or has yet to come, is as good as there.
            left[info.side] += info.sp(unit.steps) if unit.hex >= OFF or unit.hex in (AWAY, AFAR, UNSEEN) else 0
        blood = left[side] / whole[side] - left[1 - side] / whole[1 - side]
        return 1.0 / (1.0 + math.exp(-(POINT * lead + BLOOD * blood)))


def _manned(x: Context, view: State, foe: int, rng: Random) -> State:
    """The units that are not seen in their places: a cover each as far as there are units for it."""
    covers = [h for side, h in view.decoys if side == foe]
    unseen = [u for u in x.setting.of_side[foe] if view.units[u].hex == UNSEEN]
    begun = view.brought.steps
    full = {u: begun[u] if begun else x.infos[u].steps - 2 + x.infos[u].data.steps for u in unseen}
    known = {k.unit for k in view.vedettes if k.hex >= 0 and not stays(x, k.unit)}
    # News of a cover says that it is no vedette's.
    told = {k.hex for k in view.reports}
    out = [u for u in unseen if u in known or not covers]
    under = [u for u in unseen if u not in out]
    spare = len(covers) - len(under) - most(x, foe)
    scouts = sorted({k.unit for k in view.vedettes if k.unit in under and not stays(x, k.unit)})
    rng.shuffle(scouts)
    while spare > 0 and scouts:
        u = scouts.pop()
        under.remove(u)
        out.append(u)
        spare -= sum(k.unit == u for k in view.vedettes) - 1
    s = view.many({u: Unit(AWAY, full[u]) for u in out})
    places = _places(x, view, under, covers, full, rng)
    s = s.many({u: Unit(h, full[u], start=h) for u, h in places.items()})
    free = [h for h in covers if h not in places.values()]
    s, screened = _ridden(x, s, set(out), [h for h in free if h not in told], rng)
    dummies = [(foe, h) for h in free if h not in screened]
    reports = [Report(k.side, u, OFF, k.left) for k in view.reports for u, h in places.items() if h == k.hex]
    reports += [k for k in view.reports if (foe, k.hex) in dummies]
    coming = [u for u in x.setting.of_side[foe] if s.units[u].hex < 0]
    # Somebody under way who has joined others in the open since everybody last looked out.
    joined = {u: k for k in view.reports if (u := x.ground.layout(view).at.get(k.hex, [OFF])[-1]) >= 0}
    reports += [Report(k.side, u, OFF, k.left) for u, k in joined.items()]
    return replace(
        s,
        hidden=tuple(sorted({*view.hidden, *places, *coming, *joined})),
        decoys=(*(d for d in view.decoys if d[0] != foe), *dummies),
        reports=tuple(sorted(reports, key=lambda k: (k.side, k.unit, k.hex))),
    )


def _places(
    x: Context, view: State, units: Sequence[int], covers: Sequence[int], steps: dict[int, int], rng: Random
) -> dict[int, int]:
    """A cover for each unit: at first one to a cover, then where there is room for more."""
    s = view.many({u: Unit(UNSEEN, steps[u]) for u in units})
    homes = {u: _home(x, view, u) for u in units}
    found: dict[int, int] = {}
    at: dict[int, list[int]] = {h: [] for h in covers}
    order = list(units)
    rng.shuffle(order)
    for u in order:
        open_ = [h for h in covers if not at[h]] or [h for h in covers if x.room_for(s, (u,))(at[h])]
        if not open_:
            least = min(len(there) for there in at.values())
            open_ = [h for h in covers if len(at[h]) == least]
        row = x.board.distances[homes[u]]
        found[u] = min(open_, key=lambda h: row[h] * rng.uniform(1 - VAGUE, 1 + VAGUE))
        at[found[u]].append(u)
    return found


def _home(x: Context, view: State, u: int) -> int:
    """Where a unit is looked for: with a fellow of its formation who is seen, else where it came upon the map."""
    info = x.infos[u]
    fellows = (v for v in x.setting.commands[info.formation].units if view.units[v].hex >= 0)
    home = next(fellows, OFF)
    if home >= 0:
        return home
    group = x.setting.arrival_group.get(u)
    if group is not None:
        return schedule(x, view, group)[1]
    return x.board.number(info.data.hex) if info.data.hex else 0


def _ridden(x: Context, s: State, out: set[int], free: Sequence[int], rng: Random) -> tuple[State, set[int]]:
    """The vedettes that are not seen, of units that are out: one to a cover where nobody else is, near one that is
    seen. For whom there is none has fallen, but for the last, which is with some troops.
    """
    vedettes, left = list(s.vedettes), list(free)
    rng.shuffle(left)
    stacks = sorted(h for h in x.ground.layout(s).at if x.ground.layout(s).side[h] in {x.infos[u].side for u in out})
    for u in sorted(out):
        mine = [v for v, k in enumerate(vedettes) if k.unit == u]
        for v in mine:
            if vedettes[v].hex >= 0:
                continue
            alone = not any(vedettes[w].hex >= 0 for w in mine)
            there = left.pop() if left else rng.choice(stacks) if alone and stacks else DEAD
            vedettes[v] = replace(vedettes[v], hex=there)
    taken = set(free).difference(left)
    return replace(s, vedettes=tuple(vedettes)), taken


def _led(x: Context, s: State, foe: int, rng: Random) -> State:
    """Leaders who are not seen ride with somebody of their own under a cover; some are still on their way."""
    hidden = [u for u in s.hidden if x.infos[u].side == foe and s.units[u].hex >= 0]
    if not hidden:
        return s
    listed, late = x.setting.scenario.reinforcements, set[str]()
    for g, group in enumerate(listed):
        if schedule(x, s, g)[0] > s.turn or (group.chance is not None and afar(x, s, group.who)):
            late.update(group.who)
    leaders = list(s.leaders)
    for i, leader in enumerate(leaders):
        away = leader.hex != OFF or leader.back or x.setting.leader_side[i] != foe
        if away or i in s.prisoners or x.setting.leaders[i].id in late:
            continue
        led = [k for k in x.setting.commands if i in (k.leader, k.overall, k.wing)]
        corps = {u for k in led if k.leader == i for u in k.units} or {u for k in led for u in k.units}
        near = [u for u in hidden if u in corps] or hidden
        leaders[i] = replace(leader, hex=s.units[rng.choice(near)].hex)
    return replace(s, leaders=tuple(leaders))


def _dealt(x: Context, s: State, foe: int, rng: Random) -> State:
    """The enemy's hand and deck out of the cards that he has not shown."""
    if len(s.decks) != 2:
        return s
    pool = list(cards.full_deck(x, foe))
    rest = list(pool)
    for play in s.plays:
        if play.side == (1 - foe if play.card == cards.DELAY else foe) and play.card in rest:
            rest.remove(play.card)
    rng.shuffle(rest)
    want = len(s.decks[foe]) + (len(s.hands[foe]) if s.hands else 0)
    rest += [rng.choice(pool) for _ in range(want - len(rest))]
    cut = len(s.decks[foe])
    decks = tuple(tuple(rest[:cut]) if n == foe else deck for n, deck in enumerate(s.decks))
    hands = tuple(tuple(rest[cut:want]) if n == foe else hand for n, hand in enumerate(s.hands))
    return replace(s, decks=decks, hands=hands)


def marshal(rng: Random) -> Trier[Temper]:
    """A steady player that tries its moves out near the end."""
    return Trier(rng, CoveredMind(STEADY))
