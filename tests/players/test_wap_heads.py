"""Which army the steady player of War and Peace gives to which leader, and how he gets there."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.players.wap_front import Front
from napwidgets.players.wap_land import distances
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.setting import FRANCE
from napwidgets.systems.wap.state import FRENCH
from tests.players.test_front_wap import ENGINE, X, marching
from tests.systems.wap.campaign import campaign, city, place

NUMBER = X.setting.leader_number


def posts(armies: Any, leaders: dict[str, str], **more: Any) -> dict[str, str]:
    """Where each leader is to go, by name."""
    found = Front()._posts(X, marching(armies, leaders, **more))
    return {X.setting.leaders[i].name: X.setting.spot(hex).partition(" (")[0] for i, hex in found.items()}


def test_the_best_leader_goes_to_the_army_that_faces_the_enemy() -> None:
    armies = [("Linz", "France", "15I"), ("Munich", "France", "15I"), ("Vienna", "Austria", "15I")]
    assert posts(armies, {"Napoleon": "Munich", "Ney": "Linz"}) == {"Napoleon": "Linz", "Ney": "Munich"}
    assert posts(armies[:2], {"Napoleon": "Munich", "Ney": "Linz"}) == {"Napoleon": "Munich", "Ney": "Linz"}


@pytest.mark.parametrize(("there", "goes"), [("Massena", "Frankfurt am Main"), ("Ney", "Mantua")])
def test_nobody_rides_to_an_army_that_has_one_as_good(there: str, goes: str) -> None:
    """Mantua faces Charles, and Davout would be worth more there; Masséna is as good as he, Ney is not."""
    armies = [("Mantua", "France", "12I"), ("Verona", "Austria", "18I"), ("Frankfurt am Main", "France", "9I")]
    assert posts(armies, {"Davout": "Frankfurt am Main", there: "Mantua"})["Davout"] == goes


@pytest.mark.parametrize(("force", "goes"), [("3I", "Linz"), ("2I", "Munich")])
def test_a_leader_goes_where_three_strength_points_have_none(force: str, goes: str) -> None:
    """Two who sit together: the other one stays with his army."""
    found = posts([("Linz", "France", force), ("Munich", "France", "9I")], {"Ney": "Munich", "Soult": "Munich"})
    assert sorted(found.values()) == sorted(("Munich", goes))


@pytest.mark.parametrize(("state", "goes"), [("Bavaria", True), ("Spain", False)])
def test_nobody_is_sent_to_troops_that_he_can_not_lead(state: str, goes: bool) -> None:
    """The French lead those of Bavaria, which is theirs, and not those of Spain."""
    found = posts([("Linz", state, "9I"), ("Munich", "France", "9I")], {"Ney": "Munich", "Soult": "Munich"})
    assert ("Linz" in found.values()) is goes


@pytest.mark.parametrize(("with_them", "sent"), [("Brunswick", True), ("Davout", False)])
def test_leaders_of_a_neutral_lead_nobody(with_them: str, sent: bool) -> None:
    """The French at Wesel are led by Davout, but not by a Prussian who is neutral."""
    armies = [("Wesel", "France", "9I"), ("Munster", "France", "3I")]
    found = posts(armies, {"Ney": "Munster", with_them: "Wesel"})
    assert (found["Ney"] == "Wesel") is sent


def test_he_rides_when_all_have_marched() -> None:
    s = marching([("Linz", "France", "9I"), ("Munich", "France", "3I")], {"Ney": "Munich", "Soult": "Munich"})
    rides = list(Front()._rides(X, s))
    assert [(ride.to, ride.take, len(ride.leaders)) for ride in rides] == [(place(X, "Linz"), (), 1)]
    ENGINE.check(s, "french", rides[0])
    led = marching([("Linz", "France", "9I")], {"Ney": "Linz"})
    assert list(Front()._rides(X, led)) == []


def test_a_long_ride_goes_by_stages_and_ends_among_friends_or_far_from_the_enemy() -> None:
    armies = [("Vienna", "France", "15I"), ("Paris", "France", "9I"), ("Brunn", "Austria", "12I")]
    s = marching(armies, {"Napoleon": "Paris", "Ney": "Paris"}, control={"Vienna": "France"})
    ride = next(ride for ride in Front()._rides(X, s) if ride.leaders == (NUMBER["Napoleon"],))
    assert ride.to not in (place(X, "Paris"), place(X, "Vienna"))
    assert not Front()._foe_near(X, s, ride.to, 4)


@pytest.mark.parametrize(("enemy", "rides"), [("Linz", "Karlsruhe"), ("Nuremberg", "3625 near Augsburg"), ("Ulm", "")])
def test_where_no_stage_of_his_way_is_safe_a_leader_rides_round_the_enemy(enemy: str, rides: str) -> None:
    """From Ratisbon to Paris: straight on, round the south, or not at all."""
    s = marching([("Paris", "France", "15I"), (enemy, "Austria", "6I")], {"Ney": "Ratisbon"})
    stage = Front()._stage(X, s, NUMBER["Ney"], place(X, "Ratisbon"), place(X, "Paris"))
    assert ("" if stage is None else X.setting.spot(stage).partition(" (")[0]) == rides
    assert Front()._stage(X, s, NUMBER["Ney"], place(X, "Paris"), place(X, "Paris")) is None


@pytest.mark.parametrize(("enemies", "goes"), [(("Passau",), ()), (("Passau", "Ulm", "Nuremberg"), ("Ney",))])
def test_who_is_posted_elsewhere_is_taken_along_only_if_he_can_not_ride_off(
    enemies: tuple[str, ...], goes: tuple[str, ...]
) -> None:
    """All troops leave Ratisbon, with the enemy near."""
    at = "Ratisbon"
    foes = [(enemy, "Austria", "3I") for enemy in enemies]
    s = marching([(at, "France", "6C"), ("Paris", "France", "9I"), *foes], {"Ney": at})
    front = Front()
    front._posted = ((s.turn, s.segment, s.agenda[-1].seat), {NUMBER["Ney"]: place(X, "Paris")})
    to = X.setting.ways[place(X, at)][0].hex
    march = m.March(place(X, at), to, (NUMBER["Ney"],), ((FRANCE, parse("6C")),))
    assert front._strands(X, s, replace(march, leaders=()))
    assert front._without(X, s, march).leaders == tuple(NUMBER[name] for name in goes)


@pytest.mark.parametrize(
    ("force", "enemy", "stays"), [("1C", "Linz", True), ("1C", "Paris", False), ("2C", "Linz", False)]
)
def test_the_last_point_that_holds_a_city_does_not_run_after_the_enemy(force: str, enemy: str, stays: bool) -> None:
    s = marching(
        [("Munich", "France", force), (enemy, "Austria", "1I")], {}, control={"Munich": "France", "Ulm": "Austria"}
    )
    front = Front()
    subject = next(iter(ENGINE.subjects(s)))
    worth = [9.0 * (h == place(X, "Ulm")) for h in range(X.board.size)]
    march = front._march(ENGINE, X, s, subject.id, subject.hex, worth)
    assert (march is None) is stays


def test_one_leader_is_on_his_way_to_an_army_and_no_second_one_follows() -> None:
    armies = [("Vienna", "France", "15I"), ("Paris", "France", "9I"), ("Brunn", "Austria", "12I")]
    s = marching(armies, {"Napoleon": "Paris", "Ney": "Paris", "Soult": "Paris"}, control={"Vienna": "France"})
    front = Front()
    ride = next(front._rides(X, s))
    after = ENGINE.apply(s, "french", ride, SeededDice("ride"), [])
    assert ride.leaders == (NUMBER["Napoleon"],)
    assert after.armies is s.armies
    assert list(front._rides(X, after)) == []
    # When troops have marched they are looked at again.
    assert list(front._rides(X, replace(after, armies=(*after.armies,)))) != []


@pytest.mark.parametrize(("posted", "goes"), [("Vienna", ()), ("Linz", ("Ney",))])
def test_who_is_posted_elsewhere_lets_his_army_march_without_him(posted: str, goes: tuple[str, ...]) -> None:
    """Cavalry needs no leader to march; a march that needs him takes him."""
    s = marching([("Linz", "France", "6C 3I"), ("Vienna", "France", "9I")], {"Ney": "Linz", "Soult": "Linz"},
                 control={"Vienna": "France"})  # fmt: skip
    front = Front()
    front._posted = ((s.turn, s.segment, s.agenda[-1].seat), {NUMBER["Ney"]: place(X, posted)})
    with_ney = [
        m.March(place(X, "Linz"), way.hex, (NUMBER["Ney"],), ((FRANCE, parse(force)),))
        for force in ("6C", "3I")
        for way in X.setting.ways[place(X, "Linz")][:1]
    ]
    riders, foot = with_ney
    ENGINE.check(s, "french", riders)
    ENGINE.check(s, "french", foot)
    assert front._without(X, s, riders).leaders == tuple(NUMBER[name] for name in goes)
    assert front._without(X, s, foot) == foot


def test_but_one_stays_behind_of_the_state_that_has_most() -> None:
    move = m.March(0, 1, (), ((FRANCE, parse("3I 1C")), (FRANCE + 1, parse("1I"))))
    assert Front._but_one(move).take == ((FRANCE, parse("2I 1C")), (FRANCE + 1, parse("1I")))
    assert Front._but_one(m.March(0, 1, (), ((FRANCE, parse("1GI")),))).take == ()


@pytest.mark.parametrize(("austrians", "hopeless"), [("26I", True), ("25I", False)])
def test_k_5_a_napoleon_fights_on_while_the_enemy_is_not_far_stronger(austrians: str, hopeless: bool) -> None:
    """Two and a half times as strong, and no more, is not far stronger; whose capital is free is not beaten at all."""
    lost = campaign(
        X, [("Paris", "Austria", austrians), ("Toulon", "France", "10I")], {}, control={"Paris": "Austria"},
    )  # fmt: skip
    assert Front().beaten(X, lost, FRANCE)
    assert Front().hopeless(X, lost, FRANCE) is hopeless


@pytest.mark.parametrize(("theirs", "ours", "part"), [("9I", "2I", None), ("3I", "30I", 0.22)])
def test_an_own_city_counts_less_where_we_are_stronger(theirs: str, ours: str, part: float | None) -> None:
    """Munich with the enemy at Linz: all of its worth where he is stronger, little where he is not."""
    s = marching([("Munich", "France", ours), ("Linz", "Austria", theirs)], {}, control={"Munich": "France"})
    front = Front()
    mood, munich = front.mood, city(X, "Munich")
    front.mood = type(mood)(threatened=1.0, least=0.22, safe=1.55)
    found = front._city(X, s, munich, FRENCH, -1, {place(X, "Linz")}) / front._worth(X, munich)
    assert found == (1.0 if part is None else pytest.approx(part))


def test_one_who_sits_with_another_goes_to_an_army_that_nobody_has_reached() -> None:
    """Both are posted where they are; six strength points in reach have nobody."""
    armies = [("Linz", "France", "6I"), ("Munich", "France", "9I")]
    s = marching(armies, {"Ney": "Munich", "Soult": "Munich"})
    assert [(move.start, move.to) for move in Front()._sent(X, s)][:1] == [(place(X, "Munich"), place(X, "Linz"))]
    few = marching([("Linz", "France", "5I"), armies[1]], {"Ney": "Munich", "Soult": "Munich"})
    assert list(Front()._sent(X, few)) == []
    alone = marching(armies, {"Ney": "Munich"})
    assert list(Front()._sent(X, alone)) == []


@pytest.mark.parametrize(
    ("where", "force", "enemy", "bare"),
    [
        ("Paris", "9I", "Lille", True),
        ("Paris", "9I", "Berlin", False),
        ("Paris", "8I", "Lille", False),
        ("Mainz", "9I", "Coblenz", False),
    ],
)
def test_the_last_troops_do_not_march_out_of_a_capital_with_the_enemy_near(
    where: str, force: str, enemy: str, bare: bool
) -> None:
    s = marching([(where, "France", "9I"), (enemy, "Austria", "3I")], {"Ney": where})
    away = m.March(place(X, where), place(X, where) + 1, (NUMBER["Ney"],), ((FRANCE, parse(force)),))
    assert Front()._bares(X, s, away) is bare


@pytest.mark.parametrize(
    ("force", "enemy", "men", "met", "goes_to", "bare"),
    [
        ("4I", "Dresden", "6I", "", "Koniggratz", True),
        ("4I", "Dresden", "7I", "", "Koniggratz", False),
        ("4I", "Torgau", "6I", "", "Koniggratz", False),
        ("3I", "Dresden", "6I", "", "Koniggratz", False),
        ("4I", "Dresden", "6I", "Dresden", "Koniggratz", False),
        ("4I", "Dresden", "6I", "", "Dresden", False),
        ("4I", "", "", "", "Koniggratz", False),
    ],
)
def test_the_last_troops_do_not_leave_a_city_that_counts_to_an_enemy_whom_they_could_hold_up(
    force: str, enemy: str, men: str, met: str, goes_to: str, bare: bool
) -> None:
    others = [(enemy, "Austria", men)] if enemy else []
    others += [(met, "France", "2I")] if met else []
    s = marching([("Prague", "France", "4I"), *others], {"Ney": "Prague"}, control={"Prague": "France"})
    away = m.March(place(X, "Prague"), place(X, goes_to), (NUMBER["Ney"],), ((FRANCE, parse(force)),))
    assert Front()._bares(X, s, away) is bare


@pytest.mark.parametrize(("month", "bare"), [(3, True), (4, False)])
def test_who_stood_in_a_city_when_the_month_began_says_whether_it_could_be_held(month: int, bare: bool) -> None:
    enemy = ("Dresden", "Austria", "6I")
    began = marching([("Prague", "France", "4I"), enemy], {"Ney": "Prague"}, control={"Prague": "France"}, turn=3)
    left = marching([("Prague", "France", "2I"), enemy], {"Ney": "Prague"}, control={"Prague": "France"}, turn=month)
    player = Front()
    player.recall(X, began, m.Done())
    away = m.March(place(X, "Prague"), place(X, "Koniggratz"), (NUMBER["Ney"],), ((FRANCE, parse("2I")),))
    assert player._bares(X, left, away) is bare


@pytest.mark.parametrize(
    ("city_of", "there", "enemy", "open"),
    [
        ("Paris", "Toulon", "Lille", True),
        ("Paris", "Paris", "Lille", False),
        ("Paris", "Toulon", "Berlin", False),
        ("Mainz", "Toulon", "Coblenz", False),
    ],
)
def test_an_empty_capital_with_the_enemy_near_draws_troops(city_of: str, there: str, enemy: str, open: bool) -> None:
    s = marching([(there, "France", "9I"), (enemy, "Austria", "3I")], {})
    assert Front()._open(X, s, city(X, city_of)) is open


def test_a_march_that_is_too_long_for_those_who_go_goes_wrong() -> None:
    s = marching([("Munich", "France", "9I")], {"Ney": "Munich"})
    far = m.March(place(X, "Munich"), place(X, "Berlin"), (NUMBER["Ney"],), ((FRANCE, parse("9I")),))
    assert Front()._goes_wrong(X, s, far)
    near = next(way.hex for way in X.setting.ways[place(X, "Munich")])
    assert not Front()._goes_wrong(X, s, m.March(far.start, near, far.leaders, far.take))


@pytest.mark.parametrize("inside", [True, False])
def test_enemies_are_near_whether_they_are_besieged_or_not(inside: bool) -> None:
    s = marching([("Munich", "France", "9I"), ("Linz", "Austria", "3I")], {})
    s = replace(s, armies=tuple(replace(a, inside=inside and a.nation != FRANCE) for a in s.armies))
    away = distances(X.setting, place(X, "Munich"))[place(X, "Linz")]
    assert Front()._foe_near(X, s, place(X, "Munich"), away)
    assert not Front()._foe_near(X, s, place(X, "Munich"), away - 1)


@pytest.mark.parametrize(("enemy", "covers"), [("Lille", True), ("Berlin", False)])
def test_a_strength_point_rides_to_an_empty_capital_before_all_others_march(enemy: str, covers: bool) -> None:
    beside = next(way.hex for way in X.setting.ways[place(X, "Paris")] if way.hex not in X.setting.city_at)
    s = marching([(X.board.title(beside), "France", "6C"), (enemy, "Austria", "3I")], {})
    move = Front()._covers(ENGINE, X, s, ENGINE.subjects(s))
    assert (move is not None) is covers
    if move is not None:
        assert (move.to, move.take) == (place(X, "Paris"), ((FRANCE, parse("1C")),))
