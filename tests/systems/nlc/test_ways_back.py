"""7.4: the odds send stacks back over whatever ways cost all of them least, in positions of every kind."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from napwidgets.systems.tactical.fighting.attacks import CombatSegment
from napwidgets.systems.tactical.fighting.clash import ATTACK, DEFEND, Clash
from napwidgets.systems.tactical.fighting.forces import normal_clash
from napwidgets.systems.tactical.fighting.retreat import RetreatStack
from napwidgets.systems.tactical.fighting.way_back import WayBack
from tests.systems.nlc.table import Table, arrange, battle
from tests.systems.nlc.test_promised import NO_DICE, cheapest

CENTER = "0413"


def thrown_together(seed: int) -> tuple[Table, Mapping[str, list[str]]]:
    """Two or three stacks side by side that attack Kempt, with friends and enemies around them as chance has it."""
    rng, setting = Random(seed), battle().setting
    board, infos = setting.board, battle().context.infos
    ids = [unit.id for unit in setting.units if not infos[setting.unit_index[unit.id]].gun]
    french, allied = ([id for id in ids if infos[setting.unit_index[id]].side == side] for side in (0, 1))
    # Cavalry near a retreat may charge, which is another fight.
    allied = [id for id in allied if id != "kempt" and not infos[setting.unit_index[id]].mounted]
    rng.shuffle(french)
    rng.shuffle(allied)
    near = [board.label(n) for n in board.neighbours[board.number(CENTER)]]
    far = {board.label(m) for h in near for m in board.neighbours[board.number(h)]} - {CENTER, *near}
    first = rng.randrange(len(near))
    stacks = {
        near[(first + n) % len(near)]: [french.pop() for _ in range(rng.choice([1, 1, 2]))]
        for n in range(rng.choice([2, 2, 3]))
    }
    spots = {"kempt": CENTER} | {unit: h for h, units in stacks.items() for unit in units}
    for h in [*near, *sorted(far)]:
        if h not in stacks:
            pool, many = rng.choice([(french, 0), (french, 1), (french, 2), *[(allied, 1)] * 4])
            spots |= {pool.pop(): h for _ in range(min(many, len(pool)))}
    t = arrange(battle(), spots, leaders={"reille": "0420", "picton": "0409"}, active=("II",))
    return t.push(CombatSegment(0)), stacks


def attack(t: Table, stacks: Mapping[str, list[str]]) -> Clash:
    """Their attack, of which they must go back."""
    fought = tuple(sorted((t.hex(h), t.us(*units)) for h, units in stacks.items()))
    return normal_clash(t.x, t.state, fought, t.hex(CENTER)).force(ATTACK, gives="involuntary")


def test_7_4_stacks_go_back_over_the_ways_that_cost_all_of_them_least() -> None:
    dear = 0
    for seed in range(200):
        t, stacks = thrown_together(seed)
        clash, s = attack(t, stacks), t.state
        left = sum(f.steps for f in WayBack(t.x, s)(clash, ATTACK).fighters)
        for h in sorted(stacks, key=t.hex):
            s = s.push(RetreatStack(t.us(*stacks[h]), t.hex(h), "recoil"))
        others = sum(unit.steps for unit in t.state.units if unit.hex >= 0) - sum(
            f.steps for f in clash.forces[ATTACK].fighters
        )
        s = t.engine.advance(s, NO_DICE, [])
        assert others + left == -cheapest(t, s), seed
        dear += left < sum(f.steps for f in clash.forces[ATTACK].fighters)
    assert 20 < dear < 200


def test_7_4_what_is_remembered_of_a_way_back_is_not_taken_for_that_after_other_losses() -> None:
    other = 0
    for seed in range(60):
        t, stacks = thrown_together(seed)
        clash, back = attack(t, stacks), WayBack(t.x, t.state)
        first, *rest = clash.forces[ATTACK].fighters
        gone = [replace(f, steps=0) for f in clash.forces[DEFEND].fighters]
        fallen = clash.force(DEFEND, fighters=tuple(gone))
        shrunk = clash.force(ATTACK, fighters=(replace(first, steps=0), *rest))
        found = [back(now, ATTACK) for now in (clash, fallen, shrunk)]
        assert found == [WayBack(t.x, t.state)(now, ATTACK) for now in (clash, fallen, shrunk)]
        other += found[0] != found[1]
    assert other
