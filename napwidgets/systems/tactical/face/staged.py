"""A battle staged on a little board of five by five hexes, with the defenders in the middle.

What is described in a file and what is put together in the sandbox goes this way into the very functions that resolve
a combat in a game. So flanks follow from where units stand, and every option counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from napwidgets.board.hexmap import DIRECTIONS, HexMap, MapFile
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.core.optional import Options
from napwidgets.systems.tactical.core.ruleset import Ruleset
from napwidgets.systems.tactical.core.state import Command, Order, Unit
from napwidgets.systems.tactical.fighting.artillery import gun_range, why_not_target
from napwidgets.systems.tactical.fighting.chances import charge_chances
from napwidgets.systems.tactical.fighting.charges import chargeable, crossable
from napwidgets.systems.tactical.fighting.clash import Clash
from napwidgets.systems.tactical.fighting.forces import bombard_clash, normal_clash
from napwidgets.systems.tactical.fighting.odds import Odds
from napwidgets.systems.tactical.fighting.way_back import AS_THEY_STAND, WayBack
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.ground.setting import Setting
from napwidgets.systems.telling import sentence

#: The defenders' hex, in the middle of the board.
CENTRE = "0303"
Way = Literal["N", "NE", "SE", "S", "SW", "NW"]
#: What of a description is no part of a unit as a scenario has it.
_OF_THE_BATTLE = ("steps", "disrupted", "from", "division")


class Troops(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit: as in a scenario, with the steps it has left (all, unless it says so). ``from`` is the side it attacks
    from.
    """

    kind: str
    nation: str
    strength: Annotated[int, Meta(ge=1, le=20)]
    reduced: Annotated[int, Meta(ge=1, le=99)]
    steps: int | None = None
    disrupted: bool = False
    traits: tuple[str, ...] = ()
    from_: Way = msgspec.field(name="from", default="S")


class Staged:
    """A battle on the little board: ``attackers`` against ``defenders`` in some ``terrain``, across a ``hexside``.

    ``orders`` is the order that each side follows; ``bystanders`` stand beside the defenders without attacking, and
    the formations of ``demoralized`` sides (0 attack, 1 defend) are. ``ways`` says what way back each side has:
    that of the board, which is open behind it, or a worse one. What a title's own positions and clock have beside
    stands in ``position`` and ``clock``. Raises ``msgspec.ValidationError`` for units that the title doesn't know.
    """

    def __init__(
        self,
        rules: Ruleset,
        attackers: Sequence[Troops],
        defenders: Sequence[Troops],
        terrain: str,
        hexside: str | None = None,
        orders: tuple[str, str] = ("attack", "defend"),
        *,
        options: Options | None = None,
        tables: Tables | None = None,
        bystanders: Sequence[Troops] = (),
        demoralized: Sequence[int] = (),
        position: Mapping[str, Any] | None = None,
        clock: Mapping[str, Any] | None = None,
        ways: tuple[str, str] = (AS_THEY_STAND, AS_THEY_STAND),
    ) -> None:
        self.terrain = terrain
        self.attackers = tuple(range(len(attackers)))
        self.defenders = tuple(range(len(attackers), len(attackers) + len(defenders)))
        board = _board(terrain, hexside)
        troops = (*attackers, *defenders, *bystanders)
        outside = [n not in self.defenders for n in range(len(troops))]
        scenario = msgspec.convert(_scenario(rules, board, troops, outside, demoralized, clock or {}), rules.form)
        setting = Setting(rules, scenario, board, options, tables)
        self.x = Context(setting)
        self.target = board.number(CENTRE)
        units = tuple(
            Unit(board.number(info.data.hex or CENTRE), unit.steps or info.steps, unit.disrupted)
            for info, unit in zip(setting.units, troops, strict=True)
        )
        commands = tuple(Command(Order(kind, self.target)) for kind in orders)
        self.state = rules.state(1, (), units, (), (), commands, bytes(board.size), **(position or {}))
        self.back = WayBack(self.x, self.state, ways)

    def normal(self) -> Clash:
        """The attackers in normal combat (7.3)."""
        stacks: dict[int, list[int]] = {}
        for u in self.attackers:
            stacks.setdefault(self.state.units[u].hex, []).append(u)
        return normal_clash(self.x, self.state, tuple((h, tuple(units)) for h, units in stacks.items()), self.target)

    def charge(self) -> tuple[Odds, Clash, Fraction | None]:
        """The odds of a charge, the clash if infantry is ready, and the chance that it is not, if tested (7.10)."""
        chargers = tuple((u, self.state.units[u].hex) for u in self.attackers)
        return charge_chances(self.x, self.state, chargers, self.target, self.defenders, backhand=False, back=self.back)

    def bombardment(self) -> Clash:
        """The attackers' guns bombard (8.1)."""
        return bombard_clash(self.x, self.state, self.attackers, self.target)

    def why_not(self, kind: str) -> tuple[str, tuple[str, ...]] | None:
        """Why the rules don't allow this battle, with the paragraphs, if so: what they ask of one in a game."""
        x, s, target, origin = self.x, self.state, self.target, self.state.units[0].hex
        if not x.setting.passable[target]:
            return f"nobody stands in {self.terrain}, so nobody is attacked there", ("NLC 5.2",)
        if x.setting.shut[target][0]:
            return "nobody attacks across a river without a bridge", ("NLC 7.3",)
        if kind == "charge" and not crossable(x, origin, target):
            return "a charge does not go over a bridge", ("NLC 7.7",)
        if kind == "charge" and not chargeable(x, s, target):
            return f"units in a {self.terrain} can't be charged", ("NLC 7.7", "NLC 10")
        if (why := self._weather(kind)) is not None:
            return why
        if kind == "bombardment" and not x.fire_line(s, origin, target):
            return "the guns can't see what lies behind it", ("NLC 8.3",)
        if kind == "bombardment" and (refusal := why_not_target(x, s, 0, target)) is not None:
            return refusal.why.rstrip("."), refusal.cites
        return None

    def _weather(self, kind: str) -> tuple[str, tuple[str, ...]] | None:
        """Why the sky does not allow it, if so."""
        x, s = self.x, self.state
        _, cite = x.rules.fire_words().get("weather", ("", "NLC 5.5"))
        if kind == "charge" and x.no_charges(s):
            return "cavalry does not charge in this weather", (cite,)
        if kind == "bombardment" and not gun_range(x, s):
            return "guns do not bombard in this weather", (cite,)
        return None


@cache
def _board(terrain: str, hexside: str | None) -> HexMap:
    """The board: there are no more of them than kinds of terrain times kinds of hexsides."""
    hexes: dict[str, list[str]] = {terrain: [CENTRE]}
    sides: dict[str, list[str]] = {}
    if hexside is not None:
        sides[hexside] = [f"{CENTRE}/{d}" for d in range(6)]
    if hexside == "bridge":
        sides["river"] = sides["bridge"]
    levels = {"1": [CENTRE]} if hexside == "slope" else {}
    return HexMap(MapFile(1, "staged", "Staged", 5, 5, 480, (0.0, 0.0), 10, hexes, levels, sides, []))


def _scenario(
    rules: Ruleset,
    board: HexMap,
    troops: Sequence[Troops],
    outside: Sequence[bool],
    demoralized: Sequence[int],
    clock: Mapping[str, Any],
) -> dict[str, Any]:
    """A scenario of two formations without leaders, just enough for the rules to look at."""
    near = board.neighbours[board.number(CENTRE)]
    units = []
    for i, (unit, attacks) in enumerate(zip(troops, outside, strict=True)):
        plain = msgspec.to_builtins(unit)
        units.append(
            {
                **{key: value for key, value in plain.items() if key not in _OF_THE_BATTLE},
                "id": f"u{i}",
                "name": sentence(unit.kind.replace("_", " ")),
                "formation": "attack" if attacks else "defend",
                "mp": 4,
                "hex": board.label(near[DIRECTIONS.index(unit.from_)]) if attacks else CENTRE,
            }
        )
    both = ("attack", "defend")
    limits = [{"limit": 0} if n in demoralized else {} for n in range(2)]
    return {
        "format": 1, "id": "staged", "system": rules.system, "title": "", "map": "staged", "summary": "", "teaches": "",
        "difficulty": "easy", "minutes": 1, "turns": {"date": "1815-06-16", "first": "12:00", "count": 1, **clock},
        "sides": [{"id": side, "name": side} for side in both],
        "armies": [{"id": side, "side": side, "name": side, "demoralization": 999} for side in both],
        "leaders": [{"id": side, "name": side, "side": side, "role": "overall", "rating": 1} for side in both],
        "formations": [
            {"id": side, "name": side, "side": side, "army": side, "leader": side, "overall": side, **limits[n]}
            for n, side in enumerate(both)
        ],
        "units": units, "endings": [], "provenance": [],
    }  # fmt: skip
