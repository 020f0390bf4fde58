"""A steady player of jdg looks behind: an enemy army in its rear, what it was after, where its troops have been."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from napwidgets.kernel.system import Engine
from napwidgets.players.jdg import SteadyPlayer
from napwidgets.players.jdg_aims import Aim, Task, _draw, allot, marchers, tasks
from napwidgets.players.jdg_memory import TURNS, Memory
from napwidgets.players.jdg_orders import Campaign, Party
from napwidgets.players.jdg_rear import Rear, menaces
from napwidgets.players.jdg_scouts import patrol
from napwidgets.players.jdg_situation import RECRUIT, STEADY, Lie, Past, Situation, Temper
from tests.players.test_steady_jdg import ALLIED, FRENCH, box_named, marching

#: Who counts nobody for an aim but who is still to set out.
HASTY = replace(STEADY, counted=0.0)


def danube(mood: Temper = STEADY, past: Past | None = None) -> tuple[Engine, Situation]:
    """The French of 1805 before their first march."""
    engine, view = marching("jdg/danube-1805", "french")
    return engine, Situation(engine.context, view, FRENCH, Lie(engine.context), mood, past=past)


def test_an_army_is_worth_the_places_that_it_may_come_for() -> None:
    engine, now = danube()
    ulm, far = box_named(engine, "Ulm"), box_named(engine, "Troppau")
    now.enemies = {ulm: 12.0, far: 12.0}
    worth = menaces(now)
    assert worth[ulm] > worth[far] == 0
    # Two armies beside each other share what they may come for.
    beside = next(box for box, _ in engine.context.setting.around[ulm] if box not in now.lie.goals)
    now.enemies = {ulm: 12.0, beside: 12.0, far: 12.0}
    assert menaces(now)[ulm] < 0.7 * worth[ulm]
    prizes = [next(t.worth for t in tasks(one) if (t.kind, t.box) == ("strike", beside)) for one in (now, plain(now))]
    assert prizes[0] > prizes[1] == 0


def plain(now: Situation) -> Situation:
    """The same for who does not look behind."""
    other = Situation(now.x, now.s, now.side, now.lie, replace(now.mood, menace=0.0, behind=0.0))
    other.enemies = now.enemies
    return other


def test_in_the_last_turn_nobody_comes_any_more() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    last = replace(view, turn=engine.context.setting.scenario.turns.count)
    now = Situation(engine.context, last, FRENCH, Lie(engine.context), STEADY)
    assert not any(menaces(now).values())


def test_who_would_leave_an_army_behind_meets_it_first() -> None:
    engine, now = danube()
    ulm, brunn = box_named(engine, "Ulm"), box_named(engine, "Brünn")
    now.enemies = {ulm: 20.0, brunn: 10.0}
    rear = Rear(now)
    assert rear.behind(brunn) == {ulm}
    assert not rear.behind(ulm)
    assert rear.left(brunn) == 20 / 30
    nets = [
        next((aim.net for aim in allot(one) if (aim.task.kind, aim.task.box) == ("strike", brunn)), 0.0)
        for one in (now, plain(now))
    ]
    assert nets[0] < nets[1]
    # Whoever is to meet that army frees the others.
    rear.meets(ulm, [i for i, _ in marchers(now)])
    assert rear.left(brunn) == 0


def test_it_remembers_what_its_troops_were_after_and_where_they_have_been() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    x, memory = engine.context, Memory()
    corps = x.setting.number["iv-corps"]
    start = view.counters[corps].at
    ulm, munich = box_named(engine, "Ulm"), box_named(engine, "Munich")
    assert memory.look(x, view, FRENCH).left[corps] == frozenset()
    memory.note({corps: ("take", munich)})
    assert memory.look(x, view.counter(corps, at=ulm, moved=True), FRENCH).sent == {corps: ("take", munich)}
    memory.rides(munich)
    assert memory.look(x, view, FRENCH).ridden == {munich}
    then = memory.look(x, replace(view.counter(corps, at=ulm), turn=2), FRENCH)
    assert then.aims == {corps: ("take", munich)}
    assert not then.sent
    assert not then.ridden
    assert then.left[corps] == {start}
    for turn in range(3, 3 + TURNS):
        past = memory.look(x, replace(view.counter(corps, at=ulm), turn=turn), FRENCH)
    assert past.left[corps] == frozenset()


def test_an_aim_of_the_turn_before_draws_more() -> None:
    engine, now = danube()
    corps = engine.context.setting.number["iv-corps"]
    aim = Aim(Task("take", box_named(engine, "Munich"), 2.0, 6.0), (corps,), 1, 5.0)
    before = danube(past=Past(aims={corps: ("take", aim.task.box)}))[1]
    assert _draw(before, Rear(before), aim) > _draw(now, Rear(now), aim)


def test_who_marches_back_without_need_must_gain_clearly() -> None:
    engine, now = danube()
    x = engine.context
    corps = x.setting.number["iv-corps"]
    at, to, ulm = now.s.counters[corps].at, box_named(engine, "Stuttgart"), box_named(engine, "Ulm")
    back = danube(past=Past(left={corps: frozenset((to,))}))[1]
    party = Party((corps,), None)
    gains = []
    for one in (now, back):
        one.enemies = {}
        ends = Campaign(one)._ends(now.s.agenda[-1], party, at)
        gains.append({move.aim: gain for gain, move in ends})
    assert gains[0][to] - gains[1][to] == STEADY.undo > 5 * STEADY.gain
    assert all(gains[0][box] == gains[1][box] for box in gains[0] if box != to)
    # Where the enemy may come there is need.
    alarmed = danube(past=back.past)[1]
    alarmed.enemies = {ulm: 9.0}
    assert alarmed.comers(to)
    assert not Campaign(alarmed)._undone(party, at, to)


def test_who_is_told_to_hold_a_place_counts_for_all_of_it() -> None:
    engine, view = marching("jdg/danube-1805", "allied")
    x = engine.context
    brunn = box_named(engine, "Brünn")
    column = x.setting.number["doctorov-corps"]
    stands = view.counter(column, at=brunn)
    troops = {mood: troops_at(Situation(x, stands, ALLIED, Lie(x), mood), brunn) for mood in (STEADY, HASTY)}
    assert sum(stands.counters[i].strength for i in troops[STEADY]) < sum(
        stands.counters[i].strength for i in troops[HASTY]
    )


def troops_at(now: Situation, box: int) -> set[int]:
    """Who is told to hold a place against the enemy near it."""
    now.enemies = {next(n for n, place in enumerate(now.x.network.places) if place.name == "Nikolsburg"): 3.0}
    return {i for aim in allot(now) if (aim.task.kind, aim.task.box) == ("hold", box) for i in aim.units}


def test_dummies_do_not_all_go_to_one_place() -> None:
    engine, now = danube()
    x = engine.context
    dummies = [i for i, piece in enumerate(x.pieces) if piece.dummy and piece.side == FRENCH][:2]
    box = box_named(engine, "Ulm")
    s = now.s.counter(dummies[1], at=box)
    scores = []
    for state, mood in ((now.s, STEADY), (s, STEADY), (s, replace(STEADY, apart=0.0))):
        one = Situation(x, state, FRENCH, now.lie, mood)
        one.enemies = {}
        scores.append(Campaign(one).score(Party((dummies[0],), None), state.counters[dummies[0]].at, box))
    assert scores[1] < scores[0] == scores[2]


def test_nobody_reconnoitres_twice_in_a_turn_where_somebody_has_been() -> None:
    rides = 0
    for id in ("jdg/danube-1809", "jdg/france-1814", "jdg/germany-1813-4"):
        engine, view = marching(id, "french")
        lie, subjects = Lie(engine.context), [subject.id for subject in engine.subjects(view)]
        ride = patrol(Campaign(Situation(engine.context, view, FRENCH, lie, STEADY)), view.agenda[-1], subjects)
        if ride is not None:
            rides += 1
            past = Past(ridden=frozenset((ride.aim,)))
            again = Campaign(Situation(engine.context, view, FRENCH, lie, STEADY, past=past))
            other = patrol(again, view.agenda[-1], subjects)
            assert other is None or other.aim != ride.aim
    assert rides


def test_only_who_has_aims_remembers() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    assert SteadyPlayer(Random(1)).now(engine, view, "french").past.left
    assert not RECRUIT.undo
    assert not RECRUIT.behind
