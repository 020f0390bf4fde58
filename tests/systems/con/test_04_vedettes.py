"""Vedettes and leaders alone, scouting on the map, repulses (4, 5, 7; readings 40, 41, 44, 46, 79)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.system import Event
from napwidgets.systems.con import moves as m
from napwidgets.systems.con import vedettes
from napwidgets.systems.con.face.inspector import inspect
from napwidgets.systems.con.face.pieces import scene
from napwidgets.systems.con.marching import Marching
from napwidgets.systems.con.movement import MovementPhase
from napwidgets.systems.con.organizing import Organization
from napwidgets.systems.con.preparation import Prepare
from napwidgets.systems.con.state import FRENCH, GONE, OTHER, RIDERS, Lead, Report, State, Vedette
from tests.systems.con.country import (
    allowed,
    at,
    board,
    decided,
    everything,
    field,
    game,
    h,
    leader,
    play,
    refused,
    run,
    strength,
    texts,
    unit,
)

HILL = ("hill 0905: a1", "ney 0505: f1/5 hussars/3")


def marched(to: str, *stacks: str, who: str = "hill", left: int = 10, **more: Any) -> tuple[State, list[Event]]:
    """After a march of an allied force."""
    log: list[Event] = []
    s = field(game(), *stacks, **more)
    s = replace(s, agenda=(MovementPhase(OTHER), Marching(OTHER, leader(who), left)))
    return play(game(), s, m.Go(h(to)), log=log), log


def test_4_vedettes_beside_whom_a_force_comes_are_found_out_and_dispersed() -> None:
    s, log = marched("0805", *HILL, riders={"hussars": "0705"})
    assert at(s, "v:hussars") == "0505"
    assert not s.vedettes[0].up
    assert "vedettes at" in texts(log)
    assert strength(s, "hussars") == 3
    s, log = marched("0805", *HILL, riders={"hussars": "0605"})
    assert at(s, "v:hussars") == "0605"
    assert "vedettes at" not in texts(log)


def test_4_they_learn_the_leader_the_size_and_the_strength_and_nobody_else_does() -> None:
    s, log = marched("0805", *HILL, riders={"hussars": "0705"})
    assert s.reports == (Report(2, FRENCH, h("0805"), leader("hill"), "division", 10),)
    assert "Vedettes report Hill" in texts(log, "french")
    assert "a division of about 10" in texts(log, "french")
    assert "report" not in texts(log, "allied")
    s, log = marched("0805", "hill 0905: a1/5", riders={"hussars": "0705"})
    assert s.reports[0].strength == 1
    assert "a division of 5 strength points at the most." in texts(log, "french")


def test_4_an_army_is_an_army() -> None:
    army = ("wellington 0905: a1", "hill 0905 < wellington: a2", "uxbridge 0905 < wellington: a3")
    stay = replace(field(game(), *army, riders={"hussars": "0705"}), points=(9, 99, 9))
    s = replace(stay, agenda=(MovementPhase(OTHER), Marching(OTHER, leader("wellington"), 10)))
    log: list[Event] = []
    play(game(), s, m.Go(h("0805")), log=log)
    assert "an army of about 20" in texts(log, "french")


def test_4_vedettes_hinder_no_march() -> None:
    s, _ = marched("0805", *HILL, riders={"hussars": "0705"})
    assert decided(game(), s) == "allied: march"
    top = s.agenda[-1]
    assert (top.left, top.spent) == (9, 1)
    s = play(game(), s, m.Go(h("0705")))
    assert at(s, "a1") == "0705"
    real, _ = marched("0805", "hill 0905: a1", "ney 0705: f1")
    assert decided(game(), real) == "allied: movement"


def test_4_vedettes_beside_whom_a_march_begins_are_dispersed_and_hold_nobody() -> None:
    s = field(game(), *HILL, riders={"hussars": "0805"}, step=MovementPhase(OTHER))
    log: list[Event] = []
    s = play(game(), s, m.Activate(leader("hill")), log=log)
    assert at(s, "v:hussars") == "0505"
    assert "vedettes at" in texts(log)
    top = s.agenda[-1]
    assert top.ways(game().context, s)[h("0805")][0] == 1
    alone = field(game(), *HILL, riders={"hussars": "0805"}, step=MovementPhase(OTHER))
    alone = play(game(), alone, m.Activate(leader("hill"), "initiative", True))
    assert at(alone, "v:hussars") == "0805"


def test_4_across_a_great_river_they_report_nothing() -> None:
    s, log = marched("1105", "hill 1205: a1", "ney 0505: f1/5", riders={"hussars": "1005"})
    assert at(s, "v:hussars") == "0505"
    assert s.reports == ()
    assert "report" not in texts(log, "french")


def test_4_they_fall_back_nine_points_at_most_or_are_lost() -> None:
    x = game().context
    near = field(game(), "ney 0909: f1", riders={"hussars": "0109"})
    assert at(vedettes.disperse(x, near, [unit("hussars")], []), "v:hussars") == "0909"
    log: list[Event] = []
    far = field(game(), "ney 1009: f1", riders={"hussars": "0109"})
    s = vedettes.disperse(x, far, [unit("hussars")], log)
    assert at(s, "v:hussars") == ""
    assert s.lost == (1, 0)
    assert log[0].data["tally"] == {"strength of french": -1}
    foes = field(game(), "hill 0209: a1", riders={"hussars": "0109"})
    assert vedettes.disperse(x, foes, [unit("hussars")], []).vedettes == ()


def test_4_they_ride_as_cavalry_does() -> None:
    x = game().context
    # The woods of 0702 cost a rider four points and a man on foot two; round them it is three.
    s = field(game(), "ney 0702: f1", "reille 0703: f2", riders={"hussars": "0701"})
    assert vedettes.refuge(x, s, FRENCH, h("0701")) == h("0703")


def test_4_leaving_a_zone_costs_vedettes_nothing() -> None:
    s = riding("ney 0505: f1", "hill 0609: a1", riders={"hussars": "0509"})
    after = play(game(), s, m.Ride(unit("hussars"), h("0109")))
    assert at(after, "v:hussars") == "0109"


def test_4_the_nearest_friends_take_them_in() -> None:
    x = game().context
    s = field(game(), "ney 0605: f1", "reille 0703: f2", "erlon 0704", riders={"hussars": "0705"})
    assert vedettes.refuge(x, s, FRENCH, h("0705")) == h("0605")
    gone = s.unit(unit("f1"), at=GONE)
    assert vedettes.refuge(x, gone, FRENCH, h("0705")) == h("0703")
    here = field(game(), "ney 0705: f1", riders={"hussars": "0705"})
    assert vedettes.refuge(x, here, FRENCH, h("0705")) == h("0705")


def riding(*stacks: str, riders: dict[str, str], **more: Any) -> State:
    return field(game(), *stacks, riders=riders, step=MovementPhase(FRENCH), **more)


def test_4_vedettes_ride_nine_points_once() -> None:
    s = riding("ney 0505: f1", riders={"hussars": "0509"})
    assert allowed(game(), s, m.Ride(unit("hussars"), h("0909")))
    assert m.Ride(unit("hussars"), h("0909")) in everything(game(), s)
    s = play(game(), s, m.Ride(unit("hussars"), h("0909")))
    assert at(s, "v:hussars") == "0909"
    assert refused(game(), s, m.Ride(unit("hussars"), h("0808"))) == "vedette"
    far = riding("ney 0505: f1", riders={"hussars": "0109"})
    assert allowed(game(), far, m.Ride(unit("hussars"), h("0909")))
    assert refused(game(), far, m.Ride(unit("hussars"), h("1009"))) == "vedette"
    theirs = riding("hill 0505: a1", riders={"riders": "0509"})
    assert refused(game(), theirs, m.Ride(unit("riders"), h("0508"))) == "vedette"
    assert refused(game(), theirs, m.Ride(unit("lancers"), h("0508"))) == "vedette"


def test_4_vedettes_beside_the_enemy_are_revealed_and_stop() -> None:
    s = riding("ney 0505: f1", "hill 0705: a1", riders={"hussars": "0505"})
    log: list[Event] = []
    after = play(game(), s, m.Ride(unit("hussars"), h("0605")), log=log)
    assert "are vedettes of hussars" in texts(log, "allied")
    assert (at(after, "v:hussars"), after.vedettes[0].up) == ("0605", True)
    log.clear()
    after = play(game(), s, m.Ride(unit("hussars"), h("0506")), log=log)
    assert "are vedettes" not in texts(log)
    assert not after.vedettes[0].up


def test_4_among_troops_nobody_tells_them_apart() -> None:
    s = riding("ney 0605: f1", "hill 0705: a1", riders={"hussars": "0505"})
    log: list[Event] = []
    after = play(game(), s, m.Ride(unit("hussars"), h("0605")), log=log)
    assert "are vedettes" not in texts(log)
    assert (at(after, "v:hussars"), after.vedettes[0].up) == ("0605", False)


def told(s: State, seat: str | None = "allied") -> list[tuple[str, str, int]]:
    """What a seat knows of vedettes that lie face up: where, as what, how many."""
    return [(board().label(r.at), r.size, r.strength) for r in game().view(s, seat).reports if r.size == RIDERS]


def test_4_vedettes_that_were_found_out_lie_face_up_wherever_they_ride() -> None:
    e = game()
    s = riding("ney 0305: f1", "hill 0705: a1", riders={"hussars": "0505"})
    assert told(s) == []
    found = play(e, s, m.Ride(unit("hussars"), h("0605")))
    assert told(found) == [("0605", RIDERS, 1)]
    assert told(found, "french") == told(found, None) == []
    assert found.reports == (), "it lies on the map; nobody has been told"
    card = next(c for c in scene(e.context, e.view(found, "allied"), ()).counters if c.hex == h("0605"))
    assert (card.symbol, card.values, card.title) == ("vedette", "1", "vedettes, 1 strength point")
    (words,) = inspect(e.context, e.view(found, "allied"), "allied", h("0605"))[1:]
    assert (words.title, words.facts[0].value) == ("Vedettes", "1 SP, half a point each for scouting")
    later = replace(found, vedettes=(replace(found.vedettes[0], moved=False),))
    assert told(play(e, later, m.Ride(unit("hussars"), h("0506")))) == [("0506", RIDERS, 1)]
    both = replace(found, vedettes=(*found.vedettes, Vedette(h("0605"), unit("lancers"), True)))
    assert told(both) == [("0605", RIDERS, 2)]


@pytest.mark.parametrize("stack", ["reille 0605: f2", "reille 0605", "- 0605: f2"])
def test_4_with_others_they_lie_face_down_again(stack: str) -> None:
    """Whoever leaves then leaves nobody the wiser about who has stayed."""
    e = game()
    s = riding("ney 0305: f1", stack, "hill 0705: a1", riders={"hussars": "0605"})
    up = replace(s, vedettes=(replace(s.vedettes[0], up=True),))
    assert told(up) == []
    assert not run(e, up).vedettes[0].up
    mixed = riding("ney 0305: f1", "hill 0705: a1", riders={"hussars": "0605", "lancers": "0605"})
    mixed = replace(mixed, vedettes=(replace(mixed.vedettes[0], up=True), mixed.vedettes[1]))
    assert told(mixed) == []
    assert not any(v.up for v in run(e, mixed).vedettes)
    alone = replace(mixed, vedettes=mixed.vedettes[:1])
    assert run(e, alone).vedettes[0].up


def test_4_vedettes_that_meet_vedettes_disperse_each_other() -> None:
    s = riding("ney 0505: f1", "hill 0905: a1", riders={"hussars": "0505", "riders": "0705"})
    after = play(game(), s, m.Ride(unit("hussars"), h("0605")))
    assert (at(after, "v:hussars"), at(after, "v:riders")) == ("0505", "0905")
    assert after.reports == ()


def test_4_vedettes_that_meet_a_leader_alone_chase_him_and_stay() -> None:
    s = riding("ney 0505: f1", "hill 0705", "uxbridge 0905: a1", riders={"hussars": "0505"})
    after = play(game(), s, m.Ride(unit("hussars"), h("0605")))
    assert (at(after, "v:hussars"), at(after, "hill")) == ("0605", "0905")


def test_4_leaders_alone_ride_off_or_are_taken() -> None:
    s, log = marched("0805", "hill 0905: a1", "ney 0705", "reille 0505: f2")
    assert at(s, "ney") == "0505"
    assert "Ney: found alone" in texts(log, "allied")
    assert [e.cites for e in log if e.kind == "leader"] == [("CON base: leaders",)]
    s, log = marched("0805", "hill 0905: a1", "ney 0705", "reille 0105: f2")
    assert at(s, "ney") == "0105"
    s, log = marched("0805", "hill 0905: a1", "ney 0705")
    assert s.leaders[leader("ney")].at == GONE
    assert "Ney: taken" in texts(log, "allied")
    # Nobody learns under whom he was.
    s, log = marched("0805", "hill 0905: a1", "ney 0705 < erlon")
    assert "Ney: taken" in texts(log, "allied")
    assert game().view(s, "allied").leaders[leader("ney")] == Lead(GONE)
    s, _ = marched("0805", "hill 0905: a1", "ney 0705: f1", "erlon 0705")
    assert (at(s, "ney"), at(s, "erlon")) == ("0705", "0705")


def test_4_a_point_of_light_cavalry_rides_out_and_comes_back() -> None:
    s = field(game(), "ney 0505: f1 hussars/2 dragoons lancers/1", step=Organization(FRENCH))
    screens = [o.unit for o in everything(game(), s) if isinstance(o, m.Screen)]
    assert screens == [unit("hussars")]
    for name in ("f1", "dragoons", "lancers"):
        assert refused(game(), s, m.Screen(unit(name))) == "organization"
    s = play(game(), s, m.Screen(unit("hussars")))
    assert (strength(s, "hussars"), at(s, "v:hussars")) == (1, "0505")
    assert not allowed(game(), s, m.Screen(unit("hussars")))
    assert refused(game(), s, m.Gather(unit("hussars"))) == "organization"
    later = replace(s, agenda=(Organization(FRENCH),))
    later = play(game(), later, m.Gather(unit("hussars")))
    assert (strength(later, "hussars"), later.vedettes) == (2, ())


def test_4_demoralized_cavalry_sends_nobody_and_riders_elsewhere_are_not_gathered() -> None:
    s = field(game(), "ney 0505: hussars", step=Organization(FRENCH)).unit(unit("hussars"), shaken=True)
    assert not allowed(game(), s, m.Screen(unit("hussars")))
    s = field(game(), "ney 0505: hussars", riders={"hussars": "0506"}, step=Organization(FRENCH))
    assert not allowed(game(), s, m.Gather(unit("hussars")))
    theirs = field(game(), "hill 0505: riders", step=Organization(FRENCH))
    assert not allowed(game(), theirs, m.Screen(unit("riders")))


# 5. Scouting


def scouted(*stacks: str, **more: Any) -> tuple[State, list[Event]]:
    log: list[Event] = []
    s = run(game(), field(game(), *stacks, step=Prepare(), **more), log=log)
    while decided(game(), s).endswith("gather"):
        s = play(game(), s, m.Done(), log=log)
    return s, log


def test_5_light_cavalry_reports_what_it_faces_to_its_side_alone() -> None:
    s, log = scouted("ney 0605: f1 hussars/2", "hill 0705: a1 a2 a3 riders/4")
    assert Report(2, FRENCH, h("0705"), leader("hill"), "corps", 20) in s.reports
    assert "Scouts report Hill at" in texts(log, "french")
    assert "a corps of about 20" in texts(log, "french")
    assert "Hill" not in texts(log, "allied")
    s, log = scouted("ney 0605: f1 hussars/1", "hill 0705: a1 a2 a3 riders/4")
    assert Report(2, FRENCH, h("0705"), leader("hill"), "", 0) in s.reports
    assert "corps" not in texts(log, "french")
    # The riders see all of the French.
    assert Report(2, OTHER, h("0605"), leader("ney"), "division", 10) in s.reports


def test_5_without_light_cavalry_nobody_learns_anything() -> None:
    s, log = scouted("ney 0605: f1 cuirassiers dragoons", "hill 0705: a1")
    assert s.reports == ()
    assert "report" not in texts(log, "french")


def test_5_nothing_is_scouted_over_the_bridge_of_a_great_river() -> None:
    s, _ = scouted("ney 1005: f1 hussars", "hill 1105: a1")
    s = play(game(), s, m.Accept())
    assert len(s.fights) == 1
    assert s.reports == ()


def test_5_troops_without_a_leader_are_a_garrison() -> None:
    s, log = scouted("ney 0605: f1 hussars", "- 0705: a1")
    assert s.reports == (Report(2, FRENCH, h("0705"), -1, "division", 10),)
    assert "a garrison" in texts(log, "french")


def test_5_vedettes_beside_the_enemy_disperse_even_among_troops() -> None:
    s, _ = scouted("ney 0605: f1 f2", "hill 0705: a1", "reille 0509: f3", riders={"hussars": "0605", "lancers": "0604"})
    assert at(s, "v:hussars") == "0605"
    assert at(s, "v:lancers") == "0605"
    s, _ = scouted("ney 0605: f1 f2", "hill 0805: a1", riders={"hussars": "0604"})
    assert at(s, "v:hussars") == "0604"


def test_5_vedettes_count_half_for_the_group_they_are_with_or_that_faces_the_same_enemy() -> None:
    foe = "hill 0705: a1 a2 riders/2"
    s, _ = scouted("ney 0605: f1 f2", foe, riders={"hussars": "0605"})
    assert Report(2, FRENCH, h("0705"), leader("hill"), "", 0) in s.reports
    s, _ = scouted("ney 0605: f1 f2", foe, riders={"hussars": "0605", "lancers": "0706"})
    assert Report(2, FRENCH, h("0705"), leader("hill"), "corps", 10) in s.reports
    s, _ = scouted("ney 0605: f1 f2", foe, riders={"lancers": "0707"})
    assert [r for r in s.reports if r.side == FRENCH] == []


def test_5_vedettes_of_the_enemy_by_themselves_count_for_his_group_too() -> None:
    mine, foe = "ney 0605: f1 hussars/1", "hill 0705: a1 a2 riders/2"
    for riders, size in ({}, "corps"), ({"blues": "0604"}, ""), ({"blues": "0603"}, "corps"):
        s, _ = scouted(mine, foe, riders=riders)
        assert [report.size for report in s.reports if report.side == FRENCH] == [size]


def test_5_vedettes_alone_report_the_stack_beside_them_and_disperse() -> None:
    s, log = scouted("ney 0505: f1 f2", "hill 0705: a1 a2", riders={"lancers": "0706"})
    assert s.fights == ()
    assert s.reports == (Report(2, FRENCH, h("0705"), leader("hill"), "corps", 10),)
    assert "Scouts report Hill" in texts(log, "french")
    assert "Hill" not in texts(log, "allied")
    assert at(s, "v:lancers") == "0505"
    s, _ = scouted("ney 0505: f1 f2", "hill 0705: a1 a2 riders/2", riders={"lancers": "0706"})
    assert s.reports == (Report(2, FRENCH, h("0705"), leader("hill"), "", 0),)
    s, _ = scouted("ney 0905: f1 f2", "hill 1105: a1 a2", riders={"lancers": "1005"})
    assert s.reports == ()


# 7. Repulse


def repulsing(*stacks: str, left: int = 6, to: str = "0605", **more: Any) -> State:
    """Ney has come beside the enemy with movement points left."""
    s = field(game(), *stacks, step=Marching(FRENCH, leader("ney"), left), **more)
    return play(game(), replace(s, agenda=(MovementPhase(FRENCH), *s.agenda)), m.Go(h(to)))


NEY = "ney 0505: guard f1"


def test_7_a_force_of_seven_points_may_try_it_under_way() -> None:
    assert decided(game(), repulsing("ney 0505: f1/7", "hill 0705: a1")) == "french: march"
    assert decided(game(), repulsing("ney 0505: f1/6", "hill 0705: a1")) == "french: movement"
    s = repulsing("ney 0505: f1/7", "hill 0705: a1")
    assert list(game().options(s)) == [m.Repulse(h("0705")), m.Done()]
    assert refused(game(), s, m.Repulse(h("0704"))) == "repulse"
    assert refused(game(), s, m.Go(h("0505"))) == "zone"


def test_7_it_takes_a_movement_point() -> None:
    assert decided(game(), repulsing("ney 0505: f1/7", "hill 0705: a1", left=3)) == "french: march"
    assert decided(game(), repulsing("ney 0505: f1/7", "hill 0705: a1", left=2)) == "french: movement"


def test_7_not_over_a_great_river() -> None:
    s = repulsing("ney 0905: f1/7", "hill 1105: a1", to="1005")
    assert decided(game(), s) == "french: movement"


def test_7_seven_to_one_is_a_skirmish_at_once_and_the_march_goes_on() -> None:
    s = repulsing("ney 0505: guard f1", "hill 0705: a1/2")
    log: list[Event] = []
    s = play(game(), s, m.Repulse(h("0705")), 2, log=log)
    assert "push the stack" in texts(log)
    assert [(e.text, e.cites) for e in log if e.kind == "thrown"] == [("The die of the skirmish: 2.", ("CON 10.5.3",))]
    # The skirmish table costs the allies a point; they are outnumbered and go back three hexes.
    assert decided(game(), s) == "allied: retreat"
    assert s.lost == (0, 1)
    s = play(game(), s, game().options(s)[0])
    assert decided(game(), s) == "french: march"
    top = s.agenda[-1]
    assert (top.left, top.spent) == (6 - 1 - 2, 3)
    s = play(game(), s, m.Go(h("0705")), 6)
    assert at(s, "guard") == "0705"


def test_7_less_than_seven_to_one_fails_and_spoils_the_guess() -> None:
    s = repulsing("ney 0505: guard f1/5", "hill 0705: a1/2")
    log: list[Event] = []
    s = play(game(), s, m.Repulse(h("0705")), 6, log=log)
    assert "it holds, for that takes 7 to one." in texts(log)
    assert s.failed == ((FRENCH, h("0605")),)
    assert decided(game(), s) == "french: movement"
    ready = run(game(), replace(s, agenda=(Prepare(),)))
    assert ready.fights[0].failed == (True, False)
    elsewhere = run(game(), replace(s, agenda=(Prepare(),), failed=((FRENCH, h("0604")),)))
    assert elsewhere.fights[0].failed == (False, False)
    theirs = run(game(), replace(s, agenda=(Prepare(),), failed=((OTHER, h("0605")),)))
    assert theirs.fights[0].failed == (False, False)


def test_7_exactly_seven_to_one_is_enough() -> None:
    won = play(game(), repulsing("ney 0505: guard f1", "hill 0705: a1/2"), m.Repulse(h("0705")), 2)
    assert won.failed == ()
    lost = play(game(), repulsing("ney 0505: guard f1/5", "hill 0705: a1/2"), m.Repulse(h("0705")), 6)
    assert lost.failed == ((FRENCH, h("0605")),)


def test_7_either_side_may_repulse_and_the_beaten_go_back_three_hexes() -> None:
    s = field(game(), "hill 0905: a1/10 a2/11", "ney 0705: f1/3", step=Marching(OTHER, leader("hill"), 6))
    s = play(game(), replace(s, agenda=(MovementPhase(OTHER), *s.agenda)), m.Go(h("0805")))
    assert decided(game(), s) == "allied: march"
    # The fifth row of the skirmishes, since the French are a division outnumbered: a point of theirs.
    s = play(game(), s, m.Repulse(h("0705")), 5)
    assert s.lost == (1, 0)
    assert decided(game(), s) == "french: retreat"
    s = play(game(), s, game().options(s)[0])
    assert strength(s, "f1") == 2
    assert game().context.ground.distance(h("0705"), s.units[unit("f1")].at) == 3
