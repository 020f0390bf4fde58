"""The steady player of mop: it beats random play from either side, plays with cards, sees only its view."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.lab.playouts import play_out
from napwidgets.players import nlc
from napwidgets.players.mop import REACHED, SteadyPlayer
from napwidgets.players.mop_situation import STEADY, CoveredSituation
from napwidgets.players.nlc_aims import objective, wins_by_waiting
from napwidgets.players.nlc_marches import Posts, keeps
from napwidgets.players.nlc_orders import CONTACT, tries, wish
from napwidgets.players.nlc_situation import Goal, goals
from napwidgets.players.nlc_temper import Temper
from napwidgets.players.registry import kinds, make_players, usual
from napwidgets.scenarios import load
from napwidgets.systems.mop.approach import Feel
from napwidgets.systems.mop.trains import side_of
from napwidgets.systems.mop.works import Dig
from napwidgets.systems.tactical.command.initiative import why_not_initiative
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import DEAD, OFF
from tests.mop.disguise import disguise


def test_it_is_the_usual_one_of_the_levels_of_mop() -> None:
    assert kinds("mop") == ["marshal", "steady", "recruit", "random"]
    assert usual("mop") == "steady"


@pytest.mark.parametrize("seat", ["french", "coalition"])
def test_it_wins_battles_against_random_play(seat: str) -> None:
    # Of twenty battles of Champaubert it won 19 as the French and 20 as the coalition when this was measured.
    engine = load("mop/champaubert")
    results = [play_out(engine, make_players(engine, f"m{n}", {seat: "steady"}), f"m{n}") for n in range(3)]
    assert sum(result.winner == seat for result in results) >= 2


def test_it_plays_both_seats_with_cards_to_the_end() -> None:
    engine = load("mop/champaubert", {"full_cards": True})
    assert play_out(engine, make_players(engine, "c", {}, default="steady"), "c").ending


def test_what_it_can_not_see_changes_nothing_for_it() -> None:
    engine = load("mop/champaubert", {"restricted_cards": True})
    players, twins = (make_players(engine, "h", {}, default="steady") for _ in range(2))
    dice = SeededDice("h")
    state, compared = engine.start(dice, []), 0
    for _ in range(60):
        if (decision := engine.decision(state)) is None:
            break
        seat = decision.seat
        move = players[seat].choose(engine, engine.view(state, seat), seat)
        others = disguise(engine, state, seat)
        compared += bool(others)
        assert twins[seat].choose(engine, engine.view(others[-1] if others else state, seat), seat) == move
        state = engine.apply(state, seat, move, dice, [])
    assert compared > 10


def test_a_corps_that_breaks_counts_more_than_its_men() -> None:
    engine: Any = load("mop/vauchamps")
    x, state = engine.context, engine.start(SeededDice("c"), [])
    corps = next(c for c in x.setting.commands if c.name == "II Cavalry Corps")
    rider, other = corps.units
    assert corps.limit <= x.infos[rider].strength

    def price(s: Any, u: int) -> float:
        return float(CoveredSituation(x, s, 0, goals(x), STEADY).stakes.price(u, 1, 0))

    assert price(state, rider) == x.infos[rider].sp(1) + STEADY.corps
    # Once it is broken, its men are no more than men.
    broken = state.unit(rider, hex=DEAD, steps=0)
    assert price(broken, other) == x.infos[other].sp(1)


def test_beside_a_cover_there_may_be_a_zone() -> None:
    engine: Any = load("mop/vauchamps")
    x, state = engine.context, engine.start(SeededDice("c"), [])
    view = engine.view(state, "french")
    now = CoveredSituation(x, view, 0, goals(x), STEADY)
    assert now.covered
    near = {n for h in now.covered for n in x.setting.near[h]}
    blind = [h for h in near if not now.layout.zoc[1][h] and h not in now.layout.at]
    assert blind
    assert all(now.zone(h) for h in blind)
    far = [h for h in range(x.board.size) if min(x.board.distances[h][e] for e in now.enemies) == 2]
    assert far
    assert not any(now.zone(h) for h in far)


def bids(engine: Any, state: Any, formation: str, mood: Temper = STEADY) -> list[m.TryInitiative]:
    """What a leader of the coalition would try on his own, of what the rules let him."""
    x, view = engine.context, engine.view(state, "coalition")
    now = CoveredSituation(x, view, 1, goals(x), mood)
    mine = [move for move in tries(now) if x.setting.commands[move.to].data.id == formation]
    return [move for move in mine if why_not_initiative(x, view, move, ()) is None]


def test_olsufief_makes_for_champaubert_once_he_is_attacked_for_a_bad_move_leads_there_too() -> None:
    engine: Any = load("mop/champaubert")
    x, state = engine.context, engine.start(SeededDice("o"), [])
    corps, village = x.setting.formation_index["IX"], x.board.number("2520E")
    assert not bids(engine, state, "IX")
    attacked = state.command(corps, struck=1)
    row, here = x.board.distances[village], x.leader_hex(state, corps)
    tried = bids(engine, attacked, "IX")
    assert tried
    assert all(move.kind == "march" and row[move.target] < row[here] for move in tried)
    # A second Bad Move would be the enemy's; and who looks after nothing does not think of it.
    assert not bids(engine, replace(attacked, misled=(corps,)), "IX")
    assert not bids(engine, attacked, "IX", replace(STEADY, own=0.0))


def test_yorck_makes_for_what_he_can_see_as_nobody_can_send_him_orders() -> None:
    engine: Any = load("mop/montmirail")
    x, state = engine.context, engine.start(SeededDice("y"), [])
    corps = x.setting.formation_index["I"]
    here = x.leader_hex(state, corps)
    now = CoveredSituation(x, engine.view(state, "coalition"), 1, goals(x), STEADY)
    row = x.board.distances[objective(now, here)[1]]
    tried = bids(engine, state, "I")
    assert tried
    assert all(row[move.target] < row[here] for move in tried)
    assert not bids(engine, state, "I", replace(STEADY, own=0.0))
    # With Blücher there he waits for orders.
    chief = x.setting.commands[corps].overall
    assert not bids(engine, state.leader(chief, hex=here), "I")


def test_who_is_ahead_takes_back_a_place_of_three_points_and_not_one_that_is_worth_less() -> None:
    engine: Any = load("mop/la-rothiere")
    x, state = engine.context, engine.start(SeededDice("w"), [])
    giberie = x.board.number("2124")
    control = tuple(2 if h == giberie else side for h, side in enumerate(state.control))
    view = engine.view(replace(state, control=control), "french")
    # Who stands nearest to a place that he holds goes for another one only if that is worth it.
    near = next(h for h in x.setting.near[x.board.number("1823")] if x.board.distances[h][giberie] > 1)
    for mood, wanted in ((STEADY, "attack"), (replace(STEADY, attack_worth=1.6), "defend")):
        now = CoveredSituation(x, view, 0, goals(x), mood)
        assert now.worth(giberie) == 1.5
        assert wins_by_waiting(now)
        assert objective(now, near)[0] == wanted


def test_where_some_unit_must_go_in_troops_do_and_not_a_battery() -> None:
    engine: Any = load("mop/la-rothiere")
    players, dice = make_players(engine, "gc/8", {}, default="steady"), SeededDice("gc/8")
    state, pressed = engine.start(dice, []), 0
    while (decision := engine.decision(state)) is not None and state.turn <= 3:
        view, side = engine.view(state, decision.seat), engine.seats.index(decision.seat)
        move = players[decision.seat].choose(engine, view, decision.seat)
        if isinstance(move, m.Go) and decision.kind == "movement":
            now = CoveredSituation(engine.context_at(view), view, side, goals(engine.context), STEADY)
            pressed += nlc.must_press(engine, now, decision.seat)
            assert not SteadyPlayer._forsaken(now, move)
        state = engine.apply(state, decision.seat, move, dice, [])
    assert pressed


def test_37_7_1_horse_that_has_led_guns_forward_does_not_leave_them_to_feel_its_way() -> None:
    """Whether it finds nobody or is thrown back: it is gone, and the battery stands alone before the enemy."""
    engine: Any = load("mop/brienne")
    x, state = engine.context, engine.start(SeededDice("f"), [])
    guyot, guns = (next(u for u, info in enumerate(x.infos) if info.name == name) for name in ("Guyot", "Gd Horse"))
    foe = next(u for u in x.setting.of_side[1] if x.infos[u].line and state.units[u].hex >= 0)
    here = next(h for h in x.setting.near[state.units[foe].hex] if h not in x.ground.layout(state).at)

    def felt(spent: int, mood: Temper = STEADY) -> float:
        stack = {u: replace(state.units[u], hex=here, spent=spent) for u in (guyot, guns)}
        now = CoveredSituation(x, state.many(stack), 0, goals(x), mood)
        assert now.zone(here)
        return SteadyPlayer(Random("1"))._gain(now, Posts(now), Feel((guyot,), x.setting.near[here][0]))

    assert felt(2) == felt(0) - STEADY.escort
    assert felt(2, replace(STEADY, escort=0.0)) == felt(0)


def test_37_3_3_who_stays_where_the_enemy_may_come_digs_in() -> None:
    engine: Any = load("mop/la-rothiere")
    x, state = engine.context, engine.start(SeededDice("d"), [])
    foot = [u for u, info in enumerate(x.infos) if info.side == 0 and info.line and state.units[u].hex >= 0][:2]
    player = SteadyPlayer(Random("1"))

    def dug(h: int, mood: Temper = STEADY) -> float:
        s = state.many({u: replace(state.units[u], hex=h) for u in foot})
        now = CoveredSituation(x, s, 0, goals(x), mood)
        return player._gain(now, Posts(now), Dig((foot[0], foot[1])))

    apart = state.many({u: replace(state.units[u], hex=DEAD) for u in foot})
    now = CoveredSituation(x, apart, 0, goals(x), STEADY)
    far = {
        d: next(h for h in range(x.board.size) if now.distance[h] == d and not now.worth(h))
        for d in (REACHED, REACHED + 1)
    }
    assert dug(far[REACHED]) == STEADY.works > STEADY.stir
    assert dug(far[REACHED + 1]) < 0.0
    place = next(goal for goal in now.goals if now.distance[goal.hex] <= REACHED)
    assert dug(place.hex) == STEADY.works * (1.0 + place.worth)
    # A recruit does anything rather than that.
    assert dug(place.hex, Temper()) == dug(far[REACHED + 1])


def test_37_3_3_an_improved_position_is_cover() -> None:
    engine: Any = load("mop/la-rothiere")
    x, state = engine.context, engine.start(SeededDice("d"), [])
    town, clear = (next(h for h in range(x.board.size) if x.board.terrain[h] == kind) for kind in ("town", "clear"))
    seen = [CoveredSituation(x, replace(state, works=works), 0, goals(x), STEADY) for works in ((), (town, clear))]
    assert [now.cover(clear) for now in seen] == [0.0, 0.5]
    assert [now.cover(town) for now in seen] == [0.25, 0.625]


def test_whoever_marches_to_where_no_enemy_is_near_gets_orders_for_where_he_is() -> None:
    engine: Any = load("mop/brienne")
    x, state = engine.context, engine.start(SeededDice("w"), [])
    russians = next(c for c, info in enumerate(x.setting.commands) if info.name == "Russian VI Corps")
    trannes = state.commands[russians].order.target
    assert state.commands[russians].order.kind == "march"
    assert trannes == x.board.number("1832")

    def told(s: Any) -> Any:
        return wish(CoveredSituation(x, s, 1, goals(x, both=True), STEADY), russians)

    # He begins before Brienne, the enemy half as far from there as from Trannes.
    (kind, target), *_ = told(state)
    assert kind == "defend"
    assert x.board.distances[target][x.board.number("0913")] <= 1
    # With an enemy near Trannes that is what he is told to defend when he comes.
    row, someone = x.board.distances[trannes], next(u for u in x.setting.of_side[0] if state.units[u].hex >= 0)
    for away, plan in ((CONTACT + 1, told(state)), (CONTACT, (("defend", trannes),))):
        h = next(h for h in range(x.board.size) if row[h] == away)
        near = state.many({someone: replace(state.units[someone], hex=h)})
        assert told(near) == plan


def test_who_was_told_to_hold_mere_ground_keeps_the_village_in_reach_of_his_leader() -> None:
    engine: Any = load("mop/champaubert")
    x, state = engine.context, engine.start(SeededDice("k"), [])
    corps, village = x.setting.formation_index["IX"], x.board.number("2520E")
    told = state.commands[corps].order.target
    kornilov, udom = (
        next(u for u, info in enumerate(x.infos) if info.name == name) for name in ("Kornilov 1", "Udom 1")
    )
    row, leader = x.board.distances[village], x.setting.commands[corps].leader
    nearer = next(h for h in x.setting.near[told] if row[h] < row[told])

    def seen(s: Any, mood: Temper = STEADY) -> CoveredSituation:
        return CoveredSituation(x, s, 1, goals(x), mood)

    # At once, however far the enemy is.
    assert keeps(seen(state), corps, told) == village
    posts, idle = Posts(seen(state)), Posts(seen(state, replace(STEADY, nearby=0.0)))
    assert posts.value(kornilov, nearer) > posts.value(kornilov, told)
    assert idle.value(kornilov, nearer) <= idle.value(kornilov, told)
    # He who leads them comes along.
    comes, stays = (p.rides.value(leader, nearer) - p.rides.value(leader, told) for p in (posts, idle))
    assert comes == pytest.approx(stays + 1.0)
    # Where others stand already, in the enemy's hands, or too far for the leader there is nothing to keep.
    assert keeps(seen(state.unit(udom, hex=village)), corps, told) == told
    lost = tuple(1 if h == village else side for h, side in enumerate(state.control))
    assert keeps(seen(replace(state, control=lost)), corps, told) == told
    assert keeps(seen(state), corps, x.board.number("1914E")) == x.board.number("1914E")
    # A place that counts is held itself.
    assert keeps(seen(state), corps, village) == village


def test_places_side_by_side_draw_more_than_a_single_one_that_is_nearer() -> None:
    """Champaubert has two hexes of two points each, Baye on the way there two of one each."""
    engine: Any = load("mop/champaubert")
    x, state = engine.context, engine.start(SeededDice("k"), [])
    start, etoges = x.leader_hex(state, x.setting.formation_index["VI"]), x.board.number("2931E")

    def aim(here: int, cluster: float) -> str:
        now = CoveredSituation(x, state, 0, goals(x), replace(STEADY, cluster=cluster))
        return str(x.board.label(objective(now, here)[1]))

    assert [aim(start, cluster) for cluster in (0.0, STEADY.cluster)] == ["1820E", "2520E"]
    # Two hexes before Étoges, which is a single one, that is left for the village; in it that is not.
    before = x.board.number("2730E")
    assert [aim(before, cluster) for cluster in (0.0, STEADY.cluster)] == ["2931E", "2521E"]
    assert aim(etoges, STEADY.cluster) == "2931E"


def test_horse_waits_for_its_infantry_out_of_reach_of_the_enemy() -> None:
    engine: Any = load("mop/brienne")
    x, state = engine.context, engine.start(SeededDice("k"), [])
    rider, foot = (next(u for u, info in enumerate(x.infos) if info.name == name) for name in ("Briche", "Duhesme 1"))
    town = x.board.number("0913")

    def shy(h: int, infantry: int = OFF) -> float:
        s = state.unit(foot, hex=infantry)
        now, bold = (CoveredSituation(x, s, 0, goals(x), replace(STEADY, aloof=by)) for by in (STEADY.aloof, 0.0))
        assert now.foot == [infantry] * (infantry != OFF)
        return Posts(bold)._attack(rider, h, town) - Posts(now)._attack(rider, h, town)

    distance = CoveredSituation(x, state, 0, goals(x), STEADY).distance
    near, far = (next(h for h in range(x.board.size) if distance[h] == hexes) for hexes in (3, 4))
    assert shy(near) == STEADY.aloof > 0
    assert shy(far) == 0
    there, away = (list(x.board.distances[near]).index(hexes) for hexes in (4, 5))
    assert shy(near, there) == 0
    assert shy(near, away) == STEADY.aloof
    # Infantry is no horse, and needs none.
    assert Posts(CoveredSituation(x, state, 0, goals(x), STEADY))._attack(foot, near, town) == Posts(
        CoveredSituation(x, state, 0, goals(x), replace(STEADY, aloof=0.0))
    )._attack(foot, near, town)


def test_37_10_a_march_takes_the_baggage_that_it_comes_upon() -> None:
    engine: Any = load("mop/vauchamps")
    x, state = engine.context, engine.start(SeededDice("b"), [])
    rider = next(u for u in x.setting.of_side[0] if state.units[u].hex >= 0 and x.infos[u].mounted)
    way = x.setting.near[state.units[rider].hex][0]
    player = SteadyPlayer(Random("1"))

    def gained(train: int, mood: Temper = STEADY) -> float:
        s = replace(
            state, trains=tuple(replace(t, hex=way if n == train else DEAD) for n, t in enumerate(state.trains))
        )
        now = CoveredSituation(x, s, 0, goals(x), mood)
        return player._gain(now, Posts(now), m.Go((rider,), (way,)))

    mine, theirs = (next(t for t in range(len(state.trains)) if side_of(x, t) == side) for side in (0, 1))
    assert gained(theirs) == gained(mine) + STEADY.booty
    assert gained(theirs, replace(STEADY, booty=0.0)) == gained(mine)


def test_37_13_a_supply_source_of_the_enemy_is_gone_for_by_horse_that_is_nearer_to_it_than_any_enemy() -> None:
    engine: Any = load("mop/la-rothiere")
    x, state = engine.context, engine.start(SeededDice("c"), [])
    view = engine.view(state, "french")
    now = CoveredSituation(x, view, 0, goals(x), STEADY)
    source = Goal(x.board.number("2718"), STEADY.raid)
    assert source in now.goals
    commands = {command.name: c for c, command in enumerate(x.setting.commands)}
    horse, foot = commands["V Cavalry Corps"], commands["II Corps"]
    row, enemy = x.board.distances[source.hex], now.distance[source.hex]
    assert enemy > 0
    beside, farther = list(row).index(enemy), list(row).index(enemy + 1)
    assert source in now.wanted(beside, horse)
    assert source not in now.wanted(farther, horse)
    assert source not in now.wanted(beside, foot)
    assert source not in now.wanted(beside, None)
    assert source not in CoveredSituation(x, view, 0, goals(x), Temper()).goals
    own = x.board.number("0401")
    assert own not in {g.hex for g in now.goals}
    # Once one has been there it is won; nobody stays to keep it.
    held = replace(view, control=tuple(1 if h == source.hex else c for h, c in enumerate(view.control)))
    assert source not in CoveredSituation(x, held, 0, goals(x), STEADY).goals
