"""F to K where sea, politics and production meet: convoys driven into port, Nelson's fate, wars far away, prizes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.system import Event
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.land.marching import evacuated
from napwidgets.systems.wap.money.production import MinorPurchase, Purchase
from napwidgets.systems.wap.money.shipyards import prizes_at_sea
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sea.cargo import transports_for
from napwidgets.systems.wap.sea.encounters import SeaFight, interception_parts
from napwidgets.systems.wap.sea.fates import give_up_prizes, lose_ships, scatter
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.sea.voyage import Voyage
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, NATIONS, PRUSSIA, SPAIN, nation_number
from napwidgets.systems.wap.state import (
    ATTACKING,
    DAMAGED,
    DEAD,
    ENGLISH,
    FRENCH,
    NEUTRAL,
    PRISONER,
    PRIZE,
    SAILING,
    Fleet,
    State,
)
from napwidgets.systems.wap.states.conquest import MinorTroops, conquer
from napwidgets.systems.wap.states.exile import ExileChoice
from napwidgets.systems.wap.states.politics import capture, free_prisoners
from napwidgets.systems.wap.states.victory import points
from napwidgets.systems.wap.trade.raiding import BasesPhase
from tests.systems.wap.campaign import (
    ENGLISH_SEAT,
    FRENCH_SEAT,
    at,
    campaign,
    context,
    place,
    play,
    refusal,
    run,
    thrown,
    where,
)
from tests.systems.wap.navy import fleet, number, sail, sea, ships

HANOVER, DENMARK, PORTUGAL = (nation_number(name) for name in ("Hanover", "Denmark", "Portugal"))


def city(x: Context, name: str) -> int:
    """A city by its name."""
    return x.setting.city_number[name]


# C, D


def test_c_2_b_who_has_most_troops_in_a_city_hex_controls_it_for_the_count() -> None:
    x = context()
    before = dict(points(x, campaign(x, [("inside Vienna", "Austria", "2I")])))
    after = dict(points(x, campaign(x, [("inside Vienna", "Austria", "2I"), ("Vienna", "France", "3I")])))
    assert after["french"] == before["french"] + 1
    assert after["english"] == before["english"] - 1


def test_d_3_f_every_city_that_spain_controls_counts_twice() -> None:
    x = context(options=Options(spanish_seat=True))
    more = dict(points(x, campaign(x, control={"Lisbon": "Spain"})))["spanish"]
    assert more == dict(points(x, campaign(x)))["spanish"] + 2


# F.3 Cargo


@pytest.mark.parametrize(
    ("foot", "horse", "load", "needed"),
    [(2, 0, 0, 1), (1, 0, 2, 1), (2, 0, 1, 2), (0, 1, 1, 2), (0, 0, 5, 1), (0, 0, 6, 2), (2, 0, 4, 2), (3, 1, 2, 3)],
)
def test_f_3_d_what_a_transport_takes(foot: int, horse: int, load: int, needed: int) -> None:
    assert transports_for(foot, horse, load) == needed


def test_f_3_h_a_transport_takes_its_own_part_of_the_troops_down() -> None:
    x = context()
    boats = Fleet(place(x, "Arctic Ocean"), ENGLAND, 0, 2, moved=SAILING, troops_of=ENGLAND, aboard=parse("3I"))
    s = lose_ships(x, campaign(x, fleets=[boats]), 0, (0, 1), -1, [])
    assert s.fleets[0].aboard == parse("1I")
    assert s.pools[ENGLAND] == parse("2I")


def convoy(x: Context, *leaders: str) -> State:
    """An English transport with troops, points and leaders on board, met by the French in the Atlantic."""
    boats = Fleet(place(x, "Atlantic Ocean"), ENGLAND, 0, 1, moved=SAILING, troops_of=ENGLAND, aboard=parse("1I"))
    hunters = Fleet(place(x, "Atlantic Ocean"), FRANCE, 2, moved=ATTACKING)
    aboard = tuple(x.setting.leader_number[name] for name in leaders)
    voyage = Voyage(aboard, 0, 2, ENGLISH_SEAT, (), place(x, "Lisbon"), True, place(x, "London"))
    return campaign(
        x,
        leaders=dict.fromkeys(leaders, "Atlantic Ocean"),
        segment="anti-French",
        fleets=[boats, hunters],
        agenda=(voyage, SeaFight(ATTACKING, SAILING)),
    )


def test_f_3_e_a_convoy_driven_into_port_lands_what_it_carries() -> None:
    x = context()
    s = run(x, convoy(x, "Moore"), thrown(6))
    port = next(f for f in s.fleets if f.nation == ENGLAND)
    assert port.inside
    assert port.aboard == parse("")
    assert [army.count for army in s.armies if army.hex == port.place] == [parse("1I")]
    assert where(x, s, "Moore") == port.place
    assert s.saved + sum(s.lent) == 4


def test_f_3_h_leaders_drown_or_are_taken_with_the_last_ship() -> None:
    x = context()
    assert where(x, run(x, convoy(x, "Moore"), thrown(1)), "Moore") == DEAD
    taken = run(x, convoy(x, "Moore"), thrown(2))
    assert where(x, taken, "Moore") == PRISONER
    assert taken.leaders[x.setting.leader_number["Moore"]].back == 5, "the exchange of January 1806"


def test_f_3_g_and_j_4_e_points_lent_to_a_minor_are_its_to_spend_and_lapse() -> None:
    x = context()
    lent = tuple(4 if n == PORTUGAL else 0 for n in range(len(NATIONS)))
    s = campaign(x, segment="anti-French", agenda=(MinorPurchase(ENGLISH_SEAT, 1),))
    s = replace(s.pool(PORTUGAL, parse("4I")), lent=lent)
    log: list[Event] = []
    s = play(x, s, m.Buy(PORTUGAL, 0, 2, city(x, "Lisbon")), log=log)
    assert s.lent[PORTUGAL] == 2, "the city's own point goes first"
    s = play(x, s, m.Done(), log=log)
    assert not any(s.lent)
    assert [event.data["tally"] for event in log if "tally" in event.data] == [{"half points": -2}] * 2


def test_h_4_danish_ships_carry_the_troops_of_the_state_that_controls_them() -> None:
    x = context()
    s = sea(
        x,
        fleet(x, "Copenhagen", DENMARK, 0, 1),
        seat=FRENCH_SEAT,
        armies=[("Copenhagen", "France", "2I")],
        leaders={"Ney": "Copenhagen"},
        masters={"Denmark": "France"},
    )
    move = sail(x, s, "Copenhagen", DENMARK, "Amsterdam", 0, 1, inside=True, cargo=m.Cargo(FRANCE, parse("2I")))
    s.agenda[-1].check(x, s, move)
    neutral = replace(s, masters=tuple(n if n == DENMARK else other for n, other in enumerate(s.masters)))
    assert refusal(x, replace(neutral, segment=FRENCH), move) == "WAP F.9"


# F.4 to F.8


def test_f_4_f_who_has_lain_in_wait_finds_ships_that_lay_on_the_same_coast_more_easily() -> None:
    x = context()
    s = sea(
        x,
        fleet(x, "Rochefort", FRANCE, 2),
        fleet(x, "Atlantic Ocean", ENGLAND, 2),
        seat=FRENCH_SEAT,
        turn=3,
    )
    s = play(x, s, sail(x, s, "Rochefort", FRANCE, "Atlantic Ocean", 2))
    hunter = next(f for f in s.fleets if f.nation == ENGLAND)
    zone = x.setting.zone_number("Atlantic Ocean")
    cites = [cite for _, _, cite in interception_parts(x, s, hunter, zone)]
    assert "WAP F.4.f" in cites
    late = [cite for _, _, cite in interception_parts(x, s, replace(hunter, since=3), zone)]
    assert "WAP F.4.f" not in late
    came = [replace(f, since=2) if f.nation == FRANCE else f for f in s.fleets]
    assert "WAP F.4.f" not in [c for _, _, c in interception_parts(x, x.with_fleets(s, came), hunter, zone)]


def test_f_4_c_blockaders_that_missed_have_had_their_die() -> None:
    x = context()
    s = sea(
        x,
        fleet(x, "Rochefort", FRANCE, 2),
        fleet(x, "Brest", ENGLAND, 3, inside=False),
        fleet(x, "Plymouth", ENGLAND, 1),
        seat=FRENCH_SEAT,
    )
    s = play(x, s, sail(x, s, "Rochefort", FRANCE, "Atlantic Ocean", 2))
    s = play(x, s, m.Intercept(number(x, s, "Brest", ENGLAND), 3), thrown(1))
    assert [f.place for f in s.fleets if f.squadrons == 3] == [place(x, "Atlantic Ocean")]
    assert {subject.hex for subject in s.agenda[-1].subjects(x, s)} == {place(x, "Plymouth")}


def test_f_7_e_a_transport_without_a_port_of_its_own_is_held_by_a_neutral() -> None:
    x = context()
    boats = Fleet(place(x, "Baltic Sea"), FRANCE, 0, 1, moved=SAILING)
    hunters = Fleet(place(x, "Baltic Sea"), ENGLAND, 2, moved=ATTACKING)
    closed = {"masters": {"Hanover": "England"}}
    s = campaign(x, fleets=[boats, hunters], **closed)  # type: ignore[arg-type]
    s = scatter(x, s, SAILING, ATTACKING, thrown(6), [])
    assert [(c.captor, c.nation, c.transports) for c in s.captives] == [(PRUSSIA, FRANCE, 1)]
    war = campaign(x, fleets=[boats, hunters], status={"Prussia": "anti-French"}, **closed)  # type: ignore[arg-type]
    assert scatter(x, war, SAILING, ATTACKING, thrown(6), []).docks[FRANCE] == (0, 1)


def test_f_8_c_nelson_is_captured_with_his_ships_and_f_8_d_comes_back() -> None:
    x = context()
    s = campaign(
        x,
        fleets=[
            Fleet(place(x, "Atlantic Ocean"), ENGLAND, 1, moved=SAILING),
            Fleet(place(x, "Atlantic Ocean"), FRANCE, 2, moved=ATTACKING),
        ],
        leaders={"Nelson": "Atlantic Ocean"},
    )
    mine = next(i for i, f in enumerate(s.fleets) if f.nation == ENGLAND)
    assert where(x, lose_ships(x, s, mine, (1, 0), ATTACKING, []), "Nelson") == PRISONER
    assert where(x, lose_ships(x, s, mine, (1, 0), -1, []), "Nelson") == DEAD


def test_f_8_c_nelson_gets_away_with_a_ship_that_does() -> None:
    x = context()
    s = campaign(
        x,
        fleets=[
            Fleet(place(x, "Atlantic Ocean"), ENGLAND, 1, moved=SAILING),
            Fleet(place(x, "Atlantic Ocean"), FRANCE, 2, moved=ATTACKING),
        ],
        leaders={"Nelson": "Atlantic Ocean"},
    )
    s = scatter(x, s, SAILING, ATTACKING, thrown(6), [])
    assert where(x, s, "Nelson") == next(f.place for f in s.fleets if f.nation == ENGLAND) >= 0


def test_f_8_h_nelson_does_not_change_ships_in_a_phase() -> None:
    x = context()
    s = sea(
        x,
        fleet(x, "Plymouth", ENGLAND, 1),
        fleet(x, "London", ENGLAND, 1),
        leaders={"Nelson": "Plymouth"},
    )
    nelson = x.setting.nelson
    s = s.leader(nelson, inside=True)
    s = play(x, s, sail(x, s, "Plymouth", ENGLAND, "London", 1, inside=True, nelson=True))
    assert where(x, s, "Nelson") == place(x, "London")
    ready = next(i for i, f in enumerate(s.fleets) if not f.moved)
    move = sail(x, s, "London", ENGLAND, "North Sea", 1, nelson=True)
    assert s.fleets[ready].place == place(x, "London")
    assert refusal(x, s, replace(move, fleet=ENGLAND * 1000 + ready)) == "WAP F.8.h"


def test_j_2_f_nelson_comes_back_to_a_port() -> None:
    x = context()
    s = campaign(x, segment="anti-French", agenda=(Purchase(ENGLISH_SEAT, ENGLAND, 0),))
    s = play(x, s, m.Place(x.setting.nelson, city(x, "Plymouth")))
    assert s.leaders[x.setting.nelson].place == place(x, "Plymouth")
    assert s.leaders[x.setting.nelson].inside


# G to J


def test_g_3_c_peace_frees_the_prisoners_on_both_sides() -> None:
    x = context()
    s = capture(capture(campaign(x), AUSTRIA, FRANCE, parse("1I")), FRANCE, AUSTRIA, parse("2I"))
    s = free_prisoners(x, capture(s, FRANCE, ENGLAND, parse("1C")), (AUSTRIA,), [])
    assert s.pools[FRANCE] == parse("1I")
    assert s.pools[AUSTRIA] == parse("2I")
    assert [c.nation for c in s.captives] == [ENGLAND]


def test_g_1_f_satellites_of_a_conquered_state_stand_alone() -> None:
    x = context()
    s = campaign(x, status={"Prussia": "anti-French"})
    s = conquer(x, s, PRUSSIA, [])
    saxony = nation_number("Saxony")
    assert s.masters[saxony] == saxony
    assert x.faction(s, saxony) == NEUTRAL


def test_i_2_c_and_e_an_empty_capital_is_its_own_states_again() -> None:
    x = context()
    s = campaign(x, [("Vienna", "France", "3I")], control={"Vienna": "France"}, leaders={"Ney": "Vienna"})
    s = conquer(x, s, AUSTRIA, [])
    s = evacuated(x, replace(s, segment=FRENCH), FRENCH_SEAT, [])
    assert at(x, s, "Vienna", "France") == parse("")
    assert s.control[city(x, "Vienna")] == AUSTRIA


def test_i_2_i_venice_gives_austria_nothing_even_as_an_ally() -> None:
    x = context()
    s = campaign(x, status={"Austria": "pro-French"}, control={"Venice": "North Italy"}, pressburg=True)
    assert city(x, "Venice") not in x.own_cities(s, AUSTRIA)
    assert city(x, "Vienna") in x.own_cities(s, AUSTRIA)


def test_i_3_b_the_german_legion_takes_no_part_in_the_fall_of_hanover() -> None:
    x = context()
    s = campaign(x, [("London", "Hanover under England", "1I"), ("Hanover", "Hanover", "1I")])
    s = run(x, replace(s, agenda=(MinorTroops(HANOVER, AUSTRIA),)), thrown(1))
    assert at(x, s, "London", "Hanover") == parse("1I")
    assert s.pools[HANOVER] == parse("1I")


def test_j_5_d_the_limits_are_points_and_not_units() -> None:
    x = context()
    s = campaign(x, segment="anti-French", agenda=(Purchase(ENGLISH_SEAT, ENGLAND, 30),)).dock(ENGLAND, 2, 0)
    s = s.pool(ENGLAND, parse("4I 2C"))
    assert refusal(x, s, m.Buy(ENGLAND, 1, 2, city(x, "London"))) == "WAP J.5.d"
    s = play(x, s, m.Buy(ENGLAND, 1, 1, city(x, "London")))
    assert refusal(x, s, m.Buy(ENGLAND, 0, 1, city(x, "Dublin"))) == "WAP J.5.d"
    s = play(x, s, m.BuyShip(ENGLAND, 10, city=city(x, "Plymouth")))
    assert refusal(x, s, m.BuyShip(ENGLAND, 2, city=city(x, "Plymouth"))) == "WAP J.5.d"


def test_j_6_b_any_home_port_builds_and_j_6_c_more_than_one_point_may_be_paid() -> None:
    x = context()
    s = campaign(x, segment="pro-French", agenda=(Purchase(FRENCH_SEAT, FRANCE, 14),)).dock(FRANCE, 1, 0)
    s = play(x, s, m.BuyShip(FRANCE, 4, city=city(x, "Toulon")))
    assert s.keels[0].left == 6
    assert refusal(x, s, m.BuyShip(FRANCE, 6, keel=0, city=city(x, "Lisbon"))) == "WAP J.6.b"
    s = play(x, s, m.BuyShip(FRANCE, 6, keel=0, city=city(x, "Toulon")))
    assert ships(x, s, "Toulon", FRANCE) == [(1, 0, True)]


def test_j_2_f_leaders_of_minors_come_to_their_city() -> None:
    x = context()
    s = campaign(x, segment="anti-French", masters={"Denmark": "England"}, agenda=(MinorPurchase(ENGLISH_SEAT, 1),))
    leader = x.setting.leader_number["Danish leader"]
    s = play(x, s, m.Place(leader, city(x, "Copenhagen")))
    assert s.leaders[leader].place == place(x, "Copenhagen")


# K


def test_k_5_c_foreign_troops_leave_france_and_k_5_d_groups_of_minors_help() -> None:
    x = context(options=Options(abdication=True))
    s = campaign(
        x,
        [("Paris", "Austria", "4I"), ("Lyon", "France", "1I")],
        {"Charles": "Paris"},
        control={"Paris": "Austria"},
        agenda=(ExileChoice(),),
    )
    s = play(x, s, m.Accept())
    assert at(x, s, "Vienna", "Austria") == parse("4I")
    assert where(x, s, "Charles") == place(x, "Vienna")
    assert s.control[city(x, "Paris")] == FRANCE
    # Spain alone and three months: a 3 fails, and with a group of minors it does not.
    later = replace(s, turn=4, agenda=(ExileChoice(),))
    assert not play(x, later, m.Accept(), thrown(3)).agenda
    allied = replace(later, masters=tuple(SPAIN if n in (6, 7) else o for n, o in enumerate(later.masters)))
    assert play(x, allied, m.Accept(), thrown(3)).agenda


def prize(x: Context, there: str, **more: Any) -> Fleet:
    """A French squadron that the English have taken."""
    return Fleet(place(x, there), ENGLAND, 1, condition=PRIZE, taken=FRANCE, **more)


def test_k_6_b_a_prize_stays_at_sea_for_two_segments_and_no_third() -> None:
    x = context(options=Options(prizes=True))
    s = campaign(x, fleets=[prize(x, "Atlantic Ocean")], segment="anti-French")
    for _ in range(2):
        s = prizes_at_sea(x, s, [])
    assert len(s.fleets) == 1
    assert not prizes_at_sea(x, s, []).fleets
    assert prizes_at_sea(x, s, []).docks[FRANCE] == (1, 0)


def test_k_6_b_prizes_are_towed_to_ports_and_seas_only() -> None:
    x = context(options=Options(prizes=True))
    s = sea(x, fleet(x, "Atlantic Ocean", ENGLAND, 1), prize(x, "Atlantic Ocean"))
    zone = x.setting.zone_number("Atlantic Ocean")
    coast = next(h for h in range(x.board.size) if zone in x.board.shores[h] and h not in x.setting.city_at)
    fit = next(i for i, f in enumerate(s.fleets) if f.condition != PRIZE)
    assert refusal(x, s, m.Sail(ENGLAND * 1000 + fit, 1, 0, (), coast, prizes=1)) == "WAP K.6.b"
    move = sail(x, s, "Atlantic Ocean", ENGLAND, "Plymouth", 1, inside=True, prizes=1)
    s = play(x, s, replace(move, fleet=ENGLAND * 1000 + fit))
    assert len(ships(x, s, "Plymouth", ENGLAND)) == 2


def test_k_6_h_prizes_in_tow_fall_to_the_victor() -> None:
    x = context(options=Options(prizes=True))
    s = campaign(
        x,
        fleets=[
            Fleet(place(x, "Atlantic Ocean"), ENGLAND, 1, moved=SAILING),
            prize(x, "Atlantic Ocean", moved=SAILING),
            Fleet(place(x, "Atlantic Ocean"), FRANCE, 2, moved=ATTACKING),
        ],
    )
    s = give_up_prizes(x, s, SAILING, ATTACKING, [])
    assert [(f.nation, f.taken) for f in s.fleets if f.condition == PRIZE] == [(FRANCE, FRANCE)]


def test_k_7_c_english_squadrons_sail_damaged_with_lower_morale() -> None:
    x = context(options=Options(battle_damage=True))
    hurt = Fleet(place(x, "Plymouth"), ENGLAND, 1, inside=True, condition=DAMAGED)
    s = sea(x, hurt)
    assert len(NavalPhase(ENGLISH_SEAT).subjects(x, s)) == 1
    battle = SeaFight(SAILING, ATTACKING).battle(x, x.with_fleets(s, [replace(hurt, moved=SAILING)]))
    assert battle.forces[0].repairing
    french = replace(hurt, nation=FRANCE, place=place(x, "Brest"))
    assert not NavalPhase(FRENCH_SEAT).subjects(x, sea(x, french, seat=FRENCH_SEAT))


def test_k_8_f_ships_do_not_come_back_while_the_rate_compels_them() -> None:
    x = context(options=Options(lloyds=True))
    away = fleet(x, "North Atlantic", ENGLAND, 3)
    s = sea(x, away, rate=20)
    move = sail(x, s, "North Atlantic", ENGLAND, "Atlantic Ocean", 1)
    assert refusal(x, s, move) == "WAP K.8.f"
    play(x, replace(s, rate=18), move)
    more = sea(x, replace(away, squadrons=4), rate=20)
    play(x, more, move)


@pytest.mark.parametrize(("squadrons", "offered"), [(4, True), (3, False)])
def test_k_8_f_a_ship_to_spare_is_offered_the_way_home_and_leaves_transports_and_men(
    squadrons: int, offered: bool
) -> None:
    x = context(options=Options(lloyds=True))
    away = replace(fleet(x, "North Atlantic", ENGLAND, squadrons, 1), troops_of=ENGLAND, aboard=parse("2I"))
    s = sea(x, away, rate=60)
    subject = s.agenda[-1].subjects(x, s)[0].id
    home = [move for move in s.agenda[-1].options(x, s, subject) if not x.is_global(move.to)]
    assert bool(home) is offered
    assert all((move.squadrons, move.transports) == (1, 0) for move in home)
    for move in home:
        s.agenda[-1].check(x, s, move)


def test_k_8_k_troops_abroad_may_come_home() -> None:
    x = context(options=Options(lloyds=True))
    s = sea(
        x,
        fleet(x, "Lisbon", ENGLAND, 0, 1),
        armies=[("Lisbon", "England", "1C")],
        rate=80,
    )
    s.agenda[-1].check(
        x, s, sail(x, s, "Lisbon", ENGLAND, "London", 0, 1, inside=True, cargo=m.Cargo(ENGLAND, parse("1C")))
    )


@pytest.mark.parametrize(("to", "may"), [("Cork", True), ("Gibraltar", False)])
def test_k_8_k_gibraltar_is_no_part_of_england(to: str, may: bool) -> None:
    x = context(options=Options(lloyds=True))
    s = sea(x, fleet(x, "Plymouth", ENGLAND, 0, 1), armies=[("Plymouth", "England", "1C")], rate=80)
    move = sail(x, s, "Plymouth", ENGLAND, to, 0, 1, inside=True, cargo=m.Cargo(ENGLAND, parse("1C")))
    if may:
        s.agenda[-1].check(x, s, move)
    else:
        assert refusal(x, s, move) == "WAP K.8.k"


def test_k_8_l_the_baltic_has_no_bases() -> None:
    x = context(options=Options(lloyds=True))
    s = campaign(x, fleets=[fleet(x, "Baltic Sea", ENGLAND, 3)], segment="anti-French", agenda=(BasesPhase(1),))
    assert refusal(x, s, m.AttackBases(x.setting.zone_number("Baltic Sea"), 3)) == "WAP K.8.l"
    assert x.enemies(ENGLISH) == FRENCH
