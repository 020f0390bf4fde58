"""8.4, 8.6, 8.7, 9. After the rounds: overrun, retreat, bridges burnt, pursuit, captives, victory points.

Readings 8, 11, 15, 58 to 61 and 82 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, percent
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import eliminated, flag, remove_dummies, take_box
from napwidgets.systems.jdg.combat.battle import ATTACK, DEFEND, Field
from napwidgets.systems.jdg.combat.muster import (
    Clash,
    OfClash,
    attackers,
    battle_of,
    defenders,
    encircled,
    entries,
    ground,
    ways_back,
)
from napwidgets.systems.jdg.context import Context, Log, names, say
from napwidgets.systems.jdg.germany import armistice
from napwidgets.systems.jdg.leaders import clear_leaders, marched_off, turned_up
from napwidgets.systems.jdg.losses import bleed
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import GONE, State
from napwidgets.systems.jdg.step import SideChoice, Step, Task
from napwidgets.systems.jdg.tables import TACTICS
from napwidgets.systems.jdg.throws import bridge_odds, burn_bridge, overrun, overrun_odds
from napwidgets.systems.jdg.victory import captured, emperor_taken
from napwidgets.systems.telling import counted


def side_of(clash: Clash, part: int) -> int:
    """The side that attacks or defends."""
    return clash.who if part == ATTACK else other(clash.who)


def force_of(x: Context, s: State, clash: Clash, part: int) -> list[int]:
    """The counters that attack or defend."""
    return attackers(x, s, clash) if part == ATTACK else defenders(x, s, clash)


# Overrun (8.4)


class MayOverrun(OfClash, frozen=True, tag="may-overrun"):
    """An attacker with six times the strength may overrun instead of fighting (8.4)."""

    rest: Any

    def side(self, x: Context, s: State) -> int:
        return self.clash.who

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "overrun",
            "Overrun?",
            f"You have {x.tables.overrun['times the strength']} times their strength at {x.box(self.clash.box)}. "
            "Overrun them, or fight a battle?",
            ("JDG 8.4",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else (m.Accept(), m.Done())

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return s.pop(self.rest)
        clash, s = self.clash, s.pop()
        theirs = defenders(x, s, clash)
        found = overrun(x.tables, x.strength(s, theirs), _cavalry(x, s, clash), dice)
        say(log, "overrun", f"{x.side_name(clash.who)} overrun {x.box(clash.box)}.", "8.4", hexes=[clash.box])
        if found.lost:
            s = bleed(x, s, theirs, found.lost, "to the overrun", "8.4", log)
        onward: list[Task] = [Onward(clash)] if found.advance else []
        if x.strength(s, theirs):
            return goes_back(x, s, Retreats(clash, DEFEND, OVERRUN, 0), log).push(*onward)
        return wiped_out(x, s, clash, theirs, log).push(*onward)

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Accept):
            gone = overrun_losses(x, s, self.clash)[x.strength(s, defenders(x, s, self.clash))]
            return Label("Overrun", f"{percent(gone)} to destroy them; no victory points.", ("JDG 8.4",))
        return Label("Fight a battle", "", ("JDG 8.1",))


def _cavalry(x: Context, s: State, clash: Clash) -> bool:
    """Whether a unit of cavalry rides with the attacker."""
    return any(x.pieces[i].horse for i in x.units(attackers(x, s, clash)))


def overrun_losses(x: Context, s: State, clash: Clash) -> Distribution[int]:
    """The exact distribution of what an overrun costs the defender, unless the attacker goes on and takes him his last
    way back: whoever has none is eliminated (8.4).
    """
    theirs, shut = x.strength(s, defenders(x, s, clash)), ground(x, s, clash).shut[DEFEND]
    return overrun_odds(x.tables, theirs, _cavalry(x, s, clash)).map(lambda found: theirs if shut else found.lost)


class Onward(OfClash, frozen=True, tag="onward"):
    """After an overrun the attacker may go on one box (8.4)."""

    def side(self, x: Context, s: State) -> int:
        return self.clash.who

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "onward",
            "Go on?",
            "You may go on one box after the overrun.",
            ("JDG 8.4",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is not None:
            return ()
        free = ways_back(x, s, self.clash, self.clash.who)
        return [m.Done(), *(m.Retreat(to) for to in free)]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        s = s.pop()
        if isinstance(move, m.Done):
            return s
        return _moved(x, s, self.clash, x.afield(s, self.clash.box, self.clash.who), move.to, self.clash.who, log)

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        return Label(f"On to {x.box(move.to)}" if isinstance(move, m.Retreat) else "Stay", "", ("JDG 8.4",))


# The beaten side (8.1 P5 and P6)


class Beaten(Step, frozen=True, tag="beaten"):
    """A side is beaten: points for the victor, then it retreats or is eliminated (8.5, 8.7, 8.8, 9)."""

    clash: Clash
    loser: int
    kind: str
    turn: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        clash, s = self.clash, s.pop()
        winner = other(side_of(clash, self.loser))
        points = x.tables.victory[self.kind]
        told = f" and score {counted(points, 'victory point')}" if points else ""
        say(
            log,
            "victory",
            f"{x.side_name(winner)} win at {x.box(clash.box)}{told}.",
            "8.1",
            "9",
            hexes=[clash.box],
            winner=x.setting.sides[winner],
            battle=self.kind,
            points=points,
        )
        s = armistice.after_battle(x, s.scored(winner, points), winner, self.kind, log)
        if self.loser == DEFEND and (clash.assault or encircled(x, s, clash)):
            beaten = force_of(x, s, clash, self.loser)
            s = settle_winner(x, destroyed(x, s, beaten, log), clash, 1 - self.loser)
            return emperor_taken(x, s, beaten)
        return goes_back(x, s, Retreats(clash, self.loser, self.kind, self.turn), log)


#: What stands for the kind of a battle where none was fought to its end: an overrun, or equal losses.
OVERRUN, INDECISIVE = "overrun", ""


class Retreats(OfClash, frozen=True, tag="retreats"):
    """A force must go back one box, all of it into the same; a garrison goes back inside (8.7, 8.8)."""

    part: int
    kind: str
    turn: int

    def side(self, x: Context, s: State) -> int:
        return side_of(self.clash, self.part)

    def _ways(self, x: Context, s: State) -> list[int]:
        ways = ways_back(x, s, self.clash, side_of(self.clash, self.part))
        if self.part == DEFEND or self.kind:
            return ways
        home = {e.origin for e in entries(s, self.clash)}
        return [to for to in ways if to in home] or ways

    def automatic(self, x: Context, s: State) -> bool:
        return len(self._ways(x, s)) < 2 or not self._pieces(x, s)

    def _pieces(self, x: Context, s: State) -> list[int]:
        """Whoever goes: a garrison that has come out to fight is back inside already (8.8)."""
        pieces = force_of(x, s, self.clash, self.part)
        return [i for i in pieces if not s.counters[i].inside] if self.part == ATTACK else pieces

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        ways, pieces, clash = self._ways(x, s), self._pieces(x, s), self.clash
        side = side_of(clash, self.part)
        if not pieces:
            if any(s.counters[i].inside for i in x.here(s, clash.box, side)):
                say(log, "retreat", f"The garrison goes back into {x.box(clash.box)}.", "8.8", hexes=[clash.box])
            return settle_winner(x, s.pop(), clash, 1 - self.part)
        if ways:
            return self._go(x, s, ways[0], dice, log)
        open_ = _uncovered(x, s, clash.box, side, log)
        if open_.counters != s.counters:
            return open_
        say(log, "retreat", f"{x.side_name(side)} have nowhere to go from {x.box(clash.box)}.", "8.7",
            hexes=[clash.box])  # fmt: skip
        if self.kind == OVERRUN:
            return wiped_out(x, bleed(x, s.pop(), pieces, x.strength(s, pieces), "to the overrun", "8.4", log), clash,
                             pieces, log)  # fmt: skip
        s = settle_winner(x, destroyed(x, s.pop(), pieces, log), clash, 1 - self.part)
        return emperor_taken(x, s, pieces)

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "retreat",
            "Retreat",
            f"Your force at {x.box(self.clash.box)} must go back. Where to?",
            ("JDG 8.7",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else [m.Retreat(to) for to in self._ways(x, s)]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        return self._go(x, s, move.to, dice, log)

    def _go(self, x: Context, s: State, to: int, dice: Dice, log: Log) -> State:
        clash, s, side = self.clash, s.pop(), side_of(self.clash, self.part)
        pieces, link = self._pieces(x, s), x.network.link_between(clash.box, to)
        beaten = self.turn > 0
        chase = self._chase(x, s, dice) if beaten else 0
        if beaten and link is not None and x.network.links[link].water:
            wet = x.tables.retreat["over a ford or bridge"]
            s = bleed(x, s, pieces, wet, "at the crossing", "8.7", log)
        s = bleed(x, s, pieces, chase, "to the pursuit", "8.4", log) if chase else s
        s = _moved(x, s, clash, pieces, to, side, log)
        if self.kind == OVERRUN:
            # Whoever has gone on has moved through the box last (9).
            s = held(x, s, clash, clash.who)
            return s if x.enemy_in(s, clash.box, clash.who) else flag(s, clash.box, clash.who)
        s = settle_winner(x, s, clash, 1 - self.part)
        burns = beaten and self.kind in TACTICS[2:] and link is not None and x.setting.bridge[link]
        return s.push(Burn(side, tuple(pieces), link)) if burns and link is not None and x.strength(s, pieces) else s

    def _chase(self, x: Context, s: State, dice: Dice) -> int:
        """The victor's pursuit, unless a card or the weather forbids it (8.4, 3.1, 1813 Cards)."""
        clash = self.clash
        if not all(x.strength(s, force_of(x, s, clash, part)) for part in (ATTACK, DEFEND)):
            return 0
        return Field(x.tables, battle_of(x, s, clash)).pursuit(1 - self.part, 1, dice)

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if not isinstance(move, m.Retreat):
            return None
        link = x.network.link_between(self.clash.box, move.to)
        wet = link is not None and bool(x.network.links[link].water) and self.turn > 0
        return Label(f"To {x.box(move.to)}", "Crossing the water costs a strength point." if wet else "", ("JDG 8.7",))


def goes_back(x: Context, s: State, retreat: Retreats, log: Log) -> State:
    """A force must retreat; leaders alone in the boxes beside it bar none of them (8.7, reading 82)."""
    beside = [there for there, _ in x.setting.around[retreat.clash.box]]
    return turned_up(x, s, other(retreat.side(x, s)), beside, log).push(retreat)


class Burn(SideChoice, frozen=True, tag="burn"):
    """A beaten force may try to destroy the bridge it has used (6.4)."""

    pieces: tuple[int, ...]
    link: int

    def troops(self, x: Context, s: State, side: int) -> Sequence[int]:
        return self.pieces

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "burn",
            "Destroy the bridge?",
            "You may try to destroy the bridge behind you.",
            ("JDG 6.4",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else (m.Accept(), m.Done())

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        s = s.pop()
        if isinstance(move, m.Done):
            return s
        gone, lost = burn_bridge(x.tables, dice)
        told = "is destroyed" if gone else "stands"
        link = x.network.links[self.link]
        say(
            log,
            "bridge",
            f"The bridge between {x.box(link.a)} and {x.box(link.b)} {told}.",
            "6.4",
            hexes=(link.a, link.b),
        )
        s = bleed(x, s, self.pieces, lost, "at the bridge", "6.4", log) if lost else s
        return replace(s, cut=tuple(sorted((*s.cut, self.link)))) if gone else s

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if not isinstance(move, m.Accept):
            return Label("Leave it", "", ("JDG 6.4",))
        odds = bridge_odds(x.tables)
        gone, costs = odds.chance(lambda end: end[0]), odds.chance(lambda end: end[1] > 0)
        told = f"A chance of {percent(gone)} that it goes down, of {percent(costs)} that it costs a strength point."
        return Label("Destroy it", told, ("JDG 6.4",))


def _moved(x: Context, s: State, clash: Clash, pieces: Sequence[int], to: int, side: int, log: Log) -> State:
    say(
        log,
        "retreat",
        f"{x.side_name(side)} go from {x.box(clash.box)} to {x.box(to)}.",
        "8.7",
        hexes=(clash.box, to),
    )
    s = s.each(pieces, at=to, inside=False, idle=False)
    s = marched_off(x, s, clash.box, side, log)
    s = clear_leaders(x, s, to, side, log) if x.units(pieces) else s
    return take_box(x, s, to, side, pieces) if x.strength(s, pieces) else s


def destroyed(x: Context, s: State, pieces: Sequence[int], log: Log) -> State:
    """Units are eliminated, and the leaders with them captured (8.5, 8.7, 8.8, 9)."""
    s = _gone(x, s, pieces, log)
    heads = [(i, x.chief_of(s, i) == i) for i in x.leaders(pieces)]
    for i, chief in heads:
        s = captured(x, s.counter(i, at=GONE, inside=False, up=False), i, log, chief=chief)
    return s


def _gone(x: Context, s: State, pieces: Sequence[int], log: Log) -> State:
    s = bleed(x, s, pieces, x.strength(s, pieces), "and are eliminated", "8.7", log)
    units = x.units(pieces)
    if units:
        leave = "leaves" if len(units) == 1 else "leave"
        say(log, "gone", f"{names(x.name(i) for i in units)} {leave} the game.", "8.7", units=units)
    return eliminated(x, s, units)


def wiped_out(x: Context, s: State, clash: Clash, pieces: Sequence[int], log: Log) -> State:
    """A defender is eliminated by an overrun: no captives and no points, his leaders are found alone (8.4, 4.2)."""
    s = held(x, _gone(x, s, pieces, log), clash, clash.who)
    return clear_leaders(x, s, clash.box, clash.who, log)


def _uncovered(x: Context, s: State, box: int, side: int, log: Log) -> State:
    """Dummies that would bar every way back are revealed, and leaders alone with them (7.1, reading 82)."""
    foe, barred = other(side), x.barred(s)
    for there, link in x.setting.around[box]:
        theirs = x.here(s, there, foe)
        if link not in barred and theirs and not x.units(theirs):
            s = turned_up(x, remove_dummies(x, s, there, foe, log), foe, [there], log)
    return s


# The end of a battle (8.1 P5, 8.7)


def settle(x: Context, s: State, clash: Clash, log: Log) -> State:
    """An indecisive battle: the attacker goes back to where he came from; no points (8.1 P5)."""
    told = f"The battle of {x.box(clash.box)} is indecisive: the attacker goes back."
    say(log, "victory", told, "8.1", hexes=[clash.box])
    return goes_back(x, s, Retreats(clash, ATTACK, INDECISIVE, 0), log)


def settle_winner(x: Context, s: State, clash: Clash, winner: int) -> State:
    """Whoever is not beaten holds the box, and may go back himself (8.7)."""
    side = side_of(clash, winner)
    if not x.here(s, clash.box, side):
        return s
    return held(x, s, clash, side).push(Victor(clash, winner))


def held(x: Context, s: State, clash: Clash, side: int) -> State:
    """A side has a box to itself after a fight: its garrison comes out, a siege is over, its flag goes up (8.8, 9)."""
    if x.enemy_in(s, clash.box, side):
        return s
    here = x.here(s, clash.box, side)
    s = s.each(x.inside(s, clash.box, side), inside=False)
    s = replace(s, sieges=tuple(siege for siege in s.sieges if siege.box != clash.box))
    return take_box(x, s, clash.box, side, here)


class Victor(OfClash, frozen=True, tag="victor"):
    """Whoever holds the box may go back too (8.7)."""

    part: int

    def side(self, x: Context, s: State) -> int:
        return side_of(self.clash, self.part)

    def _pieces(self, x: Context, s: State) -> list[int]:
        return x.afield(s, self.clash.box, side_of(self.clash, self.part))

    def automatic(self, x: Context, s: State) -> bool:
        return not self._pieces(x, s) or not ways_back(x, s, self.clash, side_of(self.clash, self.part))

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "victor",
            "Stay or go back",
            f"You hold {x.box(self.clash.box)}. You may stay, or go back one box.",
            ("JDG 8.7",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is not None:
            return ()
        ways = ways_back(x, s, self.clash, side_of(self.clash, self.part))
        return [m.Done(), *(m.Retreat(to) for to in ways)]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        side, s = side_of(self.clash, self.part), s.pop()
        if isinstance(move, m.Done):
            return s
        return _moved(x, s, self.clash, x.afield(s, self.clash.box, side), move.to, side, log)

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        return Label(f"Back to {x.box(move.to)}" if isinstance(move, m.Retreat) else "Stay", "", ("JDG 8.7",))
