"""F.4.f and K.9: a fleet in its second month in a sea seeks out enemies who have lain there (reading 118)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.system import Event
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sea.encounters import PursueOffer
from napwidgets.systems.wap.sea.hunt import seek_parts
from napwidgets.systems.wap.sea.naval import search_odds
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, SPAIN, nation_number
from napwidgets.systems.wap.state import BUSY, MOVED, PRIZE, READY, Fleet, State, at_sea, fleet_number
from napwidgets.systems.wap.views import redact
from tests.systems.wap.campaign import ENGLISH_SEAT, FRENCH_SEAT, context, play, refusal, thrown
from tests.systems.wap.navy import fleet, number, sea, ships

PORTUGAL = nation_number("Portugal")
FAR = "Caribbean"


def hunt(
    x: Context, came: int = 2, raiders_came: int = 2, raiders: int = 3, hunters: int = 6, **more: Any
) -> tuple[State, m.Seek]:
    """English squadrons and French ones in one sea in the third month, and the move that seeks them."""
    english = replace(fleet(x, FAR, ENGLAND, hunters), since=came)
    french = replace(fleet(x, FAR, FRANCE, raiders), since=raiders_came)
    s = sea(x, english, french, *more.pop("others", ()), turn=3, **more)
    return s, m.Seek(number(x, s, FAR, ENGLAND), hunters)


def offered(x: Context, s: State) -> list[m.Move]:
    """What a fleet of the active seat may do to seek."""
    phase = s.agenda[-1]
    return [o for t in phase.subjects(x, s) for o in phase.options(x, s, t.id) if isinstance(o, m.Seek)]


@pytest.mark.parametrize(
    ("came", "raiders_came", "may"),
    [(2, 2, True), (1, 1, True), (3, 2, False), (2, 3, False)],
)
def test_f_4_f_both_must_have_been_there_since_an_earlier_month(came: int, raiders_came: int, may: bool) -> None:
    x = context()
    s, move = hunt(x, came, raiders_came)
    assert bool(offered(x, s)) is may
    if may:
        s.agenda[-1].check(x, s, move)
        assert move in offered(x, s)
    else:
        assert refusal(x, s, move) == "WAP F.4.f"


@pytest.mark.parametrize(("came", "may"), [(1, True), (2, False)])
def test_f_4_f_the_last_french_phase_was_last_month_s_for_the_french_themselves(came: int, may: bool) -> None:
    x = context()
    english, french = replace(fleet(x, FAR, ENGLAND, 1), since=came), replace(fleet(x, FAR, FRANCE, 3), since=2)
    s = sea(x, english, french, seat=FRENCH_SEAT, turn=3)
    assert bool(offered(x, s)) is may


def test_f_4_f_who_seeks_is_at_sea_and_in_his_second_month() -> None:
    x = context()
    s, move = hunt(x)
    parts = seek_parts(x, s, next(f for f in s.fleets if f.nation == ENGLAND))
    assert [cite for _, _, cite in parts] == ["WAP F.4.c", "WAP F.4.c", "WAP F.4.f"]
    label = s.agenda[-1].label(x, s, move)
    odds = search_odds(x.tables, parts, move.throws)
    assert label is not None
    assert odds[6] == Fraction(2, 3)
    assert "67" in label.detail
    nelson = s.leader(x.setting.nelson, place=s.fleets[0].place)
    assert "WAP F.8.b" in [
        cite for _, _, cite in seek_parts(x, nelson, next(f for f in s.fleets if f.nation == ENGLAND))
    ]


def test_f_4_f_who_meets_them_fights_and_f_7_d_the_beaten_have_no_port_there() -> None:
    x = context()
    s, move = hunt(x)
    s = play(x, s, move, thrown(3, 6, 1, 1))
    assert isinstance(s.agenda[-1], PursueOffer)
    assert s.agenda[-1].side(x, s) == ENGLISH_SEAT
    s = play(x, s, m.Done(), thrown(1, 1, 1, 1, 1, 1))
    assert ships(x, s, FAR, FRANCE) == []
    assert [f.moved for f in s.fleets if f.nation == ENGLAND] == [BUSY], "it has had its move"


def test_f_4_f_who_misses_them_has_had_his_move() -> None:
    x = context()
    s, move = hunt(x, others=[fleet(x, "Plymouth", ENGLAND, 1)])
    s = play(x, s, move, thrown(2))
    assert ships(x, s, FAR, FRANCE) == [(3, 0, False)]
    assert sorted(f.moved for f in s.fleets if f.nation == ENGLAND) == [READY, MOVED]
    assert [f.moved for f in s.fleets if f.nation == FRANCE] == [READY]
    assert refusal(x, s, move) == "WAP F.9"


def test_f_4_c_the_squadrons_of_a_seat_seek_together_or_in_groups() -> None:
    x = context()
    s, move = hunt(x, hunters=2, others=[replace(fleet(x, FAR, PORTUGAL, 1), since=1)])
    assert {o.squadrons for o in offered(x, s) if isinstance(o, m.Seek)} == {3}
    three = replace(move, squadrons=3, groups=(2, 1))
    s.agenda[-1].check(x, s, three)
    assert refusal(x, s, replace(move, squadrons=4)) == "WAP F.4.c"
    assert refusal(x, s, replace(move, squadrons=3, groups=(2, 2))) == "WAP F.4.c"
    after = play(x, s, three, thrown(3, 2, 1))
    told = {(f.nation, f.squadrons) for f in after.fleets if f.nation != FRANCE}
    assert told == {(ENGLAND, 2), (PORTUGAL, 1)}
    assert [f.moved for f in after.fleets if f.nation == PORTUGAL] == [MOVED], "the third throw was not enough"
    late = replace(fleet(x, FAR, PORTUGAL, 1), since=3)
    s, move = hunt(x, hunters=2, others=[late])
    assert refusal(x, s, replace(move, squadrons=3)) == "WAP F.4.c", "who has just come does not seek"


def test_f_4_f_transports_are_sought_too_but_squadrons_seek() -> None:
    x = context()
    english = replace(fleet(x, FAR, ENGLAND, 1), since=2)
    boats = replace(fleet(x, FAR, FRANCE, 0, 1), since=2)
    s = sea(x, english, boats, turn=3)
    assert offered(x, s)
    own = replace(fleet(x, FAR, ENGLAND, 0, 1), since=2)
    s = sea(x, own, replace(fleet(x, FAR, FRANCE, 1), since=2), turn=3)
    assert not offered(x, s)
    assert refusal(x, s, m.Seek(fleet_number(s, [f.nation for f in s.fleets].index(ENGLAND)), 1)) == "WAP F.4.f"


def test_f_4_f_ships_in_port_do_not_seek() -> None:
    x = context()
    s = sea(x, fleet(x, "Plymouth", ENGLAND, 3), replace(fleet(x, "Atlantic Ocean", FRANCE, 1), since=1), turn=3)
    assert refusal(x, s, m.Seek(number(x, s, "Plymouth", ENGLAND), 3)) == "WAP F.4.f"


@pytest.mark.parametrize("rate", [79, 80])
def test_k_8_k_at_forty_per_cent_english_ships_in_european_seas_seek_nobody(rate: int) -> None:
    x = context(options=Options(lloyds=True))
    where = "Atlantic Ocean"
    fleets = [replace(fleet(x, where, nation, 2), since=1) for nation in (ENGLAND, SPAIN)]
    abroad = Fleet(at_sea(8), ENGLAND, 3, 1, troops_of=ENGLAND, aboard=parse("2I"))
    s = replace(sea(x, *fleets, abroad, turn=3), rate=rate)
    move = m.Seek(number(x, s, where, ENGLAND), 2)
    assert bool(offered(x, s)) is (rate == 79)
    if rate == 80:
        assert refusal(x, s, move) == "WAP K.8.k"
    far, move = hunt(x)
    far = replace(far, rate=rate)
    far.agenda[-1].check(x, far, move)


@pytest.mark.parametrize("enemy", [True, False])
def test_k_9_hidden_fleets_are_sought_where_nobody_knows_of_any(enemy: bool) -> None:
    x = context(options=Options(lloyds=True, hidden_fleets=True))
    s, move = hunt(x)
    s = s if enemy else x.with_fleets(s, [f for f in s.fleets if f.nation == ENGLAND])
    seen = redact(x, s, ENGLISH_SEAT)
    assert not any(f.nation == FRANCE for f in seen.fleets)
    assert move in offered(x, s)
    assert offered(x, s) == offered(x, seen)
    log: list[Event] = []
    after = play(x, s, move, thrown(2), log)
    assert [event.kind for event in log] == (["sighted", "interception"] if enemy else ["interception"])
    assert [f.moved for f in after.fleets if f.nation == ENGLAND] == [MOVED]


def test_k_6_prizes_neither_seek_nor_are_sought() -> None:
    x = context(options=Options(prizes=True))
    english, french = (replace(fleet(x, FAR, nation, 2), since=1) for nation in (ENGLAND, FRANCE))
    assert offered(x, sea(x, english, french, turn=3))
    assert not offered(x, sea(x, english, replace(french, condition=PRIZE, taken=SPAIN), turn=3))
    s = sea(x, replace(english, condition=PRIZE, taken=SPAIN), french, turn=3)
    assert refusal(x, s, m.Seek(number(x, s, FAR, ENGLAND), 2)) == "WAP F.9"


def test_k_9_where_nothing_is_hidden_nobody_is_told_of_a_sighting() -> None:
    x = context()
    s, move = hunt(x)
    log: list[Event] = []
    play(x, s, move, thrown(2), log)
    assert [event.kind for event in log if event.kind != "phase"] == ["interception"]
