"""The sandbox: a combat of the Campaigns of Napoleon variant put together by hand, guesses and all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from napwidgets.board.display import Battle as Shown
from napwidgets.board.display import Field, WhatIf
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.systems.con.combat import Combat, Contact
from napwidgets.systems.con.face.combat import NAMES, compared, in_full, studied
from napwidgets.systems.con.forces import SIDES, SIZES, Group, Leader, Size, Stake, Unit
from napwidgets.systems.con.staging import Plan, could_delay, staged
from napwidgets.systems.con.tables import Tables

_YES = (("0", "no"), ("1", "yes"))
_SIZES = tuple((size, size) for size in SIZES)
_BETWEEN = (("open", "nothing"), ("stream", "secondary river, bridge or crest"), ("primary", "primary river, bridged"))
_NOBODY = ("", "nobody")
# A list of 0 and 1 would be drawn as a tick box.
_WHO = ("french", "coalition")
_SIDES = tuple(zip(_WHO, SIDES, strict=True))
_COMBAT = "The combat"
#: Numbers of each side: id, words, what French and Coalition have at first, the most.
_NUMBERS = (
    ("foot", "Infantry (SP)", 20, 18, 120),
    ("guard", "Guard infantry (SP)", 0, 0, 60),
    ("light", "Light cavalry (SP)", 2, 3, 60),
    ("heavy", "Heavy cavalry (SP)", 3, 0, 60),
    ("guns", "Artillery (SP)", 4, 3, 30),
    ("initiative", "Senior leader's initiative", 4, 2, 9),
    ("bonuses", "Leaders with a tactical bonus", 1, 0, 9),
    ("extra", "Forces more that nobody commands together", 0, 0, 9),
    ("flank", "Outflanking hexes", 0, 0, 9),
)
_TICKS = (
    ("cover", "In terrain that helps a defender"),
    ("town", "In a fortified town"),
    ("shaken", "Demoralized"),
    ("forage", "Foraging"),
    ("stake-guard", "Stakes the Guard"),
    ("stake-heavy", "Stakes its heavy cavalry"),
)


class Bench:
    """A combat put together by hand (a `Sandbox`): both groups, their chits, where they meet."""

    title = "Combat, put together by hand"

    def __init__(self, tables: Tables | None = None) -> None:
        self.tables = tables or Tables()

    def fields(self, values: Mapping[str, str]) -> Sequence[Field]:
        """The form: where and how they meet, then both sides."""

        def field(id: str, words: str, choices: tuple[tuple[str, str], ...], usual: str, group: str = _COMBAT) -> Field:
            return Field(id, words, choices, values.get(id, usual), group=group)

        found = [
            field("attacker", "Attacker", _SIDES, "french"),
            field("between", "Between them", _BETWEEN, "open"),
            field("clear", "Some contact hex is clear", _YES, "1"),
            field("snow", "Snow or blizzard", _YES, "0"),
            field("besieged", "Besieged", (_NOBODY, *_SIDES), ""),
            field("delay", "A corps that may delay does", _YES, "0"),
            field("repulse", "Tries a repulse", (_NOBODY, *_SIDES), ""),
            field("morale", "Demoralization (optional)", _YES, "0"),
        ]
        for k, who in enumerate(SIDES):
            found.append(field(f"{k}:size", "Size class", _SIZES, "corps", who))
            found.append(field(f"{k}:guess", "Chit: its guess", _SIZES, "corps", who))
            for id, words, *usual, most in _NUMBERS:
                at = f"{k}:{id}"
                found.append(Field(at, words, (), values.get(at, str(usual[k])), 0, int(most), who))
            found += [field(f"{k}:{id}", words, _YES, "0", who) for id, words in _TICKS]
        return found

    def battle(self, values: Mapping[str, str]) -> Shown:
        """The combat that both chits give, with exact odds, and what better or worse guesses would make of it."""
        v = {f.id: values.get(f.id, f.value) for f in self.fields(values)}
        shown = in_full(self.tables, self._staged(v))
        return replace(shown, what_if=self._guesses(v))

    def _guesses(self, v: Mapping[str, str]) -> tuple[WhatIf, ...]:
        """The combat as it is, then for every other pair of guesses."""
        lines = [self._line("As it is", v, {})]
        for one in (True, False):
            for two in (True, False):
                changes = {"0:guess": _guess(v["1:size"], one), "1:guess": _guess(v["0:size"], two)}
                said = f"French {'right' if one else 'wrong'}, Coalition {'right' if two else 'wrong'}"
                try:
                    lines.append(self._line(said, {**v, **changes}, changes))
                except NapwidgetsError:
                    # Stakes belong to battles: another pair of chits may leave no room for them.
                    continue
        return tuple(lines)

    def _line(self, said: str, v: Mapping[str, str], changes: Mapping[str, str]) -> WhatIf:
        combat = self._staged(v)
        found = compared(studied(self.tables, combat))
        return WhatIf(f"{said}: {NAMES[combat.kind][0]}", found, tuple(changes.items()))

    def _staged(self, v: Mapping[str, str]) -> Combat:
        """The combat of a form; the wish to delay is kept for when a corps may."""
        plan = self._plan(v)
        wishes = plan.delay and could_delay(self.tables, plan)
        return staged(self.tables, replace(plan, delay=wishes))

    def _plan(self, v: Mapping[str, str]) -> Plan:
        over = v["between"]
        return Plan(
            (self._group(v, 0), self._group(v, 1)),
            _WHO.index(v["attacker"]),
            (_size(v["0:guess"]), _size(v["1:guess"])),
            (v["0:forage"] == "1", v["1:forage"] == "1"),
            Contact(1, int(over == "stream"), int(over == "primary"), v["clear"] == "1"),
            v["snow"] == "1",
            _WHO.index(v["besieged"]) if v["besieged"] else None,
            v["delay"] == "1",
            v["morale"] == "1",
            _WHO.index(v["repulse"]) if v["repulse"] else None,
        )

    @staticmethod
    def _group(v: Mapping[str, str], side: int) -> Group:
        def n(id: str) -> int:
            return int(v[f"{side}:{id}"])

        shaken = bool(n("shaken"))
        units = (
            Unit("infantry", n("foot"), demoralized=shaken),
            Unit("infantry", n("guard"), guard=True, demoralized=shaken),
            Unit("cavalry", n("light"), light=True, demoralized=shaken),
            Unit("cavalry", n("heavy"), heavy=True, demoralized=shaken),
            Unit("artillery", n("guns"), demoralized=shaken),
        )
        senior = Leader(n("initiative"), 9, n("bonuses") > 0)
        staff = (senior, *(Leader(bonus=True) for _ in range(n("bonuses") - 1)))
        stakes: list[Stake] = []
        stakes += ["guard"] if n("stake-guard") else []
        stakes += ["heavy"] if n("stake-heavy") else []
        # A corps is what counts as a hex turned against anybody.
        flank = tuple(_size("corps") for _ in range(n("flank")))
        return Group(
            _size(v[f"{side}:size"]), tuple(u for u in units if u.strength), staff, 1 + n("extra"), flank,
            tuple(stakes), cover=n("cover"), fortified=bool(n("town")),
        )  # fmt: skip


def _size(text: str) -> Size:
    return next(size for size in SIZES if size == text)


def _guess(size: str, right: bool) -> str:
    """A chit that names a size class, or another one."""
    return size if right else next(other for other in SIZES if other != size)
