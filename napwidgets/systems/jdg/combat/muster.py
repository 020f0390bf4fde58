"""8. A box's combat as a battle: who fights, on what ground, with which modifiers; for resolution and odds alike.

Readings 10 to 13, 55 to 58 and 71 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from msgspec import Struct

from napwidgets.systems.jdg.combat.battle import ATTACK, DEFEND, Battle, Ground, Later, sallied
from napwidgets.systems.jdg.combat.guns import arriving, by_another_way
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.forces import Force
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import Entered, State
from napwidgets.systems.jdg.step import Choice


class Clash(Struct, frozen=True, array_like=True):
    """A combat of a box: the attacking side; whether it is an ``assault`` on the city, a ``sortie`` out of it; the
    tactics chosen (empty: not yet), and who plays the card of surprise.
    """

    box: int
    who: int
    assault: bool = False
    sortie: bool = False
    tactics: tuple[str, str] = ("", "")
    surprise: tuple[bool, bool] = (False, False)


class OfClash(Choice, frozen=True, array_like=True):
    """A decision about a combat."""

    clash: Clash

    def about(self, x: Context, s: State) -> int:
        return self.clash.box


def attackers(x: Context, s: State, clash: Clash) -> list[int]:
    """The counters of the attacker; a garrison that is shut in joins its friends outside (8.8, reading 57)."""
    return x.here(s, clash.box, clash.who)


def defenders(x: Context, s: State, clash: Clash) -> list[int]:
    """The counters of the defender: those in the field, or the garrison in an assault."""
    here = x.here(s, clash.box, other(clash.who))
    return [i for i in here if s.counters[i].inside == clash.assault]


def entries(s: State, clash: Clash) -> list[Entered]:
    """How the attackers came into the box in this turn."""
    return [e for e in s.entered if e.box == clash.box and e.side == clash.who]


def battle_of(x: Context, s: State, clash: Clash, length: int = 0) -> Battle:
    """The battle as it will be fought; with ``length`` those who come to the guns in time are in it.

    Raises ``ValueError`` if a side has no strength points.
    """
    forces = (x.force(s, attackers(x, s, clash)), x.force(s, defenders(x, s, clash)))
    later = [
        Later(DEFEND, after, x.force(s, march.pieces), by_another_way(x, s, march, entries(s, clash)))
        for march, after in arriving(x, s, clash.box, length)
        if not clash.assault
    ]
    if _met_twice(s, clash):
        later.append(Later(DEFEND, 0, Force(()), True))
    return Battle(forces, ground(x, s, clash), tuple(later), _opened(x, s, clash, length))


def _opened(x: Context, s: State, clash: Clash, length: int) -> tuple[tuple[int, bool, bool], ...]:
    """What is left of the attacker's ways back when those who march to the guns have left their boxes (6.5.2, 8.7)."""
    coming = [] if clash.assault else arriving(x, s, clash.box, length)
    found = []
    for after in sorted({then for _, then in coming}):
        gone = [i for march, then in coming if then <= after for i in march.pieces]
        there = ground(x, s.each(gone, at=clash.box), clash)
        found.append((after, there.water[ATTACK], there.shut[ATTACK]))
    plain = ground(x, s, clash) if found else None
    return tuple(now for now in found if plain and now[1:] != (plain.water[ATTACK], plain.shut[ATTACK]))


def _met_twice(s: State, clash: Clash) -> bool:
    """Whether two forces have intercepted from different sides: one is then a flank attack (6.5.1, 8.5)."""
    return len({e.link for e in s.entered if e.box == clash.box and e.side != clash.who}) > 1


def ground(x: Context, s: State, clash: Clash) -> Ground:
    """Terrain, works and the ways into and out of the box (8.5, 8.7, 8.8)."""
    place, came, mine = x.network.places[clash.box], entries(s, clash), attackers(x, s, clash)
    inside_out = clash.sortie or any(s.counters[i].inside for i in mine)
    home = bool(mine) and all(s.counters[i].inside for i in mine)
    calm = any(effect == "no pursuit" for _, effect in s.played)
    back = (_links_back(x, s, clash, clash.who), _links_back(x, s, clash, other(clash.who)))
    into = [e for e in came if not e.before]
    ways = {e.link for e in into if e.link >= 0}
    floats = {link for link, _ in s.pontoons}
    found = Ground(
        place.terrain,
        city=clash.assault,
        entrenched=(clash.box, other(clash.who)) in s.works,
        bridge=any(x.setting.bridge[link] or link in floats for link in ways),
        flank=len({e.link for e in into}) > 1,
        encircled=not clash.assault and encircled(x, s, clash),
        weather=s.weather.name,
        water=(_wet(x, back[ATTACK]), _wet(x, back[DEFEND])),
        surprise=clash.surprise,
        shut=(not back[ATTACK], not clash.assault and not back[DEFEND]),
        safe=(calm, calm),
    )
    return sallied(found, home) if inside_out else found


def _wet(x: Context, links: set[int]) -> bool:
    """Whether there are connections, and all of them lead over water."""
    return bool(links) and all(x.network.links[link].water for link in links)


def _links_back(x: Context, s: State, clash: Clash, side: int) -> set[int]:
    """The connections by which a side may retreat; it takes a dry one where there is one (8.7). Dummies and leaders
    alone are found out before they shut anybody in (readings 60 and 82).
    """
    foe = other(side)
    unseen = {box for box, who, _ in s.unseen if who == foe}
    ways = ways_back(x, s, clash, side) or [
        to for to in _open(x, s, clash, side) if to not in unseen and not x.units(x.here(s, to, foe))
    ]
    links = {x.network.link_between(clash.box, to) for to in ways}
    return {link for link in links if link is not None}


def encircled(x: Context, s: State, clash: Clash) -> bool:
    """Whether all boxes around are held by the attacker with enough strength, those he came from aside (8.5)."""
    least = x.tables.retreat["encircles from"]
    came, barred = strong_origins(x, s, clash), x.barred(s)
    around = [there for there, link in x.setting.around[clash.box] if link not in barred]
    return bool(around) and all(
        there in came or x.strength(s, x.afield(s, there, clash.who)) >= least for there in around
    )


def strong_origins(x: Context, s: State, clash: Clash) -> set[int]:
    """The boxes from which the attackers came in such strength that nobody retreats there (8.5, 8.6, 8.7)."""
    bars = x.tables.retreat["bars the way from"]
    found: dict[int, int] = {}
    for entry in entries(s, clash):
        found[entry.origin] = found.get(entry.origin, 0) + entry.strength
    return {origin for origin, strength in found.items() if strength >= bars}


def ways_back(x: Context, s: State, clash: Clash, side: int) -> list[int]:
    """The boxes that a side may retreat to (8.6, 8.7): free of enemies, over a way that can be crossed, and for a
    defender not where a strong attacker came from.
    """
    foes = x.forces(s, other(side))
    return [to for to in _open(x, s, clash, side) if to not in foes]


def _open(x: Context, s: State, clash: Clash, side: int) -> list[int]:
    """The boxes beside a combat that neither a broken crossing nor the attackers' way shuts to a side (8.6, 8.7)."""
    closed = strong_origins(x, s, clash) if side != clash.who else set()
    barred = x.barred(s)
    return sorted(there for there, link in x.setting.around[clash.box] if link not in barred and there not in closed)
