"""What holds for all tests of widgets: a page that has been looked at is put away, so that the next is alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from ipywidgets import Widget


@pytest.fixture(autouse=True)
def put_away() -> Iterator[None]:
    """Close what a test has opened: widgets are kept for a page that never comes, and each is drawn anew when another
    test changes the language.
    """
    yield
    Widget.close_all()
