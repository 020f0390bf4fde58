"""5.2, 7.6, 7.7, 10 and the table of terrain effects. What the ground is at Ligny, Quatre Bras, Wavre and Waterloo.

Reading 34 of docs/rules/nlc.md applies here.
"""

from __future__ import annotations

from napwidgets.board.hexmap import BRIDGE, CREST, FORD, RIVER, STREAM
from napwidgets.systems.tactical.core.terrain import Hexside, Terrain

TERRAIN = {
    "clear": Terrain(name="Open ground", where="open ground", open=True),
    "woods": Terrain(name="Woods", where="woods", into=("into or out of woods", "NLC 7.6"), screens=True),
    "town": Terrain(name="Town", where="a town", into=("into a town", "NLC 7.6"), covers_flanks=True),
    "chateau": Terrain(
        name="Chateau",
        where="a chateau",
        into=("into a chateau", "NLC 10"),
        covers_flanks=True,
        stronghold=True,
        crowded="clear",
    ),
    "marsh": Terrain(name="Marsh", where="a marsh", into=("into a marsh", "NLC 7.6")),
    "water": Terrain(name="Water", where="water", passable=False),
}

#: A stream can be crossed beside its bridge (reading 34).
HEXSIDES = (
    Hexside(row="bridge", name="a bridge", bits=BRIDGE | RIVER, across=("over a bridge", "NLC 7.6")),
    Hexside(row="stream", name="a stream", bits=STREAM, across=("across a stream", "NLC 7.6")),
    Hexside(row="ford", name="a ford", bits=FORD, across=("across a ford", "NLC 7.6")),
    Hexside(row="crest", name="a crest, uphill", bits=CREST, across=("up a crest", "NLC 7.6"), uphill=True),
)
