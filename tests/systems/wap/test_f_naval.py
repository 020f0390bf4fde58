"""F.4 to F.8. Interception, pursuit, blockade, combat, transports and Nelson, by paragraph."""

from __future__ import annotations

from fractions import Fraction

import pytest

from napwidgets.kernel.dice import ScriptedDice, SeededDice
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.wap.sea.naval import (
    ATTACK,
    DEFEND,
    Battle,
    Fleet,
    attack_transport,
    battle_odds,
    blockade_odds,
    blockades,
    combat_parts,
    fight_round,
    interception_parts,
    larger,
    meeting_odds,
    meets,
    nelson_hit,
    nelson_odds,
    pursue,
    pursuit_parts,
    run_blockade,
    transport_odds,
)
from napwidgets.systems.wap.tables import Tables, shipped

TABLES = Tables()
ENGLISH, FRENCH = Fleet(3, english=True), Fleet(3)


def throw(*faces: int) -> ScriptedDice:
    return ScriptedDice([(face,) for face in faces])


@pytest.mark.parametrize(
    ("at_sea", "second", "nelson", "chance"),
    [(False, False, False, 2), (True, False, False, 3), (True, True, False, 4), (True, True, True, 5)],
)
def test_f_4_c_and_f_4_f_what_helps_an_interception(at_sea: bool, second: bool, nelson: bool, chance: int) -> None:
    parts = interception_parts(TABLES, TABLES.zones["atlantic"], at_sea=at_sea, second_turn=second, nelson=nelson)
    assert meeting_odds(TABLES, parts)[True] == Fraction(chance, 6)


def test_f_4_c_the_zone_modifies_the_die() -> None:
    parts = interception_parts(TABLES, TABLES.zones["pacific"], at_sea=False, second_turn=False, nelson=False)
    assert parts == (("Pacific Ocean", -2, "WAP F.4.c"),)
    assert meeting_odds(TABLES, parts)[True] == 0
    assert not meets(TABLES, parts, throw(6))


@pytest.mark.parametrize("face", range(1, 7))
def test_f_5_a_pursuit_and_interception_are_read_in_one_table(face: int) -> None:
    once = fight_round(TABLES, Battle((Fleet(4), Fleet(4))), throw(4))
    assert pursue(TABLES, once, throw(face)).over is not meets(TABLES, (), throw(face))


def test_f_5_b_only_nelson_helps_a_pursuit() -> None:
    assert pursuit_parts(TABLES, ENGLISH) == ()
    assert [value for _, value, _ in pursuit_parts(TABLES, Fleet(1, english=True, nelson=True))] == [1]


def test_f_6_a_as_many_squadrons_outside_as_inside_blockade_a_port() -> None:
    assert blockades(3, 3)
    assert not blockades(2, 3)
    assert not blockades(0, 0)


def test_f_6_c_running_a_blockade() -> None:
    assert [run_blockade(TABLES, throw(face)) for face in range(1, 7)] == ["F*", "F*", "F", "F", "E", "E"]
    assert sum(p for _, p in blockade_odds(TABLES)) == 1


def test_f_7_b_the_larger_force_throws_and_of_equals_the_one_that_attacks() -> None:
    assert larger(Battle((Fleet(2), Fleet(3)))) == DEFEND
    assert larger(Battle((Fleet(3), Fleet(3)))) == ATTACK


def test_f_7_b_a_squadron_sunk_or_captured_and_the_force_gives_way() -> None:
    sunk = fight_round(TABLES, Battle((Fleet(4), Fleet(4))), throw(2 - 1 + 5))
    assert (sunk.beaten, sunk.forces[DEFEND].squadrons, sunk.forces[DEFEND].sunk) == (DEFEND, 3, 1)
    taken = fight_round(TABLES, Battle((Fleet(4), Fleet(2))), throw(6))
    assert (taken.forces[DEFEND].squadrons, taken.forces[DEFEND].captured) == (1, 1)
    back = fight_round(TABLES, Battle((Fleet(4), Fleet(4))), throw(2))
    assert (back.beaten, back.forces[ATTACK].squadrons) == (ATTACK, 4)


def test_f_7_c_the_winner_may_pursue_and_f_7_d_two_defeats_end_it() -> None:
    once = fight_round(TABLES, Battle((Fleet(4), Fleet(4))), throw(4))
    assert (once.beaten, once.running, once.over) == (DEFEND, 1, False)
    assert pursue(TABLES, once, throw(4)).over
    caught = pursue(TABLES, once, throw(5))
    assert not caught.over
    twice = fight_round(TABLES, caught, throw(4))
    assert (twice.running, twice.over) == (2, True)
    turned = fight_round(TABLES, caught, throw(2))
    assert (turned.beaten, turned.running, turned.over) == (ATTACK, 1, False)


@pytest.mark.parametrize("result", [(1, "S"), (2, "C"), (3, "C"), (4, "E"), (5, "E"), (6, "E")])
def test_f_7_e_unescorted_transports(result: tuple[int, str]) -> None:
    face, fate = result
    assert attack_transport(TABLES, throw(face)) == fate
    assert transport_odds(TABLES)["E"] == Fraction(1, 2)


def test_f_7_f_and_f_8_e_morale_and_nelson_count_for_the_larger_force() -> None:
    def values(attack: Fleet, defend: Fleet) -> list[int]:
        return [value for _, value, _ in combat_parts(TABLES, Battle((attack, defend)))]

    assert values(Fleet(4, english=True), FRENCH) == [1]
    assert values(Fleet(4), ENGLISH) == [-1]
    assert values(Fleet(4, english=True, nelson=True), FRENCH) == [1, 1]
    assert values(Fleet(4), Fleet(3, english=True, nelson=True)) == [-1, -1]


def test_k_6_h_and_k_7_c_a_prize_in_tow_and_repairs_at_sea_lower_morale() -> None:
    towing = Fleet(4, english=True, towing=True)
    assert combat_parts(TABLES, Battle((towing, FRENCH))) == ()
    mending = Fleet(4, english=True, repairing=True)
    assert combat_parts(TABLES, Battle((mending, FRENCH))) == ()
    assert [v for _, v, _ in combat_parts(TABLES, Battle((ENGLISH, Fleet(3, towing=True))))] == [2]


def test_f_8_d_nelson_is_hurt_on_eleven_and_twelve() -> None:
    assert nelson_hit(TABLES, ScriptedDice([(4, 6)])) == 0
    assert nelson_hit(TABLES, ScriptedDice([(5, 6), (4,)])) == 4, "out for as many months as a die shows"
    assert sum(nelson_odds(TABLES)) == Fraction(3, 36)


@pytest.mark.parametrize("squadrons", [1, 2, 3, 5])
def test_f_7_exact_odds_sum_to_one_conserve_squadrons_and_agree_with_play(squadrons: int) -> None:
    battle = Battle((Fleet(squadrons, english=True, nelson=True), Fleet(squadrons)))
    spread = battle_odds(TABLES, battle)
    assert sum(p for _, p in spread) == 1
    for end, _ in spread:
        for fleet in end.forces:
            assert fleet.squadrons + fleet.sunk + fleet.captured == squadrons
    dice, wins, games = SeededDice("trafalgar"), 0, 3000
    for _ in range(games):
        now = battle
        while not now.over:
            now = fight_round(TABLES, now, dice)
            now = pursue(TABLES, now, dice)
        wins += now.beaten == DEFEND
    exact = float(spread.chance(lambda end: end.beaten == DEFEND))
    # Five standard errors of a fair sample: with a fixed seed this fails only if play and odds differ.
    assert abs(wins / games - exact) < 5 * (exact * (1 - exact) / games) ** 0.5


def test_tables_with_unknown_results_are_refused() -> None:
    changed = {**{f: ["E"] for f in "123456"}, "6": ["X"]}
    import msgspec

    table = msgspec.structs.replace(shipped()["blockade"], rows=changed)
    with pytest.raises(ScenarioError, match="'X' is none of them"):
        Tables({"blockade": table})
