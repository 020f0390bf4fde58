"""G to J: the display at the start, wars far away, prisoners, conquered states and minors, force pools and losses."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.alliances import OPENING
from napwidgets.systems.wap.attrition import AttritionPhase
from napwidgets.systems.wap.conquest import recover, settle
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.diplomacy import AlliancePhase, ForeignWars, end_wars
from napwidgets.systems.wap.encounters import SeaFight
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.losses import lose
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.politics import invaded
from napwidgets.systems.wap.production import MinorPurchase, ProductionRoll, Purchase, ReinforcementPhase, funds
from napwidgets.systems.wap.sequence import BeginTurn
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, NATIONS, PORTUGAL, PRUSSIA, RUSSIA, nation_number
from napwidgets.systems.wap.state import (
    ATTACKING,
    DEAD,
    ENGLISH,
    FRENCH,
    OFF,
    SAILING,
    WOUNDED,
    Captives,
    Fleet,
    State,
    War,
)
from tests.systems.wap.campaign import (
    at,
    campaign,
    city,
    context,
    place,
    play,
    pooled,
    refusal,
    run,
    run_one,
    thrown,
    where,
)
from tests.systems.wap.test_c_to_e import opening

FRENCH_SEAT, ENGLISH_SEAT = 0, 1
BAVARIA, DENMARK, SAXONY = (nation_number(name) for name in ("Bavaria", "Denmark", "Saxony"))


# G


def test_g_1_b_the_markers_at_the_start() -> None:
    x, s = opening()
    politics = x.politics(s)
    assert dict(politics.markers) == OPENING
    assert (politics.french_cities, politics.english_cities, politics.napoleon_withdrew) == (0, 0, False)


@pytest.mark.parametrize(
    ("segment", "turn", "thrown_for"),
    [("pro-French", 5, True), ("pro-French", 6, False), ("anti-French", 5, False), ("neutral", 5, False)],
)
def test_g_2_a_in_january_the_french_player_throws_for_foreign_wars(segment: str, turn: int, thrown_for: bool) -> None:
    x = context()
    s = run_one(x, campaign(x, segment=segment, turn=turn, agenda=(AlliancePhase(),)))
    assert any(isinstance(step, ForeignWars) for step in s.agenda) is thrown_for


def wars(x: Context, s: State, *dice: int) -> State:
    """A January's dice for foreign wars."""
    return run(x, replace(s, agenda=(ForeignWars(),)), thrown(*dice))


def test_g_2_b_on_a_one_england_is_at_war_with_america_and_sends_ships_and_men() -> None:
    x = context()
    s = campaign(x, [("London", "England", "6I")], fleets=[Fleet(place(x, "Plymouth"), ENGLAND, 3, 2, inside=True)])
    assert not wars(x, s, 2, 2).wars
    s = wars(x, s, 1, 2)
    assert [(war.nation, war.count, war.squadrons, war.transports) for war in s.wars] == [(ENGLAND, parse("2I"), 2, 1)]
    assert [(f.squadrons, f.transports) for f in s.fleets] == [(1, 1)]


@pytest.mark.parametrize(("months", "die", "ends"), [(1, 5, False), (1, 6, True), (12, 4, False), (12, 5, True)])
def test_g_2_d_each_turn_a_die_may_make_peace_and_send_the_troops_to_the_force_pool(
    months: int, die: int, ends: bool
) -> None:
    x = context()
    s = campaign(x, turn=1 + months, wars=(War(ENGLAND, 1, parse("2I"), 2, 1),))
    s = end_wars(x, s, thrown(die), [])
    assert bool(s.wars) is not ends
    assert (s.pools[ENGLAND], s.docks[ENGLAND]) == ((parse("2I"), (2, 1)) if ends else (parse(""), (0, 0)))


def test_g_2_f_there_is_one_war_with_america_in_the_whole_campaign() -> None:
    x = context()
    s = end_wars(x, wars(x, campaign(x), 1, 6), thrown(6), [])
    assert not s.wars
    # The one die that is left is Russia's.
    assert [war.nation for war in wars(x, s, 1).wars] == [RUSSIA]


def test_g_2_g_russia_may_fight_turkey_again_and_again_but_not_twice_at_once() -> None:
    x = context()
    once = wars(x, campaign(x), 6, 1)
    assert [war.nation for war in wars(x, once, 6).wars] == [RUSSIA]
    again = wars(x, end_wars(x, once, thrown(6), []), 6, 1)
    assert [war.nation for war in again.wars] == [RUSSIA]


def fight(x: Context, die: int) -> State:
    """Two English squadrons fall upon a French one at sea, where there is no port."""
    fleets = [
        Fleet(place(x, "North Atlantic"), ENGLAND, 2, moved=ATTACKING),
        Fleet(place(x, "North Atlantic"), FRANCE, 1, moved=SAILING),
    ]
    return run(x, campaign(x, fleets=fleets, agenda=(SeaFight(ATTACKING, SAILING),)), thrown(die))


def test_g_3_a_who_forced_their_surrender_holds_prisoners() -> None:
    x = context()
    s = fight(x, 5)
    assert s.captives == (Captives(ENGLAND, FRANCE, parse(""), 1),)
    assert s.docks[FRANCE] == (0, 0)


def test_j_6_a_a_sunk_ship_waits_in_its_states_force_pool() -> None:
    x = context()
    s = fight(x, 4)
    assert (s.captives, s.docks[FRANCE]) == ((), (1, 0))
    s = s.push(Purchase(FRENCH_SEAT, FRANCE, 10))
    assert any(isinstance(move, m.BuyShip) for move in s.agenda[-1].options(x, s, None))


# I


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


def fallen_bavaria(x: Context) -> State:
    """Austrians hold Munich, and what follows."""
    s = campaign(x, [("Munich", "Austria", "3I"), ("Ulm", "Bavaria", "2I")], segment="anti-French")
    return run(x, settle(x, pooled(s, Bavaria="3I"), []), thrown(6))


def test_i_3_a_the_force_pool_of_a_conquered_minor_is_its_conquerors_to_buy_from() -> None:
    x = context()
    s = fallen_bavaria(x)
    assert s.pools[BAVARIA] == parse("3I")
    buy = m.Buy(BAVARIA, 0, 1, city(x, "Munich"))
    mine, theirs = (s.push(MinorPurchase(seat, 1)) for seat in (ENGLISH_SEAT, FRENCH_SEAT))
    assert at(x, play(x, mine, buy), "Munich", "Bavaria") == parse("1I")
    assert refusal(x, theirs, buy) == "WAP J.3.b"


# J


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
