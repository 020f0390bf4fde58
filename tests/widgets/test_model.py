"""What scripts of widgets ask of their models: what anywidget promises, so that they work outside of Jupyter, too."""

from __future__ import annotations

import re

import pytest

from napwidgets.widgets.sheet import STATIC

SCRIPTS = sorted(STATIC.glob("*.js"))
#: Events joined by spaces, and several values set at once, are Backbone's own.
JOINED = re.compile(r"""\.(?:on|off)\(\s*["'](?:change|msg):\w+\s+\w""")
AT_ONCE = re.compile(r"^(?!.*create_view).*model\.set\(\s*(?:\{|\w+\))", re.MULTILINE)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_only_what_every_host_of_widgets_knows_is_asked(script: object) -> None:
    text = script.read_text()  # type: ignore[attr-defined]
    assert JOINED.findall(text) == []
    assert AT_ONCE.findall(text) == []


def test_what_only_jupyter_knows_is_noticed() -> None:
    assert JOINED.search('model.on("change:html change:look", draw)')
    assert AT_ONCE.search("    model.set({ html, serial });")
    assert AT_ONCE.search("model.set(news);")
    assert not AT_ONCE.search('model.set("html", text);')
