"""The cards of 1814 in the panel that jdg's stand in: each seat's own, with buttons where one can be played."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.systems.mop import cards
from napwidgets.systems.mop.card_stage import EFFECTS, HandChoice
from napwidgets.systems.mop.face.hand import WORDS
from napwidgets.systems.mop.state import Play, State
from napwidgets.table.table import Table
from napwidgets.widgets.event_hand import EventHand


def holding(*hand: int, plays: tuple[Play, ...] = ()) -> Table:
    """The French with some cards in hand, who may play one."""
    game = napwidgets.new_game("mop/champaubert", {"full_cards": True}, seed="1814")
    assert isinstance(game.state, State)
    state = replace(game.state, agenda=(HandChoice(0),), hands=(hand, (cards.SPIES,)), plays=plays)
    return Table(Game(game.engine, state, game.seed, game.position, None, game.last), {"coalition": "steady"})


def test_37_12_1_a_card_of_the_hand_has_its_button() -> None:
    table = holding(cards.PURSUIT, cards.MOBILE_DEFENSE)
    panel = EventHand(table)
    body = panel.body()
    assert "Cavalry Pursuit" in body
    assert "Mobile Defense" in body
    assert "Spies" not in body
    panel.do_card("0")
    assert isinstance(table.game.state, State)
    assert table.game.state.hands[0] == (cards.MOBILE_DEFENSE,)


def test_37_12_a_card_that_was_played_stands_there_while_it_holds() -> None:
    body = EventHand(holding(plays=(Play(cards.PURSUIT, 0, 1, 1), Play(cards.AREA_DEFENSE, 0, 0, 1)))).body()
    assert "It holds this turn." in body
    assert "Area Defense" not in body


def test_without_cards_the_panel_says_so() -> None:
    game = napwidgets.new_game("mop/champaubert", seed="1814")
    assert "no event cards" in EventHand(Table(game)).body()


@pytest.mark.parametrize("card", [*cards.MODES, *EFFECTS])
def test_every_card_has_words(card: int) -> None:
    assert WORDS[card]
