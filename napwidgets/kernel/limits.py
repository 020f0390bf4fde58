"""How much a file may hold: the limits of everything that comes from outside, for all systems in one place.

They are no rules of play. Each is far beyond what any scenario, map, table or game needs, and near enough that nothing
within them can exhaust a machine or overflow a number.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from napwidgets.kernel.findings import Finding, Place

#: Bytes of one file. The longest games and the largest map take a twentieth of it.
FILE_BYTES = 5_000_000
#: Lists and mappings inside each other.
DEPTH = 40
#: Values in one file, those counted again that stand in several places.
VALUES = 1_000_000
#: The largest number, on either side of nothing.
NUMBER = 1_000_000_000
#: The largest figure in a table, unless the shipped one has others of that size, as years are.
FIGURE = 99

#: Figures of scenario files, as their records name them. Strength points, of a unit or an army:
Strength = Annotated[int, Meta(ge=0, le=999)]
#: Ranks, ratings, bonuses and cohesion as counters print them.
Rating = Annotated[int, Meta(ge=0, le=9)]
#: Movement points and what else is spent, ships and markers.
Cost = Annotated[int, Meta(ge=0, le=99)]
#: How many of something there are.
Number = Annotated[int, Meta(ge=0, le=999)]
#: A turn, counted from 1; how many there are.
Turn = Annotated[int, Meta(ge=1, le=999)]
#: What is added or taken away.
Change = Annotated[int, Meta(ge=-999, le=999)]
#: Columns and rows of a map: hexes are written with two digits for each.
Side = Annotated[int, Meta(ge=1, le=99)]
#: How long a game takes at a table.
Minutes = Annotated[int, Meta(ge=1, le=99_999)]
Year = Annotated[int, Meta(ge=1700, le=1899)]
Month = Annotated[int, Meta(ge=1, le=12)]
#: An hour of the day and a day, as text.
Hour = Annotated[str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
Day = Annotated[str, Meta(pattern=r"^1[78]\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$")]
#: A year and a month, as a pattern.
YEAR_MONTH = r"1[78]\d\d-(0[1-9]|1[0-2])"
#: The name of a map or a roster, which is that of a file beside the scenario.
FileName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$")]
#: A place in a list: how many dice or moves come before it.
Position = Annotated[int, Meta(ge=0, le=NUMBER)]


def oversized(size: int) -> str | None:
    """Why a file of so many bytes is not read, if so.

    >>> oversized(50_000_000)
    'this file has 50,000,000 bytes; more than 5,000,000 are not read'
    """
    return f"this file has {size:,} bytes; more than {FILE_BYTES:,} are not read" if size > FILE_BYTES else None


def excess(data: Any) -> Finding | None:
    """The first thing in plain data that is nested too deeply or too large a number; None if all is within limits.

    >>> excess({"a": [1, 2e300]})
    Finding(at=('a', 1), what='2e+300 is no number up to 1,000,000,000')
    """
    rest: list[tuple[Any, Place]] = [(data, ())]
    while rest:
        value, at = rest.pop()
        if isinstance(value, dict | list):
            if len(at) >= DEPTH:
                return Finding(at, too_deep())
            members = value.items() if isinstance(value, dict) else enumerate(value)
            rest += [(member, (*at, key)) for key, member in members]
        elif isinstance(value, int | float) and not -NUMBER <= value <= NUMBER:
            text = str(value) if isinstance(value, float) or value.bit_length() < 99 else "this"
            return Finding(at, f"{text} is no number up to {NUMBER:,}")
    return None


def too_deep() -> str:
    """What is said of lists and mappings that stand inside each other without end."""
    return f"lists and mappings stand here more than {DEPTH} deep inside each other"


def too_many() -> str:
    """What is said of a file whose parts stand for each other until there are too many of them."""
    return f"this file holds more than {VALUES:,} values"
