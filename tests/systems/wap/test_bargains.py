"""G.3.b. Bargains over the prisoners that are left after the exchange."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.players.registry import make_player
from napwidgets.scenarios import load
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.face.bargain import bargain
from napwidgets.systems.wap.forces import NONE, parse
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sequence import BeginTurn
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, PRUSSIA
from napwidgets.systems.wap.state import Captives, State
from napwidgets.systems.wap.states.bargains import BargainAnswer, BargainChoice, worth
from tests.systems.wap.campaign import campaign, context, play, run, thrown

X = context()
FRENCH_SEAT, ENGLISH_SEAT = 0, 1
#: France holds three Austrians; England holds one French squadron.
AUSTRIANS = Captives(FRANCE, AUSTRIA, parse("3I"))
SHIP = Captives(ENGLAND, FRANCE, NONE, 1)


def left_over(*captives: Captives, seat: int = FRENCH_SEAT, **more: Any) -> State:
    """A position in which a seat may bargain about prisoners."""
    return campaign(X, captives=captives, agenda=(BargainChoice(seat),), **more)


def refusal(s: State, move: m.Bargain) -> str:
    with pytest.raises(IllegalMove) as problem:
        s.agenda[-1].check(X, s, move)
    assert problem.value.cites == ("WAP G.3.b",)
    return problem.value.why


def test_g_3_b_in_january_what_is_left_after_the_exchange_is_bargained_for() -> None:
    held = (Captives(FRANCE, AUSTRIA, parse("5I")), Captives(ENGLAND, FRANCE, parse("2I")))
    s = run(X, campaign(X, turn=5, captives=held, agenda=(BeginTurn(),)), thrown())
    assert s.agenda[-1] == BargainChoice(FRENCH_SEAT)
    assert s.captives == (Captives(FRANCE, AUSTRIA, parse("3I")),)
    asked = play(X, s, m.Done())
    assert asked.agenda[-1] == BargainChoice(ENGLISH_SEAT)
    assert m.Bargain(FRENCH_SEAT, (), s.captives) in asked.agenda[-1].options(X, asked, None)


def test_g_3_b_nobody_is_asked_when_all_are_exchanged_or_in_another_month() -> None:
    even = (Captives(FRANCE, AUSTRIA, parse("2I")), Captives(ENGLAND, FRANCE, parse("2I")))
    for turn, captives in ((5, even), (6, (AUSTRIANS,))):
        begun = campaign(X, turn=turn, captives=captives, agenda=(BeginTurn(),))
        s = BeginTurn().run(X, begun, thrown(), [])
        while isinstance(s.agenda[-1], BargainChoice):
            assert s.agenda[-1].automatic(X, s)
            s = s.pop()
        assert bool(s.captives) == (turn == 6)


def test_g_3_b_who_agrees_to_an_offer_sets_both_free_into_their_force_pools() -> None:
    s = left_over(AUSTRIANS, SHIP)
    s = play(X, s, m.Bargain(ENGLISH_SEAT, (Captives(FRANCE, AUSTRIA, parse("2I")),), (SHIP,)))
    assert s.agenda[-1].side(X, s) == ENGLISH_SEAT
    assert s.captives == (AUSTRIANS, SHIP)
    s = play(X, s, m.Accept())
    assert s.captives == (Captives(FRANCE, AUSTRIA, parse("1I")),)
    assert s.pools[AUSTRIA] == parse("2I")
    assert s.docks[FRANCE] == (1, 0)


def test_g_3_b_who_was_refused_does_not_ask_the_same_player_again() -> None:
    offer = m.Bargain(ENGLISH_SEAT, (), (SHIP,))
    s = play(X, left_over(AUSTRIANS, SHIP), offer)
    s = play(X, s, m.Done())
    assert not s.agenda
    assert s.captives == (AUSTRIANS, SHIP)
    s = left_over(AUSTRIANS, SHIP).pop(BargainChoice(FRENCH_SEAT, (ENGLISH_SEAT,)))
    assert "refused" in refusal(s, offer)


@pytest.mark.parametrize(
    ("offer", "words"),
    [
        (m.Bargain(ENGLISH_SEAT), "who is to be released"),
        (m.Bargain(ENGLISH_SEAT, (Captives(FRANCE, AUSTRIA, parse("4I")),)), "that you hold"),
        (m.Bargain(ENGLISH_SEAT, (Captives(FRANCE, AUSTRIA, parse("1I")),) * 2), "that you hold"),
        (m.Bargain(ENGLISH_SEAT, (Captives(FRANCE, AUSTRIA, NONE),)), "that you hold"),
        (m.Bargain(ENGLISH_SEAT, (Captives(FRANCE, PRUSSIA, parse("1I")),)), "that you hold"),
        (m.Bargain(ENGLISH_SEAT, (), (Captives(ENGLAND, FRANCE, NONE, 2),)), "prisoners of your own"),
        (m.Bargain(FRENCH_SEAT, (AUSTRIANS,)), "nobody there"),
    ],
)
def test_g_3_b_only_prisoners_that_are_there_can_be_offered_or_asked_for(offer: m.Bargain, words: str) -> None:
    assert words in refusal(left_over(AUSTRIANS, SHIP), offer)


def test_g_3_b_prisoners_of_a_state_that_has_come_over_are_its_own_players_to_free() -> None:
    bavarians = Captives(AUSTRIA, 12, parse("2I"))
    s = left_over(bavarians, seat=ENGLISH_SEAT, masters={"Bavaria": "Austria"})
    freed = play(X, s, m.Bargain(ENGLISH_SEAT, (bavarians,)))
    assert not freed.captives
    assert sum(freed.pools[12]) == 2


def test_g_3_b_players_of_one_side_bargain_for_their_own_states() -> None:
    x = context(options=Options(austrian_seat=True))
    s = campaign(x, captives=(AUSTRIANS, SHIP), agenda=(BargainChoice(0),))
    austrian = x.setting.seats.index("austrian")
    assert s.agenda[-1].open_to(x, s) == [ENGLISH_SEAT, austrian]
    assert s.agenda[-1].sides(x, s, austrian) == ((AUSTRIANS,), ())


def test_the_even_bargain_trims_what_is_worth_more() -> None:
    many = Captives(FRANCE, AUSTRIA, parse("9I 1C"))
    s = left_over(many, SHIP)
    best = s.agenda[-1].options(X, s, None)[0]
    assert best == m.Bargain(ENGLISH_SEAT, (Captives(FRANCE, AUSTRIA, parse("3I 1C")),), (SHIP,))
    assert worth(X, best.give) == worth(X, best.want) == 10


@dataclass
class Table:
    """An engine that knows no more than the rules do."""

    context: Any

    def check(self, s: State, seat: str, move: Any) -> None:
        s.agenda[-1].check(self.context, s, move)


def test_the_pad_names_each_kind_and_says_why_an_empty_offer_can_not_be_made() -> None:
    s = left_over(AUSTRIANS, SHIP)
    engine: Any = Table(X)
    empty = bargain(engine, X, s, "french", s.agenda[-1], {})
    assert [field.label for field in empty.fields] == [
        "You release: infantry of Austria",
        "They release: squadrons of France",
    ]
    assert empty.move is None
    assert "who is to be released" in empty.why
    filled = bargain(engine, X, s, "french", s.agenda[-1], {"give0.0": "2", "want0.8": "1"})
    assert filled.move == m.Bargain(ENGLISH_SEAT, (Captives(FRANCE, AUSTRIA, parse("2I")),), (SHIP,))


def test_computers_make_and_take_even_bargains_only() -> None:
    engine = load("wap/grand-campaign")
    french = make_player("steady", engine, "french", "b")
    english = make_player("steady", engine, "english", "b")
    begun = engine.start(thrown(), [])
    s = begun.push(BargainChoice(FRENCH_SEAT))
    uneven = s.pop(BargainChoice(FRENCH_SEAT))
    poor = Captives(FRANCE, AUSTRIA, parse("1I"))
    assert french.choose(engine, replace(uneven, captives=(poor, SHIP)), "french") == m.Done()
    rich = replace(s, captives=(Captives(FRANCE, AUSTRIA, parse("6I")), SHIP))
    offer = french.choose(engine, rich, "french")
    assert isinstance(offer, m.Bargain)
    assert offer.give
    asked = rich.push(BargainAnswer(FRENCH_SEAT, offer.to, offer.give, offer.want))
    assert english.choose(engine, asked, "english") == m.Accept()
    greedy = rich.push(BargainAnswer(FRENCH_SEAT, ENGLISH_SEAT, (), (SHIP,)))
    assert english.choose(engine, greedy, "english") == m.Done()
