"""The combat at hand: exactly once the chits are up; before, what each chit is worth against what may stand there."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from napwidgets.board.display import Battle as Shown
from napwidgets.board.display import Fact, Grid, Party
from napwidgets.systems.con import groups
from napwidgets.systems.con.combat import Combat, Contact
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.face.combat import NAMES, SCOUTED, in_full, studied
from napwidgets.systems.con.face.pieces import latest, side_colour, told
from napwidgets.systems.con.face.ways import Prospects
from napwidgets.systems.con.fighting import Delay, Stakes
from napwidgets.systems.con.forces import SIZES, Group, Leader, Size, Unit
from napwidgets.systems.con.guesses import PITCHED, kind_of
from napwidgets.systems.con.preparation import Chits
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import Fight, State
from napwidgets.systems.con.tables import Tables

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
        n = step.first(s)
        return sealed(x, s, s.fights[n], step.who) if n >= 0 else None
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
        lines = [replace(line, value=told(x, known[0])) if line.name == SCOUTED else line for line in lines]
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
    mine = groups.side_group(x, s, fight, side)[0], groups.side_group(x, s, fight, side, pitched=False)[0]
    hopeless = groups.hopeless(x, s, fight, side)
    report = next((r for h in fight.hexes[other(side)] if (r := latest(s, side, h)) is not None), None)
    sizes: tuple[Size, ...] = tuple(size for size in SIZES if report is None or not report.size or size == report.size)
    strengths = {size: report.strength if report is not None and report.size else TYPICAL[size][0] for size in sizes}
    contact = groups.contact_of(x, s, fight)
    rows, cells = [], []
    for size in sizes:
        foe = assumed(size, max(1, strengths[size]))
        for his in (True, False):
            snow = s.weather == "snow"
            guesses = [(not hopeless, his), (False, his)]
            row = [worth(x.tables, side, mine, foe, fight.attacker, contact, snow, right) for right in guesses]
            best = max(value for _, value in row)
            rows.append(f"{size} of {strengths[size]} SP, {GUESSED[not his]}")
            cells.append(tuple((text, "best" if value == best else "") for text, value in row))
    at = x.place(fight.hexes[other(side)][0])
    known = told(x, report) if report is not None else "not scouted: strengths are typical ones"
    note = HOPELESS if hopeless else "The kind of combat, and what you and he lose on average."
    columns, corner = ("the right chit", "another one"), "if he is"
    grid = Grid("What your chit is worth", tuple(rows), columns, tuple(cells), note, "CON 10.5", corner, "")
    own = Party(
        x.setting.side_names[side],
        side_colour(x, side),
        (Fact("Size class", mine[0].size, "CON 3.2"),),
        f"{mine[0].strength} SP",
    )
    enemy = Party(x.setting.side_names[other(side)], side_colour(x, other(side)), (Fact("Known", known, "CON 5"),), "?")
    return Shown(f"Your guess at {at}", (own, enemy), (), grid=grid)


@lru_cache(maxsize=256)
def worth(
    tables: Tables,
    side: int,
    mine: tuple[Group, Group],
    foe: Group,
    attacker: int,
    contact: Contact,
    snow: bool,
    right: tuple[bool, bool],
) -> tuple[str, float]:
    """A cell: the kind of combat with the mean losses of both sides, and their difference. One's own group is given as
    the ground counts in battles, and as it counts in small combats (10.2); ``right`` says whether one's own guess is
    right, and his. Each stands on his own side: of equals the French are advantaged (reading 6).
    """
    if side == 0:
        met = kind_of((mine[0].size, foe.size), right)
    else:
        met = kind_of((foe.size, mine[0].size), (right[1], right[0]))
    own = mine[met.kind not in PITCHED]
    both = (own, foe) if side == 0 else (foe, own)
    found = studied(tables, Combat(met.kind, both, attacker, met.right, contact, snow))
    lost = [float(found.mean(lambda end, k=k: end.lost[k].total)) for k in (side, 1 - side)]  # type: ignore[misc]
    # The figures stay together where the name takes a line of its own.
    return f"{NAMES[met.kind][0]} {lost[0]:.1f}\u00a0:\u00a0{lost[1]:.1f}", round(lost[1] - lost[0], 6)
