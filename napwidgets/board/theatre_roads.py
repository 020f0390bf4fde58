"""Roads on the hexes of a theatre: the cheapest way past places, which keeps to bridges over the great rivers."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from napwidgets.board.atlas import Spot
from napwidgets.board.campaign_rivers import away
from napwidgets.board.courses import Grid, Hex, Side
from napwidgets.board.geometry import hex_at

#: How hard a road is held to the straight way between two places: a hex costs more by the square of its distance.
PULL = 0.6
#: What a secondary river costs a new road, in hexes; how much of a hex is saved on a road that is there.
WADE, SHARED = 3.0, 0.35
#: A road looks no farther off the straight way than this, in hexes.
WIDE = 9.0


class Ways:
    """The hexsides that roads cross. ``walls`` are those of primary rivers, ``waters`` of secondary ones."""

    def __init__(self, grid: Grid, walls: set[Side], waters: set[Side], bridges: set[Side], steep: set[Hex]) -> None:
        self.grid, self.walls, self.waters, self.bridges, self.steep = grid, walls, waters, bridges, steep
        self.sides: dict[str, set[Side]] = {"road": set(), "trail": set()}

    def chain(self, start: Hex, goal: Hex) -> list[Hex] | None:
        """The hexes of the best way from one to another, both among them; None if no bridge leads over."""
        line = self.grid.middle(start), self.grid.middle(goal)
        best, came = {start: 0.0}, dict[Hex, Hex]()
        queue = [(0.0, start)]
        while queue:
            cost, here = heapq.heappop(queue)
            if here == goal:
                return _traced(came, start, goal)
            for d in range(6):
                there = self.grid.neighbour(here, d)
                if not self.grid.holds(there) or (step := self._cost(here, there, line)) is None:
                    continue
                if cost + step < best.get(there, math.inf):
                    best[there], came[there] = cost + step, here
                    heapq.heappush(queue, (cost + step, there))
        return None

    def _cost(self, here: Hex, there: Hex, line: tuple[Spot, Spot]) -> float | None:
        side = self.grid.side(here, there)
        off, _ = away(self.grid.middle(there), *line)
        if off > WIDE or (side in self.walls and side not in self.bridges):
            return None
        known = side in self.sides["road"] or side in self.sides["trail"]
        wet = side in self.waters and side not in self.bridges and not known
        return 1 - SHARED * known + PULL * off * off + WADE * wet + 0.4 * (there in self.steep)

    def lay(self, kind: str, chain: Sequence[Hex]) -> None:
        """A road along a chain of hexes. Where a country road meets a chaussee it is the chaussee."""
        for here, there in pairwise(chain):
            side = self.grid.side(here, there)
            if side not in self.sides["road"]:
                self.sides[kind].add(side)

    def crossed(self) -> set[Side]:
        """The hexsides of rivers that a road crosses."""
        return (self.sides["road"] | self.sides["trail"]) & (self.walls | self.waters)

    def drawn(self, kind: str, stops: Iterable[Hex]) -> list[list[Hex]]:
        """The roads of a kind as chains of hexes between places, forks and ends, so that all of them meet there."""
        after = _after(self.sides[kind], self.grid)
        other = _after(self.sides["trail" if kind == "road" else "road"], self.grid)
        knots = {h for h, onward in after.items() if len(onward) != 2 or h in other} | (set(stops) & set(after))
        left = {self.grid.side(a, b): (a, b) for a in sorted(after) for b in after[a]}
        found = []
        # What is left when all knots are done are rings without any.
        for start in (*sorted(knots), *sorted(set(after) - knots)):
            for there in sorted(after[start]):
                chain = [start, there]
                if left.pop(self.grid.side(start, there), None) is None:
                    continue
                while chain[-1] not in knots and chain[-1] != start:
                    onward = next(n for n in sorted(after[chain[-1]]) if n != chain[-2])
                    left.pop(self.grid.side(chain[-1], onward))
                    chain.append(onward)
                found.append(chain)
        return found


def exits(grid: Grid, here: Hex, spot: Spot) -> Hex | None:
    """The hex off the board through which a road leaves a hex on the edge, towards a spot; None for a hex inside."""
    outside = [n for d in range(6) if not grid.holds(n := grid.neighbour(here, d))]
    return min(outside, key=lambda n: (math.dist(grid.middle(n), spot), n), default=None)


def last_inside(grid: Grid, start: Spot, spot: Spot) -> Hex:
    """The hex where the straight way from a spot on the board to one off it leaves the board."""
    steps = max(2, int(math.dist(start, spot) * 20))
    east, south = (spot[0] - start[0]) / steps, (spot[1] - start[1]) / steps
    way = (hex_at(start[0] + east * k, start[1] + south * k) for k in range(steps))
    return [h for h in way if grid.holds(h)][-1]


def _traced(came: dict[Hex, Hex], start: Hex, goal: Hex) -> list[Hex]:
    way = [goal]
    while way[-1] != start:
        way.append(came[way[-1]])
    return way[::-1]


def _after(sides: Iterable[Side], grid: Grid) -> dict[Hex, list[Hex]]:
    """The hexes that roads lead to from each hex."""
    after: dict[Hex, list[Hex]] = {}
    for side in sides:
        here, there = side[0], grid.neighbour(*side)
        after.setdefault(here, []).append(there)
        after.setdefault(there, []).append(here)
    return after


def joined(sides: Iterable[Side], grid: Grid) -> list[set[Hex]]:
    """The parts of a net of roads that hang together, by their hexes on the board, the greatest first."""
    after = _after(sides, grid)
    parts, left = [], {h for h in after if grid.holds(h)}
    while left:
        part, stack = set[Hex](), [min(left)]
        while stack:
            if (h := stack.pop()) not in part and grid.holds(h):
                part.add(h)
                stack += after[h]
        parts.append(part)
        left -= part
    return sorted(parts, key=lambda part: (-len(part), min(part)))
