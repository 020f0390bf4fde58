"""A battle of 1814 on the little board: under which sky it is fought, and what its troops are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from napwidgets.board.display import Battle, Field
from napwidgets.kernel.limits import Rating
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.systems.mop.face.skies import TITLES
from napwidgets.systems.mop.face.skirmishes import shown, staged_clash
from napwidgets.systems.tactical.core.arms import LINE
from napwidgets.systems.tactical.face import bench, staged
from napwidgets.systems.tactical.face.staged import Staged
from napwidgets.systems.telling import sentence

_YES = (("0", "no"), ("1", "yes"))
#: The initiative of most brigades, and the highest of any.
_USUAL, _HIGHEST = "3", 5
#: Vedettes against vedettes as a way to fight, and the most of a side.
VEDETTES, _MANY = "vedettes", 6


class Troops(staged.Troops, frozen=True, kw_only=True):
    """A unit of the sandbox with its initiative (37.5)."""

    initiative: Rating = 3


def conditions(sky: str, dusk: bool) -> Mapping[str, Any]:
    """What the sky and the light are in the position and on the clock (37.1, 37.4)."""
    return {"position": {"sky": sky}, "clock": {"evening": (1,) if dusk else ()}}


class Bench(bench.Bench):
    """A battle put together by hand, with its weather and the initiative of both sides; also one between vedettes."""

    troops = Troops

    def fields(self, values: Mapping[str, str]) -> Sequence[Field]:
        """The form of every battle, with vedettes among the ways to fight; that of vedettes asks for less."""
        kind, *rest = super().fields(values)
        kind = replace(kind, choices=(*kind.choices, (VEDETTES, "Vedettes against vedettes (37.7)")))
        return [kind, *rest] if kind.value != VEDETTES else [kind, *self._screens(values, rest)]

    @staticmethod
    def _screens(values: Mapping[str, str], rest: Sequence[Field]) -> Iterator[Field]:
        """What counts where vedettes fight: the ground, how many there are, and what they are worth."""
        for field in rest:
            side, _, what = field.id.rpartition(":")
            if field.id in ("ground", "across") or (side and what in ("nation", "demoralized", "initiative")):
                yield field
            if what == "nation":
                count = f"{side}:vedettes"
                yield Field(count, "Vedettes", (), values.get(count, "2"), 1, _MANY, field.group)

    def battle(self, values: Mapping[str, str]) -> Battle:
        """The battle with its exact odds."""
        if values.get("kind") != VEDETTES:
            return super().battle(values)
        v = {f.id: values.get(f.id, f.value) for f in self.fields(values)}
        sides = [self._vedettes(v, side) for side in "ad"]
        weak = [n for n, side in enumerate("ad") if v[f"{side}:demoralized"] == "1"]
        across = None if v["across"] == "none" else v["across"]
        rules = {"options": self.options, "tables": self.tables, "demoralized": weak}
        staged = Staged(self.rules, sides[0], sides[1], v["ground"], across, **rules)  # type: ignore[arg-type]
        if (why := staged.why_not("normal")) is not None:
            raise NapwidgetsError(f"{sentence(why[0])} ({', '.join(why[1])}).")
        return shown(staged.x, staged_clash(staged), "Vedettes against vedettes (37.7)")

    @staticmethod
    def _vedettes(v: Mapping[str, str], side: str) -> list[Troops]:
        unit = Troops(
            kind="light_cavalry",
            nation=v[f"{side}:nation"],
            strength=2,
            reduced=1,
            initiative=int(v[f"{side}:initiative"]),
        )
        return [unit] * int(v[f"{side}:vedettes"])

    def circumstances(self, values: Mapping[str, str], group: str) -> Sequence[Field]:
        """The sky, and whether it is dark (37.4, 37.1)."""
        skies = tuple((kind, words.lower()) for kind, words in TITLES.items())
        return (
            Field("sky", "The sky (37.4)", skies, values.get("sky", "fair"), group=group),
            Field("dusk", "At dusk: Night PM (37.1)", _YES, values.get("dusk", "0"), group=group),
        )

    def worth(self, values: Mapping[str, str], side: str, group: str) -> Sequence[Field]:
        """What the men are worth (37.5)."""
        initiative, guard = f"{side}:initiative", f"{side}:guard"
        return (
            Field(initiative, "Initiative (37.5)", (), values.get(initiative, _USUAL), 1, _HIGHEST, group),
            Field(guard, "Infantry of the Old Guard", _YES, values.get(guard, "0"), group=group),
        )

    def traits(self, v: Mapping[str, str], side: str, arm: str) -> Mapping[str, Any]:
        """Initiative for all, the Old Guard on foot (37.5)."""
        guard = arm == LINE and v[f"{side}:guard"] == "1"
        return {"initiative": int(v[f"{side}:initiative"]), "traits": ("old_guard",) if guard else ()}

    def conditions(self, v: Mapping[str, str]) -> Mapping[str, Any]:
        """The sky and the light."""
        return conditions(v["sky"], v["dusk"] == "1")

    def changes(self, v: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
        """The same battle under other skies."""
        for kind, words in TITLES.items():
            if kind not in ("cloudy", "frost"):
                yield f"Sky: {words.lower()}", {"sky": kind}
