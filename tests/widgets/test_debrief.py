"""What the debrief says of games that are over: golden ones, one of each system."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from napwidgets import Game, load_game
from napwidgets.table.table import Table
from napwidgets.widgets.debrief import Debrief

GOLDEN = Path(__file__).parents[1] / "golden"
COUNTED = (
    "wavre.nightfall", "vauchamps.nightfall", "learning.french-points", "grand-campaign.cities",
)  # fmt: skip


@cache
def over(name: str) -> Game:
    return load_game(GOLDEN / f"{name}.nap.json")


@pytest.mark.parametrize("name", COUNTED)
def test_points_are_told_once(name: str) -> None:
    game = over(name)
    table = Table(game)
    assert game.outcome is not None
    facts = [f"{fact.name} {fact.value}" for fact in table.presenter.standing(game.state)]
    for _, n in game.outcome.points:
        assert any(re.search(rf"\b{n}\b", fact) for fact in facts if re.search("point|cities", fact, re.IGNORECASE))
    assert re.findall("<h2>(.*?)</h2>", Debrief(table).html)[0] == "How it stood"
