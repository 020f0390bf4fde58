"""A battle of 1814 on the little board: under which sky it is fought, and what its troops are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from napwidgets.board.display import Field
from napwidgets.kernel.limits import Rating
from napwidgets.systems.mop.face.skies import TITLES
from napwidgets.systems.tactical.core.arms import LINE
from napwidgets.systems.tactical.face import bench, staged

_YES = (("0", "no"), ("1", "yes"))
#: The initiative of most brigades, and the highest of any.
_USUAL, _HIGHEST = "3", 5


class Troops(staged.Troops, frozen=True, kw_only=True):
    """A unit of the sandbox with its initiative (37.5)."""

    initiative: Rating = 3


def conditions(sky: str, dusk: bool) -> Mapping[str, Any]:
    """What the sky and the light are in the position and on the clock (37.1, 37.4)."""
    return {"position": {"sky": sky}, "clock": {"evening": (1,) if dusk else ()}}


class Bench(bench.Bench):
    """A battle put together by hand, with its weather and the initiative of both sides."""

    troops = Troops

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
