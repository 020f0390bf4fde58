"""The README as a package index shows it: what it points to in the repository gets the project's address."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?\[[^\]\n]*\]\()(?![a-z]+:|#)([^)\s]+)(\))")


def absolute(readme: str, address: str) -> str:
    """A README whose pictures and links into the repository are whole addresses.

    >>> absolute("![Here](a.png) and [there](docs/b.md), [out](https://example.org)", "https://example.org/x")
    '![Here](https://example.org/x/raw/HEAD/a.png) and [there](https://example.org/x/blob/HEAD/docs/b.md), [out](https://example.org)'
    """

    def whole(match: re.Match[str]) -> str:
        kind = "raw" if match[1].startswith("!") else "blob"
        return f"{match[1]}{address}/{kind}/HEAD/{match[2]}{match[3]}"

    return _LINK.sub(whole, readme)


class ReadmeForIndex(MetadataHookInterface):
    """Makes the README of the package when it is built."""

    def update(self, metadata: dict[str, Any]) -> None:
        root = Path(self.root)
        address = tomllib.loads((root / "pyproject.toml").read_text())["project"]["urls"]["Homepage"]
        text = absolute((root / "README.md").read_text(), address)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
