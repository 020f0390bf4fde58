"""What the steady player of jdg asks of the odds: great armies are told apart, and a general is counted once."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.players.jdg_odds import outlook
from napwidgets.players.jdg_orders import Campaign, Party, Way
from napwidgets.players.jdg_stands import before_walls, meets
from napwidgets.players.registry import make_player
from napwidgets.scenarios import load
from napwidgets.systems.jdg.combat.battle import Battle, battle_odds
from napwidgets.systems.jdg.combat.muster import Clash
from napwidgets.systems.jdg.combat.phase import FightOut
from napwidgets.systems.jdg.combat.retreat import MayOverrun
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.state import OTHER, March
from tests.players.test_steady_jdg import FRENCH, box_named, marching, seen
from tests.systems.jdg.field import GAU, HAIN, field, game, ids


def test_great_armies_are_told_apart() -> None:
    tables = load("jdg/germany-1813-4").context.tables
    equal, weaker, stronger = (outlook(tables, mine, 69, led=(1, 1)) for mine in (69, 45, 80))
    assert weaker.wins < equal.wins == stronger.wins
    assert weaker.worth < equal.worth


def test_a_general_is_counted_once_in_what_a_battle_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, view = marching("jdg/danube-1805", "french")
    x, ulm = engine.context, box_named(engine, "Ulm")
    emperor, corps = (next(i for i, p in enumerate(x.pieces) if p.id == name) for name in ("napoleon", "v-corps"))
    pieces = (emperor, corps)
    at = next(box for box, _ in x.setting.around[ulm] if not x.here(view, box, FRENCH))
    now = seen(engine, view.counter(emperor, at=at).counter(corps, at=at), FRENCH)
    force = now.power((corps,))
    assert now.ranks(pieces) == force < now.power(pieces)
    told = list[float]()

    def said(tables: Any, mine: float, theirs: float, *more: Any, **led: Any) -> Any:
        told.extend((mine, theirs))
        return outlook(tables, mine, theirs, *more, **led)

    for module in ("jdg_orders", "jdg_stands"):
        monkeypatch.setattr(f"napwidgets.players.{module}.outlook", said)
    now.enemies = {ulm: 9.0}
    campaign = Campaign(now)
    campaign._coming = {}
    asked: list[tuple[Any, tuple[Any, ...]]] = [
        (campaign.score, (Party(pieces, None), at, ulm)),
        (campaign._stopped, (Party(pieces, None), Way((at,), 1, 0.0))),
        (campaign.at_risk, (at, [(1, 5.0)])),
        (before_walls, (now, pieces, ulm, 9.0)),
        (meets, (now, pieces, ulm)),
    ]
    for ask, them in asked:
        told.clear()
        ask(*them)
        assert force in told
        assert now.power(pieces) not in told


def test_8_4_a_battle_in_place_of_an_overrun_is_weighed_with_whoever_marches_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    e = game(Options(open_play=True))
    clash = Clash(GAU, OTHER, tactics=("offensive", "screen"))
    there = {"corps": "gau", "blucher": "gau", "hussars": "gau", "i": "hain"}
    march = March(GAU, HAIN, ids(e, "i"), 1)
    told = list[Battle]()

    def said(tables: Any, battle: Battle, tactics: tuple[str, str]) -> Any:
        told.append(battle)
        return battle_odds(tables, battle, tactics)

    monkeypatch.setattr("napwidgets.players.jdg.battle_odds", said)
    for marches in ((), (march,)):
        s = field(e, there, side=OTHER, marches=marches)
        asked = replace(s, agenda=(MayOverrun(clash, FightOut(clash)),))
        make_player("steady", e, "allied").choose(e, e.view(asked, "allied"), "allied")
    assert [[(late.after, late.force.strength) for late in battle.later] for battle in told] == [[], [(2, 12)]]
