"""`napwidgets doctor`: what of napwidgets is there, what is missing, and how to get it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from napwidgets import scenarios
from napwidgets.kernel.rulings import NapwidgetsError

#: What each extra is for.
PURPOSE = {
    "widgets": "boards and panels in a notebook",
    "serve": "napwidgets play and napwidgets learn in the browser",
    "lab": "JupyterLab, and many games at once in data frames",
    "maps": "making maps",
    "host": "napwidgets host: one process for many people",
}
#: Packages whose modules are called otherwise.
_MODULES = {"pyyaml": "yaml"}
#: Whoever asks the command for data frames wants more than the first extra that has them.
_WANTED_BY = {"pandas": "lab"}
_NEEDED = re.compile(r"([\w.-]+)(?:\[[\w,.-]*\])?([^;]*)(?:;\s*extra\s*==\s*['\"](\w+)['\"])?\s*")


class Finding(Struct, frozen=True):
    """One part: ``state`` is ``there``, ``missing`` (one can do without) or ``broken``."""

    part: str
    state: str
    what: str
    remedy: str = ""


def needs() -> dict[str, list[str]]:
    """The packages that napwidgets needs, by extra; those of the engine alone under no name.

    >>> "msgspec" in needs()[""]
    True
    """
    # Every command imports this module; only those in trouble wait for the list of packages.
    from importlib import metadata

    found: dict[str, list[str]] = {"": []}
    for line in metadata.requires("napwidgets") or ():
        if (match := _NEEDED.fullmatch(line)) and match[1] != "napwidgets":
            found.setdefault(match[3] or "", []).append(match[1].lower())
    return found


def remedy(extra: str) -> str:
    """How to get an extra.

    >>> remedy("serve")
    "pip install 'napwidgets[serve]'"
    """
    return f"pip install 'napwidgets[{extra}]'"


class Wanting(NapwidgetsError):
    """Something that is not installed; the sentence says how to get it."""


@contextmanager
def wanting(extra: str) -> Iterator[None]:
    """What is imported inside belongs to an extra; raises `Wanting` where it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise Wanting(missing(error, extra)) from error


def missing(error: ModuleNotFoundError, extra: str | None = None) -> str:
    """A module that was not found, as a sentence that says what to install.

    >>> missing(ModuleNotFoundError("No module named 'shapely'", name="shapely.geometry"))
    "This needs shapely, which is not installed: pip install 'napwidgets[maps]'."
    """
    module = (error.name or "").partition(".")[0]
    package = next((name for name, found in _MODULES.items() if found == module), module.replace("_", "-"))
    by_extra = {extra: packages for extra, packages in needs().items() if extra in PURPOSE}
    holders = (extra for extra in PURPOSE if package in by_extra.get(extra, ()))
    extra = extra or _WANTED_BY.get(module) or next(holders, None)
    how = remedy(extra) if extra else f"pip install {package}"
    return f"This needs {package or 'a package'}, which is not installed: {how}."


def examine() -> list[Finding]:
    """Everything that is worth knowing of this installation."""
    return [_python(), *_packages(), _scenarios(), _notebooks(), _template(), _home()]


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    sound = sys.version_info >= (3, 11)
    return Finding("Python", "there" if sound else "broken", version, "" if sound else "Install Python 3.11 or newer.")


def _packages() -> list[Finding]:
    from importlib import metadata
    from importlib.util import find_spec

    found = []
    by_extra = needs()
    for extra in ("", *(e for e in PURPOSE if e in by_extra)):
        wanting = [p for p in by_extra[extra] if find_spec(_MODULES.get(p, p.replace("-", "_"))) is None]
        part = f"{extra}: {PURPOSE[extra]}" if extra else "the engine"
        if wanting:
            what = f"{', '.join(wanting)} {'is' if len(wanting) == 1 else 'are'} not installed"
            how = remedy(extra) if extra else "pip install --force-reinstall napwidgets"
            found.append(Finding(part, "missing" if extra else "broken", what, how))
        else:
            found.append(Finding(part, "there", ", ".join(f"{p} {metadata.version(p)}" for p in by_extra[extra])))
    return found


def _scenarios() -> Finding:
    bad, good = scenarios.unreadable(), scenarios.scenarios()
    if not good or bad:
        what = " ".join(bad) or "none was found"
        return Finding("scenarios", "broken", what, "Mend or move the files named; else install napwidgets again.")
    return Finding("scenarios", "there", f"{len(good)} of {len({info.system for info in good})} systems")


def _notebooks() -> Finding:
    package = Path(__file__).parent
    for folder in (package.parent / "notebooks", package / "_data" / "notebooks"):
        if (folder / "lobby.ipynb").is_file():
            return Finding("notebooks", "there", f"{len(list(folder.glob('*.ipynb')))} in {folder}")
    return Finding("notebooks", "broken", "the lobby's is missing", "Install napwidgets again.")


def _template() -> Finding:
    """The pages' template lies with the checkout, or in this Python's shared data."""
    part = Path("share", "jupyter", "voila", "templates", "napwidgets")
    found = [root / part for root in (Path(__file__).parent.parent, Path(sys.prefix)) if (root / part).is_dir()]
    if found:
        return Finding("the pages' template", "there", str(found[0]))
    return Finding("the pages' template", "broken", "it is missing", "Install napwidgets again.")


def _home() -> Finding:
    from napwidgets.table.autosave import data_folder

    folder = data_folder()
    there = next(path for path in (folder, *folder.parents) if path.exists())
    try:
        probe = there / ".napwidgets-doctor"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        how = "Set NAPWIDGETS_HOME to a folder that you may write in."
        return Finding("games", "broken", f"{folder} can't be written in: {error.strerror}", how)
    return Finding("games", "there", f"kept in {folder}")
