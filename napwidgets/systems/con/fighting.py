"""VI a. Combats, one after another: chits turned up, stakes, dice, losses, retreats, pursuit, demoralization (10).

Readings 21, 50 and 72 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.con import groups, morale, small, thrown
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.battle import Course, Fought, clash
from napwidgets.systems.con.bearing import bear
from napwidgets.systems.con.combat import Combat, End
from napwidgets.systems.con.context import Context, Log, counted, say
from napwidgets.systems.con.forces import SIDES, Group
from napwidgets.systems.con.guesses import PITCHED, may_delay
from napwidgets.systems.con.muster import parts_at
from napwidgets.systems.con.passing import Beaten
from napwidgets.systems.con.pursuing import Following
from napwidgets.systems.con.retreat import may_advance
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import Fight, State, with_side
from napwidgets.systems.con.step import SideChoice, Step
from napwidgets.systems.con.vedettes import flee

KINDS = {
    "skirmish": "A skirmish",
    "raid": "A raid",
    "ambush": "An ambush",
    "battle": "A battle",
    "wrongfooted": "A wrongfooted battle",
    "withdraw": "A withdrawal",
    "delay": "A delay",
}


def left(s: State) -> list[int]:
    """The combats that are still to be fought."""
    return [n for n, fight in enumerate(s.fights) if not fight.done]


class Combats(SideChoice, frozen=True, tag="combats"):
    """The side with the initiative says which combat comes next (10)."""

    hint: ClassVar[str] = "Click the combat that shall be fought next."

    def automatic(self, x: Context, s: State) -> bool:
        return len(left(s)) < 2

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        rest = left(s)
        return s.push(Open(rest[0])) if rest else s.pop()

    def question(self, x: Context, s: State) -> Question:
        return Question("combat", "Combats", "Which combat is fought next?", ("CON 10",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else [m.Take(n) for n in left(s)]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        return s.push(Open(move.fight))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if not isinstance(move, m.Take):
            return None
        hexes = s.fights[move.fight].hexes
        return Label(f"The combat at {x.place(hexes[0][0])}", f"against {x.place(hexes[1][0])}", ("CON 10",))


class Open(Step, frozen=True, tag="open"):
    """The chits of a combat are turned up; a corps may delay; then stakes and dice (10.5)."""

    fight: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        fight = s.fights[self.fight]
        alive = [bool(parts_at(x, s, side, fight.hexes[side])) for side in (0, 1)]
        s = s.pop()
        if not all(alive):
            return s.fight(self.fight, done=True)
        sizes = tuple(groups.side_group(x, s, fight, side)[0].size for side in (0, 1))
        right = groups.right(x, s, fight, (sizes[0], sizes[1]))
        say(
            log,
            "chits",
            f"{x.side_begins(0)} are {_size(sizes[0], fight.guesses[0])}; "
            f"{x.side_name(1)} {'is' if x.one(1) else 'are'} {_size(sizes[1], fight.guesses[1])}.",
            "10.5",
            hexes=[h for own in fight.hexes for h in own],
        )
        for side in (0, 1):
            if fight.guesses[side] == sizes[other(side)] and not right[side]:
                _void(x, s, fight, side, log)
        s = _replaced(s, self.fight, groups.laid_open(x, s, fight))
        steps: list[Step] = [Resolve(self.fight), Stakes(1, self.fight), Stakes(0, self.fight)]
        if fight.besieged < 0 and may_delay((sizes[0], sizes[1]), right):
            steps.append(Delay(0 if right[0] else 1, self.fight))
        return s.push(*steps)


def _void(x: Context, s: State, fight: Fight, side: int, log: Log) -> None:
    """Why a side whose chit is right has guessed wrong all the same: it forages (10.5), or a repulse has failed (7)."""
    foraging = groups.in_forage(x, s, fight, side)
    they, their = ("it forages", "its") if x.one(side) else ("they forage", "their")
    why, cite = (they, "10.5") if foraging else (f"{their} repulse has failed", "7")
    say(log, "void", f"{x.does(side, 'count')} as having guessed wrong all the same: {why}.", cite)


def _replaced(s: State, n: int, fight: Fight) -> State:
    return replace(s, fights=(*s.fights[:n], fight, *s.fights[n + 1 :]))


def _size(size: str, guess: str) -> str:
    """What a group is and what it expected; against a town under siege no chit is needed."""
    return f"{_a(size)} and expected {_a(guess)}" if guess else _a(size)


def _a(word: str) -> str:
    """A size class with its article."""
    return "an army" if word == "army" else f"a {word}"


class Delay(SideChoice, frozen=True, tag="delay"):
    """A corps that alone has guessed right may delay an army instead of wrongfooting it (10.5)."""

    fight: int

    def about(self, x: Context, s: State) -> int:
        return s.fights[self.fight].hexes[self.who][0]

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "delay", "Delay?", "You know what you face: fight the army by surprise, or only hold it up?", ("CON 10.5",)
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else (m.Accept(), m.Done())

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Accept):
            s = _replaced(s, self.fight, groups.laid_open(x, s, s.fights[self.fight], delay=True))
        return s.pop()

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Accept):
            return Label("Delay", "No guns, no odds, smaller losses; then three hexes back.", ("CON 10.5.5",))
        return Label("Attack it by surprise", "A battle with +2 for you.", ("CON 10.5.4",))


class Stakes(SideChoice, frozen=True, tag="stakes"):
    """A side may stake the Guard and its heavy cavalry in a battle (10.5.7.1)."""

    hint: ClassVar[str] = "A stake is worth one point. It bears the first losses, and a battle lost with it costs more."
    fight: int

    def about(self, x: Context, s: State) -> int:
        return s.fights[self.fight].hexes[self.who][0]

    def _offered(self, x: Context, s: State) -> list[m.Stake]:
        fight = s.fights[self.fight]
        if fight.kind not in PITCHED or fight.shown is None:
            return []
        return [m.Stake(what) for what in stakes(x, fight.shown[self.who])]

    def automatic(self, x: Context, s: State) -> bool:
        return not self._offered(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "stakes",
            "What do you stake?",
            "Do you throw in the Guard or the heavy cavalry?",
            ("CON 10.5.7.1",),
            secret=True,
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else [m.Done(), *self._offered(x, s)]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return s.pop()
        found = list(s.fights[self.fight].stakes)
        found[self.who] = move.what
        return s.fight(self.fight, stakes=(found[0], found[1])).pop()

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Done):
            return Label("Stake nothing", "", ("CON 10.5.7.1",))
        words = {"guard": "the Guard", "heavy": "the heavy cavalry"}
        if isinstance(move, m.Stake):
            return Label(
                f"Stake {' and '.join(words[what] for what in move.what)}",
                f"+{len(move.what)} for you; half of what one side is ahead goes on its die",
                ("CON 10.5.7.1",),
            )
        return None


def stakes(x: Context, group: Group) -> list[tuple[Any, ...]]:
    """What a group may stake: each at least a tenth of its strength (10.5.7.1, reading 21)."""
    least = x.tables.strength["staked at least"]

    def enough(what: tuple[str, ...]) -> bool:
        strengths = {"guard": group.guard, "heavy": group.heavy("guard" in what)}
        return all(strengths[k] and 100 * strengths[k] >= least * group.strength for k in what)

    return [what for n in (1, 2) for what in combinations(("guard", "heavy"), n) if enough(what)]


class Resolve(Step, frozen=True, tag="resolve"):
    """The dice of a combat, its losses; then retreats, pursuit and what it does to morale."""

    fight: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        fight = s.fights[self.fight]
        combat = groups.seen(x, s, fight)
        assert combat is not None, "the chits are up"
        # Who came last into contact attacks (10.1), which need not be whose turn it is: the sides are named.
        order = (combat.attacker, combat.defender)
        one, two = (combat.groups[n].strength for n in order)
        say(
            log,
            "battle",
            f"{KINDS[combat.kind]} at {x.place(fight.hexes[combat.defender][0])}, {x.side_name(order[0])} against "
            f"{x.side_name(order[1])}: {one} against {counted(two, 'strength point')}.",
            "10.5",
            hexes=[h for own in fight.hexes for h in own],
            strengths=[one, two],
            sides=[x.setting.side_names[n] for n in order],
        )
        course, fought = clash(x.tables, combat, dice)
        _tell(x, combat, course.end, fought, dice, log)
        return fought_out(x, s.pop(), self.fight, combat, course, log)


def fought_out(x: Context, s: State, n: int, combat: Combat, course: Course, log: Log) -> State:
    """The losses of a combat whose dice have fallen, and on the agenda the retreats, the pursuit and what they do to
    morale. Panels look ahead by it, too.
    """
    fight, units, end = s.fights[n], groups.units(x, s, s.fights[n]), course.end
    s = s.fight(n, done=True)
    for side in (0, 1):
        cite = "10.5.7.2" if combat.pitched else small.CITES[combat.kind]
        s = bear(x, s, side, units[side], end.lost[side], log, cite)
        for h in fight.hexes[side]:
            s = flee(x, s, side, h, log)
    s = _shamed(x, s, end, combat, log)
    steps: list[Step] = [Aftermath(n, combat, end, course.hexes, (tuple(units[0]), tuple(units[1])))]
    for side in (0, 1):
        if may_advance(combat, end.winner, end.hexes, side):
            steps.append(Following(side, n, combat))
    for side in (course.ahead, other(course.ahead)):
        if end.hexes[side]:
            steps.append(Beaten(side, n, combat, end.hexes[side], end.free[side]))
    return s.push(*steps)


def _tell(x: Context, combat: Combat, end: End, fought: Fought | None, dice: Dice, log: Log) -> None:
    if not combat.pitched:
        thrown.tell_small(x, combat, dice, log)
    elif fought is not None:
        thrown.tell_battle(x, combat, fought, dice, log)
        text = "It is drawn."
        if end.winner is not None:
            text = f"{x.does(end.winner, 'win')}."
        guns = (
            f" The guns cost the French {fought.guns[0]} and {x.side_name(1)} {fought.guns[1]}."
            if fought and any(fought.guns)
            else ""
        )
        say(log, "victory", text + guns, "10.5.7")
        if combat.kind in ("withdraw", "delay") and end.winner is not None and end.hexes[end.winner]:
            goes = f"{x.does(end.winner, 'go')} back all the same"
            say(log, "gives-way", f"{goes}: a corps gives way to an army.", "10.3")


def _shamed(x: Context, s: State, end: End, combat: Combat, log: Log) -> State:
    """A great battle lost lowers the morale of an army: one under a leader of such a span (base: army morale)."""
    if end.winner is None or combat.kind not in ("battle", "wrongfooted"):
        return s
    loser = other(end.winner)
    senior = combat.groups[loser].senior
    if senior is None or senior.span < x.tables.spirit["great battle, span from"]:
        return s
    return dispirited(x, s, loser, log)


def dispirited(x: Context, s: State, side: int, log: Log) -> State:
    """A side's morale number goes one step down, as far as its track goes (base: army morale)."""
    track = x.setting.scenario.morale.get(x.setting.sides[side])
    worst = track.worst if track is not None else 0
    if s.spirit[side] >= worst:
        return s
    say(log, "spirit", f"The spirit of {x.side_name(side)} sinks.", "base: army morale")
    return replace(s, spirit=with_side(s.spirit, side, x.tables.spirit["lost"]))


class Aftermath(Step, frozen=True, tag="aftermath"):
    """Who is demoralized, once the retreat is over (10.5.7.3): all ``units`` of the group, and no others."""

    fight: int
    combat: Combat
    end: End
    hexes: int
    units: tuple[tuple[int, ...], tuple[int, ...]]

    def seen_by(self, x: Context, s: State, side: int | None) -> Aftermath:
        if not x.options.hidden:
            return self
        one, two = (own if side == who else () for who, own in enumerate(self.units))
        return replace(self, units=(one, two))

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not self.combat.pitched or not self.hexes:
            return s
        combat = self.gone_by(x, s)
        # Whoever was lost on the way back is no force that could lose heart.
        left = [side for side in (0, 1) if any(s.units[u].at >= 0 for u in self.units[side])]
        shaken = morale.shaken(x.tables, combat, self.end, self.hexes, dice, left).shaken
        for side in (0, 1):
            if shaken[side]:
                made = morale.after_battle(x.tables, combat, self.end.winner, self.hexes, side)
                die = {throw.purpose: throw.value for throw in dice.throws}[f"morale of the {SIDES[side]}"]
                s = self._shake(x, s, side, thrown.check(x.tables, made, die), log)
        return s

    def gone_by(self, x: Context, s: State) -> Combat:
        """The combat with what both groups have met since, now that all have gone where they go."""
        fight, after = s.fights[self.fight], []
        for side, (group, way) in enumerate(zip(self.combat.groups, fight.ways, strict=True)):
            pursued = fight.pursued[side] > self.end.hexes[side]
            after.append(replace(group, way=replace(way, pursued=pursued, in_zone=self._in_zone(x, s, side))))
        return replace(self.combat, groups=(after[0], after[1]))

    def _in_zone(self, x: Context, s: State, side: int) -> bool:
        """Whether some of a group stands beside enemies when all have gone where they go, be it the victor (8)."""
        return any(x.foes(s, at, side) for u in self.units[side] if (at := s.units[u].at) >= 0)

    def _shake(self, x: Context, s: State, side: int, why: str, log: Log) -> State:
        left = [u for u in self.units[side] if s.units[u].at >= 0]
        at = sorted({s.units[u].at for u in left})
        told = f"{x.does(side, 'are')} demoralized: {why}."
        say(log, "shaken", told, "10.5.7.3", hexes=at)
        for u in left:
            s = s.unit(u, shaken=True)
        return s
