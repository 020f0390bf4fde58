"""How wars of Europe are told: what is lost to what, great battles, changes of side, ends."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

from napwidgets import cli
from napwidgets.kernel.system import Event
from napwidgets.lab import europe as lab
from napwidgets.lab.europe import WANTED, Battle, NoWars, Wars, _Teller, figures, fought, spans, table
from napwidgets.lab.kept import Job
from napwidgets.scenarios import load


def told(*events: Event) -> _Teller:
    teller = _Teller()
    teller.hear(load("wap/grand-campaign"), 3, events)
    return teller


def battle_round(number: int, points: tuple[int, int], lost: tuple[int, int], hex: int = 100) -> Event:
    return Event("battle-round", "", hexes=(hex,), data={"round": number, "points": points, "lost": lost})


def test_a_battle_is_all_its_rounds_with_the_pursued_and_prisoners() -> None:
    teller = told(
        battle_round(1, (20, 15), (2, 3)),
        battle_round(2, (18, 12), (0, 4)),
        Event("pursued", "", hexes=(100,), data={"lost": 1}),
        Event("surrender", "", hexes=(100,), data={"lost": 3, "taken": 4}),
        Event("attrition", "", hexes=(7,), data={"lost": 5}),
        battle_round(1, (3, 2), (1, 0), 200),
    )
    first, second = teller.battles
    assert (first.points, first.lost, first.great, second.great) == ((20, 15), 17, True, False)
    assert first.cost == pytest.approx(17 / 35)
    assert teller.lost == {"battle": 18, "attrition": 5}


def test_what_no_battle_of_this_hex_cost_is_added_to_none() -> None:
    teller = told(battle_round(1, (20, 15), (1, 1)), Event("pursued", "", hexes=(9,), data={"lost": 2}))
    assert teller.battles[0].lost == 2
    assert teller.lost == {"battle": 4}


def test_wars_begin_and_end_more_than_once() -> None:
    assert spans([(0, False), (4, True), (9, False), (9, True), (12, False), (20, True)]) == ((4, 9), (9, 12), (20, 0))


def test_figures_are_means_of_campaigns() -> None:
    one: dict[str, Any] = {"battles": (Battle(1, "Ulm", (20, 10), 6),), "conquests": ((4, "Austria"),)}
    years = {1: 1805, 2: 1806, 3: 1807}
    lost = {"attrition": 30, "battle": 70}
    games = [
        Wars("1", "french", "paris", 3, lost, changes=((2, "Austria"), (3, "Russia")), wars={}, year=years, **one),
        Wars("2", "english", "cities", 2, {}, changes=(), wars={}, year=years, battles=(), conquests=()),
    ]
    assert list(figures(games).values()) == [30, 20, 1, 50, 0, 0.5, 2]
    assert list(table(games)["is"]) == [30, 20, 1, 50, 0, 0.5, 2]
    assert all(b.why.endswith(".") and b.least < b.most for b in WANTED)


@pytest.mark.parametrize(
    ("wars", "months"),
    [
        ({"Austria": (), "Prussia": (), "Russia": ()}, 100),
        ({"Austria": ((0, 5),), "Prussia": ((64, 0),), "Russia": ()}, 59),
        ({"Austria": ((0, 5),), "Prussia": ((65, 0),), "Russia": ()}, 60),
        ({"Austria": ((0, 5),), "Prussia": ((65, 0),), "Russia": ((30, 40),)}, 25),
        ({"Austria": ((0, 0),), "Prussia": (), "Russia": ()}, 0),
    ],
)
def test_how_long_europe_lies_still(wars: dict[str, Any], months: int) -> None:
    game = Wars("1", "french", "paris", 100, {}, (), (), (), wars, {n: 1805 + n // 12 for n in range(1, 101)})
    assert game.calm == months
    assert figures([game])["still for five years, %"] == (100 if months >= 60 else 0)


def test_only_war_and_peace_has_wars_of_europe() -> None:
    with pytest.raises(NoWars, match="no campaign of War and Peace"):
        fought(Job("nlc/first-steps", "1", {}))


def test_a_campaign_is_played_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    wars = fought(Job("wap/coalitions", "1", {}))
    assert wars.turns == 24
    assert wars.ending == "coalition"
    assert wars.lost == {}
    assert set(wars.wars) == {"Austria", "Prussia", "Russia"}
    monkeypatch.setattr(lab, "europe", lambda *_: [wars])
    shown = CliRunner().invoke(cli.app, ["lab", "europe", "--games", "1"])
    assert shown.exit_code == 0
    assert "conquests" in shown.stdout
