"""What a steady player of the battles goes by: how they would end now, what losses cost, who attacks with whom."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.players.mop_situation import CoveredSituation
from napwidgets.players.nlc import SteadyPlayer
from napwidgets.players.nlc_aims import objective, wins_by_waiting
from napwidgets.players.nlc_attacks import attack
from napwidgets.players.nlc_designs import Designer
from napwidgets.players.nlc_fights import DEAR, FREE, SHUT, Fight
from napwidgets.players.nlc_marches import Posts, Rides
from napwidgets.players.nlc_orders import DANGER, stray, tries, wish
from napwidgets.players.nlc_situation import STEADY, Situation, Temper, goals
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.tactical.command.initiative import InitiativeStage
from napwidgets.systems.tactical.command.orders import OrdersStage
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import DEAD, Order, Pending
from napwidgets.systems.tactical.fighting.clash import ATTACK, DEFEND
from napwidgets.systems.tactical.fighting.forces import normal_clash

FRENCH, ALLIED = 0, 1
PRUSSIAN = COALITION = ALLIED


def start(id: str) -> tuple[Any, Any]:
    engine: Any = load(id)
    return engine.context, engine.start(SeededDice("g"), [])


def seen(x: Any, state: Any, side: int, mood: Temper = STEADY) -> Situation:
    return Situation(x, state, side, goals(x), mood)


def held(x: Any, state: Any, side: int, *hexes: str) -> Any:
    """The position with some places held by a side."""
    control = list(state.control)
    for name in hexes:
        control[x.board.number(name)] = side + 1
    return replace(state, control=type(state.control)(control))


def test_the_aim_follows_from_how_the_battle_would_end_now() -> None:
    x, state = start("nlc/quatre-bras")
    assert (seen(x, state, FRENCH).verdict, seen(x, state, ALLIED).verdict) == (-1, 1)
    assert wins_by_waiting(seen(x, state, ALLIED))
    drawn = held(x, state, FRENCH, "0911", "1211")
    assert seen(x, drawn, ALLIED).verdict == 0
    # One of the two villages back is all the Allies need; a recruit looks at the last ending alone and waits.
    here = x.board.number("0909")
    assert objective(seen(x, drawn, ALLIED), here)[0] == "attack"
    assert objective(seen(x, drawn, ALLIED, Temper()), here)[0] == "defend"
    taken = held(x, state, FRENCH, "0909")
    assert wins_by_waiting(seen(x, taken, FRENCH))
    assert not wins_by_waiting(seen(x, taken, ALLIED))


def test_a_place_is_worth_what_both_sides_would_have_for_it() -> None:
    x, _ = start("mop/brienne")
    town = x.board.number("0913")
    worth = {g.hex: g.worth for g in goals(x, both=True)}
    # Five points for the French, one for the coalition; a recruit looks at the larger of them.
    assert worth[town] == (5 + 1) / 2
    assert {g.hex: g.worth for g in goals(x)}[town] == 5 / 2
    # What ends the battle, and not by points, is worth the same to everybody.
    quatre_bras, _ = start("nlc/quatre-bras")
    assert goals(quatre_bras, both=True) == goals(quatre_bras)


def test_a_place_adds_most_to_a_fight_when_nobody_can_take_it_back() -> None:
    x, state = start("nlc/quatre-bras")
    place, last = x.board.number("0909"), x.setting.scenario.turns.count
    prizes = [seen(x, replace(state, turn=t), FRENCH).prize(place) for t in (1, last - 3, last - 2, last - 1, last)]
    assert prizes[0] == prizes[1] == STEADY.prize * 4.0
    assert prizes[1:] == sorted(set(prizes))
    assert prizes[-1] == prizes[0] * (1 + STEADY.late)
    recruit = [seen(x, replace(state, turn=t), FRENCH, Temper()).prize(place) for t in (1, last)]
    assert recruit[0] == recruit[1]


def test_a_place_wants_as_many_as_the_enemy_near_it_asks_for() -> None:
    x, state = start("nlc/first-steps")
    farm = x.board.number("0504")
    named = {info.data.name: u for u, info in enumerate(x.infos)}
    assert state.units[named["Bijlandt"]].hex == farm

    def adds(s: Any) -> float:
        """What it is worth beyond the first that another unit comes into the farm."""
        wanted, lone = (Posts(seen(x, s, ALLIED, replace(STEADY, guard=g))) for g in (0.5, 0.0))
        return wanted.value(named["Or.-Nassau"], farm) - lone.value(named["Or.-Nassau"], farm)

    assert adds(state) > 0
    # With the enemy far away nobody else is wanted in it.
    corner = x.board.number("0101")
    assert adds(state.many({u: replace(state.units[u], hex=corner) for u in x.setting.of_side[FRENCH]})) == 0


def test_who_holds_looks_for_a_place_that_is_in_danger() -> None:
    x, state = start("mop/brienne")
    eyes = CoveredSituation(x, state, COALITION, goals(x, both=True), STEADY)
    assert wins_by_waiting(eyes)
    trannes = x.board.number("1832")
    # Scherbatov stands before Trannes, and no Frenchman within hours of it.
    assert min(x.board.distances[trannes][h] for h in eyes.enemies) > 20
    unmoved = CoveredSituation(x, state, COALITION, eyes.goals, replace(STEADY, calm=0.0))
    assert objective(unmoved, trannes)[1] == trannes
    kind, goal = objective(eyes, trannes)
    assert kind == "defend"
    assert eyes.distance[goal] < eyes.distance[trannes]


def test_a_unit_that_is_gone_costs_what_a_step_does_not() -> None:
    x, state = start("nlc/ligny")
    now = seen(x, state, FRENCH)
    corps = x.setting.commands[next(c for c, k in enumerate(x.setting.commands) if k.name == "Prussian I Corps")]
    unit = next(u for u in corps.units if x.infos[u].line)
    info = x.infos[unit]
    step, last = now.stakes.price(unit, 2, 1), now.stakes.price(unit, 1, 0)
    assert step < info.strength <= last
    # Near the end of its corps the same unit is worth more.
    gone: list[int] = []
    for u in corps.units:
        if u != unit and sum(x.infos[v].strength for v in (*gone, u)) < corps.limit:
            gone.append(u)
    fallen = state.many({u: replace(state.units[u], hex=DEAD, steps=0) for u in gone})
    assert seen(x, fallen, FRENCH).stakes.price(unit, 1, 0) > last


def test_a_retreat_before_one_hit_spares_a_damaged_unit_whole() -> None:
    x, state = start("nlc/ligny")
    now = seen(x, state, ALLIED)
    target = next(t for t in now.friends if any(x.infos[u].line for u in now.layout.at[t]))
    unit = next(u for u in now.layout.at[target] if x.infos[u].line)
    foe = next(u for u in x.setting.of_side[FRENCH] if x.infos[u].line and state.units[u].hex >= 0)
    h = next(n for n in x.setting.near[target] if n not in now.layout.at)
    frail = state.unit(unit, steps=1).unit(foe, hex=h)
    stacks = ((h, (foe,)),)
    clash = normal_clash(x, frail, stacks, target).force(DEFEND, hits=1)
    sure = replace(clash.forces[DEFEND], mods=(("sure", 6),))
    clash = replace(clash, forces=(clash.forces[ATTACK], sure))
    # However sure its morale, the step is the unit; a place that decides the battle is worth one, not a field.
    fight = seen(x, frail, ALLIED).joined(clash, stacks, target)
    assert fight.ways[DEFEND] == FREE
    assert fight.retreats(clash, DEFEND)
    assert not Fight(fight.stakes, clash, 100.0, fight.ways).retreats(clash, DEFEND)


def test_a_fight_is_worth_more_against_who_has_no_way_out() -> None:
    x, state = start("nlc/ligny")
    now = seen(x, state, FRENCH)
    target = next(t for t in now.enemies if any(x.infos[u].line for u in now.layout.at[t]))
    units = tuple(u for u in x.setting.of_side[FRENCH] if x.infos[u].line and state.units[u].hex >= 0)[:2]
    h = next(n for n in x.setting.near[target] if n not in now.layout.at)
    near = state.many({u: replace(state.units[u], hex=h) for u in units})
    clash = normal_clash(x, near, ((h, units),), target)
    stakes = seen(x, near, FRENCH).stakes
    worth = [Fight(stakes, clash, 0.0, (FREE, way)).worth() for way in (FREE, DEAR, SHUT)]
    assert worth == sorted(worth)
    assert worth[0] < worth[-1]


def test_who_attacks_together_is_led_up_together() -> None:
    engine: Any = load("nlc/ligny")
    dice, players = SeededDice("u"), make_players(engine, "u", {}, default="steady")
    state: Any = engine.start(dice, [])
    joint = 0
    while (decision := engine.decision(state)) is not None and joint < 5:
        view = engine.view(state, decision.seat)
        if decision.kind == "movement":
            x = engine.context_at(view)
            now = seen(x, view, x.setting.sides.index(decision.seat))
            reach: dict[int, set[int]] = {}
            for subject in engine.subjects(view):
                for move in engine.options(view, subject.id):
                    if isinstance(move, m.Go) and len(move.units) == 1:
                        reach.setdefault(move.units[0], set()).add(move.path[-1])
            designs = Designer(now, reach, lambda u, h: 0.0).assaults()
            placed = [u for design in designs for u, _ in design.places]
            assert len(placed) == len(set(placed))
            for design in designs:
                assert design.worth > now.mood.worth_it
                for u, h in design.places:
                    assert h in x.setting.near[design.target]
                    assert h == view.units[u].hex or h in reach[u]
                joint += len({h for _, h in design.places}) > 1
        move = players[decision.seat].choose(engine, view, decision.seat)
        state = engine.apply(state, decision.seat, move, dice, [])
    assert joint


def test_a_division_left_behind_is_taken_back_into_its_corps() -> None:
    engine: Any = load("mop/montmirail")
    x, state = engine.context, engine.start(SeededDice("g"), [])
    division = next(c for c, k in enumerate(x.setting.commands) if k.name == "1st Voltigeur Division")
    assert stray(seen(x, state, FRENCH), division)
    assert not stray(seen(x, state, FRENCH, Temper()), division)
    # With the enemy upon it, it stays what it is.
    unit = x.setting.commands[division].units[0]
    foe = seen(x, state, FRENCH).enemies[0]
    met = state.unit(unit, hex=next(n for n in x.setting.near[foe] if n not in x.ground.layout(state).at))
    assert not stray(seen(x, met, FRENCH), division)


def test_the_next_orders_leave_before_a_march_is_over() -> None:
    engine: Any = load("mop/vauchamps")
    x, state = engine.context, engine.start(SeededDice("g"), [])
    corps = next(c for c, k in enumerate(x.setting.commands) if k.name == "Young Guard Corps")
    assert state.commands[corps].order.kind == "march"
    plan = wish(seen(x, state, FRENCH), corps)
    assert plan is not None
    assert plan[0][0] in ("march", "attack")
    assert wish(seen(x, state, FRENCH, replace(STEADY, ahead=0.0)), corps) is None


def test_an_order_that_may_be_ignored_is_sent_again_while_it_is_on_its_way() -> None:
    x, state = start("nlc/quatre-bras")
    corps = next(c for c, info in enumerate(x.setting.commands) if info.name == "II Corps")
    plan = wish(seen(x, state, FRENCH), corps)
    assert plan is not None
    sent = Pending((Order(*plan[0], 1),), x.setting.commands[corps].overall, 1, 2, 0)
    late = replace(sent, stage="late")
    for insist, pending, again in (
        (1.0, (sent,), True),
        (1.0, (sent, sent), False),
        (1.0, (late,), False),
        (0.0, (sent,), False),
        (0.0, (), True),
    ):
        way = state.command(corps, pending=pending)
        assert (wish(seen(x, way, FRENCH, replace(STEADY, insist=insist)), corps) is not None) is again


def test_who_is_to_attack_where_nothing_is_to_be_had_gets_other_orders() -> None:
    """Marmont, who had thought of an attack on a wood beside him, waited there all day."""
    engine: Any = load("mop/champaubert")
    x, state = engine.context, engine.start(SeededDice("g"), [])
    corps = next(c for c, k in enumerate(x.setting.commands) if k.name == "VI Corps")
    here = x.leader_hex(state, corps)

    def plan(target: int, mood: Temper = STEADY) -> Any:
        return wish(seen(x, state.command(corps, order=Order("attack", target, 1)), FRENCH, mood), corps)

    now = seen(x, state, FRENCH)
    village = next(goal.hex for goal in now.goals if now.distance[goal.hex] > 5)
    near = next(h for h in x.setting.near[now.enemies[0]] if not now.worth(h))
    again = plan(here)
    assert [kind for kind, _ in again] == ["march", *["attack"] * (len(again) - 1)]
    assert again[-1][1] in {goal.hex for goal in now.open_goals()}
    assert plan(village) is None, "a place that counts is worth the way"
    assert plan(near) is None, "so are enemies"
    assert plan(here, Temper()) is None


def test_who_cannot_win_a_fight_alone_attacks_with_others() -> None:
    engine: Any = load("nlc/quatre-bras")
    dice, players = SeededDice("u"), make_players(engine, "u", {}, default="steady")
    state: Any = engine.start(dice, [])
    joined = 0
    while (decision := engine.decision(state)) is not None and not joined:
        view = engine.view(state, decision.seat)
        move = players[decision.seat].choose(engine, view, decision.seat)
        if decision.kind == "attack" and any(isinstance(k, m.Pass) for k in engine.options(view)):
            x = engine.context_at(view)
            now = seen(x, view, x.setting.sides.index(decision.seat))
            alone: Any = make_players(engine, "u", {}, default="recruit")[decision.seat]
            alone.mood = replace(STEADY, together=0.0)
            if isinstance(attack(engine, now), m.Attack):
                joined += isinstance(alone.choose(engine, view, decision.seat), m.Pass)
        state = engine.apply(state, decision.seat, move, dice, [])
    assert joined


def test_an_order_to_attack_says_what_to_attack_next() -> None:
    x, state = start("nlc/ligny")
    corps = next(c for c, info in enumerate(x.setting.commands) if info.name == "IV Corps")
    waiting = state.command(corps, order=Order("defend", x.leader_hex(state, corps), 1))
    plan = wish(seen(x, waiting, FRENCH), corps)
    assert plan is not None
    assert [kind for kind, _ in plan] == ["attack"] * len(plan)
    assert len(plan) > 1
    assert len({h for _, h in plan}) == len(plan)
    assert wish(seen(x, waiting, FRENCH, Temper()), corps) == plan[:1]


def test_a_commander_decides_to_attack_when_his_corps_can_be_told() -> None:
    x, state = start("nlc/quatre-bras")
    # II Corps has probed since this turn: what Ney decides now could not be passed on.
    assert state.commands[0].order == Order("probe", x.board.number("0909"), state.turn)

    def attacks(s: Any, mood: Temper = STEADY) -> bool:
        return any(move.kind == "attack" for move in tries(seen(x, s, FRENCH, mood)))

    assert not attacks(state)
    assert attacks(replace(state, turn=state.turn + 1))
    assert attacks(state, Temper())


def test_20_15_it_says_why_a_commander_tries_for_an_attack_on_whatever_he_sees() -> None:
    engine: Any = load("nlc/quatre-bras")
    state = engine.start(SeededDice("g"), [])
    ney = engine.setting.own_orders[engine.setting.leader_index["ney"]]
    may = replace(state, turn=state.turn + 1, agenda=(InitiativeStage(FRENCH),))
    told = may.command(ney, order=Order("attack", engine.context.board.number("0909"), 1))
    later = replace(may, agenda=(OrdersStage(FRENCH),))
    tried = replace(may, agenda=(InitiativeStage(FRENCH, (engine.setting.leader_index["ney"],)),))
    words = [SteadyPlayer(Random(1)).why(engine, s, "french") for s in (may, told, later, tried)]
    reason = "Ney may send orders to attack only once he has decided on an attack himself"
    assert [reason in said for said in words] == [True, False, False, False]


def test_a_broken_corps_gathers_its_men_in_reserve() -> None:
    x, state = start("nlc/ligny")
    corps = next(c for c, info in enumerate(x.setting.commands) if info.name == "IV Corps")
    units = [u for u in x.setting.commands[corps].units if not x.infos[u].gun]
    while sum(x.infos[u].strength for u in units[:-1]) >= x.setting.commands[corps].limit:
        units.pop()
    broken = replace(state, turn=3).many({u: replace(state.units[u], hex=DEAD, steps=0, since=1) for u in units})
    broken = broken.command(corps, order=Order("attack", x.board.number("1112"), 1))
    assert x.demoralized(broken, corps)
    assert wish(seen(x, broken, FRENCH), corps) == (("reserve", -1),)
    assert wish(seen(x, replace(broken, turn=x.setting.scenario.turns.count), FRENCH), corps) != (("reserve", -1),)
    assert wish(seen(x, broken, FRENCH, Temper()), corps) != (("reserve", -1),)


def test_a_reserve_of_one_formation_is_sent_at_once() -> None:
    x, state = start("nlc/ligny")
    mine = [c for c in range(x.setting.formations) if x.setting.commands[c].side == PRUSSIAN]
    (corps,) = [c for c in mine if state.commands[c].order.kind == "reserve"]
    # Orders that are written after a third of the battle would come when the villages are lost.
    assert wish(seen(x, state, PRUSSIAN), corps) is not None


def test_who_holds_where_no_enemy_comes_goes_where_one_does() -> None:
    x, state = start("nlc/ligny")
    corps = next(c for c, info in enumerate(x.setting.commands) if info.name == "Prussian III Corps")
    assert state.commands[corps].order.kind == "defend"
    now = seen(x, state, PRUSSIAN)
    kind, goal = objective(now, x.leader_hex(state, corps))
    assert (kind, now.distance[goal] <= DANGER) == ("defend", True)
    assert wish(now, corps) == (("march", goal),)
    assert wish(seen(x, state, PRUSSIAN, Temper()), corps) is None
    # With horsemen before it the corps stays.
    rider = next(u for u, info in enumerate(x.infos) if info.side == FRENCH and info.mounted)
    watched = state.unit(rider, hex=x.board.number("1713"))
    assert wish(seen(x, watched, PRUSSIAN), corps) is None


def test_nobody_goes_to_and_fro_in_one_action() -> None:
    x, state = start("nlc/quatre-bras")
    player = SteadyPlayer(Random(1))
    u = next(u for u, unit in enumerate(state.units) if unit.hex >= 0 and x.infos[u].side == FRENCH)
    first = state.units[u].hex
    second, third = x.setting.near[first][0], x.setting.near[first][1]

    def at(h: int, turn: int = 1) -> Situation:
        moved = state.many({u: replace(state.units[u], hex=h, start=first, spent=2)})
        return seen(x, replace(moved, turn=turn), FRENCH)

    onward = m.Go((u,), (second, third))
    player._note(at(second), onward)
    assert player._again(at(third), m.Go((u,), (third, second))) == 100
    assert player._again(at(third), m.Go((u,), (third, first))) == 100
    assert player._again(at(second), onward) == STEADY.again
    # What was trodden in an earlier action is forgotten.
    assert player._again(at(third, 2), m.Go((u,), (third, second))) == STEADY.again


def test_a_damaged_unit_stays_out_of_the_line() -> None:
    x, state = start("nlc/ligny")
    now = seen(x, state, FRENCH)
    unit = next(u for u in x.setting.of_side[FRENCH] if x.infos[u].line and state.units[u].hex >= 0)
    front = next(h for h in range(x.board.size) if now.distance[h] == 1)
    frail = state.unit(unit, steps=1)
    assert Posts(seen(x, frail, FRENCH))._risk(unit, front) > 0
    assert Posts(now)._risk(unit, front) == 0
    assert Posts(seen(x, frail, FRENCH, Temper()))._risk(unit, front) == 0


def test_of_the_rides_of_a_leader_the_best_is_looked_at_and_of_units_every_march() -> None:
    engine: Any = load("nlc/quatre-bras")
    players = make_players(engine, "rides", dict.fromkeys(engine.seats, "steady"))
    dice, state, looked = SeededDice("rides"), engine.start(SeededDice("g"), []), 0
    while looked < 8:
        decision = engine.decision(state)
        if decision.kind == "movement":
            rides = Rides(seen(engine.context, state, engine.seats.index(decision.seat)))
            for subject in engine.subjects(state):
                moves = engine.options(state, subject.id)
                best = rides.best(subject.id, moves)
                if not subject.id.startswith("l:") or not moves:
                    assert best is moves
                    continue
                gains = [rides.gain(move.leader, move.to) for move in moves]
                assert best == [next(move for move, gain in zip(moves, gains, strict=True) if gain == max(gains))]
                looked += 1
        move = players[decision.seat].choose(engine, state, decision.seat)
        state = engine.apply(state, decision.seat, move, dice, [])
