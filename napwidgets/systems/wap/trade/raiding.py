"""K.8. Raids on trade, the rate at the end of the French Naval Phase, and Actions Against Bases.

Readings 5, 6, 73 and 122 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import percent
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, counted, refuse, say
from napwidgets.systems.wap.forces import I
from napwidgets.systems.wap.setting import ENGLAND, FRANCE
from napwidgets.systems.wap.state import FIT, FRENCH, MOVED, READY, Fleet, State, at_sea, zone_of
from napwidgets.systems.wap.step import SeatChoice, Step
from napwidgets.systems.wap.trade.lloyds import (
    LEVEL_WORDS,
    Raid,
    bases_destroyed,
    bases_odds,
    level,
    raid_parts,
    raid_yield,
    settled,
)
from napwidgets.systems.wap.trade.obligations import held_back

AMERICA = "north-america"
#: The zone whose bases can't be attacked (K.8.l, reading 73).
SHUT = "baltic"


def raiders(x: Context, s: State, zone: int, seat: int) -> list[Fleet]:
    """Fleets that can raid in a zone: French or allied, there since an earlier turn, not moved (K.8.a)."""
    return [
        f
        for f in s.fleets
        if f.place == at_sea(zone)
        and f.squadrons
        and f.moved == READY
        and f.condition == FIT
        and f.since < s.turn
        and x.mine(s, f.nation, seat)
    ]


def bases_by_zone(x: Context, s: State) -> dict[str, int]:
    """Modifiers for bases destroyed, by the zone's id in its table."""
    return {zone.id: s.bases[n] for n, zone in x.setting.zones.items() if s.bases[n]}


def plan(x: Context, s: State, zone: int, seat: int) -> Raid:
    """The raid that a seat's squadrons in a zone would make."""
    return raid_by(x, zone, raiders(x, s, zone, seat))


def raid_by(x: Context, zone: int, fleets: Sequence[Fleet]) -> Raid:
    """The raid that some fleets make in a zone."""
    french = sum(f.squadrons for f in fleets if f.nation == FRANCE)
    return Raid(x.setting.zones[zone].id, french, sum(f.squadrons for f in fleets) - french)


def can_raid(x: Context, s: State, zone: int, seat: int) -> tuple[str, str] | None:
    """Why a seat can't raid in a zone, with the paragraph; None if it can."""
    if not x.options.lloyds:
        return "Raids on trade are an option of this game that is off.", "K.8"
    if s.segment != FRENCH or zone not in x.setting.zones:
        return "Only the French side raids trade, in its own segment.", "K.8.a"
    if not raiders(x, s, zone, seat):
        return "Raiders must have been in the zone since last month and not move.", "K.8.a"
    return None


def raid(x: Context, s: State, zone: int, seat: int, dice: Dice, log: Log) -> State:
    """Squadrons raid a zone's trade and the rate rises (K.8.a, K.8.b)."""
    what = plan(x, s, zone, seat)
    bases = bases_by_zone(x, s)
    gained = raid_yield(x.tables, what, bases, dice)
    parts = [(part.name, part.halves / 2, part.cite) for part in raid_parts(x.tables, what, bases)]
    name = x.sea(zone)
    text = f"Raiders in {name} drive Lloyd's rate up by {gained / 2:g} %."
    say(log, "raid", text if gained else f"Raiders in {name} take nothing that counts.", "K.8.b", parts=parts)
    there = raiders(x, s, zone, seat)
    fleets = [replace(f, moved=MOVED) if f in there else f for f in s.fleets]
    year = {x.setting.month(s.turn)[0]} if what.zone == AMERICA else set()
    america = tuple(sorted({*s.raided_america, *year}))
    return x.with_fleets(replace(s, rate=s.rate + gained, raided=True, raided_america=america), fleets)


class RateFalls(Step, frozen=True, tag="rate"):
    """After the French Naval Phase the rate falls, faster without raids, never below its floor (K.8.d)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        rate = settled(x.tables, s.rate, s.raided)
        last = s.rates[-1] if s.rates else 2 * x.setting.scenario.rate
        before, now = level(x.tables, last), level(x.tables, rate)
        say(log, "rate", f"Lloyd's asks {rate / 2:g} %.", "K.8.d", rate=rate)
        if now != before:
            say(log, "threshold", f"What the rate compels has changed: {LEVEL_WORDS[now]}.", "K.8.e")
        return replace(s.pop(), rate=rate, raided=False, rates=(*s.rates, rate))


class BasesPhase(SeatChoice, frozen=True, tag="bases"):
    """K.8.l: English attacks on raiders' bases. ``used`` holds zone, squadrons, infantry and points of each attack."""

    used: tuple[tuple[int, int, int, int], ...] = ()

    def automatic(self, x: Context, s: State) -> bool:
        # Whether squadrons that nobody sees could attack must not show by the question (K.9).
        return not x.options.hidden_fleets and len(self.options(x, s, None)) == 1

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return replace(s.pop(), spent=0)

    def question(self, x: Context, s: State) -> Question:
        less = -x.tables.lloyds["bases base"]
        prompt = (
            f"Attack the bases of raiders in a sea: two dice less {less}, and what you commit, must come above nought."
        )
        hidden = x.options.hidden_fleets
        return Question("bases", "Action Against Bases", prompt, ("WAP K.8.l",), formal=hidden)

    def there(self, x: Context, s: State, zone: int) -> tuple[int, int]:
        """English squadrons and infantry at sea in a zone that may attack bases (K.8.k, K.8.m, K.8.o), less those that
        attacked already.
        """
        if held_back(x, s, ENGLAND, at_sea(zone)):
            return 0, 0
        fleets = [f for f in s.fleets if f.nation == ENGLAND and zone_of(f.place) == zone and f.condition == FIT]
        mine = [part for part in self.used if part[0] == zone]
        return (
            sum(f.squadrons for f in fleets) - sum(part[1] for part in mine),
            sum(f.aboard[I] for f in fleets) - sum(part[2] for part in mine),
        )

    def points(self, s: State) -> int:
        """Points paid this turn that no attack has used (K.8.e, K.8.m)."""
        return s.spent // 2 - sum(part[3] for part in self.used)

    def attacks(self, x: Context, s: State) -> list[m.AttackBases]:
        """The attacks with all that is in a sea, with and without the points paid, which go alone as well (K.8.e)."""
        found = []
        for zone in x.setting.zones:
            ships, men = self.there(x, s, zone)
            some = {points for points in (0, self.points(s)) if ships or men or points}
            if x.setting.zones[zone].id != SHUT:
                found += [m.AttackBases(zone, ships, men, points) for points in sorted(some)]
        return found

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return [*self.attacks(x, s), m.Done()] if subject is None else ()

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Done):
            return
        if not isinstance(move, m.AttackBases) or move.zone not in x.setting.zones:
            raise self.not_offered(x, s, move)
        if x.setting.zones[move.zone].id == SHUT:
            raise refuse("bases", "Raiders have no bases in the Baltic; choose another sea.", "K.8.l")
        ships, men = self.there(x, s, move.zone)
        some = move.squadrons + move.infantry + move.points > 0
        if not (0 <= move.squadrons <= ships and 0 <= move.infantry <= men and some):
            raise refuse(
                "bases", f"In that sea {ships} squadrons and {men} infantry can attack bases.", "K.8.m", "K.8.o"
            )
        if not 0 <= move.points <= self.points(s):
            raise refuse("bases", f"{self.points(s)} points are left for attacks this turn.", "K.8.m")

    def chance(self, x: Context, s: State, move: m.Move) -> Fraction | None:
        if not isinstance(move, m.AttackBases):
            return None
        return bases_odds(x.tables, move.squadrons, move.infantry, move.points)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        won = self.chance(x, s, move)
        if won is None or not isinstance(move, m.AttackBases):
            return super().label(x, s, move)
        paid = ", ".join(
            counted(n, word)
            for n, word in ((move.squadrons, "squadron"), (move.infantry, "infantry"), (move.points, "point"))
            if n
        ).replace("infantrys", "infantry")
        detail = f"{paid or 'nothing committed'} · {percent(won)}"
        return Label(f"Attack bases in {x.sea(move.zone)}", detail, ("WAP K.8.l",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if not isinstance(move, m.AttackBases):
            return replace(s.pop(), spent=0)
        won = bases_destroyed(x.tables, move.squadrons, move.infantry, move.points, dice)
        name = x.sea(move.zone)
        if won:
            say(log, "bases", f"Raiders' bases in {name} are destroyed: raids there count one less.", "K.8.m")
            s = replace(s, bases=(*s.bases[: move.zone], s.bases[move.zone] + 1, *s.bases[move.zone + 1 :]))
        else:
            say(log, "bases", f"The attack on bases in {name} fails.", "K.8.m")
        return s.pop(replace(self, used=(*self.used, (move.zone, move.squadrons, move.infantry, move.points))))
