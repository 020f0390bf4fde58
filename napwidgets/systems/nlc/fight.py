"""7.3, 7.4. One normal combat: fire, retreats of one's own will, losses, morale.

Readings 22 and 27 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Decision, Label
from napwidgets.systems.nlc import moves as m
from napwidgets.systems.nlc.clash import (
    ATTACK,
    DEFEND,
    SIDE_WORDS,
    Clash,
    can_give_way,
    check_stand,
    fire,
    first_to_choose,
    give_way,
    morale,
)
from napwidgets.systems.nlc.context import Context, Log, counted, say
from napwidgets.systems.nlc.limits import BACKWARDS
from napwidgets.systems.nlc.losses import LeadersUnderFire, TakeHits, destroy, places_hit, settle
from napwidgets.systems.nlc.muster import normal_clash
from napwidgets.systems.nlc.retreat import AdvanceOffer, RetreatStack, can_retreat_to
from napwidgets.systems.nlc.state import State
from napwidgets.systems.nlc.step import Choice, Step

Stacks = tuple[tuple[int, tuple[int, ...]], ...]
__all__ = ["Fight", "can_retreat_to"]


class Fight(Step, frozen=True, tag="fight"):
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
        unit = 2 if x.options.tiny_units else 1
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
        )
        s = _shake(x, s, after, log)
        order = (first_to_choose(after), 1 - first_to_choose(after))
        s = s.push(Losses(stacks, self.target, before, after))
        return s.push(
            RetreatChoice(after, stacks, self.target, order[1]), RetreatChoice(after, stacks, self.target, order[0])
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


def must_give_way(x: Context, s: State, clash: Clash, which: int) -> bool:
    """Cavalry defending alone always retreats (7.3), and so do units that fall back when attacked (20.2)."""
    if which != DEFEND:
        return False
    units = [f.unit for f in clash.forces[DEFEND].fighters if f.steps and not f.remote]
    alone = bool(units) and all(x.infos[u].cavalry for u in units)
    return alone or any(x.order(s, u) in BACKWARDS for u in units)


class RetreatChoice(Choice, frozen=True, tag="retreat-choice"):
    """One side decides whether it retreats of its own will (7.4)."""

    clash: Clash
    stacks: Stacks
    target: int
    which: int

    def _settled(self, x: Context, s: State) -> bool:
        if any(f.gives for f in self.clash.forces):
            return True
        force = self.clash.forces[self.which]
        return not force.hits or not can_give_way(force)

    def automatic(self, x: Context, s: State) -> bool:
        return self._settled(x, s) or must_give_way(x, s, self.clash, self.which)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        clash = self.clash
        force = clash.forces[self.which]
        forced = must_give_way(x, s, clash, self.which) and can_give_way(force)
        if forced and not any(f.gives for f in clash.forces):
            return self._gives(x, s, log)
        return _pass_on(s.pop(), clash)

    def side(self, x: Context, s: State) -> int:
        return x.infos[self.clash.forces[self.which].fighters[0].unit].side

    def decision(self, x: Context, s: State) -> Decision:
        hits = [f.hits / (2 if x.options.tiny_units else 1) for f in self.clash.forces]
        return Decision(
            x.setting.seat(self.side(x, s)),
            "retreat",
            "Retreat or stand",
            f"Combat at {x.place(self.target)}: {counted(hits[DEFEND], 'hit')} for the defender to take and "
            f"{hits[ATTACK]:g} for the attacker. If the {SIDE_WORDS[self.which]} retreats now, both are halved.",
            ("NLC 7.4",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return [] if subject else [m.GiveWay(), m.Stand()]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        return self._gives(x, s, log) if isinstance(move, m.GiveWay) else _pass_on(s.pop(), self.clash)

    def _gives(self, x: Context, s: State, log: Log) -> State:
        clash = give_way(x.options, self.clash, self.which)
        say(log, "gives-way", f"The {SIDE_WORDS[self.which]} at {x.place(self.target)} retreats.", "7.4")
        return _pass_on(s.pop(), clash)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        halves = [
            f.hits / (2 if x.options.tiny_units else 1) for f in give_way(x.options, self.clash, self.which).forces
        ]
        if isinstance(move, m.GiveWay):
            detail = f"hits become {halves[DEFEND]:g} on the defender, {halves[ATTACK]:g} on the attacker"
            return Label("Retreat", detail, ("NLC 7.4",))
        force = self.clash.forces[self.which]
        test = f"takes the hits, then tests morale: now a die of {morale(x.tables, force)} or less stands"
        return Label("Stand", test, ("NLC 7.4",))


def _pass_on(s: State, clash: Clash) -> State:
    """Give the clash to the step below."""
    return replace(s, agenda=(*s.agenda[:-1], replace(s.agenda[-1], clash=clash)))


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
        return _pass_on(s.pop(), self.clash)


class Aftermath(Step, frozen=True, tag="aftermath"):
    """Losses are real, leaders are tested, who fails morale retreats, the attacker may advance (7.4, 7.5, 19.2)."""

    stacks: Stacks
    target: int
    before: Clash
    clash: Clash

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        start = replace(
            self.before,
            forces=(self.before.forces[0], self.before.forces[1]),
        )
        places = places_hit(x, s, self.clash)
        clash = check_stand(x.tables, self.clash, dice)
        s = settle(x, s, start, clash, log)
        s = _credit(x, s, clash)
        for which in (ATTACK, DEFEND):
            if clash.forces[which].gives == "involuntary":
                say(log, "fails-morale", f"The {SIDE_WORDS[which]} fails its morale check and retreats.", "7.4")
        s = guard_recoils(x, s, clash, log)
        s = s.push(AdvanceOffer(self.stacks, self.target, clash.forces[ATTACK].gives))
        s = self._retreats(x, s, clash, log)
        return s.push(LeadersUnderFire(places)) if places else s

    def _retreats(self, x: Context, s: State, clash: Clash, log: Log) -> State:
        for which in (ATTACK, DEFEND):
            force = clash.forces[which]
            if not force.gives:
                continue
            alive = [f.unit for f in force.fighters if f.steps and not f.remote and not f.stays]
            if force.gives == "involuntary":
                guns = [u for u in alive if x.infos[u].foot_gun]
                if which == DEFEND:
                    for u in guns:
                        s = destroy(x, s, u, "is overrun with its guns", log, "7.4")
                alive = [u for u in alive if u not in guns]
            places = sorted({s.units[u].hex for u in alive})
            for h in places:
                units = tuple(u for u in alive if s.units[u].hex == h)
                s = s.push(RetreatStack(units, h, force.gives))
        return s


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


def guard_recoils(x: Context, s: State, clash: Clash, log: Log) -> State:
    """La Garde recule: French morale falls for good when the Guard retreats involuntarily from an attack (7.4)."""
    force = clash.forces[ATTACK]
    if s.broken or force.gives != "involuntary":
        return s
    if not any(x.infos[f.unit].old_guard for f in force.fighters):
        return s
    say(log, "guard-recoils", "La Garde recule! French morale falls by 1 for the rest of the day.", "7.4")
    foe = 1 - x.infos[force.fighters[0].unit].side
    shaken = any(x.setting.army_side[a] == foe for a, _ in s.fallen)
    return replace(s, broken=True, recoil=not shaken)
