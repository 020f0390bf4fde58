"""Movement: ground, zones, rivers, allowances, commands, a leader's initiative (base: movement; readings 31, 39-45,
55-58).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Event
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.engine import Campaign
from napwidgets.systems.con.ground import span
from napwidgets.systems.con.marching import Marching
from napwidgets.systems.con.movement import EndMovement, MovementPhase, acts, parts
from napwidgets.systems.con.muster import unit as mustered
from napwidgets.systems.con.options import Options
from napwidgets.systems.con.state import FRENCH, OTHER, State
from napwidgets.systems.con.tables import Tables, shipped
from napwidgets.table.aftermath import known
from tests.systems.con.country import (
    LEADERS,
    allowed,
    at,
    board,
    decided,
    dice,
    everything,
    field,
    game,
    h,
    leader,
    play,
    refused,
    ruled,
    run,
    strength,
    texts,
    unit,
)

ROUGH = "ney 0701: "


def ways(s: State) -> Mapping[str, float]:
    """Where the force under way can go, with movement points."""
    top = s.agenda[-1]
    assert isinstance(top, Marching)
    return {board().label(k): way[0] / 2 for k, way in top.ways(game().context, s).items()}


def march(*stacks: str, left: int = 10, who: str = "ney", **more: Any) -> Mapping[str, float]:
    """Where a force of the French can go with so many half points."""
    return ways(field(game(), *stacks, step=Marching(FRENCH, leader(who), left), **more))


def moving(*stacks: str, **more: Any) -> State:
    """The Movement Phase of the French."""
    return field(game(), *stacks, step=MovementPhase(FRENCH), **more)


def out(s: State, how: Any = "command", who: str = "ney", *faces: int, alone: bool = False) -> State:
    return play(game(), s, m.Activate(leader(who), how, alone), *faces)


@pytest.mark.parametrize(
    ("start", "to", "foot", "horse"),
    [
        ("0701", "0601", 1, 1),
        ("0701", "0702", 2, 4),
        ("0701", "0801", 4, 6),
        ("0903", "0902", 2, 2),
        ("0903", "0802", 2, 4),
        ("0902", "0901", 2, 4),
        ("0406", "0506", 2, 2),
        ("0605", "0705", 0.5, 0.5),
        ("0404", "0504", 3, 5),
        ("0405", "0505", 0.5, 0.5),
        ("0207", "0208", 1, 1),
    ],
)
def test_base_movement_what_each_ground_costs(start: str, to: str, foot: float, horse: float) -> None:
    # Country roads, streams, roads over bridges as the reference has them.
    assert march(f"ney {start}: f1", left=12)[to] == foot
    assert march(f"ney {start}: dragoons", left=12)[to] == horse
    assert march(f"ney {start}: f1 dragoons", left=12)[to] == horse


def test_base_movement_nothing_enters_water() -> None:
    assert "0101" not in march("ney 0102: f1")
    assert "0201" in march("ney 0102: f1")


def test_base_movement_mud_takes_from_the_main_roads_alone() -> None:
    assert march("ney 0605: f1", weather="mud")["0705"] == 1
    assert march("ney 0605: dragoons", weather="mud")["0705"] == 1
    assert march("ney 0605: f1", weather="rain")["0705"] == 0.5
    assert march("ney 0207: f1", weather="mud")["0208"] == 1


def test_base_movement_allowance_goes_as_far_as_it_goes() -> None:
    assert march("ney 0605: f1", left=2)["0505"] == 0.5
    assert "0606" in march("ney 0605: f1", left=2)
    assert "0606" not in march("ney 0605: f1", left=1)


def test_base_movement_leaving_a_zone_costs_two_but_for_cavalry() -> None:
    foe = "hill 0705: a1"
    assert march("ney 0605: f1", foe)["0505"] == 2.5
    assert march("ney 0605: f1 dragoons", foe)["0505"] == 2.5
    assert march("ney 0605: dragoons", foe)["0505"] == 0.5
    assert march("ney 0605: f1", "hill 0805: a1")["0505"] == 0.5
    assert "0505" in march("ney 0605: f1", foe, left=5)
    assert "0505" not in march("ney 0605: f1", foe, left=4)


def test_base_movement_a_force_stops_beside_the_enemy_and_never_enters_his_hex() -> None:
    free, barred = march("ney 0405: f1"), march("ney 0405: f1", "hill 0705: a1")
    assert free["0606"] == 2
    assert barred["0606"] == 2.5
    assert barred["0605"] == free["0605"] == 1
    assert "0705" in free
    assert "0705" not in barred
    s = field(game(), "ney 0605: f1/5", "hill 0705: a1", step=Marching(FRENCH, leader("ney"), 10))
    assert refused(game(), s, m.Go(h("0705"))) == "enemy"
    assert refused(game(), s, m.Go(h("0109"))) == "far"
    stopped = play(game(), field(game(), "ney 0505: f1/5", "hill 0705: a1", "- 0209: f2", step=(
        Marching(FRENCH, leader("ney"), 10))), m.Go(h("0605")))
    assert at(stopped, "ney") == "0605"
    assert stopped.leaders[leader("ney")].moved
    assert stopped.contacts == ((FRENCH, h("0605")),)


def test_base_movement_a_force_marches_once() -> None:
    s = play(game(), moving("ney 0405: f1/5"), m.Activate(leader("ney")))
    s = play(game(), s, m.Go(h("0605")))
    assert at(s, "f1") == "0605"
    assert decided(game(), s) == "french: movement"
    assert refused(game(), s, m.Activate(leader("ney"))) == "moved"


def test_base_movement_a_primary_river_is_crossed_at_its_bridge_alone() -> None:
    found = march("ney 1006: f1")
    assert found["1105"] == 1.5
    assert found["1106"] == 2.5
    assert "1106" not in march("ney 1006: f1", left=4)
    assert "1106" in march("ney 1006: f1", left=5)


def test_base_movement_a_broken_bridge_bars_a_great_river_and_hinders_at_a_small_one() -> None:
    rhein, ohm = span(h("1005"), h("1105")), span(h("0405"), h("0505"))
    assert not [n for n in march("ney 1005: f1", cut=(rhein,)) if n > "11"]
    assert march("ney 0405: f1", cut=(ohm,))["0505"] == 2
    assert march("ney 0405: f1", cut=(rhein,))["0505"] == 0.5


def test_base_movement_a_bridge_of_boats_is_a_bridge() -> None:
    rhein, boats = span(h("1005"), h("1105")), span(h("1006"), h("1106"))
    assert march("ney 1006: f1", cut=(rhein,), pontoons=(boats,))["1106"] == 1
    assert march("ney 1005: f1", cut=(rhein,), pontoons=(rhein,))["1105"] == 1
    assert march("ney 1006: f1", pontoons=(boats,))["1106"] == 1


@pytest.mark.parametrize(
    ("units", "points"),
    [
        ("f1", 5),
        ("guns", 5),
        ("dragoons", 7),
        ("cuirassiers", 7),
        ("hussars", 9),
        ("hussars dragoons", 7),
        ("hussars f1", 5),
        ("guard", 6),
        ("chasseurs", 10),
        ("guard chasseurs", 6),
        ("guard f1", 5),
        ("", 9),
    ],
)
def test_base_movement_allowance_by_the_slowest(units: str, points: int) -> None:
    x = game().context
    s = field(game(), f"ney 0605: {units}")
    force = x.force(s, leader("ney"))
    assert x.allowance(s, force) == 2 * points
    assert x.allowance(s, force, extended=True) == 2 * (points + 4)


def test_base_movement_a_force_is_all_under_a_leader_in_his_hex_as_far_as_his_span_goes() -> None:
    x = game().context
    s = field(game(), "ney 0605: f1 f2", "reille 0605 < ney: f3 f4", "erlon 0606 < ney: f5")
    force = x.force(s, leader("ney"))
    assert set(force.leaders) == {leader("ney"), leader("reille")}
    assert force.units == tuple(unit(u) for u in ("f1", "f2", "f3", "f4"))
    # A span of six: four units and a leader worth two fill it, a fifth unit leaves no room for him.
    full = x.force(field(game(), "girard 0605: f1 f2 f3 f4"), leader("girard"))
    assert len(full.units) == 3
    four = x.force(field(game(), "ney 0605: f1 f2 f5 f6", "reille 0605 < ney: f3"), leader("ney"))
    five = x.force(field(game(), "ney 0605: f1 f2 f5 f6 f7", "reille 0605 < ney: f3"), leader("ney"))
    assert set(four.leaders) == {leader("ney"), leader("reille")}
    assert five.leaders == (leader("ney"),)
    tops = x.tops(field(game(), "ney 0605: f1 f2 f5 f6 f7", "reille 0605 < ney: f3"), h("0605"), FRENCH)
    assert [top.leader for top in tops] == [leader("ney"), leader("reille")]


def test_base_commands_cost_one_near_the_centre_and_two_far_from_it() -> None:
    s = moving("ney 0605: f1/5")
    assert out(s).points[0] == 19
    far = moving("ney 1105: f1/5", cut=(span(h("1005"), h("1105")),))
    assert out(far).points[0] == 18
    assert out(s, "extended").points[0] == 18
    assert out(far, "extended").points[0] == 17
    assert out(s).points[1:] == (20, 20)


def test_base_commands_dispatch_distance_is_twenty_points_of_cavalry() -> None:
    assert game().context.tables.command["dispatch distance, movement points"] == 20
    near = ruled(**{"dispatch distance, movement points": 2})
    s = field(near, "ney 0605: f1/5", step=MovementPhase(FRENCH))
    assert play(near, s, m.Activate(leader("ney"))).points[0] == 19
    s = field(near, "ney 0705: f1/5", step=MovementPhase(FRENCH))
    assert play(near, s, m.Activate(leader("ney"))).points[0] == 18


def test_base_commands_an_extended_march_goes_four_further() -> None:
    plain, longer = out(moving("ney 0605: f1/5")), out(moving("ney 0605: f1/5"), "extended")
    assert (plain.agenda[-1].left, longer.agenda[-1].left) == (10, 18)


def test_base_commands_need_their_points() -> None:
    s = moving("ney 0605: f1/5", points=(1, 9, 9))
    assert allowed(game(), s, m.Activate(leader("ney")))
    assert refused(game(), s, m.Activate(leader("ney"), "extended")) == "points"
    none = moving("ney 0605: f1/5", points=(0, 9, 9))
    assert refused(game(), none, m.Activate(leader("ney"))) == "points"
    assert allowed(game(), none, m.Activate(leader("ney"), "initiative"))


def test_base_commands_provisional_ones_are_for_the_far_and_take_two_off_the_die() -> None:
    cut = (span(h("1005"), h("1105")),)
    far = moving("reille 1105: f1/5", cut=cut)
    assert refused(game(), moving("reille 0605: f1/5"), m.Activate(leader("reille"), "provisional")) == "near"
    went = out(far, "provisional", "reille", 5)
    assert went.points[0] == 19
    assert isinstance(went.agenda[-1], Marching)
    stayed = out(far, "provisional", "reille", 6)
    assert stayed.points[0] == 19
    assert stayed.leaders[leader("reille")].moved
    assert decided(game(), stayed) == "french: movement"


@pytest.mark.parametrize(("who", "words"), [("ney", "He acts for sure."), ("reille", "83 %; else he stays.")])
def test_base_commands_who_acts_whatever_the_die_is_told_so(who: str, words: str) -> None:
    far = moving(f"{who} 1105: f1/5", cut=(span(h("1005"), h("1105")),))
    assert game().label(far, m.Activate(leader(who), "provisional")).detail.endswith(words)


def test_base_commands_no_line_no_commands() -> None:
    s = moving("ney 0605: f1/5", "hill 0104: a1")
    assert refused(game(), s, m.Activate(leader("ney"))) == "line"
    assert refused(game(), s, m.Activate(leader("ney"), "provisional")) == "line"
    assert allowed(game(), s, m.Activate(leader("ney"), "initiative"))
    assert not [o for o in everything(game(), s) if isinstance(o, m.Activate) and o.how != "initiative"]


def test_base_commands_only_ones_own_leaders_with_units_march() -> None:
    s = moving("ney 0605: f1/5", "erlon 0606", "hill 0905: a1")
    assert refused(game(), s, m.Activate(leader("hill"))) == "not-yours"
    assert refused(game(), s, m.Activate(leader("erlon"))) == "units"
    assert refused(game(), s, m.Activate(leader("reille"))) == "not-yours"
    assert refused(game(), s, m.Activate(len(LEADERS))) == "not-yours"
    assert refused(game(), s, m.Activate(-1)) == "not-yours"


def test_base_commands_a_force_has_at_most_68_strength_points() -> None:
    full = "napoleon 0605: f1/60 f2/8"
    assert allowed(game(), moving(full), m.Activate(leader("napoleon")))
    large = moving("napoleon 0605: f1/60 f2/9")
    assert refused(game(), large, m.Activate(leader("napoleon"))) == "large"
    table = shipped()["command"]
    small = replace(table, rows={**table.rows, "most strength in a force": [60]})
    e = Campaign(game().setting.scenario, board(), Options(), Tables({"command": small}))
    with pytest.raises(IllegalMove, match="A force has at most 60 strength points"):
        e.check(moving(full), "french", m.Activate(leader("napoleon")))
    assert [o for o in everything(game(), large) if isinstance(o, m.Activate)] == [
        m.Activate(leader("napoleon"), "initiative", True)
    ]


def test_base_initiative_is_a_die_of_at_most_the_leaders() -> None:
    assert acts(3, 0, dice(3))
    assert not acts(3, 0, dice(4))
    assert acts(3, -2, dice(5))
    assert not acts(3, 1, dice(3))


def added(*stacks: str, who: str = "ney", provisional: bool = False, **more: Any) -> int:
    x, s = game().context, field(game(), *stacks, **more)
    return sum(part.value for part in parts(x, s, x.force(s, leader(who)), provisional))


def test_base_initiative_each_modifier_by_itself() -> None:
    plain = "ney 0605: f1"
    assert added(plain) == 0
    assert added(plain, provisional=True) == -2
    assert added("murat 0605: f1", who="murat") == 2
    assert added("murat 0605: f1 hussars", who="murat") == 2
    assert added("murat 0605: hussars", who="murat") == 0
    assert added("murat 0605: hussars guns", who="murat") == 0
    for sky, more in (("rain", 1), ("mud", 1), ("heat", 1), ("fair", 0), ("snow", 0), ("frost", 0)):
        assert added(plain, weather=sky) == more
    assert added(plain, spirit=(2, 0)) == 2
    assert added(plain, spirit=(-1, 0)) == -1
    assert added(plain, spirit=(0, 2)) == 0


def test_base_initiative_a_leader_who_fails_stays_with_all_his_force() -> None:
    s = moving("ney 0605: f1/5", "reille 0605 < ney: f2/5")
    assert isinstance(out(s, "initiative", "ney", 4).agenda[-1], Marching)
    assert out(s, "initiative", "ney", 4).points[0] == 20
    log: list[Event] = []
    stays = play(game(), s, m.Activate(leader("ney"), "initiative"), 5, log=log)
    assert decided(game(), stays) == "french: movement"
    assert refused(game(), stays, m.Activate(leader("reille"))) == "moved"
    assert "Ney stays where he is: 5 against 4." in texts(log, "french")
    assert "Ney" not in texts(log, "allied")


def test_base_leaders_ride_alone_for_nothing_and_leave_their_units() -> None:
    s = out(moving("ney 0605: f1/5", "hill 0905: a1"), "initiative", alone=True)
    assert s.points[0] == 20
    assert s.agenda[-1].left == 18
    found = ways(s)
    assert "0805" not in found
    assert found["0705"] == 0.5
    s = play(game(), s, m.Go(h("0705")))
    assert (at(s, "ney"), at(s, "f1")) == ("0705", "0605")
    assert decided(game(), s) == "french: movement"
    assert refused(game(), moving("ney 0605: f1"), m.Activate(leader("ney"), "command", True)) == "alone"


def test_base_leaders_alone_before_the_enemy_do_not_ride() -> None:
    caught = moving("ney 0605", "hill 0705: a1")
    assert refused(game(), caught, m.Activate(leader("ney"), "initiative", True)) == "alone"
    away = moving("ney 0605: f1", "hill 0705: a1")
    assert allowed(game(), away, m.Activate(leader("ney"), "initiative", True))
    far = moving("ney 0605", "hill 0805: a1")
    assert allowed(game(), far, m.Activate(leader("ney"), "initiative", True))


def test_base_movement_whoever_has_marched_is_not_carried_on_by_his_superior() -> None:
    s = moving("ney 0605: f1/5", "reille 0505 < ney: f2/5")
    s = play(game(), s, m.Activate(leader("reille")))
    s = play(game(), s, m.Go(h("0605")))
    assert at(s, "f2") == "0605"
    s = play(game(), s, m.Activate(leader("ney")))
    s = play(game(), s, m.Go(h("0705")))
    assert at(s, "f1") == "0705"
    assert (at(s, "f2"), at(s, "reille")) == ("0605", "0605")


def test_base_modes_whoever_has_no_half_point_left_before_the_enemy_stands_in_column() -> None:
    stacks = ("ney 0605: f1/5", "hill 0905: a1")
    for left, column in ((2, True), (3, False)):
        s = field(game(), *stacks, step=Marching(FRENCH, leader("ney"), left))
        s = play(game(), replace(s, agenda=(MovementPhase(FRENCH), *s.agenda)), m.Go(h("0805")))
        assert at(s, "f1") == "0805"
        assert s.leaders[leader("ney")].column == column
        assert mustered(game().context, s, unit("f1")).column == column


def test_base_modes_nobody_is_in_column_away_from_the_enemy_or_without_a_march() -> None:
    s = field(game(), "ney 0605: f1/5", step=Marching(FRENCH, leader("ney"), 2))
    s = play(game(), replace(s, agenda=(MovementPhase(FRENCH), *s.agenda)), m.Go(h("0805")))
    assert not s.leaders[leader("ney")].column
    s = field(game(), "ney 0605: f1/5", "hill 0705: a1", step=Marching(FRENCH, leader("ney"), 0))
    s = run(game(), replace(s, agenda=(MovementPhase(FRENCH), *s.agenda)))
    assert not s.leaders[leader("ney")].column


def test_base_movement_everybody_sees_a_march_and_nobody_who_marches() -> None:
    log: list[Event] = []
    s = play(game(), moving("ney 0605: f1/5 f2/5"), m.Activate(leader("ney")), log=log)
    s = play(game(), s, m.Go(h("0705")), log=log)
    assert "A force goes from Celle to" in texts(log, "allied")
    assert "Others stay" not in texts(log, "allied")
    assert "Ney" not in texts(log, "allied")
    assert "A force sets out from Celle" in texts(log, "allied")
    assert "Ney sets out from Celle by a command, for 1 administrative point" in texts(log, "french")
    assert "Ney goes from Celle to" in texts(log, "french")
    assert "A force" not in texts(log, "french")
    strangers = [event for event in log if known(event, None)]
    assert [event.text.split(" from")[0] for event in strangers] == ["A force sets out", "A force goes"]
    log.clear()
    s = play(game(), moving("ney 0605: f1/5", "- 0605: f2"), m.Activate(leader("ney")))
    play(game(), s, m.Go(h("0705")), log=log)
    assert "Others stay" in texts(log, "allied")


def test_base_movement_open_play_tells_names() -> None:
    e, log = game(Options(open_play=True)), list[Event]()
    s = field(e, "ney 0605: f1/5", step=MovementPhase(FRENCH))
    play(e, s, m.Activate(leader("ney"), "initiative"), 6, log=log)
    assert "Ney stays" in texts(log, "allied")
    play(e, s, m.Activate(leader("ney"), "initiative"), 1, log=log)
    assert "Ney sets out from Celle on his own initiative." in texts(log, "french")


def test_base_movement_goals_are_held_by_whoever_was_there_last() -> None:
    s = field(game(), "ney 0505: f1/5", step=Marching(FRENCH, leader("ney"), 10), holds=(0, 1, 2))
    assert play(game(), s, m.Go(h("0605"))).holds == (1, 1, 2)
    assert play(game(), s, m.Go(h("0705"))).holds == (1, 1, 2)
    assert play(game(), s, m.Go(h("0506"))).holds == (0, 1, 2)
    alone = field(game(), "ney 0505: f1/5", step=Marching(FRENCH, leader("ney"), 10, alone=True), holds=(0, 1, 2))
    assert play(game(), alone, m.Go(h("0605"))).holds == (0, 1, 2)


def test_base_attrition_of_those_who_have_not_moved_comes_at_the_end_of_the_phase() -> None:
    stay = ("ney 0605: f1/40", "reille 0205: f2/5", "- 0207: f3/40")
    s = field(game(), *stay, "hill 1205: a1/40", step=EndMovement(FRENCH), points=(0, 9, 9))
    s = run(game(), s.lead(leader("reille"), moved=True), 1, 2)
    # Four for the size, four for empty magazines, less the die, halved.
    assert (strength(s, "f1"), strength(s, "f3"), strength(s, "a1")) == (37, 37, 40)
    assert s.wasted == (6, 0)
    assert s.lost == (0, 0)
    assert not s.leaders[leader("reille")].moved


def test_base_attrition_of_a_march_is_thrown_when_it_ends() -> None:
    s = field(game(), "ney 0209: f1/40", step=Marching(FRENCH, leader("ney"), 10), points=(9, 9, 9))
    s = replace(s, agenda=(MovementPhase(FRENCH), *s.agenda))
    log: list[Event] = []
    s = play(game(), s, m.Go(h("0205")), 1, log=log)
    # Size four, a march of four points two, points left one, the die off, halved.
    assert strength(s, "f1") == 37
    assert "3 strength points lost" in texts(log, "french")
    assert "lost" not in texts(log, "allied")


def test_base_movement_a_halt_without_a_step_counts_as_a_move() -> None:
    s = play(game(), out(moving("ney 0605: f1/5")), m.Done())
    assert refused(game(), s, m.Activate(leader("ney"))) == "moved"
    assert run(game(), s.pop(EndMovement(FRENCH))).leaders[leader("ney")].moved is False
    kept = s.pop(EndMovement(OTHER))
    assert run(game(), kept).leaders[leader("ney")].moved is True
