"""37.7. Vedettes against vedettes: who strikes at whom, with what strength, what follows; lost ones that come back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution, percent
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.mop import outposts
from napwidgets.systems.mop.described import describe
from napwidgets.systems.mop.outposts import (
    OutpostSegment,
    Regroup,
    Reorganization,
    Skirmish,
    chances,
    facing,
    strikers,
)
from napwidgets.systems.mop.present import present, sandbox
from napwidgets.systems.mop.vedettes import GoVedette, VedetteSegment, of_unit, put, ride_reach, scatter
from napwidgets.systems.tactical.core.moves import Pass, Reorganize
from napwidgets.systems.tactical.core.state import AWAY, DEAD, OFF, Order, Unit
from napwidgets.systems.tactical.fighting.artillery import BombardmentSegment
from tests.systems.mop.table import Table, altered, arrange, battle

#: French light horse and Russian hussars with three vedettes each.
PIRE, LANSKOY = "pire", "lanskoi"


def out(t: Table, name: str, *hexes: str) -> None:
    """The vedettes of a unit stand in some hexes, seen by the enemy; the others are lost."""
    mine = [v for v, k in enumerate(t.state.vedettes) if k.unit == t.u(name)]
    for v, h in zip(mine, hexes, strict=False):
        t.state = put(t.state, (v,), hex=t.hex(h), seen=1)
    t.state = put(t.state, mine[len(hexes) :], hex=DEAD).unit(t.u(name), hex=AWAY)


def where(t: Table, name: str) -> list[str]:
    board = t.engine.setting.board
    return [board.label(k.hex) for k in t.state.vedettes if k.unit == t.u(name) and k.hex >= 0]


def facing_each_other(
    ours: tuple[str, ...] = ("1309",), theirs: tuple[str, ...] = ("1310",), units: Any = None, **more: Any
) -> Table:
    """Piré's vedettes act, Lanskoy's are beside them."""
    nobody = {leader.id: None for leader in battle().setting.leaders}
    t = arrange(battle(), units or {}, **{"active": ("VC",), "leaders": nobody, **more})
    out(t, PIRE, *ours)
    out(t, LANSKOY, *theirs)
    return t.push(OutpostSegment(0))


def strike(t: Table, target: str = "1310", start: str = "1309") -> Skirmish:
    return Skirmish(t.hex(start), t.hex(target))


@pytest.mark.parametrize(
    ("ours", "theirs", "able"),
    [("1309", "1310", True), ("1309", "1311", False)],
)
def test_37_7_vedettes_strike_at_vedettes_beside_them_and_no_farther(ours: str, theirs: str, able: bool) -> None:
    t = facing_each_other((ours,), (theirs,))
    t.run()
    assert (t.kind == "outposts") is able
    if able:
        v = of_unit(t.state, t.u(PIRE))[0]
        assert t.options(f"v:{v}") == [strike(t)]
        assert t.refused(strike(t, "1308")) == "vedettes"
        assert t.refused(strike(t, start="1308")) == "vedettes"


def test_37_7_only_those_of_the_acting_formation_strike_by_day_and_once() -> None:
    assert facing_each_other(active=("RES",)).run().kind is None
    t = facing_each_other(("1309", "1309"))
    t.play(strike(t), (1, 1), (1, 1))
    assert t.kind is None
    assert not strikers(t.x, t.state, 0)
    names = [segment.step for segment in t.engine.rules.action if segment.step is OutpostSegment]
    assert names
    night = next(s for s in t.engine.rules.action if s.step is OutpostSegment)
    assert night.when(t.x, t.state)
    dark = battle("champaubert")
    assert not dark.setting.scenario.turns.night or not night.when(dark.context, replace(t.state, turn=99))


def test_37_7_who_stands_with_troops_or_under_cover_is_no_target_of_vedettes() -> None:
    t = facing_each_other(units={"udom-1": "1310"})
    assert t.run().kind is None, "with a stack they stay with it"
    t = facing_each_other()
    t.state = put(t.state, of_unit(t.state, t.u(LANSKOY)), seen=0)
    assert t.run().kind is None, "nobody aims at what he doesn't see"


def test_37_7_not_over_a_river_without_a_bridge() -> None:
    board, shut = battle().setting.board, battle().setting.shut
    h, n = next(
        (h, n)
        for h in range(board.size)
        for d, n in enumerate(board.neighbours[h])
        if n >= 0 and shut[h][d] and battle().setting.passable[h] and battle().setting.passable[n]
    )
    assert facing_each_other((board.label(h),), (board.label(n),)).run().kind is None


def clash(t: Table) -> Any:
    t.run()
    return facing(t.x, t.state, strikers(t.x, t.state, 0)[t.hex("1309")], t.hex("1310"))[0]


def test_37_7_each_counts_two_and_has_the_heart_of_its_unit() -> None:
    found = clash(facing_each_other(("1309", "1309"), ("1310",)))
    assert [one.strength for one in found.forces] == [4, 2]
    t = facing_each_other()
    assert [one.fighters[0].base for one in found.forces] == [
        t.x.infos[t.u(PIRE)].morale[0],
        t.x.infos[t.u(LANSKOY)].morale[1],
    ]


def test_37_7_the_ground_counts_as_in_every_assault() -> None:
    town = next(h for h in range(battle().setting.board.size) if battle().setting.board.terrain[h] == "town")
    board = battle().setting.board
    beside = next(
        n for d, n in enumerate(board.neighbours[town])
        if n >= 0 and board.terrain[n] == "clear" and not board.sides[town][d]
    )  # fmt: skip
    t = facing_each_other((board.label(beside),), (board.label(town),)).run()
    found, _ = facing(t.x, t.state, strikers(t.x, t.state, 0)[beside], town)
    assert found.forces[0].fighters[0].factors == (("town", 75),)
    assert [one.strength for one in found.forces] == [2, 2], "1.5 and 2"


def dice_for(t: Table, attacker: int, defender: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Dice with which each side scores so many hits."""
    found = clash(t)
    pairs = [(a, b) for a in range(1, 7) for b in range(1, 7)]

    def pair(strength: int, hits: int) -> tuple[int, int]:
        return next(p for p in pairs if t.x.tables.hits(strength, sum(p)) == hits)

    return pair(found.forces[0].strength, attacker), pair(found.forces[1].strength, defender)


def test_37_7_each_hit_costs_a_vedette_and_the_last_one_its_unit() -> None:
    t = facing_each_other(("1309",), ("1310",))
    t.play(strike(t), *dice_for(t, 1, 0))
    assert where(t, LANSKOY) == []
    assert t.unit(LANSKOY).hex == DEAD
    assert where(t, PIRE) == ["1309"]
    assert t.said("eliminated")
    # Nothing tells of it but open events: both saw each other.
    assert all(not event.to for event in t.said("outposts"))


def test_37_7_who_loses_one_and_then_heart_rides_off_two_hexes() -> None:
    for roll, stays in ((1, True), (6, False)):
        t = facing_each_other(("1309",), ("1310", "1310"))
        t.play(strike(t), *dice_for(t, 1, 0), roll)
        (at,) = where(t, LANSKOY)
        assert (at == "1310") is stays
        assert stays or t.engine.setting.board.distance(t.hex(at), t.hex("1310")) == 2
        assert bool(t.said("scattered")) is not stays
    t = facing_each_other(("1309", "1309"), ("1310",))
    t.play(strike(t), *dice_for(t, 0, 1), 6)
    (at,) = where(t, PIRE)
    assert t.engine.setting.board.distance(t.hex(at), t.hex("1309")) == 2, "whoever strikes, too"


def test_37_7_whoever_strikes_shows_himself_and_who_stands_with_him() -> None:
    t = facing_each_other(units={"briche": "1309"})
    t.state = replace(put(t.state, of_unit(t.state, t.u(PIRE)), seen=0), hidden=t.us("briche"))
    t.play(strike(t), (1, 1), (1, 1))
    assert t.u("briche") not in t.state.hidden
    assert all(t.state.vedettes[v].seen for v in of_unit(t.state, t.u(PIRE)))


def test_37_7_odds_label_battle_sandbox_and_file_tell_the_same() -> None:
    t = facing_each_other(("1309", "1309"), ("1310",)).run()
    odds = chances(t.x, clash(t))
    label = t.engine.label(t.state, strike(t))
    assert label.detail.startswith(f"{percent(1 - odds.steps(1)[0])} hit")
    v = of_unit(t.state, t.u(PIRE))[0]
    view = t.engine.view(t.state, "french")
    shown = present(t.engine).battle(view, "french", f"v:{v}", -1)
    assert shown is not None
    chance = {share.label: share.chance for share in shown.chances}
    assert chance["Defender is destroyed"] == float(odds.destroyed(1))
    unit = {"kind": "light_cavalry", "strength": 2, "reduced": 1}
    initiatives = [t.x.infos[t.u(name)].data.initiative for name in (PIRE, LANSKOY)]  # type: ignore[attr-defined]
    sides = [{**unit, "initiative": n} for n in initiatives]
    told = {"system": "mop", "kind": "vedettes", "attackers": [sides[0]] * 2, "defenders": [sides[1]]}
    found = describe(json.dumps(told).encode())
    assert found.defender_destroyed == float(odds.destroyed(1))
    assert found.attacker_gives_way == float(odds.gives_way(0))
    values = {"kind": "vedettes", "a:vedettes": "2", "d:vedettes": "1"}
    values |= {"a:initiative": str(initiatives[0]), "d:initiative": str(initiatives[1])}
    bench = sandbox().battle(values)
    assert {share.label: share.chance for share in bench.chances} == chance
    asked = [field.id for field in sandbox().fields(values)]
    assert "a:vedettes" in asked
    assert "sky" not in asked, "no sky changes what vedettes do"


@pytest.mark.parametrize("shut", [False, True])
def test_37_7_the_panel_counts_vedettes_that_have_no_way_out(shut: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    t = facing_each_other(("1309", "1309"), ("1310", "1310", "1310")).run()
    at = t.hex("1310")
    way = outposts.refuge
    monkeypatch.setattr(outposts, "refuge", lambda x, s, h, side: -1 if shut and h == at else way(x, s, h, side))
    shown = present(t.engine).battle(
        t.engine.view(t.state, "french"), "french", f"v:{of_unit(t.state, t.u(PIRE))[0]}", -1
    )
    assert shown is not None
    theirs = of_unit(t.state, t.u(LANSKOY))
    start = t.state

    def lost(dice: Dice) -> int:
        s = t.engine.apply(start, "french", strike(t), dice, [])
        return sum(start.vedettes[v].hex >= 0 and s.vedettes[v].hex < 0 for v in theirs)  # type: ignore[attr-defined]

    told = {share.label: share.exact for share in shown.spreads[0].shares}
    assert told == {str(n): str(p) for n, p in distribution(lost)}
    assert ("Way out" in [line.name for line in shown.parties[1].lines]) is shut


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"attackers": []}, "both sides need a vedette"),
        ({"hexside": "river"}, "river without a bridge"),
        ({"attackers": [{"kind": "light_cavalry", "strength": 2, "reduced": 1, "from": way} for way in ("S", "N")]},
         "strike from one hex"),
    ],
)  # fmt: skip
def test_37_7_a_file_that_no_vedettes_could_fight_is_refused(changes: dict[str, Any], words: str) -> None:
    unit = {"kind": "light_cavalry", "strength": 2, "reduced": 1}
    plain = {"system": "mop", "kind": "vedettes", "attackers": [unit], "defenders": [unit]}
    with pytest.raises(ScenarioError, match=words):
        describe(json.dumps({**plain, **changes}).encode())


def test_37_7_vedettes_ride_round_vedettes_of_the_enemy() -> None:
    t = facing_each_other(("1309",), ("1310",)).change(agenda=())
    t.push(VedetteSegment(0))
    v = of_unit(t.state, t.u(PIRE))[0]
    assert t.hex("1310") not in ride_reach(t.x, t.state, v)
    assert t.hex("1311") in ride_reach(t.x, t.state, v)
    assert t.refused(GoVedette(v, t.hex("1310"))) == "vedettes"


def test_37_7_bombardments_do_not_trouble_them() -> None:
    """They are no target by themselves, and whoever is hit in their hex, they are not."""
    t = arrange(battle(), {"res-foot-art": "1308"}, active=("RES",), leaders={"gerard": "1308"})
    out(t, LANSKOY, "1310")
    assert t.push(BombardmentSegment(0)).run().kind is None
    assert not hasattr(t.state.vedettes[0], "disrupted")


# Lost vedettes


def ridden_down(turn: int = 1) -> Table:
    """One of Piré's vedettes was ridden down in turn 1; Milhaud stands apart, his corps under Attack orders."""
    t = arrange(
        battle(), {"udom-1": "0619", "briche": "2204"}, leaders={"milhaud": "2104"}, orders={"VC": ("attack", "0913")}
    )
    out(t, PIRE, "2103", "2103", "2103")
    v = of_unit(t.state, t.u(PIRE))[0]
    t.state = replace(put(t.state, (v,), hex=DEAD), ridden=((v, 1),), turn=turn)
    return t.push(Reorganization(0))


def back(t: Table, count: int = 1) -> Regroup:
    return Regroup(t.i("milhaud"), tuple(v for v, _ in t.state.ridden)[:count])


def test_37_7_lost_vedettes_are_noted_with_the_turn() -> None:
    t = arrange(battle(), {"panchulidsev": "1309"}, turn=3)
    out(t, PIRE, "1309", "1309")
    shut = replace(t.state, agenda=())
    state = scatter(t.x, shut, t.hex("1309"), 1, t.events)
    done = Table(t.engine, state).run((6, 6))  # type: ignore[arg-type]
    assert {turn for _, turn in done.state.ridden} == {3}
    assert len(done.state.ridden) == 2 - len(of_unit(done.state, t.u(PIRE)))


@pytest.mark.parametrize(("turn", "able"), [(2, False), (3, True)])
def test_37_7_a_full_turn_later_they_can_be_brought_back_whatever_the_orders(turn: int, able: bool) -> None:
    t = ridden_down(turn).run()
    assert (t.kind == "reorganize") is able
    if not able:
        return
    assert t.options(f"c:{t.c('VC')}") == [back(t)]
    assert t.refused(Reorganize(t.i("milhaud"), t.us("briche"))) == "not-reserve"


@pytest.mark.parametrize(("roll", "comes"), [(4, True), (5, False)])
def test_37_7_a_die_says_whether_they_come(roll: int, comes: bool) -> None:
    t = ridden_down(3).run()
    move = back(t)
    t.play(move, roll)
    assert t.state.ridden == ()
    (v,) = move.vedettes
    assert t.state.vedettes[v].hex == (t.hex("2104") if comes else DEAD)
    assert t.leader("milhaud").busy
    assert all(event.to == ("french",) for event in t.events if event.kind in ("reorganized", "destroyed"))


def test_37_7_not_under_the_eyes_of_the_enemy_nor_more_than_two_nor_anothers() -> None:
    t = ridden_down(3)
    t.state = t.state.unit(t.u("udom-1"), hex=t.hex("2106"))
    assert t.run().kind is None
    t = ridden_down(3).run()
    (v,) = back(t).vedettes
    assert t.refused(Regroup(t.i("milhaud"), (v, v))) == "vedettes"
    assert t.refused(Regroup(t.i("milhaud"), ())) == "vedettes"
    assert t.refused(Regroup(t.i("gerard"), (v,))) in ("absent", "vedettes")
    assert t.refused(Regroup(t.i("blucher"), (v,))) == "leader"
    t.play(Pass())
    assert t.kind is None


@pytest.mark.parametrize(("post", "able"), [("2104", False), ("2106", False), ("2120", True)])
@pytest.mark.parametrize("seen", [0, 1])
def test_37_7_nor_under_the_eyes_of_vedettes(post: str, able: bool, seen: int) -> None:
    t = ridden_down(3)
    u = next(u for u, info in enumerate(t.x.infos) if info.side == 1 and of_unit(t.state, u))
    t.state = put(t.state, of_unit(t.state, u)[:1], hex=t.hex(post), seen=seen)
    dead = Unit(DEAD, 0, since=1)
    t.state = t.state.many({t.u("briche"): dead}).command(t.c("VC"), order=Order("reserve", -1))
    for state in (t.state, t.engine.view(t.state, "french")):
        assert Reorganization(0).automatic(t.x, state) != able


def test_37_7_one_whose_unit_has_gathered_is_with_it_again() -> None:
    t = ridden_down(3)
    t.state = put(t.state, of_unit(t.state, t.u(PIRE)), hex=OFF).unit(t.u(PIRE), hex=t.hex("2103"))
    t.run().play(back(t), 1)
    assert len(of_unit(t.state, t.u(PIRE))) == 3
    assert where(t, PIRE) == []


def test_37_7_of_a_unit_that_is_gone_none_comes() -> None:
    t = ridden_down(3)
    t.state = t.state.unit(t.u(PIRE), hex=DEAD)
    assert t.run().kind is None


def test_37_7_the_enemy_does_not_see_who_may_come_back() -> None:
    t = ridden_down(3)
    assert t.engine.view(t.state, "coalition").ridden == ()
    assert t.engine.view(t.state, "french").ridden == t.state.ridden


def test_37_7_the_figures_are_those_of_the_table() -> None:
    figures = altered().context.tables.figures  # type: ignore[attr-defined]
    assert (figures["vedette strength"], figures["vedette rallies"]) == (2, 4)
