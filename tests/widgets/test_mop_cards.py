"""The cards of 1814 in the panel that jdg's stand in: each seat's own, with buttons where one can be played."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.language.speech import said
from napwidgets.systems.mop import cards
from napwidgets.systems.mop.card_stage import EFFECTS, HandChoice
from napwidgets.systems.mop.face.hand import WORDS, on_what
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
    now, _, past = body.partition("Cards played")
    assert "It holds this turn." in now
    assert "Area Defense" not in now
    assert "Cavalry Pursuit" not in past, "it stands there already"


def test_37_12_a_card_that_was_played_is_seen_by_those_who_may_know() -> None:
    """One's own of earlier turns, the enemy's once he has shown it; what it was played on, and what it cost."""
    own = Play(cards.AREA_DEFENSE, 0, 0, 1, (0,), 0, -1)
    shown, unseen = Play(cards.FIRE, 1, 1, 1, (100,), 1), Play(cards.PURSUIT, 1, 1, 1)
    table = holding(plays=(own, shown, unseen, Play(cards.JAWS_OF_DEATH, 0, 0)))
    x = table.game.engine.context  # type: ignore[attr-defined]
    panel = EventHand(table).body()
    hand, _, past = panel.partition("Cards played")
    assert "Area Defense" not in hand
    assert f"{x.setting.commands[0].name}: a formation that defends has a point of morale more (−1 point)." in past
    assert past.index("Fire") < past.index("Area Defense"), "the last first"
    assert x.place(100) in past
    assert "Cavalry Pursuit" not in panel, "the enemy has not shown it"
    assert cards.title(x, cards.JAWS_OF_DEATH, 0) not in panel, "it was held in vain"


@pytest.mark.parametrize("card", [*cards.MODES, *EFFECTS])
@pytest.mark.parametrize("side", [0, 1])
def test_37_12_what_a_card_was_played_on_has_words(card: int, side: int) -> None:
    x = holding().game.engine.context  # type: ignore[attr-defined]
    assert on_what(x, Play(card, side, 1, 1)) == ""
    assert on_what(x, Play(card, side, 1, 1, (0,)))


def test_without_cards_the_panel_says_so() -> None:
    game = napwidgets.new_game("mop/champaubert", seed="1814")
    assert "no event cards" in EventHand(Table(game)).body()


@pytest.mark.parametrize("card", [*cards.MODES, *EFFECTS])
def test_every_card_has_words(card: int) -> None:
    assert WORDS[card]


@pytest.mark.parametrize("code", ["de", "fr"])
def test_every_card_has_a_name_in_every_language(code: str) -> None:
    x = holding().game.engine.context  # type: ignore[attr-defined]
    names = {cards.title(x, card, side) for card in (*cards.MODES, *EFFECTS) for side in (0, 1)}
    same = {name for name in names if said(name, code) == name}
    assert same <= {"Gneisenau", "Infiltration", "Blücher", "Aide de Camp"}
