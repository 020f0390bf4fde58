"""K.8.e, K.8.i, K.8.j: whom Lloyd's rate sends to the Global zones does nothing else first."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.money.reinforcement import nothing_to_buy
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, PORTUGAL, Setting
from napwidgets.systems.wap.state import Fleet, State, at_sea, fleet_number
from napwidgets.systems.wap.trade.obligations import can_pay
from tests.systems.wap.campaign import ENGLISH_SEAT, board, campaign, context, refusal
from tests.systems.wap.navy import fleet, number, sail


def naval(x: Context, rate: int, *fleets: Fleet, troops: str = "", **more: object) -> State:
    """England's Naval Phase at a rate in half per cents, its points paid; a leader where the troops are."""
    armies = [("Plymouth", "England", troops)] if troops else []
    leaders = {"Moore": "Plymouth"} if troops else {}
    s = campaign(x, armies, leaders, segment="anti-French", fleets=list(fleets), rate=rate, spent=6, **more)  # type: ignore[arg-type]
    return replace(s, agenda=(NavalPhase(ENGLISH_SEAT),))


@pytest.mark.parametrize(
    ("rate", "there", "sails", "refused"),
    [
        (40, 4, 1, ""),
        (40, 4, 2, "WAP K.8.i"),
        (39, 4, 4, ""),
        (60, 4, 2, "WAP K.8.j"),
        (40, 2, 1, "WAP K.8.i"),
    ],
    ids=["three are left", "two are left", "below twenty per cent", "thirty per cent", "all there are must go"],
)
def test_k_8_i_whom_the_rate_sends_away_sails_nowhere_else(rate: int, there: int, sails: int, refused: str) -> None:
    x = context(options=Options(lloyds=True))
    s = naval(x, rate, fleet(x, "Plymouth", ENGLAND, there))
    move = sail(x, s, "Plymouth", ENGLAND, "Atlantic Ocean", sails)
    if refused:
        assert refusal(x, s, move) == refused
    else:
        s.agenda[-1].check(x, s, move)
    found = s.agenda[-1].options(x, s, f"f:{number(x, s, 'Plymouth', ENGLAND)}")
    assert (there in {other.squadrons for other in found if other.to == move.to}) is (rate < 40)
    assert (1 in {other.squadrons for other in found if other.to == move.to}) is (rate < 40 or there > 3)
    far = sail(x, s, "Plymouth", ENGLAND, x.setting.zones[6].name, min(3, there))
    s.agenda[-1].check(x, s, far)


def test_k_8_i_who_is_not_english_or_lies_abroad_already_sails_as_he_likes() -> None:
    x = context(options=Options(lloyds=True))
    s = naval(x, 40, fleet(x, "Plymouth", ENGLAND, 2), fleet(x, "Lisbon", PORTUGAL, 1))
    s.agenda[-1].check(x, s, sail(x, s, "Lisbon", PORTUGAL, "Atlantic Ocean", 1))
    s = naval(x, 40, fleet(x, "Plymouth", ENGLAND, 1), Fleet(at_sea(8), ENGLAND, 3))
    s.agenda[-1].check(x, s, sail(x, s, "Plymouth", ENGLAND, "Atlantic Ocean", 1))


def test_k_8_i_a_fleet_that_is_wanted_abroad_seeks_nobody_first() -> None:
    x = context(options=Options(lloyds=True))
    ours, theirs = Fleet(at_sea(1), ENGLAND, 3), Fleet(at_sea(1), FRANCE, 1)
    s = naval(x, 40, ours, theirs, turn=3)
    seek = m.Seek(fleet_number(s, s.fleets.index(ours)), 3)
    assert refusal(x, s, seek) == "WAP K.8.i"
    assert not [move for move in s.agenda[-1].options(x, s, f"f:{seek.fleet}") if isinstance(move, m.Seek)]
    low = naval(x, 39, ours, theirs, turn=3)
    low.agenda[-1].check(x, low, seek)


def test_k_8_i_either_ships_or_men_and_k_8_j_both() -> None:
    x = context(options=Options(lloyds=True))
    boats = fleet(x, "Plymouth", ENGLAND, 3, 1)
    for rate, refused in ((40, ""), (60, "WAP K.8.j")):
        s = naval(x, rate, boats, troops="2I")
        squadrons = sail(x, s, "Plymouth", ENGLAND, "Atlantic Ocean", 3)
        transport = sail(x, s, "Plymouth", ENGLAND, "Atlantic Ocean", 0, 1)
        for move in (squadrons, transport):
            if refused:
                assert refusal(x, s, move) == refused
            else:
                s.agenda[-1].check(x, s, move)
        both = sail(x, s, "Plymouth", ENGLAND, "Atlantic Ocean", 3, 1)
        assert refusal(x, s, both) == ("WAP K.8.i" if rate == 40 else "WAP K.8.j")


@pytest.mark.parametrize(
    ("rate", "saved", "refused"),
    [(19, 0, ""), (20, 0, "WAP K.8.e"), (20, 1, "WAP K.8.e"), (20, 2, ""), (39, 0, "WAP K.8.e"), (39, 2, "")],
    ids=["nothing compelled", "two cities", "half a point saved", "a point saved", "fifteen", "fifteen and saved"],
)
def test_k_8_e_who_is_not_sure_of_three_points_sends_ships_or_men(rate: int, saved: int, refused: str) -> None:
    """Reading 126: London and Plymouth give a point each whatever the die shows; three squadrons answer as well."""
    x = context(options=Options(lloyds=True))
    s = replace(naval(x, rate, fleet(x, "Plymouth", ENGLAND, 4), saved=saved), spent=0)
    home, far = (sail(x, s, "Plymouth", ENGLAND, to, 3) for to in ("Atlantic Ocean", x.setting.zones[6].name))
    for move in (home, m.Done()):
        if refused:
            assert refusal(x, s, move) == refused
        else:
            s.agenda[-1].check(x, s, move)
    for move in (far, replace(home, squadrons=1)):
        s.agenda[-1].check(x, s, move)
    answered = naval(x, rate, fleet(x, "Plymouth", ENGLAND, 4), Fleet(at_sea(8), ENGLAND, 3), saved=saved)
    answered.agenda[-1].check(x, answered, m.Done())


def test_k_8_e_who_can_send_nobody_ends_the_phase() -> None:
    x = context(options=Options(lloyds=True))
    s = replace(naval(x, 20, fleet(x, "Plymouth", ENGLAND, 0, 1)), spent=0)
    s.agenda[-1].check(x, s, m.Done())
    with_men = replace(naval(x, 20, fleet(x, "Plymouth", ENGLAND, 0, 1), troops="2I"), spent=0)
    assert refusal(x, with_men, m.Done()) == "WAP K.8.e"


def test_k_8_e_without_a_reinforcement_phase_no_points_are_to_come() -> None:
    whole = context(options=Options(lloyds=True))
    few = Context(Setting(replace(whole.setting.scenario, phases=("naval",)), board(), Options(lloyds=True)))
    for x, sure in ((whole, True), (few, False)):
        s = replace(naval(x, 20, fleet(x, "Plymouth", ENGLAND, 3), saved=2), spent=0)
        assert can_pay(x, s) is sure


@pytest.mark.parametrize(("rate", "nothing"), [(19, True), (20, False)])
def test_k_8_e_england_has_its_points_where_the_rate_asks_for_them_alone(rate: int, nothing: bool) -> None:
    """Where a scenario leaves nothing to buy there is still Lloyd's to be paid."""
    whole = context(options=Options(lloyds=True))
    scenario = replace(whole.setting.scenario, buys={"England": ()})
    x = Context(Setting(scenario, board(), Options(lloyds=True)))
    s = naval(x, rate, fleet(x, "Plymouth", ENGLAND, 3))
    assert nothing_to_buy(x, s, ENGLAND) is nothing
