"""A marshal of jdg near the end: its quick lines, the moves that it tries, and its picture of the enemy."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import asdict, replace

import napwidgets.players.jdg_trials as trials
from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Engine
from napwidgets.players import jdg_odds
from napwidgets.players.jdg import RecruitPlayer, SteadyPlayer
from napwidgets.players.jdg_mind import MarchMind, _named
from napwidgets.players.jdg_odds import NOBODY, plain, sketched
from napwidgets.players.jdg_orders import Campaign
from napwidgets.players.jdg_picture import Picture
from napwidgets.players.jdg_situation import STEADY, Lie, Situation
from napwidgets.players.jdg_trials import ROUNDS, Haste, QuickPlayer, next_best
from napwidgets.players.registry import make_player, make_players
from napwidgets.scenarios import load
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import holder
from napwidgets.systems.jdg.combat.battle import Battle, Ground
from napwidgets.systems.jdg.combat.phase import Tactics
from napwidgets.systems.jdg.combat.tactics import contest
from napwidgets.systems.jdg.forces import Leader
from napwidgets.systems.jdg.leaders import ComesBack, Haven
from napwidgets.systems.jdg.state import HIDDEN, March
from napwidgets.systems.jdg.tables import Tables

FRENCH, ALLIED = 0, 1


def reached(id: str, turn: int, kind: str = "movement", seat: str = "") -> tuple[Engine, Any, str]:
    """A decision of a kind in a game of steady players: the engine, the state and the seat."""
    engine = load(id)
    players, dice = make_players(engine, "jt", {}, default="steady"), SeededDice("jt")
    state: Any = engine.start(dice, [])
    while (decision := engine.decision(state)) is not None:
        if state.turn >= turn and decision.kind == kind and decision.seat in (seat or decision.seat):
            return engine, state, decision.seat
        move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
        state = engine.apply(state, decision.seat, move, dice, [])
    raise AssertionError("no such decision")


def quick() -> QuickPlayer:
    return QuickPlayer(Random(1), Haste(**asdict(STEADY)), {}, None)


def test_8_2_roughly_the_same_troops_may_choose_the_same_tactics() -> None:
    tables = Tables()
    for strength in (*range(1, 30), 44, 80):
        for rank in (0, 2, 3):
            heads = (Leader(rank, 1),) if rank else ()
            battle = Battle((replace(plain(strength, NOBODY), leaders=heads), plain(12)), Ground("open"))
            assert sketched(tables, battle).attacker == contest(tables, battle).attacker


def test_a_quick_player_reckons_a_battle_once_for_about_the_same_troops() -> None:
    engine, state, seat = reached("jdg/poland-1807", 1, "tactics")
    quick().choose(engine, state, seat)
    before = jdg_odds._sketched.cache_info()
    for _ in range(3):
        quick().choose(engine, state, seat)
    after = jdg_odds._sketched.cache_info()
    assert (after.hits - before.hits, after.misses) == (3, before.misses)


def test_a_quick_player_weighs_marches_few_times_a_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, state, _ = reached("jdg/poland-1807", 3)
    weighed: Counter[tuple[int, int]] = Counter()

    class Counting(Campaign):
        def __init__(self, now: Situation) -> None:
            weighed[now.s.turn, now.side] += 1
            super().__init__(now)

    monkeypatch.setattr(trials, "Campaign", Counting)
    players: Any = {who: quick() for who in engine.seats}
    dice, marches = SeededDice("q"), 0
    while (decision := engine.decision(state)) is not None:
        move = players[decision.seat].choose(engine, state, decision.seat)
        marches += isinstance(move, m.Activate)
        state = engine.apply(state, decision.seat, move, dice, [])
    assert marches > 2 * len(weighed)
    assert 0 < max(weighed.values()) <= ROUNDS


def test_a_quick_player_who_is_shown_all_sees_its_view() -> None:
    engine, state, seat = reached("jdg/poland-1807", 2)
    player, seen = quick(), list[Any]()
    player._movement = lambda engine, now: seen.append(now.s)  # type: ignore[method-assign]
    player.choose(engine, state, seat)
    assert state.unseen != seen[0].unseen
    assert seen[0].unseen == engine.view(state, seat).unseen


def test_what_is_tried_of_marches_is_what_would_not_be_made_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, state, seat = reached("jdg/poland-1807", 3)
    view: Any = engine.view(state, seat)
    moves = next_best(SteadyPlayer(Random(1), STEADY), engine, view, seat, 9)
    assert moves[0] == m.Done()
    marches = [move for move in moves if isinstance(move, m.Activate)]
    now = Situation(engine.context, view, engine.context.setting.seat_side[engine.seats.index(seat)],
                    Lie(engine.context), STEADY)  # fmt: skip
    made = Campaign(now).all_marches(view.agenda[-1], [subject.id for subject in engine.subjects(view)])
    assert made
    assert marches
    assert not set(marches) & set(made)
    # Who is to march next comes before the others.
    step, subjects = view.agenda[-1], [subject.id for subject in engine.subjects(view)]
    for more, first in ((99.0, True), (-99.0, False)):
        monkeypatch.setattr("napwidgets.players.jdg_orders.OWN", more)
        assert (Campaign(now).other_marches(step, subjects)[0].pieces == made[0].pieces) is first
    for move in moves:
        engine.check(view, seat, move)


@pytest.mark.parametrize("kind", ["reaction", "tactics", "withdrawal", "recruits", "dummies"])
def test_of_other_decisions_all_moves_are_tried_but_where_one_is_as_good_as_another(kind: str) -> None:
    engine, state, seat = reached("jdg/danube-1805", 1, kind)
    view = engine.view(state, seat)
    moves = next_best(SteadyPlayer(Random(1), STEADY), engine, view, seat, 99)
    assert bool(moves) is (kind not in ("recruits", "dummies"))
    assert set(engine.options(view)) <= set(moves) or not moves
    for move in moves:
        engine.check(view, seat, move)


def pictured(state: Any, engine: Engine, side: int) -> tuple[Picture, Any, Lie]:
    """What a side remembers after a look at its view."""
    view: Any = engine.view(state, engine.seats[side])
    picture, lie = Picture(engine.context, 1 - side), Lie(engine.context)
    lie.survey(view, 1 - side, 0)
    picture.look(view, lie)
    return picture, view, lie


def test_who_was_seen_lies_near_there_and_who_was_not_near_where_he_was_set_up() -> None:
    engine, state, _ = reached("jdg/poland-1807", 1)
    x = engine.context
    picture, view, lie = pictured(state, engine, ALLIED)
    hidden = [i for i, c in enumerate(view.counters) if c.at == HIDDEN and x.sides[i] == FRENCH and x.is_unit(i)]
    hidden = [i for i in hidden if i in picture._seen]
    assert hidden
    near = Counter[bool]()
    for n in range(20):
        counters = picture.drawn(view, lie, Random(n))
        places = Counter(c.at for i, c in enumerate(counters) if view.counters[i].at == HIDDEN and c.at >= 0)
        assert places <= Counter({box: n for box, side, n in view.unseen if side == FRENCH})
        near.update(lie.far(counters[i].at)[picture._seen[i][1]] < 7 for i in hidden if counters[i].at >= 0)
    assert near[True] > 5 * near[False]
    # Seen elsewhere in this turn he is there or near it.
    unit = max(hidden, key=lambda i: picture._seen[i][2])
    boxes = sorted(box for box, side, _ in view.unseen if side == FRENCH)
    far = max(boxes, key=lambda box: lie.far(box)[picture._seen[unit][1]])
    picture.look(view.counter(unit, at=far, strength=3), lie)
    drawn = [picture.drawn(view, lie, Random(n))[unit] for n in range(20)]
    assert sum(lie.far(c.at)[far] < 9 for c in drawn) > 14
    assert {c.strength for c in drawn} <= {1, 2, 3}


def test_generals_lie_with_troops_and_where_there_is_a_fight_there_are_some() -> None:
    engine, state, seat = reached("jdg/poland-1807", 1, "tactics")
    x, side = engine.context, engine.seats.index(seat)
    picture, view, lie = pictured(state, engine, side)
    step = next(step for step in view.agenda if isinstance(step, Tactics))
    covered = view.each(x.here(view, step.clash.box, 1 - side), at=HIDDEN, strength=0)
    covered = replace(covered, unseen=((step.clash.box, 1 - side, 1), *view.unseen))
    alone, led = 0, 0
    for n in range(20):
        counters = picture.drawn(covered, lie, Random(n))
        drawn = replace(covered, counters=counters, unseen=())
        assert x.strength(drawn, x.here(drawn, step.clash.box, 1 - side))
        for i, c in enumerate(counters):
            if view.counters[i].at == HIDDEN and x.pieces[i].leader is not None and c.at >= 0:
                here = x.strength(drawn, x.here(drawn, c.at, 1 - side))
                alone, led = alone + (not here), led + bool(here)
    assert led > 4 * alone


def test_his_flag_is_up_in_secret_where_he_has_stood_and_not_where_we_stand() -> None:
    engine, state, _ = reached("jdg/danube-1805", 1)
    x = engine.context
    picture, view, lie = pictured(state, engine, ALLIED)
    ours = [c.at for i, c in enumerate(view.counters) if x.sides[i] == ALLIED and c.strength]
    goal = next(goal for goal in lie.goals if holder(view, goal) == ALLIED + 1 and goal not in ours)
    unit = next(i for i, c in enumerate(view.counters) if x.sides[i] == ALLIED and c.at >= 0 and c.strength)

    def up(s: Any) -> int:
        return sum((goal, FRENCH) in picture.flags(s, Random(n)) for n in range(50))

    assert up(view) < 25
    picture.look(replace(view, unseen=((goal, FRENCH, 1), *view.unseen)), lie)
    # He has gone on, and it may still be his.
    assert up(view) > 40
    picture.look(view, lie)
    assert up(view) > 40
    picture.look(view.counter(unit, at=goal), lie)
    assert not up(view)


def test_in_a_game_with_open_cards_no_flag_is_drawn() -> None:
    engine = load("jdg/danube-1805", {"open_play": True})
    state: Any = engine.start(SeededDice("o"), [])
    picture, view, lie = pictured(state, engine, ALLIED)
    picture.trail.near = dict.fromkeys(lie.goals, 0)
    assert picture.flags(view, Random(1)) == view.covert
    assert not picture.trail.stood


def passed(id: str, options: Any = None) -> tuple[Engine, Any, str, int, Any]:
    """A place that the Allies hold without troops, and a view in which the enemy stands in it."""
    engine = load(id, options)
    view: Any = engine.view(engine.start(SeededDice("o"), []), "allied")
    x = engine.context
    ours = [c.at for i, c in enumerate(view.counters) if x.sides[i] == ALLIED and c.strength]
    goal = next(goal for goal, _, _ in x.setting.goals if holder(view, goal) == ALLIED + 1 and goal not in ours)
    return engine, view, "allied", goal, replace(view, unseen=((goal, FRENCH, 1), *view.unseen))


@pytest.mark.parametrize("player", [SteadyPlayer(Random(1), STEADY), RecruitPlayer(Random(1))])
def test_a_steady_player_takes_a_place_for_the_enemys_in_which_he_has_stood_until_it_is_there_itself(
    player: Any,
) -> None:
    engine, view, seat, goal, there = passed("jdg/danube-1805")
    steady, points = player.kind == "steady", load("jdg/danube-1805").context.setting
    # What scores for one side alone brings the points once.
    worth = next(n * (1 if whose else 2) for box, n, whose in points.goals if box == goal)
    assert player.now(engine, view, seat).worth(goal) == 0
    # Beside it he has not stood.
    beside = next(box for box, _ in engine.context.setting.around[goal])
    player.now(engine, replace(view, unseen=((beside, FRENCH, 1), *view.unseen)), seat)
    assert player.now(engine, view, seat).worth(goal) == 0
    player.now(engine, there, seat)
    gone = player.now(engine, view, seat)
    assert gone.worth(goal) == (worth if steady else 0)
    assert (gone.gain(goal) > 0) is steady
    assert (gone.stake(goal) == 0) is steady
    unit = next(i for i, c in enumerate(view.counters) if engine.context.sides[i] == ALLIED and c.strength)
    player.now(engine, view.counter(unit, at=goal), seat)
    assert player.now(engine, view, seat).worth(goal) == 0


def test_with_open_cards_a_flag_is_where_it_is_seen() -> None:
    engine, view, seat, goal, there = passed("jdg/danube-1805", {"open_play": True})
    player = SteadyPlayer(Random(1), STEADY)
    player.now(engine, there, seat)
    assert player.now(engine, view, seat).worth(goal) == 0


def test_in_its_lines_the_searching_side_remembers_what_it_has_seen_and_the_other_does_not() -> None:
    engine, view, seat, goal, there = passed("jdg/danube-1805")
    mind = MarchMind(STEADY)
    for seen in (there, view):
        mind.imagined(engine, seen, seat, Random(1))
    for who in engine.seats:
        player = mind.player(Random(1), mind.sketched(STEADY))
        player.choose(engine, view, who)
        assert (player.now(engine, view, who).holder(goal) == FRENCH + 1) is (who == seat)
    # What they see in a line stays there.
    assert mind._picture is not None
    assert mind._picture.trail.stood >= {goal}


def test_whoever_marches_to_the_guns_unseen_is_drawn_where_he_set_out() -> None:
    engine, state, _ = reached("jdg/danube-1805", 1)
    x = engine.context
    box = next(c.at for i, c in enumerate(state.counters) if x.sides[i] == FRENCH and c.at >= 0 and c.strength)
    empty = next(at for at in range(len(x.network.places)) if not x.here(state, at, FRENCH))
    gone = replace(state, marches=(March(0, box, (), 3), March(0, empty, (), 3)))
    (march,) = _named(x, gone, FRENCH)
    assert march.pieces == tuple(x.here(state, box, FRENCH))


def test_a_marshal_of_a_campaign_plays_as_usual_until_the_end_is_near() -> None:
    assert [plan.mood for plan in MarchMind(STEADY).plans()] == [STEADY]
    engine, state, seat = reached("jdg/poland-1807", 1)
    for turn, near in ((1, False), (4, True)):
        engine, state, seat = reached("jdg/poland-1807", turn)
        view = engine.view(state, seat)
        player: Any = make_player("marshal", engine, seat, "end")
        tried: list[Any] = []
        player._best = lambda engine, view, seat, moves, tried=tried: tried.extend(moves) or len(moves) - 1
        player._draft = lambda *_: None
        move = player.choose(engine, view, seat)
        engine.check(view, seat, move)
        assert player._near is near
        assert bool(tried) is near
        assert len(tried) <= player.mind.effort.most


def test_where_a_general_of_the_enemy_gets_away_to_is_not_drawn() -> None:
    engine, state, seat = reached("jdg/danube-1805", 1, seat="french")
    mack, towns = engine.context.setting.number["mack"], (1, 2)
    for step in (Haven(ALLIED, mack, towns), ComesBack(ALLIED, mack, towns)):
        view = engine.view(state.push(step), seat)
        drawn: Any = MarchMind(STEADY).imagined(engine, view, seat, Random(1))
        assert step.who == view.agenda[-1].who
        assert not any(isinstance(one, type(step)) for one in drawn.agenda)
        assert engine.decision(drawn) == engine.decision(engine.view(state, seat))
