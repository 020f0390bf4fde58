"""What the steady player of jdg asks of the odds: great armies are told apart, and a general is counted once."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.players.jdg_odds import outlook
from napwidgets.players.jdg_orders import Campaign, Party, Way
from napwidgets.players.jdg_stands import before_walls, falls, meets, on_foot
from napwidgets.players.registry import make_player
from napwidgets.scenarios import load
from napwidgets.systems.jdg.combat.battle import Battle, battle_odds
from napwidgets.systems.jdg.combat.muster import Clash
from napwidgets.systems.jdg.combat.phase import FightOut
from napwidgets.systems.jdg.combat.retreat import MayOverrun
from napwidgets.systems.jdg.combat.sieges import parts_at
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.seasons import Siege, siege_odds
from napwidgets.systems.jdg.state import OTHER, March
from tests.players.test_steady_jdg import FRENCH, box_named, marching, seen
from tests.systems.jdg.field import CALW, GAU, HAIN, field, game, ids


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


@pytest.mark.parametrize(
    ("besiegers", "foot", "turns"),
    [
        ({"corps": "calw 8"}, 12, 3),
        ({"corps": "calw 8", "uhlans": "calw 4", "cossacks": "calw 4"}, 6, 3),
        # Horse can only watch the walls; infantry may be there a turn later.
        ({"uhlans": "calw 4", "corps": "dorf 4"}, 6, 2),
        ({"e1": "calw 2", "corps": "dorf 4"}, 12, 2),
    ],
)
def test_8_8_a_siege_is_feared_for_the_infantry_among_the_besiegers(
    besiegers: dict[str, str], foot: int, turns: int
) -> None:
    e = game(Options(open_play=True))
    s = field(e, {"v": "calw 5", **besiegers}, control={"calw": FRENCH})
    s = replace(s, turn=e.setting.scenario.turns.count - 2)
    x, now = e.context, seen(e, e.view(s, "french"), FRENCH)
    odds = siege_odds(x.tables, Siege(), parts_at(x, CALW, foot, 5), turns, x.setting.scenario.siege)
    assert falls(now, CALW, ids(e, "v"), 12.0) == float(odds.chance(lambda end: end.fallen))


def test_8_8_of_besiegers_face_down_as_much_is_taken_for_infantry_as_of_their_army() -> None:
    e = game()
    s = field(e, {"v": "calw", "corps": "calw 12", "uhlans": "jena 4"}, control={"calw": FRENCH})
    now = seen(e, e.view(s, "french"), FRENCH)
    assert on_foot(now, {CALW}) == 12 / 16
    assert on_foot(seen(e, e.view(s.each(ids(e, "corps"), up=True), "french"), FRENCH), {CALW}) == 1


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
