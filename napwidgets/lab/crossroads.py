"""Who can be at which crossroads when: marches of a con campaign by points and roads, and what a late order costs."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING, Any

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.kernel.system import Engine

if TYPE_CHECKING:
    import pandas as pd

    from napwidgets.systems.con.context import Force


def _forces(engine: Engine) -> tuple[Any, list[Force]]:
    """The first position of a campaign, and its forces with troops and a leader."""
    from napwidgets.kernel.dice import SeededDice

    s = engine.start(SeededDice("crossroads"), [])
    x = engine.context
    hexes = sorted({lead.at for lead in s.leaders if lead.at >= 0})
    tops = [force for h in hexes for side in (0, 1) for force in x.tops(s, h, side)]
    return s, [force for force in tops if force.leader >= 0 and force.units]


def marches(scenario: str, places: Sequence[str]) -> pd.DataFrame:
    """For each force of a con campaign at its start the turns that it marches to each place by commands, with nobody in
    its way; 0 where it stands there. Places are named as the map names them.

    >>> there = marches("con/learning", ["Quatre Bras"])
    >>> bool((there["Quatre Bras"] > 0).any()), list(there.columns[:5])
    (True, ['side', 'leader', 'strength', 'initiative', 'from'])
    """
    import pandas as pd

    from napwidgets.scenarios import load

    engine: Any = load(scenario)
    x = engine.context
    hexes = {place.name: h for h, place in x.board.places.items()}
    if unknown := sorted(set(places) - set(hexes)):
        raise ScenarioError(f"The map of {scenario} has no place called {unknown[0]}.")
    s, forces = _forces(engine)
    rows = []
    for force in forces:
        info, at = x.setting.leaders[force.leader], s.leaders[force.leader].at
        far = {h: way[0] for h, way in x.roads(s, at, x.mounted(force)).items()}
        a_day = x.allowance(s, force)
        row: dict[str, Any] = {
            "side": x.setting.side_names[info.side],
            "leader": info.name,
            "strength": x.strength(s, force.units),
            "initiative": info.values.initiative,
            "from": x.place(at),
        }
        for place in places:
            row[place] = -(-far[hexes[place]] // a_day) if hexes[place] in far else None
        rows.append(row)
    return pd.DataFrame(rows)


def arrived(marches: pd.DataFrame, place: str, turns: int) -> pd.DataFrame:
    """How many strength points of each side can be at a place by the end of each turn: if everybody is commanded every
    turn, and what is to be expected if every leader acts on his own initiative alone (a die of at most it).

    >>> there = arrived(marches("con/learning", ["Quatre Bras"]), "Quatre Bras", 2)
    >>> bool((there["commanded"] >= there["on their own"]).all())
    True
    """
    import pandas as pd

    forces: list[dict[str, Any]] = [{str(k): v for k, v in row.items()} for row in marches.to_dict("records")]
    rows = []
    for side in dict.fromkeys(force["side"] for force in forces):
        mine = [force for force in forces if force["side"] == side]
        for turn in range(1, turns + 1):
            sure = sum(force["strength"] for force in mine if _turns(force[place]) <= turn)
            hoped = sum(f["strength"] * _at_least(turn, _turns(f[place]), min(f["initiative"], 6) / 6) for f in mine)
            rows.append({"side": side, "turn": turn, "commanded": sure, "on their own": round(hoped, 1)})
    return pd.DataFrame(rows)


def _turns(value: float | None) -> float:
    """The turns of a march; for ever where there is no way.

    >>> _turns(2.0), _turns(None)
    (2.0, inf)
    """
    return float("inf") if value is None or value != value else float(value)


def _at_least(turns: int, needed: float, chance: float) -> float:
    """The chance of so many successes in some turns.

    >>> _at_least(2, 1, 0.5), _at_least(1, 2, 0.5)
    (0.75, 0.0)
    """
    if needed > turns:
        return 0.0
    return float(
        sum(comb(turns, k) * chance**k * (1 - chance) ** (turns - k) for k in range(int(needed), turns + 1))
    )
