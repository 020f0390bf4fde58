"""What stands on a board, in the words of a display: counters, marks and overlays, the same for every system."""

from __future__ import annotations

from msgspec import Struct


class Counter(Struct, frozen=True, omit_defaults=True):
    """One counter.

    ``symbol``: ``infantry``, ``cavalry``, ``artillery``, ``horse_artillery``, ``leader``, ``hq``, ``aide``,
    ``train``, ``vedette``, ``ship``, ``unknown``, ``force``. ``values`` is the line of figures (``5-4``, ``[3]``).
    ``nation`` chooses the colours.
    ``lost`` is the number of steps lost, ``marks`` short signs with their meaning (``("!", "disrupted")``). ``order``
    counts upwards from the bottom of the stack. ``berth`` says how it lies in its hex: in the middle, in ``port``,
    ``off`` it, or ``covered``, so that the other side does not see it. Where a board has places that are no hexes (sea
    zones), ``hex`` counts on beyond its last hex.
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
    """A set of hexes to tint: ``kind`` is ``zoc``, ``command``, ``sight``, ``supply``, ``reach``, ``target``,
    ``objective``, ``entry``, ``hungry`` (out of supply), ``horizon`` (a line around the hexes), ``flag`` (a flag in the
    colours of ``nation`` in each hex), ``source`` (a depot in these colours), ``broken`` (ways that are cut),
    ``works`` (improved positions) or ``blaze`` (towns that burn).

    ``notes`` gives a short text for a hex (movement points, what lies beneath a flag). ``ways`` are lines through
    hexes, and ``more`` overlays come and go with this one.
    """

    kind: str
    title: str
    hexes: tuple[int, ...]
    notes: tuple[tuple[int, str], ...] = ()
    nation: str = ""
    ways: tuple[tuple[int, ...], ...] = ()
    more: tuple[Overlay, ...] = ()


class Scene(Struct, frozen=True):
    """All counters and standing overlays of a view, and the kinds of sky over the board that tint it (``mud dusk``)."""

    counters: tuple[Counter, ...]
    overlays: tuple[Overlay, ...] = ()
    sky: str = ""
