"""F.1 to F.6, F.8: what ships are, where they go and what they carry, whom they meet, and Nelson on land."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from napwidgets.kernel.system import Event
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.land.attrition import AttritionPhase
from napwidgets.systems.wap.land.columns import weak
from napwidgets.systems.wap.land.muster import leaders_with
from napwidgets.systems.wap.land.sieges import go_inside
from napwidgets.systems.wap.land.supply import supplied
from napwidgets.systems.wap.money.reinforcement import ReinforcementPhase
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sea.encounters import InterceptOffer, SeaFight, force
from napwidgets.systems.wap.sea.naval import combat_parts
from napwidgets.systems.wap.sea.seaways import blockaded, lanes
from napwidgets.systems.wap.sequence import EndSegment
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, NATIONS, SPAIN
from napwidgets.systems.wap.state import ATTACKING, ENGLISH, FRENCH, SAILING, WOUNDED, Fleet, at_sea, fleet_number
from tests.systems.wap.campaign import (
    FRENCH_SEAT,
    at,
    campaign,
    context,
    place,
    play,
    refusal,
    run,
    run_one,
    thrown,
    where,
)
from tests.systems.wap.navy import MIDDLE, fleet, number, sail, sea, ships
from tests.systems.wap.test_land_marching import march, moving

# F.1, F.2


def test_f_1_c_transports_neither_blockade_nor_intercept_nor_fight() -> None:
    x = context()
    s = sea(
        x,
        fleet(x, "Brest", FRANCE, 1),
        fleet(x, "Brest", ENGLAND, 0, 5, inside=False),
        fleet(x, "Atlantic Ocean", ENGLAND, 0, 3),
        seat=FRENCH_SEAT,
    )
    assert not blockaded(x, s, place(x, "Brest"), FRENCH)
    s = play(x, s, sail(x, s, "Brest", FRANCE, "Atlantic Ocean", 1))
    assert not s.agenda, "nobody can intercept"
    convoy = x.with_fleets(s, [Fleet(place(x, "Atlantic Ocean"), ENGLAND, 0, 3, moved=SAILING)])
    assert force(x, convoy, SAILING).squadrons == 0


def test_f_1_e_only_england_adds_ships_to_its_force_pool() -> None:
    x = context("1806-01")
    for segment in ("neutral", "pro-French", "anti-French"):
        s = run_one(x, campaign(x, segment=segment, grown=(1805,) * 23, agenda=(ReinforcementPhase(),)))
        added = {NATIONS[n] for n, dock in enumerate(s.docks) if any(dock)}
        assert added == ({"England"} if segment == "anti-French" else set())


def test_f_1_f_ships_and_who_is_on_board_suffer_no_attrition() -> None:
    x = context()
    fleets = [
        fleet(x, "Brest", FRANCE, 9),
        fleet(x, "Brest", SPAIN, 9, 9, inside=False),
        Fleet(place(x, "Arctic Ocean"), FRANCE, 0, 9, troops_of=FRANCE, aboard=parse("18I")),
    ]
    s = campaign(x, fleets=fleets, agenda=(AttritionPhase(),))
    assert run(x, s, thrown(6)).fleets == s.fleets


def test_f_2_c_ships_come_to_coasts_alone() -> None:
    x = context()
    s = sea(x, fleet(x, "Plymouth", ENGLAND, 1))
    zone = x.setting.zone_number("Atlantic Ocean")
    for inland in ("Vienna", "Madrid"):
        assert refusal(x, s, m.Sail(number(x, s, "Plymouth", ENGLAND), 1, 0, (zone,), place(x, inland))) == "WAP F.2.c"


def test_f_2_e_ships_sail_without_a_leader_as_far_as_their_points_go() -> None:
    x = context()
    s = sea(x, fleet(x, "Plymouth", ENGLAND, 1))
    ship, (atlantic, north) = number(x, s, "Plymouth", ENGLAND), (1, 2)
    # Two seas and the Baltic make three points, a port of it the fourth, an open coast one too many.
    s.agenda[-1].check(x, s, m.Sail(ship, 1, 0, (atlantic, north, 4), place(x, "Danzig")))
    shore = next(h for h in range(x.board.size) if x.board.shores[h] == (4,) and h not in x.setting.city_at)
    assert refusal(x, s, m.Sail(ship, 1, 0, (atlantic, north, 4), shore)) == "WAP F.2.f"
    assert refusal(x, s, m.Sail(ship, 1, 0, (atlantic,), place(x, "Plymouth"), inside=True)) == "WAP F.2.e"


def test_f_2_f_ships_go_as_far_as_their_four_points_reach_and_no_farther() -> None:
    x = context()
    s = sea(x, fleet(x, "London", ENGLAND, 1))
    reach = lanes(x, place(x, "London"))
    assert (reach[MIDDLE].left, reach[5].left) == (1, 0)
    for zone, lane in ((5, reach[5]), (MIDDLE, reach[MIDDLE])):
        s.agenda[-1].check(x, s, m.Sail(fleet_number(s, 0), 1, 0, lane.route, at_sea(zone)))
    coast = m.Sail(fleet_number(s, 0), 1, 0, reach[MIDDLE].route, place(x, "Toulon"))
    s.agenda[-1].check(x, s, coast)
    bare = next(h for h in range(x.board.size) if x.board.shores[h] == (MIDDLE,) and h not in x.setting.city_at)
    assert refusal(x, s, replace(coast, to=bare)) == "WAP F.2.f", "a coast without a port costs two"


# F.3


def test_f_3_a_ships_carry_their_own_colour_and_only_english_ones_carry_points() -> None:
    x = context()
    s = sea(
        x,
        fleet(x, "Lisbon", ENGLAND, 0, 2),
        armies=[("Lisbon", "Portugal", "2I"), ("Lisbon", "Austria", "2I")],
        leaders={"Portuguese leader": "Lisbon", "Mack": "Lisbon"},
    )
    for state, cite in (("Portugal", ""), ("Austria", "WAP F.3.a")):
        cargo = m.Cargo(NATIONS.index(state), parse("2I"))
        move = sail(x, s, "Lisbon", ENGLAND, "London", 0, 2, inside=True, cargo=cargo)
        if cite:
            assert refusal(x, s, move) == cite
        else:
            s.agenda[-1].check(x, s, move)
    french = sea(x, fleet(x, "Brest", FRANCE, 0, 1), seat=FRENCH_SEAT, saved=8)
    load = {"inside": True, "cargo": m.Cargo(points=2)}
    assert refusal(x, french, sail(x, french, "Brest", FRANCE, "Bordeaux", 0, 1, **load)) == "WAP F.3.d"
    load["cargo"] = m.Cargo(supply=2)
    french.agenda[-1].check(x, french, sail(x, french, "Brest", FRANCE, "Bordeaux", 0, 1, **load))


@pytest.mark.parametrize("troops", [(-1, -1), (len(NATIONS), -1), (ENGLAND, -2), (ENGLAND, len(NATIONS))])
def test_f_3_a_troops_of_a_state_that_there_is_not_have_no_colour(troops: tuple[int, int]) -> None:
    x = context()
    s = sea(
        x, fleet(x, "London", ENGLAND, 0, 1), armies=[("London", "England", "2I")], leaders={"English leader": "London"}
    )
    nation, under = troops
    move = sail(x, s, "London", ENGLAND, "Lisbon", 0, 1, inside=True, cargo=m.Cargo(nation, parse("2I"), under=under))
    assert refusal(x, s, move) == "WAP F.3.a"
    s.agenda[-1].check(x, s, replace(move, cargo=m.Cargo(ENGLAND, parse("2I"))))


def test_f_3_b_troops_that_came_by_sea_are_supplied_and_do_not_march() -> None:
    x = context()
    s = sea(
        x,
        fleet(x, "London", ENGLAND, 0, 1),
        armies=[("London", "England", "1C")],
        segment="anti-French",
    )
    s = play(x, s, sail(x, s, "London", ENGLAND, "Barcelona", 0, 1, cargo=m.Cargo(ENGLAND, parse("1C"))))
    assert place(x, "Barcelona") in supplied(x, s, ENGLISH)
    assert place(x, "Barcelona") not in supplied(x, replace(s, landed=()), ENGLISH)
    assert [army.moved for army in s.armies] == [True]


def test_f_3_b_the_german_legion_is_supplied_where_it_lands_whoever_holds_hanover() -> None:
    x = context()
    s = sea(
        x,
        fleet(x, "London", ENGLAND, 0, 1),
        armies=[("London", "Hanover under England", "2I")],
        leaders={"English leader": "London"},
    )
    cargo = m.Cargo(NATIONS.index("Hanover"), parse("2I"), under=ENGLAND)
    s = play(x, s, sail(x, s, "London", ENGLAND, "Brest", 0, 1, cargo=cargo))
    assert place(x, "Brest") in supplied(x, s, ENGLISH)
    assert place(x, "Brest") not in supplied(x, replace(s, landed=()), ENGLISH)


def test_f_3_c_a_squadron_takes_any_number_of_leaders_and_nothing_else() -> None:
    x = context()
    people = ("Moore", "Hill", "Wellington")
    s = sea(x, fleet(x, "London", ENGLAND, 1), leaders=dict.fromkeys(people, "London"), saved=8)
    aboard = tuple(x.setting.leader_number[name] for name in people)
    gone = play(x, s, sail(x, s, "London", ENGLAND, "Lisbon", 1, inside=True, cargo=m.Cargo(leaders=aboard)))
    assert {where(x, gone, name) for name in people} == {place(x, "Lisbon")}
    for cargo in (m.Cargo(supply=1), m.Cargo(points=1)):
        assert refusal(x, s, sail(x, s, "London", ENGLAND, "Lisbon", 1, inside=True, cargo=cargo)) == "WAP F.3.d"


def test_f_3_f_supplies_are_gone_when_the_segment_is_over() -> None:
    x = context()
    s = campaign(x, segment="anti-French", landed=((place(x, "Lisbon"), ENGLAND, 4),), agenda=(EndSegment(),))
    assert run_one(x, s).landed == ()


# F.4


def test_f_4_b_the_voyage_waits_in_the_sea_that_it_enters_until_interceptions_are_tried() -> None:
    x = context()
    s = sea(x, fleet(x, "Brest", FRANCE, 2), fleet(x, "Atlantic Ocean", ENGLAND, 2), seat=FRENCH_SEAT)
    s = play(x, s, sail(x, s, "Brest", FRANCE, "West Africa", 2))
    assert isinstance(s.agenda[-1], InterceptOffer)
    assert ships(x, s, "Atlantic Ocean", FRANCE) == [(2, 0, False)]
    s = play(x, s, m.Done())
    assert ships(x, s, "West Africa", FRANCE) == [(2, 0, False)]


def test_f_4_g_nobody_intercepts_who_leaves_a_sea_only_who_enters_it() -> None:
    x = context()
    s = sea(
        x,
        fleet(x, "Atlantic Ocean", FRANCE, 2),
        fleet(x, "Atlantic Ocean", ENGLAND, 2),
        fleet(x, "Mediterranean Sea", ENGLAND, 1),
        seat=FRENCH_SEAT,
    )
    assert not play(x, s, sail(x, s, "Atlantic Ocean", FRANCE, "West Africa", 2)).agenda
    met = play(x, s, sail(x, s, "Atlantic Ocean", FRANCE, "Mediterranean Sea", 2))
    assert isinstance(met.agenda[-1], InterceptOffer)
    assert [subject.id for subject in met.agenda[-1].subjects(x, met)] == [
        f"f:{number(x, met, 'Mediterranean Sea', ENGLAND)}"
    ]


# F.6


def test_f_4_c_fleets_that_came_to_a_sea_in_different_months_throw_each_for_itself() -> None:
    x = context()
    long_there, just_come = (
        replace(fleet(x, "Atlantic Ocean", ENGLAND, n), since=since) for n, since in ((2, 0), (3, 4))
    )
    s = sea(x, long_there, just_come, fleet(x, "Brest", FRANCE, 3), seat=FRENCH_SEAT, turn=5)
    s = play(x, s, sail(x, s, "Brest", FRANCE, "Atlantic Ocean", 3))
    first, second = (
        m.Intercept(fleet_number(s, i), f.squadrons) for i, f in enumerate(s.fleets) if f.nation == ENGLAND
    )
    missed = play(x, s, first, thrown(1))
    assert refusal(x, missed, first) == "WAP F.4.a", "who did not find them has had his die"
    missed.agenda[-1].check(x, missed, second)
    assert not play(x, missed, second, thrown(1)).agenda


def test_f_6_e_ships_of_another_player_come_before_a_blockaded_port_and_not_into_it() -> None:
    x = context(options=Options(spanish_seat=True))
    s = sea(
        x,
        fleet(x, "Brest", FRANCE, 2),
        fleet(x, "Brest", ENGLAND, 2, inside=False),
        fleet(x, "Corunna", SPAIN, 1),
        seat=x.setting.seats.index("spanish"),
        segment="pro-French",
    )
    s.agenda[-1].check(x, s, sail(x, s, "Corunna", SPAIN, "Brest", 1))
    into = sail(x, s, "Corunna", SPAIN, "Brest", 1, inside=True)
    assert refusal(x, s, into) == "WAP F.6.f"
    open_port = x.with_fleets(s, [f for f in s.fleets if f.nation != ENGLAND])
    open_port.agenda[-1].check(x, open_port, into)


# F.8


def test_f_8_a_nelson_leads_no_troops_and_saves_none_from_being_overrun() -> None:
    x = context()
    there = {"Nelson": "Lisbon", "Moore": "Lisbon"}
    s = campaign(x, [("Lisbon", "England", "1I")], there)
    assert leaders_with(x, s, place(x, "Lisbon"), [0]) == [x.setting.leader_number["Moore"]]
    shut = go_inside(x, s, place(x, "Lisbon"), [0], [])
    assert shut.leaders[x.setting.leader_number["Moore"]].inside
    assert not shut.leaders[x.setting.nelson].inside, "he is off the port"
    s = campaign(x, [("3524", "Austria", "1C")], {"Nelson": "3524"})
    assert place(x, "3524") in weak(x, s, 10, FRENCH)


def test_f_8_a_marches_past_his_port_leave_nelson_with_his_ships() -> None:
    x = context()
    s = moving(x, ("Paris", "France", "3C"), fleets=[fleet(x, "Plymouth", ENGLAND, 2)])
    s = s.leader(x.setting.nelson, place=place(x, "Plymouth"), inside=True)
    s = play(x, s, march(x, "Paris", "Orleans", "", ("France", "3C")))
    assert x.with_nelson(s, s.fleets[0])


def test_f_8_g_nelson_off_a_port_stays_when_an_army_comes_to_it() -> None:
    x = context()
    near = x.board.label(x.setting.steps[place(x, "Brest")][0][0])
    watch = fleet(x, "Brest", ENGLAND, 2, inside=False)
    s = moving(x, (near, "France", "3C"), leaders={"Nelson": "Brest"}, fleets=[watch])
    s = play(x, s, march(x, near, "Brest", "", ("France", "3C")))
    assert where(x, s, "Nelson") == place(x, "Brest")
    assert at(x, s, "Brest", "France") == parse("3C")


def test_f_8_d_two_fights_in_a_phase_are_one_danger_for_nelson() -> None:
    x = context()
    for injury, fate in (((4, 6),), place(x, "Atlantic Ocean")), (((5, 6), 4), WOUNDED):
        log: list[Event] = []
        english = [replace(fleet(x, "Atlantic Ocean", ENGLAND, 2), since=since) for since in (0, 1)]
        french = (fleet(x, port, FRANCE, 1) for port in ("Brest", "Rochefort"))
        s = sea(x, *english, *french, seat=FRENCH_SEAT, turn=3, leaders={"Nelson": "Atlantic Ocean"})
        for port, dice in (("Brest", thrown(6, 3)), ("Rochefort", thrown(6, 3, *injury))):
            assert where(x, s, "Nelson") == place(x, "Atlantic Ocean")
            s = play(x, s, sail(x, s, port, FRANCE, "Atlantic Ocean", 1))
            first = next(i for i, f in enumerate(s.fleets) if f.nation == ENGLAND and not f.moved)
            s = play(x, s, m.Intercept(fleet_number(s, first), 2), dice, log)
            s = play(x, s, m.Done(), dice, log) if s.agenda and isinstance(s.agenda[-1], InterceptOffer) else s
        assert not s.agenda
        assert [event.kind for event in log].count("sea-fight") == 2
        assert where(x, s, "Nelson") == fate


@pytest.mark.parametrize(("leader", "counts"), [("Nelson", True), ("Wellington", False)])
def test_f_8_f_no_leader_but_nelson_counts_in_a_fight_at_sea(leader: str, counts: bool) -> None:
    x = context()
    fleets = [
        replace(fleet(x, "Atlantic Ocean", ENGLAND, 3), moved=ATTACKING),
        replace(fleet(x, "Atlantic Ocean", FRANCE, 3), moved=SAILING),
    ]
    alone = campaign(x, fleets=fleets)
    led = campaign(x, fleets=fleets, leaders={leader: "Atlantic Ocean"})
    fight = SeaFight(ATTACKING, SAILING)
    parts = [combat_parts(x.tables, fight.battle(x, s)) for s in (alone, led)]
    assert (parts[0] != parts[1]) is counts


def test_f_2_e_a_squadron_off_its_own_port_with_an_enemy_there_is_not_offered_the_way_back_to_it() -> None:
    x = context()
    off = fleet(x, "Brest", FRANCE, 1, inside=False)
    s = sea(x, off, fleet(x, "Brest", ENGLAND, 1, inside=False), segment="pro-French", seat=FRENCH_SEAT)
    options = s.agenda[-1].options(x, s, f"f:{number(x, s, 'Brest', FRANCE)}")
    assert options
    for move in options:
        s.agenda[-1].check(x, s, move)
