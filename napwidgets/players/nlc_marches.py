"""What a place is worth to a unit or a leader of the steady player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from napwidgets.kernel.offers import Offers
from napwidgets.kernel.system import Move
from napwidgets.players.nlc_aims import objective
from napwidgets.players.nlc_situation import FAR, Situation
from napwidgets.systems.tactical.command.limits import BACKWARDS, FORWARDS
from napwidgets.systems.tactical.core.state import OFF, State

#: What it is worth to a leader to have a unit of his so many hexes away.
_LED = (0.6, 0.6, 0.6, 0.3, *(-0.1 * far for far in range(4, FAR + 1)))
#: The enemy this near to a place may fall upon it at once, this near within a turn or two.
NEAR, COMES = 2, 4


def sent_for(s: State, c: int) -> int:
    """Where a formation is sent by the order that it was given last and does not follow yet, -1 if it has none."""
    pending = s.commands[c].pending
    return pending[-1].orders[0].target if pending else OFF


class Place(NamedTuple):
    """Where a unit stands in an attack that is planned, and what that attack is worth."""

    hex: int
    worth: float


class Posts:
    """Values of hexes for units under their present orders; made anew for each position."""

    def __init__(self, now: Situation) -> None:
        self.now, self.x, self.s = now, now.x, now.s
        self.rides = Rides(now)
        self._aims: dict[int, int] = {}
        self._behind: dict[int, int] = {}
        self._kept: dict[int, int] = {}
        #: Where units have a place in an attack.
        self.places: dict[int, Place] = {}
        self._known: dict[tuple[int, int], float] = {}

    def value(self, u: int, h: int) -> float:
        """What a hex is worth to a unit."""
        place, known = self.places.get(u), self._known.get((u, h))
        if known is None:
            known = self._known[u, h] = self._usual(u, h)
        return known + (self._together(place) if place is not None and h == place.hex else 0.0)

    def _together(self, place: Place) -> float:
        """What a place in an attack is worth."""
        by = self.now.mood
        return min(by.joint, by.joint_by * place.worth) if by.joint_by else by.joint

    def _usual(self, u: int, h: int) -> float:
        kind = self.x.order(self.s, u)
        c = self.x.command_of(self.s, u)
        target = self.s.commands[c].order.target
        info = self.x.infos[u]
        if kind in BACKWARDS:
            return self._rest(u, h) - self.now.mood.homeward * self.now.homeward[h]
        if kind == "reserve":
            return self._wait(h, c) if self.now.mood.nigh and sent_for(self.s, c) >= 0 else self._rest(u, h)
        if kind == "march" and target >= 0:
            return -0.5 * self.x.ground.field(target)[h]
        if kind in FORWARDS:
            goal = target if target >= 0 else self._aim(info.formation, h)
            return self._attack(u, h, goal) - self._risk(u, h)
        return self._hold(u, h, self._centre(c, target) if target >= 0 else h) - self._risk(u, h)

    def _centre(self, c: int, target: int) -> int:
        """Where those gather who hold a place: about it, or behind it, from where they step in when it falls."""
        if c not in self._kept:
            self._kept[c] = keeps(self.now, c, target)
        if self._kept[c] != target:
            return self._kept[c]
        if not self.now.mood.behind or not self.now.worth(target):
            return target
        if target not in self._behind:
            self._behind[target] = self.now.behind(target)
        return self._behind[target]

    def _aim(self, c: int, h: int) -> int:
        """What a formation without a target of its own goes for; the hex itself if it has no leader."""
        here = self.x.leader_hex(self.s, c)
        if here < 0:
            return h
        if c not in self._aims:
            self._aims[c] = objective(self.now, here, c)[1]
        return self._aims[c]

    def _risk(self, u: int, h: int) -> float:
        """What it costs to be within reach of the enemy for a unit that the next hit destroys."""
        distance = self.now.distance[h]
        if not self.now.mood.frail or distance > 2 or not self.now.frail(u):
            return 0.0
        near = 1.0 if distance <= 1 else 0.4
        return near * self.now.mood.frail * self.now.stakes.weight(u) * self.x.infos[u].strength

    def _rest(self, u: int, h: int) -> float:
        """Away from the enemy, near the leader."""
        leader = self.x.leader_hex(self.s, self.x.command_of(self.s, u))
        near = self.x.board.distances[h][leader] if leader >= 0 else 0
        return 0.6 * min(self.now.distance[h], 6) - 0.3 * near

    def _wait(self, h: int, c: int) -> float:
        """Where a reserve waits for an order that is late: out of reach of the enemy, and no farther from where the
        order will send it than it must.
        """
        away = self.x.board.distances[h][sent_for(self.s, c)]
        return 0.6 * min(self.now.distance[h], COMES) - self.now.mood.nigh * away

    def _attack(self, u: int, h: int, goal: int) -> float:
        info, distance = self.x.infos[u], self.now.distance[h]
        by = self.now.mood
        value = -by.near * self.x.board.distances[h][goal]
        if h == goal:
            value += by.aim
        if info.gun:
            return by.guns_near * value + self._gun_post(u, h)
        if info.mounted:
            value += by.horse_close if distance <= 1 else by.horse_near if distance == 2 else 0.0
            return value - (by.aloof if by.aloof and distance < COMES and not self._followed(h) else 0.0)
        return value + self._front(u, h)

    def _followed(self, h: int) -> bool:
        """Whether infantry of this side is near."""
        row = self.x.board.distances[h]
        return any(row[f] <= COMES for f in self.now.foot)

    def _front(self, u: int, h: int) -> float:
        """Standing next to the enemy, for infantry: good together with others, bad alone."""
        if self.now.distance[h] > 1:
            return 0.2 * self._company(u, h)
        beside = self.x.ground.enemies_beside(self.s, h, self.now.side)
        best = max((self._against(u, h, e) / self.now.toughness(e) for e in beside), default=0.0)
        exposed = self.now.threat[h] / max(1.0, self._here(u, h))
        by = self.now.mood
        return (
            by.odds * (min(best, 2.5) - 1.0)
            - by.exposed * max(0.0, exposed - 1.5)
            + by.cover * self.now.cover(h)
            + by.company * self._company(u, h)
        )

    def _against(self, u: int, h: int, enemy: int) -> float:
        """The strength that stands next to an enemy stack, with the unit in ``h``."""
        mine = self.s.units[u].hex
        power = float(self.now.support[enemy] + self.now.sp(u))
        if mine >= 0 and mine in self.x.setting.near[enemy]:
            power -= self.now.sp(u)
        return power

    def _here(self, u: int, h: int) -> float:
        there = self.now.strength.get(h, 0) if self.s.units[u].hex != h else self.now.strength[h] - self.now.sp(u)
        return there + self.now.sp(u)

    def _company(self, u: int, h: int) -> float:
        """Guns and infantry belong together."""
        others = [v for v in self.now.layout.at.get(h, ()) if v != u and self.x.infos[v].side == self.now.side]
        return 1.0 if any(self.x.infos[v].gun != self.x.infos[u].gun for v in others) else 0.0

    def _gun_post(self, u: int, h: int) -> float:
        """Guns stand two hexes from the enemy, or with infantry; never alone next to him."""
        distance = self.now.distance[h]
        company = self._company(u, h)
        if distance <= 1:
            return 0.8 if company else -4.0
        return (1.5 if distance == 2 else 0.0) + 0.8 * company

    def _hold(self, u: int, h: int, centre: int) -> float:
        """Hold the goals: on them, then between them and the enemy, under cover."""
        info, distance = self.x.infos[u], self.now.distance[h]
        by = self.now.mood
        free = not any(v != u and not self.x.infos[v].gun for v in self.now.layout.at.get(h, ()))
        away = self.x.board.distances[h][centre]
        # A second unit in a place that is held takes its losses, too: from beside it, it steps in when the place falls.
        value = -by.hold_near * (away if free or info.gun else max(1, away))
        if not info.gun and free:
            value += by.hold_worth * self.now.worth(h)
        elif by.guard and self.now.worth(h):
            value += by.guard * by.hold_worth * self.now.worth(h) * self._wanted(u, h)
        if info.gun:
            alone = self._company(u, h) == 0.0
            return value + 1.2 * (not alone) - (3.0 if alone and distance <= 2 else 0.0)
        if info.mounted:
            return value - (2.0 if distance <= 1 else 0.0)
        value += by.cover * self.now.cover(h) * (distance <= 3) + by.company * self._company(u, h)
        exposed = self.now.threat[h] / max(1.0, self._here(u, h))
        return value - by.hold_exposed * max(0.0, exposed - 1.0)

    def _wanted(self, u: int, h: int) -> float:
        """The part that a unit adds of what a place needs against the enemies who may come upon it."""
        row, strength = self.x.board.distances[h], self.now.strength
        danger = sum(strength[e] * (1.0 if row[e] <= NEAR else 0.5) for e in self.now.enemies if row[e] <= COMES)
        need = max(1.0, danger * (1.0 - self.now.cover(h)))
        there = sum(self.now.sp(v) for v in self.now.layout.at.get(h, ()) if v != u)
        return min(1.0, (there + self.now.sp(u)) / need) - min(1.0, there / need)


class Rides:
    """Values of hexes for leaders: with their units in reach, in company, forward if they attack (19.1, 20.1)."""

    def __init__(self, now: Situation) -> None:
        self.now = now
        self._led: dict[int, tuple[list[int], int] | None] = {}
        self._friends: dict[int, float] = {}
        self._here: dict[int, float] = {}

    def best(self, subject: str, moves: Sequence[Move]) -> Sequence[Move]:
        """Of the rides of a leader the best, the first of equals; of another subject all its moves."""
        kind, _, number = subject.partition(":")
        if kind != "l" or not isinstance(moves, Offers) or not moves:
            return moves
        gains = [self.gain(int(number), h) for h in moves.about]
        return [moves[gains.index(max(gains))]]

    def gain(self, i: int, h: int) -> float:
        """How much better a hex is for a leader than where he is."""
        here = self._here.get(i)
        if here is None:
            here = self._here[i] = self.value(i, self.now.s.leaders[i].hex)
        return self.value(i, h) - here

    def value(self, i: int, h: int) -> float:
        """What a hex is worth to a leader."""
        now, x, s = self.now, self.now.x, self.now.s
        info = x.setting.leaders[i]
        with_friends = self._friends.get(h)
        if with_friends is None:
            with_friends = self._friends[h] = self._company(h)
        if info.role == "overall":
            hq = x.setting.hq_of.get(i)
            if hq is not None and s.hqs[hq].hex >= 0:
                return 5.0 * (h == s.hqs[hq].hex) + (with_friends if now.mood.alone else 0.0)
            return with_friends
        if info.role == "wing":
            return with_friends + 0.5 * (h == s.leaders[i].hex)
        if i not in self._led:
            self._led[i] = self._troops(i)
        led = self._led[i]
        if led is None:
            return with_friends
        row = x.board.distances[h]
        value = with_friends - 0.4 * (now.distance[h] <= 1)
        for at in led[0]:
            value += _LED[row[at]]
        return value - (0.5 * row[led[1]] if led[1] >= 0 else 0.0)

    def _company(self, h: int) -> float:
        """What it is worth to be with friends, or costs to be alone near the enemy."""
        now = self.now
        if now.layout.side[h] == now.side:
            return 1.5
        value = -3.0 if now.distance[h] <= 3 else 0.0
        return value - now.mood.alone if now.distance[h] <= 2 else value

    def _troops(self, i: int) -> tuple[list[int], int] | None:
        """Where a leader's units stand, and the target of their orders or what they keep near it."""
        x, s = self.now.x, self.now.s
        c = next((c for c, k in enumerate(x.setting.commands) if k.leader == i and k.chit), None)
        if c is None:
            return None
        order = s.commands[c].order
        post = keeps(self.now, c, order.target) if order.kind == "defend" and order.target >= 0 else order.target
        return [h for u in x.setting.commands[c].units if (h := s.units[u].hex) >= 0], post


def keeps(now: Situation, c: int, target: int) -> int:
    """What a formation keeps that was told to defend a place: that place if it counts, else the dearest one of its side
    in which nobody else stands, within reach of a leader who keeps near the place that he was told (20.2).
    """
    if not now.mood.nearby or now.worth(target):
        return target
    field, limit = now.x.ground.field(target), now.x.tables.limits["command range"]
    own = set(now.x.governs(now.s, c))

    def free(h: int) -> bool:
        return now.mine(h) and set(now.layout.at.get(h, ())) <= own

    near = [g for g in now.goals if field[g.hex] <= limit and free(g.hex)]
    return min(near, key=lambda g: (-g.worth, field[g.hex], g.hex)).hex if near else target
