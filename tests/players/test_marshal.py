"""The players that play on in their heads: what they draw looks like what they see; the same seed plays the same."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Engine, State
from napwidgets.players.base import Thinker
from napwidgets.players.levels import LEVELS, USUAL, words_for
from napwidgets.players.nlc_mind import BattleMind
from napwidgets.players.nlc_situation import STEADY
from napwidgets.players.registry import kinds, make_player, make_players, usual
from napwidgets.players.search import FEWEST, Searcher, gain
from napwidgets.players.wap_land import STEADY as EUROPE
from napwidgets.players.wap_mind import EuropeMind
from napwidgets.scenarios import load
from napwidgets.systems.tactical.core.state import RESERVE, UNKNOWN
from napwidgets.systems.wap.state import FRENCH

MINDS = ("nlc/quatre-bras", "mop/champaubert", "con/belgium-1815", "jdg/poland-1807", "wap/coalitions")


def positions(engine: Engine, every: int, kind: str = USUAL) -> list[tuple[State, str]]:
    """Positions out of a game, with who decides there."""
    players, dice = make_players(engine, "m", {}, default=kind), SeededDice("m")
    state, found = engine.start(dice, []), []
    n = 0
    while (decision := engine.decision(state)) is not None:
        if n % every == 0:
            found.append((state, decision.seat))
        move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
        state = engine.apply(state, decision.seat, move, dice, [])
        n += 1
    return found


@pytest.mark.parametrize("id", MINDS)
def test_what_is_drawn_can_be_played_on_and_shows_the_seat_its_own_pieces_as_they_are(id: str) -> None:
    engine = load(id)
    for n, (state, seat) in enumerate(positions(engine, 40)):
        view = engine.view(state, seat)
        player: Any = make_player("marshal", engine, seat, "m")
        mind = player.mind
        drawn = mind.imagined(engine, view, seat, Random(n))
        assert engine.decision(drawn).kind == engine.decision(state).kind  # type: ignore[union-attr]
        assert engine.options(drawn) == engine.options(view)
        rows, seen = engine.rows(engine.view(drawn, seat)), engine.rows(view)
        mine = [row for row in seen if row.get("seat", row.get("side")) == seat]
        assert [row for row in rows if row.get("seat", row.get("side")) == seat] == mine
        assert 0 <= mind.standing(engine, drawn, seat) <= 1


def drawn_orders(id: str, seat: str, turn: int, formation: str) -> set[tuple[str, str]]:
    """What a seat takes a formation to be about when a turn begins: kinds and targets of half of sixty draws."""
    engine: Any = load(id)
    x = engine.context
    state = next(s for s, who in positions(engine, 1) if who == seat and engine.clock(s)[0] == turn)
    view: Any = engine.view(state, seat)
    c = x.setting.formation_index[formation]
    assert view.commands[c].order == UNKNOWN
    drawn: Counter[tuple[str, str]] = Counter()
    for n in range(60):
        order = BattleMind(STEADY).imagined(engine, view, seat, Random(n)).commands[c].order
        drawn[order.kind, x.board.label(order.target)] += 1
    return {order for order, times in drawn.items() if times > 30}


@pytest.mark.parametrize(
    ("id", "seat", "turn", "formation", "order"),
    [
        # The Netherlanders hold the hex behind the farm, not the farm, which is what their player would want now.
        ("nlc/first-steps", "french", 1, "NL", ("defend", "0503")),
        # Picton comes upon the map with orders of his own.
        ("nlc/first-steps", "french", 3, "R", ("march", "0502")),
        ("nlc/quatre-bras", "allied", 1, "II", ("probe", "0909")),
    ],
)
def test_20_4_the_enemy_is_taken_to_do_what_the_scenario_tells_him(
    id: str, seat: str, turn: int, formation: str, order: tuple[str, str]
) -> None:
    assert drawn_orders(id, seat, turn, formation) == {order}


def test_20_13_a_division_on_its_own_has_no_first_order_to_follow() -> None:
    engine: Any = load("nlc/quatre-bras")
    x = engine.context
    c = next(c for c in x.setting.divisions if x.setting.commands[c].side == 0)
    state: Any = engine.start(SeededDice("d"), [])
    assert state.commands[c].order == RESERVE
    view = state.command(c, order=UNKNOWN)
    drawn = {BattleMind(STEADY)._ordered(x, view, 0, Random(n)).commands[c].order.kind for n in range(20)}
    assert drawn == {"attack", "defend"}


@pytest.mark.parametrize(
    "id", ["jdg/poland-1807", "jdg/danube-1805", "con/learning", "wap/trafalgar", "nlc/first-steps", "mop/champaubert"]
)
def test_whatever_is_drawn_in_the_middle_of_anything_plays_on(id: str) -> None:
    """Marches and battles of which a seat sees a part only, too: their rest is drawn, and holds together."""
    engine = load(id)
    asked, found = set(), positions(engine, 3)
    # Some forty of them are enough, however long the game is.
    for n, (state, seat) in enumerate(found[:: 1 + len(found) // 40]):
        decision = engine.decision(state)
        assert decision is not None
        asked.add(decision.kind)
        player: Any = make_player("marshal", engine, seat, "m")
        mind, dice = player.mind, SeededDice(f"m{n}")
        mood = mind.plans()[0].mood
        drawn = mind.imagined(engine, engine.view(state, seat), seat, Random(n))
        players = {who: mind.player(Random(n), mood) for who in engine.seats}
        for _ in range(6):
            if (now := engine.decision(drawn)) is None:
                break
            try:
                drawn = engine.apply(drawn, now.seat, players[now.seat].choose(engine, drawn, now.seat), dice, [])
            except NapwidgetsError:
                # So a line ends whose draw does not hold together; anything else would end the game.
                break
    assert len(asked) > 3


def test_the_enemy_stands_in_a_drawn_battle_where_he_is_seen_to_stand() -> None:
    engine = load("nlc/la-belle-alliance")
    mind = BattleMind(STEADY)
    for n, (state, seat) in enumerate(positions(engine, 150)):
        view: Any = engine.view(state, seat)
        again: Any = engine.view(mind.imagined(engine, view, seat, Random(n)), seat)
        assert again.units == view.units


@pytest.mark.parametrize(
    "id", ["nlc/first-steps", "mop/champaubert", "con/learning", "jdg/germany-1813-1", "wap/trafalgar"]
)
def test_the_same_seed_plays_the_same_game_and_only_legal_moves(id: str, unstudied: None) -> None:
    engine = load(id)

    def first_moves() -> list[object]:
        players, dice = make_players(engine, "s", {}), SeededDice("s")
        seat = engine.seats[0]
        marshal: Any = make_player("marshal", engine, seat, "s")
        players[seat] = Searcher(Random("s"), marshal.mind, budget=40)
        state, made = engine.start(dice, []), list[object]()
        while (decision := engine.decision(state)) is not None and len(made) < 14:
            move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
            engine.check(state, decision.seat, move)
            state = engine.apply(state, decision.seat, move, dice, [])
            made.append(move)
        return made

    assert first_moves() == first_moves()


def test_no_stack_of_a_drawn_campaign_is_empty() -> None:
    """A march upon an empty one would end in a fight against nobody."""
    engine = load("con/belgium-1815")
    for n, (state, seat) in enumerate(positions(engine, 40)):
        player: Any = make_player("marshal", engine, seat, "m")
        view: Any = engine.view(state, seat)
        drawn: Any = player.mind.imagined(engine, view, seat, Random(n))
        assert view.unseen
        assert not drawn.unseen
        x, foe = engine.context, 1 - engine.seats.index(seat)
        layout = x.layout(drawn)
        assert layout.stacks[foe] == x.layout(view).stacks[foe]
        assert all(layout.units[foe].get(h) or layout.leaders[foe].get(h) for h in layout.stacks[foe])


@pytest.fixture
def unstudied(monkeypatch: pytest.MonkeyPatch) -> None:
    """No field has been studied: plans are played on."""
    monkeypatch.setattr("napwidgets.players.search.studied", lambda engine, seat, usual: None)


def at_the_start(id: str) -> tuple[Engine, State, str, Any]:
    """A marshal before its first decision."""
    engine = load(id)
    state = engine.start(SeededDice("s"), [])
    seat = engine.decision(state).seat  # type: ignore[union-attr]
    return engine, engine.view(state, seat), seat, make_player("marshal", engine, seat, "s")


@pytest.mark.usefixtures("unstudied")
def test_a_marshal_told_to_stop_begins_no_further_line_and_answers() -> None:
    engine, view, seat, player = at_the_start("con/learning")
    begun = 0
    whole = player.mind.imagined

    def imagined(*asked: Any) -> Any:
        nonlocal begun
        begun += 1
        if begun == 2:
            player.stop()
        return whole(*asked)

    player.mind.imagined = imagined
    engine.check(view, seat, player.choose(engine, view, seat))
    assert begun == 2
    assert sum(len(tried) for tried in player._tried) == 1, "a line cut short counts for nothing"
    player.choose(engine, view, seat)
    assert begun > 2, "the word holds for one answer"


@pytest.mark.usefixtures("unstudied")
def test_plans_are_weighed_once_a_turn() -> None:
    """At every decision it would take a campaign of Europe half an hour."""
    engine = load("con/learning")
    state, dice = engine.start(SeededDice("s"), []), SeededDice("t")
    players = make_players(engine, "s", {}, default=USUAL)
    seat = engine.decision(state).seat  # type: ignore[union-attr]
    marshal: Any = make_player("marshal", engine, seat, "s")
    players[seat] = Searcher(Random("s"), marshal.mind, budget=40)
    whole, turns, drawn = marshal.mind.imagined, Counter[int](), Counter[int]()

    def imagined(*asked: Any) -> Any:
        drawn[engine.clock(state)[0]] += 1
        return whole(*asked)

    marshal.mind.imagined = imagined
    while (decision := engine.decision(state)) is not None and engine.clock(state)[0] < 3:
        before = drawn.total()
        move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
        turns[engine.clock(state)[0]] += drawn.total() > before
        state = engine.apply(state, decision.seat, move, dice, [])
    assert turns == {1: 1, 2: 1}


@pytest.mark.usefixtures("unstudied")
def test_a_word_that_comes_before_it_thinks_holds_for_the_next_answer() -> None:
    engine, view, seat, player = at_the_start("con/learning")
    assert isinstance(player, Thinker)
    player.stop()
    assert player.choose(engine, view, seat)
    assert not any(player._tried)


def test_a_plan_is_left_only_for_one_that_is_better_with_the_same_dice() -> None:
    assert gain([0.9] * FEWEST, [0.5] * FEWEST) == pytest.approx(0.4)
    assert gain([0.9] * (FEWEST - 1), [0.5] * FEWEST) < 0
    assert gain([1.0, 0.2, 0.6], [0.5, 0.5, 0.5]) < 0


def test_every_level_has_its_line_and_the_usual_one_is_steady() -> None:
    for system in ("nlc", "mop", "jdg", "con", "wap"):
        assert set(kinds(system)) <= set(LEVELS)
        assert usual(system) == "steady"
    assert words_for("somebody") == ("computer, somebody", "")


def test_a_short_scenario_of_europe_stands_as_its_goal_does() -> None:
    """Ships together, the rate, states against France: the more, the better for whom it is the goal."""
    for id, better in (
        ("wap/trafalgar", lambda s: replace(s, fleets=tuple(replace(f, place=s.fleets[0].place) for f in s.fleets))),
        ("wap/lloyds", lambda s: replace(s, rate=s.rate + 20)),
        ("wap/coalitions", lambda s: replace(s, status=tuple(FRENCH for _ in s.status))),
    ):
        engine = load(id)
        state: Any = engine.start(SeededDice("goal"), [])
        mind = EuropeMind(EUROPE)
        now, then = (mind.standing(engine, one, "french") for one in (state, better(state)))
        assert 0 < now < then < 1
        assert now + mind.standing(engine, state, "english") == pytest.approx(1)
