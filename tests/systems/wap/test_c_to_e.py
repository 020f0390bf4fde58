"""C to E: how a campaign ends, who plays it, the turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import End
from napwidgets.scenarios import load
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face.goals import standing
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.land.attrition import AttritionPhase
from napwidgets.systems.wap.money.production import Purchase
from napwidgets.systems.wap.money.reinforcement import ProductionRoll
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sequence import EndTurn, Segment
from napwidgets.systems.wap.setting import (
    AUSTRIA,
    ENGLAND,
    FRANCE,
    MINORS,
    NATIONS,
    PRUSSIA,
    RUSSIA,
    SPAIN,
    nation_number,
)
from napwidgets.systems.wap.state import (
    ENGLISH,
    EXILE,
    FRENCH,
    NEUTRAL,
    State,
)
from napwidgets.systems.wap.states.conquest import conquer
from napwidgets.systems.wap.states.diplomacy import (
    AlliancePhase,
    CourtChoice,
)
from napwidgets.systems.wap.states.exile import fate_of_napoleon
from napwidgets.systems.wap.states.politics import invaded
from napwidgets.systems.wap.states.victory import (
    AGREED,
    LAST_MONTH,
    LOST_AGAIN,
    SHOT,
    YEAR_OVER,
    check_turn,
    points,
    told,
)
from tests.systems.wap.campaign import (
    ENGLISH_SEAT,
    EVERY_AUSTRIAN_CITY,
    FRENCH_SEAT,
    campaign,
    city,
    context,
    courting,
    phases,
    place,
    play,
    pooled,
    refusal,
    run,
    run_one,
    thrown,
)
from tests.systems.wap.navy import fleet, sail, sea
from tests.systems.wap.test_land_marching import march, moving


def test_c_1_a_conquering_spain_with_fifteen_cities_wins_at_once() -> None:
    x = context()
    held = dict.fromkeys(("Madrid", "Barcelona", "Seville", "Valencia", "Corunna"), "France")
    few = campaign(x, status={"Spain": "anti-French"}, control=held)
    assert x.production_cities(few, FRENCH) >= 15
    won = conquer(x, few, SPAIN, [])
    assert won.ended is not None
    assert (won.ended.winner, won.ended.ending) == ("french", "conquest")
    poor = campaign(
        x, status={"Spain": "anti-French"}, control={"Madrid": "France", "Paris": "England", "Milan": "Austria"}
    )
    assert conquer(x, replace(poor, masters=tuple(range(23))), SPAIN, []).ended is None


def test_c_1_conquest_of_austria_does_not_win() -> None:
    x = context()
    assert conquer(x, campaign(x, control=EVERY_AUSTRIAN_CITY), AUSTRIA, []).ended is None


def test_c_2_the_most_production_cities_win_when_the_months_are_over() -> None:
    x = context()
    s = check_turn(x, campaign(x, turn=120, control={"Paris": "England"}), [])
    assert s.ended is not None
    assert s.ended.ending == "cities"
    counts = dict(points(x, s))
    assert s.ended.winner == max(counts, key=counts.__getitem__)


def test_c_2_a_panel_counts_cities_as_the_end_does() -> None:
    x = context()
    s = campaign(x, [("Vienna", "France", "3I")], status={"Austria": "anti-French"}, control={"Vienna": "Austria"})
    counts, held = dict(points(x, s)), x.production_cities(s, FRENCH)
    assert counts["french"] == held + 1, "whoever has most troops in it controls a city for the count only"
    told = {fact.name: fact.value for fact in standing(x, s)}
    assert told["Production cities"] == f"France {counts['french']}, England {counts['english']}"
    assert told["French cities for a conquest"] == f"{held} of 15"


def test_c_1_b_french_troops_in_paris_at_the_end_of_august_1815_win() -> None:
    x = context()
    s = campaign(x, [("Paris", "France", "1I")], turn=120)
    ended = check_turn(x, s, []).ended
    assert ended is not None
    assert ended.ending == "paris"
    beaten = check_turn(x, replace(s, ever=(FRANCE,)), []).ended
    assert beaten is not None
    assert beaten.ending == "cities"


def test_c_3_c_a_year_after_napoleon_is_killed_the_campaign_ends() -> None:
    x = context()
    s = campaign(x, turn=30, napoleon=19)
    assert check_turn(x, s, []).ended is None
    ended = check_turn(x, replace(s, napoleon=18), []).ended
    assert ended is not None
    assert ended.ending == "napoleon"


@pytest.mark.parametrize(
    ("ending", "why", "says"),
    [
        ("cities", LAST_MONTH, "The last month is over."),
        ("agreement", AGREED, "The players agree"),
        ("napoleon", YEAR_OVER, "A year without Napoleon"),
        ("napoleon", LOST_AGAIN, "Paris is lost again"),
        ("napoleon", SHOT, "Napoleon was shot."),
    ],
)
def test_c_2_a_count_of_cities_says_why_it_was_taken(ending: str, why: int, says: str) -> None:
    counts = (("french", 9), ("english", 7))
    title, text = told(context(), End(ending, "french", counts, (why,)))
    assert title == "France holds the most cities"
    assert text.startswith(says)
    assert text.endswith("Production cities: France 9, England 7.")
    assert told(context(), End(ending, None, counts, (why,)))[0] == "A shared victory"


@pytest.mark.parametrize(
    ("allies", "says"), [((), "stands nobody"), ((0,), "stands England"), ((0, 1), "stand England and Austria")]
)
def test_l_a_coalition_names_who_is_in_it(allies: tuple[int, ...], says: str) -> None:
    numbers = tuple((ENGLAND, AUSTRIA)[n] for n in allies)
    title, text = told(load("wap/coalitions").context, End("coalition", "french", figures=numbers))
    assert (title, text) == ("The coalition is broken", f"Against France {says}; 3 were needed.")


def test_d_3_seats_as_chosen() -> None:
    x = context(options=Options(russian_seat=True, spanish_seat=True))
    s = campaign(x)
    assert x.setting.seats == ("french", "english", "russian", "spanish")
    assert [x.commander(s, n) for n in (FRANCE, ENGLAND, AUSTRIA, PRUSSIA, RUSSIA, SPAIN)] == [0, 1, 1, -1, 2, 3]


def test_d_3_f_the_spanish_player_counts_his_cities_twice() -> None:
    x = context(options=Options(spanish_seat=True))
    assert dict(points(x, campaign(x)))["spanish"] == 10


def test_e_the_order_of_the_phases() -> None:
    x = context(options=Options(lloyds=True))
    s = campaign(x, agenda=(Segment(FRENCH),))
    assert phases(x, s) == [
        "NavalPhase", "RateFalls", "AttritionPhase", "AlliancePhase", "ReinforcementPhase", "MovementPhase",
        "CombatPhase", "SiegePhase", "EndSegment",
    ]  # fmt: skip
    s = campaign(x, agenda=(Segment(ENGLISH),))
    assert phases(x, s) == [
        "NavalPhase", "AttritionPhase", "AlliancePhase", "ReinforcementPhase", "MovementPhase", "BasesPhase",
        "CombatPhase", "SiegePhase", "EndSegment",
    ]  # fmt: skip


def test_e_1_the_neutral_segment_has_no_attrition_and_no_combat() -> None:
    x = context(options=Options(prussian_seat=True))
    s = campaign(x, agenda=(Segment(NEUTRAL),))
    assert phases(x, s) == ["NavalPhase", "ReinforcementPhase", "MovementPhase", "AlliancePhase", "EndSegment"]


def test_d_3_nobody_courts_a_state_with_a_player_and_i_2_a_nobody_a_conquered_one() -> None:
    x = context(options=Options(prussian_seat=True))
    assert refusal(x, courting(x, FRENCH), m.Court(PRUSSIA)) == "WAP D.3"
    x = context()
    s = replace(courting(x, FRENCH), conquered=(0, 0, 0, FRENCH, 0, 0))
    assert refusal(x, s, m.Court(PRUSSIA)) == "WAP I.2.a"


def opening() -> tuple[Context, State]:
    """The Grand Campaign as it begins."""
    engine = load("wap/grand-campaign")
    return engine.context, engine.start(SeededDice("1805"), [])


def test_c_2_a_other_cities_than_those_that_produce_count_for_nobody() -> None:
    x = context()
    before = points(x, campaign(x))
    assert x.setting.cities[city(x, "Linz")].production is None
    assert points(x, campaign(x, control={"Linz": "France"})) == before
    assert points(x, campaign(x, control={"Graz": "France"})) != before


def test_c_2_c_players_with_as_many_cities_share_the_victory() -> None:
    x = context()
    nobodys = {c.name: "Denmark" for c in x.setting.cities if c.production and c.name not in ("Paris", "London")}
    shared = check_turn(x, campaign(x, turn=120, control=nobodys), []).ended
    assert shared is not None
    assert (shared.winner, dict(shared.points)) == (None, {"french": 1, "english": 1})
    alone = check_turn(x, campaign(x, turn=120, control=nobodys | {"Plymouth": "England"}), []).ended
    assert alone is not None
    assert alone.winner == "english"


def test_c_3_the_campaign_lasts_from_september_1805_to_august_1815() -> None:
    x, s = opening()
    assert x.setting.month(s.turn) == (1805, 9)
    assert x.setting.month(x.setting.scenario.turns.count) == (1815, 8)
    assert check_turn(x, replace(s, turn=119), []).ended is None
    assert check_turn(x, replace(s, turn=120), []).ended is not None


def test_c_3_a_after_an_automatic_victory_no_month_begins() -> None:
    x = context(options=Options(end_of_turn=True))
    held = dict.fromkeys(("Madrid", "Barcelona", "Seville", "Valencia", "Corunna"), "France")
    s = campaign(x, status={"Spain": "neutral"}, control=held, agenda=(EndTurn(),), turn=9)
    won = run_one(x, replace(s, conquered=(0, 0, 0, 0, 0, FRENCH)))
    assert won.ended is not None
    assert won.ended.ending == "conquest"
    assert not won.agenda
    assert run_one(x, s).agenda, "without the conquest the campaign goes on"


def test_c_3_d_a_year_after_napoleon_went_into_exile_unless_he_came_back() -> None:
    x = context()
    elba = campaign(x, turn=18).leader(x.setting.napoleon, place=EXILE)
    noted = fate_of_napoleon(x, elba, [])
    assert noted.napoleon == 18
    assert check_turn(x, replace(noted, turn=29), []).ended is None
    assert check_turn(x, replace(noted, turn=30), []).ended is not None
    back = fate_of_napoleon(x, replace(noted, turn=25).leader(x.setting.napoleon, place=place(x, "Toulon")), [])
    assert check_turn(x, replace(back, turn=30), []).ended is None


@pytest.mark.parametrize("name", ["France", "Spain"])
def test_d_1_a_pro_french_at_the_start(name: str) -> None:
    _, s = opening()
    assert s.status[nation_number(name)] == FRENCH


@pytest.mark.parametrize("name", ["England", "Austria", "Russia"])
def test_d_1_b_anti_french_at_the_start(name: str) -> None:
    _, s = opening()
    assert s.status[nation_number(name)] == ENGLISH


def test_d_1_c_prussia_is_neutral_at_the_start() -> None:
    _, s = opening()
    assert s.status[PRUSSIA] == NEUTRAL


def satellites(s: State, major: int) -> set[str]:
    """The minors under a major."""
    return {name for name in MINORS if s.masters[nation_number(name)] == major}


def test_d_2_a_satellites_of_france_at_the_start() -> None:
    _, s = opening()
    assert satellites(s, FRANCE) == {"Bavaria", "Hanover", "Holland", "North Italy", "Switzerland", "Wurtemburg"}


def test_d_2_b_portugal_is_englands_only_satellite_at_the_start() -> None:
    _, s = opening()
    assert satellites(s, ENGLAND) == {"Portugal"}


def test_d_2_c_satellites_of_prussia_are_neutral_with_it() -> None:
    x, s = opening()
    assert satellites(s, PRUSSIA) == {"Brunswick", "Hesse", "Saxony"}
    assert {x.faction(s, nation_number(name)) for name in satellites(s, PRUSSIA)} == {NEUTRAL}


def test_d_2_d_neutral_minors_serve_nobody() -> None:
    x, s = opening()
    neutrals = {name for name in MINORS if s.masters[nation_number(name)] == nation_number(name)}
    assert neutrals == {"Denmark", "Naples", "Sweden"}
    assert {x.commander(s, nation_number(name)) for name in neutrals} == {-1}


def test_d_2_e_minors_that_are_not_formed_have_no_troops_and_no_side() -> None:
    x, s = opening()
    unformed = {n for n, name in enumerate(NATIONS) if s.masters[n] < 0}
    assert {NATIONS[n] for n in unformed} == {"Dalmatia", "Poland", "Rhine Confederation", "Westphalia"}
    assert not [army for army in s.armies if army.nation in unformed]
    assert {x.faction(s, n) for n in unformed} == {NEUTRAL}
    assert {x.major_of(s, n) for n in unformed} == {-1}


def test_d_3_b_two_players_share_the_majors_and_a_neutral_that_is_invaded_joins_the_other() -> None:
    x, s = opening()
    assert x.setting.seats == ("french", "english")
    assert [x.commander(s, n) for n in (FRANCE, SPAIN, ENGLAND, AUSTRIA, RUSSIA, PRUSSIA)] == [0, 0, 1, 1, 1, -1]
    assert x.commander(invaded(x, s, PRUSSIA, ENGLISH, []), PRUSSIA) == FRENCH_SEAT
    assert x.commander(invaded(x, s, PRUSSIA, FRENCH, []), PRUSSIA) == ENGLISH_SEAT


@pytest.mark.parametrize("status", ["anti-French", "neutral", "pro-French"])
def test_d_3_c_a_russian_player_has_russia_wherever_it_stands(status: str) -> None:
    x = context(options=Options(russian_seat=True))
    s = campaign(x, status={"Russia": status})
    assert x.setting.seats[x.commander(s, RUSSIA)] == "russian"
    assert x.commander(s, AUSTRIA) == ENGLISH_SEAT


def test_d_3_d_an_austrian_player_has_all_austrian_forces_and_its_satellites() -> None:
    x = context(options=Options(russian_seat=True, austrian_seat=True))
    s = campaign(x, masters={"Bavaria": "Austria"})
    assert x.setting.seats[x.commander(s, AUSTRIA)] == "austrian"
    assert x.commander(s, nation_number("Bavaria")) == x.commander(s, AUSTRIA)


def test_d_3_e_a_prussian_player_is_active_in_the_neutral_segment() -> None:
    x = context(options=Options(russian_seat=True, austrian_seat=True, prussian_seat=True))
    s = campaign(x, segment="neutral")
    assert [x.setting.seats[seat] for seat in x.active_seats(s)] == ["prussian"]
    without = context(options=Options(russian_seat=True))
    assert without.active_seats(campaign(without, segment="neutral")) == ()


def test_e_1_b_a_neutral_player_buys_for_his_state() -> None:
    x = context(options=Options(prussian_seat=True))
    seat = x.setting.seats.index("prussian")
    s = campaign(x, segment="neutral", agenda=(ProductionRoll(seat),))
    s = run(x, pooled(s, Prussia="9I"), thrown(3))
    bought = play(x, s, m.Buy(PRUSSIA, 0, 2, city(x, "Berlin")))
    assert [(a.hex, a.nation, a.count) for a in bought.armies] == [(place(x, "Berlin"), PRUSSIA, parse("2I"))]


def test_e_2_a_in_the_french_segment_the_french_side_alone_sails() -> None:
    x = context()
    ours, theirs = fleet(x, "Brest", FRANCE, 2), fleet(x, "Plymouth", ENGLAND, 2)
    s = sea(x, ours, theirs, seat=FRENCH_SEAT)
    s.agenda[-1].check(x, s, sail(x, s, "Brest", FRANCE, "Atlantic Ocean", 2))
    assert refusal(x, s, sail(x, s, "Plymouth", ENGLAND, "Atlantic Ocean", 2)) == "WAP F.9"


def test_e_2_d_in_the_french_segment_the_french_side_alone_buys() -> None:
    x = context()
    s = pooled(campaign(x, agenda=(ProductionRoll(FRENCH_SEAT),)), France="5I", Spain="5I", Austria="5I", Prussia="5I")
    s = run(x, s, thrown(1))
    assert {step.nation for step in s.agenda if isinstance(step, Purchase)} == {FRANCE, SPAIN}


def test_e_2_e_each_active_player_moves_his_own_troops() -> None:
    x = context(options=Options(spanish_seat=True))
    armies = (("Madrid", "Spain", "2C"), ("Paris", "France", "2C"))
    s = moving(x, *armies)
    assert [subject.hex for subject in s.agenda[-1].subjects(x, s)] == [place(x, "Paris")]
    with pytest.raises(IllegalMove, match="troops"):
        s.agenda[-1].check(x, s, march(x, "Madrid", "Toledo", "", ("Spain", "2C")))
    spanish = moving(x, *armies, seat=x.setting.seats.index("spanish"))
    spanish.agenda[-1].check(x, spanish, march(x, "Madrid", "Toledo", "", ("Spain", "2C")))


def test_e_3_in_the_anti_french_segment_the_english_player_throws_for_his_faction() -> None:
    x = context(options=Options(russian_seat=True, austrian_seat=True))
    s = campaign(x, segment="anti-French", agenda=(AlliancePhase(),))
    courts = [step for step in run_one(x, s).agenda if isinstance(step, CourtChoice)]
    assert [x.setting.seats[step.seat] for step in courts] == ["english"]
    hungry = campaign(x, [("3524", "Austria", "12I"), ("3724", "France", "12I")], segment="anti-French")
    after = run(x, replace(hungry, agenda=(AttritionPhase(),)), thrown(6))
    assert sum(after.pools[AUSTRIA]) > 0
    assert not any(after.pools[FRANCE])


def test_e_4_after_the_third_segment_the_next_month_begins_with_the_neutrals() -> None:
    x = context()
    s = campaign(x, turn=3, agenda=(EndTurn(),))
    while not isinstance(s.agenda[-1], Segment):
        s = run_one(x, s)
    assert s.turn == 4
    assert [step.faction for step in reversed(s.agenda) if isinstance(step, Segment)] == [NEUTRAL, FRENCH, ENGLISH]
