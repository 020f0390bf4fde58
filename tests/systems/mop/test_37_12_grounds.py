"""37.12, Appendices I and III: cards about towns, trains and cavalry that stands off (13, 16 and 24)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.system import Question
from napwidgets.systems.mop import cards
from napwidgets.systems.mop.card_choices import Indicate
from napwidgets.systems.mop.engine import Battle
from napwidgets.systems.mop.fires import burning, towns
from napwidgets.systems.mop.spans import span
from napwidgets.systems.mop.state import Pontoon
from napwidgets.systems.mop.supply import unsupplied, wants
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.fighting.attacks import CombatSegment
from napwidgets.systems.tactical.fighting.forces import unit_mods
from napwidgets.systems.tactical.ground.reach import spread, spread_in_layers, within
from tests.systems.mop.table import Table, arrange, battle
from tests.systems.mop.test_37_12_effects import field, now, play

FRENCH, COALITION = 0, 1

# 16: Fire


def lit(t: Table, town: str = "1820E") -> Table:
    """Champaubert burns."""
    return play(t, cards.FIRE, FRENCH).play(Indicate(cards.FIRE, t.hex(town)))


def test_16_a_town_that_burns_costs_a_mp_more_by_road_or_not() -> None:
    t = field()
    h = t.hex("1820E")
    assert t.x.board.terrain[h] == "town"
    plain = t.x.setting
    lit(t)
    burnt = t.engine.context_at(t.state).setting
    ways = [(n, plain.board.direction(n, h)) for n in plain.near[h]]
    for walk in (0, 1):
        for n, d in ways:
            assert burnt.off_road[walk][n][d] == plain.off_road[walk][n][d] + 2
            assert burnt.on_road[walk][n][d] == plain.on_road[walk][n][d] + 2
        for n in range(plain.board.size):
            for d, to in enumerate(plain.board.neighbours[n]):
                if to != h:
                    assert burnt.on_road[walk][n][d] == plain.on_road[walk][n][d]
    assert burnt.entry_rate(h, 0, False) == plain.entry_rate(h, 0, False) + 2


def test_16_the_ground_is_the_same_from_the_other_end_and_from_beyond_the_map() -> None:
    t = field()
    plain, h = t.x.setting, t.hex("1820E")
    burnt = lit(t).engine.context_at(t.state).setting
    for was, now_ in ((plain.into[n][walk], burnt.into[n][walk]) for n in (0, 1) for walk in (0, 1)):
        assert sorted(now_[h]) == sorted((n, cost + 2, slow + 2) for n, cost, slow in was[h])
    edge = t.hex("0121E")
    for road in (False, True):
        tolled = plain.redrawn(plain.board, (), toll={edge: 2})
        assert tolled.entry_rate(edge, 0, road) == plain.entry_rate(edge, 0, road) + 2
    assert plain.entry_rate(edge, 0, True) == 1


def test_16_a_road_into_a_burning_town_is_as_crowded_as_any() -> None:
    for step, slow in ((1, 2), (3, 4)):
        for crowded, cost in (((), step), ((1,), slow)):
            best = [9, 9]
            spread(best, [[(1, step, slow)], []], (), crowded, (), 0, 0, 6)
            assert best[1] == cost
            layered = [9] * 4
            spread_in_layers(layered, [[(1, step, slow)], []], bytes(2), crowded, (), 0, 0, 6, 1)
            assert layered[1] == cost


def test_16_marches_and_field_of_costs_go_by_the_burning_town() -> None:
    t = field()
    h, start = t.hex("1820E"), t.hex("1421E")
    before = t.x.ground.field(start)
    lit(t)
    x = t.engine.context_at(t.state)
    after = x.ground.field(start)
    bare = within(x.setting.steps_road[0], (), start, 0, 999)
    assert after[h] == before[h] + 2
    assert [after[n] for n in sorted(bare)] == [bare[n] for n in sorted(bare)]


def test_16_the_player_names_any_town_that_does_not_burn_and_both_see_it() -> None:
    t = play(field(), cards.FIRE, FRENCH)
    named = [move.about for move in t.options() if isinstance(move, Indicate)]
    assert named == towns(t.x, t.state)
    assert all(t.x.board.terrain[h] == "town" for h in named)
    t.play(Indicate(cards.FIRE, t.hex("1820E")))
    assert cards.points(t.state, FRENCH) == 0
    for seat in t.engine.seats:
        assert burning(t.x, t.engine.view(t.state, seat)) == (t.hex("1820E"),)
    assert t.hex("1820E") not in towns(t.x, t.state)
    (told,) = [event for event in t.events if "on fire" in event.text]
    assert not told.to
    again = play(t, cards.FIRE, COALITION)
    assert again.refused(Indicate(cards.FIRE, t.hex("1820E"))) == "not-offered"


@pytest.mark.parametrize(("turn", "burns"), [(1, True), (4, True), (6, True), (7, False), (8, False)])
def test_16_it_burns_until_the_first_light_of_the_next_day(turn: int, burns: bool) -> None:
    known = battle("champaubert", "restricted_cards").setting
    data = replace(known.scenario, turns=replace(known.scenario.turns, night=(5, 6)))
    engine = Battle(data, known.board, known.options)
    t = arrange(engine, {"lagrange-1": "0722E"}, plays=(now(cards.FIRE, FRENCH, known.board.number("1820E")),))
    assert bool(burning(t.x, replace(t.state, turn=turn))) is burns
    # One that is set on fire in that light burns on.
    late = replace(t.state.plays[0], turn=7)
    assert bool(burning(t.x, replace(t.state, turn=max(turn, 7), plays=(late,))))


@pytest.mark.parametrize("what", ["plays", "turn", "works", "spans", "pontoons"])
def test_the_ground_is_another_when_anything_is_that_it_follows_from(what: str) -> None:
    known = battle("champaubert", "restricted_cards").setting
    data = replace(known.scenario, turns=replace(known.scenario.turns, night=(5, 6)))
    engine, town = Battle(data, known.board, known.options), known.board.number("1820E")
    burns = arrange(engine, {"lagrange-1": "0722E"}, plays=(now(cards.FIRE, FRENCH, town),)).state
    a, b = next((h, n) for h in range(town) for n in known.board.neighbours[h] if n > h and known.shut[h][0])
    changes = {"plays": (), "turn": 7, "works": (a,), "spans": (span(a, b),), "pontoons": (Pontoon(a, FRENCH, over=b),)}
    before, other = engine.context_at(burns), replace(burns, **{what: changes[what]})
    assert engine.context_at(other) is not before
    assert engine.context_at(other) is engine._ground_of(other)
    assert engine.context_at(replace(burns)) is before


def test_16_let_go_nothing_burns() -> None:
    t = play(field(), cards.FIRE, COALITION).play(m.Pass())
    assert t.engine.context_at(t.state) is t.engine.context


# 24: Populace


def hungry(**changes: Any) -> Table:
    """Olsufief's corps too far from the sources, fed by its train."""
    units = {"lagrange-1": "1321E", "udom-1": "1820E", "kornilov-1": "1820E"}
    return field(**{"units": units, "trains": {"ix-train": "2117E"}, **changes})


def test_24_the_populace_robs_a_formation_of_what_its_train_brings_this_turn() -> None:
    t = hungry()
    u = t.u("udom-1")
    assert u not in unsupplied(t.x, t.state, COALITION)
    before = t.x.allowance(t.state, u)
    play(t, cards.POPULACE, FRENCH, 0)
    assert [played.about for played in t.state.plays] == [(t.c("IX"),)]
    assert cards.points(t.state, FRENCH) == -1
    assert u in unsupplied(t.x, t.state, COALITION)
    assert wants(t.x, t.state, u)
    assert ("out of supply", -1) in unit_mods(t.x, t.state, u)
    assert t.x.allowance(t.state, u) == before - 2
    assert t.x.faint(t.state, t.c("IX"))
    assert not wants(t.x, t.state, t.u("lagrange-1"))
    t.change(turn=2)
    assert not wants(t.x, t.state, u)
    assert u not in unsupplied(t.x, t.state, COALITION)


def test_24_whoever_a_source_feeds_itself_wants_nothing() -> None:
    near = {"lagrange-1": "1321E", "udom-1": "1820E", "kornilov-1": "2720E"}
    t = play(hungry(units=near), cards.POPULACE, FRENCH, 0)
    assert t.state.plays[0].about == (t.c("IX"),)
    assert wants(t.x, t.state, t.u("udom-1"))
    assert not wants(t.x, t.state, t.u("kornilov-1"))


def test_24_only_a_formation_that_the_french_see_is_robbed() -> None:
    t = hungry()
    t.change(hidden=t.us("udom-1", "kornilov-1"))
    assert play(t, cards.POPULACE, FRENCH).state.plays == ()
    full = play(hungry(options="full_cards"), cards.POPULACE, FRENCH)
    assert full.options() == [m.Pass(), Indicate(cards.POPULACE, full.c("IX"))]
    full.play(Indicate(cards.POPULACE, full.c("IX")))
    assert len(full.engine.view(full.state, "coalition").plays) == 1


# 13: Infiltration


def beside(*played: Any, **more: str) -> Table:
    units = {"bordesoulle": "1721E", "udom-1": "1820E", **more}
    orders = {"IC": ("attack", "1820E"), "VI": ("attack", "1820E")}
    leaders = {"doumerc": "1721E", "marmont": "1721E"}
    t = field(*played, units=units, leaders=leaders, orders=orders, active=("IC", "VI"))
    return t.push(CombatSegment(FRENCH))


@pytest.mark.parametrize("kind", ["attack", "probe"])
def test_13_cavalry_by_itself_need_not_attack(kind: str) -> None:
    plain = beside()
    plain.state = plain.state.command(plain.c("IC"), order=replace(plain.command("IC").order, kind=kind))
    assert plain.refused(m.Pass()) == "must-attack"
    t = beside(now(cards.INFILTRATION, FRENCH))
    assert m.Attack(t.hex("1721E"), t.hex("1820E")) in t.options(f"s:{t.hex('1721E')}"), "it may"
    t.play(m.Pass())
    later = beside(now(cards.INFILTRATION, FRENCH)).change(turn=2)
    assert later.refused(m.Pass()) == "must-attack"
    theirs = beside(now(cards.INFILTRATION, COALITION))
    assert theirs.refused(m.Pass()) == "must-attack"


def test_13_infantry_with_it_is_bound_as_ever() -> None:
    t = beside(now(cards.INFILTRATION, FRENCH), **{"lagrange-1": "1721E"})
    assert t.refused(m.Pass()) == "must-attack"


def test_13_it_holds_as_soon_as_it_is_played() -> None:
    t = play(field(), cards.INFILTRATION, FRENCH)
    assert t.x.rules.excused(t.x, t.state, t.us("bordesoulle"))
    assert not t.x.rules.excused(t.x, t.state, t.us("lagrange-1"))
    assert cards.points(t.state, FRENCH) == -1


@pytest.mark.parametrize("card", [cards.EMPEROR, cards.NEY, cards.FIRE, cards.POPULACE, cards.MARMONT])
@pytest.mark.parametrize("side", [FRENCH, COALITION])
def test_37_12_what_is_asked_of_whoever_plays_a_card_is_asked_in_words(card: int, side: int) -> None:
    t = play(field(options="full_cards", orders={"IX": ("attack", "1421E")}), card, side)
    if t.kind is None:
        assert side == FRENCH
        return
    step = t.state.agenda[-1]
    asked = step.question(t.x, t.state)
    assert isinstance(asked, Question)
    assert asked.prompt.endswith(".")
    for move in t.options():
        label = t.engine.label(t.state, move)
        assert label.text
