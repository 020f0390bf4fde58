"""Names for the eye on a theatre: of rivers along their courses, of woods and hills across them, of lands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import dist

from shapely.geometry import Polygon

from napwidgets.board.atlas import Spot
from napwidgets.board.campaign_rivers import thin
from napwidgets.board.hexmap import Caption
from napwidgets.board.theatre_source import Course, Land, Tract

#: A course is drawn so fine for its name, in hexes.
FINE = 0.06


def of_rivers(courses: Iterable[Course], laid: Iterable[Sequence[Sequence[Spot]]]) -> Iterator[Caption]:
    """The names of rivers along the hexsides where they run, without their turns."""
    for course, parts in zip(courses, laid, strict=True):
        for part in parts:
            kind = "river" if course.rank == "primary" else "stream"
            yield Caption(kind, course.name.removeprefix("Upper "), _rounded(thin(_eased(part), FINE)))  # type: ignore[arg-type]


def of_tracts(tracts: Iterable[Tract], flat: Callable[[Spot], Spot]) -> Iterator[Caption]:
    """The names of woods, hills, mountains and marshes along their length; a name that stands twice is written once."""
    done: set[tuple[str, Spot]] = set()
    for tract in tracts:
        form = Polygon([flat(p) for p in tract.ring])
        middle = form.representative_point()
        near = any(name == tract.name and dist(spot, (middle.x, middle.y)) < 6 for name, spot in done)
        if tract.name and not near:
            done.add((tract.name, (middle.x, middle.y)))
            yield Caption(tract.kind, tract.name, _rounded(_axis(form)))


def of_lands(lands: Iterable[Land], flat: Callable[[Spot], Spot]) -> Iterator[Caption]:
    """The names of lands."""
    for land in lands:
        yield Caption("land", land.name, _rounded([flat(p) for p in land.line]))


def _axis(form: Polygon) -> list[Spot]:
    """The middle line of a form along its length, from west to east."""
    a, b, c, d = list(form.minimum_rotated_rectangle.exterior.coords)[:4]
    short = ((a, b), (c, d)) if dist(a, b) < dist(b, c) else ((b, c), (d, a))
    return sorted(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in short)


def _eased(line: Sequence[Spot]) -> list[Spot]:
    """A line with its small turns taken out."""
    eased = list(line)
    for _ in range(6):
        middle = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(eased, eased[1:], eased[2:], strict=False)
        ]
        eased = [eased[0], *middle, eased[-1]]
    return eased


def _rounded(line: Sequence[Spot]) -> list[Spot]:
    return [(round(x, 2) + 0.0, round(y, 2) + 0.0) for x, y in line]
