"""The steady player of nlc: it beats random play from every side and sees nothing but its view."""

from __future__ import annotations

import pytest

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.lab.playouts import play_out
from napwidgets.players.base import Player
from napwidgets.players.registry import kinds, make_players
from napwidgets.scenarios import load, scenarios

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
    results = [play_out(engine, make_players(engine, f"{n}", {seat: "steady"}), f"{n}") for n in range(2)]
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
