"""Dice of War and Peace that nobody was told of: forced marches, leaders under fire, wars overseas, minors, exile."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.odds import percent
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face import goals, inspector
from napwidgets.systems.wap.land.losses import under_fire
from napwidgets.systems.wap.setting import ENGLAND, RUSSIA
from napwidgets.systems.wap.state import DEAD, ENGLISH, FRENCH, NEUTRAL, WOUNDED, State
from napwidgets.systems.wap.states.wars import ForeignWars
from tests.systems.wap.campaign import campaign, context, place, play, thrown
from tests.systems.wap.test_g_to_h import wars
from tests.systems.wap.test_k_options import EXILED, landing, on_elba
from tests.systems.wap.test_land_combat import fight, fighting
from tests.systems.wap.test_land_marching import march, moving


def facts(x: Context, s: State, where: str, card: str) -> dict[str, str]:
    shown = next(c for c in inspector.inspect(x, s, "french", place(x, where)) if c.id == card)
    return {fact.name: fact.value for fact in shown.facts}


def label(x: Context, s: State, move: m.Move) -> Any:
    return s.agenda[-1].label(x, s, move)


def share(times: int, of: int) -> str:
    return percent(Fraction(times, of))


def test_k_the_button_of_a_forced_march_tells_what_it_brings_and_costs() -> None:
    x = context()
    s = moving(x, ("Stuttgart", "France", "3I"), leaders={"Ney": "Stuttgart"})
    s = play(x, s, march(x, "Stuttgart", "Ulm", "Ney", ("France", "3I")))
    force = march(x, "Ulm", "Ulm", "Ney", ("France", "3I"), forced=True)
    came: dict[tuple[int, int], int] = {}
    for die in range(1, 7):
        after = play(x, s, force, thrown(die))
        left = sum(sum(army.count) for army in after.armies)
        top: Any = after.agenda[-1]
        found = (getattr(top, "points", 0), 3 - left)
        came[found] = came.get(found, 0) + 1
    words = {
        " and ".join(([f"{points} MP more"] if points else []) + ([f"{lost} SP lost"] if lost else []))
        or "nothing": times
        for (points, lost), times in came.items()
    }
    told = ", ".join(f"{word}: {share(n, 6)}" for word, n in sorted(words.items(), key=lambda k: (-k[1], k[0])))
    assert label(x, s, force).detail == f"one throw: {told}"
    assert len(came) > 2


def test_base_r_the_card_of_a_leader_tells_what_a_combat_may_do_to_him() -> None:
    x = context()
    s = campaign(x, [("Ulm", "France", "3I")], leaders={"Ney": "Ulm"})
    ney = x.setting.leader_number["Ney"]
    fates = []
    for one, two, third in product(range(1, 7), repeat=3):
        hit = one + two >= x.tables.casualty["hit from"]
        fates.append(
            under_fire(x, s, [ney], thrown((one, two), third) if hit else thrown((one, two)), []).leaders[ney].place
        )
    killed, wounded = (share(fates.count(fate), 216) for fate in (DEAD, WOUNDED))
    assert facts(x, s, "Ulm", f"l:{ney}")["In each combat"] == f"killed with {killed}, wounded with {wounded}"
    assert "0 %" not in (killed, wounded)


def test_f_8_d_the_card_of_nelson_tells_what_a_month_of_battle_may_do_to_him() -> None:
    x = context()
    s = campaign(x, leaders={"Nelson": "inside Portsmouth"})
    told = facts(x, s, "Portsmouth", f"l:{x.setting.nelson}")
    assert told["Each month in which he fights at sea"] == "killed with 3 %, wounded with 6 %"


def test_base_r_nothing_happens_to_leaders_without_a_name() -> None:
    x = context()
    i = next(i for i, named in enumerate(x.setting.named) if not named)
    s = campaign(x).leader(i, place=place(x, "Ulm"))
    assert "In each combat" not in facts(x, s, "Ulm", f"l:{i}")


@pytest.mark.parametrize(("kinds", "told"), [("1P", "partisans get away with 50 %"), ("2CC", "")])
def test_d_4_whoever_may_slip_away_knows_what_partisans_risk(kinds: str, told: str) -> None:
    x = context()
    nation, where = ("Spain", "1333") if kinds == "1P" else ("Russia", "6509")
    s = fighting(x, (where, "France", "9I"), (where, nation, kinds), status={nation: "anti-French"})
    s = fight(x, s, where)
    assert label(x, s, m.Accept()).detail == told
    assert label(x, s, m.Done()).detail == ""


def told_wars(x: Context, s: State) -> dict[str, str]:
    return {fact.name: fact.value for fact in goals.standing(x, s) if "January" in fact.name}


@pytest.mark.parametrize("raided", [False, True])
def test_g_2_a_the_standing_tells_how_likely_wars_overseas_begin_in_january(raided: bool) -> None:
    x = context()
    s = campaign(x, turn=1)
    year = x.setting.month(1)[0]
    s = replace(s, raided_america=(year,) if raided else ())
    january = next(turn for turn in range(2, 14) if x.setting.month(turn)[1] == 1)
    begun = [
        {war.nation for war in wars(x, replace(s, turn=january), one, two).wars}
        for one, two in product(range(1, 7), repeat=2)
    ]
    told = told_wars(x, s)
    assert told["England at war with America when January comes"] == share(sum(ENGLAND in found for found in begun), 36)
    assert told["Russia at war with Turkey when January comes"] == share(sum(RUSSIA in found for found in begun), 36)


def test_g_2_f_no_second_war_with_america_and_none_while_one_is_fought() -> None:
    x = context()
    s = campaign(x, turn=1)
    assert len(told_wars(x, replace(s, fought_america=True))) == 1
    assert not told_wars(x, wars(x, s, 1, 1)), "both are at war overseas"


@pytest.mark.parametrize(("segment", "ahead"), [(NEUTRAL, 0), (FRENCH, 1), (ENGLISH, 1)])
def test_g_2_a_once_the_dice_of_a_january_are_thrown_the_next_one_counts(segment: int, ahead: int) -> None:
    x = context()
    january = next(turn for turn in range(2, 14) if x.setting.month(turn)[1] == 1)
    year = x.setting.month(january)[0]
    s = replace(campaign(x, turn=january), segment=segment, raided_america=(year - 1,))
    plain = told_wars(x, replace(s, raided_america=()))
    assert (told_wars(x, s) != plain) is (ahead == 0), "raids of the year before count for this January alone"
    # Until they are thrown, later in the French Alliance Phase, they are still to come.
    waiting = told_wars(x, replace(s, agenda=(ForeignWars(),)))
    assert waiting != plain
    last = replace(s, turn=x.setting.scenario.turns.count, segment=ENGLISH)
    assert not told_wars(x, last)


@pytest.mark.parametrize(
    ("minor", "capital", "master", "told"),
    [
        ("Bavaria", "Munich", "France", "serve the new master with 50 %, else go home"),
        ("North Italy", "Milan", "France", "stay with France"),
        ("North Italy", "Milan", "Austria", "serve the new master with 50 %, else go home"),
    ],
)
def test_i_3_the_card_of_a_minors_capital_tells_what_its_troops_would_do(
    minor: str, capital: str, master: str, told: str
) -> None:
    x = context()
    s = campaign(x, [(capital, minor, "3I")], masters={minor: master})
    name = "If the state falls, its troops"
    assert facts(x, s, capital, f"h:{place(x, capital)}").get(name) == told
    empty = campaign(x, masters={minor: master})
    assert name not in facts(x, empty, capital, f"h:{place(x, capital)}")


@pytest.mark.parametrize("turn", [4, 7])
def test_k_5_d_the_button_tells_how_likely_napoleon_comes_back(turn: int) -> None:
    x = context(options=EXILED)
    s = on_elba(turn)
    away = sum(bool(play(x, s, m.Accept(), thrown(die)).agenda) for die in range(1, 7))
    shot = sum(play(x, landing(), m.ToPort(place(x, "Toulon")), thrown(die)).ended is not None for die in range(1, 7))
    found = label(x, s, m.Accept())
    assert found.text == "Try to come back"
    assert found.detail == f"{share(away, 6)} to get away, then {share(6 - shot, 6)} not to be shot"
    assert label(x, s, m.Done()).text == "Wait"


def test_k_5_a_whoever_may_abdicate_is_asked_in_words() -> None:
    from tests.systems.wap.test_k_options import beaten

    x, s = context(options=EXILED), beaten()
    assert [label(x, s, move).text for move in (m.Accept(), m.Done())] == ["Abdicate", "Fight on"]
