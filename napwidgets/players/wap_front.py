"""How the steady player of War and Peace wages war: one state after the other, massed, with exact odds before a fight.

What it looks after beyond `napwidgets.players.wap_land`: armies go together, the nearest weak enemy's capital draws
them most, nobody walks into more than he can stand, the pace is forced where the dice allow it, capitals keep a
garrison, empty cities are stepped into. Who leads where is in `napwidgets.players.wap_heads`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.system import Engine, Move
from napwidgets.players.wap_heads import BESIDE, NEARNESS, THEATRE, Heads
from napwidgets.players.wap_land import capitals, distances, faded
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import CC, C, I, minus, of
from napwidgets.systems.wap.ground import Reach, attacks_neutral, layout
from napwidgets.systems.wap.land.columns import Column, checked, column_of, led_from, reach_of, why_not_leader
from napwidgets.systems.wap.land.field import ATTACK, DEFEND, Engagement, round_odds
from napwidgets.systems.wap.land.marching import ForcedMarch, forced_odds, forced_parts, go
from napwidgets.systems.wap.land.muster import engage
from napwidgets.systems.wap.land.supply import in_supply
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import NEUTRAL, State

#: How fast a city's draw fades with each movement point.
DRAW = 0.93
#: How many majors there are.
MAJORS = 6
#: An enemy within so many movement points is a danger to a city; this near he keeps its garrison there.
ALARM, GUARDED = 14, 8
#: A city is not left to an enemy so near who is not so many times as strong as those who hold it.
CLOSE, STRONGER = 3, 1.5
#: What it costs to leave a leader alone there.
ALONE = 8.0
#: A forced march is worth it if it gains this many movement points for each strength point that it costs.
PACE = 2.5
#: The head of a faction leaves the field where all enemies together are so many times as strong.
HOPELESS = 2.5
#: What it is worth to make an enemy give way, in strength points.
BEATEN = 2.0
#: Months for which the same state is gone for.
PATIENCE = 8


def _sent_as(x: Context, s: State, move: m.March) -> tuple[Column, Reach]:
    """The force of a march, and where it can go with the movement points that it has."""
    step = s.agenda[-1]
    if isinstance(step, ForcedMarch):
        column = column_of(x, s, move.start, move.leaders, move.take, moved=True)
        return column, reach_of(x, s, column, step.points)
    column = checked(x, s, step.seat, move)
    return column, reach_of(x, s, column)


class Front(Heads):
    """Decisions on land for one seat in one game, as a steady player takes them."""

    _prey: tuple[int, int] = (-1, 0)
    _began: tuple[tuple[int, int], dict[int, int]] = ((-1, 0), {})

    def recall(self, x: Context, s: State, move: Move) -> None:
        super().recall(x, s, move)
        self._stood(x, s)

    # What counts

    def _worked_out(self, x: Context, s: State, faction: int) -> list[float]:
        found = [0.0] * x.board.size
        foe = x.enemies(faction)
        threats = {a.hex for a in s.armies if x.army_faction(s, a) == foe and not a.inside}
        prey = self._hunted(x, s, faction)
        for city in x.setting.objectives:
            worth = self._city(x, s, city, faction, prey, threats)
            if worth <= 0:
                continue
            for h, part in faded(x.setting, x.setting.city_hex[city], DRAW):
                if worth * part > found[h]:
                    found[h] = worth * part
        return found

    def _city(self, x: Context, s: State, city: int, faction: int, prey: int, threats: set[int]) -> float:
        """What a city is worth to a faction now: to take it, or to save it."""
        home, holder = x.setting.home[city], x.city_faction(s, city)
        worth = self._worth(x, city)
        if holder == faction:
            away = distances(x.setting, x.setting.city_hex[city])
            if not any(away[h] <= ALARM for h in threats):
                return 0.0
            if self._outdone(x, s, city, faction) or self._open(x, s, city):
                return worth * self.mood.home
            hex = x.setting.city_hex[city]
            ours, theirs = (self._near(x, s, hex, side, 1) for side in (faction, x.enemies(faction)))
            need = min(1.0, max(self.mood.least, self.mood.safe * theirs / max(1.0, ours)))
            return worth * self.mood.threatened * need
        if self._of_conquered(x, s, city, faction):
            return self.mood.occupies * worth  # the rest of a conquered state is for who walks in (I.2.c)
        if holder != x.enemies(faction):
            return 0.0
        if home == prey:
            worth *= self.mood.prey
        return worth

    def _outdone(self, x: Context, s: State, city: int, faction: int) -> bool:
        """Whether a city is a capital, and enemies are stronger about it."""
        hex = x.setting.city_hex[city]
        return city in capitals(x) and self._near(x, s, hex, x.enemies(faction), 1) > self._near(x, s, hex, faction)

    def _open(self, x: Context, s: State, city: int) -> bool:
        """Whether a city is a capital without a strength point, and an enemy is near."""
        hex = x.setting.city_hex[city]
        return city in capitals(x) and not x.armies_at(s, hex) and self._foe_near(x, s, hex, GUARDED)

    def _hunted(self, x: Context, s: State, faction: int) -> int:
        """The major that is to be conquered next: weak, and near to most of ours."""
        now, since = self._prey
        foe = x.enemies(faction)
        if 0 <= now < MAJORS and s.status[now] == foe and s.turn - since < PATIENCE:
            return now
        armies = [(a.hex, sum(a.count)) for a in s.armies if x.army_faction(s, a) == faction and not a.inside]

        def chance(major: int) -> float:
            seat = distances(x.setting, x.setting.city_hex[x.setting.capital[major]])
            ours = sum(n * 0.95 ** seat[h] for h, n in armies if seat[h] < 60)
            theirs = sum(sum(a.count) for a in s.armies if a.nation == major)
            return ours / (5.0 + theirs)

        best = max((n for n in range(MAJORS) if s.status[n] == foe), key=chance, default=-1)
        self._prey = (best, s.turn)
        return best

    # Marches

    def _movement(self, engine: Engine, x: Context, s: State) -> Move:
        if self._month != (s.turn, s.segment):
            self._month, self._stay = (s.turn, s.segment), set()
        if s.segment == NEUTRAL:
            return m.Done()
        self._stood(x, s)
        worth = self.pull(x, s, s.segment)
        subjects = list(engine.subjects(s))
        subjects.sort(key=lambda subject: -layout(x, s).field[s.segment].get(subject.hex, 0))
        if (cover := self._covers(engine, x, s, subjects)) is not None:
            return cover
        for subject in subjects:
            name = f"{subject.id}/{subject.hex}"
            if name in self._stay:
                continue
            hurries = subject.id.startswith("f")
            march = self._march(engine, x, s, subject.id, subject.hex, worth) if not hurries else None
            march = self._hurry(engine, x, s, subject.id) if hurries else march
            if march is not None:
                return self._without(x, s, march)
            self._stay.add(name)
        return self._tidy(engine, x, s, subjects) or m.Done()

    def _hurry(self, engine: Engine, x: Context, s: State, subject: str) -> m.March | None:
        """Force the pace where it gains more than it costs, no enemy is at hand, and the march then goes on."""
        for move in engine.options(s, subject):
            if isinstance(move, m.March) and sum(sum(count) for _, count in move.take) > 1:
                extra = sum(value for _, value, _ in forced_parts(x, s, move.leaders))
                odds = forced_odds(x.tables, extra)
                gained = sum(float(chance) * points for (points, _), chance in odds)
                lost = sum(float(chance) * points for (_, points), chance in odds)
                pays = gained >= PACE * lost and self._draws_on(x, s, move.start)
                if pays and all(self._runs_on(engine, x, s, move, points) for (points, _), _ in odds if points):
                    return move
        return None

    def _runs_on(self, engine: Engine, x: Context, s: State, move: m.March, points: int) -> bool:
        """Whether a force would march on with so many points: what lies beside it may draw it, and yet be too
        dangerous, too hungry or too far from the others, so that the pace would be forced in vain.
        """
        then = s.push(ForcedMarch(s.agenda[-1].seat, move.start, move.leaders, move.take, points))
        return isinstance(self._onward(engine, x, then), m.March)

    def _draws_on(self, x: Context, s: State, hex: int) -> bool:
        """Whether a better place lies beside a hex."""
        worth = self.pull(x, s, s.segment)
        foes = layout(x, s).foes[s.segment]
        return any(worth[w.hex] > worth[hex] and w.hex not in foes for w in x.setting.ways[hex])

    def choose(self, engine: Engine, view: Any, kind: str) -> Move:
        if kind == "forced-march":
            return self._onward(engine, engine.context, view)
        return super().choose(engine, view, kind)

    def _onward(self, engine: Engine, x: Context, s: State) -> Move:
        """Where a force goes that has forced the pace."""
        options = engine.options(s)
        marches = [move for move in options if isinstance(move, m.March)]
        if not marches:
            return options[-1]
        worth, start = self.pull(x, s, s.segment), marches[0].start
        biggest = max(sum(sum(count) for _, count in move.take) for move in marches)
        scores = {move: self._score(x, s, move, worth, biggest) for move in marches}
        best = max(marches, key=lambda move: (scores[move], -move.to))
        stay = self._standing(x, s, start, worth, biggest, 0.0)
        good = scores[best] > stay + self.mood.stir and not self._goes_wrong(x, s, best)
        return best if good else next((move for move in options if isinstance(move, m.Done)), best)

    def _march(
        self, engine: Engine, x: Context, s: State, subject: str, hex: int, worth: Sequence[float]
    ) -> m.March | None:
        options = [move for move in engine.options(s, subject) if isinstance(move, m.March) and not move.forced]
        if not options:
            return None
        biggest = max(sum(sum(count) for _, count in move.take) for move in options)
        if not biggest:
            return None  # leaders ride when all have marched
        if biggest == 1 and self._garrison(x, s, hex, 1) < 0:
            return None  # whoever was left behind to hold a city does not run after the others
        if biggest > 1 and self._garrison(x, s, hex, biggest) < 0:
            whole = [move for move in options if sum(sum(count) for _, count in move.take) == biggest]
            options = [*options, *filter(lambda move: self._can(x, s, move), map(self._but_one, whole))]
        scores = {move: self._score(x, s, move, worth, biggest) for move in options}
        stay = self._standing(x, s, hex, worth, biggest, 0.0) + self.mood.stir
        better = [move for move in options if scores[move] > stay]
        better.sort(key=lambda move: (-scores[move], move.to))
        return next((move for move in better if not self._goes_wrong(x, s, move)), None)

    @staticmethod
    def _but_one(move: m.March) -> m.March:
        """The same with one strength point left behind, of the state that has most there."""
        most = max(range(len(move.take)), key=lambda n: sum(move.take[n][1]))
        nation, count = move.take[most]
        kind = max(range(len(count)), key=lambda k: (count[k] > 0, k == I, count[k]))
        less = minus(count, of(kind))
        take = (*move.take[:most], *(((nation, less),) if any(less) else ()), *move.take[most + 1 :])
        return replace(move, take=take)

    def _goes_wrong(self, x: Context, s: State, move: m.March) -> bool:
        """Whether a march leaves a city bare, is too long for those who are to go, or leads through a neutral's land
        that is not meant to be attacked.
        """
        if self._bares(x, s, move):
            return True
        reach = _sent_as(x, s, move)[1]
        if move.to not in reach.cost:
            return True
        way = reach.way(move.to)
        return any(attacks_neutral(x, s, move.start, h) for h in way) and not self._prize(x, s, move)

    def _bares(self, x: Context, s: State, move: m.March) -> bool:
        """Whether the last troops march out of a city of ours with the enemy near: out of a capital, or of one that
        counts if he is close, not half as strong again as who stood there, and met by nobody.
        """
        city, here = x.setting.city_at.get(move.start, -1), move.start
        if city not in x.setting.objectives or x.city_faction(s, city) != s.segment:
            return False
        if not self._leaves_none(x, s, move):
            return False
        if city in capitals(x) and self._foe_near(x, s, here, GUARDED):
            return True
        now, away = layout(x, s), distances(x.setting, here)
        mine, theirs = now.field[s.segment], now.field[x.enemies(s.segment)]
        near = [n for h, n in theirs.items() if away[h] <= CLOSE and h != move.to and h not in mine]
        return 0 < max(near, default=0) <= STRONGER * max(self._stood(x, s).get(here, 0), self._ours(x, s, here))

    def _stood(self, x: Context, s: State) -> dict[int, int]:
        """Our strength by hex when the marches of the month began."""
        key = (s.turn, s.segment)
        if self._began[0] != key:
            self._began = (key, dict(layout(x, s).field[s.segment]))
        return self._began[1]

    def _prize(self, x: Context, s: State, move: m.March) -> bool:
        """Whether a march into a neutral minor is worth a war with it: much stronger, and its city is the end of it."""
        city = x.setting.city_at.get(move.to, -1)
        if city not in x.setting.objectives or not attacks_neutral(x, s, move.start, move.to):
            return False
        home = x.setting.home[city]
        if home < MAJORS or s.masters[home] != home:
            return False
        taken = sum(sum(count) for _, count in move.take)
        there = sum(sum(a.count) for a in s.armies if a.nation == home)
        return taken >= self.mood.bully * max(1, there)

    def _score(self, x: Context, s: State, move: m.March, worth: Sequence[float], biggest: int) -> float:
        now, to = layout(x, s), move.to
        taken = sum(sum(count) for _, count in move.take)
        if now.foes[s.segment].get(to, 0) and not taken:
            return -100.0
        if attacks_neutral(x, s, move.start, to):
            return 1.0 + self._worth(x, x.setting.city_at[to]) if self._prize(x, s, move) else -100.0
        score = self._standing(x, s, to, worth, taken, float(taken), move.start)
        score -= self.mood.leave * (biggest - taken)
        score += self._garrison(x, s, move.start, taken) - ALONE * self._strands(x, s, move)
        if now.foes[s.segment].get(to, 0):
            score += self._fight(x, s, move)
        elif not in_supply(x, s, to, s.segment):
            score -= self.mood.hunger
        return score

    def _standing(
        self, x: Context, s: State, hex: int, worth: Sequence[float], own: int, coming: float, start: int = -1
    ) -> float:
        """What it is worth to stand in a hex: what draws, who helps, who threatens."""
        ours, theirs = self._influence(x, s, hex, coming, start)
        score = worth[hex]
        if theirs > self.mood.fear * ours:
            score -= self.mood.danger * min(8.0, theirs / max(1.0, ours)) * (1 + own**0.5)
        there = layout(x, s).field[s.segment].get(hex, 0) + coming
        score -= 0.1 * max(0.0, there - self.mood.crowd)
        if theirs:
            score += self.mood.together * min(1.0, there / self.mood.crowd)
        return score

    def _influence(self, x: Context, s: State, hex: int, coming: float, start: int) -> tuple[float, float]:
        """The strength of both sides about a hex, less the farther it is."""
        now, away = layout(x, s), distances(x.setting, hex)
        ours = coming
        for h, n in now.field[s.segment].items():
            if away[h] <= THEATRE:
                ours += (n - coming if h == start else n) * NEARNESS ** away[h]
        return ours, self._near(x, s, hex, x.enemies(s.segment), 1)

    def _garrison(self, x: Context, s: State, hex: int, taken: int) -> float:
        """A point against leaving a city that counts empty with the enemy near, or any of a conquered state."""
        city = x.setting.city_at.get(hex, -1)
        if city not in x.setting.objectives or x.city_faction(s, city) != s.segment:
            return 0.0
        if self._ours(x, s, hex) > taken:
            return 0.0
        if self._of_conquered(x, s, city, s.segment):
            return -self.mood.keeps  # it is ours only as long as troops stay there (I.2.e)
        if not self._foe_near(x, s, hex, GUARDED):
            return 0.0
        return -self._worth(x, city) * self.mood.guard * (3 if city in capitals(x) else 1)

    @staticmethod
    def _of_conquered(x: Context, s: State, city: int, faction: int) -> bool:
        """Whether a faction has conquered the state of a city; its capital is shut to it (I.2.c)."""
        home = x.setting.home[city]
        return home < MAJORS and s.conquered[home] == faction and x.setting.capital[home] != city

    # Fights

    def _fight(self, x: Context, s: State, move: m.March) -> float:
        """What a fight promises: what the first round costs them and us, and who is likely to give way; whom a march
        rides over is lost.
        """
        battle = self._battle_of(x, s, move)
        if not battle.sides[DEFEND].points:
            return self.mood.glory * (layout(x, s).foes[s.segment][move.to] + BEATEN)
        return self._promise(x, battle)

    def _promise(self, x: Context, battle: Engagement) -> float:
        found = 0.0
        for end, chance in round_odds(x.tables, battle):
            gain = end.sides[DEFEND].lost - self.mood.caution * end.sides[ATTACK].lost
            gain += BEATEN * (end.gave == DEFEND) - 2.5 * (end.gave == ATTACK)
            found += float(chance) * gain
        ratio = battle.sides[ATTACK].points / max(1, battle.sides[DEFEND].points)
        return self.mood.glory * found if ratio >= 0.8 and found > 0 else found - 5.0

    @staticmethod
    def _battle_of(x: Context, s: State, move: m.March) -> Engagement:
        """The battle that a march leads to, as it begins if nobody else comes."""
        column, reach = _sent_as(x, s, move)
        again = isinstance(s.agenda[-1], ForcedMarch)
        after = go(x, s.pop(), s.agenda[-1].seat, column, reach.way(move.to), [], again=again)
        return engage(x, after, move.to, s.segment)

    # Peace

    def beaten(self, x: Context, s: State, major: int) -> bool:
        """Whether a state whose capital is lost had better make peace: its enemies are stronger about it."""
        hex, side = x.setting.city_hex[x.setting.capital[major]], s.status[major]
        ours, theirs = (self._near(x, s, hex, faction) for faction in (side, x.enemies(side)))
        lost = sum(x.foreign(s, c, major) for c in x.cities_of(s, major))
        return theirs > self.mood.yields * ours or 2 * lost >= len(x.cities_of(s, major))

    def hopeless(self, x: Context, s: State, major: int) -> bool:
        """Whether the enemies of a state that is beaten are far stronger everywhere."""
        side, fields = s.status[major], layout(x, s).field
        ours, theirs = (sum(fields[faction].values()) for faction in (side, x.enemies(side)))
        return self.beaten(x, s, major) and theirs > HOPELESS * ours

    def content(self, x: Context, s: State, major: int) -> tuple[bool, str]:
        """Whether a state has little left at home, or we could not beat it any further."""
        name, mine = NATIONS[major], [army for army in s.armies if army.nation == major]
        home = sum(sum(army.count) for army in mine if x.setting.owner[army.hex] == major)
        every = sum(s.pools[major]) + sum(sum(army.count) for army in mine)
        if not self.beaten(x, s, major):
            return True, f"{name} can't be beaten any further now."
        if home <= self.mood.terms * every:
            return True, f"{name} has {home} of its {every} strength points left at home: little enough."
        return False, f"{name} has {home} of its {every} strength points left at home and would soon be back."

    # What is left to do

    def _tidy(self, engine: Engine, x: Context, s: State, subjects: Iterable[Any]) -> m.March | None:
        """Empty cities beside an army are stepped into, leaders without troops go to some, troops get leaders."""
        for subject in subjects:
            if subject.id.startswith("f"):
                continue
            moves = [move for move in engine.options(s, subject.id) if isinstance(move, m.March) and not move.forced]
            for move in self._steps_in(x, s, moves):
                if not self._goes_wrong(x, s, move):
                    return move
        for move in chain(self._rides(x, s), self._sent(x, s), self._fled(x, s)):
            if self._can(x, s, move):
                self.ridden(x, s, move)
                return move
        return None

    def _covers(self, engine: Engine, x: Context, s: State, subjects: Iterable[Any]) -> m.March | None:
        """A strength point, else the smallest force that can come, for a capital of ours that stands empty with the
        enemy near; tried before all others march.
        """
        if "cover" in self._stay:
            return None
        held = [city for city in capitals(x) if x.city_faction(s, city) == s.segment]
        bare = {x.setting.city_hex[city] for city in held if self._open(x, s, city)}
        if not bare:
            return None
        for subject in subjects:
            moves = [move for move in engine.options(s, subject.id) if isinstance(move, m.March) and move.to in bare]
            moves = [move for move in moves if move.take and not move.forced]
            for move in sorted(moves, key=lambda move: sum(sum(count) for _, count in move.take)):
                for march in (self._detached(x, s, move), move):
                    if march is not None and not self._goes_wrong(x, s, march) and not self._strands(x, s, march):
                        return march
        self._stay.add("cover")
        return None

    def _steps_in(self, x: Context, s: State, moves: Sequence[m.March]) -> Iterator[m.March]:
        """Marches into cities of the enemy's that nobody holds, or of those whom we have conquered."""
        foe = x.enemies(s.segment)
        for move in moves:
            city = x.setting.city_at.get(move.to, -1)
            if city not in x.setting.objectives or not move.take or x.armies_at(s, move.to):
                continue
            holder, rest = x.city_faction(s, city), self._of_conquered(x, s, city, s.segment)
            if holder == s.segment or not (rest or holder == foe):
                continue
            here = layout(x, s).field[s.segment].get(move.start, 0)
            taken = sum(sum(count) for _, count in move.take)
            if here <= taken and (self._garrison(x, s, move.start, taken) < 0 or self._strands(x, s, move)):
                one = self._detached(x, s, move) if here > 1 else None
                if one is not None and self._safe(x, s, move.to, 1):
                    yield one
            elif self._safe(x, s, move.to, taken):
                yield move

    @staticmethod
    def _detached(x: Context, s: State, move: m.March) -> m.March | None:
        """One strength point of a force: a rider, or infantry with a leader if another one stays."""
        for nation, count in move.take:
            for kind in (CC, C):
                if count[kind]:
                    return replace(move, leaders=(), take=((nation, of(kind)),))
        for leader in move.leaders[:0:-1]:
            for nation, count in move.take:
                if count[I] and led_from(x, s, s.agenda[-1].seat, (leader,), move.start, nation):
                    return replace(move, leaders=(leader,), take=((nation, of(I)),))
        return None

    def _safe(self, x: Context, s: State, hex: int, coming: int) -> bool:
        """Whether nobody stronger stands beside a hex."""
        now = layout(x, s)
        near = [now.field[x.enemies(s.segment)].get(way.hex, 0) for way in x.setting.ways[hex]]
        return max(near, default=0) <= 1.5 * coming

    def _fled(self, x: Context, s: State) -> Iterator[m.March]:
        """Leaders who would face an enemy alone go to troops, or at least away from him."""
        seat, mine = s.agenda[-1].seat, layout(x, s).field[s.segment]
        foes = set(self._foes(x, s))

        def clear(h: int) -> int:
            return min((distances(x.setting, h)[foe] for foe in foes), default=0)

        for i, leader in enumerate(s.leaders):
            start = leader.place
            if start < 0 or start in mine or why_not_leader(x, s, seat, i) is not None:
                continue
            if not self._foe_near(x, s, start, BESIDE):
                continue
            away = distances(x.setting, start)
            for h in sorted(mine, key=lambda h: (away[h], -mine[h])):
                yield m.March(start, h, (i,), ())
            safe = sorted(x.setting.city_hex, key=lambda h: (away[h], h))
            yield from (m.March(start, h, (i,), ()) for h in safe if not self._foe_near(x, s, h, BESIDE))
            column = column_of(x, s, start, (i,), ())
            far = max(reach_of(x, s, column).cost, key=lambda h: (clear(h), -h))
            if clear(far) > clear(start):
                yield m.March(start, far, (i,), ())

    def _can(self, x: Context, s: State, move: m.March) -> bool:
        """Whether those who are to march, leaders alone as well, reach where they are to go."""
        column = column_of(x, s, move.start, move.leaders, move.take)
        return move.to != move.start and move.to in reach_of(x, s, column).cost
