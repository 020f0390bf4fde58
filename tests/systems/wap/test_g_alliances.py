"""G.1. The Alliance Phase, by paragraph."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import ScriptedDice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.wap.markers import GROUPS, MAJORS
from napwidgets.systems.wap.states.alliances import opening, turned, turning_odds, weights
from napwidgets.systems.wap.tables import Tables

TABLES = Tables(first=True)


def test_g_1_a_ten_markers_and_seventeen_minor_states() -> None:
    assert len(opening().markers) == 10
    assert sum(map(len, GROUPS.values())) == 17


def test_g_1_g_each_power_counts_one_and_the_sum_is_limited() -> None:
    assert sum(w.value for w in weights(TABLES, opening())) == 1
    crowded = replace(opening(), english_cities=9)
    assert sum(w.value for w in weights(TABLES, crowded)) == 4
    assert weights(TABLES, crowded)[-1].value == 4 - 10


def test_g_1_h_to_g_1_j_cities_and_napoleons_withdrawal() -> None:
    with_cities = replace(opening(), french_cities=2)
    assert sum(w.value for w in weights(TABLES, with_cities)) == -1
    beaten = replace(opening(), napoleon_withdrew=True)
    assert sum(w.value for w in weights(TABLES, beaten)) == 4


def test_g_1_k_points_lent_count_beyond_the_limit_and_for_england_alone() -> None:
    crowded = replace(opening(), english_cities=9)
    assert sum(w.value for w in weights(TABLES, crowded, lent=2)) == 6
    won = replace(opening(), french_cities=3)
    assert turning_odds(TABLES, won, "french", "Prussia", lent=5) == Fraction(1, 2)
    assert turning_odds(TABLES, won, "french", "Prussia") == Fraction(1, 2)
    assert turning_odds(TABLES, opening(), "english", "Prussia", lent=2) == Fraction(2, 3)


def test_g_1_d_and_g_1_e_a_state_moves_one_step_towards_who_courts_it() -> None:
    balanced = replace(opening(), french_cities=1)
    assert turned(TABLES, balanced, "french", "Prussia", ScriptedDice([(1,)])).status("Prussia") == "pro-French"
    assert turned(TABLES, balanced, "french", "Prussia", ScriptedDice([(2,)])).status("Prussia") == "neutral"
    assert turned(TABLES, balanced, "english", "Prussia", ScriptedDice([(6,)])).status("Prussia") == "anti-French"
    assert turned(TABLES, balanced, "french", "Austria", ScriptedDice([(1,)])).status("Austria") == "neutral"


def test_g_1_exact_chances_at_every_net_modifier() -> None:
    french = [83, 67, 50, 33, 17, 0, 0, 0, 0]
    for net, chance in zip(range(-4, 5), french, strict=True):
        at = replace(opening(), french_cities=max(0, 1 - net), english_cities=max(0, net - 1))
        assert round(100 * turning_odds(TABLES, at, "french", "Prussia")) == chance
    assert turning_odds(TABLES, opening(), "english", "Prussia") == Fraction(1, 3)


@pytest.mark.parametrize("state", ["France", "England", "Baltic minors", "Turkey"])
def test_g_1_d_f_and_l_who_can_not_be_courted(state: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        turned(TABLES, opening(), "french", state, ScriptedDice([(1,)]))
    assert refusal.value.cites


def test_g_1_d_a_state_that_is_on_our_side_already() -> None:
    with pytest.raises(IllegalMove, match="already"):
        turned(TABLES, opening(), "french", "Spain", ScriptedDice([(1,)]))
    assert set(MAJORS) <= {name for name, _ in opening().markers}
