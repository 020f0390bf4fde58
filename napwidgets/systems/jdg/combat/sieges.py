"""8.8. Fortified cities: shelter, siege, assault, masking, sortie.

Readings 13, 20, 21, 62 to 65, 83 and 89 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import percent
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import flag, free_beside, holder, take_box
from napwidgets.systems.jdg.combat.muster import Clash
from napwidgets.systems.jdg.context import Context, Log, doing, names, say
from napwidgets.systems.jdg.leaders import clear_leaders
from napwidgets.systems.jdg.seasons import Parts, siege_odds, siege_parts, siege_turn
from napwidgets.systems.jdg.seasons import Siege as Throw
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import ALONE, Siege, State
from napwidgets.systems.jdg.step import BoxChoice, Task
from napwidgets.systems.jdg.victory import emperor_taken
from napwidgets.systems.telling import counted


def shelter(x: Context, s: State, box: int, defender: int) -> list[Task]:
    """The choice to go into a fortified city, where there is one that is the defender's (8.8); who is intercepted
    beside the walls has it too (reading 64).
    """
    mine = holder(s, box) == defender + 1
    return [ShelterChoice(defender, box)] if x.network.places[box].fortress and mine else []


class ShelterChoice(BoxChoice, frozen=True, tag="shelter"):
    """A force attacked in the box of its fortified city fights in the open or goes inside (8.8)."""

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "shelter",
            f"Into {x.box(self.box)}?",
            "Fight before the walls, or go inside: there is room for few, and the others leave for a box beside.",
            ("JDG 8.8",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is not None:
            return ()
        return [m.Done(), *self._shelters(x, s)]

    def _shelters(self, x: Context, s: State) -> list[m.Shelter]:
        here = [i for i in x.afield(s, self.box, self.who) if x.real(i)]
        room, small = x.setting.rooms(self.box)
        units, shut = x.units(here), x.units(x.inside(s, self.box, self.who))
        room -= sum(not _detached(x, i) for i in shut)
        small -= sum(_detached(x, i) for i in shut)
        big = [i for i in units if not _detached(x, i)]
        little = [i for i in units if _detached(x, i)]
        found = []
        for insiders in combinations(big, max(0, min(room, len(big)))):
            for extra in combinations(little, max(0, min(small, len(little)))):
                inside = tuple(sorted((*insiders, *extra, *(i for i in here if i not in units))))
                rest = [i for i in x.afield(s, self.box, self.who) if i not in inside]
                # Where no box beside is free, those left over stay and fight before the walls (reading 83).
                ways = (free_beside(x, s, self.box, self.who) if rest else []) or [-1]
                found += [m.Shelter(inside, to) for to in ways if x.strength(s, inside)]
        return found

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        s = s.pop()
        if isinstance(move, m.Done):
            return s
        rest = [i for i in x.afield(s, self.box, self.who) if i not in move.pieces]
        s = s.each(move.pieces, inside=True, idle=False)
        units = x.units(move.pieces)
        garrison = names(
            f"{x.name(i)} with {counted(s.counters[i].strength, 'strength point')}" if i in units else x.name(i)
            for i in move.pieces
        )
        gates = doing(x, garrison, f"shut the gates of {x.box(self.box)}")
        say(log, "shelter", f"{gates}.", "8.8", hexes=[self.box])
        if rest and move.to >= 0:
            say(
                log,
                "slip",
                f"{doing(x, x.called(s, rest), f'leave for {x.box(move.to)}')}.",
                "8.8",
                hexes=(self.box, move.to),
            )
            s = s.each(rest, at=move.to, idle=False)
            s = take_box(x, s, move.to, self.who, rest)
        return replace(s, marches=tuple(march for march in s.marches if march.to != self.box))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Shelter):
            stay = any(i not in move.pieces for i in x.afield(s, self.box, self.who))
            rest = f"The others go to {x.box(move.to)}." if move.to >= 0 else ""
            rest = "The others stay before the walls: no box beside is free." if stay and not rest else rest
            return Label(f"{names(x.name(i) for i in move.pieces)} inside", rest, ("JDG 8.8",))
        return Label("Fight before the walls", "", ("JDG 8.8",))


def _detached(x: Context, i: int) -> bool:
    values = x.pieces[i].values
    return values is not None and values.detachment


def sheltered(x: Context, s: State, clash: Clash) -> State:
    """Nobody is left before the walls: the attacker turns to the city (8.8)."""
    inside = x.inside(s, clash.box, other(clash.who))
    return s.push(SiegeChoice(clash.who, clash.box)) if inside else s


def stormers(x: Context, s: State, box: int, side: int) -> list[int]:
    """The units of a side that may storm a city: neither cavalry nor Detachments (8.8)."""
    units = x.units(x.afield(s, box, side))
    return [i for i in units if not x.pieces[i].horse and not _detached(x, i) and s.counters[i].strength]


def may_besiege(x: Context, s: State, box: int, side: int) -> bool:
    """Whether a side has a unit there that can storm the city, with a line to a general as its last Administrative
    Phase found it (8.8, 4.6, reading 21).
    """
    return any(s.counters[i].contact > ALONE for i in stormers(x, s, box, side))


def parts_at(x: Context, box: int, besiegers: int, besieged: int) -> Parts:
    """What modifies the die for a siege of a city, by the strength of both sides (8.8)."""
    city = x.network.places[box].row if x.setting.scenario.besieged_counts else ""
    return siege_parts(x.tables, besiegers, besieged, city)


class SiegeChoice(BoxChoice, frozen=True, tag="siege"):
    """Before a garrison inside its city: siege, assault, or only mask it (8.8)."""

    def automatic(self, x: Context, s: State) -> bool:
        return not x.strength(s, x.afield(s, self.box, self.who))

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        """Nobody is left to shut it in: leaders alone are driven off, and the garrison comes out (4.2)."""
        foe, s = other(self.who), s.pop()
        if x.units(x.afield(s, self.box, self.who)):
            return s
        s = clear_leaders(x, s, self.box, foe, log)
        s = replace(s, sieges=tuple(siege for siege in s.sieges if siege.box != self.box))
        return s.each(x.inside(s, self.box, foe), inside=False)

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "siege",
            f"Before {x.box(self.box)}",
            "Besiege the city, storm it, or only mask it.",
            ("JDG 8.8",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is not None:
            return ()
        besiege = [m.Accept()] if may_besiege(x, s, self.box, self.who) else []
        storm = [m.Fight(self.box)] if stormers(x, s, self.box, self.who) else []
        return [*besiege, *storm, m.Done()]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        from napwidgets.systems.jdg.combat.phase import Begin

        s = s.pop()
        if isinstance(move, m.Fight):
            return s.push(Begin(Clash(self.box, self.who, assault=True)))
        if isinstance(move, m.Done):
            say(log, "siege", f"{x.side_name(self.who)} mask {x.box(self.box)}.", "8.8", hexes=[self.box])
            return _put(s, Siege(self.box, self.who, self._stage(s), True))
        return self._throw(x, s, dice, log)

    def _stage(self, s: State) -> str:
        return next((siege.stage for siege in s.sieges if (siege.box, siege.side) == (self.box, self.who)), "S2")

    def parts(self, x: Context, s: State) -> Parts:
        """What modifies the siege die."""
        inside = x.inside(s, self.box, other(self.who))
        foot = [i for i in x.units(x.afield(s, self.box, self.who)) if x.pieces[i].kind == "infantry"]
        return parts_at(x, self.box, x.strength(s, foot), x.strength(s, inside))

    def _throw(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        from napwidgets.systems.jdg.combat.retreat import destroyed

        scale, parts = x.setting.scenario.siege, self.parts(x, s)
        then = siege_turn(x.tables, Throw(self._stage(s)), parts, dice, scale, s.active == self.who)
        inside = x.inside(s, self.box, other(self.who))
        if not then.fallen:
            say(log, "siege", f"{x.box(self.box)} holds out.", "8.8", hexes=[self.box], parts=parts)
            return _put(s, Siege(self.box, self.who, then.stage))
        say(log, "siege", f"{x.box(self.box)} falls.", "8.8", hexes=[self.box], parts=parts)
        s = replace(destroyed(x, s, inside, log), sieges=tuple(g for g in s.sieges if g.box != self.box))
        return emperor_taken(x, flag(s, self.box, self.who), inside)

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Accept):
            odds = siege_odds(x.tables, Throw(self._stage(s)), self.parts(x, s), 1, x.setting.scenario.siege)
            return Label("Besiege", f"{percent(odds.chance(lambda t: t.fallen))} to fall now.", ("JDG 8.8",))
        if isinstance(move, m.Fight):
            part = Fraction(x.tables.quarters["defender in a fortified city"], 4)
            return Label("Storm the city", f"A battle; attackers count {part}.", ("JDG 8.8",))
        return Label("Mask it", "Nothing is tried; the garrison is shut in.", ("JDG 8.8",))


def _put(s: State, siege: Siege) -> State:
    others = [g for g in s.sieges if g.box != siege.box]
    return replace(s, sieges=tuple(sorted((*others, siege), key=lambda g: g.box)))


class Sortie(BoxChoice, frozen=True, tag="sortie"):
    """A garrison shut in may fight its way out, or stay (8.8)."""

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "sortie",
            f"Sortie from {x.box(self.box)}?",
            "The garrison may attack those who shut it in. If it loses it goes back inside.",
            ("JDG 8.8",),
        )

    def _able(self, x: Context, s: State) -> bool:
        return x.strength(s, x.here(s, self.box, self.who)) > 0

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is not None:
            return ()
        return [m.Done(), m.Accept()] if self._able(x, s) else [m.Done()]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        from napwidgets.systems.jdg.combat.phase import Begin

        s = s.pop()
        return s if isinstance(move, m.Done) else s.push(Begin(Clash(self.box, self.who, sortie=True)))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        return Label("Make a sortie" if isinstance(move, m.Accept) else "Stay inside", "", ("JDG 8.8",))
