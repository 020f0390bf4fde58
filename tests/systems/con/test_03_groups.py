"""Combat groups on the map: who fights whom, over bridges, from behind; size classes (3.1, 3.2; readings 46 to 49)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.systems.con import groups
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.forced import senior_of
from napwidgets.systems.con.forces import Size
from napwidgets.systems.con.ground import span
from napwidgets.systems.con.muster import parts_at, size_of, together
from napwidgets.systems.con.preparation import Prepare
from napwidgets.systems.con.state import FRENCH, OTHER, Fight, State
from tests.systems.con.country import LEADERS, allowed, board, decided, field, game, h, hexes, leader, play, run


def prepared(*stacks: str, **more: Any) -> State:
    """The first decision after the Movement Phase."""
    s = field(game(), *stacks, step=Prepare(), **more)
    return run(game(), s)


def met(s: State) -> list[tuple[list[str], list[str]]]:
    """The hexes of every combat."""
    return [tuple([board().label(k) for k in own] for own in fight.hexes) for fight in s.fights]  # type: ignore[misc]


def test_3_1_stacks_beside_each_other_fight() -> None:
    assert met(prepared("ney 0605: f1", "hill 0705: a1")) == [(["0605"], ["0705"])]
    assert met(prepared("ney 0605: f1", "hill 0805: a1")) == []


def test_3_1_all_that_touch_the_same_enemy_are_one_group() -> None:
    s = prepared("ney 0605: f1", "reille 0706: f2", "hill 0705: a1")
    assert met(s) == [(["0605", "0706"], ["0705"])]
    s = prepared("ney 0605: f1", "hill 0705: a1", "uxbridge 0604: a2")
    assert met(s) == [(["0605"], ["0604", "0705"])]


def test_3_1_contact_runs_on_through_both_sides() -> None:
    # Ney touches Hill, Hill touches Reille, Reille touches Uxbridge.
    s = prepared("ney 0605: f1", "hill 0705: a1", "reille 0805: f2", "uxbridge 0906: a2")
    assert met(s) == [(["0605", "0805"], ["0705", "0906"])]


def test_3_1_two_fights_apart_are_two() -> None:
    s = prepared("ney 0605: f1", "hill 0705: a1", "reille 1002: f2", "uxbridge 1001: a2")
    assert met(s) == [(["0605"], ["0705"]), (["1002"], ["1001"])]


def test_3_1_streams_do_not_part_and_great_rivers_do() -> None:
    assert met(prepared("ney 0406: f1", "hill 0506: a1")) == [(["0406"], ["0506"])]
    assert met(prepared("ney 1006: f1", "hill 1106: a1")) == []
    boats = span(h("1006"), h("1106"))
    s = prepared("ney 1006: f1", "hill 1106: a1", pontoons=(boats,))
    assert decided(game(), s) == "french: bridge"


def test_3_1_vedettes_and_leaders_alone_are_no_group_and_link_none() -> None:
    assert met(prepared("hill 0705: a1", riders={"hussars": "0605"})) == []
    assert met(prepared("ney 0605", "hill 0705: a1")) == []
    s = prepared("ney 0605: f1", "hill 0705: a1", "uxbridge 0805: a2", riders={"hussars": "0706"})
    # The hussars touch both Hill and Uxbridge.
    assert met(s) == [(["0605"], ["0705"])]


BRIDGE = ("ney 1005: f1", "hill 1105: a1")


def test_3_1_over_a_great_rivers_bridge_whoever_came_last_is_asked_first() -> None:
    assert decided(game(), prepared(*BRIDGE)) == "french: bridge"
    came = prepared(*BRIDGE, contacts=((FRENCH, h("1005")), (OTHER, h("1105"))))
    assert decided(game(), came) == "allied: bridge"
    came = prepared(*BRIDGE, contacts=((OTHER, h("1105")), (FRENCH, h("1005"))))
    assert decided(game(), came) == "french: bridge"
    assert decided(game(), prepared(*BRIDGE, first=OTHER)) == "allied: bridge"


def test_3_1_whoever_attacks_over_the_bridge_is_the_attacker() -> None:
    s = prepared(*BRIDGE)
    one = play(game(), s, m.Accept())
    assert (one.fights[0].attacker, met(one)) == (FRENCH, [(["1005"], ["1105"])])
    assert decided(game(), one) == "french: guess"
    two = play(game(), play(game(), s, m.Done()), m.Accept())
    assert (two.fights[0].attacker, met(two)) == (OTHER, [(["1005"], ["1105"])])


def test_3_1_if_both_decline_nobody_fights_there_and_no_zone_lies_over_the_bridge() -> None:
    s = play(game(), prepared(*BRIDGE), m.Done())
    assert decided(game(), s) == "allied: bridge"
    s = play(game(), s, m.Done())
    assert met(s) == []
    assert s.crossed == (span(h("1005"), h("1105")),)
    x = game().context
    assert x.foes(s, h("1005"), FRENCH) == []
    assert h("1005") not in x.zone(s, OTHER)
    assert x.foes(replace(s, crossed=()), h("1005"), FRENCH) == [h("1105")]


def test_3_1_other_fights_of_those_who_declined_go_on() -> None:
    s = prepared(*BRIDGE, "reille 1004: f2", "uxbridge 0904: a2")
    s = play(game(), play(game(), s, m.Done()), m.Done())
    assert met(s) == [(["1004"], ["0904"])]
    assert list(game().options(s)) == [m.Join(0, h("1005")), m.Done()]


BEHIND = ("ney 0605: f1", "reille 0505: f2", "hill 0705: a1", "uxbridge 0804: a2")


def test_3_1_stacks_behind_may_join_and_the_side_without_the_initiative_says_so_first() -> None:
    s = prepared(*BEHIND)
    assert met(s) == [(["0605"], ["0705"])]
    assert decided(game(), s) == "allied: gather"
    assert list(game().options(s)) == [m.Join(0, h("0804")), m.Done()]
    assert decided(game(), prepared(*BEHIND, first=OTHER)) == "french: gather"
    s = play(game(), s, m.Join(0, h("0804")))
    assert met(s) == [(["0605"], ["0705", "0804"])]
    assert decided(game(), s) == "french: gather"
    s = play(game(), s, m.Done())
    assert met(s) == [(["0605"], ["0705", "0804"])]
    assert decided(game(), s) == "french: guess"


def test_3_1_only_those_right_behind_the_front_may_join() -> None:
    s = prepared("ney 0605: f1", "reille 0505: f2", "erlon 0405: f3", "hill 0705: a1")
    assert decided(game(), s) == "french: gather"
    assert list(game().options(s)) == [m.Join(0, h("0505")), m.Done()]
    assert not allowed(game(), s, m.Join(0, h("0405")))
    joined = play(game(), s, m.Join(0, h("0505")))
    # Who has joined from behind stands not beside the enemy.
    assert met(joined) == [(["0505", "0605"], ["0705"])]
    assert decided(game(), joined) == "french: guess"


def test_3_1_vedettes_behind_the_front_do_not_join() -> None:
    s = prepared("ney 0605: f1", "hill 0705: a1", riders={"hussars": "0505"})
    # It is asked, for from outside nobody can tell what stands there.
    assert decided(game(), s) == "french: gather"
    assert list(game().options(s)) == [m.Done()]


def test_3_1_nobody_joins_two_fights() -> None:
    s = prepared("ney 0604: f1", "hill 0705: a1", "reille 0602: f2", "uxbridge 0601: a2", "erlon 0603: f3")
    assert met(s) == [(["0602"], ["0601"]), (["0604"], ["0705"])]
    assert list(game().options(s)) == [m.Join(0, h("0603")), m.Join(1, h("0603")), m.Done()]
    s = play(game(), s, m.Join(1, h("0603")))
    assert met(s) == [(["0602"], ["0601"]), (["0603", "0604"], ["0705"])]
    assert decided(game(), s) == "french: guess"


def test_3_1_who_attacks_came_last_into_the_zone() -> None:
    stacks = ("ney 0605: f1", "reille 0706: f2", "hill 0705: a1")
    assert prepared(*stacks).fights[0].attacker == FRENCH
    assert prepared(*stacks, first=OTHER).fights[0].attacker == OTHER
    both = ((FRENCH, h("0605")), (OTHER, h("0705")))
    assert prepared(*stacks, contacts=both).fights[0].attacker == OTHER
    # A part of the group is enough; what happened elsewhere does not count (10.1).
    assert prepared(*stacks, contacts=(*both, (FRENCH, h("0706")))).fights[0].attacker == FRENCH
    assert prepared(*stacks, contacts=(*both, (FRENCH, h("1105")))).fights[0].attacker == OTHER


def test_10_1_the_attacker_moved_last_into_a_zone() -> None:
    stacks = ("ney 0605: f1", "hill 0705: a1")
    last = ((OTHER, h("0705")), (FRENCH, h("0605")))
    assert prepared(*stacks, contacts=last).fights[0].attacker == FRENCH
    assert prepared(*stacks, contacts=last[::-1]).fights[0].attacker == OTHER


@pytest.mark.parametrize("places", [("0605", "0706"), ("0706", "0605")])
@pytest.mark.parametrize(("erlons", "senior"), [(2, "reille"), (3, "reille"), (4, "erlon")])
def test_3_2_of_leaders_of_the_same_span_the_better_one_is_senior_and_of_equals_the_first_of_the_order_of_battle(
    places: tuple[str, str], erlons: int, senior: str
) -> None:
    e = game(leaders=tuple(replace(data, initiative=erlons) if data.id == "erlon" else data for data in LEADERS))
    stacks = (f"reille {places[0]}: f1 f2", f"erlon {places[1]}: f3", "hill 0705: a1")
    s = run(e, field(e, *stacks, step=Prepare()))
    [fight] = s.fights
    assert senior_of(e.context, s, fight, FRENCH) == leader(senior)
    assert groups.side_group(e.context, s, fight, FRENCH)[0].senior == e.context.value(leader(senior))


def size(*stacks: str, side: int = FRENCH) -> Size:
    """The size class of all that stands in a hex."""
    x, s = game().context, field(game(), *stacks)
    return size_of(x, s, parts_at(x, s, side, [h("0605")]))


@pytest.mark.parametrize(
    ("side", "wanted", "stacks"),
    [
        (OTHER, "division", ("cole 0605: a1 a2",)),
        (FRENCH, "corps", ("reille 0605: f1 f2",)),
        (FRENCH, "corps", ("ney 0605: f1", "reille 0605 < ney: f2 f3 f4 f5 f6")),
        (OTHER, "corps", ("wellington 0605: a1", "cole 0605 < wellington: a2 a3", "hill 0605 < wellington: a4 a5 a6")),
        (FRENCH, "army", ("ney 0605", "erlon 0605 < ney: f1 f2 f3 f4 f5", "reille 0605 < ney: f6 f7 f8 f9 f10")),
        (
            OTHER,
            "army",
            (
                "wellington 0605",
                "hill 0605 < wellington: a1 a2",
                "cole 0605 < wellington: a3 a4",
                "blucher 0605: p1 p2",
            ),
        ),
    ],
)
def test_3_2_the_examples_of_the_text_on_the_map(side: int, wanted: Size, stacks: tuple[str, ...]) -> None:
    assert size(*stacks, side=side) == wanted


def test_3_2_one_and_a_half_is_a_division_whoever_leads() -> None:
    assert size("ney 0605: f1 hussars") == "division"
    assert size("ney 0605: f1 hussars lancers") == "corps"
    assert size("- 0605: f1") == "division"
    assert size("- 0605: f1 f2") == "corps"


def test_3_2_leaders_without_employment_do_not_count() -> None:
    three = ("ney 0605: f1", "reille 0605: f2", "erlon 0605: f3")
    assert size(*three) == "army"
    assert size(*three[:2], "erlon 0605") == "corps"
    assert size(*three[:2], "girard 0605: f3") == "corps"
    assert size("girard 0605: f1 f2", "erlon 0605") == "division"


def test_3_2_vedettes_are_never_counted() -> None:
    x, s = game().context, field(game(), "girard 0605: f1 f2", riders={"hussars": "0605", "lancers": "0605"})
    group, units = groups.side_group(x, s, Fight(((h("0605"),), (h("0705"),)), FRENCH), FRENCH)
    assert (group.size, group.strength, group.vedettes, len(units)) == ("division", 12, 2, 2)


def forces(*stacks: str, side: int = FRENCH) -> int:
    x, s = game().context, field(game(), *stacks)
    return together(x, s, parts_at(x, s, side, hexes("0605 0705")))


def test_10_5_7_1_forces_that_the_senior_leader_can_take_in_are_one() -> None:
    assert forces("ney 0605: f1", "reille 0705: f2") == 1
    # Ney has a span of six: with five units there is no room for a leader worth two.
    assert forces("ney 0605: f1 f2 f3 f4", "reille 0705: f5") == 1
    assert forces("ney 0605: f1 f2 f3 f4 f6", "reille 0705: f5") == 2
    assert forces("ney 0605: f1 f2 f3", "reille 0705: f5", "girard 0705: f6") == 1
    assert forces("ney 0605: f1 f2 f3 f4", "reille 0705: f5", "girard 0705: f6") == 2
    assert forces("ney 0605: f1", "- 0705: f2") == 1


def test_10_5_7_1_forces_of_another_army_stand_by_themselves() -> None:
    assert forces("wellington 0605: a1", "hill 0705: a2", side=OTHER) == 1
    assert forces("wellington 0605: a1", "blucher 0705: p1", side=OTHER) == 2
    assert forces("wellington 0605: a1", "- 0705: p1", side=OTHER) == 2


def test_3_1_a_side_that_fights_takes_all_of_its_hexes_with_it() -> None:
    x = game().context
    s = prepared("ney 0605: f1", "reille 0605: f2", "hill 0705: a1")
    group, units = groups.side_group(x, s, s.fights[0], FRENCH)
    assert (group.strength, len(units), len(group.leaders)) == (12, 2, 2)
