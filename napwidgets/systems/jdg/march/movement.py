"""B2. The Movement Phase: forces set out one after another, dig in, detach, and play cards (2, 4.5, 5, 6).

Readings 39 to 43 and 73 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from napwidgets.kernel.agenda import subject_number
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg import teams
from napwidgets.systems.jdg.context import Context, Log, names, refuse, say, several
from napwidgets.systems.jdg.germany import cards
from napwidgets.systems.jdg.march import groups, works
from napwidgets.systems.jdg.march.marching import Marching, OnTheRoad, dice_for_stragglers
from napwidgets.systems.jdg.state import State, at_door, door_of
from napwidgets.systems.jdg.step import SideChoice, Step
from napwidgets.systems.jdg.throws import recovered
from napwidgets.systems.telling import counted


def place_of(subject: str) -> int | None:
    """The box or the place before a connection that a subject names; None for anything else.

    >>> place_of("b:12"), place_of("e:0"), place_of("x")
    (12, -10, None)
    """
    box, door = subject_number(subject, "b"), subject_number(subject, "e")
    return box if box >= 0 else at_door(door) if door >= 0 else None


class MovementPhase(SideChoice, frozen=True, tag="movement"):
    """A side chooses what to do next in its Movement Phase; its players one after another, if it has several (10)."""

    hint: ClassVar[str] = (
        "Click one of your stacks, say in the list who goes, then click a lit box. The figure is the cost. "
        "Forces with a general in command march at no cost; others cost command points."
    )

    in_turn: ClassVar[bool] = True

    def automatic(self, x: Context, s: State) -> bool:
        return teams.absent(x, s, self.who)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return teams.passed(x, s, self.who)

    def question(self, x: Context, s: State) -> Question:
        mine = teams.payers(x, s, self.who)
        left = names(
            f"{s.points[b]} of the {x.setting.budgets[b]}" if len(mine) > 1 else str(s.points[b])
            for b in mine
            if s.points[b] >= 0
        )
        return Question(
            "movement",
            "Movement",
            f"Set out forces one by one. Command points left: {left or 'none'}.",
            ("JDG 2 B2", "JDG 4.5"),
        )

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return [
            Subject(f"b:{at}" if at >= 0 else f"e:{door_of(at)}", x.box(at), max(at, -1))
            for at in groups.places(x, s, self.who)
        ]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is None:
            return [m.Done(), *cards.playable(x, s, self.who)]
        at = place_of(subject)
        if at is None:
            return ()
        here = groups.movable(x, s, at, self.who)
        found: list[Any] = []
        for pieces in groups.offered(x, s, here):
            if self._affordable(x, s, pieces):
                found.append(m.Activate(pieces))
                if groups.may_force(x, s, pieces):
                    found.append(m.Activate(pieces, True))
        return [*found, *works.offered(x, s, at, self.who)]

    def _affordable(self, x: Context, s: State, pieces: tuple[int, ...]) -> bool:
        price = groups.cost(x, s, pieces)
        return not price or price <= s.points[groups.budget_for(x, s, pieces, self.who)]

    def check(self, x: Context, s: State, move: Any) -> None:
        if isinstance(move, m.Done):
            return
        if isinstance(move, m.Activate):
            self._check_activate(x, s, move)
        elif isinstance(move, m.Card):
            if move not in cards.playable(x, s, self.who):
                raise self.not_offered(x, s, move)
        elif isinstance(move, m.Detach | m.Reattach | m.Entrench):
            works.check(x, s, move, self.who)
        else:
            raise self.not_offered(x, s, move)

    def _check_activate(self, x: Context, s: State, move: m.Activate) -> None:
        groups.check_group(x, s, move.pieces, self.who)
        if move.forced and not groups.may_force(x, s, move.pieces):
            raise refuse("forced", "A forced march needs units with a line to a general.", "5.5.2", "4.6")
        if not self._affordable(x, s, move.pieces):
            price = groups.cost(x, s, move.pieces)
            raise refuse("points", f"That costs {_priced(price)}, and fewer are left.", "4.5")
        if move.route:
            if x.options.solitaire:
                raise refuse("unknown", "How far they come is thrown for when they set out.", "10")
            self.force(x, s, move).check_route(x, s, m.March(move.route, move.scout))
        elif move.scout:
            raise refuse("no-way", "Name the boxes to march through.", "5.3")

    def force(self, x: Context, s: State, move: m.Activate, reach: int = 0) -> Marching:
        """The force that sets out, with its movement points."""
        reach = reach or groups.points(x, s, move.pieces, move.forced)
        at, massed = s.counters[move.pieces[0]].at, not groups.fits(x, move.pieces)
        return Marching(self.who, move.pieces, at, at, reach, move.forced, massed, halts=bool(move.route))

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return teams.passed(x, s, self.who)
        if isinstance(move, m.Card):
            return cards.play_card(x, s, self.who, move, dice, log)
        if isinstance(move, m.Activate):
            return self._set_out(x, s, move, dice, log)
        return works.play(x, s, move, self.who, log)

    def _set_out(self, x: Context, s: State, move: m.Activate, dice: Dice, log: Log) -> State:
        pieces, price = move.pieces, groups.cost(x, s, move.pieces)
        if x.options.solitaire:
            extra = x.tables.all["movement"].number("forced march") if move.forced else 0
            reach = groups.points_alone(x, s, pieces, dice) + extra
        else:
            reach = groups.points(x, s, pieces, move.forced)
        s = groups.pay(x, s, groups.budget_for(x, s, pieces, self.who), price)
        at = s.counters[pieces[0]].at
        how = " by a forced march" if move.forced else ""
        told = names(x.name(i) for i in pieces)
        out = "set out" if several(x, told) else "sets out"
        say(log, "set-out", f"{told} {out} from {x.box(at)}{how}, for {_priced(price)}.",
            "4.5", to=x.owners(self.who), units=pieces)  # fmt: skip
        s = s.each(pieces, moved=True)
        force = self.force(x, s, move, reach)
        return s.push(OnTheRoad(force, move.route, move.scout) if move.route else force)

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Done):
            return Label("End movement", "Whoever has not moved rests, and may pick up stragglers.", ("JDG 2 B2",))
        if isinstance(move, m.Card):
            return cards.label(x, s, move)
        if isinstance(move, m.Activate):
            return _activation(x, s, move)
        return works.label(x, s, move)


def _priced(price: int) -> str:
    """Command points in words."""
    return "no command point" if not price else f"{price} command point{'s' if price > 1 else ''}"


def _activation(x: Context, s: State, move: m.Activate) -> Label | None:
    try:
        price = groups.cost(x, s, move.pieces)
    except (IllegalMove, IndexError):
        return None
    how = ", forced march" if move.forced else ""
    massed = "" if groups.fits(x, move.pieces) else " It concentrates: stragglers may fall out."
    thrown = bool(move.pieces) and dice_for_stragglers(s, x.sides[move.pieces[0]], move.forced, False)
    strayed = " Stragglers may fall out." if thrown else massed
    reach = "" if x.options.solitaire else f"{groups.points(x, s, move.pieces, move.forced)} movement points. "
    goal = f" to {x.box(move.route[-1])}" if move.route and 0 <= move.route[-1] < x.network.size else ""
    cites = ("JDG 4.5", "JDG 5.5.2") if move.forced else ("JDG 4.5", "JDG 5.4")
    told = f"{names(x.name(i) for i in move.pieces)}{goal}{how}"
    return Label(told, f"{reach}Costs {_priced(price)}.{strayed}", cites)


class EndMovement(Step, frozen=True, tag="end-movement"):
    """The phase ends: units at rest for a whole turn pick up stragglers (5.5.4)."""

    who: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        seat, to = x.setting.sides[self.who], x.owners(self.who)
        for i, counter in enumerate(s.counters):
            if x.sides[i] != self.who or counter.at < 0:
                continue
            rests = counter.idle and not counter.moved and not counter.spent
            if rests and counter.strayed:
                back = recovered(x.tables, counter.strayed, dice)
                s = s.counter(i, strength=counter.strength + back, strayed=counter.strayed - back)
                told = f"{counted(back, 'strength point')} of stragglers come{'s' * (back == 1)} back to {x.name(i)}."
                say(log, "stragglers", told, "5.5.4", to=to, units=[i], tally={f"strength of {seat}": back})
        mine = [i for i, c in enumerate(s.counters) if x.sides[i] == self.who and c.at >= 0]
        return s.each(mine, idle=True)
