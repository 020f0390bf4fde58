"""37.12 and Appendices I to III: decks and draws, who sees what, points, and reinforcements that a die moves."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice, SeededDice
from napwidgets.kernel.odds import distribution
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.lab.playouts import play_out
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.mop import arrivals, cards
from napwidgets.systems.mop.card_stage import EFFECTS, Bonus, PlayCard, SetUpCards, TakesEffect, TurnCard, deals, event
from napwidgets.systems.mop.cards import FACE_DOWN, full_deck
from napwidgets.systems.mop.options import Options
from napwidgets.systems.mop.ruleset import MOP
from napwidgets.systems.mop.state import Coming, Play, State
from napwidgets.systems.mop.tables import Tables, shipped, standard
from napwidgets.systems.mop.victory import points
from napwidgets.systems.tactical.core import moves as m
from tests.systems.mop.table import Table, arrange, battle

FRENCH, COALITION = 0, 1


def field(*options: str, **more: Any) -> Table:
    """Marmont and Olsufief far apart, Napoleon with his men."""
    units = {"lagrange-1": "0722E", "bordesoulle": "1122E", "kornilov-1": "2117E", "udom-1": "1820E"}
    leaders = {"napoleon": "0722E", "marmont": "0722E", "doumerc": "1122E", "olsufief": "2117E", "blucher": "2520E"}
    fresh = {"decks": (), "hands": (), "plays": (), "coming": ()}
    return arrange(battle("champaubert", *options), units, leaders=leaders, **{**fresh, **more})


# What the cards are


def test_37_12_the_decks_are_the_entries_of_both_event_tables_and_five_mode_cards() -> None:
    known = standard()
    entries = Counter(card for table in known.events for card in table.values() if card)
    assert {n: card.count for n, card in known.cards.items() if card.kind != "mode"} == entries
    assert sum(entries.values()) == 46
    assert sum(card.kind == "mode" for card in known.cards.values()) == 5
    assert [len(table) for table in known.events] == [36, 36]


def test_37_12_every_figure_of_a_card_says_where_it_comes_from() -> None:
    table = standard().all["cards"]
    for row in table.rows:
        assert table.origin(row, "count").kind == "inferred"
        assert table.origin(row, "name").kind == "rules"
        assert table.origin(row, "VP").kind == ("rules" if row == "29" else "reconstruction")


def test_37_12_another_price_can_be_put_in_place_of_ours() -> None:
    raw = msgspec.to_builtins(shipped()["cards"])
    raw["rows"]["17"][4] = 3
    assert Tables({"cards": raw}).cards[cards.PURSUIT].points == 3
    wrong = msgspec.to_builtins(shipped()["card-play"])
    wrong["rows"]["hand at most"] = [0]
    with pytest.raises(ScenarioError, match="hand at most"):
        Tables({"card-play": wrong})


def test_37_12_no_card_without_an_effect_is_in_a_deck() -> None:
    assert set(EFFECTS) == set(cards.BUILT)
    x = battle("champaubert", "restricted_cards").context
    for side in (FRENCH, COALITION):
        assert set(full_deck(x, side)) <= set(EFFECTS)
    full = battle("champaubert", "full_cards").context
    for side in (FRENCH, COALITION):
        assert cards.INFILTRATION in full_deck(x, side)
        assert cards.INFILTRATION not in full_deck(full, side)


# 37.12.1 to 37.12.3: the ways to play


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        (("restricted_cards", "full_cards"), "Choose one way"),
        (("rolled_reinforcements", "full_cards"), "Choose one way"),
        (("random_events",), "go with restricted card play"),
        (("one_deck", "full_cards"), "go with restricted card play"),
        (("restricted_cards", "random_events", "one_deck"), "the single deck"),
    ],
)
def test_37_12_one_way_to_play_the_cards_is_chosen(chosen: tuple[str, ...], words: str) -> None:
    with pytest.raises(ScenarioError, match=words) as refused:
        Options(**dict.fromkeys(chosen, True))
    assert str(refused.value).endswith(".")


def test_37_12_without_cards_nothing_is_drawn() -> None:
    t = field()
    assert not deals(t.x, t.state)
    assert cards.start_decks(t.x) == ()


def test_37_12_3_a_card_every_turn_but_those_of_the_night() -> None:
    t = field("restricted_cards")
    assert deals(t.x, t.state)
    setting = t.x.setting.scenario
    engine = battle("champaubert", "restricted_cards")
    night = type(engine)(
        replace(setting, turns=replace(setting.turns, night=(2,))), engine.setting.board, engine.setting.options
    )
    assert not deals(night.context, replace(t.state, turn=2))


def with_deck(t: Table, *deck: int) -> Table:
    return t.change(decks=(deck, deck))


def test_app_iii_e_odds_of_a_draw_are_exact() -> None:
    t = field("restricted_cards")
    start = replace(t.state, decks=cards.start_decks(t.x))
    size = len(start.decks[FRENCH])
    # The French have no alternates at Champaubert.
    assert size == sum(standard().cards[card].count for card in cards.BUILT if card != cards.ALTERNATES)

    def one(dice: Dice) -> tuple[int, bool]:
        after = TurnCard(FRENCH).run(t.x, start.push(TurnCard(FRENCH)), dice, [])
        (gone,) = Counter(start.decks[FRENCH]) - Counter(after.decks[FRENCH])
        return gone, bool(after.agenda)

    odds = distribution(one)
    for card in set(start.decks[FRENCH]):
        count = standard().cards[card].count
        assert odds[card, True] == odds[card, False] == Fraction(count, 2 * size)


@pytest.mark.parametrize(("roll", "plays"), [(1, True), (2, False), (3, True), (4, False), (5, True), (6, False)])
def test_app_iii_e_an_odd_die_plays_the_card_an_even_one_puts_it_away(roll: int, plays: bool) -> None:
    t = with_deck(field("restricted_cards"), cards.COUNTER_CHARGE).push(TurnCard(FRENCH)).run(0, roll)
    assert [play.card for play in t.state.plays] == ([cards.COUNTER_CHARGE] if plays else [])
    assert t.state.decks == ((), (cards.COUNTER_CHARGE,))


def test_app_iii_e_an_empty_deck_gives_nothing() -> None:
    t = with_deck(field("restricted_cards")).push(TurnCard(FRENCH)).run()
    assert not t.state.plays


def test_app_iii_e_cards_not_used_are_discarded_when_the_turn_is_over() -> None:
    t = field("restricted_cards", turn=3)
    kept, lost = Play(cards.PURSUIT, 0, 2, used=1, points=-1), Play(cards.JAWS_OF_DEATH, 0, 2)
    t.change(plays=(kept, lost)).push(SetUpCards()).run()
    assert t.state.plays == (kept,)


def test_app_iii_b_each_side_draws_a_mode_card_before_the_first_turn() -> None:
    t = field("restricted_cards")

    def modes(dice: Dice) -> int:
        s = SetUpCards().run(t.x, t.state.push(SetUpCards()), dice, [])
        return s.plays[0].card

    # Four cards each; the one that scatters a formation asks for another draw.
    assert dict(distribution(modes)) == dict.fromkeys(cards.MODES, Fraction(1, 4))


def test_app_iii_c_bonus_cards_are_played_on_arrivals_alone() -> None:
    t = with_deck(field("restricted_cards"), cards.FORCED_MARCH).push(Bonus(FRENCH)).run(0)
    assert not t.state.plays
    t = with_deck(field("restricted_cards"), cards.EARLY).push(Bonus(FRENCH)).run(0, 1)
    assert [play.card for play in t.state.plays] == [cards.EARLY]


def test_app_iii_c_a_delay_goes_to_the_other_side_which_is_paid_for_it() -> None:
    t = with_deck(field("restricted_cards"), cards.DELAY).push(Bonus(COALITION)).run(0, 2)
    (play,) = t.state.plays
    assert (play.side, play.points) == (FRENCH, 2)
    # The Guard cavalry is due on turn 3; Napoleon's own group on turn 2 is the next one.
    assert arrivals.schedule(t.x, t.state, 0)[0] == 4
    assert cards.points(t.state, FRENCH) == 2


def test_app_iii_g_one_deck_serves_both_sides_and_has_no_bonus_cards() -> None:
    t = field("restricted_cards", "one_deck").push(SetUpCards()).run(0, 1)
    assert len(t.state.decks) == 1
    assert not t.state.agenda
    for roll, side in ((1, FRENCH), (4, COALITION)):
        one = field("restricted_cards", "one_deck").change(decks=((cards.COUNTER_CHARGE,),))
        one.push(TurnCard(COALITION), TurnCard(FRENCH)).run(0, roll)
        assert [play.side for play in one.state.plays] == [side]


@pytest.mark.parametrize(("roll", "seat"), [(1, None), (2, "coalition")])
def test_app_iii_g_a_card_of_one_deck_is_the_emperor_for_one_side_and_blucher_for_the_other(
    roll: int, seat: str | None
) -> None:
    t = field("restricted_cards", "one_deck").change(decks=((cards.EMPEROR,),)).push(TurnCard(FRENCH)).run(0, roll)
    assert (t.kind, t.seat) == (("card", seat) if seat else (None, None))


def test_app_iii_j_odds_of_events_are_exact() -> None:
    x = battle("champaubert", "restricted_cards", "random_events").context
    odds = distribution(lambda dice: event(x, dice))
    for card, data in standard().cards.items():
        if data.kind != "mode":
            assert odds[card] == Fraction(data.count, 72)
    assert odds[0] == Fraction(72 - 46, 72)


def test_app_iii_j_an_event_needs_no_deck_and_a_die_says_whose_it_is() -> None:
    t = field("restricted_cards", "random_events").push(SetUpCards()).run()
    assert t.state.decks == ()
    t.push(TurnCard(COALITION), TurnCard(FRENCH)).run(1, 2, 5, 6)
    assert [(play.card, play.side) for play in t.state.plays] == [(cards.COUNTER_CHARGE, COALITION)]
    # A line without a card is no event.
    quiet = field("restricted_cards", "random_events").push(TurnCard(FRENCH)).run(1, 6, 6)
    assert not quiet.state.plays


# 37.12.1


def test_37_12_1_a_side_holds_its_cards_and_plays_one_a_turn() -> None:
    t = field("full_cards", hands=((cards.PURSUIT,), ()), decks=((cards.COUNTER_CHARGE,), ())).push(TurnCard(FRENCH))
    t.run(0)
    assert t.kind == "card"
    assert t.options() == [m.Pass(), PlayCard(cards.PURSUIT), PlayCard(cards.COUNTER_CHARGE)]
    assert t.refused(PlayCard(cards.EARLY)) == "not-offered"
    t.play(PlayCard(cards.PURSUIT))
    assert t.state.hands == ((cards.COUNTER_CHARGE,), ())
    assert [play.card for play in t.state.plays] == [cards.PURSUIT]


def test_37_12_1_of_too_many_cards_the_oldest_goes() -> None:
    hand = (cards.PURSUIT, cards.EARLY, cards.DELAY)
    t = field("full_cards", hands=(hand, ()), decks=((cards.SPIES,), ())).push(TurnCard(FRENCH)).run(0)
    assert t.state.hands[FRENCH] == (cards.EARLY, cards.DELAY, cards.SPIES)


# Who sees what


@pytest.mark.parametrize("option", ["restricted_cards", "full_cards"])
def test_37_12_nobody_sees_the_enemys_cards_nor_his_die(option: str) -> None:
    engine = load("mop/champaubert", {option: True})
    log: list[Any] = []
    state = engine.start(SeededDice("1814"), log)
    assert isinstance(state, State)
    for side, seat in enumerate(engine.seats):
        view = engine.view(state, seat)
        assert set(view.decks[1 - side]) == {FACE_DOWN}
        assert len(view.decks[1 - side]) == len(state.decks[1 - side])
        assert view.decks[side] == state.decks[side]
        assert all(card == FACE_DOWN for card in (view.hands[1 - side] if view.hands else ()))
        assert all(play.side == side or play.seen for play in view.plays)
    told = [entry for entry in log if entry.kind == "card"]
    assert told
    assert all(len(entry.to) == 1 for entry in told)


def test_37_12_a_card_is_seen_once_it_shows() -> None:
    t = field("restricted_cards", plays=(Play(cards.PURSUIT, 0, 1), Play(cards.UNFIT_HORSE, 0, 1, 1, (), 1)))
    assert [play.card for play in t.engine.view(t.state, "coalition").plays] == [cards.UNFIT_HORSE]
    assert len(t.engine.view(t.state, "french").plays) == 2


def test_app_iii_a_each_side_alone_knows_when_its_own_men_come() -> None:
    t = field("restricted_cards", coming=(Coming(1, 5, 3, 4),))
    assert t.engine.view(t.state, "coalition").coming == ()
    assert t.engine.view(t.state, "french").coming == t.state.coming


def test_37_12_games_with_cards_can_be_played_again_from_their_dice() -> None:
    for options in ({"restricted_cards": True, "one_deck": True},):
        engine = load("mop/champaubert", options)
        first, second = (play_out(engine, make_players(engine, "again", {}), "again") for _ in range(2))
        assert first.hash == second.hash


# 37.13


def test_37_13_cards_that_were_played_count() -> None:
    t = field("restricted_cards")
    before = dict(points(t.x, t.state))
    t.change(plays=(Play(cards.PURSUIT, 0, 1, 1, points=-1), Play(cards.JAWS_OF_DEATH, 1, 1)))
    after = dict(points(t.x, t.state))
    assert after == {"french": before["french"] - 1, "coalition": before["coalition"]}


@pytest.mark.parametrize(
    ("card", "pays"), [(cards.COUNTER_CHARGE, -1), (cards.GENERAL_RETREAT, 0), (cards.EMPEROR, -2)]
)
def test_37_13_a_card_costs_what_its_row_says(card: int, pays: int) -> None:
    t = field("restricted_cards").push(TakesEffect(card, FRENCH)).run()
    assert cards.points(t.state, FRENCH) == pays


# 37.12.2, Appendix II: who comes when


def rolls(t: Table, group: int) -> Any:
    def one(dice: Dice) -> int:
        s = arrivals.rolled(t.x, t.state, dice, [])
        return arrivals.schedule(t.x, s, group)[0] - t.x.setting.arrivals[group][0]

    return dict(distribution(one))


def test_app_ii_two_turns_before_it_is_due_a_die_says_when_a_group_comes() -> None:
    # The Young Guard is due on turn 4; whoever goes before it on its road has come.
    t = field("rolled_reinforcements", turn=2, coming=(Coming(1, 1, *battle("champaubert").setting.arrivals[1][1:]),))
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    assert rolls(t, 2) == {-2: sixth, -1: sixth, 0: third, 1: sixth, 2: sixth}
    assert rolls(t, 3) == {0: 1}
    assert rolls(field(turn=2), 2) == {0: 1}


@pytest.mark.parametrize(("sign", "late"), [(-1, {-1, 0, 1, 2}), (1, {-2, -1, 0, 1})])
def test_app_ii_who_was_early_so_far_is_late_now(sign: int, late: set[int]) -> None:
    # Groups that were advanced make the next die worse, groups that were delayed make it better.
    known = battle("champaubert").setting.arrivals[1]
    t = field("rolled_reinforcements", turn=2, coming=(Coming(1, 1, *known[1:], sign),))
    assert set(rolls(t, 2)) == late


def test_app_ii_on_the_same_road_nobody_overtakes() -> None:
    setting = battle("champaubert").setting
    t = field("rolled_reinforcements", turn=2, coming=(Coming(1, 5, *setting.arrivals[1][1:], 1),))
    # The Guard cavalry before them comes on turn 5, so that no die brings the Young Guard sooner than it is due.
    assert min(rolls(t, 2)) == 0


def test_app_ii_a_group_that_comes_at_once_waits_at_its_entry() -> None:
    t = field("rolled_reinforcements", turn=2, coming=())
    t.state = t.state.many({t.u("meunier-1"): replace(t.unit("meunier-1"), hex=-1)})
    s = arrivals.rolled(t.x, t.state, _Ones(), [])
    assert not t.x.due(t.state, t.u("meunier-1"))
    assert arrivals.schedule(t.x, s, 2)[0] == 3  # behind the Guard cavalry
    assert MOP.schedule is arrivals.schedule


class _Ones:
    """Dice that show nothing but ones."""

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> int:
        return count
