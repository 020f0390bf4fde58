"""37.3 and the table of terrain effects. What the ground is between the Aube and the Marne.

Readings 2 and 3 of docs/rules/mop.md apply here.
"""

from __future__ import annotations

from napwidgets.board.hexmap import BRIDGE, CREST, FORD, RIVER, SLOPE, STREAM
from napwidgets.systems.tactical.core.terrain import Hexside, Terrain

TERRAIN = {
    "clear": Terrain(name="Open ground", where="open ground", open=True),
    "woods": Terrain(name="Woods", where="woods", into=("into or out of woods", "MoP 37.3"), screens=True),
    "town": Terrain(name="Town", where="a town", into=("into a town", "MoP 37.3"), covers_flanks=True),
    "chateau": Terrain(
        name="Chateau",
        where="a chateau",
        into=("into a chateau", "MoP 37.3"),
        covers_flanks=True,
        stronghold=True,
        crowded="clear",
    ),
    "marsh": Terrain(name="Marsh", where="a marsh", into=("into a marsh", "MoP 37.3")),
    "water": Terrain(name="Water", where="water", passable=False),
}

#: A bridge's cover and that of the ground behind it don't add up (note 1 of the table).
HEXSIDES = (
    Hexside(row="bridge", name="a bridge", bits=BRIDGE | RIVER, across=("over a bridge", "MoP 37.3"), alone=True),
    Hexside(row="stream", name="a stream", bits=STREAM, across=("across a stream", "MoP 37.3.1")),
    Hexside(row="ford", name="a ford", bits=FORD, across=("across a ford", "MoP 37.3.1")),
    Hexside(row="crest", name="a crest, uphill", bits=CREST, across=("up a crest", "MoP 37.3"), uphill=True),
    Hexside(row="slope", name="a slope, uphill", bits=SLOPE, across=("up a slope", "MoP 37.3.1"), uphill=True),
)
