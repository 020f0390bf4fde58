"""What the steady player of jdg does with engineers: crossings its aims need, bridges that the enemy needs (6.4)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.players.jdg import SteadyPlayer
from napwidgets.players.jdg_aims import Aim, Task
from napwidgets.players.jdg_engineers import crossing, demolition
from napwidgets.players.jdg_orders import Campaign
from napwidgets.players.jdg_situation import RECRUIT, STEADY, Lie, Situation
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.march.movement import MovementPhase
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.scenario import GoalData
from napwidgets.systems.jdg.state import FRENCH
from tests.systems.jdg.field import CALW, DORF, FELS, GAU, HAIN, JENA, field, game, ids, link

#: Everybody sees everything, and the places that this is about are worth points.
GOALS = (("goals", (GoalData(at="Fels", points=6),)),)
E = game(Options(open_play=True), GOALS)
#: The way round, from Fels by Bern, Calw, Dorf and Jena to Gau, and the link of it that is closed here.
ROUND, AWAY = 5, link(CALW, DORF)
BRIDGE, FORD = link(FELS, GAU), link(FELS, HAIN)


def campaign(
    places: dict[str, str], mood: Any = STEADY, cut: tuple[int, ...] = (), away: tuple[int, ...] = (AWAY,), **more: Any
) -> Campaign:
    s = field(E, {"napoleon": "ilm", **places}, step=MovementPhase(FRENCH), cut=tuple(sorted((*cut, *away))), **more)
    return Campaign(Situation(E.context, s, FRENCH, Lie(E.context), mood))


def orders(c: Campaign, work: Any) -> Any:
    return work(c, c.now.s.agenda[-1], [subject.id for subject in E.subjects(c.now.s)])


def bound_for(c: Campaign, box: int, *names: str) -> Campaign:
    """The campaign with one aim."""
    aim = Aim(Task("take", box, 1.0, 6.0), ids(E, *names), 2, 5.0)
    c.aims, c.of, c.main = [aim], dict.fromkeys(aim.units, aim), aim
    return c


def test_a_way_over_a_broken_bridge_is_none_for_a_recruit_and_longer_for_who_has_engineers() -> None:
    whole, cut = campaign({"i": "fels"}), campaign({"i": "fels"}, cut=(BRIDGE,))
    assert whole.now.lie.far(GAU)[FELS] == 1
    assert cut.now.lie.far(GAU)[FELS] == 1 + STEADY.engineers
    # Both go round where that is shorter.
    assert campaign({"i": "fels"}, cut=(BRIDGE,), away=()).now.lie.far(GAU)[FELS] == ROUND
    assert campaign({"i": "fels"}, RECRUIT, cut=(BRIDGE,), away=()).now.lie.far(GAU)[FELS] == ROUND
    assert FELS not in campaign({"i": "fels"}, RECRUIT, cut=(BRIDGE,)).now.lie.far(GAU)


def test_where_the_bridge_is_gone_the_way_to_an_aim_is_made_by_the_fewest_who_can() -> None:
    c = bound_for(campaign({"i": "fels", "v": "fels"}, cut=(BRIDGE,)), HAIN, "i", "v")
    assert orders(c, crossing) == (m.Activate(ids(E, "v")), m.Bridge(FORD, "build"))
    # Four are too few for a pontoon, and together they are enough.
    c = bound_for(campaign({"i": "fels 4", "v": "fels 1"}, cut=(BRIDGE,)), HAIN, "i", "v")
    assert orders(c, crossing) == (m.Activate(ids(E, "i", "v")), m.Bridge(FORD, "build"))
    c = bound_for(campaign({"i": "fels 4"}, cut=(BRIDGE,)), HAIN, "i")
    assert orders(c, crossing) is None


def test_without_a_train_left_a_ford_is_no_way_and_the_bridge_is_mended() -> None:
    c = campaign({"i": "fels"}, cut=(BRIDGE,), pontoons=((link(GAU, JENA), FRENCH),))
    assert FORD not in c.now.lie.works
    assert orders(bound_for(c, HAIN, "i"), crossing) == (m.Activate(ids(E, "i")), m.Bridge(BRIDGE, "repair"))


def test_nobody_works_where_the_bridge_stands_or_the_enemy_on_the_other_bank() -> None:
    assert orders(bound_for(campaign({"i": "fels"}), GAU, "i"), crossing) is None
    there = campaign({"i": "fels", "corps": "gau"}, cut=(BRIDGE,))
    assert orders(bound_for(there, GAU, "i"), crossing) is None


def test_a_bridge_is_broken_before_an_enemy_who_would_take_the_place() -> None:
    threat = {"i": "fels 5", "corps": "jena", "austrians": "jena"}
    assert orders(campaign(threat), demolition) == (m.Activate(ids(E, "i")), m.Bridge(BRIDGE, "destroy"))
    # Who goes elsewhere leaves it alone; two strength points can't, and without an enemy near nobody does.
    assert orders(bound_for(campaign(threat), HAIN, "i"), demolition) is None
    assert orders(campaign({**threat, "i": "fels 2"}), demolition) is None
    assert orders(campaign({"i": "fels 5"}), demolition) is None
    assert orders(campaign(threat, replace(STEADY, breaks=0.0)), demolition) is None
    assert orders(campaign(threat, replace(STEADY, breaks=12.0)), demolition) is None


def test_nobody_cuts_off_his_own_or_bars_the_way_to_his_aim() -> None:
    threat = {"i": "fels 5", "corps": "jena", "austrians": "jena"}
    assert orders(campaign({**threat, "ii": "gau"}), demolition) is None
    c = campaign(threat)
    c.aims = [Aim(Task("take", HAIN, 1.0, 6.0), (), 2, 30.0)]
    assert orders(c, demolition) is None
    # The way to supply stays open, whatever it saves.
    held = campaign({"i": "gau 5", "corps": "fels", "austrians": "fels"}, replace(STEADY, breaks=0.01))
    held.now.lie.goals[GAU] = 6
    assert not [w for w in [orders(held, demolition)] if w is not None and w.bridge.link == BRIDGE]


@pytest.mark.parametrize(("cut", "work"), [((), "destroy"), ((BRIDGE,), "repair")])
def test_who_has_set_out_does_the_work_and_stays(cut: tuple[int, ...], work: str) -> None:
    s, dice = field(E, {"napoleon": "ilm", "i": "fels"}, step=MovementPhase(FRENCH), cut=cut), SeededDice("6.4")
    player = SteadyPlayer(Random(1))
    player._work = m.Bridge(BRIDGE, work)
    s = E.apply(s, "french", m.Activate(ids(E, "i")), dice, [])
    assert player.choose(E, s, "french") == m.Bridge(BRIDGE, work)
    s = E.apply(s, "french", m.Bridge(BRIDGE, work), dice, [])
    assert (BRIDGE in s.cut) is (work == "destroy")
    if work == "destroy":
        # Four movement points are left.
        assert player.choose(E, s, "french") == m.Done()


def test_a_crossing_made_anew_takes_longer_than_the_enemys_next_march() -> None:
    c = campaign({"i": "fels 5", "corps": "jena"})
    far = c.now.lie.far(FELS, BRIDGE)
    assert c.now.comers(FELS)
    assert not c.now.comers_by(far)
    assert far[JENA] == c.now.lie.far(FELS)[JENA] + STEADY.engineers
    # Who has no engineers takes it that nobody has.
    assert JENA not in campaign({"i": "fels 5"}, replace(STEADY, engineers=0.0)).now.lie.far(FELS, BRIDGE)
