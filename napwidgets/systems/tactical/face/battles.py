"""Battles for the screen: both sides with every modifier and its rule, and the exact odds from the resolving code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from napwidgets.board.display import Battle, Fact, Party, Share, Spread, WhatIf
from napwidgets.board.display import share as share
from napwidgets.kernel.odds import Distribution
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.causes import ANEW, BOUND_WORDS
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.core.optional import Options
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.face.ways import ways_back
from napwidgets.systems.tactical.face.wording import doubt, signed
from napwidgets.systems.tactical.fighting.attacks import CombatSegment, EvadeOffer, RemoteSupport, fighters_in
from napwidgets.systems.tactical.fighting.chances import charge_chances, stands
from napwidgets.systems.tactical.fighting.charges import AfterCharge, ChargeSegment, Rider, entry_of, riders_on
from napwidgets.systems.tactical.fighting.clash import (
    ATTACK,
    DEFEND,
    Clash,
    Force,
    can_break,
    can_give_way,
    force,
    morale,
    morale_parts,
    of_throw,
    parts_of_a_hit,
    strength,
)
from napwidgets.systems.tactical.fighting.combat import NormalCombat, RetreatChoice
from napwidgets.systems.tactical.fighting.forces import (
    bombard_clash,
    fighter,
    normal_clash,
)
from napwidgets.systems.tactical.fighting.odds import Odds, bombard_hits, normal_odds
from napwidgets.systems.tactical.fighting.reaction import ReactionOffer, reactors, striking
from napwidgets.systems.tactical.fighting.way_back import WayBack
from napwidgets.systems.tactical.ground.context import Context, counted
from napwidgets.systems.telling import sentence

if TYPE_CHECKING:
    from napwidgets.systems.tactical.engine import Battle as Engine

_WHO = ("Attacker", "Defender")
#: The column of the terrain table for a kind of clash.
COLUMNS = {"normal": "attack", "bombardment": "bombardment", "charge": "charge"}


def morale_of(x: Context, view: State, u: int) -> tuple[int, str]:
    """A unit's morale when it is attacked, and in words what makes it up beyond the base (2.2)."""
    known = x.rules.morale_words()
    alone = force((fighter(x, view, u, True),))
    parts = morale_parts(x.tables, alone)
    words = ", ".join(f"{known[key][0]} {signed(value)}" for key, value in parts[1:] if key in known)
    return morale(x.tables, alone), words


def battle(engine: Engine, view: State, seat: str | None, subject: str | None, hex: int) -> Battle | None:
    """The battle being fought, or the one that the chosen stack would fight."""
    x: Context = engine.context_at(view)
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, RetreatChoice):
        return _fought(x, view, step)
    if isinstance(step, CombatSegment) and subject is None:
        return _declared(x, view, step, hex)
    if isinstance(step, EvadeOffer | RemoteSupport):
        return _at_hand(x, view, step)
    if isinstance(step, ReactionOffer):
        return _countercharge(x, view, step) if seat == x.setting.seat(step.who) else None
    if isinstance(step, AfterCharge):
        return _pursuit(x, view, step, hex) if seat == x.setting.seat(step.side(x, view)) else None
    if subject is None or seat is None:
        return None
    found = [move for move in engine.options(view, subject) if isinstance(move, m.Attack | m.Bombard | m.Charge)]
    if not found:
        return None
    return _planned(x, view, next((f for f in found if _target(f) == hex), found[0]), step)


def _target(move: m.Attack | m.Bombard | m.Charge) -> int:
    return move.path[-1] if isinstance(move, m.Charge) else move.target


def _declared(x: Context, view: State, step: CombatSegment, hex: int) -> Battle | None:
    """The attacks declared so far against a hex."""
    targets = [t for _, t in step.plan]
    target = hex if hex in targets else targets[0] if targets else -1
    stacks = _stacks(x, view, step, target)
    if not stacks or not x.ground.layout(view).at.get(target):
        return None
    return _normal(x, view, normal_clash(x, view, stacks, target), f"{x.place(target)} attacked")


def _at_hand(x: Context, view: State, step: EvadeOffer | RemoteSupport) -> Battle | None:
    """The combat that comes next, as both sides stand now: before cavalry rides off or guns support (7.11, 25.3)."""
    remote = next((fight.remote for fight in reversed(view.agenda) if isinstance(fight, NormalCombat)), ())
    units = [u for _, us in step.stacks for u in us]
    if not x.ground.layout(view).at.get(step.target) or any(view.units[u].hex < 0 for u in (*units, *remote)):
        return None
    clash = normal_clash(x, view, step.stacks, step.target, remote)
    return _normal(x, view, clash, f"{x.place(step.target)} attacked")


def _stacks(x: Context, view: State, step: object, target: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    if not isinstance(step, CombatSegment):
        return ()
    return tuple((h, units) for h, t in step.plan if t == target and (units := fighters_in(x, view, h)))


def _riders(view: State, step: object, target: int) -> tuple[Rider, ...]:
    """Those who are to charge a hex already: all strike together (7.7)."""
    return riders_on(view, step.plan, target) if isinstance(step, ChargeSegment) else ()


def _planned(x: Context, view: State, move: m.Attack | m.Bombard | m.Charge, step: object) -> Battle | None:
    target = _target(move)
    here = tuple(x.ground.layout(view).at.get(target, ()))
    if not here:
        return None
    where = x.board.title(target)
    if isinstance(move, m.Bombard):
        return _bombardment(x, bombard_clash(x, view, move.units, target), f"{where} bombarded")
    if isinstance(move, m.Charge):
        riders = (*_riders(view, step, target), *riders_on(view, ((move.units, move.path),), target))
        return _charge(x, view, riders, target, here)
    stacks = (*_stacks(x, view, step, target), (move.stack, fighters_in(x, view, move.stack)))
    return _normal(x, view, normal_clash(x, view, stacks, target), f"{where} attacked")


# Explanations


def party(
    x: Context, side: Force, title: str, nation: str, kind: str = "normal", *, fires: bool = True, breaks: bool = True
) -> Party:
    """One side: each fighter with what reduces its fire, then its morale part by part; figures that are not from the
    rules text say so. ``breaks`` says that it tests its morale when it is hit.
    """
    tables, fire_words, morale_words = x.tables, x.rules.fire_words(), x.rules.morale_words()
    lines = []
    for f in side.fighters:
        if not f.steps:
            continue
        doubts = [doubt(tables, "terrain", key, COLUMNS[kind]) for key, _ in f.factors]
        words = [
            f"{fire_words[key][0]} {percent} %{mark[0]}"
            for (key, percent), mark in zip(f.factors, doubts, strict=True)
            if key in fire_words
        ]
        cite = ", ".join(dict.fromkeys(fire_words[key][1] for key, _ in f.factors if key in fire_words))
        note = "; ".join(mark[1] for mark in doubts if mark[1])
        what = f"{x.infos[f.unit].name}{': ' + ', '.join(words) if words else ''}"
        lines.append(Fact(what, f"{f.sp} SP", cite, note))
    alone = strength(side.fighters)
    if alone and side.strength != alone:
        lines.append(Fact("Advantages of the charge", f"× {side.strength // alone}", "NLC 7.10"))
    if side.bonus:
        lines.append(Fact("Each die to hit", f"+{side.bonus}", "NLC 25.11"))
    for key, value in morale_parts(tables, side):
        if key == "base":
            lines.append(Fact("Morale, base", str(value), "NLC 2.2"))
        elif key in morale_words:
            text, cite = morale_words[key]
            mark, note = doubt(tables, "morale-modifiers", key, "modifier")
            lines.append(Fact(sentence(text) + mark, signed(value), cite, note))
    lines += throw_lines(x, side)
    if side.bound and can_give_way(side):
        why, cite = BOUND_WORDS[side.bound]
        lines.append(Fact(sentence(why), "retreats", cite))
    elif kind == "normal" and {f.stays for f in side.fighters if f.steps} == {True}:
        lines.append(Fact("A garrison", "does not retreat", "NLC 10"))
    elif not breaks:
        lines.append(Fact("Foot guns that attack", "need no morale check", "NLC 7.4"))
    else:
        lines.append(Fact("Stands on a die of", f"{morale(tables, side)} or less", "NLC 2.3"))
    return Party(title, nation, tuple(lines), f"fires with {side.strength}" if fires else "does not fire")


def breaks(clash: Clash, which: int) -> bool:
    """Whether a side may have to test its morale, as foot guns that attack alone never do (7.4)."""
    return clash.kind != "normal" or can_break(clash, which)


def throw_lines(x: Context, side: Force) -> list[Fact]:
    """What the title's own rules do to a side's throw for fire."""
    known, lines = x.rules.morale_words(), []
    point = "dice" if x.options.six_to_hit else "on the throw"
    for key, value in of_throw(side):
        text, cite = known[key]
        again = key.startswith(ANEW)
        what = f"thrown anew without a hit, {counted(value, 'time')}" if again else f"{signed(value)} {point}"
        lines.append(Fact(sentence(text), what, cite))
    return lines


def _parties(x: Context, clash: Clash, quiet: bool = False) -> tuple[Party, Party]:
    found = []
    for which, side in enumerate(clash.forces):
        nation = x.infos[side.fighters[0].unit].nation
        names = ", ".join(x.infos[f.unit].name for f in side.fighters)
        fires = not (quiet and which == DEFEND)
        title = f"{_WHO[which]}: {names}"
        found.append(party(x, side, title, nation, clash.kind, fires=fires, breaks=breaks(clash, which)))
    return found[0], found[1]


def shares(chances: Distribution[int]) -> tuple[Share, ...]:
    return tuple(Share(str(k), str(p), float(p)) for k, p in sorted(chances))


def normal_spreads(odds: Odds, when: str) -> tuple[Spread, ...]:
    """What a normal combat costs under a plan."""
    return tuple(
        Spread(f"Steps the {who} loses, {when}", shares(odds.steps(side)), "exact", cite)
        for who, side in (("defender", DEFEND), ("attacker", ATTACK))
        for cite in ["NLC 7.1" if when == "if both stand" else "NLC 7.4"]
    )


def normal_chances(odds: Odds) -> tuple[Share, ...]:
    """Single chances of a normal combat, each under the name of what it is."""
    return (
        share("Defender gives way or is gone", odds.loses_ground(DEFEND), "main"),
        share("Attacker gives way or is gone", odds.loses_ground(ATTACK)),
        share("Defender gives way", odds.gives_way(DEFEND)),
        share("Defender is destroyed", odds.destroyed(DEFEND)),
        share("Attacker loses a step or more", 1 - odds.steps(ATTACK)[0], "main"),
        share("Defender loses a step or more", 1 - odds.steps(DEFEND)[0]),
    )


def condition(clash: Clash, plan: tuple[bool, bool]) -> str:
    """A plan in words, for the name of a distribution."""
    attacker, defender = plan
    if clash.forces[DEFEND].bound and can_give_way(clash.forces[DEFEND]):
        return "if the attacker retreats when hit" if attacker else "as the defender must retreat"
    if attacker and defender:
        return "if either side retreats when hit"
    if attacker or defender:
        return f"if the {'attacker' if attacker else 'defender'} retreats when hit"
    return "if both stand"


def plans(clash: Clash) -> list[tuple[str, tuple[bool, bool]]]:
    """Who may mean to retreat when hit (attacker, defender), in words (7.4); what must be comes first."""
    if clash.forces[DEFEND].bound and can_give_way(clash.forces[DEFEND]):
        found = [("Defender must retreat", (False, False))]
    else:
        found = [("Both stand", (False, False))]
        if can_give_way(clash.forces[DEFEND]):
            found.append(("Defender retreats when hit", (False, True)))
    return [*found, ("Attacker retreats when hit", (True, False))]


def brief(odds: Odds) -> tuple[Share, ...]:
    """The chances that a what-if compares for a normal combat."""
    return (
        share("Defender gives way or is gone", odds.loses_ground(DEFEND)),
        share("Defender loses a step", 1 - odds.steps(DEFEND)[0]),
        share("Attacker gives way or is gone", odds.loses_ground(ATTACK)),
        share("Attacker loses a step", 1 - odds.steps(ATTACK)[0]),
    )


def _normal(x: Context, view: State, clash: Clash, title: str) -> Battle:
    """A normal combat; what going back costs a side that gives way is counted in (7.4)."""
    back = WayBack(x, view)
    found = [(words, normal_odds(x.tables, x.options, clash, plan, back)) for words, plan in plans(clash)]
    odds = found[0][1]
    what_if = tuple(WhatIf(words, brief(other)) for words, other in found)
    spreads = normal_spreads(odds, condition(clash, (False, False)))
    return Battle(title, with_ways(_parties(x, clash), back, clash), spreads, normal_chances(odds), what_if)


def with_ways(parties: tuple[Party, Party], back: WayBack, clash: Clash) -> tuple[Party, Party]:
    """Both sides with what the way back of each may cost it."""
    one, two = (
        replace(party, lines=(*party.lines, *ways_back(back, clash, which))) for which, party in enumerate(parties)
    )
    return one, two


def _bombardment(x: Context, clash: Clash, title: str) -> Battle:
    return Battle(title, _parties(x, clash, quiet=True), *bombard_odds(x.tables, x.options, clash))


def bombard_odds(tables: Tables, options: Options, clash: Clash) -> tuple[tuple[Spread, ...], tuple[Share, ...]]:
    """Hits of a bombardment; the first one disrupts, further ones cost steps (8.1)."""
    hits = bombard_hits(tables, options, clash.forces[ATTACK])
    spread = Spread("Hits on the target; the first one only disrupts", shares(hits), "exact", "NLC 8.1")
    return (spread,), (
        share("The target is disrupted", hits.chance(lambda n: n >= 1), "main"),
        share("It loses a step as well", hits.chance(lambda n: n >= 2)),
    )


def _charge(
    x: Context, view: State, chargers: tuple[tuple[int, int], ...], target: int, here: tuple[int, ...]
) -> Battle:
    """A charge; the morale check of infantry that may not be ready is part of the odds (7.10)."""
    back = WayBack(x, view)
    odds, clash, p = charge_chances(x, view, chargers, target, here, False, back)
    chances = [share("Infantry is not ready to receive (counted in)", p)] if p is not None else []
    parties = with_ways(_parties(x, clash), back, clash)
    return Battle(f"{x.board.title(target)} charged", parties, *charge_words(odds, chances))


def _countercharge(x: Context, view: State, step: ReactionOffer) -> Battle | None:
    """A reaction charge under decision (7.9): each unit's check, and what happens if all of them strike."""
    struck = tuple(u for u in step.units if view.units[u].hex >= 0 and view.units[u].steps)
    ways = dict(step.joined)
    checks = []
    for u, path in reactors(x, view, step.hex, 1 - step.who, step.checked):
        if u not in ways:
            ways[u] = path
            checks.append(share(f"{x.infos[u].name} passes its check and strikes", striking(x, view, u)))
    if not struck or not ways:
        return None
    chargers = tuple((u, entry_of(view, (u,), path)) for u, path in ways.items())
    # Chargers that are beaten on their way ride back to where they came from.
    back = None if step.event == "charge" else WayBack(x, view)
    odds, clash, p = charge_chances(x, view, chargers, step.hex, struck, step.backhand, back)
    if p is not None:
        checks.append(share("Infantry is not ready to receive (counted in)", p))
    spreads, chances = charge_words(odds)
    all_of = "if it strikes" if len(ways) == 1 else "if all of them strike"
    spreads = tuple(replace(s, title=f"{s.title}, {all_of}") for s in spreads)
    chances = tuple(replace(c, label=f"{c.label}, {all_of}" if c.tone else c.label) for c in chances)
    parties = with_ways(_parties(x, clash), back, clash) if back else _parties(x, clash)
    return Battle(f"Countercharge at {x.board.title(step.hex)}", parties, spreads, (*checks, *chances))


def _pursuit(x: Context, view: State, step: AfterCharge, hex: int) -> Battle | None:
    """What a pursuit would bring (7.8): into the hex that is looked at, or into that to which the cavalry wants to."""
    prey = step.prey(x, view)
    if not prey:
        return None
    target = hex if hex in prey else step.wanted(view, prey)
    onset, here = step.onset(view, target), tuple(x.ground.layout(view).at[target])
    back = WayBack(x, view)
    odds, clash, p = charge_chances(x, view, onset.riders, target, here, onset.backhand, back, onset.silent)
    chances = [share("Infantry is not ready to receive (counted in)", p)] if p is not None else []
    parties = with_ways(_parties(x, clash), back, clash)
    return Battle(f"Pursuit into {x.board.title(target)}", parties, *charge_words(odds, chances))


def charge_words(odds: Odds, chances: Sequence[Share] = ()) -> tuple[tuple[Spread, ...], tuple[Share, ...]]:
    """What a charge brings (7.7)."""
    spreads = (
        Spread("Steps the charged side loses", shares(odds.steps(DEFEND)), "exact", "NLC 7.7"),
        Spread("Steps the cavalry loses", shares(odds.steps(ATTACK)), "exact", "NLC 7.7"),
    )
    lost = odds.results.chance(lambda r: r.attacker_gives != "" or r.attacker_gone)
    won = share("The cavalry wins", 1 - lost, "main")
    gone = share("The charged side is destroyed, without a pursuit", odds.destroyed(DEFEND))
    return spreads, (
        won,
        gone,
        share("The cavalry loses a step or more", 1 - odds.steps(ATTACK)[0]),
        *chances,
    )


def _fought(x: Context, view: State, step: RetreatChoice) -> Battle:
    """After the fire: hits are known, retreats are not."""
    unit = parts_of_a_hit(x.options)
    hits = [f.hits / unit for f in step.clash.forces]
    where = x.board.title(step.target)
    title = f"Combat at {where}: hits {hits[DEFEND]:g} on the defender, {hits[ATTACK]:g} on the attacker"
    chances = tuple(
        share(
            f"{_WHO[which]} passes morale as he is now",
            stands(x.tables, side),
            "main" if which == step.which else "",
        )
        for which, side in enumerate(step.clash.forces)
        if can_break(step.clash, which) or not can_give_way(side)
    )
    return Battle(title, with_ways(_parties(x, step.clash), WayBack(x, view), step.clash), (), chances)
