"""1813, Armistice: its marker, its declaration, its turns, and the restart of hostilities.

Readings 34 to 37 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from napwidgets.systems.jdg.boxes import left_behind, place_of, strength_of
from napwidgets.systems.jdg.context import Context, Log, doing, names, say
from napwidgets.systems.jdg.setting import dummies_for
from napwidgets.systems.jdg.state import FRENCH, GONE, SPARE, WAITING, Counter, State
from napwidgets.systems.jdg.victory import verdict


def declared(s: State) -> bool:
    """Whether the armistice has been declared, now or before."""
    return s.resume > 0


def recruits_in_truce(x: Context, s: State) -> Mapping[str, int]:
    """Strength points that the nations get in a turn of the armistice."""
    data = x.setting.scenario.armistice
    return data.recruits if data is not None and s.in_truce else {}


def fixed_points(x: Context, s: State, armies: Sequence[int]) -> int | None:
    """The command points of armies that have a fixed number: in the armistice, and the French after it."""
    table = x.tables.all["command-armistice"]
    known = [x.army(n).name for n in armies]
    if s.in_truce:
        return sum(table.number(name) for name in known if name in table.rows)
    restart = f"{known[0]}, hostilities restart"
    return table.number(restart) if s.resume and s.turn == s.resume and restart in table.rows else None


def shifted(x: Context, s: State, turns: int, log: Log) -> State:
    """The marker of the armistice moves by turns: the declaration before it, the restart during it."""
    if s.in_truce:
        resume = max(s.turn + 1, s.resume + turns)
        say(log, "armistice", f"Hostilities begin again in the {x.setting.turn_name(resume)}.", "Armistice")
        return replace(s, resume=resume)
    if not s.truce or declared(s):
        return s
    marker = max(s.turn + 1, s.truce + turns)
    say(log, "armistice", f"The armistice is now due in the {x.setting.turn_name(marker)}.", "Armistice")
    return replace(s, truce=marker)


def after_battle(x: Context, s: State, winner: int, kind: str, log: Log) -> State:
    """A decisive battle puts the armistice off if the French win it, and brings it nearer if the Allies do."""
    if kind != "decisive" or not s.truce or declared(s):
        return s
    row = "decisive battle won by the French" if winner == FRENCH else "decisive battle won by the Allies"
    return shifted(x, s, x.tables.all["cards"].number(row), log)


def reached(x: Context, s: State, log: Log) -> State:
    """The turn marker has moved: the armistice, or its end, may be there."""
    data = x.setting.scenario.armistice
    if data is None or not s.truce:
        return s
    if not declared(s) and s.turn >= s.truce:
        return _declare(x, s, log)
    if s.resume and s.turn == s.resume:
        return _restart(x, s, log)
    return s


def _declare(x: Context, s: State, log: Log) -> State:
    data = x.setting.scenario.armistice
    assert data is not None
    say(log, "armistice", "The armistice is declared.", "Armistice")
    if not data.roster:
        return verdict(x, s, log)
    s = replace(s, resume=s.turn + data.lasts, sieges=())
    counters = list(s.counters)
    for i, counter in enumerate(counters):
        if counter.at >= 0:
            counters[i] = replace(counter, up=True, inside=False)
    for i, at in dummies_for(x.setting, x.setting.dummies_after()):
        counters[i] = Counter(at)
    s = _shuffled(replace(s, counters=tuple(counters)))
    return instead_of_ney(x, _new_roster(x, s, log), log)


def instead_of_ney(x: Context, s: State, log: Log) -> State:
    """Davout or Soult takes Ney's place (O1, O2): at the armistice, or at the start of a campaign that follows it."""
    instead = x.setting.instead_of_ney()
    for end in ("+", ""):
        ney, then = (x.setting.number.get(f"{id}{end}", -1) for id in ("ney", instead))
        if instead and ney >= 0 and then >= 0 and (s.counters[ney].at >= 0 or s.counters[ney].away):
            return exchange(x, s, ney, then, log)
    return s


def _shuffled(s: State) -> State:
    """The event cards put aside are shuffled into the deck (1813, Cards)."""
    return replace(s, deck=tuple(sorted((*s.deck, *s.aside))), aside=())


def _new_roster(x: Context, s: State, log: Log) -> State:
    """The counters of the autumn take the places of those with the same name; whoever has none leaves (reading 35)."""
    s = _on_the_way(x, s, log)
    left: list[str] = []
    tally = [0, 0]
    for i, piece in enumerate(x.pieces):
        at = s.counters[i].at
        if piece.later or piece.dummy or at == GONE:
            continue
        heir = x.setting.number.get(f"{piece.id}+", -1)
        counter = s.counters[i]
        if counter.away and heir >= 0:
            # A leader who has got away comes back under the new counter of his name (4.2).
            s = s.counter(heir, at=WAITING, spent=counter.spent).counter(i, at=GONE, spent=0)
            continue
        if heir < 0 or at in (WAITING, SPARE):
            if at not in (WAITING, SPARE):
                left.append(piece.name)
                tally[piece.side] -= counter.strength
            s = s.counter(i, at=GONE, strength=0)
            continue
        most = x.pieces[heir].most if not piece.spare else counter.strength
        strength = min(counter.strength, most)
        tally[piece.side] += strength - counter.strength
        s = s.counter(i, at=GONE, strength=0)
        origin = x.setting.number.get(f"{x.pieces[counter.origin].id}+", -1) if counter.origin >= 0 else -1
        s = s.counter(heir, at=at, strength=strength, up=True, origin=origin)
    s = _spares(x, s)
    for box, side in s.works:
        s = left_behind(x, s, box, side)
    told = {f"strength of {x.setting.sides[n]}": points for n, points in enumerate(tally) if points}
    gone = f" {names(left)} leave the map." if left else ""
    say(log, "armistice", f"The armies are organised anew for the autumn.{gone}", "Armistice", tally=told)
    return s


def _on_the_way(x: Context, s: State, log: Log) -> State:
    """Whoever was still to come arrives at once, so that he has an heir: where he was due, else with his chief."""
    for placed in x.setting.set_up():
        i = x.setting.number[placed.id]
        if s.counters[i].at != WAITING or s.counters[i].away or x.pieces[i].later:
            continue
        at = place_of(x, s, placed)
        chief = s.counters[x.chief(s, x.pieces[i].army)].at
        if at >= 0 and x.enemy_in(s, at, x.sides[i]) and chief >= 0:
            at = chief
        strength = strength_of(x, placed)
        tally = {f"strength of {x.setting.sides[x.sides[i]]}": strength} if strength else {}
        say(log, "arrival", f"{doing(x, x.name(i), 'join the army early')}.", "Armistice", units=[i], tally=tally)
        s = s.counter(i, at=at, strength=strength)
    return s


def _spares(x: Context, s: State) -> State:
    fresh = [i for i, p in enumerate(x.pieces) if p.later and p.spare and s.counters[i].at == WAITING]
    return s.each(fresh, at=SPARE)


def _restart(x: Context, s: State, log: Log) -> State:
    say(log, "armistice", "Hostilities begin again.", "Armistice")
    everybody = [i for i, c in enumerate(s.counters) if c.at >= 0]
    return _shuffled(s.each(everybody, up=False))


def exchange(x: Context, s: State, out: int, then: int, log: Log) -> State:
    """A leader leaves, and another takes his place where he stood (4.2)."""
    counter = s.counters[out]
    where = [counter.at] if counter.at >= 0 else []
    s = s.counter(out, at=GONE, up=False)
    if then < 0:
        say(log, "leader", f"{x.name(out)} leaves the army.", "4.2", units=[out], hexes=where)
        return s
    told = f"{x.name(then)} takes the place of {x.name(out)}."
    say(log, "leader", told, "4.2", units=[out, then], hexes=where)
    # In place of one who has got away he comes when that one would have come back (4.2).
    since = counter.spent if counter.away else 0
    return s.counter(then, at=counter.at, up=counter.up, inside=counter.inside, spent=since)
