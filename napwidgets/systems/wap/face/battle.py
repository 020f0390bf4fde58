"""Battles of a campaign before the dice: both forces, every modifier with its paragraph, exact chances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from napwidgets.board.display import Battle, Fact, Party, Share, Spread, WhatIf
from napwidgets.board.display import share as share
from napwidgets.kernel.odds import Distribution
from napwidgets.systems.telling import sentence
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face.ways import WaysOut
from napwidgets.systems.wap.face.words import colour, counted, signed
from napwidgets.systems.wap.forces import spelled
from napwidgets.systems.wap.ground import layout
from napwidgets.systems.wap.ground import troops as troops_at
from napwidgets.systems.wap.land import field
from napwidgets.systems.wap.land.combat import Battle as Round
from napwidgets.systems.wap.land.combat import CombatPhase, Shelter, Slip, contested, roused
from napwidgets.systems.wap.land.muster import engage, fighters, leaders_with, relieved
from napwidgets.systems.wap.moves import Engage
from napwidgets.systems.wap.sea import naval
from napwidgets.systems.wap.sea.blockade import AttackOffer, PounceOffer, pouncing
from napwidgets.systems.wap.sea.encounters import (
    InterceptOffer,
    PursueOffer,
    SeaFight,
    force,
    interception_parts,
    looked,
    stranded,
)
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.sea.hunt import FIGHT, seek_parts, sought, why_not_seek
from napwidgets.systems.wap.sea.jettison import JettisonOffer, RetrieveOffer
from napwidgets.systems.wap.sea.relief import Engaged, SecondFight, SortieOffer, attacked, first_fight
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import ATTACKED, ATTACKING, SAILING, Army, Fleet, State, fleet_index
from napwidgets.systems.wap.step import subject_number
from napwidgets.systems.wap.tables import Tables

ATTACK, DEFEND = field.ATTACK, field.DEFEND
_WHO = ("Attacker", "Defender")


def battle(x: Context, s: State, subject: str | None, hex: int) -> Battle | None:
    """The battle at hand: the one being fought, or the one that the chosen hex or fleet would bring."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, Round):
        return on_land(x, s, step.hex, step.rounds, step.assault)
    if isinstance(step, (Slip, Shelter)):
        return on_land(x, s, step.hex)
    if isinstance(step, CombatPhase):
        return _to_come(x, s, subject_number(subject, "h") if subject else hex)
    return _at_sea(x, s, step, subject)


def _to_come(x: Context, s: State, hex: int) -> Battle | None:
    if hex in contested(x, s):
        return on_land(x, s, hex)
    attack, defend = fighters(x, s, hex, s.segment, 0, True) if hex >= 0 else ([], [])
    return on_land(x, s, hex, 0, True) if attack and defend else on_land(x, roused(x, s, hex, []), hex)


# On land


def on_land(x: Context, s: State, hex: int, rounds: int = 0, assault: bool = False) -> Battle | None:
    """The battle in a hex from its next round on, if nobody breaks off."""
    attack, defend = fighters(x, s, hex, s.segment, rounds, assault)
    if not attack or not defend:
        return None
    now = engage(x, s, hex, s.segment, rounds, assault)
    word = "Assault on" if assault else "Battle at"
    title = f"{word} {x.board.title(hex)}" + (f", round {rounds + 1}" if rounds else "")
    troops = [[s.armies[i] for i in chosen] for chosen in (attack, defend)]
    sides = (leaders_with(x, s, hex, c) for c in (attack, defend))
    led = [[(x.setting.leaders[i].called, x.rating(s, i)) for i in side] for side in sides]
    ends = ends_of(x, s, hex, now, assault)
    if assault:
        return shown(x.tables, now, title, troops, led, ends)
    ways = WaysOut(x, s, hex, now)
    return shown(x.tables, now, title, troops, led, ways.counted(ends), ways.lines())


def ends_of(
    x: Context, s: State, hex: int, now: field.Engagement, assault: bool = False
) -> Distribution[field.Engagement]:
    """The exact ends of the battle in a hex as it stands, with besieged friends who come out in time (reading 51)."""
    if not now.rounds and not assault and troops_at(s, layout(x, s), hex, s.segment, True):
        return relieved(x, s, hex, s.segment, now)
    return land_odds(x.tables, now)


def shown(
    tables: Tables,
    now: field.Engagement,
    title: str,
    troops: Sequence[Sequence[Army]],
    led: Sequence[Sequence[tuple[str, int]]],
    ends: Distribution[field.Engagement] | None = None,
    ways: Sequence[Sequence[Fact]] = ((), ()),
) -> Battle:
    """An engagement before the dice: the armies of both sides, and their leaders with their ratings, the best first.
    Its ``ends`` are those of who stands there now unless somebody is to come; ``ways`` says what going back costs.
    """
    ends = land_odds(tables, now) if ends is None else ends
    parts = _factors(field.parts(tables, now), _WHO[field.larger(now)].lower())
    parties = tuple(
        Party(
            f"{_WHO[k]}: {', '.join(dict.fromkeys(NATIONS[army.nation] for army in troops[k]))}",
            colour(troops[k][0].nation),
            (*_forces(troops[k], led[k], side), *(parts if k == field.larger(now) else ()), *ways[k]),
            f"{side.points} SP",
        )
        for k, side in enumerate(now.sides)
    )
    return Battle(title, parties, land_spreads(ends, now), land_chances(ends))


def _forces(troops: Sequence[Army], led: Sequence[tuple[str, int]], side: field.Side) -> list[Fact]:
    """A force line by line: its armies, its leader, its morale and supply."""
    facts = [Fact(NATIONS[army.nation], spelled(army.count), "F.1") for army in troops]
    for name, rating in led[:1]:
        facts.append(Fact(f"Led by {name}", f"rating {rating}", "reference 1.10"))
    facts.append(Fact("Morale", str(side.morale), "reference 1.9"))
    if side.cavalry:
        facts.append(Fact("Cavalry", f"{side.cavalry} SP", "base rules Q"))
    if not side.supplied:
        facts.append(Fact("Supply", "none", "base rules M"))
    if side.walls:
        facts.append(Fact("Behind walls", "never gives way", "base rules S"))
    return facts


def _factors(parts: Iterable[tuple[str, int, str]], who: str) -> tuple[Fact, ...]:
    """The modifiers of the die, as the side that throws it reads them."""
    found = [Fact(sentence(label), signed(value), cite) for label, value, cite in parts]
    total = sum(value for _, value, _ in parts)
    return (*found, Fact(f"Die of the {who}, in all", signed(total), "base rules O"))


@lru_cache(maxsize=64)
def land_odds(tables: Tables, now: field.Engagement) -> Distribution[field.Engagement]:
    """The exact ends of a battle; remembered, for a screen asks for them often."""
    return field.battle_odds(tables, now, max(1, tables.ground["rounds"] - now.rounds))


def counts(odds: Distribution[field.Engagement], of: Callable[[field.Engagement], int]) -> tuple[Share, ...]:
    """The distribution of a number."""
    return tuple(share(str(n), p) for n, p in sorted(odds.map(of)))


def land_spreads(ends: Distribution[field.Engagement], now: field.Engagement) -> tuple[Spread, ...]:
    """What a battle costs both sides, pursuit with it."""
    return tuple(
        Spread(
            f"Strength points the {_WHO[k].lower()} loses",
            counts(ends, lambda end, k=k: end.sides[k].lost - now.sides[k].lost),  # type: ignore[misc]
            "exact",
            "WAP base rules O, Q",
        )
        for k in (DEFEND, ATTACK)
    )


def land_chances(ends: Distribution[field.Engagement]) -> tuple[Share, ...]:
    """Who gives way."""
    lost = ends.chance(lambda end: end.gave == DEFEND)
    won = ends.chance(lambda end: end.gave == ATTACK)
    return (
        share("Defender gives way or is gone", lost, "main"),
        share("Attacker gives way or is gone", won, "main"),
        share("Both stand to the end: the attacker goes back", 1 - lost - won),
    )


# At sea


def _at_sea(x: Context, s: State, step: object, subject: str | None) -> Battle | None:
    """The sea fight that is offered, or that goes on if it is pursued."""
    if isinstance(step, AttackOffer):
        foe = x.enemies(s.segment)
        chosen = [f for f in s.fleets if f.place == step.place and not f.inside and x.faction(s, f.nation) == foe]
        return afloat(x, _flagged(x, s, chosen, ATTACKED), SeaFight(SAILING, ATTACKED))
    if isinstance(step, SortieOffer):
        return afloat(x, s, SeaFight(SAILING, ATTACKED))
    if isinstance(step, Engaged):
        return _between(x, s, step)
    if isinstance(step, SecondFight):
        return afloat(x, attacked(x, s, step.place), SeaFight(step.flag, ATTACKED))
    if isinstance(step, PounceOffer):
        return afloat(
            x, _flagged(x, s, pouncing(x, s, step.place), ATTACKING), SeaFight(ATTACKING, SAILING, once=True), one=True
        )
    if isinstance(step, PursueOffer) and len(s.agenda) > 1 and isinstance(s.agenda[-2], SeaFight):
        return afloat(x, s, s.agenda[-2])
    if isinstance(step, (JettisonOffer, RetrieveOffer)):
        return next((afloat(x, s, fight) for fight in reversed(s.agenda) if isinstance(fight, SeaFight)), None)
    i = fleet_index(s, subject_number(subject or "", "f"))
    if isinstance(step, InterceptOffer) and 0 <= i < len(s.fleets):
        return _intercepted(x, s, step, i)
    if isinstance(step, NavalPhase) and why_not_seek(x, s, step.seat, i) is None:
        return _sought(x, s, step.seat, i)
    return None


def _between(x: Context, s: State, step: Engaged) -> Battle | None:
    """The fight with those from the sea, and what each way to begin brings blockaders between two fleets (F.6.i)."""
    found, lines = afloat(x, s, SeaFight(SAILING, ATTACKED)), []
    for move in step.options(x, s, None):
        label = step.label(x, s, move)
        if isinstance(move, Engage) and label is not None and (first := afloat(x, *first_fight(x, s, move))):
            lines.append(WhatIf(label.text, first.chances))
    return replace(found, what_if=tuple(lines)) if found is not None else None


def _flagged(x: Context, s: State, chosen: Sequence[Fleet], flag: int) -> State:
    return x.with_fleets(s, [replace(f, moved=flag) if f in chosen else f for f in s.fleets])


def _intercepted(x: Context, s: State, step: InterceptOffer, i: int) -> Battle | None:
    """What an interception leads to, if it meets them with all its squadrons."""
    fleet = s.fleets[i]
    after = looked(x, s, i, step.zone, fleet.squadrons, fleet.squadrons)
    return _if_met(x, after, SeaFight(ATTACKING, SAILING), interception_parts(x, s, fleet, step.zone))


def _sought(x: Context, s: State, seat: int, i: int) -> Battle | None:
    """What it leads to if a fleet and those with it seek out an enemy, and all of them meet him."""
    return _if_met(x, sought(x, s, seat, i), FIGHT, seek_parts(x, s, s.fleets[i]))


def _if_met(x: Context, s: State, fight: SeaFight, parts: naval.Parts) -> Battle | None:
    """A fight that comes about if a die finds the enemy."""
    found = afloat(x, s, fight)
    if found is None:
        return None
    met = naval.meeting_odds(x.tables, parts)[True]
    why = ", ".join(f"{label} {signed(value)}" for label, value, _ in parts)
    head = (share(f"They are met ({why})", met, "main"),)
    return replace(found, title="If they are met", chances=(*head, *found.chances))


def afloat(x: Context, s: State, fight: SeaFight, one: bool = False) -> Battle | None:
    """A sea fight from its next round on; the victor pursues each time. ``one`` round alone if they only pounce."""
    now = fight.battle(x, s)
    if not all(f.squadrons for f in now.forces):
        return None
    lost = [stranded(x, s, flag) for flag in fight.flags()]
    ends = naval.with_ports(sea_odds(x.tables, now, one), (not lost[ATTACK], not lost[DEFEND]))
    big = naval.larger(now)
    parts = _factors(naval.combat_parts(x.tables, now), _WHO[big].lower())
    parties = tuple(
        _ships(x, s, now, k, flag, (*(parts if k == big else ()), *((_STRANDED,) if lost[k] else ())))
        for k, flag in enumerate(fight.flags())
    )
    spreads = tuple(
        Spread(
            f"Squadrons the {_WHO[k].lower()} loses",
            tuple(share(str(n), p) for n, p in sorted(ends.map(lambda end, k=k: _lost(end, now, k)))),  # type: ignore[misc]
            "exact",
            "WAP F.7.b",
        )
        for k in (DEFEND, ATTACK)
    )
    chances = (
        share("Defender is beaten", ends.chance(lambda end: end.beaten == DEFEND), "main"),
        share("Attacker is beaten", ends.chance(lambda end: end.beaten == ATTACK), "main"),
    )
    return Battle("Battle at sea" if not one else "One round off the port", parties, spreads, chances)


#: Ships without a port.
_STRANDED = Fact("Port to flee to", "none: who is beaten is lost", "WAP F.7.d")


def _lost(end: naval.Battle, now: naval.Battle, k: int) -> int:
    return now.forces[k].squadrons - end.forces[k].squadrons


@lru_cache(maxsize=64)
def sea_odds(tables: Tables, now: naval.Battle, one: bool) -> Distribution[naval.Battle]:
    """The exact ends of a sea fight; remembered, for a screen asks for them often."""
    if one:
        return Distribution.sure(now).then(lambda before, dice: naval.fight_round(tables, before, dice))
    return naval.battle_odds(tables, now)


def _ships(x: Context, s: State, now: naval.Battle, k: int, flag: int, parts: tuple[Fact, ...]) -> Party:
    fleets = [f for f in s.fleets if f.moved == flag]
    states = ", ".join(dict.fromkeys(NATIONS[f.nation] for f in fleets))
    mine = now.forces[k]
    lines = [
        Fact("Squadrons", str(mine.squadrons), "F.7.b"),
        Fact("Morale", str(naval.morale(x.tables, mine)), "F.1.b"),
    ]
    if mine.transports:
        lines.append(Fact("Transports", str(mine.transports), "F.7.e"))
    if mine.nelson:
        lines.append(Fact("Nelson", "with them", "F.8"))
    nation = colour(fleets[0].nation) if fleets else ""
    force_words = counted(force(x, s, flag).squadrons, "squadron")
    return Party(f"{_WHO[k]}: {states}", nation, (*lines, *parts), force_words)
