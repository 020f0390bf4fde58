"""C.3, K.5. Napoleon killed, in exile, and his return.

Readings 19, 20, 74 and 101 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution, percent
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.telling import sentence
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.forces import GI, NONE, Count, minus, of, spelled
from napwidgets.systems.wap.setting import FRANCE
from napwidgets.systems.wap.state import DEAD, ENGLISH, EXILE, FRENCH, NEUTRAL, OFF, Army, State
from napwidgets.systems.wap.states.politics import home_port, ship_home, to_pool, turn_state
from napwidgets.systems.wap.states.victory import LOST_AGAIN, SHOT, verdict
from napwidgets.systems.wap.step import Choice, YesNo

#: Months of exile before a return can be tried; each further three make it likelier (K.5.d).
LEAST_EXILE = 3


def fate_of_napoleon(x: Context, s: State, log: Log) -> State:
    """Note the month in which Napoleon was killed (C.3.c) or went into exile (C.3.d); a return wipes it out. Paris lost
    once more after it ends the campaign (K.5.i).
    """
    if x.options.abdication and s.ended is None and returned(s) and paris_lost(x, s):
        return verdict(x, s, log, "napoleon", LOST_AGAIN)
    emperor = s.leaders[x.setting.napoleon]
    if emperor.place in (DEAD, EXILE) and not s.napoleon:
        return replace(s, napoleon=s.turn)
    return replace(s, napoleon=0) if s.napoleon and emperor.place not in (DEAD, EXILE) else s


class ExileChoice(YesNo, frozen=True, tag="exile"):
    """K.5: with Paris lost, the French player may abdicate; from exile Napoleon may try to return."""

    def side(self, x: Context, s: State) -> int:
        return x.setting.seat_of_major[FRANCE]

    def _may_abdicate(self, x: Context, s: State) -> bool:
        emperor = s.leaders[x.setting.napoleon].place
        return paris_lost(x, s) and not returned(s) and (emperor >= 0 or emperor == OFF)

    def _may_return(self, x: Context, s: State) -> bool:
        emperor = s.leaders[x.setting.napoleon]
        return emperor.place == EXILE and s.turn - emperor.back >= LEAST_EXILE

    def automatic(self, x: Context, s: State) -> bool:
        return not (self._may_abdicate(x, s) or self._may_return(x, s))

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        back = self._may_return(x, s)
        prompt = "Try to bring Napoleon back from Elba?" if back else "Paris is lost. Shall Napoleon abdicate?"
        cite = "WAP K.5.d" if back else "WAP K.5.a"
        return Question("exile", "Abdication and exile", prompt, (cite,))

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        back, tries = self._may_return(x, s), isinstance(move, m.Accept)
        if back and tries:
            detail = f"{percent(return_odds(x, s))} to get away, then {percent(landing_odds(x))} not to be shot"
            return Label("Try to come back", detail, ("WAP K.5.d", "WAP K.5.f"))
        if back:
            return Label("Wait", "", ("WAP K.5.d",))
        return Label("Abdicate" if tries else "Fight on", "", ("WAP K.5.a",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.Accept):
            return s
        if self._may_return(x, s):
            return _attempt(x, s, dice, log)
        s, guard = _guard(x, s)
        company = f" with {spelled(guard)}" if any(guard) else ""
        say(log, "abdication", f"Napoleon abdicates and goes to Elba{company}. France is neutral.", "K.5.a", "K.5.b")
        s = s.leader(x.setting.napoleon, place=EXILE, inside=False, back=s.turn)
        return leave_france(x, turn_state(x, s, FRANCE, NEUTRAL, log, "K.5.b"), log)


def _guard(x: Context, s: State) -> tuple[State, Count]:
    """Who goes to Elba with Napoleon: some of the Guard, from where he is first, else from the biggest stack, else from
    the force pool (K.5.d, reading 101).
    """
    wanted, armies = of(GI, x.tables.victory["guard infantry on elba"]), list(s.armies)
    here, left = s.leaders[x.setting.napoleon].place, wanted
    mine = [i for i, army in enumerate(armies) if army.nation == FRANCE and not army.inside]
    for i in sorted(mine, key=lambda i: (armies[i].hex != here, -armies[i].count[GI], i)):
        part = tuple(map(min, armies[i].count, left))
        armies[i], left = replace(armies[i], count=minus(armies[i].count, part)), minus(left, part)
    pool = tuple(map(min, s.pools[FRANCE], left))
    s = x.with_armies(s.pool(FRANCE, minus(s.pools[FRANCE], pool)), armies)
    exiles = minus(wanted, minus(left, pool))
    return replace(s, exiles=exiles), exiles


def paris_lost(x: Context, s: State) -> bool:
    """Whether France is at war and its capital in enemy hands (K.5.a, K.5.i)."""
    return s.status[FRANCE] == FRENCH and x.city_faction(s, x.setting.capital[FRANCE]) == ENGLISH


def returned(s: State) -> bool:
    """Whether Napoleon abdicated before and came back: France was neutral without having been conquered."""
    return FRANCE not in s.ever and any(n == FRANCE and turn and side == NEUTRAL for turn, n, side in s.history)


def leave_france(x: Context, s: State, log: Log) -> State:
    """All foreign troops leave France for their capitals or force pools, foreign ships its ports for ports of their
    own, and its cities are its own (K.5.c).
    """
    armies = []
    for army in s.armies:
        if x.setting.owner[army.hex] != FRANCE or army.nation == FRANCE:
            armies.append(army)
            continue
        serves = army.serves
        home = x.setting.capital[serves]
        if x.foreign(s, home, serves):
            s = to_pool(s, army.nation, army.count, under=army.under)
        else:
            armies.append(replace(army, hex=x.setting.city_hex[home], inside=False))
    s = x.with_armies(s, armies)
    for i, leader in enumerate(s.leaders):
        nation = x.setting.leader_nation[i]
        if leader.place >= 0 and x.setting.owner[leader.place] == FRANCE != nation and i != x.setting.nelson:
            home = x.setting.capital[nation]
            s = s.leader(i, place=OFF if x.foreign(s, home, nation) else x.setting.city_hex[home], inside=False)
    for fleet in s.fleets:
        if fleet.inside and x.setting.owner[fleet.place] == FRANCE != fleet.nation:
            port = home_port(x, s, fleet.nation)
            if x.with_nelson(s, fleet):
                s = s.leader(x.setting.nelson, place=port if port >= 0 else OFF, inside=port >= 0)
            s = ship_home(x, s, fleet, port)
    for city in (c for c, home in enumerate(x.setting.home) if home == FRANCE):
        s = x.take(s, city, FRANCE)
    say(log, "evacuation", "The foreign armies leave France.", "K.5.c")
    return s


def _moment(x: Context, s: State, dice: Dice) -> int:
    """The die for a return, less what is on Napoleon's side: he comes back if nothing is left (K.5.d)."""
    months = s.turn - s.leaders[x.setting.napoleon].back
    powers = sum(status == "pro-French" for _, status in x.politics(s).markers)
    return dice.roll("the return from Elba") - powers - months // LEAST_EXILE


def return_odds(x: Context, s: State) -> Fraction:
    """The exact chance that Napoleon comes back from Elba this month (K.5.d)."""
    return distribution(lambda dice: _moment(x, s, dice)).chance(lambda left: left <= 0)


def _they_fire(x: Context, dice: Dice) -> bool:
    return dice.roll("whether the first troops fire") <= x.tables.casualty["napoleon shot on landing up to"]


def landing_odds(x: Context) -> Fraction:
    """The exact chance that the first troops don't fire on Napoleon when he lands (K.5.f)."""
    return distribution(lambda dice: _they_fire(x, dice))[False]


def _attempt(x: Context, s: State, dice: Dice, log: Log) -> State:
    """A die for the return: less for each pro-French power and every three months of exile (K.5.d)."""
    roll = _moment(x, s, dice)
    if roll > 0:
        say(log, "exile", "The moment has not come.", "K.5.d", roll=roll)
        return s
    return s.push(Landfall())


class Landfall(Choice, frozen=True, tag="landfall"):
    """Napoleon comes back from Elba: the French player says in which port he lands (K.5.d)."""

    def side(self, x: Context, s: State) -> int:
        return x.setting.seat_of_major[FRANCE]

    def question(self, x: Context, s: State) -> Question:
        prompt = "Napoleon has left Elba. In which port of France does he land?"
        return Question("landfall", "The return", prompt, ("WAP K.5.d",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        ports = [c for c in x.setting.ports if x.setting.home[c] == FRANCE]
        return [m.ToPort(x.setting.city_hex[c]) for c in ports] if subject is None else ()

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        assert isinstance(move, m.ToPort)
        s, emperor = s.pop(), x.setting.napoleon
        text = f"Napoleon lands at {x.board.title(move.to)}. The first troops level their muskets."
        say(log, "return", text, "K.5.d", hexes=[move.to])
        if _they_fire(x, dice):
            say(log, "shot", "They fire. Napoleon is dead.", "K.5.f")
            s = to_pool(replace(s, exiles=NONE), FRANCE, s.exiles)
            return verdict(x, s.leader(emperor, place=DEAD, back=0), log, "napoleon", SHOT)
        say(log, "return", "They cheer. France is his again, and Europe arms.", "K.5.e", "K.5.g")
        if any(s.exiles):
            landed = f"{spelled(s.exiles)} lands with him."
            say(log, "return", sentence(landed), "K.5.d", hexes=[move.to])
        s = replace(x.with_armies(s, [*s.armies, Army(move.to, FRANCE, s.exiles)]), exiles=NONE)
        s = replace(s.leader(emperor, place=move.to, inside=False, back=0), conquered=(0, *s.conquered[1:]))
        s = turn_state(x, s, FRANCE, FRENCH, log, "K.5.e")
        for major in range(1, 6):
            if s.status[major] != ENGLISH and not s.conquered[major]:
                s = turn_state(x, s, major, ENGLISH, log, "K.5.g")
        return s
