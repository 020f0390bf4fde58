"""What a steady player of War and Peace does with a state that it has beaten, and to keep its own from being beaten."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.players.wap import SteadyPlayer
from napwidgets.players.wap_front import Front
from napwidgets.players.wap_land import Land
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.land.marching import MovementPhase
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, PRUSSIA, SPAIN
from napwidgets.systems.wap.state import ENGLISH, FRENCH
from napwidgets.systems.wap.states.diplomacy import PeaceAnswer, SuitForPeace
from napwidgets.systems.wap.states.victory import decides
from tests.players.test_front_wap import ENGINE, X, chosen
from tests.systems.wap.campaign import FRENCH_SEAT, campaign, city, place, pooled


@pytest.mark.parametrize(
    ("home", "pool", "french", "peace"),
    [("8I", "2I", "30I", True), ("9I", "2I", "30I", False), ("9I", "2I", "6I", True)],
)
def test_who_asks_for_peace_with_an_army_at_home_fights_on_unless_he_can_not_be_beaten(
    home: str, pool: str, french: str, peace: bool
) -> None:
    """Four fifths of its strength at home is the most that Austria may keep."""
    s = campaign(
        X, [("Vienna", "France", french), ("Brunn", "Austria", home)], {}, segment="anti-French",
        control={"Vienna": "France"}, agenda=(PeaceAnswer(AUSTRIA),),
    )  # fmt: skip
    s = pooled(s, Austria=pool)
    assert isinstance(chosen(s), m.Accept) is peace
    assert Land().content(X, s, AUSTRIA) == (True, "")


@pytest.mark.parametrize(("hanover", "suit"), [("Hanover", False), ("England", True)])
def test_c_1_a_nobody_asks_for_a_peace_that_decides_the_war(hanover: str, suit: bool) -> None:
    """France holds fifteen production cities with Madrid, or one less."""
    control = dict.fromkeys(("Madrid", "Berlin", "Konigsberg", "Magdeburg", "Breslau"), "France") | {"Hanover": hanover}
    s = campaign(
        X, [("Madrid", "France", "30I"), ("Seville", "Spain", "9I")], {}, status={"Spain": "anti-French"},
        segment="anti-French", control=control, agenda=(SuitForPeace(SPAIN),),
    )  # fmt: skip
    assert X.production_cities(s, FRENCH) == 14 + (not suit)
    assert isinstance(chosen(s), m.SueForPeace) is suit
    assert decides(X, s, SPAIN, FRENCH) is not suit
    assert not decides(X, s, PRUSSIA, FRENCH)
    assert not decides(X, s, SPAIN, ENGLISH)
    # Whoever is offered such a peace takes it, strong as Spain is.
    offered = replace(pooled(s, Spain="1I"), agenda=(PeaceAnswer(SPAIN),))
    assert isinstance(chosen(offered), m.Accept) is not suit


def beaten_prussia(armies: Any, leaders: Any = None, **more: Any) -> Any:
    """Prussia conquered by France; a French Movement Phase."""
    stand = {"Prussia": "neutral"}
    return campaign(
        X,
        armies,
        leaders,
        status=stand,
        conquered=(0, 0, 0, FRENCH, 0, 0),
        agenda=(MovementPhase(FRENCH_SEAT),),
        **more,
    )


def test_i_2_e_the_cities_of_a_conquered_state_draw_its_conqueror_and_its_capital_does_not() -> None:
    worth = {
        name: Front()._city(X, beaten_prussia(()), city(X, name), FRENCH, -1, set()) for name in ("Magdeburg", "Berlin")
    }
    assert worth["Magdeburg"] == 2 * Front().mood.made
    assert worth["Berlin"] == 0
    free = campaign(X, status={"Prussia": "neutral"})
    assert Front()._city(X, free, city(X, "Magdeburg"), FRENCH, -1, set()) == 0


@pytest.mark.parametrize(
    ("force", "holder", "cost"), [("3I", "France", True), ("2I", "France", False), ("3I", "Prussia", False)]
)
def test_i_2_e_a_garrison_stays_in_a_city_of_a_conquered_state(force: str, holder: str, cost: bool) -> None:
    s = beaten_prussia([("Magdeburg", "France", "3I")], control={"Magdeburg": holder})
    taken = sum(parse(force))
    assert (Front()._garrison(X, s, place(X, "Magdeburg"), taken) < 0) is cost
    berlin = beaten_prussia([("Berlin", "France", "3I")], control={"Berlin": "France"})
    assert Front()._garrison(X, berlin, place(X, "Berlin"), 3) == 0
    free = campaign(X, [("Magdeburg", "France", "3I")], status={"Prussia": "neutral"}, control={"Magdeburg": holder})
    assert Front()._garrison(X, free, place(X, "Magdeburg"), taken) == 0


@pytest.mark.parametrize(("french", "danger"), [("16I", True), ("17I", False)])
def test_a_capital_where_the_enemy_is_stronger_draws_more(french: str, danger: bool) -> None:
    """Ten Austrians two movement points from Paris; those at Orleans, three from it, count for less."""
    s = campaign(X, [("Paris", "France", "1I"), ("Orleans", "France", french), ("Reims", "Austria", "10I")])
    paris, near = city(X, "Paris"), {place(X, "Reims")}
    assert Front()._outdone(X, s, paris, FRENCH) is danger
    assert not Front()._outdone(X, s, city(X, "Lyon"), FRENCH)
    mood = Front().mood
    worth = Front()._city(X, s, paris, FRENCH, -1, near)
    assert worth == mood.capital * (mood.home if danger else mood.threatened)


@pytest.mark.parametrize(("where", "alarm"), [("Jena", True), ("Leipzig", False)])
def test_an_enemy_is_a_danger_from_fourteen_movement_points_on(where: str, alarm: bool) -> None:
    s = campaign(X, [("Paris", "France", "1I"), (where, "Austria", "10I")])
    assert (Front()._city(X, s, city(X, "Paris"), FRENCH, -1, {place(X, where)}) > 0) is alarm


@pytest.mark.parametrize(("force", "stepped"), [("2C", "1C"), ("1C", "")])
def test_a_detachment_steps_into_a_city_where_the_army_has_one_to_keep(force: str, stepped: str) -> None:
    """Brunn is empty, Vienna beside it must be held against Austrians in Linz."""
    s = campaign(
        X, [("Vienna", "France", force), ("Linz", "Austria", "6I")], control={"Vienna": "France"},
        agenda=(MovementPhase(FRENCH_SEAT),),
    )  # fmt: skip
    into = m.March(place(X, "Vienna"), place(X, "Brunn"), (), ((FRANCE, parse(force)),))
    found = [move.take for move in Front()._steps_in(X, s, [into])]
    assert found == ([((FRANCE, parse(stepped)),)] if stepped else [])


@pytest.mark.parametrize(("leaders", "goes"), [(("Ney", "Soult"), True), (("Ney",), False)])
def test_a_detachment_on_foot_takes_a_leader_if_another_one_stays(leaders: tuple[str, ...], goes: bool) -> None:
    s = campaign(
        X, [("Vienna", "France", "6I")], dict.fromkeys(leaders, "Vienna"), agenda=(MovementPhase(FRENCH_SEAT),)
    )
    who = tuple(sorted(X.setting.leader_number[name] for name in leaders))
    found = Front._detached(X, s, m.March(place(X, "Vienna"), place(X, "Brunn"), who, ((FRANCE, parse("6I")),)))
    assert (found is not None) is goes
    if found is not None:
        assert (len(found.leaders), found.take) == (1, ((FRANCE, parse("1I")),))
        ENGINE.check(s, "french", found)


@pytest.mark.parametrize("beaten", [True, False])
def test_i_2_c_a_city_of_a_conquered_state_is_stepped_into(beaten: bool) -> None:
    armies, riders = [("Magdeburg", "France", "6C")], ((FRANCE, parse("6C")),)
    into, other = (m.March(place(X, "Magdeburg"), place(X, name), (), riders) for name in ("Breslau", "Berlin"))
    s = beaten_prussia(armies) if beaten else campaign(X, armies, status={"Prussia": "neutral"})
    assert list(Front()._steps_in(X, s, [into, other])) == ([into] if beaten else [])


@pytest.mark.parametrize(
    ("home", "french", "why"),
    [
        ("8I", "30I", "Austria has 8 of its 10 strength points left at home: little enough."),
        ("9I", "30I", "Austria has 9 of its 11 strength points left at home and would soon be back."),
        ("9I", "6I", "Austria can't be beaten any further now."),
    ],
)
def test_it_says_why_it_makes_peace_or_not(home: str, french: str, why: str) -> None:
    lost: dict[str, Any] = {"segment": "anti-French", "control": {"Vienna": "France"}}
    armies = [("Vienna", "France", french), ("Brunn", "Austria", home)]
    s = pooled(campaign(X, armies, {}, agenda=(PeaceAnswer(AUSTRIA),), **lost), Austria="2I")
    assert SteadyPlayer(Random(1)).why(ENGINE, s, "french") == why


@pytest.mark.parametrize(
    ("major", "french", "why"),
    [
        (AUSTRIA, "30I", "Austria can't hope to win its capital back."),
        (AUSTRIA, "3I", "Austria may yet win its capital back."),
        (ENGLAND, "30I", "England leads its side and fights on."),
    ],
)
def test_it_says_why_it_asks_for_peace_or_not(major: int, french: str, why: str) -> None:
    armies = [("Vienna", "France", french), ("Brunn", "Austria", "9I")]
    lost: dict[str, Any] = {"segment": "anti-French", "control": {"Vienna": "France"}}
    s = campaign(X, armies, {}, agenda=(SuitForPeace(major),), **lost)
    assert SteadyPlayer(Random(1)).why(ENGINE, s, "english") == why
