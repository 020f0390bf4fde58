"""37.9 and 37.10. Supply, and the baggage that brings it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.systems.mop.approach import Movement
from napwidgets.systems.mop.supply import CheckSupply, _in_column, depots, roads, starving, unsupplied
from napwidgets.systems.mop.trains import GoTrain, TrainSegment, TrainStage, put, train_reach
from napwidgets.systems.mop.turn import BringUp
from napwidgets.systems.tactical.command.compliance import ComplianceCheck
from napwidgets.systems.tactical.core.moves import Go
from napwidgets.systems.tactical.core.state import DEAD, OFF, Order, Pending
from napwidgets.systems.tactical.fighting.clash import force, morale
from napwidgets.systems.tactical.fighting.forces import fighter
from napwidgets.systems.tactical.recovering.confidence import ConfidenceCheck
from tests.systems.mop.table import Table, altered, arrange, battle


def sourced(*sources: str, entries: bool = False, **trains: str | None) -> Any:
    """Brienne with other supply sources of the French, and other trains: nobody's comes up unless told to."""
    data: Any = battle().setting.scenario
    sides = tuple(replace(s, sources=sources) if s.id == "french" else s for s in data.sides)
    kept = tuple(t if entries else replace(t, entry=None) for t in data.trains)
    return altered(sides=sides, trains=kept)


def hungry(t: Table, side: int = 0) -> list[str]:
    return [t.x.infos[u].id for u in unsupplied(t.x, t.state, side)]


# 37.9


@pytest.mark.parametrize(("turn", "checked"), [(1, True), (2, False), (4, True), (5, False)])
def test_37_9_supply_is_looked_at_when_the_sky_is(turn: int, checked: bool) -> None:
    t = arrange(sourced(), {"dufour-1": "1309"}, turn=turn).push(CheckSupply()).run()
    assert t.state.starved == (t.us("dufour-1") if checked else ())
    assert all(event.to == ("french",) for event in t.said("unsupplied")), "the enemy is not told"


@pytest.mark.parametrize(("at", "fed"), [("1016", True), ("1017", False)])
def test_37_9_fourteen_hexes_to_a_source(at: str, fed: bool) -> None:
    t = arrange(sourced("1002"), {"dufour-1": at})
    assert t.engine.setting.board.distance(t.hex("1002"), t.hex(at)) == int(at[2:]) - 2
    assert hungry(t) == ([] if fed else ["dufour-1"])


def test_37_9_or_to_the_baggage_of_the_own_corps_on_a_road_to_a_source() -> None:
    units = {"dufour-1": "1019", "duhesme-1": "1019"}
    t = arrange(sourced("2001"), units, trains={"res-train": "1009"})
    assert hungry(t) == [], "another corps without any is its guest"
    t = arrange(sourced("2001"), units, trains={"res-train": "1009", "ii-train": "2003"})
    assert hungry(t) == ["duhesme-1"], "its own baggage is too far, and it is no guest"
    t = arrange(sourced("2001"), units, trains={"res-train": "0909", "ii-train": "2003"})
    assert set(hungry(t)) == {"dufour-1", "duhesme-1"}, "no road there"


def test_37_9_the_enemy_on_the_road_cuts_the_baggage_off_and_in_a_source_it_is_none() -> None:
    units = {"dufour-1": "1019"}
    for foe, fed in (("1107", True), ("1204", True), ("2001", False)):
        t = arrange(sourced("2001"), {**units, "udom-1": foe}, trains={"res-train": "1009"})
        assert hungry(t) == ([] if fed else ["dufour-1"]), foe
    only = arrange(sourced("2001"), {**units, "udom-1": "2002", "udom-2": "1803"}, trains={"res-train": "1009"})
    assert t.hex("1009") not in roads(only.x, only.state, 0)
    assert hungry(only) == ["dufour-1"]
    held = arrange(sourced("2001"), units, trains={"res-train": "1009"})
    held.state = held.state.taken(1, held.hex("2001"))
    assert hungry(held) == ["dufour-1"], "the enemy was the last one there"


def test_37_9_the_enemy_blocks_the_line_off_the_road_and_his_zone_does_not() -> None:
    ring = ("1109", "1110", "1010", "0910", "0909", "1008")
    engine = sourced("1104")
    foes = dict(zip(("udom-1", "udom-2", "kornilov-1", "kornilov-2", "sass-1", "sass-2"), ring, strict=True))
    near = {engine.setting.board.label(n) for n in engine.setting.near[engine.setting.board.number("1009")]}
    assert near == set(ring)
    assert hungry(arrange(engine, {"dufour-1": "1009", **foes})) == ["dufour-1"]
    foes.popitem()
    assert hungry(arrange(engine, {"dufour-1": "1009", **foes})) == [], "through the one gap, a zone all over it"


def test_37_9_no_line_over_a_river_but_by_a_bridge_or_a_ford() -> None:
    t = arrange(sourced("0821"), {"dufour-1": "0921", "dufour-2": "0920"})
    assert hungry(t) == [], "by the bridge of Dienville"
    engine = sourced("1024")
    t = arrange(engine, {"dufour-1": "1124"})
    row, d = engine.setting.board, engine.setting.board.direction(t.hex("1024"), t.hex("1124"))
    assert engine.setting.shut[t.hex("1024")][d]
    assert hungry(t) == [], "round by a bridge within fourteen hexes"
    t = arrange(engine, {"dufour-1": "1124", "udom-1": "0921", "udom-2": "1226", "kornilov-1": "0821"})
    assert hungry(t) == ["dufour-1"], "the bridges are held"
    ford = row.data
    assert "ford" not in str(ford.sides.keys()), "this map has none: `steps` goes over those that others have"


def test_37_9_baggage_that_is_still_to_come_feeds_from_where_it_will_enter() -> None:
    units = {"dufour-1": "2010"}
    assert hungry(arrange(sourced(), units)) == ["dufour-1"]
    t = arrange(sourced(entries=True), units)
    assert hungry(t) == [], "the train of the Reserve enters at 2001"
    assert depots(t.x, t.state, 0)[t.t("res-train")] == t.hex("2001")
    assert hungry(arrange(sourced(entries=True), {"dufour-1": "2016"})) == ["dufour-1"], "fifteen hexes"
    assert hungry(arrange(sourced(entries=True), {**units, "udom-1": "2001"})) == ["dufour-1"], "the enemy is there"
    t.state = replace(t.state, trains=tuple(replace(train, hex=DEAD) for train in t.state.trains))
    assert hungry(t) == ["dufour-1"], "a train that is lost comes no more"


def test_37_9_two_guests_at_each_train_of_others() -> None:
    units = {"dufour-1": "1014", "dufour-2": "1014", "ricard-1": "1015"}
    t = arrange(sourced("2001"), units, trains={"ii-train": "1009"})
    assert hungry(t) == ["ricard-1"]
    t = arrange(sourced("2001"), units, trains={"ii-train": "1009", "yg-train": "1008"})
    assert hungry(t) == []
    t = arrange(sourced("2001"), units, trains={"ii-train": "1009", "res-train": "0404"})
    assert t.hex("0404") not in roads(t.x, t.state, 0)
    assert len(hungry(t)) == 3, "a corps with baggage on the map is nobody's guest"


def test_37_9_as_many_guests_as_can_find_room() -> None:
    # One train feeds both places, the other only the near one: whoever comes first must leave room for the second.
    units = {"dufour-1": "1014", "dufour-2": "1014", "ricard-1": "1021", "ricard-2": "1021"}
    t = arrange(sourced("2001"), units, trains={"ii-train": "1009", "yg-train": "1006"})
    assert hungry(t) == []


def test_37_9_a_train_that_is_not_on_the_map_feeds_no_guests() -> None:
    data: Any = battle().setting.scenario
    no_own = tuple(x for x in data.trains if x.id != "res-train")
    sides = tuple(replace(s, sources=()) if s.id == "french" else s for s in data.sides)
    t = arrange(altered(sides=sides, trains=no_own), {"dufour-1": "2602", "duhesme-1": "2602"})
    assert hungry(t) == ["dufour-1"], "II Corps is fed from where its train will come, but not others"


def column(*hexes: str, orders: str = "march", train: str = "1006") -> Table:
    names = ("dufour-1", "ricard-1", "ricard-2", "dufour-2")
    return arrange(
        sourced("2001"),
        dict(zip(names, hexes, strict=False)),
        orders={"RES": (orders, "1004")},
        trains={"res-train": train},
    )


def test_37_9_a_marching_column_hangs_together_to_whoever_is_in_reach_of_the_baggage() -> None:
    assert hungry(column("1021")) == ["dufour-1"]
    assert hungry(column("1021", "1020")) == []
    assert hungry(column("1022", "1021", "1020")) == []
    assert hungry(column("1022", "1020")) == ["dufour-1"], "a hex between, and no road"
    assert hungry(column("1021", "1020", orders="defend")) == ["dufour-1"], "only on the march"


def test_37_9_by_road_one_hex_may_lie_between_and_not_two() -> None:
    t = column("1323")
    road, field = [t.hex("1323")], t.x.ground.field(t.hex("0917"))
    while len(road) < 4:
        road.append(min(t.x.setting.linked[road[-1]], key=field.__getitem__))
    for end, hangs in ((1, True), (2, True), (3, False)):
        t = column("1323", t.engine.setting.board.label(road[end]))
        both = list(t.us("dufour-1", "ricard-1"))
        assert _in_column(t.x, t.state, both[0], both, {road[end]}) is hangs


@pytest.mark.parametrize("between", [True, False])
def test_37_9_an_enemy_in_the_hex_between_parts_a_column(between: bool) -> None:
    t = column("1323")
    road, field = [t.hex("1323")], t.x.ground.field(t.hex("0917"))
    while len(road) < 4:
        road.append(min(t.x.setting.linked[road[-1]], key=field.__getitem__))
    label = t.engine.setting.board.label
    t = column("1323", label(road[2]))
    both = list(t.us("dufour-1", "ricard-1"))
    t.state = t.state.unit(t.u("udom-1"), hex=road[1 if between else 3])
    assert _in_column(t.x, t.state, both[0], both, {road[2]}) is not between


def test_37_9_hunger_costs_what_demoralization_does() -> None:
    t = arrange(sourced(), {"dufour-1": "1309", "duhesme-1": "1308"}, leaders={"gerard": "1309"})
    t.change(starved=t.us("dufour-1"))
    assert (t.x.allowance(t.state, t.u("dufour-1")), t.x.allowance(t.state, t.u("duhesme-1"))) == (6, 8)
    assert morale(t.x.tables, force((fighter(t.x, t.state, t.u("dufour-1"), True),))) == 2
    assert morale(t.x.tables, force((fighter(t.x, t.state, t.u("duhesme-1"), True),))) == 4


def test_37_9_hunger_and_demoralization_do_not_add_up() -> None:
    t = arrange(sourced(), {"dufour-1": "1309"}, starved=(0,))
    t.change(starved=t.us("dufour-1"))
    lost = {t.u(name): replace(t.unit(name), hex=DEAD, steps=0) for name in ("dufour-2", "ricard-1", "ricard-2")}
    t.state = t.state.many(lost)
    assert t.x.demoralized(t.state, t.c("RES"))
    assert t.x.allowance(t.state, t.u("dufour-1")) == 6
    assert morale(t.x.tables, force((fighter(t.x, t.state, t.u("dufour-1"), True),))) == 2


def test_37_9_hungry_guns_in_the_mud_lose_their_point_before_costs_are_doubled() -> None:
    t = arrange(sourced(), {"res-foot-art": "1309"}, sky="mud")
    t.change(starved=t.us("res-foot-art"))
    assert t.x.allowance(t.state, t.u("res-foot-art")) == 4, "5 MP less one, halved"


@pytest.mark.parametrize(("who", "slow"), [
    (("dufour-1",), False), (("dufour-1", "dufour-2"), True), (("dufour-1", "dufour-2", "ricard-1"), True),
])  # fmt: skip
def test_37_9_a_corps_obeys_like_a_demoralized_one_once_most_of_it_is_hungry(who: tuple[str, ...], slow: bool) -> None:
    units = {"dufour-1": "1309", "dufour-2": "1309", "ricard-1": "1308"}
    t = arrange(sourced(), units, leaders={"gerard": "1309", "napoleon": "1309"})
    t.change(starved=t.us(*who))
    assert starving(t.x, t.state, t.c("RES")) is slow
    sent = Pending((Order("march", t.hex("1004")),), t.i("napoleon"), 1, 1, 0)
    t.state = t.state.command(t.c("RES"), pending=(sent,))
    t.push(ComplianceCheck()).run((6, 6))
    assert (t.command("RES").order.kind == "march") is not slow, "one turn late"


@pytest.mark.parametrize(("who", "slow"), [(("dufour-1",), False), (("dufour-1", "dufour-2"), True)])
def test_37_9_half_of_a_corps_is_not_most_of_it(who: tuple[str, ...], slow: bool) -> None:
    t = arrange(sourced(), {"dufour-1": "1309", "dufour-2": "1309"}, leaders={"gerard": "1309"})
    t.change(starved=t.us(*who))
    assert starving(t.x, t.state, t.c("RES")) is slow


def test_37_9_a_hungry_corps_that_defends_may_lose_heart() -> None:
    t = arrange(sourced(), {"dufour-1": "1309"}, orders={"RES": ("defend", "1309", {"hurt": True})})
    t.push(ConfidenceCheck()).run()
    assert not t.said("confidence")
    t = arrange(sourced(), {"dufour-1": "1309"}, orders={"RES": ("defend", "1309", {"hurt": True})})
    t.change(starved=t.us("dufour-1")).push(ConfidenceCheck()).run(1)
    assert "1 against 4" in t.said("confidence")[0].text, "Gérard's 2, and 2"


# 37.10


def moving(at: str = "1007", sky: str = "fair", leader: str = "1008", **units: str) -> Table:
    t = arrange(
        battle(),
        {"dufour-1": "1009", **{name.replace("_", "-"): h for name, h in units.items()}},
        leaders={"gerard": leader},
        trains={"res-train": at},
        sky=sky,
        active=("RES",),
    )
    return t.push(TrainSegment(0)).run()


def reached(t: Table) -> dict[str, float]:
    found = train_reach(t.x, t.state, t.t("res-train"))
    return {t.engine.setting.board.label(h): cost / 2 for h, cost in found.items()}


def test_37_10_baggage_pays_as_cavalry_does_with_four_points_and_by_road_a_half() -> None:
    found = reached(moving(at="1410"))
    assert found["1310"] == 1
    assert reached(moving(at="1314"))["1413"] == 4, "a wood"
    assert (reached(moving())["1006"], reached(moving(at="1505", leader="1505"))["1604"]) == (1, 0.5), "trail and road"
    assert max(found.values()) == 4
    assert max(reached(moving(at="1410", sky="mud")).values()) == 2, "doubled"


def test_37_10_no_stream_but_by_a_bridge_and_no_slope_but_by_road() -> None:
    found = reached(moving(at="1502", leader="1503"))
    assert "1402" not in found
    assert reached(moving(at="1505", leader="1506"))["1604"] == 0.5, "the bridge of Lesmont's road"
    up = reached(moving(at="0611", leader="0611"))
    assert up["0712"] in (0.5, 1)
    assert "0711" not in {h for h, cost in up.items() if cost <= 1}, "a slope and no road"


@pytest.mark.parametrize(("theirs", "open_"), [("1006", False), ("1003", True)])
def test_37_10_not_into_a_hex_of_enemy_baggage(theirs: str, open_: bool) -> None:
    t = moving(at="1007")
    t.state = replace(t.state, trains=put(t.state, t.t("ix-train"), hex=t.hex(theirs)).trains)
    assert ("1006" in reached(t)) is open_


def test_37_10_not_into_a_zone_and_not_into_an_enemy() -> None:
    t = moving(at="1007", sass_1="1004")
    found = reached(t)
    zone = {t.engine.setting.board.label(n) for n in t.x.setting.near[t.hex("1004")]}
    assert not zone & set(found)
    assert "1004" not in found
    assert "1006" in found


def test_37_10_it_ends_near_its_commander_or_nearer_to_him_and_nowhere_else() -> None:
    t = moving()
    assert GoTrain(t.t("res-train"), t.hex("1004")) in t.options(f"b:{t.t('res-train')}")
    far = moving(leader="2306")
    ends = {far.engine.setting.board.label(move.to) for move in far.options(f"b:{far.t('res-train')}")}
    row = far.x.ground.field(far.hex("2306"))
    assert ends
    assert all(row[far.hex(h)] < row[far.hex("1007")] for h in ends)
    assert far.refused(GoTrain(far.t("res-train"), far.hex("0907"))) == "train"


def test_37_10_double_command_range_is_eight_points() -> None:
    t = moving(at="1007", leader="1207")
    row = t.x.ground.field(t.hex("1207"))
    for move in t.options(f"b:{t.t('res-train')}"):
        assert row[move.to] <= 16 or row[move.to] < row[t.hex("1007")]
    assert t.x.tables.limits["train range"] == 2 * t.x.tables.limits["command range"]


def test_37_10_it_moves_once_an_action_and_only_with_its_corps() -> None:
    t = moving()
    t.play(GoTrain(t.t("res-train"), t.hex("1005")))
    assert t.train_at("res-train") == "1005"
    assert t.kind is None, "once"
    other = arrange(battle(), {"duhesme-1": "1009"}, trains={"res-train": "1007"}, active=("II",))
    assert other.push(TrainSegment(0)).run().kind is None


def test_37_10_baggage_of_a_corps_that_rests_moves_all_the_same() -> None:
    still: Any = {"orders": {"RES": "reserve"}, "trains": {"res-train": "1007"}}
    t = arrange(battle(), {"dufour-1": "1009"}, leaders={"gerard": "1009"}, **still)
    t.push(TrainStage(0)).run()
    assert t.seat == "french"
    t.play(GoTrain(t.t("res-train"), t.hex("1008")))
    assert t.train_at("res-train") == "1008"
    busy = arrange(battle(), {"dufour-1": "1009"}, leaders={"gerard": "1009"}, trains={"res-train": "1007"})
    assert busy.push(TrainStage(0)).run().kind is None, "with other orders it has moved with its corps"
    foes = arrange(battle(), {"dufour-1": "1009"}, **still).push(TrainStage(1)).run()
    assert foes.kind is None, "not the enemy's"


def test_37_10_it_never_ends_where_others_stand() -> None:
    t = moving()
    ends = {move.to for move in t.options(f"b:{t.t('res-train')}")}
    assert t.hex("1009") not in ends


@pytest.mark.parametrize(("path", "taken"), [(("1107",), True), (("1107", "1007"), True), (("1108",), False)])
def test_37_10_an_enemy_destroys_it_in_its_hex_and_not_beside_it(path: tuple[str, ...], taken: bool) -> None:
    t = arrange(
        battle(),
        {"dufour-1": "1609", "sass-1": "1207"},
        leaders={"lieven": "1208"},
        orders={"XI": ("attack", "1007")},
        trains={"res-train": "1107" if taken else "1106"},
        active=("XI",),
    )
    t.push(Movement(1)).run()
    t.play(Go(t.us("sass-1"), t.path(*path)))
    train = t.state.trains[t.t("res-train")]
    assert (train.hex == DEAD, train.taken) == ((True, 1) if taken else (False, -1))
    assert bool(t.said("train-lost")) is taken


def test_37_10_own_men_pass_it_and_destroy_nothing() -> None:
    t = arrange(
        battle(), {"dufour-1": "1207"}, leaders={"gerard": "1207"}, orders={"RES": ("march", "1004")},
        trains={"res-train": "1107"}, active=("RES",),
    )  # fmt: skip
    t.push(Movement(0)).run().play(Go(t.us("dufour-1"), t.path("1107", "1006")))
    assert t.train_at("res-train") == "1107"


def test_37_10_baggage_comes_up_when_its_corps_is_there_and_its_road_is_free() -> None:
    for units, wanted in (
        ({"dufour-1": "2003"}, "2001"),
        ({}, None),
        ({"dufour-1": "2001"}, None),
        ({"dufour-1": "2004", "sass-1": "2002"}, None),
    ):
        t = arrange(battle(), units).push(BringUp()).run()
        assert t.train_at("res-train") == wanted, units
    t = arrange(battle(), {"dufour-1": "2003"})
    t.state = replace(t.state, trains=tuple(replace(train, spent=3) for train in t.state.trains))
    t.push(BringUp()).run()
    assert not any(train.spent for train in t.state.trains), "a new turn"
    assert t.state.trains[t.t("ii-train")].hex == OFF
