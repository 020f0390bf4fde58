"""7.7, 7.8, 7.10. Cavalry charges and pursuit (4.4 II).

While a charge is on, the chargers' counters stay where they started; where they are in truth stands in the steps. So
a charge that is beaten simply leaves them in their starting hex (7.7), and no hex ever holds both sides.

Readings 12, 35, 36, 37, 38, 39 and 52 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution, percent
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.tactical.command.hidden import unmask
from napwidgets.systems.tactical.command.leaders import overrun_hex
from napwidgets.systems.tactical.command.limits import may_fight
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import CHARGED, ENTERED_ZOC, STRIKES, State
from napwidgets.systems.tactical.core.step import Choice, OwnChoice, Step, Underway, subject_number
from napwidgets.systems.tactical.fighting.clash import ATTACK, DEFEND, Clash, charge_won, fire, holds, parts_of_a_hit
from napwidgets.systems.tactical.fighting.forces import (
    charge_advantages,
    charge_clash,
    note_throws,
    readiness,
    terrain_of,
    told_parts,
)
from napwidgets.systems.tactical.fighting.losses import LeadersUnderFire, TakeHits, note_attack, places_hit, settle
from napwidgets.systems.tactical.fighting.retreat import RetreatStack, disorder
from napwidgets.systems.tactical.ground.context import Context, Log, counted, refuse, say
from napwidgets.systems.tactical.ground.layout import NOBODY
from napwidgets.systems.tactical.ground.views import lurks

#: A charge under way: a unit and the hex from which it goes into the target.
Rider = tuple[int, int]
#: Charges declared: who rides, and by which hexes.
Charges = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


def entry_of(s: State, units: Sequence[int], path: Sequence[int]) -> int:
    """The hex out of which units that ride a path go into its last one."""
    return path[-2] if len(path) > 1 else s.units[units[0]].hex


def riders_on(s: State, plan: Charges, target: int) -> tuple[Rider, ...]:
    """Those who charge a hex, which they do together, each with the hex out of which he goes into it (7.7)."""
    return tuple((u, entry_of(s, units, path)) for units, path in plan if path[-1] == target for u in units)


def crossable(x: Context, a: int, b: int) -> bool:
    """Whether a charge can cross the hexside between neighbours: no river, not over a bridge (7.7, table)."""
    return not x.setting.river[a][x.board.direction(a, b)]


def chargeable(x: Context, s: State, h: int) -> bool:
    """Whether the units in a hex can be charged: a stronghold only when two units crowd it (7.7, 10)."""
    if x.setting.stronghold[h]:
        return x.setting.cover(terrain_of(x, s, h), 2) is not None
    return x.setting.cover_for_charge[h] is not None and x.setting.passable[h]


def charge_paths(x: Context, s: State, origin: int, target: int) -> list[tuple[int, ...]]:
    """The ways to charge from one hex into another at most two away (7.7): over clear ground, the hex between empty."""
    if not chargeable(x, s, target) or target in x.ground.layout(s).covered:
        return []
    near = x.setting.near
    if target in near[origin]:
        return [(target,)] if crossable(x, origin, target) else []
    sides = x.ground.layout(s).side
    return [
        (n, target)
        for n in near[origin]
        if n in near[target]
        and sides[n] == NOBODY
        and x.setting.open[n]
        and crossable(x, origin, n)
        and crossable(x, n, target)
    ]


def why_not_charging(x: Context, s: State, u: int) -> IllegalMove | None:
    """Why a unit can't charge in this segment, if so."""
    info, unit = x.infos[u], s.units[u]
    if not info.mounted:
        return refuse("not-cavalry", f"{info.name} is not cavalry.", "7.7")
    if unit.marks & CHARGED:
        return refuse("charged", f"{info.name} has charged this turn already.", "7.7")
    if why := x.rules.barred(x, s, u):
        return refuse("barred", *why)
    return may_fight(x, s, u)


class ChargeSegment(OwnChoice, frozen=True, tag="charges"):
    """Charges are declared one by one, then all ride, then all strike (7.7)."""

    plan: Charges = ()

    def _riders(self, x: Context, s: State) -> dict[int, list[int]]:
        """Cavalry that may still charge, by hex."""
        if x.no_charges(s):
            return {}
        planned = {u for units, _ in self.plan for u in units}
        found: dict[int, list[int]] = {}
        for u in x.acting(s):
            h = s.units[u].hex
            near = h >= 0 and x.infos[u].mounted and u not in planned and x.close(s, h, self.who)
            if near and why_not_charging(x, s, u) is None:
                found.setdefault(h, []).append(u)
        return found

    def _paths(self, x: Context, s: State, h: int, units: Sequence[int]) -> list[tuple[int, ...]]:
        sides = x.ground.layout(s).side
        foe = 1 - self.who
        targets = [t for t in x.within2[h] if sides[t] == foe and not any(x.rules.confines(x, s, u, t) for u in units)]
        return [path for t in targets for path in charge_paths(x, s, h, t)]

    def automatic(self, x: Context, s: State) -> bool:
        if self.plan or any(self._able(x, s, h, us) for h, us in self._riders(x, s).items()):
            return False
        return x.no_charges(s) or not lurks(x, s, self.who, STRIKES)

    def question(self, x: Context, s: State) -> Question:
        prompt = "Declare cavalry charges, then let them ride all at once; or go on without."
        return Question("charge", "Cavalry charges", prompt, ("NLC 7.7",), formal=True)

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        found = []
        for h, units in sorted(self._riders(x, s).items()):
            if len(units) > 1 and self._paths(x, s, h, units):
                found.append(Subject(f"s:{h}", x.unit_names(units), h))
            found += [Subject(f"u:{u}", x.infos[u].name, h) for u in self._able(x, s, h, units)]
        return found

    def _able(self, x: Context, s: State, h: int, units: Sequence[int]) -> list[int]:
        """Those of the cavalry in a hex who have somebody to charge."""
        return [u for u in units if self._paths(x, s, h, (u,))]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is None:
            return [m.Pass()]
        riders = self._riders(x, s)
        h, u = subject_number(subject, "s"), subject_number(subject, "u")
        if h in riders:
            return [m.Charge(tuple(riders[h]), path) for path in self._paths(x, s, h, riders[h])]
        here = next((place for place, units in riders.items() if u in units), -1)
        return [m.Charge((u,), path) for path in self._paths(x, s, here, (u,))] if here >= 0 else []

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Pass):
            return
        if not isinstance(move, m.Charge):
            raise self.not_offered(x, s, move)
        riders = self._riders(x, s)
        h = next((place for place, units in riders.items() if set(move.units) <= set(units)), -1)
        if h < 0 or not move.units or len(set(move.units)) != len(move.units):
            raise self._why_no_rider(x, s, move)
        if move.path not in self._paths(x, s, h, move.units):
            if move.path and (why := self._confined(x, s, move)):
                raise refuse("confined", *why)
            raise refuse(
                "charge",
                "A charge goes at most two hexes over clear ground, through an empty hex, "
                f"into an enemy who is not in a {x.setting.fortress}.",
                "7.7",
                "10",
            )

    @staticmethod
    def _confined(x: Context, s: State, move: m.Charge) -> tuple[str, ...]:
        """Why riders may not charge that hex by the title's own rules, if so."""
        target = move.path[-1]
        on_map = 0 <= target < x.board.size
        return next((why for u in move.units if on_map and (why := x.rules.confines(x, s, u, target))), ())

    def _why_no_rider(self, x: Context, s: State, move: m.Charge) -> IllegalMove:
        for u in move.units:
            if 0 <= u < len(s.units) and u in x.acting(s):
                problem = why_not_charging(x, s, u)
                if problem:
                    return problem
        return refuse("charge", "Choose cavalry of one hex, of the acting formation, near an enemy.", "7.7")

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Charge):
            s = x.rules.shown(x, s, move.units, log)
            text = f"{x.unit_names(move.units)} will charge {x.place(move.path[-1])}."
            say(log, "charge-declared", text, "7.7", hexes=(s.units[move.units[0]].hex, *move.path))
            return s.pop(replace(self, plan=(*self.plan, (move.units, move.path))))
        s = s.pop()
        if not self.plan:
            return s
        targets = {path[-1]: riders_on(s, self.plan, path[-1]) for _, path in self.plan}
        rides: list[Step] = [Ride(units, path, 0, (), False) for units, path in self.plan]
        for units, _ in self.plan:
            s = s.many({u: replace(s.units[u], marks=s.units[u].marks | CHARGED) for u in units})
        onsets = [Onset(riders, t, (), False, "charge") for t, riders in targets.items()]
        return s.push(*reversed(onsets), *reversed(rides))


class Ride(Step, frozen=True, tag="ride-on"):
    """Chargers or pursuers ride; at each hex enemy cavalry may react (7.9)."""

    units: tuple[int, ...]
    path: tuple[int, ...]
    at: int
    checked: tuple[int, ...]
    pursuit: bool

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        from napwidgets.systems.tactical.fighting.reaction import ReactionOffer, may_react

        s = s.pop()
        units = tuple(u for u in self.units if s.units[u].hex >= 0)
        if not units:
            return s
        side = x.infos[units[0]].side
        for i in range(self.at, len(self.path)):
            h = self.path[i]
            if may_react(x, s, h, side, self.checked):
                going = replace(self, at=i + 1, units=units)
                return s.push(going, ReactionOffer(1 - side, units, h, "charge", self.pursuit, self.checked))
        return s


def call_off(s: State, units: tuple[int, ...]) -> State:
    """Chargers were beaten on the way: their ride and their onset are dropped (7.9)."""
    gone = set(units)
    agenda: list[Step] = []
    for step in s.agenda:
        if isinstance(step, Ride) and set(step.units) <= gone:
            continue
        if isinstance(step, Onset):
            left = tuple(r for r in step.riders if r[0] not in gone)
            if not left:
                continue
            step = replace(step, riders=left)
        agenda.append(step)
    return replace(s, agenda=tuple(agenda))


def riding(s: State) -> tuple[int, ...]:
    """The units whose charges are still under way: they are not where their counters stand (7.7)."""
    units = {u for step in s.agenda if isinstance(step, Ride) for u in step.units}
    units |= {u for step in s.agenda if isinstance(step, Onset) for u, _ in step.riders}
    return tuple(sorted(units))


class Onset(Step, frozen=True, tag="onset"):
    """Cavalry strikes (7.7). ``how``: ``charge``, ``pursuit`` or ``reaction``; ``against`` limits whom it strikes.

    ``backhand`` is 7.10; ``mover`` is ``move``, ``charge`` or ``retreat`` for what a reaction interrupts.
    """

    riders: tuple[Rider, ...]
    target: int
    against: tuple[int, ...]
    backhand: bool
    how: str
    mover: str = ""
    silent: tuple[int, ...] = ()

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = unmask(x, s.pop(), self.target, log)
        riders = tuple(r for r in self.riders if s.units[r[0]].hex >= 0)
        if not riders:
            return s
        side = x.infos[riders[0][0]].side
        if not (defenders := self._defenders(x, s, side)):
            return s
        s = note_attack(x, s, defenders)
        s = x.rules.shown(x, s, (*(u for u, _ in riders), *defenders), log)
        advantages = charge_advantages(x, s, riders, self.target, defenders, self.backhand)
        foot = readiness(x, s, [u for u, _ in riders], defenders)
        tested = "not ready" not in advantages and foot is not None
        if tested and foot and not holds(x.tables, foot, "infantry ready to receive", dice):
            advantages.append("not ready")
        silent = tuple(u for u in self.silent if u in defenders)
        before = charge_clash(x, s, riders, self.target, defenders, tuple(advantages), silent)
        after = fire(x.tables, x.options, before, dice)
        self._tell(x, before, after, riders, advantages, log)
        s = note_throws(x, s, before, after, log)
        end = Outcome(riders, self.target, before, after, self.how, self.mover)
        return s.push(end, TakeHits(after, ATTACK), _Hand(after), TakeHits(after, DEFEND))

    def _defenders(self, x: Context, s: State, side: int) -> tuple[int, ...]:
        if self.against:
            return tuple(u for u in self.against if s.units[u].hex >= 0)
        at = x.ground.layout(s).at.get(self.target, ())
        return tuple(u for u in at if x.infos[u].side != side)

    def _tell(
        self, x: Context, before: Clash, after: Clash, riders: tuple[Rider, ...], advantages: list[str], log: Log
    ) -> None:
        attack, defend = after.forces
        word = {"charge": "charge", "pursuit": "pursue", "reaction": "countercharge"}[self.how]
        extra = f" ({', '.join(advantages)})" if advantages else ""
        unit = parts_of_a_hit(x.options)
        say(
            log,
            "charge",
            f"{x.they([u for u, _ in riders], word)} {x.unit_names(f.unit for f in defend.fighters)}{extra}: "
            f"{counted(defend.hits / unit, 'hit')} scored, {attack.hits / unit:g} taken.",
            "7.7",
            "7.10",
            hexes=(self.target,),
            units=tuple(u for u, _ in riders),
            strengths=[attack.strength, defend.strength],
            hits=[defend.hits, attack.hits],
            parts=told_parts(x, *before.forces),
        )


class _Hand(Step, frozen=True, tag="hand"):
    """Hands the clash from the defender's losses to the attacker's."""

    clash: Clash

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        below = s.agenda[-2]
        return replace(s, agenda=(*s.agenda[:-2], replace(below, clash=self.clash)))


class Outcome(Step, frozen=True, tag="charge-outcome"):
    """The side that lost more steps gives way; ties go to the defender (7.7)."""

    riders: tuple[Rider, ...]
    target: int
    before: Clash
    clash: Clash
    how: str
    mover: str

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        places = places_hit(x, s, self.clash)
        won = charge_won(self.clash)
        s = settle(x, s, self.before, self.clash, log)
        riders = tuple(u for u, _ in self.riders if s.units[u].hex >= 0)
        defenders = tuple(f.unit for f in self.clash.forces[DEFEND].fighters if s.units[f.unit].hex >= 0)
        side = x.infos[self.riders[0][0]].side
        credit = list(s.won)
        credit[side if won else 1 - side] += 1
        s = replace(s, won=tuple(credit))
        if not won:
            say(log, "charge-lost", f"The charge on {x.place(self.target)} fails.", "7.7", hexes=(self.target,))
            s = disorder(x, s, riders, False, dice, log)
        else:
            s = self._won(x, s, riders, defenders)
            if self.mover == "charge":
                s = disorder(x, s, defenders, False, dice, log)
        return s.push(LeadersUnderFire(places)) if places else s

    def _won(self, x: Context, s: State, riders: tuple[int, ...], defenders: tuple[int, ...]) -> State:
        if riders:
            s = s.push(AfterCharge(riders, self.target, defenders, self.how == "pursuit"))
        if self.mover == "charge":
            return call_off(s, tuple(f.unit for f in self.clash.forces[DEFEND].fighters))
        if defenders:
            chargers = (*(u for u, _ in self.riders), *riding(s))
            s = s.push(RetreatStack(defenders, s.units[defenders[0]].hex, "charge", chargers))
        if self.mover == "move":
            # The mover's own step lies below everything that was pushed since: it is dropped where it stands.
            movers = tuple(f.unit for f in self.clash.forces[DEFEND].fighters)
            return stop_move(x, s, movers)
        return s


class AfterCharge(Choice, frozen=True, tag="after-charge"):
    """Victorious cavalry stays, returns or pursues (7.7, 7.8). ``beaten`` are the units that had to retreat."""

    riders: tuple[int, ...]
    target: int
    beaten: tuple[int, ...]
    pursued: bool

    def _alive(self, s: State) -> tuple[int, ...]:
        return tuple(u for u in self.riders if s.units[u].hex >= 0)

    def _vacated(self, x: Context, s: State) -> bool:
        return not x.ground.layout(s).at.get(self.target)

    def prey(self, x: Context, s: State) -> list[int]:
        """Hexes the cavalry can pursue into: in the hex itself, or next to it (7.7, 7.8)."""
        if self.pursued or not self._alive(s):
            return []
        layout = x.ground.layout(s)
        foe = 1 - x.infos[self.riders[0]].side
        if not self._vacated(x, s):
            return [self.target] if layout.side[self.target] == foe else []
        near = [n for n in x.setting.near[self.target] if layout.side[n] == foe and n not in layout.covered]
        return [n for n in near if chargeable(x, s, n) and crossable(x, self.target, n)]

    def automatic(self, x: Context, s: State) -> bool:
        return not self._alive(s) or len(self.options(x, s, None)) < 2

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def side(self, x: Context, s: State) -> int:
        return x.infos[self.riders[0]].side

    def question(self, x: Context, s: State) -> Question:
        who = x.they(self._alive(s), "have")
        prompt = f"{who} won at {x.place(self.target)}: stay, return or pursue?"
        return Question("after-charge", "After the charge", prompt, ("NLC 7.7", "NLC 7.8"))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject:
            return []
        moves: list[m.Move] = [m.Return()]
        if self._vacated(x, s) and x.room_for(s, self._alive(s))(()):
            moves.append(m.Stand())
        return [*moves, *(m.Pursue(t) for t in self.prey(x, s))]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        alive = self._alive(s)
        prey = self.prey(x, s)
        if isinstance(move, m.Pursue):
            return self._pursue(x, s.pop(), alive, move.target, log)
        if prey:
            roll, rating = held_back(x, s, alive, dice)
            if roll > rating:
                text = f"{x.they(alive, 'pursue')}: nobody can hold them back, {roll} against {rating}."
                say(log, "pursuit", text, "7.8", units=alive)
                return self._pursue(x, s.pop(), alive, self.wanted(s, prey), log)
        s = s.pop()
        if isinstance(move, m.Stand):
            return occupy(x, s, alive, self.target, log)
        say(log, "returned", f"{x.they(alive, 'ride')} back.", "7.7", units=alive)
        return s

    def wanted(self, s: State, prey: Sequence[int]) -> int:
        """Where cavalry goes that can't be held: after those it has just beaten, if they are in reach (7.8)."""
        mine = [s.units[u].hex for u in self.beaten if s.units[u].hex in prey]
        return mine[0] if mine else prey[0]

    def _pursue(self, x: Context, s: State, alive: tuple[int, ...], target: int, log: Log) -> State:
        foiled: State | None = x.rules.foils(x, s, alive, log)
        if foiled is not None:
            return foiled
        return s.push(self.onset(s, target), Ride(alive, (target,), 0, (), True))

    def onset(self, s: State, target: int) -> Onset:
        """The pursuit of whoever has won into a hex; those they have just beaten don't fire (7.8)."""
        silent = tuple(u for u in self.beaten if s.units[u].hex == target)
        # A beaten pursuit in the hex itself has no way in: it strikes from where it stands.
        return Onset(tuple((u, self.target) for u in self._alive(s)), target, (), False, "pursuit", silent=silent)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        stays = held_back_odds(x, s, self._alive(s)) if self.prey(x, s) else Fraction(1)
        detail = f"held back with {percent(stays)}, else they pursue" if stays < 1 else ""
        cites = ("NLC 7.7", "NLC 7.8") if detail else ("NLC 7.7",)
        if isinstance(move, m.Stand):
            return Label(f"Stay in {x.place(self.target)}", detail, cites)
        if isinstance(move, m.Return):
            return Label("Return to the starting hex", detail, cites)
        if isinstance(move, m.Pursue):
            return Label(f"Pursue into {x.place(move.target)}", "", ("NLC 7.8",))
        return None


def held_back(x: Context, s: State, alive: Sequence[int], dice: Dice) -> tuple[int, int]:
    """The die for holding back cavalry that has won, and what it may not exceed; none for disciplined horse (7.8)."""
    sure = all(x.rules.sure(x, s, u, "pursuit") for u in alive)
    return 0 if sure else dice.roll("holding the cavalry back"), min(x.infos[u].pursuit for u in alive)


def held_back_odds(x: Context, s: State, alive: Sequence[int]) -> Fraction:
    """The exact chance that cavalry which has won and could pursue does not (7.8)."""
    return distribution(lambda dice: held_back(x, s, alive, dice)).chance(lambda found: found[0] <= found[1])


def stop_move(x: Context, s: State, movers: tuple[int, ...]) -> State:
    """A reaction charge has beaten the movers: the rest of their move is dropped (7.9)."""
    agenda = tuple(step for step in s.agenda if not (isinstance(step, Underway) and set(movers) & set(step.units)))
    spent = {u: replace(s.units[u], spent=x.allowance(s, u)) for u in movers if s.units[u].hex >= 0}
    return replace(s, agenda=agenda).many(spent)


def occupy(x: Context, s: State, riders: tuple[int, ...], to: int, log: Log) -> State:
    """Victorious cavalry stays in the hex it won; leaders with it come along (7.7)."""
    side = x.infos[riders[0]].side
    origins = {s.units[u].hex for u in riders}
    say(log, "occupied", f"{x.they(riders, 'stay')} in {x.place(to)}.", "7.7", hexes=(to,), units=riders)
    marks = {u: replace(s.units[u], hex=to, marks=s.units[u].marks | ENTERED_ZOC) for u in riders}
    before = s
    s = s.many(marks)
    for origin in origins:
        if not x.ground.layout(s).at.get(origin):
            for i in x.leaders_at(before, origin, side):
                s = s.leader(i, hex=to)
    return overrun_hex(x, s.taken(side, to), to, side, log)
