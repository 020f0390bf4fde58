"""G and H: alliances, foreign wars, prisoners, minors made."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.odds import percent
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import FACTION_OF, Context
from napwidgets.systems.wap.face.goals import standing
from napwidgets.systems.wap.forces import NONE, parse
from napwidgets.systems.wap.money.production import (
    MinorPurchase,
    Purchase,
)
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.setting import (
    AUSTRIA,
    ENGLAND,
    FRANCE,
    NATIONS,
    PRUSSIA,
    RUSSIA,
    SPAIN,
    Setting,
    nation_number,
)
from napwidgets.systems.wap.state import (
    ENGLISH,
    EXILE,
    FRENCH,
    NEUTRAL,
    OFF,
    Captives,
    Fleet,
    State,
    War,
)
from napwidgets.systems.wap.states import alliances
from napwidgets.systems.wap.states.alliances import OPENING
from napwidgets.systems.wap.states.conquest import conquer, settle
from napwidgets.systems.wap.states.diplomacy import AlliancePhase, StandChoice, court_odds
from napwidgets.systems.wap.states.politics import capture, exchange_prisoners, free_prisoners, invaded, turn_state
from napwidgets.systems.wap.states.wars import ForeignWars, end_wars, send_to_wars
from napwidgets.systems.wap.tables import Tables
from tests.systems.wap.campaign import (
    BAVARIA,
    ENGLISH_SEAT,
    EVERY_AUSTRIAN_CITY,
    SAXONY,
    at,
    board,
    campaign,
    context,
    courting,
    place,
    play,
    pooled,
    refusal,
    run,
    run_one,
    thrown,
)
from tests.systems.wap.navy import fleet, ships, surprise
from tests.systems.wap.test_c_to_e import opening


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


def test_g_2_e_leaders_come_and_minors_buy_while_troops_are_owed() -> None:
    x = context()
    war = War(ENGLAND, 1, NONE, owed=parse("2I"))
    s = campaign(x, segment="anti-French", wars=(war,), agenda=(MinorPurchase(1, 2), Purchase(1, ENGLAND, 8)))
    s = pooled(s, England="2I", Portugal="2I")
    assert {type(move).__name__ for move in s.agenda[-1].options(x, s, None)} == {"Place", "Done"}
    s = replace(s, agenda=s.agenda[:1])
    assert any(isinstance(move, m.Buy) for move in s.agenda[-1].options(x, s, None))


def test_g_2_e_squadrons_off_a_port_or_at_sea_go_to_a_foreign_war() -> None:
    x = context()
    war = War(ENGLAND, 1, NONE, owed_ships=(2, 1))
    sea = [fleet(x, "Atlantic Ocean", ENGLAND, 1, 1), fleet(x, "Brest", ENGLAND, 3, inside=False)]
    s = send_to_wars(x, campaign(x, fleets=sea, wars=(war,)), [])
    assert (s.wars[0].squadrons, s.wars[0].transports) == (2, 1)
    assert ships(x, s, "Brest", ENGLAND) == [(1, 0, False)], "off a port before at sea"
    # Those in port go first; a besieged port and the Global zones are out of reach.
    port = [*sea, fleet(x, "Plymouth", ENGLAND, 2)]
    assert ships(x, send_to_wars(x, campaign(x, fleets=port, wars=(war,)), []), "Brest", ENGLAND) == [(3, 0, False)]
    far = [fleet(x, "West Africa", ENGLAND, 3), fleet(x, "Lisbon", ENGLAND, 3)]
    shut = [("Lisbon", "France", "3I"), ("inside Lisbon", "Portugal", "1I")]
    assert not send_to_wars(x, campaign(x, shut, fleets=far, wars=(war,)), []).wars[0].squadrons
    assert send_to_wars(x, campaign(x, shut[:1], fleets=far, wars=(war,)), []).wars[0].squadrons == 2


def test_g_2_e_nelsons_ships_go_last_and_he_does_not_stay_at_sea_alone() -> None:
    x = context()
    war = War(ENGLAND, 1, NONE, owed_ships=(2, 0))
    his = fleet(x, "Mediterranean Sea", ENGLAND, 2)
    s = campaign(x, leaders={"Nelson": "Mediterranean Sea"}, fleets=[his], wars=(war,))
    assert send_to_wars(x, s, []).leaders[x.setting.nelson].place == OFF
    more = x.with_fleets(s, [his, fleet(x, "Atlantic Ocean", ENGLAND, 1)])
    after = send_to_wars(x, more, [])
    assert ships(x, after, "Mediterranean Sea", ENGLAND) == [(1, 0, False)]
    assert after.leaders[x.setting.nelson].place == place(x, "Mediterranean Sea")


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


def test_h_1_e_westphalia_takes_over_those_in_captivity_too() -> None:
    x = context()
    s = campaign(x, [("Cassel", "France", "1I")], status={"Prussia": "anti-French"})
    for nation, under in (("Hesse", -1), ("Brunswick", -1), ("Hanover", ENGLAND), ("Saxony", -1)):
        s = capture(s, ENGLAND, nation_number(nation), parse("1I"), under=under)
    s = settle(x, s, [])
    found = {(NATIONS[c.nation], c.under): c.count for c in s.captives}
    assert found == {
        ("Westphalia", -1): parse("2I"),
        ("Hanover", ENGLAND): parse("1I"),
        ("Saxony", -1): parse("1I"),
    }


@pytest.mark.parametrize(("master", "left"), [("France", []), ("Austria", [AUSTRIA, BAVARIA])])
def test_g_3_b_nobody_gives_prisoners_for_men_of_his_enemys_own_side(master: str, left: list[int]) -> None:
    x = context()
    s = capture(campaign(x, masters={"Bavaria": master}), FRANCE, AUSTRIA, parse("3I"))
    s = exchange_prisoners(x, capture(s, AUSTRIA, BAVARIA, parse("3I")), [])
    assert [c.nation for c in s.captives] == left


@pytest.mark.parametrize(("prussia", "left"), [("neutral", [AUSTRIA]), ("anti-French", [AUSTRIA, SAXONY])])
def test_g_3_c_men_of_satellites_are_free_when_their_major_makes_peace(prussia: str, left: list[int]) -> None:
    x = context()
    s = campaign(x, status={"Prussia": "anti-French"})
    for nation in (AUSTRIA, SAXONY):
        s = capture(s, FRANCE, nation, parse("2I"))
    s = turn_state(x, s, PRUSSIA, FACTION_OF[prussia], [], "G.1")
    assert [c.nation for c in s.captives] == left
    assert s.pools[SAXONY] == parse("" if SAXONY in left else "2I")


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


@pytest.mark.parametrize("months", [10, 11])
@pytest.mark.parametrize("nation", [ENGLAND, RUSSIA])
def test_g_2_d_how_likely_peace_comes_next_month_is_told(months: int, nation: int) -> None:
    x = context()
    s = campaign(x, turn=1 + months, wars=(War(nation, 1, parse("2I"), 2, 1),))
    then = replace(s, turn=s.turn + 1)
    ends = Fraction(sum(not end_wars(x, then, thrown(die), []).wars for die in range(1, 7)), 6)
    told = {fact.name: fact.value for fact in standing(x, s)}
    name = f"{NATIONS[nation]} fights overseas"
    assert told[name] == f"2 strength points away; peace next month with {percent(ends)}"
    last = replace(s, turn=x.setting.scenario.turns.count)
    assert {fact.name: fact.value for fact in standing(x, last)}[name] == "2 strength points away"


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


def test_g_3_a_who_forced_their_surrender_holds_prisoners() -> None:
    x = context()
    s = surprise(x, 5)
    assert s.captives == (Captives(ENGLAND, FRANCE, parse(""), 1),)
    assert s.docks[FRANCE] == (0, 0)


def test_i_2_f_france_and_england_go_to_war_again_on_their_own_side_alone() -> None:
    x = context()
    beaten: dict[str, Any] = {"status": {"France": "neutral"}, "segment": "neutral", "agenda": (AlliancePhase(),)}
    waiting = campaign(x, **beaten, conquered=(ENGLISH, 0, 0, 0, 0, 0)).pool(FRANCE, parse("1I"))
    s = run_one(x, waiting)
    assert not [step for step in s.agenda if isinstance(step, StandChoice)], "not before its force pool is empty"
    s = run_one(x, campaign(x, **beaten))
    (stand,) = [step for step in s.agenda if isinstance(step, StandChoice)]
    assert (stand.major, stand.options(x, s, None)) == (FRANCE, (m.Stand(NEUTRAL), m.Stand(FRENCH)))
    away = s.leader(x.setting.napoleon, place=EXILE)
    s = run_one(x, replace(away, agenda=(AlliancePhase(),)))
    assert not [step for step in s.agenda if isinstance(step, StandChoice)], "not while Napoleon is in exile"
    s = run_one(x, campaign(x, status={"England": "neutral"}, segment="neutral", agenda=(AlliancePhase(),)))
    (stand,) = [step for step in s.agenda if isinstance(step, StandChoice)]
    assert stand.options(x, s, None) == (m.Stand(NEUTRAL), m.Stand(ENGLISH))


def test_g_1_l_england_courts_spain_from_1808_on() -> None:
    early = Context(Setting(context().setting.scenario, board(), Options(), Tables()))
    s = courting(early, ENGLISH)
    assert refusal(early, s, m.Court(SPAIN)) == "WAP G.1.l"
    later = replace(s, turn=29)
    assert early.setting.month(29) == (1808, 1)
    assert m.Court(SPAIN) in later.agenda[-1].options(early, later, None)
    assert court_odds(early, s, ENGLISH, SPAIN) == 0 < court_odds(early, later, ENGLISH, SPAIN, 5)
