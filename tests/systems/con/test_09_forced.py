"""Morale checks, forced marches, marching to the guns (8, 9; readings 27, 60 to 63)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Event
from napwidgets.systems.con import groups
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.engine import Campaign
from napwidgets.systems.con.forced import (
    ForcedMarches,
    arrives,
    guns_odds,
    guns_parts,
    guns_target,
    resistance,
    turns,
)
from napwidgets.systems.con.options import Options
from napwidgets.systems.con.preparation import Prepare
from napwidgets.systems.con.rallying import MoraleChecks
from napwidgets.systems.con.state import FRENCH, OTHER, State
from napwidgets.systems.con.tables import Tables, shipped
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
    hexes,
    leader,
    play,
    refused,
    run,
    strength,
    texts,
    unit,
)

TABLES = Tables()

# 8. Morale checks


def shaken(*stacks: str, who: str = "f1", side: int = FRENCH, **more: Any) -> State:
    s = field(game(), *stacks, step=MoraleChecks(side), **more)
    for name in who.split():
        s = s.unit(unit(name), shaken=True)
    return s


def test_8_a_check_costs_a_point_and_each_more_takes_one_off() -> None:
    s = shaken("reille 0605: f1 f2")
    assert list(game().options(s)) == [m.Rally(leader("reille"), n) for n in range(3)] + [m.Done()]
    log: list[Event] = []
    won = play(game(), s, m.Rally(leader("reille")), 3, log=log)
    assert texts(log, "french") == "Reille's force is itself again: 3 against 3."
    assert won.points[0] == 19
    assert not won.units[unit("f1")].shaken
    lost = play(game(), s, m.Rally(leader("reille")), 4)
    assert lost.points[0] == 19
    assert lost.units[unit("f1")].shaken
    more = play(game(), s, m.Rally(leader("reille"), 1), 4)
    assert more.points[0] == 18
    assert not more.units[unit("f1")].shaken


def test_8_points_must_be_there() -> None:
    s = shaken("reille 0605: f1 f2", points=(2, 9, 9))
    assert [o.points for o in game().options(s) if isinstance(o, m.Rally)] == [0, 1]
    assert refused(game(), s, m.Rally(leader("reille"), 2)) == "morale"
    none = shaken("reille 0605: f1 f2", points=(0, 9, 9))
    assert list(game().options(none)) == [m.Done()]


@pytest.mark.parametrize(
    ("stacks", "points"),
    [
        # Girard, initiative 1: of the first point more he has nothing where he stands beside the enemy.
        (("girard 0605: f1 f2",), [0, 1, 2, 3, 4]),
        (("girard 0605: f1 f2", "hill 0705: a1"), [0, 2, 3, 4, 5]),
    ],
)
def test_8_points_are_offered_as_long_as_they_better_the_check(stacks: tuple[str, ...], points: list[int]) -> None:
    s = shaken(*stacks)
    assert [o.points for o in game().options(s) if isinstance(o, m.Rally)] == points
    for more in points:
        least = max(1, more - points[1] + 2) if more else 1
        assert not play(game(), s, m.Rally(leader("girard"), more), least).units[unit("f1")].shaken
        assert play(game(), s, m.Rally(leader("girard"), more), least + 1).units[unit("f1")].shaken
    few = shaken(*stacks, points=(3, 9, 9))
    assert [o.points for o in game().options(few) if isinstance(o, m.Rally)] == [n for n in points if n < 3]


@pytest.mark.parametrize(("place", "cost"), [("0205", 0), ("0105", 0), ("0707", 0), ("0605", 1), ("1205", 1)])
def test_8_it_is_free_on_a_centre_on_a_source_and_in_a_fortress(place: str, cost: int) -> None:
    s = shaken(f"reille {place}: f1 f2")
    assert play(game(), s, m.Rally(leader("reille")), 3).points[0] == 20 - cost
    assert play(game(), s, m.Rally(leader("reille"), 2), 3).points[0] == 20 - cost - 2


def test_8_each_force_checks_once_and_all_its_units_are_steady_again() -> None:
    s = shaken("reille 0605: f1 f2", "erlon 0705: f3", who="f1 f2 f3")
    log: list[Event] = []
    lost = play(game(), s, m.Rally(leader("reille")), 6, log=log)
    assert texts(log, "french") == "Reille's force is still shaken: a 6 always fails."
    assert refused(game(), lost, m.Rally(leader("reille"))) == "morale"
    assert allowed(game(), lost, m.Rally(leader("erlon")))
    won = play(game(), s, m.Rally(leader("reille")), 1)
    assert [won.units[unit(u)].shaken for u in ("f1", "f2", "f3")] == [False, False, True]


def test_8_a_side_says_itself_when_it_has_done() -> None:
    # If the last success ended the phase, the enemy would learn of it.
    s = play(game(), shaken("reille 0605: f1 f2"), m.Rally(leader("reille")), 1)
    assert list(game().options(s)) == [m.Done()]
    assert decided(game(), play(game(), s, m.Done())) == ""


def test_8_a_zone_makes_it_harder_and_the_guard_needs_no_die() -> None:
    s = shaken("reille 0605: f1 f2", "hill 0705: a1")
    assert play(game(), s, m.Rally(leader("reille")), 3).units[unit("f1")].shaken
    assert not play(game(), s, m.Rally(leader("reille")), 2).units[unit("f1")].shaken
    guard = shaken("reille 0605: guard f1", who="guard")
    assert not play(game(), guard, m.Rally(leader("reille"))).units[unit("guard")].shaken


@pytest.mark.parametrize(("die", "rallied"), [(1, True), (2, False)])
def test_8_the_leader_of_the_force_checks_whoever_with_more_span_is_under_him(die: int, rallied: bool) -> None:
    s = shaken("girard 0605: f1", "reille 0605 < girard: f2", who="f2")
    after = play(game(), s, m.Rally(leader("girard")), die)
    assert after.units[unit("f2")].shaken is not rallied


def test_8_steady_forces_and_those_without_a_leader_do_not_check() -> None:
    assert decided(game(), run(game(), shaken("reille 0605: f1", who=""))) == ""
    s = shaken("- 0605: f1", "reille 0705: f2")
    assert list(game().options(s)) == [m.Done()]
    assert decided(game(), run(game(), shaken("hill 0605: a1", who="a1"))) == ""
    both = shaken("reille 0605: f1 f2", "erlon 0705: f3", "hill 0905: a1", who="f1 a1")
    assert {o.leader for o in game().options(both) if isinstance(o, m.Rally)} == {leader("reille")}


# 9. Forced marches


def forced(*stacks: str, side: int = FRENCH, join: bool = False, **more: Any) -> State:
    """The Forced March Phase of a side, with the fights that there are."""
    s = run(game(), field(game(), *stacks, step=Prepare(), **more))
    while decided(game(), s).endswith(("gather", "bridge", "assault")):
        options = game().options(s)
        s = play(game(), s, options[0] if join else m.Done())
    return replace(s, agenda=(ForcedMarches(side),))


def plain(s: State, who: str = "erlon") -> set[str]:
    return {board().label(o.to) for o in everything(game(), s) if isinstance(o, m.Force) and o.leader == leader(who)}


def joins(s: State, who: str = "erlon", fight: int = 0) -> set[str]:
    return {
        board().label(o.to)
        for o in everything(game(), s)
        if isinstance(o, m.ToGuns) and (o.leader, o.fight) == (leader(who), fight)
    }


def test_9_1_a_forced_march_takes_half_of_the_allowance() -> None:
    found = plain(forced("erlon 0609: f1/5", "hill 1205: a1"))
    assert {"0608", "0607", "0809"} <= found
    assert not {"0609", "0606", "0909"} & found
    horse = plain(forced("murat 0609: dragoons", "hill 1205: a1"), "murat")
    assert "0606" in horse
    assert "0605" not in horse


def test_9_1_a_leader_gets_his_men_to_it_by_his_initiative() -> None:
    s = forced("erlon 0609: f1/5", "hill 1205: a1")
    log: list[Event] = []
    went = play(game(), s, m.Force(leader("erlon"), h("0607")), 2, 6, log=log)
    assert at(went, "f1") == "0607"
    assert "A force goes from" in texts(log, "allied")
    assert "Erlon" not in texts(log, "allied")
    log.clear()
    stayed = play(game(), s, m.Force(leader("erlon"), h("0607")), 3, log=log)
    assert at(stayed, "f1") == "0609"
    assert "Erlon does not get his men to march on: 3 against 2." in texts(log, "french")
    assert "Erlon" not in texts(log, "allied")
    for after in (went, stayed):
        assert not plain(after)
        assert after.leaders[leader("erlon")].forced
    wet = replace(s, weather="rain")
    assert at(play(game(), wet, m.Force(leader("erlon"), h("0607")), 2), "f1") == "0609"


def test_9_1_it_wears_men_down_by_two_more() -> None:
    s = forced("erlon 0609: f1/6", "hill 1205: a1")
    # One for the size, one for the march, two for its haste, less the die, halved.
    tired = play(game(), s, m.Force(leader("erlon"), h("0607")), 1, 1)
    assert (strength(tired, "f1"), tired.wasted) == (5, (1, 0))
    assert strength(play(game(), s, m.Force(leader("erlon"), h("0607")), 1, 3), "f1") == 6


def test_9_1_an_army_without_points_makes_none() -> None:
    assert plain(forced("erlon 0609: f1/5", "hill 1205: a1", points=(1, 9, 9)))
    assert not plain(forced("erlon 0609: f1/5", "hill 1205: a1", points=(0, 9, 9)))
    assert plain(forced("erlon 0609: f1/5", "hill 1205: a1", points=(1, 0, 0)))


def test_9_it_enters_no_zone_not_even_of_vedettes() -> None:
    for foe, riders in (("hill 0805: a1", {}), ("hill 1205: a1", {"riders": "0805"})):
        s = forced("erlon 0605: f1/5", foe, riders=riders)
        assert "0604" in plain(s)
        assert not {"0705", "0706", "0804", "0805"} & plain(s)
        assert refused(game(), s, m.Force(leader("erlon"), h("0705"))) == "forced"


def why_not(s: State, move: Any) -> tuple[str, tuple[str, ...]]:
    """Why a forced march is refused, with the paragraph."""
    with pytest.raises(IllegalMove) as refusal:
        game().check(s, "french", move)
    return refusal.value.why, refusal.value.cites


def test_9_whoever_can_not_march_on_is_told_why() -> None:
    s = forced("erlon 0609: f1/5", "hill 1205: a1")
    erlon = leader("erlon")
    assert why_not(s, m.Force(erlon, h("0606")))[0].endswith("is too far: a forced march has 2.5 movement points.")
    poor = forced("erlon 0609: f1/5", "hill 1205: a1", points=(0, 9, 9))
    told, cites = why_not(poor, m.Force(erlon, h("0607")))
    assert told.endswith("has no administrative points left to force a march with.")
    assert cites == ("CON 9.1",)
    tried = play(game(), s, m.Force(erlon, h("0607")), 6)
    assert why_not(tried, m.Force(erlon, h("0607")))[0] == "Erlon has tried already; each does so once."
    near = forced("erlon 0605: f1/5", "hill 0805: a1")
    zone = "A forced march enters the enemy's zone only to join one combat."
    assert why_not(near, m.Force(erlon, h("0705")))[0] == zone
    fighting = forced("murat 0605: dragoons", "hill 0705: a1", "erlon 0405: f2")
    told, _ = why_not(fighting, m.ToGuns(leader("murat"), 0, h("0604")))
    assert told == "Whoever is in a combat does not march to the guns of another."


def groups_of(s: State) -> list[set[str]]:
    """The hexes of both groups of the first fight."""
    return [{board().label(k) for k in own} for own in s.fights[0].hexes]


def test_9_2_whoever_fights_does_not_march_to_the_guns() -> None:
    s = forced("murat 0605: dragoons", "hill 0705: a1", "erlon 0405: f2")
    assert joins(s, "erlon")
    assert not joins(s, "murat")
    assert refused(game(), s, m.ToGuns(leader("murat"), 0, h("0604"))) == "forced"
    for who in (leader("hill"), leader("reille"), len(LEADERS), -1):
        assert refused(game(), s, m.Force(who, h("0905"))) == "not-yours"


def test_9_1_whoever_fights_may_march_away_out_of_every_zone_and_there_is_no_combat() -> None:
    s = forced("murat 0605: dragoons", "hill 0705: a1", points=(1, 0, 0))
    assert {"0505", "0405", "0707"} <= plain(s, "murat")
    assert not {"0604", "0704", "0706", "0705", "0605"} & plain(s, "murat")
    assert not plain(replace(s, points=(0, 9, 9)), "murat")
    # Infantry pays for leaving a zone, so that the road alone is short enough.
    assert plain(forced("ney 0605: f1", "hill 0705: a1"), "ney") == {"0505"}
    log: list[Event] = []
    away = play(game(), s, m.Force(leader("murat"), h("0405")), 1, 6, log=log)
    assert (at(away, "dragoons"), away.fights[0].done) == ("0405", True)
    assert "There will be no combat at Celle" in texts(log, "allied")
    stayed = play(game(), s, m.Force(leader("murat"), h("0405")), 6, log=log)
    assert (at(stayed, "dragoons"), stayed.fights[0].done) == ("0605", False)


def test_9_1_whom_it_has_linked_to_the_enemy_fights_no_more() -> None:
    stacks = ("murat 0604: dragoons", "erlon 0603: f2", "hill 0705: a1")
    s = forced("ney 0605: f1", *stacks, join=True)
    assert groups_of(s) == [{"0603", "0604", "0605"}, {"0705"}]
    away = play(game(), s, m.Force(leader("murat"), h("0405")), 1, 6)
    assert groups_of(away) == [{"0605"}, {"0705"}]
    assert not away.fights[0].done
    # Whoever leaves from behind the front takes nobody with him, nor does one of two forces of a hex.
    back = play(game(), s, m.Force(leader("erlon"), h("0502")), 1, 6)
    assert groups_of(back) == [{"0604", "0605"}, {"0705"}]
    two = forced("ney 0605: f1", "reille 0604: f3", *stacks, join=True)
    assert groups_of(play(game(), two, m.Force(leader("murat"), h("0405")), 1, 6)) == groups_of(two)


def test_9_1_enemies_whom_nobody_touches_any_more_fight_no_more_and_leaders_left_alone_ride_off() -> None:
    s = forced("ney 0605: f1", "murat 0706: dragoons", "napoleon 0706", "hill 0705: a1", "cole 0806: a2")
    assert groups_of(s) == [{"0605", "0706"}, {"0705", "0806"}]
    away = play(game(), s, m.Force(leader("murat"), h("0607")), 1, 6)
    assert groups_of(away) == [{"0605"}, {"0705"}]
    assert at(away, "napoleon") == "0605"


def test_9_leaders_without_troops_and_troops_without_a_leader_make_none() -> None:
    s = forced("erlon 0609", "- 0609: f1/5", "ney 0309: f2/5", "hill 1205: a1")
    assert {o.leader for o in everything(game(), s) if isinstance(o, m.Force)} == {leader("ney")}


def test_9_whoever_has_marched_on_is_not_carried_further() -> None:
    s = forced("ney 0609: f1/5", "reille 0709 < ney: f2/5", "hill 1205: a1")
    s = play(game(), s, m.Force(leader("reille"), h("0609")), 1, 6)
    s = play(game(), s, m.Force(leader("ney"), h("0608")), 1, 6)
    assert (at(s, "f1"), at(s, "f2")) == ("0608", "0609")


FIGHT = ("ney 0605: f1", "hill 0705: a1", "erlon 0405: f2/5")


def test_9_2_a_force_may_march_beside_the_enemy_or_to_its_friends() -> None:
    # Two and a half points: over the road to the group, beside it, and round the enemy.
    found = joins(forced(*FIGHT))
    assert {"0605", "0505", "0604", "0506"} <= found
    assert "0705" not in found
    assert "0405" not in found


def test_9_2_it_needs_no_points_but_half_of_the_allowance() -> None:
    poor = forced(*FIGHT, points=(0, 9, 9))
    assert joins(poor) == joins(forced(*FIGHT))
    assert not joins(forced("ney 0605: f1", "hill 0705: a1", "erlon 0109: f2"))
    # From 0609 it is three points to 0606, beside the group, from 0608 two.
    assert not joins(forced("ney 0605: f1", "hill 0705: a1", "erlon 0609: f2/5"))
    assert "0606" in joins(forced("ney 0605: f1", "hill 0705: a1", "erlon 0608: f2/5"))


def test_9_2_how_far_it_goes_stands_in_the_table() -> None:
    table = shipped()["guns"]
    far = replace(table, rows={**table.rows, "half the allowance, halves": [2]})
    e = Campaign(game().setting.scenario, board(), Options(), Tables({"guns": far}))
    s = forced("ney 0603: f1", "hill 0703: a1", "erlon 0609: f2/5")
    assert not joins(s)
    # Five points of infantry: to 0604, beside the group, and no farther.
    march = m.ToGuns(leader("erlon"), 0, h("0604"))
    assert {o.to for o in everything(e, s) if isinstance(o, m.ToGuns)} == {h("0604")}
    assert at(play(e, s, march, 1, 6), "f2") == "0604"
    assert e.label(s, march) is not None
    six = forced("ney 0602: f1", "hill 0702: a1", "erlon 0609: f2/5")
    assert not [o for o in everything(e, six) if isinstance(o, m.ToGuns)]
    assert plain(s) == {board().label(o.to) for o in everything(e, s) if isinstance(o, m.Force)}, "9.1 is as ever"


def test_9_2_only_one_fight_can_be_joined() -> None:
    s = forced("ney 0605: f1", "hill 0705: a1", "reille 0602: f3", "uxbridge 0702: a2", "erlon 0503: f2/5")
    assert len(s.fights) == 2
    assert joins(s, fight=0) | joins(s, fight=1)
    for n in (0, 1):
        other = set(s.fights[1 - n].hexes[OTHER])
        for name in joins(s, fight=n):
            assert not other.intersection(game().context.foes(s, h(name), FRENCH))
    assert "0604" in joins(s, fight=0) | joins(s, fight=1)


def test_9_2_a_hex_beside_two_enemies_is_closed() -> None:
    # Uxbridge at 0803 fights Reille; 0704 touches both him and Hill.
    s = forced("ney 0605: f1", "hill 0705: a1", "reille 0903: f3", "uxbridge 0803: a2", "erlon 0603: f2/5")
    assert len(s.fights) == 2
    assert "0704" not in joins(s, fight=0) | joins(s, fight=1)
    assert "0604" in joins(s, fight=0) | joins(s, fight=1)


def test_9_2_whoever_kept_out_of_it_may_still_come_without_a_step() -> None:
    s = forced("ney 0605: f1", "hill 0705: a1", "erlon 0505: f2/5")
    assert s.fights[0].hexes[FRENCH] == (h("0605"),)
    assert "0505" in joins(s)
    assert value(s, "distance", 0, "0505") == 0
    s = play(game(), s, m.ToGuns(leader("erlon"), 0, h("0505")), 5)
    assert s.fights[0].hexes[FRENCH] == tuple(hexes("0505 0605"))
    assert s.fights[0].outflanking == ((), ())


def test_9_2_whoever_keeps_out_of_it_is_not_taken_in_by_another_who_joins() -> None:
    fight = ("ney 0605: f1", "hill 0705: a1")
    s = forced(*fight, "reille 0505: f3", "erlon 0505: f2/5", "murat 0404: dragoons")
    for who in ("erlon", "murat"):
        assert "0505" not in joins(s, who), "Reille has not thrown for it"
        assert {"0605", "0506"} <= joins(s, who)
        assert refused(game(), s, m.ToGuns(leader(who), 0, h("0505"))) == "others"
    assert "0505" in joins(forced(*fight, "reille 0504: f3", "erlon 0505: f2/5"))
    # Whom the marcher leads himself comes with him, and whoever fights there already keeps nobody out.
    under = forced(*fight, "erlon 0505: f2/5", "murat 0505 < erlon: dragoons")
    assert "0505" in joins(under)
    joined = play(game(), s, m.ToGuns(leader("erlon"), 0, h("0506")), 1, 6)
    assert "0506" in joins(joined, "murat")


def test_9_2_the_die_must_not_exceed_both_leaders_initiative() -> None:
    x = game().context
    s = forced(*FIGHT)
    assert guns_target(x, s, 0, leader("erlon")) == 4 + 2
    # Of the group, the senior leader beside the enemy counts, wherever a greater one stands behind.
    s = forced(*FIGHT, "napoleon 0505: f3", join=True)
    assert h("0505") in s.fights[0].hexes[FRENCH]
    assert guns_target(x, s, 0, leader("erlon")) == 4 + 2
    s = forced("- 0605: f1", "hill 0705: a1", "erlon 0405: f2")
    assert guns_target(x, s, 0, leader("erlon")) == 2


def test_9_2_a_one_always_succeeds_and_a_six_never() -> None:
    assert arrives(TABLES, 0, 9, dice(1))
    assert not arrives(TABLES, 20, 0, dice(6))
    assert arrives(TABLES, 5, 2, dice(3))
    assert not arrives(TABLES, 5, 2, dice(4))
    assert guns_odds(TABLES, 5, 2)[True] == Fraction(1, 2)


def value(s: State, name: str, far: int = 0, to: str = "0605", who: str = "erlon") -> int:
    found = guns_parts(game().context, s, 0, leader(who), far, h(to))
    return sum(part.value for part in found if part.name == name)


def test_9_2_each_movement_point_counts_rounded_up() -> None:
    s = forced(*FIGHT)
    assert [value(s, "distance", far) for far in (0, 1, 2, 3, 4, 5)] == [0, 1, 1, 2, 2, 3]


def test_9_2_resistance_of_the_enemys_leader() -> None:
    assert [resistance(TABLES, active, 3) for active in (5, 4, 3, 2)] == [0, 0, 1, 2]
    # Ney 4 and Erlon 2 are 3 on average; with Reille it is 3.5, which is 4.
    assert value(forced(*FIGHT), "resistance") == 1
    assert value(forced("ney 0605: f1", "hill 0705: a1", "reille 0405: f2"), "resistance", who="reille") == 0
    better = forced("ney 0605: f1", "wellington 0705: a1", "erlon 0405: f2/5")
    assert value(better, "resistance") == 2
    # The whole enemy group's senior leader counts, not the one whom the march meets.
    both = forced("ney 0605: f1", "hill 0705: a1", "wellington 0606: a2", "erlon 0405: f2/5")
    assert value(both, "resistance", to="0604") == 2
    none = forced("ney 0605: f1", "- 0705: a1", "erlon 0405: f2/5")
    assert value(none, "resistance") == 0


def test_9_2_enemy_cavalry_counts_against_outflanking_alone() -> None:
    s = forced("ney 0605: f1", "hill 0705: a1 riders/2", "erlon 0504: f2/5")
    assert value(s, "cavalry of the enemy", to="0604") == 2
    assert value(s, "cavalry of the enemy", to="0605") == 0
    assert value(s, "cavalry of the enemy", to="0505") == 0
    strong = forced("ney 0605: f1", "hill 0705: a1 riders/2", "erlon 0504: f2/5 cuirassiers")
    assert value(strong, "cavalry of the enemy", to="0604") == 0
    even = forced("ney 0605: f1", "hill 0705: a1 riders/2 scots/2", "erlon 0504: f2/5 hussars/2")
    assert value(even, "cavalry of the enemy", to="0604") == 1


def test_9_2_cavalry_counts_only_where_a_contact_hex_is_clear() -> None:
    # From the hills of 0902 against the wooded ones of 0901.
    rough = forced("ney 1001: f1", "hill 0901: a1 riders/2", "erlon 0903: f2/5")
    assert turns(game().context, rough, 0, FRENCH, h("0902"))
    assert "0902" in joins(rough)
    assert value(rough, "cavalry of the enemy", to="0902") == 0
    clear = forced("ney 1002: f1", "hill 0902: a1 riders/2", "erlon 0904: f2/5")
    assert turns(game().context, clear, 0, FRENCH, h("0903"))
    assert value(clear, "cavalry of the enemy", to="0903") == 2


def test_9_2_a_leader_who_could_not_form_a_force_with_them_has_two_more() -> None:
    s = forced("ney 0605: f1", "hill 0705: a1", "ziethen 0905: p1/5", side=OTHER)
    assert value(s, "no common force", to="0805", who="ziethen") == 2
    own = forced("ney 0605: f1", "wellington 0705: a1", "uxbridge 0905: a2/5", side=OTHER)
    assert value(own, "no common force", to="0805", who="uxbridge") == 0
    # Two of Hill's rank cannot take each other in with their hands full.
    full = forced("ney 0605: f1", "hill 0705: a1 a3 a4 a5", "uxbridge 0905: a2/5", side=OTHER)
    assert value(full, "no common force", to="0805", who="uxbridge") == 2


def test_9_2_an_empty_hex_beside_the_enemy_outflanks_and_makes_the_attacker() -> None:
    s = forced("ney 0605: f1", "hill 0705: a1", "erlon 0504: f2/5", contacts=((OTHER, h("0705")),))
    assert s.fights[0].attacker == OTHER
    log: list[Event] = []
    s = play(game(), s, m.ToGuns(leader("erlon"), 0, h("0604")), 1, 6, log=log)
    assert "outflanks the enemy" in texts(log, "allied")
    fight = s.fights[0]
    assert fight.hexes[FRENCH] == tuple(hexes("0604 0605"))
    assert fight.outflanking == ((h("0604"),), ())
    assert fight.attacker == FRENCH
    assert s.contacts[-1] == (FRENCH, h("0604"))
    group, _ = groups.side_group(game().context, s, fight, FRENCH)
    assert group.outflanking == ("division",)
    assert groups.side_group(game().context, s, fight, OTHER)[0].outflanking == ()


def test_9_2_a_reinforcement_outflanks_nobody() -> None:
    s = forced("ney 0605: f1", "hill 0705: a1", "erlon 0504: f2/5", contacts=((OTHER, h("0705")),))
    for to in ("0605", "0505"):
        after = play(game(), s, m.ToGuns(leader("erlon"), 0, h(to)), 1, 6)
        assert after.fights[0].outflanking == ((), ())
        assert after.fights[0].attacker == OTHER
        assert h(to) in after.fights[0].hexes[FRENCH]


def test_9_2_follow_up_forces_may_use_what_the_first_has_opened() -> None:
    s = forced("ney 0605: f1", "hill 0705: a1", "erlon 0504: f2/5", "reille 0503: f3/5")
    before = joins(s, "reille")
    s = play(game(), s, m.ToGuns(leader("erlon"), 0, h("0604")), 1, 6)
    assert "0603" in joins(s, "reille")
    assert "0603" not in before
    again = play(game(), s, m.ToGuns(leader("reille"), 0, h("0604")), 1, 6)
    assert again.fights[0].outflanking == ((h("0604"),), ())


def test_9_2_whoever_comes_after_the_first_outflanks_too() -> None:
    s = forced("ney 0605: f1", "hill 0705: a1 riders/2", "erlon 0504: f2/5", "reille 0503: f3/5")
    s = play(game(), s, m.ToGuns(leader("erlon"), 0, h("0604")), 1, 6)
    # Nobody stood there when the phase began, so that the enemy's cavalry is in the way of both.
    assert value(s, "cavalry of the enemy", who="reille", to="0604") == 2
    assert play(game(), s, m.ToGuns(leader("reille"), 0, h("0604")), 1, 6).fights[0].attacker == FRENCH


def test_9_2_who_fails_stays_and_has_tried() -> None:
    s = forced(*FIGHT)
    log: list[Event] = []
    s = play(game(), s, m.ToGuns(leader("erlon"), 0, h("0605")), 6, log=log)
    assert at(s, "f2") == "0405"
    assert not joins(s)
    assert texts(log, "french") == "Erlon throws 6 and does not come to the guns.", "the enemy may be hidden"
    assert "Erlon" not in texts(log, "allied")


@pytest.mark.parametrize(
    ("stacks", "side", "who", "to"),
    [
        # His cavalry, which another leads under him, meets the enemy's like that which he leads himself.
        (("ney 0605: f1", "hill 0705: a1 riders/2", "erlon 0504: f2/5", "murat 0504 < erlon: cuirassiers"),
         FRENCH, "erlon", "0604"),
        (("ney 0605: f1", "hill 0705: a1 riders/2", "erlon 0504: f2/5 cuirassiers"), FRENCH, "erlon", "0604"),
        # He could not form a force with those who fight, be all his men under others.
        (("ney 0605: f1", "hill 0705: a1", "blucher 0905:", "ziethen 0905 < blucher: p1/5"),
         OTHER, "blucher", "0805"),
        (("ney 0605: f1", "hill 0705: a1", "blucher 0905: p1/5"), OTHER, "blucher", "0805"),
    ],
)  # fmt: skip
def test_9_2_the_die_is_that_of_the_whole_force_as_it_was_promised(
    stacks: tuple[str, ...], side: int, who: str, to: str
) -> None:
    s, i = forced(*stacks, side=side), leader(who)
    phase = s.agenda[-1]
    force = phase.reach_of(game().context, s, game().context.force(s, i), guns=True)
    added = sum(part.value for part in guns_parts(game().context, s, 0, i, force[h(to)][0], h(to)))
    target = guns_target(game().context, s, 0, i)
    seat = game().setting.sides[side]
    after = [game().apply(s, seat, m.ToGuns(i, 0, h(to)), dice(die, 6), []) for die in range(1, 7)]
    came = [then.leaders[i].at == h(to) for then in after]
    assert came == [die == 1 or (die < 6 and die + added <= target) for die in range(1, 7)]
    assert sum(came) > 1


def test_9_2_whoever_marches_to_an_assault_besieges_too() -> None:
    s = forced("ney 0706: f1", "hill 0707: a1", "erlon 0505: f2/5", join=True)
    assert s.fights[0].besieged == OTHER
    assert "0605" in joins(s)
    after = play(game(), s, m.ToGuns(leader("erlon"), 0, h("0605")), 1, 6)
    assert (after.fights[0].besieged, groups_of(after)) == (OTHER, [{"0605", "0706"}, {"0707"}])
    assert decided(game(), after) == "french: forced"
    # Where nobody wants to fight there are no guns to march to.
    assert not joins(forced("ney 0706: f1", "hill 0707: a1", "erlon 0505: f2/5"))


def test_9_2_whoever_relieves_a_town_ends_the_siege_and_both_sides_choose_a_chit() -> None:
    siege = ("ney 0706: f1", "hill 0707: a1")
    s = forced(*siege, "uxbridge 0908: riders", side=OTHER, join=True)
    assert s.fights[0].besieged == OTHER
    assert {"0707", "0807"} <= joins(s, "uxbridge")
    told = [game().label(s, m.ToGuns(leader("uxbridge"), 0, h(to))).detail for to in ("0707", "0807")]
    assert ["The siege ends." in words for words in told] == [False, True]
    log: list[Event] = []
    into = play(game(), s, m.ToGuns(leader("uxbridge"), 0, h("0707")), 1, 6, log=log)
    assert (into.fights[0].besieged, decided(game(), into)) == (OTHER, "allied: forced")
    assert "nobody is besieged" not in texts(log, "french")
    s = play(game(), s, m.ToGuns(leader("uxbridge"), 0, h("0807")), 1, 6, log=log)
    assert s.fights[0].besieged == -1
    assert "With troops from outside the town in the fight nobody is besieged" in texts(log, "french")
    assert decided(game(), s) == "french: guess"
    s = play(game(), play(game(), s, m.Guess(0, "corps")), m.Guess(0, "division"))
    assert (s.fights[0].guesses, decided(game(), s)) == (("corps", "division"), "allied: forced")


def test_9_2_the_words_of_a_march_to_the_guns_tell_nothing_of_the_enemy() -> None:
    stacks = ("ney 0605: f1", "erlon 0504: f2/5")
    contacts = ((OTHER, h("0705")),)
    weak = forced(*stacks, "hill 0705: a1", contacts=contacts)
    horse = forced(*stacks, "wellington 0705: a1 riders", contacts=contacts)
    move = m.ToGuns(leader("erlon"), 0, h("0604"))
    words = [game().label(state, move).detail for state in (weak, horse)]
    assert words[0] == words[1]
    assert "at best" in words[0]
