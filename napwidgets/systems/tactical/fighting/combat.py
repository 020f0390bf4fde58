"""7.3, 7.4. One normal combat: fire, retreats of one's own will, losses, morale.

Reading 23 of docs/rules/nlc.md applies here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.causes import BOUND_WORDS
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.core.step import Choice, Step
from napwidgets.systems.tactical.fighting.clash import (
    ATTACK,
    DEFEND,
    SIDE_WORDS,
    Clash,
    Force,
    can_break,
    fire,
    give_way,
    may_give_way,
    morale,
    must_give_way,
    nerves,
    order_of_choice,
    parts_of_a_hit,
    stand_tests,
    who_breaks,
)
from napwidgets.systems.tactical.fighting.forces import normal_clash, note_throws, told_parts
from napwidgets.systems.tactical.fighting.losses import (
    LeadersUnderFire,
    TakeHits,
    destroy,
    hand_down,
    places_hit,
    settle,
)
from napwidgets.systems.tactical.fighting.retreat import AdvanceOffer, RetreatStack, can_retreat_to
from napwidgets.systems.tactical.fighting.way_back import WayBack
from napwidgets.systems.tactical.ground.context import Context, Log, counted, say

Stacks = tuple[tuple[int, tuple[int, ...]], ...]
__all__ = ["NormalCombat", "can_retreat_to"]


class NormalCombat(Step, frozen=True, tag="fight"):
    """Both sides fire (7.3); then the retreats are decided."""

    stacks: Stacks
    target: int
    remote: tuple[int, ...] = ()

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        stacks = tuple((h, tuple(u for u in us if s.units[u].hex == h)) for h, us in self.stacks)
        stacks = tuple((h, us) for h, us in stacks if us)
        if not stacks or not x.ground.layout(s).at.get(self.target):
            return s
        before = normal_clash(x, s, stacks, self.target, self.remote)
        after = fire(x.tables, x.options, before, dice)
        attack, defend = after.forces
        who = x.they([u for _, us in stacks for u in us], "attack")
        unit = parts_of_a_hit(x.options)
        say(
            log,
            "combat",
            f"{who} {x.place(self.target)}: {counted(defend.hits / unit, 'hit')} on the defender, "
            f"{attack.hits / unit:g} on the attacker.",
            "7.3",
            hexes=(*(h for h, _ in stacks), self.target),
            units=tuple(f.unit for force in after.forces for f in force.fighters),
            strengths=[attack.strength, defend.strength],
            hits=[defend.hits, attack.hits],
            parts=told_parts(x, *before.forces),
        )
        s = _shake(x, note_throws(x, s, before, after, log), after, log)
        first, second = order_of_choice(after)
        s = s.push(Losses(stacks, self.target, before, after))
        return s.push(
            RetreatChoice(after, stacks, self.target, second), RetreatChoice(after, stacks, self.target, first)
        )


def _shake(x: Context, s: State, clash: Clash, log: Log) -> State:
    """Artillery support disrupts (25.2)."""
    for force in clash.forces:
        if not force.shaken:
            continue
        units = [f.unit for f in force.fighters if not f.remote]
        s = s.many({u: replace(s.units[u], disrupted=True) for u in units})
        say(log, "disrupted", f"{x.unit_names(units)} disrupted by guns in support.", "25.2", units=units)
    return s


class RetreatChoice(Choice, frozen=True, tag="retreat-choice"):
    """One side decides whether it retreats of its own will (7.4)."""

    clash: Clash
    stacks: Stacks
    target: int
    which: int

    def automatic(self, x: Context, s: State) -> bool:
        return must_give_way(self.clash, self.which) or not may_give_way(self.clash, self.which)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        if must_give_way(self.clash, self.which):
            return self._gives(x, s, log)
        return hand_down(s.pop(), self.clash)

    def side(self, x: Context, s: State) -> int:
        return x.infos[self.clash.forces[self.which].fighters[0].unit].side

    def question(self, x: Context, s: State) -> Question:
        hits = [f.hits / parts_of_a_hit(x.options) for f in self.clash.forces]
        prompt = (
            f"Combat at {x.place(self.target)}: {counted(hits[DEFEND], 'hit')} for the defender to take and "
            f"{hits[ATTACK]:g} for the attacker. If the {SIDE_WORDS[self.which]} retreats now, both are halved."
        )
        if must_give_way(self.clash, 1 - self.which):
            prompt += f" If not, the {SIDE_WORDS[1 - self.which]} must."
        return Question("retreat", "Retreat or stand", prompt, ("NLC 7.4",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return [] if subject else [m.GiveWay(), m.Stand()]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        return self._gives(x, s, log) if isinstance(move, m.GiveWay) else hand_down(s.pop(), self.clash)

    def _gives(self, x: Context, s: State, log: Log) -> State:
        clash = give_way(x.options, self.clash, self.which)
        who, cites = f"The {SIDE_WORDS[self.which]} at {x.place(self.target)} retreats", ["7.4"]
        if must_give_way(self.clash, self.which):
            bound = self.clash.forces[self.which].bound
            why, cite = BOUND_WORDS[bound]
            who, cites = f"{who}: {'it ' if bound == 'falls back' else ''}{why}", [*cites, cite]
        say(log, "gives-way", f"{who}.", *cites)
        if any(f.hits for f in self.clash.forces):
            defend, attack = (clash.forces[n].hits / parts_of_a_hit(x.options) for n in (DEFEND, ATTACK))
            text = f"The retreat halves the hits: {defend:g} on the defender, {attack:g} on the attacker."
            say(log, "halved", text, "7.4")
        return hand_down(s.pop(), clash)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        halves = [f.hits / parts_of_a_hit(x.options) for f in give_way(x.options, self.clash, self.which).forces]
        if isinstance(move, m.GiveWay):
            detail = f"hits become {halves[DEFEND]:g} on the defender, {halves[ATTACK]:g} on the attacker"
            detail += self._on_the_way(x, s)
            return Label("Retreat", detail, ("NLC 7.4",))
        force = self.clash.forces[self.which]
        if not can_break(self.clash, self.which):
            return Label("Stand", "takes the hits; foot guns that attack need no morale check", ("NLC 7.4",))
        test = f"takes the hits, then tests morale: now a die of {morale(x.tables, force)} or less stands"
        return Label("Stand", test, ("NLC 7.4",))

    def _on_the_way(self, x: Context, s: State) -> str:
        """What going back costs beyond the hits, as words that go on."""
        costs = [cost for _, _, cost in WayBack(x, s).stacks(self.clash, self.which)]
        if any(cost < 0 for cost in costs):
            return "; no way back: lost" if len(costs) == 1 else "; some have no way back and are lost"
        return "; the way back costs a step more" if any(costs) else ""


class Losses(Step, frozen=True, tag="losses"):
    """Hits are taken, then morale is tested (7.4)."""

    stacks: Stacks
    target: int
    before: Clash
    clash: Clash

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        after = Aftermath(self.stacks, self.target, self.before, self.clash)
        return s.pop(after, TakeHits(self.clash, ATTACK), Relay(self.clash), TakeHits(self.clash, DEFEND))


class Relay(Step, frozen=True, tag="relay"):
    """Hands the clash from the defender's losses to the attacker's."""

    clash: Clash

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return hand_down(s.pop(), self.clash)


class Aftermath(Step, frozen=True, tag="aftermath"):
    """Losses are real, leaders are tested, who fails morale retreats, the attacker may advance (7.4, 7.5, 19.2)."""

    stacks: Stacks
    target: int
    before: Clash
    clash: Clash

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        places = places_hit(x, s, self.clash)
        tests = stand_tests(x.tables, self.clash)
        broken = who_breaks(tests, dice)
        # Once one side fails nobody tests any more: the last throw is its own.
        rolled = dice.throws[-1].value if broken is not None else 0
        clash = self.clash if broken is None else self.clash.force(broken, gives="involuntary")
        s = settle(x, s, self.before, clash, log)
        s = _credit(x, s, clash)
        if broken is not None:
            who, need = SIDE_WORDS[broken], dict(tests)[broken]
            text = f"The {who} fails its morale check and retreats: {rolled} against {need}."
            say(log, "fails-morale", text, "7.4")
        s = s.push(AdvanceOffer(self.stacks, self.target, clash.forces[ATTACK].gives))
        s = self._retreats(x, s, clash, dice, log)
        return s.push(LeadersUnderFire(places)) if places else s

    def _retreats(self, x: Context, s: State, clash: Clash, dice: Dice, log: Log) -> State:
        for which in (ATTACK, DEFEND):
            force = clash.forces[which]
            if not force.gives:
                continue
            alive = [f.unit for f in force.fighters if f.steps and not f.remote and not f.stays]
            if force.gives == "involuntary":
                guns = left_behind(x, force)
                if which == DEFEND:
                    for u in guns:
                        s = destroy(x, s, u, "is overrun with its guns", log, "7.4")
                alive = [u for u in alive if u not in guns]
            how = "recoil" if force.gives == "involuntary" and which == ATTACK else force.gives
            rolled = 0
            nerve: tuple[tuple[int, int], ...] = ()
            if alive and force.gives == "voluntary" and x.options.advanced_disruption:
                rolled = dice.roll(f"{x.unit_names(alive)} keep order")
                nerve = nerves(x.tables, force)
            places = sorted({s.units[u].hex for u in alive})
            for h in places:
                units = tuple(u for u in alive if s.units[u].hex == h)
                s = s.push(RetreatStack(units, h, how, rolled=rolled, nerve=nerve))
        return s


def left_behind(x: Context, force: Force) -> list[int]:
    """The foot guns of a side that breaks: they don't get away, and those of a defender are overrun (7.4)."""
    here = (f.unit for f in force.fighters if f.steps and not f.remote and not f.stays)
    return [u for u in here if x.infos[u].gun and not x.infos[u].light]


def _credit(x: Context, s: State, clash: Clash) -> State:
    """Note who won a combat, for 25.12: the side that made the other give way or lost fewer steps."""
    attack, defend = clash.forces
    if attack.gives != defend.gives:
        winner = DEFEND if attack.gives else ATTACK
    elif attack.taken != defend.taken:
        winner = ATTACK if attack.taken < defend.taken else DEFEND
    else:
        return s
    side = x.infos[clash.forces[winner].fighters[0].unit].side
    won = list(s.won)
    won[side] += 1
    return replace(s, won=tuple(won))
