"""Moves in words, where a decision has none of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napwidgets.kernel.system import Label
from napwidgets.systems.tactical.command.targets import sent
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import AFAR, AWAY, DEAD, EXITED, LOST, OFF, UNSEEN, State
from napwidgets.systems.tactical.ground.context import Context


def label_of(x: Context, s: State, move: m.Move) -> Label:
    """A move as a button would say it."""
    match move:
        case m.Pass():
            return Label("Done", _ends(s))
        case m.Go(units, path):
            return Label(f"{x.unit_names(units)} to {x.place(path[-1])}", _cost(x, s, move), ("NLC 5",))
        case m.GoLeader(leader, to):
            return Label(f"{x.setting.leaders[leader].name} to {x.place(to)}", "", ("NLC 19.1",))
        case m.GoHq(hq, to):
            return Label(f"{x.setting.hqs[hq].name} to {x.place(to)}", "", ("NLC 19.5",))
        case m.Leave(units, edge):
            return Label(f"{x.they(units, 'leave')} by the {edge}", "", ("NLC 6",))
        case m.Charge(units, path):
            via = f" by {x.place(path[0])}" if len(path) > 1 else ""
            return Label(f"{x.they(units, 'charge')} {x.place(path[-1])}{via}", "", ("NLC 7.7",))
        case m.Attack(stack, target):
            there = x.unit_names(x.ground.layout(s).at.get(target, ()))
            return Label(f"Attack {x.place(target)}", f"{there}; from {x.place(stack)}", ("NLC 7.3",))
        case m.Resolve(target):
            return Label(f"Fight at {x.place(target)}", "", ("NLC 7.3",))
        case m.Support(unit):
            return Label(f"{x.infos[unit].name} supports", "", ("NLC 25.3",))
        case m.Commander(leader):
            return Label(f"{x.setting.leaders[leader].name} rolls", "", ("NLC 4.1",))
        case m.Pair(first, second):
            pair = " and ".join(x.setting.commands[c].name for c in (first, second))
            return Label(f"{pair} together", "", ("NLC 4.1",))
        case m.Begin(formation):
            return Label(f"{_beginner(x, s, formation)} first", "", ("NLC 4.2",))
        case m.Rest(to):
            return Label(f"{x.setting.commands[to].name} goes into reserve", "", ("NLC 20.2",))
        case m.Rejoin(to):
            return Label(f"{x.setting.commands[to].name} rejoins its corps", "", ("NLC 20.13",))
        case m.SendHq(hq, kind, target):
            return Label(f"{x.setting.hqs[hq].name}: {sent(x, kind, target)}", "", ("NLC 19.5",))
        case m.TakeLead(leader, to):
            text = f"{x.setting.leaders[leader].name} takes over {x.setting.commands[to].name}"
            return Label(text, f"rating {x.rating(s, leader)}", ("NLC 20.15",))
        case m.LeaveLead(to):
            return Label(f"{x.setting.commands[to].name} goes back to its own leader", "", ("NLC 20.15",))
        case m.Reveal(to):
            return Label(f"Reveal the march of {x.setting.commands[to].name}", "", ("NLC 25.5.2",))
        case m.Flag(h):
            return Label(f"Dummy flag at {x.place(h)}", "", ("NLC 25.7.3",))
        case _:
            return Label(type(move).__name__)


#: What is done with, by the step that is ended; the panel says it beneath the button.
_ENDS = {
    "InitiativeStage": "no leader tries on his own",
    "OrdersStage": "no more orders this turn",
    "MovementSegment": "the march is over",
    "BombardmentSegment": "the guns fall silent",
    "ChargeSegment": "no more charges",
    "CombatSegment": "no more attacks",
    "ReorganizationStage": "nobody else re-forms",
}


def _ends(s: State) -> str:
    """What a player gives up by going on."""
    if not s.agenda:
        return ""
    # A title's own step ends what the shared one that it is made from ends.
    kinds = (kind.__name__ for kind in type(s.agenda[-1]).__mro__)
    return next((_ENDS[kind] for kind in kinds if kind in _ENDS), "choose none and go on")


def _cost(x: Context, s: State, move: m.Go) -> str:
    from napwidgets.systems.tactical.moving.groups import group_of, reach_of

    g = group_of(x, s, move.units)
    cost = reach_of(x, s, g, move.path if g.waiting else (g.start, *move.path)).cost[move.path[-1]]
    return f"{cost / 2:g} MP"


def _beginner(x: Context, s: State, formation: int) -> str:
    if s.agenda and type(s.agenda[-1]).__name__ == "PickSide":
        return x.setting.scenario.sides[formation].name
    return x.setting.commands[formation].name


_FATES = {
    OFF: "not arrived",
    DEAD: "eliminated",
    EXITED: "left the map",
    LOST: "lost for good",
    UNSEEN: "out of sight",
    AFAR: "may not come",
    AWAY: "spread out",
}


def roll_call(x: Context, s: State) -> list[Mapping[str, Any]]:
    """Every counter of a state or of a view as a row of plain values."""
    rows: list[Mapping[str, Any]] = []
    for u, unit in enumerate(s.units):
        info = x.infos[u]
        rows.append(
            _row(x, info.id, info.name, info.side, x.setting.commands[info.formation].name, info.data.kind, unit.hex)
            | {"strength": info.sp(unit.steps), "full": info.strength, "steps": unit.steps}
            | {"disrupted": unit.disrupted}
        )
    blank = {"strength": 0, "full": 0, "steps": 0, "disrupted": False}
    for i, data in enumerate(x.setting.leaders):
        side = x.setting.leader_side[i]
        rows.append(_row(x, data.id, data.name, side, "", f"{data.role} commander", s.leaders[i].hex) | blank)
    for q, hq in enumerate(x.setting.hqs):
        rows.append(_row(x, hq.id, hq.name, x.setting.hq_side[q], "", "headquarters", s.hqs[q].hex) | blank)
    return rows


def _row(x: Context, key: str, name: str, side: int, formation: str, kind: str, h: int) -> dict[str, Any]:
    return {
        "id": key,
        "name": name,
        "side": x.setting.sides[side],
        "formation": formation,
        "kind": kind.replace("_", " "),
        "hex": x.board.label(h) if h >= 0 else "",
        "fate": "on the map" if h >= 0 else _FATES[h],
    }
