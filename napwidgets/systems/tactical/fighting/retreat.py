"""7.4, 7.5, 20.10, 25.1. Retreats hex by hex, and advances into vacated hexes.

Readings 14, 25, 26, 27, 30, 36 and 56 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.tactical.command.leaders import overrun_hex, reserve_fails
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.arms import LINE
from napwidgets.systems.tactical.core.optional import Options
from napwidgets.systems.tactical.core.state import ENTERED_ZOC, LOST, State
from napwidgets.systems.tactical.core.step import Choice, Step
from napwidgets.systems.tactical.fighting.clash import Fighter, force, parts_of_a_hit, worth
from napwidgets.systems.tactical.fighting.forces import fighter
from napwidgets.systems.tactical.fighting.losses import destroy, hurt, lose_steps
from napwidgets.systems.tactical.ground.context import Context, Log, say
from napwidgets.systems.tactical.ground.country import NEVER
from napwidgets.systems.tactical.ground.levels import note_corps

Stacks = tuple[tuple[int, tuple[int, ...]], ...]


def can_retreat_to(x: Context, s: State, units: Iterable[int], origin: int, to: int) -> bool:
    """Whether units can retreat into a hex at all: free of enemies, passable, no occupied stronghold (7.4, 10)."""
    group = list(units)
    side = x.infos[group[0]].side
    layout = x.ground.layout(s)
    if layout.side[to] == 1 - side or (x.setting.stronghold[to] and layout.at.get(to)):
        return False
    d = x.board.direction(origin, to)
    return all(x.setting.off_road[x.infos[u].walk][origin][d] < NEVER for u in group)


def retreat_price(x: Context, s: State, units: Iterable[int], to: int, chargers: tuple[int, ...] = ()) -> int:
    """The step more that a stack loses by retreating into a full hex, or unless all cavalry into an enemy ZOC (7.4).

    ``chargers`` have no ZOC where their counters stand (7.7).
    """
    group = list(units)
    layout = x.ground.layout(s)
    there = layout.at.get(to, ())
    side = x.infos[group[0]].side
    crowded = not x.room_for(s, group)(there)
    caught = bool(layout.zoc[1 - side][to]) and not all(x.infos[u].mounted for u in group)
    if caught and chargers:
        near = [n for n in x.setting.near[to] if layout.side[n] == 1 - side and n not in layout.covered]
        beside = [n for n in near if to in x.setting.zoc_from[n]]
        caught = any(not set(layout.at.get(n, ())) <= set(chargers) for n in beside)
    return int(crowded or (caught and not x.rules.spares(x, s, side)))


def price_told(price: int) -> str:
    """What a way back costs, in words; empty for nothing."""
    return f"costs {price} more {'step' if price == 1 else 'steps'}" if price else ""


def open_ways(
    x: Context, s: State, units: Iterable[int], origin: int, chargers: tuple[int, ...] = ()
) -> list[tuple[int, int]]:
    """The hexes that a stack can go back to, each with the steps more that it costs, the cheapest first (7.4)."""
    group = list(units)
    ways = [n for n in x.setting.near[origin] if group and can_retreat_to(x, s, group, origin, n)]
    return sorted([(n, retreat_price(x, s, group, n, chargers)) for n in ways], key=lambda way: (way[1], way[0]))


def moved_back(x: Context, s: State, units: Iterable[int], to: int) -> State:
    """Put retreating units down in a hex; leaders left alone go with them (19.3), a headquarters stays (19.5)."""
    group = list(units)
    origin, side = s.units[group[0]].hex, x.infos[group[0]].side
    zoc = x.ground.layout(s).zoc[1 - side][to]
    s = s.many({u: replace(s.units[u], hex=to, marks=s.units[u].marks | (ENTERED_ZOC if zoc else 0)) for u in group})
    if not x.ground.layout(s).at.get(origin):
        for i in x.leaders_at(s, origin, side):
            s = s.leader(i, hex=to)
    return s.taken(side, to)


def fallen_back(x: Context, s: State, units: tuple[int, ...], to: int, how: str, log: Log) -> State:
    """The position when a stack has gone back to a hex, before it pays for it, with what a title's own rules say."""
    s = moved_back(x, s, units, to)
    for rule in x.rules.retreated:
        s = rule(x, s, units, how, log)
    return s


class RetreatStack(Choice, frozen=True, tag="retreat-stack"):
    """A stack retreats one hex (7.4); without a way out it is eliminated (reading 27).

    ``how`` is ``voluntary``, ``involuntary``, ``recoil`` (involuntary, from an attack) or ``charge``; ``chargers``
    are those who ride about when the beaten fall back (7.7). ``rolled`` is the die for all who leave one combat of
    their own will, and ``nerve`` each unit's morale there (25.1).
    """

    units: tuple[int, ...]
    origin: int
    how: str
    chargers: tuple[int, ...] = ()
    rolled: int = 0
    nerve: tuple[tuple[int, int], ...] = ()

    def away(self) -> tuple[int, ...]:
        """Those who charged have ridden out: whoever they left behind is what one sees there (5.3)."""
        return self.chargers

    def _here(self, s: State) -> tuple[int, ...]:
        return tuple(u for u in self.units if s.units[u].hex == self.origin)

    def _ways(self, x: Context, s: State) -> list[int]:
        return [n for n, _ in open_ways(x, s, self._here(s), self.origin, self.chargers)]

    def _price(self, x: Context, s: State, units: tuple[int, ...], to: int) -> int:
        return retreat_price(x, s, units, to, self.chargers)

    def automatic(self, x: Context, s: State) -> bool:
        return not self._here(s) or not self.options(x, s, None)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        units = self._here(s)
        s = s.pop()
        if self.how == "charge":
            if units:
                say(log, "trapped", f"{x.they(units, 'lose')} a step more: there is no way back.", "7.7", units=units)
            return pay(x, s, units, 1, log)
        for u in units:
            s = destroy(x, s, u, "has no way out and is eliminated", log, "7.4")
        return s

    def side(self, x: Context, s: State) -> int:
        return x.infos[self.units[0]].side

    def question(self, x: Context, s: State) -> Question:
        who = x.they(self._here(s), "retreat")
        return Question(
            "withdraw",
            "Retreat",
            f"{who} from {x.place(self.origin)}: choose the hex.",
            ("NLC 7.4",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject:
            return []
        ways = [m.Withdraw(n) for n in self._ways(x, s)]
        if not ways and -1 in x.board.neighbours[self.origin]:
            return [m.Withdraw(-1)]
        return ways

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        assert isinstance(move, m.Withdraw)
        units = self._here(s)
        s = s.pop()
        if move.to < 0:
            say(log, "exited", f"{x.they(units, 'are')} driven off the map.", "6", units=units)
            s = hurt(x, s, units)
            driven = s.many({u: replace(s.units[u], hex=LOST, since=s.turn) for u in units})
            return note_corps(x, s, driven, units, log)
        price = self._price(x, s, units, move.to)
        side = x.infos[units[0]].side
        for i in x.leaders_at(s, self.origin, side):
            s = reserve_fails(x, s, i, log)
        say(
            log,
            "retreated",
            f"{x.they(units, 'retreat')} to {x.place(move.to)}.",
            "7.4",
            hexes=(self.origin, move.to),
            units=units,
        )
        s = fallen_back(x, s, units, move.to, self.how, log)
        s = overrun_hex(x, s, move.to, side, log)
        if self.rolled:
            nerve = dict(self.nerve)
            s = _disrupted(x, s, [u for u in units if self.rolled > nerve[u]], log)
        else:
            s = disorder(x, s, units, self.how == "voluntary", dice, log)
        if price:
            say(log, "retreat-price", f"They lose {price} more for where they went.", "7.4", hexes=(move.to,))
            s = pay(x, s, units, price, log)
        return s.push(AfterRetreat(units, move.to))

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if not isinstance(move, m.Withdraw):
            return None
        if move.to < 0:
            return Label("Off the map", "lost for good", ("NLC 6",))
        price = self._price(x, s, self._here(s), move.to)
        return Label(f"Retreat to {x.place(move.to)}", price_told(price), ("NLC 7.4",))


def disorder(x: Context, s: State, units: Sequence[int], voluntary: bool, dice: Dice, log: Log) -> State:
    """Advanced disruption (25.1): involuntary retreats disrupt, voluntary ones unless morale holds."""
    if not x.options.advanced_disruption:
        return s
    shaken = [u for u in units if s.units[u].hex >= 0]
    if voluntary:
        roll = dice.roll(f"{x.unit_names(units)} keep order")
        shaken = [u for u in shaken if roll > _own_morale(x, s, u)]
    return _disrupted(x, s, shaken, log)


def _disrupted(x: Context, s: State, shaken: Sequence[int], log: Log) -> State:
    if shaken:
        say(log, "disrupted", f"{x.they(shaken, 'are')} disrupted by the retreat.", "25.1", units=shaken)
    return s.many({u: replace(s.units[u], disrupted=True) for u in shaken})


def _own_morale(x: Context, s: State, u: int) -> int:
    from napwidgets.systems.tactical.fighting.clash import morale

    return morale(x.tables, force((fighter(x, s, u, True),)))


def paid(options: Options, stack: Sequence[Fighter], price: int) -> list[int]:
    """Who of a stack loses the extra steps of a bad retreat, a unit for each step: each time the weakest that can lose
    one (reading 26); two tiny ones make one (25.9).
    """
    due, left, found = price * parts_of_a_hit(options), {f.unit: f for f in stack}, []
    while due > 0 and (alive := [f for f in left.values() if f.steps]):
        foot = [f for f in alive if f.kind == LINE] or alive
        worn = [f for f in foot if f.damaged] or foot
        victim = min(worn, key=lambda f: (f.sp, f.unit))
        due -= worth(victim, options)
        left[victim.unit] = replace(victim, steps=victim.steps - 1)
        found.append(victim.unit)
    return found


def pay(x: Context, s: State, units: tuple[int, ...], price: int, log: Log) -> State:
    """Extra steps for a bad retreat."""
    stack = [fighter(x, s, u, True) for u in units if s.units[u].hex >= 0]
    for victim in paid(x.options, stack, price):
        s = lose_steps(x, s, {victim: 1}, log)
    return s


class AfterRetreat(Step, frozen=True, tag="after-retreat"):
    """Enemy cavalry near the retreat may charge (7.9)."""

    units: tuple[int, ...]
    hex: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        from napwidgets.systems.tactical.fighting.reaction import ReactionOffer, may_react

        s = s.pop()
        alive = tuple(u for u in self.units if s.units[u].hex == self.hex)
        if not alive:
            return s
        side = x.infos[alive[0]].side
        if not may_react(x, s, self.hex, side, ()):
            return s
        backhand = any(x.infos[u].mounted for u in alive)
        return s.push(ReactionOffer(1 - side, alive, self.hex, "retreat", backhand, ()))


class AdvanceOffer(Choice, frozen=True, tag="advance-offer"):
    """Attackers that did not retreat may advance into the vacated hex (7.5, 8.5)."""

    stacks: Stacks
    target: int
    gave: str = ""

    def _open(self, x: Context, s: State) -> bool:
        """Whether the hex is vacated, or holds nothing but guns that were left alone (8.5)."""
        if self.gave:
            return False
        here = x.ground.layout(s).at.get(self.target, ())
        if not here:
            return True
        foe = self.stacks and x.infos[self.stacks[0][1][0]].side != x.infos[here[0]].side
        return bool(foe) and all(x.infos[u].gun for u in here)

    def automatic(self, x: Context, s: State) -> bool:
        return len(self.options(x, s, None)) < 2

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def side(self, x: Context, s: State) -> int:
        return x.infos[self.stacks[0][1][0]].side

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "advance",
            "Advance",
            f"{x.place(self.target)} is open: who advances into it?",
            ("NLC 7.5",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject or not self._open(x, s):
            return []
        moves: list[m.Move] = [m.Pass()]
        for h, units in self.stacks:
            here = tuple(u for u in units if s.units[u].hex == h)
            moves += [m.Advance(group) for group in self._groups(x, s, h, here)]
        return moves

    def _groups(self, x: Context, s: State, h: int, here: tuple[int, ...]) -> list[tuple[int, ...]]:
        """One unit; the whole stack with a leader or of one division, if it finds room (5.3); guns only with others
        (7.5).
        """
        d = x.board.direction(h, self.target)
        able = [u for u in here if x.setting.off_road[x.infos[u].walk][h][d] < NEVER]
        groups: list[tuple[int, ...]] = [(u,) for u in able if not x.infos[u].gun]
        if len(able) > 1 and not all(x.infos[u].gun for u in able):
            divisions = {(x.infos[u].formation, x.infos[u].data.division) for u in able}
            one = len(divisions) == 1 and x.infos[able[0]].data.division is not None
            if (one or x.leaders_at(s, h, x.infos[able[0]].side)) and x.room_for(s, able)(()):
                groups.append(tuple(able))
        return groups

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.Advance):
            return s
        for u in list(x.ground.layout(s).at.get(self.target, ())):
            s = destroy(x, s, u, "is taken with its guns", log, "8.5")
        return advance(x, s, move.units, self.target, log)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if isinstance(move, m.Pass):
            return Label("Stay", "", ("NLC 7.5",))
        return Label(f"Advance {x.unit_names(move.units)}", "", ("NLC 7.5",)) if isinstance(move, m.Advance) else None


def advance(x: Context, s: State, units: tuple[int, ...], to: int, log: Log) -> State:
    """Units and the leaders with them go into a vacated hex; ZOCs are ignored (7.5)."""
    origin, side = s.units[units[0]].hex, x.infos[units[0]].side
    say(log, "advanced", f"{x.they(units, 'advance')} into {x.place(to)}.", "7.5", hexes=(origin, to), units=units)
    riders = x.leaders_at(s, origin, side) if len(units) > 1 or len(x.ground.layout(s).at[origin]) == 1 else []
    s = s.many({u: replace(s.units[u], hex=to, marks=s.units[u].marks | ENTERED_ZOC) for u in units})
    for i in riders:
        s = s.leader(i, hex=to)
    return overrun_hex(x, s.taken(side, to), to, side, log)
