"""What a beginner would see: each kind of fault is found where it is, and not just beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Engine
from napwidgets.lab.blunders import EYES, blunders, eye_for
from napwidgets.lab.faults.base import Eye
from napwidgets.lab.faults.wap import EuropeEye
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.con import moves as con
from napwidgets.systems.jdg import moves as jdg
from napwidgets.systems.jdg.boxes import holder
from napwidgets.systems.jdg.state import GONE
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import BOMBARDED, CHARGED, OFF, Order, Pending
from napwidgets.systems.tactical.moving.movement import MovementSegment
from napwidgets.systems.tactical.recovering.confidence import Flight
from napwidgets.systems.wap import moves as wap
from napwidgets.systems.wap.land.combat import CombatPhase
from napwidgets.systems.wap.land.marching import MovementPhase
from tests.systems.nlc.table import arrange, battle
from tests.systems.wap.campaign import FRENCH_SEAT, campaign, context

MARCHES = (MovementPhase(FRENCH_SEAT),)


def until(engine: Engine, kind: str, seat: str, seed: str = "b") -> Any:
    """The first position of a game in which a seat has to decide something."""
    players, dice = make_players(engine, seed, {}, default="steady"), SeededDice(seed)
    state = engine.start(dice, [])
    while (decision := engine.decision(state)) is not None:
        if (decision.kind, decision.seat) == (kind, seat):
            return state
        move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
        state = engine.apply(state, decision.seat, move, dice, [])
    raise AssertionError(f"nobody of {seat} was asked about {kind}")


def kinds(eye: Eye, state: Any, seat: str, move: Any, after: Any = None) -> set[str]:
    return {fault.kind for fault in eye.look(state, seat, move, state if after is None else after)}


def europe(s: Any) -> EuropeEye:
    """An eye on Europe whose marches begin like this."""
    eye = EuropeEye(load("wap/grand-campaign"))
    eye._began = s
    return eye


def gone(engine: Engine, state: Any) -> tuple[int, Any, Any]:
    """A unit that marches, the state after, and the move back."""
    for subject in engine.subjects(state):
        for move in engine.options(state, subject.id):
            if isinstance(move, m.Go) and len(move.units) == 1 and len(move.path) == 1:
                after = engine.apply(state, engine.decision(state).seat, move, SeededDice("go"), [])  # type: ignore[union-attr]
                if engine.decision(after).kind == "movement":  # type: ignore[union-attr]
                    start = state.units[move.units[0]].hex
                    return start, after, replace(move, path=(start,))
    raise AssertionError("nobody can march")


def test_a_march_that_comes_back_is_seen_and_one_that_goes_on_is_not() -> None:
    engine = load("nlc/quatre-bras")
    state = until(engine, "movement", "french")
    eye = eye_for(engine)
    start, after, back = gone(engine, state)
    there = next(
        move
        for subject in engine.subjects(state)
        for move in engine.options(state, subject.id)
        if isinstance(move, m.Go) and move.units == back.units and move.path[-1] == after.units[back.units[0]].hex
    )
    assert "to and fro" not in kinds(eye, state, "french", there, after)
    onward = replace(back, path=(next(h for h in range(50) if h != start),))
    assert "to and fro" not in kinds(eye, after, "french", onward)
    assert "to and fro" in kinds(eye, after, "french", back)
    # Each is counted once.
    assert "to and fro" not in kinds(eye, after, "french", back)


def test_a_leader_left_alone_beside_the_enemy_is_seen_and_one_farther_off_is_not() -> None:
    engine = load("nlc/quatre-bras")
    state = until(engine, "movement", "french")
    x: Any = engine.context
    rides = [
        (move.leader, move.to)
        for subject in engine.subjects(state)
        for move in engine.options(state, subject.id)
        if isinstance(move, m.GoLeader)
    ]
    leader = rides[0][0]
    foes = [u.hex for i, u in enumerate(state.units) if u.hex >= 0 and x.infos[i].side == 1]
    free = [h for h in range(x.board.size) if h not in x.ground.layout(state).at]
    far = next(h for h in free if min(x.board.distances[h][f] for f in foes) == 4)

    def stands(h: int) -> Any:
        leaders = tuple(replace(i, hex=h) if n == leader else i for n, i in enumerate(state.leaders))
        return replace(state, leaders=leaders)

    near = [h for h in free if min(x.board.distances[h][f] for f in foes) == 2]
    assert "leader alone" not in kinds(eye_for(engine), stands(far), "french", m.Pass())
    assert any("leader alone" in kinds(eye_for(engine), stands(h), "french", m.Pass()) for h in near)


def test_an_empty_place_that_a_unit_could_go_to_is_seen_until_somebody_holds_it() -> None:
    engine = load("nlc/quatre-bras")
    state = until(engine, "movement", "french")
    x: Any = engine.context
    eye: Any = eye_for(engine)
    ends = {
        move.path[-1]
        for subject in engine.subjects(state)
        for move in engine.options(state, subject.id)
        if isinstance(move, m.Go)
    }
    h = min(h for h in ends if h not in x.ground.layout(state).at)
    eye._goals = [eye._goals[0]._replace(hex=h)]
    control = bytearray(state.control)
    control[h] = 2
    assert "place left" in kinds(eye, replace(state, control=bytes(control)), "french", m.Pass())
    eye = eye_for(engine)
    eye._goals = [eye._goals[0]._replace(hex=h)]
    control[h] = 1
    assert "place left" not in kinds(eye, replace(state, control=bytes(control)), "french", m.Pass())


@pytest.mark.parametrize("troops", [{}, {"foy": "0412"}])
def test_20_2_guns_that_had_to_go_in_since_nobody_else_could_are_not_alone_by_fault(troops: dict[str, object]) -> None:
    engine, units = battle(), {"ii-foot-art": "0412", "kempt": "0410", **troops}
    t = arrange(engine, units, active=("II",), leaders={"reille": "0414"}, orders={"II": ("attack", "0410")})
    t.push(MovementSegment(0)).run()
    assert t.refused(m.Pass()) == "must-press"
    before, eye, move = t.state, eye_for(engine), m.Go(t.us("ii-foot-art"), t.path("0411"))
    t.play(move)
    found = kinds(eye, before, "french", move, t.state) | kinds(eye, t.state, "french", m.Pass())
    assert ("guns alone" in found) == bool(troops)


@pytest.mark.parametrize(("marks", "idle"), [(0, True), (BOMBARDED, True), (CHARGED, False)])
def test_who_stands_before_the_enemy_for_three_turns_is_idle_but_not_who_has_charged(marks: int, idle: bool) -> None:
    t = arrange(battle(), {"pire": "0412", "kempt": "0410"}, orders={"II": ("attack", "0410")})
    eye, horse = eye_for(t.engine), t.u("pire")
    found = set()
    for turn in range(1, 5):
        fought = t.state.unit(horse, marks=marks if turn == 2 else 0)
        found |= kinds(eye, replace(fought, turn=turn), "french", m.Pass(), replace(t.state, turn=turn + 1))
    assert ("idle" in found) is idle


def test_a_battery_before_the_enemy_is_no_garrison_and_one_far_from_him_is() -> None:
    engine = load("nlc/quatre-bras")
    state = until(engine, "movement", "french")
    x: Any = engine.context
    state = state.many({u: replace(state.units[u], hex=OFF) for u in x.setting.of_side[0] if not x.infos[u].gun})
    found = [move for subject in engine.subjects(state) for move in engine.options(state, subject.id)]
    ends = [move.path[-1] for move in found if isinstance(move, m.Go)]
    foes = [unit.hex for u, unit in enumerate(state.units) if unit.hex >= 0 and x.infos[u].side == 1]

    def counts(distance: int) -> bool:
        eye: Any = eye_for(engine)
        h = next(h for h in ends if min(x.board.distances[h][f] for f in foes) == distance)
        eye._goals = [eye._goals[0]._replace(hex=h)]
        control = bytearray(state.control)
        control[h] = 2
        return "place left" in kinds(eye, replace(state, control=bytes(control)), "french", m.Pass())

    assert [counts(2), counts(3)] == [False, True]


def test_who_flees_and_marches_back_has_not_marched_to_and_fro() -> None:
    engine = load("nlc/quatre-bras")
    state = until(engine, "movement", "french")
    start, after, back = gone(engine, state)
    fled = replace(after, agenda=(*after.agenda, Flight(0, 3)))
    eye = eye_for(engine)
    assert "to and fro" not in kinds(eye, fled, "french", replace(back, path=(start,)), after)
    assert not eye._began  # type: ignore[attr-defined]


def test_who_comes_back_a_turn_later_has_not_marched_to_and_fro() -> None:
    engine = load("nlc/quatre-bras")
    state = until(engine, "movement", "french")
    _, after, back = gone(engine, state)
    eye: Any = eye_for(engine)
    (there,) = (after.units[u].hex for u in back.units)
    assert "to and fro" not in kinds(eye, state, "french", replace(back, path=(there,)), after)
    assert "to and fro" not in kinds(eye, replace(after, turn=after.turn + 1), "french", back)


@pytest.mark.parametrize(
    ("mine", "to", "seen"),
    [("0914", "1011", True), ("0914", "0716", False), ("0914", "1214", False), ("0812", "0610", False)],
)
def test_who_has_lost_heart_flees_homeward_if_it_is_as_safe_there(mine: str, to: str, seen: bool) -> None:
    """The enemy stands at 0813; 0716 lies homeward, 1214 in a wood as none there; from 0812 no way leads home."""
    t = arrange(battle(), {"pire": mine, "kempt": "0813"}, orders={"II": ("attack", "0813")})
    s = replace(t.state, agenda=(*t.state.agenda, Flight(t.c("II"), 3)))
    move = m.Go(t.us("pire"), (t.hex(to),))
    assert move in t.engine.options(s, f"s:{t.hex(mine)}")
    assert ("wrong flight" in kinds(eye_for(t.engine), s, "french", move)) is seen


@pytest.mark.parametrize(("due", "seen"), [(7, True), (8, False)])
def test_an_order_to_a_formation_that_is_held_back_is_seen_unless_it_comes_when_it_is_free(
    due: int, seen: bool
) -> None:
    """The cavalry of the Guard is held back at Quatre Bras before turn 8."""
    t = arrange(battle(), {"pire": "0914", "kempt": "0813"})
    c = t.c("G")
    move = m.Send(t.i("ney"), c, (("attack", t.hex("0911")),))
    sent = Pending((Order("attack", t.hex("0911")),), t.i("ney"), 1, due, 0)
    after = t.state.command(c, pending=(sent,))
    assert ("held" in kinds(eye_for(t.engine), t.state, "french", move, after)) is seen


@pytest.mark.parametrize(
    ("to", "foe", "order", "seen"),
    [
        ("0915", "0410", "reserve", True),
        ("0914", "0410", "reserve", False),
        ("0915", "0910", "reserve", False),
        ("0915", "0410", "defend", False),
    ],
)
def test_a_reserve_whose_order_is_late_stays_near_where_it_is_sent(to: str, foe: str, order: str, seen: bool) -> None:
    """Piré at 0914 is to attack 0911. He goes a hex back; stays; gives way to an enemy four hexes off; has orders."""
    t = arrange(battle(), {"pire": "0914", "kempt": foe})
    c, pire = t.c("II"), t.u("pire")
    late = Pending((Order("attack", t.hex("0911")),), t.i("ney"), 1, 9, 0)
    waits = t.state.command(c, order=Order(order), pending=(late,))
    eye = eye_for(t.engine)
    kinds(eye, replace(waits, turn=1), "french", m.Pass(), replace(waits, turn=2))
    ends = waits.unit(pire, hex=t.hex(to))
    found = kinds(eye, replace(ends, turn=2), "french", m.Pass(), replace(ends, turn=3))
    assert ("reserve astray" in found) is seen


def test_an_order_that_changes_nothing_is_seen() -> None:
    engine = load("nlc/quatre-bras")
    state = engine.start(SeededDice("o"), [])
    c = next(c for c, k in enumerate(state.commands) if k.order.kind not in ("unknown", "reserve"))
    have = state.commands[c].order
    side = engine.context.setting.commands[c].side
    seat = engine.context.setting.sides[side]
    assert "order again" in kinds(eye_for(engine), state, seat, m.Send(0, c, ((have.kind, have.target),)))
    assert "order again" not in kinds(eye_for(engine), state, seat, m.Send(0, c, (("fall_back", have.target),)))


def test_a_reserve_sent_in_at_once_is_seen_and_one_that_keeps_a_corps_back_is_not() -> None:
    engine = load("mop/brienne")
    state: Any = engine.start(SeededDice("r"), [])
    x: Any = engine.context
    for side, seat in enumerate(x.setting.sides):
        kept = [c for c in range(x.setting.formations) if eye_for(engine)._rests(x, state, c, side)]  # type: ignore[attr-defined]
        if len(kept) < 2:
            continue
        for sent in (len(kept), len(kept) - 1):
            eye = eye_for(engine)
            kinds(eye, state, seat, m.Pass())
            commands = list(state.commands)
            for c in kept[:sent]:
                commands[c] = replace(commands[c], order=replace(commands[c].order, kind="attack"))
            found = kinds(eye, replace(state, commands=tuple(commands)), seat, m.Pass())
            assert ("reserve early" in found) == (sent == len(kept))
        return
    raise AssertionError("no reserve of two formations")


def test_con_sees_a_leader_who_marches_off_alone_and_a_garrison_that_leaves() -> None:
    engine = load("con/belgium-1815")
    state = until(engine, "march", "french")
    x: Any = engine.context
    leader = state.agenda[-1].leader
    foe = next(h for h in x.layout(state).stacks[1])
    beside = next(n for n in x.board.neighbours[foe] if n >= 0 and n not in x.layout(state).stacks[1])
    alone = state.lead(leader, at=beside)
    move = con.Go(beside)
    assert "leader alone" in kinds(eye_for(engine), state, "french", move, alone)
    troops = next(u for u, t in enumerate(state.units) if x.unit_side[u] == 0 and t.strength)
    with_troops = alone.unit(troops, at=beside)
    assert "leader alone" not in kinds(eye_for(engine), state, "french", move, with_troops)


@pytest.mark.parametrize("system", EYES)
def test_every_kind_has_words_and_every_system_an_eye(system: str) -> None:
    id = next(info.id for info in napwidgets.list_scenarios() if info.system == system)
    assert all(" " in words for words in eye_for(load(id)).KINDS.values())


def test_a_count_has_a_row_for_each_kind_and_is_the_same_again() -> None:
    found = blunders("con/learning", 2, workers=1)
    assert list(found["fault"]) == list(eye_for(load("con/learning")).KINDS)
    assert (found["a game"] == found["count"] / 2).all()
    assert found.equals(blunders("con/learning", 2, workers=1))


def test_the_list_in_the_docs_names_every_fault_and_no_other() -> None:
    doc = Path(__file__).parents[2].joinpath("docs", "players.md").read_text(encoding="utf-8")
    section = doc.partition("## What a beginner would see")[2].partition("\n## ")[0]
    rows = [line.split("|") for line in section.splitlines() if line.startswith("| ")][1:]
    listed = {(row[1].strip(), system.strip()) for row in rows for system in row[2].split(",")}
    ids = {info.system: info.id for info in napwidgets.list_scenarios()}
    assert listed == {(kind, system) for system in EYES for kind in eye_for(load(ids[system])).KINDS}


def test_points_lapse_while_troops_stand_about_and_not_while_they_keep_places() -> None:
    engine = load("jdg/danube-1805")
    state = until(engine, "movement", "allied")
    x, eye = engine.context, eye_for(engine)
    kept = next(box for box, _, _ in x.setting.goals if holder(state, box) == 2)
    about = next(box for box in range(len(x.network.places)) if box not in {goal for goal, _, _ in x.setting.goals})

    def stand_at(box: int) -> Any:
        mine = (c.at >= 0 and x.sides[i] == 1 for i, c in enumerate(state.counters))
        rows = zip(state.counters, mine, strict=True)
        return replace(state, counters=tuple(replace(c, at=box) if own else c for c, own in rows))

    assert "points lapse" in kinds(eye, stand_at(about), "allied", jdg.Done())
    assert "points lapse" not in kinds(eye_for(engine), stand_at(kept), "allied", jdg.Done())
    over = replace(stand_at(about), turn=x.setting.scenario.turns.count)
    assert "points lapse" not in kinds(eye_for(engine), over, "allied", jdg.Done())
    foe = next(i for i, c in enumerate(state.counters) if x.sides[i] == 0 and c.at >= 0 and c.strength)
    assert "points lapse" not in kinds(eye_for(engine), stand_at(about).counter(foe, at=about), "allied", jdg.Done())


def test_who_has_marched_into_a_place_does_not_stand_about() -> None:
    engine = load("jdg/danube-1805")
    state = until(engine, "movement", "allied")
    x = engine.context
    kept = next(box for box, _, _ in x.setting.goals if holder(state, box) == 2)
    about = next(box for box in range(len(x.network.places)) if box not in {goal for goal, _, _ in x.setting.goals})
    mine = [i for i, c in enumerate(state.counters) if x.sides[i] == 1 and c.at >= 0 and c.strength]
    by_army: dict[int, list[int]] = {}
    for i in mine:
        by_army.setdefault(x.army_of(state, i), []).append(i)
    idle = state.each([own[0] for own in by_army.values()], at=about)
    gone = [i for own in by_army.values() for i in own[1:]]
    for moved in (False, True):
        seen = kinds(eye_for(engine), idle.each(gone, at=kept, moved=moved), "allied", jdg.Done())
        assert ("points lapse" in seen) is not moved


def test_a_leader_alone_beside_the_enemy_counts_if_he_need_not_be_there() -> None:
    engine = load("jdg/danube-1805")
    state = until(engine, "movement", "allied")
    x = engine.context
    leader = next(i for i, c in enumerate(state.counters) if x.sides[i] == 1 and c.at >= 0 and x.pieces[i].leader)
    foes = {c.at for i, c in enumerate(state.counters) if x.sides[i] == 0 and c.at >= 0 and c.strength}
    mine = {c.at for i, c in enumerate(state.counters) if x.sides[i] == 1 and c.at >= 0}
    beside = next(box for at in sorted(foes) for box, _ in x.setting.around[at] if box not in foes | mine)
    far = next(b for b in range(len(x.network.places)) if not foes & {b, *(n for n, _ in x.setting.around[b])} - {b})
    there = state.counter(leader, at=beside)
    # He could still ride; he has come with troops that are lost; he has ridden there by himself; no enemy is near.
    assert "leader alone" in kinds(eye_for(engine), there, "allied", jdg.Done())
    moved = there.counter(leader, moved=True)
    assert "leader alone" not in kinds(eye_for(engine), moved, "allied", jdg.Done())
    eye = eye_for(engine)
    kinds(eye, state, "allied", jdg.Activate((leader,), False, (beside,)), moved)
    assert "leader alone" in kinds(eye, moved, "allied", jdg.Done())
    assert "leader alone" not in kinds(eye_for(engine), state.counter(leader, at=far), "allied", jdg.Done())
    # In the last turn only if the enemy marches after him.
    for first, seen in ((0, False), (1, True)):
        last = replace(there, turn=x.setting.scenario.turns.count, first=first)
        assert ("leader alone" in kinds(eye_for(engine), last, "allied", jdg.Done())) is seen


def test_cavalry_that_reconnoitres_makes_no_thin_attack() -> None:
    engine = load("jdg/danube-1805")
    about = until(engine, "movement", "french")
    x = engine.context
    foe = next(c.at for i, c in enumerate(about.counters) if x.sides[i] == 1 and c.at >= 0 and c.strength > 5)
    rider = next(
        i for i, c in enumerate(about.counters) if x.sides[i] == 0 and c.at >= 0 and c.at != foe and 0 < c.strength < 4
    )
    there = about.counter(rider, at=foe)
    assert thin(about, there, rider, foe)
    assert not thin(about, there, rider, foe, scout=True)


def thin(before: Any, after: Any, i: int, to: int, scout: bool = False, last: Any = None) -> bool:
    """Whether the march of a French counter is a thin attack when its phase ends."""
    eye = eye_for(load("jdg/danube-1805"))
    march = jdg.Activate((i,), False, (to,), scout)
    assert "thin attack" not in kinds(eye, before, "french", march, after)
    return "thin attack" in kinds(eye, last or after, "french", jdg.Done())


def test_an_attack_is_thin_only_if_nobody_has_come_up_when_all_have_marched() -> None:
    engine = load("jdg/danube-1805")
    about = until(engine, "movement", "french")
    x = engine.context
    foe = next(c.at for i, c in enumerate(about.counters) if x.sides[i] == 1 and c.at >= 0 and c.strength > 5)
    mine = [i for i, c in enumerate(about.counters) if x.sides[i] == 0 and c.at >= 0 and c.strength]
    first = min(mine, key=lambda i: about.counters[i].strength)
    there = about.counter(first, at=foe)
    assert thin(about, there, first, foe)
    assert not thin(about, there, first, foe, last=there.each(mine, at=foe))
    # Those who came to meet him do not count.
    corps = max(mine, key=lambda i: about.counters[i].strength)
    weak = about.each(x.here(about, foe, 1), strength=1)
    met = weak.counter(corps, at=foe).each(x.here(about, foe, 1), strength=99)
    assert not thin(weak, weak.counter(corps, at=foe), corps, foe, last=met)
    # Who has been beaten on the way has no battle any more.
    assert not thin(about, there, first, foe, last=about)


@pytest.mark.parametrize("down", [False, True])
def test_a_place_beyond_a_broken_bridge_is_not_left(down: bool) -> None:
    engine = load("jdg/danube-1805")
    state = until(engine, "movement", "allied")
    x = engine.context
    goal = x.network.index("Strasbourg")
    corps = next(i for i, c in enumerate(state.counters) if x.sides[i] == 1 and c.at >= 0 and c.strength > 2)
    alone = state.each([i for i, c in enumerate(state.counters) if c.at >= 0 and x.sides[i] == 0], at=GONE)
    alone = replace(alone.counter(corps, at=x.setting.around[goal][0][0]), points=(9,) * len(alone.points))
    links = tuple(sorted(link for _, link in x.setting.around[goal]))
    faults = eye_for(engine).look(replace(alone, cut=links) if down else alone, "allied", jdg.Done(), alone)
    seen = any(fault.kind == "place left" and "Strasbourg" in fault.words for fault in faults)
    assert seen is not down


@pytest.mark.parametrize(
    ("prussia", "moved", "seen"),
    [("anti-French", False, True), ("neutral", False, False), ("anti-French", True, False)],
)
def test_a_city_is_left_only_by_who_can_still_march_there_in_peace(prussia: str, moved: bool, seen: bool) -> None:
    """Breslau is Russian; Prussia's land lies between it and the French, who need Ney to march."""
    x = context()
    stands = {"status": {"Prussia": prussia}, "masters": {"Saxony": "France"}, "control": {"Breslau": "Russia"}}
    s = campaign(x, [("4120", "France", "6I")], {"Ney": "4120"}, **stands, agenda=MARCHES)  # type: ignore[arg-type]
    s = s.leader(x.setting.leader_number["Ney"], moved=moved)
    found = europe(s)._left(x, s, {})
    assert any(kind == "place left" and words.startswith("Breslau") for kind, _, words in found) is seen


@pytest.mark.parametrize(("enemies", "seen"), [(3, True), (4, False)])
def test_nobody_leaves_a_city_beside_which_an_enemy_is_half_as_strong_again(enemies: int, seen: bool) -> None:
    x = context()
    s = campaign(x, [("Koniggratz", "France", "2C")], agenda=MARCHES)
    found = europe(s)._left(x, s, {x.setting.place("3921"): enemies})
    assert any(words.startswith("Prague") for _, _, words in found) is seen


@pytest.mark.parametrize(("force", "seen"), [("2C", True), ("1C", False)])
def test_the_last_strength_point_in_a_city_that_counts_leaves_no_other_one(force: str, seen: bool) -> None:
    x = context()
    s = campaign(x, [("Vienna", "France", force)], control={"Vienna": "France"}, agenda=MARCHES)
    found = europe(s)._left(x, s, {})
    assert any(kind == "place left" and words.startswith("Brunn") for kind, _, words in found) is seen


@pytest.mark.parametrize(
    ("leaders", "moved", "seen"),
    [
        ({"Ney": "Munich", "Soult": "Munich"}, False, True),
        ({"Ney": "Munich"}, False, False),
        ({"Ney": "inside Munich", "Soult": "inside Munich"}, False, False),
        ({"Ney": "Munich", "Soult": "Munich"}, True, False),
    ],
)
def test_an_army_is_unled_if_one_of_two_could_have_gone_to_it(leaders: Any, moved: bool, seen: bool) -> None:
    x = context()
    s = campaign(x, [("Linz", "France", "8I")], leaders, agenda=MARCHES)
    for name in leaders if moved else ():
        s = s.leader(x.setting.leader_number[name], moved=True)
    found = europe(s)._leaders(x, s, {})
    assert any(kind == "army unled" for kind, _, _ in found) is seen
    # Leaders without troops don't go where the enemy is.
    contested = x.with_armies(s, [*s.armies, replace(s.armies[0], nation=2)])
    found = europe(s)._leaders(x, contested, {})
    assert not any(kind == "army unled" for kind, _, _ in found)


@pytest.mark.parametrize(
    ("leader", "force", "seen"), [("4125", "8I", True), ("4125", None, False), ("Munich", "8I", False)]
)
def test_a_capital_is_bare_if_troops_could_have_come_to_it(leader: str, force: str | None, seen: bool) -> None:
    """The French beside Vienna, which is theirs, reach it with Ney; the enemy stands at Buda-Pest."""
    x = context()
    armies = [("Buda-Pest", "Austria", "9I"), *([("4125", "France", force)] if force else [])]
    s = campaign(x, armies, {"Ney": leader}, control={"Vienna": "France"}, agenda=MARCHES)
    assert ("capital empty" in kinds(europe(s), s, "french", wap.Done())) is seen


def test_a_capital_is_bare_if_troops_march_out_of_it() -> None:
    x = context()
    armies = [("Buda-Pest", "Austria", "9I"), ("Vienna", "France", "2C")]
    s = campaign(x, armies, control={"Vienna": "France"}, agenda=MARCHES)
    eye = europe(s)
    assert "capital empty" not in kinds(eye, s, "french", wap.Done())
    gone = replace(s, armies=tuple(replace(a, hex=x.setting.place("Linz")) if a.nation == 0 else a for a in s.armies))
    assert "capital empty" in kinds(eye, gone, "french", wap.Done())


@pytest.mark.parametrize(
    ("enemy", "force", "met", "seen"),
    [
        ("4125", "3I", "", True),
        ("4125", "4I", "", False),
        ("4125", "3I", "4125", False),
        ("Buda-Pest", "3I", "", False),
    ],
)
def test_a_garrison_that_leaves_its_city_to_an_enemy_near_it_is_seen(
    enemy: str, force: str, met: str, seen: bool
) -> None:
    """Two points have left Vienna: the enemy is weak enough, too strong, met by others, too far off."""
    x = context()
    others = [(met, "France", "2I")] if met else []
    armies = [(enemy, "Austria", force), ("Vienna", "France", "2I"), *others]
    s = campaign(x, armies, control={"Vienna": "France"}, agenda=MARCHES)
    eye = europe(s)
    assert "garrison gone" not in kinds(eye, s, "french", wap.Done())
    vienna, linz = x.setting.place("Vienna"), x.setting.place("Linz")
    gone = replace(s, armies=tuple(replace(a, hex=linz) if a.hex == vienna else a for a in s.armies))
    assert ("garrison gone" in kinds(eye, gone, "french", wap.Done())) is seen


@pytest.mark.parametrize(
    ("odds", "city", "seen"), [("4I", "Linz", True), ("3I", "Linz", False), ("4I", "Vienna", False)]
)
def test_a_march_into_somebody_half_as_strong_again_is_thin_but_in_a_city_of_ones_own(
    odds: str, city: str, seen: bool
) -> None:
    x = context()
    began = campaign(
        x, [("4125", "France", "2I"), (city, "Austria", odds)], control={"Vienna": "France"}, agenda=MARCHES
    )
    eye = europe(began)
    kinds(eye, began, "french", wap.March(began.armies[0].hex, x.setting.place(city), (), ()))
    met = replace(began, armies=tuple(replace(a, hex=x.setting.place(city)) for a in began.armies))
    fights = replace(met, agenda=(CombatPhase(FRENCH_SEAT),))
    assert ("thin attack" in kinds(eye, fights, "french", wap.Fight(x.setting.place(city)))) is seen


@pytest.mark.parametrize(("sides", "seen"), [(1, True), (6, False)])
def test_a_leader_is_alone_if_he_could_have_ridden_off(sides: int, seen: bool) -> None:
    """Ney alone at Linz, the enemy on one side of him or on all."""
    x = context()
    about = [x.board.label(way.hex) for way in x.setting.ways[x.setting.place("Linz")]][:sides]
    s = campaign(x, [(h, "Austria", "1I") for h in about], {"Ney": "Linz"}, agenda=MARCHES)
    assert ("leader alone" in kinds(europe(s), s, "french", wap.Done())) is seen
