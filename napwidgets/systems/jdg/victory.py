"""9. Victory points: places, battles, captives, losses; and the verdict.

Readings 14, 66 to 68, 92 and 94 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.system import End
from napwidgets.systems.jdg.boxes import all_flags, holder
from napwidgets.systems.jdg.context import Context, Log, say
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import FRENCH, GONE, OTHER, State
from napwidgets.systems.telling import counted

#: The end that the capture of Napoleon is.
NAPOLEON = "napoleon"


class Account(Struct, frozen=True):
    """A side's victory points: places, battles and captives, and for the enemy's greater losses."""

    places: int
    battles: int
    losses: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.places + self.battles + self.losses


def captured(x: Context, s: State, i: int, log: Log, *, chief: bool) -> State:
    """A leader is taken: points for the enemy, more if he commanded his army (reading 92)."""
    foe, row = other(x.sides[i]), "commander-in-chief captured" if chief else "general captured"
    points = x.tables.victory[row]
    say(log, "captive", f"{x.name(i)} is captured: {counted(points, 'victory point')}.", "9", units=[i])
    return s.scored(foe, points)


def emperor_taken(x: Context, s: State, pieces: Iterable[int]) -> State:
    """With Napoleon among those who were taken the game is over; everybody who fell with him is counted, and the box
    where that was (9, reading 94).
    """
    for i in pieces:
        if i in x.setting.napoleon and s.counters[i].at == GONE:
            foe, s = other(x.sides[i]), all_flags(s)
            return replace(s, ended=End(NAPOLEON, x.setting.table(foe)[0], points_of(x, s)), agenda=())
    return s


def account(x: Context, s: State, side: int) -> Account:
    """A side's victory points as they stand (9)."""
    places = sum(points for box, points, who in held(x, s, side) if who)
    less = s.lost[other(side)] - s.lost[side]
    return Account(places, s.score[side], max(0, less) // x.tables.victory["losses for a point"])


def held(x: Context, s: State, side: int) -> list[tuple[int, int, bool]]:
    """Each place that can score for a side: its box, its points now, whether the side has them."""
    return [
        (box, *scored(x, s, side, box, points))
        for box, points, whose in x.setting.goals
        if not whose or x.setting.sides[side] == whose
    ]


def scored(x: Context, s: State, side: int, box: int, points: int) -> tuple[int, bool]:
    """What a place worth so many points brings now, and whether a side has that.

    A besieged city counts for the besieger alone, and little, where the scenario says so (Germany 1813 9).
    """
    if x.setting.scenario.besieged_counts:
        for siege in s.sieges:
            if siege.box == box:
                return x.tables.victory["besieged city"], siege.side == side
    return points, holder(s, box) == side + 1


def points_of(x: Context, s: State) -> tuple[tuple[str, int], ...]:
    """Both sides' points by seat, or by the side's name where several players share them (10)."""
    whose = [x.setting.sides[n] if len(x.setting.table(n)) == 1 else x.setting.side_names[n] for n in (FRENCH, OTHER)]
    return tuple((whose[side], account(x, s, side).total) for side in (FRENCH, OTHER))


def last_word(x: Context, s: State, side: int) -> bool:
    """Whether nobody marches after a side before the campaign is over."""
    return s.turn >= x.setting.scenario.turns.count and s.first != side


def verdict(x: Context, s: State, log: Log) -> State:
    """The last turn is over: three points more win, else it is a draw (9)."""
    s = all_flags(s)
    accounts = [account(x, s, side) for side in (FRENCH, OTHER)]
    edge = accounts[FRENCH].total - accounts[OTHER].total
    points, figures = points_of(x, s), tuple(n for a in accounts for n in (a.places, a.battles, a.losses))
    if abs(edge) < x.tables.victory["wins by"]:
        ended = End("draw", None, points, figures)
    else:
        ended = End("points", x.setting.table(FRENCH if edge > 0 else OTHER)[0], points, figures)
    say(log, "verdict", ". ".join(told(x, ended)), "9")
    return replace(s, ended=ended, agenda=())


def told(x: Context, ended: End) -> tuple[str, str]:
    """An end in words: a title, and what the points come from."""
    winner = next((n for n in (FRENCH, OTHER) if ended.winner in x.setting.table(n)), FRENCH)
    if ended.ending == NAPOLEON:
        return f"{x.side_name(winner)} win: Napoleon is a prisoner", "The Emperor is taken, and the war is over."
    accounts = [Account(*ended.figures[:3]), Account(*ended.figures[3:])]
    text = " ".join(
        f"{x.side_name(side)}: {a.places} for places, {a.battles} for battles and captives, {a.losses} for losses."
        for side, a in enumerate(accounts)
    )
    if ended.winner is None:
        return "A draw", text
    edge = accounts[winner].total - accounts[other(winner)].total
    return f"{x.side_name(winner)} win by {counted(edge, 'point')}", text
