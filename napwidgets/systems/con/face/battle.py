"""The combat at hand: exactly once the chits are up; before, what each chit is worth against what may stand there."""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.board.display import Battle as Shown
from napwidgets.board.display import Fact, Grid, Party
from napwidgets.kernel.odds import percent
from napwidgets.systems.con import groups
from napwidgets.systems.con.combat import Combat
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.face.combat import NAMES, SCOUTED, in_full
from napwidgets.systems.con.face.pieces import latest, side_colour, told
from napwidgets.systems.con.face.ways import Prospects
from napwidgets.systems.con.fighting import Delay, Stakes
from napwidgets.systems.con.forces import SIZES, Group, Leader, Size, Unit
from napwidgets.systems.con.guesses import PITCHED, kind_of
from napwidgets.systems.con.preparation import Assault, Chits
from napwidgets.systems.con.scouting import most_of
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import RIDERS, Fight, Report, State

AVERAGE = "The kind of combat, and what you and he lose on average, each on the best way back that you can see."
WITHOUT_CHITS = (
    "A battle without chits and stakes; what you and he lose on average, each on the best way back that you can see."
)
#: What a group of a size class is taken for until it is scouted: strength points, and leaders above Major Generals.
TYPICAL: dict[Size, tuple[int, int]] = {"division": (5, 0), "corps": (20, 1), "army": (50, 3)}
GUESSED = ("guesses right", "guesses wrong")
HOPELESS = "Your troops live off the land, or have failed to push him aside: whatever you guess counts as wrong."


def battle(x: Context, s: State, subject: str | None, hex: int) -> Shown | None:
    """The combat that is being decided."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, Stakes | Delay):
        fight = s.fights[step.fight]
        combat = groups.seen(x, s, fight)
        return _on_the_map(x, s, step, combat) if combat is not None else None
    if isinstance(step, Chits):
        n, who = step.first(s), step.who
        if n < 0:
            return None
        guess: Shown | None = x.recent.answer(s, ("guess", n, who), lambda: sealed(x, s, s.fights[n], who))
        return guess
    if isinstance(step, Assault):
        return stormed(x, s, s.fights[step.fight], step.who)
    return None


def _on_the_map(x: Context, s: State, step: Stakes | Delay, combat: Combat) -> Shown:
    """A combat whose chits are up, with the ways back of those whose units one sees (10.5.7.4)."""
    fight = s.fights[step.fight]
    seen = [bool(x.group_units(s, fight, side)) and not (x.options.hidden and side != step.who) for side in (0, 1)]
    known = ("prospects", step.fight, step.who)
    prospects: Prospects = x.recent.answer(s, known, lambda: Prospects(x, s, step.fight, combat, seen))
    shown = in_full(x.tables, combat, prospects.fates)
    parties = tuple(
        party if line is None else replace(party, lines=(*party.lines, line))
        for party, line in zip(shown.parties, prospects.lines(), strict=True)
    )
    return _named(x, s, fight, replace(shown, parties=parties))


def _named(x: Context, s: State, fight: Fight, shown: Shown) -> Shown:
    """The parties under the names and colours of the sides, each with what its scouts have told it: others may have
    marched to the guns since (9.2), and of the enemy's scouts nobody knows.
    """
    parties = list(shown.parties)
    for side in (0, 1):
        title = f"{x.setting.side_names[side]}: {parties[side].title.partition(': ')[2]}"
        foes = fight.hexes[other(side)]
        known = [r for r in s.reports if (r.side, r.turn) == (side, s.turn) and r.at in foes]
        lines = [line for line in parties[side].lines if known or line.name != SCOUTED]
        lines = [replace(line, value=told(x, known[0], s.turn)) if line.name == SCOUTED else line for line in lines]
        parties[side] = replace(parties[side], title=title, nation=side_colour(x, side), lines=tuple(lines))
    return replace(shown, parties=tuple(parties))


def assumed(size: Size, strength: int) -> Group:
    """A group of the enemy as one takes it to be: infantry with a gun point for ten, leaders of middling gifts."""
    guns = strength // 10 if size != "division" else 0
    units = [Unit("infantry", max(1, strength - guns))]
    if guns:
        units.append(Unit("artillery", guns))
    leaders = TYPICAL[size][1]
    return Group(size, tuple(units), tuple(Leader(3, 5) for _ in range(leaders)))


def sealed(x: Context, s: State, fight: Fight, side: int) -> Shown | None:
    """What each chit is worth for a side (10.5): kinds of combat, and mean losses of both, cell by cell."""
    if not any(x.units_at(s, h, side) for h in fight.hexes[side]):
        return None
    hopeless, report = groups.hopeless(x, s, fight, side), _report(x, s, fight, side)
    rows, cells = [], []
    for foe in _foes(x, s, fight, side, report):
        for his in (True, False):
            row = [worth(x, s, fight, side, foe, right) for right in ((not hopeless, his), (False, his))]
            best = max(value for _, value in row)
            rows.append(f"{foe[0].size} of {foe[0].strength} SP, {GUESSED[not his]}")
            cells.append(tuple((text, "best" if value == best else "") for text, value in row))
    columns, corner, note = ("the right chit", "another one"), "if he is", HOPELESS if hopeless else AVERAGE
    grid = Grid("What your chit is worth", tuple(rows), columns, tuple(cells), note, "CON 10.5", corner, "")
    parties = _parties(x, s, fight, side, report)
    return Shown(f"Your guess at {x.place(fight.hexes[other(side)][0])}", parties, (), grid=grid)


def stormed(x: Context, s: State, fight: Fight, side: int) -> Shown | None:
    """What a fight for a town may bring the side that would begin it: a battle, whatever anybody would guess (10.5)."""
    if not any(x.units_at(s, h, side) for h in fight.hexes[side]):
        return None
    own, rows, cells = groups.side_group(x, s, fight, side)[0], [], []
    contact, snow = groups.contact_of(x, s, fight), s.weather == "snow"
    report = _report(x, s, fight, side)
    for foe, _ in _foes(x, s, fight, side, report):
        foe = replace(foe, fortified=fight.besieged == other(side))
        combat = Combat("battle", (own, foe) if side == 0 else (foe, own), side, None, contact, snow, fight.besieged)
        seen = [not x.options.hidden or k == side for k in (0, 1)]
        fates = Prospects(x, s, s.fights.index(fight), combat, seen).fates
        lost = [float(fates.mean(lambda fate, k=k: fate.lost(k, 0))) for k in (side, 1 - side)]  # type: ignore[misc]
        rows.append(f"{foe.size} of {foe.strength} SP")
        won = percent(fates.chance(lambda fate: fate.end.winner == side))
        cells.append(((won, ""), (f"{lost[0]:.1f}\u00a0:\u00a0{lost[1]:.1f}", "")))
    columns, corner, what = ("you win", "lost, you and he"), "if he is", "What a fight for the town brings"
    grid = Grid(what, tuple(rows), columns, tuple(cells), WITHOUT_CHITS, "CON 10.5", corner, "")
    place = x.place(fight.hexes[fight.besieged][0])
    return Shown(f"A fight for {place}", _parties(x, s, fight, side, report), (), grid=grid)


def _parties(x: Context, s: State, fight: Fight, side: int, report: Report | None) -> tuple[Party, Party]:
    """A side's own group and the enemy's: of one that lies face down no more than scouts have told (5)."""
    own, enemy = (_party(x, k, groups.side_group(x, s, fight, k)[0]) for k in (side, other(side)))
    if x.options.hidden:
        known = told(x, report, s.turn) if report is not None else "not scouted: strengths are typical ones"
        enemy = replace(enemy, lines=(Fact("Known", known, "CON 5"),), strength="?")
    return own, enemy


def _party(x: Context, side: int, group: Group) -> Party:
    size = (Fact("Size class", group.size, "CON 3.2"),)
    return Party(x.setting.side_names[side], side_colour(x, side), size, f"{group.strength} SP")


def _report(x: Context, s: State, fight: Fight, side: int) -> Report | None:
    """The latest that a side has learnt of the group that it faces."""
    reports = [latest(s, side, h) for h in fight.hexes[other(side)]]
    return next((r for r in reports if r is not None and r.size != RIDERS), None)


def _foes(x: Context, s: State, fight: Fight, side: int, report: Report | None) -> list[tuple[Group, Group]]:
    """The groups that may stand there, as the ground counts in battles and in small combats: the very one where it
    lies face up.
    """
    if not x.options.hidden:
        return [_group(x, s, fight, other(side))]
    sizes: tuple[Size, ...] = tuple(size for size in SIZES if report is None or not report.size or size == report.size)
    known = report.strength if report is not None and report.size else 0
    # Of a very small one scouts tell only how strong it is at the most.
    strength = most_of(x.tables, known) or known
    return [(foe, foe) for size in sizes for foe in (assumed(size, strength or TYPICAL[size][0]),)]


def _group(x: Context, s: State, fight: Fight, side: int) -> tuple[Group, Group]:
    """A side's group as the ground counts in battles, and as it counts in small combats (10.2)."""
    return groups.side_group(x, s, fight, side)[0], groups.side_group(x, s, fight, side, pitched=False)[0]


def worth(
    x: Context, s: State, fight: Fight, side: int, foe: tuple[Group, Group], right: tuple[bool, bool]
) -> tuple[str, float]:
    """A cell: the kind of combat with the mean losses of both sides on their best ways back, and their difference;
    ``right`` says whether one's own guess is right, and his. Each stands on his own side: of equals the French are
    advantaged (reading 6).
    """
    both = (_group(x, s, fight, side), foe) if side == 0 else (foe, _group(x, s, fight, side))
    guesses = right if side == 0 else (right[1], right[0])
    met = kind_of((both[0][0].size, both[1][0].size), guesses)
    one, two = (mine[met.kind not in PITCHED] for mine in both)
    contact, snow = groups.contact_of(x, s, fight), s.weather == "snow"
    combat = Combat(met.kind, (one, two), fight.attacker, met.right, contact, snow)
    seen = [not x.options.hidden or k == side for k in (0, 1)]
    fates = Prospects(x, s, s.fights.index(fight), combat, seen).fates
    lost = [float(fates.mean(lambda fate, k=k: fate.lost(k, 0))) for k in (side, 1 - side)]  # type: ignore[misc]
    # The figures stay together where the name takes a line of its own.
    return f"{NAMES[met.kind][0]} {lost[0]:.1f}\u00a0:\u00a0{lost[1]:.1f}", round(lost[1] - lost[0], 6)
