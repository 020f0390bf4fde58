"""G.1. The Alliance Phase: who stands where, what modifies the die, whom it turns."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.wap.markers import GROUPS, MAJORS, STEPS, Politics, Status
from napwidgets.systems.wap.tables import Tables

Faction = Literal["french", "english"]
#: Where the ten markers stand in September 1805 (D.1, G.1.b).
OPENING: dict[str, Status] = {
    "France": "pro-French",
    "Spain": "pro-French",
    "England": "anti-French",
    "Austria": "anti-French",
    "Russia": "anti-French",
    "Prussia": "neutral",
    **dict.fromkeys(GROUPS, "neutral"),
}


def opening() -> Politics:
    """The display at the start.

    >>> opening().status("Prussia")
    'neutral'
    """
    return Politics(tuple(OPENING.items()))


class Weight(Struct, frozen=True):
    """One modifier of the die: negative helps France."""

    name: str
    value: int
    cite: str


def weights(tables: Tables, politics: Politics, lent: int = 0) -> tuple[Weight, ...]:
    """Everything that modifies the die (G.1.g to G.1.k); ``lent`` are points England lent the state, outside the
    limit.
    """
    table = tables.alliance
    by_status: Mapping[Status, list[str]] = {
        status: [name for name, s in politics.markers if s == status] for status in STEPS
    }
    found = []
    pro, anti = by_status["pro-French"], by_status["anti-French"]
    if pro:
        found.append(Weight(f"pro-French: {', '.join(pro)}", -len(pro) * table["state or group"], "WAP G.1.g"))
    if anti:
        found.append(Weight(f"anti-French: {', '.join(anti)}", len(anti) * table["state or group"], "WAP G.1.g"))
    if politics.french_cities:
        value = -politics.french_cities * table["city point"]
        found.append(Weight("cities in French hands", value, "WAP G.1.h"))
    if politics.english_cities:
        value = politics.english_cities * table["city point"]
        found.append(Weight("cities in anti-French hands", value, "WAP G.1.i"))
    if politics.napoleon_withdrew:
        found.append(Weight("Napoleon was forced to withdraw", table["napoleon withdrew"], "WAP G.1.j"))
    total = sum(weight.value for weight in found)
    limited = max(-table["most"], min(table["most"], total))
    if limited != total:
        found.append(Weight(f"no more than {table['most']} either way", limited - total, "WAP G.1.g"))
    if lent:
        found.append(Weight("points lent by England", lent * table["point lent"], "WAP G.1.k"))
    return tuple(found)


def why_not_court(politics: Politics, faction: Faction, state: str) -> IllegalMove | None:
    """Why a faction can't roll for a state, if so (G.1.d to G.1.f, G.1.l, reading 8)."""
    if state in GROUPS:
        return IllegalMove("group", f"The {state} change sides with their cities, never by the die.", ["WAP G.1.f"])
    if state not in MAJORS:
        return IllegalMove("state", f"There is no major state {state!r}; there are {', '.join(MAJORS)}.", ["WAP G.1.d"])
    if state in ("France", "England"):
        return IllegalMove("never", f"{state} can't be turned by the die.", ["WAP G.1.d", "WAP G.1.l"])
    if faction == "english" and state in politics.loyal:
        return IllegalMove("loyal", f"{state} holds to France for now; England may not court it yet.", ["WAP G.1.l"])
    if politics.status(state) == STEPS[-1 if faction == "french" else 0]:
        return IllegalMove("already", f"{state} is on that side already.", ["WAP G.1.d"])
    return None


def turned(tables: Tables, politics: Politics, faction: Faction, state: str, dice: Dice, lent: int = 0) -> Politics:
    """Roll for a state (G.1.d, G.1.e): it may move one step towards the faction that courts it (reading 7).

    Raises `IllegalMove` if the faction can't roll for it.
    """
    problem = why_not_court(politics, faction, state)
    if problem:
        raise problem
    paid = lent if faction == "english" else 0
    total = dice.roll(f"{state} is courted") + sum(weight.value for weight in weights(tables, politics, paid))
    step = STEPS.index(politics.status(state))
    if faction == "french":
        step += total <= tables.alliance["french success up to"]
    else:
        step -= total >= tables.alliance["english success from"]
    return politics.placed(state, STEPS[step])


def turning_odds(tables: Tables, politics: Politics, faction: Faction, state: str, lent: int = 0) -> Fraction:
    """The exact chance that a state moves.

    >>> turning_odds(Tables(), opening(), "english", "Prussia", lent=2)
    Fraction(5, 6)
    """
    here = politics.status(state)
    spread = distribution(lambda dice: turned(tables, politics, faction, state, dice, lent).status(state))
    return 1 - spread[here]
