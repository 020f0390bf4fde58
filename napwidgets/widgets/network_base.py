"""The pictures of the campaign maps as they go to a page: compressed, and made beforehand for those that are shipped.

Drawing one takes some seconds, so a file beside this module holds it, with a key of what it was drawn from.
``python -m napwidgets.widgets.network_base`` makes these files anew after a change of a map or of its picture.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec

from napwidgets.board.network import HOME, Network, sheet, to_json
from napwidgets.board.network_checks import RiversFile
from napwidgets.board.network_ground import Ground
from napwidgets.board.realm_layers import to_latlng
from napwidgets.widgets.europe_base import KEY
from napwidgets.widgets.network_art import MARGIN, Sources, network_svg
from napwidgets.widgets.network_key import STRIP
from napwidgets.widgets.sheet import STATIC


def sources(network: Network, home: Path = HOME) -> Sources:
    """What the picture of a network is drawn from; raises `ScenarioError` or `OSError` where its files are missing."""
    rivers = RiversFile.load(home / f"{network.id}.rivers.json")
    ground = Ground.load(home / f"{network.id}.ground.yaml")
    relief = (home / f"{network.id}.relief.jpg").read_bytes()
    return Sources(network, rivers.rivers, ground, relief)


def key_of(drawn: Sources) -> bytes:
    """What a picture hangs on: everything in the files of its map."""
    text = to_json(drawn.network).encode() + msgspec.json.encode([drawn.rivers, drawn.ground]) + drawn.relief
    return sha256(text).hexdigest().encode()


def file_of(network: Network) -> Path:
    """Where the picture of a shipped network is kept."""
    return STATIC / f"{network.id}.svg.gz"


@lru_cache(maxsize=8)
def network_base(network: Network) -> bytes:
    """The picture of a network, compressed with gzip."""
    drawn, file = sources(network), file_of(network)
    kept = file.read_bytes() if file.is_file() else b""
    return kept[KEY:] if kept[:KEY] == key_of(drawn) else gzip.compress(network_svg(drawn).encode(), mtime=0)


def network_bounds(network: Network) -> tuple[tuple[float, float], tuple[float, float]]:
    """South-west and north-east corner of the picture on Leaflet's ``crs.Simple``, in units of the plane.

    >>> network_bounds(Network.load(HOME / "germany-1813.network.json"))[0][1]
    -46.0
    """
    wide, high = sheet(network)
    return to_latlng((-MARGIN, high + MARGIN + STRIP)), to_latlng((wide + MARGIN, -MARGIN))


def write(id: str) -> None:
    """Draw a shipped network and keep its picture."""
    network = Network.load(HOME / f"{id}.network.json")
    drawn = sources(network)
    file_of(network).write_bytes(key_of(drawn) + gzip.compress(network_svg(drawn).encode(), 9, mtime=0))


def main(names: Sequence[str]) -> None:
    """Draw the networks named, or all that are shipped."""
    for id in names or sorted(path.name.removesuffix(".network.json") for path in HOME.glob("*.network.json")):
        write(id)


if __name__ == "__main__":
    main(sys.argv[1:])
