"""What a marshal of March on Paris draws: it looks to the seat as its view does, and can be played on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Engine
from napwidgets.players.mop_mind import CoveredMind
from napwidgets.players.nlc_situation import STEADY
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.mop.state import Vedette
from napwidgets.systems.tactical.core.state import AWAY, UNSEEN

GAMES: dict[str, tuple[str, dict[str, bool]]] = {
    "brienne": ("mop/brienne", {}),
    "riders": ("mop/brienne", {"vedette_reports": True, "restricted_cards": True}),
    "hands": ("mop/champaubert", {"full_cards": True, "vedette_reports": True}),
    "one deck": ("mop/champaubert", {"restricted_cards": True, "one_deck": True}),
    "events": ("mop/champaubert", {"restricted_cards": True, "random_events": True}),
}


def drawn(engine: Engine, moves: int, every: int) -> Iterator[tuple[Any, Any, str]]:
    """Views out of a game, each with what is drawn from it and whose it is."""
    players, dice, mind = make_players(engine, "v", {}, default="steady"), SeededDice("v"), CoveredMind(STEADY)
    state = engine.start(dice, [])
    for n in range(moves):
        if (decision := engine.decision(state)) is None:
            break
        view = engine.view(state, decision.seat)
        if n % every == 0:
            for seat in engine.seats:
                other = engine.view(state, seat)
                yield other, mind.imagined(engine, other, seat, Random(n)), seat
        state = engine.apply(state, decision.seat, players[decision.seat].choose(engine, view, decision.seat), dice, [])


@pytest.mark.parametrize("game", GAMES)
def test_what_is_drawn_looks_as_the_view_does_and_can_be_played_on(game: str) -> None:
    id, options = GAMES[game]
    engine = load(id, options)
    for n, (view, state, seat) in enumerate(drawn(engine, 240, 30)):
        again: Any = engine.view(state, seat)
        assert {f for f in view.__struct_fields__ if getattr(again, f) != getattr(view, f)} == set()
        assert 0 <= CoveredMind(STEADY).standing(engine, state, seat) <= 1
        players, dice = make_players(engine, str(n), {}, default="random" if n % 3 else "steady"), SeededDice(str(n))
        for _ in range(25):
            if (decision := engine.decision(state)) is None:
                break
            who = decision.seat
            move = players[who].choose(engine, engine.view(state, who), who)
            state = engine.apply(state, who, move, dice, [])


def test_every_cover_holds_troops_or_a_vedette_or_is_a_dummy_and_draws_differ() -> None:
    engine = load("mop/brienne")
    mind, found = CoveredMind(STEADY), set()
    for view, state, seat in drawn(engine, 200, 50):
        foe = 1 - engine.seats.index(seat)
        covers = {h for side, h in view.decoys if side == foe}
        held = {unit.hex for u, unit in enumerate(state.units) if view.units[u].hex != unit.hex and unit.hex >= 0}
        ridden = {k.hex for k, known in zip(state.vedettes, view.vedettes, strict=True) if k != known and k.hex >= 0}
        dummies = {h for side, h in state.decoys if side == foe}
        assert covers == (held | ridden | dummies) & covers
        assert held <= covers
        assert not dummies & (held | ridden)
        assert not any(unit.hex == UNSEEN for unit in state.units)
        again: Any = mind.imagined(engine, view, seat, Random("other"))
        found.add(again.units == state.units)
    assert False in found


def test_a_unit_of_which_a_vedette_is_seen_is_out_as_vedettes() -> None:
    engine: Any = load("mop/brienne")
    state = engine.start(SeededDice("v"), [])
    x = engine.context
    u = next(k.unit for k in state.vedettes if x.infos[k.unit].mounted and state.units[k.unit].hex >= 0)
    h = state.units[u].hex
    out = tuple(Vedette(u, h, 0, 1) if k.unit == u else k for k in state.vedettes)
    seat = engine.seats[1 - x.infos[u].side]
    view = engine.view(replace(state.unit(u, hex=AWAY), vedettes=out), seat)
    again = CoveredMind(STEADY).imagined(engine, view, seat, Random(1))
    assert again.units[u].hex == AWAY  # type: ignore[attr-defined]
    assert engine.view(again, seat).vedettes == view.vedettes
