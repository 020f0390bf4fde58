"""37.16. Blücher keeps with the attack: when he is bound, where he may ride, when he must."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.systems.mop.approach import Movement
from napwidgets.systems.mop.front import heads, tied
from napwidgets.systems.mop.turn import BringUp
from napwidgets.systems.tactical.core.moves import GoLeader, Pass
from napwidgets.systems.tactical.core.state import Order
from napwidgets.systems.tactical.sequence import ReserveStage
from tests.systems.mop.table import Table, arrange, battle

#: Blücher on the plain; Olsufief within four MP of him, and beyond.
HERE, NEAR, FAR = "1309", "1310", "1318"


def attack(olsufief: str = NEAR, order: Any = ("attack", "1306"), blucher: str | None = HERE, **more: Any) -> Table:
    """Olsufief's corps under an order, Blücher near or not; all other leaders away."""
    nobody = {leader.id: None for leader in battle().setting.leaders}
    leaders = {**nobody, "olsufief": olsufief, "blucher": blucher, **more.pop("leaders", {})}
    units = {"udom-1": olsufief, "dufour-1": "2003"}
    orders = {"IX": order, **more.pop("orders", {})}
    return arrange(battle(), units, leaders=leaders, orders=orders, active=("IX",), **more)


def bound(t: Table) -> Table:
    return t.change(tied=True)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("olsufief", "order", "wanted"),
    [
        (NEAR, ("attack", "1306"), True),
        (NEAR, ("probe", "1306"), False),
        (NEAR, "defend", False),
        (FAR, ("attack", "1306"), False),
    ],
)
def test_37_16_a_leader_who_attacks_in_his_range_binds_him(olsufief: str, order: Any, wanted: bool) -> None:
    t = attack(olsufief, order)
    assert tied(t.x, t.state) is wanted
    t.change(agenda=()).push(BringUp()).run()
    assert t.state.tied is wanted


def test_37_16_the_range_is_his_command_range() -> None:
    t = attack()
    reach = t.x.ground.command_range(t.state, t.hex(HERE), 1)
    edge = next(h for h in range(t.x.board.size) if reach[h] and any(not reach[n] for n in t.x.setting.near[h]))
    out = next(n for n in t.x.setting.near[edge] if not reach[n])
    for h, wanted in ((edge, True), (out, False)):
        assert tied(t.x, t.state.leader(t.i("olsufief"), hex=h)) is wanted


@pytest.mark.parametrize(("order", "wanted"), [(("attack", "1306"), True), ("reserve", False)])
def test_37_16_once_bound_he_stays_so_while_an_attack_order_lasts(order: Any, wanted: bool) -> None:
    assert tied(bound(attack(FAR, order)).x, bound(attack(FAR, order)).state) is wanted


def test_37_16_nobody_binds_him_who_is_not_under_him_nor_himself() -> None:
    t = attack(order="defend", orders={"RES": ("attack", "1306")}, leaders={"gerard": NEAR})
    assert heads(t.x, t.state, t.i("blucher")) == []
    wing = attack(order="defend", leaders={"sacken": NEAR})
    wing.state = wing.state.command(wing.c("sacken"), order=Order("attack", wing.hex("1306"), 1))
    assert tied(wing.x, wing.state), "a wing commander is a leader under him"


def test_37_16_off_the_map_or_replaced_he_is_not() -> None:
    t = attack(blucher=None)
    assert not tied(t.x, t.state)
    t = attack()
    assert not tied(t.x, t.state.leader(t.i("blucher"), replaced=True))


def rides(t: Table) -> set[int]:
    t.push(Movement(1)).run()
    return {move.to for move in t.options(f"l:{t.i('blucher')}") if isinstance(move, GoLeader)}


def test_37_16_bound_he_rides_only_where_one_of_them_is_in_range() -> None:
    free, led = rides(attack()), rides(bound(attack()))
    assert led < free
    t = bound(attack())
    command_range = t.x.ground.command_range
    assert all(command_range(t.state, h, 1)[t.hex(NEAR)] for h in led)
    assert not any(command_range(t.state, h, 1)[t.hex(NEAR)] for h in free - led)
    t.push(Movement(1)).run()
    assert t.refused(GoLeader(t.i("blucher"), min(free - led))) == "leash"


def test_37_16_left_behind_he_must_ride_after_them_before_the_movement_is_over() -> None:
    for state, wanted in ((bound(attack(FAR)), True), (attack(FAR), False)):
        t = state.push(Movement(1)).run()
        may_go_on = Pass() in t.options()
        if wanted:
            assert t.refused(Pass()) in ("must-ride", "must-close")
            assert not may_go_on
    t = bound(attack("1315", order=("attack", "1315"))).push(Movement(1)).run()
    assert t.refused(Pass()) == "must-ride"
    (to, *_) = sorted(move.to for move in t.options(f"l:{t.i('blucher')}"))
    t.play(GoLeader(t.i("blucher"), to))
    assert Pass() in t.options()
    assert t.x.ground.command_range(t.state, to, 1)[t.hex("1315")]


def test_37_16_too_far_away_he_comes_nearer() -> None:
    t = bound(attack("2325", order=("attack", "2325"), blucher="0404"))
    row = t.x.ground.field(t.hex("2325"))
    found = rides(t)
    assert found
    assert all(row[h] < row[t.hex("0404")] for h in found)


def test_37_16_the_enemy_does_not_know_that_he_is_bound() -> None:
    t = bound(attack())
    assert t.engine.view(t.state, "coalition").tied
    assert not t.engine.view(t.state, "french").tied
    assert not t.engine.view(t.state, None).tied
    assert replace(t.state, tied=False) != t.state


@pytest.mark.parametrize("led", [True, False])
def test_37_16_bound_he_keeps_with_them_while_the_reserves_move_too(led: bool) -> None:
    t = attack(orders={"VIR": "reserve"}, leaders={"scherbatov": "1312"})
    t.state = t.state.unit(t.u("talyzin-1"), hex=t.hex("1312"), start=t.hex("1312"))
    t = bound(t) if led else t
    t.change(agenda=(), active=()).push(ReserveStage(1)).run()
    found = {move.to for move in t.options(f"l:{t.i('blucher')}") if isinstance(move, GoLeader)}
    assert found
    near = t.x.ground.command_range
    assert all(near(t.state, h, 1)[t.hex(NEAR)] for h in found) is led
