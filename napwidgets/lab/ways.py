"""How far it is: what the roads of a map say before any army stands on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from napwidgets.board.network import Network, ways
from napwidgets.kernel.rulings import ScenarioError
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


def hours_between(scenario: str, places: Sequence[str], mp: int = 4) -> pd.DataFrame:
    """Hours that men with ``mp`` movement points an hour march by road from place to place of a battle's map, with
    nobody in the way (NLC 5.2). Places are named as the map names them.

    >>> hours = hours_between("nlc/quatre-bras", ["Frasnes", "Quatre Bras"])
    >>> bool(hours.loc["Frasnes", "Frasnes"] == 0), bool(hours.loc["Frasnes", "Quatre Bras"] > 0)
    (True, True)
    """
    import pandas as pd

    from napwidgets.scenarios import load
    from napwidgets.systems.tactical.core.arms import FOOT

    x = load(scenario).context
    hexes = {place.name: h for h, place in x.board.places.items()}
    if unknown := sorted(set(places) - set(hexes)):
        raise ScenarioError(f"The map of {scenario} has no place called {unknown[0]}.")
    goals = [hexes[name] for name in places]
    cost = [x.ground.march_cost(start, goals, FOOT) for start in goals]
    hours = [[round(found[goal] / (2 * mp), 1) for goal in goals] for found in cost]
    return pd.DataFrame(hours, index=list(places), columns=list(places))
