"""K.1 to K.7 and K.9: the options but Lloyd's."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import NONE, parse
from napwidgets.systems.wap.land.attrition import AttritionPhase
from napwidgets.systems.wap.land.losses import imprison
from napwidgets.systems.wap.land.marching import MovementPhase
from napwidgets.systems.wap.money.production import (
    Purchase,
)
from napwidgets.systems.wap.money.shipyards import repaired, ships_of_lost_ports
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sea.encounters import force
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.sequence import BeginTurn, EndTurn, Segment
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, PRUSSIA, RUSSIA, SPAIN
from napwidgets.systems.wap.state import (
    DAMAGED,
    DEAD,
    ENGLISH,
    EXILE,
    FIT,
    FRENCH,
    NEUTRAL,
    OFF,
    PRIZE,
    SAILING,
    Army,
    Captives,
    Fleet,
    State,
    fleet_number,
)
from napwidgets.systems.wap.states.bargains import BargainChoice
from napwidgets.systems.wap.states.exile import ExileChoice, fate_of_napoleon
from napwidgets.systems.wap.states.politics import invaded
from napwidgets.systems.wap.states.victory import points
from tests.systems.wap.campaign import (
    ENGLISH_SEAT,
    FRENCH_SEAT,
    at,
    campaign,
    city,
    context,
    courting,
    place,
    play,
    refusal,
    run,
    run_one,
    thrown,
    where,
)
from tests.systems.wap.navy import fleet, sail, sea, ships


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
    for troops, rating in (("3I", 2), ("4I", 0)):
        s = campaign(x, [("Berlin", "Prussia", troops)], leaders={"Blucher": "Berlin"})
        assert x.rating(s, i) == rating


@pytest.mark.parametrize(("with_him", "rating"), [(("Saxony", "2I"), 0), (("Saxony", "1I"), 2), (("Russia", "2I"), 2)])
def test_k_2_b_the_troops_of_prussias_satellites_count_in_his_force(with_him: tuple[str, str], rating: int) -> None:
    x = context(options=Options(blucher=True))
    s = campaign(x, [("Berlin", "Prussia", "2I"), ("Berlin", *with_him)], leaders={"Blucher": "Berlin"})
    assert x.rating(s, x.setting.leader_number["Blucher"]) == rating


def test_k_2_b_young_blucher_is_under_any_other_prussian_leader_with_a_name() -> None:
    x = context(options=Options(blucher=True))
    i = x.setting.leader_number["Blucher"]
    for other, post, rating in (("Ruchel", "Berlin", 0), ("Ruchel", "Breslau", 2), ("Prussian leader", "Berlin", 2)):
        s = campaign(x, [("Berlin", "Prussia", "3I")], leaders={"Blucher": "Berlin", other: post})
        assert x.rating(s, i) == rating
    s = campaign(x, [("Berlin", "Prussia", "3I")], leaders={"Blucher": "Berlin", "Ruchel": "Berlin"}, ever=(PRUSSIA,))
    assert x.rating(s, i) == 2


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


def test_k_4_c_a_corps_hungers_with_the_french_and_its_losses_go_home_for_good() -> None:
    x = context(options=Options(expeditionary=True))
    s = campaign(x, [("6509", "Prussia under France", "12I")], status={"Prussia": "pro-French"})
    s = run(x, replace(s, agenda=(AttritionPhase(),)), thrown(6))
    lost = s.pools[PRUSSIA]
    assert sum(lost) > 0
    assert not any(s.pools[FRANCE])
    assert at(x, s, "6509", "Prussia") == (12 - lost[0], *NONE[1:])
    bought = play(x, s.push(Purchase(FRENCH_SEAT, PRUSSIA, 4)), m.Buy(PRUSSIA, 0, 1, city(x, "Berlin")))
    assert [army.under for army in bought.armies if army.hex == place(x, "Berlin")] == [-1]
    taken = imprison(x, s, [0], ENGLAND)
    assert taken.captives[0].serves == PRUSSIA


EXILED = Options(abdication=True)


def beaten(paris: str = "Austria", **more: Any) -> State:
    """Napoleon at Orleans, and the choice of K.5 in the French Alliance Phase."""
    x = context(options=EXILED)
    return campaign(x, leaders={"Napoleon": "Orleans"}, control={"Paris": paris}, agenda=(ExileChoice(),), **more)


def on_elba(turn: int = 4) -> State:
    """Napoleon abdicated in September 1805; a later French Alliance Phase."""
    s = play(context(options=EXILED), beaten(), m.Accept())
    return replace(s, turn=turn, agenda=(ExileChoice(),), segment=FRENCH)


def landing() -> State:
    """Napoleon has left Elba."""
    return play(context(options=EXILED), on_elba(), m.Accept(), thrown(1))


def landed(die: int = 2) -> State:
    """What follows when he lands at Toulon."""
    x = context(options=EXILED)
    return play(x, landing(), m.ToPort(place(x, "Toulon")), thrown(die))


def test_k_5_a_with_paris_lost_the_french_player_may_let_napoleon_abdicate() -> None:
    x = context(options=EXILED)
    s = beaten()
    assert not s.agenda[-1].automatic(x, s)
    assert s.agenda[-1].side(x, s) == FRENCH_SEAT
    stayed = play(x, s, m.Done())
    assert (where(x, stayed, "Napoleon"), stayed.status[FRANCE]) == (place(x, "Orleans"), FRENCH)
    held = beaten("France")
    assert held.agenda[-1].automatic(x, held)


def test_k_5_c_foreign_ships_leave_the_ports_of_france_and_no_others() -> None:
    x = context(options=Options(abdication=True))
    fleets = [fleet(x, "Brest", SPAIN, 2), fleet(x, "Brest", FRANCE, 1), fleet(x, "Toulon", ENGLAND, 3, 1)]
    fleets += [fleet(x, "Brest", ENGLAND, 1, inside=False), fleet(x, "Cadiz", SPAIN, 1)]
    lost = {"Paris": "Austria", "Toulon": "England"}
    people = {"Napoleon": "Lyon", "Nelson": "inside Toulon"}
    s = campaign(x, [], people, control=lost, fleets=fleets, agenda=(ExileChoice(),))
    s = play(x, s, m.Accept())
    assert ships(x, s, "Brest", FRANCE) == [(1, 0, True)]
    assert ships(x, s, "Brest", ENGLAND) == [(1, 0, False)], "who lies off a port is not in it"
    assert not ships(x, s, "Brest", SPAIN)
    assert not ships(x, s, "Toulon", ENGLAND)
    assert ships(x, s, "Cadiz", SPAIN) == [(1, 0, True)]
    new = next(f for f in s.fleets if f.nation == ENGLAND and f.squadrons == 3)
    assert x.setting.home[x.at_port(new)] == ENGLAND
    assert where(x, s, "Nelson") == new.place
    assert sum(f.squadrons for f in s.fleets if f.nation == SPAIN) == 3


def test_k_5_b_france_is_neutral_while_he_is_on_elba() -> None:
    s = on_elba()
    assert where(context(options=EXILED), s, "Napoleon") == EXILE
    assert s.status[FRANCE] == NEUTRAL


@pytest.mark.parametrize(("turn", "die", "away"), [(3, 0, False), (4, 3, False), (4, 2, True), (7, 3, True)])
def test_k_5_d_a_return_needs_three_months_and_a_low_die(turn: int, die: int, away: bool) -> None:
    # Spain alone is pro-French, and each three months take one more from the die.
    x = context(options=EXILED)
    s = on_elba(turn)
    assert s.agenda[-1].automatic(x, s) is (not die)
    if die:
        assert bool(play(x, s, m.Accept(), thrown(die)).agenda) is away


def test_k_5_d_he_lands_in_any_port_of_france() -> None:
    x = context(options=EXILED)
    s = landing()
    ports = {move.to for move in s.agenda[-1].options(x, s, None) if isinstance(move, m.ToPort)}
    assert {place(x, name) for name in ("Brest", "Toulon", "Rochefort")} <= ports
    assert place(x, "Amsterdam") not in ports


@pytest.mark.parametrize("waits", ["map", "pool", "nowhere"])
def test_k_5_d_a_part_of_the_guard_goes_to_elba_and_lands_with_napoleon(waits: str) -> None:
    x = context(options=Options(abdication=True))
    armies = [("Orleans", "France", "2GI 3I"), ("Lyon", "France", "5GI")] if waits == "map" else []
    s = campaign(x, armies, {"Napoleon": "Orleans"}, control={"Paris": "Austria"}, agenda=(ExileChoice(),))
    s = s.pool(FRANCE, parse("1GI" if waits == "pool" else ""))
    gone = play(x, s, m.Accept())
    assert gone.exiles == parse("" if waits == "nowhere" else "1GI")
    assert at(x, gone, "Orleans", "France") == parse("1GI 3I" if waits == "map" else "")
    assert not any(gone.pools[FRANCE])
    landing = play(x, replace(gone, turn=4, agenda=(ExileChoice(),), segment=FRENCH), m.Accept(), thrown(1))
    back = play(x, landing, m.ToPort(place(x, "Toulon")), thrown(2))
    assert at(x, back, "Toulon", "France") == gone.exiles
    assert not any(back.exiles)
    shot = play(x, landing, m.ToPort(place(x, "Toulon")), thrown(1))
    assert shot.pools[FRANCE] == gone.exiles


def test_k_5_d_he_marches_and_fights_in_the_segment_in_which_he_lands() -> None:
    x = context(options=EXILED)
    s = replace(on_elba(), status=(NEUTRAL, *[ENGLISH] * 5), agenda=(Segment(FRENCH),))
    armies = [Army(place(x, name), FRANCE, parse("4I")) for name in ("Toulon", "Paris")]
    s = run(x, x.with_armies(s, armies), thrown(1))
    assert [type(step).__name__ for step in s.agenda[:4]] == [
        "EndSegment",
        "SiegePhase",
        "CombatPhase",
        "MovementPhase",
    ]
    s = play(x, play(x, s, m.Done()), m.Accept(), thrown(1))
    s = play(x, s, m.ToPort(place(x, "Toulon")), thrown(2, 3))
    while not isinstance(s.agenda[-1], MovementPhase):
        s = play(x, s, m.Done())
    napoleon = x.setting.leader_number["Napoleon"]
    assert f"l:{napoleon}" in [subject.id for subject in s.agenda[-1].subjects(x, s)]


def test_k_5_e_france_is_his_when_he_has_landed() -> None:
    s = landed()
    assert where(context(options=EXILED), s, "Napoleon") == place(context(options=EXILED), "Toulon")
    assert s.status[FRANCE] == FRENCH


def test_k_5_f_shot_on_landing_he_is_dead_and_the_campaign_over() -> None:
    s = landed(1)
    assert where(context(options=EXILED), s, "Napoleon") == DEAD
    assert s.ended is not None
    assert s.ended.ending == "napoleon"


def test_k_5_g_all_others_that_are_not_conquered_turn_against_him() -> None:
    x = context(options=EXILED)
    s = replace(landing(), conquered=(0, 0, 0, FRENCH, 0, 0))
    s = play(x, s, m.ToPort(place(x, "Toulon")), thrown(2))
    assert [s.status[n] for n in (ENGLAND, AUSTRIA, RUSSIA, SPAIN)] == [ENGLISH] * 4
    assert s.status[PRUSSIA] == NEUTRAL


def test_k_5_h_after_a_year_on_elba_cities_decide() -> None:
    x = context(options=EXILED)
    s = run_one(x, replace(x.take(on_elba(1), city(x, "Milan"), AUSTRIA), agenda=(EndTurn(),)))
    assert s.ended is None
    assert run_one(x, replace(s, turn=12, agenda=(EndTurn(),))).ended is None
    ended = run_one(x, replace(s, turn=13, agenda=(EndTurn(),))).ended
    assert ended is not None
    assert (ended.ending, ended.winner) == ("napoleon", "english")
    assert ended.points == points(x, s)


def test_k_5_i_paris_lost_once_more_ends_the_campaign() -> None:
    x = context(options=EXILED)
    s = landed()
    assert fate_of_napoleon(x, s, []).ended is None
    assert fate_of_napoleon(x, x.take(s, city(x, "Paris"), AUSTRIA), []).ended is not None
    first = beaten()
    assert fate_of_napoleon(x, first, []).ended is None, "the first time he may abdicate"


PRIZES = Options(prizes=True)


def prize(x: Context, there: str, captor: int = ENGLAND, taken: int = FRANCE, **more: Any) -> Fleet:
    """A squadron in the hands of who took it."""
    return Fleet(place(x, there), captor, 1, condition=PRIZE, taken=taken, **more)


def repairs(x: Context, s: State, nation: int = ENGLAND) -> list[m.Repair]:
    """The repairs that a state can pay for."""
    seat = ENGLISH_SEAT if nation == ENGLAND else FRENCH_SEAT
    s = s.push(Purchase(seat, nation, 6))
    return [move for move in s.agenda[-1].options(x, s, None) if isinstance(move, m.Repair) and not move.pay]


@pytest.mark.parametrize(
    ("there", "control", "can"),
    [
        ("Plymouth", {}, True),
        ("Lisbon", {}, False),
        ("Atlantic Ocean", {}, False),
        ("Toulon", {"Toulon": "England"}, True),
    ],
)
def test_k_6_c_a_prize_is_repaired_in_a_port_of_its_captor(there: str, control: dict[str, str], can: bool) -> None:
    x = context(options=PRIZES)
    s = campaign(x, fleets=[prize(x, there, inside=there != "Atlantic Ocean")], segment="anti-French", control=control)
    assert bool(repairs(x, s)) is can


def test_k_6_e_a_repaired_prize_sails_and_fights_as_any_other_ship() -> None:
    x = context(options=PRIZES)
    s = sea(x, prize(x, "Plymouth", inside=True, due=4), turn=4)
    assert not s.agenda[-1].subjects(x, s)
    s = repaired(x, s, [])
    s.agenda[-1].check(x, s, sail(x, s, "Plymouth", ENGLAND, "Atlantic Ocean", 1))
    under_way = x.with_fleets(s, [replace(f, moved=SAILING) for f in s.fleets])
    assert (force(x, under_way, SAILING).squadrons, force(x, under_way, SAILING).towing) == (1, False)


def test_k_6_f_a_prize_is_retaken_with_its_port() -> None:
    x = context(options=PRIZES)
    s = campaign(x, fleets=[prize(x, "Lisbon", inside=True)], control={"Lisbon": "France"}, agenda=())
    s = ships_of_lost_ports(x, s, [])
    assert [(f.nation, f.condition, f.taken) for f in s.fleets] == [(FRANCE, PRIZE, FRANCE)]


def test_k_6_g_a_ship_that_its_own_state_has_won_back_is_no_use_before_repairs() -> None:
    x = context(options=PRIZES)
    s = sea(x, prize(x, "Brest", captor=FRANCE, inside=True), seat=FRENCH_SEAT)
    assert not s.agenda[-1].subjects(x, s)
    [move] = repairs(x, s, FRANCE)
    s = play(x, s.push(Purchase(FRENCH_SEAT, FRANCE, 6)), move)
    assert [(f.condition, f.due) for f in s.fleets] == [(PRIZE, s.turn + 3)]
    assert [(f.condition, f.taken) for f in repaired(x, replace(s, turn=s.turn + 4), []).fleets] == [(FIT, -1)]


def test_k_6_i_prizes_are_nothing_to_bargain_about() -> None:
    x = context(options=PRIZES)
    s = campaign(x, fleets=[prize(x, "Plymouth", inside=True)], turn=5, agenda=(BargainChoice(FRENCH_SEAT),))
    assert s.agenda[-1].automatic(x, s)
    asked = m.Bargain(ENGLISH_SEAT, (), (Captives(ENGLAND, FRANCE, NONE, 1),))
    assert refusal(x, s, asked) == "WAP G.3.b"


@pytest.mark.parametrize(
    ("nation", "condition", "away"), [(FRANCE, FIT, 2), (FRANCE, DAMAGED, 0), (ENGLAND, DAMAGED, 2)]
)
def test_k_7_b_damaged_squadrons_are_taken_with_their_port_but_not_english_ones(
    nation: int, condition: int, away: int
) -> None:
    x = context(options=Options(battle_damage=True))
    port, foe = ("Toulon", "England") if nation == FRANCE else ("Lisbon", "France")
    ships_there = replace(fleet(x, port, nation, 2), condition=condition)
    s = ships_of_lost_ports(x, campaign(x, fleets=[ships_there], control={port: foe}), [])
    assert sum(f.squadrons for f in s.fleets if f.place != place(x, port)) == away
    assert sum(c.squadrons for c in s.captives) == 2 - away


def test_k_7_b_a_damaged_squadron_lies_still_and_others_leave_the_port_without_it() -> None:
    x = context(options=Options(battle_damage=True))
    hurt = replace(fleet(x, "Brest", FRANCE, 2), condition=DAMAGED)
    s = sea(x, hurt, fleet(x, "Brest", FRANCE, 1), seat=FRENCH_SEAT)
    numbers = {f.condition: fleet_number(s, i) for i, f in enumerate(s.fleets)}
    zone = x.setting.zone_number("Atlantic Ocean")
    away = place(x, "Atlantic Ocean")
    assert refusal(x, s, m.Sail(numbers[DAMAGED], 2, 0, (zone,), away)) == "WAP F.9"
    s = play(x, s, m.Sail(numbers[FIT], 1, 0, (zone,), away))
    assert ships(x, s, "Brest", FRANCE) == [(2, 0, True)]
    again = x.with_fleets(s, [f for f in s.fleets if f.condition == DAMAGED]).push(NavalPhase(FRENCH_SEAT))
    assert again.agenda[-1].automatic(x, again)
