"""How far it is: what the roads of a campaign map say before any army stands on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from napwidgets.board.network import Network, ways
from napwidgets.systems.jdg.tables import Tables

if TYPE_CHECKING:
    import pandas as pd


def ways_from(network: Network, start: str, tables: Tables | None = None) -> dict[int, int]:
    """Movement points from a place to every place, in clear weather, over bridges and fords that need no pontoon (JDG
    5.2, 5.3).

    >>> from napwidgets.board.network import HOME
    >>> germany = Network.load(HOME / "germany-1813.network.json")
    >>> ways_from(germany, "Weimar")[germany.index("Weimar")]
    0
    """
    return ways(network, network.index(start), (tables or Tables()).roads)


def meeting_places(network: Network, starts: Sequence[str]) -> pd.DataFrame:
    """Every place with its movement points from each start, those first that the last to come reaches soonest."""
    import pandas as pd

    far = {start: ways_from(network, start) for start in starts}
    last, rows = "all are there after", []
    for n, place in enumerate(network.places):
        if all(n in found for found in far.values()):
            points = {f"from {start}": found[n] for start, found in far.items()}
            rows.append({"place": place.name, **points, last: max(points.values())})
    return pd.DataFrame(rows).sort_values([last, "place"], ignore_index=True)
