"""The marches that serve the aims of a side of jdg: each force goes towards its own, takes places on the way, and does
not end where it would be beaten.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.players.jdg_aims import Aim, allot
from napwidgets.players.jdg_odds import NOBODY, USUAL, Outlook, outlook
from napwidgets.players.jdg_situation import FAR, REACH, Situation
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.march import groups
from napwidgets.systems.jdg.march.marching import Marching, route_to
from napwidgets.systems.jdg.march.movement import MovementPhase, place_of
from napwidgets.systems.jdg.state import LED

#: What it costs a leader to be without troops beside the enemy.
ALONE = 9.0
#: What it costs a leader alone at most that the enemy can come to him: less than sets anybody in motion.
FOLLOWED = 0.1
#: How many places a march may take on its way out of its way.
STOPS = 2
#: Of how many ends of each party's march more is asked, and by how much those of who is to march now come first.
EACH, OWN = 2, 3.0


class Party(Struct, frozen=True):
    """Counters that set out together, and the aim they serve, if they have one."""

    pieces: tuple[int, ...]
    aim: Aim | None


class Way(Struct, frozen=True):
    """A march: its boxes, what it costs, and the points it turns on the way."""

    route: tuple[int, ...]
    far: int
    points: float


def massed(now: Situation, comers: Sequence[tuple[int, float]]) -> float:
    """The strength that can be gathered of those who can come to a box: not all of those who have far to march."""
    return sum(n * (1.0 if far < now.x.pace_of("infantry") else 0.6) for far, n in comers)


class Campaign:
    """A side's aims for one state of affairs, and the marches that follow from them."""

    def __init__(self, now: Situation) -> None:
        self.now = now
        self.aims = allot(now)
        self.of = {i: aim for aim in self.aims for i in aim.units}
        self.main = max((aim for aim in self.aims if aim.task.kind == "strike"), key=lambda aim: aim.net, default=None)
        self.main = self.main or max(self.aims, key=lambda aim: aim.net, default=None)
        #: The march that would have been best, had it not laid a place bare.
        self.barred: m.Activate | None = None
        self._lines: dict[int, Mapping[int, tuple[int, int]]] = {}
        self._coming: dict[int, list[int]] = {}
        for aim in self.aims:
            if aim.turns == 1:
                self._coming.setdefault(aim.task.box, []).extend(aim.units)

    # Who marches with whom

    def parties(self, here: Sequence[int]) -> list[Party]:
        """The stacks that set out from a box: by army and aim, generals with the strongest, nobody left alone."""
        x, s = self.now.x, self.now.s
        found: list[Party] = []
        for army in sorted({x.army_of(s, i) for i in here if x.real(i)} - {-1}):
            members = [i for i in here if x.army_of(s, i) == army and x.real(i)]
            units, heads = [i for i in members if x.pieces[i].leader is None], x.leaders(members)
            # Where he is, more may march together; so he is given to the strongest.
            heads.sort(key=lambda i: i != x.chief(s, army))
            found += self._led(self._stacks(army, units, heads), heads)
        found += [Party((i,), self.of.get(i)) for i in here if not x.real(i) or x.army_of(s, i) < 0]
        return found

    def _stacks(self, army: int, units: Sequence[int], heads: Sequence[int]) -> list[Party]:
        x, s = self.now.x, self.now.s
        chief = x.chief(s, army) if army >= 0 else -1
        by_aim: dict[int, list[int]] = {}
        for i in units:
            aim = self.of.get(i)
            by_aim.setdefault(aim.task.box if aim else -1, []).append(i)
        ranked = sorted(by_aim.values(), key=lambda them: (-x.strength(s, them), them))
        found: list[Party] = []
        for n, them in enumerate(ranked):
            rest, whole = list(them), not n and chief in heads
            while rest:
                together = whole or groups.fits(x, rest)
                part = tuple(sorted(rest)) if together else groups.strongest(x, s, rest) or (rest[0],)
                found.append(Party(part, self.of.get(part[0])))
                rest = [i for i in rest if i not in part]
        return found

    def _led(self, stacks: list[Party], heads: Sequence[int]) -> list[Party]:
        """The stacks with generals: the highest goes with the strongest; those left over with him."""
        x, s = self.now.x, self.now.s
        if not stacks:
            return [Party(tuple(sorted(heads)), None)] if heads else []
        order = sorted(range(len(stacks)), key=lambda n: -x.strength(s, stacks[n].pieces))
        led = list(stacks)
        for k, head in enumerate(heads):
            n = order[k] if k < len(order) else order[0]
            led[n] = replace(led[n], pieces=tuple(sorted((*led[n].pieces, head))))
        # Whoever has no stack of his own may ride to one that has nobody.
        return led + [Party((head,), None) for head in heads[len(order) :]]

    # Where they go

    def best_march(self, step: MovementPhase, subjects: Sequence[str], rng: Random) -> m.Activate | None:
        """The march that gains most, if any gains enough. One that would lay a place bare is kept in mind instead."""
        best: tuple[float, m.Activate] | None = None
        self.barred = None
        for at, party in self._ready(subjects):
            for gain, move in self._marches(step, party, at):
                gain += 0.01 * rng.random()
                if gain >= self.now.mood.gain and (best is None or gain > best[0]):
                    if self.deserts(move, at):
                        self.barred = move
                    else:
                        best = (gain, move)
        return best[1] if best else None

    def _ready(self, subjects: Sequence[str]) -> Iterator[tuple[int, Party]]:
        """Who may set out, with the box where they stand."""
        for at in map(place_of, subjects):
            if at is not None:
                for party in self.parties(groups.movable(self.now.x, self.now.s, at, self.now.side)):
                    yield at, party

    def all_marches(self, step: MovementPhase, subjects: Sequence[str]) -> list[m.Activate]:
        """The marches of a whole phase as they look now, each party's best, the one that gains most first."""
        found = [
            (gain, move)
            for at, party in self._ready(subjects)
            for gain, move in self._marches(step, party, at)
            if gain >= self.now.mood.gain and not self.deserts(move, at)
        ]
        return [move for _, move in sorted(found, key=lambda one: -one[0])]

    def other_marches(self, step: MovementPhase, subjects: Sequence[str]) -> list[m.Activate]:
        """Marches that would not be made in their turn anyway, the best first: to where a party would go if not to its
        best box, or where it stays because too little is gained. Who is to march now comes before the others.
        """
        least, found = self.now.mood.gain, list[tuple[float, m.Activate]]()
        ready = [sorted(self._ends(step, party, at), key=lambda one: -one[0]) for at, party in self._ready(subjects)]
        ranked = sorted((ends for ends in ready if ends), key=lambda ends: -ends[0][0])
        for n, ends in enumerate(ranked):
            made = ends[0][0] >= least
            found += [(gain + OWN * (n == 0), move) for gain, move in ends[made : made + EACH]]
        return [move for _, move in sorted(found, key=lambda one: -one[0])]

    def deserts(self, move: m.Activate, at: int) -> bool:
        """Whether a march would take the last troops from a place that they can hold against the enemy beside it; to
        another place they may go, if nobody can stop them on the way.
        """
        now = self.now
        strength = now.x.strength(now.s, move.pieces)
        if at not in now.lie.goals or not strength or strength < now.own.get(at, 0) or now.last_word:
            return False
        if move.aim in now.lie.goals and not any(self._beside(box) for box in move.route[:-1]):
            return False
        return 0 < now.mood.alone * self._beside(at) < now.mood.bare * strength

    def _beside(self, box: int) -> float:
        """The strength of the enemies beside a box."""
        return sum(strength for _, strength in self.now.beside(box))

    def _marches(self, step: MovementPhase, party: Party, at: int) -> Iterator[tuple[float, m.Activate]]:
        """The best march of a party, and its best forced one if that may bring it to its aim."""
        for forced in (False, True):
            if not forced or self._hurries(party, at):
                best = max(self._ends(step, party, at, forced), key=lambda one: one[0], default=None)
                if best is not None:
                    yield best

    def _ends(
        self, step: MovementPhase, party: Party, at: int, forced: bool = False
    ) -> Iterator[tuple[float, m.Activate]]:
        """All boxes that a party may march to, with what it gains over staying."""
        now = self.now
        price = groups.cost(now.x, now.s, party.pieces)
        if price and price > now.s.points[groups.budget_for(now.x, now.s, party.pieces, now.side)]:
            return
        stay = self.score(party, at, at) if at >= 0 else -50.0
        force = step.force(now.x, now.s, m.Activate(party.pieces, forced))
        cost = now.mood.point * price + (0.3 if force.massed else 0.0) + (0.8 if forced else 0.0)
        for box, way in self._ways(force).items():
            if box != at:
                value = self.braved(party, way, self.score(party, at, box) + way.points, stay)
                value -= self._undone(party, at, box)
                route = () if now.x.options.solitaire else way.route
                yield value - stay - cost, m.Activate(party.pieces, forced, route)

    def _undone(self, party: Party, at: int, box: int) -> float:
        """What it costs to go back to where troops were of late, if nothing calls for it: no enemy can be here or there
        next turn, and there is nothing to take.
        """
        now = self.now
        if not now.mood.undo or not any(box in now.past.left.get(i, ()) for i in now.x.units(party.pieces)):
            return 0.0
        called = now.comers(box) or now.comers(at) or (box in now.lie.goals and now.gain(box) > 0)
        return 0.0 if called else now.mood.undo

    def _hurries(self, party: Party, at: int) -> bool:
        """Whether a forced march might bring a party to its aim a turn sooner."""
        if party.aim is None or not groups.may_force(self.now.x, self.now.s, party.pieces):
            return False
        far = self.now.lie.far(party.aim.task.box).get(at, FAR)
        reach = groups.points(self.now.x, self.now.s, party.pieces, False)
        return 0 < far - reach <= 2

    def _ways(self, force: Marching) -> Mapping[int, Way]:
        """Every box a force can reach, by the shortest way and by ways that turn places on the march."""
        now = self.now
        troops = any(now.x.is_unit(i) for i in force.pieces)
        first = force.ways(now.x, now.s)
        found = {box: self._way((), first, box, force.at, 0, troops) for box in first if first[box][0] <= force.left}
        if not troops or force.at < 0 or now.s.in_truce:
            return found
        self._on(force, found, (), force.at, 0, frozenset(), STOPS)
        return found

    def _on(
        self,
        force: Marching,
        found: dict[int, Way],
        begun: tuple[int, ...],
        at: int,
        far: int,
        seen: frozenset[int],
        stops: int,
    ) -> None:
        """Ways that go on from a place taken on the march."""
        now = self.now
        if begun:
            ways = now.x.spread(now.s, at, force.left - far, self._foes, enter=True)
            for box in ways:
                way = self._way(begun, ways, box, at, far, True)
                if box not in found or way.points > found[box].points:
                    found[box] = way
        if not stops:
            return
        for goal in now.lie.goals:
            if goal in seen or goal == at or goal in self._foes or not now.gain(goal):
                continue
            ways = now.x.spread(now.s, at, force.left - far, self._foes) if begun else force.ways(now.x, now.s)
            if goal in ways and 0 < ways[goal][0] < force.left - far:
                route = (*begun, *route_to(ways, goal, at))
                self._on(force, found, route, goal, far + ways[goal][0], seen | {goal}, stops - 1)

    @property
    def _foes(self) -> Mapping[int, int]:
        return self.now.x.layout(self.now.s).count[self.now.foe]

    def _way(
        self, begun: tuple[int, ...], ways: dict[int, tuple[int, int]], box: int, at: int, far: int, troops: bool
    ) -> Way:
        route = (*begun, *route_to(ways, box, at))
        now = self.now
        passed = {there for there in route[:-1] if there in now.lie.goals} if troops else ()
        points = sum(now.gain(there) * (0.5 if now.comers(there) else 0.9) for there in passed)
        return Way(route, far + ways[box][0], points)

    def braved(self, party: Party, way: Way, value: float, stay: float) -> float:
        """What is left of a march's worth where enemies beside the way may stop it, and beat who is stopped."""
        chance, cost = self._stopped(party, way)
        return value if not chance else stay + (1.0 - chance) * (value - stay) - chance * cost

    def _stopped(self, party: Party, way: Way) -> tuple[float, float]:
        """The chance that a march is met by somebody stronger, and what that costs in points."""
        now, mine = self.now, self.now.ranks(party.pieces)
        passed = 1.0
        worst = 0.0
        head = now.general(party.pieces)
        for box in way.route:
            for there, theirs in now.beside(box) if box not in now.enemies else ():
                if theirs <= mine:
                    continue
                passed *= 1.0 - now.mood.meeting
                look = outlook(now.x.tables, mine, theirs, led=(head, now.their_general(there)))
                worst = max(worst, now.mood.stopped - look.worth)
        return 1.0 - passed, worst

    # What an end of a march is worth

    def score(self, party: Party, start: int, box: int) -> float:
        """How good it is to have a party in a box at the end of the march."""
        now, by = self.now, self.now.mood
        strength = now.x.strength(now.s, party.pieces)
        if not strength:
            return self._without_troops(party, box)
        mine = now.ranks(party.pieces)
        others = now.own.get(box, 0) - (strength if box == start else 0)
        theirs = now.enemies.get(box)
        value = self._towards(party, box) - (self._deserted(party, start) if box != start else 0.0)
        if theirs is not None:
            return value + self._attack(party, box, mine + others, theirs) - self._spared(party, box, others, theirs)
        value += self._place(party, box, strength, others)
        value -= self._danger(party, box, mine + others)
        value += by.company * min(30, now.friends(box) - (strength if box == start else 0))
        return value - self._astray(party, box)

    def _towards(self, party: Party, box: int) -> float:
        """What it is worth to come nearer to the aim, or, without one, to where the main aim is."""
        aim = party.aim or self.main
        if aim is None:
            return 0.0
        horse = all(self.now.x.pieces[i].horse for i in party.pieces if self.now.x.pieces[i].leader is None)
        far = self.now.lie.far(aim.task.box).get(box, FAR) / self.now.x.pace_of("cavalry" if horse else "infantry")
        weight = self.now.mood.nearer * (1.0 + min(6.0, max(0.0, aim.net)) / 2)
        value = -weight * min(far, 12.0) * (1.0 if party.aim else 0.4)
        if party.aim and aim.task.kind != "strike" and box == aim.task.box:
            value += aim.task.worth
        return value

    def _attack(self, party: Party, box: int, mine: float, theirs: float) -> float:
        """An attack, with all that is to come there in this turn, against all that may help."""
        now, by = self.now, self.now.mood
        coming = [i for i in self._coming.get(box, ()) if i not in party.pieces and not now.s.counters[i].moved]
        need = theirs + by.helpers * (now.threat(box) - theirs)
        terrain = now.x.network.places[box].terrain
        # Those who are to come bring a general of theirs.
        led = (max(now.general(party.pieces, box), USUAL if coming else NOBODY), now.their_general(box))
        if need > theirs:
            led = (led[0], max(USUAL, led[1]))
        strength = mine + now.power(coming) if coming else mine
        look = outlook(now.x.tables, strength, need, terrain, led)
        if now.dark(box) > 1:
            # What lies face down is taken for the average, and may be the best of them.
            worse = outlook(now.x.tables, strength, now.mood.doubt * need, terrain, led)
            look = Outlook((2 * look.worth + worse.worth) / 3, (2 * look.wins + worse.wins) / 3)
        if mine < by.alone * theirs:
            # The others might be kept from coming.
            return -6.0
        if look.wins < by.sure and mine < 3 * theirs:
            return -6.0 + look.worth
        prize = now.gain(box) if box in now.lie.goals else 0
        return look.worth + look.wins * (prize + by.ruin * theirs) + 0.5

    def _due(self, party: Party, box: int) -> float:
        """The strength that is to come to a box in this turn beside a party."""
        now = self.now
        coming = [i for i in self._coming.get(box, ()) if i not in party.pieces and not now.s.counters[i].moved]
        return now.power(coming) if coming else 0.0

    def _spared(self, party: Party, box: int, others: int, theirs: float) -> float:
        """What the others in a box, and those who are to come there, would win without a party whose aim lies
        elsewhere.
        """
        if party.aim is None or party.aim.task.box == box or others + self._due(party, box) < theirs:
            return 0.0
        return max(0.0, self._attack(party, box, max(float(others), self.now.mood.alone * theirs), theirs))

    def _place(self, party: Party, box: int, strength: int, others: int) -> float:
        """What it is worth that a place is taken, or kept."""
        now = self.now
        if box not in now.lie.goals:
            return 0.0
        gain, stake, near = now.gain(box), now.stake(box), now.strongest_near(box)
        kept = 1.0 if not near else 0.9 if strength + others >= now.mood.parry * near else 0.65
        if gain:
            return gain * kept
        if not stake or not near or others >= now.mood.parry * near:
            return 0.0
        beside = now.threat(box)
        called = party.aim is not None and party.aim.task.box != box and party.aim.net > stake
        last = not others and not called and 0 < now.mood.alone * beside < strength
        kept = min(kept, 1.0 - now.mood.comes * self._struck(party, box, strength + others).wins)
        return stake * max(0.0, kept - (0.5 if others else 0.2)) + (now.mood.guard * stake if last else 0.0)

    def _danger(self, party: Party, box: int, mine: float, gone: Sequence[int] = ()) -> float:
        """What the enemy would gain by an attack, if he can gather for one."""
        now = self.now
        if not now.comers(box):
            return 0.0
        look = self._struck(party, box, mine, gone)
        precious = set(now.x.setting.napoleon).intersection(party.pieces)
        return now.mood.danger * max(0.0, look.worth) * (now.mood.emperor if precious else 1.0)

    def _struck(self, party: Party, box: int, mine: float, gone: Sequence[int] = ()) -> Outlook:
        """What the enemies who can come to a box would have of an attack on all who stand there then."""
        now = self.now
        coming = [i for i in self._coming.get(box, ()) if i not in party.pieces and not now.s.counters[i].moved]
        mine += now.power(coming) if coming else 0.0
        theirs = massed(now, now.comers(box))
        general = max(now.general(party.pieces, box, gone), USUAL if coming else NOBODY)
        return outlook(now.x.tables, theirs, mine, now.x.network.places[box].terrain, (now.comer(box), general))

    def at_risk(self, box: int, comers: Sequence[tuple[int, float]]) -> float:
        """What the enemy may win, in points, at a place that one holds, by the troops that can come there."""
        now, theirs = self.now, massed(self.now, comers)
        if not theirs:
            return 0.0
        mine, led = now.ranks(now.x.here(now.s, box, now.side)), (now.comer(box), now.general((), box))
        look = outlook(now.x.tables, theirs, mine, now.x.network.places[box].terrain, led)
        return now.mood.comes * (max(0.0, look.worth) + look.wins * now.stake(box))

    def _without_troops(self, party: Party, box: int) -> float:
        """Leaders go where their troops are; dummies go ahead where nobody can look at them yet."""
        now, leads = self.now, self.now.x.leaders(party.pieces)
        if box in now.enemies and not (leads and now.own.get(box)):
            return -20.0
        if leads:
            return self._leads(party, box)
        crowd = now.mood.apart * now.dummies(box, party.pieces) if now.mood.apart else 0.0
        return 0.5 * now.pull(box) + (0.4 if now.threat(box) else 0.0) - crowd

    def _leads(self, party: Party, box: int) -> float:
        """What a leader is worth in a box: most with troops that have none, for the enemy beats those longest."""
        now, here = self.now, self.now.own.get(box, 0)
        if not here:
            # Of several ways out he takes the one on which he is hardest to follow.
            near = min((far for far, _ in now.comers(box)), default=REACH)
            return -ALONE if now.threat(box) else -FOLLOWED * (1 - near / REACH)
        first = not now.general_at(box, party.pieces)
        alone = replace(party, pieces=())
        spared = self._danger(alone, box, here, party.pieces) - self._danger(party, box, here) if first else 0.0
        spared += self._leading(party, box, here) if first and box in now.enemies else 0.0
        return (0.15 if first else 0.05) * min(40, here) + spared - (1.0 if now.threat(box) > 6 * here else 0.0)

    def _deserted(self, party: Party, start: int) -> float:
        """What it costs that troops leave leaders behind alone near the enemy: those who have just ridden to them."""
        now = self.now
        left = now.general_at(start, now.x.leaders(party.pieces)) and now.threat(start)
        return ALONE if left and now.own.get(start, 0) <= now.x.strength(now.s, party.pieces) else 0.0

    def _leading(self, party: Party, box: int, mine: int) -> float:
        """What the troops that fight in a box gain by a leader."""
        now = self.now
        theirs, terrain = now.enemies[box], now.x.network.places[box].terrain
        heads = now.general(party.pieces, box), now.general((), box, party.pieces)
        foe = now.their_general(box)
        led, unled = (outlook(now.x.tables, mine, theirs, terrain, (head, foe)).worth for head in heads)
        return led - unled

    def _astray(self, party: Party, box: int) -> float:
        """What it costs to be out of touch with the commander-in-chief (4.6)."""
        now = self.now
        army = groups.army_for(now.x, now.s, party.pieces)
        chief = now.x.chief(now.s, army) if army >= 0 else -1
        if chief < 0 or chief in party.pieces or now.s.counters[chief].at < 0 or now.x.leaders(party.pieces):
            return 0.0
        if now.left == 1 or not any(now.s.counters[i].contact == LED for i in party.pieces):
            return 0.0
        if chief not in self._lines:
            self._lines[chief] = now.x.lines_from(now.s, now.s.counters[chief].at, now.side)
        return 0.0 if box in self._lines[chief] else now.mood.astray
