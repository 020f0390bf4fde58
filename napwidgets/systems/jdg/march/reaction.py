"""6.5.1. Interception: forces beside the march of an enemy try to meet it or to leave before it comes.

Readings 18, 46, 47, 78, 85 and 87 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.kernel.agenda import subject_number
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import percent
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg import teams
from napwidgets.systems.jdg.boxes import clear_dummies, flag, free_beside, withdrawn
from napwidgets.systems.jdg.contact import hears
from napwidgets.systems.jdg.context import Context, Log, doing, names, refuse, say
from napwidgets.systems.jdg.leaders import clear_leaders, marched_off
from napwidgets.systems.jdg.march import groups
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import Entered, State
from napwidgets.systems.jdg.step import BoxChoice
from napwidgets.systems.jdg.throws import command_value, reaction_odds, reacts


def neighbours(x: Context, s: State, box: int, side: int, tried: Sequence[int]) -> list[int]:
    """Boxes beside ``box`` from which a side may try to intercept: it has counters there, and no enemy has (6.5.1)."""
    layout = x.layout(s)
    mine, foes, barred = layout.field[side], layout.count[other(side)], x.barred(s)
    return [
        there
        for there, link in x.setting.around[box]
        if there in mine and there not in foes and link not in barred and there not in tried
    ]


def offered(x: Context, s: State, marching: int, box: int) -> State:
    """Put the enemy's reaction on the agenda, if he has counters beside the box that a force has entered."""
    side = other(marching)
    if s.in_truce or not neighbours(x, s, box, side, ()):
        return s
    return s.push(Reaction(side, box))


def value_of(x: Context, s: State, pieces: Sequence[int], side: int) -> tuple[int, tuple[tuple[str, int, str], ...]]:
    """The command value of a force that reacts, and what it is made of (6.5.1)."""
    heads = x.leaders(pieces)
    near = any(hears(x, s, i) for i in (heads or pieces))
    chief = x.chief_of(s, heads[0]) if heads else -1
    return command_value(x.tables, x.force(s, pieces), near, x.pieces[chief].leader if chief >= 0 else None)


def value_told(x: Context, pieces: Sequence[int], value: int, parts: Sequence[tuple[str, int, str]], log: Log) -> None:
    """Tell its own side what a force that reacts throws against: it rests on who leads it and on where his chief is."""
    text = f"{names(x.name(i) for i in x.leaders(pieces) or pieces)}: command value {value}."
    say(log, "value", text, "6.5", to=x.owners(x.sides[pieces[0]]), parts=parts)


def poor(x: Context, s: State, a: int, b: int) -> bool:
    """Whether two boxes are joined by a connection that costs more than a point now, as a ford in the rain does (6.5,
    6.5.1).
    """
    link = x.network.link_between(a, b)
    return link is not None and x.cost(s, link) > 1


def chance(x: Context, s: State, pieces: Sequence[int], side: int, box: int) -> Fraction:
    """The exact chance that counters intercept in a box beside theirs."""
    value, _ = value_of(x, s, pieces, side)
    return reaction_odds(x.tables, value, poor(x, s, s.counters[pieces[0]].at, box))


class ReactionOffer(BoxChoice, frozen=True):
    """Forces near a box may react, each on a die; the players of a side one after another (6.5)."""

    in_turn: ClassVar[bool] = True
    #: The move of a force that tries.
    tries: ClassVar[type[m.React | m.ToGuns]]

    def near(self, x: Context, s: State) -> Iterable[int]:
        """The boxes from which forces may react."""
        raise NotImplementedError

    def fresh(self, s: State, i: int) -> bool:
        """Whether a counter may still try."""
        return True

    def automatic(self, x: Context, s: State) -> bool:
        # Whose counters lie face down there must not show by who is asked: all players of the side are (reading 78).
        if x.options.blind and not teams.absent(x, s, self.who):
            return not any(True for _ in self.near(x, s))
        return not self._boxes(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return teams.passed(x, s, self.who)

    def _boxes(self, x: Context, s: State) -> list[int]:
        return teams.held_by(x, s, self.who, self.near(x, s))

    def _fresh(self, x: Context, s: State, box: int) -> list[int]:
        return [i for i in teams.own(x, s, self.who, x.afield(s, box, self.who)) if self.fresh(s, i)]

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        boxes = [box for box in self._boxes(x, s) if groups.any_party(x, s, self._fresh(x, s, box))]
        return [Subject(f"b:{box}", x.box(box), box) for box in boxes]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is None:
            return (m.Done(),)
        box = subject_number(subject, "b")
        if box not in self._boxes(x, s):
            return ()
        return [self.tries(pieces) for pieces in groups.parties(x, s, self._fresh(x, s, box))]

    def check(self, x: Context, s: State, move: Any) -> None:
        if isinstance(move, m.Done):
            return
        if not isinstance(move, self.tries) or not all(self.fresh(s, i) for i in move.pieces):
            raise self.not_offered(x, s, move)
        check_party(x, s, move.pieces, self.who, self._boxes(x, s))


class Reaction(ReactionOffer, frozen=True, tag="reaction"):
    """A side may try to intercept a force that has come beside it, once from each box (6.5.1)."""

    hint: ClassVar[str] = (
        "An enemy passes beside you. If you react in time you choose to meet him, as defender, or to fall back."
    )

    tries: ClassVar[type[m.React | m.ToGuns]] = m.React
    tried: tuple[int, ...] = ()

    def near(self, x: Context, s: State) -> Iterable[int]:
        return neighbours(x, s, self.box, self.who, self.tried)

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "reaction",
            "Intercept?",
            f"An enemy force marches through {x.box(self.box)}, beside you. Will you try to meet it?",
            ("JDG 6.5.1",),
            formal=True,
        )

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return teams.passed(x, s, self.who)
        box = s.counters[move.pieces[0]].at
        value, parts = value_of(x, s, move.pieces, self.who)
        done = reacts(x.tables, value, dice, poor(x, s, box, self.box))
        again = Reaction(self.who, self.box, tuple(sorted((*self.tried, box))))
        told = x.called(s, move.pieces)
        s = s.each(move.pieces, idle=False)
        hexes, at = (box, self.box), x.box(box)
        value_told(x, move.pieces, value, parts, log)
        if not done:
            say(log, "reaction", f"{doing(x, told, f'try in vain to intercept from {at}')}.", "6.5.1", hexes=hexes)
            return s.pop(again)
        say(log, "reaction", f"{doing(x, told, f'react in time at {at}')}.", "6.5.1", hexes=hexes)
        return s.pop(again, Reacted(self.who, self.box, move.pieces))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Done):
            return Label("Let them pass", "", ("JDG 6.5.1",))
        if not isinstance(move, m.React) or not move.pieces or not all(0 <= i < len(s.counters) for i in move.pieces):
            return None
        value, _ = value_of(x, s, move.pieces, self.who)
        odds = chance(x, s, move.pieces, self.who, self.box)
        return Label(
            f"{names(x.name(i) for i in move.pieces)} intercept{'s' if len(move.pieces) == 1 else ''}",
            f"Command value {value}: {percent(odds)} to react.",
            ("JDG 6.5.1",),
        )


def check_party(x: Context, s: State, pieces: Sequence[int], side: int, boxes: Sequence[int]) -> None:
    """Raise `IllegalMove` unless real units of one box may react together (6.5.1, 5.4)."""
    if not pieces or list(pieces) != sorted(set(pieces)) or not all(0 <= i < len(s.counters) for i in pieces):
        raise refuse("no-force", "Say which counters react, each once.", "6.5.1")
    box = s.counters[pieces[0]].at
    here = teams.own(x, s, side, x.afield(s, box, side)) if box in boxes else []
    if any(i not in here or not x.real(i) or s.counters[i].spent >= groups.ALL for i in pieces):
        raise refuse(
            "not-able", "They must be real units of one box that may react and have not dug in.", "6.5.1", "6.2"
        )
    if not x.strength(s, pieces):
        raise refuse("no-strength", "A force needs strength points to fight.", "6.5.1")
    if not groups.fits(x, pieces) or not groups.one_army(x, s, pieces):
        raise refuse("stacking", "Only as many react together as march together.", "5.4")


def _came(x: Context, s: State, box: int) -> list[Entered]:
    """How the force under way has come to a box where it is intercepted: nobody retreats past it that way (8.7)."""
    marching = next((step.force for step in reversed(s.agenda) if hasattr(step, "route")), None)
    if marching is None or not marching.trail:
        return []
    origin = marching.trail[-1]
    link = x.network.link_between(origin, box)
    here = x.strength(s, marching.pieces)
    return [Entered(box, origin, -1 if link is None else link, marching.who, here, True)]


def reconsidered(s: State) -> State:
    """The enemy has drawn back: the force under way may follow him, or go where it likes (6.3, 6.5.1)."""
    agenda = [
        replace(step, route=(), force=replace(step.force, halts=False)) if hasattr(step, "route") else step
        for step in s.agenda
    ]
    return replace(s, agenda=tuple(agenda))


class Reacted(BoxChoice, frozen=True, tag="reacted"):
    """A force has reacted in time: it meets the enemy, or goes back a box (6.5.1)."""

    pieces: tuple[int, ...]

    def troops(self, x: Context, s: State, side: int) -> Sequence[int]:
        return self.pieces

    def seen_by(self, x: Context, s: State, side: int | None) -> Reacted:
        return self if side == self.who or not x.options.blind else replace(self, pieces=())

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "reacted",
            "Meet them or go back",
            f"You reacted in time. Fight at {x.box(self.box)}, go back one box, or stay.",
            ("JDG 6.5.1",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is not None:
            return ()
        here = s.counters[self.pieces[0]].at
        return [m.Accept(), m.Done(), *(m.Slip(self.pieces, to) for to in free_beside(x, s, here, self.who))]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        here, told = s.counters[self.pieces[0]].at, x.called(s, self.pieces)
        if isinstance(move, m.Done):
            return s.pop()
        if isinstance(move, m.Slip):
            back = doing(x, told, f"fall back from {x.box(here)} to {x.box(move.to)}")
            say(log, "slip", f"{back}.", "6.5.1", hexes=(here, move.to))
            return reconsidered(withdrawn(x, s.pop(), self.pieces, here, move.to, self.who))
        return self._meet(x, s, here, told, log)

    def _meet(self, x: Context, s: State, here: int, told: str, log: Log) -> State:
        """The enemy's march ends where he is; whoever intercepts is the defender of the battle."""
        goes = doing(x, told, f"move to {x.box(self.box)}")
        say(log, "meet", f"{goes}: there will be a battle.", "6.5.1", hexes=(here, self.box))
        link = x.network.link_between(here, self.box)
        entry = Entered(self.box, here, -1 if link is None else link, self.who, x.strength(s, self.pieces))
        s = s.pop().each(self.pieces, at=self.box, idle=False)
        s = clear_leaders(x, clear_dummies(x, s, self.box, self.who, log), self.box, self.who, log)
        s = marched_off(x, s, here, self.who, log)
        if not x.enemy_in(s, self.box, self.who):
            return flag(s, self.box, self.who)
        met = s.met if self.box in s.met else tuple(sorted((*s.met, self.box)))
        return replace(s, met=met, entered=(*s.entered, *_came(x, s, self.box), entry))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Accept):
            return Label(
                f"Meet them at {x.box(self.box)}", "Their march ends; you fight there as defender.", ("JDG 6.5.1",)
            )
        if isinstance(move, m.Slip):
            return Label(f"Go back to {x.box(move.to)}", "", ("JDG 6.5.1",))
        return Label("Stay", "", ("JDG 6.5.1",))
