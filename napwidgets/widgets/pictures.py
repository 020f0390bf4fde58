"""The small pictures of the lobby: those of the shipped scenarios drawn beforehand, those of one's own when wanted.

A picture shows a scenario as its game begins, and beginning eighteen games takes seconds. So the shipped ones are kept
in a file, each with the hash of its scenario: ``python -m napwidgets.widgets.pictures`` draws them anew.
"""

from __future__ import annotations

import gzip
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from napwidgets import scenarios
from napwidgets.table.presenter import presenter_for
from napwidgets.widgets.boards import shapes, small

FILE = Path(__file__).parent / "static" / "lobby.json.gz"


class Picture(Struct, frozen=True, array_like=True):
    """A scenario's picture: the hash of its file, its land with the counters, and what pictures of its board share; in
    the file the id of the first scenario that has the same.
    """

    key: str
    land: str
    backdrop: str


def picture(id: str) -> str:
    """The land of a scenario as a small picture; empty if it has none."""
    return _picture(id).land


def backdrop(id: str) -> str:
    """What the pictures of scenarios on the same board share."""
    return _picture(id).backdrop


@lru_cache(maxsize=64)
def _picture(id: str) -> Picture:
    key = _key(id)
    kept = shipped().get(id)
    return kept if kept is not None and kept.key == key else draw(id)


def draw(id: str) -> Picture:
    """The picture of a scenario, drawn now; an empty one where there is nothing to draw."""
    try:
        game = scenarios.new_game(id)
        presenter = presenter_for(game)
        if (board := presenter.board) is None:
            return Picture(_key(id), "", "")
        return Picture(_key(id), small(board, presenter.scene(game.view(None), None)), shapes(board))
    except Exception:
        # A file that can't be played says so when it is chosen.
        return Picture("", "", "")


def _key(id: str) -> str:
    return sha256(scenarios.find(id).read_bytes()).hexdigest()[:16]


@cache
def shipped() -> dict[str, Picture]:
    """The kept pictures by the ids of their scenarios."""
    if not FILE.is_file():
        return {}
    kept = msgspec.json.decode(gzip.decompress(FILE.read_bytes()), type=dict[str, Picture])
    return {id: replace(p, backdrop=kept[p.backdrop].backdrop) if p.backdrop in kept else p for id, p in kept.items()}


def write(target: Path = FILE) -> None:
    """Draw the shipped scenarios and keep their pictures."""
    drawn = {info.id: draw(info.id) for info in scenarios.scenarios()}
    first: dict[str, str] = {}
    for id, picture in drawn.items():
        if picture.backdrop and first.setdefault(picture.backdrop, id) != id:
            drawn[id] = replace(picture, backdrop=first[picture.backdrop])
    target.write_bytes(gzip.compress(msgspec.json.encode(drawn), 9, mtime=0))


if __name__ == "__main__":
    write()
