"""I: conquest, suing for peace, conquered states."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.land.attrition import AttritionPhase
from napwidgets.systems.wap.money.production import MinorPurchase
from napwidgets.systems.wap.money.reinforcement import ProductionRoll, funds
from napwidgets.systems.wap.setting import (
    AUSTRIA,
    ENGLAND,
    FRANCE,
    NATIONS,
    PRUSSIA,
    SPAIN,
    nation_number,
)
from napwidgets.systems.wap.state import (
    ENGLISH,
    FRENCH,
    NEUTRAL,
    Army,
    State,
)
from napwidgets.systems.wap.states.conquest import MinorTroops, conquer, lost, recover
from napwidgets.systems.wap.states.diplomacy import (
    AlliancePhase,
    SuitForPeace,
    capital_lost,
)
from napwidgets.systems.wap.states.politics import capture, invaded
from tests.systems.wap.campaign import (
    BAVARIA,
    ENGLISH_SEAT,
    EVERY_AUSTRIAN_CITY,
    FRENCH_SEAT,
    at,
    campaign,
    city,
    context,
    fallen_bavaria,
    place,
    play,
    pooled,
    refusal,
    run,
    run_one,
    thrown,
    where,
)


def beaten_austria(x: Context, **more: str) -> State:
    """Austria after its conquest by the French side; ``more`` says who holds cities of it."""
    s = campaign(x, [("3524", "Austria", "12I")], status={"Austria": "neutral"}, control=more, segment="neutral")
    return replace(pooled(s, Austria="5I"), conquered=(0, 0, FRENCH, 0, 0, 0))


def test_i_2_e_a_conquered_neutral_suffers_no_attrition_and_buys_with_the_cities_it_has() -> None:
    x = context()
    s = beaten_austria(x, Prague="France")
    assert funds(x, s, AUSTRIA, ENGLISH_SEAT, 1).red == 3 * 2
    starved = run(x, replace(s, segment=FRENCH, agenda=(AttritionPhase(),)), thrown(6))
    assert at(x, starved, "3524", "Austria") == parse("12I")
    s = run(x, replace(s, agenda=(ProductionRoll(ENGLISH_SEAT),)), thrown(1))
    while s.agenda[-1].nation != AUSTRIA:
        s = play(x, s, m.Done())
    assert refusal(x, s, m.Buy(AUSTRIA, 0, 1, city(x, "Prague"))) == "WAP J.2.a"
    s = play(x, s, m.Buy(AUSTRIA, 0, 3, city(x, "Vienna")))
    assert at(x, s, "Vienna", "Austria") == parse("3I")


def test_i_2_h_cities_that_others_took_stay_theirs_when_the_state_goes_to_war_again() -> None:
    x = context()
    s = recover(x, pooled(beaten_austria(x, Prague="France"), Austria=""), [])
    s = invaded(x, s, AUSTRIA, FRENCH, [])
    assert s.status[AUSTRIA] == ENGLISH
    assert s.control[city(x, "Prague")] == FRANCE
    assert x.city_points(s) == (1, 0)


def test_i_3_a_the_force_pool_of_a_conquered_minor_is_its_conquerors_to_buy_from() -> None:
    x = context()
    s = fallen_bavaria(x)
    assert s.pools[BAVARIA] == parse("3I")
    buy = m.Buy(BAVARIA, 0, 1, city(x, "Munich"))
    mine, theirs = (s.push(MinorPurchase(seat, 1)) for seat in (ENGLISH_SEAT, FRENCH_SEAT))
    assert at(x, play(x, mine, buy), "Munich", "Bavaria") == parse("1I")
    assert refusal(x, theirs, buy) == "WAP J.3.b"


def test_i_1_all_production_cities_in_foreign_hands() -> None:
    x = context()
    s = campaign(x, control=EVERY_AUSTRIAN_CITY)
    assert lost(x, s, AUSTRIA)
    assert not lost(x, campaign(x, control={**EVERY_AUSTRIAN_CITY, "Graz": "Austria"}), AUSTRIA)


def test_i_1_a_england_falls_with_london_and_plymouth() -> None:
    x = context()
    assert lost(x, campaign(x, control={"London": "France", "Plymouth": "France"}), ENGLAND)
    assert not lost(x, campaign(x, control={"London": "France", "Dublin": "France"}), ENGLAND)


def test_i_1_b_france_falls_with_paris_and_three_of_its_cities() -> None:
    x = context()
    three = dict.fromkeys(("Paris", "Lyon", "Strasbourg"), "Austria")
    assert not lost(x, campaign(x, control=three), FRANCE)
    assert lost(x, campaign(x, control={**three, "Brussels": "Austria"}), FRANCE)


def test_i_2_a_conquered_state_is_neutral_its_troops_abroad_are_gone_and_its_prisoners_free() -> None:
    x = context()
    s = campaign(
        x,
        [("Munich", "Austria", "4I"), ("Brunn", "Austria", "2I")],
        {"Charles": "Munich"},
        control=EVERY_AUSTRIAN_CITY,
    )
    s = conquer(x, capture(s, AUSTRIA, FRANCE, parse("1I")), AUSTRIA, [])
    assert s.status[AUSTRIA] == NEUTRAL
    assert s.conquered[AUSTRIA] == FRENCH
    assert s.pools[AUSTRIA] == parse("4I")
    assert at(x, s, "Brunn", "Austria") == parse("2I")
    assert where(x, s, "Charles") == -1
    assert s.pools[FRANCE] == parse("1I")


def test_i_2_b_troops_of_a_conquered_state_abroad_go_to_its_pool_even_with_its_capital_free() -> None:
    x = context()
    s = campaign(x, [("Munich", "Austria", "2I")])
    assert conquer(x, s, AUSTRIA, []).pools[AUSTRIA] == parse("2I")


def test_i_2_f_with_an_empty_pool_it_is_a_neutral_like_others() -> None:
    x = context()
    s = replace(campaign(x), conquered=(0, 0, FRENCH, 0, 0, 0))
    assert recover(x, s, []).conquered[AUSTRIA] == 0
    assert recover(x, pooled(s, Austria="1I"), []).conquered[AUSTRIA] == FRENCH


def test_i_2_a_militia_that_can_not_rise_keeps_conquered_spain_neutral_no_longer() -> None:
    x = context()
    spain = campaign(x, status={"Spain": "neutral"}, segment="neutral", conquered=(0, 0, 0, 0, 0, FRENCH))
    assert recover(x, pooled(spain, Spain="4M 2P"), []).conquered[SPAIN] == 0
    assert recover(x, pooled(spain, Spain="1I 4M 2P"), []).conquered[SPAIN] == FRENCH
    prussia = replace(spain, conquered=(0, 0, 0, FRENCH, 0, 0))
    assert recover(x, pooled(prussia, Prussia="2M"), []).conquered[PRUSSIA] == FRENCH


def test_i_2_g_who_has_lost_his_capital_may_sue_and_the_conqueror_answers() -> None:
    x = context()
    s = campaign(x, segment="anti-French", control={"Vienna": "France"}, agenda=(SuitForPeace(AUSTRIA),))
    s = play(x, s, m.SueForPeace(AUSTRIA))
    assert x.setting.seats[s.agenda[-1].side(x, s)] == "french"
    assert play(x, s, m.Done()).status[AUSTRIA] == ENGLISH
    assert play(x, s, m.Accept()).conquered[AUSTRIA] == FRENCH


@pytest.mark.parametrize(("major", "capital"), [(FRANCE, "Paris"), (ENGLAND, "London"), (AUSTRIA, "Vienna")])
def test_i_2_g_every_major_whose_capital_the_enemy_holds_may_sue(major: int, capital: str) -> None:
    x = context()
    foe = "Austria" if major == FRANCE else "France"
    for segment in ("neutral", "pro-French", "anti-French"):
        s = campaign(x, segment=segment, control={capital: foe}, agenda=(AlliancePhase(),))
        assert SuitForPeace(major) in run_one(x, s).agenda, "in any Alliance Phase"
        assert not capital_lost(x, campaign(x, segment=segment), major)
        assert not capital_lost(x, campaign(x, control={"Berlin": "France"}), PRUSSIA), "a neutral asks for no peace"


def test_i_2_g_a_peace_that_frees_another_capital_leaves_no_suit_for_it() -> None:
    x = context()
    held = {"Vienna": "France", "Paris": "Austria"}
    s = run(x, campaign(x, segment="anti-French", control=held, agenda=(AlliancePhase(),)), thrown())
    assert s.agenda[-1] == SuitForPeace(AUSTRIA)
    at_war = play(x, s, m.Done())
    assert at_war.agenda[-1] == SuitForPeace(FRANCE)
    peace = play(x, play(x, s, m.SueForPeace(AUSTRIA)), m.Accept())
    assert SuitForPeace(FRANCE) not in peace.agenda


def test_i_2_i_pressburg_gives_venice_to_north_italy() -> None:
    x = context()
    s = conquer(x, campaign(x, control=EVERY_AUSTRIAN_CITY), AUSTRIA, [])
    assert s.pressburg
    assert NATIONS[s.control[city(x, "Venice")]] == "North Italy"


def test_i_3_b_a_die_disperses_the_troops_of_a_conquered_minor_or_turns_them() -> None:
    x = context()
    bavaria = nation_number("Bavaria")
    s = campaign(
        x, [("Ratisbon", "Bavaria", "3I")], masters={"Bavaria": "Austria"}, agenda=(MinorTroops(bavaria, FRANCE),)
    )
    assert run(x, s, thrown(3)).pools[bavaria] == parse("3I")
    assert at(x, run(x, s, thrown(4)), "Ratisbon", "Bavaria") == parse("3I")


@pytest.mark.parametrize(("beside", "stay"), [("", True), ("Austria", True), ("Prussia", True), ("France", False)])
def test_i_3_b_troops_that_turn_step_aside_from_their_former_friends_alone(beside: str, stay: bool) -> None:
    x = context()
    bavaria = nation_number("Bavaria")
    armies = [("Ratisbon", "Bavaria", "3I"), *([("Ratisbon", beside, "1I")] if beside else [])]
    s = campaign(x, armies, masters={"Bavaria": "Austria"}, agenda=(MinorTroops(bavaria, FRANCE),))
    s = run(x, s, thrown(4))
    places = {army.hex for army in s.armies if army.nation == bavaria}
    if stay:
        assert places == {place(x, "Ratisbon")}
    else:
        assert places <= {way.hex for way in x.setting.ways[place(x, "Ratisbon")]}
        assert len(places) == 1


@pytest.mark.parametrize(("saxony", "pool"), [("Prussia", "2I"), ("Austria", "")])
def test_i_3_b_they_do_not_step_aside_into_neutral_land(saxony: str, pool: str) -> None:
    x = context()
    land = nation_number("Saxony")
    near = ((h, [way.hex for way in x.setting.ways[h]]) for h, n in enumerate(x.setting.owner) if n == BAVARIA)
    here, around = next((h, ways) for h, ways in near if any(x.setting.owner[n] == land for n in ways))
    french = [Army(h, FRANCE, parse("1I")) for h in (here, *around) if x.setting.owner[h] != land]
    s = campaign(x, masters={"Bavaria": "Austria", "Saxony": saxony}, agenda=(MinorTroops(BAVARIA, FRANCE),))
    s = run(x, x.with_armies(s, [*french, Army(here, BAVARIA, parse("2I"))]), thrown(4))
    assert s.pools[BAVARIA] == parse(pool)


def test_i_3_c_polish_troops_stay_with_france() -> None:
    x = context()
    poland = nation_number("Poland")
    s = campaign(x, [("Posen", "Poland", "3I")], masters={"Poland": "Russia"}, agenda=(MinorTroops(poland, FRANCE),))
    s = run(x, s, thrown())
    assert x.army_faction(s, s.armies[0]) == FRENCH
