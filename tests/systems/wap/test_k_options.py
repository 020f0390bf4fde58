"""K.4 to K.8: a corps lent to France, Napoleon's abdication and return, prizes in service, damage, Lloyd's answers."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.attrition import AttritionPhase
from napwidgets.systems.wap.bargains import BargainChoice
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.encounters import force
from napwidgets.systems.wap.exile import ExileChoice, fate_of_napoleon
from napwidgets.systems.wap.fleets import NavalPhase
from napwidgets.systems.wap.forces import NONE, parse
from napwidgets.systems.wap.losses import imprison
from napwidgets.systems.wap.obligations import owed
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.production import Purchase
from napwidgets.systems.wap.sequence import EndTurn
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, PRUSSIA, RUSSIA, SPAIN
from napwidgets.systems.wap.shipyards import repaired, ships_of_lost_ports
from napwidgets.systems.wap.state import (
    DAMAGED,
    DEAD,
    ENGLISH,
    EXILE,
    FIT,
    FRENCH,
    NEUTRAL,
    PRIZE,
    SAILING,
    Captives,
    Fleet,
    State,
    fleet_number,
)
from napwidgets.systems.wap.victory import points
from tests.systems.wap.campaign import at, campaign, city, context, place, play, refusal, run, run_one, thrown, where
from tests.systems.wap.navy import fleet, sail, sea, ships

FRENCH_SEAT, ENGLISH_SEAT = 0, 1

# K.4


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


# K.5

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


# K.6, K.7

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
    assert [(f.condition, f.due) for f in s.fleets] == [(PRIZE, s.turn + 4)]
    assert [(f.condition, f.taken) for f in repaired(x, replace(s, turn=s.turn + 4), []).fleets] == [(FIT, -1)]


def test_k_6_i_prizes_are_nothing_to_bargain_about() -> None:
    x = context(options=PRIZES)
    s = campaign(x, fleets=[prize(x, "Plymouth", inside=True)], turn=5, agenda=(BargainChoice(FRENCH_SEAT),))
    assert s.agenda[-1].automatic(x, s)
    asked = m.Bargain(ENGLISH_SEAT, (), (Captives(ENGLAND, FRANCE, NONE, 1),))
    assert refusal(x, s, asked) == "WAP G.3.b"


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


# K.8


def test_k_8_g_one_answer_to_the_rate_takes_the_place_of_another() -> None:
    x = context(options=Options(lloyds=True))
    away = fleet(x, "North Atlantic", ENGLAND, 3)
    men = Fleet(place(x, "Arctic Ocean"), ENGLAND, 0, 1, troops_of=ENGLAND, aboard=parse("2I"))
    for answer in ({"spent": 6}, {"fleets": [away]}, {"fleets": [men]}):
        assert [duty.met for duty in owed(x, campaign(x, rate=20, **answer))] == [True]
    home = {"rate": 20, "turn": 3}
    alone, both = sea(x, away, **home), sea(x, away, men, **home)
    assert refusal(x, alone, sail(x, alone, "North Atlantic", ENGLAND, "Atlantic Ocean", 3)) == "WAP K.8.f"
    both.agenda[-1].check(x, both, sail(x, both, "North Atlantic", ENGLAND, "Atlantic Ocean", 3))
