"""Figures in words come out of the tables: a teacher's own figure is the one that players read."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.scenarios import load
from napwidgets.systems.jdg import moves as jdg
from napwidgets.systems.jdg.combat.muster import Clash
from napwidgets.systems.jdg.combat.retreat import MayOverrun
from napwidgets.systems.jdg.combat.sieges import SiegeChoice
from napwidgets.systems.jdg.face.battle import shown as battle_of
from napwidgets.systems.jdg.face.inspector import inspect
from napwidgets.systems.jdg.germany.cards import Discards
from napwidgets.systems.jdg.march import works
from napwidgets.systems.jdg.state import Siege
from napwidgets.systems.mop import cards
from napwidgets.systems.mop.card_choices import prompt as asked
from napwidgets.systems.mop.face.hand import words as told
from napwidgets.systems.mop.front import ToTheFront
from napwidgets.systems.tactical.core.ruleset import full
from napwidgets.systems.tactical.face.presenter import BattlePresenter
from napwidgets.systems.wap import moves as wap
from napwidgets.systems.wap.face.inspector import inspect as cards_of
from napwidgets.systems.wap.setting import FRANCE
from napwidgets.systems.wap.trade.raiding import BasesPhase


def begun(id: str, table: str, **rows: list[Any]) -> tuple[Any, Any]:
    """The context and the first position of a scenario with other figures in a table (`_` for a blank)."""
    plain: Any = load(id)
    old = plain.context.tables.all[table]
    changed = {name.replace("_", " ").replace("  ", ", "): row for name, row in rows.items()}
    assert set(changed) <= set(old.rows)
    engine: Any = load(id, tables={table: replace(old, rows={**old.rows, **changed})})
    return engine, engine.start(SeededDice("words"), [])


def test_jdg_8_4_how_many_times_the_strength_overruns() -> None:
    for times in (6, 5):
        engine, s = begun("jdg/danube-1805", "overrun-modifiers", times_the_strength=[times])
        question = MayOverrun(Clash(3, 0), None).question(engine.context, s)
        assert question.prompt.startswith(f"You have {times} times their strength at ")


@pytest.mark.parametrize(("quarters", "told"), [(1, "1/4"), (2, "1/2")])
def test_jdg_8_5_and_8_8_what_counts_of_the_strength(quarters: int, told: str) -> None:
    rows = {"defender_in_a_fortified_city": [3], "fatigued_attacker": [quarters]}
    engine, s = begun("jdg/danube-1805", "combat-strength", **rows)
    x = engine.context
    label = SiegeChoice(0, 3).label(x, s, jdg.Fight(3))
    assert label is not None
    assert label.detail == "A battle; attackers count 3/4."
    unit = next(i for i, c in enumerate(s.counters) if c.at >= 0 and x.is_unit(i))
    weary = s.counter(unit, weary=True)
    facts = [
        fact for card in inspect(x, weary, x.setting.sides[x.sides[unit]], s.counters[unit].at) for fact in card.facts
    ]
    assert [fact.value for fact in facts if fact.name == "Weary"] == [f"counts {told} in an attack"]


@pytest.mark.parametrize(("price", "words"), [(1, "1 command point"), (3, "3 command points")])
def test_jdg_6_2_what_it_costs_to_dig_in(price: int, words: str) -> None:
    engine, s = begun("jdg/danube-1805", "command-costs", entrenchment=[price, price])
    x = engine.context
    label = works.label(x, s, jdg.Entrench(3))
    assert label is not None
    assert label.detail.endswith(f"; costs {words}.")


def test_jdg_1813_d_how_many_cards_are_kept() -> None:
    engine, s = begun("jdg/germany-1813-4", "cards", kept_a_turn=[3])
    assert Discards(0).question(engine.context, s).prompt.startswith("You may keep 3 event cards.")


def test_wap_k_8_what_bases_and_raiders_ask_for() -> None:
    engine, s = begun("wap/lloyds", "lloyds", bases_base=[-8], points_a_turn=[4])
    assert "two dice less 8, and" in BasesPhase(1).question(engine.context, s).prompt
    assert wap.PayLloyds().label(engine.context, s).text == "Spend 4 points against the raiders"


def test_wap_c_2_a_how_many_cities_of_choice_france_has() -> None:
    engine, s = begun("wap/grand-campaign", "production", french_cities_of_choice=[4])
    x = engine.context
    city = next(c for c in x.setting.production[FRANCE] if x.setting.cities[c].production == "choice")
    facts = [fact for card in cards_of(x, s, "french", x.setting.city_hex[city]) for fact in card.facts]
    assert "any unit, 4 such cities of France" in {fact.value for fact in facts}


@pytest.mark.parametrize(
    ("id", "rows", "words"),
    [
        ("nlc/quatre-bras", {"stacking": [3]}, "3 units are the most that here can hold."),
        (
            "mop/champaubert",
            {"stacking": [3], "stacking_points": [9]},
            "3 units or one division, 9 strength points at the most, find room in here; baggage fills it.",
        ),
    ],
)
def test_nlc_5_3_and_mop_37_2_who_finds_room(id: str, rows: Any, words: str) -> None:
    engine, _ = begun(id, "limits", **rows)
    assert full(engine.context.rules, engine.context.tables, "here") == words


def test_nlc_7_6_with_what_the_disrupted_fire() -> None:
    engine, s = begun("nlc/quatre-bras", "fire-factors", disrupted=[40])
    u = next(u for u, unit in enumerate(s.units) if unit.hex >= 0)
    shaken = s.unit(u, disrupted=True)
    seat = engine.context.setting.seat(engine.context.infos[u].side)
    facts = [fact for card in BattlePresenter(engine).inspect(shaken, seat, s.units[u].hex) for fact in card.facts]
    assert "fires with 40 % in normal combat" in {fact.value for fact in facts}


@pytest.mark.parametrize(("least", "answer"), [(6, "screen"), (7, "skirmish")])
def test_jdg_8_2_who_lies_face_down_answers_as_he_may(least: int, answer: str) -> None:
    rows = {"screen": [2, least, None, 0, None]}
    engine, s = begun("jdg/danube-1805", "tactics", **rows)
    x = engine.context
    box = next(c.at for i, c in enumerate(s.counters) if x.sides[i] == 0 and c.at >= 0 and c.strength)
    hidden = replace(s, unseen=((box, 1, 2),))
    battle = battle_of(x, hidden, Clash(box, 0), 0)
    assert battle is not None
    assert battle.what_if[1].label.startswith("6 SP, cohesion 3: ")
    assert battle.what_if[1].label.endswith(f" against {answer}")


@pytest.mark.parametrize(("id", "note"), [("jdg/germany-1813-4", True), ("jdg/danube-1805", False)])
def test_jdg_9_a_besieged_city_says_what_it_is_worth_now(id: str, note: bool) -> None:
    engine, s = begun(id, "victory", besieged_city=[2])
    x = engine.context
    box = next(box for box, points, _ in x.setting.goals if points != 2)
    notes = set()
    for siege in ((), (Siege(box, 1),)):
        cards = inspect(x, replace(s, sieges=siege), x.setting.sides[0], box)
        notes.add(next(fact.note for card in cards for fact in card.facts if fact.name == "Worth"))
    assert notes == ({"", "besieged: 2 victory points for the besieger alone"} if note else {""})


def test_mop_37_12_and_37_16_what_alternates_cost_and_what_a_leader_adds() -> None:
    engine, s = begun("mop/champaubert", "figures", points_a_strength=[5])
    x = engine.context
    assert asked(x, cards.ALTERNATES, 1).endswith("they cost a point for every 5 strength points.")
    assert told(x, cards.ALTERNATES, 1).endswith("for a point for every 5 strength points")
    engine, s = begun("mop/champaubert", "fire-factors", led_in_person=[150])
    assert "for 150 % of their strength?" in ToTheFront(0).question(engine.context, s).prompt
