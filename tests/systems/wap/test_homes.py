"""D.4, E.1.c, K.4.d. Who stays at home does so by sea, too; the corps of an ally goes where France wants it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.setting import FRANCE, RUSSIA, SPAIN
from napwidgets.systems.wap.state import State
from tests.systems.wap.campaign import FRENCH_SEAT, at, context, play, refusal
from tests.systems.wap.navy import fleet, sail, sea
from tests.systems.wap.test_land_marching import march, moving


def corunna(x: Context, *armies: tuple[str, str, str], **more: Any) -> State:
    """Spanish ships and troops in Corunna, with Castanos."""
    there = [("Corunna", "Spain", "2I 2L 2M 2P"), *armies]
    return sea(
        x, fleet(x, "Corunna", SPAIN, 1, 1), seat=FRENCH_SEAT, armies=there, leaders={"Castanos": "Corunna"}, **more
    )


def ferry(x: Context, s: State, to: str, force: str, under: int = -1, leaders: tuple[int, ...] = ()) -> m.Sail:
    """From Corunna to a port with Spanish troops."""
    cargo = m.Cargo(SPAIN if force else -1, parse(force), leaders, under=under)
    return sail(x, s, "Corunna", SPAIN, to, 1, 1, inside=True, cargo=cargo)


# D.4


@pytest.mark.parametrize("force", ["2L", "2M", "2P"])
def test_d_4_the_home_guard_does_not_land_abroad(force: str) -> None:
    x = context()
    s = corunna(x)
    assert refusal(x, s, ferry(x, s, "Brest", force)) == "WAP D.4"
    assert at(x, play(x, s, ferry(x, s, "Bilbao", force)), "Bilbao", "Spain") == parse(force)


def test_d_4_regular_troops_and_from_1813_landwehr_land_abroad() -> None:
    x = context()
    s = corunna(x)
    assert at(x, play(x, s, ferry(x, s, "Brest", "2I")), "Brest", "Spain") == parse("2I")
    late = replace(s, turn=89)
    assert at(x, play(x, late, ferry(x, late, "Brest", "2L")), "Brest", "Spain") == parse("2L")


# E.1.c


def neutral_russia(x: Context, to: str, leader: bool = False) -> tuple[State, m.Sail]:
    """Neutral Russians at Saint Petersburg who would sail to a port, a leader alone or troops."""
    s = sea(
        x,
        fleet(x, "Saint Petersburg", RUSSIA, 1, 1),
        segment="neutral",
        status={"Russia": "neutral"},
        armies=[("Saint Petersburg", "Russia", "2I")],
        leaders={"Kutuzov": "Saint Petersburg"},
    )
    s = replace(s, agenda=(NavalPhase(x.commander(s, RUSSIA)),))
    who = (x.setting.leader_number["Kutuzov"],)
    cargo = m.Cargo(leaders=who) if leader else m.Cargo(RUSSIA, parse("2I"))
    return s, sail(x, s, "Saint Petersburg", RUSSIA, to, 1, 1, inside=True, cargo=cargo)


@pytest.mark.parametrize("leader", [False, True])
def test_e_1_c_neutral_troops_do_not_sail_to_another_neutral(leader: bool) -> None:
    x = context()
    assert refusal(x, *neutral_russia(x, "Copenhagen", leader)) == "WAP E.1.c"
    s, move = neutral_russia(x, "Riga", leader)
    play(x, s, move)


# K.4.d


def test_k_4_d_an_allys_ships_carry_who_goes_with_his_corps_and_nobody_else() -> None:
    x = context(options=Options(expeditionary=True))
    s = corunna(x)
    castanos = (x.setting.leader_number["Castanos"],)
    assert refusal(x, s, ferry(x, s, "Bilbao", "2I")) == "WAP K.4.d"
    assert refusal(x, s, ferry(x, s, "Bilbao", "", leaders=castanos)) == "WAP K.4.d"
    with_corps = corunna(x, ("Corunna", "Spain under France", "2I"))
    play(x, with_corps, ferry(x, with_corps, "Brest", "", leaders=castanos))


def test_k_4_d_an_invaded_allys_troops_are_shipped_at_home_and_his_corps_abroad() -> None:
    x = context(options=Options(expeditionary=True))
    s = corunna(x, ("Seville", "England", "2I"))
    assert refusal(x, s, ferry(x, s, "Brest", "2I")) == "WAP K.4.d"
    assert at(x, play(x, s, ferry(x, s, "Bilbao", "2I")), "Bilbao", "Spain") == parse("2I")
    armies = [("Corunna", "Spain under France", "2I"), ("Seville", "England", "2I")]
    ours = fleet(x, "Corunna", FRANCE, 1, 1)
    s = sea(x, ours, seat=FRENCH_SEAT, armies=armies, leaders={"Marmont": "Corunna"})
    move = sail(x, s, "Corunna", FRANCE, "Brest", 1, 1, inside=True, cargo=m.Cargo(SPAIN, parse("2I"), under=FRANCE))
    assert at(x, play(x, s, move), "Brest", "Spain") == parse("2I")


def test_k_4_d_the_corps_of_an_invaded_ally_marches_abroad_and_nobody_else() -> None:
    x = context(options=Options(expeditionary=True))
    armies = (("Ulm", "Spain under France", "3I"), ("San Sebastian", "Spain", "4I"), ("Seville", "England", "2I"))
    s = moving(x, *armies, leaders={"Spanish leader": "Ulm", "Castanos": "San Sebastian"})
    s.agenda[-1].check(x, s, march(x, "Ulm", "Munich", "Spanish leader", ("Spain", "3I")))
    assert refusal(x, s, march(x, "San Sebastian", "Bayonne", "Castanos", ("Spain", "4I"))) == "WAP E.1.c"


@pytest.mark.parametrize(("marched", "abroad"), [("1C", True), ("2C", False)])
def test_k_4_d_who_takes_more_than_the_corps_stays_in_its_country(marched: str, abroad: bool) -> None:
    x = context(options=Options(expeditionary=True))
    armies = (("San Sebastian", "Spain under France", "1C"), ("San Sebastian", "Spain", "1C"))
    s = moving(x, *armies, ("Seville", "England", "2I"))
    move = march(x, "San Sebastian", "Bayonne", "", ("Spain", marched))
    if abroad:
        s.agenda[-1].check(x, s, move)
    else:
        assert refusal(x, s, move) == "WAP E.1.c"
