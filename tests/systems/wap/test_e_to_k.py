"""C to E and G to K on the map: the turn, alliances, minors, conquest, production, foreign wars, options."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Event
from napwidgets.systems.wap import alliances
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.conquest import MinorTroops, conquer, lost, recover, settle
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.diplomacy import (
    AlliancePhase,
    CourtChoice,
    ForeignWars,
    StandChoice,
    SuitForPeace,
    send_to_wars,
)
from napwidgets.systems.wap.fleets import NavalPhase
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.obligations import answer, owed
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.politics import capture, exchange_prisoners, free_prisoners, invaded
from napwidgets.systems.wap.production import (
    MinorPurchase,
    ProductionRoll,
    Purchase,
    ReinforcementPhase,
    funds,
    producers,
)
from napwidgets.systems.wap.raiding import BasesPhase, RateFalls
from napwidgets.systems.wap.sequence import BeginTurn, Segment
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, NATIONS, PRUSSIA, RUSSIA, SPAIN, nation_number
from napwidgets.systems.wap.state import (
    DEAD,
    ENGLISH,
    FRENCH,
    NEUTRAL,
    OFF,
    Fleet,
    Keel,
    State,
    War,
    at_sea,
    fleet_number,
)
from napwidgets.systems.wap.victory import check_turn, points
from tests.systems.wap.campaign import at, campaign, context, place, play, run, thrown, where

FRENCH_SEAT, ENGLISH_SEAT = 0, 1
EVERY_AUSTRIAN_CITY = dict.fromkeys(("Vienna", "Prague", "Buda-Pest", "Venice", "Graz", "Brunn"), "France")


def refusal(x: Context, s: State, move: m.Move) -> str:
    """The paragraph that a refusal cites."""
    with pytest.raises(IllegalMove) as caught:
        s.agenda[-1].check(x, s, move)
    return caught.value.cites[0]


def pooled(s: State, **pools: str) -> State:
    """A state with some force pools."""
    for name, force in pools.items():
        s = s.pool(nation_number(name), parse(force))
    return s


def city(x: Context, name: str) -> int:
    """The number of a city."""
    return x.setting.city_number[x.board.city(name).name]


def phases(x: Context, s: State) -> list[str]:
    """What a segment lays out, in the order in which it is done."""
    return [type(step).__name__ for step in reversed(run_one(x, s).agenda)]


def run_one(x: Context, s: State) -> State:
    """Run the top step."""
    after: State = s.agenda[-1].run(x, s, thrown(), [])
    return after


# C Victory


def test_c_1_a_conquering_spain_with_fifteen_cities_wins_at_once() -> None:
    x = context()
    held = dict.fromkeys(("Madrid", "Barcelona", "Seville", "Valencia", "Corunna"), "France")
    few = campaign(x, status={"Spain": "anti-French"}, control=held)
    assert x.production_cities(few, FRENCH) >= 15
    won = conquer(x, few, SPAIN, [])
    assert won.ended is not None
    assert (won.ended.winner, won.ended.ending) == ("french", "conquest")
    poor = campaign(
        x, status={"Spain": "anti-French"}, control={"Madrid": "France", "Paris": "England", "Milan": "Austria"}
    )
    assert conquer(x, replace(poor, masters=tuple(range(23))), SPAIN, []).ended is None


def test_c_1_conquest_of_austria_does_not_win() -> None:
    x = context()
    assert conquer(x, campaign(x, control=EVERY_AUSTRIAN_CITY), AUSTRIA, []).ended is None


def test_c_2_the_most_production_cities_win_when_the_months_are_over() -> None:
    x = context()
    s = check_turn(x, campaign(x, turn=120, control={"Paris": "England"}), [])
    assert s.ended is not None
    assert s.ended.ending == "cities"
    counts = dict(points(x, s))
    assert s.ended.winner == max(counts, key=counts.__getitem__)


def test_c_1_b_french_troops_in_paris_at_the_end_of_august_1815_win() -> None:
    x = context()
    s = campaign(x, [("Paris", "France", "1I")], turn=120)
    ended = check_turn(x, s, []).ended
    assert ended is not None
    assert ended.ending == "paris"
    beaten = check_turn(x, replace(s, ever=(FRANCE,)), []).ended
    assert beaten is not None
    assert beaten.ending == "cities"


def test_c_3_c_a_year_after_napoleon_is_killed_the_campaign_ends() -> None:
    x = context()
    s = campaign(x, turn=30, napoleon=19)
    assert check_turn(x, s, []).ended is None
    ended = check_turn(x, replace(s, napoleon=18), []).ended
    assert ended is not None
    assert ended.ending == "napoleon"


# D, E


def test_d_3_seats_as_chosen() -> None:
    x = context(options=Options(russian_seat=True, spanish_seat=True))
    s = campaign(x)
    assert x.setting.seats == ("french", "english", "russian", "spanish")
    assert [x.commander(s, n) for n in (FRANCE, ENGLAND, AUSTRIA, PRUSSIA, RUSSIA, SPAIN)] == [0, 1, 1, -1, 2, 3]


def test_d_3_f_the_spanish_player_counts_his_cities_twice() -> None:
    x = context(options=Options(spanish_seat=True))
    assert dict(points(x, campaign(x)))["spanish"] == 10


def test_e_the_order_of_the_phases() -> None:
    x = context(options=Options(lloyds=True))
    s = campaign(x, agenda=(Segment(FRENCH),))
    assert phases(x, s) == [
        "NavalPhase", "RateFalls", "AttritionPhase", "AlliancePhase", "ReinforcementPhase", "MovementPhase",
        "CombatPhase", "SiegePhase", "EndSegment",
    ]  # fmt: skip
    s = campaign(x, agenda=(Segment(ENGLISH),))
    assert phases(x, s) == [
        "NavalPhase", "AttritionPhase", "AlliancePhase", "ReinforcementPhase", "MovementPhase", "BasesPhase",
        "CombatPhase", "SiegePhase", "EndSegment",
    ]  # fmt: skip


def test_e_1_the_neutral_segment_has_no_attrition_and_no_combat() -> None:
    x = context(options=Options(prussian_seat=True))
    s = campaign(x, agenda=(Segment(NEUTRAL),))
    assert phases(x, s) == ["NavalPhase", "ReinforcementPhase", "MovementPhase", "AlliancePhase", "EndSegment"]


# G Alliances


def courting(x: Context, faction: int, **more: Any) -> State:
    """A faction about to court a state."""
    name, seat = ("pro-French", 0) if faction == FRENCH else ("anti-French", 1)
    return campaign(x, segment=name, agenda=(CourtChoice(seat),), **more)


def test_g_1_d_a_low_die_turns_prussia_one_step_to_france_and_g_1_e_a_high_one_to_england() -> None:
    x = context()
    # Net modifier +1 at the start: two for France, three against.
    s = play(x, courting(x, FRENCH), m.Court(PRUSSIA), thrown(1))
    assert s.status[PRUSSIA] == NEUTRAL
    s = play(x, courting(x, ENGLISH), m.Court(PRUSSIA), thrown(5))
    assert s.status[PRUSSIA] == ENGLISH
    assert s.history[-1] == (1, PRUSSIA, ENGLISH)


def test_g_1_k_points_lent_help_the_english_roll_alone() -> None:
    x = context()
    lent = (0, 0, 0, 4, *(0,) * 19)
    for faction, die, status in ((ENGLISH, 3, ENGLISH), (FRENCH, 1, NEUTRAL)):
        s = replace(courting(x, faction), lent=lent)
        assert play(x, s, m.Court(PRUSSIA), thrown(die)).status[PRUSSIA] == status


@pytest.mark.parametrize(
    ("state", "cite"), [("England", "WAP G.1.d"), ("Spain", "WAP G.1.d"), ("Holland", "WAP G.1.d")]
)
def test_g_1_d_whom_the_french_may_not_court(state: str, cite: str) -> None:
    x = context()
    assert refusal(x, courting(x, FRENCH), m.Court(nation_number(state))) == cite


def test_d_3_nobody_courts_a_state_with_a_player_and_i_2_a_nobody_a_conquered_one() -> None:
    x = context(options=Options(prussian_seat=True))
    assert refusal(x, courting(x, FRENCH), m.Court(PRUSSIA)) == "WAP D.3"
    x = context()
    s = replace(courting(x, FRENCH), conquered=(0, 0, 0, FRENCH, 0, 0))
    assert refusal(x, s, m.Court(PRUSSIA)) == "WAP I.2.a"


def test_g_1_c_a_neutral_player_chooses_and_g_1_d_one_in_a_faction_may_leave_it() -> None:
    x = context(options=Options(prussian_seat=True, spanish_seat=True))
    s = campaign(x, segment="neutral", agenda=(StandChoice(PRUSSIA),))
    assert s.agenda[-1].options(x, s, None) == (m.Stand(NEUTRAL), m.Stand(FRENCH), m.Stand(ENGLISH))
    assert play(x, s, m.Stand(FRENCH)).status[PRUSSIA] == FRENCH
    s = campaign(x, agenda=(StandChoice(SPAIN),))
    assert play(x, s, m.Stand(NEUTRAL)).status[SPAIN] == NEUTRAL


def test_g_1_f_a_minor_follows_its_production_city() -> None:
    x = context()
    s = campaign(x, [("Munich", "Austria", "2I")], segment="anti-French")
    after = settle(x, s, [])
    bavaria = nation_number("Bavaria")
    assert after.masters[bavaria] == AUSTRIA
    assert x.faction(after, bavaria) == ENGLISH


def test_g_1_f_a_group_is_a_power_when_all_its_cities_are() -> None:
    x = context()
    s = campaign(x)
    assert [x.group_faction(s, g) for g in range(4)] == [NEUTRAL] * 4
    s = campaign(x, masters={"Naples": "France", "Dalmatia": "France"})
    assert x.group_faction(s, 1) == FRENCH


def test_g_1_f_and_m_who_attacks_a_neutral_drives_it_to_the_other_side() -> None:
    x = context()
    s = invaded(x, campaign(x), nation_number("Sweden"), FRENCH, [])
    assert x.faction(s, nation_number("Sweden")) == ENGLISH
    s = invaded(x, campaign(x), PRUSSIA, ENGLISH, [])
    assert s.status[PRUSSIA] == FRENCH
    s = invaded(x, campaign(x), nation_number("Saxony"), FRENCH, [])
    assert s.status[PRUSSIA] == ENGLISH


def test_g_1_h_and_i_city_points() -> None:
    x = context()
    s = campaign(x, control={"Vienna": "France", "Paris": "England", "Lyon": "England", "Madrid": "England"})
    assert x.city_points(s) == (1, 3)


def test_g_1_e_only_the_english_roll_for_spain_and_g_1_l_never_for_france() -> None:
    x = context()
    s = courting(x, ENGLISH)
    assert m.Court(SPAIN) in s.agenda[-1].options(x, s, None)
    assert refusal(x, s, m.Court(FRANCE)) in ("WAP G.1.d", "WAP G.1.l")


def test_g_1_l_france_is_never_courted() -> None:
    x = context()
    s = replace(courting(x, ENGLISH), status=(NEUTRAL, ENGLISH, ENGLISH, NEUTRAL, ENGLISH, FRENCH))
    assert m.Court(FRANCE) not in s.agenda[-1].options(x, s, None)


def test_g_1_i_french_cities_in_other_hands_raise_the_die() -> None:
    x = context()
    weights = alliances.weights(x.tables, x.politics(campaign(x, control={"Lyon": "England"})))
    assert ("cities in anti-French hands", 1, "WAP G.1.i") in [(w.name, w.value, w.cite) for w in weights]


def test_g_1_j_a_conquest_wipes_out_the_victory_points() -> None:
    x = context()
    s = replace(campaign(x, control=EVERY_AUSTRIAN_CITY), withdrew=True)
    assert x.politics(s).napoleon_withdrew
    assert not x.politics(conquer(x, s, AUSTRIA, [])).napoleon_withdrew


def test_g_1_e_england_never_leaves_its_faction_and_others_may() -> None:
    x = context(options=Options(austrian_seat=True))
    s = run_one(x, campaign(x, segment="anti-French", agenda=(AlliancePhase(),)))
    assert [step.major for step in s.agenda if isinstance(step, StandChoice)] == [AUSTRIA]
    assert StandChoice(AUSTRIA).options(x, s, None) == (m.Stand(ENGLISH), m.Stand(NEUTRAL))


def test_g_1_m_troops_abroad_come_home_when_their_state_leaves() -> None:
    x = context(options=Options(spanish_seat=True))
    s = campaign(x, [("Paris", "Spain", "2I"), ("Madrid", "Spain", "1I")], agenda=(StandChoice(SPAIN),))
    s = play(x, s, m.Stand(NEUTRAL))
    assert at(x, s, "Madrid", "Spain") == parse("3I")
    assert at(x, s, "Paris", "Spain") == parse("")


def test_g_2_c_a_war_with_turkey_takes_troops_from_pool_and_map() -> None:
    x = context()
    s = campaign(x, [("Moscow", "Russia", "3I 1C")], agenda=(ForeignWars(),))
    s = pooled(s, Russia="4I")
    s = run(x, s, thrown(2, 1))
    assert [(war.nation, war.since) for war in s.wars] == [(RUSSIA, 1)]
    assert s.wars[0].count == parse("5I 1C")
    assert at(x, s, "Moscow", "Russia") == parse(""), "the map comes before the pool"
    assert s.pools[RUSSIA] == parse("2I")
    assert send_to_wars(x, s, []) == s


def test_g_2_e_besieged_troops_stay_and_nothing_is_deployed_while_troops_are_owed() -> None:
    x = context()
    s = campaign(x, [("inside Moscow", "Russia", "3I 1C")], agenda=(ForeignWars(),))
    s = pooled(run(x, s, thrown(2, 1)), Russia="2I")
    assert at(x, s, "Moscow", "Russia") == parse("3I 1C")
    buy = m.Buy(RUSSIA, 0, 1, x.setting.city_number["Moscow"])
    s = replace(s, agenda=(Purchase(ENGLISH_SEAT, RUSSIA, 8),), segment=ENGLISH)
    assert refusal(x, s, buy) == "WAP G.2.e"
    play(x, replace(s, wars=()), buy)


def test_k_8_c_raids_on_north_america_make_war_likelier() -> None:
    x = context()
    s = campaign(x, agenda=(ForeignWars(),))
    assert not run(x, s, thrown(2, 2)).wars
    assert run(x, replace(s, raided_america=True), thrown(2, 2)).wars


def test_g_3_b_prisoners_are_exchanged_point_for_point_in_january() -> None:
    x = context()
    s = capture(campaign(x), FRANCE, AUSTRIA, parse("3I 1C"))
    s = capture(s, ENGLAND, SPAIN, parse("2I"), (1, 0))
    s = exchange_prisoners(x, s, [])
    assert [(c.captor, c.count, c.squadrons) for c in s.captives] == [
        (FRANCE, parse("2I"), 0),
        (ENGLAND, parse(""), 1),
    ]
    assert (s.pools[AUSTRIA], s.pools[SPAIN]) == (parse("1I 1C"), parse("2I"))
    assert not free_prisoners(x, s, (FRANCE, ENGLAND), []).captives


# H Minors made


def occupied(x: Context, at_city: str, by: str) -> State:
    """A city in which troops of a state stand, and what follows from that."""
    return settle(x, campaign(x, [(at_city, by, "1I")], status={"Prussia": "anti-French"}), [])


def test_h_1_french_troops_and_not_those_of_satellites_make_a_minor() -> None:
    x = context()
    poland = nation_number("Poland")
    assert occupied(x, "Warsaw", "France").masters[poland] == FRANCE
    assert occupied(x, "Warsaw", "Bavaria").masters[poland] == -1


def test_h_1_a_dalmatia_is_made_at_trieste() -> None:
    x = context()
    dalmatia = nation_number("Dalmatia")
    assert occupied(x, "Trieste", "France").masters[dalmatia] == FRANCE
    assert occupied(x, "Laibach", "France").masters[dalmatia] == -1


def test_h_1_d_the_rhine_confederation_is_made_at_frankfurt() -> None:
    x = context()
    rhine = nation_number("Rhine Confederation")
    assert occupied(x, "Frankfurt", "France").masters[rhine] == FRANCE
    assert occupied(x, "Coblenz", "France").masters[rhine] == -1


def test_h_1_e_westphalia_ends_brunswick_hanover_and_hesse_and_takes_their_troops() -> None:
    x = context()
    s = campaign(x, [("Cassel", "France", "1I"), ("Brunswick", "Brunswick", "2I")], status={"Prussia": "anti-French"})
    s = settle(x, pooled(s, Hesse="1I"), [])
    assert [s.masters[nation_number(name)] for name in ("Brunswick", "Hanover", "Hesse")] == [-1, -1, -1]
    assert at(x, s, "Brunswick", "Westphalia") == parse("2I")
    assert s.pools[nation_number("Westphalia")] == parse("1I")


# I Conquest


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


def test_i_2_g_who_has_lost_his_capital_may_sue_and_the_conqueror_answers() -> None:
    x = context()
    s = campaign(x, segment="anti-French", control={"Vienna": "France"}, agenda=(SuitForPeace(AUSTRIA),))
    s = play(x, s, m.SueForPeace(AUSTRIA))
    assert x.setting.seats[s.agenda[-1].side(x, s)] == "french"
    assert play(x, s, m.Done()).status[AUSTRIA] == ENGLISH
    assert play(x, s, m.Accept()).conquered[AUSTRIA] == FRENCH


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


def test_i_3_c_polish_troops_stay_with_france() -> None:
    x = context()
    poland = nation_number("Poland")
    s = campaign(x, [("Posen", "Poland", "3I")], masters={"Poland": "Russia"}, agenda=(MinorTroops(poland, FRANCE),))
    s = run(x, s, thrown())
    assert x.army_faction(s, s.armies[0]) == FRENCH


# J Production


def buying(x: Context, nation: int, red: int, black: int = 0, white: int = 0, **more: Any) -> State:
    """A state that has points (in halves) to spend."""
    side = "pro-French" if nation in (FRANCE, SPAIN) else "anti-French"
    seat = FRENCH_SEAT if side == "pro-French" else ENGLISH_SEAT
    return campaign(x, segment=side, agenda=(Purchase(seat, nation, red, black, white),), **more)


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
    for die, each in ((5, 1), (6, 2)):
        after = run(x, s, thrown(die))
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


# K Options


def test_k_1_a_bernadotte_leaves_for_sweden() -> None:
    x = context("1810-08", Options(bernadotte=True))
    marshal, prince = (x.setting.leader_number[name] for name in ("Bernadotte", "Bernadotte of Sweden"))
    s = campaign(x, leaders={"Bernadotte": "Paris"}, agenda=(BeginTurn(),))
    assert x.arrived(s, prince)
    assert not context("1810-08").arrived(s, prince)
    gone = run_one(x, s)
    assert (gone.leaders[marshal].place, gone.leaders[prince].place) == (DEAD, OFF)
    killed = run_one(x, s.leader(marshal, place=DEAD))
    assert killed.leaders[prince].place == DEAD


def test_k_2_b_young_blucher_leads_no_more_than_three_strength_points_well() -> None:
    x = context(options=Options(blucher=True))
    i = x.setting.leader_number["Blucher"]
    for force, rating in (("3I", 2), ("4I", 0)):
        s = campaign(x, [("Berlin", "Prussia", force)], leaders={"Blucher": "Berlin"})
        assert x.rating(s, i) == rating


def test_k_2_c_blucher_leads_as_many_as_he_likes_once_prussia_was_conquered_or_his_month_has_come() -> None:
    x = context(options=Options(blucher=True))
    i = x.setting.leader_number["Blucher"]
    s = campaign(x, [("Berlin", "Prussia", "9I")], leaders={"Blucher": "Berlin"})
    assert x.rating(s, i) == 0
    assert x.rating(replace(s, ever=(PRUSSIA,)), i) == 2
    assert x.rating(replace(s, turn=x.setting.leaders[i].arrives - x.setting.first + 1), i) == 2


def test_k_3_a_schwarzenberg_is_there_from_the_start_and_leads_nobody_well() -> None:
    played, plain = context(options=Options(schwarzenberg=True)), context()
    i = played.setting.leader_number["Schwarzenberg"]
    s = campaign(played, leaders={"Schwarzenberg": "Vienna", "Charles": "Vienna"})
    assert (played.arrived(s, i), plain.arrived(s, i)) == (True, False)
    assert played.rating(s, i) == 0


def test_k_3_b_schwarzenberg_comes_into_his_own_when_charles_is_dead_or_austria_was_conquered() -> None:
    x = context(options=Options(schwarzenberg=True))
    i = x.setting.leader_number["Schwarzenberg"]
    s = campaign(x, leaders={"Schwarzenberg": "Vienna", "Charles": "Vienna"})
    assert x.rating(s.leader(x.setting.leader_number["Charles"], place=DEAD), i) == 2
    assert x.rating(replace(s, ever=(AUSTRIA,)), i) == 2


def test_k_4_b_a_state_won_for_france_sends_troops() -> None:
    x = context(options=Options(expeditionary=True))
    s = replace(
        courting(x, FRENCH, armies=[("Berlin", "Prussia", "9I 3C")]),
        status=(FRENCH, ENGLISH, NEUTRAL, NEUTRAL, NEUTRAL, FRENCH),
    )
    s = play(x, s, m.Court(PRUSSIA), thrown(1, (3, 2)))
    lent = next(army for army in s.armies if army.under == FRANCE)
    assert lent.count == parse("5I 1C")


def attacked_prussia(x: Context, dice: Dice, *armies: tuple[str, str, str], leaders: dict[str, str]) -> State:
    """Prussia joins France because the anti-French side attacked it."""
    s = campaign(x, list(armies), leaders, segment="anti-French")
    return run(x, invaded(x, s, PRUSSIA, ENGLISH, []), dice)


def test_k_4_b_so_does_one_that_joins_france_because_it_was_attacked() -> None:
    x = context(options=Options(expeditionary=True))
    s = attacked_prussia(x, thrown((4, 4), 0), ("Berlin", "Prussia", "9I 3C"), leaders={"Ruchel": "Berlin"})
    lent = next(army for army in s.armies if army.under == FRANCE)
    assert (lent.count, lent.hex) == (parse("8I 2C"), place(x, "Berlin"))
    seated = context(options=Options(expeditionary=True, prussian_seat=True))
    s = attacked_prussia(seated, thrown(), ("Berlin", "Prussia", "9I 3C"), leaders={})
    assert [army.under for army in s.armies] == [-1]
    s = attacked_prussia(context(), thrown(), ("Berlin", "Prussia", "9I 3C"), leaders={})
    assert [army.under for army in s.armies] == [-1]


def test_k_4_b_troops_with_an_enemy_in_their_hex_stay_with_their_state() -> None:
    x = context(options=Options(expeditionary=True))
    s = attacked_prussia(
        x,
        thrown((6, 6), 0),
        ("Berlin", "Prussia", "4I"),
        ("Berlin", "Austria", "9I"),
        ("Breslau", "Prussia", "2I 1C"),
        ("Konigsberg", "Prussia", "5I"),
        leaders={"Ruchel": "Berlin", "Hohenlohe": "Breslau"},
    )
    lent = next(army for army in s.armies if army.under == FRANCE)
    assert (lent.count, lent.hex) == (parse("7I 1C"), place(x, "Konigsberg"))
    assert at(x, s, "Berlin", "Prussia") == parse("4I")
    assert (where(x, s, "Ruchel"), where(x, s, "Hohenlohe")) == (place(x, "Berlin"), place(x, "Konigsberg"))


def raiders(x: Context, since: int) -> State:
    """French squadrons in the Caribbean since a turn."""
    zone = x.setting.zone_number("Caribbean")
    return campaign(
        x, fleets=[Fleet(at_sea(zone), FRANCE, 3, since=since)], turn=3, agenda=(RateFalls(), NavalPhase(FRENCH_SEAT))
    )


def test_k_8_a_raiders_must_have_been_there_and_k_8_d_the_rate_falls() -> None:
    x = context(options=Options(lloyds=True))
    zone = x.setting.zone_number("Caribbean")
    assert refusal(x, raiders(x, 3), m.Raid(zone)) == "WAP K.8.a"
    s = play(x, raiders(x, 2), m.Raid(zone), thrown((6, 5)))
    # Two dice 11, three squadrons, traffic 4, less ten: 8; then less 3.
    assert s.rate == 2 * (5 + 8 - 3)
    assert s.rates == (20,)
    quiet = run(x, replace(raiders(x, 3), rate=40, agenda=(RateFalls(),)), thrown())
    assert quiet.rate == 2 * (20 - 6)


def test_k_8_e_squadrons_in_the_global_zones_meet_the_duty() -> None:
    x = context(options=Options(lloyds=True))
    s = replace(campaign(x, fleets=[Fleet(at_sea(8), ENGLAND, 3)]), rate=20)
    assert answer(x, s).squadrons == 3
    assert [duty.met for duty in owed(x, s)] == [True]
    s = replace(campaign(x, fleets=[Fleet(at_sea(1), ENGLAND, 3)]), rate=20)
    assert [duty.met for duty in owed(x, s)] == [False]


def test_k_8_i_at_twenty_per_cent_england_pays_before_it_can_end_its_purchases() -> None:
    x = context(options=Options(lloyds=True))
    s = pooled(replace(buying(x, ENGLAND, 10), rate=40), England="1I")
    assert refusal(x, s, m.Done()) == "WAP K.8.i"
    s = play(x, s, m.PayLloyds())
    assert s.spent == 6
    assert s.agenda[-1].red == 4
    play(x, s, m.Done())


def test_k_8_h_at_fifteen_per_cent_a_city_gives_one_point() -> None:
    x = context(options=Options(lloyds=True))
    s = campaign(x, segment="anti-French")
    assert funds(x, replace(s, rate=28), ENGLAND, ENGLISH_SEAT, 2).red == 8
    assert funds(x, replace(s, rate=30), ENGLAND, ENGLISH_SEAT, 2).red == 4


def test_k_8_j_at_thirty_per_cent_ships_and_men_and_points() -> None:
    x = context(options=Options(lloyds=True))
    fleets = [Fleet(at_sea(8), ENGLAND, 3, 1, troops_of=ENGLAND, aboard=parse("2I"))]
    s = replace(campaign(x, fleets=fleets), rate=60, spent=6)
    assert [(duty.cite, duty.met) for duty in owed(x, s) if duty.cite == "WAP K.8.j"] == [("WAP K.8.j", True)] * 3


def test_k_8_n_a_sea_is_attacked_more_than_once_with_other_ships_and_points() -> None:
    x = context(options=Options(lloyds=True))
    zone = x.setting.zone_number("Indian Ocean")
    fleets = [Fleet(at_sea(zone), ENGLAND, 4)]
    s = campaign(x, segment="anti-French", fleets=fleets, spent=6, agenda=(BasesPhase(ENGLISH_SEAT),))
    s = play(x, s, m.AttackBases(zone, 2, points=2), thrown((6, 6)))
    assert refusal(x, s, m.AttackBases(zone, 3)) == "WAP K.8.m"
    s = play(x, s, m.AttackBases(zone, 2, points=1), thrown((6, 6)))
    assert s.bases[zone] == 2


def test_k_8_o_in_european_seas_only_ships_at_sea_attack_bases() -> None:
    x = context(options=Options(lloyds=True))
    zone = x.setting.zone_number("Mediterranean Sea")
    fleets = [Fleet(at_sea(zone), ENGLAND, 1), Fleet(place(x, "Toulon"), ENGLAND, 2)]
    s = campaign(x, segment="anti-French", fleets=fleets, agenda=(BasesPhase(ENGLISH_SEAT),))
    assert refusal(x, s, m.AttackBases(zone, 2)) == "WAP K.8.m"
    s.agenda[-1].check(x, s, m.AttackBases(zone, 1))


def test_k_8_i_ships_must_leave_while_they_can() -> None:
    x = context(options=Options(lloyds=True))
    home = place(x, "Plymouth")
    s = campaign(
        x,
        segment="anti-French",
        fleets=[Fleet(home, ENGLAND, 3, inside=True)],
        rate=60,
        agenda=(NavalPhase(ENGLISH_SEAT),),
    )
    assert refusal(x, s, m.Done()) == "WAP K.8.j"
    route = (1, 6)
    s = play(x, s, m.Sail(fleet_number(s, 0), 3, 0, route, at_sea(6)))
    assert not s.agenda


def test_k_8_k_a_catastrophic_rate_stops_loans() -> None:
    x = context(options=Options(lloyds=True))
    s = campaign(
        x,
        segment="anti-French",
        fleets=[Fleet(place(x, "London"), ENGLAND, 0, 1, inside=True)],
        rate=80,
        saved=10,
        agenda=(NavalPhase(ENGLISH_SEAT),),
    )
    move = m.Sail(fleet_number(s, 0), 0, 1, (2, 4), place(x, "Danzig"), cargo=m.Cargo(points=2))
    assert refusal(x, s, move) == "WAP K.8.k"


def test_k_8_l_an_attack_on_bases_and_k_8_m_its_modifier_stays() -> None:
    x = context(options=Options(lloyds=True))
    zone = x.setting.zone_number("Indian Ocean")
    s = campaign(
        x, segment="anti-French", fleets=[Fleet(at_sea(zone), ENGLAND, 2)], spent=6, agenda=(BasesPhase(ENGLISH_SEAT),)
    )
    assert refusal(x, s, m.AttackBases(zone, 3)) == "WAP K.8.m"
    assert refusal(x, s, m.AttackBases(zone, 2, points=4)) == "WAP K.8.m"
    won = play(x, s, m.AttackBases(zone, 2, points=3), thrown((3, 3)))
    assert won.bases[zone] == 1
    assert won.spent == 0
    failed = play(x, s, m.AttackBases(zone, 2), thrown((3, 3)))
    assert failed.bases[zone] == 0
