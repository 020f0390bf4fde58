"""4.5, 5.4, 5.5. Which counters march together, what it costs to set them out, and how far they come.

Readings 21, 24, 39 to 42, 72, 74 and 86 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.jdg import teams
from napwidgets.systems.jdg.context import Context, refuse
from napwidgets.systems.jdg.state import LED, LOOSE, Counter, State, door_of

#: What ``Counter.spent`` says of a counter that has dug in: nothing is left (6.2).
ALL = 99


def fits(x: Context, pieces: Iterable[int]) -> bool:
    """Whether counters can march as one stack (5.4): leaders and reserve artillery do not count, dummies do."""
    foot = horse = 0
    for i in pieces:
        kind = x.pieces[i].kind
        foot += kind == "infantry"
        horse += kind == "cavalry"
    return any(foot <= most and horse <= mounted for most, mounted in x.tables.stacking)


def army_for(x: Context, s: State, pieces: Sequence[int]) -> int:
    """The army that a force belongs to: its highest leader's, else that of its units; -1 for dummies alone."""
    return _army_under(x, s, x.leaders(pieces), pieces)


def _army_under(x: Context, s: State, heads: Sequence[int], pieces: Sequence[int]) -> int:
    """The same of a force whose leaders are known."""
    if heads:
        return x.army_of(s, heads[0])
    return max([x.army_of(s, i) for i in pieces], default=-1)


def one_army(x: Context, s: State, pieces: Sequence[int]) -> bool:
    """Whether counters are of one army, independent Detachments and dummies aside (reading 39)."""
    army = army_for(x, s, pieces)
    return all(x.army_of(s, i) in (army, -1) or x.pieces[i].independent for i in pieces)


def chief_with(x: Context, s: State, pieces: Sequence[int]) -> bool:
    """Whether the commander-in-chief of their army is among counters."""
    return _with_chief(x, s, x.leaders(pieces), pieces)


def _with_chief(x: Context, s: State, heads: Sequence[int], pieces: Sequence[int]) -> bool:
    army = _army_under(x, s, heads, pieces)
    return army >= 0 and x.chief(s, army) in pieces


def budget_for(x: Context, s: State, pieces: Sequence[int], side: int) -> int:
    """The budget that pays for a force; dummies draw on the fullest one (reading 40)."""
    army = army_for(x, s, pieces)
    if army >= 0 and not all(x.pieces[i].independent for i in pieces):
        return x.army(army).budget
    able = teams.payers(x, s, side)
    mine = [b for b in _attached(x, pieces) if b in able] or able
    if army >= 0 and not _attached(x, pieces):
        return x.army(army).budget
    return max(mine, key=lambda b: (s.points[b], -b))


def _attached(x: Context, pieces: Sequence[int]) -> list[int]:
    """The budgets that may pay for independent Detachments, by their nations (Germany 1813 6.1)."""
    table = x.tables.all["detachment-armies"]
    found: set[str] | None = None
    for i in pieces:
        if x.pieces[i].independent and x.pieces[i].nation in table.rows:
            armies = set(str(table.cell(x.pieces[i].nation, "armies")).split(", "))
            found = armies if found is None else found & armies
    return sorted({army.budget for army in x.setting.armies if army.name in (found or ())})


def cost(x: Context, s: State, pieces: Sequence[int]) -> int:
    """Command points to set a force out (4.5); what comes over a connection off the map costs nothing (3.3)."""
    heads = x.leaders(pieces)
    if door_of(s.counters[pieces[0]].at) >= 0 or _with_chief(x, s, heads, pieces):
        return 0
    if heads:
        return x.tables.command_cost("general", s.counters[heads[0]].contact == LED)
    led = any(s.counters[i].contact == LED for i in pieces)
    return x.tables.command_cost("force without a general", led)


def may_force(x: Context, s: State, pieces: Sequence[int]) -> bool:
    """Whether a force may try a forced march: a unit with a line to a general, or a dummy that passes for one (5.5.2,
    4.6, 7.1).
    """
    if s.in_truce or s.counters[pieces[0]].at < 0 or all(x.pieces[i].leader is not None for i in pieces):
        return False
    return all(s.counters[i].contact >= LOOSE for i in pieces) or bool(x.leaders(pieces))


def points(x: Context, s: State, pieces: Sequence[int], forced: bool) -> int:
    """Movement points of a force: those of its slowest counter, and more for a forced march (5.4, 5.5.2)."""
    extra = x.tables.all["movement"].number("forced march") if forced else 0
    return max(1, min(x.allowance(s, i) for i in pieces)) + extra


def points_alone(x: Context, s: State, pieces: Sequence[int], dice: Dice) -> int:
    """Movement points of a force in a game alone, thrown for by type of unit; leaders throw where no unit is with
    them; the weather counts as ever (10, 3.1).
    """
    table = x.tables.all["movement-solitaire"]
    found: list[int] = []
    for kind in ("infantry", "cavalry", "leader"):
        members = [i for i in pieces if _type(x, i) == kind]
        if members and (kind != "leader" or not found):
            # Lines are checked on the map: whoever is still before it is not without one (reading 27).
            near = s.counters[pieces[0]].at < 0 or (kind != "leader" and bool(x.leaders(pieces)))
            near = near or all(s.counters[i].contact >= (LED if kind == "leader" else LOOSE) for i in members)
            thrown = dice.roll(f"movement of {kind}") + table.number(kind, 0 if near else 2)
            found.append(min(thrown, table.number(kind, 1)) + min(x.weather_adds(s, i) for i in members))
    return max(1, min(found) - max(s.counters[i].spent for i in pieces))


def _type(x: Context, i: int) -> str:
    kind = str(x.pieces[i].kind)
    return "infantry" if kind == "artillery" else kind


def movable(x: Context, s: State, at: int, side: int) -> list[int]:
    """The counters of a side in a box, or before a connection, that can still set out."""
    if at >= 0:
        here = x.afield(s, at, side)
    else:
        here = [i for i, c in enumerate(s.counters) if c.at == at and x.sides[i] == side]
    return _able(x, s, side, here)


def places(x: Context, s: State, side: int) -> list[int]:
    """The boxes, and the places before connections, where a side has counters that can still set out (`movable`)."""
    counters = s.counters
    afield = [i for i in x.of_side[side] if _afield(counters[i])]
    return sorted({counters[i].at for i in _able(x, s, side, afield)})


def _afield(counter: Counter) -> bool:
    """Whether a counter is in a box and not inside its city, or before a connection."""
    return not counter.inside if counter.at >= 0 else door_of(counter.at) >= 0


def _able(x: Context, s: State, side: int, pieces: Iterable[int]) -> list[int]:
    """Those of a side's counters that its player who is to act can still move."""
    counters = s.counters
    left = [i for i in pieces if not counters[i].moved and counters[i].spent < ALL]
    return teams.own(x, s, side, left)


def _why_not_able(x: Context, s: State, i: int, at: int) -> IllegalMove:
    """Why a counter can't set out with others from a box."""
    counter, name = s.counters[i], x.name(i)
    if counter.at != at:
        return refuse("not-able", "Only those who stand in one box set out together.", "5.4")
    if counter.moved:
        return refuse("moved", f"{name} has marched or dug in already in this phase.", "5.3")
    if counter.spent >= ALL:
        return refuse("spent", f"{name} has spent its movement on other work.", "6.2", "6.4")
    return refuse("not-able", f"{name} can't set out from there now.", "5.4")


def offered(x: Context, s: State, here: Sequence[int]) -> list[tuple[int, ...]]:
    """The stacks offered of counters in one box: each alone, the strongest with each leader, an army that
    concentrates, all together. Others can be made up by hand.
    """
    found: set[tuple[int, ...]] = {(i,) for i in here}
    for army in sorted({x.army_of(s, i) for i in here} - {-1}):
        members = [i for i in here if x.army_of(s, i) == army]
        units = [i for i in members if x.pieces[i].leader is None]
        best = strongest(x, s, units)
        if best:
            found.add(best)
        for leader in x.leaders(members):
            found.add(tuple(sorted((leader, *best))))
            if x.chief(s, army) == leader:
                found.add(tuple(sorted(members)))
    whole = tuple(sorted(here))
    if fits(x, whole) and one_army(x, s, whole):
        found.add(whole)
    return sorted(found)


def strongest(x: Context, s: State, units: Sequence[int]) -> tuple[int, ...]:
    """The strongest units that march together, with all reserve artillery (5.4)."""
    guns = [i for i in units if x.pieces[i].kind == "artillery"]
    ranked = sorted([(-s.counters[i].strength, i) for i in units])
    foot = [i for _, i in ranked if x.pieces[i].kind == "infantry"]
    horse = [i for _, i in ranked if x.pieces[i].kind == "cavalry"]
    choices = [foot[:most] + horse[:mounted] for most, mounted in x.tables.stacking]
    best = max(choices, key=lambda taken: (x.strength(s, taken), len(taken)))
    return tuple(sorted(best + guns))


def check_group(x: Context, s: State, pieces: Sequence[int], side: int) -> None:
    """Raise `IllegalMove` unless counters can set out together (4.5, 5.4, 5.5.1)."""
    if not pieces or list(pieces) != sorted(set(pieces)) or not all(0 <= i < len(s.counters) for i in pieces):
        raise refuse("no-force", "Say which counters march, each once.", "5.3")
    at = s.counters[pieces[0]].at
    able = movable(x, s, at, side) if at >= 0 or door_of(at) >= 0 else []
    wrong = [i for i in pieces if i not in able]
    if wrong:
        raise _why_not_able(x, s, wrong[0], at)
    if not one_army(x, s, pieces):
        raise refuse("armies", "Units of different armies don't march together.", "4.1")
    if not fits(x, pieces) and not chief_with(x, s, pieces):
        why = "Two infantry and one cavalry, one and two, or three cavalry march together; only the commander-in-chief"
        raise refuse("stacking", f"{why} may take more.", "5.4", "5.5.1")


def pay(x: Context, s: State, budget: int, price: int) -> State:
    """Spend command points."""
    spent = tuple(p - price if b == budget else p for b, p in enumerate(s.points))
    return replace(s, points=spent) if price else s


def parties(x: Context, s: State, here: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The stacks of real units in a box that are offered for a reaction (5.4, 6.5): each, and the strongest together
    with or without each leader.
    """
    for group in offered(x, s, _reacting(x, s, here)):
        if x.strength(s, group) and fits(x, group):
            yield group


def any_party(x: Context, s: State, here: Sequence[int]) -> bool:
    """Whether there are any `parties`: mostly a single unit is one, which needs no stacks made up."""
    if any(s.counters[i].strength and fits(x, (i,)) for i in _reacting(x, s, here)):
        return True
    return next(parties(x, s, here), None) is not None


def _reacting(x: Context, s: State, here: Sequence[int]) -> list[int]:
    return [i for i in here if x.real(i) and s.counters[i].spent < ALL]
