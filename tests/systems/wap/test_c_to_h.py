"""C to H: victory, seats, the turn, alliances, foreign wars, prisoners, minors made."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from napwidgets.systems.wap import alliances
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.conquest import conquer, settle
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.diplomacy import (
    AlliancePhase,
    ForeignWars,
    StandChoice,
    send_to_wars,
)
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.politics import capture, exchange_prisoners, free_prisoners, invaded
from napwidgets.systems.wap.production import (
    Purchase,
)
from napwidgets.systems.wap.sequence import Segment
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, PRUSSIA, RUSSIA, SPAIN, nation_number
from napwidgets.systems.wap.state import (
    ENGLISH,
    FRENCH,
    NEUTRAL,
    State,
)
from napwidgets.systems.wap.victory import check_turn, points
from tests.systems.wap.campaign import (
    ENGLISH_SEAT,
    EVERY_AUSTRIAN_CITY,
    at,
    campaign,
    context,
    courting,
    phases,
    play,
    pooled,
    refusal,
    run,
    run_one,
    thrown,
)

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
