"""K.8: Napoleon versus Lloyd's of London."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import ScriptedDice, SeededDice
from napwidgets.kernel.system import Event
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face.lloyds_tracker import strikes
from napwidgets.systems.wap.forces import I, parse
from napwidgets.systems.wap.money.production import MinorPurchase, Purchase
from napwidgets.systems.wap.money.reinforcement import ProductionRoll, funds
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sea.blockade import AttackOffer
from napwidgets.systems.wap.sea.encounters import InterceptOffer
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, PORTUGAL, Setting
from napwidgets.systems.wap.state import (
    DAMAGED,
    OFF,
    Fleet,
    State,
    at_sea,
    fleet_number,
)
from napwidgets.systems.wap.states.wars import ForeignWars
from napwidgets.systems.wap.tables import Tables
from napwidgets.systems.wap.trade.lloyds import (
    LEVEL_WORDS,
    Answer,
    Raid,
    bases_destroyed,
    bases_odds,
    duties,
    level,
    next_rate,
    raid_parts,
    raid_yield,
    rate_odds,
)
from napwidgets.systems.wap.trade.obligations import answer, owed
from napwidgets.systems.wap.trade.raiding import BasesPhase, RateFalls
from tests.systems.wap.campaign import (
    ENGLISH_SEAT,
    FRENCH_SEAT,
    board,
    buying,
    campaign,
    city,
    context,
    place,
    play,
    pooled,
    refusal,
    run,
    thrown,
)
from tests.systems.wap.navy import fleet, sail, sea


def test_k_8_c_raids_on_north_america_make_war_likelier() -> None:
    x = context()
    s = campaign(x, turn=5, agenda=(ForeignWars(),))
    assert x.setting.month(s.turn) == (1806, 1)
    assert not run(x, s, thrown(2, 2)).wars
    assert run(x, replace(s, raided_america=(1805,)), thrown(2, 2)).wars


def test_k_8_c_a_raid_of_january_counts_for_the_next_january() -> None:
    x = context(options=Options(lloyds=True))
    zone = x.setting.zone_number("North America")
    s = campaign(x, fleets=[Fleet(at_sea(zone), FRANCE, 2, since=1)], turn=5, agenda=(NavalPhase(FRENCH_SEAT),))
    s = play(x, s, m.Raid(zone), thrown((1, 1)))
    s = run(x, replace(s, agenda=(ForeignWars(),)), thrown(2, 2))
    assert not s.wars, "not at once"
    later = replace(s, turn=17, agenda=(ForeignWars(),))
    assert run(x, later, thrown(2, 2)).wars, "but it is not forgotten"
    assert not run(x, replace(later, turn=29), thrown(2, 2)).wars, "nor does it count for ever"
    caribbean = x.setting.zone_number("Caribbean")
    s = campaign(x, fleets=[Fleet(at_sea(caribbean), FRANCE, 2, since=1)], turn=5, agenda=(NavalPhase(FRENCH_SEAT),))
    assert not play(x, s, m.Raid(caribbean), thrown((1, 1))).raided_america


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


@pytest.mark.parametrize(("begins", "told"), [(12, False), (5, True)])
def test_k_8_e_a_war_that_begins_above_a_threshold_does_not_reach_it_anew(begins: int, told: bool) -> None:
    options = Options(lloyds=True)
    x, log = Context(Setting(replace(context().setting.scenario, rate=begins), board(), options)), list[Event]()
    s = campaign(x, agenda=(RateFalls(),), rate=26, raided=True)
    assert run(x, s, thrown(), log).rates == (20,)
    assert any(event.kind == "threshold" for event in log) is told
    texts = [event.text for event in log if event.kind == "threshold"]
    assert all(text.split(": ")[1].removesuffix(".") in LEVEL_WORDS.values() for text in texts)


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


@pytest.mark.parametrize(("points", "troops", "ship", "wages"), [(8, 1, 2, 2), (6, 0, 0, 0), (5, 2, 4, 2)])
def test_k_8_i_points_that_the_rate_compels_buy_nothing_else(points: int, troops: int, ship: int, wages: int) -> None:
    """Eight half points leave two for other things, six none; five are too few for Lloyd's and stay free."""
    x = context(options=Options(lloyds=True, battle_damage=True))
    hurt = replace(fleet(x, "Plymouth", ENGLAND, 1), condition=DAMAGED)
    s = pooled(buying(x, ENGLAND, points, rate=40, fleets=[hurt]), England="6I").dock(ENGLAND, 1, 0)
    moves = s.agenda[-1].options(x, s, None)
    assert max((move.number for move in moves if isinstance(move, m.Buy)), default=0) == troops
    repairs = [move for move in moves if isinstance(move, m.Repair)]
    assert bool(repairs) is bool(wages)
    assert bool([move for move in moves if isinstance(move, m.BuyShip)]) is bool(ship)
    port = x.setting.city_number["Plymouth"]
    buys = (m.Buy(ENGLAND, I, troops + 1, city(x, "London")), m.BuyShip(ENGLAND, ship + 2, False, -1, port))
    if points >= 6:
        assert [refusal(x, s, buy) for buy in buys] == ["WAP K.8.i", "WAP K.8.i"]
        paid = play(x, s, m.PayLloyds())
        assert paid.agenda[-1].red == points - 6 if paid.agenda else points == 6


def test_k_8_h_at_fifteen_per_cent_a_city_gives_one_point() -> None:
    x = context(options=Options(lloyds=True))
    s = campaign(x, segment="anti-French")
    assert funds(x, replace(s, rate=28), ENGLAND, ENGLISH_SEAT, 2).red == 8
    assert funds(x, replace(s, rate=30), ENGLAND, ENGLISH_SEAT, 2).red == 4


@pytest.mark.parametrize(("rate", "points"), [(28, 2), (30, 1)])
def test_k_8_h_the_cities_of_englands_minors_give_one_point_too(rate: int, points: int) -> None:
    x = context(options=Options(lloyds=True))
    s = pooled(campaign(x, segment="anti-French", agenda=(ProductionRoll(ENGLISH_SEAT),), rate=rate), Portugal="4I")
    s = s.agenda[-1].run(x, s, thrown(6), [])
    minors = next(step for step in s.agenda if isinstance(step, MinorPurchase))
    assert minors.each == points
    austria = next(step for step in s.agenda if isinstance(step, Purchase) and step.nation == AUSTRIA)
    assert austria.red == 4 * len([c for c in x.own_cities(s, AUSTRIA) if x.setting.cities[c].production == "red"])
    french = campaign(x, agenda=(ProductionRoll(FRENCH_SEAT),), rate=rate)
    assert (
        next(
            step for step in french.agenda[-1].run(x, french, thrown(6), []).agenda if isinstance(step, MinorPurchase)
        ).each
        == 2
    )


@pytest.mark.parametrize(("rate", "die", "told"), [(30, 6, True), (28, 6, False), (30, 5, False)])
def test_k_8_h_who_throws_two_points_and_draws_one_hears_why(rate: int, die: int, told: bool) -> None:
    x, log = context(options=Options(lloyds=True)), list[Event]()
    s = campaign(x, segment="anti-French", agenda=(ProductionRoll(ENGLISH_SEAT),), rate=rate)
    s.agenda[-1].run(x, s, thrown(die), log)
    assert any(event.kind == "lloyds" for event in log) is told


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


@pytest.mark.parametrize(("rate", "may"), [(78, True), (80, False)])
@pytest.mark.parametrize("whose", [ENGLAND, PORTUGAL])
@pytest.mark.parametrize(("where", "abroad"), [("Atlantic Ocean", True), ("Lisbon", True), ("Plymouth", False)])
def test_k_8_k_no_english_squadron_abroad_intercepts(
    rate: int, may: bool, whose: int, where: str, abroad: bool
) -> None:
    x = context(options=Options(lloyds=True))
    s = sea(x, fleet(x, "Brest", FRANCE, 2), fleet(x, where, whose, 3), seat=FRENCH_SEAT, rate=rate)
    s = play(x, s, sail(x, s, "Brest", FRANCE, "Atlantic Ocean", 2))
    assert bool(s.agenda) is (may or whose == PORTUGAL or not abroad)


def test_k_8_k_english_squadrons_in_the_global_zones_intercept_all_the_same() -> None:
    x = context(options=Options(lloyds=True))
    s = sea(x, fleet(x, "Brest", FRANCE, 2), fleet(x, "West Africa", ENGLAND, 3), seat=FRENCH_SEAT, rate=80)
    assert play(x, s, sail(x, s, "Brest", FRANCE, "West Africa", 2)).agenda


@pytest.mark.parametrize(("rate", "may"), [(78, True), (80, False)])
def test_k_8_k_english_squadrons_attack_nobody_off_a_coast_abroad(rate: int, may: bool) -> None:
    x = context(options=Options(lloyds=True))
    abroad = Fleet(at_sea(8), ENGLAND, 3, 1, troops_of=ENGLAND, aboard=parse("2I"))
    s = sea(x, fleet(x, "Plymouth", ENGLAND, 3), fleet(x, "Cadiz", FRANCE, 2, inside=False), abroad, rate=rate)
    s = play(x, s, sail(x, s, "Plymouth", ENGLAND, "Cadiz", 3))
    while s.agenda and isinstance(s.agenda[-1], InterceptOffer):
        s = play(x, s, m.Done())
    assert any(isinstance(step, AttackOffer) for step in s.agenda) is may


@pytest.mark.parametrize(("rate", "may"), [(78, True), (80, False)])
def test_k_8_k_english_blockaders_do_not_fall_on_who_tries_to_come_out(rate: int, may: bool) -> None:
    x = context(options=Options(lloyds=True))
    s = sea(x, fleet(x, "Brest", FRANCE, 2), fleet(x, "Brest", ENGLAND, 3, inside=False), seat=FRENCH_SEAT, rate=rate)
    s = play(x, s, sail(x, s, "Brest", FRANCE, "West Africa", 2), thrown(1))
    assert bool(s.agenda) is may


@pytest.mark.parametrize(("rate", "may"), [(78, True), (80, False)])
def test_k_8_k_english_ships_shut_in_abroad_do_not_fight_their_way_out(rate: int, may: bool) -> None:
    x = context(options=Options(lloyds=True))
    for port, free in (("Lisbon", may), ("Plymouth", True)):
        s = sea(x, fleet(x, port, ENGLAND, 2), fleet(x, port, FRANCE, 3, inside=False), rate=rate)
        s = play(x, s, sail(x, s, port, ENGLAND, "Atlantic Ocean", 2), thrown(3))
        assert bool(s.agenda) is free


@pytest.mark.parametrize(("rate", "may"), [(78, True), (80, False)])
def test_k_8_k_english_ships_on_the_map_attack_no_bases(rate: int, may: bool) -> None:
    x = context(options=Options(lloyds=True))
    for where, free in (("Mediterranean Sea", may), ("Caribbean", True)):
        s = campaign(x, fleets=[fleet(x, where, ENGLAND, 3)], segment="anti-French", rate=rate, agenda=(BasesPhase(1),))
        assert any(isinstance(move, m.AttackBases) for move in s.agenda[-1].options(x, s, None)) is free


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


@pytest.mark.parametrize("paid", [0, 6])
def test_k_8_e_points_alone_attack_bases_in_any_sea_but_k_8_l_the_baltic(paid: int) -> None:
    x = context(options=Options(lloyds=True))
    s = campaign(x, segment="anti-French", spent=paid, agenda=(BasesPhase(ENGLISH_SEAT),))
    attacks = [move for move in s.agenda[-1].options(x, s, None) if isinstance(move, m.AttackBases)]
    baltic = x.setting.zone_number("Baltic Sea")
    assert {(a.zone, a.squadrons, a.infantry, a.points) for a in attacks} == {
        (zone, 0, 0, 3) for zone in x.setting.zones if zone != baltic and paid
    }
    if paid:
        won = play(x, s, attacks[0], thrown((4, 4)))
        assert won.bases[attacks[0].zone] == 1


def test_k_8_l_no_attack_on_the_baltic_is_shown() -> None:
    x = context(options=Options(lloyds=True))
    fleets = [fleet(x, "Baltic Sea", ENGLAND, 3), fleet(x, "North Sea", ENGLAND, 2)]
    s = campaign(x, segment="anti-French", fleets=fleets)
    assert [(strike.zone, strike.squadrons) for strike in strikes(x, s)] == [("North Sea", 2)]


@pytest.mark.parametrize("spent", [0, 6])
def test_k_8_e_attacks_by_points_alone_are_shown_once(spent: int) -> None:
    x = context(options=Options(lloyds=True))
    s = campaign(x, segment="anti-French", spent=spent, fleets=[fleet(x, "North Sea", ENGLAND, 2)])
    shown = [(k.zone, k.squadrons, k.points, k.chance) for k in strikes(x, s)]
    alone = ("Any sea but the Baltic", 0, 3, bases_odds(x.tables, 0, 0, 3))
    assert (alone in shown, len(shown)) == ((True, 3) if spent else (False, 1))


def test_k_8_g_one_answer_to_the_rate_takes_the_place_of_another() -> None:
    x = context(options=Options(lloyds=True))
    away = fleet(x, "North Atlantic", ENGLAND, 3)
    men = Fleet(place(x, "Arctic Ocean"), ENGLAND, 0, 1, troops_of=ENGLAND, aboard=parse("2I"))
    for reply in ({"spent": 6}, {"fleets": [away]}, {"fleets": [men]}):
        assert [duty.met for duty in owed(x, campaign(x, rate=20, **reply))] == [True]
    home = {"rate": 20, "turn": 3}
    alone, both = sea(x, away, **home), sea(x, away, men, **home)
    assert refusal(x, alone, sail(x, alone, "North Atlantic", ENGLAND, "Atlantic Ocean", 3)) == "WAP K.8.f"
    both.agenda[-1].check(x, both, sail(x, both, "North Atlantic", ENGLAND, "Atlantic Ocean", 3))


TABLES = Tables()


def test_k_8_a_allied_squadrons_count_half() -> None:
    french = sum(part.halves for part in raid_parts(TABLES, Raid("caribbean", 2), {}))
    mixed = sum(part.halves for part in raid_parts(TABLES, Raid("caribbean", 2, 1), {}))
    assert mixed - french == 1


def test_k_8_b_the_traffic_of_the_zone_counts_and_k_8_m_so_do_lost_bases() -> None:
    busy = raid_yield(TABLES, Raid("caribbean", 2), {}, ScriptedDice([(4, 4)]))
    assert busy == 2 * (8 + 2 + 4 - 10)
    assert raid_yield(TABLES, Raid("arctic", 2), {}, ScriptedDice([(4, 4)])) == 0
    assert raid_yield(TABLES, Raid("caribbean", 2), {"caribbean": 3}, ScriptedDice([(4, 4)])) == busy - 6


def test_k_8_d_the_rate_falls_by_three_or_by_six_without_raids_but_not_below_five() -> None:
    assert next_rate(TABLES, 40, [], {}, ScriptedDice([])) == 28
    assert next_rate(TABLES, 40, [Raid("arctic", 1)], {}, ScriptedDice([(1, 1)])) == 34
    assert next_rate(TABLES, 12, [], {}, ScriptedDice([])) == 10


@pytest.mark.parametrize(
    ("rate", "name"),
    [
        (19, "quiet"),
        (20, "act"),
        (30, "one point a city"),
        (40, "points compulsory"),
        (60, "points ships and men"),
        (80, "catastrophe"),
    ],
)
def test_k_8_e_to_k_8_k_the_thresholds(rate: int, name: str) -> None:
    assert level(TABLES, rate) == name


def test_k_8_e_any_one_answer_will_do_at_ten() -> None:
    for reply in (Answer(squadrons=3), Answer(infantry=2, transports=1), Answer(points=3)):
        assert [duty.met for duty in duties(TABLES, 20, reply)] == [True]
    for reply in (Answer(squadrons=2), Answer(infantry=2), Answer(points=2)):
        assert [duty.met for duty in duties(TABLES, 20, reply)] == [False]
    assert duties(TABLES, 18, Answer()) == ()


def test_k_8_i_points_and_a_force_at_twenty_and_k_8_j_all_three_at_thirty() -> None:
    assert [duty.met for duty in duties(TABLES, 40, Answer(points=3, squadrons=3))][:2] == [True, True]
    assert [duty.met for duty in duties(TABLES, 40, Answer(squadrons=3))][:2] == [False, True]
    assert [duty.met for duty in duties(TABLES, 60, Answer(points=3, squadrons=3))][:3] == [True, True, False]


def test_k_8_k_the_catastrophe_is_said() -> None:
    assert [duty.cite for duty in duties(TABLES, 80, Answer())] == [*["WAP K.8.j"] * 3, "WAP K.8.h", "WAP K.8.k"]


def test_k_8_m_an_action_against_bases() -> None:
    assert bases_destroyed(TABLES, 1, 0, 0, ScriptedDice([(5, 5)]))
    assert not bases_destroyed(TABLES, 0, 0, 0, ScriptedDice([(5, 5)]))
    assert [bases_odds(TABLES, 0, 0, n) for n in range(3)] == [Fraction(1, 12), Fraction(1, 6), Fraction(5, 18)]
    assert bases_odds(TABLES, 1, 1, 1) == bases_odds(TABLES, 3, 0, 0)


def test_k_8_exact_rates_sum_to_one_and_agree_with_play() -> None:
    raids = [Raid("caribbean", 2, 1), Raid("indian-ocean", 2), Raid("atlantic", 1)]
    spread = rate_odds(TABLES, 24, raids, {"atlantic": 1})
    assert sum(p for _, p in spread) == 1
    dice, games = SeededDice("lloyds"), 4000
    mean = sum(next_rate(TABLES, 24, raids, {"atlantic": 1}, dice) for _ in range(games)) / games
    exact = float(spread.mean(lambda rate: rate))
    variance = float(spread.mean(lambda rate: rate * rate)) - exact**2
    # Five standard errors of the mean; the seed is fixed.
    assert abs(mean - exact) < 5 * sqrt(variance / games)
