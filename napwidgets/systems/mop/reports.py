"""37.7.2. The option of reports: a vedette says at once whether a cover is a vedette; who else is there the side learns
when a rider has brought the news to the commander of its corps.

A report goes with the force it is about. In a view it stands at the cover and no more.

Reading 35 of docs/rules/mop.md applies here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.mop.bound import options
from napwidgets.systems.mop.lookout import Looks, looks_from, ranges, seen
from napwidgets.systems.mop.state import Report, State
from napwidgets.systems.mop.telling import say
from napwidgets.systems.tactical.core.arms import HORSE
from napwidgets.systems.tactical.core.state import OFF
from napwidgets.systems.tactical.core.step import Step
from napwidgets.systems.tactical.ground.context import Context, Log, counted
from napwidgets.systems.tactical.ground.reach import within

#: No rider is longer under way than so many turns.
_TURNS = 12


def by_riders(x: Context, s: State) -> bool:
    """Whether news of vedettes comes by riders."""
    return options(x).vedette_reports


class News(Step, frozen=True, tag="news-of-vedettes"):
    """A turn begins: all riders are a turn nearer (37.7.2)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        return replace(s, reports=tuple(replace(k, left=max(0, k.left - 1)) for k in s.reports))


def riding_time(x: Context, s: State, v: int) -> int:
    """Turns from a vedette to the commander of its formation by its own movement; 0 where he isn't there, or no way
    leads to him.
    """
    k, most = s.vedettes[v], x.tables.limits["vedette"]
    info = x.infos[k.unit]
    to = x.leader_hex(s, info.formation)
    shut = x.ground.layout(s).hexes[1 - info.side]
    cost = within(x.setting.steps_road[HORSE], shut, k.hex, 0, most * _TURNS).get(to, 0) if to >= 0 else 0
    if to == k.hex:
        return 1
    return -(-cost // most)


def place_of(s: State, report: Report) -> int:
    """Where the force is now that a report is about; negative where there is none any more."""
    if report.unit >= 0:
        return s.units[report.unit].hex if report.unit in s.hidden else OFF
    return report.hex if (1 - report.side, report.hex) in s.decoys else OFF


def arrived(s: State, side: int, h: int, units: Iterable[int]) -> bool:
    """Whether a side has had news of units in a hex, or of a dummy there."""
    about = set(units) or {OFF}
    mine = (k for k in s.reports if k.side == side and not k.left and k.unit in about)
    return any(k.unit >= 0 or k.hex == h for k in mine)


def gathered(x: Context, s: State, plain: Sequence[Looks], log: Log) -> State:
    """Both sides' vedettes look out: what only they see is reported (37.7.2). ``plain`` is from where everybody else
    looks.
    """
    kept = tuple(k for k in s.reports if _lasts(x, s, k, plain))
    found = [report for side in (0, 1) for report in _sightings(x, replace(s, reports=kept), side, plain[side])]
    for side, h, left in sorted({(k.side, _at(s, k), k.left) for k in found if k.left}):
        text = f"A vedette sees a force at {x.place(h)} that is no vedette: more in {counted(left, 'turn')}."
        say(log, "report", text, "37.7.2", to=(x.setting.seat(side),), hexes=(h,), dieless=True)
    merged: dict[tuple[int, int, int], Report] = {}
    for report in (*kept, *found):
        key = report.side, report.unit, report.hex
        merged[key] = min(report, merged.get(key, report), key=lambda k: k.left)
    return replace(s, reports=tuple(merged[key] for key in sorted(merged)))


def _at(s: State, report: Report) -> int:
    return s.units[report.unit].hex if report.unit >= 0 else report.hex


def _lasts(x: Context, s: State, report: Report, plain: Sequence[Looks]) -> bool:
    """Whether a report still counts: the force is there; news that has arrived holds while a vedette sees it, or till
    it has been shown once.
    """
    h = _at(s, report)
    if h < 0 or (report.unit < 0 and place_of(s, report) < 0) or seen(x, h, plain[report.side]):
        return False
    fresh = report.unit < 0 or report.unit in s.hidden
    return bool(report.left) or fresh or bool(watchers(x, s, report.side, h))


def watchers(x: Context, s: State, side: int, h: int) -> list[int]:
    """The vedettes of a side that see a hex."""
    near, _ = ranges(x, s)
    mine = [v for v, k in enumerate(s.vedettes) if k.hex >= 0 and x.infos[k.unit].side == side]
    return [v for v in mine if seen(x, h, looks_from(x, {near: {s.vedettes[v].hex}}))]


def _sightings(x: Context, s: State, side: int, plain: Looks) -> Iterator[Report]:
    """New reports of a side: of forces under cover that its vedettes see and nobody else."""
    layout, hidden, known = x.ground.layout(s), set(s.hidden), {(k.unit, k.hex) for k in s.reports if k.side == side}
    alone = {h for owner, h in s.decoys if owner != side}
    for h in sorted(layout.covered):
        units = [u for u in layout.at.get(h, ()) if u in hidden]
        if layout.side[h] == side or (not units and h not in alone) or seen(x, h, plain):
            continue
        times = [time for v in watchers(x, s, side, h) if (time := riding_time(x, s, v))]
        if not times:
            continue
        left = min(times) if min(times) > 1 else 0
        for report in [Report(side, u, OFF, left) for u in units] or [Report(side, OFF, h, left)]:
            if (report.unit, report.hex) not in known or not left:
                yield report


def moved(s: State, side: int, start: int, to: int) -> State:
    """A dummy of ``side`` has gone from hex to hex; what is reported of it goes with it."""
    own = tuple(replace(k, hex=to) if k.unit < 0 and k.side != side and k.hex == start else k for k in s.reports)
    return replace(s, reports=own)


def masked(s: State, side: int | None) -> tuple[Report, ...]:
    """The reports as a side knows them: its own, each of a cover in a hex."""
    mine = {(k.left, _at(s, k)) for k in s.reports if k.side == side and k.left and place_of(s, k) >= 0}
    least = {h: min(left for left, at in mine if at == h) for _, h in mine}
    return tuple(Report(side, OFF, h, least[h]) for h in sorted(least)) if side is not None else ()
