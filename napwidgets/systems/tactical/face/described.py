"""A battle described in a few lines of JSON, and its exact odds: what ``napwidgets odds FILE`` answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from napwidgets.board.hexmap import SideKind, Terrain
from napwidgets.kernel.odds import percent
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.choices import chosen
from napwidgets.systems.describing import Sheet, refused
from napwidgets.systems.tactical.command.limits import FORWARDS
from napwidgets.systems.tactical.command.targets import KINDS, words
from napwidgets.systems.tactical.core.arms import MOUNTED
from napwidgets.systems.tactical.core.causes import BOUND_WORDS
from napwidgets.systems.tactical.core.optional import Options
from napwidgets.systems.tactical.core.ruleset import Ruleset
from napwidgets.systems.tactical.face.staged import Staged, Troops
from napwidgets.systems.tactical.face.ways import ways_back
from napwidgets.systems.tactical.fighting.clash import Clash, Force, can_give_way, morale, morale_parts
from napwidgets.systems.tactical.fighting.odds import Odds, normal_odds
from napwidgets.systems.tactical.fighting.way_back import WayBack
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.ground.setting import ladder
from napwidgets.systems.telling import signed

Way = Literal["open", "bad", "none"]


class Described(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A battle. ``terrain`` is that of the defenders, ``hexside`` lies between them and every attacker.

    ``retreats`` says who means to retreat when he is hit. ``orders`` are those that the sides follow, ``ways`` their
    ways back (attackers, defenders): ``open`` but for those who fight, ``bad`` (a step more), or ``none``.
    """

    system: str
    kind: Literal["normal", "charge"] = "normal"
    attackers: tuple[Troops, ...]
    defenders: tuple[Troops, ...]
    terrain: Terrain = "clear"
    hexside: SideKind | None = None
    retreats: tuple[Literal["attacker", "defender"], ...] = ()
    orders: tuple[str, str] = ("attack", "defend")
    ways: tuple[Way, Way] = ("open", "open")
    options: dict[str, Any] = {}

    def conditions(self) -> Mapping[str, Any]:
        """What a title adds to the staging of the battle: ``position`` and ``clock`` of `Staged`."""
        return {}

    def crowded(self, rules: Ruleset, units: Sequence[Troops], who: str) -> tuple[str, str] | None:
        """Why units find no room together in a hex, with the paragraph, if so (5.3)."""
        limit = rules.tables().limits["stacking"]
        return (f"{len(units)} {who} stand in one hex; {limit} may", "NLC 5.3") if len(units) > limit else None


class Part(Struct, frozen=True):
    """Something that changes fire or morale: words, value (a percentage for fire), paragraph."""

    what: str
    value: int
    cite: str


class Party(Struct, frozen=True):
    """One side before the dice: strength of its fire, morale, what changes them, why it must retreat if it must, and
    what its way back costs.
    """

    fires_with: int
    morale: int
    fire: list[Part]
    morale_parts: list[Part]
    must_retreat: str = ""
    way_back: str = ""


class Line(Struct, frozen=True):
    """A way the combat may end, with its exact probability as text and as a number."""

    attacker_steps: int
    defender_steps: int
    attacker_gives: str
    defender_gives: str
    exact: str
    chance: float


class Answer(Struct, frozen=True):
    """The exact odds of a described battle; all probabilities are exact."""

    kind: str
    attacker: Party
    defender: Party
    results: list[Line]
    attacker_gives_way: float
    defender_gives_way: float
    attacker_destroyed: float
    defender_destroyed: float
    exact: bool = True

    def sheets(self) -> list[Sheet]:
        """Both sides before the dice, and the results, likeliest first."""
        return [
            ("Strength of fire and morale", ["side", "fires with", "morale"], self.sides(), (1, 2)),
            ("All results, likeliest first", self.columns(), self.rows(), (0, 1, 5)),
        ]

    def sides(self) -> list[list[Any]]:
        """Both sides before the dice, as rows."""
        return [
            [name, p.fires_with, p.morale] for name, p in (("attacker", self.attacker), ("defender", self.defender))
        ]

    def columns(self) -> list[str]:
        """The headings of `rows`."""
        return ["attacker loses", "defender loses", "attacker", "defender", "exact", "chance"]

    def rows(self) -> list[list[Any]]:
        """The results as rows."""
        return [
            [r.attacker_steps, r.defender_steps, r.attacker_gives, r.defender_gives, r.exact, percent(r.chance, 2)]
            for r in self.results
        ]

    def lines(self) -> list[str]:
        """What changes fire and morale, and the single chances worth knowing, in words."""
        found = []
        for name, party in (("attacker", self.attacker), ("defender", self.defender)):
            found += [f"{name}'s fire: {p.what}, to {p.value} % ({p.cite})" for p in party.fire]
            found += [f"{name}'s morale: {p.what}, {signed(p.value)} ({p.cite})" for p in party.morale_parts]
            found += [f"The {name} must retreat: {party.must_retreat}."] if party.must_retreat else []
            found += [f"{name}: {party.way_back}"] if party.way_back else []
        found.append(
            f"The defender gives way: {percent(self.defender_gives_way, 2)}; "
            f"is destroyed: {percent(self.defender_destroyed, 2)}."
        )
        found.append(
            f"The attacker gives way: {percent(self.attacker_gives_way, 2)}; "
            f"is destroyed: {percent(self.attacker_destroyed, 2)}."
        )
        return found


def answer(rules: Ruleset, battle: Described, name: str = "battle") -> Answer:
    """The exact odds of a described battle; raises `ScenarioError` saying what is wrong in it."""
    options = chosen(rules.options, rules.system, battle.options)
    _sane(rules, battle, options, name)
    for order in battle.orders:
        if order not in KINDS:
            raise refused(name, f"there is no order {order!r}; there are {', '.join(KINDS)}", "NLC 20.2")
    sides = battle.attackers, battle.defenders
    try:
        more = battle.conditions()
        staged = Staged(
            rules, *sides, battle.terrain, battle.hexside, battle.orders, options=options, ways=battle.ways, **more
        )
    except msgspec.ValidationError as error:
        raise ScenarioError(f"{name} does not describe a battle: {error}.") from None
    why = staged.why_not(battle.kind)
    if why is not None:
        raise refused(name, why[0], *why[1])
    if battle.kind == "normal" and battle.orders[0] not in (*FORWARDS, "defend"):
        raise refused(name, f"units may not attack under {words(battle.orders[0])} orders", "NLC 20.2")
    if battle.kind == "charge":
        odds, clash, _ = staged.charge()
    else:
        clash = staged.normal()
        retreats = ("attacker" in battle.retreats, "defender" in battle.retreats)
        odds = normal_odds(staged.x.tables, options, clash, retreats, staged.back)
    return answered(staged.x, battle.kind, clash, odds, staged.back)


def _sane(rules: Ruleset, battle: Described, options: Options, name: str) -> None:
    """Refuse what no board could hold."""
    for side, troops in (("attackers", battle.attackers), ("defenders", battle.defenders)):
        if not troops:
            raise ScenarioError(f"{name}: there are no {side}.")
        for unit in troops:
            whole = len(ladder(unit.strength, unit.reduced, options)) - 1
            steps = whole if unit.steps is None else unit.steps
            if not 0 < unit.reduced <= unit.strength or not 1 <= steps <= whole:
                raise ScenarioError(
                    f"{name}: a unit of strength {unit.strength}-{unit.reduced} with {steps} steps can't be."
                )
        ways = Counter(unit.from_ if side == "attackers" else "" for unit in troops)
        for way, _ in ways.most_common():
            here = [unit for unit in troops if not way or unit.from_ == way]
            if (why := battle.crowded(rules, here, side)) is not None:
                raise refused(name, *why)
    if battle.kind == "charge" and any(rules.kinds[unit.kind].arm != MOUNTED for unit in battle.attackers):
        raise ScenarioError(f"{name}: only cavalry charges (NLC 7.7).")


def answered(x: Context, kind: str, clash: Clash, odds: Odds, back: WayBack | None = None) -> Answer:
    """A battle and its odds as they are told; with the ways ``back`` that they count."""
    ends = odds.results.map(lambda r: (r.attacker_steps, r.defender_steps, r.attacker_gives, r.defender_gives))
    ranked = sorted(ends, key=lambda item: (-item[1], item[0]))
    return Answer(
        kind,
        _party(x, clash.forces[0], _way(back, clash, 0)),
        _party(x, clash.forces[1], _way(back, clash, 1)),
        [Line(*key, str(p), float(p)) for key, p in ranked],
        float(odds.gives_way(0)),
        float(odds.gives_way(1)),
        float(odds.destroyed(0)),
        float(odds.destroyed(1)),
    )


def _way(back: WayBack | None, clash: Clash, which: int) -> str:
    """What giving way may cost a side."""
    if back is None:
        return ""
    lines = ways_back(back, clash, which)
    return "; ".join(f"{line.name}: {line.value} ({line.cite})" for line in lines) or "Way back: open"


def _party(x: Context, force: Force, way: str) -> Party:
    tables, fire_words, morale_words = x.tables, x.rules.fire_words(), x.rules.morale_words()
    fire = {(key, value) for fighter in force.fighters for key, value in fighter.factors}
    fire_parts = [Part(fire_words[key][0], value, fire_words[key][1]) for key, value in sorted(fire)]
    parts = [
        Part(morale_words[key][0], value, morale_words[key][1])
        for key, value in morale_parts(tables, force)
        if key in morale_words
    ]
    must = bool(force.bound) and can_give_way(force)
    bound = "{} ({})".format(*BOUND_WORDS[force.bound]) if must else ""
    return Party(force.strength, morale(tables, force), fire_parts, parts, bound, way)
