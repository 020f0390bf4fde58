"""J, K, L, E.1.c, I.2, D.4, D.5: marches, forced marches, overruns, where troops may not go."""

from __future__ import annotations

import pytest

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Event
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.land.columns import may_attack
from napwidgets.systems.wap.land.marching import ForcedMarch, MovementPhase, forced_odds
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, NATIONS, nation_number
from napwidgets.systems.wap.state import ENGLISH, FRENCH, NEUTRAL, OFF, State
from tests.systems.wap.campaign import at, campaign, context, place, play, thrown, where

FRENCH_SEAT, ENGLISH_SEAT = 0, 1


def march(x: Context, start: str, to: str, leaders: str = "", *take: tuple[str, str], forced: bool = False) -> m.March:
    """A march by names; leaders divided by commas."""
    people = sorted(x.setting.leader_number[name] for name in leaders.split(", ") if name)
    parts = sorted((nation_number(state), parse(force)) for state, force in take)
    return m.March(place(x, start), place(x, to), tuple(people), tuple(parts), forced)


def moving(x: Context, *armies: tuple[str, str, str], seat: int = FRENCH_SEAT, **more: object) -> State:
    """A movement phase with some armies."""
    return campaign(x, armies, agenda=(MovementPhase(seat),), **more)  # type: ignore[arg-type]


def refusal(x: Context, s: State, move: m.Move) -> IllegalMove:
    """Why a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        s.agenda[-1].check(x, s, move)
    assert caught.value.cites
    return caught.value


def reached(x: Context, s: State, subject: str) -> set[str]:
    """The places that the options about a subject lead to."""
    return {x.board.label(move.to) for move in s.agenda[-1].options(x, s, subject)}


def riders(x: Context, s: State, name: str) -> str:
    """The subject of the first army in a place."""
    return f"a:{next(i for i, army in enumerate(s.armies) if army.hex == place(x, name))}"


def leader(x: Context, name: str) -> str:
    """The subject of a leader."""
    return f"l:{x.setting.leader_number[name]}"


def test_j_the_slowest_sets_the_pace() -> None:
    x = context()
    # Moscow lies in a plain: every hex around it costs one point.
    s = moving(
        x, ("Moscow", "Russia", "3I 2C 1CC"), seat=ENGLISH_SEAT, segment="anti-French", leaders={"Kutuzov": "Moscow"}
    )
    whole = s.agenda[-1].options(x, s, leader(x, "Kutuzov"))
    assert max(x.board.distance(move.start, move.to) for move in whole) == 3
    far = [h for h in range(x.board.size) if x.board.distance(place(x, "Moscow"), h) == 4 and x.board.is_land(h)]
    ride = march(x, "Moscow", x.board.label(far[0]), "", ("Russia", "1CC"))
    s.agenda[-1].check(x, s, ride)
    assert refusal(x, s, march(x, "Moscow", x.board.label(far[0]), "Kutuzov", ("Russia", "1I"))).code == "too-far"


def test_f_infantry_needs_a_leader_and_cavalry_does_not() -> None:
    x = context()
    s = moving(x, ("Mainz", "France", "3I 1C"))
    assert refusal(x, s, march(x, "Mainz", "3121", "", ("France", "1I"))).code == "needs-leader"
    subjects = s.agenda[-1].subjects(x, s)
    assert [subject.id for subject in subjects] == ["a:0"]
    for move in s.agenda[-1].options(x, s, "a:0"):
        assert move.take == ((FRANCE, parse("1C")),)
    after = play(x, s, march(x, "Mainz", "Frankfurt am Main", "", ("France", "1C")))
    assert at(x, after, "Mainz", "France") == parse("3I")
    assert at(x, after, "Frankfurt am Main", "France") == parse("1C")


def test_d_5_leaders_take_infantry_of_their_own_state_and_of_its_satellites_only() -> None:
    x = context()
    s = moving(
        x,
        ("Munich", "Bavaria", "4I"),
        ("Munich", "France", "2I"),
        ("Munich", "Spain", "2I 1C"),
        leaders={"Ney": "Munich"},
    )
    s.agenda[-1].check(
        x, s, march(x, "Munich", "Augsburg", "Ney", ("Bavaria", "4I"), ("France", "2I"), ("Spain", "1C"))
    )
    assert refusal(x, s, march(x, "Munich", "Augsburg", "Ney", ("Spain", "2I"))).code == "needs-leader"
    taken = s.agenda[-1].options(x, s, leader(x, "Ney"))[0].take
    assert taken == (
        (FRANCE, parse("2I")),
        (nation_number("Spain"), parse("1C")),
        (nation_number("Bavaria"), parse("4I")),
    )


def test_j_everybody_marches_once() -> None:
    x = context()
    s = moving(x, ("Mainz", "France", "3I 1C"), leaders={"Ney": "Mainz", "Davout": "Mainz"})
    s = play(x, s, march(x, "Mainz", "Frankfurt am Main", "Ney", ("France", "2I")))
    assert refusal(x, s, march(x, "Frankfurt am Main", "Mannheim", "Ney", ("France", "2I"))).code == "moved"
    assert refusal(x, s, march(x, "Frankfurt am Main", "Mannheim", "", ("France", "2I"))).code == "no-troops"
    s.agenda[-1].check(x, s, march(x, "Mainz", "Coblenz", "Davout", ("France", "1I 1C")))


def test_j_the_best_leader_takes_the_others_along() -> None:
    x = context()
    s = moving(x, ("Mainz", "France", "3I"), leaders={"Ney": "Mainz", "Napoleon": "Mainz"})
    by_napoleon = s.agenda[-1].options(x, s, leader(x, "Napoleon"))
    by_ney = s.agenda[-1].options(x, s, leader(x, "Ney"))
    assert {move.leaders for move in by_napoleon} == {(x.setting.napoleon, x.setting.leader_number["Ney"])}
    assert {move.leaders for move in by_ney} == {(x.setting.leader_number["Ney"],)}


def test_j_a_march_ends_where_it_meets_an_enemy() -> None:
    x = context()
    s = moving(x, ("Minsk", "France", "3C"), ("Borisov", "Russia", "1C"))
    log: list[Event] = []
    after = play(x, s, march(x, "Minsk", "Borisov", "", ("France", "3C")), log=log)
    assert after.came == ((place(x, "Borisov"), place(x, "Minsk")),)
    assert "contact" in [event.kind for event in log]
    ring = moving(
        x,
        ("Minsk", "France", "3C"),
        *((x.board.label(n), "Russia", "1C") for n, _ in x.setting.steps[place(x, "Minsk")]),
    )
    assert reached(x, ring, riders(x, ring, "Minsk")) == {
        x.board.label(n) for n, _ in x.setting.steps[place(x, "Minsk")]
    }


def test_r_leaders_alone_keep_away_from_enemies() -> None:
    x = context()
    s = moving(x, ("Ulm", "Austria", "3I"), leaders={"Ney": "Stuttgart"})
    assert refusal(x, s, march(x, "Stuttgart", "Ulm", "Ney")).code == "unarmed"
    assert x.board.label(place(x, "Ulm")) not in reached(x, s, leader(x, "Ney"))
    assert x.board.label(place(x, "Munich")) in reached(x, s, leader(x, "Ney"))


def test_k_8_k_englishmen_abroad_march_and_attack_nobody_with_lloyds_at_its_worst() -> None:
    x = context(options=Options(lloyds=True))
    armies = (("Elvas", "England", "3C"), ("Badajoz", "Spain", "1I"))
    more = {"seat": ENGLISH_SEAT, "segment": "anti-French"}
    s = moving(x, *armies, rate=78, **more)
    s.agenda[-1].check(x, s, march(x, "Elvas", "Badajoz", "", ("England", "3C")))
    s = moving(x, *armies, rate=80, **more)
    assert refusal(x, s, march(x, "Elvas", "Badajoz", "", ("England", "3C"))).code == "lloyds"
    assert s.agenda[-1].options(x, s, riders(x, s, "Elvas"))


@pytest.mark.parametrize(("start", "may"), [("Dover", True), ("Gibraltar", False), ("Valletta", False)])
def test_k_8_k_gibraltar_and_malta_are_no_part_of_england(start: str, may: bool) -> None:
    x = context(options=Options(lloyds=True))
    for rate in (78, 80):
        s = moving(x, (start, "England", "3C"), seat=ENGLISH_SEAT, segment="anti-French", rate=rate)
        assert may_attack(x, s, place(x, start), [(ENGLAND, parse("3C"))]) is (may or rate == 78)


def test_f_8_g_nelson_never_goes_over_land() -> None:
    x = context()
    s = moving(x, seat=ENGLISH_SEAT, segment="anti-French", leaders={"Nelson": "London"})
    assert not s.agenda[-1].subjects(x, s)
    assert refusal(x, s, march(x, "London", "Dover", "Nelson")).code == "nelson"


def test_absurd_marches_are_refused_with_a_reason() -> None:
    x = context()
    s = moving(x, ("Mainz", "France", "3I"), leaders={"Ney": "Mainz"})
    mainz, ney = place(x, "Mainz"), x.setting.leader_number["Ney"]
    for move in (
        m.March(mainz, mainz + 1, (), ()),
        m.March(-4, mainz, (ney,), ()),
        m.March(mainz, 10**9, (ney,), ()),
        m.March(mainz, mainz + 1, (ney, ney), ()),
        m.March(mainz, mainz + 1, (999,), ()),
        m.March(mainz, mainz + 1, (ney,), ((FRANCE, (1, 2)),)),
        m.March(mainz, mainz + 1, (ney,), ((FRANCE, (-1, 0, 0, 0, 0, 0, 0, 2)),)),
        m.March(mainz, mainz + 1, (ney,), ((FRANCE, parse("4I")),)),
        m.March(mainz, mainz + 1, (ney,), ((77, parse("1I")),)),
        m.March(mainz, mainz, (ney,), ()),
        m.March(mainz, mainz + 1, (ney,), ((FRANCE, parse("1I")),), True),
        m.Fight(mainz),
    ):
        assert refusal(x, s, move).code


def test_j_a_city_near_the_enemy_may_keep_a_garrison() -> None:
    x = context()
    s = moving(x, ("Munich", "France", "3I 1C"), ("Linz", "Austria", "1I"), leaders={"Ney": "Munich"})
    takes = {move.take for move in s.agenda[-1].options(x, s, leader(x, "Ney"))}
    assert takes == {((FRANCE, parse("3I 1C")),)}
    s = moving(x, ("Vienna", "France", "3I 1C"), leaders={"Ney": "Vienna"})
    takes = {move.take for move in s.agenda[-1].options(x, s, leader(x, "Ney"))}
    assert takes == {((FRANCE, parse("3I 1C")),), ((FRANCE, parse("2I 1C")),)}


# Overrun (L)


def test_l_ten_to_one_overruns_and_marches_on() -> None:
    x = context()
    line = [x.board.label(n) for n, _ in x.setting.steps[place(x, "Moscow")]]
    armies = [("Moscow", "Russia", "10I"), *((h, "France", "1C") for h in line)]
    s = moving(x, *armies, seat=ENGLISH_SEAT, segment="anti-French", leaders={"Kutuzov": "Moscow"})
    far = next(h for h in range(x.board.size) if x.board.distance(place(x, "Moscow"), h) == 2 and x.board.is_land(h))
    log: list[Event] = []
    after = play(x, s, march(x, "Moscow", x.board.label(far), "Kutuzov", ("Russia", "10I")), log=log)
    assert [event.kind for event in log if event.kind == "overrun"] == ["overrun"]
    assert after.pools[FRANCE] == parse("1C")
    weaker = moving(
        x,
        *armies[1:],
        ("Moscow", "Russia", "9I"),
        seat=ENGLISH_SEAT,
        segment="anti-French",
        leaders={"Kutuzov": "Moscow"},
    )
    assert reached(x, weaker, leader(x, "Kutuzov")) == set(line)


def test_l_no_overrun_of_a_named_leader_or_of_a_city() -> None:
    x = context()
    s = moving(x, ("Minsk", "France", "12I"), ("Borisov", "Russia", "1I"), leaders={"Ney": "Minsk"})
    after = play(x, s, march(x, "Minsk", "Borisov", "Ney", ("France", "12I")))
    assert at(x, after, "Borisov", "Russia") == parse("1I")
    open_field = x.board.label(x.setting.steps[place(x, "Minsk")][0][0])
    s = moving(
        x, ("Minsk", "France", "12I"), (open_field, "Russia", "1I"), leaders={"Ney": "Minsk", "Kutuzov": open_field}
    )
    after = play(x, s, march(x, "Minsk", open_field, "Ney", ("France", "12I")))
    assert at(x, after, open_field, "Russia") == parse("1I")


# Forced march (K)


def test_k_a_forced_march_is_thrown_before_one_knows_how_far() -> None:
    # Ney's 1 and the French 1: a die of 2 makes 4, one more movement point without loss.
    x = context()
    s = moving(x, ("Stuttgart", "France", "3I"), leaders={"Ney": "Stuttgart"})
    s = play(x, s, march(x, "Stuttgart", "Ulm", "Ney", ("France", "3I")))
    s = play(x, s, march(x, "Ulm", "Ulm", "Ney", ("France", "3I"), forced=True), thrown(2))
    assert s.agenda[-1] == ForcedMarch(
        0, place(x, "Ulm"), (x.setting.leader_number["Ney"],), ((FRANCE, parse("3I")),), 1
    )
    options = s.agenda[-1].options(x, s, None)
    assert s.agenda[-1].question(x, s).prompt.endswith("may march on by 1 movement point.")
    assert [x.board.label(move.to) for move in options if isinstance(move, m.March)] == ["3423"]
    after = play(x, s, options[1])
    assert at(x, after, "3423", "France") == parse("3I")
    assert where(x, after, "Ney") == place(x, "3423")


def test_k_forced_march_costs_a_point_on_a_low_die() -> None:
    x = context()
    s = moving(x, ("Stuttgart", "France", "3I"), leaders={"Ney": "Stuttgart"})
    s = play(x, s, march(x, "Stuttgart", "Ulm", "Ney", ("France", "3I")))
    s = play(x, s, march(x, "Ulm", "Ulm", "Ney", ("France", "3I"), forced=True), thrown(1))
    assert at(x, s, "Ulm", "France") == parse("2I")
    assert s.pools[FRANCE] == parse("1I")


def test_k_once_only_and_never_before_the_march_or_without_supply() -> None:
    x = context()
    s = moving(x, ("Stuttgart", "France", "3I"), leaders={"Ney": "Stuttgart"})
    assert refusal(x, s, march(x, "Stuttgart", "Stuttgart", "Ney", ("France", "3I"), forced=True)).code == "not-forced"
    s = play(x, s, march(x, "Stuttgart", "Ulm", "Ney", ("France", "3I")))
    again = march(x, "Ulm", "Ulm", "Ney", ("France", "3I"), forced=True)
    s = play(x, s, again, thrown(2))
    s = play(x, s, m.Done())
    assert not s.agenda or refusal(x, s, again).code == "not-forced"
    hungry = moving(x, ("Minsk", "France", "3I"), leaders={"Ney": "Minsk"})
    hungry = play(x, hungry, march(x, "Minsk", "Borisov", "Ney", ("France", "3I")))
    last = march(x, "Borisov", "Borisov", "Ney", ("France", "3I"), forced=True)
    assert refusal(x, hungry, last).code == "hungry"
    assert not hungry.agenda[-1].options(x, hungry, "f:0")


def test_k_the_french_march_better_up_to_1812() -> None:
    x = context()
    for turn, total in ((1, 2), (88, 2), (89, 1)):
        s = moving(x, ("Stuttgart", "France", "3I"), leaders={"Ney": "Stuttgart"}, turn=turn)
        s = play(x, s, march(x, "Stuttgart", "Ulm", "Ney", ("France", "3I")))
        log: list[Event] = []
        play(x, s, march(x, "Ulm", "Ulm", "Ney", ("France", "3I"), forced=True), thrown(6), log)
        parts = next(event.data["parts"] for event in log if event.kind == "forced-march")
        assert sum(part[1] for part in parts) == total


def test_k_exact_odds_of_a_forced_march() -> None:
    odds = forced_odds(context().tables, 1)
    assert sum(p for _, p in odds) == 1
    assert float(odds[1, 1]) == pytest.approx(2 / 6)


# Neutrals (D.3.b, E.1.c, G.1.f) and the conquered (I.2)


def test_d_3_b_entering_a_neutral_makes_it_join_the_other_side() -> None:
    x = context()
    s = moving(x, ("Hanover", "France", "5I"), ("Berlin", "Prussia", "4I"), leaders={"Ney": "Hanover"})
    to = next(n for n, _ in x.setting.steps[place(x, "Hanover")] if x.setting.owner[n] == nation_number("Prussia"))
    after = play(x, s, march(x, "Hanover", x.board.label(to), "Ney", ("France", "5I")))
    assert after.status[nation_number("Prussia")] == ENGLISH


def test_d_3_b_open_ground_is_taken_where_it_leads_there_as_well() -> None:
    x = context()
    s = moving(x, ("Hanover", "France", "5C"))
    log: list[Event] = []
    # Hamburg is Hanoverian: the way there leads past Mecklenburg, which counts with Prussia.
    after = play(x, s, march(x, "Hanover", "3416", "", ("France", "5C")), log=log)
    assert after.status == s.status


def test_e_1_c_neutrals_stay_at_home_and_attack_nobody() -> None:
    x = context(options=Options(prussian_seat=True))
    seat = x.setting.seats.index("prussian")
    s = moving(x, ("Magdeburg", "Prussia", "5I 1C"), seat=seat, segment="neutral", leaders={"Brunswick": "Magdeburg"})
    owners = {NATIONS[x.setting.owner[move.to]] for move in s.agenda[-1].options(x, s, leader(x, "Brunswick"))}
    assert owners <= {"Prussia", "Brunswick", "Saxony", "Hesse"}
    assert refusal(x, s, march(x, "Magdeburg", "3519", "Brunswick", ("Prussia", "5I"))).code == "abroad"


def test_i_2_c_the_capital_of_a_conquered_neutral_is_shut_and_must_be_left() -> None:
    x = context()
    conquered = (0, 0, 1, 0, 0, 0)
    more = {"status": {"Austria": "neutral"}, "conquered": conquered}
    s = moving(x, ("Linz", "France", "3I"), leaders={"Ney": "Linz"}, **more)
    near = x.board.label(x.setting.steps[place(x, "Vienna")][3][0])
    s = moving(x, (near, "France", "3I"), ("Vienna", "France", "1I"), leaders={"Ney": near}, **more)
    assert refusal(x, s, march(x, near, "Vienna", "Ney", ("France", "3I"))).code == "shut"
    after = play(x, s, m.Done())
    assert not any(at(x, after, "Vienna", "France"))
    assert sum(sum(army.count) for army in after.armies) == 4


def test_i_2_d_conquered_neutrals_are_walked_past_and_not_attacked() -> None:
    x = context()
    camp = next(
        h for h, _ in x.setting.steps[place(x, "Linz")]
        if h not in x.setting.city_at and x.setting.owner[h] == nation_number("Austria")
    )  # fmt: skip
    s = moving(
        x,
        ("Linz", "France", "3C"),
        (x.board.label(camp), "Austria", "3I"),
        status={"Austria": "neutral"},
        conquered=(0, 0, 1, 0, 0, 0),
    )
    after = play(x, s, march(x, "Linz", x.board.label(camp), "", ("France", "3C")))
    assert after.status == s.status
    assert after.came == ()
    assert at(x, after, x.board.label(camp), "Austria") == parse("3I")


def test_i_2_c_troops_of_the_conquered_leave_a_city_that_their_conqueror_enters() -> None:
    x = context()
    more = {"status": {"Austria": "neutral"}, "leaders": {"Mack": "Linz"}}
    armies = (("Passau", "France", "3C"), ("Linz", "Austria", "3I"))
    s = moving(x, *armies, conquered=(0, 0, FRENCH, 0, 0, 0), **more)
    after = play(x, s, march(x, "Passau", "Linz", "", ("France", "3C")))
    austria, linz = nation_number("Austria"), x.setting.city_number["Linz"]
    assert at(x, after, "Linz", "Austria") == parse("")
    assert after.pools[austria] == parse("3I")
    assert where(x, after, "Mack") == OFF
    assert after.control[linz] == FRANCE
    other = moving(x, *armies, conquered=(0, 0, ENGLISH, 0, 0, 0), **more)
    after = play(x, other, march(x, "Passau", "Linz", "", ("France", "3C")))
    assert at(x, after, "Linz", "Austria") == parse("3I")
    assert after.control[linz] == austria, "only the faction that conquered the state takes its cities"


# Those who stay at home (D.4, K.4.d)


def test_d_4_partisans_and_militia_never_leave_their_country() -> None:
    x = context()
    s = moving(
        x,
        ("Bayonne", "France", "1I"),
        ("San Sebastian", "Spain", "2P 1M"),
        segment="anti-French",
        seat=1,
        status={"Spain": "anti-French"},
    )
    owners = {x.setting.owner[move.to] for move in s.agenda[-1].options(x, s, riders(x, s, "San Sebastian"))}
    assert owners == {nation_number("Spain")}
    assert refusal(x, s, march(x, "San Sebastian", "Bayonne", "", ("Spain", "2P"))).code == "abroad"


def test_d_4_landwehr_goes_abroad_from_1813() -> None:
    for turn, abroad in ((1, False), (89, True)):
        x = context()
        s = moving(x, ("Linz", "Austria", "3L"), seat=1, segment="anti-French", turn=turn, leaders={"Mack": "Linz"})
        move = march(x, "Linz", "Passau", "Mack", ("Austria", "3L"))
        if abroad:
            s.agenda[-1].check(x, s, move)
        else:
            assert refusal(x, s, move).code == "abroad"


def test_k_4_d_an_ally_without_a_player_sends_his_corps_and_no_more() -> None:
    x = context(options=Options(expeditionary=True))
    armies = (("Bayonne", "Spain under France", "3I 1C"), ("Madrid", "Spain", "4I"))
    s = moving(x, *armies, leaders={"Castanos": "Madrid", "Spanish leader": "Bayonne"})
    assert [subject.label for subject in s.agenda[-1].subjects(x, s)] == ["Blake"]
    assert refusal(x, s, march(x, "Madrid", "Toledo", "Castanos", ("Spain", "4I"))).code == "confined"
    s = moving(x, *armies, ("Seville", "England", "2I"), leaders={"Castanos": "Madrid"})
    s.agenda[-1].check(x, s, march(x, "Madrid", "Toledo", "Castanos", ("Spain", "4I")))


def test_j_a_phase_without_anyone_to_march_is_skipped() -> None:
    x = context()
    assert MovementPhase(0).automatic(x, moving(x, ("Paris", "France", "4I")))
    assert moving(x).segment != NEUTRAL
