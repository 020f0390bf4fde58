"""What a searching player knows of a field beforehand: the weights that did best there in many games.

`napwidgets lab study` plays those games; what it finds stands in ``napwidgets/players/studied``, a file a system.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, structs

from napwidgets.documents import Document
from napwidgets.kernel.system import Engine
from napwidgets.players.temper import Temper

T = TypeVar("T", bound=Temper)

FOLDER = Path(__file__).parent / "studied"


class Study(Struct, frozen=True, forbid_unknown_fields=True):
    """What the games of one side of a scenario against the usual temper came to.

    ``weights`` are those that differ from the usual ones; ``points`` of 100 are what they got, and ``usual`` what the
    usual ones got, in the same number of ``games`` on which nothing was chosen, with the same ``seeds``.
    """

    weights: dict[str, float]
    points: float
    usual: float
    games: int
    seeds: str

    @property
    def pays(self) -> bool:
        """Whether it did better than the usual weights."""
        return self.points > self.usual


@cache
def studies(system: str) -> dict[str, dict[str, Study]]:
    """All studies of a system, by scenario and seat.

    >>> studies("toy")
    {}
    """
    path = FOLDER / f"{system}.json"
    return Document(path).convert(dict[str, dict[str, Study]]) if path.exists() else {}


def studied(engine: Engine, seat: str, usual: T) -> T:
    """The temper for a seat of a scenario: the usual one, with the weights that a study has found to do better."""
    study = studies(engine.system).get(engine.scenario_id, {}).get(seat)
    return structs.replace(usual, **study.weights) if study is not None and study.pays else usual
