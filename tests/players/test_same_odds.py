"""Computer players count what a rule counts: where they once had a formula of their own, with a position in which it
was another one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.players.nlc import SteadyPlayer
from napwidgets.players.nlc_fights import FREE, SHUT, Fight
from napwidgets.players.nlc_situation import STEADY, Situation, goals
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.fighting.charges import ChargeSegment
from napwidgets.systems.tactical.fighting.clash import DEFEND
from napwidgets.systems.tactical.fighting.combat import left_behind
from napwidgets.systems.tactical.fighting.forces import bombard_clash, normal_clash, terrain_of
from napwidgets.systems.tactical.fighting.odds import bombard_hits
from napwidgets.systems.tactical.fighting.reaction import ReactionOffer
from tests.systems.nlc.table import Table, arrange, battle

LED = {"reille": "0417", "picton": "0409", "lefebvre": "0417"}


def seen(t: Table, side: int) -> Situation:
    return Situation(t.x, t.state, side, goals(t.x, True), STEADY)


@pytest.mark.parametrize(("options", "hits"), [((), Fraction(3, 4)), (("six_to_hit",), Fraction(1))])
def test_25_11_a_bombardment_is_weighed_by_the_dice_that_it_throws(options: Any, hits: Fraction) -> None:
    t = arrange(
        battle("quatre-bras", "artillery_detail", *options), {"ii-foot-art": "0415", "kempt": "0413", "best": "0413"}
    )
    guns, target = t.us("ii-foot-art"), t.hex("0413")
    clash = bombard_clash(t.x, t.state, guns, target)
    assert bombard_hits(t.x.tables, t.x.options, clash.forces[0]).mean(int) == hits
    now = seen(t, 0)
    assert now.bombardment(guns, target) == pytest.approx(float(hits) * (1.0 + 0.1 * now.strength[target]))


def test_7_7_a_charge_is_weighed_with_those_declared_on_the_same_hex() -> None:
    t = arrange(
        battle("quatre-bras"), {"pire": "0414", "chasseurs": "0314", "kempt": "0413"}, active=("II", "G"), leaders=LED
    )
    t.push(ChargeSegment(0)).run()
    pire, chasseurs = (m.Charge(t.us(who), t.path("0413")) for who in ("pire", "chasseurs"))
    target, both = t.hex("0413"), ((t.u("pire"), t.hex("0414")), (t.u("chasseurs"), t.hex("0314")))
    now = seen(t, 0)
    alone = SteadyPlayer._ridden(now, chasseurs)
    assert alone == now.charge(both[1:], target, (), False) - now.given_up(chasseurs.units)
    t.play(pire)
    now = seen(t, 0)
    joins = now.charge(both, target, (), False) - now.charge(both[:1], target, (), False)
    assert SteadyPlayer._ridden(now, chasseurs) == pytest.approx(joins - now.given_up(chasseurs.units)) != alone


def test_7_9_a_countercharge_is_weighed_with_those_who_have_joined() -> None:
    t = arrange(battle("quatre-bras"), {"pire": "0414", "chasseurs": "0314", "kempt": "0413"}, leaders=LED)
    offer = ReactionOffer(0, t.us("kempt"), t.hex("0413"), "move", False, ())
    move = m.React(t.u("chasseurs"), t.path("0413"))
    riders = ((t.u("pire"), t.hex("0414")), (t.u("chasseurs"), t.hex("0314")))
    now = seen(t, 0)
    joined = replace(offer, joined=((t.u("pire"), t.path("0413")),))

    def worth(*riders: tuple[int, int]) -> float:
        return now.charge(riders, offer.hex, offer.units, False)

    assert SteadyPlayer._reaction(now, offer, move) == worth(riders[1])
    assert SteadyPlayer._reaction(now, joined, move) == worth(*riders) - worth(riders[0]) != worth(riders[1])


def test_10_a_stronghold_with_two_units_in_it_covers_nobody_as_in_combat() -> None:
    engine = battle("quatre-bras")
    h = next(h for h in range(engine.context.board.size) if engine.context.setting.stronghold[h])
    for units, covered in ((("kempt",), True), (("kempt", "best"), False)):
        t = arrange(engine, {"foy": "0416"})
        t.state = t.state.many({t.u(u): replace(t.state.units[t.u(u)], hex=h, steps=2) for u in units})
        now = seen(t, 0)
        near = next(n for n in t.x.setting.near[h])
        clash = normal_clash(t.x, t.state, ((near, t.us("foy")),), h)
        cuts = [percent for key, percent in clash.forces[0].fighters[0].factors if key == terrain_of(t.x, t.state, h)]
        assert now.cover(h) == pytest.approx(1 - sum(cuts or [100]) / 100)
        assert (now.cover(h) > 0) is covered
        assert now.toughness(h) == pytest.approx(now.strength[h] / (1 - now.cover(h)))


def test_7_4_guns_that_are_overrun_are_lost_once_and_only_if_they_are_left() -> None:
    t = arrange(battle("quatre-bras"), {"foy": "0414", "kempt": "0413", "picton-art": "0413"})
    clash = normal_clash(t.x, t.state, ((t.hex("0414"), t.us("foy")),), t.hex("0413"))
    fight, broken = Fight(seen(t, 0).stakes, clash, 0.0, (FREE, SHUT)), clash.forces[DEFEND]
    gun = t.u("picton-art")
    price = sum(fight.stakes.price(f.unit, f.steps, 0) for f in broken.fighters if f.unit == gun)
    assert left_behind(t.x, broken) == [gun]
    assert fight._overrun(broken, [gun]) == pytest.approx(STEADY.guns_lost * price) != 0
    assert fight._gone(broken, DEFEND, [gun]) == pytest.approx(fight._gone(broken, DEFEND) - price)
    # Guns that the fire has destroyed can't be overrun.
    hit = replace(broken, fighters=tuple(replace(f, steps=0) if f.unit == gun else f for f in broken.fighters))
    assert left_behind(t.x, hit) == []
