"""What a seat may know (base: stacks face down; 4, 5, 10.5; reading 73)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.dice import Throw
from napwidgets.kernel.game import Game, Played
from napwidgets.kernel.system import Event
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.marching import Marching
from napwidgets.systems.con.movement import MovementPhase
from napwidgets.systems.con.options import Options
from napwidgets.systems.con.organizing import Organization
from napwidgets.systems.con.rallying import MoraleChecks
from napwidgets.systems.con.state import FRENCH, GONE, HIDDEN, OTHER, Report, State, Vedette
from tests.systems.con.country import field, game, h, leader, unit

STACKS = ("ney 0605: f1", "erlon 0606", "- 0607: f2", "hill 0805: a1")


def seen(s: State, seat: str | None = "allied", **options: Any) -> State:
    found: State = game(Options(**options)).view(s, seat)
    return found


def test_base_views_of_the_enemy_only_occupied_hexes_are_seen() -> None:
    s = field(game(), *STACKS, riders={"hussars": "0704", "blues": "0904"})
    view = seen(s)
    assert view.unseen == tuple(sorted((h(name), FRENCH) for name in ("0605", "0606", "0607", "0704")))
    assert view.leaders[leader("ney")].at == HIDDEN
    assert view.units[unit("f1")].at == HIDDEN
    assert view.units[unit("f1")].strength == view.units[unit("f3")].strength
    assert view.vedettes == (Vedette(h("0904"), unit("blues")),)
    assert view.leaders[leader("hill")] == s.leaders[leader("hill")]
    assert view.units[unit("a1")] == s.units[unit("a1")]


def test_base_views_nobody_learns_who_waits_or_what_is_spent() -> None:
    here, waiting = field(game(), *STACKS), field(game(), *STACKS, "- 0605: f9")
    assert seen(here) == seen(waiting)
    assert seen(here.unit(unit("f1"), strength=1, shaken=True)) == seen(here)
    assert seen(here.lead(leader("ney"), moved=True, forced=True, column=True)) == seen(here)
    assert seen(here.unit(unit("f3"), at=GONE)) == seen(here)
    # A leader who is taken was seen to be.
    assert seen(here.lead(leader("ney"), at=GONE)).leaders[leader("ney")].at == GONE


def test_base_views_points_attrition_and_reports_are_ones_own() -> None:
    reports = (Report(2, FRENCH, h("0805")), Report(2, OTHER, h("0605")))
    s = field(game(), *STACKS, points=(7, 8, 9), wasted=(3, 4), reports=reports, lost=(5, 6))
    for open_play in (False, True):
        view = seen(s, open_play=open_play)
        assert view.points == (-1, 8, 9)
        assert view.wasted == (0, 4)
        assert view.reports == reports[1:]
        assert view.lost == (5, 6)
        assert seen(s, "french", open_play=open_play).points == (7, -1, -1)
        assert seen(s, "french", open_play=open_play).reports == reports[:1]


def test_base_views_a_spectator_sees_what_both_see() -> None:
    s = field(game(), *STACKS, points=(7, 8, 9), wasted=(3, 4))
    view = seen(s, None)
    assert {side for _, side in view.unseen} == {FRENCH, OTHER}
    assert view.points == (-1, -1, -1)
    assert view.wasted == (0, 0)
    assert all(lead.at == HIDDEN for lead in view.leaders)


def test_base_views_in_open_play_stacks_lie_face_up() -> None:
    s = field(game(), *STACKS, riders={"hussars": "0704"})
    view = seen(s, open_play=True)
    assert (view.leaders, view.units, view.vedettes, view.unseen) == (s.leaders, s.units, s.vedettes, ())


def test_base_views_nobody_sees_who_marches_organizes_or_has_checked() -> None:
    s = field(game(), *STACKS)
    for step, shown in (
        (Marching(FRENCH, leader("ney"), 7, 3), Marching(FRENCH, -1, 0, 0)),
        (Marching(FRENCH, leader("ney"), 18, 0, True), Marching(FRENCH, -1, 0, 0)),
        (Organization(FRENCH, (1,), (2,)), Organization(FRENCH)),
        (MoraleChecks(FRENCH, (1,)), MoraleChecks(FRENCH)),
        (MovementPhase(FRENCH), MovementPhase(FRENCH)),
    ):
        now = replace(s, agenda=(step,))
        assert seen(now).agenda == (shown,)
        assert seen(now, None).agenda == (shown,)
        assert seen(now, "french").agenda == (step,)
        assert seen(now, open_play=True).agenda == (step,)


def test_base_views_a_view_of_a_view_is_the_view() -> None:
    s = field(game(), *STACKS, riders={"hussars": "0704", "blues": "0904"})
    for seat in ("french", "allied", None):
        assert seen(seen(s, seat), seat) == seen(s, seat)


def test_base_views_strength_on_the_map_counts_vedettes() -> None:
    s = field(game(), "ney 0605: f1 hussars/3", "hill 0805: a1", riders={"hussars": "0704"})
    assert game().tally(s) == {"strength of french": 10, "strength of allied": 6}
    rows = {(row["name"], row["kind"]): row for row in game().rows(s)}
    assert rows["f1", "infantry"]["leader"] == "Ney"
    assert rows["hussars", "vedette"]["hex"] == "0704"
    assert rows["Ney", "leader"]["hex"] == "0605"


def test_who_tires_his_men_sees_the_dice_and_what_strangers_are_told_hides_none_of_them() -> None:
    own = Event("march", "Ney goes", to=("french",))
    strangers = Event("march", "A force goes", to=("allied",), data={"again": True, "seen": True})
    played = Played(1, "french", m.Done(), (Throw("attrition", "roll", 4, (4,)),), (own, strangers))
    after = Game(game(), field(game(), "ney 0605: f1/5"), None, 0, None, played)
    shown = {seat: len(after.dice_for(seat)) for seat in ("french", "allied", None)}
    assert shown == {"french": 1, "allied": 0, None: 0}
    rows = {seat: [row["text"] for row in after.entries(seat)] for seat in shown}
    assert rows == {"french": ["Ney goes"], "allied": ["A force goes"], None: ["A force goes"]}
