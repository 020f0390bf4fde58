"""The steady player of jdg has aims: what decides the campaign, as few as are enough for it, and the last word."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Engine
from napwidgets.lab.playouts import play_out
from napwidgets.players.jdg import SteadyPlayer
from napwidgets.players.jdg_aims import Task, _strike, allot, marchers, tasks, turns_to
from napwidgets.players.jdg_odds import NOBODY, outlook
from napwidgets.players.jdg_orders import ALONE, Campaign, Party, Way, massed
from napwidgets.players.jdg_scouts import patrol
from napwidgets.players.jdg_situation import STEADY, Lie, Situation
from napwidgets.players.jdg_stands import before_walls, behind_walls, joined, meets
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load, new_game
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import flag
from napwidgets.systems.jdg.march.marching import Marching
from napwidgets.systems.jdg.state import HIDDEN, Siege
from napwidgets.systems.jdg.victory import account

FRENCH, ALLIED = 0, 1


def marching(id: str, seat: str) -> tuple[Engine, Any]:
    """A game where a seat is about to march for the first time, as it sees it."""
    engine, dice = load(id), SeededDice("aims")
    state = engine.start(dice, [])
    players = make_players(engine, "aims", dict.fromkeys(engine.seats, "random"))
    while (decision := engine.decision(state)) is not None:
        if decision.kind == "movement" and decision.seat == seat:
            return engine, engine.view(state, seat)
        move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
        state = engine.apply(state, decision.seat, m.Done() if decision.kind == "movement" else move, dice, [])
    raise AssertionError("nobody marches")


def box_named(engine: Engine, name: str) -> int:
    return next(box for box, place in enumerate(engine.context.network.places) if place.name == name)


def seen(engine: Engine, view: Any, side: int) -> Situation:
    return Situation(engine.context, view, side, Lie(engine.context), STEADY)


def test_an_attack_is_worth_more_the_stronger_it_is() -> None:
    tables = load("jdg/poland-1807").context.tables
    worths = [outlook(tables, mine, 10).worth for mine in (5, 10, 20, 40)]
    assert worths == sorted(worths)
    assert worths[0] < 0 < worths[-1]


def test_tasks_come_from_what_decides_and_nobody_has_two() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    now = seen(engine, view, FRENCH)
    told = {(task.kind, engine.context.box(task.box)) for task in tasks(now)}
    assert {("take", "Vienna"), ("strike", "Ulm")} <= told
    aims = allot(now)
    taken = [i for aim in aims for i in aim.units]
    assert len(taken) == len(set(taken)) > 0
    assert set(taken) <= {i for i, _ in marchers(now)}


def test_what_a_campaign_turns_on_is_held_while_the_enemy_is_still_far() -> None:
    engine, view = marching("jdg/germany-1813-3", "allied")
    now = seen(engine, view, ALLIED)
    berlin = box_named(engine, "Berlin")
    stack = next(box for box, at in now.lie.far(berlin).items() if 8 <= at <= 12)
    now.enemies = {stack: 9.0}
    assert not now.strongest_near(berlin)
    assert [task for task in tasks(now) if task.kind == "hold" and task.box == berlin]


def test_who_has_an_aim_elsewhere_wins_nothing_where_enough_are_coming() -> None:
    engine, view = marching("jdg/germany-1813-4", "french")
    campaign, box = Campaign(seen(engine, view, FRENCH)), engine.context.box
    berlin = next(aim for aim in campaign.aims if aim.task.kind == "strike" and box(aim.task.box) == "Berlin")
    other = next(aim for aim in campaign.aims if aim.task.box != berlin.task.box and aim.task.kind != "hold")
    party, theirs = Party(other.units, other), campaign.now.enemies[berlin.task.box]
    assert campaign._spared(party, berlin.task.box, 0, theirs) > 0
    campaign._coming.clear()
    assert campaign._spared(party, berlin.task.box, 0, theirs) == 0


def test_a_blow_is_reckoned_with_the_general_who_stands_beside_the_troops() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    x = engine.context
    corps = [i for i, piece in enumerate(x.pieces) if piece.id in ("guard", "v-corps", "iv-corps")]
    task, near = Task("strike", box_named(engine, "Ulm"), 4.0, 8.0), [(2, True, i) for i in corps]
    emperor = next(i for i, piece in enumerate(x.pieces) if piece.id == "napoleon")
    now, gone = seen(engine, view, FRENCH), seen(engine, view.counter(emperor, at=box_named(engine, "Mainz")), FRENCH)
    assert now.head(corps) == x.pieces[emperor].leader.tactical > gone.head(corps)
    led, alone = (_strike(view, task, near, 2) for view in (now, gone))
    assert led is not None
    assert alone is not None
    assert led.net > alone.net + 1.0


def test_an_aim_of_two_forces_is_told_once() -> None:
    game = new_game("jdg/danube-1805", seed="1")
    players, x = make_players(game.engine, "1", {}, default="steady"), game.engine.context
    found = 0
    while not found:
        assert game.decision is not None
        seat, kind = game.decision.seat, game.decision.kind
        player, view = players[seat], game.view(seat)
        if kind == "movement" and isinstance(player, SteadyPlayer):
            holds: dict[int, list[int]] = {}
            for aim in Campaign(player.now(game.engine, view, seat)).aims:
                if aim.task.kind == "hold":
                    holds.setdefault(aim.task.box, []).append(len(aim.units))
            told = player.why(game.engine, view, seat)
            for box in (box for box, parts in holds.items() if len(parts) > 1 and f"hold {x.box(box)}" in told):
                assert told.count(f"hold {x.box(box)}") == 1
                assert f"hold {x.box(box)} with {sum(holds[box])} counters" in told
                found += 1
        game = game.play(player.choose(game.engine, view, seat))


def test_nobody_is_struck_against_the_odds() -> None:
    engine, view = marching("jdg/germany-1813-4", "french")
    now = seen(engine, view, FRENCH)
    for aim in allot(now):
        if aim.task.kind == "strike":
            terrain = engine.context.network.places[aim.task.box].terrain
            led = now.head(aim.units), now.their_general(aim.task.box)
            look = outlook(engine.context.tables, now.power(aim.units), aim.task.need, terrain, led)
            assert look.wins >= STEADY.sure


def test_what_lies_alone_is_nobody_at_the_least() -> None:
    engine, view = marching("jdg/germany-1813-4", "french")
    for lone, weighs in ((0.9, True), (1.1, False)):
        now = Situation(engine.context, view, FRENCH, Lie(engine.context), replace(STEADY, lone=lone))
        alone = [box for box, who, number in view.unseen if who == now.foe and number == 1 and now.enemies.get(box)]
        assert bool(alone) is weighs
        assert min(now.enemies.values()) >= 0


def test_what_is_worth_much_is_not_left_to_a_few() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    now = seen(engine, view, FRENCH)
    for aim in allot(now):
        if aim.task.kind == "take":
            assert engine.context.strength(view, aim.units) >= STEADY.escort * aim.task.worth


def test_a_march_takes_places_on_its_way() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    x, now = engine.context, seen(engine, view, FRENCH)
    corps = next(i for i, piece in enumerate(x.pieces) if piece.name == "I Corps")
    munich = next(box for box, place in enumerate(x.network.places) if place.name == "Munich")
    # From Augsburg, which is the enemy's, the shortest ways lead past it.
    force = Marching(FRENCH, (corps,), view.counters[corps].at, view.counters[corps].at, 30)
    ways = Campaign(now)._ways(force)
    assert max(way.points for way in ways.values()) > 0
    richest = max(ways.values(), key=lambda way: way.points)
    assert any(now.gain(box) for box in richest.route[:-1] if box in now.lie.goals)
    force.check_route(x, view, m.March(richest.route))
    assert munich in now.lie.goals


def test_the_last_word_is_worth_more_than_the_first() -> None:
    engine, view = marching("jdg/poland-1807", "french")
    player = SteadyPlayer(Random(1))
    last = engine.context.setting.scenario.turns.count
    assert player._first_player(engine, seen(engine, view, FRENCH)) == m.Lead(FRENCH)
    assert player._first_player(engine, seen(engine, replace(view, turn=last), FRENCH)) == m.Lead(ALLIED)


def test_more_than_a_stack_marches_only_with_the_chief() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    x = engine.context
    # Everybody in one box, where a deputy of higher rank than his chief may be, too.
    mine = [i for i, c in enumerate(view.counters) if x.sides[i] == FRENCH and c.at >= 0]
    strasbourg = view.counters[x.setting.number["napoleon"]].at
    crowd = view.each(mine, at=strasbourg)
    campaign = Campaign(seen(engine, crowd, FRENCH))
    for party in campaign.parties(mine):
        engine.check(crowd, "french", m.Activate(party.pieces))


@pytest.mark.parametrize("seat", ["french", "russian"])
def test_it_beats_a_recruit(seat: str) -> None:
    engine = load("jdg/poland-1807")
    points = 0.0
    for n in range(6):
        bots = {one: "steady" if one == seat else "recruit" for one in engine.seats}
        game = play_out(engine, make_players(engine, f"beats/{n}", bots), f"beats/{n}")
        points += 0.5 if not game.winners else float(seat in game.winners)
    assert points >= 3.5


def test_a_battle_against_troops_without_a_general_scores() -> None:
    tables = load("jdg/poland-1807").context.tables
    assert outlook(tables, 20, 5, led=(1, NOBODY)).worth > 2 > 1 > outlook(tables, 20, 5, led=(1, 1)).worth
    assert outlook(tables, 21, 15, led=(3, 1)).worth > 2 > 1 > outlook(tables, 21, 15, led=(1, 1)).worth


def test_whoever_has_six_times_the_strength_takes_the_place_for_sure() -> None:
    tables = load("jdg/poland-1807").context.tables
    look = outlook(tables, 30, 4)
    assert look.wins == 1
    assert look.worth == pytest.approx(0.5)


def test_who_is_strong_is_not_shut_in_before_the_end() -> None:
    engine, view = marching("jdg/danube-1809", "austrian")
    x, now = engine.context, seen(engine, view, ALLIED)
    city = next(box for box, place in enumerate(x.network.places) if place.name == "Ratisbon")
    big = [i for i, c in enumerate(view.counters) if x.sides[i] == ALLIED and c.at >= 0 and c.strength >= 7][:2]
    heads = [i for i, c in enumerate(view.counters) if x.sides[i] == ALLIED and c.at >= 0 and x.pieces[i].leader][:1]
    inside = m.Shelter(tuple(sorted((*big, *heads))))
    early = behind_walls(now, inside, city, 24.0)
    assert early < before_walls(now, inside.pieces, city, 24.0) - 1
    # With one throw left most cities hold.
    last = seen(engine, replace(view, turn=x.setting.scenario.turns.count), ALLIED)
    assert early < behind_walls(last, inside, city, 24.0)


def test_a_single_counter_face_down_is_no_general_with_troops() -> None:
    engine, view = marching("jdg/danube-1809", "austrian")
    now = seen(engine, view, ALLIED)
    dark = {box: n for box, who, n in view.unseen if who == FRENCH}
    lone = [box for box, n in dark.items() if n == 1]
    assert all(now.their_general(box) == NOBODY for box in lone)
    assert {now.their_general(box) for box, n in dark.items() if n > 1} <= {1, now.best_general}
    assert now.their_general(now.mass) == now.best_general


def test_an_emperor_who_is_not_seen_is_feared_where_the_mass_is() -> None:
    engine, view = marching("jdg/france-1814", "allied")
    x, now = engine.context, seen(engine, view, ALLIED)
    napoleon = x.setting.number["napoleon"]
    assert x.pieces[napoleon].leader.tactical == 3
    hidden = view.counter(napoleon, at=HIDDEN)
    assert seen(engine, hidden, ALLIED).best_general == 3
    shown = seen(engine, view.counter(napoleon, at=now.mass), ALLIED)
    assert shown.their_general(now.mass) == 3 > shown.best_general


def test_who_may_still_join_is_counted_where_a_march_is_met() -> None:
    engine, view = marching("jdg/danube-1809", "austrian")
    now = seen(engine, view, ALLIED)
    box = next(box for box in now.enemies if joined(now, box) > 1.5 * now.enemies[box])
    mine = [i for i, c in enumerate(view.counters) if engine.context.sides[i] == ALLIED and c.strength >= 8][:1]
    crowd = meets(now, mine, box)
    now.enemies = {box: now.enemies[box]}
    assert meets(now, mine, box) > crowd


def test_a_march_past_a_stronger_enemy_is_worth_less() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    now = seen(engine, view, FRENCH)
    campaign = Campaign(now)
    foe = now.mass
    beside = next(box for box, _ in engine.context.setting.around[foe] if box not in now.enemies)
    unit = min((i for i, at in marchers(now) if view.counters[i].strength), key=lambda i: view.counters[i].strength)
    assert view.counters[unit].strength < now.enemies[foe]
    way = Way((beside,), 1, 0.0)
    assert campaign.braved(Party((unit,), None), way, 5.0, 0.0) < 5.0
    now.enemies = {}
    assert campaign.braved(Party((unit,), None), way, 5.0, 0.0) == 5.0


def test_a_leader_rides_to_those_who_have_none() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    x, now = engine.context, seen(engine, view, FRENCH)
    head = next(i for i, c in enumerate(view.counters) if x.sides[i] == FRENCH and c.at >= 0 and x.pieces[i].leader)
    led = next(box for box in now.leaders if now.general_at(box, (head,)))
    unled = next(box for box, _ in enumerate(x.network.places) if box not in now.leaders and box not in now.enemies)
    now.own = {unled: 8, led: 8}
    campaign, party = Campaign(now), Party((head,), None)
    assert campaign._leads(party, unled) > campaign._leads(party, led)


def test_a_leader_stays_with_troops_who_are_about_to_fight() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    x = engine.context
    here = {at: x.here(view, at, FRENCH) for at in sorted({c.at for c in view.counters if c.at >= 0})}
    at = next(at for at, who in here.items() if len(x.leaders(who)) == 1 and x.strength(view, who) > 5)
    (head,) = x.leaders(here[at])
    foe = next(i for i, c in enumerate(view.counters) if x.sides[i] == ALLIED and x.pieces[i].leader is None)
    met, party = view.counter(foe, at=at, strength=5), Party((head,), None)
    aside = next(box for box, _ in x.setting.around[at] if not x.here(met, box, ALLIED) + x.here(met, box, FRENCH))

    def stays(s: Any) -> bool:
        campaign = Campaign(seen(engine, s, FRENCH))
        return campaign.score(party, at, at) > campaign.score(party, at, aside)

    assert stays(met)
    assert Campaign(seen(engine, met, FRENCH))._leading(party, at, x.strength(met, here[at])) > 0.0
    # When his men are gone he does not wait for the enemy.
    alone = met
    for i in set(here[at]) - {head}:
        alone = alone.counter(i, at=aside)
    assert not stays(alone)


def test_troops_do_not_leave_a_leader_alone_beside_the_enemy() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    x = engine.context
    here = {at: x.here(view, at, FRENCH) for at in sorted({c.at for c in view.counters if c.at >= 0})}
    at = next(at for at, who in here.items() if len(x.leaders(who)) == 1 and len(x.units(who)) > 1)
    (head,), units = x.leaders(here[at]), x.units(here[at])
    beside = next(box for box, _ in x.setting.around[at] if not x.here(view, box, FRENCH))
    foe = next(i for i, c in enumerate(view.counters) if x.sides[i] == ALLIED and x.pieces[i].leader is None)
    near, far = (view.counter(foe, at=box, strength=5) for box in (beside, box_named(engine, "Vienna")))

    def costs(s: Any, *pieces: int) -> float:
        campaign, party = Campaign(seen(engine, s, FRENCH)), Party(pieces, None)
        kept = Campaign(seen(engine, s, FRENCH))
        kept._deserted = lambda *_: 0.0  # type: ignore[method-assign]
        assert campaign.score(party, at, at) == kept.score(party, at, at)
        return kept.score(party, at, beside) - campaign.score(party, at, beside)

    assert costs(near, *units) == pytest.approx(ALONE)
    # He goes with them; some of them stay; nobody is near.
    assert costs(near, head, *units) == costs(near, *units[1:]) == costs(far, *units) == 0.0


def test_leaders_left_over_may_ride_alone() -> None:
    engine, view = marching("jdg/danube-1809", "austrian")
    x, campaign = engine.context, Campaign(seen(engine, view, ALLIED))
    corps = next(i for i, c in enumerate(view.counters) if x.sides[i] == ALLIED and c.at >= 0 and c.strength)
    heads = [i for i, c in enumerate(view.counters) if x.sides[i] == ALLIED and c.at >= 0 and x.pieces[i].leader][:3]
    stacks = campaign._led([Party((corps,), None)], heads)
    assert stacks[0].pieces == tuple(sorted((corps, *heads)))
    assert [party.pieces for party in stacks[1:]] == [(head,) for head in heads[1:]]


def test_cavalry_looks_before_the_others_strike() -> None:
    rides = []
    for id, seat in (("jdg/danube-1809", "french"), ("jdg/france-1814", "french"), ("jdg/germany-1813-4", "french")):
        engine, view = marching(id, seat)
        now = seen(engine, view, FRENCH)
        campaign = Campaign(now)
        ride = patrol(campaign, view.agenda[-1], [subject.id for subject in engine.subjects(view)])
        if ride is not None:
            engine.check(view, seat, ride)
            assert ride.scout
            assert now.dark(ride.aim) >= 2
            assert all(engine.context.pieces[i].horse for i in ride.pieces)
            rides.append(ride)
    assert rides


def held_alone(view: Any, now: Situation) -> tuple[int, tuple[int, ...], int, int]:
    """A place that one stack of the Austrians holds, the stack, and two boxes beside it that are no places."""
    x = now.x
    for at in now.lie.goals:
        units = [i for i, c in enumerate(view.counters) if x.sides[i] == ALLIED and c.at == at and c.strength > 2]
        free = [box for box, _ in x.setting.around[at] if box not in now.lie.goals]
        if units and len(free) > 1:
            return at, tuple(units), free[0], free[1]
    raise AssertionError("nobody holds a place")


def test_nobody_lays_a_place_bare_that_can_be_held() -> None:
    engine, view = marching("jdg/danube-1809", "austrian")
    now = seen(engine, view, ALLIED)
    at, units, to, foe = held_alone(view, now)
    campaign, strength = Campaign(now), engine.context.strength(view, units)
    now.own = {at: strength}
    now.enemies = {foe: strength / 2}
    assert campaign.deserts(m.Activate(units, False, (to,)), at)
    # Others stay, or he is too strong, or there is none.
    now.own = {at: strength + 2}
    assert not campaign.deserts(m.Activate(units, False, (to,)), at)
    now.own = {at: strength}
    # Two counters face down seem three times as strong as they often are: before them nobody goes.
    edge = STEADY.bare * strength / STEADY.alone
    assert edge > 3.4 * strength
    for theirs, bares in ((0.99 * edge, True), (1.01 * edge, False)):
        now.enemies = {foe: theirs}
        assert campaign.deserts(m.Activate(units, False, (to,)), at) is bares
    for theirs in ({foe: 9.0 * strength}, {}):
        now.enemies = theirs
        assert not campaign.deserts(m.Activate(units, False, (to,)), at)


def test_a_detachment_stays_behind_where_a_place_would_be_laid_bare() -> None:
    engine, view = marching("jdg/danube-1809", "austrian")
    x = engine.context
    found = []
    for i, at in marchers(seen(engine, view, ALLIED)):
        move = SteadyPlayer._guard(engine, seen(engine, view, ALLIED), m.Activate((i,), False, (at,)))
        if isinstance(move, m.Detach):
            engine.check(view, "austrian", move)
            assert move.unit == i
            assert move.strength == 1
            found.append(move)
    assert found
    assert x.spares(view, ALLIED)


@pytest.mark.parametrize("id", ["jdg/germany-1813-4", "jdg/danube-1805"])
@pytest.mark.parametrize("side", [FRENCH, ALLIED])
@pytest.mark.parametrize("besieger", [None, FRENCH, ALLIED])
def test_9_what_a_place_brings_is_what_the_score_says(id: str, side: int, besieger: int | None) -> None:
    """With a city that is besieged, which scores little and for the besieger alone (Germany 1813 9)."""
    engine, view = marching(id, load(id).seats[side])
    x = engine.context

    def lead(s: Any) -> int:
        ours, theirs = (account(x, s, one).places for one in (side, 1 - side))
        return ours - theirs

    found = set()
    for (box, _, _), holder in product(x.setting.goals, (FRENCH, ALLIED)):
        free = flag(replace(view, sieges=()), box, holder)
        s = free if besieger in (None, holder) else replace(free, sieges=(Siege(box, besieger),))
        now = seen(engine, s, side)
        taken, lost = (lead(flag(free, box, who)) - lead(s) for who in (side, 1 - side))
        assert now.gain(box) == now.worth(box) == (0 if holder == side else taken)
        assert now.stake(box) == (-lost if holder == side else 0)
        closed = replace(free, sieges=(Siege(box, 1 - side),))
        counts = holder == side and x.setting.scenario.besieged_counts
        assert now.shut(box) == (lead(s) - lead(closed) if counts else 0)
        found.add((now.gain(box), now.stake(box)))
    assert len(found) > 1


@pytest.mark.parametrize(("pace", "far", "turns"), [(6, 6, 1), (6, 7, 2), (9, 9, 1), (9, 10, 2), (3, 9, 3)])
def test_5_1_how_long_a_march_takes_is_what_the_table_says(pace: int, far: int, turns: int) -> None:
    old: Any = load("jdg/danube-1805").context.tables.all["movement"]
    engine: Any = load("jdg/danube-1805", tables={"movement": replace(old, rows={**old.rows, "infantry": [pace]})})
    state: Any = engine.start(SeededDice("pace"), [])
    foot = next(i for i, c in enumerate(state.counters) if c.at >= 0 and engine.context.pieces[i].kind == "infantry")
    now = seen(engine, state, engine.context.sides[foot])
    now.lie.far = lambda box, gone=-1: {7: far, 8: 0}  # type: ignore[method-assign]
    assert turns_to(now, foot, 7, 3) == turns
    assert turns_to(now, foot, 8, 3) == 0
    assert massed(now, [(pace - 1, 10.0), (pace, 10.0)]) == 16.0


def test_a_leader_alone_rides_where_he_is_hardest_to_follow() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    x, now, vienna = engine.context, seen(engine, view, FRENCH), box_named(engine, "Vienna")
    head = next(i for i, c in enumerate(view.counters) if x.sides[i] == FRENCH and c.at >= 0 and x.pieces[i].leader)
    now.enemies, now.own = {vienna: 9.0}, {}
    far = now.lie.far(vienna)
    beside = {box for box, _ in x.setting.around[vienna]}
    open_ways = sorted((box for box in far if box != vienna and box not in beside), key=lambda box: far[box])
    near, away = open_ways[0], next(box for box in open_ways if far[box] > far[open_ways[0]])
    worth = [Campaign(now)._leads(Party((head,), None), box) for box in (min(beside), near, away, open_ways[-1])]
    assert worth == sorted(set(worth))
    assert worth[0] == -ALONE
    # That alone sets nobody in motion.
    assert worth[1] > -STEADY.gain
    assert worth[3] == 0.0
