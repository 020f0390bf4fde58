"""What a seat of jdg can't see, varied: which counters lie face down where, what they are worth, points and cards."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.system import Engine
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.germany.cards import with_hand
from napwidgets.systems.jdg.state import HIDDEN, Note, State, TeamState
from napwidgets.systems.jdg.views import known

#: Kinds of events by which the rules show what lay face down: dummies found out, leaders driven off or found alone, a
#: reconnaissance, what engineers meet, battles round by round and sieges, who arrives or leaves, losses, what only some
#: forces can do.
REVEALS = frozenset({
    "dummy", "leader", "scout", "bridge", "reveal", "battle", "victory", "siege", "shelter", "gone", "arrival", "late",
    "losses", "captive", "slip", "armistice", "verdict", "reaction", "guns", "card", "round",
})  # fmt: skip


def disguise(engine: Engine, state: State, seat: str | None) -> list[State]:
    """States that differ from ``state`` only in what ``seat`` (None: a spectator) can't know."""
    x: Context = engine.context  # type: ignore[attr-defined]
    number = x.setting.seats.index(seat) if seat in x.setting.seats else None
    mine = x.setting.seat_side[number] if number is not None else None
    found = [_friends(x, state, number), _noted(x, state, number)] if isinstance(state, TeamState) else []
    for foe in (side for side in (0, 1) if side != mine):
        found += [_exchanged(x, state, foe), _weaker(x, state, foe), _points(x, state, foe), _cards(state, foe)]
        found += [_tactics(state, foe), _recruits(x, state, foe), _marched(x, state, foe), _came(x, state, foe)]
    return [other for other in found if other != state]


def all_open(engine: Engine, state: State) -> bool:
    """Whether the rules have laid everything open: in the armistice all counters lie face up."""
    return bool(state.in_truce)


def twins(engine: Engine, state: State, seat: str | None, move: Any) -> list[tuple[State, Any]]:
    """The disguises with the move itself; and where the move is one of counters that the seat can't tell, the same
    positions with another counter in the place of one of them.
    """
    named = sorted(_named(move))
    found = [
        (other, move)
        for other in disguise(engine, state, seat)
        if all(other.counters[i].at == state.counters[i].at for i in named if 0 <= i < len(state.counters))
    ]
    x: Context = engine.context  # type: ignore[attr-defined]
    view = engine.view(state, seat)
    for i in named:
        if not 0 <= i < len(state.counters) or view.counters[i].at != HIDDEN:
            continue
        others = [k for k, c in enumerate(view.counters) if c.at == HIDDEN and state.counters[k].at >= 0]
        others = [k for k in others if x.sides[k] == x.sides[i] and k not in named]
        for kind in ("dummy", "leader", "values"):
            for k in [k for k in others if getattr(x.pieces[k], kind)][:2]:
                found.append((_swapped(state, i, k), _with(move, i, k)))
    # How strong a force came is counted when its units are turned up: no event of its own tells it.
    found = [(other, same) for other, same in found if other.entered == state.entered]
    return [(other, same) for other, same in found if other != state and engine.view(other, seat) == view]


def _named(move: Any) -> set[int]:
    """The counters that a move names."""
    return {*getattr(move, "pieces", ()), *(getattr(move, name) for name in ("piece", "unit") if hasattr(move, name))}


def _swapped(s: State, i: int, k: int) -> State:
    """Two counters in each other's places, with all that is going on there."""
    a, b = s.counters[i], s.counters[k]
    keep = ("strength", "lost", "strayed", "up", "origin")
    at = {name: getattr(a, name) for name in a.__struct_fields__ if name not in keep}
    there = {name: getattr(b, name) for name in b.__struct_fields__ if name not in keep}
    marched = tuple(sorted({i: k, k: i}.get(n, n) for n in s.marched))
    s = replace(s.counter(i, **there).counter(k, **at), marched=marched)
    return replace(s, agenda=_with(s.agenda, i, k), marches=_with(s.marches, i, k))


def _with(value: Any, i: int, k: int) -> Any:
    """A value in which two counters have changed names."""
    if isinstance(value, tuple):
        return tuple(_with(v, i, k) for v in value)
    if not isinstance(value, Struct):
        return value
    other = {i: k, k: i}
    changes: dict[str, Any] = {}
    for name in value.__struct_fields__:
        field = getattr(value, name)
        if name == "pieces":
            changes[name] = tuple(sorted(other.get(n, n) for n in field))
        elif name in ("piece", "unit", "counter"):
            changes[name] = other.get(field, field)
        elif isinstance(field, (Struct, tuple)):
            changes[name] = _with(field, i, k)
    return replace(value, **changes)


def _friends(x: Context, s: TeamState, seat: int | None) -> State:
    """Command points of the others on the same side."""
    mine = x.setting.seat_budgets[seat] if seat is not None else ()
    return replace(s, points=tuple(p if b in mine else p + 1 for b, p in enumerate(s.points)))


def _noted(x: Context, s: TeamState, seat: int | None) -> State:
    """A note under way from every other player, and one that has come to the other side."""
    under_way = [Note(s.turn, n, "Tomorrow at dawn.") for n in range(len(x.setting.seats)) if n != seat]
    side = x.setting.seat_side[seat] if seat is not None else None
    come = [Note(s.turn, n, "At once.", True) for n, of in enumerate(x.setting.seat_side) if of != side]
    return replace(s, notes=(*s.notes, *under_way, *come))


def _hidden(x: Context, s: State, foe: int) -> list[int]:
    """Counters face down on the map that no step of the agenda names."""
    named = {i for step in s.agenda for i in _pieces(step)}
    return [
        i
        for i, c in enumerate(s.counters)
        if x.sides[i] == foe and c.at >= 0 and c.at != HIDDEN and i not in named and not known(x, s, i, c)
        and not c.inside and x.options.blind
    ]  # fmt: skip


def _pieces(step: object) -> tuple[int, ...]:
    force = getattr(step, "force", step)
    return tuple(getattr(force, "pieces", ()))


def _exchanged(x: Context, s: State, foe: int) -> State:
    """Two counters face down change places: a corps, a leader or a dummy stands where another one did."""
    hidden = _hidden(x, s, foe)
    pairs = [(a, b) for a in hidden for b in hidden if s.counters[a].at < s.counters[b].at]
    if not pairs:
        return s
    a, b = max(pairs, key=lambda pair: x.pieces[pair[0]].dummy != x.pieces[pair[1]].dummy)
    return s.counter(a, at=s.counters[b].at).counter(b, at=s.counters[a].at)


def _weaker(x: Context, s: State, foe: int) -> State:
    """A unit face down has lost stragglers."""
    units = [i for i in _hidden(x, s, foe) if s.counters[i].strength > 1]
    if not units:
        return s
    counter = s.counters[units[0]]
    return s.counter(units[0], strength=counter.strength - 1, strayed=counter.strayed + 1, idle=not counter.idle)


def _points(x: Context, s: State, foe: int) -> State:
    """Command points spent or kept."""
    return replace(s, points=tuple(p + 1 if x.setting.budget_side[b] == foe else p for b, p in enumerate(s.points)))


def _cards(s: State, foe: int) -> State:
    """Another card in a hand, the one there back in the deck."""
    hand = s.hands[foe]
    if not hand or not s.deck or hand[0] < 0:
        return s
    deck = tuple(sorted((*s.deck[1:], hand[0])))
    return replace(with_hand(s, foe, (s.deck[0], *hand[1:])), deck=deck)


def _tactics(s: State, foe: int) -> State:
    """Another tactic chosen in secret."""
    top = s.agenda[-1] if s.agenda else None
    clash = getattr(top, "clash", None)
    if clash is None or getattr(top, "part", 0) != 1 or clash.who != foe or not clash.tactics[0]:
        return s
    if type(top).__name__ != "Tactics":
        return s
    pick = "screen" if clash.tactics[0] == "skirmish" else "skirmish"
    return replace(s, agenda=(*s.agenda[:-1], replace(top, clash=replace(clash, tactics=(pick, clash.tactics[1])))))


def _recruits(x: Context, s: State, foe: int) -> State:
    """Recruits that a unit face down has taken in, and points that still wait."""
    nations = sorted({piece.nation for piece in x.pieces if piece.side == foe and piece.nation})
    units = [i for i in _hidden(x, s, foe) if s.counters[i].strength and s.counters[i].strength < x.pieces[i].most]
    if not units or not nations:
        return s
    fuller = s.counter(units[0], strength=s.counters[units[0]].strength + 1)
    due = {row.nation for row in x.setting.scenario.recruits if row.turn <= s.turn}
    waits = x.setting.scenario.recruits_most == "series" and nations[0] in due
    return replace(fuller, kept=(*fuller.kept, (nations[0], 1))) if waits else fuller


def _marched(x: Context, s: State, foe: int) -> State:
    """Who has tried to march to the guns, of counters face down."""
    more = [i for i in _hidden(x, s, foe) if i not in s.marched][:1]
    return replace(s, marched=tuple(sorted((*s.marched, *more))))


def _came(x: Context, s: State, foe: int) -> State:
    """How strong a force was that has come into a box face down."""
    if any(step for step in s.agenda if hasattr(step, "clash")):
        return s
    boxes = {s.counters[i].at for i in _hidden(x, s, foe)}
    entered = tuple(
        replace(e, strength=e.strength + 1) if e.side == foe and e.box in boxes and e.strength >= 0 else e
        for e in s.entered
    )
    return replace(s, entered=entered)
