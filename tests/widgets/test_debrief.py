"""What the debrief says of games that are over: golden ones, one of each system."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from napwidgets import Game, load_game
from napwidgets.language.speech import said
from napwidgets.table.table import Table
from napwidgets.widgets.debrief import Debrief

GOLDEN = Path(__file__).parents[1] / "golden"
COUNTED = (
    "wavre.nightfall", "vauchamps.nightfall", "danube-1805.napoleon", "learning.french-points", "grand-campaign.cities",
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


def test_what_history_tells_of_a_month_stands_under_it_by_its_year_and_of_empty_months_nothing_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(over("lloyds.rate"))
    debrief = table.presenter.debrief(table.game)
    first, second, *others = debrief.chapters
    assert (first.label, first.past) == ("September 1805", "1805")
    told = replace(debrief, chapters=(first, replace(second, happened=(), history=()), *others))
    monkeypatch.setattr(type(table.presenter), "debrief", lambda *_: told)
    html = Debrief(table).html
    assert '<p class="nw-hist">1805: Allemand' in html
    assert re.findall(r"<article><h3>(.*?)</h3>", html) == [c.label for c in (first, *others)]


def test_figures_below_nought_have_a_minus_sign() -> None:
    html = Debrief(Table(over("six-days.campaign"))).html
    assert "Coalition −1" in html
    assert "<td>−1</td>" in html
    assert not re.search(r"[ >(]-\d", re.sub('<svg.*?</svg>|style="[^"]*"', "", html, flags=re.DOTALL))


@pytest.mark.parametrize(
    ("code", "english", "words"),
    [
        ("de", "Decisive French victory, 22 points to −1.", "Entscheidender Sieg: Franzosen, 22 zu −1 Punkte."),
        ("fr", "Prussian victory, 28 points to 1.", "Victoire\u00a0: Prussiens, 28 points à 1."),
        ("de", "A draw, 1 point to 1.", "Unentschieden, 1 zu 1 Punkte."),
        (
            "fr",
            "marginal Coalition victory: French 8, Coalition 9",
            "courte victoire\u00a0: Coalition\u00a0: Français 8, Coalition 9",
        ),
    ],
)
def test_verdicts_are_spoken_whole(code: str, english: str, words: str) -> None:
    assert said(english, code) == words


@pytest.mark.parametrize("name", ["germany-1813-1.draw", "learning.draw"])
def test_what_comes_next_is_not_told_of_a_game_that_is_over(name: str) -> None:
    names = {fact.name for fact in Table(over(name)).presenter.standing(over(name).state)}
    assert names.isdisjoint({"As it stands", "On the move", "First player", "If it ended now"})


def test_seas_have_their_article_and_a_goal_is_told_once() -> None:
    """What the golden game of Lloyd's tells of raids, and what decides in Coalitions."""
    game = over("lloyds.rate")
    told = [text for chapter in Table(game).presenter.debrief(game).chapters for text in chapter.happened]
    assert any("in the Caribbean" in text for text in told)
    assert any("in West Africa" in text for text in told)
    assert not [text for text in told if "in Caribbean" in text or "compels has changed: act." in text]
    assert "What the rate compels has changed: England must act." in told
    facts = Table(over("coalitions.coalition")).presenter.standing(over("coalitions.coalition").state)
    assert [fact.value for fact in facts if fact.name == "States against France"] == ["4; 3 are needed"]
    assert len([fact for fact in facts if fact.name == "Against France"]) == 1
    duties = Table(game).presenter.standing(game.state)
    assert not [fact for fact in duties if fact.cite.startswith("WAP ")]
