"""What debriefs tell: each turn what happened in it, nothing twice, the weightiest at least."""

from __future__ import annotations

from pathlib import Path

import pytest

from napwidgets import load_game
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Event
from napwidgets.language.speech import said
from napwidgets.systems.looking_back import happened, listed, retold
from napwidgets.table.table import Table

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture(
    scope="module", params=["learning.draw", "danube-1805.napoleon", "first-steps.farm-held", "lloyds.rate"]
)
def over(request: pytest.FixtureRequest) -> Game:
    return load_game(GOLDEN / f"{request.param}.nap.json")


def test_what_ends_a_turn_belongs_to_it_and_what_two_were_told_stands_once(over: Game) -> None:
    line = list(over.line())[::-1]
    told = happened(line)
    for turn, events in told.items():
        kinds = [event.kind for event in events]
        assert kinds.count("turn") == 1
        assert turn == 1 or kinds[0] == "turn"
    everything = [event for game in line for event in game.last.events]
    assert sum(map(len, told.values())) == sum(not event.again for event in everything)


def test_no_chapter_tells_the_same_twice(over: Game) -> None:
    for chapter in Table(over).presenter.debrief(over).chapters:
        assert len(set(chapter.happened)) == len(chapter.happened)
        assert not [text for text in chapter.happened if text.startswith("A force ")]


def test_the_weightiest_are_kept_in_their_order_and_repetitions_are_counted() -> None:
    log = [
        Event(kind, text) for kind, text in (("c", "One."), ("b", "Two."), ("c", "One."), ("x", "No."), ("a", "End."))
    ]
    weight = listed(("a", "b", "c"))
    assert retold(log, weight, 3) == ("2 times: One.", "Two.", "End.")
    assert retold(log, weight, 2) == ("Two.", "End.", "and 1 thing more.")
    assert retold([], weight, 2) == ()
    assert said("2 times: The charge on 1211 fails.", "fr").startswith("2 fois\u00a0: La charge")
