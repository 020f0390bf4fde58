"""F.4.c, F.9, F.3.b. Groups that throw for themselves; stops on the way, company, cargo; following the beaten."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.present import present
from napwidgets.systems.wap.sea import naval
from napwidgets.systems.wap.sea.blockade import AttackOffer
from napwidgets.systems.wap.sea.encounters import InterceptOffer, Onward, PursueOffer, SeaRetreat, interception_parts
from napwidgets.systems.wap.sea.seaways import blockaded
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, PRUSSIA, nation_number
from napwidgets.systems.wap.state import (
    FRENCH,
    MOVED,
    SAILING,
    Fleet,
    State,
    at_sea,
    fleet_index,
    fleet_number,
)
from napwidgets.systems.wap.views import redact
from tests.systems.wap.campaign import ENGLISH_SEAT, FRENCH_SEAT, context, place, play, refusal, thrown, where
from tests.systems.wap.navy import (
    ATLANTIC,
    BALTIC,
    NORTH,
    call,
    fleet,
    home_port,
    lying,
    number,
    sail,
    sea,
    ships,
    west,
)

PORTUGAL = nation_number("Portugal")


# F.4.c


def search(x: Context, squadrons: int = 5) -> State:
    """French ships that come out of Brest past English ones at sea."""
    s = sea(x, fleet(x, "Brest", FRANCE, 2), fleet(x, "Atlantic Ocean", ENGLAND, squadrons), seat=FRENCH_SEAT)
    return play(x, s, sail(x, s, "Brest", FRANCE, "Atlantic Ocean", 2))


@pytest.mark.parametrize(
    ("groups", "throws", "met"),
    [((), (6,), 5), ((), (1,), 0), ((3, 2), (6, 1), 3), ((3, 2), (1, 6), 2), ((2, 2, 1), (6, 1, 6), 3),
     ((1,) * 5, (6, 1, 6, 1, 6), 3), ((2, 1), (6, 6), 3)],
)  # fmt: skip
def test_f_4_c_each_group_throws_once_and_meets_them_whole(
    groups: tuple[int, ...], throws: tuple[int, ...], met: int
) -> None:
    x = context()
    s, log = search(x), Log()
    move = m.Intercept(number(x, s, "Atlantic Ocean", ENGLAND), sum(groups) or 5, groups)
    s.agenda[-1].check(x, s, move)
    after = s.agenda[-1].play(x, s, move, thrown(*throws), log)
    assert sum(f.squadrons for f in after.fleets if f.moved == 3) == met
    assert sum(f.squadrons for f in after.fleets if f.nation == ENGLAND) == 5
    assert [event.kind for event in log] == ["interception"]


def test_f_4_c_the_chances_of_groups_are_those_of_their_dice() -> None:
    x = context()
    s = search(x)
    parts = interception_parts(x, s, s.fleets[fleet_index(s, number(x, s, "Atlantic Ocean", ENGLAND))], ATLANTIC)
    one = naval.meeting_odds(x.tables, parts)[True]
    assert naval.search_odds(x.tables, parts, (5,))[5] == one
    both = naval.search_odds(x.tables, parts, (3, 2))
    assert (both[5], both[3], both[2], both[0]) == (one**2, one * (1 - one), one * (1 - one), (1 - one) ** 2)
    many = naval.search_odds(x.tables, parts, (1,) * 12)
    assert sum(chance for _, chance in many) == 1
    assert many[12] == one**12


@pytest.mark.parametrize(
    ("squadrons", "groups"), [(0, ()), (6, ()), (3, (3, 0)), (6, (4, 2)), (5, (4, 2)), (1, (-1, 2)), (5, (4,))]
)
def test_f_4_c_groups_are_of_squadrons_that_are_there(squadrons: int, groups: tuple[int, ...]) -> None:
    x = context()
    s = search(x)
    assert refusal(x, s, m.Intercept(number(x, s, "Atlantic Ocean", ENGLAND), squadrons, groups)) == "WAP F.4.c"


def test_f_4_c_the_list_stays_short_and_the_form_makes_any_groups() -> None:
    game = napwidgets.new_game("wap/trafalgar")
    engine: Any = game.engine
    x = engine.context
    s = search(x, 9)
    subject = s.agenda[-1].subjects(x, s)[0].id
    offered = s.agenda[-1].options(x, s, subject)
    assert [move.groups for move in offered] == [(), (8, 1), (7, 2), (6, 3), (5, 4), (1,) * 9]
    values = {"focus": subject, "how": "groups", "group1": "4", "group2": "2", "group3": "2"}
    draft = present(engine).draft(s, "english", values)
    assert draft is not None
    assert draft.move.groups == (4, 2, 2, 1)
    assert [f.id for f in draft.fields] == ["squadrons", "how", "group1", "group2", "group3"]
    assert draft.chances is not None
    assert sum(Fraction(share.exact) for share in draft.chances.shares) == 1
    words = [engine.label(s, move) for move in offered]
    assert words[2].text == "Intercept with 9 squadrons in groups of 7 and 2"
    assert "; by all of us: " in words[2].detail
    assert words[-1].text.endswith("one by one")


# F.9.a


def chased(x: Context, french: int = 1, *, others: tuple[Fleet, ...] = (), **more: Any) -> State:
    """English ships bound for Gibraltar meet a French squadron in the Atlantic and beat it: after the fight."""
    at_brest = (fleet(x, "Brest", FRANCE, french - 1),) if french > 1 else ()
    s = sea(x, fleet(x, "London", ENGLAND, 3), fleet(x, "Atlantic Ocean", FRANCE, 1), *at_brest, *others)
    move = m.Sail(number(x, s, "London", ENGLAND), 3, 0, (NORTH, ATLANTIC), place(x, "Gibraltar"), True, **more)
    s, dice = play(x, s, move), thrown(6, gives_way(x))
    s = play(x, s, m.Intercept(number(x, s, "Atlantic Ocean", FRANCE), 1), dice)
    s = play(x, s, m.Done(), dice) if isinstance(s.agenda[-1], InterceptOffer) else s
    assert isinstance(s.agenda[-1], PursueOffer)
    s = play(x, s, m.Done())
    assert isinstance(s.agenda[-1], SeaRetreat)
    return play(x, s, m.ToPort(place(x, "Brest")))


def gives_way(x: Context) -> int:
    """A die on which one French squadron that falls on three English ones gives way without loss."""
    fight = naval.Battle((naval.Fleet(1), naval.Fleet(3, english=True)))
    return next(
        die for die in range(1, 7)
        if (end := naval.fight_round(x.tables, fight, thrown(die))).beaten == 0 and end.forces[0].squadrons == 1
    )  # fmt: skip


def test_f_9_a_the_victors_follow_the_beaten_and_blockade_their_port() -> None:
    x = context()
    log: Log = []
    s = chased(x)
    assert isinstance(s.agenda[-1], Onward)
    brest = place(x, "Brest")
    assert s.agenda[-1].options(x, s, None) == [m.Done(), m.Accept(), m.ToPort(brest)]
    after = play(x, s, m.ToPort(brest), log=log)
    assert ships(x, after, "Brest", ENGLAND) == [(3, 0, False)]
    assert blockaded(x, after, brest, FRENCH)
    assert [event.cites for event in log if event.kind == "follow"] == [("WAP F.9.a",)]
    assert all(f.moved == MOVED for f in after.fleets if f.nation == ENGLAND)


def test_f_9_a_it_takes_as_many_squadrons_as_lie_in_the_port() -> None:
    x = context()
    for french, enough in ((3, True), (4, False)):
        s = chased(x, french)
        assert (m.ToPort(place(x, "Brest")) in s.agenda[-1].options(x, s, None)) is enough
    assert refusal(x, s, m.ToPort(place(x, "Brest"))) == "WAP F.6.a"
    helped = chased(x, 4, others=(fleet(x, "Brest", ENGLAND, 1, inside=False),))
    assert m.ToPort(place(x, "Brest")) in helped.agenda[-1].options(x, helped, None)


def test_f_9_a_only_to_the_port_they_fled_to_and_with_a_movement_point_left() -> None:
    x = context()
    s = chased(x)
    assert refusal(x, s, m.ToPort(place(x, "Rochefort"))) == "WAP F.9.a"
    tired = s.pop().pop(replace(s.agenda[-2], left=0), s.agenda[-1])
    assert refusal(x, tired, m.ToPort(place(x, "Brest"))) == "WAP F.2.f"


def test_f_9_a_who_was_intercepted_and_not_beaten_may_stay_or_go_on() -> None:
    x = context()
    s = chased(x)
    assert x.setting.seats[s.agenda[-1].side(x, s)] == "english"
    stayed, went_on = play(x, s, m.Accept()), play(x, s, m.Done())
    assert lying(stayed, ATLANTIC, ENGLAND) == [3]
    assert [f.squadrons for f in went_on.fleets if f.place == place(x, "Gibraltar")] == [3]
    assert all(f.moved == MOVED for f in stayed.fleets if f.nation == ENGLAND)


def test_f_3_e_who_has_something_to_land_does_not_stay_at_sea() -> None:
    x = context()
    s = chased(x)
    laden = replace(s, agenda=(*s.agenda[:-2], replace(s.agenda[-2], points=2), s.agenda[-1]))
    assert m.Accept() not in laden.agenda[-1].options(x, laden, None)
    assert refusal(x, laden, m.Accept()) == "WAP F.3.e"


def test_f_4_e_the_beaten_do_not_intercept_again_from_the_port_they_reached() -> None:
    x = context()
    s = play(x, chased(x, others=(fleet(x, "Plymouth", ENGLAND, 1),)), m.Done())
    s = play(x, s, sail(x, s, "Plymouth", ENGLAND, "Atlantic Ocean", 1))
    assert not any(isinstance(step, InterceptOffer) for step in s.agenda)


# F.9 Company


def cruise(x: Context, s: State, *calls: m.Call, **more: Any) -> m.Sail:
    """England's ships of London bound for Gibraltar, with stops."""
    gibraltar = place(x, "Gibraltar")
    return m.Sail(number(x, s, "London", ENGLAND), 3, 0, (NORTH, ATLANTIC), gibraltar, True, calls=calls, **more)


def channel(x: Context, *others: Fleet) -> State:
    """Ships in London, and others where they are."""
    return sea(x, fleet(x, "London", ENGLAND, 3), *others)


def test_f_9_a_moving_fleet_picks_up_another_that_goes_no_farther_than_it() -> None:
    x = context()
    s = channel(x, fleet(x, "Atlantic Ocean", PORTUGAL, 1), fleet(x, "Atlantic Ocean", ENGLAND, 2))
    log: Log = []
    after = play(x, s, cruise(x, s, call(x, 2, "Atlantic Ocean", joins=True)), log=log)
    gibraltar = place(x, "Gibraltar")
    assert sorted((f.nation, f.squadrons, f.moved) for f in after.fleets if f.place == gibraltar) == [
        (ENGLAND, 5, MOVED), (PORTUGAL, 1, MOVED)
    ]  # fmt: skip
    assert lying(after, ATLANTIC, ENGLAND) == []
    assert any("joined by" in event.text and event.cites == ("WAP F.9",) for event in log)


def test_f_9_a_detachment_is_dropped_and_moves_no_more() -> None:
    x = context()
    s = channel(x)
    after = play(x, s, cruise(x, s, call(x, 1, "North Sea", squadrons=2)))
    left = [f for f in after.fleets if f.place == at_sea(NORTH)]
    assert [(f.squadrons, f.moved) for f in left] == [(2, MOVED)]
    assert [f.squadrons for f in after.fleets if f.place == place(x, "Gibraltar")] == [1]


def test_f_9_ships_are_picked_up_and_left_in_a_port_on_the_way() -> None:
    x = context()
    s = west(x, fleet(x, "Cork", ENGLAND, 2, 1))
    log: Log = []
    stop = call(x, 1, "Cork", inside=True, joins=True, squadrons=1, transports=1)
    after = play(x, s, home_port(x, s, stop), log=log)
    assert ships(x, after, "Cork", ENGLAND) == [(1, 1, True)]
    assert lying(after, ATLANTIC, ENGLAND) == [4]
    assert all(f.moved == MOVED for f in after.fleets)
    assert [event.kind for event in log] == ["sail", "call", "picked-up", "left", "arrive"]


def test_f_9_one_voyage_blockades_two_ports() -> None:
    x = context()
    s = west(x, fleet(x, "Brest", FRANCE, 1), fleet(x, "Rochefort", FRANCE, 1))
    end = replace(home_port(x, s, call(x, 1, "Brest", squadrons=1)), to=place(x, "Rochefort"))
    s = play(x, s, end)
    while isinstance(s.agenda[-1], InterceptOffer) if s.agenda else False:
        s = play(x, s, m.Done())
    for port, squadrons in (("Brest", 1), ("Rochefort", 2)):
        assert ships(x, s, port, ENGLAND) == [(squadrons, 0, False)]
        assert blockaded(x, s, place(x, port), FRENCH)


def test_f_9_blockaders_are_picked_up_off_a_port() -> None:
    x = context()
    s = west(x, fleet(x, "Brest", ENGLAND, 2, inside=False))
    after = play(x, s, home_port(x, s, call(x, 1, "Brest", joins=True)))
    assert lying(after, ATLANTIC, ENGLAND) == [5]


def test_f_9_who_lies_beside_them_sets_sail_with_them() -> None:
    x = context()
    s = west(x, fleet(x, "Plymouth", PORTUGAL, 1))
    after = play(x, s, replace(home_port(x, s), route=(ATLANTIC,), joins=True))
    assert (lying(after, ATLANTIC, ENGLAND), lying(after, ATLANTIC, PORTUGAL)) == ([3], [1])
    alone = west(x)
    assert refusal(x, alone, replace(home_port(x, alone), route=(ATLANTIC,), joins=True)) == "WAP F.9"


@pytest.mark.parametrize(
    ("stops", "words"),
    [
        ((("Atlantic Ocean", 2, {"joins": True}),), "No ships that could come along lie in the Atlantic"),
        ((("Baltic Sea", 2, {"joins": True}),), "stop in the seas that they pass"),
        ((("North Sea", 1, {"squadrons": 4}),), "no more than the 3 squadrons"),
        ((("North Sea", 1, {"squadrons": -1}),), "no more than the 3 squadrons"),
        ((("North Sea", 1, {"squadrons": 1}), ("Atlantic Ocean", 2, {"squadrons": 2})), "Somebody must sail on"),
        ((("North Sea", 1, {"squadrons": 1}), ("North Sea", 1, {"squadrons": 1})), "in a place once"),
        ((("Atlantic Ocean", 2, {}), ("North Sea", 1, {})), "in the order"),
        ((("Atlantic Ocean", 3, {}),), "in the order"),
    ],
    ids=str,
)
def test_f_9_what_can_not_come_along_or_stay_is_refused(stops: Any, words: str) -> None:
    x = context()
    s = channel(x)
    with pytest.raises(IllegalMove, match=words) as refused:
        play(x, s, cruise(x, s, *(call(x, after, where, **more) for where, after, more in stops)))
    assert refused.value.cites == ("WAP F.9",)


def test_f_2_b_ships_of_another_colour_do_not_come_along() -> None:
    x = context()
    s = channel(x, fleet(x, "Atlantic Ocean", nation_number("Russia"), 1))
    with pytest.raises(IllegalMove, match="No ships that could come along"):
        play(x, s, cruise(x, s, call(x, 2, "Atlantic Ocean", joins=True)))


def test_f_8_h_nelson_comes_along_with_the_ships_that_he_is_with() -> None:
    x = context()
    s = channel(x, fleet(x, "Atlantic Ocean", ENGLAND, 2))
    s = s.leader(x.setting.nelson, place=at_sea(ATLANTIC), inside=False, moved=False)
    after = play(x, s, cruise(x, s, call(x, 2, "Atlantic Ocean", joins=True)))
    assert where(x, after, "Nelson") == place(x, "Gibraltar")
    s = west(x, fleet(x, "Cork", ENGLAND, 2))
    s = s.leader(x.setting.nelson, place=place(x, "Cork"), inside=True, moved=False)
    after = play(x, s, home_port(x, s, call(x, 1, "Cork", inside=True, joins=True)))
    assert where(x, after, "Nelson") == at_sea(ATLANTIC)


# F.2.f, F.6 What a stop costs, and who shuts it


def test_f_2_f_a_stop_is_paid_and_so_is_putting_to_sea_again() -> None:
    x = context()
    s = west(x)
    lisbon = replace(home_port(x, s, call(x, 1, "Cork", inside=True)), to=place(x, "Lisbon"), inside=True)
    s.agenda[-1].check(x, s, lisbon)
    assert refusal(x, s, replace(lisbon, route=(ATLANTIC, ATLANTIC, NORTH), to=place(x, "Hull"))) == "WAP F.2.f"
    bare = next(h for h in range(x.board.size) if x.board.shores[h] == (ATLANTIC,) and h not in x.setting.city_at)
    assert refusal(x, s, replace(lisbon, calls=(m.Call(1, bare),))) == "WAP F.2.f"
    assert refusal(x, s, replace(lisbon, route=(ATLANTIC,))) == "WAP F.2.c"
    assert refusal(x, s, replace(lisbon, calls=(call(x, 1, "Toulon"),))) == "WAP F.2.c"


def test_f_6_f_only_ports_of_ones_own_side_are_entered_on_the_way() -> None:
    x = context()
    s = west(x)
    assert refusal(x, s, home_port(x, s, call(x, 1, "Brest", inside=True))) == "WAP F.6.f"


def shut_in_cork(x: Context) -> State:
    """Two English squadrons blockaded in Cork."""
    return west(x, fleet(x, "Cork", ENGLAND, 1), fleet(x, "Cork", FRANCE, 9, inside=False))


@pytest.mark.parametrize(("die", "out"), [(6, True), (3, False)])
def test_f_6_c_who_stops_in_a_blockaded_port_must_run_the_blockade_to_leave_it(die: int, out: bool) -> None:
    x = context()
    s = shut_in_cork(x)
    s = play(x, s, home_port(x, s, call(x, 1, "Cork", inside=True, joins=True)), thrown(die))
    while s.agenda and isinstance(s.agenda[-1], (InterceptOffer, AttackOffer)):
        s = play(x, s, m.Done(), thrown(die))
    assert lying(s, ATLANTIC, ENGLAND) == ([4] if out else [])
    assert ships(x, s, "Cork", ENGLAND) == ([] if out else [(4, 0, True)])
    assert all(f.moved == MOVED for f in s.fleets if f.nation == ENGLAND)


def test_f_6_b_who_breaks_a_blockade_by_coming_in_leaves_freely() -> None:
    x = context()
    s = west(x, fleet(x, "Cork", ENGLAND, 1), fleet(x, "Cork", FRANCE, 2, inside=False))
    s = play(x, s, home_port(x, s, call(x, 1, "Cork", inside=True, joins=True)))
    while s.agenda and isinstance(s.agenda[-1], InterceptOffer):
        s = play(x, s, m.Done())
    assert lying(s, ATLANTIC, ENGLAND) == [4]


def test_f_4_a_who_enters_the_sea_again_may_be_met_again() -> None:
    x = context()
    s = west(x, fleet(x, "Atlantic Ocean", FRANCE, 1))
    s = play(x, s, home_port(x, s, call(x, 1, "Cork", inside=True)))
    assert isinstance(s.agenda[-1], InterceptOffer)
    french = number(x, s, "Atlantic Ocean", FRANCE)
    s = play(x, s, m.Intercept(french, 1), thrown(1))
    assert isinstance(s.agenda[-1], InterceptOffer), "out of Cork they come into the Atlantic a second time"
    assert not any(f.inside for f in s.fleets if f.moved == SAILING)


def test_f_7_a_off_a_coast_on_the_way_they_may_attack_and_go_on() -> None:
    x = context()
    s = west(x, fleet(x, "Cork", FRANCE, 1, inside=False))
    s = play(x, s, home_port(x, s, call(x, 1, "Cork")))
    s = play(x, s, m.Done()) if isinstance(s.agenda[-1], InterceptOffer) else s
    assert isinstance(s.agenda[-1], AttackOffer)
    s = play(x, s, m.Done())
    s = play(x, s, m.Done()) if s.agenda and isinstance(s.agenda[-1], InterceptOffer) else s
    assert lying(s, ATLANTIC, ENGLAND) == [3]


def test_f_9_who_is_beaten_on_the_way_stops_nowhere_any_more() -> None:
    x = context()
    s = west(x, fleet(x, "Atlantic Ocean", FRANCE, 9), fleet(x, "Cork", ENGLAND, 1))
    s = play(x, s, home_port(x, s, call(x, 1, "Cork", inside=True, joins=True)))
    s = play(x, s, m.Intercept(number(x, s, "Atlantic Ocean", FRANCE), 9), thrown(6, 6, 1))
    while s.agenda and not isinstance(s.agenda[-1], SeaRetreat):
        s = play(x, s, m.Done(), thrown(6, 6))
    s = play(x, s, m.ToPort(place(x, "Plymouth")))
    assert ships(x, s, "Cork", ENGLAND) == [(1, 0, True)]
    assert not [f for f in s.fleets if f.moved == SAILING]


def test_e_1_a_neutrals_stop_in_ports_and_seas_alone() -> None:
    x = context(options=Options(prussian_seat=True))
    s = sea(x, fleet(x, "Danzig", PRUSSIA, 1), seat=2, segment="neutral")
    move = m.Sail(fleet_number(s, 0), 1, 0, (BALTIC, BALTIC), at_sea(BALTIC), calls=(call(x, 1, "Riga"),))
    assert refusal(x, s, move) == "WAP E.1.a"


# K.8, K.9


def test_k_8_f_what_answers_lloyds_is_not_fetched_home() -> None:
    x = context(options=Options(lloyds=True))
    s = west(x, fleet(x, "North Atlantic", ENGLAND, 3), rate=20)
    fetch = m.Call(2, at_sea(6), joins=True)
    route, start = (ATLANTIC, 6, ATLANTIC), number(x, s, "Plymouth", ENGLAND)
    move = m.Sail(start, 3, 0, route, at_sea(ATLANTIC), calls=(fetch,))
    assert refusal(x, s, move) == "WAP K.8.f"
    s.agenda[-1].check(x, s, replace(move, calls=(replace(fetch, squadrons=3),)))
    play(x, replace(s, rate=18), move)


def test_k_9_where_a_voyage_goes_and_who_joins_it_far_away_is_its_owners_secret() -> None:
    x = context(options=Options(hidden_fleets=True))
    s, log = west(x, fleet(x, "North Atlantic", ENGLAND, 2), fleet(x, "Atlantic Ocean", FRANCE, 1)), Log()
    stop = m.Call(1, at_sea(ATLANTIC), squadrons=1)
    move = m.Sail(number(x, s, "Plymouth", ENGLAND), 3, 0, (ATLANTIC, 6), at_sea(6), calls=(stop,))
    s = play(x, s, move)
    assert isinstance(s.agenda[-1], InterceptOffer)
    seen, own = redact(x, s, FRENCH_SEAT).agenda[1], redact(x, s, ENGLISH_SEAT).agenda[1]
    assert (seen.route, seen.calls) == ((), ())
    assert seen.to != at_sea(6)
    assert (own.route, own.calls) == ((6,), (stop,))
    play(x, s, m.Done(), log=log)
    told = {event.kind: event.to for event in log}
    assert told["arrive"] == ("english",)
    assert told["left"] == ()


# All together


def wander(engine: Any, s: State, rng: Random) -> m.Sail | m.Seek | None:
    """A voyage filled in by chance, with as many stops as chance has it, or a search for an enemy."""
    face, step = present(engine), s.agenda[-1]
    subjects = step.subjects(engine.context, s)
    values = {"focus": rng.choice(subjects).id}
    seat = engine.seats[step.seat]
    for _ in range(14):
        draft = face.draft(s, seat, values)
        assert draft is not None
        field = rng.choice(draft.fields)
        if field.id in ("where", "squadrons", "transports"):
            continue
        value = rng.choice(field.choices)[0] if field.choices else str(rng.randint(field.low, field.high))
        values[field.id] = value
    draft = face.draft(s, seat, values)
    assert draft is not None
    for target in draft.targets or ():
        step.check(engine.context, s, target.move)
    return rng.choice(draft.targets).move if draft.targets else None


@pytest.mark.parametrize("seed", range(5))
def test_f_9_voyages_put_together_by_chance_lose_nothing(seed: int) -> None:
    rng = Random(seed)
    game = napwidgets.new_game("wap/grand-campaign", seed=str(seed), options={"lloyds": True, "prizes": True})
    engine: Any = game.engine
    stops = 0
    for _ in range(150):
        decision = game.decision
        if decision is None:
            break
        before = engine.tally(game.state)
        move = wander(engine, game.state, rng) if decision.kind == "naval" else None  # type: ignore[arg-type]
        if move is None:
            subjects = game.subjects()
            options = list(game.moves()) or [o.move for o in game.options(rng.choice(list(subjects)).id)]
            move = rng.choice(options)
        elif isinstance(move, m.Sail):
            stops += len(move.calls)
        game = game.play(move)
        after = engine.tally(game.state)
        told: dict[str, int] = {}
        for event in game.last.events if game.last else ():
            for key, change in event.data.get("tally", {}).items():
                told[key] = told.get(key, 0) + change
        for key in ("leaders", *(k for k in before if k.startswith("ships"))):
            assert after[key] == before[key] + told.get(key, 0), key
    assert stops
