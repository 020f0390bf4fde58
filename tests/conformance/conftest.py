"""Every test that takes ``case`` runs once for each scenario of each system; all tests of a case run in one process, so
that they share its game.
"""

from __future__ import annotations

import pytest

from napwidgets.kernel.system import Engine
from tests.conformance.cases import cases, engine_of


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        marked = (pytest.param(case.name, marks=pytest.mark.xdist_group(case.name)) for case in cases())
        metafunc.parametrize("case", list(marked), ids=[case.name for case in cases()])


@pytest.fixture
def engine(case: str) -> Engine:
    """The engine of the case."""
    return engine_of(case)
