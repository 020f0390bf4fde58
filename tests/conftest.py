"""What holds for all tests: none of them depends on how fast the machine is, and a page that has been looked at is put
away, so that the next is alone.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("any-machine", deadline=None)
settings.load_profile("any-machine")
# Scenarios, maps and games are kept from test to test: to look through all of them for rubbish as often as Python does
# takes a seventh of the whole run.
gc.set_threshold(20_000, 20, 60)


@pytest.fixture(autouse=True)
def put_away() -> Iterator[None]:
    """Close what a test has opened: widgets are kept for a page that never comes, and each is drawn anew when another
    test changes the language.
    """
    yield
    if "napwidgets.widgets" in sys.modules:
        from ipywidgets import Widget

        from napwidgets.language import pages

        Widget.close_all()
        pages._ONLY.shown.clear()
