"""Standing orders: enemies who pass are let pass without asking, until they are many or the turn is over."""

from __future__ import annotations

import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players
from napwidgets.table.presenter import Passing
from napwidgets.table.seats import PERSON, NotNow
from napwidgets.table.standing import THRESHOLDS, Standing
from napwidgets.table.table import Table
from napwidgets.widgets.actions import ActionPanel
from napwidgets.widgets.sheet import BadMessage


def asked(scenario: str, kind: str, people: int = 1) -> Table:
    """A table at which a person is asked whether he meets those who pass."""
    game = napwidgets.new_game(scenario, seed="s")
    players = make_players(game.engine, "s", {}, default="recruit")
    for _ in range(6000):
        decision = game.decision
        assert decision is not None, "nobody passed"
        if decision.kind == kind and game.formality is None:
            break
        seat = decision.seat
        game = game.play(players[seat].choose(game.engine, game.view(seat), seat), seat)
    decision = game.decision
    assert decision is not None
    held = [decision.seat, *(s for s in game.engine.seats if s != decision.seat)][:people]
    return Table(game, {s: PERSON if s in held else "recruit" for s in game.engine.seats})


@pytest.fixture(scope="module", params=[("jdg/germany-1813-1", "reaction"), ("wap/trafalgar", "intercept"),
                                        ("nlc/quatre-bras", "reaction")], ids=["jdg", "wap", "nlc"])  # fmt: skip
def place(request: pytest.FixtureRequest) -> tuple[Game, str]:
    table = asked(*request.param)
    assert table.game.decision is not None
    return table.game, table.game.decision.seat


def at(place: tuple[Game, str]) -> Table:
    game, seat = place
    return Table(game, {s: PERSON if s == seat else "recruit" for s in game.engine.seats})


def test_what_passes_is_known_and_letting_it_pass_is_legal(place: tuple[Game, str]) -> None:
    table = at(place)
    passing = table.passing
    assert passing is not None
    assert passing.strength > 0
    table.game.engine.check(table.view(), place[1], passing.let_pass)


def test_all_of_this_turn_are_let_pass_and_no_longer(place: tuple[Game, str]) -> None:
    table = at(place)
    assert table.mine
    assert table.answer(table.game) is None
    table.let_pass()
    assert table.answer(table.game) == table.passing.let_pass  # type: ignore[union-attr]
    assert table.computer_moves
    turn = table.game.engine.clock(table.game.state)[0]
    assert Standing("", "", turn).holds(table.game, Passing(50, "", None))
    assert not Standing("", "", turn + 1).holds(table.game, Passing(1, "", None))


def test_the_weaker_are_let_pass_and_the_strong_are_not(place: tuple[Game, str]) -> None:
    table = at(place)
    strength = table.passing.strength  # type: ignore[union-attr]
    table.let_pass(strength + 1)
    assert table.answer(table.game) is not None
    table.let_pass(strength)
    assert table.answer(table.game) is None


def test_the_table_plays_it_and_taking_back_asks_again(place: tuple[Game, str]) -> None:
    table = at(place)
    number = table.game.number
    table.let_pass()
    assert table.step()
    assert table.game.number > number
    if table.game.can_undo():
        table.undo()
        assert table.answer(table.game) is None or table.game.number == 0


def test_it_is_called_off_and_not_given_where_nothing_passes(place: tuple[Game, str]) -> None:
    table = at(place)
    table.let_pass()
    [order] = table.orders()
    table.call_off(order.seat, order.kind)
    assert table.orders() == []
    assert table.answer(table.game) is None
    with pytest.raises(NotNow):
        Table(napwidgets.new_game("nlc/first-steps", seed="1")).let_pass()


def test_a_second_person_at_the_table_learns_nothing_by_it() -> None:
    table = asked("jdg/germany-1813-1", "reaction", people=2)
    with pytest.raises(NotNow):
        table.let_pass()
    table.standing[table.game.decision.seat, "reaction"] = Standing("x", "reaction", below=99)  # type: ignore[union-attr]
    assert table.answer(table.game) is None


def test_the_panel_offers_it_shows_it_and_calls_it_off(place: tuple[Game, str]) -> None:
    table = at(place)
    panel = ActionPanel(table)
    assert "Let all pass this turn" in panel.html
    with pytest.raises(BadMessage):
        panel.do_below("7")
    panel.do_below(str(THRESHOLDS[0]))
    assert "Standing orders" in panel.html
    panel.do_call_off("0")
    assert "Standing orders" not in panel.html
