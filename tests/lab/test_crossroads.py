"""Who can be at which crossroads when."""

from __future__ import annotations

import pytest

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.lab.crossroads import arrived, marches

PLACES = ["Quatre Bras", "Sombreffe"]


def test_who_stands_at_a_place_needs_no_turn_and_all_others_at_least_one() -> None:
    there = marches("con/belgium-1815", PLACES).set_index("leader")
    assert there.loc["Saxe-Weimar", "Quatre Bras"] == 0
    assert there.loc["Bülow", "Sombreffe"] == 3
    assert (there.drop("Saxe-Weimar")["Quatre Bras"] >= 1).all()


def test_commanded_nobody_comes_later_than_on_his_own_and_in_the_end_all_are_there() -> None:
    there = marches("con/belgium-1815", PLACES)
    days = arrived(there, "Quatre Bras", 9)
    assert (days["commanded"] >= days["on their own"]).all()
    french = days[days.side == "French"]
    assert french["commanded"].is_monotonic_increasing
    assert french["commanded"].iloc[-1] == there[there.side == "French"]["strength"].sum()


def test_a_major_general_without_initiative_never_marches_by_himself() -> None:
    there = marches("con/belgium-1815", PLACES)
    alone = there[there.initiative == 0].copy()
    away = alone[alone["Quatre Bras"] > 0]
    assert arrived(away, "Quatre Bras", 5)["on their own"].max() == 0


def test_a_place_that_the_map_does_not_have_is_named() -> None:
    with pytest.raises(ScenarioError, match="no place called Camelot"):
        marches("con/learning", ["Camelot"])
