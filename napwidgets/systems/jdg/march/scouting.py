"""6.3. Cavalry: reconnaissance, withdrawal after it, and withdrawal before combat.

Readings 17, 48, 49 and 88 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import clear_dummies, flag, free_beside, remove_dummies, withdrawn
from napwidgets.systems.jdg.context import Context, Log, doing, names, say
from napwidgets.systems.jdg.forces import Unit
from napwidgets.systems.jdg.germany import cards
from napwidgets.systems.jdg.leaders import clear_leaders
from napwidgets.systems.jdg.losses import borne
from napwidgets.systems.jdg.march import reaction
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import FRENCH, State
from napwidgets.systems.jdg.step import BoxChoice, Choice, Step
from napwidgets.systems.jdg.throws import reconnaissance, reconnaissance_odds, withdraw, withdrawal_odds
from napwidgets.systems.telling import counted

if TYPE_CHECKING:
    from napwidgets.systems.jdg.march.marching import Marching


def met(x: Context, s: State, force: Marching, scout: bool) -> State:
    """A force has entered a box with enemies: it reconnoitres, their cavalry may leave, and it halts (5.3, 6.3)."""
    s = s.push(Held(force.who, force.at), Withdrawal(other(force.who), force.at))
    return s.push(Scouting(force), cards.CardPlay(other(force.who), "reconnaissance")) if scout else s


class Held(Step, frozen=True, tag="held"):
    """Whether enemies are left in the box: if so, the march is over (5.3)."""

    who: int
    box: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not x.here(s, self.box, self.who):
            return s
        s = clear_leaders(x, clear_dummies(x, s, self.box, self.who, log), self.box, self.who, log)
        if x.enemy_in(s, self.box, self.who):
            return s
        s = flag(s, self.box, self.who)
        # Nor does an interception hold of which nobody is left (6.5.1).
        entered = tuple(e for e in s.entered if e.box != self.box)
        met = tuple(box for box in s.met if box != self.box)
        return reaction.offered(x, replace(s, entered=entered, met=met), self.who, self.box)


def _screen(x: Context, s: State, box: int, foe: int) -> list[int]:
    """The enemy's cavalry in a box, which hides what is with it (6.3)."""
    return [i for i in x.here(s, box, foe) if x.is_unit(i) and x.pieces[i].horse]


def _units(x: Context, s: State, found: Sequence[int]) -> tuple[Unit, ...]:
    return tuple(x.unit(s, i) for i in found)


def seen_odds(x: Context, s: State, pieces: Sequence[int], box: int, foe: int) -> tuple[Distribution[int], bool]:
    """The exact chances of how many units a reconnaissance reveals in a box (6.3, without cards), and whether that is
    at best only: whom nobody has seen there may be cavalry.
    """
    odds = reconnaissance_odds(x.tables, _units(x, s, x.units(pieces)), _units(x, s, _screen(x, s, box, foe)))
    return odds, x.layout(s).count[foe].get(box, 0) > len(x.here(s, box, foe))


class Scouting(Step, frozen=True, tag="scouting"):
    """A reconnaissance: what it reveals, then whether the cavalry goes back (6.3)."""

    force: Any

    def seen_by(self, x: Context, s: State, side: int | None) -> Scouting:
        return Scouting(self.force.seen_by(x, s, side))

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s, side, box = s.pop(), self.force.who, self.force.at
        pieces, foe = tuple(self.force.pieces), other(self.force.who)
        s = s.each(pieces, up=True)
        horse = _screen(x, s, box, foe)
        s = s.each(horse, up=True)
        if s.flagged(foe, "screen"):
            s = replace(s, played=tuple(p for p in s.played if p != (foe, "screen")))
            say(log, "scout", f"A screen of cavalry hides everything at {x.box(box)}.", "1813 Cards", hexes=[box])
            seen = 0
        else:
            seen = reconnaissance(x.tables, _units(x, s, x.units(pieces)), _units(x, s, horse), dice)
        s = self._reveal(x, s, seen, dice, log)
        return s.push(GoBack(self.force)) if x.enemy_in(s, box, side) else s

    def _reveal(self, x: Context, s: State, seen: int, dice: Dice, log: Log) -> State:
        """Dummies come first and are removed; the rest is drawn by lot (reading 48)."""
        box, foe = self.force.at, other(self.force.who)
        names_ = names(x.name(i) for i in self.force.pieces)
        if not seen:
            say(log, "scout", f"{doing(x, names_, 'learn nothing')} at {x.box(box)}.", "6.3", hexes=[box])
            return s
        dummies = sum(x.pieces[i].dummy for i in x.here(s, box, foe))
        s = remove_dummies(x, s, box, foe, log, seen)
        seen -= min(seen, dummies)
        hidden = [i for i in x.here(s, box, foe) if x.is_unit(i) and not x.shown(s, i)]
        found = []
        while seen and hidden:
            at = dice.draw("who is seen", [f"counter {n + 1}" for n in range(len(hidden))]) if len(hidden) > seen else 0
            found.append(hidden.pop(at))
            seen -= 1
        s = s.each(found, up=True)
        told = names(f"{x.name(i)} with {counted(s.counters[i].strength, 'strength point')}" for i in found)
        say(
            log,
            "scout",
            f"{doing(x, names_, 'see')} {told or 'no more'} at {x.box(box)}.",
            "6.3",
            hexes=[box],
            units=found,
        )
        return s


class GoBack(Choice, frozen=True, tag="go-back"):
    """Cavalry that has reconnoitred goes back, or stays and fights (6.3)."""

    in_turn: ClassVar[bool] = True
    force: Any

    def seen_by(self, x: Context, s: State, side: int | None) -> GoBack:
        return GoBack(self.force.seen_by(x, s, side))

    def side(self, x: Context, s: State) -> int:
        return int(self.force.who)

    def about(self, x: Context, s: State) -> int:
        place: int = self.force.at
        return place

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "go-back",
            "Go back?",
            f"The reconnaissance at {x.box(self.force.at)} is over. Go back, or stay and fight?",
            ("JDG 6.3",),
        )

    def _back(self, x: Context, s: State) -> int:
        """How far back the cavalry comes: the last box of its way that its points reach; -1 for none (reading 49)."""
        left, at, found = self.force.left, self.force.at, -1
        for box in reversed(self.force.trail):
            link = x.network.link_between(at, box)
            left -= x.cost(s, link) if link is not None else 0
            if link is None or left < 0 or x.enemy_in(s, box, self.force.who):
                break
            found = at = box
        return found

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is not None:
            return ()
        back = self._back(x, s)
        return [m.Done()] if back < 0 else [m.Done(), m.Slip(tuple(self.force.pieces), back)]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        s = s.pop()
        if isinstance(move, m.Done):
            return s
        box, side = self.force.at, self.force.who
        cavalry = any(x.is_unit(i) and x.pieces[i].horse for i in x.here(s, box, other(side)))
        s = lose_in_withdrawal(x, s, x.units(self.force.pieces), cavalry, dice, log)
        say(
            log,
            "slip",
            f"{doing(x, names(x.name(i) for i in self.force.pieces), 'go back')} to {x.box(move.to)}.",
            "6.3",
            hexes=(box, move.to),
        )
        s = withdrawn(x, s, self.force.pieces, box, move.to, side)
        return replace(s, entered=tuple(e for e in s.entered if (e.box, e.side) != (box, side)))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Slip):
            cavalry = any(x.is_unit(i) and x.pieces[i].horse for i in x.here(s, self.force.at, other(self.force.who)))
            units = len(x.units(self.force.pieces))
            french = self.force.who == FRENCH
            lost = withdrawal_odds(x.tables, units, enemy_cavalry=cavalry, french=french).mean(int)
            return Label(
                f"Go back to {x.box(move.to)}", f"Expect to lose {float(lost):.1f} strength points.", ("JDG 6.3",)
            )
        return Label("Stay and fight", "", ("JDG 6.3",))


def lose_in_withdrawal(x: Context, s: State, units: Sequence[int], cavalry: bool, dice: Dice, log: Log) -> State:
    """Cavalry that draws back may lose strength points: each unit throws for itself, and loses one at most (6.3)."""
    if not units:
        return s
    french = x.sides[units[0]] == FRENCH
    lost = [withdraw(x.tables, 1, enemy_cavalry=cavalry, french=french, dice=dice) for _ in units]
    return borne(x, s, units, lost, "in the withdrawal", "6.3", log)


class Withdrawal(BoxChoice, frozen=True, tag="withdrawal"):
    """Cavalry in a box that an enemy force enters may leave before combat (6.3)."""

    def automatic(self, x: Context, s: State) -> bool:
        if not x.enemy_in(s, self.box, self.who) or not x.layout(s).field[self.who].get(self.box):
            return True
        return not x.options.blind and not self._riders(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "withdrawal",
            "Cavalry may leave",
            f"The enemy enters {x.box(self.box)}. Cavalry there may draw back before there is a battle.",
            ("JDG 6.3",),
            formal=True,
        )

    def _riders(self, x: Context, s: State) -> list[int]:
        return [i for i in x.afield(s, self.box, self.who) if x.is_unit(i) and x.pieces[i].horse]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is not None:
            return ()
        ways = free_beside(x, s, self.box, self.who)
        return [m.Done(), *(m.Slip(pieces, to) for pieces in self._parties(x, s) for to in ways)]

    def _parties(self, x: Context, s: State) -> list[tuple[int, ...]]:
        """Who may leave: each unit, and all of them; none of the leaders in the box with them, one, or all (1, 6.3)."""
        riders = self._riders(x, s)
        parties = [(i,) for i in riders] + ([tuple(riders)] if len(riders) > 1 else [])
        heads = x.leaders(x.afield(s, self.box, self.who))
        led = [(), *((i,) for i in heads), *([tuple(heads)] if len(heads) > 1 else [])]
        return [tuple(sorted((*party, *with_))) for with_ in led for party in parties]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return s.pop()
        foes = x.afield(s, self.box, other(self.who))
        cavalry = any(x.is_unit(i) and x.pieces[i].horse for i in foes)
        told = doing(x, x.called(s, move.pieces), f"leave {x.box(self.box)} for {x.box(move.to)}")
        say(log, "slip", f"{told}.", "6.3", hexes=(self.box, move.to))
        s = lose_in_withdrawal(x, s, x.units(move.pieces), cavalry, dice, log)
        return reaction.reconsidered(withdrawn(x, s, move.pieces, self.box, move.to, self.who))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Slip):
            who = f"{names(x.name(i) for i in move.pieces)} to {x.box(move.to)}"
            return Label(who, self._price(x, s, x.units(move.pieces)), ("JDG 6.3",))
        return Label("Stay", "There will be a battle.", ("JDG 6.3",))

    def _price(self, x: Context, s: State, units: Sequence[int]) -> str:
        """What units must expect to lose: between two figures where it is not seen whether cavalry comes (6.3, A)."""
        foe, french = other(self.who), self.who == FRENCH
        seen = [i for i in x.here(s, self.box, foe) if x.shown(s, i)]
        sure = any(x.is_unit(i) and x.pieces[i].horse and not s.counters[i].inside for i in seen)
        known = sure or x.layout(s).count[foe].get(self.box, 0) == len(seen)
        low, high = (
            float(withdrawal_odds(x.tables, len(units), enemy_cavalry=cavalry, french=french).mean(int))
            for cavalry in (sure, sure or not known)
        )
        if known:
            return f"Expect to lose {low:.1f} strength points."
        return f"Expect to lose {low:.1f} to {high:.1f} strength points: more if cavalry comes with the enemy."
