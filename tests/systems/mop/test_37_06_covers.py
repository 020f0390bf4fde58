"""37.6. Hidden forces: who sees whom, what a cover hides, dummies."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.systems.mop.approach import Movement
from napwidgets.systems.mop.covers import Look, covers
from napwidgets.systems.mop.dummies import DummyStage, GoDummy, SetDummy, most
from napwidgets.systems.mop.turn import Orders
from napwidgets.systems.mop.vedettes import put
from napwidgets.systems.tactical.command.leaders import bring_back_leaders
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import OFF, UNSEEN, Order
from napwidgets.systems.tactical.fighting.artillery import BombardmentSegment
from napwidgets.systems.tactical.fighting.attacks import CombatSegment, RemoteSupport, why_not_fighting
from napwidgets.systems.tactical.fighting.charges import ChargeSegment
from napwidgets.systems.tactical.fighting.combat import NormalCombat
from napwidgets.systems.tactical.sequence import ReserveStage
from tests.systems.mop.table import Table, arrange, battle

#: Commanders beside the troops that act.
LED = {"gerard": "1309", "milhaud": "1309"}


def hidden(units: dict[str, str], *under: str, **more: Any) -> Table:
    """A position with some units under cover, and no leader who looks out but those that are named."""
    nobody = {leader.id: None for leader in battle().setting.leaders}
    t = arrange(battle(), units, **{**more, "leaders": {**nobody, **more.get("leaders", {})}})
    t.state = replace(t.state, hidden=t.us(*under))
    return t


@pytest.mark.parametrize(("at", "seen"), [("1312", True), ("1313", False)])
def test_37_6_a_cover_is_seen_from_three_hexes_and_not_from_four(at: str, seen: bool) -> None:
    t = hidden({"dufour-1": "1309", "udom-1": at}, "udom-1", "dufour-1").push(Look()).run()
    assert (t.u("udom-1") not in t.state.hidden) == seen
    assert (t.u("dufour-1") not in t.state.hidden) == seen, "both look out"
    assert len(t.said("revealed")) == (2 if seen else 0)


@pytest.mark.parametrize(("at", "seen"), [("1310", True), ("1311", False)])
def test_37_6_in_fog_only_from_the_next_hex(at: str, seen: bool) -> None:
    t = hidden({"dufour-1": "1309", "udom-1": at}, "udom-1", sky="fog").push(Look()).run()
    assert (t.u("udom-1") not in t.state.hidden) == seen


def test_37_6_woods_between_hide_and_the_next_hex_never_does() -> None:
    board = battle().setting.board
    woods = next(
        h for h in range(board.size)
        if board.terrain[h] == "woods" and min(board.neighbours[h]) >= 0
        and all(board.terrain[board.neighbours[h][d]] == "clear" for d in (0, 3))
        and board.level[h] == board.level[board.neighbours[h][0]] == board.level[board.neighbours[h][3]]
    )  # fmt: skip
    above, below = (board.label(board.neighbours[woods][d]) for d in (0, 3))
    t = hidden({"dufour-1": above, "udom-1": below}, "udom-1").push(Look()).run()
    assert t.u("udom-1") in t.state.hidden
    t = hidden({"dufour-1": above, "udom-1": board.label(woods)}, "udom-1").push(Look()).run()
    assert t.u("udom-1") not in t.state.hidden


def test_37_6_from_a_height_a_leader_sees_twelve_hexes_and_troops_beside_him_do() -> None:
    board = battle().setting.board
    top = next(h for h in sorted(board.brows) if board.terrain[h] == "clear")
    far = [
        h for h in range(board.size)
        if board.distances[top][h] == 8 and board.terrain[h] == "clear" and battle().context.sees(
            arrange(battle(), {"dufour-1": board.label(top)}).state, top, h)
    ]  # fmt: skip
    assert far
    units = {"dufour-1": board.label(top), "udom-1": board.label(far[0])}
    alone = hidden(units, "udom-1", leaders={"gerard": "2702"}).push(Look()).run()
    assert alone.u("udom-1") in alone.state.hidden, "troops on a height see three hexes"
    led = hidden(units, "udom-1", leaders={"gerard": board.label(top)}).push(Look()).run()
    assert led.u("udom-1") not in led.state.hidden


def test_37_6_what_is_seen_no_more_goes_under_cover_again() -> None:
    t = hidden({"dufour-1": "1309", "udom-1": "1320"}).push(Look()).run()
    assert set(t.us("dufour-1", "udom-1")) <= set(t.state.hidden)


def test_37_6_a_cover_hides_units_and_their_leader_from_the_other_side_alone() -> None:
    t = hidden({"dufour-1": "1309", "udom-1": "1320"}, "udom-1", leaders={"olsufief": "1320"})
    mine, theirs = (t.engine.view(t.state, seat) for seat in ("coalition", "french"))
    assert mine.units[t.u("udom-1")].hex == t.hex("1320") == mine.leaders[t.i("olsufief")].hex
    assert theirs.units[t.u("udom-1")].hex == UNSEEN
    assert theirs.leaders[t.i("olsufief")].hex < 0
    assert theirs.decoys == ((1, t.hex("1320")),)
    assert covers(t.engine.setting, theirs) == covers(t.engine.setting, t.state)
    assert t.engine.view(t.state, None).units[t.u("udom-1")].hex == UNSEEN


def test_37_6_a_hex_is_covered_only_while_all_in_it_are() -> None:
    units = {"udom-1": "1320", "udom-2": "1320"}
    assert covers(battle().setting, hidden(units, "udom-1", "udom-2").state) != ((), ())
    assert covers(battle().setting, hidden(units, "udom-1").state) == ((), ())


def test_37_6_a_cover_has_no_zone_of_control_until_it_is_seen() -> None:
    units = {"dufour-1": "1309", "udom-1": "1312"}
    open_, covered = hidden(units), hidden(units, "udom-1")
    assert open_.x.ground.layout(open_.state).zoc[1][open_.hex("1311")]
    assert not covered.x.ground.layout(covered.state).zoc[1][covered.hex("1311")]
    assert covered.x.ground.layout(covered.state).side[covered.hex("1312")] == 1, "and its hex is closed all the same"


def test_37_6_a_cover_is_no_target_of_guns_or_charges() -> None:
    for step, subject in ((BombardmentSegment(0), "res-foot-art"), (ChargeSegment(0), "pire")):
        units = {subject: "1309", "udom-1": "1311"}
        seen = hidden(units, active=("RES", "VC"), leaders=LED).push(step)
        assert seen.options(f"u:{seen.u(subject)}")
        covered = hidden(units, "udom-1", active=("RES", "VC"), leaders=LED).push(step)
        assert not covered.options(f"u:{covered.u(subject)}")


def test_37_6_who_fires_shows_himself() -> None:
    units = {"res-foot-art": "1309", "dufour-1": "1309", "udom-1": "1311"}
    t = hidden(units, "res-foot-art", "dufour-1", active=("RES",), leaders=LED).push(BombardmentSegment(0))
    t.play(m.Bombard(t.us("res-foot-art"), t.hex("1311")), (1, 1))
    assert not set(t.us("res-foot-art", "dufour-1")) & set(t.state.hidden)
    assert [event.to for event in t.said("revealed")] == [()]


@pytest.mark.parametrize(("below", "able"), [("res-foot-art", True), ("dufour-2", False)])
@pytest.mark.parametrize(("at", "asked"), [("1408", True), ("1308", False), ("1407", False)])
def test_37_6_remote_support_is_asked_where_guns_could_stand_and_who_gives_it_shows_himself(
    below: str, able: bool, at: str, asked: bool
) -> None:
    nobody = dict.fromkeys((leader.id for leader in battle().setting.leaders), None)
    t = arrange(battle("brienne", "remote_support"), {"dufour-1": "1309", below: at, "udom-1": "1310"}, leaders=nobody)
    t.state = replace(t.state, hidden=t.us(below), active=(t.x.infos[t.u("udom-1")].formation,))
    stacks = ((t.hex("1310"), t.us("udom-1")),)
    t.push(NormalCombat(stacks, t.hex("1309"))).push(RemoteSupport(0, stacks, t.hex("1309")))
    offer = RemoteSupport(0, stacks, t.hex("1309"))
    assert offer.automatic(t.x, t.state) != asked
    if not asked:
        return
    gun = m.Support(t.u(below))
    assert t.options() == [m.Pass(), *([gun] if able else [])]
    decision = t.engine.decision(t.state)
    assert decision is not None
    assert decision.formal
    if able:
        t.play(gun, (1, 1), (1, 1))
        assert t.u(below) not in t.state.hidden
        assert [event.to for event in t.said("revealed")] == [()]
    else:
        t.play(m.Pass(), (1, 1), (1, 1))
        assert t.u(below) in t.state.hidden


def test_37_6_a_march_under_cover_is_told_to_its_own_side_alone() -> None:
    for under, to in ((("dufour-1",), ("french",)), ((), ())):
        t = hidden({"dufour-1": "1309", "udom-1": "1320"}, *under, active=("RES",), leaders=LED).push(Movement(0))
        t.play(m.Go(t.us("dufour-1"), t.path("1310")))
        assert [event.to for event in t.said("moved")] == [to]


def test_37_6_nobody_is_covered_by_a_dummy_beside_whom_he_stands_in_the_open() -> None:
    t = hidden({"dufour-1": "1309", "udom-1": "1310"})
    t.state = replace(t.state, decoys=((0, t.hex("1309")),))
    assert covers(t.engine.setting, t.state) == ((), ())
    assert t.engine.view(t.state, "coalition").units[t.u("dufour-1")].hex == t.hex("1309")
    assert t.x.ground.layout(t.state).zoc[0][t.hex("1310")]


# Dummies


def test_37_6_a_dummy_splits_off_beside_a_covered_stack_of_ones_own() -> None:
    t = hidden({"dufour-1": "1309", "udom-1": "1320"}, "dufour-1", turn=2).push(DummyStage(0))
    places = {move.hex for move in t.options() if isinstance(move, SetDummy)}
    assert places == {n for n in t.x.setting.near[t.hex("1309")] if t.x.setting.passable[n]}
    shown = hidden({"dufour-1": "1309", "udom-1": "1320"}, turn=2).push(DummyStage(0))
    assert shown.run().kind is None, "a stack in the open splits off nothing"


def test_37_6_as_many_dummies_as_corps() -> None:
    t = hidden({"dufour-1": "1309"}, "dufour-1")
    number = most(t.x, 0)
    assert number == sum(f.side == "french" for f in t.engine.setting.scenario.formations)
    far = [h for h in range(t.x.board.size) if t.x.board.distances[t.hex("1309")][h] > 9][:number]
    for count in (number - 1, number):
        t.state = replace(t.state, decoys=tuple((0, h) for h in far[:count]), agenda=())
        offered = [move for move in t.push(DummyStage(0)).options() if isinstance(move, SetDummy)]
        assert bool(offered) == (count < number)


def test_37_6_a_dummy_goes_once_a_turn_and_vanishes_when_it_is_seen() -> None:
    t = hidden({"dufour-1": "1309", "udom-1": "1320"}, "dufour-1")
    t.state = replace(t.state, decoys=((0, t.hex("1310")),))
    t.push(DummyStage(0))
    t.play(GoDummy(t.hex("1310"), t.hex("1313")))
    assert t.state.decoys == ((0, t.hex("1313")),)
    assert not t.options(f"d:{t.hex('1313')}")
    t.state = replace(t.state, agenda=(), decoys=((0, t.hex("1317")),))
    t.push(Look()).run()
    assert t.state.decoys == ()
    assert t.said("dummy")


def test_37_6_nobody_can_tell_a_dummy_from_a_force() -> None:
    true = hidden({"dufour-1": "1309", "udom-1": "1320"}, "dufour-1")
    false = hidden({"dufour-1": "1309", "udom-1": "1320"}, "dufour-1")
    false.state = replace(false.state, decoys=((0, false.hex("1313")),))
    true.state = true.state.many({true.u("dufour-2"): replace(true.unit("dufour-1"), hex=true.hex("1313"))})
    true.state = replace(true.state, hidden=true.us("dufour-1", "dufour-2"))
    views = [t.engine.view(t.state, "coalition") for t in (true, false)]
    assert views[0].decoys == views[1].decoys
    assert covers(true.engine.setting, views[0]) == covers(false.engine.setting, views[1])


def test_37_6_whoever_has_nothing_to_order_is_asked_like_everybody() -> None:
    t = hidden({"dufour-1": "1309", "udom-1": "1320"}).push(Orders(0)).run()
    assert t.options() == [m.Pass()]
    assert t.kind == "orders", "the other side must not see that there is nothing to choose"
    decision = t.engine.decision(t.state)
    assert decision is not None
    assert decision.formal, "a person alone is spared it"


@pytest.mark.parametrize("segment", [CombatSegment, ChargeSegment, BombardmentSegment])
@pytest.mark.parametrize(
    ("rest", "under", "own", "asked"),
    [
        # In three hexes of him they hold together and he may fight, farther off he may not: nobody else can tell.
        ("1306", True, True, True),
        ("1305", True, True, True),
        ("1305", False, True, False),
        ("1305", True, False, False),
    ],
)
def test_37_6_a_division_of_which_a_part_is_under_cover_is_asked_whether_it_can_fight_or_not(
    segment: Any, rest: str, under: bool, own: bool, asked: bool
) -> None:
    t = hidden({"dufour-1": "1309", "dufour-2": rest, "udom-1": "1310"}, active=("RES",))
    t.state = replace(t.state, hidden=t.us("dufour-2") if under else ())
    order = Order("attack", t.hex("1320"))
    t.state = t.state.command(t.c("RES"), order=Order("reserve", -1))
    t.state = t.state.command(t.c("RES/dufour"), active=own, order=order)
    t.push(segment(0))
    able = segment is CombatSegment and own and rest == "1306"
    assert (why_not_fighting(t.x, t.state, t.u("dufour-1")) is None) == (own and rest == "1306")
    assert segment(0).automatic(t.x, t.state) != asked
    if asked:
        decision = t.engine.decision(t.state)
        assert decision is not None
        assert decision.formal
        assert t.subjects() == ([f"s:{t.hex('1309')}"] if able else [])


@pytest.mark.parametrize("under", [True, False])
def test_37_6_where_a_replacement_takes_over_is_not_said_of_a_stack_under_cover(under: bool) -> None:
    t = hidden({"dufour-1": "1309", "udom-1": "1320"}, *(("dufour-1",) if under else ()))
    t.state = t.state.leader(t.i("gerard"), hex=OFF, back=1)
    t.state = bring_back_leaders(t.x, t.state, t.events)
    assert t.leader_at("gerard") == "1309"
    assert [event.hexes for event in t.said("leader-back")] == [() if under else (t.hex("1309"),)]


@pytest.mark.parametrize(("at", "seen"), [("1312", True), ("1313", False)])
def test_37_6_everybody_looks_out_before_reserves_move(at: str, seen: bool) -> None:
    t = hidden({"dufour-1": "1309", "udom-1": at}, "udom-1", orders={"RES": "reserve"}, leaders=LED)
    t.push(ReserveStage(0)).run()
    assert (t.kind, t.seat) == ("movement", "french")
    assert (t.u("udom-1") not in t.state.hidden) is seen
    # And again before those of the other side.
    t.state = replace(t.state, hidden=t.us("udom-1")).command(t.c("IX"), order=Order("reserve", -1))
    t.play(m.Pass())
    assert (t.kind, t.seat) == ("movement", "coalition")
    assert (t.u("udom-1") not in t.state.hidden) is seen


@pytest.mark.parametrize(("under", "asked"), [("troops", True), ("a vedette", True), ("nobody", False)])
def test_37_6_whoever_has_a_cover_is_asked_for_dummies_whatever_lies_under_it(under: str, asked: bool) -> None:
    t = hidden({"dufour-1": "1309", "udom-1": "1320"}, *(("dufour-1",) if under == "troops" else ()))
    if under == "a vedette":
        scout = next(v for v, k in enumerate(t.state.vedettes) if t.x.infos[k.unit].side == 0)
        t.state = put(t.state, (scout,), hex=t.hex("1306"), seen=0)
    assert DummyStage(0).automatic(t.x, t.state) != asked
    assert DummyStage(1).automatic(t.x, t.state)
    if asked:
        decision = t.push(DummyStage(0)).engine.decision(t.state)
        assert decision is not None
        assert decision.formal
        assert (t.options() == [m.Pass()]) is (under == "a vedette")


def test_37_6_a_dummy_beside_troops_that_are_seen_does_not_stand_for_nobody() -> None:
    alone = hidden({"dufour-1": "1309", "udom-1": "1320"}, "udom-1")
    alone.state = replace(alone.state, decoys=((1, alone.hex("1311")),))
    assert [e.text for e in alone.push(Look()).run().said("dummy")] == ["At 1311: nobody, only a dummy."]
    both = hidden({"dufour-1": "1309", "udom-1": "1311"}, "udom-1")
    both.state = replace(both.state, decoys=((1, both.hex("1311")),))
    assert [e.text for e in both.push(Look()).run().said("dummy")] == ["At 1311: a dummy as well."]


def test_37_7_the_vedettes_of_a_unit_in_one_hex_come_to_light_in_one_sentence() -> None:
    t = hidden({"dufour-1": "1309"})
    mine = [v for v, k in enumerate(t.state.vedettes) if k.unit == t.u("karpov")]
    for at, first, told in (
        ("1311", mine[:2], ["At 1311: 2 vedettes of Karpov."]),
        ("1310", mine[:1], ["At 1310: a vedette of Karpov."]),
    ):
        one = Table(t.engine, put(t.state, first, hex=t.hex(at), seen=0)).push(Look()).run()
        assert [e.text for e in one.said("revealed")] == told
