"""G. Attrition: one die for a faction, read in every hex with its troops.

Readings 38 and 39 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.systems.wap.context import SIDES, Context, Log, say
from napwidgets.systems.wap.forces import CC
from napwidgets.systems.wap.ground import enemies_at, layout, strength, troops
from napwidgets.systems.wap.land.losses import captor, cut_off, imprison, listed, lose, shares
from napwidgets.systems.wap.land.sieges import SiegePhase
from napwidgets.systems.wap.land.supply import supplied_at
from napwidgets.systems.wap.setting import NATIONS, RUSSIA
from napwidgets.systems.wap.state import NEUTRAL, State
from napwidgets.systems.wap.step import Step
from napwidgets.systems.wap.tables import Tables

#: What modifies a die: a label, the value, the paragraph.
Parts = tuple[tuple[str, int, str], ...]
_WINTER = (11, 12, 1, 2)
_CITE = "WAP base rules G"


def lost_at(tables: Tables, points: int, total: int) -> int:
    """How many of so many strength points attrition takes at a modified die, never more than there are.

    >>> lost_at(Tables(), 12, 9), lost_at(Tables(), 1, 11)
    (3, 1)
    """
    return min(points, tables.attrition.at(points, total))


def exposed(s: State, chosen: list[int]) -> int:
    """Strength points that attrition counts: all but Cossacks (reference 1.13, reading 38)."""
    return strength(s, chosen) - sum(s.armies[i].count[CC] for i in chosen)


def parts(x: Context, s: State, hex: int, faction: int, inside: bool = False) -> Parts:
    """What modifies the attrition die of a faction's troops in a hex, each with its paragraph."""
    weather, found = x.tables.weather, []
    if x.setting.month(s.turn)[1] in _WINTER:
        found.append(("winter", weather["winter"], _CITE))
        if x.setting.owner[hex] == RUSSIA:
            found.append(("winter in Russia", weather["winter in russia"], _CITE))
    if inside:
        found.append(("starving", weather["unsupplied"], "WAP base rules S"))
        return tuple(found)
    if not supplied_at(x, s, hex, faction):
        found.append(("not supplied", weather["unsupplied"], "WAP base rules M"))
    city = x.setting.city_at.get(hex, -1)
    few = exposed(s, troops(s, layout(x, s), hex, faction)) <= weather["few"]
    if few and city >= 0 and x.friendly_city(s, city, faction):
        found.append(("few in a friendly city", weather["few in a friendly city"], _CITE))
    return tuple(found)


class Toll(Struct, frozen=True):
    """What attrition takes of a faction's troops in a hex: of how many strength points, what modifies the die, and how
    many are lost by what chance.
    """

    points: int
    parts: Parts
    lost: Distribution[int]


def toll(x: Context, s: State, hex: int, faction: int, inside: bool = False) -> Toll:
    """What a faction loses in a hex, in the open or ``inside`` a city, if its Attrition Phase is now."""
    points, modifiers = _exposed(x, s, hex, faction, inside)
    more = sum(value for _, value, _ in modifiers)
    return Toll(points, modifiers, distribution(lambda dice: lost_at(x.tables, points, dice.roll("attrition") + more)))


def at_next(x: Context, s: State, faction: int) -> State | None:
    """The position as the next Attrition Phase of a faction finds it if nobody does anything before: a month later if
    this month's is over, supplies landed before used up (F.3.f), sieges as long as they will be (S). None for neutrals,
    in scenarios without attrition, and after the last month.
    """
    if faction == NEUTRAL or "attrition" not in x.phases or s.ended is not None:
        return None
    later = not _to_come(s, AttritionPhase, faction)
    if s.turn + later > x.setting.scenario.turns.count:
        return None
    # The enemy counts the months of his sieges at the end of his own segment.
    foe = x.enemies(faction)
    counts = _to_come(s, SiegePhase, foe)
    longer = (later or counts) if foe < faction else (later and counts)
    sieges = tuple((h, n + longer) for h, n in s.sieges)
    landed = s.landed if s.segment == faction and not later else ()
    return replace(s, turn=s.turn + later, landed=landed, sieges=sieges)


def _to_come(s: State, phase: type[Step], faction: int) -> bool:
    """Whether a phase of a faction is still to come in this month."""
    return s.segment < faction or (s.segment == faction and any(isinstance(step, phase) for step in s.agenda))


def standing(x: Context, s: State, faction: int) -> list[tuple[int, bool]]:
    """Where a faction's troops stand: the hexes, and whether it is inside a city."""
    side = layout(x, s).side
    return sorted({(army.hex, army.inside) for i, army in enumerate(s.armies) if side[i] == faction})


def _exposed(x: Context, s: State, hex: int, faction: int, inside: bool) -> tuple[int, Parts]:
    """Of how many strength points attrition takes something in a hex, and what modifies its die there."""
    points = exposed(s, _suffering(x, s, hex, faction, inside))
    return points, parts(x, s, hex, faction, inside) if points else ()


def _suffering(x: Context, s: State, hex: int, faction: int, inside: bool) -> list[int]:
    """The armies in a hex that attrition touches: those besieged only when their stores are gone (S, reading 39)."""
    if inside and dict(s.sieges).get(hex, 0) <= x.tables.siege["safe months"]:
        return []
    return troops(s, layout(x, s), hex, faction, inside)


class AttritionPhase(Step, frozen=True, tag="attrition"):
    """The active faction throws one die, which is read in every hex with its troops (E.2.b, G). Neutrals, conquered
    neutrals and ships are exempt (F.1.f, I.2.e).
    """

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        mine = standing(x, s, s.segment)
        if not mine:
            return s
        roll = dice.roll(f"{SIDES[s.segment]} attrition")
        say(log, "attrition-die", f"Attrition: the {SIDES[s.segment]} side throws {roll}.", "base rules G", die=roll)
        before = s
        for hex, inside in mine:
            s = self._suffer(x, before, s, hex, inside, roll, log)
        return s

    def _suffer(self, x: Context, before: State, s: State, hex: int, inside: bool, roll: int, log: Log) -> State:
        """Losses in one hex; the die and what modifies it are those of the position before the phase."""
        points, modifiers = _exposed(x, before, hex, before.segment, inside)
        number = lost_at(x.tables, points, roll + sum(value for _, value, _ in modifiers))
        if not number:
            return s
        chosen = troops(s, layout(x, s), hex, before.segment, inside)
        if inside and number >= strength(s, chosen):
            return starved_out(x, s, hex, chosen, log)
        losses = shares(_without_cossacks(s, chosen), chosen, number)
        say(
            log,
            "attrition",
            f"{x.board.title(hex)}: attrition takes {listed(s, losses)}.",
            "base rules S" if inside else "base rules G",
            hexes=(hex,),
            parts=[list(part) for part in modifiers],
            lost=number,
        )
        return lose(x, s, losses)


def _without_cossacks(s: State, chosen: list[int]) -> State:
    """A state in which some armies have none of those that attrition spares."""
    bare = list(s.armies)
    for i in chosen:
        count = bare[i].count
        bare[i] = replace(bare[i], count=(*count[:CC], 0, *count[CC + 1 :]))
    return replace(s, armies=tuple(bare))


def starved_out(x: Context, s: State, hex: int, garrison: list[int], log: Log) -> State:
    """A garrison that hunger would finish gives itself up (S): what is left becomes prisoners."""
    side = layout(x, s).side[garrison[0]]
    besiegers = enemies_at(s, layout(x, s), hex, side)
    foe = captor(x, s, besiegers, x.enemies(side))
    number = strength(s, garrison)
    text = f"{x.board.title(hex)} is starved out: {number} strength points become prisoners of {NATIONS[foe]}."
    say(log, "starved-out", text, "base rules S", "G.3.a", hexes=(hex,), taken=number)
    return cut_off(x, imprison(x, s, garrison, foe), hex, log)
