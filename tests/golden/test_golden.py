"""Finished games, one for each ending: each is replayed from its save, and its story must read as it did.

A changed rule shows here as a readable difference; ``python scripts/golden.py`` writes the files anew.
"""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from napwidgets.scenarios import load, load_game, scenario_files

HERE = Path(__file__).parent
SPEC = spec_from_file_location("golden", HERE.parents[1] / "scripts" / "golden.py")
assert SPEC is not None
assert SPEC.loader is not None
golden = module_from_spec(SPEC)
SPEC.loader.exec_module(golden)

NAMES = sorted(path.name.removesuffix(".txt") for path in HERE.glob("*.txt"))


def test_every_ending_of_every_scenario_has_a_finished_game() -> None:
    wanted = {f"{id.partition('/')[2]}.{ending}" for id in scenario_files() for ending in golden.endings(load(id))}
    assert set(NAMES) == wanted


@pytest.mark.parametrize("name", NAMES)
def test_the_game_replays_to_its_ending_and_reads_as_it_did(name: str) -> None:
    game = load_game(HERE / f"{name}.nap.json")
    assert game.outcome is not None
    assert golden.ending_of(game.outcome, game.engine) == name.split(".")[1]
    assert golden.text_of(game) == (HERE / f"{name}.txt").read_text(encoding="utf-8")
