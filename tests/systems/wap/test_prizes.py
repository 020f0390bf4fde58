"""K.6. Prizes: destroyed or kept, repaired by instalments, cast off before a fight."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Event
from napwidgets.players.registry import make_player
from napwidgets.scenarios import load
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.face.battle import battle
from napwidgets.systems.wap.money.production import Purchase
from napwidgets.systems.wap.money.shipyards import repaired, ships_of_lost_ports
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sea.encounters import PursueOffer, SeaFight, force
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.sea.jettison import JettisonOffer, RetrieveOffer
from napwidgets.systems.wap.sea.prizes import PrizeChoice
from napwidgets.systems.wap.setting import ENGLAND, FRANCE
from napwidgets.systems.wap.state import (
    ADRIFT,
    ATTACKING,
    BUSY,
    FIT,
    PRIZE,
    SAILING,
    Fleet,
    State,
    fleet_number,
)
from napwidgets.systems.wap.views import redact
from tests.systems.wap.campaign import FRENCH_SEAT, campaign, context, place, play, run, thrown
from tests.systems.wap.navy import fleet, number, sail, sea

X = context(options=Options(prizes=True))
ATLANTIC = place(X, "Atlantic Ocean")
ENGLISH_SEAT = 1


def prize(where: str = "Atlantic Ocean", squadrons: int = 1, transports: int = 0, **more: Any) -> Fleet:
    """French ships that the English have taken."""
    return Fleet(place(X, where), ENGLAND, squadrons, transports, condition=PRIZE, taken=FRANCE, **more)


def prizes(s: State) -> list[tuple[int, int, int]]:
    """Captor, squadrons and flag of each prize."""
    return [(f.nation, f.squadrons, f.moved) for f in s.fleets if f.condition == PRIZE]


def refusal(s: State, move: m.Move) -> IllegalMove:
    with pytest.raises(IllegalMove) as problem:
        s.agenda[-1].check(X, s, move)
    return problem.value


# K.6.a


def caught(french: int = 1) -> State:
    """French ships leave Brest, are met and lose a squadron to the English."""
    s = sea(X, fleet(X, "Brest", FRANCE, french), fleet(X, "Atlantic Ocean", ENGLAND, 3), seat=FRENCH_SEAT)
    s = play(X, s, sail(X, s, "Brest", FRANCE, "Atlantic Ocean", french))
    return play(X, s, m.Intercept(number(X, s, "Atlantic Ocean", ENGLAND), 3), thrown(6, 6))


def test_k_6_a_the_captor_keeps_a_prize_or_destroys_it_at_once() -> None:
    s = caught()
    assert s.agenda[-1] == PrizeChoice(ENGLAND, FRANCE, ATLANTIC, 1, 0)
    assert s.agenda[-1].side(X, s) == ENGLISH_SEAT
    kept = play(X, s, m.Accept())
    assert [(nation, squadrons) for nation, squadrons, _ in prizes(kept)] == [(ENGLAND, 1)]
    sunk = play(X, s, m.Done())
    assert not prizes(sunk)
    assert sunk.docks[FRANCE] == (1, 0)


def test_k_6_a_it_is_decided_before_the_fight_goes_on() -> None:
    s = caught(french=2)
    assert isinstance(s.agenda[-1], PrizeChoice)
    kept = play(X, s, m.Accept())
    assert isinstance(kept.agenda[-1], PursueOffer)
    assert force(X, kept, ATTACKING).towing
    assert not force(X, play(X, s, m.Done()), ATTACKING).towing


def test_k_6_a_ships_taken_with_their_port_may_be_destroyed() -> None:
    lying = Fleet(place(X, "Toulon"), FRANCE, 2, 1, inside=True)
    blockaders = Fleet(place(X, "Toulon"), ENGLAND, 3)
    s = campaign(X, fleets=[lying, blockaders], control={"Toulon": "England"})
    s = run(X, ships_of_lost_ports(X, s, []), thrown())
    assert s.agenda[-1] == PrizeChoice(ENGLAND, FRANCE, place(X, "Toulon"), 2, 1)
    sunk = play(X, s, m.Done())
    assert sunk.docks[FRANCE] == (2, 1)
    assert not prizes(sunk)


def test_k_6_g_nobody_is_asked_about_his_own_ships_that_he_wins_back() -> None:
    s = campaign(
        X, fleets=[fleet(X, "Atlantic Ocean", FRANCE, 1)], agenda=(PrizeChoice(FRANCE, FRANCE, ATLANTIC, 1, 0),)
    )
    assert s.agenda[-1].automatic(X, s)
    assert PrizeChoice(ENGLAND, FRANCE, ATLANTIC, 1, 0).automatic(X, s)


# K.6.d


def yard(points: int = 12, *fleets: Fleet, turn: int = 1) -> State:
    """England buys, with prizes in Plymouth; by default one that came in this month."""
    there = fleets or (prize("Plymouth", inside=True, since=turn),)
    return campaign(
        X, fleets=list(there), segment="anti-French", turn=turn, agenda=(Purchase(ENGLISH_SEAT, ENGLAND, points),)
    )


def repair(s: State, pay: int = 0) -> m.Repair:
    i = next(i for i, f in enumerate(s.fleets) if f.condition == PRIZE)
    return m.Repair(fleet_number(s, i), pay)


def test_k_6_d_a_prize_is_paid_for_at_once_or_point_by_point() -> None:
    s = yard()
    found = [move for move in s.agenda[-1].options(X, s, None) if isinstance(move, m.Repair)]
    assert found == [repair(s), repair(s, 2), repair(s, 4)]
    whole = play(X, s, repair(s))
    assert [(f.due, f.owed) for f in whole.fleets] == [(5, 0)]
    part = play(X, s, repair(s, 2))
    assert [(f.due, f.owed) for f in part.fleets] == [(5, 4)]
    assert part.agenda[-1].red == 10
    more = play(X, part, repair(part, 2))
    assert [(f.due, f.owed) for f in more.fleets] == [(5, 2)]
    assert [move.pay for move in more.agenda[-1].options(X, more, None) if isinstance(move, m.Repair)] == [0]


def test_k_6_d_two_squadrons_and_a_transport_are_fit_after_seven_months_in_port() -> None:
    """The example of the paragraph: they come in together, and one after the other is repaired."""
    there = (replace(prize("Plymouth", n, k, inside=True), since=1) for n, k in ((2, 0), (0, 1)))
    s, months = yard(14, *there), []
    for turn in range(1, 12):
        s = repaired(X, replace(s, turn=turn), [])
        months += [turn] * (sum(f.squadrons + f.transports for f in s.fleets if f.condition == FIT) - len(months))
        found = [move for move in s.agenda[-1].options(X, s, None) if isinstance(move, m.Repair) and not move.pay]
        s = play(X, s, found[0]) if found else s
    assert months == [5, 8, 9], "three, three and one full months without that of their arrival"


def test_k_6_d_the_month_of_arrival_is_none_of_those_of_the_repair() -> None:
    for since, due in ((4, 8), (3, 7)):
        s = yard(12, replace(prize("Plymouth", inside=True), since=since), turn=4)
        assert [f.due for f in play(X, s, repair(s)).fleets] == [due]


def test_k_6_d_it_enters_service_when_its_months_are_over_and_all_is_paid() -> None:
    owing = prize("Plymouth", inside=True, due=5, owed=2)
    assert [f.condition for f in repaired(X, yard(12, owing, turn=6), []).fleets] == [PRIZE]
    s = yard(12, owing, turn=6)
    paid = play(X, s, repair(s))
    assert [f.owed for f in paid.fleets] == [0]
    fit = repaired(X, replace(paid, turn=7), [])
    assert [(f.nation, f.condition, f.taken) for f in fit.fleets] == [(ENGLAND, FIT, -1)]


def test_k_6_d_only_one_prize_is_under_repair_at_a_time() -> None:
    s = yard(12, prize("Plymouth", 2, inside=True))
    part = play(X, s, repair(s, 2))
    waiting = next(i for i, f in enumerate(part.fleets) if not f.owed)
    assert refusal(part, m.Repair(fleet_number(part, waiting))).code == "not-offered"


def test_k_6_d_a_transport_costs_one_point_and_has_no_instalments() -> None:
    s = yard(12, prize("Plymouth", 0, 1, inside=True))
    assert [move.pay for move in s.agenda[-1].options(X, s, None) if isinstance(move, m.Repair)] == [0]


def test_k_6_d_who_can_not_pay_all_can_pay_a_part() -> None:
    s = yard(2)
    assert [move.pay for move in s.agenda[-1].options(X, s, None) if isinstance(move, m.Repair)] == [2]
    assert refusal(s, repair(s)).code == "not-offered"


# K.6.h


def fight(french: int = 2, english: int = 1, **more: Any) -> State:
    """French ships fall upon English ones that tow a French prize."""
    fleets = [
        Fleet(ATLANTIC, ENGLAND, english, moved=SAILING),
        prize(moved=SAILING),
        Fleet(ATLANTIC, FRANCE, french, moved=ATTACKING),
    ]
    return run(X, campaign(X, fleets=fleets, agenda=(SeaFight(ATTACKING, SAILING),), **more), thrown())


def test_k_6_h_who_keeps_a_prize_in_tow_fights_with_lower_morale() -> None:
    s = fight()
    assert s.agenda[-1] == JettisonOffer(SAILING, ATTACKING, True)
    assert s.agenda[-1].side(X, s) == ENGLISH_SEAT
    assert force(X, s, SAILING).towing
    shown = battle(X, s, None, -1)
    assert shown is not None
    assert ("Morale", "1") in [(fact.name, fact.value) for fact in shown.parties[1].lines]
    log: list[Event] = []
    play(X, s, m.Done(), thrown(6), log)
    parts = next(event.data["parts"] for event in log if event.kind == "sea-fight")
    assert parts == ()


def test_k_6_h_the_attacker_may_break_off_to_take_prizes_that_were_cast_off() -> None:
    s = play(X, fight(), m.Accept())
    assert s.agenda[-1] == RetrieveOffer(ATTACKING, SAILING)
    assert s.agenda[-1].side(X, s) == FRENCH_SEAT
    assert prizes(s) == [(ENGLAND, 1, ADRIFT)]
    assert not force(X, s, SAILING).towing
    s = play(X, s, m.Accept())
    assert not s.agenda
    assert prizes(s) == [(FRANCE, 1, BUSY)]
    assert {f.nation: f.squadrons for f in s.fleets if f.condition == FIT} == {ENGLAND: 1, FRANCE: 2}


def test_k_6_h_or_fight_on_and_the_victor_has_the_prizes() -> None:
    s = play(X, fight(french=3), m.Accept())
    s = play(X, s, m.Done(), thrown(6))
    assert s.docks[ENGLAND] == (1, 0)
    assert [(nation, squadrons) for nation, squadrons, _ in prizes(s)] == [(FRANCE, 1)]


def test_k_6_h_an_attacker_who_casts_off_gives_nobody_a_choice() -> None:
    fleets = [
        Fleet(ATLANTIC, ENGLAND, 2, moved=ATTACKING),
        prize(moved=ATTACKING),
        Fleet(ATLANTIC, FRANCE, 1, moved=SAILING),
    ]
    s = run(X, campaign(X, fleets=fleets, agenda=(SeaFight(ATTACKING, SAILING),)), thrown())
    assert s.agenda[-1] == JettisonOffer(ATTACKING, SAILING, False)
    s = play(X, s, m.Accept(), thrown(6))
    assert not isinstance(s.agenda[-1], RetrieveOffer)
    # He has won, and has them again.
    assert all(nation == ENGLAND for nation, _, _ in prizes(s))


def test_k_6_h_who_comes_out_of_a_port_leaves_his_prizes_there() -> None:
    port = place(X, "Gibraltar")
    fleets = [
        Fleet(port, ENGLAND, 1, inside=True, moved=SAILING),
        prize("Gibraltar", inside=True, moved=SAILING),
        Fleet(port, FRANCE, 2, moved=ATTACKING),
    ]
    s = run(X, campaign(X, fleets=fleets, agenda=(SeaFight(ATTACKING, SAILING, once=True),)), thrown())
    s = play(X, s, m.Accept(), thrown(4))
    assert [(f.nation, f.inside) for f in s.fleets if f.condition == PRIZE] == [(ENGLAND, True)]


# Computers


def test_a_computer_tows_its_prizes_home() -> None:
    engine = load("wap/grand-campaign", {"prizes": True})
    begun = engine.start(thrown(1), [])
    fleets = [fleet(X, "Atlantic Ocean", ENGLAND, 2), prize()]
    s = replace(begun, fleets=tuple(fleets), segment=2, agenda=(NavalPhase(ENGLISH_SEAT),))
    move = make_player("steady", engine, "english", "tow").choose(engine, s, "english")
    assert isinstance(move, m.Sail)
    assert (move.prizes, move.inside) == (1, True)
    assert engine.context.setting.home[engine.context.setting.city_at[move.to]] == ENGLAND


@pytest.mark.parametrize(("french", "english", "cast_off"), [(1, 4, False), (2, 2, True), (4, 2, True)])
def test_a_computer_casts_off_what_would_cost_it_the_fight(french: int, english: int, cast_off: bool) -> None:
    engine = load("wap/grand-campaign", {"prizes": True})
    s = fight(french, english)
    player = make_player("steady", engine, "english", "k6")
    assert player.choose(engine, s, "english") == (m.Accept() if cast_off else m.Done())


def test_k_9_prizes_adrift_are_seen_by_who_may_take_them() -> None:
    x = context(options=Options(prizes=True, hidden_fleets=True))
    there = place(x, "Caribbean")
    adrift = Fleet(there, ENGLAND, 1, moved=ADRIFT, condition=PRIZE, taken=FRANCE)
    s = campaign(x, fleets=[adrift, replace(adrift, moved=BUSY)])
    assert redact(x, s, FRENCH_SEAT).fleets == (adrift,)
