"""Where a steady player of the battles goes when it has to go back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.players.mop_situation import CoveredSituation
from napwidgets.players.nlc import SteadyPlayer
from napwidgets.players.nlc_marches import Posts
from napwidgets.players.nlc_situation import STEADY, Situation, goals
from napwidgets.scenarios import load
from napwidgets.systems.mop.supply import sources
from napwidgets.systems.tactical.core.state import OFF, Order, Pending
from napwidgets.systems.tactical.recovering.confidence import Flight
from tests.players.test_steady_losses import ALLIED, FRENCH, Field

CARELESS = replace(STEADY, homeward=0.0)


def beaten(at: str) -> Field:
    """Foy with a step left somewhere, and a battalion of the enemy at Quatre Bras."""
    return Field(FRENCH, {"foy": (at, 1), "bijlandt": ("0503", 2)})


def test_24_roads_home_leave_the_map_by_the_edges_of_supply() -> None:
    now = beaten("0404").seen()
    exits = now.roads_home()
    board, roads = now.x.board, now.x.setting.roads
    assert set(exits) == {h for h in roads if board.on_edge(h, "south")} < roads
    assert [now.homeward[h] for h in exits] == [0] * len(exits)
    allied = Situation(now.x, now.s, 1, goals(now.x, True), STEADY).roads_home()
    assert set(allied) == {h for h in roads if board.on_edge(h, "north") or board.on_edge(h, "west")} < roads


def test_mop_37_9_roads_home_lead_to_the_sources_of_supply() -> None:
    engine: Any = load("mop/brienne")
    x, s = engine.context, engine.start(SeededDice("h"), [])
    for side in (0, 1):
        exits = CoveredSituation(x, s, side, goals(x), STEADY).roads_home()
        assert exits
        assert exits == sources(x, s, side)


@pytest.mark.parametrize("at", ["0403", "0404", "0405", "0505"])
def test_20_10_who_has_lost_heart_runs_homeward(at: str) -> None:
    """A careless player takes the first hex that is offered, in the north-western corner."""
    field, engine = beaten(at), load("nlc/first-steps")
    s = field.state.push(Flight(field.x.infos[field.units["foy"]].formation, 3))
    ways = {move.path[-1] for sub in engine.subjects(s) for move in engine.options(s, sub.id)}
    near = field.seen().homeward
    fled = [SteadyPlayer(Random("1"), mood).choose(engine, s, "french") for mood in (STEADY, CARELESS)]
    assert near[fled[0].path[-1]] == min(near[h] for h in ways)
    assert fled[1].path[-1] == min(ways)
    assert near[fled[1].path[-1]] > near[fled[0].path[-1]]


@pytest.mark.parametrize(
    ("kind", "pull"), [("fall_back", STEADY.homeward), ("general_retreat", STEADY.homeward), ("reserve", 0.0)]
)
def test_20_2_who_falls_back_goes_homeward_and_a_reserve_stays(kind: str, pull: float) -> None:
    field = beaten("0404")
    foy = field.units["foy"]
    c = field.x.command_of(field.state, foy)
    field.state = field.state.command(c, order=Order(kind, OFF, 1))
    near, far = (field.x.board.number(h) for h in ("0407", "0403"))
    usual, careless = Posts(field.seen()), Posts(field.seen(CARELESS))
    gained = (usual.value(foy, near) - usual.value(foy, far)) - (careless.value(foy, near) - careless.value(foy, far))
    homeward = field.seen().homeward
    assert gained == pytest.approx(pull * (homeward[far] - homeward[near]))


def test_20_7_a_reserve_whose_order_is_late_stays_near_where_it_is_sent() -> None:
    """Out of the enemy's reach; without an order, or for a player who does not look after that, it rests anywhere."""
    field = beaten("0404")
    foy = field.units["foy"]
    c, board = field.x.command_of(field.state, foy), field.x.board
    sent = board.number("0404")
    field.state = field.state.command(c, order=Order("reserve", OFF, 1))
    rests = Posts(field.seen())
    late = Pending((Order("attack", sent),), 0, 1, 2, 0)
    field.state = field.state.command(c, pending=(late,))
    now, idle = Posts(field.seen()), Posts(field.seen(replace(STEADY, nigh=0.0)))

    def gains(posts: Posts, h: str, than: str) -> float:
        return posts.value(foy, board.number(h)) - posts.value(foy, board.number(than))

    # The enemy at 0503 is four, five and six hexes off, and three.
    distance = field.seen().distance
    assert [distance[board.number(h)] for h in ("0406", "0407", "0408", "0405")] == [4, 5, 6, 3]
    assert gains(now, "0406", "0407") == pytest.approx(STEADY.nigh)
    assert gains(now, "0407", "0408") == pytest.approx(STEADY.nigh)
    assert gains(now, "0405", "0406") == pytest.approx(STEADY.nigh - 0.6)
    for h, than in (("0406", "0407"), ("0405", "0406")):
        assert gains(idle, h, than) == gains(rests, h, than) < 0


def test_7_4_who_holds_a_place_gathers_behind_it() -> None:
    """Whoever stands in it or before it goes back with it; so it is done in 1814, where many places count."""
    field = Field(ALLIED, {"bijlandt": ("0504", 2), "orange-nassau": ("0503", 2), "foy": ("0507", 2)})
    place, bare = field.x.board.number("0504"), field.x.board.number("0503")
    regiment = field.units["orange-nassau"]
    c = field.x.command_of(field.state, regiment)
    field.state = field.state.command(c, order=Order("defend", place, 1))
    now, careful = field.seen(), field.seen(replace(STEADY, behind=1.0))
    assert now.worth(place)
    assert not now.worth(bare)
    behind = now.behind(place)
    assert now.homeward[behind] == min(now.homeward[h] for h in field.x.setting.near[place]) < now.homeward[place]
    assert Posts(careful)._centre(c, place) == behind
    assert Posts(careful)._centre(c, bare) == bare
    assert Posts(now)._centre(c, place) == place
    # Orange-Nassau looks behind the place for where to stand.
    assert Posts(careful).value(regiment, behind) - Posts(now).value(regiment, behind) == pytest.approx(
        STEADY.hold_near
    )
