"""Section 7 by paragraph: fire, losses, normal combat, retreats, advances, charges."""

from __future__ import annotations

import pytest

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.nlc import moves as m
from napwidgets.systems.nlc.charges import ChargeSegment
from napwidgets.systems.nlc.combat import CombatSegment
from napwidgets.systems.nlc.muster import normal_clash
from napwidgets.systems.nlc.tables import Tables
from tests.nlc.build import Field, field

#: Totals of two dice as faces.
FACES = {
    2: (1, 1),
    3: (1, 2),
    4: (2, 2),
    5: (2, 3),
    6: (3, 3),
    7: (3, 4),
    8: (4, 4),
    9: (4, 5),
    10: (5, 5),
    11: (5, 6),
    12: (6, 6),
}


#: Leaders behind their lines, so that no one tests them under fire.
BEHIND = ("0507", "0502")


def fighting(blue: list[str], red: list[str], **more: object) -> Field:
    return field(blue, red, leaders=BEHIND, **more).act(CombatSegment(0))  # type: ignore[arg-type]


def charging(blue: list[str], red: list[str], **more: object) -> Field:
    return field(blue, red, leaders=BEHIND, **more).act(ChargeSegment(0))  # type: ignore[arg-type]


def attack(f: Field, stack: str, target: str, *dice: tuple[int, ...]) -> Field:
    """Declare the attack and fight it with these dice."""
    f.play(m.Attack(f.h(stack), f.h(target)))
    assert f.kind() == "attack"
    return f.play(m.Pass(), *dice)


def strengths(f: Field, stack: str, target: str) -> tuple[int, int]:
    units = tuple(f.x.ground.layout(f.state).at[f.h(stack)])
    clash = normal_clash(f.x, f.state, ((f.h(stack), units),), f.h(target))
    return clash.forces[0].strength, clash.forces[1].strength


def test_7_1_both_sides_fire_at_once_by_the_table() -> None:
    f = attack(fighting(["infantry 8@0505"], ["infantry 5@0504"]), "0505", "0504", FACES[9], FACES[7])
    told = next(event for event in f.events if event.kind == "combat")
    tables = Tables()
    assert told.data["strengths"] == [8, 5]
    assert told.data["hits"] == [tables.hits(8, 9), tables.hits(5, 7)] == [2, 1]


def test_7_1_the_first_hit_comes_from_infantry_and_damaged_units_go_first() -> None:
    f = fighting(["infantry 8@0505"], ["infantry 5@0504", "foot_artillery 3@0504"])
    attack(f, "0505", "0504", FACES[7], FACES[2]).play(m.Stand(), (1,))
    assert (f.unit(1).steps, f.unit(2).steps) == (1, 2)
    g = fighting(["infantry 9@0505"], ["infantry 5@0504", "infantry 3@0504 reduced"])
    attack(g, "0505", "0504", FACES[7], FACES[2]).play(m.Stand(), (1,))
    assert (g.unit(1).steps, g.unit(2).steps) == (2, 0)


def test_7_2_a_hit_turns_a_unit_over_and_a_second_one_eliminates_it() -> None:
    f = attack(fighting(["infantry 8@0505"], ["infantry 5@0504"]), "0505", "0504", FACES[7], FACES[2])
    f.play(m.Stand(), (1,))
    assert (f.unit(1).steps, f.at(1)) == (1, "0504")
    g = attack(fighting(["infantry 8@0505"], ["infantry 5@0504 reduced"]), "0505", "0504", FACES[7], FACES[2])
    g.play(m.Stand())
    assert g.unit(1).steps == 0
    assert g.unit(1).hex < 0


def test_7_3_one_stack_attacks_one_stack() -> None:
    f = fighting(["infantry 8@0505"], ["infantry 5@0504", "infantry 5@0404"])
    f.play(m.Attack(f.h("0505"), f.h("0504")))
    with pytest.raises(IllegalMove) as refused:
        f.play(m.Attack(f.h("0505"), f.h("0404")))
    assert refused.value.code == "planned"


def test_7_3_attacks_are_spread_evenly() -> None:
    f = fighting(["infantry 5@0505", "infantry 5@0405"], ["infantry 5@0504", "infantry 5@0404"])
    f.play(m.Attack(f.h("0505"), f.h("0504")))
    with pytest.raises(IllegalMove) as refused:
        f.play(m.Attack(f.h("0405"), f.h("0504")))
    assert refused.value.code in ("spread", "not-adjacent")


def test_7_3_several_stacks_may_attack_one_and_add_their_strength() -> None:
    f = fighting(["infantry 5@0505", "infantry 4@0604"], ["infantry 5@0504"])
    f.play(m.Attack(f.h("0505"), f.h("0504"))).play(m.Attack(f.h("0604"), f.h("0504")))
    f.play(m.Pass(), FACES[7], FACES[2])
    told = next(event for event in f.events if event.kind == "combat")
    assert told.data["strengths"] == [9, 5]


def test_7_3_units_with_attack_orders_in_a_zone_must_attack() -> None:
    f = fighting(["infantry 5@0505"], ["infantry 5@0504"])
    assert m.Pass() not in f.options()
    with pytest.raises(IllegalMove):
        f.play(m.Pass())


def test_7_3_attacking_is_voluntary_under_defend_orders() -> None:
    f = fighting(["infantry 5@0505"], ["infantry 5@0504"], orders=("defend", "defend"))
    assert m.Pass() in f.options()


def test_7_3_nobody_attacks_across_a_river_without_a_bridge() -> None:
    f = fighting(["infantry 5@0505"], ["infantry 5@0504"], sides={"river": ["0505/0"]})
    assert f.kind() == ""


def test_7_3_cavalry_fights_at_half_strength() -> None:
    assert strengths(fighting(["cavalry 5@0505"], ["infantry 5@0504"]), "0505", "0504") == (3, 5)


def test_7_4_voluntary_retreat_halves_hits_and_one_becomes_none() -> None:
    f = attack(fighting(["infantry 8@0505"], ["infantry 5@0504"]), "0505", "0504", FACES[7], FACES[7])
    assert f.kind() == "retreat"
    deciding = f.engine.decision(f.state)
    assert deciding is not None
    assert deciding.seat == "blue", "both without guns: the attacker chooses first"
    f.play(m.Stand()).play(m.GiveWay())
    f.play(m.Withdraw(f.h("0503")))
    assert (f.unit(0).steps, f.unit(1).steps) == (2, 2)
    assert f.at(1) == "0503"


def test_7_4_whoever_has_no_guns_chooses_first() -> None:
    f = fighting(["infantry 5@0505", "foot_artillery 4@0505"], ["infantry 5@0504"])
    attack(f, "0505", "0504", FACES[8], FACES[8])
    deciding = f.engine.decision(f.state)
    assert deciding is not None
    assert deciding.seat == "red"


def test_7_4_a_side_that_lost_steps_checks_morale_and_retreats_if_it_fails() -> None:
    f = attack(fighting(["infantry 8@0505"], ["infantry 5@0504"]), "0505", "0504", FACES[7], FACES[2])
    f.play(m.Stand(), (4,))
    assert f.kind() == "withdraw", "morale 4, less 1 for the step lost: 4 fails"
    g = attack(fighting(["infantry 8@0505"], ["infantry 5@0504"]), "0505", "0504", FACES[7], FACES[2])
    g.play(m.Stand(), (3,))
    assert g.at(1) == "0504"


def test_7_4_retreating_into_an_enemy_zone_costs_a_step_more() -> None:
    def retreat(to: str) -> int:
        f = fighting(["infantry 8@0505", "infantry 8@0404"], ["infantry 5@0504"])
        f.play(m.Attack(f.h("0505"), f.h("0504"))).play(m.Attack(f.h("0404"), f.h("0504")))
        f.play(m.Pass(), FACES[4], FACES[2]).play(m.GiveWay())
        return f.play(m.Withdraw(f.h(to))).unit(2).steps

    assert retreat("0503") == retreat("0403") + 1


def test_7_5_one_unit_advances_into_the_vacated_hex() -> None:
    f = attack(fighting(["infantry 8@0505"], ["infantry 5@0504"]), "0505", "0504", FACES[7], FACES[2])
    f.play(m.Stand(), (6,)).play(m.Withdraw(f.h("0503")))
    assert f.kind() == "advance"
    f.play(m.Advance((0,)))
    assert f.at(0) == "0504"
    assert f.state.control[f.h("0504")] == 1


def test_7_6_disruption_halves_fire() -> None:
    assert strengths(fighting(["infantry 8@0505 disrupted"], ["infantry 5@0504"]), "0505", "0504") == (4, 5)


@pytest.mark.parametrize(("terrain", "expected"), [("town", (6, 8)), ("woods", (4, 4)), ("clear", (8, 8))])
def test_7_6_terrain_reduces_the_fire_into_it(terrain: str, expected: tuple[int, int]) -> None:
    ground = {} if terrain == "clear" else {terrain: ["0504"]}
    f = fighting(["infantry 8@0505"], ["infantry 8@0504"], terrain=ground)
    assert strengths(f, "0505", "0504") == expected, "fire out of woods is reduced as well"


def test_7_7_charges_go_two_hexes_at_most_over_clear_ground() -> None:
    f = charging(["cavalry 5@0505"], ["infantry 5@0503"])
    assert f.kind() == "charge"
    assert m.Charge((0,), (f.h("0504"), f.h("0503"))) in f.options("u:0")
    woods = charging(["cavalry 5@0505"], ["infantry 5@0503"], terrain={"woods": ["0504"]})
    assert woods.kind() == "", "woods can't be crossed"
    far = charging(["cavalry 5@0505"], ["infantry 5@0502"])
    assert far.kind() == ""


def test_7_7_artillery_and_infantry_defend_at_half_against_a_charge() -> None:
    f = charging(["cavalry 5@0505"], ["infantry 8@0504"])
    f.play(m.Charge((0,), (f.h("0504"),))).play(m.Pass(), (1,), FACES[7], FACES[7])
    told = next(event for event in f.events if event.kind == "charge")
    assert told.data["strengths"] == [5, 4]


def test_7_7_a_tie_goes_to_the_defender() -> None:
    f = charging(["cavalry 5@0505"], ["infantry 8@0504"])
    f.play(m.Charge((0,), (f.h("0504"),))).play(m.Pass(), (1,), FACES[2], FACES[2])
    assert "charge-lost" in [event.kind for event in f.events]
    assert f.at(0) == "0505"


def test_7_10_infantry_that_is_not_ready_doubles_the_charge() -> None:
    f = charging(["cavalry 5@0505"], ["infantry 8@0504"])
    f.play(m.Charge((0,), (f.h("0504"),))).play(m.Pass(), (6,), FACES[2], FACES[2])
    told = next(event for event in f.events if event.kind == "charge")
    assert told.data["strengths"] == [10, 4]
