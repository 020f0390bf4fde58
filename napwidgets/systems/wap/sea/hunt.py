"""F.4.f, K.9. A fleet that begins its second turn in a sea seeks out enemies who have lain there.

Reading 118 of docs/rules/wap.md applies here: it stays where it is in its own Naval Phase and throws as for an
interception; if it meets them, they fight.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, counted, names, say
from napwidgets.systems.wap.forces import NONE
from napwidgets.systems.wap.sea import naval
from napwidgets.systems.wap.sea.cargo import Problem
from napwidgets.systems.wap.sea.encounters import SeaFight, met_words, usual_groups, why_not_groups
from napwidgets.systems.wap.sea.seaways import able
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import (
    ATTACKED,
    ATTACKING,
    ENGLISH,
    MOVED,
    NEUTRAL,
    PRIZE,
    READY,
    Fleet,
    State,
    at_sea,
    fleet_index,
    fleet_number,
    zone_of,
)
from napwidgets.systems.wap.trade.obligations import held_back

#: What comes of it where they meet.
FIGHT = SeaFight(ATTACKING, ATTACKED)


def quarry(x: Context, s: State, zone: int) -> list[Fleet]:
    """Enemies who have lain in a sea through the whole last French Movement Phase (F.4.f)."""
    foe = x.enemies(s.segment)
    # That phase was this turn's for who plays after the French, and last turn's for the French themselves.
    latest = s.turn - 1 - (foe == ENGLISH)
    there = [
        f
        for f in s.fleets
        if f.place == at_sea(zone) and f.condition != PRIZE and f.since <= latest and x.faction(s, f.nation) == foe
    ]
    return there if foe != NEUTRAL else []


def company(x: Context, s: State, seat: int, i: int) -> list[int]:
    """Who seeks when fleet ``i`` does: it first, then the other fleets of its seat that may, too."""
    others = [n for n in range(len(s.fleets)) if n != i and s.fleets[n].place == s.fleets[i].place]
    return [i, *(n for n in others if _why_not_take_part(x, s, seat, s.fleets[n]) is None)]


def _why_not_take_part(x: Context, s: State, seat: int, fleet: Fleet) -> Problem:
    """Why a fleet can't seek, whoever is there to be found."""
    if fleet.moved != READY or not able(fleet) or not x.mine(s, fleet.nation, seat):
        return "Choose a fleet of yours that has not moved yet.", "F.9"
    if not zone_of(fleet.place) or not fleet.squadrons:
        return "Only squadrons at sea seek out an enemy at sea.", "F.4.f"
    if fleet.since >= s.turn:
        return "They have only just come: from their second month in this sea on they can.", "F.4.f"
    if held_back(x, s, fleet.nation, fleet.place):
        return "With Lloyd's rate so high they don't attack.", "K.8.k"
    return None


def why_not_seek(x: Context, s: State, seat: int, i: int) -> Problem:
    """Why a fleet can't seek out enemies in its sea. Where fleets are hidden it may look for what isn't there (K.9)."""
    if not 0 <= i < len(s.fleets):
        return "Choose a fleet of yours that has not moved yet.", "F.9"
    fleet = s.fleets[i]
    problem = _why_not_take_part(x, s, seat, fleet)
    if problem or _hidden(x, fleet):
        return problem
    if not quarry(x, s, zone_of(fleet.place)):
        return "No enemy has lain in this sea through the whole last French Movement Phase.", "F.4.f"
    return None


def _hidden(x: Context, fleet: Fleet) -> bool:
    return x.options.hidden_fleets and x.is_global(fleet.place)


def why_not(x: Context, s: State, seat: int, move: m.Seek) -> Problem:
    """Why a move to seek out the enemy can't be made."""
    i = fleet_index(s, move.fleet)
    if problem := why_not_seek(x, s, seat, i):
        return problem
    if problem := why_not_groups(move):
        return problem
    many = sum(s.fleets[n].squadrons for n in company(x, s, seat, i))
    if move.squadrons > many:
        return f"{counted(many, 'squadron')} can seek there.", "F.4.c"
    return None


def seeks(x: Context, s: State, seat: int, i: int) -> list[m.Seek]:
    """How a fleet may seek: with all that are there, in the usual groups (F.4.c)."""
    if why_not_seek(x, s, seat, i) is not None:
        return []
    many = sum(s.fleets[n].squadrons for n in company(x, s, seat, i))
    return [m.Seek(fleet_number(s, i), many, groups) for groups in usual_groups(many)]


def seek_parts(x: Context, s: State, fleet: Fleet) -> naval.Parts:
    """What modifies the die of who seeks: he is at sea, and in his second turn there (F.4.c, F.4.f, F.8.b)."""
    zone = x.setting.zones[zone_of(fleet.place)]
    return naval.interception_parts(x.tables, zone, at_sea=True, second_turn=True, nelson=x.with_nelson(s, fleet))


def label(x: Context, s: State, move: m.Seek) -> Label | None:
    """The move with its chances; none for a fleet that isn't there."""
    i = fleet_index(s, move.fleet)
    if i < 0 or not zone_of(s.fleets[i].place):
        return None
    odds = naval.search_odds(x.tables, seek_parts(x, s, s.fleets[i]), move.throws)
    return replace(move.label(x, s), detail=met_words(move, odds))


def seek(x: Context, s: State, move: m.Seek, seat: int, dice: Dice, log: Log) -> State:
    """Ships seek out enemies in their sea; those that meet them fight them (F.4.f)."""
    i = fleet_index(s, move.fleet)
    fleet, who = s.fleets[i], company(x, s, seat, i)
    found = quarry(x, s, zone_of(fleet.place))
    whose = names(f"{NATIONS[n]}'s" for n in sorted({f.nation for f in found}))
    where = x.place_name(fleet.place, False)
    if found and _hidden(x, fleet):
        say(log, "sighted", f"{NATIONS[fleet.nation]}'s ships sight {whose} {where}.", "K.9")
    parts = seek_parts(x, s, fleet)
    met = naval.search(x.tables, parts, move.throws, dice) if found else 0
    they = f"{whose} ships" if found else "anybody"
    verb = f"meet {they}" if met == move.squadrons else f"meet {they} with {met} of {move.squadrons} squadrons"
    text = f"{NATIONS[fleet.nation]}'s ships {where} {verb if met else f'seek and do not find {they}'}."
    say(log, "interception", text, "F.4.f", parts=parts)
    s = _told_off(x, s, who, move.squadrons, met)
    if not met:
        return s
    return _found(x, s, found).push(FIGHT)


def sought(x: Context, s: State, seat: int, i: int) -> State:
    """The position in which a fleet, and all who seek with it, have met the enemies whom they look for."""
    who = company(x, s, seat, i)
    many = sum(s.fleets[n].squadrons for n in who)
    return _found(x, _told_off(x, s, who, many, many), quarry(x, s, zone_of(s.fleets[i].place)))


def _found(x: Context, s: State, foes: list[Fleet]) -> State:
    """Enemies who have been met are attacked."""
    return x.with_fleets(s, [replace(f, moved=ATTACKED) if f in foes else f for f in s.fleets])


def spent(x: Context, s: State, move: m.Seek, seat: int) -> State:
    """A position in which those who seek have had their move."""
    who = company(x, s, seat, fleet_index(s, move.fleet))
    return _told_off(x, s, who, move.squadrons, 0)


def _told_off(x: Context, s: State, who: list[int], tried: int, met: int) -> State:
    """Of the squadrons that tried those that meet the enemy attack, the others have had their move."""
    fleets = [f for n, f in enumerate(s.fleets) if n not in who]
    for n in who:
        fleet = s.fleets[n]
        out = min(tried, fleet.squadrons)
        of_these = min(met, out)
        tried, met = tried - out, met - of_these
        fleets.append(replace(fleet, squadrons=fleet.squadrons - out))
        for number, moved in ((of_these, ATTACKING), (out - of_these, MOVED)):
            fleets.append(replace(fleet, squadrons=number, transports=0, aboard=NONE, moved=moved))
    return x.with_fleets(s, fleets)
