"""37.12, Appendices I and III. Cards that change throws, or let them be made anew: 7, 14, 24 and 30.

A throw is made anew by itself: for fire in assaults and charges where it hits nothing, or for compliance where an order
would be ignored, as the player chose when he played the card.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.systems.mop import cards
from napwidgets.systems.mop.bound import tables
from napwidgets.systems.mop.cards import figure, is_french, live, title
from napwidgets.systems.mop.front import BLUCHER, NEY
from napwidgets.systems.mop.state import Play, State
from napwidgets.systems.mop.telling import say
from napwidgets.systems.tactical.core.causes import ANEW, ON_THROW, Mods, Words
from napwidgets.systems.tactical.ground.context import Context, Log, counted

_BY_CARD = "MoP App. III"
WORDS: dict[str, Words] = {
    f"{ON_THROW}ney": ("led by Ney", _BY_CARD),
    f"{ON_THROW}faces ney": ("faces Ney", _BY_CARD),
    f"{ON_THROW}last push": ("the last push", _BY_CARD),
    f"{ANEW}card": ("another chance", _BY_CARD),
    "blucher holds": ("Blücher holds his men", _BY_CARD),
}
#: What throws are made anew for.
FOR_FIRE, FOR_COMPLIANCE = 1, 2
#: What each use is called by whoever notes a throw made anew.
USES = {"fire": FOR_FIRE, "order": FOR_COMPLIANCE}
#: What Ney's card is played for: his own throws, or those of the enemy.
FOR_OWN, AGAINST = 1, 2
#: The cards of the coalition that let throws be made anew, with the row that says how many.
CHANCES = {
    cards.EMPEROR: "throws of Blücher",
    cards.NEY: "throws of Another Chance",
    cards.MARMONT: "throws of Gneisenau",
}


# Throws made anew


def begun(x: Context, card: int, use: int) -> tuple[int, ...]:
    """What is noted of a card as its use is chosen: that, and the throws that are left."""
    return use, figure(x, CHANCES[card])


def chances(x: Context, s: State, side: int, use: int) -> list[Play]:
    """The cards of a side that let throws of a kind be made anew now."""
    if is_french(x, side):
        return []
    played = (live(s, side, card) for card in CHANCES)
    return [play for play in played if play is not None and play.about[:1] == (use,)]


def anew(x: Context, s: State, c: int) -> int:
    """How often an order is thrown for anew that a formation would ignore."""
    return sum(play.about[1] for play in chances(x, s, x.setting.commands[c].side, FOR_COMPLIANCE))


def thrown(x: Context, s: State, side: int, what: str, times: int, log: Log) -> State:
    """Throws were made anew: so many fewer are left. Fire shows it to the enemy, an order does not."""
    open_ = what == "fire"
    for play in chances(x, s, side, USES[what]):
        spent = min(times, play.about[1])
        if not spent:
            continue
        times -= spent
        why = "fire that hit nothing" if open_ else "an order that would have been ignored"
        text = f"{title(x, play.card, side)}: {why} is thrown for anew, {counted(spent, 'time')}."
        say(log, "card", text, "App. III", to=() if open_ else (x.setting.seat(side),))
        fewer = replace(play, about=(play.about[0], play.about[1] - spent), seen=int(open_ or bool(play.seen)))
        s = replace(s, plays=tuple(fewer if known is play else known for known in s.plays))
    return s


# Throws for fire


def on_throws(x: Context, s: State, kind: str, attacks: bool, own: Sequence[int], foes: Sequence[int]) -> Mods:
    """What the cards of both sides do to the throw of a force in an assault or charge."""
    if not s.plays or not own:
        return ()
    found: list[tuple[str, int]] = []
    if _with_ney(x, s, own, FOR_OWN):
        found.append((f"{ON_THROW}ney", points(x, figure(x, "Ney"))))
    if _with_ney(x, s, foes, AGAINST):
        found.append((f"{ON_THROW}faces ney", points(x, -figure(x, "Ney"))))
    if kind == "normal" and attacks and _pushes(x, s, own):
        found.append((f"{ON_THROW}last push", points(x, figure(x, "last push"))))
    left = sum(play.about[1] for play in chances(x, s, x.infos[own[0]].side, FOR_FIRE))
    return (*found, (f"{ANEW}card", left)) if left else tuple(found)


def points(x: Context, value: int) -> int:
    """Points on a throw of two dice; where each strength point throws a die of its own (25.11), so many dice."""
    return value * figure(x, "dice a point") if x.options.six_to_hit else value


def _with_ney(x: Context, s: State, units: Sequence[int], use: int) -> bool:
    """Whether card 14 was played for this, and men of Ney's corps are in a force."""
    i = x.setting.leader_index.get(NEY, -1)
    play = live(s, x.setting.leader_side[i], cards.NEY) if i >= 0 else None
    mine = play is not None and play.about == (use,)
    return mine and any(x.setting.commands[x.infos[u].formation].leader == i for u in units)


def _pushes(x: Context, s: State, units: Sequence[int]) -> bool:
    """Whether men of a formation that makes its last push (24) are in a force, and still under orders to attack."""
    side = x.infos[units[0]].side
    play = None if is_french(x, side) else live(s, side, cards.POPULACE)
    if play is None:
        return False
    return any(x.infos[u].formation in play.about and x.order(s, u) == "attack" for u in units)


# Blücher


def blucher_holds(x: Context, s: State, units: Sequence[int]) -> Mods:
    """Card 7: men whom Blücher commands go back of their own will only."""
    i = x.setting.leader_index.get(BLUCHER, -1)
    play = live(s, x.setting.leader_side[i], cards.EMPEROR) if i >= 0 else None
    if play is None or not play.used or is_french(x, play.side):
        return ()
    if not any(x.setting.commands[x.infos[u].formation].overall == i for u in units):
        return ()
    return (("blucher holds", tables(x).figures["blucher holds"]),)
