"""Which bridges the steady player of con breaks and makes: those of who stays where he is (base: bridges)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.players.con import SteadyPlayer
from napwidgets.players.con_bridges import work
from napwidgets.players.con_situation import STEADY, Situation
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.ground import span
from napwidgets.systems.con.movement import MovementPhase
from napwidgets.systems.con.scenario import GoalData
from tests.systems.con.country import field, game, h, leader

FRENCH = 0
#: The place at the bridge of the Rhein counts, and the two at the ends of the road.
E = game(
    goals=(
        GoalData(at="1005", points=5, holder="french"),
        GoalData(at="0405", points=5, holder="french"),
        GoalData(at="eger", points=5, holder="allied"),
    )
)
RHEIN = span(h("1005"), h("1105"))
BREAK = m.Span(leader("ney"), h("1105"), "break")


def situation(*stacks: str, aim: str = "", mood: Any = STEADY, **more: Any) -> Situation:
    """A position in the phase of the French, where Ney has an aim."""
    s = field(E, *stacks, step=MovementPhase(FRENCH), **more)
    plan = {leader("ney"): (h(aim), 5.0, True)} if aim else {}
    return Situation(E.context, replace(s, holds=bytes((1, 1, 2))), FRENCH, mood, plan)


def test_the_bridge_is_broken_over_which_enough_enemies_come() -> None:
    assert work(situation("ney 1005: f1", "hill 1205: a1/4", aim="1005"), E) == BREAK
    # Three against six are no more than half.
    assert work(situation("ney 1005: f1", "hill 1205: a1/3", aim="1005"), E) is None
    assert work(situation("ney 1005: f1", "hill 0805: a1 a2", aim="1005"), E) is None
    assert work(situation("ney 1005: f1", "hill 1205: a1/4", aim="1005", mood=replace(STEADY, breaks=0.0)), E) is None


def test_nobody_breaks_a_bridge_of_a_small_river_or_at_a_place_that_does_not_count() -> None:
    assert work(situation("ney 0405: f1", "hill 0605: a1 a2", aim="1005"), E) is None
    now = situation("ney 1005: f1", "hill 1205: a1 a2", aim="1005")
    assert work(Situation(E.context, replace(now.s, holds=bytes((0, 1, 2))), FRENCH, STEADY, now.plan), E) is None


@pytest.mark.parametrize("more", [{"aim": "1205"}, {"aim": "1005", "centers": ("1105", "1405", "1405")}])
def test_nobody_breaks_what_he_needs_himself(more: dict[str, Any]) -> None:
    assert work(situation("ney 1005: f1", "hill 1305: a1 a2", **more), E) is None


def test_nobody_cuts_off_his_own() -> None:
    assert work(situation("ney 1005: f1", "reille 1205: f2", "hill 1305: a1 a2", aim="1005"), E) is None


def test_who_has_marched_leaves_it() -> None:
    now = situation("ney 1005: f1", "hill 1205: a1 a2", aim="1005")
    moved = Situation(E.context, now.s.lead(leader("ney"), moved=True), FRENCH, STEADY, now.plan)
    assert work(moved, E) is None


def test_a_way_to_an_aim_is_mended_or_laid_where_no_enemy_is_near() -> None:
    cut: dict[str, Any] = {"cut": (RHEIN,)}
    assert work(situation("ney 1005: f1", aim="1205", **cut), E) == m.Span(leader("ney"), h("1105"), "mend")
    assert work(situation("ney 1005: f1", aim="0605", **cut), E) is None
    assert work(situation("ney 1005: f1", "hill 1305: a1", aim="1205", **cut), E) is None
    # Where no bridge is near, or it is down, the train lays one.
    laid = work(situation("ney 1006: f1", aim="1207", **cut), E)
    assert laid is not None
    assert (laid.what, E.context.ground.distance(laid.to, h("1207"))) == ("lay", 1)
    assert work(situation("ney 1006: f1", aim="1207"), E) is None
    assert work(situation("ney 1006: f1", aim="1207", trains=(0, 1), **cut), E) is None


def test_the_player_works_when_nobody_marches_any_more() -> None:
    s = replace(field(E, "ney 1005: f1", "hill 1205: a1 a2 a3 a4", step=MovementPhase(FRENCH)), holds=bytes((1, 1, 2)))
    player = SteadyPlayer(Random(1))
    seen: list[Any] = []
    while len(seen) < 3 and (not seen or seen[-1] != m.Done()):
        seen.append(player.choose(E, E.view(s, "french"), "french"))
    assert seen[-1] == BREAK
