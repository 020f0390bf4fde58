"""G, S, F.3.f: what attrition will take, as cards, the supply overlay and the pad of a march tell it beforehand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import napwidgets
from napwidgets.systems.wap.face import inspector, pieces
from napwidgets.systems.wap.land.attrition import AttritionPhase, Toll, at_next, toll
from napwidgets.systems.wap.land.sieges import SiegePhase
from napwidgets.systems.wap.setting import FRANCE
from napwidgets.systems.wap.state import ENGLISH, FRENCH, NEUTRAL, State
from napwidgets.table.table import Table
from tests.systems.wap.campaign import campaign, context, place, run, thrown

WAITING = (AttritionPhase(),)


def due(segment: str, faction: int, agenda: tuple[Any, ...] = (), turn: int = 1) -> int | None:
    x = context()
    then = at_next(x, campaign(x, segment=segment, turn=turn, agenda=agenda), faction)
    return then.turn if then is not None else None


def test_e_2_b_it_comes_this_month_while_the_phase_is_to_come_and_else_the_next() -> None:
    assert due("neutral", FRENCH) == due("neutral", ENGLISH) == 1
    assert due("pro-French", FRENCH, WAITING) == 1
    assert due("pro-French", FRENCH) == 2
    assert due("pro-French", ENGLISH) == 1
    assert due("anti-French", ENGLISH, WAITING) == 1
    assert due("anti-French", ENGLISH) == due("anti-French", FRENCH, WAITING) == 2


def test_g_neutrals_suffer_nothing_nor_does_anybody_after_the_last_month() -> None:
    last = context().setting.scenario.turns.count
    assert due("pro-French", NEUTRAL, WAITING) is None
    assert due("pro-French", FRENCH, turn=last) is None
    assert due("pro-French", FRENCH, WAITING, turn=last) == last


def test_g_there_is_none_in_a_scenario_without_the_phase() -> None:
    game = napwidgets.new_game("wap/trafalgar")
    x: Any = game.engine
    assert at_next(x.context, game.state, FRENCH) is None


def test_g_winter_counts_when_it_comes_by_then() -> None:
    x = context()
    s = campaign(x, [("Ulm", "France", "12I")], turn=2)
    then = at_next(x, s, FRENCH)
    assert then is not None
    assert toll(x, s, place(x, "Ulm"), FRENCH).parts == ()
    assert [name for name, _, _ in toll(x, then, place(x, "Ulm"), FRENCH).parts] == ["winter"]


def test_f_3_f_supplies_landed_feed_until_the_segment_ends() -> None:
    x = context()
    landed = ((place(x, "6509"), FRANCE, 3),)
    for agenda, left in ((WAITING, landed), ((), ())):
        then = at_next(x, campaign(x, agenda=agenda, landed=landed), FRENCH)
        assert then is not None
        assert then.landed == left
    then = at_next(x, campaign(x, segment="anti-French", agenda=WAITING, landed=landed), FRENCH)
    assert then is not None
    assert then.landed == ()


def hunger(segment: str, agenda: tuple[Any, ...], months: int, shut: str, before: str) -> Toll:
    x = context()
    armies = [("inside Ulm", shut, "12I"), ("Ulm", before, "6I")]
    s = campaign(x, armies, segment=segment, agenda=agenda, sieges=((place(x, "Ulm"), months),))
    faction = ENGLISH if shut == "Austria" else FRENCH
    then = at_next(x, s, faction)
    assert then is not None
    return toll(x, then, place(x, "Ulm"), faction, inside=True)


@pytest.mark.parametrize(
    ("segment", "agenda", "more"),
    [
        ("neutral", (), 1),
        ("pro-French", (SiegePhase(),), 1),
        ("pro-French", (), 0),
        ("anti-French", WAITING, 0),
        ("anti-French", (), 1),
    ],
)
def test_s_a_siege_of_the_french_is_as_long_as_it_will_be(segment: str, agenda: tuple[Any, ...], more: int) -> None:
    assert hunger(segment, agenda, 3 - more, "Austria", "France").points == 0
    assert hunger(segment, agenda, 4 - more, "Austria", "France").points == 12


@pytest.mark.parametrize(
    ("segment", "agenda", "more"),
    [
        ("neutral", (), 0),
        ("pro-French", WAITING, 0),
        ("pro-French", (), 1),
        ("anti-French", (SiegePhase(),), 1),
        ("anti-French", (), 0),
    ],
)
def test_s_and_so_is_one_of_their_enemies(segment: str, agenda: tuple[Any, ...], more: int) -> None:
    assert hunger(segment, agenda, 3 - more, "France", "Austria").points == 0
    assert hunger(segment, agenda, 4 - more, "France", "Austria").points == 12


def test_s_a_siege_counts_what_the_phase_counts() -> None:
    x = context()
    armies = [("inside Ulm", "Austria", "12I"), ("Ulm", "France", "6I")]
    s = campaign(x, armies, agenda=(SiegePhase(),), sieges=((place(x, "Ulm"), 2),))
    then = at_next(x, s, ENGLISH)
    assert then is not None
    assert then.sieges == run(x, s, thrown()).sieges


def lost(s: State) -> int:
    return sum(sum(army.count) for army in s.armies)


@pytest.mark.parametrize("die", range(1, 7))
def test_g_what_is_told_is_what_the_phase_takes(die: int) -> None:
    x = context()
    s = campaign(x, [("6509", "France", "12I")], turn=2, agenda=WAITING)
    told = toll(x, s, place(x, "6509"), FRENCH).lost
    taken = lost(s) - lost(run(x, s, thrown(die)))
    assert told[taken] >= Fraction(1, 6)


# What a player sees


def test_a_hex_tells_what_the_troops_there_will_lose() -> None:
    x = context()
    s = campaign(x, [("Ulm", "France", "12I"), ("Linz", "Austria", "3I")], turn=2)
    facts = {fact.name: fact.value for fact in inspector.inspect(x, s, "french", place(x, "Ulm"))[-1].facts}
    told = facts["Attrition as it stands, November 1805"]
    then = at_next(x, s, FRENCH)
    assert then is not None
    chances = toll(x, then, place(x, "Ulm"), FRENCH).lost
    assert told.split(", ")[0] == f"0 SP ({float(100 * chances[0]):.0f} %)"
    assert facts["Added to its die"] == "winter +1"
    few = inspector.inspect(x, s, "french", place(x, "Munich"))[-1].facts
    assert not [fact for fact in few if "Attrition" in fact.name]


def test_a_besieged_city_tells_it_of_both_sides_and_a_field_of_battle_of_none() -> None:
    x = context()
    armies = [("Ulm", "France", "12I"), ("inside Ulm", "Austria", "3I")]
    s = campaign(x, armies, turn=2, sieges=((place(x, "Ulm"), 4),))
    names = [fact.name for fact in inspector.inspect(x, s, "french", place(x, "Ulm"))[-1].facts]
    assert "Attrition as it stands, November 1805, pro-French" in names
    assert "Attrition as it stands, October 1805, anti-French" in names
    fought = campaign(x, [("Ulm", "France", "12I"), ("Ulm", "Austria", "3I")], turn=2)
    facts = inspector.inspect(x, fought, "french", place(x, "Ulm"))[-1].facts
    assert not [fact for fact in facts if "Attrition" in fact.name]


def test_the_overlay_of_supply_tells_it_beside_all_troops_of_a_side() -> None:
    x = context()
    s = campaign(x, [("6509", "France", "12I"), ("Munich", "France", "1I"), ("6310", "Austria", "12I")], turn=8)
    mine, theirs = (pieces.overlay(x, s, "french", kind, -1) for kind in ("supply", "enemy"))
    then = at_next(x, s, FRENCH)
    assert then is not None
    mean = toll(x, then, place(x, "6509"), FRENCH).lost.mean(lambda n: n)
    assert mine.notes == ((place(x, "6509"), f"−{float(mean):.1f}"),)
    assert "attrition" in mine.title
    assert [h for h, _ in theirs.notes] in ([], [place(x, "6310")])


def test_the_pad_of_a_march_tells_what_attrition_takes_where_it_leads() -> None:
    game = napwidgets.new_game("wap/grand-campaign", seed="toll")
    while game.decision is not None and (game.decision.kind, game.decision.seat) != ("movement", "french"):
        game = game.play(game.moves()[-1])
    table = Table(game)
    engine: Any = game.engine
    shown = 0
    for subject in table.subjects():
        draft = table.presenter.draft(table.view(), "french", {"focus": subject.id})
        for target in (draft.targets or ())[:12] if draft is not None else ():
            full = table.presenter.draft(table.view(), "french", {"focus": subject.id, "where": str(target.hex)})
            if full is None or full.move is None or target.tone:
                continue
            after = game.play(full.move).state
            then = at_next(engine.context, after, FRENCH)
            assert then is not None
            found = toll(engine.context, then, target.hex, FRENCH).lost
            if full.chances is None:
                assert found[0] == 1
            else:
                shown += 1
                assert [share.exact for share in full.chances.shares] == [str(p) for _, p in sorted(found)]
                assert full.chances.title == "What attrition takes of all there in October 1805"
    assert shown > 3
