"""NLC on screen: whole games through every panel, and the presenter's promises along the way."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import napwidgets
from napwidgets import scenarios
from napwidgets.kernel.game import Game
from napwidgets.language.speech import said as in_words
from napwidgets.table.presenter import Battle
from napwidgets.table.table import Table
from napwidgets.widgets import BattleResolver, HexMap, TableApp
from napwidgets.widgets.computers import play_computers

IDS = [s.id for s in scenarios.scenarios() if s.system == "nlc"]
#: Moves of a game that are played through all panels.
MOVES = 120


def table_of(id: str, seed: str = "1815", people: int = 1) -> Table:
    game = napwidgets.new_game(id, seed=seed)
    seats = {seat: "person" if i < people else "steady" for i, seat in enumerate(game.engine.seats)}
    return Table(game, seats)


def step(table: Table, rng: Random) -> bool:
    """One decision, the way a person makes it: choose a subject, then one of its moves."""
    if table.curtain is not None:
        table.pass_to(table.curtain)
    if table.decision is None:
        return False
    for subject in rng.sample(list(table.subjects()), len(table.subjects())):
        if rng.random() < 0.6:
            table.pick(subject.hex, subject.id)
            if options := table.options(subject.id):
                table.play(rng.choice(options).move)
                return True
    if options := table.options():
        table.play(rng.choice(options).move)
    return True


def every(box: Any) -> Iterator[Any]:
    """A box and all that is in it, however deep."""
    yield box
    for child in getattr(box, "children", ()):
        yield from every(child)


def in_order(battle: Battle | None) -> None:
    """Distributions are distributions."""
    for spread in battle.spreads if battle is not None else ():
        assert sum(Fraction(s.exact) for s in spread.shares) == 1
        assert spread.method == "exact"


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("people", [1, 2])
def test_a_game_goes_through_every_panel(id: str, people: int) -> None:
    table, rng = table_of(id, people=people), Random(f"{id}{people}")
    app = TableApp(table)
    for _ in range(MOVES):
        with table.quiet():
            play_computers(table)
        table.tell()
        if not step(table, rng):
            break
        assert "went wrong" not in table.notice.text
        assert "went wrong" not in str(app.map.light["hint"])
        shown = [panel.html for panel in every(app) if hasattr(panel, "html")]
        assert len(shown) > 8
        assert not [html for html in shown if "went wrong" in html]
        focus = table.focus
        in_order(table.presenter.battle(table.view(), table.eyes, focus.subject, focus.hex))
    assert table.game.number > 10


@pytest.mark.parametrize("id", IDS)
def test_a_board_is_about_100_kb(id: str) -> None:
    board = HexMap(table_of(id))
    assert sum(len(json.dumps(v, default=str)) for v in board.get_state().values()) < 110_000


def test_a_long_ride_is_on_the_map_and_listed_on_demand() -> None:
    table = table_of("nlc/quatre-bras")
    while (decision := table.game.decision) is None or decision.kind != "movement":
        table.play(table.game.moves()[-1])
    riders = [s for s in table.subjects() if len(table.options(s.id)) > 100]
    assert riders
    app = TableApp(table)
    table.pick(riders[0].hex, riders[0].id)
    count = len(table.options(riders[0].id))
    assert f"All {count} choices" in app.actions.html
    assert len(app.map.light["targets"]) == count
    assert 'data-do="play"' not in app.actions.html.partition("nw-own")[2].partition("</details>")[0]
    app.actions._handle_custom_msg({"do": "fold", "arg": "more", "serial": 0}, [])
    assert app.actions.html.count('data-do="play"') >= count


def test_every_target_is_a_legal_move_and_has_its_cost() -> None:
    table, rng = table_of("nlc/quatre-bras"), Random(4)
    seen = 0
    for _ in range(MOVES):
        play_computers(table)
        if table.decision is None:
            break
        for subject in table.subjects():
            legal = set(table.game.engine.options(table.view(), subject.id))
            for target in table.presenter.targets(table.view(), subject.id):
                assert target.move in legal
                if table.decision.kind == "movement":
                    assert target.note or subject.id[0] == "q"
                    seen += 1
        step(table, rng)
    assert seen > 100


def test_no_seat_sees_a_counter_that_its_view_hides() -> None:
    table = table_of("nlc/quatre-bras", people=2)
    for seat in (*table.game.engine.seats, None):
        view = table.game.view(seat)
        shown = {c.id for c in table.presenter.scene(view, seat).counters if c.id.startswith("u:")}
        assert shown == {f"u:{u}" for u, unit in enumerate(view.units) if unit.hex >= 0}


def test_the_enemys_orders_are_unknown_in_the_roster() -> None:
    table = table_of("nlc/quatre-bras")
    lines = table.presenter.roster(table.view("french"), "french")
    tags = {line.title: line.tag for line in lines if line.depth == 0}
    assert "unknown" in tags.values()
    assert any(tag == "Probe" for tag in tags.values())


def orders_stage() -> Table:
    table = table_of("nlc/quatre-bras")
    for _ in range(20):
        play_computers(table)
        if table.decision is not None and table.decision.kind == "orders":
            return table
        table.play(table.options()[0].move)
    raise AssertionError("no orders stage came")


def test_the_order_pad_says_the_exact_chances_and_sends() -> None:
    table = orders_stage()
    draft = table.presenter.draft(table.view(), "french", {"kind": "march"})
    assert draft is not None
    assert draft.move is None
    assert draft.why
    places = next(f for f in draft.fields if f.id == "target").choices
    draft = table.presenter.draft(table.view(), "french", {"kind": "march", "target": places[-1][0]})
    assert draft is not None
    assert draft.move is not None
    assert draft.chances is not None
    assert sum(Fraction(s.exact) for s in draft.chances.shares) == 1
    assert draft.arrival
    table.play(draft.move)
    assert table.presenter.dispatches(table.view(), "french")
    assert not table.presenter.dispatches(table.game.view("allied"), "allied")


def test_a_sequence_that_the_rules_refuse_says_why() -> None:
    table = orders_stage()
    view = table.view()
    first = table.presenter.draft(view, "french", {"kind": "march"})
    assert first is not None
    places = [v for v, _ in next(f for f in first.fields if f.id == "target").choices if v]
    drafts = [
        table.presenter.draft(view, "french", {"kind": "march", "target": a, "then2": "attack", "target2": b})
        for a in places[:5]
        for b in places[:5]
    ]
    refused = [d for d in drafts if d is not None and d.move is None]
    assert refused
    assert all(d.why for d in refused)
    assert any("20.5" in " ".join(d.why_cites) for d in refused)


def test_the_debrief_tells_every_hour_and_its_history() -> None:
    table = table_of("nlc/first-steps", people=0)
    play_computers(table)
    assert table.game.outcome is not None
    debrief = table.presenter.debrief(table.game)
    assert [c.turn for c in debrief.chapters] == list(range(1, len(debrief.chapters) + 1))
    assert all(c.history for c in debrief.chapters)
    assert debrief.text
    assert debrief.heads[1].endswith("1815")


def test_a_game_shows_itself_as_a_picture() -> None:
    game: Game = napwidgets.new_game("nlc/first-steps")
    bundle = game._repr_mimebundle_()  # type: ignore[attr-defined]
    assert bundle["image/svg+xml"].startswith("<svg")
    assert "First Steps" in bundle["text/plain"]


def test_the_sandbox_is_exact_and_refuses_what_can_not_be() -> None:
    bench = BattleResolver.sandbox("nlc")
    in_order(bench.battle)
    open_ground = bench.battle
    bench.set(ground="chateau")
    assert bench.battle != open_ground
    bench.set(kind="charge")
    assert bench.battle is None
    assert "NLC 7.7" in bench.form.html
    bench.set(**{"a:i": 0, "a:f": 0, "a:c": 4, "ground": "clear"})
    in_order(bench.battle)
    bench.set(**{"kind": "bombardment", "a:c": 0, "a:f": 5})
    in_order(bench.battle)


@pytest.mark.parametrize("message", ["a:i=999", "a:i=-1", "ground=moon", "nothing=1", "a:i", "a:i=<b>"])
def test_the_sandbox_refuses_values_it_does_not_have(message: str) -> None:
    bench = BattleResolver.sandbox("nlc")
    before = bench.battle
    bench.form._handle_custom_msg({"do": "set", "arg": message, "serial": bench.form.serial}, [])
    assert bench.battle == before


@pytest.mark.parametrize("typed", ["99", "abc", "-1", "", "2.5"])
def test_the_sandbox_says_which_numbers_it_takes(typed: str) -> None:
    form = BattleResolver.sandbox("nlc").form
    form._handle_custom_msg({"do": "set", "arg": f"a:i={typed}", "serial": form.serial}, [])
    assert "Infantry (SP): a whole number from 0 to 30, please." in form.html


def test_there_is_no_sandbox_for_unknown_systems() -> None:
    with pytest.raises(napwidgets.NapwidgetsError, match="There is no system"):
        BattleResolver.sandbox("chess")


def test_a_choice_of_an_order_says_what_is_attacked_and_whereto_one_marches() -> None:
    table = Table(napwidgets.new_game("nlc/quatre-bras", seed="1815"))
    told = {option.label.text for option in table.options(table.game.subjects()[0].id)}
    said = {words.partition(": ")[2].rpartition(" (")[0] for words in told}
    assert {"Attack Gemioncourt", "Defend Gemioncourt", "March to Gemioncourt", "Fall Back to Gemioncourt"} <= said
    assert any(words.endswith(": Reserve") for words in told)
    assert in_words("Reille: March to Gemioncourt (0911)", "de") == "Reille: Marsch nach Gemioncourt (0911)"
    assert (
        in_words("Reille: Fall Back to Gemioncourt (0911) unseen", "fr")
        == "Reille\u00a0: Repli à couvert vers Gemioncourt (0911)"
    )
