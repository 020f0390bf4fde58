"""A, blind play: what an enemy and a spectator are never told, in positions, decisions and events."""

from __future__ import annotations

import re
from random import Random

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Event
from napwidgets.players.registry import make_players
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.arrivals import Recruiting
from napwidgets.systems.jdg.engine import Campaign
from napwidgets.systems.jdg.fighting import CombatPhase
from napwidgets.systems.jdg.march import Marching
from napwidgets.systems.jdg.movement import MovementPhase
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.present_map import scene
from napwidgets.systems.jdg.state import FRENCH, OTHER, SPARE, March, State
from napwidgets.systems.jdg.views import known
from tests.systems.jdg.field import (
    AUE,
    BERN,
    FELS,
    GAU,
    JENA,
    entered,
    field,
    game,
    ids,
    number,
    play,
    refused,
    run,
    shipped,
    texts,
    where,
)


def test_a_1_a_march_tells_the_enemy_how_many_counters_go_and_no_name() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "ney": "ilm", "i": "ilm", "dummy-french-infantry-1": "ilm"},
              step=MovementPhase(FRENCH))  # fmt: skip
    log: list[Event] = []
    s = play(e, s, m.Activate(ids(e, "ney", "i", "dummy-french-infantry-1"), False, (AUE,)), log=log)
    told = texts(log, "allied")
    assert "3 counters" in told
    assert "Ney" not in told
    assert "Ney" in texts(log, "french")


def test_a_1_the_force_under_way_shows_neither_counters_nor_points_nor_how_it_marches() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "ilm"}, step=MovementPhase(FRENCH))
    s = play(e, s, m.Activate(ids(e, "i"), True))
    seen = e.view(s, "allied").agenda[-1]
    assert isinstance(seen, Marching)
    assert (seen.pieces, seen.left, seen.forced) == ((), 0, False)
    assert e.view(s, "french") == replace(e.view(s, "french"), agenda=s.agenda)


@pytest.mark.parametrize("kind", ["stragglers", "recruits", "detachment", "points"])
def test_a_1_what_changes_on_a_roster_alone_changes_no_view_of_the_enemy(kind: str) -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "aue 9", "corps": "gau"}, step=MovementPhase(OTHER), side=OTHER)
    i = number(e, "i")
    other = {
        "stragglers": s.counter(i, strength=7, strayed=2, weary=True, idle=False),
        "recruits": replace(s.counter(i, strength=10), kept=(("france", 2),)),
        "detachment": s.counter(number(e, "d1"), origin=i),
        "points": replace(s, points=(1, 2, *s.points[2:])),
    }[kind]
    assert other != s
    assert e.view(other, "allied") == e.view(s, "allied")
    assert e.view(other, None) == e.view(s, None)


def test_a_1_a_dummy_looks_like_a_corps() -> None:
    e = game()
    places = {"napoleon": "ilm", "i": "aue", "dummy-french-infantry-1": "bern", "corps": "gau"}
    s = field(e, places, step=MovementPhase(OTHER), side=OTHER)
    one, two = number(e, "i"), number(e, "dummy-french-infantry-1")
    swapped = s.counter(one, at=BERN).counter(two, at=AUE)
    assert e.view(swapped, "allied") == e.view(s, "allied")
    assert list(e.options(e.view(swapped, "allied"))) == list(e.options(s))


def test_a_1_the_strength_that_came_into_a_box_stays_hidden_until_it_is_turned_up() -> None:
    e = game()
    s = field(e, {"corps": "gau", "i": "gau", "napoleon": "ilm"}, side=OTHER, entered=(entered(GAU, JENA, OTHER, 12),))
    assert e.view(s, "french").entered[0].strength == -1
    assert e.view(s, "allied").entered[0].strength == 12
    assert e.view(s.counter(number(e, "corps"), up=True), "french").entered[0].strength == 12


def test_a_1_marches_to_the_guns_name_nobody_to_the_enemy() -> None:
    e = game()
    s = field(e, {"ii": "fels", "iii": "bern", "corps": "gau", "i": "gau"}, side=OTHER)
    s = replace(s, marches=(March(GAU, FELS, ids(e, "ii"), 1),), marched=ids(e, "ii", "iii"))
    view = e.view(s, "allied")
    assert (view.marches[0].pieces, view.marched) == ((), ())
    assert e.view(s, "french").marched == ids(e, "ii", "iii")


def test_a_1_recruits_are_told_to_their_side_only() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "aue 9"}, step=Recruiting(FRENCH, (("france", 2),)))
    log: list[Event] = []
    s = play(e, s, m.Recruit(number(e, "i")), log=log)
    assert texts(log) == ""
    assert "i takes in a strength point" in texts(log, "french")
    seen = e.view(s, "allied").agenda[-1]
    assert (seen.pools, seen.given) == ((), ())


def test_a_1_engineers_ask_nothing_that_a_view_does_not_know() -> None:
    e = game()
    real, fake = ({"napoleon": "ilm", "i": "fels", name: "gau"} for name in ("corps", "dummy-allied-infantry-1"))
    found = []
    for places in (real, fake):
        s = play(e, field(e, places, step=MovementPhase(FRENCH)), m.Activate(ids(e, "i")))
        found.append(list(e.options(s)))
    assert found[0] == found[1]


def test_a_1_losses_in_battle_are_told_in_sum_and_their_shares_to_their_side() -> None:
    e = game()
    places = {"ney": "gau", "yorck": "gau", "i": "gau", "ii": "gau", "corps": "gau"}
    s = field(e, places, side=OTHER, entered=(entered(GAU, JENA, OTHER, 12),))
    s = run(e, replace(s, agenda=(CombatPhase(OTHER),)))
    log: list[Event] = []
    play(e, play(e, s, m.Tactic("screen")), m.Tactic("screen"), 6, 1, 6, 6, 1, 6, log=log)
    assert "Borne by" not in texts(log)
    assert "Borne by" in texts(log, "allied")


def test_7_2_a_force_marker_stands_for_more_than_ten_counters_and_tells_only_their_number() -> None:
    e = game(Options(force_markers=True))
    many = [i for i, piece in enumerate(e.context.pieces) if piece.side == OTHER and i != number(e, "blucher")][:11]
    places = {"i": "aue", "blucher": "bern", **{e.context.pieces[i].id: "bern" for i in many[:10]}}
    s = field(e, places)
    for seat, more in (("french", 0), ("allied", 11)):
        there = [c for c in scene(e.context, e.view(s, seat), ()).counters if c.seat == "allied"]
        assert [(c.symbol, c.values) for c in there if c.symbol == "force"] == [("force", "×11")]
        assert len(there) == 1 + more
        assert max(there, key=lambda c: c.order).symbol == "force"
    few = s.counter(many[0], at=SPARE)
    assert all(c.symbol != "force" for c in scene(e.context, e.view(few, "french"), ()).counters)
    assert all(c.symbol != "force" for c in scene(game().context, game().view(s, "french"), ()).counters)


def test_a_2_a_hand_of_cards_shows_its_number_only() -> None:
    e = game(None, (("cards", tuple(range(1, 11))),))
    s = field(e, {"napoleon": "ilm"}, hands=((3, 7), (5,)), deck=(1, 2))
    view = e.view(s, "allied")
    assert (view.hands, view.deck) == (((-1, -1), (5,)), (1, 2, 3, 7))
    assert e.view(s, None).hands == ((-1, -1), (-1,))


OPTIONS = [{}, {"leaders_shown": True}, {"no_dummies": True, "no_supply": True}]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("scenario", ["germany-1813-1", "germany-1813-4"])
def test_a_1_no_event_for_everybody_names_a_counter_that_lies_face_down(
    scenario: str, options: dict[str, bool]
) -> None:
    e = shipped(scenario, **options)
    assert [text for seed in ("1", "2") for step in _game(e, seed) for text in _told(e, *step)] == []


def _game(e: Campaign, seed: str) -> list[tuple[State, State, list[Event]]]:
    """A game at random: each position with what follows and what is said meanwhile."""
    players, dice, found = make_players(e, seed, {}), SeededDice(seed), []
    state = e.start(dice, [])
    moves = Random(seed)
    while (decision := e.decision(state)) is not None and len(found) < 400:
        log: list[Event] = []
        seat = decision.seat
        move = players[seat].choose(e, e.view(state, seat), seat)
        dice.throws.clear()
        after = e.apply(state, seat, move, dice, log)
        found.append((state, after, log))
        state = after
    moves.shuffle(found)
    return found


#: Events that tell openly of counters: who arrives or leaves by the scenario, or is driven off, taken or shown.
OPENLY = ("arrival", "late", "leader", "gone", "captive", "scout", "armistice")


def _told(e: Campaign, before: State, after: State, log: list[Event]) -> list[str]:
    """Events for everybody that name somebody who lay face down before and does after."""
    x = e.context
    covered = [
        i
        for i, (old, new) in enumerate(zip(before.counters, after.counters, strict=True))
        if old.at >= 0 and new.at >= 0 and not known(x, before, i, old) and not known(x, after, i, new)
    ]
    shown = {x.name(i) for i in range(len(x.pieces)) if i not in covered}
    names = {x.name(i) for i in covered} - shown
    words = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names)) or "(?!)")

    def bare(text: str) -> str:
        for name in sorted(shown, key=len, reverse=True):
            text = text.replace(name, "")
        return text

    return [
        event.text
        for event in log
        if not event.to and event.kind not in OPENLY
        if words.search(bare(event.text)) or set(event.units) & set(covered)
    ]


def test_a_1_a_refusal_for_a_hidden_reason_reads_like_any_other() -> None:
    e = game(Options())
    s = field(e, {"napoleon": "ilm", "i": "aue", "dummy-allied-infantry-1": "bern"}, step=MovementPhase(FRENCH))
    real = field(e, {"napoleon": "ilm", "i": "aue", "corps": "bern"}, step=MovementPhase(FRENCH))
    through = m.Activate(ids(e, "i"), False, (BERN, FELS))
    assert str(refused(e, s, through)) == str(refused(e, real, through))
    assert where(e, s, "i") == AUE
