"""What a steady player of the battles loses where it has the choice, and what it does not leave empty."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.players.nlc import SteadyPlayer
from napwidgets.players.nlc_attacks import _gain
from napwidgets.players.nlc_designs import Designer
from napwidgets.players.nlc_marches import Posts
from napwidgets.players.nlc_situation import STEADY, Situation, goals
from napwidgets.scenarios import load
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import LOST
from napwidgets.systems.tactical.fighting.attacks import EvadeOffer
from napwidgets.systems.tactical.fighting.clash import DEFEND, Clash
from napwidgets.systems.tactical.fighting.forces import normal_clash
from napwidgets.systems.tactical.fighting.losses import TakeHits
from napwidgets.systems.tactical.fighting.reaction import ReactionOffer
from napwidgets.systems.tactical.fighting.retreat import AdvanceOffer

FRENCH, ALLIED = 0, 1


class Field:
    """A position of First Steps with the units where a test wants them; all others are lost."""

    def __init__(self, side: int, stands: dict[str, tuple[str, int]]) -> None:
        engine: Any = load("nlc/first-steps")
        self.x = engine.context
        self.units = {info.id: u for u, info in enumerate(self.x.infos)}
        state: Any = engine.start(SeededDice("g"), [])
        placed = {u: replace(state.units[u], hex=LOST, steps=0) for u in self.units.values()}
        for id, (hex, steps) in stands.items():
            u = self.units[id]
            placed[u] = replace(state.units[u], hex=self.x.board.number(hex), steps=steps)
        self.state = state.many(placed)
        self.side = side

    def seen(self, mood: Any = STEADY) -> Situation:
        return Situation(self.x, self.state, self.side, goals(self.x, True), mood)

    def clash(self, attackers: dict[str, tuple[str, ...]], target: str) -> Clash:
        stacks = tuple((self.x.board.number(h), tuple(self.units[u] for u in us)) for h, us in attackers.items())
        return normal_clash(self.x, self.state, stacks, self.x.board.number(target))

    def hit(self, clash: Clash, which: int, hits: int) -> TakeHits:
        return TakeHits(clash.force(which, hits=hits), which)


STANDS = {"foy": ("0404", 2), "bachelu": ("0404", 2), "bijlandt": ("0504", 2)}


@pytest.mark.parametrize(("hits", "cheaper"), [(1, "bachelu"), (2, "bachelu"), (3, "foy")])
def test_7_1_who_takes_the_first_hit_takes_the_next_ones(hits: int, cheaper: str) -> None:
    """Both lose two points by one hit; but the second one is the whole unit, and Bachelu's is the smaller."""
    field = Field(FRENCH, STANDS)
    step = field.hit(field.clash({"0404": ("foy", "bachelu")}, "0504"), 0, hits)
    stakes = field.seen().stakes
    prices = {id: stakes.next_hit(step, field.units[id]) for id in ("foy", "bachelu")}
    if hits == 3:
        # One of them is gone and the other one damaged, whoever begins: Foy's five points more than Bachelu's four.
        assert prices["foy"] > prices["bachelu"]
    else:
        assert min(prices, key=lambda id: prices[id]) == cheaper


def test_10_a_whole_neighbour_takes_the_garrisons_hit_and_a_damaged_one_does_not() -> None:
    for steps, spared in ((2, True), (1, False)):
        field = Field(ALLIED, STANDS | {"orange-nassau": ("0503", steps)})
        step = field.hit(field.clash({"0404": ("foy", "bachelu")}, "0504"), DEFEND, 1)
        assert step.force(field.x, field.state).hits == 1, "a garrison with a cushion chooses"
        stakes = field.seen().stakes
        garrison, beside = (stakes.next_hit(step, field.units[id]) for id in ("bijlandt", "orange-nassau"))
        assert (beside < garrison) is spared


def test_a_place_that_counts_is_not_left_empty_for_nothing() -> None:
    field = Field(ALLIED, {"bijlandt": ("0504", 2), "orange-nassau": ("0504", 2), "foy": ("0404", 2)})
    both = [field.units["bijlandt"], field.units["orange-nassau"]]
    assert field.seen().given_up(both) > 0.0
    # Somebody stays; nothing counts there; the enemy is too far to come for it; nobody looks after it.
    assert field.seen().given_up(both[:1]) == 0.0
    assert Field(ALLIED, {"bijlandt": ("0503", 2), "foy": ("0404", 2)}).seen().given_up(both[:1]) == 0.0
    assert field.seen(replace(STEADY, vacate=0.0)).given_up(both) == 0.0
    near = Field(ALLIED, {"bijlandt": ("0504", 2), "foy": ("0505", 2)}).seen().given_up(both[:1])
    far = Field(ALLIED, {"bijlandt": ("0504", 2), "foy": ("0507", 2)}).seen().given_up(both[:1])
    assert near > far


def test_a_planned_attack_costs_the_place_that_it_leaves() -> None:
    """From the farm, and from beside it; with somebody who stays, nothing."""
    stands = {"bijlandt": ("0504", 2), "foy": ("0404", 2)}
    for hex, others, costs in (
        ("0504", {}, True),
        ("0503", {}, False),
        ("0504", {"orange-nassau": ("0504", 2)}, False),
    ):
        field = Field(ALLIED, stands | {"bijlandt": (hex, 2)} | others)
        target, (u, to) = field.x.board.number("0404"), (field.units["bijlandt"], field.x.board.number("0403"))
        worths = []
        for now in (field.seen(), field.seen(replace(STEADY, vacate=0.0))):
            designer = Designer(now, {u: {to}}, lambda u, h: 0.0)
            designer.stand = {u: field.state.units[u].hex}
            worths.append(designer._worth(target, [], ((u, to),)))
        left = field.seen().given_up([u])
        assert (left > 0.0) is costs
        assert worths[0] == pytest.approx(worths[1] - left)


def test_7_3_help_that_turns_an_attack_away_is_not_wanted() -> None:
    """Foy has Pack beside him, whom nobody attacks: if Bachelu joins him against the farm, he is turned away."""
    stands = {"foy": ("0403", 2), "bachelu": ("0505", 2), "bijlandt": ("0504", 2)}
    alone, beside = Field(FRENCH, stands), Field(FRENCH, stands | {"pack": ("0402", 2)})
    for field, helped in ((alone, True), (beside, False)):
        now = field.seen()
        designer = Designer(now, {}, lambda u, h: 0.0)
        target = field.x.board.number("0504")
        foy = ((field.x.board.number("0403"), (field.units["foy"],)),)
        both = (*foy, (field.x.board.number("0505"), (field.units["bachelu"],)))
        assert (designer._fought(now, both, target) > designer._fought(now, foy, target)) is helped
        designer.struck.add(field.x.board.number("0402"))
        assert designer._fought(now, both, target) == now.fight(both, target)


def test_7_3_who_is_turned_away_is_missed_where_he_was() -> None:
    field = Field(FRENCH, {"foy": ("0505", 2), "bachelu": ("0404", 2), "bijlandt": ("0504", 2), "kempt": ("0405", 2)})
    led = field.x.setting.commands[0].leader
    leaders = list(field.state.leaders)
    leaders[led] = replace(leaders[led], hex=field.x.board.number("0404"))
    field.state = replace(field.state, active=(0,), leaders=tuple(leaders))
    now, (farm, hill) = field.seen(), map(field.x.board.number, ("0504", "0405"))
    foy, bachelu = ((field.x.board.number(h), (field.units[id],)) for h, id in (("0505", "foy"), ("0404", "bachelu")))
    apart = now.fight((bachelu,), hill)
    assert _gain(now, (), hill, [bachelu[0]]) == (apart, bachelu[0])
    missed = now.fight((foy, bachelu), farm) - now.fight((foy,), farm)
    assert missed != 0.0
    gain, who = _gain(now, ((foy[0], farm), (bachelu[0], farm)), hill, [bachelu[0]])
    assert gain == pytest.approx(apart - missed)
    assert who == bachelu[0]
    # With Foy, who has attacked nobody yet, it is the same.
    together = now.fight((foy, bachelu), hill) - now.fight((bachelu,), farm)
    singly = max(now.fight((foy,), hill), apart - now.fight((bachelu,), farm))
    gain = _gain(now, ((bachelu[0], farm),), hill, [foy[0], bachelu[0]])[0]
    assert gain == pytest.approx(max(together, singly))


def test_7_11_horse_in_a_place_that_decides_stands_and_elsewhere_evades() -> None:
    for hex, stays in (("0504", True), ("0505", False)):
        field = Field(FRENCH, {"pire": (hex, 2), "bijlandt": ("0503", 1)})
        here = field.x.board.number(hex)
        offer = EvadeOffer(((field.x.board.number("0503"), (field.units["bijlandt"],)),), here)
        field.state = field.state.push(offer)
        player, now = SteadyPlayer(Random("1")), field.seen()
        away = max(player._score(now, m.Evade(n)) for n in field.x.setting.near[here])
        assert (player._score(now, m.Stand()) > away) is stays


def test_7_5_who_keeps_a_place_does_not_advance_out_of_it() -> None:
    for others, goes in (({}, False), ({"orange-nassau": ("0504", 2)}, True)):
        field = Field(ALLIED, {"bijlandt": ("0504", 2), "foy": ("0407", 1), **others})
        stacks = ((field.x.board.number("0504"), (field.units["bijlandt"],)),)
        field.state = field.state.push(AdvanceOffer(stacks, field.x.board.number("0505")))
        player, now = SteadyPlayer(Random("1")), field.seen()
        assert (player._score(now, m.Advance((field.units["bijlandt"],))) > 0.0) is goes


@pytest.mark.parametrize("hex", ["0504", "0505"])
def test_7_7_and_7_9_horse_that_rides_out_of_a_place_leaves_it(hex: str) -> None:
    """A charge and a countercharge are worth less by the place that is left empty, and by nothing elsewhere."""
    field = Field(FRENCH, {"pire": (hex, 2), "bijlandt": ("0503", 1), "kempt": ("0603", 1)})
    pire, foe = field.units["pire"], field.units["kempt"]
    target = field.x.board.number("0603")
    offer = ReactionOffer(FRENCH, (foe,), target, "move", False, ())
    field.state = field.state.push(offer)
    charge, counter = m.Charge((pire,), (field.x.board.number("0604"), target)), m.React(pire, (target,))
    player, now, careless = SteadyPlayer(Random("1")), field.seen(), field.seen(replace(STEADY, vacate=0.0))
    left = now.given_up([pire])
    assert (left > 0.0) is (hex == "0504")
    assert player._ridden(now, charge) == pytest.approx(player._ridden(careless, charge) - left)
    assert player._score(now, counter) == pytest.approx(player._score(careless, counter) - left)


@pytest.mark.parametrize(("other", "pull"), [("0503", 0.0), ("0402", STEADY.hold_near)])
def test_7_1_a_second_unit_stands_as_well_beside_a_place_that_is_held(other: str, pull: float) -> None:
    """Bijlandt in the place or elsewhere; a battery belongs beside him, wherever he stands."""
    field = Field(ALLIED, {"bijlandt": (other, 2), "orange-nassau": ("0502", 2), "nl-art": ("0502", 2)})
    number, posts = field.x.board.number, Posts(field.seen())
    centre, beside = number("0503"), number("0403")
    regiment, guns = field.units["orange-nassau"], field.units["nl-art"]
    assert posts._hold(regiment, centre, centre) - posts._hold(regiment, beside, centre) == pytest.approx(pull)
    near = STEADY.hold_near + (1.2 if other == "0503" else 0.0)
    assert posts._hold(guns, centre, centre) - posts._hold(guns, beside, centre) == pytest.approx(near)
