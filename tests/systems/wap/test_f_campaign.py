"""F on the map: sailing, cargo, interception, blockades, fights off ports, retreats, Nelson, ships in lost ports."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from napwidgets.kernel.system import Event
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face.battle import battle
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.money.shipyards import ships_of_lost_ports
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sea import naval
from napwidgets.systems.wap.sea.blockade import AttackOffer, PounceOffer
from napwidgets.systems.wap.sea.encounters import InterceptOffer, PursueOffer, SeaFight, SeaRetreat, force
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.sea.seaways import blockaded, lanes, reset
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, NATIONS, PRUSSIA, RUSSIA
from napwidgets.systems.wap.state import (
    ATTACKING,
    DEAD,
    FRENCH,
    MOVED,
    SAILING,
    WOUNDED,
    State,
    fleet_index,
    fleet_number,
)
from tests.systems.wap.campaign import (
    FRENCH_SEAT,
    at,
    campaign,
    context,
    place,
    play,
    refusal,
    thrown,
    where,
)
from tests.systems.wap.navy import fleet, number, sail, sea, ships

# F.1, F.2 Units and movement


def test_f_1_b_a_squadron_carries_no_troops() -> None:
    x = context()
    s = sea(
        x, fleet(x, "London", ENGLAND, 2), armies=[("London", "England", "2I")], leaders={"English leader": "London"}
    )
    move = sail(x, s, "London", ENGLAND, "Plymouth", 2, inside=True, cargo=m.Cargo(ENGLAND, parse("2I")))
    assert refusal(x, s, move) == "WAP F.3.d"


def test_f_2_a_four_points_reach_the_caribbean_in_two_months_not_in_one() -> None:
    x = context()
    names = {x.setting.zones[zone].name for zone in lanes(x, place(x, "Brest"))}
    assert {"Atlantic Ocean", "North Sea", "North Atlantic", "West Africa"} <= names
    assert "Caribbean" not in names


def test_f_2_example_1_gibraltar_to_walcheren_takes_all_four_points() -> None:
    x = context()
    s = sea(x, fleet(x, "Gibraltar", ENGLAND, 0, 1))
    ways = lanes(x, place(x, "Gibraltar"))
    assert ways[x.setting.zone_number("North Sea")].left == 2
    hex = next(
        h for h in range(x.board.size)
        if x.board.shores[h] == (x.setting.zone_number("North Sea"),) and h not in x.setting.city_at
    )  # fmt: skip
    s.agenda[-1].check(x, s, m.Sail(fleet_number(s, 0), 0, 1, ways[x.setting.zone_number("North Sea")].route, hex))


def test_f_2_f_a_route_must_join_and_be_paid() -> None:
    x = context()
    s = sea(x, fleet(x, "Plymouth", ENGLAND, 1))
    baltic, zone = x.setting.zone_number("Baltic Sea"), x.setting.zone_number("Mediterranean Sea")
    assert refusal(x, s, m.Sail(fleet_number(s, 0), 1, 0, (zone, baltic), place(x, "Baltic Sea"))) == "WAP F.2.f"
    assert refusal(x, s, m.Sail(fleet_number(s, 0), 2, 0, (zone,), place(x, "Mediterranean Sea"))) == "WAP F.2.b"
    assert refusal(x, s, m.Sail(fleet_number(s, 0), 0, 0, (zone,), place(x, "Mediterranean Sea"))) == "WAP F.2.b"


def test_f_2_g_gibraltar_is_english_and_opens_on_two_seas() -> None:
    x = context()
    assert x.setting.home[x.setting.city_at[place(x, "Gibraltar")]] == ENGLAND
    here = {x.setting.zones[z].name for z in x.board.shores[place(x, "Gibraltar")]}
    assert here == {"Atlantic Ocean", "Mediterranean Sea"}


def test_f_9_each_fleet_moves_once_and_a_part_may_stay_behind() -> None:
    x = context()
    s = sea(x, fleet(x, "Plymouth", ENGLAND, 3))
    s = play(x, s, sail(x, s, "Plymouth", ENGLAND, "Atlantic Ocean", 2))
    assert ships(x, s, "Plymouth", ENGLAND) == [(1, 0, True)]
    assert ships(x, s, "Atlantic Ocean", ENGLAND) == [(2, 0, False)]
    assert (
        refusal(x, s, m.Sail(number(x, s, "Atlantic Ocean", ENGLAND), 1, 0, (2,), place(x, "North Sea"))) == "WAP F.9"
    )


def test_e_1_a_neutral_fleets_start_no_fights() -> None:
    x = context(options=Options(prussian_seat=True))
    s = sea(x, fleet(x, "Danzig", PRUSSIA, 1), seat=2, segment="neutral")
    assert all(zone_or_port(move) for move in s.agenda[-1].options(x, s, s.agenda[-1].subjects(x, s)[0].id))


def zone_or_port(move: m.Move) -> bool:
    """Whether a voyage ends in a port or a sea."""
    return isinstance(move, m.Sail) and (move.inside or move.to < 0)


# F.3 Transport


def landing(x: Context) -> State:
    """An English transport with troops and a leader in London."""
    return sea(
        x,
        fleet(x, "London", ENGLAND, 0, 1),
        armies=[("London", "England", "3I 1C")],
        leaders={"English leader": "London"},
    )


def test_f_3_d_two_infantry_or_one_cavalry_in_a_transport() -> None:
    x = context()
    s = landing(x)
    for troops, fits in (("2I", True), ("1C", True), ("3I", False), ("1I 1C", False)):
        move = sail(x, s, "London", ENGLAND, "Lisbon", 0, 1, inside=True, cargo=m.Cargo(ENGLAND, parse(troops)))
        if fits:
            s.agenda[-1].check(x, s, move)
        else:
            assert refusal(x, s, move) == "WAP F.3.d"


def test_f_3_b_infantry_needs_a_leader_to_embark_and_marches_no_more() -> None:
    x = context()
    leader = x.setting.leader_number["English leader"]
    s = landing(x)
    alone = s.leader(leader, place=place(x, "Dublin"))
    move = sail(x, s, "London", ENGLAND, "Lisbon", 0, 1, inside=True, cargo=m.Cargo(ENGLAND, parse("2I"), (leader,)))
    assert refusal(x, alone, move) == "WAP F.3.b"
    s = play(x, s, move)
    assert at(x, s, "Lisbon", "England") == parse("2I")
    assert all(a.moved for a in s.armies if a.hex == place(x, "Lisbon"))
    assert where(x, s, "English leader") == place(x, "Lisbon")


def test_f_3_e_troops_stay_at_sea_only_in_the_global_zones() -> None:
    x = context()
    s = landing(x)
    cargo = m.Cargo(ENGLAND, parse("2I"))
    assert refusal(x, s, sail(x, s, "London", ENGLAND, "Atlantic Ocean", 0, 1, cargo=cargo)) == "WAP F.3.e"
    s = play(x, s, sail(x, s, "London", ENGLAND, "Arctic Ocean", 0, 1, cargo=cargo))
    assert s.fleets[0].aboard == parse("2I")


def test_f_3_f_landed_supplies_last_until_the_end_of_the_segment() -> None:
    x = context()
    s = sea(x, fleet(x, "London", ENGLAND, 0, 1))
    s = play(x, s, sail(x, s, "London", ENGLAND, "Lisbon", 0, 1, inside=True, cargo=m.Cargo(supply=4)))
    assert s.landed == ((place(x, "Lisbon"), ENGLAND, 4),)


def test_f_3_g_points_are_lent_by_landing_them_and_count_for_the_borrower() -> None:
    x = context()
    log: list[Event] = []
    s = sea(x, fleet(x, "London", ENGLAND, 0, 1), saved=8)
    move = sail(x, s, "London", ENGLAND, "Danzig", 0, 1, inside=True, cargo=m.Cargo(points=3))
    assert refusal(x, s, move) == "WAP F.6.f"
    move = sail(x, s, "London", ENGLAND, "Danzig", 0, 1, cargo=m.Cargo(points=3))
    s = play(x, s, move, log=log)
    assert (s.lent[PRUSSIA], s.saved) == (6, 2)
    assert sum(event.data.get("tally", {}).get("half points", 0) for event in log) == 0


def lending(x: Context, to: str, points: int, saved: int, **more: object) -> tuple[State, m.Sail]:
    """England about to land points on a coast."""
    s = sea(x, fleet(x, "London", ENGLAND, 0, 2), saved=saved, **more)
    return s, sail(x, s, "London", ENGLAND, to, 0, 2, cargo=m.Cargo(points=points))


def test_j_5_a_england_lends_no_more_than_it_has_saved() -> None:
    x = context()
    assert refusal(x, *lending(x, "Danzig", 3, 4)) == "WAP J.5.a"
    s, move = lending(x, "Danzig", 3, 6)
    s.agenda[-1].check(x, s, move)


def test_j_5_b_three_points_at_most_for_one_state_in_a_turn() -> None:
    x = context()
    assert refusal(x, *lending(x, "Danzig", 4, 20)) == "WAP J.5.b"
    s, move = lending(x, "Danzig", 2, 20)
    lent = replace(s, lent=tuple(4 if n == PRUSSIA else 0 for n in range(len(NATIONS))))
    assert refusal(x, lent, move) == "WAP J.5.b"


def test_j_5_c_five_points_at_most_for_all_states_in_a_turn() -> None:
    x = context()
    s, move = lending(x, "Danzig", 3, 20)
    for others, cite in ((4, ""), (6, "WAP J.5.c")):
        lent = replace(s, lent=tuple(others if n == RUSSIA else 0 for n in range(len(NATIONS))))
        if cite:
            assert refusal(x, lent, move) == cite
        else:
            lent.agenda[-1].check(x, lent, move)


def test_f_3_h_cargo_goes_down_with_its_transport_to_the_force_pool() -> None:
    x = context()
    s = sea(
        x,
        fleet(x, "London", ENGLAND, 0, 1),
        fleet(x, "Atlantic Ocean", FRANCE, 1),
        armies=[("London", "England", "2I")],
        leaders={"English leader": "London"},
    )
    move = sail(x, s, "London", ENGLAND, "Lisbon", 0, 1, inside=True, cargo=m.Cargo(ENGLAND, parse("2I")))
    s = play(x, s, move)
    assert isinstance(s.agenda[-1], InterceptOffer)
    s = play(x, s, m.Intercept(number(x, s, "Atlantic Ocean", FRANCE), 1), thrown(6, 1))
    assert s.pools[ENGLAND] == parse("2I")
    assert s.docks[ENGLAND] == (0, 1)


# F.4, F.5 Interception and pursuit


def met(x: Context, die: int) -> State:
    """French ships that come out of Brest past an English squadron at sea, which throws a die to intercept."""
    s = sea(x, fleet(x, "Brest", FRANCE, 2), fleet(x, "Atlantic Ocean", ENGLAND, 2), seat=FRENCH_SEAT)
    s = play(x, s, sail(x, s, "Brest", FRANCE, "Atlantic Ocean", 2))
    return play(x, s, m.Intercept(number(x, s, "Atlantic Ocean", ENGLAND), 2), thrown(die, 4))


def test_f_4_a_who_is_at_sea_intercepts_on_four_or_more_on_the_atlantic() -> None:
    x = context()
    missed = met(x, 3)
    assert not missed.agenda
    assert ships(x, missed, "Atlantic Ocean", FRANCE) == [(2, 0, False)]
    caught = met(x, 4)
    assert isinstance(caught.agenda[-1], PursueOffer)


def test_f_4_d_a_blockaded_fleet_never_intercepts() -> None:
    x = context()
    s = sea(
        x,
        fleet(x, "Brest", FRANCE, 2),
        fleet(x, "Brest", ENGLAND, 2, inside=False),
        fleet(x, "Plymouth", ENGLAND, 1),
    )
    s = play(x, s, sail(x, s, "Plymouth", ENGLAND, "Atlantic Ocean", 1))
    assert isinstance(s.agenda[-1], NavalPhase)


def test_f_4_e_who_has_intercepted_does_not_again_in_the_phase() -> None:
    x = context()
    s = sea(
        x,
        fleet(x, "Brest", FRANCE, 2),
        fleet(x, "Rochefort", FRANCE, 1),
        fleet(x, "Atlantic Ocean", ENGLAND, 2),
        seat=FRENCH_SEAT,
    )
    s = play(x, s, sail(x, s, "Brest", FRANCE, "Atlantic Ocean", 2))
    s = play(x, s, m.Intercept(number(x, s, "Atlantic Ocean", ENGLAND), 2), thrown(6, 4))
    s = play(x, s, m.Done())
    s = play(x, s, m.ToPort(place(x, "Rochefort"))) if isinstance(s.agenda[-1], SeaRetreat) else s
    s = play(x, s, sail(x, s, "Rochefort", FRANCE, "Atlantic Ocean", 1))
    assert not s.agenda


def test_f_5_b_the_victor_may_pursue_and_f_7_d_two_lost_rounds_end_it() -> None:
    x = context()
    s = met(x, 6)
    assert x.setting.seats[s.agenda[-1].side(x, s)] == "english"
    s = play(x, s, m.Accept(), thrown(6, 4))
    assert isinstance(s.agenda[-1], SeaRetreat)
    assert x.setting.seats[s.agenda[-1].side(x, s)] == "french"


# F.6 Blockade


def test_f_6_a_as_many_before_the_port_as_inside() -> None:
    x = context()
    for outside, shut in ((1, False), (2, True), (3, True)):
        s = campaign(x, fleets=[fleet(x, "Brest", FRANCE, 2), fleet(x, "Brest", ENGLAND, outside, inside=False)])
        assert blockaded(x, s, place(x, "Brest"), FRENCH) is shut


def blockade(x: Context, *throws: int) -> State:
    """Two French squadrons try to leave Brest past three English ones."""
    s = sea(x, fleet(x, "Brest", FRANCE, 2), fleet(x, "Brest", ENGLAND, 3, inside=False), seat=FRENCH_SEAT)
    s = reset(x, s)
    return play(x, s, sail(x, s, "Brest", FRANCE, "West Africa", 2), thrown(*throws))


def test_f_6_c_e_slips_away_and_may_then_be_intercepted_by_nobody_who_watched_the_port() -> None:
    x = context()
    s = blockade(x, 5)
    assert ships(x, s, "West Africa", FRANCE) == [(2, 0, False)]


def test_f_6_c_f_stays_or_attacks() -> None:
    x = context()
    s = blockade(x, 3)
    assert isinstance(s.agenda[-1], AttackOffer)
    s = play(x, s, m.Done())
    assert ships(x, s, "Brest", FRANCE) == [(2, 0, True)]
    assert s.fleets[fleet_index(s, number(x, s, "Brest", FRANCE))].moved == MOVED


def test_f_6_c_f_star_lets_the_blockaders_fight_one_round() -> None:
    x = context()
    s = blockade(x, 1)
    assert isinstance(s.agenda[-1], PounceOffer)
    s = play(x, s, m.Accept(), thrown(6))
    assert ships(x, s, "Brest", FRANCE) == [(1, 0, True)]
    assert s.losses == (1, 0)


def test_f_6_d_no_second_try_in_a_phase() -> None:
    x = context()
    s = play(x, blockade(x, 3), m.Done())
    again = s.push(NavalPhase(FRENCH_SEAT))
    move = m.Sail(number(x, s, "Brest", FRANCE), 1, 0, (1,), place(x, "Atlantic Ocean"))
    assert refusal(x, again, move) == "WAP F.9"


def test_f_6_f_friends_join_the_blockaded_in_port() -> None:
    x = context()
    s = sea(
        x,
        fleet(x, "Brest", FRANCE, 2),
        fleet(x, "Brest", ENGLAND, 2, inside=False),
        fleet(x, "Rochefort", FRANCE, 1),
        seat=FRENCH_SEAT,
    )
    s = play(x, s, sail(x, s, "Rochefort", FRANCE, "Brest", 1, inside=True))
    s = play(x, s, m.Done()) if isinstance(s.agenda[-1], InterceptOffer) else s
    assert sum(f.squadrons for f in s.fleets if f.place == place(x, "Brest") and f.inside) == 3
    assert not blockaded(x, s, place(x, "Brest"), FRENCH)


def test_f_6_g_blockaders_that_try_to_intercept_leave_the_blockade_whatever_comes_of_it() -> None:
    x = context()
    s = sea(
        x,
        fleet(x, "Brest", FRANCE, 2),
        fleet(x, "Brest", ENGLAND, 2, inside=False),
        fleet(x, "Rochefort", FRANCE, 1),
        seat=FRENCH_SEAT,
    )
    s = play(x, s, sail(x, s, "Rochefort", FRANCE, "Atlantic Ocean", 1))
    s = play(x, s, m.Intercept(number(x, s, "Brest", ENGLAND), 2), thrown(1))
    assert ships(x, s, "Atlantic Ocean", ENGLAND) == [(2, 0, False)]
    assert not blockaded(x, s, place(x, "Brest"), FRENCH)


def test_f_6_i_a_fleet_from_the_sea_and_the_one_in_port_do_not_fight_side_by_side() -> None:
    x = context()
    s = sea(
        x,
        fleet(x, "Brest", FRANCE, 3),
        fleet(x, "Brest", ENGLAND, 3, inside=False),
        fleet(x, "Rochefort", FRANCE, 1),
        seat=FRENCH_SEAT,
    )
    s = play(x, s, sail(x, s, "Rochefort", FRANCE, "Brest", 1))
    s = play(x, s, m.Done()) if isinstance(s.agenda[-1], InterceptOffer) else s
    assert isinstance(s.agenda[-1], AttackOffer)
    assert force(x, s, SAILING).squadrons == 1


def test_f_6_b_ships_in_a_port_that_falls_are_taken() -> None:
    x = context()
    s = campaign(
        x,
        fleets=[fleet(x, "Lisbon", ENGLAND, 2, 1), fleet(x, "Lisbon", FRANCE, 2, inside=False)],
        control={"Lisbon": "France"},
        masters={"Portugal": "France"},
    )
    s = ships_of_lost_ports(x, s, [])
    assert not ships(x, s, "Lisbon", ENGLAND)
    free = x.with_fleets(s, [fleet(x, "Lisbon", ENGLAND, 2)])
    assert ships(x, ships_of_lost_ports(x, free, []), "Lisbon", ENGLAND) == [], "not blockaded, they get away"
    assert sum(f.squadrons for f in ships_of_lost_ports(x, free, []).fleets) == 2
    assert [(c.captor, c.nation, c.squadrons, c.transports) for c in s.captives] == [(FRANCE, ENGLAND, 2, 1)]


# F.7, F.8


def test_f_7_a_off_a_coast_the_mover_may_attack() -> None:
    x = context()
    s = sea(x, fleet(x, "Brest", ENGLAND, 1, inside=False), fleet(x, "Rochefort", FRANCE, 3), seat=FRENCH_SEAT)
    s = play(x, s, sail(x, s, "Rochefort", FRANCE, "Brest", 3))
    s = play(x, s, m.Done()) if isinstance(s.agenda[-1], InterceptOffer) else s
    assert isinstance(s.agenda[-1], AttackOffer)
    s = play(x, s, m.Accept(), thrown(4))
    s = play(x, s, m.Done())
    assert isinstance(s.agenda[-1], SeaRetreat)
    s = play(x, s, m.ToPort(place(x, "Plymouth")))
    assert ships(x, s, "Plymouth", ENGLAND) == [(1, 0, True)]


def test_f_7_d_the_beaten_choose_a_port_of_the_zone_that_is_not_blockaded() -> None:
    x = context()
    s = met(x, 6)
    s = play(x, s, m.Done())
    assert isinstance(s.agenda[-1], SeaRetreat)
    ports = {move.to for move in s.agenda[-1].options(x, s, None)}
    assert place(x, "Brest") in ports
    assert place(x, "Toulon") not in ports
    s = play(x, s, m.ToPort(place(x, "Corunna")))
    assert ships(x, s, "Corunna", FRANCE) == [(2, 0, True)]


def test_f_7_d_far_from_any_port_the_beaten_are_lost_one_by_one() -> None:
    x = context()
    s = sea(x, fleet(x, "North America", FRANCE, 2), fleet(x, "North Atlantic", ENGLAND, 2), seat=FRENCH_SEAT)
    s = play(x, s, sail(x, s, "North America", FRANCE, "North Atlantic", 2))
    s = play(x, s, m.Intercept(number(x, s, "North Atlantic", ENGLAND), 2), thrown(6, 4))
    s = play(x, s, m.Done(), thrown(1, 2))
    assert s.docks[FRANCE] == (1, 0)
    assert [(c.captor, c.squadrons) for c in s.captives] == [(ENGLAND, 1)]


def test_f_8_c_nelson_is_lost_with_his_last_ship_and_f_8_d_may_be_hit() -> None:
    x = context()
    for throws, fate in (((6, 1, (5, 6), 2), DEAD), ((6, 1, (5, 6), 5), WOUNDED), ((6, 1, (4, 6)), None)):
        s = sea(
            x,
            fleet(x, "Toulon", FRANCE, 4),
            fleet(x, "Mediterranean Sea", ENGLAND, 2),
            seat=FRENCH_SEAT,
            leaders={"Nelson": "Mediterranean Sea"},
        )
        s = play(x, s, sail(x, s, "Toulon", FRANCE, "Mediterranean Sea", 4))
        s = play(x, s, m.Intercept(number(x, s, "Mediterranean Sea", ENGLAND), 2), thrown(*throws[:2]))
        s = play(x, s, m.Done())
        assert where(x, s, "Nelson") == place(x, "Mediterranean Sea"), "only at the end of the phase"
        s = play(x, s, m.ToPort(place(x, "Toulon")), thrown(*throws[2:]))
        assert not s.agenda
        here = where(x, s, "Nelson")
        assert here == fate if fate is not None else here == place(x, "Mediterranean Sea")


def test_f_8_b_nelson_helps_to_intercept_and_f_8_e_to_fight() -> None:
    x = context()
    for with_him in (True, False):
        s = sea(
            x,
            fleet(x, "Toulon", FRANCE, 2),
            fleet(x, "Mediterranean Sea", ENGLAND, 2),
            seat=FRENCH_SEAT,
            leaders={"Nelson": "Mediterranean Sea"} if with_him else {},
        )
        s = play(x, s, sail(x, s, "Toulon", FRANCE, "Mediterranean Sea", 2))
        log: list[Event] = []
        play(x, s, m.Intercept(number(x, s, "Mediterranean Sea", ENGLAND), 2), thrown(6, 4, (1, 1)), log)
        told = {event.kind: [part[0] for part in event.data.get("parts", ())] for event in log}
        assert ("Nelson" in told["interception"]) is with_him
        assert ("Nelson with the larger force" in told["sea-fight"]) is with_him


@pytest.mark.parametrize(("die", "sea_or_port"), [(6, "Atlantic Ocean"), (1, "Plymouth")])
def test_f_8_b_nelson_goes_to_sea_with_ships_that_meet_the_enemy_as_is_shown_before(die: int, sea_or_port: str) -> None:
    x = context()
    s = sea(x, fleet(x, "Brest", FRANCE, 3), fleet(x, "Plymouth", ENGLAND, 2), seat=FRENCH_SEAT)
    s = s.leader(x.setting.nelson, place=place(x, "Plymouth"), inside=True)
    s = play(x, s, sail(x, s, "Brest", FRANCE, "Atlantic Ocean", 3))
    ships_of_his = number(x, s, "Plymouth", ENGLAND)
    shown = battle(x, s, f"f:{ships_of_his}", -1)
    assert shown is not None
    assert [line.value for party in shown.parties for line in party.lines if line.name == "Nelson"] == ["with them"]
    s = play(x, s, m.Intercept(ships_of_his, 2), thrown(die, 4, (1, 1)))
    assert where(x, s, "Nelson") == place(x, sea_or_port)


def test_f_8_e_nelson_counts_for_the_side_that_throws() -> None:
    x = context()
    s = campaign(
        x,
        fleets=[
            replace(fleet(x, "Mediterranean Sea", ENGLAND, 1), moved=ATTACKING),
            replace(fleet(x, "Mediterranean Sea", FRANCE, 3), moved=SAILING),
        ],
        leaders={"Nelson": "Mediterranean Sea"},
    )
    parts = naval.combat_parts(x.tables, SeaFight(ATTACKING, SAILING).battle(x, s))
    assert ("Nelson with the smaller force", -1, "WAP F.8.e") in parts


def test_f_8_h_nelson_moves_only_with_ships_that_were_with_him() -> None:
    x = context()
    s = sea(x, fleet(x, "Plymouth", ENGLAND, 1), leaders={"Nelson": "Mediterranean Sea"})
    assert refusal(x, s, sail(x, s, "Plymouth", ENGLAND, "Atlantic Ocean", 1, nelson=True)) == "WAP F.8.h"
    s = sea(x, fleet(x, "Mediterranean Sea", ENGLAND, 2), leaders={"Nelson": "Mediterranean Sea"})
    s = play(x, s, sail(x, s, "Mediterranean Sea", ENGLAND, "Atlantic Ocean", 2, nelson=True))
    assert where(x, s, "Nelson") == place(x, "Atlantic Ocean")
