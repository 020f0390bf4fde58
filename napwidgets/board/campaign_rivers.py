"""Rivers for the point-to-point maps: named courses out of unnamed lines, bent to leave every town on its own bank."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from napwidgets.board.atlas import EARTH_KM, Net, Spot
from napwidgets.board.campaign_source import Bed
from napwidgets.board.network import Place
from napwidgets.board.network_checks import River
from napwidgets.kernel.rulings import ScenarioError

#: How far off its bank (km) a river passes a town that it was bent around, and how far the bend reaches.
CLEAR_KM, BEND_KM = 0.7, 4.0
#: Points of a course lie no farther apart (km).
FINE_KM = 2.0


class Plate:
    """Kilometres east and north of the middle of a sheet, near enough for a theatre of war.

    >>> plate = Plate((10.0, 50.0, 14.0, 52.0))
    >>> [round(v) for v in plate.km((12.0, 52.0))]
    [0, 111]
    """

    def __init__(self, box: tuple[float, float, float, float]) -> None:
        west, south, east, north = box
        self._lon, self._lat = (west + east) / 2, (south + north) / 2
        self._y = math.radians(1) * EARTH_KM
        self._x = self._y * math.cos(math.radians(self._lat))

    def km(self, lonlat: Sequence[float]) -> Spot:
        """A point in kilometres."""
        return (lonlat[0] - self._lon) * self._x, (lonlat[1] - self._lat) * self._y

    def degrees(self, spot: Spot) -> Spot:
        """Longitude and latitude of a point in kilometres, to a thousandth of a degree."""
        return round(self._lon + spot[0] / self._x, 3), round(self._lat + spot[1] / self._y, 3)


def rivers(beds: Iterable[Bed], lines: Iterable[Sequence[Spot]], places: Sequence[Place], plate: Plate) -> list[River]:
    """All rivers of a sheet. Raises `ScenarioError` for a bank of a place that there is not."""
    net = Net([[plate.km(p) for p in line] for line in lines])
    spots = {place.id: plate.km((place.lon, place.lat)) for place in places}
    found: dict[str, list[Spot]] = {}
    for bed in beds:
        through = [plate.km(p) for p in bed.through]
        course = fine(curve(through) if bed.hand else net.course(through))
        if bed.into:
            course.append(_mouth(course[-1], bed, found))
        for town, left in _banks(bed, spots):
            course = bend(course, town, left)
        found[bed.name] = course
    return [River(bed.name, bed.rank, tuple(plate.degrees(p) for p in thin(found[bed.name]))) for bed in beds]


def _mouth(end: Spot, bed: Bed, found: Mapping[str, Sequence[Spot]]) -> Spot:
    """Where a river flows into another, which must stand before it."""
    if bed.into not in found:
        raise ScenarioError(f"{bed.name} flows into {bed.into}, which is no river above it.")
    return min(found[bed.into], key=lambda p: math.dist(p, end))


def _banks(bed: Bed, spots: Mapping[str, Spot]) -> list[tuple[Spot, bool]]:
    """The towns whose bank is known, each with whether it is the left one."""
    if wrong := set((bed.left + " " + bed.right).split()) - set(spots):
        raise ScenarioError(f"{bed.name} has banks of what is no place of this map: {', '.join(sorted(wrong))}.")
    return [(spots[id], left) for ids, left in ((bed.left, True), (bed.right, False)) for id in ids.split()]


def curve(points: Sequence[Spot], times: int = 3) -> list[Spot]:
    """A smooth line *through* points (the four-point scheme), unlike the cutting of corners, which misses towns.

    >>> curve([(0, 0), (1, 0)], 1)
    [(0, 0), (0.5, 0.0), (1, 0)]
    """
    line = list(points)
    for _ in range(times):
        ends = [line[0], *line, line[-1]]
        grown = []
        for i in range(1, len(ends) - 2):
            a, b, c, d = ends[i - 1 : i + 3]
            grown += [b, tuple((9 * (b[k] + c[k]) - a[k] - d[k]) / 16 for k in (0, 1))]
        line = [*grown, line[-1]]  # type: ignore[list-item]
    return line


def fine(line: Sequence[Spot]) -> list[Spot]:
    """A line with points no farther apart than ``FINE_KM``."""
    found = [line[0]]
    for a, b in pairwise(line):
        parts = max(1, math.ceil(math.dist(a, b) / FINE_KM))
        found += [(a[0] + (b[0] - a[0]) * k / parts, a[1] + (b[1] - a[1]) * k / parts) for k in range(1, parts + 1)]
    return found


def thin(line: Sequence[Spot], far: float = 0.12) -> list[Spot]:
    """A line without points that lie within ``far`` km of the straight way past them (Douglas and Peucker).

    >>> thin([(0, 0), (1, 0.01), (2, 0)])
    [(0, 0), (2, 0)]
    """
    keep, stack = {0, len(line) - 1}, [(0, len(line) - 1)]
    while stack:
        i, k = stack.pop()
        worst = max(range(i + 1, k), key=lambda n: away(line[n], line[i], line[k])[0], default=None)
        if worst is not None and away(line[worst], line[i], line[k])[0] > far:
            keep.add(worst)
            stack += [(i, worst), (worst, k)]
    return [line[n] for n in sorted(keep)]


def away(p: Spot, a: Spot, b: Spot) -> tuple[float, Spot]:
    """How far a point lies from a stretch, and the nearest point of it.

    >>> away((1, 2), (0, 0), (4, 0))
    (2.0, (1.0, 0.0))
    """
    long = math.dist(a, b) ** 2
    t = 0.0 if long == 0 else ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / long
    t = min(1.0, max(0.0, t))
    foot = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
    return math.dist(p, foot), foot


def distance(p: Spot, line: Sequence[Spot]) -> float:
    """How far a point lies from a line."""
    return min(away(p, a, b)[0] for a, b in pairwise(line))


def bend(line: Sequence[Spot], town: Spot, left: bool) -> list[Spot]:
    """A course moved a little, so that a town lies on its left or right bank, ``CLEAR_KM`` off at least."""
    for _ in range(6):
        (far, foot), (a, b) = min((away(town, a, b), (a, b)) for a, b in pairwise(line))
        onto = ((b[0] - a[0]) * (town[1] - a[1]) - (b[1] - a[1]) * (town[0] - a[0]) > 0) == left
        if onto and far >= CLEAR_KM:
            break
        along = math.dist(a, b) or 1.0
        # To the right of the flow, away from a town on the left bank, and the contrary.
        sign = 1.0 if left else -1.0
        push = (CLEAR_KM * 1.2 - (far if onto else -far)) * sign
        by = (b[1] - a[1]) / along * push, -(b[0] - a[0]) / along * push
        line = [_moved(p, foot, by) for p in line]
    return list(line)


def pull(line: Sequence[Spot], town: Spot) -> list[Spot]:
    """A course moved until it passes a town no farther off than ``CLEAR_KM``, on the bank where it is.

    >>> [round(y, 1) for _, y in pull([(0, 0), (2, 0), (4, 0)], (2, 3))]
    [1.8, 2.3, 1.8]
    """
    far, foot = min(away(town, a, b) for a, b in pairwise(line))
    part = 1 - CLEAR_KM / far if far > CLEAR_KM else 0.0
    by = (town[0] - foot[0]) * part, (town[1] - foot[1]) * part
    return [_moved(p, foot, by) for p in line]


def _moved(p: Spot, foot: Spot, by: Spot) -> Spot:
    weight = math.exp(-((math.dist(p, foot) / BEND_KM) ** 2))
    return p[0] + by[0] * weight, p[1] + by[1] * weight
