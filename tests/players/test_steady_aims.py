"""What a steady player of the battles goes by: how they would end now, what losses cost, who attacks with whom."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.players.nlc import SteadyPlayer
from napwidgets.players.nlc_aims import objective, wins_by_waiting
from napwidgets.players.nlc_attacks import attack
from napwidgets.players.nlc_orders import DANGER, tries, wish
from napwidgets.players.nlc_situation import STEADY, Situation, Temper, goals
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import DEAD, Order
from napwidgets.systems.tactical.fighting.forces import normal_clash

FRENCH, ALLIED = 0, 1
PRUSSIAN = ALLIED


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
    clash = normal_clash(x, frail, ((h, (foe,)),), target).force(1, hits=1)
    saved, _ = seen(x, frail, ALLIED).stakes.spared(clash, 1)
    assert saved >= x.infos[unit].strength


def test_who_cannot_win_a_fight_alone_attacks_with_others() -> None:
    engine: Any = load("nlc/ligny")
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
    from napwidgets.players.nlc_marches import Posts

    x, state = start("nlc/ligny")
    now = seen(x, state, FRENCH)
    unit = next(u for u in x.setting.of_side[FRENCH] if x.infos[u].line and state.units[u].hex >= 0)
    front = next(h for h in range(x.board.size) if now.distance[h] == 1)
    frail = state.unit(unit, steps=1)
    assert Posts(seen(x, frail, FRENCH))._risk(unit, front) > 0
    assert Posts(now)._risk(unit, front) == 0
    assert Posts(seen(x, frail, FRENCH, Temper()))._risk(unit, front) == 0
