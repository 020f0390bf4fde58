"""Months of random war on land: nothing vanishes, nothing hangs, no hex is left with both sides in the open."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.ground import layout
from napwidgets.systems.wap.land.attrition import AttritionPhase
from napwidgets.systems.wap.land.combat import CombatPhase
from napwidgets.systems.wap.land.marching import MovementPhase, fresh
from napwidgets.systems.wap.land.sieges import SiegePhase
from napwidgets.systems.wap.state import ENGLISH, FRENCH, State
from tests.systems.wap.campaign import campaign, context, run

ARMIES = (
    ("Strasbourg", "France", "10I 3C 2GI 1GC"),
    ("Mainz", "France", "6I 1C"),
    ("Hanover", "France", "3I"),
    ("Munich", "Bavaria", "4I 1C"),
    ("Milan", "France", "7I 2C"),
    ("Milan", "North Italy", "4I 1C"),
    ("Ulm", "Austria", "10I 3C"),
    ("Venice", "Austria", "13I 2C"),
    ("Innsbruck", "Austria", "4I"),
    ("Vienna", "Austria", "3I"),
    ("Cracow", "Russia", "12I 3C 3CC"),
    ("Kiev", "Russia", "5I 1CC"),
    ("Magdeburg", "Prussia", "6I 2C"),
    ("Dresden", "Saxony", "3I 1C"),
    ("Lisbon", "Portugal", "4I 1C"),
    ("Madrid", "Spain", "4I 1C 2P"),
)
LEADERS = {
    "Napoleon": "Strasbourg",
    "Ney": "Strasbourg",
    "Davout": "Mainz",
    "Bernadotte": "Hanover",
    "Massena": "Milan",
    "Mack": "Ulm",
    "Charles": "Venice",
    "John": "Innsbruck",
    "Kutuzov": "Cracow",
    "Bagration": "Cracow",
    "Tormazov": "Kiev",
    "Brunswick": "Magdeburg",
    "Saxon leader": "Dresden",
    "Portuguese leader": "Lisbon",
    "Castanos": "Madrid",
}


def strength(s: State) -> int:
    """Strength points of all states, wherever they are."""
    held = sum(sum(army.count) for army in s.armies) + sum(sum(pool) for pool in s.pools)
    return held + sum(sum(c.count) for c in s.captives)


def chosen(x: Context, s: State, rng: random.Random, tired: bool) -> m.Move:
    """A random move, rather one that attacks."""
    top = s.agenda[-1]
    subjects = [] if tired else list(top.subjects(x, s))
    found = list(top.options(x, s, None))
    if subjects:
        found += top.options(x, s, rng.choice(subjects).id)
    if not found:
        found = [move for subject in top.subjects(x, s) for move in top.options(x, s, subject.id)]
    foes = layout(x, s).foes[s.segment]
    hot = [move for move in found if isinstance(move, m.March) and move.to in foes]
    picked: m.Move = rng.choice(hot if hot and rng.random() < 0.6 else found)
    for move in (picked, rng.choice(found)):
        top.check(x, s, move)
        assert top.label(x, s, move).text
    return picked


@pytest.mark.parametrize("seed", range(6))
def test_nothing_vanishes_and_no_enemies_share_the_open(seed: int) -> None:
    x, rng, dice = context(), random.Random(seed), SeededDice(str(seed))
    s = campaign(x, ARMIES, LEADERS)
    whole, kinds = strength(s), Counter[str]()
    for turn in range(1, 9):
        for faction in (FRENCH, ENGLISH):
            s = fresh(replace(s, turn=turn, segment=faction))
            seats = x.active_seats(s)
            steps = [AttritionPhase(), *map(MovementPhase, seats), *map(CombatPhase, seats), SiegePhase()]
            s = run(x, replace(s, agenda=tuple(reversed(steps))), dice)
            for number in range(400):
                if not s.agenda:
                    break
                kinds[type(s.agenda[-1]).__name__] += 1
                move = chosen(x, s, rng, number > 30)
                s = run(x, s.agenda[-1].play(x, s, move, dice, []), dice)
                assert strength(s) == whole
            assert not s.agenda
            now = layout(x, s)
            assert now.field[faction].keys().isdisjoint(now.foes[faction])
    assert kinds["MovementPhase"] > 50
