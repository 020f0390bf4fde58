"""What a searching player knows of a field beforehand: the weights that did best there in many games.

`napwidgets lab study` plays those games; what it finds stands in ``napwidgets/players/studied``, a file a system.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, structs

from napwidgets.documents import Document
from napwidgets.kernel.system import Engine
from napwidgets.players.temper import Temper

T = TypeVar("T", bound=Temper)

FOLDER = Path(__file__).parent / "studied"
#: The standard error of the difference of two rows of games, one game each, in points: wins and losses spread by half.
_SPREAD = 100 * math.sqrt(0.5)


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
        """Whether it did better than the usual weights for certain: by more than the standard error of the difference.

        >>> Study({}, 60.0, 50.0, 100, "s").pays, Study({}, 56.0, 50.0, 100, "s").pays
        (True, False)
        """
        return self.points - self.usual > _SPREAD / math.sqrt(self.games)


@cache
def studies(system: str) -> dict[str, dict[str, Study]]:
    """All studies of a system, by scenario and seat.

    >>> studies("toy")
    {}
    """
    path = FOLDER / f"{system}.json"
    return Document(path).convert(dict[str, dict[str, Study]]) if path.exists() else {}


def studied(engine: Engine, seat: str, usual: T) -> T | None:
    """The temper for a side of a scenario that has been studied: with the weights that did better there for certain,
    else the usual one; none for a field that nobody has studied.
    """
    study = studies(engine.system).get(engine.scenario_id, {}).get(seat)
    if study is None:
        return None
    return structs.replace(usual, **study.weights) if study.pays else usual
