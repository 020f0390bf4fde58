"""What a figure of the tables is called where a panel says where it comes from."""

from __future__ import annotations

from napwidgets.systems.tabular import Table
from napwidgets.systems.wap.forces import KINDS
from napwidgets.systems.wap.tables import Tables

#: Rows by their table; what a force pool is of is a name already.
_NAMES: dict[str, dict[str, str]] = {
    "alliance": {
        "french success up to": "highest die for France",
        "english success from": "lowest die for England",
        "most": "limit of the modifiers",
        "city point": "modifier for a city",
        "state or group": "modifier for a state or group",
        "napoleon withdrew": "modifier when Napoleon withdrew",
        "point lent": "modifier for a point lent",
    },
    "costs": {
        **KINDS,
        "naval unit": "naval unit",
        "naval unit of Spain or Portugal": "naval unit of Spain or Portugal",
        "instalment of Spain or Portugal": "instalment of Spain or Portugal",
        "down payment": "instalment",
        "prize squadron": "repair of a captured squadron",
        "prize transport": "repair of a captured transport",
        "damaged squadron": "repair of a damaged squadron",
    },
    "lloyds": {
        "raid base": "base of a raid",
        "least yield": "least that a raid adds",
        "start": "rate at the start",
        "least rate": "lowest rate",
        "decay": "fall in a month with raids",
        "decay without raids": "fall in a month without raids",
        "act": "rate at which England must act",
        "one point a city": "rate of one point a city",
        "points compulsory": "rate of compulsory points",
        "points ships and men": "rate of points, ships and men",
        "catastrophe": "rate of a catastrophe",
        "points a turn": "points in a turn",
        "squadrons away": "squadrons sent overseas",
        "infantry away": "infantry sent overseas",
        "bases base": "base of an attack on bases",
    },
    "production": {
        "two points from": "die for two points a city",
        "napoleon in france": "Napoleon in France",
        "england at war with america": "war with America",
        "most in a city": "most points in a city",
        "english points for land units": "English points for land units",
        "english points for ships": "English points for ships",
        "english points saved": "points that England may save",
        "english points lent to one": "points that England may lend to one state",
        "english points lent": "points that England may lend",
        "french cities of choice": "cities of France's choice",
        "landwehr each turn": "landwehr in a turn",
        "landwehr of Austria from": "first year of the Austrian landwehr",
        "landwehr of Prussia from": "first year of the Prussian landwehr",
        "months to repair a prize squadron": "months to repair a captured squadron",
        "months to repair a prize transport": "months to repair a captured transport",
        "months to repair a damaged squadron": "months to repair a damaged squadron",
        "segments of a prize at sea": "segments that a prize stays afloat",
        "young blucher leads": "strength that young Blücher leads",
    },
    "pursuit": {"die": "lowest die that meets"},
}  # fmt: skip


def figure_name(tables: Tables, table: Table, row: str, column: str) -> str:
    """A figure of a table in words: its row, and its column where there are several.

    >>> shipped = Tables()
    >>> figure_name(shipped, shipped.all["zones"], "north-sea", "movement cost")
    'North Sea, movement cost'
    >>> figure_name(shipped, shipped.all["lloyds"], "raid base", "value")
    'base of a raid'
    """
    name = _NAMES.get(table.id, {}).get(row, row)
    if table.id == "zones":
        name = tables.zones[row].name
    elif table.id in ("blockade", "transport"):
        name = f"a die of {row}"
    elif table.id == "naval-combat":
        attack, _, defence = row.partition("-")
        return f"odds of {attack} to {defence}, die of {_die(column)}"
    return name if len(table.columns) == 1 else f"{name}, {column}"


def _die(column: str) -> str:
    """A column of the table of naval combat: a die, at its ends with all beyond."""
    if column.startswith("<="):
        return f"{column[2:]} or less"
    return f"{column[2:]} or more" if column.startswith(">=") else column
