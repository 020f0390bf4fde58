"""`Keyring`: a browser's own list of the games it has links for; it stays in that browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import anywidget
import traitlets

#: So many links are looked at, of so many characters.
MOST: Final = 60
LONGEST: Final = 80
_SCRIPT: Final = """
const NAME = "nw-keys";
function kept() { try { return JSON.parse(localStorage.getItem(NAME)) || []; } catch { return []; } }
function keep(keys) { try { localStorage.setItem(NAME, JSON.stringify(keys.slice(0, 60))); } catch { return; } }
function render({ model, el }) {
  el.hidden = true;
  const without = (keys) => kept().filter((k) => !keys.includes(k));
  const add = () => { const key = model.get("key"); if (key) keep([key, ...without([key])]); };
  const drop = () => { if (model.get("gone").length) keep(without(model.get("gone"))); };
  model.on("change:key", add);
  model.on("change:gone", drop);
  add(); drop();
  model.send({ keys: kept() });
}
export default { render };
"""


class Keyring(anywidget.AnyWidget):
    """Keeps ``key`` in the browser, forgets what is ``gone``, and tells ``told`` once which links the browser has."""

    _esm = _SCRIPT
    key = traitlets.Unicode("").tag(sync=True)
    gone = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, told: Callable[[list[str]], None] | None = None, key: str = "") -> None:
        super().__init__(key=key)
        self._told = told
        self.on_msg(self._receive)

    def _receive(self, _: object, message: Any, buffers: object) -> None:
        if self._told is not None:
            self._told(keys_of(message))


def keys_of(message: object) -> list[str]:
    """The links in what a page sent, if that is what it should be.

    >>> keys_of({"keys": ["abc", 5, "x" * 100]}), keys_of("nonsense")
    (['abc'], [])
    """
    found = message.get("keys") if isinstance(message, dict) else None
    if not isinstance(found, list):
        return []
    return [key for key in found[:MOST] if isinstance(key, str) and 0 < len(key) <= LONGEST]
