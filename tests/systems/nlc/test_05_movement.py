"""5 and 6. Movement, stacking, zones of control, and the edge of the map."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Event
from napwidgets.systems.tactical.core.moves import Go, Leave, Pass, Withdraw
from napwidgets.systems.tactical.core.state import EXITED, LOST, UNSEEN
from napwidgets.systems.tactical.face.presenter import BattlePresenter as Presenter
from napwidgets.systems.tactical.fighting.artillery import BombardmentSegment
from napwidgets.systems.tactical.fighting.attacks import CombatSegment
from napwidgets.systems.tactical.fighting.charges import ChargeSegment, Ride
from napwidgets.systems.tactical.fighting.reaction import ReactionOffer, may_react
from napwidgets.systems.tactical.fighting.retreat import AfterRetreat, RetreatStack
from napwidgets.systems.tactical.moving.groups import group_of, reach_of
from napwidgets.systems.tactical.moving.march import MoveAlong
from napwidgets.systems.tactical.moving.movement import MovementSegment
from napwidgets.systems.tactical.recovering.disruption import recover
from tests.systems.nlc.table import Table, altered, arrange, battle


def moving(units: dict[str, object], side: int = 0, **more: object) -> Table:
    """The movement segment of the II Corps, or of Picton's."""
    t = arrange(more.pop("engine", battle()), units, active=("II",) if side == 0 else ("R",), **more)  # type: ignore[arg-type]
    return t.push(MovementSegment(side)).run()


def costs(t: Table, *names: str) -> dict[str, float]:
    """MPs to the hexes in reach of units."""
    g = group_of(t.x, t.state, t.us(*names))
    found = reach_of(t.x, t.state, g).cost
    return {t.engine.setting.board.label(h): cost / 2 for h, cost in found.items()}


def test_5_a_stack_moves_together_and_may_drop_units() -> None:
    t = moving({"foy": "0414", "bachelu": "0414"}, leaders={"reille": "0415"})
    assert f"s:{t.hex('0414')}" in t.subjects()
    t.play(Go(t.us("bachelu", "foy"), t.path("0413")))
    assert (t.where("foy"), t.where("bachelu")) == ("0413", "0413")
    t.play(Go(t.us("foy"), t.path("0412")))
    assert (t.where("foy"), t.where("bachelu")) == ("0412", "0413")
    assert t.unit("foy").spent == 4, "two MPs in halves"
    assert t.said("moved")


def test_5_units_of_another_formation_or_another_hex_do_not_go_along() -> None:
    t = moving({"foy": "0414", "bachelu": "0415", "lheritier": "0414"}, leaders={"reille": "0416"})
    assert t.refused(Go(t.us("foy", "lheritier"), t.path("0413"))) == "not-acting"
    assert t.refused(Go(t.us("bachelu", "foy"), t.path("0413"))) == "apart"
    assert t.refused(Go(t.us("foy"), t.path("0412"))) == "path"
    assert t.refused(Go(t.us("foy"), t.path("0413", "0412", "0411", "0410", "0409"))) == "no-mp"


def test_5_2_what_terrain_costs() -> None:
    t = moving({"foy": "0612", "pire": "0612", "bauduin": "0811"}, leaders={"reille": "0613"})
    foot, horse = costs(t, "foy"), costs(t, "pire")
    assert foot["0611"] == 1
    assert foot["0712"] == 2, "a chateau"
    assert foot["0711"] == 3, "clear ground, then a wood for two"
    assert horse["0711"] == 5, "clear ground, then a wood for four"
    assert costs(t, "bauduin")["0911"] == 3, "a stream costs two, the way on leads round it"


def direct(t: Table, name: str, to: str) -> float | None:
    """MPs of the step into a neighbouring hex."""
    g = group_of(t.x, t.state, t.us(name))
    cost = reach_of(t.x, t.state, g, (g.start, t.hex(to))).cost.get(t.hex(to))
    return None if cost is None else cost / 2


def test_5_2_the_card_of_a_wood_says_that_guns_pay_like_horses() -> None:
    t = moving({"ii-foot-art": "0611"}, leaders={"reille": "0613"})
    assert t.x.board.terrain[t.hex("0711")] == "woods"
    assert costs(t, "ii-foot-art")["0711"] == 4
    told = [fact.value for card in Presenter(t.engine).inspect(t.state, "french", t.hex("0711")) for fact in card.facts]
    assert "2 MP on foot, 4 mounted or with guns" in told


def test_5_2_a_stream_costs_two_more_and_a_bridge_nothing() -> None:
    t = moving({"foy": "1111"}, leaders={"reille": "1112"})
    assert direct(t, "foy", "1210") == 3
    assert direct(t, "foy", "1112") == 1
    assert costs(t, "foy")["1210"] == 2, "round by the bridge at Piraumont"
    t = moving({"foy": "0912"}, leaders={"reille": "0914"})
    assert direct(t, "foy", "0911") == 2, "over the bridge into the chateau"


@pytest.mark.parametrize(("kind", "cost"), [("march", 0.5), ("fall_back", 0.5), ("attack", 1), ("defend", 1)])
def test_5_2_road_rates_only_under_march_and_fall_back(kind: str, cost: float) -> None:
    t = moving({"foy": "0917"}, orders={"II": (kind, "0905")}, leaders={"reille": "0918"})
    assert costs(t, "foy")["0916"] == cost


def test_5_2_no_road_rate_into_a_full_hex_and_trails_cost_one() -> None:
    t = moving(
        {"foy": "0917", "bachelu": "0916", "soye": "0916"},
        orders={"II": ("march", "0905")},
        leaders={"reille": "0918"},
    )
    found = costs(t, "foy")
    assert found["0916"] == 1
    assert found["0915"] == 1.5
    t = moving({"foy": "0610"}, orders={"II": ("march", "0508")}, leaders={"reille": "0611"})
    assert costs(t, "foy")["0609"] == 1


def test_5_a_path_leads_through_different_hexes_of_the_map() -> None:
    t = moving({"foy": "0416", "kempt": "0403"}, leaders={"reille": "0417"})
    for path in ((), t.path("0415", "0416"), t.path("0415", "0414", "0415"), (-1,), (t.x.board.size,)):
        assert t.refused(Go(t.us("foy"), path)) == "path"
    t.play(Go(t.us("foy"), t.path("0415", "0414")))


def test_5_3_two_units_in_a_hex_and_leaders_do_not_count() -> None:
    t = moving({"foy": "0415", "bachelu": "0414", "soye": "0414"}, leaders={"reille": "0414"})
    assert t.refused(Go(t.us("foy"), t.path("0414"))) == "stacking"
    t.play(Go(t.us("foy"), t.path("0414", "0413")))
    assert t.where("foy") == "0413", "passing through is free"


def test_5_3_a_stack_out_of_sight_shows_one_counter_only_and_guns_never_hide_below() -> None:
    t = arrange(battle(), {"foy": "0414", "kempt": "1603", "picton-art": "1603"}, leaders={"reille": None})
    seen = t.engine.view(t.state, "french").units
    assert seen[t.u("kempt")].hex == t.hex("1603")
    assert seen[t.u("picton-art")].hex < 0
    t = arrange(battle(), {"foy": "0414", "kempt": "0411", "picton-art": "0411"}, leaders={"reille": None})
    seen = t.engine.view(t.state, "french").units
    assert seen[t.u("picton-art")].hex == seen[t.u("kempt")].hex == t.hex("0411")


@pytest.mark.parametrize(("leader", "seen"), [("0101", True), (None, False)])
def test_5_3_a_leader_alone_sees_what_stands_beside_him(leader: str | None, seen: bool) -> None:
    t = arrange(battle(), {"foy": "1603", "kempt": "0102", "picton-art": "0102"}, leaders={"reille": leader})
    units = t.engine.view(t.state, "french").units
    assert (units[t.u("picton-art")].hex == t.hex("0102")) is seen


@pytest.mark.parametrize("options", [(), ("advanced_disruption",)])
@pytest.mark.parametrize(("spot", "seen"), [("1603", False), ("0411", True)])
def test_5_3_disruption_that_goes_under_a_counter_out_of_sight_is_told_to_its_own_side(
    spot: str, seen: bool, options: tuple[str, ...]
) -> None:
    told: dict[bool, list[Event]] = {}
    for shaken in (True, False):
        below = (spot, {"disrupted": shaken})
        units = {"foy": "0414", "kempt": spot, "picton-art": below}
        t = arrange(battle("quatre-bras", *options), units, leaders={"reille": None})
        t.state = recover(t.x, t.state, SeededDice("recover"), t.events)
        told[shaken] = t.events
        assert t.unit("picton-art").disrupted is False or options
    assert t.u("picton-art") in told[True][0].units
    if seen:
        assert [event.to for event in told[True]] == [()]
        assert not told[False]
    else:
        assert [event.to for event in told[True]] == [("allied",)]
        assert [event.to for event in told[False]] == ([("allied",)] if options else []), "dice must not tell, either"
        assert told[True][0].dieless is (not options)


@pytest.mark.parametrize("below", ["brunswick-cav", "picton-art", "brunswick-light"])
@pytest.mark.parametrize(
    ("segment", "kind"), [(ChargeSegment(1), "charge"), (BombardmentSegment(1), "bombard")], ids=["charge", "bombard"]
)
def test_5_3_who_stands_under_a_counter_is_not_told_by_who_is_asked(below: str, segment: Any, kind: str) -> None:
    def asked(foy: str, at: str = "0104") -> Table:
        leaders = {"reille": None, "orange": None, "wellington": None}
        t = arrange(battle(), {"foy": foy, "kempt": at, below: at}, leaders=leaders, active=("R", "B"))
        return t.push(segment).run()

    hidden = asked("0106")
    assert hidden.engine.view(hidden.state, "french").units[hidden.u(below)].hex == UNSEEN
    assert hidden.kind == kind
    assert hidden.options() == [Pass()]
    able = below == {"charge": "brunswick-cav", "bombard": "picton-art"}[kind]
    # What is in sight, and what is too far for any arm, needs no such question.
    assert (asked("0413", "0411").kind == kind) is able
    assert asked("0107").kind is None


def test_5_3_that_nobody_out_of_sight_can_go_on_does_not_show() -> None:
    def asked(foy: str, at: str) -> Table:
        leaders = {"reille": None, "orange": None, "wellington": None, "picton": None}
        t = arrange(battle(), {"foy": foy, "kempt": at, "picton-art": at}, leaders=leaders, active=("R",))
        t.state = t.state.many({u: replace(t.state.units[u], spent=20) for u in t.us("kempt", "picton-art")})
        return t.push(MovementSegment(1)).run()

    assert asked("0106", "0104").options() == [Pass()]
    assert not asked("0106", "0104").subjects()
    assert asked("0413", "0411").kind is None


@pytest.mark.parametrize("below", ["brunswick-cav", "picton-art"])
def test_5_3_whether_horse_may_countercharge_is_asked_where_it_could_stand(below: str) -> None:
    def asked(to: str, at: str = "0104") -> Table:
        leaders = {"reille": None, "orange": None, "wellington": None}
        t = arrange(battle(), {"foy": to, "kempt": at, below: at}, leaders=leaders, active=("II",))
        return t.push(ReactionOffer(1, t.us("foy"), t.hex(to), "move", False, ())).run()

    assert asked("0106").kind == "reaction"
    assert (asked("0106").options() == [Pass()]) is (below == "picton-art")
    assert asked("0107").kind is None


ALONE: dict[str, Any] = {"reille": None, "orange": None, "wellington": None}


@pytest.mark.parametrize("below", ["brunswick-cav", "picton-art"])
@pytest.mark.parametrize(("path", "asked"), [(("0107", "0106"), True), (("0108", "0107"), False)])
def test_5_3_a_march_is_held_up_where_horse_could_stand_out_of_sight(
    below: str, path: tuple[str, ...], asked: bool
) -> None:
    start = "0108" if asked else "0109"
    t = arrange(battle(), {"foy": start, "kempt": "0104", below: "0104"}, leaders=ALONE, active=("II",))
    t.push(MovementSegment(0)).run()
    assert t.engine.view(t.state, "french").units[t.u(below)].hex == UNSEEN
    t.push(MoveAlong(t.us("foy"), t.path(*path), (2, 4), (0,), 0, ())).run()
    assert (t.kind == "reaction") is asked
    assert t.where("foy") == path[-1]
    if asked:
        t.play(Pass())
        assert t.said("moved")


@pytest.mark.parametrize("below", ["brunswick-cav", "picton-art"])
@pytest.mark.parametrize(("to", "asked"), [("0106", True), ("0107", False)])
def test_5_3_so_are_a_charge_and_a_retreat(below: str, to: str, asked: bool) -> None:
    for step in ("ride", "retreat"):
        t = arrange(battle(), {"pire": to, "kempt": "0104", below: "0104"}, leaders=ALONE, active=("II",))
        ride = Ride(t.us("pire"), t.path(to), 0, (), False)
        t.push(ride if step == "ride" else AfterRetreat(t.us("pire"), t.hex(to))).run()
        assert (t.kind == "reaction") is asked, step


@pytest.mark.parametrize(("riders", "shown"), [(("brunswick-cav",), True), ((), False)])
@pytest.mark.parametrize("left", ["picton-art", "brunswick-light"])
def test_5_3_whom_a_charge_out_of_sight_has_left_behind_is_seen_while_the_beaten_fall_back(
    riders: tuple[str, ...], shown: bool, left: str
) -> None:
    t = arrange(battle(), {"foy": "0106", "brunswick-cav": "0104", left: "0104"}, leaders=ALONE, active=("R", "B"))
    t.push(RetreatStack(t.us("foy"), t.hex("0106"), "charge", t.us(*riders)))
    view = t.engine.view(t.state, "french")
    seen = {name for name in ("brunswick-cav", left) if view.units[t.u(name)].hex == t.hex("0104")}
    top = min(("brunswick-cav", left), key=lambda name: (t.x.infos[t.u(name)].gun, t.u(name)))
    assert seen == ({"brunswick-cav", left} if shown else {top})
    assert list(t.engine.options(view, None)) == t.options()
    t.change(agenda=()).push(MovementSegment(1))
    again = t.engine.view(t.state, "french")
    assert sum(again.units[t.u(name)].hex == UNSEEN for name in ("brunswick-cav", left)) == 1, "and then no more"


def test_5_3_whoever_lets_all_pass_is_asked_no_more() -> None:
    t = arrange(battle(), {"foy": "0106", "kempt": "0104", "brunswick-cav": "0104"}, leaders=ALONE, active=("II",))
    mine = t.x.mounted_of[1]
    assert may_react(t.x, t.state, t.hex("0106"), 0, ())
    assert may_react(t.x, t.state, t.hex("0106"), 0, mine[:-1])
    assert not may_react(t.x, t.state, t.hex("0106"), 0, mine)


def test_5_4_infantry_stops_in_a_zone_and_cannot_leave_it_by_moving() -> None:
    t = moving({"foy": "0416", "kempt": "0413"}, leaders={"reille": "0417"})
    assert t.refused(Go(t.us("foy"), t.path("0415", "0414", "0314"))) == "zoc"
    t.play(Go(t.us("foy"), t.path("0415", "0414")))
    assert t.refused(Go(t.us("foy"), t.path("0415"))) == "zoc"


def test_5_4_cavalry_ignores_the_first_zone_it_enters() -> None:
    t = moving({"pire": "0416", "kempt": "0413", "best": "0211"}, leaders={"reille": "0417"})
    t.play(Go(t.us("pire"), t.path("0415", "0414", "0315")))
    assert t.where("pire") == "0315"
    t = moving({"pire": "0416", "kempt": "0413"}, leaders={"reille": "0417"})
    assert t.refused(Go(t.us("pire"), t.path("0415", "0414", "0314", "0214"))) == "zoc", "the second one stops it"
    t.play(Go(t.us("pire"), t.path("0415", "0414", "0314")))


def test_5_4_cavalry_ignores_one_zone_however_often_it_sets_out() -> None:
    units = {"pire": "0416", "kempt": "0413"}
    t = moving(units, leaders={"reille": "0417"})
    t.play(Go(t.us("pire"), t.path("0415", "0414", "0315")))
    assert t.refused(Go(t.us("pire"), t.path("0314", "0214"))) == "zoc", "the second one stops it"
    t.play(Go(t.us("pire"), t.path("0314")))
    t = moving(units, leaders={"reille": "0417"})
    t.play(Go(t.us("pire"), t.path("0415", "0315")))
    t.play(Go(t.us("pire"), t.path("0314", "0214")))
    assert t.where("pire") == "0214", "the first one does not"


@pytest.mark.parametrize(
    ("kind", "leaves"), [("fall_back", True), ("reserve", True), ("attack", False), ("march", False)]
)
def test_5_4_fall_back_and_reserve_may_leave_a_zone(kind: str, leaves: bool) -> None:
    target = None if kind == "reserve" else "0418"
    order = kind if target is None else (kind, target)
    t = moving({"foy": "0414", "kempt": "0413"}, orders={"II": order}, leaders={"reille": "0415"})
    assert (f"u:{t.u('foy')}" in t.subjects()) is leaves


def test_5_4_the_last_to_leave_pays_one_more_but_not_cavalry() -> None:
    order = {"II": ("fall_back", "0418")}
    units = {"foy": "0414", "bachelu": "0414", "pire": "0314", "kempt": "0413"}
    t = moving(units, orders=order, leaders={"reille": "0415"})
    assert costs(t, "foy")["0415"] == 1, "one stays behind"
    assert costs(t, "bachelu", "foy")["0415"] == 2
    assert costs(t, "pire")["0315"] == 1


def test_5_4_no_zone_into_a_chateau_or_over_a_river_without_a_bridge() -> None:
    t = arrange(battle(), {"kempt": "0910", "foy": "0911"})
    assert not t.x.ground.in_zoc(t.state, t.u("foy"))
    assert t.x.ground.in_zoc(t.state, t.u("kempt")), "the garrison has its own"
    wavre = battle("wavre").setting
    board = wavre.board
    h, d = next(
        (h, d)
        for h in range(board.size)
        for d, n in enumerate(board.neighbours[h])
        if n >= 0
        and board.sides[h][d] & 6 == 2
        and wavre.passable[h]
        and wavre.passable[n]
        and not wavre.stronghold[n]
        and not wavre.stronghold[h]
    )
    unit = next(u.id for u in wavre.units if u.line)
    t = arrange(battle("wavre"), {unit: board.label(h)})
    zoc = t.x.ground.layout(t.state).zoc[t.x.infos[t.u(unit)].side]
    assert not zoc[board.neighbours[h][d]]
    assert sum(zoc) > 0


@pytest.mark.parametrize("weather", ["rain", "night"])
def test_5_5_in_rain_and_at_night_zones_are_left_but_not_entered(weather: str) -> None:
    data = battle().setting.scenario
    engine = altered("quatre-bras", turns=replace(data.turns, **{weather: (1,)}))
    units = {"foy": "0416", "pire": "0414", "kempt": "0413"}
    t = moving(units, engine=engine, leaders={"reille": "0417"}, orders={"II": ("attack", "0413")})
    assert t.refused(Go(t.us("foy"), t.path("0415", "0414"))) == "zoc"
    assert t.refused(Go(t.us("pire"), t.path("0314"))) == "zoc"
    t = moving({"foy": "0414", "kempt": "0413"}, engine=engine, leaders={"reille": "0415"})
    t.play(Go(t.us("foy"), t.path("0415")))
    assert t.where("foy") == "0415"


@pytest.mark.parametrize(("weather", "fights"), [("", True), ("rain", True), ("night", False)])
def test_5_5_in_rain_those_fight_who_touch_and_nobody_does_at_night(weather: str, fights: bool) -> None:
    data = battle().setting.scenario
    engine = altered("quatre-bras", turns=replace(data.turns, **{weather: (1,)})) if weather else battle()
    leaders = {"reille": "0417", "picton": "0409"}
    t = arrange(engine, {"foy": "0414", "pire": "0514", "kempt": "0413"}, active=("II",), leaders=leaders)
    t.push(CombatSegment(0)).run()
    assert (t.kind == "attack") is fights
    t.change(agenda=()).push(ChargeSegment(0)).run()
    assert (t.kind == "charge") is (weather == ""), "a charge goes into a zone"


def test_6_units_that_march_off_are_not_lost_but_those_driven_off_are() -> None:
    engine = battle("wavre")
    setting = engine.setting
    edge = next(p for p in setting.scenario.points if p.kind == "exited").edge
    side = setting.sides.index(next(p for p in setting.scenario.points if p.kind == "exited").side)
    c = next(n for n, k in enumerate(setting.commands) if k.side == side and k.chit)
    u = next(u for u in setting.commands[c].units if setting.units[u].line)
    h = next(h for h in range(setting.board.size) if setting.board.on_edge(h, edge) and setting.passable[h])
    name, formation = setting.units[u].id, setting.commands[c].id
    here = setting.board.label(h)
    t = arrange(
        engine,
        {name: here},
        orders={formation: ("march", here)},
        active=(formation,),
        leaders={setting.leaders[setting.commands[c].leader].id: here},
    )
    t.push(MovementSegment(side)).run()
    army = setting.commands[c].army
    t.play(Leave((u,), str(edge)))
    assert t.unit(name).hex == EXITED
    assert t.state.out == ((u, edge, 1),)
    assert t.x.losses(t.state)[1][army] == 0
    t = arrange(engine, {name: here, **_wall(engine, h, side)})
    t.push(RetreatStack((u,), h, "involuntary")).run()
    if t.kind == "withdraw":
        assert t.options() == [Withdraw(-1)]
        t.play(Withdraw(-1))
    assert t.unit(name).hex == LOST
    assert t.x.losses(t.state)[1][army] == setting.units[u].strength
    assert t.command(formation).hurt, "its formation has lost steps (20.10)"


def _wall(engine: object, h: int, side: int) -> dict[str, str]:
    """Enemies on every neighbour of a hex."""
    setting = engine.setting  # type: ignore[attr-defined]
    foes = [u.id for u in setting.units if u.side != side and u.line]
    return {foe: setting.board.label(n) for foe, n in zip(foes, setting.near[h], strict=False)}


def test_6_nobody_leaves_where_nothing_is_gained() -> None:
    t = moving({"foy": "0920"}, leaders={"reille": "0919"}, orders={"II": ("march", "0917")})
    assert not [m for m in t.options(f"u:{t.u('foy')}") if isinstance(m, Leave)]
    assert t.refused(Leave(t.us("foy"), "south")) == "exit"
    t = moving({"foy": "0920"}, leaders={"reille": "0919"}, orders={"II": ("fall_back", "0920")})
    assert Leave(t.us("foy"), "south") in t.options(f"u:{t.u('foy')}"), "falling back by its own supply edge"
    t.play(Pass())


def test_5_4_a_path_is_held_to_its_own_hexes_and_stops_in_a_zone() -> None:
    # 0514 touches 0414 as well as 0413, but this way to it leads through the zone in 0413.
    t = moving({"foy": "0415", "bijlandt": "0412"}, leaders={"reille": "0415"}, orders={"II": ("probe", "0412")})
    assert t.refused(Go(t.us("foy"), t.path("0414", "0413", "0514"))) == "zoc"
