"""A battle described in a few lines of JSON, and its exact odds: what ``napwidgets odds FILE`` answers.

The description is set up on a board of five by five hexes with the defenders in the middle, and goes through the very
functions that resolve a combat in a game. So flanks follow from where the attackers stand, and every option counts.

>>> print(describe(EXAMPLE).attacker.fires_with)
9
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import Struct

from napwidgets.board.hexmap import DIRECTIONS, HexMap, MapFile, SideKind, Terrain
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.choices import chosen
from napwidgets.systems.nlc.clash import FIRE_WORDS, MORALE_WORDS, Clash, Force, holds, morale, morale_parts
from napwidgets.systems.nlc.context import Context
from napwidgets.systems.nlc.muster import charge_advantages, charge_clash, normal_clash, readiness
from napwidgets.systems.nlc.odds import Odds, Result, charge_odds, normal_odds
from napwidgets.systems.nlc.options import Options
from napwidgets.systems.nlc.scenario import ScenarioData
from napwidgets.systems.nlc.setting import Setting
from napwidgets.systems.nlc.state import Command, Order, State, Unit
from napwidgets.systems.nlc.tables import Tables

#: The defenders' hex, in the middle of the board.
CENTRE = "0303"

EXAMPLE = b"""{
  "attackers": [
    {"kind": "infantry", "strength": 5, "reduced": 3},
    {"kind": "foot_artillery", "strength": 3, "reduced": 2},
    {"kind": "infantry", "strength": 4, "reduced": 2, "from": "SE"}
  ],
  "defenders": [
    {"kind": "infantry", "nation": "dutch", "strength": 3, "reduced": 2},
    {"kind": "foot_artillery", "nation": "dutch", "strength": 2, "reduced": 1}
  ],
  "terrain": "town"
}"""


class Troops(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit: as in a scenario, with the steps it has left. ``from`` is the side it attacks from, ``order`` its
    order.
    """

    kind: Literal["infantry", "cavalry", "foot_artillery", "horse_artillery"]
    nation: str = "french"
    strength: int
    reduced: int
    steps: int = 2
    disrupted: bool = False
    traits: tuple[str, ...] = ()
    from_: Literal["N", "NE", "SE", "S", "SW", "NW"] = msgspec.field(name="from", default="S")


class Described(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A battle. ``terrain`` is that of the defenders, ``hexside`` lies between them and every attacker.

    ``retreats`` says who means to retreat when he is hit. ``order`` is the order that each side follows.
    """

    system: Literal["nlc"] = "nlc"
    kind: Literal["normal", "charge"] = "normal"
    attackers: tuple[Troops, ...]
    defenders: tuple[Troops, ...]
    terrain: Terrain = "clear"
    hexside: SideKind | None = None
    retreats: tuple[Literal["attacker", "defender"], ...] = ()
    orders: tuple[str, str] = ("attack", "defend")
    options: dict[str, Any] = {}


class Part(Struct, frozen=True):
    """Something that changes fire or morale: words, value (a percentage for fire), paragraph."""

    what: str
    value: int
    cite: str


class Party(Struct, frozen=True):
    """One side before the dice: strength of its fire, morale, and what changes them."""

    fires_with: int
    morale: int
    fire: list[Part]
    morale_parts: list[Part]


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
            [r.attacker_steps, r.defender_steps, r.attacker_gives, r.defender_gives, r.exact, f"{r.chance:.2%}"]
            for r in self.results
        ]

    def lines(self) -> list[str]:
        """What changes fire and morale, and the single chances worth knowing, in words."""
        found = []
        for name, party in (("attacker", self.attacker), ("defender", self.defender)):
            found += [f"{name}'s fire: {p.what}, to {p.value}% ({p.cite})" for p in party.fire]
            found += [f"{name}'s morale: {p.what}, {p.value:+d} ({p.cite})" for p in party.morale_parts]
        found.append(
            f"The defender gives way: {self.defender_gives_way:.2%}; is destroyed: {self.defender_destroyed:.2%}."
        )
        found.append(
            f"The attacker gives way: {self.attacker_gives_way:.2%}; is destroyed: {self.attacker_destroyed:.2%}."
        )
        return found


def describe(raw: bytes, name: str = "battle") -> Answer:
    """The exact odds of a battle described in JSON; raises `ScenarioError` saying what is wrong in it."""
    try:
        battle = msgspec.json.decode(raw, type=Described)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{name} does not describe a battle: {str(error)[0].lower()}{str(error)[1:]}.") from None
    _sane(battle, name)
    x, s = _set_up(battle, name)
    if battle.kind == "charge":
        return _charge(x, s, battle)
    stacks: dict[int, list[int]] = {}
    for u in range(len(battle.attackers)):
        stacks.setdefault(s.units[u].hex, []).append(u)
    clash = normal_clash(x, s, tuple((h, tuple(units)) for h, units in stacks.items()), x.board.number(CENTRE))
    retreats = ("attacker" in battle.retreats, "defender" in battle.retreats)
    return _answer(x, battle.kind, clash, normal_odds(x.tables, x.options, clash, retreats))


def _sane(battle: Described, name: str) -> None:
    """Refuse what no board could hold."""
    for side, troops in (("attackers", battle.attackers), ("defenders", battle.defenders)):
        if not troops:
            raise ScenarioError(f"{name}: there are no {side}.")
        for unit in troops:
            if not 0 < unit.reduced <= unit.strength <= 99 or not 1 <= unit.steps <= 2:
                raise ScenarioError(
                    f"{name}: a unit of strength {unit.strength}-{unit.reduced} with {unit.steps} steps can't be."
                )
    if battle.kind == "charge" and any(unit.kind != "cavalry" for unit in battle.attackers):
        raise ScenarioError(f"{name}: only cavalry charges (NLC 7.7).")


def _charge(x: Context, s: State, battle: Described) -> Answer:
    """A charge; infantry that may not be ready tests first, so two clashes are mixed by that chance (7.10)."""
    target = x.board.number(CENTRE)
    chargers = tuple((u, s.units[u].hex) for u in range(len(battle.attackers)))
    defenders = tuple(range(len(battle.attackers), len(s.units)))
    sure = charge_advantages(x, s, chargers, target, defenders, backhand=False)
    foot = readiness(x, s, defenders)
    ready = Distribution.sure(True)
    if foot is not None and "not ready" not in sure:
        ready = distribution(lambda dice: holds(x.tables, foot, "ready to receive cavalry", dice))

    def clash_when(is_ready: bool) -> Clash:
        advantages = sure if is_ready else [*sure, "not ready"]
        return charge_clash(x, s, chargers, target, defenders, tuple(advantages), ())

    mixed: dict[Result, Fraction] = {}
    for is_ready, p in ready:
        for result, q in charge_odds(x.tables, x.options, clash_when(is_ready)).results:
            mixed[result] = mixed.get(result, Fraction(0)) + p * q
    return _answer(x, battle.kind, clash_when(True), Odds(Distribution(mixed)))


def _answer(x: Context, kind: str, clash: Clash, odds: Odds) -> Answer:
    ends = odds.results.map(lambda r: (r.attacker_steps, r.defender_steps, r.attacker_gives, r.defender_gives))
    ranked = sorted(ends, key=lambda item: (-item[1], item[0]))
    return Answer(
        kind,
        _party(x.tables, clash.forces[0]),
        _party(x.tables, clash.forces[1]),
        [Line(*key, str(p), float(p)) for key, p in ranked],
        float(odds.gives_way(0)),
        float(odds.gives_way(1)),
        float(odds.destroyed(0)),
        float(odds.destroyed(1)),
    )


def _party(tables: Tables, force: Force) -> Party:
    fire = {(key, value) for fighter in force.fighters for key, value in fighter.factors}
    fire_parts = [Part(FIRE_WORDS[key][0], value, FIRE_WORDS[key][1]) for key, value in sorted(fire)]
    parts = [
        Part(MORALE_WORDS[key][0], value, MORALE_WORDS[key][1])
        for key, value in morale_parts(tables, force)
        if key in MORALE_WORDS
    ]
    return Party(force.strength, morale(tables, force), fire_parts, parts)


def _set_up(battle: Described, name: str) -> tuple[Context, State]:
    """The little board with both sides on it."""
    options = chosen(Options, "nlc", battle.options)
    board = _board(battle.terrain, battle.hexside)
    try:
        scenario = msgspec.convert(_scenario(battle, board), ScenarioData)
    except msgspec.ValidationError as error:
        raise ScenarioError(f"{name} does not describe a battle: {error}.") from None
    setting = Setting(scenario, board, options)
    units = tuple(
        Unit(board.number(data.hex or CENTRE), troops.steps, troops.disrupted)
        for data, troops in zip(scenario.units, (*battle.attackers, *battle.defenders), strict=True)
    )
    commands = tuple(Command(Order(kind, board.number(CENTRE))) for kind in battle.orders)
    state = State(1, (), units, (), (), commands, bytes(board.size))
    return Context(setting), state


@cache
def _board(terrain: Terrain, hexside: SideKind | None) -> HexMap:
    """The board: there are no more of them than kinds of terrain times kinds of hexsides."""
    hexes: dict[str, list[str]] = {} if terrain == "clear" else {terrain: [CENTRE]}
    sides: dict[str, list[str]] = {}
    if hexside is not None:
        sides[hexside] = [f"{CENTRE}/{d}" for d in range(6)]
    if hexside == "bridge":
        sides["river"] = sides["bridge"]
    return HexMap(MapFile(1, "described", "Described", 5, 5, 480, (0.0, 0.0), 10, hexes, {}, sides, []))


def _scenario(battle: Described, board: HexMap) -> dict[str, Any]:
    """A scenario of two formations without leaders, just enough for the rules to look at."""
    centre = board.number(CENTRE)
    units = []
    for i, troops in enumerate((*battle.attackers, *battle.defenders)):
        attacks = i < len(battle.attackers)
        near = board.neighbours[centre][DIRECTIONS.index(troops.from_)]
        plain = msgspec.to_builtins(troops)
        units.append(
            {
                **{key: plain[key] for key in ("kind", "nation", "strength", "reduced", "traits")},
                "id": f"u{i}",
                "name": f"u{i}",
                "formation": "attack" if attacks else "defend",
                "mp": 4,
                "hex": board.label(near) if attacks else CENTRE,
            }
        )
    both = ("attack", "defend")
    return {
        "format": 1, "id": "described", "system": "nlc", "title": "", "map": "described", "summary": "", "teaches": "",
        "difficulty": "easy", "minutes": 1, "turns": {"date": "1815-06-16", "first": "12:00", "count": 1},
        "sides": [{"id": side, "name": side} for side in both],
        "armies": [{"id": side, "side": side, "name": side, "demoralization": 999} for side in both],
        "leaders": [{"id": side, "name": side, "side": side, "role": "overall", "rating": 1} for side in both],
        "formations": [
            {"id": side, "name": side, "side": side, "army": side, "leader": side, "overall": side} for side in both
        ],
        "units": units, "endings": [], "provenance": [],
    }  # fmt: skip
