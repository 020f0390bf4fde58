"""Whether a force of jdg stands or gives way: before an enemy who marches by, before its city, behind the walls.

Each choice is weighed in victory points: what a battle promises by the exact odds, what a siege costs by its own die.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from napwidgets.players.jdg_odds import USUAL, outlook
from napwidgets.players.jdg_situation import FAR, Situation
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.combat.muster import Clash, ways_back
from napwidgets.systems.jdg.combat.sieges import parts_at, stormers
from napwidgets.systems.jdg.seasons import Siege, siege_odds
from napwidgets.systems.jdg.state import HIDDEN

#: How near an enemy stands, in movement points, who may still come to a battle where somebody has been intercepted.
JOINS = 6
#: What a siege that friends near the city may break up is feared less.
RELIEVED = 0.6


def force_worth(now: Situation, pieces: Sequence[int]) -> float:
    """What it costs in victory points if counters are lost, their leaders with them (9)."""
    x, rows = now.x, now.x.tables.victory
    captives = sum(
        now.mood.captive
        if i in x.setting.napoleon
        else rows["commander-in-chief captured" if x.chief_of(now.s, i) == i else "general captured"]
        for i in x.leaders(pieces)
    )
    return x.strength(now.s, pieces) / rows["losses for a point"] + captives


def _stake(now: Situation, box: int) -> float:
    return now.stake(box) if box in now.lie.goals else 0


def falls(now: Situation, box: int, inside: Sequence[int], besiegers: float) -> float:
    """The chance that a city falls before the end of the game, if it is besieged in every turn of the enemy's. Only
    infantry besieges: until some is there the walls are merely watched (8.8, reading 89).
    """
    x, s = now.x, now.s
    able = bool(stormers(x, s, box, now.foe)) or any(at == box and who == now.foe for at, who, _ in s.unseen)
    there = {box} if able else set(now.enemies)
    parts = parts_at(x, box, round(besiegers * on_foot(now, there)), x.strength(s, inside))
    stage = next((siege.stage for siege in s.sieges if (siege.box, siege.side) == (box, now.foe)), "S2")
    ends = siege_odds(x.tables, Siege(stage), parts, now.left - (not able), x.setting.scenario.siege)
    return float(ends.chance(lambda end: end.fallen))


def on_foot(now: Situation, boxes: Collection[int]) -> float:
    """What part of the enemies' strength in some boxes is infantry; of those face down as much as of all of them."""
    s, sides = now.s, now.x.sides
    shown, dark = [0, 0], [0, 0]
    for i, piece in enumerate(now.x.pieces):
        if sides[i] != now.foe or piece.values is None:
            continue
        if s.counters[i].at in boxes:
            shown[piece.kind == "infantry"] += s.counters[i].strength
        elif s.counters[i].at == HIDDEN and not piece.later:
            dark[piece.kind == "infantry"] += piece.most
    # Somebody comes whose kind nobody knows.
    unseen = sum(n for box, who, n in s.unseen if box in boxes and who == now.foe) * now.average or not sum(shown)
    hidden = dark[1] / sum(dark) if sum(dark) else 1.0
    return (shown[1] + unseen * hidden) / (sum(shown) + unseen)


def behind_walls(now: Situation, move: m.Shelter, box: int, besiegers: float) -> float:
    """What it costs to go into a city: its garrison if it falls, and the place then or while it is shut in."""
    inside = [i for i in move.pieces if now.x.pieces[i].leader is not None or now.x.is_unit(i)]
    chance = falls(now, box, inside, besiegers)
    if now.friends(box) - now.x.strength(now.s, inside) >= besiegers:
        chance *= RELIEVED
    shut = now.shut(box) if box in now.lie.goals else 0
    return -chance * (force_worth(now, inside) + _stake(now, box)) - (1.0 - chance) * shut


def before_walls(now: Situation, pieces: Sequence[int], box: int, theirs: float) -> float:
    """What it costs to fight in the open box: the battle, the place if it is lost, all if there is no way back."""
    led = (max(USUAL, now.their_general(box)), now.general(pieces))
    look = outlook(now.x.tables, theirs, now.ranks(pieces), now.x.network.places[box].terrain, led)
    way = ways_back(now.x, now.s, Clash(box, now.foe), now.side)
    lost = 0.0 if way else force_worth(now, pieces)
    return -look.worth - look.wins * (_stake(now, box) + lost)


def joined(now: Situation, box: int) -> float:
    """The enemies in a box, and what may still come up there before they fight: those beside, in part."""
    far = now.lie.far(box)
    more = sum(n for at, n in now.enemies.items() if at != box and far.get(at, FAR) <= JOINS)
    return max(1.0, now.enemies.get(box, 0.0)) + now.mood.joins * more


def meets(now: Situation, pieces: Sequence[int], box: int) -> float:
    """What it is worth to meet a march as defender: the battle, and the place that the enemy would turn."""
    mine, theirs = now.ranks(pieces), joined(now, box)
    led = (max(USUAL, now.their_general(box)), now.general(pieces))
    look = outlook(now.x.tables, theirs, mine, now.x.network.places[box].terrain, led)
    place = _stake(now, box) * (1.0 - look.wins)
    return place - look.worth - look.wins * now.mood.ruin * mine
