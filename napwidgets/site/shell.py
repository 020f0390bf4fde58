"""What stands in for IPython on the site; it must be there before the widgets are imported."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


def stand_in() -> None:
    """What widgets ask of IPython, where there is none: that there is no shell. The true one takes seconds to load."""

    class _NoShell:
        @staticmethod
        def initialized() -> bool:
            return False

    parts: dict[str, dict[str, Any]] = {
        "IPython": {"get_ipython": lambda: None, "version_info": (0, 0), "__path__": []},
        "IPython.display": {"display": print, "clear_output": lambda wait=False: None, "HTML": str},
        "IPython.core": {"__path__": []},
        "IPython.core.interactiveshell": {"InteractiveShell": _NoShell},
    }
    for name, contents in parts.items():
        module = sys.modules[name] = ModuleType(name)
        vars(module).update(contents)
