"""F.6.g, F.6.h, F.8.h: blockaders who leave their port or may not intercept, and Nelson, who stays with ships."""

from __future__ import annotations

import pytest

from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.sea.encounters import InterceptOffer
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.sea.seaways import reset
from napwidgets.systems.wap.setting import ENGLAND, FRANCE
from napwidgets.systems.wap.state import State
from tests.systems.wap.campaign import FRENCH_SEAT, context, place, play, refusal, thrown
from tests.systems.wap.navy import fleet, number, sail, sea, ships


def off_brest(x: Context, french: int, english: int) -> State:
    """A French segment begins: ships in Brest, the English before it, more French ships at Rochefort."""
    fleets = (
        fleet(x, "Brest", FRANCE, french),
        fleet(x, "Brest", ENGLAND, english, inside=False),
        fleet(x, "Rochefort", FRANCE, 1),
    )
    return reset(x, sea(x, *fleets, seat=FRENCH_SEAT))


def test_f_6_h_blockaders_do_not_intercept_who_came_out_of_their_port() -> None:
    x = context()
    s = off_brest(x, 2, 3)
    s = play(x, s, sail(x, s, "Brest", FRANCE, "Atlantic Ocean", 2), thrown(6))
    assert isinstance(s.agenda[-1], NavalPhase) or not s.agenda
    assert ships(x, s, "Atlantic Ocean", FRANCE) == [(2, 0, False)]


def test_f_6_h_nor_do_they_once_they_were_drawn_off() -> None:
    x = context()
    s = off_brest(x, 2, 3)
    s = play(x, s.push(NavalPhase(FRENCH_SEAT)), sail(x, s, "Rochefort", FRANCE, "Atlantic Ocean", 1))
    assert isinstance(s.agenda[-1], InterceptOffer)
    s = play(x, s, m.Intercept(number(x, s, "Brest", ENGLAND), 3), thrown(1))
    assert ships(x, s, "Atlantic Ocean", ENGLAND) == [(3, 0, False)], "the blockade is given up (F.6.g)"
    s = play(x, s, sail(x, s, "Brest", FRANCE, "Atlantic Ocean", 2))
    assert not any(isinstance(step, InterceptOffer) for step in s.agenda)
    # In the next French segment nothing of that counts any more.
    again = reset(x, s.push(NavalPhase(FRENCH_SEAT)))
    back = x.with_fleets(again, [f for f in again.fleets if f.nation == ENGLAND] + [fleet(x, "Brest", FRANCE, 2)])
    back = play(x, back, sail(x, back, "Brest", FRANCE, "Atlantic Ocean", 2))
    assert isinstance(back.agenda[-1], InterceptOffer)


def test_f_6_h_too_few_to_blockade_are_no_blockaders() -> None:
    x = context()
    s = off_brest(x, 4, 3)
    s = play(x, s, sail(x, s, "Brest", FRANCE, "Atlantic Ocean", 4))
    assert isinstance(s.agenda[-1], InterceptOffer)


def test_f_8_h_nelson_is_not_left_alone_at_sea() -> None:
    x = context()
    his = fleet(x, "Mediterranean Sea", ENGLAND, 3)
    s = sea(x, his, leaders={"Nelson": "Mediterranean Sea"})
    assert refusal(x, s, sail(x, s, "Mediterranean Sea", ENGLAND, "Atlantic Ocean", 3)) == "WAP F.8.h"
    for move in (
        sail(x, s, "Mediterranean Sea", ENGLAND, "Atlantic Ocean", 3, nelson=True),
        sail(x, s, "Mediterranean Sea", ENGLAND, "Atlantic Ocean", 2),
    ):
        s.agenda[-1].check(x, s, move)
    port = sea(x, fleet(x, "Gibraltar", ENGLAND, 3), leaders={"Nelson": "inside Gibraltar"})
    after = play(x, port, sail(x, port, "Gibraltar", ENGLAND, "Atlantic Ocean", 3))
    assert after.leaders[x.setting.nelson].place == place(x, "Gibraltar"), "in a port he may wait"


@pytest.mark.parametrize(("inside", "stay"), [(2, 0), (3, 2)])
def test_f_6_g_who_lies_off_a_port_without_blockading_it_stays_there_if_he_meets_nobody(inside: int, stay: int) -> None:
    x = context()
    there = (fleet(x, "Brest", FRANCE, inside), fleet(x, "Brest", ENGLAND, 2, inside=False))
    s = sea(x, *there, fleet(x, "Rochefort", FRANCE, 1), seat=FRENCH_SEAT)
    s = play(x, s, sail(x, s, "Rochefort", FRANCE, "Atlantic Ocean", 1))
    s = play(x, s, m.Intercept(number(x, s, "Brest", ENGLAND), 2), thrown(1))
    assert sum(f.squadrons for f in s.fleets if f.place == place(x, "Brest") and f.nation == ENGLAND) == stay
