"""37.7 on screen: fights of vedettes, on the map, put together by hand, or described in a file."""

from __future__ import annotations

from napwidgets.board.display import Battle, Party
from napwidgets.systems.mop.outposts import OutpostSegment, chances, clash_of, facing, strikers, targets
from napwidgets.systems.mop.state import State
from napwidgets.systems.tactical.core.step import subject_number
from napwidgets.systems.tactical.face.battles import normal_chances, normal_spreads, party
from napwidgets.systems.tactical.face.staged import Staged
from napwidgets.systems.tactical.fighting.clash import Clash
from napwidgets.systems.tactical.ground.context import Context, counted

_SIDES = ("Attacker", "Defender")


def staged_clash(staged: Staged) -> Clash:
    """The vedettes of both sides of a staged battle, a vedette for each unit."""
    s = staged.state
    assert isinstance(s, State)
    return clash_of(staged.x, s, staged.attackers, s.units[staged.attackers[0]].hex, staged.defenders, staged.target)


def shown(x: Context, clash: Clash, title: str) -> Battle:
    """A fight of vedettes before the dice, with its exact odds."""
    parties: list[Party] = []
    for who, side in zip(_SIDES, clash.forces, strict=True):
        nation = x.infos[side.fighters[0].unit].nation
        parties.append(party(x, side, f"{who}: {counted(len(side.fighters), 'vedette')}", nation))
    odds = chances(x, clash)
    return Battle(title, tuple(parties), normal_spreads(odds, "if both stand"), normal_chances(odds))


def pending(x: Context, s: State, subject: str | None, hex: int) -> Battle | None:
    """The fight that the chosen vedettes can begin now, the one at ``hex`` before others."""
    step = s.agenda[-1] if s.agenda else None
    v = subject_number(subject or "", "v")
    if not isinstance(step, OutpostSegment) or not 0 <= v < len(s.vedettes):
        return None
    h = s.vedettes[v].hex
    open_to = targets(x, s, h, step.who) if h >= 0 else []
    mine = strikers(x, s, step.who).get(h, [])
    if not open_to or v not in mine:
        return None
    at = hex if hex in open_to else open_to[0]
    clash, _ = facing(x, s, mine, at)
    return shown(x, clash, f"Vedettes at {x.board.title(at)} attacked")
