"""What a steady player of wap looks after on land and in the cabinets, and a recruit does not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from napwidgets.kernel.dice import SeededDice
from napwidgets.players.wap import RecruitPlayer, SteadyPlayer
from napwidgets.players.wap_front import BEATEN, Front
from napwidgets.scenarios import load
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.forces import NONE, I
from napwidgets.systems.wap.land.combat import Battle
from napwidgets.systems.wap.land.field import ATTACK, DEFEND
from napwidgets.systems.wap.land.marching import MovementPhase
from napwidgets.systems.wap.land.muster import engage
from napwidgets.systems.wap.setting import AUSTRIA, FRANCE
from napwidgets.systems.wap.states.diplomacy import SuitForPeace
from napwidgets.systems.wap.states.victory import points
from tests.systems.wap.campaign import ENGLISH_SEAT, FRENCH_SEAT, campaign, place

ENGINE: Any = load("wap/grand-campaign")
X = ENGINE.context


def chosen(state: Any, kind: type[SteadyPlayer] = SteadyPlayer) -> Any:
    decision = ENGINE.decision(state)
    assert decision is not None
    return kind(Random(1)).choose(ENGINE, state, decision.seat)


def marching(armies: Any, leaders: dict[str, str], **more: Any) -> Any:
    return campaign(X, armies, leaders, agenda=(MovementPhase(FRENCH_SEAT),), **more)


def test_a_leader_does_not_stay_alone_beside_an_enemy() -> None:
    beside = next(way.hex for way in X.setting.ways[place(X, "Vienna")] if way.hex not in X.setting.city_at)
    armies = [("Vienna", "Austria", "8I"), ("Munich", "France", "5I")]
    state = marching(armies, {"Ney": X.board.title(beside), "Soult": "Munich"})
    names = {i: row.name for i, row in enumerate(X.setting.leaders)}
    player, went = SteadyPlayer(Random(1)), False
    for _ in range(6):
        move = player.choose(ENGINE, state, "french")
        if isinstance(move, m.Done):
            break
        went = went or (isinstance(move, m.March) and names[move.leaders[0]] == "Ney" and move.start != move.to)
        if went:
            break
        state = ENGINE.apply(state, "french", move, SeededDice("f"), [])
    assert went


def test_a_state_makes_peace_when_its_capital_can_not_be_won_back() -> None:
    taken = {"Vienna": "France"}
    lost: dict[str, Any] = {"segment": "anti-French", "control": taken, "agenda": (SuitForPeace(AUSTRIA),)}
    weak = campaign(X, [("Vienna", "France", "20I"), ("Brunn", "Austria", "9I")], {}, **lost)
    assert isinstance(chosen(weak), m.SueForPeace)
    assert chosen(weak, RecruitPlayer) == m.Done()
    strong = campaign(X, [("Vienna", "France", "3I"), ("Brunn", "Austria", "19I")], {}, **lost)
    assert chosen(strong) == m.Done()


@pytest.mark.parametrize(("ahead", "ends"), [(1, True), (0, False), (-1, False)])
def test_who_has_conquered_france_proposes_to_end_the_war_if_he_holds_more(ahead: int, ends: bool) -> None:
    every = [c.name for c in X.setting.cities if c.production]
    over: dict[str, Any] = {"segment": "anti-French", "status": {"France": "neutral"}}
    over |= {"conquered": (2, 0, 0, 0, 0, 0), "agenda": (MovementPhase(ENGLISH_SEAT),)}

    def held(french: int, berlin: str) -> Any:
        cities = {name: "France" if n < french else "England" for n, name in enumerate(every)} | {"Berlin": berlin}
        return campaign(X, [("Paris", "Austria", "9I")], {}, **over, control=cities)

    def lead(state: Any) -> int:
        counts = dict(points(X, state))
        return int(counts["english"] - counts["french"])

    states = (held(n, berlin) for berlin in ("England", "Prussia") for n in range(len(every)))
    state = next(state for state in states if lead(state) == ahead)
    assert (chosen(state) == m.ProposeEnd()) is ends
    assert X.setting.seat_of_major[FRANCE] == FRENCH_SEAT


def fought(state: Any, move: m.March) -> Any:
    """The battle as it begins once a march has been made."""
    after = ENGINE.apply(state, "french", move, SeededDice("o"), [])
    return engage(X, after, move.to, after.segment)


def test_o_a_fight_is_weighed_with_the_river_that_all_attackers_cross() -> None:
    crossed = {
        river: next(
            (h, way.hex)
            for h in range(X.board.size)
            for way in X.setting.ways[h]
            if X.setting.owner[h] == X.setting.owner[way.hex] == AUSTRIA and way.river == river and way.cost <= 3
            and not {h, way.hex} & set(X.setting.city_at)
        )
        for river in (True, False)
    }  # fmt: skip
    for river, (start, to) in crossed.items():
        where, there = X.board.title(start), X.board.title(to)
        state = marching([(where, "France", "9I"), (there, "Austria", "8I")], {"Ney": where})
        front = Front()
        move = next(
            o for s in ENGINE.subjects(state) for o in ENGINE.options(state, s.id) if o.to == to and not o.forced
        )
        battle = front._battle_of(X, state, move)
        assert battle == fought(state, move)
        assert any(name == "river" for name, *_ in battle.ground) is river


@pytest.mark.parametrize(("men", "rides_over"), [("20I", True), ("19I", False)])
def test_l_whom_a_march_rides_over_is_lost_without_a_battle(men: str, rides_over: bool) -> None:
    start = next(h for h in range(X.board.size) if X.setting.owner[h] == AUSTRIA and h not in X.setting.city_at
                 and any(w.hex not in X.setting.city_at and w.cost == 1 and X.setting.owner[w.hex] == AUSTRIA
                         for w in X.setting.ways[h]))  # fmt: skip
    to = next(w.hex for w in X.setting.ways[start] if w.hex not in X.setting.city_at and w.cost == 1)
    where, there = X.board.title(start), X.board.title(to)
    state = marching([(where, "France", men), (there, "Austria", "2I")], {"Ney": where})
    take = ((FRANCE, tuple(int(men[:-1]) * (k == I) for k in range(len(NONE)))),)
    ney = next(i for i, row in enumerate(X.setting.leaders) if row.name == "Ney")
    front, move = Front(), m.March(start, to, (ney,), take)
    battle = front._battle_of(X, state, move)
    assert battle == fought(state, move)
    assert (battle.sides[DEFEND].points == 0) is rides_over
    assert front._fight(X, state, move) == front.mood.glory * (2 + BEATEN)


@pytest.mark.parametrize(("rounds", "leaves"), [(0, True), (1, False)])
def test_reading_51_only_those_who_take_part_decide_whether_to_break_off(rounds: int, leaves: bool) -> None:
    """Friends in the besieged city come out from the second round on."""
    armies = [("Vienna", "France", "6C"), ("inside Vienna", "France", "9I"), ("Vienna", "Austria", "12I")]
    state = campaign(X, armies, {}, agenda=(Battle(FRENCH_SEAT, place(X, "Vienna"), False, rounds, ATTACK),))
    for kind in (SteadyPlayer, RecruitPlayer):
        assert isinstance(chosen(state, kind), m.BreakOff) is leaves
