"""How the steady player of War and Peace marches and fights: towards cities that count, never into hopeless fights."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players import temper
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import Count, riders
from napwidgets.systems.wap.ground import attacks_neutral, layout
from napwidgets.systems.wap.land.columns import checked, reach_of
from napwidgets.systems.wap.land.field import ATTACK
from napwidgets.systems.wap.land.muster import fighters
from napwidgets.systems.wap.land.supply import in_supply
from napwidgets.systems.wap.markers import MAJORS
from napwidgets.systems.wap.setting import Setting
from napwidgets.systems.wap.state import NEUTRAL

#: How fast the worth of a city fades with each point of distance, and where it ends.
FADE, FAR = 0.9, 60
#: An enemy this near threatens a city.
NEAR = 6


class Temper(temper.Temper, frozen=True):
    """The weights of a player of War and Peace."""

    #: What cities are worth: a capital, another production city.
    capital: float = 6.0
    made: float = 3.0
    #: A city of one's own counts for so much while an enemy is near.
    threatened: float = 0.8
    #: A fight is taken at this ratio of weighed strengths, and feared from this one on.
    take: float = 1.2
    fear: float = 1.1
    #: What a fight is worth that is taken, for the root of its size, and how much danger counts.
    glory: float = 0.4
    danger: float = 0.25
    #: More than this in a hex starves.
    crowd: float = 22.0
    #: A move must be better by this much than staying.
    stir: float = 0.02
    #: What leaving strength points behind costs, each.
    leave: float = 0.02
    #: What it costs to be out of supply.
    hunger: float = 1.5
    #: A fight is broken off below this ratio.
    break_off: float = 0.8
    #: The French dare a blockade with this chance each month if they want out.
    dare: float = 0.6
    #: What a steady player adds: how much more the cities of the state count that it goes for, what company is worth
    #: where the enemy is near, how much of a city's worth a garrison saves, how much a loss of one's own counts in a
    #: fight, how much stronger than a neutral minor one must be to attack it.
    prey: float = 2.5
    together: float = 1.0
    guard: float = 0.25
    caution: float = 0.9
    bully: float = 3.0
    #: A state whose capital is lost makes peace where its enemies are so much stronger.
    yields: float = 1.3
    #: Squadrons that want to join others dare a blockade with this chance each month.
    join: float = 0.6
    #: English ships with nothing to watch go after so many raiders for each of them (0: they stay).
    chase: float = 0.0
    #: Whether loans go where they turn the die, with no more transports than it takes, English troops go to where a
    #: friend fights, and ships come back for more (1), or not (0).
    purse: float = 0.0
    #: Whether squadrons that are to join make for one port until enough are there (1), or each for most friends (0).
    rally: float = 0.0
    #: Ships that intercept throw a die each, and keep to their blockades; they dare so many times the odds that a
    #: recruit dares (0: one die for all, and blockades are left).
    net: float = 0.0
    #: Raiders sail for where they add most to the rate until the end, if it is more by so many per cent (0: for
    #: traffic, and stay there); an enemy squadron in a sea that they pass keeps them from so many.
    raids: float = 0.0
    shy: float = 0.5
    #: Squadrons seek out enemies in their sea if they win the first round with this chance (0: never), and raiders keep
    #: out of the way of such.
    hunt: float = 0.0
    #: What a steady player adds, too: a state that asks for peace gets it when no more than this part of its strength
    #: is left at home; a city of a conquered state counts for so much to its conqueror, and to leave one costs so
    #: much; a capital of ours counts for so much where the enemy is stronger about it.
    terms: float = 0.8
    occupies: float = 2.0
    keeps: float = 3.0
    home: float = 2.5
    #: An own city that is threatened counts as much as the enemies about it are of so many times what is ours there,
    #: and no less than this part.
    safe: float = 2.0
    least: float = 0.25
    #: A state with fewer strength points than this on the map asks for peace when its capital is lost.
    spent: float = 6.0


#: The temper of a steady player; `Temper` itself is a recruit's.
STEADY = Temper(
    capital=4.2,
    threatened=0.64,
    fear=1.85,
    danger=0.16,
    glory=0.5,
    crowd=32.0,
    hunger=0.9,
    together=1.15,
    keeps=2.0,
    home=1.95,
    safe=1.55,
    least=0.22,
    join=1.0,
    dare=1.0,
    chase=3.0,
    purse=1.0,
    rally=1.0,
    net=2.0,
    raids=1.0,
    hunt=0.95,
)


def capitals(x: Context) -> Sequence[int]:
    """The capitals of the majors, by their numbers among the cities."""
    return x.setting.capital[: len(MAJORS)]


@lru_cache(maxsize=1024)
def distances(setting: Setting, target: int) -> tuple[int, ...]:
    """Movement points from every hex to one, whoever stands between; 999 where there is no way."""
    found = [999] * setting.board.size
    found[target] = 0
    heap = [(0, target)]
    while heap:
        so_far, h = heapq.heappop(heap)
        if so_far > found[h]:
            continue
        for way in setting.ways[h]:
            total = so_far + way.cost
            if total < found[way.hex]:
                found[way.hex] = total
                heapq.heappush(heap, (total, way.hex))
    return tuple(found)


@lru_cache(maxsize=1024)
def faded(setting: Setting, target: int, by: float) -> tuple[tuple[int, float], ...]:
    """How much of its worth a place keeps at every hex in reach of it; ``by`` is what is left with each point."""
    return tuple((h, by**way) for h, way in enumerate(distances(setting, target)) if way < FAR)


class Land:
    """Decisions on land for one seat in one game."""

    KINDS: ClassVar[frozenset[str]] = frozenset({"movement", "forced-march", "combat", "shelter", "battle"})

    def __init__(self, mood: Temper = STEADY) -> None:
        self.mood = mood
        self._month: tuple[int, int] = (0, 0)
        self._stay: set[str] = set()
        self._fields: dict[int, list[float]] = {}
        self._keys: tuple[object, ...] = ()

    def choose(self, engine: Engine, view: State, kind: str) -> Move:
        """The move for a decision on land."""
        x: Context = engine.context
        if kind == "movement":
            return self._movement(engine, x, view)
        if kind == "combat":
            return self._combat(engine, x, view)
        if kind == "shelter":
            return self._shelter(engine, x, view)
        if kind == "battle":
            return self._battle(engine, x, view)
        return engine.options(view)[-1]

    # What counts

    def pull(self, x: Context, s: State, faction: int) -> list[float]:
        """How much each hex is worth going to for a faction: cities to take and cities to save, fading with
        distance.
        """
        key = (s.control, s.status, s.masters, s.turn, faction, self.mood)
        if key != self._keys:
            self._keys, self._fields = key, {}
        if faction not in self._fields:
            self._fields[faction] = self._worked_out(x, s, faction)
        return self._fields[faction]

    def _worked_out(self, x: Context, s: State, faction: int) -> list[float]:
        found = [0.0] * x.board.size
        foe = x.enemies(faction)
        threats = {a.hex for a in s.armies if x.army_faction(s, a) == foe and not a.inside}
        for city in x.setting.objectives:
            hex, worth = x.setting.city_hex[city], self._worth(x, city)
            holder = x.city_faction(s, city)
            if holder == faction and any(distances(x.setting, hex)[h] <= NEAR for h in threats):
                worth *= self.mood.threatened
            elif holder != foe:
                continue
            for h, part in faded(x.setting, hex, FADE):
                if worth * part > found[h]:
                    found[h] = worth * part
        return found

    def goals(self, x: Context, s: State, faction: int) -> list[int]:
        """The cities that enemies of a faction hold, those first that count most and that its armies are nearest to."""
        foe = x.enemies(faction)
        armies = [a.hex for a in s.armies if x.army_faction(s, a) == faction and not a.inside]

        def draws(city: int) -> float:
            away = distances(x.setting, x.setting.city_hex[city])
            return self._worth(x, city) * FADE ** min((away[h] for h in armies), default=FAR)

        held = [city for city in x.setting.objectives if x.city_faction(s, city) == foe]
        return sorted(held, key=lambda city: (-draws(city), city))

    def _worth(self, x: Context, city: int) -> float:
        return self.mood.capital if city in capitals(x) else self.mood.made

    def front(self, x: Context, s: State, hex: int, faction: int) -> int:
        """Movement points from a hex to the nearest enemy army, at most 40."""
        away = distances(x.setting, hex)
        foe = x.enemies(faction)
        return min((away[a.hex] for a in s.armies if x.army_faction(s, a) == foe), default=40)

    def recall(self, x: Context, s: State, move: Move) -> None:
        """Settle what is settled once a month as it was before an earlier march."""
        if s.segment != NEUTRAL:
            self.pull(x, s, s.segment)

    # Movement

    def _movement(self, engine: Engine, x: Context, s: State) -> Move:
        if self._month != (s.turn, s.segment):
            self._month, self._stay = (s.turn, s.segment), set()
        if s.segment == NEUTRAL:
            return m.Done()
        worth = self.pull(x, s, s.segment)
        for subject in engine.subjects(s):
            name = f"{subject.id}/{subject.hex}"
            if name in self._stay or subject.id.startswith("f"):
                continue
            move = self._march(engine, x, s, subject.id, subject.hex, worth)
            if move is not None:
                return move
            self._stay.add(name)
        return m.Done()

    def _march(
        self, engine: Engine, x: Context, s: State, subject: str, hex: int, worth: Sequence[float]
    ) -> m.March | None:
        options = [move for move in engine.options(s, subject) if isinstance(move, m.March) and not move.forced]
        if not options:
            return None
        biggest = max(sum(sum(count) for _, count in move.take) for move in options)
        if not biggest:
            return self._lonely(x, s, options, hex)
        scores = {move: self._score(x, s, move, worth, biggest) for move in options}
        stay = worth[hex] - self._danger(x, s, hex, 0) + self.mood.stir
        better = [move for move in options if scores[move] > stay]
        better.sort(key=lambda move: (-scores[move], move.to))
        return next((move for move in better if not self._invades(x, s, move)), None)

    @staticmethod
    def _invades(x: Context, s: State, move: m.March) -> bool:
        """Whether the way of a march leads through a neutral's land."""
        way = reach_of(x, s, checked(x, s, s.agenda[-1].seat, move)).way(move.to)
        return any(attacks_neutral(x, s, move.start, h) for h in way)

    def _lonely(self, x: Context, s: State, options: Sequence[m.March], hex: int) -> m.March | None:
        """A leader without troops joins the largest force in reach that has none as good."""
        mine = {move.to: move for move in options}

        def need(h: int) -> int:
            there = sum(sum(a.count) for a in x.armies_at(s, h) if x.army_faction(s, a) == s.segment)
            return 0 if x.leaders_at(s, h) else there

        best = max(mine, key=lambda h: (need(h), -h))
        return mine[best] if need(best) else None

    def _score(self, x: Context, s: State, move: m.March, worth: Sequence[float], biggest: int) -> float:
        now = layout(x, s)
        to = move.to
        if attacks_neutral(x, s, move.start, to):
            return -100.0
        taken = sum(sum(count) for _, count in move.take)
        strength = taken * (1 + 0.15 * max((x.rating(s, i) for i in move.leaders), default=0))
        by = self.mood
        score: float = worth[to] - by.leave * (biggest - taken)
        foes = now.foes[s.segment].get(to, 0)
        if foes:
            ratio = (strength + now.field[s.segment].get(to, 0)) / (1.1 * foes)
            score += by.glory * min(foes, taken) ** 0.5 + 0.5 if ratio >= by.take else -20.0
        score -= self._danger(x, s, to, strength)
        crowd = now.field[s.segment].get(to, 0) + taken - by.crowd
        score -= 0.1 * max(0, crowd)
        if not foes and not in_supply(x, s, to, s.segment):
            score -= by.hunger
        return score

    def _danger(self, x: Context, s: State, hex: int, coming: float) -> float:
        """What enemies beside a hex could do to those who stand there."""
        now = layout(x, s)
        mine = now.field[s.segment].get(hex, 0) + coming
        near = sum(now.field[x.enemies(s.segment)].get(way.hex, 0) for way in x.setting.ways[hex])
        return self.mood.danger * min(6.0, near / max(1.0, mine)) if near > self.mood.fear * mine else 0.0

    # Combat

    def _combat(self, engine: Engine, x: Context, s: State) -> Move:
        now = layout(x, s)
        for subject in engine.subjects(s):
            options = engine.options(s, subject.id)
            if not options:
                continue
            inside = [a for a in x.armies_at(s, subject.hex) if a.inside]
            mine = now.field[s.segment].get(subject.hex, 0)
            walls = subject.hex not in now.war[s.segment]
            if walls and not inside:
                continue  # neutrals, whom nobody need attack
            if not walls or mine >= 2.5 * max(1, sum(sum(a.count) for a in inside)):
                return options[0]
        plain = engine.options(s)
        return plain[-1] if plain else next(o for t in engine.subjects(s) for o in engine.options(s, t.id))

    def beaten(self, x: Context, s: State, major: int) -> bool:
        """Whether a state whose capital is lost had better make peace: its army is gone as well."""
        return sum(sum(army.count) for army in s.armies if army.nation == major) < self.mood.spent

    def hopeless(self, x: Context, s: State, major: int) -> bool:
        """Whether the head of a faction whose capital is lost had better leave the field."""
        return self.beaten(x, s, major)

    def content(self, x: Context, s: State, major: int) -> tuple[bool, str]:
        """Whether a state that asks for peace has lost enough for it, and why."""
        return True, ""

    def _shelter(self, engine: Engine, x: Context, s: State) -> Move:
        """Inside, if the enemy in the hex is half as strong again."""
        hex = s.agenda[-1].hex
        now = layout(x, s)
        options = engine.options(s)
        inside = next((move for move in options if isinstance(move, m.GoInside)), None)
        attack = now.field[s.segment].get(hex, 0)
        defend = now.field[x.enemies(s.segment)].get(hex, 0)
        return inside if inside is not None and attack > 1.5 * defend else m.StandFast()

    def _battle(self, engine: Engine, x: Context, s: State) -> Move:
        """Fight on unless the enemy has become too strong, of those who take part in the battle."""
        step = s.agenda[-1]
        sides = fighters(x, s, step.hex, s.segment, step.rounds, step.assault)
        attack, defend = (sum(_weight(s.armies[i].count) for i in side) for side in sides)
        mine, theirs = (attack, defend) if step.chooser == ATTACK else (defend, attack)
        off = next((move for move in engine.options(s) if isinstance(move, m.BreakOff)), None)
        return off if off is not None and mine < self.mood.break_off * theirs else m.FightOn()


def _weight(count: Count) -> float:
    return sum(count) + 0.3 * riders(count)
