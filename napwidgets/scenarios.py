"""The scenarios: found, listed, checked and loaded.

They stand in the top-level ``scenarios/`` folder, one folder a system; an installed napwidgets carries a
copy. Folders of your own, laid out in the same way, are named by the environment variable
``NAPWIDGETS_SCENARIOS``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from napwidgets.board.hexmap import MapFile
from napwidgets.documents import BadFile, Document, Problem
from napwidgets.kernel import saves
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError, ScenarioError
from napwidgets.kernel.system import Engine
from napwidgets.systems.tabular import Table

#: The systems that have scenarios; each has a module ``files`` with FORM, check, engine and facts.
SYSTEMS = ("nlc", "wap", "jdg")
#: The systems that have tables; a system's rules can be tried in a sandbox before it has scenarios.
TABLED = ("nlc", "wap", "jdg")


class ScenarioInfo(Struct, frozen=True):
    """What a list of scenarios shows: ``sides`` maps ids to names, ``minutes`` is the time a game takes."""

    id: str
    title: str
    system: str
    sides: dict[str, str]
    turns: int
    units: int
    map_size: str
    summary: str
    teaches: str
    difficulty: str
    minutes: int


def folders() -> list[Path]:
    """The folders in which scenarios are looked for, your own first."""
    own = [Path(part) for part in os.environ.get("NAPWIDGETS_SCENARIOS", "").split(os.pathsep) if part]
    package = Path(__file__).parent
    shipped = [package.parent / "scenarios", package / "_data" / "scenarios"]
    return own + [folder for folder in shipped if any((folder / system).is_dir() for system in SYSTEMS)][:1]


def scenario_files() -> dict[str, Path]:
    """Every scenario file by its id, ``system/name``, in the order of systems and names."""
    found: dict[str, Path] = {}
    for system in SYSTEMS:
        for folder in folders():
            for path in sorted((folder / system).glob("*.yaml")):
                found.setdefault(f"{system}/{path.stem}", path)
    return found


def _files(system: str) -> Any:
    """A system's ``files`` module, imported when first asked for."""
    return import_module(f"napwidgets.systems.{system}.files")


def find(id: str) -> Path:
    """The file of a scenario; raises `ScenarioError` offering the nearest names when there is none."""
    known = scenario_files()
    if id in known:
        return known[id]
    short = [name for name in known if name.partition("/")[2] == id]
    if len(short) == 1:
        return known[short[0]]
    near = get_close_matches(id, [*known, *(name.partition("/")[2] for name in known)], 3, 0.4)
    names = list(
        dict.fromkeys(name if name in known else next(k for k in known if k.endswith(f"/{name}")) for name in near)
    )
    hint = f"Did you mean {' or '.join(names)}?" if names else f"There are {', '.join(known) or 'none'}."
    raise ScenarioError(f"There is no scenario {id!r}. {hint}")


@lru_cache(maxsize=64)
def _read(path: Path, changed: int) -> tuple[str, Any]:
    """System and contents of a scenario file; ``changed`` is its time of change."""
    document = Document(path)
    return _system(document), document.convert(_files(_system(document)).FORM)


def _system(document: Document) -> str:
    system = document.data.get("system") if isinstance(document.data, dict) else None
    if system not in SYSTEMS:
        what = f"the key 'system' must name one of {', '.join(SYSTEMS)}"
        raise BadFile([document.problem(("system",), what)])
    return str(system)


def _data(path: Path) -> tuple[str, Any]:
    return _read(path, path.stat().st_mtime_ns)


def info(id: str) -> ScenarioInfo:
    """What a list says about one scenario."""
    path = find(id)
    system, data = _data(path)
    facts = _files(system).facts(data, path.parent)
    return ScenarioInfo(
        id=f"{system}/{path.stem}",
        title=data.title,
        system=system,
        summary=data.summary,
        teaches=data.teaches,
        difficulty=data.difficulty,
        minutes=data.minutes,
        **facts,
    )


def scenarios() -> list[ScenarioInfo]:
    """All scenarios, easy and short ones first within their system."""
    rank = {"easy": 0, "medium": 1, "hard": 2}
    found = [info(id) for id in scenario_files()]
    return sorted(found, key=lambda s: (SYSTEMS.index(s.system), rank.get(s.difficulty, 3), s.minutes, s.id))


def load(id: str, options: Mapping[str, Any] | None = None, tables: Mapping[str, Any] | None = None) -> Engine:
    """The rules bound to a scenario, ready to play.

    ``options`` chooses optional rules by name; ``tables`` puts tables in place of shipped ones. Raises
    `ScenarioError` for an unknown id, offering the nearest names, and for files, options or tables that can't
    be used.
    """
    path = find(id)
    system, _ = _data(path)
    key = msgspec.json.encode([dict(options or {}), dict(tables or {})], order="sorted")
    return _engine(path, path.stat().st_mtime_ns, system, key)


@lru_cache(maxsize=16)
def _engine(path: Path, changed: int, system: str, key: bytes) -> Engine:
    options, tables = msgspec.json.decode(key)
    _, data = _data(path)
    try:
        engine: Engine = _files(system).engine(data, path.parent, options, tables)
    except ScenarioError:
        raise
    except ValueError as error:
        raise ScenarioError(
            f"Scenario {data.id} can't be played: {error}. `napwidgets check {path.name}` tells more."
        ) from None
    return engine


def tables_of(system: str) -> dict[str, Any]:
    """A system's tables as shipped, by id; raises `ScenarioError` for an unknown system."""
    if system not in TABLED:
        raise ScenarioError(f"There is no system {system!r}; there are {', '.join(TABLED)}.")
    return dict(import_module(f"napwidgets.systems.{system}.tables").shipped())


def read_tables(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Tables out of a file, by id: one table, or several as ``napwidgets tables export`` writes them."""
    document = Document(Path(path), os.fspath(path))
    problems = _check(document)
    if problems:
        raise BadFile(problems)
    data: dict[str, Any] = document.data
    if "columns" in data:
        return {data["id"]: data}
    if "tables" not in data or "moves" in data:
        raise BadFile([document.problem((), "this is no table: the keys 'columns' and 'rows' are missing")])
    return dict(data["tables"])


def new_game(
    id: str,
    options: Mapping[str, Any] | None = None,
    seed: str | None = "1815",
    tables: Mapping[str, Any] | None = None,
) -> Game:
    """Begin a game of a scenario; with ``seed`` None the dice are typed in.

    >>> new_game("nlc/first-steps").number
    0
    """
    return Game.new(load(id, options, tables), seed)


def load_game(source: bytes | str | os.PathLike[str]) -> Game:
    """A saved game, from its bytes or from a file, verified by playing it again; raises `SaveError`."""
    raw = source if isinstance(source, bytes) else Path(source).read_bytes()
    return saves.load(raw, load)


def check_file(path: str | os.PathLike[str]) -> list[Problem]:
    """Everything that is wrong in a scenario, map, table or save file; empty when it is sound."""
    file = Path(path)
    try:
        document = Document(file, os.fspath(path))
        return _check(document)
    except BadFile as error:
        return error.problems
    except saves.BadSave as error:
        return [Problem(os.fspath(path), error.line, f"move {error.move}: {error.why}" if error.move else error.why)]
    except NapwidgetsError as error:
        return [Problem(os.fspath(path), 1, str(error))]


def _check(document: Document) -> list[Problem]:
    data = document.data
    if not isinstance(data, dict):
        return [document.problem((), "this is no scenario, map, table or save: it must hold keys and values")]
    for has, check in _KINDS.items():
        if has in data:
            return check(document)
    return [
        document.problem(
            (), f"this is no scenario, map, table or save: none of the keys {', '.join(_KINDS)} stands here"
        )
    ]


def _check_scenario(document: Document) -> list[Problem]:
    files = _files(_system(document))
    twice = document.twice()
    try:
        data = document.convert(files.FORM)
    except BadFile as error:
        return [*twice, *error.problems]
    name = document.path.stem
    named = [] if data.id == name else [document.problem(("id",), f"the id must be {name!r}, as the file is called")]
    folder = document.path.parent
    return sorted([*twice, *named, *document.problems(files.check(data, folder))], key=lambda problem: problem.line)


def _check_armies(document: Document) -> list[Problem]:
    """A list of armies that several scenarios of JDG share, or a battle of NLC, which holds its own."""
    if document.data.get("system") != "jdg":
        return _check_scenario(document)
    from napwidgets.systems.jdg.checks import check_roster
    from napwidgets.systems.jdg.scenario import RosterData

    roster, name = document.convert(RosterData), document.path.stem
    named = [] if roster.id == name else [document.problem(("id",), f"the id must be {name!r}, as the file is called")]
    return [*document.twice(), *named, *document.problems(check_roster(roster))]


def _check_map(document: Document) -> list[Problem]:
    from napwidgets.systems.nlc.checks import check_map

    return [*document.twice(), *document.problems(check_map(document.convert(MapFile)))]


def _check_board(document: Document) -> list[Problem]:
    from napwidgets.board.realm import BoardFile
    from napwidgets.board.realm_checks import check_board

    return [*document.twice(), *document.problems(check_board(document.convert(BoardFile)))]


def _check_zones(document: Document) -> list[Problem]:
    from napwidgets.board.realm import ZonesFile
    from napwidgets.board.realm_checks import check_zones

    return [*document.twice(), *document.problems(check_zones(document.convert(ZonesFile)))]


def _check_rivers(document: Document) -> list[Problem]:
    if _network_beside(document.path).is_file():
        return _check_network(Document(_network_beside(document.path)))
    from napwidgets.board.realm import BoardFile, RiversFile
    from napwidgets.board.realm_checks import check_rivers

    beside = Document(document.path.with_name("europe.board.json")).convert(BoardFile)
    return [*document.twice(), *document.problems(check_rivers(document.convert(RiversFile), beside))]


def _network_beside(rivers: Path) -> Path:
    return rivers.with_name(rivers.name.replace(".rivers.", ".network."))


def _check_network(document: Document) -> list[Problem]:
    """A point-to-point map, held against the rivers in the file beside it, if there is one."""
    from napwidgets.board.network import Network
    from napwidgets.board.network_checks import RiversFile, checks

    network = Network.load(document.path)
    rivers = document.path.with_name(document.path.name.replace(".network.", ".rivers."))
    courses = Document(rivers).convert(RiversFile).rivers if rivers.is_file() else ()
    return [*document.twice(), *document.problems(checks(network, courses))]


def _check_table(document: Document) -> list[Problem]:
    table = document.convert(Table)
    try:
        _replace(table.system, {table.id: table})
    except ScenarioError as error:
        return [document.problem(("id",), str(error))]
    return document.twice()


def _check_tables(document: Document) -> list[Problem]:
    given = document.data["tables"]
    if not isinstance(given, dict):
        return [document.problem(("tables",), "tables stand here by their ids")]
    found = []
    for name, table in given.items():
        system = table.get("system", "nlc") if isinstance(table, dict) else "nlc"
        try:
            _replace(system, {name: table})
        except ScenarioError as error:
            found.append(document.problem(("tables", name), str(error)))
    return [*document.twice(), *found]


def _replace(system: str, tables: Mapping[str, Any]) -> None:
    """Put tables in place of a system's; raises `ScenarioError` for those that don't fit."""
    tables_of(system)
    import_module(f"napwidgets.systems.{system}.tables").Tables(tables)


def _check_save(document: Document) -> list[Problem]:
    saves.load(document.path.read_bytes(), load)
    return []


#: Kinds of files by a key that only they have, and how each is checked.
_KINDS: dict[str, Callable[[Document], list[Problem]]] = {
    "armies": _check_armies,
    "moves": _check_save,
    "straits": _check_board,
    "zones": _check_zones,
    "links": _check_network,
    "rivers": _check_rivers,
    "terrain": _check_map,
    "columns": _check_table,
    "tables": _check_tables,
    "units": _check_scenario,
    "system": _check_scenario,
}
