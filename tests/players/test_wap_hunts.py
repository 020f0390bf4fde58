"""The steady player of War and Peace at sea beyond Europe, where the beaten have no port, and leaders left alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.players.registry import make_players
from napwidgets.players.wap_front import Front
from napwidgets.players.wap_sea import Sea, adds
from napwidgets.scenarios import load
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, RUSSIA
from napwidgets.systems.wap.state import DAMAGED, fleet_number, zone_of
from tests.systems.wap.campaign import FRENCH_SEAT, campaign, context, place
from tests.systems.wap.navy import fleet, sea


def choice(seat: str, english: int, french: int, rate: int = 10) -> Any:
    """What a steady player does in a Naval Phase of the third month, with ships that have lain in one sea; ``rate`` in
    half per cents.
    """
    engine: Any = load("wap/lloyds")
    x, dice, players = engine.context, SeededDice("hunt"), make_players(engine, "hunt", {}, default="steady")
    state = engine.start(dice, [])
    while (decision := engine.decision(state)) is None or (decision.kind, decision.seat, state.turn >= 3) != (
        "naval", seat, True,
    ):  # fmt: skip
        move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
        state = engine.apply(state, decision.seat, move, dice, [])
    lying = [(ENGLAND, english), (FRANCE, french)]
    fleets = [replace(fleet(x, "Caribbean", nation, number), since=1) for nation, number in lying]
    return players[seat].choose(engine, replace(x.with_fleets(state, fleets), rate=rate), seat)


@pytest.mark.parametrize(("english", "seeks"), [(6, True), (5, False)])
def test_it_seeks_out_raiders_only_where_it_is_sure_to_win(english: int, seeks: bool) -> None:
    assert isinstance(choice("english", english, 3), m.Seek) is seeks


@pytest.mark.parametrize(("english", "raids"), [(6, False), (5, True)])
def test_raiders_leave_a_sea_where_they_would_be_hunted(english: int, raids: bool) -> None:
    assert isinstance(choice("french", english, 3), m.Raid) is raids


@pytest.mark.parametrize(("rate", "dares"), [(80, True), (79, False)])
def test_k_8_k_where_the_rate_is_ruinous_england_seeks_out_raiders_at_worse_odds(rate: int, dares: bool) -> None:
    """Five squadrons against three win the first round four times in five; raiders know that, too."""
    assert isinstance(choice("english", 5, 3, rate), m.Seek) is dares
    assert isinstance(choice("french", 5, 3, rate), m.Raid) is not dares


@pytest.mark.parametrize(
    ("force", "enemy", "strands"),
    [("6I", "Prague", True), ("5I", "Prague", False), ("6I", "Paris", False)],
)
def test_an_army_minds_a_leader_whom_it_would_leave_alone_near_the_enemy(force: str, enemy: str, strands: bool) -> None:
    x = context()
    s = campaign(
        x,
        [("Brunn", "Austria", "6I"), (enemy, "France", "9I")],
        {"Charles": "Brunn", "Ferdinand": "Brunn"},
        segment="anti-French",
    )
    away = m.March(place(x, "Brunn"), place(x, "Vienna"), (x.setting.leader_number["Charles"],), ((2, parse(force)),))
    assert Front()._strands(x, s, away) is strands
    both = replace(away, leaders=tuple(x.setting.leader_number[name] for name in ("Charles", "Ferdinand")))
    assert not Front()._strands(x, s, both)


@pytest.mark.parametrize(
    ("nation", "ships", "nelson", "beaten"),
    [
        (ENGLAND, 6, False, True),
        (RUSSIA, 6, False, False),
        (ENGLAND, 5, False, False),
        (ENGLAND, 5, True, True),
    ],
    ids=["english", "allied", "few", "nelson"],
)
def test_f_7_f_a_hunt_is_weighed_by_the_morale_of_those_who_fight(
    nation: int, ships: int, nelson: bool, beaten: bool
) -> None:
    x: Any = load("wap/grand-campaign").context
    hunters, raiders = (replace(fleet(x, "Caribbean", who, n), since=1) for who, n in ((nation, ships), (FRANCE, 3)))
    leaders = {"Nelson": "Caribbean"} if nelson else {}
    state = sea(x, hunters, raiders, seat=FRENCH_SEAT, turn=3, leaders=leaders, status={"Russia": "anti-French"})
    player = Sea(Random(1))
    found = next(f for f in state.fleets if f.nation == FRANCE)
    assert player._hunted(x, state, zone_of(found.place), found) is beaten
    state = sea(x, hunters, raiders, turn=3, leaders=leaders, status={"Russia": "anti-French"})
    i = next(n for n, f in enumerate(state.fleets) if f.nation == nation)
    engine: Any = load("wap/grand-campaign")
    assert (player._seeks(engine, x, state, f"f:{fleet_number(state, i)}") is not None) is beaten


@pytest.mark.parametrize(("nation", "hulk", "joins"), [(FRANCE, False, True), (FRANCE, True, False)])
def test_k_8_a_only_ships_that_can_raid_are_counted_with_a_raid(nation: int, hulk: bool, joins: bool) -> None:
    x: Any = load("wap/lloyds").context
    new, old = fleet(x, "Caribbean", FRANCE, 2), replace(fleet(x, "Caribbean", nation, 3), since=1)
    state = sea(x, *([replace(old, condition=DAMAGED)] if hulk else [old]), seat=FRENCH_SEAT, turn=3)
    alone = adds(x, replace(state, fleets=()), zone_of(new.place), new)
    assert (adds(x, state, zone_of(new.place), new) != alone) is joins
