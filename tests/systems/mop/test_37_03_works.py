"""37.3.3. Improved positions: who digs them, when, and what they do."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.systems.mop.approach import Movement
from napwidgets.systems.mop.works import Dig, chances
from napwidgets.systems.tactical.fighting.attacks import fighters_in, why_not_fighting
from napwidgets.systems.tactical.fighting.charges import charge_paths
from napwidgets.systems.tactical.fighting.forces import normal_clash
from napwidgets.systems.tactical.moving.groups import stuck
from napwidgets.systems.tactical.sequence import begin_action
from tests.systems.mop.table import Table, arrange, battle

STACK = {"dufour-1": "1309", "dufour-2": "1309"}


def digging(order: Any = "defend", units: dict[str, str] | None = None, **more: Any) -> Table:
    """A stack of the acting corps."""
    leaders = {"gerard": "1309"}
    t = arrange(battle(), units or STACK, active=("RES",), orders={"RES": order}, leaders=leaders, **more)
    return t.push(Movement(0))


def pair(t: Table) -> Dig:
    return Dig(t.us("dufour-1", "dufour-2"))


@pytest.mark.parametrize(("roll", "done"), [(1, True), (2, False)])
def test_37_3_3_two_units_spend_their_action_and_a_one_does_it(roll: int, done: bool) -> None:
    t = digging()
    assert pair(t) in t.options(f"s:{t.hex('1309')}")
    assert chances(t.x)[True] * 6 == 1
    t.play(pair(t), roll)
    (told,) = t.said("works" if done else "digging")
    assert told.text.endswith("dig at 1309: 1, it is done." if done else "dig at 1309: 2, not done, for 1 is needed.")
    assert t.state.works == ((t.hex("1309"),) if done else ())
    assert t.unit("dufour-1").spent == t.unit("dufour-2").spent == t.x.allowance(t.state, t.u("dufour-1"))


@pytest.mark.parametrize("order", [("march", "1320"), ("attack", "1320"), "reserve"])
def test_37_3_3_under_no_other_order_than_defend(order: Any) -> None:
    t = digging(order)
    t.refused(pair(t))
    assert not [move for move in t.options(f"s:{t.hex('1309')}") if isinstance(move, Dig)]


def test_37_3_3_not_after_a_move_and_not_by_guns() -> None:
    t = digging()
    t.state = t.state.unit(t.u("dufour-1"), spent=2)
    assert t.refused(pair(t)) == "dig"
    t = digging(units={"dufour-1": "1309", "res-foot-art": "1309"})
    assert t.refused(Dig(t.us("dufour-1", "res-foot-art"))) == "dig"


@pytest.mark.parametrize(
    ("sky", "able"),
    [
        *((sky, True) for sky in ("fair", "cloudy", "mud", "rain", "fog")),
        *((sky, False) for sky in ("frost", "snow", "snowstorm")),
    ],
)
def test_37_3_3_not_in_frost_or_snow(sky: str, able: bool) -> None:
    t = digging(sky=sky)
    assert (pair(t) in t.options(f"s:{t.hex('1309')}")) == able
    if not able:
        assert t.refused(pair(t)) == "dig"


def test_37_3_3_not_at_dusk() -> None:
    turn = battle().setting.scenario.turns.evening[0]  # type: ignore[attr-defined]
    assert digging(turn=turn).refused(pair(digging())) == "dig"


def beset(t: Table, foe: str = "udom-1", at: str = "1310") -> Table:
    """The same with an enemy beside the stack, whose zone of control holds it."""
    t.state = t.state.unit(t.u(foe), hex=t.hex(at), steps=2)
    return t


def test_37_3_3_in_a_zone_of_control_they_dig_though_it_holds_them() -> None:
    t = beset(digging())
    x, (first, second) = t.engine.context_at(t.state), pair(t).units
    assert x.ground.in_zoc(t.state, first)
    assert stuck(x, t.state, first) == stuck(x, t.state, second) == "held"
    assert f"s:{t.hex('1309')}" in t.subjects()
    assert pair(t) in t.options(f"s:{t.hex('1309')}")
    assert not [move for move in t.options(f"s:{t.hex('1309')}") if not isinstance(move, Dig)], "and go nowhere"
    t.play(pair(t), 1)
    assert t.state.works == (t.hex("1309"),)


@pytest.mark.parametrize("order", [("attack", "1320"), ("probe", "1320")])
def test_37_3_3_who_attacks_does_not_dig_in_a_zone_either(order: Any) -> None:
    t = beset(digging(order))
    t.refused(pair(t))
    assert f"s:{t.hex('1309')}" not in t.subjects()


@pytest.mark.parametrize(("order", "asked"), [("defend", True), (("attack", "1320"), False)])
def test_37_3_3_they_are_asked_though_nobody_can_go_anywhere(order: Any, asked: bool) -> None:
    t = beset(digging(order))
    t.state = t.state.leader(t.i("gerard"), busy=True)
    assert Movement(0).automatic(t.x, t.state) != asked


@pytest.mark.parametrize("digs", [True, False])
def test_37_3_3_who_has_dug_attacks_nobody_in_that_action(digs: bool) -> None:
    t = beset(digging(units={**STACK, "res-foot-art": "1309"}))
    # All of it was theirs when they were told to defend, so that they may counterattack (NLC 20.2).
    t.state = t.state.command(t.c("RES"), ground=bytes([1] * t.x.board.size))
    if digs:
        t.play(pair(t), 2)
    x = t.engine.context_at(t.state)
    attackers = fighters_in(x, t.state, t.hex("1309"))
    assert attackers == (t.us("res-foot-art") if digs else t.us("dufour-1", "dufour-2", "res-foot-art"))
    problem = why_not_fighting(x, t.state, t.u("dufour-1"))
    assert (problem.code if problem else "") == ("resting" if digs else "")
    later = begin_action(x, t.state, t.state.active)
    assert why_not_fighting(x, later, t.u("dufour-1")) is None, "in the next one they may"


def behind(*works: str) -> Table:
    t = arrange(battle(), {"dufour-1": "1309", "udom-1": "1310", "panchulidsev": "1311"})
    t.state = replace(t.state, works=tuple(map(t.hex, works)))
    return t


@pytest.mark.parametrize(("works", "percent"), [(("1309",), 50), ((), 100)])
def test_37_3_3_an_assault_on_it_is_halved(works: tuple[str, ...], percent: int) -> None:
    t = behind(*works)
    x = t.engine.context_at(t.state)
    clash = normal_clash(x, t.state, ((t.hex("1310"), t.us("udom-1")),), t.hex("1309"))
    assert dict(clash.forces[0].fighters[0].factors).get("works", 100) == percent
    assert not any("works" in dict(f.factors) for f in clash.forces[1].fighters), "who holds it is not"


def test_37_3_3_guns_that_support_a_defence_are_not_halved_by_works_that_the_attackers_come_from() -> None:
    t = arrange(battle(), {"dufour-1": "1309", "res-foot-art": "1409", "udom-1": "1310"})
    t.state = replace(t.state, works=(t.hex("1310"),))
    attack = ((t.hex("1310"), t.us("udom-1")),)
    clash = normal_clash(t.engine.context_at(t.state), t.state, attack, t.hex("1309"), t.us("res-foot-art"))
    (gun,) = [fighter for fighter in clash.forces[1].fighters if fighter.remote]
    assert "works" not in dict(gun.factors)


@pytest.mark.parametrize(("works", "open_"), [(("1309",), False), ((), True)])
def test_37_3_3_no_charge_and_no_zone_goes_into_it(works: tuple[str, ...], open_: bool) -> None:
    t = behind(*works)
    x = t.engine.context_at(t.state)
    assert bool(x.ground.layout(t.state).zoc[1][t.hex("1309")]) == open_
    empty = t.state.unit(t.u("udom-1"), hex=t.hex("1320"))
    assert bool(charge_paths(x, empty, t.hex("1311"), t.hex("1309"))) == open_


def test_37_3_3_it_stays_when_the_units_leave() -> None:
    t = behind("1309")
    t.state = t.state.unit(t.u("dufour-1"), hex=t.hex("1306"))
    assert t.engine.context_at(t.state).setting.sheltered == {t.hex("1309")}
    assert all(t.engine.view(t.state, seat).works == t.state.works for seat in ("french", "coalition", None))
