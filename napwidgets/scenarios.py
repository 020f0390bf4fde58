"""The scenarios: found, listed, checked and loaded.

They stand in the top-level ``scenarios/`` folder, one folder a system; an installed napwidgets carries a
copy. Folders of your own, laid out in the same way, are named by the environment variable
``NAPWIDGETS_SCENARIOS``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from napwidgets import catalogue
from napwidgets.board.hexmap import HexMap, MapFile
from napwidgets.documents import BadFile, Document, Problem, kept, raw_file
from napwidgets.kernel import saves
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError, ScenarioError
from napwidgets.kernel.system import Engine
from napwidgets.systems.registry import SYSTEMS, system_of
from napwidgets.systems.tabular import Table, TableError


class ScenarioInfo(Struct, frozen=True):
    """What a list of scenarios shows: ``sides`` maps ids to names, ``minutes`` is the time a game takes,
    ``battles`` how many follow each other in a campaign.
    """

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
    battles: int = 1


def folders() -> list[Path]:
    """The folders in which scenarios are looked for, your own first."""
    return _own() + shipped()


def _own() -> list[Path]:
    """The folders of one's own that the environment names, whether they are there or not."""
    return [Path(part) for part in os.environ.get("NAPWIDGETS_SCENARIOS", "").split(os.pathsep) if part]


def _empty() -> list[str]:
    """What is wrong with folders of one's own that give nothing, a sentence for each."""
    names = ", ".join(SYSTEMS)
    return [
        f"NAPWIDGETS_SCENARIOS names {folder}, but "
        + (f"it holds none of the folders {names}." if folder.is_dir() else "there is no such folder.")
        for folder in _own()
        if not any((folder / system).is_dir() for system in SYSTEMS)
    ]


def shipped() -> list[Path]:
    """The folder of the scenarios that come with napwidgets; none where it is missing."""
    package = Path(__file__).parent
    known = [package.parent / "scenarios", package / "_data" / "scenarios"]
    return [folder for folder in known if any((folder / system).is_dir() for system in SYSTEMS)][:1]


def scenario_files() -> dict[str, Path]:
    """Every scenario file by its id, ``system/name``, in the order of systems and names."""
    found: dict[str, Path] = {}
    for system in SYSTEMS:
        for folder in folders():
            for path in sorted((folder / system).glob("*.yaml")):
                found.setdefault(f"{system}/{path.stem}", path)
    return found


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


#: What a file that does not fit together makes of code that relies on it.
UNSOUND = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError, OSError)


def _unsound(error: Exception) -> str:
    """What went wrong, as a sentence."""
    if isinstance(error, ValueError) and str(error):
        return f"{str(error).rstrip('.')}."
    return f"its parts don't fit together ({type(error).__name__}: {str(error).rstrip('.')})."


def _data(path: Path) -> tuple[str, Any]:
    """System and contents of a scenario file."""
    data = kept(path, lambda document: document.convert(SYSTEMS[_system(document)].files.form(document.data)))
    return data.system, data


def _system(document: Document) -> str:
    system = document.data.get("system") if isinstance(document.data, dict) else None
    if not isinstance(system, str) or system not in SYSTEMS:
        what = f"the key 'system' must name one of {', '.join(SYSTEMS)}"
        raise BadFile([document.problem(("system",), what)])
    return system


def info(id: str) -> ScenarioInfo:
    """What a list says about one scenario."""
    path = find(id)
    system, data = _data(path)
    facts = SYSTEMS[system].files.facts(data, path.parent)
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
    """All scenarios that can be read, within their system single battles first, then easy and short ones; `unreadable`
    tells of the rest.
    """
    rank = {"easy": 0, "medium": 1, "hard": 2}
    found = [told for told in _told().values() if isinstance(told, ScenarioInfo)]
    systems = list(SYSTEMS)
    return sorted(
        found, key=lambda s: (systems.index(s.system), s.battles > 1, rank.get(s.difficulty, 3), s.minutes, s.id)
    )


def unreadable() -> list[str]:
    """What is wrong with scenarios that can't be read, and with folders of one's own that hold none, a sentence for
    each.
    """
    return [*_empty(), *(told for told in _told().values() if isinstance(told, str))]


def _told() -> dict[str, ScenarioInfo | str]:
    """Every scenario, or why there is nothing to say of it: one bad file does not hide the others."""
    found: dict[str, ScenarioInfo | str] = {}
    kept = {folder: catalogue.read(folder) for folder in shipped()}
    for id, path in scenario_files().items():
        told = kept.get(path.parent.parent, {}).get(id)
        try:
            found[id] = msgspec.convert(told, ScenarioInfo) if told else info(id)
        except NapwidgetsError as error:
            found[id] = f"{id} is left out: {error}"
        except UNSOUND as error:
            found[id] = f"{id} is left out: {_unsound(error)} `napwidgets check {path}` may tell more."
    return found


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
        # Whoever wrote the file may not have checked it; the shipped ones are, before they are shipped.
        slips = [] if path.parent.parent in shipped() else SYSTEMS[system].files.check(data, path.parent)
        if slips:
            raise BadFile(Document(path).problems(slips))
        engine: Engine = SYSTEMS[system].files.engine(data, path.parent, options, tables)
    except ScenarioError:
        raise
    except UNSOUND as error:
        raise ScenarioError(
            f"Scenario {data.id} can't be played: {_unsound(error)} `napwidgets check {path.name}` tells more."
        ) from error
    return engine


def tables_of(system: str) -> dict[str, Any]:
    """A system's tables as shipped, by id; raises `ScenarioError` for an unknown system."""
    return dict(system_of(system).tables.shipped())


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
    typed: Sequence[tuple[int, ...]] = (),
) -> Game:
    """Begin a game of a scenario; with ``seed`` None the dice are typed in, ``typed`` are those that are needed before
    the first move. Raises `DiceNeeded`, which says what to throw, when these do not suffice.

    >>> new_game("nlc/first-steps").number
    0
    >>> new_game("con/learning", seed=None, typed=[(4,)]).last.throws[0].value
    4
    """
    engine = load(id, options, tables)
    try:
        return Game.new(engine, seed, typed)
    except NapwidgetsError:
        raise
    except UNSOUND as error:
        raise ScenarioError(f"Scenario {engine.scenario_id} can't be begun: {_unsound(error)}") from error


def go_on(game: Game, seed: str | None = "1815", typed: Sequence[tuple[int, ...]] = ()) -> Game | None:
    """The game that follows one that has ended, as the next battle of a campaign does; None where none follows. The
    dice are given as in `new_game`.
    """
    engine = sequel(game)
    return None if engine is None else Game.new(engine, seed, typed)


def sequel(game: Game) -> Engine | None:
    """The rules of the game that follows one that has ended; None where none follows."""
    engine = game.engine
    tables = engine.sequel(game.state)
    return None if tables is None else load(engine.scenario_id, engine.chosen, {**engine.replaced, **tables})


def load_game(source: bytes | str | os.PathLike[str]) -> Game:
    """A saved game, from its bytes or from a file, verified by playing it again; raises `SaveError`."""
    return saves.load(source if isinstance(source, bytes) else read_bytes(source), load)


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """A file as it is; one that is too large is refused by its size. Raises `ScenarioError`."""
    try:
        return raw_file(Path(path), os.fspath(path))
    except BadFile as error:
        why = error.problems[0].what.removeprefix("this file can't be read: ")
        raise ScenarioError(f"{os.fspath(path)} can't be read: {why}.") from None


def check_file(path: str | os.PathLike[str]) -> list[Problem]:
    """Everything that is wrong in a scenario, map, table or save file; empty when it is sound."""
    file = Path(path)
    try:
        return _check(Document(file, os.fspath(path)))
    except BadFile as error:
        return error.problems
    except saves.BadSave as error:
        return [Problem(os.fspath(path), error.line, f"move {error.move}: {error.why}" if error.move else error.why)]
    except NapwidgetsError as error:
        return [Problem(os.fspath(path), 1, str(error))]
    except UNSOUND as error:
        return [Problem(os.fspath(path), 1, _unsound(error))]


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
    files = SYSTEMS[_system(document)].files
    data = document.convert(files.form(document.data))
    folder = document.path.parent
    found = [*_named(document, data.id), *document.problems(files.check(data, folder))]
    return sorted(found, key=lambda problem: problem.line) or _check_play(document, data)


def _check_play(document: Document, data: Any) -> list[Problem]:
    """What keeps a scenario without a slip from being begun: the game itself is asked, so that both are as strict."""
    try:
        game = Game.new(SYSTEMS[data.system].files.engine(data, document.path.parent, {}, {}))
        game.options()
    except NapwidgetsError as error:
        return [document.problem((), str(error))]
    except UNSOUND as error:
        return [document.problem((), f"this can't be played: {_unsound(error)}")]
    return []


def _named(document: Document, id: str) -> list[Problem]:
    """An id that is not the name of its file, by which others would look for it."""
    name = document.path.stem
    return [] if id == name else [document.problem(("id",), f"the id must be {name!r}, as the file is called")]


def _check_armies(document: Document) -> list[Problem]:
    """A list of armies that several scenarios of JDG share, or a battle of NLC, which holds its own."""
    if document.data.get("system") != "jdg":
        return _check_scenario(document)
    from napwidgets.systems.jdg.checks import check_roster
    from napwidgets.systems.jdg.scenario import RosterData

    roster = document.convert(RosterData)
    return [*_named(document, roster.id), *document.problems(check_roster(roster))]


def _check_map(document: Document) -> list[Problem]:
    from napwidgets.systems.tactical.core.checks import check_map

    data = document.convert(MapFile)
    found = document.problems(check_map(data))
    if not found:
        HexMap(data)
    return found


def _check_board(document: Document) -> list[Problem]:
    from napwidgets.board.realm import BoardFile
    from napwidgets.board.realm_checks import check_board

    return document.problems(check_board(document.convert(BoardFile)))


def _check_zones(document: Document) -> list[Problem]:
    from napwidgets.board.realm import ZonesFile
    from napwidgets.board.realm_checks import check_zones

    return document.problems(check_zones(document.convert(ZonesFile)))


def _check_rivers(document: Document) -> list[Problem]:
    if _network_beside(document.path).is_file():
        return _check_network(Document(_network_beside(document.path)))
    from napwidgets.board.realm import BoardFile, RiversFile
    from napwidgets.board.realm_checks import check_rivers

    beside = Document(document.path.with_name("europe.board.json")).convert(BoardFile)
    return document.problems(check_rivers(document.convert(RiversFile), beside))


def _network_beside(rivers: Path) -> Path:
    return rivers.with_name(rivers.name.replace(".rivers.", ".network."))


def _check_network(document: Document) -> list[Problem]:
    """A point-to-point map, held against the rivers in the file beside it, if there is one."""
    from napwidgets.board.network import Network
    from napwidgets.board.network_checks import RiversFile, checks

    network = Network.load(document.path)
    rivers = document.path.with_name(document.path.name.replace(".network.", ".rivers."))
    courses = Document(rivers).convert(RiversFile).rivers if rivers.is_file() else ()
    return document.problems(checks(network, courses))


def _check_table(document: Document) -> list[Problem]:
    table = document.convert(Table)
    try:
        _replace(table.system, {table.id: table})
    except ScenarioError as error:
        at = error.at if isinstance(error, TableError) and error.at else ("id",)
        return [document.problem(at, str(error))]
    return []


def _check_tables(document: Document) -> list[Problem]:
    given = document.data["tables"]
    if not isinstance(given, dict):
        return [document.problem(("tables",), "tables stand here by their ids")]
    found: list[Problem] = []
    systems: dict[str, dict[str, Any]] = {}
    for name, table in given.items():
        named = table.get("system", "nlc") if isinstance(table, dict) else "nlc"
        system = named if isinstance(named, str) else "nlc"
        systems.setdefault(system, {})[name] = table
    for system, tables in systems.items():
        found += _check_together(document, system, tables)
    return found


def _check_together(document: Document, system: str, tables: dict[str, Any]) -> list[Problem]:
    """What is wrong in tables of a system that are used together, as one may need the rows of another."""
    left, found = dict(tables), []
    while left:
        try:
            _replace(system, left)
            break
        except TableError as error:
            name = error.table if error.table in left else next(iter(left))
            found.append(document.problem(("tables", name, *error.at), str(error)))
            del left[name]
        except ScenarioError as error:
            name = next((n for n in left if not _fits(system, {n: left[n]})), next(iter(left)))
            found.append(document.problem(("tables", name), str(error)))
            del left[name]
    return found


def _fits(system: str, tables: Mapping[str, Any]) -> bool:
    try:
        _replace(system, tables)
    except ScenarioError:
        return False
    return True


def _replace(system: str, tables: Mapping[str, Any]) -> None:
    """Put tables in place of a system's, and begin a game with them if they are others; raises `ScenarioError` for
    those that don't fit.
    """
    shipped = tables_of(system)
    try:
        used = system_of(system).tables.Tables(tables)
        if any(used.all[name] != shipped[name] for name in tables):
            # A system whose fights alone are there has no game to begin.
            for id in [id for id in scenario_files() if id.startswith(f"{system}/")][:1]:
                new_game(id, tables=msgspec.to_builtins({name: used.all[name] for name in tables}))
    except NapwidgetsError:
        raise
    except UNSOUND as error:
        raise ScenarioError(f"These tables can't be played with: {_unsound(error)}") from error


def _check_save(document: Document) -> list[Problem]:
    saves.load(document.raw, load)
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
