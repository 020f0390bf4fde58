"""Attrition as it is told beforehand: where a march would end, where it halts, on the card of a force (base:
attrition).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.systems.con import moves as m
from napwidgets.systems.con.face import inspector
from napwidgets.systems.con.forced import ForcedMarches
from napwidgets.systems.con.marching import Marching, into, wear
from napwidgets.systems.con.movement import MovementPhase
from napwidgets.systems.con.state import FRENCH, State
from tests.systems.con.country import context, field, game, h, leader, play


def marching(*stacks: str, left: int = 10, spent: int = 0, **more: Any) -> State:
    s = field(
        game(),
        *(stacks or ("ney 0209: f1/40",)),
        step=Marching(FRENCH, leader("ney"), left, spent),
        **{"points": (9, 9, 9), **more},
    )
    return replace(s, agenda=(MovementPhase(FRENCH), *s.agenda))


def outcome(s: State, move: Any) -> dict[int, Fraction]:
    """What the force loses at each die."""
    lost = Counter(play(game(), s, move, die).wasted[0] for die in range(1, 7))
    return {n: Fraction(many, 6) for n, many in lost.items()}


@pytest.mark.parametrize("to", ["0208", "0206", "0205"])
def test_base_attrition_is_told_of_the_hex_where_a_march_would_end(to: str) -> None:
    s = marching()
    parts = [f"{n} ({float(100 * p):.0f} %)" for n, p in sorted(outcome(s, m.Go(h(to))).items())]
    assert game().label(s, m.Go(h(to))).detail == f"SP lost by attrition: {', '.join(parts)}."


def test_base_attrition_of_a_halt_counts_what_was_marched_before() -> None:
    far, near = marching(spent=8, left=2), marching(left=2)
    for s in (far, near):
        parts = [f"{n} ({float(100 * p):.0f} %)" for n, p in sorted(outcome(s, m.Done()).items())]
        assert game().label(s, m.Done()).detail == f"SP lost by attrition: {', '.join(parts)}."
    assert game().label(far, m.Done()).detail != game().label(near, m.Done()).detail


@pytest.mark.parametrize("moved", [False, True])
def test_base_attrition_is_told_of_the_force_that_a_march_makes(moved: bool) -> None:
    # Reille, under Ney, waits where Ney goes: with him he is one force, unless he has marched there himself.
    s = marching("ney 0209: f1/12", "reille 0208 < ney: f2/40").lead(leader("reille"), moved=moved)
    parts = [f"{n} ({float(100 * p):.0f} %)" for n, p in sorted(outcome(s, m.Go(h("0208"))).items())]
    assert game().label(s, m.Go(h("0208"))).detail == f"SP lost by attrition: {', '.join(parts)}."
    assert (len(parts) == 2) is moved


@pytest.mark.parametrize(("ney", "to", "left"), [("0505", "0305", 2), ("0305", "0405", 6)])
def test_base_attrition_counts_the_line_as_the_march_leaves_it(ney: str, to: str, left: int) -> None:
    # The enemy at 0304 lies beside the army's road at 0305: it is open while the force stands there.
    cut = {"centers": ("0605", "1205", "1405")}
    s = marching(f"ney {ney}: f1/40", "hill 0304: a1/5", left=left, **cut)
    parts = [f"{n} ({float(100 * p):.0f} %)" for n, p in sorted(outcome(s, m.Go(h(to))).items())]
    assert game().label(s, m.Go(h(to))).detail == f"SP lost by attrition: {', '.join(parts)}."
    x, force = context(game()), context(game()).force(s, leader("ney"))
    top: Any = s.agenda[-1]
    assert wear(x, s, force, top.ways(x, s)[h(to)][0]) != wear(
        x, into(x, s, FRENCH, force, (h(to),)), force, top.ways(x, s)[h(to)][0]
    )


def test_9_1_attrition_of_a_forced_march_is_told_if_it_comes_off() -> None:
    s = field(game(), "ney 0209: f1/40", step=ForcedMarches(FRENCH), points=(9, 9, 9))
    move = m.Force(leader("ney"), h("0208"))
    ends = [play(game(), s, move, 1, die).wasted[0] for die in range(1, 7)]
    parts = [f"{n} ({100 * ends.count(n) / 6:.0f} %)" for n in sorted(set(ends))]
    assert game().label(s, move).detail.endswith(f". SP lost by attrition: {', '.join(parts)}.")
    few = field(game(), "ney 0209: f1/1", step=ForcedMarches(FRENCH), points=(9, 9, 9))
    assert "attrition" not in game().label(few, move).detail


def test_base_attrition_nothing_is_told_where_nothing_is_lost() -> None:
    assert game().label(marching("ney 0209: f1/3"), m.Done()).detail == ""
    assert game().label(marching("ney 0209: f1/3"), m.Go(h("0208"))).detail == ""


def test_base_attrition_stands_on_the_card_of_ones_own_force_row_by_row() -> None:
    s = field(game(), "ney 0209: f1/40", "hill 1205: a1/40", step=MovementPhase(FRENCH), points=(9, 9, 9))
    x = context(game())

    def told(at: str, seat: str, s: State) -> str:
        cards = inspector.inspect(x, s, seat, h(at))
        return next((f.value for card in cards for f in card.facts if f.name == "Attrition on average"), "")

    means = [float(wear(x, s, x.force(s, leader("ney")), 2 * far).mean(float)) for far in (0, 1, 4)]
    assert told("0209", "french", s) == (
        f"{means[0]:.1f} SP at rest, {means[1]:.1f} SP from 1 MP on, {means[2]:.1f} SP from 4 MP on"
    )
    assert told("1205", "french", game().view(s, "french")) == ""
