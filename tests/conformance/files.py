"""Files of every kind with something changed: each is found wrong in a sentence with a line of its own, or played."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import yaml

from napwidgets import scenarios
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.players.registry import make_players
from napwidgets.systems.inquiry import describe
from napwidgets.systems.registry import SYSTEMS
from tests.cli.test_odds import ALLIANCE, CHARGE, JDG, LAND, LLOYDS, NAVAL, NLC
from tests.conformance.mutants import mutate, scratched

ROOT = Path(__file__).parent.parent.parent
#: Moves that a game is played for, to see whether a file that was found sound is.
MOVES = 15


class Folder:
    """A folder of one's own with all scenarios, maps, rosters, tables, saves and battles, to spoil one by one."""

    def __init__(self, own: Path) -> None:
        self.own, self._clock = own, 1
        for system in SYSTEMS:
            shutil.copytree(ROOT / "scenarios" / system, own / system)
            shutil.copytree(ROOT / "napwidgets" / "systems" / system / "tables", own / f"{system}-tables")
        for save in sorted((ROOT / "tests" / "golden").glob("*.nap.json"), key=lambda file: file.stat().st_size)[:4]:
            shutil.copy(save, own)
        for n, told in enumerate((NLC, CHARGE, LAND, NAVAL, ALLIANCE, LLOYDS, JDG)):
            (own / f"battle-{n}.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
        os.environ["NAPWIDGETS_SCENARIOS"] = str(own)
        kinds = ("*/*.yaml", "*/rosters/*.yaml", "*/maps/*.json", "*-tables/*.json", "*.nap.json", "battle-*.json")
        self._kinds = [sorted(own.glob(pattern)) for pattern in kinds]

    def trial(self, rng: Random) -> Iterator[str]:
        """Spoil a file and say what is wrong with the answers to it."""
        file = rng.choice(rng.choice(self._kinds))
        raw = file.read_bytes()
        try:
            self._write(file, _spoiled(file, raw, rng))
            yield from self._answers(file, rng)
        except Exception as error:
            yield f"{file.relative_to(self.own)}: {type(error).__name__}: {error}"
        finally:
            self._write(file, raw)

    def _write(self, file: Path, raw: bytes) -> None:
        """Write a file with a time of its own: what was read before is told apart by it."""
        file.write_bytes(raw)
        self._clock += 1
        os.utime(file, (self._clock, self._clock))

    def _answers(self, file: Path, rng: Random) -> Iterator[str]:
        if file.name.startswith("battle"):
            with suppress(NapwidgetsError):
                describe(file.read_bytes(), file.name)
            return
        found = scenarios.check_file(file)
        if any("fit together" in problem.what for problem in found):
            yield f"{file.relative_to(self.own)}: {found[0].what}"
        system = file.relative_to(self.own).parts[0].partition("-")[0]
        try:
            _played(self._game(file, system, rng))
        except NapwidgetsError as error:
            # A roster may be sound in itself and lack whom a scenario calls for, which that scenario says then.
            if not found and file.parent.name != "rosters":
                yield f"{file.relative_to(self.own)} is found sound, but: {error}"

    def _game(self, file: Path, system: str, rng: Random) -> Game:
        if file.name.endswith(".nap.json"):
            return scenarios.load_game(file)
        if file.parent.name == system:
            return scenarios.new_game(f"{system}/{file.stem}")
        ids = [id for id in scenarios.scenario_files() if id.startswith(f"{system}/")]
        tables = scenarios.read_tables(file) if file.parent.name.endswith("-tables") else None
        return scenarios.new_game(rng.choice(ids), tables=tables)


def _spoiled(file: Path, raw: bytes, rng: Random) -> bytes:
    """A file with a value changed, or now and then with bytes that make no sense."""
    if rng.random() < 0.1:
        return scratched(raw, rng)
    data: Any = mutate(yaml.safe_load(raw) if file.suffix == ".yaml" else json.loads(raw), rng)
    if file.suffix == ".yaml":
        return yaml.safe_dump(data, sort_keys=False, allow_unicode=True).encode()
    return json.dumps(data, indent=1).encode()


def _played(game: Game) -> None:
    players = make_players(game.engine, "files", {})
    for _ in range(MOVES):
        if game.decision is None:
            return
        seat = game.decision.seat
        game = game.play(players[seat].choose(game.engine, game.view(seat), seat), seat)
