"""7.3, 7.11 and 25.3. The Formation Combat Segment (4.4 IV): who attacks whom, in what order.

Readings 20, 21, 22, 44 and 90 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.tactical.command.hidden import unmask
from napwidgets.systems.tactical.command.leaders import overrun_hex, reserve_fails
from napwidgets.systems.tactical.command.limits import FORWARDS, may_fight
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import BOMBARDED, CHARGED, FOUGHT, SUPPORTED, State
from napwidgets.systems.tactical.core.step import Choice, OwnChoice, Step, subject_number
from napwidgets.systems.tactical.fighting.combat import NormalCombat, can_retreat_to
from napwidgets.systems.tactical.fighting.losses import note_attack
from napwidgets.systems.tactical.fighting.retreat import (
    AdvanceOffer,
    AfterRetreat,
    disorder,
    moved_back,
    pay,
    price_told,
    retreat_price,
)
from napwidgets.systems.tactical.ground.context import Context, Log, names, refuse, say
from napwidgets.systems.tactical.ground.views import covered, lurks

Plan = tuple[tuple[int, int], ...]


def fighters_in(x: Context, s: State, h: int) -> tuple[int, ...]:
    """The units of a stack that attack with it: acting, allowed to fight, not spent by charge or bombardment (7.7,
    8.2).
    """
    acting = set(x.acting(s))
    return tuple(u for u in x.ground.layout(s).at.get(h, ()) if u in acting and why_not_fighting(x, s, u) is None)


def why_not_fighting(x: Context, s: State, u: int) -> IllegalMove | None:
    """Why a unit can't attack in normal combat now, if so."""
    name, marks = x.infos[u].name, s.units[u].marks
    if marks & CHARGED:
        return refuse("charged", f"{name} has charged this turn and can't attack.", "7.7")
    if marks & BOMBARDED:
        return refuse("bombarded", f"{name} has bombarded and can't attack.", "8.2")
    if marks & FOUGHT:
        return refuse("fought", f"{name} has attacked already.", "7.3")
    return may_fight(x, s, u)


def confined(x: Context, s: State, units: Sequence[int], target: int) -> tuple[str, ...]:
    """Why units may not attack or charge a hex though they may fight, if so: words and paragraphs."""
    return next((why for u in units if (why := x.rules.confines(x, s, u, target))), ())


def bound_to_attack(x: Context, s: State, units: Sequence[int]) -> bool:
    """Whether the orders of a stack say that it attacks whom it can (7.3)."""
    return any(x.order(s, u) in FORWARDS for u in units)


def must_attack(x: Context, s: State, h: int, units: tuple[int, ...]) -> bool:
    """Whether a stack is bound to attack: Attack or Probe orders and in an enemy ZOC (7.3), unless it holds a
    stronghold (10).
    """
    if not bound_to_attack(x, s, units) or x.rules.excused(x, s, units):
        return False
    side = x.infos[units[0]].side
    if x.setting.stronghold[h] and len(x.ground.layout(s).at.get(h, ())) == 1 and x.infos[units[0]].line:
        return False
    return bool(x.ground.layout(s).zoc[1 - side][h])


def left_out(x: Context, s: State, h: int, units: Sequence[int], targets: Collection[int]) -> list[int]:
    """The enemies beside a stack that is bound to attack, whom it may attack and nobody does: if it shares its target,
    it is turned against one of them (7.3, reading 21).
    """
    if not bound_to_attack(x, s, units):
        return []
    beside = x.ground.enemies_beside(s, h, x.infos[units[0]].side)
    return [t for t in beside if t not in targets and not confined(x, s, units, t)]


#: In what order enemies are attacked (7.3).
_STRONGHOLD, _LINE, _MOUNTED, _GUNS = range(4)


def target_rank(x: Context, s: State, h: int) -> int:
    """Strongholds are attacked before the line before the mounted before guns (7.3)."""
    units = x.ground.layout(s).at[h]
    if x.setting.stronghold[h] and len(units) == 1 and x.infos[units[0]].line:
        return _STRONGHOLD
    if any(x.infos[u].line for u in units):
        return _LINE
    return _MOUNTED if any(x.infos[u].mounted for u in units) else _GUNS


class CombatSegment(OwnChoice, frozen=True, tag="combat"):
    """Attacks are declared stack by stack, then fought in the order the attacker likes.

    A stack whose target somebody else attacks too is turned against an enemy left out beside it (7.3, reading 21).
    """

    plan: Plan = ()
    fighting: bool = False

    def automatic(self, x: Context, s: State) -> bool:
        if self.fighting:
            return not self.plan or len(self._waiting(x, s)) <= 1
        return x.no_combat(s) or not (self.plan or self._stacks(x, s) or lurks(x, s, self.who, 1))

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        if not self.fighting or not self.plan:
            return s.pop()
        target = self._waiting(x, s)[:1]
        return self._fight(x, s, target[0], log) if target else s.pop()

    def _waiting(self, x: Context, s: State) -> list[int]:
        """Targets whose combat can still take place."""
        found = []
        layout = x.ground.layout(s)
        for _, target in self.plan:
            if target not in found and layout.side[target] == 1 - self.who and self._stacks_on(x, s, target):
                found.append(target)
        return found

    def _stacks_on(self, x: Context, s: State, target: int) -> list[tuple[int, tuple[int, ...]]]:
        return [(h, units) for h, t in self.plan if t == target and (units := fighters_in(x, s, h))]

    def _stacks(self, x: Context, s: State) -> list[int]:
        """Hexes with units that may attack and have somebody to attack, not yet in the plan."""
        planned = {h for h, _ in self.plan}
        hexes = {s.units[u].hex for u in x.acting(s) if s.units[u].hex >= 0} - planned
        return [h for h in sorted(hexes) if self._foes(x, s, h)]

    def _foes(self, x: Context, s: State, h: int) -> list[int]:
        """The enemies beside a stack that it may attack at all."""
        beside = x.ground.enemies_beside(s, h, self.who)
        units = fighters_in(x, s, h) if beside else ()
        return [t for t in beside if not confined(x, s, units, t)] if units else []

    def question(self, x: Context, s: State) -> Question:
        if self.fighting:
            return Question("resolve", "Combat", "Choose the combat to fight next.", ("NLC 7.3",))
        prompt = "Declare attacks: pick a stack, then the enemy it attacks. When all are declared, fight."
        return Question("attack", "Combat", prompt, ("NLC 7.3",), formal=True)

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        if self.fighting:
            return []
        return [
            Subject(f"s:{h}", x.unit_names(fighters_in(x, s, h)), h)
            for h in sorted({*self._stacks(x, s), *self._uneven(x, s)})
            if self._targets(x, s, h)
        ]

    def _uneven(self, x: Context, s: State) -> dict[int, list[int]]:
        """Stacks bound to attack that share their target, and the enemies beside them that are left out (7.3)."""
        targets = [t for _, t in self.plan]
        shared = [h for h, target in self.plan if targets.count(target) > 1]
        left = {h: left_out(x, s, h, fighters_in(x, s, h), targets) for h in shared}
        return {h: enemies for h, enemies in left.items() if enemies}

    def _targets(self, x: Context, s: State, h: int) -> list[int]:
        return [t for t in x.ground.enemies_beside(s, h, self.who) if self._why_not(x, s, h, t) is None]

    def _why_not(self, x: Context, s: State, h: int, target: int) -> IllegalMove | None:
        """Why a stack may not attack a target given the attacks declared so far (7.3, 10, 25.12)."""
        beside = x.ground.enemies_beside(s, h, self.who)
        if target not in beside:
            return refuse("not-adjacent", f"There is no enemy to attack in {x.place(target)} from there.", "7.3")
        units = fighters_in(x, s, h)
        if not units:
            return refuse("nobody", "Nobody in that stack may attack.", "7.3")
        if why := confined(x, s, units, target):
            return refuse("confined", *why)
        taken = {t for _, t in self.plan}
        if target not in taken:
            return self._wrong_first(x, s, beside, target, taken, units)
        if bound_to_attack(x, s, units):
            free = [t for t in beside if t not in taken]
            if free:
                return refuse(
                    "spread",
                    f"Attacks are spread evenly: {x.place(free[0])} is not attacked yet.",
                    "7.3",
                )
        if x.options.igo_yougo and not self._one_chit(x, s, target, units):
            return refuse("chit", "Only units that one chit moves may attack together.", "25.12")
        return None

    def _wrong_first(
        self, x: Context, s: State, beside: list[int], target: int, taken: set[int], units: tuple[int, ...]
    ) -> IllegalMove | None:
        free = [t for t in beside if t not in taken]
        ranks = {t: target_rank(x, s, t) for t in free}
        bound = bound_to_attack(x, s, units)
        best = min(ranks.values())
        foot = any(x.infos[u].line for u in units)
        if ranks[target] == best or not (best == _STRONGHOLD or (bound and foot)):
            return None
        better = next(t for t in free if ranks[t] == best)
        return refuse("priority", f"{x.place(better)} must be attacked before {x.place(target)}.", "7.3", "10")

    def _one_chit(self, x: Context, s: State, target: int, units: tuple[int, ...]) -> bool:
        group = {x.acts_with(s, u) for _, us in self._stacks_on(x, s, target) for u in us}
        group |= {x.acts_with(s, u) for u in units}
        return len(group) == 1 or any(group <= set(pair) for pair in s.pairs)

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if self.fighting:
            return [] if subject else [m.Resolve(t) for t in self._waiting(x, s)]
        if subject is None:
            return [m.Pass()] if self._why_not_done(x, s) is None else []
        h = subject_number(subject, "s")
        open_to = h in self._stacks(x, s) or h in self._uneven(x, s)
        return [m.Attack(h, t) for t in self._targets(x, s, h)] if open_to else []

    def _why_not_done(self, x: Context, s: State) -> IllegalMove | None:
        bound = [h for h in self._stacks(x, s) if must_attack(x, s, h, fighters_in(x, s, h)) and self._targets(x, s, h)]
        if not bound:
            return self._why_uneven(x, s)
        who = names(x.unit_names(fighters_in(x, s, h)) for h in bound)
        why = "beside the enemy and under orders to attack or probe."
        return refuse("must-attack", f"{who} must attack: {why}", "7.3")

    def _why_uneven(self, x: Context, s: State) -> IllegalMove | None:
        for h, left in self._uneven(x, s).items():
            who, there = x.unit_names(fighters_in(x, s, h)), x.place(left[0])
            why = f"Attacks are spread evenly: turn {who} against {there}, which nobody attacks yet."
            return refuse("spread", why, "7.3")
        return None

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Attack) and not self.fighting:
            if move.stack not in self._stacks(x, s) and move.stack not in self._uneven(x, s):
                raise self._why_no_stack(x, s, move.stack)
            problem = self._why_not(x, s, move.stack, move.target)
        elif isinstance(move, m.Pass) and not self.fighting:
            problem = self._why_not_done(x, s)
        else:
            return super().check(x, s, move)
        if problem:
            raise problem
        return None

    def _why_no_stack(self, x: Context, s: State, h: int) -> IllegalMove:
        if any(h == planned for planned, _ in self.plan):
            return refuse("planned", "That stack attacks already; one stack attacks one stack.", "7.3")
        for u in x.ground.layout(s).at.get(h, ()) if 0 <= h < x.board.size else ():
            if x.infos[u].side == self.who and u in x.acting(s):
                apart = (confined(x, s, (u,), t) for t in x.ground.enemies_beside(s, h, self.who))
                told = next((refuse("confined", *why) for why in apart if why), None)
                none = refuse("nobody", "No enemy is next to that stack.", "7.3")
                return why_not_fighting(x, s, u) or told or none
        return refuse("nobody", "There is no stack of the acting formation in that hex.", "7.3")

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Attack):
            who = x.unit_names(fighters_in(x, s, move.stack))
            text = f"{who} will attack {x.place(move.target)}."
            say(log, "attack-declared", text, "7.3", hexes=(move.stack, move.target))
            others = tuple(attack for attack in self.plan if attack[0] != move.stack)
            return s.pop(replace(self, plan=(*others, (move.stack, move.target))))
        if isinstance(move, m.Resolve):
            return self._fight(x, s, move.target, log)
        return s.pop(replace(self, fighting=True)) if self.plan else s.pop()

    def _fight(self, x: Context, s: State, target: int, log: Log) -> State:
        s = unmask(x, s, target, log)
        stacks = tuple(self._stacks_on(x, s, target))
        rest = tuple((h, t) for h, t in self.plan if t != target)
        s = s.pop(replace(self, plan=rest))
        if not x.ground.layout(s).at.get(target):
            return s.push(AdvanceOffer(stacks, target))
        marks = {u: replace(s.units[u], marks=s.units[u].marks | FOUGHT) for _, us in stacks for u in us}
        s = note_attack(x, s.many(marks), x.ground.layout(s).at[target])
        for rule in x.rules.struck:
            s = rule(x, s, target)
        steps: list[Step] = [NormalCombat(stacks, target)]
        if x.options.remote_support:
            steps.append(RemoteSupport(1 - self.who, stacks, target))
        return s.push(*steps, EvadeOffer(stacks, target))


class EvadeOffer(Choice, frozen=True, tag="evade-offer"):
    """Cavalry and horse artillery may retreat before combat (7.11)."""

    stacks: tuple[tuple[int, tuple[int, ...]], ...]
    target: int

    def evaders(self, x: Context, s: State) -> list[int]:
        """Who can evade: the horse and its guns that began the turn out of enemy zones (reading 44)."""
        if any(x.infos[u].mounted for _, units in self.stacks for u in units):
            return []
        here = x.ground.layout(s).at.get(self.target, ())
        able = [u for u in here if x.infos[u].mounted or x.infos[u].light]
        return [u for u in able if not x.began_in_zoc(s, u)]

    def _ways(self, x: Context, s: State) -> list[int]:
        evaders = self.evaders(x, s)
        if not evaders:
            return []
        return [n for n in x.setting.near[self.target] if can_retreat_to(x, s, evaders, self.target, n)]

    def automatic(self, x: Context, s: State) -> bool:
        return not self._ways(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def side(self, x: Context, s: State) -> int:
        return x.infos[x.ground.layout(s).at[self.target][0]].side

    def question(self, x: Context, s: State) -> Question:
        who = x.unit_names(self.evaders(x, s))
        return Question(
            "evade",
            "Retreat before combat",
            f"{who} may ride off one hex before the attack on {x.place(self.target)}.",
            ("NLC 7.11",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return [] if subject else [m.Stand(), *(m.Evade(n) for n in self._ways(x, s))]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        evaders = self.evaders(x, s)
        s = s.pop()
        if not isinstance(move, m.Evade):
            return s
        say(log, "evaded", f"{x.they(evaders, 'ride')} off to {x.place(move.to)}.", "7.11", units=evaders)
        price, side = retreat_price(x, s, evaders, move.to), x.infos[evaders[0]].side
        for i in x.leaders_at(s, self.target, side):
            s = reserve_fails(x, s, i, log)
        s = disorder(x, moved_back(x, s, evaders, move.to), evaders, True, dice, log)
        for rule in x.rules.retreated:
            s = rule(x, s, evaders, "evade", log)
        s = pay(x, s, tuple(evaders), price, log)
        if not x.ground.layout(s).at.get(self.target):
            while s.agenda and not isinstance(s.agenda[-1], CombatSegment):
                s = s.pop()
            s = s.push(AdvanceOffer(self.stacks, self.target))
        s = s.push(AfterRetreat(tuple(evaders), move.to))
        return overrun_hex(x, s, move.to, side, log)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if isinstance(move, m.Stand):
            return Label("Stand and fight", "", ("NLC 7.11",))
        if not isinstance(move, m.Evade):
            return None
        price = retreat_price(x, s, self.evaders(x, s), move.to)
        return Label(f"Ride off to {x.place(move.to)}", price_told(price), ("NLC 7.11",))


class RemoteSupport(OwnChoice, frozen=True, tag="remote-support"):
    """Guns beside friends under attack may join their defence (25.3); one at a time until the owner has enough."""

    stacks: tuple[tuple[int, tuple[int, ...]], ...]
    target: int

    def _guns(self, x: Context, s: State) -> list[int]:
        posts = self._posts(x, s)
        if not posts:
            return []
        chit = {x.acts_with(s, u) for u in x.ground.layout(s).at.get(self.target, ())}
        guns = [u for u in x.setting.of_side[self.who] if x.infos[u].gun and s.units[u].hex in posts]
        return [u for u in guns if not s.units[u].marks & (BOMBARDED | SUPPORTED) and x.acts_with(s, u) in chit]

    def _posts(self, x: Context, s: State) -> list[int]:
        """The hexes beside the friends under attack from which guns could support them."""
        side = x.ground.layout(s).side
        beside = [n for n in x.setting.near[self.target] if side[n] == self.who and not self._pinned(x, s, n)]
        return [n for n in beside if any(x.fire_line(s, n, h) for h, _ in self.stacks)]

    def _pinned(self, x: Context, s: State, h: int) -> bool:
        """Next to enemies of a formation whose chit it is not (25.3, reading 90)."""
        layout = x.ground.layout(s)
        near = [n for n in x.setting.near[h] if layout.side[n] == 1 - self.who and n not in layout.covered]
        foes = [u for n in near for u in layout.at[n]]
        return any(x.infos[u].formation not in s.active for u in foes)

    def automatic(self, x: Context, s: State) -> bool:
        return not self._guns(x, s) and not self._may_hide(x, s)

    def _may_hide(self, x: Context, s: State) -> bool:
        """Whether guns may stand there that the attackers don't see: silence would tell that there are none (5.3)."""
        posts = self._posts(x, s)
        return bool(posts) and any(s.units[u].hex in posts for u in covered(x, s, self.who))

    def question(self, x: Context, s: State) -> Question:
        prompt = f"Guns nearby may support the combat at {x.place(self.target)}."
        return Question("support", "Remote support", prompt, ("NLC 25.3",), formal=True)

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return [] if subject else [m.Pass(), *(m.Support(u) for u in self._guns(x, s))]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if not isinstance(move, m.Support):
            return s.pop()
        s, unit = x.rules.shown(x, s, (move.unit,), log), s.units[move.unit]
        s = s.many({move.unit: replace(unit, marks=unit.marks | SUPPORTED)})
        say(log, "support", f"{x.infos[move.unit].name} supports.", "25.3", units=(move.unit,))
        agenda = list(s.agenda)
        for i in range(len(agenda) - 1, -1, -1):
            if isinstance(agenda[i], NormalCombat):
                agenda[i] = replace(agenda[i], remote=(*agenda[i].remote, move.unit))
                break
        return replace(s, agenda=tuple(agenda))
