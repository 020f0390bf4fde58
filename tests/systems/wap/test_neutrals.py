"""G.1.m, I.2.c, I.2.d: troops of a neutral state in a hex with others, and conquered neutrals."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.players.registry import make_player
from napwidgets.scenarios import load
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face import battle
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.ground import layout
from napwidgets.systems.wap.land.combat import Battle, CombatPhase, Shelter
from napwidgets.systems.wap.land.marching import MovementPhase, go
from napwidgets.systems.wap.land.sieges import relieved
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.sequence import SiegePhase
from napwidgets.systems.wap.setting import AUSTRIA, FRANCE, PRUSSIA, SPAIN
from napwidgets.systems.wap.state import ENGLISH, FRENCH, NEUTRAL, Fleet, State
from napwidgets.systems.wap.states.conquest import settle
from napwidgets.systems.wap.states.diplomacy import StandChoice
from tests.systems.wap.campaign import (
    FRENCH_SEAT,
    SAXONY,
    at,
    campaign,
    city,
    context,
    place,
    play,
    refusal,
    run,
    thrown,
    where,
)
from tests.systems.wap.navy import sail

BERLIN = (("Berlin", "France", "9I"), ("Berlin", "Prussia", "2I"))


def beside(x: Context, **more: str) -> State:
    """The French and a smaller force of neutral Prussia in one hex, at the time for combat."""
    return campaign(x, BERLIN, agenda=(CombatPhase(FRENCH_SEAT),), **more)  # type: ignore[arg-type]


def test_g_1_m_nobody_is_made_to_attack_a_neutral_in_his_hex() -> None:
    x = context()
    s = beside(x)
    assert m.Done() in s.agenda[-1].options(x, s, None)
    after = play(x, s, m.Done())
    assert after.status[PRUSSIA] == NEUTRAL
    assert at(x, after, "Berlin", "Prussia") == at(x, s, "Berlin", "Prussia")
    # At war they must be fought.
    war = beside(x, status={"Prussia": "anti-French"})  # type: ignore[arg-type]
    assert refusal(x, war, m.Done()) == "WAP base rules N"


def test_g_1_m_a_neutral_that_is_attacked_joins_the_other_side_before_the_battle() -> None:
    x = context()
    s = beside(x)
    fight = m.Fight(place(x, "Berlin"))
    assert s.agenda[-1].options(x, s, f"h:{fight.hex}") == [fight]
    label = s.agenda[-1].label(x, s, fight)
    assert label is not None
    assert label.detail == "9 against 2 strength points; attacks neutral Prussia"
    after = play(x, s, fight, thrown(6, 6, 6))
    assert after.status[PRUSSIA] == ENGLISH
    assert isinstance(after.agenda[-1], (Shelter, Battle))
    shown = battle.battle(x, s, f"h:{fight.hex}", -1)
    assert shown is not None
    assert [party.title.partition(":")[2] for party in shown.parties] == [" France", " Prussia"]


def test_g_1_m_the_steady_player_leaves_neutrals_in_peace() -> None:
    engine = load("wap/grand-campaign")
    x = context()
    player = make_player("steady", engine, "french")
    assert player.choose(engine, beside(x), "french") == m.Done()


def test_i_2_d_a_conquered_neutral_can_not_be_attacked() -> None:
    x = context()
    s = campaign(x, BERLIN, agenda=(CombatPhase(FRENCH_SEAT),), conquered=(0, 0, 0, FRENCH, 0, 0))
    assert s.agenda[-1].automatic(x, s)
    assert refusal(x, s, m.Fight(place(x, "Berlin"))) == "WAP E.2.f"


def test_g_1_m_who_stands_in_a_neutrals_city_in_peace_does_not_take_it() -> None:
    x = context()
    s = settle(x, beside(x), [])
    assert s.control[city(x, "Berlin")] == PRUSSIA
    war = settle(x, campaign(x, BERLIN[:1], status={"Prussia": "anti-French"}), [])
    assert war.control[city(x, "Berlin")] == FRANCE


def test_g_1_m_a_state_that_leaves_its_alliance_is_not_attacked_by_its_friends() -> None:
    x = context(options=Options(spanish_seat=True))
    armies = [("Burgos", "Spain", "3I"), ("Burgos", "France", "4I")]
    s = campaign(x, armies, agenda=(CombatPhase(FRENCH_SEAT), StandChoice(SPAIN)))
    s = play(x, s, m.Stand(NEUTRAL))
    assert play(x, s, m.Done()).status[SPAIN] == NEUTRAL


def test_g_1_m_a_march_into_a_city_that_one_holds_in_a_neutrals_land_attacks_nobody() -> None:
    x = context()
    s = campaign(x, [("Berlin", "Prussia", "1I"), ("Magdeburg", "France", "20C")], control={"Berlin": "France"})
    h, start = place(x, "Berlin"), place(x, "Magdeburg")
    step = MovementPhase(FRENCH_SEAT)
    column = step.column(x, replace(s, agenda=(step,)), "a:0" if s.armies[0].hex == start else "a:1")
    assert column is not None
    log: list[object] = []
    after = go(x, s, FRENCH_SEAT, column, (h,), log)  # type: ignore[arg-type]
    assert at(x, after, "Berlin", "Prussia") == at(x, s, "Berlin", "Prussia")
    assert after.status[PRUSSIA] == NEUTRAL
    assert not after.came


def test_g_1_m_nobody_besieges_a_neutral() -> None:
    x = context()
    s = campaign(x, [("Berlin", "France", "9I"), ("inside Berlin", "Prussia", "2I")])
    free = relieved(x, s, [])
    assert not any(army.inside for army in free.armies)
    war = campaign(x, [*BERLIN[:1], ("inside Berlin", "Prussia", "2I")], status={"Prussia": "anti-French"})
    assert any(army.inside for army in relieved(x, war, []).armies)
    assert run(x, replace(war, agenda=(SiegePhase(),)), thrown()).sieges


def test_g_1_m_neutral_troops_in_the_way_stop_a_march_that_attacks_their_state() -> None:
    x = context()
    s = campaign(x, BERLIN)
    now = layout(x, s)
    assert place(x, "Berlin") in now.foes[FRENCH]
    assert not now.war[FRENCH]


@pytest.mark.parametrize(("to", "may"), [("St. Petersburg", False), ("Riga", True)])
def test_i_2_c_nobody_lands_in_the_capital_of_a_conquered_neutral(to: str, may: bool) -> None:
    x = context()
    transport = Fleet(place(x, "Stockholm"), FRANCE, 0, 1, inside=True)
    s = campaign(
        x,
        [("Stockholm", "France", "1I")],
        {"Ney": "Stockholm"},
        fleets=[transport],
        status={"Russia": "neutral"},
        control={"Stockholm": "France"},
        conquered=(0, 0, 0, 0, FRENCH, 0),
        agenda=(NavalPhase(FRENCH_SEAT),),
    )
    cargo = m.Cargo(FRANCE, (1, 0, 0, 0, 0, 0, 0, 0))
    move = sail(x, s, "Stockholm", FRANCE, to, 0, 1, cargo=cargo)
    if may:
        s.agenda[-1].check(x, s, move)
        return
    with pytest.raises(IllegalMove) as caught:
        s.agenda[-1].check(x, s, move)
    assert caught.value.cites[0] == "WAP I.2.c"


def among(x: Context, leaders: dict[str, str], *armies: tuple[str, str, str], **status: str) -> State:
    """The French in the land of states of which Prussia is neutral, at the time for marches."""
    return campaign(x, armies, leaders, agenda=(MovementPhase(FRENCH_SEAT),), status=status)


def march(x: Context, start: str, to: str, leader: str, points: int = 0) -> m.March:
    """A leader with so many points of French infantry."""
    take = ((FRANCE, parse(f"{points}I")),) if points else ()
    return m.March(place(x, start), place(x, to), (x.setting.leader_number[leader],), take)


def test_reading_119_who_stands_in_a_neutrals_land_marches_on_through_it_in_peace() -> None:
    x = context()
    s = among(x, {"Lannes": "4214"}, ("4214", "France", "5I"))
    out = march(x, "4214", "4215", "Lannes", 5)
    label = s.agenda[-1].label(x, s, out)
    assert label is not None
    assert "attacks" not in label.detail
    after = play(x, s, out)
    assert after.status[PRUSSIA] == NEUTRAL
    assert at(x, after, "4215", "France") == parse("5I")


def test_reading_119_the_land_of_its_satellites_is_the_neutrals_too() -> None:
    x = context()
    s = among(x, {"Ney": "4120"}, ("4120", "France", "5I"))
    assert x.setting.owner[place(x, "4120")] == SAXONY
    assert play(x, s, march(x, "4120", "4219", "Ney", 5)).status[PRUSSIA] == NEUTRAL


def test_reading_119_a_leader_alone_rides_out_of_a_neutrals_land_but_not_into_it() -> None:
    x = context()
    out = play(x, among(x, {"Lannes": "4214"}), march(x, "4214", "4215", "Lannes"))
    assert where(x, out, "Lannes") == place(x, "4215")
    beside = among(x, {"Ney": "4020"})
    assert refusal(x, beside, march(x, "4020", "4120", "Ney")) == "WAP base rules R"


@pytest.mark.parametrize("there", ["Kolberg", "4215"])
def test_reading_119_a_neutrals_cities_and_troops_are_attacked_all_the_same(there: str) -> None:
    x = context()
    s = among(x, {"Lannes": "4214"}, ("4214", "France", "5I"), ("4215", "Prussia", "1I"))
    assert play(x, s, march(x, "4214", there, "Lannes", 5), thrown(6, 6, 6)).status[PRUSSIA] == ENGLISH


def test_reading_119_from_one_neutrals_land_into_another_ones_is_an_attack() -> None:
    x = context()
    s = among(x, {"Ney": "4020"}, ("4020", "France", "5I"), Austria="neutral")
    assert x.setting.owner[place(x, "4020")] == AUSTRIA
    after = play(x, s, march(x, "4020", "4120", "Ney", 5))
    assert (after.status[AUSTRIA], after.status[PRUSSIA]) == (NEUTRAL, ENGLISH)
