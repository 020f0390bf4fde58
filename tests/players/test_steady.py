"""The steady player of nlc: it beats random play from every side and sees nothing but its view."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Engine, Move, State
from napwidgets.lab.playouts import play_out
from napwidgets.players.base import Player
from napwidgets.players.nlc import SteadyPlayer
from napwidgets.players.nlc_marches import Place, Posts
from napwidgets.players.nlc_orders import wish
from napwidgets.players.nlc_situation import STEADY, Situation, Temper, goals
from napwidgets.players.registry import kinds, make_players
from napwidgets.scenarios import load, scenarios
from napwidgets.systems.tactical.command.targets import in_reach
from napwidgets.systems.tactical.core import moves as m

FRENCH, ALLIED = 0, 1
NLC = [info for info in scenarios() if info.system == "nlc"]


def test_it_is_the_first_choice_for_nlc() -> None:
    assert kinds("nlc") == ["marshal", "steady", "recruit", "random"]


@pytest.mark.parametrize("seat", ["french", "allied"])
def test_it_wins_nine_of_ten_games_of_quatre_bras_against_random_play(seat: str) -> None:
    engine = load("nlc/quatre-bras")
    # The first ten of the hundred games of which it has to win ninety.
    results = [
        play_out(engine, make_players(engine, f"hundred/{n}", {seat: "steady"}), f"hundred/{n}") for n in range(10)
    ]
    assert sum(result.winner == seat for result in results) >= 9


@pytest.mark.parametrize(("id", "seat"), [(info.id, seat) for info in NLC for seat in info.sides])
def test_it_plays_either_side_of_every_scenario_to_the_end(id: str, seat: str) -> None:
    engine = load(id)
    # With the seed 0 the French corps that has taken the crossroads loses confidence and leaves them (20.10): a draw.
    results = [play_out(engine, make_players(engine, f"{n}", {seat: "steady"}), f"{n}") for n in (1, 2)]
    assert all(result.winner == seat for result in results)


@pytest.mark.parametrize("id", [info.id for info in NLC])
def test_it_plays_against_itself(id: str) -> None:
    engine = load(id)
    bots = dict.fromkeys(engine.seats, "steady")
    assert play_out(engine, make_players(engine, "self", bots), "self").turns >= 1


@pytest.mark.parametrize(
    "option",
    ["hidden_movement", "order_markers", "igo_yougo", "six_to_hit", "remote_support", "advanced_disruption"],
)
def test_it_plays_under_optional_rules(option: str) -> None:
    engine = load("nlc/quatre-bras", {option: True})
    bots = dict.fromkeys(engine.seats, "steady")
    assert play_out(engine, make_players(engine, option, bots), option).turns >= 1


class Blindfold:
    """Hands on views only, and fails if the player would choose otherwise with a view made of the view."""

    kind = "blindfold"

    def __init__(self, player: Player, twin: Player) -> None:
        self.player, self.twin = player, twin

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        move = self.player.choose(engine, view, seat)
        assert self.twin.choose(engine, engine.view(view, seat), seat) == move
        engine.check(view, seat, move)
        return move


def test_the_same_view_gets_the_same_answer() -> None:
    engine = load("nlc/first-steps")
    bots = dict.fromkeys(engine.seats, "steady")
    pairs = zip(make_players(engine, "x", bots).items(), make_players(engine, "x", bots).values(), strict=True)
    players = {seat: Blindfold(player, twin) for (seat, player), twin in pairs}
    assert play_out(engine, players, "x").decisions > 20


def _seen(state: Any, mood: Temper) -> Situation:
    x: Any = load("nlc/la-belle-alliance").context
    return Situation(x, state, FRENCH, goals(x), mood)


def test_a_steady_player_keeps_its_best_reserve_through_the_first_third() -> None:
    engine: Any = load("nlc/la-belle-alliance")
    x, state = engine.context, engine.start(SeededDice("g"), [])
    resting = [c for c in range(x.setting.formations) if x.setting.commands[c].side == FRENCH]
    resting = [c for c in resting if state.commands[c].order.kind == "reserve"]
    assert len(resting) > 1
    last = x.setting.scenario.turns.count // 3

    def kept(turn: int, mood: Temper) -> set[int]:
        return {c for c in resting if wish(_seen(replace(state, turn=turn), mood), c) is None}

    # One is held back to the end of the first third, by the steady player alone.
    assert len(kept(last, STEADY)) == 1
    assert kept(last + 1, STEADY) == kept(last, Temper()) == set()


def test_a_steady_player_writes_orders_for_the_place_where_they_will_be_read() -> None:
    engine: Any = load("nlc/la-belle-alliance")
    x, state = engine.context, engine.start(SeededDice("g"), [])
    bulow = next(c for c, info in enumerate(x.setting.commands) if info.name == "Prussian IV Corps")
    leader, lasne = x.setting.commands[bulow].leader, x.board.number("2407")
    leaders = tuple(replace(i, hex=lasne) if n == leader else i for n, i in enumerate(state.leaders))
    arrived = replace(state, leaders=leaders, turn=5)

    def plan(mood: Temper) -> Any:
        return wish(Situation(x, arrived, ALLIED, goals(x), mood), bulow)

    assert state.commands[bulow].order.kind == "march"
    kind, target = plan(STEADY)[0]
    # Of the places that an order may name from Lasne it is the one nearest to Plancenoit.
    row = x.board.distances[x.board.number("1214")]
    assert (kind, row[target]) == ("attack", min(row[h] for h in in_reach(x, lasne)))
    assert plan(Temper()) is None


def test_a_place_in_an_attack_is_worth_what_the_attack_is_and_no_more_than_the_most() -> None:
    def worth(by: float, attack: float) -> float:
        posts: Any = Posts.__new__(Posts)
        posts.now = SimpleNamespace(mood=replace(STEADY, joint=4.0, joint_by=by))
        return float(posts._together(Place(7, attack)))

    assert [worth(1.0, attack) for attack in (0.2, 3.9, 4.0, 9.0)] == [0.2, 3.9, 4.0, 4.0]
    assert [worth(0.0, attack) for attack in (0.2, 9.0)] == [4.0, 4.0], "without it all places are alike"


def _guns_near(engine: Any) -> tuple[Any, int, int]:
    """A position of 18 June with a French battery two hexes from an enemy, and an empty hex in his zone."""
    x, state = engine.context, engine.start(SeededDice("g"), [])
    layout, every = x.ground.layout(state), range(x.board.size)
    guns = next(u for u in x.setting.of_side[FRENCH] if x.infos[u].gun and state.units[u].hex >= 0)
    now = _seen(state, STEADY)
    to = next(h for h in every if layout.zoc[ALLIED][h] and h not in layout.at and not now.worth(h))
    return state.unit(guns, hex=next(h for h in every if now.distance[h] == 2 and h not in layout.at)), guns, to


def test_guns_are_not_left_alone_in_an_enemy_zone() -> None:
    engine: Any = load("nlc/la-belle-alliance")
    x = engine.context
    state, guns, to = _guns_near(engine)
    foot = next(u for u in x.setting.of_side[FRENCH] if not x.infos[u].gun and state.units[u].hex >= 0)
    alone, led = m.Go((guns,), (to,)), m.Go((guns, foot), (to,))
    assert SteadyPlayer._forsaken(_seen(state, STEADY), alone) == [guns]
    assert SteadyPlayer._forsaken(_seen(state, STEADY), led) == []
    assert SteadyPlayer._forsaken(_seen(state.unit(foot, hex=to), STEADY), alone) == []
    # Who stands there with guns that came in this action stays with them.
    both = state.unit(foot, hex=to).unit(guns, hex=to, spent=2)
    off = m.Go((foot,), (next(h for h in x.setting.near[to] if h not in x.ground.layout(both).at),))
    assert SteadyPlayer._forsaken(_seen(both, STEADY), off) == [guns]
    assert SteadyPlayer._forsaken(_seen(both.unit(guns, spent=0), STEADY), off) == []


def test_guns_may_take_a_place_that_counts_in_the_last_turn_and_not_before() -> None:
    engine: Any = load("nlc/la-belle-alliance")
    state, guns, to = _guns_near(engine)
    last = engine.context.setting.scenario.turns.count

    def forlorn(turn: int, worth: float) -> bool:
        now = _seen(replace(state, turn=turn), STEADY)
        now.goals = [now.goals[0]._replace(hex=to, worth=worth)]
        return now.forlorn(to, (guns,))

    assert [forlorn(last - 1, 2.0), forlorn(last, 2.0), forlorn(last, 0.0)] == [True, False, True]


def test_an_empty_place_is_worth_more_the_later_it_is() -> None:
    engine: Any = load("nlc/la-belle-alliance")
    state, _, to = _guns_near(engine)
    last = engine.context.setting.scenario.turns.count

    def worth(turn: int, holder: int) -> float:
        control = bytearray(state.control)
        control[to] = holder + 1
        now = _seen(replace(state, turn=turn, control=bytes(control)), STEADY)
        now.goals = [now.goals[0]._replace(hex=to, worth=2.0)]
        return SteadyPlayer._step_in(now, to)

    once = STEADY.step_in * 2.0
    assert [worth(last - 3, ALLIED), worth(last, ALLIED), worth(last, FRENCH)] == [once, 3 * once, 0.0]
    assert once < worth(last - 1, ALLIED) < 3 * once
