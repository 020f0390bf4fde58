"""What March on Paris adds to the state of a battle."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from napwidgets.systems.tactical.core import state as shared
from napwidgets.systems.tactical.core.state import OFF


class Vedette(Struct, frozen=True, array_like=True, gc=False):
    """A vedette (37.7) of a unit: hex (or OFF while it is with the unit, DEAD), half MPs spent; ``seen`` is 1 if the
    enemy sees it.
    """

    unit: int
    hex: int = OFF
    spent: int = 0
    seen: int = 0


class Train(Struct, frozen=True, array_like=True, gc=False):
    """A baggage train (37.10): hex (or OFF, DEAD), half MPs spent, the side that has taken it (-1 for none)."""

    hex: int = OFF
    spent: int = 0
    taken: int = -1


class Play(Struct, frozen=True, array_like=True, gc=False):
    """A card that was played (37.12): its number, the side that profits, the turn, how often it was used.

    ``about`` is what it was played on: units, formations or a hex, by the card. ``seen`` is 1 once the enemy knows of
    it; ``points`` are the victory points that the side has for it.
    """

    card: int
    side: int
    turn: int
    used: int = 0
    about: tuple[int, ...] = ()
    seen: int = 0
    points: int = 0


class Coming(Struct, frozen=True, array_like=True, gc=False):
    """A group of reinforcements that comes otherwise than the scenario says: turn, entry hex and first target.

    ``rolled`` is -1 for one that was advanced by a die, 1 for one that was delayed, 0 where no die has changed it.
    """

    group: int
    turn: int
    entry: int
    target: int
    rolled: int = 0


class Pontoon(Struct, frozen=True, array_like=True, gc=False):
    """A pontoon train (37.10): hex (DEAD once it is destroyed), the side that has it, 1 if it has acted this turn.

    ``over`` is the other end of the bridge that it has laid, ``target`` the place of its March order, ``next`` that of
    one on its way, ``due`` the turn on which that arrives.
    """

    hex: int
    side: int
    spent: int = 0
    over: int = OFF
    target: int = OFF
    next: int = OFF
    due: int = 0


class Report(Struct, frozen=True, array_like=True, gc=False):
    """News of a hidden force under way (37.7.2): the side that gets it, the unit that it is about (-1 for a dummy), the
    hex of a dummy, the turns that are left. In a view all are about somebody in a hex.
    """

    side: int
    unit: int
    hex: int
    left: int


class Brought(Struct, frozen=True, array_like=True, gc=False):
    """What the battles before have left (37.22): the steps of each unit as this one began, and the formations that were
    demoralized then.
    """

    steps: tuple[int, ...] = ()
    broken: tuple[int, ...] = ()


#: Fields younger than some saves: they are written down only where they hold something, so that hashes stay true.
LATER = ("brought", "ridden", "pontoons", "reports", "tied", "hollow")


class State(shared.State, frozen=True):
    """A position.

    ``sky`` is the weather (37.4), ``then`` what the next roll must be without a die. ``trains`` stand by the
    numbers of the scenario's list. ``starved`` are the units out of supply (37.9). ``weary`` lists formations that
    marched all night, with the hours of rest they still need (37.20); ``misled`` those whose leader has misjudged
    things once (37.19). ``hidden`` are the units under cover, ``decoys`` dummies by side and hex: in a view also the
    enemy's covers, for nobody knows which is one (37.6). ``front`` are leaders who led in person, with the turn
    (37.16); ``prisoners`` overall commanders who are taken (37.13). ``vedettes`` are those of all units, sent out or
    not (37.7); ``spans`` are the damaged ones, by the hexes that they joined (37.11), ``works``
    the hexes with improved positions (37.3.3).

    ``decks`` are the cards still to be drawn, of each side or of both together, in no order: a die picks the next one;
    ``hands`` those that each side holds, ``plays`` those that were played (37.12). ``coming`` are groups that come
    otherwise than the scenario says, ``rumbles`` hexes that were attacked or bombarded, with the turn. ``brought`` is
    what earlier battles of the campaign have left (37.22). ``ridden`` are vedettes that were lost and may be brought
    back, with the turn (37.7); ``pontoons`` are the pontoon trains by the numbers of the scenario's list (37.10);
    ``reports`` news of vedettes that riders bring (37.7.2). ``tied`` says that Blücher keeps with the attack (37.16).
    ``hollow`` are places that count through which the last one came out of supply and command (37.13).
    """

    sky: str = "fair"
    then: str = ""
    trains: tuple[Train, ...] = ()
    starved: tuple[int, ...] = ()
    weary: tuple[tuple[int, int], ...] = ()
    misled: tuple[int, ...] = ()
    hidden: tuple[int, ...] = ()
    decoys: tuple[tuple[int, int], ...] = ()
    vedettes: tuple[Vedette, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    works: tuple[int, ...] = ()
    front: tuple[tuple[int, int], ...] = ()
    prisoners: tuple[int, ...] = ()
    decks: tuple[tuple[int, ...], ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    plays: tuple[Play, ...] = ()
    coming: tuple[Coming, ...] = ()
    rumbles: tuple[tuple[int, int], ...] = ()
    brought: Brought = Brought()
    ridden: tuple[tuple[int, int], ...] = ()
    pontoons: tuple[Pontoon, ...] = ()
    reports: tuple[Report, ...] = ()
    tied: bool = False
    hollow: tuple[int, ...] = ()


def written(s: State) -> dict[str, Any]:
    """A position as it is written down: without the fields of `LATER` that hold nothing."""
    plain = State.__struct_defaults__
    defaults = dict(zip(State.__struct_fields__[-len(plain) :], plain, strict=True))
    fields = ((name, getattr(s, name)) for name in State.__struct_fields__)
    return {name: value for name, value in fields if name not in LATER or value != defaults[name]}
