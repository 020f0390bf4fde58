"""G.1.a. The ten markers of the Alliance Display: six majors and four minor groups, and where each stands."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

Status = Literal["anti-French", "neutral", "pro-French"]
#: The steps of a state, in the order in which France's die moves it.
STEPS: tuple[Status, ...] = ("anti-French", "neutral", "pro-French")
MAJORS = ("France", "England", "Austria", "Prussia", "Russia", "Spain")
#: The four minor groups with their states (G.1.a).
GROUPS: dict[str, tuple[str, ...]] = {
    "Western minors": ("Holland", "Portugal"),
    "Italian minors": ("North Italy", "Naples", "Dalmatia", "Switzerland"),
    "German minors": (
        "Bavaria",
        "Brunswick",
        "Hanover",
        "Hesse",
        "Rhine Confederation",
        "Saxony",
        "Westphalia",
        "Wurtemburg",
    ),
    "Baltic minors": ("Denmark", "Poland", "Sweden"),
}


class Politics(Struct, frozen=True):
    """The Alliance Display: the ten markers, city points of both factions, victory points (G.1.h to G.1.j), and the
    majors that England may not court yet (G.1.l, reading 8).
    """

    markers: tuple[tuple[str, Status], ...]
    french_cities: int = 0
    english_cities: int = 0
    napoleon_withdrew: bool = False
    loyal: tuple[str, ...] = ()

    def status(self, name: str) -> Status:
        """Where a marker stands; raises ``KeyError`` for an unknown name."""
        return dict(self.markers)[name]

    def placed(self, name: str, status: Status) -> Politics:
        """The display with one marker moved."""
        return replace(self, markers=tuple((n, status if n == name else s) for n, s in self.markers))
