"""F.6.i, F.6.j. A fleet from the sea attacks blockaders, and the ships they shut in come out: the blockaders choose.

Ships that come out carry the flag ATTACKING while they lie in their port, those from the sea SAILING, the blockaders
ATTACKED. Reading 83 of docs/rules/wap.md applies here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import percent
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, names, say
from napwidgets.systems.wap.sea.encounters import SeaFight
from napwidgets.systems.wap.sea.naval import blockade_odds, run_blockade
from napwidgets.systems.wap.sea.seaways import able, blockaded
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import ATTACKED, ATTACKING, BUSY, MOVED, READY, SAILING, Fleet, State
from napwidgets.systems.wap.step import PlaceOffer, SeatChoice, Step
from napwidgets.systems.wap.trade.obligations import held_back

#: Where the Blockade Table keeps ships in their port that would come out to help (F.6.i, reading 83).
_HELD = "F*"


def attacked(x: Context, s: State, place: int) -> State:
    """The enemy ships off a coast are fallen upon."""
    foe = x.enemies(s.segment)
    return x.with_fleets(
        s,
        [
            replace(f, moved=ATTACKED) if f.place == place and not f.inside and x.faction(s, f.nation) == foe else f
            for f in s.fleets
        ],
    )


def shut_in(x: Context, s: State, seat: int, place: int) -> list[Fleet]:
    """The squadrons of a seat that lie blockaded in a port, have not moved and may attack (F.6.i, K.8.k)."""
    if not blockaded(x, s, place, s.segment):
        return []
    return [
        f
        for f in s.fleets
        if f.place == place
        and f.inside
        and f.squadrons
        and f.moved == READY
        and able(f)
        and x.mine(s, f.nation, seat)
        and x.faction(s, f.nation) == s.segment
        and not held_back(x, s, f.nation, place)
    ]


class SortieOffer(PlaceOffer, frozen=True, tag="sortie-offer"):
    """The ships in the port may come out while others attack the blockaders from the sea (F.6.i)."""

    yes: ClassVar[str] = "They come out, too"
    no: ClassVar[str] = "They stay in the port"

    def question(self, x: Context, s: State) -> Question:
        inside = names(x.fleet_name(f) for f in shut_in(x, s, self.seat, self.place))
        prompt = f"Do those in the port come out, too? {inside}. The blockaders choose whom they fight first."
        return Question("sortie", "Sortie", prompt, ("WAP F.6.i",))

    def chance(self, x: Context, s: State, move: m.Move) -> Fraction | None:
        if not isinstance(move, m.Accept):
            return None
        return blockade_odds(x.tables).chance(lambda result: result != _HELD)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        out = self.chance(x, s, move)
        if out is None:
            return super().label(x, s, move)
        return Label(self.yes, f"{percent(out)} to get out", ("WAP F.6.c", "WAP F.6.i"))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        out = shut_in(x, s, self.seat, self.place) if isinstance(move, m.Accept) else []
        whose = names(f"{NATIONS[n]}'s" for n in sorted({f.nation for f in out}))
        if out and run_blockade(x.tables, dice) == _HELD:
            say(log, "blockade", f"{whose} ships are held in the port.", "F.6.c", "F.6.i", hexes=[self.place])
            out = []
        watch = next(f for f in s.fleets if f.moved == ATTACKED)
        if not out:
            return s.push(SeaFight(SAILING, ATTACKED))
        say(log, "blockade", f"{whose} ships come out to help.", "F.6.i", hexes=[self.place])
        s = x.with_fleets(s, [replace(f, moved=ATTACKING) if f in out else f for f in s.fleets])
        return s.push(BackInside(self.place), Engaged(x.commander(s, watch.nation), self.place))


class Engaged(SeatChoice, frozen=True, tag="engaged"):
    """Blockaders between two fleets fight them together, or one after the other (F.6.i)."""

    place: int

    def about(self, x: Context, s: State) -> int:
        return self.place

    def question(self, x: Context, s: State) -> Question:
        relief, sortie = (sum(f.squadrons for f in s.fleets if f.moved == flag) for flag in (SAILING, ATTACKING))
        prompt = f"{relief} squadrons attack from the sea, {sortie} come out of the port. Whom do you fight first?"
        return Question("engage", "Between two fleets", prompt, ("WAP F.6.i",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return (m.Engage("relief"), m.Engage("sortie"), m.Engage("both")) if subject is None else ()

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if not isinstance(move, m.Engage):
            return None
        words, detail = {
            "relief": ("Those from the sea first", "then, if you win and want to, those from the port"),
            "sortie": ("Those from the port first", "then, if you win and want to, those from the sea"),
            "both": ("Both together", "in one battle at sea; the beaten choose their port"),
        }[move.whom]
        return Label(words, detail, ("WAP F.6.i",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        assert isinstance(move, m.Engage)
        s, fight = first_fight(x, s.pop(), move)
        if move.whom == "both":
            return s.push(fight)
        then = ATTACKING if move.whom == "relief" else SAILING
        return s.push(SecondFight(self.seat, self.place, then), fight)


def first_fight(x: Context, s: State, move: m.Engage) -> tuple[State, SeaFight]:
    """The fight that blockaders between two fleets choose to begin with; those whom they fight together are one fleet
    at sea (F.6.i).
    """
    if move.whom == "both":
        joined = [replace(f, moved=SAILING, inside=False) if f.moved == ATTACKING else f for f in s.fleets]
        return x.with_fleets(s, joined), SeaFight(SAILING, ATTACKED)
    return s, SeaFight(SAILING if move.whom == "relief" else ATTACKING, ATTACKED)


class SecondFight(PlaceOffer, frozen=True, tag="second-fight"):
    """Blockaders who have beaten one fleet may fight the other (F.6.i)."""

    yes: ClassVar[str] = "Fight them, too"
    no: ClassVar[str] = "Let them be"

    flag: int

    def _sides(self, x: Context, s: State) -> tuple[list[Fleet], list[Fleet]]:
        """The blockaders who are still there, and the squadrons that they have not fought."""
        foe = x.enemies(s.segment)
        there = [f for f in s.fleets if f.place == self.place and f.squadrons and able(f)]
        watch = [f for f in there if not f.inside and x.faction(s, f.nation) == foe]
        return watch, [f for f in there if f.moved == self.flag]

    def automatic(self, x: Context, s: State) -> bool:
        return not all(self._sides(x, s))

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        others = names(x.fleet_name(f) for f in self._sides(x, s)[1])
        return Question(
            "second-fight", "The other fleet", f"Fight the others, too? {others}.",
            ("WAP F.6.i",),
        )  # fmt: skip

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        return attacked(x, s, self.place).push(SeaFight(self.flag, ATTACKED)) if isinstance(move, m.Accept) else s


class BackInside(Step, frozen=True, tag="back-inside"):
    """All is fought: who came out of the port and lies in it has done so for this month (F.6.d)."""

    place: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        def came_out(f: Fleet) -> bool:
            here = f.place == self.place and f.inside and f.moved in (ATTACKING, BUSY)
            return here and x.faction(s, f.nation) == s.segment

        return x.with_fleets(s.pop(), [replace(f, moved=MOVED) if came_out(f) else f for f in s.fleets])
