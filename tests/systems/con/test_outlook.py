"""What the panel of a combat says of demoralization is what comes of it on the map: over all dice, all ways back and
every pursuit (10.5.7.3, 10.3).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from napwidgets.board.display import Battle
from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.systems.con import groups
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.engine import Campaign
from napwidgets.systems.con.face.battle import battle, sealed
from napwidgets.systems.con.face.outlook import Outlooks
from napwidgets.systems.con.face.ways import Prospects
from napwidgets.systems.con.fighting import Resolve, Stakes
from napwidgets.systems.con.options import Options
from napwidgets.systems.con.pursuing import Following
from napwidgets.systems.con.state import FRENCH, OTHER, State
from tests.systems.con.country import game, h, leader
from tests.systems.con.test_10_map import EVEN, opened, ready

OPEN = Options(open_play=True)
CALM = Options(open_play=True, no_morale=True)
SEATS = ("french", "allied")
#: For each side the least and the greatest figure.
Figures: TypeAlias = tuple[Fraction, ...]
FIGHTS: dict[str, tuple[str, ...]] = {
    "the stronger one follows": ("ney 0605: f1 f2 f3", "hill 0705: a1/4 a2/3"),
    "cavalry follows": ("murat 0202: cuirassiers dragoons hussars lancers", "hill 0102: a1/4 a2/3"),
    "a zone on the way": ("reille 0605: f1 f2 f3", "hill 0705: a1/4 a2/4", "erlon 0803: f4/11"),
    "a great river behind": ("reille 0905: f1/12 f2/10", "hill 1005: a1/6 a2/6"),
    "two against one in a corner": ("reille 0302: f1 f2", "erlon 0201: f3 f4", "hill 0202: a1/4 a2/4"),
}


def staking(e: Campaign, stacks: tuple[str, ...], who: int = FRENCH) -> State:
    return replace(opened(ready(*stacks, e=e)), agenda=(Stakes(who, 0),))


def played(s: State) -> Figures:
    """The least and the greatest chance that units of both sides are demoralized, whatever anybody chooses."""
    units = groups.units(game(OPEN).context, s, s.fights[0])
    return over(game(OPEN), s, lambda after, side: Fraction(any(after.units[u].shaken for u in units[side])))


def over(e: Campaign, s: State, figure: Callable[[State, int], Fraction]) -> Figures:
    """For each side the least and the greatest mean of a figure when the first combat has been fought out."""
    known: dict[State, Figures] = {}

    def after(s: State) -> Figures:
        decision = e.decision(s)
        if decision is None:
            one, two = figure(s, 0), figure(s, 1)
            return one, one, two, two
        if s not in known:
            found = [mean(_moved(e, s, decision.seat, move)) for move in e.options(s)]
            known[s] = tuple((min, max)[n % 2](line[n] for line in found) for n in range(4))
        return known[s]

    def mean(found: Distribution[State]) -> Figures:
        lines = [(after(s), p) for s, p in found]
        return tuple(sum((line[n] * p for line, p in lines), Fraction(0)) for n in range(4))

    return mean(distribution(lambda dice: e.advance(replace(s, agenda=(Resolve(0),)), dice, [])))


def _moved(e: Campaign, s: State, seat: str, move: Any) -> Distribution[State]:
    return distribution(lambda dice: e.apply(s, seat, move, dice, []))


def told(shown: Battle | None) -> Figures:
    """What a panel says of both sides: the least and the greatest chance."""
    assert shown is not None
    found: list[Fraction] = []
    for who in ("The French become", "The Coalition becomes"):
        mine = {line.label.removeprefix(f"{who} demoralized"): line.exact for line in shown.chances}
        both = [mine[""]] * 2 if "" in mine else [mine[", at best"], mine[", at worst"]]
        found += map(Fraction, both)
    return tuple(found)


@pytest.mark.parametrize("stacks", FIGHTS.values(), ids=FIGHTS)
def test_10_5_7_3_the_panel_tells_the_best_and_the_worst_chance_of_demoralization(stacks: tuple[str, ...]) -> None:
    e, covered = game(OPEN), game()
    s = staking(e, stacks)
    truth = played(s)
    assert told(battle(e.context, s, None, -1)) == truth
    # Where stacks lie face down it lies between both.
    for who, seat in enumerate(SEATS):
        s = staking(covered, stacks, who)
        said = told(battle(covered.context, covered.view(s, seat), None, -1))
        assert said == told(battle(covered.context, s, None, -1))
        for best, worst in ((0, 1), (2, 3)):
            assert said[best] <= truth[best] <= truth[worst] <= said[worst]


@pytest.mark.parametrize("stacks", [("ney 0505: f1 f2 f3", "hill 0605: a1/4 a2/3"), *list(FIGHTS.values())[:2]])
def test_10_3_whoever_follows_is_beside_the_end_of_a_way_that_bends_before_he_has_gone_all_of_it(
    stacks: tuple[str, ...],
) -> None:
    covered = game()
    s = staking(covered, stacks, OTHER)
    x, view = covered.context, covered.view(s, SEATS[OTHER])
    combat = groups.seen(x, view, view.fights[0])
    assert combat is not None
    truth, said = Outlooks(x, s, 0, combat), Prospects(x, view, 0, combat, [False, True])
    for fate, course in ((said._fate(course), course) for course, _ in said.courses):
        for side in (FRENCH, OTHER):
            assert truth.of(course).shaken[side][1] <= fate.shaken[side][1]


def test_10_5_7_3_who_has_no_way_back_is_lost_and_not_demoralized() -> None:
    e = game(OPEN)
    s = staking(e, ("reille 0103: f1 f2 f3", "erlon 0202: f4", "ney 0201: f5", "hill 0102: a1/4 a2/4"))
    assert told(battle(e.context, s, None, -1)) == played(s)


@pytest.mark.parametrize(("hill", "lost"), [("hill 0102: a1/4 a2/4", True), ("hill 0705: a1/4 a2/4", False)])
def test_10_5_7_3_nobody_throws_for_those_who_are_lost_on_their_way_back(hill: str, lost: bool) -> None:
    e = game(OPEN)
    beside = ("reille 0605: f1 f2 f3",) if hill.startswith("hill 07") else ("reille 0103: f1 f2 f3", "erlon 0202: f4")
    s = replace(staking(e, (*beside, hill, "ney 0201: f5")), agenda=(Resolve(0),))
    mine, thrown, gone = groups.units(e.context, s, s.fights[0])[OTHER], 0, 0
    for seed in range(40):
        dice = SeededDice(str(seed))
        after = e.advance(s, dice, [])
        while (decision := e.decision(after)) is not None:
            after = e.apply(after, decision.seat, e.options(after)[0], dice, [])
        left = any(after.units[u].at >= 0 for u in mine)
        tested = any(throw.purpose == "morale of the Coalition" for throw in dice.throws)
        assert left or not tested
        thrown, gone = thrown + tested, gone + (not left)
    assert (gone > 0) is lost
    assert thrown


def test_10_5_7_3_a_pursuit_and_a_zone_are_in_the_chance_before_the_dice() -> None:
    e = game(OPEN)
    best, worst = told(battle(e.context, staking(e, EVEN), None, -1))[2:]
    assert best < worst


@pytest.mark.parametrize("side", [FRENCH, OTHER])
@pytest.mark.parametrize(
    "stacks",
    [
        ("reille 0103: f1 f2 f3", "erlon 0202: f4", "ney 0201: f5", "hill 0102: a1/4 a2/4"),
        ("girard 0605: f1/6", "hill 0705: a1 a2 a3", "erlon 0803: f4/11 f5/11"),
        ("reille 0905: f1/12 f2/10", "hill 1005: a1/12 a2/12 a3/12"),
    ],
    ids=["no way back", "a zone on the way", "a great river behind"],
)
def test_10_5_7_4_what_a_guess_is_worth_has_the_best_ways_back_in_it(stacks: tuple[str, ...], side: int) -> None:
    e = game(CALM)
    x, before = e.context, ready(*stacks, e=e)
    sizes = [groups.side_group(x, before, before.fights[0], k)[0].size for k in (0, 1)]
    panel = sealed(x, before, before.fights[0], side)
    assert panel is not None
    assert panel.grid is not None
    for row, his in enumerate((True, False)):
        for column, mine in enumerate((True, False)):
            right = (mine, his) if side == FRENCH else (his, mine)
            guesses = [size if good else "" for size, good in zip(reversed(sizes), right, strict=True)]
            s = opened(before.fight(0, guesses=(guesses[0], guesses[1])))
            s = replace(s, agenda=()).fight(0, stakes=((), ()))
            least = over(e, s, lambda after, k: Fraction(after.lost[k]))[::2]
            told = f"{float(least[side]):.1f}\u00a0:\u00a0{float(least[1 - side]):.1f}"
            assert panel.grid.cells[row][column][0].endswith(f" {told}")


def test_10_5_7_4_face_down_a_guess_counts_the_ways_back_that_its_side_can_see() -> None:
    e = game()
    shut = ("erlon 0202: f4", "ney 0201: f5")
    first = [ready("reille 0103: f1 f2 f3", *more, "hill 0102: a1/4 a2/4", e=e) for more in ((), shut)]
    free, lost = (sealed(e.context, s, s.fights[0], OTHER) for s in first)
    assert free is not None
    assert lost is not None
    assert free.grid is not None
    assert lost.grid is not None
    row = free.grid.rows.index("corps of 20 SP, guesses right")
    mean = [float(grid.cells[row][1][0].split(" ")[1].partition("\u00a0")[0]) for grid in (free.grid, lost.grid)]
    assert mean[0] < mean[1]


@pytest.mark.parametrize("more", [(), ("uxbridge 0906: a5",), ("riders",)], ids=["nobody", "others", "vedettes"])
def test_base_pursuit_the_hexes_that_are_promised_are_those_that_it_goes(more: tuple[str, ...]) -> None:
    e = game(CALM)
    riders = {"riders": "0906"} if more == ("riders",) else {}
    stacks = ("murat 0605: cuirassiers dragoons hussars lancers", "hill 0705: a1 a2", *(more if not riders else ()))
    s = replace(opened(ready(*stacks, e=e, riders=riders)), agenda=())
    fight = s.fights[0]
    combat = groups.seen(e.context, s, fight)
    assert combat is not None
    path = [h(name) for name in ("0705", "0805", "0905", "1005")]
    s = s.moved([leader("hill")], groups.units(e.context, s, fight)[OTHER], path[-1])
    s = replace(s.fight(0, paths=((), tuple(path)), done=True), agenda=(Following(FRENCH, 0, combat),))
    move = m.Pursue(leader("murat"), path[0])
    gone = _moved(e, s, "french", move).map(lambda after: path.index(after.leaders[leader("murat")].at) + 1)
    assert e.label(s, move).detail == f"{float(gone.mean(int)):.1f} hexes on average"
    assert max(n for n, _ in gone) == (2 if more and not riders else 3)
    # Face down riders look like troops, which would stop it.
    covered = game(Options(no_morale=True))
    two, three = (float(gone.mean(lambda n, k=k: min(n, k))) for k in (2, 3))  # type: ignore[misc]
    shown = f"{two:.1f} to {float(gone.mean(int)):.1f}" if riders else f"{two:.1f} to 2.7" if more else f"{three:.1f}"
    view = covered.view(s, "french")
    assert covered.label(view, move).detail == covered.label(s, move).detail == f"{shown} hexes on average"
