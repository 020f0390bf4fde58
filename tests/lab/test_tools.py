"""Which moves computer players make of those that the rules offer."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner

from napwidgets import cli
from napwidgets.kernel.dice import SeededDice
from napwidgets.lab.kept import Job
from napwidgets.lab.tools import handled, kind_of, offers, tools
from napwidgets.scenarios import load
from napwidgets.systems.tactical.core import moves as m

GAME = Job("nlc/first-steps", "t", {"french": "random"}, {})


def test_what_a_decision_offers_is_named_whatever_it_is_about() -> None:
    engine: Any = load("nlc/first-steps")
    state = engine.start(SeededDice("t"), [])
    while engine.decision(state).kind != "movement":
        free = engine.options(state)
        state = engine.apply(
            state, engine.decision(state).seat, next(o for o in free if isinstance(o, m.Pass)), SeededDice("t"), []
        )
    subjects = engine.subjects(state)
    expected = {kind_of(move) for subject in subjects for move in engine.options(state, subject.id)}
    # Marches belong to units; to end the movement, to nobody.
    assert "go" in expected
    assert "pass" not in expected
    assert offers(engine, state) == expected | {"pass"}


def test_each_move_of_a_game_is_counted_once_for_its_side() -> None:
    uses = handled(GAME)
    assert {use.seat for use in uses if use.made} == {"french", "allied"}
    assert all(use.offered >= use.made for use in uses)
    assert len({(use.seat, use.move) for use in uses}) == len(uses)
    # Some of what was offered was never made.
    assert any(use.offered and not use.made for use in uses)


def test_the_table_begins_with_what_is_used_least() -> None:
    found = tools("nlc/first-steps", 2, {"french": "random"}, "t", workers=1)
    assert list(found.columns) == ["seat", "move", "offered", "made", "games", "of", "share"]
    assert list(found["made"]) == sorted(found["made"])
    assert found["made"].iloc[0] == 0
    assert found["games"].max() == 2
    (one,) = (row for row in found.to_dict("records") if (row["seat"], row["move"]) == ("allied", "go"))
    games = [handled(Job("nlc/first-steps", f"t/{n}", {"french": "random"}, {})) for n in (1, 2)]
    made = [use.made for game in games for use in game if (use.seat, use.move) == ("allied", "go")]
    assert (one["made"], one["of"]) == (sum(made) / 2, 2)
    assert one["share"] == one["made"] / one["offered"]


def test_the_command_prints_the_same() -> None:
    asked = ["lab", "tools", "nlc/first-steps", "--games", "1", "--seed", "t", "--workers", "1"]
    told = CliRunner().invoke(cli.app, [*asked, "--json"])
    assert told.exit_code == 0
    assert json.loads(told.stdout) == tools("nlc/first-steps", 1, seed="t", workers=1).to_dict("records")
    shown = CliRunner().invoke(cli.app, asked)
    assert shown.exit_code == 0
    assert "1 of 1" in shown.stdout
