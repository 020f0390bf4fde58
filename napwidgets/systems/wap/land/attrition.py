"""G. Attrition: one die for a faction, read in every hex with its troops.

Readings 38 and 39 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.systems.wap.context import SIDES, Context, Log, say
from napwidgets.systems.wap.forces import CC
from napwidgets.systems.wap.ground import enemies_at, layout, strength, troops
from napwidgets.systems.wap.land.losses import captor, cut_off, imprison, listed, lose, shares
from napwidgets.systems.wap.land.supply import supplied_at
from napwidgets.systems.wap.setting import NATIONS, RUSSIA
from napwidgets.systems.wap.state import State
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


def attrition_odds(x: Context, s: State, hex: int, faction: int) -> Distribution[int]:
    """The exact chances of what a faction loses in a hex in its next Attrition Phase."""
    inside = not troops(s, layout(x, s), hex, faction)
    points = exposed(s, _suffering(x, s, hex, faction, inside))
    more = sum(value for _, value, _ in parts(x, s, hex, faction, inside))
    return distribution(lambda dice: lost_at(x.tables, points, dice.roll("attrition") + more))


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
        now = layout(x, s)
        mine = sorted({(army.hex, army.inside) for i, army in enumerate(s.armies) if now.side[i] == s.segment})
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
        chosen = _suffering(x, before, hex, before.segment, inside)
        points = exposed(before, chosen)
        modifiers = parts(x, before, hex, before.segment, inside) if points else ()
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
