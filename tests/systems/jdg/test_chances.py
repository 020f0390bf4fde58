"""Single throws, weather and sieges of Jours de Gloire, by paragraph; worked by hand from the text."""

from __future__ import annotations

from fractions import Fraction

import pytest

from napwidgets.kernel.dice import ScriptedDice
from napwidgets.systems.jdg.forces import Force, Leader, Unit
from napwidgets.systems.jdg.seasons import (
    Siege,
    Weather,
    forecast,
    siege_ends,
    siege_odds,
    siege_parts,
    siege_turn,
    weather_odds,
)
from napwidgets.systems.jdg.tables import Tables
from napwidgets.systems.jdg.throws import (
    Overrun,
    arrives_after,
    bridge_odds,
    command_odds,
    command_value,
    march_parts,
    may_overrun,
    overrun_odds,
    reaction_odds,
    reconnaissance_odds,
    recovery_odds,
    stragglers,
    stragglers_odds,
    withdrawal_odds,
)
from napwidgets.systems.telling import MONTHS

TABLES = Tables()
SIXTH = Fraction(1, 6)


def test_5_5_3_what_keeps_men_in_the_ranks() -> None:
    driver, idler = Leader(2, 0, 3), Leader(4, 0, 2)
    assert sum(value for _, value, _ in march_parts(TABLES, Unit(9, 4), (driver, idler))) == -2
    assert march_parts(TABLES, Unit(9, 3), (idler,)) == ()
    assert [value for _, value, _ in march_parts(TABLES, Unit(9, 3), (), "Snow")] == [1]
    assert [value for _, value, _ in march_parts(TABLES, Unit(9, 3), (), "Mud")] == [2]


@pytest.mark.parametrize(("strength", "spread"), [(4, (4, 2, 0)), (5, (3, 3, 0)), (8, (3, 3, 0)), (9, (3, 2, 1))])
def test_5_5_3_stragglers_by_strength(strength: int, spread: tuple[int, int, int]) -> None:
    odds = stragglers_odds(TABLES, Unit(strength, 3), ())
    assert tuple(odds[lost] for lost in range(3)) == tuple(n * SIXTH for n in spread)


def test_5_5_3_both_a_concentration_and_a_forced_march_throw_twice() -> None:
    assert stragglers_odds(TABLES, Unit(9, 3), (), 2)[4] == SIXTH**2
    assert stragglers(TABLES, Unit(1, 3), (), ScriptedDice([(6,), (6,)]), 2) == 1
    assert stragglers_odds(TABLES, Unit(0, 4, "artillery", 4), (), 2)[0] == 1


def test_5_5_4_recovery() -> None:
    assert dict(recovery_odds(TABLES, 3)) == {1: Fraction(2, 3), 2: Fraction(1, 3)}
    assert dict(recovery_odds(TABLES, 1)) == {1: 1}
    assert dict(recovery_odds(TABLES, 0)) == {0: 1}


def test_6_3_a_screen_as_strong_hides_everything() -> None:
    assert dict(reconnaissance_odds(TABLES, (Unit(3, 5, "cavalry"),), (Unit(3, 2, "cavalry"),))) == {0: 1}


def test_6_3_cohesion_helps_to_see() -> None:
    # Three points more: the column 3-4; cohesion 4 against 2 adds two: 3, 4 show one, 5 to 7 two, 8 three.
    odds = reconnaissance_odds(TABLES, (Unit(5, 4, "cavalry"),), (Unit(2, 2, "cavalry"),))
    assert dict(odds) == {1: Fraction(1, 3), 2: Fraction(1, 2), 3: SIXTH}
    # Without a screen nothing is taken off: 5 to 10 in the column 1-2.
    assert dict(reconnaissance_odds(TABLES, (Unit(1, 4, "cavalry"),))) == {1: SIXTH, 2: 5 * SIXTH}


def test_6_3_withdrawal() -> None:
    for enemy, french, chance in ((True, False, 3), (False, False, 2), (True, True, 2), (False, True, 1)):
        assert withdrawal_odds(TABLES, 1, enemy_cavalry=enemy, french=french)[1] == chance * SIXTH
    assert withdrawal_odds(TABLES, 2, enemy_cavalry=True, french=False)[2] == Fraction(1, 4)
    assert withdrawal_odds(TABLES, 0, enemy_cavalry=True, french=False)[0] == 1


def test_6_5_1_the_command_value_of_a_force() -> None:
    units, chief = (Unit(5, 3),), Leader(4, 3, 4)
    assert command_value(TABLES, Force(units), False)[0] == 1
    assert command_value(TABLES, Force(units), True)[0] == 2
    assert command_value(TABLES, Force(units, (Leader(2, 0, 1),)), False)[0] == 1
    assert command_value(TABLES, Force(units, (Leader(2, 0, 1),)), True, chief)[0] == 3
    assert command_value(TABLES, Force(units, (Leader(2, 0, 3),)), True, chief)[0] == 4
    assert command_value(TABLES, Force(units, (Leader(3, 0, 1), Leader(2, 0, 3))), False)[0] == 1
    assert command_value(TABLES, Force(units, (chief,)), True, chief)[0] == 4
    assert command_value(TABLES, Force(units, (Leader(3, 0, 3),)), True, Leader(4, 0, 2))[0] == 3


def test_6_5_1_a_poor_road_makes_it_harder() -> None:
    assert [reaction_odds(TABLES, value) for value in (1, 4, 6)] == [SIXTH, 4 * SIXTH, 1]
    assert [reaction_odds(TABLES, value, poor_road=True) for value in (1, 4)] == [0, 3 * SIXTH]


def test_6_5_2_a_march_of_two_points_comes_too_late_for_two_rounds() -> None:
    assert arrives_after(TABLES, 2, 2) is None
    assert arrives_after(TABLES, 1, 4) == 2
    assert arrives_after(TABLES, 3, 4) is None


def test_8_4_overrun() -> None:
    assert may_overrun(TABLES, 12, 2)
    assert not may_overrun(TABLES, 11, 2)
    plain = overrun_odds(TABLES, 3, cavalry=False)
    assert dict(plain) == {
        Overrun(0, False): Fraction(1, 3),
        Overrun(2, True): Fraction(1, 3),
        Overrun(3, True): Fraction(1, 3),
    }
    assert overrun_odds(TABLES, 3, cavalry=True)[Overrun(0, False)] == SIXTH


def test_6_4_a_bridge_behind_a_retreat() -> None:
    assert dict(bridge_odds(TABLES)) == {
        (True, 1): Fraction(1, 2),
        (True, 0): Fraction(1, 3),
        (False, 0): SIXTH,
    }


def test_4_4_command_points_out_of_supply_are_halved_and_rounded_up() -> None:
    chief = Leader(4, 0, 2)
    assert sorted(points for points, _ in command_odds(TABLES, chief)) == [3, 4, 5, 6, 7, 8]
    assert dict(command_odds(TABLES, chief, "cut")) == {2: 2 * SIXTH, 3: 2 * SIXTH, 4: 2 * SIXTH}
    assert sorted(points for points, _ in command_odds(TABLES, chief, "cut by a dummy")) == [2, 3, 4, 5, 6]


def test_3_1_the_weather_of_each_month() -> None:
    clear = [weather_odds(TABLES, month).chance(lambda there: there.name == "Clear") for month in MONTHS]
    # Winter is clear up to a modified 3, spring and summer up to 4.
    assert [chance * 6 for chance in clear] == [2, 2, 4, 3, 4, 5, 6, 5, 4, 3, 3, 2]
    assert weather_odds(TABLES, "May")[Weather("Rain", True)] == SIXTH
    assert weather_odds(TABLES, "September")[Weather("Rain")] == Fraction(1, 3)


def test_3_1_after_a_starred_rain_there_is_mud_and_then_the_die_again() -> None:
    assert dict(weather_odds(TABLES, "May", Weather("Rain", True))) == {Weather("Mud"): 1}
    assert weather_odds(TABLES, "May", Weather("Mud"))[Weather("Mud")] == 0
    autumn = forecast(TABLES, ("October", "October", "November"))
    assert autumn[0].chance(lambda there: there.mud_next) == autumn[1].chance(lambda there: there.name == "Mud")


def test_8_8_a_siege_of_fortnights() -> None:
    odds = siege_odds(TABLES, Siege(), (), 2)
    assert odds[Siege("S2", 1, True)] == Fraction(1, 3)
    assert odds[Siege("S3", 2, True)] == Fraction(2, 3) * Fraction(5, 6)


def test_8_8_a_siege_of_weeks_gets_easier() -> None:
    stay = [Fraction(5, 6), Fraction(2, 3), Fraction(1, 2), SIXTH]
    holds = Fraction(1)
    for turn, still in enumerate(stay, 1):
        holds *= still
        assert siege_odds(TABLES, Siege(), (), turn, "siege-weeks").chance(lambda then: not then.fallen) == holds
    assert siege_ends(TABLES, Siege(), (), "siege-weeks")["S5"] == stay[0] * stay[1] * stay[2]


def test_8_8_who_has_less_than_double_sieges_worse_and_dresden_falls_easier() -> None:
    assert siege_parts(TABLES, 8, 4) == ()
    assert [value for _, value, _ in siege_parts(TABLES, 7, 4)] == [-1]
    assert [value for _, value, _ in siege_parts(TABLES, 8, 4, "Dresde")] == [1]
    assert siege_odds(TABLES, Siege(), siege_parts(TABLES, 7, 4), 1)[Siege("S2", 1, True)] == SIXTH
    assert siege_odds(TABLES, Siege(), siege_parts(TABLES, 8, 4, "Leipzig"), 1)[Siege("S2", 1, True)] == Fraction(1, 2)


def test_8_8_a_siege_begun_by_an_interception_does_not_move_on() -> None:
    assert siege_turn(TABLES, Siege(), (), ScriptedDice([(4,)]), own_turn=False) == Siege("S2", 1)
    assert siege_turn(TABLES, Siege(), (), ScriptedDice([(4,)])) == Siege("S3", 1)
