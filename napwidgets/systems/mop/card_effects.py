"""37.12, Appendices I and III. Cards that change what the rules ask while they hold: one function for each question.

None of them changes anything where no card is played.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.systems.mop import cards
from napwidgets.systems.mop.bound import options, tables
from napwidgets.systems.mop.cards import figure, holds, live, ready, used
from napwidgets.systems.mop.front import NAPOLEON
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.telling import say
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.causes import Mods, Words
from napwidgets.systems.tactical.core.state import CHARGED
from napwidgets.systems.tactical.ground.context import Context, Log

WORDS: dict[str, Words] = {
    "area defense": ("Area Defense", "MoP App. III"),
    "marmont shakes": ("faces Marmont", "MoP App. III"),
    "marmont holds": ("Marmont holds his men", "MoP App. III"),
}
#: The marshal of card 30, by id.
MARSHAL = "marmont"
_PAPERS = "App. III"
#: What card 31 was played for: an order more, or command range through zones of control.
FOR_ORDERS, FOR_RANGE = 1, 2


# Leaders and orders


def rated(x: Context, s: State, leader: int) -> int:
    """Card 7: the Emperor counts five this turn for all purposes."""
    if x.setting.leaders[leader].id != NAPOLEON or s.leaders[leader].replaced:
        return -1
    return figure(x, "rating of the Emperor") if holds(s, x.setting.leader_side[leader], cards.EMPEROR) else -1


def capacities(x: Context, s: State, leader: int) -> int:
    """Card 31: the overall commander gives an order more."""
    play = live(s, x.setting.leader_side[leader], cards.AIDE)
    more = play is not None and play.about == (FOR_ORDERS,) and x.setting.leaders[leader].role == "overall"
    return figure(x, "orders more") if more else 0


def carries(x: Context, s: State, side: int) -> bool:
    """Card 31: command is traced through enemy zones of control."""
    play = live(s, side, cards.AIDE)
    return play is not None and play.about == (FOR_RANGE,)


def claims(x: Context, s: State) -> tuple[int, tuple[int, ...]]:
    """Cards 5 and 7 give the Initial Action, card 2 rules it out; where both sides claim it the dice decide (4.2)."""
    barred = tuple(side for side in (0, 1) if holds(s, side, cards.LATE_START))
    mine = [side for side in (0, 1) if holds(s, side, cards.EARLY_ARRIVAL) or coordinates(x, s, side)]
    mine = [side for side in mine if side not in barred]
    return mine[0] if len(mine) == 1 else -1, barred


def coordinates(x: Context, s: State, side: int) -> bool:
    """Card 7: the French have a Coordinated Action without a die."""
    return cards.is_french(x, side) and holds(s, side, cards.EMPEROR)


def turns(orders: Sequence[tuple[str, int]]) -> bool:
    """Whether orders are a sequence of marches that ends in an attack."""
    kinds = [kind for kind, _ in orders]
    return len(kinds) > 1 and kinds[-1] == "attack" and set(kinds[:-1]) == {"march"}


def shifted(x: Context, s: State, move: m.Send) -> int:
    """Card 21: two columns for one sequence of March and Attack that is sent this turn."""
    play = ready(s, x.setting.commands[move.to].side, cards.TURNING_MOVEMENT)
    return figure(x, "compliance shift") if play is not None and turns(move.orders) else 0


def sent(x: Context, s: State, move: m.Send, log: Log) -> State:
    """Card 21 is used by the first such sequence."""
    side = x.setting.commands[move.to].side
    play = ready(s, side, cards.TURNING_MOVEMENT)
    if play is None or not turns(move.orders):
        return s
    text = f"Turning Movement: {x.setting.commands[move.to].name} is told so that it will listen."
    say(log, "card", text, _PAPERS, to=(x.setting.seat(side),))
    return used(x, s, play)


def unlocked(s: State, side: int) -> bool:
    """Card 9: whether a side can order a general retreat (37.13.1)."""
    return any(play.card == cards.GENERAL_RETREAT and play.side == side for play in s.plays)


# Marches


def in_column(x: Context, s: State, u: int) -> bool:
    """Card 1: whether a unit goes in column this turn: it began its action on a road or trail."""
    h = s.units[u].start
    return h >= 0 and bool(x.setting.ways[h]) and holds(s, x.infos[u].side, cards.ROAD_COLUMN)


def quickened(x: Context, s: State, u: int, mp: int) -> int:
    """Card 1: three MPs more in column."""
    return mp + figure(x, "column bonus") if in_column(x, s, u) else mp


def resting(x: Context, s: State, u: int) -> tuple[str, ...]:
    """Card 1: whoever goes in column attacks nobody."""
    if not in_column(x, s, u):
        return ()
    return f"{x.infos[u].name} goes in a road column this turn and attacks nobody.", "MoP App. III"


def astray(x: Context, s: State, u: int) -> bool:
    """Card 6: a scattered formation is out of command this turn."""
    play = live(s, x.infos[u].side, cards.SCATTERED)
    return play is not None and x.infos[u].formation in play.about


def slips(x: Context, s: State, u: int) -> bool:
    """Card 19: who defends or delays leaves a zone of control for a MP."""
    mobile = holds(s, x.infos[u].side, cards.MOBILE_DEFENSE)
    return mobile and x.order(s, u) in ("defend", "delay")


# Fighting


def barred(x: Context, s: State, u: int) -> tuple[str, ...]:
    """Card 23: horsemen who don't charge this turn."""
    play = live(s, 1 - x.infos[u].side, cards.UNFIT_HORSE)
    if play is None or u not in play.about:
        return ()
    return f"{x.infos[u].name} is in no state to charge this turn.", "MoP App. III"


def sure(x: Context, s: State, u: int, what: str) -> bool:
    """Cards 17 and 18: cavalry that is held back, or countercharges, without a check."""
    card = {"pursuit": cards.PURSUIT, "reaction": cards.COUNTER_CHARGE}[what]
    return holds(s, x.infos[u].side, card)


def declines(x: Context, s: State, units: Sequence[int]) -> bool:
    """Card 13: cavalry by itself need not attack."""
    if not holds(s, x.infos[units[0]].side, cards.INFILTRATION):
        return False
    return all(x.infos[u].mounted for u in units)


def foils(x: Context, s: State, units: Sequence[int], log: Log) -> State | None:
    """Card 3: guns keep cavalry of the enemy from pursuing, once."""
    play = ready(s, 1 - x.infos[units[0]].side, cards.COVER_FIRE)
    if play is None:
        return None
    text = f"Guns cover the retreat: no pursuit by {x.unit_names(units)}."
    say(log, "card", text, _PAPERS, hexes=(s.units[units[0]].hex,), units=tuple(units))
    return used(x, s, play, seen=True)


def _with_marmont(x: Context, s: State, units: Sequence[int]) -> bool:
    """Whether card 30 holds for a force: men of Marmont's corps are in it."""
    i = x.setting.leader_index.get(MARSHAL, -1)
    mine = i >= 0 and holds(s, x.setting.leader_side[i], cards.MARMONT)
    return mine and any(x.setting.commands[x.infos[u].formation].leader == i for u in units)


def marmont_shakes(x: Context, s: State, foes: Sequence[int]) -> Mods:
    """Card 30: who faces Marmont's corps goes back more readily."""
    return (("marmont shakes", tables(x).figures["marmont shakes"]),) if _with_marmont(x, s, foes) else ()


def marmont_holds(x: Context, s: State, units: Sequence[int]) -> Mods:
    """Card 30: Marmont's corps goes back of its own will only."""
    return (("marmont holds", tables(x).figures["marmont holds"]),) if _with_marmont(x, s, units) else ()


def spares(x: Context, s: State, side: int) -> bool:
    """Card 22: one stack retreats without the loss for a zone of control."""
    return ready(s, side, cards.JAWS_OF_DEATH) is not None


def got_away(x: Context, s: State, units: Sequence[int], how: str, log: Log) -> State:
    """Card 22 is used by the first stack that it saves a loss."""
    side, h = x.infos[units[0]].side, s.units[units[0]].hex
    play = ready(s, side, cards.JAWS_OF_DEATH)
    if play is None or all(x.infos[u].mounted for u in units):
        return s
    layout = x.ground.layout(s)
    others = [u for u in layout.at[h] if u not in units]
    if others and not x.room_for(s, tuple(units))(others):
        # The step is lost for want of room, zone or not.
        return s
    watched = bool(layout.zoc[1 - side][h])
    if how == "charge":
        # Those who ride about have no zone where their counters stand (7.7).
        beside = [n for n in x.ground.enemies_beside(s, h, side) if h in x.setting.zoc_from[n]]
        watched = any(not s.units[u].marks & CHARGED for n in beside for u in layout.at[n])
    if not watched:
        return s
    text = f"{x.they(units, 'get')} away from the jaws of death."
    say(log, "card", text, _PAPERS, hexes=(h,), units=tuple(units))
    return used(x, s, play, seen=True)


def steadied(x: Context, s: State, u: int) -> Mods:
    """Card 20: a formation that defends stands more firmly."""
    play = live(s, x.infos[u].side, cards.AREA_DEFENSE)
    if play is None or x.infos[u].formation not in play.about or x.order(s, u) != "defend":
        return ()
    return (("area defense", figure(x, "area defense")),)


def rescued(x: Context, s: State, i: int, log: Log) -> State | None:
    """Card 31 keeps an overall commander from being taken; None where it is not held."""
    side = x.setting.leader_side[i]
    play = ready(s, side, cards.AIDE)
    if play is None:
        return None
    say(log, "card", f"An aide de camp gets {x.setting.leaders[i].name} away from the enemy.", _PAPERS)
    return used(x, s, play, seen=True)


def heard(x: Context, s: State, h: int) -> State:
    """Where guns are heard: hexes that were attacked or bombarded, of this turn and the last (card 15)."""
    if not options(x).cards:
        return s
    kept = tuple(known for known in s.rumbles if known[1] >= s.turn - 1 and known != (h, s.turn))
    return replace(s, rumbles=(*kept, (h, s.turn)))
