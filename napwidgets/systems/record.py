"""What a rule system is to all that stands above it: one record of its parts, imported when they are first wanted."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Protocol

from msgspec import Struct

from napwidgets.board.presenter import Presenter
from napwidgets.kernel.findings import Finding
from napwidgets.kernel.system import Engine


class Files(Protocol):
    """How a system's scenarios are read, checked and made into engines: its module ``files``."""

    def form(self, data: Any) -> type[Any]:
        """The form of a scenario file, of which ``data`` is what stands in it."""
        ...

    def check(self, data: Any, folder: Path) -> list[Finding]:
        """Everything that is wrong in a scenario."""
        ...

    def engine(self, data: Any, folder: Path, options: Mapping[str, Any], tables: Mapping[str, Any]) -> Engine:
        """The rules bound to a scenario."""
        ...

    def facts(self, data: Any, folder: Path) -> dict[str, Any]:
        """What a list of scenarios says of it beyond its title."""
        ...


class Choices(Protocol):
    """A system's optional rules: its module ``options``."""

    #: Paragraph, name, and what it does, by id.
    OPTIONS: dict[str, tuple[str, str, str]]
    #: What kind of game the system is: a heading and a line.
    ABOUT: tuple[str, str]


class Face(Protocol):
    """What widgets show of a system: its module ``present``. It may have ``PANELS``, ``AFTERMATH``, and where fights
    can be put together by hand ``sandbox``.
    """

    def present(self, engine: Any) -> Presenter:
        """The face of a game."""
        ...


class Extra(Struct, frozen=True):
    """A panel beside those of every table: what its button says, and the class that draws it, ``module:name``.

    Some ``need`` something of a game: one after another (``linked``), event cards (``cards``). Some show what there is
    only under an ``option``, named as in the system's own list.
    """

    title: str
    drawn_by: str
    needs: Literal["", "linked", "cards"] = ""
    option: str = ""


class System(Struct, frozen=True):
    """One rule system.

    ``article`` stands before a seat's name within a sentence (``the French``, but ``France``); ``word`` is what people
    call a game of it. ``players`` are its computer players by kind, the strongest first; they and the ``panels`` are
    named, not imported, since they stand above the systems.
    """

    id: str
    article: str
    word: Literal["battle", "campaign"]
    players: Mapping[str, str]
    panels: tuple[Extra, ...] = ()

    def part(self, name: str) -> Any:
        """A module of the system by its name."""
        return import_module(f"napwidgets.systems.{self.id}.{name}")

    @property
    def files(self) -> Files:
        """How its scenarios are read."""
        found: Files = self.part("files")
        return found

    @property
    def options(self) -> Choices:
        """Its optional rules."""
        found: Choices = self.part("options")
        return found

    @property
    def tables(self) -> Any:
        """Its tables: ``shipped()``, and ``Tables`` with others in place of some."""
        return self.part("tables")

    @property
    def face(self) -> Face:
        """What widgets show of it."""
        found: Face = self.part("present")
        return found

    @property
    def described(self) -> Any:
        """Its battles described in JSON: ``describe(raw, name)``."""
        return self.part("described")


def named(name: str) -> Any:
    """What ``module:name`` names, imported now."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)
