"""``python -m napwidgets``: the command for whoever has a Python and not its scripts on the path."""

from __future__ import annotations

from napwidgets.cli import main

if __name__ == "__main__":
    main()
