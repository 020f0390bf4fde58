"""Every test that takes ``case`` runs once for each scenario of each system."""

from __future__ import annotations

import pytest

from napwidgets.kernel.system import Engine
from tests.conformance.cases import cases, engine_of


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", [case.name for case in cases()])


@pytest.fixture
def engine(case: str) -> Engine:
    """The engine of the case."""
    return engine_of(case)
