"""J: force pools, production, ships, landwehr."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.system import Event
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import L, parse
from napwidgets.systems.wap.land.losses import lose
from napwidgets.systems.wap.money.production import MinorPurchase, Purchase, lapsed
from napwidgets.systems.wap.money.reinforcement import ProductionRoll, ReinforcementPhase, funds, producers
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sequence import BeginTurn
from napwidgets.systems.wap.setting import (
    AUSTRIA,
    ENGLAND,
    FRANCE,
    NATIONS,
    PORTUGAL,
    PRUSSIA,
    RUSSIA,
    SPAIN,
    nation_number,
)
from napwidgets.systems.wap.state import (
    DEAD,
    ENGLISH,
    FRENCH,
    OFF,
    WOUNDED,
    Keel,
    War,
)
from tests.systems.wap.campaign import (
    BAVARIA,
    DENMARK,
    ENGLISH_SEAT,
    FRENCH_SEAT,
    SAXONY,
    at,
    buying,
    campaign,
    city,
    context,
    fallen_bavaria,
    play,
    pooled,
    refusal,
    run,
    run_one,
    thrown,
    where,
)
from tests.systems.wap.navy import surprise
from tests.systems.wap.test_c_to_e import opening


def test_j_6_a_a_sunk_ship_waits_in_its_states_force_pool() -> None:
    x = context()
    s = surprise(x, 4)
    assert (s.captives, s.docks[FRANCE]) == ((), (1, 0))
    s = s.push(Purchase(FRENCH_SEAT, FRANCE, 10))
    assert any(isinstance(move, m.BuyShip) for move in s.agenda[-1].options(x, s, None))


def test_j_1_d_the_force_pools_at_the_start_are_those_of_1805() -> None:
    _, s = opening()
    pools = {name: s.pools[nation_number(name)] for name in ("France", "Austria", "Spain", "Holland")}
    assert pools == {
        "France": parse("4I 1C 1GI"),
        "Austria": parse("4I 1C"),
        "Spain": parse("3I 1C"),
        "Holland": parse(""),
    }
    assert not any(any(dock) for dock in s.docks)


def test_j_1_e_the_fallen_go_to_their_force_pool_the_wounded_come_back_and_the_killed_never() -> None:
    x = context()
    s = lose(x, campaign(x, [("3524", "Bavaria", "3I")]), {0: parse("2I")})
    assert s.pools[BAVARIA] == parse("2I")
    assert at(x, s, "3524", "Bavaria") == parse("1I")
    ney, murat = x.setting.leader_number["Ney"], x.setting.leader_number["Murat"]
    hit = campaign(x, turn=4, agenda=(BeginTurn(),)).leader(ney, place=WOUNDED, back=4).leader(murat, place=DEAD)
    assert where(x, run_one(x, replace(hit, turn=3)), "Ney") == WOUNDED
    later = run_one(x, hit)
    assert (where(x, later, "Ney"), where(x, later, "Murat")) == (OFF, DEAD)
    buying = replace(later, segment=FRENCH, agenda=(Purchase(FRENCH_SEAT, FRANCE, 2),))
    waiting = {move.leader for move in buying.agenda[-1].options(x, buying, None) if isinstance(move, m.Place)}
    assert (ney in waiting, murat in waiting) == (True, False)


def test_j_2_a_no_more_than_four_come_to_a_minors_city_either() -> None:
    x = context()
    lent = tuple(6 if n == PORTUGAL else 0 for n in range(len(NATIONS)))
    s = campaign(x, segment="anti-French", agenda=(MinorPurchase(ENGLISH_SEAT, 2),))
    s = play(x, replace(pooled(s, Portugal="6I"), lent=lent), m.Buy(PORTUGAL, 0, 3, city(x, "Lisbon")))
    assert refusal(x, s, m.Buy(PORTUGAL, 0, 2, city(x, "Lisbon"))) == "WAP J.2.a"
    s = play(x, s, m.Buy(PORTUGAL, 0, 1, city(x, "Lisbon")))
    assert at(x, s, "Lisbon", "Portugal") == parse("4I")
    assert not s.agenda, "nothing more can be bought"


def test_j_3_a_a_neutral_minor_produces_nothing_not_even_a_satellite_of_a_neutral_player() -> None:
    x = context(options=Options(prussian_seat=True))
    saxon, danish = m.Buy(SAXONY, 0, 1, city(x, "Dresden")), m.Buy(DENMARK, 0, 1, city(x, "Copenhagen"))
    s = campaign(x, segment="neutral", agenda=(MinorPurchase(x.setting.seats.index("prussian"), 2),))
    s = pooled(s, Denmark="2I", Saxony="2I")
    assert [refusal(x, s, buy) for buy in (saxon, danish)] == ["WAP J.3.a"] * 2
    assert not [move for move in s.agenda[-1].options(x, s, None) if isinstance(move, m.Buy)]
    at_war = replace(s, status=campaign(x, status={"Prussia": "anti-French"}).status, segment=ENGLISH)
    at_war.agenda[-1].check(x, at_war, saxon)


def test_j_2_h_points_lent_to_a_neutral_minor_lapse_and_count_no_longer_for_the_limit_of_a_turn() -> None:
    x = context()
    s = campaign(x, segment="neutral", agenda=(ReinforcementPhase(),))
    s = run_one(x, replace(s, lent=tuple(6 if n in (DENMARK, PRUSSIA) else 0 for n in range(len(NATIONS)))))
    assert (s.lent[DENMARK], s.lent[PRUSSIA]) == (0, 6)


def test_j_3_c_the_troops_of_a_minor_serve_the_major_that_controls_it() -> None:
    x = context()
    before = campaign(x, [("Ulm", "Bavaria", "2I")])
    assert (x.army_faction(before, before.armies[0]), x.army_seat(before, before.armies[0])) == (FRENCH, FRENCH_SEAT)
    s = fallen_bavaria(x)
    army = next(army for army in s.armies if NATIONS[army.nation] == "Bavaria")
    assert (x.army_faction(s, army), x.army_seat(s, army)) == (ENGLISH, ENGLISH_SEAT)


def test_j_1_f_each_january_the_force_pools_grow_once() -> None:
    x = context("1806-01")
    s = campaign(x, grown=(1805,) * 23, agenda=(ReinforcementPhase(),))
    once = run_one(x, s)
    assert once.pools[FRANCE] == parse("8I 2C 1GI")
    again = run_one(x, replace(once, agenda=(ReinforcementPhase(),)))
    assert again.pools[FRANCE] == parse("8I 2C 1GI")


def test_j_2_b_six_or_more_gives_two_points_for_each_city() -> None:
    x = context()
    s = pooled(campaign(x, segment="anti-French", agenda=(ProductionRoll(ENGLISH_SEAT),)), Austria="9I")
    for die, each, points in ((5, 1, "one point"), (6, 2, "two points")):
        log: list[Event] = []
        after = run(x, s, thrown(die), log)
        told = next(event.text for event in log if event.kind == "production")
        assert told == f"England, Austria and Russia: {points} for each production city."
        austria = next(p for p in after.agenda if isinstance(p, Purchase) and p.nation == AUSTRIA)
        assert (austria.red, austria.black) == (4 * 2 * each, 2 * 2 * each)


def test_j_2_b_a_city_in_enemy_hands_gives_nothing() -> None:
    x = context()
    s = campaign(x, segment="anti-French", control={"Vienna": "France"})
    assert funds(x, s, AUSTRIA, ENGLISH_SEAT, 1).red == 3 * 2


def test_j_2_c_napoleon_in_france_adds_one() -> None:
    x = context()
    for home, points_each in (("Paris", 2), ("Vienna", 1)):
        s = pooled(campaign(x, leaders={"Napoleon": home}, agenda=(ProductionRoll(FRENCH_SEAT),)), France="9I")
        french = next(p for p in run(x, s, thrown(5)).agenda if isinstance(p, Purchase) and p.nation == FRANCE)
        assert french.red == 4 * 2 * points_each


def test_j_2_c_a_war_with_america_takes_one_from_englands_die() -> None:
    x = context()
    s = pooled(campaign(x, segment="anti-French", agenda=(ProductionRoll(ENGLISH_SEAT),)), England="9I")
    for wars, points_each in (((), 2), ((War(ENGLAND, 1, parse("")),), 1)):
        after = run(x, replace(s, wars=wars), thrown(6))
        english = next(p for p in after.agenda if isinstance(p, Purchase) and p.nation == ENGLAND)
        assert english.red == 2 * 2 * points_each


def test_j_2_a_four_points_come_to_one_city_and_none_beside_an_enemy() -> None:
    x = context()
    s = pooled(buying(x, AUSTRIA, 20, armies=[("Prague", "France", "1I")]), Austria="9I")
    assert refusal(x, s, m.Buy(AUSTRIA, 0, 5, city(x, "Vienna"))) == "WAP J.2.a"
    assert refusal(x, s, m.Buy(AUSTRIA, 0, 1, city(x, "Prague"))) == "WAP J.2.a"
    assert refusal(x, s, m.Buy(AUSTRIA, 0, 1, city(x, "Linz"))) == "WAP J.2.a"
    s = play(x, s, m.Buy(AUSTRIA, 0, 4, city(x, "Vienna")))
    assert at(x, s, "Vienna", "Austria") == parse("4I")


def test_j_2_a_troops_come_to_a_city_that_the_enemy_holds_but_has_left_and_it_is_their_states_again() -> None:
    x = context()
    s = pooled(buying(x, AUSTRIA, 20, control={"Prague": "France"}), Austria="9I")
    order = m.Buy(AUSTRIA, 0, 1, city(x, "Prague"))
    assert order in s.agenda[-1].options(x, s, None)
    after = play(x, s, order)
    assert at(x, after, "Prague", "Austria") == parse("1I")
    assert x.holder(after, order.city) == AUSTRIA
    there = [("Prague", "France", "1C")]
    held = pooled(buying(x, AUSTRIA, 20, armies=there, control={"Prague": "France"}), Austria="9I")
    assert refusal(x, held, order) == "WAP J.2.a"
    assert order not in held.agenda[-1].options(x, held, None)
    # Who is at peace buys only where nobody else holds the city (I.2.e), and Venice is gone for good (I.2.i).
    peace = replace(s, status=(*s.status[:2], 0, *s.status[3:]), segment=0, conquered=(0, 0, FRENCH, 0, 0, 0))
    assert refusal(x, peace, order) == "WAP J.2.a"
    gone = replace(s, pressburg=True, control=campaign(x, control={"Venice": "North Italy"}).control)
    assert refusal(x, gone, m.Buy(AUSTRIA, 0, 1, city(x, "Venice"))) == "WAP J.2.a"


def test_j_7_landwehr_for_nothing_and_landwehr_bought_are_four_in_a_city_together() -> None:
    x = context("1809-04")
    s = campaign(x, segment="anti-French", agenda=(ReinforcementPhase(),))
    s = pooled(s, Austria="9L")
    after = run(x, s, thrown(1, 1, 1, 1))
    assert at(x, after, "Vienna", "Austria") == parse("2L")
    while after.agenda[-1].nation != AUSTRIA:
        after = play(x, after, m.Done())
    assert refusal(x, after, m.Buy(AUSTRIA, L, 3, city(x, "Vienna"))) == "WAP J.2.a"
    after = play(x, after, m.Buy(AUSTRIA, L, 2, city(x, "Vienna")))
    assert at(x, after, "Vienna", "Austria") == parse("4L")
    assert after.agenda[-1].why_not(x, after, L, 4, city(x, "Prague")) is None


@pytest.mark.parametrize(("poland", "paying"), [(None, True), ("Prussia", False), ("France", False)])
def test_j_2_b_warsaw_pays_the_state_that_it_belongs_to_and_no_other(poland: str | None, paying: bool) -> None:
    x = context()
    control = {} if poland is None else {"Warsaw": "Poland"}
    s = campaign(x, masters={"Poland": poland}, control=control, status={"Prussia": "anti-French"})
    warsaw = city(x, "Warsaw")
    assert (warsaw in x.own_cities(s, PRUSSIA)) is paying
    assert (warsaw in x.cities_of(s, nation_number("Poland"))) is True


@pytest.mark.parametrize(
    ("kind", "cost"), [("I", 2), ("C", 4), ("GI", 4), ("GC", 6), ("CC", 2), ("L", 1), ("M", 1), ("P", 1)]
)
def test_j_2_d_what_a_strength_point_costs(kind: str, cost: int) -> None:
    x = context()
    k = ("I", "C", "CC", "GI", "GC", "L", "M", "P").index(kind)
    s = pooled(buying(x, AUSTRIA, 12), Austria=f"1{kind}")
    log: list[Event] = []
    assert sum(play(x, s, m.Buy(AUSTRIA, k, 1, city(x, "Vienna")), log=log).pools[AUSTRIA]) == 0
    assert log[0].data["tally"] == {"half points": -cost}
    poor = pooled(buying(x, AUSTRIA, cost - 1), Austria=f"1{kind} 1I")
    assert refusal(x, poor, m.Buy(AUSTRIA, k, 1, city(x, "Vienna"))) == "WAP J.2.d"


def test_j_2_e_black_cities_pay_for_landwehr_only() -> None:
    x = context()
    s = pooled(buying(x, AUSTRIA, 0, 4), Austria="2I 3L")
    assert refusal(x, s, m.Buy(AUSTRIA, 0, 1, city(x, "Vienna"))) == "WAP J.2.d"
    s = play(x, s, m.Buy(AUSTRIA, 5, 3, city(x, "Vienna")))
    assert at(x, s, "Vienna", "Austria") == parse("3L")


def test_j_2_f_a_leader_comes_when_his_month_has_come() -> None:
    for first, there in (("1805-09", False), ("1809-01", True)):
        x = context(first)
        eugene = x.setting.leader_number["Eugene"]
        s = pooled(buying(x, FRANCE, 2), France="1I")
        assert (m.Place(eugene, city(x, "Paris")) in s.agenda[-1].options(x, s, None)) is there


def test_j_2_g_three_french_major_cities_count_beside_paris() -> None:
    x = context()
    assert len(x.own_cities(campaign(x), FRANCE)) == 4
    lost_west = dict.fromkeys(("Bordeaux", "Nantes", "Toulouse", "Lyon", "Marseille", "Strasbourg"), "England")
    assert len(x.own_cities(campaign(x, control=lost_west), FRANCE)) == 3


def test_j_2_g_no_more_than_three_french_major_cities_raise_troops_in_a_phase() -> None:
    x = context()
    s = pooled(buying(x, FRANCE, 40), France="20I")
    for name in ("Bordeaux", "Nantes", "Lyon"):
        s = play(x, s, m.Buy(FRANCE, 0, 1, city(x, name)))
    fourth = m.Buy(FRANCE, 0, 1, city(x, "Toulouse"))
    assert refusal(x, s, fourth) == "WAP J.2.g"
    assert fourth not in s.agenda[-1].options(x, s, None)
    s = play(x, s, m.Buy(FRANCE, 0, 3, city(x, "Lyon")))
    s = play(x, s, m.Buy(FRANCE, 0, 4, city(x, "Paris")))
    assert at(x, s, "Lyon", "France") == at(x, s, "Paris", "France") == parse("4I")


def test_j_2_i_the_english_player_buys_for_neutrals_without_a_player() -> None:
    x = context()
    assert producers(x, campaign(x, segment="neutral")) == {PRUSSIA: ENGLISH_SEAT}
    assert producers(x, campaign(x)) == {FRANCE: FRENCH_SEAT, SPAIN: FRENCH_SEAT}


def test_j_2_h_what_is_not_spent_lapses() -> None:
    x = context()
    s = pooled(buying(x, AUSTRIA, 6), Austria="1I")
    log: list[Event] = []
    play(x, s, m.Done(), log=log)
    assert log[0].data["tally"] == {"half points": -6}


@pytest.mark.parametrize(("halves", "told"), [(1, "0.5 points"), (2, "1 point"), (3, "1.5 points")])
def test_j_2_h_a_single_point_that_lapses_is_told_as_one(halves: int, told: str) -> None:
    x = context()
    log: list[Event] = []
    play(x, pooled(buying(x, AUSTRIA, halves), Austria="1I"), m.Done(), log=log)
    assert log[0].text == f"Austria lets {told} lapse."
    lent = replace(campaign(x), lent=tuple(halves if n == DENMARK else 0 for n in range(len(NATIONS))))
    lapsed(lent, [DENMARK], log)
    assert log[-1].text == f"Denmark lets {told.replace('point', 'lent point')} lapse."


def test_j_5_a_england_saves_up_to_ten_points() -> None:
    x = context()
    assert play(x, pooled(buying(x, ENGLAND, 26), England="1I"), m.Done()).saved == 20
    assert play(x, pooled(buying(x, ENGLAND, 8), England="1I"), m.Done()).saved == 8


def test_j_3_b_one_minor_of_each_group_buys() -> None:
    x = context()
    s = campaign(x, agenda=(MinorPurchase(FRENCH_SEAT, 1),))
    s = pooled(s, Bavaria="2I", Wurtemburg="1I", Holland="1I")
    s = play(x, s, m.Buy(nation_number("Bavaria"), 0, 1, city(x, "Munich")))
    assert refusal(x, s, m.Buy(nation_number("Wurtemburg"), 0, 1, city(x, "Stuttgart"))) == "WAP J.3.b"
    assert refusal(x, s, m.Buy(nation_number("Bavaria"), 0, 1, city(x, "Munich"))) == "WAP J.2.d"
    s = play(x, s, m.Buy(nation_number("Holland"), 0, 1, city(x, "Amsterdam")))
    assert at(x, s, "Amsterdam", "Holland") == parse("1I")


def test_j_4_d_militia_and_partisans_rise_only_against_an_invader() -> None:
    x = context()
    s = pooled(buying(x, SPAIN, 6), Spain="1M 1P")
    assert refusal(x, s, m.Buy(SPAIN, 7, 1, city(x, "Seville"))) == "WAP J.4.d"
    for near in (("Lisbon", "England", "1I"), ("Badajoz", "Spain", "1I"), ("Badajoz", "France", "1I")):
        s = pooled(buying(x, SPAIN, 6, armies=[near]), Spain="1M 1P")
        assert refusal(x, s, m.Buy(SPAIN, 7, 1, city(x, "Seville"))) == "WAP J.4.d", near
    s = pooled(buying(x, SPAIN, 6, armies=[("Lisbon", "England", "1I"), ("Badajoz", "England", "1I")]), Spain="1M 1P")
    s.agenda[-1].check(x, s, m.Buy(SPAIN, 7, 1, city(x, "Seville")))


def test_j_5_d_england_buys_two_land_units_in_a_phase() -> None:
    x = context()
    s = pooled(buying(x, ENGLAND, 20), England="5I")
    assert refusal(x, s, m.Buy(ENGLAND, 0, 3, city(x, "London"))) == "WAP J.5.d"
    s = play(x, s, m.Buy(ENGLAND, 0, 2, city(x, "London")))
    assert refusal(x, s, m.Buy(ENGLAND, 0, 1, city(x, "Dublin"))) == "WAP J.5.d"


def test_j_5_f_england_adds_a_naval_unit_each_january() -> None:
    x = context("1806-01")
    s = campaign(x, segment="anti-French", grown=(1805,) * 23, agenda=(ReinforcementPhase(),))
    assert run_one(x, s).docks[ENGLAND] == (1, 0)


def test_j_6_c_a_ship_by_instalments() -> None:
    x = context()
    s = buying(x, ENGLAND, 12).dock(ENGLAND, 1, 0)
    port = next(move.city for move in s.agenda[-1].options(x, s, None) if isinstance(move, m.BuyShip))
    s = play(x, s, m.BuyShip(ENGLAND, 2, city=port))
    assert s.keels == (Keel(ENGLAND, 8, False),)
    s = play(x, s, m.BuyShip(ENGLAND, 8, keel=0, city=port))
    assert not s.keels
    assert [(f.nation, f.squadrons, f.inside) for f in s.fleets] == [(ENGLAND, 1, True)]
    assert s.docks[ENGLAND] == (0, 0)


def test_j_5_e_plymouths_points_pay_for_ships_alone_and_are_spent_first() -> None:
    x = context()
    purse = funds(x, campaign(x, segment="anti-French"), ENGLAND, ENGLISH_SEAT, 1)
    assert (purse.red, purse.white) == (4, 2)
    s = pooled(buying(x, ENGLAND, 10, white=2).dock(ENGLAND, 1, 0), England="1I")
    after = play(x, s, m.BuyShip(ENGLAND, 4, city=city(x, "Plymouth")))
    assert (after.agenda[-1].red, after.agenda[-1].white) == (8, 0)
    poor = pooled(buying(x, ENGLAND, 0, white=2), England="1I")
    assert refusal(x, poor, m.Buy(ENGLAND, 0, 1, city(x, "London"))) == "WAP J.2.d"


def test_j_6_d_spanish_ships_cost_thirty_points() -> None:
    x = context()
    s = buying(x, SPAIN, 10).dock(SPAIN, 1, 0)
    move = next(move for move in s.agenda[-1].options(x, s, None) if isinstance(move, m.BuyShip))
    assert play(x, s, move).keels == (Keel(SPAIN, 50, False),)


def called_up(x: Context, nation: int, segment: str = "anti-French", **more: Any) -> int:
    """The landwehr that a state with twelve points of it in its force pool calls up for nothing."""
    s = campaign(x, segment=segment, grown=(1815,) * 23, agenda=(ReinforcementPhase(),), **more)
    return 12 - run_one(x, s.pool(nation, parse("12L"))).pools[nation][5]


def test_j_7_a_austria_and_prussia_alone_have_landwehr_for_nothing() -> None:
    x = context("1814-06")
    more = {"status": {"Prussia": "anti-French", "Spain": "anti-French"}}
    called = {NATIONS[n] for n in range(len(NATIONS)) if called_up(x, n, **more)}
    assert called == {"Austria", "Prussia"}


def test_j_7_b_austria_has_landwehr_for_nothing_from_1809_while_it_holds_vienna() -> None:
    assert [called_up(context(first), AUSTRIA) for first in ("1808-12", "1809-01")] == [0, 2]
    assert called_up(context("1809-01"), AUSTRIA, control={"Vienna": "France"}) == 0
    assert called_up(context("1809-01"), AUSTRIA, "pro-French", status={"Austria": "pro-French"}) == 0


def test_j_7_c_prussia_has_landwehr_for_nothing_from_1813_while_it_holds_berlin() -> None:
    at_war: dict[str, Any] = {"status": {"Prussia": "anti-French"}}
    assert [called_up(context(first), PRUSSIA, **at_war) for first in ("1812-12", "1813-01")] == [0, 2]
    assert called_up(context("1813-01"), PRUSSIA, control={"Berlin": "France"}, **at_war) == 0


def test_kiev_gives_nothing_while_russia_fights_turkey() -> None:
    x = context()
    s = campaign(x, segment="anti-French")
    war = War(RUSSIA, 1, parse(""))
    assert funds(x, s, RUSSIA, 1, 1).red - funds(x, replace(s, wars=(war,)), RUSSIA, 1, 1).red == 2
