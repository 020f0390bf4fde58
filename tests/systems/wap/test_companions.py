"""What players choose for others: allies for a minor (G.1.f), ports for the Danes (H.4), who sorties (F.6.i), ships of
lesser navies (J.6.d).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.odds import percent
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log
from napwidgets.systems.wap.face.battle import battle
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.money.production import MinorPurchase, Purchase
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sea.encounters import InterceptOffer, SeaFight, force
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.sea.naval import battle_odds, run_blockade
from napwidgets.systems.wap.sea.opening import Station
from napwidgets.systems.wap.sea.relief import Engaged, SecondFight, SortieOffer
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, SPAIN, nation_number
from napwidgets.systems.wap.state import (
    ATTACKED,
    ATTACKING,
    DAMAGED,
    FRENCH,
    MOVED,
    SAILING,
    Fleet,
    Keel,
    State,
    at_sea,
    fleet_index,
)
from napwidgets.systems.wap.states.politics import EntrustChoice, invaded
from tests.systems.wap.campaign import FRENCH_SEAT, campaign, context, place, play, thrown
from tests.systems.wap.navy import fleet, sail, sea, ships

DENMARK, NAPLES, PORTUGAL, SWEDEN = (nation_number(name) for name in ("Denmark", "Naples", "Portugal", "Sweden"))
NORTH, BALTIC, ATLANTIC, MIDDLE = 2, 4, 1, 3


def lying(s: State, zone: int, nation: int) -> list[int]:
    """The squadrons of a state's fleets at sea in a zone."""
    return [f.squadrons for f in s.fleets if f.place == at_sea(zone) and f.nation == nation]


# F.6.i


def before_brest(x: Context, watch: int = 3, *others: Fleet) -> State:
    """French ships from Rochefort attack the English before Brest, where others are shut in."""
    s = sea(
        x,
        *others,
        fleet(x, "Brest", FRANCE, 3),
        fleet(x, "Brest", ENGLAND, watch, inside=False),
        fleet(x, "Rochefort", FRANCE, 2),
        seat=FRENCH_SEAT,
    )
    s = play(x, s, sail(x, s, "Rochefort", FRANCE, "Brest", 2))
    s = play(x, s, m.Done()) if isinstance(s.agenda[-1], InterceptOffer) else s
    return play(x, s, m.Accept())


def test_f_6_i_those_in_the_port_may_come_out_and_the_blockaders_choose() -> None:
    x = context()
    s = before_brest(x)
    offer = s.agenda[-1]
    assert isinstance(offer, SortieOffer)
    out = [isinstance(offer.play(x, s, m.Accept(), thrown(die), []).agenda[-1], Engaged) for die in range(1, 7)]
    told = offer.label(x, s, m.Accept()), offer.label(x, s, m.Done())
    assert [(label.text, label.detail) for label in told if label] == [
        ("They come out, too", f"{percent(Fraction(sum(out), 6))} to get out"), ("They stay in the port", "")
    ]  # fmt: skip
    assert 0 < sum(out) < 6
    s = play(x, s, m.Accept(), thrown(out_of_port(x, "E")))
    choice = s.agenda[-1]
    assert isinstance(choice, Engaged)
    assert x.setting.seats[choice.side(x, s)] == "english"
    assert {move.whom for move in choice.options(x, s, None) if isinstance(move, m.Engage)} == {
        "relief", "sortie", "both"
    }  # fmt: skip


def test_f_6_i_the_panel_compares_the_ways_to_fight_two_fleets() -> None:
    x = context()
    s = play(x, before_brest(x), m.Accept(), thrown(out_of_port(x, "E")))
    found = battle(x, s, None, -1)
    assert found is not None
    told = {line.label: line.shares for line in found.what_if}
    assert list(told) == ["Those from the sea first", "Those from the port first", "Both together"]
    for (_, shares), whom in zip(told.items(), ("relief", "sortie", "both"), strict=True):
        after = s.agenda[-1].play(x, s, m.Engage(whom), thrown(), [])
        fight = after.agenda[-1]
        assert isinstance(fight, SeaFight)
        ends = battle_odds(x.tables, fight.battle(x, after))
        assert [share.exact for share in shares] == [
            str(ends.chance(lambda end, k=k: end.beaten == k))  # type: ignore[misc]
            for k in (1, 0)
        ]
    assert len({share.exact for shares in told.values() for share in shares[:1]}) == 3


def out_of_port(x: Context, result: str) -> int:
    """A die that gives a result of the Blockade Table."""
    return next(die for die in range(1, 7) if run_blockade(x.tables, thrown(die)) == result)


def test_f_6_i_together_they_are_one_force_at_sea() -> None:
    x = context()
    s = play(x, before_brest(x), m.Accept(), thrown(out_of_port(x, "F")))
    s = s.agenda[-1].play(x, s, m.Engage("both"), thrown(), [])
    assert isinstance(s.agenda[-1], SeaFight)
    assert force(x, s, SAILING).squadrons == 5
    assert not any(f.inside for f in s.fleets if f.moved == SAILING)


def test_f_6_i_ships_that_have_sailed_already_and_those_of_other_ports_stay_where_they_are() -> None:
    x = context()
    tired, far = replace(fleet(x, "Brest", FRANCE, 1), moved=MOVED), fleet(x, "Toulon", FRANCE, 4)
    s = play(x, before_brest(x, 4, tired, far), m.Accept(), thrown(out_of_port(x, "F")))
    s = s.agenda[-1].play(x, s, m.Engage("both"), thrown(), [])
    assert force(x, s, SAILING).squadrons == 5, "three out of Brest, two from Rochefort"
    assert (1, 0, True) in ships(x, s, "Brest", FRANCE)
    assert ships(x, s, "Toulon", FRANCE) == [(4, 0, True)]


@pytest.mark.parametrize(("whom", "first", "then"), [("relief", 2, 3), ("sortie", 3, 2)])
def test_f_6_i_one_after_the_other_and_the_second_only_if_the_blockaders_want_to(
    whom: Any, first: int, then: int
) -> None:
    x = context()
    s = play(x, before_brest(x), m.Accept(), thrown(out_of_port(x, "E")))
    s = s.agenda[-1].play(x, s, m.Engage(whom), thrown(), [])
    fight, second = s.agenda[-1], s.agenda[-2]
    assert isinstance(fight, SeaFight)
    assert isinstance(second, SecondFight)
    assert force(x, s, fight.attacker).squadrons == first
    assert force(x, s, second.flag).squadrons == then
    held = replace(s, agenda=s.agenda[:-1])
    shown = battle(x, held, None, -1)
    assert shown is not None
    assert f"{then} squadrons" in [party.strength for party in shown.parties]
    again = second.play(x, held, m.Accept(), thrown(), [])
    assert isinstance(again.agenda[-1], SeaFight)
    assert again.agenda[-1].attacker == second.flag
    assert not isinstance(second.play(x, held, m.Done(), thrown(), []).agenda[-1], SeaFight)
    gone = x.with_fleets(held, [f for f in held.fleets if f.nation != ENGLAND])
    assert second.automatic(x, gone), "blockaders who were beaten fight nobody"


def test_f_6_i_a_whole_fight_leaves_the_sortie_in_its_port_or_beaten() -> None:
    x = context()
    for seed in range(12):
        dice = SeededDice(str(seed))
        s = before_brest(x, 4)
        while s.agenda and not isinstance(s.agenda[-1], NavalPhase):
            options = s.agenda[-1].options(x, s, None)
            s = play(x, s, options[seed % len(options)], dice)
        assert not any(f.moved in (ATTACKING, ATTACKED) for f in s.fleets)
        french = sum(f.squadrons for f in s.fleets if f.nation == FRANCE) + s.docks[FRANCE][0]
        assert french + sum(c.squadrons for c in s.captives if c.nation == FRANCE) == 5


def test_f_6_i_held_in_the_port_they_are_of_no_help() -> None:
    x = context()
    log: Log = []
    s = before_brest(x)
    s = s.agenda[-1].play(x, s, m.Accept(), thrown(out_of_port(x, "F*")), log)
    assert isinstance(s.agenda[-1], SeaFight)
    assert any("held in the port" in event.text for event in log)


def test_f_6_j_without_a_sortie_the_whole_fleet_attacks() -> None:
    x = context()
    s = before_brest(x)
    s = s.agenda[-1].play(x, s, m.Done(), thrown(), [])
    assert isinstance(s.agenda[-1], SeaFight)
    assert force(x, s, SAILING).squadrons == 2


# G.1.f


def attacked(x: Context, minor: int) -> State:
    """A neutral minor that the French have just attacked."""
    log: Log = []
    return invaded(x, campaign(x, masters={}), minor, FRENCH, log)


def test_g_1_f_england_says_which_of_its_allies_gets_a_minor_that_was_attacked() -> None:
    x = context()
    s = attacked(x, NAPLES)
    choice = s.agenda[-1]
    assert isinstance(choice, EntrustChoice)
    assert s.masters[NAPLES] == ENGLAND
    assert x.setting.seats[choice.side(x, s)] == "english"
    offered = [move.state for move in choice.options(x, s, None) if isinstance(move, m.Entrust)]
    assert offered[0] == ENGLAND
    assert AUSTRIA in offered
    assert FRANCE not in offered
    log: Log = []
    after = play(x, s, m.Entrust(AUSTRIA), log=log)
    assert after.masters[NAPLES] == AUSTRIA
    assert [event.cites for event in log if event.kind == "entrusted"] == [("WAP G.1.f",)]
    with pytest.raises(IllegalMove):
        play(x, s, m.Entrust(FRANCE))


def test_g_1_f_nobody_is_asked_for_a_minor_that_has_fallen_meanwhile() -> None:
    x = context()
    s = attacked(x, NAPLES)
    fallen = replace(s, masters=(*s.masters[:NAPLES], FRANCE, *s.masters[NAPLES + 1 :]))
    assert s.agenda[-1].automatic(x, fallen)
    assert not s.agenda[-1].automatic(x, s)


# H.4


def test_h_4_the_french_player_says_where_the_danish_ships_begin() -> None:
    game = napwidgets.new_game("wap/grand-campaign", seed="1805")
    x: Any = game.engine.context  # type: ignore[attr-defined]
    decision = game.decision
    assert decision is not None
    assert (decision.kind, decision.seat) == ("station", "french")
    before = [f for f in game.state.fleets if f.nation == DENMARK]  # type: ignore[attr-defined]
    kiel = x.board.hex_of("Kiel")
    after = game.play(m.ToPort(kiel)).state
    there = [f for f in after.fleets if f.nation == DENMARK]  # type: ignore[attr-defined]
    assert [(f.place, f.inside, f.squadrons) for f in there] == [(kiel, True, f.squadrons) for f in before]
    with pytest.raises(IllegalMove):
        game.play(m.ToPort(x.board.hex_of("Toulon")))
    same = game.play(m.ToPort(before[0].place)).state
    assert [f for f in same.fleets if f.nation == DENMARK] == before  # type: ignore[attr-defined]


def test_h_4_the_choice_is_part_of_the_grand_campaign_alone() -> None:
    for id in ("wap/lloyds", "wap/trafalgar", "wap/coalitions"):
        state: Any = napwidgets.new_game(id).state
        assert not any(isinstance(step, Station) for step in state.agenda)


# J.6


def test_j_6_d_points_that_england_lent_pay_for_no_spanish_ship() -> None:
    x = context()
    s = campaign(x).dock(SPAIN, 1, 0)
    cadiz = x.setting.city_number["Cadiz"]
    native, lent = Purchase(0, SPAIN, 10), Purchase(0, SPAIN, 10, lent=6)
    native.check(x, s, m.BuyShip(SPAIN, 10, False, -1, cadiz))
    with pytest.raises(IllegalMove, match="2 own points can go into ships now") as refused:
        lent.check(x, s, m.BuyShip(SPAIN, 10, False, -1, cadiz))
    assert refused.value.cites == ("WAP J.6.d",)
    assert not [move for move in lent.options(x, s, None) if isinstance(move, m.BuyShip)]


def test_j_6_d_lent_points_pay_for_troops_first() -> None:
    x = context()
    s = campaign(x).pool(SPAIN, parse("4I")).push(Purchase(0, SPAIN, 14, lent=4))
    after = play(x, s, m.Buy(SPAIN, 0, 3, x.setting.city_number["Madrid"]))
    left = after.agenda[-1]
    assert isinstance(left, Purchase)
    assert (left.red, left.lent) == (8, 0)


def test_j_6_d_portugal_pays_for_a_ship_point_by_point() -> None:
    x = context()
    lisbon = x.setting.city_number["Lisbon"]
    s = campaign(x, segment="anti-French").dock(PORTUGAL, 1, 0).push(MinorPurchase(1, 2))
    with pytest.raises(IllegalMove, match="Pay 1 points at a time, 30 at most"):
        s.agenda[-1].check(x, s, m.BuyShip(PORTUGAL, 3, False, -1, lisbon))
    laid = play(x, s, m.BuyShip(PORTUGAL, 2, False, -1, lisbon))
    assert laid.keels == (Keel(PORTUGAL, 58, False),)
    laid = play(x, laid, m.BuyShip(PORTUGAL, 2, False, 0, lisbon))
    assert laid.keels == (Keel(PORTUGAL, 56, False),)
    last = replace(s, keels=(Keel(PORTUGAL, 4, False),))
    launched = play(x, last, m.BuyShip(PORTUGAL, 4, False, 0, lisbon))
    assert [(f.nation, f.squadrons, f.place) for f in launched.fleets] == [(PORTUGAL, 1, place(x, "Lisbon"))]
    assert launched.docks[PORTUGAL] == (0, 0)


def danish(x: Context, **more: Any) -> State:
    """Denmark under France with a squadron in its dock, and France buying for its minors."""
    masters = {"Denmark": "France"}
    s = campaign(x, segment="pro-French", masters=masters, **more).dock(DENMARK, 1, 0)
    return s.push(MinorPurchase(FRENCH_SEAT, 2))


def test_h_4_danish_ships_are_replaced_by_instalments_of_copenhagens_points() -> None:
    x = context()
    s = danish(x)
    pay = next(move for move in s.agenda[-1].options(x, s, None) if isinstance(move, m.BuyShip))
    assert (pay.nation, pay.pay) == (DENMARK, 2)
    log: Log = []
    after = play(x, s, pay, log=log)
    assert [(keel.nation, keel.left) for keel in after.keels] == [(DENMARK, 8)]
    step = after.agenda[-1]
    assert isinstance(step, MinorPurchase)
    assert dict(step.bought) == {DENMARK: 2}
    assert sum(event.data.get("half points", 0) for event in log) == 0
    with pytest.raises(IllegalMove, match="1 points can go into ships now"):
        step.check(x, after, m.BuyShip(DENMARK, 4, False, 0, pay.city))


def test_j_3_b_a_group_that_has_bought_lays_down_no_ship() -> None:
    x = context()
    s = danish(x)
    bought = replace(s.agenda[-1], bought=((SWEDEN, 2),))
    with pytest.raises(IllegalMove, match="Only one of your minors"):
        bought.check(x, s, m.BuyShip(DENMARK, 2, False, -1, x.setting.city_number["Copenhagen"]))


def test_k_7_c_a_damaged_danish_squadron_is_repaired() -> None:
    x = context(options=Options(battle_damage=True))
    hurt = Fleet(place(x, "Copenhagen"), DENMARK, 1, 0, inside=True, condition=DAMAGED)
    s = danish(x, fleets=[hurt])
    repair = next(move for move in s.agenda[-1].options(x, s, None) if isinstance(move, m.Repair))
    after = play(x, s, repair)
    assert after.fleets[fleet_index(after, repair.fleet)].due == s.turn + 2
    step = after.agenda[-1]
    assert isinstance(step, MinorPurchase)
    assert dict(step.bought) == {DENMARK: 2}
