"""M, F.3.f, G, I.2, 1.13: lines of supply, supplies landed, attrition, hunger in besieged cities."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from napwidgets.kernel.system import Event
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.land.attrition import AttritionPhase, lost_at, parts, toll
from napwidgets.systems.wap.land.supply import supplied
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, RUSSIA, nation_number
from napwidgets.systems.wap.state import ENGLISH, FRENCH, Captives, State
from tests.systems.wap.campaign import at, campaign, context, place, run, thrown, where


def test_m_lines_run_six_movement_points_from_cities_of_ones_own() -> None:
    x = context()
    s = campaign(x)
    french = supplied(x, s, FRENCH)
    assert place(x, "Ulm") in french
    assert place(x, "Linz") in french  # beside Passau, which is Bavarian
    assert place(x, "Moscow") not in french
    assert place(x, "Moscow") in supplied(x, s, ENGLISH)


def test_m_a_city_taken_from_a_state_that_fights_on_is_no_source_but_one_of_a_conquered_state_is() -> None:
    x = context()
    taken = {"Smolensk": "France", "Vyazma": "France"}
    s = campaign(x, control=taken)
    assert place(x, "Smolensk") not in supplied(x, s, FRENCH)
    s = campaign(x, control=taken, status={"Russia": "neutral"}, conquered=(0, 0, 0, 0, FRENCH, 0))
    assert place(x, "Smolensk") in supplied(x, s, FRENCH)


def test_m_enemies_in_the_open_block_lines_and_besieged_ones_do_not() -> None:
    x = context()
    ring = [(x.board.label(n), "Austria", "1C") for n, _ in x.setting.steps[place(x, "Linz")]]
    s = campaign(x, ring)
    assert place(x, "Linz") not in supplied(x, s, FRENCH)
    shut = replace(s, armies=tuple(replace(army, inside=True) for army in s.armies))
    assert place(x, "Linz") in supplied(x, shut, FRENCH)


def test_m_no_line_leads_through_a_neutral_country() -> None:
    x = context()
    berlin = place(x, "Berlin")
    assert berlin not in supplied(x, campaign(x), ENGLISH)
    assert place(x, "Stralsund") not in supplied(x, campaign(x), ENGLISH)


def test_i_2_d_lines_pass_a_conquered_neutral() -> None:
    x = context()
    s = campaign(x, [("Linz", "Austria", "4I")], status={"Austria": "neutral"}, conquered=(0, 0, FRENCH, 0, 0, 0))
    assert place(x, "Linz") in supplied(x, s, FRENCH)


def landed(x: Context, force: str, points: int, *, nation: str = "England", state: str = "England") -> bool:
    """Whether a force in Catalonia is fed by points landed at Barcelona."""
    armies = [("Barcelona", state, force)]
    s = campaign(x, armies, segment="anti-French", landed=((place(x, "Barcelona"), nation_number(nation), points),))
    return place(x, "Barcelona") in supplied(x, s, ENGLISH)


def test_f_3_f_supplies_landed_feed_as_many_of_their_colour() -> None:
    x = context()
    assert not landed(x, "4I", 0)
    assert landed(x, "4I", 4)
    assert not landed(x, "4I", 3)
    assert not landed(x, "4I", 4, state="Russia")


def test_f_3_f_satellites_and_the_german_legion_have_the_colour_of_their_master() -> None:
    x = context()
    barcelona = place(x, "Barcelona")
    for whose, others, may in (
        ("Portugal", "2I", True),
        ("Hanover under England", "2I", True),
        ("Hanover under England", "3I", False),
        ("Austria", "2I", False),
    ):
        armies = [("Barcelona", "England", "2I"), ("Barcelona", whose, others)]
        s = campaign(x, armies, segment="anti-French", landed=((barcelona, ENGLAND, 4),))
        assert (barcelona in supplied(x, s, ENGLISH)) is may


def test_f_3_f_supplies_landed_reach_three_movement_points_and_the_nearest_first() -> None:
    x = context()
    near = x.board.label(x.setting.steps[place(x, "Barcelona")][0][0])
    points = ((place(x, "Barcelona"), ENGLAND, 3),)
    s = campaign(x, [("Barcelona", "England", "2I"), (near, "England", "2I")], segment="anti-French", landed=points)
    fed = supplied(x, s, ENGLISH)
    assert place(x, "Barcelona") in fed
    assert place(x, near) not in fed
    s = campaign(x, [("Madrid", "England", "2I")], segment="anti-French", landed=points)
    assert place(x, "Madrid") not in supplied(x, s, ENGLISH)


def test_m_what_is_remembered_is_never_stale() -> None:
    x = context()
    s = campaign(x)
    before = supplied(x, s, FRENCH)
    ring = campaign(x, [(x.board.label(n), "Austria", "1C") for n, _ in x.setting.steps[place(x, "Linz")]])
    assert supplied(x, ring, FRENCH) != before
    assert supplied(x, s, FRENCH) == before
    assert supplied(x, replace(s, landed=((place(x, "Moscow"), FRANCE, 1),)), FRENCH) == before


# Attrition (G)


def suffered(x: Context, s: State, die: int, log: list[Event] | None = None) -> State:
    return run(x, replace(s, agenda=(AttritionPhase(),)), thrown(die), log)


def test_g_the_table_is_read_by_size_and_die() -> None:
    tables = context().tables
    assert [lost_at(tables, n, 6) for n in (5, 6, 11, 16, 21)] == [1, 1, 2, 3, 5]
    assert [lost_at(tables, 25, die) for die in (1, 2, 8, 20)] == [1, 1, 8, 8]
    assert lost_at(tables, 1, 20) == 1


def test_e_2_b_one_die_for_the_whole_side_read_in_every_hex() -> None:
    x = context()
    s = campaign(x, [("3524", "France", "12I"), ("3724", "Bavaria", "21I"), ("Linz", "Austria", "12I")])
    after = suffered(x, s, 6)
    assert at(x, after, "3524", "France") == parse("10I")
    assert at(x, after, "3724", "Bavaria") == parse("16I")
    assert at(x, after, "Linz", "Austria") == parse("12I")
    assert after.pools[FRANCE] == parse("2I")


def test_g_winter_russia_and_hunger_add_up() -> None:
    x = context()
    # The fifteenth month from September 1805 is November 1806.
    s = campaign(x, [("6509", "France", "10I")], turn=15)
    assert [(name, value) for name, value, _ in parts(x, s, place(x, "6509"), FRENCH)] == [
        ("winter", 1),
        ("winter in Russia", 1),
        ("not supplied", 2),
    ]
    after = suffered(x, s, 4)
    assert at(x, after, "6509", "France") == parse("7I")
    summer = replace(s, turn=11)
    assert sum(value for _, value, _ in parts(x, summer, place(x, "6509"), FRENCH)) == 2


def test_g_a_few_in_a_friendly_city_find_shelter() -> None:
    x = context()
    s = campaign(x, [("Munich", "France", "5I"), ("Ulm", "France", "6I")])
    assert [value for _, value, _ in parts(x, s, place(x, "Munich"), FRENCH)] == [-1]
    assert parts(x, s, place(x, "Ulm"), FRENCH) == ()
    assert at(x, suffered(x, s, 6), "Munich", "France") == parse("5I")


def test_d_4_cossacks_take_no_room_from_the_few_in_a_friendly_city() -> None:
    x = context()
    for force, shelter in (("5I 3CC", [-1]), ("6I 3CC", [])):
        s = campaign(x, [("Kiev", "Russia", force)], segment="anti-French")
        assert [value for _, value, _ in parts(x, s, place(x, "Kiev"), ENGLISH)] == shelter


def test_g_losses_take_what_is_easiest_to_replace_and_come_from_the_larger_contingent() -> None:
    x = context()
    s = campaign(x, [("3524", "France", "4I 2GI"), ("3524", "Bavaria", "6I"), ("3524", "North Italy", "9I")])
    after = suffered(x, s, 6)
    assert at(x, after, "3524", "North Italy") == parse("5I")
    assert at(x, after, "3524", "Bavaria") == parse("5I")
    assert at(x, after, "3524", "France") == parse("4I 2GI")


def test_g_neutrals_suffer_nothing() -> None:
    x = context()
    s = campaign(x, [("Berlin", "Prussia", "21I")])
    assert suffered(x, s, 6).armies == s.armies


def test_d_4_cossacks_ignore_attrition() -> None:
    x = context()
    s = campaign(x, [("6509", "Russia", "9CC 3I")], segment="anti-French")
    assert toll(x, s, place(x, "6509"), ENGLISH).lost[1] == Fraction(1, 6)
    after = suffered(x, s, 6)
    assert at(x, after, "6509", "Russia") == parse("9CC 2I")
    assert suffered(x, campaign(x, [("6509", "Russia", "9CC")], segment="anti-French"), 6).pools[RUSSIA] == parse("")


def test_g_exact_odds_are_those_of_the_phase() -> None:
    x = context()
    s = campaign(x, [("3524", "France", "12I")])
    odds = toll(x, s, place(x, "3524"), FRENCH).lost
    for die in range(1, 7):
        lost = 12 - sum(at(x, suffered(x, s, die), "3524", "France"))
        assert odds[lost] > 0
    assert odds.mean(lambda n: n) == Fraction(0 + 0 + 1 + 1 + 2 + 2, 6)


# Besieged (S)


def besieged(x: Context, force: str, months: int) -> State:
    return campaign(
        x,
        [("inside Ulm", "Austria", force), ("Ulm", "France", "6I")],
        {"Mack": "inside Ulm"},
        segment="anti-French",
        sieges=((place(x, "Ulm"), months),),
    )


def test_s_three_months_a_garrison_lives_on_its_stores() -> None:
    x = context()
    assert suffered(x, besieged(x, "5I", 3), 6).pools == besieged(x, "5I", 3).pools
    after = suffered(x, besieged(x, "5I", 4), 6)
    assert at(x, after, "Ulm", "Austria") == parse("3I")


def test_s_a_garrison_that_hunger_would_finish_is_taken_prisoner() -> None:
    x = context()
    log: list[Event] = []
    after = suffered(x, besieged(x, "2I", 4), 6, log)
    assert after.captives == (Captives(FRANCE, nation_number("Austria"), parse("2I")),)
    assert not any(at(x, after, "Ulm", "Austria"))
    assert where(x, after, "Mack") not in (place(x, "Ulm"), -1)
    assert "starved-out" in [event.kind for event in log]


@pytest.mark.parametrize("die", range(1, 7))
def test_g_strength_points_go_to_the_pools_and_nowhere_else(die: int) -> None:
    x = context()
    s = campaign(x, [("3524", "France", "12I 3C"), ("3524", "Bavaria", "4I"), ("Paris", "France", "25I")])
    after = suffered(x, s, die)
    for nation in (FRANCE, nation_number("Bavaria")):
        left = sum(sum(army.count) for army in after.armies if army.nation == nation)
        before = sum(sum(army.count) for army in s.armies if army.nation == nation)
        assert left + sum(after.pools[nation]) == before
