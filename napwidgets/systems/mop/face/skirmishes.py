"""37.7 on screen: fights of vedettes, on the map, put together by hand, or described in a file."""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.board.display import Battle, Fact, Party
from napwidgets.systems.mop.outposts import OutpostSegment, chances, clash_of, facing, shut_in, strikers, targets
from napwidgets.systems.mop.state import State
from napwidgets.systems.tactical.core.step import subject_number
from napwidgets.systems.tactical.face.battles import normal_chances, normal_spreads, party
from napwidgets.systems.tactical.face.staged import Staged
from napwidgets.systems.tactical.fighting.clash import Clash
from napwidgets.systems.tactical.ground.context import Context, counted

_SIDES = ("Attacker", "Defender")
_SHUT = Fact("Way out", "none: who loses heart is lost", "MoP 37.7")


def staged_clash(staged: Staged) -> Clash:
    """The vedettes of both sides of a staged battle, a vedette for each unit."""
    s = staged.state
    assert isinstance(s, State)
    return clash_of(staged.x, s, staged.attackers, s.units[staged.attackers[0]].hex, staged.defenders, staged.target)


def shown(x: Context, clash: Clash, title: str, shut: tuple[bool, bool] = (False, False)) -> Battle:
    """A fight of vedettes before the dice, with its exact odds; ``shut`` says which side has no way out."""
    parties: list[Party] = []
    for who, side, lost in zip(_SIDES, clash.forces, shut, strict=True):
        nation = x.infos[side.fighters[0].unit].nation
        told = party(x, side, f"{who}: {counted(len(side.fighters), 'vedette')}", nation)
        parties.append(replace(told, lines=(*told.lines, _SHUT)) if lost else told)
    odds = chances(x, clash, shut)
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
    shut = shut_in(x, s, h, step.who), shut_in(x, s, at, 1 - step.who)
    return shown(x, clash, f"Vedettes at {x.board.title(at)} attacked", shut)
