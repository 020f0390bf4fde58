"""37.11. Spans: who damages and repairs them, at what cost, and what the ground is without them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.board.hexmap import BRIDGE, RIVER
from napwidgets.systems.mop.approach import Movement
from napwidgets.systems.mop.spans import Damage, Repair, needed, repair_odds, span
from napwidgets.systems.mop.trains import train_reach
from napwidgets.systems.tactical.core.state import BOMBARDED, CHARGED, ENTERED_ZOC
from napwidgets.systems.tactical.ground.country import NEVER
from napwidgets.systems.tactical.moving.groups import stuck
from napwidgets.systems.tactical.sequence import ReserveStage
from tests.systems.mop.table import Table, arrange, battle

#: The bridge of Dienville over the Aube, and the trestle before Maizières.
BRIDGE_AT, TRESTLE_AT = ("0921", "0821"), ("1604", "1505")


def beside(at: str, far: str) -> str:
    """A hex beside one end of a span from which zones of control reach it, away from the other end."""
    x = battle().context
    board, h, n = x.board, x.board.number(at), x.board.number(far)
    return next(board.label(k) for k in x.setting.zoc_from[h] if board.distances[k][n] == 2 and x.setting.passable[k])


def at_work(unit: str, at: tuple[str, str], *more: str, **changes: Any) -> Table:
    """A unit of the acting formation at one end of a span; ``more`` puts others on the map."""
    others = dict(pair.split(":") for pair in more)
    return arrange(battle(), {unit: at[0], **others}, active=("RES", "VC", "II"), **changes).push(Movement(0))


def test_37_11_a_bridge_crosses_a_river_and_a_trestle_a_stream() -> None:
    board = battle().setting.board
    for (a, b), river in ((BRIDGE_AT, True), (TRESTLE_AT, False)):
        h, n = board.number(a), board.number(b)
        side = board.sides[h][board.direction(h, n)]
        assert side & BRIDGE
        assert bool(side & RIVER) == river


@pytest.mark.parametrize(
    ("unit", "at", "able"),
    [
        ("dufour-1", BRIDGE_AT, True),
        ("pire", BRIDGE_AT, False),
        ("res-foot-art", BRIDGE_AT, False),
        ("pire", TRESTLE_AT, True),
        ("res-foot-art", TRESTLE_AT, True),
    ],
)
def test_37_11_1_any_unit_breaks_a_trestle_but_only_infantry_a_bridge(
    unit: str, at: tuple[str, str], able: bool
) -> None:
    t = at_work(unit, at)
    move = Damage(t.u(unit), t.hex(at[1]))
    assert (move in t.options(f"u:{t.u(unit)}")) == able
    if not able:
        assert t.refused(move) == "span"


@pytest.mark.parametrize(("at", "price"), [(BRIDGE_AT, 4), (TRESTLE_AT, 2)])
def test_37_11_1_two_points_for_a_bridge_and_one_for_a_trestle(at: tuple[str, str], price: int) -> None:
    t = at_work("dufour-1", at)
    label = t.engine.label(t.state, Damage(t.u("dufour-1"), t.hex(at[1])))
    kind = "bridge" if at == BRIDGE_AT else "trestle"
    assert label.text == f"Dufour destroys the {kind} to {t.x.place(t.hex(at[1]))}"
    assert label.detail == f"{price // 2} MP; it can be repaired"
    t.play(Damage(t.u("dufour-1"), t.hex(at[1])))
    assert t.unit("dufour-1").spent == price
    assert t.state.spans == (span(t.hex(at[0]), t.hex(at[1])),)
    late = at_work("dufour-1", at)
    full = late.x.allowance(late.state, late.u("dufour-1"))
    late.state = late.state.unit(late.u("dufour-1"), spent=full - price + 1)
    assert late.refused(Damage(late.u("dufour-1"), late.hex(at[1]))) == "no-mp"
    late.state = late.state.unit(late.u("dufour-1"), spent=full - price)
    assert Damage(late.u("dufour-1"), late.hex(at[1])) in late.options(f"u:{late.u('dufour-1')}")


@pytest.mark.parametrize("unit", ["dufour-1", "pire"])
def test_37_11_1_nobody_does_it_in_an_enemy_zone_not_even_horse(unit: str) -> None:
    t = at_work(unit, TRESTLE_AT, f"udom-1:{beside(*TRESTLE_AT)}")
    assert t.x.ground.in_zoc(t.state, t.u(unit))
    t.refused(Damage(t.u(unit), t.hex(TRESTLE_AT[1])))
    assert not [move for move in t.options(f"u:{t.u(unit)}") if isinstance(move, Damage)]


def gone(t: Table, at: tuple[str, str]) -> Table:
    t.state = replace(t.state, spans=(span(t.hex(at[0]), t.hex(at[1])),))
    return t


def test_37_11_1_without_its_bridge_a_river_lets_nobody_and_nothing_through() -> None:
    t = gone(at_work("dufour-1", BRIDGE_AT), BRIDGE_AT)
    whole, now = t.engine.context, t.engine.context_at(t.state)
    a, b = t.hex(BRIDGE_AT[0]), t.hex(BRIDGE_AT[1])
    d = whole.board.direction(a, b)
    assert whole.setting.off_road[0][a][d] < NEVER
    assert now.setting.off_road[0][a][d] == now.setting.on_road[1][a][d] == NEVER
    assert not whole.setting.shut[a][d]
    assert now.setting.shut[a][d], "no attack and no zone across"
    assert b in whole.setting.zoc_from[a]
    assert b not in now.setting.zoc_from[a]
    assert b in whole.setting.linked[a]
    assert b not in now.setting.linked[a], "no supply"


def test_37_11_1_without_its_trestle_a_stream_is_waded_but_not_by_baggage() -> None:
    t = gone(arrange(battle(), {"dufour-1": "2702"}, trains={"vc-train": TRESTLE_AT[0]}), TRESTLE_AT)
    whole, now = t.engine.context, t.engine.context_at(t.state)
    a, b = t.hex(TRESTLE_AT[0]), t.hex(TRESTLE_AT[1])
    d = whole.board.direction(a, b)
    assert whole.setting.on_road[0][a][d] < now.setting.on_road[0][a][d] < NEVER
    train = t.t("vc-train")  # type: ignore[attr-defined]
    assert b in train_reach(whole, t.state, train)
    assert train_reach(now, t.state, train).get(b, 9) > train_reach(whole, t.state, train)[b]


def test_37_11_the_ground_redrawn_is_the_ground_drawn_anew() -> None:
    from napwidgets.systems.mop.spans import without
    from napwidgets.systems.tactical.ground.setting import Setting

    t = gone(at_work("dufour-1", BRIDGE_AT), BRIDGE_AT)
    known = battle().setting
    quick = t.engine.context_at(t.state).setting
    slow = Setting(known.rules, known.scenario, without(known.board, t.state.spans), known.options, known.tables)
    for name in ("shut", "zoc_from", "linked", "off_road", "on_road", "cheapest", "steps", "steps_road", "into"):
        assert getattr(quick, name) == getattr(slow, name) != getattr(known, name), name


def test_37_11_1_a_damaged_span_is_seen_by_all() -> None:
    t = gone(at_work("dufour-1", BRIDGE_AT), BRIDGE_AT)
    assert all(t.engine.view(t.state, seat).spans == t.state.spans for seat in ("french", "coalition", None))
    assert t.refused(Damage(t.u("dufour-1"), t.hex(BRIDGE_AT[1]))) == "span"


@pytest.mark.parametrize(
    ("foe", "most"),
    [((), 4), ((f"udom-1:{beside('0821', '0921')}",), 3), (("udom-1:0821",), 2), (("udom-1:0619",), 4)],
)
def test_37_11_2_a_repair_needs_four_three_near_the_enemy_two_with_him_at_an_end(
    foe: tuple[str, ...], most: int
) -> None:
    for roll, mended in ((most, True), (most + 1, False)):
        t = gone(at_work("dufour-1", BRIDGE_AT, *foe), BRIDGE_AT)
        a, b = t.hex(BRIDGE_AT[0]), t.hex(BRIDGE_AT[1])
        x = t.engine.context_at(t.state)
        assert needed(x, t.state, a, b, 0) == most
        assert repair_odds(most)[True] * 6 == most
        t.play(Repair(t.u("dufour-1"), b), roll)
        assert (t.state.spans == ()) == mended
        assert t.unit("dufour-1").spent == 4


def near(unit: str, at: tuple[str, str], order: Any) -> Table:
    """A unit under orders at one end of a span that is gone, with an enemy beside it."""
    foe = f"udom-1:{beside(*at)}"
    return gone(at_work(unit, at, foe, orders={"RES": order, "VC": order, "II": order}), at)


@pytest.mark.parametrize("order", ["defend", ("attack", "1320")])
@pytest.mark.parametrize("at", [BRIDGE_AT, TRESTLE_AT])
def test_37_11_2_infantry_that_a_zone_of_control_holds_repairs_where_it_stands(at: tuple[str, str], order: Any) -> None:
    t = near("dufour-1", at, order)
    u, move = t.u("dufour-1"), Repair(t.u("dufour-1"), t.hex(at[1]))
    assert stuck(t.engine.context_at(t.state), t.state, u) == "held"
    assert f"u:{u}" in t.subjects()
    assert t.options(f"u:{u}") == [move]
    assert t.refused(Damage(u, t.hex(at[1]))) == "span"
    t.play(move, 3)
    assert t.state.spans == ()


def test_37_11_2_whom_a_zone_stops_on_the_way_repairs_with_the_points_that_are_left() -> None:
    full = near("dufour-1", BRIDGE_AT, "defend")
    u, most = full.u("dufour-1"), full.x.allowance(full.state, full.u("dufour-1"))
    for spent, able in ((most - 4, True), (most - 3, False), (most, False)):
        full.state = full.state.unit(u, spent=spent, marks=ENTERED_ZOC)
        assert stuck(full.engine.context_at(full.state), full.state, u) == ("stopped" if spent < most else "spent")
        assert (Repair(u, full.hex(BRIDGE_AT[1])) in full.options(f"u:{u}")) == able
        if not able:
            assert full.refused(Repair(u, full.hex(BRIDGE_AT[1]))) == "no-mp"


@pytest.mark.parametrize(("unit", "mark"), [("pire", CHARGED), ("res-foot-art", BOMBARDED)])
def test_37_11_1_who_has_charged_or_bombarded_works_at_nothing(unit: str, mark: int) -> None:
    t = at_work(unit, TRESTLE_AT)
    move = Damage(t.u(unit), t.hex(TRESTLE_AT[1]))
    assert move in t.options(f"u:{t.u(unit)}")
    t.state = t.state.unit(t.u(unit), marks=mark)
    assert not [one for one in t.options(f"u:{t.u(unit)}") if isinstance(one, Damage)]
    assert t.refused(move) in ("charged", "bombarded")


@pytest.mark.parametrize(("foe", "most"), [("0821", 2), ("0619", 4)])
def test_37_11_2_the_french_trouble_a_repair_of_the_coalition_as_well(foe: str, most: int) -> None:
    t = gone(arrange(battle(), {"udom-1": BRIDGE_AT[0], "dufour-1": foe}), BRIDGE_AT)
    a, b = (t.hex(end) for end in BRIDGE_AT)
    assert needed(t.engine.context_at(t.state), t.state, a, b, 1) == most


def test_37_11_2_only_infantry_repairs_and_only_what_is_gone() -> None:
    t = gone(at_work("pire", TRESTLE_AT), TRESTLE_AT)
    assert t.refused(Repair(t.u("pire"), t.hex(TRESTLE_AT[1]))) == "span"
    t = at_work("dufour-1", TRESTLE_AT)
    assert t.refused(Repair(t.u("dufour-1"), t.hex(TRESTLE_AT[1]))) == "span"


@pytest.mark.parametrize(("order", "asked"), [("reserve", True), ("defend", False)])
def test_37_11_infantry_in_reserve_works_at_spans_when_the_reserves_move(order: str, asked: bool) -> None:
    t = arrange(battle(), {"dufour-1": BRIDGE_AT[0]}, orders={"RES": order}).push(ReserveStage(0)).run()
    move = Damage(t.u("dufour-1"), t.hex(BRIDGE_AT[1]))
    assert (move in t.options(f"u:{t.u('dufour-1')}")) is asked
    if asked:
        t.play(move)
        assert t.state.spans == (span(t.hex(BRIDGE_AT[0]), t.hex(BRIDGE_AT[1])),)
