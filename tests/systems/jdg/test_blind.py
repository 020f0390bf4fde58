"""A, blind play: what an enemy and a spectator are never told, in positions, decisions and events."""

from __future__ import annotations

import re
from random import Random

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice, Throw
from napwidgets.kernel.game import Game, Played
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Event
from napwidgets.players.registry import make_players
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import holder
from napwidgets.systems.jdg.combat.phase import CombatPhase
from napwidgets.systems.jdg.command.administration import CommandPoints, TurnDown
from napwidgets.systems.jdg.command.arrivals import Recruiting, Recruits
from napwidgets.systems.jdg.engine import Campaign
from napwidgets.systems.jdg.face.inspector import inspect
from napwidgets.systems.jdg.face.pieces import scene
from napwidgets.systems.jdg.march.marching import Marching
from napwidgets.systems.jdg.march.movement import MovementPhase
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.scenario import RecruitsData
from napwidgets.systems.jdg.state import FRENCH, GONE, OTHER, SPARE, UNSEEN, March, Siege, State
from napwidgets.systems.jdg.victory import account, verdict
from napwidgets.systems.jdg.views import known
from tests.conformance.twins import Seen, told_apart
from tests.jdg.disguise import twins
from tests.systems.jdg.field import (
    AUE,
    BERN,
    CALW,
    DORF,
    FELS,
    GAU,
    ILM,
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


# What a force face down does to a box, and what is asked about it (A, reading 80)


def marches(e: Campaign, s: State) -> list[tuple[m.Activate, m.Activate, State]]:
    """Marches of one counter face down by two boxes, each with the same march of a dummy in its place."""
    found = []
    for i, counter in enumerate(s.counters):
        if e.context.sides[i] != s.active or counter.at < 0 or e.context.pieces[i].dummy:
            continue
        view = e.view(s, e.seats[1 - s.active])
        for there in e.context.setting.around[counter.at]:
            for onward in (*e.context.setting.around[there[0]], there):
                route = tuple(dict.fromkeys((there[0], onward[0])))
                move = m.Activate((i,), False, route)
                for other, same in twins(e, s, e.seats[1 - s.active], move):
                    if e.context.pieces[same.pieces[0]].dummy and legal(e, s, move) and legal(e, other, same):
                        assert e.view(other, e.seats[1 - s.active]) == view
                        found.append((move, same, other))
    return found


def legal(e: Campaign, s: State, move: m.Activate) -> bool:
    """Whether the side on move may make a march."""
    try:
        e.check(s, e.seats[s.active], move)
    except IllegalMove:
        return False
    return True


def test_a_1_no_march_of_a_unit_can_be_told_from_that_of_a_dummy() -> None:
    e = shipped("germany-1813-2")
    players, dice = make_players(e, "1815", {}), SeededDice("1815")
    s = e.start(dice, [])
    while not isinstance(s.agenda[-1], MovementPhase):
        seat = e.decision(s).seat
        s = e.apply(s, seat, players[seat].choose(e, e.view(s, seat), seat), dice, [])
    pairs = marches(e, s)
    assert len(pairs) > 300
    seat, foe = e.seats[s.active], e.seats[1 - s.active]
    told = [
        why
        for move, same, other in pairs
        if (why := told_apart(e, Seen(e, s, seat, move, foe), Seen(e, other, seat, same, foe)))
    ]
    assert told == []


def test_9_a_flag_put_up_face_down_is_seen_with_a_unit_there_and_counts_all_the_same() -> None:
    e = game()
    places = {"blucher": "jena", "corps": "jena", "dummy-allied-infantry-1": "jena", "napoleon": "ilm", "i": "ilm"}
    s = field(e, places, step=MovementPhase(OTHER), side=OTHER)
    after = play(e, s, m.Activate(ids(e, "corps"), False, (GAU,)))
    fake = play(e, s, m.Activate(ids(e, "dummy-allied-infantry-1"), False, (GAU,)))
    assert (holder(after, GAU), holder(fake, GAU)) == (OTHER + 1, 0)
    for seat in ("french", None):
        assert holder(e.view(after, seat), GAU) == holder(e.view(fake, seat), GAU) == 0
    assert holder(e.view(after, "allied"), GAU) == OTHER + 1
    card = [fact.value for fact in inspect(e.context, e.view(after, "french"), "french", GAU)[-1].facts]
    assert "the Allies" not in card
    seen = after.counter(number(e, "corps"), up=True)
    assert holder(e.view(seen, "french"), GAU) == OTHER + 1
    down = run(e, replace(seen, agenda=(MovementPhase(FRENCH), TurnDown(OTHER))))
    assert (down.counters[number(e, "corps")].up, holder(e.view(down, "french"), GAU)) == (False, OTHER + 1)
    assert account(e.context, after, OTHER).places == account(e.context, fake, OTHER).places == 0
    to_calw = play(e, s, m.Activate(ids(e, "corps"), False, (DORF, CALW)))
    assert account(e.context, to_calw, OTHER).places == 4
    assert verdict(e.context, to_calw, []).control[CALW] == OTHER + 1


def test_9_of_two_secret_flags_the_later_counts_and_neither_side_hears_of_the_other() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "ilm", "blucher": "jena", "corps": "jena"})
    s = replace(s, covert=((GAU, FRENCH), (GAU, OTHER)))
    assert holder(s, GAU) == OTHER + 1
    assert (holder(e.view(s, "french"), GAU), holder(e.view(s, "allied"), GAU)) == (FRENCH + 1, OTHER + 1)
    assert holder(e.view(s, None), GAU) == 0
    held = replace(s, control=bytes(FRENCH + 1 if b == GAU else 0 for b in range(len(s.control))))
    assert e.view(held, "french") == e.view(replace(held, covert=((GAU, OTHER),)), "french")


def test_6_2_works_stay_while_counters_face_down_might_keep_them_up() -> None:
    e = game()
    dummy = "dummy-french-infantry-1"
    places = {"napoleon": "ilm", "i": "aue", "ii": "aue", dummy: "aue", "corps": "jena", "blucher": "jena"}
    s = field(e, places, step=MovementPhase(FRENCH), works=((AUE, FRENCH),))
    gone = play(e, play(e, s, m.Activate(ids(e, "i"), False, (ILM,))), m.Activate(ids(e, "ii"), False, (ILM,)))
    assert gone.works == ((AUE, FRENCH),)
    assert play(e, gone, m.Activate(ids(e, dummy), False, (ILM,))).works == ()
    e = game(Options(open_play=True))
    places = {"napoleon": "ilm", "ney": "aue", "i": "aue", "blucher": "jena"}
    shown = field(e, places, step=MovementPhase(FRENCH), works=((AUE, FRENCH),))
    assert play(e, shown, m.Activate(ids(e, "i"), False, (ILM,))).works == ()


def test_8_8_dummies_that_stay_with_a_garrison_are_found_out() -> None:
    e = game()
    dummy = "dummy-french-infantry-1"
    s = field(e, {"napoleon": "bern", "i": "calw", dummy: "calw", "corps": "inside calw", "blucher": "jena"},
              step=MovementPhase(FRENCH), control={"calw": OTHER}, sieges=(Siege(CALW, FRENCH),))  # fmt: skip
    log: list[Event] = []
    s = play(e, s, m.Activate(ids(e, "i"), False, (BERN,)), log=log)
    assert (where(e, s, dummy), s.sieges, s.counters[number(e, "corps")].inside) == (SPARE, (), False)
    assert "The French had a dummy at Calw." in texts(log)


def test_5_3_a_march_that_has_used_its_points_ends_like_one_that_stops_of_itself() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "ilm", "blucher": "jena"}, step=MovementPhase(FRENCH))
    s = play(e, s, m.Activate(ids(e, "i")))
    far = play(e, s, m.March((AUE, BERN)))
    assert isinstance(far.agenda[-1], Marching)
    spent = replace(far, agenda=(*far.agenda[:-1], replace(far.agenda[-1], left=0)))
    assert e.decision(spent).formal
    assert e.view(spent, "allied") == e.view(far, "allied")
    assert list(e.options(spent)) == [m.Done()]
    assert isinstance(play(e, spent, m.Done()).agenda[-1], MovementPhase)
    assert spent.agenda[-1].automatic(game(Options(open_play=True)).context, spent)


def test_3_3_who_may_have_kept_recruits_is_asked_whether_he_has_or_not() -> None:
    more = (("recruits", (RecruitsData(turn=1, nation="prussia", points=1),)), ("recruits_most", "series"))
    e = game(None, more)
    s = field(e, {"napoleon": "ilm", "i": "ilm", "blucher": "jena", "corps": "jena"})
    for kept in ((), (("prussia", 1),)):
        asked = run(e, replace(s, agenda=(MovementPhase(FRENCH), Recruits(OTHER)), kept=kept))
        assert isinstance(asked.agenda[-1], Recruiting)
        assert e.decision(asked).formal
    nobody = run(e, replace(s, agenda=(MovementPhase(FRENCH), Recruits(FRENCH))))
    assert isinstance(nobody.agenda[-1], MovementPhase)


def test_4_5_command_points_are_told_to_their_side_only() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "ilm", "blucher": "jena"})
    log: list[Event] = []
    run(e, replace(s, agenda=(MovementPhase(FRENCH), CommandPoints(FRENCH))), 3, log=log)
    assert "7 command points" in texts(log, "french")
    assert "command points" not in texts(log, "allied")


def test_a_1_in_blind_play_nobody_looks_at_the_others_board() -> None:
    places = {"napoleon": "ilm", "i": "ilm", "blucher": "jena"}
    for options, secret in ((None, True), (Options(open_play=True), False)):
        e = game(options)
        assert e.decision(field(e, places, step=MovementPhase(FRENCH))).secret is secret


def test_a_1_dice_for_counters_face_down_are_shown_to_nobody_else() -> None:
    e = game()
    played = Played(1, "french", m.Done(), (Throw("recovery", "roll", 3, (3,)), Throw("weather", "roll", 2, (2,))),
                    (Event("stragglers", "2 points come back.", to=("french",)),))  # fmt: skip
    after = Game(e, field(e, {}), None, 0, None, played)
    assert [throw.purpose for throw in after.dice_for("french")] == ["recovery", "weather"]
    assert [throw.purpose for throw in after.dice_for("allied")] == ["weather"]
    assert [throw.purpose for throw in after.dice_for(None)] == ["weather"]


def test_6_1_a_detachment_that_goes_back_into_its_unit_is_not_seen_to_go() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "aue", "corps": "jena"}, step=MovementPhase(FRENCH))
    one = number(e, "d1")
    out = play(e, s, m.Detach(number(e, "i"), one, 3))
    back = play(e, out, m.Reattach(one, number(e, "i")))
    x = e.context
    assert not any(known(x, state, one, state.counters[one]) for state in (s, out, back))
    assert e.view(back, "allied").counters[one] == e.view(out, "allied").counters[one] == UNSEEN
    lost, corps = out.counter(one, at=GONE, up=False), out.counter(number(e, "i"), at=GONE, up=False)
    assert not known(x, lost, one, lost.counters[one]), "nobody counts the enemy's Detachments"
    assert known(x, corps, number(e, "i"), corps.counters[number(e, "i")])
    assert e.view(lost, "allied").counters[one] == UNSEEN
