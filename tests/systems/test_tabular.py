"""What figures of one's own a table may hold."""

from __future__ import annotations

import pytest

from napwidgets.kernel.limits import FIGURE
from napwidgets.kernel.provenance import Provenance
from napwidgets.systems.tabular import Table, TableError, replaced


def table(*cells: int) -> Table:
    return Table(1, "nlc", "t", "T", "NLC 1", ["a", "b"], {"r": list(cells)}, Provenance("rules"))


@pytest.mark.parametrize(
    ("shipped", "own", "fits"),
    [
        ((0, 3), (0, 0), True),
        ((0, 3), (-1, 0), False),
        ((1, 3), (-1, 3), False),
        ((-1, 3), (-2, 3), True),
        ((-1, 3), (-FIGURE, FIGURE), True),
        ((-1, 3), (-FIGURE - 1, 3), False),
        ((0, FIGURE), (0, 10 * FIGURE), True),
        ((0, FIGURE), (0, 10 * FIGURE + 1), False),
    ],
)
def test_figures_are_below_nothing_only_where_shipped_ones_are_and_not_much_greater(
    shipped: tuple[int, int], own: tuple[int, int], fits: bool
) -> None:
    tables = {"t": table(*shipped)}
    if fits:
        assert replaced(tables, {"t": table(*own)}, "nlc", {})["t"].rows["r"] == list(own)
    else:
        with pytest.raises(TableError, match="figures run from"):
            replaced(tables, {"t": table(*own)}, "nlc", {})


def test_what_is_spent_or_divided_by_is_never_nothing() -> None:
    tables = {"t": table(2, 3)}
    assert replaced(tables, {"t": table(1, 0)}, "nlc", {"t": (("*",), 0)})
    for own in (table(0, 3), table(-1, 3)):
        with pytest.raises(TableError, match="from 1"):
            replaced(tables, {"t": own}, "nlc", {"t": (("r",), 0)})
