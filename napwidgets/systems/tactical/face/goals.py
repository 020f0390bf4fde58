"""How a battle stands and what decides it, in words (11, 13)."""

from __future__ import annotations

from collections.abc import Sequence

from napwidgets.board.display import Fact
from napwidgets.kernel.system import Outcome
from napwidgets.systems.tactical.core.scenario import ConditionData, EndingData
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.face import overlays as present_map
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.ground.levels import levels
from napwidgets.systems.telling import counted, number, sentence


def scores(x: Context, view: State) -> Sequence[Fact]:
    """The points of both sides now, where points decide (13)."""
    names = {side.id: side.name for side in x.setting.scenario.sides}
    return [Fact(f"{names[side]}: points", str(n), "13") for side, n in x.rules.points(x, view)]


def standing(x: Context, view: State) -> Sequence[Fact]:
    """Losses against the level of each army now, who holds the places that count, and what ends the game how."""
    _, by_army = x.losses(view)
    facts = [
        Fact(
            f"{army.name}: demoralized at {levels(x, view, n)[0]} SP",
            f"{by_army[n]} SP eliminated",
            "11",
            "Strength points of eliminated units; steps lost alone don't count. At this loss the army is demoralized.",
        )
        for n, army in enumerate(x.setting.armies)
    ]
    sides = x.setting.scenario.sides
    for overlay in present_map.objectives(x):
        for hex in overlay.hexes:
            held = view.control[hex]
            worth = _worth(x, hex)
            holder = sides[held - 1].name if held else "nobody"
            value = f"{holder}, {counted(worth[held - 1], 'point')}" if held and any(worth) else holder
            brings = (f"{side.name} {n}" for side, n in zip(sides, worth, strict=True))
            tip = f"Points for whoever holds it at the end: {', '.join(brings)}." if any(worth) else ""
            facts.append(Fact(_called(x, hex), value, "13" if tip else "", tip))
    if view.ended is None:
        facts += [Fact(_winner(x, ending), _conditions(x, view, ending)) for ending in x.setting.scenario.endings]
    return facts


def won(outcome: Outcome, words: str) -> str:
    """Who has won, in ``words``, and by how many points where they are counted; empty for a draw that is called one.

    >>> won(Outcome("dusk", "red", (("blue", 3), ("red", 8)), title="Night", text=""), "red victory")
    'Red victory, 8 points to 3.'
    >>> won(Outcome("dusk", "red", (("blue", -1), ("red", 8)), title="Night", text=""), "red victory")
    'Red victory, 8 points to −1.'
    >>> won(Outcome("dusk", None, (("blue", 1), ("red", 1)), title="Night", text=""), "a draw")
    'A draw, 1 point to 1.'
    >>> won(Outcome("dusk", None, title="A drawn day", text=""), "a draw")
    ''
    """
    if outcome.winner is None and "draw" in outcome.title:
        return ""
    # The winner's points first.
    figures = [n for _, n in sorted(outcome.points, key=lambda pair: pair[0] != outcome.winner)]
    score = f", {counted(figures[0], 'point')} to {number(figures[1])}" if len(figures) == 2 else ""
    return f"{sentence(words)}{score}."


def _called(x: Context, h: int) -> str:
    """What a place is called; a hex without a name by what points are given for."""
    if h in x.board.places:
        return x.board.title(h)
    named = (rule.name for rule in x.setting.scenario.points if rule.name and h in map(x.board.number, rule.hexes))
    name = next(named, "")
    return f"{name} ({x.board.label(h)})" if name else x.board.label(h)


def _worth(x: Context, h: int) -> list[int]:
    """The points that a place brings each side which holds it at the end."""
    rules = [rule for rule in x.setting.scenario.points if h in map(x.board.number, rule.hexes)]
    return [sum(rule.points for rule in rules if rule.side == side) for side in x.setting.sides]


def _winner(x: Context, ending: EndingData) -> str:
    if ending.winner == "draw":
        return "A draw"
    if ending.winner == "points":
        return "More points win"
    return f"{x.setting.scenario.sides[x.setting.sides.index(ending.winner)].name} victory"


def _conditions(x: Context, view: State, ending: EndingData) -> str:
    found = [_words(x, view, c) for c in ending.when if c.kind != "last_turn"]
    if len(found) == len(ending.when):
        return " and ".join(found)
    end = f"after {x.setting.hour(x.setting.scenario.turns.count)}"
    if not found and len(x.setting.scenario.endings) == 1:
        return end
    return f"{end}: {' and '.join(found) or 'none of the others'}"


def _words(x: Context, view: State, c: ConditionData) -> str:
    if c.army is not None:
        n = next(n for n, army in enumerate(x.setting.armies) if army.id == c.army)
        name, level = x.setting.armies[n].name, levels(x, view, n)
        if c.kind == "losses_below":
            return f"{name} less than {c.amount} SP"
        return f"{name} loses {c.amount if c.kind == 'losses' else level[c.kind == 'disintegrated']} SP"
    if c.kind == "disintegrated":
        broken = ((a.name, levels(x, view, n)[1]) for n, a in enumerate(x.setting.armies) if a.side == c.side)
        return " or ".join(f"{name} loses {level} SP" for name, level in broken if level is not None)
    name = x.setting.scenario.sides[x.setting.sides.index(c.side or "")].name
    if c.kind == "exited":
        return f"{c.amount} SP of the {name} off by the {c.edge} edge"
    places = [x.board.title(x.board.number(h)) for h in c.hexes]
    listed = f"{', '.join(places[:-1])} and {places[-1]}" if len(places) > 1 else places[0]
    which = listed if c.amount >= len(places) else f"{c.amount} of {listed}"
    return f"{which} {name}"
