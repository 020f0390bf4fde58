"""9.1. What becomes of a combat when a force has marched away from it in the Forced March Phase.

Reading 75 of docs/rules/con.md applies here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.systems.con.context import Context, Log, say
from napwidgets.systems.con.groups import contact_hexes
from napwidgets.systems.con.state import Fight, State
from napwidgets.systems.con.vedettes import flee


def left(x: Context, s: State, side: int, h: int, log: Log) -> State:
    """A force has marched out of a hex: whoever it has linked to the enemy fights no more (9.1)."""
    if x.foes(s, h, side):
        s = flee(x, s, side, h, log)
    for n, fight in enumerate(s.fights):
        if fight.done or h not in fight.hexes[side]:
            continue
        hexes = still_there(x, s, fight)
        if all(hexes):
            turned = tuple(tuple(o for o in own if o in hexes[k]) for k, own in enumerate(fight.outflanking))
            s = s.fight(n, hexes=hexes, outflanking=(turned[0], turned[1]))
        else:
            told = f"There will be no combat at {x.place(fight.hexes[fight.attacker][0])}: nobody is left to fight it."
            say(log, "left", told, "9.1", hexes=[at for own in fight.hexes for at in own])
            s = s.fight(n, done=True)
    return s


def still_there(x: Context, s: State, fight: Fight) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The hexes of both groups that still touch the enemy's, or lie beside one of their own side that does; none where
    the groups touch no more.
    """
    one, two = (tuple(h for h in fight.hexes[side] if x.units_at(s, h, side)) for side in (0, 1))
    now, found = replace(fight, hexes=(one, two)), []
    for side, own in enumerate((one, two)):
        front = set(contact_hexes(x, s, now, side))
        found.append(tuple(h for h in own if h in front or front.intersection(x.touching(s, h))))
    return found[0], found[1]
