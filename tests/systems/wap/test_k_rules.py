"""K: the options, Lloyd's among them."""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.fleets import NavalPhase
from napwidgets.systems.wap.forces import I, parse
from napwidgets.systems.wap.obligations import answer, owed
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.politics import invaded
from napwidgets.systems.wap.production import (
    funds,
)
from napwidgets.systems.wap.raiding import BasesPhase, RateFalls
from napwidgets.systems.wap.sequence import BeginTurn
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, PRUSSIA
from napwidgets.systems.wap.state import (
    DEAD,
    ENGLISH,
    FRENCH,
    NEUTRAL,
    OFF,
    Fleet,
    State,
    at_sea,
    fleet_number,
)
from tests.systems.wap.campaign import (
    ENGLISH_SEAT,
    FRENCH_SEAT,
    at,
    buying,
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
    where,
)

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


def test_k_8_j_men_must_leave_while_they_can() -> None:
    x = context(options=Options(lloyds=True))
    away = Fleet(at_sea(8), ENGLAND, 3)
    boats = Fleet(place(x, "Plymouth"), ENGLAND, 0, 1, inside=True)
    troops, leaders = [("Plymouth", "England", "3I")], {"Moore": "Plymouth"}
    s = replace(campaign(x, troops, leaders, segment="anti-French", fleets=[away, boats]), rate=60, spent=6)
    s = replace(s, agenda=(NavalPhase(ENGLISH_SEAT),))
    assert refusal(x, s, m.Done()) == "WAP K.8.j"
    far = [
        move
        for subject in s.agenda[-1].subjects(x, s)
        for move in s.agenda[-1].options(x, s, subject.id)
        if isinstance(move, m.Sail) and move.cargo.count[I]
    ]
    assert far
    s = play(x, s, far[0])
    assert all(duty.met for duty in owed(x, s))
    alone = replace(s, fleets=(away, boats), leaders=tuple(replace(i, place=OFF) for i in s.leaders))
    NavalPhase(ENGLISH_SEAT).check(x, alone, m.Done())  # without a leader nobody can embark


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
