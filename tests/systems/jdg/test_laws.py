"""Laws that hold in every campaign: points of strength are accounted for, and positions keep their sense."""

from __future__ import annotations

from collections import Counter as Tally

import pytest

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Event
from napwidgets.players.registry import make_players
from napwidgets.systems.jdg.engine import Campaign
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.scenario import RecruitsData, SetData
from napwidgets.systems.jdg.state import FRENCH, OTHER, State
from tests.systems.jdg.field import START, TRUCE, game

#: Everybody on the field, so that all rules come up on ten boxes.
CROWD = (
    *START, "murat aue", "horse aue", "dragoons aue", "iv bern", "v calw", "guard ilm", "park ilm", "division eich",
    "eugene aue", "italians aue", "yorck gau", "landwehr gau", "uhlans gau", "russians hain", "cossacks dorf",
    "streifkorps dorf", "austrians jena", "barclay hain", "brigade dorf",
)  # fmt: skip
SETUP = tuple(SetData(id=text.split()[0], at=text.split()[1]) for text in CROWD)
LATE = (SetData(id="iii", at="aue", turn=2, roll=3), SetData(id="hussars", entry="west", turn=2))
RECRUITS = tuple(RecruitsData(turn=n, nation=name, points=2) for n in (2, 3, 4) for name in ("france", "prussia"))
MORE = (("set_up", (*SETUP, *LATE)), ("recruits", RECRUITS), ("cards", tuple(range(1, 17))))
WAYS = {
    "blind": (Options(), MORE),
    "open": (Options(open_play=True), (*MORE, ("recruits_most", "series"), ("siege", "siege-weeks"))),
    "alone": (Options(solitaire=True), MORE),
    "truce": (Options(davout=True), (*(pair for pair in TRUCE if pair[0] != "cards"), *MORE)),
}


@pytest.mark.parametrize("way", WAYS)
def test_strength_is_accounted_for_and_every_position_makes_sense(way: str) -> None:
    e = game(*WAYS[way])
    for n in range(6):
        seed = f"{way} {n}"
        players, dice, log = make_players(e, seed, {}), SeededDice(seed), list[Event]()
        state: State = e.start(dice, log)
        while (decision := e.decision(state)) is not None:
            move = players[decision.seat].choose(e, e.view(state, decision.seat), decision.seat)
            log.clear()
            dice.throws.clear()
            after = e.apply(state, decision.seat, move, dice, log)
            told: Tally[str] = Tally()
            for event in log:
                told.update(event.data.get("tally", {}))
            before, now = e.tally(state), e.tally(after)
            assert {k: now[k] - before[k] for k in now if now[k] != before[k]} == {k: v for k, v in told.items() if v}
            _sense(e, after)
            state = after
        assert e.outcome(state) is not None


def _sense(e: Campaign, s: State) -> None:
    """What can never be."""
    x = e.context
    for i, c in enumerate(s.counters):
        piece = e.setting.pieces[i]
        assert min(c.strength, c.lost, c.strayed) >= 0
        if piece.values is not None and piece.most:
            assert c.strength + c.strayed <= piece.most, piece.id
        assert c.at >= 0 or not c.inside
        assert not c.inside or e.setting.network.places[c.at].fortress
    for siege in s.sieges:
        assert x.units(x.afield(s, siege.box, siege.side)), "a siege needs a besieger"
        assert any(s.counters[i].inside for i in x.here(s, siege.box, 1 - siege.side))
    for box, side in s.works:
        here = x.here(s, box, side)
        # Reading 81: who lies face down may be a unit.
        assert any(x.is_unit(i) or not x.shown(s, i) for i in here), "works need somebody in them"
    for side, count in ((FRENCH, 0), (OTHER, 0)):
        assert all(p >= count for b, p in enumerate(s.points) if e.setting.budget_side[b] == side)
        mine = [n for pontoon, n in s.pontoons if n == side]
        assert len(mine) <= e.setting.scenario.pontoons.get(e.seats[side], 0)
