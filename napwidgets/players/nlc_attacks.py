"""Which attacks the steady player declares: all stacks that reach an enemy are weighed together (7.3)."""

from __future__ import annotations

from napwidgets.kernel.system import Engine, Move
from napwidgets.players.nlc_situation import Situation
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.fighting.attacks import Plan, fighters_in


def attack(engine: Engine, now: Situation) -> Move | None:
    """The attack to declare next, or the end of declaring; whoever is bound to attack takes what hurts least."""
    plan: Plan = getattr(now.s.agenda[-1], "plan", ())
    found = [
        move
        for subject in engine.subjects(now.s)
        for move in engine.options(now.s, subject.id)
        if isinstance(move, m.Attack)
    ]
    over = next((move for move in engine.options(now.s) if isinstance(move, m.Pass)), None)
    best: tuple[float, Move] | None = None
    for target in sorted({move.target for move in found}):
        open_to = [move.stack for move in found if move.target == target and (move.stack, target) not in plan]
        gain, stack = _gain(now, plan, target, open_to)
        if best is None or gain > best[0]:
            best = gain, m.Attack(stack, target)
    if best is None:
        return over
    return best[1] if over is None or best[0] > now.mood.worth_it else over


def _gain(now: Situation, plan: Plan, target: int, open_to: list[int]) -> tuple[float, int]:
    """What more stacks add to the attack on a target at best, and the first of them to declare. A stack that has to be
    turned away from another target is missed there (7.3).
    """

    def worth(stacks: tuple[int, ...], target: int) -> float:
        force = tuple((h, fighters) for h in stacks if (fighters := fighters_in(now.x, now.s, h)))
        return now.fight(force, target) if force else 0.0

    def missed(h: int) -> float:
        old = next((t for stack, t in plan if stack == h), None)
        if old is None:
            return 0.0
        stacks = tuple(stack for stack, t in plan if t == old)
        return worth(stacks, old) - worth(tuple(stack for stack in stacks if stack != h), old)

    declared = tuple(h for h, t in plan if t == target)
    base = worth(declared, target)
    order = sorted(open_to, key=lambda h: (-sum(now.sp(u) for u in fighters_in(now.x, now.s, h)), h))
    best = max(((worth((*declared, h), target) - base - missed(h), h) for h in order), key=lambda found: found[0])
    joined, price = declared, 0.0
    for h in order:
        joined, price = (*joined, h), price + missed(h)
        if len(joined) - len(declared) > 1:
            best = max(best, (worth(joined, target) - base - price, order[0]), key=lambda found: found[0])
    return best
