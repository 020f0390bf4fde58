"""The moves: what a player can say. Small frozen values; hexes are hex numbers, the rest indices of
`Setting`.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class _Move(Struct, frozen=True, array_like=True, gc=False, forbid_unknown_fields=True, order=True):
    """Base of all moves."""


class Pass(_Move, tag="pass", frozen=True):
    """Nothing more to do in this decision."""


class TryInitiative(_Move, tag="initiative", frozen=True):
    """Roll for a leader to give himself an order (20.11); ``by`` is the leader who rolls.

    ``route`` is another way on for a hidden march under the same order (25.5.3).
    """

    to: int
    kind: str
    target: int
    by: int
    route: tuple[int, ...] = ()


class Misdirect(_Move, tag="misdirect", frozen=True):
    """After a Bad Move the other player chooses the order (20.11)."""

    to: int
    kind: str
    target: int


class Send(_Move, tag="send", frozen=True):
    """Send an order or a sequence of orders (20.4, 20.5): pairs of kind and target.

    ``attach`` gives a division to another formation (20.13); ``route`` plots a hidden march (25.5.1); ``force`` is
    25.8.
    """

    sender: int
    to: int
    orders: tuple[tuple[str, int], ...]
    force: int = 0
    attach: int = -1
    route: tuple[int, ...] = ()


class SendHq(_Move, tag="hq-order", frozen=True):
    """Order an HQ to March or Fall Back (19.5)."""

    hq: int
    kind: str
    target: int


class Rest(_Move, tag="rest", frozen=True):
    """Switch a formation from Fall Back to Reserve (20.2)."""

    to: int


class Rejoin(_Move, tag="rejoin", frozen=True):
    """Take a division back into its corps (20.13)."""

    to: int


class TakeLead(_Move, tag="take-lead", frozen=True):
    """A wing commander takes over a formation of his wing (20.15)."""

    leader: int
    to: int


class LeaveLead(_Move, tag="leave-lead", frozen=True):
    """A formation goes back to its own leader (20.15)."""

    to: int


class Reveal(_Move, tag="reveal", frozen=True):
    """Reveal the hidden march of a formation of one's own (25.5.2)."""

    to: int


class Reorganize(_Move, tag="reorganize", frozen=True):
    """Bring eliminated units back to their leader (21)."""

    leader: int
    units: tuple[int, ...]


class Commander(_Move, tag="commander", frozen=True):
    """Choose who rolls for Coordinated and Initial Action (4.1, 20.15)."""

    leader: int


class Pair(_Move, tag="pair", frozen=True):
    """Choose the two formations of a Coordinated Action (4.1)."""

    first: int
    second: int


class Begin(_Move, tag="begin", frozen=True):
    """Choose the formation of the Initial Action (4.2), or the side that goes first (25.12: ``formation`` is a
    side).
    """

    formation: int


class Bombard(_Move, tag="bombard", frozen=True):
    """Guns bombard a hex (8.1)."""

    units: tuple[int, ...]
    target: int


class Charge(_Move, tag="charge", frozen=True):
    """Cavalry of one hex charges along ``path``, whose last hex is the target (7.7)."""

    units: tuple[int, ...]
    path: tuple[int, ...]


class Go(_Move, tag="go", frozen=True):
    """Units of one hex, or newly arrived ones, move along ``path`` (5)."""

    units: tuple[int, ...]
    path: tuple[int, ...]


class GoLeader(_Move, tag="ride", frozen=True):
    """A leader rides to a hex (19.1)."""

    leader: int
    to: int


class GoHq(_Move, tag="hq-go", frozen=True):
    """An HQ moves to a hex (19.5)."""

    hq: int
    to: int


class Leave(_Move, tag="leave", frozen=True):
    """Units leave the map by an edge (6)."""

    units: tuple[int, ...]
    edge: str


class React(_Move, tag="react", frozen=True):
    """A cavalry unit tries a reaction charge along ``path`` (7.9)."""

    unit: int
    path: tuple[int, ...]


class LetPass(_Move, tag="let-pass", frozen=True):
    """No reaction charge against this mover any more, wherever it goes on to (7.9)."""


class Attack(_Move, tag="attack", frozen=True):
    """A stack attacks an adjacent stack in normal combat (7.3)."""

    stack: int
    target: int


class Resolve(_Move, tag="resolve", frozen=True):
    """Fight the combat against a hex next."""

    target: int


class Evade(_Move, tag="evade", frozen=True):
    """Cavalry and horse artillery retreat before combat (7.11)."""

    to: int


class Support(_Move, tag="support", frozen=True):
    """A gun joins an attacked neighbour by remote support (25.3)."""

    unit: int


class GiveWay(_Move, tag="give-way", frozen=True):
    """Retreat of one's own will (7.4)."""


class Stand(_Move, tag="stand", frozen=True):
    """Do not retreat."""


class TakeHit(_Move, tag="take-hit", frozen=True):
    """A unit takes the next hit (7.1)."""

    unit: int


class Withdraw(_Move, tag="withdraw", frozen=True):
    """A stack retreats to a hex (7.4, 20.10); -1 leaves the map (6)."""

    to: int


class Advance(_Move, tag="advance", frozen=True):
    """Units of one hex advance into the vacated hex (7.5)."""

    units: tuple[int, ...]


class Pursue(_Move, tag="pursue", frozen=True):
    """Victorious cavalry pursues into a hex (7.8)."""

    target: int


class Return(_Move, tag="return", frozen=True):
    """Victorious cavalry goes back to where it charged from (7.7)."""


class Flag(_Move, tag="flag", frozen=True):
    """Put a dummy target marker on the map (25.7.3)."""

    hex: int


class Turning(_Move, tag="turning", frozen=True):
    """The branch an aide is meant to take at a crossroads (25.7.4)."""

    to: int


Move: TypeAlias = (
    Pass
    | TryInitiative
    | Misdirect
    | Send
    | SendHq
    | Rest
    | Rejoin
    | TakeLead
    | LeaveLead
    | Reveal
    | Reorganize
    | Commander
    | Pair
    | Begin
    | Bombard
    | Charge
    | Go
    | GoLeader
    | GoHq
    | Leave
    | React
    | LetPass
    | Attack
    | Resolve
    | Evade
    | Support
    | GiveWay
    | Stand
    | TakeHit
    | Withdraw
    | Advance
    | Pursue
    | Return
    | Flag
    | Turning
)
