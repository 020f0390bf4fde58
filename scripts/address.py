"""Put the project's address where it is needed: ``python scripts/address.py https://github.com/you/napwidgets``.

The address in ``pyproject.toml`` is the one that counts; the README and the page about the site repeat it.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILES = ("pyproject.toml", "README.md", "docs/site.md")


def repeated(address: str) -> list[tuple[str, str]]:
    """The address, and what follows from it for badges: ``owner/name``, and the pages host's place.

    >>> repeated("https://github.com/you/napwidgets")[1:]
    [('gh/', 'you/napwidgets'), ('https://', 'you.github.io/napwidgets')]
    """
    owner, name = address.rstrip("/").split("/")[-2:]
    return [("", address), ("gh/", f"{owner}/{name}"), ("https://", f"{owner.lower()}.github.io/{name}")]


def main(address: str) -> None:
    """Put a new address in place of the old one."""
    if not re.fullmatch(r"https://github\.com/[\w-]+/[\w.-]+", address):
        raise SystemExit("Write the address as https://github.com/you/napwidgets.")
    old = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]["Homepage"]
    for file in FILES:
        path = ROOT / file
        text = path.read_text()
        for (before, was), (_, now) in zip(repeated(old), repeated(address), strict=True):
            text = text.replace(before + was, before + now)
        path.write_text(text)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("Give the address: python scripts/address.py https://github.com/you/napwidgets")
    main(sys.argv[1])
