"""37.3.3. Improved positions: who digs them, and what they do.

Reading 32 of docs/rules/mop.md applies here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution, percent
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label
from napwidgets.systems.mop import card_effects
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.telling import refuse, say
from napwidgets.systems.mop.weather import sky_of
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.causes import Factors, Words
from napwidgets.systems.tactical.core.state import DUG
from napwidgets.systems.tactical.ground.context import Context, Log

WORDS: dict[str, Words] = {"works": ("into an improved position", "MoP 37.3.3")}


class Dig(m._Move, tag="dig", frozen=True):
    """Two units of infantry dig where they stand."""

    units: tuple[int, int]


def diggers(x: Context, s: State, units: Sequence[int]) -> tuple[int, ...]:
    """The infantry among some units that could dig: under Defend orders, and it has not moved (37.3.3)."""
    return tuple(u for u in units if x.infos[u].line and x.order(s, u) == "defend" and not s.units[u].spent)


def why_not(x: Context, s: State, move: Dig) -> IllegalMove | None:
    """Why units can't dig an improved position, if so (37.3.3)."""
    h = s.units[move.units[0]].hex
    if h < 0 or s.units[move.units[1]].hex != h or len(set(move.units)) != 2:
        return refuse("dig", "Two units must dig together in one hex.", "37.3.3")
    if len(diggers(x, s, move.units)) != 2:
        return refuse("dig", "Only infantry under Defend orders digs, and only if it has not moved.", "37.3.3")
    if h in s.works:
        return refuse("dig", "There is an improved position already.", "37.3.3")
    if x.setting.night(s.turn) or not sky_of(x, s).builds:
        return refuse("dig", "The ground is too hard, or it is too dark.", "37.3.3")
    return None


def offered(x: Context, s: State, units: Sequence[int]) -> list[Dig]:
    """The move of digging for a stack, if it can."""
    found = diggers(x, s, units)
    move = Dig((found[0], found[1])) if len(found) > 1 else None
    return [move] if move is not None and why_not(x, s, move) is None else []


def dug(x: Context, dice: Dice) -> tuple[bool, int]:
    """The throw for an improved position (37.3.3)."""
    roll = dice.roll("an improved position")
    return roll <= x.tables.limits["works"], roll


def chances(x: Context) -> Distribution[bool]:
    """The exact chances of an improved position (37.3.3)."""
    return distribution(lambda dice: dug(x, dice)[0])


def dig(x: Context, s: State, move: Dig, dice: Dice, log: Log) -> State:
    """Two units spend their action in digging."""
    h, (done, roll) = s.units[move.units[0]].hex, dug(x, dice)
    marks = {u: s.units[u].marks | DUG for u in move.units}
    s = s.many({u: replace(s.units[u], spent=x.allowance(s, u), marks=marks[u]) for u in move.units})
    fate = "it is done" if done else f"not done, for {x.tables.limits['works']} is needed"
    text = f"{x.they(move.units, 'dig')} at {x.place(h)}: {roll}, {fate}."
    say(log, "works" if done else "digging", text, "37.3.3", hexes=(h,), units=() if done else move.units)
    return replace(s, works=tuple(sorted((*s.works, h)))) if done else s


def resting(x: Context, s: State, u: int) -> tuple[str, ...]:
    """Why a unit attacks nobody though its orders would let it: it has spent its action in digging (37.3.3), or a card
    has it march.
    """
    if s.units[u].marks & DUG:
        return f"{x.infos[u].name} has spent its action in digging and attacks nobody.", "MoP 37.3.3"
    return card_effects.resting(x, s, u)


def label(x: Context, move: Dig) -> Label:
    """Digging in words."""
    return Label(f"{x.unit_names(move.units)} dig in", f"{percent(chances(x)[True])} succeeds", ("MoP 37.3.3",))


def behind_works(x: Context, s: State, u: int, kind: str, defending: bool, foes: Sequence[int]) -> Factors:
    """An assault on an improved position is halved (37.3.3)."""
    attacked = kind == "normal" and not defending and any(s.units[v].hex in s.works for v in foes)
    return (("works", x.tables.factors["works"]),) if attacked else ()
