"""A, blind play. What a seat may know: its own side, and of the enemy how many counters stand where.

Readings 26, 69 and 80 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from napwidgets.kernel.agenda import seen_agenda
from napwidgets.systems.jdg.boxes import flags_seen
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.layout import Unseen
from napwidgets.systems.jdg.state import FRENCH, GONE, HIDDEN, OTHER, SPARE, UNSEEN, WAITING, Counter, Entered, State

#: Sides by number.
Sides: TypeAlias = tuple[int, ...]
#: Whose counters lie face down for each side and for a spectator.
_HIDDEN: dict[int | None, Sides] = {FRENCH: (OTHER,), OTHER: (FRENCH,), None: (FRENCH, OTHER)}
_NO_HANDS = ((), ())


def redact(x: Context, s: State, side: int | None) -> State:
    """A state without what a side can't see; None is a spectator, who sees what both see."""
    hidden_from = _HIDDEN[side]
    budgets = x.setting.budget_side
    # What goes together is put in at once: each state in between would be made for nothing.
    parts: dict[str, Any] = {"points": tuple([-1 if budgets[b] in hidden_from else p for b, p in enumerate(s.points)])}
    if x.options.blind:
        parts |= _flags(x, s, hidden_from)
        parts |= _unnamed(x, s, hidden_from)
        faces = _faces(x, s, hidden_from)
        parts["counters"], parts["unseen"] = faces.view, faces.unseen
    if s.hands != _NO_HANDS:
        parts |= _hands(x, s, hidden_from)
    if s.kept:
        nations = {piece.nation for piece in x.pieces if piece.side in hidden_from}
        parts["kept"] = tuple(pool for pool in s.kept if pool[0] not in nations)
    view = replace(s, **parts)
    if x.options.blind:
        x.seen(s, view, -1 if side is None else side)
    return replace(view, agenda=seen_agenda(x, view, side))


class _Flags:
    """The flags that went up in secret and that a seat still sees so, with all that this depends on."""

    __slots__ = ("control", "counters", "covert", "left", "secret", "truce")

    def __init__(self, s: State, sides: Sides, former: _Flags | None = None) -> None:
        """Those of a position, after those of a ``former`` one to which some were only added."""
        self.counters, self.covert, self.control, self.truce = s.counters, s.covert, s.control, s.in_truce
        self.secret: frozenset[tuple[int, int]] = former.secret if former is not None else frozenset()
        self.left: tuple[tuple[int, int], ...] = former.left if former is not None else ()
        more = s.covert[len(former.covert) :] if former is not None else s.covert
        self.secret = self.secret.union([taken for taken in more if taken[1] in sides])
        mine = [taken for taken in more if taken[1] not in sides and s.control[taken[0]] != taken[1] + 1]
        if mine:
            #: In no order, which would tell of the others.
            self.left = tuple(sorted((*self.left, *mine)))

    def carried(self, x: Context, s: State, sides: Sides) -> _Flags | None:
        """Those of another position, if some have only been added since and no unit has come to light beside one; None
        if all must be looked at again.
        """
        known = len(self.covert)
        same = s.covert is self.covert or s.covert[:known] == self.covert
        if not same or s.control != self.control or s.in_truce != self.truce:
            return None
        more = s.covert[known:]
        beside = [i for box, side in more if side in sides for i in x.here(s, box, side)]
        secret = self.secret.union(more) if beside else self.secret
        for i in (*x.differing(self.counters, s.counters), *beside):
            if (s.counters[i].at, x.sides[i]) in secret and x.is_unit(i) and x.shown(s, i):
                return None
        if more:
            return _Flags(s, sides, self)
        self.counters = s.counters
        return self


def _flags(x: Context, s: State, sides: Sides) -> dict[str, Any]:
    """The flags that went up in secret are left out, but for one's own."""
    if not s.covert:
        return {}
    known: _Flags | None = x.remembered.get(("flags", sides))
    carried = known.carried(x, s, sides) if known is not None else None
    if carried is not None:
        x.remembered["flags", sides] = carried
        return {"covert": carried.left}
    seen = flags_seen(x, s, sides)
    found = _Flags(seen, sides)
    if seen is s:
        x.remembered["flags", sides] = found
    return {"control": seen.control, "covert": found.left}


def _unnamed(x: Context, s: State, sides: Sides) -> dict[str, Any]:
    """Who marches to the guns, who has tried to, and how strong a force came, as far as it is not seen."""

    def seen(i: int) -> bool:
        return x.sides[i] not in sides or known(x, s, i, s.counters[i])

    def strength(e: Entered) -> int:
        there = x.here(s, e.box, e.side)
        covered = any((box, side) == (e.box, e.side) for box, side, _ in s.unseen)
        return e.strength if not covered and all(seen(i) for i in there) else -1

    parts: dict[str, Any] = {}
    if s.marches:
        shown = [march if all(seen(i) for i in march.pieces) else replace(march, pieces=()) for march in s.marches]
        parts["marches"] = tuple(shown)
    if s.entered:
        parts["entered"] = tuple([replace(e, strength=strength(e)) if e.side in sides else e for e in s.entered])
    if s.marched:
        parts["marched"] = tuple([i for i in s.marched if x.sides[i] not in sides])
    return parts


class _Faces:
    """What is seen of all counters, by which sides are hidden: ``tally`` counts those that are only counted."""

    __slots__ = ("counters", "seen", "tally", "truce", "unseen", "view")

    def __init__(
        self,
        s: State,
        counters: Sequence[Counter | None],
        view: tuple[Counter, ...],
        tally: dict[tuple[int, int], int],
        unseen: Unseen,
    ) -> None:
        self.seen, self.truce = s.unseen, s.in_truce
        self.counters, self.view, self.tally, self.unseen = counters, view, tally, unseen

    @classmethod
    def none(cls, s: State) -> _Faces:
        """Nothing is hidden yet, and every counter has to be looked at."""
        tally = {(box, side): n for box, side, n in s.unseen}
        return cls(s, (None,) * len(s.counters), s.counters, tally, s.unseen)

    def still(self, s: State) -> bool:
        """Whether it holds for a state but for counters that have changed."""
        return self.seen is s.unseen and self.truce == s.in_truce


def _faces(x: Context, s: State, sides: Sides) -> _Faces:
    """The counters that lie face down are left out, and only counted; only those that have changed since the seat last
    looked are looked at again.
    """
    known: _Faces | None = x.remembered.get(("faces", sides))
    faces = known if known is not None and known.still(s) else _Faces.none(s)
    if faces.counters is not s.counters:
        faces = _turned(x, s, sides, faces)
        x.remembered["faces", sides] = faces
    return faces


def _turned(x: Context, s: State, sides: Sides, former: _Faces) -> _Faces:
    """What is seen of the counters of a state, from what was seen of others before."""
    view, tally, touched = list(former.view), former.tally.copy(), set[tuple[int, int]]()
    other = False
    for i in x.differing(former.counters, s.counters):
        counter, before, who = s.counters[i], former.counters[i], x.sides[i]
        if who not in sides:
            view[i], other = counter, True
            continue
        seen = _face(x, s, i, counter)
        there = _covered(counter) if seen is UNSEEN else HIDDEN
        away = _covered(before) if before is not None and view[i] is UNSEEN else HIDDEN
        if away != there:
            for place, more in ((there, 1), (away, -1)):
                if place != HIDDEN:
                    touched.add((place, who))
                    tally[place, who] = tally.get((place, who), 0) + more
        if seen != view[i] or before is None:
            view[i], other = seen, True
    seen_now = tuple(view) if other else former.view
    return _Faces(s, s.counters, seen_now, tally, _counted(former, tally, touched))


def _counted(former: _Faces, tally: dict[tuple[int, int], int], touched: set[tuple[int, int]]) -> Unseen:
    """The counters of each box that are only counted, in order; only the boxes ``touched`` are put in anew."""
    if not touched:
        return former.unseen
    rows = list(former.unseen)
    for at in touched:
        if before := former.tally.get(at, 0):
            rows.remove((*at, before))
        if tally[at]:
            insort(rows, (*at, tally[at]))
    return tuple(rows)


def _face(x: Context, s: State, i: int, counter: Counter) -> Counter:
    """What is seen of a counter that is not one's own."""
    if not known(x, s, i, counter):
        return UNSEEN
    # What a counter does and where it belongs stands on its owner's roster, not on its face.
    return Counter(counter.at, counter.strength, up=counter.up, inside=counter.inside)


def _covered(counter: Counter) -> int:
    """Where a counter that nobody else knows is counted; HIDDEN for one that is nowhere."""
    return HIDDEN if counter.at in (WAITING, GONE, SPARE) else counter.at


def known(x: Context, s: State, i: int, counter: Counter) -> bool:
    """Whether everybody knows a counter: it is face up in a box, or openly out of the game or still to come."""
    if counter.at == HIDDEN:
        return False
    piece = x.pieces[i]
    if counter.at in (WAITING, GONE):
        return not (piece.dummy or piece.spare)
    return counter.at >= 0 and x.shows(s, i, counter)


def _hands(x: Context, s: State, sides: Sides) -> dict[str, Any]:
    """Hands of cards that can't be seen; what is in them may as well be in the deck."""
    known = x.remembered.get(("hands", sides))
    if known is not None and known[0] is s.hands and known[1] is s.deck:
        parts: dict[str, Any] = known[2]
        return parts
    parts, cards = {}, [card for side in sides for card in s.hands[side] if card > 0]
    if cards:
        hands = tuple([(-1,) * len(hand) if side in sides else hand for side, hand in enumerate(s.hands)])
        parts = {"hands": hands, "deck": tuple(sorted((*s.deck, *cards)))}
    x.remembered["hands", sides] = s.hands, s.deck, parts
    return parts
