"""What stands on a board, in the words of a display: counters, marks and overlays, the same for every system."""

from __future__ import annotations

from msgspec import Struct


class Counter(Struct, frozen=True, omit_defaults=True):
    """One counter.

    ``symbol``: ``infantry``, ``cavalry``, ``artillery``, ``horse_artillery``, ``leader``, ``hq``, ``aide``,
    ``ship``, ``unknown``, ``force``. ``values`` is the line of figures (``5-4``, ``[3]``). ``nation`` chooses the
    colours.
    ``lost`` is the number of steps lost, ``marks`` short signs with their meaning (``("!", "disrupted")``). ``order``
    counts upwards from the bottom of the stack. ``berth`` says where in its hex it lies: in the middle, in ``port``, or
    ``off`` it. Where a board has places that are no hexes (sea zones), ``hex`` counts on beyond its last hex.
    """

    id: str
    hex: int
    name: str
    symbol: str
    values: str
    nation: str
    seat: str
    title: str = ""
    lost: int = 0
    marks: tuple[tuple[str, str], ...] = ()
    active: bool = False
    spent: bool = False
    order: int = 0
    berth: str = ""


class Overlay(Struct, frozen=True, omit_defaults=True):
    """A set of hexes to tint: ``kind`` is ``zoc``, ``command``, ``sight``, ``reach``, ``target``, ``objective``,
    ``entry`` or ``flag`` (a flag in the colours of ``nation`` in each hex).

    ``notes`` gives a short text for a hex (movement points, what lies beneath a flag).
    """

    kind: str
    title: str
    hexes: tuple[int, ...]
    notes: tuple[tuple[int, str], ...] = ()
    nation: str = ""


class Scene(Struct, frozen=True):
    """All counters and standing overlays of a view."""

    counters: tuple[Counter, ...]
    overlays: tuple[Overlay, ...] = ()
