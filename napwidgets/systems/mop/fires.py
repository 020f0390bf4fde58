"""37.12, card 16. Towns that burn: whoever enters one takes longer, by road or not."""

from __future__ import annotations

from napwidgets.systems.mop import cards
from napwidgets.systems.mop.cards import figure
from napwidgets.systems.mop.state import Play, State
from napwidgets.systems.tactical.command.compliance import dawn_turn
from napwidgets.systems.tactical.ground.context import Context

#: The terrain that burns.
TOWN = "town"


def towns(x: Context, s: State) -> list[int]:
    """The towns that a card can set on fire: those that do not burn already."""
    alight = burning(x, s)
    return [h for h in x.setting.named if x.board.terrain[h] == TOWN and h not in alight]


def burning(x: Context, s: State) -> tuple[int, ...]:
    """The towns that burn, until the first turn of daylight after a night."""
    return tuple(sorted(play.about[0] for play in s.plays if play.card == cards.FIRE and _alight(x, s, play)))


def _alight(x: Context, s: State, play: Play) -> bool:
    return bool(play.about) and not any(dawn_turn(x, turn) for turn in range(play.turn + 1, s.turn + 1))


def toll(x: Context, fires: tuple[int, ...]) -> dict[int, int]:
    """What burning towns cost more to enter, in half MPs: whole ones, as `spread` needs them."""
    return dict.fromkeys(fires, 2 * figure(x, "burning town"))
