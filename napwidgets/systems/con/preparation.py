"""III. Battle preparation: attacks over bridges and on towns, combat groups, scouting, the chits (3.1, 5, 10.5).

Readings 46 to 49 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.con import forces, groups, scouting, vedettes
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.context import Context, Log, names, refuse, say
from napwidgets.systems.con.ground import span
from napwidgets.systems.con.muster import group, known, parts_at
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import Fight, Report, State
from napwidgets.systems.con.step import SideChoice, Step


class Prepare(Step, frozen=True, tag="prepare"):
    """The phase begins: first over which bridges anybody attacks (3.1)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = replace(s.pop(Meet()), fights=(), crossed=())
        asked: list[Step] = []
        for a, b in reversed(groups.bridges(x, s)):
            first = next((side for side, h in reversed(s.contacts) if h in (a, b)), s.first)
            asked += [Bridge(other(first), a, b, True), Bridge(first, a, b)]
        return s.push(*asked)


class Bridge(SideChoice, frozen=True, tag="bridge"):
    """A side says whether it attacks over a bridge of a primary river; if nobody does, none fights there (3.1)."""

    hint: ClassVar[str] = "Whoever attacks over a great river's bridge gives the defender three points."

    a: int
    b: int
    last: bool = False

    def about(self, x: Context, s: State) -> int:
        return self.a if self.who == 0 else self.b

    def automatic(self, x: Context, s: State) -> bool:
        return (self.a, self.b) not in groups.bridges(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        there = f"between {x.place(self.a)} and {x.place(self.b)}"
        return Question(
            "bridge",
            "Over the bridge?",
            f"Both sides hold an end of the bridge {there}. Do you attack over it?",
            ("CON 3.1",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else (m.Accept(), m.Done())

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Accept):
            here = self.a if self.who == 0 else self.b
            say(
                log,
                "bridge",
                f"{x.does(self.who, 'attack')} over the bridge between "
                f"{x.place(self.a)} and {x.place(self.b)}.",
                "3.1",
                hexes=[self.a, self.b],
            )
            rest = tuple(c for c in s.contacts if c[1] not in (self.a, self.b))
            s = replace(s.pop(), contacts=(*rest, (self.who, here)))
            return s if self.last else replace(s, agenda=s.agenda[:-1])
        s = s.pop()
        return replace(s, crossed=(*s.crossed, span(self.a, self.b))) if self.last else s

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Accept):
            price = "Where most of the fight is over bridges, the defender has +3."
            return Label("Attack over the bridge", price, ("CON 3.1", "CON 10.5.7.1"))
        return Label("Hold this bank", "If the enemy holds his, nobody fights here.", ("CON 3.1",))


class Meet(Step, frozen=True, tag="meet"):
    """Who touches whom fights; towns are assaulted only where somebody wants to (3.1, 10.5)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        found = groups.fights(x, s)
        s = replace(s.pop(Scouts()), fights=found)
        order = (s.first, other(s.first))
        s = s.push(*(Gather(side) for side in order))
        asked: list[Step] = []
        for n, fight in enumerate(found):
            if fight.besieged >= 0:
                asked += [Assault(fight.besieged, n, True), Assault(other(fight.besieged), n)]
        return s.push(*asked)


class Assault(SideChoice, frozen=True, tag="assault"):
    """The besieger, then the besieged, may begin a combat for a fortified town (10.5)."""

    fight: int
    last: bool = False

    def about(self, x: Context, s: State) -> int:
        return s.fights[self.fight].hexes[s.fights[self.fight].besieged][0]

    def question(self, x: Context, s: State) -> Question:
        town = x.place(self.about(x, s))
        does = "sally out of" if s.fights[self.fight].besieged == self.who else "assault"
        return Question("assault", "The town", f"Do you {does} {town}? Nobody must.", ("CON 10.5",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else (m.Accept(), m.Done())

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        town = x.place(self.about(x, s))
        if isinstance(move, m.Accept):
            told = f"{x.does(self.who, 'begin')} a fight for {town}."
            say(log, "assault", told, "10.5", hexes=[self.about(x, s)])
            s = s.fight(self.fight, attacker=self.who).pop()
            return s if self.last else replace(s, agenda=s.agenda[:-1])
        return s.fight(self.fight, done=True).pop() if self.last else s.pop()

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Accept):
            if s.fights[self.fight].besieged == self.who:
                # Who comes out attacks: the ground is with the besiegers, whatever it is (10.5, 10.5.7.1).
                terrain = x.tables.modifiers["terrain"]
                sally = f"Outside, your walls do not count, and the besiegers have +{terrain} for the ground."
                return Label("Sally out", sally, ("CON 10.5", "CON 10.5.7.1"))
            return Label("Fight for it", "Walls double the defender, by five points at most.", ("CON 10.5",))
        return Label("Wait", "", ("CON 10.5",))


class Gather(SideChoice, frozen=True, tag="gather-group"):
    """A side may take stacks behind its front into a combat (3.1); the one without the initiative first."""

    hint: ClassVar[str] = "Stacks right behind those who fight may join them, or keep out of it."

    def automatic(self, x: Context, s: State) -> bool:
        stacks = x.layout(s).stacks[self.who]
        return not any(groups.behind(x, s, n, self.who, stacks) for n, fight in enumerate(s.fights) if not fight.done)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def _offered(self, x: Context, s: State) -> list[Any]:
        return [
            m.Join(n, h)
            for n, fight in enumerate(s.fights)
            if not fight.done
            for h in groups.joinable(x, s, n, self.who)
        ]

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "gather", "Who joins the fight?", "Stacks beside those who fight may join them.", ("CON 3.1",), formal=True
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else [*self._offered(x, s), m.Done()]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return s.pop()
        hexes = list(s.fights[move.fight].hexes)
        hexes[self.who] = tuple(sorted((*hexes[self.who], move.hex)))
        say(log, "join", f"The stack at {x.place(move.hex)} joins the combat.", "3.1", hexes=[move.hex])
        return relieved(x, s.fight(move.fight, hexes=(hexes[0], hexes[1])), move.fight, self.who, move.hex, log)

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Join) and 0 <= move.hex < x.board.size:
            told = names(x.title(s, part) for part in x.tops(s, move.hex, self.who))
            ends = 0 <= move.fight < len(s.fights) and relieves(x, s, move.fight, self.who, move.hex)
            does = "joins the combat beside it and ends the siege" if ends else "joins the combat beside it"
            return Label(f"{told} at {x.place(move.hex)}", does, ("CON 3.1",))
        return Label("The others keep out of it", "They can still march to the guns.", ("CON 3.1",))


def relieves(x: Context, s: State, n: int, side: int, h: int) -> bool:
    """Whether a stack that joins a combat from a hex ends a siege: who stands outside his town, too, is not besieged
    (10.5, reading 48).
    """
    fight = s.fights[n]
    return fight.besieged == side and not groups.in_town(x, tuple({*fight.hexes[side], h}))


def relieved(x: Context, s: State, n: int, side: int, h: int, log: Log) -> State:
    """A combat that a stack has joined from a hex, which may end a siege."""
    if not relieves(x, s, n, side, h):
        return s
    text = "With troops from outside the town in the fight nobody is besieged: both sides choose a chit."
    say(log, "unbesieged", text, "10.5", hexes=[h])
    return s.fight(n, besieged=-1)


class Scouts(Step, frozen=True, tag="scouts"):
    """III b. Light cavalry reports what it faces; then vedettes beside the enemy disperse (4, 5)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop(*(Chits(side) for side in (1, 0)))
        for fight in s.fights:
            if fight.done:
                continue
            sides = [_eyes(x, s, fight, side) for side in (0, 1)]
            contact = groups.contact_of(x, s, fight)
            for side in (0, 1):
                told = scouting.report(x.tables, sides[side], sides[other(side)], contact.bridged >= contact.hexsides)
                s = _told(x, s, fight.hexes[other(side)], side, told, log)
        for side in (0, 1):
            s = _watched(x, s, side, log)
        lost = [v.unit for v in s.vedettes if v.at >= 0 and x.foes(s, v.at, x.unit_side[v.unit])]
        return vedettes.disperse(x, s, lost, log)


def _eyes(x: Context, s: State, fight: Fight, side: int) -> forces.Group:
    """A side's group with the vedettes by themselves that face the same enemy (5, reading 46)."""
    own = groups.side_group(x, s, fight, side)[0]
    return replace(own, vedettes=own.vedettes + len(_watching(x, s, side, fight.hexes[other(side)])))


def _watching(x: Context, s: State, side: int, hexes: Sequence[int]) -> list[int]:
    """Vedettes of a side by themselves beside enemy hexes, by their units; none across a primary river (5)."""
    return [
        v.unit
        for v in s.vedettes
        if x.unit_side[v.unit] == side
        and not x.units_at(s, v.at, side)
        and any(h in hexes and not x.over_river(v.at, h) for h in x.foes(s, v.at, side))
    ]


def _watched(x: Context, s: State, side: int, log: Log) -> State:
    """Vedettes by themselves report the enemy stacks beside them with which nobody fights (5, reading 46)."""
    foe = other(side)
    fought = {h for fight in s.fights if not fight.done for h in fight.hexes[foe]}
    for h in sorted(groups.manned(x, s, foe) - fought):
        watching = _watching(x, s, side, [h])
        if not watching:
            continue
        own = forces.Group("division", (), vedettes=len(watching))
        s = _told(x, s, (h,), side, scouting.report(x.tables, own, group(x, s, foe, [h])[0]), log)
    return s


def _told(x: Context, s: State, hexes: Sequence[int], side: int, told: scouting.Report, log: Log) -> State:
    """What a side has learnt of the group before it, for itself alone."""
    if not told.leader:
        return s
    parts = parts_at(x, s, other(side), hexes)
    senior = x.senior(s, (part.leader for part in parts if part.leader >= 0))
    name = x.setting.leaders[senior].name if senior >= 0 else "a garrison"
    at = s.leaders[senior].at if senior >= 0 else hexes[0]
    more = (
        f": {'an' if told.size == 'army' else 'a'} {told.size} of {scouting.about(x.tables, told.strength)}"
        if told.size
        else ""
    )
    say(log, "scout", f"Scouts report {name} at {x.place(at)}{more}.", "5", to=x.own(side), hexes=[at])
    return known(s, Report(s.turn, side, at, senior, told.size, told.strength))


class Chits(SideChoice, frozen=True, tag="chits"):
    """III c. A side chooses for each of its combats what it believes the enemy to be (10.5)."""

    hint: ClassVar[str] = (
        "Guess what stands before you. One or two leaders make a corps, three an army; one Major General alone is a "
        "division, and so are an infantry and a cavalry unit at most. Who guesses right alone has the better fight."
    )

    def _open(self, s: State) -> list[int]:
        return [
            n
            for n, fight in enumerate(s.fights)
            if not fight.done and not fight.guesses[self.who] and fight.besieged < 0
        ]

    def first(self, s: State) -> int:
        """The combat whose chit is chosen now, -1 for none."""
        return next(iter(self._open(s)), -1)

    def about(self, x: Context, s: State) -> int:
        n = self.first(s)
        return s.fights[n].hexes[other(self.who)][0] if n >= 0 else -1

    def automatic(self, x: Context, s: State) -> bool:
        return not self._open(s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        at = self.about(x, s)
        return Question(
            "guess",
            "What do you face?",
            f"Choose a chit for the enemy at {x.place(at) if at >= 0 else 'the front'}.",
            ("CON 10.5",),
            secret=True,
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject:
            return ()
        return [m.Guess(n, chit) for n in self._open(s)[:1] for chit in ("division", "corps", "army")]

    def check(self, x: Context, s: State, move: Any) -> None:
        if not isinstance(move, m.Guess) or move.fight not in self._open(s):
            raise refuse("guess", "Choose a chit for one of your combats.", "10.5")

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        at = self.about(x, s)
        guesses = list(s.fights[move.fight].guesses)
        guesses[self.who] = move.chit
        s = s.fight(move.fight, guesses=(guesses[0], guesses[1]))
        say(
            log,
            "guess",
            f"You expect {'an army' if move.chit == 'army' else f'a {move.chit}'} at {x.place(at)}.",
            "10.5",
            to=x.own(self.who),
        )
        return s if self._open(s) else s.pop()

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Guess):
            return Label(f"{'An' if move.chit == 'army' else 'A'} {move.chit}", "", ("CON 10.5",))
        return None
