"""37.7.2. The option of reports: what a vedette tells at once, what a rider brings later, and whom."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.scenarios import load
from napwidgets.systems.mop.covers import Look
from napwidgets.systems.mop.dummies import DummyStage, GoDummy
from napwidgets.systems.mop.present import present
from napwidgets.systems.mop.reports import News, riding_time
from napwidgets.systems.mop.state import Report
from napwidgets.systems.mop.vedettes import of_unit, put, ride
from napwidgets.systems.tactical.core.state import AWAY, DEAD
from tests.systems.mop.table import Table, arrange, battle

PIRE, OPTION = "pire", "vedette_reports"
#: Where the vedettes look out, three hexes from a Russian brigade; Milhaud, two turns away, and one turn away.
POST, FOE, FAR, NEAR = "1309", "1312", "2702", "1308"


def lookout(commander: str | None = FAR, foe: str = FOE, *, option: bool = True, **more: Any) -> Table:
    """Piré's vedettes look out for a brigade under cover."""
    nobody = {leader.id: None for leader in battle().setting.leaders}
    engine = battle("brienne", *([OPTION] if option else []))
    t = arrange(engine, {"udom-1": foe}, leaders={**nobody, "milhaud": commander}, hidden=(), **more)
    t.state = put(t.state, of_unit(t.state, t.u(PIRE)), hex=t.hex(POST)).unit(t.u(PIRE), hex=AWAY)
    return hide(t)


def hide(t: Table) -> Table:
    return t.change(hidden=t.us("udom-1"))  # type: ignore[return-value]


def look(t: Table) -> Table:
    return t.push(Look()).run()  # type: ignore[return-value]


def turn(t: Table) -> Table:
    """A turn begins."""
    return look(t.change(turn=t.state.turn + 1).push(News()).run())  # type: ignore[arg-type]


def open_(t: Table) -> bool:
    return t.u("udom-1") not in t.state.hidden


def test_37_7_2_without_the_option_a_vedette_reveals_at_once() -> None:
    t = look(lookout(option=False))
    assert open_(t)
    assert t.state.reports == ()


def test_37_7_2_the_option_asks_for_nothing_where_it_is_off() -> None:
    t = arrange(battle(), {})
    (phase,) = [phase for phase in t.engine.rules.turn if "37.7.2" in phase.name]
    assert not phase.when(t.x, t.state)
    on = arrange(battle("brienne", OPTION), {})
    assert phase.when(on.x, on.state)
    assert load("mop/brienne", {OPTION: True}).fingerprint != load("mop/brienne").fingerprint


def test_37_7_2_with_it_a_force_that_only_a_vedette_sees_waits_for_the_rider() -> None:
    t = lookout()
    v = of_unit(t.state, t.u(PIRE))[0]
    assert riding_time(t.x, t.state, v) == 2
    look(t)
    assert not open_(t)
    assert t.state.reports == (Report(0, t.u("udom-1"), -1, 2),)
    look(t)
    assert [k.left for k in t.state.reports] == [2], "looking again brings it no nearer, nor back"
    turn(t)
    assert (open_(t), [k.left for k in t.state.reports]) == (False, [1])
    turn(t)
    assert open_(t), "the rider is there"
    assert t.said("revealed")
    look(t)
    assert open_(t), "and it stays open while the vedette sees it"


@pytest.mark.parametrize(("commander", "at_once"), [(NEAR, True), (POST, True), (FAR, False)])
def test_37_7_2_within_movement_range_of_the_commander_it_is_known_at_once(commander: str, at_once: bool) -> None:
    t = look(lookout(commander))
    assert open_(t) is at_once


def test_37_7_2_the_range_is_that_of_a_vedettes_own_movement() -> None:
    t = lookout()
    x, limit = t.x, t.x.tables.limits["vedette"]
    v = of_unit(t.state, t.u(PIRE))[0]
    reach = ride(x, t.hex(POST), 0, x.ground.layout(t.state).hexes[1])
    edge = next(h for h, cost in reach.items() if cost == limit)
    out = next(n for n in x.setting.near[edge] if n not in reach and x.setting.passable[n])
    for h, turns in ((edge, 1), (out, 2)):
        assert riding_time(x, t.state.leader(t.i("milhaud"), hex=h), v) == turns


def test_37_7_2_who_sees_it_otherwise_needs_no_rider() -> None:
    t = lookout()
    t.state = t.state.unit(t.u("dufour-1"), hex=t.hex("1311"))
    assert open_(look(t))
    assert t.state.reports == ()


def test_37_7_2_out_of_the_vedettes_sight_there_is_no_report() -> None:
    assert look(lookout(foe="1313")).state.reports == ()


def test_37_7_2_without_a_commander_there_is_no_news() -> None:
    t = look(lookout(None))
    assert (open_(t), t.state.reports) == (False, ())


def test_37_7_2_the_report_goes_with_the_force_and_is_shown_once_though_it_has_gone() -> None:
    t = look(lookout())
    t.state = t.state.unit(t.u("udom-1"), hex=t.hex("1316"))
    look(t)
    assert t.engine.view(t.state, "french").reports == (Report(0, -1, t.hex("1316"), 2),)
    turn(turn(t))
    assert open_(t), "found out where it is now"
    look(t)
    assert not open_(t), "and lost from sight"
    assert t.state.reports == ()


def test_37_7_2_a_unit_that_is_gone_is_reported_no_more() -> None:
    t = look(lookout())
    t.state = t.state.unit(t.u("udom-1"), hex=DEAD)
    assert look(t).state.reports == ()


def test_37_7_2_a_vedette_under_cover_is_told_from_others_at_once() -> None:
    t = lookout(foe="0619")
    mine = of_unit(t.state, t.u("lanskoi"))
    t.state = put(t.state, mine, hex=t.hex(FOE)).unit(t.u("lanskoi"), hex=AWAY)
    look(t)
    assert all(t.state.vedettes[v].seen for v in mine)
    assert t.state.reports == ()
    # With troops it is no mere vedette.
    both = lookout()
    both.state = put(both.state, mine, hex=both.hex(FOE))
    look(both)
    assert not any(both.state.vedettes[v].seen for v in mine)
    assert len(both.state.reports) == 1


def test_37_7_2_a_dummy_looks_like_a_force_until_the_rider_is_there() -> None:
    t = lookout(foe="0619").change(decoys=((1, lookout().hex(FOE)),))
    look(t)
    real = look(lookout())
    seen = [table.engine.view(table.state, "french") for table in (t, real)]
    assert seen[0].reports == seen[1].reports == (Report(0, -1, t.hex(FOE), 2),)
    assert [event.text for event in t.said("report")] == [event.text for event in real.said("report")]
    t.push(DummyStage(1)).run().play(GoDummy(t.hex(FOE), t.hex("1313")))
    assert t.engine.view(t.state, "french").reports == (Report(0, -1, t.hex("1313"), 2),), "it goes along"
    t.state = replace(t.state, agenda=())
    turn(turn(t))
    assert t.state.decoys == ()
    assert t.state.reports == ()


def test_37_7_2_only_the_side_of_the_vedette_is_told() -> None:
    t = look(lookout())
    assert all(event.to == ("french",) for event in t.said("report"))
    assert len(t.said("report")) == 1
    view = t.engine.view(t.state, "french")
    assert view.reports == (Report(0, -1, t.hex(FOE), 2),), "a place, not a name"
    assert t.engine.view(t.state, "coalition").reports == ()
    assert t.engine.view(t.state, None).reports == ()
    assert t.u("udom-1") not in view.hidden


def test_37_7_2_two_stacks_in_one_report_each_keep_theirs() -> None:
    t = lookout()
    t.state = t.state.unit(t.u("udom-2"), hex=t.hex(FOE))
    t.change(hidden=t.us("udom-1", "udom-2"))
    look(t)
    assert {k.unit for k in t.state.reports} == set(t.us("udom-1", "udom-2"))
    t.state = t.state.unit(t.u("udom-2"), hex=t.hex("1313"))
    assert {k.hex for k in t.engine.view(t.state, "french").reports} == {t.hex(FOE), t.hex("1313")}
    turn(turn(t))
    assert open_(t)
    assert t.u("udom-2") not in t.state.hidden


def test_37_7_2_the_cover_shows_how_long_the_rider_takes() -> None:
    t = look(lookout())
    face, view = present(t.engine), t.engine.view(t.state, "french")
    (counter,) = [k for k in face.scene(view, "french").counters if k.hex == t.hex(FOE)]
    assert counter.marks == (("2", "no vedette; more in 2 turns"),)
    facts = [fact for card in face.inspect(view, "french", t.hex(FOE)) for fact in card.facts]
    assert "no vedette; more in 2 turns" in [fact.value for fact in facts]
