"""37.13. Victory, captives, and leaving the map."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.systems.mop import cards
from napwidgets.systems.mop.approach import Movement
from napwidgets.systems.mop.state import Play, Train
from napwidgets.systems.mop.trains import GoTrain, LeaveTrain, TrainSegment
from napwidgets.systems.mop.victory import all_broken, leads, points, strength_lost, told
from napwidgets.systems.tactical.command.leaders import overrun_hex
from napwidgets.systems.tactical.command.orders import OrdersStage
from napwidgets.systems.tactical.core.moves import Go, Leave, Send, Withdraw
from napwidgets.systems.tactical.core.state import DEAD, EXITED, LOST, Order
from napwidgets.systems.tactical.fighting.retreat import RetreatStack, advance
from napwidgets.systems.tactical.recovering.victory import check_end, last_turn
from tests.systems.mop.table import SCENARIOS, Table, altered, arrange, battle
from tests.systems.nlc.table import ScriptedDice


def bare(**changes: Any) -> Any:
    """Brienne without places that count."""
    return altered(points=(), **changes)


def score(t: Table) -> tuple[int, int]:
    found = dict(points(t.x, t.state))
    return found["french"], found["coalition"]


def fallen(t: Table, *names: str) -> Table:
    t.state = t.state.many({t.u(name): replace(t.unit(name), hex=DEAD, steps=0) for name in names})
    return t


@pytest.mark.parametrize(("lost", "wanted"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3)])
def test_37_13_a_point_for_each_five_of_the_difference_in_losses(lost: int, wanted: int) -> None:
    engine = bare(units={"pahlen-hussars": {"strength": 20, "reduced": 20 - lost}})
    t = arrange(engine, {"pahlen-hussars": ("1309", {"steps": 1})})
    assert (strength_lost(t.x, t.state, 1), score(t)) == (lost, (wanted, 0))


@pytest.mark.parametrize(("how", "lost"), [("driven", 6), ("home", 0), ("stray", 0)])
def test_37_13_who_is_driven_off_the_map_is_lost_and_who_marches_off_is_not(how: str, lost: int) -> None:
    t = arrange(bare(units={"dufour-1": {"strength": 6, "reduced": 3}}), {"dufour-1": "0401"}, turn=2)
    if how == "driven":
        t.push(RetreatStack(t.us("dufour-1"), t.hex("0401"), "involuntary"))
        t.state = t.state.agenda[-1].play(t.x, t.state, Withdraw(-1), ScriptedDice(()), t.events)
    else:
        t.state = t.state.unit(t.u("dufour-1"), hex=EXITED if how == "home" else LOST)
    assert strength_lost(t.x, t.state, 0) == lost


def test_37_13_only_the_side_with_fewer_losses_has_points_for_them() -> None:
    engine = bare(units={"pahlen-hussars": {"strength": 12, "reduced": 2}, "dufour-1": {"strength": 9, "reduced": 2}})
    t = arrange(engine, {"pahlen-hussars": ("1309", {"steps": 1}), "dufour-1": ("1310", {"steps": 1})})
    assert (strength_lost(t.x, t.state, 0), strength_lost(t.x, t.state, 1)) == (7, 10)
    assert score(t) == (0, 0), "the difference is three"
    t = arrange(engine, {"pahlen-hussars": "1309", "dufour-1": ("1310", {"steps": 1})})
    assert score(t) == (0, 1)


def test_37_13_four_points_for_each_corps_demoralized() -> None:
    t = fallen(arrange(bare(), {}), "duhesme-1")
    assert score(t) == (0, 0), "4 of 7"
    t = fallen(t, "duhesme-2")
    assert t.x.demoralized(t.state, t.c("II"))
    assert score(t) == (0, 1 + 4), "and a point for 7 lost"


def test_37_13_corps_that_are_only_worn_out_do_not_count_as_demoralized() -> None:
    t = arrange(battle("montmirail"), {})
    t.change(weary=((t.c("I"), 3),))
    before = dict(points(t.x, t.state))
    t.change(weary=())
    assert before == dict(points(t.x, t.state))


def test_37_13_two_points_for_each_train_taken() -> None:
    t = arrange(bare(), {})
    taken = tuple(Train(DEAD, 0, 1) if n < 2 else train for n, train in enumerate(t.state.trains))
    assert score(t.change(trains=taken)) == (0, 4)  # type: ignore[arg-type]


def held(*places: str, hungry: bool = False, leader: str | None = None) -> Table:
    """Frenchmen in coalition sources, or the last who were there."""
    t = arrange(bare(), {"dufour-1": places[0]} if hungry or leader else {}, leaders={"gerard": leader})
    t.state = t.state.taken(0, *(t.hex(h) for h in places))
    return t


def test_37_13_four_points_for_each_source_of_the_enemy() -> None:
    assert score(held("1737")) == (4, 0), "moved through last"
    assert score(held("1737", "2718")) == (8, 0)
    assert score(held("1736")) == (0, 0), "no source"


def test_37_13_a_place_counts_for_men_in_supply_or_in_command_range_only() -> None:
    assert score(held("1737", hungry=True)) == (0, 0), "far from home and from everybody"
    assert score(held("1737", leader="1736")) == (4, 0), "Gérard is near"
    assert score(held("1737", leader="1709")) == (0, 0)
    place = replace(battle().setting.scenario.points[0], side="french", kind="occupied", points=3, hexes=("1735",))
    for leader, wanted in (("1736", 3), ("1709", 0)):
        t = arrange(altered(points=(place,)), {"dufour-1": "1735"}, leaders={"gerard": leader})
        assert score(t) == (wanted, 0), "the scenario's own places, too"


def passing(leader: str | None) -> Table:
    """Horse of the French, far from home, goes through a source of the enemy."""
    t = arrange(bare(), {"pire": "1636"}, leaders={"milhaud": leader}, orders={"VC": ("march", "1837")}, active=("VC",))
    for h in ("1737", "1837"):
        t.state = advance(t.x, t.state, t.us("pire"), t.hex(h), t.events)
    assert t.state.control[t.hex("1737")] == 1
    return t


@pytest.mark.parametrize(("leader", "counts"), [("1736", True), ("1709", False)])
def test_37_13_who_has_gone_through_must_have_been_in_supply_or_in_command_range(leader: str, counts: bool) -> None:
    t = passing(leader)
    assert score(t) == ((4, 0) if counts else (0, 0))
    assert not t.engine.view(t.state, "coalition").hollow, "hunger is a secret"
    t.state = t.state.leader(t.i("milhaud"), hex=t.hex("1736"))
    assert score(t) == ((4, 0) if counts else (0, 0)), "later is too late"


def test_37_13_who_comes_in_command_range_after_others_holds_the_place() -> None:
    t = passing("1709")
    assert score(Table(t.engine, t.engine.view(t.state, "french"))) == (0, 0), "its owner knows"
    t.state = t.state.leader(t.i("milhaud"), hex=t.hex("1736")).unit(t.u("pire"), hex=t.hex("1636"))
    t.push(Movement(0)).run().play(Go(t.us("pire"), t.path("1737", "1837")))
    assert score(t) == (4, 0)


@pytest.mark.parametrize(("best", "other", "winner"), [
    (10, 10, None), (10, 9, None), (10, 8, "french"), (20, 18, None), (20, 17, "french"), (1, 0, "french"),
    (0, 0, None), (30, 27, None), (30, 26, "french"),
])  # fmt: skip
def test_37_13_a_difference_of_a_tenth_or_less_is_a_draw(best: int, other: int, winner: str | None) -> None:
    t = arrange(battle(), {})
    assert leads(t.x, t.state, (("french", best), ("coalition", other))) == winner
    assert leads(t.x, t.state, (("coalition", best), ("french", other))) == (winner and "coalition")


def broken(*corps: str, active: tuple[str, ...] = ()) -> Table:
    t = arrange(battle("champaubert"), {"udom-1": "1820E"})
    names = [u.id for u in t.engine.setting.units if u.data.formation in corps]
    return fallen(t, *names).change(active=tuple(t.c(c) for c in active))  # type: ignore[return-value]


def test_37_13_a_side_all_of_whose_corps_are_demoralized_has_lost() -> None:
    t = broken("VI", "IC", "YG")
    assert all_broken(t.x, t.state, []).ended is None
    t = broken("VI", "IC", "YG", "GC")
    ended = check_end(t.x, t.state, []).ended
    assert ended is not None
    assert ended.winner == "coalition"


def test_37_13_nothing_is_told_after_the_end() -> None:
    t = broken("VI", "IC", "YG", "GC")
    state = check_end(t.x, t.state, t.events)
    assert [e.kind for e in t.events] == ["ended"], "the army has fallen as well"
    assert state.fallen == ((0, t.state.turn),)
    t = broken("VI", "IC", "YG")
    check_end(t.x, t.state, t.events)
    assert [e.kind for e in t.events] == ["demoralized"]


def test_37_13_of_two_in_one_instant_the_one_that_does_not_act_breaks_first() -> None:
    everybody = ("VI", "IC", "YG", "GC", "IX")
    for active, winner in ((("IX",), "coalition"), (("VI",), "french")):
        t = broken(*everybody, active=active)
        ended = all_broken(t.x, t.state, []).ended
        assert ended is not None
        assert ended.winner == winner


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_37_13_every_corps_can_be_demoralized(scenario: str) -> None:
    assert all(f.limit for f in battle(scenario).setting.scenario.formations)


def ridden_down(name: str, *roll: int) -> Table:
    """A leader alone in a hex that the enemy enters, and the dice for him."""
    french = name in ("napoleon", "grouchy")
    foe, friend = ("sass-1", "dufour-1") if french else ("dufour-1", "sass-1")
    t = arrange(bare(), {foe: "1309", friend: "1306"}, leaders={name: "1309"})
    state = overrun_hex(t.x, t.state, t.hex("1309"), 1 if french else 0, t.events)
    return Table(t.engine, state).run(*([tuple(roll)] if roll else []))  # type: ignore[arg-type]


def test_37_13_an_overall_commander_who_is_taken_is_worth_his_rating() -> None:
    t = ridden_down("blucher", 1, 2)
    assert t.state.prisoners == (t.i("blucher"),)
    assert score(t) == (3, 0)
    assert ridden_down("blucher", 1, 3).state.prisoners == (), "he gets away"
    assert ridden_down("sacken", 1, 1).state.prisoners == (), "no overall commander"


def test_13_without_an_ending_that_holds_it_is_a_draw_and_told_as_one() -> None:
    t = arrange(altered(endings=()), {"pahlen-hussars": "1309"})
    ended = last_turn(t.x, t.state, t.events).ended
    assert ended is not None
    assert (ended.ending, ended.winner) == ("draw", None)
    title, text = told(t.x, ended)
    assert t.events[-1].text == f"{title}." == "A drawn battle."
    assert text == "Neither side has reached its goal."


def test_37_13_whoever_takes_napoleon_has_won() -> None:
    t = ridden_down("napoleon", 1, 1)
    ended = check_end(t.x, t.state, []).ended
    assert ended is not None
    assert (ended.winner, told(t.x, ended)[0]) == ("coalition", "Napoleon is taken")
    assert check_end(t.x, ridden_down("blucher", 1, 1).state, []).ended is None


# 37.13.1


def test_37_13_1_no_general_retreat_without_its_card() -> None:
    t = arrange(battle(), {"dufour-1": "1309"}, leaders={"napoleon": "1310", "gerard": "1310"})
    t.push(OrdersStage(0)).run()
    move = Send(t.i("napoleon"), t.c("RES"), (("general_retreat", -1),))
    assert t.refused(move)
    assert not any(o[0] == "general_retreat" for m in t.options(f"c:{t.c('RES')}") for o in m.orders)
    assert t.x.rules.arranged(t.x, t.state, t.i("napoleon"), t.c("RES"), "general_retreat", 0)
    assert not t.x.rules.arranged(t.x, t.state, t.i("napoleon"), t.c("RES"), "fall_back", 0)


def leaving(order: str = "march", target: str = "2001", at: str = "2001", **units: str) -> Table:
    t = arrange(
        battle(), {"dufour-1": at, **{k.replace("_", "-"): v for k, v in units.items()}}, leaders={"gerard": "2002"},
        orders={"RES": (order, target)}, active=("RES",),
    )  # fmt: skip
    return t.push(Movement(0)).run()


def test_37_13_1_units_march_off_by_a_source_that_they_were_sent_to() -> None:
    t = leaving()
    t.play(Leave(t.us("dufour-1"), "north"))
    assert t.unit("dufour-1").hex == EXITED
    assert not t.x.losses(t.state)[0][t.c("RES")]
    for other in (leaving(order="defend"), leaving(target="2003"), leaving(at="1901", target="1901")):
        if other.kind is not None:
            assert other.refused(Leave(other.us("dufour-1"), "north")) == "exit"


def test_37_13_1_whoever_leaves_out_of_supply_counts_as_lost_for_his_corps() -> None:
    t = leaving()
    t.state = t.state.taken(1, t.hex("2001"), t.hex("2702"))
    none = tuple(Train(DEAD) for _ in t.state.trains)
    t.change(trains=none)
    t.state = t.state.command(t.c("RES"), order=Order("march", t.hex("2001"), 1))
    t.play(Leave(t.us("dufour-1"), "north"))
    assert t.unit("dufour-1").hex == LOST
    assert t.x.losses(t.state)[0][t.c("RES")] == t.x.infos[t.u("dufour-1")].strength
    assert t.state.out == ()


# 37.13: baggage


def going(at: str = "2001", *, played: bool = True, side: int = 0) -> Table:
    """The baggage of Gérard's corps as it moves, after General Retreat or without it."""
    plays = (Play(cards.GENERAL_RETREAT, side, 1, 1),) if played else ()
    t = arrange(
        battle("brienne", "restricted_cards"), {"dufour-1": "2003"}, leaders={"gerard": "2003"},
        trains={"res-train": at}, active=("RES",), plays=plays, decks=(), hands=(), coming=(),
    )  # fmt: skip
    return t.push(TrainSegment(0)).run()


def out(t: Table) -> LeaveTrain:
    return LeaveTrain(t.t("res-train"))


@pytest.mark.parametrize(
    ("at", "played", "side", "able"),
    [("2001", True, 0, True), ("2001", False, 0, False), ("2001", True, 1, False), ("2002", True, 0, False)],
)
def test_37_13_baggage_leaves_by_a_source_once_general_retreat_is_played(
    at: str, played: bool, side: int, able: bool
) -> None:
    t = going(at, played=played, side=side)
    assert (out(t) in t.options(f"b:{t.t('res-train')}")) is able
    if not able:
        assert t.refused(out(t)) == "train"
        return
    t.play(out(t))
    assert t.state.trains[t.t("res-train")].hex == EXITED
    assert t.said("train-left")


def test_37_13_not_by_a_source_that_the_enemy_holds() -> None:
    t = going()
    t.state = t.state.taken(1, t.hex("2001"))
    assert t.refused(out(t)) == "train"


def test_37_13_it_goes_nearer_to_a_source_whatever_its_commander_does() -> None:
    for played, able in ((True, True), (False, False)):
        t = going("2306", played=played)
        t.state = t.state.leader(t.i("gerard"), hex=t.hex("0928"))
        fields = [t.x.ground.field(t.hex(h)) for h in ("2001", "2702")]
        near = [k.to for k in t.options(f"b:{t.t('res-train')}") if isinstance(k, GoTrain)]
        row = t.x.ground.field(t.hex("0928"))
        homeward = [h for h in near if row[h] >= row[t.hex("2306")]]
        assert bool(homeward) is able
        assert all(any(field[h] < field[t.hex("2306")] for field in fields) for h in homeward)


def test_37_13_four_points_once_all_that_is_left_of_it_has_gone() -> None:
    t = going().play(out(going()))
    before = score(t.change(plays=()))  # type: ignore[arg-type]
    t.change(plays=(Play(cards.GENERAL_RETREAT, 0, 1, 1),))
    assert score(t)[0] == before[0] + 4
    assert score(t)[1] == before[1]
    some, listed = t.state.trains, battle().setting.scenario.trains  # type: ignore[attr-defined]
    other = next(n for n, data in enumerate(listed) if data.side == "french" and n != out(t).train)
    for hex, wanted in ((t.hex("2003"), 0), (DEAD, 4), (EXITED, 4)):
        t.change(trains=(*some[:other], replace(some[other], hex=hex), *some[other + 1 :]))
        assert score(t)[0] == before[0] + wanted
    t.change(trains=tuple(replace(k, hex=DEAD) for k in some))
    assert score(t)[0] == before[0], "none got away"
