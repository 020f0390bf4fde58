"""What a list says of the shipped scenarios, kept beside them, so that a list need not read them all.

``scenarios/catalogue.json`` holds, for each system, what was found out of its files and a digest of them. Where the
files are others by now, nothing is taken from it. ``python scripts/catalogue.py`` makes it anew, and a test says when
that is due.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

NAME = "catalogue.json"


class Kept(Struct, frozen=True):
    """What was found out of a system's files, by scenario, and the digest of these files."""

    digest: str
    scenarios: dict[str, dict[str, Any]]


def digest(folder: Path) -> str:
    """A digest of the data files in a folder, by their names and contents; what maps are made of counts for nothing."""
    found = blake2b(digest_size=16)
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".yaml", ".json") and "source" not in path.relative_to(folder).parts:
            raw = path.read_bytes()
            found.update(f"{path.relative_to(folder).as_posix()} {len(raw)}\n".encode())
            found.update(raw)
    return found.hexdigest()


def read(folder: Path) -> dict[str, dict[str, Any]]:
    """What is kept of the scenarios of a folder, by id; of systems whose files have changed nothing."""
    try:
        kept = msgspec.json.decode((folder / NAME).read_bytes(), type=dict[str, Kept])
        sound = [k for system, k in kept.items() if k.digest == digest(folder / system)]
    except (OSError, msgspec.DecodeError):
        return {}
    return {id: told for k in sound for id, told in k.scenarios.items()}


def write(folder: Path, scenarios: dict[str, dict[str, Any]]) -> None:
    """Keep what was found out of the scenarios of a folder."""
    systems = dict.fromkeys(id.partition("/")[0] for id in scenarios)
    kept = {
        system: Kept(digest(folder / system), {id: s for id, s in scenarios.items() if id.startswith(f"{system}/")})
        for system in systems
    }
    (folder / NAME).write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
