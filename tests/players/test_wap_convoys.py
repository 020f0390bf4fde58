"""What English transports carry for a steady player of War and Peace."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.players.wap import RecruitPlayer, SteadyPlayer
from napwidgets.players.wap_convoys import convoy, step
from napwidgets.players.wap_land import STEADY
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.forces import I
from napwidgets.systems.wap.setting import ENGLAND, PRUSSIA
from napwidgets.systems.wap.state import Keel
from tests.players.test_front_wap import ENGINE, X
from tests.systems.wap.campaign import buying, campaign, place
from tests.systems.wap.navy import fleet, sea

#: Spain fights France, and a French army stands in its north.
SPAIN_FIGHTS: dict[str, Any] = {"status": {"Spain": "anti-French", "Prussia": "anti-French", "Austria": "anti-French"}}
ARMIES = [("London", "England", "8I"), ("Burgos", "France", "9I"), ("Madrid", "Spain", "9I")]


def sent(state: Any, where: str = "London") -> m.Sail | None:
    """Where the transports in a port go."""
    at = next(i for i, f in enumerate(state.fleets) if f.place == place(X, where) and f.transports)
    ship = state.fleets[at]
    chosen = next(subject for subject in ENGINE.subjects(state) if subject.hex == ship.place)
    return convoy(ENGINE, X, state, chosen.id, ship, STEADY)


def at_sea(armies: Any = ARMIES, leaders: Any = None, port: str = "London", **more: Any) -> Any:
    who = {"Wellington": "London", "Moore": "London"} if leaders is None else leaders
    return sea(X, fleet(X, port, ENGLAND, 1, 2), armies=armies, leaders=who, **{**SPAIN_FIGHTS, **more})


def test_troops_go_to_where_a_friend_fights_and_a_leader_with_them() -> None:
    move = sent(at_sea())
    assert move is not None
    assert X.setting.owner[move.to] == X.setting.owner[place(X, "Madrid")]
    assert (move.cargo.count[I], len(move.cargo.leaders)) == (4, 1)


def test_f_3_b_the_last_leader_stays_for_those_who_embark_after_him() -> None:
    move = sent(at_sea(leaders={"Moore": "London"}))
    assert move is not None
    assert (move.cargo.count[I], move.cargo.leaders) == (4, ())


@pytest.mark.parametrize(("force", "goes"), [("4I", True), ("3I", False)])
def test_london_keeps_a_guard(force: str, goes: bool) -> None:
    assert (sent(at_sea([("London", "England", force), *ARMIES[1:]])) is not None) is goes


def test_nobody_sails_where_there_is_no_enemy() -> None:
    assert sent(at_sea([*ARMIES[:1], ("Lisbon", "England", "4I")])) is None


@pytest.mark.parametrize("port", ["Corunna", "Cadiz"])
def test_troops_join_those_who_have_gone_before(port: str) -> None:
    move = sent(at_sea([*ARMIES, (port, "England", "4I")]))
    assert move is not None
    assert move.to == place(X, port)


def test_nobody_lands_where_he_would_be_thrown_back_into_the_sea() -> None:
    ports = [("Corunna", "France", "5I"), ("Lisbon", "France", "5I")]
    move = sent(at_sea([ARMIES[0], *ports]))
    assert move is None or move.to not in {place(X, name) for name, _, _ in ports}


def test_an_empty_transport_goes_back_to_where_most_troops_wait() -> None:
    armies = [("Dublin", "England", "5I"), ("London", "England", "3I"), *ARMIES[1:]]
    move = sent(at_sea(armies, port="Lisbon"), "Lisbon")
    assert move is not None
    assert (move.to, move.cargo) == (place(X, "Dublin"), m.Cargo())
    armies[0] = ("Dublin", "England", "2I")
    back = sent(at_sea(armies, port="Lisbon"), "Lisbon")
    assert back is not None
    assert back.to == place(X, "London")


def test_a_loan_that_turns_a_state_goes_before_troops_and_one_that_does_not_stays() -> None:
    courted: dict[str, Any] = {"status": {"Spain": "anti-French", "Austria": "anti-French", "Prussia": "neutral"}}
    loan = sent(at_sea(saved=20, **courted))
    assert loan is not None
    assert (loan.cargo.points > 0, X.setting.owner[loan.to]) == (True, PRUSSIA)
    nobody = sent(at_sea(saved=20))
    assert nobody is not None
    assert (nobody.cargo.points, nobody.cargo.count[I]) == (0, 4)


@pytest.mark.parametrize(("kind", "city"), [(SteadyPlayer, "London"), (RecruitPlayer, "Dublin")])
def test_england_raises_its_army_where_it_embarks(kind: type[SteadyPlayer], city: str) -> None:
    """Leaders first, to where most troops are or where they embark; then troops."""
    armies = [("London", "England", "4I"), ("Dublin", "England", "5I")]
    state = buying(X, ENGLAND, 2, armies=armies, **SPAIN_FIGHTS).pool(ENGLAND, (5, 0, 0, 0, 0, 0, 0, 0))
    player, moves = kind(Random(1)), list[Any]([m.Done()])
    while not isinstance(moves[-1], m.Buy):
        moves.append(player.choose(ENGINE, state, "english"))
        state = ENGINE.apply(state, "english", moves[-1], SeededDice("buy"), [])
    assert len(moves) > 2
    assert {X.setting.cities[move.city].name for move in moves[1:]} == {city}


@pytest.mark.parametrize(
    ("transports", "keels", "bought"),
    [
        (1, (), (-1, 10)),
        (2, (), None),
        (1, (Keel(ENGLAND, 4, True),), (0, 4)),
        (1, (Keel(ENGLAND, 4), Keel(ENGLAND, 2, True)), (1, 2)),
        (0, (Keel(ENGLAND, 4, True),), (0, 4)),
    ],
)
def test_england_pays_for_two_transports(
    transports: int, keels: tuple[Keel, ...], bought: tuple[int, int] | None
) -> None:
    """What is on the track first, else a new one; a recruit does not look after them."""
    ships = (fleet(X, "London", ENGLAND, 1, transports),)
    state = replace(
        X.with_fleets(buying(X, ENGLAND, 10, armies=ARMIES, **SPAIN_FIGHTS), ships).dock(ENGLAND, 3, 3), keels=keels
    )
    offers = ENGINE.options(state)
    assert RecruitPlayer(Random(1))._ferry(state, offers) is None
    move = SteadyPlayer(Random(1))._ferry(state, offers)
    assert (None if move is None else (move.keel, move.pay)) == bought
    assert move is None or move.transport


@pytest.mark.parametrize(("stands", "worth"), [("neutral", 1.0), ("pro-French", 0.5)])
def test_g_1_e_a_state_is_worth_more_where_the_next_step_brings_it_over(stands: str, worth: float) -> None:
    assert step(campaign(X, status={"Prussia": stands}), PRUSSIA) == worth
