"""The small pictures of the lobby."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from napwidgets.scenarios import find, new_game, scenarios
from napwidgets.table.presenter import presenter_for
from napwidgets.widgets import pictures


def test_the_pictures_that_are_kept_are_those_that_are_drawn() -> None:
    again = "run `python -m napwidgets.widgets.pictures` after a change of a scenario or of how boards are drawn"
    kept = pictures.shipped()
    assert {info.id for info in scenarios()} == set(kept), again
    for id, picture in kept.items():
        assert picture == pictures.draw(id), again


def test_a_battle_shows_where_troops_stand_on_its_map_be_it_large_or_small() -> None:
    for id in ("nlc/first-steps", "mop/brienne"):
        game = new_game(id)
        counters = presenter_for(game).scene(game.view(None), None).counters
        stacks = {counter.hex for counter in counters if counter.hex >= 0}
        assert pictures.picture(id).rpartition("</g>")[2].count("<rect") == len(stacks) > 3


def test_battles_on_one_large_map_have_pictures_of_their_own() -> None:
    drawn = [pictures.picture(f"mop/{name}") for name in ("champaubert", "montmirail", "vauchamps")]
    assert len(set(drawn)) == len(drawn)
    assert len({pictures.backdrop(f"mop/{name}") for name in ("champaubert", "montmirail", "vauchamps")}) == 1
    assert all(len(land) < 10_000 for land in drawn)


def test_a_scenario_of_ones_own_is_drawn_when_it_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAPWIDGETS_SCENARIOS", str(tmp_path))
    (tmp_path / "nlc").mkdir()
    shutil.copytree(find("nlc/first-steps").parent / "maps", tmp_path / "nlc" / "maps")
    text = find("nlc/first-steps").read_text()
    (tmp_path / "nlc" / "mine.yaml").write_text(text.replace("id: first-steps", "id: mine"))
    assert "nlc/mine" not in pictures.shipped()
    assert pictures.picture("nlc/mine") == pictures.picture("nlc/first-steps")


def test_what_cannot_be_played_has_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAPWIDGETS_SCENARIOS", str(tmp_path))
    (tmp_path / "nlc").mkdir()
    (tmp_path / "nlc" / "broken.yaml").write_text("system: nlc\n")
    assert pictures.picture("nlc/broken") == pictures.backdrop("nlc/broken") == ""
