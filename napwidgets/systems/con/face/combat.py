"""A combat before the dice, as a screen shows it: both sides, every modifier with its paragraph, exact chances, and
what each die does.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from napwidgets.board.display import Battle as Shown
from napwidgets.board.display import Fact, Party, Share, Spread
from napwidgets.board.display import share as share
from napwidgets.kernel.odds import Distribution
from napwidgets.systems.con import guns, modifiers, small
from napwidgets.systems.con.battle import Fought, bombardment_odds, odds, settle, settle_small
from napwidgets.systems.con.combat import Combat, End, Loss, Part
from napwidgets.systems.con.forces import SIDES, Group, demoralized
from napwidgets.systems.con.guesses import Kind
from napwidgets.systems.con.retreat import may_advance
from napwidgets.systems.con.scouting import report
from napwidgets.systems.con.tables import ARMS, Tables
from napwidgets.systems.telling import sentence

NAMES: dict[Kind, tuple[str, str]] = {
    "skirmish": ("Skirmish", "CON 10.5.3"),
    "raid": ("Raid", "CON 10.5.1"),
    "ambush": ("Ambush", "CON 10.5.2"),
    "battle": ("Battle", "CON 10.5.7"),
    "wrongfooted": ("Wrongfooted!", "CON 10.5.4"),
    "withdraw": ("Withdrawal", "CON 10.5.6"),
    "delay": ("Delay", "CON 10.5.5"),
}
#: The line that says what a side was told of the other.
SCOUTED = "Learns by scouting"
_DICE = range(1, 7)
_BACK = "CON 10.5.7.4"
LOSE = ("The French lose", "The Coalition loses")
_WIN = ("The French win", "The Coalition wins")
_ARE = ("The French are", "The Coalition is")
_BECOME = ("The French become", "The Coalition becomes")
_WHO = ("The French", "The Coalition")


@lru_cache(maxsize=64)
def studied(tables: Tables, combat: Combat) -> Distribution[End]:
    """The exact odds of a combat; remembered, for a screen asks often."""
    return odds(tables, combat)


class Fate(Struct, frozen=True, array_like=True):
    """What may become of a combat on a map: its end, the strength points that each side's best and worst way back cost,
    and how likely it becomes demoralized, at best and at worst.
    """

    end: End
    back: tuple[tuple[int, int], tuple[int, int]]
    shaken: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]

    def lost(self, side: int, way: int) -> int:
        """Strength points that a side loses with its best (0) or its worst (1) way back."""
        return self.end.lost[side].total + self.back[side][way]


def in_full(tables: Tables, combat: Combat, fates: Distribution[Fate] | None = None) -> Shown:
    """A combat with everything that is known of it before the dice; on a map with what may follow it there."""
    found, name = studied(tables, combat), NAMES[combat.kind]
    sides = party(tables, combat, 0), party(tables, combat, 1)
    faces = by_battle(tables, combat) if combat.pitched else by_die(tables, combat)
    shown = [_losses(combat, found, side, name[1]) for side in (0, 1)]
    shown += [spread for side in (0, 1) for spread in _with_way(fates, side)]
    shown.append(_retreats(combat, found))
    if combat.pitched:
        shown.append(_advantage(tables, combat))
    return Shown(title(combat), sides, tuple(shown), chances(combat, found, fates), faces=faces)


def title(combat: Combat) -> str:
    """The kind of combat, and who has the better of it by his guess.

    >>> from napwidgets.systems.con.forces import Unit
    >>> one = Group("division", (Unit("cavalry", 2),))
    >>> title(Combat("raid", (one, one), right=1))
    'Raid by the Coalition side'
    """
    name, who = NAMES[combat.kind][0], "" if combat.right is None else SIDES[combat.right]
    if combat.kind in ("raid", "ambush"):
        return f"{name} by the {who} side"
    if combat.kind == "wrongfooted":
        return f"{name} The {who} side guessed right"
    return name


# Both sides


def party(tables: Tables, combat: Combat, side: int) -> Party:
    """One side: its size, arms and morale, then what modifies its die, each with its rule."""
    group = combat.groups[side]
    role = "attacker" if side == combat.attacker else "defender"
    lines = [Fact("Size class", group.size, "CON 3.2"), Fact("Part", role, "CON 10.1")]
    lines += [Fact(sentence(arm), f"{there} SP") for arm in ARMS if (there := _of(group, arm))]
    if demoralized(tables, group):
        lines.append(Fact("Morale", "demoralized", "CON 8"))
    lines.append(Fact(SCOUTED, _scouted(tables, combat, side), "CON 5"))
    if combat.pitched:
        lines += _pitched_lines(tables, combat, side)
    else:
        mine = [p for p in small.parts(tables, combat) if p.name.startswith(SIDES[side])]
        lines += [Fact(sentence(p.name.removeprefix(SIDES[side]).strip(" :")), _die(p), p.cite) for p in mine]
    return Party(f"{SIDES[side]}: {group.size}", "", tuple(lines), f"{group.strength} SP")


def _scouted(tables: Tables, combat: Combat, side: int) -> str:
    """What a side knew before it chose its chit, if both groups were then as they are now."""
    contact = combat.contact
    across = contact.bridged == contact.hexsides
    told = report(tables, combat.groups[side], combat.groups[1 - side], across)
    if told.size:
        return f"who leads, {told.size}, about {told.strength} SP"
    return "who leads" if told.leader else "nothing"


def _of(group: Group, arm: str) -> int:
    return group.of(lambda unit: unit.arm == arm)


def _pitched_lines(tables: Tables, combat: Combat, side: int) -> list[Fact]:
    found = []
    if guns.fires(combat, side):
        worth = guns.differential(tables, combat)[side]
        found.append(Fact("Bombardment die", signed(worth) if worth else "as thrown", "CON 10.5.7"))
    parts = modifiers.parts(tables, combat, side)
    # Odds are counted after the bombardment: what is shown here is what they are before it.
    found += [Fact(sentence(p.name), signed(p.value), p.cite) for p in parts]
    found.append(Fact("Modifier before the bombardment", signed(sum(p.value for p in parts)), "CON 10.5.7.1"))
    return found


def _die(part: Part) -> str:
    return f"{signed(part.value)} on the die"


def signed(value: int) -> str:
    """A number with its sign, as it is printed.

    >>> signed(2), signed(-1), signed(0)
    ('+2', '−1', '0')
    """
    return f"+{value}" if value > 0 else f"−{-value}" if value else "0"


# Die by die


def by_die(tables: Tables, combat: Combat) -> tuple[Fact, ...]:
    """What each face does in a raid, an ambush or a skirmish."""
    more, cite = sum(p.value for p in small.parts(tables, combat)), NAMES[combat.kind][1]
    lines = []
    for die in _DICE:
        end = settle_small(tables, combat, small.losses(tables, combat, die))
        name = f"Die {die}" + (f" {signed(more)} = {die + more}".replace("= -", "= −") if more else "")
        lines.append(Fact(name, "; ".join(_lost(end.lost[k], k) for k in (0, 1)), cite))
    return tuple(lines)


def _lost(loss: Loss, side: int) -> str:
    if not loss.total:
        return f"{LOSE[side]} nothing"
    arms = ", ".join(f"{loss.of(arm)} {arm}" for arm in ARMS if loss.of(arm))
    return f"{LOSE[side]} {arms}"


def by_battle(tables: Tables, combat: Combat) -> tuple[Fact, ...]:
    """What each pair of faces does in a battle, for the likeliest bombardment."""
    fired = bombardment_odds(tables, combat)
    likely = max(fired, key=lambda item: (item[1], item[0]))[0]
    if any(likely[side] >= combat.groups[side].strength for side in (0, 1)):
        return (Fact("Bombardment", "ends it before the battle", "CON 10.5.7"),)
    ahead, doubled = modifiers.advantaged(tables, combat, likely)
    lines = [
        Fact("Likeliest bombardment", f"French {signed(-likely[0])}, Coalition {signed(-likely[1])}", "CON 10.5.7"),
        Fact("Advantaged", f"{SIDES[ahead]}, {halves(doubled)} on its die", "CON 10.5.7"),
        Fact("Each line", "the other's die: who wins, R with the hexes of retreat, losses French/Coalition", ""),
    ]
    if doubled % 2:
        half = f"a second die of 3 or less rounds it down, as in these lines: {signed(doubled // 2)}"
        lines.append(Fact("The half", half, "CON 10.5.7"))
    for die in _DICE:
        row = die + doubled // 2
        cells = "\n".join(f"{other}: {_cell(tables, combat, likely, ahead, row, other)}" for other in _DICE)
        lines.append(Fact(f"{SIDES[ahead]} die {die}", cells, "CON 10.5.7"))
    return tuple(lines)


def halves(doubled: int) -> str:
    """Half of a whole number with its sign; a half is settled by a second die.

    >>> halves(3), halves(2), halves(0)
    ('+1 or +2', '+1', '0')
    """
    low = doubled // 2
    return f"{signed(low)} or {signed(low + 1)}" if doubled % 2 else signed(low)


def _cell(tables: Tables, combat: Combat, fired: tuple[int, int], ahead: int, row: int, column: int) -> str:
    """A result at a table: who wins, how far the loser goes, and what both have lost in all."""
    result = tables.result(row, column)
    winner = None if result.winner == "draw" else ahead if result.winner == "advantaged" else 1 - ahead
    end = settle(tables, combat, Fought(fired, winner, ahead, result))
    who = "draw" if winner is None else SIDES[winner]
    return f"{who} R{result.hexes} {end.lost[0].total}/{end.lost[1].total}"


# What may happen


def chances(combat: Combat, found: Distribution[End], fates: Distribution[Fate] | None = None) -> tuple[Share, ...]:
    """Single chances worth knowing."""
    if combat.pitched:
        lines = [share(_WIN[k], found.chance(_wins(k)), "main") for k in (0, 1)]
        lines.append(share("Draw", found.chance(lambda end: end.winner is None)))
    else:
        lines = list(compared(found))
    gone = [_destroyed(combat, found, fates, k) for k in (0, 1)]
    lines += [share(f"{_ARE[k]} destroyed", p) for k, p in enumerate(gone) if p]
    lines += [share(f"{_WHO[k]} may advance or pursue", p) for k in (0, 1) if (p := found.chance(_advances(combat, k)))]
    lines += [share(f"{_WHO[k]} may choose the way back", p) for k in (0, 1) if (p := found.chance(_free(k)))]
    if combat.morale and combat.pitched:
        lines += [line for k in (0, 1) for line in _demoralized(found, fates, k)]
    return tuple(lines)


def _demoralized(found: Distribution[End], fates: Distribution[Fate] | None, side: int) -> list[Share]:
    """How likely a side becomes demoralized: on a map the way back and whoever follows count, so that there may be a
    best chance and a worst (10.5.7.3).
    """
    name = f"{_BECOME[side]} demoralized"
    if fates is None:
        return [share(name, found.chance(_shaken(side)))]
    best, worst = (fates.mean(lambda fate, k=k: fate.shaken[side][k]) for k in (0, 1))  # type: ignore[misc]
    if best == worst:
        return [share(name, best)]
    return [share(f"{name}, at best", best), share(f"{name}, at worst", worst)]


def compared(found: Distribution[End]) -> tuple[Share, ...]:
    """Who loses more strength points: the same question for every kind of combat."""
    return (
        share("The French lose more", found.chance(lambda end: end.lost[0].total > end.lost[1].total), "main"),
        share("The Coalition loses more", found.chance(lambda end: end.lost[0].total < end.lost[1].total), "main"),
        share("Both lose the same", found.chance(lambda end: end.lost[0].total == end.lost[1].total)),
    )


def _wins(side: int) -> Callable[[End], bool]:
    return lambda end: end.winner == side


def _destroyed(combat: Combat, found: Distribution[End], fates: Distribution[Fate] | None, side: int) -> Fraction:
    """How likely nothing is left of a side, be it that it had no way back (10.3)."""
    whole = combat.groups[side].strength
    if fates is not None:
        return fates.chance(lambda fate: fate.lost(side, 0) >= whole)
    return found.chance(lambda end: end.lost[side].total >= whole)


def _advances(combat: Combat, side: int) -> Callable[[End], bool]:
    return lambda end: may_advance(combat, end.winner, end.hexes, side)


def _free(side: int) -> Callable[[End], bool]:
    return lambda end: end.free[side]


def _shaken(side: int) -> Callable[[End], bool]:
    return lambda end: end.shaken[side]


def _losses(combat: Combat, found: Distribution[End], side: int, cite: str) -> Spread:
    spread = sorted(found.map(lambda end: end.lost[side].total))
    return Spread(f"{LOSE[side]}, in SP", tuple(share(str(n), p) for n, p in spread), "exact", cite)


def _with_way(fates: Distribution[Fate] | None, side: int) -> list[Spread]:
    """What a side loses with its way back, where that costs anything: on the best one, and on the worst (10.5.7.4)."""
    if fates is None or not any(fate.back[side][1] for fate, _ in fates):
        return []
    best, worst = (fates.map(lambda fate, k=k: fate.lost(side, k)) for k in (0, 1))  # type: ignore[misc]
    lose = LOSE[side]
    ways = [(f"{lose}, in SP, on the best way back", best), (f"{lose}, in SP, on the worst way back", worst)]
    if dict(best) == dict(worst):
        ways = [(f"{lose}, in SP, with the way back", best)]
    return [Spread(title, tuple(share(str(n), p) for n, p in sorted(spread)), "exact", _BACK) for title, spread in ways]


def _retreats(combat: Combat, found: Distribution[End]) -> Spread:
    spread = sorted(found.map(lambda end: end.hexes))
    cite = "CON 10.5.7.4" if combat.kind in ("battle", "wrongfooted") else "CON 10.3"
    return Spread("Retreat, in hexes", tuple(share(_hexes(h), p) for h, p in spread), "exact", cite)


def _hexes(hexes: tuple[int, int]) -> str:
    if hexes[0] and hexes[1]:
        return f"both {hexes[0]}" if hexes[0] == hexes[1] else f"French {hexes[0]}, Coalition {hexes[1]}"
    if not any(hexes):
        return "nobody"
    return f"French {hexes[0]}" if hexes[0] else f"Coalition {hexes[1]}"


def _advantage(tables: Tables, combat: Combat) -> Spread:
    """Who is advantaged once the guns have fired, and by how much."""
    spread = bombardment_odds(tables, combat).map(lambda lost: modifiers.advantaged(tables, combat, lost))
    shares = tuple(share(f"{SIDES[who]} {halves(doubled)}", p) for (who, doubled), p in sorted(spread))
    return Spread("Advantage on the die of battle", shares, "exact", "CON 10.5.7")
