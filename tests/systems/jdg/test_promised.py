"""What the odds of a battle promise is what comes of it on the map: ways back, pursuit, garrisons (8.4, 8.7, 8.8); and
of a march, who falls out (5.5.3); and of single throws, what their words promise.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice, SeededDice
from napwidgets.kernel.odds import Distribution, distribution, percent
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.combat.battle import LONGEST, battle_odds
from napwidgets.systems.jdg.combat.muster import Clash, battle_of, ground
from napwidgets.systems.jdg.combat.phase import FightOut
from napwidgets.systems.jdg.combat.retreat import Burn, MayOverrun, Onward, Retreats, overrun_losses
from napwidgets.systems.jdg.command.administration import CommandPoints, points_odds
from napwidgets.systems.jdg.face import command, inspector
from napwidgets.systems.jdg.face.march import draft
from napwidgets.systems.jdg.march.movement import EndMovement, MovementPhase
from napwidgets.systems.jdg.state import FRENCH, OTHER, March, Siege, State
from napwidgets.systems.telling import weighed
from tests.systems.jdg.field import (
    AUE,
    CALW,
    FELS,
    GAU,
    HAIN,
    ILM,
    JENA,
    entered,
    field,
    game,
    go,
    ids,
    link,
    network,
    number,
    play,
    run,
    strength,
)

SHORT = ("skirmish", "skirmish")
#: The Allies come over the bridge of Fels; Hain and Jena are dry ways back.
CAME = {"entered": (entered(GAU, FELS, OTHER, 12),), "side": OTHER}
#: Both of them are barred.
BARRED = {"iv": "hain", "v": "jena"}
BOTH = {"i": "gau", "corps": "gau", "uhlans": "gau"}
RAIN = ((FRENCH, "no pursuit"),)
#: Besieged men come out to help those outside (8.8).
RELIEF = {"v": "inside calw", "i": "calw 3", "iii": "calw 2", "corps": "calw", "uhlans": "calw"}
SHUT_UP = {"side": FRENCH, "control": {"calw": FRENCH}, "sieges": (Siege(CALW, OTHER),)}


def dry_first(s: State, box: int, moves: Any) -> m.Retreat:
    """The retreat that costs least."""
    wet: dict[m.Retreat, bool] = {move: bool(network().links[link(box, move.to)].water) for move in moves}
    return min(wet, key=lambda move: (wet[move], move.to))


def resolved(s: State, clash: Clash) -> Distribution[tuple[int, int]]:
    """What both sides lose when the battle is fought out on the map, the attacker's losses first."""

    def once(dice: Dice) -> tuple[int, int]:
        e = game()
        now = e.advance(replace(s, agenda=(FightOut(clash),)), dice, [])
        while now.agenda and isinstance(now.agenda[-1], Retreats):
            seat = e.decision(now).seat  # type: ignore[union-attr]
            now = e.apply(now, seat, dry_first(now, clash.box, e.options(now)), dice, [])
        lost = tuple(after - before for after, before in zip(now.lost, s.lost, strict=True))
        return (lost[clash.who], lost[1 - clash.who])

    return distribution(once)


@pytest.mark.parametrize(
    ("places", "more", "clash"),
    [
        (BOTH, CAME, Clash(GAU, OTHER, tactics=SHORT)),
        (BOTH | BARRED, CAME, Clash(GAU, OTHER, tactics=SHORT)),
        (BOTH, CAME | {"played": RAIN}, Clash(GAU, OTHER, tactics=SHORT)),
        (BOTH | {"horse": "gau"}, CAME | {"played": RAIN}, Clash(GAU, OTHER, tactics=SHORT)),
        ({"v": "inside calw", "brigade": "calw", "uhlans": "calw"},
         {"control": {"calw": FRENCH}, "sieges": (Siege(CALW, OTHER),)},
         Clash(CALW, FRENCH, sortie=True, tactics=SHORT)),
        ({"i": "hain", "corps": "hain", "cossacks": "gau"}, {"side": OTHER}, Clash(HAIN, OTHER, tactics=SHORT)),
        ({"v": "hain", "brigade": "hain", "iv": "gau"}, {"side": OTHER, "cut": (link(FELS, HAIN),)},
         Clash(HAIN, OTHER, tactics=SHORT)),
        ({"i": "hain", "corps": "hain", "yorck": "gau"}, {"side": OTHER}, Clash(HAIN, OTHER, tactics=SHORT)),
        (RELIEF, SHUT_UP, Clash(CALW, FRENCH, tactics=SHORT)),
        (RELIEF | {"brigade": "bern", "landwehr": "dorf"}, SHUT_UP, Clash(CALW, FRENCH, tactics=SHORT)),
        (RELIEF | {"horse": "inside calw", "i": "calw 2"}, SHUT_UP, Clash(CALW, FRENCH, tactics=SHORT)),
        (RELIEF | {"corps": "calw 1", "uhlans": "calw 1"}, SHUT_UP, Clash(CALW, FRENCH, tactics=SHORT)),
        ({"v": "inside gau", "i": "gau 1", "hussars": "gau", "corps": "gau", "uhlans": "gau", "cossacks": "hain",
          "brigade": "jena"}, {"side": FRENCH, "entered": (entered(GAU, FELS, FRENCH, 3),)},
         Clash(GAU, FRENCH, tactics=SHORT)),
    ],
    ids=["dry", "wet", "rain", "rain-for-all", "sortie", "shut-in", "shut-in-attacker", "barred-by-a-leader",
         "relief", "relief-shut-in", "relief-small", "relief-strong", "relief-wet"],
)  # fmt: skip
def test_8_the_odds_of_a_battle_are_those_of_the_map(
    places: dict[str, str], more: dict[str, Any], clash: Clash
) -> None:
    s, x = field(game(), places, **more), game().context
    promised = battle_odds(x.tables, battle_of(x, s, clash, LONGEST), SHORT).map(lambda end: end.lost)
    assert dict(promised) == dict(resolved(s, clash))


@pytest.mark.parametrize(
    ("more", "before", "then"),
    [({"napoleon": "gau"}, (True, False), (False, False)), ({"iii": "fels"}, (False, True), (False, False))],
    ids=["wet", "shut-in"],
)
def test_6_5_2_who_marches_to_the_guns_leaves_a_way_back_to_the_attacker(
    more: dict[str, str], before: tuple[bool, bool], then: tuple[bool, bool]
) -> None:
    e, clash = game(), Clash(GAU, OTHER, tactics=("offensive", "offensive"))
    places = BOTH | BARRED | {"napoleon": "gau", "blucher": "gau"} | more
    s = field(e, places, marches=(March(GAU, HAIN, ids(e, "iv"), 1),), **CAME)
    battle = battle_of(e.context, s, clash, 3)
    # Hain is empty when its men have come after the second round, and the Allies go back there over dry land.
    found = [(ground.water[0], ground.shut[0]) for ground in (battle.ways(2), battle.ways(3))]
    assert found == [before, then]
    # Who comes too late stays where he is.
    assert not battle_of(e.context, s, clash, 2).opened
    odds = battle_odds(e.context.tables, battle, clash.tactics)
    dice, games, lost = SeededDice("guns"), 300, 0
    for _ in range(games):
        now = e.advance(replace(s, agenda=(FightOut(clash),)), dice, [])
        while now.agenda and isinstance(now.agenda[-1], Retreats):
            seat = e.decision(now).seat  # type: ignore[union-attr]
            now = e.apply(now, seat, dry_first(now, GAU, e.options(now)), dice, [])
        lost += now.lost[OTHER] - s.lost[OTHER]
    assert abs(lost / games - odds.mean(lambda end: end.lost[0])) < 0.6


@pytest.mark.parametrize(
    ("around", "gone"),
    [({}, "33 %"), ({"fels": "brigade", "hain": "landwehr"}, "100 %"), ({"fels": "brigade", "hain": "yorck"}, "33 %")],
    ids=["open", "shut-in", "barred-by-a-leader"],
)
def test_8_4_an_overrun_destroys_whom_no_way_back_is_open(around: dict[str, str], gone: str) -> None:
    e, clash = game(), Clash(GAU, OTHER, tactics=SHORT)
    places = {"corps": "gau", "division": "gau"} | {name: box for box, name in around.items()}
    s = field(e, places, step=MayOverrun(clash, FightOut(clash)), side=OTHER, entered=(entered(GAU, JENA, OTHER, 12),))

    def once(dice: Dice) -> int:
        now = e.apply(s, "allied", m.Accept(), dice, [])
        now = e.advance(now, dice, [])
        if now.agenda and isinstance(now.agenda[-1], Onward):
            now = e.apply(now, "allied", m.Done(), dice, [])
        if now.agenda and isinstance(now.agenda[-1], Retreats):
            now = e.apply(now, "french", e.options(now)[0], dice, [])
        return int(now.lost[FRENCH])

    assert dict(overrun_losses(e.context, s, clash)) == dict(distribution(once))
    assert gone in e.label(s, m.Accept()).detail


def test_8_8_of_a_relief_that_fails_those_outside_alone_bear_what_the_way_back_costs() -> None:
    """Those who were besieged go back inside, with their share of the losses of the rounds (8.4, reading 57)."""
    s, x = field(game(), RELIEF | {"brigade": "bern", "landwehr": "dorf"}, **SHUT_UP), game().context  # type: ignore[arg-type]
    clash = Clash(CALW, FRENCH, tactics=SHORT)
    odds = battle_odds(x.tables, battle_of(x, s, clash), SHORT)
    beaten = [end for end, _ in odds if end.winner == 1]
    # The five outside have nowhere to go; of the five inside those are left whom no round has cost.
    assert beaten
    assert {end.lost[0] for end in beaten} <= {5, 6, 7, 8}
    assert not any(end.eliminated for end in beaten)


def test_8_7_a_way_back_is_wet_where_there_is_no_dry_one() -> None:
    clash = Clash(GAU, OTHER)
    dry, wet = (ground(game().context, field(game(), BOTH | more, **CAME), clash) for more in ({}, BARRED))  # type: ignore[arg-type]
    assert (dry.water[0], wet.water[0]) == (False, True)
    assert dry.bridge
    # The defender may not go where so many attackers came from.
    only = field(game(), BOTH | {"brigade": "hain"}, side=OTHER, entered=(entered(GAU, JENA, OTHER, 12),))
    assert ground(game().context, only, clash).water == (False, True)


def test_8_8_a_garrison_is_safe_where_it_goes_back_inside_and_its_friends_are_not() -> None:
    alone = field(game(), {"v": "inside calw", "corps": "calw"}, control={"calw": FRENCH})
    assert ground(game().context, alone, Clash(CALW, FRENCH, sortie=True)).safe == (True, False)
    relief = field(game(), {"v": "inside calw", "i": "calw", "corps": "calw"}, control={"calw": FRENCH})
    assert ground(game().context, relief, Clash(CALW, FRENCH)).safe == (False, False)
    # Whoever is not seen is not taken for a garrison.
    unseen = field(game(), {"corps": "calw"})
    assert ground(game().context, unseen, Clash(CALW, FRENCH)).safe == (False, False)


@pytest.mark.parametrize(
    ("who", "forced", "card"),
    [
        ("napoleon i", False, ()),
        ("napoleon i", True, ()),
        ("napoleon i", True, ((FRENCH, "steady"),)),
        ("napoleon i", True, ((OTHER, "steady"),)),
        ("napoleon i ii iv", False, ()),
        ("napoleon i ii iv", True, ((FRENCH, "steady"),)),
    ],
)
def test_5_5_3_the_pad_promises_the_stragglers_that_fall_out(
    who: str, forced: bool, card: tuple[tuple[int, str], ...]
) -> None:
    e = game()
    s = field(e, dict.fromkeys(who.split(), "ilm"), step=MovementPhase(FRENCH), played=card)
    move = go(e, who, AUE, forced=forced)
    form = draft(e, s, "french", {"focus": f"b:{ILM}", "forced": str(int(forced)), **dict.fromkeys(_ticks(move), "1")})
    assert form is not None
    assert (form.move.pieces, form.move.forced) == (move.pieces, forced)
    fell = distribution(lambda dice: sum(c.strayed for c in e.apply(s, "french", move, dice, []).counters))
    promised = {} if form.chances is None else {share.label.split()[0]: share.exact for share in form.chances.shares}
    assert promised == ({} if len(fell) == 1 else {str(n): str(chance) for n, chance in sorted(fell)})
    assert ("tragglers may fall out" in e.label(s, move).detail) is (len(fell) > 1)


def _ticks(move: m.Activate) -> list[str]:
    return [f"go:{i}" for i in move.pieces]


# Single throws told beforehand (4.4, 4.5, 5.5.4, 6.4)


@pytest.mark.parametrize("places", [
    {"napoleon": "gau"},
    {"napoleon": "gau", "corps": "fels", "brigade": "jena"},
    {"napoleon": "gau", "dummy-allied-infantry-1": "fels", "brigade": "jena"},
])  # fmt: skip
def test_4_5_the_desk_tells_between_what_the_command_points_of_the_next_turn_lie(places: dict[str, str]) -> None:
    e = game()
    s = field(e, places, points=3)
    came = [
        run(e, replace(s, turn=s.turn + 1, agenda=(MovementPhase(FRENCH), CommandPoints(FRENCH))), die).points[0]
        for die in range(1, 7)
    ]
    assert dict(points_odds(e.context, s, 0)) == {n: Fraction(came.count(n), 6) for n in came}
    detail = next(line.detail for line in command.desk(e.context, s, "french") if line.id == "a:0")
    assert detail == f"3 command points left; next turn {min(came)} to {max(came)}"
    last = replace(s, turn=e.setting.scenario.turns.count)
    assert "next turn" not in command.desk(e.context, last, "french")[0].detail


def test_5_5_4_a_card_tells_how_many_stragglers_come_back() -> None:
    e = game()
    s = field(e, {"i": "gau"})
    i = number(e, "i")
    assert not [
        f for card in inspector.inspect(e.context, s, "french", GAU) for f in card.facts if "come back" in f.name
    ]
    s = s.counter(i, strength=s.counters[i].strength - 2, strayed=2)
    back = [
        run(e, replace(s.counter(i, idle=True), agenda=(MovementPhase(FRENCH), EndMovement(FRENCH))), die)
        .counters[i]
        .strength
        - s.counters[i].strength
        for die in range(1, 7)
    ]
    told = next(
        f.value for card in inspector.inspect(e.context, s, "french", GAU) for f in card.facts if "come back" in f.name
    )
    assert told == weighed(Distribution({str(n): Fraction(back.count(n), 6) for n in set(back)}))


def test_6_4_what_the_button_says_of_a_bridge_is_what_becomes_of_it() -> None:
    e = game()
    s = field(e, {"i": "fels", "corps": "gau"}, step=Burn(FRENCH, ids(e, "i"), link(FELS, GAU)))
    ends = [play(e, s, m.Accept(), die) for die in range(1, 7)]
    gone = percent(Fraction(sum(bool(end.cut) for end in ends), 6))
    costs = percent(Fraction(sum(strength(e, end, "i") < strength(e, s, "i") for end in ends), 6))
    label = e.label(s, m.Accept())
    assert label.detail == f"A chance of {gone} that it goes down, of {costs} that it costs a strength point."
